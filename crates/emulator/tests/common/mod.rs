//! Helpers for several tests.

use zellige_emulator::{Grid, Memory, Thread, launch};
use zellige_gpu::Gpu;

/// Runs a kernel with one block, and returns the result of each thread.
pub fn block<T: Copy + Default + Send + Sync>(
    threads: u32,
    shared: u32,
    kernel: impl Fn(Thread<'_>) -> T + Sync,
) -> Vec<T> {
    let mut results = vec![T::default(); threads as usize];
    let out = Memory::write(&mut results);
    let grid = Grid { x: 1, y: 1, threads, shared, cluster: 0 };
    launch(grid, |gpu| {
        let result = kernel(gpu);
        // SAFETY: there is an element for each thread.
        unsafe { *out.pointer_mut().add(gpu.thread() as usize) = result }
    });
    results
}
