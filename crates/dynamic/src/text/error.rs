//! Parse errors.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

use super::reader::{Item, Node};

/// The reason why a text cannot be parsed: the position in the text, the kind of the mistake, and a
/// sentence.
///
/// ```
/// use zellige_dynamic::{DynLayout, ParseErrorKind};
/// let text = "(8,4:(4,1)";
/// let error = text.parse::<DynLayout>().unwrap_err();
/// assert_eq!(error.kind(), ParseErrorKind::Unbalanced);
/// assert_eq!(&text[error.span()], "(");
/// assert_eq!(error.to_string(), "this parenthesis is not closed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    span: Range<usize>,
    kind: ParseErrorKind,
    message: String,
}

/// The kind of mistake that a [`ParseError`] reports.
///
/// ```
/// use zellige_dynamic::{DynLayout, ParseErrorKind};
/// let kind = |text: &str| text.parse::<DynLayout>().unwrap_err().kind();
/// assert_eq!(kind("(8,-4):(4,1)"), ParseErrorKind::Negative);
/// assert_eq!(kind("(8,4):(4,1) and"), ParseErrorKind::Trailing);
/// assert_eq!(kind("99999999999999999999:1"), ParseErrorKind::Overflow);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A parenthesis that is not closed, or that closes nothing.
    Unbalanced,
    /// A shape and a stride of different nesting.
    NotCongruent,
    /// Something else where a number is required.
    NotANumber,
    /// A negative number where it must not be negative.
    Negative,
    /// A number that is too large, or a layout whose size or offset is too large.
    Overflow,
    /// More levels of nesting than [`MOST_LEVELS`](crate::MOST_LEVELS).
    TooDeep,
    /// Something is missing.
    Missing,
    /// Text after the end.
    Trailing,
    /// Text that is well formed but refused, such as a swizzle that moves bits onto themselves.
    Refused,
}

impl ParseError {
    /// Returns the range of bytes in the text that are wrong; an empty range marks where something
    /// is missing.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!("(8,x):(4,1)".parse::<DynLayout>().unwrap_err().span(), 3..4);
    /// ```
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the kind of the mistake.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, ParseErrorKind};
    /// assert_eq!("(8,x):(4,1)".parse::<DynLayout>().unwrap_err().kind(), ParseErrorKind::NotANumber);
    /// ```
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }
}

/// Writes the sentence.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for ParseError {}

/// Returns an error.
pub(super) fn error(span: Range<usize>, kind: ParseErrorKind, message: &str) -> ParseError {
    ParseError { span, kind, message: message.to_string() }
}

/// Returns the error for a number that is too large.
pub(super) fn overflow(span: Range<usize>) -> ParseError {
    error(
        span,
        ParseErrorKind::Overflow,
        "this number does not fit in 64 bits, or, with a sign, in 63",
    )
}

/// Returns the error for a shape and a stride that differ in the mode at `path`.
pub(super) fn not_congruent(shape: &Item, stride: &Item, path: &[usize]) -> ParseError {
    let what = |item: &Item| match &item.node {
        Node::Tuple(items) if items.len() == 1 => "a tuple of 1 mode".to_string(),
        Node::Tuple(items) => format!("a tuple of {} modes", items.len()),
        Node::Number(negative, n) => format!("the number {}{n}", if *negative { "-" } else { "" }),
        _ => "one stride".to_string(),
    };
    let place = match path {
        [] => String::new(),
        path => {
            let path: alloc::vec::Vec<String> = path.iter().map(usize::to_string).collect();
            format!("in mode {}, ", path.join("."))
        }
    };
    let message =
        format!("{place}the shape is {}, but the stride is {}", what(shape), what(stride));
    error(stride.span.clone(), ParseErrorKind::NotCongruent, &message)
}
