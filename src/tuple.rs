//! Shapes, strides and coordinates: an integer, or a plain Rust tuple of them, nested.
//!
//! Every function on tuples is defined by cases on the kind of the tuple ([`Kind`]): an integer
//! ([`Leaf`]), `()` ([`Empty`]), or a first entry and the tuple of the others ([`Node`]). Code that
//! must be written for each rank, such as the fields of a tuple, is a `macro_rules!` that `ranks`
//! calls for every rank. `ranks` also defines the width of the widest tuple.

use core::fmt;

use crate::branches::{RolesInProfile, roles};
use crate::integer::*;
use crate::number::*;
use crate::profile::{AnyProfile, Profile};
use crate::ranks::for_tuples;
use crate::refusal::{Leaves, Message, Reason, Refusal, Refused, refused};
use crate::tuple::tuple_reasons::{NoSuchMode, NotCongruent, TooManyModes};
use zellige_macros::total;

pub mod access;
pub mod arithmetic;
pub mod arrange;
pub(crate) mod as_coordinate;
pub(crate) mod checked_size;
pub(crate) mod combine;
pub mod compact;
pub mod compare;
pub mod conversion;
mod display;
pub mod equality;
mod kind;
pub(crate) mod known_profile;
pub mod measure;
mod text;
pub(crate) mod tuple_reasons;
pub(crate) mod zip;

pub use as_coordinate::AsCoordinate;
use combine::{First, Rest, first, rest};
pub use display::Display;
pub use kind::{Empty, Kind, Leaf, Node};
pub(crate) use text::check_static;
use text::concat_leaves;
pub(crate) use text::{first_inside, write_static};

