//! A generic kernel takes the last of four modes, and this layout has three.
use zellige::prelude::*;
use zellige_gpu::{copy::fill, tensor::rmem};

unsafe fn clear_last_stage<L: Layout<Cosize: ArrayLength>>() -> Registers<f32, L::Cosize> {
    let mut stages = Registers::filled(1.0);
    unsafe { fill(rmem(&mut stages, L::STATIC).slice((.., .., .., 3u32)), 0.0) }
    stages
}

fn main() {
    unsafe { clear_last_stage::<layout!((8, 2, 4))>() };
}
