//! Random layouts, the same ones in every build.

use zellige_oracle::layout::mode;
use zellige_oracle::{Layout, Mode, Nest, Number};

/// The ranks of flattened layouts, the likelier ones more often.
const RANKS: [usize; 8] = [1, 2, 2, 3, 3, 3, 4, 4];

/// A generator of random numbers: xorshift with a multiplication, from a fixed seed.
pub(crate) struct Random(u64);

impl Random {
    /// A generator whose numbers depend on the seed alone.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % end
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True one time in `n`.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of the choices.
    pub(crate) fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// The numbers from 0 to `length - 1` in random order.
    fn order(&mut self, length: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..length).collect();
        for last in (1..length).rev() {
            order.swap(last, self.below(last as u64 + 1) as usize);
        }
        order
    }

    /// As many extents as one of the ranks says, or fewer if their product would be more than `largest`.
    pub(crate) fn extents(&mut self, ranks: &[usize], largest: u64) -> Vec<u64> {
        let mut extents = Vec::new();
        let mut size = 1;
        for _ in 0..self.choose(ranks) {
            let extent = self.choose(&[1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8]);
            if size * extent <= largest {
                size *= extent;
                extents.push(extent);
            }
        }
        extents
    }

    /// Modes which fill memory in a random order, some with a gap before them, some repeating one place.
    fn packed_modes(&mut self, largest: u64, gaps: bool, repeats: bool) -> Vec<Mode> {
        let extents = self.extents(&RANKS, largest).into_iter();
        let mut modes: Vec<Mode> = extents.map(|extent| mode(extent.into(), 0)).collect();
        let mut stride = 1;
        for place in self.order(modes.len()) {
            if repeats && self.one_in(6) {
                continue;
            }
            if gaps && self.one_in(4) {
                stride *= Number::from(self.between(2, 3));
            }
            modes[place].stride = stride;
            stride *= modes[place].extent;
        }
        modes
    }

    /// Modes with any small strides.
    pub(crate) fn loose_modes(&mut self, largest: u64) -> Vec<Mode> {
        self.extents(&RANKS, largest)
            .into_iter()
            .map(|extent| mode(extent.into(), self.below(13).into()))
            .collect()
    }

    /// A layout of any of these kinds, of rank 1 to 4 and nested at random.
    pub(crate) fn layout(&mut self, largest: u64) -> Layout {
        let modes = match self.below(4) {
            0 => self.packed_modes(largest, false, false),
            1 => self.packed_modes(largest, true, false),
            2 => self.packed_modes(largest, true, true),
            _ => self.loose_modes(largest),
        };
        self.nested(&modes)
    }

    /// A layout of these modes, some neighbours grouped.
    pub(crate) fn nested(&mut self, modes: &[Mode]) -> Layout {
        if modes.len() == 1 && !self.one_in(6) {
            return Layout::of(modes);
        }
        let mut parts = Vec::new();
        let mut rest = modes;
        while !rest.is_empty() {
            let (group, after) = rest.split_at(self.between(1, rest.len().min(3) as u64) as usize);
            let group = group.iter().copied().map(Nest::Leaf);
            if self.one_in(4) {
                parts.push(Nest::Tuple(group.collect()));
            } else {
                parts.extend(group);
            }
            rest = after;
        }
        Nest::Tuple(parts)
    }

    /// A shape of the given size: some of its factors split off, some groups nested.
    pub(crate) fn shape_of(&mut self, size: u64, depth: u32) -> Nest<Number> {
        if depth == 0 || self.one_in(4) {
            return Nest::Leaf(size.into());
        }
        let mut rest = size;
        let mut parts = Vec::new();
        for _ in 0..self.between(1, 3) {
            let divisors: Vec<u64> = (1..=rest).filter(|divisor| rest % divisor == 0).collect();
            let part = self.choose(&divisors);
            rest /= part;
            parts.push(self.shape_of(part, depth - 1));
        }
        if rest > 1 {
            parts.push(self.shape_of(rest, depth - 1));
        }
        Nest::Tuple(parts)
    }
}
