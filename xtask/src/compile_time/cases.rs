//! Operands for every operation, built so that the operation must accept them.
//!
//! Everything starts from a compact layout, whose strides are the prefix products of its extents in
//! some order, and from the prime factors of those extents: its digits. A second operand takes runs
//! of neighbouring digits as its modes. Then every mode of the one begins and ends where a digit of
//! the other does: every division is exact, and no digit is used twice.

use super::rng::Rng;

/// How large the numbers of a layout are, and whether all of them are powers of two.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    /// The size of a layout has at least so many bits ...
    pub(crate) least: u32,
    /// ... and at most so many.
    pub(crate) most: u32,
    /// Whether some extents have odd factors.
    pub(crate) odd: bool,
}

/// The most elements of a second operand.
const TILE: u64 = 1 << 12;

/// One operation with its operands, as Rust types.
pub(crate) struct Case {
    /// The operands, by their order.
    pub(crate) operands: Vec<String>,
    /// The operation applied to the operands, which it calls `X`, `Y`, `Z` and `W`.
    pub(crate) result: &'static str,
}

/// One operation of the library.
pub(crate) struct Operation {
    /// Its name in the tables.
    pub(crate) name: &'static str,
    /// The trait of its result, which says whether the operation was refused.
    pub(crate) kind: &'static str,
    /// How many CPU milliseconds it may take, for powers of two.
    pub(crate) target: f64,
    /// One operation alone, or so many of them at once: then so many times fewer cases are measured,
    /// and not how they grow.
    pub(crate) steps: usize,
    case: fn(&mut Rng, usize, Numbers) -> Case,
}

impl Operation {
    /// A random case of a compact layout of `rank` modes, or of one with gaps that is part of such
    /// a layout.
    pub(crate) fn case(&self, rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
        (self.case)(rng, rank, numbers)
    }
}

/// All operations that are measured.
#[rustfmt::skip]
pub(crate) const OPERATIONS: [Operation; 26] = [
    Operation { name: "coalesce", kind: "Layout", target: 2.5, steps: 1, case: coalesce },
    Operation { name: "complement", kind: "Layout", target: 4.0, steps: 1, case: complement },
    Operation { name: "composition", kind: "Layout", target: 4.5, steps: 1, case: composition },
    Operation { name: "right_inverse", kind: "Layout", target: 6.0, steps: 1, case: right_inverse },
    Operation { name: "left_inverse", kind: "Layout", target: 6.0, steps: 1, case: left_inverse },
    Operation { name: "logical_divide", kind: "Layout", target: 9.0, steps: 1, case: logical_divide },
    Operation { name: "zipped_divide", kind: "Layout", target: 9.0, steps: 1, case: zipped_divide },
    Operation { name: "logical_product", kind: "Layout", target: 9.0, steps: 1, case: logical_product },
    Operation { name: "crd2idx", kind: "IntTuple", target: 4.0, steps: 1, case: crd2idx },
    Operation { name: "tiled_divide", kind: "Layout", target: 8.0, steps: 1, case: tiled_divide },
    Operation { name: "flat_divide", kind: "Layout", target: 8.0, steps: 1, case: flat_divide },
    Operation { name: "zipped_product", kind: "Layout", target: 8.0, steps: 1, case: zipped_product },
    Operation { name: "blocked_product", kind: "Layout", target: 8.0, steps: 1, case: blocked_product },
    Operation { name: "raked_product", kind: "Layout", target: 8.0, steps: 1, case: raked_product },
    Operation { name: "tile_to_shape", kind: "Layout", target: 8.0, steps: 1, case: tile_to_shape },
    Operation { name: "upcast", kind: "Layout", target: 4.0, steps: 1, case: upcast },
    Operation { name: "downcast", kind: "Layout", target: 4.0, steps: 1, case: downcast },
    Operation { name: "recast_layout", kind: "Layout", target: 4.0, steps: 1, case: recast_layout },
    Operation { name: "nullspace", kind: "Layout", target: 4.0, steps: 1, case: nullspace },
    Operation { name: "max_common_vector", kind: "IntTuple", target: 12.0, steps: 1, case: max_common_vector },
    Operation { name: "max_alignment", kind: "IntTuple", target: 6.0, steps: 1, case: max_alignment },
    Operation { name: "make_layout_like", kind: "Layout", target: 4.0, steps: 1, case: make_layout_like },
    Operation { name: "make_fragment_like", kind: "Layout", target: 8.0, steps: 1, case: make_fragment_like },
    Operation { name: "domain_distribute", kind: "Layout", target: 4.0, steps: 1, case: domain_distribute },
    Operation { name: "identity_tiles", kind: "Layout", target: 8.0, steps: 1, case: identity_tiles },
    Operation { name: "tiled_mma", kind: "Layout", target: 150.0, steps: 10, case: tiled_mma },
];

