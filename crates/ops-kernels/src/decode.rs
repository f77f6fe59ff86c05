//! Attention of the newest tokens of each sequence to a cache of keys and values.
//!
//! ```text
//! O[t, h] = softmax(scale Q[t, h] K[:, h / group]ᵀ) V[:, h / group]        t < tokens, h < heads
//! ```
//!
//! The cache has the new tokens, too: token t sees the keys before `length - (tokens - 1 - t)`. The
//! lengths, and the numbers of pages, are on the device.
//!
//! # Rows
//!
//! The tokens and the heads that share a head of K are the rows of one product: (head of the group,
//! token), up to 64. So all of them multiply each key that is loaded. A block has a head of K and
//! 64 keys at a time, in four units of 16. Each of its four warps has a tile of 16 rows and some of
//! the units:
//!
//! ```text
//! rows        warp 0          warp 1          warp 2          warp 3
//! to 16       tile 0, unit 0  tile 0, unit 1  tile 0, unit 2  tile 0, unit 3
//! to 32       tile 0, 0 and 1 tile 1, 0 and 1 tile 0, 2 and 3 tile 1, 2 and 3
//! to 64       tile 0, all     tile 1, all     tile 2, all     tile 3, all
//! ```
//!
//! A warp keeps the softmax of the keys that it has seen. At the end, the warps of a tile combine
//! their results.
//!
//! # The pipeline
//!
//! Each warp brings one unit of every 64 keys by `cp.async`, to one of three stages; two are in
//! flight while one is read. Only warps that share units wait for each other. A unit lies in one
//! page, with a number that is read one step before it is used.
//!
//! # Splits
//!
//! Several blocks share the keys of a long sequence: each has as many steps of 64 keys, or one
//! more. A short sequence leaves some of them without any. The others write their results, and the
//! logarithms of their sums, to the workspace, and the last one combines all.

use crate::words::{Element, pack, unpack};
use core::f32::consts::{LN_2, LOG2_E};
use core::hint::assert_unchecked;
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::construct::{RowMajor, row_major};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige::typenum::{U16, U64, U128};
use zellige_gpu::copy::{copy, copy_if};
use zellige_gpu::gemm::{SM80_16x8x16_F32HalfHalfF32_TN, accumulator_as_a, gemm, transform_rows};
use zellige_gpu::schedule::Split;
use zellige_gpu::softmax::{Finished, OnlineSoftmax};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, identity, packed, packed_registers, registers, rmem};
use zellige_gpu::transform::transform;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Half, Sm80, Store, block, unroll};

/// The largest number of rows.
pub const MAX_ROWS: u32 = 64;
/// The number of threads of a block.
const THREADS: u32 = 128;
/// The number of keys of a step, in four units.
pub const KEYS: u32 = 64;

/// The number of elements of a head, 64 or 128.
pub trait Head: Integer + Default {
    /// The layout from (key, element, unit) to shared memory, of three stages.
    type K: smem::SharedTile<Profile = Units>;
    /// The same from (element, key, unit).
    type V: smem::SharedTile<Profile = Units>;
    /// The layout of a warp's registers for a unit of K.
    type FragmentK: Layout<Profile = Fragment>;
    /// The same for a unit of V.
    type FragmentV: Layout<Profile = Fragment>;
    /// The number of words of 32 bits.
    type Words: Integer + Default;
    /// The layout from (row, element, warp) to the results in shared memory, with gaps of 8.
    type Results: smem::SharedTile<Profile = (usize, usize, usize)>;
}
type Units = ((usize, usize), (usize, usize), (usize, usize));
type Fragment = ((usize, usize), usize, usize);
macro_rules! heads {
    ($($D:ident: $words:literal $results:tt;)+) => { $(
        impl Head for $D {
            type K = TileToShape<smem::LayoutKSw128Atom<U16>, (U16, $D, int!(12))>;
            type V = TileToShape<smem::LayoutMnSw128Atom<U16>, ($D, U16, int!(12))>;
            type FragmentK = PartitionFragment<Mma<Bf16>, OperandB, RowMajor<(U16, $D)>>;
            type FragmentV = PartitionFragment<Mma<Bf16>, OperandB, RowMajor<($D, U16)>>;
            type Words = int!($words);
            type Results = layout!$results;
        }
    )+ };
}
heads! {
    U64: 32 ((16, 64, 4) : (72, 1, 1152));
    U128: 64 ((16, 128, 4) : (136, 1, 2176));
}

