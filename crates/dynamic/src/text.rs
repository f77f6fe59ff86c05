//! Text in CuTe's notation: what is accepted, and why other text is rejected.

mod error;
mod reader;

use alloc::vec::Vec;
use core::str::FromStr;

pub use error::{ParseError, ParseErrorKind};

use crate::algebra::tiler::Tiler;
use crate::layout::{DynLayout, MOST_AXES, Mode, Modes, Outer};
use crate::offset::Offset;
use crate::refusal::{Code, Refusal};
use crate::swizzle::Swizzle;
use crate::tuple::{Pick, Tuple};
use error::error;
use reader::{Item, Node, read};

/// Reads `(8,4):(4,1)`, with or without CuTe's `_`, and `Sw<3,3,3> o 0 o (8,64):(64,1)`.
///
/// ```
/// use zellige_dynamic::{DynLayout, ParseErrorKind};
/// let a: DynLayout = "(_8,_4):(_4,_1)".parse()?;
/// assert_eq!(a, "(8, 4) : (4, 1)".parse()?);
/// let error = "(8,4):(4,(1,2))".parse::<DynLayout>().unwrap_err();
/// assert_eq!((error.kind(), error.span()), (ParseErrorKind::NotCongruent, 9..14));
/// assert_eq!(
///     error.to_string(),
///     "in mode 1, the shape is the number 4, but the stride is a tuple of 2 modes"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
impl FromStr for DynLayout {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        layout(&read(text)?)
    }
}

/// Reads `(8,(4,2))`, with or without CuTe's `_`.
///
/// ```
/// use zellige_dynamic::{ParseErrorKind, Shape};
/// assert_eq!("(_8,(4,2))".parse::<Shape>()?, (8, (4, 2)).into());
/// assert_eq!("(8,-4)".parse::<Shape>().unwrap_err().kind(), ParseErrorKind::Negative);
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
impl FromStr for Tuple<u64> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        tuple(&read(text)?, &unsigned)
    }
}

/// Reads `(_,3)`.
///
/// ```
/// use zellige_dynamic::{Coord, Pick};
/// assert_eq!("(_,(3,_))".parse::<Coord>()?, (Pick::Whole, (3, Pick::Whole)).into());
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
impl FromStr for Tuple<Pick> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        tuple(&read(text)?, &|item| match item.node {
            Node::Whole => Ok(Pick::Whole),
            _ => unsigned(item).map(Pick::At),
        })
    }
}

/// Reads `(4,-1)`, `(1@0,1@1)` or `(E<0>,E<1>)`.
///
/// ```
/// use zellige_dynamic::{Offset, Tuple};
/// let stride: Tuple<Offset> = "(1@0,(-2,E<1,0>))".parse()?;
/// assert_eq!(stride.to_string(), "(1@0,(-2,1@0@1))");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
impl FromStr for Tuple<Offset> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        tuple(&read(text)?, &stride)
    }
}

/// Reads a layout, a number, `_`, or a tuple of these.
///
/// ```
/// use zellige_dynamic::Tiler;
/// assert_eq!("(4,_,(2,2):(1,4))".parse::<Tiler>()?.to_string(), "(4,_,(2,2):(1,4))");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
impl FromStr for Tiler {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        fn tiler(item: &Item) -> Result<Tiler, ParseError> {
            match &item.node {
                Node::Whole => Ok(Tiler::Whole),
                Node::Number(..) => unsigned(item).map(Tiler::Extent),
                Node::Tuple(items) => {
                    items.iter().map(tiler).collect::<Result<_, _>>().map(Tiler::Modes)
                }
                _ => layout(item).map(Tiler::Layout),
            }
        }
        tiler(&read(text)?)
    }
}

/// Reads `Sw<3,4,3>`.
impl FromStr for Swizzle {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let item = read(text)?;
        match item.node {
            Node::Swizzle(numbers) => swizzle(&item, numbers),
            _ => Err(error(
                item.span,
                ParseErrorKind::Missing,
                "a swizzle, such as `Sw<3,4,3>`, is expected here",
            )),
        }
    }
}

