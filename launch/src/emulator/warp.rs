//! What the threads of a warp do together.

use super::meeting::Meeting;
use std::cell::UnsafeCell;
use zellige_gpu::Half;

/// The registers that a thread shows to the others of its warp: at most A and B of an `mma`.
pub(super) type Shown = [u32; 6];

/// Up to 32 threads that exchange registers.
///
/// There are two boards, which they use in turn. So they meet only once: who writes a board again has met, after
/// the other board was written, all who had to read this one.
pub(super) struct Warp {
    pub(super) meeting: Meeting,
    boards: [UnsafeCell<[Shown; 32]>; 2],
}
// SAFETY: each thread writes its own place of a board, and none reads before all have met.
unsafe impl Sync for Warp {}

impl Warp {
    pub(super) fn new(threads: u32) -> Self {
        let board = || UnsafeCell::new([[0; 6]; 32]);
        Warp {
            meeting: Meeting::new(threads),
            boards: [board(), board()],
        }
    }
    /// Shows registers to all threads of the warp, and gives what all of them show.
    pub(super) fn exchange(&self, lane: usize, shown: Shown) -> [Shown; 32] {
        let board = self.boards[self.meeting.round() as usize % 2].get();
        // SAFETY: nobody reads this board before all have met, and this place is this thread's.
        unsafe { *board.cast::<Shown>().add(lane) = shown };
        self.meeting.wait();
        // SAFETY: nobody writes this board before all have met again.
        unsafe { *board }
    }
}

/// Elements of four matrices of 8 by 8, as `ldmatrix` gives them to a thread.
///
/// # Safety
///
/// `row` must give pointers to 8 elements.
pub(super) unsafe fn ldmatrix(lane: usize, row: impl Fn(usize, usize) -> *mut u8) -> [u32; 4] {
    std::array::from_fn(|matrix| {
        // SAFETY: elements 2 (t % 4) and the next of row t / 4, two bytes each.
        unsafe { row(matrix, lane / 4).cast::<u32>().add(lane % 4).read() }
    })
}

/// The value of 16 bits.
fn value<T: Half>(bits: u16) -> f32 {
    if T::BRAIN {
        half::bf16::from_bits(bits).to_f32()
    } else {
        half::f16::from_bits(bits).to_f32()
    }
}

/// Adds A B to the four elements of D that a thread holds: rows t / 4 and t / 4 + 8, columns 2 (t % 4) and the
/// next. `all` are the registers A and B of all threads.
pub(super) fn mma<T: Half>(lane: usize, d: &mut [f32; 4], all: &[Shown; 32]) {
    // Which thread holds an element, in which register, in which half of it: the tables of the PTX manual for
    // mma.m16n8k16.
    let pick = |thread: usize, register: usize, high: usize| {
        value::<T>((all[thread][register] >> (16 * high)) as u16)
    };
    let a = |m: usize, k: usize| pick(m % 8 * 4 + k % 8 / 2, m / 8 + k / 8 * 2, k % 2);
    let b = |n: usize, k: usize| pick(n * 4 + k % 8 / 2, 4 + k / 8, k % 2);
    for (i, d) in d.iter_mut().enumerate() {
        let (m, n) = (lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2);
        *d += (0..16).map(|k| a(m, k) * b(n, k)).sum::<f32>();
    }
}
