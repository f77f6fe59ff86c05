//! Reductions beside a plain evaluation, emulated.

use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::{Device, LaunchError};
use zellige_ops_kernels::reduce::*;
use zellige_ops_kernels::words::Element;

/// The arguments of a kernel for rows.
type Rows<T, U = T> = (u32, u32, u32, *const T, *mut U, u32);
/// The arguments of a kernel for columns.
type Columns<T, U = T> = (u32, u32, u32, u32, u32, *const T, *mut U, u32);

fn number(i: u32) -> f32 {
    ((i.wrapping_mul(2_654_435_761) >> 20) % 101) as f32 / 32.0 - 1.5
}
/// Compares y with the result of x, which has the shape (outer, reduced, inner).
fn compare<T: Element<Number = f32>>(
    (outer, reduced, inner): (u32, u32, u32),
    x: &[T],
    y: &[T],
    op: u32,
    error: f64,
) {
    for (o, i) in (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))) {
        let at = |r: u32| f64::from(x[((o * reduced + r) * inner + i) as usize].widen());
        let all = || (0..reduced).map(at);
        let sum = all().sum::<f64>();
        let expected = match op {
            _ if all().any(f64::is_nan) => f64::NAN,
            SUM => sum,
            MEAN => sum / f64::from(reduced),
            MAX => all().fold(f64::NEG_INFINITY, f64::max),
            _ => all().fold(f64::INFINITY, f64::min),
        };
        let got = f64::from(y[(o * inner + i) as usize].widen());
        let near = (got - expected).abs() <= error * expected.abs().max(1.0);
        let same = got == expected || got.is_nan() && expected.is_nan();
        assert!(near || same, "{outer} {reduced} {inner}, op {op}: ({o}, {i}) {got} {expected}");
    }
}

fn rows<T: Element<Number = f32>, K: Kernel<Arguments = Rows<T>>>(
    of: impl Fn(f32) -> T,
    error: f64,
) -> Result<(), LaunchError> {
    let device = Device::emulator();
    for (outer, reduced) in [
        (1, 0),
        (1, 1),
        (3, 7),
        (9, 13),
        (17, 64),
        (8, 255),
        (2, 1024),
        (3, 1025),
        (2, 2048),
        (1, 8191),
        (2, 8193),
    ] {
        // The matrix begins behind some elements of a buffer: at any address.
        for (shift, op) in [(0, SUM), (1, MAX), (3, MIN), (2, MEAN), (0, MAX)] {
            let mut x: Vec<T> = (0..shift + outer * reduced).map(|i| of(number(i))).collect();
            if outer > 1 && op != SUM {
                x[(shift + reduced + reduced / 2) as usize] = of(f32::NAN);
            }
            let x = device.buffer(&x)?;
            let mut y = device.buffer(&vec![of(5.0); outer as usize + 1])?;
            let from = x.pointer().wrapping_add(shift as usize);
            let arguments = (outer, reduced, reduced, from, y.pointer_mut(), op);
            let grid = outer.div_ceil(rows_of_block(reduced));
            // SAFETY: the matrix has this size, and y has an element for each row.
            unsafe { device.launch::<K>((grid, 1), arguments)? };
            let (x, y) = (x.read()?, y.read()?);
            compare((outer, reduced, 1), &x[shift as usize..], &y, op, error);
            assert_eq!(y[outer as usize].widen(), 5.0);
        }
    }
    Ok(())
}
fn columns<T: Element<Number = f32>, K: Kernel<Arguments = Columns<T>>>(
    shapes: &[(u32, u32, u32)],
    of: impl Fn(f32) -> T,
    error: f64,
) -> Result<(), LaunchError> {
    let device = Device::emulator();
    for &shape in shapes {
        let (outer, reduced, inner) = shape;
        for (shift, op, side) in
            [(0, SUM, 16), (0, MAX, 32), (1, MIN, 8), (0, MIN, 4), (0, MEAN, 2), (3, SUM, 1)]
        {
            let n = outer * reduced * inner;
            let mut x: Vec<T> = (0..shift + n).map(|i| of(number(i))).collect();
            if reduced > 1 && op != SUM {
                x[(shift + n / 2) as usize] = of(f32::NAN);
            }
            let x = device.buffer(&x)?;
            let mut y = device.buffer(&vec![of(5.0); (outer * inner) as usize + 1])?;
            let from = x.pointer().wrapping_add(shift as usize);
            let arguments = (outer, reduced, inner, reduced, side, from, y.pointer_mut(), op);
            let split = Split { side, blocks: K::DESCRIPTION.cluster.max(1) };
            let grid = split.grid((outer, inner), 16 / size_of::<T>() as u32) as u32;
            // SAFETY: the tensors have these sizes.
            unsafe { device.launch::<K>((grid, 1), arguments)? };
            let (x, y) = (x.read()?, y.read()?);
            compare(shape, &x[shift as usize..], &y, op, error);
            assert_eq!(y[(outer * inner) as usize].widen(), 5.0);
        }
    }
    Ok(())
}

