//! Barriers: all threads of a group wait until the last of them arrives.

use std::{
    sync::atomic::{AtomicBool, AtomicU32, Ordering::*},
    thread,
};

/// A barrier of a fixed number of threads, which any of them can declare failed.
///
/// It spins, and gives its time to other threads meanwhile. Everything in it is an atomic of this crate, so that
/// a thread sanitizer sees what it orders, even where the standard library is not built for one.
pub(super) struct Meeting {
    members: u32,
    arrived: AtomicU32,
    round: AtomicU32,
    failed: AtomicBool,
}

impl Meeting {
    pub(super) fn new(members: u32) -> Self {
        Meeting {
            members,
            arrived: AtomicU32::new(0),
            round: AtomicU32::new(0),
            failed: AtomicBool::new(false),
        }
    }
    /// Waits for all members.
    pub(super) fn wait(&self) {
        let round = self.round.load(Acquire);
        if self.arrived.fetch_add(1, AcqRel) + 1 == self.members {
            self.arrived.store(0, Relaxed);
            self.round.store(round.wrapping_add(1), Release);
            return;
        }
        while self.round.load(Acquire) == round {
            assert!(
                !self.failed.load(Relaxed),
                "another thread of the block panicked"
            );
            thread::yield_now();
        }
    }
    /// Some member will not come any more: all others panic.
    pub(super) fn fail(&self) {
        self.failed.store(true, Relaxed);
    }
}
