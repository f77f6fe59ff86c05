//! Reductions over neighbouring modes.

use crate::attention::check_workspace;
use crate::plan::{Home, by_row, by_type, operands, operator};
use crate::rows::{contiguous, same_shape, same_type};
use crate::tensor::{elements, ensure, refused, words};
use crate::{Error, Ops, Plan, Tensor, TensorMut};
use std::ops::Range;
use zellige_ops_kernels::reduce as kernels;

/// y = the sum, mean, minimum or maximum of x over a range of modes; y has the other modes.
///
/// Elements are f32, bf16 or f16, and are added in f32, in the same order in every run. NaN gives
/// NaN. Both tensors are contiguous. Where there are few columns, several blocks of Hopper share
/// their rows. Where there are few results of many elements, two passes are faster still: see
/// [`workspace`](Reduce::workspace).
///
/// ```
/// use zellige_ops::{Ops, Reduce};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[1f32, 2.0, 3.0, 10.0, 20.0, 30.0])?);
/// let mut y = ops.buffer(&[0f32; 3])?;
/// Reduce::sum(queue.tensor(&x, [2, 3])?, 0..1, queue.tensor_mut(&mut y, [3])?).launch(&queue)?;
/// assert_eq!(y.read()?, [11.0, 22.0, 33.0]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Reduce<'t> {
    x: Tensor<'t>,
    modes: Range<usize>,
    y: TensorMut<'t>,
    operation: u32,
    workspace: Option<TensorMut<'t>>,
}
impl<'t> Reduce<'t> {
    const NAME: &'static str = "reduce";
    /// The elements of the [workspace](Reduce::workspace).
    pub const WORKSPACE: usize = kernels::RESULTS_OF_PARTS;
    /// Returns the sums of x over these modes; 0 over no elements.
    pub fn sum(x: Tensor<'t>, modes: Range<usize>, y: TensorMut<'t>) -> Self {
        Reduce { x, modes, y, operation: kernels::SUM, workspace: None }
    }
    /// Returns the means of x over these modes; NaN over no elements.
    pub fn mean(x: Tensor<'t>, modes: Range<usize>, y: TensorMut<'t>) -> Self {
        Reduce { operation: kernels::MEAN, ..Reduce::sum(x, modes, y) }
    }
    /// Returns the largest elements of x over these modes; -inf over no elements.
    pub fn max(x: Tensor<'t>, modes: Range<usize>, y: TensorMut<'t>) -> Self {
        Reduce { operation: kernels::MAX, ..Reduce::sum(x, modes, y) }
    }
    /// Returns the smallest elements of x over these modes; +inf over no elements.
    pub fn min(x: Tensor<'t>, modes: Range<usize>, y: TensorMut<'t>) -> Self {
        Reduce { operation: kernels::MIN, ..Reduce::sum(x, modes, y) }
    }
    /// Reduces in two passes where that is faster: all multiprocessors have a part of the elements,
    /// and a second kernel reduces their results, which the workspace holds. It has
    /// [`WORKSPACE`](Reduce::WORKSPACE) elements of u32 or more, whatever they are.
    ///
    /// ```
    /// use zellige_ops::{Ops, Reduce};
    /// let ops = Ops::first()?; // a GPU, or the emulator
    /// let (queue, x) = (ops.queue(), ops.buffer(&vec![0.5f32; 1 << 15])?);
    /// let mut y = ops.buffer(&[0f32])?;
    /// let mut workspace = ops.buffer(&[0u32; Reduce::WORKSPACE])?;
    /// let list = queue.tensor_mut(&mut workspace, [Reduce::WORKSPACE])?;
    /// let sum = Reduce::sum(queue.tensor(&x, [1 << 15])?, 0..1, queue.tensor_mut(&mut y, [])?);
    /// let plan = sum.workspace(list).plan(&ops)?;
    /// assert_eq!(plan.reason(), "two passes: each block of the first has a part of a row");
    /// plan.launch(&queue)?;
    /// drop(plan);
    /// assert_eq!(y.read()?, [16384.0]);
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        Reduce { workspace: Some(workspace), ..self }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, y, Range { start, end }) = (&self.x.view, &self.y.view, self.modes.clone());
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        ops.check(home, &operands![x, y, "the workspace": workspace])?;
        if let Some(workspace) = workspace {
            check_workspace(workspace, Self::WORKSPACE)?;
        }
        ensure!(start < end && end <= x.rank, "{start}..{end} are not modes of x, {x}");
        let shape = [&x.shape()[..start], &x.shape()[end..]].concat();
        same_shape("y", y, &shape, "x without these modes")?;
        same_type("y", y, "x", x)?;
        if y.is_empty() {
            return Ok(Plan::nothing());
        }
        for (name, view) in [("x", x), ("y", y)] {
            contiguous(name, view)?;
        }
        let size = |modes: &[usize]| {
            let size = elements(modes).and_then(|size| u32::try_from(size).ok());
            size.filter(|&size| size < u32::MAX - 65535).ok_or_else(|| {
                refused(format!(
                    "modes of {} elements, which are 2^32 - 65536 or more",
                    words(modes)
                ))
            })
        };
        let outer = size(&x.shape()[..start])?;
        let reduced = size(&x.shape()[start..end])?;
        let inner = size(&x.shape()[end..])?;
        let (kind, operation) = (x.kind, self.operation);
        let (vector, most) = (16 / kind.bytes() as u32, if ops.hopper().is_ok() { 16 } else { 1 });
        let part = match inner {
            1 => kernels::part_of_rows((outer, reduced), vector),
            _ => kernels::Split::part((outer, reduced, inner), vector, most),
        };
        if let (Some(part), Some(workspace)) = (part, workspace) {
            let (workspace, shape) = (workspace.pointer_mut(), (outer, reduced, inner));
            return self.in_two_passes(shape, part, workspace);
        }
        if inner == 1 {
            let blocks = outer.div_ceil(kernels::rows_of_block(reduced)) as usize;
            let reason = match part {
                None => "the reduced modes are contiguous",
                Some(_) => "one pass, with a block for each long row: there is no workspace",
            };
            return by_type!(
                dependent: kind,
                [F32: kernels::reduce_rows_f32, Bf16: kernels::reduce_rows_bf16, F16: kernels::reduce_rows_f16],
                reason, (blocks, 1),
                (outer, reduced, reduced, x.pointer(), y.pointer_mut(), operation), self
            );
        }
        let split = kernels::Split::of((outer, reduced, inner), vector, most);
        let blocks = split.grid((outer, inner), vector) as usize;
        let reason = match split.blocks {
            1 => "the modes behind the reduced ones are contiguous",
            _ => "several blocks share the rows of their columns",
        };
        by_row! {
            dependent: split.blocks, kind, reason, (blocks, 1),
            (outer, reduced, inner, reduced, split.side, x.pointer(), y.pointer_mut(), operation), self,
            kernels {
                1 => reduce_columns_bf16 reduce_columns_f16 reduce_columns_f32;
                2 =>
                    reduce_columns_bf16_cluster_2 reduce_columns_f16_cluster_2 reduce_columns_f32_cluster_2;
                4 =>
                    reduce_columns_bf16_cluster_4 reduce_columns_f16_cluster_4 reduce_columns_f32_cluster_4;
                8 =>
                    reduce_columns_bf16_cluster_8 reduce_columns_f16_cluster_8 reduce_columns_f32_cluster_8;
                _ =>
                    reduce_columns_bf16_cluster_16 reduce_columns_f16_cluster_16 reduce_columns_f32_cluster_16;
            }
        }
    }
    /// Returns the plan to reduce a tensor of the shape (outer, reduced, inner) in parts, and then
    /// their results.
    fn in_two_passes(
        self,
        (outer, reduced, inner): (u32, u32, u32),
        part: u32,
        results: *mut f32,
    ) -> Result<Plan<'t>, Error> {
        let (x, y, kind, op) = (self.x.view, self.y.view, self.x.view.kind, self.operation);
        let (parts, from) = (reduced.div_ceil(part), results.cast_const());
        // The first pass divides by the elements of a mean.
        let last = if op == kernels::MEAN { kernels::SUM } else { op };
        let (first, second) = if inner == 1 {
            let grid = |rows: u32, of| (rows.div_ceil(kernels::rows_of_block(of)) as usize, 1);
            (
                by_type!(
                    dependent: kind,
                    [
                        F32: kernels::reduce_rows_f32,
                        Bf16: kernels::reduce_rows_bf16_to_f32,
                        F16: kernels::reduce_rows_f16_to_f32
                    ],
                    "two passes: each block of the first has a part of a row",
                    grid(outer * parts, part), (outer, reduced, part, x.pointer(), results, op), self
                ),
                by_type!(
                    dependent: kind,
                    [
                        F32: kernels::reduce_rows_f32,
                        Bf16: kernels::reduce_rows_f32_to_bf16,
                        F16: kernels::reduce_rows_f32_to_f16
                    ],
                    "", grid(outer, parts), (outer, parts, parts, from, y.pointer_mut(), last), ()
                ),
            )
        } else {
            let split = |outer, reduced, bytes| {
                let split = kernels::Split::of((outer, reduced, inner), 16 / bytes as u32, 1);
                (split.side, (split.grid((outer, inner), 16 / bytes as u32) as usize, 1))
            };
            let (side, grid) = split(outer * parts, part, kind.bytes());
            let (last_side, last_grid) = split(outer, parts, size_of::<f32>());
            (
                by_type!(
                    dependent: kind,
                    [
                        F32: kernels::reduce_columns_f32,
                        Bf16: kernels::reduce_columns_bf16_to_f32,
                        F16: kernels::reduce_columns_f16_to_f32
                    ],
                    "two passes: each block of the first has some rows of its columns",
                    grid, (outer, reduced, inner, part, side, x.pointer(), results, op), self
                ),
                by_type!(
                    dependent: kind,
                    [
                        F32: kernels::reduce_columns_f32,
                        Bf16: kernels::reduce_columns_f32_to_bf16,
                        F16: kernels::reduce_columns_f32_to_f16
                    ],
                    "", last_grid,
                    (outer, parts, inner, parts, last_side, from, y.pointer_mut(), last), ()
                ),
            )
        };
        Ok(first?.before(second?))
    }
}
operator!(Reduce);
