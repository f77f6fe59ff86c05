//! Grouped products, such as those of a mixture of experts: the rows of A are in groups, and each
//! group is multiplied by a matrix of its own.
//!
//! ```text
//! D[i, :] = f(alpha A[i, :] B[g] + bias) + beta C[i, :]        for the rows i of group g
//! ```
//!
//! The sizes of the groups are on the device, and the host need not know them. Groups lie one
//! behind the other, or each begins at a multiple of the same number of rows:
//!
//! | `spacing` | rows of group g | |
//! |---|---|---|
//! | 0 | `bounds[g - 1]` to `bounds[g]`, and 0 to `bounds[0]` | PyTorch: `offs` of `_grouped_mm` |
//! | s | `g s` to `g s + bounds[g]` | DeepGEMM: masked |
//!
//! Rows that no group has are not written. A bound past m, or past the spacing, counts as m, or as
//! the spacing, and one that is less than an earlier one counts as that: groups never overlap.
//!
//! [`grouped_fp8`] has A and B of e4m3, with scales of blocks, and no C.
//!
//! The tiles of all groups are numbered, those of a group in the order of a [`Raster`]: blocks that
//! run at the same time read neighbouring matrices. Each block first computes the number of row
//! tiles of the groups up to each one, and finds the group of a tile by bisection. From there on it
//! is the product of [`matmul`](mod@crate::matmul), 128 or 64 by 256 elements at a time by
//! `wgmma`, or of [`matmul_fp8`](mod@crate::matmul_fp8), 256 or 128 by 128. A tile begins at the
//! first row of its group plus a multiple of its rows, so a tile of A may contain rows of the next
//! group; their products are not written.
//!
//! ```text
//! bounds            300         428 428           600         groups of 300, 128, 0 and 172 rows
//! row tiles         3           1   0     2                    up to each group: 3 4 4 6
//! tile 23 of 4 columns: 23 / 4 = 5, of the first group with more than 5 up to it, the last one: its
//!                   tile 23 - 4 * 4 = 7
//! ```

use crate::epilogue::Linear;
use crate::matmul::{OfD, Place, Product};
use crate::matmul_fp8::finish;
use crate::turn::take_turn;
use core::ptr::null;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::registers::Roles;
use zellige_gpu::schedule::{self, Raster};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::gmem;
use zellige_gpu::wgmma::Accumulates;
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap, warp};
use zellige_kernels::fp8_gemm::{
    self, N, OfRowsKMajor, OfSquares, Scales, Short, Tall, Tile, scaled_product,
};
use zellige_kernels::major::{KMajor, Major, MnMajor};
use zellige_kernels::wgmma_gemm::{self, Config, Ring, Warps, product};

/// The largest number of groups.
pub const MAX_GROUPS: u32 = 1024;
/// A number for each group.
type Table = SmemTensor<u32, layout!(1024)>;
/// The last bound, and the number of row tiles of the groups up to each one.
pub(crate) type Tables = (Table, Table);
/// The stages of A and B, and the tables.
type Storage<P> = (Ring<P>, Table, Table);

