//! What an operation takes or gives: integers, tuples and layouts.

use crate::Nest;
use crate::layout::{Layout, Mode, Number};

/// What an operation takes or gives.
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

/// The function `x ^ ((x >> shift) & mask)`, with CuTe's numbers: how many bits, the base, the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle {
    /// How many bits are flipped.
    pub bits: u32,
    /// The lowest of these.
    pub base: u32,
    /// How much higher the bits are that flip them.
    pub shift: i32,
}

impl Swizzle {
    /// Returns the value at an offset: the bits from `base + shift` on flip those from `base` on; for a negative shift those
    /// from `base` on flip the ones `-shift` higher.
    pub fn at(self, offset: Number) -> Number {
        let mask = (1 << self.bits) - 1;
        let (from, to) = if self.shift < 0 {
            (self.base, self.base + self.shift.unsigned_abs())
        } else {
            (self.base + self.shift.unsigned_abs(), self.base)
        };
        offset ^ ((offset >> from & mask) << to)
    }
}

impl<N: Clone> Value<N> {
    /// Returns a tuple of integers with this form.
    pub fn of_nest(nest: &Nest<N>) -> Self {
        match nest {
            Nest::Leaf(leaf) => Value::Int(leaf.clone()),
            Nest::Tuple(parts) => Value::Tuple(parts.iter().map(Value::of_nest).collect()),
        }
    }

    /// Returns the form and the integers, if there is nothing else.
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

    /// Returns all numbers, in the order in which [`map`](Value::map) meets them.
    pub fn numbers(&self) -> Vec<N> {
        let mut numbers = Vec::new();
        self.map(&mut |n| numbers.push(n.clone()));
        numbers
    }
}

/// The same layout with other numbers, all of the shape first.
fn map_layout<N: Clone, U: Clone>(layout: &Layout<N>, f: &mut impl FnMut(&N) -> U) -> Layout<U> {
    let shape = layout.map(&mut |mode| f(&mode.extent));
    let stride = layout.map(&mut |mode| f(&mode.stride));
    let pairs = shape.zip(&stride).expect("they have one form");
    pairs.map(&mut |(extent, stride)| Mode {
        extent: extent.clone(),
        stride: stride.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_flip_bits() {
        let swizzle = |bits, base, shift| Swizzle { bits, base, shift };
        assert_eq!(swizzle(2, 1, 3).at(0b110100), 0b110010);
        assert_eq!(swizzle(2, 0, -3).at(0b01), 0b1001);
    }
}
