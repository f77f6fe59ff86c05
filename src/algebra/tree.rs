//! A layout as the tree of its modes: shape and stride, paired.
//!
//! ```text
//! (8,(4,2)) : (1,(16,8))   becomes   (8:1, (4:16, 2:8))
//! ```
//!
//! Shape and stride have the same nesting, and every operation needs them together, mode by mode.
//! So they are paired once ([`Pairing`]), and the operations are folds of the tree from the right
//! ([`Tree`]): what a mode does in front of the result for the modes behind it.
//!
//! Pairing two tuples of n entries is a double dispatch: the shape hands its entries to the stride
//! (`Under3<S0, S1, S2>` of a stride `(D0, D1, D2)`), which pairs them with its own. This looks at
//! every tuple once; taking heads and tails looks at it for every entry, and a tuple of eight
//! entries costs the compiler as much as eight projections.

use super::coalesce::{FilterZero, filter_zero};
use super::complement::{Sorted, sorted};
use super::compose::Walks;
use super::extension::{Extending, Extension};
use super::modes::*;
use super::recast::{ReachOfMode, Recast};
use crate::cases::{cases, for_ranks, for_tuples};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::Profile;
use crate::refusal::{Reason, Refused};
use crate::run_time::ModeList;
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::IntTuple;
use crate::tuple::reasons::NoSuchMode;

/// A tree of modes: a [`Mode`], or a tuple of trees.
pub trait Tree: Copy + 'static {
    /// The list of the modes, in front of R.
    type Flatten<R: Modes>: Modes;
    /// The modes pushed in front of the coalesced list R, each merged if possible.
    type Coalesce<R: Modes>: Modes;
    /// The same without the modes of stride 0.
    type Filter<R: Modes>: Modes;
    /// The modes sorted by stride into the list R, without those of stride 0 or extent 1.
    type Sort<R: Modes>: Modes;
    /// The modes ahead of the extension R.
    type Extend<R: Extending>: Extending;
    /// The walks of all modes over A, nested as the modes are.
    type Walks<A: Extension>: Walks;
    /// Every mode, recast by K to elements N times as wide, or one N-th.
    type Recast<K: Recast, N: Nat>: Layout;
    /// The largest offset that the modes of stride below N reach inside one group of N.
    type Reach<N: Nat>: Integer;
    /// The list of the modes, in front of `r`.
    fn flatten_onto<R: Modes>(self, r: R) -> Self::Flatten<R>;
    /// The modes pushed in front of the coalesced list `r`, each merged if possible.
    fn coalesce_onto<R: Modes>(self, r: R) -> Self::Coalesce<R>;
    /// The same without the modes of stride 0.
    fn filter_onto<R: Modes>(self, r: R) -> Self::Filter<R>;
    /// The modes sorted by stride into the list `r`, without those of stride 0 or extent 1.
    fn sort_onto<R: Modes>(self, r: R) -> Self::Sort<R>;
    /// The modes ahead of the extension `r`.
    fn extend_onto<R: Extending>(self, r: R) -> Self::Extend<R>;
    /// The walks of all modes over `a`, nested as the modes are.
    fn walks<A: Extension>(self, a: A) -> Self::Walks<A>;
    /// Every mode, recast by K.
    fn recast<K: Recast, N: Nat>(self) -> Self::Recast<K, N>;
    /// Appends the modes to `list`.
    fn list(self, list: &mut ModeList);
}

impl<S: Integer, D: Integer> Tree for Mode<S, D> {
    type Flatten<R: Modes> = M<S, D, R>;
    type Coalesce<R: Modes> = R::PushFront<S, D>;
    type Filter<R: Modes> = FilterZero<S, D, R>;
    type Sort<R: Modes> = Sorted<S, D, R>;
    type Extend<R: Extending> = R::Ahead<S, D>;
    type Walks<A: Extension> = D::Walks<A, S>;
    type Recast<K: Recast, N: Nat> = K::Out<S, D, N>;
    type Reach<N: Nat> = ReachOfMode<S, D, N>;
    #[inline(always)]
    fn flatten_onto<R: Modes>(self, r: R) -> Self::Flatten<R> {
        cons(self.shape, self.stride, r)
    }
    #[inline(always)]
    fn coalesce_onto<R: Modes>(self, r: R) -> Self::Coalesce<R> {
        r.push_front(self.shape, self.stride)
    }
    #[inline(always)]
    fn filter_onto<R: Modes>(self, r: R) -> Self::Filter<R> {
        filter_zero(self.shape, self.stride, r)
    }
    #[inline(always)]
    fn sort_onto<R: Modes>(self, r: R) -> Self::Sort<R> {
        sorted(self.shape, self.stride, r)
    }
    #[inline(always)]
    fn extend_onto<R: Extending>(self, r: R) -> Self::Extend<R> {
        r.ahead(self.shape, self.stride)
    }
    #[inline(always)]
    fn walks<A: Extension>(self, a: A) -> Self::Walks<A> {
        self.stride.walks(a, self.shape)
    }
    #[inline(always)]
    fn recast<K: Recast, N: Nat>(self) -> Self::Recast<K, N> {
        K::go::<S, D, N>(self.shape, self.stride)
    }
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.shape, self.stride)
    }
}

