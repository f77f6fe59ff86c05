//! A layout as the tree of its modes: shape and stride, paired.
//!
//! ```text
//! (8,(4,2)) : (1,(16,8))   becomes   (8:1, (4:16, 2:8))
//! ```
//!
//! Shape and stride have the same nesting, and every operation needs them together, mode by mode.
//! So they are paired once ([`Pairing`]), and the operations are folds of the tree from the right
//! ([`Tree`]): each mode acts on the result for the modes after it.
//!
//! Pairing two tuples of n entries is a double dispatch: the shape passes its entries to the stride
//! (`Under3<S0, S1, S2>` of a stride `(D0, D1, D2)`), which pairs them with its own. This examines
//! every tuple once. Taking heads and tails would examine it for every entry, and a tuple of eight
//! entries costs the compiler as much as eight projections.

use super::coalesce::{FilterZero, filter_zero};
use super::complement::{Sorted, sorted};
use super::compose::Walks;
use super::flat_modes::*;
use super::recast::{LargestInGroup, RecastMode};
use super::walk::{Extending, Extension};
use crate::integer::*;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::profile::Profile;
use crate::ranks::{for_ranks, for_tuples};
use crate::refusal::{Reason, Refused};
use crate::run_time::ModeList;
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::IntTuple;
use crate::tuple::tuple_reasons::NoSuchMode;
use zellige_macros::total;

/// A tree of modes: a [`Mode`], or a tuple of trees.
#[total]
pub trait Tree: Copy + 'static {
    /// The list of the modes, in front of `r`.
    fn flatten_onto(self, r: Modes) -> Modes;
    /// The modes pushed in front of the coalesced list `r`, each merged if possible.
    fn coalesce_onto(self, r: Modes) -> Modes;
    /// The same without the modes of stride 0.
    fn filter_onto(self, r: Modes) -> Modes;
    /// The modes sorted by stride into the list `r`, without those of stride 0 or extent 1.
    fn sort_onto(self, r: Modes) -> Modes;
    /// The modes ahead of the extension `r`.
    fn extend_onto(self, r: Extending) -> Extending;
    /// The walks of all modes over `a`, nested as the modes are.
    fn walks(self, a: Extension) -> Walks;
    /// Every mode, recast by K to elements `n` times as wide, or one n-th as wide.
    fn recast<K: RecastMode>(self, n: Nat) -> Layout;
    /// The largest offset that the modes of stride below N reach inside one group of N.
    type LargestInGroup<N: Nat>: Integer;
    /// The value, if every integer is static; any value otherwise.
    const UNCHECKED: Self;
    /// Appends the modes to `list`.
    fn list(self, list: &mut ModeList);
}

#[total]
impl<S: Integer, D: Integer> Tree for Mode<S, D> {
    fn flatten_onto(self, r: Modes) -> Modes {
        let Mode { shape: s, stride: d } = self;
        cons(s, d, r)
    }
    fn coalesce_onto(self, r: Modes) -> Modes {
        let Mode { shape: s, stride: d } = self;
        r.push_front(s, d)
    }
    fn filter_onto(self, r: Modes) -> Modes {
        let Mode { shape: s, stride: d } = self;
        filter_zero(s, d, r)
    }
    fn sort_onto(self, r: Modes) -> Modes {
        let Mode { shape: s, stride: d } = self;
        sorted(s, d, r)
    }
    fn extend_onto(self, r: Extending) -> Extending {
        let Mode { shape: s, stride: d } = self;
        r.ahead(s, d)
    }
    fn walks(self, a: Extension) -> Walks {
        let Mode { shape: s, stride: d } = self;
        d.walks(a, s)
    }
    fn recast<K: RecastMode>(self, n: Nat) -> Layout {
        let Mode { shape: s, stride: d } = self;
        K::recast(s, d, n)
    }
    type LargestInGroup<N: Nat> = LargestInGroup<S, D, N>;
    const UNCHECKED: Self = Mode { shape: S::UNCHECKED, stride: D::UNCHECKED };
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.shape, self.stride)
    }
}

#[total]
impl Tree for () {
    fn flatten_onto(self, r: Modes) -> Modes {
        r
    }
    fn coalesce_onto(self, r: Modes) -> Modes {
        r
    }
    fn filter_onto(self, r: Modes) -> Modes {
        r
    }
    fn sort_onto(self, r: Modes) -> Modes {
        r
    }
    fn extend_onto(self, r: Extending) -> Extending {
        r
    }
    fn walks(self, a: Extension) -> Walks {
        ()
    }
    fn recast<K: RecastMode>(self, n: Nat) -> Layout {
        strided((), ())
    }
    type LargestInGroup<N: Nat> = UTerm;
    const UNCHECKED: Self = ();
    #[inline(always)]
    fn list(self, _: &mut ModeList) {}
}

