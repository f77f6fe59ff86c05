//! The line of a user's call, kept for the errors of release builds.

/// `keep_call!(T)` keeps the function that contains it out of its callers until rustc has evaluated its `const` blocks.
///
/// An error in a `const` block is reported at the block, with a note at the line that calls its function. A release build
/// inlines small functions before that, and then has no such line. The call in this macro never runs, which only the size of T
/// says, a type parameter or a type that has one as a field (`const { false }` would be seen through too early): so it makes
/// the function too large for that, and is no code. The machine code is inlined as ever.
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

/// `at_build!(D)` in a `const fn`, which has the condition of D: see [`demand_at_build`].
macro_rules! at_build {
    ($D:ty) => {
        if const { $crate::refusal::call::never::<$D>() } {
            $crate::refusal::call::demand_at_build::<$D>();
        }
    };
}
pub(crate) use at_build;

/// What a `const fn` asks of its type parameters, which `at_build` asks of programs, too, that call the function when they run.
pub(crate) trait Demand {
    /// Fails to compile if it is not so.
    const MET: ();
}
/// Lets a program not be built if D is not met. It is called where [`never`] says so, by a `const fn` that has asked the same before.
///
/// In a `const` the function reports what it finds at the user's line, and this one is not called: so nothing is computed twice, and no
/// other line is named. Where a program calls the function when it runs, rustc compiles what the function mentions, and evaluates this.
pub(crate) const fn demand_at_build<D: Demand>() {
    const { D::MET }
}

/// Returns false, for every T.
pub(crate) const fn never<T>() -> bool {
    size_of::<T>() == usize::MAX
}
/// Does nothing: it is a call, by which rustc measures functions.
#[cold]
#[inline(never)]
pub(crate) fn weight() {}
