//! Products of matrices with an epilogue.

use crate::plan::{Home, by_row, by_type, operands, operator};
use crate::rows::{contiguous, same_shape, same_type};
use crate::tensor::{View, ensure, refused, words};
use crate::{Error, Grouped, Ops, Plan, Tensor, TensorMut, Type};
use std::ptr;
use zellige_kernels::align;
use zellige_launch::device::Map;
use zellige_launch::tensor_map;
use zellige_ops_kernels::matmul as kernels;

/// The function that a product applies to its results.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// x
    #[default]
    None = 0,
    /// max(x, 0)
    Relu = 1,
    /// x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
    GeluTanh = 2,
    /// x / (1 + exp(-x))
    Silu = 3,
    /// x / 2 (1 + erf(x / sqrt(2)))
    Gelu = 4,
}

/// D = activation(alpha A B + bias) + beta C, for matrices A (m, k), B (k, n), C and D (m, n), or
/// batches of them, in modes before these two.
///
/// Elements are bf16, f16 or f32, all of one type; sums are f32. One of the two modes of A, and of
/// B, is contiguous, in either order, so a transposed weight is a tensor of other strides; D has
/// contiguous rows. A batch of A or of B may be one matrix for all products: a tensor of two modes.
///
/// | GPU | elements | operands | kernel |
/// |---|---|---|---|
/// | Hopper | bf16, f16 | A and B and their rows begin at multiples of 16 bytes | `matmul_*`: TMA and `wgmma` |
/// | Hopper | bf16, f16 | any others, with a [workspace](Self::workspace) | `align_rows`, then the same |
/// | sm_80 and later | bf16, f16 | as on Hopper, whole vectors in each row | `matmul_mma_*_vectors`: `cp.async` and `mma.sync` |
/// | sm_80 and later | bf16, f16 | any | `matmul_mma_*_any`, element by element, at a third of the speed |
/// | sm_80 and later | f32 | as on Hopper, whole vectors in each row | `matmul_simt_f32_vectors`: `cp.async` and `fma` |
/// | sm_80 and later | f32 | any | `matmul_simt_f32_any`, element by element |
///
/// In f32 no operand is rounded to tf32: sums are multiply-adds in f32.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{Activation, Matmul, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let numbers = |n: usize| (0..n).map(|i| bf16::from_f32(i as f32)).collect::<Vec<_>>();
/// let (queue, a, w) = (ops.queue(), ops.buffer(&numbers(16))?, ops.buffer(&numbers(24))?);
/// let mut d = ops.buffer(&[bf16::ZERO; 6])?;
/// let weight = queue.tensor(&w, [3, 8])?.transposed()?; // (k, n) = (8, 3)
/// let product = Matmul::new(queue.tensor(&a, [2, 8])?, weight, queue.tensor_mut(&mut d, [2, 3])?);
/// product.alpha(0.5).activation(Activation::Relu).launch(&queue)?;
/// assert_eq!(d.read()?.iter().map(|d| d.to_f32()).collect::<Vec<_>>()[..3], [70.0, 182.0, 294.0]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// ```
/// # use half::bf16;
/// # use zellige_ops::{Matmul, Ops};
/// # let ops = Ops::emulator();
/// # let (queue, a, b) = (ops.queue(), ops.buffer(&[bf16::ZERO; 16])?, ops.buffer(&[bf16::ZERO; 24])?);
/// # let mut d = ops.buffer(&[bf16::ZERO; 6])?;
/// let wrong = Matmul::new(queue.tensor(&a, [2, 8])?, queue.tensor(&b, [3, 8])?, queue.tensor_mut(&mut d, [2, 3])?);
/// assert_eq!(
///     wrong.launch(&queue).unwrap_err().to_string(),
///     "matmul: a is (2,8) and b is (3,8), so k is 8 and 3"
/// );
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Matmul<'t> {
    pub(crate) a: Tensor<'t>,
    pub(crate) b: Tensor<'t>,
    pub(crate) d: TensorMut<'t>,
    pub(crate) c: Option<Tensor<'t>>,
    pub(crate) bias: Option<Tensor<'t>>,
    workspace: Option<TensorMut<'t>>,
    pub(crate) alpha: f32,
    pub(crate) beta: f32,
    pub(crate) activation: Activation,
}
impl<'t> Matmul<'t> {
    const NAME: &'static str = "matmul";
    /// Returns the product D = A B.
    pub fn new(a: Tensor<'t>, b: Tensor<'t>, d: TensorMut<'t>) -> Self {
        let (c, bias, workspace, activation) = (None, None, None, Activation::None);
        Matmul { a, b, d, c, bias, workspace, alpha: 1.0, beta: 0.0, activation }
    }
    /// Multiplies A B by a number.
    pub fn alpha(self, alpha: f32) -> Self {
        Matmul { alpha, ..self }
    }
    /// Adds a row of n numbers to each row.
    pub fn bias(self, bias: Tensor<'t>) -> Self {
        Matmul { bias: Some(bias), ..self }
    }
    /// Applies a function then.
    pub fn activation(self, activation: Activation) -> Self {
        Matmul { activation, ..self }
    }
    /// Adds beta C at the end: a residual.
    pub fn plus(self, beta: f32, c: Tensor<'t>) -> Self {
        Matmul { beta, c: Some(c), ..self }
    }
    /// Adds beta D at the end, the D from before.
    pub fn accumulate(self, beta: f32) -> Self {
        Matmul { beta, c: None, ..self }
    }

