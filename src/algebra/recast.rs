//! Recasting: the same memory seen as elements of another width.
//!
//! ```text
//! upcast<2>   of (8,4):(1,8)  =  (4,4):(1,4)      two elements are one now
//! downcast<2> of (4,4):(1,4)  =  (8,4):(1,8)      one element is two now
//! ```
//!
//! *Upcast*: a stride that N divides is divided by it. A stride d that divides N, d < N, steps
//! inside a group of N: each N/d steps become one, of stride 1. The other strides cut groups apart
//! and are refused, and so are negative ones that N does not divide; and inside one group the small strides must not add up to more than N - 1,
//! or a sum of them would carry into the next group.
//!
//! *Downcast*: the one mode of stride 1 gets N times as long, the other strides N times as large.

use super::compose::RefusedLayout;
use super::tree::{Tree, TreeOf};
use crate::algebra::reasons::{
    NoBits, NoFactor, UnitStrides, UpcastBackwards, UpcastCarries, UpcastStride,
};
use crate::cases::cases;
use crate::integer::total::{ceil_div, div, mul};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::Refused;
use crate::run_time::{self, Faults, ModeList};
use crate::stride::{Linear, Negative};
use crate::tuple::*;

/// The result for one mode.
pub trait Recast: 'static {
    /// The mode S:D, recast by N.
    type Out<S: Integer, D: Integer, N: Nat>: Layout;
    /// The mode `s:d`, recast by N.
    fn go<S: Integer, D: Integer, N: Nat>(s: S, d: D) -> Self::Out<S, D, N>;
}

