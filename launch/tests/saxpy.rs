//! y += a x, emulated.

use zellige_kernels::saxpy;
use zellige_launch::emulator::{Grid, Memory, launch};

#[test]
fn every_size() {
    for n in [0u32, 1, 2, 31, 255, 256, 257, 1021] {
        for by_hand in [false, true] {
            let x: Vec<f32> = (0..n).map(|i| i as f32 / 3.0).collect();
            let mut y: Vec<f32> = (0..n).map(|i| 100.0 - i as f32).collect();
            let expected: Vec<f32> = (0..n as usize)
                .map(|i| 1.5f32.mul_add(x[i], y[i]))
                .collect();
            let grid = Grid {
                x: n.div_ceil(saxpy::THREADS),
                y: 1,
                threads: saxpy::THREADS,
                shared: 0,
            };
            let (x, out) = (Memory::read(&x), Memory::write(&mut y));
            // SAFETY: x and y have n elements, and the grid has a thread for each.
            launch(grid, |gpu| unsafe {
                if by_hand {
                    saxpy::saxpy_by_hand(gpu, n, 1.5, x.pointer(), out.pointer_mut())
                } else {
                    saxpy::saxpy(gpu, n, 1.5, x.pointer(), out.pointer_mut())
                }
            });
            assert_eq!(y, expected, "n = {n}, by hand: {by_hand}");
        }
    }
}
