//! Composition: `compose(A, B)` is the layout of `i -> A(B(i))`, with the nesting of B.
//!
//! ```text
//! (8,16,4):(64,1,16) o (4,32):(1,4)  =  (4,(2,16)):(64,(256,1))
//! ```
//!
//! Each mode of B walks over the extension of A (module `walk`) and becomes the modes that the walk
//! emits. It is not enough that each walk is a layout: together the walks must not carry. In every
//! mode of A but the last, the sum of the largest digits of all walks must be less than the extent,
//! or A(x + y) would not be A(x) + A(y). So a composition takes three steps:
//!
//! 1. walk with every mode of B, keeping B's nesting ([`Tree::Walks`]),
//! 2. sum up the digits, compare them with A's extents ([`Walks::IsLayout`]),
//! 3. take the modes that the walks emit as the layout, or refuse ([`NoComposition`]).
//!
//! It exists if and only if these succeed, except for the few *resonant* cases in which strides of
//! A cancel by accident: they are refused, and the refusal says so.

use super::flat_modes::*;
use super::tree::{Tree, TreeOf, tree_of};
use super::walk::*;
use crate::algebra::algebra_reasons::{Composition, NoComposition, Operation, OtherSize};
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::ranks::for_tuples;
use crate::refusal::leaves::Numbers;
use crate::refusal::{Reason, Refusal, Refused, refused};
use crate::run_time::check_sizes::same_fault;
use crate::run_time::{self, Faults, Grouped, ModeList};
use crate::tuple::access::{Fill, fill};
use crate::tuple::checked_size;
use crate::tuple::compact::{CompactColMajor, compact_col_major};
use crate::tuple::*;
use zellige_macros::total;

/// The composition of the extension `a` with the layout `s:d`, in the name of Op.
#[total]
pub fn composed<Op: Operation>(
    a: Extension,
    s: IntTuple,
    d: IntTuple,
    faults: impl Faults,
) -> Layout {
    let w: Walks = Tree::walks(tree_of(s, d), a);
    if const { (A::HAS_RUN_TIME || S::HAS_RUN_TIME || D::HAS_RUN_TIME) && <Exists<A, W> as Bool>::VALUE }
    {
        faults.find(|| {
            // Over a single mode, which is unbounded, only a stride can be wrong.
            if A::IS_ONE && w.is_exact() {
                return None;
            }
            fault::<Op, _, _, _, _>(a, s, d, w)
        });
    }
    if exists(a, w) {
        strided(w.shape(), w.stride())
    } else if no_value(a, s, d) {
        // There is no value to determine the strides.
        strided(s, fill(s, 0))
    } else {
        refused_layout::<NoComposition<Op, A, S, D>>()
    }
}
/// True if the shape `s` has no elements, and nothing is the result of a refused operation.
#[total(types)]
fn no_value(a: Extension, s: IntTuple, d: IntTuple) -> Bool {
    !s.has_elements() && !(a.is_refused() || s.is_refused() || d.is_refused())
}
/// True if the walks `w` are a layout, and `a` is not refused.
#[total(types)]
fn exists(a: Extension, w: Walks) -> Bool {
    !a.is_refused() && w.is_layout(a)
}
/// The reason why the walks are not the composition of `a` with `s:d`, from the run-time integers.
fn fault<Op: Operation, A: Extension, S: IntTuple, D: IntTuple, W: Walks>(
    a: A,
    s: S,
    d: D,
    walks: W,
) -> Option<Refusal> {
    let (mut left, mut composed) = (ModeList::NONE, Grouped::NONE);
    a.list(&mut left);
    walks.list(&mut composed);
    let right = ModeList::of(s, d);
    run_time::check_composition::fault(Op::NAMES, &left, &right, &composed, || {
        let numbers = |shape, stride| Numbers { shape, stride };
        [
            a.numbers(),
            numbers(s.leaves(), d.leaves()),
            numbers(walks.shape().leaves(), walks.stride().leaves()),
        ]
    })
}

/// The layout `s:d` with the shape `t`: composed with the column-major layout of `t`.
#[total]
pub fn with_shape(s: IntTuple, d: IntTuple, t: IntTuple, faults: impl Faults) -> Layout {
    if const { S::HAS_RUN_TIME || T::HAS_RUN_TIME } {
        faults.find(|| same_fault(&ModeList::of(s, d), &checked_size::extents(t)));
    }
    if differ(s.elements(), t.elements()) {
        refused_layout::<OtherSize<S, D, T>>()
    } else {
        let col_major: Layout = strided(t, compact_col_major(t));
        Algebra::compose_as::<Composition>(strided(s, d), col_major, faults)
    }
}
/// True if `a` and `b` are known to differ.
#[total(types)]
fn differ(a: Integer, b: Integer) -> Bool {
    both_static(a, b) && !eq(a, b)
}

