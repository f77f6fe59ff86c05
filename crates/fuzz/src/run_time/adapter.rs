// What a generated program calls: both forms of an operation, with their outcomes.

use judge::harness::{Call, LayoutCase as Case, Outcome};
use std::fmt::Display;

/// The result of an operation.
trait Given: Sized {
    /// The layout that decides whether the result is refused.
    type Layout: Layout<Shape: IntTuple<IsRefused: Refused>>;
    /// The result in CuTe's notation.
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

/// The outcome of a function, which may panic.
fn caught(f: impl FnOnce() -> Outcome) -> Outcome {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Outcome::Panics(sentence(&*panic)))
}
/// A refusal as an outcome.
fn refuses(refusal: Refusal) -> Outcome {
    Outcome::Refuses(format!("{:?}", refusal.code), refusal.message().to_string())
}

/// The outcome of the form that panics, unless it does not compile, and where it panicked.
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

/// Calls both forms of an operation.
fn call<G: Given>(tried: impl FnOnce() -> Result<G, Refusal>, f: impl FnOnce() -> G) -> Call {
    let tried = caught(|| match tried() {
        Ok(given) => Outcome::Gives(given.shown()),
        Err(refusal) => refuses(refusal),
    });
    let (plain, elsewhere) = plain(f);
    Call { tried, plain, elsewhere }
}
macro_rules! call {
    ($Given:ident, $a:expr, $try:ident, $plain:ident ($($b:expr),*)) => {
        call(|| $a.$try($($b),*).map($Given), || $Given($a.$plain($($b),*)))
    };
}
