// The products in f32 of `zellige_kernels::sgemm` in CUDA C++: the same algorithms, tiles and launches.

#include <cuda_pipeline_primitives.h>

using u32 = unsigned;
struct Factor {
    const float* pointer;
    u32 rows, k, ld;
};

constexpr u32 COLUMN = 132;          // the distance of two columns of a tile in shared memory
constexpr u32 TILE = 7 * 132 + 128;  // a tile of 8 columns
constexpr u32 STAGE = 16 * COLUMN;   // a tile of 16 columns

// C = alpha times the accumulator + beta C, for one element.
__device__ __forceinline__ void put(float* c, float alpha, float sum, float beta) {
    float value = alpha * sum;
    *c = beta == 0 ? value : fmaf(beta, *c, value);
}

// Copies four elements of a tile of 128 x 8 to shared memory. T: the elements of a row are
// adjacent.
template <bool T>
__device__ __forceinline__ void copy_8(Factor f, u32 row, u32 tile, float* to) {
    u32 t = threadIdx.x, m = T ? t / 8 : t % 32, k = T ? t % 8 : t / 32;
    u32 g_m = T ? f.ld : 1, g_k = T ? 1 : f.ld;
    u32 at = row * (128 * g_m) + tile * (8 * g_k) + m * g_m + k * g_k;
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
        bool inside = row * 128 + m + 32 * i < f.rows && tile * 8 + k < f.k;
        to[m + k * COLUMN + 32 * i] = inside ? f.pointer[at + i * (32 * g_m)] : 0;
    }
}

template <bool T>
__device__ __forceinline__ void sgemm_1(u32 m, u32 n, u32 k, float alpha, Factor a, Factor b, float beta, float* c,
                                        u32 ldc) {
    extern __shared__ __align__(16) float shared[];
    float *s_a = shared, *s_b = shared + TILE;
    u32 tm = threadIdx.x % 16, tn = threadIdx.x / 16;
    float sums[8][8] = {};
    for (u32 tile = 0; tile < (k + 7) / 8; tile++) {
        copy_8<T>(a, blockIdx.x, tile, s_a);
        copy_8<T>(b, blockIdx.y, tile, s_b);
        __syncthreads();
#pragma unroll
        for (u32 k = 0; k < 8; k++)
#pragma unroll
            for (u32 j = 0; j < 8; j++)
#pragma unroll
                for (u32 i = 0; i < 8; i++)
                    sums[j][i] = fmaf(s_a[tm + 16 * i + COLUMN * k], s_b[tn + 16 * j + COLUMN * k], sums[j][i]);
        __syncthreads();
    }
    tm += blockIdx.x * 128, tn += blockIdx.y * 128;
#pragma unroll
    for (u32 j = 0; j < 8; j++)
#pragma unroll
        for (u32 i = 0; i < 8; i++)
            if (tm + 16 * i < m && tn + 16 * j < n)
                put(c + (tm + 16 * i + (tn + 16 * j) * ldc), alpha, sums[j][i], beta);
}

// Begins to copy eight elements of a tile of 128 x 16, W at a time, to shared memory.
template <bool T, u32 W>
__device__ __forceinline__ void copy_16(Factor f, u32 row, u32 tile, float* to) {
    u32 t = threadIdx.x;
    u32 m = T ? t / 8 : W == 4 ? t % 32 * 4 : t % 128, k = T ? t % 8 : W == 4 ? t / 32 : t / 128;
    constexpr u32 along_m = T ? 4 : 1, step_m = T ? 32 : 0, step_k = T || W == 4 ? 8 : 2;
    u32 g_m = T ? f.ld : 1, g_k = T ? 1 : f.ld;
    u32 at = row * (128 * g_m) + tile * (16 * g_k) + m * g_m + k * g_k;
#pragma unroll
    for (u32 v = 0; v < 8 / W; v++) {
        u32 i = v % along_m * step_m, j = v / along_m * step_k;
        bool inside = row * 128 + m + i < f.rows && tile * 16 + k + j < f.k;
        __pipeline_memcpy_async(to + m + i + COLUMN * (k + j), f.pointer + at + i * g_m + j * g_k, 4 * W,
                                inside ? 0 : 4 * W);
    }
}

template <bool T, u32 W>
__device__ __forceinline__ void sgemm_2(u32 m, u32 n, u32 k, float alpha, Factor a, Factor b, float beta, float* c,
                                        u32 ldc) {
    extern __shared__ __align__(16) float shared[];
    float *s_a = shared, *s_b = shared + 2 * STAGE;
    // 16 x 16 threads: warps are 2 x 4 of 8 x 4. T: adjacent threads have the same rows.
    u32 t = threadIdx.x, tm = (T ? t / 2 : t) % 8 * 4 + t / 32 % 2 * 32;
    u32 tn = (T ? t % 2 + t / 16 % 2 * 2 : t / 8 % 4) * 4 + t / 64 * 16;
    float sums[8][8] = {};
    copy_16<T, W>(a, blockIdx.x, 0, s_a);
    copy_16<T, W>(b, blockIdx.y, 0, s_b);
    for (u32 tile = 0; tile < (k + 15) / 16; tile++) {
        u32 stage = tile % 2, other = 1 - stage;
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        copy_16<T, W>(a, blockIdx.x, tile + 1, s_a + other * STAGE);
        copy_16<T, W>(b, blockIdx.y, tile + 1, s_b + other * STAGE);
        const float *from_a = s_a + stage * STAGE + tm, *from_b = s_b + stage * STAGE + tn;
#pragma unroll
        for (u32 k = 0; k < 16; k++) {
            float a[8], b[8];
#pragma unroll
            for (u32 i = 0; i < 2; i++) {
                *(float4*)(a + 4 * i) = *(const float4*)(from_a + 64 * i + COLUMN * k);
                *(float4*)(b + 4 * i) = *(const float4*)(from_b + 64 * i + COLUMN * k);
            }
#pragma unroll
            for (u32 j = 0; j < 8; j++)
#pragma unroll
                for (u32 i = 0; i < 8; i++) sums[j][i] = fmaf(a[i], b[j], sums[j][i]);
        }
    }
    tm += blockIdx.x * 128, tn += blockIdx.y * 128;
#pragma unroll
    for (u32 j = 0; j < 8; j++)
#pragma unroll
        for (u32 i = 0; i < 8; i++) {
            u32 row = tm + i % 4 + i / 4 * 64, column = tn + j % 4 + j / 4 * 64;
            if (row < m && column < n) put(c + (row + column * ldc), alpha, sums[j][i], beta);
        }
}

#define KERNEL(NAME, BLOCKS, ...)                                                                                  \
    extern "C" __global__ void __launch_bounds__(256, BLOCKS)                                                      \
        NAME(u32 m, u32 n, u32 k, float alpha, const float* a, u32 lda, const float* b, u32 ldb, float beta, float* c, \
             u32 ldc) {                                                                                            \
        __VA_ARGS__(m, n, k, alpha, Factor{a, m, k, lda}, Factor{b, n, k, ldb}, beta, c, ldc);                     \
    }
KERNEL(sgemm_1_nt, 1, sgemm_1<false>)
KERNEL(sgemm_1_tn, 1, sgemm_1<true>)
KERNEL(sgemm_2_nt, 2, sgemm_2<false, 4>)
KERNEL(sgemm_2_nt_any, 2, sgemm_2<false, 1>)
KERNEL(sgemm_2_tn_any, 2, sgemm_2<true, 1>)
