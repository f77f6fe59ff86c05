//! Generated layouts with negative strides, evaluated by the library.

use zellige::prelude::*;
use zellige::tuple::measure::Rank;

/// A layout with some negative strides, and the library's results for it.
pub struct Signed {
    /// The layout, as text.
    pub layout: &'static str,
    /// Its values.
    pub table: fn() -> Vec<i128>,
    /// The values of the coalesced layout.
    pub coalesced: fn() -> Vec<i128>,
    /// The rank of the coalesced layout.
    pub rank: usize,
    /// A slice, if it has more than one mode.
    pub slice: Option<SignedSlice>,
    /// The right operand of a composition, as text.
    pub tile: &'static str,
    /// The values of the composition, if it is not refused.
    pub composed: Option<fn() -> Vec<i128>>,
    /// A factor.
    pub factor: i128,
    /// The values in elements `factor` times as wide, if that is not refused.
    pub wider: Option<fn() -> Vec<i128>>,
    /// The values in elements `factor` times as narrow, if that is not refused.
    pub narrower: Option<fn() -> Vec<i128>>,
}

/// A slice at an index of the first mode.
pub struct SignedSlice {
    /// The index.
    pub index: u64,
    /// The size of the first mode.
    pub first: u64,
    /// The values of the slice.
    pub table: fn() -> Vec<i128>,
    /// The offset at which it begins.
    pub offset: fn() -> i128,
}

impl SignedSlice {
    /// Returns the slice `L`, which begins at `O`.
    pub const fn of<L: Layout, O: Integer>(index: u64, first: u64) -> Self {
        SignedSlice { index, first, table: table_of::<L>, offset: || O::STATIC.isize() as i128 }
    }
}

/// Returns the values of a static layout at all its indices.
pub fn table_of<L: Layout>() -> Vec<i128> {
    let layout = L::STATIC;
    (0..layout.size().usize()).map(|index| layout.crd2idx(index).isize() as i128).collect()
}

/// Returns the values of a layout, if it is not refused.
pub const fn table_unless_refused<L: Layout>() -> Option<fn() -> Vec<i128>> {
    match L::REFUSAL {
        None => Some(table_of::<L>),
        Some(_) => None,
    }
}

/// Returns the rank of a layout.
pub const fn rank_of<L: Layout>() -> usize {
    <Rank<L::Shape> as Integer>::KNOWN as usize
}
