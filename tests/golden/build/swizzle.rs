//! Records whose result is a table of swizzled offsets: compared value by value, at run time.

use crate::corrections::layout;
use crate::emit::Writer;
use crate::model::{Record, Value, Verdict};
use crate::truth::Layout;

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
