//! Products with quantised weights, on Hopper, with accumulators in f32: activations X of 16 bits,
//! (m, k), by weights W of 4 or 8 bits, (n, k).
//!
//! ```text
//! D = f(X Wᵀ + bias)        f: nothing, relu, gelu or silu
//! ```
//!
//! | kernel | W(i, p) for a code q | a code | [`Format`] |
//! |---|---|---|---|
//! | `quantised_T_int4_N` | (q - zero) scale, for 128 codes of a row | 0 to 15 | [`Int4`] |
//! | `quantised_T_int8_N` | q scale, for a row | -128 to 127 | [`Int8`] |
//! | `quantised_T_e4m3_N` | q scale, for a row | a number, not NaN | [`Fp8`] |
//!
//! T is bf16 or f16, the type of X, D, the bias, and of the scales of `int4`; scales of rows are
//! f32. N is the number of tokens, rows of X, that a block multiplies: 64 or 256, or 16 in [`few`].
//!
//! # The product
//!
//! Blocks compute Dᵀ = W Xᵀ: the rows of W are the rows of `wgmma`, which takes them from
//! registers, and the tokens are its columns. A block has 128 rows of W and N tokens.
//! A producer warp copies W and X to a ring of stages; each of two warpgroups reads its codes of W
//! by vectors of 16 bytes, converts them and multiplies 64 rows by the X in shared memory. While
//! the products of 64 codes of a row run, the next ones are converted.
//!
//! # The numbers of codes
//!
//! The low 8 bits of a half, as a number of T, count its smallest number u. For bf16 this includes
//! bit 7, the lowest one of the exponent, since the exponents 0 and 1 have the same unit. So one
//! `fma` makes two numbers of two codes, in units of 1/64 (bf16) or 1/512 (f16), and subtracts the
//! zero:
//!
//! ```text
//! word      & 0x00ff_00ff         q u, twice          times 1/(64 u), minus 128 / 64     int8
//! word      & 0x000f_000f         q u, twice          times 1/(64 u), minus zero / 64    int4
//! word      & 0x00f0_00f0         16 q u, twice       times 1/(1024 u), minus zero / 64  int4
//! word >> 8 & the same masks      the next pairs
//! ```
//!
//! These numbers are exact, and scales multiply their sums. But the scales of 128 codes multiply
//! the numbers where there are more than 16 tokens, which rounds them once. There the numbers of T
//! from 128 (bf16) or 1024 (f16) on are the integers:
//!
//! ```text
//! word >> 4 i & 0x000f_000f | 0x4300_4300          128 + q, twice
//! (128 + q) - (128 + zero), then times scale       rounded once
//! ```
//!
//! # The packing
//!
//! A thread's codes are contiguous. [`Packing`] is the layout from (row, k) of a tile of W to the
//! place of a code: the map from threads and values to (row, k), which the tiled MMA prescribes, is
//! inverted, and composed with the order of values in a thread's vectors.
//!
//! ```text
//! codes of int4      threads 0 to 255: 16 bytes each for k < 64       the same for k < 128
//! of one thread      4 words: 16 values of k each
//! of one word        bits 0 4 8 12: rows r, r + 8, r, r + 8 at k, k, k + 8, k + 8
//!                    bits 16 to 31: the same at k + 1
//! ```
//!
//! So code (0, 1) is number 4, code (8, 0) is number 1, and code (1, 0), of thread 4, is number
//! 128. Tiles lie one behind the other, those of the same rows first. Behind a tile of `int4` there
//! are 128 words, one for each row: its scale, and -(128 + zero) or -(1024 + zero), both of T.
//!
//! # Tiles that all blocks share
//!
//! All multiprocessors must load W. After whole rounds of tiles, the steps along k of the other
//! tiles are divided equally among all blocks ([`StreamK`](zellige_gpu::schedule::StreamK)), which
//! pass sums of parts through a workspace. Up to 16 tokens have a kernel of their own, [`few`].
//!
//! A kernel may begin while the one before it in the stream runs. Until that is done, it only
//! prefetches its first codes into the L2 cache, where a later write would replace them.

pub mod few;

