//! The kernels that process queries, before and after [the one](fn@super::attention_backward) of
//! dK and dV, and the numbers of the tiles in which they do so.
//!
//! ```text
//! attention_delta       delta = sum of the columns of dO O     sums = 0
//! attention_backward                                           sums += dS K
//! attention_dq          dQ = scale sums
//! attention_dsinks      dx = sum of -e^(x - lse) delta         for the sink x of a head
//! ```

use super::{Backward, Config, PART, extent};
use crate::turn::take_turn;
use core::f32::consts::LOG2_E;
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use zellige::atom::{MmaTiling, OperandC, TiledMma, mma};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::block::Scratch;
use zellige_gpu::epilogue::store_rows_if;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::{Bf16, F16, Half, Sm80, Store, unroll, vector, warp};

/// The product of a part of dQ, by a warpgroup.
type PartMma = TiledMma<mma::SM90_64x64x16_F32BF16BF16_SS, layout!((1, 1))>;
/// Shared memory for a sum of each warp.
type Sums = SmemTensor<f32, layout!(32)>;

/// The numbers of all tiles of queries. Sequences begin anywhere, and a tile has queries of one
/// sequence only: sequence s, which begins with token t, has the tiles from t / Q + s on.
///
/// ```text
/// Q = 64: sequences of 70, 1 and 64 tokens
/// begin with tokens  0     70  71
/// have the tiles     0 1   2   3        of 5 for each head
/// ```
pub struct Tiles<C> {
    /// The number of tiles of a head.
    pub(super) of_head: u32,
    config: PhantomData<C>,
}
impl<C: Config> Tiles<C> {
    /// Returns the numbers for this many tokens and sequences.
    #[inline(always)]
    pub fn new(tokens: u32, sequences: u32) -> Self {
        Tiles { of_head: tokens / C::Queries::U32 + sequences, config: PhantomData }
    }
    /// Returns the number of tiles of a head.
    pub fn of_head(&self) -> u32 {
        self.of_head
    }
    /// Returns the number of the first tile of a sequence, which begins with token `first`.
    #[inline(always)]
    pub(super) fn of(&self, head: u32, sequence: u32, first: u32) -> u32 {
        head * self.of_head + first / C::Queries::U32 + sequence
    }
}

