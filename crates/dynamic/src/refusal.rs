//! Refusals: the rule that an operation breaks, and a sentence with the numbers.
//!
//! The codes and the sentences are those of [`zellige::refusal`], which defines them for both
//! crates. Where zellige writes a static integer as `_8`, this crate writes `8`.

mod composition;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

pub use zellige::refusal::Code;
use zellige::refusal::phrases::{IN_MODE, OF_THE_RESULT};
pub(crate) use zellige::refusal::sentences::Sentences;

/// The reason why an operation has no correct result: the rule, and a sentence with the numbers.
///
/// ```
/// use zellige_dynamic::{Code, DynLayout};
/// let a: DynLayout = "(4,4):(1,6)".parse()?;
/// let refusal = a.complement(64).unwrap_err();
/// assert_eq!(refusal.code, Code::Gap);
/// assert_eq!(
///     refusal.message(),
///     "complement(L, M): the modes of L below stride 6 span 4, which does not divide 6; index 4, below 64, \
///      belongs to no translate of L; complement_sparse allows such gaps"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub code: Code,
    message: String,
    /// The path of the mode of the result that the sentence is about, the outermost number last,
    /// and the length of the beginning of the sentence that names it.
    place: Vec<usize>,
    prefix: usize,
}

impl Sentences for Refusal {
    fn of(code: Code, sentence: fmt::Arguments<'_>) -> Self {
        Refusal { code, message: alloc::fmt::format(sentence), place: Vec::new(), prefix: 0 }
    }
}

impl Refusal {
    /// Returns the sentence, with the numbers.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "6:1".parse()?;
    /// let refusal = a.with_shape((4, 2)).unwrap_err();
    /// assert_eq!(refusal.message(), "with_shape(L, S): the shape (4,2) has 8 elements, but 6:1 has 6");
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the same refusal, as seen from a tuple that has the refused value as its mode
    /// `mode`.
    pub(crate) fn inside(mut self, mode: usize) -> Self {
        self.place.push(mode);
        self.placed()
    }

    /// Returns the same refusal, as seen from a tuple that has `modes` modes before the one that
    /// the sentence is about.
    pub(crate) fn behind(mut self, modes: usize) -> Self {
        if let Some(mode) = self.place.last_mut() {
            *mode += modes;
            return self.placed();
        }
        self
    }

    /// Returns the refusal with the path at the beginning of the sentence.
    fn placed(mut self) -> Self {
        let place: Vec<String> = self.place.iter().rev().map(usize::to_string).collect();
        let prefix = format!("{IN_MODE}{}{OF_THE_RESULT}", place.join("."));
        self.message.replace_range(..self.prefix, &prefix);
        self.prefix = prefix.len();
        self
    }
}

/// Writes the rule and the sentence.
impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.code, self.message)
    }
}

/// Writes the sentence.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Refusal {}

/// Returns the number, or a refusal if it was too large.
pub(crate) fn fit<T>(number: Option<T>) -> Result<T, Refusal> {
    number.ok_or_else(|| Refusal::does_not_fit(format_args!("a number on the way")))
}