/// The groups of a block's tiles.
#[derive(Copy, Clone)]
pub(crate) struct Groups {
    ends: Table,
    tiles: Table,
    groups: u32,
    spacing: u32,
    /// The number of column tiles.
    columns: u32,
}
/// The place of a tile.
pub(crate) struct OfGroup {
    pub(crate) group: u32,
    /// The first row of the group.
    pub(crate) first: u32,
    /// The number of its rows.
    pub(crate) rows: u32,
    /// The coordinate of the tile in the group, in tiles.
    pub(crate) at: (u32, u32),
}
impl Groups {
    /// Fills the tables for tiles of `tile` rows, `columns` of them side by side.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together, the tables are theirs alone, and there are
    /// as many bounds as groups, 1 to [`MAX_GROUPS`].
    #[inline(always)]
    pub(crate) unsafe fn new<G: Sm90>(
        gpu: G,
        (ends, tiles): Tables,
        bounds: *const u32,
        (groups, spacing): (u32, u32),
        m: u32,
        (tile, columns): (u32, u32),
    ) -> Self {
        let (bounds, lane) = (gmem(bounds, layout!(groups : 1)), gpu.thread());
        let most = if spacing == 0 { m } else { spacing };
        if lane < 32 {
            let (mut first, mut rows_before, mut tiles_before) = (0, 0, 0);
            while first < groups {
                let bound = bounds.read_or(first + lane, 0).min(most);
                let (from, to) = if spacing == 0 {
                    let before = warp::exclusive_scan(gpu, bound, layout!(32), 0, u32::max);
                    (before.max(rows_before), before.max(bound).max(rows_before))
                } else {
                    (0, bound)
                };
                let of_group = (to - from).div_ceil(tile);
                let up_to = warp::scan(gpu, of_group, layout!(32), |x, y| x + y);
                if first + lane < groups {
                    ends.write(first + lane, to);
                    tiles.write(first + lane, tiles_before + up_to);
                }
                rows_before = warp::max(gpu, to, layout!(32));
                tiles_before += warp::sum(gpu, of_group, layout!(32));
                first += 32;
            }
        }
        gpu.sync_threads();
        Groups { ends, tiles, groups, spacing, columns }
    }
    /// Returns the number of tiles of all groups.
    ///
    /// # Safety
    ///
    /// The block has not overwritten the tables.
    #[inline(always)]
    pub(crate) unsafe fn tiles(self) -> u32 {
        self.tiles.read(self.groups - 1) * self.columns
    }
    /// Returns the place of the tile with this number, or any place if there are no tiles.
    ///
    /// # Safety
    ///
    /// The block has not overwritten the tables.
    #[inline(always)]
    pub(crate) unsafe fn place(self, tile: u32) -> OfGroup {
        let (mut group, mut last) = (0, self.groups - 1); // the first group with more tiles up to it
        while group < last {
            let middle = (group + last) / 2;
            if self.tiles.read(middle) * self.columns > tile {
                last = middle
            } else {
                group = middle + 1
            }
        }
        let before = |of: Table| if group == 0 { 0 } else { of.read(group - 1) };
        let (first, from) = if self.spacing == 0 {
            (before(self.ends), before(self.ends))
        } else {
            (group * self.spacing, 0)
        };
        let tiles_before = before(self.tiles);
        let row_tiles = self.tiles.read(group) - tiles_before;
        let number = tile - tiles_before * self.columns;
        // Few rows of tiles go row by row: the tiles of a row share their part of A.
        let coordinate = match row_tiles {
            0..8 => Raster::<1>::new_unchecked(row_tiles, self.columns)
                .tile(number)
                .map(schedule::Tile::coordinate),
            _ => Raster::<8>::new_unchecked(row_tiles, self.columns)
                .tile(number)
                .map(schedule::Tile::coordinate),
        };
        let at = coordinate.unwrap_or((0, 0)); // where no group has a row
        OfGroup { group, first, rows: self.ends.read(group) - from, at }
    }
}

/// Computes the products of all groups. The grid has a block for each multiprocessor, or fewer.
///
/// The maps are those of [`matmul`](fn@crate::matmul::matmul): A has one matrix of m rows, B has
/// one for each group. Rows of C and of D begin `ldc` and `ldd` elements apart.
///
/// Tiles of 64 rows, of the kernels `grouped_T_.._64`, are for groups of so many rows or fewer. The
/// boxes of A have 64 rows, too. With few rows, the time is that of reading B, if nothing else
/// delays it. Of bf16, with n = 1536 and k = 2048, on an H200 that copies 4.2 TB/s:
///
/// | groups | rows of a group | in tiles of 128 rows | of 64 rows |
/// |---|---|---|---|
/// | 128 | 8 | 3.8 TB/s | 4.1 TB/s |
/// | 128 | 64 | 3.8 TB/s | 4.1 TB/s |
/// | 128 | 0 to 128 | 3.8 TB/s | 3.6 TB/s |
/// | 128 | 96 | 3.7 TB/s | 3.4 TB/s |
///
/// # Safety
///
/// There are 1 to [`MAX_GROUPS`] groups, and as many bounds. D has m rows, and so has C unless
/// it is null; the bias has n elements or is null. C and D overlap nowhere, or are the same. If the
/// spacing is not 0, groups * spacing is at most m. There are fewer than 2^27 tiles, also if there
/// are m / R + groups + 16 row tiles, for tiles of R rows, and fewer than 2^31 rows.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Storage<P>>::BYTES,
    min_blocks = 1,
    instances(
        grouped_bf16_tn = <Product<Bf16, KMajor, KMajor>>,
        grouped_bf16_tt = <Product<Bf16, KMajor, MnMajor>>,
        grouped_f16_tn = <Product<F16, KMajor, KMajor>>,
        grouped_f16_tt = <Product<F16, KMajor, MnMajor>>,
        grouped_bf16_tn_64 = <Product<Bf16, KMajor, KMajor, int!(64)>>,
        grouped_bf16_tt_64 = <Product<Bf16, KMajor, MnMajor, int!(64)>>,
        grouped_f16_tn_64 = <Product<F16, KMajor, KMajor, int!(64)>>,
        grouped_f16_tt_64 = <Product<F16, KMajor, MnMajor, int!(64)>>,
    )
)]
pub unsafe fn grouped<P: Config<Output: Into<f32>>, G: Sm90 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    groups: u32,
    bounds: *const u32,
    spacing: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *const P::Output,
    ldc: u32,
    d: *mut P::Output,
    ldd: u32,
    bias: *const P::Output,
    alpha: f32,
    beta: f32,
    activation: u32,
) where
    P::Instruction: Accumulates<G, P::Element, u64>,
{
    let (ring, ends, tiles) = <Storage<P>>::allocate(gpu);
    take_turn(gpu);
    let (spaced, columns) = ((groups, spacing), n.div_ceil(const { P::Columns::U32 }));
    let of_tiles = (P::Rows::U32, columns);
    let groups = Groups::new(gpu, (ends, tiles), bounds, spaced, m, of_tiles);
    let place = move |(_, tile): (u32, u32)| {
        let OfGroup { group, first, rows, at } = groups.place(tile);
        let [c, d] = [ldc, ldd].map(|step| step as usize * first as usize);
        (Place { at, number: group, rows, c, d }, first)
    };
    let (rows, columns, step) = (P::Rows::STATIC, P::Columns::STATIC, wgmma_gemm::K::STATIC);
    let from = |tile: (u32, u32)| {
        let (Place { at: (i, j), number, .. }, first) = place(tile);
        let a = P::MajorA::tma_of_batch(a, (m, k), 0).domain_offset((first, 0u32));
        let a = a.local_tile((rows, step), (i, ..)); // (BLK_M, BLK_K, k)
        let b = P::MajorB::tma_of_batch(b, (n, k), number).local_tile((columns, step), (j, ..)); // (BLK_N, BLK_K, k)
        move |step: u32| (a.at((.., .., step)), b.at((.., .., step)))
    };
    let linear = Linear { alpha, beta, bias, c, ldc, activation };
    let place = move |tile| place(tile).0;
    let of_d = OfD::<_, _, true> { d, n, ldd, row_steps: ldd, linear, place };
    // A row of all tiles.
    product::<P, _, _, _, _, _>(gpu, ring, (1, 1, k), groups.tiles(), from, of_d)
}

