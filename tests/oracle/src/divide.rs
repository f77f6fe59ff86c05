//! Compositions, divides and products by tilers: a layout, an integer, `..`, or a tuple with one for each mode.

use crate::Nest;
use crate::Value;
use crate::complement::{Holes, complement};
use crate::compose::{Answer, No, compose};
use crate::layout::{Layout, Number, column_major, mode, product};
use crate::verdict::Form;

/// What a tiler makes of a layout.
pub struct Parts {
    /// Each mode with what became of it: (tile, rest), or (block, copies).
    pub by_mode: Layout,
    /// All tiles, or blocks.
    pub first: Layout,
    /// All rests, or copies.
    pub second: Layout,
}

/// 1:0
fn unit() -> Layout {
    Nest::Leaf(mode(1, 0))
}

/// The layout that a tile is: `4` is `4:1`, and 1 is `1:0`.
fn layout_of_tile(tile: &Value) -> Option<Layout> {
    match tile {
        Value::Int(1) => Some(unit()),
        Value::Int(extent) => Some(Nest::Leaf(mode(*extent, 1))),
        Value::Layout(layout) => Some(layout.clone()),
        _ => None,
    }
}

/// The modes of `a` and the tilers for the first of them, if there are enough modes.
fn by_mode<'a>(a: &Layout, tilers: &'a [Value]) -> Result<Vec<(Layout, Option<&'a Value>)>, No> {
    let Nest::Tuple(modes) = a else {
        return Err(No::Answer);
    };
    if tilers.len() > modes.len() {
        return Err(No::Answer);
    }
    let tilers = tilers.iter().map(Some).chain(std::iter::repeat(None));
    Ok(modes.iter().cloned().zip(tilers).collect())
}

/// Returns the composition with a tiler; by mode further modes are dropped.
pub fn compose_by(a: &Layout, tiler: &Value) -> Answer {
    match tiler {
        Value::Whole => Ok(a.clone()),
        Value::Int(extent) => compose(a, &Nest::Leaf(mode(*extent, 1))),
        Value::Layout(b) => compose(a, b),
        Value::Tuple(tilers) => {
            let pairs = by_mode(a, tilers)?.into_iter();
            let tiled = pairs.filter_map(|(mode, tiler)| Some((mode, tiler?)));
            first_no(tiled.map(|(mode, tiler)| compose_by(&mode, tiler))).map(Nest::Tuple)
        }
        Value::Swizzled(..) => Err(No::Answer),
    }
}

/// All results, or the reason why there is one missing; that there is none before that it cannot be told.
fn first_no<T>(results: impl Iterator<Item = Result<T, No>>) -> Result<Vec<T>, No> {
    let (mut all, mut unknown) = (Vec::new(), false);
    for result in results {
        match result {
            Ok(result) => all.push(result),
            Err(No::Layout) => return Err(No::Layout),
            Err(No::Answer) => unknown = true,
        }
    }
    if unknown { Err(No::Answer) } else { Ok(all) }
}

/// Returns a tile together with the rest that it leaves of a layout of this size.
pub fn with_rest(tile: &Layout, size: Number) -> Option<Layout> {
    let rest = complement(tile, size, Holes::None)?;
    Some(Nest::Tuple(vec![tile.clone(), rest]))
}

/// Returns a layout cut into tiles: all tiles first, `((4,3),(2,2)):((6,1),(24,3))` zipped, for `(8,6):(6,1)` by `(4,3)`.
pub fn divide(a: &Layout, tiler: &Value) -> Result<Parts, No> {
    by_tiler(a, tiler, &|a, tile| {
        let both = with_rest(tile, a.size()).ok_or(No::Layout)?;
        compose(a, &both)
    })
}

/// Returns copies of a layout, laid out as the tiler says.
pub fn multiply(a: &Layout, tiler: &Value) -> Result<Parts, No> {
    by_tiler(a, tiler, &|a, tile| {
        let copies = copies(a, tile, tile.cosize())?;
        Ok(Nest::Tuple(vec![a.clone(), copies]))
    })
}

