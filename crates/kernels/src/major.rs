//! The mode along which an operand of a product is contiguous in memory, as a parameter of a
//! kernel.

use core::ops::RangeFull;
use zellige::ops::{IdentityLayout, Select, Slice};
use zellige::prelude::*;
use zellige_gpu::engine::Tma;
use zellige_gpu::storage::{KMajorTile, MnMajorTile};
use zellige_gpu::tensor::{GpuTensor, tma};
use zellige_gpu::{Half, TensorMap};

/// The major-ness of an operand of (rows, K): [`KMajor`] or [`MnMajor`]. CUTLASS: `LayoutA` and
/// `LayoutB` of a GEMM, here with rows first for both; CuTe: `GMMA::Major`.
pub trait Major: Copy + 'static {
    /// The layout of the whole operand.
    type Layout: Layout<Shape = (u32, u32)>;
    /// Returns the layout of an operand of `extents`, rows and K, with the leading dimension `ld`
    /// in elements.
    fn layout(extents: (u32, u32), ld: u32) -> Self::Layout;
    /// The tiles in shared memory, (row, k, stage), of an operand of elements T in a product by
    /// `wgmma`:
    ///
    /// | | one stage of 128 rows, K = 64 | a box | the map |
    /// |---|---|---|---|
    /// | [`KMajor`] | `Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))` | all rows | (rows, K) |
    /// | [`MnMajor`] | `Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,4096),(64,512))` | 64 rows | (K, rows) |
    type Tile<T: Half, Rows: Integer, K: Integer, Pipe: Integer>;
    /// The map from (row, k) to a point of the operand's tensor map, which has the contiguous mode
    /// last.
    type Points: Layout<Shape = (u32, u32), Profile = (usize, usize)>;
    /// Returns the points of an operand of `extents`, rows and K.
    fn points(extents: (u32, u32)) -> Self::Points;
    /// Returns the operand as the tensor map describes it. CuTe: `tma.get_tma_tensor(shape)`.
    #[inline(always)]
    fn tma(map: *const TensorMap, extents: (u32, u32)) -> GpuTensor<Tma<2>, Self::Points> {
        GpuTensor::new(Tma::new(map), Self::points(extents))
    }
    /// The map from (row, k) to a point of one operand of a batch, which has one mode more.
    type PointsOfBatch: Layout<Shape = (u32, u32), Profile = (usize, usize)>;
    /// Returns operand `number` of a batch: the tensor map has one mode more, for the number.
    fn tma_of_batch(
        map: *const TensorMap,
        extents: (u32, u32),
        number: u32,
    ) -> GpuTensor<Tma<3>, Self::PointsOfBatch>;
}
/// The two modes of an operand in the map of a batch.
type OfBatch = Slice<(u32, RangeFull, RangeFull), IdentityLayout<(u32, u32, u32)>>;
/// The elements of a row are contiguous: `(m, k):(ld, 1)`. BLAS: `T` for A, `N` for B.
#[derive(Copy, Clone)]
pub struct KMajor;
/// The elements of a column are contiguous: `(m, k):(1, ld)`. BLAS: `N` for A, `T` for B.
#[derive(Copy, Clone)]
pub struct MnMajor;

impl Major for KMajor {
    type Tile<T: Half, Rows: Integer, K: Integer, Pipe: Integer> = KMajorTile<T, Rows, K, Pipe>;
    type Layout = Strided<(u32, u32), (u32, int!(1))>;
    #[inline(always)]
    fn layout(extents: (u32, u32), ld: u32) -> Self::Layout {
        Strided::new(extents, (ld, int!(1)))
    }
    type Points = IdentityLayout<(u32, u32)>;
    #[inline(always)]
    fn points(extents: (u32, u32)) -> Self::Points {
        make_identity_layout(extents)
    }
    type PointsOfBatch = OfBatch;
    #[inline(always)]
    fn tma_of_batch(
        map: *const TensorMap,
        (rows, k): (u32, u32),
        number: u32,
    ) -> GpuTensor<Tma<3>, OfBatch> {
        tma(map, (number + 1, rows, k)).at((number, .., ..))
    }
}
impl Major for MnMajor {
    type Tile<T: Half, Rows: Integer, K: Integer, Pipe: Integer> = MnMajorTile<T, Rows, K, Pipe>;
    type Layout = Strided<(u32, u32), (int!(1), u32)>;
    #[inline(always)]
    fn layout(extents: (u32, u32), ld: u32) -> Self::Layout {
        Strided::new(extents, (int!(1), ld))
    }
    type Points = Select<IdentityLayout<(u32, u32)>, shape!((1, 0))>;
    #[inline(always)]
    fn points((rows, k): (u32, u32)) -> Self::Points {
        make_identity_layout((k, rows)).select(shape!((1, 0)))
    }
    type PointsOfBatch = Select<OfBatch, shape!((1, 0))>;
    #[inline(always)]
    fn tma_of_batch(
        map: *const TensorMap,
        (rows, k): (u32, u32),
        number: u32,
    ) -> GpuTensor<Tma<3>, Self::PointsOfBatch> {
        let of_batch = tma(map, (number + 1, k, rows)).at((number, .., ..));
        GpuTensor::new(of_batch.engine(), of_batch.layout().select(shape!((1, 0))))
    }
}
