//! Composition: `compose(A, B)` is the layout of `i -> A(B(i))`, with the nesting of B.
//!
//! ```text
//! (8,16,4):(64,1,16) o (4,32):(1,4)  =  (4,(2,16)):(64,(256,1))
//! ```
//!
//! Each mode of B walks over the extension of A (module `walk`) and becomes the modes that the walk
//! emits. The walks must not only be layouts, each alone; together they must not carry: in every
//! mode of A but the last, the largest digits of all walks must sum up to less than the extent, or
//! A(x + y) would not be A(x) + A(y). So a composition is made in three steps:
//!
//! 1. walk with every mode of B, keeping B's nesting ([`Tree::Walks`]),
//! 2. sum up the digits, compare them with A's extents ([`Walks::Fit`]),
//! 3. take the modes that the walks emit as the layout, or refuse ([`NoComposition`]).
//!
//! It exists if and only if these succeed, but for the few *resonant* cases in which strides of A
//! cancel by accident: they are refused, and the refusal says so.

use super::extension::*;
use super::modes::*;
use super::tree::{Tree, TreeOf};
use super::walk::*;
use crate::algebra::reasons::{Composition, NoComposition, Operation, OtherSize};
use crate::cases::{cases, for_tuples};
use crate::integer::*;
use crate::layout::Steps;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::profile::AnyForm;
use crate::refusal::leaves::Numbers;
use crate::refusal::{Reason, Refusal, Refused};
use crate::run_time::size::same_fault;
use crate::run_time::{self, Faults, Grouped, ModeList};
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::compact::{CompactColMajor, compact_col_major};
use crate::tuple::measure::Product;
use crate::tuple::size;
use crate::tuple::*;
use zellige_macros::total;

/// The composition of the extension A with the layout S:D, in the name of Op.
pub type Composed<Op, A, S, D> = <<TreeOf<S, D> as Tree>::Walks<A> as Walks>::Composed<Op, A, S, D>;
/// The composition of the extension `a` with the layout `s:d`, in the name of Op.
#[inline(always)]
pub fn composed<Op: Operation, A: Extension, S: IntTuple, D: IntTuple>(
    a: A,
    s: S,
    d: D,
    faults: impl Faults,
) -> Composed<Op, A, S, D> {
    let walks = s.tree(d).walks(a);
    if const { !(A::IS_STATIC && S::IS_STATIC && D::IS_STATIC) && is_accepted::<A, S, D>() } {
        faults.find(|| {
            // Over a single mode, which has no end, only a stride can be wrong.
            if A::IS_ONE && walks.fits() {
                return None;
            }
            fault::<Op, _, _, _, _>(a, s, d, walks)
        });
    }
    walks.composed::<Op, A, S, D>()
}
/// True if the types accept the composition.
const fn is_accepted<A: Extension, S: IntTuple, D: IntTuple>() -> bool {
    <Fits<A, <TreeOf<S, D> as Tree>::Walks<A>> as Bool>::VALUE
}
/// The reason why the walks are not the composition of `a` with `s:d`, as run-time integers are.
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
    run_time::composition::fault(Op::NAMES, &left, &right, &composed, || {
        let numbers = |shape, stride| Numbers { shape, stride };
        [
            a.numbers(),
            numbers(s.leaves(), d.leaves()),
            numbers(walks.shape().leaves(), walks.stride().leaves()),
        ]
    })
}
/// The walks W are a layout, and A is not refused.
type Fits<A, W> = <<<A as Extension>::IsRefused as Bool>::Not as Bool>::And<<W as Walks>::Fit<A>>;
/// The layout of the walks `w`, if they are one: the composition of A with S:D, in the name of Op.
#[total]
fn accepted<Op: Operation, A: Extension, S: IntTuple, D: IntTuple>(w: Walks) -> Layout {
    if Fits::<A, W> {
        strided(w.shape(), w.stride())
    } else {
        refused_layout::<NoComposition<Op, A, S, D>>()
    }
}
/// The layout S:D with the shape T: composed with the column-major layout of T.
pub type WithShape<S, D, T> =
    <OtherSizes<Product<S>, Product<T>> as ShapeOfOtherSize>::Out<S, D, T>;
