//! The products, against sums in f64. They run emulated, or by the PTX in `ZELLIGE_OPS_PTX`.

use std::path::Path;
use zellige::prelude::*;
use zellige_gpu::storage::TmaTile;
use zellige_gpu::{Bf16, F16, Gpu, TensorMap, kernel};
use zellige_kernels::wgmma_gemm::Config;
use zellige_launch::device::{Buffer, Device, Map};
use zellige_launch::tensor_map::Tensor;
use zellige_ops_kernels::epilogue::gelu;
use zellige_ops_kernels::matmul::*;

fn device() -> Device {
    match std::env::var_os("ZELLIGE_OPS_PTX") {
        Some(file) => Device::load(Path::new(&file)).unwrap(),
        None => Device::emulator(),
    }
}

/// The elements of the matrices.
trait Number: Plain + Into<f32> {
    /// The largest error of rounding a number from 1 to 2.
    const ERROR: f64;
    fn of(x: f32) -> Self;
}
impl Number for Bf16 {
    const ERROR: f64 = 1.0 / 256.0;
    fn of(x: f32) -> Self {
        Bf16::from_f32(x)
    }
}
impl Number for F16 {
    const ERROR: f64 = 1.0 / 2048.0;
    fn of(x: f32) -> Self {
        F16::from_f32(x)
    }
}

impl Number for f32 {
    const ERROR: f64 = 1e-6;
    /// Moves the number a little, so that it has more bits than tensor cores multiply.
    fn of(x: f32) -> Self {
        x * (1.0 + 1.0 / 4096.0)
    }
}

/// A batch of matrices: the extents, and the strides of rows, columns and matrices.
#[derive(Clone, Copy)]
struct Batch {
    extents: [usize; 3],
    strides: [usize; 3],
    first: usize,
}
impl Batch {
    fn at(&self, i: usize, j: usize, q: usize) -> usize {
        let [rows, columns, matrices] = self.strides;
        self.first + i * rows + j * columns + q * matrices
    }
    fn places(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [rows, columns, matrices] = self.extents;
        let in_matrix = move |q| (0..rows).flat_map(move |i| (0..columns).map(move |j| [i, j, q]));
        (0..matrices).flat_map(in_matrix)
    }
    /// Multiples of 1/16 from -1 to 1, and NaN between the matrices.
    fn numbers<T: Number>(&self, seed: usize) -> Vec<T> {
        let [rows, columns, matrices] = self.extents.map(|extent| extent.saturating_sub(1));
        let mut all = vec![T::of(f32::NAN); self.at(rows, columns, matrices) + 1];
        for [i, j, q] in self.places() {
            let number = ((i * 1297 + j * 7919 + q * 31 + seed) * 40503) >> 7;
            all[self.at(i, j, q)] = T::of((number % 33) as f32 / 16.0 - 1.0);
        }
        all
    }
}
/// Where C is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Old {
    Null,
    Separate,
    InD,
    /// Of NaN, with beta = 0.
    Unread,
}
#[derive(Clone, Copy, Debug)]
struct Case {
    extents: [usize; 4],
    old: Old,
    bias: bool,
    activation: u32,
    /// The elements between the rows, and between the matrices, of C and D.
    gap: usize,
}
fn case(extents: [usize; 4], old: Old, bias: bool, activation: u32, gap: usize) -> Case {
    Case { extents, old, bias, activation, gap }
}

/// The arguments of a kernel that do not depend on its family.
struct Rest<T> {
    c: *const T,
    ldc: u32,
    stride_c: u64,
    d: *mut T,
    ldd: u32,
    stride_d: u64,
    bias: *const T,
    beta: f32,
}
const ALPHA: f32 = 0.375;

