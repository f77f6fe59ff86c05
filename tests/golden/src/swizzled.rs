//! The properties that the inverses and compositions of a swizzled layout must have, if they are
//! not refused.

use crate::value::{Checked, Value};
use zellige::ops::{Compose, LeftInverse, RightInverse};
use zellige::prelude::*;

/// Returns a check that runs if the layout `R` exists.
const fn unless_refused<R: Layout>(line: usize, check: fn() -> Checked) -> Value {
    Value {
        line,
        check: match R::REFUSAL {
            None => check,
            Some(_) => || Ok("refused"),
        },
    }
}

/// Compares values at all indices below `size`.
pub(crate) fn all(
    size: usize,
    got: impl Fn(usize) -> usize,
    expected: impl Fn(usize) -> usize,
) -> Checked {
    match (0..size).find(|&i| got(i) != expected(i)) {
        None => Ok("equal"),
        Some(i) => Err(format!("{} at {i}, not {}", got(i), expected(i))),
    }
}

/// Returns the value of a static layout.
pub(crate) fn value_at<L: Layout>(i: usize) -> usize {
    L::STATIC.crd2idx(i).usize()
}

/// Checks that all offsets of `L` are below its cosize.
pub const fn bounded<L: Layout, A: Layout>(line: usize) -> Value {
    unless_refused::<L>(line, || {
        let cosize = L::STATIC.cosize().usize();
        all(L::SIZE, |i| usize::from(value_at::<L>(i) < cosize), |_| 1)
    })
}

/// Checks `L(R(i)) = i`.
pub const fn right_inverse<L: Layout, A: Layout>(line: usize) -> Value {
    unless_refused::<RightInverse<L>>(line, || {
        all(<RightInverse<L>>::SIZE, |i| value_at::<L>(value_at::<RightInverse<L>>(i)), |i| i)
    })
}

/// Checks `R(L(i)) = i`.
pub const fn left_inverse<L: Layout, A: Layout>(line: usize) -> Value {
    unless_refused::<LeftInverse<L>>(line, || {
        all(L::SIZE, |i| value_at::<LeftInverse<L>>(value_at::<L>(i)), |i| i)
    })
}

/// Checks that the composition of `A` with `L` is `A(L(i))`.
pub const fn composition<L: Layout, A: Layout>(line: usize) -> Value {
    unless_refused::<Compose<A, L>>(line, || {
        all(L::SIZE, value_at::<Compose<A, L>>, |i| value_at::<A>(value_at::<L>(i)))
    })
}