/// Computes delta, and prepares the sums of dQ. The grid has a block for each tile of the longest
/// sequence, each head and each sequence: `ceil(longest / queries) heads sequences`.
///
/// Rows of O and of dO begin `ldo` and `ld_do` elements apart, multiples of 8, and the matrices at
/// multiples of 16 bytes; `lse` is that of [`attention`](fn@zellige_kernels::attention::attention).
///
/// # Safety
///
/// `heads` and `sequences` are not 0. The starts are those of
/// [`attention`](fn@zellige_kernels::attention::attention), and the matrices have a row for each
/// token. `rows` has (queries, 2) numbers for each of the [`Tiles`] of each head, and `sums` has
/// (queries, d).
#[zellige_gpu::kernel(
    threads = 128,
    instances(
        attention_delta_bf16_64 = <Backward<Bf16, 64, false>>,
        attention_delta_bf16_128 = <Backward<Bf16, 128, false>>,
        attention_delta_bf16_192 = <Backward<Bf16, 192, false>>,
        attention_delta_bf16_256 = <Backward<Bf16, 256, false>>,
        attention_delta_f16_64 = <Backward<F16, 64, false>>,
        attention_delta_f16_128 = <Backward<F16, 128, false>>,
        attention_delta_f16_192 = <Backward<F16, 192, false>>,
        attention_delta_f16_256 = <Backward<F16, 256, false>>,
    )
)]
pub unsafe fn attention_delta<C: Config, G: Sm80 + Store>(
    gpu: G,
    heads: u32,
    sequences: u32,
    longest: u32,
    q_starts: *const u32,
    o: *const C::Element,
    ldo: u32,
    d_o: *const C::Element,
    ld_do: u32,
    lse: *const f32,
    rows: *mut f32,
    sums: *mut f32,
) {
    take_turn(gpu);
    let (queries, d) = (C::Queries::U32, C::DIMENSION);
    let tiles = longest.div_ceil(queries);
    assert_unchecked(tiles > 0 && heads > 0 && sequences > 0);
    let (tile, head, sequence) = layout!((tiles, heads, sequences)).idx2crd(gpu.block_x());
    let (first, number) = extent(q_starts, sequence);
    if queries * tile >= number {
        return;
    }
    let tokens = *q_starts.add(sequences as usize);
    let of_tile = (<Tiles<C>>::new(tokens, sequences).of(head, sequence, first) + tile) as usize;
    let (left, first) = (number - queries * tile, (first + queries * tile) as usize);
    let (lane, row) = layout!((8, 16)).idx2crd(gpu.thread());
    let rows = rows.wrapping_add(of_tile * 2 * queries as usize);
    let column = (head * C::VALUE + 8 * lane) as usize;
    unroll!(for pass in 0..{ C::Queries::U32 / 16 } {
        let i = row + 16 * pass;
        let mut sum = 0.0;
        if i < left {
            unroll!(for part in 0..{ C::VALUE / 64 } {
                let at = |x: *const C::Element, ld: u32| {
                    let row = x.wrapping_add((first + i as usize) * ld as usize);
                    row.wrapping_add(column + 64 * part as usize).cast::<u32>()
                };
                let (o, d_o): ([u32; 4], [u32; 4]) =
                    (vector::read(at(o, ldo)), vector::read(at(d_o, ld_do)));
                unroll!(for word in 0..4 {
                    let i = word as usize;
                    let (a, b) = (<C::Element>::unpair(o[i]), <C::Element>::unpair(d_o[i]));
                    sum = gpu.fma(a.0, b.0, gpu.fma(a.1, b.1, sum));
                });
            });
        }
        let sum = warp::sum(gpu, sum, layout!(8));
        if lane == 0 {
            // A query that is outside, or sees no key, has powers of 0.
            let at = tokens as usize * head as usize + first + i as usize;
            let log = if i < left { LOG2_E * *lse.add(at) } else { f32::NEG_INFINITY };
            let log = if log == f32::NEG_INFINITY { f32::INFINITY } else { log };
            *rows.add(i as usize) = log;
            *rows.add((queries + i) as usize) = sum;
        }
    });
    let sums = sums.wrapping_add(of_tile * (queries * d) as usize + 4 * gpu.thread() as usize);
    unroll!(for part in 0..{ C::PARTS } {
        unroll!(for i in 0..8 {
            vector::write(sums.wrapping_add((PART * part + 512 * i) as usize), [0f32; 4]);
        });
    });
}

