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
//! The tiles of all groups are numbered: each block first computes the number of row tiles of the
//! groups up to each one, and finds the group of a tile by bisection. From there on it is the
//! product of [`matmul`](mod@crate::matmul): 128 by 256 elements at a time by `wgmma`. A tile
//! begins at the first row of its group plus a multiple of 128, so a tile of A may contain rows of
//! the next group; their products are not written.
//!
//! ```text
//! bounds            300         428 428           600         groups of 300, 128, 0 and 172 rows
//! row tiles         3           1   0     2                    up to each group: 3 4 4 6
//! row tile 5        of the first group with more than 5 up to it: its tile 5 - 4 = 1
//! ```

use crate::epilogue::Linear;
use crate::matmul::{OfD, Place, Product};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::registers::Roles;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::gmem;
use zellige_gpu::wgmma::Accumulates;
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap, warp};
use zellige_kernels::major::{KMajor, Major, MnMajor};
use zellige_kernels::wgmma_gemm::{self, Config, Ring, Warps, product};

/// The largest number of groups.
pub const MAX_GROUPS: u32 = 1024;
/// A number for each group.
type Table = SmemTensor<u32, layout!(1024)>;
/// The stages of A and B, the last bound and the number of row tiles of the groups up to each one.
type Storage<P> = (Ring<P>, Table, Table);

/// Computes the products of all groups. The grid has a block for each multiprocessor, or fewer.
///
/// The maps are those of [`matmul`](fn@crate::matmul::matmul): A has one matrix of m rows, B has
/// one for each group. Rows of C and of D begin `ldc` and `ldd` elements apart.
///
/// # Safety
///
/// There are 1 to [`MAX_GROUPS`] groups, and as many bounds. D has m rows, and so has C unless
/// it is null; the bias has n elements or is null. C and D overlap nowhere, or are the same. If the
/// spacing is not 0, groups * spacing is at most m. There are fewer than 2^31 tiles, also if there
/// are m / 128 + groups + 16 row tiles, and fewer than 2^31 rows.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Storage<P>>::BYTES,
    min_blocks = 1,
    instances(
        grouped_bf16_tn = <Product<Bf16, KMajor, KMajor>>,
        grouped_bf16_tt = <Product<Bf16, KMajor, MnMajor>>,
        grouped_f16_tn = <Product<F16, KMajor, KMajor>>,
        grouped_f16_tt = <Product<F16, KMajor, MnMajor>>,
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
            let of_group = (to - from).div_ceil(wgmma_gemm::M::U32);
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
    let row_tiles = tiles.read(groups - 1);

    // The place of a tile, and the first row of its group.
    let place = move |(tile, j): (u32, u32)| {
        let (mut group, mut last) = (0, groups - 1); // the first group with more tiles up to it
        while group < last {
            let middle = (group + last) / 2;
            if tiles.read(middle) > tile { last = middle } else { group = middle + 1 }
        }
        let before = |of: Table| if group == 0 { 0 } else { of.read(group - 1) };
        let (first, from) =
            if spacing == 0 { (before(ends), before(ends)) } else { (group * spacing, 0) };
        let [c, d] = [ldc, ldd].map(|step| step as usize * first as usize);
        let (rows, at) = (ends.read(group) - from, (tile - before(tiles), j));
        (Place { at, number: group, rows, c, d }, first)
    };
    let (rows, columns, step) = (wgmma_gemm::M::STATIC, P::Columns::STATIC, wgmma_gemm::K::STATIC);
    let from = |tile: (u32, u32)| {
        let (Place { at: (i, j), number, .. }, first) = place(tile);
        let a = P::MajorA::tma_of_batch(a, (m, k), 0).domain_offset((first, 0u32));
        let a = a.local_tile((rows, step), (i, ..)); // (BLK_M, BLK_K, k)
        let b = P::MajorB::tma_of_batch(b, (n, k), number).local_tile((columns, step), (j, ..)); // (BLK_N, BLK_K, k)
        move |step: u32| (a.at((.., .., step)), b.at((.., .., step)))
    };
    let linear = Linear { alpha, beta, bias, c, ldc, activation };
    let of_d = OfD { d, n, ldd, row_steps: ldd, linear, place: move |tile| place(tile).0 };
    let m = wgmma_gemm::M::U32 * row_tiles;
    product::<P, _, _, _, _, _>(gpu, ring, (m, n, k), 1, from, of_d)
}