#[test]
fn reductions_of_rows() -> Result<(), LaunchError> {
    rows::<_, reduce_rows_f32>(|x| x, 1e-6)?;
    rows::<_, reduce_rows_bf16>(Bf16::from_f32, 1.0 / 256.0)?;
    rows::<_, reduce_rows_f16>(F16::from_f32, 1.0 / 2048.0)
}
/// Sizes of a tensor, with extents beside those of a tile.
const SHAPES: [(u32, u32, u32); 9] = [
    (1, 0, 2),
    (1, 1, 2),
    (3, 31, 7),
    (2, 33, 64),
    (1, 127, 63),
    (2, 128, 65),
    (5, 129, 8),
    (1, 300, 136),
    (2, 5, 257),
];
/// Sizes that leave a block of a cluster all, part or none of its rows.
const SHARED: [(u32, u32, u32); 4] = [(1, 0, 3), (2, 1, 8), (1, 257, 33), (1, 2049, 9)];

#[test]
fn reductions_of_columns() -> Result<(), LaunchError> {
    columns::<_, reduce_columns_f32>(&SHAPES, |x| x, 1e-6)?;
    columns::<_, reduce_columns_bf16>(&SHAPES, Bf16::from_f32, 1.0 / 256.0)?;
    columns::<_, reduce_columns_f16>(&SHAPES, F16::from_f32, 1.0 / 2048.0)
}
#[test]
fn reductions_of_columns_by_clusters() -> Result<(), LaunchError> {
    columns::<_, reduce_columns_f32_cluster_2>(&SHARED, |x| x, 1e-6)?;
    columns::<_, reduce_columns_f16_cluster_4>(&SHARED, F16::from_f32, 1.0 / 2048.0)?;
    columns::<_, reduce_columns_bf16_cluster_8>(&SHARED, Bf16::from_f32, 1.0 / 256.0)?;
    columns::<_, reduce_columns_f32_cluster_16>(&SHARED, |x| x, 1e-6)
}
/// Reduces in two passes: parts of `part` to f32 by the first kernel, and these by the second.
fn in_parts<
    T: Element<Number = f32>,
    First: Kernel<Arguments = Rows<T, f32>>,
    Second: Kernel<Arguments = Rows<f32, T>>,
    FirstColumns: Kernel<Arguments = Columns<T, f32>>,
    SecondColumns: Kernel<Arguments = Columns<f32, T>>,