use crate::epilogue::Linear;
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use core::ptr::null;
use zellige::atom::smem::SharedTile;
use zellige::atom::{
    MmaAtom, MmaTiling, OperandA, OperandB, OperandC, PartitionFragment, Thrfrg, TiledMma, mma,
};
use zellige::ops::{ColMajor, Compose, RightInverse, WithShape};
use zellige::prelude::*;
use zellige::typenum::{U64, U128, Unsigned};
use zellige_gpu::engine::{Engine, Get, SharedAddress};
use zellige_gpu::epilogue::store_predicated;
use zellige_gpu::number::Predicated;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::{Raster, Workspace};
use zellige_gpu::storage::{Allocate, KMajorTile, SharedStorage, SmemTensor, Stages, TmaTile};
use zellige_gpu::tensor::{gmem, packed, tma};
use zellige_gpu::transform::transform_if;
use zellige_gpu::vector;
use zellige_gpu::wgmma::{Accumulates, Accumulators, Idle, RsOp, ScaleOut, TmaOperand, wgmma};
use zellige_gpu::{Bf16, F16, Half, Sm90, Store, TensorMap, unroll};

/// The rows of W in a tile.
pub type Rows = U128;
/// The tiled MMA of the instruction I: two warpgroups, one below the other.
type Warpgroups<I> = TiledMma<I, layout!((2, 1))>;
/// The number of rows of tiles per group.
type Group = int!(16);

/// A format of weights.
pub trait Format: 'static {
    /// The number of bits of a code.
    const BITS: u32;
    /// The codes of a row in a tile.
    type K: Integer + Unsigned;
    /// The places of the codes in a tile: [`Packing`].
    type Packing: Layout;
    /// Whether 128 codes of a row have a scale and a zero. Otherwise a row has a scale.
    const GROUPS: bool = false;
    /// The number of registers of fragments that a word becomes.
    const REGISTERS: u32;
    /// Returns these registers of elements T, exact, 1 of them being so many [units](Self::units),
    /// before the scale. Rows 0 and 8 of the thread's rows have these [`zeros`](Self::zeros).
    fn exact<T: Half, G: Store>(gpu: G, word: u32, zeros: [u32; 2]) -> [u32; 4];
    /// Returns the numbers that [`exact`](Self::exact) adds, each twice, for those of the packing.
    fn zeros<T: Half, G: Store>(_: G, zeros: [u32; 2]) -> [u32; 2] {
        zeros
    }
    /// Returns the factor of the sums of these numbers: units in 1.
    fn units<T: Half>() -> f32 {
        if T::BRAIN { 64.0 } else { 512.0 }
    }
    /// Returns the registers with the scales of a format that has [`GROUPS`](Self::GROUPS), or the
    /// exact ones. Rows 0 and 8 have the scales, each a pair of the same number, and the numbers of
    /// the packing that are added to the codes.
    fn scaled<T: Half, G: Store>(gpu: G, word: u32, _: [[u32; 2]; 2]) -> [u32; 4] {
        Self::exact::<T, G>(gpu, word, [0; 2])
    }
    /// The number of these codes.
    const STEP: u32 = Self::K::U32;
    /// The number of words of a tile.
    const WORDS: u32 = Rows::U32 * (Self::K::U32 * Self::BITS / 32 + Self::GROUPS as u32);
}
/// Returns a pair of T: the number from which on numbers are the integers.
const fn first_integer<T: Half>() -> u32 {
    if T::BRAIN { 0x4300_4300 } else { 0x6400_6400 }
}
/// Returns two codes of 4 bits, each added to [`first_integer`].
#[inline(always)]
fn nibbles<T: Half>(word: u32, i: u32) -> u32 {
    word >> (4 * i) & 0x000f_000f | first_integer::<T>()
}
/// Returns a pair of T, 2^127 or 2^15: the factor that makes units of the smallest numbers of T.
const fn to_units<T: Half>() -> u32 {
    twice::<T>(0x7f00, 0x7800)
}
/// Returns a pair of the same number of T.
const fn twice<T: Half>(bf16: u32, f16: u32) -> u32 {
    0x1_0001 * if T::BRAIN { bf16 } else { f16 }
}

