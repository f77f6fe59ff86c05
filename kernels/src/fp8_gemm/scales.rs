//! The scales of a factor: one number for many elements, and so a layout over the sums that has strides of 0.
//!
//! The sums of a tile in a step have the coordinates (row, column, (which step of four, stage)), and a scale does not change along most of these:
//!
//! | scales | elements with one scale | in memory | in shared memory, over the sums | in registers, over a thread's sums |
//! |---|---|---|---|---|
//! | [`OfTensor`] | all | 1 | | `((2,2,16),2,1):((0,0,0),0,0)` |
//! | [`OfRows`] of A | 128 along K, of a row | `(m,steps):(1,ld)` | `(256,128,(4,4)):(1,0,(0,256))` | `((2,2,16),2,1):((0,1,0),2,0)` |
//! | [`OfSquares`] of B | 128 along K, of 128 columns | `(n/128,steps):(ld,1)` | `(256,128,(4,4)):(0,0,(1,32))` | `((2,2,16),2,1):((0,0,0),0,0)` |
//!
//! So the tiled MMA partitions scales as it does sums, and the share of a thread has these strides, too. What is left of it without modes of stride 0 is
//! what the thread reads.
//!
//! Scales in blocks come to shared memory by the accelerator, with the boxes of their step: those of 256 rows of A, and those of four steps of B, the
//! step's own among them, since a box begins at a multiple of 16 bytes and has as many.

use super::{M, Mma};
use zellige::atom::tma::TmaBox;
use zellige::atom::{MmaTiling, OperandC, Partitioned};
use zellige::construct::LayoutLike;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::copy::copy_box;
use zellige_gpu::engine::Rmem;
use zellige_gpu::pipeline::Filling;
use zellige_gpu::tensor::{GpuTensor, RegisterArray, rmem, smem, tma};
use zellige_gpu::transform::transform;
use zellige_gpu::{Sm90, TensorMap};

/// The scales of a factor.
pub trait Scales: 'static {
    /// What the kernel gets the address of: a scale, or the map of a matrix of scales.
    type Source;
    /// The number of bytes that come with a step.
    const BYTES: u32;
    /// The layout from a thread's sums of a tile, (MMA, MMA_M, MMA_N), to its scales in registers.
    type Registers: Layout;
    /// These registers.
    type Values: RegisterArray<Element = f32> + Default;
    /// Begins to copy the scales of a step to a stage in shared memory, where those of all stages are from the number `first` on. `tile` is the number of the tile
    /// along the factor's rows.
    ///
    /// # Safety
    ///
    /// One thread does this, for a stage that is being filled, and the source is there, of so many rows of scales and so many steps.
    unsafe fn fill<G: Sm90>(
        gpu: G,
        filling: Filling,
        source: *const Self::Source,
        extents: (u32, u32),
        at: (u32, u32),
        first: u32,
    );
    /// Returns what reads the thread's scales of a step in a stage, by the numbers of both.
    ///
    /// # Safety
    ///
    /// The source is there, and the stage is filled.
    unsafe fn of_thread<G: Sm90>(
        gpu: G,
        source: *const Self::Source,
        first: u32,
        thread: u32,
    ) -> impl Fn(u32, u32) -> Self::Values;
}
/// Returns a thread's scales as a tensor over its sums.
#[inline(always)]
pub(super) fn over_sums<S: Scales>(values: &mut S::Values) -> GpuTensor<Rmem<f32>, S::Registers> {
    rmem(values, S::Registers::STATIC)
}
/// The layout in registers of a thread's share of L, a layout over the sums of a tile.
type Own<L> = LayoutLike<Partitioned<Mma, OperandC, L>>;

/// One scale for all elements of a factor.
pub struct OfTensor;
impl Scales for OfTensor {
    type Source = f32;
    const BYTES: u32 = 0;
    type Registers = Own<layout!((256, 128) : (0, 0))>;
    type Values = [f32; 1];
    #[inline(always)]
    unsafe fn fill<G: Sm90>(_: G, _: Filling, _: *const f32, _: (u32, u32), _: (u32, u32), _: u32) {
    }
    #[inline(always)]
    unsafe fn of_thread<G: Sm90>(
        _: G,
        source: *const f32,
        _: u32,
        _: u32,
    ) -> impl Fn(u32, u32) -> [f32; 1] {
        let scale = source.read();
        move |_, _| [scale]
    }
}

/// Implements scales that come with their step: their layout over the sums of all stages, and the same of one stage; their box, and where it begins.
macro_rules! in_blocks {
    ($(
        $(#[$doc:meta])*
        $Name:ident: $stages:ty, $tile:ty; $Box:ty, |$rows:ident, $steps:ident, $number:ident, $step:ident| $extents:expr, $at:expr;
    )*) => { $(
        $(#[$doc])*
        pub struct $Name;
        impl $Name {
            /// The extents of a box of the map of these scales, the contiguous mode first. It has no swizzle.
            pub const BOX: (u32, u32) = (TmaBox::<$Box, int!(32)>::inner(), TmaBox::<$Box, int!(32)>::outer());
        }
        impl Scales for $Name {
            type Source = TensorMap;
            const BYTES: u32 = TmaBox::<$Box, int!(32)>::bytes();
            type Registers = Own<$tile>;
            type Values = [f32; { <Own<$tile> as Layout>::COSIZE }];
            #[inline(always)]
            unsafe fn fill<G: Sm90>(
                gpu: G,
                filling: Filling,
                source: *const TensorMap,
                ($rows, $steps): (u32, u32),
                ($number, $step): (u32, u32),
                first: u32,
            ) {
                let from = tma(source, $extents).domain_offset($at).settled();
                let stage = <$stages>::STATIC.crd2idx((0u32, 0u32, (0u32, filling.stage()))).u32();
                copy_box(gpu, filling, from, smem::<f32, _>(gpu, first + stage, <$Box>::STATIC));
            }
            #[inline(always)]
            unsafe fn of_thread<G: Sm90>(
                gpu: G,
                _: *const TensorMap,
                first: u32,
                thread: u32,
            ) -> impl Fn(u32, u32) -> Self::Values {
                let stages = smem::<f32, _>(gpu, first, <$stages>::STATIC);
                let mine = stages.partition::<OperandC, _>(Mma::STATIC, thread); // (MMA, MMA_M, MMA_N, (STEP, PIPE))
                move |step, stage| {
                    let mut values = [0.0; Self::Registers::COSIZE];
                    let to = rmem(&mut values, Self::Registers::STATIC); //          (MMA, MMA_M, MMA_N)
                    let from = mine.at((.., .., .., (step % 4, stage)));
                    transform(from.filter_zeros(), to.filter_zeros(), |scale| scale);
                    values
                }
            }
        }
    )* };
}
in_blocks! {
    /// A scale for 128 elements along K of a row of A, as DeepSeek-V3 scales activations: those of a step lie side by side.
    OfRows: layout!((256, 128, (4, 4)) : (1, 0, (0, 256))), layout!((256, 128) : (1, 0));
        layout!((1, 256) : row), |m, steps, i, step| (steps, m), (step, M::U32 * i);
    /// A scale for 128 elements along K of 128 columns of B, as DeepSeek-V3 scales weights: those of the columns lie side by side.
    OfSquares: layout!((256, 128, (4, 4)) : (0, 0, (1, 32))), layout!((256, 128) : (0, 0));
        layout!((1, 4) : row), |blocks, steps, j, step| (blocks, steps), (j, step - step % 4);
}
