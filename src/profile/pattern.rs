//! Forms as values: what generic code, whose forms the compiler does not know, is asked once its parameters are known.

use super::{Profile, SliceProfile};
use crate::algebra::coordinate::Coord;
use crate::layout::Layout;
use crate::refusal::Message;

/// The form of a shape or of a slice, as a value.
#[doc(hidden)]
#[derive(Copy, Clone, Debug)]
pub enum Pattern {
    /// An integer.
    Integer,
    /// `..`
    Whole,
    /// A tuple.
    Tuple(&'static [&'static Pattern]),
    /// What everything fits: the form of a refused shape.
    Any,
    /// What fits nothing.
    Mistaken,
}
impl Pattern {
    /// Does the slice of this form fit a shape of the form `shape`? As [`FitsSlice`](super::FitsSlice).
    const fn fits(&self, shape: &Pattern) -> bool {
        match (self, shape) {
            (Pattern::Mistaken, _) => false,
            (_, Pattern::Any) | (Pattern::Integer | Pattern::Whole, _) => true,
            (Pattern::Tuple(slices), Pattern::Tuple(modes)) => {
                let mut i = 0;
                while i < slices.len() && i < modes.len() && slices[i].fits(modes[i]) {
                    i += 1;
                }
                i == slices.len() && i == modes.len()
            }
            _ => false,
        }
    }
    /// The form behind a text: `(..,i)` for a tuple of `..` and an integer.
    const fn after(&self, text: Message) -> Message {
        match self {
            Pattern::Integer => text.s("i"),
            Pattern::Whole => text.s(".."),
            Pattern::Any | Pattern::Mistaken => text.s("?"),
            Pattern::Tuple(modes) => {
                let (mut text, mut i) = (text.s("("), 0);
                while i < modes.len() {
                    text = modes[i].after(if i == 0 { text } else { text.s(",") });
                    i += 1;
                }
                text.s(")")
            }
        }
    }
}

/// Refuses a slice C that does not fit the layout L, where [`FitsSlice`](super::FitsSlice) is not known: `the slice (..,..,i) does
/// not fit the layout (_2,_3):(_1,_2): it has one coordinate or .. per mode`.
#[doc(hidden)]
#[track_caller]
pub const fn check_slice<L: Layout, C: Coord>() {
    let (slice, shape) = (
        &<C::Form as SliceProfile>::PATTERN,
        &<L::Profile as Profile>::PATTERN,
    );
    if !slice.fits(shape) {
        slice
            .after(Message::new().s("the slice "))
            .s(" does not fit the layout ")
            .cat(&L::TEXT)
            .s(": it has one coordinate or .. per mode")
            .raise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;
    use core::ops::RangeFull;

    type Nested = layout!(((2, 2), 3));

    #[test]
    fn slices_that_fit() {
        check_slice::<Nested, RangeFull>();
        check_slice::<Nested, u32>();
        check_slice::<Nested, (RangeFull, u32)>();
        check_slice::<Nested, ((RangeFull, u32), RangeFull)>();
    }

    #[test]
    #[should_panic(
        expected = "the slice (..,..,i) does not fit the layout ((_2,_2),_3):((_1,_2),_4): it has one coordinate or .. per mode"
    )]
    fn too_many_modes() {
        check_slice::<Nested, (RangeFull, RangeFull, u32)>();
    }

    #[test]
    #[should_panic(expected = "the slice (..,(i,i)) does not fit")]
    fn deeper_than_the_shape() {
        check_slice::<Nested, (RangeFull, (u32, u32))>();
    }

    #[test]
    #[should_panic(expected = "the slice (..,?) does not fit")]
    fn a_signed_integer() {
        check_slice::<Nested, (RangeFull, i32)>();
    }
}
