//! How elements are copied from global to shared memory, and sums to global memory.

use zellige::Outer;
use zellige::atom::CopyTiling;
use zellige::prelude::*;
use zellige_gpu::Sm80;
use zellige_gpu::copy::{CpAsync, copy_elements_if, copy_if, store_elements_if, store_if};
use zellige_gpu::engine::{Matrix, Rmem, SwizzledSmem};
use zellige_gpu::tensor::GpuTensor;

/// [`Vectors`], or [`Elements`].
pub trait Access: 'static {
    /// Begins to copy a thread's share of a tile of A or B, zeros for what is outside.
    unsafe fn fill<C, T, D, SL, F, DL, G>(
        gpu: G,
        fill: C,
        from: GpuTensor<Matrix<*const T, D>, SL>,
        to: GpuTensor<SwizzledSmem<T, F>, DL>,
    ) where
        C: CopyTiling<Atom: CpAsync>,
        T: Copy,
        D: Layout,
        SL: Layout,
        F: Outer,
        DL: Layout,
        G: Sm80;
    /// Writes a thread's sums that are inside of C.
    unsafe fn store<CL, D, L>(
        sums: GpuTensor<Rmem<f32>, CL>,
        to: GpuTensor<Matrix<*mut f32, D>, L>,
    ) where
        CL: Layout,
        D: Layout,
        L: Layout;
}

/// 16 bytes of A and B at once, by `cp.async`, and two sums: extents and leading dimensions are multiples of these.
pub struct Vectors;
impl Access for Vectors {
    #[inline(always)]
    unsafe fn fill<C, T, D, SL, F, DL, G>(
        gpu: G,
        fill: C,
        from: GpuTensor<Matrix<*const T, D>, SL>,
        to: GpuTensor<SwizzledSmem<T, F>, DL>,
    ) where
        C: CopyTiling<Atom: CpAsync>,
        T: Copy,
        D: Layout,
        SL: Layout,
        F: Outer,
        DL: Layout,
        G: Sm80,
    {
        copy_if(gpu, fill, from, to)
    }
    #[inline(always)]
    unsafe fn store<CL, D, L>(sums: GpuTensor<Rmem<f32>, CL>, to: GpuTensor<Matrix<*mut f32, D>, L>)
    where
        CL: Layout,
        D: Layout,
        L: Layout,
    {
        store_if(sums, to)
    }
}

/// Element by element: matrices begin and end anywhere.
pub struct Elements;
impl Access for Elements {
    #[inline(always)]
    unsafe fn fill<C, T, D, SL, F, DL, G>(
        _: G,
        _: C,
        from: GpuTensor<Matrix<*const T, D>, SL>,
        to: GpuTensor<SwizzledSmem<T, F>, DL>,
    ) where
        C: CopyTiling<Atom: CpAsync>,
        T: Copy,
        D: Layout,
        SL: Layout,
        F: Outer,
        DL: Layout,
        G: Sm80,
    {
        copy_elements_if(from, to)
    }
    #[inline(always)]
    unsafe fn store<CL, D, L>(sums: GpuTensor<Rmem<f32>, CL>, to: GpuTensor<Matrix<*mut f32, D>, L>)
    where
        CL: Layout,
        D: Layout,
        L: Layout,
    {
        store_elements_if(sums, to)
    }
}
