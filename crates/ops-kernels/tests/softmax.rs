//! The kernels of `softmax`, emulated, beside softmax in f64.

mod rows;

use rows::{Class, Number, assert_close, matrix};
use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::Device;
use zellige_ops_kernels::softmax::*;

/// Changes an element, given its row and column.
type Change = fn(f64, u32, u32) -> f64;

/// Compares a launch with softmax in f64; in place where y is x.
fn compare<K, T: Number>(
    class: Class,
    (rows, columns): (u32, u32),
    scale: f32,
    in_place: bool,
    change: Change,
) where
    K: Kernel<Arguments = (u32, u32, *const T, u32, *mut T, u32, f32, *mut u32)>,
{
    let (device, before) = (Device::emulator(), class.before::<T>(columns));
    let ld_x = class.ld::<T>(columns);
    let ld_y = if in_place { ld_x } else { class.other_ld(ld_x) };
    let mut numbers = matrix::<T>(before, rows, ld_x, 1);
    for (i, row) in (0..).zip(numbers[before..].chunks_mut(ld_x as usize)) {
        for (j, x) in (0..columns).zip(row) {
            *x = T::of(change(x.f64(), i, j));
        }
    }
    let x = device.buffer(&numbers).unwrap();
    let old = if in_place { numbers.clone() } else { matrix(before, rows, ld_y, 2) };
    let mut y = device.buffer(&old).unwrap();
    let to = y.pointer_mut().wrapping_add(before);
    let from = if in_place { to.cast_const() } else { x.pointer().wrapping_add(before) };
    let mut counter = device.buffer(&[0]).unwrap();
    let arguments = (rows, columns, from, ld_x, to, ld_y, scale, class.counter(&mut counter));
    // SAFETY: the matrices have these sizes, and the grid has enough blocks.
    unsafe { device.launch::<K>(class.grid(rows), arguments) }.unwrap();
    assert_eq!(counter.read().unwrap(), [0]);
    let y = y.read().unwrap();
    assert!(y[..before].iter().zip(&old).all(|(y, old)| y.f64() == old.f64()));
    for i in 0..rows {
        let x = &numbers[before + (i * ld_x) as usize..][..columns as usize];
        let z: Vec<f64> = x.iter().map(|x| x.f64() * f64::from(scale)).collect();
        let m = z.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = z.iter().map(|z| (z - m).exp()).sum();
        let y = &y[before + (i * ld_y) as usize..][..ld_y as usize];
        let old = &old[before + (i * ld_y) as usize..][..ld_y as usize];
        for j in 0..ld_y as usize {
            let what = || format!("{columns} columns, ({i}, {j})");
            match z.get(j) {
                Some(z) => assert_close(y[j], (z - m).exp() / sum, 1e-7, what),
                None => assert_eq!(y[j].f64(), old[j].f64(), "{}", what()),
            }
        }
    }
}

/// Compares all three kernels of an element type.
macro_rules! all {
    ($($name:ident $T:ident $warp:ident $block:ident $any:ident;)*) => { $(
        mod $name {
            use super::*;
            #[test]
            fn sizes() {
                for columns in Class::Warp.columns::<$T>() {
                    compare::<$warp, $T>(Class::Warp, (9, columns), 1.0, false, |x, _, _| x);
                }
                for columns in Class::Block.columns::<$T>() {
                    compare::<$block, $T>(Class::Block, (5, columns), 0.5, false, |x, _, _| x);
                }
                for columns in Class::Any.columns::<$T>() {
                    compare::<$any, $T>(Class::Any, (2, columns), 1.5, false, |x, _, _| x);
                }
            }
            #[test]
            fn scales_and_places() {
                for scale in [0.0, -3.0, 40.0] {
                    compare::<$warp, $T>(Class::Warp, (1, 264), scale, true, |x, _, _| x);
                    compare::<$block, $T>(Class::Block, (1, 2056), scale, true, |x, _, _| x);
                    compare::<$any, $T>(Class::Any, (1, 2051), scale, true, |x, _, _| x);
                }
            }
            /// Rows with -inf, without another element, with +inf, and with NaN.
            #[test]
            fn infinities() {
                let change: Change = |x, i, j| match (i, j) {
                    (0, 0 | 5 | 255..) | (1, _) => f64::NEG_INFINITY,
                    (2, 6) => f64::INFINITY,
                    (3, 7) => f64::NAN,
                    (4, 7) => f64::NEG_INFINITY,
                    (4, _) => -x.abs() * 1000.0,
                    _ => x,
                };
                compare::<$warp, $T>(Class::Warp, (6, 264), 1.0, false, change);
                compare::<$block, $T>(Class::Block, (6, 2056), 1.0, false, change);
                compare::<$any, $T>(Class::Any, (6, 2050), 1.0, false, change);
            }
        }
    )* };
}
all! {
    f32 f32 softmax_f32_warp softmax_f32_wide softmax_f32_any;
    bf16 Bf16 softmax_bf16_warp softmax_bf16_wide softmax_bf16_any;
    f16 F16 softmax_f16_warp softmax_f16_wide softmax_f16_any;
}

