//! The functions that make tiled copies: from layouts of threads and values, for an operand of an
//! MMA, and to match another copy.

use super::copy_ends::{CopyAtomLayouts, Destination, End, Source};
use super::copy_tile::static_tile;
use super::operand::{OperandA, OperandB, OperandC};
use super::operand_partition::OperandPartition;
use super::tiled_copy::{CopyLayoutTv, CopyTiling, TiledCopy};
use super::tiled_mma::{LayoutTv, MmaTiling, OperandTile};
use super::{Unless, unless};
use crate::atom::atom_reasons::NotNumbered;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::{Layout, Products, check};
use crate::run_time::demand;
use crate::tuple::measure::{ProductEach, product_each};

/// The layout that numbers threads and values along the modes, the threads outside and the values
/// inside.
type Raked<H, V> = <H as Products>::RakedProduct<V>;
/// The inverse of [`Raked`]: (thread, value) to the element of the tile.
type InverseTv<H, V> = <<Raked<H, V> as Algebra>::RightInverse as Algebra>::WithShape<(
    <H as Layout>::Size,
    <V as Layout>::Size,
)>;
/// The product of the extents of both.
type TileOf<H, V> = ProductEach<<Raked<H, V> as Layout>::Shape>;
/// True if all threads and values are numbered, as far as known.
type Numbered<H, V> = <<<Raked<H, V> as Algebra>::RightInverse as Layout>::Size as Integer>::Ask<
    IsGe,
    Mul<<H as Layout>::Size, <V as Layout>::Size>,
>;
/// The type of [`make_tiled_copy`].
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
/// type Copy = MakeTiledCopy<Atom, layout!((8, 4) : (4, 1)), layout!((2, 4))>;
/// assert_type_eq_all!(<Copy as CopyTiling>::Tile, shape!((16, 16)));
/// ```
pub type MakeTiledCopy<A, H, V> =
    TiledCopy<A, Unless<Numbered<H, V>, InverseTv<H, V>, NotNumbered<H, V>>, TileOf<H, V>>;
/// Returns the copy by `threads`, a layout from (m, n) to the number of a thread, with the values
/// of each thread laid out by `values`, from (m, n) to the number of a value. CuTe:
/// `make_tiled_copy`.
///
/// The extents of the tile are the products of the extents of both: the values of a thread lie
/// together.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
/// let copy = make_tiled_copy(Atom::default(), layout!((8, 4) : (4, 1)), layout!((2, 4)));
/// let tile = copy.layout_tv::<Source>();                        // 16 x 16 elements
/// assert_eq!(tile.crd2idx((5u32, 3u32)), (2 + 1) + 16 * (4 + 1)); // thread (1,1), value (1,1)
/// ```
///
/// Threads and values must be numbered without a gap:
/// `make_tiled_copy: the threads (_8,_4):(_8,_1) and values .. do not number 0, 1, 2, .. without a gap`.
/// The tile is static, though their strides need not be:
/// `the tile of a copy is static, but (?,_4) has run-time integers`.
#[doc(alias = "make_layout_tv")]
#[inline(always)]
#[track_caller]
pub fn make_tiled_copy<A: CopyAtomLayouts, H: Layout, V: Layout>(
    _: A,
    threads: H,
    values: V,
) -> MakeTiledCopy<A, H, V> {
    const {
        static_tile::<TileOf<H, V>>();
        check::<Unless<Numbered<H, V>, InverseTv<H, V>, NotNumbered<H, V>>>()
    }
    demand!(A, |faults| {
        let raked = threads.raked_product_noting(values, faults);
        let counts = (threads.size_modulo(), values.size_modulo());
        let tv = raked.right_inverse_noting(faults).with_shape_noting(counts, faults);
        TiledCopy::of_tv(unless::<Numbered<H, V>, _, _>(tv), product_each(raked.shape()))
    })
}