/// What `pair` makes of every mode that has a tile: two layouts. A mode without one stays.
fn by_tiler(
    a: &Layout,
    tiler: &Value,
    pair: &dyn Fn(&Layout, &Layout) -> Answer,
) -> Result<Parts, No> {
    if let Value::Whole = tiler {
        return Ok(Parts {
            by_mode: a.clone(),
            first: a.clone(),
            second: unit(),
        });
    }
    let Value::Tuple(tilers) = tiler else {
        let tile = layout_of_tile(tiler).ok_or(No::Answer)?;
        let both = pair(a, &tile)?;
        let parts = both.parts();
        return Ok(Parts {
            by_mode: both,
            first: parts[0].clone(),
            second: parts[1].clone(),
        });
    };
    let pairs = by_mode(a, tilers)?;
    let tiled = pairs
        .iter()
        .filter_map(|(mode, tiler)| Some((mode, (*tiler)?)));
    let divided = first_no(tiled.map(|(mode, tiler)| by_tiler(mode, tiler, pair)))?;
    let others: Vec<Layout> = pairs[tilers.len()..]
        .iter()
        .map(|(mode, _)| mode.clone())
        .collect();
    let tuple = |part: fn(&Parts) -> &Layout, others: &[Layout]| {
        let parts = divided.iter().map(part).cloned();
        Nest::Tuple(parts.chain(others.iter().cloned()).collect())
    };
    Ok(Parts {
        by_mode: tuple(|parts| &parts.by_mode, &others),
        first: tuple(|parts| &parts.first, &[]),
        second: tuple(|parts| &parts.second, &others),
    })
}

/// Returns the offsets of the copies of `a` that `b`, which reaches offsets below `cosize`, lays out.
pub fn copies(a: &Layout, b: &Layout, cosize: Number) -> Answer {
    let target = a.size() * cosize;
    let mut star = complement(a, target, Holes::Allowed).ok_or(No::Layout)?;
    if cosize > star.size() {
        star = complement(a, target, Holes::GoingOn).ok_or(No::Layout)?;
    }
    compose(&star, b)
}

/// A tuple of the modes; a single mode, `8` or `(8,)`, stays as it is.
fn spread(layout: &Layout) -> Vec<Layout> {
    match layout {
        Nest::Tuple(parts) if parts.len() != 1 => parts.clone(),
        single => vec![single.clone()],
    }
}

impl Parts {
    /// Returns the first and the second as two modes.
    pub fn zipped(self) -> Layout {
        Nest::Tuple(vec![self.first, self.second])
    }

    /// Returns the first as one mode, the modes of the second after it.
    pub fn tiled(self) -> Layout {
        let mut modes = vec![self.first];
        modes.extend(spread(&self.second));
        Nest::Tuple(modes)
    }

    /// Returns the modes of the first, then those of the second.
    pub fn flat(self) -> Layout {
        let mut modes = spread(&self.first);
        modes.extend(spread(&self.second));
        Nest::Tuple(modes)
    }
}

/// Returns what is known of the form of a tile of the mode `a`.
pub(crate) fn form_of_tile(a: &Layout, tiler: &Value) -> Form {
    match tiler {
        Value::Layout(tile) => Form::of(tile),
        Value::Whole => Form::of(a),
        Value::Tuple(tilers) => {
            let modes = a.parts().into_iter().zip(tilers);
            Form::Parts(
                modes
                    .map(|(mode, tiler)| form_of_tile(&mode, tiler))
                    .collect(),
            )
        }
        _ => Form::One,
    }
}

/// Returns copies of a block side by side, as `b` lays them out: mode by mode the block first, or the copies.
pub fn blocked(a: &Layout, b: &Layout, raked: bool) -> Answer {
    let modes = Nest::Tuple(b.parts());
    let copies = copies(a, &modes, b.cosize())?;
    Ok(side_by_side(a, &copies, raked))
}

/// The pairs of the modes that correspond; `1:0` stands for those that are missing.
fn side_by_side(a: &Layout, copies: &Layout, raked: bool) -> Layout {
    let (mut block, mut copies) = (a.parts(), copies.parts());
    let rank = block.len().max(copies.len());
    block.resize(rank, unit());
    copies.resize(rank, unit());
    let pair = |(block, copies)| {
        Nest::Tuple(if raked {
            vec![copies, block]
        } else {
            vec![block, copies]
        })
    };
    Nest::Tuple(block.into_iter().zip(copies).map(pair).collect())
}