/// Defines functions that each write a sentence for the refusals that only values have.
macro_rules! of_values {
    ($($(#[$m:meta])* $f:ident($($a:ident: $t:ty),*) => $code:ident, $($text:expr),+;)+) => {
        impl Refusal { $(
            $(#[$m])*
            #[cold]
            pub(crate) fn $f($($a: $t),*) -> Refusal {
                Refusal::of(Code::$code, format_args!($($text),+))
            }
        )+ }
    };
}

use fmt::Display as D;
of_values! {
    /// Returns the refusal of a number with more than 63 bits.
    does_not_fit(what: impl D) => DoesNotFit, "{what} does not fit in 63 bits";
    /// Returns the refusal of a table that is longer than requested.
    table_too_long(size: u64, most: usize) => TooLarge, "the table has {size} offsets, but at most {most} are computed";
    /// Returns the refusal of a rank that is too large.
    rank_too_large(rank: usize, most: usize) => TooLarge, "a rank of {rank}: a layout is filled up to {most} modes at most";
    /// Returns the refusal of a mode without elements.
    no_element(shape: impl D) => DividedByZero, "the shape {shape} has an extent of 0, so there is no coordinate";
    /// Returns the refusal of a tuple with too many levels.
    too_deep(most: usize) => TooLarge, "a layout of more than {most} levels of nesting";
    /// Returns the refusal of an axis with too large a number.
    no_axis(steps: impl D, most: u64) => TooLarge, "{steps}: the number of an axis is less than {most}";

    /// Returns the refusal of a table that does not begin with 0.
    table_origin(origin: i128) => OtherNumbers, "entry 0 is {origin}, but every layout maps 0 to 0: subtract {origin} from the table";
    /// Returns the refusal of a table without entries.
    table_empty() => OtherNumbers, "an empty table has no layout: entry 0, which is 0, is missing";
    /// Returns the refusal of a table that breaks its pattern.
    table_pattern(index: usize, found: i64, expected: i128, period: usize, base: i64, tried: impl D) => OtherNumbers,
        "entry {index} is {found}, but {expected} was expected: from entry {} on, entries 0 to {} come again with {} added, and entry {} is {base} (a new mode can begin only at a multiple of {period}){tried}",
        index - index % period, period - 1, expected - i128::from(base), index % period;

    /// Returns the refusal of an access that does not have two modes.
    access_rank(layout: impl D) => NotCongruent, "{layout} is not an access to memory: it does not have two modes, one of threads and one of values";
    /// Returns the refusal of an access along axes, or with indices that walk backwards.
    access_sign(layout: impl D) => NotUnsigned, "{layout} is not an access to memory: it has strides that are not unsigned integers";
    /// Returns the refusal of an access by too many threads.
    access_threads(layout: impl D, most: u64) => TooLarge, "{layout} is not an access to memory: it has more than {most} threads";
    /// Returns the refusal of an access with too many elements.
    access_elements(layout: impl D, most: u64) => TooLarge, "{layout} is not an access to memory: it has more than {most} elements";
    /// Returns the refusal of an access that reaches too far.
    access_far(layout: impl D) => TooLarge, "{layout} is not an access to memory: its offsets reach past 2^48";
    /// Returns the refusal of an access to elements of no bytes.
    access_no_bytes(layout: impl D) => DividedByZero, "{layout} is not an access to memory: an element of 0 bytes is in no bank";
    /// Returns the refusal of an access to elements of too many bytes.
    access_bytes(layout: impl D, bytes: u64) => TooLarge, "{layout} is not an access to memory: an element has {bytes} bytes, and may have 16384 at most";
    /// Returns the refusal of an access for which there are no instructions of that many bytes.
    access_vector(layout: impl D, bytes: u64, values: u64, element: u64) => NotDivisible, "{layout}: instructions of {bytes} bytes do not move {values} values of {element} bytes each";
    /// Returns the refusal of a pattern that leaves its tile.
    access_outside(pattern: impl D, thread: u64, value: u64, index: u64, tile: impl D, size: u64) => NotCongruent, "{pattern}: value {value} of thread {thread} is at index {index} of the tile {tile}, which has {size} elements";
    /// Returns the refusal of a search over a tile that is too large.
    tile_too_large(tile: impl D, most: u64) => TooLarge, "{tile} cannot be searched: it has more than {most} elements, or offsets past that";
    /// Returns the refusal of a tile whose outer functions are not all swizzles.
    tile_not_swizzled(tile: impl D) => NoStrides, "{tile} cannot be searched: a layout, not a swizzle, is applied to its offsets";
    /// Returns the refusal of a layout that takes too many bytes.
    too_many_bytes(layout: impl D, need: u64, bytes: u64) => TooLarge, "{layout} takes {need} bytes, but there are {bytes}";
}
