//! The kernels of `norm`, emulated, beside RMSNorm and LayerNorm in f64.

mod rows;

use rows::{Class, Number, assert_close, matrix};
use std::ptr::{null, null_mut};
use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::Device;
use zellige_ops_kernels::norm::*;
use zellige_ops_kernels::row::WARP_COLUMNS;

/// A launch to compare.
#[derive(Copy, Clone, Debug)]
struct Case {
    class: Class,
    centred: bool,
    rows: u32,
    columns: u32,
    /// Whether there are a residual, a sum, a weight and a bias.
    given: [bool; 4],
    /// Whether y is x, and sum is residual.
    in_place: bool,
    epsilon: f32,
    /// A number that is added to all x.
    offset: f64,
    /// The error of y that is not a rounding.
    error: f64,
    /// Changes an element, given its row and column.
    change: fn(f64, u32, u32) -> f64,
}
impl Case {
    fn new(class: Class, centred: bool, rows: u32, columns: u32) -> Self {
        let (given, in_place, epsilon) = ([true; 4], false, 1e-5);
        let change = |x, _, _| x;
        Case {
            class,
            centred,
            rows,
            columns,
            given,
            in_place,
            epsilon,
            offset: 0.0,
            error: 2e-6,
            change,
        }
    }
    fn run<K, T: Number>(self)
    where
        K: Kernel<Arguments = Arguments<T>>,
    {
        let Case { class, rows, columns, given, .. } = self;
        let (device, before) = (Device::emulator(), class.before::<T>(columns));
        let one = class.ld::<T>(columns);
        let ld_of = [one, class.other_ld(one), class.other_ld(one), one]
            .map(|ld| if self.in_place { one } else { ld });
        let [ld_x, ld_r, ld_s, ld_y] = ld_of;
        let mut x = matrix::<T>(before, rows, ld_x, 1);
        for (i, row) in (0..).zip(x[before..].chunks_mut(ld_x as usize)) {
            for (j, x) in (0..columns).zip(row) {
                *x = T::of((self.change)(x.f64() + self.offset, i, j));
            }
        }
        let r = matrix::<T>(before, rows, ld_r, 2);
        let before_w = if class == Class::Any { before } else { 0 };
        let (w, b) = (matrix::<T>(before_w, 1, columns, 3), matrix::<T>(before_w, 1, columns, 4));
        let old_s = if self.in_place { r.clone() } else { matrix(before, rows, ld_s, 5) };
        let old_y = if self.in_place { x.clone() } else { matrix(before, rows, ld_y, 6) };
        let device_x = device.buffer(&x).unwrap();
        let device_r = device.buffer(&r).unwrap();
        let (device_w, device_b) = (device.buffer(&w).unwrap(), device.buffer(&b).unwrap());
        let (mut s, mut y) = (device.buffer(&old_s).unwrap(), device.buffer(&old_y).unwrap());
        let (to_s, to_y) =
            (s.pointer_mut().wrapping_add(before), y.pointer_mut().wrapping_add(before));
        let at = |p: *const T| p.wrapping_add(before);
        let some = |i: usize, p: *const T| if given[i] { p } else { null() };
        let (from_x, from_r) = if self.in_place {
            (to_y.cast_const(), to_s.cast_const())
        } else {
            (at(device_x.pointer()), at(device_r.pointer()))
        };
        let mut counter = device.buffer(&[0]).unwrap();
        let arguments = (
            rows,
            columns,
            from_x,
            ld_x,
            some(0, from_r),
            ld_r,
            if given[1] { to_s } else { null_mut() },
            ld_s,
            some(2, device_w.pointer().wrapping_add(before_w)),
            some(3, device_b.pointer().wrapping_add(before_w)),
            to_y,
            ld_y,
            self.epsilon,
            class.counter(&mut counter),
        );
        // SAFETY: the matrices have these sizes, and the grid has enough blocks.
        unsafe { device.launch::<K>(class.grid(rows), arguments) }.unwrap();
        assert_eq!(counter.read().unwrap(), [0]);
        let (s, y) = (s.read().unwrap(), y.read().unwrap());
        for i in 0..rows {
            let element = |of: &[T], ld: u32, j: u32| of[before + (i * ld + j) as usize].f64();
            let h: Vec<f64> = (0..columns)
                .map(|j| element(&x, ld_x, j) + if given[0] { element(&r, ld_r, j) } else { 0.0 })
                .collect();
            let mean = |of: &dyn Fn(f64) -> f64| {
                h.iter().map(|h| of(*h)).sum::<f64>() / f64::from(columns)
            };
            let middle = if self.centred { mean(&|h| h) } else { 0.0 };
            let square = mean(&|h| (h - middle) * (h - middle));
            let factor = 1.0 / (square + f64::from(self.epsilon)).sqrt();
            for j in 0..ld_s {
                let what = || format!("sum ({i}, {j}) of {self:?}");
                match h.get(j as usize).filter(|_| given[1]) {
                    Some(h) => assert_close(s[before + (i * ld_s + j) as usize], *h, 1e-7, what),
                    None => {
                        assert_eq!(element(&s, ld_s, j), element(&old_s, ld_s, j), "{}", what())
                    }
                }
            }
            for j in 0..ld_y {
                let what = || format!("y ({i}, {j}) of {self:?}");
                let Some(h) = h.get(j as usize) else {
                    assert_eq!(element(&y, ld_y, j), element(&old_y, ld_y, j), "{}", what());
                    continue;
                };
                let w = if given[2] { w[before_w + j as usize].f64() } else { 1.0 };
                let b = if given[3] { b[before_w + j as usize].f64() } else { 0.0 };
                let expected = (h - middle) * factor * w + b;
                assert_close(y[before + (i * ld_y + j) as usize], expected, self.error, what);
            }
        }
    }
}
/// The arguments of all kernels here.
type Arguments<T> = (
    u32,
    u32,
    *const T,
    u32,
    *const T,
    u32,
    *mut T,
    u32,
    *const T,
    *const T,
    *mut T,
    u32,
    f32,
    *mut u32,
);

