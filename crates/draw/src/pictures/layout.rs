//! The picture of a layout: the offset of each coordinate.

use zellige_dynamic::DynLayout;

use crate::face::{sentence, shade, written};
use crate::picture::{Cell, Picture};

/// Returns the picture of a layout: a table with the offset of each coordinate, coloured by the
/// offset modulo 8. CuTe: `print_layout`, `print_latex`.
///
/// ```
/// use zellige::layout;
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let tile: DynLayout = "(2,(2,2)):(2,(1,4))".parse()?;
/// let picture = draw::layout(&tile);
/// assert_eq!(
///     picture.text(),
///     "\
/// (2,(2,2)):(2,(1,4))
///
///    (_,0)  (_,1)
///     0  1   2  3
///   ┌──────┬──────┐
/// 0 │ 0  1 │ 4  5 │
/// 1 │ 2  3 │ 6  7 │
///   └──────┴──────┘
/// "
/// );
/// // A layout of zellige's types, too.
/// assert_eq!(draw::layout(&layout!((2, (2, 2)) : (2, (1, 4)))), picture);
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// A layout of one mode is a row. If there are more than two modes, the first two are the rows and
/// columns of tables, with one table for each coordinate of the others. Swizzled and composed
/// layouts are drawn like any other.
#[doc(alias("print_layout", "print_latex", "print_svg"))]
pub fn layout(layout: impl Into<DynLayout>) -> Picture {
    let layout = layout.into();
    let mut picture = Picture::titled(layout.to_string());
    picture.add_layout(&layout, "", |point| {
        Cell::new([written(&point.offset)], shade(&point.offset), sentence(point))
    });
    picture
}
