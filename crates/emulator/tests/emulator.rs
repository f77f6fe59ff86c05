//! The emulator's reaction to invalid kernels.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU32, Ordering::*},
};
use zellige_emulator::{Grid, Thread, launch, try_launch};
use zellige_gpu::{Gpu, Sm90};

const GRID: Grid = Grid { x: 3, y: 1, threads: 256, shared: 1024, cluster: 0 };

/// Returns the message of a launch that panics.
fn reason(kernel: impl Fn(Thread<'_>) + Sync) -> String {
    let reason = catch_unwind(AssertUnwindSafe(|| launch(GRID, kernel))).unwrap_err();
    let words = reason.downcast::<String>().map(|words| *words);
    words.unwrap_or_else(|reason| reason.downcast::<&str>().unwrap().to_string())
}

/// Returns whether this is the last thread of the second block.
fn chosen(gpu: Thread<'_>) -> bool {
    (gpu.block_x(), gpu.thread()) == (1, 255)
}

#[test]
fn a_thread_that_panics_frees_all_who_wait_for_it() {
    let barrier = |gpu: Thread<'_>| {
        assert!(!chosen(gpu), "this one does not come");
        // SAFETY: all threads of a block should execute this.
        unsafe { gpu.sync_threads() };
    };
    assert_eq!(reason(barrier), "block (1, 0), thread 255: this one does not come");

    let shuffle = |gpu: Thread<'_>| {
        assert!(!chosen(gpu), "nor this one");
        // SAFETY: all threads of a warp should execute this.
        unsafe { gpu.shuffle_xor(1.0, 1) };
    };
    assert_eq!(reason(shuffle), "block (1, 0), thread 255: nor this one");

    let arrival = |gpu: Thread<'_>| {
        let barrier = gpu.shared_address();
        // SAFETY: the barrier is initialised before it is used, and has 8 bytes of shared memory.
        unsafe {
            if gpu.thread() == 0 {
                gpu.mbarrier_init(barrier, 1);
            }
            gpu.sync_threads();
            if gpu.thread() == 255 {
                assert!(!chosen(gpu), "nobody arrives");
                gpu.mbarrier_arrive(barrier);
            }
            gpu.mbarrier_wait(barrier, 0);
        }
    };
    assert_eq!(reason(arrival), "block (1, 0), thread 255: nobody arrives");

    // The threads are usable again.
    let times = AtomicU32::new(0);
    launch(GRID, |gpu| {
        times.fetch_add(1, Relaxed);
        // SAFETY: all threads of a block execute this.
        unsafe { gpu.sync_threads() };
    });
    assert_eq!(times.into_inner(), 3 * 256);
}

#[test]
fn a_thread_that_ends_before_a_barrier_of_others_is_found() {
    let words = reason(|gpu| {
        if !chosen(gpu) {
            // SAFETY: does not hold: one thread does not arrive, which is what this tests.
            unsafe { gpu.sync_threads() };
        }
    });
    assert_eq!(
        words,
        "block (1, 0): threads 0 to 254 wait at the barrier of the block, thread 255 has ended"
    );
}

/// A payload that panics when it is dropped; so does the payload of that panic.
struct Thorny(u32);
impl Drop for Thorny {
    fn drop(&mut self) {
        if self.0 > 0 {
            std::panic::panic_any(Thorny(self.0 - 1));
        }
    }
}

#[test]
fn what_a_panic_carries_may_panic() {
    for depth in [0, 1, 2] {
        let fault = try_launch(GRID, |gpu| {
            if chosen(gpu) {
                std::panic::panic_any(Thorny(depth));
            }
        });
        assert_eq!(fault.unwrap_err().to_string(), "block (1, 0), thread 255: the thread panicked");
    }
    // A thread that is unwound because another one has failed panics once more.
    let fault = try_launch(GRID, |gpu| {
        assert!(!chosen(gpu), "this one does not come");
        // SAFETY: does not hold, which is what this tests.
        let wait = AssertUnwindSafe(|| unsafe { gpu.sync_threads() });
        if catch_unwind(wait).is_err() {
            std::panic::panic_any(Thorny(2));
        }
    });
    assert_eq!(fault.unwrap_err().to_string(), "block (1, 0), thread 255: this one does not come");
}

#[test]
fn grids_that_no_gpu_has() {
    let refused = |grid: Grid| try_launch(grid, |_| ()).unwrap_err().to_string();
    for threads in [0, 1025, u32::MAX] {
        assert_eq!(
            refused(Grid { threads, ..GRID }),
            format!("a block has 1 to 1024 threads, not {threads}")
        );
    }
    for shared in [232449, 1 << 31, u32::MAX] {
        assert_eq!(
            refused(Grid { shared, ..GRID }),
            format!("a block has at most 232448 bytes of shared memory, not {shared}")
        );
    }
    for cluster in [17, u32::MAX] {
        let x = cluster;
        assert_eq!(
            refused(Grid { x, cluster, ..GRID }),
            format!("a cluster has at most 16 blocks, not {cluster}")
        );
    }
    for (x, y) in [(0, 1), (1, 0), (0, u32::MAX)] {
        try_launch(Grid { x, y, ..GRID }, |_| panic!("there is no block")).unwrap();
    }
}

#[test]
fn a_kernel_reads_both_extents_of_its_grid() {
    let blocks = AtomicU32::new(0);
    launch(Grid { y: 2, ..GRID }, |gpu| {
        assert_eq!((gpu.grid_x(), gpu.grid_y()), (3, 2));
        if gpu.thread() == 0 {
            blocks.fetch_add(1 << (gpu.block_y() * 3 + gpu.block_x()), Relaxed);
        }
    });
    assert_eq!(blocks.into_inner(), 0b111111);
}
