// A warpgroup that gives up registers cannot take any.
use zellige_gpu::{
    Sm90,
    registers::{RegDealloc, WarpRoles},
};

pub unsafe fn kernel<G: Sm90>(gpu: G, warpgroup: RegDealloc<WarpRoles<1, 2, 40, 232>>) {
    unsafe { warpgroup.reg_alloc(gpu) };
}

fn main() {}
