//! Clusters that take over the work of clusters that have not begun: each item is done once,
//! whichever cluster does it, and the messages about invalid requests.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_emulator::{Fault, Grid, Thread, launch, try_launch};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::LaunchControl;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::{Gpu, Sm90, Sm100};

type Warps = WarpRoles<1, 1, 56, 256>;

/// Runs as many clusters of B blocks as there are items. The threads that follow in each block
/// count the items, and so do the producers.
fn count<B: Unsigned + 'static>(items: u32) {
    type Numbers<B> = LaunchControl<Warps, B>;
    let blocks = B::U32;
    let each = |_| (0..blocks).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
    let (read, produced): (Vec<_>, Vec<_>) = (0..items).map(|i| (each(i), each(i))).unzip();
    let grid = Grid {
        x: items * blocks,
        y: 1,
        threads: Warps::THREADS,
        shared: Numbers::<B>::BYTES,
        cluster: if blocks == 1 { 0 } else { blocks },
    };
    // SAFETY: all threads of a cluster execute this, and meet before the first request.
    launch(grid, |gpu| unsafe {
        let rank = gpu.cluster_rank() as usize;
        let numbers = <Numbers<B>>::allocate(gpu);
        gpu.cluster_arrive();
        gpu.cluster_wait();
        match Warps::of(gpu) {
            Warpgroup::Producer(warpgroup) => {
                let role = warpgroup.reg_dealloc(gpu);
                let mut cancel = numbers.producer(gpu, &role);
                assert_eq!(cancel.is_some(), role.thread() == 0);
                while let Some(number) = cancel.as_mut().and_then(|cancel| cancel.next(gpu)) {
                    produced[number as usize][rank].fetch_add(1, Relaxed);
                }
            }
            Warpgroup::Consumer(warpgroup) => {
                warpgroup.reg_alloc(gpu);
                let mut cancelled = numbers.consumer();
                while let Some(number) = cancelled.next(gpu) {
                    read[number as usize][rank].fetch_add(1, Relaxed);
                }
            }
        }
    });
    let all = |counts: Vec<Vec<AtomicU32>>, times| {
        counts.iter().flatten().all(|count| count.load(Relaxed) == times)
    };
    assert!(all(read, 128) && all(produced, 1), "{items} clusters of {blocks}");
}
#[test]
fn each_item_is_done_once() {
    for items in [0, 1, 2, 3, 5, 8, 13, 40] {
        count::<int!(1)>(items);
        count::<int!(2)>(items);
    }
    count::<int!(4)>(11);
}

/// Runs blocks of 32 threads with a barrier at offset 32, at which thread 0 expects two responses
/// of 16 bytes, one after the other; `ask` follows.
fn refused(blocks: u32, ask: impl Fn(Thread<'_>, u32, u32) + Sync) -> String {
    let grid = Grid { x: blocks, y: 1, threads: 32, shared: 40, cluster: 0 };
    // SAFETY: a barrier in shared memory, initialised before it is used.
    let done: Result<(), Fault> = try_launch(grid, |gpu| unsafe {
        let (to, barrier) = (gpu.shared_address(), gpu.shared_address() + 32);
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
        }
        gpu.sync_threads();
        ask(gpu, to, barrier)
    });
    done.unwrap_err().to_string()
}
/// Asks for a cluster, in thread 0.
///
/// # Safety
///
/// The barrier is initialised, and there is room for the response, or the emulator refuses it.
unsafe fn ask(gpu: Thread<'_>, to: u32, barrier: u32) {
    if gpu.thread() == 0 {
        // SAFETY: the caller's promise.
        unsafe {
            gpu.mbarrier_arrive_expect(barrier, 16);
            gpu.try_cancel(to, barrier);
        }
    }
}

#[test]
fn after_a_response_without_a_cluster() {
    // SAFETY: the conditions of the barrier hold, but not that of the request, on purpose.
    let words = refused(1, |gpu, to, barrier| unsafe {
        ask(gpu, to, barrier);
        gpu.mbarrier_wait(barrier, 0);
        assert_eq!(gpu.query_cancel(to), None);
        gpu.sync_threads();
        ask(gpu, to, barrier);
    });
    assert_eq!(
        words,
        "block (0, 0), thread 0: asks to cancel the launch of a cluster after a response without one"
    );
}
#[test]
fn before_the_barrier() {
    // SAFETY: as above; a thread does not wait.
    let words = refused(1, |gpu, to, barrier| unsafe {
        ask(gpu, to, barrier);
        if gpu.thread() == 0 {
            gpu.query_cancel(to);
        }
    });
    assert_eq!(
        words,
        "block (0, 0), thread 0: reads 16 bytes at offset 0 of shared memory, which a copy for the \
         barrier at offset 32 writes, and the thread has not waited for it"
    );
}
#[test]
fn while_a_thread_may_read_the_last_response() {
    // SAFETY: as above; thread 0 does not wait for the other readers.
    let words = refused(64, |gpu, to, barrier| unsafe {
        ask(gpu, to, barrier);
        gpu.mbarrier_wait(barrier, 0);
        gpu.sync_threads();
        if gpu.query_cancel(to).is_some() {
            ask(gpu, to, barrier);
        }
    });
    let expected = "thread 0: writes 16 bytes at offset 0 of shared memory, which thread 31 read \
                    without a barrier between";
    assert!(words.ends_with(expected), "{words}");
}
#[test]
fn what_is_not_a_response() {
    // SAFETY: as above; the words are not those of a response.
    let words = refused(1, |gpu, to, _| unsafe {
        if gpu.thread() == 0 {
            for word in 0..4 {
                gpu.store_shared_cluster(gpu.map_shared_rank(to + 4 * word, 0), word);
            }
            gpu.query_cancel(to);
        }
    });
    assert_eq!(
        words,
        "block (0, 0), thread 0: queries the 16 bytes at offset 0 of shared memory, which are not a response"
    );
}
#[test]
fn at_an_odd_place() {
    // SAFETY: as above; the place is not aligned.
    let words = refused(1, |gpu, to, barrier| unsafe { ask(gpu, to + 8, barrier) });
    assert_eq!(
        words,
        "block (0, 0), thread 0: asks for a response at offset 8 of shared memory, which is not a multiple of 16"
    );
}
#[test]
fn a_block_that_ends_before_the_response() {
    // SAFETY: as above; nobody waits.
    let words = refused(1, |gpu, to, barrier| unsafe { ask(gpu, to, barrier) });
    assert_eq!(words, "block (0, 0): a copy to shared memory is under way when the block ends");
}
