// The functions that every generated program calls.

use judge::harness;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use zellige::prelude::*;
use zellige::refusal::Refusal;
use zellige::typenum::{B0, B1};

/// Whether a layout is refused at compile time: if it is, code that names it must not be compiled.
pub trait Refused {
    /// Calls the function unless the layout is refused.
    fn unless_refused<R>(f: impl FnOnce() -> R) -> Option<R>;
}
impl Refused for B0 {
    fn unless_refused<R>(f: impl FnOnce() -> R) -> Option<R> {
        Some(f())
    }
}
impl Refused for B1 {
    fn unless_refused<R>(_: impl FnOnce() -> R) -> Option<R> {
        None
    }
}

/// The message of a panic.
fn sentence(panic: &(dyn Any + Send)) -> String {
    let owned = panic.downcast_ref::<String>().cloned();
    let literal = panic.downcast_ref::<&str>().map(ToString::to_string);
    owned.or(literal).unwrap_or_default()
}
