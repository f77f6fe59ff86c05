//! Texts with names in braces, `mode {mode} of {left}`, of which one definition serves types and values.
//!
//! Of such a text a `const fn` makes a [`Message`](super::Message), in a buffer, and `core::fmt` writes the same text at run time, as long as it
//! may be. Each name stands for an operand, of one of four kinds:
//!
//! | kind | types | values |
//! |---|---|---|
//! | `text` | `&Message` | `impl Display` |
//! | `str` | `&str` | `&str` |
//! | `u64` | `u64` | `u64` |
//! | `u128` | `u128` | `impl Display` |

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
/// Makes the message of a text and its operands, in a `const fn`.
macro_rules! message {
    ($text:literal, $($operand:ident: $kind:ident),* $(,)?) => {{
        let mut m = $crate::refusal::Message::new();
        let mut template = $crate::refusal::template::Template::of($text);
        while let Some((words, name)) = template.next() {
            m = m.bytes(words);
            let known = name.is("") $(|| name.is(stringify!($operand)))*;
            assert!(known, "{}", concat!("a name that is no operand, in: ", $text));
            $(if name.is(stringify!($operand)) {
                m = $crate::refusal::template::append!(m $operand $kind);
            })*
        }
        m
    }};
}
pub(super) use {append, message, operand, value};

/// What is left to read of a text with names in braces.
pub(super) struct Template<'a>(&'a [u8]);

/// A name in such a text. It is empty after the last words.
#[derive(Copy, Clone)]
pub(super) struct Name<'a>(&'a [u8]);

impl<'a> Template<'a> {
    /// Returns the whole text.
    pub(super) const fn of(text: &'a str) -> Self {
        Template(text.as_bytes())
    }
    /// Returns the words up to the next name, and the name; `None` at the end of the text.
    pub(super) const fn next(&mut self) -> Option<(&'a [u8], Name<'a>)> {
        if self.0.is_empty() {
            return None;
        }
        let words = self.until(b'{');
        let name = self.until(b'}');
        Some((words, Name(name)))
    }
    /// Returns what stands before the mark, and goes on behind it.
    const fn until(&mut self, mark: u8) -> &'a [u8] {
        let whole = self.0;
        while let [first, rest @ ..] = self.0 {
            if *first == mark {
                let (before, _) = whole.split_at(whole.len() - self.0.len());
                self.0 = rest;
                return before;
            }
            self.0 = rest;
        }
        whole
    }
}

impl Name<'_> {
    /// Returns true if it is this name.
    pub(super) const fn is(self, name: &str) -> bool {
        let name = name.as_bytes();
        let mut i = 0;
        while i < self.0.len() && i < name.len() && self.0[i] == name[i] {
            i += 1;
        }
        i == self.0.len() && i == name.len()
    }
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
    use crate::refusal::Message;

    #[test]
    fn each_name_is_its_operand() {
        let (left, of, steps, reach) = (&Message::new().s("(4,8)"), "A", 7, u128::MAX - 1);
        let text = message!("{left} of {of}: {steps}{steps}, {reach}.", left: text, of: str, steps: u64, reach: u128);
        assert_eq!(
            text.as_str(),
            "(4,8) of A: 77, 340282366920938463463374607431768211454."
        );
    }

    #[test]
    #[should_panic = "a name that is no operand, in: {left} of {right}"]
    fn a_name_is_an_operand() {
        let left = 4;
        let _ = message!("{left} of {right}", left: u64);
    }

    #[test]
    fn a_text_may_have_no_name() {
        assert_eq!(message!("no name",).as_str(), "no name");
    }
}