/// The layout `s:d` with the shape `t`.
#[inline(always)]
pub fn with_shape<S: IntTuple, D: IntTuple, T: IntTuple>(
    s: S,
    d: D,
    t: T,
    faults: impl Faults,
) -> WithShape<S, D, T> {
    if const { !(S::IS_STATIC && T::IS_STATIC) } {
        faults.find(|| same_fault(&ModeList::of(s, d), &size::extents(t)));
    }
    <OtherSizes<Product<S>, Product<T>> as ShapeOfOtherSize>::go(s, d, t, faults)
}
/// True if A and B are known to differ.
type OtherSizes<A, B> = <BothStatic<A, B> as Bool>::And<<Eq<A, B> as Bool>::Not>;
cases! {
    /// True if the shape T has another size than S:D.
    ShapeOfOtherSize[S: IntTuple, D: IntTuple, T: IntTuple](s: S, d: D, t: T, faults: impl Faults) -> Layout {
        B1 => RefusedLayout<OtherSize<S, D, T>> = refused_layout();
        B0 => <Strided<S, D> as Steps>::ComposeAs<Composition, Strided<T, CompactColMajor<T>>>
            = Strided::of(s, d).compose_as::<Composition, _>(Strided::of(t, compact_col_major(t)), faults);
    }
}

/// The layout of a refused operation.
pub type RefusedLayout<E> = Strided<Refused<E, AnyForm>, Refused<E, AnyForm>>;
/// The layout of a refused operation.
#[inline(always)]
pub fn refused_layout<E: Reason>() -> RefusedLayout<E> {
    Strided::of(Refused::UNIT, Refused::UNIT)
}

/// The walks of all modes of B, nested as B is.
pub trait Walks: Copy + 'static {
    /// The shape of the composition.
    type Shape: IntTuple;
    /// The stride of the composition.
    type Stride: IntTuple;
    /// How far the walks go together.
    type Digits: Digits;
    /// True if the walks are a layout, alone and together.
    type Fit<A: Extension>: Bool;
    /// The composition of A with the layout S:D, in the name of Op, where these are the walks.
    type Composed<Op: Operation, A: Extension, S: IntTuple, D: IntTuple>: Layout;
    /// The shape of the composition.
    fn shape(self) -> Self::Shape;
    /// The stride of the composition.
    fn stride(self) -> Self::Stride;
    /// The composition.
    fn composed<Op: Operation, A: Extension, S: IntTuple, D: IntTuple>(
        self,
    ) -> Self::Composed<Op, A, S, D>;
    /// Appends the modes of the composition to `list`, a group for each mode of B.
    fn list(self, list: &mut Grouped);
    /// True if the strides fit their type.
    fn fits(self) -> bool;
}
/// `Composed` is the same for all walks.
macro_rules! accepted {
    () => {
        type Composed<Op: Operation, A: Extension, S: IntTuple, D: IntTuple> =
            Accepted<Op, A, S, D, Self>;
        #[inline(always)]
        fn composed<Op: Operation, A: Extension, S: IntTuple, D: IntTuple>(
            self,
        ) -> Self::Composed<Op, A, S, D> {
            accepted::<Op, A, S, D, Self>(self)
        }
    };
}

/// A mode N:R that does not walk: stride 0 or extent 1.
#[derive(Copy, Clone)]
pub struct Fixed<N, R>(N, R);
impl<N: Integer, R: Integer> Walks for Fixed<N, R> {
    type Shape = N;
    type Stride = R;
    type Digits = HNil;
    type Fit<A: Extension> = B1;
    accepted!();
    #[inline(always)]
    fn shape(self) -> N {
        self.0
    }
    #[inline(always)]
    fn stride(self) -> R {
        self.1
    }
    #[inline(always)]
    fn list(self, list: &mut Grouped) {
        list.list.push_mode(self.0, self.1);
        list.end_group()
    }
    #[inline(always)]
    fn fits(self) -> bool {
        true
    }
}

