//! Product, rank and depth of a tuple.

use crate::cases::cases;
use crate::run_time::demand;
use crate::tuple::*;

/// The product of all integers of S: 8 * 4 * 4 = 128 for `(8,(4,4))`. CuTe: `size`, `product`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::Product};
/// assert_type_eq_all!(Product<shape!((8, (4, 4)))>, int!(128));
/// ```
pub type Product<S> = <S as IntTuple>::Elements;

/// The product of all integers: 128 for `(8, (4, 4))`, 1 for `()`. CuTe: `size`, `product`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::product};
/// let n: int!(128) = product(shape!((8, (4, 4))));
/// assert_eq!(product((int!(8), (4u32, int!(4)))), 128u32);
/// # let _ = n;
/// ```
///
/// # Panics
///
/// Panics if the product does not fit the type of the run-time integers: `product(S): the product of the extents
/// (65536,65536), 4294967296, does not fit their type`.
#[doc(alias = "size")]
#[inline(always)]
#[track_caller]
pub fn product<S: IntTuple>(s: S) -> Product<S> {
    demand!(S, |faults| size::product(s, "product(S)", faults))
}

/// The number of modes of the outermost level: 2 for `(8,(4,4))`, 1 for an integer. CuTe: `rank`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::Rank};
/// assert_type_eq_all!(Rank<shape!((8, (4, 4)))>, int!(2));
/// ```
pub type Rank<S> = <S as IntTuple>::Rank;

/// The number of modes of the outermost level: 2 for `(8, (4, 4))`, 1 for an integer. CuTe: `rank`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::rank};
/// assert_eq!(rank((int!(8), (4u32, int!(4)))).usize(), 2);
/// assert_eq!(rank(()).usize(), 0);
/// ```
#[inline(always)]
pub fn rank<S: IntTuple>(_: S) -> Rank<S> {
    Nat::UNIT
}

cases! {
    /// The number of levels.
    DepthOf[S: IntTuple] -> Nat {
        Leaf => UTerm;
        Empty => N1;
        Node => NatMax<Succ<HeadDepth<S>>, Depth<S::Tail>>;
    }
}
type HeadDepth<S> = Depth<<S as IntTuple>::Head>;
/// The number of levels of S: 0 for an integer, 1 for `(8,4)`, 2 for `(8,(4,4))`. CuTe: `depth`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::Depth};
/// assert_type_eq_all!(Depth<shape!((8, (4, 4)))>, int!(2));
/// ```
pub type Depth<S> = <<S as IntTuple>::Kind as DepthOf>::Out<S>;

/// The number of levels: 0 for an integer, 1 for `(8, 4)`, 2 for `(8, (4, 4))`. CuTe: `depth`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::depth};
/// assert_eq!(depth((int!(8), (4u32, int!(4)))).usize(), 2);
/// assert_eq!(depth(7u32).usize(), 0);
/// ```
#[inline(always)]
pub fn depth<S: IntTuple>(_: S) -> Depth<S> {
    Nat::UNIT
}

cases! {
    /// The product of S where the guide G has integers.
    ProductLikeGuide[S: IntTuple, G: IntTuple](s: S, g: G) -> IntTuple {
        Leaf => Product<S> = s.elements();
        Empty => () = ();
        Node => <ProductLike<S::Tail, G::Tail> as IntTuple>::Prepend<ProductLike<S::Head, G::Head>>
            = product_like(s.tail(), g.tail()).prepend_mode(product_like(s.head(), g.head()));
    }
}
/// S with the nesting of the coarser G, each integer the product of what it stands for. CuTe:
/// `product_like`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::ProductLike};
/// assert_type_eq_all!(ProductLike<shape!((8, (4, 4))), shape!((0, 0))>, shape!((8, 16)));
/// ```
pub type ProductLike<S, G> = <<G as IntTuple>::Kind as ProductLikeGuide>::Out<S, G>;

/// `s` with the nesting of the coarser `g`, each integer the product of what it stands for. CuTe:
/// `product_like`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::product_like};
/// assert_eq!(product_like((8u32, (4u32, 4u32)), shape!((1, 1))), (8, 16));
/// ```
#[inline(always)]
pub fn product_like<S: IntTuple, G: IntTuple>(s: S, g: G) -> ProductLike<S, G> {
    <G::Kind as ProductLikeGuide>::go(s, g)
}

cases! {
    /// The products of the modes of S.
    ProductOfEach[S: IntTuple](s: S) -> IntTuple {
        Leaf => S = s;
        Empty => () = ();
        Node => <ProductEach<S::Tail> as IntTuple>::Prepend<Product<S::Head>> = product_each(s.tail()).prepend_mode(s.head().elements());
    }
}
/// The tuple of the products of the modes of S. CuTe: `product_each`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::ProductEach};
/// assert_type_eq_all!(ProductEach<shape!((8, (4, 4)))>, shape!((8, 16)));
/// ```
pub type ProductEach<S> = <<S as IntTuple>::Kind as ProductOfEach>::Out<S>;

/// The tuple of the products of the modes: (8,16) for `(8, (4, 4))`. CuTe: `product_each`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::product_each};
/// assert_eq!(product_each((8u32, (4u32, 4u32))), (8, 16));
/// ```
#[inline(always)]
pub fn product_each<S: IntTuple>(s: S) -> ProductEach<S> {
    <S::Kind as ProductOfEach>::go(s)
}
