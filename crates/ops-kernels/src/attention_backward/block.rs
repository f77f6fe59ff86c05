//! The work of a block of [`attention_backward_wide`](super::attention_backward_wide): its keys and
//! the queries that see them, the copies by the producer, powers, and the results.

use super::{Config, OfStep, Scores, Tiles, Warps, extent};
use core::f32::consts::LOG2_E;
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use zellige::atom::{MmaTiling, OperandC, PartitionFragment};
use zellige::construct::ColMajor;
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::{Engine, Get, SharedAddress, Smem};
use zellige_gpu::epilogue::store_rows_if;
use zellige_gpu::gemm::accumulator_as_a;
use zellige_gpu::number::Ordered;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::ProducerWarpgroup;
use zellige_gpu::softmax::{Diagonal, Mask, tanh};
use zellige_gpu::storage::Loads;
use zellige_gpu::tensor::{GpuTensor, gmem, identity, tma};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::{Accumulators, Idle, RoundedA};
use zellige_gpu::{Sm90, Store, TensorMap};

/// The ring of K and V, of one stage, and that of Q and dO with their numbers.
pub(super) type OfKeys<C> = TmaRing<(<C as Config>::K, <C as Config>::V), Warps>;
pub(super) type OfQueries<C> =
    TmaRing<(<C as Config>::Q, <C as Config>::Do, <C as Config>::Rows), Warps>;
/// A thread's part of an accumulated gradient of this many columns.
type Gradient<C, Mma, Columns> =
    PartitionFragment<Mma, OperandC, ColMajor<(<C as Config>::Keys, Columns)>>;

/// The maps of Q, K, V and dO.
pub(super) type Maps = [*const TensorMap; 4];

