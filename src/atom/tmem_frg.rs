//! The kinds of fragments in tensor memory: on which lanes and columns an instruction has its rows
//! and columns.
//!
//! Each is a layout to lane + 128 * column, in CuTe's terms the *virtual* addresses:
//!
//! ```text
//!   M = 128                 (128,N)        : (1,128)             row i on lane i
//!   M = 64, one CTA         ((16,4),N)     : ((1,32),128)        16 lanes of each quarter
//!   M = 64, two CTAs or WS  (64,(N/2,2))   : (1,(128,64))        half the columns on lanes 64 on
//!   M = 32, two CTAs or WS  (32,(N/4,4))   : (1,(128,32))        a quarter of them on each quarter
//! ```

use core::marker::PhantomData;

use crate::construct::ColMajor;
use crate::integer::{Div, Eq, Int, Integer, Mul};
use crate::layout::{Layout, Modes, Simplify, Steps, Strided};
use crate::number::{B0, B1, Bool, N1, N2};
use crate::tuple::measure::Product;
use crate::tuple::{Either, IntTuple};
use typenum::{U4, U8, U16, U32};

/// A kind of fragment: what an element is, and where an instruction has its rows and columns.
///
/// ```
/// use zellige::{atom::tmem::*, prelude::*};
/// type Kind = TmemFrg1sm<Int<16>, Int<32>>;
/// type Instruction = <Kind as TmemFrg>::Instruction<Int<64>, Int<8>>;
/// assert_layout!(Instruction == ((16, 4), 8) : ((1, 32), 128));
/// assert_type_eq_all!(<Kind as TmemFrg>::PerWord, int!(2));
/// ```
pub trait TmemFrg: 'static {
    /// The name in CuTe.
    const NAME: &'static str;
    /// The numbers of rows that an instruction may have.
    const ROWS: &'static str;
    /// The smallest of them that divides 128.
    type MinRows: Integer;
    /// True if an instruction may have multiples of 128 rows.
    type InBlocks: Bool;
    /// The number of elements to a word of 32 bits.
    type PerWord: Integer;
    /// The distance of neighbouring columns in elements: more than 1 if each element has the space
    /// of a wider one.
    type ColumnStep: Integer;
    /// The layout of M rows and columns of the shape N to lane + 128 * column.
    type Instruction<M: Integer, N: IntTuple>: Layout;
    /// The distance of two tiles, in the space that one takes.
    type TileStep<M: Integer>: Integer;
}

/// A row on each lane, and N columns.
type Rows<M, N> = Strided<(M, N), (N1, Int<128>)>;
/// 16 rows on each quarter if there are 64, and N columns.
type HalfRows<M, N> =
    <<Strided<(Div<M, N4>, N4), (N1, Int<32>)> as Simplify>::Coalesce as Steps>::Pair<
        Strided<N, Int<128>>,
    >;
/// A row on each lane, and beside them as many groups of N columns as there is space for.
type Groups<M, N> = <Strided<M, N1> as Steps>::Pair<
    <Strided<(N, Div<Int<128>, M>), (Int<128>, M)> as Simplify>::Coalesce,
>;
/// N columns in as many groups as there is space for.
type Divided<M, N> = Groups<M, Div<N, Div<Int<128>, M>>>;

