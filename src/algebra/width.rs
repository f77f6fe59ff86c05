//! Widths: whether the offsets of a coordinate fit into the integers that compute them.
//!
//! ```text
//! (65536,65537):(65537,1)  at (i, j), both u32:   i * 65537 + j reaches 4295032831, past u32::MAX
//!                          at (0, j):             reaches 65536
//! ```
//!
//! An offset is as wide as the widest run-time integer of its coordinate. The offsets of a static
//! layout at all coordinates of one type are a [`Range`], and ranges add up as offsets do. A sum
//! that exceeds its width is refused. These are numbers, not types, and they are computed only for
//! layouts with an offset past 32 bits.
//!
//! Coordinates past the end and layouts with run-time integers are not examined.

use core::marker::PhantomData;

use super::coordinate::Coord;
use super::outer_function::Outer;
use super::tiler::{Tiler, Tiling};
use crate::integer::*;
use crate::layout::{Layout, Sharing, Steps};
use crate::number::*;
use crate::refusal::Message;
use crate::stride::Linear;
use crate::tuple::{Empty, IntTuple, Kind, Leaf, Node};
use zellige_macros::total;

/// A range of offsets: how far they reach, and in how many bytes they are computed.
#[derive(Copy, Clone)]
pub struct Range {
    /// The largest offset, and how far the smallest is below 0.
    most: u128,
    least: u128,
    /// The most steps along one axis, forwards and backwards.
    steps: u128,
    steps_back: u128,
    /// The largest static number in the computation: if it does not fit, that alone is refused.
    factor: u128,
    /// True if some strides are negative, so that the offsets have a sign.
    signed: bool,
    /// True if all strides and extents are static.
    known: bool,
    /// The bytes of the widest run-time integer of the coordinate; 0 if there is none.
    bytes: usize,
    /// The largest sum that does not fit.
    excess: Option<Excess>,
}
/// A number that does not fit: its absolute value, and the integers that cannot hold it.
#[derive(Copy, Clone)]
struct Excess {
    reach: u128,
    negative: bool,
    width: &'static str,
}

impl Range {
    /// The offset 0.
    pub const ZERO: Range = Range {
        most: 0,
        least: 0,
        steps: 0,
        steps_back: 0,
        factor: 0,
        signed: false,
        known: true,
        bytes: 0,
        excess: None,
    };

