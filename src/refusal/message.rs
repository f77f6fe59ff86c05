//! Text that is assembled at compile time.

use core::fmt;

const CAPACITY: usize = 640;

/// A text in a fixed buffer, built by `const fn`s; text that does not fit is cut off and marked by
/// `…`.
///
/// ```
/// use zellige::refusal::Message;
/// const TEXT: Message = Message::new().s("16 threads do not divide ").u(100).s(" rows");
/// assert_eq!(TEXT.as_str(), "16 threads do not divide 100 rows");
/// ```
#[doc(hidden)]
#[derive(Copy, Clone)]
pub struct Message {
    bytes: [u8; CAPACITY],
    len: usize,
    /// True if nothing was cut off, and no number is larger than its text.
    exact: bool,
}

impl Message {
    /// Returns the empty text.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// assert_eq!(Message::new().as_str(), "");
    /// ```
    pub const fn new() -> Self {
        Message { bytes: [0; CAPACITY], len: 0, exact: true }
    }
    /// Appends a string.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// assert_eq!(Message::new().s("rows").s(" and columns").as_str(), "rows and columns");
    /// ```
    pub const fn s(self, text: &str) -> Self {
        self.append(text.as_bytes(), 0)
    }
    /// Appends a number, in decimal; `u64::MAX`, which also represents larger numbers, is followed
    /// by `or more`.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// assert_eq!(Message::new().u(100).s(" rows").as_str(), "100 rows");
    /// ```
    pub const fn u(self, value: u64) -> Self {
        self.decimal(value as u128, value == u64::MAX)
    }
    /// Appends a number, in decimal; `u128::MAX`, which also represents larger numbers, is followed
    /// by `or more`.
    pub(crate) const fn number(self, value: u128) -> Self {
        self.decimal(value, value == u128::MAX)
    }
    /// Appends a number, in decimal; `or_more` says that it may be larger.
    const fn decimal(mut self, value: u128, or_more: bool) -> Self {
        let mut digits = [0; u128::MAX.ilog10() as usize + 1];
        let (mut first, mut rest) = (digits.len() - 1, value);
        digits[first] = b'0' + (rest % 10) as u8;
        while rest >= 10 {
            (first, rest) = (first - 1, rest / 10);
            digits[first] = b'0' + (rest % 10) as u8;
        }
        self = self.append(&digits, first);
        if or_more {
            self.exact = false;
            self = self.s(" or more");
        }
        self
    }
    /// Appends another message.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// const ROWS: Message = Message::new().u(100).s(" rows");
    /// assert_eq!(Message::new().s("of ").cat(&ROWS).as_str(), "of 100 rows");
    /// ```
    pub const fn cat(self, other: &Message) -> Self {
        self.tail(other, 0)
    }
    /// Appends whole characters.
    pub(super) const fn bytes(self, text: &[u8]) -> Self {
        self.append(text, 0)
    }
    /// Appends another message without its first bytes.
    pub(crate) const fn tail(mut self, other: &Message, start: usize) -> Self {
        self.exact = self.exact && other.exact;
        self.append(other.bytes.split_at(other.len).0, start)
    }
    /// Appends a text without its first bytes.
    ///
    /// The compiler interprets this for every refusal. A call costs it as much as copying ten bytes
    /// one by one, so this calls nothing for a whole text, and copies eight bytes at a time.
    const fn append(mut self, text: &[u8], start: usize) -> Self {
        let (mut rest, mut len) = (text, self.len);
        if start > 0 {
            rest = text.split_at(start).1;
        }
        while len + 8 <= CAPACITY {
            let [a, b, c, d, e, f, g, h, more @ ..] = rest else {
                break;
            };
            let bytes = &mut self.bytes;
            bytes[len] = *a;
            bytes[len + 1] = *b;
            bytes[len + 2] = *c;
            bytes[len + 3] = *d;
            bytes[len + 4] = *e;
            bytes[len + 5] = *f;
            bytes[len + 6] = *g;
            bytes[len + 7] = *h;
            len += 8;
            rest = more;
        }
        while let [first, more @ ..] = rest {
            if len == CAPACITY {
                self.len = len;
                return self.cut();
            }
            self.bytes[len] = *first;
            len += 1;
            rest = more;
        }
        self.len = len;
        self
    }
    /// Replaces the last characters by the mark `…`.
    const fn cut(mut self) -> Self {
        let mark = "…".as_bytes();
        self.len -= mark.len();
        // Characters are not split: the bytes after the first byte of a character start with the
        // bits 10.
        while self.bytes[self.len] >> 6 == 0b10 {
            self.len -= 1;
        }
        self.exact = false;
        let mut i = 0;
        while i < mark.len() {
            self.bytes[self.len] = mark[i];
            self.len += 1;
            i += 1;
        }
        self
    }
    /// Returns the text.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// const TEXT: &str = Message::new().u(100).s(" rows").as_str();
    /// assert_eq!(TEXT, "100 rows");
    /// ```
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
    /// Stops the compilation (in a `const`) or the program with the text.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// const fn check(rows: u64) {
    ///     if rows % 16 != 0 {
    ///         Message::new().s("16 threads do not divide ").u(rows).s(" rows").raise()
    ///     }
    /// }
    /// const _: () = check(96);
    /// ```
    #[track_caller]
    pub const fn raise(&self) -> ! {
        panic!("{}", self.as_str())
    }
    /// Returns whether the text is complete.
    pub(crate) const fn is_exact(&self) -> bool {
        self.exact
    }
    /// Returns whether the two texts are the same.
    ///
    /// ```
    /// use zellige::refusal::Message;
    /// assert!(Message::new().u(10).same(&Message::new().s("10")));
    /// ```
    pub const fn same(&self, other: &Message) -> bool {
        if self.len != other.len {
            return false;
        }
        let mut i = 0;
        while i < self.len {
            if self.bytes[i] != other.bytes[i] {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// Appends the written text: the run-time numbers of a layout.
impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        *self = self.s(text);
        Ok(())
    }
}

impl Default for Message {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{CAPACITY, Message};

    #[test]
    fn numbers_are_decimal() {
        let text =
            Message::new().u(0).s(", ").u(7).s(", ").u(281474976710656).s(", ").u(u64::MAX - 1);
        assert_eq!(text.as_str(), "0, 7, 281474976710656, 18446744073709551614");
    }

    #[test]
    fn the_largest_numbers_may_be_larger() {
        let text = Message::new().u(u64::MAX);
        assert_eq!(text.as_str(), "18446744073709551615 or more");
        assert!(!text.is_exact());
        let text = Message::new().number(u128::MAX - 1);
        assert_eq!(text.as_str(), "340282366920938463463374607431768211454");
        assert!(text.is_exact() && !text.number(u128::MAX).is_exact());
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut_and_marked() {
        let mut text = Message::new();
        for _ in 0..100 {
            text = text.s("0123456789");
        }
        let (before, mark) = text.as_str().split_at(CAPACITY - "…".len());
        assert!(before.ends_with("0123456"), "{before}");
        assert_eq!(mark, "…");
        assert!(!text.is_exact() && !Message::new().cat(&text).is_exact());
        // Characters are not split.
        let mut text = Message::new().s("01234");
        for _ in 0..63 {
            text = text.s("0123456789");
        }
        let text = text.s("…").s("0123");
        assert_eq!(text.as_str().split_at(635).1, "…");
    }
}
