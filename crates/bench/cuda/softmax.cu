// Softmax of each row, as crates/kernels/src/softmax.rs does: T threads process a row, VALUES
// elements each at a time. Values are skipped in groups of 8 where the row is shorter.

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

// The largest element, and the sum of the exponentials relative to it.
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

template <unsigned T, unsigned VALUES>
__device__ void read(float (&values)[VALUES], const float* from, unsigned have, unsigned thread) {
#pragma unroll
    for (unsigned group = 0; group < VALUES; group += 8)
#pragma unroll
        for (unsigned i = group; i < group + 8; i++) values[i] = -INFINITY;
    unsigned left = have - min(have, thread);
#pragma unroll
    for (unsigned group = 0; group < VALUES; group += 8)
        if (group * T < have)
#pragma unroll
            for (unsigned i = group; i < group + 8; i++)
                if (i * T < left) values[i] = from[thread + i * T];
}
template <unsigned T, unsigned VALUES>
__device__ void write(const float (&values)[VALUES], float* to, unsigned have, unsigned thread) {
#pragma unroll
    for (unsigned group = 0; group < VALUES; group += 8)
        if (group * T < have)
#pragma unroll
            for (unsigned i = group; i < group + 8; i++)
                if (thread + i * T < have) to[thread + i * T] = values[i];
}
// Calls f for the values, except those of groups that no thread has.
template <unsigned T, unsigned VALUES, class F>
__device__ void each(unsigned have, F f) {
#pragma unroll
    for (unsigned group = 0; group < VALUES; group += 8)
        if (group * T < have)
#pragma unroll
            for (unsigned i = group; i < group + 8; i++) f(i);
}

template <unsigned T, unsigned VALUES, class Join>
__device__ void softmax(unsigned columns, const float* from, float* to, unsigned thread, Join join) {
    const unsigned TILE = T * VALUES;
    float values[VALUES];
    Pair mine = {-3.40282347e38f, 0};
    if (columns <= TILE) {
        read<T, VALUES>(values, from, columns, thread);
        each<T, VALUES>(columns, [&](unsigned i) { mine.m = fmaxf(mine.m, values[i]); });
        each<T, VALUES>(columns, [&](unsigned i) { mine.s += values[i] = power(values[i] - mine.m); });
    } else {
        for (unsigned start = 0; start < columns; start += TILE) {
            read<T, VALUES>(values, from + start, columns - start, thread);
            float before = mine.m;
            each<T, VALUES>(columns - start, [&](unsigned i) { mine.m = fmaxf(mine.m, values[i]); });
            mine.s *= power(before - mine.m);
            each<T, VALUES>(columns - start, [&](unsigned i) { mine.s += power(values[i] - mine.m); });
        }
    }
    Pair all = join(mine);
    float scale = reciprocal(all.s);
    if (columns <= TILE) {
        scale *= power(mine.m - all.m);
        each<T, VALUES>(columns, [&](unsigned i) { values[i] *= scale; });
        write<T, VALUES>(values, to, columns, thread);
    } else {
        for (unsigned start = 0; start < columns; start += TILE) {
            read<T, VALUES>(values, from + start, columns - start, thread);
            each<T, VALUES>(columns - start, [&](unsigned i) { values[i] = power(values[i] - all.m) * scale; });
            write<T, VALUES>(values, to + start, columns - start, thread);
        }
    }
}

extern "C" __global__ void __launch_bounds__(256, 5)
    softmax_warp(unsigned rows, unsigned columns, const float* from, unsigned ld_from, float* to, unsigned ld_to) {
    unsigned lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= rows) return;
    softmax<32, 32>(columns, from + row * ld_from, to + row * ld_to, lane, put_together<32>);
}

template <unsigned VALUES>
__device__ void block(unsigned rows, unsigned columns, const float* from, unsigned ld_from, float* to,
                      unsigned ld_to) {
    extern __shared__ Pair pairs[];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = blockIdx.x;
    if (row >= rows) return;
    softmax<256, VALUES>(columns, from + row * ld_from, to + row * ld_to, threadIdx.x, [&](Pair mine) {
        Pair all = put_together<32>(mine);
        if (lane == 0) pairs[warp] = all;
        __syncthreads();
        return put_together<8>(pairs[lane % 8]);
    });
}
extern "C" __global__ void __launch_bounds__(256, 8) softmax_block_8(unsigned rows, unsigned columns, const float* from,
                                                                     unsigned ld_from, float* to, unsigned ld_to) {
    block<8>(rows, columns, from, ld_from, to, ld_to);
}
extern "C" __global__ void __launch_bounds__(256, 4) softmax_block_32(unsigned rows, unsigned columns,
                                                                      const float* from, unsigned ld_from, float* to,
                                                                      unsigned ld_to) {
    block<32>(rows, columns, from, ld_from, to, ld_to);
}
