//! Blocks of a grid that write the same bytes of global memory.

use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::run;
use zellige_gpu::engine::{Get, Set};
use zellige_gpu::tensor::gmem;
use zellige_gpu::{Gpu, Sm80, Sm90, access, kernel};

/// Returns number i of global memory.
fn number(a: *mut u32, i: u32) -> impl Get<Element = u32> + Set<Element = u32> {
    gmem(a.wrapping_add(i as usize), layout!((1u32, 1u32) : (1u32, 1))).engine()
}

/// A block writes a row of a matrix with rows that begin `pitch` numbers apart, perhaps fewer than
/// a row has.
///
/// # Safety
///
/// a has the numbers.
#[kernel(threads = 32)]
unsafe fn rows<G: Gpu>(gpu: G, pitch: u32, a: *mut u32) {
    let i = gpu.block_x() * pitch + gpu.thread();
    // SAFETY: as the caller promises, except for other blocks.
    unsafe { number(a, i).set(i) }
}

#[test]
fn rows_that_overlap() {
    let mut a = GlobalMemory::new(&[0; 4 * 256]);
    let pointer = std::ptr::with_exposed_provenance_mut(a.address() as usize);
    // SAFETY: the memory has rows for 7 blocks; blocks that write the same bytes are what this
    // tests.
    unsafe {
        for _ in 0..2 {
            run::<rows>((8, 1), (32, pointer)).unwrap();
        }
        run::<rows>((1, 1), (0, pointer)).unwrap();
        let overlap = run::<rows>((2, 1), (31, pointer)).unwrap_err().to_string();
        // Either block may come first.
        assert!(
            [(0, 31, 1), (1, 0, 0)].iter().any(|(block, thread, other)| {
                overlap
                    == format!(
                        "rows, block ({block}, 0), thread {thread}: writes 4 bytes at offset 124 of a, \
                         which block ({other}, 0) wrote without a signal between"
                    )
            }),
            "{overlap}"
        );
    }
}

/// The bytes of a word are separate bytes.
///
/// # Safety
///
/// a has a byte for each block.
#[kernel(threads = 1)]
unsafe fn bytes<G: Gpu>(gpu: G, a: *mut u8) {
    // SAFETY: as the caller promises.
    unsafe { access::write(a.wrapping_add(gpu.block_x() as usize), 1) }
}
#[test]
fn bytes_of_a_word() {
    let mut a = GlobalMemory::new(&[0; 64]);
    let pointer = std::ptr::with_exposed_provenance_mut(a.address() as usize);
    // SAFETY: there are 64 bytes.
    unsafe { run::<bytes>((64, 1), (pointer,)) }.unwrap();
    assert_eq!(a.bytes(), [1; 64]);
}

/// Each block adds 1 to a number, in turn: number 1 counts the blocks that have done so.
///
/// # Safety
///
/// a has two numbers.
#[kernel(threads = 32)]
unsafe fn in_turn<G: Sm80>(gpu: G, waits: u32, a: *mut u32) {
    if gpu.thread() == 0 {
        // SAFETY: as the caller promises.
        unsafe {
            let turn = a.wrapping_add(1);
            while waits == 1 && gpu.load_acquire(turn) != gpu.block_x() {}
            number(a, 0).set(number(a, 0).get() + 1);
            gpu.store_release(turn, gpu.block_x() + 1);
        }
    }
}
/// The blocks count with an atomic instruction.
///
/// # Safety
///
/// a has a number.
#[kernel(threads = 32)]
unsafe fn count<G: Sm80>(gpu: G, a: *mut u32) {
    // SAFETY: as the caller promises.
    unsafe { gpu.fetch_add(a, 1) };
}
#[test]
fn blocks_that_signal() {
    let mut a = GlobalMemory::new(&[0; 8]);
    let pointer = std::ptr::with_exposed_provenance_mut(a.address() as usize);
    // SAFETY: there are two numbers.
    unsafe {
        run::<in_turn>((16, 1), (1, pointer)).unwrap();
        assert_eq!(a.bytes()[0], 16);
        run::<count>((16, 1), (pointer,)).unwrap();
        let words = run::<in_turn>((16, 1), (0, pointer)).unwrap_err().to_string();
        assert!(words.contains("writes 4 bytes at offset 0 of a, which block ("), "{words}");
    }
}

/// The blocks of a cluster write the same number one after the other, with or without the cluster's
/// barrier in between.
///
/// # Safety
///
/// a has a number.
#[kernel(threads = 32, cluster = 2)]
unsafe fn together<G: Sm90>(gpu: G, waits: u32, a: *mut u32) {
    for block in 0..2 {
        // SAFETY: as the caller promises; all threads arrive at the barrier.
        unsafe {
            if gpu.thread() == 0 && gpu.cluster_rank() == block {
                number(a, 0).set(block);
            }
            if waits == 1 {
                gpu.cluster_arrive();
                gpu.cluster_wait();
            }
        }
    }
}
#[test]
fn blocks_of_a_cluster() {
    let mut a = GlobalMemory::new(&[0; 4]);
    let pointer = std::ptr::with_exposed_provenance_mut(a.address() as usize);
    // SAFETY: there is a number.
    unsafe {
        run::<together>((2, 1), (1, pointer)).unwrap();
        assert_eq!(
            run::<together>((2, 1), (0, pointer)).unwrap_err().to_string(),
            "together, block (1, 0), thread 0: writes 4 bytes at offset 0 of a, \
             which block (0, 0) wrote without a signal between"
        );
    }
}
