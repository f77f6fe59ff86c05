//! What the threads of a warp do together.

use super::meeting::Meeting;
use std::cell::UnsafeCell;

/// What a thread shows to the others of its warp: at most the registers A and B of an `mma.sync`, 16 words each.
pub(super) type Shown = [u32; 32];

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
        let board = || UnsafeCell::new([[0; 32]; 32]);
        Warp {
            meeting: Meeting::new(threads),
            boards: [board(), board()],
        }
    }
    /// Shows registers to all threads of the warp, and reads what all of them show.
    pub(super) fn exchange<const N: usize, R>(
        &self,
        lane: usize,
        shown: [u32; N],
        read: impl FnOnce(&[Shown; 32]) -> R,
    ) -> R {
        const { assert!(N <= 32) }
        let board = self.boards[self.meeting.round() as usize % 2].get();
        // SAFETY: nobody reads this board before all have met, and this place, with room for N words, is this thread's.
        unsafe {
            board
                .cast::<Shown>()
                .add(lane)
                .cast::<[u32; N]>()
                .write(shown)
        };
        self.meeting.wait();
        // SAFETY: nobody writes this board before all have met again, this thread among them.
        read(unsafe { &*board })
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
