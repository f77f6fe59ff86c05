//! The parts of a layout that coordinates pick: offsets, tiles, and the elements of a thread.

use crate::algebra::{Answer, No, answer, compose};
use crate::dynamic::{dynamic, dynamic_shape, of_offset, of_shape};
use crate::layout::{Layout, Number};
use crate::{Nest, Value};

/// Returns the offset of a coordinate; `..` counts as 0.
pub fn offset(layout: &Layout, coordinate: &Value) -> Option<Number> {
    let offset = dynamic(layout)?.crd2idx(coordinate.coord()?);
    of_offset(&offset.ok()?)
}

/// Returns the coordinate of an index, with the last mode unbounded: 9 in `(4,2)` is `(1,2)`.
pub fn coordinate(index: Number, shape: &Nest<Number>) -> Option<Nest<Number>> {
    let index = u64::try_from(index).ok()?;
    let coordinate = dynamic_shape(shape)?.idx2crd(index);
    Some(of_shape(&coordinate.ok()?))
}

/// Returns the sublayout of the modes that are `..` in a coordinate.
pub fn slice(layout: &Layout, coordinate: &Value) -> Answer {
    answer("slice", &[Value::Layout(layout.clone()), coordinate.clone()])
}

/// Returns true if a coordinate is inside a shape.
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

/// Returns the modes of both in one tuple; without the second, the first as it is.
fn join(first: &Layout, second: &Layout, alone: &Layout, picked: &Layout) -> Layout {
    match picked {
        Nest::Tuple(parts) if parts.is_empty() => alone.clone(),
        _ => Nest::Tuple([first.parts(), second.parts()].concat()),
    }
}

/// A part of a layout, and the offset at which it begins.
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

/// Returns all tiles of a layout, and all rests.
pub fn tiles_and_rests(layout: &Layout, tiler: &Value) -> Result<[Layout; 2], No> {
    let tiles = answer("zipped_divide", &[Value::Layout(layout.clone()), tiler.clone()])?;
    let parts = tiles.parts().try_into();
    Ok(parts.expect("a layout that is divided has two modes"))
}

/// Returns the tile at a coordinate, and the tiles that are `..` in it.
pub fn local_tile(layout: &Layout, tiler: &Value, at: &Value) -> Part {
    let [tile, rest] = &tiles_and_rests(layout, tiler)?;
    let rests = slice(rest, at)?;
    Ok(Begin {
        layout: join(tile, &rests, tile, &rests),
        start: offset(rest, at).ok_or(No::Answer)?,
        inside: inside(rest, at),
    })
}

/// Returns the element at a coordinate of each tile.
pub fn outer_partition(layout: &Layout, tiler: &Value, at: &Value) -> Part {
    let [tile, rest] = &tiles_and_rests(layout, tiler)?;
    let tiles = slice(tile, at)?;
    Ok(Begin {
        layout: join(&tiles, rest, rest, &tiles),
        start: offset(tile, at).ok_or(No::Answer)?,
        inside: inside(tile, at),
    })
}

/// Returns the elements of one of many threads: one element of each tile of the shape of `threads`.
pub fn local_partition(layout: &Layout, threads: &Layout, thread: Number) -> Part {
    let numbers = answer("right_inverse", &[Value::Layout(threads.clone())])?;
    if numbers.size() != threads.size() {
        return Err(No::Answer); // not a number for each
    }
    if thread >= threads.size() {
        return Err(No::Layout);
    }
    let [tile, rest] = tiles_and_rests(layout, &thread_tile(threads))?;
    Ok(Begin { start: compose(&tile, &numbers)?.at(thread), layout: rest, inside: true })
}

/// Returns the tile of which the threads take one element each.
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
        assert_eq!(slice(&a, &value("(_,3,_)")), Ok(layout("(8,4):(64,16)")));
        assert_eq!(offset(&a, &value("(3,5,2)")), Some(229));
        let nested = layout("((2,4),(3,5)):((3,6),(1,24))");
        assert_eq!(offset(&nested, &value("((1,5),12)")), Some(129));
    }

    fn begin(text: &str, start: Number) -> Part {
        Ok(Begin { layout: layout(text), start, inside: true })
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
