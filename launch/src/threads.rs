//! Threads of a scope, joined one by one.

use std::{panic::resume_unwind, thread::ScopedJoinHandle};

/// Starts all threads, and waits for all; panics if one of them panicked.
///
/// A scope waits too, but in a way that a thread sanitizer does not see.
pub(crate) fn join<'scope>(threads: impl Iterator<Item = ScopedJoinHandle<'scope, ()>>) {
    let threads: Vec<_> = threads.collect();
    for thread in threads {
        if let Err(reason) = thread.join() {
            resume_unwind(reason)
        }
    }
}
