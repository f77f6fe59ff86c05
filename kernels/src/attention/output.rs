//! The way from a thread's output to memory.

use super::Config;
use super::work::{Batch, Work};
use zellige::atom::CopyTiling;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::Rmem;
use zellige_gpu::epilogue::{RowStore, store_rows_if};
use zellige_gpu::tensor::{GpuTensor, gmem};
use zellige_gpu::{Sm90, Store, unroll};

/// Writes a thread's output times the factor of its row, rounded, in parts of 32 columns.
///
/// # Safety
///
/// O has a row of `ldo` elements for each query, all threads of the warp are here, and no other has
/// these rows.
#[inline(always)]
pub(super) unsafe fn store<C: Config, G: Sm90 + Store>(
    gpu: G,
    thread: u32,
    work: &Work<C>,
    output: GpuTensor<Rmem<f32>, C::Output>,
    factors: [f32; 2],
    (o, ldo): (*mut C::Element, u32),
) {
    let (first, queries) = work.queries;
    let heads =
        layout!(((first + queries), (work.head + 1), (C::DIMENSION)) : (ldo, (C::DIMENSION), 1));
    let o = o.wrapping_add(heads.crd2idx((first as usize, work.head, 0u32)).usize());
    // The rows behind those of the sequence are the next one's.
    let g_o = gmem(o, layout!((queries, (C::DIMENSION)) : (ldo, 1))).local_tile(
        (C::Queries::STATIC, C::Dimension::STATIC),
        (work.tile, 0u32),
    );
    let write = <<C::Element as RowStore>::Vectors<C::Queries>>::STATIC;
    let tg_o = g_o.partition_d(write, thread); // ((8, two rows), 1, PARTS)
    unroll!(for part in 0..{ C::PARTS } {
        let output = output.at((.., .., .., part));
        store_rows_if(gpu, output, (tg_o, (0, part)), |row, x| factors[row] * x);
    });
}

/// Writes the logarithms of a thread's rows, by one of the four threads that have them.
///
/// # Safety
///
/// There is a logarithm for each query of each head, and no other thread has those of these rows.
#[inline(always)]
pub(super) unsafe fn store_logarithms<C: Config>(
    thread: u32,
    work: &Work<C>,
    batch: Batch,
    logarithms: [f32; 2],
    lse: *mut f32,
) {
    let (first, queries) = work.queries;
    let all = layout!(((batch.tokens()), (batch.heads)) : (1, (batch.tokens())));
    // Thread (lane, row, warp) has the rows (row, two of them, warp).
    let warps = C::Queries::U32 / 16;
    let (lane, row, warp) = layout!((4, 8, warps)).idx2crd(thread);
    unroll!(for i in 0..2 {
        let rows = layout!((8, 2, warps));
        let query = C::Queries::U32 * work.tile + rows.crd2idx((row, i, warp)).u32();
        if lane == 0 && query < queries {
            let at = all.crd2idx(((first + query) as usize, work.head));
            *lse.add(at.usize()) = logarithms[i as usize];
        }
    });
}
