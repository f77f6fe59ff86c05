//! Made-up layouts some of whose strides are negative, to be evaluated by the library when the tests run.

use crate::emit::Writer;
use crate::model::Value;
use crate::random::Random;
use crate::truth::{self, Layout};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes `property_signed.rs`.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let random = &mut Random::new(0x2026_1122);
    let mut seen = HashSet::new();
    let mut cases = String::new();
    while seen.len() < 200 {
        let layout = random.layout(120);
        let signed = with_signs(random, &(&layout).into());
        if signed.is_signed() && seen.insert(signed.to_string()) {
            writeln!(cases, "    {},", case(random, writer, &layout, &signed)).unwrap();
        }
    }
    let text = format!(
        "use zellige_golden::generated::*;\n\
         pub(crate) static SIGNED: [Signed; {}] = [\n{cases}];\n",
        seen.len()
    );
    fs::write(out.join("property_signed.rs"), text).expect("the cases can be written");
}

/// The layout with about half of its strides negative.
fn with_signs(random: &mut Random, layout: &Value) -> Value {
    fn flip(random: &mut Random, value: &Value) -> Value {
        match value {
            Value::Int(n) if *n > 0 && random.one_in(2) => Value::Negative(*n),
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|p| flip(random, p)).collect()),
            _ => value.clone(),
        }
    }
    match layout {
        Value::Layout(shape, stride) => {
            Value::Layout(shape.clone(), Box::new(flip(random, stride)))
        }
        _ => panic!("{layout} is no layout"),
    }
}

/// The strides, in the order of the leaves.
fn strides(stride: &Value) -> Vec<i64> {
    match stride {
        Value::Int(n) => vec![*n as i64],
        Value::Negative(n) => vec![-(*n as i64)],
        Value::Tuple(parts) => parts.iter().flat_map(strides).collect(),
        _ => panic!("{stride} is no stride"),
    }
}

/// The case of a layout whose signed form is given: a tile to compose it with, and a factor to recast it by.
fn case(random: &mut Random, writer: &mut Writer, layout: &Layout, signed: &Value) -> String {
    let Value::Layout(shape, stride) = signed else {
        panic!("{signed} is no layout")
    };
    let extents = shape.nest().leaves();
    let modes: Vec<(u64, i64)> = extents.iter().copied().zip(strides(stride)).collect();
    // Strides of which no sum of a few is another one: whatever composes with these, composes with any.
    let mut apart = 1;
    let free: Vec<(u64, u64)> = extents
        .iter()
        .map(|&extent| {
            apart *= 1009;
            (extent, apart)
        })
        .collect();
    let modes_of_tile = random.loose_modes(layout.size().min(24));
    let tile = random.nested(&modes_of_tile);
    let must_compose = truth::compose(&Layout::of_modes(&free), &tile).is_some();
    let factor = random.choose(&[1, 2, 2, 3, 4, 4, 8]);
    let (a, b) = (writer.type_of(signed), writer.type_of(&(&tile).into()));
    let n = writer.type_of(&Value::Int(factor));
    let slice = match &**shape {
        Value::Tuple(parts) if parts.len() > 1 => {
            let first = parts[0].nest().product();
            let index = random.below(first);
            let coordinate = format!(
                "({}, {})",
                writer.type_of(&Value::Int(index)),
                "Whole, ".repeat(parts.len() - 1)
            );
            format!(
                "Some(SignedSlice::of::<Slice<{coordinate}, {a}>, SliceOffset<{coordinate}, {a}>>({index}, {first}))"
            )
        }
        _ => "None".to_owned(),
    };
    format!(
        "Signed {{ layout: \"{signed}\", modes: &{modes:?}, table: table_of::<{a}>, coalesced: table_of::<Coalesce<{a}>>, \
         rank: rank_of::<Coalesce<{a}>>(), slice: {slice}, tile: \"{tile}\", tile_modes: &{:?}, must_compose: {must_compose}, \
         composed: table_unless_refused::<Compose<{a}, {b}>>(), factor: {factor}, \
         wider: table_unless_refused::<Upcast<{a}, {n}>>(), narrower: table_unless_refused::<Downcast<{a}, {n}>>() }}",
        tile.modes(),
    )
}
