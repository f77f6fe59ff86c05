//! A tile that is not settled, in a function of elements.
use zellige::prelude::*;
use zellige_gpu::{tensor::{gmem, rmem}, transform::transform_or};

unsafe fn read(from: *const f32, (m, n): (u32, u32), at: (u32, u32)) -> [f32; 16] {
    let mut values = [0f32; 16];
    let tile = gmem(from, layout!((m, n) : (n, 1))).local_tile(shape!((4, 4)), at);
    unsafe { transform_or(tile, 0.0, rmem(&mut values, layout!((4, 4))), |x| 2.0 * x) };
    values
}

fn main() {}
