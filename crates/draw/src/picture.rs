//! The common model of a picture, from which each writer makes its text.

use std::fmt;

use crate::axis::Axis;
use crate::palette::Class;

/// A picture: tables of cells with axes, a title, and sentences about what is shown.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let rows: DynLayout = "(2,4):(4,1)".parse()?;
/// assert_eq!(
///     draw::layout(&rows).text(),
///     "\
/// (2,4):(4,1)
///
///     0  1  2  3
///   ┌────────────┐
/// 0 │ 0  1  2  3 │
/// 1 │ 4  5  6  7 │
///   └────────────┘
/// "
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(crate) title: String,
    pub(crate) panels: Vec<Panel>,
    pub(crate) notes: Vec<String>,
    pub(crate) problem: Option<String>,
}

/// One table of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panel {
    /// The row and the column of this table among the tables.
    pub(crate) place: (usize, usize),
    /// What the table shows; empty if the picture's title says it.
    pub(crate) caption: String,
    pub(crate) rows: Axis,
    pub(crate) columns: Axis,
    /// The cells, row by row.
    pub(crate) cells: Vec<Cell>,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The lines that are written in it, from top to bottom.
    pub(crate) lines: Vec<String>,
    pub(crate) class: Class,
    /// The text that is shown when one points at it.
    pub(crate) title: String,
}

impl Cell {
    /// Returns a cell with these lines.
    pub(crate) fn new(lines: impl Into<Vec<String>>, class: Class, title: String) -> Cell {
        Cell { lines: lines.into(), class, title }
    }
}

impl Panel {
    /// Returns the cell of a row and a column.
    pub(crate) fn cell(&self, row: usize, column: usize) -> &Cell {
        &self.cells[row * self.columns.count + column]
    }
}

impl Picture {
    /// Returns a picture without tables.
    pub(crate) fn titled(title: impl Into<String>) -> Picture {
        Picture { title: title.into(), panels: Vec::new(), notes: Vec::new(), problem: None }
    }

    /// Returns a picture that only says why there is none.
    pub(crate) fn failed(title: impl Into<String>, problem: impl fmt::Display) -> Picture {
        let mut picture = Picture::titled(title);
        picture.note_problem(problem);
        picture
    }

    /// Notes a problem, unless there is one already.
    pub(crate) fn note_problem(&mut self, problem: impl fmt::Display) {
        self.problem.get_or_insert_with(|| problem.to_string());
    }

    /// Adds a sentence, unless it is there already.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Returns all sentences under the tables: the notes, then the problem.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &String> {
        self.notes.iter().chain(&self.problem)
    }

    /// Returns the title, which says as text what is drawn.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let rows: DynLayout = "(2,4):(4,1)".parse()?;
    /// assert_eq!(draw::layout(&rows).title(), "(2,4):(4,1)");
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the sentences that say how to read the picture, and what it leaves out.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let large: DynLayout = "(16777216,16777216):(16777216,1)".parse()?;
    /// assert_eq!(
    ///     draw::layout(&large).notes(),
    ///     ["The picture has rows 0 to 63 of 16777216 and columns 0 to 63 of 16777216; the other 281474976706560 cells are left out."]
    /// );
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the reason why a part of the picture could not be drawn, if there is one. The
    /// picture says it, too.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let (a, b): (DynLayout, DynLayout) = ("(4,6):(1,8)".parse()?, "4:3".parse()?);
    /// let picture = draw::compose(&a, &b);
    /// assert!(picture.problem().is_some_and(|sentence| sentence.starts_with("composition(A, B): mode 0 of B (4:3) walks A")));
    /// assert_eq!(draw::layout(&a).problem(), None);
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }
}

/// Writes the picture as plain text.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
