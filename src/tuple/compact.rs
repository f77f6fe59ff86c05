//! Strides without gaps: column-major, row-major, in a given order.
//!
//! The stride of a mode is the product of the extents before it (in the order asked for); a static
//! extent of 1 gets stride 0, as in CuTe.

use crate::cases::cases;
use crate::integer::total::mul;
use crate::profile::AnyForm;
use crate::refusal::Refused;
use crate::tuple::measure::*;
use crate::tuple::reasons::NotCongruent;
use crate::tuple::*;

cases! {
    /// The stride of one extent: is it 1?
    UnitExtent[C: Integer](c: C) -> Integer {
        B1 => UTerm = UTerm;
        B0 => C = c;
    }
}
type StrideOf<S, C> = <<<S as IntTuple>::Leaf as Integer>::IsOne as UnitExtent>::Out<C>;
#[inline(always)]
fn stride_of<S: IntTuple, C: Integer>(_: S, c: C) -> StrideOf<S, C> {
    <<S::Leaf as Integer>::IsOne as UnitExtent>::go(c)
}

macro_rules! compact {
    ($(#[$m:meta])* $Name:ident $f:ident, $Begin:ident, $ByMode:ident, $From:ident, ($s:ident, $c:ident): $Node:ty = $node:expr) => {
        cases! {
            /// By what the start is: one integer, or one for each mode.
            $Begin[S: IntTuple, C: IntTuple](s: S, c: C) -> IntTuple {
                Leaf => <S::Kind as $From>::Out<S, C::Leaf> = <S::Kind as $From>::go(s, c.leaf());
                Empty => <S::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<S, C>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
                Node => <IsNode<S> as $ByMode>::Out<S, C> = <IsNode<S> as $ByMode>::go(s, c);
            }
        }
        cases! {
            /// The start is a tuple: is the shape one, too?
            $ByMode[S: IntTuple, C: IntTuple](s: S, c: C) -> IntTuple {
                B1 => <$Name<S::Tail, C::Tail> as IntTuple>::Prepend<$Name<S::Head, C::Head>> = $f(s.tail(), c.tail()).prepend_mode($f(s.head(), c.head()));
                B0 => Refused<NotCongruent<S, C>, AnyForm> = Refused::UNIT;
            }
        }
        cases! {
            /// The start is one integer: by what the shape is.
            $From[S: IntTuple, C: Integer](s: S, c: C) -> IntTuple {
                Leaf => StrideOf<S, C> = stride_of(s, c);
                Empty => () = ();
                Node => $Node = { let ($s, $c) = (s, c); $node };
            }
        }
        $(#[$m])*
        pub type $Name<S, C = N1> = <<C as IntTuple>::Kind as $Begin>::Out<S, C>;
        /// The strides, from the start `c`.
        #[inline(always)]
        pub(crate) fn $f<S: IntTuple, C: IntTuple>(s: S, c: C) -> $Name<S, C> {
            <C::Kind as $Begin>::go(s, c)
        }
    };
}
type IsNode<S> = <<S as IntTuple>::Kind as Kind>::IsNode;

compact! {
    /// The strides of the shape S, first mode fastest, from the start C. CuTe: `compact_col_major`.
    ///
    /// ```
    /// use zellige::{prelude::*, tuple::compact::CompactColMajor};
    /// assert_type_eq_all!(CompactColMajor<shape!((3, (4, 5)))>, shape!((1, (3, 12))));
    /// ```
    CompactColMajor col_major_from, ColMajorFrom, ColMajorByMode, ColMajorOf,
    (s, c): <CompactColMajor<S::Tail, Mul<Product<S::Head>, C>> as IntTuple>::Prepend<CompactColMajor<S::Head, C>>
        = col_major_from(s.tail(), mul(s.head().elements(), c)).prepend_mode(col_major_from(s.head(), c))
}
compact! {
    /// The strides of the shape S, last mode fastest, from the start C. CuTe: `compact_row_major`.
    ///
    /// ```
    /// use zellige::{prelude::*, tuple::compact::CompactRowMajor};
    /// assert_type_eq_all!(CompactRowMajor<shape!((3, (4, 5)))>, shape!((20, (5, 1))));
    /// ```
    CompactRowMajor row_major_from, RowMajorFrom, RowMajorByMode, RowMajorOf,
    (s, c): <CompactRowMajor<S::Tail, C> as IntTuple>::Prepend<CompactRowMajor<S::Head, Mul<C, Product<S::Tail>>>>
        = row_major_from(s.tail(), c).prepend_mode(row_major_from(s.head(), mul(c, s.tail().elements())))
}

/// The strides of a shape without gaps, first mode fastest. CuTe: `compact_col_major`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::compact_col_major};
/// let d: shape!((1, (8, 32))) = compact_col_major(shape!((8, (4, 4))));
/// assert_eq!(compact_col_major((3u32, 4u32, 5u32)).2, 12);
/// # let _ = d;
/// ```
#[inline(always)]
pub fn compact_col_major<S: IntTuple>(s: S) -> CompactColMajor<S> {
    col_major_from(s, N1::UNIT)
}

/// The strides of a shape without gaps, last mode fastest. CuTe: `compact_row_major`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::compact_row_major};
/// let d: shape!((16, (4, 1))) = compact_row_major(shape!((8, (4, 4))));
/// assert_eq!(compact_row_major((3u32, 4u32, 5u32)).0, 20);
/// # let _ = d;
/// ```
#[inline(always)]
pub fn compact_row_major<S: IntTuple>(s: S) -> CompactRowMajor<S> {
    row_major_from(s, N1::UNIT)
}

cases! {
    /// The strides of S in the order O; `All` and `Orders` are the whole shape and order.
    OrderedBy[S: IntTuple, O: IntTuple, All: IntTuple, Orders: IntTuple](s: S, o: O, all: All, orders: Orders) -> IntTuple {
        Leaf => <O::IsRefused as RefusedOrder>::Out<S, O::Leaf, All, Orders>
            = <O::IsRefused as RefusedOrder>::go(s, o.leaf(), all, orders);
        Empty => <S::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<S, O>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <IsNode<S> as OrderByMode>::Out<S, O, All, Orders> = <IsNode<S> as OrderByMode>::go(s, o, all, orders);
    }
}
cases! {
    /// The order is a tuple: is the shape one, too?
    OrderByMode[S: IntTuple, O: IntTuple, All: IntTuple, Orders: IntTuple](s: S, o: O, all: All, orders: Orders) -> IntTuple {
        B1 => <Ordered<S::Tail, O::Tail, All, Orders> as IntTuple>::Prepend<Ordered<S::Head, O::Head, All, Orders>>
            = ordered(s.tail(), o.tail(), all, orders).prepend_mode(ordered(s.head(), o.head(), all, orders));
        B0 => Refused<NotCongruent<All, Orders>, AnyForm> = Refused::UNIT;
    }
}
cases! {
    /// The order of one mode is an integer: is it refused?
    RefusedOrder[S: IntTuple, O: Integer, All: IntTuple, Orders: IntTuple](s: S, o: O, all: All, orders: Orders) -> IntTuple {
        B1 => O = o;
        B0 => CompactColMajor<S, Before<O, All, Orders>> = col_major_from(s, before::<O, All, Orders>(all, orders));
    }
}
cases! {
    /// The product of the extents of `All` whose order is less than O.
    ProductBefore[O: Integer, All: IntTuple, Orders: IntTuple](all: All, orders: Orders) -> Integer {
        Leaf => <O::Ask<IsGtKnown, Orders::Leaf> as Earlier>::Out<Product<All>> = <O::Ask<IsGtKnown, Orders::Leaf> as Earlier>::go(all.elements());
        Empty => N1 = N1::UNIT;
        Node => Mul<Before<O, All::Head, Orders::Head>, Before<O, All::Tail, Orders::Tail>>
            = mul(before::<O, _, _>(all.head(), orders.head()), before::<O, _, _>(all.tail(), orders.tail()));
    }
}
cases! {
    /// An extent counts if its order is earlier.
    Earlier[N: Integer](n: N) -> Integer {
        B1 => N = n;
        B0 => N1 = N1::UNIT;
    }
}
type Before<O, All, Orders> = <<Orders as IntTuple>::Kind as ProductBefore>::Out<O, All, Orders>;
#[inline(always)]
fn before<O: Integer, All: IntTuple, Orders: IntTuple>(
    all: All,
    orders: Orders,
) -> Before<O, All, Orders> {
    <Orders::Kind as ProductBefore>::go::<O, All, Orders>(all, orders)
}
type Ordered<S, O, All, Orders> = <<O as IntTuple>::Kind as OrderedBy>::Out<S, O, All, Orders>;
#[inline(always)]
fn ordered<S: IntTuple, O: IntTuple, All: IntTuple, Orders: IntTuple>(
    s: S,
    o: O,
    all: All,
    orders: Orders,
) -> Ordered<S, O, All, Orders> {
    <O::Kind as OrderedBy>::go(s, o, all, orders)
}
cases! {
    /// The largest static integer of O.
    LargestOf[O: IntTuple] -> Nat {
        Leaf => <O::Leaf as Integer>::Known;
        Empty => UTerm;
        Node => NatMax<Largest<O::Head>, Largest<O::Tail>>;
    }
}
type Largest<O> = <<O as IntTuple>::Kind as LargestOf>::Out<O>;
cases! {
    /// N and as many more as there are run-time integers in O.
    CountRunTime[O: IntTuple, N: Nat] -> Nat {
        Leaf => <<O::Leaf as Integer>::IsStatic as PickNat>::Out<N, Succ<N>>;
        Empty => N;
        Node => After<O::Tail, After<O::Head, N>>;
    }
}
type After<O, N> = <<O as IntTuple>::Kind as CountRunTime>::Out<O, N>;
cases! {
    /// O with the numbers N, N + 1, .. for its run-time integers.
    NumberRunTime[O: IntTuple, N: Nat] -> IntTuple {
        Leaf => <<<O::Leaf as Integer>::IsStatic as Ternary>::Out<O, <O::IsRefused as Ternary>::Out<O, N>> as IntTuple>::Leaf;
        Empty => ();
        Node => <Numbered<O::Tail, After<O::Head, N>> as IntTuple>::Prepend<Numbered<O::Head, N>>;
    }
}
type Numbered<O, N> = <<O as IntTuple>::Kind as NumberRunTime>::Out<O, N>;
/// The order O with its run-time integers behind the static ones, as they stand.
type StaticOrder<O> = Numbered<O, Succ<Largest<O>>>;
/// The strides of S without gaps, the modes in the order of the integers of O. CuTe: `compact_order`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::CompactOrder};
/// assert_type_eq_all!(CompactOrder<shape!((3, 2, 5)), coord!((2, 0, 1))>, shape!((10, 1, 2)));
/// ```
pub type CompactOrder<S, O> = Ordered<S, StaticOrder<O>, S, StaticOrder<O>>;

/// The strides of a shape without gaps, the modes in the order of the static integers of `o`: the
/// smallest is the fastest. Modes whose order is a run-time integer come last, as they stand. CuTe:
/// `compact_order`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::compact_order};
/// let d: shape!((10, 1, 2)) = compact_order(shape!((3, 2, 5)), coord!((2, 0, 1)));
/// # let _ = d;
/// ```
#[inline(always)]
pub fn compact_order<S: IntTuple, O: IntTuple>(s: S, o: O) -> CompactOrder<S, O> {
    let _ = o;
    let order = <StaticOrder<O>>::UNCHECKED;
    ordered(s, order, s, order)
}
