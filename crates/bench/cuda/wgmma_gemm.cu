// C = A B^T for Hopper, as crates/kernels/src/wgmma_gemm.rs does: persistent blocks with tiles of
// 128 by 256 elements; one thread fills four stages of 64 along K by TMA, and two warpgroups of 64
// rows each multiply them by wgmma.
// rows each multiply them by wgmma.

#include <cuda_bf16.h>

namespace {

using u32 = unsigned;
using u64 = unsigned long long;
constexpr u32 STAGES = 4, BYTES_A = 128 * 64 * 2, BYTES_B = 256 * 64 * 2;

__device__ void init(u32 barrier, u32 arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
__device__ void arrive(u32 barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ void expect(u32 barrier, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ void wait(u32 barrier, u32 parity) {
    u32 done;
    do {
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(barrier), "r"(parity)
            : "memory");
    } while (!done);
}
__device__ void load(u32 to, const void* map, u32 inner, u32 outer, u32 barrier) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
        "l"(map), "r"(inner), "r"(outer), "r"(barrier)
        : "memory");
}
#define D8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define D64(i) D8(i), D8(i + 8), D8(i + 16), D8(i + 24), D8(i + 32), D8(i + 40), D8(i + 48), D8(i + 56)
__device__ void multiply(float (&d)[128], u64 a, u64 b) {
    asm volatile(
        "{ .reg .pred p; mov.pred p, -1; wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, p, 1, 1, 0, 0; }"
        : D64(0), D64(64)
        : "l"(a), "l"(b));
}
// A descriptor: no leading offset, a distance of 1024 bytes for 8 rows, swizzle of 128 bytes.
__device__ u64 descriptor(u32 address) {
    return (u64(1) << 62) | (u64(64) << 32) | (1 << 16) | ((address & 0x3ffff) / 16);
}

// 16 tiles along M, then along N: blocks that run together share their input.
__device__ void raster(u32 tile, u32 tiles_m, u32 tiles_n, u32& i, u32& j) {
    u32 group = 16 * tiles_n, first = tile / group * 16;
    u32 rows = min(tiles_m - first, 16u);
    i = first + tile % group % rows;
    j = tile % group / rows;
}

// Exchanges two blocks between threads t and t ^ mask: the lower thread gets both parts of the
// first block, the upper one those of the second.
__device__ void exchange(u32 t, u32 mask, u32& first, u32& second) {
    bool upper = t & mask;
    u32 got = __shfl_xor_sync(~0u, upper ? first : second, mask);
    (upper ? first : second) = got;
}
__device__ void stream(void* to, u32 x, u32 y, u32 z, u32 w) {
    asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(x), "r"(y), "r"(z), "r"(w) : "memory");
}
// Of 32 columns in two rows, one 8 below the other, a thread has two accumulators in each block of
// 8 columns. begin_32 writes the part that is due at once and returns the rest, which end_32 writes
// later.
__device__ void end_32(u32 t, float* to, u32 down, const u32 (&rest)[8]) {
    u32 x[8];
#pragma unroll
    for (int i = 0; i < 8; i++) x[i] = rest[i];
#pragma unroll
    for (int i = 0; i < 8; i += 4) {
        exchange(t, 1, x[i], x[i + 2]);
        exchange(t, 1, x[i + 1], x[i + 3]);
    }
    stream(to + down, x[0], x[1], x[2], x[3]);
    stream(to + down + 16, x[4], x[5], x[6], x[7]);
}
__device__ void begin_32(u32 t, float* to, const float (&rows)[2][8], u32 (&rest)[8]) {
    u32 upper[8];
#pragma unroll
    for (int i = 0; i < 8; i++) {
        upper[i] = __float_as_uint(rows[0][i]);
        rest[i] = __float_as_uint(rows[1][i]);
    }
    end_32(t, to, 0, upper);
}
__device__ void end_32(u32 t, __nv_bfloat16* to, u32 down, const u32 (&rest)[8]) {
#pragma unroll
    for (int row = 0; row < 2; row++) {
        u32 a = rest[4 * row], b = rest[4 * row + 1], c = rest[4 * row + 2], d = rest[4 * row + 3];
        exchange(t, 1, a, b);
        exchange(t, 1, c, d);
        exchange(t, 2, a, c);
        exchange(t, 2, b, d);
        stream(to + row * down, a, b, c, d);
    }
}
__device__ void begin_32(u32, __nv_bfloat16*, const float (&rows)[2][8], u32 (&rest)[8]) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        __nv_bfloat162 both = __floats2bfloat162_rn(rows[i / 4][i % 4 * 2], rows[i / 4][i % 4 * 2 + 1]);
        rest[i] = *reinterpret_cast<u32*>(&both);
    }
}
// The first column that a thread writes.
__device__ u32 column(u32 t, const float*) { return t % 2 * 8 + t / 2 % 2 * 4; }
__device__ u32 column(u32 t, const __nv_bfloat16*) { return t % 4 * 8; }

