//! The `wgmma.mma_async` instructions: matrix products by the threads of a warpgroup. Each is a row
//! of one table.

use super::accumulators::Accumulators;
use crate::Sm90;
use crate::number::*;
use core::marker::PhantomData;
use zellige::atom::gmma::Major;
use zellige::atom::{MmaAtom, mma};
use zellige::typenum::{U8, U16, U32, U64, U96, U128, U160, U176, U192, U256};

/// A `wgmma` of the machine G, on accumulators in registers: D = A B + D, or D = A B.
///
/// The table below lists the instructions by the names of their atoms.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not a `wgmma` of the machine `{G}`",
    label = "is another instruction, or needs another machine",
    note = "the module `zellige_gpu::wgmma` lists the atoms; they need `Sm90`"
)]
pub trait Wgmma<G>: MmaAtom {
    /// The elements of A.
    type ElementA: FragmentElement;
    /// The elements of B.
    type ElementB: FragmentElement;
    /// The elements of the accumulators.
    type ElementC: FragmentElement;
    /// The form of A: a descriptor (`_SS`), or four registers of each thread (`_RS`).
    type OperandA: OperandA;
    /// The registers of the accumulators.
    type Accumulators: Accumulators;
    /// Whether the products are subtracted. See [`Negative`].
    const NEGATIVE: bool;
    /// Begins the product.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm90::wgmma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn execute<M: Majors>(
        acc: &mut Self::Accumulators,
        a: Self::OperandA,
        b: u64,
        out: ScaleOut,
    );
}
/// An instruction of the machine G that accumulates products of elements T in f32, with operand A
/// in registers, `[u32; 4]`, or in shared memory, `u64`. In a configuration it is one bound in
/// place of five.
pub trait Accumulates<G, T, A>:
    Wgmma<G, ElementA = T, ElementB = T, OperandA = A, Accumulators: Accumulators<Register = f32>>
{
}
impl<G, T, A, W> Accumulates<G, T, A> for W where
    W: Wgmma<
            G,
            ElementA = T,
            ElementB = T,
            OperandA = A,
            Accumulators: Accumulators<Register = f32>,
        >
{
}

/// The instruction that multiplies 64 rows of elements `Self` by N columns and accumulates in D,
/// with both operands in shared memory. CuTe: `GMMA::ss_op_selector`.
///
/// ```
/// use zellige::{atom::mma, prelude::*};
/// use zellige_gpu::{Bf16, wgmma::SsOp};
/// assert_type_eq_all!(<Bf16 as SsOp<int!(256)>>::Op, mma::SM90_64x256x16_F32BF16BF16_SS);
/// ```
#[doc(alias = "ss_op_selector")]
#[diagnostic::on_unimplemented(
    message = "`wgmma` multiplies no elements `{Self}` of shared memory by `{N}` columns",
    note = "the module `zellige_gpu::wgmma` lists the instructions"
)]
pub trait SsOp<N, D = f32> {
    /// The atom.
    type Op: MmaAtom;
}
/// The same as [`SsOp`], with A in registers. CuTe: `GMMA::rs_op_selector`.
///
/// ```
/// use zellige::{atom::mma, prelude::*};
/// use zellige_gpu::{F16, wgmma::RsOp};
/// assert_type_eq_all!(<F16 as RsOp<int!(64)>>::Op, mma::SM90_64x64x16_F32F16F16_RS);
/// ```
#[doc(alias = "rs_op_selector")]
#[diagnostic::on_unimplemented(
    message = "`wgmma` multiplies no elements `{Self}` of registers by `{N}` columns",
    note = "the module `zellige_gpu::wgmma` lists the instructions"
)]
pub trait RsOp<N, D = f32> {
    /// The atom.
    type Op: MmaAtom;
}

/// The factor of the old accumulators, 0 or 1. CuTe: `GMMA::ScaleOut`.
#[doc(alias = "Field")]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScaleOut {
    /// Overwrites the old accumulators: D = A B.
    Zero,
    /// Adds the products to the old accumulators: D = A B + D.
    One,
}

