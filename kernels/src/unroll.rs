//! Loops of closures that are written out: for the kernels whose indices are still their own. (`unroll!` copies the source, and so the
//! compiler looks at each copy.)

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
