//! Tensors as rows of contiguous elements.

use crate::attention::check_workspace;
use crate::tensor::{View, ensure, refuse, refused, words};
use crate::{Error, Ops, Type};
use std::ptr;
use zellige_launch::device::Map;
use zellige_launch::tensor_map::Tensor as Described;
use zellige_ops_kernels::row::{WARP_COLUMNS, block_columns};

/// Rows of contiguous elements, which begin `ld` elements apart.
#[derive(Copy, Clone)]
pub(crate) struct Rows {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) ld: u32,
    /// Whether all rows are whole vectors of 16 bytes.
    pub(crate) vectors: bool,
    /// The bytes of the first row, and of the distance of rows, past a multiple of 16 bytes.
    pub(crate) past: (u32, u32),
}
impl Rows {
    /// Returns the rows of an operand: its last mode is contiguous, and the others are one mode.
    pub(crate) fn of(name: &str, view: &View) -> Result<Self, Error> {
        let last =
            view.rank.checked_sub(1).ok_or_else(|| refused(format!("{name} has no modes")))?;
        let (columns, stride) = (view.shape()[last], view.strides()[last]);
        let leading = view.leading(last).filter(|_| stride == 1 || columns <= 1);
        let Some((rows, ld)) = leading.filter(|&(rows, ld)| rows <= 1 || ld >= 0) else {
            refuse!(
                "the rows of {name}, {view}, are not contiguous and the same number of elements apart: copy it with Permute first"
            );
        };
        let ld = if rows <= 1 { columns as i64 } else { ld };
        let small = |what: &str, number: i128| {
            u32::try_from(number)
                .map_err(|_| refused(format!("{name} has {number} {what}, which is 2^32 or more")))
        };
        let bytes = view.kind.bytes();
        let apart = if rows <= 1 { 0 } else { ld as u64 * bytes as u64 };
        let past = ((view.address % 16) as u32, (apart % 16) as u32);
        Ok(Rows {
            rows: small("rows", rows as i128)?,
            columns: small("columns", columns as i128)?,
            ld: small("elements from row to row", i128::from(ld))?,
            vectors: past == (0, 0) && columns % (16 / bytes) == 0,
            past,
        })
    }
}
/// The way in which the threads of a GPU have a row.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Way {
    /// In the registers of a warp.
    Warp,
    /// In the registers of a block of 128 threads, 2 or 3 vectors per thread.
    Narrow2,
    Narrow3,
    /// In the registers of a block of 256 threads, 2 to 4 vectors per thread.
    Block2,
    Block3,
    Block4,
    /// In the registers of a block of twice as many threads.
    Wide,
    /// In the registers of 1, 2, 4, 8 or 16 such blocks.
    Cluster(usize),
    /// Piece by piece.
    Any,
}
impl Way {
    /// Returns the way for rows of elements of `bytes` bytes, with the reason: of a matrix, and of
    /// others. A block of a cluster has up to 512 V vectors, and there are kernels for up to 64 / V
    /// blocks.
    pub(crate) fn of(
        ops: &Ops,
        of: Rows,
        others: &[Rows],
        bytes: usize,
        v: u32,
    ) -> (Self, &'static str) {
        if others.iter().any(|other| other.past != of.past) {
            return (Way::Any, "rows begin at different bytes of 16");
        }
        let fit = |v| of.columns <= block_columns(v, bytes as u32);
        let fits_narrow = |v| 2 * of.columns <= block_columns(v, bytes as u32);
        let clusters = if ops.hopper().is_ok() { &[1, 2, 4, 8, 16][..] } else { &[] };
        match clusters.iter().find(|&&blocks| fit(2 * v * blocks) && v * blocks <= 64) {
            _ if of.columns <= WARP_COLUMNS => (Way::Warp, "a warp has a row in registers"),
            _ if fits_narrow(2) => (Way::Narrow2, "a block has a row in registers"),
            _ if fits_narrow(3) => (Way::Narrow3, "a block has a row in registers"),
            _ if fit(2) => (Way::Block2, "a block has a row in registers"),
            _ if fit(3) => (Way::Block3, "a block has a row in registers"),
            _ if fit(4) => (Way::Block4, "a block has a row in registers"),
            _ if fit(8) => (Way::Wide, "a block has a row in registers"),
            Some(1) => (Way::Cluster(1), "a block has rows in registers, one after the other"),
            Some(&blocks) => {
                (Way::Cluster(blocks as usize), "several blocks have a row in registers")
            }
            None => (Way::Any, "a row does not fit into the registers of a block"),
        }
    }
    /// Returns the number of blocks of a grid in which each block, or cluster, has one row.
    pub(crate) fn blocks(self, rows: u32) -> usize {
        if let Way::Cluster(blocks) = self { blocks * rows as usize } else { rows as usize }
    }
    /// Returns the same number where a warp may have a row.
    pub(crate) fn blocks_of_warps(self, rows: u32) -> usize {
        if self == Way::Warp { rows.div_ceil(8) as usize } else { self.blocks(rows) }
    }
}
/// Returns the counter that clusters draw the numbers of their rows from: the workspace, or null.
pub(crate) fn counter(workspace: Option<&View>) -> Result<*mut u32, Error> {
    let Some(workspace) = workspace else { return Ok(ptr::null_mut()) };
    check_workspace(workspace, 1)?;
    Ok(workspace.pointer_mut())
}
/// Checks that the elements of an operand lie side by side, in row-major order.
pub(crate) fn contiguous(name: &str, view: &View) -> Result<(), Error> {
    ensure!(view.is_contiguous(), "{name}, {view}, is not contiguous");
    Ok(())
}
/// Checks that the elements of an operand begin at a multiple of 16 bytes.
pub(crate) fn aligned(name: &str, view: &View) -> Result<(), Error> {
    ensure!(view.address.is_multiple_of(16), "{name} does not begin at a multiple of 16 bytes");
    Ok(())
}
/// Checks that a bias, if there is one, is a contiguous row like those of `d`.
pub(crate) fn check_bias(bias: Option<&View>, d: &View, columns: usize) -> Result<(), Error> {
    let Some(bias) = bias else { return Ok(()) };
    same_type("bias", bias, "d", d)?;
    same_shape("bias", bias, &[columns], "a row of d")?;
    contiguous("bias", bias)
}
/// Returns the map of an operand as rows of elements of `bytes` bytes, which begin `step` bytes
/// apart, in boxes of (columns, rows) with a swizzle.
pub(crate) fn map_rows(
    ops: &Ops,
    name: &str,
    view: &View,
    extents: [u32; 2],
    (bytes, step): (u32, u64),
    ((columns, rows), swizzle): ((u32, u32), u32),
) -> Result<Map, Error> {
    aligned(name, view)?;
    let tensor = Described::tiled(bytes, &extents, &[step], &[columns, rows], swizzle);
    let tensor = tensor.map_err(|error| refused(format!("{name}: {error}")))?;
    ops.device().tensor_map(view.address, &tensor)
}
/// Checks that an operand has contiguous integers of 32 bits, in the shape that another one needs.
pub(crate) fn integers(name: &str, view: &View, shape: &[usize], of: &str) -> Result<(), Error> {
    same_shape(name, view, shape, of)?;
    match view.kind {
        Type::U32 | Type::I32 => contiguous(name, view),
        kind => Err(refused(format!("the elements of {name} are {kind}, not u32 or i32"))),
    }
}
/// Returns the blocks for kernels that number the threads of their grid, 256 a block.
pub(crate) fn blocks(threads: usize) -> Result<usize, Error> {
    match threads < u32::MAX as usize - 256 {
        true => Ok(threads.div_ceil(256)),
        false => Err(refused(format!("{threads} threads are 2^32 or more"))),
    }
}
/// Checks that an operand has the shape of another one, and the same type of elements.
pub(crate) fn same(name: &str, view: &View, of: &str, other: &View) -> Result<(), Error> {
    same_shape(name, view, other.shape(), of)?;
    same_type(name, view, of, other)
}
/// Checks that an operand has this shape, which is that of another one.
pub(crate) fn same_shape(name: &str, view: &View, shape: &[usize], of: &str) -> Result<(), Error> {
    ensure!(
        view.shape() == shape,
        "{name} has the shape {}, but {of} needs {}",
        words(view.shape()),
        words(shape)
    );
    Ok(())
}
/// Checks that an operand has the type of elements of another one.
pub(crate) fn same_type(name: &str, view: &View, of: &str, other: &View) -> Result<(), Error> {
    ensure!(view.kind == other.kind, "{name} is {}, but {of} is {}", view.kind, other.kind);
    Ok(())
}