/// The activation in f64.
fn activation(number: u32, x: f64) -> f64 {
    match number {
        1 => x.max(0.0),
        2 => {
            let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3));
            0.5 * x * (1.0 + u.tanh())
        }
        3 => x / (1.0 + (-x).exp()),
        4 => x * normal(x),
        _ => x,
    }
}
/// The normal distribution up to x, by its power series.
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut n) = (x, x, 1.0);
    while term.abs() > 1e-18 {
        n += 2.0;
        term *= x * x / n;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// Runs the kernel, which `launch` launches, and compares all elements.
fn check<T: Number>(
    device: &Device,
    case: Case,
    [a, b]: [Batch; 2],
    launch: impl FnOnce(&Buffer<T>, &Buffer<T>, Rest<T>),
) {
    let Case { extents: [m, n, k, batch], old, gap, .. } = case;
    let rows =
        Batch { extents: [m, n, batch], strides: [n + gap, 1, m * (n + gap) + 2 * gap], first: 0 };
    let of_c = match old {
        Old::InD => rows,
        _ => Batch { strides: [n + 3, 1, m * (n + 3) + 1], ..rows },
    };
    let (numbers_a, numbers_b) = (a.numbers::<T>(1), b.numbers::<T>(2));
    let mut numbers_c = of_c.numbers::<T>(3);
    if old == Old::Unread {
        numbers_c.fill(T::of(f32::NAN));
    }
    let row = Batch { extents: [1, n, 1], strides: [0, 1, 0], first: 0 }.numbers::<T>(4);
    let numbers_d = if old == Old::InD { numbers_c.clone() } else { rows.numbers(5) };
    let (on_a, on_b) = (device.buffer(&numbers_a).unwrap(), device.buffer(&numbers_b).unwrap());
    let (on_c, on_row) = (device.buffer(&numbers_c).unwrap(), device.buffer(&row).unwrap());
    let mut on_d = device.buffer(&numbers_d).unwrap();
    let beta = if old == Old::Unread { 0.0 } else { -0.625 };
    let d = on_d.pointer_mut();
    let rest = Rest {
        c: match old {
            Old::Null => std::ptr::null(),
            Old::InD => d.cast_const(),
            _ => on_c.pointer(),
        },
        ldc: of_c.strides[0] as u32,
        stride_c: of_c.strides[2] as u64,
        d,
        ldd: rows.strides[0] as u32,
        stride_d: rows.strides[2] as u64,
        bias: if case.bias { on_row.pointer() } else { std::ptr::null() },
        beta,
    };
    launch(&on_a, &on_b, rest);
    let mut expected = numbers_d.iter().map(|x| (*x).into()).collect::<Vec<f32>>();
    let number = |x: T| f64::from(x.into());
    for [i, j, q] in rows.places() {
        let product = |p| number(numbers_a[a.at(i, p, q)]) * number(numbers_b[b.at(j, p, q)]);
        let sum: f64 = (0..k).map(product).sum();
        let bias = if case.bias { number(row[j]) } else { 0.0 };
        let x = activation(case.activation, f64::from(ALPHA) * sum + bias);
        let c = match old {
            Old::Null | Old::Unread => 0.0,
            _ => f64::from(beta) * number(numbers_c[of_c.at(i, j, q)]),
        };
        expected[rows.at(i, j, q)] = (x + c) as f32;
    }
    for (at, (x, y)) in on_d.read().unwrap().into_iter().zip(expected).enumerate() {
        let x: f32 = x.into();
        let difference = (f64::from(x) - f64::from(y)).abs();
        let near = difference <= T::ERROR * f64::from(y.abs()) + 1e-5;
        assert!(near || x.is_nan() && y.is_nan(), "{case:?}: {x} instead of {y} at {at}");
    }
}

/// Operands with gaps between rows and matrices: contiguous along K, or along the rows.
fn operand(rows: usize, k: usize, batch: usize, along_k: bool) -> Batch {
    let (inner, outer) = if along_k { (k, rows) } else { (rows, k) };
    let leading = inner.next_multiple_of(8) + 8;
    let strides = if along_k { [leading, 1] } else { [1, leading] };
    Batch {
        extents: [rows, k, batch],
        strides: [strides[0], strides[1], leading * outer + 8],
        first: 0,
    }
}
fn map<T: Plain, Tile: TmaTile>(device: &Device, of: Batch, on: &Buffer<T>) -> Map {
    let [rows, k, batch] = of.extents.map(|extent| extent.max(1) as u32);
    let [along_rows, along_k, matrices] = of.strides.map(|stride| 2 * stride as u64);
    let (extents, leading) = if of.strides[1] == 1 {
        ([k, rows, batch], along_rows)
    } else {
        ([rows, k, batch], along_k)
    };
    let ((inner, outer), swizzle) = Tile::map();
    let tensor = Tensor::tiled(2, &extents, &[leading, matrices], &[inner, outer, 1], swizzle);
    device.tensor_map(on.pointer().addr() as u64, &tensor.unwrap()).unwrap()
}
type Wgmma<T> = (
    (u32, u32, u32, u32),
    (*const TensorMap, *const TensorMap),
    (*const T, u32, u64),
    (*mut T, u32, u64),
    (*const T, f32, f32, u32),
);
fn wgmma<P: Config<Output = T, Element = T>, T: Number>(
    device: &Device,
    case: Case,
    [along_a, along_b]: [bool; 2],
    launch: impl FnOnce((u32, u32), Wgmma<T>),
) {
    let [m, n, k, batch] = case.extents;
    let (of_a, of_b) = (operand(m, k, batch, along_a), operand(n, k, batch, along_b));
    check(device, case, [of_a, of_b], |a, b, rest| {
        let maps = (map::<T, P::A>(device, of_a, a), map::<T, P::B>(device, of_b, b));
        // Emulated blocks run one after the other; a block that computes several tiles tests more.
        let [m, n, k, batch] = case.extents.map(|extent| extent as u32);
        let most = if device.is_emulated() { 2 } else { 132 };
        let grid = (blocks(m, n, batch).clamp(1, most), 1);
        launch(
            grid,
            (
                (m, n, k, batch),
                (maps.0.pointer(), maps.1.pointer()),
                (rest.c, rest.ldc, rest.stride_c),
                (rest.d, rest.ldd, rest.stride_d),
                (rest.bias, ALPHA, rest.beta, case.activation),
            ),
        )
    });
}
macro_rules! wgmma {
    ($device:expr, $case:expr, $kernel:ident $T:ident $A:ident $B:ident [$a:literal $b:literal]) => {{
        use zellige_kernels::major::*;
        wgmma::<Product<$T, $A, $B>, $T>(&$device, $case, [$a, $b], |grid, arguments| {
            let ((m, n, k, batch), (a, b), c, d, (bias, alpha, beta, f)) = arguments;
            let arguments =
                (m, n, k, batch, a, b, c.0, c.1, c.2, d.0, d.1, d.2, bias, alpha, beta, f);
            // SAFETY: the matrices and their maps have these sizes.
            unsafe { $device.launch::<$kernel>(grid, arguments).unwrap() }
        })
    }};
}

#[test]
fn wgmma_tn() {
    let device = device();
    for case in [
        case([0, 3, 5, 1], Old::InD, true, 1, 0),
        case([3, 5, 0, 2], Old::InD, true, 2, 1),
        case([1, 1, 1, 1], Old::Null, false, 0, 0),
        case([7, 13, 11, 3], Old::Separate, true, 3, 2),
        case([127, 255, 63, 1], Old::Separate, true, 4, 1),
        case([129, 257, 65, 2], Old::InD, true, 2, 7),
        // Whole tiles, which are written while the next ones are computed.
        case([128, 512, 521, 2], Old::Separate, true, 4, 8),
        case([256, 256, 130, 1], Old::Unread, false, 1, 0),
    ] {
        wgmma!(device, case, matmul_bf16_tn Bf16 KMajor KMajor [true true]);
    }
}
#[test]
fn wgmma_other_majors_and_numbers() {
    let device = device();
    let edges = case([129, 257, 65, 2], Old::Separate, true, 2, 1);
    let whole = case([128, 256, 72, 2], Old::InD, true, 3, 8);
    let plain = case([13, 7, 70, 1], Old::Null, false, 0, 0);
    for case in [edges, plain] {
        wgmma!(device, case, matmul_bf16_tt Bf16 KMajor MnMajor [true false]);
        wgmma!(device, case, matmul_bf16_nn Bf16 MnMajor KMajor [false true]);
        wgmma!(device, case, matmul_bf16_nt Bf16 MnMajor MnMajor [false false]);
    }
    for case in [whole, plain] {
        wgmma!(device, case, matmul_f16_tn F16 KMajor KMajor [true true]);
        wgmma!(device, case, matmul_f16_tt F16 KMajor MnMajor [true false]);
        wgmma!(device, case, matmul_f16_nn F16 MnMajor KMajor [false true]);
        wgmma!(device, case, matmul_f16_nt F16 MnMajor MnMajor [false false]);
    }
}

macro_rules! mma {
    ($device:expr, $case:expr, $kernel:ident $T:ident, $a:expr, $b:expr) => {{
        let (case, of_a, of_b): (Case, Batch, Batch) = ($case, $a, $b);
        check::<$T>(&$device, case, [of_a, of_b], |a, b, rest| {
            let [m, n, k, batch] = case.extents.map(|extent| extent as u32);
            let of = |on: &Buffer<$T>, of: Batch| {
                let [rows, k, matrices] = of.strides;
                (on.pointer().wrapping_add(of.first), rows as u32, k as u32, matrices as u64)
            };
            let (a, b) = (of(a, of_a), of(b, of_b));
            let arguments = (
                m,
                n,
                k,
                a.0,
                a.1,
                a.2,
                a.3,
                b.0,
                b.1,
                b.2,
                b.3,
                rest.c,
                rest.ldc,
                rest.stride_c,
                rest.d,
                rest.ldd,
                rest.stride_d,
                rest.bias,
                ALPHA,
                rest.beta,
                case.activation,
            );
            // SAFETY: the matrices have these sizes.
            unsafe { $device.launch::<$kernel>(grid(m, n, batch), arguments).unwrap() }
        })
    }};
}

#[test]
fn vectors() {
    let device = device();
    for (along_a, along_b) in [(true, true), (true, false), (false, true), (false, false)] {
        for case in [
            case([8, 16, 8, 1], Old::Null, false, 0, 0),
            case([136, 128, 72, 2], Old::Separate, true, 2, 1),
            case([128, 264, 136, 1], Old::InD, true, 4, 2),
        ] {
            let [m, n, k, batch] = case.extents;
            let (a, b) = (operand(m, k, batch, along_a), operand(n, k, batch, along_b));
            mma!(device, case, matmul_mma_bf16_vectors Bf16, a, b);
            mma!(device, case, matmul_mma_f16_vectors F16, a, b);
            mma!(device, case, matmul_simt_f32_vectors f32, a, b);
        }
    }
    // Extents along which nothing is contiguous may be anything.
    let odd = case([3, 129, 64, 2], Old::Separate, true, 3, 1);
    let (a, b) = (operand(3, 64, 2, true), operand(129, 64, 2, true));
    mma!(device, odd, matmul_mma_bf16_vectors Bf16, a, b);
    mma!(device, odd, matmul_simt_f32_vectors f32, a, b);
    let fours = case([4, 132, 20, 2], Old::Null, true, 0, 0);
    let (a, b) = (operand(4, 20, 2, true), operand(132, 20, 2, false));
    mma!(device, fours, matmul_simt_f32_vectors f32, a, b);
    let odd = case([8, 128, 65, 2], Old::Unread, true, 1, 0);
    mma!(device, odd, matmul_mma_f16_vectors F16, operand(8, 65, 2, false), operand(128, 65, 2, false));
}
#[test]
fn any_strides() {
    let device = device();
    let strided = |rows: usize, k: usize, batch, [in_rows, in_k]: [usize; 2]| Batch {
        extents: [rows, k, batch],
        strides: [in_rows, in_k, rows * in_rows + k * in_k],
        first: 1,
    };
    for case in [
        case([3, 5, 0, 2], Old::Separate, true, 2, 1),
        case([1, 1, 1, 1], Old::Null, false, 0, 0),
        case([7, 13, 11, 3], Old::Separate, true, 3, 2),
        case([127, 129, 63, 2], Old::InD, true, 4, 1),
        case([129, 127, 65, 1], Old::Unread, false, 2, 0),
    ] {
        let [m, n, k, batch] = case.extents;
        let (rows_a, rows_b) = ([k + 1, 1], [k, 1]);
        let (columns_a, columns_b) = ([1, m], [1, n + 2]);
        for (in_a, in_b) in [(rows_a, rows_b), (columns_a, columns_b), ([2 * k + 3, 2], columns_b)]
        {
            let (a, b) = (strided(m, k, batch, in_a), strided(n, k, batch, in_b));
            mma!(device, case, matmul_mma_bf16_any Bf16, a, b);
            mma!(device, case, matmul_mma_f16_any F16, a, b);
            mma!(device, case, matmul_simt_f32_any f32, a, b);
        }
    }
}

/// y = gelu(x), for a number of each thread.
///
/// # Safety
///
/// There is a number for each thread of the grid.
#[kernel(threads = 256)]
unsafe fn gelus<G: Gpu>(gpu: G, x: *const f32, y: *mut f32) {
    let i = (256 * gpu.block_x() + gpu.thread()) as usize;
    // SAFETY: the numbers exist.
    unsafe { *y.add(i) = gelu(gpu, *x.add(i)) }
}
#[test]
fn the_error_of_the_gelu() {
    let device = Device::emulator();
    let x: Vec<f32> = (0..1 << 16).map(|i| (i - (1 << 15)) as f32 / 4096.0).collect();
    let on_x = device.buffer(&x).unwrap();
    let mut y = device.buffer(&vec![0f32; x.len()]).unwrap();
    // SAFETY: as many numbers as threads.
    unsafe { device.launch::<gelus>((256, 1), (on_x.pointer(), y.pointer_mut())).unwrap() };
    for (x, y) in x.into_iter().zip(y.read().unwrap()) {
        let (x, y) = (f64::from(x), f64::from(y));
        let difference = (y - x * normal(x)).abs();
        assert!(difference <= 1e-7 * x.abs(), "{x}: {y}"); // half of the error of the erf
    }
}
