//! Profiles as values, for checks in generic code where the compiler does not know the profiles
//! until the parameters are known.

use crate::refusal::Message;

/// The profile of a shape or of a slice, as a value.
#[doc(hidden)]
#[derive(Copy, Clone, Debug)]
pub enum Pattern {
    /// An integer.
    Integer,
    /// `..`
    Whole,
    /// A tuple.
    Tuple(&'static [&'static Pattern]),
    /// The profile of a refused shape, which everything fits.
    Any,
    /// A profile that fits nothing.
    Mistaken,
}
impl Pattern {
    /// Whether the slice of this profile fits a shape of profile `shape`, as
    /// [`FitsSlice`](super::FitsSlice).
    pub(crate) const fn fits(&self, shape: &Pattern) -> bool {
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
    /// The profile after a text: `(..,i)` for a tuple of `..` and an integer.
    pub(crate) const fn after(&self, text: Message) -> Message {
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
