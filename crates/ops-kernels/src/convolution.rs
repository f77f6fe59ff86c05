//! Convolutions of images, in bf16 and f16, with accumulators in f32:
//!
//! ```text
//! d(n, p, q, k) = f(alpha y(n, p, q, k) + bias(k)) + beta c(n, p, q, k)
//! y(n, p, q, k) = sum over r, s, c of w(k, r, s, c)
//!                 x(n, step p - padding + dilation r, step q - padding + dilation s, c)
//! ```
//!
//! Images x are (n, h, w, c), filters w are (k, r, s, c), and results are (n, p, q, k), all with
//! the last mode contiguous: PyTorch's `channels_last`. x is 0 outside of the image.
//! [`epilogue`](crate::epilogue) defines the activations f.
//!
//! # The product
//!
//! The convolution is the product of an m by K matrix A by the filters, for the m = n p q pixels of
//! the result and the K = r s c elements of a filter: an implicit GEMM. A is in no memory: its
//! element (pixel, k) is an element of x, and the tensor memory accelerator in im2col mode copies
//! a tile of it at a time. [`im2col`] is its layout.
//!
//! ```text
//!                         K: elements of a filter               an image under a filter of 3 x 3,
//!                (r, s) = (0, 0)  (0, 0)  (0, 1)  (0, 1)  ..    with a padding of 1:
//!                     c =  0..63 64..127   0..63 64..127
//!                        +-------+-------+-------+-------+--       0 0 0 . . .
//!  128 pixels of y:      | a     |       |       |       |         0 x x x x x
//!  (0, 0, 0), (0, 0, 1), |column |       |       |       |         0 x x x x x
//!  ..                    |       |       |       |       |         . x x x x x
//!                        +-------+-------+-------+-------+--
//! ```
//!
//! A step of the product is one element of the filter and 64 channels. Channels past the last one
//! are 0 in both operands, so a step is never shared by two elements of the filter. Everything else
//! is the product of [`matmul`](mod@crate::matmul), with tiles of 128 pixels by 128, 160 or 256
//! filters: [`best`] chooses.
//!
//! # Sizes
//!
//! Everything may be 0: without pixels or filters nothing is written, and without channels the sums
//! are 0. Images, their rows and their pixels, and filters, their rows and their elements begin at
//! multiples of 16 bytes, which may be more than c elements. A step is at most 8, a padding at most
//! 128. `dilation (r - 1)` is at most 255; less the padding, it is from -127 to 128. There are
//! fewer than 2^31 pixels of results.

use crate::epilogue::Linear;
use crate::matmul::{OfD, Place};
use crate::turn::take_turn;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::Walk;
use zellige_gpu::registers::Roles;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{im2col, tma};
use zellige_gpu::wgmma::Accumulates;
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap};
use zellige_kernels::major::KMajor;
use zellige_kernels::wgmma_gemm::{self, Config, Gemm, Ring, Warps, product};

/// The configuration of a convolution of elements T, in tiles of N filters.
pub type Filters<T, N> = Gemm<T, KMajor, KMajor, T, N>;

/// Returns the filters of a tile, 128, 160 or 256, with which the kernel is fastest for this many
/// pixels and filters: its name ends with that number.
///
/// ```
/// use zellige_ops_kernels::convolution::best;
/// assert_eq!(best(32 * 56 * 56, 128, 132), 128);
/// assert_eq!(best(8 * 64 * 64, 320, 132), 160); // two whole tiles
/// assert_eq!(best(32 * 14 * 14, 512, 132), 256); // 98 tiles at a time, instead of 132 and 64
/// ```
///
/// On an H100 a step of a tile takes 6 : 7 : 10 for these sizes. A tile that reaches past the last
/// filter is written element by element, and counts twice.
pub const fn best(pixels: u32, filters: u32, multiprocessors: u32) -> u32 {
    let (mut best, mut least) = (0, u64::MAX);
    let mut i = 0;
    while i < 3 {
        let (tile, cost) = ([128, 160, 256][i], [6, 7, 10][i]);
        let columns = filters / tile + if filters % tile > 0 { 2 } else { 0 };
        let tiles = pixels.div_ceil(wgmma_gemm::M::U32) as u64 * columns as u64;
        let time = tiles.div_ceil(multiprocessors as u64) * cost;
        if time < least {
            (best, least) = (tile, time);
        }
        i += 1;
    }
    best
}

