//! The kernel of dK and dV for d = 192, and 128 columns of V, and for d = 256.

use super::block::{Block, Numbers, OfKeys, OfQueries, powers};
use super::{AsA, Backward, Config, Joined, PART, PartCopy, PartLayout, Scores, Warps};
use crate::turn::take_turn;
use zellige::atom::{CopyTiling, MmaTiling, OperandA, OperandB, OperandC};
use zellige::construct::make_identity_layout;
use zellige::integer::Integer as _;
use zellige::prelude::*;
use zellige_gpu::barrier::Ids;
use zellige_gpu::copy::copy;
use zellige_gpu::engine::{Engine, Identity};
use zellige_gpu::gemm::accumulator_as_a;
use zellige_gpu::registers::{Roles, Warpgroup};
use zellige_gpu::softmax::Diagonal;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor, TmaTile};
use zellige_gpu::tensor::{GpuTensor, identity};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::{Accumulates, Idle, ScaleOut, product};
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap, unroll};

/// The accumulators of a part of dQ, and of scores.
type Part = Idle<[f32; 32]>;

/// Computes dK and dV, and adds to the sums of dQ, as
/// [`attention_backward`](fn@super::attention_backward) does for smaller d. The accumulators of dK
/// and dV together are more registers than a thread has, so a block has 64 keys, and its two
/// warpgroups divide the products, not the keys:
///
/// ```text
/// warpgroup 0                                warpgroup 1
/// P(i)                                       dS(i - 1) is still multiplied
/// dV += P(i)^T dO(i)      begins             dS(i) = P(i) (dP(i) - delta)
/// S(i + 1)^T = K Q(i+1)^T begins
/// ---------------- dS(i) is in shared memory: the warpgroups meet ----------------
/// dQ(i) = dS(i) K         its first parts    dK += dS(i)^T Q(i)          begins
/// sums += dQ(i)                              dQ(i) = dS(i) K             its other parts
///                                            dP(i + 1)^T = V dO(i + 1)^T begins
///                                            sums += dQ(i)
/// ```
///
/// Scores and dP are accumulators of the same tiled MMA, so a thread of warpgroup 1 needs the P of
/// the same thread of warpgroup 0. It reads them in the order of the accumulators, in vectors of 16
/// bytes. The sums of dQ have this order, too; threads add to them from their registers, because K,
/// V and two stages of Q and dO take most of the shared memory.
///
/// P and dS have one buffer each. Warpgroup 1 has read P(i) when the warpgroups meet, and warpgroup
/// 0 writes P(i + 1) afterwards. Warpgroup 0 arrives with P(i + 1) after its products of dS(i), and
/// warpgroup 1 waits for that before it writes dS(i + 1).
///
/// The grid has a block for each tile of 64 keys of the sequence with the most keys, each head of K
/// and each sequence: `ceil(longest / 64) heads / group sequences`.
///
/// # Safety
///
/// The conditions of [`attention_backward`](fn@super::attention_backward) hold, but `sums` are the
/// numbers themselves: (queries, d) for each of the [`Tiles`](super::Tiles), at a multiple of 16
/// bytes.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Storage<C>>::BYTES,
    min_blocks = 1,
    instances(
        attention_backward_bf16_192 = <Backward<Bf16, 192, false>>,
        attention_backward_bf16_192_causal = <Backward<Bf16, 192, true>>,
        attention_backward_bf16_192_window = <Backward<Bf16, 192, true, true>>,
        attention_backward_bf16_256 = <Backward<Bf16, 256, false>>,
        attention_backward_bf16_256_causal = <Backward<Bf16, 256, true>>,
        attention_backward_bf16_256_window = <Backward<Bf16, 256, true, true>>,
        attention_backward_f16_192 = <Backward<F16, 192, false>>,
        attention_backward_f16_192_causal = <Backward<F16, 192, true>>,
        attention_backward_f16_192_window = <Backward<F16, 192, true, true>>,
        attention_backward_f16_256 = <Backward<F16, 256, false>>,
        attention_backward_f16_256_causal = <Backward<F16, 256, true>>,
        attention_backward_f16_256_window = <Backward<F16, 256, true, true>>,
    )
)]
#[inline(always)] // products of warpgroups do not run on across a call
pub unsafe fn attention_backward_wide<C: Config, G: Sm90 + Store>(
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
    sums: *mut f32,
    d_k: *mut C::Element,
    ld_dk: u32,
    d_v: *mut C::Element,
    ld_dv: u32,
    left: u32,
    right: u32,
    cap: f32,
) where
    C::ScoreMma: MmaTiling<Atom: Accumulates<G, C::Element, u64, Accumulators = [f32; 32]>>,
    C::KeyMma: MmaTiling<Atom: Accumulates<G, C::Element, [u32; 4]>>,
    C::ValueMma: MmaTiling<Atom: Accumulates<G, C::Element, [u32; 4]>>,
    C::QueryMma: MmaTiling<Atom: Accumulates<G, C::Element, u64, Accumulators = [f32; 32]>>,
{
    take_turn(gpu);
    let (queries, keys) = (C::Queries::STATIC, C::Keys::STATIC);
    let (ring_kv, ring_q, s_ds, s_p) = <Storage<C>>::allocate(gpu);
    let starts = (q_starts, k_starts);
    let Some(block) =
        <Block<C>>::of(gpu, (heads, group), (sequences, longest), starts, (left, right))
    else {
        return;
    };
    let steps = block.steps();
    let role = match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            block.produce(gpu, &role, (ring_kv, ring_q), [q, k, v, d_o], rows);
            return;
        }
        Warpgroup::Consumer(warpgroup) => warpgroup.reg_alloc(gpu),
    };
    let (thread, warpgroup) = (role.thread() % 128, gpu.broadcast(role.thread() / 128));
    let ((s_k, s_v), (s_q, s_do, s_rows)) = (ring_kv.tiles(), ring_q.tiles());
    // A stage is released a step late: the next scores begin before the products with this one end.
    let (mut kv_pipe, mut q_pipe) = (ring_kv.consumer::<0>(&role), ring_q.consumer::<1>(&role));
    let (mut p_is_written, ids) = Ids::new().give::<256>();
    let (both, _) = ids.give::<256>();
    let (s_mma, q_mma) = (C::ScoreMma::STATIC, C::QueryMma::STATIC);
    let (k_mma, v_mma) = (C::KeyMma::STATIC, C::ValueMma::STATIC);
    // The same bytes, by other coordinates.
    let k_of_d = GpuTensor::new(s_k.engine(), <C::KOfD as TmaTile>::Layout::STATIC);
    let q_of_d = GpuTensor::new(s_q.engine(), <C::QOfD as TmaTile>::Layout::STATIC);
    let do_of_columns = GpuTensor::new(s_do.engine(), <C::DoOfColumns as TmaTile>::Layout::STATIC);
    let ds_of_keys = GpuTensor::new(s_ds.engine(), <C::DsOfKeys as TmaTile>::Layout::STATIC);
    let as_a = accumulator_as_a::<C::ScoreMma, C::KeyMma, (C::Keys, C::Queries)>();
    // Rounded scores are read as operand A and as accumulators, in the same order.
    const { assert!(AsA::<C>::COSIZE == AsA::<C>::SIZE && Joined::<AsA<C>>::KNOWN == 1) }
    let p_of_thread =
        GpuTensor::new(s_p.engine(), PartLayout::STATIC).partition_d(PartCopy::STATIC, thread);
    // A part of dQ, in the registers of another one: as separate accumulators, ptxas gives them
    // other registers, and has too few with d = 256. And what adds a part to the sums of a tile.
    let d_queries = |part: u32, registers: Part| {
        let ds = anew(gpu, s_ds).descriptors::<OperandA, _>(q_mma, 128 * part);
        let k = anew(gpu, k_of_d).descriptors::<OperandB, _>(q_mma, 128 * part);
        let (ds, k) = (ds.slice((.., .., .., 0u32)), k.slice((.., .., .., 0u32)));
        product(gpu, q_mma, ds, k, ScaleOut::Zero, registers)
    };
    let add = |part: u32, number: u32, acc: Part| {
        let [acc] = acc.get();
        let first = (C::PARTS * number + part) as usize * PART as usize + 4 * thread as usize;
        unroll!(for i in 0..8 {
            let (at, to) = (4 * i as usize, sums.wrapping_add(first + 512 * i as usize));
            gpu.add_f32x4(to, [acc[at], acc[at + 1], acc[at + 2], acc[at + 3]]);
        });
    };
    let (mut step, mut i, mut number) = (0, block.begin, block.of_sequence + block.begin);
    if warpgroup == 0 {
        let ts_k = || anew(gpu, s_k).descriptors::<OperandA, _>(s_mma, 0).slice((.., .., .., 0u32));
        let ts_q = s_q.descriptors::<OperandB, _>(s_mma, 0);
        let tk_do = do_of_columns.descriptors::<OperandB, _>(v_mma, 0);
        let scores_of = |stage: u32| {
            let q = ts_q.slice((.., .., .., stage));
            product(gpu, s_mma, ts_k(), q, ScaleOut::Zero, Part::zero())
        };
        let diagonal = Diagonal::new(
            C::CAUSAL,
            GpuTensor::new(
                Identity::<2>::new(),
                make_identity_layout((queries, keys)).select(shape!((1, 0))),
            )
            .partition::<OperandC, _>(s_mma, thread),
        );
        let mut d_values = <Idle<_>>::zero();
        if steps > 0 {
            let _kv = kv_pipe.wait(gpu);
            let full = q_pipe.wait(gpu);
            let mut stage = full.stage();
            let mut scores = scores_of(stage).wait(gpu);
            full.release(gpu);
            while step < steps {
                let logarithms = Numbers::<C>::new(s_rows, 0, stage, thread);
                let (mut p, mut powers) = powers::<C, G, _, _>(
                    gpu,
                    &block,
                    scores,
                    i,
                    &diagonal,
                    logarithms,
                    (scale, cap),
                );
                copy(gpu, PartCopy::STATIC, powers.tensor(layout!(((4, 1), 1, 8))), p_of_thread);
                let given = p_is_written.arrive(gpu);
                let of_do = tk_do.slice((.., .., .., stage));
                let of_values = product(gpu, v_mma, p.tensor(as_a), of_do, ScaleOut::One, d_values);
                step += 1;
                // The last step computes its scores again, and ignores them.
                if step < steps {
                    stage = q_pipe.wait(gpu).stage();
                }
                let next = scores_of(stage);
                both.sync(gpu);
                p_is_written = given.again();
                let part = d_queries(0, Part::zero());
                d_values = of_values.wait_for_but::<2>(gpu);
                if step < steps {
                    q_pipe.wait(gpu).release(gpu); // of the stage before
                }
                scores = next.wait_for_but::<1>(gpu);
                let part = part.wait(gpu);
                add(0, number, part);
                if const { C::PARTS / 2 == 2 } {
                    add(1, number, d_queries(1, part).wait(gpu));
                }
                block.advance(&mut i, &mut number);
            }
        }
        block.store(gpu, thread, (v_mma, C::Value::STATIC), d_values, (d_v, ld_dv), 1.0);
    } else {
        let ts_v = || anew(gpu, s_v).descriptors::<OperandA, _>(s_mma, 0).slice((.., .., .., 0u32));
        let ts_do = s_do.descriptors::<OperandB, _>(s_mma, 0);
        let tk_q = q_of_d.descriptors::<OperandB, _>(k_mma, 0);
        let products_of = |stage: u32| {
            let d_o = ts_do.slice((.., .., .., stage));
            product(gpu, s_mma, ts_v(), d_o, ScaleOut::Zero, Part::zero())
        };
        let at = identity((keys, queries)).partition::<OperandC, _>(s_mma, 0);
        let to_ds = ds_of_keys.partition_d(C::StoreDs::STATIC, thread);
        let mut d_keys = <Idle<_>>::zero();
        if steps > 0 {
            let _kv = kv_pipe.wait(gpu);
            let full = q_pipe.wait(gpu);
            let mut stage = full.stage();
            let mut products = products_of(stage).wait(gpu);
            full.release(gpu);
            while step < steps {
                let deltas = Numbers::<C>::new(s_rows, 1, stage, thread);
                p_is_written.sync(gpu);
                let mut powers = Part::zero();
                copy(gpu, PartCopy::STATIC, p_of_thread, powers.tensor(layout!(((4, 1), 1, 8))));
                let tr_p = powers.tensor(<Scores<C>>::STATIC);
                let tr_dp = products.tensor(<Scores<C>>::STATIC);
                transform(((tr_p, tr_dp), at), tr_dp, |((p, dp), [_, j])| {
                    p * (dp - deltas.get(j as usize))
                });
                let mut ds = products.round::<C::Element, _>(gpu, as_a);
                let tr_ds = ds.tensor(<Scores<C>>::STATIC).retile(C::StoreDs::STATIC);
                copy(gpu, C::StoreDs::STATIC, tr_ds, to_ds.slice((.., .., .., 0u32)));
                gpu.fence_proxy_async();
                both.sync(gpu);
                let of_q = tk_q.slice((.., .., .., stage));
                let of_keys = product(gpu, k_mma, ds.tensor(as_a), of_q, ScaleOut::One, d_keys);
                let part = d_queries(const { C::PARTS / 2 }, Part::zero());
                step += 1;
                // The last step computes its products again, and ignores them.
                if step < steps {
                    stage = q_pipe.wait(gpu).stage();
                }
                let next = products_of(stage);
                d_keys = of_keys.wait_for_but::<2>(gpu);
                if step < steps {
                    q_pipe.wait(gpu).release(gpu); // of the stage before
                }
                let part = part.wait_for_but::<1>(gpu);
                add(const { C::PARTS / 2 }, number, part);
                let part = d_queries(const { C::PARTS / 2 + 1 }, part);
                products = next.wait_for_but::<1>(gpu);
                add(const { C::PARTS / 2 + 1 }, number, part.wait(gpu));
                block.advance(&mut i, &mut number);
            }
        }
        block.store(gpu, thread, (k_mma, C::Dimension::STATIC), d_keys, (d_k, ld_dk), scale);
    }
}

/// Returns a tensor by an address that the compiler does not know from before: it computes the
/// descriptors where products begin, and keeps no registers for them.
///
/// # Safety
///
/// All threads of the warp execute this.
#[inline(always)]
unsafe fn anew<T, L: Layout>(gpu: impl Sm90, tensor: SmemTensor<T, L>) -> SmemTensor<T, L> {
    GpuTensor::new(tensor.engine().moved(gpu.broadcast(0)), tensor.layout())
}

/// Shared memory: K and V; the stages of Q and dO with their numbers; dS; P.
type Storage<C> = (
    OfKeys<C>,
    OfQueries<C>,
    SmemTensor<<C as Config>::Element, <<C as Config>::Ds as TmaTile>::Layout>,
    SmemTensor<f32, layout!(4096)>,
);
