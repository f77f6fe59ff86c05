//! Refusals: the errors of operations without a correct result, carried in the type of the result.
//!
//! Every operation is total, so an operation without a correct result also returns something: the
//! static integer [`Refused<E>`], in shape and stride. It absorbs all arithmetic, so a chain of
//! operations carries it to its end, and it knows the reason: `E` names the operation with its
//! operands. Only on request, a `const fn` turns them into a sentence with decimal numbers.
//!
//! The refusal is *data* ([`Layout::REFUSAL`](crate::Layout::REFUSAL)), which a program can
//! examine. Using the refused result reports ("raises") it: the methods of
//! [`Layout`](crate::Layout) when the program is built, [`assert_layout!`](crate::assert_layout)
//! already under `cargo check`.

use core::fmt;
use core::marker::PhantomData;

pub(crate) mod call;
pub(crate) mod explain;
pub(crate) mod leaves;
mod message;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod phrases;
mod reasons;
#[doc(hidden)]
pub mod sentences;
mod template;

pub(crate) use call::{Demand, at_build, keep_call};
pub(crate) use leaves::Leaves;
pub use message::Message;
use phrases::{IN_MODE, OF_THE_RESULT};
pub(crate) use reasons::{because, earlier_or, first_of, reasons};

/// The rule by which an operation was refused.
///
/// ```
/// use zellige::{prelude::*, ops::*, refusal::Code};
/// type Bad = Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)>;
/// assert_eq!(Bad::REFUSAL.unwrap().code, Code::ExtentNotDivisible);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Code {
    /// Composition: a stride walks unevenly across modes of the left layout.
    StrideNotDivisible,
    /// Composition: a mode ends in the middle of a block of the left layout.
    ExtentNotDivisible,
    /// Composition: a mode crosses the left layout at two rates, neither a multiple of the other.
    BreaksNotNested,
    /// Composition: modes of the right layout together carry into a further mode of the left
    /// layout.
    Carry,
    /// Composition: strides of the left layout cancel by accident. Whether that happens everywhere
    /// would take a scan of all values, which is not done.
    Resonant,
    /// Complement: the modes overlap or interleave, so translates of the layout cannot tile.
    Interleaved,
    /// Complement: some offset belongs to no translate of the layout.
    Gap,
    /// Left inverse: an offset is reached twice.
    NotInjective,
    /// Tiling a shape: an extent of the block does not divide the corresponding extent of the
    /// target.
    BlockDoesNotDivide,
    /// Downcast: no mode has stride 1, so no elements are adjacent.
    NoUnitStride,
    /// Downcast: two or more modes have stride 1, but only one can grow.
    TwoUnitStrides,
    /// An integer does not divide another (`shape_div`, tiles that must divide).
    NotDivisible,
    /// The operation compares strides or extents that are only known at run time.
    DynamicIntegers,
    /// The layout does not have a requested mode.
    NoSuchMode,
    /// Two tuples that must correspond do not: their ranks or nestings differ.
    NotCongruent,
    /// The operation divides, compares or orders strides, and one of them is negative or a step
    /// along an axis; or it adds a number and a step.
    NotUnsigned,
    /// Coordinates are requested by their offset, but some offset has no coordinate, or two.
    NotCompact,
    /// More than ten modes at one level.
    TooManyModes,
    /// A composed layout has no strides.
    NoStrides,
    /// The parameters of a swizzle move bits onto themselves, or out of range.
    NotASwizzle,
    /// A coordinate or index is divided by an extent or stride of 0, or elements are recast by a
    /// factor of 0.
    DividedByZero,
    /// A number that the operation computes from run-time integers does not fit their type.
    DoesNotFit,
    /// A layout and a shape that must have the same size do not.
    SizesDiffer,
    /// The numbers are too large to determine the reason.
    TooLarge,
    /// A thread with that number does not exist.
    NoSuchThread,
    /// Parts of a tensor: the tiles hang over the end.
    UnevenTiles,
    /// Parts of a tensor: the parts of a mode of stride 0 are the same elements.
    Broadcast,
    /// Parts of a tensor: the modes overlap, so that an element may belong to two parts.
    Overlap,
    /// Tensor memory has no fragment of this shape and kind, or too few columns for it.
    NoFragment,
    /// A layout does not equal a required layout of another type.
    OtherNumbers,
    /// The hardware has no instruction of that shape.
    NoInstruction,
}

