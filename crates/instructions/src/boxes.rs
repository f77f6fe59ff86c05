//! Copies by the tensor memory accelerator: boxes of tensors with 1 to 5 modes, and contiguous
//! bytes.

use zellige::prelude::*;
use zellige_gpu::copy::{
    copy_box, copy_box_hint, copy_box_multicast, prefetch_box, reduce_box, store_box,
};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor, Stages};
use zellige_gpu::tensor::{GpuTensor, tma};
use zellige_gpu::{Bf16, Evicted, Reduction, Sm90, TensorMap};

/// One stage laid out by L, which 32 threads read.
type Ring<T, L> = TmaRing<Stages<T, L>, int!(32)>;

/// Calls `$m!` with the copies of boxes: the kernel, the function that copies the box,
/// then the extents of the tensor, those of a box, and the number of boxes, the contiguous mode
/// last.
#[doc(hidden)]
#[macro_export]
macro_rules! box_atoms {
    ($m:ident) => {
        $m! {
            SM90_TMA_LOAD_1D single [40] [16] [3];
            SM90_TMA_LOAD_2D single [6, 40] [4, 16] [2, 3];
            SM90_TMA_LOAD_3D single [3, 6, 40] [2, 4, 16] [2, 2, 3];
            SM90_TMA_LOAD_4D single [4, 3, 6, 40] [3, 2, 4, 16] [2, 2, 2, 3];
            SM90_TMA_LOAD_5D single [3, 4, 3, 6, 40] [2, 3, 2, 4, 16] [2, 2, 2, 2, 3];
            SM90_TMA_LOAD_HINT_2D hint [6, 40] [4, 16] [2, 3];
            SM90_TMA_LOAD_MULTICAST_2D multicast [6, 40] [4, 16] [2, 3];
        }
    };
}
macro_rules! begin {
    (single $gpu:ident $filling:ident $from:expr, $to:expr) => {
        copy_box($gpu, $filling, $from, $to)
    };
    (hint $gpu:ident $filling:ident $from:expr, $to:expr) => {
        copy_box_hint($gpu, $filling, $gpu.cache_policy(Evicted::First), $from, $to)
    };
    // The box is copied only to this block, without a cluster; `clusters` has one of two blocks.
    (multicast $gpu:ident $filling:ident $from:expr, $to:expr) => {
        copy_box_multicast($gpu, $filling, 1, $from, $to)
    };
}
macro_rules! kernels {
    ($($Name:ident $how:ident [$($extent:literal),+] [$($tile:literal),+] [$($tiles:literal),+];)+) => { $(
        /// Copies the tensor box by box to shared memory, from there to another tensor, and to
        /// `boxes`, one after the other.
        #[zellige_gpu::kernel(threads = 32, shared = <Ring<f32, layout!(({ 1 $(* $tile)+ }, 1))>>::BYTES)]
        pub unsafe fn $Name<G: Sm90>(gpu: G, from: *const TensorMap, to: *const TensorMap, boxes: *mut f32) {
            let (all, tile) = (shape!(($($extent,)+)), shape!(($($tile,)+)));
            let at = layout!(($($tiles,)+)).idx2crd(gpu.block_x());
            const COUNT: u32 = 1 $(* $tile)+;
            let ring = <Ring<f32, layout!(({ 1 $(* $tile)+ }, 1))>>::allocate(gpu);
            let shared = GpuTensor::new(ring.tiles().engine(), layout!(($($tile,)+) : row));
            let (producer, mut consumer) = ring.split(gpu);
            if let Some(mut producer) = producer {
                gpu.prefetch_tensor_map(from);
                prefetch_box(gpu, tma(from, all).local_tile(tile, at));
                let filling = producer.acquire(gpu);
                begin!($how gpu filling tma(from, all).local_tile(tile, at), shared);
            }
            let full = consumer.wait(gpu);
            let mut i = gpu.thread();
            while i < COUNT {
                let element = *gpu.shared().cast::<f32>().add(i as usize);
                *boxes.add((gpu.block_x() * COUNT + i) as usize) = element;
                i += 32;
            }
            full.release(gpu);
            if gpu.thread() == 0 {
                store_box(gpu, shared, tma(to, all).local_tile(tile, at));
                gpu.bulk_commit();
                gpu.bulk_wait_read::<0>();
            }
        }
    )+
    zellige_gpu::kernel_list! {
        $($Name,)+ SM90_TMA_REDUCE_ADD, SM90_TMA_REDUCE_MIN, SM90_TMA_REDUCE_MAX, SM90_BULK_COPY,
        SM90_TMA_EDITED_MAP,
    } };
}
box_atoms!(kernels);

