//! The gradients of attention, against a plain evaluation in f64. They run emulated, or by the PTX
//! in `ZELLIGE_OPS_PTX`.

use std::path::Path;
use zellige_gpu::storage::TmaTile;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::{Buffer, Device, Map, Plain};
use zellige_launch::tensor_map::{Numbers, Tensor};
use zellige_ops_kernels::attention_backward::*;

fn device() -> Device {
    match std::env::var_os("ZELLIGE_OPS_PTX") {
        Some(file) => Device::load(Path::new(&file)).unwrap(),
        None => Device::emulator(),
    }
}
/// Sequences of (queries, keys), the heads of K and those of Q that share one.
struct Case<'a> {
    lengths: &'a [(usize, usize)],
    heads_k: usize,
    group: usize,
}
/// The elements between rows.
const GAP: usize = 8;
const SCALE: f64 = 0.125;

/// The starts of sequences.
fn starts(lengths: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = vec![0];
    lengths.for_each(|length| starts.push(starts[starts.len() - 1] + length as u32));
    starts
}
/// A matrix of a row for each token, with gaps: multiples of 1/16 from -1 to 1.
fn matrix<T>(of: fn(f32) -> T, rows: usize, columns: usize, seed: usize) -> Vec<T> {
    let number = |i: usize| (((i * 7919 + seed * 31) * 40503) >> 7) % 33;
    (0..rows * (columns + GAP)).map(|i| of(number(i) as f32 / 16.0 - 1.0)).collect()
}
/// What the gradients should be: dQ, dK and dV, in f64, and O and the logarithms.
struct Expected {
    gradients: [Vec<f64>; 3],
    o: Vec<f64>,
    lse: Vec<f32>,
}
fn expected<C: Config>(case: &Case<'_>, [q, k, v, d_o]: [&[f64]; 4]) -> Expected {
    let (d, heads) = (C::DIMENSION as usize, case.heads_k * case.group);
    let (step, step_k) = (heads * d + GAP, case.heads_k * d + GAP);
    let tokens = q.len() / step;
    let mut all = Expected {
        gradients: [q, k, v].map(|x| vec![0.0; x.len()]),
        o: vec![0.0; q.len()],
        lse: vec![f32::NEG_INFINITY; tokens * heads],
    };
    let dot = |a: &[f64], b: &[f64]| (0..d).map(|x| a[x] * b[x]).sum::<f64>();
    let (mut first, mut first_k) = (0, 0);
    for &(queries, keys) in case.lengths {
        for (head, i) in (0..heads).flat_map(|head| (0..queries).map(move |i| (head, i))) {
            let seen = match C::CAUSAL {
                true => (i + 1 + keys).saturating_sub(queries).min(keys),
                false => keys,
            };
            let row = (first + i) * step + head * d;
            let key = |j: usize| (first_k + j) * step_k + head / case.group * d;
            let mut p: Vec<f64> =
                (0..seen).map(|j| (SCALE * dot(&q[row..], &k[key(j)..])).exp()).collect();
            let sum: f64 = p.iter().sum();
            all.lse[tokens * head + first + i] = sum.ln() as f32;
            p.iter_mut().for_each(|p| *p /= sum);
            for (j, p) in p.iter().enumerate() {
                (0..d).for_each(|x| all.o[row + x] += p * v[key(j) + x]);
            }
            let delta = dot(&d_o[row..], &all.o[row..]);
            let [d_q, d_k, d_v] = &mut all.gradients;
            for (j, p) in p.iter().enumerate() {
                let ds = SCALE * p * (dot(&d_o[row..], &v[key(j)..]) - delta);
                for x in 0..d {
                    d_v[key(j) + x] += p * d_o[row + x];
                    d_k[key(j) + x] += ds * q[row + x];
                    d_q[row + x] += ds * k[key(j) + x];
                }
            }
        }
        (first, first_k) = (first + queries, first_k + keys);
    }
    all
}
fn map<T: Plain + 'static>(
    device: &Device,
    on: &Buffer<T>,
    bytes: u32,
    rows: usize,
    columns: usize,
    gap: usize,
    boxes: ((u32, u32), u32),
) -> Map {
    let ((inner, outer), swizzle) = boxes;
    let extents = [columns as u32, rows.max(1) as u32];
    let step = u64::from(bytes) * (columns + gap) as u64;
    let tensor = Tensor::tiled(bytes, &extents, &[step], &[inner, outer], swizzle).unwrap();
    let tensor = tensor.of_numbers(Numbers::of::<T>()).unwrap();
    device.tensor_map(on.pointer().addr() as u64, &tensor).unwrap()
}

