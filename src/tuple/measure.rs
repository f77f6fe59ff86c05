//! Product, rank and depth of a tuple.

use crate::run_time::demand;
use crate::tuple::*;
use zellige_macros::total;

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
/// Panics if the product does not fit the type of the run-time integers: `product(S): the product
/// of the extents (65536,65536), 4294967296, does not fit their type`.
#[doc(alias = "size")]
#[inline(always)]
#[track_caller]
pub fn product<S: IntTuple>(s: S) -> Product<S> {
    demand!(S, |faults| checked_size::product(s, "product(S)", faults))
}

/// The number of modes of the outermost level: 2 for `(8, (4, 4))`, 1 for an integer. CuTe: `rank`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::{Rank, rank}};
/// assert_type_eq_all!(Rank<shape!((8, (4, 4)))>, int!(2));
/// assert_eq!(rank((int!(8), (4u32, int!(4)))).usize(), 2);
/// assert_eq!(rank(()).usize(), 0);
/// ```
#[total]
pub fn rank(s: IntTuple) -> Nat {
    s.rank()
}

/// The number of levels: 0 for an integer, 1 for `(8, 4)`, 2 for `(8, (4, 4))`. CuTe: `depth`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::{Depth, depth}};
/// assert_type_eq_all!(Depth<shape!((8, (4, 4)))>, int!(2));
/// assert_eq!(depth((int!(8), (4u32, int!(4)))).usize(), 2);
/// assert_eq!(depth(7u32).usize(), 0);
/// ```
#[total]
pub fn depth(s: IntTuple) -> Nat {
    match s.kind() {
        Leaf => 0,
        Empty => 1,
        Node => nat_max(succ(depth(s.head())), depth(s.tail())),
    }
}

/// The tuple `s` with the nesting of the coarser `g`, where each integer is the product of the part
/// that it represents. CuTe: `product_like`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::{ProductLike, product_like}};
/// assert_type_eq_all!(ProductLike<shape!((8, (4, 4))), shape!((0, 0))>, shape!((8, 16)));
/// assert_eq!(product_like((8u32, (4u32, 4u32)), shape!((1, 1))), (8, 16));
/// ```
#[total]
pub fn product_like(s: IntTuple, g: IntTuple) -> IntTuple {
    match g.kind() {
        Leaf => s.elements(),
        Empty => (),
        Node => prepended(product_like(s.tail(), g.tail()), product_like(s.head(), g.head())),
    }
}

/// The tuple of the products of the modes: (8,16) for `(8, (4, 4))`. CuTe: `product_each`.
///
/// ```
/// use zellige::{prelude::*, tuple::measure::{ProductEach, product_each}};
/// assert_type_eq_all!(ProductEach<shape!((8, (4, 4)))>, shape!((8, 16)));
/// assert_eq!(product_each((8u32, (4u32, 4u32))), (8, 16));
/// ```
#[total]
pub fn product_each(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => s,
        Empty => (),
        Node => prepended(product_each(s.tail()), s.head().elements()),
    }
}