type N0 = Int<0>;
type N4 = Int<4>;
macro_rules! kinds {
    ($(
        [$($p:ident: $b:path),*] $Kind:ty: $name:literal, $rows:literal, $Min:ty, $Blocks:ty,
            $Word:ty, $Step:ty, |$M:ident, $N:ident| $I:ty, $Tile:ty;
    )*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($p: $b),*> TmemFrg for $Kind {
            const NAME: &'static str = $name;
            const ROWS: &'static str = $rows;
            type MinRows = $Min;
            type InBlocks = $Blocks;
            type PerWord = $Word;
            type ColumnStep = $Step;
            type Instruction<$M: Integer, $N: IntTuple> = $I;
            type TileStep<$M: Integer> = $Tile;
        }
    )* };
}
kinds! {
    [V: Integer, W: Integer] TmemFrg1sm<V, W, Interleaved>: "tmem_frg_1sm", "64 or 128",
        Int<64>, B0, Div<Int<32>, V>, Div<W, V>, |M, N| HalfRows<M, Product<N>>, N1;
    [V: Integer, W: Integer] TmemFrg1sm<V, W, NonInterleaved>: "tmem_frg_1sm", "64 or 128",
        Int<64>, B0, Div<Int<32>, V>, Div<W, V>, |M, N| HalfRows<M, Product<N>>, Div<Int<128>, M>;
    [V: Integer, W: Integer] TmemFrg2sm<V, W, Interleaved>: "tmem_frg_2sm", "32, 64 or 128",
        Int<32>, B0, Div<Int<32>, V>, Div<W, V>, |M, N| Divided<M, Product<N>>, N1;
    [V: Integer, W: Integer] TmemFrg2sm<V, W, Duplicated>: "tmem_frg_2sm", "64 or 128",
        Int<64>, B0, Div<Int<32>, V>, Div<W, V>, |M, N| Rows<Int<128>, Product<N>>, N1;
    [V: Integer, W: Integer] TmemFrgWs1sm<V, W>: "tmem_frg_ws_1sm", "32, 64 or 128",
        Int<32>, B0, Div<Int<32>, V>, Div<W, V>, |M, N| Divided<M, Product<N>>, N1;
    [V: MetadataWidth] TmemEFrg<V>: "tmem_e_frg", "128",
        Int<128>, B0, V::PerWord, N1, |M, N| V::Instruction<M, Product<N>>, N1;
    [V: WsMetadataWidth] TmemEFrgWs<V>: "tmem_e_frg_ws", "32, 64 or 128",
        Int<32>, B0, V::PerWord, N1, |M, N| V::Instruction<M, Product<N>>, N1;
    [] TmemSfFrg<ScaleFactorDuplicated4by1>: "tmem_sf_frg", "a multiple of 128",
        Int<128>, B1, N4, N1, |M, N| Factors<FourTimes<M>, N>, N1;
    [] TmemSfFrg<ScaleFactorDuplicated2by2>: "tmem_sf_frg", "a multiple of 128",
        Int<128>, B1, N4, N1, |M, N| Factors<TwiceTwo<M>, N>, N1;
}
/// M rows, on every quarter.
type FourTimes<M> = Strided<((Int<32>, Div<M, Int<32>>), N4), ((N1, Int<512>), Int<32>)>;
/// M rows in two halves, each on two quarters.
type TwiceTwo<M> =
    Strided<((Int<32>, Div<M, Int<64>>), N2, N2), ((N1, Int<512>), Int<64>, Int<32>)>;
/// The rows of the layout R, and the columns N: elements that share a factor, and factors.
type Factors<R, N> = <R as Steps>::Pair<
    Strided<
        (
            <<ColMajor<N> as Steps>::Head as Layout>::Size,
            <<<ColMajor<N> as Steps>::Tail as Steps>::Head as Layout>::Size,
        ),
        (N0, Int<128>),
    >,
>;

/// The width of the elements of a sparse A, which determines how its metadata is laid out: 4, 8, 16
/// or 32 bits.
///
/// ```
/// use zellige::{atom::tmem::*, prelude::*};
/// // 8 logical elements of 16 bits to a byte of metadata.
/// assert_type_eq_all!(<Int<16> as MetadataWidth>::PerWord, int!(32));
/// ```
#[diagnostic::on_unimplemented(
    message = "a sparse A of elements of `{Self}` bits has no metadata",
    label = "must be 4, 8, 16 or 32"
)]
pub trait MetadataWidth: Integer {
    /// The number of logical elements of A to a word of metadata.
    type PerWord: Integer;
    /// The layout of M rows and N logical elements along K to lane + 128 * column.
    type Instruction<M: Integer, N: Integer>: Layout;
}
/// A width for which there is metadata if B stays in place: 8, 16 or 32 bits.
///
/// ```
/// use zellige::{atom::tmem::*, prelude::*};
/// type E = TmemFragment<shape!(((64, 64), 1, 2)), TmemEFrgWs<Int<8>>>;
/// assert_eq!(E::columns(), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of `{Self}` bits have no metadata if B stays in place",
    label = "must be 8, 16 or 32"
)]
pub trait WsMetadataWidth: MetadataWidth {}
macro_rules! metadata {
    ($($Bits:ident: $per_word:literal, $I:ident;)*) => { $(
        impl MetadataWidth for $Bits {
            type PerWord = Int<$per_word>;
            type Instruction<M: Integer, N: Integer> = $I<M, N>;
        }
    )* };
}
metadata! {
    U32: 16, Spread;
    U16: 32, Spread;
    U8: 32, Groups;
    U4: 64, Groups;
}
impl WsMetadataWidth for U32 {}
impl WsMetadataWidth for U16 {}
impl WsMetadataWidth for U8 {}

