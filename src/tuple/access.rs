//! Modes by their number, and more of them: get, select, take, group, replace, append, flatten.
//!
//! The index of a mode is a static integer. A mode that does not exist is refused with
//! [`Code::NoSuchMode`](crate::refusal::Code::NoSuchMode).

use crate::cases::cases;
use crate::profile::AnyForm;
use crate::refusal::Refused;
use crate::tuple::measure::*;
use crate::tuple::reasons::{NoMode, NoRange, RankTooSmall, RunTimeIndex};
use crate::tuple::*;

/// N - 1
type Pred<N> = <N as Nat>::Sub<N1>;

cases! {
    /// Mode I of S, which exists: is I zero?
    NthMode[S: IntTuple, I: Nat](s: S) -> IntTuple {
        B1 => S::Head = s.head();
        B0 => <<Pred<I> as Integer>::IsZero as NthMode>::Out<S::Tail, Pred<I>>
            = <<Pred<I> as Integer>::IsZero as NthMode>::go::<S::Tail, Pred<I>>(s.tail());
    }
}
cases! {
    /// Mode I of S: does it exist?
    InRank[S: IntTuple, I: Nat](s: S) -> IntTuple {
        B1 => <I::IsZero as NthMode>::Out<S, I> = <I::IsZero as NthMode>::go::<S, I>(s);
        B0 => Refused<NoMode<S, I>, AnyForm> = Refused::UNIT;
    }
}
cases! {
    /// Mode I of S: is I static?
    StaticIndex[S: IntTuple, I: Integer](s: S) -> IntTuple {
        B1 => <Gt<Rank<S>, I::Known> as InRank>::Out<S, I::Known> = <Gt<Rank<S>, I::Known> as InRank>::go::<S, I::Known>(s);
        B0 => Refused<RunTimeIndex, AnyForm> = Refused::UNIT;
    }
}
/// Mode I of S.
type Nth<S, I> = <<I as Integer>::IsStatic as StaticIndex>::Out<S, I>;
#[inline(always)]
fn nth<S: IntTuple, I: Integer>(s: S, _: I) -> Nth<S, I> {
    <I::IsStatic as StaticIndex>::go::<S, I>(s)
}

cases! {
    /// The mode at the path I: `(1, 0)` is mode 0 of mode 1.
    PathOf[S: IntTuple, I: IntTuple](s: S, i: I) -> IntTuple {
        Leaf => Nth<S, I::Leaf> = nth(s, i.leaf());
        Empty => S = s;
        Node => Get<Get<S, I::Head>, I::Tail> = get(get(s, i.head()), i.tail());
    }
}
/// The mode of S with the number, or at the path, I. CuTe: `get`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Get};
/// assert_type_eq_all!(Get<shape!((8, (4, 2))), int!(1)>, shape!((4, 2)));
/// ```
pub type Get<S, I> = <<I as IntTuple>::Kind as PathOf>::Out<S, I>;

/// The mode with the static number `i`, or at the path `i`. CuTe: `get<1>`, `get<1, 0>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::get};
/// let s = (int!(8), (4u32, 5u32));
/// assert_eq!(get(s, int!(1)), (4, 5));
/// assert_eq!(get(s, coord!((1, 0))), 4);
/// ```
#[inline(always)]
pub fn get<S: IntTuple, I: IntTuple>(s: S, i: I) -> Get<S, I> {
    <I::Kind as PathOf>::go(s, i)
}

cases! {
    /// The tuple of the modes of S whose numbers are in I.
    SelectModes[S: IntTuple, I: IntTuple](s: S, i: I) -> IntTuple {
        Leaf => (Nth<S, I::Leaf>,) = (nth(s, i.leaf()),);
        Empty => () = ();
        Node => <Select<S, I::Tail> as IntTuple>::Prepend<Get<S, I::Head>> = select(s, i.tail()).prepend_mode(get(s, i.head()));
    }
}
/// The tuple of the modes of S whose numbers are in I. CuTe: `select`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Select};
/// assert_type_eq_all!(Select<shape!((2, 3, 5)), coord!((2, 0))>, shape!((5, 2)));
/// ```
pub type Select<S, I> = <<I as IntTuple>::Kind as SelectModes>::Out<S, I>;

