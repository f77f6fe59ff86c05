//! `()`, and the plain Rust tuples of each rank.

use core::fmt;

use super::combine::{First, Rest, first, rest};
use super::equality::is_node;
use super::{concat_leaves, first_inside};
use crate::integer::*;
use crate::number::*;
use crate::profile::{Profile, ProfileOfRefused};
use crate::ranks::for_tuples;
use crate::refusal::{Leaves, Message, Refusal, Refused};
use crate::tuple::tuple_reasons::{NoSuchMode, TooManyModes};
use crate::tuple::{Empty, IntTuple, Node};

#[diagnostic::do_not_recommend]
impl IntTuple for () {
    type Kind = Empty;
    type Profile = ();
    type Leaf = UTerm;
    type Head = Refused<NoSuchMode>;
    type Tail = ();
    type IsEmpty = B1;
    type IsRefused = B0;
    type AllStatic = B1;
    type HasElements = B1;
    type Rank = UTerm;
    type Elements = N1;
    type Prepend<X: IntTuple> = (X,);
    type Stack<X: IntTuple> = (X,);
    type WithProfile<F: Profile> = F::Of<Self>;
    #[inline(always)]
    fn with_profile<F: Profile>(self) -> F::Of<Self> {
        F::of(self)
    }
    type Refined<B: Profile> = B::RefinedOf<Self>;
    #[inline(always)]
    fn refined<B: Profile>(self) -> B::RefinedOf<Self> {
        B::refined(self)
    }
    type ZipModes = Self;
    #[inline(always)]
    fn zip_modes(self) -> Self {
        self
    }
    type AtRunTime<W: Dynamic> = ();
    const UNCHECKED: Self = ();
    const REFUSAL: Option<Refusal> = None;
    const COUNT: usize = 0;
    const IS_UNSIGNED: bool = true;
    const TEXT: Message = Message::new().s("()");
    const LEAVES: Leaves = Leaves::NONE;
    #[inline(always)]
    fn leaf(self) -> UTerm {
        UTerm
    }
    #[inline(always)]
    fn head(self) -> Self::Head {
        Refused::UNIT
    }
    #[inline(always)]
    fn tail(self) {}
    #[inline(always)]
    fn elements(self) -> N1 {
        N1::UNIT
    }
    #[inline(always)]
    fn prepend_mode<X: IntTuple>(self, x: X) -> (X,) {
        (x,)
    }
    #[inline(always)]
    fn stack_mode<X: IntTuple>(self, x: X) -> (X,) {
        (x,)
    }
    #[inline(always)]
    fn combine<O: BinOp, A: IntTuple, B: IntTuple>(_: A, _: B) {}
    fn leaves(self) -> Leaves {
        Leaves::NONE
    }
    fn write(self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("()")
    }
}