macro_rules! all {
    (
        $($name:ident $T:ident $centred:literal
        $short:ident $short_ends:ident $warp:ident $warp_ends:ident $block:ident $block_ends:ident
        $cluster:ident $cluster_ends:ident $any:ident;)*
    ) => { $(
        mod $name {
            use super::*;
            /// Runs this case of one of the kernels.
            fn run(case: Case) {
                let short = case.columns <= WARP_COLUMNS / 2;
                match (case.class, case.class.has_ends::<$T>(case.columns)) {
                    (Class::Warp, true) if short => case.run::<$short_ends, $T>(),
                    (Class::Warp, false) if short => case.run::<$short, $T>(),
                    (Class::Warp, true) => case.run::<$warp_ends, $T>(),
                    (Class::Warp, false) => case.run::<$warp, $T>(),
                    (Class::Block, true) => case.run::<$block_ends, $T>(),
                    (Class::Block, false) => case.run::<$block, $T>(),
                    (Class::Cluster(_) | Class::Clusters(_) | Class::Drawn(_), false) => case.run::<$cluster, $T>(),
                    (Class::Cluster(_) | Class::Clusters(_) | Class::Drawn(_), true) => {
                        case.run::<$cluster_ends, $T>()
                    }
                    (Class::Any, _) => case.run::<$any, $T>(),
                }
            }
            /// A case of each kernel, longer than a tile.
            fn cases(rows: u32) -> [Case; 3] {
                [(Class::Warp, 264), (Class::Block, 2055), (Class::Any, 2051)]
                    .map(|(class, columns)| Case::new(class, $centred, rows, columns))
            }
            #[test]
            fn sizes() {
                for class in [Class::Warp, Class::Block, Class::Any] {
                    for columns in class.columns::<$T>() {
                        let rows = if class == Class::Warp { 9 } else { 5 };
                        run(Case::new(class, $centred, rows, columns));
                    }
                }
            }
            #[test]
            fn clusters() {
                run(Case::new(Class::Cluster(4), $centred, 1, 16392));
                run(Case::new(Class::Cluster(4), $centred, 5, 8200));
                let given = [false, true, true, true];
                run(Case { given, ..Case::new(Class::Cluster(4), $centred, 2, 32) });
            }
            /// Several rows for each cluster, which begin and end in the middle of vectors, and are
            /// shorter than the blocks of a cluster.
            #[test]
            fn clusters_of_many_rows() {
                for of in [Class::Clusters, Class::Drawn] {
                    for (rows, columns) in [(5, 8203), (3, 8192), (17, 331), (17, 3)] {
                        run(Case::new(of(4), $centred, rows, columns));
                    }
                }
                let case = Case::new(Class::Drawn(4), $centred, 9, 523);
                run(Case { in_place: true, ..case });
                for given in [[false; 4], [true, false, true, false], [false, true, false, true]] {
                    run(Case { given, ..case });
                }
            }
            #[test]
            fn null_pointers() {
                for mask in 0..16 {
                    let given = [0, 1, 2, 3].map(|i| mask >> i & 1 == 1);
                    for case in cases(1) {
                        run(Case { given, ..case });
                    }
                }
            }
            #[test]
            fn in_place() {
                for case in cases(2) {
                    run(Case { in_place: true, ..case });
                }
            }
            /// The mean is much larger than the deviation: the mean of squares alone would lose it.
            #[test]
            fn far_from_zero() {
                let cluster = Case::new(Class::Cluster(4), $centred, 2, 8203);
                for case in cases(2).into_iter().chain([cluster]) {
                    let given = [false, true, false, false];
                    run(Case { offset: 1000.0, error: 4e-4, given, ..case });
                    // The first number is far from the others.
                    let change = |x, _, j| if j == 0 { 3000.0 } else { x };
                    run(Case { change, given, ..case });
                }
            }
            /// Rows of zeros, with an infinity, with NaN, and others beside them.
            #[test]
            fn infinities() {
                for case in cases(5) {
                    let change = |x, i, j| match (i, j) {
                        (1, _) => 0.0,
                        (2, 6) => f64::INFINITY,
                        (3, 7) => f64::NAN,
                        _ => x,
                    };
                    run(Case { change, given: [false, true, true, true], ..case });
                    run(Case { change, given: [false; 4], epsilon: 0.0, ..case });
                }
            }
        }
    )* };
}
all! {
    rms_f32 f32 false
        rms_norm_f32_warp_512 rms_norm_f32_warp_512_ends rms_norm_f32_warp rms_norm_f32_warp_ends
        rms_norm_f32_wide rms_norm_f32_wide_ends rms_norm_f32_cluster_4 rms_norm_f32_cluster_4_ends
        rms_norm_f32_any;
    rms_bf16 Bf16 false
        rms_norm_bf16_warp_512 rms_norm_bf16_warp_512_ends rms_norm_bf16_warp rms_norm_bf16_warp_ends
        rms_norm_bf16_wide rms_norm_bf16_wide_ends rms_norm_bf16_cluster_4 rms_norm_bf16_cluster_4_ends
        rms_norm_bf16_any;
    rms_f16 F16 false
        rms_norm_f16_warp_512 rms_norm_f16_warp_512_ends rms_norm_f16_warp rms_norm_f16_warp_ends
        rms_norm_f16_wide rms_norm_f16_wide_ends rms_norm_f16_cluster_4 rms_norm_f16_cluster_4_ends
        rms_norm_f16_any;
    layer_f32 f32 true
        layer_norm_f32_warp_512 layer_norm_f32_warp_512_ends layer_norm_f32_warp layer_norm_f32_warp_ends
        layer_norm_f32_wide layer_norm_f32_wide_ends layer_norm_f32_cluster_4 layer_norm_f32_cluster_4_ends
        layer_norm_f32_any;
    layer_bf16 Bf16 true
        layer_norm_bf16_warp_512 layer_norm_bf16_warp_512_ends layer_norm_bf16_warp layer_norm_bf16_warp_ends
        layer_norm_bf16_wide layer_norm_bf16_wide_ends layer_norm_bf16_cluster_4 layer_norm_bf16_cluster_4_ends
        layer_norm_bf16_any;
    layer_f16 F16 true
        layer_norm_f16_warp_512 layer_norm_f16_warp_512_ends layer_norm_f16_warp layer_norm_f16_warp_ends
        layer_norm_f16_wide layer_norm_f16_wide_ends layer_norm_f16_cluster_4 layer_norm_f16_cluster_4_ends
        layer_norm_f16_any;
}

