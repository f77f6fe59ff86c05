//! A Jacobi step: each inner element of a matrix becomes the mean of its four neighbours.
//!
//! The neighbours of all inner elements are the matrix itself, shifted by an offset. Four shifted
//! tensors are therefore read together, tile by tile, and the cache serves elements that several
//! threads read.

use zellige::prelude::*;
use zellige_gpu::tensor::gmem;
use zellige_gpu::transform::transform_if;
use zellige_gpu::{Gpu, kernel};
use zellige_launch::device::{Device, LaunchError};

/// # Safety
///
/// The grid has a block for each tile of 32 by 64 inner elements; both matrices have m by n
/// elements, 3 or more along each mode.
#[kernel(threads = 256)]
unsafe fn jacobi<G: Gpu>(gpu: G, m: u32, n: u32, x: *const f32, y: *mut f32) {
    let (thread, at) = (gpu.thread(), (gpu.block_y(), gpu.block_x()));
    let (tile, threads) = (shape!((32, 64)), layout!((4, 64) : row)); // a warp has 32 adjacent elements
    let x = gmem(x, layout!((m, n) : (n, 1)));
    let inner = layout!(((m - 2), (n - 2)) : (n, 1));
    let y = gmem(y.wrapping_add(n as usize + 1), inner);
    let from = |i: u32, j: u32| {
        let shifted = x.domain_offset((i, j));
        shifted.local_tile(tile, at).local_partition(threads, thread)
    };
    let to = y.local_tile(tile, at).local_partition(threads, thread);
    let (above, below, left, right) = (from(0, 1), from(2, 1), from(1, 0), from(1, 2));
    // SAFETY: only this thread writes these elements of y, and nothing writes x.
    unsafe {
        transform_if(((above, below), (left, right)), to, |((a, b), (l, r))| 0.25 * (a + b + l + r))
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, m, n) = (Device::emulator(), 50u32, 131u32);
    let numbers: Vec<f32> = (0..m * n).map(|i| (i * 7 % 23) as f32).collect();
    let (x, mut y) = (device.buffer(&numbers)?, device.buffer(&numbers)?);
    let grid = ((n - 2).div_ceil(64), (m - 2).div_ceil(32));
    // SAFETY: the matrices have these sizes, and the grid covers all tiles.
    unsafe { device.launch::<jacobi>(grid, (m, n, x.pointer(), y.pointer_mut()))? };
    let y = y.read()?;
    let x = |i: u32, j: u32| numbers[(i * n + j) as usize];
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let inner = (1..m - 1).contains(&i) && (1..n - 1).contains(&j);
        let mean = || 0.25 * (x(i - 1, j) + x(i + 1, j) + x(i, j - 1) + x(i, j + 1));
        assert_eq!(y[(i * n + j) as usize], if inner { mean() } else { x(i, j) });
    }
    println!("a step of {m} by {n} elements");
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
