//! The operations that the threads of a warp execute together.

use crate::Thread;
use crate::meeting::Meeting;
use crate::turns::Place;
use std::cell::RefCell;

/// The registers that a thread shows to the others of its warp: at most the registers A and B of an
/// `mma.sync`, 16 words each.
pub(super) type Shown = [u32; 32];

/// Up to 32 threads that exchange registers.
///
/// There are two boards, which the threads use in turn. They therefore meet only once: a thread
/// that writes a board again has met, after the other board was written, all threads that had to
/// read this one.
pub(super) struct Warp {
    /// The number of threads.
    threads: u32,
    meeting: Meeting,
    boards: [RefCell<Board>; 2],
}
/// The registers that the threads of a warp show each other.
struct Board {
    shown: [Shown; 32],
    /// The numbers of A and of B on the board, after a thread has converted the words.
    numbers: Option<[Vec<f64>; 2]>,
}

impl Warp {
    pub(super) fn new(threads: u32) -> Self {
        let board = || RefCell::new(Board { shown: [[0; 32]; 32], numbers: None });
        Warp { threads, meeting: Meeting::new(Place::Warp), boards: [board(), board()] }
    }
    /// Shows registers to all threads of the warp, and reads what all of them show.
    pub(super) fn exchange<const N: usize, R>(
        &self,
        thread: Thread<'_>,
        shown: [u32; N],
        read: impl FnOnce(&[Shown; 32]) -> R,
    ) -> R {
        read(&self.meet(thread, shown).borrow().shown)
    }
    /// Does the same if all threads read the same numbers, which the first of them converts from
    /// the shown registers.
    pub(super) fn exchange_numbers<const N: usize, R>(
        &self,
        thread: Thread<'_>,
        shown: [u32; N],
        make: impl FnOnce(&[Shown; 32]) -> [Vec<f64>; 2],
        read: impl FnOnce(&[Vec<f64>; 2]) -> R,
    ) -> R {
        let Board { shown, numbers } = &mut *self.meet(thread, shown).borrow_mut();
        read(numbers.get_or_insert_with(|| make(shown)))
    }
    /// Shows registers, and waits until all threads do.
    fn meet<const N: usize>(&self, thread: Thread<'_>, shown: [u32; N]) -> &RefCell<Board> {
        const { assert!(N <= 32) }
        let board = &self.boards[self.meeting.round() as usize % 2];
        {
            let mut board = board.borrow_mut();
            board.shown[thread.lane()][..N].copy_from_slice(&shown);
            board.numbers = None;
        }
        self.meeting.wait(thread, self.threads);
        board
    }
}

/// Returns the two elements that thread `lane` has in a matrix of 8 by 8, as (row, column); they
/// share a register.
fn elements(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    [0, 1].map(|i| {
        let (outer, inner) = (lane / 4, lane % 4 * 2 + i);
        if transposed { (inner, outer) } else { (outer, inner) }
    })
}

/// Returns the registers that `ldmatrix` writes for a thread, one for each of N matrices, where
/// `element` returns element (i, j) of a matrix.
pub(super) fn ldmatrix<const N: usize>(
    lane: usize,
    transposed: bool,
    element: impl Fn(usize, usize, usize) -> u16,
) -> [u32; N] {
    std::array::from_fn(|matrix| {
        let read = |(i, j)| u32::from(element(matrix, i, j));
        let [low, high] = elements(lane, transposed).map(read);
        low | high << 16
    })
}
/// Calls `write` with the elements that `stmatrix` writes from a thread's registers, one register
/// for each of N matrices: element (i, j) of a matrix.
pub(super) fn stmatrix<const N: usize>(
    lane: usize,
    transposed: bool,
    registers: [u32; N],
    write: impl Fn(usize, usize, usize, u16),
) {
    for (matrix, register) in registers.into_iter().enumerate() {
        let halves = [register as u16, (register >> 16) as u16];
        for ((i, j), half) in elements(lane, transposed).into_iter().zip(halves) {
            write(matrix, i, j, half)
        }
    }
}
