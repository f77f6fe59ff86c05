//! Barriers: where all threads of a group wait until the last of them arrives.

use crate::Thread;
use crate::clock::{Gathering, Known};
use crate::turns::Place;
use std::cell::{Cell, RefCell};

/// A barrier at which so many threads meet again and again.
pub(super) struct Meeting {
    at: Place,
    members: u32,
    arrived: Cell<u32>,
    /// How often all have met.
    round: Cell<u32>,
    /// What those know who have come in this round.
    gathering: RefCell<Gathering>,
    /// What all know who met the last time.
    known: RefCell<Known>,
}

impl Meeting {
    pub(super) fn new(at: Place, members: u32) -> Self {
        Meeting {
            at,
            members,
            arrived: Cell::new(0),
            round: Cell::new(0),
            gathering: RefCell::default(),
            known: RefCell::new(Known::from([])),
        }
    }
    /// How often all have met. Only a member may ask: before it comes, no further meeting can end.
    pub(super) fn round(&self) -> u32 {
        self.round.get()
    }
    /// Waits for all members. What each of them did before happened before what any does after it.
    pub(super) fn wait(&self, thread: Thread<'_>) {
        let shared = &thread.block.shared;
        shared.tell(thread.number(), &mut self.gathering.borrow_mut());
        let gather = || self.known.replace(self.gathering.take().known());
        self.pass(thread, gather);
        shared.know(thread.number(), &self.known.borrow());
    }
    /// Waits for all members, and tells them nothing.
    pub(super) fn wait_silently(&self, thread: Thread<'_>) {
        self.pass(thread, || ());
    }
    /// Waits for all members; the last one calls `all_are_here`.
    fn pass<R>(&self, thread: Thread<'_>, all_are_here: impl FnOnce() -> R) {
        let (round, arrived) = (self.round.get(), self.arrived.get() + 1);
        if arrived == self.members {
            self.arrived.set(0);
            self.round.set(round + 1);
            all_are_here();
        } else {
            self.arrived.set(arrived);
            thread.wait_until(self.at, || self.round.get() != round);
        }
    }
}
