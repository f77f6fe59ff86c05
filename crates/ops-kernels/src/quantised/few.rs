//! Products of up to 16 tokens, which are bound by memory.
//!
//! ```text
//! D = f(X Wᵀ + bias)        f: nothing, relu, gelu or silu
//! ```
//!
//! A block has a tile of 128 rows of W, and four groups of four warps. A group has every fourth
//! tile along k:
//!
//! ```text
//! tile along k    0         1         2         3         4         5         ...
//! of group        0         1         2         3         0         1
//!
//! warp            0    1    2    3    0    1    2    3
//! rows from       0   16   32   48   64   80   96  112 on
//! ```
//!
//! A warp converts the codes of its two strips of 16 rows, and multiplies all tokens by `mma.sync`.
//! Meanwhile three more tiles of its group are on their way to shared memory, by `cp.async`: the
//! codes that a thread reads are those that it has copied, while the tokens are for all four warps,
//! which therefore meet at a named barrier once for each tile. At the end the groups add their sums
//! in shared memory, and blocks that split k add theirs through a workspace
//! ([`Workspace::reduce`]).

use super::{Format, Fp8, Int4, Int8, Rows};
use crate::epilogue::Linear;
use core::hint::assert_unchecked;
use core::ops::RangeFull;
use core::ptr::null;
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::{copy as copies, *};
use zellige::construct::row_major;
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige::typenum::{U16, U64};
use zellige_gpu::copy::copy;
use zellige_gpu::engine::{Get, SharedAddress};
use zellige_gpu::epilogue::store_predicated;
use zellige_gpu::gemm::{SM80_16x8x16_F32HalfHalfF32_TN, gemm};
use zellige_gpu::number::Predicated;
use zellige_gpu::schedule::{Split, Workspace};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, packed, packed_registers, rmem};
use zellige_gpu::transform::{transform, transform_if};
use zellige_gpu::{Bf16, F16, Half, Sm80, Store, unroll, vector};

/// The largest number of tokens.
pub const TOKENS: u32 = 16;
/// The number of groups of four warps.
pub const GROUPS: u32 = 4;
/// The number of threads of a block.
const THREADS: u32 = 128 * GROUPS;
/// The number of tiles of a group in shared memory.
const SLOTS: u32 = 4;

/// The product of four warps: 64 by 16 by 16.
type Mma<T> =
    TiledMma<SM80_16x8x16_F32HalfHalfF32_TN<T>, layout!((4, 1)), (RangeFull, U16, RangeFull)>;
type LoadX = TiledCopyOf<CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>, Mma<Bf16>, OperandB>;
/// The tokens in shared memory, (token, k, group and slot).
type X<F> = TileToShape<LayoutKSw128Atom<U16>, (U16, <F as Format>::K, U16)>;
/// The tokens; the codes, (word of a vector, thread, vector, slot); and the scales of rows, (row,
/// group, slot).
type Storage<T, F> = (
    SmemTensor<T, X<F>>,
    SmemTensor<u32, layout!((4, 512, 4, 4))>,
    SmemTensor<u32, layout!((128, 4, 4))>,
);
/// What takes their place: the sums, (row, token, group), with gaps of 4, and whether the block is
/// the last one of a tile.
type Sums = (SmemTensor<f32, layout!((128, 16, 4) : (1, 132, 2112))>, SmemTensor<u32, layout!(1)>);

