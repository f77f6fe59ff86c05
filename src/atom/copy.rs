//! The copies of SM75 to SM100: which thread reads and which thread writes which bits, in one
//! table.
//!
//! An atom copies a block of bits. The (thread, bit) layout `Src` says which bits a thread reads,
//! and `Dst` which bits it writes. The numbering of the block is arbitrary: only their difference
//! matters. `Ref` is one of the two, or a third layout, that the (thread, value) layout of a
//! [`TiledCopy`](super::TiledCopy) uses: for `ldmatrix`, the elements that a thread holds after the
//! load, not the row with the address that it gave.
//!
//! ```text
//! SM75_U32x4_LDSM_N, in elements of 16 bits: four blocks of 8 x 8
//!   Src  (32,8):(8,1)             thread t gives the address of row t: elements 8t to 8t + 7
//!   Dst  (32,(2,4)):(2,(1,64))    thread t gets elements 2t, 2t + 1 of each of the four blocks
//! ```
//!
//! ```
//! use zellige::{prelude::*, atom::*};
//! type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
//! type Dst = <Atom as CopyAtomLayouts>::LayoutDst;
//! assert_eq!(Dst::default().crd2idx((5u32, (1u32, 2u32))), 2 * 5 + 1 + 2 * 64);
//! ```
//!
//! Names are CuTe's; a width in bits represents an element type.

use core::marker::PhantomData;

use super::CopyOperation;
use crate::construct::ColMajor;
use crate::integer::Integer;
use crate::layout;
use crate::number::N1;

