//! Putting tuples together in another way: join, zip, transpose, unflatten.

use crate::cases::cases;
use crate::profile::AnyForm;
use crate::refusal::Refused;
use crate::tuple::access::Flatten;
use crate::tuple::measure::*;
use crate::tuple::reasons::{DifferentRanks, NotCongruent};
use crate::tuple::*;

cases! {
    /// The modes of S as a tuple; a single mode stays as it is.
    SpreadModes[S: IntTuple](s: S) -> IntTuple {
        Leaf => <S::IsRefused as Ternary>::Out<S, (S,)> = <S::IsRefused as Ternary>::go(s, (s,));
        Empty => () = ();
        Node => <<S::Tail as IntTuple>::IsEmpty as Ternary>::Out<(S,), S> = <<S::Tail as IntTuple>::IsEmpty as Ternary>::go((s,), s);
    }
}
/// The modes of S as a tuple; a single mode, `8` or `(8,)`, stays as it is: `(8,)`, `((8,),)`.
pub(crate) type Spread<S> = <<S as IntTuple>::Kind as SpreadModes>::Out<S>;
#[inline(always)]
pub(crate) fn spread<S: IntTuple>(s: S) -> Spread<S> {
    <S::Kind as SpreadModes>::go(s)
}

cases! {
    /// The tuple of the modes; an integer is one mode.
    TupleOfModes[S: IntTuple](s: S) -> IntTuple {
        Leaf => <S::IsRefused as Ternary>::Out<S, (S,)> = <S::IsRefused as Ternary>::go(s, (s,));
        Empty => () = ();
        Node => S = s;
    }
}
/// S as a tuple of modes; an integer is one mode.
pub(crate) type AsTuple<S> = <<S as IntTuple>::Kind as TupleOfModes>::Out<S>;
/// `s` as a tuple of modes; an integer is one mode.
#[inline(always)]
pub(crate) fn as_tuple<S: IntTuple>(s: S) -> AsTuple<S> {
    <S::Kind as TupleOfModes>::go(s)
}

cases! {
    /// The modes of S, then those of R.
    JoinModes[S: IntTuple, R: IntTuple](s: S, r: R) -> IntTuple {
        Leaf => R::Prepend<S> = r.prepend_mode(s);
        Empty => R = r;
        Node => <Join<S::Tail, R> as IntTuple>::Prepend<S::Head> = join(s.tail(), r).prepend_mode(s.head());
    }
}
/// The modes of S, then those of R, in one tuple; an integer is one mode.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::Join};
/// assert_type_eq_all!(Join<shape!((2, 3)), shape!((5, 7))>, shape!((2, 3, 5, 7)));
/// ```
pub type Join<S, R> = <<S as IntTuple>::Kind as JoinModes>::Out<S, R>;
/// The modes of `s`, then those of `r`, in one tuple; an integer is one mode.
///
/// ```
/// use zellige::tuple::arrange::join;
/// assert_eq!(join((2u32, (3u32, 5u32)), (7u32, 11u32)), (2, (3, 5), 7, 11));
/// ```
#[inline(always)]
pub fn join<S: IntTuple, R: IntTuple>(s: S, r: R) -> Join<S, R> {
    <S::Kind as JoinModes>::go(s, r)
}

cases! {
    /// The pairs of the modes of A and B.
    ZipModes[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => ((A, B),) = ((a, b),);
        Empty => <B::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<A, B>, AnyForm>> = <B::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <Zip2<A::Tail, B::Tail> as IntTuple>::Prepend<(A::Head, B::Head)> = zip2(a.tail(), b.tail()).prepend_mode((a.head(), b.head()));
    }
}
/// The tuple of the pairs of modes that correspond in A and B. CuTe: `zip(a, b)`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::Zip2};
/// assert_type_eq_all!(Zip2<shape!((2, 3)), shape!((5, 7))>, shape!(((2, 5), (3, 7))));
/// ```
pub type Zip2<A, B> = <<A as IntTuple>::Kind as ZipModes>::Out<A, B>;
/// The tuple of the pairs of modes that correspond in `a` and `b`. CuTe: `zip(a, b)`.
///
/// ```
/// use zellige::tuple::arrange::zip2;
/// assert_eq!(zip2((2u32, 3u32), (5u32, (7u32, 11u32))), ((2, 5), (3, (7, 11))));
/// ```
#[doc(alias = "zip")]
#[inline(always)]
pub fn zip2<A: IntTuple, B: IntTuple>(a: A, b: B) -> Zip2<A, B> {
    <A::Kind as ZipModes>::go(a, b)
}