/// Operand A of a `wgmma`, in the form that the instruction takes.
pub trait OperandA: Copy {
    /// Returns the same value as the enum of both forms.
    fn source(self) -> SourceA;
}
/// The source of A for a `wgmma`.
#[derive(Copy, Clone, Debug)]
pub enum SourceA {
    /// A is in shared memory, given by its descriptor.
    Shared(u64),
    /// A is in the registers of the warpgroup's threads.
    Registers([u32; 4]),
}
impl OperandA for u64 {
    #[inline(always)]
    fn source(self) -> SourceA {
        SourceA::Shared(self)
    }
}
impl OperandA for [u32; 4] {
    #[inline(always)]
    fn source(self) -> SourceA {
        SourceA::Registers(self)
    }
}

/// The modes along which A and B are contiguous: a pair of types that define them, [`KMajor`],
/// [`MnMajor`] or operands of [`wgmma`](super::wgmma()).
pub trait Majors {
    /// The mode along which A is contiguous.
    const A: Major;
    /// The mode along which B is contiguous.
    const B: Major;
    /// Whether the products are subtracted, as [`Negative`] does.
    #[doc(hidden)]
    const NEGATIVE: bool = false;
}
impl<A: HasMajor, B: HasMajor> Majors for (A, B) {
    const A: Major = A::MAJOR;
    const B: Major = B::MAJOR;
}
/// An operand with a known mode along which it is contiguous.
pub trait HasMajor {
    /// The mode along which the operand is contiguous.
    const MAJOR: Major;
}
/// An operand that is contiguous along K.
#[derive(Copy, Clone, Debug)]
pub struct KMajor;
/// An operand that is contiguous along M or N.
#[derive(Copy, Clone, Debug)]
pub struct MnMajor;
impl HasMajor for KMajor {
    const MAJOR: Major = Major::K;
}
impl HasMajor for MnMajor {
    const MAJOR: Major = Major::Mn;
}

/// The atom with subtraction: D = D - A B, for floating-point numbers. CuTe: an atom with
/// `GMMA::ScaleIn::Neg`.
///
/// ```
/// use zellige::atom::mma::SM90_64x128x16_F32F16F16_SS;
/// use zellige_gpu::{Sm90, wgmma::{Negative, Wgmma}};
/// fn subtracts<G: Sm90, I: Wgmma<G>>(_: G) -> bool { I::NEGATIVE }
/// fn of<G: Sm90>(gpu: G) -> bool { subtracts::<G, Negative<SM90_64x128x16_F32F16F16_SS>>(gpu) }
/// ```
///
/// The sign of integer products cannot be chosen:
///
/// ```compile_fail,E0277
/// # use zellige::atom::mma::SM90_64x128x32_S32S8S8_SS_TN;
/// # use zellige_gpu::{Sm90, wgmma::{Negative, Wgmma}};
/// # fn subtracts<G: Sm90, I: Wgmma<G>>(_: G) {}
/// fn of<G: Sm90>(gpu: G) { subtracts::<G, Negative<SM90_64x128x32_S32S8S8_SS_TN>>(gpu) }
/// ```
#[doc(alias = "ScaleIn")]
#[derive(Copy, Clone, Debug, Default)]
pub struct Negative<I>(PhantomData<I>);
impl<I: MmaAtom> MmaAtom for Negative<I> {
    const NAME: &'static str = I::NAME;
    type ShapeMnk = I::ShapeMnk;
    type ThrId = I::ThrId;
    type LayoutATv = I::LayoutATv;
    type LayoutBTv = I::LayoutBTv;
    type LayoutCTv = I::LayoutCTv;
    type BitsD = I::BitsD;
    type BitsA = I::BitsA;
    type BitsB = I::BitsB;
    type BitsC = I::BitsC;
}

