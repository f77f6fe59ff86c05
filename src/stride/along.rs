//! Steps along the modes of a shape, as steps of its index: what a stride `v@p` on the right of a
//! composition means for the layout on the left.

use super::*;
use crate::cases::cases;
use crate::refusal::{Code, Message, Refusal};
use crate::run_time::Faults;
use crate::stride::reasons::LeavesItsMode;
use crate::tuple::access::{Get, Take, get, take};
use crate::tuple::measure::{Product, Rank};

cases! {
    /// The elements of the shape S before its mode P.
    ElementsBefore[S: IntTuple, P: IntTuple](s: S) -> Integer {
        Leaf => N1 = N1::UNIT;
        Empty => N1 = N1::UNIT;
        Node => Mul<Product<Take<S, AxisOf<P>>>, Before<Get<S, P::Head>, P::Tail>>
            = total::mul(take::<S, AxisOf<P>>(s).elements(), before::<_, P::Tail>(get(s, P::Head::UNCHECKED)));
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
    /// True if the mode P of the shape S is the last, on all levels.
    LastMode[S: IntTuple, P: IntTuple] -> Bool {
        Leaf => B1;
        Empty => B1;
        Node => <<Rank<S> as Nat>::Eq<Succ<AxisOf<P>>> as Bool>::And<IsLast<Get<S, P::Head>, P::Tail>>;
    }
}
type IsLast<S, P> = <<P as IntTuple>::Kind as LastMode>::Out<S, P>;
/// True if N times V steps along the axis P stay in mode P of the shape S, or if it is the last.
pub(super) type InMode<V, P, N, S> =
    <<Product<Get<S, P>> as Integer>::Ask<IsGt, Mul<V, Sub<N, N1>>> as Bool>::Or<IsLast<S, P>>;
cases! {
    /// The stride of V steps along mode P of the shape S: does the walk stay in it?
    StaysInMode[V: Integer, P: IntTuple, S: IntTuple](v: V, s: S) -> Integer {
        B1 => Mul<V, Before<S, P>> = total::mul(v, before::<S, P>(s));
        B0 => Refused<LeavesItsMode<V, P, S>> = Refused::UNIT;
    }
}
/// The run-time half of [`StaysInMode`]: why N times `v` steps leave mode P of `s`.
pub(super) fn in_mode_fault<V: Integer, P: IntTuple, N: Integer, S: IntTuple>(
    v: V,
    n: N,
    s: S,
) -> Option<Refusal> {
    if <IsLast<S, P> as Bool>::VALUE {
        return None;
    }
    let extent = get(s, P::UNCHECKED).elements().projected();
    let (n, v) = (n.projected(), v.projected());
    if n < 2 || v.saturating_mul(n - 1) < extent {
        return None;
    }
    let m = Message::new()
        .s("composition(A, B): ")
        .u(n as u64)
        .s(" times ")
        .u(v as u64);
    let m = m
        .s(" steps leave their mode of A, of extent ")
        .u(extent as u64);
    Some(Refusal::new(Code::Carry, m))
}

cases! {
    /// The strides D of the shape S, along the modes of the shape A.
    AlongEach[D: IntTuple, S: IntTuple, A: IntTuple](d: D, s: S, a: A, faults: impl Faults) -> IntTuple {
        Leaf => <D::Leaf as WalksAlong>::Along<S::Leaf, A> = d.leaf().along(s.leaf(), a, faults);
        Empty => () = ();
        Node => <AlongModes<D::Tail, S::Tail, A> as IntTuple>::Prepend<AlongModes<D::Head, S::Head, A>>
            = along_modes(d.tail(), s.tail(), a, faults).prepend_mode(along_modes(d.head(), s.head(), a, faults));
    }
}
/// The strides D of the shape S, with steps along the modes of A as steps of A's index.
#[doc(hidden)]
pub type AlongModes<D, S, A> = <<D as IntTuple>::Kind as AlongEach>::Out<D, S, A>;
/// The strides `d` of the shape `s`, along the modes of the shape `a`.
#[doc(hidden)]
#[inline(always)]
pub fn along_modes<D: IntTuple, S: IntTuple, A: IntTuple>(
    d: D,
    s: S,
    a: A,
    faults: impl Faults,
) -> AlongModes<D, S, A> {
    <D::Kind as AlongEach>::go(d, s, a, faults)
}

/// What a stride on the right of a composition is for the layout on the left. Every [`Integer`] has this.
#[doc(hidden)]
pub trait WalksAlong: Sized {
    /// Self as the stride of a mode of extent N: steps along a mode of the shape S become steps of its index.
    type Along<N: Integer, S: IntTuple>: Integer;
    /// Returns it as the stride of a mode of extent `n`, along the modes of the shape `s`.
    fn along<N: Integer, S: IntTuple>(self, n: N, s: S, faults: impl Faults) -> Self::Along<N, S>;
}
/// A number is a number of steps of the index already.
macro_rules! numbers {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> WalksAlong for $t {
            type Along<N: Integer, S: IntTuple> = $t;
            #[inline(always)]
            fn along<N: Integer, S: IntTuple>(self, _: N, _: S, _: impl Faults) -> $t {
                self
            }
        }
    )* };
}
numbers! {
    [] UTerm;
    [] N1;
    [U: Positive] UInt<U, B0>;
    [U: Positive] UInt<U, B1>;
    [] u32;
    [] usize;
    [E: Reason] Refused<E>;
    [M: Nat] Negative<M>;
    [] Signed<i32>;
    [] Signed<isize>;
}