/// Keys of a head of K in a sequence, and the tiles with queries that see some of them.
pub(super) struct Block<C> {
    /// The head of K.
    head: u32,
    /// The heads of Q that share it.
    group: u32,
    /// The index of the keys within their sequence, in blocks.
    tile: u32,
    /// The first query of the sequence, and the number of its queries; the same of its keys.
    of_q: (u32, u32),
    of_k: (u32, u32),
    /// The keys that a query sees before its own, and after it.
    window: (u32, u32),
    /// The tiles of queries.
    pub(super) begin: u32,
    pub(super) end: u32,
    /// The numbers of the tiles, and that of the sequence's first in the first head.
    tiles: Tiles<C>,
    pub(super) of_sequence: u32,
}
impl<C: Config> Block<C> {
    /// Returns the work of this block, or `None` if its sequence is shorter.
    ///
    /// # Safety
    ///
    /// The arguments are those of [`attention_backward`](fn@super::attention_backward).
    #[inline(always)]
    pub(super) unsafe fn of(
        gpu: impl Sm90,
        (heads, group): (u32, u32),
        (sequences, longest): (u32, u32),
        (q_starts, k_starts): (*const u32, *const u32),
        window: (u32, u32),
    ) -> Option<Self> {
        const { assert!(C::CAUSAL || !C::WINDOW) }
        assert_unchecked(group > 0 && heads >= group && sequences > 0 && longest > 0);
        let (tile, head, sequence) =
            layout!((longest.div_ceil(C::Keys::U32), heads / group, sequences))
                .idx2crd(gpu.block_x());
        let (of_q, of_k) = (extent(q_starts, sequence), extent(k_starts, sequence));
        if C::Keys::U32 * tile >= of_k.1 {
            return None;
        }
        let tiles = <Tiles<C>>::new(*q_starts.add(sequences as usize), sequences);
        let of_sequence = tiles.of(group * head, sequence, of_q.0);
        let (begin, end) = (0, 0);
        let block = Block { head, group, tile, of_q, of_k, window, begin, end, tiles, of_sequence };
        let (begin, end) = block.mask(0).queries(block.first_key(), C::Keys::U32);
        let (begin, end) = (begin / C::Queries::U32, end.div_ceil(C::Queries::U32));
        Some(Block { begin, end, ..block })
    }
    /// Returns the first key of the block in its sequence.
    #[inline(always)]
    pub(super) fn first_key(&self) -> u32 {
        C::Keys::U32 * self.tile
    }
    /// Returns the number of steps: tiles of queries, of all heads.
    #[inline(always)]
    pub(super) fn steps(&self) -> u32 {
        self.group * (self.end - self.begin)
    }
    /// Returns the keys that a tile of queries sees.
    #[inline(always)]
    pub(super) fn mask(&self, tile: u32) -> Mask {
        let mask = Mask::new(C::CAUSAL, C::Queries::U32 * tile, (self.of_q.1, self.of_k.1));
        if C::WINDOW { mask.window(self.window.0, self.window.1) } else { mask }
    }
    /// Returns whether a mask hides some of the block's keys from some of its queries.
    #[inline(always)]
    pub(super) fn is_cut(&self, mask: &Mask) -> bool {
        let first_key = self.first_key();
        mask.keys(0) < first_key + C::Keys::U32
            || C::WINDOW && first_key < mask.first_key(C::Queries::U32 - 1)
    }
    /// Moves a tile and its number to the next step.
    #[inline(always)]
    pub(super) fn advance(&self, i: &mut u32, number: &mut u32) {
        (*i, *number) = (*i + 1, *number + 1);
        if *i == self.end {
            (*i, *number) = (self.begin, *number + self.tiles.of_head - (self.end - self.begin));
        }
    }
    /// Copies K and V, and then Q, dO and their numbers step by step.
    ///
    /// # Safety
    ///
    /// The arguments are those of [`attention_backward`](fn@super::attention_backward), and all
    /// threads of the warpgroup execute this.
    #[inline(always)]
    pub(super) unsafe fn produce<G: Sm90>(
        &self,
        gpu: G,
        role: &ProducerWarpgroup,
        (ring_kv, ring_q): (OfKeys<C>, OfQueries<C>),
        [q, k, v, d_o]: Maps,
        rows: *const f32,
    ) {
        let (queries, keys) = (C::Queries::STATIC, C::Keys::STATIC);
        let (d, columns) = (C::Dimension::STATIC, C::Value::STATIC);
        let (s_q, s_do, s_rows) = ring_q.tiles();
        let (Some(mut kv_pipe), Some(mut q_pipe)) = (ring_kv.producer(role), ring_q.producer(role))
        else {
            return;
        };
        let all = (u32::MAX, u32::MAX);
        let head = |map, first: u32, column: u32| tma(map, all).domain_offset((first, column));
        if self.steps() > 0 {
            let of_k = head(k, self.of_k.0, self.head * C::DIMENSION);
            let of_v = head(v, self.of_k.0, self.head * C::VALUE);
            let at = (self.tile, 0u32);
            kv_pipe
                .load(gpu, (of_k.local_tile((keys, d), at), of_v.local_tile((keys, columns), at)));
        }
        let (mut of_group, mut i) = (0, self.begin);
        while of_group < self.group {
            while i < self.end {
                let filling = q_pipe.acquire(gpu);
                let of_head = self.group * self.head + of_group;
                let of_q = head(q, self.of_q.0, of_head * C::DIMENSION);
                let of_do = head(d_o, self.of_q.0, of_head * C::VALUE);
                let at = (i, 0u32);
                <C::Q as Loads<_>>::load(gpu, filling, of_q.local_tile((queries, d), at), s_q);
                let of_do = of_do.local_tile((queries, columns), at);
                <C::Do as Loads<_>>::load(gpu, filling, of_do, s_do);
                let number = self.of_sequence + of_group * self.tiles.of_head + i;
                let from = rows.wrapping_add((2 * C::Queries::U32) as usize * number as usize);
                let to = s_rows.engine().moved(2 * C::Queries::U32 * filling.stage());
                let bytes = 8 * C::Queries::U32;
                gpu.bulk_load(to.address(), from.cast(), bytes, filling.barrier());
                i += 1;
            }
            (of_group, i) = (of_group + 1, self.begin);
        }
    }
    /// Writes an accumulated gradient, times a factor, to the block's rows of a matrix with this
    /// many columns for each head of K.
    ///
    /// # Safety
    ///
    /// The matrix is dK or dV of [`attention_backward`](fn@super::attention_backward), and all
    /// threads that have accumulated the gradient execute this.
    #[inline(always)]
    pub(super) unsafe fn store<Mma, Columns, A>(
        &self,
        gpu: impl Store,
        thread: u32,
        _: (Mma, Columns),
        mut acc: Idle<A>,
        (to, ld): (*mut C::Element, u32),
        factor: f32,
    ) where
        Mma: MmaTiling,
        Columns: Integer + Unsigned,
        A: Accumulators<Register = f32>,
    {
        let column = self.of_k.0 as usize * ld as usize + (self.head * Columns::U32) as usize;
        let all = gmem(to.wrapping_add(column), layout!((self.of_k.1, (Columns::U32)) : (ld, 1)));
        let to = all.local_tile((C::Keys::STATIC, Columns::STATIC), (self.tile, 0u32));
        let acc = acc.tensor(<Gradient<C, Mma, Columns>>::STATIC);
        store_rows_if(gpu, Mma::STATIC, acc, to, thread, |_, x| factor * x);
    }
}

