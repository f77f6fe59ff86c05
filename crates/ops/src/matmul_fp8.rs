//! Products of 8-bit numbers with scales.

use crate::plan::{Home, by_type, operands, operator};
use crate::rows::{Rows, check_bias, map_rows, same_shape};
use crate::tensor::{View, elements, ensure, refuse, words};
use crate::{Activation, Error, GroupedFp8, Ops, Plan, Tensor, TensorMut, Type};
use std::ptr;
use zellige_kernels::fp8_gemm::{OfRows, OfSquares, STEP_K, Tall, box_of, maps};
use zellige_launch::device::Map;
use zellige_ops_kernels::matmul_fp8 as kernels;

/// D = activation(alpha (scaled A) (scaled B) + bias) for A (m, k) and B (k, n) of e4m3, on Hopper.
///
/// Scales are f32. They are one number for A and one for B, or one for each block, as in
/// DeepSeek-V3:
///
/// ```text
/// scale_a (m, k / 128)          1 x 128 elements of A      m contiguous
/// scale_b (k / 128, n / 128)    128 x 128 elements of B    k / 128 contiguous
/// ```
///
/// with k / 128 and n / 128 rounded up. Sums of 128 products are scaled and added in f32. D and the
/// bias are bf16, f16 or f32.
///
/// A and B are contiguous along k, so B is a transposed weight (n, k); D has contiguous rows. A and
/// D may have several modes in place of m, such as (batch, tokens, k), if their strides make one
/// mode of them; scale_a stays (m, k / 128). A, B, D and scales of blocks begin at multiples of 16
/// bytes. So do the rows of A, the columns of B, and the columns of both matrices of scales: k is a
/// multiple of 16, or there are gaps.
///
/// ```
/// use zellige_gpu::E4m3;
/// use zellige_ops::{MatmulFp8, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, a) = (ops.queue(), ops.buffer(&[E4m3(0x38); 2 * 16])?); // ones
/// let (w, mut d) = (ops.buffer(&[E4m3(0x40); 3 * 16])?, ops.buffer(&[0f32; 6])?); // twos
/// let scales = [ops.buffer(&[0.5f32])?, ops.buffer(&[10f32])?];
/// let weight = queue.tensor(&w, [3, 16])?.transposed()?; // (k, n) = (16, 3)
/// let scales = (queue.tensor(&scales[0], [1])?, queue.tensor(&scales[1], [1])?);
/// MatmulFp8::new(queue.tensor(&a, [2, 16])?, weight, scales, queue.tensor_mut(&mut d, [2, 3])?)
///     .launch(&queue)?;
/// assert_eq!(d.read()?, [160.0; 6]); // 0.5 * 10 * (16 * 1 * 2)
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// ```
/// # use zellige_gpu::E4m3;
/// # use zellige_ops::{MatmulFp8, Ops};
/// # let ops = Ops::emulator();
/// # let (queue, a, w) = (ops.queue(), ops.buffer(&[E4m3(0); 18])?, ops.buffer(&[E4m3(0); 27])?);
/// # let (scale, mut d) = (ops.buffer(&[1f32])?, ops.buffer(&[0f32; 6])?);
/// # let weight = queue.tensor(&w, [3, 9])?.transposed()?;
/// # let scales = (queue.tensor(&scale, [1])?, queue.tensor(&scale, [1])?);
/// let (a, d) = (queue.tensor(&a, [2, 9])?, queue.tensor_mut(&mut d, [2, 3])?);
/// assert_eq!(
///     MatmulFp8::new(a, weight, scales, d).launch(&queue).unwrap_err().to_string(),
///     "matmul_fp8: a, e4m3 (2,9):(9,1), has rows of k = 9 elements that do not begin at multiples of 16 bytes"
/// );
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct MatmulFp8<'t> {
    pub(crate) a: Tensor<'t>,
    pub(crate) b: Tensor<'t>,
    pub(crate) scales: (Tensor<'t>, Tensor<'t>),
    pub(crate) d: TensorMut<'t>,
    pub(crate) bias: Option<Tensor<'t>>,
    pub(crate) alpha: f32,
    pub(crate) activation: Activation,
}
impl<'t> MatmulFp8<'t> {
    const NAME: &'static str = "matmul_fp8";
    /// Returns the product D = (scaled A) (scaled B), with the scales of A and of B.
    pub fn new(
        a: Tensor<'t>,
        b: Tensor<'t>,
        scales: (Tensor<'t>, Tensor<'t>),
        d: TensorMut<'t>,
    ) -> Self {
        MatmulFp8 { a, b, scales, d, bias: None, alpha: 1.0, activation: Activation::None }
    }
    /// Multiplies A B by a number.
    pub fn alpha(self, alpha: f32) -> Self {
        MatmulFp8 { alpha, ..self }
    }
    /// Adds a row of n numbers to each row.
    pub fn bias(self, bias: Tensor<'t>) -> Self {
        MatmulFp8 { bias: Some(bias), ..self }
    }
    /// Applies a function then.
    pub fn activation(self, activation: Activation) -> Self {
        MatmulFp8 { activation, ..self }
    }

