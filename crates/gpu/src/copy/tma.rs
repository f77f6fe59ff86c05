//! Copies by the tensor memory accelerator: boxes of tensors, and contiguous bytes.

use crate::engine::{Engine, Im2col, SharedAddress, Smem, Tma};
use crate::pipeline::Filling;
use crate::tensor::GpuTensor;
use crate::{CachePolicy, Reduction, Sm90, TensorMap, unroll};
use zellige::Steps;
use zellige::atom::smem::SharedTile;
use zellige::atom::tma::{check_without_gaps, contiguous_mode, contiguous_mode_of_parts};
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::stride::known_steps_along;

/// Returns the address of the first element of a tile, before its swizzle: the tile begins at a
/// multiple of the swizzle's period.
#[inline(always)]
fn address<T, L: SharedTile>(tile: GpuTensor<Smem<T>, L>) -> u32 {
    tile.engine.address() + size_of::<T>() as u32 * tile.layout.swizzle_start().u32()
}

/// Panics if a box of a tensor of D modes, with the coordinates of X, does not fill the tile L of
/// elements T.
const fn check_box<const D: usize, T, X: Layout, L: Layout>() {
    let bits = 8 * size_of::<T>() as u64;
    match D {
        2 => check_along::<X, L>(contiguous_mode::<L>(bits)),
        _ => check_without_gaps::<L>(bits),
    }
}
/// Panics if the mode along which the tile L is contiguous is not the last mode of the tensor,
/// according to X.
const fn check_along<X: Layout, L: Layout>(mode: usize) {
    let steps = match mode {
        0 => known_steps_along::<X::Crd2Idx<(int!(1), int!(0))>>(1),
        _ => known_steps_along::<X::Crd2Idx<(int!(0), int!(1))>>(1),
    };
    if !matches!(steps, Some(1)) {
        let m = Message::new().s("no TMA box: the tile ").cat(&L::TEXT);
        let m = m.s(" is contiguous along mode ").u(mode as u64);
        m.s(", and the tensor ").cat(&X::TEXT).s(" is not").raise()
    }
}

