//! Steps along the modes of a shape, as steps of its index: what a stride `v@p` on the right of a
//! composition means for the layout on the left.

use super::*;
use crate::cases::cases;
use crate::refusal::LeavesItsMode;
use crate::tuple::access::{Get, Take, get, take};
use crate::tuple::measure::{Product, Rank, product};

cases! {
    /// The elements of the shape S before its mode P.
    ElementsBefore[S: IntTuple, P: IntTuple](s: S) -> Integer {
        Leaf => N1 = N1::UNIT;
        Empty => N1 = N1::UNIT;
        Node => Mul<Product<Take<S, AxisOf<P>>>, Before<Get<S, P::Head>, P::Tail>>
            = mul(product(take::<S, AxisOf<P>>(s)), before::<_, P::Tail>(get(s, P::Head::UNCHECKED)));
    }
}
type Before<S, P> = <<P as IntTuple>::Kind as ElementsBefore>::Out<S, P>;
#[inline(always)]
fn before<S: IntTuple, P: IntTuple>(s: S) -> Before<S, P> {
    <P::Kind as ElementsBefore>::go::<S, P>(s)
}
/// The first number of P.
type AxisOf<P> = <<<P as IntTuple>::Head as IntTuple>::Leaf as Integer>::Known;
cases! {
    /// Is the mode P of the shape S the last, on all levels?
    LastMode[S: IntTuple, P: IntTuple] -> Bool {
        Leaf => B1;
        Empty => B1;
        Node => <<Rank<S> as Nat>::Eq<<AxisOf<P> as Nat>::Succ> as Bool>::And<IsLast<Get<S, P::Head>, P::Tail>>;
    }
}
type IsLast<S, P> = <<P as IntTuple>::Kind as LastMode>::Out<S, P>;
/// Do N times V steps along the axis P stay in mode P of the shape S, or is it the last?
pub(super) type InMode<V, P, N, S> =
    <<Product<Get<S, P>> as Integer>::Ask<IsGt, Mul<V, Sub<N, N1>>> as Bool>::Or<IsLast<S, P>>;
cases! {
    /// The stride of V steps along mode P of the shape S: does the walk stay in it?
    StaysInMode[V: Integer, P: IntTuple, S: IntTuple](v: V, s: S) -> Integer {
        B1 => Mul<V, Before<S, P>> = mul(v, before::<S, P>(s));
        B0 => Refused<LeavesItsMode<V, P, S>> = Refused::UNIT;
    }
}
/// The run-time half of [`StaysInMode`].
pub(super) fn assert_in_mode<V: Integer, P: IntTuple, N: Integer, S: IntTuple>(v: V, n: N, s: S) {
    let extent = product(get(s, P::UNCHECKED)).leaves().value[0];
    let (v, n) = (v.leaves().value[0], n.leaves().value[0]);
    if let (false, Some(extent), Some(v), Some(n)) = (<IsLast<S, P> as Bool>::VALUE, extent, v, n) {
        assert!(
            v * (n - 1) < extent,
            "composition(A, B): {n} times {v} steps leave a mode of A of extent {extent}"
        );
    }
}

cases! {
    /// The strides D of the shape S, along the modes of the shape A.
    AlongEach[D: IntTuple, S: IntTuple, A: IntTuple](d: D, s: S, a: A) -> IntTuple {
        Leaf => <D::Leaf as Integer>::Along<S::Leaf, A> = d.leaf().along(s.leaf(), a);
        Empty => () = ();
        Node => <AlongModes<D::Tail, S::Tail, A> as IntTuple>::Prepend<AlongModes<D::Head, S::Head, A>>
            = along_modes(d.tail(), s.tail(), a).prepend_mode(along_modes(d.head(), s.head(), a));
    }
}
/// The strides D of the shape S, with steps along the modes of A as steps of A's index.
pub type AlongModes<D, S, A> = <<D as IntTuple>::Kind as AlongEach>::Out<D, S, A>;
/// The strides `d` of the shape `s`, along the modes of the shape `a`.
#[inline(always)]
pub fn along_modes<D: IntTuple, S: IntTuple, A: IntTuple>(d: D, s: S, a: A) -> AlongModes<D, S, A> {
    <D::Kind as AlongEach>::go(d, s, a)
}