/// The type of [`make_tiled_copy_a`] for operand O.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// type Copy = TiledCopyOf<CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>, Mma, OperandA>;
/// assert_type_eq_all!(<Copy as CopyTiling>::Tile, shape!((32, 16)));
/// ```
pub type TiledCopyOf<A, M, O> = TiledCopy<A, LayoutTv<M, O>, OperandTile<M, O>>;
macro_rules! of_operands {
    ($($(#[$m:meta])* $f:ident $O:ident;)*) => { $(
        $(#[$m])*
        #[inline(always)]
        #[track_caller]
        pub fn $f<A: CopyAtomLayouts, M: MmaTiling>(_: A, mma: M) -> TiledCopyOf<A, M, $O> {
            const {
                static_tile::<OperandTile<M, $O>>();
                check::<LayoutTv<M, $O>>()
            }
            let of = mma.of::<$O>();
            TiledCopy::of_tv(demand!(A, |faults| of.layout_tv(faults)), of.tile())
        }
    )* };
}
of_operands! {
    /// Returns the copy of the elements of A, each to the thread that multiplies it. CuTe:
    /// `make_tiled_copy_A`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_a(Atom::default(), mma);
    /// let shared = layout!((64, 32) : (32, 1));
    /// let (rows, offset) = load.get_slice(37u32).partition_s(shared);
    /// assert_eq!(rows, layout!(((8, 1), 2, 2) : ((1, 0), 1024, 16)));
    /// assert_eq!(offset, 21 * 32);                 // the second warp, its sixth row
    /// ```
    #[doc(alias = "make_tiled_copy_A")]
    make_tiled_copy_a OperandA;
    /// Returns the copy of the elements of B, each to the thread that multiplies it. CuTe:
    /// `make_tiled_copy_B`. See [`make_tiled_copy_a`].
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Atom = CopyAtom<copy::SM75_U32x2_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_b(Atom::default(), mma);
    /// let (rows, offset) = load.get_slice(69u32).partition_s(layout!((64, 32) : (32, 1)));
    /// assert_eq!(offset, 13 * 32);                 // the third warp, its sixth row
    /// ```
    #[doc(alias = "make_tiled_copy_B")]
    make_tiled_copy_b OperandB;
    /// Returns the copy of the elements of C, each from or to the thread that has it. CuTe:
    /// `make_tiled_copy_C`. See [`make_tiled_copy_a`].
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Atom = CopyAtom<copy::UniversalCopy<int!(64)>, int!(32)>;
    /// let store = make_tiled_copy_c(Atom::default(), mma);
    /// let (pairs, offset) = store.get_slice(37u32).partition_d(layout!((32, 16) : (16, 1)));
    /// assert_eq!(pairs, layout!(((2, 2), 1, 1) : ((1, 128), 0, 0)));
    /// assert_eq!(offset, 17 * 16 + 2);
    /// ```
    #[doc(alias = "make_tiled_copy_C")]
    make_tiled_copy_c OperandC;
}

/// The type of [`make_tiled_copy_s`], for the end [`Source`], and of [`make_tiled_copy_d`], for
/// [`Destination`].
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// type Load = TiledCopyOf<CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>, Mma, OperandA>;
/// type Store = TiledCopyLike<CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>, Load, Destination>;
/// assert_type_eq_all!(<Store as CopyTiling>::Tile, shape!((32, 16)));
/// ```
pub type TiledCopyLike<A, C, E> = TiledCopy<A, CopyLayoutTv<C, E>, <C as CopyTiling>::Tile>;
macro_rules! of_ends {
    ($($(#[$m:meta])* $f:ident $E:ident;)*) => { $(
        $(#[$m])*
        #[inline(always)]
        pub fn $f<A: CopyAtomLayouts, C: CopyTiling>(_: A, copy: C) -> TiledCopyLike<A, C, $E> {
            const { check::<CopyLayoutTv<C, $E>>() }
            TiledCopy::of_tv(of_end::<$E, C>(copy), copy.tile())
        }
    )* };
}
#[inline(always)]
fn of_end<E: End, C: CopyTiling>(copy: C) -> CopyLayoutTv<C, E> {
    copy.layout_tv::<E>()
}
of_ends! {
    /// Returns a copy by another atom in which each thread gets the elements that it reads by
    /// `copy`. CuTe: `make_tiled_copy_S`.
    ///
    /// `pairs` stores a thread's elements of C, two elements of 16 bits at a time; `single` gives
    /// the thread the same elements, one at a time:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Pairs = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
    /// type Single = CopyAtom<copy::UniversalCopy<int!(16)>, int!(16)>;
    /// let pairs = make_tiled_copy_c(Pairs::default(), mma);
    /// let single = make_tiled_copy_s(Single::default(), pairs);
    /// let memory = layout!((32, 16) : (16, 1));
    /// let (by_pairs, start) = pairs.get_slice(37u32).partition_s(memory);
    /// let (by_one, at) = single.get_slice(37u32).partition_s(memory);
    /// assert_eq!(by_pairs, layout!(((2, 2), 1, 1) : ((1, 128), 0, 0)));
    /// assert_eq!(by_one, layout!(((1, (2, 2)), 1, 1) : ((0, (1, 128)), 0, 0)));
    /// assert_eq!(at, start);
    /// ```
    #[doc(alias = "make_tiled_copy_S")]
    make_tiled_copy_s Source;
    /// Returns a copy by another atom in which each thread gets the elements that it writes by
    /// `copy`. CuTe: `make_tiled_copy_D`.
    ///
    /// `ldmatrix` (`load`) writes the elements of a matrix to the threads that multiply them;
    /// `store` gives each thread the same elements, to be stored in pairs:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Load = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// type Store = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
    /// let load = make_tiled_copy_a(Load::default(), mma);
    /// let store = make_tiled_copy_d(Store::default(), load);
    /// let memory = layout!((32, 16) : (16, 1));
    /// let (loaded, start) = load.get_slice(37u32).partition_d(memory);
    /// let (stored, at) = store.get_slice(37u32).partition_s(memory);
    /// assert_eq!(at, start);
    /// assert!((0..8u32).all(|i| loaded.crd2idx(i) == stored.crd2idx(i)));
    /// ```
    #[doc(alias = "make_tiled_copy_D")]
    make_tiled_copy_d Destination;
}
