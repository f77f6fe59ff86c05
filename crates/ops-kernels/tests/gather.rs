//! Gathered rows beside a plain evaluation, emulated.

use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::{Device, LaunchError};
use zellige_ops_kernels::gather::*;
use zellige_ops_kernels::words::Element;

/// The arguments of a kernel.
type Arguments<T> = (u32, u32, *const u32, *const T, u32, *mut T);

/// Compares, with elements in vectors of `each`.
fn check<T: Element<Number = f32>, K: Kernel<Arguments = Arguments<T>>>(
    of: impl Fn(f32) -> T,
    each: u32,
) -> Result<(), LaunchError> {
    let device = Device::emulator();
    for (n, rows, columns) in [(1, 1, 1), (7, 5, 3), (13, 11, 31), (4, 3, 256), (3, 0, 2)] {
        let columns = columns * each;
        let table: Vec<T> = (0..rows * columns).map(|i| of((i % 251) as f32)).collect();
        let indices: Vec<u32> = (0..n)
            .map(|i| match i % 6 {
                5 => u32::MAX,
                4 => rows,
                _ => i * 7 % (rows + 1),
            })
            .collect();
        let (from, at) = (device.buffer(&table)?, device.buffer(&indices)?);
        let mut y = device.buffer(&vec![of(-1.0); (n * columns) as usize])?;
        let arguments = (n, columns, at.pointer(), from.pointer(), rows, y.pointer_mut());
        let grid = (n * columns / each).div_ceil(BLOCK);
        // SAFETY: the table and y have these sizes.
        unsafe { device.launch::<K>((grid, 1), arguments)? };
        for (i, y) in (0..).zip(&*y.read()?) {
            let (index, column) = (indices[(i / columns) as usize], i % columns);
            if index < rows {
                assert_eq!(y.widen(), table[(index * columns + column) as usize].widen());
            } else {
                assert!(y.widen().is_nan());
            }
        }
    }
    Ok(())
}

#[test]
fn rows() -> Result<(), LaunchError> {
    check::<_, gather_rows_f32>(|x| x, 4)?;
    check::<_, gather_rows_bf16>(Bf16::from_f32, 8)?;
    check::<_, gather_rows_f16>(F16::from_f32, 8)?;
    check::<_, gather_rows_f32_any>(|x| x, 1)?;
    check::<_, gather_rows_bf16_any>(Bf16::from_f32, 1)?;
    check::<_, gather_rows_f16_any>(F16::from_f32, 1)
}
