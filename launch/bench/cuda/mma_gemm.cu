// C = A B^T by mma.sync, as kernels/src/mma_gemm.rs does it: blocks of 128 threads and 128 by 128 elements, three
// stages of 64 along K that cp.async fills, ldmatrix from swizzled rows, two buffers of registers.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

using u32 = unsigned;
constexpr u32 STAGE = 128 * 64, STAGES = 3;

__device__ u32 swizzle(u32 place) { return place ^ place / 64 % 8 * 8; }
__device__ u32 minus(u32 a, u32 b) { return a < b ? 0 : a - b; }

__device__ void copy_16(u32 to, const void* from, bool there) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there ? 16 : 0)
                 : "memory");
}
__device__ void ldmatrix(u32 (&four)[4], u32 row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(four[0]), "=r"(four[1]), "=r"(four[2]), "=r"(four[3])
                 : "r"(row)
                 : "memory");
}
template <class T>
__device__ void mma(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1);
#define MMA(type, name)                                                                                      \
    template <>                                                                                              \
    __device__ void mma<type>(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) {                            \
        asm("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "     \
            "{%8,%9}, {%0,%1,%2,%3};"                                                                        \
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                 \
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));                                 \
    }
MMA(__nv_bfloat16, "bf16")
MMA(__half, "f16")

// Copies what this thread has of a tile, from a column on: 8 elements of every 16th row. `columns` are left from
// that of tile 0 on.
template <bool ALIGNED, class T>
__device__ void fill(const T*& from, u32 ld, u32 rows, u32 columns, u32 tile, T* to) {
    if (64 * tile >= columns) rows = 0;
    u32 address = static_cast<u32>(__cvta_generic_to_shared(to));
    if (ALIGNED) {
#pragma unroll
        for (u32 i = 0; i < 8; i++) copy_16(address + i * 2048, from + 16 * ld * i, 16 * i < rows);
    } else {
#pragma unroll 1
        for (u32 i = 0; i < 8; i++)
#pragma unroll 1
            for (u32 v = 0; v < 8; v++)
                to[i * 1024 + v] = 16 * i < rows && 64 * tile + v < columns ? from[16 * ld * i + v] : T(0.0f);
    }
    from += 64;
}

