//! Distribution: a number of elements, spread over a shape as evenly as the extents allow.
//!
//! ```text
//! domain_distribute (15,14) over 6  =  (3,2):(1,15)        3 = gcd(15, 6), then 2 = gcd(14, 6/3)
//! ```
//!
//! Each extent takes the greatest common divisor of itself and of what is left, at its position
//! among the indices of the shape.

use super::coalesce::Coalesce;
use super::compose::{RefusedLayout, refused_layout};
use super::flat_modes::*;
use super::inverse::{Inverse, Placed, PlacedModes};
use super::tree::*;
use crate::algebra::algebra_reasons::CountOfElements;
use crate::integer::*;
use crate::layout::Layout;
use crate::tuple::{Empty, IntTuple, Leaf, Node};
use zellige_macros::total;

/// Extents with the products of those before them.
#[total]
pub trait Distribute: Sized {
    /// `n` elements, distributed over the modes and coalesced.
    fn distribute(self, n: Integer) -> Modes;
}
#[total]
impl Distribute for HNil {
    fn distribute(self, n: Integer) -> Modes {
        HNil
    }
}
#[total]
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Distribute for Placed<S, D, P, T> {
    fn distribute(self, n: Integer) -> Modes {
        let Placed(s, _, p, t) = self;
        let part: Integer = gcd(s, n);
        Coalesce::push_front(t.distribute(div(n, part)), part, p)
    }
}

/// `n` elements distributed over the shape `s`. See
/// [`domain_distribute`](crate::construct::domain_distribute).
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(DomainDistribute<shape!((15, 14)), int!(6)> == (3, 2) : (1, 15));
/// assert_eq!(domain_distribute(shape!((15, 14)), int!(6)).to_string(), "(_3,_2):(_1,_15)");
/// ```
#[total]
pub fn domain_distribute(s: IntTuple, n: IntTuple) -> Layout {
    match n.kind() {
        Leaf => {
            let places: PlacedModes = Inverse::place(flat(s, s), 1);
            ToLayout::to_layout(Distribute::distribute(places, n.leaf()))
        }
        Empty => refused_layout::<CountOfElements<N>>(),
        Node => refused_layout::<CountOfElements<N>>(),
    }
}
