//! The transposition of V: from the columns of a key side by side, as they are copied, to the keys
//! of a column side by side, as products of 8 bits read them.

use zellige::prelude::*;
use zellige_gpu::{Sm90, unroll};

/// Returns what transposes a stage of V, of bytes, by the 96 threads of three warps, each with its
/// number. The stage has PARTS times 64 columns and CHUNKS times 32 keys; each warp has every third
/// chunk. Its bytes are at offsets from `address`, (column, key, stage), `copied` before and
/// `transposed` after.
///
/// ```text
/// ldmatrix.trans  of 16 keys by 32 columns, lane 4g + t gets the columns 2g and 2g + 1 of the keys
///                 2t, 2t + 1, 2t + 8 and 2t + 9
/// `prmt`          column 2g of these keys in a word, and column 2g + 1 in another
/// stmatrix        16 keys of a column are 16 bytes, in the order 0 1 8 9  2 3 10 11  4 5 12 13 ...
/// ```
///
/// # Safety
///
/// All threads of the warps call the result together, after the copies to the stage, which has
/// these bytes: 16 columns side by side before, and 16 keys after. A chunk of 64 columns has the
/// same bytes before and after. Swizzles do not change the order of 32 keys before, nor of 32
/// columns after. Nothing else uses the named barriers 8 to 10.
#[inline(always)]
pub(super) unsafe fn transposer<const PARTS: u32, const CHUNKS: u32>(
    gpu: impl Sm90,
    address: u32,
    thread: u32,
    copied: impl Fn(u32, u32, u32) -> u32,
    transposed: impl Fn(u32, u32, u32) -> u32,
) -> impl Fn(u32) {
    let (lane, warp) = layout!((32, 3)).idx2crd(thread);
    // What a lane passes to `ldmatrix`: a key, and a half of 32 columns.
    let (key, half) = layout!((16, 2)).idx2crd(lane);
    let from = [0, 1].map(|i| address + copied(32 * i + 16 * half, key, 0));
    // And to `stmatrix`: a column. Of eight lanes, no two columns are in the same bank.
    let column = layout!((8, 2, 2) : (2, 1, 16)).crd2idx(lane) ^ (lane / 4 % 2);
    let to = [0, 1].map(|i| address + transposed(column, 16 * i, 0));
    // The bytes at even places, and those at odd ones, of two words.
    let even = if lane < 16 { 0x6420 } else { 0x7531 };
    move |stage| {
        let mut chunk = warp;
        while chunk < CHUNKS {
            let (from, to) = (
                from.map(|from| from + copied(0, 32 * chunk, stage)),
                to.map(|to| to + transposed(0, 32 * chunk, stage)),
            );
            unroll!(for part in 0..{ PARTS } {
                let mut words = [[0; 4]; 4];
                unroll!(for i in 0..4 {
                    let (columns, keys) = (i % 2, i / 2);
                    let from = from[columns as usize] + copied(64 * part, 16 * keys, 0);
                    let [a, b, c, d] = gpu.ldmatrix_x4_trans(from);
                    words[i as usize] = [(a, b, 0), (a, b, 0x1111), (c, d, 0), (c, d, 0x1111)]
                        .map(|(low, high, other)| gpu.prmt(low, high, even ^ other));
                });
                gpu.barrier_sync_at::<32>(8 + warp);
                unroll!(for i in 0..4 {
                    let (columns, keys) = (i % 2, i / 2);
                    let to = to[keys as usize] + transposed(64 * part + 32 * columns, 0, 0);
                    gpu.stmatrix_x4(to, words[i as usize]);
                });
            });
            chunk += 3;
        }
        gpu.fence_proxy_async();
    }
}