/// The tuple of the modes whose static numbers are in `i`. CuTe: `select<0, 2>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::select};
/// assert_eq!(select((2u32, 3u32, 5u32), coord!((2, 0))), (5, 2));
/// ```
#[inline(always)]
pub fn select<S: IntTuple, I: IntTuple>(s: S, i: I) -> Select<S, I> {
    <I::Kind as SelectModes>::go(s, i)
}

cases! {
    /// The first N modes: is N zero?
    TakeModes[S: IntTuple, N: Nat](s: S) -> IntTuple {
        B1 => () = ();
        B0 => <Take<S::Tail, Pred<N>> as IntTuple>::Prepend<S::Head> = take::<S::Tail, Pred<N>>(s.tail()).prepend_mode(s.head());
    }
}
/// The tuple of the first N modes of S.
pub(crate) type Take<S, N> = <<N as Integer>::IsZero as TakeModes>::Out<S, N>;
/// The tuple of the first N modes of `s`.
#[inline(always)]
pub(crate) fn take<S: IntTuple, N: Nat>(s: S) -> Take<S, N> {
    <N::IsZero as TakeModes>::go::<S, N>(s)
}
cases! {
    /// All but the first N modes: is N zero?
    DropModes[S: IntTuple, N: Nat](s: S) -> IntTuple {
        B1 => S = s;
        B0 => Drop<S::Tail, Pred<N>> = drop_modes::<S::Tail, Pred<N>>(s.tail());
    }
}
type Drop<S, N> = <<N as Integer>::IsZero as DropModes>::Out<S, N>;
#[inline(always)]
fn drop_modes<S: IntTuple, N: Nat>(s: S) -> Drop<S, N> {
    <N::IsZero as DropModes>::go::<S, N>(s)
}
cases! {
    /// The modes from B to E (exclusive) as one mode: is B zero?
    GroupModes[S: IntTuple, B: Nat, E: Nat](s: S) -> IntTuple {
        B1 => <Drop<S, E> as IntTuple>::Prepend<Take<S, E>> = drop_modes::<S, E>(s).prepend_mode(take::<S, E>(s));
        B0 => <<<Pred<B> as Integer>::IsZero as GroupModes>::Out<S::Tail, Pred<B>, Pred<E>> as IntTuple>::Prepend<S::Head>
            = <<Pred<B> as Integer>::IsZero as GroupModes>::go::<S::Tail, Pred<B>, Pred<E>>(s.tail()).prepend_mode(s.head());
    }
}
cases! {
    /// The modes from B to E as one mode: do they exist?
    GroupInRank[S: IntTuple, B: Nat, E: Nat](s: S) -> IntTuple {
        B1 => <B::IsZero as GroupModes>::Out<S, B, E> = <B::IsZero as GroupModes>::go::<S, B, E>(s);
        B0 => Refused<NoRange<S, B, E>, AnyForm> = Refused::UNIT;
    }
}
/// B < E <= rank, all static.
type IsRange<S, B, E> = <Gt<E, B> as Bool>::And<Ge<Rank<S>, E>>;
/// The modes from B to E (exclusive) of S as one mode. CuTe: `group`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Group};
/// assert_type_eq_all!(Group<shape!((2, 3, 5, 7)), int!(1), int!(3)>, shape!((2, (3, 5), 7)));
/// ```
pub type Group<S, B, E> =
    <IsRange<S, <B as Integer>::Known, <E as Integer>::Known> as GroupInRank>::Out<
        S,
        <B as Integer>::Known,
        <E as Integer>::Known,
    >;

/// The modes from `b` to `e` (exclusive) as one mode. CuTe: `group<1, 3>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::group};
/// assert_eq!(group((2u32, 3u32, 5u32, 7u32), int!(1), int!(3)), (2, (3, 5), 7));
/// ```
#[inline(always)]
pub fn group<S: IntTuple, B: Integer, E: Integer>(s: S, _: B, _: E) -> Group<S, B, E> {
    <IsRange<S, B::Known, E::Known> as GroupInRank>::go::<S, B::Known, E::Known>(s)
}

