//! Barriers at which threads wait until the expected number has arrived.

use crate::Thread;
use crate::clock::{Gathering, Known, Learned};
use crate::fault::ensure;
use crate::turns::Place;
use std::cell::{Cell, RefCell};

/// A barrier at which threads meet repeatedly.
pub(super) struct Meeting {
    at: Place,
    /// The number of threads that have arrived in this round, and the number that must arrive.
    arrived: Cell<u32>,
    members: Cell<u32>,
    /// The number of completed meetings.
    round: Cell<u32>,
    /// The knowledge of the threads that have arrived in this round.
    gathering: RefCell<Gathering>,
    /// The common knowledge of all threads that met the last time.
    known: RefCell<Known>,
    learned: RefCell<Learned<Known>>,
}

impl Meeting {
    pub(super) fn new(at: Place) -> Self {
        Meeting {
            at,
            arrived: Cell::new(0),
            members: Cell::new(0),
            round: Cell::new(0),
            gathering: RefCell::default(),
            known: RefCell::new(Known::from([])),
            learned: RefCell::default(),
        }
    }
    /// Returns the number of completed meetings. Only a member may call this: before it arrives, no
    /// further meeting can end.
    pub(super) fn round(&self) -> u32 {
        self.round.get()
    }
    /// Returns the number of members that have arrived since the last meeting.
    pub(super) fn arrived(&self) -> u32 {
        self.arrived.get()
    }
    /// Arrives, and waits until all members have arrived. Everything that each of them did before
    /// happened before the later actions of any that waited.
    pub(super) fn wait(&self, thread: Thread<'_>, members: u32) {
        let round = self.come(thread, members);
        self.pass(thread, round);
        thread.clocks().know(thread.who(), &self.known.borrow());
    }
    /// Arrives without waiting; returns the round.
    pub(super) fn come(&self, thread: Thread<'_>, members: u32) -> u32 {
        let (clocks, round) = (thread.clocks(), self.round());
        clocks.tell(thread.who(), &mut self.gathering.borrow_mut());
        if self.is_last(members) {
            self.known.replace(self.gathering.take().known());
        }
        round
    }
    /// Waits until a round has ended in which this thread has arrived. Everything that each member
    /// did before it arrived happened before the later actions of this thread.
    pub(super) fn pass_knowing(&self, thread: Thread<'_>, round: u32) {
        self.pass(thread, round);
        let mut learned = self.learned.borrow_mut();
        let known = self.known.borrow();
        thread.clocks().learn(thread.who(), &known, &mut learned);
    }
    /// Waits for all members, without passing on knowledge.
    pub(super) fn wait_silently(&self, thread: Thread<'_>, members: u32) {
        let round = self.round();
        self.is_last(members);
        self.pass(thread, round);
    }
    /// Counts an arrival. Returns whether it is the last one of the round.
    fn is_last(&self, members: u32) -> bool {
        let (before, to_come) = (self.arrived.get(), self.members.replace(members));
        ensure!(
            before == 0 || to_come == members,
            "arrives at a barrier of {members} threads, but other threads arrived at it as one of {to_come}"
        );
        let last = before + 1 == members;
        self.arrived.set(if last { 0 } else { before + 1 });
        self.round.set(self.round() + u32::from(last));
        last
    }
    /// Waits until a round has ended.
    fn pass(&self, thread: Thread<'_>, round: u32) {
        thread.wait_until(self.at, || self.round() != round);
    }
}
