//! Generated forms of arguments: how they nest, and which leaves are static or run-time integers.

use super::builds::Case;
use super::harness::form::{Leaf, read_forms};
use zellige_oracle::{Layout, Mode, Nest, Number, Swizzle, Value, rng::Rng};

/// Operations that make layouts of run-time integers, with their case counts.
#[rustfmt::skip]
const OPERATIONS: [(&str, usize); 25] = [
    ("compose", 40), ("complement", 20), ("complement_sparse", 10), ("right_inverse", 12),
    ("left_inverse", 16), ("logical_divide", 36), ("zipped_divide", 20), ("tiled_divide", 12),
    ("flat_divide", 12), ("with_shape", 16), ("logical_product", 24), ("zipped_product", 10),
    ("tiled_product", 8), ("flat_product", 8), ("blocked_product", 10), ("raked_product", 8),
    ("tile_to_shape", 14), ("tile_to_shape_ordered", 8), ("upcast", 14), ("downcast", 10),
    ("recast_layout", 10), ("max_common_layout", 14), ("local_tile", 12), ("outer_partition", 10),
    ("local_partition", 14),
];

/// Forms whose results were once wrong.
const ONCE_WRONG: [(&str, &str); 12] = [
    ("logical_divide", "(_12,(_4,_8)):(_7,(_1,_30)) | u:_1"),
    ("zipped_divide", "(_12,(_4,_8)):(_7,(_1,_30)) | z:_1"),
    ("compose", "(u,u):(_1,u) | _6:_1"),
    ("compose", "(_5,u):(u,u) | (u,_4):(_5,u)"),
    ("complement", "(_2,_4):(_4,_12) | u"),
    ("logical_divide", "(_4,u):(_1,_6) | (_2,_4):(_4,_12)"),
    ("left_inverse", "(u,_6):(_1,_2)"),
    ("left_inverse", "(u,_4):(_9,_9)"),
    ("left_inverse", "_5:u"),
    ("logical_product", "(u,):(_8,) | _4:u"),
    ("with_shape", "(u,_4):(_4,_1) | u"),
    ("local_partition", "(u,_8):(_8,_1) | (_2,_4):(_4,_1) | u"),
];

/// Forms with run-time integers: those that were once wrong, and others that the seed determines.
pub(super) fn forms(seed: u64) -> Vec<Case> {
    let once_wrong = ONCE_WRONG.iter();
    let mut forms: Vec<Case> =
        once_wrong.map(|(operation, text)| Case::new(operation, read_forms(text))).collect();
    let mut rng = Rng::new(seed);
    let mut maker = Maker::new(&mut rng, Numbers::Mixed);
    for (operation, count) in OPERATIONS {
        for _ in 0..count {
            let mut arguments = maker.arguments(operation);
            // Another part of the fuzzer covers purely static arguments better.
            while !has_run_time_integers(&arguments) {
                arguments = maker.arguments(operation);
            }
            forms.push(Case::new(operation, arguments));
        }
    }
    forms
}

/// Whether any of the arguments has a run-time integer.
pub(super) fn has_run_time_integers(arguments: &[Value<Leaf>]) -> bool {
    let numbers = arguments.iter().flat_map(Value::numbers);
    numbers.into_iter().any(|leaf| !matches!(leaf, Leaf::Static(_)))
}

/// A swizzle of at least so many bits; the base is at most `more`, and the shift less than that
/// above the bits.
pub(super) fn swizzle(rng: &mut Rng, least: u64, more: u64) -> Swizzle {
    let bits = rng.within(least, 3) as u32;
    let shift = bits as i32 + rng.below(more) as i32;
    let base = rng.within(0, more) as u32;
    let shift = if rng.chance(25) { -shift } else { shift };
    Swizzle::new(bits, base, shift).expect("its bits move far enough")
}

/// Which leaves of a form are numbers from the start.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Numbers {
    /// Some of them: about half of the leaves are run-time integers.
    Mixed,
    /// None of them: all numbers are filled in later.
    Later,
}

/// Generates forms.
pub(super) struct Maker<'r> {
    rng: &'r mut Rng,
    numbers: Numbers,
}

impl<'r> Maker<'r> {
    pub(super) fn new(rng: &'r mut Rng, numbers: Numbers) -> Self {
        Maker { rng, numbers }
    }

