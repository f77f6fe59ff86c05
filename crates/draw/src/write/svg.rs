//! The writer of SVG.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::text::wrap;
use crate::axis::Axis;
use crate::palette::{Class, DARK, LIGHT, Rgb, Theme};
use crate::picture::{Cell, Panel, Picture};

/// The font size of cells, and of everything else.
const FONT: f64 = 13.0;
const SMALL: f64 = 12.0;
/// The width of a letter, relative to the font size: for most monospaced fonts it is 0.6.
const LETTER: f64 = 0.61;
/// The space around the picture, and between tables.
const MARGIN: f64 = 16.0;
const GAP: f64 = 28.0;
/// The height of a line of text.
const LINE: f64 = 18.0;
/// The minimum number of characters at which sentences wrap.
const LEAST_WRAP: usize = 60;

/// Returns the width of a text.
fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * LETTER * size
}

/// The positions of the tables of a picture.
struct Places {
    cell: (f64, f64),
    /// For each column of tables: where it begins, and how much of it is to the left of the cells.
    columns: Vec<(f64, f64)>,
    /// For each row of tables: where it begins, and how much of it is above the cells.
    rows: Vec<(f64, f64)>,
    size: (f64, f64),
}

/// Returns the space that the labels of rows take.
fn left(rows: &Axis) -> f64 {
    let number = match rows.numbered {
        true => width(&rows.count.saturating_sub(1).to_string(), SMALL) + 8.0,
        false => 0.0,
    };
    rows.levels.iter().map(level_width).sum::<f64>() + number
}
fn level_width(level: &crate::axis::Level) -> f64 {
    let longest = level.labels.iter().map(|label| width(label, SMALL));
    longest.fold(0.0, f64::max) + 10.0
}
/// Returns the space that the caption and the labels of columns take.
fn above(panel: &Panel) -> f64 {
    let caption = if panel.caption.is_empty() { 0.0 } else { LINE + 4.0 };
    caption + (panel.columns.levels.len() + 1) as f64 * LINE
}

/// Returns the beginnings of these extents, one after the other, and the end of the last.
fn behind(begin: f64, extents: impl Iterator<Item = f64>) -> (Vec<f64>, f64) {
    let mut at = begin;
    let begins = extents.map(|extent| {
        let begin = at;
        at += extent + GAP;
        begin
    });
    let begins = begins.collect();
    (begins, (at - GAP).max(begin))
}

impl Places {
    fn of(picture: &Picture, top: f64) -> Places {
        let panels = &picture.panels;
        let cells = || panels.iter().flat_map(|panel| &panel.cells);
        let lines = cells().map(|cell| cell.lines.len()).max().unwrap_or(1).max(1);
        let mut wide =
            cells().flat_map(|cell| &cell.lines).map(|line| width(line, FONT)).fold(0.0, f64::max);
        for (label, count) in panels.iter().flat_map(|panel| panel.columns.labels()) {
            wide = wide.max(width(label, SMALL) / count as f64 - 6.0);
        }
        let cell = ((wide + 10.0).max(28.0).ceil(), 10.0 + 16.0 * lines as f64 + 2.0);
        let count =
            |of: fn(&Panel) -> usize| panels.iter().map(of).max().map_or(0, |last| last + 1);
        let most = |place: fn(&Panel) -> usize, i: usize, of: &dyn Fn(&Panel) -> f64| {
            let of_place = panels.iter().filter(|panel| place(panel) == i);
            of_place.map(of).fold(0.0, f64::max).ceil()
        };
        let place = [|panel: &Panel| panel.place.0, |panel: &Panel| panel.place.1];
        let lefts: Vec<f64> =
            (0..count(place[1])).map(|i| most(place[1], i, &|panel| left(&panel.rows))).collect();
        let aboves: Vec<f64> = (0..count(place[0])).map(|i| most(place[0], i, &above)).collect();
        let wides = lefts.iter().enumerate().map(|(i, &left)| {
            let cells = most(place[1], i, &|panel| panel.columns.count as f64 * cell.0);
            // A caption begins at the left edge of its table.
            let caption = most(place[1], i, &|panel| width(&panel.caption, FONT));
            (left + cells).max(caption)
        });
        let highs = aboves.iter().enumerate().map(|(i, &above)| {
            above + most(place[0], i, &|panel| panel.rows.count as f64 * cell.1)
        });
        let (lefts_at, right) = behind(MARGIN, wides);
        let (tops_at, bottom) = behind(top, highs);
        Places {
            cell,
            columns: lefts_at.into_iter().zip(lefts).collect(),
            rows: tops_at.into_iter().zip(aboves).collect(),
            size: (right, bottom),
        }
    }
}