/// The reason why an operation was refused: the rule, and a message with the numbers.
///
/// ```
/// use zellige::{prelude::*, ops::*};
/// type Bad = Compose<layout!((6, 2) : (1, 7)), layout!((3, 2) : (2, 3))>;
/// let refusal = Bad::REFUSAL.unwrap();
/// assert!(refusal.message().starts_with("composition(A, B): the modes of B carry into mode 1 of A"));
/// ```
#[derive(Copy, Clone)]
pub struct Refusal {
    /// The rule.
    pub code: Code,
    message: Message,
    /// True if the message starts with the mode of the result that it is about.
    located: bool,
}

impl Refusal {
    pub(crate) const fn new(code: Code, message: Message) -> Self {
        Refusal { code, message, located: false }
    }
    /// Returns the message, with decimal numbers.
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// type Bad = WithShape<layout!(6 : 1), shape!((4, 2))>;
    /// let sentence = Bad::REFUSAL.map(|refusal| refusal.message().to_string());
    /// assert!(sentence.unwrap().starts_with("with_shape"));
    /// ```
    pub const fn message(&self) -> &str {
        self.message.as_str()
    }
    /// Stops the compilation (in a `const`) or the program with the message.
    ///
    /// ```
    /// use zellige::{ops::*, prelude::*};
    /// /// Does not compile for a refused layout.
    /// const fn exists<L: Layout>() {
    ///     if let Some(refusal) = L::REFUSAL {
    ///         refusal.raise()
    ///     }
    /// }
    /// const _: () = exists::<WithShape<layout!(6 : 1), shape!((3, 2))>>();
    /// ```
    #[track_caller]
    pub const fn raise(&self) -> ! {
        self.message.raise()
    }
    /// Returns the same refusal, as seen from a tuple that contains it in its mode `mode`.
    pub(crate) const fn inside(self, mode: u64) -> Self {
        let message = Message::new().s(IN_MODE).u(mode);
        let message = if self.located {
            message.s(".").tail(&self.message, IN_MODE.len())
        } else {
            message.s(OF_THE_RESULT).cat(&self.message)
        };
        Refusal { code: self.code, message, located: true }
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.code, self.message())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

/// This lets `?` propagate the errors of `try_compose` and its siblings.
///
/// ```
/// use zellige::prelude::*;
/// fn columns(rows: u32) -> Result<String, Box<dyn std::error::Error>> {
///     Ok(layout!((rows, 8) : (8, 1)).try_compose(layout!(24 : 1))?.to_string())
/// }
/// assert_eq!(columns(12).unwrap(), "(12,2):(_8,1)");
/// assert!(columns(9).unwrap_err().to_string().starts_with("composition(A, B): mode 0 of B (24:1)"));
/// ```
impl core::error::Error for Refusal {}
impl AsRef<str> for Refusal {
    fn as_ref(&self) -> &str {
        self.message()
    }
}

/// The rule by which an operation was refused, with its operands.
#[doc(hidden)]
pub trait Reason: Copy + 'static {
    /// The rule and the message.
    const REFUSAL: Refusal;
}

/// The static "integer" that a refused operation returns; it absorbs all arithmetic. A refused
/// tuple has another profile P, which fits everything.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// type Bad = WithShape<layout!(6 : 1), shape!((4, 2))>;
/// assert!(<Bad as Layout>::Shape::REFUSAL.is_some() && <Bad as Layout>::Size::REFUSAL.is_some());
/// ```
pub struct Refused<E, P = usize>(PhantomData<fn() -> (E, P)>);

impl<E, P> Refused<E, P> {
    /// The only value of the type.
    #[doc(hidden)]
    pub const UNIT: Self = Refused(PhantomData);
}

/// Returns the refused integer for E: [`Refused`], for functions on types and values.
#[inline(always)]
pub(crate) fn refused<E, P>() -> Refused<E, P> {
    Refused::UNIT
}
impl<E, P> Copy for Refused<E, P> {}
impl<E, P> Clone for Refused<E, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, P> Default for Refused<E, P> {
    fn default() -> Self {
        Refused(PhantomData)
    }
}
impl<E, P> PartialEq for Refused<E, P> {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}
impl<E, P> fmt::Debug for Refused<E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refused")
    }
}

impl<E, P> fmt::Display for Refused<E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(refused)")
    }
}
