//! From the sums that a thread has to what it writes, and when.

use core::ptr;
use zellige::prelude::*;
use zellige_gpu::number::Predicated;
use zellige_gpu::unroll;
use zellige_gpu::{Bf16, Sm90, Store};

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
///
/// A thread has such columns in two rows, one 8 below the other: 16 sums. Only 8 registers are free to keep
/// them, while the next tile is computed. In f32 these are the lower row, and the upper one is written at once; in
/// bf16, two sums are one register, and nothing is written at once.
pub trait Output: Predicated {
    /// How many elements are 16 bytes.
    const WIDTH: u32;
    /// The column from which on thread `t % 4` writes.
    fn column(t: u32) -> u32;
    /// The same by hand.
    fn column_by_hand(t: u32) -> u32;
    /// Of 32 columns in two rows, thread `t % 4` has the sums of two columns of each block. Writes what is to be
    /// written at once, of the upper row, and gives the rest.
    unsafe fn begin_32<G: Sm90 + Store>(
        gpu: G,
        t: u32,
        to: *mut Self,
        rows: [[f32; 8]; 2],
    ) -> [u32; 8];
    /// Writes the rest; the lower row is `down` elements further on than `to`.
    unsafe fn end_32<G: Sm90 + Store>(gpu: G, t: u32, to: *mut Self, down: u32, rest: [u32; 8]);
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
    unsafe fn begin_32<G: Sm90 + Store>(
        gpu: G,
        t: u32,
        to: *mut Self,
        rows: [[f32; 8]; 2],
    ) -> [u32; 8] {
        let bits = |[a, b, c, d, e, f, g, h]: [f32; 8]| {
            let ((a, b, c, d), (e, f, g, h)) = (
                (a.to_bits(), b.to_bits(), c.to_bits(), d.to_bits()),
                (e.to_bits(), f.to_bits(), g.to_bits(), h.to_bits()),
            );
            [a, b, c, d, e, f, g, h]
        };
        let (upper, lower) = (bits(rows[0]), bits(rows[1]));
        Self::end_32(gpu, t, to, 0, upper);
        lower
    }
    #[inline(always)]
    unsafe fn end_32<G: Sm90 + Store>(gpu: G, t: u32, to: *mut Self, down: u32, rest: [u32; 8]) {
        let [a0, a1, b0, b1, c0, c1, d0, d1] = rest.map(f32::from_bits);
        let to = to.add(down as usize);
        let ((a0, b0), (a1, b1)) = (exchange(gpu, t, 1, a0, b0), exchange(gpu, t, 1, a1, b1));
        let ((c0, d0), (c1, d1)) = (exchange(gpu, t, 1, c0, d0), exchange(gpu, t, 1, c1, d1));
        gpu.stream_128(to.cast(), a0, a1, b0, b1);
        gpu.stream_128(to.add(16).cast(), c0, c1, d0, d1);
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
    unsafe fn begin_32<G: Sm90 + Store>(
        gpu: G,
        _: u32,
        _: *mut Self,
        rows: [[f32; 8]; 2],
    ) -> [u32; 8] {
        let [[a, b, c, d], [e, f, g, h]] = rows.map(|[a0, a1, b0, b1, c0, c1, d0, d1]| {
            let pairs = [(a0, a1), (b0, b1), (c0, c1), (d0, d1)];
            pairs.map(|(low, high)| gpu.round_bf16(low, high))
        });
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    unsafe fn end_32<G: Sm90 + Store>(gpu: G, t: u32, to: *mut Self, down: u32, rest: [u32; 8]) {
        let [a, b, c, d, e, f, g, h] = rest.map(f32::from_bits);
        let row = |to: *mut Self, a, b, c, d| {
            let ((a, b), (c, d)) = (exchange(gpu, t, 1, a, b), exchange(gpu, t, 1, c, d));
            let ((a, c), (b, d)) = (exchange(gpu, t, 2, a, c), exchange(gpu, t, 2, b, d));
            gpu.stream_128(to.cast(), a, b, c, d);
        };
        row(to, a, b, c, d);
        row(to.add(down as usize), e, f, g, h);
    }
}

/// Of what threads t and t ^ `mask` have of two blocks, the lower thread gets both parts of the first block, the
/// upper one those of the second.
#[inline(always)]
unsafe fn exchange<G: Sm90 + Store>(
    gpu: G,
    t: u32,
    mask: u32,
    first: f32,
    second: f32,
) -> (f32, f32) {
    let upper = t & mask != 0;
    let got = gpu.shuffle_xor(if upper { first } else { second }, mask);
    if upper { (got, second) } else { (first, got) }
}

/// What a thread has still to write of a tile: registers for each 32 columns.
pub trait Parts: Copy {
    /// How many there are.
    const COUNT: u32;
    /// Nothing.
    const NONE: Self;
    /// The part with this number.
    fn part(&self, number: u32) -> [u32; 8];
    /// Gives the part with this number these registers.
    fn set(&mut self, number: u32, part: [u32; 8]);
    /// The first part; all others move up by one, since registers have no run-time index.
    fn next(&mut self) -> [u32; 8];
}
impl<const N: usize> Parts for [[u32; 8]; N] {
    const COUNT: u32 = N as u32;
    const NONE: Self = [[0; 8]; N];
    #[inline(always)]
    fn part(&self, number: u32) -> [u32; 8] {
        self[number as usize]
    }
    #[inline(always)]
    fn set(&mut self, number: u32, part: [u32; 8]) {
        self[number as usize] = part;
    }
    #[inline(always)]
    fn next(&mut self) -> [u32; 8] {
        let first = self[0];
        unroll!(for i in 0..{ N as u32 - 1 } {
            self[i as usize] = self[i as usize + 1];
        });
        first
    }
}

/// What a thread has still to write of a tile, the next part first, and where.
pub(super) struct Rest<T, P> {
    parts: P,
    /// Where the next one is to be written; null if nothing is left.
    to: *mut T,
}
impl<T: Output, P: Parts> Rest<T, P> {
    /// Nothing.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self::all(P::NONE, ptr::null_mut())
    }
    /// All parts; the first is to be written here.
    #[inline(always)]
    pub(super) fn all(parts: P, to: *mut T) -> Self {
        Rest { parts, to }
    }
    /// Writes the part with the number of this step of the next tile, if there is one. The lower row of a part is `down`
    /// elements further on than the upper one, and the next part `right`.
    #[inline(always)]
    pub(super) unsafe fn write_next<G: Sm90 + Store>(
        &mut self,
        gpu: G,
        step: u32,
        down: u32,
        right: u32,
    ) {
        if step < P::COUNT && !self.to.is_null() {
            T::end_32(gpu, gpu.thread(), self.to, down, self.parts.next());
            self.to = self.to.add(right as usize);
        }
    }
    /// Forgets what it was: all is written.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.to = ptr::null_mut();
    }
    /// Writes all parts.
    #[inline(always)]
    pub(super) unsafe fn write_all<G: Sm90 + Store>(&mut self, gpu: G, down: u32, right: u32) {
        unroll!(for j in 0..{ P::COUNT } {
            let to = self.to.add((j * right) as usize);
            T::end_32(gpu, gpu.thread(), to, down, self.parts.part(j));
        });
        self.clear();
    }
}
