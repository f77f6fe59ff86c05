//! Rows of a table by their indices: an embedding.

use crate::plan::{Home, by_row, operands, operator};
use crate::rows::{Rows, blocks, contiguous, same_shape, same_type};
use crate::tensor::{ensure, refuse, refused};
use crate::{Error, Ops, Plan, Tensor, TensorMut, Type};
use zellige_ops_kernels::gather as kernels;

/// `y[i, :] = table[indices[i], :]`. An index that the table does not have gives a row of NaN.
///
/// Elements are f32, bf16 or f16, indices u32. All are contiguous.
///
/// ```
/// use zellige_ops::{Gather, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, table) = (ops.queue(), ops.buffer(&[1f32, 2.0, 3.0, 4.0, 5.0, 6.0])?);
/// let (indices, mut y) = (ops.buffer(&[2u32, 0])?, ops.buffer(&[0f32; 4])?);
/// let (table, indices) = (queue.tensor(&table, [3, 2])?, queue.tensor(&indices, [2])?);
/// Gather::new(table, indices, queue.tensor_mut(&mut y, [2, 2])?).launch(&queue)?;
/// assert_eq!(y.read()?, [5.0, 6.0, 1.0, 2.0]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Gather<'t> {
    table: Tensor<'t>,
    indices: Tensor<'t>,
    y: TensorMut<'t>,
}
impl<'t> Gather<'t> {
    const NAME: &'static str = "gather";
    /// Returns these rows of a table.
    pub fn new(table: Tensor<'t>, indices: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Gather { table, indices, y }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (table, indices, y) = (&self.table.view, &self.indices.view, &self.y.view);
        ops.check(home, &operands![table, indices, y])?;
        let [rows, columns] = *table.shape() else {
            refuse!("table, {table}, does not have two modes");
        };
        same_shape("y", y, &[indices.shape(), &[columns]].concat(), "a row for each index")?;
        same_type("y", y, "table", table)?;
        ensure!(indices.kind == Type::U32, "indices are {}, not u32", indices.kind);
        if y.is_empty() {
            return Ok(Plan::nothing());
        }
        for (name, view) in [("table", table), ("indices", indices), ("y", y)] {
            contiguous(name, view)?;
        }
        let of = Rows::of("y", y)?;
        let rows = u32::try_from(rows);
        let rows = rows.map_err(|_| refused("table has 2^32 rows or more".into()))?;
        let vectors = of.vectors && table.address % 16 == 0;
        let each = if vectors { 16 / y.kind.bytes() } else { 1 };
        // A thread has two vectors, or two elements.
        let grid = (blocks(y.size() / each)?.div_ceil(2), 1);
        let (n, columns) = (of.rows, of.columns);
        by_row! {
            dependent: vectors, y.kind,
            if vectors { "vectors of 16 bytes" } else { "rows are not vectors of 16 bytes" },
            grid, (n, columns, indices.pointer(), table.pointer(), rows, y.pointer_mut()), self,
            kernels {
                true => gather_rows_bf16 gather_rows_f16 gather_rows_f32;
                false => gather_rows_bf16_any gather_rows_f16_any gather_rows_f32_any;
            }
        }
    }
}
operator!(Gather);
