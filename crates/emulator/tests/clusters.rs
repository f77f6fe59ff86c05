//! Clusters: blocks that run together, meet at a barrier, arrive at each other's barriers, and copy
//! data to each other.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use zellige::{atom::smem::SharedTile, construct::ColMajor, prelude::*};
use zellige_emulator::tensor_map::Tensor;
use zellige_emulator::{Fault, Grid, Memory, launch, memory::GlobalMemory, run, try_launch};
use zellige_gpu::barrier::{ClusterBarrier, Uninit};
use zellige_gpu::engine::{Get, Set, Smem};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::storage::{SharedStorage, Stages};
use zellige_gpu::tensor::smem;
use zellige_gpu::{Gpu, Sm90, TensorMap, kernel};

/// Returns number i in shared memory.
fn shared<G: Gpu>(gpu: G, i: u32) -> Smem<u32> {
    smem(gpu, i, layout!(1)).engine()
}
/// Returns `count` numbers, 0, 1, 2, ..., and their map in boxes of 32.
fn numbers(count: u32) -> (GlobalMemory, TensorMap) {
    let bytes: Vec<u8> = (0..count).flat_map(u32::to_ne_bytes).collect();
    let mut memory = GlobalMemory::new(&bytes);
    let tensor = Tensor::tiled(4, &[count], &[], &[32], 0).unwrap();
    let map = tensor.emulated(memory.address()).unwrap();
    (memory, map)
}

/// Checks the position of each thread: the number of its block in the cluster, and the block count.
///
/// # Safety
///
/// `to` points to a number for each block of the grid.
#[kernel(threads = 32, cluster = 4)]
pub unsafe fn places<G: Sm90>(gpu: G, to: *mut u32) {
    assert_eq!((gpu.cluster_rank(), gpu.cluster_blocks()), (gpu.block_x() % 4, 4));
    let block = gpu.block_y() * gpu.grid_x() + gpu.block_x();
    if gpu.thread() == 0 {
        // SAFETY: one number for each block.
        unsafe { *to.add(block as usize) += 1 + gpu.cluster_rank() }
    }
}

#[test]
fn blocks_know_their_places() {
    let mut to = vec![0; 8 * 3];
    let memory = Memory::write(&mut to);
    // SAFETY: there is a number for each block.
    unsafe { run::<places>((8, 3), (memory.pointer_mut(),)) }.unwrap();
    assert!(to.into_iter().eq((0..24).map(|i| 1 + i % 4)));
    // Without clusters, every block is alone.
    let grid = Grid { x: 3, y: 1, threads: 1, shared: 0, cluster: 0 };
    launch(grid, |gpu| assert_eq!((gpu.cluster_rank(), gpu.cluster_blocks()), (0, 1)));
}
#[test]
fn blocks_that_make_no_clusters() {
    let nowhere = std::ptr::null_mut();
    assert_eq!(
        words!(places, (6, 2), (nowhere,)),
        "places: 6 blocks in x do not divide into clusters of 4"
    );
}

/// When the threads of a block tell the blocks that fill its memory that they have read it:
/// afterwards, never, or, for those of block 0, before.
const AFTERWARDS: u32 = 0;
const NEVER: u32 = 1;
const LATE: u32 = 2;
/// Each block copies a box to all blocks with a 1 in `blocks`, round after round; each reads the
/// boxes of both, and releases them.
///
/// # Safety
///
/// The map describes 64 numbers for each round, in boxes of 32.
#[kernel(threads = 64, shared = 256 + 16, cluster = 2)]
pub unsafe fn exchange<G: Sm90>(
    gpu: G,
    map: *const TensorMap,
    rounds: u32,
    blocks: u32,
    releases: u32,
) {
    let rank = gpu.cluster_rank();
    // SAFETY: all threads of the cluster execute this; the barriers follow two boxes.
    unsafe {
        let mut cluster = ClusterBarrier::new();
        let bytes = gpu.shared_address() + 256;
        let (full, empty) = (<Uninit>::new(bytes), <Uninit>::new(bytes + 8));
        let made = full.init(gpu, 1).and(empty.init(gpu, 2 * 64));
        let (mut full, mut empty) = made.publish_to_cluster(gpu, &mut cluster);
        for round in 0..rounds {
            let arrived = if gpu.thread() == 0 {
                let (filling, arrived) = full.arrive_expect::<256>(gpu);
                let at = [(64 * round + 32 * rank) as i32];
                let to = gpu.shared_address() + 128 * rank;
                gpu.tma_load_multicast(to, map, at, filling.barrier(), blocks as u16);
                arrived
            } else {
                full.watch()
            };
            full = arrived.wait(gpu);
            let read = || {
                let number = shared(gpu, 63 - gpu.thread()).get();
                assert_eq!(number, 64 * round + 63 - gpu.thread());
            };
            let late = releases == LATE && rank == 0;
            if !late {
                read();
            }
            if releases == NEVER {
                gpu.sync_threads();
                continue;
            }
            let released = empty.arrive_cluster(gpu, 0b11);
            if late {
                read();
            }
            empty = released.wait(gpu);
        }
        cluster.sync(gpu);
    }
}