/// Returns copies of a block that fill a shape, in the order of these numbers, or the first mode fastest.
pub fn tile_to_shape(
    block: &Layout,
    target: &Nest<Number>,
    order: Option<&Nest<Number>>,
) -> Answer {
    let (modes, extents) = (block.parts(), target.parts());
    if modes.len() > extents.len() {
        return Err(No::Layout);
    }
    let mut counts = Vec::new();
    for (i, extent) in extents.iter().enumerate() {
        let (block, target) = (modes.get(i).map_or(1, Layout::size), product(extent));
        if target % block != 0 {
            return Err(No::Layout);
        }
        counts.push(target / block);
    }
    let number: Number = counts.iter().product();
    let counts = Nest::Tuple(counts.into_iter().map(Nest::Leaf).collect());
    let copies_of = match order {
        None => column_major(&counts),
        Some(order) => ordered(&counts, order).ok_or(No::Answer)?,
    };
    let copies = copies(block, &copies_of, number)?;
    Ok(side_by_side(block, &copies, false))
}

/// The compact layout of a flat shape whose strides grow in the order of these numbers.
fn ordered(shape: &Nest<Number>, order: &Nest<Number>) -> Option<Layout> {
    let extents = shape.leaves();
    let orders = order.leaves();
    let pairs = shape.zip(order)?;
    Some(pairs.map(&mut |&(extent, place)| {
        let earlier = extents
            .iter()
            .zip(&orders)
            .filter(|(_, other)| ***other < place);
        let before: Number = earlier.map(|(extent, _)| **extent).product();
        mode(extent, if extent == 1 { 0 } else { before })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Value, layout};

    fn tiler(text: &str) -> Value {
        text.parse().expect("a tiler")
    }

    #[test]
    fn divides() {
        let divided = |a, t: &str| divide(&layout(a), &tiler(t)).map(|parts| parts.zipped());
        assert_eq!(divided("24:1", "4:2"), Ok(layout("(4,(2,3)):(2,(1,8))")));
        assert_eq!(divided("(6,4):(4,1)", "4:1"), Err(No::Layout));
        let by_mode = divided("(8,6,5):(6,1,0)", "(4,3)");
        assert_eq!(by_mode, Ok(layout("((4,3),(2,2,5)):((6,1),(24,3,0))")));
        let flat = divide(&layout("(128,64):(64,1)"), &tiler("(32,16)")).map(Parts::flat);
        assert_eq!(flat.ok(), Some(layout("(32,16,4,4):(64,1,2048,16)")));
        let huge = divided("(12,(4,8)):(7,(1,30))", "128:1");
        assert_eq!(huge, Err(No::Layout));
    }

    #[test]
    fn products() {
        let product = |a, t: &str| multiply(&layout(a), &tiler(t)).map(|parts| parts.by_mode);
        let expected = layout("((2,2),(2,3)):((4,1),(2,8))");
        assert_eq!(product("(2,2):(4,1)", "6:1"), Ok(expected));
        assert_eq!(product("(3,):(8,)", "4:1"), Ok(layout("((3,),4):((8,),1)")));
        let (a, b) = (layout("(2,5):(5,1)"), layout("(3,4):(1,3)"));
        assert_eq!(
            blocked(&a, &b, false),
            Ok(layout("((2,3),(5,4)):((5,10),(1,30))"))
        );
        assert_eq!(
            blocked(&a, &b, true),
            Ok(layout("((3,2),(4,5)):((10,5),(30,1))"))
        );
    }

    #[test]
    fn tiling_a_shape() {
        let block = layout("(8,4):(4,1)");
        let target = Nest::Tuple(vec![Nest::Leaf(16), Nest::Leaf(8)]);
        let expected = layout("((8,2),(4,2)):((4,32),(1,64))");
        assert_eq!(tile_to_shape(&block, &target, None), Ok(expected));
        let order = Nest::Tuple(vec![Nest::Leaf(1), Nest::Leaf(0)]);
        let expected = layout("((8,2),(4,2)):((4,64),(1,32))");
        assert_eq!(tile_to_shape(&block, &target, Some(&order)), Ok(expected));
        let target = Nest::Tuple(vec![Nest::Leaf(16), Nest::Leaf(6)]);
        assert_eq!(tile_to_shape(&block, &target, None), Err(No::Layout));
    }
}
