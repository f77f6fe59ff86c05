//! Accesses to the shared memory of other blocks of a cluster, and reductions over its blocks.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, Memory, launch, run};
use zellige_gpu::barrier::ClusterBarrier;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{rmem, smem};
use zellige_gpu::{Gpu, Sm90, cluster, kernel};

/// A slot of each alignment for each thread.
type Slots = (
    SmemTensor<u8, layout!(32)>,
    SmemTensor<u16, layout!(32)>,
    SmemTensor<(f32, f32), layout!(32)>,
    SmemTensor<[u64; 2], layout!(32)>,
);
/// Each block writes to the next block around the cluster, and reads from the one before it.
///
/// # Safety
///
/// `to` points to 4 numbers for each thread of the grid.
#[kernel(threads = 32, shared = Slots::BYTES, cluster = 3)]
pub unsafe fn pass<G: Sm90>(gpu: G, to: *mut u64) {
    let (rank, thread) = (gpu.cluster_rank(), gpu.thread());
    let (next, last) = ((rank + 1) % 3, (rank + 2) % 3);
    let x = 100 * rank + thread;
    // SAFETY: all threads of the cluster execute this, and the blocks meet.
    unsafe {
        let mut cluster = ClusterBarrier::new();
        let (a, b, c, d) = Slots::allocate(gpu);
        cluster.sync(gpu);
        a.of_block(gpu, next).write(thread, x as u8);
        b.of_block(gpu, next).write(thread, x as u16);
        c.write(thread, (1.0, x as f32));
        d.of_block(gpu, rank).write(thread, [1 << 40, x.into()]);
        cluster.sync(gpu);
        let pair = c.of_block(gpu, last).read(thread);
        let double = d.of_block(gpu, last).read(thread);
        assert_eq!((pair.0, double[0]), (1.0, 1 << 40));
        let numbers = [a.read(thread).into(), b.read(thread).into(), pair.1 as u64, double[1]];
        to.cast::<[u64; 4]>().add((32 * gpu.block_x() + thread) as usize).write(numbers);
        cluster.sync(gpu);
    }
}
#[test]
fn elements_of_all_sizes() {
    let mut to = vec![0; 4 * 32 * 6];
    let memory = Memory::write(&mut to);
    // SAFETY: there are four numbers for each thread.
    unsafe { run::<pass>((6, 1), (memory.pointer_mut(),)) }.unwrap();
    for (i, found) in to.chunks(4).enumerate() {
        let x = 100 * ((i as u64 / 32 + 2) % 3) + i as u64 % 32;
        assert_eq!(found, [x % 256, x, x, x], "thread {i}");
    }
}

/// A tile of 8 by 64 numbers of 16 bits, swizzled, that 64 threads copy in vectors of 16 bytes.
type Tile = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((8, 64))>;
type Vectors = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>,
    layout!((8, 8) : (8, 1)),
    layout!((1, 8)),
>;
/// Block 0 writes a tile by vectors into the memory of block 1, element by element into its own,
/// and reads both from the other block.
///
/// # Safety
///
/// None.
#[kernel(threads = 64, shared = <SmemTensor<u16, Tile>>::BYTES, cluster = 2)]
pub unsafe fn tiles<G: Sm90>(gpu: G) {
    let thread = gpu.thread();
    // SAFETY: all threads of the cluster execute this, and the blocks meet.
    unsafe {
        let mut cluster = ClusterBarrier::new();
        let tile = <SmemTensor<u16, Tile>>::allocate(gpu);
        cluster.sync(gpu);
        let mut mine = [0u16; 8].map(|_| thread as u16);
        for i in 0..8 {
            mine[i as usize] = (64 * (thread / 8) + 8 * (thread % 8) + i) as u16;
        }
        let registers = rmem(&mut mine, layout!(((8, 1), 1, 1)));
        if gpu.cluster_rank() == 0 {
            let there = tile.of_block(gpu, 1).partition_d(Vectors::STATIC, thread);
            zellige_gpu::copy::copy(gpu, Vectors::STATIC, registers, there);
            for row in 0..8 {
                tile.write((row, thread), (64 * row + thread) as u16);
            }
        }
        cluster.sync(gpu);
        let other = tile.of_block(gpu, 1 - gpu.cluster_rank());
        let mut read = [0u16; 8];
        let from = other.partition_s(Vectors::STATIC, thread);
        let registers = rmem(&mut read, layout!(((8, 1), 1, 1)));
        zellige_gpu::copy::copy(gpu, Vectors::STATIC, from, registers);
        assert_eq!(read, mine);
        for row in 0..8 {
            let i = 64 * row + thread;
            assert_eq!(tile.read((row, thread)), i as u16);
            assert_eq!(other.at((row, ..)).read(thread), i as u16);
        }
        cluster.sync(gpu);
    }
}
#[test]
fn vectors_of_swizzled_tiles() {
    // SAFETY: the kernel has no conditions.
    unsafe { run::<tiles>((4, 1), ()) }.unwrap();
}

