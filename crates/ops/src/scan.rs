//! Prefix sums along the last mode.

use crate::plan::{Home, by_type, operands, operator};
use crate::rows::{Rows, same};
use crate::tensor::ensure;
use crate::{Error, Ops, Plan, Tensor, TensorMut};
use zellige_ops_kernels::scan as kernels;

/// y = the sums of x along the last mode up to each element, with it or without it.
///
/// Elements are f32, bf16, f16 or u32. Sums are f32, or u32 modulo 2^32. A block has a row: one
/// long row alone does not fill a GPU.
///
/// ```
/// use zellige_ops::{Ops, Scan};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[1u32, 2, 3, 4])?);
/// let mut y = ops.buffer(&[0u32; 4])?;
/// Scan::new(queue.tensor(&x, [4])?, queue.tensor_mut(&mut y, [4])?).exclusive().launch(&queue)?;
/// assert_eq!(y.read()?, [0, 1, 3, 6]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Scan<'t> {
    x: Tensor<'t>,
    y: TensorMut<'t>,
    exclusive: bool,
}
impl<'t> Scan<'t> {
    const NAME: &'static str = "scan";
    /// Returns the sums up to each element, with it.
    pub fn new(x: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Scan { x, y, exclusive: false }
    }
    /// Leaves out the element itself.
    pub fn exclusive(self) -> Self {
        Scan { exclusive: true, ..self }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, y) = (&self.x.view, &self.y.view);
        ops.check(home, &operands![x, y])?;
        same("y", y, "x", x)?;
        if x.is_empty() {
            return Ok(Plan::nothing());
        }
        let (from, to) = (Rows::of("x", x)?, Rows::of("y", y)?);
        ensure!(
            from.columns < u32::MAX - 4095,
            "a row has {} elements, which are 2^32 - 4096 or more",
            from.columns
        );
        by_type!(
            dependent: x.kind,
            [F32: kernels::scan_f32, U32: kernels::scan_u32, Bf16: kernels::scan_bf16, F16: kernels::scan_f16],
            if from.vectors && to.vectors { "vectors of 16 bytes" } else { "rows are not vectors of 16 bytes" },
            (from.rows as usize, 1),
            (from.rows, from.columns, x.pointer(), from.ld, y.pointer_mut(), to.ld, u32::from(self.exclusive)),
            self
        )
    }
}
operator!(Scan);
