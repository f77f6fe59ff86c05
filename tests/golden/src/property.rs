//! Checks of generated layouts and shapes.

use crate::swizzled::{all, value_at};
use crate::value::{Checked, Value};
use core::any::TypeId;
use zellige::ops::{Compatible, IsBijective, IsCompact, IsDisjoint, IsInjective, LeftInverse};
use zellige::prelude::*;
use zellige::typenum::{B0, B1};

/// Returns the check of a layout that must exist.
pub const fn made<L: Layout>(line: usize, check: fn() -> Checked) -> Value {
    Value {
        line,
        check: match L::REFUSAL {
            None => check,
            Some(_) => || Err("a refusal".to_owned()),
        },
    }
}

/// Compares the values of a layout at each index, and at the coordinate of each index, with those
/// of plain evaluation.
pub fn tabulated<L: Layout>(at_coordinate: fn(usize) -> usize, expected: &[usize]) -> Checked {
    if L::SIZE != expected.len() {
        return Err(format!("{} values", L::SIZE));
    }
    all(L::SIZE, value_at::<L>, |i| expected[i])?;
    all(L::SIZE, at_coordinate, |i| expected[i])
}

/// Checks `L(R(L(i))) = L(i)` for the left inverse.
pub fn goes_back<L: Layout>() -> Checked {
    all(L::SIZE, |i| value_at::<L>(value_at::<LeftInverse<L>>(value_at::<L>(i))), value_at::<L>)
}

/// Compares the values of a layout, some of them negative, with those of plain evaluation.
pub fn signed<L: Layout>(expected: &[isize]) -> Checked {
    let value = |index: usize| L::STATIC.crd2idx(index).isize();
    let got: Vec<isize> = (0..L::STATIC.size().usize()).map(value).collect();
    if got == expected { Ok("equal") } else { Err(format!("{got:?}")) }
}

/// Shapes of one size, and for each pair whether the first is compatible with the second.
pub struct Family {
    /// The shapes, as text.
    pub shapes: &'static [&'static str],
    /// The answers by plain evaluation.
    pub expected: &'static [&'static [bool]],
    /// The answers by the library.
    pub compatible: &'static [&'static [fn() -> bool]],
}

impl Family {
    /// Returns the answers of the library.
    pub fn compatible(&self) -> Vec<Vec<bool>> {
        let answers = |row: &&[fn() -> bool]| row.iter().map(|answer| answer()).collect();
        self.compatible.iter().map(answers).collect()
    }
}

/// Returns the answer as a `bool`: `B1` is true, `B0` is not.
fn answer<B: 'static>() -> bool {
    let is_true = TypeId::of::<B>() == TypeId::of::<B1>();
    assert!(is_true || TypeId::of::<B>() == TypeId::of::<B0>());
    is_true
}

/// Returns whether the shape `A` is compatible with the shape `B`.
pub fn compatible<A: IntTuple, B: IntTuple>() -> bool {
    answer::<Compatible<A, B>>()
}

/// Compares what the library proves about the image of `L`, as types and as constants, with plain
/// evaluation: whether it is injective and compact, and its size. Every true property is proven.
pub fn image<L: Layout>([injective, compact]: [bool; 2], size: usize) -> Checked {
    let expected = [injective, compact, injective && compact];
    let types = [answer::<IsInjective<L>>(), answer::<IsCompact<L>>(), answer::<IsBijective<L>>()];
    let constants = [L::IS_INJECTIVE, L::IS_COMPACT, L::IS_BIJECTIVE];
    if (types, constants, L::IMAGE_SIZE) != (expected, expected, size) {
        return Err(format!("{types:?}, {constants:?}, and {} offsets", L::IMAGE_SIZE));
    }
    Ok(match (injective, compact) {
        (true, true) => "bijective",
        (true, false) => "injective",
        (false, true) => "compact",
        (false, false) => "neither",
    })
}

/// Compares whether the tiles of the layout `L` are proven to share no value with plain evaluation:
/// all that is proven is true, and all that is true is proven, unless the tile repeats a value.
pub fn tiling<L: Layout>(is_disjoint: bool, is_plain: bool) -> Checked {
    match (answer::<IsDisjoint<L>>(), is_disjoint) {
        (true, true) => Ok("proven"),
        (false, true) if !is_plain => Ok("unproven"),
        (false, false) => Ok("overlapping"),
        (is_proven, _) => Err(format!("proven: {is_proven}")),
    }
}
