//! What coordinates pick of a layout: offsets, slices, tiles, and the elements of a thread.

use crate::Nest;
use crate::Value;
use crate::compose::{No, compose};
use crate::divide::divide;
use crate::inverse::right_inverse;
use crate::layout::{Layout, Number, product};

/// The part under a coordinate that is `..`, or that are integers, as a list of modes.
fn picked(layout: &Layout, coordinate: &Value, whole: bool) -> Option<Vec<Layout>> {
    match coordinate {
        Value::Whole => Some(if whole {
            vec![layout.clone()]
        } else {
            Vec::new()
        }),
        Value::Int(_) => Some(if whole {
            Vec::new()
        } else {
            vec![layout.clone()]
        }),
        Value::Tuple(coordinates) => {
            let modes = tuple_of(layout, coordinates.len())?;
            let picked = modes
                .iter()
                .zip(coordinates)
                .map(|(mode, coordinate)| picked(mode, coordinate, whole));
            picked
                .collect::<Option<Vec<_>>>()
                .map(|picked| picked.concat())
        }
        _ => None,
    }
}

/// The modes, if there are so many.
fn tuple_of(layout: &Layout, rank: usize) -> Option<&[Layout]> {
    match layout {
        Nest::Tuple(modes) if modes.len() == rank => Some(modes),
        _ => None,
    }
}

/// Returns the sublayout of the modes that are `..` in a coordinate.
pub fn slice(layout: &Layout, coordinate: &Value) -> Option<Layout> {
    match coordinate {
        Value::Whole => Some(layout.clone()),
        _ => picked(layout, coordinate, true).map(Nest::Tuple),
    }
}

/// Returns the sublayout of the modes that are integers in a coordinate.
pub fn dice(layout: &Layout, coordinate: &Value) -> Option<Layout> {
    match coordinate {
        Value::Int(_) => Some(layout.clone()),
        _ => picked(layout, coordinate, false).map(Nest::Tuple),
    }
}

/// Returns the offset of a coordinate; `..` is 0.
pub fn offset(layout: &Layout, coordinate: &Value) -> Option<Number> {
    match coordinate {
        Value::Whole => Some(0),
        Value::Int(index) => Some(layout.at(*index)),
        Value::Tuple(coordinates) => {
            let modes = tuple_of(layout, coordinates.len())?;
            let offsets = modes.iter().zip(coordinates);
            offsets
                .map(|(mode, coordinate)| offset(mode, coordinate))
                .sum()
        }
        _ => None,
    }
}

/// True if a coordinate is inside a shape.
pub fn inside(layout: &Layout, coordinate: &Value) -> bool {
    match coordinate {
        Value::Int(index) => *index < layout.size(),
        Value::Tuple(coordinates) => {
            let modes = layout.parts();
            let mut pairs = modes.iter().zip(coordinates);
            pairs.all(|(mode, coordinate)| inside(mode, coordinate))
        }
        _ => true,
    }
}

/// Returns the coordinate of an index, with the last mode unbounded: 9 in `(4,2)` is `(1,2)`.
pub fn coordinate(index: Number, shape: &Nest<Number>) -> Nest<Number> {
    match shape {
        Nest::Leaf(_) => Nest::Leaf(index),
        Nest::Tuple(parts) => {
            let mut rest = index;
            let mut coordinates = Vec::new();
            for (i, part) in parts.iter().enumerate() {
                let size = product(part);
                let last = i + 1 == parts.len();
                coordinates.push(coordinate(if last { rest } else { rest % size }, part));
                rest /= size;
            }
            Nest::Tuple(coordinates)
        }
    }
}

/// The modes of both in one tuple; without the second, the first as it is.
fn join(first: &Layout, second: &Layout, alone: &Layout, picked: &Layout) -> Layout {
    match picked {
        Nest::Tuple(parts) if parts.is_empty() => alone.clone(),
        _ => Nest::Tuple([first.parts(), second.parts()].concat()),
    }
}

