//! Operations of the blocks of a cluster: they meet at its barrier, copy boxes to each other, and
//! arrive at each other's barriers.

use zellige::prelude::*;
use zellige_gpu::barrier::ClusterBarrier;
use zellige_gpu::copy::copy_box_multicast;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::storage::{SharedStorage, Stages};
use zellige_gpu::tensor::{GpuTensor, tma};
use zellige_gpu::{Sm90, TensorMap};

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

zellige_gpu::kernel_list! { SM90_CLUSTER_MULTICAST, }