    /// From 0 to N - 1 strides D.
    const fn of_mode<N: Integer, D: Integer>() -> Range {
        let last = (N::KNOWN as u128).saturating_sub(1);
        let stride = <<D::Factor as Linear>::Abs as Integer>::KNOWN as u128;
        Range {
            factor: stride,
            known: size_of::<N>() == 0 && size_of::<D>() == 0,
            ..Range::up_to::<D>(last * stride)
        }
    }
    /// The static offset X, or 0 if X is not static.
    const fn of_offset<X: Integer>() -> Range {
        let offset = <<X::Factor as Linear>::Abs as Integer>::KNOWN as u128;
        Range { factor: offset, ..Range::up_to::<X>(offset) }
    }
    /// This many offsets, or steps, of the kind of D.
    const fn up_to<D: Integer>(reach: u128) -> Range {
        let negative = !<D::Factor as IntTuple>::IS_UNSIGNED;
        let number = <<<D::Coordinate as IntTuple>::Kind as Kind>::IsLeaf as Bool>::VALUE;
        let zero = Range::ZERO;
        match (number, negative) {
            (true, false) => Range { most: reach, ..zero },
            (true, true) => Range { least: reach, signed: true, ..zero },
            (false, false) => Range { steps: reach, ..zero },
            (false, true) => Range { steps_back: reach, ..zero },
        }
    }
    /// The sums of these and others. Steps along different axes are not distinguished.
    const fn and(self, other: Range) -> Range {
        Range {
            most: self.most.saturating_add(other.most),
            least: self.least.saturating_add(other.least),
            steps: max(self.steps, other.steps),
            steps_back: max(self.steps_back, other.steps_back),
            factor: max(self.factor, other.factor),
            signed: self.signed || other.signed,
            known: self.known && other.known,
            bytes: max(self.bytes as u128, other.bytes as u128) as usize,
            excess: match self.excess {
                Some(excess) => Some(excess),
                None => other.excess,
            },
        }
        .checked()
    }
    /// These offsets, computed in this many bytes.
    const fn within(self, bytes: usize) -> Range {
        Range { bytes, ..self }.checked()
    }
    const fn checked(mut self) -> Range {
        if !self.known {
            self.excess = None;
        }
        if self.bytes == 0 || !self.known {
            return self;
        }
        let unsigned = u128::MAX >> (128 - 8 * self.bytes);
        let signed = unsigned / 2;
        let names = match self.bytes == size_of::<u32>() {
            true => ["u32", "i32"],
            false => ["usize", "isize"],
        };
        let (most, width) = match self.signed {
            true => (signed, names[1]),
            false => (unsigned, names[0]),
        };
        let excess = if self.factor > unsigned && !self.signed {
            return self;
        } else if self.most > most {
            (self.most, false, width)
        } else if self.least > signed + 1 {
            (self.least, true, width)
        } else if self.steps > unsigned {
            (self.steps, false, names[0])
        } else if self.steps_back > signed + 1 {
            (self.steps_back, true, names[1])
        } else {
            return self;
        };
        let (reach, negative, width) = excess;
        self.excess = Some(Excess { reach, negative, width });
        self
    }
    /// The offsets after the swizzle of b values from y on to those from z on. A swizzle that moves
    /// bits down changes no bit above them. A swizzle that moves bits up may reach the end of the
    /// bits that flip.
    const fn swizzled(mut self, [b, y, z]: [u64; 3]) -> Range {
        if b > 1 && self.most >= y as u128 {
            self.factor = max(self.factor, max(y as u128, z as u128));
            if z > y {
                let end = b as u128 * z as u128;
                self.most = (self.most / end).saturating_add(1).saturating_mul(end) - 1;
            }
        }
        self.checked()
    }

    /// Whether one of the offsets may be past 32 bits.
    const fn is_wide(self) -> bool {
        let range = self.within(size_of::<u32>());
        range.excess.is_some() || range.factor > u32::MAX as u128
    }
    /// Panics if these offsets of a layout do not fit into their width. The remedy is wider
    /// coordinates, `or` another one if the offsets are unsigned numbers.
    #[track_caller]
    const fn check(self, layout: &Message, or: &str) {
        if let Some(Excess { reach, negative, width }) = self.excess {
            let narrow = matches!(width.as_bytes(), b"u32" | b"i32");
            let unsigned = !self.signed && self.steps == 0 && self.steps_back == 0;
            Message::new()
                .s("offsets of ")
                .cat(layout)
                .s(if negative { " reach -" } else { " reach " })
                .number(reach)
                .s(", which does not fit in ")
                .s(width)
                .s(if narrow { ": use usize coordinates" } else { "" })
                .s(if narrow && unsigned { or } else { "" })
                .raise()
        }
    }
}
const fn max(a: u128, b: u128) -> u128 {
    if a < b { b } else { a }
}

/// A type with a range of offsets.
pub trait Ranged {
    /// The range.
    const RANGE: Range;
}
/// The offset 0.
pub struct Zero;
impl Ranged for Zero {
    const RANGE: Range = Range::ZERO;
}
/// The mode N:D.
pub struct OfMode<N, D>(PhantomData<(N, D)>);
impl<N: Integer, D: Integer> Ranged for OfMode<N, D> {
    const RANGE: Range = Range::of_mode::<N, D>();
}
/// The offset X of a static coordinate.
pub struct OfOffset<X>(PhantomData<X>);
impl<X: Integer> Ranged for OfOffset<X> {
    const RANGE: Range = Range::of_offset::<X>();
}
/// A sum.
pub struct Sum<A, B>(PhantomData<(A, B)>);
impl<A: Ranged, B: Ranged> Ranged for Sum<A, B> {
    const RANGE: Range = A::RANGE.and(B::RANGE);
}
/// R, at a coordinate of the type W.
pub struct Within<W, R>(PhantomData<(W, R)>);
impl<W, R: Ranged> Ranged for Within<W, R> {
    const RANGE: Range = R::RANGE.within(size_of::<W>());
}
/// R shifted by O, under F.
pub struct Under<F, O, R>(PhantomData<(F, O, R)>);
impl<F: Outer, O: Integer, R: Ranged> Ranged for Under<F, O, R> {
    const RANGE: Range = {
        let start = Range { known: size_of::<O>() == 0, ..Range::of_offset::<O>() };
        let index = R::RANGE.and(start);
        match F::MOVES {
            Some(swizzle) => index.swizzled(swizzle),
            // A function of indices, all of which may occur.
            None => Range { excess: index.excess, ..F::RANGE.within(index.bytes) },
        }
    };
}