    /// Multiplies each group of rows of A, (m, k), by its own matrix of B, (groups, k, n), and
    /// gives D, (m, n): group g has the rows from `ends[g - 1]`, or 0, to `ends[g]`. See
    /// [`GroupedFp8`].
    pub fn grouped(self, ends: Tensor<'t>) -> GroupedFp8<'t> {
        GroupedFp8::new(self, ends, false)
    }
    /// Multiplies the first `rows[g]` rows of each matrix of A, (groups, m, k), by that of B,
    /// (groups, k, n), and gives these rows of D, (groups, m, n). See [`GroupedFp8`].
    pub fn masked(self, rows: Tensor<'t>) -> GroupedFp8<'t> {
        GroupedFp8::new(self, rows, true)
    }

    /// Checks the places and the types of all operands, and the bias.
    pub(crate) fn check(
        &self,
        ops: &Ops,
        home: &mut Home,
        bounds: Option<&View>,
    ) -> Result<(), Error> {
        let (a, b, d) = (&self.a.view, &self.b.view, &self.d.view);
        let (scale_a, scale_b) = (&self.scales.0.view, &self.scales.1.view);
        let bias = self.bias.as_ref().map(|bias| &bias.view);
        ops.check(home, &operands![a, b, scale_a, scale_b, d, bias, "the bounds": bounds])?;
        for (name, view, kind) in [
            ("a", a, Type::E4m3),
            ("b", b, Type::E4m3),
            ("scale_a", scale_a, Type::F32),
            ("scale_b", scale_b, Type::F32),
        ] {
            ensure!(view.kind == kind, "{name} is {}, and not {kind}", view.kind);
        }
        d.shape().last().map_or(Ok(()), |&n| check_bias(bias, d, n))
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (a, b, d) = (&self.a.view, &self.b.view, &self.d.view);
        let (scale_a, scale_b) = (&self.scales.0.view, &self.scales.1.view);
        let bias = self.bias.as_ref().map(|bias| &bias.view);
        self.check(ops, home, None)?;
        let (Some((&k, rows)), &[k_of_b, n]) = (a.shape().split_last(), b.shape()) else {
            refuse!("a, {a}, and b, {b}, are not (m, k) and (k, n)");
        };
        ensure!(
            k == k_of_b,
            "a is {} and b is {}, so k is {k} and {k_of_b}",
            words(a.shape()),
            words(b.shape())
        );
        same_shape("d", d, &[rows, &[n]].concat(), "a b")?;
        let (in_blocks, step) = (scale_a.size() != 1 || scale_b.size() != 1, STEP_K as usize);
        if in_blocks {
            let (m, steps) = (elements(rows).unwrap_or(usize::MAX), k.div_ceil(step));
            same_shape("scale_a", scale_a, &[m, steps], "a in blocks of 1 x 128")?;
            let blocks = [steps, n.div_ceil(step)];
            same_shape("scale_b", scale_b, &blocks, "b in blocks of 128 x 128")?;
        }
        if d.is_empty() {
            return Ok(Plan::nothing());
        }
        ops.hopper()?;
        let of_d = Rows::of("d", d)?;
        let (m, n, ldd) = (of_d.rows, of_d.columns, of_d.ld);
        ensure!(ldd < 1 << 24, "the rows of d are {ldd} elements apart, which is 2^24 or more");
        for (name, extent) in [("m", m as usize), ("k", k)] {
            ensure!(extent < 1 << 31, "{name} is {extent}, which is 2^31 or more");
        }
        let tiles = u64::from(m.div_ceil(256)) * u64::from(n.div_ceil(128));
        ensure!(tiles < 1 << 27, "D has {tiles} tiles, which are 2^27 or more");
        ensure!(d.address.is_multiple_of(16), "d, {d}, does not begin at a multiple of 16 bytes");
        let [box_a, box_b] = maps::<Tall>();
        let map_a = map(ops, "a", "k", a, box_a)?;
        let map_b = map(ops, "b transposed", "k", &b.permuted(&[1, 0])?, box_b)?;
        let grid = (tiles.min(ops.device().multiprocessors().max(1).into()) as usize, 1);
        let bias = bias.map_or(ptr::null(), |bias| bias.pointer::<u8>());
        let (k, at_a, at_b) = (k as u32, map_a.pointer(), map_b.pointer());
        let (alpha, activation) = (self.alpha, self.activation as u32);
        macro_rules! product {
            ($bf16:ident $f16:ident $f32:ident $reason:literal, $scale_a:expr, $scale_b:expr, $maps:expr) => {
                by_type!(
                    dependent: d.kind, [Bf16: kernels::$bf16, F16: kernels::$f16, F32: kernels::$f32], $reason, grid,
                    (
                        m, n, k, at_a, at_b, $scale_a, $scale_b, d.pointer_mut(), ldd, bias.cast(), alpha,
                        activation,
                    ),
                    (self, map_a, map_b, $maps)
                )
            };
        }
        if !in_blocks {
            return product!(
                matmul_fp8_bf16 matmul_fp8_f16 matmul_fp8_f32 "wgmma: a scale for A, and one for B",
                scale_a.pointer(), scale_b.pointer(), ()
            );
        }
        let transposed = (scale_a.permuted(&[1, 0])?, scale_b.permuted(&[1, 0])?);
        let scales = (
            map(ops, "scale_a transposed", "m", &transposed.0, box_of::<OfRows, Tall>())?,
            map(ops, "scale_b transposed", "k / 128", &transposed.1, box_of::<OfSquares, Tall>())?,
        );
        product!(
            matmul_fp8_bf16_blocks matmul_fp8_f16_blocks matmul_fp8_f32_blocks
            "wgmma: a scale for 1 x 128 elements of A, and for 128 x 128 of B",
            scales.0.pointer(), scales.1.pointer(), scales
        )
    }
}
operator!(MatmulFp8);

/// Returns the map of the rows of an operand, which have this many elements, in boxes.
pub(crate) fn map(
    ops: &Ops,
    name: &str,
    extent: &str,
    view: &View,
    boxes: ((u32, u32), u32),
) -> Result<Map, Error> {
    if view.is_empty() {
        return Ok(ops.device().no_map());
    }
    let (of, bytes) = (Rows::of(name, view)?, view.kind.bytes() as u32);
    let step = match of.rows {
        1 => (u64::from(bytes) * u64::from(of.columns)).next_multiple_of(16),
        _ => u64::from(bytes) * u64::from(of.ld),
    };
    ensure!(
        step % 16 == 0,
        "{name}, {view}, has rows of {extent} = {} elements that do not begin at multiples of 16 bytes",
        of.columns
    );
    map_rows(ops, name, view, [of.columns, of.rows], (bytes, step), boxes)
}
