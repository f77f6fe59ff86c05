//! The messages of refusals of layouts, each written once: for layouts that are types, as functions
//! of [`Refusal`], and for layouts that are values, as functions of [`Sentences`]. Each function
//! has the rule, the text and the positions of the numbers; its caller determines the numbers.
//!
//! Messages for refusals of types only are next to the reason, in the layer that refuses, or below,
//! if run-time integers are also refused for the same reason.

use core::fmt;

use super::template::{message, operand, value};
use super::{Code, Refusal};

/// Defines the function of each message for types. The values after a text are computed from the
/// operands.
macro_rules! of_types {
    ($($(#[$m:meta])* $f:ident($($a:ident: $kind:ident),*) => $code:ident, $text:literal $(, $x:ident = $e:expr)?;)+) => {
        impl Refusal { $(
            $(#[$m])*
            pub(crate) const fn $f($($a: operand!($kind)),*) -> Refusal {
                $(let $x: u64 = $e;)?
                Refusal::new(Code::$code, message!($text, $($a: $kind,)* $($x: u64)?))
            }
        )+ }
    };
}

/// Defines both functions of each message, for types and for values.
macro_rules! sentences {
    ($($(#[$m:meta])* $f:ident($($a:ident: $kind:ident),*) => $code:ident, $text:literal $(, $x:ident = $e:expr)?;)+) => {
        of_types! { $($(#[$m])* $f($($a: $kind),*) => $code, $text $(, $x = $e)?;)+ }

        /// A type of refusals: a rule and a message. Everything else is provided, a function for
        /// each message.
        pub trait Sentences: Sized {
            /// Returns the refusal by this rule, with this message.
            fn of(code: Code, sentence: fmt::Arguments<'_>) -> Self;
            $(
                $(#[$m])*
                #[cold]
                fn $f($($a: value!($kind)),*) -> Self {
                    $(let $x: u64 = $e;)?
                    Self::of(Code::$code, format_args!($text))
                }
            )+
        }
    };
}

sentences! {
    /// Returns the refusal of two tuples of different profiles.
    not_congruent(a: text, b: text) => NotCongruent, "{a} and {b} do not correspond: their ranks or nestings differ";
    /// Returns the refusal of a coordinate of fewer modes than the shape.
    no_such_coordinate() => NotCongruent, "a coordinate has fewer modes than the shape";
    /// Returns the refusal of a mode that does not exist.
    no_mode(shape: text, mode: u128, rank: u128) => NoSuchMode, "{shape} has no mode {mode}: its rank is {rank}";
    /// Returns the refusal of modes that do not exist.
    no_range(shape: text, begin: u128, end: u128, rank: u128) => NoSuchMode, "{shape} has no modes from {begin} to {end} (exclusive): its rank is {rank}";
    /// Returns the refusal of a layout with more modes than the requested rank.
    rank_too_small(shape: text, rank: u128, now: u128) => NoSuchMode, "{shape} cannot be filled up to rank {rank}: its rank is already {now}";
    /// Returns the refusal of a tiler, coordinate or profile of too many modes.
    no_such_mode() => NoSuchMode, "there is no such mode: the tiler, coordinate or profile has more modes than the layout";
    /// Returns the refusal of a transposition of modes of different ranks.
    different_ranks() => NotCongruent, "zip: the modes to transpose differ in rank";
    /// Returns the refusal of two numbers, neither of which divides the other.
    not_divisible(a: u64, b: u64) => NotDivisible, "shape_div: neither of {a} and {b} divides the other";
    /// Returns the refusal of a division by 0.
    divided_by_zero() => DividedByZero, "an extent or stride of 0 divides an index, which has no result";
    /// Returns the refusal of an operand that must be an unsigned number.
    not_unsigned(x: text) => NotUnsigned, "{x} is not an unsigned integer: it can be scaled and added, but not divided or ordered";
    /// Returns the refusal of a point, a number for each axis, where a single number is required.
    point_as_number(x: text) => NotUnsigned,
        "{x} is a point, not an unsigned integer: `.coordinate()` returns its numbers, one for each axis";
    /// Returns the refusal of a sum or product of a number and a step.
    unlike(a: text, b: text) => NotUnsigned, "{a} and {b} cannot be added or multiplied: offsets and steps along axes do not mix";
    /// Returns the refusal of a composed layout where strides are required.
    no_strides(layout: text) => NoStrides, "{layout} is a composed layout: it has no strides, which this operation needs";

    /// Returns the refusal of a walk along a mode that leaves the mode.
    leaves_its_mode(steps: text, mode: text) => Carry, "composition(A, B): steps of {steps} leave their mode of A, {mode}";
    /// Returns the refusal of a composition over steps along axes.
    ends_inside(operation: str, right: str, left: str, note: text) => NotDivisible,
        "{operation}: the modes of {right} end inside modes of {left}, and those strides are steps along axes{note}";
    /// Returns the refusal of a mode that walks backwards over several modes.
    walks_backwards(operation: str, mode: text, left: str, note: text) => NotUnsigned,
        "{operation}: {mode} walks backwards from the first element of {left}, which has several modes, so nothing precedes it{note}";
    /// Returns the refusal of a mode that ends in the middle of a block of the left layout.
    extent_not_divisible(operation: str, mode: text, block: text, steps: u128, extent: u128, note: text) => ExtentNotDivisible,
        "{operation}: {mode} leaves {block} after {steps} steps, and {steps} does not divide its extent {extent}{note}";
    /// Returns the refusal of a mode that walks unevenly across a block of the left layout;
    /// `divisor` is its stride, or what is left of it.
    stride_not_divisible(operation: str, walk: text, divisor: text, step: u128, extent: u128, note: text) => StrideNotDivisible,
        "{operation}: {walk}, which {divisor} does not divide; it crosses unevenly at step {step} of {extent}{note}";
    /// Returns the refusal of a mode that crosses the left layout at two rates.
    breaks_not_nested(operation: str, mode: text, left: str, before: u128, every: u128, note: text) => BreaksNotNested,
        "{operation}: {mode} crosses modes of {left} every {before} steps and every {every} steps, and {before} does not divide {every}{note}";
    /// Returns the refusal of modes that together carry into a further mode of the left layout.
    carry(operation: str, carries: text, note: text) => Carry, "{operation}: {carries}{note}";
    /// Returns the refusal of a composition where strides may cancel by accident.
    resonant(operation: str, reason: text, left: str, note: text) => Resonant,
        "{operation}: {reason}; the strides of {left} may cancel by accident, which only a scan of all values could decide: refused{note}";
    /// Returns the refusal of indices past a mode of the left layout that has no element.
    empty_mode(operation: str, mode: text, note: text) => DividedByZero, "{operation}: {mode} has no elements, so indices past it have no coordinate{note}";
    /// Returns the refusal of a shape with another size than the layout.
    other_size(shape: text, elements: text, layout: text, size: text) => SizesDiffer, "with_shape(L, S): the shape {shape} has {elements} elements, but {layout} has {size}";

    /// Returns the refusal of a complement with strides that have no order.
    no_order() => NotUnsigned, "complement(L, M): some strides of L are not unsigned integers, so they have no order";
    /// Returns the refusal of a complement: the mode `extent:stride` starts before the smaller
    /// strides end, which span `covered`.
    interleaved(operation: str, layout: str, extent: u64, stride: u64, covered: u64) => Interleaved,
        "{operation}: mode {extent}:{stride} of {layout} begins at offset {stride}, inside the smaller strides, which span {covered}";
    /// Returns the refusal of a complement in `[0, size)`: translates that start at multiples of
    /// `covered` overlap or leave a hole.
    gap(operation: str, layout: str, stride: u64, covered: u64, size: u64, note: str) => Gap,
        "{operation}: the modes of {layout} below stride {stride} span {covered}, which does not divide {stride}; index {index}, below {size}, belongs to no translate of {layout}{note}",
        index = stride / covered * covered;
    /// Returns the refusal of a complement: the mode of this stride has no elements.
    no_elements(operation: str, layout: str, stride: text) => DividedByZero,
        "{operation}: the mode 0:{stride} of {layout} has no elements, so no number of copies fills a space";
    /// Returns the refusal of a left inverse: a stride is not a multiple of the previous stride.
    strides_do_not_divide(before: u64, stride: u64) => StrideNotDivisible, "left_inverse(L): stride {before} does not divide the next stride {stride}; it inverts digit by digit and does not search for other inverses";
    /// Returns the refusal of a left inverse: the mode `extent:stride` reaches past the next
    /// stride.
    not_injective(extent: u64, stride: u64, next: u64) => NotInjective,
        "left_inverse(L): mode {extent}:{stride} spans {span}, past the next stride {next}: offset {next} is reached twice",
        span = extent.saturating_mul(stride);
    /// Returns the refusal of the coordinate of an offset in a layout that is not compact.
    not_compact(layout: text) => NotCompact, "{layout} is not compact: not every offset below its size is reached exactly once, so an offset has no coordinate of its own";
    /// Returns the refusal of a tuple as a number of elements.
    count_of_elements(n: text) => NotCongruent, "domain_distribute: the number of elements is one integer, not {n}";
    /// Returns the refusal of a block with an extent that does not divide that of the target.
    block_does_not_divide(block: u64, target: u64) => BlockDoesNotDivide, "tile_to_shape: block extent {block} does not divide target extent {target}";
    /// Returns the refusal of a block with more modes than the target.
    block_rank(block: text, target: text) => NoSuchMode, "tile_to_shape: the block {block} has more modes than the target {target}";

    /// Returns the refusal of an upcast: a stride is neither a multiple nor a divisor of the
    /// factor.
    upcast_stride(extent: u64, stride: u64, n: u128) => StrideNotDivisible, "upcast by {n}: stride {stride} of the mode {extent}:{stride} is neither a multiple nor a divisor of {n}";
    /// Returns the refusal of an upcast: a negative stride is not a multiple of the factor.
    upcast_backwards(extent: text, stride: text, n: u128) => StrideNotDivisible, "upcast by {n}: the negative stride of the mode {extent}:{stride} is not a multiple of {n}";
    /// Returns the refusal of an upcast: inside one group of `n` the small strides reach too far.
    upcast_carries(layout: text, n: u64, reach: u64) => Carry, "upcast by {n}: inside one group of {n} the modes of {layout} reach offset {reach} > {most}", most = n.saturating_sub(1);
    /// Returns the refusal of a downcast without a mode of stride 1.
    no_unit_stride(layout: text, n: u128) => NoUnitStride, "downcast by {n}: no mode of {layout} has stride 1, so no elements are adjacent";
    /// Returns the refusal of a downcast with several modes of stride 1.
    two_unit_strides(layout: text, n: u128, units: u128) => TwoUnitStrides, "downcast by {n}: {units} modes of {layout} have stride 1; only one of them can get longer";
    /// Returns the refusal of the factor 0.
    no_factor(n: u64) => DividedByZero, "upcast or downcast by {n}: the factor must be at least 1";
    /// Returns the refusal of elements with zero bits.
    no_bits(old: u64, new: u64) => DividedByZero, "recast from elements of {old} bits to {new} bits: an element has at least 1 bit";
    /// Returns the refusal of the offset of a composed layout in wider elements.
    recast_offset(n: u64, offset: u128) => NotDivisible, "upcast by {n}: the offset {offset} of the composed layout is not a multiple of {n}";
    /// Returns the refusal of a function that moves bits of one element, in wider elements.
    bits_inside(n: u64, function: text) => NotDivisible, "recast by {n}: {function} moves bits that would be inside one element";
    /// Returns the refusal of a function that moves bits, in elements of another width by a factor
    /// that is not a power of two.
    no_power_of_two(n: u64, function: text) => NotDivisible, "recast by {n}: {function} moves bits, so the factor must be a power of two";

    /// Returns the refusal of a swizzle that moves bits onto themselves.
    onto_themselves(swizzle: text, bits: u64, places: u64) => NotASwizzle, "{swizzle} moves {bits} bits by {places} places, partly onto themselves: the shift must be at least {bits}";
    /// Returns the refusal of a swizzle with bits that are too high.
    swizzle_too_far(swizzle: text) => NotASwizzle, "{swizzle} reaches past 2^48, the largest static integer";
    /// Returns the refusal of the composition of two swizzles.
    no_merge(f: text, g: text) => NotASwizzle, "{f} and {g} do not compose to a swizzle: they must have the same shift, and bits that are adjacent or the same";
    /// Returns the refusal of masks that are not those of a swizzle.
    no_masks(y: u64, z: u64) => NotASwizzle, "make_swizzle: {y} and {z} are not the masks of a swizzle: each must be one run of adjacent bits, both of the same length";
    /// Returns the refusal of a function that cannot be passed through a layout.
    not_through(function: text, layout: text) => NotASwizzle, "{function} cannot be drawn through {layout}, which does not send its bits to two runs of bits in the same order";
    /// Returns the refusal of an outer function that is applied from a nonzero offset on.
    not_from_zero(function: text, offset: text) => NotASwizzle, "{function} is applied from offset {offset} on; it can be inverted, or follow another layout, only from offset 0 on";
    /// Returns the refusal of an inverse: a function moves some offsets elsewhere.
    not_closed(function: text, reached: u64) => NotASwizzle, "right_inverse(L): {function} moves some of the first {reached} offsets, which L reaches without a gap, out of their range";
}

of_types! {
    /// Returns the refusal of an offset that no coordinate of a layout has.
    no_coordinate(layout: text, offset: u64) => NotCompact, "{layout} is not compact: no coordinate has the offset {offset}";
    /// Returns the refusal of a part at an index of a layout without elements.
    no_part() => DividedByZero, "there is no part at this index: a run-time extent of 0 divides it";
    /// Returns the refusal of the number `thread`: there are only `threads` threads.
    no_thread(thread: u64, threads: u64) => NoSuchThread, "there is no thread {thread}: the {threads} threads are numbered from 0";
    /// Returns the refusal of the number `thread` of a layout of one thread.
    one_thread(thread: u64) => NoSuchThread, "there is no thread {thread}: the layout has 1 thread";
    /// Returns the refusal of the number `thread` of a layout that numbers `threads` of `all`
    /// threads without a gap.
    thread_past_gap(thread: u64, threads: u64, all: u64) => NoSuchThread, "there is no thread {thread}: the layout is not compact, and numbers only {threads} of its {all} threads from 0 without a gap";
}
