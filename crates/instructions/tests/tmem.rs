//! The kernels of tensor memory, emulated: what is copied there and back, and products.

use zellige_emulator::number::value;
use zellige_emulator::{Memory, run};
use zellige_gpu::kernel::Kernel;
use zellige_gpu::number::{Format, Ue4m3, Ue8m0};
use zellige_gpu::{Bf16, E4m3, Tf32};
use zellige_instructions::tmem::*;

/// Copies words by each number of repetitions, which take `registers` registers in all.
fn copies<X: Kernel<Arguments = (*const u32, *mut u32)>>(registers: u32) {
    let from: Vec<u32> = (0..2 * 128 * registers).map(|i| i.wrapping_mul(0x9e37_79b1)).collect();
    let mut to = vec![0; from.len()];
    let (read, write) = (Memory::read(&from), Memory::write(&mut to));
    // SAFETY: the memory has the words of 128 threads, twice.
    unsafe { run::<X>((1, 1), (read.pointer(), write.pointer_mut())) }.unwrap();
    assert!(from == to);
}
#[test]
fn words_are_copied_there_and_back() {
    copies::<SM100_TMEM_32dp32b>(255);
    copies::<SM100_TMEM_16dp64b>(255);
    copies::<SM100_TMEM_16dp128b>(254);
    copies::<SM100_TMEM_16dp256b>(252);
    copies::<SM100_TMEM_16dp32b>(255);
}

/// Copies rows of `words` words by one block, and by a pair; `row` returns the row that a lane
/// gets.
fn rows<X, P>(words: usize, row: impl Fn(usize) -> Option<usize>)
where
    X: Kernel<Arguments = (*const u32, *mut u32)>,
    P: Kernel<Arguments = (*const u32, *mut u32)>,
{
    let from: Vec<u32> = (0..2048).map(|i| i * 100).collect();
    for blocks in 1..3u32 {
        let mut to = vec![0; 1024 * blocks as usize];
        let (read, write) = (Memory::read(&from), Memory::write(&mut to));
        let arguments = (read.pointer(), write.pointer_mut());
        // SAFETY: there are 128 rows of 8 words for each block.
        let done = unsafe {
            match blocks {
                1 => run::<X>((1, 1), arguments),
                _ => run::<P>((2, 1), arguments),
            }
        };
        done.unwrap();
        let copied = |i: usize| {
            let (block, lane, word) = (i / 1024, i / 8 % 128, i % 8);
            let row = row(lane).filter(|_| word < words)?;
            Some(from[1024 * block + row * 4 + word % 4 + word / 4 * 512])
        };
        assert!((0..to.len()).map(|i| copied(i).unwrap_or(7)).eq(to), "{blocks} blocks");
    }
}
#[test]
fn rows_are_copied_to_lanes() {
    rows::<SM100_UTCCP_128dp256bit, SM100_UTCCP_128dp256bit_2cta>(8, Some);
    rows::<SM100_UTCCP_128dp128bit, SM100_UTCCP_128dp128bit_2cta>(4, Some);
    rows::<SM100_UTCCP_4dp256bit, SM100_UTCCP_4dp256bit_2cta>(8, |lane| {
        (lane % 32 == 0).then_some(lane / 32)
    });
    rows::<SM100_UTCCP_4x32dp128bit, SM100_UTCCP_4x32dp128bit_2cta>(4, |lane| Some(lane % 32));
    rows::<SM100_UTCCP_2x64dp128bitlw0213, SM100_UTCCP_2x64dp128bitlw0213_2cta>(4, |lane| {
        Some(lane % 64)
    });
    rows::<SM100_UTCCP_2x64dp128bitlw0123, SM100_UTCCP_2x64dp128bitlw0123_2cta>(4, |lane| {
        Some(lane / 64 * 32 + lane % 32)
    });
}
#[test]
fn rows_are_shifted() {
    let from: Vec<u32> = (0..2048).map(|i| i * 100).collect();
    let mut to = vec![0; 3072];
    let (read, write) = (Memory::read(&from), Memory::write(&mut to));
    // SAFETY: there are 128 rows of 8 words for each block.
    unsafe {
        run::<Shift>((1, 1), (read.pointer(), write.pointer_mut())).unwrap();
        let pair = (read.pointer(), write.pointer_mut().add(1024));
        run::<ShiftOfPair>((2, 1), pair).unwrap();
    }
    let shifted = |i: usize| if i / 8 % 32 == 0 { from[i] } else { from[i - 8] };
    assert!((0..1024).chain(0..2048).map(shifted).eq(to));
}

