//! Calls: an operation with its arguments, which are parsed from texts, and the record that is
//! evaluated.

use std::str::FromStr;

use serde_json::{Value, json};
use zellige_dynamic::{Coord, DynLayout, ParseError, Shape, Swizzle, Tiler};

use crate::stop::{Mistake, Stop};

/// The kind of value that an argument is parsed as.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Layout,
    LayoutOrSwizzle,
    LayoutOrShape,
    /// A shape, or the shape of a layout.
    Extents,
    Shape,
    Coord,
    Tiler,
    TilerOrSwizzle,
    Number,
    /// Numbers, each in an argument of its own, that form one list.
    Numbers,
    /// A word of CuTe's that users do not type.
    Word,
}

/// An argument as the user typed it.
#[derive(Clone)]
pub(crate) struct Argument {
    name: &'static str,
    kind: Kind,
    text: String,
}

/// A field of a subcommand: one text, at most one, or any number.
pub(crate) trait Texts {
    /// Returns all of them.
    fn texts(self) -> Vec<String>;
}
impl Texts for String {
    fn texts(self) -> Vec<String> {
        vec![self]
    }
}
impl Texts for Option<String> {
    fn texts(self) -> Vec<String> {
        self.into_iter().collect()
    }
}
impl Texts for Vec<String> {
    fn texts(self) -> Vec<String> {
        self
    }
}

impl Argument {
    /// Returns the arguments of a field.
    pub(crate) fn of(name: &'static str, kind: Kind, texts: impl Texts) -> Vec<Argument> {
        let texts = texts.texts().into_iter();
        texts.map(|text| Argument { name, kind, text }).collect()
    }

    /// Returns the argument as a value of a record.
    fn value(&self) -> Result<Value, Stop> {
        let text = &*self.text;
        let read = match self.kind {
            Kind::Layout => text.parse::<DynLayout>().map(drop),
            Kind::LayoutOrSwizzle => match text.parse::<Swizzle>() {
                Ok(_) => Ok(()),
                Err(_) => text.parse::<DynLayout>().map(drop),
            },
            Kind::LayoutOrShape if text.contains(':') => text.parse::<DynLayout>().map(drop),
            Kind::Extents if text.contains(':') => match text.parse::<DynLayout>() {
                Ok(layout) => return Ok(layout.shape().to_string().into()),
                Err(error) => Err(error),
            },
            Kind::Shape | Kind::LayoutOrShape | Kind::Extents => text.parse::<Shape>().map(drop),
            Kind::Coord => text.parse::<Coord>().map(drop),
            Kind::Tiler => text.parse::<Tiler>().map(drop),
            Kind::TilerOrSwizzle => match text.parse::<Swizzle>() {
                Ok(_) => Ok(()),
                Err(_) => text.parse::<Tiler>().map(drop),
            },
            Kind::Word => Ok(()),
            Kind::Number | Kind::Numbers => return Ok(number(self.name, text)?.into()),
        };
        read.map_err(|error| Mistake::in_argument(self.name, text, &error))?;
        Ok(text.into())
    }
}

/// Parses an argument in CuTe's notation.
pub(crate) fn read<T: FromStr<Err = ParseError>>(argument: &str, text: &str) -> Result<T, Stop> {
    let mistake = |error| Mistake::in_argument(argument, text, &error);
    Ok(text.parse().map_err(mistake)?)
}

/// Parses a number that is not negative.
fn number(name: &str, text: &str) -> Result<u64, Mistake> {
    match text.parse::<Shape>() {
        Ok(Shape::Leaf(number)) => Ok(number),
        Ok(Shape::Modes(_)) => {
            let title = "a tuple stands where a number is expected";
            Err(Mistake::new(name, title, text, 0..text.len(), "expected one number"))
        }
        Err(error) => Err(Mistake::in_argument(name, text, &error)),
    }
}

/// An operation with its arguments.
pub(crate) struct Call {
    operation: &'static str,
    arguments: Vec<Argument>,
}

impl Call {
    /// Returns the operation with these arguments.
    pub(crate) fn new(operation: &'static str, arguments: Vec<Argument>) -> Call {
        Call { operation, arguments }
    }

    /// Returns the record with its result.
    pub(crate) fn evaluate(&self) -> Result<Value, Stop> {
        let (mut values, mut numbers) = (Vec::new(), None);
        for argument in &self.arguments {
            match argument.kind {
                Kind::Numbers => numbers.get_or_insert_with(Vec::new).push(argument.value()?),
                _ => values.push(argument.value()?),
            }
        }
        values.extend(numbers.map(Value::from));
        evaluate(self.operation, &values)
    }
}

/// Returns the record of an operation on these values, with its result.
pub(crate) fn evaluate(operation: &str, arguments: &[Value]) -> Result<Value, Stop> {
    let answered = zellige_dynamic::eval::record(&json!({"op": operation, "args": arguments}));
    if let Some(error) = answered["error"].as_str() {
        return Err(Mistake::plain(error).into());
    }
    match answered["reject"].as_bool() {
        Some(true) => Err(Stop::Refused(answered)),
        _ => Ok(answered),
    }
}
