//! The tables of one layout: one, or several if it has more than two modes.

use zellige_dynamic::{DynLayout, Offset, Refusal, Shape, Tuple};

use crate::axis::{Axis, grouped, size};
use crate::owners::no_element;
use crate::palette::Class;
use crate::picture::{Cell, Panel, Picture};
use crate::window::{MOST_CELLS, MOST_TABLES, Part, left_out};

/// The maximum number of columns of a table that has another one beside it.
const MOST_COLUMNS_BESIDE: usize = 20;

/// A coordinate of a layout, with its offset.
pub(crate) struct Point {
    pub(crate) index: u64,
    pub(crate) coordinate: Shape,
    pub(crate) offset: Offset,
}

/// The rows and columns of the tables of a shape, and the modes whose coordinates each have a
/// table.
struct Axes {
    rows: Shape,
    columns: Shape,
    across: Shape,
    down: Shape,
}

impl Axes {
    fn of(shape: &Shape) -> Axes {
        let one = || Tuple::Leaf(1);
        let (rows, columns, across, down) = match shape.modes() {
            [] => (one(), one(), one(), one()),
            [columns] => (one(), columns.clone(), one(), one()),
            [rows, columns] => (rows.clone(), columns.clone(), one(), one()),
            [rows, columns, across, down @ ..] => {
                (rows.clone(), columns.clone(), across.clone(), grouped(down))
            }
        };
        Axes { rows, columns, across, down }
    }
}

/// Returns the axes of a table of two modes, or of a single mode as its columns.
pub(crate) fn axes(shape: &Shape) -> (Axis, Axis) {
    let axes = Axes::of(shape);
    match shape.rank() {
        0 | 1 => (Axis::single(), Axis::of(&axes.columns)),
        _ => (Axis::of(&axes.rows), Axis::of(&axes.columns)),
    }
}

impl Picture {
    /// Adds the tables of a layout, beside the existing ones or below them. `paint` makes the cell
    /// of each coordinate.
    pub(crate) fn add_layout(
        &mut self,
        layout: &DynLayout,
        caption: &str,
        mut paint: impl FnMut(&Point) -> Cell,
    ) {
        let shape = layout.shape();
        if layout.size() == 0 {
            return self.note(no_element(&shape));
        }
        let axes_of = Axes::of(&shape);
        let (rows, columns) = axes(&shape);
        let (all_rows, all_columns) = (size(&axes_of.rows), size(&axes_of.columns));
        let (all_across, all_down) = (size(&axes_of.across), size(&axes_of.down));
        let most = MOST_CELLS / (rows.count * columns.count);
        let across = all_across.min(MOST_TABLES.min(most) as u64).max(1);
        let down = all_down.min(MOST_TABLES.min(most / across as usize) as u64).max(1);
        let several = shape.rank() > 2;
        let base = self.next_place(several || columns.count > MOST_COLUMNS_BESIDE);
        let grid = all_rows * all_columns;
        for k in 0..across * down {
            let (i, j) = (k / across, k % across);
            let outer = j + i * all_across;
            let mut cells = Vec::with_capacity(rows.count * columns.count);
            for row in 0..rows.count as u64 {
                for column in 0..columns.count as u64 {
                    let index = row + column * all_rows + outer * grid;
                    cells.push(self.cell_at(layout, index, &mut paint));
                }
            }
            let caption = match several {
                // The first table says what is drawn, the others say which part of it.
                true => table_caption(
                    if k == 0 { caption } else { "" },
                    &coordinate(layout, outer * grid),
                ),
                false => caption.to_string(),
            };
            self.panels.push(Panel {
                place: (base.0 + i as usize, base.1 + j as usize),
                caption,
                rows: rows.clone(),
                columns: columns.clone(),
                cells,
            });
        }
        if several {
            self.note(
                "Modes 0 and 1 are the rows and columns of a table; each coordinate of the other modes has a table of its own.",
            );
        }
        let part = |name, of, drawn: u64, all| Part { name, of, drawn: drawn as usize, all };
        let parts = [
            part("row", "", rows.count as u64, all_rows),
            part("column", "", columns.count as u64, all_columns),
            part("coordinate", " of mode 2", across, all_across),
            part("coordinate", " of the modes after it", down, all_down),
        ];
        if let Some(sentence) = left_out(&parts) {
            self.note(sentence);
        }
    }

    /// Returns the cell of an index; if the index has no offset, a cell that says why.
    fn cell_at(
        &mut self,
        layout: &DynLayout,
        index: u64,
        paint: &mut impl FnMut(&Point) -> Cell,
    ) -> Cell {
        match layout.at(index) {
            Ok(offset) => paint(&Point { index, coordinate: coordinate(layout, index), offset }),
            Err(refusal) => self.refused(&coordinate(layout, index), &refusal),
        }
    }

    /// Returns the cell of a coordinate that has no offset, and keeps the reason.
    fn refused(&mut self, coordinate: &Shape, refusal: &Refusal) -> Cell {
        let title = format!("coordinate {coordinate}: {}", refusal.message());
        self.note_problem(&title);
        Cell::new(["?".into()], Class::Missing, title)
    }

    /// Returns the place where the next tables begin: below all others, or to the right of the
    /// lowest.
    fn next_place(&self, below: bool) -> (usize, usize) {
        let last_row = self.panels.iter().map(|panel| panel.place.0).max();
        let Some(row) = last_row else {
            return (0, 0);
        };
        let in_row = || self.panels.iter().filter(|panel| panel.place.0 == row);
        let wide = |panel: &Panel| panel.columns.count > MOST_COLUMNS_BESIDE;
        if below || in_row().any(wide) || in_row().count() > 1 {
            return (row + 1, 0);
        }
        (row, in_row().map(|panel| panel.place.1 + 1).max().unwrap_or(0))
    }
}

/// Returns the caption of the table of a coordinate: `(_,_,1)`.
fn table_caption(caption: &str, coordinate: &Shape) -> String {
    let others = coordinate.modes().iter().skip(2);
    let others: String = others.map(|mode| format!(",{mode}")).collect();
    let space = if caption.is_empty() { "" } else { " " };
    format!("{caption}{space}(_,_{others})")
}

/// Returns an offset as written in a cell: a point without its name.
pub(crate) fn written(offset: &Offset) -> String {
    match offset {
        Offset::Point(entries) => entries.to_string(),
        _ => offset.to_string(),
    }
}

/// Returns the sentence of a cell: its coordinate, its index and its offset.
pub(crate) fn sentence(point: &Point) -> String {
    let (coordinate, index, offset) = (&point.coordinate, point.index, written(&point.offset));
    format!("coordinate {coordinate}, index {index}: offset {offset}")
}

/// Returns the class of an offset; for a point, that of the sum of its entries.
pub(crate) fn shade(offset: &Offset) -> Class {
    match offset {
        Offset::Number(n) | Offset::Steps(n, _) => Class::shade(i128::from(*n)),
        Offset::Point(entries) => {
            Class::shade(entries.leaves().into_iter().map(|&n| i128::from(n)).sum())
        }
    }
}

/// Returns the coordinate of an index; in a layout without elements, the index itself.
fn coordinate(layout: &DynLayout, index: u64) -> Shape {
    layout.idx2crd(index).unwrap_or(Shape::Leaf(index))
}
