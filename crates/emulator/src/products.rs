//! The operands of products of a warpgroup.
//!
//! The first of its threads that reaches a product reads the operands for all: they are read once,
//! and as early as possible.

use crate::Thread;
use crate::meeting::Meeting;
use crate::mma::WARPGROUP;
use crate::turns::Place;
use std::{cell::RefCell, collections::VecDeque, rc::Rc};

/// The elements of A, row by row, if they are in shared memory, and of B, column by column.
pub(super) type Operands = Rc<(Option<Vec<f64>>, Vec<f64>)>;

/// The products of a warpgroup.
pub(super) struct Products {
    /// The meeting at which its threads wait for products.
    meeting: Meeting,
    ahead: RefCell<Ahead>,
}
/// The products that some threads have reached, and others have not.
#[derive(Default)]
struct Ahead {
    /// The number of the first of these products.
    first: usize,
    /// The operands, and the number of threads that have reached the product.
    operands: VecDeque<(Operands, usize)>,
}
impl Products {
    pub(super) fn new() -> Self {
        Products { meeting: Meeting::new(Place::Warpgroup), ahead: RefCell::default() }
    }
    /// Waits, with all threads of the warpgroup, for the products that they have begun.
    pub(super) fn wait(&self, thread: Thread<'_>) {
        self.meeting.wait_silently(thread, WARPGROUP as u32);
    }
    /// Returns the operands of product `number`, for one thread; the first one that calls this
    /// reads them.
    pub(super) fn operands(&self, number: usize, read: impl FnOnce() -> Operands) -> Operands {
        let mut ahead = self.ahead.borrow_mut();
        let place = number - ahead.first;
        if place == ahead.operands.len() {
            ahead.operands.push_back((read(), 0));
        }
        let (operands, threads) = &mut ahead.operands[place];
        let operands = Rc::clone(operands);
        *threads += 1;
        while ahead.operands.front().is_some_and(|(_, threads)| *threads == WARPGROUP) {
            ahead.operands.pop_front();
            ahead.first += 1;
        }
        operands
    }
}