/// Combines a pair of each of N blocks in an order that matters, twice in the same memory.
fn reduces<N: Integer + Default + 'static>()
where
    Strided<N, int!(1)>: zellige::atom::smem::SharedTile + 'static,
{
    type Blocks<N> = SmemTensor<(f32, u32), Strided<N, int!(1)>>;
    let blocks = N::default().u32();
    let shared = <Blocks<N>>::BYTES;
    let grid = Grid { x: 2 * blocks, y: 1, threads: 33, shared, cluster: blocks };
    // The digits of all blocks, the first block's first: 1.25, then 2.25 and so on
    let digits = |a: (f32, u32), b: (f32, u32)| (10.0 * a.0 + b.0, a.1.wrapping_mul(5) ^ b.1);
    launch(grid, |gpu| {
        // SAFETY: all threads of the cluster execute this.
        unsafe {
            let mut cluster = ClusterBarrier::new();
            let memory = <Blocks<N>>::allocate(gpu);
            let mut scratch = cluster::Scratch::new(gpu, &mut cluster, memory);
            for round in 0..3 {
                let value = |rank: u32| (rank as f32 + 1.25, 3 * rank + round);
                let mine = value(gpu.cluster_rank());
                let (all, used) = scratch.reduce(gpu, &mut cluster, mine, digits);
                let expected = (0..blocks).map(value).reduce(digits);
                assert_eq!(Some(all), expected);
                scratch = used.again(gpu, &mut cluster);
                let (one, used) = scratch.exchange(gpu, &mut cluster, mine);
                assert_eq!(one, value(gpu.thread() % blocks));
                scratch = used.again(gpu, &mut cluster);
            }
        }
    });
}
#[test]
fn reductions_in_the_order_of_the_blocks() {
    reduces::<int!(1)>();
    reduces::<int!(2)>();
    reduces::<int!(3)>();
    reduces::<int!(8)>();
    reduces::<int!(16)>();
}

/// What blocks do, and what they leave out.
const RIGHT: u32 = 0;
const NO_MEETING_BEFORE: u32 = 1;
const NO_MEETING_BETWEEN: u32 = 2;
const NO_MEETING_AFTER: u32 = 3;
/// Block 0 reads or writes number `at` of block `block`, which the block itself has written.
///
/// # Safety
///
/// None: the memory may not exist.
#[kernel(threads = 32, shared = 128, cluster = 2)]
pub unsafe fn visit<G: Sm90>(gpu: G, writes: u32, at: u32, block: u32, mistake: u32) {
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        let mut cluster = ClusterBarrier::new();
        let numbers = smem::<u32, _>(gpu, 0, layout!(32));
        if mistake != NO_MEETING_BEFORE {
            cluster.sync(gpu);
        }
        if writes == 0 {
            numbers.write(gpu.thread(), 5);
        }
        if writes == 0 && !matches!(mistake, NO_MEETING_BEFORE | NO_MEETING_BETWEEN) {
            cluster.sync(gpu);
        }
        if gpu.cluster_rank() == 0 && gpu.thread() == 3 {
            let there = numbers.of_block(gpu, block);
            match writes {
                0 => assert_eq!(there.read(at), 5),
                _ => there.write(at, 6),
            }
        }
        if writes == 1 && mistake == NO_MEETING_BETWEEN && gpu.cluster_rank() == 1 {
            numbers.write(at, 7);
        }
        if mistake != NO_MEETING_AFTER {
            cluster.sync(gpu);
        }
    }
}
#[test]
fn blocks_that_meet() {
    for (writes, block) in [(0, 1), (1, 1), (0, 0), (1, 0)] {
        // SAFETY: the blocks meet, and the number exists.
        unsafe { run::<visit>((4, 1), (writes, 31, block, RIGHT)) }.unwrap();
    }
}
#[test]
fn blocks_that_do_not_meet() {
    let words = |writes: u32, at: u32, block: u32, mistake: u32| {
        words!(visit, (2, 1), (writes, at, block, mistake))
    };
    let of_block = "bytes at offset 8 of shared memory of block 1 of the cluster";
    for (writes, does) in [(0, "reads"), (1, "writes")] {
        assert_eq!(
            words(writes, 2, 1, NO_MEETING_BEFORE),
            format!(
                "visit, block (0, 0), thread 3: {does} 4 {of_block}, which may not have begun: \
                 none of its threads has told this one that it runs"
            )
        );
        assert_eq!(
            words(writes, 2, 1, NO_MEETING_AFTER),
            format!(
                "visit, block (0, 0), thread 3: {does} 4 {of_block}, which may have ended: \
                 none of its threads waits for this"
            )
        );
    }
    assert_eq!(
        words(0, 2, 1, NO_MEETING_BETWEEN),
        format!(
            "visit, block (0, 0), thread 3: reads 4 {of_block}, which no thread has written yet: \
             that is 2 of _32:_1"
        )
    );
    assert_eq!(
        words(1, 2, 1, NO_MEETING_BETWEEN),
        format!(
            "visit, block (0, 0), thread 3: writes 4 {of_block}, \
             which thread 31 of block 1 of the cluster wrote without a barrier between: that is 2 of _32:_1"
        )
    );
}
#[test]
fn numbers_that_are_not_there() {
    assert_eq!(
        words!(visit, (2, 1), (0, 32, 1, RIGHT)),
        "visit, block (0, 0), thread 3: reads 4 bytes at offset 128 of shared memory of block 1 of the cluster, \
         which has 128: that is (32) of _32:_1"
    );
    assert_eq!(
        words!(visit, (2, 1), (1, 0, 2, RIGHT)),
        "visit, block (0, 0), thread 3: names block 2 of a cluster of 2"
    );
}
/// # Safety
///
/// None: the address is not a multiple of the size.
#[kernel(threads = 1, shared = 32, cluster = 2)]
pub unsafe fn misaligned<G: Sm90>(gpu: G) {
    let there = gpu.map_shared_rank(gpu.shared_address() + 4, 0);
    // SAFETY: does not hold, which is what this tests.
    unsafe { gpu.store_shared_cluster(there, [0u32; 4]) }
}
#[test]
fn vectors_that_are_not_aligned() {
    assert_eq!(
        words!(misaligned, (2, 1), ()),
        "misaligned, block (0, 0), thread 0: writes 16 bytes at offset 4 of shared memory, which is not a multiple of 16"
    );
}
