// Elements that must not be sent to another thread, in parts that are sent.
use std::rc::Rc;
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([const { None::<Rc<u8>> }; 48], layout!((8, 6) : (6, 1)));
    std::thread::scope(|scope| {
        for mut part in a.split_mut((int!(4), int!(3))) {
            scope.spawn(move || part.fill(None));
        }
    });
}
