//! The MMA instructions of SM61 to SM90 in one table: which thread holds which elements of the
//! operands and of the accumulators.
//!
//! Each row of the table below gives the shape of one MMA, the layout of its threads and the three
//! (thread, value) layouts, then the widths of the elements of D, A, B and C in bits, with the
//! names of the instructions that have these layouts. A (thread, value) layout gives the index in
//! the tile of A, B or C. Names are CuTe's.
//!
//! ```
//! use zellige::{prelude::*, atom::*};
//! type Atom = mma::SM80_16x8x16_F32F16F16F32_TN;
//! assert_type_eq_all!(<Atom as MmaAtom>::ShapeMnk, shape!((16, 8, 16)));
//! // The position of value 3 of thread 5 in C: m + 16 * n.
//! type C = <Atom as MmaAtom>::LayoutCTv;
//! assert_eq!(C::default().crd2idx((5u32, 3u32)), (1 + 8) + 16 * (2 + 1));
//! ```
//!
//! These types only say where elements are; they do not execute the instruction.

use super::MmaAtom;
use crate::integer::{Int, Integer};
use crate::{int, layout};

/// The scalar MMA of any machine: one thread multiplies one element by another. CuTe:
/// `UniversalFMA<D, A, B, C>`, with the widths of the elements in bits in place of their types.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Fma = mma::UniversalFMA<Int<32>, Int<32>, Int<32>, Int<32>>;
/// assert_type_eq_all!(<Fma as MmaAtom>::ShapeMnk, shape!((1, 1, 1)));
/// ```
#[doc(alias = "MmaUniversalOp")]
#[derive(Copy, Clone, Debug, Default)]
pub struct UniversalFMA<D = Int<32>, A = D, B = A, C = D>(core::marker::PhantomData<(D, A, B, C)>);
#[diagnostic::do_not_recommend]
impl<D: Integer, A: Integer, B: Integer, C: Integer> MmaAtom for UniversalFMA<D, A, B, C> {
    const NAME: &'static str = "UniversalFMA";
    type ShapeMnk = (int!(1), int!(1), int!(1));
    type ThrId = layout!(1 : 0);
    type LayoutATv = layout!((1, 1) : (0, 0));
    type LayoutBTv = layout!((1, 1) : (0, 0));
    type LayoutCTv = layout!((1, 1) : (0, 0));
    type BitsD = D;
    type BitsA = A;
    type BitsB = B;
    type BitsC = C;
}

