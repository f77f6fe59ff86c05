//! Evaluation of operations by name, on arguments that are JSON values, with the feature `json`:
//! the requests in the records of CuTe's results.
//!
//! A record is `{"op": "composition", "args": [..]}`, with the arguments in the order of the C++
//! call and template integers last. A layout is `{"shape": .., "stride": ..}`, an array is a tuple,
//! `"_"` a whole mode, `{"swizzle": [B, M, S]}` a swizzle, `{"a", "offset", "b"}` a composed layout
//! and `{"basis": v, "mode": [..]}` v steps along an axis. Any other string is a layout, a tuple or
//! a tiler in CuTe's notation. [`OPERATIONS`] lists the names; a hyphen in a name is equivalent to
//! `_`.

mod values;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use crate::{DynLayout, MOST_LEVELS, Refusal, Swizzle};
use values::{Arguments, is_within, of_layout, of_offset, of_pair, of_shape, of_swizzle};

/// The maximum nesting of the values of an argument: for each function around a layout and each
/// level in it, and for steps along an axis.
const MOST_NESTED: usize = 2 * MOST_LEVELS + 4;

/// The names of all operations that a [`record`] can request; [`OTHER_NAMES`] has further ones.
///
/// ```
/// use zellige_dynamic::eval::OPERATIONS;
/// assert!(OPERATIONS.contains(&"logical_divide"));
/// ```
#[rustfmt::skip]
pub const OPERATIONS: &[&str] = &[
    "append", "apply", "blocked_product", "ceil_div", "coalesce", "col_major", "colex_less",
    "compact_col_major", "compact_order", "compact_row_major", "compatible", "complement",
    "complement_sparse", "composition", "congruent", "coshape", "cosize", "crd2crd", "crd2idx",
    "depth", "dice", "domain_distribute", "domain_offset", "downcast", "elem_less", "elem_scale",
    "eval", "evenly_divides", "filter", "filter_zeros", "find", "find_layout", "flat_divide",
    "flat_product", "flatten", "get", "get_1d_coord", "get_flat_coord", "get_hier_coord", "group",
    "idx2crd", "inner_product", "left_inverse", "lex_less", "logical_divide", "logical_product",
    "make_fragment_like", "make_identity_layout", "make_layout", "make_layout_like",
    "make_layout_order", "make_ordered_layout", "make_swizzle", "max_alignment",
    "max_common_layout", "max_common_vector", "nullspace", "prepend", "product_each",
    "product_like", "raked_product", "rank", "recast_layout", "replace", "right_inverse",
    "round_up", "row_major", "select", "shape_div", "size", "slice", "slice_and_offset",
    "swizzle_apply", "take", "tile_to_shape", "tiled_divide", "tiled_product", "unflatten",
    "upcast", "weakly_congruent", "with_shape", "zip", "zipped_divide", "zipped_product",
];

/// Other names of operations, each with its CuTe name: those of the command line.
///
/// ```
/// use serde_json::json;
/// use zellige_dynamic::eval::{OTHER_NAMES, record};
/// assert!(OTHER_NAMES.contains(&("compose", "composition")));
/// assert_eq!(record(&json!({"op": "compose", "args": ["8:2", "4:2"]}))["out"], json!({"shape": 4, "stride": 4}));
/// ```
pub const OTHER_NAMES: &[(&str, &str)] = &[
    ("compose", "composition"),
    ("divide", "logical_divide"),
    ("product", "logical_product"),
    ("recast", "recast_layout"),
    ("table", "eval"),
];

/// Returns the record with its result: `out`; or `reject`, `code` and `why` if the operation
/// refuses; or `error` if there is no such operation or it does not take these arguments.
///
/// ```
/// use serde_json::json;
/// use zellige_dynamic::eval::record;
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
    let asked = record["op"].as_str().unwrap_or_default();
    let name = asked.replace('-', "_");
    let other = OTHER_NAMES.iter().find(|names| names.0 == name);
    let operation = other.map_or(&*name, |names| names.1);
    let answer = match record["args"].as_array() {
        Some(arguments) => evaluate(operation, arguments),
        None => {
            Err(Failure::Error("a record has the operation `op` and the arguments `args`".into()))
        }
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

/// The reason why there is no result.
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
    if !arguments.iter().all(|argument| is_within(argument, MOST_NESTED)) {
        return Err(Refusal::too_deep(MOST_LEVELS).into());
    }
    let a = Arguments { operation, list: arguments };
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
        "crd2idx" if a.len() == 2 && a.is_layout(0) => {
            of_offset(&a.layout(0)?.crd2idx(a.coord(1)?)?)
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
        "tile_to_shape" => {
            of_layout(&a.layout(0)?.tile_to_shape_ordered(a.shape(1)?, a.shape(2)?)?)
        }

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
        "col_major" => of_layout(&DynLayout::col_major(a.shape(0)?)?),
        "row_major" => of_layout(&DynLayout::row_major(a.shape(0)?)?),
        "make_ordered_layout" => of_layout(&DynLayout::ordered(a.shape(0)?, a.shape(1)?)?),
        "make_identity_layout" => of_layout(&DynLayout::identity(a.shape(0)?)?),
        "make_layout_like" => of_layout(&a.layout(0)?.layout_like()?),
        "make_fragment_like" => of_layout(&a.layout(0)?.fragment_like()?),
        "domain_distribute" => of_layout(&a.shape(0)?.domain_distribute(a.shape(1)?)?),
        "find" => of_layout(&DynLayout::find(&a.table(0)?)?),
        "find_layout" => of_layout(&DynLayout::find_strided(&a.table(0)?)?),

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
            return Err(Failure::Error(format!("there is no operation `{operation}`")));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn all_operations_are_listed() {
        // The arms of the `match` above, as text.
        let arms = include_str!("eval.rs").lines().filter_map(|line| {
            let names = line.strip_prefix("        \"")?;
            Some(names.split_once("=>").map_or(names, |(names, _)| names))
        });
        let mut names: Vec<&str> = arms
            .flat_map(|arm| arm.split(" if ").next().unwrap_or_default().split(" | "))
            .map(|name| name.trim().trim_matches('"'))
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names, OPERATIONS);
        for name in OPERATIONS.iter().chain(OTHER_NAMES.iter().map(|names| &names.0)) {
            let answered = record(&json!({"op": name, "args": []}));
            let error = answered["error"].as_str().unwrap_or_default();
            assert!(!error.contains("no operation"), "{name}: {error}");
        }
    }
}
