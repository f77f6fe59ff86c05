//! The kinds of `tcgen05.mma`, the elements that each multiplies, and where it finds A.

use crate::int;
use crate::integer::{Integer, Mul};
use crate::number::{B0, B1, Bool};

/// Marks what an element is to an instruction: the parameter of [`Element`].
macro_rules! roles {
    ($($(#[$m:meta])* $R:ident;)*) => { $(
        $(#[$m])*
        #[derive(Copy, Clone)]
        pub struct $R;
    )* };
}
roles! {
    /// A or B of `.kind::tf32`: tf32, in 32 bits.
    Tf32Operand;
    /// A or B of `.kind::f16`: f16 or bf16.
    HalfOperand;
    /// A or B of `.kind::i8`: `i8` or `u8`.
    ByteOperand;
    /// A or B of `.kind::f8f6f4` and `.kind::mxf8f6f4`: e4m3, e5m2, e2m3, e3m2 or e2m1. The
    /// instruction reads 16 of them from 16 bytes, whatever their width.
    NarrowOperand;
    /// A or B of `.kind::mxf4` and `.kind::mxf4nvf4`: e2m1, two to a byte.
    PackedOperand;
    /// A or B of Hopper's `wgmma` for f16.
    F16Operand;
    /// A or B of Hopper's `wgmma` for bf16.
    Bf16Operand;
    /// A or B of Hopper's `wgmma` for bytes: e4m3 or e5m2.
    F8Operand;
    /// C and D of `.kind::f16` and `.kind::f8f6f4`: f16 or `f32`.
    Accumulator;
    /// C and D of the other kinds of floating-point numbers: `f32`.
    F32Accumulator;
    /// C and D of `.kind::i8`: `i32`.
    S32Accumulator;
}
/// A scale factor, by which V elements along K are multiplied: ue8m0 for 32 or 16 of them, ue4m3
/// for 16.
pub struct ScaleFactor<V>(core::marker::PhantomData<V>);

/// A number format that a matrix instruction takes in the role R.
///
/// `i8`, `u8`, `i32` and `f32` implement it here; `zellige-gpu` implements it for `F16`, `Bf16`,
/// `Tf32`, `E4m3` and its other number types. For a type of your own, take the code from the table
/// of [`InstrDescriptor`](crate::atom::instr_desc::InstrDescriptor):
///
/// ```
/// use zellige::{atom::{umma::*, *}, prelude::*};
/// /// The bits of an `f16`.
/// #[derive(Copy, Clone)]
/// struct Half(u16);
/// impl Element<HalfOperand> for Half {
///     type Bits = int!(16);
///     const CODE: u32 = 0;
/// }
/// type Op = SM100_MMA_F16BF16_SS<Half, Half, f32, int!(128), int!(256)>;
/// assert_type_eq_all!(<Op as MmaAtom>::ShapeMnk, shape!((128, 256, 16)));
/// assert_type_eq_all!(<Op as MmaAtom>::BitsA, int!(16));
/// ```
#[diagnostic::on_unimplemented(
    message = "no matrix instruction takes `{Self}` as `{R}`",
    label = "must be a number format of this kind of instruction"
)]
pub trait Element<R>: Copy + 'static {
    /// The width in bits, without padding: 4 for e2m1.
    type Bits: Integer;
    /// The number of the format in the instruction descriptor of `tcgen05.mma`.
    const CODE: u32;
}
macro_rules! elements {
    ($($T:ident: $R:ident $bits:tt = $code:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Element<$R> for $T {
            type Bits = int!($bits);
            const CODE: u32 = $code;
        }
    )* };
}
elements! {
    u8: ByteOperand 8 = 0;
    i8: ByteOperand 8 = 1;
    f32: Accumulator 32 = 1;
    f32: F32Accumulator 32 = 1;
    i32: S32Accumulator 32 = 2;
}