/// Returns the layout that an item describes.
fn layout(item: &Item) -> Result<DynLayout, ParseError> {
    let span = item.span.clone();
    match &item.node {
        Node::Layout(parts) => {
            let modes = modes(&parts.0, &parts.1, &mut Vec::new())?;
            DynLayout::strided(modes).map_err(|refusal| refused(span, &refusal))
        }
        Node::Composed(parts) => {
            let (outer, start, inner) = &**parts;
            let outer = match outer.node {
                Node::Swizzle(numbers) => Outer::Swizzle(swizzle(outer, numbers)?),
                _ => Outer::Layout(layout(outer)?),
            };
            let start = signed(start)?;
            DynLayout::composed(outer, start, layout(inner)?)
                .map_err(|refusal| refused(span, &refusal))
        }
        Node::Swizzle(_) => Err(error(
            span.end..span.end,
            ParseErrorKind::Missing,
            "a swizzle is followed by an offset and a layout, as in `Sw<3,3,3> o 0 o (8,64):(64,1)`",
        )),
        _ => Err(error(
            span.end..span.end,
            ParseErrorKind::Missing,
            "`:` and the strides are expected here, as in `(8,4):(4,1)`",
        )),
    }
}

/// Returns the modes of a shape and its strides, which must have the same nesting.
fn modes(shape: &Item, stride_item: &Item, path: &mut Vec<usize>) -> Result<Modes, ParseError> {
    let (shapes, strides) = match (&shape.node, &stride_item.node) {
        (Node::Tuple(shapes), Node::Tuple(strides)) if shapes.len() == strides.len() => {
            (shapes, strides)
        }
        (Node::Tuple(_), _) | (_, Node::Tuple(_)) => {
            return Err(error::not_congruent(shape, stride_item, path));
        }
        _ => {
            let extent = unsigned(shape)?;
            let stride = stride(stride_item)?;
            return Ok(Tuple::Leaf(Mode { extent, stride }));
        }
    };
    let mut list = Vec::with_capacity(shapes.len());
    for (i, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
        path.push(i);
        list.push(modes(shape, stride, path)?);
        path.pop();
    }
    Ok(Tuple::Modes(list))
}

/// Returns the tuple of the values that `leaf` reads.
fn tuple<T>(
    item: &Item,
    leaf: &impl Fn(&Item) -> Result<T, ParseError>,
) -> Result<Tuple<T>, ParseError> {
    match &item.node {
        Node::Tuple(items) => {
            let modes = items.iter().map(|item| tuple(item, leaf));
            modes.collect::<Result<_, _>>().map(Tuple::Modes)
        }
        _ => leaf(item).map(Tuple::Leaf),
    }
}

/// Returns the number that an item is; it must not be negative.
fn unsigned(item: &Item) -> Result<u64, ParseError> {
    match item.node {
        Node::Number(false, n) => Ok(n),
        Node::Number(true, _) => {
            let text = "this number may not be negative; only strides may";
            Err(error(item.span.clone(), ParseErrorKind::Negative, text))
        }
        _ => Err(error(item.span.clone(), ParseErrorKind::NotANumber, "a number is expected here")),
    }
}

/// Returns the number that an item is.
fn signed(item: &Item) -> Result<i64, ParseError> {
    let Node::Number(negative, n) = item.node else {
        return Err(error(
            item.span.clone(),
            ParseErrorKind::NotANumber,
            "a number is expected here",
        ));
    };
    let n = i128::from(n);
    i64::try_from(if negative { -n } else { n }).map_err(|_| error::overflow(item.span.clone()))
}

/// Returns the stride that an item is.
fn stride(item: &Item) -> Result<Offset, ParseError> {
    match &item.node {
        Node::Steps(steps, axis) => {
            if let Some(&i) = axis.iter().find(|&&i| i >= MOST_AXES) {
                let text = alloc::format!(
                    "the number of an axis is less than {MOST_AXES}, and this one is {i}"
                );
                return Err(error(item.span.clone(), ParseErrorKind::Overflow, &text));
            }
            Ok(Offset::Steps(signed(steps)?, axis.clone()))
        }
        Node::Point(entries) => tuple(entries, &signed).map(Offset::Point),
        _ => signed(item).map(Offset::Number),
    }
}

/// Returns the swizzle with these parameters.
fn swizzle(item: &Item, (bits, base, shift): (u32, u32, i32)) -> Result<Swizzle, ParseError> {
    Swizzle::new(bits, base, shift).map_err(|refusal| refused(item.span.clone(), &refusal))
}

/// Returns the error for text that is well formed but not a layout.
fn refused(span: core::ops::Range<usize>, refusal: &Refusal) -> ParseError {
    let kind = match refusal.code {
        Code::TooLarge => ParseErrorKind::TooDeep,
        Code::DoesNotFit => ParseErrorKind::Overflow,
        _ => ParseErrorKind::Refused,
    };
    error(span, kind, refusal.message())
}
