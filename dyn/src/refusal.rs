//! Refusals: the rule that an operation breaks, and a sentence with the numbers.
//!
//! The codes are those of [`zellige::refusal`], and the sentences are the same; where zellige writes a static integer as `_8`, here
//! is `8`.

mod composition;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

pub use zellige::refusal::Code;

/// The reason why an operation has no correct result: the rule, and a sentence with the numbers.
///
/// ```
/// use zellige_dyn::{Code, DynLayout};
/// let a: DynLayout = "(4,4):(1,6)".parse()?;
/// let refusal = a.complement(64).unwrap_err();
/// assert_eq!(refusal.code, Code::Gap);
/// assert_eq!(
///     refusal.message(),
///     "complement(L, M): the modes of L below stride 6 span 4, which does not divide 6; index 4, below 64, \
///      belongs to no translate of L"
/// );
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub code: Code,
    message: String,
    /// The mode of the result that the sentence speaks of, the outermost number last, and how long its beginning is that says so.
    place: Vec<usize>,
    prefix: usize,
}

impl Refusal {
    fn new(code: Code, message: String) -> Self {
        Refusal {
            code,
            message,
            place: Vec::new(),
            prefix: 0,
        }
    }

    /// Returns the sentence, with the numbers.
    ///
    /// ```
    /// use zellige_dyn::DynLayout;
    /// let a: DynLayout = "6:1".parse()?;
    /// let refusal = a.with_shape((4, 2)).unwrap_err();
    /// assert_eq!(refusal.message(), "with_shape(L, S): the shape (4,2) has 8 elements, but 6:1 has 6");
    /// # Ok::<(), zellige_dyn::ParseError>(())
    /// ```
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the same refusal, seen from a tuple that has it in its mode `mode`.
    pub(crate) fn inside(mut self, mode: usize) -> Self {
        self.place.push(mode);
        self.placed()
    }

    /// Returns the same refusal, seen from a tuple that has so many modes before the one that it speaks of.
    pub(crate) fn behind(mut self, modes: usize) -> Self {
        if let Some(mode) = self.place.last_mut() {
            *mode += modes;
            return self.placed();
        }
        self
    }

