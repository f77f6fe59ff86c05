// Barrier 15 is the last one.
use zellige_gpu::barrier::Ids;

pub fn kernel(ids: Ids<15>) {
    let (_last, ids) = ids.give::<128>();
    ids.give::<128>();
}

fn main() {}
