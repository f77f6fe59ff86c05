// Registers are given away once.
use zellige_gpu::{Sm90, registers::Gives};

pub unsafe fn kernel<G: Sm90>(gpu: G, warpgroup: Gives<40>) {
    unsafe { warpgroup.give(gpu) };
    unsafe { warpgroup.give(gpu) };
}

fn main() {}