/// Multiplies numbers from -2 to 2 by both kernels, with as many blocks; `of` returns the element
/// of a number.
fn multiplies<T: Copy + Sync, S, X>(blocks: u32, of: impl Fn(i32) -> T, sum: impl Fn(i32) -> u32)
where
    S: Kernel<Arguments = (*const T, *const T, *mut u32)>,
    X: Kernel<Arguments = (*const T, *const T, *mut u32)>,
{
    let row = 128 / size_of::<T>();
    let number = |seed: usize, i: usize| (i * 31 + i / 7 + seed) as i32 % 5 - 2;
    let matrix = |seed, rows| (0..rows * row).map(|i| of(number(seed, i))).collect::<Vec<_>>();
    let rows = 128 * blocks as usize;
    let (a, b) = (matrix(1, rows), matrix(3, 64));
    let expected: Vec<u32> = (0..rows * 64)
        .map(|i| {
            let product = |k| number(1, i / 64 * row + k) * number(3, i % 64 * row + k);
            sum((0..row).map(product).sum())
        })
        .collect();
    for shared in [true, false] {
        let mut c = vec![0; rows * 64];
        let (read_a, read_b, write) = (Memory::read(&a), Memory::read(&b), Memory::write(&mut c));
        let arguments = (read_a.pointer(), read_b.pointer(), write.pointer_mut());
        // SAFETY: A has 128 rows a block, B has 64, and C has as many sums.
        let done = unsafe {
            match shared {
                true => run::<S>((blocks, 1), arguments),
                false => run::<X>((blocks, 1), arguments),
            }
        };
        done.unwrap();
        assert!(c == expected, "A in shared memory: {shared}");
    }
}
#[test]
fn products_are_sums_of_products() {
    let f32 = |x: i32| (x as f32).to_bits();
    let e4m3 = |x: i32| E4m3([0xc0, 0xb8, 0, 0x38, 0x40][(x + 2) as usize]);
    let bf16 = |x: i32| Bf16::from_f32(x as f32);
    let (tf32, i8, u32) = (|x| Tf32(f32(x)), |x| x as i8, |x| x as u32);
    multiplies::<_, SM100_MMA_F16BF16_SS, SM100_MMA_F16BF16_TS>(1, bf16, f32);
    multiplies::<_, SM100_MMA_TF32_SS, SM100_MMA_TF32_TS>(1, tf32, f32);
    multiplies::<_, SM100_MMA_F8F6F4_SS, SM100_MMA_F8F6F4_TS>(1, e4m3, f32);
    multiplies::<_, SM100_MMA_S8_SS, SM100_MMA_S8_TS>(1, i8, u32);
    multiplies::<_, SM100_MMA_F16BF16_2x1SM_SS, SM100_MMA_F16BF16_2x1SM_TS>(2, bf16, f32);
    multiplies::<_, SM100_MMA_TF32_2x1SM_SS, SM100_MMA_TF32_2x1SM_TS>(2, tf32, f32);
    multiplies::<_, SM100_MMA_F8F6F4_2x1SM_SS, SM100_MMA_F8F6F4_2x1SM_TS>(2, e4m3, f32);
    multiplies::<_, SM100_MMA_S8_2x1SM_SS, SM100_MMA_S8_2x1SM_TS>(2, i8, u32);
}