/// Calls `$m!` with the table of all `wgmma`: the atom, the source of A (`SS`: shared memory, `RS`:
/// registers), the options of the instruction, its shape and types, the extent N, then the element
/// types of A, B and the accumulators, with the number of accumulator registers per thread.
#[doc(hidden)]
#[macro_export]
macro_rules! wgmma_atoms {
    ($m:ident) => {
        $m! {
            SM90_64x8x16_F16F16F16_SS SS half "m64n8k16.f16.f16.f16" 8 [F16] [F16] [F16 2];
            SM90_64x8x16_F32F16F16_SS SS half "m64n8k16.f32.f16.f16" 8 [F16] [F16] [f32 4];
            SM90_64x8x16_F32BF16BF16_SS SS half "m64n8k16.f32.bf16.bf16" 8 [Bf16] [Bf16] [f32 4];
            SM90_64x8x16_F16F16F16_RS RS half "m64n8k16.f16.f16.f16" 8 [F16] [F16] [F16 2];
            SM90_64x8x16_F32F16F16_RS RS half "m64n8k16.f32.f16.f16" 8 [F16] [F16] [f32 4];
            SM90_64x8x16_F32BF16BF16_RS RS half "m64n8k16.f32.bf16.bf16" 8 [Bf16] [Bf16] [f32 4];
            SM90_64x16x16_F16F16F16_SS SS half "m64n16k16.f16.f16.f16" 16 [F16] [F16] [F16 4];
            SM90_64x16x16_F32F16F16_SS SS half "m64n16k16.f32.f16.f16" 16 [F16] [F16] [f32 8];
            SM90_64x16x16_F32BF16BF16_SS SS half "m64n16k16.f32.bf16.bf16" 16 [Bf16] [Bf16] [f32 8];
            SM90_64x16x16_F16F16F16_RS RS half "m64n16k16.f16.f16.f16" 16 [F16] [F16] [F16 4];
            SM90_64x16x16_F32F16F16_RS RS half "m64n16k16.f32.f16.f16" 16 [F16] [F16] [f32 8];
            SM90_64x16x16_F32BF16BF16_RS RS half "m64n16k16.f32.bf16.bf16" 16 [Bf16] [Bf16] [f32 8];
            SM90_64x32x16_F16F16F16_SS SS half "m64n32k16.f16.f16.f16" 32 [F16] [F16] [F16 8];
            SM90_64x32x16_F32F16F16_SS SS half "m64n32k16.f32.f16.f16" 32 [F16] [F16] [f32 16];
            SM90_64x32x16_F32BF16BF16_SS SS half "m64n32k16.f32.bf16.bf16" 32 [Bf16] [Bf16] [f32 16];
            SM90_64x32x16_F16F16F16_RS RS half "m64n32k16.f16.f16.f16" 32 [F16] [F16] [F16 8];
            SM90_64x32x16_F32F16F16_RS RS half "m64n32k16.f32.f16.f16" 32 [F16] [F16] [f32 16];
            SM90_64x32x16_F32BF16BF16_RS RS half "m64n32k16.f32.bf16.bf16" 32 [Bf16] [Bf16] [f32 16];
            SM90_64x64x16_F16F16F16_SS SS half "m64n64k16.f16.f16.f16" 64 [F16] [F16] [F16 16];
            SM90_64x64x16_F32F16F16_SS SS half "m64n64k16.f32.f16.f16" 64 [F16] [F16] [f32 32];
            SM90_64x64x16_F32BF16BF16_SS SS half "m64n64k16.f32.bf16.bf16" 64 [Bf16] [Bf16] [f32 32];
            SM90_64x64x16_F16F16F16_RS RS half "m64n64k16.f16.f16.f16" 64 [F16] [F16] [F16 16];
            SM90_64x64x16_F32F16F16_RS RS half "m64n64k16.f32.f16.f16" 64 [F16] [F16] [f32 32];
            SM90_64x64x16_F32BF16BF16_RS RS half "m64n64k16.f32.bf16.bf16" 64 [Bf16] [Bf16] [f32 32];
            SM90_64x96x16_F16F16F16_SS SS half "m64n96k16.f16.f16.f16" 96 [F16] [F16] [F16 24];
            SM90_64x96x16_F32F16F16_SS SS half "m64n96k16.f32.f16.f16" 96 [F16] [F16] [f32 48];
            SM90_64x96x16_F32BF16BF16_SS SS half "m64n96k16.f32.bf16.bf16" 96 [Bf16] [Bf16] [f32 48];
            SM90_64x96x16_F16F16F16_RS RS half "m64n96k16.f16.f16.f16" 96 [F16] [F16] [F16 24];
            SM90_64x96x16_F32F16F16_RS RS half "m64n96k16.f32.f16.f16" 96 [F16] [F16] [f32 48];
            SM90_64x96x16_F32BF16BF16_RS RS half "m64n96k16.f32.bf16.bf16" 96 [Bf16] [Bf16] [f32 48];
            SM90_64x128x16_F16F16F16_SS SS half "m64n128k16.f16.f16.f16" 128 [F16] [F16] [F16 32];
            SM90_64x128x16_F32F16F16_SS SS half "m64n128k16.f32.f16.f16" 128 [F16] [F16] [f32 64];
            SM90_64x128x16_F32BF16BF16_SS SS half "m64n128k16.f32.bf16.bf16" 128 [Bf16] [Bf16] [f32 64];
            SM90_64x128x16_F16F16F16_RS RS half "m64n128k16.f16.f16.f16" 128 [F16] [F16] [F16 32];
            SM90_64x128x16_F32F16F16_RS RS half "m64n128k16.f32.f16.f16" 128 [F16] [F16] [f32 64];
            SM90_64x128x16_F32BF16BF16_RS RS half "m64n128k16.f32.bf16.bf16" 128 [Bf16] [Bf16] [f32 64];
            SM90_64x160x16_F16F16F16_SS SS half "m64n160k16.f16.f16.f16" 160 [F16] [F16] [F16 40];
            SM90_64x160x16_F32F16F16_SS SS half "m64n160k16.f32.f16.f16" 160 [F16] [F16] [f32 80];
            SM90_64x160x16_F32BF16BF16_SS SS half "m64n160k16.f32.bf16.bf16" 160 [Bf16] [Bf16] [f32 80];
            SM90_64x160x16_F16F16F16_RS RS half "m64n160k16.f16.f16.f16" 160 [F16] [F16] [F16 40];
            SM90_64x160x16_F32F16F16_RS RS half "m64n160k16.f32.f16.f16" 160 [F16] [F16] [f32 80];
            SM90_64x160x16_F32BF16BF16_RS RS half "m64n160k16.f32.bf16.bf16" 160 [Bf16] [Bf16] [f32 80];
            SM90_64x176x16_F16F16F16_SS SS half "m64n176k16.f16.f16.f16" 176 [F16] [F16] [F16 44];
            SM90_64x176x16_F32F16F16_SS SS half "m64n176k16.f32.f16.f16" 176 [F16] [F16] [f32 88];
            SM90_64x176x16_F32BF16BF16_SS SS half "m64n176k16.f32.bf16.bf16" 176 [Bf16] [Bf16] [f32 88];
            SM90_64x176x16_F16F16F16_RS RS half "m64n176k16.f16.f16.f16" 176 [F16] [F16] [F16 44];
            SM90_64x176x16_F32F16F16_RS RS half "m64n176k16.f32.f16.f16" 176 [F16] [F16] [f32 88];
            SM90_64x176x16_F32BF16BF16_RS RS half "m64n176k16.f32.bf16.bf16" 176 [Bf16] [Bf16] [f32 88];
            SM90_64x192x16_F16F16F16_SS SS half "m64n192k16.f16.f16.f16" 192 [F16] [F16] [F16 48];
            SM90_64x192x16_F32F16F16_SS SS half "m64n192k16.f32.f16.f16" 192 [F16] [F16] [f32 96];
            SM90_64x192x16_F32BF16BF16_SS SS half "m64n192k16.f32.bf16.bf16" 192 [Bf16] [Bf16] [f32 96];
            SM90_64x192x16_F16F16F16_RS RS half "m64n192k16.f16.f16.f16" 192 [F16] [F16] [F16 48];
            SM90_64x192x16_F32F16F16_RS RS half "m64n192k16.f32.f16.f16" 192 [F16] [F16] [f32 96];
            SM90_64x192x16_F32BF16BF16_RS RS half "m64n192k16.f32.bf16.bf16" 192 [Bf16] [Bf16] [f32 96];
            SM90_64x256x16_F16F16F16_SS SS half "m64n256k16.f16.f16.f16" 256 [F16] [F16] [F16 64];
            SM90_64x256x16_F32F16F16_SS SS half "m64n256k16.f32.f16.f16" 256 [F16] [F16] [f32 128];
            SM90_64x256x16_F32BF16BF16_SS SS half "m64n256k16.f32.bf16.bf16" 256 [Bf16] [Bf16] [f32 128];
            SM90_64x256x16_F16F16F16_RS RS half "m64n256k16.f16.f16.f16" 256 [F16] [F16] [F16 64];
            SM90_64x256x16_F32F16F16_RS RS half "m64n256k16.f32.f16.f16" 256 [F16] [F16] [f32 128];
            SM90_64x256x16_F32BF16BF16_RS RS half "m64n256k16.f32.bf16.bf16" 256 [Bf16] [Bf16] [f32 128];
            SM90_64x8x8_F32TF32TF32_SS_TN SS float "m64n8k8.f32.tf32.tf32" 8 [Tf32] [Tf32] [f32 4];
            SM90_64x8x32_F32E4M3E4M3_SS_TN SS float "m64n8k32.f32.e4m3.e4m3" 8 [E4m3] [E4m3] [f32 4];
            SM90_64x8x32_F32E4M3E4M3_RS_TN RS float "m64n8k32.f32.e4m3.e4m3" 8 [E4m3] [E4m3] [f32 4];
            SM90_64x8x32_S32S8S8_SS_TN SS integer "m64n8k32.s32.s8.s8" 8 [i8] [i8] [i32 4];
            SM90_64x64x8_F32TF32TF32_SS_TN SS float "m64n64k8.f32.tf32.tf32" 64 [Tf32] [Tf32] [f32 32];
            SM90_64x64x32_F32E4M3E4M3_SS_TN SS float "m64n64k32.f32.e4m3.e4m3" 64 [E4m3] [E4m3] [f32 32];
            SM90_64x64x32_F32E4M3E4M3_RS_TN RS float "m64n64k32.f32.e4m3.e4m3" 64 [E4m3] [E4m3] [f32 32];
            SM90_64x64x32_S32S8S8_SS_TN SS integer "m64n64k32.s32.s8.s8" 64 [i8] [i8] [i32 32];
            SM90_64x128x8_F32TF32TF32_SS_TN SS float "m64n128k8.f32.tf32.tf32" 128 [Tf32] [Tf32] [f32 64];
            SM90_64x128x32_F32E4M3E4M3_SS_TN SS float "m64n128k32.f32.e4m3.e4m3" 128 [E4m3] [E4m3] [f32 64];
            SM90_64x128x32_F32E4M3E4M3_RS_TN RS float "m64n128k32.f32.e4m3.e4m3" 128 [E4m3] [E4m3] [f32 64];
            SM90_64x128x32_S32S8S8_SS_TN SS integer "m64n128k32.s32.s8.s8" 128 [i8] [i8] [i32 64];
            SM90_64x192x32_F32E4M3E4M3_SS_TN SS float "m64n192k32.f32.e4m3.e4m3" 192 [E4m3] [E4m3] [f32 96];
            SM90_64x256x8_F32TF32TF32_SS_TN SS float "m64n256k8.f32.tf32.tf32" 256 [Tf32] [Tf32] [f32 128];
            SM90_64x256x32_F32E4M3E4M3_SS_TN SS float "m64n256k32.f32.e4m3.e4m3" 256 [E4m3] [E4m3] [f32 128];
            SM90_64x256x32_F32E4M3E4M3_RS_TN RS float "m64n256k32.f32.e4m3.e4m3" 256 [E4m3] [E4m3] [f32 128];
            SM90_64x256x32_S32S8S8_SS_TN SS integer "m64n256k32.s32.s8.s8" 256 [i8] [i8] [i32 128];
        }
    };
}

