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

use super::{M, Mma, N, tiles};
use zellige::atom::{MmaTiling, OperandC, Partitioned};
use zellige::construct::LayoutLike;
use zellige::prelude::*;
use zellige::stride::E;
use zellige_gpu::engine::{Matrix, Rmem};
use zellige_gpu::tensor::{GpuTensor, RegisterArray, rmem};
use zellige_gpu::transform::transform_or;

/// No step, and one along the rows and the columns of a matrix of scales.
type Zero = int!(0);
type Down = E<coord!((0,))>;
type Right = E<coord!((1,))>;

/// The scales of a factor.
pub trait Scales: 'static {
    /// The layout from a thread's sums of a tile, (MMA, MMA_M, MMA_N), to its scales in registers.
    type Registers: Layout;
    /// These registers.
    type Values: Copy + RegisterArray<Element = f32>;
    /// Returns what reads the thread's scales in the steps, one after the other from step 0 on, in tile (i, j) of a product of `extents` rows, columns and steps; `ld` is the
    /// stride in memory that is not 1. Rows outside of C, and steps behind the last one, have the scale 0.
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
    ) -> impl FnMut(u32) -> Self::Values;
}
/// Returns a thread's scales as a tensor over its sums.
#[inline(always)]
pub(super) fn over_sums<S: Scales>(values: &mut S::Values) -> GpuTensor<Rmem<f32>, S::Registers> {
    rmem(values, S::Registers::STATIC)
}
macro_rules! scales {
    ($($(#[$doc:meta])* $Name:ident ($m:ident $blocks:ident $steps:ident $ld:ident) $memory:expr, $Over:ty, $of_tile:ty;)*) => { $(
        $(#[$doc])*
        pub struct $Name;
        impl Scales for $Name {
            type Registers = LayoutLike<Partitioned<Mma, OperandC, $of_tile>>;
            type Values = [f32; { <LayoutLike<Partitioned<Mma, OperandC, $of_tile>> as Layout>::COSIZE }];
            #[inline(always)]
            unsafe fn of_tile(
                scales: *const f32,
                $ld: u32,
                ($m, n, $steps): (u32, u32, u32),
                (i, j): (u32, u32),
                thread: u32,
            ) -> impl FnMut(u32) -> Self::Values {
                let $blocks = tiles(n, N::STATIC);
                let sums = ($m, (N::STATIC, $blocks), $steps);
                let over = Strided::new(sums, <$Over>::default());
                let all = GpuTensor::new(Matrix::new(scales, $memory), over);
                let of_tile = all.local_tile((M::STATIC, N::STATIC), (i, j, ..));
                let mine = of_tile.partition::<OperandC, _>(Mma::STATIC, thread); // (MMA, MMA_M, MMA_N, steps)
                let mut of_steps = mine.tiles();
                move |step| {
                    let mut values = [0.0; Self::Registers::COSIZE];
                    let to = rmem(&mut values, Self::Registers::STATIC); //          (MMA, MMA_M, MMA_N)
                    let from = of_steps.next(step);
                    transform_or(from.filter_zeros(), 0.0, to.filter_zeros(), |scale| scale);
                    values
                }
            }
        }
    )* };
}
scales! {
    /// One scale for all elements of a factor.
    OfTensor(m blocks steps ld) { let _ = ld; layout!((1u32, 1u32) : (0, 0)) }, (Zero, (Zero, Zero), Zero), layout!((256, 128) : (0, 0));
    /// A scale for 128 elements along K of a row of A, as DeepSeek-V3 scales activations: those of a step lie side by side.
    OfRows(m blocks steps ld) layout!((m, steps) : (1, ld)), (Down, (Zero, Zero), Right), layout!((256, 128) : (1, 0));
    /// A scale for 128 elements along K of 128 columns of B, as DeepSeek-V3 scales weights: those of the columns lie side by side.
    OfSquares(m blocks steps ld) layout!((blocks, steps) : (ld, 1)), (Zero, (Zero, Down), Right), layout!((256, 128) : (0, 0));
}
