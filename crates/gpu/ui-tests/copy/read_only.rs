//! A `*const T` cannot be written.
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;

unsafe fn clear(from: *const f32, (m, n): (u32, u32)) {
    let tile = gmem(from, layout!((m, n) : (n, 1))).local_tile(shape!((4, 4)), (0u32, 0u32)).settled();
    unsafe { tile.write((0u32, 0u32), 0.0) };
}

fn main() {}
