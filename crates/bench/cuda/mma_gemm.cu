// C = A B^T by mma.sync, as crates/kernels/src/mma_gemm.rs does: 128 by 128 by 64, three stages,
// four warps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace mma_gemm {

__device__ __forceinline__ void copy_16(unsigned to, const void* from, bool read) {
    asm volatile("{ .reg .pred ignore; setp.eq.u32 ignore, %2, 0;\n"
                 "cp.async.cg.shared.global [%0], [%1], 16, ignore; }"
                 :: "r"(to), "l"(from), "r"((unsigned)read) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
__device__ __forceinline__ void wait_1() { asm volatile("cp.async.wait_group 1;" ::: "memory"); }
__device__ __forceinline__ void ldmatrix(unsigned (&r)[4], unsigned row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row) : "memory");
}
#define MMA(type)                                                                                      \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 "                                  \
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                                         \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
__device__ __forceinline__ void mma(__nv_bfloat16, float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    MMA("bf16");
}
__device__ __forceinline__ void mma(__half, float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    MMA("f16");
}

// The offset of an element in its stage, swizzled: row % 8 flips the group of 8 columns.
__device__ __forceinline__ unsigned swizzle(unsigned place) { return place ^ place / 64 % 8 * 8; }
__device__ __forceinline__ unsigned beyond(unsigned extent, unsigned first) {
    return extent > first ? extent - first : 0;
}

const unsigned STAGE = 128 * 64, LAST_STAGE = 2;

// Copies eight elements of every 16th row of a tile to a stage.
template <bool ALIGNED, class T>
__device__ __forceinline__ const T* fill(const T* from, unsigned ld, unsigned rows, unsigned columns, T* shared,
                                         unsigned to, unsigned tile, unsigned stage) {
    if (64 * tile >= columns) rows = 0;
    if (ALIGNED) {
        unsigned address = (unsigned)__cvta_generic_to_shared(shared) + 2 * to;
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            copy_16(address + 2 * (i * 1024 + stage * STAGE), from + 16 * ld * i, 16 * i < rows);
    } else {
        T* first = shared + to + stage * STAGE;
        for (unsigned i = 0; i < 8; i++)
            for (unsigned v = 0; v < 8; v++)
                first[i * 1024 + v] = 16 * i < rows && 64 * tile + v < columns ? from[16 * ld * i + v] : T(0.0f);
    }
    return from + 64;
}

