//! Products: the instruction is chosen by the type of the MMA atom.
//!
//! | atom | machine | registers of A, B, C |
//! |---|---|---|
//! | `SM80_16x8x16_F32BF16BF16F32_TN` | [`Sm80`] | [`Packed<Bf16>`](Packed), the same, [`Rmem<f32>`](Rmem) |
//! | `SM80_16x8x16_F32F16F16F32_TN` | [`Sm80`] | [`Packed<F16>`](Packed), the same, [`Rmem<f32>`](Rmem) |
//! | [`SM80_16x8x16_F32HalfHalfF32_TN<T>`] | [`Sm80`] | of T: one of the two above |

use crate::engine::{Engine, Moved, Packed, Rmem};
use crate::number::{Bf16, F16, Half};
use crate::tensor::GpuTensor;
use crate::{Sm80, unroll};
use core::marker::PhantomData;
use zellige::atom::{MmaAtom, MmaTiling, mma};
use zellige::prelude::*;

/// The instruction of an MMA atom on the machine G, on the registers of a thread.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not executed on the machine `{G}`",
    label = "has no instruction there",
    note = "the module `zellige_gpu::gemm` lists the atoms, and the machine's trait that each of them takes"
)]
pub trait MmaInstruction<G>: MmaAtom {
    /// The registers of A. Those of one instruction lie side by side.
    type A: Engine;
    /// The registers of B.
    type B: Engine;
    /// The registers of the sums.
    type C: Engine;
    /// C += A B.
    ///
    /// # Safety
    ///
    /// The registers are those of arrays, as many as the atom's layouts have values, and all threads of the atom are here.
    unsafe fn fma(gpu: G, a: Self::A, b: Self::B, c: Self::C);
}
macro_rules! mma_16x8x16 {
    ($([$($g:tt)*] $Atom:ty, $T:ty;)*) => { $(
        impl<G: Sm80, $($g)*> MmaInstruction<G> for $Atom {
            type A = Packed<$T>;
            type B = Packed<$T>;
            type C = Rmem<f32>;
            #[inline(always)]
            unsafe fn fma(gpu: G, a: Packed<$T>, b: Packed<$T>, c: Rmem<f32>) {
                let (a, b) = (a.register().cast::<[u32; 4]>(), b.register().cast::<[u32; 2]>());
                gpu.mma_16x8x16::<$T>(&mut *c.pointer().cast(), *a, *b)
            }
        }
    )* };
}
mma_16x8x16! {
    [] mma::SM80_16x8x16_F32BF16BF16F32_TN, Bf16;
    [] mma::SM80_16x8x16_F32F16F16F32_TN, F16;
    [T: Half] SM80_16x8x16_F32HalfHalfF32_TN<T>, T;
}

/// The atoms `SM80_16x8x16_F32F16F16F32_TN` and `SM80_16x8x16_F32BF16BF16F32_TN` as one, by the type of the elements:
/// for kernels that are generic in it.
///
/// ```
/// use zellige::atom::{MmaAtom, mma};
/// use zellige::prelude::*;
/// use zellige_gpu::{F16, gemm::SM80_16x8x16_F32HalfHalfF32_TN};
/// assert_type_eq_all!(
///     <SM80_16x8x16_F32HalfHalfF32_TN<F16> as MmaAtom>::LayoutATv,
///     <mma::SM80_16x8x16_F32F16F16F32_TN as MmaAtom>::LayoutATv
/// );
/// ```
#[allow(non_camel_case_types)]
#[derive(Copy, Clone, Debug)]
pub struct SM80_16x8x16_F32HalfHalfF32_TN<T>(PhantomData<T>);
impl<T> Default for SM80_16x8x16_F32HalfHalfF32_TN<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}
/// The atom whose layouts these are.
type Layouts = mma::SM80_16x8x16_F32BF16BF16F32_TN;
impl<T: Half> MmaAtom for SM80_16x8x16_F32HalfHalfF32_TN<T> {
    const NAME: &'static str = if T::BRAIN {
        mma::SM80_16x8x16_F32BF16BF16F32_TN::NAME
    } else {
        mma::SM80_16x8x16_F32F16F16F32_TN::NAME
    };
    type ShapeMnk = <Layouts as MmaAtom>::ShapeMnk;
    type ThrId = <Layouts as MmaAtom>::ThrId;
    type LayoutATv = <Layouts as MmaAtom>::LayoutATv;
    type LayoutBTv = <Layouts as MmaAtom>::LayoutBTv;
    type LayoutCTv = <Layouts as MmaAtom>::LayoutCTv;
    type BitsD = int!(32);
    type BitsA = int!(16);
    type BitsB = int!(16);
    type BitsC = int!(32);
}

/// C += A B of a thread's fragments (V, M), (V, N) and (V, M, N); every second row of N runs backwards, so that an
/// instruction has an operand in common with the one before. CuTe: `gemm(tiled_mma, a, b, c)`.
///
/// # Safety
///
/// As of [`MmaInstruction::fma`].
#[inline(always)]
pub unsafe fn gemm<G, M, AL, BL, CL>(
    gpu: G,
    _: M,
    a: GpuTensor<<M::Atom as MmaInstruction<G>>::A, AL>,
    b: GpuTensor<<M::Atom as MmaInstruction<G>>::B, BL>,
    c: GpuTensor<<M::Atom as MmaInstruction<G>>::C, CL>,
) where
    G: Copy,
    M: MmaTiling,
    M::Atom: MmaInstruction<G>,
    AL: Layout,
    BL: Layout,
    CL: Layout,
    <M::Atom as MmaInstruction<G>>::A: Moved<<AL::Tail as Layout>::Crd2Idx<u32>>,
    <M::Atom as MmaInstruction<G>>::B: Moved<<BL::Tail as Layout>::Crd2Idx<u32>>,
    <M::Atom as MmaInstruction<G>>::C: Moved<<CL::Tail as Layout>::Crd2Idx<u32>>,
{
    const {
        assert!(
            AL::Tail::SIZE * BL::Tail::SIZE == CL::Tail::SIZE,
            "gemm: the sums are not as many as the rows of A times those of B"
        )
    }
    unroll!(for i in 0..{ <AL::Tail as Layout>::SIZE as u32 } {
        unroll!(for j in 0..{ <BL::Tail as Layout>::SIZE as u32 } {
            let (rows, columns) = (AL::Tail::SIZE as u32, BL::Tail::SIZE as u32);
            let j = if i % 2 == 0 { j } else { columns - 1 - j };
            let (a, b, c) = (a.vector(i), b.vector(j), c.vector(i + rows * j));
            M::Atom::fma(gpu, a.engine, b.engine, c.engine)
        });
    });
}
