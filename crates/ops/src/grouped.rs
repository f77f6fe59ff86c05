//! Products of groups of rows, each by a matrix of its own.

use crate::matmul::{Matmul, Matrices, of_boxes, results, small};
use crate::plan::{Home, by_row, operands, operator};
use crate::rows::{integers, same_shape};
use crate::tensor::{View, ensure, refuse, words};
use crate::{Error, Ops, Plan, Tensor};
use std::ptr;
use zellige_ops_kernels::grouped as kernels;

/// The products of a mixture of experts: D = activation(alpha A B + bias) + beta C, where each
/// group of rows of A has its own matrix of B. [`Matmul::grouped`] and [`Matmul::masked`] make it.
///
/// | | A | B | D | rows of group g |
/// |---|---|---|---|---|
/// | grouped | (m, k) | (groups, k, n) | (m, n) | `ends[g - 1]`, or 0, to `ends[g]` |
/// | masked | (groups, m, k) | (groups, k, n) | (groups, m, n) | 0 to `rows[g]` of matrix g |
///
/// The bounds are numbers of u32 or i32 on the device, which the host never reads. One past the
/// matrix, or a negative one, counts as its last row; of descending ends, the largest before
/// counts. Rows that no group has keep their elements in D. There are 1024 groups at most, and no
/// workspace is used.
///
/// Elements are bf16 or f16. It runs on Hopper: rows of A, which are contiguous, and those of B, in
/// either order, begin at multiples of 16 bytes.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{Matmul, Ops};
/// let ops = Ops::emulator();
/// let queue = ops.queue();
/// let a = ops.buffer(&[bf16::ONE; 5 * 8])?; // five tokens
/// let b = ops.buffer(&[[bf16::ONE; 64], [bf16::from_f32(2.0); 64]].concat())?; // two experts
/// let (mut d, ends) = (ops.buffer(&[bf16::ZERO; 5 * 8])?, ops.buffer(&[3u32, 5])?);
/// let (a, b) = (queue.tensor(&a, [5, 8])?, queue.tensor(&b, [2, 8, 8])?);
/// let product = Matmul::new(a, b, queue.tensor_mut(&mut d, [5, 8])?);
/// product.grouped(queue.tensor(&ends, [2])?).launch(&queue)?;
/// let d = d.read()?;
/// assert_eq!((d[2 * 8].to_f32(), d[3 * 8].to_f32()), (8.0, 16.0)); // rows 2 and 3
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// Other numbers of groups are refused: `grouped matmul: bounds has the shape (3), but b needs
/// (2)`.
#[must_use = "an operator does nothing until `launch`"]
pub struct Grouped<'t> {
    product: Matmul<'t>,
    bounds: Tensor<'t>,
    masked: bool,
}
impl<'t> Grouped<'t> {
    const NAME: &'static str = "grouped matmul";
    pub(crate) fn new(product: Matmul<'t>, bounds: Tensor<'t>, masked: bool) -> Self {
        Grouped { product, bounds, masked }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let Matmul { alpha, beta, activation, .. } = self.product;
        let (a, b, d) = (&self.product.a.view, &self.product.b.view, &self.product.d.view);
        let c = self.product.c.as_ref().map(|c| &c.view).or((beta != 0.0).then_some(d));
        let (bias, bounds) = (self.product.bias.as_ref().map(|x| &x.view), &self.bounds.view);
        ops.check(home, &operands![a, b, d, c, bias, "the bounds": bounds])?;
        let [groups, m, n, k] = extents(a, b, self.masked)?;
        let of_d = [&a.shape()[..a.rank - 1], &[n]].concat();
        same_shape("d", d, &of_d, "a b")?;
        self.product.same_types()?;
        check_bounds(bounds, groups)?;
        if d.is_empty() || groups == 0 {
            return Ok(Plan::nothing());
        }
        ops.hopper()?;
        let rows = if self.masked { m.saturating_mul(groups) } else { m };
        let rows = small("the number of rows", rows)?;
        // Where a group has one row, the next row is that of the next group.
        let flat = |of: Matrices| match (self.masked && m == 1, u32::try_from(of.batch)) {
            (true, Ok(ld)) if groups > 1 => Matrices { strides: (ld, of.strides.1), ..of },
            _ => of,
        };
        let (of_a, of_b) = (flat(Matrices::of("a", a)?), Matrices::of("b", b)?.transposed());
        let (of_d, of_c) = results(d, c).map(|(d, c)| (flat(d), flat(c)))?;
        // The rows from one group to the next, which are those of one matrix.
        let spacing = if self.masked { m } else { 0 };
        let matrices = [("a", a, of_a), ("d", d, of_d), ("c", c.unwrap_or(d), of_c)];
        for (name, view, of) in matrices.into_iter().filter(|_| self.masked && groups > 1) {
            ensure!(
                of.batch == m as u64 * u64::from(of.strides.0),
                "the rows of {name}, {view}, are not evenly spaced"
            );
        }
        for (name, view, of, count) in [("a", a, of_a, 1), ("b", b, of_b, groups as u32)] {
            ensure!(
                view.is_empty() || of.maps(view, count) && (name == "b" || of.strides.1 == 1),
                "the rows of {name}, {view}, are not contiguous from multiples of 16 bytes on"
            );
        }
        let (spacing, n, k) = (small("m", spacing)?, small("n", n)?, small("k", k)?);
        of_boxes(&[("the number of rows", rows), ("n", n), ("k", k)])?;
        // Tiles of 64 rows need less of A, but those of larger groups read B more than once.
        let is_short = rows as usize <= 64 * groups;
        let of_tile = if is_short { 64 } else { 128 };
        let row_tiles = rows as u64 / of_tile + groups as u64 + 16;
        ensure!(
            row_tiles * u64::from(n.div_ceil(256)) < 1 << 27,
            "d is {}, which are too many tiles",
            words(d.shape())
        );
        let map_a = of_a.map(ops, a.address, (rows, k), 1, of_tile as u32)?;
        let map_b = of_b.map(ops, b.address, (n, k), groups as u32, 256)?;
        let (at_a, at_b) = (map_a.pointer(), map_b.pointer());
        let pointer = |view: Option<&View>| view.map_or(ptr::null(), |view| view.pointer::<u8>());
        let (c, bias, ldc, ldd) = (pointer(c), pointer(bias), of_c.strides.0, of_d.strides.0);
        let (tn, tt) = ("wgmma: B is contiguous along k", "wgmma: B is contiguous along n");
        let is_tn = of_b.strides.1 == 1;
        by_row!(
            dependent: (is_short, is_tn), a.kind, if is_tn { tn } else { tt },
            (ops.device().multiprocessors() as usize, 1),
            (
                rows, n, k, groups as u32, bounds.pointer(), spacing, at_a, at_b, c.cast(), ldc,
                d.pointer_mut(), ldd, bias.cast(), alpha, beta, activation as u32,
            ),
            (self, map_a, map_b),
            kernels {
                (false, true) => grouped_bf16_tn grouped_f16_tn;
                (false, false) => grouped_bf16_tt grouped_f16_tt;
                (true, true) => grouped_bf16_tn_64 grouped_f16_tn_64;
                (true, false) => grouped_bf16_tt_64 grouped_f16_tt_64;
            }
        )
    }
}
operator!(Grouped);

/// Returns the numbers of groups, of rows in a group or in all, of columns and of terms.
pub(crate) fn extents(a: &View, b: &View, masked: bool) -> Result<[usize; 4], Error> {
    let shapes = || format!("a is {} and b is {}", words(a.shape()), words(b.shape()));
    match (a.shape(), b.shape(), masked) {
        (&[m, k], &[groups, of_b, n], false) if k == of_b => Ok([groups, m, n, k]),
        (&[of_a, m, k], &[groups, of_b, n], true) if k == of_b && of_a == groups => {
            Ok([groups, m, n, k])
        }
        (_, _, false) => refuse!("{}, not (m,k) and (g,k,n)", shapes()),
        _ => refuse!("{}, not (g,m,k) and (g,k,n)", shapes()),
    }
}
/// Checks that there is a bound for each group, and not too many.
pub(crate) fn check_bounds(bounds: &View, groups: usize) -> Result<(), Error> {
    integers("bounds", bounds, &[groups], "b")?;
    let most = kernels::MAX_GROUPS;
    ensure!(groups <= most as usize, "{groups} groups are more than {most}");
    Ok(())
}