/// A tuple of trees: fold the last one first.
macro_rules! tuple_of_trees {
    ($($t:ident)+) => {
        #[allow(non_snake_case)]
        impl<$($t: Tree),+> Tree for ($($t,)+) {
            tuple_of_trees!(@fold [$($t)+] FlattenOnto flatten_onto Modes, CoalesceOnto coalesce_onto Modes, FilterOnto filter_onto Modes, SortOnto sort_onto Modes, ExtendOnto extend_onto Extending);
            type Walks<A: Extension> = ($($t::Walks<A>,)+);
            type Recast<K: RecastMode, N: Nat> = Strided<
                ($(<$t::Recast<K, N> as Layout>::Shape,)+),
                ($(<$t::Recast<K, N> as Layout>::Stride,)+),
            >;
            type LargestInGroup<N: Nat> = tuple_of_trees!(@largest $($t)+);
            const UNCHECKED: Self = ($($t::UNCHECKED,)+);
            #[inline(always)]
            fn walks<A: Extension>(self, a: A) -> Self::Walks<A> {
                let ($($t,)+) = self;
                ($($t.walks(a),)+)
            }
            #[inline(always)]
            fn recast<K: RecastMode, N: Nat>(self, n: N) -> Self::Recast<K, N> {
                let ($($t,)+) = self;
                $(let $t = $t.recast::<K, N>(n);)+
                Strided::of(($($t.shape(),)+), ($($t.mode_stride(),)+))
            }
            #[inline(always)]
            fn list(self, list: &mut ModeList) {
                let ($($t,)+) = self;
                $($t.list(list);)+
            }
        }
    };
    (@largest $t:ident) => { $t::LargestInGroup<N> };
    (@largest $t:ident $($more:ident)+) => { Add<$t::LargestInGroup<N>, tuple_of_trees!(@largest $($more)+)> };
    (@fold $trees:tt $($Fold:ident $fold:ident $Universe:ident),+) => { $(
        type $Fold<R: $Universe> = tuple_of_trees!(@type $Fold $trees);
        #[inline(always)]
        fn $fold<R: $Universe>(self, r: R) -> Self::$Fold<R> {
            tuple_of_trees!(@value self r $fold $trees)
        }
    )+ };
    (@type $Fold:ident []) => { R };
    (@type $Fold:ident [$t:ident $($more:ident)*]) => { $t::$Fold<tuple_of_trees!(@type $Fold [$($more)*])> };
    (@value $self:ident $r:ident $fold:ident [$($t:ident)+]) => {{
        let ($($t,)+) = $self;
        tuple_of_trees!(@nest $r $fold $($t)+)
    }};
    (@nest $r:ident $fold:ident) => { $r };
    (@nest $r:ident $fold:ident $t:ident $($more:ident)*) => { $t.$fold(tuple_of_trees!(@nest $r $fold $($more)*)) };
}
for_tuples!(tuple_of_trees);

/// The tree if the stride has a different nesting than the shape.
type Unpaired = Mode<Refused<NoSuchMode>, Refused<NoSuchMode>>;
/// Returns the tree if the stride has a different nesting than the shape.
const fn unpaired() -> Unpaired {
    Unpaired::UNCHECKED
}
/// The tree of the shape `()` with the stride `d`.
#[total]
fn tree_of_none(d: IntTuple) -> Tree {
    if d.is_empty() { () } else { unpaired() }
}

