//! The scale factors of Blackwell's block-scaled products: their layouts in global and in shared
//! memory.
//!
//! A scale factor is a byte, which V elements of a row of A (or of a column of B) share: 16, 32 or
//! 64 elements along K. `tcgen05.cp` copies blocks of 128 rows and 4 factors as they are, so they
//! lie as tensor memory has them. The factor of row r and element k of a block is at byte
//! `16 (r % 32) + 4 (r / 32) + k / V`:
//!
//! ```text
//! SfKMajorAtom<32>  =  ((32,4),(32,4)):((16,4),(0,1))        q = k / 32
//!
//! byte     0 to 3               4 to 7     8 to 11    12 to 15
//!   0    row 0, q = 0 to 3       row 32     row 64     row 96
//!  16    row 1                   row 33     row 65     row 97
//! ...
//! 496    row 31                  row 63     row 95     row 127
//! ```
//!
//! In global memory the blocks follow each other along K, then along M or N, then from matrix to
//! matrix. Extents are rounded up to whole blocks. The same function serves static and run-time
//! sizes:
//!
//! ```
//! use zellige::{atom::block_scaled::*, prelude::*};
//! let problem = (130u32, 72u32, 192u32, 2u32);               // M, N, K and 2 matrices
//! let sfa = tile_atom_to_shape_sfa(int!(32), problem);
//! assert_eq!(
//!     sfa.to_string(),
//!     "(((_32,_4),2),((_32,_4),2),(_1,2)):(((_16,_4),1024),((_0,_1),_512),(_0,2048))"
//! );
//! // Row 129, k = 160: block (1,1), its row 1, its factor 1.
//! assert_eq!(sfa.crd2idx((129u32, 160u32, 0u32)), 1024 + 512 + 16 + 1);
//! type Sfa = TileAtomToShapeSfa<int!(32), shape!((256, 128, 256))>;
//! assert_layout!(Sfa == (((32, 4), 2), ((32, 4), 2)) : (((16, 4), 1024), ((0, 1), 512)));
//! ```
//!
//! Generic code writes the problem as `(m, n, k)` with `m: M`, `M: Integer` and so on, and the
//! number of elements as `int!(16)`: only then the compiler knows the modes of the result.
//!
//! In shared memory the factors of one instruction are a mode, and the shape of that layout is the
//! shape of the [fragment in tensor memory](super::tmem::TmemSfFrg):
//!
//! ```
//! use zellige::{atom::{block_scaled::*, tmem::*, umma::*, *}, prelude::*};
//! # #[derive(Copy, Clone)] struct E4m3(u8);
//! # impl Element<NarrowOperand> for E4m3 { type Bits = int!(8); const CODE: u32 = 0; }
//! # #[derive(Copy, Clone)] struct Ue8m0(u8);
//! # impl Element<ScaleFactor<int!(32)>> for Ue8m0 { type Bits = int!(8); const CODE: u32 = 1; }
//! type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(192)>;
//! type Mma = TiledMma<Op, layout!((1, 1))>;
//! // One factor of a row in an instruction, of 4 in a word; 2 blocks along K, 2 along N.
//! type Sfb = DeduceSmemLayoutSfb<Mma, shape!((128, 192, 256))>;
//! assert_eq!(
//!     Sfb::STATIC.to_string(),
//!     "((((_32,_4),_2),(_32,_1)),_1,(_4,_2)):((((_16,_4),_512),(_0,_1)),_0,(_1,_1024))"
//! );
//! assert_eq!(TmemFragment::<<Sfb as Layout>::Shape, TmemSfFrg>::columns(), 16);
//! ```
//!
//! What is refused, at compile time:
//!
//! ```text
//! a scale factor is for 16, 32 or 64 elements along K, not for 8
//! a problem is (M, N, K) or (M, N, K, L), not (_256,_128)
//! tcgen05.mma.kind::i8 has no scale factors
//! tcgen05.mma.kind::mxf4 with K = 96 takes 3 scale factors of a row, which words of 4 do not hold
//! scale factors: a tile of 192 rows is not a multiple of 256, a block of 128 for each of 2 CTAs
//! scale factors: a tile of 64 elements along K is not a multiple of the 128 of a block
//! ```
//!
//! Sources: CuTe's `Sm1xxBlockScaledConfig` and `Sm1xxBlockScaledOutputConfig`.