/// Codes from 0 to 15, with a scale and a zero for 128 of them: (q - zero) scale.
pub struct Int4;
impl Format for Int4 {
    const BITS: u32 = 4;
    const GROUPS: bool = true;
    type K = U128;
    // (thread, ((k, row, k), (MMA_K of a vector, vector)))
    type Packing =
        PackingBy<layout!((256, ((2, 2, 2), (4, 2))) : (32, ((4, 1, 2), (8, 8192)))), U128>;
    const REGISTERS: u32 = 4;
    #[inline(always)]
    fn scaled<T: Half, G: Store>(gpu: G, word: u32, scales: [[u32; 2]; 2]) -> [u32; 4] {
        let mut registers = [0; 4];
        unroll!(for i in 0..4 {
            let [scale, zero] = scales[i as usize % 2];
            let code = T::fma(gpu, nibbles::<T>(word, i), twice::<T>(0x3f80, 0x3c00), zero);
            registers[i as usize] = T::fma(gpu, code, scale, 0x8000_8000); // minus zero
        });
        registers
    }
    #[inline(always)]
    fn exact<T: Half, G: Store>(gpu: G, word: u32, zeros: [u32; 2]) -> [u32; 4] {
        let mut registers = [0; 4];
        unroll!(for i in 0..4 {
            let word = word >> (8 * (i / 2));
            let (code, factor) = match i % 2 {
                0 => (word & 0x000f_000f, to_units::<T>()),
                _ => (word & 0x00f0_00f0, twice::<T>(0x7d00, 0x6800)), // a sixteenth
            };
            registers[i as usize] = T::fma(gpu, code, factor, zeros[i as usize % 2]);
        });
        registers
    }
    #[inline(always)]
    fn zeros<T: Half, G: Store>(gpu: G, zeros: [u32; 2]) -> [u32; 2] {
        // -(128 + zero) / 64 + 2, or -(1024 + zero) / 512 + 2.
        let (factor, two) = (twice::<T>(0x3c80, 0x1800), twice::<T>(0x4000, 0x4000));
        zeros.map(|zero| T::fma(gpu, zero, factor, two))
    }
}
/// Codes from -128 to 127, with a scale for a row: q scale. In the packing they begin at 0.
pub struct Int8;
impl Format for Int8 {
    const BITS: u32 = 8;
    type K = U64;
    type Packing = Bytes;
    const REGISTERS: u32 = 2;
    #[inline(always)]
    fn exact<T: Half, G: Store>(gpu: G, word: u32, _: [u32; 2]) -> [u32; 4] {
        let minus = twice::<T>(0xc000, 0xb400); // 128 units
        let mut registers = [0; 4];
        unroll!(for i in 0..2 {
            registers[i as usize] =
                T::fma(gpu, word >> (8 * i) & 0x00ff_00ff, to_units::<T>(), minus);
        });
        registers
    }
}
/// Numbers of e4m3, with a scale for a row.
pub struct Fp8;
impl Format for Fp8 {
    const BITS: u32 = 8;
    type K = U64;
    type Packing = Bytes;
    const REGISTERS: u32 = 2;
    #[inline(always)]
    fn exact<T: Half, G: Store>(gpu: G, word: u32, _: [u32; 2]) -> [u32; 4] {
        // The exponent of T has another bias: 2^120 or 2^8 corrects it, also of subnormal numbers.
        let (shift, mask) = if T::BRAIN { (4, 0x07f0_07f0) } else { (1, 0x3f80_3f80) };
        let mut registers = [0; 4];
        unroll!(for i in 0..2 {
            let word = if i == 0 { word << 8 } else { word };
            let bits = word & 0x8000_8000 | word >> shift & mask;
            registers[i as usize] = T::fma(gpu, bits, twice::<T>(0x7b80, 0x5c00), 0x8000_8000);
        });
        registers
    }
    #[inline(always)]
    fn units<T: Half>() -> f32 {
        1.0
    }
}
/// The packing of codes of 8 bits.
type Bytes = PackingBy<layout!((256, ((2, 2, 2), (2, 2))) : (16, ((2, 1, 4), (8, 4096)))), U64>;
/// The packing of K codes of each row, by the layout from (thread, value) to their places.
type PackingBy<ByThread, K> = WithShape<Compose<ByThread, RightInverse<Threads<K>>>, (Rows, K)>;
/// The layout from (thread, value) to (row, k) of a tile, column by column. It is the same for all
/// instructions with operand A of 16 bits in registers.
type Threads<K> =
    Thrfrg<Warpgroups<mma::SM90_64x16x16_F32BF16BF16_RS>, OperandA, ColMajor<(Rows, K)>>;

