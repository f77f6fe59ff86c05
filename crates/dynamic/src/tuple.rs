//! Nested tuples: shapes, strides, coordinates, profiles.

pub(crate) mod arithmetic;
pub(crate) mod compact;
mod compare;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::offset::Offset;
use crate::refusal::Refusal;

/// A nested tuple, like CuTe's `IntTuple`: one value, or a list of tuples.
///
/// A number and a tuple of one number differ, as `8` and `(8)` do. A `Tuple` is built from tuples
/// of Rust and from text:
///
/// ```
/// use zellige_dynamic::Shape;
/// let shape: Shape = (8, (4, 2)).into();
/// assert_eq!(shape, "(8,(4,2))".parse()?);
/// assert_eq!((shape.rank(), shape.depth(), shape.size()?), (2, 2, 64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The operations are recursive; a tuple parsed from text has at most
/// [`MOST_LEVELS`](crate::MOST_LEVELS) levels.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Tuple<T> {
    /// One value, with no parentheses around it.
    Leaf(T),
    /// A list of modes.
    Modes(Vec<Tuple<T>>),
}

/// A tuple of extents, of indices, or of other unsigned numbers.
///
/// ```
/// use zellige_dynamic::Shape;
/// assert_eq!(Shape::from((8, (4, 2))).to_string(), "(8,(4,2))");
/// ```
pub type Shape = Tuple<u64>;

/// A part of a coordinate: an index, or `_`, which selects a whole mode.
///
/// ```
/// use zellige_dynamic::{Coord, Pick};
/// let column: Coord = "(_,3)".parse()?;
/// assert_eq!(column, (Pick::Whole, 3).into());
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// An index.
    At(u64),
    /// All indices of a mode; CuTe and the text form write `_`.
    Whole,
}

/// A coordinate: an index for the whole shape or for any of its modes, or `_` instead of an index.
/// CuTe: `Coord`.
///
/// ```
/// use zellige_dynamic::{Coord, DynLayout};
/// let a: DynLayout = "(8,4):(4,1)".parse()?;
/// assert_eq!(a.crd2idx(Coord::from((3, 2)))?, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Coord = Tuple<Pick>;

impl<T> Tuple<T> {
    /// Returns the number of modes of the outermost level; one value counts as one. CuTe: `rank`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!((Shape::from(8).rank(), Shape::from((8, (4, 2))).rank()), (1, 2));
    /// ```
    pub fn rank(&self) -> usize {
        self.modes().len()
    }

    /// Returns the number of levels: 0 for one value. CuTe: `depth`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!((Shape::from(8).depth(), Shape::from((8, (4, 2))).depth()), (0, 2));
    /// ```
    pub fn depth(&self) -> usize {
        match self {
            Tuple::Leaf(_) => 0,
            Tuple::Modes(modes) => 1 + modes.iter().map(Tuple::depth).max().unwrap_or(0),
        }
    }

    /// Returns the modes of the outermost level; a single value is its own mode.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// let shape = Shape::from((8, (4, 2)));
    /// assert_eq!(shape.modes()[1], (4, 2).into());
    /// ```
    pub fn modes(&self) -> &[Tuple<T>] {
        match self {
            Tuple::Leaf(_) => core::slice::from_ref(self),
            Tuple::Modes(modes) => modes,
        }
    }

    /// Returns the values without the nesting, in order.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((8, (4, 2))).leaves(), [&8, &4, &2]);
    /// ```
    pub fn leaves(&self) -> Vec<&T> {
        let mut leaves = Vec::new();
        self.each_leaf(&mut |leaf| leaves.push(leaf));
        leaves
    }

    /// Calls `f` with each value, in order.
    pub(crate) fn each_leaf<'a>(&'a self, f: &mut impl FnMut(&'a T)) {
        match self {
            Tuple::Leaf(leaf) => f(leaf),
            Tuple::Modes(modes) => modes.iter().for_each(|mode| mode.each_leaf(f)),
        }
    }

