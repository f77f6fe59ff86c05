//! The threads and values that have each cell of a table: the inverse of a thread-value layout.

use std::collections::BTreeMap;

use zellige_dynamic::{DynLayout, Shape};

use crate::axis::Axis;
use crate::face::{axes, written};
use crate::palette::Class;
use crate::picture::{Cell, Panel, Picture};
use crate::window::{MOST_PAIRS, Part, left_out};

/// The number of threads with the same element that are listed in its title.
const LISTED: usize = 4;

/// A table of elements that threads have, which is drawn beside others.
pub(crate) struct Tile<'a> {
    pub(crate) place: (usize, usize),
    pub(crate) caption: String,
    /// From (thread, value) to the number of the element.
    pub(crate) tv: &'a DynLayout,
    /// The modes of the table.
    pub(crate) shape: Shape,
    /// True if the elements are numbered along rows first, rather than along columns.
    pub(crate) by_rows: bool,
}

/// Returns a layout that is a type.
pub(crate) fn fixed<L: zellige::Layout>() -> DynLayout {
    DynLayout::from(&L::STATIC)
}

/// The threads that have one element: the first few, and the total number.
#[derive(Default)]
struct Owners {
    first: Vec<(u64, u64)>,
    count: u64,
}

impl Picture {
    /// Adds the table of a tile.
    pub(crate) fn add_tile(&mut self, tile: &Tile<'_>) {
        let shape = &tile.shape;
        let all = match shape.size() {
            Ok(0) => return self.note_problem(no_element(shape)),
            Ok(all) => all,
            Err(refusal) => return self.note_problem(refusal.message()),
        };
        let all_rows = match shape.modes() {
            [] | [_] => 1,
            [rows, ..] => crate::axis::size(rows),
        };
        let all_columns = all / all_rows;
        let (rows, columns) = match shape.modes() {
            [rows, others @ ..] if others.len() > 1 => {
                self.note("Mode 0 is the rows, and the other modes together are the columns.");
                (Axis::of(rows), Axis::of(&crate::axis::grouped(others)))
            }
            _ => axes(shape),
        };
        let place = |element: u64| match tile.by_rows {
            true => (element / all_columns, element % all_columns),
            false => (element % all_rows, element / all_rows),
        };
        let mut owners: BTreeMap<(u64, u64), Owners> = BTreeMap::new();
        let threads = tile.tv.shape().modes().first().map_or(1, crate::axis::size);
        let pairs = tile.tv.size();
        for index in 0..pairs.min(MOST_PAIRS) {
            let (thread, value) = (index % threads, index / threads);
            let offset = match tile.tv.at(index) {
                Ok(offset) => offset,
                Err(refusal) => {
                    self.note_problem(format!("T{thread} V{value}: {}", refusal.message()));
                    continue;
                }
            };
            let element = offset.number().and_then(|n| u64::try_from(n).ok());
            let Some(element) = element.filter(|&element| element < all) else {
                self.note_problem(format!(
                    "T{thread} V{value} of {} has the offset {}, which is not an element of {shape}: its elements have the offsets 0 to {}.",
                    tile.tv,
                    written(&offset),
                    all - 1
                ));
                continue;
            };
            let (row, column) = place(element);
            if row < rows.count as u64 && column < columns.count as u64 {
                let owners = owners.entry((row, column)).or_default();
                owners.count += 1;
                if owners.first.len() < LISTED {
                    owners.first.push((thread, value));
                }
            }
        }
        if pairs > MOST_PAIRS {
            self.note(format!("Only the first {MOST_PAIRS} of {pairs} pairs of a thread and a value were looked at."));
        }
        if owners.values().any(|owners| owners.count > 1) {
            self.note(
                "Where several have an element, one is written: that of the lowest value, and then of the lowest thread.",
            );
        }
        let parts = [
            Part { name: "row", of: "", drawn: rows.count, all: all_rows },
            Part { name: "column", of: "", drawn: columns.count, all: all_columns },
        ];
        if let Some(sentence) = left_out(&parts) {
            let name = tile.caption.split(':').next().unwrap_or_default();
            match name {
                "" => self.note(sentence),
                _ => self.note(format!("{name}: {sentence}")),
            }
        }
        let mut cells = Vec::with_capacity(rows.count * columns.count);
        for row in 0..rows.count as u64 {
            for column in 0..columns.count as u64 {
                let element = match tile.by_rows {
                    true => row * all_columns + column,
                    false => row + column * all_rows,
                };
                let at = match shape.rank() {
                    0 | 1 => format!("({column})"),
                    _ => format!("({row},{column})"),
                };
                cells.push(cell(&at, element, owners.get(&(row, column))));
            }
        }
        self.panels.push(Panel {
            place: tile.place,
            caption: tile.caption.clone(),
            rows,
            columns,
            cells,
        });
    }
}

/// Returns the sentence about a shape without elements.
pub(crate) fn no_element(shape: &Shape) -> String {
    let mode = shape.modes().iter().position(|mode| mode.size() == Ok(0));
    match mode {
        Some(mode) if shape.depth() > 0 => {
            format!("The shape {shape} has no element: the size of its mode {mode} is 0.")
        }
        _ => format!("The shape {shape} has no element."),
    }
}

/// Returns the cell of an element with the threads that have it.
fn cell(at: &str, element: u64, owners: Option<&Owners>) -> Cell {
    let begin = format!("{at}, element {element}");
    let first = owners.and_then(|owners| Some((owners, owners.first.first()?)));
    let Some((owners, &(thread, value))) = first else {
        let nothing = [String::new(), String::new()];
        return Cell::new(nothing, Class::Plain, format!("{begin}: nobody has it"));
    };
    let listed = owners.first.iter().map(|(t, v)| format!("T{t} V{v}"));
    let mut title = format!("{begin}: {}", listed.collect::<Vec<_>>().join(", "));
    if owners.count > owners.first.len() as u64 {
        let more = owners.count - owners.first.len() as u64;
        title.push_str(&format!(" and {more} more"));
    }
    let lines = [format!("T{thread}"), format!("V{value}")];
    Cell::new(lines, Class::hue(thread.into()), title)
}
