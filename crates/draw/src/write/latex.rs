//! The writer of LaTeX with TikZ.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::text::wrap;
use crate::palette::{Class, LIGHT};
use crate::picture::{Panel, Picture};

/// The space between tables, in rows or columns of cells.
const GAP: usize = 1;
/// The width of a letter, in centimetres.
const LETTER: f64 = 0.21;
/// The maximum number of letters in a line of sentences.
const MOST_LETTERS: usize = 90;

/// Returns the text with LaTeX's special characters escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '_' | '#' | '&' | '%' | '$' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            c if c.is_control() => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Writes a table whose first cell is at this row and column of the picture.
fn table(panel: &Panel, (row, column): (usize, usize), tex: &mut String) {
    let (rows, columns) = (&panel.rows, &panel.columns);
    let (above, left) = (columns.levels.len() + 1, rows.levels.len() + 1);
    let _ = writeln!(tex, "\\begin{{scope}}[shift={{({row},{column})}}]");
    if !panel.caption.is_empty() {
        let _ = writeln!(
            tex,
            "\\node[anchor=west] at (-{},-0.5) {{\\texttt{{{}}}}};",
            above + 1,
            escaped(&panel.caption)
        );
    }
    for row in 0..rows.count {
        for column in 0..columns.count {
            let cell = panel.cell(row, column);
            let lines = cell.lines.iter().filter(|line| !line.is_empty());
            let lines: Vec<String> = lines.map(|line| escaped(line)).collect();
            let label = match lines.as_slice() {
                [] => String::new(),
                [line] => line.clone(),
                lines => format!("\\shortstack{{{}}}", lines.join(" \\\\ ")),
            };
            let class = cell.class.name();
            let _ = writeln!(tex, "\\node[fill={class}] at ({row},{column}) {{{label}}};");
        }
    }
    let (high, wide) = (rows.count, columns.count);
    // A line between cells is half a cell before the middle of the next cell.
    let edge = |n: usize| n as f64 - 0.5;
    let (bottom, right) = (edge(high), edge(wide));
    for column in 1..wide {
        let (thick, at) = (thickness(columns.strength(column)), edge(column));
        let _ = writeln!(tex, "\\draw[{thick}] (-0.5,{at}) -- ({bottom},{at});");
    }
    for row in 1..high {
        let (thick, at) = (thickness(rows.strength(row)), edge(row));
        let _ = writeln!(tex, "\\draw[{thick}] ({at},-0.5) -- ({at},{right});");
    }
    let _ = writeln!(tex, "\\draw[very thick] (-0.5,-0.5) rectangle ({bottom},{right});");
    for column in 0..wide {
        let _ = writeln!(tex, "\\node at (-1,{column}) {{\\texttt{{{column}}}}};");
    }
    if rows.numbered {
        for row in 0..high {
            let _ = writeln!(tex, "\\node at ({row},-1) {{\\texttt{{{row}}}}};");
        }
    }
    let middle = |begin: usize, end: usize| (begin + end - 1) as f64 / 2.0;
    for (i, level) in columns.levels.iter().enumerate() {
        for (label, begin, end) in columns.blocks(level) {
            let _ = writeln!(
                tex,
                "\\node at (-{},{}) {{\\texttt{{{}}}}};",
                above - columns.levels.len() + i + 1,
                middle(begin, end),
                escaped(label)
            );
        }
    }
    for (i, level) in rows.levels.iter().enumerate() {
        for (label, begin, end) in rows.blocks(level) {
            let _ = writeln!(
                tex,
                "\\node at ({},-{}) {{\\texttt{{{}}}}};",
                middle(begin, end),
                left - rows.levels.len() + i + 1,
                escaped(label)
            );
        }
    }
    if columns.cut {
        let _ = writeln!(tex, "\\node at (-1,{wide}) {{\\ldots}};");
    }
    if rows.cut {
        let _ = writeln!(tex, "\\node at ({high},-1) {{\\vdots}};");
    }
    tex.push_str("\\end{scope}\n");
}

fn thickness(strength: usize) -> &'static str {
    ["thin", "very thick", "ultra thick"][strength.min(2)]
}

