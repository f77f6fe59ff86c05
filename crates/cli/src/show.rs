//! A layout with all its known properties.

use std::collections::HashSet;

use serde_json::{Value, json};
use zellige_dynamic::analysis::Image;
use zellige_dynamic::{DynLayout, Offset, Refusal};

use crate::answer::Answer;
use crate::call::read;
use crate::draw::{self, Form};
use crate::stop::Stop;

/// The elements of larger layouts are not checked one by one.
const MOST_ELEMENTS: u64 = 1 << 20;
/// The maximum number of rows, and of columns, of a table.
const MOST_ROWS: u64 = 16;

/// Returns a layout with its numbers, its properties, its right inverse and a table.
pub(crate) fn show(text: &str, form: Form) -> Result<Answer, Stop> {
    let layout: DynLayout = read("layout", text)?;
    let picture = zellige_draw::layout(&layout);
    if form.is_asked_for() {
        return draw::answer(picture, form);
    }
    let facts = Facts::of(&layout);
    let rows = facts.rows(&layout);
    let lines = rows.iter().map(|(name, fact)| format!("{name:13}  {fact}\n"));
    let cells = if is_small(&layout) {
        let drawn = picture.ansi();
        // Its title is the layout, which is already printed above.
        let rows = drawn.split_once("\n\n").map(|(_, rows)| rows.to_owned());
        rows.unwrap_or(drawn)
    } else {
        table(&layout)
    };
    let text = format!("{layout}\n\n{}\n{cells}", lines.collect::<String>());
    let mut answer = Answer::new(facts.json(&layout), text);
    answer.facts = rows;
    answer.picture = Some(picture);
    Ok(answer)
}

/// Returns true if a picture of the whole layout fits on a screen.
fn is_small(layout: &DynLayout) -> bool {
    let extents = layout.shape().product_each();
    let fits = |extents: zellige_dynamic::Shape| {
        extents.leaves().into_iter().all(|&extent| extent <= MOST_ROWS)
    };
    layout.size() <= 256 && extents.is_ok_and(fits)
}

/// The properties of a layout as a function.
struct Facts {
    cosize: Result<u64, Refusal>,
    injective: Option<bool>,
    compact: Option<bool>,
    right_inverse: Result<DynLayout, Refusal>,
}

impl Facts {
    fn of(layout: &DynLayout) -> Facts {
        let cosize = layout.cosize();
        let right_inverse = layout.right_inverse();
        let size = layout.size();
        let (mut injective, mut compact) = (None, None);
        if let Ok(image) = Image::of(layout, MOST_ELEMENTS as usize) {
            injective = Some(image.is_injective());
            let (begin, end) = (image.footprint().start, image.footprint().end);
            compact = Some(begin == 0 && end.unsigned_abs() == image.len() as u64);
        } else if size <= MOST_ELEMENTS {
            // Steps along axes are not numbers, so there is nothing between two of them.
            let offsets: Result<HashSet<Offset>, Refusal> =
                (0..size).map(|index| layout.at(index)).collect();
            injective = offsets.ok().map(|offsets| offsets.len() as u64 == size);
        } else if let Ok(cosize) = cosize {
            let inverted = right_inverse.as_ref().map_or(0, DynLayout::size);
            match inverted == size && cosize == size {
                true => (injective, compact) = (Some(true), Some(true)),
                false => {
                    injective = if cosize < size { Some(false) } else { nested(layout) };
                    compact = (size < cosize).then_some(false);
                }
            }
        }
        Facts { cosize, injective, compact, right_inverse }
    }

    fn bijective(&self) -> Option<bool> {
        match (self.injective, self.compact) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    fn rows(&self, layout: &DynLayout) -> Vec<(&'static str, String)> {
        let said = |fact: Option<bool>| match fact {
            Some(true) => "yes".to_owned(),
            Some(false) => "no".to_owned(),
            None => "not decided".to_owned(),
        };
        let cosize = match &self.cosize {
            Ok(cosize) => cosize.to_string(),
            Err(refusal) => format!("none: {refusal}"),
        };
        let right_inverse = match &self.right_inverse {
            Ok(inverse) => inverse.to_string(),
            Err(refusal) => format!("none: {refusal}"),
        };
        vec![
            ("size", layout.size().to_string()),
            ("cosize", cosize),
            ("rank", layout.rank().to_string()),
            ("depth", layout.depth().to_string()),
            ("injective", said(self.injective)),
            ("compact", said(self.compact)),
            ("bijective", said(self.bijective())),
            ("right inverse", right_inverse),
        ]
    }

    fn json(&self, layout: &DynLayout) -> Value {
        json!({
            "layout": layout.to_string(),
            "size": layout.size(),
            "cosize": self.cosize.as_ref().ok(),
            "rank": layout.rank(),
            "depth": layout.depth(),
            "injective": self.injective,
            "compact": self.compact,
            "bijective": self.bijective(),
            "right_inverse": self.right_inverse.as_ref().ok().map(DynLayout::to_string),
        })
    }
}

/// Decides whether a large layout is injective, if its strides, in order, each go past all smaller
/// ones, or one is 0.
fn nested(layout: &DynLayout) -> Option<bool> {
    if !layout.has_strides() {
        return None;
    }
    let leaves = layout.leaves().into_iter().filter(|mode| mode.extent > 1);
    let modes: Option<Vec<(u64, u64)>> =
        leaves.map(|mode| Some((mode.stride.number()?.unsigned_abs(), mode.extent))).collect();
    let mut modes = modes?;
    modes.sort_unstable();
    let mut reach = 0u64;
    for (stride, extent) in modes {
        if stride == 0 {
            return Some(false);
        }
        if stride <= reach {
            return None;
        }
        reach = reach.checked_add(stride.checked_mul(extent - 1)?)?;
    }
    Some(true)
}

/// Returns the coordinate of an index, or `?` for a layout without elements.
fn coordinate(layout: &DynLayout, index: u64) -> String {
    layout.idx2crd(index).map_or_else(|_| "?".to_owned(), |coordinate| coordinate.to_string())
}

/// Returns the offsets at the first coordinates: a row for each index of mode 0 if there are two
/// modes, or a list.
fn table(layout: &DynLayout) -> String {
    let written = |offset: Result<Offset, Refusal>| match offset {
        Ok(offset) => offset.to_string(),
        Err(_) => "?".to_owned(),
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut more = "";
    let extents = layout.shape().product_each().ok();
    let extents = extents.as_ref().map(|each| each.leaves());
    if let (2, Some(&[&height, &width])) = (layout.rank(), extents.as_deref()) {
        let columns = width.min(MOST_ROWS);
        let numbers = (0..columns).map(|j| j.to_string());
        rows.push([String::new()].into_iter().chain(numbers).collect());
        for i in 0..height.min(MOST_ROWS) {
            let offsets = (0..columns).map(|j| written(layout.crd2idx((i, j))));
            rows.push([i.to_string()].into_iter().chain(offsets).collect());
        }
        if width > columns {
            rows.iter_mut().for_each(|row| row.push("..".to_owned()));
        }
        more = if height > MOST_ROWS { "..\n" } else { more };
    } else {
        for index in 0..layout.size().min(MOST_ROWS) {
            rows.push(vec![coordinate(layout, index), written(layout.at(index))]);
        }
        more = if layout.size() > MOST_ROWS { "..\n" } else { more };
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|j| {
            rows.iter().filter_map(|row| row.get(j)).map(String::len).max().unwrap_or_default()
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text + more
}
