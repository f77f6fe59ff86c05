//! What only run time can know: operations on run-time integers, held against their definition.
//!
//! The types decide an operation from what is static: the nesting of its result, how many modes each mode becomes, which
//! of its integers are known. What they do not know they take for granted, as CuTe does: that a run-time extent divides.
//! So a result with run-time integers may be no result at all. It is not computed by another, slower method; it is
//! *checked*: the definition of the operation says what function the result must be, and two layouts are compared as
//! functions at the few points that decide ([`ModeList::same_function`]).
//!
//! | part | what it checks |
//! |---|---|
//! | `modes` | the numbers of a layout as a plain list |
//! | `composition` | `R(i) = A(B(i))` |
//! | `complement` | L and its complement tile `[0, M)` |
//! | `inverse` | `L(R(i)) = i`, `R(L(i)) = i` |
//! | `recast` | elements of another width |
//! | `size` | products that must be a `u32`, a `usize` or one another |
//!
//! An operation that makes a layout takes a [`Faults`], and passes it on to the operations that it consists of. What they
//! find lands there. Its caller decides what becomes of it: a panic with the sentence at the line of the user's call
//! ([`demand`]), or an `Err` ([`attempt`]). Where everything is static there is nothing to check, and no code.

use core::cell::Cell;

use crate::layout::Layout;
use crate::refusal::Refusal;

pub mod complement;
pub mod composition;
pub mod inverse;
mod modes;
pub mod recast;
pub mod size;
pub use modes::{Grouped, ModeList};

/// Does this build check run-time integers in operations that panic? On a CPU it always does, on a GPU with debug
/// assertions. (What returns a `Result`, and what makes a part of a tensor, is checked everywhere.)
const CHECKED: bool = cfg!(debug_assertions)
    || !cfg!(any(
        target_arch = "nvptx64",
        target_arch = "amdgpu",
        target_arch = "spirv"
    ));

/// Where an operation says what is wrong with its run-time integers: the first refusal stays.
///
/// It knows the mode of the result that is being made, so that the sentence can name it.
#[derive(Copy, Clone)]
pub struct Faults<'a> {
    /// Nobody asks, if there is none.
    found: Option<&'a Cell<Option<Refusal>>>,
    /// The modes of the result around, from the outermost; the last is the number that the next mode has.
    path: [u8; DEPTH],
    depth: usize,
}
/// So deep a mode is named; deeper ones by the mode around them.
const DEPTH: usize = 6;

impl<'a> Faults<'a> {
    /// Nobody asks.
    #[inline(always)]
    pub const fn ignored() -> Self {
        Faults {
            found: None,
            path: [0; DEPTH],
            depth: 0,
        }
    }
    #[inline(always)]
    const fn kept_in(found: &'a Cell<Option<Refusal>>) -> Self {
        Faults {
            found: Some(found),
            ..Faults::ignored()
        }
    }
    /// Inside the next mode of the result.
    #[inline(always)]
    pub const fn in_mode(mut self) -> Self {
        if self.depth + 1 < DEPTH {
            self.depth += 1;
            self.path[self.depth] = 0;
        }
        self
    }
    /// Behind the next mode of the result.
    #[inline(always)]
    pub const fn behind_mode(mut self) -> Self {
        self.path[self.depth] += 1;
        self
    }
    /// Keeps what `look` finds, unless something was found before.
    #[inline(always)]
    pub fn find(self, look: impl FnOnce() -> Option<Refusal>) {
        if let Some(found) = self.found {
            self.find_in(found, look)
        }
    }
    #[inline]
    fn find_in(self, found: &Cell<Option<Refusal>>, look: impl FnOnce() -> Option<Refusal>) {
        if let Some(mut refusal) = look() {
            let mut level = self.depth;
            while level > 0 {
                level -= 1;
                refusal = refusal.inside(self.path[level] as u64);
            }
            found.set(Some(found.take().unwrap_or(refusal)));
        }
    }
}

/// What `make` makes, if it finds nothing wrong.
///
/// # Panics
///
/// Panics with the sentence of what it finds, at the line of the caller; on a GPU only with debug assertions.
#[inline(always)]
#[track_caller]
pub fn demand<T>(make: impl FnOnce(Faults<'_>) -> T) -> T {
    if !CHECKED {
        return make(Faults::ignored());
    }
    demand_everywhere(make)
}
/// [`demand`] on every target: what the memory of a tensor rests on.
#[inline(always)]
#[track_caller]
pub fn demand_everywhere<T>(make: impl FnOnce(Faults<'_>) -> T) -> T {
    let found = Cell::new(None);
    let made = make(Faults::kept_in(&found));
    if let Some(refusal) = found.take() {
        refuse(&refusal)
    }
    made
}
#[cold]
#[inline(never)]
#[track_caller]
fn refuse(refusal: &Refusal) -> ! {
    refusal.raise()
}

/// The layout that `make` makes, or why there is none, whether the types know that or the run-time integers.
#[inline(always)]
pub fn attempt<L: Layout>(make: impl FnOnce(Faults<'_>) -> L) -> Result<L, Refusal> {
    attempt_part::<L, L>(make)
}
/// [`attempt`] at something that comes with the layout L.
#[inline(always)]
pub fn attempt_part<L: Layout, T>(make: impl FnOnce(Faults<'_>) -> T) -> Result<T, Refusal> {
    if let Some(refusal) = const { L::REFUSAL } {
        return Err(refusal);
    }
    let found = Cell::new(None);
    let made = make(Faults::kept_in(&found));
    match found.take() {
        Some(refusal) => Err(refusal),
        None => Ok(made),
    }
}