/// An integer, or a tuple of up to ten of them, nested: a shape, a stride, a static coordinate.
///
/// `8`, `(8, 16)` and `(8, (4, 4))` are such tuples, of static ([`Int<8>`](crate::Int)) and
/// run-time (`u32`, `usize`) integers; in strides also of [those with a sign or an
/// axis](crate::stride). `(8,)` is a tuple of one mode and differs from `8`, as in CuTe. `()` has
/// no modes.
///
/// ```
/// use zellige::prelude::*;
/// use zellige::tuple::measure::{product, rank};
/// let shape = (int!(8), (4u32, int!(4)));
/// assert_eq!(product(shape), 128u32);
/// assert_eq!(rank(shape).usize(), 2);
/// ```
#[doc(alias("is_tuple", "is_int_tuple"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unsigned integer of a layout, nor a tuple of these",
    label = "must be `u32`, `usize`, a static integer, or a tuple of up to 10 of these",
    note = "write `int!(3)` for a static integer, `3u32` or `3usize` for a run-time one; convert others: `usize::try_from(n)`, or, where a stride may be negative, `Signed::new(n)` for an `i32` or `isize`"
)]
pub trait IntTuple:
    roles::Coord
    + roles::Pairing
    + roles::CopyTile
    + conversion::TupleConversion
    + Copy
    + Send
    + Sync
    + 'static
{
    /// The kind of tuple: [`Leaf`], [`Empty`] or [`Node`].
    type Kind: Kind;
    /// Its profile: `usize` for an integer, tuples for tuples.
    type Profile: Profile;
    /// The integer itself; 0 for a tuple.
    type Leaf: Integer;
    /// The first mode; an integer is its own first mode.
    type Head: IntTuple<Profile = <Self::Profile as Profile>::Head>;
    /// The tuple of the other modes; an integer has none, not even an empty tuple.
    type Tail: IntTuple<Profile = <Self::Profile as Profile>::Tail>;
    /// True if it is `()`.
    type IsEmpty: Bool;
    /// True if it contains a refused integer.
    type IsRefused: Bool;
    /// True if it contains no static 0 and no refused integer: as a shape it has elements, as far
    /// as is known.
    type HasElements: Bool;
    /// The number of modes of the outermost level.
    type Rank: Nat;
    /// The product of all integers.
    type Elements: Integer;
    /// The tuple with a mode X in front.
    type Prepend<X: IntTuple>: IntTuple;
    /// The same for an operation that makes a flat list: in front of the widest tuple, X and that
    /// tuple.
    #[doc(hidden)]
    type Stack<X: IntTuple>: IntTuple;
    /// Itself, with profile F; refused in this profile, if it is refused.
    #[doc(hidden)]
    type WithProfile<F: Profile>: IntTuple<Profile = F> + RolesInProfile<F>;
    #[doc(hidden)]
    fn with_profile<F: Profile>(self) -> Self::WithProfile<F>;
    /// Itself, as a composition with a layout of profile B.
    #[doc(hidden)]
    type Refined<B: Profile>: IntTuple<Profile = B::Refined<Self::Profile>>;
    #[doc(hidden)]
    fn refined<B: Profile>(self) -> Self::Refined<B>;
    /// The tuple of its modes, for [`zip`](zip::zip); an integer is one mode.
    #[doc(hidden)]
    type ZipModes: zip::ZippingModes;
    #[doc(hidden)]
    fn zip_modes(self) -> Self::ZipModes;
    /// The value, if every integer is static; refused at compile time otherwise.
    const STATIC: Self = {
        check_static(Self::REFUSAL, Self::LEAVES.known, &Self::TEXT);
        Self::UNCHECKED
    };
    /// The value, if every integer is static; any value otherwise.
    #[doc(hidden)]
    const UNCHECKED: Self;
    /// The refusal of the operation that made a part of it, if one was refused.
    const REFUSAL: Option<Refusal>;
    /// True if all its integers are unsigned, so that it may be a shape.
    #[doc(hidden)]
    const IS_UNSIGNED: bool;
    /// True if it has a run-time integer.
    #[doc(hidden)]
    const HAS_RUN_TIME: bool = false;
    /// The number of its integers.
    #[doc(hidden)]
    const COUNT: usize = 1;
    /// In CuTe's notation: `(_8,(_4,?))`, where `?` is a run-time integer.
    #[doc(hidden)]
    const TEXT: Message;
    /// Its integers; 0 for the dynamic ones.
    #[doc(hidden)]
    const LEAVES: Leaves;
    /// The integer itself; 0 for a tuple.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!((IntTuple::leaf(3u32), IntTuple::leaf((3u32, 5u32)).usize()), (3, 0));
    /// ```
    fn leaf(self) -> Self::Leaf;
    /// The first mode.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(IntTuple::head(((2u32, 3u32), 5u32)), (2, 3));
    /// ```
    #[doc(alias = "front")]
    fn head(self) -> Self::Head;
    /// The other modes.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(IntTuple::tail((2u32, 3u32, 5u32)), (3, 5));
    /// ```
    #[doc(alias = "back")]
    fn tail(self) -> Self::Tail;
    /// The product of all integers, modulo 2^32 or 2^64.
    #[doc(hidden)]
    fn elements(self) -> Self::Elements;
    /// The product of all integers: 128 for `(8, (4, 4))`, 1 for `()`. CuTe: `size`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (tiles, _) = layout!((128, 64) : (64, 1)).local_tile((int!(32), int!(16)), (.., 1u32));
    /// assert_eq!(tiles.shape().size().usize(), 2048);                   // (_32,_16,_4)
    /// assert_eq!(tiles.shape().tail().tail().size().usize(), 4);       // the number of tiles
    /// ```
    ///
    /// # Panics
    ///
    /// Panics as [`product`](measure::product) does, if it does not fit the type of the run-time
    /// integers.
    #[inline(always)]
    #[track_caller]
    fn size(self) -> Self::Elements {
        measure::product(self)
    }
    /// The number of modes of the outermost level: 2 for `(8, (4, 4))`, 1 for an integer. CuTe:
    /// `rank`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, (4, 4)) : (16, (4, 1))).shape().rank().usize(), 2);
    /// ```
    #[inline(always)]
    fn rank(self) -> Self::Rank {
        Nat::UNIT
    }
    /// The number of levels: 0 for an integer, 1 for `(8, 4)`, 2 for `(8, (4, 4))`. CuTe: `depth`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, (4, 4)) : (16, (4, 1))).shape().depth().usize(), 2);
    /// ```
    #[inline(always)]
    fn depth(self) -> measure::Depth<Self> {
        Nat::UNIT
    }
    /// The tuple as it is written in a layout, for printing and comparison: `(_8,(_4,100))`. CuTe:
    /// `print`.
    ///
    /// A shape is a plain tuple of typenum's types. Rust lets only typenum implement `Display` and
    /// `==` for these types, and their `Debug` shows bits. The result equals any other with the
    /// same nesting and numbers.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, a) = (8u32, layout!((8, 4) : (4, 1)));
    /// assert_eq!(a.shape().display().to_string(), "(_8,_4)");
    /// assert_eq!(a.shape().display(), (m, int!(4)).display());
    /// ```
    #[inline(always)]
    fn display(self) -> Display<Self> {
        Display(self)
    }
    /// The tuple with the mode `x` in front.
    #[doc(hidden)]
    fn prepend_mode<X: IntTuple>(self, x: X) -> Self::Prepend<X>;
    /// The tuple with the mode `x` in front, in a list that an operation makes.
    #[doc(hidden)]
    fn stack_mode<X: IntTuple>(self, x: X) -> Self::Stack<X>;
    /// The tuple, of this type, of the results of `O` on the entries of `a` and `b`; a number
    /// represents all entries.
    #[doc(hidden)]
    fn combine<O: BinOp, A: IntTuple, B: IntTuple>(a: A, b: B) -> Self;
    /// Its integers.
    #[doc(hidden)]
    fn leaves(self) -> Leaves;
    /// Writes it in CuTe's notation: `(_8,(_4,5))`.
    #[doc(hidden)]
    fn write(self, f: &mut dyn fmt::Write) -> fmt::Result;
}