>(
    of: impl Fn(f32) -> T,
    error: f64,
) -> Result<(), LaunchError> {
    let device = Device::emulator();
    let columns = [(1, 9, 4, 3), (2, 33, 65, 32), (1, 130, 7, 43), (3, 64, 16, 63)];
    let rows = [(1, 5, 1, 2), (3, 4099, 1, 2048), (2, 70, 1, 7), (9, 33, 1, 32)];
    for (outer, reduced, inner, part) in columns.into_iter().chain(rows) {
        for (shift, op, side) in [(0, SUM, 4), (1, MAX, 8), (0, MIN, 32), (2, MEAN, 2)] {
            let n = outer * reduced * inner;
            let x: Vec<T> = (0..shift + n).map(|i| of(number(i))).collect();
            let (parts, results) = (u32::div_ceil(reduced, part), (outer * inner) as usize);
            let x = device.buffer(&x)?;
            let mut some = device.buffer(&vec![5f32; results * parts as usize + 1])?;
            let mut y = device.buffer(&vec![of(5.0); results + 1])?;
            let from = x.pointer().wrapping_add(shift as usize);
            let (to, last) = (some.pointer_mut(), if op == MEAN { SUM } else { op });
            // SAFETY: the tensors have these sizes.
            unsafe {
                if inner == 1 {
                    let grid = (outer * parts).div_ceil(rows_of_block(part));
                    device.launch::<First>((grid, 1), (outer, reduced, part, from, to, op))?;
                    let grid = outer.div_ceil(rows_of_block(parts));
                    let arguments = (outer, parts, parts, to.cast_const(), y.pointer_mut(), last);
                    device.launch::<Second>((grid, 1), arguments)?;
                } else {
                    let split = Split { side, blocks: 1 };
                    let grid = split.grid((outer * parts, inner), 16 / size_of::<T>() as u32);
                    let arguments = (outer, reduced, inner, part, side, from, to, op);
                    device.launch::<FirstColumns>((grid as u32, 1), arguments)?;
                    let grid = split.grid((outer, inner), 4) as u32;
                    let (from, y) = (to.cast_const(), y.pointer_mut());
                    let arguments = (outer, parts, inner, parts, side, from, y, last);
                    device.launch::<SecondColumns>((grid, 1), arguments)?;
                }
            }
            let (x, y) = (x.read()?, y.read()?);
            compare((outer, reduced, inner), &x[shift as usize..], &y, op, error);
            assert_eq!((some.read()?[results * parts as usize], y[results].widen()), (5.0, 5.0));
        }
    }
    Ok(())
}
#[test]
fn reductions_in_parts() -> Result<(), LaunchError> {
    in_parts::<f32, reduce_rows_f32, reduce_rows_f32, reduce_columns_f32, reduce_columns_f32>(
        |x| x,
        1e-6,
    )?;
    in_parts::<
        Bf16,
        reduce_rows_bf16_to_f32,
        reduce_rows_f32_to_bf16,
        reduce_columns_bf16_to_f32,
        reduce_columns_f32_to_bf16,
    >(Bf16::from_f32, 1.0 / 256.0)?;
    in_parts::<
        F16,
        reduce_rows_f16_to_f32,
        reduce_rows_f32_to_f16,
        reduce_columns_f16_to_f32,
        reduce_columns_f32_to_f16,
    >(F16::from_f32, 1.0 / 2048.0)
}
/// Every split has numbers that the kernels accept, and enough blocks if there are enough elements.
#[test]
fn splits() {
    let sizes = [0, 1, 2, 7, 64, 127, 1000, 4099, 1 << 20, u32::MAX - 65536];
    for (most, n) in [(1, 4), (1, 8), (16, 4), (16, 8)] {
        for (outer, reduced) in sizes.into_iter().flat_map(|o| sizes.map(|r| (o, r))) {
            for inner in sizes {
                let split = Split::of((outer, reduced, inner), n, most);
                assert!(matches!(split.side, 1 | 2 | 4 | 8 | 16 | 32), "{split:?}");
                assert!(split.blocks.is_power_of_two() && split.blocks <= most, "{split:?}");
                let columns = u64::from(split.side * n) * split.grid((outer, inner), n);
                assert!(columns >= u64::from(outer) * u64::from(inner) * u64::from(split.blocks));
                let by_columns = Split::part((outer, reduced, inner), n, most);
                let by_rows = part_of_rows((outer, reduced), n).filter(|_| inner == 1);
                for part in by_columns.into_iter().chain(by_rows) {
                    assert!(0 < part && part < reduced, "{outer} {reduced} {inner}: {part}");
                    let results = u64::from(outer) * u64::from(inner);
                    assert!(results * u64::from(reduced.div_ceil(part)) <= RESULTS_OF_PARTS as u64);
                }
            }
        }
    }
    let grid = |shape: (u32, u32, u32), n| Split::of(shape, n, 16).grid((shape.0, shape.2), n);
    for (shape, n, blocks) in [
        ((1, 8192, 8192), 8, 128),
        ((1, 8192, 8192), 4, 256),
        ((1, 1 << 20, 128), 8, 64),
        ((1, 128, 1 << 20), 8, 4096),
        ((32, 1024, 512), 8, 256),
        ((1, 1 << 20, 4), 4, 16),
    ] {
        assert_eq!(grid(shape, n), blocks, "{shape:?}");
    }
}