/// Rounds the sums of dQ. The grid has a block for each [part](Config::PARTS) of the tiles of
/// the longest sequence, for each head and each sequence.
///
/// # Safety
///
/// The conditions of [`attention_delta`] hold. Rows of dQ begin `ld_dq` elements apart, a multiple
/// of 8, and dQ at a multiple of 16 bytes.
#[zellige_gpu::kernel(
    threads = 128,
    instances(
        attention_dq_bf16_64 = <Backward<Bf16, 64, false>>,
        attention_dq_bf16_128 = <Backward<Bf16, 128, false>>,
        attention_dq_bf16_192 = <Backward<Bf16, 192, false>>,
        attention_dq_bf16_256 = <Backward<Bf16, 256, false>>,
        attention_dq_f16_64 = <Backward<F16, 64, false>>,
        attention_dq_f16_128 = <Backward<F16, 128, false>>,
        attention_dq_f16_192 = <Backward<F16, 192, false>>,
        attention_dq_f16_256 = <Backward<F16, 256, false>>,
    )
)]
pub unsafe fn attention_dq<C: Config, G: Sm80 + Store>(
    gpu: G,
    heads: u32,
    sequences: u32,
    longest: u32,
    scale: f32,
    q_starts: *const u32,
    sums: *const f32,
    d_q: *mut C::Element,
    ld_dq: u32,
) {
    take_turn(gpu);
    let queries = C::Queries::U32;
    let tiles = longest.div_ceil(queries);
    assert_unchecked(tiles > 0 && heads > 0 && sequences > 0);
    let (part, tile, head, sequence) =
        layout!(((C::PARTS), tiles, heads, sequences)).idx2crd(gpu.block_x());
    let (first, number) = extent(q_starts, sequence);
    if queries * tile >= number {
        return;
    }
    let tokens = *q_starts.add(sequences as usize);
    let of_tile = <Tiles<C>>::new(tokens, sequences).of(head, sequence, first) + tile;
    let sums = sums.wrapping_add((C::PARTS * of_tile + part) as usize * PART as usize);
    let mut acc = [0.0; 32];
    unroll!(for i in 0..8 {
        let at = 4 * (gpu.thread() + 128 * i) as usize;
        let four: [f32; 4] = vector::read(sums.wrapping_add(at));
        unroll!(for j in 0..4 {
            acc[(4 * i + j) as usize] = four[j as usize];
        });
    });
    let (down, right) = if C::DIMENSION == 64 { (2 * tile + part, 0) } else { (tile, part) };
    let column = first as usize * ld_dq as usize + (head * C::DIMENSION) as usize;
    let g_dq = gmem(d_q.wrapping_add(column), layout!((number, (C::DIMENSION)) : (ld_dq, 1)))
        .local_tile(shape!((64, 64)), (down, right));
    let tr_dq =
        rmem(&mut acc, PartMma::STATIC.partition_fragment::<OperandC, _>(layout!((64, 64))));
    store_rows_if(gpu, PartMma::STATIC, tr_dq, g_dq, gpu.thread(), |_, x| scale * x);
}

/// Computes the gradients of sinks. The grid has a block for each head.
///
/// # Safety
///
/// The conditions of [`attention_delta`] hold, which has written `rows`, but there may be no
/// sequences. `sinks` and `d_sinks` have a number for each head.
#[zellige_gpu::kernel(
    threads = 1024,
    shared = <Sums>::BYTES,
    instances(
        attention_dsinks_64 = <Backward<Bf16, 64, false>>, // 128 queries of a tile
        attention_dsinks_128 = <Backward<Bf16, 128, false>>, // 64
    )
)]
pub unsafe fn attention_dsinks<C: Config, G: Sm80>(
    gpu: G,
    sequences: u32,
    q_starts: *const u32,
    rows: *const f32,
    sinks: *const f32,
    d_sinks: *mut f32,
) {
    take_turn(gpu);
    let (queries, head) = (C::Queries::U32, gpu.block_x());
    let tokens = *q_starts.add(sequences as usize);
    let tiles = <Tiles<C>>::new(tokens, sequences);
    let sink = LOG2_E * *sinks.add(head as usize);
    let (mut token, mut sequence, mut sum) = (gpu.thread(), 0, 0.0);
    while token < tokens {
        while *q_starts.add(sequence as usize + 1) <= token {
            sequence += 1;
        }
        let first = *q_starts.add(sequence as usize);
        let i = token - first;
        let tile = tiles.of(head, sequence, first) + i / queries;
        let at = 2 * queries as usize * tile as usize + (i % queries) as usize;
        let (log, delta) = (*rows.add(at), *rows.add(at + queries as usize));
        sum = gpu.fma(gpu.exp2(sink - log), delta, sum);
        token += 1024;
    }
    let (sum, _) = Scratch::new(Sums::allocate(gpu)).sum(gpu, sum);
    if gpu.thread() == 0 {
        *d_sinks.add(head as usize) = -sum;
    }
}