cases! {
    /// S with a mode X at its end.
    AppendMode[S: IntTuple, X: IntTuple](s: S, x: X) -> IntTuple {
        Leaf => <(X,) as IntTuple>::Prepend<S> = (x,).prepend_mode(s);
        Empty => (X,) = (x,);
        Node => <Append<S::Tail, X> as IntTuple>::Prepend<S::Head> = append(s.tail(), x).prepend_mode(s.head());
    }
}
/// S with a mode X at its end. CuTe: `append`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Append};
/// assert_type_eq_all!(Append<shape!((2, 3)), shape!((5, 7))>, shape!((2, 3, (5, 7))));
/// ```
pub type Append<S, X> = <<S as IntTuple>::Kind as AppendMode>::Out<S, X>;

/// `s` with a mode `x` at its end. CuTe: `append`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::append};
/// assert_eq!(append((2u32, 3u32), (5u32, 7u32)), (2, 3, (5, 7)));
/// ```
#[inline(always)]
pub fn append<S: IntTuple, X: IntTuple>(s: S, x: X) -> Append<S, X> {
    <S::Kind as AppendMode>::go(s, x)
}

cases! {
    /// S with modes X at its end, N of them: is N zero?
    AppendMany[S: IntTuple, X: IntTuple, N: Nat](s: S, x: X) -> IntTuple {
        B1 => S = s;
        B0 => <<Pred<N> as Integer>::IsZero as AppendMany>::Out<Append<S, X>, X, Pred<N>>
            = <<Pred<N> as Integer>::IsZero as AppendMany>::go::<Append<S, X>, X, Pred<N>>(append(s, x), x);
    }
}
cases! {
    /// S with modes X in front, N of them: is N zero?
    PrependMany[S: IntTuple, X: IntTuple, N: Nat](s: S, x: X) -> IntTuple {
        B1 => S = s;
        B0 => <<Pred<N> as Integer>::IsZero as PrependMany>::Out<S::Prepend<X>, X, Pred<N>>
            = <<Pred<N> as Integer>::IsZero as PrependMany>::go::<S::Prepend<X>, X, Pred<N>>(s.prepend_mode(x), x);
    }
}
cases! {
    /// Filling S up to rank N: is N at least the rank?
    Filled[S: IntTuple, X: IntTuple, N: Nat](s: S, x: X) -> IntTuple {
        B1 => <Missing<S, N> as AppendMany>::Out<S, X, <N as Nat>::Sub<Rank<S>>>
            = <Missing<S, N> as AppendMany>::go::<S, X, <N as Nat>::Sub<Rank<S>>>(s, x);
        B0 => Refused<RankTooSmall<S, N>, AnyForm> = Refused::UNIT;
    }
}
cases! {
    /// Filling S in front up to rank N: is N at least the rank?
    FilledInFront[S: IntTuple, X: IntTuple, N: Nat](s: S, x: X) -> IntTuple {
        B1 => <Missing<S, N> as PrependMany>::Out<S, X, <N as Nat>::Sub<Rank<S>>>
            = <Missing<S, N> as PrependMany>::go::<S, X, <N as Nat>::Sub<Rank<S>>>(s, x);
        B0 => Refused<RankTooSmall<S, N>, AnyForm> = Refused::UNIT;
    }
}
/// True if no mode is missing.
type Missing<S, N> = <<N as Nat>::Sub<Rank<S>> as Integer>::IsZero;
/// S with modes X at its end, up to rank N. CuTe: `append<N>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::AppendTo};
/// assert_type_eq_all!(AppendTo<shape!((2, 3)), int!(1), int!(4)>, shape!((2, 3, 1, 1)));
/// ```
#[doc(alias = "append")]
pub type AppendTo<S, X, N> =
    <Ge<<N as Integer>::Known, Rank<S>> as Filled>::Out<S, X, <N as Integer>::Known>;
/// S with modes X in front, up to rank N. CuTe: `prepend<N>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::PrependTo};
/// assert_type_eq_all!(PrependTo<shape!((2, 3)), int!(1), int!(3)>, shape!((1, 2, 3)));
/// ```
#[doc(alias = "prepend")]
pub type PrependTo<S, X, N> =
    <Ge<<N as Integer>::Known, Rank<S>> as FilledInFront>::Out<S, X, <N as Integer>::Known>;

