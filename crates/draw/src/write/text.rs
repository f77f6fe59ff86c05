//! The writer of plain text, and of text with ANSI colours.

use std::io::{self, IsTerminal, Write};

use anstyle::{Ansi256Color, Color, Style};

use crate::axis::Axis;
use crate::palette::Class;
use crate::picture::{Cell, Panel, Picture};

/// The number of columns between two tables.
const BETWEEN: usize = 4;

/// A line of text, some parts of which have colours.
#[derive(Clone, Default)]
struct Line {
    spans: Vec<(String, Option<Class>)>,
    width: usize,
}

impl Line {
    fn push(&mut self, text: impl Into<String>, class: Option<Class>) {
        let text = text.into();
        self.width += text.chars().count();
        match self.spans.last_mut() {
            Some((last, of)) if *of == class => last.push_str(&text),
            _ => self.spans.push((text, class)),
        }
    }
    fn plain(text: impl Into<String>) -> Line {
        let mut line = Line::default();
        line.push(text, None);
        line
    }
    fn pad(&mut self, width: usize) {
        self.push(" ".repeat(width.saturating_sub(self.width)), None);
    }
    /// Writes the line without the spaces at its end.
    fn write(mut self, colours: bool, to: &mut String) {
        while let Some((text, None)) = self.spans.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
            if !text.is_empty() {
                break;
            }
            self.spans.pop();
        }
        for (text, class) in self.spans {
            match class.filter(|&class| colours && class != Class::Plain) {
                Some(class) => {
                    let style = style(class);
                    to.push_str(&format!("{style}{text}{style:#}"));
                }
                None => to.push_str(&text),
            }
        }
        let kept = match colours {
            true => to.len(),
            false => to.trim_end_matches(' ').len(),
        };
        to.truncate(kept);
        to.push('\n');
    }
}

/// The widths that the tables of a picture share, so that their cells are aligned.
struct Widths {
    /// The width of each line of a cell.
    lines: Vec<usize>,
    /// The width of a cell with the space around it.
    cell: usize,
    /// The width of the numbers of rows, for each column of tables.
    number: Vec<usize>,
    /// The width of each level's labels of rows, for each column of tables; the smallest blocks
    /// first.
    levels: Vec<Vec<usize>>,
}

impl Widths {
    fn of(picture: &Picture) -> Widths {
        let columns = picture.panels.iter().map(|panel| panel.place.1 + 1).max();
        let columns = columns.unwrap_or(0);
        let mut widths = Widths {
            lines: Vec::new(),
            cell: 0,
            number: vec![0; columns],
            levels: vec![Vec::new(); columns],
        };
        let mut least = 0;
        for panel in &picture.panels {
            for cell in &panel.cells {
                for (i, line) in cell.lines.iter().enumerate() {
                    grow(&mut widths.lines, i, line.chars().count());
                }
            }
            least = least.max(digits(panel.columns.count));
            for (label, count) in panel.columns.labels() {
                // A block has a space on both sides of each cell, and needs one beside its label.
                least = least.max((label.len() + 1).div_ceil(count).saturating_sub(2));
            }
            let place = panel.place.1;
            if panel.rows.numbered {
                widths.number[place] = widths.number[place].max(digits(panel.rows.count));
            }
            for (i, level) in panel.rows.levels.iter().enumerate() {
                let longest = level.labels.iter().map(String::len).max();
                grow(&mut widths.levels[place], i, longest.unwrap_or(0));
            }
        }
        let lines = widths.lines.iter().sum::<usize>() + widths.lines.len().saturating_sub(1);
        widths.cell = lines.max(least) + 2;
        widths
    }

    /// Returns the width of the part to the left of the cells.
    fn left(&self, place: usize) -> usize {
        let levels: usize = self.levels[place].iter().map(|width| width + 1).sum();
        levels + self.number[place] + usize::from(self.number[place] > 0)
    }
}

/// Increases the entry of this number to at least `value`.
fn grow(list: &mut Vec<usize>, i: usize, value: usize) {
    if list.len() <= i {
        list.resize(i + 1, 0);
    }
    list[i] = list[i].max(value);
}

/// Returns the number of digits of the largest index.
fn digits(count: usize) -> usize {
    count.saturating_sub(1).to_string().len()
}

/// Returns the line that separates columns: none, light, or heavy.
fn between(strength: usize) -> &'static str {
    ["", "│", "┃"][strength.min(2)]
}

