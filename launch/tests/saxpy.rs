//! y += a x, emulated.

use zellige_kernels::saxpy;
use zellige_launch::{
    compare::{Tolerance, compare},
    data::Matrix,
    emulator::{Grid, Memory, launch},
    reference,
};

#[test]
fn every_size() {
    for n in [0u32, 1, 2, 31, 255, 256, 257, 1021] {
        for by_hand in [false, true] {
            let x: Matrix<f32> = Matrix::vector(n as usize).random(1);
            let before = Matrix::vector(n as usize).random(2);
            let mut y = before.clone();
            let grid = Grid {
                x: n.div_ceil(saxpy::THREADS),
                y: 1,
                threads: saxpy::THREADS,
                shared: 0,
            };
            let (from, to) = (Memory::read(&x.elements), Memory::write(&mut y.elements));
            // SAFETY: x and y have n elements, and the grid has a thread for each.
            launch(grid, |gpu| unsafe {
                if by_hand {
                    saxpy::saxpy_by_hand(gpu, n, 1.5, from.pointer(), to.pointer_mut())
                } else {
                    saxpy::saxpy(gpu, n, 1.5, from.pointer(), to.pointer_mut())
                }
            });
            let expected = reference::saxpy(1.5, &x, &before);
            compare(&before, &y, &expected, Tolerance::rounding::<f32>())
                .unwrap_or_else(|difference| panic!("n = {n}, by hand: {by_hand}: {difference}"));
        }
    }
}
