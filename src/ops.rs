//! The operations as type aliases: `Compose<A, B>` is the layout type of `A(B(i))`.
//!
//! In what follows L, A, B are layouts, T is a tiler (a layout, an [`Int`](crate::Int), `..` as
//! `RangeFull`, or a tuple of these), C a static coordinate, M an integer or a shape, and S, D are
//! tuples of integers. A refused operation is a refused type: see [`Layout::REFUSAL`].
//!
//! ```
//! use zellige::{prelude::*, ops::*};
//! type A = layout!((8, 16, 4) : (64, 1, 16));
//! assert_type_eq_all!(RightInverse<A>, layout!((64, 8) : (8, 1)));
//! assert_type_eq_all!(Compose<A, layout!((4, 32) : (1, 4))>, layout!((4, (2, 16)) : (64, (256, 1))));
//! assert_type_eq_all!(Crd2Idx<coord!((3, 5, 2)), A>, int!(229));
//! assert_type_eq_all!(Idx2Crd<int!(300), A>, coord!((4, 5, 2)));
//! ```

use crate::algebra::coordinate;
use crate::construct::Layouts;
use crate::layout::{Layout, Modes, Products, Properties, Recast, Strided};
use crate::tuple::{access, arithmetic, compact, compare, measure};

macro_rules! layout_aliases {
    ($Trait:ident: $($(#[$m:meta])* $Name:ident $(<$($g:ident),*>)?;)*) => { $(
        $(#[$m])*
        pub type $Name<L $($(, $g)*)?> = <L as $Trait>::$Name $(<$($g),*>)?;
    )* };
}
layout_aliases! { Layout:
    /// The product of the shape. See [`Layout::size`].
    Size;
    /// 1 + the largest offset. See [`Layout::cosize`].
    Cosize;
    /// The fewest modes. See [`Layout::coalesce`].
    Coalesce;
    /// Coalesced where the profile P has integers. See [`Layout::coalesce_by`].
    CoalesceBy<P>;
    /// Coalesced, without stride 0. See [`Layout::filter`].
    Filter;
    /// Filtered by a profile. See [`Layout::filter_by`].
    FilterBy<P>;
    /// Extent 1 where the stride is 0. See [`Layout::filter_zeros`].
    FilterZeros;
    /// Extent 1 where the profile is 0. See [`Layout::filter_zeros_by`].
    FilterZerosBy<P>;
    /// `L(T(i))`. See [`Layout::compose`].
    Compose<T>;
    /// The longest R with `L(R(i)) = i`. See [`Layout::right_inverse`].
    RightInverse;
    /// R with `R(L(i)) = i`. See [`Layout::left_inverse`].
    LeftInverse;
    /// (tile, rest). See [`Layout::logical_divide`].
    LogicalDivide<T>;
    /// (tiles, rests). See [`Layout::zipped_divide`].
    ZippedDivide<T>;
    /// (tile, rest, rest, ..). See [`Layout::tiled_divide`].
    TiledDivide<T>;
    /// (tile, tile, .., rest, rest, ..). See [`Layout::flat_divide`].
    FlatDivide<T>;
    /// The indices that all have offset 0. See [`Layout::nullspace`].
    Nullspace;
    /// With another shape S of the same size. See [`Layout::with_shape`].
    WithShape<S>;
}
layout_aliases! { Products:
    /// (block, copies). See [`Products::logical_product`].
    LogicalProduct<T>;
    /// (blocks, copies). See [`Products::zipped_product`].
    ZippedProduct<T>;
    /// (blocks, copies, copies, ..). See [`Products::tiled_product`].
    TiledProduct<T>;
    /// (block, block, .., copies, copies, ..). See [`Products::flat_product`].
    FlatProduct<T>;
    /// Copies side by side. See [`Products::blocked_product`].
    BlockedProduct<B>;
    /// Copies, interleaved. See [`Products::raked_product`].
    RakedProduct<B>;
    /// Copies of the block L that fill the shape T. See [`Products::tile_to_shape`].
    TileToShape<T>;
    /// The same in the order O. See [`Products::tile_to_shape_ordered`].
    TileToShapeOrdered<T, O>;
}
layout_aliases! { Modes:
    /// Without nesting. See [`Modes::flatten`].
    Flatten;
    /// The modes of the modes, transposed. See [`Modes::zip`].
    Zip;
    /// The modes from B to E. See [`Modes::take`].
    Take<B, E>;
    /// With X for mode I. See [`Modes::replace`].
    Replace<I, X>;
    /// In the form of the profile P. See [`Modes::unflatten`].
    Unflatten<P>;
    /// The mode with the number, or at the path, I. See [`Modes::get`].
    Get<I>;
    /// The modes with the numbers I. See [`Modes::select`].
    Select<I>;
    /// The modes from B to E as one. See [`Modes::group`].
    Group<B, E>;
    /// With a mode X at the end. See [`Modes::append`].
    Append<X>;
    /// With modes X at the end, up to rank N. CuTe: `append<N>`.
    AppendTo<X, N>;
    /// With a mode X in front. See [`Modes::prepend`].
    Prepend<X>;
    /// With modes X in front, up to rank N. CuTe: `prepend<N>`.
    PrependTo<X, N>;
}
layout_aliases! { Recast:
    /// The longest common vector of L and B. See [`Recast::max_common_layout`].
    MaxCommonLayout<B>;
    /// The most elements an aligned vector may have. See [`Recast::max_alignment`].
    MaxAlignment;
    /// In elements N times as wide. See [`Recast::upcast`].
    Upcast<N>;
    /// In elements of which N make one. See [`Recast::downcast`].
    Downcast<N>;
    /// From elements of Old bits to elements of New bits. See [`Recast::recast_layout`].
    RecastLayout<Old, New>;
}

layout_aliases! { Properties:
    /// Is L proven injective? See [`Properties::IsInjective`].
    IsInjective;
    /// Does L reach every offset below its cosize? See [`Properties::IsCompact`].
    IsCompact;
    /// Does L reach every offset below its cosize once? See [`Properties::IsBijective`].
    IsBijective;
    /// Are the tiles of L = (tile, copies) proven disjoint? See [`Disjoint`](crate::Disjoint).
    IsDisjoint;
    /// The longest run 0, 1, 2, .. of offsets of L. See [`Properties::contiguous_run`].
    ContiguousRun;
}

/// How many elements the longest common vector of A and B has. See [`Recast::max_common_vector`].
pub type MaxCommonVector<A, B> = Size<MaxCommonLayout<A, B>>;
/// The offsets at which copies of L tile `[0, M)`. See [`Layout::complement`].
pub type Complement<L, M = Cosize<L>> = <L as Layout>::Complement<M>;
/// CuTe's complement, which may leave holes. See [`Layout::complement_sparse`].
pub type ComplementSparse<L, M = Cosize<L>> = <L as Layout>::ComplementSparse<M>;
/// The number of modes of the outermost level. See [`Layout::rank`].
pub type Rank<L> = measure::Rank<<L as Layout>::Shape>;
/// The number of levels. See [`Layout::depth`].
pub type Depth<L> = measure::Depth<<L as Layout>::Shape>;
/// The offset of the coordinate C. See [`Coordinates::crd2idx`](crate::Coordinates::crd2idx).
pub type Crd2Idx<C, L> = <L as Layout>::Crd2Idx<C>;
/// The coordinate of the index I. See [`Coordinates::idx2crd`](crate::Coordinates::idx2crd).
pub type Idx2Crd<I, L> = coordinate::Idx2Crd<I, <L as Layout>::Shape>;
/// The sublayout of the modes that are `..` in C. See [`Coordinates::slice`](crate::Coordinates::slice).
pub type Slice<C, L> = <L as Layout>::Slice<C>;
/// The offset of the modes that are integers in C. See [`Coordinates::slice`](crate::Coordinates::slice).
pub type SliceOffset<C, L> = <L as Layout>::SliceOffset<C>;
/// The sublayout of the modes that are integers in C. See [`Coordinates::dice`](crate::Coordinates::dice).
pub type Dice<C, L> = <L as Layout>::Dice<C>;
pub use coordinate::{Coord1d, FlatCoord, HierCoord};
/// The layout with the layouts of a tuple as modes. See [`make_layout`](crate::construct::make_layout).
pub type Concat<T> = <T as Layouts>::Concat;
pub use crate::algebra::swizzle::{MakeSwizzle, Merge, Swizzled};
pub use crate::construct::{
    ColMajor, DomainDistribute, FragmentLike, IdentityLayout, LayoutLike, Ordered, RowMajor,
};
/// The type of the layout S:D.
pub type Of<S, D> = Strided<S, D>;

/// The product of the integers of S. See [`product`](measure::product).
pub type Product<S> = measure::Product<S>;
/// The number of modes of the tuple S. See [`rank`](measure::rank).
pub type TupleRank<S> = measure::Rank<S>;
/// The number of levels of the tuple S. See [`depth`](measure::depth).
pub type TupleDepth<S> = measure::Depth<S>;
/// The tuple S without nesting. See [`flatten`](access::flatten).
pub type FlattenTuple<S> = access::Flatten<S>;
/// The entry of the tuple S with the number, or at the path, I. See [`get`](access::get).
pub type GetTuple<S, I> = access::Get<S, I>;
/// The entries of the tuple S that are `..` in C.
pub type SliceTuple<C, S> = <C as coordinate::Coord>::Sliced<S>;
/// The entries of the tuple S that are integers in C.
pub type DiceTuple<C, S> = <C as coordinate::Coord>::Diced<S>;
pub use arithmetic::{CeilDiv, ElemScale, InnerProduct, RoundUp, ShapeDiv};
pub use compact::{CompactColMajor, CompactOrder, CompactRowMajor};
pub use compare::{
    ColexLess, Compatible, Congruent, ElemLess, EvenlyDivides, Inside, LexLess, WeaklyCongruent,
};
pub use coordinate::{Crd2Crd, Idx2CrdBy};
pub use measure::{ProductEach, ProductLike};
/// The offset of C in the layout S:D.
pub type Crd2IdxBy<C, S, D> = coordinate::Crd2Idx<C, S, D>;
/// The coordinate of the index I in the shape S, mode by mode if I is a tuple. See
/// [`idx2crd`](coordinate::idx2crd).
pub type Idx2CrdOf<I, S> = coordinate::Idx2Crd<I, S>;
