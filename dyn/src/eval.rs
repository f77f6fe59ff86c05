//! Operations by name, on arguments that are JSON values, with the feature `json`: what a record of CuTe's results asks.
//!
//! A record is `{"op": "composition", "args": [..]}`, with the arguments in the order of the C++ call, template integers last. A
//! layout is `{"shape": .., "stride": ..}`, an array a tuple, `"_"` a whole mode, `{"swizzle": [B, M, S]}` a swizzle,
//! `{"a", "offset", "b"}` a composed layout and `{"basis": v, "mode": [..]}` v steps along an axis; any other string is a layout, a
//! tuple or a tiler in CuTe's notation.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use crate::{Coord, DynLayout, Offset, Outer, Pick, Refusal, Shape, Swizzle, Tiler, Tuple};

/// Returns the record with its result: `out`, or `reject`, `code` and `why` if the operation refuses, or `error` if there is no
/// such operation or it does not take these arguments.
///
/// ```
/// use serde_json::json;
/// use zellige_dyn::eval::record;
/// let asked = json!({"op": "composition", "args": [{"shape": [6, 4], "stride": [4, 1]}, "4:4"]});
/// let answered = record(&asked);
/// assert_eq!(answered["code"], "StrideNotDivisible");
/// assert_eq!(answered["reject"], true);
/// let asked = json!({"op": "composition", "args": ["(20):(2)", "(5,4):(4,1)"]});
/// assert_eq!(record(&asked)["out"], json!({"shape": [5, 4], "stride": [8, 2]}));
/// ```
#[must_use]
pub fn record(record: &Value) -> Value {
    let mut answered = match record {
        Value::Object(fields) => fields.clone(),
        _ => Map::new(),
    };
    let operation = record["op"].as_str().unwrap_or_default();
    let answer = match record["args"].as_array() {
        Some(arguments) => evaluate(operation, arguments),
        None => Err(Failure::Error(
            "a record has the operation `op` and the arguments `args`".into(),
        )),
    };
    match answer {
        Ok(out) => {
            answered.insert("out".into(), out);
        }
        Err(Failure::Refused(refusal)) => {
            answered.insert("reject".into(), true.into());
            answered.insert("code".into(), format!("{:?}", refusal.code).into());
            answered.insert("why".into(), refusal.message().into());
        }
        Err(Failure::Error(text)) => {
            answered.insert("error".into(), text.into());
        }
    }
    Value::Object(answered)
}

/// Why there is no result.
enum Failure {
    Refused(Refusal),
    Error(String),
}
impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Refused(refusal)
    }
}
type Answer<T> = Result<T, Failure>;