/// A part of a layout, and where it begins.
#[derive(Debug, PartialEq)]
pub struct Begin {
    /// The part.
    pub layout: Layout,
    /// The offset at which it begins.
    pub start: Number,
    /// Whether the coordinate of the start is inside.
    pub inside: bool,
}
/// A part, if there is one.
pub type Part = Result<Begin, No>;

/// Returns the tile at a coordinate, and the tiles that are `..` in it.
pub fn local_tile(layout: &Layout, tiler: &Value, at: &Value) -> Part {
    let parts = divide(layout, tiler)?;
    let (tile, rest) = (&parts.first, &parts.second);
    let rests = slice(rest, at).ok_or(No::Answer)?;
    Ok(Begin {
        layout: join(tile, &rests, tile, &rests),
        start: offset(rest, at).ok_or(No::Answer)?,
        inside: inside(rest, at),
    })
}

/// Returns the element at a coordinate of each tile.
pub fn outer_partition(layout: &Layout, tiler: &Value, at: &Value) -> Part {
    let parts = divide(layout, tiler)?;
    let (tile, rest) = (&parts.first, &parts.second);
    let tiles = slice(tile, at).ok_or(No::Answer)?;
    Ok(Begin {
        layout: join(&tiles, rest, rest, &tiles),
        start: offset(tile, at).ok_or(No::Answer)?,
        inside: inside(tile, at),
    })
}

/// Returns what one of many threads has: an element of each tile of the shape of `threads`.
pub fn local_partition(layout: &Layout, threads: &Layout, thread: Number) -> Part {
    let numbers = right_inverse(threads);
    if numbers.size() != threads.size() {
        return Err(No::Answer); // not a number for each
    }
    if thread >= threads.size() {
        return Err(No::Layout);
    }
    let parts = divide(layout, &thread_tile(threads))?;
    let by_thread = compose(&parts.first, &numbers)?;
    Ok(Begin {
        start: by_thread.at(thread),
        layout: parts.second,
        inside: true,
    })
}

/// Returns the tile that the threads take one element each of.
pub fn thread_tile(threads: &Layout) -> Value {
    match threads {
        Nest::Leaf(mode) => Value::Int(mode.extent),
        Nest::Tuple(modes) => {
            let sizes = modes.iter().map(|mode| Value::Int(mode.size()));
            Value::Tuple(sizes.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Value, layout};

    fn value(text: &str) -> Value {
        text.parse().expect("a value")
    }

    #[test]
    fn examples_of_the_documentation() {
        let a = layout("(8,16,4):(64,1,16)");
        assert_eq!(slice(&a, &value("(_,3,_)")), Some(layout("(8,4):(64,16)")));
        assert_eq!(dice(&a, &value("(_,3,_)")), Some(layout("(16,):(1,)")));
        assert_eq!(offset(&a, &value("(3,5,2)")), Some(229));
        let nested = layout("((2,4),(3,5)):((3,6),(1,24))");
        assert_eq!(offset(&nested, &value("((1,5),12)")), Some(129));
    }

    fn begin(text: &str, start: Number) -> Part {
        Ok(Begin {
            layout: layout(text),
            start,
            inside: true,
        })
    }

    #[test]
    fn parts_for_blocks_and_threads() {
        let a = layout("(8,6):(6,1)");
        let tile = local_tile(&a, &value("(4,3)"), &value("(1,1)"));
        assert_eq!(tile, begin("(4,3):(6,1)", 27));
        let tiles = local_tile(&a, &value("(4,3)"), &value("(1,_)"));
        assert_eq!(tiles, begin("(4,3,2):(6,1,3)", 24));
        let elements = outer_partition(&a, &value("(4,3)"), &value("(2,1)"));
        assert_eq!(elements, begin("(2,2):(24,3)", 13));
        let threads = layout("(4,2):(2,1)");
        let mine = local_partition(&a, &threads, 3);
        assert_eq!(mine, begin("(2,3):(24,2)", 7));
        assert_eq!(local_partition(&a, &threads, 8), Err(No::Layout));
    }
}
