//! y = W x, for a W of 8-bit integers with a scale for each 128 elements of a row; split along K
//! over blocks, which add their sums to y.
//!
//! A warp has four rows of a tile of 32 by 512. A thread has 16 elements of each row, all of one
//! group, so that it reads one scale for them.

use zellige::{atom::*, prelude::*};
use zellige_gpu::copy::copy_if;
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform_or;
use zellige_gpu::{Sm80, kernel, unroll, warp};
use zellige_launch::device::{Device, LaunchError};

/// 8 rows of 32 threads with 16 elements each, read in vectors of 16 bytes.
type Warps<Bits> = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(128)>, Bits>,
    layout!((8, 32) : row),
    layout!((1, 16)),
>;
/// The columns of a block, which it processes 512 at a time.
const SPLIT: u32 = 2048;

/// # Safety
///
/// The grid has a block for each 32 rows, and for each [`SPLIT`] columns. W has m rows of k
/// elements, a multiple of 128, with k / 128 scales each; x has k elements; y has m elements that
/// are 0, and nothing else uses them. W and x begin at multiples of 16 bytes.
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
    let (thread, by_w, by_x) = (gpu.thread(), <Warps<int!(8)>>::STATIC, <Warps<int!(32)>>::STATIC);
    let (lane, warp) = layout!((32, 8)).idx2crd(thread);
    let rows = layout!((8, 4, (gpu.grid_x()))); // (warp, row, block)
    let w = gmem(w, layout!((m, k) : (k, 1)));
    let x = gmem(x, layout!((8u32, k) : (0u32, 1))); // the same for each row
    let groups = layout!((m, (128, (k / 128))) : ((k / 128), (0, 1))); // a scale for each element
    let (mut values, mut numbers, mut sums) = ([[0i8; 16]; 4], [0.0; 16], [0.0; 4]);
    // SAFETY: a thread reads only elements inside the matrices, and all threads of a warp execute
    // this.
    unsafe {
        let end = ((gpu.block_y() + 1) * SPLIT).min(k).div_ceil(512);
        for step in gpu.block_y() * SPLIT / 512..end {
            let tw = w.local_tile(shape!((32, 512)), (gpu.block_x(), step));
            let tw = tw.partition_s(by_w, thread).recast::<[i8; 16], 16>();
            transform_or(tw, [0; 16], rmem(&mut values, layout!(4)), |w| w);
            let tx = x.local_tile(shape!((8, 512)), (0u32, step));
            let tx = tx.partition_s(by_x, thread);
            copy_if(gpu, by_x, tx, rmem(&mut numbers, layout!(((4, 4), 1, 1))));
            let column = 512 * step + 16 * lane;
            unroll!(for r in 0..4 {
                let row = rows.crd2idx((warp, r, gpu.block_x()));
                if row < m && column < k {
                    let products = values[r as usize].iter().zip(&numbers);
                    let sum = products.fold(0.0, |sum, (&w, &x)| gpu.fma(f32::from(w), x, sum));
                    let scale = *scales.add(groups.crd2idx((row, column)).usize());
                    sums[r as usize] = gpu.fma(scale, sum, sums[r as usize]);
                }
            });
        }
        unroll!(for r in 0..4 {
            let row = rows.crd2idx((warp, r, gpu.block_x()));
            let sum = warp::sum(gpu, sums[r as usize], layout!(32));
            if lane == 0 && row < m {
                gpu.fetch_add_f32(y.add(row as usize), sum);
            }
        });
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
    let arguments = (m, k, w.pointer(), scales.pointer(), x.pointer(), y.pointer_mut());
    // SAFETY: the matrices have these sizes, and the grid covers all rows and columns.
    unsafe { device.launch::<gemv_int8>((m.div_ceil(32), k.div_ceil(SPLIT)), arguments)? };
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
