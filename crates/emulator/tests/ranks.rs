//! Tensors of any shape in global memory: the part of a tile that is outside, in any mode, is
//! neither read nor written.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige_emulator::Memory;
use zellige_gpu::copy::copy_if;
use zellige_gpu::engine::Narrow;
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::transform::{transform_if, transform_or};
use zellige_gpu::{Gpu, Sm80};
mod common;
use common::block;

/// Returns `n` numbers, starting with 1.
fn numbers(n: u32) -> Vec<u32> {
    (1..=n).collect()
}

#[test]
fn a_row_of_numbers() {
    let (from, mut to) = (numbers(10), vec![0; 10]);
    let (source, destination) = (Memory::read(&from), Memory::write(&mut to));
    block(3, 0, |gpu| {
        let tile = |of: *mut u32| {
            let row = gmem(of, layout!((10u32,) : (1,)));
            row.local_tile(shape!((4,)), (gpu.thread(),)).settled()
        };
        let (from, to) = (tile(source.pointer().cast_mut()), tile(destination.pointer_mut()));
        // SAFETY: the memory has the elements that are inside.
        unsafe {
            let mut values = [0; 4];
            transform_or(from, 7, rmem(&mut values, layout!((4,) : (1,))), |x| x);
            let expected = [0, 1, 2, 3].map(|i| 4 * gpu.thread() + i);
            assert_eq!(values, expected.map(|i| if i < 10 { i + 1 } else { 7 }));
            transform_if(from, to, |x| 2 * x);
        }
    });
    assert!(to.iter().zip(&from).all(|(x, i)| *x == 2 * i));
    let (source, row) = (Memory::read(&from), layout!(4u32 : 3));
    // SAFETY: every third element exists, four of them.
    let found = unsafe { [3u32, 4].map(|i| gmem(source.pointer(), row).read_or(i, 7)) };
    assert_eq!(found, [10, 7]);
}

#[test]
fn a_batch_of_matrices() {
    type Vectors = MakeTiledCopy<
        CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(64)>, int!(32)>,
        layout!((4, 2) : (2, 1)),
        layout!((1, 2)),
    >;
    // Three batches of 5 rows and 6 columns, in tiles of 4 by 4.
    let (from, mut to) = (numbers(90), vec![0; 90]);
    let (source, destination) = (Memory::read(&from), Memory::write(&mut to));
    let all = layout!((3u32, 5u32, 6u32) : (30u32, 6u32, 1));
    block(8, 64, |gpu| {
        let (thread, copy) = (gpu.thread(), Vectors::STATIC);
        // Batch 3 and row 2 of tiles are outside.
        for (batch, i, j) in (0..24u32).map(|at| (at / 6, at / 2 % 3, at % 2)) {
            let tile = gmem(source.pointer(), all).at((batch, .., ..));
            let tile = tile.local_tile(shape!((4, 4)), (i, j));
            let stage = smem::<u32, _>(gpu, 0, layout!((4, 4) : (4, 1)));
            let out = gmem(Narrow(destination.pointer_mut()), all);
            let out = out.local_tile(shape!((1, 4, 4)), (batch, i, j));
            assert_eq!(out.settled().is_whole(), batch < 3 && (i, j) == (0, 0));
            // SAFETY: the block's memory holds the tile; the elements that are inside exist.
            unsafe {
                copy_if(gpu, copy, tile.partition_s(copy, thread), stage.partition_d(copy, thread));
                gpu.cp_async_commit();
                gpu.cp_async_wait::<0>();
                gpu.sync_threads();
                for column in [thread % 2, thread % 2 + 2] {
                    let (row, value) = (thread / 2, stage.read((thread / 2, column)));
                    assert_eq!(value, tile.read_or((row, column), 0));
                    out.write_if((0u32, row, column), value);
                }
                gpu.sync_threads();
            }
        }
    });
    assert_eq!(to, from);
}

#[test]
fn a_mode_of_two_modes() {
    // Four columns of 3 by 5 rows: tiles of 2 by 2 rows extend past both extents of the mode.
    let (from, mut to) = (numbers(60), vec![0; 60]);
    let (source, destination) = (Memory::read(&from), Memory::write(&mut to));
    let all = layout!(((3u32, 5u32), 4u32) : ((1, 3u32), 15u32));
    block(4, 0, |gpu| {
        for (i, j) in (0..6u32).map(|at| (at / 3, at % 3)) {
            let tiler = shape!(((2, 2), 1));
            let tile = |of: *mut u32| {
                let tensor = gmem(of, all);
                tensor.local_tile(tiler, ((i, j), gpu.thread())).settled()
            };
            let mut values = [0; 4];
            // SAFETY: the memory has the elements that are inside.
            unsafe {
                let values = rmem(&mut values, layout!(((2, 2), 1)));
                transform_or(tile(source.pointer().cast_mut()), 0, values, |x| x);
                transform_if(values, tile(destination.pointer_mut()), |x| x);
            }
            for (at, value) in (0..).zip(values) {
                let (row, column) = (2 * i + at % 2, 2 * j + at / 2);
                let inside = row < 3 && column < 5;
                let expected = row + 3 * column + 15 * gpu.thread() + 1;
                assert_eq!(value, if inside { expected } else { 0 });
            }
        }
    });
    assert_eq!(to, from);
}

#[test]
fn elements_before_the_first_one() {
    let from = numbers(24);
    let source = Memory::read(&from);
    block(1, 0, |_| {
        let all = gmem(source.pointer(), layout!((2u32, 3u32, 4u32) : (12u32, 4u32, 1)));
        let padded = all.padded((1, 2, 3)).settled();
        for (b, i, j) in (0..200u32).map(|at| (at / 50, at / 10 % 5, at % 10)) {
            let pair =
                padded.domain_offset((b, i, j)).local_tile(shape!((1, 1, 2)), (0u32, 0u32, 0u32));
            let row = (1..3).contains(&b) && (2..5).contains(&i);
            assert_eq!(pair.settled().is_whole(), row && (3..6).contains(&j));
            // SAFETY: the elements that are inside exist.
            let found =
                unsafe { [padded.read_or((b, i, j), 0), padded.narrow().read_or((b, i, j), 0)] };
            let expected = match (b.checked_sub(1), i.checked_sub(2), j.checked_sub(3)) {
                (Some(b @ 0..2), Some(i @ 0..3), Some(j @ 0..4)) => 12 * b + 4 * i + j + 1,
                _ => 0,
            };
            assert_eq!(found, [expected; 2], "({b}, {i}, {j})");
        }
    });
}
