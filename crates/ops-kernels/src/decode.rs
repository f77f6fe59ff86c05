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
//! 64 keys at a time, in four quarters of 16. Each of its four warps has a tile of 16 rows and some
//! of the quarters:
//!
//! ```text
//! rows        warp 0             warp 1             warp 2             warp 3
//! to 16       tile 0, quarter 0  tile 0, quarter 1  tile 0, quarter 2  tile 0, quarter 3
//! to 32       tile 0, 0 and 1    tile 1, 0 and 1    tile 0, 2 and 3    tile 1, 2 and 3
//! to 64       tile 0, all        tile 1, all        tile 2, all        tile 3, all
//! ```
//!
//! A warp keeps the softmax of the keys that it has seen. At the end, the warps of a tile combine
//! their results.
//!
//! # The pipeline
//!
//! Each warp brings one quarter of every 64 keys by `cp.async`, to one of three stages; two are in
//! flight while one is read. Only warps that share quarters wait for each other. A quarter lies in
//! one page, with a number that is read one step before it is used.
//!
//! # Splits
//!
//! Several blocks share the keys of a long sequence: each has as many steps of 64 keys, or one
//! more. A short sequence leaves some of them without any. The others write their results, and the
//! logarithms of their sums, to the workspace, and the last one combines all.

use crate::words::{Element, pack, unpack};
use core::f32::consts::{LN_2, LOG2_E};
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::construct::{RowMajor, row_major};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige::typenum::{U2, U16, U64, U128};
use zellige_gpu::copy::{copy, copy_if};
use zellige_gpu::gemm::{SM80_16x8x16_F32HalfHalfF32_TN, accumulator_as_a, gemm, transform_rows};
use zellige_gpu::schedule::Split;
use zellige_gpu::softmax::{Finished, OnlineSoftmax};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{GpuTensor, gmem, identity, packed, packed_registers, registers, rmem};
use zellige_gpu::transform::transform;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Half, Sm80, Store, block, unroll};

/// The largest number of rows.
pub const MAX_ROWS: u32 = 64;
/// The number of threads of a block.
const THREADS: u32 = 128;
/// The number of keys of a step, in four quarters.
pub const KEYS: u32 = 64;