/// Launches the three kernels of a configuration, and compares the gradients.
macro_rules! check {
    (
        $T:ident $D:literal $causal:literal $delta:ident $backward:ident $dq:ident $lengths:expr,
        $heads_k:literal $group:literal
    ) => {{
        type C = Backward<$T, $D, $causal>;
        let case = Case { lengths: $lengths, heads_k: $heads_k, group: $group };
        let device = device();
        let (q_starts, k_starts) =
            (starts(case.lengths.iter().map(|l| l.0)), starts(case.lengths.iter().map(|l| l.1)));
        let (sequences, heads) = (case.lengths.len(), case.heads_k * case.group);
        let (rows, rows_k) = (q_starts[sequences] as usize, k_starts[sequences] as usize);
        let (columns, columns_k) = (heads * $D, case.heads_k * $D);
        let [q, d_o] = [1, 4].map(|seed| matrix($T::from_f32, rows, columns, seed));
        let [k, v] = [2, 3].map(|seed| matrix($T::from_f32, rows_k, columns_k, seed));
        let wide = |x: &[$T]| x.iter().map(|&x| f64::from(f32::from(x))).collect::<Vec<f64>>();
        let of = expected::<C>(&case, [&wide(&q), &wide(&k), &wide(&v), &wide(&d_o)]);
        let o: Vec<$T> = of.o.iter().map(|&x| $T::from_f32(x as f32)).collect();
        let buffer = |x: &[$T]| device.buffer(x).unwrap();
        let (on_q, on_k, on_v, on_o, on_do) =
            (buffer(&q), buffer(&k), buffer(&v), buffer(&o), buffer(&d_o));
        let mut gradients = [&q, &k, &k].map(|x| buffer(&vec![$T::from_f32(7.0); x.len()]));
        let on_lse = device.buffer(&of.lse).unwrap();
        let starts = [&q_starts, &k_starts].map(|x| device.buffer(x).unwrap());
        let tiles = <Tiles<C>>::new(rows as u32, sequences as u32).of_head() as usize * heads;
        let mut numbers = device.buffer(&vec![f32::NAN; tiles * 2 * 8192 / $D]).unwrap();
        let mut sums = device.buffer(&vec![f32::NAN; tiles * 8192]).unwrap();
        let of_q = |on| map(&device, on, 2, rows, columns, GAP, <C as Config>::Q::map());
        let of_k = |on| map(&device, on, 2, rows_k, columns_k, GAP, <C as Config>::K::map());
        let maps = (of_q(&on_q), of_k(&on_k), of_k(&on_v), of_q(&on_do));
        let of_sums = map(&device, &sums, 4, 32 * tiles, 256, 0, ((256, 16), 0));
        let longest =
            |f: fn(&(usize, usize)) -> usize| case.lengths.iter().map(f).max().unwrap() as u32;
        let (longest_q, longest_k) = (longest(|l| l.0), longest(|l| l.1));
        let blocks = longest_q.div_ceil(8192 / $D) * (heads * sequences) as u32;
        let (ldq, ldk) = ((columns + GAP) as u32, (columns_k + GAP) as u32);
        let (h, s, start) = (heads as u32, sequences as u32, starts[0].pointer());
        // SAFETY: the matrices and their maps have these sizes.
        unsafe {
            let (rows, sums) = (numbers.pointer_mut(), sums.pointer_mut());
            let (o, d_o, lse) = (on_o.pointer(), on_do.pointer(), on_lse.pointer());
            let arguments = (h, s, longest_q, start, o, ldq, d_o, ldq, lse, rows, sums);
            device.launch::<$delta>((blocks, 1), arguments).unwrap();
            let [d_q, d_k, d_v] = &mut gradients;
            let [d_q, d_k, d_v] = [d_q, d_k, d_v].map(|x| x.pointer_mut());
            let arguments = (
                h,
                case.group as u32,
                s,
                longest_k,
                SCALE as f32,
                start,
                starts[1].pointer(),
                maps.0.pointer(),
                maps.1.pointer(),
                maps.2.pointer(),
                maps.3.pointer(),
                rows.cast_const(),
                of_sums.pointer(),
                d_k,
                ldk,
                d_v,
                ldk,
                0, // a window, which the test of the operator has
                0,
                0.0,
            );
            let of_keys = longest_k.div_ceil(KEYS) * (case.heads_k * sequences) as u32;
            device.launch::<$backward>((of_keys, 1), arguments).unwrap();
            let arguments = (h, s, longest_q, SCALE as f32, start, sums.cast_const(), d_q, ldq);
            device.launch::<$dq>((2 * blocks, 1), arguments).unwrap();
        }
        for (which, (x, y)) in gradients.iter().zip(&of.gradients).enumerate() {
            let columns = if which == 0 { columns } else { columns_k };
            for (i, (x, y)) in x.read().unwrap().into_iter().zip(y).enumerate() {
                let x = f64::from(f32::from(x));
                let y = if i % (columns + GAP) < columns { *y } else { 7.0 };
                // P and dS are rounded, and there are as many as queries or keys.
                assert!(
                    (x - y).abs() < 0.02 + 0.01 * y.abs(),
                    "{which}: {x} instead of {y} at {i} of {:?}",
                    case.lengths
                );
            }
        }
    }};
}
const SMALL: &[(usize, usize)] = &[(1, 1), (0, 5), (3, 0), (7, 13)];