/// A kind of `tcgen05.mma`: which elements it multiplies, how many of them along K, and which
/// shapes it has. [`kind`] defines them.
///
/// ```
/// use zellige::{atom::{umma::*, *}, prelude::*};
/// assert_eq!((<kind::F16 as Kind>::NAME, <kind::F8f6f4 as Kind>::NAME), ("f16", "f8f6f4"));
/// assert_type_eq_all!(<kind::F8f6f4 as Kind>::K, int!(32));   // 32 bytes of a row, as all kinds
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of `tcgen05.mma`",
    label = "must be a type of `zellige::atom::umma::kind`, with a scale factor that it takes"
)]
pub trait Kind: Copy + 'static {
    /// The name in PTX: `f16` for `.kind::f16`.
    const NAME: &'static str;
    /// The name in CuTe of the dense atoms and of the sparse ones, and what follows `_SS`.
    #[doc(hidden)]
    const CUTE: [&'static str; 3];
    /// The role of A and B.
    type Operand;
    /// The role of C and D.
    type Sum;
    /// The elements along K of a dense product; a sparse one has twice as many.
    type K: Integer;
    /// N is a multiple of it, for a group of G CTAs.
    type StepN<G: Integer>: Integer;
    /// True if one CTA may also have 8 or 24 columns, apart from the multiples of `StepN`.
    type FewColumns: Bool;
    /// True if scale factors multiply A and B.
    type IsScaled: Bool;
    /// True if it may negate A and B; the other kind, `i8`, may saturate its sums.
    const NEGATES: bool = true;
    /// The code of the scale factors' format; 0 without scale factors.
    const SCALE: u32 = 0;
    /// The stored elements along K that share a scale factor; 0 without scale factors.
    type Vector: Integer;
}

/// The kinds of `tcgen05.mma`.
///
/// | kind | `.kind::` | A, B | C, D | K, dense | scale factors |
/// |---|---|---|---|---|---|
/// | `Tf32` | `tf32` | tf32 | f32 | 8 | |
/// | `F16` | `f16` | f16, bf16 | f16, f32 | 16 | |
/// | `I8` | `i8` | i8, u8 | i32 | 32 | |
/// | `F8f6f4` | `f8f6f4` | e4m3, e5m2, e2m3, e3m2, e2m1 | f16, f32 | 32 | |
/// | `Mxf8f6f4<S>` | `mxf8f6f4` | the same | f32 | 32 | S for each 32 |
/// | `Mxf4<S, 32>` | `mxf4` | e2m1 | f32 | 64 | S for each 32 |
/// | `Mxf4<S, 16>` | `mxf4nvf4` | e2m1 | f32 | 64 | S for each 16 |
/// | `Mxf4Ultra<S, V>` | as `Mxf4` | e2m1 | f32 | 96, on SM103 | S for each V |
///
/// A sparse product has twice the K, and a scale factor then covers twice as many elements.
pub mod kind {
    use super::*;
    use core::marker::PhantomData;

