//! The sentences of `zellige::contract` as text.

#[path = "plain.rs"]
mod plain;

use plain::plain;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the sentence with which a check of a contract fails to compile; here it is produced at
/// run time.
pub fn sentence<T>(check: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(check)).map_err(|panic| {
        let text = match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(panic) => panic.downcast::<&str>().map_or("?".into(), |text| text.to_string()),
        };
        plain(&text)
    })
}