/// Computes the convolution. The grid has a block for each multiprocessor, or fewer.
///
/// The map of x is one of im2col mode, of columns of 128 pixels with 64 channels. The map of the
/// filters has the modes (c, s, r, k) and boxes of 64 by 1 by 1 by the filters of a tile. Both are
/// swizzled by 128 bytes. `images`, `rows` and `columns` are the extents of the results. Rows of C
/// and D, which are pixels, begin `ldc` and `ldd` elements apart.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Ring<P>>::BYTES,
    min_blocks = 1,
    instances(
        convolution_bf16_128 = <Filters<Bf16, int!(128)>>,
        convolution_bf16_160 = <Filters<Bf16, int!(160)>>,
        convolution_bf16_256 = <Filters<Bf16, int!(256)>>,
        convolution_f16_128 = <Filters<F16, int!(128)>>,
        convolution_f16_160 = <Filters<F16, int!(160)>>,
        convolution_f16_256 = <Filters<F16, int!(256)>>,
    )
)]
pub unsafe fn convolution<P: Config<Output: Into<f32>>, G: Sm90 + Store>(
    gpu: G,
    images: u32,
    rows: u32,
    columns: u32,
    filters: u32,
    channels: u32,
    r: u32,
    s: u32,
    padding_r: u32,
    padding_s: u32,
    step_r: u32,
    step_s: u32,
    dilation_r: u32,
    dilation_s: u32,
    x: *const TensorMap,
    w: *const TensorMap,
    c: *const P::Output,
    ldc: u32,
    d: *mut P::Output,
    ldd: u32,
    bias: *const P::Output,
    alpha: f32,
    beta: f32,
    activation: u32,
) where
    P::Instruction: Accumulates<G, P::Element, u64>,
{
    let (m_tile, n_tile, step) = (wgmma_gemm::M::U32, P::Columns::STATIC, wgmma_gemm::K::STATIC);
    let (m, slices) = (images * rows * columns, channels.div_ceil(wgmma_gemm::K::U32));
    let steps = slices * r * s;
    // An extent of 0 has no tile or no step: the coordinates in it are not computed.
    let (rows, columns, slices) = (rows.max(1), columns.max(1), slices.max(1));
    let (r, s, padded) = (r.max(1), s.max(1), (wgmma_gemm::K::U32 * slices).max(1));
    let walks = [
        Walk { padding: padding_r, step: step_r, dilation: dilation_r },
        Walk { padding: padding_s, step: step_s, dilation: dilation_s },
    ];
    let a = im2col(x, (columns, rows, images), (padded, s, r), walks); // (pixel, (c, s, r))
    let b = tma(w, (filters, r, s, channels)); // (filter, r, s, c)
    let from = |(i, j): (u32, u32)| {
        let column = a.domain_offset((m_tile * i, 0u32));
        move |number: u32| {
            let (c, s, r) = layout!((slices, s, r)).idx2crd(number);
            let g_a = column.at((0u32, (wgmma_gemm::K::U32 * c, s, r)));
            let g_b = b.at((.., r, s, ..)).local_tile((n_tile, step), (j, c)); // (BLK_N, BLK_K)
            (g_a, g_b)
        }
    };
    let linear = Linear { alpha, beta, bias, c, ldc, activation };
    let place = move |at: (u32, u32)| Place { at, number: 0, rows: m, c: 0, d: 0 };
    let of_d = OfD::<_, _, false> { d, n: filters, ldd, row_steps: ldd, linear, place };
    let ring = <Ring<P>>::allocate(gpu);
    take_turn(gpu);
    product::<P, _, _, _, _, _>(gpu, ring, (m, filters, wgmma_gemm::K::U32 * steps), 1, from, of_d)
}
