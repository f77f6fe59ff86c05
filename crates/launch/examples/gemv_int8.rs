//! y = W x, where W has 8-bit integers and a scale for each 128 elements of a row; split along K
//! over blocks, which add their sums to y.
//!
//! A warp has a row of a tile of 8 by 512, a thread 16 elements side by side: all of one group, so
//! that it reads one scale.

use zellige::{atom::*, prelude::*};
use zellige_gpu::copy::copy_if;
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform_or;
use zellige_gpu::{Sm80, kernel, warp};
use zellige_launch::device::{Device, LaunchError};

/// 8 rows of 32 threads with 16 elements each, read in vectors of 16 bytes.
type Warps<Bits> = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(128)>, Bits>,
    layout!((8, 32) : row),
    layout!((1, 16)),
>;
/// The columns that a block goes through, 512 at a time.
const SPLIT: u32 = 2048;

/// # Safety
///
/// The grid has a block for each 8 rows, and for each [`SPLIT`] columns. W has m rows of k
/// elements, a multiple of 128, with k / 128 scales each; x has k elements; y has m elements that
/// are 0, and nobody else uses them. W and x begin at multiples of 16 bytes.
#[kernel(threads = 256)]
unsafe fn gemv_int8<G: Sm80>(
    gpu: G,
    m: u32,
    k: u32,
    w: *const i8,
    scales: *const f32,
    x: *const f32,
    y: *mut f32,
) {
    let (thread, tile) = (gpu.thread(), shape!((8, 512)));
    let (lane, warp) = layout!((32, 8)).idx2crd(thread);
    let row = layout!((8, (gpu.grid_x()))).crd2idx((warp, gpu.block_x()));
    let w = gmem(w, layout!((m, k) : (k, 1)));
    let x = gmem(x, layout!((m, k) : (0u32, 1))); // the same for each row
    let groups = layout!((m, (128, (k / 128))) : ((k / 128), (0, 1))); // a scale for each element
    let mut sum = 0.0;
    // SAFETY: a thread reads what is inside of the matrices, and all threads of a warp are here.
    unsafe {
        for step in gpu.block_y() * SPLIT / 512..((gpu.block_y() + 1) * SPLIT).min(k).div_ceil(512)
        {
            let column = 512 * step + 16 * lane;
            if row < m && column < k {
                let at = (gpu.block_x(), step);
                let (by_w, by_x) = (<Warps<int!(8)>>::STATIC, <Warps<int!(32)>>::STATIC);
                let (mut values, mut factors) = ([[0i8; 16]], [0.0; 16]);
                let tw = w.local_tile(tile, at).partition_s(by_w, thread);
                transform_or(
                    tw.recast::<[i8; 16], 16>(),
                    [0; 16],
                    rmem(&mut values, layout!(1)),
                    |w| w,
                );
                let tx = x.local_tile(tile, at).partition_s(by_x, thread);
                copy_if(gpu, by_x, tx, rmem(&mut factors, layout!(((4, 4), 1, 1))));
                let products = values[0]
                    .iter()
                    .zip(&factors)
                    .map(|(&w, x)| f32::from(w) * x);
                sum += *scales.add(groups.crd2idx((row, column)).usize()) * products.sum::<f32>();
            }
        }
        let sum = warp::sum(gpu, sum, layout!(32));
        if lane == 0 && row < m {
            gpu.fetch_add_f32(y.add(row as usize), sum);
        }
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, m, k) = (Device::emulator(), 21u32, 5248u32);
    let weight = |i: u32| (i * 7 % 23) as i8 - 11;
    let number = |i: u32| (i % 5) as f32 - 2.0;
    let w = device.buffer(&(0..m * k).map(weight).collect::<Vec<_>>())?;
    let scales = device.buffer(&(0..m * k / 128).map(number).collect::<Vec<_>>())?;
    let x = device.buffer(&(0..k).map(number).collect::<Vec<_>>())?;
    let mut y = device.buffer(&vec![0.0; m as usize])?;
    let arguments = (
        m,
        k,
        w.pointer(),
        scales.pointer(),
        x.pointer(),
        y.pointer_mut(),
    );
    // SAFETY: the matrices have these sizes, and the grid has all rows and columns.
    unsafe { device.launch::<gemv_int8>((m.div_ceil(8), k.div_ceil(SPLIT)), arguments)? };
    for (row, y) in (0..).zip(&*y.read()?) {
        let term = |j| number((row * k + j) / 128) * f32::from(weight(row * k + j)) * number(j);
        assert_eq!(*y, (0..k).map(term).sum::<f32>(), "row {row}");
    }
    println!("a product of {m} by {k} elements with a vector");
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