/// The product of 16 rows and 16 keys by a warp.
type Mma<T> =
    TiledMma<SM80_16x8x16_F32HalfHalfF32_TN<T>, layout!((1, 1)), (RangeFull, U16, RangeFull)>;
/// The same registers of A, as words of two elements.
type Words = TiledMma<mma::SM80_16x8x8_F32TF32TF32F32_TN, layout!((1, 1))>;
/// The copies of a warp to shared memory.
type Vector = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>;
type FillK = MakeTiledCopy<Vector, layout!((4, 8) : (8, 1)), layout!((1, 8))>;
type FillV = MakeTiledCopy<Vector, layout!((8, 4)), layout!((8, 1))>;
/// The copies from there to registers.
type LoadK = TiledCopyOf<CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>, Mma<Bf16>, OperandB>;
type LoadV = TiledCopyOf<CopyAtom<copies::SM75_U16x8_LDSM_T, int!(16)>, Mma<Bf16>, OperandB>;

/// The stages, and the number of keys of each of their units.
type Stages<T, H> =
    (SmemTensor<T, <H as Head>::K>, SmemTensor<T, <H as Head>::V>, SmemTensor<u32, layout!(12)>);
/// What takes their place: the results of the warps, the logarithms of their sums, and whether the
/// block is the last one.
type Results<H> = (
    SmemTensor<f32, <H as Head>::Results>,
    SmemTensor<f32, layout!((16, 4))>,
    SmemTensor<u32, layout!(1)>,
);
/// Returns the number of bytes of shared memory.
const fn shared<T, H: Head>() -> u32 {
    assert!(<Results<H>>::BYTES <= <Stages<T, H>>::BYTES);
    assert!(2 * (<Stages<T, H>>::BYTES + 1024) <= 228 * 1024); // two blocks of a multiprocessor
    <Stages<T, H>>::BYTES
}

/// Returns the elements of f32 in the workspace for a share of a head of a sequence: a result of
/// each row, rounded up to 16, 32 or 64, and the logarithm of its sum.
pub const fn share(rows: u32, d: u32) -> u32 {
    16 * rows.div_ceil(16).next_power_of_two() * (d + 1)
}

