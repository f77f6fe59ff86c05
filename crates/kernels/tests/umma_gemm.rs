//! The product for Blackwell, emulated, against sums of products in f64.

use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::{run_in_buffers, tensor_map::Tensor};
use zellige_gpu::kernel::Kernel;
use zellige_gpu::storage::TmaTile;
use zellige_gpu::{Bf16, F16, TensorMap};
use zellige_kernels::umma_gemm::{
    self, Config, Controlled, OfF16, PairControlled, PairToBf16, PairToF32, ToBf16, ToF32, blocks,
};

/// Elements of 16 or 32 bits, from and to f32.
trait Number: Copy {
    fn bytes(x: f32) -> Vec<u8>;
    fn of(bytes: &[u8]) -> f32;
}
macro_rules! numbers {
    ($($T:ident $bits:ident |$x:ident| $from:expr, |$b:ident| $of:expr;)*) => { $(
        impl Number for $T {
            fn bytes($x: f32) -> Vec<u8> {
                $from.to_le_bytes().to_vec()
            }
            fn of(bytes: &[u8]) -> f32 {
                let $b = $bits::from_le_bytes(bytes.try_into().unwrap());
                $of
            }
        }
    )* };
}
numbers! {
    Bf16 u16 |x| Bf16::from_f32(x).0, |b| f32::from_bits(u32::from(b) << 16);
    F16 u16 |x| F16::from_f32(x).0, |_b| unreachable!("no result is of f16");
    f32 u32 |x| x, |b| f32::from_bits(b);
}

/// Multiplies m x k by n x k elements, of rows with `gap` more, by at most `most` blocks, and
/// compares C, of rows with some more elements, which the kernel leaves alone.
fn multiplies<C: Config<Element: Number, Output: Number>, X>(
    (m, n, k): (u32, u32, u32),
    gap: u32,
    most: u32,
) where
    X: Kernel<Arguments = (u32, u32, u32, *const TensorMap, *const TensorMap, *mut C::Output, u32)>,
{
    let ld = k.next_multiple_of(8) + 8 * gap;
    // Multiples of 1/8 are exact in all formats, and so are these sums.
    let number = |seed: u32, i: u32| {
        let mixed = (i * 31 + seed).wrapping_mul(0x9e37_79b1) >> 16;
        (mixed % 17) as f32 / 8.0 - 1.0
    };
    let matrix = |seed, rows: u32| {
        let elements = (0..rows * ld).flat_map(|i| C::Element::bytes(number(seed, i)));
        GlobalMemory::new(&elements.collect::<Vec<_>>())
    };
    let (mut a, mut b) = (matrix(1, m), matrix(2, n));
    let map = |memory: &mut GlobalMemory, rows, (extents, swizzle)| {
        let tensor =
            (rows * k > 0).then(|| Tensor::new(2, (rows, k), ld, extents, swizzle).unwrap());
        tensor.map_or(TensorMap([0; 16]), |tensor| tensor.emulated(memory.address()).unwrap())
    };
    let maps = [map(&mut a, m, C::A::map()), map(&mut b, n, C::B::map())];
    let (ldc, size) = (n + gap, size_of::<C::Output>());
    let poison = C::Output::bytes(-77.0).repeat((m * ldc) as usize);
    let mut c = GlobalMemory::new(&poison);
    let words = maps.map(|map| map.0.map(u64::to_le_bytes).concat());
    let mut maps = GlobalMemory::new(&words.concat());
    let first = maps.address() as usize;
    let map = |i: usize| std::ptr::with_exposed_provenance(first + 128 * i);
    let to = std::ptr::with_exposed_provenance_mut(c.address() as usize);
    let grid = (blocks::<C>(m, n).min(most), 1);
    // SAFETY: the matrices have these extents, and the maps describe them.
    let done = unsafe { run_in_buffers::<X>(grid, (m, n, k, map(0), map(1), to, ldc)) };
    done.unwrap();
    let bytes = c.bytes();
    for i in 0..m {
        for j in 0..ldc {
            let at = (i * ldc + j) as usize * size;
            let product = |x| {
                let [a, b] = [number(1, i * ld + x), number(2, j * ld + x)];
                f64::from(a) * f64::from(b)
            };
            let expected = if j < n { (0..k).map(product).sum::<f64>() as f32 } else { -77.0 };
            let expected = C::Output::of(&C::Output::bytes(expected));
            let found = C::Output::of(&bytes[at..at + size]);
            assert_eq!(found, expected, "({i}, {j}) of {m} x {n} x {k}");
        }
    }
}

