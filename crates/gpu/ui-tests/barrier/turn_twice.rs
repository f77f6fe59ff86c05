// A thread waits once for a turn, and passes it on once.
use zellige_gpu::{Sm90, barrier::Turns};

pub unsafe fn kernel<G: Sm90>(gpu: G, turns: Turns) {
    let first = unsafe { turns.wait(gpu) };
    let second = unsafe { turns.wait(gpu) };
    unsafe { (first.pass(gpu), second.pass(gpu)) };
}

fn main() {}