/// Writes an element with a text in it.
fn text(svg: &mut String, class: &str, x: f64, y: f64, text: &str) {
    let (x, y, text) = (short(x), short(y), escaped(text));
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = writeln!(svg, "<text{class} x=\"{x}\" y=\"{y}\">{text}</text>");
}

/// Returns a length without superfluous digits.
fn short(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// Returns the text with XML's special characters escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no control characters.
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Writes the colours of a theme, for the classes that occur.
fn colours(theme: &Theme, classes: &BTreeSet<Class>, svg: &mut String) {
    let (ground, ink, faint) = (hex(theme.ground), hex(theme.text), hex(theme.faint));
    let _ = write!(
        svg,
        ".zl .g{{fill:{ground}}}.zl text{{fill:{ink}}}.zl .f{{fill:{faint}}}.zl .l{{stroke:{ink}}}.zl .k{{stroke:{faint}}}.zl rect{{stroke:{}}}.zl rect.c:hover{{stroke:{ink}}}",
        hex(theme.line)
    );
    for class in classes {
        let _ = write!(svg, ".zl .{}{{fill:{}}}", class.name(), hex(class.fill(theme)));
    }
}

/// Writes the colours for a page that has its own: its text colour, and a tint of the background
/// behind the picture.
fn tints(classes: &BTreeSet<Class>, svg: &mut String) {
    svg.push_str("svg.zp{max-width:100%;height:auto}.zp text{fill:currentColor}.zp .f{opacity:.75}.zp line{stroke:currentColor}.zp .k{opacity:.6}.zp .c{stroke:currentColor;stroke-opacity:.15}");
    for class in classes {
        let name = class.name();
        let _ = match class.tint() {
            Some((colour, percent)) => {
                write!(svg, ".zp .{name}{{fill:{};fill-opacity:.{percent:02}}}", hex(colour))
            }
            None => write!(svg, ".zp .{name}{{fill:none}}"),
        };
    }
}

/// The background of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// A background of its own, light or dark.
    Ground,
    /// The page that contains it.
    Page,
}

