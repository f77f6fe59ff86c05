//! Addresses at which no problem begins.

use zellige_baselines::transpose::transpose_bf16_any_by_hand;
use zellige_emulator::{Grid, Memory, Thread, launch};
use zellige_gpu::Bf16;
use zellige_kernels::transpose::{pairs, transpose_bf16_any};

/// Matrices of 16-bit elements that begin in the middle of a word: memory before and behind them
/// does not change.
#[test]
fn addresses_that_are_no_words() {
    const ROWS: usize = 19;
    const COLUMNS: usize = 7;
    type Transpose<'a> = &'a (dyn Fn(Thread<'_>, *const Bf16, *mut Bf16) + Sync);
    const SIZE: (u32, u32) = (ROWS as u32, COLUMNS as u32);
    // SAFETY: for both kernels: the memory below has elements for each of these sizes.
    let kernel: Transpose<'_> = &|gpu, from, to| unsafe {
        transpose_bf16_any(gpu, SIZE.0, SIZE.1, from, SIZE.1, to, SIZE.0);
    };
    let by_hand: Transpose<'_> = &|gpu, from, to| unsafe {
        transpose_bf16_any_by_hand(gpu, SIZE.0, SIZE.1, from, SIZE.1, to, SIZE.0);
    };
    let grid = Grid { x: 1, y: 1, threads: pairs::THREADS, shared: pairs::SHARED, cluster: 0 };
    for transpose in [kernel, by_hand] {
        for (from_at, to_at) in [(0, 1), (1, 0), (1, 1), (1, 18)] {
            let from: Vec<Bf16> = (0..200).map(Bf16).collect();
            let mut to = vec![Bf16(0xffff); 200];
            // From here on, elements are counted from a sector boundary.
            let from_at = from.as_ptr().align_offset(32) + from_at;
            let to_at = to.as_ptr().align_offset(32) + to_at;
            let mut expected = to.clone();
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    expected[to_at + column * ROWS + row] = from[from_at + row * COLUMNS + column];
                }
            }
            {
                let from = Memory::read(&from[from_at..]);
                let to = Memory::write(&mut to[to_at..]);
                launch(grid, |gpu| transpose(gpu, from.pointer(), to.pointer_mut()));
            }
            assert_eq!(to, expected, "from {from_at} to {to_at}");
        }
    }
}
