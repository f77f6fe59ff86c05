//! Operands for every operation, constructed so that the operation must accept them.
//!
//! The first operand is a compact layout, or part of one (module `layouts`). The modes of a second
//! operand are runs of neighbouring digits of the first. Every mode of one then begins and ends at
//! a digit of the other, so that every division is exact and no digit is used twice.

use super::layouts::{Compact, Gapped, Numbers, layout, list, number, runs, strided, tile, tuple};
use zellige_oracle::rng::Rng;

/// The operands of an operation, in order, as Rust types.
pub(crate) type Operands = Vec<String>;

/// One operation of the library.
pub(crate) struct Operation {
    /// Its name in the tables.
    pub(crate) name: &'static str,
    /// The trait of its result, which says whether the operation was refused.
    pub(crate) kind: &'static str,
    /// The operation applied to its operands, which are named `X`, `Y`, `Z` and `W`.
    pub(crate) result: &'static str,
    /// CuTe's version in C++; empty if CuTe has no such function.
    pub(crate) cute: &'static str,
    /// The CPU milliseconds that it may take, for powers of two.
    pub(crate) target: f64,
    /// The number of operations that the case consists of. If it is not 1, fewer cases are
    /// measured, by this factor, and their growth is not measured.
    pub(crate) steps: usize,
    /// Random operands: a compact layout with this many modes, or a layout with gaps that is part
    /// of such a layout.
    pub(crate) operands: Random,
}
type Random = fn(&mut Rng, usize, Numbers) -> Operands;

const fn operation(
    name: &'static str,
    kind: &'static str,
    result: &'static str,
    cute: &'static str,
    target: f64,
    operands: Random,
) -> Operation {
    Operation { name, kind, result, cute, target, steps: 1, operands }
}

/// The layouts of A, B and C in a product by a tiled MMA.
const TILED_MMA: &str = "Concat<(Partitioned<W, OperandA, X>, Partitioned<W, OperandB, Y>, Partitioned<W, OperandC, Z>)>";
/// All operations that are measured.
#[rustfmt::skip]
pub(crate) const OPERATIONS: [Operation; 26] = [
    operation("coalesce", "Layout", "Coalesce<X>", "coalesce(X{})", 2.5, compact),
    operation("complement", "Layout", "Complement<X, Y>", "complement(X{}, Y{})", 4.0, complement),
    operation("composition", "Layout", "Compose<X, Y>", "composition(X{}, Y{})", 4.5, composition),
    operation("right_inverse", "Layout", "RightInverse<X>", "right_inverse(X{})", 6.0, compact),
    operation("left_inverse", "Layout", "LeftInverse<X>", "left_inverse(X{})", 6.0, gapped),
    operation("logical_divide", "Layout", "LogicalDivide<X, Y>", "logical_divide(X{}, Y{})", 9.0, logical_divide),
    operation("zipped_divide", "Layout", "ZippedDivide<X, Y>", "zipped_divide(X{}, Y{})", 9.0, zipped_divide),
    operation("logical_product", "Layout", "LogicalProduct<X, Y>", "logical_product(X{}, Y{})", 9.0, logical_product),
    operation("crd2idx", "IntTuple", "Crd2Idx<X, Y>", "crd2idx(X{}, shape(Y{}), stride(Y{}))", 4.0, crd2idx),
    operation("tiled_divide", "Layout", "TiledDivide<X, Y>", "tiled_divide(X{}, Y{})", 8.0, zipped_divide),
    operation("flat_divide", "Layout", "FlatDivide<X, Y>", "flat_divide(X{}, Y{})", 8.0, zipped_divide),
    operation("zipped_product", "Layout", "ZippedProduct<X, Y>", "zipped_product(X{}, Y{})", 8.0, logical_product),
    operation("blocked_product", "Layout", "BlockedProduct<X, Y>", "blocked_product(X{}, Y{})", 8.0, logical_product),
    operation("raked_product", "Layout", "RakedProduct<X, Y>", "raked_product(X{}, Y{})", 8.0, logical_product),
    operation("tile_to_shape", "Layout", "TileToShape<X, Y>", "tile_to_shape(X{}, Y{})", 8.0, tile_to_shape),
    operation("upcast", "Layout", "Upcast<X, Y>", "upcast<Y::value>(X{})", 4.0, upcast),
    operation("downcast", "Layout", "Downcast<X, Y>", "downcast<Y::value>(X{})", 4.0, downcast),
    operation("recast_layout", "Layout", "RecastLayout<X, Y, Z>", "", 4.0, recast_layout),
    operation("nullspace", "Layout", "Nullspace<X>", "nullspace(X{})", 4.0, nullspace),
    operation("max_common_vector", "IntTuple", "MaxCommonVector<X, Y>", "max_common_vector(X{}, Y{})", 12.0, max_common_vector),
    operation("max_alignment", "IntTuple", "MaxAlignment<X>", "max_alignment(X{})", 6.0, gapped),
    operation("make_layout_like", "Layout", "LayoutLike<X>", "make_layout_like(X{})", 4.0, gapped),
    operation("make_fragment_like", "Layout", "FragmentLike<X>", "make_fragment_like(X{})", 8.0, compact),
    operation("domain_distribute", "Layout", "DomainDistribute<X, Y>", "domain_distribute(X{}, Y{})", 4.0, domain_distribute),
    operation("identity_tiles", "Layout", "ZippedDivide<IdentityLayout<X>, Y>", "zipped_divide(make_identity_layout(X{}), Y{})", 8.0, identity_tiles),
    Operation { steps: 10, ..operation("tiled_mma", "Layout", TILED_MMA, "", 150.0, tiled_mma) },
];