fn evaluate(operation: &str, arguments: &[Value]) -> Answer<Value> {
    let a = Arguments {
        operation,
        list: arguments,
    };
    Ok(match operation {
        "size" if a.is_layout(0) => a.layout(0)?.size().into(),
        "size" => a.shape(0)?.size()?.into(),
        "rank" if a.is_layout(0) => a.layout(0)?.rank().into(),
        "rank" => a.shape(0)?.rank().into(),
        "depth" if a.is_layout(0) => a.layout(0)?.depth().into(),
        "depth" => a.shape(0)?.depth().into(),
        "cosize" | "coshape" => a.layout(0)?.cosize()?.into(),

        "apply" => of_offset(&a.layout(0)?.crd2idx(a.coord(1)?)?),
        "eval" => {
            let layout = a.layout(0)?;
            let values = layout.table(1 << 20)?;
            values.into()
        }
        "crd2idx" if a.len() == 2 => {
            of_offset(&DynLayout::col_major(a.shape(1)?)?.crd2idx(a.coord(0)?)?)
        }
        "crd2idx" => {
            let (shape, stride) = (a.shape(1)?, a.stride(2)?);
            of_offset(&DynLayout::new(shape, stride)?.crd2idx(a.coord(0)?)?)
        }
        "idx2crd" if a.len() == 2 => of_shape(&a.shape(1)?.idx2crd(a.shape(0)?)?),
        "idx2crd" => of_shape(&a.shape(1)?.idx2crd_by(a.shape(0)?, a.shape(2)?)?),
        "crd2crd" => of_shape(&a.shape(0)?.crd2crd(&a.shape(1)?, &a.shape(2)?)?),
        "get_hier_coord" => of_shape(&a.layout(0)?.hier_coord(a.number(1)?)?),
        "get_flat_coord" => of_shape(&a.layout(0)?.flat_coord(a.number(1)?)?),
        "get_1d_coord" => a.layout(0)?.index_of(a.number(1)?)?.into(),
        "slice" if a.is_layout(1) => of_layout(&a.layout(1)?.slice(a.coord(0)?)?.0),
        "slice" => of_shape(&a.shape(1)?.slice(a.coord(0)?)?),
        "dice" if a.is_layout(1) => of_layout(&a.layout(1)?.dice(a.coord(0)?)?),
        "dice" => of_shape(&a.shape(1)?.dice(a.coord(0)?)?),
        "slice_and_offset" => of_pair(&a.layout(1)?.slice(a.coord(0)?)?),
        "domain_offset" => of_pair(&a.layout(1)?.domain_offset(a.coord(0)?)?),

        "flatten" if a.is_layout(0) => of_layout(&a.layout(0)?.flatten()?),
        "flatten" => of_shape(&a.shape(0)?.flatten()),
        "unflatten" => of_layout(&a.layout(0)?.unflatten(a.shape(1)?)?),
        "get" => of_layout(&a.layout(0)?.get(&a.numbers(1)?)?),
        "select" => of_layout(&a.layout(0)?.select(&a.numbers(1)?)?),
        "group" => of_layout(&a.layout(0)?.group(a.count(1)?, a.count(2)?)?),
        "take" => of_layout(&a.layout(0)?.take(a.count(1)?, a.count(2)?)?),
        "replace" => of_layout(&a.layout(0)?.replace(a.count(1)?, &a.layout(2)?)?),
        "append" if a.len() == 2 => of_layout(&a.layout(0)?.append(&a.layout(1)?)?),
        "append" => of_layout(&a.layout(0)?.append_to(&a.layout(1)?, a.count(2)?)?),
        "prepend" if a.len() == 2 => of_layout(&a.layout(0)?.prepend(&a.layout(1)?)?),
        "prepend" => of_layout(&a.layout(0)?.prepend_to(&a.layout(1)?, a.count(2)?)?),
        "zip" => of_layout(&a.layout(0)?.zip()?),
        "make_layout" => {
            let layouts: Vec<DynLayout> =
                (0..a.len()).map(|i| a.layout(i)).collect::<Answer<_>>()?;
            of_layout(&DynLayout::concat(&layouts)?)
        }

        "coalesce" if a.len() == 1 => of_layout(&a.layout(0)?.coalesce()?),
        "coalesce" => of_layout(&a.layout(0)?.coalesce_by(a.shape(1)?)?),
        "filter" if a.len() == 1 => of_layout(&a.layout(0)?.filter()?),
        "filter" => of_layout(&a.layout(0)?.filter_by(a.shape(1)?)?),
        "filter_zeros" if a.len() == 1 => of_layout(&a.layout(0)?.filter_zeros()?),
        "filter_zeros" => of_layout(&a.layout(0)?.filter_zeros_by(a.shape(1)?)?),
        "nullspace" => of_layout(&a.layout(0)?.nullspace()?),

        "composition" if a.is_swizzle(0) && a.is_swizzle(1) => {
            of_swizzle(&a.swizzle(0)?.merge(&a.swizzle(1)?)?)
        }
        "composition" if a.is_swizzle(0) => of_layout(&a.swizzle(0)?.compose(&a.layout(1)?)?),
        "composition" => of_layout(&a.layout(0)?.compose(a.tiler(1)?)?),
        "with_shape" => of_layout(&a.layout(0)?.with_shape(a.shape(1)?)?),
        "complement" => {
            let layout = a.layout(0)?;
            of_layout(&layout.complement(a.target(1, &layout)?)?)
        }
        "complement_sparse" => {
            let layout = a.layout(0)?;
            of_layout(&layout.complement_sparse(a.target(1, &layout)?)?)
        }
        "right_inverse" => of_layout(&a.layout(0)?.right_inverse()?),
        "left_inverse" => of_layout(&a.layout(0)?.left_inverse()?),

        "logical_divide" => of_layout(&a.layout(0)?.logical_divide(a.tiler(1)?)?),
        "zipped_divide" => of_layout(&a.layout(0)?.zipped_divide(a.tiler(1)?)?),
        "tiled_divide" => of_layout(&a.layout(0)?.tiled_divide(a.tiler(1)?)?),
        "flat_divide" => of_layout(&a.layout(0)?.flat_divide(a.tiler(1)?)?),
        "logical_product" => of_layout(&a.layout(0)?.logical_product(a.tiler(1)?)?),
        "zipped_product" => of_layout(&a.layout(0)?.zipped_product(a.tiler(1)?)?),
        "tiled_product" => of_layout(&a.layout(0)?.tiled_product(a.tiler(1)?)?),
        "flat_product" => of_layout(&a.layout(0)?.flat_product(a.tiler(1)?)?),
        "blocked_product" => of_layout(&a.layout(0)?.blocked_product(&a.layout(1)?)?),
        "raked_product" => of_layout(&a.layout(0)?.raked_product(&a.layout(1)?)?),
        "tile_to_shape" if a.len() == 2 => of_layout(&a.layout(0)?.tile_to_shape(a.shape(1)?)?),
        "tile_to_shape" => of_layout(
            &a.layout(0)?
                .tile_to_shape_ordered(a.shape(1)?, a.shape(2)?)?,
        ),

        "upcast" if a.is_swizzle(0) => of_swizzle(&a.swizzle(0)?.upcast(a.number(1)?)?),
        "upcast" => of_layout(&a.layout(0)?.upcast(a.number(1)?)?),
        "downcast" if a.is_swizzle(0) => of_swizzle(&a.swizzle(0)?.downcast(a.number(1)?)?),
        "downcast" => of_layout(&a.layout(0)?.downcast(a.number(1)?)?),
        "recast_layout" => of_layout(&a.layout(0)?.recast_layout(a.number(1)?, a.number(2)?)?),
        "max_common_layout" => of_layout(&a.layout(0)?.max_common_layout(&a.layout(1)?)?),
        "max_common_vector" => a.layout(0)?.max_common_vector(&a.layout(1)?)?.into(),
        "max_alignment" => a.layout(0)?.max_alignment()?.into(),

        "make_layout_order" => of_layout(&match a.value(1)?.as_str() {
            Some("LayoutLeft") => DynLayout::col_major(a.shape(0)?)?,
            Some("LayoutRight") => DynLayout::row_major(a.shape(0)?)?,
            _ => return Err(a.mistaken(1, "`LayoutLeft` or `LayoutRight`")),
        }),
        "make_ordered_layout" => of_layout(&DynLayout::ordered(a.shape(0)?, a.shape(1)?)?),
        "make_identity_layout" => of_layout(&DynLayout::identity(a.shape(0)?)?),
        "make_layout_like" => of_layout(&a.layout(0)?.layout_like()?),
        "make_fragment_like" => of_layout(&a.layout(0)?.fragment_like()?),
        "domain_distribute" => of_layout(&a.shape(0)?.domain_distribute(a.shape(1)?)?),
        "find_layout" => {
            let table = a.stride(0)?;
            let numbers = table.leaves().into_iter().map(|entry| entry.number());
            let table: Option<Vec<i64>> = numbers.collect();
            of_layout(&DynLayout::find(
                &table.ok_or_else(|| a.mistaken(0, "a table of numbers"))?,
            )?)
        }

        "compact_col_major" if a.len() == 1 => of_shape(&a.shape(0)?.compact_col_major()?),
        "compact_col_major" => of_shape(&a.shape(0)?.compact_col_major_by(&a.shape(1)?)?),
        "compact_row_major" if a.len() == 1 => of_shape(&a.shape(0)?.compact_row_major()?),
        "compact_row_major" => of_shape(&a.shape(0)?.compact_row_major_from(&a.shape(1)?)?),
        "compact_order" => of_shape(&a.shape(0)?.compact_order(&a.shape(1)?)?),
        "product_each" => of_shape(&a.shape(0)?.product_each()?),
        "product_like" => of_shape(&a.shape(0)?.product_like(&a.shape(1)?)?),
        "inner_product" => a.shape(0)?.inner_product(&a.shape(1)?)?.into(),
        "ceil_div" if a.is_layout(1) => {
            of_shape(&a.layout(1)?.complement_sparse(a.shape(0)?)?.shape())
        }
        "ceil_div" => of_shape(&a.shape(0)?.ceil_div(&a.shape(1)?)?),
        "shape_div" => of_shape(&a.shape(0)?.shape_div(&a.shape(1)?)?),
        "round_up" => of_shape(&a.shape(0)?.round_up(&a.shape(1)?)?),
        "elem_scale" => of_shape(&a.shape(0)?.elem_scale(&a.shape(1)?)?),
        "congruent" => a.shape(0)?.congruent(&a.shape(1)?).into(),
        "weakly_congruent" => a.shape(0)?.weakly_congruent(&a.shape(1)?).into(),
        "compatible" => a.shape(0)?.compatible(&a.shape(1)?).into(),
        "elem_less" => a.shape(0)?.elem_less(&a.shape(1)?).into(),
        "lex_less" => a.shape(0)?.lex_less(&a.shape(1)?)?.into(),
        "colex_less" => a.shape(0)?.colex_less(&a.shape(1)?)?.into(),
        "evenly_divides" => a.shape(0)?.evenly_divides(a.tiler(1)?).into(),

        "make_swizzle" => of_swizzle(&Swizzle::of_masks(a.number(0)?, a.number(1)?)?),
        "swizzle_apply" => {
            let (swizzle, n) = (a.swizzle(0)?, a.number(1)?.min(1 << 20));
            (0..n).map(|x| swizzle.apply(x)).collect::<Vec<_>>().into()
        }
        _ => {
            return Err(Failure::Error(format!(
                "there is no operation `{operation}`"
            )));
        }
    })
}

