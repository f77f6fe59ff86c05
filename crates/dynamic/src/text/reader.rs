//! The reader: turns text into items, each with its position.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::error::{ParseError, ParseErrorKind, error, overflow};
use crate::layout::MOST_LEVELS;

/// An item that was read, with its position in the text.
pub(super) struct Item {
    pub(super) span: Range<usize>,
    pub(super) node: Node,
}

pub(super) enum Node {
    /// True for a sign, and the absolute value.
    Number(bool, u64),
    /// A number of steps along an axis, the outermost number first.
    Steps(Box<Item>, Vec<u64>),
    /// `ArithTuple(3,5)`
    Point(Box<Item>),
    /// `_`
    Whole,
    /// `(8,4)`
    Tuple(Vec<Item>),
    /// `Sw<3,4,3>`
    Swizzle((u32, u32, i32)),
    /// `(8,4):(4,1)`
    Layout(Box<(Item, Item)>),
    /// `Sw<3,3,3> o 0 o (8,64):(64,1)`
    Composed(Box<(Item, Item, Item)>),
}

/// Reads all of a text as one item.
pub(super) fn read(text: &str) -> Result<Item, ParseError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, levels: 0 };
    let item = reader.item()?;
    match reader.peek() {
        None => Ok(item),
        Some(b')') => {
            let span = reader.at..reader.at + 1;
            Err(error(span, ParseErrorKind::Unbalanced, "this parenthesis closes nothing"))
        }
        Some(_) => {
            let span = reader.at..text.len();
            Err(error(span, ParseErrorKind::Trailing, "text follows the end"))
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// The number of open levels.
    levels: usize,
}

impl Reader<'_> {
    /// Returns the next byte that is not a space.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Takes a byte if it comes next.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Takes a word if it comes next.
    fn eat_word(&mut self, word: &str) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    /// Takes a byte that must come next, or returns an error.
    fn demand(&mut self, byte: u8) -> Result<(), ParseError> {
        if self.eat(byte) {
            return Ok(());
        }
        let text = format!("`{}` is expected here", char::from(byte));
        Err(error(self.at..self.at, ParseErrorKind::Missing, &text))
    }

    /// Enters a level of nesting.
    fn enter(&mut self) -> Result<(), ParseError> {
        self.levels += 1;
        if self.levels <= MOST_LEVELS {
            return Ok(());
        }
        let text = format!("there are more than {MOST_LEVELS} levels of nesting");
        Err(error(self.at..self.at + 1, ParseErrorKind::TooDeep, &text))
    }

    /// Reads a term, a layout of two terms, or a composed layout.
    fn item(&mut self) -> Result<Item, ParseError> {
        let first = self.term()?;
        let start = first.span.start;
        let mut item = first;
        if self.eat(b':') {
            let stride = self.term()?;
            let span = start..stride.span.end;
            let node = Node::Layout(Box::new((item, stride)));
            item = Item { span, node };
        }
        if !matches!(item.node, Node::Layout(_) | Node::Swizzle(_)) || !self.eat(b'o') {
            return Ok(item);
        }
        self.enter()?;
        let offset = self.number()?;
        self.demand(b'o')?;
        let inner = self.item()?;
        self.levels -= 1;
        let span = start..inner.span.end;
        let node = Node::Composed(Box::new((item, offset, inner)));
        Ok(Item { span, node })
    }

    /// Reads a tuple, a number, or a word.
    fn term(&mut self) -> Result<Item, ParseError> {
        let next = self.peek();
        let start = self.at;
        let node = match next {
            Some(b'(') => self.tuple()?,
            Some(b'_') if !matches!(self.text.get(self.at + 1), Some(b'0'..=b'9' | b'-')) => {
                self.at += 1;
                Node::Whole
            }
            Some(b'_' | b'-' | b'0'..=b'9') => {
                let number = self.number()?;
                return self.steps(number);
            }
            Some(b'E') => self.axis()?,
            Some(b'S') if self.eat_word("Sw") => self.swizzle()?,
            Some(b'A') if self.eat_word("ArithTuple") => {
                self.peek();
                let entries = self.at;
                let node = match self.text.get(self.at) {
                    Some(b'(') => self.tuple()?,
                    _ => {
                        return Err(error(
                            self.at..self.at,
                            ParseErrorKind::Missing,
                            "`(` is expected here",
                        ));
                    }
                };
                let span = entries..self.at;
                Node::Point(Box::new(Item { span, node }))
            }
            None => {
                let text = "a number or `(` is expected here";
                return Err(error(start..start, ParseErrorKind::Missing, text));
            }
            Some(_) => return Err(self.not_a_number()),
        };
        let span = start..self.at;
        Ok(Item { span, node })
    }

    /// Returns the error for text that is not a number, covering all of it.
    fn not_a_number(&self) -> ParseError {
        let ends = |byte: &u8| {
            matches!(byte, b'(' | b')' | b',' | b':' | b'@') || byte.is_ascii_whitespace()
        };
        let rest = &self.text[self.at..];
        let len = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
        // Don't cut a character of several bytes.
        let mut end = (self.at + len).min(self.text.len());
        while end < self.text.len() && self.text[end] & 0xc0 == 0x80 {
            end += 1;
        }
        error(self.at..end, ParseErrorKind::NotANumber, "this is not a number")
    }

    /// Reads `(8,4)`.
    fn tuple(&mut self) -> Result<Node, ParseError> {
        let open = self.at;
        self.enter()?;
        self.at += 1;
        let mut items = Vec::new();
        while !self.eat(b')') {
            if self.peek().is_none() {
                return Err(error(
                    open..open + 1,
                    ParseErrorKind::Unbalanced,
                    "this parenthesis is not closed",
                ));
            }
            items.push(self.item()?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b')') => {}
                None => {
                    let text = "this parenthesis is not closed";
                    return Err(error(open..open + 1, ParseErrorKind::Unbalanced, text));
                }
                Some(_) => {
                    let text = "`,` or `)` is expected here";
                    return Err(error(self.at..self.at, ParseErrorKind::Missing, text));
                }
            }
        }
        self.levels -= 1;
        Ok(Node::Tuple(items))
    }

    /// Reads `8`, `-8` or `_8`.
    fn number(&mut self) -> Result<Item, ParseError> {
        self.peek();
        let start = self.at;
        let _ = self.text.get(self.at) == Some(&b'_') && self.eat(b'_');
        let negative = self.text.get(self.at) == Some(&b'-');
        self.at += usize::from(negative);
        let (digits, mut n) = (self.at, Some(0u64));
        while let Some(digit @ b'0'..=b'9') = self.text.get(self.at) {
            let digit = u64::from(digit - b'0');
            n = n.and_then(|n| n.checked_mul(10)?.checked_add(digit));
            self.at += 1;
        }
        if self.at == digits {
            return Err(match self.peek() {
                None => {
                    error(self.at..self.at, ParseErrorKind::Missing, "a number is expected here")
                }
                Some(_) => self.not_a_number(),
            });
        }
        let span = start..self.at;
        let n = n.ok_or_else(|| overflow(span.clone()))?;
        let node = Node::Number(negative, n);
        Ok(Item { span, node })
    }

    /// Reads a number that is not negative.
    fn plain_number(&mut self) -> Result<u64, ParseError> {
        let item = self.number()?;
        match item.node {
            Node::Number(false, n) => Ok(n),
            _ => Err(error(item.span, ParseErrorKind::Negative, "this number may not be negative")),
        }
    }

    /// Reads `@0@1` after a number, the innermost axis first.
    fn steps(&mut self, number: Item) -> Result<Item, ParseError> {
        let mut axis = Vec::new();
        while self.eat(b'@') {
            self.enter()?;
            axis.push(self.plain_number()?);
        }
        self.levels -= axis.len();
        if axis.is_empty() {
            return Ok(number);
        }
        axis.reverse();
        let span = number.span.start..self.at;
        let node = Node::Steps(Box::new(number), axis);
        Ok(Item { span, node })
    }

    /// Reads `E<1,0>`, one step along an axis, the outermost first.
    fn axis(&mut self) -> Result<Node, ParseError> {
        let start = self.at;
        self.at += 1;
        self.demand(b'<')?;
        let mut axis = Vec::new();
        loop {
            self.enter()?;
            axis.push(self.plain_number()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.levels -= axis.len();
        self.demand(b'>')?;
        let span = start..self.at;
        let node = Node::Number(false, 1);
        Ok(Node::Steps(Box::new(Item { span, node }), axis))
    }

    /// Reads `<3,4,3>` after `Sw`.
    fn swizzle(&mut self) -> Result<Node, ParseError> {
        self.demand(b'<')?;
        let (start, bits) = (self.at, self.plain_number()?);
        self.demand(b',')?;
        let base = self.plain_number()?;
        self.demand(b',')?;
        let shift = self.number()?;
        let Node::Number(negative, places) = shift.node else {
            return Err(overflow(shift.span));
        };
        let small = |n: u64| u32::try_from(n).ok().filter(|&n| n < 1 << 16);
        let (Some(bits), Some(base), Some(places)) = (small(bits), small(base), small(places))
        else {
            let text = "the numbers of a swizzle are those of bits, and far below these";
            return Err(error(start..self.at, ParseErrorKind::Overflow, text));
        };
        self.demand(b'>')?;
        let shift = places as i32;
        Ok(Node::Swizzle((bits, base, if negative { -shift } else { shift })))
    }
}
