// After the barrier 15 there is none.
use zellige_gpu::barrier::Ids;

pub fn kernel(ids: Ids<15>) {
    let (_last, ids) = ids.give::<128>();
    ids.give::<128>();
}

fn main() {}
