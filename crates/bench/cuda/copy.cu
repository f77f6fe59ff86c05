// Copies between rows of 64 elements, as crates/kernels/src/copy.rs does: vectors V, 16 bytes per
// thread, contiguous per block. FROM and TO are the distances of rows in vectors.

template <class V, unsigned WIDTH, unsigned FROM, unsigned TO>
__device__ void vectors(unsigned rows, const float* from, float* to) {
    const unsigned N = 16 / sizeof(V);
    const V* source = reinterpret_cast<const V*>(from);
    V* destination = reinterpret_cast<V*>(to);
    V values[N];
    for (unsigned i = 0; i < N; i++) {
        unsigned v = blockIdx.x * (N * 256) + i * 256 + threadIdx.x;
        if (v < rows * WIDTH) values[i] = source[v / WIDTH * FROM + v % WIDTH];
    }
    for (unsigned i = 0; i < N; i++) {
        unsigned v = blockIdx.x * (N * 256) + i * 256 + threadIdx.x;
        if (v < rows * WIDTH) destination[v / WIDTH * TO + v % WIDTH] = values[i];
    }
}

extern "C" __global__ void __launch_bounds__(256) copy_16(unsigned rows, const float* from, float* to) {
    vectors<float4, 16, 16, 16>(rows, from, to);
}
extern "C" __global__ void __launch_bounds__(256) copy_8(unsigned rows, const float* from, float* to) {
    vectors<float2, 32, 32, 33>(rows, from, to);
}
extern "C" __global__ void __launch_bounds__(256) copy_4(unsigned rows, const float* from, float* to) {
    vectors<float, 64, 65, 64>(rows, from, to);
}