/// Computes D = f(X Wᵀ + bias) for at most 16 tokens. The grid has `splits` blocks for each 128
/// rows of W. The launch may depend on the kernel before it.
///
/// X has m rows of k elements, `ldx` elements apart; W, the scales and D are those of
/// [`quantised`](fn@super::quantised).
///
/// # Safety
///
/// There are 1 to 16 tokens, and k is a multiple of 8. W begins at a multiple of 16 bytes, and so
/// does each row of X; W has a tile for each 128 rows and each [`Format::K`] codes. There are n
/// scales, unless the format has them in W. `splits` is not 0; if it is not 1, there are a flag for
/// each 128 rows of W, 0 before and after, and 2048 elements of `shares` for each block. D has m
/// rows of n elements, and ldd is less than 2^24.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = {
        assert!(<Sums>::BYTES <= <Storage<T, F>>::BYTES);
        <Storage<T, F>>::BYTES
    },
    min_blocks = 1,
    instances(
        quantised_bf16_int4_16 = <Bf16, Int4>,
        quantised_bf16_int8_16 = <Bf16, Int8>,
        quantised_bf16_e4m3_16 = <Bf16, Fp8>,
        quantised_f16_int4_16 = <F16, Int4>,
        quantised_f16_int8_16 = <F16, Int8>,
        quantised_f16_e4m3_16 = <F16, Fp8>,
    )
)]
pub unsafe fn few<T: Half + Predicated + Into<f32>, F: Format, G: Sm80 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    splits: u32,
    x: *const T,
    ldx: u32,
    w: *const u32,
    scales: *const f32,
    d: *mut T,
    ldd: u32,
    bias: *const T,
    activation: u32,
    shares: *mut f32,
    flags: *mut u32,
) {
    gpu.griddepcontrol_wait();
    assert_unchecked(splits != 0);
    let (step, words) = const { (F::STEP, F::WORDS) };
    let (s_x, s_codes, s_scales) = <Storage<T, F>>::allocate(gpu);
    let (thread, group) = layout!((128, 4)).idx2crd(gpu.thread());
    let (number, tile) = (gpu.block_x() % splits, gpu.block_x() / splits);
    let (tiles_k, split) = (k.div_ceil(step), Split::new(number, splits));
    let along_k = split.steps(tiles_k);
    let w = w.wrapping_add(words as usize * tiles_k as usize * tile as usize + 4 * thread as usize);

    // The copies of a tile of W and of the tokens to a slot.
    let begin = |along: u32, slot: u32| {
        if along < along_k.end {
            let from = w.wrapping_add(words as usize * along as usize);
            unroll!(for i in 0..4 {
                let to = s_codes.at((0u32, gpu.thread(), i, slot)).address();
                gpu.cp_async_16(to, from.wrapping_add(512 * i as usize).cast(), 16);
            });
            if const { F::GROUPS } && thread < 32 {
                let to = s_scales.at((4 * thread, group, slot)).address();
                gpu.cp_async_16(to, from.wrapping_add(2048).cast(), 16);
            }
            unroll!(for i in 0..{ F::STEP / 64 } {
                let vectors = const { F::STEP / 8 };
                let (vector, token) = layout!((vectors, 16u32)).idx2crd(thread + 128 * i);
                let row = ldx as usize * token.min(m - 1) as usize + 8 * vector as usize;
                let from = x.wrapping_add(row).wrapping_add((step * along) as usize).cast();
                let to = s_x.at((token, 8 * vector, ..)).at(group + GROUPS * slot).address();
                gpu.cp_async_16_if(to, from, token < m && step * along + 8 * vector < k);
            });
        }
        gpu.cp_async_commit();
    };
    let mut along = along_k.start + group;
    unroll!(for slot in 0..{ SLOTS - 1 } {
        begin(along + GROUPS * slot, slot);
    });

    let mma = <Mma<T>>::STATIC;
    let frg_x = mma.partition_fragment::<OperandB, _>(row_major((U16::STATIC, F::K::STATIC))); // (MMA, MMA_N, MMA_K)
    let frg_sums = mma.partition_fragment::<OperandC, _>(row_major((Rows::STATIC, U16::STATIC)));
    let of_strip = mma.partition_fragment::<OperandC, _>(row_major((U64::STATIC, U16::STATIC)));
    let mut r_sums = [0.0; 16];
    let ts_sx = s_x.partition_s(LoadX::STATIC, thread); // (CPY, CPY_N, CPY_K, group and slot)
    let (lane, warp) = layout!((32, 4)).idx2crd(thread);
    let mut slot = 0;
    while along < along_k.end {
        gpu.cp_async_wait::<2>();
        gpu.barrier_sync_at::<128>(1 + group);
        begin(along + (SLOTS - 1) * GROUPS, (slot + SLOTS - 1) % SLOTS);
        let (mut r_x, mut codes) = (packed_registers::<T, _>(frg_x), [0; 16]);
        let tc_rx = packed(&mut r_x, frg_x);
        let ts_rx = tc_rx.retile(LoadX::STATIC);
        unroll!(for i in 0..4 {
            let vector = s_codes.at((0u32, gpu.thread(), i, slot)).engine().pointer();
            let read: [u32; 4] = vector::read(vector);
            unroll!(for j in 0..4 {
                codes[(4 * i + j) as usize] = read[j as usize];
            });
        });
        unroll!(for step in 0..{ F::STEP / 16 } {
            let from = ts_sx.at((.., .., step, group + GROUPS * slot));
            copy(gpu, LoadX::STATIC, from, ts_rx.slice((.., .., step)));
        });
        unroll!(for strip in 0..2 {
            let (mut factors, mut zeros) = ([0.0; 2], [0; 2]);
            if const { F::GROUPS } {
                unroll!(for i in 0..2 {
                    let row = 64 * strip + 16 * warp + 8 * i + lane / 4;
                    let word: u32 = s_scales.at((row, group, slot)).engine().get();
                    let (scale, _) = T::unpair(word);
                    factors[i as usize] = scale;
                    zeros[i as usize] = (word >> 16) * 0x1_0001;
                });
            }
            let zeros = F::zeros::<T, G>(gpu, zeros);
            let mut r_part = [0.0; 8];
            unroll!(for step in 0..{ F::STEP / 16 } {
                let mut a = [0; 4];
                unroll!(for i in 0..{ F::BITS / 4 } {
                    // Vectors of a strip are 256 threads apart.
                    let number = F::BITS / 4 * step + i;
                    let word = codes[(number % 4 + 4 * strip + number / 4 * 8) as usize];
                    let registers = F::exact::<T, G>(gpu, word, zeros);
                    unroll!(for j in 0..{ F::REGISTERS } {
                        a[(F::REGISTERS * i + j) as usize] = registers[j as usize];
                    });
                });
                let tc_ra = packed::<T, _, _>(&mut a, layout!(((2, 2, 2), 1)));
                gemm(gpu, mma, tc_ra, tc_rx.slice((.., .., step)), rmem(&mut r_part, of_strip));
            });
            // Register i of a fragment has row 8 * (i / 2 % 2) of the thread's.
            unroll!(for i in 0..8 {
                let sum = &mut r_sums[(i % 4 + 4 * strip + i / 4 * 8) as usize];
                let part = r_part[i as usize];
                *sum = match const { F::GROUPS } {
                    true => gpu.fma(factors[i as usize / 2 % 2], part, *sum),
                    false => *sum + part,
                };
            });
        });
        along += GROUPS;
        slot = (slot + 1) % SLOTS;
    }
    gpu.griddepcontrol_launch_dependents();
    gpu.cp_async_wait::<0>();
    gpu.sync_threads();

    // The sums of all groups, and of all blocks of the tile.
    let (sums, shown) = <Sums>::allocate(gpu);
    let of_group = sums.slice((.., .., group)).partition::<OperandC, _>(mma, thread);
    transform(rmem(&mut r_sums, frg_sums), of_group, |sum| sum);
    gpu.sync_threads();
    let (threads, thread) = (layout!((128, 4)), gpu.thread());
    let mut r_d = [0.0; 4];
    let t_d = rmem(&mut r_d, layout!((1, 4)));
    unroll!(for group in 0..{ GROUPS } {
        let of_group = sums.slice((.., .., group)).local_partition(threads, thread);
        transform((t_d, of_group), t_d, |(sum, x)| sum + x);
    });
    let workspace = Workspace::<f32, { THREADS }>::new(shares, flags);
    if !workspace.reduce(gpu, tile, split, t_d, shown) {
        return;
    }
    let (of_tile, at) = ((Rows::STATIC, U16::STATIC), (tile, 0u32));
    let units = F::units::<T>();
    if const { F::GROUPS } {
        transform(t_d, t_d, |sum| units * sum);
    } else {
        let all = gmem(scales, layout!((n, m) : (1, 0))).local_tile(of_tile, at).narrow();
        transform_if((t_d, all.local_partition(threads, thread)), t_d, |(sum, x)| {
            sum * (units * x)
        });
    }
    let linear = Linear { alpha: 1.0, beta: 0.0, bias, c: null(), ldc: 0, activation };
    linear.apply(gpu, t_d, |first, ld| {
        let all = gmem(first, layout!((n, m) : (1, ld))).local_tile(of_tile, at).narrow();
        all.local_partition(threads, thread)
    });
    let g_d = gmem(d, layout!((n, m) : (1, ldd))).local_tile(of_tile, at).narrow();
    store_predicated(gpu, t_d, g_d.local_partition(threads, thread));
}