/// Executes the instruction of a row on the accumulators `$d` and the operands `$a` and `$b`.
#[cfg(target_arch = "nvptx64")]
macro_rules! execute {
    (@at [$first:tt $($index:tt)*] $d:ident $out:ident $shape:literal [$($operands:tt)*] $($in:tt)*) => {
        core::arch::asm!(
            concat!(
                "{{ .reg .pred p; setp.ne.b32 p, {out}, 0; wgmma.mma_async.sync.aligned.", $shape, " {{{}",
                $(execute!(@another $index),)*
                "}}, ", $($operands)*, "; }}"
            ),
            inout(reg32) $d[$first], $(inout(reg32) $d[$index],)*
            out = in(reg32) $out as u32, $($in)*
            options(nostack, preserves_flags)
        )
    };
    (@another $index:tt) => { ",{}" };
    ($n:tt SS half $shape:literal $d:ident $a:ident $b:ident $out:ident $M:ident) => {
        indices!(execute $n $d $out $shape ["{a}, {b}, p, {sign}, 1, {major_a}, {major_b}"]
            a = in(reg64) $a, b = in(reg64) $b, sign = const sign($M::NEGATIVE),
            major_a = const transposed($M::A), major_b = const transposed($M::B),)
    };
    ($n:tt RS half $shape:literal $d:ident $a:ident $b:ident $out:ident $M:ident) => {
        indices!(execute $n $d $out $shape ["{{{a0},{a1},{a2},{a3}}}, {b}, p, {sign}, 1, {major_b}"]
            a0 = in(reg32) $a[0], a1 = in(reg32) $a[1], a2 = in(reg32) $a[2], a3 = in(reg32) $a[3],
            b = in(reg64) $b, sign = const sign($M::NEGATIVE), major_b = const transposed($M::B),)
    };
    ($n:tt SS float $shape:literal $d:ident $a:ident $b:ident $out:ident $M:ident) => {
        indices!(execute $n $d $out $shape ["{a}, {b}, p, {sign}, 1"]
            a = in(reg64) $a, b = in(reg64) $b, sign = const sign($M::NEGATIVE),)
    };
    ($n:tt RS float $shape:literal $d:ident $a:ident $b:ident $out:ident $M:ident) => {
        indices!(execute $n $d $out $shape ["{{{a0},{a1},{a2},{a3}}}, {b}, p, {sign}, 1"]
            a0 = in(reg32) $a[0], a1 = in(reg32) $a[1], a2 = in(reg32) $a[2], a3 = in(reg32) $a[3],
            b = in(reg64) $b, sign = const sign($M::NEGATIVE),)
    };
    ($n:tt SS integer $shape:literal $d:ident $a:ident $b:ident $out:ident $M:ident) => {
        indices!(execute $n $d $out $shape ["{a}, {b}, p"] a = in(reg64) $a, b = in(reg64) $b,)
    };
}
/// Returns the operand `imm-scale-a`.
#[cfg(target_arch = "nvptx64")]
const fn sign(negative: bool) -> i32 {
    if negative { -1 } else { 1 }
}
/// Returns the operands `imm-trans-a` and `imm-trans-b`.
#[cfg(target_arch = "nvptx64")]
const fn transposed(major: Major) -> i32 {
    matches!(major, Major::Mn) as i32
}

