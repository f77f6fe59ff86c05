//! The sums of each row of a matrix up to each of its elements: `torch.cumsum` along rows.
//!
//! A block of 256 threads processes its row in tiles of 1024. A thread adds its four elements, the
//! block scans these sums, and the sum of the previous tiles is the first value of the scan.

use zellige::{atom::*, prelude::*};
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::{transform_if, transform_or};
use zellige_gpu::{Gpu, kernel};
use zellige_launch::device::{Device, LaunchError};

/// 256 adjacent threads with four elements each.
type Vectors = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>,
    layout!((1, 256)),
    layout!((1, 4)),
>;
type Sums = SmemTensor<f32, layout!(8)>;

/// # Safety
///
/// The grid has a block for each row; both matrices have `rows` rows of `columns` elements, a
/// multiple of 4, and begin at multiples of 16 bytes.
#[kernel(threads = 256, shared = Sums::BYTES)]
unsafe fn scan<G: Gpu>(gpu: G, rows: u32, columns: u32, x: *const f32, y: *mut f32) {
    let (thread, row) = (gpu.thread(), gpu.block_x());
    let rows = layout!((rows, columns) : (columns, 1));
    let (x, y) = (gmem(x, rows), gmem(y, rows));
    let add = |a: f32, b: f32| a + b;
    let mut before = 0.0;
    // SAFETY: only this thread has these elements of the row, and all threads of the block execute
    // this.
    unsafe {
        let mut scratch = Scratch::new(Sums::allocate(gpu));
        for tile in 0..columns.div_ceil(1024) {
            let (tile, at) = (shape!((1, 1024)), (row, tile));
            let x = x.local_tile(tile, at).partition_s(Vectors::STATIC, thread);
            let y = y.local_tile(tile, at).partition_d(Vectors::STATIC, thread);
            let mut four = [[0.0; 4]];
            let mine = rmem(&mut four, layout!(1));
            transform_or(x.recast::<[f32; 4], 16>(), [0.0; 4], mine, |x| x);
            let [a, b, c, d] = four[0];
            let sums = [a, a + b, a + b + c, a + b + c + d];
            let ((first, all), used) = scratch.exclusive_scan(gpu, sums[3], before, add);
            four[0] = sums.map(|sum| first + sum);
            let mine = rmem(&mut four, layout!(1));
            transform_if(mine, y.recast::<[f32; 4], 16>(), |sums| sums);
            (scratch, before) = (used.again(gpu), before + all);
        }
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, rows, columns) = (Device::emulator(), 3u32, 2500u32);
    let number = |i: u32| (i * 7 % 23) as f32 - 11.0;
    let numbers: Vec<f32> = (0..rows * columns).map(number).collect();
    let (x, mut y) = (device.buffer(&numbers)?, device.buffer(&vec![0.0; numbers.len()])?);
    let arguments = (rows, columns, x.pointer(), y.pointer_mut());
    // SAFETY: the matrices have these sizes, and the grid has a block for each row.
    unsafe { device.launch::<scan>((rows, 1), arguments)? };
    let y = y.read()?;
    for (x, y) in numbers.chunks(2500).zip(y.chunks(2500)) {
        let mut sum = 0.0;
        for (x, y) in x.iter().zip(y) {
            sum += x;
            assert_eq!(*y, sum);
        }
    }
    println!("the sums of {rows} rows of {columns} elements");
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