/// The layout of a refused operation.
#[total]
pub fn refused_layout<E: Reason>() -> Layout {
    strided(refused::<E, ProfileOfRefused>(), refused::<E, ProfileOfRefused>())
}

/// The walks of all modes of B, nested as B is.
#[total]
pub trait Walks: Copy + 'static {
    /// How far the walks go together.
    type Digits: Digits;
    /// True if the walks are a layout, alone and together.
    type IsLayout<A: Extension>: Bool;
    /// The shape of the composition.
    fn shape(self) -> IntTuple;
    /// The stride of the composition.
    fn stride(self) -> IntTuple;
    /// Appends the modes of the composition to `list`, a group for each mode of B.
    fn list(self, list: &mut Grouped);
    /// True if the strides fit their type.
    fn is_exact(self) -> bool;
}

/// A mode N:R that does not walk: stride 0 or extent 1.
#[derive(Copy, Clone)]
pub struct Fixed<N, R>(N, R);
#[total]
impl<N: Integer, R: Integer> Walks for Fixed<N, R> {
    type Digits = HNil;
    type IsLayout<A: Extension> = B1;
    fn shape(self) -> IntTuple {
        let Fixed(n, r) = self;
        n
    }
    fn stride(self) -> IntTuple {
        let Fixed(n, r) = self;
        r
    }
    #[inline(always)]
    fn list(self, list: &mut Grouped) {
        list.list.push_mode(self.0, self.1);
        list.end_group()
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        true
    }
}

/// A single walk: there is no other walk with which it could carry.
#[derive(Copy, Clone)]
pub struct One<W>(W);
#[total]
impl<W: Walk> Walks for One<W> {
    type Digits = W::Digits;
    type IsLayout<A: Extension> = <W::Digits as Digits>::Alone;
    fn shape(self) -> IntTuple {
        let One(w) = self;
        ToLayout::shape(w.modes())
    }
    fn stride(self) -> IntTuple {
        let One(w) = self;
        ToLayout::stride(w.modes())
    }
    #[inline(always)]
    fn list(self, list: &mut Grouped) {
        self.0.modes().list(&mut list.list);
        list.end_group()
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        self.0.is_exact()
    }
}

#[total]
impl Walks for () {
    type Digits = HNil;
    type IsLayout<A: Extension> = B1;
    fn shape(self) -> IntTuple {
        ()
    }
    fn stride(self) -> IntTuple {
        ()
    }
    #[inline(always)]
    fn list(self, _: &mut Grouped) {}
    #[inline(always)]
    fn is_exact(self) -> bool {
        true
    }
}

/// Several walks: together they must also stay inside the modes of A.
macro_rules! several {
    ($($w:ident)+) => {
        #[allow(non_snake_case)]
        impl<$($w: Walks),+> Walks for ($($w,)+) {
            type Shape = ($($w::Shape,)+);
            type Stride = ($($w::Stride,)+);
            type Digits = several!(@digits $($w)+);
            type IsLayout<A: Extension> = <Self::Digits as Digits>::StayBelow<A>;
            #[inline(always)]
            fn shape(self) -> Self::Shape {
                let ($($w,)+) = self;
                ($($w.shape(),)+)
            }
            #[inline(always)]
            fn stride(self) -> Self::Stride {
                let ($($w,)+) = self;
                ($($w.stride(),)+)
            }
            #[inline(always)]
            fn list(self, list: &mut Grouped) {
                let ($($w,)+) = self;
                $($w.list(list);)+
            }
            #[inline(always)]
            fn is_exact(self) -> bool {
                let ($($w,)+) = self;
                $($w.is_exact())&&+
            }
        }
    };
    (@digits $w:ident) => { $w::Digits };
    (@digits $w:ident $($more:ident)+) => { <$w::Digits as Digits>::Plus<several!(@digits $($more)+)> };
}
for_tuples!(several);

/// The walk of a mode of extent `n` and stride 0.
#[inline(always)]
pub(super) fn stay<A: Extension, N: Integer>(_: A, n: N, zero: UTerm) -> Fixed<N, UTerm> {
    Fixed(n, zero)
}
/// The walk of the mode `n:r` over `a`, unless it has one element.
#[total]
pub(super) fn walks_of(a: Extension, n: Integer, r: Integer) -> Walks {
    if n.is_one() { Fixed(n, a.single(r)) } else { One(a.walk(n, r)) }
}
/// The walk of the mode `n:r` over `a`, where the stride may be a refused result.
#[total]
pub(super) fn walks_unless_refused(a: Extension, n: Integer, r: Integer) -> Walks {
    if n.is_one() {
        Fixed(n, a.single(r))
    } else if r.is_refused() {
        One(NoWay)
    } else {
        One(a.walk(n, r))
    }
}
