//! y += a x, over vectors with strides.

use crate::gpu::Gpu;
use zellige::prelude::*;

/// The threads of a block.
pub const THREADS: u32 = 256;

/// Adds `a x[i]` to `y[i]` for the n first i. The grid has at least n / 256 blocks.
///
/// The layout `(256, blocks) : (1, 256)` takes (thread, block) to i.
pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let threads = layout!((256, (gpu.grid_x())) : (1, 256));
    let i = threads.crd2idx((gpu.thread(), gpu.block_x()));
    if i < n {
        let (x, y) = (x.add(i as usize), y.add(i as usize));
        *y = gpu.fma(a, *x, *y);
    }
}

/// [`saxpy`] with its index by hand.
pub unsafe fn saxpy_by_hand<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let i = gpu.thread() + gpu.block_x() * 256;
    if i < n {
        let (x, y) = (x.add(i as usize), y.add(i as usize));
        *y = gpu.fma(a, *x, *y);
    }
}
