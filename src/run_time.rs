//! Checks of run-time integers: the result of an operation is compared with its definition.
//!
//! The types decide an operation by its static parts: the nesting of its result, how many modes
//! each mode becomes, which of its integers are known. For the rest they assume the good case, as
//! CuTe does: that a run-time extent divides. So a result with run-time integers may be wrong.
//! There is no second, slower method to compute it. Instead it is *checked*: the definition of the
//! operation says which function the result must be, and two layouts are compared as functions at
//! the few points that decide ([`ModeList::same_function`]).
//!
//! | part | what it checks |
//! |---|---|
//! | `mode_list` | the numbers of a layout as a plain list |
//! | `check_composition` | `R(i) = A(B(i))` |
//! | `check_complement` | L and its complement tile `[0, M)` |
//! | `check_inverse` | `L(R(i)) = i`, `R(L(i)) = i` |
//! | `check_recast` | elements of another width |
//! | `check_sizes` | products that must fit a `u32` or a `usize`, or be equal |
//!
//! An operation that makes a layout takes a [`Faults`], and passes it on to the operations that it
//! consists of. They report their findings to it. Its caller decides how a finding is reported: as
//! a panic with the message at the line of the user's call (`demand!`), or as an `Err`
//! ([`TryLayout`](crate::TryLayout)). A fully static layout needs no check and has no code for it.

use core::cell::Cell;

use crate::refusal::Refusal;

pub mod check_complement;
pub mod check_composition;
pub mod check_inverse;
pub mod check_recast;
pub mod check_sizes;
mod mode_list;
pub use mode_list::{Grouped, ModeList};

/// The receiver of errors that an operation finds in its run-time integers.
///
/// It knows the mode of the result that is under construction, so that a message can name it. A
/// caller that does not check passes [`Ignored`], a type without bytes or code.
pub trait Faults: Copy {
    /// Returns the receiver inside the next mode of the result.
    fn in_mode(self) -> Self;
    /// Returns the receiver after the next mode of the result.
    fn behind_mode(self) -> Self;
    /// Returns whether a finding is stored.
    fn asks(self) -> bool;
    /// Stores what `look` finds, unless something was found before, in this mode or an earlier one.
    fn find(self, look: impl FnOnce() -> Option<Refusal>);
}

/// A receiver that ignores every finding.
#[derive(Copy, Clone)]
pub struct Ignored;
impl Faults for Ignored {
    #[inline(always)]
    fn in_mode(self) -> Self {
        self
    }
    #[inline(always)]
    fn behind_mode(self) -> Self {
        self
    }
    #[inline(always)]
    fn asks(self) -> bool {
        false
    }
    #[inline(always)]
    fn find(self, _: impl FnOnce() -> Option<Refusal>) {}
}

/// The errors that an operation finds in its run-time integers: the refusal of the first mode that
/// is refused.
pub struct Findings(Cell<Option<(Path, Refusal)>>);
impl Findings {
    /// Returns an empty value.
    #[inline(always)]
    pub const fn none() -> Self {
        Findings(Cell::new(None))
    }
    /// Returns the receiver to which an operation reports its findings.
    #[inline(always)]
    pub const fn faults(&self) -> Kept<'_> {
        Kept { found: &self.0, path: Path::START }
    }
    /// Returns what was found.
    #[inline(always)]
    pub fn found(self) -> Option<Refusal> {
        self.0.into_inner().map(|(_, refusal)| refusal)
    }
    /// Panics with what was found, at the line of the caller.
    #[inline(always)]
    #[track_caller]
    pub fn raise(self) {
        if let Some(refusal) = self.found() {
            refuse(&refusal)
        }
    }
}
#[cold]
#[inline(never)]
#[track_caller]
fn refuse(refusal: &Refusal) -> ! {
    refusal.raise()
}

/// A receiver that stores a finding in [`Findings`].
#[derive(Copy, Clone)]
pub struct Kept<'a> {
    found: &'a Cell<Option<(Path, Refusal)>>,
    path: Path,
}
impl Faults for Kept<'_> {
    #[inline(always)]
    fn in_mode(mut self) -> Self {
        self.path.depth = if self.path.depth < 7 { self.path.depth + 1 } else { 7 };
        self
    }
    #[inline(always)]
    fn behind_mode(mut self) -> Self {
        self.path.modes = self.path.modes.wrapping_add(1 << (8 * (7 - self.path.depth)));
        self
    }
    #[inline(always)]
    fn asks(self) -> bool {
        true
    }
    #[inline]
    fn find(self, look: impl FnOnce() -> Option<Refusal>) {
        if let Some(mut refusal) = look() {
            for level in (0..self.path.depth).rev() {
                refusal = refusal.inside(self.path.modes >> (8 * (7 - level)) & 0xff);
            }
            let before = self.found.take();
            let before = before.filter(|before| before.0.modes <= self.path.modes);
            self.found.set(Some(before.unwrap_or((self.path, refusal))));
        }
    }
}

/// A position in a result: the enclosing modes, from the outermost in the highest byte, and below
/// them the number of the next mode. (With more than seven levels, the seventh.)
#[derive(Copy, Clone)]
struct Path {
    modes: u64,
    depth: u32,
}
impl Path {
    /// The first mode of the result.
    const START: Path = Path { modes: 0, depth: 0 };
}

/// On a CPU, operations that panic check run-time integers in every build; on a GPU, only with
/// debug assertions. (Operations that return a `Result`, or make a part of a tensor, check
/// everywhere.)
#[cfg(any(
    debug_assertions,
    not(any(target_arch = "nvptx64", target_arch = "amdgpu", target_arch = "spirv"))
))]
pub use Findings as Demanded;
/// In release builds for a GPU, operations that panic check nothing.
#[cfg(not(any(
    debug_assertions,
    not(any(target_arch = "nvptx64", target_arch = "amdgpu", target_arch = "spirv"))
)))]
pub struct Demanded;
#[cfg(not(any(
    debug_assertions,
    not(any(target_arch = "nvptx64", target_arch = "amdgpu", target_arch = "spirv"))
)))]
impl Demanded {
    /// Returns an empty value.
    #[inline(always)]
    pub const fn none() -> Self {
        Demanded
    }
    /// Returns the receiver that ignores every finding.
    #[inline(always)]
    pub const fn faults(&self) -> Ignored {
        Ignored
    }
    /// Does nothing: nothing was found.
    #[inline(always)]
    pub fn raise(self) {}
}
/// True if this code is compiled for a GPU.
pub const IS_GPU: bool =
    cfg!(any(target_arch = "nvptx64", target_arch = "amdgpu", target_arch = "spirv"));

/// `demand!(|faults| make(faults))` evaluates to the result of `make`; in a free function, write
/// `demand!(T, |faults| ...)` with a parameter T.
///
/// It panics with the message of the first error in that expression, at the line of the caller; on
/// a GPU only with debug assertions. (It is not a function with a closure, because a closure cannot
/// be forced to be inlined.) Use it in the function that the user calls:
/// [`keep_call!`](crate::refusal::keep_call) keeps the line of that call in the errors of the
/// `const` blocks next to it.
macro_rules! demand {
    (|$faults:ident| $make:expr) => {
        $crate::run_time::demand!(Self, |$faults| $make)
    };
    ($T:ty, |$faults:ident| $make:expr) => {{
        $crate::refusal::keep_call!($T);
        let findings = $crate::run_time::Demanded::none();
        let $faults = findings.faults();
        let made = $make;
        findings.raise();
        made
    }};
}
pub(crate) use demand;
