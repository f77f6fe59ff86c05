//! Operations of the blocks of a cluster: they meet at its barrier, copy boxes to each other,
//! arrive at each other's barriers, and read and write each other's shared memory.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige_gpu::barrier::ClusterBarrier;
use zellige_gpu::cluster::Scratch;
use zellige_gpu::copy::copy_box_multicast;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor, Stages};
use zellige_gpu::tensor::{GpuTensor, rmem, tma};
use zellige_gpu::{Sm90, TensorMap, unroll};

/// The number of boxes of 4 by 32 elements that each of the two blocks of a cluster copies.
pub const STEPS: u32 = 6;
/// The number of rows of the tensor: the last box hangs over.
pub const ROWS: u32 = 4 * 2 * STEPS - 2;

/// Two stages of a box from either block, (row, column, block, stage), which 32 threads read.
type Boxes = layout!((4, 32, 2, 2) : (32, 1, 128, 256));
type Ring = TmaRing<Stages<f32, layout!((256, 2))>, int!(32)>;

/// Copies a tensor. In each step either block of a cluster copies a box to both, so a stage has two
/// boxes; each block writes both boxes behind those of the previous step.
#[zellige_gpu::kernel(threads = 32, shared = Ring::BYTES, cluster = 2)]
pub unsafe fn SM90_CLUSTER_MULTICAST<G: Sm90>(gpu: G, from: *const TensorMap, to: *mut f32) {
    const BOTH: u16 = 0b11;
    let rank = gpu.cluster_rank();
    let mut cluster = ClusterBarrier::new();
    let ring = Ring::of_cluster(gpu, &mut cluster, BOTH);
    let numbers = ring.tiles(); // (number, stage)
    let boxes = GpuTensor::new(numbers.engine(), Boxes::STATIC);
    let (mut producer, mut consumer) = ring.split(gpu);
    let mut step = 0;
    while step < STEPS {
        if let Some(producer) = &mut producer {
            let filling = producer.acquire(gpu);
            let part = (gpu.cluster_blocks() * step + rank, 0u32);
            let from = tma(from, (ROWS, 32u32));
            let from = from.local_tile(shape!((4, 32)), part);
            let to = boxes.at((.., .., rank, filling.stage()));
            copy_box_multicast(gpu, filling, BOTH, from, to);
        }
        let full = consumer.wait(gpu);
        let mut i = gpu.thread();
        while i < 256 {
            let place = 256 * (STEPS * gpu.block_x() + step) + i;
            *to.add(place as usize) = numbers.read((i, full.stage()));
            i += 32;
        }
        full.release(gpu);
        step += 1;
    }
    if let Some(producer) = producer {
        producer.finish(gpu);
    }
    cluster.arrive(gpu).wait(gpu);
}

/// 128 numbers, 128 numbers of 16 bits and of 8 bits, and a slot for each of two blocks.
type Shared = (
    SmemTensor<f32, layout!(128)>,
    SmemTensor<u16, layout!(128)>,
    SmemTensor<u8, layout!(128)>,
    SmemTensor<(f32, u32), layout!(2)>,
);
/// 32 threads copy 16 bytes each.
type Vectors = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>,
    layout!((32, 1)),
    layout!((4, 1)),
>;

/// Exchanges the numbers of the two blocks of a cluster, 128 each, in the shared memory of the
/// other block, and adds to each their lower 16 bits and their lower 8 bits. The sum of the first
/// numbers of both blocks, that of block 0 doubled, goes to `sums`.
#[zellige_gpu::kernel(threads = 32, shared = Shared::BYTES, cluster = 2)]
pub unsafe fn SM90_CLUSTER_SHARED<G: Sm90>(gpu: G, from: *const f32, to: *mut f32, sums: *mut f32) {
    let (thread, other) = (gpu.thread(), 1 - gpu.cluster_rank());
    let from = from.add(128 * gpu.block_x() as usize);
    let mut cluster = ClusterBarrier::new();
    let (words, halves, bytes, slots) = Shared::allocate(gpu);
    let slots = Scratch::new(gpu, &mut cluster, slots);
    gpu.griddepcontrol_wait();
    let mut mine = [0.0; 4];
    unroll!(for i in 0..4 {
        let (at, x) = (4 * thread + i, *from.add((4 * thread + i) as usize));
        mine[i as usize] = x;
        halves.of_block(gpu, other).write(at, x as u32 as u16);
        bytes.of_block(gpu, other).write(at, x as u32 as u8);
    });
    let registers = rmem(&mut mine, layout!(((4, 1), 1, 1)));
    let tile = GpuTensor::new(words.engine(), layout!((128, 1)));
    let there = tile.of_block(gpu, other).partition_d(Vectors::STATIC, thread);
    zellige_gpu::copy::copy(gpu, Vectors::STATIC, registers, there);
    let add = |a: (f32, u32), b: (f32, u32)| (2.0 * a.0 + b.0, a.1 + b.1);
    let ((sum, blocks), _) = slots.reduce(gpu, &mut cluster, (*from, 1), add);
    let mut i = thread;
    while i < 128 {
        let x = words.read(i) + f32::from(halves.read(i)) + f32::from(bytes.read(i));
        *to.add((128 * gpu.block_x() + i) as usize) = x;
        i += 32;
    }
    gpu.griddepcontrol_launch_dependents();
    // Each block reads what it wrote in the other one.
    let x = *from.add(thread as usize);
    if words.of_block(gpu, other).read(thread) == x
        && halves.of_block(gpu, other).read(thread) == x as u32 as u16
        && bytes.of_block(gpu, other).read(thread) == x as u32 as u8
        && thread == 31
    {
        *sums.add(gpu.block_x() as usize) = sum + blocks as f32;
    }
    cluster.sync(gpu);
}

zellige_gpu::kernel_list! { SM90_CLUSTER_MULTICAST, SM90_CLUSTER_SHARED, }
