//! Generated layouts, as Rust types.
//!
//! Everything starts from a compact layout, whose strides are the prefix products of its extents in
//! some order, and from the prime factors of those extents: its digits.

use zellige_oracle::rng::Rng;

/// The range of a layout's size, and whether its extents are powers of two.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    /// The size of a layout has at least this many bits ...
    pub(crate) least: u32,
    /// ... and at most this many.
    pub(crate) most: u32,
    /// Whether some extents have odd factors.
    pub(crate) odd: bool,
}

/// The maximum element count of a second operand.
const TILE: u64 = 1 << 12;

/// One mode of a layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Mode {
    pub(super) extent: u64,
    pub(super) stride: u64,
}

/// A layout that maps to every offset below its size exactly once.
pub(super) struct Compact {
    pub(super) extents: Vec<u64>,
    pub(super) strides: Vec<u64>,
    /// The number of extents in the first mode; each of the others is its own mode.
    pub(super) first: usize,
}

impl Compact {
    pub(super) fn random(rng: &mut Rng, rank: usize, numbers: Numbers) -> Self {
        let mut compact =
            Compact { extents: extents(rng, rank, numbers), strides: vec![0; rank], first: 1 };
        compact.order(rng);
        let nested = rank > 2 && rng.chance(40);
        if nested {
            compact.first = rng.within(2, rank as u64 - 1) as usize;
        }
        compact
    }

    /// Assigns strides to the extents in a random order.
    pub(super) fn order(&mut self, rng: &mut Rng) {
        let mut order: Vec<usize> = (0..self.extents.len()).collect();
        rng.shuffle(&mut order);
        let mut size = 1;
        for mode in order {
            self.strides[mode] = size;
            size *= self.extents[mode];
        }
    }

    /// The extent whose stride is 1.
    pub(super) fn contiguous(&self) -> u64 {
        let mut modes = self.extents.iter().zip(&self.strides);
        let contiguous = modes.find(|&(_, &stride)| stride == 1);
        *contiguous.expect("a compact layout has a stride 1").0
    }

    /// The sizes of the modes.
    pub(super) fn extents_of_modes(&self) -> Vec<u64> {
        let (first, others) = self.extents.split_at(self.first);
        [&[first.iter().product()], others].concat()
    }

    pub(super) fn layout(&self) -> String {
        strided(&self.nest(&list(&self.extents)), &self.nest(&list(&self.strides)))
    }

    /// A tuple nested like the layout, with one item for each extent.
    pub(super) fn nest(&self, items: &[String]) -> String {
        let (first, others) = items.split_at(self.first);
        let first = if self.first > 1 { tuple(first) } else { first.concat() };
        tuple(&[&[first], others].concat())
    }
}

/// A compact layout without two of its modes (or one, if it has only two): injective, with gaps.
pub(super) struct Gapped {
    modes: Vec<Mode>,
    /// The extents of the missing modes, by ascending stride.
    pub(super) gaps: Vec<u64>,
    /// The size of the whole layout.
    pub(super) whole: u64,
}

impl Gapped {
    pub(super) fn random(rng: &mut Rng, rank: usize, numbers: Numbers) -> Self {
        let compact = Compact::random(rng, rank, numbers);
        let pairs = compact.extents.iter().zip(&compact.strides);
        let mut modes: Vec<Mode> =
            pairs.map(|(&extent, &stride)| Mode { extent, stride }).collect();
        let mut gaps: Vec<Mode> = Vec::new();
        for _ in 0..2.min(rank - 1) {
            gaps.push(modes.remove(rng.below(modes.len() as u64) as usize));
        }
        gaps.sort_unstable_by_key(|mode| mode.stride);
        Gapped {
            modes,
            gaps: gaps.iter().map(|mode| mode.extent).collect(),
            whole: compact.extents.iter().product(),
        }
    }

    pub(super) fn layout(&self) -> String {
        layout(&self.modes)
    }
}

/// `rank` extents whose product has about as many bits as `numbers` requires.
fn extents(rng: &mut Rng, rank: usize, numbers: Numbers) -> Vec<u64> {
    let least = u64::from(numbers.least).max(rank as u64);
    let bits = rng.within(least, u64::from(numbers.most).max(least)) as usize;
    let cuts = rng.sample(bits - 1, rank - 1);
    let ends = cuts.iter().map(|cut| cut + 1).chain([bits]);
    let starts = [0].into_iter().chain(cuts.iter().map(|cut| cut + 1));
    let widths: Vec<u32> = ends.zip(starts).map(|(end, start)| (end - start) as u32).collect();
    let widest = (0..rank).max_by_key(|&mode| widths[mode]);
    let extent = |mode: usize| {
        let odd = numbers.odd && (Some(mode) == widest || widths[mode] > 1 && rng.chance(40));
        if odd { odd_extent(rng, widths[mode]) } else { 1 << widths[mode] }
    };
    (0..rank).map(extent).collect()
}

/// The largest product of an odd factor and a power of two that does not exceed 2^width (3 if there
/// is none).
fn odd_extent(rng: &mut Rng, width: u32) -> u64 {
    let fitting: Vec<u64> =
        [3, 5, 7, 9, 15, 25, 27, 49, 75, 125].into_iter().filter(|&odd| odd < 1 << width).collect();
    if fitting.is_empty() {
        return 3;
    }
    let odd = rng.pick(&fitting);
    odd << (width - (u64::BITS - odd.leading_zeros()))
}