fn compact(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    vec![Compact::random(rng, rank, numbers).layout()]
}

fn gapped(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    vec![Gapped::random(rng, rank, numbers).layout()]
}

fn complement(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let gapped = Gapped::random(rng, rank, numbers);
    let (a, size) = (gapped.layout(), number(gapped.whole));
    vec![a, size]
}

fn composition(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let modes = rng.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
    let (a, b) = (compact.layout(), layout(&runs(rng, &compact.extents, modes)));
    vec![a, b]
}

fn logical_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let modes = rng.within(1, 2) as usize;
    let (a, tile) = (compact.layout(), layout(&runs(rng, &compact.extents, modes)));
    vec![a, tile]
}

/// Divides by one layout, or by one extent for each of the first two modes.
fn zipped_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let tiler = if rng.chance(50) {
        layout(&runs(rng, &compact.extents, 1))
    } else {
        let (first, others) = compact.extents.split_at(compact.first);
        tuple(&[number(tile(rng, first)), number(tile(rng, &others[..1]))])
    };
    let a = compact.layout();
    vec![a, tiler]
}

/// Fills a shape with up to four copies along each mode.
fn tile_to_shape(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let block = Compact::random(rng, rank, numbers);
    let target: Vec<String> = block
        .extents_of_modes()
        .into_iter()
        .map(|extent| number(extent * rng.within(1, 4)))
        .collect();
    vec![block.layout(), tuple(&target)]
}

/// Upcasts by a factor of the mode with stride 1, which divides all other strides.
fn upcast(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let factor = tile(rng, &[compact.contiguous()]);
    vec![compact.layout(), number(factor)]
}

fn downcast(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    vec![compact.layout(), number(rng.pick(&[2, 4, 8, 16]))]
}

/// Recasts from 8 bits to the width that [`upcast`] would produce.
fn recast_layout(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let factor = tile(rng, &[compact.contiguous()]);
    vec![compact.layout(), number(8), number(8 * factor)]
}

/// A layout in which some modes have stride 0.
fn nullspace(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let mut compact = Compact::random(rng, rank, numbers);
    for stride in &mut compact.strides {
        if rng.chance(40) {
            *stride = 0;
        }
    }
    vec![compact.layout()]
}

/// Two compact layouts of one shape.
fn max_common_vector(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let mut compact = Compact::random(rng, rank, numbers);
    let a = compact.layout();
    compact.order(rng);
    vec![a, compact.layout()]
}

fn domain_distribute(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let shape = compact.nest(&list(&compact.extents));
    vec![shape, number(rng.pick(&[32, 64, 96, 128, 256]))]
}

/// The coordinates of the elements of tiles.
fn identity_tiles(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let (first, others) = compact.extents.split_at(compact.first);
    let tiler = tuple(&[number(tile(rng, first)), number(tile(rng, &others[..1]))]);
    let shape = compact.nest(&list(&compact.extents));
    vec![shape, tiler]
}

/// Repeats a layout with gaps along its gaps and past its end.
fn logical_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let gapped = Gapped::random(rng, rank, numbers);
    let mut free = gapped.gaps.clone();
    free.push(4);
    let modes = rng.within(1, 2) as usize;
    let (a, b) = (gapped.layout(), layout(&runs(rng, &free, modes)));
    vec![a, b]
}

/// Takes the index of the whole, or an index or a tuple for each mode.
fn crd2idx(rng: &mut Rng, rank: usize, numbers: Numbers) -> Operands {
    let compact = Compact::random(rng, rank, numbers);
    let mut index = |extents: &[u64]| number(rng.below(extents.iter().product()));
    let each: Vec<String> = compact.extents.iter().map(|&extent| index(&[extent])).collect();
    let whole = index(&compact.extents);
    let first = index(&compact.extents[..compact.first]);
    let coordinate = match rng.below(3) {
        0 => whole,
        1 => compact.nest(&each),
        _ => tuple(&[&[first], &each[compact.first..]].concat()),
    };
    let a = compact.layout();
    vec![coordinate, a]
}

/// Partitions A, B and C of a product of 128 x 128 x 32 elements among four warps, with the MMA of
/// 16 x 8 x 16 elements: everything that a kernel requests from a tiled MMA. A and C are row-major,
/// B is column-major, and each is part of a larger matrix.
fn tiled_mma(rng: &mut Rng, _rank: usize, numbers: Numbers) -> Operands {
    let pair = |pair: [u64; 2]| tuple(&pair.map(number));
    let mut matrix = |rows: u64, columns: u64, row_major: bool| {
        let factor = if numbers.odd { 2 * rng.below(64) + 3 } else { 1 << rng.below(8) };
        let leading = if row_major { columns } else { rows } * factor;
        let strides = if row_major { [leading, 1] } else { [1, leading] };
        strided(&pair([rows, columns]), &pair(strides))
    };
    let (a, b, c) = (matrix(128, 32, true), matrix(128, 32, false), matrix(128, 128, true));
    let atoms = strided(&pair([2, 2]), &pair([1, 2]));
    vec![a, b, c, format!("TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, {atoms}>")]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Numbers = Numbers { least: 20, most: 20, odd: true };

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        for operation in &OPERATIONS {
            let case = |seed| (operation.operands)(&mut Rng::new(seed), 3, WIDE);
            assert_eq!(case(7), case(7));
            assert_ne!(case(7), case(8), "{}", operation.name);
        }
    }
}