/// Defines the types of the table, and [`NAMES`].
macro_rules! mma_atoms {
    ($(
        $m:tt x $n:tt x $k:tt, threads [$($thr:tt)*]
            A [$($a:tt)*]
            B [$($b:tt)*]
            C [$($c:tt)*] {
            $( [$dbits:tt $abits:tt $bbits:tt $cbits:tt] $($Name:ident)+; )+
        }
    )*) => {
        $( mma_atoms!(@row [$m $n $k] [$($thr)*] [$($a)*] [$($b)*] [$($c)*] $( [$dbits $abits $bbits $cbits $($Name)+] )+); )*

        /// The names of all atoms of the table.
        ///
        /// ```
        /// use zellige::atom::mma;
        /// assert_eq!(mma::NAMES.len(), 169);
        /// assert!(mma::NAMES.contains(&"SM80_16x8x16_F32F16F16F32_TN"));
        /// ```
        pub const NAMES: &[&str] = &[$($($(stringify!($Name),)+)+)*];
    };
    (@row $mnk:tt $thr:tt $a:tt $b:tt $c:tt $([$d:tt $x:tt $y:tt $z:tt $($Name:ident)+])+) => {
        $( mma_atoms!(@names $mnk $thr $a $b $c [$d $x $y $z] $($Name)+); )+
        mma_atoms!(@impls $mnk $thr $a $b $c $([$d $x $y $z $($Name)+])+);
    };
    (@names $mnk:tt $thr:tt $a:tt $b:tt $c:tt $bits:tt $($Name:ident)+) => {
        $( mma_atoms!(@atom $Name $mnk $thr $a $b $c $bits); )+
    };
    (@atom $Name:ident [$m:tt $n:tt $k:tt] [$($thr:tt)*] [$($a:tt)*] [$($b:tt)*] [$($c:tt)*] [$d:tt $x:tt $y:tt $z:tt]) => {
        #[doc = concat!(stringify!($m), " x ", stringify!($n), " x ", stringify!($k), " elements (M, N, K); D, A, B, C of ", stringify!($d), ", ", stringify!($x), ", ", stringify!($y), ", ", stringify!($z), " bits.")]
        #[doc = ""]
        #[doc = "| | (thread, value) |\n|---|---|"]
        #[doc = concat!("| A | `", stringify!($($a)*), "` |")]
        #[doc = concat!("| B | `", stringify!($($b)*), "` |")]
        #[doc = concat!("| C | `", stringify!($($c)*), "` |")]
        #[doc = concat!("| threads | `", stringify!($($thr)*), "` |")]
        #[allow(non_camel_case_types)]
        #[derive(Copy, Clone, Debug, Default)]
        pub struct $Name;
    };
    // The literals are expanded once for all atoms of a row.
    (
        @impls [$m:tt $n:tt $k:tt] [$($thr:tt)*] [$($a:tt)*] [$($b:tt)*] [$($c:tt)*]
        $([$d:tt $x:tt $y:tt $z:tt $($Name:ident)+])+
    ) => {
        const _: () = {
            type Shape = (int!($m), int!($n), int!($k));
            type Threads = layout!($($thr)*);
            type A = layout!($($a)*);
            type B = layout!($($b)*);
            type C = layout!($($c)*);
            $( const _: () = {
                type D = int!($d);
                type X = int!($x);
                type Y = int!($y);
                type Z = int!($z);
                $(
                    #[diagnostic::do_not_recommend]
                    impl MmaAtom for $Name {
                        const NAME: &'static str = stringify!($Name);
                        type ShapeMnk = Shape;
                        type ThrId = Threads;
                        type LayoutATv = A;
                        type LayoutBTv = B;
                        type LayoutCTv = C;
                        type BitsD = D;
                        type BitsA = X;
                        type BitsB = Y;
                        type BitsC = Z;
                    }
                )+
            }; )+
        };
    };
}

