//! From the sums that a thread has to what it writes.

use crate::gpu::{Bf16, Hopper};
use zellige::prelude::*;

/// An element of C, to which sums are rounded.
///
/// Of 32 columns in a row, four threads have 8 each: thread t the columns 2 t and 2 t + 1 of four blocks of 8.
/// They exchange them, so that each has what it can write 16 bytes at a time; lines of memory are then
/// written in half as many instructions, or a quarter.
///
/// ```text
/// columns          0 1  2 3  4 5  6 7 | 8 9 ..            16 ..             24 ..
/// from the sums    t0   t1   t2   t3  | t0  t1  t2  t3  | t0  t1  t2  t3  | t0  t1  t2  t3
/// to write f32     t0   t0   t2   t2  | t1  t1  t3  t3  | t0  t0  t2  t2  | t1  t1  t3  t3
/// to write bf16    t0   t0   t0   t0  | t1  t1  t1  t1  | t2  t2  t2  t2  | t3  t3  t3  t3
/// ```
pub trait Output: Copy {
    /// How many elements are 16 bytes.
    const WIDTH: u32;
    /// The column from which on thread `t % 4` writes.
    fn column(t: u32) -> u32;
    /// The same by hand.
    fn column_by_hand(t: u32) -> u32;
    /// Writes what thread `t % 4` writes of 32 columns; it has the sums of two columns of each block.
    unsafe fn write_32<G: Hopper>(gpu: G, t: u32, to: *mut Self, sums: [f32; 8]);
    /// Writes one.
    unsafe fn write<G: Hopper>(gpu: G, to: *mut Self, sum: f32);
}
impl Output for f32 {
    const WIDTH: u32 = 4;
    #[inline(always)]
    fn column(t: u32) -> u32 {
        layout!((2, 2, 1) : (8, 4, 0)).crd2idx(t)
    }
    #[inline(always)]
    fn column_by_hand(t: u32) -> u32 {
        t % 2 * 8 + t / 2 % 2 * 4
    }
    #[inline(always)]
    unsafe fn write_32<G: Hopper>(gpu: G, t: u32, to: *mut Self, sums: [f32; 8]) {
        let [a0, a1, b0, b1, c0, c1, d0, d1] = sums;
        let ((a0, b0), (a1, b1)) = (exchange(gpu, t, 1, a0, b0), exchange(gpu, t, 1, a1, b1));
        let ((c0, d0), (c1, d1)) = (exchange(gpu, t, 1, c0, d0), exchange(gpu, t, 1, c1, d1));
        gpu.stream_128(to.cast(), a0, a1, b0, b1);
        gpu.stream_128(to.add(16).cast(), c0, c1, d0, d1);
    }
    #[inline(always)]
    unsafe fn write<G: Hopper>(_: G, to: *mut Self, sum: f32) {
        *to = sum
    }
}
impl Output for Bf16 {
    const WIDTH: u32 = 8;
    #[inline(always)]
    fn column(t: u32) -> u32 {
        layout!((4, 1) : (8, 0)).crd2idx(t)
    }
    #[inline(always)]
    fn column_by_hand(t: u32) -> u32 {
        t % 4 * 8
    }
    #[inline(always)]
    unsafe fn write_32<G: Hopper>(gpu: G, t: u32, to: *mut Self, sums: [f32; 8]) {
        let [a0, a1, b0, b1, c0, c1, d0, d1] = sums;
        let pair = |low, high| f32::from_bits(gpu.round_bf16(low, high));
        let (a, b, c, d) = (pair(a0, a1), pair(b0, b1), pair(c0, c1), pair(d0, d1));
        let ((a, b), (c, d)) = (exchange(gpu, t, 1, a, b), exchange(gpu, t, 1, c, d));
        let ((a, c), (b, d)) = (exchange(gpu, t, 2, a, c), exchange(gpu, t, 2, b, d));
        gpu.stream_128(to.cast(), a, b, c, d);
    }
    #[inline(always)]
    unsafe fn write<G: Hopper>(gpu: G, to: *mut Self, sum: f32) {
        *to = Bf16(gpu.round_bf16(sum, 0.0) as u16)
    }
}

/// Of what threads t and t ^ `mask` have of two blocks, the lower thread gets both parts of the first block, the
/// upper one those of the second.
#[inline(always)]
unsafe fn exchange<G: Hopper>(gpu: G, t: u32, mask: u32, first: f32, second: f32) -> (f32, f32) {
    let upper = t & mask != 0;
    let got = gpu.shuffle_xor(if upper { first } else { second }, mask);
    if upper { (got, second) } else { (first, got) }
}