macro_rules! tests {
    ($(
        $name:ident $T:ident $D:literal $causal:literal
        [$delta:ident $backward:ident $dq:ident];
    )*) => { $(
        #[test]
        fn $name() {
            let tile = 8192 / $D;
            let edges = [(tile - 1, 129), (2 * tile + 1, 127)];
            check!($T $D $causal $delta $backward $dq SMALL, 2 2);
            check!($T $D $causal $delta $backward $dq &edges, 1 1);
            check!($T $D $causal $delta $backward $dq &[(tile + 1, 257)], 1 3);
        }
    )* };
}
tests! {
    bf16_64 Bf16 64 false
        [attention_delta_bf16_64 attention_backward_bf16_64 attention_dq_bf16_64];
    bf16_64_causal Bf16 64 true
        [attention_delta_bf16_64 attention_backward_bf16_64_causal attention_dq_bf16_64];
    bf16_128 Bf16 128 false
        [attention_delta_bf16_128 attention_backward_bf16_128 attention_dq_bf16_128];
    bf16_128_causal Bf16 128 true
        [attention_delta_bf16_128 attention_backward_bf16_128_causal attention_dq_bf16_128];
    f16_64 F16 64 false
        [attention_delta_f16_64 attention_backward_f16_64 attention_dq_f16_64];
    f16_64_causal F16 64 true
        [attention_delta_f16_64 attention_backward_f16_64_causal attention_dq_f16_64];
    f16_128 F16 128 false
        [attention_delta_f16_128 attention_backward_f16_128 attention_dq_f16_128];
    f16_128_causal F16 128 true
        [attention_delta_f16_128 attention_backward_f16_128_causal attention_dq_f16_128];
}
