//! The kernels of tensor memory, emulated: what is copied there and back, and products.

use zellige_emulator::{Memory, run};
use zellige_gpu::kernel::Kernel;
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
}

/// Copies rows of `words` words; `row` returns the row that a lane gets.
fn rows<X: Kernel<Arguments = (*const u32, *mut u32)>>(
    words: usize,
    row: impl Fn(usize) -> Option<usize>,
) {
    let from: Vec<u32> = (0..1024).map(|i| i * 100).collect();
    let mut to = vec![0; 1024];
    let (read, write) = (Memory::read(&from), Memory::write(&mut to));
    // SAFETY: there are 128 rows of 8 words.
    unsafe { run::<X>((1, 1), (read.pointer(), write.pointer_mut())) }.unwrap();
    let copied = |i: usize| {
        let (lane, word) = (i / 8, i % 8);
        let row = row(lane).filter(|_| word < words)?;
        Some(from[row * 4 + word % 4 + word / 4 * 512])
    };
    assert!((0..1024).map(|i| copied(i).unwrap_or(7)).eq(to));
}
#[test]
fn rows_are_copied_to_lanes() {
    rows::<SM100_UTCCP_128dp256bit>(8, Some);
    rows::<SM100_UTCCP_128dp128bit>(4, Some);
    rows::<SM100_UTCCP_4dp256bit>(8, |lane| (lane % 32 == 0).then_some(lane / 32));
    rows::<SM100_UTCCP_4x32dp128bit>(4, |lane| Some(lane % 32));
    rows::<SM100_UTCCP_2x64dp128bitlw0213>(4, |lane| Some(lane % 64));
    rows::<SM100_UTCCP_2x64dp128bitlw0123>(4, |lane| Some(lane / 64 * 32 + lane % 32));
}

/// Multiplies numbers from -2 to 2 by both kernels; `of` returns the element of a number.
fn multiplies<T: Copy + Sync, S, X>(of: impl Fn(i32) -> T, sum: impl Fn(i32) -> u32)
where
    S: Kernel<Arguments = (*const T, *const T, *mut u32)>,
    X: Kernel<Arguments = (*const T, *const T, *mut u32)>,
{
    let row = 128 / size_of::<T>();
    let number = |seed: usize, i: usize| (i * 31 + i / 7 + seed) as i32 % 5 - 2;
    let matrix = |seed, rows| (0..rows * row).map(|i| of(number(seed, i))).collect::<Vec<_>>();
    let (a, b) = (matrix(1, 128), matrix(3, 64));
    let expected: Vec<u32> = (0..128 * 64)
        .map(|i| {
            let product = |k| number(1, i / 64 * row + k) * number(3, i % 64 * row + k);
            sum((0..row).map(product).sum())
        })
        .collect();
    for shared in [true, false] {
        let mut c = vec![0; 128 * 64];
        let (read_a, read_b, write) = (Memory::read(&a), Memory::read(&b), Memory::write(&mut c));
        let arguments = (read_a.pointer(), read_b.pointer(), write.pointer_mut());
        // SAFETY: A has 128 rows, B has 64, and C has as many sums.
        let done = unsafe {
            match shared {
                true => run::<S>((1, 1), arguments),
                false => run::<X>((1, 1), arguments),
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
    multiplies::<_, SM100_MMA_F16BF16_SS, SM100_MMA_F16BF16_TS>(bf16, f32);
    multiplies::<_, SM100_MMA_TF32_SS, SM100_MMA_TF32_TS>(|x| Tf32(f32(x)), f32);
    multiplies::<_, SM100_MMA_F8F6F4_SS, SM100_MMA_F8F6F4_TS>(e4m3, f32);
    multiplies::<_, SM100_MMA_S8_SS, SM100_MMA_S8_TS>(|x| x as i8, |x| x as u32);
}
