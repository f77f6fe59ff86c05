//! A generic kernel takes the last of four modes.
use zellige::prelude::*;
use zellige_gpu::{copy::fill, tensor::rmem};

unsafe fn clear_last_stage<L: Layout<Cosize: ArrayLength>>() -> Registers<f32, L::Cosize> {
    let mut stages = Registers::filled(1.0);
    unsafe { fill(rmem(&mut stages, L::STATIC).slice((.., .., .., 3u32)), 0.0) }
    stages
}

fn main() {
    let stages = unsafe { clear_last_stage::<layout!((2, 1, 1, 4))>() };
    assert_eq!(stages.as_slice(), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
}
