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
use crate::profile::{Profile, ProfileOfRefused};
use crate::refusal::{Leaves, Message, Refusal, Refused, refused};
use crate::tuple::tuple_reasons::NotCongruent;
use zellige_macros::total;

pub mod access;
pub mod arithmetic;
pub mod arrange;
pub(crate) mod checked_size;
pub(crate) mod combine;
pub mod compact;
pub mod compare;
mod display;
pub mod equality;
mod integer_leaf;
mod kind;
pub(crate) mod known_profile;
pub mod measure;
mod refused_tuple;
mod text;
mod tuple_node;
pub(crate) mod tuple_reasons;
pub(crate) mod zip;

pub use display::Display;
pub(crate) use integer_leaf::leaf;
pub use kind::{Empty, Kind, Leaf, Node};
use text::concat_leaves;
pub(crate) use text::{check_static, first_inside, write_static};

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
    roles::Coord + roles::Pairing + roles::CopyTile + Copy + Send + Sync + 'static
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
    /// True if all its integers are unsigned numbers known to the compiler: then it has no bytes.
    #[doc(hidden)]
    type AllStatic: Bool;
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
    /// The tuple with all integers at run time: unsigned ones as W, the others as the signed kind
    /// of W. For layouts, see [`to_dynamic`](crate::Conversion::to_dynamic).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// type Shape = shape!((8, (4, 2)));
    /// assert_type_eq_all!(<Shape as IntTuple>::AtRunTime<u32>, (u32, (u32, u32)));
    /// ```
    #[doc(alias("fill_int_tuple_from", "make_int_tuple_from"))]
    type AtRunTime<W: Dynamic>: IntTuple<Profile = Self::Profile>;
    /// The value of this type that is equal to `t`, if there is one.
    #[doc(hidden)]
    #[inline(always)]
    fn of_equal<T: IntTuple>(t: T) -> Option<Self> {
        equality::equal(Self::UNCHECKED, t).then_some(Self::UNCHECKED)
    }
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
    if a.is_empty() && b.is_empty() {
        ()
    } else {
        refused::<NotCongruent<A, B>, ProfileOfRefused>()
    }
}

/// The tuple `a` if C is true, else `b`; both are computed.
#[total]
pub(crate) fn either<C: Bool>(a: IntTuple, b: IntTuple) -> IntTuple {
    if C { a } else { b }
}
