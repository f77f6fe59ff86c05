//! C = A B for Hopper, in fp8 with scales.

use super::{MULTIPROCESSORS, Problem, Scale, Work, compared, once};
use zellige_bench::{
    case::{Case, Output},
    compare::{self, Tolerance},
    data::{Element, Matrix},
    reference,
};
use zellige_gpu::{Bf16, E4m3};
use zellige_kernels::fp8_gemm::{OfRows, OfSquares, STEP_K, Tall, blocks, box_of, maps};

/// Products with more multiplications than this are [`compared`] in [`SAMPLE`] rows.
const WHOLE: usize = 1024 * 1024 * 1024;
const SAMPLE: usize = 64;

/// The elements that share a scale.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Scales {
    /// All.
    OfTensors,
    /// 128 of a row of A, 128 by 128 of B.
    OfBlocks,
}

/// The extents of a product, and the gaps between rows of A, of B, of C, and of the scales of A and
/// of B.
#[derive(Copy, Clone)]
struct Size {
    extents: [u32; 3],
    gaps: [u32; 5],
}

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let size = |extents, gaps| Size { extents, gaps };
    let (none, some) = ([0; 5], [16, 32, 7, 5, 3]);
    let sizes = match scale {
        Scale::Small => vec![
            size([1, 1, 1], none),
            size([0, 129, 129], none),
            size([257, 0, 129], none),
            size([7, 13, 0], some),
            size([129, 127, 131], some),
            size([255, 129, 127], some),
            size([257, 256, 257], none),
            size([256, 128, 640], [0, 0, 8, 1, 1]),
        ],
        Scale::Real => vec![
            size([1, 1, 1], none),
            size([7, 13, 0], some),
            size([129, 127, 131], some),
            size([257, 256, 257], none),
            size([1009, 777, 523], some),
            size([2100, 3001, 1031], some),
            size([4096, 4096, 2048], none),
        ],
        Scale::Timed => [4096, 8192].map(|n| size([n; 3], none)).to_vec(),
    };
    let both = [Scales::OfTensors, Scales::OfBlocks];
    sizes
        .iter()
        .flat_map(|&size| {
            let [tensors, blocks] = both.map(|scales| {
                let names = match scales {
                    Scales::OfTensors => ["fp8_gemm", "fp8_gemm_f32"],
                    Scales::OfBlocks => ["fp8_gemm_blocks", "fp8_gemm_blocks_f32"],
                };
                [
                    problem::<Bf16>(names[0], size, scales, scale),
                    problem::<f32>(names[1], size, scales, scale),
                ]
            });
            tensors.into_iter().chain(blocks)
        })
        .collect()
}

fn problem<U: Element>(kernel: &'static str, size: Size, scales: Scales, at: Scale) -> Problem {
    let Size { extents, gaps } = size;
    let [m, n, k] = extents;
    let flops = 2 * extents.iter().map(|&extent| u64::from(extent)).product::<u64>();
    let words = format!("{m} x {n} x {k}, gaps {gaps:?}");
    Problem::new(kernel, words, Work::Flops(flops), move || {
        let [m, n, k] = extents.map(|extent| extent as usize);
        let [gap_a, gap_b, gap_c, gap_sa, gap_sb] = gaps.map(|gap| gap as usize);
        // Rows of A and columns of B begin at multiples of 16 bytes.
        let leading = |gap: usize| (k + gap).next_multiple_of(16).max(16);
        let a = Matrix::<E4m3>::new(m, k, (leading(gap_a), 1)).random(1);
        let b = Matrix::<E4m3>::new(k, n, (1, leading(gap_b))).random(2);
        let steps = k.div_ceil(STEP_K as usize);
        // Those of scales of rows and of squares begin at multiples of 16 bytes, too.
        let scale_leading = |extent: usize, gap: usize| (extent + gap).next_multiple_of(4).max(4);
        let [scale_a, scale_b] = match scales {
            Scales::OfTensors => [Matrix::<f32>::new(1, 1, (1, 1)), Matrix::new(1, 1, (1, 1))],
            Scales::OfBlocks => [
                Matrix::new(m, steps, (1, scale_leading(m, gap_sa))),
                Matrix::new(n.div_ceil(128), steps, (scale_leading(steps, gap_sb), 1)),
            ],
        };
        let (scale_a, scale_b) = (scale_a.random(3), scale_b.random(4));
        let of = |matrix: &Matrix<f32>, row: usize, step: usize| match scales {
            Scales::OfTensors => f64::from(matrix.at(0, 0)),
            Scales::OfBlocks => f64::from(matrix.at(row, step)),
        };
        let before = Matrix::<U>::new(m, n, ((n + gap_c).max(1), 1));
        let ldc = before.strides.0 as u32;
        let rows = compared(m, m * n * k <= WHOLE, SAMPLE);
        let product = reference::Scaled {
            a: &a,
            b: &b,
            scale_a: &|i, step| of(&scale_a, i, step),
            scale_b: &|j, step| of(&scale_b, j / 128, step),
            step: STEP_K as usize,
        };
        // The result does not depend on the type of C.
        let key = format!("fp8 {extents:?} {gaps:?} {scales:?}");
        let [expected, largest] = once(key, || product.rows(&rows));
        let most = if at == Scale::Small { 1 } else { MULTIPROCESSORS };
        let [box_a, box_b] = maps::<Tall>();
        let case = Case::new((blocks(m as u32, n as u32).clamp(1, most), 1))
            .u32(m as u32)
            .u32(n as u32)
            .u32(k as u32)
            .map(a, box_a.0, box_a.1)
            .map(b, box_b.0, box_b.1);
        match scales {
            Scales::OfTensors => case.input(scale_a).input(scale_b),
            Scales::OfBlocks => case.map(scale_a, box_of::<OfRows, Tall>().0, 0).map(
                scale_b,
                box_of::<OfSquares, Tall>().0,
                0,
            ),
        }
        .result(Output {
            rows,
            expected,
            bounds: Some(compare::tensor_cores_of_8_bits(STEP_K as usize, &largest)),
            tolerance: Tolerance {
                absolute: 1e-6,
                relative: U::EPSILON + steps as f64 * f64::from(f32::EPSILON),
            },
            before,
        })
        .u32(ldc)
    })
}
