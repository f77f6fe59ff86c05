//! Matrix products: the type of the MMA atom chooses the instruction.
//!
//! | atoms | machine | elements of A and B | accumulators |
//! |---|---|---|---|
//! | `UniversalFMA<Int<32>>` | [`Gpu`] | `f32`, in one thread | `f32` |
//! | `SM80_16x8x{8,16}_F16F16F16F16_TN` | [`Sm80`](crate::Sm80) | [`F16`](crate::F16) | [`F16`](crate::F16) |
//! | `SM80_16x8x{8,16}_F32{F16F16,BF16BF16}F32_TN` | `Sm80` | [`F16`](crate::F16), [`Bf16`](crate::Bf16) | `f32` |
//! | [`SM80_16x8x16_F32HalfHalfF32_TN<T>`] | `Sm80` | T, one of these two | `f32` |
//! | `SM80_16x8x{4,8}_F32TF32TF32F32_TN` | `Sm80` | [`Tf32`](crate::Tf32) | `f32` |
//! | `SM80_8x8x4_F64F64F64F64_TN` | `Sm80` | `f64` | `f64` |
//! | `SM80_{8x8x16,16x8x16,16x8x32}_S32{S8,U8}{S8,U8}S32_TN`, also `.._SATURATE` | `Sm80` | `i8`, `u8` | `i32` |
//! | `SM89_16x8x32_{F32,F16}{E4M3,E5M2}{E4M3,E5M2}{F32,F16}_TN` | [`Sm89`](crate::Sm89) | [`E4m3`](crate::E4m3), [`E5m2`](crate::E5m2) | `f32`, [`F16`](crate::F16) |
//! | `SM90_16x8x{4,8,16}_F64F64F64F64_TN` | [`Sm90`](crate::Sm90) | `f64` | `f64` |
//! | `SM120_16x8x64_TN_VS` for 16, by [`gemm_scaled`] | [`Sm120`](crate::Sm120) | [`E2m1`], each 16 with a factor [`Ue4m3`] or, by PTX 9.1, [`Ue8m0`] | `f32` |
//! | `SM120_16x8x64_TN_VS` for 32, by `gemm_scaled` | `Sm120` | [`E2m1`], each 32 with a factor [`Ue8m0`] | `f32` |
//! | `SM120_16x8x32_TN` | `Sm120` | [`E4m3`](crate::E4m3), [`E5m2`](crate::E5m2), [`E2m3`], [`E3m2`], [`E2m1`], in bytes | `f32`, [`F16`](crate::F16) |
//! | `SM120_16x8x32_TN_VS`, by `gemm_scaled` | `Sm120` | the same, each 32 with a factor [`Ue8m0`] | `f32` |
//!
//! In bytes, a number of 6 bits has the low ones, and one of 4 bits those from bit 2 to bit 5.
//!
//! [`E2m1`]: crate::number::E2m1
//! [`E2m3`]: crate::number::E2m3
//! [`E3m2`]: crate::number::E3m2
//! [`Ue4m3`]: crate::number::Ue4m3
//! [`Ue8m0`]: crate::number::Ue8m0
//!
//! Fragments are tensors of [`packed`](crate::tensor::packed) registers for 16-bit numbers, 8-bit
//! numbers and `Tf32`, and of [`rmem`](crate::tensor::rmem) for all others.
//!
//! ```
//! use zellige::atom::{MmaTiling, OperandA, OperandB, OperandC, make_tiled_mma, mma};
//! use zellige::prelude::*;
//! use zellige_gpu::{Sm80, gemm::gemm, tensor::{packed, rmem}};
//! /// One warp multiplies 16 by 32 by 8 integers.
//! unsafe fn product<G: Sm80>(gpu: G, a: &mut [u32; 4], b: &mut [u32; 2], acc: &mut [i32; 4]) {
//!     let mma = make_tiled_mma(mma::SM80_16x8x32_S32S8S8S32_TN, layout!((1, 1)));
//!     let a = packed::<i8, _, _>(a, mma.partition_fragment::<OperandA, _>(layout!((16, 32) : (32, 1))));
//!     let b = packed::<i8, _, _>(b, mma.partition_fragment::<OperandB, _>(layout!((8, 32) : (32, 1))));
//!     let c = rmem(acc, mma.partition_fragment::<OperandC, _>(layout!((16, 8) : (8, 1))));
//!     // SAFETY: the registers belong to this thread, and all threads of the warp execute this.
//!     unsafe { gemm(gpu, mma, a, b, c) }
//! }
//! ```

mod accumulator;
mod narrow;
pub(crate) mod rows;
mod scaled;
mod sync;
pub use accumulator::{AccumulatorAsA, accumulator_as_a};
pub use rows::transform_rows;
pub use scaled::{MmaSyncScaled, ScaleWord, gemm_scaled};
pub use sync::{MmaSync, Registers};

use crate::engine::{Engine, Rmem};
use crate::number::Half;
use crate::tensor::GpuTensor;
use crate::{Gpu, unroll};
use core::marker::PhantomData;
use zellige::Steps;
use zellige::atom::{MmaAtom, MmaTiling, mma};
use zellige::prelude::*;
use zellige::refusal::Message;