template <bool ALIGNED, class T>
__device__ void gemm(u32 m, u32 n, u32 k, const T* a, u32 lda, const T* b, u32 ldb, float* c, u32 ldc) {
    extern __shared__ __align__(1024) unsigned char shared[];
    T* stages_a = reinterpret_cast<T*>(shared);
    T* stages_b = stages_a + STAGES * STAGE;
    u32 thread = threadIdx.x;

    u32 m0 = 128 * (blockIdx.x % 8 + 8 * blockIdx.y), n0 = 128 * (blockIdx.x / 8);
    if (m0 >= m) return;

    // What this thread copies.
    u32 column = thread % 8 * 8, row = thread / 8;
    u32 rows_a = minus(m, m0 + row), rows_b = minus(n, n0 + row), columns = minus(k, column);
    a += size_t(m0 + row) * lda + column;
    b += size_t(n0 + row) * ldb + column;
    u32 to = swizzle(row * 64 + column);

    // The rows whose addresses it gives to ldmatrix.
    u32 from_a = thread % 16 * 64 + thread / 16 % 2 * 8 + thread / 32 % 2 * 1024;
    u32 from_b = thread % 8 * 64 + thread / 8 % 2 * 8 + thread / 16 % 2 * 1024 + thread / 64 * 512;
    u32 address_a = static_cast<u32>(__cvta_generic_to_shared(stages_a));
    u32 address_b = static_cast<u32>(__cvta_generic_to_shared(stages_b));
    u32 all_a[4], all_b[4];
#pragma unroll
    for (u32 kk = 0; kk < 4; kk++) {
        all_a[kk] = address_a + 2 * swizzle(from_a + 16 * kk);
        all_b[kk] = address_b + 2 * swizzle(from_b + 16 * kk);
    }
    u32 fa[2][4][4], fb[2][4][4];
    float fc[4][8][4] = {};
    auto fetch = [&](u32 kk, u32 stage) {
#pragma unroll
        for (u32 i = 0; i < 4; i++) ldmatrix(fa[kk % 2][i], all_a[kk] + 2 * (i * 2048 + stage * STAGE));
#pragma unroll
        for (u32 j = 0; j < 4; j++) ldmatrix(fb[kk % 2][j], all_b[kk] + 2 * (j * 2048 + stage * STAGE));
    };

    u32 tiles = (k + 63) / 64;
#pragma unroll
    for (u32 tile = 0; tile < 2; tile++) {
        fill<ALIGNED>(a, lda, rows_a, columns, tile, stages_a + to + tile * STAGE);
        fill<ALIGNED>(b, ldb, rows_b, columns, tile, stages_b + to + tile * STAGE);
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    u32 read = 0, write = STAGES - 1, tile = 0;
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    fetch(0, read);
    do {
#pragma unroll
        for (u32 kk = 0; kk < 4; kk++) {
            if (kk == 3) {
                read = read == STAGES - 1 ? 0 : read + 1;
                asm volatile("cp.async.wait_group 1;" ::: "memory");
                __syncthreads();
            }
            fetch((kk + 1) % 4, read);
            if (kk == 0) fill<ALIGNED>(a, lda, rows_a, columns, tile + 2, stages_a + to + write * STAGE);
            if (kk == 1) {
                fill<ALIGNED>(b, ldb, rows_b, columns, tile + 2, stages_b + to + write * STAGE);
                asm volatile("cp.async.commit_group;" ::: "memory");
                write = read;
            }
#pragma unroll
            for (u32 i = 0; i < 4; i++)
#pragma unroll
                for (u32 s = 0; s < 8; s++) {
                    u32 j = i % 2 == 0 ? s : 7 - s;
                    const u32(&four)[4] = fb[kk % 2][j / 2];
                    mma<T>(fc[i][j], fa[kk % 2][i], four[j % 2 * 2], four[j % 2 * 2 + 1]);
                }
        }
    } while (++tile < tiles);

    // What it has of C.
    u32 first_row = m0 + thread / 32 % 2 * 16 + thread / 4 % 8;
    u32 first_column = n0 + thread / 64 * 8 + thread % 4 * 2;
    u32 rows = minus(m, first_row);
    columns = minus(n, first_column);
    c += size_t(first_row) * ldc + first_column;
#pragma unroll
    for (u32 i = 0; i < 4; i++)
#pragma unroll
        for (u32 h = 0; h < 2; h++) {
            float* to = c + (8 * ldc * h + 32 * ldc * i);
            if (8 * h + 32 * i >= rows) continue;
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                float x = fc[i][j][2 * h], y = fc[i][j][2 * h + 1];
                if (ALIGNED) {
                    if (16 * j < columns) *reinterpret_cast<float2*>(to + 16 * j) = make_float2(x, y);
                } else {
                    if (16 * j < columns) to[16 * j] = x;
                    if (16 * j + 1 < columns) to[16 * j + 1] = y;
                }
            }
        }
}

}  // namespace

#define KERNEL(name, aligned, type)                                                                              \
    extern "C" __global__ void __launch_bounds__(128) name(u32 m, u32 n, u32 k, const type* a, u32 lda,           \
                                                           const type* b, u32 ldb, float* c, u32 ldc) {          \
        gemm<aligned>(m, n, k, a, lda, b, ldb, c, ldc);                                                          \
    }
KERNEL(mma_gemm_bf16, true, __nv_bfloat16)
KERNEL(mma_gemm_f16, true, __half)
KERNEL(mma_gemm_bf16_any, false, __nv_bfloat16)
KERNEL(mma_gemm_f16_any, false, __half)
