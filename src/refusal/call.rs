//! The line of a user's call, preserved for the errors of release builds.

/// `keep_call!(T)` prevents inlining of the function that contains it until rustc has evaluated its
/// `const` blocks.
///
/// An error in a `const` block is reported at the block, with a note at the line that calls its
/// function. A release build inlines small functions before that, and then has no such line. The
/// call in this macro never runs, but rustc can tell only from the size of T, a type parameter or a
/// type with one as a field (rustc would see through `const { false }` too early). So the call
/// makes the function too large for that early inlining, but produces no code. The machine code is
/// inlined as usual.
macro_rules! keep_call {
    ($T:ty) => {
        if const { $crate::refusal::call::never::<$T>() } {
            $crate::refusal::call::weight();
            $crate::refusal::call::weight();
            $crate::refusal::call::weight();
            $crate::refusal::call::weight();
            $crate::refusal::call::weight();
        }
    };
}
pub(crate) use keep_call;

/// `at_build!(D)`, for a `const fn` with the condition of D: see [`demand_at_build`].
macro_rules! at_build {
    ($D:ty) => {
        if const { $crate::refusal::call::never::<$D>() } {
            $crate::refusal::call::demand_at_build::<$D>();
        }
    };
}
pub(crate) use at_build;

/// A condition of a `const fn` on its type parameters. `at_build` also applies it to programs that
/// call the function at run time.
pub(crate) trait Demand {
    /// Fails to compile if the condition does not hold.
    const MET: ();
}
/// Makes the build fail if D is not met. A `const fn` that has already checked the same calls it if
/// [`never`] says so.
///
/// In a `const`, the function reports its findings at the user's line, and this function is not
/// called. So nothing is computed twice, and no other line is named. If a program calls the
/// function at run time, rustc compiles what the function mentions, and evaluates this.
pub(crate) const fn demand_at_build<D: Demand>() {
    const { D::MET }
}

/// Returns false, for every T.
pub(crate) const fn never<T>() -> bool {
    size_of::<T>() == usize::MAX
}
/// Does nothing. It exists as a call, the measure by which rustc sizes functions.
#[cold]
#[inline(never)]
pub(crate) fn weight() {}