/// All offsets of the layout s:d.
#[total(types)]
pub fn offsets(s: IntTuple, d: IntTuple) -> Ranged {
    match s.kind() {
        Leaf => OfMode::<S::Leaf, D::Leaf>,
        Empty => Zero,
        Node => Sum(offsets(s.head(), d.head()), offsets(s.tail(), d.tail())),
    }
}
/// Panics if offsets of L at a coordinate of the type C do not fit into its width, and suggests a
/// remedy.
#[track_caller]
pub const fn check_width<L: Layout, C: Coord>(or: &str) {
    if <L::Range<u32> as Ranged>::RANGE.is_wide() {
        check_range::<L, C>(or)
    }
}
/// The same for the part P of L, which is evaluated only if offsets of L exceed 32 bits.
#[track_caller]
pub const fn check_width_in<L: Layout, P: PartOf<L>, C: Coord>() {
    if <L::Range<u32> as Ranged>::RANGE.is_wide() {
        check_range::<P::Part, C>("")
    }
}
/// The name of a part of the layout L, such as the layout from tile to tile.
pub trait PartOf<L> {
    type Part: Layout;
}
/// (O, T): the result of the operation O by the tiler T.
impl<O: Tiling, T: Tiler, L: Layout> PartOf<L> for (O, T) {
    type Part = T::By<O, L>;
}
/// The layout of the threads that share the elements by the rule Q.
pub struct ThreadsBy<Q>(Q);
impl<Q: Sharing, L: Layout> PartOf<L> for ThreadsBy<Q> {
    type Part = <L::Shared<Q> as Steps>::Head;
}
#[track_caller]
const fn check_range<L: Layout, C: Coord>(or: &str) {
    <L::Range<C> as Ranged>::RANGE.check(&L::TEXT, or)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    /// Returns what does not fit: the number, and the integers that cannot hold it.
    fn excess<C: Coord, L: Layout>() -> Option<(i128, &'static str)> {
        let excess = <L::Range<C> as Ranged>::RANGE.excess;
        let is_wide = <L::Range<u32> as Ranged>::RANGE.is_wide();
        assert!(is_wide || excess.is_none(), "what fits is not looked at");
        excess.map(|e| (if e.negative { -1 } else { 1 } * e.reach as i128, e.width))
    }

    type Wide = layout!((65536, 65537) : (65537, 1));
    type N<const I: usize> = Int<I>;

    #[test]
    fn the_widest_integer_of_a_coordinate_counts() {
        let reach = Some((65535 * 65537 + 65536, "u32"));
        assert_eq!(excess::<(u32, u32), Wide>(), reach);
        assert_eq!(excess::<u32, Wide>(), reach);
        assert_eq!(excess::<(usize, u32), Wide>(), None);
        assert_eq!(excess::<usize, Wide>(), None);
        assert_eq!(excess::<(N<1000>, N<1000>), Wide>(), None);
        // Just below 2^32, and exactly 2^32.
        assert_eq!(excess::<(u32, u32), layout!((65536, 65536) : (65536, 1))>(), None);
        assert_eq!(
            excess::<(u32, u32), layout!((65536, 65537) : (65536, 1))>(),
            Some((1 << 32, "u32"))
        );
    }

    #[test]
    fn a_static_integer_is_just_that() {
        assert_eq!(excess::<(N<0>, u32), Wide>(), None);
        assert_eq!(excess::<(N<1000>, u32), Wide>(), None);
        assert_eq!(excess::<(u32, N<0>), Wide>(), None);
        // Past the end: 65535 * 65537 + 2000000.
        assert_eq!(excess::<(u32, int!(2000000)), Wide>(), Some((65535 * 65537 + 2000000, "u32")));
        type Nested = layout!(((2, 65536), 65537) : ((1, 65537), 1));
        assert_eq!(excess::<((u32, N<3>), u32), Nested>(), None);
        assert!(excess::<((N<0>, u32), u32), Nested>().is_some());
    }

    #[test]
    fn whole_modes_are_none() {
        use core::ops::RangeFull;
        assert_eq!(excess::<(RangeFull, u32), Wide>(), None);
        assert_eq!(excess::<(u32, RangeFull), Wide>(), None);
        type Three = layout!((65536, 65537, 2) : (65537, 1, 1));
        assert!(excess::<(u32, u32, RangeFull), Three>().is_some());
    }

    #[test]
    fn each_sum_has_its_own_width() {
        // j + k is computed in 32 bits before i is added.
        type L = layout!((4, 65536, 65536) : (1, 262144, 4));
        let reach = 65535 * 262144 + 65535 * 4;
        assert_eq!(excess::<(usize, u32, u32), L>(), Some((reach, "u32")));
        assert_eq!(excess::<(u32, u32, usize), L>(), Some((65535 * 262144, "u32")));
        assert_eq!(excess::<(u32, usize, usize), L>(), None);
        #[cfg(target_pointer_width = "64")]
        {
            type Far = layout!((1099511627776, 1099511627776) : (1099511627776, 1));
            let reach = ((1i128 << 40) - 1) * (1 << 40) + (1 << 40) - 1;
            assert_eq!(excess::<(usize, usize), Far>(), Some((reach, "usize")));
        }
    }

    #[test]
    fn a_sign_takes_a_bit() {
        type Back = layout!((65536, 65536) : (-65536, 1));
        assert_eq!(excess::<(u32, u32), Back>(), Some((-65535 * 65536, "i32")));
        assert_eq!(excess::<(usize, u32), Back>(), None);
        type Half = layout!((2, 65536, 65536) : (-1, 32768, 1));
        assert_eq!(excess::<(u32, u32, u32), Half>(), Some((65535 * 32768 + 65535, "i32")));
        // Down to -2^31.
        assert_eq!(excess::<u32, layout!((32769, 1) : (-65536, 1))>(), None);
    }

    #[test]
    fn steps_along_different_axes_do_not_add_up() {
        type Identity = layout!((4294967296, 4294967296) : (1@0, 1@1));
        assert_eq!(excess::<(u32, u32), Identity>(), None);
        type Steps = layout!((65537, 65537) : (65537@0, 1@1));
        assert_eq!(excess::<(u32, u32), Steps>(), Some((65536 * 65537, "u32")));
        type Back = layout!((65537, 65537) : (-65536@0, 1@1));
        assert_eq!(excess::<(u32, u32), Back>(), Some((-65536 * 65536, "i32")));
    }

    #[test]
    fn a_swizzle_reaches_the_end_of_its_block() {
        type Down = layout!(Sw<3, 4, 3> o 0 o (65536, 65537) : (65537, 1));
        assert_eq!(excess::<(u32, u32), Down>(), Some((65535 * 65537 + 65536, "u32")));
        assert_eq!(excess::<(N<1>, u32), Down>(), None);
        // Bits 20 and 21 flip bits 31 and 32.
        type Up = layout!(Sw<2, 20, -11> o 0 o (1048576, 4) : (1, 1048576));
        assert_eq!(excess::<(u32, u32), Up>(), Some(((1 << 33) - 1, "u32")));
        assert_eq!(excess::<(u32, N<0>), Up>(), None);
        type Start = layout!(Sw<3, 4, 3> o 4294967295 o 2 : 1);
        assert_eq!(excess::<u32, Start>(), Some((1 << 32, "u32")));
    }

    #[test]
    fn run_time_layouts_are_not_looked_at() {
        assert_eq!(
            excess::<(u32, u32), Strided<(u32, N<8>), (int!(65537), int!(4294967295))>>(),
            None
        );
        assert_eq!(excess::<u32, Strided<int!(65537), u32>>(), None);
    }
}