mma_atoms! {
    1 x 1 x 4, threads [1 : 0]
        A [(1, 4) : (0, 1)]
        B [(1, 4) : (0, 1)]
        C [(1, 1) : (0, 0)] {
        [32 8 8 32] SM61_DP4A;
    }
    1 x 1 x 2, threads [1 : 0]
        A [(1, 2) : (0, 1)]
        B [(1, 2) : (0, 1)]
        C [(1, 1) : (0, 0)] {
        [32 16 16 32] SM61_DP2A;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [(8, 4) : (1, 8)]
        B [(8, 4) : (1, 8)]
        C [(8, 8) : (1, 8)] {
        [16 16 16 16] SM70_8x8x4_F16F16F16F16_TN;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [((4, 2), 4) : ((8, 4), 1)]
        B [((4, 2), 4) : ((8, 4), 1)]
        C [(8, 8) : (1, 8)] {
        [16 16 16 16] SM70_8x8x4_F16F16F16F16_NT;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [((4, 2), 4) : ((8, 4), 1)]
        B [(8, 4) : (1, 8)]
        C [(8, 8) : (1, 8)] {
        [16 16 16 16] SM70_8x8x4_F16F16F16F16_NN;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [(8, 4) : (1, 8)]
        B [((4, 2), 4) : ((8, 4), 1)]
        C [(8, 8) : (1, 8)] {
        [16 16 16 16] SM70_8x8x4_F16F16F16F16_TT;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [(8, 4) : (1, 8)]
        B [(8, 4) : (1, 8)]
        C [((2, 2, 2), (2, 2, 2)) : ((1, 16, 4), (8, 2, 32))] {
        [32 16 16 32] SM70_8x8x4_F32F16F16F32_TN;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [((4, 2), 4) : ((8, 4), 1)]
        B [((4, 2), 4) : ((8, 4), 1)]
        C [((2, 2, 2), (2, 2, 2)) : ((1, 16, 4), (8, 2, 32))] {
        [32 16 16 32] SM70_8x8x4_F32F16F16F32_NT;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [((4, 2), 4) : ((8, 4), 1)]
        B [(8, 4) : (1, 8)]
        C [((2, 2, 2), (2, 2, 2)) : ((1, 16, 4), (8, 2, 32))] {
        [32 16 16 32] SM70_8x8x4_F32F16F16F32_NN;
    }
    8 x 8 x 4, threads [(4, 2) : (1, 16)]
        A [(8, 4) : (1, 8)]
        B [((4, 2), 4) : ((8, 4), 1)]
        C [((2, 2, 2), (2, 2, 2)) : ((1, 16, 4), (8, 2, 32))] {
        [32 16 16 32] SM70_8x8x4_F32F16F16F32_TT;
    }
    16 x 8 x 8, threads [32 : 1]
        A [((4, 8), (2, 2)) : ((32, 1), (16, 8))]
        B [((4, 8), 2) : ((16, 1), 8)]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 16 16 32] SM75_16x8x8_F32F16F16F32_TN SM80_16x8x8_F32F16F16F32_TN
            SM80_16x8x8_F32BF16BF16F32_TN;
        [16 16 16 16] SM75_16x8x8_F16F16F16F16_TN SM80_16x8x8_F16F16F16F16_TN;
    }
    8 x 8 x 16, threads [32 : 1]
        A [((4, 8), 4) : ((32, 1), 8)]
        B [((4, 8), 4) : ((32, 1), 8)]
        C [((4, 8), 2) : ((16, 1), 8)] {
        [32 8 8 32] SM75_8x8x16_S32S8S8S32_TN SM80_8x8x16_S32S8S8S32_TN
            SM80_8x8x16_S32S8S8S32_TN_SATURATE SM80_8x8x16_S32S8U8S32_TN
            SM80_8x8x16_S32S8U8S32_TN_SATURATE SM80_8x8x16_S32U8S8S32_TN
            SM80_8x8x16_S32U8S8S32_TN_SATURATE SM80_8x8x16_S32U8U8S32_TN
            SM80_8x8x16_S32U8U8S32_TN_SATURATE;
    }
    16 x 8 x 16, threads [32 : 1]
        A [((4, 8), (2, 2, 2)) : ((32, 1), (16, 8, 128))]
        B [((4, 8), (2, 2)) : ((16, 1), (8, 64))]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [16 16 16 16] SM80_16x8x16_F16F16F16F16_TN;
        [32 16 16 32] SM80_16x8x16_F32F16F16F32_TN SM80_16x8x16_F32BF16BF16F32_TN;
    }
    16 x 8 x 4, threads [32 : 1]
        A [((4, 8), 2) : ((16, 1), 8)]
        B [((4, 8), 1) : ((8, 1), 0)]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 32 32 32] SM80_16x8x4_F32TF32TF32F32_TN;
        [64 64 64 64] SM90_16x8x4_F64F64F64F64_TN;
        [128 128 128 128] SM90_16x8x4_C64C64C64C64_TN;
    }
    16 x 8 x 8, threads [32 : 1]
        A [((4, 8), (2, 2)) : ((16, 1), (8, 64))]
        B [((4, 8), 2) : ((8, 1), 32)]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 32 32 32] SM80_16x8x8_F32TF32TF32F32_TN;
        [64 64 64 64] SM90_16x8x8_F64F64F64F64_TN;
        [128 128 128 128] SM90_16x8x8_C64C64C64C64_TN;
    }
    8 x 8 x 4, threads [32 : 1]
        A [((4, 8), 1) : ((8, 1), 0)]
        B [((4, 8), 1) : ((8, 1), 0)]
        C [((4, 8), 2) : ((16, 1), 8)] {
        [64 64 64 64] SM80_8x8x4_F64F64F64F64_TN;
        [128 128 128 128] SM80_8x8x4_C64C64C64C64_TN;
        [192 128 128 192] SM80_8x8x4_GC64C64C64GC64_TN;
    }
    16 x 8 x 16, threads [32 : 1]
        A [((4, 8), (4, 2)) : ((64, 1), (16, 8))]
        B [((4, 8), 4) : ((32, 1), 8)]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 8 8 32] SM80_16x8x16_S32S8S8S32_TN SM80_16x8x16_S32S8S8S32_TN_SATURATE
            SM80_16x8x16_S32S8U8S32_TN SM80_16x8x16_S32S8U8S32_TN_SATURATE
            SM80_16x8x16_S32U8S8S32_TN SM80_16x8x16_S32U8S8S32_TN_SATURATE
            SM80_16x8x16_S32U8U8S32_TN SM80_16x8x16_S32U8U8S32_TN_SATURATE;
    }
    16 x 8 x 32, threads [32 : 1]
        A [((4, 8), (4, 2, 2)) : ((64, 1), (16, 8, 256))]
        B [((4, 8), (4, 2)) : ((32, 1), (8, 128))]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 8 8 32] SM80_16x8x32_S32S8S8S32_TN SM80_16x8x32_S32S8S8S32_TN_SATURATE
            SM80_16x8x32_S32S8U8S32_TN SM80_16x8x32_S32S8U8S32_TN_SATURATE
            SM80_16x8x32_S32U8S8S32_TN SM80_16x8x32_S32U8S8S32_TN_SATURATE
            SM80_16x8x32_S32U8U8S32_TN SM80_16x8x32_S32U8U8S32_TN_SATURATE
            SM89_16x8x32_F32E4M3E4M3F32_TN SM89_16x8x32_F32E4M3E5M2F32_TN
            SM89_16x8x32_F32E5M2E5M2F32_TN SM89_16x8x32_F32E5M2E4M3F32_TN;
        [16 8 8 16] SM89_16x8x32_F16E4M3E4M3F16_TN SM89_16x8x32_F16E4M3E5M2F16_TN
            SM89_16x8x32_F16E5M2E5M2F16_TN SM89_16x8x32_F16E5M2E4M3F16_TN;
    }
    8 x 8 x 32, threads [32 : 1]
        A [((4, 8), (8,)) : ((64, 1), (8,))]
        B [((4, 8), (8,)) : ((64, 1), (8,))]
        C [((4, 8), 2) : ((16, 1), 8)] {
        [32 4 4 32] SM80_8x8x32_S32S4S4S32_TN SM80_8x8x32_S32S4S4S32_TN_SATURATE
            SM80_8x8x32_S32S4U4S32_TN SM80_8x8x32_S32S4U4S32_TN_SATURATE SM80_8x8x32_S32U4S4S32_TN
            SM80_8x8x32_S32U4S4S32_TN_SATURATE SM80_8x8x32_S32U4U4S32_TN
            SM80_8x8x32_S32U4U4S32_TN_SATURATE;
    }
    16 x 8 x 32, threads [32 : 1]
        A [((4, 8), (8, 2)) : ((128, 1), (16, 8))]
        B [((4, 8), (8,)) : ((64, 1), (8,))]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 4 4 32] SM80_16x8x32_S32S4S4S32_TN SM80_16x8x32_S32S4S4S32_TN_SATURATE
            SM80_16x8x32_S32S4U4S32_TN SM80_16x8x32_S32S4U4S32_TN_SATURATE
            SM80_16x8x32_S32U4S4S32_TN SM80_16x8x32_S32U4S4S32_TN_SATURATE
            SM80_16x8x32_S32U4U4S32_TN SM80_16x8x32_S32U4U4S32_TN_SATURATE;
    }
    16 x 8 x 64, threads [32 : 1]
        A [((4, 8), (8, 2, 2)) : ((128, 1), (16, 8, 512))]
        B [((4, 8), (8, 2)) : ((64, 1), (8, 256))]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 4 4 32] SM80_16x8x64_S32S4S4S32_TN SM80_16x8x64_S32S4S4S32_TN_SATURATE
            SM80_16x8x64_S32S4U4S32_TN SM80_16x8x64_S32S4U4S32_TN_SATURATE
            SM80_16x8x64_S32U4S4S32_TN SM80_16x8x64_S32U4S4S32_TN_SATURATE
            SM80_16x8x64_S32U4U4S32_TN SM80_16x8x64_S32U4U4S32_TN_SATURATE;
    }
    16 x 8 x 256, threads [32 : 1]
        A [((4, 8), (32, 2, 2)) : ((512, 1), (16, 8, 2048))]
        B [((4, 8), (32, 2)) : ((256, 1), (8, 1024))]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 1 1 32] SM80_16x8x256_S32U1U1S32_TN_XORPOPC SM80_16x8x256_S32U1U1S32_TN_ANDPOPC;
    }
    8 x 8 x 128, threads [32 : 1]
        A [((4, 8), 32) : ((256, 1), 8)]
        B [((4, 8), 32) : ((256, 1), 8)]
        C [((4, 8), 2) : ((16, 1), 8)] {
        [32 1 1 32] SM80_8x8x128_S32U1U1S32_TN_XORPOPC SM80_8x8x128_S32U1U1S32_TN_ANDPOPC;
    }
    16 x 8 x 128, threads [32 : 1]
        A [((4, 8), (32, 2)) : ((512, 1), (16, 8))]
        B [((4, 8), 32) : ((256, 1), 8)]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [32 1 1 32] SM80_16x8x128_S32U1U1S32_TN_XORPOPC SM80_16x8x128_S32U1U1S32_TN_ANDPOPC;
    }
    16 x 8 x 16, threads [32 : 1]
        A [((4, 8), (2, 4)) : ((16, 1), (8, 64))]
        B [((4, 8), 4) : ((8, 1), 32)]
        C [((4, 8), (2, 2)) : ((32, 1), (16, 8))] {
        [64 64 64 64] SM90_16x8x16_F64F64F64F64_TN;
        [128 128 128 128] SM90_16x8x16_C64C64C64C64_TN;
    }
    64 x 8 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (8, 16)) : (0, (1, 8))]
        C [((4, 8, 4), (2, 2, 1)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x8x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x8x16_F32F16F16_SS SM90_64x8x16_F32BF16BF16_SS;
    }
    64 x 16 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (16, 16)) : (0, (1, 16))]
        C [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x16x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x16x16_F32F16F16_SS SM90_64x16x16_F32BF16BF16_SS;
    }
    64 x 32 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (32, 16)) : (0, (1, 32))]
        C [((4, 8, 4), (2, 2, 4)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x32x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x32x16_F32F16F16_SS SM90_64x32x16_F32BF16BF16_SS;
    }
    64 x 64 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (64, 16)) : (0, (1, 64))]
        C [((4, 8, 4), (2, 2, 8)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x64x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x64x16_F32F16F16_SS SM90_64x64x16_F32BF16BF16_SS;
    }
    64 x 96 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (96, 16)) : (0, (1, 96))]
        C [((4, 8, 4), (2, 2, 12)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x96x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x96x16_F32F16F16_SS SM90_64x96x16_F32BF16BF16_SS;
    }
    64 x 128 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (128, 16)) : (0, (1, 128))]
        C [((4, 8, 4), (2, 2, 16)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x128x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x128x16_F32F16F16_SS SM90_64x128x16_F32BF16BF16_SS;
    }
    64 x 160 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (160, 16)) : (0, (1, 160))]
        C [((4, 8, 4), (2, 2, 20)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x160x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x160x16_F32F16F16_SS SM90_64x160x16_F32BF16BF16_SS;
    }
    64 x 176 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (176, 16)) : (0, (1, 176))]
        C [((4, 8, 4), (2, 2, 22)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x176x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x176x16_F32F16F16_SS SM90_64x176x16_F32BF16BF16_SS;
    }
    64 x 192 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (192, 16)) : (0, (1, 192))]
        C [((4, 8, 4), (2, 2, 24)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x192x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x192x16_F32F16F16_SS SM90_64x192x16_F32BF16BF16_SS;
    }
    64 x 256 x 16, threads [128 : 1]
        A [(128, (64, 16)) : (0, (1, 64))]
        B [(128, (256, 16)) : (0, (1, 256))]
        C [((4, 8, 4), (2, 2, 32)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x256x16_F16F16F16_SS;
        [32 16 16 32] SM90_64x256x16_F32F16F16_SS SM90_64x256x16_F32BF16BF16_SS;
    }
    64 x 8 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (8, 16)) : (0, (1, 8))]
        C [((4, 8, 4), (2, 2, 1)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x8x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x8x16_F32F16F16_RS SM90_64x8x16_F32BF16BF16_RS;
    }
    64 x 16 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (16, 16)) : (0, (1, 16))]
        C [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x16x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x16x16_F32F16F16_RS SM90_64x16x16_F32BF16BF16_RS;
    }
    64 x 32 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (32, 16)) : (0, (1, 32))]
        C [((4, 8, 4), (2, 2, 4)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x32x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x32x16_F32F16F16_RS SM90_64x32x16_F32BF16BF16_RS;
    }
    64 x 64 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (64, 16)) : (0, (1, 64))]
        C [((4, 8, 4), (2, 2, 8)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x64x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x64x16_F32F16F16_RS SM90_64x64x16_F32BF16BF16_RS;
    }
    64 x 96 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (96, 16)) : (0, (1, 96))]
        C [((4, 8, 4), (2, 2, 12)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x96x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x96x16_F32F16F16_RS SM90_64x96x16_F32BF16BF16_RS;
    }
    64 x 128 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (128, 16)) : (0, (1, 128))]
        C [((4, 8, 4), (2, 2, 16)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x128x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x128x16_F32F16F16_RS SM90_64x128x16_F32BF16BF16_RS;
    }
    64 x 160 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (160, 16)) : (0, (1, 160))]
        C [((4, 8, 4), (2, 2, 20)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x160x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x160x16_F32F16F16_RS SM90_64x160x16_F32BF16BF16_RS;
    }
    64 x 176 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (176, 16)) : (0, (1, 176))]
        C [((4, 8, 4), (2, 2, 22)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x176x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x176x16_F32F16F16_RS SM90_64x176x16_F32BF16BF16_RS;
    }
    64 x 192 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (192, 16)) : (0, (1, 192))]
        C [((4, 8, 4), (2, 2, 24)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x192x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x192x16_F32F16F16_RS SM90_64x192x16_F32BF16BF16_RS;
    }
    64 x 256 x 16, threads [128 : 1]
        A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
        B [(128, (256, 16)) : (0, (1, 256))]
        C [((4, 8, 4), (2, 2, 32)) : ((128, 1, 16), (64, 8, 512))] {
        [16 16 16 16] SM90_64x256x16_F16F16F16_RS;
        [32 16 16 32] SM90_64x256x16_F32F16F16_RS SM90_64x256x16_F32BF16BF16_RS;
    }
    64 x 8 x 8, threads [128 : 1]
        A [(128, (64, 8)) : (0, (1, 64))]
        B [(128, (8, 8)) : (0, (1, 8))]
        C [((4, 8, 4), (2, 2, 1)) : ((128, 1, 16), (64, 8, 512))] {
        [32 32 32 32] SM90_64x8x8_F32TF32TF32_SS_TN;
    }
    64 x 8 x 32, threads [128 : 1]
        A [(128, (64, 32)) : (0, (1, 64))]
        B [(128, (8, 32)) : (0, (1, 8))]
        C [((4, 8, 4), (2, 2, 1)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x8x32_S32S8S8_SS_TN SM90_64x8x32_F32E4M3E4M3_SS_TN;
    }
    64 x 8 x 32, threads [128 : 1]
        A [((4, 8, 4), (4, 2, 2)) : ((256, 1, 16), (64, 8, 1024))]
        B [(128, (8, 32)) : (0, (1, 8))]
        C [((4, 8, 4), (2, 2, 1)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x8x32_F32E4M3E4M3_RS_TN;
    }
    64 x 64 x 8, threads [128 : 1]
        A [(128, (64, 8)) : (0, (1, 64))]
        B [(128, (64, 8)) : (0, (1, 64))]
        C [((4, 8, 4), (2, 2, 8)) : ((128, 1, 16), (64, 8, 512))] {
        [32 32 32 32] SM90_64x64x8_F32TF32TF32_SS_TN;
    }
    64 x 64 x 32, threads [128 : 1]
        A [(128, (64, 32)) : (0, (1, 64))]
        B [(128, (64, 32)) : (0, (1, 64))]
        C [((4, 8, 4), (2, 2, 8)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x64x32_S32S8S8_SS_TN SM90_64x64x32_F32E4M3E4M3_SS_TN;
    }
    64 x 64 x 32, threads [128 : 1]
        A [((4, 8, 4), (4, 2, 2)) : ((256, 1, 16), (64, 8, 1024))]
        B [(128, (64, 32)) : (0, (1, 64))]
        C [((4, 8, 4), (2, 2, 8)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x64x32_F32E4M3E4M3_RS_TN;
    }
    64 x 128 x 8, threads [128 : 1]
        A [(128, (64, 8)) : (0, (1, 64))]
        B [(128, (128, 8)) : (0, (1, 128))]
        C [((4, 8, 4), (2, 2, 16)) : ((128, 1, 16), (64, 8, 512))] {
        [32 32 32 32] SM90_64x128x8_F32TF32TF32_SS_TN;
    }
    64 x 128 x 32, threads [128 : 1]
        A [(128, (64, 32)) : (0, (1, 64))]
        B [(128, (128, 32)) : (0, (1, 128))]
        C [((4, 8, 4), (2, 2, 16)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x128x32_S32S8S8_SS_TN SM90_64x128x32_F32E4M3E4M3_SS_TN;
    }
    64 x 128 x 32, threads [128 : 1]
        A [((4, 8, 4), (4, 2, 2)) : ((256, 1, 16), (64, 8, 1024))]
        B [(128, (128, 32)) : (0, (1, 128))]
        C [((4, 8, 4), (2, 2, 16)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x128x32_F32E4M3E4M3_RS_TN;
    }
    64 x 192 x 32, threads [128 : 1]
        A [(128, (64, 32)) : (0, (1, 64))]
        B [(128, (192, 32)) : (0, (1, 192))]
        C [((4, 8, 4), (2, 2, 24)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x192x32_F32E4M3E4M3_SS_TN;
    }
    64 x 256 x 8, threads [128 : 1]
        A [(128, (64, 8)) : (0, (1, 64))]
        B [(128, (256, 8)) : (0, (1, 256))]
        C [((4, 8, 4), (2, 2, 32)) : ((128, 1, 16), (64, 8, 512))] {
        [32 32 32 32] SM90_64x256x8_F32TF32TF32_SS_TN;
    }
    64 x 256 x 32, threads [128 : 1]
        A [(128, (64, 32)) : (0, (1, 64))]
        B [(128, (256, 32)) : (0, (1, 256))]
        C [((4, 8, 4), (2, 2, 32)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x256x32_S32S8S8_SS_TN SM90_64x256x32_F32E4M3E4M3_SS_TN;
    }
    64 x 256 x 32, threads [128 : 1]
        A [((4, 8, 4), (4, 2, 2)) : ((256, 1, 16), (64, 8, 1024))]
        B [(128, (256, 32)) : (0, (1, 256))]
        C [((4, 8, 4), (2, 2, 32)) : ((128, 1, 16), (64, 8, 512))] {
        [32 8 8 32] SM90_64x256x32_F32E4M3E4M3_RS_TN;
    }
}