/// Pairs of blocks, with tiles of 256 x 256: those sizes, and those around the rows of a block.
#[test]
fn of_pairs() {
    type Pair = umma_gemm::umma_gemm_pair;
    for (size, gap) in sizes(256) {
        multiplies::<PairToF32, Pair>(size, gap, u32::MAX);
    }
    for (size, gap) in [((255, 257, 64), 1), ((256, 128, 65), 0), ((257, 129, 450), 1)] {
        multiplies::<PairToF32, Pair>(size, gap, u32::MAX);
    }
    multiplies::<PairToBf16, umma_gemm::umma_gemm_pair_bf16>((263, 301, 130), 1, u32::MAX);
    multiplies::<PairToF32, Pair>((513, 513, 65), 1, 4); // 9 tiles, 4 or 5 each
    multiplies::<PairToF32, Pair>((257, 300, 500), 0, 2); // 4 tiles, more steps than stages
    multiplies::<PairToF32, Pair>((300, 300, 0), 1, 2); // 4 tiles of zeros
}

/// Sizes around tiles of 128 x `columns` x 64: none, 1, primes, a tile and one more or less.
fn sizes(columns: u32) -> [((u32, u32, u32), u32); 10] {
    [
        ((0, 3, 5), 0),
        ((3, 0, 5), 1),
        ((3, 5, 0), 1),
        ((1, 1, 1), 0),
        ((7, 13, 11), 2),
        ((127, columns - 1, 63), 0),
        ((128, columns, 64), 0),
        ((129, columns + 1, 65), 1),
        // More steps than stages.
        ((131, 37, 263), 0),
        ((64, columns, 577), 0),
    ]
}
#[test]
fn of_bf16_to_f32() {
    for (size, gap) in sizes(256) {
        multiplies::<ToF32, umma_gemm::umma_gemm>(size, gap, u32::MAX);
    }
}
#[test]
fn of_bf16_to_bf16() {
    for (size, gap) in [sizes(256)[2], sizes(256)[4], sizes(256)[7]] {
        multiplies::<ToBf16, umma_gemm::umma_gemm_bf16>(size, gap, u32::MAX);
    }
}
#[test]
fn of_f16_to_f32() {
    for (size, gap) in sizes(128) {
        multiplies::<OfF16, umma_gemm::umma_gemm_f16>(size, gap, u32::MAX);
    }
}
/// Blocks with several tiles: with fewer and with more steps than stages, and for k = 0.
#[test]
fn of_several_tiles() {
    multiplies::<ToF32, umma_gemm::umma_gemm>((385, 513, 65), 1, 2); // 12 tiles, 6 each
    multiplies::<ToF32, umma_gemm::umma_gemm>((257, 300, 330), 0, 1); // 6 tiles
    multiplies::<ToF32, umma_gemm::umma_gemm>((200, 300, 0), 1, 1); // 4 tiles of zeros
    multiplies::<ToBf16, umma_gemm::umma_gemm_bf16>((129, 520, 64), 1, 4); // 6 tiles, 1 or 2 each
    multiplies::<OfF16, umma_gemm::umma_gemm_f16>((300, 300, 200), 1, 2); // 9 tiles, 4 or 5
    multiplies::<OfF16, umma_gemm::umma_gemm_f16>((129, 257, 0), 0, 4);
}
/// A grid with a block, or a pair, for each tile. Which block computes a tile differs from run to
/// run.
#[test]
fn by_launch_control() {
    type One = umma_gemm::umma_gemm_clc;
    for (size, gap) in [sizes(256)[0], sizes(256)[3], sizes(256)[7]] {
        multiplies::<Controlled, One>(size, gap, u32::MAX);
    }
    multiplies::<Controlled, One>((385, 513, 65), 1, u32::MAX); // 12 tiles
    multiplies::<Controlled, One>((257, 300, 330), 0, u32::MAX); // 6 tiles, more steps than stages
    multiplies::<Controlled, One>((300, 600, 0), 1, u32::MAX); // 9 tiles of zeros
    type Pair = umma_gemm::umma_gemm_pair_clc;
    multiplies::<PairControlled, Pair>((129, 257, 65), 1, u32::MAX);
    multiplies::<PairControlled, Pair>((513, 513, 65), 1, u32::MAX); // 9 tiles
    multiplies::<PairControlled, Pair>((257, 300, 500), 0, u32::MAX); // 4 tiles
    multiplies::<PairControlled, Pair>((300, 600, 0), 0, u32::MAX); // 6 tiles of zeros
}