/// Every mode by itself.
pub struct Up;
impl Recast for Up {
    type Out<S: Integer, D: Integer, N: Nat> = <IsNegative<D> as Backwards>::Out<S, D, N>;
    #[inline(always)]
    fn go<S: Integer, D: Integer, N: Nat>(s: S, d: D) -> Self::Out<S, D, N> {
        <IsNegative<D> as Backwards>::go::<S, D, N>(s, d)
    }
}
/// True if it is a static number below 0.
type IsNegative<D> = <D as Linear>::IsMinus<<<D as Linear>::Abs as Integer>::Known>;
cases! {
    /// True if the stride is negative. Then it may step from group to group, but not inside of one: the group
    /// of an offset is the one at or below it.
    Backwards[S: Integer, D: Integer, N: Nat](s: S, d: D) -> Layout {
        B1 => <<D::Abs as Integer>::Ask<IsMultiple, N> as WholeGroupsBack>::Out<S, D, N>
            = <<D::Abs as Integer>::Ask<IsMultiple, N> as WholeGroupsBack>::go::<S, D, N>(s, d);
        B0 => <D::Ask<IsMultiple, N> as WholeGroups>::Out<S, D, N> = <D::Ask<IsMultiple, N> as WholeGroups>::go::<S, D, N>(s, d);
    }
}
cases! {
    /// True if N divides the negative stride.
    WholeGroupsBack[S: Integer, D: Integer, N: Nat](s: S, d: D) -> Layout {
        B1 => Strided<S, Mul<Div<D::Abs, N>, Negative<N1>>> = Strided::of(s, mul(div(d.abs(), N::UNIT), Negative::UNIT));
        B0 => RefusedLayout<UpcastBackwards<S, D, N>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
cases! {
    /// True if N divides the stride (a stride of 0 among them).
    WholeGroups[S: Integer, D: Integer, N: Nat](s: S, d: D) -> Layout {
        B1 => Strided<S, Div<D, N>> = Strided::of(s, div(d, N::UNIT));
        B0 => <N::Ask<IsMultiple, D> as PartOfGroup>::Out<S, D, N> = <N::Ask<IsMultiple, D> as PartOfGroup>::go::<S, D, N>(s, d);
    }
}
cases! {
    /// True if the stride divides N.
    PartOfGroup[S: Integer, D: Integer, N: Nat](s: S, d: D) -> Layout {
        B1 => Strided<CeilDiv<S, Div<N, D>>, N1> = Strided::of(ceil_div(s, div(N::UNIT, d)), N1::UNIT);
        B0 => RefusedLayout<UpcastStride<S, D, N>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}

/// The modes of stride 1 get longer, the others wider.
pub struct Down;
impl Recast for Down {
    type Out<S: Integer, D: Integer, N: Nat> = <D::IsOne as UnitMode>::Out<S, D, N>;
    #[inline(always)]
    fn go<S: Integer, D: Integer, N: Nat>(s: S, d: D) -> Self::Out<S, D, N> {
        <D::IsOne as UnitMode>::go::<S, D, N>(s, d)
    }
}
cases! {
    /// True if the stride is 1.
    UnitMode[S: Integer, D: Integer, N: Nat](s: S, d: D) -> Layout {
        B1 => Strided<Mul<S, N>, D> = Strided::of(mul(s, N::UNIT), d);
        B0 => Strided<S, Mul<D, N>> = Strided::of(s, mul(d, N::UNIT));
    }
}

/// Every mode of S:D, recast by K.
type Each<K, S, D, N> = <TreeOf<S, D> as Tree>::Recast<K, N>;
#[inline(always)]
fn each<K: Recast, S: IntTuple, D: IntTuple, N: Nat>(s: S, d: D) -> Each<K, S, D, N> {
    s.tree(d).recast::<K, N>()
}

/// The largest offset that the modes of stride below N reach inside one group of N.
type Reach<S, D, N> = <TreeOf<S, D> as Tree>::Reach<N>;
/// The same of one mode.
pub type ReachOfMode<S, D, N> = <<N as Integer>::Ask<IsGtKnown, D> as SmallStride>::Out<S, D, N>;
cases! {
    /// True if the stride is below N.
    SmallStride[S: Integer, D: Integer, N: Nat] -> Integer {
        B1 => <D::IsZero as ConstantMode>::Out<S, D, N>;
        B0 => UTerm;
    }
}
cases! {
    /// True if the stride is 0.
    ConstantMode[S: Integer, D: Integer, N: Nat] -> Integer {
        B1 => UTerm;
        B0 => Mul<D, Sub<Min<S, Div<N, D>>, N1>>;
    }
}
cases! {
    /// The number of modes of stride 1.
    UnitModes[D: IntTuple] -> Integer {
        Leaf => <<D::Leaf as Integer>::IsOne as Bool>::Number;
        Empty => UTerm;
        Node => Add<Units<D::Head>, Units<D::Tail>>;
    }
}
type Units<D> = <<D as IntTuple>::Kind as UnitModes>::Out<D>;

/// The layout S:D in elements N times as wide. CuTe: `upcast<N>`.
pub type Upcast<S, D, N> = <IsFactor<N> as UpcastBy>::Out<S, D, N>;
/// The layout `s:d` in elements N times as wide.
#[inline(always)]
pub fn upcast<S: IntTuple, D: IntTuple, N: Integer>(
    s: S,
    d: D,
    _: N,
    faults: impl Faults,
) -> Upcast<S, D, N> {
    let wider = <IsFactor<N> as UpcastBy>::go::<S, D, N>(s, d);
    if const { needs_check::<S, D, Upcast<S, D, N>>() } {
        faults.find(|| {
            let recast = ModeList::of(wider.mode_shape(), wider.mode_stride());
            run_time::recast::upcast_fault(&ModeList::of(s, d), N::KNOWN, &recast)
        });
    }
    wider
}
/// True if run-time integers can make R a wrong layout of other elements.
const fn needs_check<S: IntTuple, D: IntTuple, R: Layout>() -> bool {
    !(S::IS_STATIC && D::IS_STATIC) && R::REFUSAL.is_none()
}
/// True if N is static, and not 0.
type IsFactor<N> = <<N as Integer>::IsStatic as Bool>::And<<<N as Integer>::IsZero as Bool>::Not>;
cases! {
    /// True if elements can get N times as wide.
    UpcastBy[S: IntTuple, D: IntTuple, N: Integer](s: S, d: D) -> Layout {
        B1 => <CarriesOver<S, D, N::Known> as OutOfGroup>::Out<S, D, N::Known> = <CarriesOver<S, D, N::Known> as OutOfGroup>::go::<S, D, N::Known>(s, d);
        B0 => RefusedLayout<NoFactor<N>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
/// Every mode can be recast, but together the small strides reach out of a group.
type CarriesOver<S, D, N> =
    <<<<Each<Up, S, D, N> as Layout>::Shape as IntTuple>::IsRefused as Bool>::Not as Bool>::And<
        <Reach<S, D, N> as Integer>::Ask<IsGeKnown, N>,
    >;
cases! {
    /// True if the small strides reach out of a group.
    OutOfGroup[S: IntTuple, D: IntTuple, N: Nat](s: S, d: D) -> Layout {
        B1 => RefusedLayout<UpcastCarries<S, D, N, Reach<S, D, N>>>
            = Strided::of(Refused::UNIT, Refused::UNIT);
        B0 => Each<Up, S, D, N> = each::<Up, S, D, N>(s, d);
    }
}

/// The layout S:D in elements one N-th as wide. CuTe: `downcast<N>`.
pub type Downcast<S, D, N> = <IsFactor<N> as DowncastBy>::Out<S, D, N>;
/// The layout `s:d` in elements one N-th as wide.
#[inline(always)]
pub fn downcast<S: IntTuple, D: IntTuple, N: Integer>(
    s: S,
    d: D,
    _: N,
    faults: impl Faults,
) -> Downcast<S, D, N> {
    let narrower = <IsFactor<N> as DowncastBy>::go::<S, D, N>(s, d);
    if const { needs_check::<S, D, Downcast<S, D, N>>() } {
        faults.find(|| {
            let recast = ModeList::of(narrower.mode_shape(), narrower.mode_stride());
            run_time::recast::downcast_fault(&ModeList::of(s, d), N::KNOWN, &recast)
        });
    }
    narrower
}
cases! {
    /// True if elements can get one N-th as wide.
    DowncastBy[S: IntTuple, D: IntTuple, N: Integer](s: S, d: D) -> Layout {
        B1 => <OneUnit<D, N> as OneUnitMode>::Out<S, D, N::Known> = <OneUnit<D, N> as OneUnitMode>::go::<S, D, N::Known>(s, d);
        B0 => RefusedLayout<NoFactor<N>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
/// One mode has stride 1, or nothing changes.
type OneUnit<D, N> = <Eq<Units<D>, N1> as Bool>::Or<
    <<Units<D> as Integer>::Ask<IsGeKnown, N1> as Bool>::And<<N as Integer>::IsOne>,
>;
cases! {
    /// True if there is one mode of stride 1.
    OneUnitMode[S: IntTuple, D: IntTuple, N: Nat](s: S, d: D) -> Layout {
        B1 => Each<Down, S, D, N> = each::<Down, S, D, N>(s, d);
        B0 => RefusedLayout<UnitStrides<S, D, N, Units<D>>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}

cases! {
    /// From Up elements to Down elements: is one of them one?
    OnlyWider[S: IntTuple, D: IntTuple, Wider: Integer, Narrower: Integer](s: S, d: D, w: Wider, n: Narrower, faults: impl Faults) -> Layout {
        B1 => Upcast<S, D, Wider> = upcast(s, d, w, faults);
        B0 => <Wider::IsOne as OnlyNarrower>::Out<S, D, Wider, Narrower> = <Wider::IsOne as OnlyNarrower>::go(s, d, w, n, faults);
    }
}
cases! {
    /// True if the elements are only cut.
    OnlyNarrower[S: IntTuple, D: IntTuple, Wider: Integer, Narrower: Integer](s: S, d: D, w: Wider, n: Narrower, faults: impl Faults) -> Layout {
        B1 => Downcast<S, D, Narrower> = downcast(s, d, n, faults);
        B0 => Downcast<<Upcast<S, D, Wider> as Layout>::Shape, <Upcast<S, D, Wider> as Layout>::Stride, Narrower> = {
            let wide = upcast(s, d, w, faults);
            downcast(wide.shape(), wide.mode_stride(), n, faults)
        };
    }
}
/// A / gcd(A, B); refused if one of them is 0.
pub type Ratio<A, B> =
    <<<A as Integer>::IsZero as Bool>::Or<<B as Integer>::IsZero> as NoRatio>::Out<A, B>;
/// `a / gcd(a, b)`
#[inline(always)]
pub fn ratio<A: Integer, B: Integer>(a: A, b: B) -> Ratio<A, B> {
    <<A::IsZero as Bool>::Or<B::IsZero> as NoRatio>::go(a, b)
}
cases! {
    /// True if one of the widths is 0.
    NoRatio[A: Integer, B: Integer](a: A, b: B) -> Integer {
        B1 => Refused<NoBits<A, B>> = Refused::UNIT;
        B0 => Div<A, Gcd<A, B>> = div(a, gcd(a, b));
    }
}
/// From elements of Old bits to elements of New bits: wider by New / gcd, then narrower by Old / gcd.
/// CuTe: `recast_layout`.
pub type RecastLayout<S, D, Old, New> =
    <<Ratio<Old, New> as Integer>::IsOne as OnlyWider>::Out<S, D, Ratio<New, Old>, Ratio<Old, New>>;
/// From elements of `old` bits to elements of `new` bits.
#[inline(always)]
pub fn recast<S: IntTuple, D: IntTuple, Old: Integer, New: Integer>(
    s: S,
    d: D,
    old: Old,
    new: New,
    faults: impl Faults,
) -> RecastLayout<S, D, Old, New> {
    let (wider, narrower) = (ratio(new, old), ratio(old, new));
    <<Ratio<Old, New> as Integer>::IsOne as OnlyWider>::go(s, d, wider, narrower, faults)
}
