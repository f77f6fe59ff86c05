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

/// Returns false, for every T.
pub(crate) const fn never<T>() -> bool {
    size_of::<T>() == usize::MAX
}
/// Does nothing: it is a call, by which rustc measures functions.
#[cold]
#[inline(never)]
pub(crate) fn weight() {}
