//! Tensors as rows of contiguous elements.

use crate::Error;
use crate::tensor::{View, refused, words};

/// Rows of contiguous elements, which begin `ld` elements apart.
#[derive(Copy, Clone)]
pub(crate) struct Rows {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) ld: u32,
    /// Whether all rows are whole vectors of 16 bytes.
    pub(crate) vectors: bool,
}
impl Rows {
    /// Returns the rows of an operand: its last mode is contiguous, and the others are one mode.
    pub(crate) fn of(name: &str, view: &View) -> Result<Self, Error> {
        let last =
            view.rank.checked_sub(1).ok_or_else(|| refused(format!("{name} has no modes")))?;
        let (columns, stride) = (view.shape()[last], view.strides()[last]);
        let leading = view.leading(last).filter(|_| stride == 1 || columns <= 1);
        let Some((rows, ld)) = leading.filter(|&(rows, ld)| rows <= 1 || ld >= 0) else {
            return Err(refused(format!(
                "the rows of {name}, {view}, are not contiguous and the same number of elements apart: copy it with Permute first"
            )));
        };
        let ld = if rows <= 1 { columns as i64 } else { ld };
        let small = |what: &str, number: i128| {
            u32::try_from(number)
                .map_err(|_| refused(format!("{name} has {number} {what}, which is 2^32 or more")))
        };
        let vector = 16 / view.kind.bytes();
        Ok(Rows {
            rows: small("rows", rows as i128)?,
            columns: small("columns", columns as i128)?,
            ld: small("elements from row to row", i128::from(ld))?,
            vectors: view.address % 16 == 0 && columns % vector == 0 && ld % vector as i64 == 0,
        })
    }
}
/// Checks that an operand has the shape of another one, and the same type of elements.
pub(crate) fn same(name: &str, view: &View, of: &str, other: &View) -> Result<(), Error> {
    same_shape(name, view, other.shape(), of)?;
    same_type(name, view, of, other)
}
/// Checks that an operand has this shape, which is that of another one.
pub(crate) fn same_shape(name: &str, view: &View, shape: &[usize], of: &str) -> Result<(), Error> {
    if view.shape() != shape {
        return Err(refused(format!(
            "{name} has the shape {}, but {of} needs {}",
            words(view.shape()),
            words(shape)
        )));
    }
    Ok(())
}
/// Checks that an operand has the type of elements of another one.
pub(crate) fn same_type(name: &str, view: &View, of: &str, other: &View) -> Result<(), Error> {
    if view.kind != other.kind {
        return Err(refused(format!("{name} is {}, but {of} is {}", view.kind, other.kind)));
    }
    Ok(())
}