template <bool ALIGNED, class T>
__device__ __forceinline__ void gemm(unsigned m, unsigned n, unsigned k, const T* a, unsigned lda, const T* b,
                                     unsigned ldb, float* c, unsigned ldc) {
    extern __shared__ __align__(1024) unsigned char memory[];
    T* shared_a = reinterpret_cast<T*>(memory);
    T* shared_b = shared_a + (LAST_STAGE + 1) * STAGE;
    unsigned thread = threadIdx.x, lane = thread % 32, warp_m = thread / 32 % 2, warp_n = thread / 64;

    // The tile of C.
    unsigned m0 = 128 * (blockIdx.x % 8 + 8 * blockIdx.y), n0 = 128 * (blockIdx.x / 8);
    if (m0 >= m) return;

    // The share of this thread in the copies to shared memory.
    unsigned row = thread / 8, column = thread % 8 * 8, to = swizzle(row * 64 + column);
    unsigned rows_a = beyond(m, m0 + row), rows_b = beyond(n, n0 + row), columns = beyond(k, column);
    a += (size_t)(m0 + row) * lda + column;
    b += (size_t)(n0 + row) * ldb + column;

    // Its share of the product.
    unsigned row_a = (lane % 16 + 16 * warp_m) * 64 + lane / 16 * 8;
    unsigned row_b = (lane % 8 + lane / 16 * 16 + 8 * warp_n) * 64 + lane / 8 % 2 * 8;
    unsigned from_a[4], from_b[4];
#pragma unroll
    for (unsigned p = 0; p < 4; p++) {
        from_a[p] = (unsigned)__cvta_generic_to_shared(shared_a) + 2 * swizzle(row_a + 16 * p);
        from_b[p] = (unsigned)__cvta_generic_to_shared(shared_b) + 2 * swizzle(row_b + 16 * p);
    }
    unsigned fa[4][4][4], fb[4][4][4];
    float sums[4][8][4] = {};
    auto fetch = [&](unsigned p, unsigned stage) {
#pragma unroll
        for (unsigned i = 0; i < 4; i++) ldmatrix(fa[p][i], from_a[p] + 2 * (i * 2048 + stage * STAGE));
#pragma unroll
        for (unsigned j = 0; j < 4; j++) ldmatrix(fb[p][j], from_b[p] + 2 * (j * 2048 + stage * STAGE));
    };

    // The pipeline.
    unsigned tiles = (k + 63) / 64;
#pragma unroll
    for (unsigned tile = 0; tile < 2; tile++) {
        a = fill<ALIGNED>(a, lda, rows_a, columns, shared_a, to, tile, tile);
        b = fill<ALIGNED>(b, ldb, rows_b, columns, shared_b, to, tile, tile);
        commit();
    }
    unsigned read = 0, write = LAST_STAGE, tile = 0;
    wait_1();
    __syncthreads();
    fetch(0, read);
    do {
#pragma unroll
        for (unsigned p = 0; p < 4; p++) {
            if (p == 3) {
                read = read == LAST_STAGE ? 0 : read + 1;
                wait_1();
                __syncthreads();
            }
            fetch((p + 1) % 4, read);
            if (p == 0) a = fill<ALIGNED>(a, lda, rows_a, columns, shared_a, to, tile + LAST_STAGE, write);
            if (p == 1) {
                b = fill<ALIGNED>(b, ldb, rows_b, columns, shared_b, to, tile + LAST_STAGE, write);
                commit();
                write = read;
            }
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
#pragma unroll
                for (unsigned jj = 0; jj < 8; jj++) {
                    unsigned j = i % 2 == 0 ? jj : 7 - jj;
                    mma(T(), sums[i][j], fa[p][i], fb[p][j / 2][j % 2 * 2], fb[p][j / 2][j % 2 * 2 + 1]);
                }
        }
    } while (++tile < tiles);

    // Its share of C.
    row = m0 + lane / 4 + 16 * warp_m;
    column = n0 + lane % 4 * 2 + 8 * warp_n;
    unsigned rows = beyond(m, row);
    columns = beyond(n, column);
    c += (size_t)row * ldc + column;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
#pragma unroll
        for (unsigned h = 0; h < 2; h++) {
            float* to = c + 8 * ldc * h + 32 * ldc * i;
            if (8 * h + 32 * i >= rows) continue;
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                float x = sums[i][j][2 * h], y = sums[i][j][2 * h + 1];
                if (ALIGNED) {
                    if (16 * j < columns) *reinterpret_cast<float2*>(to + 16 * j) = make_float2(x, y);
                } else {
                    if (16 * j < columns) to[16 * j] = x;
                    if (16 * j + 1 < columns) to[16 * j + 1] = y;
                }
            }
        }
}

}  // namespace mma_gemm

#define MMA_GEMM(name, aligned, type)                                                                              \
    extern "C" __global__ void __launch_bounds__(128) name(unsigned m, unsigned n, unsigned k, const type* a,      \
                                                           unsigned lda, const type* b, unsigned ldb, float* c,    \
                                                           unsigned ldc) {                                         \
        mma_gemm::gemm<aligned>(m, n, k, a, lda, b, ldb, c, ldc);                                                  \
    }
MMA_GEMM(mma_gemm_bf16, true, __nv_bfloat16)
MMA_GEMM(mma_gemm_f16, true, __half)
MMA_GEMM(mma_gemm_bf16_any, false, __nv_bfloat16)
MMA_GEMM(mma_gemm_f16_any, false, __half)