/// How the cache holds elements, in units of 16 bits.
///
/// Warps load units by `ldmatrix`, 16 keys of 16 units at a time, in four registers. The
/// instruction knows nothing of bytes, so each lane finds two neighbours of e4m3 where it needs one
/// element. They become the operands of two products in f16:
///
/// ```text
///          a register of units      halves       bytes, product 0            bytes, product 1
/// K        units 2t, 2t + 1         the same     bytes 4t, 4t + 1, and 4t + 2, 4t + 3 of 16
/// V        unit n of two keys       the same     byte 2n of the two keys     byte 2n + 1
/// ```
///
/// Sums over the elements of K may take them in any order, if Q has the same one ([`column`]). The
/// elements of V are columns of the result, which [`Head::Sums`] puts in order.
///
/// [`column`]: Self::column
pub trait Form {
    /// The number of elements in a unit.
    const IN_UNIT: u32;
    /// The elements of the products, for a Q of T.
    type Operand<T: Half>: Half;
    /// Returns the word of a row of Q that the products take as word j.
    fn column(j: u32) -> u32;
    /// Returns the word of such elements of a word of T.
    fn query<T: Half>(gpu: impl Store, word: u32) -> u32;
    /// Returns the operand of 16 keys and 16 elements of a product, from 16 units of K.
    fn keys(gpu: impl Store, units: [u32; 4], product: u32) -> [u32; 4];
    /// The same for V.
    fn values(gpu: impl Store, units: [u32; 4], product: u32) -> [u32; 4];
}
/// Elements T, of 16 bits, D of a head.
pub struct Halves<D>(PhantomData<D>);
impl<D> Form for Halves<D> {
    const IN_UNIT: u32 = 1;
    type Operand<T: Half> = T;
    #[inline(always)]
    fn column(j: u32) -> u32 {
        j
    }
    #[inline(always)]
    fn query<T: Half>(_: impl Store, word: u32) -> u32 {
        word
    }
    #[inline(always)]
    fn keys(_: impl Store, units: [u32; 4], _: u32) -> [u32; 4] {
        units
    }
    #[inline(always)]
    fn values(_: impl Store, units: [u32; 4], _: u32) -> [u32; 4] {
        units
    }
}
/// Elements of e4m3, D of a head.
pub struct Bytes<D>(PhantomData<D>);
impl<D> Form for Bytes<D> {
    const IN_UNIT: u32 = 2;
    type Operand<T: Half> = F16;
    #[inline(always)]
    fn column(j: u32) -> u32 {
        // Of 16 columns, 2t and 2t + 1 have elements 4t and 4t + 1, and 8 + 2t and 9 + 2t the two
        // behind them.
        layout!((4, 2, 8) : (2, 1, 8)).crd2idx(j)
    }
    #[inline(always)]
    fn query<T: Half>(gpu: impl Store, word: u32) -> u32 {
        let (low, high) = T::unpair(word);
        if T::BRAIN { F16::pair(gpu, low, high) } else { word }
    }
    #[inline(always)]
    fn keys(gpu: impl Store, units: [u32; 4], product: u32) -> [u32; 4] {
        let [left, right] = [0, 2].map(|n| gpu.f16_of_e4m3(units[n + product as usize]));
        [left[0], left[1], right[0], right[1]]
    }
    #[inline(always)]
    fn values(gpu: impl Store, units: [u32; 4], product: u32) -> [u32; 4] {
        units.map(|word| {
            let [a, b, c, d] = word.to_le_bytes(); // of two elements: a and c, b and d
            gpu.f16_of_e4m3(u32::from_le_bytes([a, c, b, d]))[product as usize]
        })
    }
}
/// A head in the cache.
pub trait Head: Form {
    /// The number of blocks of a multiprocessor.
    const BLOCKS: u32;
    /// The number of elements, 64 or 128.
    type D: Integer + Default;
    /// The number of words that they are as elements T.
    type Words: Integer + Default;
    /// The number of operands of 16 elements.
    type Operands: Integer + Default;
    /// The number of units of 16 bits.
    type Units: Integer + Default;
    /// The layout from (key, unit, 16 keys) to shared memory, of three stages.
    type K: smem::SharedTile<Profile = Tiles>;
    /// The same from (unit, key, 16 keys).
    type V: smem::SharedTile<Profile = Tiles>;
    /// The copy of a warp that brings K.
    type FillK: CopyTiling<Atom = Vector>;
    /// The copy of a warp that brings V.
    type FillV: CopyTiling<Atom = Vector>;
    /// The layout of a warp's registers for 16 keys of V, in units.
    type FragmentV: Layout<Profile = ((usize, usize), usize, usize)>;
    /// The layout from (row, element, warp) to the results in shared memory, with gaps of 8.
    type Results: smem::SharedTile<Profile = (usize, usize, usize)>;
    /// The same from (row, column of the sums, warp).
    type Sums: Layout;
}
type Tiles = ((usize, usize), (usize, usize), (usize, usize));
/// Implements a row of the table: d, the blocks of a multiprocessor, the units of a head and of a
/// line of shared memory, the swizzled atoms of K and V, and the columns of the sums.
macro_rules! heads {
    ($(
        $Form:ident<$D:ident> $d:tt $blocks:tt blocks, $units:tt units, $line:tt a line,
        $K:ident $V:ident, $columns:tt : $strides:tt;
    )+) => { $(
        impl Head for $Form<$D> {
            const BLOCKS: u32 = $blocks;
            type D = $D;
            type Words = int!($d / 2);
            type Operands = int!($d / 16);
            type Units = int!($units);
            type K = TileToShape<smem::$K<U16>, shape!((16, $units, 12))>;
            type V = TileToShape<smem::$V<U16>, shape!(($units, 16, 12))>;
            type FillK = MakeTiledCopy<
                Vector,
                layout!(({ 256 / $line }, { $line / 8 }) : ({ $line / 8 }, 1)),
                layout!((1, 8)),
            >;
            type FillV =
                MakeTiledCopy<Vector, layout!(({ $line / 8 }, { 256 / $line })), layout!((8, 1))>;
            type FragmentV =
                PartitionFragment<Mma<Bf16>, OperandB, RowMajor<shape!(($units, 16))>>;
            type Results = layout!((16, $d, 4) : ({ $d + 8 }, 1, { 16 * ($d + 8) }));
            type Sums = layout!((16, $columns, 4) : ({ $d + 8 }, $strides, { 16 * ($d + 8) }));
        }
    )+ };
}
heads! {
    Halves<U64> 64 4 blocks, 64 units, 64 a line, LayoutKSw128Atom LayoutMnSw128Atom, 64 : 1;
    Halves<U128> 128 2 blocks, 128 units, 64 a line, LayoutKSw128Atom LayoutMnSw128Atom, 128 : 1;
    Bytes<U64> 64 4 blocks, 32 units, 32 a line, LayoutKSw64Atom LayoutMnSw64Atom,
        ((8, 2), 2, 2) : ((2, 16), 1, 32);
    Bytes<U128> 128 2 blocks, 64 units, 64 a line, LayoutKSw128Atom LayoutMnSw128Atom,
        ((8, 2), 2, 4) : ((2, 16), 1, 32);
}

