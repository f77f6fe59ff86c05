//! Records whose result is a table of swizzled offsets: compared value by value, at run time.

use crate::emit::{Source, Writer, write_source};
use crate::model::{Record, Value, Verdict};
use crate::random;
use std::path::Path;
use zellige_oracle::layout::{Number, mode, product};
use zellige_oracle::parts::{offset, slice};
use zellige_oracle::rng::Rng;
use zellige_oracle::value::swizzled;
use zellige_oracle::{Layout, Swizzle};

/// Returns, for such a record, the values at an index as an expression, with 64 and with 32 bits,
/// and the expected values.
pub(crate) fn table(
    writer: &mut Writer,
    name: &str,
    record: &Record,
) -> Option<(String, Vec<u64>)> {
    match (name, &record.args[..]) {
        ("swizzle_apply", [swizzle @ Value::Swizzle(..), _]) => {
            let swizzle = format!("<{}>::new()", writer.type_of(swizzle));
            let got = format!("|i| [{swizzle}.apply(i), {swizzle}.apply(i as u32) as usize]");
            Some((got, recorded(record)))
        }
        ("eval", [composed @ Value::Composed(..)]) => {
            let got = format!("|i| at({}, i)", writer.value_of(composed));
            Some((got, recorded(record)))
        }
        // CuTe writes some slices of swizzled layouts with strides, some of them negative, and does
        // not compile others. They are the same function, or the one for which CuTe has no answer.
        ("slice_and_offset", [coordinate, composed @ Value::Composed(parts)]) => {
            let got = format!(
                "|i| sliced_at({}.slice({}), i)",
                writer.value_of(composed),
                writer.value_of(coordinate)
            );
            let (inner, coordinate) = (parts[2].layout(), coordinate.tiler());
            let sliced = slice(&inner, &coordinate).ok();
            let sliced = sliced.zip(offset(&inner, &coordinate));
            let (sliced, start) = sliced.expect("the coordinate has the profile of the layout");
            let start = start + product(&parts[1].nest());
            let values = sliced.table().into_iter();
            let values = values.map(|value| outer(&parts[0], start + value) as u64);
            Some((got, values.collect()))
        }
        _ => None,
    }
}

/// Returns the indices at which the values are also compared as types.
pub(crate) fn indices(name: &str, table: &[u64]) -> Vec<usize> {
    match name {
        "slice_and_offset" => Vec::new(),
        _ => vec![table.len() / 3, table.len() / 2, table.len() - 1],
    }
}

/// Returns the values of the record.
fn recorded(record: &Record) -> Vec<u64> {
    match &record.verdict {
        Verdict::Equals(values) => {
            let values = values.nest();
            values.leaves().into_iter().map(|&n| n as u64).collect()
        }
        _ => panic!("a table is never refused"),
    }
}

/// Returns the value of a swizzle or layout.
fn outer(function: &Value, x: Number) -> Number {
    match function {
        Value::Swizzle(bits, base, shift) => {
            let swizzle = Swizzle::new(*bits as u32, *base as u32, *shift as i32);
            swizzled(swizzle.expect("the records have swizzles"), x)
        }
        _ => function.layout().at(x),
    }
}

/// Writes generated swizzled layouts, for which the library checks its own inverses and
/// compositions: every result that is not refused must have the property at every index.
pub(crate) fn write_properties(writer: &mut Writer, out: &Path) {
    let mut rng = Rng::new(0x2026_1121);
    let mut source = Source::generated("property_swizzled");
    for _ in 0..160 {
        let left = made_up(&mut rng);
        let inner = made_up(&mut rng);
        let bits = rng.below(4);
        let shift = rng.within(bits.max(1), 4) as i64;
        let shift = if rng.chance(50) { -shift } else { shift };
        let swizzle = Value::Swizzle(bits, rng.below(3), shift);
        let composed = Value::Composed(Box::new([swizzle, Value::Int(0), (&inner).into()]));
        let line = source.line(format!("{composed} after {}", Value::from(&left)));
        let types = (writer.type_of(&composed), writer.type_of(&(&left).into()));
        for property in ["bounded", "right_inverse", "left_inverse", "composition"] {
            source.row(format!("{property}::<{}, {}>({line})", types.0, types.1));
        }
    }
    write_source(&out.join("property_swizzled.rs"), source, writer);
}

/// Returns a layout of few modes, mostly powers of two that fill memory, in any order.
fn made_up(rng: &mut Rng) -> Layout {
    let mut modes = Vec::new();
    let mut stride = 1;
    for _ in 0..rng.within(1, 3) {
        let extent = rng.pick(&[2, 2, 4, 4, 4, 8, 8, 3]);
        if rng.chance(12) {
            stride *= Number::from(rng.within(2, 3));
        }
        modes.insert(rng.below(modes.len() as u64 + 1) as usize, mode(extent, stride));
        stride *= extent;
    }
    random::nested(rng, &modes)
}
