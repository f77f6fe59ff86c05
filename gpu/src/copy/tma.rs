//! Copies by the tensor memory accelerator: boxes of tensors, and bytes that follow one another.

use crate::engine::{SharedAddress, Smem, Tma};
use crate::pipeline::Filling;
use crate::tensor::GpuTensor;
use crate::{Sm90, TensorMap};
use zellige::atom::smem::SharedTile;

/// The address of the first element of a tile, before its swizzle: it begins at a period of it.
#[inline(always)]
fn address<T, L: SharedTile>(tile: GpuTensor<Smem<T>, L>) -> u32 {
    tile.engine.address() + size_of::<T>() as u32 * tile.layout.swizzle_start()
}

/// Begins to copy the box at `from` to the stage `to`, which is being filled. CuTe: `copy(tma.with(barrier), src, dst)`, the atom
/// `SM90_TMA_LOAD`.
///
/// ```
/// use zellige::{atom::smem::LayoutKSw128Atom, ops::TileToShape, prelude::*};
/// use zellige_gpu::{F16, Sm90, TensorMap, copy::copy_box, pipeline::Producer, tensor::{smem, tma}};
/// /// One thread fills the next stage with a tile of 64 by 64 elements.
/// unsafe fn fill<G: Sm90>(gpu: G, map: *const TensorMap, producer: &mut Producer<4, 8192>, rows: u32, columns: u32) {
///     type Stages = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((64, 64, 4))>;
///     let from = tma(map, (rows, columns)).local_tile(shape!((64, 64)), (0u32, 0u32)).settled();
///     // SAFETY: this thread has the producer's half of a ring, whose stages of 64 x 64 x 2 bytes begin where shared memory does.
///     unsafe {
///         let filling = producer.acquire(gpu);
///         let to = smem::<F16, _>(gpu, 0, Stages::STATIC).at((.., .., filling.stage()));
///         copy_box(gpu, filling, from, to);
///     }
/// }
/// ```
///
/// # Safety
///
/// One thread does this; the map is that of the tensor, and its box has the layout of the stage, as
/// [`TmaBox`](zellige::atom::tma::TmaBox) says.
#[inline(always)]
pub unsafe fn copy_box<const D: usize, T, X, L: SharedTile>(
    gpu: impl Sm90,
    filling: Filling,
    from: GpuTensor<Tma<D>, X>,
    to: GpuTensor<Smem<T>, L>,
) {
    let from = from.engine;
    gpu.tma_load(
        address(to),
        from.map(),
        from.innermost_first(),
        filling.barrier(),
    )
}
/// The same to the stage of every block of the cluster whose bit in `blocks` is 1. CuTe: `copy(tma.with(barrier, mask), src, dst)`,
/// the atom `SM90_TMA_LOAD_MULTICAST`.
///
/// # Safety
///
/// As of [`copy_box`], in each of these blocks: there the stage has the same address, and its barrier expects the bytes.
#[inline(always)]
pub unsafe fn copy_box_multicast<const D: usize, T, X, L: SharedTile>(
    gpu: impl Sm90,
    filling: Filling,
    blocks: u16,
    from: GpuTensor<Tma<D>, X>,
    to: GpuTensor<Smem<T>, L>,
) {
    let (from, to) = (from.engine, address(to));
    gpu.tma_load_multicast(
        to,
        from.map(),
        from.innermost_first(),
        filling.barrier(),
        blocks,
    )
}
/// Begins to copy a tile in shared memory to the box at `to`; nothing is written outside of the tensor. CuTe: `copy(tma, src, dst)`,
/// the atom `SM90_TMA_STORE`.
///
/// The tile is to be written before, by [`fence_proxy_async`](Sm90::fence_proxy_async) of the threads that wrote it and a barrier.
/// It may be written again after [`bulk_commit`](Sm90::bulk_commit) and [`bulk_wait_read`](Sm90::bulk_wait_read), which has to
/// be waited for before the block ends.
///
/// # Safety
///
/// As of [`copy_box`]; nobody else writes there meanwhile.
#[inline(always)]
pub unsafe fn store_box<const D: usize, T, X, L: SharedTile>(
    gpu: impl Sm90,
    from: GpuTensor<Smem<T>, L>,
    to: GpuTensor<Tma<D>, X>,
) {
    let to = to.engine;
    let map: *const TensorMap = to.map();
    gpu.tma_store(map, to.innermost_first(), address(from))
}