/// Calls `$m!` with the reductions of boxes: the kernel, the type of the elements, and the name of
/// the reduction.
#[doc(hidden)]
#[macro_export]
macro_rules! reductions {
    ($m:ident) => {
        $m! {
            SM90_TMA_REDUCE_ADD f32 Add;
            SM90_TMA_REDUCE_MIN Bf16 Min;
            SM90_TMA_REDUCE_MAX Bf16 Max;
        }
    };
}
macro_rules! reduce {
    ($($Name:ident $T:ident $by:ident;)+) => { $(
        /// Combines a box of 4 by 16 elements per block with one of the six of a tensor of 6 by 40.
        #[zellige_gpu::kernel(threads = 32, shared = <SmemTensor<$T, layout!((4, 16) : row)>>::BYTES)]
        pub unsafe fn $Name<G: Sm90>(gpu: G, from: *const $T, to: *const TensorMap) {
            let tile = <SmemTensor<$T, layout!((4, 16) : row)>>::allocate(gpu);
            let mut i = gpu.thread();
            while i < 64 {
                tile.write((i / 16, i % 16), *from.add((64 * gpu.block_x() + i) as usize));
                i += 32;
            }
            gpu.fence_proxy_async();
            gpu.sync_threads();
            if gpu.thread() == 0 {
                let at = layout!((2, 3)).idx2crd(gpu.block_x() % 6);
                let to = tma(to, shape!((6, 40))).local_tile(shape!((4, 16)), at);
                reduce_box(gpu, Reduction::$by, tile, to);
                gpu.bulk_commit();
                gpu.bulk_wait_read::<0>();
            }
        }
    )+ };
}
reductions!(reduce);

/// Six stages of boxes, and the copy of a map that is edited.
type Edited = (Ring<f32, layout!((64, 6))>, SmemTensor<TensorMap, layout!(1)>);

/// Copies the rows from b^2 to (b + 1)^2 of rows of 40 elements by block b, as a matrix of its own,
/// in six boxes of 4 by 16 elements: to the same rows of `to`, and to `boxes`, one after the other.
/// The block has a map of `maps` for these rows of `from`, and then for those of `to`; `any` is a
/// map of another matrix, with such boxes.
#[zellige_gpu::kernel(threads = 32, shared = Edited::BYTES)]
pub unsafe fn SM90_TMA_EDITED_MAP<G: Sm90>(
    gpu: G,
    any: *const TensorMap,
    from: *const f32,
    maps: *mut TensorMap,
    to: *mut f32,
    boxes: *mut f32,
) {
    let (block, (ring, edited)) = (gpu.block_x(), Edited::allocate(gpu));
    let (edited, map) = (edited.address(), maps.add(block as usize));
    let (first, rows) = ((40 * block * block) as usize, 2 * block + 1);
    let (numbers, tile) = (ring.tiles(), shape!((4, 16)));
    let stage = |i: u32| GpuTensor::new(numbers.at((.., i)).engine(), layout!((4, 16) : row));
    let part = |i: u32| tma(map, (rows, 40u32)).local_tile(tile, layout!((2, 3)).idx2crd(i));
    if gpu.thread() == 0 {
        gpu.copy_tensor_map(edited, any);
        gpu.replace_tensor_map_address(edited, from.add(first).cast());
        gpu.replace_tensor_map_extent::<0>(edited, 40);
        gpu.replace_tensor_map_extent::<1>(edited, rows);
        gpu.replace_tensor_map_stride::<1>(edited, 160);
    }
    gpu.release_tensor_map(map, edited);
    gpu.acquire_tensor_map(map);
    let (producer, mut consumer) = ring.split(gpu);
    if let Some(mut producer) = producer {
        for i in 0..6 {
            copy_box(gpu, producer.acquire(gpu), part(i), stage(i));
        }
    }
    let mut count = 0;
    while count < 6 {
        let full = consumer.wait(gpu);
        let mut i = gpu.thread();
        while i < 64 {
            let place = 64 * (6 * block + count) + i;
            *boxes.add(place as usize) = numbers.read((i, full.stage()));
            i += 32;
        }
        full.release(gpu);
        count += 1;
    }
    if gpu.thread() == 0 {
        gpu.replace_tensor_map_address(edited, to.add(first).cast());
    }
    gpu.release_tensor_map(map, edited);
    gpu.acquire_tensor_map(map);
    if gpu.thread() == 0 {
        for i in 0..6 {
            store_box(gpu, stage(i), part(i));
        }
        gpu.bulk_commit();
        gpu.bulk_wait::<0>();
    }
}

/// Copies 1024 bytes per block to shared memory and back.
#[zellige_gpu::kernel(threads = 32, shared = <Ring<u8, layout!((1024, 1))>>::BYTES)]
pub unsafe fn SM90_BULK_COPY<G: Sm90>(gpu: G, from: *const u8, to: *mut u8) {
    let ring = <Ring<u8, layout!((1024, 1))>>::allocate(gpu);
    let (shared, place) = (ring.tiles().address(), 1024 * gpu.block_x() as usize);
    if let (Some(mut producer), mut consumer) = ring.split(gpu) {
        let filling = producer.acquire(gpu);
        gpu.bulk_load(shared, from.add(place), 1024, filling.barrier());
        let _ = consumer.wait(gpu);
        gpu.prefetch_l2(from.add(place));
        gpu.bulk_prefetch(from.add(place), 1024);
        gpu.bulk_store(to.add(place), shared, 1024);
        gpu.bulk_commit();
        gpu.bulk_wait::<0>();
    }
}