macro_rules! copy_atoms {
    ($($Name:ident: threads [$($thr:tt)*] Src [$($src:tt)*] Dst [$($dst:tt)*] Ref [$($ref:tt)*];)*) => {
        $(
            #[doc = "| | (thread, bit) |\n|---|---|"]
            #[doc = concat!("| Src | `", stringify!($($src)*), "` |")]
            #[doc = concat!("| Dst | `", stringify!($($dst)*), "` |")]
            #[doc = concat!("| Ref | `", stringify!($($ref)*), "` |")]
            #[allow(non_camel_case_types)]
            #[derive(Copy, Clone, Debug, Default)]
            pub struct $Name;
            #[diagnostic::do_not_recommend]
            impl CopyOperation for $Name {
                const NAME: &'static str = stringify!($Name);
                type ThrId = layout!($($thr)*);
                type LayoutSrc = layout!($($src)*);
                type LayoutDst = layout!($($dst)*);
                type LayoutRef = layout!($($ref)*);
            }
        )*
        /// The names of all atoms of a fixed number of bits; [`VECTORS`] lists the others.
        pub const NAMES: &[&str] = &[$(stringify!($Name)),*];
    };
}
macro_rules! vector_copies {
    ($($(#[$m:meta])* $Name:ident;)*) => {
        $(
            $(#[$m])*
            #[allow(non_camel_case_types)]
            #[derive(Copy, Clone, Debug, Default)]
            pub struct $Name<N>(PhantomData<N>);
            #[diagnostic::do_not_recommend]
            impl<N: Integer> CopyOperation for $Name<N> {
                const NAME: &'static str = stringify!($Name);
                type ThrId = layout!(1 : 0);
                type LayoutSrc = ColMajor<(N1, N)>;
                type LayoutDst = ColMajor<(N1, N)>;
                type LayoutRef = ColMajor<(N1, N)>;
            }
        )*
        /// The names of the copies that one thread executes alone.
        pub const VECTORS: &[&str] = &[$(stringify!($Name)),*];
    };
}

vector_copies! {
    /// One thread copies N bits, by any instruction: `(1,N):(0,1)`. CuTe: `UniversalCopy<T>`, for a
    /// T of N bits.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Vector = copy::UniversalCopy<int!(128)>;
    /// assert_type_eq_all!(<Vector as CopyOperation>::LayoutSrc, layout!((1, 128) : (0, 1)));
    /// ```
    #[doc(alias = "CopyUniversalOp")]
    UniversalCopy;
    /// One thread copies N bits (32, 64 or 128) from global to shared memory without waiting for
    /// them, through all caches.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// assert_layout!(<Atom as CopyAtomLayouts>::LayoutSrc == (1, 8) : (0, 1));
    /// ```
    #[doc(alias = "CopyG2SOp")]
    SM80_CP_ASYNC_CACHEALWAYS;
    /// One thread copies N bits (128) from global to shared memory without waiting for them,
    /// bypassing the L1 cache.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
    /// assert_layout!(<Atom as CopyAtomLayouts>::LayoutSrc == (1, 4) : (0, 1));
    /// ```
    #[doc(alias = "CopyG2SOp")]
    SM80_CP_ASYNC_CACHEGLOBAL;
}

copy_atoms! {
    SM75_U32x1_LDSM_N: threads [32 : 1]
        Src [((8, 4), 128) : ((128, 0), 1)]
        Dst [(32, 32) : (32, 1)]
        Ref [(32, 32) : (32, 1)];
    SM75_U32x2_LDSM_N: threads [32 : 1]
        Src [((16, 2), 128) : ((128, 0), 1)]
        Dst [(32, (32, 2)) : (32, (1, 1024))]
        Ref [(32, (32, 2)) : (32, (1, 1024))];
    SM75_U32x4_LDSM_N: threads [32 : 1]
        Src [(32, 128) : (128, 1)]
        Dst [(32, (32, 4)) : (32, (1, 1024))]
        Ref [(32, (32, 4)) : (32, (1, 1024))];
    SM75_U16x2_LDSM_T: threads [32 : 1]
        Src [((8, 4), 128) : ((128, 0), 1)]
        Dst [((4, 8), (16, 2)) : ((256, 16), (1, 128))]
        Ref [((4, 8), (16, 2)) : ((256, 16), (1, 128))];
    SM75_U16x4_LDSM_T: threads [32 : 1]
        Src [((16, 2), 128) : ((128, 0), 1)]
        Dst [((4, 8), (16, 2, 2)) : ((256, 16), (1, 128, 1024))]
        Ref [((4, 8), (16, 2, 2)) : ((256, 16), (1, 128, 1024))];
    SM75_U16x8_LDSM_T: threads [32 : 1]
        Src [(32, 128) : (128, 1)]
        Dst [((4, 8), (16, 2, 4)) : ((256, 16), (1, 128, 1024))]
        Ref [((4, 8), (16, 2, 4)) : ((256, 16), (1, 128, 1024))];
    SM75_U32x1_MOVM_T: threads [32 : 1]
        Src [(32, 32) : (32, 1)]
        Dst [(32, 32) : (32, 1)]
        Ref [(32, 32) : (32, 1)];
    SM90_U32x1_STSM_N: threads [32 : 1]
        Src [(32, 32) : (32, 1)]
        Dst [((8, 4), 128) : ((128, 0), 1)]
        Ref [(32, 32) : (32, 1)];
    SM90_U32x2_STSM_N: threads [32 : 1]
        Src [(32, (32, 2)) : (32, (1, 1024))]
        Dst [((16, 2), 128) : ((128, 0), 1)]
        Ref [(32, (32, 2)) : (32, (1, 1024))];
    SM90_U32x4_STSM_N: threads [32 : 1]
        Src [(32, (32, 4)) : (32, (1, 1024))]
        Dst [(32, 128) : (128, 1)]
        Ref [(32, (32, 4)) : (32, (1, 1024))];
    SM90_U16x2_STSM_T: threads [32 : 1]
        Src [((4, 8), (16, 2)) : ((256, 16), (1, 128))]
        Dst [((8, 4), 128) : ((128, 0), 1)]
        Ref [((4, 8), (16, 2)) : ((256, 16), (1, 128))];
    SM90_U16x4_STSM_T: threads [32 : 1]
        Src [((4, 8), (16, 2, 2)) : ((256, 16), (1, 128, 1024))]
        Dst [((16, 2), 128) : ((128, 0), 1)]
        Ref [((4, 8), (16, 2, 2)) : ((256, 16), (1, 128, 1024))];
    SM90_U16x8_STSM_T: threads [32 : 1]
        Src [((4, 8), (16, 2, 4)) : ((256, 16), (1, 128, 1024))]
        Dst [(32, 128) : (128, 1)]
        Ref [((4, 8), (16, 2, 4)) : ((256, 16), (1, 128, 1024))];
    SM100_U8x8_LDSM_T: threads [32 : 1]
        Src [((2, 2, 4, 2), 128) : ((128, 1024, 256, 0), 1)]
        Dst [((4, 8), (8, 2, 2, 2)) : ((256, 8), (1, 128, 64, 1024))]
        Ref [((4, 8), (8, 2, 2, 2)) : ((256, 8), (1, 128, 64, 1024))];
    SM100_U8x16_LDSM_T: threads [32 : 1]
        Src [((2, 2, 4, 2), 128) : ((128, 1024, 256, 2048), 1)]
        Dst [((4, 8), (8, 2, 2, 4)) : ((256, 8), (1, 128, 64, 1024))]
        Ref [((4, 8), (8, 2, 2, 4)) : ((256, 8), (1, 128, 64, 1024))];
    SM100_SU4_DU8x16_x1_LDSM_N: threads [32 : 1]
        Src [((8, 4), 128) : ((128, 0), 1)]
        Dst [(32, 32) : (32, 1)]
        Ref [(32, 32) : (32, 1)];
    SM100_SU6_DU8x16_x1_LDSM_N: threads [32 : 1]
        Src [((8, 4), 128) : ((128, 0), 1)]
        Dst [(32, 32) : (32, 1)]
        Ref [(32, 32) : (32, 1)];
    SM100_SU4_DU8x16_x2_LDSM_N: threads [32 : 1]
        Src [((16, 2), 128) : ((128, 0), 1)]
        Dst [(32, (32, 2)) : (32, (1, 1024))]
        Ref [(32, (32, 2)) : (32, (1, 1024))];
    SM100_SU6_DU8x16_x2_LDSM_N: threads [32 : 1]
        Src [((16, 2), 128) : ((128, 0), 1)]
        Dst [(32, (32, 2)) : (32, (1, 1024))]
        Ref [(32, (32, 2)) : (32, (1, 1024))];
    SM100_SU4_DU8x16_x4_LDSM_N: threads [32 : 1]
        Src [(32, 128) : (128, 1)]
        Dst [(32, (32, 4)) : (32, (1, 1024))]
        Ref [(32, (32, 4)) : (32, (1, 1024))];
    SM100_SU6_DU8x16_x4_LDSM_N: threads [32 : 1]
        Src [(32, 128) : (128, 1)]
        Dst [(32, (32, 4)) : (32, (1, 1024))]
        Ref [(32, (32, 4)) : (32, (1, 1024))];
    SM100_U8x4_STSM_T: threads [32 : 1]
        Src [((4, 8), (8, 2, 2)) : ((256, 8), (1, 128, 64))]
        Dst [((8, 4), 128) : ((128, 0), 1)]
        Ref [((4, 8), (8, 2, 2)) : ((256, 8), (1, 128, 64))];
    SM100_U8x8_STSM_T: threads [32 : 1]
        Src [((4, 8), (8, 2, 2, 2)) : ((256, 8), (1, 128, 64, 1024))]
        Dst [((16, 2), 128) : ((128, 0), 1)]
        Ref [((4, 8), (8, 2, 2, 2)) : ((256, 8), (1, 128, 64, 1024))];
    SM100_U8x16_STSM_T: threads [32 : 1]
        Src [((4, 8), (8, 2, 2, 4)) : ((256, 8), (1, 128, 64, 1024))]
        Dst [(32, 128) : (128, 1)]
        Ref [((4, 8), (8, 2, 2, 4)) : ((256, 8), (1, 128, 64, 1024))];
    SM100_LOAD_256bit_CACHE_NOALLOCATION: threads [1 : 0]
        Src [(1, 256) : (0, 1)]
        Dst [(1, 256) : (0, 1)]
        Ref [(1, 256) : (0, 1)];
    SM100_STORE_256bit_CACHE_NOALLOCATION: threads [1 : 0]
        Src [(1, 256) : (0, 1)]
        Dst [(1, 256) : (0, 1)]
        Ref [(1, 256) : (0, 1)];
}
