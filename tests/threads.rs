//! Parts of tensors, each written by its own thread.
//!
//! This program does not use the test harness, whose threads would hide ours from a thread
//! sanitizer, or add reports of their own. `cargo xtask sanitize` runs it under one.
//! theirs. `cargo xtask sanitize` runs it under one.

use std::thread;

use zellige::prelude::*;

fn main() {
    for (name, test) in [
        ("threads_write_tiles", threads_write_tiles as fn()),
        ("threads_write_between_one_another", threads_write_between_one_another),
        ("threads_write_by_run_time_strides", threads_write_by_run_time_strides),
        ("threads_write_tiles_of_any_size", threads_write_tiles_of_any_size),
        ("threads_read_what_they_share", threads_read_what_they_share),
    ] {
        test();
        println!("test {name} ... ok");
    }
}

/// Returns 0, 1, 2, ...
fn numbers<const N: usize>() -> [u32; N] {
    std::array::from_fn(|i| i as u32)
}
/// Starts all threads, then joins each: a thread sanitizer recognizes that as their end, but not
/// what a scope does at its own end.
fn join<'scope>(threads: impl Iterator<Item = thread::ScopedJoinHandle<'scope, ()>>) {
    let threads: Vec<_> = threads.collect();
    for thread in threads {
        thread.join().expect("it does not panic");
    }
}

/// Transposes `from`, m by n, with a tile of `BM` by `BN` for each thread: every layout can be sent
/// to a thread, also in generic code.
fn transpose<BM: Integer, BN: Integer>(
    from: &[u32],
    to: &mut [u32],
    m: usize,
    n: usize,
    tile: (BM, BN),
) {
    let from = Tensor::new(from, layout!((m, n) : (n, 1))).zipped_divide(tile);
    let mut to = Tensor::new(to, layout!((m, n) : (1, m)));
    thread::scope(|scope| {
        join(
            to.try_split_mut(tile).expect("disjoint").enumerate().map(|(number, mut to)| {
                scope.spawn(move || to.copy_from(&from.slice((.., number))))
            }),
        );
    });
}
fn threads_write_tiles_of_any_size() {
    let from = numbers::<48>();
    let expected: [u32; 48] = std::array::from_fn(|i| (i % 8 * 6 + i / 8) as u32);
    for cut in 0..3 {
        let mut to = [0; 48];
        match cut {
            0 => transpose(&from, &mut to, 8, 6, (int!(4), int!(3))),
            1 => transpose(&from, &mut to, 8, 6, (2usize, int!(6))),
            _ => transpose(&from, &mut to, 8, 6, (8u32, 1u32)),
        }
        assert_eq!(to, expected);
    }
}

/// Tiles of a matrix with all numbers known only at run time, each tile shared among its own
/// threads.
fn threads_write_by_run_time_strides() {
    let (m, n, pitch) = (32usize, 24usize, 30usize);
    let mut data = vec![0u32; m * pitch];
    let mut a = Tensor::new(&mut data[..], layout!((m, n) : (pitch, 1)));
    let tiles = a.try_split_mut((int!(16), int!(12))).expect("disjoint");
    let threads = layout!((4, 2) : (2, 1));
    thread::scope(|scope| {
        join(tiles.enumerate().map(|(number, mut tile)| {
            scope.spawn(move || {
                thread::scope(|scope| {
                    let parts = tile.try_partition_mut(threads).expect("disjoint");
                    join(parts.enumerate().map(|(thread, mut mine)| {
                        scope.spawn(move || mine.fill((8 * number + thread) as u32 + 1))
                    }));
                });
            })
        }));
    });
    for (at, &written) in data.iter().enumerate() {
        let (i, j) = (at / pitch, at % pitch);
        let part = 8 * (i / 16 + 2 * (j / 12)) + i % 4 * 2 + j % 2;
        assert_eq!(written, if j < n { part as u32 + 1 } else { 0 });
    }
}

/// Tiles of a matrix with a run-time number of rows, each written by its own thread.
fn threads_write_tiles() {
    let m = 64usize;
    let mut data = vec![0u32; m * 48];
    let mut a = Tensor::new(&mut data[..], layout!((m, 48) : (48, 1)));
    let tiles = a.split_mut((int!(16), int!(12)));
    assert_eq!(tiles.len(), 16);
    thread::scope(|scope| {
        join(tiles.enumerate().map(|(number, mut tile)| {
            scope.spawn(move || {
                for x in &mut tile {
                    *x += number as u32 + 1;
                }
                tile[(0u32, 0u32)] += 1000;
            })
        }));
    });
    for i in 0..m {
        for j in 0..48 {
            let first = if i % 16 == 0 && j % 12 == 0 { 1000 } else { 0 };
            assert_eq!(data[i * 48 + j], (i / 16 + 4 * (j / 12)) as u32 + 1 + first);
        }
    }
}

/// Threads whose elements interleave in memory; each splits, slices and copies its elements.
fn threads_write_between_one_another() {
    let mut a = Tensor::new([0u32; 512], layout!((32, 16) : (16, 1)));
    let threads = layout!((4, 4) : (4, 1));
    let source = numbers::<32>();
    thread::scope(|scope| {
        let parts = a.partition_mut(threads).enumerate();
        join(parts.map(|(thread, mut mine)| {
            let source = &source;
            scope.spawn(move || {
                assert_eq!(mine.layout(), layout!((8, 4) : (64, 4)));
                mine.copy_from(&Tensor::new(source, layout!((8, 4) : (4, 1))));
                for (quarter, mut part) in mine.split_mut((int!(4), int!(2))).enumerate() {
                    part.view_mut().slice((1u32, ..)).fill(100 + quarter as u32);
                }
                mine[(0u32, 0u32)] = 1000 + thread as u32;
                let shared = mine.view();
                assert_eq!(shared.slice((.., 1u32))[7u32], 29);
            })
        }));
    });
    for thread in 0..16u32 {
        let mine = a.view().local_partition(threads, thread);
        assert_eq!(mine[(0u32, 0u32)], 1000 + thread);
        assert_eq!(mine[(1u32, 0u32)], 100);
        assert_eq!(mine[(5u32, 3u32)], 103);
        assert_eq!(mine[(7u32, 3u32)], 31);
    }
}

/// Each thread sums its own rows of a shared tensor.
fn threads_read_what_they_share() {
    let data = numbers::<512>();
    let a = Tensor::new(&data, layout!((32, 16) : (16, 1)));
    let mut sums = [0; 4];
    let mut totals = Tensor::new(&mut sums, layout!(4 : 1));
    thread::scope(|scope| {
        let parts = totals.split_mut(int!(1)).enumerate();
        join(parts.map(|(thread, mut total)| {
            scope.spawn(move || {
                let rows = a.local_tile((int!(8), int!(16)), (thread, 0u32));
                total[0u32] = rows.iter().sum();
            })
        }));
    });
    assert_eq!(sums, [8128, 24512, 40896, 57280]);
}