/// The layout from (row, k) of a tile of W, 128 by [`Format::K`], to the place of its code, counted
/// in codes. Each thread of a pair of warpgroups finds its codes in two vectors of 16 bytes.
///
/// ```
/// use zellige::atom::{MmaTiling, OperandA, TiledMma, mma};
/// use zellige::prelude::*;
/// use zellige_ops_kernels::quantised::{Int4, Int8, Packing};
/// let (int4, int8) = (<Packing<Int4>>::STATIC, <Packing<Int8>>::STATIC);
/// assert_eq!([(0u32, 1u32), (8, 0), (1, 0)].map(|at| int4.crd2idx(at)), [4, 1, 128]);
/// assert_eq!([(0u32, 1u32), (8, 0), (1, 0)].map(|at| int8.crd2idx(at)), [2, 1, 64]);
/// // The first 32 codes that the instructions take from thread 5 are its 16 bytes.
/// type Mma = TiledMma<mma::SM90_64x256x16_F32F16F16_RS, layout!((2, 1))>;
/// let (share, first) = Mma::STATIC.partition::<OperandA, _, _>(int4, 5u32);
/// let mut places: Vec<u32> = (0..32u32).map(|value| first + share.crd2idx(value)).collect();
/// places.sort();
/// assert!(places.into_iter().eq(5 * 32..6 * 32));
/// ```
pub type Packing<F> = <F as Format>::Packing;
/// Returns the place of the code at (row, k) in a tile, by [`Packing`].
pub fn place<F: Format>(row: u32, k: u32) -> u32 {
    <Packing<F>>::STATIC.crd2idx(row + Rows::U32 * k).u32()
}
/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of an element of X, D and the bias.
    type Element: Half + Predicated + Into<f32>;
    /// The format of the weights.
    type Format: Format;
    /// The tokens of a tile.
    type Tokens: Integer + Unsigned;
    /// The tiles of X in shared memory, (token, k, stage).
    type X: TmaOperand<Self::Element, Warpgroups<Self::Instruction>, OperandB>;
    /// The layout of the words of W in shared memory, (word, stage).
    type Words: SharedTile<Profile = (usize, usize)> + 'static;
    /// The instruction, with A in registers.
    type Instruction: MmaAtom;
}
/// A product of N tokens of T at a time by weights of the format F.
pub struct Quantised<T, F, const N: usize>(PhantomData<(T, F)>);
macro_rules! configs {
    ($($N:literal: $($F:ident of $words:literal in $Pipe:literal),+;)+) => { $($(
        configs!(Bf16 $N: $F $words $Pipe);
        configs!(F16 $N: $F $words $Pipe);
    )+)+ };
    ($T:ident $N:literal: $F:ident $words:literal $Pipe:literal) => {
        impl Config for Quantised<$T, $F, $N> {
            type Element = $T;
            type Format = $F;
            type Tokens = int!($N);
            type X = KMajorTile<$T, int!($N), <$F as Format>::K, int!($Pipe)>;
            type Words = layout!(($words, $Pipe));
            type Instruction = <$T as RsOp<int!($N)>>::Op;
        }
    };
}
// Tokens; then for each format, the words of a tile and the stages.
configs! {
    64: Int4 of 2176 in 8, Int8 of 2048 in 12, Fp8 of 2048 in 12;
    256: Int4 of 2176 in 3, Int8 of 2048 in 5, Fp8 of 2048 in 5;
}
/// One warpgroup that copies, and two that multiply.
type Warps = WarpRoles<1, 2, 40, 232>;
type FormatOf<C> = <C as Config>::Format;
/// The stages of X and W, and parts of D: (row of W, token, warp, 2).
type Storage<C> = (
    TmaRing<(<C as Config>::X, Stages<u32, <C as Config>::Words>), Warps>,
    SmemTensor<<C as Config>::Element, layout!((16, 16, 8, 2))>,
);
/// A thread's accumulators.
type Acc<C> = PartitionFragment<
    Warpgroups<<C as Config>::Instruction>,
    OperandC,
    ColMajor<(Rows, <C as Config>::Tokens)>,
