//! The picture of the banks of shared memory.

use std::collections::BTreeSet;

use zellige_dynamic::{DynLayout, Offset};

use crate::face::{sentence, written};
use crate::palette::Class;
use crate::picture::{Cell, Picture};

/// The number of banks.
const BANKS: i128 = 32;
/// The number of adjacent bytes of a bank.
const WIDTH: i128 = 4;

/// Returns the picture of the banks of shared memory in which the elements of a layout begin, if
/// each has `bytes` bytes: the number of the bank, and its colour. There are 32 banks of 4 bytes.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let rows: DynLayout = "(8,64):(64,1)".parse()?;
/// let swizzled: DynLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
/// assert_eq!(
///     draw::banks(&rows, 2).notes(),
///     ["Of row 0 the first 32 elements begin in 16 banks, of column 0 the first 8 in 1 bank."]
/// );
/// assert_eq!(
///     draw::banks(&swizzled, 2).notes(),
///     ["Of row 0 the first 32 elements begin in 16 banks, of column 0 the first 8 in 8 banks."]
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// Elements of 0 bytes have no bank; [`Picture::problem`] reports that.
pub fn banks(layout: impl Into<DynLayout>, bytes: u64) -> Picture {
    let layout = layout.into();
    let plural = if bytes == 1 { "byte" } else { "bytes" };
    let title = format!("banks of {layout}, elements of {bytes} {plural}");
    if bytes == 0 {
        return Picture::failed(title, "An element of 0 bytes lies in no bank.");
    }
    let mut picture = Picture::titled(title);
    let mut unnumbered = None;
    picture.add_layout(&layout, "", |point| match bank(&point.offset, bytes) {
        Some((byte, bank)) => {
            let title = format!("{}, byte {byte}, bank {bank}", sentence(point));
            Cell::new([bank.to_string()], Class::Bank(bank), title)
        }
        None => {
            unnumbered.get_or_insert_with(|| written(&point.offset));
            Cell::new(["?".into()], Class::Missing, sentence(point))
        }
    });
    if let Some(offset) = unnumbered {
        picture.note_problem(format!("The offset {offset} is not a number, so it has no bank."));
    } else if let Some(note) = along(&layout, bytes) {
        picture.notes.insert(0, note);
    }
    picture
}

/// Returns the byte at which an element begins, and its bank.
fn bank(offset: &Offset, bytes: u64) -> Option<(i128, u8)> {
    let byte = i128::from(offset.number()?) * i128::from(bytes);
    Some((byte, byte.div_euclid(WIDTH).rem_euclid(BANKS) as u8))
}

/// Returns the sentence that counts the banks along a row and along a column.
fn along(layout: &DynLayout, bytes: u64) -> Option<String> {
    let shape = layout.shape();
    let [rows, columns, ..] = shape.modes() else {
        return None;
    };
    let (rows, columns) = (rows.size().ok()?, columns.size().ok()?);
    if rows == 0 || columns == 0 {
        return None;
    }
    let count = |step: u64, extent: u64| {
        let some = extent.min(BANKS as u64);
        let banks = (0..some).map(|i| bank(&layout.at(i * step).ok()?, bytes));
        let banks: BTreeSet<u8> =
            banks.map(|bank| bank.map(|(_, bank)| bank)).collect::<Option<_>>()?;
        let plural = if banks.len() == 1 { "bank" } else { "banks" };
        Some((some, format!("{} {plural}", banks.len())))
    };
    let ((of_row, in_row), (of_column, in_column)) = (count(rows, columns)?, count(1, rows)?);
    let elements = if of_row == 1 { "element begins" } else { "elements begin" };
    Some(format!(
        "Of row 0 the first {of_row} {elements} in {in_row}, of column 0 the first {of_column} in {in_column}."
    ))
}
