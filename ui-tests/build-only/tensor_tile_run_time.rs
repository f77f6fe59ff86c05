// Eight threads in a run-time mode and another: the number in each is not known.
use zellige::prelude::*;

fn main() {
    let (m, data) = (4u32, [0; 48]);
    let a = Tensor::new(&data[..], layout!((m, 12) : (12, 1)));
    let _ = a.local_partition(layout!(8 : 1), 0u32);
}
