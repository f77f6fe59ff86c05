//! Operands with scale factors, in memory, and what their product must be.

use zellige::atom::block_scaled::{tile_atom_to_shape_sfa, tile_atom_to_shape_sfb};
use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::number::value;
use zellige_gpu::number::{E2m1, Format, FragmentElement, Padded, Ue4m3, Ue8m0};
use zellige_gpu::{Bf16, E4m3};
use zellige_kernels::umma_scaled_gemm::{Config, words};

/// Elements of C, from and to f32.
pub trait Output: Copy {
    fn bytes(x: f32) -> Vec<u8>;
    fn of(bytes: &[u8]) -> f32;
}
impl Output for f32 {
    fn bytes(x: f32) -> Vec<u8> {
        x.to_le_bytes().to_vec()
    }
    fn of(bytes: &[u8]) -> f32 {
        f32::from_le_bytes(bytes.try_into().unwrap())
    }
}
impl Output for Bf16 {
    fn bytes(x: f32) -> Vec<u8> {
        Bf16::from_f32(x).0.to_le_bytes().to_vec()
    }
    fn of(bytes: &[u8]) -> f32 {
        f32::from_bits(u32::from(u16::from_le_bytes(bytes.try_into().unwrap())) << 16)
    }
}
/// Formats of elements and factors, with the bits of some numbers. All sums of products of these
/// are exact.
pub trait Numbers {
    const FORMAT: Format;
    const BITS: &'static [u8];
    /// The bits of number `i`.
    fn bits(seed: u32, i: u32) -> u8 {
        let mixed = (i.wrapping_mul(31) + seed).wrapping_mul(0x9e37_79b1) >> 16;
        Self::BITS[mixed as usize % Self::BITS.len()]
    }
    fn value(bits: u8) -> f64 {
        value(Self::FORMAT, bits.into())
    }
}
/// Formats of factors, with the bits of the largest number and of NaN.
pub trait Factor: Numbers {
    const LARGEST: u8;
    const NAN: u8;
    /// The elements that share a factor.
    const VECTOR: u32;
    /// The byte of the factor of an element of A, or of B, in a problem (m, n, k).
    fn place_of_a(problem: (u32, u32, u32), at: (u32, u32)) -> usize;
    fn place_of_b(problem: (u32, u32, u32), at: (u32, u32)) -> usize;
}
macro_rules! formats {
    ($($T:ty, $Format:ident: $bits:expr $(, $largest:literal, $nan:literal, for $vector:literal)?;)*) => { $(
        impl Numbers for $T {
            const FORMAT: Format = Format::$Format;
            const BITS: &'static [u8] = &$bits;
        }
        $(impl Factor for $T {
            const LARGEST: u8 = $largest;
            const NAN: u8 = $nan;
            const VECTOR: u32 = $vector;
            fn place_of_a(problem: (u32, u32, u32), at: (u32, u32)) -> usize {
                tile_atom_to_shape_sfa(int!($vector), problem).crd2idx(at).usize()
            }
            fn place_of_b(problem: (u32, u32, u32), at: (u32, u32)) -> usize {
                tile_atom_to_shape_sfb(int!($vector), problem).crd2idx(at).usize()
            }
        })?
    )* };
}
formats! {
    E2m1, E2m1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    Padded<E2m1>, E2m1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    // 0, multiples of 1/8 up to 2, and some of these negative.
    E4m3, E4m3: [0, 0x20, 0x28, 0x2c, 0x30, 0x34, 0x38, 0x3c, 0x40, 0xa0, 0xa8, 0xb2, 0xb8, 0xbe, 0xc0];
    Ue4m3, Ue4m3: [0x30, 0x34, 0x38, 0x3c, 0x40, 0x44, 0x48], 0x7e, 0x7f, for 16;
    Ue8m0, Ue8m0: [125, 126, 127, 128], 0xfe, 0xff, for 32;
}

