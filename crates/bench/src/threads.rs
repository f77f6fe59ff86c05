//! Work for all cores: threads of a scope, joined one by one.

use std::{
    ops::Range,
    panic::resume_unwind,
    thread::{self, ScopedJoinHandle},
};

/// Returns how many threads are worthwhile for this many small steps.
pub(crate) fn count(steps: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.min(steps / 4096 + 1)
}

/// Shares the numbers below `steps` among the cores, and returns the result of each share, in
/// order.
pub(crate) fn share<R: Send>(steps: usize, work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    let size = steps.div_ceil(count(steps)).max(1);
    let shares = (0..steps.div_ceil(size)).map(|share| share * size..steps.min((share + 1) * size));
    thread::scope(|scope| {
        let work = &work;
        join(shares.map(|share| scope.spawn(move || work(share))))
    })
}

/// Shares chunks of this many elements among the cores; `work` receives the index of its chunk.
pub(crate) fn chunks<T: Send>(
    elements: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let size = size.max(1);
    let each = elements.len().div_ceil(size).div_ceil(count(elements.len())).max(1);
    thread::scope(|scope| {
        let work = &work;
        let shares = elements.chunks_mut(each * size).enumerate();
        join(shares.map(|(share, elements)| {
            scope.spawn(move || {
                for (chunk, elements) in elements.chunks_mut(size).enumerate() {
                    work(share * each + chunk, elements);
                }
            })
        }));
    });
}

/// Starts all threads, waits for all, and returns their results; panics if one of them panicked.
///
/// A scope waits too, but in a way that a thread sanitizer does not see.
pub(crate) fn join<'scope, R>(
    threads: impl Iterator<Item = ScopedJoinHandle<'scope, R>>,
) -> Vec<R> {
    let threads: Vec<_> = threads.collect();
    let results = threads
        .into_iter()
        .map(|thread| thread.join().unwrap_or_else(|reason| resume_unwind(reason)));
    results.collect()
}
