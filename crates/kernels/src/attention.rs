//! Attention for Hopper, forward: O = softmax(scale Q K^T) V for each head, without storing the
//! matrix of all scores.
//!
//! Queries, keys and values are bf16, f16 or e4m3; scores, accumulators and the output of a block
//! are f32. Sequences of any lengths are packed one after the other, and queries and keys may have
//! different lengths.
//!
//! | kernel | elements | head dimension d | a query sees | queries per block | keys per step |
//! |---|---|---|---|---|---|
//! | `attention_bf16_64`, `attention_f16_64` | bf16, f16 | 64 | all keys | 192 | 128 |
//! | `..._64_causal` | | 64 | the keys up to its own | 192 | 128 |
//! | `..._128` | | 128 | all keys | 128 | 176 |
//! | `..._128_causal` | | 128 | the keys up to its own | 128 | 128 |
//! | `..._192`, `..._192_causal` | | 192; 128 of V and O | all keys, those up to its own | 128 | 128 |
//! | `..._256`, `..._256_causal` | | 256 | all keys, those up to its own | 128 | 64 |
//! | `..._64_window`, `..._128_window`, `..._192_window`, `..._256_window` | | as above | the keys around its own | as causal | 96, 128, 128, 64 |
//! | `attention_e4m3_64`, `..._causal`, `..._window` | e4m3, O of bf16 | 64 | as above | 192 | 128 |
//! | `attention_e4m3_128`, `..._causal`, `..._window` | | 128 | | 128 | 192 |
//!
//! If attention is causal, the last query and the last key of a sequence are aligned: with q
//! queries and k keys, query i sees keys 0 to i + k - q. A query that sees no key has the output 0,
//! and the logarithm minus infinity.
//!
//! # The arguments
//!
//! | argument | what it is |
//! |---|---|
//! | `heads`, `group` | the number of heads of Q, not 0; the number of them that share a head of K and V: 1, or for grouped queries another divisor of `heads` |
//! | `sequences`, `longest` | the number of sequences; the largest number of queries of one |
//! | `scale` | the factor of scores, larger than 0: usually 1 over the square root of d |
//! | `q_starts`, `k_starts` | the index of the first query, and of the first key, of each sequence, and at the end the total |
//! | `q`, `k`, `v` | maps of matrices with a row for each token, and d columns for each head (128 of V if d is 192), in the boxes of [`Config::Q`], [`Config::K`] and [`Config::V`] |
//! | `o`, `ldo` | a matrix with the rows of Q and the columns of V for each head; its rows begin `ldo` elements apart, a multiple of 8, and it begins at a multiple of 16 bytes |
//! | `lse` | for each head and each query the logarithm of the sum of e^(scale s): (query, head) : (1, queries) |
//! | `counters` | two numbers that are 0, and are 0 again at the end: if attention is causal, the blocks [draw](Dynamic) their tiles from them |
//! | `left`, `right` | with a window, the number of keys that a query sees before its own, and after it: 0 after it is causal, and 2^31 - 1 are all |
//! | `cap` | with a window, scores s become cap tanh(scale s / cap), unless it is 0 |
//! | `sinks` | with a window, null, or a score for each head that takes a part of the probability and has no value |
//! | `scale_v` | the factor of the values |
//!
//! There are fewer than 2^31 queries, fewer than 2^31 keys, and fewer than 2^31 of both together in
//! one sequence; fewer than 2^32 columns, and fewer than 2^32 logarithms. The number of tiles, with
//! every sequence padded to the longest, plus the tiles of 8 heads and 8 per block, is below 2^32.
//! The grid has one row, of any number of blocks. The kernel supports no
//! bias and no dropout.
//!
//! A batch of equally long sequences is packed, too: its starts are 0, S, 2 S and so on. The values
//! are finite: in the last step, values behind the end of a sequence are multiplied by 0, and 0
//! times infinity would be NaN.
//!
//! # The algorithm
//!
//! A block has 64 queries for each of the two or three warpgroups that multiply, and processes the
//! keys step by step, from the last to the first. In each step a warpgroup computes the scores S =
//! Q K^T, turns them into exponentials P = 2^(scale log2(e) (S - m)), where m is a row's largest
//! score so far, adds up the rows of P, and adds P V to its output. Where m grows, the earlier
//! results are multiplied by 2^(m' - m). That costs more than it sounds, so m does not change until
//! an exponential would exceed 2^8: most steps do not rescale at all.
//!
//! Tensor cores and the softmax overlap in two ways:
//!
//! ```text
//! warpgroup 0   S(1) O(2)  softmax(1)         S(0) O(1)  softmax(0)          O(0)
//! warpgroup 1              S(1) O(2)  softmax(1)         S(0) O(1)  softmax(0) ..
//! ```
//!
//! - A warpgroup starts the scores of the next step before it multiplies the P of this step by V:
//!   its softmax runs during the second product.
//! - Warpgroups take [turns](zellige_gpu::barrier::Turns): while one computes its softmax, another
//!   uses the tensor cores. With elements of e4m3 they are faster without.
//!
//! One thread of a further warpgroup issues copies by the tensor memory accelerator: Q once per
//! tile, K and V through a ring of stages each.
//!
//! # P stays where it is
//!
//! The scores are the accumulators of one product, and P is operand A of the next. Both are
//! fragments of the same tile, from (thread, value) to (row, column). So composing one with the
//! inverse of the other tells where a value of A lies among the accumulators, and in which thread.
//! For `wgmma` it is the same thread, known at compile time, so nothing is shuffled or written to
//! shared memory: see [`accumulator_as_a`].
//!
//! # Elements of e4m3
//!
//! Products of 8 bits read both operands along the keys, but V has the columns of a key side by
//! side. The three warps that copy nothing transpose each stage in place. A chunk of 32 keys by 64
//! columns occupies the same 2 KB before and after, so a warp waits for no other. It loads 16 keys
//! by 32 columns as transposed pairs of bytes, exchanges bytes of each pair of registers, and
//! stores columns. A thread's scores of 16 keys are then the four bytes of P that the product wants
//! from it, if the transposed keys have this order, which [`Config::OrderedMma`] tells
//! [`accumulator_as_a`]:
//!
//! ```text
//! place of a key  0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15     thread t: 4t to 4t + 3
//! key             0  1  8  9   2  3 10 11   4  5 12 13   6  7 14 15
//! ```
//!
//! P is rounded to e4m3, too. So powers are raised by 2^4, and m follows the largest score closer:
//! powers down to 2^-10 of the largest are not subnormal.
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Config::Q`], [`K`](Config::K), [`V`](Config::V) | (row, column, stage) to shared memory: the swizzled atom, repeated. V is (d, key), contiguous along d |
//! | [`Config::Values`] | the same bytes of V as products read them |
//! | the same, partitioned by a tiled MMA, by [`descriptors`](zellige_gpu::tensor::GpuTensor::descriptors) | the descriptors of the instructions |
//! | [`identity`] of (query, key), partitioned | the coordinate of each score of a thread, for its mask: the first coordinate, and static offsets from it |
//! | [`accumulator_as_a`] | P as operand A, in the registers of the scores |
//! | [`Raster`](zellige_gpu::schedule::Raster) | the tile with a given index, which a block [draws](Dynamic), or takes in turn |
//!
//! # What it costs
//!
//! 2 q k (d + dv) operations per head with dv columns of V, half of that if attention is causal.
//! Each block of queries reads the keys and values once, mostly from the cache: heads that share
//! keys run at the same time.
//!
//! Source: Shah, Bikshandi, Zhang, Thakkar, Ramani and Dao, *FlashAttention-3: Fast and Accurate
//! Attention with Asynchrony and Low-precision*, 2024; the idea that m may lag behind is from
//! FlashAttention-4.

use core::hint::assert_unchecked;
use zellige::atom::{MmaTiling, OperandA, OperandB, OperandC, PartitionFragment};
use zellige::construct::ColMajor;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::barrier::Ids;
use zellige_gpu::epilogue::{store_row_values_if, store_rows_if};
use zellige_gpu::gemm::{AccumulatorAsA, accumulator_as_a, transform_rows};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, Warpgroup};
use zellige_gpu::schedule::Dynamic;
use zellige_gpu::softmax::{Diagonal, Finished, OnlineSoftmax, tanh};
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem, identity, sequence, tma};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::{Accumulates, Idle, RoundedA, ScaleOut, product};
use zellige_gpu::{Bf16, E4m3, F16, Sm90, Store, TensorMap, unroll};

use crate::major::{Major, MnMajor};
mod config;
mod transpose;
mod work;
pub use config::{Attention, Config};
use work::Works;

/// A thread's scores of a step, and its part of the output.
type Scores<C> = Accumulated<<C as Config>::ScoreMma, <C as Config>::Queries, <C as Config>::Keys>;
type Output<C> =
    Accumulated<<C as Config>::OutputMma, <C as Config>::Queries, <C as Config>::Value>;
/// A thread's operand P, (MMA, MMA_M, MMA_K), and where its values are among the scores.
type P<C> = ColMajor<<OfScores<C> as Layout>::Shape>;
type OfScores<C> = AccumulatorAsA<
    <C as Config>::OrderedMma,
    <C as Config>::OutputMma,
    (<C as Config>::Queries, <C as Config>::Keys),
>;
type Accumulated<Mma, M, N> = PartitionFragment<Mma, OperandC, ColMajor<(M, N)>>;

/// Computes attention. See the [module](self).
///
/// The maps have the boxes of [`Config::Q`], [`K`](Config::K) and [`V`](Config::V). The grid has
/// any number of blocks: one per multiprocessor is best.
#[zellige_gpu::kernel(
    threads = C::Roles::THREADS,
    shared = <Storage<C>>::BYTES,
    min_blocks = 1,
    instances(
        attention_bf16_64 = <Full<Bf16, 64>>,
        attention_bf16_64_causal = <Causal<Bf16, 64>>,
        attention_bf16_128 = <Full<Bf16, 128>>,
        attention_bf16_128_causal = <Causal<Bf16, 128>>,
        attention_bf16_192 = <Full<Bf16, 192>>,
        attention_bf16_192_causal = <Causal<Bf16, 192>>,
        attention_bf16_256 = <Full<Bf16, 256>>,
        attention_bf16_256_causal = <Causal<Bf16, 256>>,
        attention_e4m3_128 = <Full<E4m3, 128>>,
        attention_e4m3_128_causal = <Causal<E4m3, 128>>,
        attention_e4m3_128_window = <Window<E4m3, 128>>,
        attention_e4m3_64 = <Full<E4m3, 64>>,
        attention_e4m3_64_causal = <Causal<E4m3, 64>>,
        attention_e4m3_64_window = <Window<E4m3, 64>>,
        attention_f16_64 = <Full<F16, 64>>,
        attention_f16_64_causal = <Causal<F16, 64>>,
        attention_f16_128 = <Full<F16, 128>>,
        attention_f16_128_causal = <Causal<F16, 128>>,
        attention_f16_192 = <Full<F16, 192>>,
        attention_f16_192_causal = <Causal<F16, 192>>,
        attention_f16_256 = <Full<F16, 256>>,
        attention_f16_256_causal = <Causal<F16, 256>>,
        attention_bf16_64_window = <Window<Bf16, 64>>,
        attention_bf16_128_window = <Window<Bf16, 128>>,
        attention_bf16_192_window = <Window<Bf16, 192>>,
        attention_bf16_256_window = <Window<Bf16, 256>>,
        attention_f16_64_window = <Window<F16, 64>>,
        attention_f16_128_window = <Window<F16, 128>>,
        attention_f16_192_window = <Window<F16, 192>>,
        attention_f16_256_window = <Window<F16, 256>>,
    )
)]
#[inline(always)] // products of warpgroups do not run on across a call
pub unsafe fn attention<C: Config, G: Sm90 + Store>(
    gpu: G,
    heads: u32,
    group: u32,
    sequences: u32,
    longest: u32,
    scale: f32,
    q_starts: *const u32,
    k_starts: *const u32,
    q: *const TensorMap,
    k: *const TensorMap,
    v: *const TensorMap,
    o: *mut C::Result,
    ldo: u32,
    lse: *mut f32,
    counters: *mut u32,
    left: u32,
    right: u32,
    cap: f32,
    sinks: *const f32,
    scale_v: f32,
) where
    C::ScoreMma: MmaTiling<Atom: Accumulates<G, C::Element, u64>>,
    C::OutputMma: MmaTiling<Atom: Accumulates<G, C::Element, [u32; 4]>>,
{
    let (queries, keys) = (C::Queries::STATIC, C::Keys::STATIC);
    let (d, dv) = (C::Dimension::STATIC, C::Value::STATIC);
    let (ring_q, ring_k, ring_v, numbers) = <Storage<C>>::allocate(gpu);
    assert_unchecked(heads > 0 && group > 0);
    let tiles = longest.div_ceil(C::Queries::U32);
    let works = Works { heads, sequences, tiles, starts: (q_starts, k_starts) };
    let ids = Ids::new();
    match C::Roles::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            if let (Some(mut changer), 32..) = (ring_v.changer(), role.thread()) {
                // Three warps transpose the stages of V.
                let transpose = C::transposer(gpu, ring_v.tiles(), role.thread() - 32);
                let mut drawn = numbers.consumer();
                while let Some(number) = drawn.next(gpu) {
                    // SAFETY: the indices that are handed on have work.
                    let work = works.get::<C>(number, |x| gpu.broadcast(x)).unwrap_unchecked();
                    let mask = work.mask::<C>((left, right));
                    let steps = mask.steps((C::Queries::U32, C::Keys::U32));
                    for _ in mask.skipped_steps(C::Keys::U32)..steps {
                        let full = changer.wait(gpu);
                        transpose(full.stage());
                        full.release(gpu);
                    }
                }
                return;
            }
            let counters = C::CAUSAL.then_some(counters);
            let producers = (
                ring_q.producer(&role),
                ring_k.producer(&role),
                ring_v.producer(&role),
                numbers.producer(gpu, &role, counters, heads * sequences * tiles),
            );
            let (Some(mut q_pipe), Some(mut k_pipe), Some(mut v_pipe), Some(mut draw)) = producers
            else {
                return;
            };
            while let Some(work) = draw.next(gpu, |number| works.get::<C>(number, |x| x)) {
                let mask = work.mask::<C>((left, right));
                let steps = mask.steps((C::Queries::U32, C::Keys::U32));
                if steps == 0 {
                    continue;
                }
                let last = mask.skipped_steps(C::Keys::U32);
                // The columns of a head, from the first token of the sequence on.
                let all = (u32::MAX, u32::MAX);
                let m_q = tma(q, all).domain_offset((work.queries.0, work.head * C::DIMENSION));
                let (first, head) = (work.keys.0, work.head / group);
                let m_k = tma(k, all).domain_offset((first, head * C::DIMENSION));
                let m_v = MnMajor::tma(v, all).domain_offset((head * C::VALUE, first));
                let g_k = |step: u32| m_k.local_tile((keys, d), (step, 0u32)); // (BLK_N, D)
                let g_v = |step: u32| m_v.local_tile((dv, keys), (0u32, step)); // (DV, BLK_N)
                q_pipe.load(gpu, m_q.local_tile((queries, d), (work.tile, 0u32))); // (BLK_M, D)
                // Values are multiplied one step later than keys.
                let mut step = steps - 1;
                k_pipe.load(gpu, g_k(step));
                while step > last {
                    k_pipe.load(gpu, g_k(step - 1));
                    v_pipe.load(gpu, g_v(step));
                    step -= 1;
                }
                v_pipe.load(gpu, g_v(last));
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let thread = role.thread();
            let (s_q, s_k, s_v) = (ring_q.tiles(), ring_k.tiles(), ring_v.tiles());
            let mut q_pipe = ring_q.consumer::<0>(&role);
            let mut k_pipe = ring_k.consumer::<0>(&role);
            let mut v_pipe = ring_v.consumer::<0>(&role);
            let turns = || ids.turns::<C::Roles>(gpu, &role);
            let mut turns = C::TURNS.then(turns);
            let (s_mma, o_mma) = (C::ScoreMma::STATIC, C::OutputMma::STATIC);
            // The descriptors of Q are the same for all threads of a warpgroup. They are recomputed
            // in each step, since they would take many registers.
            let ts_q = || {
                let first = 128 * gpu.broadcast(thread / 128);
                let tile = s_q.descriptors::<OperandA, _>(s_mma, first);
                tile.slice((.., .., .., 0u32)) // (MMA, MMA_M, MMA_K)
            };
            // K and V are the same for all warpgroups.
            let ts_k = s_k.descriptors::<OperandB, _>(s_mma, 0); //                      (MMA, MMA_N, MMA_K, PIPE)
            let s_v = GpuTensor::new(s_v.engine(), C::Values::STATIC);
            let ts_v = s_v.descriptors::<OperandB, _>(o_mma, 0); //                      (MMA, MMA_N, MMA_K, PIPE)
            let at = identity((queries, keys)).partition::<OperandC, _>(s_mma, thread); // (MMA, MMA_M, MMA_N)
            let as_a = accumulator_as_a::<C::OrderedMma, C::OutputMma, (C::Queries, C::Keys)>();
            let diagonal = Diagonal::new(C::CAUSAL, at);
            let multiply_k = |stage: u32, scores: Idle<_>| {
                let ts_k = ts_k.slice((.., .., .., stage));
                product(gpu, s_mma, ts_q(), ts_k, ScaleOut::Zero, scores)
            };
            let multiply_v = |p: &mut RoundedA<C::Element, _>, stage: u32, output: Idle<_>| {
                let ts_v = ts_v.slice((.., .., .., stage));
                product(gpu, o_mma, p.tensor(<P<C>>::STATIC), ts_v, ScaleOut::One, output)
            };
            let mut drawn = numbers.consumer();
            while let Some(number) = drawn.next(gpu) {
                // SAFETY: the indices that are handed on have work.
                let work =
                    works.get::<C>(gpu.broadcast(number), |x| gpu.broadcast(x)).unwrap_unchecked();
                // With a cap, scores are capped first, and then have the factor `cap`.
                let capped = C::WINDOW && cap > 0.0;
                let factor = if capped { cap } else { scale };
                let mut softmax = if C::WINDOW && !sinks.is_null() {
                    let sinks = gmem(sinks, layout!(heads : 1));
                    OnlineSoftmax::with_sink(factor, sinks.read(work.head), thread % 4 == 0)
                } else {
                    OnlineSoftmax::new(factor)
                }
                .raised(C::RAISED);
                let mut output = <Idle<_>>::zero();
                let (mask, tile) = (work.mask::<C>((left, right)), (C::Queries::U32, C::Keys::U32));
                let steps = mask.steps(tile);
                if steps > 0 {
                    let q = q_pipe.wait(gpu);
                    let mut step = steps - 1;
                    let k = k_pipe.wait(gpu);
                    let turn = turns.map(|turns| turns.wait(gpu));
                    let running = multiply_k(k.stage(), Idle::zero());
                    turns = turn.map(|turn| turn.pass(gpu));
                    let mut scores = running.wait(gpu);
                    k.release(gpu);
                    let tr_s = scores.tensor(<Scores<C>>::STATIC);
                    if capped {
                        transform(tr_s, tr_s, |s| tanh(gpu, scale / cap * s));
                    }
                    if mask.cuts(step, tile) {
                        mask.apply(tr_s, &diagonal, C::Keys::U32 * step);
                    }
                    softmax.grow(gpu, tr_s); // nothing is computed yet
                    softmax.powers(gpu, tr_s);
                    let mut p = scores.round(gpu, as_a);
                    // First the steps that need a mask; then, if attention is causal, those that
                    // need none. With a window, the last steps need one, too.
                    unroll!(for pass in 0..{ if C::CAUSAL && !C::WINDOW { 2 } else { 1 } } {
                        let end = if C::CAUSAL && !C::WINDOW && pass == 0 {
                            mask.whole_steps(C::Keys::U32).min(step)
                        } else {
                            mask.skipped_steps(C::Keys::U32)
                        };
                        while step > end {
                            step -= 1;
                            let k = k_pipe.wait(gpu);
                            let turn = turns.map(|turns| turns.wait(gpu));
                            let running = multiply_k(k.stage(), scores);
                            let v = v_pipe.wait(gpu);
                            let outputs = multiply_v(&mut p, v.stage(), output);
                            turns = turn.map(|turn| turn.pass(gpu));
                            scores = running.wait_for_but::<1>(gpu);
                            k.release(gpu);
                            let tr_s = scores.tensor(<Scores<C>>::STATIC);
                            if capped {
                                transform(tr_s, tr_s, |s| tanh(gpu, scale / cap * s));
                            }
                            if pass == 0 && mask.cuts(step, tile) {
                                mask.apply(tr_s, &diagonal, C::Keys::U32 * step);
                            }
                            let grown = softmax.grow(gpu, tr_s);
                            softmax.powers(gpu, tr_s);
                            output = outputs.wait(gpu);
                            v.release(gpu);
                            if let Some(factors) = grown {
                                let tr_o = output.tensor(<Output<C>>::STATIC);
                                transform_rows(tr_o, |row, x| factors[row] * x);
                            }
                            p = scores.round(gpu, as_a);
                        }
                    });
                    q.release(gpu);
                    let v = v_pipe.wait(gpu);
                    output = multiply_v(&mut p, v.stage(), output).wait(gpu);
                    v.release(gpu);
                }
                let Finished { factors, logarithms } = softmax.finish(gpu);
                let factors = factors.map(|factor| scale_v * factor);
                let tr_o = output.tensor(<Output<C>>::STATIC);
                let (first, number) = (work.queries.0 as usize, work.queries.1);
                // The rows behind those of the sequence belong to the next one.
                let rows = layout!((number, heads, (C::VALUE)) : (ldo, (C::VALUE), 1));
                let o = o.wrapping_add(rows.crd2idx((first, work.head, 0u32)).usize());
                let g_o = gmem(o, layout!((number, (C::VALUE)) : (ldo, 1)))
                    .local_tile((queries, dv), (work.tile, 0u32)); // (BLK_M, DV)
                store_rows_if(gpu, o_mma, tr_o, g_o, thread, |row, x| factors[row] * x);
                let tokens = *q_starts.add(sequences as usize);
                let at = (tokens * work.head) as usize + first;
                let g_lse = sequence(lse.wrapping_add(at), layout!(number : 1), number)
                    .local_tile((queries,), (work.tile,)); // (BLK_M)
                store_row_values_if(thread, logarithms, g_lse);
            }
            if let Some(turns) = turns {
                turns.finish(gpu);
            }
        }
    }
}

/// Shared memory: a tile of queries, stages of keys and of values, and the indices of tiles.
type Storage<C> = (
    TmaRing<<C as Config>::Q, <C as Config>::Roles>,
    TmaRing<<C as Config>::K, <C as Config>::Roles>,
    TmaRing<<C as Config>::V, <C as Config>::ReadersOfV>,
    Dynamic<<C as Config>::Followers>,
);

/// Returns the number of queries per block, and the number of keys per step.
pub fn tile<C: Config>() -> (u32, u32) {
    (C::Queries::U32, C::Keys::U32)
}

type Full<T, const D: usize> = Attention<T, D, false>;
type Causal<T, const D: usize> = Attention<T, D, true>;
type Window<T, const D: usize> = Attention<T, D, true, true>;
