//! Generated layouts with some negative strides, for the library to evaluate when the tests run.

use crate::emit::{Writer, slice, write_slices};
use crate::model::Value;
use crate::random;
use std::collections::HashSet;
use std::path::Path;
use zellige_oracle::layout::mode;
use zellige_oracle::rng::Rng;
use zellige_oracle::{Layout, Nest};

/// Writes `property_signed.rs`.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let rng = &mut Rng::new(0x2026_1122);
    let mut seen = HashSet::new();
    let mut cases = Vec::new();
    while seen.len() < 200 {
        let layout = random::layout(rng, 120);
        let signed = with_signs(rng, &layout);
        if signed != layout && seen.insert(signed.clone()) {
            cases.push(case(rng, writer, &signed));
        }
    }
    let cases = [slice("SIGNED", "Signed", cases.into_iter())];
    write_slices(&out.join("property_signed.rs"), &cases);
}

/// Returns the layout with about half of its strides negative.
fn with_signs(rng: &mut Rng, layout: &Layout) -> Layout {
    layout.map(&mut |of| {
        let is_negative = of.stride > 0 && rng.chance(50);
        mode(of.extent, if is_negative { -of.stride } else { of.stride })
    })
}

/// Returns the case of a layout: a tile to compose it with, and a factor to recast it by.
fn case(rng: &mut Rng, writer: &mut Writer, layout: &Layout) -> String {
    let modes_of_tile = random::loose_modes(rng, (layout.size() as u64).min(24));
    let tile = random::nested(rng, &modes_of_tile);
    let factor = rng.pick(&[1, 2, 2, 3, 4, 4, 8]);
    let (a, b) = (writer.type_of(&layout.into()), writer.type_of(&(&tile).into()));
    let n = writer.type_of(&Value::Int(factor));
    let slice = match layout {
        Nest::Tuple(parts) if parts.len() > 1 => {
            let first = parts[0].size() as u64;
            let index = rng.below(first);
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
        "Signed {{ layout: \"{layout}\", table: table_of::<{a}>, coalesced: table_of::<Coalesce<{a}>>, \
         rank: rank_of::<Coalesce<{a}>>(), slice: {slice}, tile: \"{tile}\", \
         composed: table_unless_refused::<Compose<{a}, {b}>>(), factor: {factor}, \
         wider: table_unless_refused::<Upcast<{a}, {n}>>(), narrower: table_unless_refused::<Downcast<{a}, {n}>>() }}",
    )
}
