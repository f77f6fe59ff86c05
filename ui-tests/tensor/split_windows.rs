// Windows of 4 at every second element overlap.
use zellige::prelude::*;

fn main() {
    let mut data = [0; 18];
    let mut a = Tensor::new(&mut data, layout!((4, 8) : (1, 2)));
    for mut window in a.split_mut((.., int!(1))) {
        window.fill(1);
    }
}
