//! An integer as a tuple: its own first mode and its own leaf, without further modes.

use core::fmt;

use super::equality::number;
use super::write_static;
use crate::integer::*;
use crate::number::*;
use crate::profile::Profile;
use crate::refusal::{Leaves, Message, Refusal, Refused};
use crate::tuple::tuple_reasons::NoSuchMode;
use crate::tuple::{IntTuple, Leaf};

/// `IntTuple` for a kind of integer: whether it is refused and why, the value of a static type, how
/// it is written and listed, and the same at run time, with the value equal to a tuple.
macro_rules! leaf {
    ([$($g:tt)*] $t:ty, refused $IsRefused:ty, $refusal:expr, static $static:expr, text $text:expr,
        leaves $leaves:expr, |$v:ident| $value:expr, write $write:expr, at run time $AtRunTime:ty
        $(, |$of:ident| $of_equal:expr)?) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> IntTuple for $t {
            type Kind = Leaf;
            type Profile = usize;
            type Leaf = $t;
            type Head = $t;
            type Tail = Refused<NoSuchMode, ()>;
            type IsEmpty = B0;
            type IsRefused = $IsRefused;
            type AllStatic = <$t as Integer>::IsStatic;
            type HasElements = <<$t as Integer>::IsZero as Bool>::Not;
            type Rank = N1;
            type Elements = $t;
            type Prepend<X: IntTuple> = (X, $t);
            type Stack<X: IntTuple> = (X, $t);
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
            type ZipModes = (Self,);
            #[inline(always)]
            fn zip_modes(self) -> (Self,) {
                (self,)
            }
            type AtRunTime<W: Dynamic> = $AtRunTime;
            $(
                #[inline(always)]
                fn of_equal<B: IntTuple>($of: B) -> Option<Self> {
                    $of_equal
                }
            )?
            const UNCHECKED: Self = $static;
            const REFUSAL: Option<Refusal> = $refusal;
            const IS_UNSIGNED: bool = <<$t as Integer>::Ask<IsGe, UTerm> as Bool>::VALUE;
            const HAS_RUN_TIME: bool = <$t as Integer>::IS_RUN_TIME;
            const TEXT: Message = $text;
            const LEAVES: Leaves = $leaves;
            #[inline(always)]
            fn leaf(self) -> Self {
                self
            }
            #[inline(always)]
            fn head(self) -> Self {
                self
            }
            #[inline(always)]
            fn tail(self) -> Self::Tail {
                Refused::UNIT
            }
            #[inline(always)]
            fn elements(self) -> $t {
                self
            }
            #[inline(always)]
            fn prepend_mode<X: IntTuple>(self, x: X) -> (X, $t) {
                (x, self)
            }
            #[inline(always)]
            fn stack_mode<X: IntTuple>(self, x: X) -> (X, $t) {
                (x, self)
            }
            #[inline(always)]
            fn combine<O: BinOp, A: IntTuple, B: IntTuple>(a: A, b: B) -> Self {
                Self::compute::<O, _, _>(a.leaf(), b.leaf())
            }
            fn leaves(self) -> Leaves {
                let $v = self;
                $value
            }
            fn write(self, f: &mut dyn fmt::Write) -> fmt::Result {
                let write: fn($t, &mut dyn fmt::Write) -> fmt::Result = $write;
                write(self, f)
            }
        }
    };
}
pub(crate) use leaf;
macro_rules! static_leaf {
    ([$($g:tt)*] $t:ty) => {
        leaf!([$($g)*] $t, refused B0, None, static <$t as Nat>::UNIT,
            text Message::new().s("_").number(<$t as Nat>::N),
            leaves Leaves::of(<$t as Nat>::N, false), |_v| <$t as IntTuple>::LEAVES,
            write |_, f| write_static::<$t>("_", f), at run time W);
    };
}
static_leaf!([] UTerm);
static_leaf!([] N1);
static_leaf!([U: Positive] UInt<U, B0>);
static_leaf!([U: Positive] UInt<U, B1>);
macro_rules! dynamic_leaf {
    ($t:ty) => {
        leaf!([] $t, refused B0, None, static 0, text Message::new().s("?"),
            leaves Leaves::one(None), |v| Leaves::of_usize(v as usize), write |v, f| write!(f, "{v}"),
            at run time W, |t| Self::try_from(number(t)?).ok());
    };
}
dynamic_leaf!(u32);
dynamic_leaf!(usize);
