//! Conversion of values of this crate to those of `zellige-dynamic`, and back.
//!
//! Size and offsets of a layout of `zellige-dynamic` fit in 63 bits. Here they need not, as a
//! program may ask for more.

use crate::layout::{AXES, Layout, Mode, Number, axis, steps};
use crate::{Nest, Value};
use zellige_dynamic::{Coord, DynLayout, Offset, Outer, Pick, Shape, Tiler, Tuple};

/// Returns the layout as one of `zellige-dynamic`, unless it is too large.
pub fn dynamic(layout: &Layout) -> Option<DynLayout> {
    let shape = dynamic_shape(&layout.shape())?;
    let stride = tuple(layout, &mut |mode| offset(mode.stride))?;
    DynLayout::new(shape, stride).ok()
}

/// Returns the nested tuple as a shape of `zellige-dynamic`, unless a number is negative or too
/// large.
pub fn dynamic_shape(shape: &Nest<Number>) -> Option<Shape> {
    tuple(shape, &mut unsigned)
}

/// Returns a layout of `zellige-dynamic` as one of this crate, unless it is composed or steps along
/// other axes.
pub fn plain(layout: &DynLayout) -> Option<Layout> {
    let stride = nest(&layout.stride().ok()?, &mut of_offset)?;
    let pairs = of_shape(&layout.shape()).zip(&stride)?;
    Some(pairs.map(&mut |&(extent, stride)| Mode { extent, stride }))
}

/// Returns the shape as a nested tuple of this crate.
pub fn of_shape(shape: &Shape) -> Nest<Number> {
    nest(shape, &mut |&n| Some(n.into())).expect("an extent is a number")
}

/// Returns the offset as a number, or `None` if it steps along axes that are not known here.
pub fn of_offset(offset: &Offset) -> Option<Number> {
    match offset {
        Offset::Number(n) => Some((*n).into()),
        Offset::Steps(steps, path) => match path[..] {
            [number] => along(number as usize, *steps),
            _ => None,
        },
        Offset::Point(Tuple::Leaf(n)) => Some((*n).into()),
        Offset::Point(Tuple::Modes(entries)) => {
            let entries = entries.iter().enumerate().map(|(number, entry)| match entry {
                Tuple::Leaf(steps) => along(number, *steps),
                Tuple::Modes(_) => None,
            });
            entries.sum()
        }
    }
}

/// Returns steps along an axis, if there is an axis of this number.
fn along(number: usize, steps: i64) -> Option<Number> {
    let number = u32::try_from(number).ok().filter(|&number| number < AXES)?;
    Some(Number::from(steps) * axis(number))
}

/// Returns the number as an offset, with steps along axes separated.
fn offset(n: Number) -> Option<Offset> {
    let Some(steps) = steps(n) else {
        return i64::try_from(n).ok().map(Offset::Number);
    };
    let steps = steps.map(|steps| steps as i64);
    let mut taken = (0..).zip(steps).filter(|&(_, steps)| steps != 0);
    Some(match (taken.next(), taken.next()) {
        (Some((number, steps)), None) => Offset::Steps(steps, vec![number]),
        _ => Offset::Point(Tuple::Modes(steps.map(Tuple::Leaf).to_vec())),
    })
}

fn unsigned(n: &Number) -> Option<u64> {
    u64::try_from(*n).ok()
}

fn tuple<T, U>(nest: &Nest<T>, leaf: &mut impl FnMut(&T) -> Option<U>) -> Option<Tuple<U>> {
    Some(match nest {
        Nest::Leaf(of) => Tuple::Leaf(leaf(of)?),
        Nest::Tuple(parts) => {
            let parts = parts.iter().map(|part| tuple(part, leaf));
            Tuple::Modes(parts.collect::<Option<_>>()?)
        }
    })
}

fn nest<T, U>(tuple: &Tuple<T>, leaf: &mut impl FnMut(&T) -> Option<U>) -> Option<Nest<U>> {
    Some(match tuple {
        Tuple::Leaf(of) => Nest::Leaf(leaf(of)?),
        Tuple::Modes(modes) => {
            let modes = modes.iter().map(|mode| nest(mode, leaf));
            Nest::Tuple(modes.collect::<Option<_>>()?)
        }
    })
}

impl Value {
    /// Returns the value as a layout, swizzled or not.
    pub(crate) fn dynamic(&self) -> Option<DynLayout> {
        match self {
            Value::Layout(layout) => dynamic(layout),
            Value::Swizzled(swizzle, start, layout) => {
                let start = i64::try_from(*start).ok()?;
                let outer = Outer::Swizzle(*swizzle);
                DynLayout::composed(outer, start, dynamic(layout)?).ok()
            }
            _ => None,
        }
    }

    /// Converts a layout of `zellige-dynamic`, swizzled or not, or returns `None` if something else
    /// is applied to its offsets.
    pub(crate) fn of_dynamic(layout: &DynLayout) -> Option<Self> {
        match layout.outer() {
            None => plain(layout).map(Value::Layout),
            Some(Outer::Swizzle(swizzle)) => {
                let inner = plain(&layout.inner())?;
                Some(Value::Swizzled(*swizzle, layout.start().into(), inner))
            }
            Some(Outer::Layout(_)) => None,
        }
    }

    /// Returns the value as a shape, profile or index.
    pub(crate) fn shape(&self) -> Option<Shape> {
        dynamic_shape(&self.nest()?)
    }

    /// Returns the value as a coordinate.
    pub(crate) fn coord(&self) -> Option<Coord> {
        match self {
            Value::Whole => Some(Tuple::Leaf(Pick::Whole)),
            Value::Int(index) => unsigned(index).map(|index| Tuple::Leaf(Pick::At(index))),
            Value::Tuple(parts) => {
                let parts = parts.iter().map(Value::coord);
                parts.collect::<Option<_>>().map(Tuple::Modes)
            }
            _ => None,
        }
    }

    /// Returns the value as a tiler.
    pub(crate) fn tiler(&self) -> Option<Tiler> {
        match self {
            Value::Whole => Some(Tiler::Whole),
            Value::Int(extent) => unsigned(extent).map(Tiler::Extent),
            Value::Tuple(parts) => {
                let parts = parts.iter().map(Value::tiler);
                parts.collect::<Option<_>>().map(Tiler::Modes)
            }
            Value::Layout(_) | Value::Swizzled(..) => self.dynamic().map(Tiler::Layout),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn there_and_back() {
        for text in [
            "12:5",
            "(4,0):(1,4)",
            "((4,),2):((1,),-8)",
            "(4,8):(1@0,-3@2)",
            "(2,2):(17@2,28@1+-6@2)",
        ] {
            let layout = layout(text);
            let dynamic = dynamic(&layout).expect("it is small");
            assert_eq!(plain(&dynamic), Some(layout), "{text}");
        }
        assert_eq!(dynamic(&layout("8:9223372036854775807")), None);
        let far = "8:1@3".parse().expect("a layout");
        assert_eq!(plain(&far), None);
    }
}
