//! Loops that are written out, so that every index into registers is known.
//!
//! Registers have no addresses. An array stays in registers only if each of its indices is a number when LLVM
//! has done its work; LLVM unrolls small loops, but not those around many instructions of tensor cores, and one
//! index that is left puts the whole array into local memory, at a hundredth of the speed.

/// `unroll!(for i in 0..4 { .. })`: the block for i = 0, then for i = 1, and so on. The end is 2, 4 or 8.
///
/// A `break` or `continue` in it would be that of a loop outside.
macro_rules! unroll {
    (for $i:ident in 0..2 $block:block) => { unroll!($i $block 0 1) };
    (for $i:ident in 0..4 $block:block) => { unroll!($i $block 0 1 2 3) };
    (for $i:ident in 0..8 $block:block) => { unroll!($i $block 0 1 2 3 4 5 6 7) };
    ($i:ident $block:block $($number:literal)*) => { $({ let $i: u32 = $number; $block })* };
}
pub(crate) use unroll;

/// Calls `f` with 0, 1, .., N - 1, one call after the other: N copies of `f`, in each of which the number is a
/// constant. At most 16.
#[inline(always)]
pub(crate) fn unrolled<const N: u32>(mut f: impl FnMut(u32)) {
    const { assert!(N <= 16, "unrolled: more than 16 copies") }
    macro_rules! copies {
        ($($i:literal)*) => { $(if $i < N { f($i) })* };
    }
    copies!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