    /// Generates the arguments of an operation.
    pub(super) fn arguments(&mut self, operation: &str) -> Vec<Value<Leaf>> {
        match operation {
            "left_inverse" => vec![self.sortable()],
            "complement" | "complement_sparse" => {
                let target = if self.rng.chance(80) {
                    Value::Int(self.leaf(70, &[12, 24, 30, 64]))
                } else {
                    self.shape(2)
                };
                vec![self.sortable(), target]
            }
            "with_shape" => {
                let rank = self.rng.within(1, 3) as usize;
                vec![self.any(), self.shape(rank)]
            }
            "blocked_product" | "raked_product" => {
                let rank = self.rng.within(1, 2) as usize;
                vec![self.sortable(), Value::Layout(self.layout(rank, false))]
            }
            "tile_to_shape" | "tile_to_shape_ordered" => self.block_and_target(operation),
            "upcast" | "downcast" => {
                let n = self.rng.pick(&[0, 1, 2, 2, 3, 4, 4, 8]);
                vec![self.any(), Value::Int(Leaf::Static(n))]
            }
            "recast_layout" => {
                let a = self.any();
                let mut bits = || Value::Int(Leaf::Static(self.rng.pick(&[8, 16, 24, 32, 64])));
                vec![a, bits(), bits()]
            }
            "max_common_layout" => vec![self.any(), self.any()],
            "local_tile" | "outer_partition" | "local_partition" => self.part(operation),
            _ if operation == "compose"
                || operation.ends_with("_divide")
                || operation.ends_with("_product") =>
            {
                self.tiled()
            }
            _ => vec![self.any()],
        }
    }

    /// A leaf: with a probability of `run_time` percent a run-time integer, otherwise one of
    /// `numbers`.
    pub(super) fn leaf(&mut self, run_time: u64, numbers: &[Number]) -> Leaf {
        match self.rng.below(100) {
            _ if self.numbers == Numbers::Later => Leaf::Usize,
            n if n >= run_time => Leaf::Static(self.rng.pick(numbers)),
            n if n % 3 == 0 => Leaf::Usize,
            _ => Leaf::U32,
        }
    }

    /// A layout with this many modes, nested or not. If `sorted`, it must be sortable at compile
    /// time: most strides are static and increase.
    pub(super) fn layout(&mut self, rank: usize, sorted: bool) -> Layout<Leaf> {
        let flat = self.flat(rank, sorted);
        let Nest::Tuple(mut modes) = flat else {
            return flat;
        };
        let mut nest = 50;
        while modes.len() > 2 && self.rng.chance(nest) {
            let first = self.rng.below(modes.len() as u64 - 1) as usize;
            let pair: Vec<Layout<Leaf>> = modes.drain(first..first + 2).collect();
            modes.insert(first, Nest::Tuple(pair));
            nest = 20;
        }
        Nest::Tuple(modes)
    }

    fn flat(&mut self, rank: usize, sorted: bool) -> Layout<Leaf> {
        let mut least = 1;
        let mut modes: Vec<Mode<Leaf>> = Vec::new();
        for _ in 0..rank {
            let extent = self.leaf(50, &[1, 2, 3, 4, 4, 5, 6, 8, 12]);
            let stride = if sorted && rank > 1 && self.numbers == Numbers::Mixed {
                let stride = least * self.rng.pick(&[1, 1, 2, 3]);
                least = stride
                    * match extent {
                        Leaf::Static(n) => n,
                        _ => self.rng.pick(&[1, 2, 3, 4]),
                    };
                Leaf::Static(if self.rng.chance(8) { 0 } else { stride })
            } else {
                self.leaf(50, &[0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16])
            };
            modes.push(Mode { extent, stride });
        }
        if sorted {
            self.rng.shuffle(&mut modes);
        }
        if rank == 1 && self.rng.chance(15) {
            return Nest::Tuple(vec![Nest::Leaf(modes[0])]);
        }
        Nest::flat(&modes)
    }

    /// A layout of any rank.
    pub(super) fn any(&mut self) -> Value<Leaf> {
        let rank = match self.numbers {
            Numbers::Mixed => self.rng.pick(&[1, 2, 2, 2, 3, 3, 4]),
            Numbers::Later if self.rng.chance(2) => 0,
            Numbers::Later => self.rng.pick(&[1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5]),
        };
        let sorted = self.rng.chance(30);
        Value::Layout(self.layout(rank, sorted))
    }

    /// A layout whose strides can be sorted at compile time.
    fn sortable(&mut self) -> Value<Leaf> {
        let rank = self.rng.pick(&[1, 1, 2, 2, 3]);
        Value::Layout(self.layout(rank, true))
    }

    /// A tuple of this many extents, or one extent.
    fn shape(&mut self, rank: usize) -> Value<Leaf> {
        let mut extent = || Value::Int(self.leaf(60, &[1, 2, 3, 4, 6, 8, 12]));
        if rank == 1 { extent() } else { Value::Tuple((0..rank).map(|_| extent()).collect()) }
    }