/// Writes a table.
fn table(panel: &Panel, places: &Places, behind: Behind, svg: &mut String) {
    let (column_x, left) = places.columns[panel.place.1];
    let (row_y, above) = places.rows[panel.place.0];
    let (x, y) = (column_x + left, row_y + above);
    let (wide, high) = places.cell;
    let (columns, rows) = (&panel.columns, &panel.rows);
    let at_x = |column: usize| x + column as f64 * wide;
    let at_y = |row: usize| y + row as f64 * high;
    let lines_above = (columns.levels.len() + 1) as f64 * LINE;
    if !panel.caption.is_empty() {
        text(svg, "", column_x, y - lines_above - 8.0, &panel.caption);
    }
    for (i, level) in columns.levels.iter().enumerate() {
        let base = y - (i + 1) as f64 * LINE - 6.0;
        for (label, begin, end) in columns.blocks(level) {
            text(svg, "f m", (at_x(begin) + at_x(end)) / 2.0, base, label);
            line(svg, "k", (at_x(begin) + 3.0, base + 3.5), (at_x(end) - 3.0, base + 3.5), 1.0);
        }
    }
    for column in 0..columns.count {
        text(svg, "f m", at_x(column) + wide / 2.0, y - 6.0, &column.to_string());
    }
    if columns.cut {
        text(svg, "f", at_x(columns.count) + 4.0, y - 6.0, "…");
    }
    let number = match rows.numbered {
        true => width(&rows.count.saturating_sub(1).to_string(), SMALL) + 8.0,
        false => 0.0,
    };
    let mut edge = x - number;
    for level in &rows.levels {
        for (label, begin, end) in rows.blocks(level) {
            let middle = (at_y(begin) + at_y(end)) / 2.0;
            text(svg, "f e", edge - 7.0, middle + 4.0, label);
            line(svg, "k", (edge - 3.0, at_y(begin) + 3.0), (edge - 3.0, at_y(end) - 3.0), 1.0);
        }
        edge -= level_width(level);
    }
    if rows.numbered {
        for row in 0..rows.count {
            text(svg, "f e", x - 6.0, at_y(row) + high / 2.0 + 4.0, &row.to_string());
        }
    }
    if rows.cut {
        text(svg, "f e", x - 6.0, at_y(rows.count) + 8.0, "…");
    }
    cells(panel, (x, y), places.cell, behind, svg);
    let (right, bottom) = (at_x(columns.count), at_y(rows.count));
    for column in (1..columns.count).filter(|&i| columns.strength(i) > 0) {
        let thick = thickness(columns.strength(column));
        line(svg, "l", (at_x(column), y), (at_x(column), bottom), thick);
    }
    for row in (1..rows.count).filter(|&i| rows.strength(i) > 0) {
        let thick = thickness(rows.strength(row));
        line(svg, "l", (x, at_y(row)), (right, at_y(row)), thick);
    }
    // The frame is open where more was left out.
    line(svg, "l", (x, y), (right, y), 1.5);
    line(svg, "l", (x, y), (x, bottom), 1.5);
    if !columns.cut {
        line(svg, "l", (right, y), (right, bottom), 1.5);
    }
    if !rows.cut {
        line(svg, "l", (x, bottom), (right, bottom), 1.5);
    }
}

fn thickness(strength: usize) -> f64 {
    strength.min(3) as f64 + 0.5
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64), thick: f64) {
    let (x1, y1, x2, y2) = (short(from.0), short(from.1), short(to.0), short(to.1));
    let _ = writeln!(
        svg,
        "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke-width=\"{}\"/>",
        short(thick)
    );
}

/// Writes the background of a cell, which shows its title when one points at it.
fn ground(cell: &Cell, (x, y): (f64, f64), (wide, high): (f64, f64), svg: &mut String) {
    let _ = writeln!(
        svg,
        "<rect class=\"c {}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
        cell.class.name(),
        short(x),
        short(y),
        short(wide),
        short(high),
        escaped(&cell.title)
    );
}

/// Writes the lines of a cell.
fn lines(cell: &Cell, (x, y): (f64, f64), (wide, high): (f64, f64), svg: &mut String) {
    let lines: Vec<&String> = cell.lines.iter().filter(|line| !line.is_empty()).collect();
    let first = y + high / 2.0 - 8.0 * (lines.len() as f64 - 1.0) + 4.5;
    for (i, line) in lines.into_iter().enumerate() {
        text(svg, "n", x + wide / 2.0, first + 16.0 * i as f64, line);
    }
}

/// Writes the cells of a table with its corner at `at`. In a page, all backgrounds of one colour
/// are one path, and there are no titles: they would be two thirds of all bytes.
fn cells(panel: &Panel, at: (f64, f64), size: (f64, f64), behind: Behind, svg: &mut String) {
    let mut paths: BTreeMap<Class, String> = BTreeMap::new();
    let mut texts = String::new();
    for row in 0..panel.rows.count {
        for column in 0..panel.columns.count {
            let cell = panel.cell(row, column);
            let corner = (at.0 + column as f64 * size.0, at.1 + row as f64 * size.1);
            match behind {
                Behind::Ground => {
                    ground(cell, corner, size, svg);
                    lines(cell, corner, size, svg);
                }
                Behind::Page => {
                    let [x, y, wide, high] = [corner.0, corner.1, size.0, size.1].map(short);
                    let path = paths.entry(cell.class).or_default();
                    let _ = write!(path, "M{x} {y}h{wide}v{high}h-{wide}z");
                    lines(cell, corner, size, &mut texts);
                }
            }
        }
    }
    for (class, path) in paths {
        let _ = writeln!(svg, "<path class=\"c {}\" d=\"{path}\"/>", class.name());
    }
    svg.push_str(&texts);
}

