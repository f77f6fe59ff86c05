//! Prints a layout as a table of offsets: a row for each coordinate of mode 0, a column for each
//! coordinate of the other modes.

use std::fmt::Display;
use zellige::prelude::*;

/// The number of rows that are printed; larger tables are cut to this corner.
const MAX_ROWS: usize = 8;
/// The number of columns that are printed; see [`MAX_ROWS`].
const MAX_COLUMNS: usize = 18;

/// Prints the table of `(2,3):(3,1)` as the rows `0 1 2` and `3 4 5`, numbered from 0.
pub(crate) fn print<L: Layout>(layout: L) {
    print_with_columns(layout, |column| column);
}

/// Does the same as `print`, with a heading of your own over each column.
pub(crate) fn print_with_columns<L: Layout, H: Display>(layout: L, heading: impl Fn(usize) -> H) {
    let rows = layout.get(int!(0)).size().usize();
    let columns = layout.size().usize() / rows;
    let (shown_rows, shown_columns) = (rows.min(MAX_ROWS), columns.min(MAX_COLUMNS));
    let headings: Vec<String> =
        (0..shown_columns).map(|column| heading(column).to_string()).collect();
    let cells: Vec<Vec<String>> = (0..shown_rows)
        .map(|row| {
            (0..shown_columns)
                .map(|column| offset(layout, row + rows * column).to_string())
                .collect()
        })
        .collect();
    let width = headings.iter().chain(cells.iter().flatten()).map(String::len).max().unwrap_or(1);
    let more = if columns > shown_columns { " .." } else { "" };
    print_row("", &headings, width, more);
    println!("       +{}", "-".repeat((width + 1) * shown_columns));
    for (row, cells) in cells.iter().enumerate() {
        print_row(&row.to_string(), cells, width, more);
    }
    if rows > shown_rows {
        println!("     ..|");
    }
}

/// Returns the offset of element `index`, counted with mode 0 fastest: in `(2,3):(3,1)`, element 1
/// is at 3.
pub(crate) fn offset<L: Layout>(layout: L, index: usize) -> usize {
    layout.crd2idx(index).usize()
}

/// Returns the offsets of all elements in turn: for `(2,3):(3,1)`, 0 3 1 4 2 5.
pub(crate) fn offsets<L: Layout>(layout: L) -> Vec<usize> {
    (0..layout.size().usize()).map(|index| offset(layout, index)).collect()
}

/// Prints one line of the table.
fn print_row(heading: &str, cells: &[String], width: usize, more: &str) {
    print!("  {heading:>4} |");
    for cell in cells {
        print!(" {cell:>width$}");
    }
    println!("{more}");
}
