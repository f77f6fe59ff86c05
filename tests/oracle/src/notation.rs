//! Values as text: CuTe's notation, `((2,_4),8):((1,_2),8)`, in which static integers have a `_`.

use crate::layout::{AXES, Layout, Mode, Number, axis, steps};
use crate::{Nest, Value};
use std::fmt;
use std::str::FromStr;

impl<N> Value<N> {
    /// Returns the value as text, with each number written by `number`, which is told whether the
    /// number is in a layout; `open` and `close` are put around layouts.
    pub fn write(
        &self,
        open: &str,
        close: &str,
        number: &mut impl FnMut(&N, bool) -> String,
    ) -> String {
        match self {
            Value::Whole => "..".to_string(),
            Value::Int(n) => number(n, false),
            Value::Tuple(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| part.write(open, close, number)).collect();
                tuple(&parts)
            }
            Value::Layout(layout) => format!("{open}{}{close}", write_layout(layout, number)),
            Value::Swizzled(swizzle, start, layout) => {
                let start = number(start, true);
                let layout = write_layout(layout, number);
                format!("{open}{swizzle} o {start} o {layout}{close}")
            }
        }
    }
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

/// Returns `(a, b)`, and `(a,)` for one part.
fn tuple(parts: &[String]) -> String {
    let comma = if parts.len() == 1 { "," } else { "" };
    format!("({}{comma})", parts.join(", "))
}

/// Returns a number in the notation of a literal: `7`, `-3`, `2@1`.
pub fn number(n: Number) -> String {
    let Some(steps) = steps(n) else {
        return n.to_string();
    };
    let taken = steps.iter().enumerate().filter(|(_, steps)| **steps != 0);
    let text: Vec<String> = taken.map(|(axis, steps)| format!("{steps}@{axis}")).collect();
    text.join("+")
}

/// Writes `(2,(4,8)):(1,(2,-8))`, `(3,_)`, or `Sw<3,4,3> o 0 o (8,64):(64,1)`, with all integers
/// static.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.write("", "", &mut |&n, _| number(n));
        let text = text.replace(" : ", ":").replace(", ", ",");
        f.write_str(&text.replace("..", "_"))
    }
}

/// Writes `(2,(4,8)):(1,(2,-8))`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::Layout(self.clone()).fmt(f)
    }
}

/// Writes a shape or coordinate: `(2,(4,8))`, and `(2,)` for a tuple of one.
impl fmt::Display for Nest<Number> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::of_nest(self).fmt(f)
    }
}

/// The error for a text that cannot be parsed as the expected type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    text: String,
    what: &'static str,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no {}", self.text, self.what)
    }
}

impl std::error::Error for NotationError {}

/// Parses a value of numbers, with or without `_` before them.
impl FromStr for Value {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text, &mut |text, _| read_number(text))
            .ok_or_else(|| NotationError { text: text.to_string(), what: "value" })
    }
}

/// Parses a layout: `(2,(4,8)):(1,(2,-8))`, also with blanks and `_`.
impl FromStr for Layout {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.parse() {
            Ok(Value::Layout(layout)) => Ok(layout),
            _ => Err(NotationError { text: text.to_string(), what: "layout" }),
        }
    }
}

/// Returns the layout that a text names: `layout("(4,2):(1,10)")`.
///
/// # Panics
///
/// Panics if the text does not name a layout.
#[track_caller]
pub fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Parses a value whose numbers are of another type: `leaf` reads one, and is told whether a `_`
/// precedes it. Returns `None` if the text is not a value.
pub fn read<N: Clone>(
    text: &str,
    leaf: &mut dyn FnMut(&str, bool) -> Option<N>,
) -> Option<Value<N>> {
    let text: String = text.chars().filter(|character| *character != ' ').collect();
    let mut reader = Reader { rest: &text, leaf };
    let value = reader.value()?;
    reader.rest.is_empty().then_some(value)
}

/// Parses `7`, `-3`, `2@1`, `3@0+5@1`.
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
        Some(Value::Layout(
            pairs.map(&mut |(extent, stride)| Mode {
                extent: extent.clone(),
                stride: stride.clone(),
            }),
        ))
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

    /// Parses the text after `Sw<` in `Sw<3,4,3>o_0o(8,64):(64,1)`.
    fn swizzled(&mut self) -> Option<Value<N>> {
        let (numbers, rest) = self.rest.split_once(">o")?;
        self.rest = rest;
        let swizzle = format!("Sw<{numbers}>").parse().ok()?;
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
            let value: Value = text.parse().expect("a value");
            assert_eq!(value.to_string(), text);
        }
        let error = "(_2,?):(_1,_2)".parse::<Value>().unwrap_err();
        assert_eq!(error.to_string(), "`(_2,?):(_1,_2)` is no value");
        let error = "(2,3):(1,(2,3))".parse::<Layout>().unwrap_err();
        assert_eq!(error.to_string(), "`(2,3):(1,(2,3))` is no layout");
        assert_eq!(layout("(_2, _3) : (_1, _2)").to_string(), "(2,3):(1,2)");
    }
}
