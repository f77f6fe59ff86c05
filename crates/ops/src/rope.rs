//! Rotary embeddings.

use crate::plan::{Home, by_row, operands, operator};
use crate::rows::{blocks, same, same_shape};
use crate::tensor::{View, ensure, refuse, refused};
use crate::{Error, Ops, Plan, Tensor, TensorMut, Type};
use std::ptr;
use zellige_ops_kernels::rope as kernels;

/// Rotates pairs of elements of each head by the angles of the token's position.
///
/// ```text
/// y[t, h, a] = x[t, h, a] cos[p, i] - x[t, h, b] sin[p, i]      i < d / 2
/// y[t, h, b] = x[t, h, b] cos[p, i] + x[t, h, a] sin[p, i]      p = positions[t], or t
/// ```
///
/// (a, b) is (i, i + d / 2), as in GPT-NeoX and Llama, or (2 i, 2 i + 1), as in GPT-J, if pairs are
/// adjacent. x and y are (tokens, heads, d) of f32, bf16 or f16, with contiguous heads; cos and sin
/// are contiguous tables (positions, d / 2) of f32. A token at a position that they do not have
/// becomes NaN.
///
/// ```
/// use zellige_ops::{Ops, Rope};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[1f32, 0.0, 1.0, 0.0])?);
/// let (cos, sin) = (ops.buffer(&[1f32, 0.0])?, ops.buffer(&[0f32, 1.0])?);
/// let mut y = ops.buffer(&[0f32; 4])?;
/// let (cos, sin) = (queue.tensor(&cos, [2, 1])?, queue.tensor(&sin, [2, 1])?);
/// let y_of_queue = queue.tensor_mut(&mut y, [2, 1, 2])?;
/// Rope::new(queue.tensor(&x, [2, 1, 2])?, cos, sin, y_of_queue).launch(&queue)?;
/// assert_eq!(y.read()?, [1.0, 0.0, 0.0, 1.0]); // the second token by 90 degrees
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Rope<'t> {
    x: Option<Tensor<'t>>,
    cos: Tensor<'t>,
    sin: Tensor<'t>,
    y: TensorMut<'t>,
    positions: Option<Tensor<'t>>,
    adjacent: bool,
}
impl<'t> Rope<'t> {
    const NAME: &'static str = "rope";
    /// Returns x, rotated.
    pub fn new(x: Tensor<'t>, cos: Tensor<'t>, sin: Tensor<'t>, y: TensorMut<'t>) -> Self {
        Rope { x: Some(x), cos, sin, y, positions: None, adjacent: false }
    }
    /// Rotates a tensor in its place.
    pub fn in_place(x: TensorMut<'t>, cos: Tensor<'t>, sin: Tensor<'t>) -> Self {
        Rope { x: None, cos, sin, y: x, positions: None, adjacent: false }
    }
    /// Sets the positions of the tokens, u32; without them, token t has position t.
    pub fn positions(self, positions: Tensor<'t>) -> Self {
        Rope { positions: Some(positions), ..self }
    }
    /// Pairs elements 2 i and 2 i + 1.
    pub fn adjacent(self) -> Self {
        Rope { adjacent: true, ..self }
    }
    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let y = &self.y.view;
        let x = self.x.as_ref().map_or(y, |x| &x.view);
        let (cos, sin) = (&self.cos.view, &self.sin.view);
        let positions = self.positions.as_ref().map(|positions| &positions.view);
        ops.check(home, &operands![x, y, cos, sin, positions])?;
        let [tokens, heads, d] = *x.shape() else {
            refuse!("x, {x}, does not have the modes (tokens, heads, d)");
        };
        same("y", y, "x", x)?;
        ensure!(d % 2 == 0, "a head has {d} elements, which are not pairs");
        let [known, _] = *cos.shape() else {
            refuse!("cos, {cos}, does not have the modes (positions, d / 2)");
        };
        for (name, table) in [("cos", cos), ("sin", sin)] {
            same_shape(name, table, &[known, d / 2], "x")?;
            ensure!(
                table.kind == Type::F32 && table.is_contiguous(),
                "{name}, {table}, is not a contiguous f32 tensor"
            );
        }
        match positions {
            Some(positions) => {
                same_shape("positions", positions, &[tokens], "x")?;
                ensure!(
                    positions.kind == Type::U32 && (tokens <= 1 || positions.strides() == [1]),
                    "positions, {positions}, are not contiguous u32"
                );
            }
            None if tokens > known => {
                refuse!("x has {tokens} tokens, but cos has {known} positions");
            }
            None => {}
        }
        if x.is_empty() {
            return Ok(Plan::nothing());
        }
        let small = |number: i64| {
            u32::try_from(number).map_err(|_| {
                refused(format!("{number} is not a stride or extent of 0 to 2^32 - 1"))
            })
        };
        let strides = |name: &str, view: &View| match view.strides()[2] {
            1 => Ok((small(view.step(0))?, small(view.step(1))?)),
            _ => Err(refused(format!("the heads of {name}, {view}, are not contiguous"))),
        };
        let ((x_token, x_head), (y_token, y_head)) = (strides("x", x)?, strides("y", y)?);
        let vector = 16 / x.kind.bytes() as u32;
        let (pairs, steps) = ((d / 2) as u32, [x_token, x_head, y_token, y_head]);
        let vectors = pairs % vector == 0
            && steps.iter().all(|step| step % vector == 0)
            && [x, y, cos, sin].iter().all(|view| view.address % 16 == 0);
        let threads = x.size() / 2 / if vectors { vector as usize } else { 1 };
        let grid = (blocks(threads)?, 1);
        let [tokens, heads, d] = [tokens, heads, d].map(|extent| small(extent as i64));
        let (tokens, heads, d) = (tokens?, heads?, d?);
        let known = u32::try_from(known).unwrap_or(u32::MAX); // positions are u32
        by_row! {
            dependent: vectors, x.kind,
            if vectors { "vectors of 16 bytes" } else { "heads are not vectors of 16 bytes" },
            grid,
            (
                tokens, heads, d, x.pointer(), x_token, x_head, y.pointer_mut(), y_token, y_head,
                positions.map_or(ptr::null(), View::pointer), cos.pointer(), sin.pointer(), known,
                u32::from(self.adjacent),
            ),
            self,
            kernels {
                true => rope_bf16 rope_f16 rope_f32;
                false => rope_bf16_any rope_f16_any rope_f32_any;
            }
        }
    }
}
operator!(Rope);
