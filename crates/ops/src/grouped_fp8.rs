//! Products of 8-bit numbers with scales, of groups of rows, each by a matrix of its own.

use crate::grouped::{check_bounds, extents};
use crate::matmul::{of_boxes, small};
use crate::matmul_fp8::{MatmulFp8, map};
use crate::plan::{Home, by_row, operator};
use crate::rows::{Rows, same_shape};
use crate::tensor::{ensure, words};
use crate::{Error, Ops, Plan, Tensor};
use std::ptr;
use zellige_kernels::fp8_gemm::{OfRowsKMajor, OfSquares, STEP_K, Short, Tall, box_of, maps};
use zellige_ops_kernels::grouped as kernels;

/// The products of a mixture of experts of e4m3, with scales of blocks:
/// D = activation(alpha (scaled A) (scaled B) + bias), where each group of rows of A has its own
/// matrix of B. [`MatmulFp8::grouped`] and [`MatmulFp8::masked`] make it.
///
/// | | A | B | D | rows of group g |
/// |---|---|---|---|---|
/// | grouped | (m, k) | (groups, k, n) | (m, n) | `ends[g - 1]`, or 0, to `ends[g]` |
/// | masked | (groups, m, k) | (groups, k, n) | (groups, m, n) | 0 to `rows[g]` of matrix g |
///
/// Scales apply to 1 x 128 elements of A and to 128 x 128 of B, as in [`MatmulFp8`]. Those along k
/// are contiguous in both, and begin at multiples of 16 bytes for each row:
///
/// | | scale_a | scale_b |
/// |---|---|---|
/// | grouped | (m, k / 128) | (groups, k / 128, n / 128) |
/// | masked | (groups, m, k / 128) | (groups, k / 128, n / 128) |
///
/// The bounds are those of [`Grouped`](crate::Grouped): on the device, never read by the host, and
/// limited to the matrix. D and the bias are bf16 or f16. It runs on Hopper, and asks of addresses
/// and strides what [`MatmulFp8`] does; the matrices of a tensor lie one behind the other, their
/// rows evenly spaced.
///
/// ```
/// use half::bf16;
/// use zellige_gpu::E4m3;
/// use zellige_ops::{MatmulFp8, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, a) = (ops.queue(), ops.buffer(&[E4m3(0x38); 5 * 16])?); // five tokens of ones
/// let w = ops.buffer(&[[E4m3(0x38); 8 * 16], [E4m3(0x40); 8 * 16]].concat())?; // ones and twos
/// let scales = [ops.buffer(&[0.5f32; 5 * 4])?, ops.buffer(&[[10f32; 4], [100.; 4]].concat())?];
/// let (mut d, ends) = (ops.buffer(&[bf16::ZERO; 5 * 8])?, ops.buffer(&[3u32, 5])?);
/// let weights = queue.tensor(&w, [2, 8, 16])?.permuted([0, 2, 1])?; // (groups, k, n)
/// let of_a = queue.tensor(&scales[0], [5, 4])?.narrowed(1, 0, 1)?; // rows at 16 bytes
/// let of_b = queue.tensor(&scales[1], [2, 4, 1])?.narrowed(1, 0, 1)?;
/// let (a, d_) = (queue.tensor(&a, [5, 16])?, queue.tensor_mut(&mut d, [5, 8])?);
/// let product = MatmulFp8::new(a, weights, (of_a, of_b), d_);
/// product.grouped(queue.tensor(&ends, [2])?).launch(&queue)?;
/// let d = d.read()?;
/// assert_eq!((d[2 * 8].to_f32(), d[3 * 8].to_f32()), (80.0, 1600.0)); // rows 2 and 3
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// Scales of a tensor are refused: `grouped matmul_fp8: scale_a has the shape (1), but a in blocks
/// of 1 x 128 needs (5,1)`.
#[must_use = "an operator does nothing until `launch`"]
pub struct GroupedFp8<'t> {
    product: MatmulFp8<'t>,
    bounds: Tensor<'t>,
    masked: bool,
}
impl<'t> GroupedFp8<'t> {
    const NAME: &'static str = "grouped matmul_fp8";
    pub(crate) fn new(product: MatmulFp8<'t>, bounds: Tensor<'t>, masked: bool) -> Self {
        GroupedFp8 { product, bounds, masked }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let MatmulFp8 { a, b, scales, d, bias, alpha, activation } = &self.product;
        let (a, b, d, bounds) = (&a.view, &b.view, &d.view, &self.bounds.view);
        let (scale_a, scale_b) = (&scales.0.view, &scales.1.view);
        self.product.check(ops, home, Some(bounds))?;
        let [groups, m, n, k] = extents(a, b, self.masked)?;
        let before = &a.shape()[..a.rank - 1];
        same_shape("d", d, &[before, &[n]].concat(), "a b")?;
        let [steps, blocks] = [k, n].map(|extent| extent.div_ceil(STEP_K as usize));
        same_shape("scale_a", scale_a, &[before, &[steps]].concat(), "a in blocks of 1 x 128")?;
        same_shape("scale_b", scale_b, &[groups, steps, blocks], "b in blocks of 128 x 128")?;
        check_bounds(bounds, groups)?;
        if d.is_empty() || groups == 0 {
            return Ok(Plan::nothing());
        }
        ops.hopper()?;
        let of_d = Rows::of("d", d)?;
        let (rows, ldd) = (of_d.rows, of_d.ld);
        ensure!(ldd < 1 << 24, "the rows of d are {ldd} elements apart, which is 2^24 or more");
        let aligned = d.address.is_multiple_of(16);
        ensure!(aligned, "d, {d}, does not begin at a multiple of 16 bytes");
        let (m, n, k) = (small("m", m)?, small("n", n)?, small("k", k)?);
        let columns = small("the number of columns", groups.saturating_mul(n as usize))?;
        of_boxes(&[("the number of rows", rows), ("the number of columns", columns), ("k", k)])?;
        let row_tiles = rows as u64 / 128 + groups as u64 + 8;
        let tiles = row_tiles * u64::from(n.div_ceil(128));
        ensure!(tiles < 1 << 27, "d is {}, which are too many tiles", words(d.shape()));
        // A short tile takes a tenth more time for its rows, unless groups of this many rows leave
        // more of a tall one empty.
        let each = (rows as usize).div_ceil(groups);
        let is_short = 10 * each.next_multiple_of(128) < 9 * each.next_multiple_of(256);
        let ([box_a, box_b], box_scale_a, box_scale_b) = if is_short {
            (maps::<Short>(), box_of::<OfRowsKMajor, Short>(), box_of::<OfSquares, Short>())
        } else {
            (maps::<Tall>(), box_of::<OfRowsKMajor, Tall>(), box_of::<OfSquares, Tall>())
        };
        let (b, of_b) = (b.permuted(&[0, 2, 1])?, scale_b.permuted(&[0, 2, 1])?);
        let maps = [
            map(ops, "a", "k", a, box_a)?,
            map(ops, "b transposed", "k", &b, box_b)?,
            map(ops, "scale_a", "k / 128", scale_a, box_scale_a)?,
            map(ops, "scale_b transposed", "k / 128", &of_b, box_scale_b)?,
        ];
        let [at_a, at_b, at_scale_a, at_scale_b] = maps.each_ref().map(|map| map.pointer());
        let bias = bias.as_ref().map_or(ptr::null(), |bias| bias.view.pointer::<u8>());
        let (alpha, activation) = (*alpha, *activation as u32);
        let spacing = if self.masked { m } else { 0 };
        by_row!(
            dependent: is_short, d.kind, "wgmma: a scale for 1 x 128 elements of A, and for 128 x 128 of B",
            (ops.device().multiprocessors() as usize, 1),
            (
                rows, n, k, groups as u32, bounds.pointer(), spacing, at_a, at_b, at_scale_a,
                at_scale_b, d.pointer_mut(), ldd, bias.cast(), alpha, activation,
            ),
            (self, maps),
            kernels {
                true => grouped_fp8_bf16_128 grouped_fp8_f16_128;
                false => grouped_fp8_bf16_256 grouped_fp8_f16_256;
            }
        )
    }
}
operator!(GroupedFp8);