/// The stages of A, B and their scales, and the tables.
type ScaledStorage<T> = (fp8_gemm::Ring<T, OfRowsKMajor, OfSquares>, Table, Table);

/// Computes the products of all groups of e4m3, with a scale for 1 x 128 elements of A and for
/// 128 x 128 of B. The grid has a block for each multiprocessor, or fewer.
///
/// The maps are those of [`fp8_gemm()`](zellige_kernels::fp8_gemm::fp8_gemm()), but the scales of a
/// row of A are adjacent: [`OfRowsKMajor`]. Those of A and its scales have m rows; that of B has n
/// rows for each group, one behind the other, and that of its scales ceil(n / 128).
///
/// # Safety
///
/// There are 1 to [`MAX_GROUPS`] groups, and as many bounds. D has m rows, and the bias has n
/// elements or is null. If the spacing is not 0, groups * spacing is at most m. There are fewer
/// than 2^27 tiles, also if there are m / 128 + groups + 8 row tiles, and groups * n is less than
/// 2^31.
#[zellige_gpu::kernel(
    threads = fp8_gemm::Warps::THREADS,
    shared = <ScaledStorage<T>>::BYTES,
    min_blocks = 1,
    instances(
        grouped_fp8_bf16_256 = <Bf16, Tall>,
        grouped_fp8_bf16_128 = <Bf16, Short>,
        grouped_fp8_f16_256 = <F16, Tall>,
        grouped_fp8_f16_128 = <F16, Short>,
    )
)]
pub unsafe fn grouped_fp8<D: RowStore + Into<f32>, T: Tile, G: Sm90 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    groups: u32,
    bounds: *const u32,
    spacing: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    scale_a: *const TensorMap,
    scale_b: *const TensorMap,
    d: *mut D,
    ldd: u32,
    bias: *const D,
    alpha: f32,
    activation: u32,
) where
    OfRowsKMajor: Scales<T, Source = TensorMap>,
    OfSquares: Scales<T, Source = TensorMap>,
    ScaledStorage<T>: Allocate<G>,
{
    let (ring, ends, tiles) = <ScaledStorage<T>>::allocate(gpu);
    take_turn(gpu);
    let (spaced, columns) = ((groups, spacing), n.div_ceil(N::U32));
    let groups = Groups::new(gpu, (ends, tiles), bounds, spaced, m, (T::M::U32, columns));
    let place = |(_, tile): (u32, u32)| {
        let OfGroup { group, first, at: (i, j), .. } = groups.place(tile);
        let row = first + T::M::U32 * i;
        fp8_gemm::Place { rows: (row, n * group + N::U32 * j), scales: (row, columns * group + j) }
    };
    let linear = Linear { alpha, beta: 0.0, bias, c: null(), ldc: 0, activation };
    let (maps, scales) = ((a, b), (scale_a, scale_b));
    let all = (1, groups.tiles(), k); // a row of all tiles
    scaled_product::<T, OfRowsKMajor, OfSquares, G>(
        gpu,
        ring,
        all,
        maps,
        scales,
        place,
        |acc, at, thread| {
            let OfGroup { first, rows, at, .. } = groups.place(at.1);
            let d = d.wrapping_add(ldd as usize * first as usize);
            finish::<T, _, _>(gpu, acc, linear, (d, ldd), (rows, n), at, thread)
        },
    )
}
