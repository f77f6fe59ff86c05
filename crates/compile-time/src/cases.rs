//! Operands for every operation, constructed so that the operation must accept them.
//!
//! The first operand is a compact layout, or part of one (module `layouts`). The modes of a second
//! operand are runs of neighbouring digits of the first. Every mode of one then begins and ends at
//! a digit of the other, so that every division is exact and no digit is used twice.

use super::layouts::{Compact, Gapped, Numbers, layout, list, number, runs, strided, tile, tuple};
use zellige_oracle::rng::Rng;

/// One operation with its operands, as Rust types.
pub(crate) struct Case {
    /// The operands, in order.
    pub(crate) operands: Vec<String>,
    /// The operation applied to the operands, which are named `X`, `Y`, `Z` and `W`.
    pub(crate) result: &'static str,
}

/// One operation of the library.
pub(crate) struct Operation {
    /// Its name in the tables.
    pub(crate) name: &'static str,
    /// The trait of its result, which says whether the operation was refused.
    pub(crate) kind: &'static str,
    /// CuTe's version in C++; empty if CuTe has no such function.
    pub(crate) cute: &'static str,
    /// The CPU milliseconds that it may take, for powers of two.
    pub(crate) target: f64,
    /// The number of operations that the case consists of. If it is not 1, fewer cases are
    /// measured, by this factor, and their growth is not measured.
    pub(crate) steps: usize,
    case: fn(&mut Rng, usize, Numbers) -> Case,
}

impl Operation {
    /// A random case of a compact layout with `rank` modes, or of a layout with gaps that is part
    /// of such a layout.
    pub(crate) fn case(&self, rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
        (self.case)(rng, rank, numbers)
    }
}

/// All operations that are measured.
#[rustfmt::skip]
pub(crate) const OPERATIONS: [Operation; 26] = [
    Operation { name: "coalesce", kind: "Layout", cute: "coalesce(X{})", target: 2.5, steps: 1, case: coalesce },
    Operation { name: "complement", kind: "Layout", cute: "complement(X{}, Y{})", target: 4.0, steps: 1, case: complement },
    Operation { name: "composition", kind: "Layout", cute: "composition(X{}, Y{})", target: 4.5, steps: 1, case: composition },
    Operation { name: "right_inverse", kind: "Layout", cute: "right_inverse(X{})", target: 6.0, steps: 1, case: right_inverse },
    Operation { name: "left_inverse", kind: "Layout", cute: "left_inverse(X{})", target: 6.0, steps: 1, case: left_inverse },
    Operation { name: "logical_divide", kind: "Layout", cute: "logical_divide(X{}, Y{})", target: 9.0, steps: 1, case: logical_divide },
    Operation { name: "zipped_divide", kind: "Layout", cute: "zipped_divide(X{}, Y{})", target: 9.0, steps: 1, case: zipped_divide },
    Operation { name: "logical_product", kind: "Layout", cute: "logical_product(X{}, Y{})", target: 9.0, steps: 1, case: logical_product },
    Operation { name: "crd2idx", kind: "IntTuple", cute: "crd2idx(X{}, shape(Y{}), stride(Y{}))", target: 4.0, steps: 1, case: crd2idx },
    Operation { name: "tiled_divide", kind: "Layout", cute: "tiled_divide(X{}, Y{})", target: 8.0, steps: 1, case: tiled_divide },
    Operation { name: "flat_divide", kind: "Layout", cute: "flat_divide(X{}, Y{})", target: 8.0, steps: 1, case: flat_divide },
    Operation { name: "zipped_product", kind: "Layout", cute: "zipped_product(X{}, Y{})", target: 8.0, steps: 1, case: zipped_product },
    Operation { name: "blocked_product", kind: "Layout", cute: "blocked_product(X{}, Y{})", target: 8.0, steps: 1, case: blocked_product },
    Operation { name: "raked_product", kind: "Layout", cute: "raked_product(X{}, Y{})", target: 8.0, steps: 1, case: raked_product },
    Operation { name: "tile_to_shape", kind: "Layout", cute: "tile_to_shape(X{}, Y{})", target: 8.0, steps: 1, case: tile_to_shape },
    Operation { name: "upcast", kind: "Layout", cute: "upcast<Y::value>(X{})", target: 4.0, steps: 1, case: upcast },
    Operation { name: "downcast", kind: "Layout", cute: "downcast<Y::value>(X{})", target: 4.0, steps: 1, case: downcast },
    Operation { name: "recast_layout", kind: "Layout", cute: "", target: 4.0, steps: 1, case: recast_layout },
    Operation { name: "nullspace", kind: "Layout", cute: "nullspace(X{})", target: 4.0, steps: 1, case: nullspace },
    Operation { name: "max_common_vector", kind: "IntTuple", cute: "max_common_vector(X{}, Y{})", target: 12.0, steps: 1, case: max_common_vector },
    Operation { name: "max_alignment", kind: "IntTuple", cute: "max_alignment(X{})", target: 6.0, steps: 1, case: max_alignment },
    Operation { name: "make_layout_like", kind: "Layout", cute: "make_layout_like(X{})", target: 4.0, steps: 1, case: make_layout_like },
    Operation { name: "make_fragment_like", kind: "Layout", cute: "make_fragment_like(X{})", target: 8.0, steps: 1, case: make_fragment_like },
    Operation { name: "domain_distribute", kind: "Layout", cute: "domain_distribute(X{}, Y{})", target: 4.0, steps: 1, case: domain_distribute },
    Operation { name: "identity_tiles", kind: "Layout", cute: "zipped_divide(make_identity_layout(X{}), Y{})", target: 8.0, steps: 1, case: identity_tiles },
    Operation { name: "tiled_mma", kind: "Layout", cute: "", target: 150.0, steps: 10, case: tiled_mma },
];

