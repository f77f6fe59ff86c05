//! Barriers: all threads of a group wait until the last of them arrives.

use std::sync::{
    Condvar, Mutex,
    atomic::{AtomicBool, AtomicU32, Ordering::*},
};

/// A barrier of a fixed number of threads, which any of them can declare failed.
///
/// What it orders, it orders by atomics, which a thread sanitizer sees even where the standard library is not
/// built for one. The lock and the condition are only there to sleep: a block has hundreds of threads, and the
/// machine few cores.
pub(super) struct Meeting {
    members: u32,
    arrived: AtomicU32,
    round: AtomicU32,
    failed: AtomicBool,
    asleep: Mutex<()>,
    awake: Condvar,
}

impl Meeting {
    pub(super) fn new(members: u32) -> Self {
        Meeting {
            members,
            arrived: AtomicU32::new(0),
            round: AtomicU32::new(0),
            failed: AtomicBool::new(false),
            asleep: Mutex::new(()),
            awake: Condvar::new(),
        }
    }
    /// How often all have met. Only a member may ask: before it comes, no further meeting can end.
    pub(super) fn round(&self) -> u32 {
        self.round.load(Acquire)
    }
    /// Waits for all members.
    pub(super) fn wait(&self) {
        let round = self.round.load(Acquire);
        if self.arrived.fetch_add(1, AcqRel) + 1 == self.members {
            self.arrived.store(0, Relaxed);
            self.change(|| self.round.store(round.wrapping_add(1), Release));
            return;
        }
        let mut asleep = self.lock();
        while self.round.load(Acquire) == round {
            self.check();
            asleep = self
                .awake
                .wait(asleep)
                .unwrap_or_else(|held| held.into_inner());
        }
    }
    /// Some member will not come any more: all others panic.
    pub(super) fn fail(&self) {
        self.change(|| self.failed.store(true, Relaxed));
    }
    /// Panics if some member will not come any more.
    pub(super) fn check(&self) {
        assert!(
            !self.failed.load(Relaxed),
            "another thread of the block panicked"
        );
    }
    /// Makes a change that others sleep for, and wakes them.
    fn change(&self, change: impl FnOnce()) {
        let asleep = self.lock();
        change();
        drop(asleep);
        self.awake.notify_all();
    }
    /// Nothing is behind the lock, so a thread that panicked with it has left nothing undone.
    fn lock(&self) -> std::sync::MutexGuard<'_, ()> {
        self.asleep.lock().unwrap_or_else(|held| held.into_inner())
    }
}
