//! The sentences of `zellige::contract`, as texts.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The sentence with which a check of a contract does not compile; here it is made at run time.
pub fn sentence<T>(check: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(check)).map_err(|panic| {
        let text = match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(panic) => panic
                .downcast::<&str>()
                .map_or("?".into(), |text| text.to_string()),
        };
        without_underscores(&text)
    })
}

/// The text without the `_` of static integers.
fn without_underscores(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let number = letters
            .peek()
            .is_some_and(|next| next.is_ascii_digit() || *next == '-');
        if letter != '_' || !number {
            plain.push(letter);
        }
    }
    plain
}