cases! {
    /// The first modes of all entries of S.
    HeadOfEach[S: IntTuple](s: S) -> IntTuple {
        Leaf => Refused<DifferentRanks, AnyForm> = Refused::UNIT;
        Empty => () = ();
        Node => <Heads<S::Tail> as IntTuple>::Prepend<<S::Head as IntTuple>::Head> = heads(s.tail()).prepend_mode(s.head().head());
    }
}
type Heads<S> = <<S as IntTuple>::Kind as HeadOfEach>::Out<S>;
#[inline(always)]
fn heads<S: IntTuple>(s: S) -> Heads<S> {
    <S::Kind as HeadOfEach>::go(s)
}
cases! {
    /// All entries of S without their first modes.
    TailOfEach[S: IntTuple](s: S) -> IntTuple {
        Leaf => Refused<DifferentRanks, AnyForm> = Refused::UNIT;
        Empty => () = ();
        Node => <Tails<S::Tail> as IntTuple>::Prepend<<S::Head as IntTuple>::Tail> = tails(s.tail()).prepend_mode(s.head().tail());
    }
}
type Tails<S> = <<S as IntTuple>::Kind as TailOfEach>::Out<S>;
#[inline(always)]
fn tails<S: IntTuple>(s: S) -> Tails<S> {
    <S::Kind as TailOfEach>::go(s)
}
cases! {
    /// Mode j of the result has mode j of every entry of S, of whose kind the first one is.
    TransposeModes[S: IntTuple](s: S) -> IntTuple {
        Leaf => S = s;
        Empty => <<Rank<Flatten<S>> as Integer>::IsZero as Ternary>::Out<(), Refused<DifferentRanks, AnyForm>>
            = <<Rank<Flatten<S>> as Integer>::IsZero as Ternary>::go((), Refused::UNIT);
        Node => <Transpose<Tails<S>> as IntTuple>::Prepend<Heads<S>> = transpose(tails(s)).prepend_mode(heads(s));
    }
}
/// Mode j of the result has mode j of every entry of S. CuTe: `zip`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::Transpose};
/// assert_type_eq_all!(Transpose<shape!(((2, 3), (5, 7)))>, shape!(((2, 5), (3, 7))));
/// ```
pub type Transpose<S> = <<<S as IntTuple>::Head as IntTuple>::Kind as TransposeModes>::Out<S>;
/// Mode j of the result has mode j of every entry of `s`. CuTe: `zip`.
///
/// ```
/// use zellige::tuple::arrange::transpose;
/// assert_eq!(transpose(((2u32, 3u32), (5u32, 7u32))), ((2, 5), (3, 7)));
/// ```
#[doc(alias = "zip")]
#[inline(always)]
pub fn transpose<S: IntTuple>(s: S) -> Transpose<S> {
    <<S::Head as IntTuple>::Kind as TransposeModes>::go(s)
}

cases! {
    /// The pair of a tuple of the form P, of the first modes of S, and the modes that are left.
    NestModes[S: IntTuple, P: IntTuple](s: S, p: P) -> IntTuple {
        Leaf => (S::Head, S::Tail) = (s.head(), s.tail());
        Empty => ((), S) = ((), s);
        Node => (<First<Nested<Second<Nested<S, P::Head>>, P::Tail>> as IntTuple>::Prepend<First<Nested<S, P::Head>>>, Second<Nested<Second<Nested<S, P::Head>>, P::Tail>>) = {
            let head = nested(s, p.head());
            let tail = nested(head.tail().head(), p.tail());
            (tail.head().prepend_mode(head.head()), tail.tail().head())
        };
    }
}
type First<S> = <S as IntTuple>::Head;
type Second<S> = <<S as IntTuple>::Tail as IntTuple>::Head;
type Nested<S, P> = <<P as IntTuple>::Kind as NestModes>::Out<S, P>;
#[inline(always)]
fn nested<S: IntTuple, P: IntTuple>(s: S, p: P) -> Nested<S, P> {
    <P::Kind as NestModes>::go(s, p)
}
cases! {
    /// True if no mode is left over.
    AllNested[S: IntTuple, P: IntTuple](s: S, p: P) -> IntTuple {
        B1 => First<Nested<S, P>> = nested(s, p).head();
        B0 => Refused<NotCongruent<S, P>, AnyForm> = Refused::UNIT;
    }
}
/// The modes of the flat tuple S in the form of the profile P. CuTe: `unflatten`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::Unflatten};
/// assert_type_eq_all!(Unflatten<shape!((2, 3, 5)), shape!((0, (0, 0)))>, shape!((2, (3, 5))));
/// ```
pub type Unflatten<S, P> = <<Second<Nested<S, P>> as IntTuple>::IsEmpty as AllNested>::Out<S, P>;
/// The modes of the flat tuple `s` in the form of the profile `p`. CuTe: `unflatten`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::unflatten};
/// assert_eq!(unflatten((2u32, 3u32, 5u32), shape!((0, (0, 0)))), (2, (3, 5)));
/// ```
#[inline(always)]
pub fn unflatten<S: IntTuple, P: IntTuple>(s: S, p: P) -> Unflatten<S, P> {
    <<Second<Nested<S, P>> as IntTuple>::IsEmpty as AllNested>::go(s, p)
}