/// Multiplies rows of `k` numbers, each `vector` of them with a factor, by one block, and by a
/// pair. `number` returns number `i` of a matrix, and `factor` the value of factor `i`.
fn multiplies_scaled<T: Copy + Sync, F: Copy + Sync, X, P>(
    (k, vector): (usize, usize),
    [a, b]: [&[T]; 2],
    [sfa, sfb]: [&[F]; 2],
    number: impl Fn(&[T], usize) -> f64,
    factor: impl Fn(F) -> f64,
) where
    X: Kernel<Arguments = (*const T, *const T, *const F, *const F, *mut u32)>,
    P: Kernel<Arguments = (*const T, *const T, *const F, *const F, *mut u32)>,
{
    let scaled = |all: &[T], factors: &[F], rows| {
        let element = |i| number(all, i) * factor(factors[i / vector]);
        (0..rows * k).map(element).collect::<Vec<_>>()
    };
    let (scaled_a, scaled_b) = (scaled(a, sfa, 256), scaled(b, sfb, 192));
    for blocks in 1..3u32 {
        let mut c = vec![0; 128 * 192 * blocks as usize];
        let (read_a, read_b) = (Memory::read(a), Memory::read(b));
        let (read_fa, read_fb) = (Memory::read(sfa), Memory::read(sfb));
        let write = Memory::write(&mut c);
        let arguments = (
            read_a.pointer(),
            read_b.pointer(),
            read_fa.pointer(),
            read_fb.pointer(),
            write.pointer_mut(),
        );
        // SAFETY: A has 128 rows a block, B has 192, with factors of 256, and C has as many sums.
        let done = unsafe {
            match blocks {
                1 => run::<X>((1, 1), arguments),
                _ => run::<P>((2, 1), arguments),
            }
        };
        done.unwrap();
        for (i, sum) in c.into_iter().enumerate() {
            let (row, column) = (&scaled_a[i / 192 * k..][..k], &scaled_b[i % 192 * k..][..k]);
            let products = || row.iter().zip(column).map(|(a, b)| a * b);
            let (expected, size) = (products().sum::<f64>(), products().map(f64::abs).sum::<f64>());
            let error = (f64::from(f32::from_bits(sum)) - expected).abs();
            let sum = f32::from_bits(sum);
            assert!(error <= size * 1e-6, "sum {i} of {blocks} blocks: {expected}, not {sum}");
        }
    }
}
/// Returns bytes, from 0 to 255.
fn bytes(seed: u32) -> impl Iterator<Item = u8> {
    (0..).map(move |i: u32| ((i ^ seed << 20).wrapping_mul(0x9e37_79b1) >> 15) as u8)
}
#[test]
fn scaled_products_are_sums_of_scaled_products() {
    let of_e4m3 = |seed, rows: usize| {
        let finite = bytes(seed).filter(|byte| byte & 0x7f != 0x7f).map(E4m3);
        finite.take(rows * 256).collect::<Vec<_>>()
    };
    let of_e2m1 = |seed, rows: usize| bytes(seed).take(rows * 256).collect::<Vec<_>>();
    // From 2^-8 to 2^7.
    let of_ue8m0 = |seed, count: usize| {
        let factors = bytes(seed).map(|byte| Ue8m0(127 - 8 + byte % 16));
        factors.take(count).collect::<Vec<_>>()
    };
    let of_ue4m3 = |seed, count: usize| {
        let finite = bytes(seed).map(|byte| byte & 0x7f).filter(|byte| *byte != 0x7f).map(Ue4m3);
        finite.take(count).collect::<Vec<_>>()
    };
    let ue8m0 = |factor: Ue8m0| value(Format::Ue8m0, factor.0.into());
    multiplies_scaled::<_, _, SM100_MMA_MXF8F6F4_SS, SM100_MMA_MXF8F6F4_2x1SM_SS>(
        (256, 32),
        [&of_e4m3(1, 256), &of_e4m3(2, 192)],
        [&of_ue8m0(3, 256 * 8), &of_ue8m0(4, 256 * 8)],
        |all, i| value(Format::E4m3, all[i].0.into()),
        ue8m0,
    );
    let (a, b) = (of_e2m1(1, 256), of_e2m1(2, 192));
    let e2m1 = |all: &[u8], i: usize| value(Format::E2m1, (all[i / 2] >> (i % 2 * 4)).into());
    multiplies_scaled::<_, _, SM100_MMA_MXF4_SS_32, SM100_MMA_MXF4_2x1SM_SS_32>(
        (512, 32),
        [&a, &b],
        [&of_ue8m0(3, 256 * 16), &of_ue8m0(4, 256 * 16)],
        e2m1,
        ue8m0,
    );
    multiplies_scaled::<_, _, SM100_MMA_MXF4_SS_16, SM100_MMA_MXF4_2x1SM_SS_16>(
        (512, 16),
        [&a, &b],
        [&of_ue4m3(3, 256 * 32), &of_ue4m3(4, 256 * 32)],
        e2m1,
        |factor| value(Format::Ue4m3, factor.0.into()),
    );
}
