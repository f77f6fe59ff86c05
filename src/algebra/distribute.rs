//! Distribution: so many elements of a shape, as evenly spread as the extents allow.
//!
//! ```text
//! domain_distribute (15,14) over 6  =  (3,2):(1,15)        3 = gcd(15, 6), then 2 = gcd(14, 6/3)
//! ```
//!
//! Each extent takes the greatest common divisor of itself and of what is left, in its place among
//! the indices of the shape.

use super::coalesce::Coalesce;
use super::compose::RefusedLayout;
use super::inverse::{Inverse, Placed, PlacedModes};
use super::modes::*;
use super::tree::*;
use crate::cases::cases;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::{CountOfElements, Refused};
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

cases! {
    /// N elements distributed over the shape S: is N one integer?
    DistributeOver[S: IntTuple, N: IntTuple](s: S, n: N) -> Layout {
        Leaf => <<<Flat<S, S> as Inverse>::Place<N1> as Distribute>::Distribute<N::Leaf> as ToLayout>::ToLayout
            = flat(s, s).place(N1::UNIT).distribute(n.leaf()).to_layout();
        Empty => RefusedLayout<CountOfElements<N>> = Strided::of(Refused::UNIT, Refused::UNIT);
        Node => RefusedLayout<CountOfElements<N>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
/// N elements distributed over the shape S. See
/// [`domain_distribute`](crate::construct::domain_distribute).
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(DomainDistribute<shape!((15, 14)), int!(6)> == (3, 2) : (1, 15));
/// ```
pub type DomainDistribute<S, N> = <<N as IntTuple>::Kind as DistributeOver>::Out<S, N>;
/// `n` elements distributed over the shape `s`.
#[inline(always)]
pub fn domain_distribute<S: IntTuple, N: IntTuple>(s: S, n: N) -> DomainDistribute<S, N> {
    <N::Kind as DistributeOver>::go(s, n)
}