    /// A block, a target with as many modes or one more, and an order if the operation takes one.
    fn block_and_target(&mut self, operation: &str) -> Vec<Value<Leaf>> {
        let rank = self.rng.within(1, 3) as usize;
        let block = Value::Layout(self.flat(rank, false));
        let target = rank + self.rng.below(2) as usize;
        let mut arguments = vec![block, self.shape(target)];
        if operation.ends_with("ordered") {
            let mut places: Vec<Number> = (0..target as Number).collect();
            self.rng.shuffle(&mut places);
            let places = places.into_iter().map(|n| Value::Int(Leaf::Static(n)));
            arguments.push(Value::Tuple(places.collect()));
        }
        arguments
    }

    /// A layout, and a tiler for the whole of it or one for each mode.
    fn tiled(&mut self) -> Vec<Value<Leaf>> {
        if self.rng.chance(65) {
            let a = self.any();
            let tile = if self.rng.chance(20) {
                Value::Int(self.leaf(60, &[1, 2, 3, 4, 6, 8]))
            } else {
                let rank = self.rng.pick(&[1, 1, 2]);
                Value::Layout(self.layout(rank, rank > 1))
            };
            return vec![a, tile];
        }
        let rank = self.rng.within(2, 3) as usize;
        let a = self.layout(rank, false);
        let tiler = self.by_mode(a.rank());
        vec![Value::Layout(a), tiler]
    }

    /// A layout, and another one that selects some of its elements.
    pub(super) fn tiled_by_layout(&mut self) -> Vec<Value<Leaf>> {
        let rank = self.rng.pick(&[1, 1, 2]);
        vec![self.any(), Value::Layout(self.layout(rank, false))]
    }

    /// A layout, and a coordinate that has `..` for some of its modes.
    pub(super) fn sliced(&mut self) -> Vec<Value<Leaf>> {
        let a = self.any();
        let at = match &a {
            Value::Layout(Nest::Tuple(modes)) if self.rng.chance(85) => {
                Value::Tuple(modes.iter().map(|_| self.index_or_whole(40)).collect())
            }
            _ => self.index_or_whole(40),
        };
        vec![a, at]
    }

    /// A tiler for each of this many modes, or for the first few of them.
    fn by_mode(&mut self, rank: usize) -> Value<Leaf> {
        let count = self.rng.within(1, rank as u64);
        let tiler = |_| match self.rng.below(10) {
            0 => Value::Whole,
            1..=2 => Value::Layout(self.layout(1, false)),
            _ => Value::Int(self.leaf(50, &[1, 2, 3, 4, 6, 8])),
        };
        Value::Tuple((0..count).map(tiler).collect())
    }

    /// A layout, then a tiler or a layout of threads, then a coordinate.
    fn part(&mut self, operation: &str) -> Vec<Value<Leaf>> {
        let rank = self.rng.within(2, 3) as usize;
        let a = self.layout(rank, false);
        let rank = a.rank();
        let a = Value::Layout(a);
        if operation == "local_partition" {
            let threads = Value::Layout(self.threads(rank));
            // A thread statically known not to exist does not compile.
            let thread = Value::Int(self.leaf(80, &[0]));
            return vec![a, threads, thread];
        }
        let tiler = self.by_mode(rank);
        let coordinates = match (&tiler, operation) {
            (Value::Tuple(tilers), "outer_partition") => tilers.len(),
            _ => rank,
        };
        let at = if self.rng.chance(20) {
            self.index()
        } else {
            Value::Tuple((0..coordinates).map(|_| self.index_or_whole(25)).collect())
        };
        vec![a, tiler, at]
    }

    fn index(&mut self) -> Value<Leaf> {
        Value::Int(self.leaf(80, &[0, 1, 2]))
    }

    /// An index or, with a probability of `whole` percent, `..`.
    pub(super) fn index_or_whole(&mut self, whole: u64) -> Value<Leaf> {
        if self.rng.chance(whole) { Value::Whole } else { self.index() }
    }

    /// A mostly static layout of thread numbers, with at most this many modes.
    fn threads(&mut self, rank: usize) -> Layout<Leaf> {
        let rank = self.rng.within(1, rank as u64) as usize;
        let mut modes = Vec::new();
        let mut before = 1;
        for _ in 0..rank {
            let extent = self.rng.pick(&[1, 2, 2, 3, 4]);
            let stride = Leaf::Static(if extent == 1 { 0 } else { before });
            before *= extent;
            let extent = if self.numbers == Numbers::Mixed && self.rng.chance(15) {
                Leaf::U32
            } else {
                Leaf::Static(extent)
            };
            modes.push(Nest::Leaf(Mode { extent, stride }));
        }
        if self.rng.chance(50) {
            modes.reverse();
        }
        Nest::Tuple(modes)
    }
}
