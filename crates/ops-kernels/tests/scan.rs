//! Prefix sums beside a plain evaluation, emulated.

use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::{Device, LaunchError};
use zellige_ops_kernels::scan::*;
use zellige_ops_kernels::words::Element;

/// The arguments of a kernel.
type Arguments<T> = (u32, u32, *const T, u32, *mut T, u32, u32);

/// Compares; `of` makes an element of a small integer, and `value` is its inverse.
fn check<T: Element, K: Kernel<Arguments = Arguments<T>>>(
    of: impl Fn(u32) -> T,
    value: impl Fn(T) -> f64,
    error: f64,
) -> Result<(), LaunchError> {
    let device = Device::emulator();
    for (rows, columns) in
        [(1, 1), (3, 7), (2, 256), (2, 1023), (2, 1024), (1, 1025), (3, 2048), (2, 2049), (1, 4801)]
    {
        // With gaps, rows begin at multiples of 16 bytes, or anywhere; without, they may.
        let aligned = u32::next_multiple_of(columns, 8);
        for (ld_x, ld_y, exclusive) in [
            (aligned + 8, aligned, 0),
            (aligned, aligned + 16, 1),
            (columns + 1, columns, 1),
            (columns, aligned, 0),
        ] {
            let x: Vec<T> = (0..rows * ld_x).map(|i| of(i * 7 % 5)).collect();
            let (from, ones) = (device.buffer(&x)?, vec![of(1); (rows * ld_y) as usize]);
            let mut y = device.buffer(&ones)?;
            let arguments = (rows, columns, from.pointer(), ld_x, y.pointer_mut(), ld_y, exclusive);
            // SAFETY: the matrices have these sizes, and the grid has a block for each row.
            unsafe { device.launch::<K>((rows, 1), arguments)? };
            let y = y.read()?;
            for i in 0..rows {
                let mut sum = 0.0;
                for j in 0..ld_y {
                    let got = value(y[(i * ld_y + j) as usize]);
                    if j >= columns {
                        assert_eq!(got, 1.0);
                        continue;
                    }
                    let before = sum;
                    sum += value(x[(i * ld_x + j) as usize]);
                    let expected = if exclusive == 0 { sum } else { before };
                    let difference = (got - expected).abs();
                    assert!(difference <= error * expected, "{columns}: ({i}, {j}) {expected}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn scans() -> Result<(), LaunchError> {
    check::<_, scan_f32>(|x| x as f32, f64::from, 0.0)?;
    check::<_, scan_u32>(|x| x, f64::from, 0.0)?;
    let widen = |x: Bf16| f32::from(x).into();
    check::<_, scan_bf16>(|x| Bf16::from_f32(x as f32), widen, 1.0 / 256.0)?;
    let widen = |x: F16| f32::from(x).into();
    check::<_, scan_f16>(|x| F16::from_f32(x as f32), widen, 1.0 / 2048.0)
}
#[test]
fn integers_wrap() -> Result<(), LaunchError> {
    let device = Device::emulator();
    let x = device.buffer(&[u32::MAX; 2000])?;
    let mut y = device.buffer(&[0u32; 2000])?;
    // SAFETY: one row of 2000 elements.
    unsafe { device.launch::<scan_u32>((1, 1), (1, 2000, x.pointer(), 0, y.pointer_mut(), 0, 0))? };
    assert!((1..).zip(&*y.read()?).all(|(i, y)| *y == 0u32.wrapping_sub(i)));
    Ok(())
}
#[test]
fn a_row_in_place() -> Result<(), LaunchError> {
    let device = Device::emulator();
    let mut x = device.buffer(&[1f32; 3001])?;
    // SAFETY: one row of 3001 elements.
    unsafe {
        device.launch::<scan_f32>((1, 1), (1, 3001, x.pointer(), 3001, x.pointer_mut(), 3001, 1))?
    };
    assert!((0..).zip(&*x.read()?).all(|(i, y)| *y == i as f32));
    Ok(())
}
