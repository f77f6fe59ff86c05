//! The arguments and results of operations, as JSON values.

use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;

use serde_json::{Value, json};

use super::{Answer, Failure};
use crate::{Coord, DynLayout, Offset, Outer, ParseError, Pick, Shape, Swizzle, Tiler, Tuple};

/// The arguments of an operation.
pub(super) struct Arguments<'a> {
    pub(super) operation: &'a str,
    pub(super) list: &'a [Value],
}

impl Arguments<'_> {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn value(&self, i: usize) -> Answer<&Value> {
        let missing =
            || Failure::Error(format!("`{}` takes more than {i} arguments", self.operation));
        self.list.get(i).ok_or_else(missing)
    }

    /// Returns the error for an argument that is not `what`.
    pub(super) fn mistaken(&self, i: usize, what: &str) -> Failure {
        Failure::Error(format!("argument {i} of `{}` must be {what}", self.operation))
    }

    pub(super) fn is_layout(&self, i: usize) -> bool {
        match self.list.get(i) {
            Some(Value::Object(fields)) => fields.contains_key("shape") || fields.contains_key("b"),
            Some(Value::String(text)) => text.parse::<DynLayout>().is_ok(),
            _ => false,
        }
    }
    pub(super) fn is_swizzle(&self, i: usize) -> bool {
        match self.list.get(i) {
            Some(Value::Object(fields)) => fields.contains_key("swizzle"),
            Some(Value::String(text)) => text.parse::<Swizzle>().is_ok(),
            _ => false,
        }
    }

    pub(super) fn layout(&self, i: usize) -> Answer<DynLayout> {
        layout(self.value(i)?, &|what| self.mistaken(i, what))
    }
    pub(super) fn swizzle(&self, i: usize) -> Answer<Swizzle> {
        swizzle(self.value(i)?, &|what| self.mistaken(i, what))
    }
    pub(super) fn tiler(&self, i: usize) -> Answer<Tiler> {
        tiler(self.value(i)?, &|what| self.mistaken(i, what))
    }
    pub(super) fn shape(&self, i: usize) -> Answer<Shape> {
        tuple(self.value(i)?, "a tuple of numbers", &number, &|what| self.mistaken(i, what))
    }
    pub(super) fn coord(&self, i: usize) -> Answer<Coord> {
        let pick = |value: &Value| match value.as_str() {
            Some("_") => Some(Pick::Whole),
            _ => number(value).map(Pick::At),
        };
        tuple(self.value(i)?, "a coordinate", &pick, &|what| self.mistaken(i, what))
    }
    pub(super) fn stride(&self, i: usize) -> Answer<Tuple<Offset>> {
        tuple(self.value(i)?, "a tuple of strides", &offset, &|what| self.mistaken(i, what))
    }
    pub(super) fn table(&self, i: usize) -> Answer<Vec<i64>> {
        let table = self.stride(i)?;
        let numbers = table.leaves().into_iter().map(|entry| entry.number());
        let table: Option<Vec<i64>> = numbers.collect();
        table.ok_or_else(|| self.mistaken(i, "a table of numbers"))
    }
    pub(super) fn number(&self, i: usize) -> Answer<u64> {
        number(self.value(i)?).ok_or_else(|| self.mistaken(i, "a number"))
    }
    pub(super) fn count(&self, i: usize) -> Answer<usize> {
        Ok(usize::try_from(self.number(i)?).unwrap_or(usize::MAX))
    }
    /// Returns a number, or a list of numbers.
    pub(super) fn numbers(&self, i: usize) -> Answer<Vec<usize>> {
        let numbers = self.shape(i)?;
        let numbers = numbers.leaves().into_iter();
        Ok(numbers.map(|&n| usize::try_from(n).unwrap_or(usize::MAX)).collect())
    }
    /// Returns the space of a complement; if it is not given, the cosize of the layout.
    pub(super) fn target(&self, i: usize, layout: &DynLayout) -> Answer<Shape> {
        if i < self.len() {
            return self.shape(i);
        }
        Ok(Tuple::Leaf(layout.cosize()?))
    }
}

type Mistake<'a> = &'a dyn Fn(&str) -> Failure;

/// Returns true if the values are nested in at most `levels` levels.
pub(super) fn is_within(value: &Value, levels: usize) -> bool {
    let inside = |part: &Value| levels > 0 && is_within(part, levels - 1);
    match value {
        Value::Array(parts) => parts.iter().all(inside),
        Value::Object(fields) => fields.values().all(inside),
        _ => true,
    }
}

/// Parses a text, or says where the mistake is.
fn read<T: FromStr<Err = ParseError>>(text: &str, what: &str, mistake: Mistake<'_>) -> Answer<T> {
    text.parse().map_err(|error: ParseError| {
        let column = 1 + text[..error.span().start].chars().count();
        mistake(&format!("{what}: column {column}: {error}"))
    })
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.get("dyn")?.as_u64())
}