/// Metadata of wide elements: 8 rows on each half of 16 lanes, the other 8 in the upper half of a
/// word, and half the columns on the other lanes.
type SpreadRows<M, N> =
    <Strided<(Int<8>, N2, Div<M, Int<16>>), (N1, Mul<Int<64>, N>, Int<16>)> as Steps>::Pair<
        Strided<(Div<N, N2>, N2), (Int<128>, Int<8>)>,
    >;
/// The same with as many groups of columns as there is space for.
type SpreadGroups<M, N> = <SpreadRows<M, N> as Modes>::Append<Strided<Div<Int<128>, M>, M>>;
type Spread<M, N> = Strided<
    Either<
        Eq<M, Int<128>>,
        <SpreadRows<M, N> as Layout>::Shape,
        <SpreadGroups<M, N> as Layout>::Shape,
    >,
    Either<
        Eq<M, Int<128>>,
        <SpreadRows<M, N> as Layout>::Stride,
        <SpreadGroups<M, N> as Layout>::Stride,
    >,
>;

macro_rules! markers {
    ($($(#[$m:meta])* $Name:ident $(<$($p:ident $(= $d:ty)?),*>)?;)*) => { $(
        $(#[$m])*
        #[derive(Copy, Clone, Debug)]
        pub struct $Name $(<$($p $(= $d)?),*>(PhantomData<($($p,)*)>))?;
    )* };
}
markers! {
    /// Tiles of 64 rows take turns on the two halves of each quarter's lanes. CuTe:
    /// `UMMA::TmemAllocMode::Interleaved`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type D = TmemFragment<shape!(((64, 64), 2, 1)), TmemFrg1sm<Int<32>, Int<32>, Interleaved>>;
    /// assert_eq!(D::address(D::layout().crd2idx((0u32, 1u32, 0u32)).u32()), Address::new(16, 0));
    /// ```
    #[doc(alias = "TmemAllocMode")]
    Interleaved;
    /// Tiles of 64 rows have the same lanes, which an A in tensor memory needs. CuTe:
    /// `UMMA::TmemAllocMode::NonInterleaved`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type Kind = TmemFrg1sm<Int<32>, Int<32>, NonInterleaved>;
    /// type D = TmemFragment<shape!(((64, 64), 2, 1)), Kind>;
    /// assert_eq!(D::address(D::layout().crd2idx((0u32, 1u32, 0u32)).u32()), Address::new(0, 64));
    /// ```
    #[doc(alias = "TmemAllocMode")]
    NonInterleaved;
    /// 64 rows of A lie on all 128 lanes, twice; the layout says where, not what is written twice.
    /// CuTe: `UMMA::TmemAllocMode::Duplicated`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type A = TmemFragment<shape!(((64, 16), 1, 4)), TmemFrg2sm<Int<16>, Int<16>, Duplicated>>;
    /// let layout = layout!(((128, 16), 1, 4) : ((131072, 1), 0, 16));
    /// assert_eq!(A::layout(), layout);
    /// ```
    #[doc(alias = "TmemAllocMode")]
    Duplicated;
    /// Every quarter has all scale factors. CuTe: `UMMA::TmemAllocMode::ScaleFactorDuplicated4by1`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type F = TmemFragment<shape!(((256, (16, 4)), 1, 1)), TmemSfFrg<ScaleFactorDuplicated4by1>>;
    /// assert_eq!(F::columns(), 8);
    /// ```
    #[doc(alias = "TmemAllocMode")]
    ScaleFactorDuplicated4by1;
    /// Two quarters have the scale factors of one half of B, and two those of the other, for two
    /// CTAs with 128 rows together. CuTe: `UMMA::TmemAllocMode::ScaleFactorDuplicated2by2`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type F = TmemFragment<shape!(((256, (16, 4)), 1, 1)), TmemSfFrg<ScaleFactorDuplicated2by2>>;
    /// assert_eq!(F::columns(), 4);
    /// ```
    #[doc(alias = "TmemAllocMode")]
    ScaleFactorDuplicated2by2;
    /// Accumulators of one CTA, or its A: elements of V bits, each in the space of W bits, by the
    /// allocation mode X, [`Interleaved`] or [`NonInterleaved`]. CuTe: `UMMA::tmem_frg_1sm`.
    ///
    /// Accumulators of 16 bits have W = 32, one to a word. The elements of A are packed: W = V.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type Shape = shape!(((128, 32), 1, 2));
    /// assert_eq!(TmemFragment::<Shape, TmemFrg1sm<Int<16>>>::columns(), 64);
    /// assert_eq!(TmemFragment::<Shape, TmemFrg1sm<Int<16>, Int<16>>>::columns(), 32);
    /// ```
    #[doc(alias = "tmem_frg_1sm")]
    TmemFrg1sm<V, W = Int<32>, X = Interleaved>;
    /// The share of one of two CTAs in an accumulator or in A: elements of V bits, each in the
    /// space of W bits, by the allocation mode X, [`Interleaved`] or [`Duplicated`]. CuTe:
    /// `UMMA::tmem_frg_2sm`.
    ///
    /// With 64 rows a CTA, the second half of the columns is on lanes 64 to 127.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type D = TmemFragment<shape!(((64, 128), 1, 1)), TmemFrg2sm<Int<32>>>;
    /// let layout = layout!(((64, (64, 2)), 1, 1) : ((65536, (1, 4194304)), 0, 0));
    /// assert_eq!(D::layout(), layout);
    /// ```
    #[doc(alias = "tmem_frg_2sm")]
    TmemFrg2sm<V, W = Int<32>, X = Interleaved>;
    /// Accumulators of an instruction that keeps B in place (`.ws`): elements of V bits, each in
    /// the space of W bits. CuTe: `UMMA::tmem_frg_ws_1sm`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type D = TmemFragment<shape!(((32, 64), 1, 1)), TmemFrgWs1sm<Int<32>>>;
    /// let layout = layout!(((32, (16, 4)), 1, 1) : ((65536, (1, 2097152)), 0, 0));
    /// assert_eq!(D::layout(), layout);
    /// ```
    #[doc(alias("tmem_frg_ws_1sm", "tmem_frg_ws"))]
    TmemFrgWs1sm<V, W = Int<32>>;
    /// The metadata of a sparse A with elements of V bits, 4, 8, 16 or 32. The columns are logical
    /// elements of A. CuTe: `UMMA::tmem_e_frg`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type E = TmemFragment<shape!(((128, 64), 1, 2)), TmemEFrg<Int<8>>>;
    /// assert_eq!((E::PER_WORD, E::columns()), (32, 4));
    /// ```
    #[doc(alias = "tmem_e_frg")]
    TmemEFrg<V>;
    /// The metadata of a sparse A with elements of V bits, 8, 16 or 32, if B stays in place. CuTe:
    /// `UMMA::tmem_e_frg_ws`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type E = TmemFragment<shape!(((32, 64), 1, 2)), TmemEFrgWs<Int<8>>>;
    /// let layout = layout!(((32, (64, 4)), 1, 2) : ((2097152, (1, 67108864)), 0, 64));
    /// assert_eq!(E::layout(), layout);
    /// ```
    #[doc(alias = "tmem_e_frg_ws")]
    TmemEFrgWs<V>;
    /// The scale factors of A or B, of 8 bits, by the allocation mode X,
    /// [`ScaleFactorDuplicated4by1`] or, for B of two CTAs, [`ScaleFactorDuplicated2by2`]. CuTe:
    /// `UMMA::tmem_sf_frg`.
    ///
    /// Row r is on lane r % 32 of every quarter, in column r / 32, and a word has four factors
    /// along K. The columns of the shape are (elements that share a factor, factors):
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type F = TmemFragment<shape!(((128, (32, 1)), 1, (4, 2))), TmemSfFrg>;
    /// let offset = F::layout().crd2idx(((70u32, 0u32), 0u32, 6u32)).u32();
    /// assert_eq!(F::address(offset), Address::of_bits(2 << 30 | 6 << 16 | 4 + 2));
    /// ```
    #[doc(alias = "tmem_sf_frg")]
    TmemSfFrg<X = ScaleFactorDuplicated4by1>;
}
