// What a generated program calls: both forms of an operation, and how they end.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use zellige::prelude::*;
use zellige::typenum::{B0, B1};

/// Whether a layout is refused when the program is compiled: code that names it then must not be.
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

/// How a function ends whose result is shown so.
fn caught<R>(f: impl FnOnce() -> R, show: impl FnOnce(R) -> String) -> Outcome {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(result) => Outcome::Gives(show(result)),
        Err(panic) => {
            let sentence = panic.downcast_ref::<String>().cloned();
            let literal = panic.downcast_ref::<&str>().map(ToString::to_string);
            Outcome::Panics(sentence.or(literal).unwrap_or_default())
        }
    }
}

/// How the operation ends that panics where it has no result of the type L.
fn ends<L: Layout<Shape: IntTuple<IsRefused: Refused>>, R>(
    f: impl FnOnce() -> R,
    show: fn(R) -> String,
) -> Call {
    let plain = <<L::Shape as IntTuple>::IsRefused as Refused>::unless_refused(|| caught(f, show));
    let tried = match (&plain, L::REFUSAL) {
        (Some(Outcome::Panics(sentence)), _) if !sentence.contains("attempt to") => {
            Outcome::Refuses("DynamicIntegers".to_string(), sentence.clone())
        }
        (Some(outcome), _) => outcome.clone(),
        (None, Some(refusal)) => {
            Outcome::Refuses(format!("{:?}", refusal.code), refusal.message().to_string())
        }
        (None, None) => Outcome::Panics("refused without a reason".to_string()),
    };
    Call { tried, plain }
}

/// An operation whose result is a layout.
pub fn layout<L: Layout<Shape: IntTuple<IsRefused: Refused>>>(f: impl FnOnce() -> L) -> Call {
    ends::<L, L>(f, |layout| shown(&layout))
}

/// An operation whose result is a layout and an offset.
pub fn part<L: Layout<Shape: IntTuple<IsRefused: Refused>>, O: Integer>(
    f: impl FnOnce() -> (L, O),
) -> Call {
    ends::<L, (L, O)>(f, |(layout, offset)| {
        let mut text = format!("({},", shown(&layout));
        let written = offset.write(&mut text);
        assert!(written.is_ok(), "a string takes text");
        text + ")"
    })
}

#[inline(never)]
fn shown(layout: &dyn Display) -> String {
    layout.to_string()
}