/// The arguments of an operation.
struct Arguments<'a> {
    operation: &'a str,
    list: &'a [Value],
}

impl Arguments<'_> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn value(&self, i: usize) -> Answer<&Value> {
        let missing = || {
            Failure::Error(format!(
                "`{}` takes more than {i} arguments",
                self.operation
            ))
        };
        self.list.get(i).ok_or_else(missing)
    }

    /// Returns the error for an argument that is not `what`.
    fn mistaken(&self, i: usize, what: &str) -> Failure {
        Failure::Error(format!(
            "argument {i} of `{}` must be {what}",
            self.operation
        ))
    }

    fn is_layout(&self, i: usize) -> bool {
        match self.list.get(i) {
            Some(Value::Object(fields)) => fields.contains_key("shape") || fields.contains_key("b"),
            Some(Value::String(text)) => text.parse::<DynLayout>().is_ok(),
            _ => false,
        }
    }
    fn is_swizzle(&self, i: usize) -> bool {
        match self.list.get(i) {
            Some(Value::Object(fields)) => fields.contains_key("swizzle"),
            Some(Value::String(text)) => text.parse::<Swizzle>().is_ok(),
            _ => false,
        }
    }

    fn layout(&self, i: usize) -> Answer<DynLayout> {
        layout(self.value(i)?, &|what| self.mistaken(i, what))
    }
    fn swizzle(&self, i: usize) -> Answer<Swizzle> {
        swizzle(self.value(i)?, &|what| self.mistaken(i, what))
    }
    fn tiler(&self, i: usize) -> Answer<Tiler> {
        tiler(self.value(i)?, &|what| self.mistaken(i, what))
    }
    fn shape(&self, i: usize) -> Answer<Shape> {
        tuple(self.value(i)?, "a tuple of numbers", &number, &|what| {
            self.mistaken(i, what)
        })
    }
    fn coord(&self, i: usize) -> Answer<Coord> {
        let pick = |value: &Value| match value.as_str() {
            Some("_") => Some(Pick::Whole),
            _ => number(value).map(Pick::At),
        };
        tuple(self.value(i)?, "a coordinate", &pick, &|what| {
            self.mistaken(i, what)
        })
    }
    fn stride(&self, i: usize) -> Answer<Tuple<Offset>> {
        tuple(self.value(i)?, "a tuple of strides", &offset, &|what| {
            self.mistaken(i, what)
        })
    }
    fn number(&self, i: usize) -> Answer<u64> {
        number(self.value(i)?).ok_or_else(|| self.mistaken(i, "a number"))
    }
    fn count(&self, i: usize) -> Answer<usize> {
        Ok(usize::try_from(self.number(i)?).unwrap_or(usize::MAX))
    }
    /// Returns a number, or a list of numbers.
    fn numbers(&self, i: usize) -> Answer<Vec<usize>> {
        let numbers = self.shape(i)?;
        let numbers = numbers.leaves().into_iter();
        Ok(numbers
            .map(|&n| usize::try_from(n).unwrap_or(usize::MAX))
            .collect())
    }
    /// Returns the space of a complement; without one, it is as large as the layout reaches.
    fn target(&self, i: usize, layout: &DynLayout) -> Answer<Shape> {
        if i < self.len() {
            return self.shape(i);
        }
        Ok(Tuple::Leaf(layout.cosize()?))
    }
}

