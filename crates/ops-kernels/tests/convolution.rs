//! The convolutions, against sums in f64. They run emulated, or by the PTX in `ZELLIGE_OPS_PTX`.

use std::{path::Path, ptr};
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::{Device, Plain};
use zellige_launch::tensor_map::Tensor;
use zellige_ops_kernels::convolution::*;

/// Images (n, h, w, c), filters (k, r, s, c), and padding, steps and dilation of rows and columns.
#[derive(Copy, Clone, Debug)]
struct Case {
    images: [usize; 4],
    filters: [usize; 3],
    padding: [usize; 2],
    step: [usize; 2],
    dilation: [usize; 2],
    /// Whether there are a bias, a matrix C and an activation.
    epilogue: bool,
}
/// Multiples of 1/16 from -1 to 1.
fn numbers<T: Plain>(count: usize, seed: usize, of: fn(f32) -> T) -> Vec<T> {
    let number = |i: usize| ((i * 1297 + seed * 7919) * 40503) >> 7;
    (0..count).map(|i| of((number(i) % 33) as f32 / 16.0 - 1.0)).collect()
}

macro_rules! check {
    ($T:ident $kernel:ident $tile:literal $error:expr, $case:expr) => {{
        let Case { images: [n, h, w, c], filters: [k, r, s], padding, step, dilation, epilogue } =
            $case;
        let of = [(h, r), (w, s)];
        let result =
            |i: usize| (of[i].0 + 2 * padding[i] - dilation[i] * (of[i].1 - 1) - 1) / step[i] + 1;
        // A pixel and an element of the filter have gaps of 8 and more channels behind them.
        let (p, q, ld) = (result(0), result(1), c.next_multiple_of(8) + 8);
        let device = match std::env::var_os("ZELLIGE_OPS_PTX") {
            Some(file) => Device::load(Path::new(&file)).unwrap(),
            None => Device::emulator(),
        };
        let nan = |mut all: Vec<$T>| {
            for (i, x) in all.iter_mut().enumerate() {
                *x = if i % ld < c { *x } else { $T::from_f32(f32::NAN) };
            }
            all
        };
        let x = nan(numbers(n * h * w * ld, 1, $T::from_f32));
        let f = nan(numbers(k * r * s * ld, 2, $T::from_f32));
        let (bias, old) =
            (numbers(k, 3, $T::from_f32), numbers(n * p * q * (k + 1), 4, $T::from_f32));
        let (on_x, on_f) = (device.buffer(&x).unwrap(), device.buffer(&f).unwrap());
        let (on_bias, on_old) = (device.buffer(&bias).unwrap(), device.buffer(&old).unwrap());
        let mut y = device.buffer(&vec![$T::from_f32(f32::NAN); n * p * q * (k + 3)]).unwrap();
        let strides = |along: usize, down: usize| {
            [1, along, along * down].map(|elements| (2 * ld * elements) as u64)
        };
        let extents = |all: [usize; 4]| all.map(|extent| extent as u32);
        let corner = |i: usize| padding[i] as i32 - (dilation[i] * (of[i].1 - 1)) as i32;
        let lower = [1, 0].map(|i: usize| -(padding[i] as i32));
        let corners = (lower, [corner(1), corner(0)]);
        let steps = [step[1] as u32, step[0] as u32];
        let maps = if c == 0 || n * k == 0 {
            [device.no_map(), device.no_map()]
        } else {
            let of_x = extents([c, w, h, n]);
            let of_x = Tensor::im2col(2, &of_x, &strides(w, h), corners, steps, (64, 128), 128);
            let (of_f, boxes) = (extents([c, s, r, k]), [64, 1, 1, $tile]);
            let of_f = Tensor::tiled(2, &of_f, &strides(s, r), &boxes, 128);
            [(on_x.pointer(), of_x), (on_f.pointer(), of_f)].map(|(pointer, map)| {
                device.tensor_map(pointer.addr() as u64, &map.unwrap()).unwrap()
            })
        };
        let [n_, p_, q_, k_] = extents([n, p, q, k]);
        let [c_, r_, s_, _] = extents([c, r, s, 0]);
        let both = |of: [usize; 2]| (of[0] as u32, of[1] as u32);
        let (pad, by, apart) = (both(padding), both(step), both(dilation));
        let (c_of, bias_of, f_of) = match epilogue {
            true => (on_old.pointer(), on_bias.pointer(), 1),
            false => (ptr::null(), ptr::null(), 0),
        };
        // Emulated blocks run one after the other; a block that computes several tiles tests more.
        let grid = (if device.is_emulated() { 2 } else { 132 }, 1);
        // SAFETY: images, filters and results have these sizes, and so have the maps.
        let done = unsafe {
            device.launch::<$kernel>(
                grid,
                (
                    n_,
                    p_,
                    q_,
                    k_,
                    c_,
                    r_,
                    s_,
                    pad.0,
                    pad.1,
                    by.0,
                    by.1,
                    apart.0,
                    apart.1,
                    maps[0].pointer(),
                    maps[1].pointer(),
                    c_of,
                    k_ + 1,
                    y.pointer_mut(),
                    k_ + 3,
                    bias_of,
                    0.375,
                    -0.625,
                    f_of,
                ),
            )
        };
        done.unwrap();
        let number = |x: $T| f64::from(f32::from(x));
        for (i, found) in y.read().unwrap().into_iter().enumerate() {
            let (pixel, filter) = (i / (k + 3), i % (k + 3));
            if filter >= k {
                assert!(f32::from(found).is_nan(), "{:?}: the gap behind {pixel}", $case);
                continue;
            }
            let (image, place) = (pixel / (p * q), [pixel / q % p, pixel % q]);
            let mut sum = 0.0;
            for element in 0..r * s {
                let at = |i: usize, element: usize| {
                    (place[i] * step[i] + element * dilation[i]).wrapping_sub(padding[i])
                };
                let (row, column) = (at(0, element / s), at(1, element % s));
                if row < h && column < w {
                    let x = &x[((image * h + row) * w + column) * ld..][..c];
                    let f = &f[(filter * r * s + element) * ld..][..c];
                    sum += x.iter().zip(f).map(|(x, f)| number(*x) * number(*f)).sum::<f64>();
                }
            }
            let mut expected = 0.375 * sum;
            if epilogue {
                expected = (expected + number(bias[filter])).max(0.0)
                    - 0.625 * number(old[pixel * (k + 1) + filter]);
            }
            let (found, error) = (number(found), $error * expected.abs() + 1e-5);
            assert!(
                (found - expected).abs() <= error,
                "{:?}: {found} instead of {expected} at {place:?} of {image}, {filter}",
                $case
            );
        }
    }};
}
/// Checks a case with each of the kernels for bf16.
fn bf16(case: Case) {
    check!(Bf16 convolution_bf16_128 128 1.0 / 256.0, case);
    check!(Bf16 convolution_bf16_160 160 1.0 / 256.0, case);
    check!(Bf16 convolution_bf16_256 256 1.0 / 256.0, case);
}
const ONE: Case = Case {
    images: [1, 1, 1, 8],
    filters: [1, 1, 1],
    padding: [0; 2],
    step: [1; 2],
    dilation: [1; 2],
    epilogue: false,
};

