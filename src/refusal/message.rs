//! Text that is put together at compile time.

const CAPACITY: usize = 640;

/// A text in a fixed buffer, built by `const fn`s; what does not fit is cut and marked by `…`.
#[derive(Copy, Clone)]
pub struct Message {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Message {
    /// No text.
    pub const fn new() -> Self {
        Message {
            bytes: [0; CAPACITY],
            len: 0,
        }
    }
    /// Appends a string.
    pub const fn s(self, text: &str) -> Self {
        self.append(text.as_bytes(), 0)
    }
    /// Appends a number, in decimal.
    pub const fn u(mut self, value: u64) -> Self {
        let mut power = 1;
        while value / power >= 10 {
            power *= 10;
        }
        while power > 0 {
            self = self.append(&[b'0' + (value / power % 10) as u8], 0);
            power /= 10;
        }
        self
    }
    /// Appends another message.
    pub const fn cat(self, other: &Message) -> Self {
        self.append(other.bytes.split_at(other.len).0, 0)
    }
    /// Appends another message without its first bytes.
    pub(crate) const fn tail(self, other: &Message, start: usize) -> Self {
        self.append(other.bytes.split_at(other.len).0, start)
    }
    const fn append(mut self, text: &[u8], start: usize) -> Self {
        let room = CAPACITY - self.len;
        let mut i = start;
        if text.len() - start > room {
            let mark = "…".as_bytes();
            self.len = CAPACITY - mark.len();
            while self.len < CAPACITY {
                self.bytes[self.len] = mark[self.len + mark.len() - CAPACITY];
                self.len += 1;
            }
            return self;
        }
        while i < text.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }
    /// The text.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
    /// Ends the compilation (in a `const`) or the program with the text.
    #[track_caller]
    pub const fn raise(&self) -> ! {
        panic!("{}", self.as_str())
    }
    /// Are the two texts the same?
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

impl Default for Message {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn numbers_are_decimal() {
        let text = Message::new()
            .u(0)
            .s(", ")
            .u(7)
            .s(", ")
            .u(281474976710656)
            .s(", ")
            .u(u64::MAX);
        assert_eq!(text.as_str(), "0, 7, 281474976710656, 18446744073709551615");
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut_and_marked() {
        let mut text = Message::new();
        for _ in 0..100 {
            text = text.s("0123456789");
        }
        assert!(text.as_str().starts_with("0123456789"));
        assert!(text.as_str().ends_with('…'));
    }
}
