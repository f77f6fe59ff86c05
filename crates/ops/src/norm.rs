//! RMSNorm and LayerNorm of the last mode, with a residual.

use crate::plan::{Home, InTurn, by_row, operands, operator};
use crate::rows::{Rows, Way, contiguous, counter, same, same_shape, same_type};
use crate::tensor::View;
use crate::{Error, Ops, Plan, Tensor, TensorMut};
use std::ptr;
use zellige_ops_kernels::norm as kernels;
use zellige_ops_kernels::row::{WARP_COLUMNS, block_columns};

/// h = x + residual, and y = the normalised h times the weight plus the bias, along the last mode.
///
/// ```text
/// rms      y[i] = h[i] / sqrt(mean(h^2) + epsilon) weight[i] + bias[i]
/// layer    y[i] = (h[i] - mean(h)) / sqrt(mean((h - mean(h))^2) + epsilon) weight[i] + bias[i]
/// ```
///
/// Elements are f32, bf16 or f16, all of one type; sums are f32. Without a residual h = x, without
/// a weight it is 1, and without a bias 0. Each element is read once and written once in rows of up
/// to 2^14 elements of 16 bits, or 2^18 on Hopper, where the rows of x, y, the residual and the sum
/// begin at the same bytes of 16, and the weight and the bias at multiples of 16 bytes.
///
/// ```
/// use zellige_ops::{Norm, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[3f32, 4.0, 0.0, 0.0])?);
/// let (weight, mut y) = (ops.buffer(&[1f32, 10.0, 1.0, 1.0])?, ops.buffer(&[0f32; 4])?);
/// let y_of_queue = queue.tensor_mut(&mut y, [1, 4])?;
/// let norm = Norm::rms(queue.tensor(&x, [1, 4])?, y_of_queue).epsilon(0.0);
/// norm.weight(queue.tensor(&weight, [4])?).launch(&queue)?;
/// assert_eq!(y.read()?, [1.2, 16.0, 0.0, 0.0]); // the root of the mean of the squares is 2.5
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Norm<'t> {
    x: Tensor<'t>,
    y: TensorMut<'t>,
    residual: Option<Tensor<'t>>,
    /// The place of h; without a residual, also what is added to x.
    sum: Option<TensorMut<'t>>,
    weight: Option<Tensor<'t>>,
    bias: Option<Tensor<'t>>,
    epsilon: f32,
    centred: bool,
    workspace: Option<TensorMut<'t>>,
}
impl<'t> Norm<'t> {
    const NAME: &'static str = "norm";
    /// Returns y = x / sqrt(mean(x^2) + epsilon): RMSNorm, with an epsilon of 1e-6.
    pub fn rms(x: Tensor<'t>, y: TensorMut<'t>) -> Self {
        let (residual, sum, weight, bias, workspace) = (None, None, None, None, None);
        Norm { x, y, residual, sum, weight, bias, epsilon: 1e-6, centred: false, workspace }
    }
    /// Returns y = (x - mean(x)) / sqrt(var(x) + epsilon): LayerNorm, with an epsilon of 1e-5.
    pub fn layer(x: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Norm { epsilon: 1e-5, centred: true, ..Norm::rms(x, y) }
    }
    /// Adds a residual first.
    pub fn residual(self, residual: Tensor<'t>) -> Self {
        Norm { residual: Some(residual), sum: None, ..self }
    }
    /// Adds a residual first, and stores the sum, h, too.
    pub fn residual_to(self, residual: Tensor<'t>, sum: TensorMut<'t>) -> Self {
        Norm { residual: Some(residual), sum: Some(sum), ..self }
    }
    /// Adds a residual first, and stores the sum, h, in its place.
    pub fn residual_in_place(self, residual: TensorMut<'t>) -> Self {
        Norm { residual: None, sum: Some(residual), ..self }
    }
    /// Multiplies by a weight for each column.
    pub fn weight(self, weight: Tensor<'t>) -> Self {
        Norm { weight: Some(weight), ..self }
    }
    /// Adds a bias for each column.
    pub fn bias(self, bias: Tensor<'t>) -> Self {
        Norm { bias: Some(bias), ..self }
    }
    /// Sets the number that is added to the mean of the squares.
    pub fn epsilon(self, epsilon: f32) -> Self {
        Norm { epsilon, ..self }
    }
    /// Lets clusters draw the numbers of long rows from a counter, each when it is ready for one
    /// more, as [`Softmax::workspace`](crate::Softmax::workspace) does: one u32, 0 before and
    /// after.
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        Norm { workspace: Some(workspace), ..self }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, y) = (&self.x.view, &self.y.view);
        let sum = self.sum.as_ref().map(|sum| &sum.view);
        let residual = self.residual.as_ref().map(|residual| &residual.view).or(sum);
        let [weight, bias] =
            [&self.weight, &self.bias].map(|row| row.as_ref().map(|row| &row.view));
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        let all = operands![
            x, y, "the residual": residual, "the sum": sum, "the weight": weight, "the bias": bias,
            "the workspace": workspace
        ];
        ops.check(home, &all)?;
        let counter = counter(workspace)?;
        for (name, view) in &all[1..4] {
            view.map_or(Ok(()), |view| same(name, view, "x", x))?;
        }
        if x.is_empty() {
            return Ok(Plan::nothing());
        }
        let from = Rows::of("x", x)?;
        for (name, view) in &all[4..6] {
            if let Some(view) = view {
                same_shape(name, view, &[from.columns as usize], "a row of x")?;
                same_type(name, view, "x", x)?;
                contiguous(name, view)?;
            }
        }
        let others = all[1..4].iter().map(|(name, view)| {
            view.map_or(Ok(Rows { ld: 0, ..from }), |view| Rows::of(name, view))
        });
        let [to, of_residual, of_sum] =
            others.collect::<Result<Vec<_>, _>>()?.try_into().unwrap_or([from; 3]);
        let all_rows = [from, to, of_residual, of_sum];
        let ends = !all_rows.iter().all(|rows| rows.vectors);
        let (way, reason) = match Way::of(ops, from, &all_rows, x.kind.bytes(), 4) {
            _ if [weight, bias].iter().flatten().any(|row| row.address % 16 != 0) => {
                (Way::Any, "the weight or the bias begins in the middle of 16 bytes")
            }
            // Where a row leaves threads of a wide block without work, a block that has rows one
            // after the other is faster: the next one is on its way.
            (Way::Wide, _)
                if ops.hopper().is_ok()
                    && from.columns <= block_columns(7, x.kind.bytes() as u32) =>
            {
                (Way::Cluster(1), "a block has rows in registers, one after the other")
            }
            way => way,
        };
        let Rows { rows, columns, ld, .. } = from;
        macro_rules! norm {
            ($($row:tt)+) => {
                by_row! {
                    dependent: (way, ends, columns <= WARP_COLUMNS / 2), x.kind, reason,
                    InTurn(ops, way.blocks_of_warps(rows)),
                    (
                        rows, columns, x.pointer(), ld, residual.map_or(ptr::null(), View::pointer),
                        of_residual.ld, sum.map_or(ptr::null_mut(), View::pointer_mut), of_sum.ld,
                        weight.map_or(ptr::null(), View::pointer),
                        bias.map_or(ptr::null(), View::pointer), y.pointer_mut(), to.ld, self.epsilon,
                        counter,
                    ),
                    self,
                    kernels { $($row)+ }
                }
            };
        }
        match self.centred {
            false => norm! {
                (Way::Warp, false, true) =>
                    rms_norm_bf16_warp_512 rms_norm_f16_warp_512 rms_norm_f32_warp_512;
                (Way::Warp, true, true) =>
                    rms_norm_bf16_warp_512_ends rms_norm_f16_warp_512_ends rms_norm_f32_warp_512_ends;
                (Way::Warp, false, _) => rms_norm_bf16_warp rms_norm_f16_warp rms_norm_f32_warp;
                (Way::Warp, true, _) =>
                    rms_norm_bf16_warp_ends rms_norm_f16_warp_ends rms_norm_f32_warp_ends;
                (Way::Narrow2, false, _) =>
                    rms_norm_bf16_narrow_2 rms_norm_f16_narrow_2 rms_norm_f32_narrow_3;
                (Way::Narrow2, true, _) => rms_norm_bf16_narrow_2_ends
                    rms_norm_f16_narrow_2_ends rms_norm_f32_narrow_3_ends;
                (Way::Narrow3, false, _) =>
                    rms_norm_bf16_narrow_3 rms_norm_f16_narrow_3 rms_norm_f32_narrow_3;
                (Way::Narrow3, true, _) => rms_norm_bf16_narrow_3_ends
                    rms_norm_f16_narrow_3_ends rms_norm_f32_narrow_3_ends;
                (Way::Block2, false, _) => rms_norm_bf16_block_2 rms_norm_f16_block_2 rms_norm_f32_block_2;
                (Way::Block2, true, _) =>
                    rms_norm_bf16_block_2_ends rms_norm_f16_block_2_ends rms_norm_f32_block_2_ends;
                (Way::Block3, false, _) => rms_norm_bf16_block_3 rms_norm_f16_block_3 rms_norm_f32_block_3;
                (Way::Block3, true, _) =>
                    rms_norm_bf16_block_3_ends rms_norm_f16_block_3_ends rms_norm_f32_block_3_ends;
                (Way::Block4, false, _) => rms_norm_bf16_block_4 rms_norm_f16_block_4 rms_norm_f32_block_4;
                (Way::Block4, true, _) =>
                    rms_norm_bf16_block_4_ends rms_norm_f16_block_4_ends rms_norm_f32_block_4_ends;
                (Way::Wide, false, _) => rms_norm_bf16_wide rms_norm_f16_wide rms_norm_f32_wide;
                (Way::Wide, true, _) =>
                    rms_norm_bf16_wide_ends rms_norm_f16_wide_ends rms_norm_f32_wide_ends;
                (Way::Cluster(1), false, _) =>
                    rms_norm_bf16_cluster_1 rms_norm_f16_cluster_1 rms_norm_f32_cluster_1;
                (Way::Cluster(1), true, _) => rms_norm_bf16_cluster_1_ends
                    rms_norm_f16_cluster_1_ends rms_norm_f32_cluster_1_ends;
                (Way::Cluster(2), false, _) =>
                    rms_norm_bf16_cluster_2 rms_norm_f16_cluster_2 rms_norm_f32_cluster_2;
                (Way::Cluster(2), true, _) => rms_norm_bf16_cluster_2_ends
                    rms_norm_f16_cluster_2_ends rms_norm_f32_cluster_2_ends;
                (Way::Cluster(4), false, _) =>
                    rms_norm_bf16_cluster_4 rms_norm_f16_cluster_4 rms_norm_f32_cluster_4;
                (Way::Cluster(4), true, _) => rms_norm_bf16_cluster_4_ends
                    rms_norm_f16_cluster_4_ends rms_norm_f32_cluster_4_ends;
                (Way::Cluster(8), false, _) =>
                    rms_norm_bf16_cluster_8 rms_norm_f16_cluster_8 rms_norm_f32_cluster_8;
                (Way::Cluster(8), true, _) => rms_norm_bf16_cluster_8_ends
                    rms_norm_f16_cluster_8_ends rms_norm_f32_cluster_8_ends;
                (Way::Cluster(_), false, _) =>
                    rms_norm_bf16_cluster_16 rms_norm_f16_cluster_16 rms_norm_f32_cluster_16;
                (Way::Cluster(_), true, _) => rms_norm_bf16_cluster_16_ends
                    rms_norm_f16_cluster_16_ends rms_norm_f32_cluster_16_ends;
                (Way::Any, _, _) => rms_norm_bf16_any rms_norm_f16_any rms_norm_f32_any;
            },
            true => norm! {
                (Way::Warp, false, true) =>
                    layer_norm_bf16_warp_512 layer_norm_f16_warp_512 layer_norm_f32_warp_512;
                (Way::Warp, true, true) =>
                    layer_norm_bf16_warp_512_ends layer_norm_f16_warp_512_ends layer_norm_f32_warp_512_ends;
                (Way::Warp, false, _) => layer_norm_bf16_warp layer_norm_f16_warp layer_norm_f32_warp;
                (Way::Warp, true, _) =>
                    layer_norm_bf16_warp_ends layer_norm_f16_warp_ends layer_norm_f32_warp_ends;
                (Way::Narrow2, false, _) =>
                    layer_norm_bf16_narrow_2 layer_norm_f16_narrow_2 layer_norm_f32_narrow_3;
                (Way::Narrow2, true, _) => layer_norm_bf16_narrow_2_ends
                    layer_norm_f16_narrow_2_ends layer_norm_f32_narrow_3_ends;
                (Way::Narrow3, false, _) =>
                    layer_norm_bf16_narrow_3 layer_norm_f16_narrow_3 layer_norm_f32_narrow_3;
                (Way::Narrow3, true, _) => layer_norm_bf16_narrow_3_ends
                    layer_norm_f16_narrow_3_ends layer_norm_f32_narrow_3_ends;
                (Way::Block2, false, _) =>
                    layer_norm_bf16_block_2 layer_norm_f16_block_2 layer_norm_f32_block_2;
                (Way::Block2, true, _) =>
                    layer_norm_bf16_block_2_ends layer_norm_f16_block_2_ends layer_norm_f32_block_2_ends;
                (Way::Block3, false, _) => layer_norm_bf16_block_3 layer_norm_f16_block_3 layer_norm_f32_block_3;
                (Way::Block3, true, _) =>
                    layer_norm_bf16_block_3_ends layer_norm_f16_block_3_ends layer_norm_f32_block_3_ends;
                (Way::Block4, false, _) =>
                    layer_norm_bf16_block_4 layer_norm_f16_block_4 layer_norm_f32_block_4;
                (Way::Block4, true, _) =>
                    layer_norm_bf16_block_4_ends layer_norm_f16_block_4_ends layer_norm_f32_block_4_ends;
                (Way::Wide, false, _) => layer_norm_bf16_wide layer_norm_f16_wide layer_norm_f32_wide;
                (Way::Wide, true, _) =>
                    layer_norm_bf16_wide_ends layer_norm_f16_wide_ends layer_norm_f32_wide_ends;
                (Way::Cluster(1), false, _) =>
                    layer_norm_bf16_cluster_1 layer_norm_f16_cluster_1 layer_norm_f32_cluster_1;
                (Way::Cluster(1), true, _) => layer_norm_bf16_cluster_1_ends
                    layer_norm_f16_cluster_1_ends layer_norm_f32_cluster_1_ends;
                (Way::Cluster(2), false, _) =>
                    layer_norm_bf16_cluster_2 layer_norm_f16_cluster_2 layer_norm_f32_cluster_2;
                (Way::Cluster(2), true, _) => layer_norm_bf16_cluster_2_ends
                    layer_norm_f16_cluster_2_ends layer_norm_f32_cluster_2_ends;
                (Way::Cluster(4), false, _) =>
                    layer_norm_bf16_cluster_4 layer_norm_f16_cluster_4 layer_norm_f32_cluster_4;
                (Way::Cluster(4), true, _) => layer_norm_bf16_cluster_4_ends
                    layer_norm_f16_cluster_4_ends layer_norm_f32_cluster_4_ends;
                (Way::Cluster(8), false, _) =>
                    layer_norm_bf16_cluster_8 layer_norm_f16_cluster_8 layer_norm_f32_cluster_8;
                (Way::Cluster(8), true, _) => layer_norm_bf16_cluster_8_ends
                    layer_norm_f16_cluster_8_ends layer_norm_f32_cluster_8_ends;
                (Way::Cluster(_), false, _) =>
                    layer_norm_bf16_cluster_16 layer_norm_f16_cluster_16 layer_norm_f32_cluster_16;
                (Way::Cluster(_), true, _) => layer_norm_bf16_cluster_16_ends
                    layer_norm_f16_cluster_16_ends layer_norm_f32_cluster_16_ends;
                (Way::Any, _, _) => layer_norm_bf16_any layer_norm_f16_any layer_norm_f32_any;
            },
        }
    }
}
operator!(Norm);
