//! Texts with names in braces, `mode {mode} of {left}`, with one definition for types and values.
//!
//! A `const fn` makes a [`Message`](super::Message) from such a text, in a buffer. `core::fmt`
//! writes the same text at run time, at any length. Each name represents an operand of one of four
//! kinds:
//!
//! | kind | types | values |
//! |---|---|---|
//! | `text` | `&Message` | `impl Display` |
//! | `str` | `&str` | `&str` |
//! | `u64` | `u64` | `u64` |
//! | `u128` | `u128` | `impl Display` |

use super::Message;
use core::fmt;

/// The type of an operand of this kind, for types.
macro_rules! operand {
    (text) => {
        &$crate::refusal::Message
    };
    (str) => {
        &str
    };
    ($number:ident) => {
        $number
    };
}
/// The type of an operand of this kind, for values.
macro_rules! value {
    (text) => { impl core::fmt::Display };
    (str) => { &str };
    (u64) => { u64 };
    (u128) => { impl core::fmt::Display };
}
/// Appends an operand of this kind to a message.
macro_rules! append {
    ($m:ident $operand:ident text) => {
        $m.cat($operand)
    };
    ($m:ident $operand:ident str) => {
        $m.s($operand)
    };
    ($m:ident $operand:ident u64) => {
        $m.u($operand)
    };
    ($m:ident $operand:ident u128) => {
        $m.number($operand)
    };
}
/// Makes the message from a text and its operands, in a `const fn`. The compiler parses the text
/// once, for all messages.
macro_rules! message {
    ($text:literal, $($operand:ident: $kind:ident),* $(,)?) => {{
        const TEMPLATE: $crate::refusal::template::Template =
            $crate::refusal::template::Template::of($text, &[$(stringify!($operand)),*]);
        let mut m = $crate::refusal::Message::new();
        let mut i = 0;
        while let Some((words, _operand)) = TEMPLATE.part(i) {
            m = m.bytes(words);
            $(if _operand == const { TEMPLATE.number_of(stringify!($operand).as_bytes()) } {
                m = $crate::refusal::template::append!(m $operand $kind);
            })*
            i += 1;
        }
        m.bytes(TEMPLATE.rest())
    }};
}
pub(super) use {append, message, operand, value};

/// The largest number of names in a text.
const NAMES: usize = 16;

/// A parsed text with names in braces.
pub(super) struct Template {
    /// For each name, the text before it and the number of its operand.
    parts: [(&'static [u8], usize); NAMES],
    len: usize,
    /// The text after the last name.
    rest: &'static [u8],
    operands: &'static [&'static str],
    text: &'static str,
}

impl Template {
    /// Parses a text. A name that is not in `operands` does not compile.
    pub(super) const fn of(text: &'static str, operands: &'static [&'static str]) -> Self {
        let mut template =
            Template { parts: [(&[], 0); NAMES], len: 0, rest: text.as_bytes(), operands, text };
        while let Some((words, rest)) = split(template.rest, b'{') {
            let Some((name, rest)) = split(rest, b'}') else {
                panic!("a brace is not closed");
            };
            template.parts[template.len] = (words, template.number_of(name));
            template.len += 1;
            template.rest = rest;
        }
        template
    }
    /// Returns the number of the operand with this name.
    pub(super) const fn number_of(&self, name: &[u8]) -> usize {
        let mut i = 0;
        while i < self.operands.len() {
            if same(self.operands[i].as_bytes(), name) {
                return i;
            }
            i += 1;
        }
        let wrong = Message::new().s("a name that is not an operand, in: ");
        wrong.s(self.text).raise()
    }
    /// Returns the text before name `i` and the number of its operand; `None` after the last name.
    pub(super) const fn part(&self, i: usize) -> Option<(&'static [u8], usize)> {
        if i < self.len { Some(self.parts[i]) } else { None }
    }
    /// Returns the text after the last name.
    pub(super) const fn rest(&self) -> &'static [u8] {
        self.rest
    }
}

/// Returns the bytes before the first mark and those after it; `None` without a mark.
const fn split(text: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let mut i = 0;
    while i < text.len() {
        if text[i] == mark {
            let (before, behind) = text.split_at(i);
            return Some((before, behind.split_at(1).1));
        }
        i += 1;
    }
    None
}

/// Returns whether both are the same.
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// A text that a function writes.
pub(super) struct Written<F>(pub(super) F);
impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Written<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, Template};

    #[test]
    fn each_name_is_its_operand() {
        let (left, of, steps, reach) = (&Message::new().s("(4,8)"), "A", 7, u128::MAX - 1);
        let text = message!("{left} of {of}: {steps}{steps}, {reach}.", left: text, of: str, steps: u64, reach: u128);
        assert_eq!(text.as_str(), "(4,8) of A: 77, 340282366920938463463374607431768211454.");
    }

    #[test]
    #[should_panic = "a name that is not an operand, in: {left} of {right}"]
    fn a_name_is_an_operand() {
        let _ = Template::of("{left} of {right}", &["left"]);
    }

    #[test]
    #[should_panic = "a brace is not closed"]
    fn a_brace_is_closed() {
        let _ = Template::of("{left of it", &["left"]);
    }

    #[test]
    fn a_text_may_have_no_name() {
        assert_eq!(message!("no name",).as_str(), "no name");
    }
}
