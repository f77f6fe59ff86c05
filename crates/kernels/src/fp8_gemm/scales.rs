//! The scales of an operand: one number for many elements, and so a layout over the accumulators
//! with strides of 0.
//!
//! The accumulators of a tile in a step have the coordinates (row, column, (which step of four,
//! stage)), and a scale does not change along most of these:
//!
//! | scales | elements that share a scale | in memory | in shared memory, over the accumulators | in registers, over a thread's accumulators |
//! |---|---|---|---|---|
//! | [`OfTensor`] | all | 1 | | `((2,2,16),2,1):((0,0,0),0,0)` |
//! | [`OfRows`] of A | 128 along K, of a row | `(m,steps):(1,ld)` | `(256,128,(4,4)):(1,0,(0,256))` | `((2,2,16),2,1):((0,1,0),2,0)` |
//! | [`OfRowsKMajor`] of A | the same | `(m,steps):(ld,1)` | `(256,128,(4,4)):(4,0,(1,1024))` | the same |
//! | [`OfSquares`] of B | 128 along K, of 128 columns | `(n/128,steps):(ld,1)` | `(256,128,(4,4)):(0,0,(1,32))` | `((2,2,16),2,1):((0,0,0),0,0)` |
//!
//! So the tiled MMA partitions scales in the same way as accumulators, and a thread's share has
//! these strides, too. Removing the modes of stride 0 leaves the scales that the thread reads.
//!
//! The tensor memory accelerator brings scales per block to shared memory, with the boxes of their
//! step: those of 256 rows of A, and those of four steps of B, including the step's own, since a
//! box begins at a multiple of 16 bytes and has at least 16 bytes. Rows of A that begin anywhere
//! have the latter order, too.

use super::{Mma, Short, Tall, Tile};
use zellige::atom::{MmaTiling, OperandC, Partitioned};
use zellige::construct::LayoutLike;
use zellige::ops::{Crd2Idx, IdentityLayout};
use zellige::prelude::*;
use zellige_gpu::TensorMap;
use zellige_gpu::engine::Tma;
use zellige_gpu::storage::{Loads, Staged, Stages, TmaTile};
use zellige_gpu::tensor::{GpuTensor, RegisterArray, rmem, tma};
use zellige_gpu::transform::transform;

/// The scales of an operand, for tiles T.
pub trait Scales<T: Tile>: 'static {
    /// The type behind the address that the kernel receives: a scale, or the map of a matrix of
    /// scales.
    type Source;
    /// The stages of scales in shared memory: the scales that arrive with a step.
    type Stages: Loads<Self::Tile>;
    /// The scales of a step, as the stages load them.
    type Tile;
    /// Whether scales arrive with their step.
    const COPIED: bool = <Self::Stages as Staged>::STAGE_BYTES > 0;
    /// The layout from a thread's accumulators of a tile, (MMA, MMA_M, MMA_N), to its scales in
    /// registers.
    type Registers: Layout;
    /// These registers.
    type Values: RegisterArray<Element = f32> + Default;
    /// The number of rows of the operand that share a scale.
    const ROWS: u32 = 1;
    /// Returns the scales of a step. `at` is the number of the first scale along the operand's
    /// rows, and the step.
    fn tile(source: *const Self::Source, at: (u32, u32)) -> Self::Tile;
    /// Returns a reader of the thread's scales of a step in a stage, by the indices of both.
    ///
    /// # Safety
    ///
    /// The source is valid, and the stage is filled.
    unsafe fn of_thread(
        source: *const Self::Source,
        stages: <Self::Stages as Staged>::Tiles,
        thread: u32,
    ) -> impl Fn(u32, u32) -> Self::Values;
}
/// The position of a box B: the pending offset of its tensor.
type At<B> = Crd2Idx<(u32, u32), IdentityLayout<B>>;
/// The layout in registers of a thread's share of L, a layout over the accumulators of a tile.
type Own<L> = LayoutLike<Partitioned<Mma, OperandC, L>>;

/// One scale for all elements of an operand.
pub struct OfTensor;
impl Scales<Tall> for OfTensor {
    type Source = f32;
    type Stages = ();
    type Tile = ();
    type Registers = Own<layout!((256, 128) : (0, 0))>;
    type Values = [f32; 1];
    #[inline(always)]
    fn tile(_: *const f32, _: (u32, u32)) {}
    #[inline(always)]
    unsafe fn of_thread(source: *const f32, _: (), _: u32) -> impl Fn(u32, u32) -> [f32; 1] {
        let scale = source.read();
        move |_, _| [scale]
    }
}