/// Returns where each row or column of tables has its first cell, and the end of the last.
fn begins(spaces: &[(usize, usize)]) -> (Vec<usize>, usize) {
    let mut at = 0;
    let begins = spaces.iter().map(|&(before, count)| {
        let begin = at + before;
        at = begin + count + GAP;
        begin
    });
    (begins.collect(), at)
}

impl Picture {
    /// Returns the picture as a LaTeX document with TikZ, where cells are nodes as in CuTe's
    /// `print_latex`. `pdflatex` compiles it, and its `tikzpicture` may be copied elsewhere, with
    /// the colours before it.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "(4,8):(8,1)".parse()?;
    /// let tex = draw::layout(&tile).latex();
    /// assert!(tex.starts_with("% (4,8):(8,1)\n\\documentclass[tikz]{standalone}\n"));
    /// assert!(tex.contains("\\node[fill=s2] at (1,2) {10};\n"));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    #[doc(alias = "print_latex")]
    pub fn latex(&self) -> String {
        let cells = || self.panels.iter().flat_map(|panel| &panel.cells);
        let classes: BTreeSet<Class> = cells().map(|cell| cell.class).collect();
        let letters = |text: &String| text.chars().count() as f64;
        let longest = cells().flat_map(|cell| &cell.lines).map(letters).fold(0.0, f64::max);
        let mut wide = (longest * LETTER + 0.2).max(1.0);
        for (label, count) in self.panels.iter().flat_map(|panel| panel.columns.labels()) {
            wide = wide.max((label.len() as f64 * LETTER + 0.2) / count as f64);
        }
        // The labels of rows have as much room as a cell.
        let labels = self.panels.iter().flat_map(|panel| &panel.rows.levels);
        let longest = labels.flat_map(|level| &level.labels).map(letters).fold(0.0, f64::max);
        let wide = format!("{:.1}", wide.max(longest * LETTER + 0.2));
        let mut tex = format!("% {}\n", self.title.replace(char::is_control, "?"));
        tex.push_str("\\documentclass[tikz]{standalone}\n\\begin{document}\n");
        for class in classes {
            let [red, green, blue] = class.fill(&LIGHT);
            let name = class.name();
            let _ = writeln!(tex, "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}");
        }
        let _ = writeln!(
            tex,
            "\\begin{{tikzpicture}}[x={{(0cm,-1cm)}},y={{({wide}cm,0cm)}},every node/.style={{outer sep=0pt}}]\n\\tikzset{{every node/.append style={{minimum height=1cm,minimum width={wide}cm}}}}"
        );
        let spaces = |place: fn(&Panel) -> usize, space: fn(&Panel) -> (usize, usize)| {
            let count = self.panels.iter().map(place).max().map_or(0, |last| last + 1);
            let of = |i| {
                let panels = self.panels.iter().filter(move |panel| place(panel) == i);
                panels.map(space).fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)))
            };
            begins(&(0..count).map(of).collect::<Vec<_>>())
        };
        let (rows, bottom) = spaces(
            |panel| panel.place.0,
            |panel| (panel.columns.levels.len() + 2, panel.rows.count),
        );
        let (columns, _) = spaces(
            |panel| panel.place.1,
            |panel| (panel.rows.levels.len() + 1, panel.columns.count),
        );
        let title = escaped(&self.title);
        let _ = writeln!(tex, "\\node[anchor=west] at (-1,-0.5) {{\\Large\\texttt{{{title}}}}};");
        for panel in &self.panels {
            table(panel, (rows[panel.place.0], columns[panel.place.1]), &mut tex);
        }
        let lines = self.sentences().flat_map(|sentence| wrap(sentence, MOST_LETTERS));
        for (i, line) in lines.enumerate() {
            // The lines are half as far apart as cells.
            let (at, line) = (bottom as f64 + i as f64 / 2.0, escaped(&line));
            let _ = writeln!(tex, "\\node[anchor=west] at ({at},-0.5) {{{line}}};");
        }
        tex.push_str("\\end{tikzpicture}\n\\end{document}\n");
        tex
    }
}