/// The logarithms (0) or the deltas (1) of a stage's queries, for a thread's scores.
pub(super) struct Numbers<C>(Smem<f32>, PhantomData<C>);
impl<C: Config> Numbers<C> {
    #[inline(always)]
    pub(super) fn new<L: Layout>(
        rows: GpuTensor<Smem<f32>, L>,
        which: u32,
        stage: u32,
        thread: u32,
    ) -> Self {
        let first = C::Queries::U32 * (2 * stage + which) + 2 * (thread % 4);
        Numbers(rows.engine().moved(first), PhantomData)
    }
    /// Returns the number of query `j` of thread 0, and of another thread's query there.
    ///
    /// # Safety
    ///
    /// The stage is full.
    #[inline(always)]
    pub(super) unsafe fn get(&self, j: usize) -> f32 {
        let j = j as u32;
        self.0.moved(8 * (j / 8) + j % 2).get()
    }
}
/// Returns P = 2^(log2(e) scale S - logarithm), rounded, and in f32: with a cap, times the
/// derivative of the cap.
///
/// # Safety
///
/// All threads of a warpgroup execute this with their scores of tile `tile` of queries, for which
/// the diagonal and the logarithms are.
#[inline(always)]
pub(super) unsafe fn powers<C: Config, G: Sm90 + Store, A, I: Layout>(
    gpu: G,
    block: &Block<C>,
    mut scores: Idle<A>,
    tile: u32,
    diagonal: &Diagonal<I>,
    logarithms: Numbers<C>,
    (scale, cap): (f32, f32),
) -> (RoundedA<C::Element, A>, Idle<A>)
where
    A: Accumulators<Register = f32>,
{
    // With a cap, scores are capped first, and then have the factor `cap`.
    let capped = C::WINDOW && cap > 0.0;
    let factor = if capped { cap } else { scale };
    let as_a = accumulator_as_a::<C::ScoreMma, C::KeyMma, OfStep<C>>();
    // The coordinates in thread 0, which are known at compile time.
    let at = identity((C::Keys::STATIC, C::Queries::STATIC))
        .partition::<OperandC, _>(C::ScoreMma::STATIC, 0);
    let tr_s = scores.tensor(<Scores<C>>::STATIC);
    if capped {
        transform(tr_s, tr_s, |s| tanh(gpu, scale / cap * s));
    }
    let mask = block.mask(tile);
    if block.is_cut(&mask) {
        mask.apply(tr_s, diagonal, block.first_key());
    }
    let mut powers = scores;
    let mut round = || {
        transform((tr_s, at), powers.tensor(<Scores<C>>::STATIC), |(s, [_, j])| {
            gpu.exp2(gpu.fma(s, factor * LOG2_E, -logarithms.get(j as usize)))
        });
        powers.round::<C::Element, _>(gpu, as_a)
    };
    // P is rounded in both arms, so that its f32 need no registers beside tanh.
    let p = if capped {
        let p = round();
        let tr_p = powers.tensor(<Scores<C>>::STATIC);
        // The derivative of tanh. Where a score is masked, P is 0.
        transform((tr_s, tr_p), tr_p, |(t, p)| p * gpu.fma(-t, t, 1.0).larger(0.0));
        p
    } else {
        round()
    };
    (p, powers)
}
