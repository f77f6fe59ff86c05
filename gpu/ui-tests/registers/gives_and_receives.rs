// A warpgroup that gives registers away takes none.
use zellige_gpu::{Sm90, registers::Gives};

pub unsafe fn kernel<G: Sm90>(gpu: G, warpgroup: Gives<40>) {
    unsafe { warpgroup.receive(gpu) };
}

fn main() {}
