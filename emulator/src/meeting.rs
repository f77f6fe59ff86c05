//! Where threads wait: barriers, where all of a group wait until the last of them arrives, and bells, where any
//! thread waits until something changes.
//!
//! A block has hundreds of threads, and the machine few cores. So who waits sleeps, on an atomic number that the
//! others change, and is woken once: no lock is passed on from one to the next. A thread sanitizer sees all that
//! is ordered here, since atomics order it.

use atomic_wait::{wait, wake_all};
use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicU32, Ordering::*},
};

/// A barrier of a fixed number of threads, which any of them can declare failed.
pub(super) struct Meeting {
    members: u32,
    arrived: AtomicU32,
    /// How many members have left, until all have.
    left: AtomicU32,
    /// How often all have met, and [`FAILED`].
    round: AtomicU32,
}

/// What went wrong when one waits for another that is gone. (A GPU would wait forever, or not at all.)
const LEFT: &str =
    "a thread waits at a barrier of its block, but another thread of the block has ended";

/// Some member will not come any more.
const FAILED: u32 = 1 << 31;

impl Meeting {
    pub(super) fn new(members: u32) -> Self {
        Meeting {
            members,
            arrived: AtomicU32::new(0),
            left: AtomicU32::new(0),
            round: AtomicU32::new(0),
        }
    }
    /// How often all have met. Only a member may ask: before it comes, no further meeting can end.
    pub(super) fn round(&self) -> u32 {
        self.round.load(Acquire) & !FAILED
    }
    /// Waits for all members.
    ///
    /// # Panics
    ///
    /// If one has left.
    pub(super) fn wait(&self) {
        let round = self.round();
        let arrived = self.arrived.fetch_add(1, SeqCst) + 1;
        // Whoever has left since this round ended came to it.
        let nobody_left = self.left.load(SeqCst) == 0 || self.round() != round;
        assert!(nobody_left, "{LEFT}");
        if arrived == self.members {
            self.arrived.store(0, Relaxed);
            self.round.fetch_add(1, Release);
            wake_all(&self.round);
        }
        while self.round.load(Acquire) == round {
            wait(&self.round, round);
        }
        self.check();
    }
    /// A member comes no more, unless [`all_are_back`](Meeting::all_are_back).
    ///
    /// # Panics
    ///
    /// If another waits for it.
    pub(super) fn leave(&self) {
        self.left.fetch_add(1, SeqCst);
        assert!(self.arrived.load(SeqCst) == 0, "{LEFT}");
    }
    /// All have left, and come again.
    pub(super) fn all_are_back(&self) {
        self.left.store(0, SeqCst);
    }
    /// Some member panicked, and will not come any more: all others end as [`Freed`].
    pub(super) fn fail(&self) {
        self.round.fetch_or(FAILED, Release);
        wake_all(&self.round);
    }
    /// Ends this thread if some member will not come any more.
    pub(super) fn check(&self) {
        if self.round.load(Acquire) & FAILED != 0 {
            resume_unwind(Box::new(Freed))
        }
    }
}

/// Why a thread ends that waited for one that panicked.
pub(super) struct Freed;

/// Tells all who wait for something that it may have happened.
#[derive(Default)]
pub(super) struct Bell(AtomicU32);

impl Bell {
    /// Something has happened.
    pub(super) fn ring(&self) {
        self.0.fetch_add(1, Release);
        wake_all(&self.0);
    }
    /// Waits until `happened` says so; it is asked at first, and whenever the bell has rung.
    pub(super) fn wait_until(&self, mut happened: impl FnMut() -> bool) {
        loop {
            let rung = self.0.load(Acquire);
            if happened() {
                return;
            }
            wait(&self.0, rung);
        }
    }
}