/// The prime factors of the extents, in random order within each extent.
fn digits(rng: &mut Rng, extents: &[u64]) -> Vec<u64> {
    let shuffled = |&extent: &u64| {
        let mut primes = primes(extent);
        rng.shuffle(&mut primes);
        primes
    };
    extents.iter().flat_map(shuffled).collect()
}

fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut candidate = 2;
    while number > 1 {
        while number % candidate == 0 {
            primes.push(candidate);
            number /= candidate;
        }
        candidate += 1;
    }
    primes
}

/// Up to `count` modes, each one a run of neighbouring digits of the extents, with at most [`TILE`]
/// elements in total.
pub(super) fn runs(rng: &mut Rng, extents: &[u64], count: usize) -> Vec<Mode> {
    let digits = digits(rng, extents);
    let cuts = rng.sample(digits.len() - 1, count.min(digits.len() - 1));
    let largest = TILE >> (TILE.ilog2() - TILE.ilog2() / count as u32);
    let mut modes = Vec::new();
    let (mut start, mut stride) = (0, 1);
    for end in cuts.into_iter().map(|cut| cut + 1).chain([digits.len()]) {
        let extent = prefix(&digits[start..end], largest);
        modes.push(Mode { extent, stride });
        stride *= digits[start..end].iter().product::<u64>();
        start = end;
    }
    rng.shuffle(&mut modes);
    modes.truncate(count);
    modes
}

/// The largest product of leading digits that does not exceed `largest`, but at least the first
/// digit.
fn prefix(digits: &[u64], largest: u64) -> u64 {
    digits[1..]
        .iter()
        .scan(digits[0], |product, digit| {
            *product *= digit;
            Some(*product)
        })
        .take_while(|&product| product <= largest)
        .last()
        .unwrap_or(digits[0])
}

/// A tile of the mode with these extents: the product of some of its leading digits.
pub(super) fn tile(rng: &mut Rng, extents: &[u64]) -> u64 {
    let digits = digits(rng, extents);
    let end = rng.within(1, digits.len() as u64) as usize;
    digits[..end].iter().product()
}

pub(super) fn layout(modes: &[Mode]) -> String {
    let extents: Vec<u64> = modes.iter().map(|mode| mode.extent).collect();
    let strides: Vec<u64> = modes.iter().map(|mode| mode.stride).collect();
    match modes {
        [mode] => strided(&number(mode.extent), &number(mode.stride)),
        _ => strided(&tuple(&list(&extents)), &tuple(&list(&strides))),
    }
}

pub(super) fn strided(shape: &str, stride: &str) -> String {
    format!("Strided<{shape}, {stride}>")
}

pub(super) fn tuple(items: &[String]) -> String {
    let items: String = items.iter().map(|item| format!("{item},")).collect();
    format!("({items})")
}

/// The types of several numbers.
pub(super) fn list(values: &[u64]) -> Vec<String> {
    values.iter().map(|&value| number(value)).collect()
}

/// The type of a number, bit by bit: 6 is `UInt<UInt<UInt<UTerm, B1>, B1>, B0>`.
pub(super) fn number(value: u64) -> String {
    match value {
        0 => "UTerm".to_string(),
        _ => format!("UInt<{}, B{}>", number(value >> 1), value & 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Numbers = Numbers { least: 20, most: 20, odd: true };

    #[test]
    fn numbers_are_written_bit_by_bit() {
        assert_eq!(number(0), "UTerm");
        assert_eq!(number(6), "UInt<UInt<UInt<UTerm, B1>, B1>, B0>");
    }

    #[test]
    fn extents_keep_to_their_bits() {
        let mut rng = Rng::new(1);
        for rank in 2..=8 {
            let powers = extents(&mut rng, rank, Numbers { odd: false, ..WIDE });
            assert_eq!((powers.len(), powers.iter().product()), (rank, 1_u64 << 20));
            let odd = extents(&mut rng, rank, WIDE);
            assert!(
                odd.iter().any(|extent| !extent.is_power_of_two())
                    && odd.iter().product::<u64>() < 1 << 20,
                "{odd:?}"
            );
        }
    }

    #[test]
    fn compact_layouts_have_a_stride_for_every_prefix_product() {
        let compact = Compact::random(&mut Rng::new(2), 5, WIDE);
        let mut modes: Vec<(u64, u64)> =
            compact.strides.iter().copied().zip(compact.extents).collect();
        modes.sort_unstable();
        let end = modes.iter().fold(1, |next, &(stride, extent)| {
            assert_eq!(stride, next);
            stride * extent
        });
        assert!(end < 1 << 20);
    }

    #[test]
    fn runs_are_disjoint_and_made_of_whole_digits() {
        let mut rng = Rng::new(3);
        for _ in 0..100 {
            let extents = extents(&mut rng, 4, WIDE);
            let size: u64 = extents.iter().product();
            let mut modes = runs(&mut rng, &extents, 3);
            modes.sort_unstable_by_key(|mode| mode.stride);
            assert!(modes.iter().all(|mode| size % (mode.stride * mode.extent) == 0));
            assert!(
                modes
                    .windows(2)
                    .all(|pair| pair[1].stride % (pair[0].stride * pair[0].extent) == 0),
                "{modes:?}"
            );
        }
    }

    #[test]
    fn factors_multiply_to_the_number() {
        assert!(primes(1).is_empty());
        assert_eq!(primes(300), [2, 2, 3, 5, 5]);
    }
}