fn coalesce(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Compact::random(rng, rank, numbers).layout();
    Case {
        result: "Coalesce<X>",
        operands: vec![a],
    }
}

fn right_inverse(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Compact::random(rng, rank, numbers).layout();
    Case {
        result: "RightInverse<X>",
        operands: vec![a],
    }
}

fn left_inverse(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Gapped::random(rng, rank, numbers).layout();
    Case {
        result: "LeftInverse<X>",
        operands: vec![a],
    }
}

fn complement(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let gapped = Gapped::random(rng, rank, numbers);
    let (a, size) = (gapped.layout(), number(gapped.whole));
    Case {
        result: "Complement<X, Y>",
        operands: vec![a, size],
    }
}

fn composition(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let modes = rng.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
    let (a, b) = (
        compact.layout(),
        layout(&runs(rng, &compact.extents, modes)),
    );
    Case {
        result: "Compose<X, Y>",
        operands: vec![a, b],
    }
}

fn logical_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let modes = rng.within(1, 2) as usize;
    let (a, tile) = (
        compact.layout(),
        layout(&runs(rng, &compact.extents, modes)),
    );
    Case {
        result: "LogicalDivide<X, Y>",
        operands: vec![a, tile],
    }
}

/// Divides by one layout, or by one extent for each of the first two modes.
fn zipped_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let tiler = if rng.chance(50) {
        layout(&runs(rng, &compact.extents, 1))
    } else {
        let (first, others) = compact.extents.split_at(compact.first);
        tuple(&[number(tile(rng, first)), number(tile(rng, &others[..1]))])
    };
    let a = compact.layout();
    Case {
        result: "ZippedDivide<X, Y>",
        operands: vec![a, tiler],
    }
}

fn tiled_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case {
        result: "TiledDivide<X, Y>",
        ..zipped_divide(rng, rank, numbers)
    }
}

fn flat_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case {
        result: "FlatDivide<X, Y>",
        ..zipped_divide(rng, rank, numbers)
    }
}

fn zipped_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case {
        result: "ZippedProduct<X, Y>",
        ..logical_product(rng, rank, numbers)
    }
}

fn blocked_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case {
        result: "BlockedProduct<X, Y>",
        ..logical_product(rng, rank, numbers)
    }
}

fn raked_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case {
        result: "RakedProduct<X, Y>",
        ..logical_product(rng, rank, numbers)
    }
}

/// Fills a shape with up to four copies along each mode.
fn tile_to_shape(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let block = Compact::random(rng, rank, numbers);
    let target: Vec<String> = block
        .extents_of_modes()
        .into_iter()
        .map(|extent| number(extent * rng.within(1, 4)))
        .collect();
    Case {
        result: "TileToShape<X, Y>",
        operands: vec![block.layout(), tuple(&target)],
    }
}

/// By a factor of the mode of stride 1, which divides all other strides.
fn upcast(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let factor = tile(rng, &[compact.contiguous()]);
    Case {
        result: "Upcast<X, Y>",
        operands: vec![compact.layout(), number(factor)],
    }
}

fn downcast(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    Case {
        result: "Downcast<X, Y>",
        operands: vec![compact.layout(), number(rng.pick(&[2, 4, 8, 16]))],
    }
}

/// From 8 bits to as many as [`upcast`] makes of them.
fn recast_layout(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let factor = tile(rng, &[compact.contiguous()]);
    Case {
        result: "RecastLayout<X, Y, Z>",
        operands: vec![compact.layout(), number(8), number(8 * factor)],
    }
}

/// Of a layout some of whose modes have stride 0.
fn nullspace(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let mut compact = Compact::random(rng, rank, numbers);
    for stride in &mut compact.strides {
        if rng.chance(40) {
            *stride = 0;
        }
    }
    Case {
        result: "Nullspace<X>",
        operands: vec![compact.layout()],
    }
}

/// Of two compact layouts of one shape.
fn max_common_vector(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let mut compact = Compact::random(rng, rank, numbers);
    let a = compact.layout();
    compact.order(rng);
    Case {
        result: "MaxCommonVector<X, Y>",
        operands: vec![a, compact.layout()],
    }
}

fn max_alignment(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Gapped::random(rng, rank, numbers).layout();
    Case {
        result: "MaxAlignment<X>",
        operands: vec![a],
    }
}

fn make_layout_like(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Gapped::random(rng, rank, numbers).layout();
    Case {
        result: "LayoutLike<X>",
        operands: vec![a],
    }
}

fn make_fragment_like(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Compact::random(rng, rank, numbers).layout();
    Case {
        result: "FragmentLike<X>",
        operands: vec![a],
    }
}

fn domain_distribute(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let shape = compact.nest(&list(&compact.extents));
    Case {
        result: "DomainDistribute<X, Y>",
        operands: vec![shape, number(rng.pick(&[32, 64, 96, 128, 256]))],
    }
}

