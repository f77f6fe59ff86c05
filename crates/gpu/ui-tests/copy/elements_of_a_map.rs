//! A tile of a tensor map, which is copied as a whole, in a function on elements.
use zellige::prelude::*;
use zellige_gpu::{TensorMap, tensor::{rmem, tma}, transform::transform_or};

unsafe fn read(map: *const TensorMap, (m, n): (u32, u32), at: (u32, u32)) -> [f32; 16] {
    let mut values = [0f32; 16];
    let tile = tma(map, (m, n)).local_tile(shape!((4, 4)), at);
    unsafe { transform_or(tile, 0.0, rmem(&mut values, layout!((4, 4))), |_| 0.0) };
    values
}

fn main() {}