/// Blocks of 128 threads, and three vectors for each thread.
#[test]
fn blocks_of_other_sizes() {
    for (columns, ends) in [(1032, false), (2048, false), (1025, true), (2047, true)] {
        let [layer, rms] =
            [true, false].map(|centred| Case::new(Class::Block, centred, 3, columns));
        match ends {
            true => {
                layer.run::<layer_norm_bf16_narrow_2_ends, Bf16>();
                rms.run::<rms_norm_f16_narrow_3_ends, F16>();
                rms.run::<rms_norm_f32_block_3_ends, f32>();
            }
            false => {
                layer.run::<layer_norm_bf16_narrow_2, Bf16>();
                rms.run::<rms_norm_f16_narrow_3, F16>();
                rms.run::<rms_norm_f32_block_3, f32>();
            }
        }
    }
    for (columns, ends) in [(3072, false), (3071, true)] {
        let [layer, rms] =
            [true, false].map(|centred| Case::new(Class::Block, centred, 3, columns));
        match ends {
            true => {
                layer.run::<layer_norm_f32_block_3_ends, f32>();
                rms.run::<rms_norm_bf16_narrow_3_ends, Bf16>();
            }
            false => {
                layer.run::<layer_norm_f32_block_3, f32>();
                rms.run::<rms_norm_bf16_narrow_3, Bf16>();
            }
        }
    }
}
/// Rows for a block, one after the other, which draws their numbers or not.
#[test]
fn blocks_of_many_rows() {
    for class in [Class::Clusters(1), Class::Drawn(1)] {
        for columns in [9008, 16] {
            Case::new(class, true, 5, columns).run::<layer_norm_bf16_cluster_1, Bf16>();
        }
        Case::new(class, false, 5, 9011).run::<rms_norm_f16_cluster_1_ends, F16>();
    }
}
