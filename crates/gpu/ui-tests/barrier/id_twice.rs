// A number that has been given to a barrier is not given to another.
use zellige_gpu::barrier::Ids;

pub fn kernel(ids: Ids<1>) {
    let (_full, _) = ids.give::<256>();
    let (_empty, _) = ids.give::<256>();
}

fn main() {}