/// Pairing a shape with a stride of the same nesting. For tuples, `Tree` is called on the shape and
/// `Under<n>` on the stride.
macro_rules! pairing {
    ($(($Under:ident $under:ident $($S:ident $D:ident),+))+) => {
        /// Pairing a shape with a stride.
        pub trait Pairing: Sized {
            /// The tree of the layout self:D.
            type Tree<D: IntTuple>: Tree;
            /// The tree of the layout `self:d`.
            fn tree<D: IntTuple>(self, d: D) -> Self::Tree<D>;
            $(
                /// The tree of a shape of these entries, with the stride self.
                type $Under<$($S: IntTuple),+>: Tree;
                /// The tree of a shape of these entries, with the stride self; by default, for a
                /// stride of another nesting.
                #[inline(always)]
                fn $under<$($S: IntTuple),+>(self, _: ($($S,)+)) -> Self::$Under<$($S),+> {
                    Tree::UNCHECKED
                }
            )+
        }
        pairing!(@tuples [] $(($Under $under $($S $D),+))+);
    };
    (@tuples [$($before:tt)*] $this:tt $($after:tt)*) => {
        pairing!(@tuple $this [$($before)* $($after)*]);
        pairing!(@tuples [$($before)* $this] $($after)*);
    };
    (@tuples $all:tt) => {
        pairing!(@leaves $all []; [] UTerm; [] N1; [U: Positive] UInt<U, B0>; [U: Positive] UInt<U, B1>; [] u32; [] usize;
            [N: Nat] Negative<N>; [] Signed<i32>; [] Signed<isize>; [V: Integer, P: IntTuple] ScaledBasis<V, P>; [T: IntTuple] ArithmeticTuple<T>;);
        impl<E: Reason, Q: Profile> Pairing for Refused<E, Q> {
            type Tree<D: IntTuple> = Mode<Refused<E>, D::Leaf>;
            #[inline(always)]
            fn tree<D: IntTuple>(self, d: D) -> Self::Tree<D> {
                Mode { shape: Refused::UNIT, stride: d.leaf() }
            }
            pairing!(@other $all Mode<Refused<E>, Refused<E>>);
        }
        impl Pairing for () {
            type Tree<D: IntTuple> = TreeOfNone<D>;
            #[inline(always)]
            fn tree<D: IntTuple>(self, d: D) -> Self::Tree<D> {
                tree_of_none(d)
            }
            pairing!(@other $all Unpaired);
        }
    };
    (@leaves $all:tt []; $([$($g:tt)*] $t:ty;)+) => { $(
        impl<$($g)*> Pairing for $t {
            pairing!(@leaf);
            pairing!(@other $all Unpaired);
        }
    )+ };
    (@leaf) => {
        type Tree<D: IntTuple> = Mode<Self, D::Leaf>;
        #[inline(always)]
        fn tree<D: IntTuple>(self, d: D) -> Self::Tree<D> {
            Mode { shape: self, stride: d.leaf() }
        }
    };
    (@tuple ($Under:ident $under:ident $($S:ident $D:ident),+) $others:tt) => {
        #[allow(non_snake_case)]
        impl<$($D: IntTuple),+> Pairing for ($($D,)+) {
            type Tree<D: IntTuple> = <D as Pairing>::$Under<$($D),+>;
            #[inline(always)]
            fn tree<D: IntTuple>(self, d: D) -> Self::Tree<D> {
                Pairing::$under(d, self)
            }
            type $Under<$($S: IntTuple),+> = ($($S::Tree<$D>,)+);
            #[inline(always)]
            fn $under<$($S: IntTuple),+>(self, s: ($($S,)+)) -> Self::$Under<$($S),+> {
                let (($($S,)+), ($($D,)+)) = (s, self);
                ($($S.tree($D),)+)
            }
            pairing!(@other $others Unpaired);
        }
    };
    (@other [$(($Under:ident $under:ident $($S:ident $D:ident),+))*] $Refused:ty) => { $(
        type $Under<$($S: IntTuple),+> = $Refused;
    )* };
}
for_ranks!(pairing);

/// The tree of modes of the layout `s:d`.
#[total]
pub fn tree_of(s: IntTuple, d: IntTuple) -> Tree {
    Pairing::tree(s, d)
}
/// The modes of the layout `s:d`.
#[total]
pub fn flat(s: IntTuple, d: IntTuple) -> Modes {
    Tree::flatten_onto(tree_of(s, d), HNil)
}
/// The coalesced modes of the layout `s:d`.
#[total]
pub fn coalesced_modes(s: IntTuple, d: IntTuple) -> Modes {
    Tree::coalesce_onto(tree_of(s, d), HNil)
}
/// The coalesced modes of the layout `s:d` with a stride other than 0.
#[total]
pub fn filtered_modes(s: IntTuple, d: IntTuple) -> Modes {
    Tree::filter_onto(tree_of(s, d), HNil)
}

impl ModeList {
    /// Returns the modes of the layout `s:d`.
    #[inline(always)]
    pub fn of<S: IntTuple, D: IntTuple>(s: S, d: D) -> ModeList {
        let mut list = ModeList::NONE;
        s.tree(d).list(&mut list);
        list
    }
}
