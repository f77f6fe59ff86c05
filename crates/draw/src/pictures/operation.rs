//! The picture of an operation: its operands and its result, side by side.

use std::collections::HashMap;

use zellige_dynamic::{DynLayout, Offset};

use crate::axis::size;
use crate::face::{Point, sentence, shade, written};
use crate::palette::Class;
use crate::picture::{Cell, Picture};
use crate::window::MOST_CELLS;

/// The quantity that colours the cells of a layout, in the picture of an [`operation`].
///
/// ```
/// use zellige_draw::{self as draw, Colours};
/// use zellige_dynamic::DynLayout;
/// let (block, copies): (DynLayout, DynLayout) = ("(2,2):(4,1)".parse()?, "6:1".parse()?);
/// let result = block.logical_product(copies.clone())?;
/// let by_copy = Colours::Tile(&result);
/// let layouts = [("block", &block, by_copy), ("copies", &copies, Colours::Index), ("result", &result, by_copy)];
/// assert!(draw::operation("logical_product", &layouts).problem().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Colours<'a> {
    /// The offset, modulo 8: shades of one colour.
    Offset,
    /// The number, modulo 8, of the tile that has the offset, in a layout `(tile, rest)` as divides
    /// and products return.
    Tile(&'a DynLayout),
    /// The index, modulo 8: the index of the copy, in the layout with which a product arranges its
    /// copies.
    Index,
}

impl Colours<'_> {
    /// Returns the colour of each coordinate.
    fn classes(self) -> impl Fn(&Point) -> Class {
        let mut tiles: HashMap<Offset, u64> = HashMap::new();
        if let Colours::Tile(by) = self {
            let tile = by.shape().modes().first().map_or(1, size).max(1);
            for index in 0..by.size().min(MOST_CELLS as u64) {
                if let Ok(offset) = by.at(index) {
                    tiles.entry(offset).or_insert(index / tile);
                }
            }
        }
        move |point| match self {
            Colours::Offset => shade(&point.offset),
            Colours::Index => Class::hue(point.index.into()),
            Colours::Tile(_) => match tiles.get(&point.offset) {
                Some(&tile) => Class::hue(tile.into()),
                None => Class::Plain,
            },
        }
    }
}

/// Returns the picture of an operation: its operands and its result, each with its name and its
/// colours.
///
/// ```
/// use zellige_draw::{self as draw, Colours};
/// use zellige_dynamic::DynLayout;
/// let a: DynLayout = "(2,(1,2)):(1,(4,2))".parse()?;
/// let result = a.coalesce()?;
/// assert_eq!(
///     draw::operation("coalesce", &[("A", &a, Colours::Offset), ("result", &result, Colours::Offset)]).text(),
///     "\
/// coalesce
///
/// A: (2,(1,2)):(1,(4,2))    result: 4:1
///     0  1                    0  1  2  3
///   ┌──────┐                ┌────────────┐
/// 0 │ 0  2 │                │ 0  1  2  3 │
/// 1 │ 1  3 │                └────────────┘
///   └──────┘
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn operation(title: &str, layouts: &[(&str, &DynLayout, Colours<'_>)]) -> Picture {
    let mut picture = Picture::titled(title);
    for (name, layout, colours) in layouts {
        let class = colours.classes();
        picture.add_layout(layout, &format!("{name}: {layout}"), |point| {
            Cell::new([written(&point.offset)], class(point), sentence(point))
        });
    }
    picture
}