    /// Returns the tuple of the same nesting with `f` applied to each value.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((8, (4, 2))).map(|n| n / 2), (4, (2, 1)).into());
    /// ```
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Tuple<U> {
        fn go<T, U>(tuple: &Tuple<T>, f: &mut impl FnMut(&T) -> U) -> Tuple<U> {
            match tuple {
                Tuple::Leaf(leaf) => Tuple::Leaf(f(leaf)),
                Tuple::Modes(modes) => Tuple::Modes(modes.iter().map(|mode| go(mode, f)).collect()),
            }
        }
        go(self, &mut f)
    }

    /// Returns the tuple with each value replaced by the tuple that `f` returns for it, or the
    /// first refusal, with the number of its mode.
    pub(crate) fn try_map<U>(
        &self,
        f: &mut impl FnMut(&T) -> Result<Tuple<U>, Refusal>,
    ) -> Result<Tuple<U>, Refusal> {
        match self {
            Tuple::Leaf(leaf) => f(leaf),
            Tuple::Modes(modes) => Tuple::try_of(modes, |mode| mode.try_map(f)),
        }
    }

    /// Returns the tuple of the results of `f` on each of `items`, or the first refusal, with the
    /// number of its mode.
    pub(crate) fn try_of<X>(
        items: impl IntoIterator<Item = X>,
        mut f: impl FnMut(X) -> Result<Tuple<T>, Refusal>,
    ) -> Result<Tuple<T>, Refusal> {
        let items = items.into_iter().enumerate();
        let modes = items.map(|(i, item)| f(item).map_err(|refusal| refusal.inside(i)));
        modes.collect::<Result<_, _>>().map(Tuple::Modes)
    }

    /// Returns the tuple of the results of `f` on each value, or the first refusal, which does not
    /// name a mode of a result.
    pub(crate) fn try_each<U>(
        &self,
        f: &mut impl FnMut(&T) -> Result<U, Refusal>,
    ) -> Result<Tuple<U>, Refusal> {
        match self {
            Tuple::Leaf(leaf) => f(leaf).map(Tuple::Leaf),
            Tuple::Modes(modes) => {
                let modes = modes.iter().map(|mode| mode.try_each(f));
                modes.collect::<Result<_, _>>().map(Tuple::Modes)
            }
        }
    }

    /// Returns the empty tuple.
    pub(crate) const fn empty() -> Self {
        Tuple::Modes(Vec::new())
    }

    /// Returns the list of the modes; a single mode, `8` or `(8)`, stays as it is.
    pub(crate) fn into_spread(self) -> Vec<Tuple<T>> {
        match self {
            Tuple::Modes(modes) if modes.len() != 1 => modes,
            single => vec![single],
        }
    }

    /// Returns the list of the modes; a single value is one mode.
    pub(crate) fn into_modes(self) -> Vec<Tuple<T>> {
        match self {
            Tuple::Modes(modes) => modes,
            leaf => vec![leaf],
        }
    }
}

impl Tuple<u64> {
    /// Returns the product of the numbers. CuTe: `size`, `product`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((8, (4, 2))).size()?, 64);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a product of more than 63 bits with [`Code::DoesNotFit`](crate::Code::DoesNotFit).
    pub fn size(&self) -> Result<u64, Refusal> {
        let (mut product, mut zero) = (Some(1u64), false);
        self.each_leaf(&mut |&n| {
            zero |= n == 0;
            product = product.and_then(|product| product.checked_mul(n));
        });
        if zero {
            return Ok(0);
        }
        product
            .filter(|&product| product <= i64::MAX as u64)
            .ok_or_else(|| Refusal::does_not_fit(format_args!("the product of {self}")))
    }
}

/// Writes the tuple, using `leaf` for each value.
pub(crate) fn write<T>(
    tuple: &Tuple<T>,
    f: &mut fmt::Formatter<'_>,
    leaf: &impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    match tuple {
        Tuple::Leaf(value) => leaf(value, f),
        Tuple::Modes(modes) => write_list(modes, f, |mode, f| write(mode, f, leaf)),
    }
}

