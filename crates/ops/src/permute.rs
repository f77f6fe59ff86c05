//! Copies between tensors of any strides.

use crate::plan::{Home, operands, operator};
use crate::rows::same;
use crate::tensor::refused;
use crate::{Error, Ops, Plan, Tensor, TensorMut};
use zellige_kernels::permute::plan::{Mode, Plan as Tiles};
use zellige_kernels::permute::{exchange, rows};

/// y = x, element by element, whatever the strides of both: permutes, transposes, makes contiguous.
///
/// Elements have 1, 2, 4 or 8 bytes. Strides of x and y are below 2^32 and not negative; up to six
/// modes remain when modes that continue each other are one.
///
/// ```
/// use zellige_ops::{Ops, Permute};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[1u16, 2, 3, 4, 5, 6])?);
/// let mut y = ops.buffer(&[0u16; 6])?;
/// let transposed = queue.tensor(&x, [2, 3])?.permuted([1, 0])?;
/// Permute::new(transposed, queue.tensor_mut(&mut y, [3, 2])?).launch(&queue)?;
/// assert_eq!(y.read()?, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Permute<'t> {
    x: Tensor<'t>,
    y: TensorMut<'t>,
}
impl<'t> Permute<'t> {
    const NAME: &'static str = "permute";
    /// Returns the copy of x in the order of y.
    pub fn new(x: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Permute { x, y }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, y) = (&self.x.view, &self.y.view);
        ops.check(home, &operands![x, y])?;
        same("y", y, "x", x)?;
        if x.is_empty() {
            return Ok(Plan::nothing());
        }
        let number = |name: &str, number: i64| {
            u32::try_from(number).map_err(|_| {
                refused(format!("{number} is not a stride or extent of {name} from 0 to 2^32 - 1"))
            })
        };
        let modes = (0..x.rank).map(|i| {
            Ok(Mode {
                extent: number("x", x.shape()[i] as i64)?,
                from: number("x", x.step(i))?,
                to: number("y", y.step(i))?,
            })
        });
        let modes = modes.collect::<Result<Vec<_>, Error>>()?;
        let alignment = 1 << (x.address | y.address | 16).trailing_zeros();
        let plan = Tiles::new(x.kind.bytes() as u32, alignment, &modes);
        let plan = plan.map_err(|refusal| refused(format!("{refusal}")))?;
        let ([e0, e1, e2, e3, e4, e5], [s1, s2, s3, s4, s5], [d0, d1, d2, d3, d4]) =
            plan.arguments();
        let grid = (plan.blocks as usize, 1);
        let reason = match plan.tile.vector {
            1 => "elements one by one: a contiguous mode has no whole vectors",
            _ => "tiles of vectors",
        };
        macro_rules! launch {
            ($($module:ident: $($kernel:ident)+;)+) => {
                match plan.tile.kernel {
                    $($(
                        // SAFETY: both tensors have these elements, and no two of y are one.
                        stringify!($kernel) => unsafe {
                            Plan::of::<$module::$kernel>(
                                false,
                                reason,
                                grid,
                                (
                                    e0, e1, e2, e3, e4, e5, x.pointer(), s1, s2, s3, s4, s5,
                                    y.pointer_mut(), d0, d1, d2, d3, d4,
                                ),
                                self,
                            )
                        },
                    )+)+
                    other => Err(refused(format!("the kernel {other} is not part of this package"))),
                }
            };
        }
        launch! {
            exchange: permute_u32_64 permute_u32_32 permute_u32_16 permute_u32_any permute_u16_128
                permute_u16_64 permute_u16_32 permute_u16_16 permute_u16_any permute_u8_64
                permute_u8_any permute_u64_32 permute_u64_any permute_u32_4_any permute_u32_any_4
                permute_u16_4_any permute_u16_any_4 permute_u8_4_any permute_u8_any_4;
            rows: permute_rows_u32 permute_rows_u32_wide permute_rows_u32_any permute_rows_u16
                permute_rows_u16_wide permute_rows_u16_any permute_rows_u8 permute_rows_u8_wide
                permute_rows_u8_any permute_rows_u64 permute_rows_u64_wide permute_rows_u64_any
                permute_rows_u32_16 permute_rows_u16_16;
        }
    }
}
operator!(Permute);
