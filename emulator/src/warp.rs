//! What the threads of a warp do together.

use crate::meeting::Meeting;
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

/// The elements that thread `lane` has of a matrix of 8 by 8, (row, column): two, which share a register.
fn elements(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    [0, 1].map(|i| {
        let (outer, inner) = (lane / 4, lane % 4 * 2 + i);
        if transposed {
            (inner, outer)
        } else {
            (outer, inner)
        }
    })
}

/// The registers that `ldmatrix` gives to a thread, one for each of N matrices.
///
/// # Safety
///
/// `row` must give pointers to 8 elements of 16 bits: to those of a matrix's row.
pub(super) unsafe fn ldmatrix<const N: usize>(
    lane: usize,
    transposed: bool,
    row: impl Fn(usize, usize) -> *mut u16,
) -> [u32; N] {
    std::array::from_fn(|matrix| {
        // SAFETY: an element of the row.
        let read = |(i, j)| u32::from(unsafe { row(matrix, i).add(j).read() });
        let [low, high] = elements(lane, transposed).map(read);
        low | high << 16
    })
}
/// Writes what `stmatrix` writes of a thread's registers, one for each of N matrices.
///
/// # Safety
///
/// As of [`ldmatrix`].
pub(super) unsafe fn stmatrix<const N: usize>(
    lane: usize,
    transposed: bool,
    registers: [u32; N],
    row: impl Fn(usize, usize) -> *mut u16,
) {
    for (matrix, register) in registers.into_iter().enumerate() {
        let halves = [register as u16, (register >> 16) as u16];
        for ((i, j), half) in elements(lane, transposed).into_iter().zip(halves) {
            // SAFETY: an element of the row, of which no other thread writes it.
            unsafe { row(matrix, i).add(j).write(half) }
        }
    }
}
