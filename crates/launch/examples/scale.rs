//! The kernel of the repository's README: a matrix times a number.

use zellige_launch::device::{Device, LaunchError};

use zellige::prelude::*;
use zellige_gpu::{Gpu, kernel, tensor::gmem, transform::transform_if};

/// Writes `y = a * x` for row-major matrices of `m` by `n`. A block takes a tile of 8 by 128.
///
/// # Safety
///
/// Both matrices exist, and nothing else accesses `y`.
#[kernel(threads = 256)]
unsafe fn scale<G: Gpu>(gpu: G, m: u32, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let matrix = layout!((m, n) : (n, 1)); // run-time integers
    let threads = layout!((8, 32) : (32, 1)); // static: a zero-sized value
    let (tile, at) = (shape!((8, 128)), (gpu.block_y(), gpu.block_x()));
    let x = gmem(x, matrix).local_tile(tile, at);
    let y = gmem(y, matrix).local_tile(tile, at);
    let x = x.local_partition(threads, gpu.thread()); // four elements of each row
    let y = y.local_partition(threads, gpu.thread());
    // SAFETY: no two threads share an element, and elements outside the matrix are skipped.
    unsafe { transform_if(x, y, |x| a * x) };
}

fn main() -> Result<(), LaunchError> {
    let (device, m, n) = (Device::emulator(), 100u32, 300u32);
    let x = device.buffer(&[1.5f32; 30_000])?;
    let mut y = device.buffer(&[0.0f32; 30_000])?;
    let (grid, to) = ((n.div_ceil(128), m.div_ceil(8)), y.pointer_mut());
    // SAFETY: both matrices have 100 by 300 elements, and the grid covers them.
    unsafe { device.launch::<scale>(grid, (m, n, 2.0, x.pointer(), to))? };
    assert_eq!(y.read()?, [3.0; 30_000]);
    println!("{} elements scaled", m * n);
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