/// `s` with modes `x` at its end, up to rank N. CuTe: `append<N>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::append_to};
/// assert_eq!(append_to((2u32, 3u32), 1u32, int!(4)), (2, 3, 1, 1));
/// ```
#[doc(alias = "append")]
#[inline(always)]
pub fn append_to<S: IntTuple, X: IntTuple, N: Integer>(s: S, x: X, _: N) -> AppendTo<S, X, N> {
    <Ge<N::Known, Rank<S>> as Filled>::go::<S, X, N::Known>(s, x)
}
/// `s` with modes `x` in front, up to rank N. CuTe: `prepend<N>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::prepend_to};
/// assert_eq!(prepend_to((2u32, 3u32), 1u32, int!(3)), (1, 2, 3));
/// ```
#[doc(alias = "prepend")]
#[inline(always)]
pub fn prepend_to<S: IntTuple, X: IntTuple, N: Integer>(s: S, x: X, _: N) -> PrependTo<S, X, N> {
    <Ge<N::Known, Rank<S>> as FilledInFront>::go::<S, X, N::Known>(s, x)
}

cases! {
    /// The integers of S, in front of R.
    FlattenOnto[S: IntTuple, R: IntTuple](s: S, r: R) -> IntTuple {
        Leaf => R::Prepend<S> = r.prepend_mode(s);
        Empty => R = r;
        Node => FlatOnto<S::Head, FlatOnto<S::Tail, R>> = flat_onto(s.head(), flat_onto(s.tail(), r));
    }
}
type FlatOnto<S, R> = <<S as IntTuple>::Kind as FlattenOnto>::Out<S, R>;
#[inline(always)]
fn flat_onto<S: IntTuple, R: IntTuple>(s: S, r: R) -> FlatOnto<S, R> {
    <S::Kind as FlattenOnto>::go(s, r)
}
cases! {
    /// An integer stays one.
    FlattenTuple[S: IntTuple](s: S) -> IntTuple {
        Leaf => S = s;
        Empty => () = ();
        Node => FlatOnto<S, ()> = flat_onto(s, ());
    }
}
/// The tuple of the integers of S, without nesting; an integer stays one. CuTe: `flatten`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Flatten};
/// assert_type_eq_all!(Flatten<shape!((2, ((3,), 5)))>, shape!((2, 3, 5)));
/// ```
pub type Flatten<S> = <<S as IntTuple>::Kind as FlattenTuple>::Out<S>;

/// The tuple of all integers, without nesting; an integer stays one. CuTe: `flatten`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::flatten};
/// assert_eq!(flatten((2u32, ((3u32,), 5u32))), (2, 3, 5));
/// ```
#[inline(always)]
pub fn flatten<S: IntTuple>(s: S) -> Flatten<S> {
    <S::Kind as FlattenTuple>::go(s)
}

cases! {
    /// S with every integer replaced by X.
    FillLike[S: IntTuple, X: Integer](s: S, x: X) -> IntTuple {
        Leaf => X = x;
        Empty => () = ();
        Node => <Fill<S::Tail, X> as IntTuple>::Prepend<Fill<S::Head, X>> = fill(s.tail(), x).prepend_mode(fill(s.head(), x));
    }
}
/// S with every integer replaced by X. CuTe: `repeat_like`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Fill};
/// assert_type_eq_all!(Fill<shape!((2, (3, 5))), int!(1)>, shape!((1, (1, 1))));
/// ```
#[doc(alias = "repeat_like")]
pub type Fill<S, X> = <<S as IntTuple>::Kind as FillLike>::Out<S, X>;

/// `s` with every integer replaced by `x`. CuTe: `repeat_like`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::fill};
/// assert_eq!(fill((2u32, (3u32, 5u32)), 1u32), (1, (1, 1)));
/// ```
#[doc(alias = "repeat_like")]
#[inline(always)]
pub fn fill<S: IntTuple, X: Integer>(s: S, x: X) -> Fill<S, X> {
    <S::Kind as FillLike>::go(s, x)
}