/// The tuple T with the mode X in front: [`IntTuple::Prepend`], for functions on types and values.
pub(crate) type Prepended<T, X> = <T as IntTuple>::Prepend<X>;
/// The tuple `t` with the mode `x` in front.
#[inline(always)]
pub(crate) fn prepended<T: IntTuple, X: IntTuple>(t: T, x: X) -> Prepended<T, X> {
    t.prepend_mode(x)
}
/// The list T of an operation with X in front, [`IntTuple::Stack`]: flat up to the widest tuple,
/// which becomes one mode after further modes: `(2,3,(5,7,...))`. That changes neither the order
/// nor the function of an index.
pub(crate) type Stacked<T, X> = <T as IntTuple>::Stack<X>;
/// The list `t` of an operation with `x` in front.
#[inline(always)]
pub(crate) fn stacked<T: IntTuple, X: IntTuple>(t: T, x: X) -> Stacked<T, X> {
    t.stack_mode(x)
}
/// The tuple `()`, if neither `a` nor `b` has a mode.
#[total]
pub(crate) fn both_empty(a: IntTuple, b: IntTuple) -> IntTuple {
    if a.is_empty() && b.is_empty() { () } else { refused::<NotCongruent<A, B>, AnyProfile>() }
}

/// The tuple `a` if C is true, else `b`; both are computed.
#[total]
pub(crate) fn either<C: Bool>(a: IntTuple, b: IntTuple) -> IntTuple {
    if C { a } else { b }
}