fn coalesce(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Compact::random(rng, rank, numbers).layout();
    Case { result: "Coalesce<X>", operands: vec![a] }
}

fn right_inverse(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Compact::random(rng, rank, numbers).layout();
    Case { result: "RightInverse<X>", operands: vec![a] }
}

fn left_inverse(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Gapped::random(rng, rank, numbers).layout();
    Case { result: "LeftInverse<X>", operands: vec![a] }
}

fn complement(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let gapped = Gapped::random(rng, rank, numbers);
    let (a, size) = (gapped.layout(), number(gapped.whole));
    Case { result: "Complement<X, Y>", operands: vec![a, size] }
}

fn composition(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let modes = rng.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
    let (a, b) = (compact.layout(), layout(&runs(rng, &compact.extents, modes)));
    Case { result: "Compose<X, Y>", operands: vec![a, b] }
}

fn logical_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let modes = rng.within(1, 2) as usize;
    let (a, tile) = (compact.layout(), layout(&runs(rng, &compact.extents, modes)));
    Case { result: "LogicalDivide<X, Y>", operands: vec![a, tile] }
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
    Case { result: "ZippedDivide<X, Y>", operands: vec![a, tiler] }
}

fn tiled_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case { result: "TiledDivide<X, Y>", ..zipped_divide(rng, rank, numbers) }
}

fn flat_divide(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case { result: "FlatDivide<X, Y>", ..zipped_divide(rng, rank, numbers) }
}

fn zipped_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case { result: "ZippedProduct<X, Y>", ..logical_product(rng, rank, numbers) }
}

fn blocked_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case { result: "BlockedProduct<X, Y>", ..logical_product(rng, rank, numbers) }
}

fn raked_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    Case { result: "RakedProduct<X, Y>", ..logical_product(rng, rank, numbers) }
}

/// Fills a shape with up to four copies along each mode.
fn tile_to_shape(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let block = Compact::random(rng, rank, numbers);
    let target: Vec<String> = block
        .extents_of_modes()
        .into_iter()
        .map(|extent| number(extent * rng.within(1, 4)))
        .collect();
    Case { result: "TileToShape<X, Y>", operands: vec![block.layout(), tuple(&target)] }
}

/// Upcasts by a factor of the mode with stride 1, which divides all other strides.
fn upcast(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let factor = tile(rng, &[compact.contiguous()]);
    Case { result: "Upcast<X, Y>", operands: vec![compact.layout(), number(factor)] }
}

fn downcast(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    Case {
        result: "Downcast<X, Y>",
        operands: vec![compact.layout(), number(rng.pick(&[2, 4, 8, 16]))],
    }
}