    macro_rules! kinds {
        ($(
            $(#[$m:meta])*
            $Name:ident: $name:literal $cute:tt, $Operand:ident -> $Sum:ident, K $k:tt,
                N $step:tt $IsInt:ident;
        )*) => { $(
            $(#[$m])*
            #[derive(Copy, Clone)]
            pub struct $Name;
            impl Kind for $Name {
                const NAME: &'static str = $name;
                const CUTE: [&'static str; 3] = [$cute, $cute, ""];
                type Operand = $Operand;
                type Sum = $Sum;
                type K = int!($k);
                type StepN<G: Integer> = Mul<int!($step), G>;
                type FewColumns = $IsInt;
                const NEGATES: bool = !<$IsInt as Bool>::VALUE;
                type IsScaled = B0;
                type Vector = int!(0);
            }
        )* };
    }
    kinds! {
        /// `.kind::tf32`.
        Tf32: "tf32" "SM100_MMA_TF32", Tf32Operand -> F32Accumulator, K 8, N 8 B0;
        /// `.kind::f16`, for f16 and bf16.
        F16: "f16" "SM100_MMA_F16BF16", HalfOperand -> Accumulator, K 16, N 8 B0;
        /// `.kind::i8`, for signed and unsigned bytes.
        I8: "i8" "SM100_MMA_S8", ByteOperand -> S32Accumulator, K 32, N 16 B1;
        /// `.kind::f8f6f4`.
        F8f6f4: "f8f6f4" "SM100_MMA_F8F6F4", NarrowOperand -> Accumulator, K 32, N 8 B0;
    }

    macro_rules! scaled_kinds {
        ($(
            $(#[$m:meta])*
            $Name:ident<S $(, $V:ident)?>: |$v:ident| $name:expr, $cute:tt, $Operand:ident,
                scale $Vector:ty, K $k:tt, |$G:ident| $step:ty;
        )*) => { $(
            $(#[$m])*
            pub struct $Name<S $(, $V)?>(PhantomData<(S, $($V)?)>);
            impl<S $(, $V)?> Clone for $Name<S $(, $V)?> {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl<S $(, $V)?> Copy for $Name<S $(, $V)?> {}
            impl<S: Element<ScaleFactor<$Vector>> $(, $V: Integer)?> Kind for $Name<S $(, $V)?> {
                const NAME: &'static str = {
                    let $v = <$Vector as Integer>::KNOWN;
                    $name
                };
                const CUTE: [&'static str; 3] = $cute;
                type Operand = $Operand;
                type Sum = F32Accumulator;
                type K = int!($k);
                type StepN<$G: Integer> = $step;
                type FewColumns = B0;
                type IsScaled = B1;
                const SCALE: u32 = S::CODE;
                type Vector = $Vector;
            }
        )* };
    }
    scaled_kinds! {
        /// `.kind::mxf8f6f4`, with a scale factor S for each 32 elements along K.
        Mxf8f6f4<S>: |_v| "mxf8f6f4", ["SM100_MMA_MXF8F6F4", "SM100_MMA_MXF8F6F4", ""],
            NarrowOperand, scale int!(32), K 32, |G| Mul<int!(8), G>;
        /// `.kind::mxf4` with a scale factor S for each V = 32 elements along K, and
        /// `.kind::mxf4nvf4` for V = 16. For V = 16 and ue4m3 the format is also called nvfp4.
        Mxf4<S, V>: |v| mxf4(v), ["SM100_MMA_MXF4", "SM100_MMA_MXF4NVF4", ""],
            PackedOperand, scale V, K 64, |G| Mul<int!(8), G>;
        /// [`Mxf4`] with K = 96, which SM103 has. CuTe's N is a multiple of 16 here, also for one
        /// CTA.
        Mxf4Ultra<S, V>: |v| mxf4(v), ["SM103_MXF4_ULTRA", "SM103_MXF4_ULTRA", "_VS"],
            PackedOperand, scale V, K 96, |_G| int!(16);
    }
    /// Returns the name of the kind with a scale factor for each `v` elements.
    const fn mxf4(v: u64) -> &'static str {
        if v == 32 { "mxf4" } else { "mxf4nvf4" }
    }
}

/// Where `tcgen05.mma` finds A, and whether A is sparse: [`Smem`], [`Tmem`] or [`SparseSmem`]. B is
/// in shared memory, C and D are in tensor memory.
///
/// ```
/// use zellige::{atom::{umma::*, *}, prelude::*};
/// assert_eq!([Smem::NAME, Tmem::NAME, SparseSmem::NAME], ["SS", "TS", "SS_SPARSE"]);
/// assert_type_eq_all!(<SparseSmem as SourceOfA>::Sparsity, int!(2));  // half of A is stored
/// ```
pub trait SourceOfA: Copy + 'static {
    /// The suffix of CuTe's name: `SS`, `TS` or `SS_SPARSE`.
    const NAME: &'static str;
    /// True if A is in tensor memory.
    const IN_TMEM: bool = false;
    /// The elements of A for each that is stored: 1, or 2 if A is sparse.
    type Sparsity: Integer;
    /// True if A is sparse.
    type IsSparse: Bool;
}
/// A lies in shared memory.
#[derive(Copy, Clone)]
pub struct Smem;
impl SourceOfA for Smem {
    const NAME: &'static str = "SS";
    type Sparsity = int!(1);
    type IsSparse = B0;
}
/// A lies in tensor memory, contiguous along K.
#[derive(Copy, Clone)]
pub struct Tmem;
impl SourceOfA for Tmem {
    const NAME: &'static str = "TS";
    const IN_TMEM: bool = true;
    type Sparsity = int!(1);
    type IsSparse = B0;
}
/// A lies in shared memory without half of its elements, which are 0; metadata in tensor memory say
/// which these are.
#[derive(Copy, Clone)]
pub struct SparseSmem;
impl SourceOfA for SparseSmem {
    const NAME: &'static str = "SS_SPARSE";
    type Sparsity = int!(2);
    type IsSparse = B1;
}