use super::umma::{Kind, SourceOfA, UmmaAtom};
use super::{MmaAtom, MmaTiling, Unless, unless};
use crate::integer::{CeilDiv, Div, Eq, Int, Integer, IsMultiple, Mul};
use crate::layout::{Layout, Strided, check};
use crate::number::{Bool, N1, UTerm};
use crate::refusal::{Code, Message, Refusal, earlier_or, reasons};
use crate::run_time::{Faults, demand};
use crate::tuple::access::{Take, take};
use crate::tuple::arithmetic::{RoundUp, round_up};
use crate::tuple::measure::{ProductEach, Rank, product_each};
use crate::tuple::*;
use zellige_macros::total;

/// The block of scale factors for V elements each, contiguous along K. CuTe:
/// `Sm1xxBlockScaledConfig<V>::SfAtom`, `SfKMajorAtom`.
///
/// ```
/// use zellige::{atom::block_scaled::SfKMajorAtom, prelude::*};
/// let block = <SfKMajorAtom<int!(16)>>::STATIC;              // 128 rows, 64 elements along K
/// assert_eq!(block.crd2idx((33u32, 40u32)), 16 + 4 + 2);
/// ```
#[doc(alias("SfAtom", "BlockScaledBasicChunk"))]
pub type SfKMajorAtom<V> = Strided<(Rows, (V, Int<4>)), ((Int<16>, Int<4>), (UTerm, N1))>;
/// The same block if factors are for V elements along M or N: an output that is scaled so. CuTe:
/// `SfMNMajorAtom`.
///
/// ```
/// use zellige::{atom::block_scaled::SfMnMajorAtom, prelude::*};
/// let block = <SfMnMajorAtom<int!(16)>>::STATIC;             // 64 rows, 128 columns
/// assert_eq!(block.crd2idx((40u32, 33u32)), 16 + 4 + 2);
/// ```
pub type SfMnMajorAtom<V> = Strided<((V, Int<4>), Rows), ((UTerm, N1), (Int<16>, Int<4>))>;
/// The rows of a block.
type Rows = (Int<32>, Int<4>);

/// Copies of the block `a` that cover the shape `s`, in the order `o`.
#[total]
fn covering(a: Layout, s: IntTuple, o: IntTuple, faults: impl Faults) -> Layout {
    a.tile_to_shape_ordered_noting(round_up(s, product_each(a.shape())), take(o, s.rank()), faults)
}
/// (M, K, L) of the problem (M, N, K, L).
#[total]
fn shape_of_a(p: IntTuple) -> IntTuple {
    prepended(p.tail().tail(), p.head())
}
/// (N, K, L) of the problem (M, N, K, L).
#[total]
fn shape_of_b(p: IntTuple) -> IntTuple {
    p.tail()
}
/// (M, N, L) of the problem (M, N, K, L).
#[total]
fn shape_of_d(p: IntTuple) -> IntTuple {
    prepended(prepended(p.tail().tail().tail(), p.tail().head()), p.head())
}
/// Along the second mode first.
type AlongK = (N1, UTerm, Int<2>);
/// Along the first mode first.
type AlongMn = (UTerm, N1, Int<2>);
/// True if a problem has the modes (M, N, K) or (M, N, K, L).
type IsProblem<P> = <Eq<Rank<P>, Int<3>> as Bool>::Or<Eq<Rank<P>, Int<4>>>;
/// True if, besides, a scale factor can be for V elements.
type Covers<V, P> = <IsProblem<P> as Bool>::And<
    <<Eq<V, Int<16>> as Bool>::Or<Eq<V, Int<32>>> as Bool>::Or<Eq<V, Int<64>>>,
>;