template <class T>
__device__ void gemm(u32 m, u32 n, u32 k, const void* a, const void* b, T* c, u32 ldc) {
    extern __shared__ __align__(1024) unsigned char shared[];
    u32 shared_a = static_cast<u32>(__cvta_generic_to_shared(shared)), shared_b = shared_a + STAGES * BYTES_A;
    u32 full = shared_b + STAGES * BYTES_B, empty = full + 8 * STAGES;
    if (threadIdx.x == 0) {
        for (u32 stage = 0; stage < STAGES; stage++) {
            init(full + 8 * stage, 1);
            init(empty + 8 * stage, 2);
        }
        asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
    }
    __syncthreads();

    u32 steps = max((k + 63) / 64, 1u), tiles_m = (m + 127) / 128, tiles_n = (n + 255) / 256;
    u32 tiles = tiles_m * tiles_n, count = 0, i, j;
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) {
            for (u32 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
                raster(tile, tiles_m, tiles_n, i, j);
                for (u32 step = 0; step < steps; step++, count++) {
                    u32 stage = count % STAGES;
                    wait(empty + 8 * stage, count / STAGES % 2 ^ 1);
                    expect(full + 8 * stage, BYTES_A + BYTES_B);
                    load(shared_a + BYTES_A * stage, a, 64 * step, 128 * i, full + 8 * stage);
                    load(shared_b + BYTES_B * stage, b, 64 * step, 256 * j, full + 8 * stage);
                }
            }
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    u32 t = threadIdx.x - 128, group = t / 128;
    u32 row = 64 * group + t / 32 % 4 * 16 + t / 4 % 8;
    u64 first_a = descriptor(shared_a + 8192 * group), first_b = descriptor(shared_b);
    // The parts of the previous tile that are still to be written: 8 parts of 32 columns, one in
    // each step.
    u32 rest[8][8] = {}, down = 8 * ldc;
    T* rest_to = nullptr;
    for (u32 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        float sums[128] = {};
        u32 step = 0;
        auto begin = [&] {
            u32 stage = count % STAGES;
            wait(full + 8 * stage, count / STAGES % 2);
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
            for (u32 part = 0; part < 4; part++)
                multiply(sums, first_a + BYTES_A / 16 * stage + 2 * part, first_b + BYTES_B / 16 * stage + 2 * part);
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        };
        auto end = [&] {
            asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
            if (step != 0 && t % 128 == 0) arrive(empty + 8 * ((count - 1) % STAGES));
            count++;
            step++;
        };
        if (steps > 8) {
#pragma unroll
            for (u32 part = 0; part < 8; part++) {
                begin();
                if (rest_to) end_32(t, rest_to + 32 * part, down, rest[part]);
                end();
            }
        }
        do {
            begin();
            end();
        } while (step < steps);
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (t % 128 == 0) arrive(empty + 8 * ((count - 1) % STAGES));

        raster(tile, tiles_m, tiles_n, i, j);
        u32 rows = m - 128 * i, columns = n - 256 * j;
        T* tile_c = c + size_t(128 * i) * ldc + 256 * j;
        if (rows >= 128 && columns >= 256 && ldc % (16 / sizeof(T)) == 0) {
            rest_to = tile_c + row * ldc + column(t, c);
#pragma unroll
            for (u32 part = 0; part < 8; part++) {
                float two[2][8];
#pragma unroll
                for (u32 h = 0; h < 2; h++)
#pragma unroll
                    for (u32 x = 0; x < 8; x++) two[h][x] = sums[4 * (4 * part + x / 2) + 2 * h + x % 2];
                begin_32(t, rest_to + 32 * part, two, rest[part]);
            }
            // There is no later tile to write it, or too few steps.
            if (steps <= 8 || tile + gridDim.x >= tiles) {
#pragma unroll
                for (u32 part = 0; part < 8; part++) end_32(t, rest_to + 32 * part, down, rest[part]);
                rest_to = nullptr;
            }
        } else {
            rest_to = nullptr;
            u32 left = t % 4 * 2;
            T* to = tile_c + row * ldc + left;
            columns = max(columns, left) - left;
#pragma unroll
            for (u32 h = 0; h < 2; h++)
                if (row + 8 * h < rows)
#pragma unroll
                    for (u32 block = 0; block < 32; block++)
#pragma unroll
                        for (u32 v = 0; v < 2; v++)
                            if (8 * block + v < columns) to[8 * h * ldc + 8 * block + v] = T(sums[4 * block + 2 * h + v]);
        }
    }
}

}  // namespace

// A and B are tensor maps, in global memory.
extern "C" __global__ void __launch_bounds__(384, 1)
    wgmma_gemm(u32 m, u32 n, u32 k, const void* a, const void* b, float* c, u32 ldc) {
    gemm(m, n, k, a, b, c, ldc);
}
extern "C" __global__ void __launch_bounds__(384, 1)
    wgmma_gemm_bf16(u32 m, u32 n, u32 k, const void* a, const void* b, __nv_bfloat16* c, u32 ldc) {
    gemm(m, n, k, a, b, c, ldc);
}