/// Where the elements of tiles lie, as coordinates.
fn identity_tiles(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let (first, others) = compact.extents.split_at(compact.first);
    let tiler = tuple(&[number(tile(rng, first)), number(tile(rng, &others[..1]))]);
    let shape = compact.nest(&list(&compact.extents));
    Case {
        result: "ZippedDivide<IdentityLayout<X>, Y>",
        operands: vec![shape, tiler],
    }
}

/// Repeats a layout with gaps along its gaps, and past its end.
fn logical_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let gapped = Gapped::random(rng, rank, numbers);
    let mut free = gapped.gaps.clone();
    free.push(4);
    let modes = rng.within(1, 2) as usize;
    let (a, b) = (gapped.layout(), layout(&runs(rng, &free, modes)));
    Case {
        result: "LogicalProduct<X, Y>",
        operands: vec![a, b],
    }
}

/// Takes the whole index, or an index or a tuple for each mode.
fn crd2idx(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let mut index = |extents: &[u64]| number(rng.below(extents.iter().product()));
    let each: Vec<String> = compact
        .extents
        .iter()
        .map(|&extent| index(&[extent]))
        .collect();
    let whole = index(&compact.extents);
    let first = index(&compact.extents[..compact.first]);
    let coordinate = match rng.below(3) {
        0 => whole,
        1 => compact.nest(&each),
        _ => tuple(&[&[first], &each[compact.first..]].concat()),
    };
    let a = compact.layout();
    Case {
        result: "Crd2Idx<X, Y>",
        operands: vec![coordinate, a],
    }
}

/// Partitions A, B and C of a product of 128 x 128 x 32 elements on four warps, by the MMA of 16 x 8 x
/// 16 elements: all that a kernel asks of a tiled MMA. A and C are row-major, B column-major, each
/// part of a larger matrix.
fn tiled_mma(rng: &mut Rng, _rank: usize, numbers: Numbers) -> Case {
    let pair = |pair: [u64; 2]| tuple(&pair.map(number));
    let mut matrix = |rows: u64, columns: u64, row_major: bool| {
        let factor = if numbers.odd {
            2 * rng.below(64) + 3
        } else {
            1 << rng.below(8)
        };
        let leading = if row_major { columns } else { rows } * factor;
        let strides = if row_major {
            [leading, 1]
        } else {
            [1, leading]
        };
        strided(&pair([rows, columns]), &pair(strides))
    };
    let (a, b, c) = (
        matrix(128, 32, true),
        matrix(128, 32, false),
        matrix(128, 128, true),
    );
    let atoms = strided(&pair([2, 2]), &pair([1, 2]));
    Case {
        operands: vec![
            a,
            b,
            c,
            format!("TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, {atoms}>"),
        ],
        result: "Concat<(Partitioned<W, OperandA, X>, Partitioned<W, OperandB, Y>, Partitioned<W, OperandC, Z>)>",
    }
}

/// One mode of a layout.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mode {
    extent: u64,
    stride: u64,
}

/// A layout that reaches every offset below its size exactly once.
struct Compact {
    extents: Vec<u64>,
    strides: Vec<u64>,
    /// So many extents form the first mode; the others are a mode each.
    first: usize,
}

impl Compact {
    fn random(rng: &mut Rng, rank: usize, numbers: Numbers) -> Self {
        let mut compact = Compact {
            extents: extents(rng, rank, numbers),
            strides: vec![0; rank],
            first: 1,
        };
        compact.order(rng);
        let nested = rank > 2 && rng.chance(40);
        if nested {
            compact.first = rng.within(2, rank as u64 - 1) as usize;
        }
        compact
    }

    /// Gives the extents strides in a random order.
    fn order(&mut self, rng: &mut Rng) {
        let mut order: Vec<usize> = (0..self.extents.len()).collect();
        rng.shuffle(&mut order);
        let mut size = 1;
        for mode in order {
            self.strides[mode] = size;
            size *= self.extents[mode];
        }
    }

    /// The extent whose stride is 1.
    fn contiguous(&self) -> u64 {
        let mut modes = self.extents.iter().zip(&self.strides);
        let contiguous = modes.find(|&(_, &stride)| stride == 1);
        *contiguous.expect("a compact layout has a stride 1").0
    }

    /// The sizes of the modes.
    fn extents_of_modes(&self) -> Vec<u64> {
        let (first, others) = self.extents.split_at(self.first);
        [&[first.iter().product()], others].concat()
    }

    fn layout(&self) -> String {
        strided(
            &self.nest(&list(&self.extents)),
            &self.nest(&list(&self.strides)),
        )
    }