#[test]
fn nothing_and_one() {
    bf16(ONE);
    bf16(Case { images: [0, 3, 3, 8], ..ONE });
    bf16(Case { filters: [0, 1, 1], ..ONE });
    bf16(Case { images: [1, 3, 3, 0], filters: [5, 3, 3], epilogue: true, ..ONE });
}
#[test]
fn tiles_and_their_edges() {
    for (pixels, filters) in [(127, 129), (128, 160), (129, 127), (257, 161)] {
        bf16(Case { images: [1, 1, pixels, 65], filters: [filters, 1, 1], ..ONE });
    }
}
#[test]
fn padding_larger_than_the_image() {
    let case = Case { images: [3, 3, 2, 64], filters: [24, 3, 3], padding: [7, 5], ..ONE };
    bf16(Case { step: [1, 2], dilation: [2, 1], epilogue: true, ..case });
}
#[test]
fn steps_and_dilation() {
    let case = Case { images: [2, 11, 13, 72], filters: [7, 3, 5], padding: [2, 1], ..ONE };
    bf16(Case { step: [2, 1], dilation: [1, 2], ..case });
    let case = Case { step: [2, 2], dilation: [2, 2], epilogue: true, ..case };
    check!(F16 convolution_f16_128 128 1.0 / 2048.0, case);
    check!(F16 convolution_f16_160 160 1.0 / 2048.0, case);
    check!(F16 convolution_f16_256 256 1.0 / 2048.0, case);
}
#[test]
fn filters_of_one_element() {
    bf16(Case { images: [2, 17, 9, 136], filters: [131, 1, 1], step: [2, 2], ..ONE });
}
