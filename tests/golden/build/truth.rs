//! The algebra by plain evaluation: every answer here comes from tables of function values.
//!
//! Nothing is shared with the library's way of deciding: a composition exists if its table is the table of a layout,
//! a complement if greedily placed translates never overlap. `tests/truth.rs` holds this module against the golden
//! records.

use std::collections::{HashMap, HashSet};
use std::fmt;

/// An int tuple: `(2, (4, 8))` is `Tuple([Leaf(2), Tuple([Leaf(4), Leaf(8)])])`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Nest {
    Leaf(u64),
    Tuple(Vec<Nest>),
}

impl Nest {
    /// The leaves from left to right: `(2, (4, 8))` has 2, 4, 8.
    pub(crate) fn leaves(&self) -> Vec<u64> {
        match self {
            Nest::Leaf(n) => vec![*n],
            Nest::Tuple(parts) => parts.iter().flat_map(Nest::leaves).collect(),
        }
    }

    /// The product of the leaves: `(2, (4, 8))` has 64.
    pub(crate) fn product(&self) -> u64 {
        self.leaves().iter().product()
    }
}

/// Writes `(2,(4,8))`, and `(2,)` for a tuple of one.
impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nest::Leaf(n) => write!(f, "{n}"),
            Nest::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Nest::to_string).collect();
                let comma = if parts.len() == 1 { "," } else { "" };
                write!(f, "({}{comma})", parts.join(","))
            }
        }
    }
}

/// A layout of numbers: the function `i -> inner product of i's coordinate with the strides`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    pub(crate) shape: Nest,
    pub(crate) stride: Nest,
}

impl Layout {
    /// The layout of these modes: a bare `4:1` for one, `(4,2):(1,4)` for two.
    pub(crate) fn of_modes(modes: &[(u64, u64)]) -> Self {
        if let [(extent, stride)] = *modes {
            return Layout {
                shape: Nest::Leaf(extent),
                stride: Nest::Leaf(stride),
            };
        }
        Layout {
            shape: Nest::Tuple(modes.iter().map(|mode| Nest::Leaf(mode.0)).collect()),
            stride: Nest::Tuple(modes.iter().map(|mode| Nest::Leaf(mode.1)).collect()),
        }
    }

    /// The layout with these as its modes: `(4,(2,8)):(1,(4,8))` of `4:1` and `(2,8):(4,8)`.
    pub(crate) fn of_parts(parts: Vec<Layout>) -> Self {
        let (shapes, strides) = parts
            .into_iter()
            .map(|part| (part.shape, part.stride))
            .unzip();
        Layout {
            shape: Nest::Tuple(shapes),
            stride: Nest::Tuple(strides),
        }
    }

    /// The modes of the outermost level; of a bare `4:1`, itself.
    pub(crate) fn parts(&self) -> Vec<Layout> {
        match (&self.shape, &self.stride) {
            (Nest::Tuple(shapes), Nest::Tuple(strides)) => {
                let part = |(shape, stride): (&Nest, &Nest)| Layout {
                    shape: shape.clone(),
                    stride: stride.clone(),
                };
                shapes.iter().zip(strides).map(part).collect()
            }
            _ => vec![self.clone()],
        }
    }

    /// The pairs (extent, stride) of the flattened layout: `(2,(4,8)):(1,(2,8))` has (2,1), (4,2), (8,8).
    pub(crate) fn modes(&self) -> Vec<(u64, u64)> {
        self.shape
            .leaves()
            .into_iter()
            .zip(self.stride.leaves())
            .collect()
    }

    /// The number of indices: 64 for `(2,(4,8)):(1,(2,8))`.
    pub(crate) fn size(&self) -> u64 {
        self.shape.product()
    }

    /// One more than the largest value: 16 for `(4,4):(1,4)`.
    pub(crate) fn cosize(&self) -> u64 {
        1 + self
            .modes()
            .iter()
            .map(|(extent, stride)| (extent - 1) * stride)
            .sum::<u64>()
    }

    /// The value at an index; the last mode is unbounded, so `(4,2):(1,10)` at 9 is 1 + 2 * 10 = 21.
    pub(crate) fn at(&self, index: u64) -> u64 {
        value_at(&self.modes(), index)
    }

    /// All values: `(2,2):(1,4)` has 0, 1, 4, 5.
    pub(crate) fn table(&self) -> Vec<u64> {
        let modes = self.modes();
        (0..self.size())
            .map(|index| value_at(&modes, index))
            .collect()
    }

    /// The modes of more than one element that move: `(4,2,1):(1,0,7)` keeps (4,1).
    fn moving_modes(&self) -> Vec<(u64, u64)> {
        self.modes()
            .into_iter()
            .filter(|&(extent, stride)| extent > 1 && stride > 0)
            .collect()
    }

    /// How many different values are taken: 8 for the windows `(4,3):(1,2)`.
    pub(crate) fn image_size(&self) -> u64 {
        self.table().into_iter().collect::<HashSet<_>>().len() as u64
    }

