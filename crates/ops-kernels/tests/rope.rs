//! Rotary embedding beside a plain evaluation, emulated.

use std::ptr::null;
use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::{Device, LaunchError};
use zellige_ops_kernels::rope::*;
use zellige_ops_kernels::words::Element;

/// The arguments of a kernel.
type Arguments<T> = (
    u32,
    u32,
    u32,
    *const T,
    u32,
    u32,
    *mut T,
    u32,
    u32,
    *const u32,
    *const f32,
    *const f32,
    u32,
    u32,
);

/// Compares, with `each` pairs a thread; strides are multiples of `multiple` elements.
fn check<T: Element<Number = f32>, K: Kernel<Arguments = Arguments<T>>>(
    number: impl Fn(f32) -> T,
    error: f64,
    each: u32,
    sizes: &[(u32, u32, u32)],
) -> Result<(), LaunchError> {
    let device = Device::emulator();
    for &(tokens, heads, dimension) in sizes {
        let (half, gap) = (dimension / 2, 2 * each);
        let (x_head, y_head) = (dimension + gap, dimension);
        let (x_token, y_token) = (heads * x_head + gap, heads * y_head + 2 * gap);
        let xs = (0..tokens * x_token).map(|i| number((i * 7 % 23) as f32 / 8.0 - 1.25));
        let xs: Vec<T> = xs.collect();
        let positions: Vec<u32> = (0..tokens).map(|t| (t * 5 + 3) % 11).collect();
        let angle = |i: u32| {
            let (p, i) = (i / half, i % half);
            p as f32 * 10000f32.powf(-(i as f32) / half as f32)
        };
        let known = tokens.max(11);
        let table = half * known;
        let cos = device.buffer(&(0..table).map(|i| angle(i).cos()).collect::<Vec<_>>())?;
        let sin = device.buffer(&(0..table).map(|i| angle(i).sin()).collect::<Vec<_>>())?;
        let given = device.buffer(&positions)?;
        for (adjacent, explicit, in_place) in
            [(0, false, false), (0, true, true), (1, true, false), (1, false, true)]
        {
            let mut x = device.buffer(&xs)?;
            let mut y = device.buffer(&vec![number(77.0); (tokens * y_token) as usize])?;
            let (to, to_token, to_head) = if in_place {
                (x.pointer_mut(), x_token, x_head)
            } else {
                (y.pointer_mut(), y_token, y_head)
            };
            let of = if explicit { given.pointer() } else { null() };
            let (c, s) = (cos.pointer(), sin.pointer());
            let arguments = (tokens, heads, dimension, x.pointer(), x_token, x_head);
            let (a, b, d, e, f, g) = arguments;
            let arguments = (a, b, d, e, f, g, to, to_token, to_head, of, c, s, known, adjacent);
            let threads = tokens * heads * half / each;
            // SAFETY: the tensors have these sizes.
            unsafe { device.launch::<K>((threads.div_ceil(256), 1), arguments)? };
            let got = if in_place { x.read()? } else { y.read()? };
            let mut expected: Vec<f64> = if in_place {
                xs.iter().map(|x| x.widen().into()).collect()
            } else {
                vec![number(77.0).widen().into(); got.len()]
            };
            let (cos, sin) = (cos.read()?, sin.read()?);
            for t in 0..tokens {
                let p = if explicit { positions[t as usize] } else { t };
                for (h, i) in (0..heads).flat_map(|h| (0..half).map(move |i| (h, i))) {
                    let (a, b) = if adjacent == 0 { (i, i + half) } else { (2 * i, 2 * i + 1) };
                    let at = |d| f64::from(xs[(t * x_token + h * x_head + d) as usize].widen());
                    let c = f64::from(cos[(p * half + i) as usize]);
                    let s = f64::from(sin[(p * half + i) as usize]);
                    let first = t * to_token + h * to_head;
                    expected[(first + a) as usize] = at(a) * c - at(b) * s;
                    expected[(first + b) as usize] = at(b) * c + at(a) * s;
                }
            }
            for (i, (y, expected)) in got.iter().zip(&expected).enumerate() {
                let difference = (f64::from(y.widen()) - expected).abs();
                assert!(difference <= error * expected.abs().max(1.0), "{i}: {expected}");
            }
        }
    }
    Ok(())
}

#[test]
fn rotations_of_vectors() -> Result<(), LaunchError> {
    let sizes = [(1, 1, 16), (5, 3, 64), (7, 1, 48), (13, 5, 128)];
    check::<_, rope_bf16>(Bf16::from_f32, 1.0 / 256.0, 8, &sizes)?;
    check::<_, rope_f16>(F16::from_f32, 1.0 / 2048.0, 8, &sizes)?;
    check::<_, rope_f32>(|x| x, 1e-6, 4, &sizes)
}

#[test]
fn rotations_of_pairs() -> Result<(), LaunchError> {
    let sizes = [(1, 1, 2), (5, 3, 6), (7, 1, 62), (13, 5, 38)];
    check::<_, rope_bf16_any>(Bf16::from_f32, 1.0 / 256.0, 1, &sizes)?;
    check::<_, rope_f16_any>(F16::from_f32, 1.0 / 2048.0, 1, &sizes)?;
    check::<_, rope_f32_any>(|x| x, 1e-6, 1, &sizes)
}