#[test]
fn blocks_bring_each_other_boxes() {
    let (_memory, map) = numbers(64 * 5);
    // SAFETY: there are 64 numbers for each round.
    unsafe { run::<exchange>((4, 2), (&map, 5, 0b11, AFTERWARDS)) }.unwrap();
}
#[test]
fn a_mask_that_leaves_a_block_out() {
    let (_memory, map) = numbers(64);
    assert_eq!(
        words!(exchange, (2, 1), (&map, 1, 0b01, AFTERWARDS)),
        "exchange, block (0, 0): threads 0 to 63 wait at the barrier at offset 264 of shared memory for the end of phase 0; \
         in block 1 of the cluster threads 0 to 63 wait at the barrier at offset 256 of shared memory for the end of phase 0"
    );
    assert_eq!(
        words!(exchange, (2, 1), (&map, 1, 0b110, AFTERWARDS)),
        "exchange, block (0, 0), thread 0: copies to the blocks 0b110 of a cluster of 2"
    );
    assert_eq!(
        words!(exchange, (2, 1), (&map, 1, 0, AFTERWARDS)),
        "exchange, block (0, 0), thread 0: copies to the blocks 0b0 of a cluster of 2"
    );
}
#[test]
fn a_box_that_another_block_may_still_read() {
    let (_memory, map) = numbers(128);
    assert_eq!(
        words!(exchange, (2, 1), (&map, 2, 0b11, NEVER)),
        "exchange, block (1, 0), thread 0: writes 128 bytes at offset 128 of shared memory of block 0 of the cluster, \
         which a copy for the barrier at offset 256 writes, and the thread has not waited for it"
    );
    assert_eq!(
        words!(exchange, (2, 1), (&map, 2, 0b11, LATE)),
        "exchange, block (1, 0), thread 0: writes 128 bytes at offset 128 of shared memory of block 0 of the cluster, \
         which thread 31 of block 0 of the cluster read without a barrier between"
    );
}

/// Block 0 copies to both blocks, which have initialised their barriers, and met only if `meets` is
/// 1.
///
/// # Safety
///
/// The map describes 32 numbers.
#[kernel(threads = 32, shared = 128 + 8, cluster = 2)]
pub unsafe fn copy_at_once<G: Sm90>(gpu: G, map: *const TensorMap, meets: u32) {
    let barrier = gpu.shared_address() + 128;
    // SAFETY: all threads of the cluster execute this, and the memory exists; the rest is what this
    // tests.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
            gpu.mbarrier_arrive_expect(barrier, 128);
        }
        gpu.sync_threads();
        if meets == 1 {
            ClusterBarrier::new().sync(gpu);
        }
        if gpu.thread() == 0 && gpu.cluster_rank() == 0 {
            gpu.tma_load_multicast(gpu.shared_address(), map, [0], barrier, 0b11);
        }
        gpu.mbarrier_wait(barrier, 0);
        assert_eq!(shared(gpu, gpu.thread()).get(), gpu.thread());
    }
}