/// The instruction of an MMA atom on the machine G, on the registers of a thread.
#[doc(alias("mma_unpack", "mma_atom_call"))]
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not executed on the machine `{G}`",
    label = "has no instruction there",
    note = "the module `zellige_gpu::gemm` lists the atoms and the machine trait that each of them needs"
)]
pub trait MmaInstruction<G>: MmaAtom {
    /// The registers of A. The registers of one instruction are contiguous.
    type A: Engine;
    /// The registers of B.
    type B: Engine;
    /// The registers of the accumulators.
    type C: Engine;
    /// Computes C += A B.
    ///
    /// # Safety
    ///
    /// The registers are in arrays, with as many registers as the atom's layouts have values, and
    /// all threads of the atom execute it.
    unsafe fn fma(gpu: G, a: Self::A, b: Self::B, c: Self::C);
}

/// The atoms `SM80_16x8x16_F32F16F16F32_TN` and `SM80_16x8x16_F32BF16BF16F32_TN` as one atom,
/// generic over the element type: for kernels that are generic in it.
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
/// The atom with the same layouts.
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

/// The scalar atom: one thread multiplies one element by another.
impl<G: Gpu> MmaInstruction<G> for mma::UniversalFMA<Int<32>> {
    type A = Rmem<f32>;
    type B = Rmem<f32>;
    type C = Rmem<f32>;
    #[inline(always)]
    unsafe fn fma(gpu: G, a: Rmem<f32>, b: Rmem<f32>, c: Rmem<f32>) {
        *c.pointer() = gpu.fma(*a.pointer(), *b.pointer(), *c.pointer())
    }
}

/// Panics if the registers of one instruction, laid out by L, are not contiguous.
pub(crate) const fn check_fragment<L: Layout>() {
    let steps = [
        <L::Crd2Idx<int!(1)> as Integer>::KNOWN,
        <L::Crd2Idx<int!(2)> as Integer>::KNOWN,
        <L::Crd2Idx<int!(4)> as Integer>::KNOWN,
        <L::Crd2Idx<int!(8)> as Integer>::KNOWN,
    ];
    let mut bit = 0;
    while bit < steps.len() && 1 << bit < L::SIZE {
        if steps[bit] != 1 << bit {
            let message = Message::new().s("gemm: the values ").cat(&L::TEXT);
            message.s(" of one instruction do not follow one another").raise()
        }
        bit += 1;
    }
}

/// The values of a (thread, value) layout.
type ValuesOf<L> = <L as Steps>::Tail;
/// Panics if the registers of one instruction, laid out by L, are not contiguous, or if their count
/// is not that of V, the values of a thread.
const fn check_values<L: Layout, V: Layout>() {
    check_fragment::<L>();
    if L::SIZE != V::SIZE {
        let message = Message::new().s("gemm: the values ").cat(&L::TEXT);
        let message = message.s(" of one instruction are not the ").u(V::SIZE as u64);
        message.s(" that its atom takes").raise()
    }
}

/// Computes C += A B with a thread's fragments (V, M), (V, N) and (V, M, N). Every second row of N
/// is traversed backwards, so that an instruction shares an operand with the previous one. CuTe:
/// `gemm(tiled_mma, a, b, c)`.
///
/// If the values of A fill one register, two rows are traversed together. CuTe: a "kinked
/// serpentine".
///
/// ```text
/// a thread's values   0 1 2 3       of one register   0 2 4 6
///                     7 6 5 4                         1 3 5 7
///                     8 9 ..                          .. A 8
///                                                     .. B 9
/// ```
///
/// Fragments in which the values of one instruction are not contiguous do not compile:
/// `gemm: the values (_2,_2):(_2,_1) of one instruction do not follow one another`. Fragments with
/// a different number of values do not compile, either.
///
/// # Safety
///
/// The conditions of [`MmaInstruction::fma`] hold.
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
{
    const {
        check_values::<AL::Head, ValuesOf<<M::Atom as MmaAtom>::LayoutATv>>();
        check_values::<BL::Head, ValuesOf<<M::Atom as MmaAtom>::LayoutBTv>>();
        check_values::<CL::Head, ValuesOf<<M::Atom as MmaAtom>::LayoutCTv>>();
        assert!(
            AL::Tail::SIZE * BL::Tail::SIZE == CL::Tail::SIZE,
            "gemm: the number of accumulators is not that of the rows of A times that of the rows of B"
        )
    }
    let (rows, columns) = (AL::Tail::SIZE as u32, BL::Tail::SIZE as u32);
    // The number of rows that are traversed together.
    let together = const {
        let value =
            AL::Head::SIZE * size_of::<<<M::Atom as MmaInstruction<G>>::A as Engine>::Element>();
        if value == 4 && AL::Tail::SIZE % 2 == 0 { 2 } else { 1 }
    };
    unroll!(for i in 0..{ <AL::Tail as Layout>::SIZE as u32 } {
        unroll!(for j in 0..{ <BL::Tail as Layout>::SIZE as u32 } {
            let number = i % together * columns + j;
            let (i, j) = (i - i % together + number % together, number / together);
            let j = if i / together % 2 == 0 { j } else { columns - 1 - j };
            let (a, b, c) = (a.vector(i), b.vector(j), c.vector(i + rows * j));
            M::Atom::fma(gpu, a.engine, b.engine, c.engine)
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_follow_one_another() {
        check_fragment::<layout!((2, 2, 2) : (1, 2, 4))>();
        check_fragment::<layout!(((2, 2), 1) : ((1, 2), 0))>();
    }

    #[test]
    #[should_panic(
        expected = "gemm: the values (_2,_2):(_2,_1) of one instruction do not follow one another"
    )]
    fn values_in_another_order() {
        check_fragment::<layout!((2, 2) : (2, 1))>();
    }
}
