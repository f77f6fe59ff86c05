//! The arguments and results of operations: integers, tuples and layouts.

use crate::Nest;
use crate::layout::{Layout, Mode, Number};
use zellige_dynamic::Swizzle;

/// An argument or a result of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value<N = Number> {
    /// `..`, a whole mode.
    Whole,
    /// An integer.
    Int(N),
    /// A shape, a coordinate, or a tiler by mode.
    Tuple(Vec<Value<N>>),
    /// A layout with strides.
    Layout(Layout<N>),
    /// A layout whose offsets, from a start on, are swizzled.
    Swizzled(Swizzle, N, Layout<N>),
}

/// Returns the swizzled offset, which must not be negative.
pub fn swizzled(swizzle: Swizzle, offset: Number) -> Number {
    let offset = u64::try_from(offset).expect("swizzled offsets are no negative ones");
    swizzle.apply(offset).into()
}

impl<N: Clone> Value<N> {
    /// Returns a tuple of integers with this profile.
    pub fn of_nest(nest: &Nest<N>) -> Self {
        match nest {
            Nest::Leaf(leaf) => Value::Int(leaf.clone()),
            Nest::Tuple(parts) => Value::Tuple(parts.iter().map(Value::of_nest).collect()),
        }
    }

    /// Returns the profile and the integers, if it consists of nothing else.
    pub fn nest(&self) -> Option<Nest<N>> {
        match self {
            Value::Int(n) => Some(Nest::Leaf(n.clone())),
            Value::Tuple(parts) => {
                let parts = parts.iter().map(Value::nest);
                parts.collect::<Option<_>>().map(Nest::Tuple)
            }
            _ => None,
        }
    }

    /// Returns the same value with other numbers.
    pub fn map<U: Clone>(&self, f: &mut impl FnMut(&N) -> U) -> Value<U> {
        match self {
            Value::Whole => Value::Whole,
            Value::Int(n) => Value::Int(f(n)),
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| part.map(f)).collect()),
            Value::Layout(layout) => Value::Layout(map_layout(layout, f)),
            Value::Swizzled(swizzle, start, layout) => {
                let start = f(start);
                Value::Swizzled(*swizzle, start, map_layout(layout, f))
            }
        }
    }

    /// Returns all numbers, in the order in which [`map`](Value::map) visits them.
    pub fn numbers(&self) -> Vec<N> {
        let mut numbers = Vec::new();
        self.map(&mut |n| numbers.push(n.clone()));
        numbers
    }
}

/// Returns the same layout with other numbers; `f` sees all numbers of the shape first.
fn map_layout<N: Clone, U: Clone>(layout: &Layout<N>, f: &mut impl FnMut(&N) -> U) -> Layout<U> {
    let shape = layout.map(&mut |mode| f(&mode.extent));
    let stride = layout.map(&mut |mode| f(&mode.stride));
    let pairs = shape.zip(&stride).expect("they have one profile");
    pairs.map(&mut |(extent, stride)| Mode { extent: extent.clone(), stride: stride.clone() })
}
