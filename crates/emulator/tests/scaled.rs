//! `mma.sync` of SM120, with scale factors for each choice of the threads and bytes that have them
//! and without, compared with plain evaluation for each thread.

use std::sync::Mutex;
use zellige::atom::BlockScaledMmaAtom;
use zellige::atom::mma_sm120::{SM120_16x8x32_TN, SM120_16x8x32_TN_VS, SM120_16x8x64_TN_VS};
use zellige::prelude::*;
use zellige_emulator::mma::extents;
use zellige_emulator::number::value;
use zellige_emulator::{Grid, Thread, launch};
use zellige_gpu::gemm::{MmaSync, MmaSyncScaled, Registers, ScaleWord};
use zellige_gpu::number::{E2m1, E2m3, E3m2, Format, Ue4m3, Ue8m0};
use zellige_gpu::{E4m3, E5m2, F16, FragmentElement, Gpu, Sm80, Sm120};

const WARP: Grid = Grid { x: 1, y: 1, threads: 32, shared: 0, cluster: 0 };

/// Returns bits that differ from index to index, of no infinity and of no NaN.
fn bits(seed: usize, i: usize, format: Format) -> u32 {
    let mixed = ((i * 31 + seed) as u32).wrapping_mul(0x9e37_79b1) >> 16;
    mixed
        & match format {
            Format::E2m1 => 0xf,
            Format::E2m3 | Format::E3m2 => 0x3f,
            _ => 0xb7,
        }
}
/// Returns the registers of `lane` with the elements of the (thread, value) layout L, in `width`
/// bits each: 4 bits are in the middle of a byte.
fn registers<const N: usize, L: Layout>(
    lane: usize,
    seed: usize,
    (format, width): (Format, usize),
) -> [u32; N] {
    let mut words = [0; N];
    for value in 0..L::SIZE / 32 {
        let element = bits(seed, L::STATIC.crd2idx(lane + 32 * value).usize(), format);
        let element = if format == Format::E2m1 && width == 8 { element << 2 } else { element };
        words[value * width / 32] |= element << (value * width % 32);
    }
    words
}

/// Multiplies with the factors from byte `byte` of the threads `threads` on. All other bytes are
/// NaN. The formats are those of A, of B and of the factors.
fn multiplies<I: for<'a> MmaSyncScaled<Thread<'a>> + BlockScaledMmaAtom>(
    [of_a, of_b, of_factors]: [Format; 3],
    byte: usize,
    threads: [usize; 2],
) {
    let [rows, columns, depth] = extents::<I>();
    let width = 256 / depth;
    let vector = <I::SfVecSize as Integer>::KNOWN as usize;
    let count = depth / vector;
    // Factors near 1 in either format: 0.5 to 1.875, or powers of two.
    let first = if of_factors == Format::Ue4m3 { 0x30 } else { 120 };
    let factor = |seed, i| bits(seed, i, Format::E2m1) + first;
    let word = |seed, line: Option<usize>| {
        let byte_of = |i: usize| match line {
            Some(line) if (byte..byte + count).contains(&i) => {
                factor(seed, line * count + i - byte)
            }
            _ => 0xff,
        };
        (0..4).map(|i| byte_of(i) << (8 * i)).sum()
    };
    let results = Mutex::new([[0.0; 4]; 32]);
    launch(WARP, |gpu| {
        let lane = gpu.thread() as usize;
        let (group, in_group) = (lane / 4, lane % 4);
        // The PTX manual: threads 2 t and 2 t + 1 of a group have rows g and g + 8 of A, thread t
        // has column g of B.
        let row = (in_group / 2 == threads[0]).then_some(group + 8 * (in_group % 2));
        let column = (in_group == threads[1]).then_some(group);
        let of = |word, thread| ScaleWord { word, byte: byte as u16, thread: thread as u16 };
        let factors = [of(word(3, row), threads[0]), of(word(4, column), threads[1])];
        let mut c = [0, 1, 2, 3].map(|i| (lane * 4 + i) as f32);
        let a = registers::<4, I::LayoutATv>(lane, 1, (of_a, width));
        let b = registers::<2, I::LayoutBTv>(lane, 2, (of_b, width));
        // SAFETY: all threads of the warp execute this.
        unsafe { gpu.mma_sync_scaled::<I>(&mut c, a, b, factors) };
        results.lock().unwrap()[lane] = c;
    });
    for (lane, results) in results.into_inner().unwrap().into_iter().enumerate() {
        for (i, result) in results.into_iter().enumerate() {
            let at = I::LayoutCTv::STATIC.crd2idx(lane + 32 * i).usize();
            let (m, n) = (at % rows, at / rows);
            let product = |k: usize| {
                let a = value(of_a, bits(1, m + rows * k, of_a).into());
                let b = value(of_b, bits(2, n + columns * k, of_b).into());
                let scale = |seed, line: usize| {
                    value(of_factors, factor(seed, line * count + k / vector).into())
                };
                a * b * scale(3, m) * scale(4, n)
            };
            let sum = (lane * 4 + i) as f64 + (0..depth).map(product).sum::<f64>();
            assert_eq!(result, sum as f32, "thread {lane}, accumulator {i}");
        }
    }
}
/// Multiplies with every choice of the threads, and of the bytes in steps of `step`.
fn multiplies_all<I: for<'a> MmaSyncScaled<Thread<'a>> + BlockScaledMmaAtom>(
    formats: [Format; 3],
    step: usize,
) {
    for byte in (0..4).step_by(step) {
        for threads in (0..8).map(|i| [i / 4, i % 4]) {
            multiplies::<I>(formats, byte, threads);
        }
    }
}

type Nvfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>;
type Mxfp4For16 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue8m0, int!(16)>;
type Mxfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue8m0, int!(32)>;
type Mxfp8<A, B> = SM120_16x8x32_TN_VS<A, B, f32, Ue8m0, int!(32)>;

#[test]
fn of_4_bits() {
    multiplies_all::<Nvfp4>([Format::E2m1, Format::E2m1, Format::Ue4m3], 4);
    multiplies_all::<Mxfp4For16>([Format::E2m1, Format::E2m1, Format::Ue8m0], 4);
    multiplies_all::<Mxfp4>([Format::E2m1, Format::E2m1, Format::Ue8m0], 2);
}
/// Multiplies without scale factors.
fn multiplies_plainly<
    I: for<'a> MmaSync<Thread<'a>, RegistersA = [u32; 4], RegistersB = [u32; 2]>,
>() {
    let (of_a, of_b) = (I::ElementA::FORMAT, I::ElementB::FORMAT);
    let ([rows, columns, depth], of_c) = (extents::<I>(), I::ElementC::FORMAT);
    let in_register = if of_c == Format::F16 { 2 } else { 1 };
    let results = Mutex::new([[0; 16]; 32]);
    launch(WARP, |gpu| {
        let lane = gpu.thread() as usize;
        let a = registers::<4, I::LayoutATv>(lane, 1, (of_a, 8));
        let b = registers::<2, I::LayoutBTv>(lane, 2, (of_b, 8));
        let mut c = I::RegistersC::of_words([0; 16]);
        // SAFETY: all threads of the warp execute this.
        unsafe { gpu.mma_sync::<I>(&mut c, a, b) };
        results.lock().unwrap()[lane] = c.words();
    });
    for (lane, words) in results.into_inner().unwrap().into_iter().enumerate() {
        for i in 0..4 {
            let at = I::LayoutCTv::STATIC.crd2idx(lane + 32 * i).usize();
            let (m, n) = (at % rows, at / rows);
            let product = |k: usize| {
                value(of_a, bits(1, m + rows * k, of_a).into())
                    * value(of_b, bits(2, n + columns * k, of_b).into())
            };
            let sum = (0..depth).map(product).sum::<f64>();
            let word = words[i / in_register] >> (16 * (i % in_register));
            let expected = match of_c {
                Format::F16 => half::f16::from_f64(sum).to_f64(),
                _ => f64::from(sum as f32),
            };
            assert_eq!(value(of_c, word.into()), expected, "thread {lane}, accumulator {i}");
        }
    }
}
/// Multiplies every number by every other, with scale factors and without.
macro_rules! mixtures {
    ($($name:ident $A:ident;)*) => { $(
        #[test]
        fn $name() {
            mixtures!(@by $A E4m3);
            mixtures!(@by $A E5m2);
            mixtures!(@by $A E2m3);
            mixtures!(@by $A E3m2);
            mixtures!(@by $A E2m1);
        }
    )* };
    (@by $A:ident $B:ident) => {
        multiplies_all::<Mxfp8<$A, $B>>([Format::$A, Format::$B, Format::Ue8m0], 1);
        multiplies_plainly::<SM120_16x8x32_TN<$A, $B, f32>>();
        multiplies_plainly::<SM120_16x8x32_TN<$A, $B, F16>>();
    };
}
mixtures! {
    of_e4m3 E4m3;
    of_e5m2 E5m2;
    of_e2m3_in_bytes E2m3;
    of_e3m2_in_bytes E3m2;
    of_e2m1_in_bytes E2m1;
}