#[test]
fn copies_to_barriers_that_may_not_be_there() {
    let (_memory, map) = numbers(32);
    // SAFETY: there are 32 numbers, and the blocks meet.
    unsafe { run::<copy_at_once>((2, 1), (&map, 1)) }.unwrap();
    assert_eq!(
        words!(copy_at_once, (2, 1), (&map, 0)),
        "copy_at_once, block (0, 0), thread 0: reads 8 bytes at offset 128 of shared memory of block 1 of the cluster, \
         which thread 0 of block 1 of the cluster wrote without a barrier between"
    );
}

/// Block 0 arrives at the barrier of block 1, after they have met if `meets` is 1, and then ends;
/// block 1 waits for that if `waits` is 1.
///
/// # Safety
///
/// None: the memory of block 1 may not exist.
#[kernel(threads = 32, shared = 16, cluster = 2)]
pub unsafe fn tell<G: Sm90>(gpu: G, meets: u32, waits: u32) {
    let barrier = gpu.shared_address() + 8;
    // SAFETY: the memory exists; the rest is what this tests.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
        }
        if meets == 1 {
            gpu.cluster_arrive();
            gpu.cluster_wait();
        } else {
            // Block 1 initialises its barrier meanwhile, which block 0 does not know.
            gpu.sync_threads();
        }
        if gpu.thread() == 0 {
            if gpu.cluster_rank() == 0 {
                gpu.mbarrier_arrive_remote(barrier, 1);
            } else if waits == 1 {
                gpu.mbarrier_wait(barrier, 0);
            }
        }
    }
}

#[test]
fn arrivals_at_barriers_of_other_blocks() {
    // SAFETY: they meet, and block 1 waits.
    unsafe { run::<tell>((4, 1), (1, 1)) }.unwrap();
    assert_eq!(
        words!(tell, (2, 1), (0, 1)),
        "tell, block (0, 0), thread 0: reads 8 bytes at offset 8 of shared memory of block 1 of the cluster, \
         which thread 0 of block 1 of the cluster wrote without a barrier between"
    );
    assert_eq!(
        words!(tell, (2, 1), (1, 0)),
        "tell, block (0, 0), thread 0: arrives at the barrier at offset 8 of shared memory of block 1 of the cluster, \
         which may have ended: none of its threads waits for this"
    );
}
/// Block 0 sends a word to block 1, which writes it if it `waits` for it.
///
/// # Safety
///
/// The word exists, and block 1 waits.
#[kernel(threads = 32, shared = 16, cluster = 2)]
pub unsafe fn send<G: Sm90>(gpu: G, to: *mut u32, waits: u32) {
    let (word, barrier) = (gpu.shared_address(), gpu.shared_address() + 8);
    // SAFETY: as the caller promises; the blocks have met before one writes to the other.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
        }
        gpu.cluster_arrive();
        gpu.cluster_wait();
        if gpu.thread() == 0 && gpu.cluster_rank() == 0 {
            gpu.store_async(word, 0x0102_0304, barrier, 1);
        } else if gpu.thread() == 0 {
            gpu.mbarrier_arrive_expect(barrier, 4);
            if waits == 1 {
                gpu.mbarrier_wait(barrier, 0);
            }
            to.write(gpu.load_shared_cluster(gpu.map_shared_rank(word, 1)));
        }
    }
}
#[test]
fn words_for_other_blocks() {
    let mut word = 0;
    // SAFETY: the word exists, and block 1 waits.
    unsafe { run::<send>((2, 1), (&raw mut word, 1)) }.unwrap();
    assert_eq!(word, 0x0102_0304);
    assert_eq!(
        words!(send, (2, 1), (&raw mut word, 0)),
        "send, block (1, 0), thread 0: reads 4 bytes at offset 0 of shared memory, which a copy for the barrier at \
         offset 8 writes, and the thread has not waited for it"
    );
}
/// # Safety
///
/// None: the block has nobody to send to.
#[kernel(threads = 1, shared = 16)]
pub unsafe fn send_to_itself<G: Sm90>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe { gpu.store_async(gpu.shared_address(), 0, gpu.shared_address() + 8, 0) }
}
/// # Safety
///
/// None: that is not the place of a word.
#[kernel(threads = 1, shared = 16, cluster = 2)]
pub unsafe fn send_to_bytes<G: Sm90>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe { gpu.store_async(gpu.shared_address() + 2, 0, gpu.shared_address() + 8, 0) }
}
#[test]
fn words_that_cannot_be_sent() {
    assert_eq!(
        words!(send_to_itself, (1, 1), ()),
        "send_to_itself, block (0, 0), thread 0: writes a word to a block of a cluster of one"
    );
    let fault = words!(send_to_bytes, (2, 1), ());
    assert!(fault.ends_with(", which is not a multiple of 4"), "{fault}");
}
/// # Safety
///
/// None: that block does not exist.
#[kernel(threads = 1, shared = 8, cluster = 2)]
pub unsafe fn tell_nobody<G: Sm90>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe { gpu.mbarrier_arrive_remote(gpu.shared_address(), 2) }
}
#[test]
fn blocks_that_are_not_there() {
    assert_eq!(
        words!(tell_nobody, (2, 1), ()),
        "tell_nobody, block (0, 0), thread 0: names block 2 of a cluster of 2"
    );
}

