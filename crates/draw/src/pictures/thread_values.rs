//! The picture of a thread-value layout.

use zellige_dynamic::{DynLayout, Shape};

use crate::owners::Tile;
use crate::picture::Picture;

/// Returns the picture of a thread-value layout: a tile of this shape, with the thread and the
/// value that have each element, and a colour for each thread modulo 8. The layout maps (thread,
/// value) to the element's column-major index in the tile. CuTe: `print_latex_TV`.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let tv: DynLayout = "((2,2),2):((4,1),2)".parse()?;
/// assert_eq!(
///     draw::thread_values(&tv, (2, 4)).text(),
///     "\
/// ((2,2),2):((4,1),2) in a tile of (2,4)
///
///       0      1      2      3
///   ┌────────────────────────────┐
/// 0 │ T0 V0  T0 V1  T1 V0  T1 V1 │
/// 1 │ T2 V0  T2 V1  T3 V0  T3 V1 │
///   └────────────────────────────┘
/// "
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// Mode 0 of the layout is the threads, and the others together are the values. An offset outside
/// the tile, and a tile without elements, are a [`Picture::problem`].
#[doc(alias = "print_latex_TV")]
pub fn thread_values(tv: impl Into<DynLayout>, shape: impl Into<Shape>) -> Picture {
    let (tv, shape) = (tv.into(), shape.into());
    let mut picture = Picture::titled(format!("{tv} in a tile of {shape}"));
    picture.add_tile(&Tile {
        place: (0, 0),
        caption: String::new(),
        tv: &tv,
        shape,
        by_rows: false,
    });
    picture
}