/// Implements a row of the table.
macro_rules! instructions {
    (@operand SS) => { u64 };
    (@operand RS) => { [u32; 4] };
    // Coherence does not see through `int!` in the header of an impl of another crate.
    (@n 8) => { U8 };
    (@n 16) => { U16 };
    (@n 32) => { U32 };
    (@n 64) => { U64 };
    (@n 96) => { U96 };
    (@n 128) => { U128 };
    (@n 160) => { U160 };
    (@n 176) => { U176 };
    (@n 192) => { U192 };
    (@n 256) => { U256 };
    (@select SS $($row:tt)*) => { instructions!(@impl SsOp $($row)*); };
    (@select RS $($row:tt)*) => { instructions!(@impl RsOp $($row)*); };
    (@impl $Op:ident $A:ident $n:tt $C:ident $Atom:ident) => {
        impl $Op<instructions!(@n $n), $C> for $A {
            type Op = mma::$Atom;
        }
    };
    ($(
        $Atom:ident $side:ident $options:ident $shape:literal $n:tt
        [$A:ident] [$B:ident] [$C:ident $nc:tt];
    )+) => { $(
        impl<G: Sm90> Wgmma<G> for mma::$Atom {
            type ElementA = $A;
            type ElementB = $B;
            type ElementC = $C;
            type OperandA = instructions!(@operand $side);
            type Accumulators = [<$C as FragmentElement>::Register; $nc];
            const NEGATIVE: bool = false;
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn execute<M: Majors>(
                d: &mut Self::Accumulators,
                a: instructions!(@operand $side),
                b: u64,
                out: ScaleOut,
            ) {
                execute!($nc $side $options $shape d a b out M)
            }
        }
        instructions!(@select $side $A $n $C $Atom);
    )+ };
}
wgmma_atoms!(instructions);

impl<G: Sm90, I: Wgmma<G, ElementC: Floating>> Wgmma<G> for Negative<I> {
    type ElementA = I::ElementA;
    type ElementB = I::ElementB;
    type ElementC = I::ElementC;
    type OperandA = I::OperandA;
    type Accumulators = I::Accumulators;
    const NEGATIVE: bool = !I::NEGATIVE;
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    unsafe fn execute<M: Majors>(
        d: &mut Self::Accumulators,
        a: Self::OperandA,
        b: u64,
        out: ScaleOut,
    ) {
        I::execute::<Subtracted<M>>(d, a, b, out)
    }
}
/// The same modes for a product that is subtracted.
#[cfg(target_arch = "nvptx64")]
struct Subtracted<M>(PhantomData<M>);
#[cfg(target_arch = "nvptx64")]
impl<M: Majors> Majors for Subtracted<M> {
    const A: Major = M::A;
    const B: Major = M::B;
    const NEGATIVE: bool = !M::NEGATIVE;
}
