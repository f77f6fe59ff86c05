//! The sentences of the reasons that run-time integers can give, too.

use super::{Code, Message, Refusal};

/// Returns the refusal of a complement: the mode `extent:stride` begins before the smaller strides end, which span `covered`.
pub(crate) const fn interleaved(
    (operation, layout): (&str, &str),
    extent: u64,
    stride: u64,
    covered: u64,
) -> Refusal {
    let m = Message::new()
        .s(operation)
        .s(": mode ")
        .u(extent)
        .s(":")
        .u(stride);
    let m = m.s(" of ").s(layout).s(" begins at offset ").u(stride);
    let m = m.s(", inside the smaller strides, which span ").u(covered);
    Refusal::new(Code::Interleaved, m)
}
/// Returns the refusal of a complement in `[0, size)`: translates that begin at multiples of `covered` overlap or leave a hole.
pub(crate) const fn gap(
    (operation, layout): (&str, &str),
    stride: u64,
    covered: u64,
    size: u64,
) -> Refusal {
    let m = Message::new().s(operation).s(": the modes of ").s(layout);
    let m = m.s(" below stride ").u(stride);
    let Some(translates) = stride.checked_div(covered) else {
        let m = m.s(" have no element, so no translates of them fill the gaps");
        return Refusal::new(Code::DividedByZero, m);
    };
    let m = m
        .s(" span ")
        .u(covered)
        .s(", which does not divide ")
        .u(stride);
    let m = m
        .s("; index ")
        .u(covered * translates)
        .s(", below ")
        .u(size);
    let m = m.s(", belongs to no translate of ").s(layout);
    Refusal::new(Code::Gap, m)
}
/// Returns the refusal of a complement: the mode of this stride has no elements.
pub(crate) const fn no_elements((operation, layout): (&str, &str), stride: u64) -> Refusal {
    let m = Message::new()
        .s(operation)
        .s(": the mode 0:")
        .u(stride)
        .s(" of ")
        .s(layout);
    let m = m.s(" has no elements, so no number of copies fills a space");
    Refusal::new(Code::DividedByZero, m)
}
/// Returns the refusal of a left inverse: `stride` is not a multiple of the one before.
pub(crate) const fn strides_do_not_divide(before: u64, stride: u64) -> Refusal {
    let m = Message::new().s("left_inverse(L): stride ").u(before);
    let m = m.s(" does not divide the next stride ").u(stride);
    Refusal::new(Code::StrideNotDivisible, m)
}
/// Returns the refusal of a left inverse: the mode `extent:stride` reaches past the next stride.
pub(crate) const fn not_injective(extent: u64, stride: u64, next: u64) -> Refusal {
    let m = Message::new()
        .s("left_inverse(L): mode ")
        .u(extent)
        .s(":")
        .u(stride);
    let m = m
        .s(" spans ")
        .u(extent.saturating_mul(stride))
        .s(", past the next stride ")
        .u(next);
    let m = m.s(": offset ").u(next).s(" is reached twice");
    Refusal::new(Code::NotInjective, m)
}
/// Returns the refusal of a tile_to_shape: the extent of the block does not divide that of the target.
pub(crate) const fn block_does_not_divide(block: u64, target: u64) -> Refusal {
    let m = Message::new().s("tile_to_shape: block extent ").u(block);
    let m = m.s(" does not divide target extent ").u(target);
    Refusal::new(Code::BlockDoesNotDivide, m)
}
/// Returns the refusal of a shape_div: neither of `a` and `b` divides the other.
pub(crate) const fn not_divisible(a: u64, b: u64) -> Refusal {
    let m = Message::new()
        .s("shape_div: neither of ")
        .u(a)
        .s(" and ")
        .u(b);
    Refusal::new(Code::NotDivisible, m.s(" divides the other"))
}
/// Returns the refusal of an offset that no coordinate of a layout has.
pub(crate) const fn no_coordinate(layout: Message, offset: u64) -> Refusal {
    let m = layout
        .s(" is not compact: no coordinate has the offset ")
        .u(offset);
    Refusal::new(Code::NotCompact, m)
}
/// Returns the refusal of an upcast by `n`: the stride of `extent:stride` is neither a multiple nor a divisor of `n`.
pub(crate) const fn upcast_stride(extent: u64, stride: u64, n: u128) -> Refusal {
    let m = Message::new()
        .s("upcast by ")
        .number(n)
        .s(": stride ")
        .u(stride);
    let m = m.s(" of the mode ").u(extent).s(":").u(stride);
    let m = m.s(" is neither a multiple nor a divisor of ").number(n);
    Refusal::new(Code::StrideNotDivisible, m)
}
/// Returns the refusal of an upcast by `n`: inside one group of `n` the small strides reach too far.
pub(crate) const fn upcast_carries(layout: Message, n: u128, reach: u64) -> Refusal {
    let m = Message::new()
        .s("upcast by ")
        .number(n)
        .s(": inside one group of ")
        .number(n);
    let m = m
        .s(" the modes of ")
        .cat(&layout)
        .s(" reach offset ")
        .u(reach);
    Refusal::new(Code::Carry, m.s(" > ").number(n.saturating_sub(1)))
}
/// Returns the refusal of a downcast by `n`: several modes have stride 1.
pub(crate) const fn two_unit_strides(layout: Message, n: u128, units: u64) -> Refusal {
    let m = Message::new().s("downcast by ").number(n).s(": ").u(units);
    let m = m.s(" modes of ").cat(&layout);
    let m = m.s(" have stride 1; only one of them can get longer");
    Refusal::new(Code::TwoUnitStrides, m)
}
/// Returns the refusal of the number `thread`: there are only `threads` threads.
pub(crate) const fn no_thread(thread: u64, threads: u64) -> Refusal {
    let m = Message::new()
        .s("there is no thread ")
        .u(thread)
        .s(" of ")
        .u(threads);
    Refusal::new(Code::NoSuchThread, m.s(", which are numbered from 0 on"))
}
/// Returns the refusal of a part at an index of a layout without elements.
pub(crate) const fn no_part() -> Refusal {
    let m = Message::new().s("there is no part at this index: a run-time extent of 0 divides it");
    Refusal::new(Code::DividedByZero, m)
}
/// Returns the refusal of a with_shape: the shape has `elements`, and the layout `size`.
pub(crate) const fn other_size(
    shape: Message,
    elements: u64,
    layout: Message,
    size: u64,
) -> Refusal {
    let m = Message::new().s("with_shape(L, S): the shape ").cat(&shape);
    let m = m.s(" has ").u(elements).s(" elements, but ").cat(&layout);
    Refusal::new(Code::SizesDiffer, m.s(" has ").u(size))
}
