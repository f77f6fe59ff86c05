//! Texts of zellige in the notation of this crate: `8`, where the types write `_8`.

/// Returns the text without the `_` of static integers.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let number = letters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '-');
        if letter != '_' || !number {
            plain.push(letter);
        }
    }
    plain
}