/// Computes the attention. The grid has `heads_k * splits * sequences` blocks.
///
/// Q and O are (sequences, tokens, heads_k * group, d), contiguous. Pages of K and V begin `page`
/// elements apart, their tokens `token` and their heads `head` elements apart. Without a table,
/// which is null then, page s has all tokens of sequence s, and `max_pages` is 1; else a row of
/// `max_pages` numbers has the pages of a sequence. A length past `max_pages * page_size` counts as
/// that. No token sees the keys of a page with a number of `pages` or more.
///
/// # Safety
///
/// There are 1 to 64 rows `tokens * group`. There is a length for each sequence, and a row of the
/// table. `page_size` is not 0, and a multiple of 16 if there is a table; `max_pages * page_size`
/// is less than 2^31. Q, K, V, O and `shares` begin at multiples of 16 bytes, and the distances of
/// K and V are multiples of 8 elements. If `splits` is not 1, there is a counter for each head of K
/// in each sequence, 0 before and after, and `splits` times [`share`] elements of `shares`. The
/// scale is larger than 0.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = shared::<T, H>(),
    instances(
        decode_bf16_64 = <Bf16, U64>,
        decode_bf16_128 = <Bf16, U128>,
        decode_f16_64 = <F16, U64>,
        decode_f16_128 = <F16, U128>,
    )
)]
pub unsafe fn decode<T: Half + Element<Number = f32>, H: Head, G: Sm80 + Store>(
    gpu: G,
    sequences: u32,
    heads_k: u32,
    group: u32,
    tokens: u32,
    splits: u32,
    scale: f32,
    lengths: *const u32,
    table: *const u32,
    max_pages: u32,
    page_size: u32,
    pages: u32,
    q: *const T,
    k: *const T,
    v: *const T,
    page: u64,
    token: u32,
    head: u64,
    o: *mut T,
    counters: *mut u32,
    shares: *mut f32,
) {
    let d = const { H::KNOWN as u32 };
    // Nothing is divided by zero.
    assert_unchecked(heads_k != 0 && splits != 0 && sequences != 0 && group != 0 && tokens != 0);
    assert_unchecked(page_size != 0);
    let (lane, warp) = layout!((32, 4)).idx2crd(gpu.thread());
    let (head_k, number, sequence) = layout!((heads_k, splits, sequences)).idx2crd(gpu.block_x());
    let length = gmem(lengths, layout!(sequences : 1)).read(sequence).min(max_pages * page_size);
    let steps = length.div_ceil(KEYS);
    let parts = splits.min(steps).max(1); // those of the splits that have keys
    if number >= parts {
        return;
    }
    let steps = Split::new(number, parts).steps(steps);
    let last = length.min(KEYS * steps.end);
    let rows = tokens * group;
    let row_tiles = rows.div_ceil(16).next_power_of_two();
    let (row_tile, of_keys) = layout!((row_tiles, (4 / row_tiles))).idx2crd(warp);

    // The rows of a head of K in a sequence, (head of the group, token), in units, such as words.
    let column = sequence as usize * tokens as usize * heads_k as usize + head_k as usize;
    let first = column * (group * d) as usize;
    let rows_of =
        |units: u32| layout!(((group, tokens), units) : ((units, (heads_k * group * units)), 1));
    let g_q = gmem(q.wrapping_add(first).cast::<u32>(), rows_of(d / 2));
    let g_o = gmem(o.wrapping_add(first).cast::<Vector16>(), rows_of(d / 8));

    // The copies of a unit to shared memory.
    let (s_k, s_v, s_left) = <Stages<T, H>>::allocate(gpu); // (16, D, UNIT), (D, 16, UNIT), (UNIT)
    let (tk_sk, tv_sv) =
        (s_k.partition_d(FillK::STATIC, lane), s_v.partition_d(FillV::STATIC, lane));
    let table_row = table.wrapping_add(sequence as usize * max_pages as usize);
    let numbers = gmem(table_row, layout!(max_pages : 1));
    let key = |step: u32| KEYS * step + 16 * warp;
    let page_of = |step: u32| {
        if key(step) >= last {
            pages
        } else if table.is_null() {
            sequence
        } else {
            numbers.read(key(step) / page_size)
        }
    };
    let begin = |step: u32, number: u32, stage: u32| {
        let left = if number < pages { last.saturating_sub(key(step)).min(16) } else { 0 };
        let first = page as usize * number as usize
            + token as usize * (key(step) % page_size) as usize
            + head as usize * head_k as usize;
        let g_k = gmem(k.wrapping_add(first), layout!((left, d) : (token, 1)));
        let g_v = gmem(v.wrapping_add(first), layout!((d, left) : (1, token)));
        let g_k = g_k.local_tile((U16::STATIC, H::STATIC), (0u32, 0u32));
        let g_v = g_v.local_tile((H::STATIC, U16::STATIC), (0u32, 0u32));
        let (from_k, from_v) =
            (g_k.partition_s(FillK::STATIC, lane), g_v.partition_s(FillV::STATIC, lane));
        copy_if(gpu, FillK::STATIC, from_k, tk_sk.slice((.., .., .., 4 * stage + warp)));
        copy_if(gpu, FillV::STATIC, from_v, tv_sv.slice((.., .., .., 4 * stage + warp)));
        gpu.cp_async_commit();
        if lane == 0 {
            s_left.write(4 * stage + warp, left);
        }
    };
    let mut next = page_of(steps.start);
    unroll!(for stage in 0..2 {
        begin(steps.start + stage, next, stage);
        next = page_of(steps.start + stage + 1);
    });

    // The registers of a tile of rows and a unit of keys.
    let mma = <Mma<T>>::STATIC;
    let (sixteen, all_d) = (U16::STATIC, H::STATIC);
    let frg_q = mma.partition_fragment::<OperandA, _>(row_major((sixteen, all_d))); // (MMA, 1, D)
    let (frg_k, frg_v) = (H::FragmentK::STATIC, H::FragmentV::STATIC); // (MMA, 2, D), (MMA, D, 1)
    let frg_s = mma.partition_fragment::<OperandC, _>(row_major((sixteen, sixteen))); // (MMA, 1, 2)
    let frg_o = mma.partition_fragment::<OperandC, _>(row_major((sixteen, all_d))); // (MMA, 1, D)
    let (mut r_q, mut r_o) = (packed_registers::<T, _>(frg_q), registers(frg_o));
    let (mut r_k, mut r_v) = (packed_registers::<T, _>(frg_k), packed_registers::<T, _>(frg_v));
    let (words, of_words) = (Words::STATIC, (sixteen, H::Words::default()));
    let frg_words = words.partition_fragment::<OperandA, _>(row_major(of_words));
    let at = identity(of_words).partition::<OperandA, _>(words, lane);
    transform(at, rmem(&mut r_q, frg_words), |[i, j]| g_q.read_or((16 * row_tile + i, j), 0));
    let (tc_rq, tc_rk, tc_rv) =
        (packed(&mut r_q, frg_q), packed(&mut r_k, frg_k), packed(&mut r_v, frg_v));
    let tc_ro = rmem(&mut r_o, frg_o);
    let (ts_sk, ts_rk) = (s_k.partition_s(LoadK::STATIC, lane), tc_rk.retile(LoadK::STATIC));
    let (ts_sv, ts_rv) = (s_v.partition_s(LoadV::STATIC, lane), tc_rv.retile(LoadV::STATIC));

    // The keys that the thread's two rows see, and those that all rows see.
    let seen = |after: u32| length.saturating_sub(tokens - 1 - after.min(tokens - 1));
    let ends = [0, 8].map(|i| seen((16 * row_tile + i + lane / 4) / group));
    let whole = seen(0);
    // The coordinates of the scores of thread 0, which are known at compile time.
    let scores_at = identity((sixteen, sixteen)).partition::<OperandC, _>(mma, 0);

    let mut softmax = OnlineSoftmax::new(scale);
    let (mut step, mut stage) = (steps.start, 0);
    while step < steps.end {
        gpu.cp_async_wait::<1>();
        match row_tiles {
            1 => gpu.barrier_sync_at::<32>(1 + of_keys),
            2 => gpu.barrier_sync_at::<64>(1 + of_keys),
            _ => gpu.barrier_sync_at::<128>(1 + of_keys),
        }
        begin(step + 2, next, if stage == 0 { 2 } else { stage - 1 });
        next = page_of(step + 3);
        let mut unit = row_tiles * of_keys;
        while unit < row_tiles * (of_keys + 1) {
            let (at, first_key) = (4 * stage + unit, KEYS * step + 16 * unit);
            let mut r_s = [0.0; 8];
            let tc_rs = rmem(&mut r_s, frg_s);
            unroll!(for i in 0..{ H::KNOWN as u32 / 16 } {
                copy(gpu, LoadK::STATIC, ts_sk.slice((.., .., i, at)), ts_rk.slice((.., .., i)));
                gemm(gpu, mma, tc_rq.slice((.., .., i)), tc_rk.slice((.., .., i)), tc_rs);
            });
            copy(gpu, LoadV::STATIC, ts_sv.slice((.., .., .., at)), ts_rv);
            let is_there = s_left.read(at) > 0;
            if first_key + 16 > whole || !is_there {
                let first_key = first_key + 2 * (lane % 4);
                transform((tc_rs, scores_at), tc_rs, |(s, [i, j])| {
                    let is_seen = is_there && first_key + j < ends[i as usize / 8];
                    if is_seen { s } else { f32::NEG_INFINITY }
                });
            }
            if let Some(factors) = softmax.grow(gpu, tc_rs) {
                transform_rows(tc_ro, |row, x| factors[row] * x);
            }
            softmax.powers(gpu, tc_rs);
            let mut r_p = [0; 4];
            unroll!(for i in 0..4 {
                let i = i as usize;
                r_p[i] = T::pair(gpu, r_s[2 * i], r_s[2 * i + 1]);
            });
            let p = accumulator_as_a::<Mma<Bf16>, Mma<Bf16>, (U16, U16)>();
            gemm(gpu, mma, packed(&mut r_p, p), tc_rv, tc_ro);
            unit += 1;
        }
        (step, stage) = (step + 1, if stage == 2 { 0 } else { stage + 1 });
    }

    // All copies have arrived and all units are read: the results take their place.
    let Finished { factors, logarithms } = softmax.finish(gpu);
    gpu.cp_async_wait::<0>();
    gpu.sync_threads();
    let (results, logs, shown) = <Results<H>>::allocate(gpu);
    transform_rows(tc_ro, |row, x| factors[row] * x);
    transform(tc_ro, results.slice((.., .., warp)).partition::<OperandC, _>(mma, lane), |x| x);
    if lane % 4 == 0 {
        logs.write((lane / 4, warp), logarithms[0]);
        logs.write((lane / 4 + 8, warp), logarithms[1]);
    }
    gpu.sync_threads();

    let column = sequence as usize * heads_k as usize + head_k as usize;
    let (all, of_share) = (16 * row_tiles, d / 4);
    let of_column = column * (splits * share(rows, d)) as usize;
    let g_logs = gmem(shares.wrapping_add(of_column), layout!((all, splits) : (1, all)));
    let behind = shares.wrapping_add(of_column + (all * splits) as usize).cast::<Vector16>();
    let g_shares = gmem(behind, layout!((of_share, all, splits) : (1, of_share, (all * of_share))));
    each(gpu, (d / 8, rows), |x, row| {
        let of = |part: u32| row_tiles * part + row / 16; // the warp
        let result = |part: u32| {
            let mut result = [0.0; 8];
            unroll!(for i in 0..8 {
                result[i as usize] = results.read((row % 16, 8 * x + i, of(part)));
            });
            result
        };
        let log = |part: u32| logs.read((row % 16, of(part)));
        let (numbers, log) = mean(gpu, 4 / row_tiles, log, result);
        if parts == 1 {
            g_o.write_if((row, x), pack::<T, 8>(gpu, &numbers, 0));
            return;
        }
        g_shares.write((2 * x, row, number), pack::<f32, 8>(gpu, &numbers, 0));
        g_shares.write((2 * x + 1, row, number), pack::<f32, 8>(gpu, &numbers, 1));
        if x == 0 {
            g_logs.write((row, number), log);
        }
    });
    if parts == 1 || !block::is_last(gpu, counters.wrapping_add(column), parts, shown) {
        return;
    }
    each(gpu, (d / 8, rows), |x, row| {
        let result = |part: u32| {
            let mut result = [0.0; 8];
            unpack::<f32, 8>(g_shares.read((2 * x, row, part)), &mut result, 0);
            unpack::<f32, 8>(g_shares.read((2 * x + 1, row, part)), &mut result, 1);
            result
        };
        let (numbers, _) = mean(gpu, parts, |part| g_logs.read((row, part)), result);
        g_o.write_if((row, x), pack::<T, 8>(gpu, &numbers, 0));
    });
}