impl Tree for () {
    type Flatten<R: Modes> = R;
    type Coalesce<R: Modes> = R;
    type Filter<R: Modes> = R;
    type Sort<R: Modes> = R;
    type Extend<R: Extending> = R;
    type Walks<A: Extension> = ();
    type Recast<K: Recast, N: Nat> = Strided<(), ()>;
    type Reach<N: Nat> = UTerm;
    #[inline(always)]
    fn flatten_onto<R: Modes>(self, r: R) -> R {
        r
    }
    #[inline(always)]
    fn coalesce_onto<R: Modes>(self, r: R) -> R {
        r
    }
    #[inline(always)]
    fn filter_onto<R: Modes>(self, r: R) -> R {
        r
    }
    #[inline(always)]
    fn sort_onto<R: Modes>(self, r: R) -> R {
        r
    }
    #[inline(always)]
    fn extend_onto<R: Extending>(self, r: R) -> R {
        r
    }
    #[inline(always)]
    fn walks<A: Extension>(self, _: A) {}
    #[inline(always)]
    fn recast<K: Recast, N: Nat>(self) -> Strided<(), ()> {
        Strided::of((), ())
    }
    #[inline(always)]
    fn list(self, _: &mut ModeList) {}
}

/// A tuple of trees: fold the last one first.
macro_rules! tuple_of_trees {
    ($($t:ident)+) => {
        #[allow(non_snake_case)]
        impl<$($t: Tree),+> Tree for ($($t,)+) {
            tuple_of_trees!(@fold [$($t)+] Flatten flatten_onto Modes, Coalesce coalesce_onto Modes, Filter filter_onto Modes, Sort sort_onto Modes, Extend extend_onto Extending);
            type Walks<A: Extension> = ($($t::Walks<A>,)+);
            type Recast<K: Recast, N: Nat> = Strided<
                ($(<$t::Recast<K, N> as Layout>::Shape,)+),
                ($(<$t::Recast<K, N> as Layout>::Stride,)+),
            >;
            type Reach<N: Nat> = tuple_of_trees!(@reach $($t)+);
            #[inline(always)]
            fn walks<A: Extension>(self, a: A) -> Self::Walks<A> {
                let ($($t,)+) = self;
                ($($t.walks(a),)+)
            }
            #[inline(always)]
            fn recast<K: Recast, N: Nat>(self) -> Self::Recast<K, N> {
                let ($($t,)+) = self;
                $(let $t = $t.recast::<K, N>();)+
                Strided::of(($($t.shape(),)+), ($($t.mode_stride(),)+))
            }
            #[inline(always)]
            fn list(self, list: &mut ModeList) {
                let ($($t,)+) = self;
                $($t.list(list);)+
            }
        }
    };
    (@reach $t:ident) => { $t::Reach<N> };
    (@reach $t:ident $($more:ident)+) => { Add<$t::Reach<N>, tuple_of_trees!(@reach $($more)+)> };
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

/// Where the stride has another nesting than the shape.
type Unpaired = Mode<Refused<NoSuchMode>, Refused<NoSuchMode>>;

cases! {
    /// The shape is `()`: is the stride, too?
    TreeOfNone[]() -> Tree {
        B1 => () = ();
        B0 => Unpaired = Mode { shape: Refused::UNIT, stride: Refused::UNIT };
    }
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
                /// The tree of a shape of these entries, with the stride self.
                fn $under<$($S: IntTuple),+>(self, s: ($($S,)+)) -> Self::$Under<$($S),+>;
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
            pairing!(@other $all Mode<Refused<E>, Refused<E>>, Mode { shape: Refused::UNIT, stride: Refused::UNIT });
        }
        impl Pairing for () {
            type Tree<D: IntTuple> = <D::IsEmpty as TreeOfNone>::Out;
            #[inline(always)]
            fn tree<D: IntTuple>(self, _: D) -> Self::Tree<D> {
                <D::IsEmpty as TreeOfNone>::go()
            }
            pairing!(@other $all Unpaired, Mode { shape: Refused::UNIT, stride: Refused::UNIT });
        }
    };
    (@leaves $all:tt []; $([$($g:tt)*] $t:ty;)+) => { $(
        impl<$($g)*> Pairing for $t {
            pairing!(@leaf);
            pairing!(@other $all Unpaired, Mode { shape: Refused::UNIT, stride: Refused::UNIT });
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
            pairing!(@other $others Unpaired, Mode { shape: Refused::UNIT, stride: Refused::UNIT });
        }
    };
    (@other [$(($Under:ident $under:ident $($S:ident $D:ident),+))*] $Refused:ty, $refused:expr) => { $(
        type $Under<$($S: IntTuple),+> = $Refused;
        #[inline(always)]
        fn $under<$($S: IntTuple),+>(self, _: ($($S,)+)) -> $Refused {
            $refused
        }
    )* };
}
for_ranks!(pairing);

/// The tree of modes of the layout S:D.
pub type TreeOf<S, D> = <S as Pairing>::Tree<D>;
/// The modes of the layout S:D.
pub type Flat<S, D> = <TreeOf<S, D> as Tree>::Flatten<HNil>;
/// The modes of the layout `s:d`.
#[inline(always)]
pub fn flat<S: IntTuple, D: IntTuple>(s: S, d: D) -> Flat<S, D> {
    s.tree(d).flatten_onto(HNil)
}
/// The coalesced modes of the layout S:D.
pub type CoalescedModes<S, D> = <TreeOf<S, D> as Tree>::Coalesce<HNil>;
/// The coalesced modes of the layout `s:d`.
#[inline(always)]
pub fn coalesced_modes<S: IntTuple, D: IntTuple>(s: S, d: D) -> CoalescedModes<S, D> {
    s.tree(d).coalesce_onto(HNil)
}
/// The coalesced modes of the layout S:D whose stride is not 0.
pub type FilteredModes<S, D> = <TreeOf<S, D> as Tree>::Filter<HNil>;
/// The coalesced modes of the layout `s:d` whose stride is not 0.
#[inline(always)]
pub fn filtered_modes<S: IntTuple, D: IntTuple>(s: S, d: D) -> FilteredModes<S, D> {
    s.tree(d).filter_onto(HNil)
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
