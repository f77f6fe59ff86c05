//! Conversions of the type of elements.

use crate::plan::{Home, by_type, operands, operator};
use crate::rows::{aligned, contiguous, same_shape};
use crate::tensor::refused;
use crate::{Error, Ops, Plan, Tensor, TensorMut, Type};
use zellige_gpu::{Bf16, E4m3, F16};
use zellige_ops_kernels::cast as kernels;

/// y = x with another type of elements, rounded to nearest, ties to even.
///
/// The types are f32, bf16, f16 and e4m3. In e4m3, which has no infinities, larger numbers become
/// +-448. Both tensors are contiguous.
///
/// ```
/// use zellige_gpu::E4m3;
/// use zellige_ops::{Cast, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[1.06f32, -1e9])?);
/// let mut y = ops.buffer(&[E4m3(0); 2])?;
/// Cast::new(queue.tensor(&x, [2])?, queue.tensor_mut(&mut y, [2])?).launch(&queue)?;
/// assert_eq!(y.read()?, [E4m3(0x38), E4m3(0xfe)]); // 1 and -448
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Cast<'t> {
    x: Tensor<'t>,
    y: TensorMut<'t>,
}
impl<'t> Cast<'t> {
    const NAME: &'static str = "cast";
    /// Returns the conversion of x to the type of y.
    pub fn new(x: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Cast { x, y }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, y) = (&self.x.view, &self.y.view);
        ops.check(home, &operands![x, y])?;
        same_shape("y", y, x.shape(), "x")?;
        if x.is_empty() {
            return Ok(Plan::nothing());
        }
        for (name, view) in [("x", x), ("y", y)] {
            contiguous(name, view)?;
            aligned(name, view)?;
        }
        let n = u32::try_from(x.size());
        let n = n.map_err(|_| refused(format!("{} elements are 2^32 or more", x.size())))?;
        macro_rules! to {
            ($A:ty, [$($Type:ident: $B:ty, $kernel:ident);*]) => {
                match y.kind {
                    $(Type::$Type => by_type!(
                        dependent: y.kind, [$Type: kernels::$kernel], "16 bytes per thread",
                        (n.div_ceil(kernels::block_elements::<$A, $B>()) as usize, 1),
                        (n, x.pointer(), y.pointer_mut()), self
                    ),)*
                    other => Err(refused(format!("there is no kernel from {} to {other}", x.kind))),
                }
            };
        }
        match x.kind {
            Type::F32 => {
                to!(f32, [Bf16: Bf16, cast_f32_bf16; F16: F16, cast_f32_f16; E4m3: E4m3, cast_f32_e4m3])
            }
            Type::Bf16 => {
                to!(Bf16, [F32: f32, cast_bf16_f32; F16: F16, cast_bf16_f16; E4m3: E4m3, cast_bf16_e4m3])
            }
            Type::F16 => {
                to!(F16, [F32: f32, cast_f16_f32; Bf16: Bf16, cast_f16_bf16; E4m3: E4m3, cast_f16_e4m3])
            }
            Type::E4m3 => {
                to!(E4m3, [F32: f32, cast_e4m3_f32; Bf16: Bf16, cast_e4m3_bf16; F16: F16, cast_e4m3_f16])
            }
            other => Err(refused(format!("there is no kernel from {other} to {}", y.kind))),
        }
    }
}
operator!(Cast);
