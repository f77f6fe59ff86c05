// y += a x, as kernels/src/saxpy.rs does it.

// Four elements a thread, read and written together where all of them exist.
extern "C" __global__ void __launch_bounds__(256) saxpy(unsigned n, float a, const float* x, float* y) {
    unsigned first = blockIdx.x * 1024 + threadIdx.x * 4;
    if (n >= 4 && first <= n - 4) {
        float4 xs = *reinterpret_cast<const float4*>(x + first);
        float4 ys = *reinterpret_cast<const float4*>(y + first);
        ys.x = a * xs.x + ys.x;
        ys.y = a * xs.y + ys.y;
        ys.z = a * xs.z + ys.z;
        ys.w = a * xs.w + ys.w;
        *reinterpret_cast<float4*>(y + first) = ys;
    } else {
        for (unsigned i = first; i < n && i < first + 4; i++) y[i] = a * x[i] + y[i];
    }
}

// BLAS's strides.
__device__ int place(unsigned n, int inc, unsigned i) {
    return inc < 0 ? int(n - 1 - i) * -inc : int(i) * inc;
}
extern "C" __global__ void __launch_bounds__(256)
    saxpy_strided(unsigned n, float a, const float* x, int incx, float* y, int incy) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) {
        float* to = y + place(n, incy, i);
        *to = a * x[place(n, incx, i)] + *to;
    }
}
