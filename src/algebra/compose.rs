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
//! 1. `walk_tree`: walk with every mode of B, keeping B's nesting,
//! 2. sum up the digits, compare them with A's extents,
//! 3. turn the tree into a layout, or refuse ([`NoComposition`]).
//!
//! It exists if and only if these succeed, but for the few *resonant* cases in which strides of A
//! cancel by accident: they are refused, and the refusal says so.

use super::extension::*;
use super::modes::*;
use super::walk::*;
use crate::cases::cases;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::{NoComposition, Operation, Refused};
#[cfg(debug_assertions)]
use crate::refusal::{explain, leaves::Numbers};
use crate::tuple::*;

/// The composition of A with the layout S:D, in the name of Op.
pub type Composed<Op, A, S, D> = <<S as IntTuple>::Kind as Top>::Out<Op, A, S, D>;
/// The composition of `a` with the layout `s:d`, in the name of Op.
#[inline(always)]
pub fn composed<Op: Operation, A: Extension, S: IntTuple, D: IntTuple>(
    a: A,
    s: S,
    d: D,
) -> Composed<Op, A, S, D> {
    <S::Kind as Top>::go::<Op, A, S, D>(a, s, d)
}
cases! {
    /// One mode has nothing to carry into; several must fit together.
    Top[Op: Operation, A: Extension, S: IntTuple, D: IntTuple](a: A, s: S, d: D) -> Layout {
        Leaf => <Alone<A, Tree<A, S, D>> as Accepted>::Out<Op, A, S, D, Tree<A, S, D>>
            = <Alone<A, Tree<A, S, D>> as Accepted>::go::<Op, A, S, D, Tree<A, S, D>>(walk_tree(a, s, d));
        Empty => Strided<(), ()> = Strided::of((), ());
        Node => <Together<A, Tree<A, S, D>> as Accepted>::Out<Op, A, S, D, Tree<A, S, D>>
            = <Together<A, Tree<A, S, D>> as Accepted>::go::<Op, A, S, D, Tree<A, S, D>>(walk_tree(a, s, d));
    }
}
/// The walk W is a layout, and A is not refused.
type Alone<A, W> = <<<A as Extension>::IsRefused as Bool>::Not as Bool>::And<
    <<W as Walks>::Digits as Digits>::Alone,
>;
/// The walks W do not carry, and A is not refused.
type Together<A, W> = <<<A as Extension>::IsRefused as Bool>::Not as Bool>::And<
    <<W as Walks>::Digits as Digits>::Fit<A>,
>;
cases! {
    /// Is the composition, whose walks are W, a layout?
    Accepted[Op: Operation, A: Extension, S: IntTuple, D: IntTuple, W: Walks](w: W) -> Layout {
        B1 => W::Layout = w.layout();
        B0 => RefusedLayout<NoComposition<Op, A, S, D>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
/// The layout of a refused operation.
pub type RefusedLayout<E> = Strided<Refused<E>, Refused<E>>;

/// The walks of all modes of B, nested as B is.
pub trait Walks: Copy + 'static {
    /// The composition.
    type Layout: Layout;
    /// How far the walks go together.
    type Digits: Digits;
    /// The composition.
    fn layout(self) -> Self::Layout;
}
/// A mode that does not walk: stride 0 or extent 1.
#[derive(Copy, Clone)]
pub struct Fixed<L>(L);
/// One walk.
#[derive(Copy, Clone)]
pub struct One<W>(W);
/// The walks of a first mode, and of the others.
#[derive(Copy, Clone)]
pub struct Both<H, T>(H, T);

impl<L: Layout> Walks for Fixed<L> {
    type Layout = L;
    type Digits = HNil;
    #[inline(always)]
    fn layout(self) -> L {
        self.0
    }
}
impl<W: Walk> Walks for One<W> {
    type Layout = <W::Modes as ToLayout>::ToLayout;
    type Digits = W::Digits;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        self.0.modes().to_layout()
    }
}
impl<H: Walks, T: Walks> Walks for Both<H, T> {
    type Layout = <T::Layout as Layout>::PrependMode<H::Layout>;
    type Digits = <H::Digits as Digits>::Plus<T::Digits>;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        self.1.layout().prepend_mode(self.0.layout())
    }
}

type Tree<A, S, D> = <<S as IntTuple>::Kind as WalkTree>::Out<A, S, D>;
#[inline(always)]
fn walk_tree<A: Extension, S: IntTuple, D: IntTuple>(a: A, s: S, d: D) -> Tree<A, S, D> {
    <S::Kind as WalkTree>::go(a, s, d)
}
cases! {
    /// The walks of the modes of S:D over A.
    WalkTree[A: Extension, S: IntTuple, D: IntTuple](a: A, s: S, d: D) -> Walks {
        Leaf => <<D::Leaf as Integer>::IsZero as ConstantLeaf>::Out<A, S::Leaf, D::Leaf>
            = <<D::Leaf as Integer>::IsZero as ConstantLeaf>::go(a, s.leaf(), d.leaf());
        Empty => Fixed<Strided<(), ()>> = Fixed(Strided::of((), ()));
        Node => Both<Tree<A, S::Head, D::Head>, Tree<A, S::Tail, D::Tail>>
            = Both(walk_tree(a, s.head(), d.head()), walk_tree(a, s.tail(), d.tail()));
    }
}
cases! {
    /// Is the stride 0?
    ConstantLeaf[A: Extension, N: Integer, R: Integer](a: A, n: N, r: R) -> Walks {
        B1 => Fixed<Strided<N, R>> = Fixed(Strided::of(n, r));
        B0 => <N::IsOne as UnitLeaf>::Out<A, N, R> = <N::IsOne as UnitLeaf>::go(a, n, r);
    }
}
cases! {
    /// Is the extent 1?
    UnitLeaf[A: Extension, N: Integer, R: Integer](a: A, n: N, r: R) -> Walks {
        B1 => Fixed<Strided<N, A::Single<R>>> = Fixed(Strided::of(n, a.single(r)));
        B0 => <R::IsRefused as RefusedLeaf>::Out<A, N, R> = <R::IsRefused as RefusedLeaf>::go(a, n, r);
    }
}
cases! {
    /// Is the mode itself a refused result?
    RefusedLeaf[A: Extension, N: Integer, R: Integer](a: A, n: N, r: R) -> Walks {
        B1 => One<NoWay> = One(NoWay);
        B0 => One<A::Walk<N, R>> = One(a.walk(n, r));
    }
}

/// Checks a composition with run-time integers: by the exact rule, and on some of its values.
#[cfg(debug_assertions)]
pub fn assert_composition<Op: Operation, A: Extension, B: Layout, R: Layout>(
    a: A,
    b: B,
    composed: R,
) {
    let b = Numbers {
        shape: b.shape().leaves(),
        stride: b.stride().leaves(),
    };
    let composed = Numbers {
        shape: composed.shape().leaves(),
        stride: composed.stride().leaves(),
    };
    explain::assert_composition(Op::NAMES, &a.numbers(), &b, &composed)
}
