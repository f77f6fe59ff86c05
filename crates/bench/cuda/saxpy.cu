// y += a x, as crates/kernels/src/saxpy.rs does.

// Four elements per thread, read and written together where all of them exist.
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

// BLAS's strides: four elements per thread, 256 apart.
extern "C" __global__ void __launch_bounds__(256)
    saxpy_strided(unsigned n, float a, const float* x, int incx, float* y, int incy) {
    int last = n ? n - 1 : 0;
    int x0 = min(last * incx, 0), y0 = min(last * incy, 0);
    float xs[4], ys[4];
    for (unsigned v = 0; v < 4; v++) {
        unsigned i = blockIdx.x * 1024 + v * 256 + threadIdx.x;
        if (i < n) {
            xs[v] = x[int(i) * incx - x0];
            ys[v] = y[int(i) * incy - y0];
        }
    }
    for (unsigned v = 0; v < 4; v++) {
        unsigned i = blockIdx.x * 1024 + v * 256 + threadIdx.x;
        if (i < n) y[int(i) * incy - y0] = a * xs[v] + ys[v];
    }
}
