//! Permutations: the plans, and how a tile is found.

use zellige_kernels::permute::{
    exchange::swizzle,
    plan::{Mode, Plan, Refusal},
    tile::Place,
};

/// Returns the strides of a tensor without gaps, with the last mode contiguous.
fn strides<const R: usize>(extents: [u32; R]) -> [u32; R] {
    core::array::from_fn(|mode| extents[mode + 1..].iter().product())
}
fn modes<const R: usize>(extents: [u32; R], permutation: [usize; R]) -> [Mode; R] {
    let to = strides(permutation.map(|mode| extents[mode]));
    Mode::permuted(extents, strides(extents), permutation, to)
}
fn kernel<const R: usize>(bytes: u32, extents: [u32; R], permutation: [usize; R]) -> &'static str {
    let plan = Plan::new(bytes, 16, &modes(extents, permutation));
    plan.map_or("none", |plan| plan.tile.kernel)
}

#[test]
fn kernels_of_some_permutations() {
    let both = |extents, permutation| [4, 2].map(|bytes| kernel(bytes, extents, permutation));
    assert_eq!(both([64, 64, 64, 256], [3, 2, 1, 0]), ["permute_u32_64", "permute_u16_64"]);
    assert_eq!(both([16, 12, 4096, 64], [0, 2, 1, 3]), ["permute_rows_u32", "permute_rows_u16"]);
    assert_eq!(both([48, 56, 72, 80], [3, 1, 2, 0]), ["permute_u32_16", "permute_u16_16"]);
    assert_eq!(kernel(4, [128, 256, 512], [0, 2, 1]), "permute_u32_64");
    assert_eq!(kernel(2, [128, 256, 512], [2, 1, 0]), "permute_u16_128");
    assert_eq!(kernel(2, [32, 32, 32, 32, 32], [4, 2, 0, 3, 1]), "permute_u16_32");
    // 37 and 3 are not multiples of a vector; a tensor that does not change is one long row.
    assert_eq!(kernel(4, [5, 64, 37], [2, 0, 1]), "permute_u32_any");
    assert_eq!(kernel(1, [5, 64, 3], [1, 0, 2]), "permute_rows_u8_any");
    assert_eq!(kernel(8, [64, 64, 64], [0, 1, 2]), "permute_rows_u64_wide");
    assert_eq!(kernel(3, [64], [0]), "none");
    // Images: the colours last, and first.
    assert_eq!(kernel(4, [32, 300, 200, 3], [0, 3, 1, 2]), "permute_u32_4_any");
    assert_eq!(kernel(1, [32, 3, 300, 200], [0, 2, 3, 1]), "permute_u8_any_4");
    assert_eq!(kernel(4, [30, 20, 32, 16], [1, 0, 2, 3]), "permute_rows_u32");
    assert_eq!(kernel(4, [30, 20, 1000, 16], [2, 1, 0, 3]), "permute_rows_u32_16");
}
#[test]
fn modes_are_merged() {
    // (0, 1) stay together and so do (2, 3, 4).
    let plan = Plan::new(4, 16, &modes([2, 32, 4, 4, 4], [2, 3, 4, 0, 1])).unwrap();
    assert_eq!(plan.arguments(), ([64, 64, 1, 1, 1, 1], [64, 1, 1, 1, 1], [64, 1, 1, 1, 1]));
    assert_eq!(plan.blocks, 1);
}
#[test]
fn windows_are_no_vectors() {
    // Both modes of a sliding window are contiguous in the source.
    let window = [(64, 1, 64), (64, 1, 1)].map(|(extent, from, to)| Mode { extent, from, to });
    assert_eq!(Plan::new(4, 16, &window).unwrap().tile.vector, 1);
}
#[test]
fn a_smaller_tile_where_the_largest_reaches_too_far() {
    let rows = modes([64, 1 << 27], [1, 0]);
    let plan = Plan::new(2, 16, &rows).unwrap();
    // 64 rows are 63 2^27 elements apart, which is more than 2^32; 32 rows are not.
    assert_eq!(plan.tile.kernel, "permute_u16_32");
}

#[test]
fn what_is_refused() {
    let mode = |extent, from, to| Mode { extent, from, to };
    let far = [mode(64, 1, 1 << 31), mode(1 << 20, 64, 1)];
    assert_eq!(Plan::new(4, 16, &far), Err(Refusal::Far));
    let many: Vec<Mode> = (0..7).map(|i| mode(2, 1 << (2 * i), 1 << (3 * i))).collect();
    assert_eq!(Plan::new(4, 16, &many), Err(Refusal::Modes(7)));
    let and_ones = [&many[..], &[mode(1, 5, 7); 2]].concat();
    assert_eq!(Plan::new(4, 16, &and_ones), Err(Refusal::Modes(7)));
    let tiles = [mode(1 << 31, 2, 2), mode(1 << 31, 3, 3)];
    assert_eq!(Plan::new(4, 16, &tiles), Err(Refusal::Tiles));
    assert_eq!(Plan::new(4, 16, &[]).unwrap().blocks, 1);
    assert_eq!(Plan::new(4, 2, &[]), Err(Refusal::Alignment(2)));
    assert_eq!(Plan::new(3, 16, &[]), Err(Refusal::Bytes(3)));
}

#[test]
fn numbers_become_places() {
    let (extents, tile) = ((5, 3, 2, 1, 3, 1), (4, 2));
    let place = |number| Place::new(extents, tile, number);
    let last = place(2 * 2 * 2 * 3 - 1);
    assert_eq!((last.tile, last.plane, last.others), ((1, 1), (5, 3), (1, 0, 2, 0)));
    assert_eq!(place(2 * 2 * 2 * 3).plane, (0, 3));
    let memory = [0u8; 100];
    let at = last.plane_of(memory.as_ptr(), (7, 1000, 20, 1000));
    assert_eq!(at, &memory[47]);
}

#[test]
fn swizzles_of_the_table() {
    assert_eq!(swizzle(4, 4, 64, 64), (3, 2, 6));
    assert_eq!(swizzle(4, 4, 32, 32), (3, 2, 5));
    assert_eq!(swizzle(4, 4, 16, 16), (2, 3, 3));
    assert_eq!(swizzle(2, 8, 128, 128), (3, 3, 7));
    assert_eq!(swizzle(2, 8, 64, 64), (3, 3, 6));
    assert_eq!(swizzle(2, 8, 32, 32), (2, 4, 4));
    assert_eq!(swizzle(2, 8, 16, 16), (2, 4, 3));
    assert_eq!(swizzle(1, 8, 64, 64), (3, 4, 5));
    assert_eq!(swizzle(8, 2, 32, 32), (3, 1, 5));
}
