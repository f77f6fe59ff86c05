//! The gradients of attention, against a plain evaluation in f64. They run emulated, or by the PTX
//! in `ZELLIGE_OPS_PTX`.

use std::path::Path;
use zellige::typenum::Unsigned;
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
    let heads = case.heads_k * case.group;
    let (d, dv) = (C::DIMENSION as usize, C::VALUE as usize);
    let (step, step_k) = (heads * d + GAP, case.heads_k * d + GAP);
    let (step_o, step_v) = (heads * dv + GAP, case.heads_k * dv + GAP);
    let tokens = q.len() / step;
    let mut all = Expected {
        gradients: [q, k, v].map(|x| vec![0.0; x.len()]),
        o: vec![0.0; d_o.len()],
        lse: vec![f32::NEG_INFINITY; tokens * heads],
    };
    let dot = |d: usize, a: &[f64], b: &[f64]| (0..d).map(|x| a[x] * b[x]).sum::<f64>();
    let (mut first, mut first_k) = (0, 0);
    for &(queries, keys) in case.lengths {
        for (head, i) in (0..heads).flat_map(|head| (0..queries).map(move |i| (head, i))) {
            let seen = match C::CAUSAL {
                true => (i + 1 + keys).saturating_sub(queries).min(keys),
                false => keys,
            };
            let (row, head_k) = ((first + i) * step + head * d, head / case.group);
            let row_o = (first + i) * step_o + head * dv;
            let key = |j: usize| (first_k + j) * step_k + head_k * d;
            let value = |j: usize| (first_k + j) * step_v + head_k * dv;
            let mut p: Vec<f64> =
                (0..seen).map(|j| (SCALE * dot(d, &q[row..], &k[key(j)..])).exp()).collect();
            let sum: f64 = p.iter().sum();
            all.lse[tokens * head + first + i] = sum.ln() as f32;
            p.iter_mut().for_each(|p| *p /= sum);
            for (j, p) in p.iter().enumerate() {
                (0..dv).for_each(|x| all.o[row_o + x] += p * v[value(j) + x]);
            }
            let delta = dot(dv, &d_o[row_o..], &all.o[row_o..]);
            let [d_q, d_k, d_v] = &mut all.gradients;
            for (j, p) in p.iter().enumerate() {
                let ds = SCALE * p * (dot(dv, &d_o[row_o..], &v[value(j)..]) - delta);
                (0..dv).for_each(|x| d_v[value(j) + x] += p * d_o[row_o + x]);
                for x in 0..d {
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
        $sums:ident $T:ident $D:literal $causal:literal $delta:ident $backward:ident $dq:ident
        $lengths:expr, $heads_k:literal $group:literal
    ) => {{
        type C = Backward<$T, $D, $causal>;
        let case = Case { lengths: $lengths, heads_k: $heads_k, group: $group };
        let device = device();
        let (q_starts, k_starts) =
            (starts(case.lengths.iter().map(|l| l.0)), starts(case.lengths.iter().map(|l| l.1)));
        let (sequences, heads) = (case.lengths.len(), case.heads_k * case.group);
        let (rows, rows_k) = (q_starts[sequences] as usize, k_starts[sequences] as usize);
        let (queries, d, dv) = (C::queries(), C::DIMENSION as usize, C::VALUE as usize);
        let (columns, columns_k) = (heads * d, case.heads_k * d);
        let (columns_o, columns_v) = (heads * dv, case.heads_k * dv);
        let of = |rows, columns, seed| matrix($T::from_f32, rows, columns, seed);
        let (q, d_o) = (of(rows, columns, 1), of(rows, columns_o, 4));
        let (k, v) = (of(rows_k, columns_k, 2), of(rows_k, columns_v, 3));
        let wide = |x: &[$T]| x.iter().map(|&x| f64::from(f32::from(x))).collect::<Vec<f64>>();
        let of = expected::<C>(&case, [&wide(&q), &wide(&k), &wide(&v), &wide(&d_o)]);
        let o: Vec<$T> = of.o.iter().map(|&x| $T::from_f32(x as f32)).collect();
        let buffer = |x: &[$T]| device.buffer(x).unwrap();
        let (on_q, on_k, on_v, on_o, on_do) =
            (buffer(&q), buffer(&k), buffer(&v), buffer(&o), buffer(&d_o));
        let mut gradients = [&q, &k, &v].map(|x| buffer(&vec![$T::from_f32(7.0); x.len()]));
        let on_lse = device.buffer(&of.lse).unwrap();
        let starts = [&q_starts, &k_starts].map(|x| device.buffer(x).unwrap());
        let tiles = <Tiles<C>>::new(rows as u32, sequences as u32).of_head() as usize * heads;
        let mut numbers = device.buffer(&vec![f32::NAN; tiles * 2 * queries]).unwrap();
        let mut sums = device.buffer(&vec![f32::NAN; tiles * queries * d]).unwrap();
        let mapped = |on, rows, columns, boxes| map(&device, on, 2, rows, columns, GAP, boxes);
        let maps = (
            mapped(&on_q, rows, columns, <C as Config>::Q::map()),
            mapped(&on_k, rows_k, columns_k, <C as Config>::K::map()),
            mapped(&on_v, rows_k, columns_v, <C as Config>::V::map()),
            mapped(&on_do, rows, columns_o, <C as Config>::Do::map()),
        );
        let of_sums = map(&device, &sums, 4, tiles * queries * d / 256, 256, 0, ((256, 16), 0));
        let longest =
            |f: fn(&(usize, usize)) -> usize| case.lengths.iter().map(f).max().unwrap() as u32;
        let (longest_q, longest_k) = (longest(|l| l.0), longest(|l| l.1));
        let blocks = longest_q.div_ceil(queries as u32) * (heads * sequences) as u32;
        let [ldq, ldk, ldo, ldv] =
            [columns, columns_k, columns_o, columns_v].map(|columns| (columns + GAP) as u32);
        let (h, s, start) = (heads as u32, sequences as u32, starts[0].pointer());
        // SAFETY: the matrices and their maps have these sizes.
        unsafe {
            let (rows, sums) = (numbers.pointer_mut(), sums.pointer_mut());
            let (o, d_o, lse) = (on_o.pointer(), on_do.pointer(), on_lse.pointer());
            let arguments = (h, s, longest_q, start, o, ldo, d_o, ldo, lse, rows, sums);
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
                to_sums!($sums of_sums sums),
                d_k,
                ldk,
                d_v,
                ldv,
                0, // a window, which the test of the operator has
                0,
                0.0,
            );
            let of_keys = longest_k.div_ceil(C::keys() as u32) * (case.heads_k * sequences) as u32;
            device.launch::<$backward>((of_keys, 1), arguments).unwrap();
            let arguments = (h, s, longest_q, SCALE as f32, start, sums.cast_const(), d_q, ldq);
            device.launch::<$dq>((C::PARTS * blocks, 1), arguments).unwrap();
        }
        for (which, (x, y)) in gradients.iter().zip(&of.gradients).enumerate() {
            let columns = [columns, columns_k, columns_v][which];
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
/// The sums of dQ as a kernel takes them: by a map, or by their pointer.
macro_rules! to_sums {
    (map $map:ident $sums:ident) => {
        $map.pointer()
    };
    (pointer $map:ident $sums:ident) => {{
        drop($map);
        $sums
    }};
}
/// The tile of a step, and that of a block.
trait Sizes: Config {
    fn queries() -> usize {
        Self::Queries::USIZE
    }
    fn keys() -> usize {
        Self::Keys::USIZE
    }
}
impl<C: Config> Sizes for C {}
const SMALL: &[(usize, usize)] = &[(1, 1), (0, 5), (3, 0), (7, 13)];

macro_rules! tests {
    ($(
        $name:ident $sums:ident $T:ident $D:literal $causal:literal
        [$delta:ident $backward:ident $dq:ident];
    )*) => { $(
        #[test]
        fn $name() {
            type C = Backward<$T, $D, $causal>;
            let (tile, keys) = (C::queries(), C::keys());
            let edges = [(tile - 1, keys + 1), (2 * tile + 1, keys - 1)];
            check!($sums $T $D $causal $delta $backward $dq SMALL, 2 2);
            check!($sums $T $D $causal $delta $backward $dq &edges, 1 1);
            check!($sums $T $D $causal $delta $backward $dq &[(tile + 1, 2 * keys + 1)], 1 3);
        }
    )* };
}
tests! {
    bf16_64 map Bf16 64 false
        [attention_delta_bf16_64 attention_backward_bf16_64 attention_dq_bf16_64];
    bf16_64_causal map Bf16 64 true
        [attention_delta_bf16_64 attention_backward_bf16_64_causal attention_dq_bf16_64];
    bf16_128 map Bf16 128 false
        [attention_delta_bf16_128 attention_backward_bf16_128 attention_dq_bf16_128];
    bf16_128_causal map Bf16 128 true
        [attention_delta_bf16_128 attention_backward_bf16_128_causal attention_dq_bf16_128];
    bf16_192 pointer Bf16 192 false
        [attention_delta_bf16_192 attention_backward_bf16_192 attention_dq_bf16_192];
    bf16_192_causal pointer Bf16 192 true
        [attention_delta_bf16_192 attention_backward_bf16_192_causal attention_dq_bf16_192];
    bf16_256 pointer Bf16 256 false
        [attention_delta_bf16_256 attention_backward_bf16_256 attention_dq_bf16_256];
    bf16_256_causal pointer Bf16 256 true
        [attention_delta_bf16_256 attention_backward_bf16_256_causal attention_dq_bf16_256];
    f16_64 map F16 64 false
        [attention_delta_f16_64 attention_backward_f16_64 attention_dq_f16_64];
    f16_64_causal map F16 64 true
        [attention_delta_f16_64 attention_backward_f16_64_causal attention_dq_f16_64];
    f16_128 map F16 128 false
        [attention_delta_f16_128 attention_backward_f16_128 attention_dq_f16_128];
    f16_128_causal map F16 128 true
        [attention_delta_f16_128 attention_backward_f16_128_causal attention_dq_f16_128];
    f16_192 pointer F16 192 false
        [attention_delta_f16_192 attention_backward_f16_192 attention_dq_f16_192];
    f16_192_causal pointer F16 192 true
        [attention_delta_f16_192 attention_backward_f16_192_causal attention_dq_f16_192];
    f16_256 pointer F16 256 false
        [attention_delta_f16_256 attention_backward_f16_256 attention_dq_f16_256];
    f16_256_causal pointer F16 256 true
        [attention_delta_f16_256 attention_backward_f16_256_causal attention_dq_f16_256];
}
