//! The proof that parts of a tensor share no element, from the numbers of the layout.
//!
//! A divided layout is (tile, rest). The modes with digits that distinguish the parts must move the
//! offset; the modes inside a part may repeat an element. Sort these modes by stride, without
//! extents of 1, and without the strides 0 inside a part:
//!
//! ```text
//! ((4,32),(3,2)):((n,1),(4n,32)), n = 64:   32:1   2:32   4:64   3:256
//!                                  span          31     63     255
//! ```
//!
//! If each stride, without its sign, is larger than the sum of (extent - 1) * stride of those
//! before it, no two coordinates have the same offset: consider the mode with the largest stride in
//! which two coordinates differ. It contributes at least one stride, and all the modes before it
//! differ by no more than their sum. The rule is exact for all layouts that divides make from
//! compact and from padded layouts. Modes that interleave more finely, such as `(3,2):(2,3)`, are
//! refused, though they may be disjoint. The static proof ([`Properties`](crate::Properties))
//! accepts more of those.

use core::fmt::Write;

use crate::layout::Layout;
use crate::layout::Steps;
use crate::refusal::leaves::{MOST, Numbers, write_number};
use crate::refusal::{Code, Message, Refusal};
use crate::tuple::IntTuple;

/// The mode of (tile, rest) with the elements of one part. The other mode has the parts.
#[derive(Copy, Clone, PartialEq)]
pub(super) enum PartMode {
    Tile,
    Rest,
}

/// Returns why two parts of `tiles`, a layout (tile, rest), may have an element in common; `None`
/// if it is proven that they do not. The bound of the layout must have been computed without
/// overflow.
#[cold]
pub(super) fn refusal<L: Layout>(operation: &str, tiles: L, part: PartMode) -> Option<Refusal> {
    // A swizzle is a bijection: parts that share no offset without it share none.
    let plain = tiles.unswizzled();
    let modes = Numbers { shape: plain.shape().leaves(), stride: plain.mode_stride().leaves() };
    let refused = |code, sentence: Message| {
        let mut m = Message::new().s(operation).s(": ").cat(&sentence);
        // Writing to a buffer cannot fail.
        let _ = write!(m, " [(tile, rest): {tiles}]");
        Some(Refusal::new(code, m))
    };
    if modes.cut() {
        let m = Message::new().s("the strides of more than ").u(MOST as u64);
        return refused(Code::TooManyModes, m.s(" modes are not compared"));
    }
    let tile_modes = plain.head().shape().leaves().len;
    // The modes that were found to be separate, by stride, and the sum that they reach.
    let (mut apart, mut len) = ([0; MOST], 0);
    for mode in 0..modes.len() {
        let (extent, stride) = modes.mode(mode);
        let inside = (mode < tile_modes) == (part == PartMode::Tile);
        if extent == 0 {
            return None; // no element
        }
        if extent == 1 || stride == 0 && inside {
            continue;
        }
        if stride == 0 {
            let m = name(&modes, mode, Message::new()).s(" has stride 0: its ");
            let m = m.u(extent as u64).s(" parts are the same elements");
            return refused(Code::Broadcast, m);
        }
        let length = |mode: usize| modes.mode(mode).1.unsigned_abs();
        let place = apart[..len].partition_point(|&below| length(below) <= length(mode));
        apart.copy_within(place..len, place + 1);
        apart[place] = mode;
        len += 1;
    }
    let mut span = 0;
    for (below, &mode) in apart[..len].iter().enumerate() {
        let (extent, stride) = modes.mode(mode);
        if stride.unsigned_abs() <= span {
            let m = Message::new().s("parts may have an element in common: ");
            let m = name(&modes, mode, m).s(" begins at ").u(stride.unsigned_abs() as u64);
            let mut m = m.s(", and the modes of smaller strides reach ");
            m = m.u(span as u64);
            for (k, &smaller) in apart[..below].iter().enumerate() {
                m = name(&modes, smaller, m.s(if k == 0 { ": " } else { ", " }));
            }
            return refused(Code::Overlap, m);
        }
        span += (extent - 1) * stride.unsigned_abs();
    }
    None
}

/// Appends `mode 1.0 (3:256)`.
fn name(modes: &Numbers, k: usize, m: Message) -> Message {
    let (extent, stride) = modes.mode(k);
    let m = modes.shape.path[k].write(m.s("mode "));
    let m = m.s(" (").u(extent as u64).s(":");
    write_number(m, i64::try_from(stride).ok()).s(")")
}
