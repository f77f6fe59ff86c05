//! Attention for Blackwell, forward, in the manner of FlashAttention-4: O = softmax(scale Q K^T) V
//! for each head, with the scores, the powers and the output in tensor memory.
//!
//! Q, K, V and O are bf16, and a head has 128 columns; scores, sums and the softmax are f32. The
//! kernel is emulated, and assembled for `sm_100a`; it has not run on a GPU.
//!
//! | kernel | a query sees |
//! |---|---|
//! | `umma_attention_bf16_128` | all keys |
//! | `umma_attention_bf16_128_causal` | the keys up to its own: the last query and the last key are aligned, as in [`attention`](mod@crate::attention) |
//!
//! # The arguments
//!
//! | argument | what it is |
//! |---|---|
//! | `heads`, `group` | the number of heads of Q, not 0; the number of them that share a head of K and V, a divisor of `heads` |
//! | `queries`, `keys` | the number of queries, and of keys, of each sequence |
//! | `scale` | the factor of scores, larger than 0: usually 1 over the square root of 128 |
//! | `q`, `k`, `v` | maps of matrices with a row for each token, one sequence after the other, and 128 columns for each head, in the boxes of [`Q`], [`K`] and [`V`] |
//! | `o`, `ldo` | a matrix with the rows and columns of Q; its rows begin `ldo` elements apart, a multiple of 8, and it begins at a multiple of 16 bytes |
//!
//! The grid has `queries.div_ceil(256)` blocks in x, and `heads` times the number of sequences in
//! y. There are fewer than 2^30 queries and fewer than 2^30 keys in all, and the values are finite.
//! A query that sees no key has the output 0.
//!
//! # The algorithm
//!
//! A block has 256 queries of a head, in two tiles of 128, and processes the keys 128 at a time,
//! from the last that a query sees to the first. A warpgroup has a tile, and a thread a row:
//!
//! ```text
//! thread 0         copies Q once, and K and V through a ring of stages each
//! thread 32        begins the products, of tiles 0 and 1 in turn
//! warpgroup 1      softmax of tile 0: loads S, stores P in its place
//! warpgroup 2      softmax of tile 1
//!
//! tensor cores     S0 S1            O0 S0 O1 S1            O0 S0 O1 S1
//! warpgroup 1         [softmax     ]           [softmax   ]
//! warpgroup 2            [softmax        ]           [softmax      ]
//! ```
//!
//! While one warpgroup computes its softmax, the tensor cores multiply for the other. The
//! accumulators are [`BackToBack`]: the commit of S says that O has the values of the steps before,
//! too. So a softmax waits at one barrier for each step, and the products at another for its P.
//!
//! The largest score m of a row lags behind: O is rescaled only if a power would exceed 2^8, for a
//! row of the warp, so most steps do not touch it. [`RowSoftmax`] carries the m that was taken, so
//! the result is exact. FlashAttention-4 has a third warpgroup that rescales O; here each warpgroup
//! rescales its own tile, which is rare, and no factors have to be handed over. All exponentials
//! are `ex2`, none a polynomial.
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Q`], [`K`], [`V`] | (row, column, stage) to shared memory; V is (column, key), contiguous along the columns |
//! | the same, partitioned by [`OfCta`] | the descriptors of the products |
//! | [`Tiles`] | the columns of tensor memory: S, with P in its place, and O, of two tiles |
//! | [`identity`] of (query, key), partitioned by the load of S | the coordinate of each score of a thread, for its [`Mask`] |
//!
//! # What it costs
//!
//! 512 operations per head and pair of query and key, half of the pairs if attention is causal. A
//! block reads K and V once for its 256 queries.
//!
//! Source: FlashAttention-4, `flash_fwd_sm100.py`; CUTLASS, example `77_blackwell_fmha`.

use crate::major::{Major, MnMajor};
use core::hint::assert_unchecked;
use zellige::atom::copy::UniversalCopy;
use zellige::atom::tmem::TmemTensor;
use zellige::atom::tmem_copy::{MakeTmemCopy, SM100_TMEM_LOAD_32dp32b, SM100_TMEM_STORE_32dp32b};
use zellige::atom::umma::{SM100_MMA_F16BF16_SS, SM100_MMA_F16BF16_TS};
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::Get;
use zellige::prelude::*;
use zellige_gpu::copy::copy;
use zellige_gpu::epilogue::store_streaming;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::softmax::{Diagonal, Mask, RowSoftmax};
use zellige_gpu::storage::{Allocate, KMajorTile, MnMajorTile, SharedStorage};
use zellige_gpu::tensor::{gmem, identity, packed, rmem, tma};
use zellige_gpu::tmem::{Accumulator, BackToBack, OfCta, TmemStorage};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::ScaleOut;
use zellige_gpu::{Bf16, Half, Sm100, Store, TensorMap};

/// The queries of a tile, the keys of a step, and the columns of a head.
type N = int!(128);
/// A tile of accumulators.
type Tile = (N, N);
/// The tiles of Q in shared memory, (query, column, tile).
pub type Q = KMajorTile<Bf16, N, N, int!(2)>;
/// The tiles of K in shared memory, (key, column, stage).
pub type K = KMajorTile<Bf16, N, N, int!(2)>;
/// The tiles of V in shared memory, (column, key, stage).
pub type V = MnMajorTile<Bf16, N, N, int!(2)>;
/// The instructions of the scores S = Q K^T, and of the output O = P V.
type ScoreOp = SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, N, N>;
type OutputOp = SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, N, N>;
type Scores = Accumulator<TiledMma<ScoreOp>, Tile>;
type Output = Accumulator<TiledMma<OutputOp>, Tile>;
/// What is in tensor memory.
pub type Tiles = BackToBack<Scores, Output>;
/// The roles: a warpgroup that copies and multiplies, and two with a tile each.
pub type Warps = WarpRoles<1, 2, 88, 208>;
/// The shared memory of a block. One thread releases the stages.
pub type Shared =
    (TmaRing<Q, int!(1)>, TmaRing<K, int!(1)>, TmaRing<V, int!(1)>, TmemStorage<Tiles>);

/// The load of a row of S, the store of a row of P, and the copies of 32 columns of O.
type LoadScores = InTile<SM100_TMEM_LOAD_32dp32b<N>, Scores>;
type LoadOutput = InTile<SM100_TMEM_LOAD_32dp32b<int!(32)>, Output>;
type StoreOutput = InTile<SM100_TMEM_STORE_32dp32b<int!(32)>, Output>;
type InTile<Op, F> = MakeTmemCopy<CopyAtom<Op, int!(32)>, Get<<F as TmemTensor>::Layout, int!(0)>>;
type StoreP = MakeTmemCopy<
    CopyAtom<SM100_TMEM_STORE_32dp32b<int!(64)>, int!(16)>,
    layout!((128, 128) : (131072, 1)),
>;
/// The copy of a row of O to global memory, 16 bytes at a time.
type Rows =
    MakeTiledCopy<CopyAtom<UniversalCopy<int!(128)>, int!(16)>, layout!((128, 1)), layout!((1, 8))>;

/// Rounds numbers to bf16, two to a word.
macro_rules! round {
    ($gpu:ident, $from:ident, $number:literal, |$x:ident| $f:expr) => {{
        let mut words = [0; $number / 2];
        let pairs = rmem(&mut $from, layout!((2, { $number / 2 })));
        let (low, high) = (pairs.slice((0u32, ..)), pairs.slice((1u32, ..)));
        let f = |$x: f32| $f;
        let to = rmem(&mut words, layout!({ $number / 2 }));
        transform((low, high), to, |(low, high)| Bf16::pair($gpu, f(low), f(high)));
        words
    }};
}

/// Computes attention. See the [module](self).
///
/// The maps have the boxes of [`Q`], [`K`] and [`V`].
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Shared>::BYTES,
    min_blocks = 1,
    instances(
        umma_attention_bf16_128 = <false>,
        umma_attention_bf16_128_causal = <true>,
    )
)]
pub unsafe fn umma_attention<const CAUSAL: bool, G: Sm100 + Store>(
    gpu: G,
    heads: u32,
    group: u32,
    queries: u32,
    keys: u32,
    scale: f32,
    q: *const TensorMap,
    k: *const TensorMap,
    v: *const TensorMap,
    o: *mut Bf16,
    ldo: u32,
) {
    assert_unchecked(heads > 0 && group > 0);
    let (ring_q, ring_k, ring_v, memory) = <Shared>::allocate(gpu);
    let mut memory = memory.alloc(gpu);
    // Later queries of causal attention see more keys: their blocks come first.
    let block = if CAUSAL { gpu.grid_x() - 1 - gpu.block_x() } else { gpu.block_x() };
    let (sequence, head) = (gpu.block_y() / heads, gpu.block_y() % heads);
    let (first_query, first_key) = (queries * sequence, keys * sequence);
    // The second tile sees the most keys.
    let steps = Mask::new(CAUSAL, 256 * block, (queries, keys)).steps((256, 128));

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            let (s_q, s_k, s_v) = (ring_q.tiles(), ring_k.tiles(), ring_v.tiles());
            let multipliers =
                (ring_q.multiplier(&role), ring_k.multiplier(&role), ring_v.multiplier(&role));
            let producers =
                (ring_q.producer(&role), ring_k.producer(&role), ring_v.producer(&role));
            if steps == 0 || role.thread() % 32 > 0 || !gpu.elect_one() {
                // Nothing is copied, or other lanes do.
            } else if let (Some(mut q_pipe), Some(mut k_pipe), Some(mut v_pipe)) = producers {
                // The columns of a head, from the first token of the sequence on.
                let all = (u32::MAX, u32::MAX);
                let (tile, shared) = (Tile::default(), head / group);
                let m_q = tma(q, all).domain_offset((first_query, 128 * head));
                let m_k = tma(k, all).domain_offset((first_key, 128 * shared));
                let m_v = MnMajor::tma(v, all).domain_offset((128 * shared, first_key));
                let g_k = |step: u32| m_k.local_tile(tile, (step, 0u32)); // (BLK_N, D)
                let g_v = |step: u32| m_v.local_tile(tile, (0u32, step)); // (D, BLK_N)
                let mut step = steps - 1;
                k_pipe.load(gpu, g_k(step));
                for i in 0..2 {
                    q_pipe.load(gpu, m_q.local_tile(tile, (2 * block + i, 0u32))); // (BLK_M, D)
                }
                // Values are multiplied one step later than keys.
                while step > 0 {
                    k_pipe.load(gpu, g_k(step - 1));
                    v_pipe.load(gpu, g_v(step));
                    step -= 1;
                }
                v_pipe.load(gpu, g_v(0));
            } else if let (Some(mut q_pipe), Some(mut k_pipe), Some(mut v_pipe)) = multipliers {
                let scores = <OfCta<ScoreOp>>::STATIC;
                let ts_q = s_q.umma_descriptors::<OperandA, _>(scores); // (MMA, MMA_M, MMA_K, 2)
                let ts_k = s_k.umma_descriptors::<OperandB, _>(scores); // (MMA, MMA_N, MMA_K, PIPE)
                let output = <OfCta<OutputOp>>::STATIC;
                let ts_v = s_v.umma_descriptors::<OperandB, _>(output); // (MMA, MMA_N, MMA_K, PIPE)
                // Descriptors are recomputed for each product: they would take many registers.
                let tc_q = |tile: u32| ts_q.slice((.., .., .., gpu.black_box(tile)));
                let tc_k = |stage: u32| ts_k.slice((.., .., .., gpu.black_box(stage)));
                let tc_v = |stage: u32| ts_v.slice((.., .., .., gpu.black_box(stage)));
                let k = k_pipe.wait(gpu);
                for _ in 0..2 {
                    let q = q_pipe.wait(gpu);
                    memory.next(gpu).first(gpu, tc_q(q.stage()), tc_k(k.stage()));
                    // Later products read the tile, too, but no copy overwrites it.
                    q.release_after_products(gpu);
                }
                k.release_after_products(gpu);
                let mut out = ScaleOut::Zero;
                for _ in 1..steps {
                    let (v, k) = (v_pipe.wait(gpu), k_pipe.wait(gpu));
                    for tile in 0..2 {
                        let mut turn = memory.next(gpu);
                        turn.second(gpu, tc_v(v.stage()), out);
                        turn.first(gpu, tc_q(tile), tc_k(k.stage()));
                    }
                    v.release_after_products(gpu);
                    k.release_after_products(gpu);
                    out = ScaleOut::One;
                }
                let v = v_pipe.wait(gpu);
                for _ in 0..2 {
                    let mut turn = memory.next(gpu);
                    turn.second(gpu, tc_v(v.stage()), out);
                    turn.commit(gpu); // which also says that V, which no copy overwrites, was read
                }
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let (tile, thread) = (gpu.broadcast(role.thread() / 128), role.thread() % 128);
            let first = 256 * block + 128 * tile;
            let mask = Mask::new(CAUSAL, first, (queries, keys));
            let load = LoadScores::STATIC;
            let at = identity(Tile::default()).partition_d(load, thread); // (CPY, 1, 1)
            let diagonal = Diagonal::new(CAUSAL, at);
            let mut softmax = RowSoftmax::new(scale);
            let mut step = steps;
            while step > 0 {
                step -= 1;
                let turn = memory.wait_for(gpu, tile);
                let mut scores = [0.0; 128];
                let tr_s = rmem(&mut scores, layout!(((128, 1), 1, 1)));
                copy(gpu, load, turn.tile(0).partition_s(load, thread), tr_s);
                if mask.cuts(step, (128, 128)) {
                    mask.apply(tr_s, &diagonal, 128 * step);
                }
                let grown = softmax.grow(gpu, tr_s);
                if let Some(factor) = grown.filter(|_| step + 1 < steps) {
                    let (from, to) = (LoadOutput::STATIC, StoreOutput::STATIC);
                    let t_from = turn.second(0).partition_s(from, thread); // (CPY, 1, PARTS)
                    let t_to = turn.second(0).partition_d(to, thread); // (CPY, 1, PARTS)
                    for part in 0..4u32 {
                        let mut columns = [0.0; 32];
                        let tr_o = rmem(&mut columns, layout!(((32, 1), 1)));
                        copy(gpu, from, t_from.slice((.., .., part)), tr_o);
                        transform(tr_o, tr_o, |x| factor * x);
                        copy(gpu, to, tr_o, t_to.slice((.., .., part)));
                    }
                }
                softmax.powers(gpu, tr_s);
                let mut p = round!(gpu, scores, 128, |x| x);
                let tr_p = packed::<Bf16, _, _>(&mut p, layout!(((128, 1), 1, 1)));
                copy(gpu, StoreP::STATIC, tr_p, turn.operand().partition_d(StoreP::STATIC, thread));
                turn.release(gpu);
            }
            let factor = softmax.finish(gpu);
            let rows = layout!((queries, heads, 128) : (ldo, 128, 1));
            let start = rows.crd2idx((first_query as usize, head, 0u32)).usize();
            let g_o = gmem(o.wrapping_add(start), layout!((queries, 128u32) : (ldo, 1)));
            let turn = if steps > 0 { Some(memory.wait_for(gpu, tile)) } else { None };
            for part in 0..4u32 {
                let mut columns = [0.0f32; 32];
                if let Some(turn) = &turn {
                    let from = LoadOutput::STATIC;
                    let t_o = turn.second(0).partition_s(from, thread); // (CPY, 1, PARTS)
                    let tr_o = rmem(&mut columns, layout!(((32, 1), 1)));
                    copy(gpu, from, t_o.slice((.., .., part)), tr_o);
                }
                let mut words = round!(gpu, columns, 32, |x| factor * x);
                if first + thread < queries {
                    let g_o = g_o.local_tile((N::STATIC, <int!(32)>::STATIC), (first / 128, part));
                    let t_o = g_o.partition_d(Rows::STATIC, thread); // (CPY, 1, 4)
                    store_streaming(gpu, rmem(&mut words, layout!((4, 1, 4))), t_o);
                }
            }
        }
    }
    memory.free(gpu);
}