cases! {
    /// All modes but the first, as a tuple; an integer is a single mode here.
    OtherModes[S: IntTuple](s: S) -> IntTuple {
        Leaf => <S::IsRefused as Ternary>::Out<S, ()> = <S::IsRefused as Ternary>::go(s, ());
        Empty => () = ();
        Node => S::Tail = s.tail();
    }
}
/// All modes but the first, as a tuple.
pub(crate) type Others<S> = <<S as IntTuple>::Kind as OtherModes>::Out<S>;
/// All modes but the first, as a tuple.
#[inline(always)]
pub(crate) fn others<S: IntTuple>(s: S) -> Others<S> {
    <S::Kind as OtherModes>::go(s)
}

cases! {
    /// The modes from B to E: do they exist?
    TakeInRank[S: IntTuple, B: Nat, E: Nat](s: S) -> IntTuple {
        B1 => Take<Drop<S, B>, E::Sub<B>> = take::<Drop<S, B>, E::Sub<B>>(drop_modes::<S, B>(s));
        B0 => Refused<NoRange<S, B, E>, AnyForm> = Refused::UNIT;
    }
}
/// The tuple of the modes from B to E (exclusive) of S. CuTe: `take`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::TakeRange};
/// assert_type_eq_all!(TakeRange<shape!((2, 3, 5, 7)), int!(1), int!(3)>, shape!((3, 5)));
/// ```
#[doc(alias = "take")]
pub type TakeRange<S, B, E> =
    <IsRange<S, <B as Integer>::Known, <E as Integer>::Known> as TakeInRank>::Out<
        S,
        <B as Integer>::Known,
        <E as Integer>::Known,
    >;

/// The tuple of the modes from `b` to `e` (exclusive). CuTe: `take<1, 3>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::take_range};
/// assert_eq!(take_range((2u32, 3u32, 5u32, 7u32), int!(1), int!(3)), (3, 5));
/// ```
#[doc(alias = "take")]
#[inline(always)]
pub fn take_range<S: IntTuple, B: Integer, E: Integer>(s: S, _: B, _: E) -> TakeRange<S, B, E> {
    <IsRange<S, B::Known, E::Known> as TakeInRank>::go::<S, B::Known, E::Known>(s)
}

cases! {
    /// S with X for its mode I: is I zero?
    ReplaceMode[S: IntTuple, I: Nat, X: IntTuple](s: S, x: X) -> IntTuple {
        B1 => <Others<S> as IntTuple>::Prepend<X> = others(s).prepend_mode(x);
        B0 => <<<Pred<I> as Integer>::IsZero as ReplaceMode>::Out<S::Tail, Pred<I>, X> as IntTuple>::Prepend<S::Head>
            = <<Pred<I> as Integer>::IsZero as ReplaceMode>::go::<S::Tail, Pred<I>, X>(s.tail(), x).prepend_mode(s.head());
    }
}
cases! {
    /// S with X for its mode I: does it exist?
    ReplaceInRank[S: IntTuple, I: Nat, X: IntTuple](s: S, x: X) -> IntTuple {
        B1 => <I::IsZero as ReplaceMode>::Out<S, I, X> = <I::IsZero as ReplaceMode>::go::<S, I, X>(s, x);
        B0 => Refused<NoMode<S, I>, AnyForm> = Refused::UNIT;
    }
}
/// S with X for its mode I. CuTe: `replace`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::Replace};
/// assert_type_eq_all!(Replace<shape!((2, 3, 5)), int!(1), shape!((7, 11))>, shape!((2, (7, 11), 5)));
/// ```
pub type Replace<S, I, X> =
    <Gt<Rank<S>, <I as Integer>::Known> as ReplaceInRank>::Out<S, <I as Integer>::Known, X>;

/// `s` with `x` for its mode with the static number `i`. CuTe: `replace<1>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::replace};
/// assert_eq!(replace((2u32, 3u32, 5u32), int!(1), (7u32, 11u32)), (2, (7, 11), 5));
/// ```
#[inline(always)]
pub fn replace<S: IntTuple, I: Integer, X: IntTuple>(s: S, _: I, x: X) -> Replace<S, I, X> {
    <Gt<Rank<S>, I::Known> as ReplaceInRank>::go::<S, I::Known, X>(s, x)
}
