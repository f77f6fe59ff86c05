//! Scans of a block beside a loop over its threads.

mod common;

use common::block;
use zellige::{atom::smem::SharedTile, prelude::*};
use zellige_gpu::Gpu;
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};

/// x -> a x + b, first this and then the other, mod 2^32: associative, and not commutative.
fn then(f: (u32, u32), g: (u32, u32)) -> (u32, u32) {
    let b = f.1.wrapping_mul(g.0).wrapping_add(g.1);
    (f.0.wrapping_mul(g.0), b)
}

type Map = (u32, u32);

/// The scans of blocks with so many warps, twice with the same memory.
fn check<W: SharedTile>() {
    type Memory<W> = SmemTensor<Map, W>;
    let threads = 32 * W::SIZE as u32;
    let map = |thread: u32| (thread * 7 % 11 + 2, thread * 5 % 13);
    let first = (5, 9);
    let got: Vec<[Map; 4]> = block(threads, <Memory<W>>::BYTES, |gpu| {
        let x = map(gpu.thread());
        // SAFETY: all threads of the block are here, and nothing else uses shared memory.
        unsafe {
            let scratch = Scratch::new(<Memory<W>>::allocate(gpu));
            let ((inclusive, all), used) = scratch.scan(gpu, x, then);
            let again = used.again(gpu);
            let ((exclusive, same), _) = again.exclusive_scan(gpu, x, first, then);
            [inclusive, exclusive, all, same]
        }
    });
    let all = (0..threads).map(map).reduce(then).unwrap();
    for (thread, &[inclusive, exclusive, every, same]) in (0..threads).zip(&got) {
        let before = (0..thread).map(map);
        let with_own = before.clone().chain([map(thread)]);
        assert_eq!(inclusive, with_own.reduce(then).unwrap(), "thread {thread}");
        assert_eq!(exclusive, before.fold(first, then), "thread {thread}");
        assert_eq!((every, same), (all, all), "thread {thread}");
    }
}

#[test]
fn scans_of_a_block() {
    check::<layout!(1)>();
    check::<layout!(2)>();
    check::<layout!(8)>();
    check::<layout!(32)>();
}