/// Returns the lines of a table.
fn table(panel: &Panel, widths: &Widths) -> Vec<Line> {
    let (columns, rows) = (&panel.columns, &panel.rows);
    let left = widths.left(panel.place.1);
    let mut lines = Vec::new();
    if !panel.caption.is_empty() {
        lines.push(Line::plain(&panel.caption));
    }
    for level in columns.levels.iter().rev() {
        let mut line = Line::plain(" ".repeat(left + 1));
        for (label, begin, end) in columns.blocks(level) {
            let inside = (begin + 1..end).filter(|&i| columns.strength(i) > 0).count();
            let before = usize::from(columns.strength(begin) > 0);
            let width = (end - begin) * widths.cell + inside;
            line.push(format!("{}{label:^width$}", " ".repeat(before)), None);
        }
        lines.push(line);
    }
    lines.push(numbers(columns, left, widths));
    lines.push(rule(columns, left, widths, ["┌", "┐"], None));
    for row in 0..rows.count {
        if rows.strength(row) > 0 {
            lines.push(rule(columns, left, widths, ["├", "┤"], Some(rows.strength(row))));
        }
        let mut line = labels(rows, row, &widths.levels[panel.place.1]);
        if rows.numbered {
            let width = widths.number[panel.place.1];
            line.push(format!("{row:>width$} "), None);
        }
        line.pad(left);
        line.push("│", None);
        for column in 0..columns.count {
            line.push(between(columns.strength(column)), None);
            let cell = panel.cell(row, column);
            line.push(content(cell, widths), Some(cell.class));
        }
        line.push("│", None);
        lines.push(line);
    }
    if rows.cut {
        let mut line = Line::default();
        line.pad(left.saturating_sub(2));
        line.push("…", None);
        lines.push(line);
    } else {
        lines.push(rule(columns, left, widths, ["└", "┘"], None));
    }
    lines
}

/// Returns the numbers of the columns.
fn numbers(columns: &Axis, left: usize, widths: &Widths) -> Line {
    let mut line = Line::plain(" ".repeat(left + 1));
    for column in 0..columns.count {
        let width = widths.cell;
        if columns.strength(column) > 0 {
            line.push(" ", None);
        }
        let number = match widths.lines.len() {
            0 | 1 => format!("{column:>0$} ", width - 1),
            _ => format!("{column:^width$}"),
        };
        line.push(number, None);
    }
    if columns.cut {
        line.push(" …", None);
    }
    line
}

/// Returns the blocks that begin with a row.
fn labels(rows: &Axis, row: usize, widths: &[usize]) -> Line {
    let mut line = Line::default();
    for (level, width) in rows.levels.iter().zip(widths).rev() {
        let begins = row % level.span == 0;
        let label = begins.then(|| level.labels[row / level.span].as_str());
        line.push(format!("{:<width$} ", label.unwrap_or("")), None);
    }
    line
}

/// Returns the content of a cell, with a space on both sides: a number is aligned to the right; of
/// several words, each has its column.
fn content(cell: &Cell, widths: &Widths) -> String {
    let inside = widths.cell - 2;
    let text = match cell.lines.as_slice() {
        [] => String::new(),
        [line] if widths.lines.len() <= 1 => format!("{line:>inside$}"),
        lines => {
            let lines = lines.iter().zip(&widths.lines);
            let words: Vec<String> = lines.map(|(line, &width)| aligned(line, width)).collect();
            words.join(" ")
        }
    };
    format!(" {text:<inside$} ")
}

/// Returns a word padded to this width: numbers to the right, names to the left.
fn aligned(word: &str, width: usize) -> String {
    match word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        true => format!("{word:>width$}"),
        false => format!("{word:<width$}"),
    }
}

/// Returns a line between rows, or around all of them.
fn rule(
    columns: &Axis,
    left: usize,
    widths: &Widths,
    ends: [&str; 2],
    strength: Option<usize>,
) -> Line {
    let mut line = Line::plain(" ".repeat(left));
    let heavy = strength.is_some_and(|strength| strength > 1);
    let dash = if heavy { "━" } else { "─" };
    let [begin, end] = match (ends, heavy) {
        (["├", _], true) => ["┝", "┥"],
        _ => ends,
    };
    line.push(begin, None);
    for column in 0..columns.count {
        let crossing = match (columns.strength(column), ends[0], heavy) {
            (0, ..) => "",
            (1, "┌", _) => "┬",
            (1, "└", _) => "┴",
            (1, _, false) => "┼",
            (1, _, true) => "┿",
            (_, "┌", _) => "┰",
            (_, "└", _) => "┸",
            (_, _, false) => "╂",
            _ => "╋",
        };
        line.push(crossing, None);
        line.push(dash.repeat(widths.cell), None);
    }
    line.push(end, None);
    line
}