    /// Lends memory for copies of A and of B with rows at multiples of 16 bytes, of any type of
    /// elements: [`workspace_bytes`](Self::workspace_bytes) are enough. They are written only if
    /// rows begin elsewhere, and not for products of f32.
    ///
    /// ```
    /// use half::bf16;
    /// use zellige_ops::{Matmul, Ops};
    /// let ops = Ops::first()?; // a GPU, or the emulator
    /// let (queue, a) = (ops.queue(), ops.buffer(&[bf16::from_f32(2.0); 3 * 7])?);
    /// let (b, mut d) = (ops.buffer(&[bf16::ONE; 7 * 5])?, ops.buffer(&[bf16::ZERO; 3 * 5])?);
    /// let (a, b) = (queue.tensor(&a, [3, 7])?, queue.tensor(&b, [7, 5])?); // rows of 14 and 10 bytes
    /// let product = Matmul::new(a, b, queue.tensor_mut(&mut d, [3, 5])?);
    /// let bytes = product.workspace_bytes();
    /// let mut workspace = ops.buffer(&vec![0u8; bytes])?;
    /// let plan = product.workspace(queue.tensor_mut(&mut workspace, [bytes])?).plan(&ops)?;
    /// # if ops.device().capability() == (9, 0) {
    /// assert_eq!(plan.kernel(), "matmul_bf16_tt"); // on Hopper
    /// # }
    /// plan.launch(&queue)?;
    /// drop(plan); // it borrows d
    /// assert_eq!(d.read()?, [bf16::from_f32(14.0); 15]);
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        Matmul { workspace: Some(workspace), ..self }
    }
    /// Returns the bytes of a workspace for these operands.
    pub fn workspace_bytes(&self) -> usize {
        let bytes = |view: &View| {
            let padded = |n: &usize| n.checked_next_multiple_of(8).unwrap_or(usize::MAX);
            let extent = |i: usize| view.shape().get(i).map_or(8, padded);
            let (rows, columns) = (view.rank.wrapping_sub(2), view.rank.wrapping_sub(1));
            let batch = view.shape().iter().take(rows).fold(1usize, |n, &m| n.saturating_mul(m));
            batch.saturating_mul(extent(rows)).saturating_mul(extent(columns)).saturating_mul(2)
        };
        bytes(&self.a.view).saturating_add(bytes(&self.b.view))
    }

    /// Checks that all operands have the type of A, C the shape of D, and the bias that of a row.
    pub(crate) fn same_types(&self) -> Result<(), Error> {
        let (a, b, d) = (&self.a.view, &self.b.view, &self.d.view);
        let [c, bias] = [&self.c, &self.bias].map(|x| x.as_ref().map(|x| &x.view));
        let all = operands![b, d, c, bias];
        for (name, view) in all {
            view.map_or(Ok(()), |view| same_type(name, view, "a", a))?;
        }
        if let Some(c) = c {
            same_shape("c", c, d.shape(), "d")?;
        }
        if let Some(bias) = bias {
            same_shape("bias", bias, &d.shape()[d.rank - 1..], "a row of d")?;
            contiguous("bias", bias)?;
        }
        Ok(())
    }
    /// Multiplies each group of rows of A, (m, k), by its own matrix of B, (groups, k, n), and
    /// gives D, (m, n): group g has the rows from `ends[g - 1]`, or 0, to `ends[g]`. See
    /// [`Grouped`].
    pub fn grouped(self, ends: Tensor<'t>) -> Grouped<'t> {
        Grouped::new(self, ends, false)
    }
    /// Multiplies the first `rows[g]` rows of each matrix of A, (groups, m, k), by that of B,
    /// (groups, k, n), and gives these rows of D, (groups, m, n). See [`Grouped`].
    pub fn masked(self, rows: Tensor<'t>) -> Grouped<'t> {
        Grouped::new(self, rows, true)
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (a, b, d) = (&self.a.view, &self.b.view, &self.d.view);
        let c = self.c.as_ref().map(|c| &c.view).or((self.beta != 0.0).then_some(d));
        let bias = self.bias.as_ref().map(|bias| &bias.view);
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        ops.check(home, &operands![a, b, d, c, bias, "the workspace": workspace])?;
        for (name, view) in [("a", a), ("b", b), ("d", d)] {
            ensure!(view.rank >= 2, "{name}, {view}, has fewer than two modes");
        }
        let of = |view: &View| (view.shape()[view.rank - 2], view.shape()[view.rank - 1]);
        let ((m, k), (k_of_b, n)) = (of(a), of(b));
        ensure!(
            k == k_of_b,
            "a is {} and b is {}, so k is {k} and {k_of_b}",
            words(a.shape()),
            words(b.shape())
        );
        let batch = if a.rank > b.rank { a } else { b };
        let batch = &batch.shape()[..batch.rank - 2];
        same_shape("d", d, &[batch, &[m, n]].concat(), "a b")?;
        for (name, view) in [("a", a), ("b", b)] {
            if view.rank > 2 {
                let own = &view.shape()[view.rank - 2..];
                same_shape(name, view, &[batch, own].concat(), "the batch")?;
            }
        }
        self.same_types()?;
        if d.is_empty() {
            return Ok(Plan::nothing());
        }
        let count = batch.iter().product();
        let (of_a, of_b) = (Matrices::of("a", a)?, Matrices::of("b", b)?.transposed());
        let (of_d, of_c) = results(d, c)?;
        let (m, n, k) = (small("m", m)?, small("n", n)?, small("k", k)?);
        let (count, (alpha, beta)) = (small("the batch", count)?, (self.alpha, self.beta));
        let (kind, activation) = (a.kind, self.activation as u32);
        let (ldc, stride_c, ldd, stride_d) =
            (of_c.strides.0, of_c.batch, of_d.strides.0, of_d.batch);
        let bias = bias.map_or(ptr::null(), |bias| bias.pointer::<u8>());
        let c = c.map_or(ptr::null(), |c| c.pointer::<u8>());
        let vectors = of_a.vectors(a) && of_b.vectors(b);
        let wgmma = ops.hopper().is_ok() && kind.bytes() == 2;
        let placed = if wgmma { placed([(a, of_a), (b, of_b)], count, workspace)? } else { None };
        if let Some(([(at_a, of_a), (at_b, of_b)], copies)) = placed {
            of_boxes(&[("m", m), ("n", n), ("k", k)])?;
            let map = |address: u64, of: Matrices, rows: u32, box_rows: u32| {
                of.map(ops, address, (rows, k), count, box_rows)
            };
            let (map_a, map_b) = (map(at_a, of_a, m, 128)?, map(at_b, of_b, n, 256)?);
            let tiles = u64::from(m.div_ceil(128)) * u64::from(n.div_ceil(256)) * u64::from(count);
            ensure!(tiles < 1 << 27, "D has {tiles} tiles, which are 2^27 or more");
            let blocks = kernels::blocks(m, n, count).min(ops.device().multiprocessors()).max(1);
            let (grid, at_a, at_b) = ((blocks as usize, 1), map_a.pointer(), map_b.pointer());
            macro_rules! product {
                ($($along_k:pat => $bf16:ident $f16:ident $reason:literal;)+) => {
                    match (of_a.strides.1 == 1, of_b.strides.1 == 1) { $(
                        $along_k => by_type!(
                            dependent: kind, [Bf16: kernels::$bf16, F16: kernels::$f16], $reason, grid,
                            (
                                m, n, k, count, at_a, at_b, c.cast(), ldc, stride_c, d.pointer_mut(),
                                ldd, stride_d, bias.cast(), alpha, beta, activation,
                            ),
                            (self, map_a, map_b)
                        ),
                    )+ }
                };
            }
            let product = product! {
                (true, true) =>
                    matmul_bf16_tn matmul_f16_tn "wgmma: A and B are contiguous along k";
                (true, false) =>
                    matmul_bf16_tt matmul_f16_tt "wgmma: A is contiguous along k, B along n";
                (false, true) =>
                    matmul_bf16_nn matmul_f16_nn "wgmma: A is contiguous along m, B along k";
                (false, false) =>
                    matmul_bf16_nt matmul_f16_nt "wgmma: A is contiguous along m, B along n";
            };
            return copies.into_iter().try_fold(product?, |product, copy| Ok(product.after(copy)));
        }
        for (name, matrices) in [("a", of_a), ("b", of_b)] {
            let span = matrices.tile();
            ensure!(
                span < 1 << 32,
                "a tile of {name} spans {span} elements, which is 2^32 or more without TMA"
            );
        }
        ensure!(count <= 65535, "a batch of {count} is more than 65535 without TMA");
        let (x, y) = kernels::grid(m, n, count);
        let grid = (x as usize, y as usize);
        // The kernels count to the end of the last tile of k.
        ensure!(k <= u32::MAX - 128, "k is {k}, which is 2^32 - 128 or more");
        let reason = match (vectors, kind) {
            (true, Type::F32) => "multiply-adds in f32, without tensor cores",
            (true, _) => "mma.sync: no wgmma on this GPU, or a matrix or row that repeats",
            (false, Type::F32) => "multiply-adds in f32, element by element: rows are not vectors",
            (false, _) => {
                "mma.sync, element by element: rows do not begin at multiples of 16 bytes, and there is no workspace"
            }
        };
        by_row! {
            vectors, kind, reason, grid,
            (
                m, n, k, a.pointer(), of_a.strides.0, of_a.strides.1, of_a.batch, b.pointer(),
                of_b.strides.0, of_b.strides.1, of_b.batch, c.cast(), ldc, stride_c, d.pointer_mut(),
                ldd, stride_d, bias.cast(), alpha, beta, activation,
            ),
            self,
            kernels {
                true => matmul_mma_bf16_vectors matmul_mma_f16_vectors matmul_simt_f32_vectors;
                false => matmul_mma_bf16_any matmul_mma_f16_any matmul_simt_f32_any;
            }
        }
    }
}
operator!(Matmul);

/// Returns the matrices of D and C, which is D if there is none; their rows are contiguous.
pub(crate) fn results(d: &View, c: Option<&View>) -> Result<(Matrices, Matrices), Error> {
    let rows = |name, view: &View| {
        let matrices = Matrices::of(name, view)?;
        ensure!(
            matrices.strides.1 == 1 || view.shape()[view.rank - 1] <= 1,
            "the rows of {name} are not contiguous"
        );
        match matrices.strides.0 {
            0..0x200_0000 => Ok(matrices),
            ld => Err(refused(format!(
                "the rows of {name} are {ld} elements apart, which is 2^25 or more"
            ))),
        }
    };
    let of_d = rows("d", d)?;
    Ok((of_d, c.map_or(Ok(of_d), |c| rows("c", c))?))
}
/// Checks sizes that are coordinates of boxes.
pub(crate) fn of_boxes(sizes: &[(&str, u32)]) -> Result<(), Error> {
    match sizes.iter().find(|(_, size)| *size >= 1 << 31) {
        Some((what, size)) => Err(refused(format!("{what} is {size}, which is 2^31 or more"))),
        None => Ok(()),
    }
}
/// Returns a size as the kernels have it.
pub(crate) fn small(what: &str, number: usize) -> Result<u32, Error> {
    u32::try_from(number).map_err(|_| refused(format!("{what} is {number}, which is 2^32 or more")))
}

/// A batch of matrices: the extents and strides of both modes, and the stride of the batch.
#[derive(Copy, Clone)]
pub(crate) struct Matrices {
    pub(crate) extents: (usize, usize),
    pub(crate) strides: (u32, u32),
    pub(crate) batch: u64,
}
impl Matrices {
    pub(crate) fn of(name: &str, view: &View) -> Result<Self, Error> {
        let (i, j) = (view.rank - 2, view.rank - 1);
        let extents = (view.shape()[i], view.shape()[j]);
        let stride = |mode: usize| {
            u32::try_from(view.strides()[mode]).map_err(|_| {
                refused(format!("mode {mode} of {name}, {view}, has no stride from 0 to 2^32 - 1"))
            })
        };
        let mut strides = (stride(i)?, stride(j)?);
        // A mode of one element has any stride: the one that a contiguous matrix would have.
        let after = |extent: usize| {
            u32::try_from(extent).ok().and_then(|extent| extent.checked_next_multiple_of(8))
        };
        match (extents, strides) {
            ((_, 1), (1, _)) => strides.1 = after(extents.0).unwrap_or(strides.1),
            ((_, 1), _) => strides.1 = 1,
            ((1, _), (_, 1)) => strides.0 = after(extents.1).unwrap_or(strides.0),
            ((1, _), _) => strides.0 = 1,
            _ => {}
        }
        let batch = view.leading(i).filter(|&(_, stride)| stride >= 0).ok_or_else(|| {
            refused(format!(
                "the matrices of {name}, {view}, are not the same number of elements apart"
            ))
        })?;
        let batch = if batch.0 == 1 { 0 } else { batch.1.unsigned_abs() };
        Ok(Matrices { extents, strides, batch })
    }
    /// Returns (k, n) as (n, k).
    pub(crate) fn transposed(self) -> Self {
        let ((i, j), (s, t)) = (self.extents, self.strides);
        Matrices { extents: (j, i), strides: (t, s), ..self }
    }
    /// Returns the rows, the columns and the elements between rows, where columns are contiguous.
    fn rows(self) -> Option<(usize, usize, u32)> {
        match self.strides {
            (other, 1) => Some((self.extents.0, self.extents.1, other)),
            (1, other) => Some((self.extents.1, self.extents.0, other)),
            _ => None,
        }
    }
    /// Returns the elements from the first one of a tile to those that a kernel without TMA reaches
    /// from there: the others of its 128 rows and 64 columns, and the next tile along k.
    fn tile(self) -> u64 {
        let steps = |extent: usize, tile| extent.saturating_sub(1).min(tile) as u64;
        let (rows, columns) = (steps(self.extents.0, 127), steps(self.extents.1, 64));
        rows * u64::from(self.strides.0) + columns * u64::from(self.strides.1)
    }
    /// Returns whether rows are whole vectors of 16 bytes.
    fn vectors(self, view: &View) -> bool {
        let vector = 16 / view.kind.bytes();
        let whole = self.rows().is_some_and(|(_, columns, _)| columns.is_multiple_of(vector));
        whole && self.aligned(view)
    }
    /// Returns whether rows begin at multiples of 16 bytes.
    fn aligned(self, view: &View) -> bool {
        let vector = 16 / view.kind.bytes();
        let steps = self.rows().is_some_and(|(_, _, ld)| (ld as usize).is_multiple_of(vector));
        steps && view.address.is_multiple_of(16) && self.batch.is_multiple_of(vector as u64)
    }
    /// Returns whether a tensor map describes the batch: it repeats no matrix, and no row overlaps
    /// the next.
    pub(crate) fn maps(self, view: &View, count: u32) -> bool {
        let apart = self.rows().is_some_and(|(_, columns, ld)| ld as usize >= columns);
        apart && self.aligned(view) && (count == 1 || self.batch != 0)
    }
    /// Returns the batch with rows at multiples of 16 bytes, and its elements, if its rows are the
    /// same number of elements apart throughout.
    fn copied(self, count: u32) -> Option<(Self, usize, Copied)> {
        let (rows, columns, ld) = self.rows()?;
        if count > 1 && self.batch != rows as u64 * u64::from(ld) {
            return None;
        }
        let to = u32::try_from(columns.next_multiple_of(8)).ok()?;
        let all = u32::try_from(rows.checked_mul(count as usize)?).ok()?;
        let (batch, elements) = (rows as u64 * u64::from(to), all as usize * to as usize);
        let strides = if self.strides.1 == 1 { (to, 1) } else { (1, to) };
        let batch = if count == 1 { 0 } else { batch };
        Some((Matrices { strides, batch, ..self }, elements, (all, columns as u32, ld, to)))
    }
    /// Returns the map of (contiguous mode, other mode, batch), in boxes of 64 by `box_rows`, or of
    /// 64 by 64 if the rows, and not k, are contiguous.
    pub(crate) fn map(
        self,
        ops: &Ops,
        address: u64,
        (rows, k): (u32, u32),
        count: u32,
        box_rows: u32,
    ) -> Result<Map, Error> {
        if k == 0 {
            return Ok(ops.device().no_map());
        }
        let (extents, other, box_rows) = match self.strides.1 {
            1 => ([k, rows, count], self.strides.0, box_rows),
            _ => ([rows, k, count], self.strides.1, 64),
        };
        let (other, batch) = (2 * u64::from(other), (2 * self.batch).max(16));
        let tensor =
            tensor_map::Tensor::tiled(2, &extents, &[other, batch], &[64, box_rows, 1], 128);
        let tensor = tensor.map_err(|error| refused(error.to_string()))?;
        ops.device().tensor_map(address, &tensor)
    }
}

/// A copy of rows: their number, the columns, and the elements between rows before and after.
type Copied = (u32, u32, u32, u32);
/// Both operands with the addresses from which tensor maps describe them, and the copies that come
/// first.
type Placed<'t> = ([(u64, Matrices); 2], Vec<Plan<'t>>);