    /// Returns the refusal with its place at the beginning of the sentence.
    fn placed(mut self) -> Self {
        let place: Vec<String> = self.place.iter().rev().map(usize::to_string).collect();
        let prefix = format!("in mode {} of the result: ", place.join("."));
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

/// Returns the number, unless it was too large.
pub(crate) fn fit<T>(number: Option<T>) -> Result<T, Refusal> {
    number.ok_or_else(|| does_not_fit(format_args!("a number on the way")))
}

/// Defines functions that write a sentence each.
macro_rules! sentences {
    ($($(#[$m:meta])* $f:ident($($a:ident: $t:ty),*) => $code:ident, $($text:expr),+;)+) => { $(
        $(#[$m])*
        #[cold]
        pub(crate) fn $f($($a: $t),*) -> Refusal {
            Refusal::new(Code::$code, format!($($text),+))
        }
    )+ };
}

use fmt::Display as D;
sentences! {
    /// Returns the refusal of what has more than 63 bits.
    does_not_fit(what: impl D) => DoesNotFit, "{what} does not fit in 63 bits";
    /// Returns the refusal of a table that is longer than asked for.
    table_too_long(size: u64, most: usize) => TooLarge, "the table has {size} offsets, and {most} are asked for at most";
    /// Returns the refusal of a rank that is too large.
    rank_too_large(rank: usize, most: usize) => TooLarge, "a rank of {rank}: a layout is filled up to {most} modes at most";
    /// Returns the refusal of a mode of no element.
    no_element(shape: impl D) => DividedByZero, "the shape {shape} has an extent of 0, so there is no coordinate";
    /// Returns the refusal of a tuple of too many levels.
    too_deep(most: usize) => TooLarge, "a layout of more than {most} levels of nesting";
    /// Returns the refusal of an axis that has too large a number.
    no_axis(steps: impl D, most: u64) => TooLarge, "{steps}: the number of an axis is less than {most}";
    /// Returns the refusal of two tuples of different form.
    not_congruent(a: impl D, b: impl D) => NotCongruent, "{a} and {b} do not correspond: their ranks or nestings differ";
    /// Returns the refusal of something that has to be an unsigned number.
    not_unsigned(x: impl D) => NotUnsigned, "{x} is no unsigned integer: it can be scaled and added, but not divided or ordered";
    /// Returns the refusal of a sum of a number and a step.
    unlike(a: impl D, b: impl D) => NotUnsigned, "{a} and {b} cannot be added or multiplied: offsets and steps along axes do not mix";
    /// Returns the refusal of a coordinate of fewer modes than the shape.
    no_such_coordinate() => NotCongruent, "a coordinate has fewer modes than the shape";
    /// Returns the refusal of a mode that is not there.
    no_mode(shape: impl D, mode: impl D, rank: usize) => NoSuchMode, "{shape} has no mode {mode}: its rank is {rank}";
    /// Returns the refusal of modes that are not there.
    no_range(shape: impl D, begin: usize, end: usize, rank: usize) => NoSuchMode, "{shape} has no modes from {begin} to {end} (exclusive): its rank is {rank}";
    /// Returns the refusal of a layout that has more modes than it is to be filled up to.
    rank_too_small(shape: impl D, rank: usize, now: usize) => NoSuchMode, "{shape} cannot be filled up to rank {rank}: its rank is already {now}";
    /// Returns the refusal of a tiler, coordinate or profile of too many modes.
    no_such_mode() => NoSuchMode, "there is no such mode: the tiler, coordinate or profile has more modes than the layout";
    /// Returns the refusal of a transposition of modes of different ranks.
    different_ranks() => NotCongruent, "zip: the modes that are to be transposed differ in rank";
    /// Returns the refusal of a composed layout where strides are needed.
    no_strides(layout: impl D) => NoStrides, "{layout} is a composed layout: it has no strides, which this operation needs";

    /// Returns the refusal of a walk along a mode that leaves it.
    leaves_its_mode(steps: impl D, mode: impl D) => Carry, "composition(A, B): steps of {steps} leave their mode of A, {mode}";
    /// Returns the refusal of a shape of another size than the layout.
    other_size(shape: impl D, elements: u64, layout: impl D, size: u64) => SizesDiffer, "with_shape(L, S): the shape {shape} has {elements} elements, but {layout} has {size}";
    /// Returns the refusal of a complement of strides that have no order.
    no_order() => NotUnsigned, "complement(L, M): some strides of L are no unsigned integers, so they have no order";
    /// Returns the refusal of a complement in a space of no element.
    no_space(operation: &str) => DividedByZero, "{operation}: M is 0, and a layout has at least one element";
    /// Returns the refusal of a complement whose modes begin inside one another.
    interleaved(names: (&str, &str), extent: u64, stride: u64, covered: u64) => Interleaved,
        "{}: mode {extent}:{stride} of {} begins at offset {stride}, inside the smaller strides, which span {covered}", names.0, names.1;
    /// Returns the refusal of a complement with a hole.
    gap(names: (&str, &str), stride: u64, covered: u64, size: u64) => Gap,
        "{}: the modes of {} below stride {stride} span {covered}, which does not divide {stride}; index {}, below {size}, belongs to no translate of {}",
        names.0, names.1, stride / covered * covered, names.1;
    /// Returns the refusal of a left inverse: a stride is no multiple of the one before.
    strides_do_not_divide(before: u64, stride: u64) => StrideNotDivisible, "left_inverse(L): stride {before} does not divide the next stride {stride}";
    /// Returns the refusal of a left inverse: a mode reaches past the next stride.
    not_injective(extent: u64, stride: u64, next: u64) => NotInjective,
        "left_inverse(L): mode {extent}:{stride} spans {}, past the next stride {next}: offset {next} is reached twice", u128::from(extent) * u128::from(stride);

    /// Returns the refusal of a block whose extent does not divide that of the target.
    block_does_not_divide(block: u64, target: u64) => BlockDoesNotDivide, "tile_to_shape: block extent {block} does not divide target extent {target}";
    /// Returns the refusal of a block of more modes than the target.
    block_rank(block: impl D, target: impl D) => NoSuchMode, "tile_to_shape: the block {block} has more modes than the target {target}";

    /// Returns the refusal of an upcast: a stride is neither a multiple nor a divisor of the factor.
    upcast_stride(extent: u64, stride: u64, n: u64) => StrideNotDivisible, "upcast by {n}: stride {stride} of the mode {extent}:{stride} is neither a multiple nor a divisor of {n}";
    /// Returns the refusal of an upcast: a negative stride is no multiple of the factor.
    upcast_backwards(extent: u64, stride: i64, n: u64) => StrideNotDivisible, "upcast by {n}: the negative stride of the mode {extent}:{stride} is no multiple of {n}";
    /// Returns the refusal of an upcast: the small strides reach out of a group.
    upcast_carries(layout: impl D, n: u64, reach: u64) => Carry, "upcast by {n}: inside one group of {n} the modes of {layout} reach offset {reach} > {}", n - 1;
    /// Returns the refusal of a downcast of no mode of stride 1.
    no_unit_stride(layout: impl D, n: u64) => NoUnitStride, "downcast by {n}: no mode of {layout} has stride 1, so no elements are adjacent";
    /// Returns the refusal of a downcast of several modes of stride 1.
    two_unit_strides(layout: impl D, n: u64, units: usize) => TwoUnitStrides, "downcast by {n}: {units} modes of {layout} have stride 1; only one of them can get longer";
    /// Returns the refusal of the factor 0.
    no_factor(n: u64) => DividedByZero, "upcast or downcast by {n}: the factor must be at least 1";
    /// Returns the refusal of elements of no bits.
    no_bits(old: u64, new: u64) => DividedByZero, "recast between elements of {old} and of {new} bits: an element has at least 1";
    /// Returns the refusal of the offset of a composed layout in wider elements.
    recast_offset(n: u64, offset: i64) => NotDivisible, "upcast by {n}: the offset {offset} of the composed layout is no multiple of {n}";
    /// Returns the refusal of a function in other elements, for the reason `why`.
    recast_function(n: u64, function: impl D, why: &str) => NotDivisible, "recast by {n}: {function} moves bits{why}";

    /// Returns the refusal of numbers neither of which divides the other.
    not_divisible(a: u64, b: u64) => NotDivisible, "shape_div: neither of {a} and {b} divides the other";
    /// Returns the refusal of a division by 0.
    divided_by_zero() => DividedByZero, "an extent or stride of 0 divides an index, which has no result";
    /// Returns the refusal of an offset's coordinate in a layout that is not compact.
    not_compact(layout: impl D) => NotCompact, "{layout} is not compact: not every offset below its size is reached exactly once, so an offset has no coordinate of its own";
    /// Returns the refusal of a tuple as a number of elements.
    count_of_elements(n: impl D) => NotCongruent, "domain_distribute: the number of elements is one integer, not {n}";

    /// Returns the refusal of a table that does not begin with 0.
    table_origin(origin: i64) => OtherNumbers, "entry 0 is {origin}, but every layout maps 0 to 0: subtract {origin} from the table";
    /// Returns the refusal of a table of no entry.
    table_empty() => OtherNumbers, "an empty table has no layout: entry 0, which is 0, is missing";
    /// Returns the refusal of a table that breaks its pattern.
    table_pattern(index: usize, found: i64, expected: i64, period: usize, base: i64) => OtherNumbers,
        "entry {index} is {found}, but {expected} was expected: from entry {} on, entries 0 to {} come again with {} added, and entry {} is {base} (a new mode can begin only at a multiple of {period})",
        index - index % period, period - 1, i128::from(expected) - i128::from(base), index % period;

    /// Returns the refusal of a swizzle that moves bits onto themselves.
    onto_themselves(swizzle: impl D, bits: u32, places: u32) => NotASwizzle, "{swizzle} moves {bits} bits by {places} places, partly onto themselves: the shift must be at least {bits}";
    /// Returns the refusal of a swizzle of too high bits.
    swizzle_too_far(swizzle: impl D) => NotASwizzle, "{swizzle} reaches past 2^48, the largest static integer";
    /// Returns the refusal of the composition of two swizzles.
    no_merge(f: impl D, g: impl D) => NotASwizzle, "{f} and {g} have no swizzle as their composition: only swizzles of the same shift, whose bits are neighbours or the same, have one";
    /// Returns the refusal of masks that make no swizzle.
    no_masks(y: u64, z: u64) => NotASwizzle, "make_swizzle: {y} and {z} are no masks of a swizzle: each must be one run of neighbouring bits, both of the same length";
    /// Returns the refusal of a swizzle that cannot be drawn through a layout.
    not_through(function: impl D, layout: impl D) => NotASwizzle, "{function} cannot be drawn through {layout}, which does not send its bits to two runs of bits in the same order";
    /// Returns the refusal of an outer function that is applied from an offset on.
    not_from_zero(function: impl D, offset: i64) => NotASwizzle, "{function} is applied from the offset {offset} on; only from 0 on can it be inverted, or follow another layout";
    /// Returns the refusal of an inverse of offsets that a function takes elsewhere.
    not_closed(function: impl D, reached: u64) => NotASwizzle, "right_inverse(L): {function} takes some of the {reached} offsets that L reaches without a gap out of their range";

    /// Returns the refusal of an access of other than two modes.
    access_rank(layout: impl D) => NotCongruent, "{layout} is no access to memory: it does not have two modes, one of threads and one of values";
    /// Returns the refusal of an access that walks backwards, or along axes.
    access_sign(layout: impl D) => NotUnsigned, "{layout} is no access to memory: it has strides that are no unsigned numbers";
    /// Returns the refusal of an access of too many threads.
    access_threads(layout: impl D, most: u64) => TooLarge, "{layout} is no access to memory: it has more than {most} threads";
    /// Returns the refusal of an access of too many elements.
    access_elements(layout: impl D, most: u64) => TooLarge, "{layout} is no access to memory: it has more than {most} elements";
    /// Returns the refusal of an access that reaches too far.
    access_far(layout: impl D) => TooLarge, "{layout} is no access to memory: its offsets reach past 2^48";
    /// Returns the refusal of an access to elements of no bytes.
    access_no_bytes(layout: impl D) => DividedByZero, "{layout} is no access to memory: elements of no bytes are in no bank";
    /// Returns the refusal of an access to elements of too many bytes.
    access_bytes(layout: impl D, bytes: u64) => TooLarge, "{layout} is no access to memory: an element has {bytes} bytes, and may have 16384 at most";
    /// Returns the refusal of an access that no instructions of so many bytes make.
    access_vector(layout: impl D, bytes: u64, values: u64, element: u64) => NotDivisible, "{layout}: instructions of {bytes} bytes do not move {values} values of {element} bytes each";
    /// Returns the refusal of a pattern that leaves its tile.
    access_outside(pattern: impl D, thread: u64, value: u64, index: u64, tile: impl D, size: u64) => NotCongruent, "{pattern}: value {value} of thread {thread} is at index {index} of the tile {tile}, which has {size} elements";
    /// Returns the refusal of a search over a tile that is too large.
    tile_too_large(tile: impl D, most: u64) => TooLarge, "{tile} is no tile to search: it has more than {most} elements, or offsets past that";
    /// Returns the refusal of a tile with another function than swizzles around it.
    tile_not_swizzled(tile: impl D) => NoStrides, "{tile} is no tile to search: a layout, and not a swizzle, is applied to its offsets";
    /// Returns the refusal of a layout that takes too many bytes.
    too_many_bytes(layout: impl D, need: u64, bytes: u64) => TooLarge, "{layout} takes {need} bytes, but there are {bytes}";
}

/// Returns the refusal of a composition for this reason.
#[cold]
fn composition(code: Code, operation: &str, reason: impl D, notes: impl D) -> Refusal {
    Refusal::new(code, format!("{operation}: {reason}{notes}"))
}