impl Picture {
    /// Returns the picture as SVG: an element that works as a file of its own, or in a page.
    /// Pointing at a cell shows its coordinate and its offset, and the colours follow the page's
    /// preference for light or dark. It needs no other file.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "(4,8):(8,1)".parse()?;
    /// let svg = draw::layout(&tile).svg();
    /// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    /// assert!(svg.contains("<title>coordinate (1,2), index 9: offset 10</title>"));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    #[doc(alias = "print_svg")]
    pub fn svg(&self) -> String {
        self.svg_on(Behind::Ground)
    }

    /// Returns the picture as SVG for a page with colours of its own, such as those that rustdoc
    /// and mdBook let a reader choose: text and lines have the colour of the page's text, and cells
    /// are a tint of their background. It is a third as long as [`svg`](Picture::svg), since
    /// pointing at a cell shows nothing.
    ///
    /// It has no empty lines, so in Markdown it is a block of its own. In this way the
    /// documentation of zellige's operations shows its pictures,
    /// `#[cfg_attr(doc, doc = include_str!("../../docs/pictures/compose.svg"))]`.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "(4,8):(8,1)".parse()?;
    /// let svg = draw::layout(&tile).svg_in_page();
    /// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("\n\n"));
    /// assert!(svg.contains("fill:currentColor") && !svg.contains("prefers-color-scheme"));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn svg_in_page(&self) -> String {
        self.svg_on(Behind::Page)
    }

    fn svg_on(&self, behind: Behind) -> String {
        let places = Places::of(self, MARGIN + LINE + 12.0);
        let most = ((places.size.0 - MARGIN) / (LETTER * SMALL)) as usize;
        let wrapped: Vec<Vec<String>> =
            self.sentences().map(|sentence| wrap(sentence, most.max(LEAST_WRAP))).collect();
        let sentences = wrapped.iter().flatten().map(|line| width(line, SMALL));
        let widest = sentences.fold(width(&self.title, FONT + 2.0), f64::max);
        let right = (places.size.0.max(MARGIN + widest) + MARGIN).ceil();
        let mut y = places.size.1 + LINE + 4.0;
        let mut under = String::new();
        for lines in &wrapped {
            for line in lines {
                text(&mut under, "f", MARGIN, y, line);
                y += LINE;
            }
            y += 4.0;
        }
        let bottom = (y - LINE - 4.0 + MARGIN).ceil();
        let (w, h) = (short(right), short(bottom));
        // Styles act on the whole page, so the two kinds of pictures use different names.
        let name = match behind {
            Behind::Ground => "zl",
            Behind::Page => "zp",
        };
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{name}\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" aria-label=\"{}\">",
            escaped(&self.title)
        );
        let cells = self.panels.iter().flat_map(|panel| &panel.cells);
        let classes: BTreeSet<Class> = cells.map(|cell| cell.class).collect();
        let _ = write!(
            svg,
            "<style>.{name} text{{font:{SMALL}px monospace;pointer-events:none}}.{name} .t{{font-size:{}px;font-weight:bold}}.{name} .n{{font-size:{FONT}px;text-anchor:middle}}.{name} .m{{text-anchor:middle}}.{name} .e{{text-anchor:end}}.{name} line{{pointer-events:none;stroke-linecap:square}}",
            FONT + 2.0
        );
        match behind {
            Behind::Ground => {
                svg.push_str(".zl rect.c:hover{stroke-width:3}");
                colours(&LIGHT, &classes, &mut svg);
                svg.push_str("@media(prefers-color-scheme:dark){");
                colours(&DARK, &classes, &mut svg);
                svg.push_str("}</style>\n");
                let _ = writeln!(
                    svg,
                    "<rect class=\"g\" width=\"{w}\" height=\"{h}\" stroke-width=\"0\"/>"
                );
            }
            Behind::Page => {
                tints(&classes, &mut svg);
                svg.push_str("</style>\n");
            }
        }
        text(&mut svg, "t", MARGIN, MARGIN + FONT, &self.title);
        for panel in &self.panels {
            table(panel, &places, behind, &mut svg);
        }
        svg.push_str(&under);
        svg.push_str("</svg>\n");
        svg
    }
}
