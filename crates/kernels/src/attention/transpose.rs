//! The transposition of V: from the columns of a key side by side, as they are copied, to the keys
//! of a column side by side, as products of 8 bits read them.

use zellige::prelude::*;
use zellige_gpu::{Sm90, unroll};

/// Returns what transposes a stage of V, of bytes, by the 128 threads of a warpgroup, each with its
/// number; `meet` waits for all of them. The stage has COLUMNS times 32 columns, up to 4, and KEYS
/// times 64 keys, up to 2. Its bytes are at offsets from `address`, (column, key, stage), `copied`
/// before and `transposed` after.
///
/// ```text
/// ldmatrix.trans  of 16 keys by 32 columns, lane 4g + t gets the columns 2g and 2g + 1 of the keys
///                 2t, 2t + 1, 2t + 8 and 2t + 9
/// exchanges       column 2g of these keys in a word, and column 2g + 1 in another
/// stmatrix        16 keys of a column are 16 bytes, in the order 0 1 8 9  2 3 10 11  4 5 12 13 ...
/// ```
///
/// # Safety
///
/// All threads of the warpgroup call the result together, after the copies to the stage, which has
/// these bytes: 16 columns side by side before, and 16 keys after. Swizzles do not change the order
/// of 64 keys before, nor of 32 columns after.
#[inline(always)]
pub(super) unsafe fn transposer<const COLUMNS: u32, const KEYS: u32>(
    gpu: impl Sm90,
    address: u32,
    thread: u32,
    copied: impl Fn(u32, u32, u32) -> u32,
    transposed: impl Fn(u32, u32, u32) -> u32,
    meet: impl Fn(),
) -> impl Fn(u32) {
    const { assert!(COLUMNS <= 4 && KEYS <= 2) } // 32 registers
    let (lane, warp) = layout!((32, 4)).idx2crd(thread);
    // What a lane passes to `ldmatrix`: a key, and a half of 32 columns.
    let (key, half) = layout!((16, 2)).idx2crd(lane);
    let from = [0, 1, 2, 3].map(|i| address + copied(32 * i + 16 * half, 16 * warp + key, 0));
    // And to `stmatrix`: a column. Of eight lanes, no two columns are in the same bank.
    let column = layout!((8, 2, 2) : (2, 1, 16)).crd2idx(lane) ^ (lane / 4 % 2);
    let to = [0, 1].map(|i| address + transposed(column, 64 * i + 16 * warp, 0));
    move |stage| {
        let mut words = [[0; 4]; 8];
        unroll!(for i in 0..{ COLUMNS * KEYS } {
            let (columns, keys) = (i % COLUMNS, i / COLUMNS);
            let from = from[columns as usize] + copied(0, 64 * keys, stage);
            let [a, b, c, d] = gpu.ldmatrix_x4_trans(from);
            let ([e, f], [g, h]) = (apart(a, b), apart(c, d));
            words[i as usize] = if lane < 16 { [e, f, g, h] } else { [f, e, h, g] };
        });
        meet();
        unroll!(for i in 0..{ COLUMNS * KEYS } {
            let (columns, keys) = (i % COLUMNS, i / COLUMNS);
            let to = to[keys as usize] + transposed(32 * columns, 0, stage);
            gpu.stmatrix_x4(to, words[i as usize]);
        });
        gpu.fence_proxy_async();
    }
}
/// Returns the lower bytes of the halves of two words, and the upper ones.
#[inline(always)]
fn apart(x: u32, y: u32) -> [u32; 2] {
    let ([a, b, c, d], [e, f, g, h]) = (x.to_le_bytes(), y.to_le_bytes());
    [u32::from_le_bytes([a, c, e, g]), u32::from_le_bytes([b, d, f, h])]
}