/// A matrix of elements and its factors, in memory.
pub struct Operand {
    pub elements: GlobalMemory,
    /// The bytes from one row to the next.
    pub ld: u32,
    pub factors: GlobalMemory,
    /// The scaled elements, row by row.
    scaled: Vec<f64>,
}
impl Operand {
    /// Makes rows of k elements T, with `gap` times 16 bytes more, or 32 if copies pad them. The
    /// factor of (row, element) is at the byte `place`. Returns the bytes of a row, too.
    pub fn new<C: Config<Factor: Factor>, T: Numbers + FragmentElement>(
        seed: u32,
        (rows, k): (u32, u32),
        gap: u32,
        place: impl Fn((u32, u32)) -> usize,
    ) -> (u32, Self) {
        let bits = (<T::Bits as Integer>::KNOWN as u32).min(T::FILLED);
        let (per_byte, is_padded) = (8 / bits, T::FILLED < 8);
        let (whole, unit) = if is_padded { (128, 32) } else { (1, 16) };
        let bytes = k.next_multiple_of(whole) / per_byte;
        let ld = bytes.next_multiple_of(unit) + unit * gap;
        // Elements between the rows are not zero.
        let element = |i: u32| T::bits(seed, i);
        let byte = |i: u32| match per_byte {
            2 => element(2 * i) | element(2 * i + 1) << 4,
            _ => element(i),
        };
        let vector = C::Factor::VECTOR;
        let factor = |row: u32, k: u32| C::Factor::bits(seed + 7, 1000 * row + k / vector);
        let (blocks, words) = words::<C>(rows, k);
        let mut factors = vec![None; (4 * blocks * words) as usize];
        // Factors of rows that C does not have are NaN; those past k multiply zeros.
        for row in 0..128 * blocks {
            for first in (0..words / 128 * 4 * vector).step_by(vector as usize) {
                let factor = match () {
                    () if row >= rows => C::Factor::NAN,
                    () if first >= k => C::Factor::LARGEST,
                    () => factor(row, first),
                };
                assert_eq!(factors[place((row, first))].replace(factor), None);
            }
        }
        let factors: Vec<u8> = factors.into_iter().map(Option::unwrap).collect();
        let scaled = |i: u32| {
            let (row, x) = (i / k, i % k);
            T::value(element(row * per_byte * ld + x)) * C::Factor::value(factor(row, x))
        };
        let operand = Operand {
            elements: GlobalMemory::new(&(0..rows * ld).map(byte).collect::<Vec<_>>()),
            ld,
            factors: GlobalMemory::new(&factors),
            scaled: (0..rows * k).map(scaled).collect(),
        };
        (bytes, operand)
    }
}

/// Returns A and B of m x k by n x k elements, with `gap` units of bytes more in each row, and the
/// bytes of their rows.
pub fn operands<C: Config<Element: Numbers, ElementB: Numbers, Factor: Factor>>(
    (m, n, k): (u32, u32, u32),
    gap: u32,
) -> ([u32; 2], [Operand; 2]) {
    let (place_of_a, place_of_b) = (C::Factor::place_of_a, C::Factor::place_of_b);
    let (bytes_a, a) =
        Operand::new::<C, C::Element>(1, (m, k), gap, |at| place_of_a((m, n, k), at));
    let (bytes_b, b) =
        Operand::new::<C, C::ElementB>(2, (n, k), gap, |at| place_of_b((m, n, k), at));
    ([bytes_a, bytes_b], [a, b])
}
/// Returns C of m x n elements before the product, of rows with `gap` more.
pub fn before<C: Config<Output: Output>>((m, n): (u32, u32), gap: u32) -> GlobalMemory {
    GlobalMemory::new(&C::Output::bytes(-77.0).repeat((m * (n + gap)) as usize))
}
/// Compares C with the product of m x k by n x k elements. The rows of C have `gap` more elements,
/// which the kernel leaves alone.
pub fn compare<C: Config<Output: Output>>(
    (m, n, k): (u32, u32, u32),
    [a, b]: [&Operand; 2],
    c: &GlobalMemory,
    gap: u32,
) {
    let (ldc, size) = (n + gap, size_of::<C::Output>());
    let bytes = c.bytes();
    let row = |all: &Operand, i: u32| {
        let first = (i * k) as usize;
        all.scaled[first..first + k as usize].to_vec()
    };
    for i in 0..m {
        let row_a = row(a, i);
        for j in 0..ldc {
            let product = || row_a.iter().zip(row(b, j)).map(|(a, b)| a * b).sum::<f64>();
            let expected = if j < n { product() as f32 } else { -77.0 };
            let expected = C::Output::of(&C::Output::bytes(expected));
            let found = C::Output::of(&bytes[(i * ldc + j) as usize * size..][..size]);
            assert_eq!(found, expected, "({i}, {j}) of {m} x {n} x {k}");
        }
    }
}