macro_rules! leaf {
    ([$($g:tt)*] $t:ty, $IsRefused:ty, $Profile:ty, $Tail:ty = $tail:expr, [$X:ident] $Prepend:ty, |$self:ident, $x:ident| $prepend:expr,
        static $static:expr, refusal $refusal:expr, text $text:expr, leaves $leaves:expr, |$v:ident| $value:expr, write $write:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> IntTuple for $t {
            type Kind = Leaf;
            type Profile = $Profile;
            type Leaf = $t;
            type Head = $t;
            type Tail = $Tail;
            type IsEmpty = B0;
            type IsRefused = $IsRefused;
            type HasElements = <<$t as Integer>::IsZero as Bool>::Not;
            type Rank = N1;
            type Elements = $t;
            type Prepend<$X: IntTuple> = $Prepend;
            type Stack<$X: IntTuple> = $Prepend;
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
            fn tail(self) -> $Tail {
                $tail
            }
            #[inline(always)]
            fn elements(self) -> $t {
                self
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn prepend_mode<$X: IntTuple>(self, $x: $X) -> $Prepend {
                let $self = self;
                $prepend
            }
            #[inline(always)]
            fn stack_mode<$X: IntTuple>(self, x: $X) -> $Prepend {
                self.prepend_mode(x)
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
                let $v = self;
                let write: fn($t, &mut dyn fmt::Write) -> fmt::Result = $write;
                write($v, f)
            }
        }
    };
}
pub(crate) use leaf;
macro_rules! static_leaf {
    ([$($g:tt)*] $t:ty) => {
        leaf!([$($g)*] $t, B0, usize, Refused<NoSuchMode, ()> = Refused::UNIT, [X] (X, $t), |this, x| (x, this),
            static <$t as Nat>::UNIT, refusal None, text Message::new().s("_").number(<$t as Nat>::N),
            leaves Leaves::of(<$t as Nat>::N, false), |_v| <$t as IntTuple>::LEAVES,
            write |_, f| write_static::<$t>("_", f));
    };
}
static_leaf!([] UTerm);
static_leaf!([] N1);
static_leaf!([U: Positive] UInt<U, B0>);
static_leaf!([U: Positive] UInt<U, B1>);
macro_rules! dynamic_leaf {
    ($t:ty) => {
        leaf!([] $t, B0, usize, Refused<NoSuchMode, ()> = Refused::UNIT, [X] (X, $t), |this, x| (x, this),
            static 0, refusal None,
            text Message::new().s("?"), leaves Leaves::one(None), |v| Leaves::of_usize(v as usize), write |v, f| write!(f, "{v}"));
    };
}
dynamic_leaf!(u32);
dynamic_leaf!(usize);
#[diagnostic::do_not_recommend]
impl<E: Reason, P: Profile> IntTuple for Refused<E, P> {
    type Kind = Leaf;
    type Profile = P;
    type Leaf = Refused<E>;
    type Head = Refused<E, P::Head>;
    type Tail = Refused<E, P::Tail>;
    type IsEmpty = B0;
    type IsRefused = B1;
    type HasElements = B0;
    type Rank = N1;
    type Elements = Refused<E>;
    type Prepend<X: IntTuple> = Refused<E, AnyProfile>;
    type Stack<X: IntTuple> = Refused<E, AnyProfile>;
    type WithProfile<F: Profile> = Refused<E, F>;
    #[inline(always)]
    fn with_profile<F: Profile>(self) -> Refused<E, F> {
        Refused::UNIT
    }
    type Refined<B: Profile> = Refused<E, B::Refined<P>>;
    #[inline(always)]
    fn refined<B: Profile>(self) -> Self::Refined<B> {
        Refused::UNIT
    }
    type ZipModes = Self;
    #[inline(always)]
    fn zip_modes(self) -> Self {
        self
    }
    const UNCHECKED: Self = Self::UNIT;
    const REFUSAL: Option<Refusal> = Some(E::REFUSAL);
    const IS_UNSIGNED: bool = false;
    const TEXT: Message = Message::new().s("(refused)");
    const LEAVES: Leaves = Leaves::refused(E::REFUSAL);
    #[inline(always)]
    fn leaf(self) -> Refused<E> {
        Refused::UNIT
    }
    #[inline(always)]
    fn head(self) -> Self::Head {
        Refused::UNIT
    }
    #[inline(always)]
    fn tail(self) -> Self::Tail {
        Refused::UNIT
    }
    #[inline(always)]
    fn elements(self) -> Refused<E> {
        Refused::UNIT
    }
    #[inline(always)]
    fn prepend_mode<X: IntTuple>(self, _: X) -> Self::Prepend<X> {
        Refused::UNIT
    }
    #[inline(always)]
    fn stack_mode<X: IntTuple>(self, _: X) -> Self::Stack<X> {
        Refused::UNIT
    }
    #[inline(always)]
    fn combine<O: BinOp, A: IntTuple, B: IntTuple>(_: A, _: B) -> Self {
        Refused::UNIT
    }
    fn leaves(self) -> Leaves {
        Leaves::refused(E::REFUSAL)
    }
    fn write(self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("(refused)")
    }
}

#[diagnostic::do_not_recommend]
impl IntTuple for () {
    type Kind = Empty;
    type Profile = ();
    type Leaf = UTerm;
    type Head = Refused<NoSuchMode>;
    type Tail = ();
    type IsEmpty = B1;
    type IsRefused = B0;
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
        node!(@impl T0 T1 T2 T3 T4 T5 T6 T7 T8 T9; (X, Self), |this, x| (x, this); [X] Refused<TooManyModes<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9), X>, AnyProfile>, |x| { let _ = (T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, x); Refused::UNIT });
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
