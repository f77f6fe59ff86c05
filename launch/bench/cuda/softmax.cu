// Softmax of each row, as kernels/src/softmax.rs does it: T threads have a row, 32 elements each at a time.

const unsigned VALUES = 32;

__device__ float power(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.44269504f));
    return y;
}
__device__ float reciprocal(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

// The largest element, and the sum of the powers below it.
struct Pair {
    float m, s;
};
template <unsigned N>
__device__ Pair put_together(Pair pair) {
    Pair all = pair;
    for (unsigned mask = N / 2; mask; mask /= 2) all.m = fmaxf(all.m, __shfl_xor_sync(~0u, all.m, mask));
    all.s *= power(pair.m - all.m);
    for (unsigned mask = N / 2; mask; mask /= 2) all.s += __shfl_xor_sync(~0u, all.s, mask);
    return all;
}

template <unsigned T>
__device__ void read(float (&values)[VALUES], const float* from, unsigned columns, unsigned first) {
    unsigned left = columns - min(columns, first);
#pragma unroll
    for (unsigned i = 0; i < VALUES; i++) values[i] = i * T < left ? from[first + i * T] : -INFINITY;
}
template <unsigned T>
__device__ void write(const float (&values)[VALUES], float* to, unsigned columns, unsigned first) {
    unsigned left = columns - min(columns, first);
#pragma unroll
    for (unsigned i = 0; i < VALUES; i++)
        if (i * T < left) to[first + i * T] = values[i];
}
__device__ float largest(const float (&values)[VALUES], float m) {
#pragma unroll
    for (unsigned i = 0; i < VALUES; i++) m = fmaxf(m, values[i]);
    return m;
}

template <unsigned T, class Join>
__device__ void softmax(unsigned columns, const float* from, float* to, unsigned thread, Join join) {
    const unsigned TILE = T * VALUES;
    float values[VALUES];
    Pair mine = {-3.40282347e38f, 0};
    if (columns <= TILE) {
        read<T>(values, from, columns, thread);
        mine.m = largest(values, mine.m);
#pragma unroll
        for (unsigned i = 0; i < VALUES; i++) mine.s += values[i] = power(values[i] - mine.m);
    } else {
        for (unsigned start = 0; start < columns; start += TILE) {
            read<T>(values, from, columns, start + thread);
            float before = mine.m;
            mine.m = largest(values, mine.m);
            mine.s *= power(before - mine.m);
#pragma unroll
            for (unsigned i = 0; i < VALUES; i++) mine.s += power(values[i] - mine.m);
        }
    }
    Pair all = join(mine);
    float scale = reciprocal(all.s);
    if (columns <= TILE) {
        scale *= power(mine.m - all.m);
#pragma unroll
        for (unsigned i = 0; i < VALUES; i++) values[i] *= scale;
        write<T>(values, to, columns, thread);
    } else {
        for (unsigned start = 0; start < columns; start += TILE) {
            read<T>(values, from, columns, start + thread);
#pragma unroll
            for (unsigned i = 0; i < VALUES; i++) values[i] = power(values[i] - all.m) * scale;
            write<T>(values, to, columns, start + thread);
        }
    }
}

extern "C" __global__ void __launch_bounds__(256) softmax_warp(unsigned rows, unsigned columns, const float* from,
                                                               unsigned ld_from, float* to, unsigned ld_to) {
    unsigned lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= rows) return;
    softmax<32>(columns, from + row * ld_from, to + row * ld_to, lane, put_together<32>);
}

extern "C" __global__ void __launch_bounds__(256) softmax_block(unsigned rows, unsigned columns, const float* from,
                                                                unsigned ld_from, float* to, unsigned ld_to) {
    extern __shared__ Pair pairs[];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = blockIdx.x;
    if (row >= rows) return;
    softmax<256>(columns, from + row * ld_from, to + row * ld_to, threadIdx.x, [&](Pair mine) {
        Pair all = put_together<32>(mine);
        if (lane == 0) pairs[warp] = all;
        __syncthreads();
        return put_together<8>(pairs[lane % 8]);
    });
}
