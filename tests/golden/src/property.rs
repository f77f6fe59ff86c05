//! Made-up layouts and shapes, evaluated by the library.

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
    /// The layout `L`, with its name, its value at the coordinate of an index, and what plain evaluation says.
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

/// The values of a static layout at all its indices.
fn table<L: Layout>() -> Vec<usize> {
    let layout = L::STATIC;
    (0..layout.size().usize())
        .map(|index| layout.crd2idx(index).usize())
        .collect()
}

/// Shapes of one size, and for each two whether the first is compatible with the second.
pub struct Family {
    /// The shapes, as text.
    pub shapes: &'static [&'static str],
    /// By plain evaluation.
    pub expected: &'static [&'static [bool]],
    /// By the library.
    pub compatible: &'static [&'static [fn() -> bool]],
}

impl Family {
    /// The answers of the library.
    pub fn compatible(&self) -> Vec<Vec<bool>> {
        let answers = |row: &&[fn() -> bool]| row.iter().map(|answer| answer()).collect();
        self.compatible.iter().map(answers).collect()
    }
}

/// The answer `B1` is true, `B0` is not.
fn answer<B: 'static>() -> bool {
    let is_true = TypeId::of::<B>() == TypeId::of::<B1>();
    assert!(is_true || TypeId::of::<B>() == TypeId::of::<B0>());
    is_true
}

/// Whether the shape `A` is compatible with the shape `B`.
pub fn compatible<A: IntTuple, B: IntTuple>() -> bool {
    answer::<Compatible<A, B>>()
}

/// Whether the tiles of the layout `L` share no value.
pub fn disjoint<L: Layout>() -> bool {
    answer::<IsDisjoint<L>>()
}

/// What is true of a layout's image, and what the library says.
pub struct Image {
    /// The layout, as text.
    pub layout: &'static str,
    /// Injective, compact: by plain evaluation.
    pub expected: [bool; 2],
    /// The size of the image by plain evaluation.
    pub image: usize,
    /// Injective, compact, bijective: as types.
    pub types: [fn() -> bool; 3],
    /// Injective, compact, bijective: as constants.
    pub constants: [bool; 3],
    /// The size of the image, as a constant.
    pub size: usize,
}

impl Image {
    /// The layout `L`, with its name, what plain evaluation says, and what is proven.
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
            types: [
                answer::<IsInjective<L>>,
                answer::<IsCompact<L>>,
                answer::<IsBijective<L>>,
            ],
            constants: [L::IS_INJECTIVE, L::IS_COMPACT, L::IS_BIJECTIVE],
            size: L::IMAGE_SIZE,
        }
    }
}

/// Whether tiles share no value, and what the library says.
pub struct Tiling {
    /// The layout (tile, copies), as text.
    pub layout: &'static str,
    /// By plain evaluation.
    pub disjoint: bool,
    /// Whether the tile repeats no value, apart from modes of stride 0.
    pub plain_tile: bool,
    /// By the library.
    pub proven: fn() -> bool,
}
