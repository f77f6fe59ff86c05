//! The sums of each row of a matrix up to each of its elements, with the element or without it.
//!
//! ```text
//! y[i, j] = sum of x[i, k] over k <= j      exclusive = 0
//! y[i, j] = sum of x[i, k] over k < j       else; y[i, 0] = 0
//! ```
//!
//! A block has a row, and processes it in tiles of 256 vectors of 16 bytes: a thread adds the
//! elements of its vector, the block scans these sums, and the sum of the previous tiles is the
//! first value of the scan. Sums are f32, rounded when they are written, or u32 modulo 2^32.
//!
//! A thread reads and writes 16 bytes at once where all rows begin at multiples of 16 bytes, in
//! both matrices; element by element otherwise, and where the row ends within its vector. y may be
//! x.

use crate::turn::take_turn;
use crate::words::{Element, pack, unpack};
use zellige::prelude::*;
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Store, kernel, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// A sum for each warp.
type Sums<T> = SmemTensor<<T as Element>::Number, layout!(8)>;

/// Scans rows, which begin `ld_x` and `ld_y` elements apart. The grid has a block for each row.
///
/// # Safety
///
/// The matrices have `rows` rows of `columns` elements, fewer than 2^32 - 4096.
#[kernel(threads = THREADS, shared = Sums::<T>::BYTES, instances(
    scan_f32 = <f32, 4>,
    scan_u32 = <u32, 4>,
    scan_bf16 = <Bf16, 8>,
    scan_f16 = <F16, 8>,
))]
pub unsafe fn scan<T: Element, const N: usize, G: Store>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    y: *mut T,
    ld_y: u32,
    exclusive: u32,
) {
    take_turn(gpu);
    let (thread, row, n) = (gpu.thread(), gpu.block_x(), N as u32);
    if row >= rows {
        return;
    }
    let aligned = (x.addr() | y.addr()) % 16 == 0 && (ld_x | ld_y) % n == 0;
    let vectors = if aligned { columns / n } else { 0 };
    let vectors_x = gmem(x.cast::<Vector16>(), layout!((rows, vectors) : ((ld_x / n), 1)));
    let vectors_y = gmem(y.cast::<Vector16>(), layout!((rows, vectors) : ((ld_y / n), 1)));
    let x = gmem(x, layout!((rows, columns) : (ld_x, 1)));
    let y = gmem(y, layout!((rows, columns) : (ld_y, 1)));
    let mut before = T::Number::default();
    let mut scratch = Scratch::new(Sums::<T>::allocate(gpu));
    let tiles = layout!((256, (columns.div_ceil(256 * n))));
    for tile in 0..tiles.shape().1 {
        let at = tiles.crd2idx((thread, tile));
        let mut numbers = [T::Number::default(); N];
        if at < vectors {
            unpack::<T, N>(vectors_x.read((row, at)), &mut numbers, 0);
        } else {
            unroll!(for i in 0..{ N as u32 } {
                numbers[i as usize] = x.read_or((row, n * at + i), T::default()).widen();
            });
        }
        let mut sum = T::Number::default();
        unroll!(for i in 0..{ N as u32 } {
            let with = T::add(sum, numbers[i as usize]);
            numbers[i as usize] = if exclusive == 0 { with } else { sum };
            sum = with;
        });
        let ((first, all), used) = scratch.exclusive_scan(gpu, sum, before, T::add);
        unroll!(for i in 0..{ N as u32 } {
            numbers[i as usize] = T::add(first, numbers[i as usize]);
        });
        if at < vectors {
            vectors_y.write((row, at), pack::<T, N>(gpu, &numbers, 0));
        } else {
            unroll!(for i in 0..{ N as u32 } {
                y.write_if((row, n * at + i), T::narrow(gpu, numbers[i as usize]));
            });
        }
        (scratch, before) = (used.again(gpu), T::add(before, all));
    }
}
