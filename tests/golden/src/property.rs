//! Generated layouts and shapes, evaluated by the library.

use core::any::TypeId;
use zellige::ops::{
    Compatible, IsBijective, IsCompact, IsDisjoint, IsInjective, LeftInverse, RightInverse,
};
use zellige::prelude::*;
use zellige::typenum::{B0, B1};

/// A layout with its table by plain evaluation, and the library's tables.
pub struct Tabulated {
    /// The layout, as text.
    pub layout: &'static str,
    /// Its values by plain evaluation.
    pub expected: &'static [usize],
    /// Whether it has a left inverse, by plain evaluation.
    pub invertible: bool,
    /// Its values.
    pub table: fn() -> Vec<usize>,
    /// The value at the coordinate of an index.
    pub at_coordinate: fn(usize) -> usize,
    /// The values of its right inverse.
    pub right_inverse: fn() -> Vec<usize>,
    /// The values of its left inverse, if it is not refused.
    pub left_inverse: Option<fn() -> Vec<usize>>,
}

impl Tabulated {
    /// Returns the layout `L`, with its name, its value at the coordinate of an index, and the
    /// results of plain evaluation.
    pub const fn of<L: Layout>(
        layout: &'static str,
        at_coordinate: fn(usize) -> usize,
        expected: &'static [usize],
        invertible: bool,
    ) -> Self {
        Tabulated {
            layout,
            expected,
            invertible,
            table: table::<L>,
            at_coordinate,
            right_inverse: table::<RightInverse<L>>,
            left_inverse: match LeftInverse::<L>::REFUSAL {
                None => Some(table::<LeftInverse<L>>),
                Some(_) => None,
            },
        }
    }
}

/// Returns the values of a static layout at all its indices.
fn table<L: Layout>() -> Vec<usize> {
    let layout = L::STATIC;
    (0..layout.size().usize()).map(|index| layout.crd2idx(index).usize()).collect()
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

/// Returns whether the tiles of the layout `L` share no value.
pub fn disjoint<L: Layout>() -> bool {
    answer::<IsDisjoint<L>>()
}

/// The properties of a layout's image, by plain evaluation and by the library.
pub struct Image {
    /// The layout, as text.
    pub layout: &'static str,
    /// Whether it is injective and compact, by plain evaluation.
    pub expected: [bool; 2],
    /// The size of the image by plain evaluation.
    pub image: usize,
    /// Whether it is injective, compact and bijective: as types.
    pub types: [fn() -> bool; 3],
    /// Whether it is injective, compact and bijective: as constants.
    pub constants: [bool; 3],
    /// The size of the image, as a constant.
    pub size: usize,
}

impl Image {
    /// Returns the layout `L`, with its name, the results of plain evaluation, and the proofs of
    /// the library.
    pub const fn of<L: Layout>(
        layout: &'static str,
        injective: bool,
        compact: bool,
        image: usize,
    ) -> Self {
        Image {
            layout,
            expected: [injective, compact],
            image,
            types: [answer::<IsInjective<L>>, answer::<IsCompact<L>>, answer::<IsBijective<L>>],
            constants: [L::IS_INJECTIVE, L::IS_COMPACT, L::IS_BIJECTIVE],
            size: L::IMAGE_SIZE,
        }
    }
}

/// Whether tiles share no value, by plain evaluation and by the library.
pub struct Tiling {
    /// The layout (tile, copies), as text.
    pub layout: &'static str,
    /// Whether they share no value, by plain evaluation.
    pub disjoint: bool,
    /// Whether the tile repeats no value, apart from modes of stride 0.
    pub plain_tile: bool,
    /// Whether they share no value, by the library.
    pub proven: fn() -> bool,
}
