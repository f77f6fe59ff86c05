// In generic code the error names the bound.
use zellige::prelude::*;

fn clear_tiles<L: Layout, T: TilerFor<L>>(mut a: Tensor<ViewMut<f32>, L>, t: T) {
    for mut tile in a.split_mut(t) {
        tile.clear();
    }
}

fn main() {
    let mut data = [0.0; 48];
    clear_tiles(Tensor::new(&mut data, layout!((8, 6) : (6, 1))), (int!(4), int!(3)));
}