    /// A tuple that is nested like the layout, of one item for each extent.
    fn nest(&self, items: &[String]) -> String {
        let (first, others) = items.split_at(self.first);
        let first = if self.first > 1 {
            tuple(first)
        } else {
            first.concat()
        };
        tuple(&[&[first], others].concat())
    }
}

/// A compact layout without two of its modes (one, if it has only two): injective, with gaps.
struct Gapped {
    modes: Vec<Mode>,
    /// The extents of the modes that are missing, by ascending stride.
    gaps: Vec<u64>,
    /// The size of the whole layout.
    whole: u64,
}

impl Gapped {
    fn random(rng: &mut Rng, rank: usize, numbers: Numbers) -> Self {
        let compact = Compact::random(rng, rank, numbers);
        let pairs = compact.extents.iter().zip(&compact.strides);
        let mut modes: Vec<Mode> = pairs
            .map(|(&extent, &stride)| Mode { extent, stride })
            .collect();
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

    fn layout(&self) -> String {
        layout(&self.modes)
    }
}

/// `rank` extents whose product has about as many bits as `numbers` asks for.
fn extents(rng: &mut Rng, rank: usize, numbers: Numbers) -> Vec<u64> {
    let least = u64::from(numbers.least).max(rank as u64);
    let bits = rng.within(least, u64::from(numbers.most).max(least)) as usize;
    let cuts = rng.sample(bits - 1, rank - 1);
    let ends = cuts.iter().map(|cut| cut + 1).chain([bits]);
    let starts = [0].into_iter().chain(cuts.iter().map(|cut| cut + 1));
    let widths: Vec<u32> = ends
        .zip(starts)
        .map(|(end, start)| (end - start) as u32)
        .collect();
    let widest = (0..rank).max_by_key(|&mode| widths[mode]);
    let extent = |mode: usize| {
        let odd = numbers.odd && (Some(mode) == widest || widths[mode] > 1 && rng.chance(40));
        if odd {
            odd_extent(rng, widths[mode])
        } else {
            1 << widths[mode]
        }
    };
    (0..rank).map(extent).collect()
}

/// The largest number of the form odd factor times power of two that is not above 2^width (3 if
/// there is none).
fn odd_extent(rng: &mut Rng, width: u32) -> u64 {
    let fitting: Vec<u64> = [3, 5, 7, 9, 15, 25, 27, 49, 75, 125]
        .into_iter()
        .filter(|&odd| odd < 1 << width)
        .collect();
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

/// Up to `count` modes, each of them a run of neighbouring digits of the extents: together at most
/// [`TILE`] elements.
fn runs(rng: &mut Rng, extents: &[u64], count: usize) -> Vec<Mode> {
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

/// The largest product of first digits that is not above `largest`, but the first digit at least.
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

/// A tile of the mode with these extents: the product of its first digits.
fn tile(rng: &mut Rng, extents: &[u64]) -> u64 {
    let digits = digits(rng, extents);
    let end = rng.within(1, digits.len() as u64) as usize;
    digits[..end].iter().product()
}

fn layout(modes: &[Mode]) -> String {
    let extents: Vec<u64> = modes.iter().map(|mode| mode.extent).collect();
    let strides: Vec<u64> = modes.iter().map(|mode| mode.stride).collect();
    match modes {
        [mode] => strided(&number(mode.extent), &number(mode.stride)),
        _ => strided(&tuple(&list(&extents)), &tuple(&list(&strides))),
    }
}

fn strided(shape: &str, stride: &str) -> String {
    format!("Strided<{shape}, {stride}>")
}

fn tuple(items: &[String]) -> String {
    let items: String = items.iter().map(|item| format!("{item},")).collect();
    format!("({items})")
}

/// The types of several numbers.
fn list(values: &[u64]) -> Vec<String> {
    values.iter().map(|&value| number(value)).collect()
}

/// The type of a number, bit by bit: 6 is `UInt<UInt<UInt<UTerm, B1>, B1>, B0>`.
fn number(value: u64) -> String {
    match value {
        0 => "UTerm".to_string(),
        _ => format!("UInt<{}, B{}>", number(value >> 1), value & 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Numbers = Numbers {
        least: 20,
        most: 20,
        odd: true,
    };

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
        let mut modes: Vec<(u64, u64)> = compact
            .strides
            .iter()
            .copied()
            .zip(compact.extents)
            .collect();
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
            assert!(
                modes
                    .iter()
                    .all(|mode| size % (mode.stride * mode.extent) == 0)
            );
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
        assert_eq!(primes(1), []);
        assert_eq!(primes(300), [2, 2, 3, 5, 5]);
    }

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        for operation in &OPERATIONS {
            let case = |seed| operation.case(&mut Rng::new(seed), 3, WIDE).operands;
            assert_eq!(case(7), case(7));
            assert_ne!(case(7), case(8), "{}", operation.name);
        }
    }
}
