// Registers are given up once.
use zellige_gpu::{
    Sm90,
    registers::{RegDealloc, WarpRoles},
};

pub unsafe fn kernel<G: Sm90>(gpu: G, warpgroup: RegDealloc<WarpRoles<1, 2, 40, 232>>) {
    unsafe { warpgroup.reg_dealloc(gpu) };
    unsafe { warpgroup.reg_dealloc(gpu) };
}

fn main() {}