/// Recasts from 8 bits to the width that [`upcast`] would produce.
fn recast_layout(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let factor = tile(rng, &[compact.contiguous()]);
    Case {
        result: "RecastLayout<X, Y, Z>",
        operands: vec![compact.layout(), number(8), number(8 * factor)],
    }
}

/// A layout in which some modes have stride 0.
fn nullspace(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let mut compact = Compact::random(rng, rank, numbers);
    for stride in &mut compact.strides {
        if rng.chance(40) {
            *stride = 0;
        }
    }
    Case { result: "Nullspace<X>", operands: vec![compact.layout()] }
}

/// Two compact layouts of one shape.
fn max_common_vector(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let mut compact = Compact::random(rng, rank, numbers);
    let a = compact.layout();
    compact.order(rng);
    Case { result: "MaxCommonVector<X, Y>", operands: vec![a, compact.layout()] }
}

fn max_alignment(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Gapped::random(rng, rank, numbers).layout();
    Case { result: "MaxAlignment<X>", operands: vec![a] }
}

fn make_layout_like(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Gapped::random(rng, rank, numbers).layout();
    Case { result: "LayoutLike<X>", operands: vec![a] }
}

fn make_fragment_like(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let a = Compact::random(rng, rank, numbers).layout();
    Case { result: "FragmentLike<X>", operands: vec![a] }
}

fn domain_distribute(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let shape = compact.nest(&list(&compact.extents));
    Case {
        result: "DomainDistribute<X, Y>",
        operands: vec![shape, number(rng.pick(&[32, 64, 96, 128, 256]))],
    }
}

/// The coordinates of the elements of tiles.
fn identity_tiles(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let compact = Compact::random(rng, rank, numbers);
    let (first, others) = compact.extents.split_at(compact.first);
    let tiler = tuple(&[number(tile(rng, first)), number(tile(rng, &others[..1]))]);
    let shape = compact.nest(&list(&compact.extents));
    Case { result: "ZippedDivide<IdentityLayout<X>, Y>", operands: vec![shape, tiler] }
}

/// Repeats a layout with gaps along its gaps and past its end.
fn logical_product(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
    let gapped = Gapped::random(rng, rank, numbers);
    let mut free = gapped.gaps.clone();
    free.push(4);
    let modes = rng.within(1, 2) as usize;
    let (a, b) = (gapped.layout(), layout(&runs(rng, &free, modes)));
    Case { result: "LogicalProduct<X, Y>", operands: vec![a, b] }
}

/// Takes the index of the whole, or an index or a tuple for each mode.
fn crd2idx(rng: &mut Rng, rank: usize, numbers: Numbers) -> Case {
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
    Case { result: "Crd2Idx<X, Y>", operands: vec![coordinate, a] }
}

/// Partitions A, B and C of a product of 128 x 128 x 32 elements among four warps, with the MMA of
/// 16 x 8 x 16 elements: everything that a kernel requests from a tiled MMA. A and C are row-major,
/// B is column-major, and each is part of a larger matrix.
fn tiled_mma(rng: &mut Rng, _rank: usize, numbers: Numbers) -> Case {
    let pair = |pair: [u64; 2]| tuple(&pair.map(number));
    let mut matrix = |rows: u64, columns: u64, row_major: bool| {
        let factor = if numbers.odd { 2 * rng.below(64) + 3 } else { 1 << rng.below(8) };
        let leading = if row_major { columns } else { rows } * factor;
        let strides = if row_major { [leading, 1] } else { [1, leading] };
        strided(&pair([rows, columns]), &pair(strides))
    };
    let (a, b, c) = (matrix(128, 32, true), matrix(128, 32, false), matrix(128, 128, true));
    let atoms = strided(&pair([2, 2]), &pair([1, 2]));
    Case {
        operands: vec![a, b, c, format!("TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, {atoms}>")],
        result: "Concat<(Partitioned<W, OperandA, X>, Partitioned<W, OperandB, Y>, Partitioned<W, OperandC, Z>)>",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Numbers = Numbers { least: 20, most: 20, odd: true };

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        for operation in &OPERATIONS {
            let case = |seed| operation.case(&mut Rng::new(seed), 3, WIDE).operands;
            assert_eq!(case(7), case(7));
            assert_ne!(case(7), case(8), "{}", operation.name);
        }
    }
}
