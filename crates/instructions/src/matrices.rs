//! The instructions `ldmatrix` and `stmatrix`: matrices of 8 by 8 elements of 16 bits.

use zellige::atom::{CopyAtom, CopyAtomLayouts, copy};
use zellige::prelude::*;
use zellige_gpu::copy::CopyInstruction;
use zellige_gpu::engine::{Packed, Smem};
use zellige_gpu::tensor::{GpuTensor, packed, smem};
use zellige_gpu::{Gpu, Sm80, Sm90};

/// Returns the elements of the matrices that N registers of each thread hold.
const fn elements(n: usize) -> usize {
    32 * 2 * n
}
/// The layout of one row of a matrix of 8 by 8; a thread supplies its address.
type Row = layout!((8, 1) : (1, 0));
/// The layout of the elements of 16 bits in N registers.
type Halves<const N: usize> = Strided<(int!(2), Int<N>), (int!(1), int!(2))>;

/// Copies 64 N elements to shared memory, and copies the elements that the atom A gives each thread
/// to `to`.
#[inline(always)]
unsafe fn load<A, G: Gpu, const N: usize>(gpu: G, from: *const u16, to: *mut u16)
where
    A: CopyAtomLayouts
        + CopyInstruction<G, GpuTensor<Smem<u16>, Row>, GpuTensor<Packed<u16>, Halves<N>>>,
    Const<N>: StaticInt,
{
    let thread = gpu.thread();
    let shared = gpu.shared().cast::<u16>();
    let mut i = thread as usize;
    while i < elements(N) {
        *shared.add(i) = *from.add(i);
        i += 32;
    }
    gpu.sync_threads();
    let mut registers = [0u32; N];
    let row = smem::<u16, _>(gpu, A::LayoutSrc::STATIC.crd2idx(thread).u32(), Row::STATIC);
    A::copy(gpu, row, packed(&mut registers, <Halves<N>>::STATIC));
    *to.cast::<[u32; N]>().add(thread as usize) = registers;
}
/// Copies each thread's elements of the matrices in N registers to their positions in the atom A,
/// and all of shared memory to `to`.
#[inline(always)]
unsafe fn store<A, G: Gpu, const N: usize>(gpu: G, from: *const u16, to: *mut u16)
where
    A: CopyAtomLayouts
        + CopyInstruction<G, GpuTensor<Packed<u16>, Halves<N>>, GpuTensor<Smem<u16>, Row>>,
    Const<N>: StaticInt,
{
    let thread = gpu.thread();
    let mut registers = *from.cast::<[u32; N]>().add(thread as usize);
    let row = smem::<u16, _>(gpu, A::LayoutDst::STATIC.crd2idx(thread).u32(), Row::STATIC);
    A::copy(gpu, packed(&mut registers, <Halves<N>>::STATIC), row);
    gpu.sync_threads();
    let shared = gpu.shared().cast::<u16>();
    let mut i = thread as usize;
    while i < elements(N) {
        *to.add(i) = *shared.add(i);
        i += 32;
    }
}

macro_rules! atoms {
    ($($direction:ident $Atom:ident $Machine:ident $method:ident $n:tt;)+) => {
        $(
            /// Runs the atom of this name on 64 elements for each register of a thread.
            #[zellige_gpu::kernel(threads = 32, shared = 512)]
            pub unsafe fn $Atom<G: $Machine>(gpu: G, from: *const u16, to: *mut u16) {
                $direction::<CopyAtom<copy::$Atom, int!(16)>, G, $n>(gpu, from, to)
            }
        )+
        zellige_gpu::kernel_list! { $($Atom,)+ }
    };
}
zellige_gpu::matrix_atoms!(atoms);