macro_rules! node {
    // The widest tuple takes no further mode; in a list of an operation it becomes one mode itself.
    (T0 T1 T2 T3 T4 T5 T6 T7 T8 T9) => {
        node!(@impl T0 T1 T2 T3 T4 T5 T6 T7 T8 T9; (X, Self), |this, x| (x, this); [X] Refused<TooManyModes<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9), X>, ProfileOfRefused>, |x| { let _ = (T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, x); Refused::UNIT });
    };
    (@fold $op:ident $Is:ident $H:ident) => { $H::$Is };
    (@fold $op:ident $Is:ident $H:ident $($t:ident)+) => { <$H::$Is as Bool>::$op<node!(@fold $op $Is $($t)+)> };
    (@rank) => { UTerm };
    (@rank $H:ident $($t:ident)*) => { Succ<node!(@rank $($t)*)> };
    (@elements $H:ident) => { $H::Elements };
    (@elements $H:ident $($t:ident)+) => { Mul<$H::Elements, node!(@elements $($t)+)> };
    (@value $H:ident) => { $H.elements() };
    (@value $H:ident $($t:ident)+) => { total::mul($H.elements(), node!(@value $($t)+)) };
    ($H:ident $($t:ident)*) => {
        node!(@impl $H $($t)*; (X, $H, $($t,)*), |this, x| this.prepend_mode(x); [X] (X, $H, $($t,)*), |x| (x, $H, $($t,)*));
    };
    (@impl $H:ident $($t:ident)*; $Stack:ty, |$this:ident, $front:ident| $stack:expr; [$X:ident] $Prepend:ty, |$x:ident| $prepend:expr) => {
        #[allow(non_snake_case, clippy::unused_unit)]
        impl<$H: IntTuple $(, $t: IntTuple)*> IntTuple for ($H, $($t,)*) {
            type Kind = Node;
            type Profile = ($H::Profile, $($t::Profile,)*);
            type Leaf = UTerm;
            type Head = $H;
            type Tail = ($($t,)*);
            type IsEmpty = B0;
            type IsRefused = node!(@fold Or IsRefused $H $($t)*);
            type AllStatic = node!(@fold And AllStatic $H $($t)*);
            type HasElements = node!(@fold And HasElements $H $($t)*);
            type Rank = node!(@rank $H $($t)*);
            type Elements = node!(@elements $H $($t)*);
            type Prepend<$X: IntTuple> = $Prepend;
            type Stack<$X: IntTuple> = $Stack;
            type WithProfile<F: Profile> = F::Of<Self>;
            #[inline(always)]
            fn with_profile<F: Profile>(self) -> F::Of<Self> {
                F::of(self)
            }
            type Refined<B: Profile> = B::RefinedOf<Self>;
            #[inline(always)]
            fn refined<B: Profile>(self) -> B::RefinedOf<Self> {
                B::refined(self)
            }
            type ZipModes = Self;
            #[inline(always)]
            fn zip_modes(self) -> Self {
                self
            }
            type AtRunTime<W: Dynamic> = ($H::AtRunTime<W>, $($t::AtRunTime<W>,)*);
            #[inline(always)]
            fn of_equal<T: IntTuple>(t: T) -> Option<Self> {
                if const { !is_node::<T>() } {
                    return None;
                }
                let $H = $H::of_equal(t.head())?;
                let ($($t,)*) = <($($t,)*)>::of_equal(t.tail())?;
                Some(($H, $($t,)*))
            }
            const UNCHECKED: Self = ($H::UNCHECKED, $($t::UNCHECKED,)*);
            const REFUSAL: Option<Refusal> = first_inside(&[$H::REFUSAL, $($t::REFUSAL,)*]);
            const IS_UNSIGNED: bool = $H::IS_UNSIGNED $(&& $t::IS_UNSIGNED)*;
            const HAS_RUN_TIME: bool = $H::HAS_RUN_TIME $(|| $t::HAS_RUN_TIME)*;
            const COUNT: usize = $H::COUNT $(+ $t::COUNT)*;
            const TEXT: Message = Message::new().s("(").cat(&$H::TEXT)$(.s(",").cat(&$t::TEXT))*.s(")");
            const LEAVES: Leaves = concat_leaves(&[&$H::LEAVES, $(&$t::LEAVES,)*]);
            #[inline(always)]
            fn leaf(self) -> UTerm {
                UTerm
            }
            #[inline(always)]
            fn head(self) -> $H {
                self.0
            }
            #[inline(always)]
            fn tail(self) -> Self::Tail {
                let (_, $($t,)*) = self;
                ($($t,)*)
            }
            #[inline(always)]
            fn elements(self) -> Self::Elements {
                let ($H, $($t,)*) = self;
                node!(@value $H $($t)*)
            }
            #[inline(always)]
            fn prepend_mode<$X: IntTuple>(self, $x: $X) -> Self::Prepend<$X> {
                let ($H, $($t,)*) = self;
                $prepend
            }
            #[inline(always)]
            fn stack_mode<$X: IntTuple>(self, $front: $X) -> Self::Stack<$X> {
                let $this = self;
                $stack
            }
            #[inline(always)]
            fn combine<O: BinOp, A: IntTuple, B: IntTuple>(a: A, b: B) -> Self {
                let head = $H::combine::<O, First<A>, First<B>>(first(a), first(b));
                let ($($t,)*) = <($($t,)*) as IntTuple>::combine::<O, Rest<A>, Rest<B>>(rest(a), rest(b));
                (head, $($t,)*)
            }
            fn leaves(self) -> Leaves {
                let ($H, $($t,)*) = self;
                concat_leaves(&[&$H.leaves(), $(&$t.leaves(),)*])
            }
            fn write(self, f: &mut dyn fmt::Write) -> fmt::Result {
                let ($H, $($t,)*) = self;
                f.write_str("(")?;
                $H.write(f)?;
                $(f.write_str(",")?; $t.write(f)?;)*
                f.write_str(")")
            }
        }
    };
}
for_tuples!(node);