/// The product of 16 rows and 16 keys by a warp.
type Mma<T> =
    TiledMma<SM80_16x8x16_F32HalfHalfF32_TN<T>, layout!((1, 1)), (RangeFull, U16, RangeFull)>;
/// The same registers of A, as words of two elements.
type Words = TiledMma<mma::SM80_16x8x8_F32TF32TF32F32_TN, layout!((1, 1))>;
/// The copies of a warp to shared memory.
type Vector = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>;
/// The copies from there to registers.
type LoadK = TiledCopyOf<CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>, Mma<Bf16>, OperandB>;
type LoadV = TiledCopyOf<CopyAtom<copies::SM75_U16x8_LDSM_T, int!(16)>, Mma<Bf16>, OperandB>;

/// The stages, and the number of keys of each of their quarters.
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
    assert!(H::BLOCKS * (<Stages<T, H>>::BYTES + 1024) <= 228 * 1024);
    <Stages<T, H>>::BYTES
}

/// Returns the elements of f32 in the workspace for a share of a head of a sequence: a result of
/// each row, rounded up to 16, 32 or 64, and the logarithm of its sum.
pub const fn share(rows: u32, d: u32) -> u32 {
    16 * rows.div_ceil(16).next_power_of_two() * (d + 1)
}

/// Returns the number of blocks that a multiprocessor has room for.
pub const fn blocks(d: u32, of_e4m3: bool) -> u32 {
    match (d <= 64, of_e4m3) {
        (true, false) => <Halves<U64>>::BLOCKS,
        (true, true) => <Bytes<U64>>::BLOCKS,
        (false, false) => <Halves<U128>>::BLOCKS,
        (false, true) => <Bytes<U128>>::BLOCKS,
    }
}