type Mistake<'a> = &'a dyn Fn(&str) -> Failure;

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.get("dyn")?.as_u64())
}

fn offset(value: &Value) -> Option<Offset> {
    if let Some(steps) = value.get("basis") {
        let axis = value.get("mode")?.as_array()?.iter().map(Value::as_u64);
        return Some(Offset::Steps(steps.as_i64()?, axis.collect::<Option<_>>()?));
    }
    value
        .as_i64()
        .or_else(|| value.get("dyn")?.as_i64())
        .map(Offset::Number)
}

fn tuple<T>(
    value: &Value,
    what: &str,
    leaf: &impl Fn(&Value) -> Option<T>,
    mistake: Mistake<'_>,
) -> Answer<Tuple<T>>
where
    Tuple<T>: core::str::FromStr,
{
    match value {
        Value::Array(parts) => {
            let parts = parts.iter().map(|part| tuple(part, what, leaf, mistake));
            parts.collect::<Answer<_>>().map(Tuple::Modes)
        }
        Value::String(text) if text != "_" => text.parse().map_err(|_| mistake(what)),
        _ => leaf(value).map(Tuple::Leaf).ok_or_else(|| mistake(what)),
    }
}

fn swizzle(value: &Value, mistake: Mistake<'_>) -> Answer<Swizzle> {
    let what = "a swizzle";
    if let Value::String(text) = value {
        return text.parse().map_err(|_| mistake(what));
    }
    let exponent = |i: usize| value["swizzle"][i].as_i64().ok_or_else(|| mistake(what));
    let unsigned = |n: i64| u32::try_from(n).map_err(|_| mistake(what));
    let shift = i32::try_from(exponent(2)?).map_err(|_| mistake(what))?;
    Ok(Swizzle::new(
        unsigned(exponent(0)?)?,
        unsigned(exponent(1)?)?,
        shift,
    )?)
}