/// Returns the operands for tensor maps, copied to the workspace where their rows do not begin at
/// multiples of 16 bytes; `None` without a workspace, or where a copy does not help.
fn placed<'t>(
    operands: [(&View, Matrices); 2],
    count: u32,
    workspace: Option<&View>,
) -> Result<Option<Placed<'t>>, Error> {
    let (mut places, mut copies, mut used) = (Vec::new(), Vec::new(), 0);
    for (view, of) in operands {
        if view.is_empty() || of.maps(view, count) {
            places.push((view.address, of));
            continue;
        }
        let (Some(workspace), Some((to, elements, rows))) = (workspace, of.copied(count)) else {
            return Ok(None);
        };
        ensure!(
            workspace.is_contiguous() && workspace.address.is_multiple_of(16),
            "the workspace, {workspace}, is not contiguous from a multiple of 16 bytes on"
        );
        let (address, bytes) =
            (workspace.address + used as u64, workspace.size() * workspace.kind.bytes());
        used += 2 * elements;
        ensure!(
            used <= bytes,
            "the workspace has {bytes} bytes, and the aligned copies of A and B take {used} or more"
        );
        let (all, columns, ld, ld_to) = rows;
        let grid = (all.div_ceil(align::TILE.0) as usize, columns.div_ceil(align::TILE.1) as usize);
        if grid.1 > 65535 {
            return Ok(None);
        }
        let target = ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: the operand has these rows, and the workspace has room for them; the product,
        // which comes later, keeps both.
        let copy = unsafe {
            Plan::of::<align::align_rows>(
                false,
                "",
                grid,
                (all, columns, view.pointer(), ld, target, ld_to),
                (),
            )
        };
        copies.push(copy?);
        places.push((address, to));
    }
    Ok(places.try_into().ok().map(|places| (places, copies)))
}
