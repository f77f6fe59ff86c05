//! The products with scale factors for Blackwell, emulated, against sums of products in f64.

use std::ptr;
use zellige::atom::block_scaled::{tile_atom_to_shape_sfa, tile_atom_to_shape_sfb};
use zellige::atom::tma::contiguous_mode;
use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::number::value;
use zellige_emulator::{run_in_buffers, tensor_map::Tensor};
use zellige_gpu::kernel::Kernel;
use zellige_gpu::number::{E2m1, Format, FragmentElement, Ue4m3, Ue8m0};
use zellige_gpu::storage::TmaTile;
use zellige_gpu::{Bf16, E4m3, TensorMap};
use zellige_kernels::umma_scaled_gemm::*;

/// Elements of C, from and to f32.
trait Output: Copy {
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
trait Numbers {
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
trait Factor: Numbers {
    const LARGEST: u8;
    const NAN: u8;
    /// The elements that share a factor.
    const VECTOR: u32;
    /// The byte of the factor of an element of A, or of B, in a problem (m, n, k).
    fn place_of_a(problem: (u32, u32, u32), at: (u32, u32)) -> usize;
    fn place_of_b(problem: (u32, u32, u32), at: (u32, u32)) -> usize;
}
macro_rules! formats {
    ($($T:ident: $bits:expr $(, $largest:literal, $nan:literal, for $vector:literal)?;)*) => { $(
        impl Numbers for $T {
            const FORMAT: Format = Format::$T;
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
    E2m1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    // 0, multiples of 1/8 up to 2, and some of these negative.
    E4m3: [0, 0x20, 0x28, 0x2c, 0x30, 0x34, 0x38, 0x3c, 0x40, 0xa0, 0xa8, 0xb2, 0xb8, 0xbe, 0xc0];
    Ue4m3: [0x30, 0x34, 0x38, 0x3c, 0x40, 0x44, 0x48], 0x7e, 0x7f, for 16;
    Ue8m0: [125, 126, 127, 128], 0xfe, 0xff, for 32;
}

/// A matrix of elements and its factors, in memory.
struct Operand {
    elements: GlobalMemory,
    factors: GlobalMemory,
    /// The scaled elements, row by row.
    scaled: Vec<f64>,
}
impl Operand {
    /// Makes rows of k elements, which begin `ld` bytes apart. The factor of (row, element) is at
    /// the byte `place`.
    fn new<C: Config<Element: Numbers, Factor: Factor>>(
        seed: u32,
        (rows, k): (u32, u32),
        ld: u32,
        place: impl Fn((u32, u32)) -> usize,
    ) -> Self {
        let per_byte = 8 / <<C::Element as FragmentElement>::Bits as Integer>::KNOWN as u32;
        // Elements between the rows are not zero.
        let element = |i: u32| C::Element::bits(seed, i);
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
            C::Element::value(element(row * per_byte * ld + x)) * C::Factor::value(factor(row, x))
        };
        Operand {
            elements: GlobalMemory::new(&(0..rows * ld).map(byte).collect::<Vec<_>>()),
            factors: GlobalMemory::new(&factors),
            scaled: (0..rows * k).map(scaled).collect(),
        }
    }
    /// Returns the maps of the elements, in `bytes` bytes of a row, and of the factors.
    fn maps<A: TmaTile, S: TmaTile>(
        &mut self,
        (rows, bytes): (u32, u32),
        ld: u32,
        (blocks, words): (u32, u32),
    ) -> [TensorMap; 2] {
        let map = |memory: &mut GlobalMemory, size, matrix: (u32, u32), ld, (extents, swizzle)| {
            let tensor = (rows * bytes > 0)
                .then(|| Tensor::new(size, matrix, ld, extents, swizzle).unwrap());
            tensor.map_or(TensorMap([0; 16]), |tensor| tensor.emulated(memory.address()).unwrap())
        };
        [
            map(&mut self.elements, 1, (rows, bytes), ld, A::map()),
            map(&mut self.factors, 4, (blocks, words), words, S::map()),
        ]
    }
}
type Map = *const TensorMap;
/// Multiplies m x k by n x k elements, of rows with `gap` times 16 bytes more, and compares C, of
/// rows with some more elements, which the kernel leaves alone.
fn multiplies<C, X>((m, n, k): (u32, u32, u32), gap: u32)
where
    C: Config<Element: Numbers, Factor: Factor, Output: Output>,
    X: Kernel<Arguments = (u32, u32, u32, Map, Map, Map, Map, *mut C::Output, u32)>,
{
    let bytes = k * <<C::Element as FragmentElement>::Bits as Integer>::KNOWN as u32 / 8;
    let ld = bytes.next_multiple_of(16) + 16 * gap;
    let (place_of_a, place_of_b) = (C::Factor::place_of_a, C::Factor::place_of_b);
    let mut a = Operand::new::<C>(1, (m, k), ld, |at| place_of_a((m, n, k), at));
    let mut b = Operand::new::<C>(2, (n, k), ld, |at| place_of_b((m, n, k), at));
    let [map_a, map_sfa] = a.maps::<C::A, C::BlocksA>((m, bytes), ld, words::<C>(m, k));
    let [map_b, map_sfb] = b.maps::<C::B, C::BlocksB>((n, bytes), ld, words::<C>(n, k));
    let (ldc, size) = (n + gap, size_of::<C::Output>());
    let mut c = GlobalMemory::new(&C::Output::bytes(-77.0).repeat((m * ldc) as usize));
    let words = [map_a, map_b, map_sfa, map_sfb].map(|map| map.0.map(u64::to_le_bytes).concat());
    let mut maps = GlobalMemory::new(&words.concat());
    let first = maps.address() as usize;
    let map = |i: usize| ptr::with_exposed_provenance(first + 128 * i);
    let to = ptr::with_exposed_provenance_mut(c.address() as usize);
    let arguments = (m, n, k, map(0), map(1), map(2), map(3), to, ldc);
    // SAFETY: the matrices have these extents, and the maps describe them.
    unsafe { run_in_buffers::<X>(tiles::<C>(m, n), arguments) }.unwrap();
    let bytes = c.bytes();
    let row = |all: &Operand, i: u32| {
        let first = (i * k) as usize;
        all.scaled[first..first + k as usize].to_vec()
    };
    for i in 0..m {
        let row_a = row(&a, i);
        for j in 0..ldc {
            let product = || row_a.iter().zip(row(&b, j)).map(|(a, b)| a * b).sum::<f64>();
            let expected = if j < n { product() as f32 } else { -77.0 };
            let expected = C::Output::of(&C::Output::bytes(expected));
            let found = C::Output::of(&bytes[(i * ldc + j) as usize * size..][..size]);
            assert_eq!(found, expected, "({i}, {j}) of {m} x {n} x {k}");
        }
    }
}

/// Sizes around tiles of 128 x 256 x `step`, if `whole` elements are whole bytes: none, 1, primes,
/// a tile and one more or less, and those around blocks of factors.
fn sizes(step: u32, whole: u32) -> [((u32, u32, u32), u32); 11] {
    [
        ((0, 3, 5 * whole), 0),
        ((3, 0, 5 * whole), 1),
        ((3, 5, 0), 1),
        ((1, 1, whole), 0),
        ((7, 13, 11 * whole), 2),
        ((127, 255, step - whole), 0),
        ((128, 256, step), 0),
        ((129, 257, step + whole), 1),
        ((2, 129, step / 4 + whole), 0),
        // More steps than stages.
        ((131, 37, 5 * step - 31 * whole), 0),
        ((64, 385, 9 * step), 0),
    ]
}
#[test]
fn boxes_are_blocks_of_factors() {
    // A launch makes the map of a row-major matrix from a box that is contiguous along its rows.
    fn is_box<S: TmaTile>(rows: u32) -> bool {
        S::map() == ((128, rows), 0) && contiguous_mode::<S::Box>(32) == 1
    }
    assert!(is_box::<<Nvfp4ToF32 as Config>::BlocksA>(1));
    assert!(is_box::<<Nvfp4ToF32 as Config>::BlocksB>(2));
    assert!(is_box::<<Mxfp8ToF32 as Config>::BlocksA>(1));
    assert!(is_box::<<Mxfp8ToF32 as Config>::BlocksB>(2));
}
#[test]
fn of_nvfp4_to_f32() {
    for (size, gap) in sizes(256, 2) {
        multiplies::<Nvfp4ToF32, umma_gemm_nvfp4>(size, gap);
    }
}
#[test]
fn of_nvfp4_to_bf16() {
    for (size, gap) in [sizes(256, 2)[2], sizes(256, 2)[4], sizes(256, 2)[7]] {
        multiplies::<Nvfp4ToBf16, umma_gemm_nvfp4_bf16>(size, gap);
    }
}
#[test]
fn of_mxfp8_to_f32() {
    for (size, gap) in sizes(128, 1) {
        multiplies::<Mxfp8ToF32, umma_gemm_mxfp8>(size, gap);
    }
}
#[test]
fn of_mxfp8_to_bf16() {
    for (size, gap) in [sizes(128, 1)[2], sizes(128, 1)[4], sizes(128, 1)[7]] {
        multiplies::<Mxfp8ToBf16, umma_gemm_mxfp8_bf16>(size, gap);
    }
}
