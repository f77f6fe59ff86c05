//! The scales of a factor: one number for many elements, and so a layout over the sums that has strides of 0.
//!
//! The sums of all steps, of 128 elements along K each, have the coordinates (row, (column of its block, block of 128 columns), step), and a scale
//! does not change along most of these:
//!
//! | scales | elements with one scale | in memory | over the sums |
//! |---|---|---|---|
//! | [`OfTensor`] | all | 1 | `(m,(128,n/128),steps):(0,(0,0),0)` |
//! | [`OfRows`] of A | 128 along K, of a row | `(m,steps):(1,ld)` | `(m,(128,n/128),steps):(1@0,(0,0),1@1)` |
//! | [`OfSquares`] of B | 128 along K, of 128 columns | `(n/128,steps):(ld,1)` | `(m,(128,n/128),steps):(0,(0,1@0),1@1)` |
//!
//! So the tiled MMA partitions scales as it does sums, and a thread's share has these strides, too: of its 64 sums of a tile, those of one of
//! two rows have their scales in common.

use super::{M, Mma, N, Waves};
use zellige::atom::{MmaTiling, OperandC};
use zellige::prelude::*;
use zellige::stride::E;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::Matrix;
use zellige_gpu::tensor::{GpuTensor, rmem};
use zellige_gpu::transform::transform_or;

/// No step, and one along the rows and the columns of a matrix of scales.
type Zero = int!(0);
type Down = E<coord!((0,))>;
type Right = E<coord!((1,))>;

/// A scale for each of the rows that a thread has sums of: (two rows 8 apart, waves).
pub type Rows = [f32; 2 * Waves::USIZE];

/// The scales of a factor.
pub trait Scales: 'static {
    /// Returns what reads the scales of the thread's rows in a step, in tile (i, j) of a product of `extents` rows, columns and steps; `ld` is the
    /// stride in memory that is not 1. Rows outside of C have the scale 0.
    ///
    /// # Safety
    ///
    /// The scales are there while it is used.
    unsafe fn of_tile(
        scales: *const f32,
        ld: u32,
        extents: (u32, u32, u32),
        tile: (u32, u32),
        thread: u32,
    ) -> impl Fn(u32) -> Rows;
}
macro_rules! scales {
    ($($(#[$doc:meta])* $Name:ident ($m:ident $blocks:ident $steps:ident $ld:ident) $memory:expr, $Over:ty;)*) => { $(
        $(#[$doc])*
        pub struct $Name;
        impl Scales for $Name {
            #[inline(always)]
            unsafe fn of_tile(
                scales: *const f32,
                $ld: u32,
                ($m, n, $steps): (u32, u32, u32),
                (i, j): (u32, u32),
                thread: u32,
            ) -> impl Fn(u32) -> Rows {
                let $blocks = n.div_ceil(N::U32);
                let sums = ($m, (N::STATIC, $blocks), $steps);
                let over = Strided::new(sums, <$Over>::default());
                let all = GpuTensor::new(Matrix::new(scales, $memory), over);
                let of_tile = all.local_tile((M::STATIC, N::STATIC), (i, j, ..));
                let of_thread = of_tile.partition::<OperandC, _>(Mma::STATIC, thread); // (MMA, MMA_M, MMA_N, steps)
                let of_rows = of_thread.at(((0u32, .., 0u32), .., 0u32, ..)); //          (rows, waves, steps)
                move |step| {
                    let mut rows = [0.0; 2 * Waves::USIZE];
                    let to = rmem(&mut rows, layout!((2, { Waves::USIZE })));
                    transform_or(of_rows.at((.., .., step)), 0.0, to, |scale| scale);
                    rows
                }
            }
        }
    )* };
}
scales! {
    /// One scale for all elements of a factor.
    OfTensor(m blocks steps ld) { let _ = ld; layout!((1u32, 1u32) : (0, 0)) }, (Zero, (Zero, Zero), Zero);
    /// A scale for 128 elements along K of a row of A, as DeepSeek-V3 scales activations: those of a step lie side by side.
    OfRows(m blocks steps ld) layout!((m, steps) : (1, ld)), (Down, (Zero, Zero), Right);
    /// A scale for 128 elements along K of 128 columns of B, as DeepSeek-V3 scales weights: those of the columns lie side by side.
    OfSquares(m blocks steps ld) layout!((blocks, steps) : (ld, 1)), (Zero, (Zero, Down), Right);
}
