//! Records whose result is a table of swizzled offsets: compared value by value, at run time.

use crate::corrections::layout;
use crate::emit::{Source, Writer, write_cases};
use crate::model::{Record, Value, Verdict};
use crate::random::Random;
use crate::truth::Layout;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// For such a record: the values at an index as an expression, with 64 and with 32 bits, and what they must be.
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
        // CuTe writes some slices of swizzled layouts with strides, also negative ones, and does not compile others.
        // They are the same function, or the one that CuTe has no answer for.
        ("slice_and_offset", [coordinate, composed @ Value::Composed(parts)]) => {
            let got = format!(
                "|i| sliced_at({}.slice({}), i)",
                writer.value_of(composed),
                writer.value_of(coordinate)
            );
            let (start, free) = slice(coordinate, &layout(&parts[2]));
            let offset = parts[1].nest().product();
            let value = |value| outer(&parts[0], offset + start + value);
            let table = Layout::of_modes(&free).table();
            Some((got, table.into_iter().map(value).collect()))
        }
        _ => None,
    }
}

/// The indices at which the values are compared as types, too.
pub(crate) fn indices(name: &str, table: &[u64]) -> Vec<usize> {
    match name {
        "slice_and_offset" => Vec::new(),
        _ => vec![table.len() / 3, table.len() / 2, table.len() - 1],
    }
}

/// The values of the record.
fn recorded(record: &Record) -> Vec<u64> {
    match &record.verdict {
        Verdict::Equals(values) => values.nest().leaves(),
        _ => panic!("a table is never refused"),
    }
}

/// The offset of the integers of a coordinate, and the modes under `_`.
fn slice(coordinate: &Value, layout: &Layout) -> (u64, Vec<(u64, u64)>) {
    match coordinate {
        Value::Whole => (0, layout.modes()),
        Value::Int(index) => (layout.at(*index), Vec::new()),
        Value::Tuple(coordinates) => {
            let parts = coordinates.iter().zip(layout.parts());
            let slices = parts.map(|(coordinate, part)| slice(coordinate, &part));
            slices.fold((0, Vec::new()), |(start, mut modes), (more, others)| {
                modes.extend(others);
                (start + more, modes)
            })
        }
        _ => panic!("{coordinate} is no coordinate"),
    }
}

/// The value of a swizzle or layout.
fn outer(function: &Value, x: u64) -> u64 {
    match function {
        Value::Swizzle(bits, base, shift) => {
            let mask = ((1 << bits) - 1) << base;
            if *shift < 0 {
                x ^ (x & mask) << -shift
            } else {
                x ^ (x >> shift) & mask
            }
        }
        _ => layout(function).at(x),
    }
}

/// Writes swizzled layouts made up here, of which the library checks its own inverses and compositions: whatever is not
/// refused must have the property at every index.
pub(crate) fn write_properties(writer: &mut Writer, out: &Path) {
    let mut random = Random::new(0x2026_1121);
    let file = "property_swizzled.txt";
    let mut source = Source::generated(file);
    let mut lines = Vec::new();
    for line in 1..=160 {
        let left = made_up(&mut random);
        let inner = made_up(&mut random);
        let bits = random.below(4);
        let shift = random.between(bits.max(1), 4) as i64;
        let shift = if random.one_in(2) { -shift } else { shift };
        let swizzle = Value::Swizzle(bits, random.below(3), shift);
        let composed = Value::Composed(Box::new([swizzle, Value::Int(0), (&inner).into()]));
        lines.push(format!("{composed} after {}", Value::from(&left)));
        let types = (writer.type_of(&composed), writer.type_of(&(&left).into()));
        for property in ["bounded", "right_inverse", "left_inverse", "composition"] {
            source.row(format!("{property}::<{}, {}>({line})", types.0, types.1));
        }
    }
    fs::write(out.join(file), lines.join("\n")).expect("the lines can be written");
    write_cases(
        &out.join("property_swizzled.rs"),
        &[source],
        &BTreeMap::new(),
    );
}

/// A layout of few modes, mostly of powers of two that fill memory, in any order.
fn made_up(random: &mut Random) -> Layout {
    let mut modes = Vec::new();
    let mut stride = 1;
    for _ in 0..random.between(1, 3) {
        let extent = random.choose(&[2, 2, 4, 4, 4, 8, 8, 3]);
        if random.one_in(8) {
            stride *= random.between(2, 3);
        }
        modes.insert(
            random.below(modes.len() as u64 + 1) as usize,
            (extent, stride),
        );
        stride *= extent;
    }
    random.nested(&modes)
}
