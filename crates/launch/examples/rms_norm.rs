//! RMSNorm with a residual: h = x + r and y = w h / sqrt(mean(h²) + ε), for each row of h.
//!
//! A block of 256 threads has one row. A thread reads 16 bytes at a time, V times, and keeps its
//! numbers in registers, so that x and r are read once, and r and y are written once.

use zellige::{atom::*, prelude::*};
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::gmem;
use zellige_gpu::transform::transform;
use zellige_gpu::{Bf16, Half, Store, kernel, unroll};
use zellige_launch::device::{Device, LaunchError};

/// 256 adjacent threads with 8 elements each.
type Vectors = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>,
    layout!((1, 256)),
    layout!((1, 8)),
>;
type Sums = SmemTensor<f32, layout!(8)>;

/// Rows of 2048 V elements.
///
/// # Safety
///
/// The grid has a block for each row; the matrices have `rows` rows, and w has one; they begin at
/// multiples of 16 bytes.
#[kernel(threads = 256, shared = Sums::BYTES, instances(rms_norm_2048 = <1>, rms_norm_8192 = <4>))]
unsafe fn rms_norm<const V: usize, G: Store>(
    gpu: G,
    rows: u32,
    x: *const Bf16,
    r: *mut Bf16,
    w: *const Bf16,
    y: *mut Bf16,
    epsilon: f32,
) {
    let (thread, row, columns) = (gpu.thread(), gpu.block_x(), 2048 * V as u32);
    let (rows, same) =
        (layout!((rows, columns) : (columns, 1)), layout!((rows, columns) : (0u32, 1)));
    // The thread's share of the tile with the number v, as vectors of 16 bytes.
    macro_rules! vectors {
        ($of:ident, $layout:expr, $v:ident) => {
            gmem($of, $layout)
                .local_tile(shape!((1, 2048)), (row, $v))
                .partition_s(Vectors::STATIC, thread)
                .recast::<[u32; 4], 16>()
        };
    }
    let (mut h, mut squares) = ([[0.0; 8]; V], 0.0);
    // SAFETY: only this thread has these elements of the rows, and all threads of the block execute
    // this.
    unsafe {
        unroll!(for v in 0..{ V as u32 } {
            let (x, r, h) = (vectors!(x, rows, v), vectors!(r, rows, v), &mut h[v as usize]);
            transform((x, r), r, |(x, r)| {
                [0, 1, 2, 3].map(|i: usize| {
                    let ((x0, x1), (r0, r1)) = (Bf16::unpair(x[i]), Bf16::unpair(r[i]));
                    (h[2 * i], h[2 * i + 1]) = (x0 + r0, x1 + r1);
                    Bf16::pair(gpu, x0 + r0, x1 + r1)
                })
            });
            squares += h.iter().map(|h| h * h).sum::<f32>();
        });
        let (sum, _) = Scratch::new(Sums::allocate(gpu)).sum(gpu, squares);
        let scale = gpu.rsqrt(sum / columns as f32 + epsilon);
        unroll!(for v in 0..{ V as u32 } {
            let (w, y, h) = (vectors!(w, same, v), vectors!(y, rows, v), &h[v as usize]);
            transform(w, y, |w| {
                [0, 1, 2, 3].map(|i: usize| {
                    let (w0, w1) = Bf16::unpair(w[i]);
                    Bf16::pair(gpu, w0 * scale * h[2 * i], w1 * scale * h[2 * i + 1])
                })
            });
        });
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, rows, columns) = (Device::emulator(), 3u32, 2048u32);
    let number = |i: u32| (i * 7 % 23) as f32 / 8.0 - 1.0;
    let numbers = |n: u32| (0..n).map(|i| Bf16::from_f32(number(i))).collect::<Vec<_>>();
    let (x, w) = (device.buffer(&numbers(rows * columns))?, device.buffer(&numbers(columns))?);
    let (mut r, mut y) =
        (device.buffer(&numbers(rows * columns))?, device.buffer(&numbers(rows * columns))?);
    let arguments = (rows, x.pointer(), r.pointer_mut(), w.pointer(), y.pointer_mut(), 1e-6);
    // SAFETY: the matrices have these sizes, and the grid has a block for each row.
    unsafe { device.launch::<rms_norm_2048>((rows, 1), arguments)? };
    let (r, y) = (r.read()?, y.read()?);
    for row in 0..rows {
        let h = |j: u32| 2.0 * number(row * columns + j);
        let mean = (0..columns).map(|j| h(j) * h(j)).sum::<f32>() / columns as f32;
        for j in 0..columns {
            let at = (row * columns + j) as usize;
            let expected = number(j) * h(j) / (mean + 1e-6).sqrt();
            assert_eq!(f32::from(r[at]), h(j));
            assert!(
                (f32::from(y[at]) - expected).abs() <= expected.abs() / 128.0,
                "row {row}, column {j}"
            );
        }
    }
    println!("{rows} rows of {columns} elements");
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
