// What a generated program calls: both forms of an operation, and how they end.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use zellige::prelude::*;
use zellige::refusal::Refusal;
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

/// What an operation gives.
trait Given: Sized {
    /// The layout that decides whether it is refused.
    type Layout: Layout<Shape: IntTuple<IsRefused: Refused>>;
    /// In CuTe's notation.
    fn shown(self) -> String;
}
/// A layout.
struct Whole<L>(L);
impl<L: Layout<Shape: IntTuple<IsRefused: Refused>>> Given for Whole<L> {
    type Layout = L;
    fn shown(self) -> String {
        shown(&self.0)
    }
}
/// A layout and the offset of its first element.
struct Part<L, O>((L, O));
impl<L: Layout<Shape: IntTuple<IsRefused: Refused>>, O: Integer> Given for Part<L, O> {
    type Layout = L;
    fn shown(self) -> String {
        let (layout, offset) = self.0;
        let mut text = format!("({},", shown(&layout));
        let written = offset.write(&mut text);
        assert!(written.is_ok(), "a string takes text");
        text + ")"
    }
}
#[inline(never)]
fn shown(layout: &dyn Display) -> String {
    layout.to_string()
}

/// How a function ends.
fn caught(f: impl FnOnce() -> Outcome) -> Outcome {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let sentence = panic.downcast_ref::<String>().cloned();
        let literal = panic.downcast_ref::<&str>().map(ToString::to_string);
        Outcome::Panics(sentence.or(literal).unwrap_or_default())
    })
}
/// A refusal as data.
fn refuses(refusal: Refusal) -> Outcome {
    Outcome::Refuses(format!("{:?}", refusal.code), refusal.message().to_string())
}

/// How the form of an operation ends that panics, unless it does not compile; and where it panicked.
fn plain<G: Given>(f: impl FnOnce() -> G) -> (Option<Outcome>, Option<String>) {
    let called = || caught(|| Outcome::Gives(f().shown()));
    let plain =
        <<<G::Layout as Layout>::Shape as IntTuple>::IsRefused as Refused>::unless_refused(called);
    let place = match plain {
        Some(Outcome::Panics(_)) => harness::panicked_elsewhere(file!()),
        _ => None,
    };
    (plain, place)
}

/// Both forms of an operation.
fn call<G: Given>(tried: impl FnOnce() -> Result<G, Refusal>, f: impl FnOnce() -> G) -> Call {
    let tried = caught(|| match tried() {
        Ok(given) => Outcome::Gives(given.shown()),
        Err(refusal) => refuses(refusal),
    });
    let (plain, elsewhere) = plain(f);
    Call {
        tried,
        plain,
        elsewhere,
    }
}
macro_rules! call {
    ($Given:ident, $a:expr, $try:ident, $plain:ident ($($b:expr),*)) => {
        call(|| $a.$try($($b),*).map($Given), || $Given($a.$plain($($b),*)))
    };
}
