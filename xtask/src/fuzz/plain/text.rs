//! Values as text: CuTe's notation, `((2,_4),8):((1,_2),8)`, in which static integers have a `_`.

use super::layout::{AXES, Layout, Mode, Number, PLAIN, STEPS, axis, is_axis};
use super::nest::Nest;

/// What an operation takes or gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value<N = Number> {
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
pub(crate) struct Swizzle {
    pub(crate) bits: u32,
    pub(crate) base: u32,
    pub(crate) shift: i32,
}

impl Swizzle {
    /// The value at an offset: the bits from `base + shift` on flip those from `base` on; for a negative shift those
    /// from `base` on flip the ones `-shift` higher.
    pub(crate) fn at(self, offset: Number) -> Number {
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
    /// A tuple of integers with this form.
    pub(crate) fn of_nest(nest: &Nest<N>) -> Self {
        match nest {
            Nest::Leaf(leaf) => Value::Int(leaf.clone()),
            Nest::Tuple(parts) => Value::Tuple(parts.iter().map(Value::of_nest).collect()),
        }
    }

    /// The form and the integers, if there is nothing else.
    pub(crate) fn nest(&self) -> Option<Nest<N>> {
        match self {
            Value::Int(n) => Some(Nest::Leaf(n.clone())),
            Value::Tuple(parts) => {
                let parts = parts.iter().map(Value::nest);
                parts.collect::<Option<_>>().map(Nest::Tuple)
            }
            _ => None,
        }
    }

    /// The same value with other numbers.
    pub(crate) fn map<U: Clone>(&self, f: &mut impl FnMut(&N) -> U) -> Value<U> {
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

    /// All numbers, in the order in which [`map`](Value::map) meets them.
    pub(crate) fn numbers(&self) -> Vec<N> {
        let mut numbers = Vec::new();
        self.map(&mut |n| numbers.push(n.clone()));
        numbers
    }

    /// The value with each number written by `number`: `open` and `close` are put around layouts.
    pub(crate) fn write(
        &self,
        open: &str,
        close: &str,
        number: &mut impl FnMut(&N, bool) -> String,
    ) -> String {
        match self {
            Value::Whole => "..".to_string(),
            Value::Int(n) => number(n, false),
            Value::Tuple(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| part.write(open, close, number))
                    .collect();
                tuple(&parts)
            }
            Value::Layout(layout) => format!("{open}{}{close}", write_layout(layout, number)),
            Value::Swizzled(Swizzle { bits, base, shift }, start, layout) => {
                let start = number(start, true);
                let layout = write_layout(layout, number);
                format!("{open}Sw<{bits}, {base}, {shift}> o {start} o {layout}{close}")
            }
        }
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

fn write_layout<N>(layout: &Layout<N>, number: &mut impl FnMut(&N, bool) -> String) -> String {
    let shape = write_nest(&layout.map(&mut |mode| number(&mode.extent, true)));
    let stride = write_nest(&layout.map(&mut |mode| number(&mode.stride, true)));
    format!("{shape} : {stride}")
}

fn write_nest(nest: &Nest<String>) -> String {
    match nest {
        Nest::Leaf(text) => text.clone(),
        Nest::Tuple(parts) => tuple(&parts.iter().map(write_nest).collect::<Vec<_>>()),
    }
}

/// `(a, b)`, and `(a,)` for one part.
fn tuple(parts: &[String]) -> String {
    let comma = if parts.len() == 1 { "," } else { "" };
    format!("({}{comma})", parts.join(", "))
}

/// A number as it is written in a literal: `7`, `-3`, `2@1`.
pub(crate) fn number(n: Number) -> String {
    let mut steps = n >> PLAIN;
    if !is_axis(n) || steps << PLAIN != n {
        return n.to_string();
    }
    let mut text = Vec::new();
    for axis in 0..AXES {
        let digit = (steps + (1 << (STEPS - 1))).rem_euclid(1 << STEPS) - (1 << (STEPS - 1));
        steps = (steps - digit) >> STEPS;
        if digit != 0 {
            text.push(format!("{digit}@{axis}"));
        }
    }
    text.join("+")
}

/// A value of numbers in CuTe's notation, all of them static: `Compose<..>` as a literal.
pub(crate) fn plain(value: &Value) -> String {
    let text = value.write("", "", &mut |&n, _| number(n));
    text.replace(" : ", ":")
        .replace(", ", ",")
        .replace("..", "_")
}

/// Reads a value; `leaf` reads a number, without `_`. None if the text is no value.
pub(crate) fn read<N: Clone>(
    text: &str,
    leaf: &mut dyn FnMut(&str, bool) -> Option<N>,
) -> Option<Value<N>> {
    let text: String = text.chars().filter(|character| *character != ' ').collect();
    let mut reader = Reader { rest: &text, leaf };
    let value = reader.value()?;
    reader.rest.is_empty().then_some(value)
}

/// Reads a value of numbers, static or not.
pub(crate) fn read_plain(text: &str) -> Option<Value> {
    read(text, &mut |text, _| read_number(text))
}

/// `7`, `-3`, `2@1`, `3@0+5@1`.
fn read_number(text: &str) -> Option<Number> {
    text.split('+').map(read_steps).sum()
}

fn read_steps(text: &str) -> Option<Number> {
    match text.split_once('@') {
        Some((steps, number)) => {
            let number = number.parse().ok().filter(|&number| number < AXES)?;
            Some(steps.parse::<Number>().ok()? * axis(number))
        }
        None => text.parse().ok(),
    }
}

struct Reader<'a, N> {
    rest: &'a str,
    leaf: &'a mut dyn FnMut(&str, bool) -> Option<N>,
}

impl<N: Clone> Reader<'_, N> {
    /// Reads a tuple, an integer, or `shape:stride`.
    fn value(&mut self) -> Option<Value<N>> {
        if self.eat("Sw<") {
            return self.swizzled();
        }
        let first = self.item()?;
        if !self.eat(":") {
            return Some(first);
        }
        let second = self.item()?;
        let pairs = first.nest()?.zip(&second.nest()?)?;
        Some(Value::Layout(pairs.map(&mut |(extent, stride)| Mode {
            extent: extent.clone(),
            stride: stride.clone(),
        })))
    }

    fn item(&mut self) -> Option<Value<N>> {
        if self.eat("(") {
            let mut parts = Vec::new();
            while !self.eat(")") {
                parts.push(self.value()?);
                self.eat(",");
            }
            return Some(Value::Tuple(parts));
        }
        let is_static = self.eat("_");
        let end = self.rest.find(['(', ')', ',', ':', '>', 'o']);
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        match (is_static, text) {
            (true, "") => Some(Value::Whole),
            _ => (self.leaf)(text, is_static).map(Value::Int),
        }
    }

    /// What comes after `Sw<` in `Sw<3,4,3>o_0o(8,64):(64,1)`.
    fn swizzled(&mut self) -> Option<Value<N>> {
        let (numbers, rest) = self.rest.split_once(">o")?;
        self.rest = rest;
        let numbers: Option<Vec<i32>> = numbers.split(',').map(|n| n.parse().ok()).collect();
        let [bits, base, shift] = numbers?.try_into().ok()?;
        let swizzle = Swizzle {
            bits: u32::try_from(bits).ok()?,
            base: u32::try_from(base).ok()?,
            shift,
        };
        let Value::Int(start) = self.item()? else {
            return None;
        };
        match (self.eat("o"), self.value()?) {
            (true, Value::Layout(layout)) => Some(Value::Swizzled(swizzle, start, layout)),
            _ => None,
        }
    }

    fn eat(&mut self, start: &str) -> bool {
        let rest = self.rest.strip_prefix(start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

/// The layout that a text names.
#[cfg(test)]
pub(crate) fn layout(text: &str) -> Layout {
    match read_plain(text) {
        Some(Value::Layout(layout)) => layout,
        other => panic!("{text} is {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "12",
            "():()",
            "(2,(4,8)):(1,(2,-8))",
            "(4,8):(1@0,-3@2)",
            "(2,2):(17@2,28@1+6@2)",
            "((4,),_,(2,2):(1,4))",
            "Sw<2,1,-3> o 5 o (8,(2,2)):(4,(1,2))",
        ] {
            let value = read_plain(text).unwrap_or_else(|| panic!("{text} is no value"));
            assert_eq!(plain(&value), text);
        }
        assert_eq!(read_plain("(_2,?):(_1,_2)"), None);
        assert_eq!(read_plain("(2,3):(1,(2,3))"), None);
    }

    #[test]
    fn swizzles_flip_bits() {
        let swizzle = |bits, base, shift| Swizzle { bits, base, shift };
        assert_eq!(swizzle(2, 1, 3).at(0b110100), 0b110010);
        assert_eq!(swizzle(2, 0, -3).at(0b01), 0b1001);
    }
}
