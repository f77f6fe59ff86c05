//! Scans of a block, compared with a loop over its threads.

mod common;

use common::block;
use zellige::{atom::smem::SharedTile, prelude::*};
use zellige_emulator::{Memory, memory::GlobalMemory, run};
use zellige_gpu::block::{Scratch, is_last};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::{Gpu, Sm80, kernel, tensor::gmem};

/// x -> a x + b, first f and then g, mod 2^32: associative, but not commutative.
fn then(f: (u32, u32), g: (u32, u32)) -> (u32, u32) {
    let b = f.1.wrapping_mul(g.0).wrapping_add(g.1);
    (f.0.wrapping_mul(g.0), b)
}

type Map = (u32, u32);

/// Checks the scans of blocks with W's warp count, twice with the same memory.
fn check<W: SharedTile>() {
    type Memory<W> = SmemTensor<Map, W>;
    let threads = 32 * W::SIZE as u32;
    let map = |thread: u32| (thread * 7 % 11 + 2, thread * 5 % 13);
    let first = (5, 9);
    let got: Vec<[Map; 4]> = block(threads, <Memory<W>>::BYTES, |gpu| {
        let x = map(gpu.thread());
        // SAFETY: all threads of the block execute this, and nothing else uses shared memory.
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

/// Adds up 64 numbers for each block: each thread of the last block adds those with its number, and
/// then clears them.
///
/// # Safety
///
/// There are 64 numbers for each block, 64 sums, and a counter that is 0.
#[kernel(threads = 64, shared = Shown::BYTES)]
pub unsafe fn last_adds_up<G: Sm80>(gpu: G, numbers: *mut u32, counter: *mut u32, to: *mut u32) {
    let (thread, blocks) = (gpu.thread(), gpu.grid_x());
    let numbers = gmem(numbers, layout!((blocks, 64u32) : (64u32, 1)));
    // SAFETY: all threads of the block execute this, and the memory exists.
    unsafe {
        numbers.write((gpu.block_x(), thread), gpu.block_x() * thread);
        if is_last(gpu, counter, blocks, Shown::allocate(gpu)) {
            let mut sum = 0;
            for block in 0..blocks {
                sum += numbers.read((block, thread));
                numbers.write((block, thread), 0); // a race, if the other block might still write
            }
            *to.add(thread as usize) = sum;
        }
    }
}
type Shown = SmemTensor<u32, layout!(1)>;

#[test]
fn the_last_block_sees_all_others() {
    for blocks in [1, 2, 3, 9] {
        let mut numbers = GlobalMemory::new(&vec![9; 4 * 64 * blocks as usize]);
        let pointer = std::ptr::with_exposed_provenance_mut(numbers.address() as usize);
        let (mut counter, mut sums) = ([0], [99; 64]);
        for _ in 0..2 {
            let (counter, sums) = (Memory::write(&mut counter), Memory::write(&mut sums));
            let arguments = (pointer, counter.pointer_mut(), sums.pointer_mut());
            // SAFETY: there are that many numbers, 64 sums, and the counter is 0.
            unsafe { run::<last_adds_up>((blocks, 1), arguments) }.unwrap();
        }
        let all = blocks * (blocks - 1) / 2;
        let expected: Vec<u32> = (0..64).map(|thread| all * thread).collect();
        assert_eq!((counter, sums.to_vec()), ([0], expected), "{blocks} blocks");
    }
}
