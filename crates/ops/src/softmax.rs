//! Softmax of the last mode.

use crate::plan::{Home, InTurn, by_row, operands, operator};
use crate::rows::{Rows, Way, counter, same};
use crate::{Error, Ops, Plan, Tensor, TensorMut};
use zellige_ops_kernels::softmax as kernels;

/// y = softmax(scale x), along the last mode: `y[i] = exp(scale x[i]) / sum of exp(scale x[j])`.
///
/// Elements are f32, bf16 or f16; sums are f32. Elements of -inf become 0. A row with NaN or +inf,
/// or of -inf alone, becomes NaN. Each element is read once and written once in rows of up to 2^18
/// elements of 16 bits on Hopper, or 2^14 on other GPUs, where the rows of x and y begin at the
/// same bytes of 16.
///
/// ```
/// use zellige_ops::{Ops, Softmax};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[0f32, 1.0, f32::NEG_INFINITY, 1.0])?);
/// let mut y = ops.buffer(&[0f32; 4])?;
/// Softmax::new(queue.tensor(&x, [2, 2])?, queue.tensor_mut(&mut y, [2, 2])?).launch(&queue)?;
/// let y = y.read()?;
/// assert!((y[0] - 0.268941).abs() < 1e-6 && (y[1] - 0.731059).abs() < 1e-6);
/// assert_eq!(y[2..], [0.0, 1.0]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// ```
/// # use zellige_ops::{Ops, Softmax};
/// # let ops = Ops::emulator();
/// # let (queue, x) = (ops.queue(), ops.buffer(&[0f32; 6])?);
/// # let mut y = ops.buffer(&[0f32; 6])?;
/// let wrong = Softmax::new(queue.tensor(&x, [2, 3])?, queue.tensor_mut(&mut y, [3, 2])?);
/// assert_eq!(
///     wrong.launch(&queue).unwrap_err().to_string(),
///     "softmax: y has the shape (3,2), but x needs (2,3)"
/// );
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Softmax<'t> {
    x: Tensor<'t>,
    y: TensorMut<'t>,
    scale: f32,
    workspace: Option<TensorMut<'t>>,
}
impl<'t> Softmax<'t> {
    const NAME: &'static str = "softmax";
    /// Returns the softmax of x.
    pub fn new(x: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Softmax { x, y, scale: 1.0, workspace: None }
    }
    /// Multiplies the elements by a number first.
    pub fn scale(self, scale: f32) -> Self {
        Softmax { scale, ..self }
    }
    /// Lets clusters draw the numbers of long rows from a counter, each when it is ready for one
    /// more. With equal shares of the rows, the others wait for the slowest cluster. The workspace
    /// is one u32, which is 0 before and 0 again afterwards; nothing else uses it meanwhile.
    ///
    /// ```
    /// use zellige_ops::{Ops, Softmax};
    /// let ops = Ops::first()?; // a GPU, or the emulator
    /// let (queue, x) = (ops.queue(), ops.buffer(&vec![0f32; 3 * 16384])?);
    /// let (mut y, mut counter) = (ops.buffer(&vec![0f32; 3 * 16384])?, ops.buffer(&[0u32])?);
    /// let to = queue.tensor_mut(&mut y, [3, 16384])?;
    /// let softmax = Softmax::new(queue.tensor(&x, [3, 16384])?, to);
    /// softmax.workspace(queue.tensor_mut(&mut counter, [1])?).launch(&queue)?;
    /// assert_eq!((y.read()?[5], counter.read()?[0]), (1.0 / 16384.0, 0));
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        Softmax { workspace: Some(workspace), ..self }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, y) = (&self.x.view, &self.y.view);
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        ops.check(home, &operands![x, y, "the workspace": workspace])?;
        same("y", y, "x", x)?;
        let counter = counter(workspace)?;
        if x.is_empty() {
            return Ok(Plan::nothing());
        }
        let (from, to) = (Rows::of("x", x)?, Rows::of("y", y)?);
        let Rows { rows, columns, ld: ld_x, .. } = from;
        let whole = from.vectors && to.vectors;
        let (way, reason) = Way::of(ops, from, &[to], x.kind.bytes(), if whole { 4 } else { 8 });
        by_row! {
            dependent: (way, whole), x.kind, reason, InTurn(ops, way.blocks_of_warps(rows)),
            (rows, columns, x.pointer(), ld_x, y.pointer_mut(), to.ld, self.scale, counter), self,
            kernels {
                (Way::Warp, _) => softmax_bf16_warp softmax_f16_warp softmax_f32_warp;
                (Way::Narrow2, _) => softmax_bf16_narrow_2 softmax_f16_narrow_2 softmax_f32_narrow_3;
                (Way::Narrow3, _) => softmax_bf16_narrow_3 softmax_f16_narrow_3 softmax_f32_narrow_3;
                (Way::Block2, _) => softmax_bf16_block_2 softmax_f16_block_2 softmax_f32_block_2;
                (Way::Block3 | Way::Block4, _) =>
                    softmax_bf16_block_4 softmax_f16_block_4 softmax_f32_block_4;
                (Way::Wide, _) => softmax_bf16_wide softmax_f16_wide softmax_f32_wide;
                (Way::Cluster(2), true) =>
                    softmax_bf16_vectors_2 softmax_f16_vectors_2 softmax_f32_vectors_2;
                (Way::Cluster(4), true) =>
                    softmax_bf16_vectors_4 softmax_f16_vectors_4 softmax_f32_vectors_4;
                (Way::Cluster(8), true) =>
                    softmax_bf16_vectors_8 softmax_f16_vectors_8 softmax_f32_vectors_8;
                (Way::Cluster(_), true) =>
                    softmax_bf16_vectors_16 softmax_f16_vectors_16 softmax_f32_vectors_16;
                (Way::Cluster(1), false) =>
                    softmax_bf16_cluster_1 softmax_f16_cluster_1 softmax_f32_cluster_1;
                (Way::Cluster(2), false) =>
                    softmax_bf16_cluster_2 softmax_f16_cluster_2 softmax_f32_cluster_2;
                (Way::Cluster(4), false) =>
                    softmax_bf16_cluster_4 softmax_f16_cluster_4 softmax_f32_cluster_4;
                (Way::Cluster(_), false) =>
                    softmax_bf16_cluster_8 softmax_f16_cluster_8 softmax_f32_cluster_8;
                (Way::Any, _) => softmax_bf16_any softmax_f16_any softmax_f32_any;
            }
        }
    }
}
operator!(Softmax);