/// Begins to copy the box at `from` to the stage `to`, which is being filled. CuTe:
/// `copy(tma.with(barrier), src, dst)`, the atom `SM90_TMA_LOAD`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::pipeline::{Filling, TmaRing};
/// use zellige_gpu::{Bf16, Sm90, TensorMap, copy::copy_box, storage::KMajorTile, tensor::tma};
/// type Ring = TmaRing<KMajorTile<Bf16, int!(64), int!(64), int!(4)>, int!(128)>;
/// /// One thread fills a stage with the first tile of a matrix. `producer.load(gpu, from)` does
/// /// the same.
/// unsafe fn fill<G: Sm90>(gpu: G, map: *const TensorMap, ring: &Ring, filling: Filling, rows: u32, columns: u32) {
///     let from = tma(map, (rows, columns)).local_tile(shape!((64, 64)), (0u32, 0u32));
///     // SAFETY: this thread has the producer half of the ring, and the stage is being filled.
///     unsafe { copy_box(gpu, filling, from, ring.tiles().at((.., .., filling.stage()))) }
/// }
/// ```
///
/// A tile that no box fills does not compile, as for [`TmaBox`](zellige::atom::tma::TmaBox).
/// Neither does a tile that is contiguous along a different mode than the tensor:
/// `no TMA box: the tile (_64,_64):(_1,_64) is contiguous along mode 0, and the tensor (_64,_64):(_1@0,_1@1) is not`.
///
/// # Safety
///
/// One thread calls it. The map describes the tensor, and its box has the layout of the stage, as
/// [`TmaBox`](zellige::atom::tma::TmaBox) requires. The box begins at a multiple of 16 bytes in a
/// row, as does every tile that is as large as a box.
#[doc(alias("SM90_TMA_LOAD", "CopyBulkTensorTileG2SOp"))]
#[inline(always)]
pub unsafe fn copy_box<const D: usize, T, X: Layout, L: SharedTile, S: Integer>(
    gpu: impl Sm90,
    filling: Filling,
    from: GpuTensor<Tma<D>, X, S>,
    to: GpuTensor<Smem<T>, L>,
) {
    const { check_box::<D, T, X, L>() }
    let from = from.settled().engine;
    filling.load_box(gpu, address(to), from.map(), from.innermost_first())
}
/// Copies a tile of several boxes as [`copy_box`] does, with an instruction for each box. `boxes`
/// is the shape of one box. CuTe: `copy(tma.with(barrier), tAgA(_, k), tAsA(_, pipe))`, where the
/// modes after the first count the boxes of a tile.
///
/// ```text
/// a tile of 128 by 64, contiguous along the first mode,    is 2 boxes of 64 by 64, one after the other in shared memory
///
///              0 .. 63   64 .. 127                         0          8192       16384 bytes
///          0  +---------+---------+                        +----------+----------+
///          .. |  box 0  |  box 1  |                        |  box 0   |  box 1   |
///         63  +---------+---------+                        +----------+----------+
/// ```
///
/// A row under a swizzle of 128 bytes has 64 elements of 16 bits, so a wider tile consists of
/// several boxes. Box i begins at the coordinate and at the offset of the i-th part of the tile, of
/// the shape `boxes`.
///
/// ```
/// use zellige::{construct::make_identity_layout, prelude::*};
/// use zellige_gpu::{F16, Sm90, TensorMap, copy::copy_boxes, engine::Tma, pipeline::{Filling, TmaRing}};
/// use zellige_gpu::{storage::MnMajorTile, tensor::GpuTensor};
/// type Ring = TmaRing<MnMajorTile<F16, int!(128), int!(64), int!(2)>, int!(128)>;
/// /// One thread fills a stage with the first tile of an m by k matrix with contiguous columns.
/// unsafe fn fill<G: Sm90>(gpu: G, map: *const TensorMap, ring: &Ring, filling: Filling, m: u32, k: u32) {
///     // In the map, the contiguous mode is last.
///     let all = GpuTensor::new(Tma::<2>::new(map), make_identity_layout((k, m)).select(shape!((1, 0))));
///     let from = all.local_tile(shape!((128, 64)), (0u32, 0u32));
///     let to = ring.tiles().at((.., .., filling.stage()));
///     // SAFETY: this thread has the producer half of the ring, and the stage is being filled.
///     unsafe { copy_boxes(gpu, filling, shape!((64, 64)), from, to) }
/// }
/// ```
///
/// Boxes that the accelerator does not support do not compile, as for [`copy_box`], nor do tiles
/// with different box counts: `copy_boxes: a tile of 2 boxes cannot be copied to one of 4`.
///
/// # Safety
///
/// The conditions of [`copy_box`] hold for each of the boxes.
#[inline(always)]
pub unsafe fn copy_boxes<const D: usize, T, B, X, L, S>(
    gpu: impl Sm90,
    filling: Filling,
    boxes: B,
    from: GpuTensor<Tma<D>, X, S>,
    to: GpuTensor<Smem<T>, L>,
) where
    B: TilerFor<X> + TilerFor<L::Inner>,
    X: Layout,
    L: Layout,
    S: Integer,
{
    const {
        check_boxes(count::<X, B>(), count::<L::Inner, B>());
        if D == 2 {
            check_along::<X, L>(contiguous_mode_of_parts::<L, B>(8 * size_of::<T>() as u64))
        }
    }
    let (from, first) = (from.settled(), to.engine.moved(to.layout.swizzle_start()));
    let (from_boxes, to_boxes) =
        (from.layout.zipped_divide(boxes), to.layout.inner().zipped_divide(boxes));
    unroll!(for i in 0..{ count::<X, B>() } {
        let from = from.engine.moved(from_boxes.offset_at((int!(0), i)));
        let to = first.moved(to_boxes.offset_at((int!(0), i))).address();
        filling.load_box(gpu, to, from.map(), from.innermost_first())
    });
}
/// Returns the number of boxes B in the tile L.
const fn count<L: Layout, B: Tiler>() -> u32 {
    <L::ZippedDivide<B> as Steps>::Tail::SIZE as u32
}
/// Panics if the tiles have different box counts.
const fn check_boxes(from: u32, to: u32) {
    if from != to {
        let m = Message::new().s("copy_boxes: a tile of ").u(from as u64);
        let m = m.s(" boxes cannot be copied to one of ");
        m.u(to as u64).raise()
    }
}
/// Begins to copy a column of pixels to the stage `to`, which is being filled: the rows of `to` are
/// the pixels from `from` on, at which a filter begins, each with the channels at the offset of
/// `from`. CuTe: `copy(tma.with(barrier), src, dst)`, the atom `SM90_TMA_LOAD_IM2COL`.
/// [`Producer::load`](crate::pipeline::Producer::load) does the same.
///
/// # Safety
///
/// One thread calls it. The map is one of im2col mode, of columns with the layout of the stage, and
/// `from` is a pixel at which a filter begins, with a channel at a multiple of 16 bytes.
#[doc(alias = "SM90_TMA_LOAD_IM2COL")]
#[inline(always)]
pub unsafe fn copy_column<const D: usize, const S: usize, T, L: Layout>(
    gpu: impl Sm90,
    filling: Filling,
    from: Im2col<D, S>,
    to: GpuTensor<Smem<T>, L>,
) {
    let (at, offsets) = from.innermost_first();
    let to = to.engine.moved(to.layout.swizzle_start()).address();
    gpu.tma_load_im2col(to, from.map(), at, offsets, filling.barrier())
}
/// Copies as [`copy_box`] does, to the stage of every block of the cluster that has a 1 in
/// `blocks`. CuTe: `copy(tma.with(barrier, mask), src, dst)`, the atom `SM90_TMA_LOAD_MULTICAST`.
///
/// # Safety
///
/// The conditions of [`copy_box`] hold in each of these blocks: the stage has the same address
/// there, and its barrier expects the bytes.
#[doc(alias(
    "SM90_TMA_LOAD_MULTICAST",
    "CopyBulkTensorTileG2SMulticastOp",
    "create_tma_multicast_mask"
))]
#[inline(always)]
pub unsafe fn copy_box_multicast<const D: usize, T, X: Layout, L: SharedTile, S: Integer>(
    gpu: impl Sm90,
    filling: Filling,
    blocks: u16,
    from: GpuTensor<Tma<D>, X, S>,
    to: GpuTensor<Smem<T>, L>,
) {
    const { check_box::<D, T, X, L>() }
    let (from, to) = (from.settled().engine, address(to));
    gpu.tma_load_multicast(to, from.map(), from.innermost_first(), filling.barrier(), blocks)
}
/// Copies as [`copy_box`] does, and keeps the lines that it reads in the L2 cache by the policy.
/// CuTe: `copy(tma.with(barrier, mask, hint), src, dst)` with a `TMA::CacheHintSm90`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Bf16, Evicted, Sm90, TensorMap, copy::copy_box_hint, pipeline::{Filling, TmaRing}};
/// use zellige_gpu::{storage::KMajorTile, tensor::tma};
/// type Ring = TmaRing<KMajorTile<Bf16, int!(64), int!(64), int!(4)>, int!(128)>;
/// /// One thread fills a stage with the first tile of a matrix that only this block reads.
/// unsafe fn fill<G: Sm90>(gpu: G, map: *const TensorMap, ring: &Ring, filling: Filling, rows: u32, columns: u32) {
///     let (from, once) = (tma(map, (rows, columns)), gpu.cache_policy(Evicted::First));
///     let from = from.local_tile(shape!((64, 64)), (0u32, 0u32));
///     // SAFETY: this thread has the producer half of the ring, and the stage is being filled.
///     unsafe { copy_box_hint(gpu, filling, once, from, ring.tiles().at((.., .., filling.stage()))) }
/// }
/// ```
///
/// # Safety
///
/// The conditions of [`copy_box`] hold, and the policy is one of
/// [`cache_policy`](Sm90::cache_policy).
#[doc(alias("CacheHintSm90", "CacheEvictionPriority"))]
#[inline(always)]
pub unsafe fn copy_box_hint<const D: usize, T, X: Layout, L: SharedTile, S: Integer>(
    gpu: impl Sm90,
    filling: Filling,
    policy: CachePolicy,
    from: GpuTensor<Tma<D>, X, S>,
    to: GpuTensor<Smem<T>, L>,
) {
    const { check_box::<D, T, X, L>() }
    let (from, to) = (from.settled().engine, address(to));
    gpu.tma_load_hint(to, from.map(), from.innermost_first(), filling.barrier(), policy)
}
/// Begins to read the box at `from`, as large as the map says, into the L2 cache: a later
/// [`copy_box`] of it takes less time. CuTe: `prefetch(tma, src)`.
///
/// # Safety
///
/// The map is valid, and the box begins where one may be copied.
#[doc(alias("prefetch", "cooperative_prefetch", "SM90_TMA_LOAD"))]
#[inline(always)]
pub unsafe fn prefetch_box<const D: usize, X: Layout, S: Integer>(
    gpu: impl Sm90,
    from: GpuTensor<Tma<D>, X, S>,
) {
    let from = from.settled().engine;
    gpu.tma_prefetch(from.map(), from.innermost_first())
}
/// Begins to copy a tile in shared memory to the box at `to`; nothing is written outside the
/// tensor. CuTe: `copy(tma, src, dst)`, the atom `SM90_TMA_STORE`.
///
/// The tile must have been written before, followed by
/// [`fence_proxy_async`](Sm90::fence_proxy_async) in the threads that wrote it, and a barrier. It
/// may be written again after [`bulk_commit`](Sm90::bulk_commit) and
/// [`bulk_wait_read`](Sm90::bulk_wait_read); the block must wait by the latter before it ends.
///
/// # Safety
///
/// The conditions of [`copy_box`] hold, and nothing else writes to the box meanwhile.
#[doc(alias("SM90_TMA_STORE", "CopyBulkTensorTileS2GOp"))]
#[inline(always)]
pub unsafe fn store_box<const D: usize, T, X: Layout, L: SharedTile, S: Integer>(
    gpu: impl Sm90,
    from: GpuTensor<Smem<T>, L>,
    to: GpuTensor<Tma<D>, X, S>,
) {
    const { check_box::<D, T, X, L>() }
    let to = to.settled().engine;
    let map: *const TensorMap = to.map();
    gpu.tma_store(map, to.innermost_first(), address(from))
}
/// Begins to combine a tile in shared memory with the box at `to`, as [`store_box`] copies it: to
/// add it, or to keep the smaller or larger elements. CuTe: the atom `SM90_TMA_REDUCE_ADD`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Reduction, Sm90, TensorMap, copy::reduce_box, storage::SmemTensor, tensor::tma};
/// /// One thread adds a tile of 64 by 32 numbers of f32 to tile (i, j) of a matrix.
/// unsafe fn add<G: Sm90>(
///     gpu: G,
///     tile: SmemTensor<f32, layout!((64, 32) : row)>,
///     map: *const TensorMap,
///     (m, n): (u32, u32),
///     at: (u32, u32),
/// ) {
///     let to = tma(map, (m, n)).local_tile(shape!((64, 32)), at);
///     // SAFETY: the tile is written, and the map describes m by n numbers of f32 in such boxes.
///     unsafe {
///         reduce_box(gpu, Reduction::Add, tile, to);
///         gpu.bulk_commit();
///         gpu.bulk_wait_read::<0>();
///     }
/// }
/// ```
///
/// Blocks may combine with the same elements at the same time: each element is combined atomically,
/// in an order that differs from run to run. Sums of floating-point numbers therefore differ in
/// their last bits.
///
/// # Safety
///
/// The conditions of [`store_box`] hold, except that others may combine with the box meanwhile. The
/// map has elements of the type T, which is u32, i32, u64, i64, F16 or Bf16, or, if they are added,
/// f32 or f64.
#[doc(alias("SM90_TMA_REDUCE_ADD", "CopyReduceBulkTensorTileS2GOp"))]
#[inline(always)]
pub unsafe fn reduce_box<const D: usize, T, X: Layout, L: SharedTile, S: Integer>(
    gpu: impl Sm90,
    by: Reduction,
    from: GpuTensor<Smem<T>, L>,
    to: GpuTensor<Tma<D>, X, S>,
) {
    const { check_box::<D, T, X, L>() }
    let to = to.settled().engine;
    gpu.tma_reduce(by, to.map(), to.innermost_first(), address(from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige::atom::smem::LayoutMnSw128Atom;
    use zellige::ops::TileToShapeOrdered;

    #[test]
    fn boxes_of_a_tile() {
        type Box = shape!((64, 64));
        type Tile =
            TileToShapeOrdered<LayoutMnSw128Atom<int!(16)>, shape!((256, 64)), shape!((1, 0))>;
        assert_eq!(count::<<Tile as Layout>::Inner, Box>(), 4);
        assert_eq!(count::<layout!((64, 64)), Box>(), 1);
        let boxes = Tile::STATIC.inner().zipped_divide(Box::STATIC);
        let starts = [0, 1, 2, 3].map(|i: u32| boxes.offset_at((int!(0), i)).u32());
        assert_eq!(starts, [0, 4096, 8192, 12288]);
        check_boxes(4, 4);
    }
    #[test]
    #[should_panic(expected = "copy_boxes: a tile of 2 boxes cannot be copied to one of 4")]
    fn other_boxes() {
        check_boxes(2, 4);
    }
}