/// The threads of each block arrive at the cluster's barrier as often as a digit of `arrivals`
/// says, with the digit of block 0 last, and then wait as often as a digit of `waits` says.
///
/// # Safety
///
/// None: the counts may not match.
#[kernel(threads = 32, cluster = 3)]
pub unsafe fn meet<G: Sm90>(gpu: G, arrivals: u32, waits: u32) {
    let digit = |all: u32| all / 10u32.pow(gpu.cluster_rank()) % 10;
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        for _ in 0..digit(arrivals) {
            gpu.cluster_arrive();
        }
        for _ in 0..digit(waits) {
            gpu.cluster_wait();
        }
    }
}

#[test]
fn threads_that_do_not_come_to_the_barrier_of_the_cluster() {
    // SAFETY: all threads arrive once, and wait once.
    unsafe { run::<meet>((6, 1), (111, 111)) }.unwrap();
    assert_eq!(
        words!(meet, (6, 2), (101, 101)),
        "meet, block (0, 0): threads 0 to 31 wait at the barrier of the cluster; \
         in block 1 of the cluster threads 0 to 31 have ended; \
         in block 2 of the cluster threads 0 to 31 wait at the barrier of the cluster"
    );
    assert_eq!(
        words!(meet, (3, 1), (11, 0)),
        "meet, block (0, 0): 64 threads arrived at the barrier of the cluster, which other threads never reached"
    );
    assert_eq!(
        words!(meet, (3, 1), (112, 0)),
        "meet, block (0, 0), thread 0: arrives at the barrier of the cluster twice without waiting between"
    );
    assert_eq!(
        words!(meet, (3, 1), (11, 100)),
        "meet, block (2, 0), thread 0: waits at the barrier of the cluster, at which it has not arrived"
    );
}

/// A thread also knows afterwards what it learns between its arrival and its wait at the cluster's
/// barrier.
///
/// # Safety
///
/// None.
#[kernel(threads = 32, shared = 16, cluster = 2)]
pub unsafe fn meanwhile<G: Sm90>(gpu: G) {
    let barrier = gpu.shared_address() + 8;
    // SAFETY: all threads execute this, and the barrier counts one of them.
    unsafe {
        let barrier = <Uninit>::new(barrier).init(gpu, 1).publish(gpu);
        let cluster = ClusterBarrier::new();
        if gpu.thread() == 1 {
            let met = cluster.arrive(gpu);
            shared(gpu, 0).set(7);
            barrier.arrive(gpu).wait(gpu);
            met.wait(gpu);
        } else {
            let met = cluster.arrive(gpu);
            barrier.watch().wait(gpu);
            met.wait(gpu);
            assert_eq!(shared(gpu, 0).get(), 7);
        }
    }
}
#[test]
fn what_is_learned_before_the_wait() {
    // SAFETY: the kernel has no conditions.
    unsafe { run::<meanwhile>((2, 1), ()) }.unwrap();
}

/// Stages of 32 numbers from each of the blocks of a cluster, (number, block, stage), for 64
/// threads.
type Numbers<B, S> = TmaRing<Stages<u32, ColMajor<(int!(32), B, S)>>, int!(64)>;

