//! The line of a user's call, in the errors of release builds.

/// `keep_call!(T)` keeps the function in which it stands out of its callers until rustc has evaluated its `const` blocks.
///
/// What a `const` block raises is reported at the block, with a note at the line that calls its function. A release build
/// inlines small functions before that, and has no such line then. What stands here never runs, which only the size of T
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

/// No, for every T.
pub(crate) const fn never<T>() -> bool {
    size_of::<T>() == usize::MAX
}
/// A call, by which rustc measures functions.
#[cold]
#[inline(never)]
pub(crate) fn weight() {}