fn offset(value: &Value) -> Option<Offset> {
    if let Some(steps) = value.get("basis") {
        let axis = value.get("mode")?.as_array()?.iter().map(Value::as_u64);
        return Some(Offset::Steps(steps.as_i64()?, axis.collect::<Option<_>>()?));
    }
    value.as_i64().or_else(|| value.get("dyn")?.as_i64()).map(Offset::Number)
}

fn tuple<T>(
    value: &Value,
    what: &str,
    leaf: &impl Fn(&Value) -> Option<T>,
    mistake: Mistake<'_>,
) -> Answer<Tuple<T>>
where
    Tuple<T>: FromStr<Err = ParseError>,
{
    match value {
        Value::Array(parts) => {
            let parts = parts.iter().map(|part| tuple(part, what, leaf, mistake));
            parts.collect::<Answer<_>>().map(Tuple::Modes)
        }
        Value::String(text) if text != "_" => read(text, what, mistake),
        _ => leaf(value).map(Tuple::Leaf).ok_or_else(|| mistake(what)),
    }
}

fn swizzle(value: &Value, mistake: Mistake<'_>) -> Answer<Swizzle> {
    let what = "a swizzle";
    if let Value::String(text) = value {
        return read(text, what, mistake);
    }
    let exponent = |i: usize| value["swizzle"][i].as_i64().ok_or_else(|| mistake(what));
    let unsigned = |n: i64| u32::try_from(n).map_err(|_| mistake(what));
    let shift = i32::try_from(exponent(2)?).map_err(|_| mistake(what))?;
    Ok(Swizzle::new(unsigned(exponent(0)?)?, unsigned(exponent(1)?)?, shift)?)
}

fn layout(value: &Value, mistake: Mistake<'_>) -> Answer<DynLayout> {
    let what = "a layout";
    if let Value::String(text) = value {
        return read(text, what, mistake);
    }
    if let (Some(shape), Some(stride)) = (value.get("shape"), value.get("stride")) {
        let shape = tuple(shape, what, &number, mistake)?;
        return Ok(DynLayout::new(shape, tuple(stride, what, &offset, mistake)?)?);
    }
    let (Some(outer), Some(start), Some(inner)) =
        (value.get("a"), value.get("offset"), value.get("b"))
    else {
        return Err(mistake(what));
    };
    let outer = match outer.get("shape") {
        Some(_) => Outer::Layout(layout(outer, mistake)?),
        None => Outer::Swizzle(swizzle(outer, mistake)?),
    };
    let start = start.as_i64().ok_or_else(|| mistake(what))?;
    Ok(DynLayout::composed(outer, start, layout(inner, mistake)?)?)
}

fn tiler(value: &Value, mistake: Mistake<'_>) -> Answer<Tiler> {
    Ok(match value {
        Value::Array(parts) => {
            Tiler::Modes(parts.iter().map(|part| tiler(part, mistake)).collect::<Answer<_>>()?)
        }
        Value::String(text) => read(text, "a tiler", mistake)?,
        _ => match number(value) {
            Some(n) => Tiler::Extent(n),
            None => Tiler::Layout(layout(value, mistake)?),
        },
    })
}

/// Returns a tuple as an array, with each value converted by `leaf`.
fn of_tuple<T>(tuple: &Tuple<T>, leaf: &impl Fn(&T) -> Value) -> Value {
    match tuple {
        Tuple::Leaf(value) => leaf(value),
        Tuple::Modes(modes) => {
            modes.iter().map(|mode| of_tuple(mode, leaf)).collect::<Vec<_>>().into()
        }
    }
}
pub(super) fn of_shape(shape: &Shape) -> Value {
    of_tuple(shape, &|&n| n.into())
}
pub(super) fn of_offset(offset: &Offset) -> Value {
    match offset {
        Offset::Number(n) => (*n).into(),
        Offset::Steps(n, axis) => json!({"basis": n, "mode": axis}),
        Offset::Point(entries) => of_tuple(entries, &|&n| n.into()),
    }
}
pub(super) fn of_swizzle(swizzle: &Swizzle) -> Value {
    let (bits, base, shift) = swizzle.parameters();
    json!({"swizzle": [bits, base, shift]})
}
pub(super) fn of_layout(layout: &DynLayout) -> Value {
    match layout.outer() {
        Some(outer) => {
            let outer = match outer {
                Outer::Swizzle(swizzle) => of_swizzle(swizzle),
                Outer::Layout(layout) => of_layout(layout),
            };
            json!({"a": outer, "offset": layout.start(), "b": of_layout(&layout.inner())})
        }
        None => {
            let stride = layout.modes.map(|mode| mode.stride.clone());
            json!({"shape": of_shape(&layout.shape()), "stride": of_tuple(&stride, &of_offset)})
        }
    }
}
pub(super) fn of_pair((layout, offset): &(DynLayout, Offset)) -> Value {
    json!([of_layout(layout), of_offset(offset)])
}