/// Adds up the numbers of each step: each thread adds those at its number modulo 32. Each of the B
/// blocks of a cluster copies 32 numbers to all blocks.
fn sums<B: Integer + Default, S: Integer>(steps: u32, finishes: bool) -> Result<(), Fault>
where
    ColMajor<(int!(32), B, S)>: SharedTile<Profile = (usize, usize, usize)> + 'static,
{
    let blocks = B::default().u32();
    let (_memory, map) = numbers(32 * blocks * steps);
    let grid =
        Grid { x: 2 * blocks, y: 1, threads: 64, shared: <Numbers<B, S>>::BYTES, cluster: blocks };
    try_launch(grid, |gpu| {
        let all = ((1u32 << blocks) - 1) as u16;
        let rank = gpu.cluster_rank();
        let mut sum = 0;
        // SAFETY: all threads of the cluster execute this, and there are that many numbers.
        unsafe {
            let mut cluster = ClusterBarrier::new();
            let ring = <Numbers<B, S>>::of_cluster(gpu, &mut cluster, all);
            let numbers = ring.tiles();
            let (mut producer, mut consumer) = ring.split(gpu);
            for step in 0..steps {
                if let Some(producer) = &mut producer {
                    let filling = producer.acquire(gpu);
                    let to = numbers.at((.., rank, filling.stage())).address();
                    let at = [(32 * (blocks * step + rank)) as i32];
                    gpu.tma_load_multicast(to, &map, at, filling.barrier(), all);
                }
                let full = consumer.wait(gpu);
                for part in 0..blocks {
                    sum += numbers.read((gpu.thread() % 32, part, full.stage()));
                }
                full.release(gpu);
            }
            if finishes && let Some(producer) = producer {
                producer.finish(gpu);
            }
        }
        let parts = 0..blocks * steps;
        assert_eq!(sum, parts.map(|part| 32 * part + gpu.thread() % 32).sum());
    })
}
#[test]
fn rings_of_clusters() {
    for steps in [1, 2, 7] {
        sums::<int!(1), int!(1)>(steps, true).unwrap();
        sums::<int!(2), int!(1)>(steps, true).unwrap();
        sums::<int!(2), int!(2)>(steps, true).unwrap();
        sums::<int!(4), int!(3)>(steps, true).unwrap();
        sums::<int!(8), int!(2)>(steps, true).unwrap();
    }
}
#[test]
fn a_ring_whose_block_ends_too_early() {
    assert_eq!(
        sums::<int!(2), int!(2)>(2, false).unwrap_err().to_string(),
        "block (1, 0), thread 0: arrives at the barrier at offset 536 of shared memory of block 0 of the cluster, \
         which may have ended: none of its threads waits for this"
    );
}

/// # Safety
///
/// The map describes 32 numbers.
#[kernel(threads = 32, shared = 128 + 8)]
pub unsafe fn copy_from<G: Sm90>(gpu: G, map: *const TensorMap, first: i32) {
    let barrier = gpu.shared_address() + 128;
    // SAFETY: all threads execute this, and the memory exists; the rest is what this tests.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
            gpu.mbarrier_arrive_expect(barrier, 128);
            gpu.tma_load(gpu.shared_address(), map, [first], barrier);
        }
        gpu.sync_threads();
        gpu.mbarrier_wait(barrier, 0);
        let at = gpu.thread() as i32 + first;
        let expected = if (0..32).contains(&at) { at as u32 } else { 0 };
        assert_eq!(shared(gpu, gpu.thread()).get(), expected);
    }
}

#[test]
fn boxes_that_are_not_aligned() {
    let (_memory, map) = numbers(32);
    for first in [0, 4, -8, 32] {
        // SAFETY: there are 32 numbers.
        unsafe { run::<copy_from>((1, 1), (&map, first)) }.unwrap();
    }
    for first in [1, 2, -3, 33] {
        assert_eq!(
            words!(copy_from, (1, 1), (&map, first)),
            format!(
                "copy_from, block (0, 0), thread 0: copies a box that begins at byte {} of a row, which is not a multiple of 16",
                4 * first
            )
        );
    }
}
