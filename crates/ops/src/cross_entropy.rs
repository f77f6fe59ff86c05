//! Cross-entropy of rows with their classes, and its gradient.

use crate::plan::{Home, InTurn, by_row, operands, operator};
use crate::rows::{Rows, Way, contiguous, counter, same, same_shape};
use crate::tensor::{ensure, refuse};
use crate::{Error, Ops, Plan, Tensor, TensorMut, Type};
use std::ptr;
use zellige_ops_kernels::cross_entropy as kernels;

/// The loss of each row of x, (rows, columns), with its class t, and the gradient of their sum:
/// `loss = ln(sum of exp(x[j])) - x[t]`, `dx[j] = scale (softmax(x)[j] - 1 if j = t)`.
///
/// Elements are f32, bf16 or f16, losses f32, classes numbers of 32 or 64 bits. A class that x does
/// not have as a column, such as -100, has the loss 0 and the gradient 0. Each element is read once
/// and written once in rows of up to 2^18 elements of 16 bits on Hopper, or 2^14 on other GPUs,
/// where the rows of x and dx begin at the same bytes of 16; the gradient may be written to x
/// itself.
///
/// ```
/// use zellige_ops::{CrossEntropy, Ops};
/// let ops = Ops::emulator();
/// let (queue, x) = (ops.queue(), ops.buffer(&[0f32, 0.0, 0.0, 0.0])?); // two rows of two
/// let (classes, mut loss) = (ops.buffer(&[1i64, -100])?, ops.buffer(&[0f32; 2])?);
/// let mut dx = ops.buffer(&[0f32; 4])?;
/// let (of_x, of_classes) = (queue.tensor(&x, [2, 2])?, queue.tensor(&classes, [2])?);
/// CrossEntropy::new(of_x, of_classes, queue.tensor_mut(&mut loss, [2])?)
///     .gradient(0.5, queue.tensor_mut(&mut dx, [2, 2])?)
///     .launch(&queue)?;
/// assert!((loss.read()?[0] - 2f32.ln()).abs() < 1e-6);
/// assert_eq!(dx.read()?, [0.25, -0.25, 0.0, 0.0]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// Other numbers of classes are refused: `cross_entropy: classes has the shape (3), but a row of x
/// needs (2)`.
#[must_use = "an operator does nothing until `launch`"]
pub struct CrossEntropy<'t> {
    x: Logits<'t>,
    classes: Tensor<'t>,
    loss: TensorMut<'t>,
    gradient: Option<TensorMut<'t>>,
    scale: f32,
    workspace: Option<TensorMut<'t>>,
}
/// x, which the gradient may replace.
enum Logits<'t> {
    Read(Tensor<'t>),
    Replaced(TensorMut<'t>),
}
impl<'t> CrossEntropy<'t> {
    const NAME: &'static str = "cross_entropy";
    /// Returns the losses of the rows of x.
    pub fn new(x: Tensor<'t>, classes: Tensor<'t>, loss: TensorMut<'t>) -> Self {
        let x = Logits::Read(x);
        CrossEntropy { x, classes, loss, gradient: None, scale: 1.0, workspace: None }
    }
    /// Also returns the gradient of `scale` times the sum of the losses: 1 / rows for their mean.
    pub fn gradient(self, scale: f32, dx: TensorMut<'t>) -> Self {
        CrossEntropy { gradient: Some(dx), scale, ..self }
    }
    /// Returns the losses of the rows of x, and replaces x by the gradient.
    pub fn in_place(
        scale: f32,
        x: TensorMut<'t>,
        classes: Tensor<'t>,
        loss: TensorMut<'t>,
    ) -> Self {
        let x = Logits::Replaced(x);
        CrossEntropy { x, classes, loss, gradient: None, scale, workspace: None }
    }
    /// Lets clusters draw the numbers of long rows from a counter, each when it is ready for one
    /// more, as [`Softmax::workspace`](crate::Softmax::workspace) does: one u32, 0 before and
    /// after.
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        CrossEntropy { workspace: Some(workspace), ..self }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (classes, loss) = (&self.classes.view, &self.loss.view);
        let (x, replaced) = match &self.x {
            Logits::Read(x) => (&x.view, None),
            Logits::Replaced(x) => (&x.view, Some(&x.view)),
        };
        let gradient = self.gradient.as_ref().map(|gradient| &gradient.view).or(replaced);
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        let all = operands![x, classes, loss, "dx": gradient, "the workspace": workspace];
        ops.check(home, &all)?;
        let counter = counter(workspace)?;
        let [rows, columns] = *x.shape() else {
            refuse!("x, {x}, does not have two modes");
        };
        for (name, view) in [("classes", classes), ("loss", loss)] {
            same_shape(name, view, &[rows], "a row of x")?;
            contiguous(name, view)?;
        }
        gradient.map_or(Ok(()), |dx| same("dx", dx, "x", x))?;
        let step = match classes.kind {
            Type::U32 | Type::I32 => 1,
            Type::U64 | Type::I64 => 2,
            other => {
                refuse!("classes are {other}, not numbers of 32 or 64 bits");
            }
        };
        ensure!(loss.kind == Type::F32, "loss is {}, not f32", loss.kind);
        if rows == 0 {
            return Ok(Plan::nothing());
        }
        ensure!(rows < 1 << 27, "x has {rows} rows, which is 2^27 or more");
        ensure!(columns != 0, "the rows of x, {x}, have no elements");
        let from = Rows::of("x", x)?;
        let to = gradient.map_or(Ok(from), |dx| Rows::of("dx", dx))?;
        let (way, reason) = match Way::of(ops, from, &[to], x.kind.bytes(), 8) {
            (Way::Warp, _) => (Way::Wide, "a block has a row in registers"), // there is one kernel
            way => way,
        };
        by_row! {
            dependent: way, x.kind, reason, InTurn(ops, way.blocks(from.rows)),
            (
                from.rows, from.columns, x.pointer(), from.ld, classes.pointer(), step,
                loss.pointer_mut(), gradient.map_or(ptr::null_mut(), |dx| dx.pointer_mut()), to.ld,
                self.scale, counter,
            ),
            self,
            kernels {
                Way::Any => cross_entropy_bf16_any cross_entropy_f16_any cross_entropy_f32_any;
                Way::Cluster(1) =>
                    cross_entropy_bf16_cluster_1 cross_entropy_f16_cluster_1 cross_entropy_f32_cluster_1;
                Way::Cluster(2) =>
                    cross_entropy_bf16_cluster_2 cross_entropy_f16_cluster_2 cross_entropy_f32_cluster_2;
                Way::Cluster(4) =>
                    cross_entropy_bf16_cluster_4 cross_entropy_f16_cluster_4 cross_entropy_f32_cluster_4;
                Way::Cluster(8) =>
                    cross_entropy_bf16_cluster_8 cross_entropy_f16_cluster_8 cross_entropy_f32_cluster_8;
                _ => cross_entropy_bf16_wide cross_entropy_f16_wide cross_entropy_f32_wide;
            }
        }
    }
}
operator!(CrossEntropy);