/// Blocks of 128 threads.
#[test]
fn narrow_blocks() {
    let change: Change = |x, i, j| if (i, j) == (0, 1024) { 9.0 } else { x };
    for columns in [1025, 1032, 1535, 1536] {
        compare::<softmax_bf16_narrow_2, Bf16>(Class::Block, (3, columns), 0.5, false, change);
        compare::<softmax_f16_narrow_3, F16>(Class::Block, (3, 2 * columns), -1.0, false, change);
        compare::<softmax_f32_narrow_3, f32>(Class::Block, (3, columns), 1.0, true, change);
    }
}

#[test]
fn clusters() {
    let change: Change = |x, i, j| if (i, j) == (0, 8199) { 9.0 } else { x };
    compare::<softmax_f32_cluster_4, f32>(Class::Cluster(4), (2, 8200), 1.0, false, change);
    compare::<softmax_bf16_cluster_4, Bf16>(Class::Cluster(4), (1, 16392), 0.5, true, change);
    compare::<softmax_f16_cluster_8, F16>(Class::Cluster(8), (1, 65544), 1.0, false, change);
}

/// Several rows for each cluster, which begin and end in the middle of vectors, and are shorter
/// than one.
#[test]
fn clusters_of_many_rows() {
    let change: Change = |x, _, _| x;
    for of in [Class::Clusters, Class::Drawn] {
        compare::<softmax_f32_cluster_1, f32>(of(1), (7, 16383), 1.0, false, change);
        compare::<softmax_f32_vectors_16, f32>(of(16), (5, 8200), 1.0, false, change);
        compare::<softmax_bf16_vectors_2, Bf16>(of(2), (5, 16392), -1.0, false, change);
        compare::<softmax_f32_cluster_2, f32>(of(2), (15, 4103), 1.0, false, change);
        compare::<softmax_bf16_cluster_4, Bf16>(of(4), (17, 8203), 0.5, true, change);
        compare::<softmax_f16_cluster_2, F16>(of(2), (9, 8192), 1.0, false, change);
        for columns in [1, 2, 7, 8, 9, 15] {
            compare::<softmax_f16_cluster_8, F16>(of(8), (19, columns), 1.0, true, change);
        }
    }
    for rows in 1..7 {
        compare::<softmax_f32_cluster_2, f32>(Class::Drawn(2), (rows, 9), 1.0, false, change);
    }
}

/// Blocks without a finite element, and rows without one, with +inf and with NaN.
#[test]
fn infinities_in_clusters() {
    let change: Change = |x, i, j| match (i, j) {
        (0, 2040..4096) | (1, _) | (2, ..2048 | 4090..) => f64::NEG_INFINITY,
        (3, 4099) => f64::INFINITY,
        (4, 7) => f64::NAN,
        _ => x,
    };
    compare::<softmax_f32_cluster_2, f32>(Class::Clusters(2), (9, 4103), 1.0, false, change);
    compare::<softmax_f32_vectors_2, f32>(Class::Clusters(2), (9, 4104), 1.0, false, change);
}