/// One walk: there is nothing that it could carry into.
#[derive(Copy, Clone)]
pub struct One<W>(W);
impl<W: Walk> Walks for One<W> {
    type Shape = <W::Modes as ToLayout>::Shape;
    type Stride = <W::Modes as ToLayout>::Stride;
    type Digits = W::Digits;
    type Fit<A: Extension> = <W::Digits as Digits>::Alone;
    accepted!();
    #[inline(always)]
    fn shape(self) -> Self::Shape {
        self.0.modes().shape()
    }
    #[inline(always)]
    fn stride(self) -> Self::Stride {
        self.0.modes().stride()
    }
    #[inline(always)]
    fn list(self, list: &mut Grouped) {
        self.0.modes().list(&mut list.list);
        list.end_group()
    }
    #[inline(always)]
    fn fits(self) -> bool {
        self.0.fits()
    }
}

impl Walks for () {
    type Shape = ();
    type Stride = ();
    type Digits = HNil;
    type Fit<A: Extension> = B1;
    accepted!();
    #[inline(always)]
    fn shape(self) {}
    #[inline(always)]
    fn stride(self) {}
    #[inline(always)]
    fn list(self, _: &mut Grouped) {}
    #[inline(always)]
    fn fits(self) -> bool {
        true
    }
}

/// Several walks: together, too, they must stay inside the modes of A.
macro_rules! several {
    ($($w:ident)+) => {
        #[allow(non_snake_case)]
        impl<$($w: Walks),+> Walks for ($($w,)+) {
            type Shape = ($($w::Shape,)+);
            type Stride = ($($w::Stride,)+);
            type Digits = several!(@digits $($w)+);
            type Fit<A: Extension> = <Self::Digits as Digits>::Fit<A>;
            accepted!();
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
            fn fits(self) -> bool {
                let ($($w,)+) = self;
                $($w.fits())&&+
            }
        }
    };
    (@digits $w:ident) => { $w::Digits };
    (@digits $w:ident $($more:ident)+) => { <$w::Digits as Digits>::Plus<several!(@digits $($more)+)> };
}
for_tuples!(several);

/// The walk of the mode `n:r` over `a`, unless it has one element.
#[total]
fn walks_of(a: Extension, n: Integer, r: Integer) -> Walks {
    if n.is_one() {
        Fixed(n, a.single(r))
    } else {
        One(a.walk(n, r))
    }
}
/// The walk of the mode `n:r` over `a`, whose stride may be a refused result.
#[total]
fn walks_unless_refused(a: Extension, n: Integer, r: Integer) -> Walks {
    if n.is_one() {
        Fixed(n, a.single(r))
    } else if r.is_refused() {
        One(NoWay)
    } else {
        One(a.walk(n, r))
    }
}

/// A stride, as what walks: each kind of integer says what is known of it.
pub trait WalkingStride: Sized {
    /// The walk of a mode of extent N and this stride over A.
    type Walks<A: Extension, N: Integer>: Walks;
    /// The walk of a mode of extent `n` and this stride over `a`.
    fn walks<A: Extension, N: Integer>(self, a: A, n: N) -> Self::Walks<A, N>;
}
impl WalkingStride for UTerm {
    type Walks<A: Extension, N: Integer> = Fixed<N, UTerm>;
    #[inline(always)]
    fn walks<A: Extension, N: Integer>(self, _: A, n: N) -> Fixed<N, UTerm> {
        Fixed(n, self)
    }
}
macro_rules! walking {
    ($Walks:ident $walks:ident: $([$($g:tt)*] $t:ty;)+) => { $(
        impl<$($g)*> WalkingStride for $t {
            type Walks<A: Extension, N: Integer> = $Walks<A, N, Self>;
            #[inline(always)]
            fn walks<A: Extension, N: Integer>(self, a: A, n: N) -> Self::Walks<A, N> {
                $walks(a, n, self)
            }
        }
    )+ };
}
walking!(WalksOf walks_of: [] N1; [U: Positive] UInt<U, B0>; [U: Positive] UInt<U, B1>; [] u32; [] usize;
    [M: Nat] Negative<M>; [] Signed<i32>; [] Signed<isize>;);
walking!(WalksUnlessRefused walks_unless_refused: [E: Reason] Refused<E>; [V: Integer, P: IntTuple] ScaledBasis<V, P>; [T: IntTuple] ArithmeticTuple<T>;);