>;
/// Returns the number of tiles of a product of m tokens by n rows of W.
pub const fn tiles<C: Config>(m: u32, n: u32) -> u32 {
    m.div_ceil(C::Tokens::U32) * n.div_ceil(Rows::U32)
}
/// Returns the elements of f32 that each block needs in the workspace.
pub const fn share<C: Config>() -> u32 {
    Rows::U32 * C::Tokens::U32
}

/// Computes D = f(X Wᵀ + bias). All blocks run at the same time: the grid has at most one for each
/// multiprocessor. The launch may depend on the kernel before it: nothing but a prefetch of W
/// precedes [`griddepcontrol_wait`](zellige_gpu::Gpu::griddepcontrol_wait).
///
/// The map of X, (k, m), has the boxes of [`Config::X`]: 64 by N, swizzled by 128 bytes. Tiles of W
/// have [`Format::WORDS`] words each, laid out by [`Packing`]; codes outside of W are zeros. The
/// first `whole` tiles are computed by a block each, the steps of the others by all blocks. Rows of
/// D begin `ldd` elements apart.
///
/// # Safety
///
/// For k = 0, all tiles are whole. W begins at a multiple of 16 bytes, and has a tile for each 128
/// rows and each [`Format::K`] codes. There are n scales, unless the format has them in W. If not
/// all tiles are whole, there are a flag, 0 before and after, and [`share`] elements of `shares`
/// for each block. `whole` is a multiple of the number of blocks, or all tiles. There are fewer
/// than 2^31 tiles, also if n is rounded up to a multiple of 2048, and fewer than 2^32 steps in
/// those that are not whole. D has m rows of n elements, and ldd is less than 2^24.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Storage<C>>::BYTES,
    min_blocks = 1,
    instances(
        quantised_bf16_int4_64 = <Quantised<Bf16, Int4, 64>>,
        quantised_bf16_int4_256 = <Quantised<Bf16, Int4, 256>>,
        quantised_bf16_int8_64 = <Quantised<Bf16, Int8, 64>>,
        quantised_bf16_int8_256 = <Quantised<Bf16, Int8, 256>>,
        quantised_bf16_e4m3_64 = <Quantised<Bf16, Fp8, 64>>,
        quantised_bf16_e4m3_256 = <Quantised<Bf16, Fp8, 256>>,
        quantised_f16_int4_64 = <Quantised<F16, Int4, 64>>,
        quantised_f16_int4_256 = <Quantised<F16, Int4, 256>>,
        quantised_f16_int8_64 = <Quantised<F16, Int8, 64>>,
        quantised_f16_int8_256 = <Quantised<F16, Int8, 256>>,
        quantised_f16_e4m3_64 = <Quantised<F16, Fp8, 64>>,
        quantised_f16_e4m3_256 = <Quantised<F16, Fp8, 256>>,
    )
)]
pub unsafe fn quantised<C: Config, G: Sm90 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    whole: u32,
    x: *const TensorMap,
    w: *const u32,
    scales: *const f32,
    d: *mut C::Element,
    ldd: u32,
    bias: *const C::Element,
    activation: u32,
    shares: *mut f32,
    flags: *mut u32,
) where
    C::Instruction: Accumulates<G, C::Element, [u32; 4]>,
{
    let (ring, parts) = <Storage<C>>::allocate(gpu);
    let (s_x, s_w) = ring.tiles(); // (BLK_N, BLK_K, PIPE), (WORDS, PIPE)
    let words = const { FormatOf::<C>::WORDS };
    let (tokens, step_k) = (C::Tokens::STATIC, <FormatOf<C> as Format>::K::STATIC);
    let steps = k.div_ceil(const { FormatOf::<C>::STEP });
    let (tiles_n, tiles_m) = (n.div_ceil(Rows::U32), m.div_ceil(const { C::Tokens::U32 }));
    let raster = Raster::<{ Group::U32 }>::new_unchecked(tiles_n, tiles_m);
    let (block, blocks, others) = (gpu.block_x(), gpu.grid_x(), raster.tiles() - whole);
    // Nothing overflows, and nothing is divided by zero.
    assert_unchecked(blocks != 0 && others.checked_mul(steps).is_some_and(|all| all != u32::MAX));
    // The coordinates of tiles, their steps, and the parts of those that several blocks compute.
    let works = || {
        let first = raster.persistent(gpu).take_while(move |tile| tile.number() < whole);
        let first = first.map(move |tile| (tile.coordinate(), 0..steps, None));
        let others = Raster::<1>::new_unchecked(1, others).stream_k_of(steps, block, blocks);
        first.chain(others.map(move |part| {
            let tile = raster.tile(whole + part.tile().number()).unwrap_unchecked();
            (tile.coordinate(), part.steps(), Some(part))
        }))
    };
    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            if let Some(mut producer) = ring.producer(&role) {
                // The first codes come to the cache while the kernel before may still run.
                if let Some(((i, _), of_tile, _)) = works().next() {
                    let count = (of_tile.end - of_tile.start).min(16);
                    let tile = steps as usize * i as usize + of_tile.start as usize;
                    let from = w.wrapping_add(words as usize * tile).cast();
                    gpu.bulk_prefetch(from, 4 * words * count);
                }
                gpu.griddepcontrol_wait();
                for ((i, j), of_tile, _) in works() {
                    let g_x = tma(x, (m, k)).local_tile((tokens, step_k), (j, ..)); // (BLK_N, BLK_K, k)
                    for step in of_tile {
                        let filling = producer.acquire(gpu);
                        let stage = filling.stage();
                        <C::X as TmaTile>::fill(gpu, filling, g_x.at((.., .., step)), s_x);
                        let tile = steps as usize * i as usize + step as usize;
                        let from = w.wrapping_add(words as usize * tile).cast();
                        let to = s_w.at((.., stage)).address();
                        gpu.bulk_load(to, from, 4 * words, filling.barrier());
                    }
                }
                gpu.griddepcontrol_launch_dependents();
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            gpu.griddepcontrol_wait();
            let (mut consumer, thread) = (ring.consumer::<1>(&role), role.thread());
            let mma = <Warpgroups<C::Instruction>>::STATIC;
            // Named barriers: 1 and 2 of warpgroups, 5 of the fix-up, 6 to 13 of warps.
            let warpgroup = gpu.broadcast(thread / 128);
            let tc_rb = s_x.descriptors::<OperandB, _>(mma, 0); // (MMA, MMA_N, MMA_K, PIPE)
            // The first of the thread's two rows; the other one is 8 rows below.
            let (lane, warp) = layout!((32, 8)).idx2crd(thread);
            let row = 16 * warp + lane / 4;
            let workspace = Workspace::<f32, 256, 5>::new(shares, flags);
            for (tile, of_tile, part) in works() {
                let mut running = <Idle<_>>::zero().run();
                while consumer.steps() < of_tile.end - of_tile.start {
                    let full = consumer.wait(gpu);
                    let stage = full.stage();
                    let mut previous = Some(full);
                    let words = s_w.at((.., stage)).engine();
                    let mut scales = [[0; 2]; 2];
                    if const { FormatOf::<C>::GROUPS } {
                        let mut of_rows = [0; 2];
                        unroll!(for i in 0..2 {
                            let at = words.moved(2048 + row + 8 * i);
                            of_rows[i as usize] = at.get();
                        });
                        unroll!(for i in 0..2 {
                            let word: u32 = of_rows[i as usize];
                            let (low, high) = (word & 0xffff, word >> 16);
                            scales[i as usize] = [low | low << 16, high | high << 16];
                        });
                    }
                    unroll!(for batch in 0..{ FormatOf::<C>::STEP / 64 } {
                        // Four instructions of 16 along k.
                        let (mut codes, mut a) = ([0; 8], [0; 16]);
                        unroll!(for i in 0..{ FormatOf::<C>::BITS / 4 } {
                            let vector = 4 * (thread + 256 * (batch + i));
                            let read: [u32; 4] = vector::read(words.moved(vector).pointer());
                            unroll!(for j in 0..4 {
                                codes[(4 * i + j) as usize] = read[j as usize];
                            });
                        });
                        // Products read registers while they run: those of the batch before the
                        // last one are done, or, if a tile has one batch, those of the last one.
                        if const { FormatOf::<C>::STEP == 64 } {
                            running.wait_but::<0>(gpu);
                        }
                        unroll!(for i in 0..{ FormatOf::<C>::BITS } {
                            let registers = <FormatOf<C>>::scaled::<C::Element, G>(
                                gpu, codes[i as usize], scales,
                            );
                            unroll!(for j in 0..{ FormatOf::<C>::REGISTERS } {
                                let to = FormatOf::<C>::REGISTERS * i + j;
                                a[to as usize] = registers[j as usize];
                            });
                        });
                        let tc_ra = packed::<C::Element, _, _>(&mut a, layout!(((2, 2, 2), 1, 4)));
                        running.fence(gpu);
                        unroll!(for i in 0..4 {
                            let b = tc_rb.slice((.., .., 4 * batch + i, stage));
                            let a = tc_ra.slice((.., .., i));
                            wgmma(gpu, mma, a, b, ScaleOut::One, &mut running);
                        });
                        running.commit(gpu);
                        if const { FormatOf::<C>::STEP != 64 } {
                            running.wait_but::<1>(gpu);
                        }
                        if let Some(full) = previous.take() {
                            // One thread releases for all threads of the warpgroup, which have read
                            // the codes of the previous step.
                            gpu.barrier_sync_at::<128>(1 + warpgroup);
                            full.release(gpu);
                        }
                    });
                }
                let mut acc = running.wait(gpu);
                gpu.barrier_sync_at::<128>(1 + warpgroup);
                consumer.flush(gpu);
                let tc_acc = acc.tensor(<Acc<C>>::STATIC); // (MMA, MMA_M, MMA_N)
                if let Some(part) = &part {
                    if !workspace.fix_up(gpu, thread, part, tc_acc) {
                        continue;
                    }
                }
                // A thread's share of a matrix of D's extents, which begins at `first`.
                let of_tile = (Rows::STATIC, tokens);
                if !const { FormatOf::<C>::GROUPS } {
                    let all = gmem(scales, layout!((n, m) : (1, 0))).local_tile(of_tile, tile);
                    let scales = all.narrow().partition::<OperandC, _>(mma, thread);
                    let units = <FormatOf<C>>::units::<C::Element>();
                    transform_if((tc_acc, scales), tc_acc, |(sum, scale)| sum * (units * scale));
                }
                let linear = Linear { alpha: 1.0, beta: 0.0, bias, c: null(), ldc: 0, activation };
                linear.apply(gpu, tc_acc, |first, ld| {
                    let all = gmem(first, layout!((n, m) : (1, ld))).local_tile(of_tile, tile);
                    all.narrow().partition::<OperandC, _>(mma, thread) // (MMA, MMA_M, MMA_N)
                });
                let g_d = gmem(d, layout!((n, m) : (1, ldd))).local_tile(of_tile, tile).narrow();
                if !g_d.is_whole() || (ldd | (d.addr() / 2) as u32) % 8 != 0 {
                    store_predicated(gpu, tc_acc, g_d.partition::<OperandC, _>(mma, thread));
                    continue;
                }
                // A warp's 16 rows of W and 16 tokens at a time, transposed in shared memory.
                let (in_matrix, matrix) = layout!((8, (2, 2))).idx2crd(lane);
                let (half, token) = layout!((2, 16)).idx2crd(lane);
                let (row, first) = (Rows::U32 * tile.0 + 16 * warp, C::Tokens::U32 * tile.1);
                let place = ldd as usize * (first + token) as usize + (row + 8 * half) as usize;
                unroll!(for part in 0..{ C::Tokens::U32 / 16 } {
                    let part_of_d = parts.slice((.., .., warp, part % 2));
                    let mut words = [0; 4];
                    unroll!(for i in 0..4 {
                        let at = (8 * part + 2 * i) as usize;
                        let sum = |i: usize| f32::from_bits(acc.get()[0].bits(i));
                        words[i as usize] = C::Element::pair(gpu, sum(at), sum(at + 1));
                    });
                    let at = (8 * matrix.0, in_matrix + 8 * matrix.1);
                    gpu.stmatrix_x4_trans(part_of_d.at(at).address(), words);
                    gpu.barrier_sync_at::<32>(6 + warp);
                    let from = part_of_d.engine().moved(8 * lane).pointer();
                    let to = d.wrapping_add(place + 16 * part as usize * ldd as usize);
                    vector::write::<u32, 4>(to.cast(), vector::read(from.cast()));
                });
            }
        }
    }
}