/// Returns the colours of a class: dark text on a light background, whatever the terminal's own
/// colours are.
fn style(class: Class) -> Style {
    let ground = Color::Ansi256(Ansi256Color(class.ansi()));
    let text = Color::Ansi256(Ansi256Color(16));
    Style::new().bg_color(Some(ground)).fg_color(Some(text))
}

/// Returns true if a picture is written in colour: to a terminal, unless the variable `NO_COLOR` is
/// set to something.
fn in_colour(is_terminal: bool, no_color: Option<&std::ffi::OsStr>) -> bool {
    is_terminal && no_color.is_none_or(std::ffi::OsStr::is_empty)
}

/// Returns the words in lines of at most `most` characters, except for longer words.
pub(super) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

impl Picture {
    /// Returns the picture as plain text.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let row: DynLayout = "(2,2):(1,8)".parse()?;
    /// assert_eq!(draw::layout(&row).text().lines().nth(4), Some("0 │ 0  8 │"));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    ///
    /// Cells are in a frame; light and heavy lines separate blocks of nested modes.
    pub fn text(&self) -> String {
        self.written(false)
    }

    /// Returns the picture as text with ANSI colours, out of the 256 that terminals have.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let row: DynLayout = "2:1".parse()?;
    /// let (on, off) = (["\x1b[38;5;16m\x1b[48;5;231m", "\x1b[38;5;16m\x1b[48;5;195m"], "\x1b[0m");
    /// let line = format!("│{} 0 {off}{} 1 {off}│", on[0], on[1]);
    /// assert_eq!(draw::layout(&row).ansi().lines().nth(4), Some(line.as_str()));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    ///
    /// The text of a coloured cell is black, on a light background.
    pub fn ansi(&self) -> String {
        self.written(true)
    }

    /// Prints the picture on the standard output: in colour if that is a terminal and the variable
    /// `NO_COLOR` is not set, otherwise as plain text.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "(4,8):(8,1)".parse()?;
    /// draw::layout(&tile).print()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Returns an error if the standard output cannot be written to.
    pub fn print(&self) -> io::Result<()> {
        let out = io::stdout();
        let colours = in_colour(out.is_terminal(), std::env::var_os("NO_COLOR").as_deref());
        out.lock().write_all(self.written(colours).as_bytes())
    }

    fn written(&self, colours: bool) -> String {
        let widths = Widths::of(self);
        let mut text = String::new();
        Line::plain(&self.title).write(colours, &mut text);
        let last_row = self.panels.iter().map(|panel| panel.place.0).max();
        let tables: Vec<(usize, usize, Vec<Line>)> = self
            .panels
            .iter()
            .map(|panel| (panel.place.0, panel.place.1, table(panel, &widths)))
            .collect();
        // Tables below one another begin at the same place.
        let mut begins = vec![0];
        for column in 0..widths.number.len() {
            let of_column = tables.iter().filter(|&&(_, place, _)| place == column);
            let width = of_column.flat_map(|(.., lines)| lines).map(|line| line.width).max();
            begins.push(begins[column] + width.map_or(0, |width| width + BETWEEN));
        }
        for row in 0..last_row.map_or(0, |row| row + 1) {
            text.push('\n');
            let of_row = || tables.iter().filter(|&&(place, ..)| place == row);
            let height = of_row().map(|(.., lines)| lines.len()).max().unwrap_or(0);
            for i in 0..height {
                let mut line = Line::default();
                for (_, column, lines) in of_row() {
                    line.pad(begins[*column]);
                    for (text, class) in lines.get(i).map_or(&[][..], |line| &line.spans) {
                        line.push(text.as_str(), *class);
                    }
                }
                line.write(colours, &mut text);
            }
        }
        for sentence in self.sentences() {
            text.push('\n');
            for line in wrap(sentence, 100) {
                Line::plain(line).write(colours, &mut text);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::in_colour;
    use std::ffi::OsStr;

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        assert!(in_colour(true, None));
        assert!(in_colour(true, Some(OsStr::new(""))));
        assert!(!in_colour(true, Some(OsStr::new("1"))));
        assert!(!in_colour(false, None));
    }
}