macro_rules! global {
    ($(
        $(#[$m:meta])*
        $Type:ident $f:ident $Atom:ident $Shape:ident $shape:ident $Order:ident;
    )*) => { $(
        #[doc = concat!("The type of [`", stringify!($f), "`].")]
        ///
        /// ```
        /// use zellige::{atom::block_scaled::*, ops::*, prelude::*};
        #[doc = concat!("type Sf = ", stringify!($Type), "<int!(32), shape!((128, 128, 128))>;")]
        /// assert_type_eq_all!(Size<Sf>, int!(16384));      // elements of A, B or D
        /// assert_type_eq_all!(Cosize<Sf>, int!(512));      // bytes
        /// ```
        pub type $Type<V, P> =
            Unless<Covers<V, P>, Covering<$Atom<V>, $Shape<P>, $Order>, NotScaled<V, P>>;
        $(#[$m])*
        #[inline(always)]
        #[track_caller]
        pub fn $f<V: Integer, P: IntTuple>(vector: V, problem: P) -> $Type<V, P> {
            let _ = vector;
            const { check::<$Type<V, P>>() }
            let (atom, order) = (<$Atom<V>>::UNCHECKED, <$Order>::UNCHECKED);
            unless::<Covers<V, P>, _, _>(demand!(V, |faults| {
                covering(atom, $shape(problem), order, faults)
            }))
        }
    )* };
}
global! {
    /// Returns the layout of the scale factors of A, each for `vector` elements along K, in a
    /// product (M, N, K) or (M, N, K, L): from (m, k) or (m, k, l) to the byte. CuTe:
    /// `Sm1xxBlockScaledConfig<V>::tile_atom_to_shape_SFA(problem)`.
    ///
    /// The [module](self) says what is refused.
    ///
    /// ```
    /// use zellige::{atom::block_scaled::*, prelude::*};
    /// let sfa = tile_atom_to_shape_sfa(int!(16), (130u32, 64u32, 128u32));
    /// assert_eq!(sfa.size(), 256 * 128);                     // 2 blocks of 128 rows
    /// assert_eq!(sfa.crd2idx((129u32, 64u32)), 1024 + 512 + 16);
    /// ```
    #[doc(alias("tile_atom_to_shape_SFA", "tile_atom_to_shape_SF"))]
    TileAtomToShapeSfa tile_atom_to_shape_sfa SfKMajorAtom ShapeOfA shape_of_a AlongK;
    /// Returns the layout of the scale factors of B: from (n, k) or (n, k, l) to the byte. CuTe:
    /// `Sm1xxBlockScaledConfig<V>::tile_atom_to_shape_SFB(problem)`.
    ///
    /// ```
    /// use zellige::{atom::block_scaled::*, prelude::*};
    /// let sfb = tile_atom_to_shape_sfb(int!(16), (130u32, 257u32, 128u32));
    /// assert_eq!(sfb.size(), 384 * 128);                     // 3 blocks of 128 columns
    /// assert_eq!(sfb.crd2idx((256u32, 64u32)), 2 * 1024 + 512);
    /// ```
    #[doc(alias = "tile_atom_to_shape_SFB")]
    TileAtomToShapeSfb tile_atom_to_shape_sfb SfKMajorAtom ShapeOfB shape_of_b AlongK;
    /// Returns the layout of the scale factors of an output D, each for `vector` elements along N:
    /// from (m, n) or (m, n, l) to the byte. CuTe:
    /// `Sm1xxBlockScaledOutputConfig<V>::tile_atom_to_shape_SFD(problem)`.
    ///
    /// ```
    /// use zellige::{atom::block_scaled::*, prelude::*};
    /// let sfd = tile_atom_to_shape_sfd(int!(32), (256u32, 384u32, 64u32));
    /// assert_eq!(sfd.crd2idx((128u32, 32u32)), 3 * 512 + 1);
    /// ```
    #[doc(alias = "tile_atom_to_shape_SFD")]
    TileAtomToShapeSfd tile_atom_to_shape_sfd SfKMajorAtom ShapeOfD shape_of_d AlongK;
    /// Returns the same for factors of `vector` elements along M. CuTe: the same with
    /// `UMMA::Major::MN`.
    ///
    /// ```
    /// use zellige::{atom::block_scaled::*, prelude::*};
    /// let sfd = tile_atom_to_shape_sfd_mn(int!(32), (256u32, 384u32, 64u32));
    /// assert_eq!(sfd.crd2idx((32u32, 128u32)), 2 * 512 + 1);
    /// ```
    TileAtomToShapeSfdMn tile_atom_to_shape_sfd_mn SfMnMajorAtom ShapeOfD shape_of_d AlongMn;
}

/// The mode I of the shape S: 0 is M, 1 is N, 2 is K.
type M<S> = <S as IntTuple>::Head;
type N<S> = M<<S as IntTuple>::Tail>;
type K<S> = M<<<S as IntTuple>::Tail as IntTuple>::Tail>;
/// The elements of this extent.
type Count<X> = <X as IntTuple>::Elements;
/// The logical elements along K that share a scale factor.
type Vector<A> =
    Mul<<<A as UmmaAtom>::Kind as Kind>::Vector, <<A as UmmaAtom>::Source as SourceOfA>::Sparsity>;
/// The scale factors of a row in one instruction.
type PerInstruction<A> = Div<Count<K<<A as MmaAtom>::ShapeMnk>>, Vector<A>>;
/// Whether there is a layout for a tile of R rows, with G CTAs, and D elements along K.
type Exists<A, G, R, D> = <<<<A as UmmaAtom>::Kind as Kind>::IsScaled as Bool>::And<
    <Int<4> as Integer>::Ask<IsMultiple, PerInstruction<A>>,
> as Bool>::And<
    <<R as Integer>::Ask<IsMultiple, Mul<Int<128>, G>> as Bool>::And<
        <D as Integer>::Ask<IsMultiple, Mul<Int<4>, Vector<A>>>,
    >,
>;
/// The layout of R rows, divided by G CTAs, and D elements along K.
type InShared<A, G, R, D> =
    Unless<Exists<A, G, R, D>, Blocks<A, Div<R, Mul<Int<128>, G>>, D>, NoFactors<A, G, R, D>>;
/// The layout of B blocks of rows, and D elements along K.
type Blocks<A, B, D> = Strided<
    (
        ((Rows, B), (Vector<A>, PerInstruction<A>)),
        N1,
        (Div<Int<4>, PerInstruction<A>>, Div<D, Mul<Int<4>, Vector<A>>>),
    ),
    ((((Int<16>, Int<4>), Int<512>), (UTerm, N1)), UTerm, (PerInstruction<A>, Mul<Int<512>, B>)),
>;
macro_rules! shared {
    ($($(#[$m:meta])* $Type:ident $f:ident |$T:ident| $Group:ty, $Rows:ty;)*) => { $(
        #[doc = concat!("The type of [`", stringify!($f), "`]. See the [module](self).")]
        ///
        /// ```
        /// use zellige::{atom::{block_scaled::*, umma::*, *}, ops::*, prelude::*};
        /// # #[derive(Copy, Clone)] struct E2m1(u8);
        /// # impl Element<PackedOperand> for E2m1 { type Bits = int!(4); const CODE: u32 = 1; }
        /// # #[derive(Copy, Clone)] struct Ue4m3(u8);
        /// # impl Element<ScaleFactor<int!(16)>> for Ue4m3 {
        /// #     type Bits = int!(8);
        /// #     const CODE: u32 = 0;
        /// # }
        /// type Op = SM100_MMA_MXF4_SS<E2m1, E2m1, f32, Ue4m3, int!(128), int!(256), int!(16)>;
        /// type Mma = TiledMma<Op, layout!((1, 1))>;
        /// // A byte for 16 elements: 128 x 256 of A, 256 x 256 of B.
        /// type Tile = shape!((128, 256, 256));
        /// assert_type_eq_all!(Cosize<DeduceSmemLayoutSfa<Mma, Tile>>, int!(2048));
        /// assert_type_eq_all!(Cosize<DeduceSmemLayoutSfb<Mma, Tile>>, int!(4096));
        /// ```
        pub type $Type<Mma, $T> = InShared<AtomOf<Mma>, $Group, $Rows, Count<K<$T>>>;
        $(#[$m])*
        #[inline(always)]
        #[track_caller]
        pub fn $f<Mma: MmaTiling<Atom: UmmaAtom>, T: IntTuple>(mma: Mma, tile: T) -> $Type<Mma, T> {
            let _ = (mma, tile);
            <$Type<Mma, T>>::STATIC
        }
    )* };
}
shared! {
    /// Returns the layout of the scale factors of A in the shared memory of one CTA, for a tile
    /// (M, N, K) of all CTAs: from ((row, (element, factor of the instruction)), 0, (instruction of
    /// a block, block)) to the byte. CuTe:
    /// `Sm1xxBlockScaledConfig<V>::deduce_smem_layoutSFA(tiled_mma, tile)`.
    ///
    /// ```
    /// use zellige::{atom::{block_scaled::*, umma::*, *}, prelude::*};
    /// # #[derive(Copy, Clone)] struct E2m1(u8);
    /// # impl Element<PackedOperand> for E2m1 { type Bits = int!(4); const CODE: u32 = 1; }
    /// # #[derive(Copy, Clone)] struct Ue4m3(u8);
    /// # impl Element<ScaleFactor<int!(16)>> for Ue4m3 {
    /// #     type Bits = int!(8);
    /// #     const CODE: u32 = 0;
    /// # }
    /// // 64 elements along K in an instruction: 4 factors, a whole word.
    /// type Op = SM100_MMA_MXF4_2x1SM_SS<E2m1, E2m1, f32, Ue4m3, int!(256), int!(64), int!(16)>;
    /// let mma = make_tiled_mma(Op::NEW, layout!((1, 1)));
    /// let sfa = deduce_smem_layout_sfa(mma, shape!((256, 64, 256)));
    /// assert_eq!(sfa.shape(), shape!(((((32, 4), 1), (16, 4)), 1, (1, 4))));
    /// assert_eq!(sfa.crd2idx(((33u32, 16u32), 0u32, 3u32)), 3 * 512 + 16 + 4 + 1);
    /// ```
    #[doc(alias("deduce_smem_layoutSFA", "make_smem_layout_sfa"))]
    DeduceSmemLayoutSfa deduce_smem_layout_sfa |T| GroupOf<Mma>, Count<M<T>>;
    /// Returns the same for B: each CTA has the factors of all columns, rounded up to blocks of
    /// 128. CuTe: `Sm1xxBlockScaledConfig<V>::deduce_smem_layoutSFB(tiled_mma, tile)`.
    ///
    /// ```
    /// use zellige::{atom::{block_scaled::*, umma::*, *}, prelude::*};
    /// # #[derive(Copy, Clone)] struct E2m1(u8);
    /// # impl Element<PackedOperand> for E2m1 { type Bits = int!(4); const CODE: u32 = 1; }
    /// # #[derive(Copy, Clone)] struct Ue4m3(u8);
    /// # impl Element<ScaleFactor<int!(16)>> for Ue4m3 {
    /// #     type Bits = int!(8);
    /// #     const CODE: u32 = 0;
    /// # }
    /// type Op = SM100_MMA_MXF4_2x1SM_SS<E2m1, E2m1, f32, Ue4m3, int!(256), int!(192), int!(16)>;
    /// let mma = make_tiled_mma(Op::NEW, layout!((1, 1)));
    /// let sfb = deduce_smem_layout_sfb(mma, shape!((256, 192, 64)));
    /// assert_eq!(sfb.shape(), shape!(((((32, 4), 2), (16, 4)), 1, (1, 1))));
    /// ```
    #[doc(alias("deduce_smem_layoutSFB", "make_smem_layout_sfb"))]
    DeduceSmemLayoutSfb deduce_smem_layout_sfb |T| N1,
        Mul<CeilDiv<Count<N<T>>, Int<128>>, Int<128>>;
}
type AtomOf<Mma> = <Mma as MmaTiling>::Atom;
type GroupOf<Mma> = <AtomOf<Mma> as UmmaAtom>::Group;

reasons! {
    /// V elements do not share a scale factor, or P is not a problem.
    NotScaled[V: Integer, P: IntTuple] => {
        let m = Message::new();
        let m = if !<IsProblem<P> as Bool>::VALUE {
            m.s("a problem is (M, N, K) or (M, N, K, L), not ").cat(&P::TEXT)
        } else {
            let m = m.s("a scale factor is for 16, 32 or 64 elements along K, not for ");
            if V::IS_RUN_TIME { m.s("a run-time integer") } else { m.u(V::KNOWN) }
        };
        earlier_or(&[P::REFUSAL], Refusal::new(Code::NoInstruction, m))
    };
    /// The instruction A has no scale factors, or no layout of them for R rows, divided by G CTAs,
    /// and D elements along K.
    NoFactors[A: UmmaAtom, G: Integer, R: Integer, D: Integer] => match A::ShapeMnk::REFUSAL {
        Some(earlier) => earlier,
        None => Refusal::new(Code::NoInstruction, no_factors::<A, G, R, D>()),
    };
}
/// Returns why there is no layout for a tile of R rows and D elements along K.
const fn no_factors<A: UmmaAtom, G: Integer, R: Integer, D: Integer>() -> Message {
    let m = Message::new().s("tcgen05.mma.kind::").s(A::Kind::NAME);
    if !<<A::Kind as Kind>::IsScaled as Bool>::VALUE {
        return m.s(" has no scale factors");
    }
    let factors = <PerInstruction<A> as Integer>::KNOWN;
    if 4 % factors != 0 {
        let m = m.s(" with K = ").u(<Count<K<A::ShapeMnk>> as Integer>::KNOWN).s(" takes ");
        return m.u(factors).s(" scale factors of a row, which words of 4 do not hold");
    }
    let m = Message::new().s("scale factors: a tile of ");
    if R::KNOWN % (128 * G::KNOWN) != 0 {
        let m = m.u(R::KNOWN).s(" rows is not a multiple of ");
        return match G::KNOWN {
            2 => m.s("256, a block of 128 for each of 2 CTAs"),
            _ => m.s("the 128 of a block"),
        };
    }
    let m = m.u(D::KNOWN).s(" elements along K is not a multiple of the ");
    m.u(4 * <Vector<A> as Integer>::KNOWN).s(" of a block")
}
