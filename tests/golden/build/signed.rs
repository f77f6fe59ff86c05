//! Generated layouts with some negative strides.

use crate::emit::{Source, Writer, write_source};
use crate::model::{Value, Verdict};
use crate::random;
use crate::table::Kind;
use std::collections::HashSet;
use std::path::Path;
use zellige_oracle::algebra::{No, answer, compose};
use zellige_oracle::layout::mode;
use zellige_oracle::rng::Rng;
use zellige_oracle::{Layout, Nest, Number, Value as Argument};

/// Writes `property_signed.rs`.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let rng = &mut Rng::new(0x2026_1122);
    let mut seen = HashSet::new();
    let mut source = Source::generated("property_signed");
    while seen.len() < 200 {
        let layout = random::layout(rng, 120);
        let signed = with_signs(rng, &layout);
        if signed != layout && seen.insert(signed.clone()) {
            add(rng, writer, &mut source, &signed);
        }
    }
    write_source(&out.join("property_signed.rs"), source, writer);
}

/// Returns the layout with about half of its strides negative.
fn with_signs(rng: &mut Rng, layout: &Layout) -> Layout {
    layout.map(&mut |of| {
        let is_negative = of.stride > 0 && rng.chance(50);
        mode(of.extent, if is_negative { -of.stride } else { of.stride })
    })
}

/// Adds the cases of a layout: its values, the layout coalesced, a slice, the composition with a
/// tile, and wider and narrower elements.
fn add(rng: &mut Rng, writer: &mut Writer, source: &mut Source, layout: &Layout) {
    let modes_of_tile = random::loose_modes(rng, (layout.size() as u64).min(24));
    let tile = random::nested(rng, &modes_of_tile);
    let factor = rng.pick(&[1, 2, 2, 3, 4, 4, 8]);
    let line = source.line(format!("{layout} with {tile} and {factor}"));
    let (a, b) = (writer.type_of(&layout.into()), writer.type_of(&(&tile).into()));
    let n = writer.type_of(&Value::Int(factor));

    let arguments = [Argument::Layout(layout.clone()), Argument::Int(factor.into())];
    let coalesced = answer("coalesce", &arguments[..1]).expect("every layout is coalesced");
    let coalesced = Verdict::Equals((&coalesced).into());
    source.row(values(line, &a, layout.table()));
    source.case(writer, line, Kind::Layout, &format!("Coalesce<{a}>"), &coalesced);
    if let Nest::Tuple(parts) = layout
        && parts.len() > 1
    {
        let first = parts[0].size() as usize;
        let index = rng.below(first as u64);
        let whole = "Whole, ".repeat(parts.len() - 1);
        let coordinate = format!("({}, {whole})", writer.type_of(&Value::Int(index)));
        let row = layout.table().into_iter().skip(index as usize).step_by(first);
        let row: Vec<Number> = row.collect();
        let start = row[0];
        let row = row.into_iter().map(|value| value - start).collect();
        source.row(values(line, &format!("Slice<{coordinate}, {a}>"), row));
        let offset = format!("SliceOffset<{coordinate}, {a}>");
        source.case(writer, line, Kind::Tuple, &offset, &Verdict::Equals(start.into()));
    }
    for (of, expected) in [
        (format!("Compose<{a}, {b}>"), compose(layout, &tile)),
        (format!("Upcast<{a}, {n}>"), answer("upcast", &arguments)),
        (format!("Downcast<{a}, {n}>"), answer("downcast", &arguments)),
    ] {
        match expected {
            Ok(expected) => source.row(values(line, &of, expected.table())),
            Err(No::Answer) => panic!("{layout} is small"),
            Err(_) => source.case(writer, line, Kind::Layout, &of, &Verdict::Refused(None)),
        }
    }
}

/// Returns the check that a layout exists and has these values.
fn values(line: usize, layout: &str, values: Vec<Number>) -> String {
    format!("made::<{layout}>({line}, || signed::<{layout}>(&{values:?}))")
}