/// Writes items in parentheses, using `write` for each.
pub(crate) fn write_list<X>(
    items: &[X],
    f: &mut fmt::Formatter<'_>,
    write: impl Fn(&X, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    f.write_str("(")?;
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        write(item, f)?;
    }
    f.write_str(")")
}

/// Writes a number; the alternate form writes CuTe's `_` of static integers before it.
pub(crate) fn write_number(n: &impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}{n}", if f.alternate() { "_" } else { "" })
}

/// Implements `Debug` by `Display`.
macro_rules! debug_as_display {
    ($(#[$doc:meta])* $t:ty) => {
        $(#[$doc])*
        impl core::fmt::Debug for $t {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    };
}
pub(crate) use debug_as_display;

/// Implements `Display` and `Debug` for tuples of these values.
macro_rules! display {
    ($($t:ty, $leaf:expr;)+) => { $(
        /// Writes `(8,(4,2))`; the alternate form, `{:#}`, writes CuTe's `_` before static
        /// integers: `(_8,(_4,_2))`.
        impl fmt::Display for Tuple<$t> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(self, f, &$leaf)
            }
        }
        debug_as_display! {
            /// Writes the tuple as `Display` does.
            Tuple<$t>
        }
    )+ };
}
display! {
    u64, |n: &u64, f: &mut fmt::Formatter<'_>| write_number(n, f);
    i64, |n: &i64, f: &mut fmt::Formatter<'_>| write_number(n, f);
    Pick, fmt::Display::fmt;
    Offset, fmt::Display::fmt;
}

/// Writes the index, or `_`.
impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::At(index) => write_number(index, f),
            Pick::Whole => f.write_str("_"),
        }
    }
}

/// Implements `From` for these types, each with a value of another.
macro_rules! converts {
    ($($(#[$doc:meta])* $from:ty => $to:ty: |$x:pat_param| $value:expr;)+) => { $(
        $(#[$doc])*
        impl From<$from> for $to {
            fn from($x: $from) -> Self {
                $value
            }
        }
    )+ };
}
pub(crate) use converts;
converts! {
    u64 => Tuple<u64>: |n| Tuple::Leaf(n);
    u64 => Tuple<Pick>: |index| Tuple::Leaf(Pick::At(index));
    Pick => Tuple<Pick>: |pick| Tuple::Leaf(pick);
    /// A whole mode, `_`.
    core::ops::RangeFull => Tuple<Pick>: |_| Tuple::Leaf(Pick::Whole);
    Tuple<u64> => Tuple<Pick>: |indices| indices.map(|&index| Pick::At(index));
    &Tuple<u64> => Tuple<Pick>: |indices| indices.map(|&index| Pick::At(index));
}
impl<T: Clone> From<&Tuple<T>> for Tuple<T> {
    fn from(tuple: &Tuple<T>) -> Self {
        tuple.clone()
    }
}
impl<T> From<Vec<Tuple<T>>> for Tuple<T> {
    fn from(modes: Vec<Tuple<T>>) -> Self {
        Tuple::Modes(modes)
    }
}
impl<T, X: Into<Tuple<T>>, const N: usize> From<[X; N]> for Tuple<T> {
    fn from(modes: [X; N]) -> Self {
        Tuple::Modes(modes.into_iter().map(Into::into).collect())
    }
}
/// Implements `From` of Rust's tuples for types that are built from a list of modes.
macro_rules! from_tuples {
    ($g:tt $t:ty, $modes:path) => {
        from_tuples! { $g $t, $modes; (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }
    };
    ($g:tt $t:ty, $modes:path; $($X:tt)+) => { $(from_tuples! { @one $g $t, $modes; $X })+ };
    (@one [$($g:tt)*] $t:ty, $modes:path; ($($X:ident)+)) => {
        #[allow(non_snake_case)]
        impl<$($g)* $($X: Into<$t>),+> From<($($X,)+)> for $t {
            fn from(($($X,)+): ($($X,)+)) -> Self {
                $modes(alloc::vec![$($X.into()),+])
            }
        }
    };
}
pub(crate) use from_tuples;
from_tuples! { [T,] Tuple<T>, Tuple::Modes }