/// Computes the attention. The grid has `heads_k * splits * sequences` blocks.
///
/// Q and O are (sequences, tokens, heads_k * group, d), contiguous. The elements of V are
/// multiplied by `scale_v`. Pages of K and V begin `page` units of 16 bits apart, their tokens
/// `token` and their heads `head` units apart. Without a table, which is null then, page s has all
/// tokens of sequence s, and `max_pages` is 1; else a row of `max_pages` numbers has the pages of a
/// sequence. A length past `max_pages * page_size` counts as that. No token sees the keys of a page
/// with a number of `pages` or more.
///
/// # Safety
///
/// There are 1 to 64 rows `tokens * group`. There is a length for each sequence, and a row of the
/// table. `page_size` is not 0, and a multiple of 16 if there is a table; `max_pages * page_size`
/// is less than 2^31. Q, K, V, O and `shares` begin at multiples of 16 bytes, and the distances of
/// K and V are multiples of 8 units. If `splits` is not 1, there is a counter for each head of K
/// in each sequence, 0 before and after, and `splits` times [`share`] elements of `shares`. The
/// scale is larger than 0.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = shared::<T, H>(),
    min_blocks = H::BLOCKS,
    instances(
        decode_bf16_64 = <Bf16, Halves<U64>>,
        decode_bf16_128 = <Bf16, Halves<U128>>,
        decode_bf16_e4m3_64 = <Bf16, Bytes<U64>>,
        decode_bf16_e4m3_128 = <Bf16, Bytes<U128>>,
        decode_f16_64 = <F16, Halves<U64>>,
        decode_f16_128 = <F16, Halves<U128>>,
        decode_f16_e4m3_64 = <F16, Bytes<U64>>,
        decode_f16_e4m3_128 = <F16, Bytes<U128>>,
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
    scale_v: f32,
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
    gpu.griddepcontrol_wait(); // and the next kernel begins when this one ends: see `turn`
    let (d, units) = const { (H::D::KNOWN as u32, H::Units::KNOWN as u32) };
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

    // The rows of a head of K in a sequence, (head of the group, token), in words or vectors.
    let column = sequence as usize * tokens as usize * heads_k as usize + head_k as usize;
    let first = column * (group * d) as usize;
    let rows_of =
        |units: u32| layout!(((group, tokens), units) : ((units, (heads_k * group * units)), 1));
    let g_q = gmem(q.wrapping_add(first).cast::<u32>(), rows_of(d / 2));
    let g_o = gmem(o.wrapping_add(first).cast::<Vector16>(), rows_of(d / 8));

    // The copies of a quarter to shared memory.
    let (sixteen, all_d, all_units) = (U16::STATIC, H::D::STATIC, H::Units::STATIC);
    let (fill_k, fill_v) = (H::FillK::STATIC, H::FillV::STATIC);
    let (s_k, s_v, s_left) = <Stages<T, H>>::allocate(gpu); // (16, UNITS, 12), (UNITS, 16, 12), (12)
    let (tk_sk, tv_sv) = (s_k.partition_d(fill_k, lane), s_v.partition_d(fill_v, lane));
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
        let g_k = gmem(k.wrapping_add(first), layout!((left, units) : (token, 1)));
        let g_v = gmem(v.wrapping_add(first), layout!((units, left) : (1, token)));
        let g_k = g_k.local_tile((sixteen, all_units), (0u32, 0u32));
        let g_v = g_v.local_tile((all_units, sixteen), (0u32, 0u32));
        let (from_k, from_v) = (g_k.partition_s(fill_k, lane), g_v.partition_s(fill_v, lane));
        copy_if(gpu, fill_k, from_k, tk_sk.slice((.., .., .., 4 * stage + warp)));
        copy_if(gpu, fill_v, from_v, tv_sv.slice((.., .., .., 4 * stage + warp)));
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

    // The registers of a tile of rows and a quarter of the keys.
    let mma = <Mma<H::Operand<T>>>::STATIC;
    let frg_q = mma.partition_fragment::<OperandA, _>(row_major((sixteen, all_d))); // (MMA, 1, D)
    let (frg_k, operand) = (layout!(((2, 2), 2, 1)), layout!(((2, 2), 2))); // (MMA, 2, 1), (MMA, 2)
    let frg_v = H::FragmentV::STATIC; // (MMA, UNITS, 1)
    let frg_s = mma.partition_fragment::<OperandC, _>(row_major((sixteen, sixteen))); // (MMA, 1, 2)
    let frg_o = mma.partition_fragment::<OperandC, _>(row_major((sixteen, all_d))); // (MMA, 1, D)
    let (mut r_q, mut r_o) = (packed_registers::<F16, _>(frg_q), registers(frg_o));
    let mut r_v = packed_registers::<F16, _>(frg_v);
    let (words, of_words) = (Words::STATIC, (sixteen, H::Words::default()));
    let frg_words = words.partition_fragment::<OperandA, _>(row_major(of_words));
    let at = identity(of_words).partition::<OperandA, _>(words, lane);
    transform(at, rmem(&mut r_q, frg_words), |[i, j]| {
        H::query::<T>(gpu, g_q.read_or((16 * row_tile + i, H::column(j)), 0))
    });
    let tc_rq = packed(&mut r_q, frg_q);
    let tc_ro = rmem(&mut r_o, frg_o);
    let of_operands = rmem(&mut r_o, layout!(((2, 2), 1, 2, (H::Operands::STATIC))));
    let ts_sk = s_k.partition_s(LoadK::STATIC, lane);
    let ts_sv = s_v.partition_s(LoadV::STATIC, lane);
    let ts_rv = packed::<T, _, _>(&mut r_v, frg_v).retile(LoadV::STATIC);
    let units_v = rmem(&mut r_v, frg_v.upcast(U2::STATIC));

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
        let mut quarter = row_tiles * of_keys;
        while quarter < row_tiles * (of_keys + 1) {
            let (at, first_key) = (4 * stage + quarter, KEYS * step + 16 * quarter);
            let mut r_s = [0.0; 8];
            let tc_rs = rmem(&mut r_s, frg_s);
            unroll!(for i in 0..{ H::Units::KNOWN as u32 / 16 } {
                let mut r_k = [0; 4];
                let ts_rk = packed::<T, _, _>(&mut r_k, frg_k).retile(LoadK::STATIC);
                copy(gpu, LoadK::STATIC, ts_sk.slice((.., .., i, at)), ts_rk);
                unroll!(for product in 0..{ H::IN_UNIT } {
                    let mut keys = H::keys(gpu, r_k, product);
                    let q = tc_rq.slice((.., .., H::IN_UNIT * i + product));
                    gemm(gpu, mma, q, packed(&mut keys, operand), tc_rs);
                });
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
                r_p[i] = <H::Operand<T>>::pair(gpu, r_s[2 * i], r_s[2 * i + 1]);
            });
            let p = accumulator_as_a::<Mma<Bf16>, Mma<Bf16>, (U16, U16)>();
            let tc_rp = packed(&mut r_p, p).slice((.., .., 0u32));
            unroll!(for i in 0..{ H::Units::KNOWN as u32 / 16 } {
                let units = [0, 1, 2, 3].map(|word| units_v.read(4 * i + word));
                unroll!(for product in 0..{ H::IN_UNIT } {
                    let mut values = H::values(gpu, units, product);
                    let to = of_operands.slice((.., .., .., H::IN_UNIT * i + product));
                    gemm(gpu, mma, tc_rp, packed(&mut values, operand), to);
                });
            });
            quarter += 1;
        }
        (step, stage) = (step + 1, if stage == 2 { 0 } else { stage + 1 });
    }

    // All copies have arrived and all quarters are read: the results take their place.
    let Finished { factors, logarithms } = softmax.finish(gpu);
    gpu.cp_async_wait::<0>();
    gpu.sync_threads();
    let (results, logs, shown) = <Results<H>>::allocate(gpu);
    transform_rows(tc_ro, |row, x| factors[row] * scale_v * x);
    let sums = GpuTensor::new(results.engine(), H::Sums::STATIC).slice((.., .., warp));
    transform(tc_ro, sums.partition::<OperandC, _>(mma, lane), |x| x);
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
