//! Attention for Hopper, backward: the gradients dQ, dK and dV of O = softmax(scale Q K^T) V for
//! each head, from O, its gradient dO, and the logarithms that
//! [`attention`](mod@zellige_kernels::attention) has stored.
//!
//! ```text
//! P = e^(scale Q K^T - lse)     delta = sum of the columns of dO O
//! dV = P^T dO                   dS = P (dO V^T - delta)
//! dK = scale dS^T Q             dQ = scale dS K
//! ```
//!
//! Sequences, heads that share those of K, the causal mask, windows, caps and sinks are those of
//! [`attention`](mod@zellige_kernels::attention). With a cap, P = e^(u - lse) for the capped scores
//! u = cap tanh(scale Q K^T / cap), and dS has their derivative 1 - (u / cap)^2 as another factor.
//! The logarithms include the sinks, so sinks change none of these formulas; the gradient of a
//! head's sink x is the sum of -e^(x - lse) delta.
//!
//! | kernels | elements | head dimension d | keys per block | queries per step |
//! |---|---|---|---|---|
//! | `..._bf16_64`, `..._f16_64`, `..._64_causal` and `..._64_window` | bf16, f16 | 64 | 128 | 128 |
//! | `..._128`, `..._128_causal` and `..._128_window` | | 128 | 128 | 64 |
//! | `..._192`, `..._192_causal` and `..._192_window` | | 192; 128 of V, O and dO | 64 | 64 |
//! | `..._256`, `..._256_causal` and `..._256_window` | | 256 | 64 | 64 |
//!
//! # The kernels
//!
//! 1. [`attention_delta`] computes delta, multiplies the logarithms by log2(e), and sets the sums
//!    of dQ to 0.
//! 2. [`attention_backward`], or for d = 192 and 256 [`attention_backward_wide`], computes dK and
//!    dV, and adds its parts of dQ, in f32, to the sums.
//! 3. [`attention_dq`] multiplies the sums by the scale, and rounds them.
//! 4. [`attention_dsinks`] computes the gradients of sinks, if there are any.
//!
//! A block of the second kernel has 128 or 64 keys of a head of K in a sequence, and processes the
//! queries of all heads that share it step by step. It alone has these rows of dK and dV. Blocks
//! add to dQ in an order that differs from run to run, so dQ differs in its last bits.
//!
//! # A step
//!
//! With d = 64 and 128, each of the two warpgroups that multiply has 64 keys, and all of their
//! products. With d = 192 and 256 they divide the products: [`attention_backward_wide`] has the
//! order.
//!
//! Scores are computed transposed, S^T = K Q^T: the accumulators of a product are then operand A of
//! the next one, P^T of dV and dS^T of dK, in the registers in which they are. Only dQ needs dS in
//! shared memory, from both warpgroups.
//!
//! ```text
//! S(i)^T = K Q(i)^T          begins
//! dP(i)^T = V dO(i)^T        begins, while S(i) still runs
//! P(i)                       while dP(i) runs
//! dV += P(i)^T dO(i)         begins
//! dS(i)                      while dV runs; to shared memory, where the warpgroups meet
//! dQ(i) = dS(i) K            begins
//! dK += dS(i)^T Q(i)         begins
//! sums += dQ(i)              by the tensor memory accelerator, while dK runs
//! ```
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Config::K`], [`V`](Config::V), [`Q`](Config::Q), [`Do`](Config::Do) | (row, column, stage) |
//! | [`Config::KOfD`], [`QOfD`](Config::QOfD), [`DoOfColumns`](Config::DoOfColumns) | the same bytes by (column, row, stage) |
//! | [`Config::Ds`], [`Config::DsOfKeys`] | the bytes of dS, by (query, key) and by (key, query) |
//! | [`Tiles`] | the number of a tile of queries |
//!
//! The products dK and dV sum over queries, and dQ over keys: they read K, Q and dO by the second
//! layouts. The sums of dQ lie in the order of the accumulators, so that a thread writes vectors of
//! 16 bytes.
//!
//! # What it costs
//!
//! q k (6 d + 4 dv) operations per head with dv columns of V, half of that if attention is causal,
//! and the sums of dQ are added to once for each block of keys.
//!
//! Source: Shah, Bikshandi, Zhang, Thakkar, Ramani and Dao, *FlashAttention-3*, 2024.

use crate::turn::take_turn;
use core::f32::consts::LOG2_E;
use core::hint::assert_unchecked;
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, MmaTiling, copy as copies};
use zellige::atom::{OperandA, OperandB, OperandC, PartitionFragment};
use zellige::construct::ColMajor;
use zellige::integer::Integer as _;
use zellige::ops::{Coalesce, Rank};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::barrier::Ids;
use zellige_gpu::copy::{copy, reduce_box};
use zellige_gpu::engine::{Engine, Get, Identity, SharedAddress};
use zellige_gpu::epilogue::store_rows_if;
use zellige_gpu::gemm::{AccumulatorAsA, accumulator_as_a};
use zellige_gpu::number::Ordered;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, Warpgroup};
use zellige_gpu::softmax::{Diagonal, Mask, tanh};
use zellige_gpu::storage::{Allocate, Loads, SharedStorage, SmemTensor, TmaTile};
use zellige_gpu::tensor::{GpuTensor, gmem, identity, tma};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::{Accumulates, Idle, ScaleOut, product};
use zellige_gpu::{Bf16, F16, Reduction, Sm90, Store, TensorMap};

mod block;
mod config;
mod queries;
mod wide;
pub use config::{Backward, Config, Warps};
pub use queries::*;
pub use wide::*;

/// The number of keys of a block.
const KEYS: u32 = 128;
/// The number of f32 of a part of dQ, 64 queries and 64 columns: 16 rows of the map of sums.
pub const PART: u32 = 64 * 64;
/// A thread's scores of a step.
type Scores<C> = PartitionFragment<<C as Config>::ScoreMma, OperandC, ColMajor<OfStep<C>>>;
type OfStep<C> = (<C as Config>::Keys, <C as Config>::Queries);
/// Where the values of operand A are among them, and the number of modes that cannot be joined.
type AsA<C> = AccumulatorAsA<<C as Config>::ScoreMma, <C as Config>::KeyMma, OfStep<C>>;
type Joined<L> = Rank<Coalesce<L>>;
/// A thread's part of dK, and of dV.
type OfKeys<C> = PartitionFragment<
    <C as Config>::KeyMma,
    OperandC,
    ColMajor<(<C as Config>::Keys, <C as Config>::Dimension)>,
>;
/// The sums of a part, (thread, (value, vector)), and the copy of a thread's vectors.
type PartLayout = layout!((128, (4, 8)) : (4, (1, 512)));
type PartCopy = MakeTiledCopy<
    CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>,
    layout!((128, 1)),
    layout!((1, 4)),
>;

/// Returns the first token of a sequence, and the number of its tokens.
#[inline(always)]
unsafe fn extent(starts: *const u32, sequence: u32) -> (u32, u32) {
    let first = *starts.add(sequence as usize);
    (first, *starts.add(sequence as usize + 1) - first)
}

/// Computes dK and dV, and adds to the sums of dQ. See the [module](self).
///
/// The grid has a block for each tile of 128 keys of the sequence with the most keys, each head of
/// K and each sequence: `ceil(longest / 128) heads / group sequences`.
///
/// # Safety
///
/// The conditions of [`attention_delta`] hold, and those of
/// [`attention`](fn@zellige_kernels::attention::attention) for heads, groups, tokens and the scale.
/// The maps of Q, K, V and dO have the boxes of [`Config::Q`], [`K`](Config::K), [`V`](Config::V)
/// and [`Do`](Config::Do). The map of the sums has [`PART`] numbers in 16 rows of 256, its box, for
/// each of two parts of each of the [`Tiles`]. Rows of dK and dV begin `ld_dk` and `ld_dv` elements
/// apart, multiples of 8, and the matrices at multiples of 16 bytes. With a window, `left`, `right`
/// and `cap` are those of [`attention`](fn@zellige_kernels::attention::attention).
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Storage<C>>::BYTES,
    min_blocks = 1,
    instances(
        attention_backward_bf16_64 = <Backward<Bf16, 64, false>>,
        attention_backward_bf16_64_causal = <Backward<Bf16, 64, true>>,
        attention_backward_bf16_64_window = <Backward<Bf16, 64, true, true>>,
        attention_backward_bf16_128 = <Backward<Bf16, 128, false>>,
        attention_backward_bf16_128_causal = <Backward<Bf16, 128, true>>,
        attention_backward_bf16_128_window = <Backward<Bf16, 128, true, true>>,
        attention_backward_f16_64 = <Backward<F16, 64, false>>,
        attention_backward_f16_64_causal = <Backward<F16, 64, true>>,
        attention_backward_f16_64_window = <Backward<F16, 64, true, true>>,
        attention_backward_f16_128 = <Backward<F16, 128, false>>,
        attention_backward_f16_128_causal = <Backward<F16, 128, true>>,
        attention_backward_f16_128_window = <Backward<F16, 128, true, true>>,
    )
)]
#[inline(always)] // products of warpgroups do not run on across a call
pub unsafe fn attention_backward<C: Config, G: Sm90 + Store>(
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
    d_o: *const TensorMap,
    rows: *const f32,
    sums: *const TensorMap,
    d_k: *mut C::Element,
    ld_dk: u32,
    d_v: *mut C::Element,
    ld_dv: u32,
    left: u32,
    right: u32,
    cap: f32,
) where
    C::ScoreMma: MmaTiling<Atom: Accumulates<G, C::Element, u64>>,
    C::KeyMma: MmaTiling<Atom: Accumulates<G, C::Element, [u32; 4]>>,
    C::QueryMma: MmaTiling<Atom: Accumulates<G, C::Element, u64>>,
{
    take_turn(gpu);
    let (queries, keys, d) = (C::Queries::STATIC, C::Keys::STATIC, C::Dimension::STATIC);
    let (ring_kv, ring_q, s_ds, s_dq) = <Storage<C>>::allocate(gpu);
    assert_unchecked(group > 0 && heads >= group && sequences > 0 && longest > 0);
    let (tile, head_k, sequence) =
        layout!((longest.div_ceil(KEYS), heads / group, sequences)).idx2crd(gpu.block_x());
    let (of_q, of_k) = (extent(q_starts, sequence), extent(k_starts, sequence));
    let first_key = KEYS * tile;
    if first_key >= of_k.1 {
        return;
    }
    const { assert!(C::CAUSAL || !C::WINDOW) }
    let mask = |tile: u32| {
        let mask = Mask::new(C::CAUSAL, C::Queries::U32 * tile, (of_q.1, of_k.1));
        if C::WINDOW { mask.window(left, right) } else { mask }
    };
    // The tiles with queries that see keys of the block.
    let (begin, end) = mask(0).queries(first_key, KEYS);
    let (begin, end) = (begin / C::Queries::U32, end.div_ceil(C::Queries::U32));
    // With a cap, scores are capped first, and then have the factor `cap`.
    let capped = C::WINDOW && cap > 0.0;
    let factor = if capped { cap } else { scale };
    let steps = group * (end - begin);
    let tiles = <Tiles<C>>::new(*q_starts.add(sequences as usize), sequences);
    let of_sequence = tiles.of(group * head_k, sequence, of_q.0);
    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            let (s_q, s_do, s_rows) = ring_q.tiles();
            let (Some(mut kv_pipe), Some(mut q_pipe)) =
                (ring_kv.producer(&role), ring_q.producer(&role))
            else {
                return;
            };
            let all = (u32::MAX, u32::MAX);
            let of_keys = |map, head: u32| {
                tma(map, all)
                    .domain_offset((of_k.0, head * C::DIMENSION))
                    .local_tile((keys, d), (tile, 0u32))
            };
            if steps > 0 {
                kv_pipe.load(gpu, (of_keys(k, head_k), of_keys(v, head_k)));
            }
            let (mut head, mut i) = (0, begin);
            while head < group {
                while i < end {
                    let filling = q_pipe.acquire(gpu);
                    let of_queries = |map| {
                        let column = (group * head_k + head) * C::DIMENSION;
                        let all = tma(map, all).domain_offset((of_q.0, column));
                        all.local_tile((queries, d), (i, 0u32))
                    };
                    <C::Q as Loads<_>>::load(gpu, filling, of_queries(q), s_q);
                    <C::Q as Loads<_>>::load(gpu, filling, of_queries(d_o), s_do);
                    let number = of_sequence + head * tiles.of_head + i;
                    let from = rows.wrapping_add((2 * C::Queries::U32) as usize * number as usize);
                    let to = s_rows.engine().moved(2 * C::Queries::U32 * filling.stage());
                    let bytes = 8 * C::Queries::U32;
                    gpu.bulk_load(to.address(), from.cast(), bytes, filling.barrier());
                    i += 1;
                }
                (head, i) = (head + 1, begin);
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let (thread, group_thread) = (role.thread(), role.thread() % 128);
            let warpgroup = gpu.broadcast(thread / 128);
            let ((s_k, s_v), (s_q, s_do, s_rows)) = (ring_kv.tiles(), ring_q.tiles());
            let (mut kv_pipe, mut q_pipe) =
                (ring_kv.consumer::<0>(&role), ring_q.consumer::<0>(&role));
            let (both, _) = Ids::new().give::<256>();
            let (s_mma, k_mma, q_mma) =
                (C::ScoreMma::STATIC, C::KeyMma::STATIC, C::QueryMma::STATIC);
            // The same bytes, by other coordinates.
            let k_of_d = GpuTensor::new(s_k.engine(), <C::KOfD as TmaTile>::Layout::STATIC);
            let q_of_d = GpuTensor::new(s_q.engine(), <C::QOfD as TmaTile>::Layout::STATIC);
            let do_of_d = GpuTensor::new(s_do.engine(), <C::QOfD as TmaTile>::Layout::STATIC);
            let ds_of_keys =
                GpuTensor::new(s_ds.engine(), <C::DsOfKeys as TmaTile>::Layout::STATIC);
            // Descriptors: (MMA, MMA_M or MMA_N, MMA_K, PIPE).
            let of_warpgroup = || 128 * gpu.broadcast(thread / 128);
            let ts_k =
                || s_k.descriptors::<OperandA, _>(s_mma, of_warpgroup()).slice((.., .., .., 0u32));
            let ts_v =
                || s_v.descriptors::<OperandA, _>(s_mma, of_warpgroup()).slice((.., .., .., 0u32));
            let ts_q = s_q.descriptors::<OperandB, _>(s_mma, 0);
            let ts_do = s_do.descriptors::<OperandB, _>(s_mma, 0);
            let tk_q = q_of_d.descriptors::<OperandB, _>(k_mma, 0);
            let tk_do = do_of_d.descriptors::<OperandB, _>(k_mma, 0);
            let tq_ds = || s_ds.descriptors::<OperandA, _>(q_mma, of_warpgroup());
            let tq_k = || {
                k_of_d.descriptors::<OperandB, _>(q_mma, of_warpgroup()).slice((.., .., .., 0u32))
            };
            let as_a = accumulator_as_a::<C::ScoreMma, C::KeyMma, (C::Keys, C::Queries)>();
            // Rounded scores are read as operand A and as accumulators, in the same order.
            const { assert!(AsA::<C>::COSIZE == AsA::<C>::SIZE && Joined::<AsA<C>>::KNOWN == 1) }
            // The coordinates (query, key) of the accumulators (key, query).
            let at = GpuTensor::new(
                Identity::<2>::new(),
                make_identity_layout((queries, keys)).select(shape!((1, 0))),
            );
            let diagonal = Diagonal::new(C::CAUSAL, at.partition::<OperandC, _>(s_mma, thread));
            // The coordinates in thread 0, which are known at compile time.
            let at = identity((keys, queries)).partition::<OperandC, _>(s_mma, 0);
            let to_ds = ds_of_keys.partition_d(C::StoreDs::STATIC, thread);
            let s_part = GpuTensor::new(s_dq.engine().moved(PART * warpgroup), PartLayout::STATIC);
            let to_part = s_part.partition_d(PartCopy::STATIC, group_thread);

            let (mut d_keys, mut d_values) = (<Idle<_>>::zero(), <Idle<_>>::zero());
            if steps > 0 {
                let _kv = kv_pipe.wait(gpu);
                let (mut step, mut i, mut number) = (0, begin, of_sequence + begin);
                while step < steps {
                    let full = q_pipe.wait(gpu);
                    let stage = full.stage();
                    let row = |which: u32, j: usize| {
                        let (pair, of_pair) = (8 * (j as u32 / 8) + j as u32 % 2, 2 * (thread % 4));
                        s_rows
                            .engine()
                            .moved(C::Queries::U32 * (2 * stage + which) + of_pair + pair)
                            .get()
                    };
                    let scores = product(
                        gpu,
                        s_mma,
                        ts_k(),
                        ts_q.slice((.., .., .., stage)),
                        ScaleOut::Zero,
                        <Idle<_>>::zero(),
                    );
                    let products = product(
                        gpu,
                        s_mma,
                        ts_v(),
                        ts_do.slice((.., .., .., stage)),
                        ScaleOut::Zero,
                        <Idle<_>>::zero(),
                    );
                    let mut scores = scores.wait_for_but::<1>(gpu);
                    let tr_s = scores.tensor(<Scores<C>>::STATIC);
                    if capped {
                        transform(tr_s, tr_s, |s| tanh(gpu, scale / cap * s));
                    }
                    let mask = mask(i);
                    if mask.keys(0) < first_key + KEYS
                        || C::WINDOW && first_key < mask.first_key(C::Queries::U32 - 1)
                    {
                        mask.apply(tr_s, &diagonal, first_key);
                    }
                    let mut powers = scores;
                    let mut round = || {
                        transform((tr_s, at), powers.tensor(<Scores<C>>::STATIC), |(s, [_, j])| {
                            gpu.exp2(gpu.fma(s, factor * LOG2_E, -row(0, j as usize)))
                        });
                        powers.round::<C::Element, _>(gpu, as_a)
                    };
                    // P is rounded in both arms, so that its f32 need no registers beside tanh.
                    let mut p = if capped {
                        let p = round();
                        let tr_p = powers.tensor(<Scores<C>>::STATIC);
                        // The derivative of tanh. Where a score is masked, P is 0.
                        transform((tr_s, tr_p), tr_p, |(t, p)| p * gpu.fma(-t, t, 1.0).larger(0.0));
                        p
                    } else {
                        round()
                    };
                    let tr_p = powers.tensor(<Scores<C>>::STATIC);
                    let of_do = tk_do.slice((.., .., .., stage));
                    let of_values =
                        product(gpu, k_mma, p.tensor(as_a), of_do, ScaleOut::One, d_values);
                    let mut products = products.wait_for_but::<1>(gpu);
                    let tr_dp = products.tensor(<Scores<C>>::STATIC);
                    transform(((tr_p, tr_dp), at), tr_dp, |((p, dp), [_, j])| {
                        p * (dp - row(1, j as usize))
                    });
                    let mut ds = products.round::<C::Element, _>(gpu, as_a);
                    copy(
                        gpu,
                        C::StoreDs::STATIC,
                        ds.tensor(<Scores<C>>::STATIC).retile(C::StoreDs::STATIC),
                        to_ds.slice((.., .., .., step % 2)),
                    );
                    gpu.fence_proxy_async();
                    both.sync(gpu);
                    let d_queries = product(
                        gpu,
                        q_mma,
                        tq_ds().slice((.., .., .., step % 2)),
                        tq_k(),
                        ScaleOut::Zero,
                        <Idle<_>>::zero(),
                    );
                    let of_q = tk_q.slice((.., .., .., stage));
                    let of_keys = product(gpu, k_mma, ds.tensor(as_a), of_q, ScaleOut::One, d_keys);
                    step += 1;
                    let mut d_queries = d_queries.wait_for_but::<1>(gpu);
                    d_values = of_values.wait_for_but::<1>(gpu);
                    if group_thread == 0 {
                        gpu.bulk_wait_read::<0>();
                    }
                    gpu.barrier_sync_at::<128>(2 + warpgroup);
                    let tr_dq = d_queries.tensor(layout!(((4, 1), 1, 8)));
                    copy(gpu, PartCopy::STATIC, tr_dq, to_part);
                    gpu.fence_proxy_async();
                    gpu.barrier_sync_at::<128>(2 + warpgroup);
                    if group_thread == 0 {
                        let part = GpuTensor::new(s_part.engine(), layout!((16, 256) : (256, 1)));
                        let to = tma(sums, (u32::MAX, 256u32));
                        let to = to.local_tile(shape!((16, 256)), (2 * number + warpgroup, 0u32));
                        reduce_box(gpu, Reduction::Add, part, to);
                        gpu.bulk_commit();
                    }
                    d_keys = of_keys.wait(gpu);
                    full.release(gpu);
                    (i, number) = (i + 1, number + 1);
                    if i == end {
                        (i, number) = (begin, number + tiles.of_head - (end - begin));
                    }
                }
                if group_thread == 0 {
                    gpu.bulk_wait_read::<0>();
                }
            }
            let store = |mut acc: Idle<_>, to: *mut C::Element, ld: u32, factor: f32| {
                let column = of_k.0 as usize * ld as usize + (head_k * C::DIMENSION) as usize;
                let all =
                    gmem(to.wrapping_add(column), layout!((of_k.1, (C::DIMENSION)) : (ld, 1)));
                let to = all.local_tile((keys, d), (tile, 0u32));
                let acc = acc.tensor(<OfKeys<C>>::STATIC);
                store_rows_if(gpu, k_mma, acc, to, thread, |_, x| factor * x);
            };
            store(d_keys, d_k, ld_dk, scale);
            store(d_values, d_v, ld_dv, 1.0);
        }
    }
}

/// Shared memory: K and V; the stages of Q and dO with their numbers; dS; dQ of each warpgroup.
type Storage<C> = (
    TmaRing<(<C as Config>::K, <C as Config>::K), Warps>,
    TmaRing<(<C as Config>::Q, <C as Config>::Q, <C as Config>::Rows), Warps>,
    SmemTensor<<C as Config>::Element, <<C as Config>::Ds as TmaTile>::Layout>,
    SmemTensor<f32, layout!((4096, 2))>,
);