/// A scale for 128 elements along K of a row of A, as DeepSeek-V3 scales activations: the scales of
/// a step are adjacent.
pub struct OfRows;
/// The same scales, where those of a row are adjacent, so that a tile may begin at any row.
pub struct OfRowsKMajor;
/// A scale for 128 elements along K of 128 columns of B, as DeepSeek-V3 scales weights: the scales
/// of the columns are adjacent.
pub struct OfSquares;

/// Returns the box of the map of these scales: the extents, the contiguous mode first, and the
/// bytes of the swizzle.
pub fn box_of<S: Scales<T, Stages: TmaTile>, T: Tile>() -> ((u32, u32), u32) {
    S::Stages::map()
}

/// Implements scales that arrive with their step: their stages in shared memory, and the box of a
/// stage; the same memory over the accumulators of all stages, and one stage of that; the position
/// of the box of a step in their map.
macro_rules! in_blocks {
    ($(
        $Name:ident, $Tile:ident: $stages:ty, $Box:ty; $acc:ty, $tile:ty;
        $rows:literal, |$number:ident, $step:ident| $at:expr;
    )*) => { $(
        impl Scales<$Tile> for $Name {
            const ROWS: u32 = $rows;
            type Source = TensorMap;
            type Stages = Stages<f32, $stages, $Box>;
            type Tile = GpuTensor<Tma<2>, IdentityLayout<$Box>, At<$Box>>;
            type Registers = Own<$tile>;
            type Values = [f32; { <Own<$tile> as Layout>::COSIZE }];
            #[inline(always)]
            fn tile(source: *const TensorMap, ($number, $step): (u32, u32)) -> Self::Tile {
                tma(source, <$Box>::default()).domain_offset($at)
            }
            #[inline(always)]
            unsafe fn of_thread(
                _: *const TensorMap,
                stages: <Self::Stages as Staged>::Tiles,
                thread: u32,
            ) -> impl Fn(u32, u32) -> Self::Values {
                let over_sums = GpuTensor::new(stages.engine(), <$acc>::STATIC);
                let mine = over_sums.partition::<OperandC, _>(Mma::STATIC, thread); // (MMA, MMA_M, MMA_N, (STEP, PIPE))
                move |step, stage| {
                    let mut values = [0.0; <Own<$tile> as Layout>::COSIZE];
                    let to = rmem(&mut values, <Own<$tile>>::STATIC); //                (MMA, MMA_M, MMA_N)
                    let from = mine.at((.., .., .., (step % 4, stage)));
                    transform(from.filter_zeros(), to.filter_zeros(), |scale| scale);
                    values
                }
            }
        }
    )* };
}
in_blocks! {
    OfRows, Tall: layout!((1, 256, 4)), shape!((1, 256));
        layout!((256, 128, (4, 4)) : (1, 0, (0, 256))), layout!((256, 128) : (1, 0));
        1, |row, step| (step, row);
    OfRowsKMajor, Tall: layout!((256, 4, 4) : (4, 1, 1024)), shape!((256, 4));
        layout!((256, 128, (4, 4)) : (4, 0, (1, 1024))), layout!((256, 128) : (1, 0));
        1, |row, step| (row, step - step % 4);
    OfRowsKMajor, Short: layout!((128, 4, 6) : (4, 1, 512)), shape!((128, 4));
        layout!((128, 128, (4, 6)) : (4, 0, (1, 512))), layout!((128, 128) : (1, 0));
        1, |row, step| (row, step - step % 4);
    OfSquares, Tall: layout!((1, 4, 4) : (4, 1, 32)), shape!((1, 4));
        layout!((256, 128, (4, 4)) : (0, 0, (1, 32))), layout!((256, 128) : (0, 0));
        128, |square, step| (square, step - step % 4);
    OfSquares, Short: layout!((1, 4, 6) : (4, 1, 32)), shape!((1, 4));
        layout!((128, 128, (4, 6)) : (0, 0, (1, 32))), layout!((128, 128) : (0, 0));
        128, |square, step| (square, step - step % 4);
}