    /// Whether no value is taken twice, apart from modes of stride 0.
    pub(crate) fn is_injective(&self) -> bool {
        let mut values = Layout::of_modes(&self.moving_modes()).table();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// Writes `(4,2):(1,4)`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

/// The value of the layout of these modes at an index.
fn value_at(modes: &[(u64, u64)], index: u64) -> u64 {
    let Some((&(_, last), inner)) = modes.split_last() else {
        return 0;
    };
    let (mut rest, mut value) = (index, 0);
    for &(extent, stride) in inner {
        value += rest % extent * stride;
        rest /= extent;
    }
    value + rest * last
}

/// The coalesced layout whose table is exactly this one, if there is one: 0, 2, 7, 9 is `(2,2):(2,7)`.
///
/// Every table is a sum of `e * floor(i / q)` in one way. It is a layout's if the `q > 1` with `e != 0` and the length
/// divide one another in turn; those `q` are where a new mode begins.
pub(crate) fn layout_of(table: &[u64]) -> Option<Layout> {
    let length = table.len();
    if length == 1 {
        return Some(Layout::of_modes(&[(1, 0)]));
    }
    let mut jumps = vec![0i64; length];
    for i in 1..length {
        jumps[i] = table[i] as i64 - table[i - 1] as i64;
    }
    for q in 1..length {
        for multiple in (2 * q..length).step_by(q) {
            jumps[multiple] -= jumps[q];
        }
    }
    let mut begins = vec![1];
    begins.extend((2..length).filter(|&q| jumps[q] != 0));
    begins.push(length);
    let chain = begins.windows(2).all(|pair| pair[1] % pair[0] == 0);
    let mode = |pair: &[usize]| ((pair[1] / pair[0]) as u64, table[pair[0]]);
    chain.then(|| Layout::of_modes(&begins.windows(2).map(mode).collect::<Vec<_>>()))
}

/// The same function in the fewest modes: `(4,(2,1)):(1,(4,9))` is `8:1`.
pub(crate) fn coalesce(layout: &Layout) -> Layout {
    layout_of(&layout.table()).expect("the table of a layout is a layout's")
}

/// The layout `i -> a(b(i))` whose shape refines b's, if there is one.
pub(crate) fn compose(a: &Layout, b: &Layout) -> Option<Layout> {
    let result = compose_parts(a, &b.shape, &b.stride)?;
    let modes = a.modes();
    let expected: Vec<u64> = b
        .table()
        .into_iter()
        .map(|value| value_at(&modes, value))
        .collect();
    (result.table() == expected).then_some(result)
}

/// The composition of each leaf of b alone, put together in b's nesting.
fn compose_parts(a: &Layout, shape: &Nest, stride: &Nest) -> Option<Layout> {
    match (shape, stride) {
        (Nest::Leaf(extent), Nest::Leaf(stride)) => compose_leaf(a, *extent, *stride),
        (Nest::Tuple(shapes), Nest::Tuple(strides)) => {
            let parts: Option<Vec<Layout>> = shapes
                .iter()
                .zip(strides)
                .map(|(shape, stride)| compose_parts(a, shape, stride))
                .collect();
            parts.map(Layout::of_parts)
        }
        _ => panic!("shape {shape} and stride {stride} are not congruent"),
    }
}

/// The layout `i -> a(i * stride)` of size `extent`, if there is one.
fn compose_leaf(a: &Layout, extent: u64, stride: u64) -> Option<Layout> {
    if extent == 1 {
        return Some(Layout::of_modes(&[(1, stride_of_one(a, stride))]));
    }
    layout_of(&(0..extent).map(|i| a.at(i * stride)).collect::<Vec<_>>())
}

/// The stride that a mode `1:stride` gets by convention, for no value shows it.
///
/// What is left of the stride after each inner mode of the coalesced `a`, rounded up, times the last mode's stride:
/// `(4,2):(1,10)` with `1:6` gives `ceil(6 / 4) * 10 = 20`.
fn stride_of_one(a: &Layout, stride: u64) -> u64 {
    let modes = extended_modes(a);
    let Some((&(_, last), inner)) = modes.split_last() else {
        return 0;
    };
    inner
        .iter()
        .fold(stride, |rest, &(extent, _)| rest.div_ceil(extent))
        * last
}

/// The modes of the coalesced layout, where a last mode of extent 1 stays: its stride is that of the extension.
fn extended_modes(a: &Layout) -> Vec<(u64, u64)> {
    let mut modes = a.modes();
    if let Some(last) = modes.last_mut() {
        last.0 = last.0.max(2);
    }
    modes.retain(|mode| mode.0 > 1);
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (extent, stride) in modes {
        match merged.last_mut() {
            Some(before) if before.0 * before.1 == stride => before.0 *= extent,
            _ => merged.push((extent, stride)),
        }
    }
    merged
}

/// Whether carries between the modes of `a` might cancel: only then may a composition be refused as resonant.
///
/// Each mode but the first bends the function by its stride less what the mode before it spans; cancelling takes a bend
/// up and a bend down, as in `(4,2,8):(1,5,9)`, where they are 1 and -1.
pub(crate) fn may_resonate(a: &Layout) -> bool {
    let modes = extended_modes(a);
    let bends: Vec<i64> = modes
        .windows(2)
        .map(|pair| pair[1].1 as i64 - (pair[0].0 * pair[0].1) as i64)
        .collect();
    bends.iter().any(|&bend| bend > 0) && bends.iter().any(|&bend| bend < 0)
}

/// The increasing layout of translates with which `a` covers `0..n` without overlap, for the least such `n >= target`.
///
/// The smallest number not yet covered must be the next translate, so placing them one by one decides. This is
/// complete for targets of at least `a`'s cosize.
pub(crate) fn complement(a: &Layout, target: u64) -> Option<Layout> {
    let block = Layout::of_modes(&a.moving_modes()).table();
    let mut covered = HashSet::new();
    let mut translates = Vec::new();
    let (mut start, mut end) = (0, 0);
    while start < target || start < end {
        if !covered.contains(&start) {
            translates.push(start);
            end = end.max(start + 1 + block.iter().max().copied().unwrap_or(0));
            if !block.iter().all(|value| covered.insert(start + value)) {
                return None;
            }
        }
        start += 1;
    }
    layout_of(&translates)
}

/// `a` composed with `(b, complement of b)`, if both exist.
pub(crate) fn logical_divide(a: &Layout, b: &Layout) -> Option<Layout> {
    let rest = complement(b, a.size())?;
    compose(a, &Layout::of_parts(vec![b.clone(), rest]))
}

/// The modes of `a` divided by a tile each, or by the whole mode for `None`: all tiles first, then all rests and the
/// modes without a tile. `(8,6):(1,8)` by a tile `4:1` is `((4,),(2,6)):((1,),(4,8))`.
pub(crate) fn zipped_divide(a: &Layout, tiles: &[Option<Layout>]) -> Option<Layout> {
    let modes = a.parts();
    let (divided, others) = modes.split_at(tiles.len());
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (mode, tile) in divided.iter().zip(tiles) {
        match tile {
            Some(tile) => match &logical_divide(mode, tile)?.parts()[..] {
                [tile, rest] => {
                    first.push(tile.clone());
                    second.push(rest.clone());
                }
                parts => panic!("a divided mode has {} parts", parts.len()),
            },
            None => {
                first.push(mode.clone());
                second.push(Layout::of_modes(&[(1, 0)]));
            }
        }
    }
    second.extend_from_slice(others);
    Some(Layout::of_parts(vec![
        Layout::of_parts(first),
        Layout::of_parts(second),
    ]))
}

/// For an injective layout: the layout which finds the index of each value 0, 1, .. as far as all are reached.
pub(crate) fn right_inverse(layout: &Layout) -> Layout {
    let mut first_index = HashMap::new();
    for (index, value) in layout.table().into_iter().enumerate() {
        first_index.entry(value).or_insert(index as u64);
    }
    let indices: Vec<u64> = (0..)
        .map_while(|value| first_index.get(&value).copied())
        .collect();
    layout_of(&indices).expect("the indices of an injective layout's values are a layout's")
}

/// Whether the strides, as digits of a number, tell the index apart: injective, and each stride divides the next.
pub(crate) fn has_left_inverse(layout: &Layout) -> bool {
    let mut strides: Vec<u64> = Layout::of_modes(&coalesce(layout).moving_modes())
        .stride
        .leaves();
    strides.sort_unstable();
    layout.is_injective() && strides.windows(2).all(|pair| pair[1] % pair[0] == 0)
}

/// The coordinate of an index in a shape, with the last mode unbounded: 9 in `(4,2)` is `(1,2)`.
pub(crate) fn coordinate(index: u64, shape: &Nest) -> Nest {
    match shape {
        Nest::Leaf(_) => Nest::Leaf(index),
        Nest::Tuple(parts) => {
            let mut rest = index;
            let mut coordinates = Vec::new();
            for (i, part) in parts.iter().enumerate() {
                let size = part.product();
                let last = i + 1 == parts.len();
                coordinates.push(coordinate(if last { rest } else { rest % size }, part));
                rest /= size;
            }
            Nest::Tuple(coordinates)
        }
    }
}

/// Whether every coordinate of `a` is one of `b` too, and both have as many: `24` and `(4,6)`, not the other way.
pub(crate) fn compatible(a: &Nest, b: &Nest) -> bool {
    match (a, b) {
        (Nest::Leaf(size), _) => *size == b.product(),
        (Nest::Tuple(_), Nest::Leaf(_)) => false,
        (Nest::Tuple(of_a), Nest::Tuple(of_b)) => {
            of_a.len() == of_b.len() && of_a.iter().zip(of_b).all(|(a, b)| compatible(a, b))
        }
    }
}

/// Whether the tiles at different coordinates of `copies` have no value in common.
pub(crate) fn tiles_are_disjoint(tile: &Layout, copies: &Layout) -> bool {
    let tile: HashSet<u64> = tile.table().into_iter().collect();
    let mut seen = HashSet::new();
    let mut values = copies.table().into_iter().flat_map(|copy| {
        let values: Vec<u64> = tile.iter().map(|value| value + copy).collect();
        values
    });
    values.all(|value| seen.insert(value))
}
