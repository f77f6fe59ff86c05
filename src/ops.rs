//! The operations as type aliases: `Compose<A, B>` is the layout type of `A(B(i))`.
//!
//! Below, L, A, B are layouts, T is a tiler (a layout, an [`Int`](crate::Int), `..` as `RangeFull`,
//! or a tuple of these), C is a static coordinate, M an integer or a shape, and S, D are tuples of
//! integers. A refused operation is a refused type: see [`Layout::REFUSAL`].
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
use crate::layout::{Algebra, Conversion, Layout, Properties};
use crate::tuple::{access, arithmetic, compact, compare, measure};

pub use crate::layout::compositions::aliases::*;
pub use crate::layout::divisions::aliases::*;
pub use crate::layout::modes::aliases::*;
pub use crate::layout::products::aliases::*;
pub use crate::layout::recasts::aliases::*;
pub use crate::layout::simplify::aliases::*;

macro_rules! layout_aliases {
    ($Trait:ident: $($(#[$m:meta])* $Name:ident $(<$($g:ident),*>)?;)*) => { $(
        $(#[$m])*
        pub type $Name<L $($(, $g)*)?> = <L as $Trait>::$Name $(<$($g),*>)?;
    )* };
}
layout_aliases! { Layout:
    /// The product of the shape. See [`Layout::size`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// assert_type_eq_all!(Size<layout!((8, 4) : (1, 16))>, int!(32));
    /// ```
    Size;
    /// 1 + the largest offset. See [`Layout::cosize`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// assert_type_eq_all!(Cosize<layout!((8, 4) : (1, 16))>, int!(56)); // 1 + 7 * 1 + 3 * 16
    /// ```
    Cosize;
}
layout_aliases! { Conversion:
    /// L with all integers at run time, as W. See [`Conversion::to_dynamic_as`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// type Static = layout!((8, 4) : (4, 1));
    /// assert_type_eq_all!(ToDynamic<Static, u32>, Strided<(u32, u32), (u32, u32)>);
    /// ```
    ToDynamic<W>;
}
layout_aliases! { Properties:
    /// Whether L is proven injective. See [`Properties::IsInjective`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// use zellige::typenum::{B0, B1};
    /// assert_type_eq_all!(IsInjective<layout!((8, 4) : (1, 16))>, B1);
    /// assert_type_eq_all!(IsInjective<layout!((8, 4) : (1, 0))>, B0);
    /// ```
    IsInjective;
    /// Whether L reaches every offset below its cosize. See [`Properties::IsCompact`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// use zellige::typenum::{B0, B1};
    /// assert_type_eq_all!(IsCompact<layout!((8, 4) : (4, 1))>, B1);
    /// assert_type_eq_all!(IsCompact<layout!((8, 4) : (1, 16))>, B0);
    /// ```
    IsCompact;
    /// Whether L reaches every offset below its cosize exactly once. See
    /// [`Properties::IsBijective`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// use zellige::typenum::{B0, B1};
    /// assert_type_eq_all!(IsBijective<layout!((8, 4) : (4, 1))>, B1);
    /// assert_type_eq_all!(IsBijective<layout!((8, 4) : (1, 0))>, B0);
    /// ```
    IsBijective;
    /// Whether the tiles of L = (tile, copies) are proven disjoint. See
    /// [`Disjoint`](crate::Disjoint).
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// use zellige::typenum::{B0, B1};
    /// // Tiles of 4 by 4 of a matrix, and windows of 4 that advance by 2.
    /// assert_type_eq_all!(IsDisjoint<ZippedDivide<layout!((8, 8) : (8, 1)), (int!(4), int!(4))>>, B1);
    /// assert_type_eq_all!(IsDisjoint<layout!((4, 3) : (1, 2))>, B0);
    /// ```
    IsDisjoint;
    /// The longest run 0, 1, 2, ... of offsets of L. See [`Properties::contiguous_run`].
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// assert_type_eq_all!(ContiguousRun<layout!((4, 8) : (10, 1))>, int!(8));
    /// ```
    ContiguousRun;
}

/// The number of elements of the longest common vector of A and B. See
/// [`max_common_vector`](crate::Recast::max_common_vector).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(MaxCommonVector<layout!((8, 4) : (1, 8)), layout!((8, 4) : (1, 16))>, int!(8));
/// ```
pub type MaxCommonVector<A, B> = Size<MaxCommonLayout<A, B>>;
/// The offsets at which copies of L tile `[0, M)`. See [`Algebra::complement`].
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_layout!(Complement<layout!(4 : 3), int!(24)> == (3, 2) : (1, 12));
/// ```
#[cfg_attr(doc, doc = include_str!("../docs/pictures/complement.svg"))]
pub type Complement<L, M = Cosize<L>> = <L as Algebra>::Complement<M>;
/// CuTe's complement, which may leave holes. See [`Algebra::complement_sparse`].
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_layout!(ComplementSparse<layout!((4, 4) : (1, 6)), int!(64)> == 3 : 24);
/// ```
#[cfg_attr(doc, doc = include_str!("../docs/pictures/complement_sparse.svg"))]
#[doc(alias = "complement")]
pub type ComplementSparse<L, M = Cosize<L>> = <L as Algebra>::ComplementSparse<M>;
/// The number of modes of the outermost level. See [`Layout::rank`].
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Rank<layout!((8, (4, 2)) : (1, (8, 32)))>, int!(2));
/// ```
pub type Rank<L> = measure::Rank<<L as Layout>::Shape>;
/// The number of levels. See [`Layout::depth`].
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Depth<layout!((8, (4, 2)) : (1, (8, 32)))>, int!(2));
/// ```
pub type Depth<L> = measure::Depth<<L as Layout>::Shape>;
/// The offset of the coordinate C. See [`Coordinates::crd2idx`](crate::Coordinates::crd2idx).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Crd2Idx<coord!((3, 5)), layout!((8, 16) : (16, 1))>, int!(53));
/// ```
pub type Crd2Idx<C, L> = <L as Layout>::Crd2Idx<C>;
/// The coordinate of the index I. See [`Coordinates::idx2crd`](crate::Coordinates::idx2crd).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Idx2Crd<int!(16), layout!((3, (2, 3)) : (3, (12, 1)))>, coord!((1, (1, 2))));
/// ```
pub type Idx2Crd<I, L> = coordinate::Idx2Crd<I, <L as Layout>::Shape>;
/// The sublayout of the modes that are `..` in C. See
/// [`Coordinates::slice`](crate::Coordinates::slice).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// use core::ops::RangeFull;
/// assert_layout!(Slice<(RangeFull, int!(3), RangeFull), layout!((8, 16, 4) : (64, 1, 16))> == (8, 4) : (64, 16));
/// ```
pub type Slice<C, L> = <L as Layout>::Slice<C>;
/// The offset of the modes that are integers in C. See
/// [`Coordinates::slice`](crate::Coordinates::slice).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// use core::ops::RangeFull;
/// assert_type_eq_all!(SliceOffset<(RangeFull, int!(3)), layout!((8, 16) : (64, 2))>, int!(6));
/// ```
pub type SliceOffset<C, L> = <L as Layout>::SliceOffset<C>;
/// The sublayout of the modes that are integers in C. See
/// [`Coordinates::dice`](crate::Coordinates::dice).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// use core::ops::RangeFull;
/// assert_layout!(Dice<(RangeFull, int!(3), RangeFull), layout!((8, 16, 4) : (64, 1, 16))> == (16,) : (1,));
/// ```
pub type Dice<C, L> = <L as Layout>::Dice<C>;
pub use coordinate::{Coord1d, FlatCoord, HierCoord};
/// The layout with the layouts of a tuple as modes. See
/// [`make_layout`](crate::construct::make_layout).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_layout!(Concat<(layout!(3 : 1), layout!((4, 2) : (3, 12)))> == (3, (4, 2)) : (1, (3, 12)));
/// ```
pub type Concat<T> = <T as Layouts>::Concat;
pub use crate::algebra::swizzle::{MakeSwizzle, Merge, Swizzled};
pub use crate::construct::{
    ColMajor, DomainDistribute, FragmentLike, IdentityLayout, LayoutLike, Ordered, RowMajor,
};
/// The product of the integers of S. See [`product`](measure::product).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Product<shape!((8, (4, 4)))>, int!(128));
/// ```
pub type Product<S> = measure::Product<S>;
/// The number of modes of the tuple S. See [`rank`](measure::rank).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(TupleRank<shape!((8, (4, 4)))>, int!(2));
/// ```
pub type TupleRank<S> = measure::Rank<S>;
/// The number of levels of the tuple S. See [`depth`](measure::depth).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(TupleDepth<shape!((8, (4, 4)))>, int!(2));
/// ```
pub type TupleDepth<S> = measure::Depth<S>;
/// The tuple S without nesting. See [`flatten`](access::flatten).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(FlattenTuple<shape!((8, (4, 4)))>, shape!((8, 4, 4)));
/// ```
pub type FlattenTuple<S> = access::Flatten<S>;
/// The entry of the tuple S with the number I, or at the path I. See [`get`](access::get).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(GetTuple<shape!((8, (4, 2))), coord!((1, 1))>, int!(2));
/// ```
pub type GetTuple<S, I> = access::Get<S, I>;
/// The entries of the tuple S that are `..` in C.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// use core::ops::RangeFull;
/// assert_type_eq_all!(SliceTuple<(RangeFull, int!(0), RangeFull), shape!((8, 16, 4))>, shape!((8, 4)));
/// ```
pub type SliceTuple<C, S> = <C as coordinate::Coord>::Sliced<S>;
/// The entries of the tuple S that are integers in C.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// use core::ops::RangeFull;
/// assert_type_eq_all!(DiceTuple<(RangeFull, int!(0), RangeFull), shape!((8, 16, 4))>, shape!((16,)));
/// ```
pub type DiceTuple<C, S> = <C as coordinate::Coord>::Diced<S>;
pub use arithmetic::{CeilDiv, ElemScale, InnerProduct, RoundUp, ShapeDiv};
pub use compact::{CompactColMajor, CompactOrder, CompactRowMajor};
pub use compare::{
    ColexLess, Compatible, Congruent, ElemLess, EvenlyDivides, Inside, LexLess, WeaklyCongruent,
};
pub use coordinate::{Crd2Crd, Idx2CrdBy};
pub use measure::{ProductEach, ProductLike};
/// The offset of C in the layout S:D.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Crd2IdxBy<coord!((3, 5)), shape!((8, 16)), shape!((16, 1))>, int!(53));
/// ```
pub type Crd2IdxBy<C, S, D> = coordinate::Crd2Idx<C, S, D>;
/// The coordinate of the index I in the shape S, mode by mode if I is a tuple. See
/// [`idx2crd`](coordinate::idx2crd).
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Idx2CrdOf<int!(16), shape!((3, (2, 3)))>, coord!((1, (1, 2))));
/// ```
pub type Idx2CrdOf<I, S> = coordinate::Idx2Crd<I, S>;
