// A number that is assigned to a barrier cannot be assigned to another.
use zellige_gpu::barrier::Ids;

pub fn kernel(ids: Ids<1>) {
    let (_full, _) = ids.give::<256>();
    let (_empty, _) = ids.give::<256>();
}

fn main() {}