/// Calls the function in one thread for each vector of each row.
#[inline(always)]
fn each<G: Store>(gpu: G, (vectors, rows): (u32, u32), f: impl Fn(u32, u32)) {
    let mut item = gpu.thread();
    while item < vectors * rows {
        let (x, row) = layout!((vectors, rows)).idx2crd(item);
        f(x, row);
        item += THREADS;
    }
}
/// Returns the mean of the results of several parts of the keys, eight elements of a row, and the
/// logarithm of the sum of all powers. `log` is the logarithm of the sum of a part.
#[inline(always)]
unsafe fn mean<G: Store>(
    gpu: G,
    parts: u32,
    log: impl Fn(u32) -> f32,
    result: impl Fn(u32) -> [f32; 8],
) -> ([f32; 8], f32) {
    let (mut most, mut part) = (f32::NEG_INFINITY, 0);
    while part < parts {
        most = most.max(log(part));
        part += 1;
    }
    let taken = if most == f32::NEG_INFINITY { 0.0 } else { most };
    let (mut sum, mut numbers, mut part) = (0.0, [0.0; 8], 0);
    while part < parts {
        let (power, x) = (gpu.exp2(LOG2_E * (log(part) - taken)), result(part));
        unroll!(for i in 0..8 {
            let i = i as usize;
            numbers[i] = gpu.fma(power, x[i], numbers[i]);
        });
        sum += power;
        part += 1;
    }
    let factor = if sum == 0.0 { 0.0 } else { gpu.reciprocal(sum) };
    unroll!(for i in 0..8 {
        numbers[i as usize] *= factor
    });
    (numbers, gpu.fma(LN_2, gpu.log2(sum), taken))
}