fn layout(value: &Value, mistake: Mistake<'_>) -> Answer<DynLayout> {
    let what = "a layout";
    if let Value::String(text) = value {
        return text
            .parse()
            .map_err(|error| mistake(&format!("{what}: {error}")));
    }
    if let (Some(shape), Some(stride)) = (value.get("shape"), value.get("stride")) {
        let shape = tuple(shape, what, &number, mistake)?;
        return Ok(DynLayout::new(
            shape,
            tuple(stride, what, &offset, mistake)?,
        )?);
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
        Value::Array(parts) => Tiler::Modes(
            parts
                .iter()
                .map(|part| tiler(part, mistake))
                .collect::<Answer<_>>()?,
        ),
        Value::String(text) => text.parse().map_err(|_| mistake("a tiler"))?,
        _ => match number(value) {
            Some(n) => Tiler::Extent(n),
            None => Tiler::Layout(layout(value, mistake)?),
        },
    })
}

/// Returns a tuple as an array, each value by `leaf`.
fn of_tuple<T>(tuple: &Tuple<T>, leaf: &impl Fn(&T) -> Value) -> Value {
    match tuple {
        Tuple::Leaf(value) => leaf(value),
        Tuple::Modes(modes) => modes
            .iter()
            .map(|mode| of_tuple(mode, leaf))
            .collect::<Vec<_>>()
            .into(),
    }
}
fn of_shape(shape: &Shape) -> Value {
    of_tuple(shape, &|&n| n.into())
}
fn of_offset(offset: &Offset) -> Value {
    match offset {
        Offset::Number(n) => (*n).into(),
        Offset::Steps(n, axis) => json!({"basis": n, "mode": axis}),
        Offset::Point(entries) => of_tuple(entries, &|&n| n.into()),
    }
}
fn of_swizzle(swizzle: &Swizzle) -> Value {
    let (bits, base, shift) = swizzle.parameters();
    json!({"swizzle": [bits, base, shift]})
}
fn of_layout(layout: &DynLayout) -> Value {
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
fn of_pair((layout, offset): &(DynLayout, Offset)) -> Value {
    json!([of_layout(layout), of_offset(offset)])
}
