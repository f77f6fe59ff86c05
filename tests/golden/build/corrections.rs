//! Records without an `exact` verdict where CuTe's answer is not the expected one.

use crate::model::{Record, Value, Verdict};
use zellige_oracle::algebra::{Answer, No, answer};
use zellige_oracle::layout::{mode, product};
use zellige_oracle::{Nest, tables};

/// Returns the verdict on a record of this operation.
pub(crate) fn verdict(name: &str, record: &Record) -> Verdict {
    match (name, &record.args[..]) {
        // A target that is a shape means its product; CuTe divides it mode by mode and may stop
        // before the last modes: 3:8 in (1,3,5,9) is 5 times 24 = 120 of 135 to CuTe.
        ("ceil_div", [target @ Value::Tuple(_), Value::Layout(..)]) => {
            let rest = tables::complement(&record.args[1].layout(), product(&target.nest()));
            Verdict::Equals((&rest.expect("the records tile").shape()).into())
        }
        // CuTe does not compile with a whole mode as a tile here, but does in `logical_divide`.
        ("zipped_divide", [a, Value::Tuple(tiles)]) if tiles.contains(&Value::Whole) => {
            match zipped_by_modes(a, tiles) {
                Ok(divided) => Verdict::Equals((&divided).into()),
                Err(No::Layout) => Verdict::Refused(None),
                Err(no) => panic!("the records are small: {no:?}"),
            }
        }
        // The adjacent elements of one layout do not form a layout in the other; CuTe continues
        // with a wrong one, which happens to begin like the right function.
        ("max_common_layout", _) if record.line == 63 => {
            Verdict::Refused(Some("stride-not-divisible".to_owned()))
        }
        ("max_common_vector", _) if record.line == 32 => {
            Verdict::Refused(Some("stride-not-divisible".to_owned()))
        }
        // With an order, or for a swizzled block, too, the copies of a single mode are an integer
        // (elsewhere `exact` says so).
        ("tile_to_shape", args)
            if matches!(
                (args, record.line),
                ([_, _, _], 7 | 49 | 61) | ([Value::Composed(..), _], 75)
            ) =>
        {
            match &record.verdict {
                Verdict::Equals(out) => Verdict::Equals(unnest_copies_of(out)),
                verdict => verdict.clone(),
            }
        }
        // Cut last, these have two modes of stride 1; CuTe makes both longer, and the layout has
        // the wrong size.
        ("recast_layout", _) if matches!(record.line, 7 | 10 | 20 | 27) => {
            Verdict::Refused(Some("two-unit-strides".to_owned()))
        }
        // A shape of another size: CuTe composes with it as with any layout.
        ("with_shape", [a, shape]) if a.layout().size() != product(&shape.nest()) => {
            Verdict::Refused(Some("sizes-differ".to_owned()))
        }
        // Bits inside the wider elements flip bits of their offsets: CuTe drops the flips.
        ("upcast", [Value::Swizzle(..), _]) if matches!(record.line, 139 | 141) => {
            Verdict::Refused(Some("not-divisible".to_owned()))
        }
        _ => record.verdict.clone(),
    }
}

/// Returns each mode divided by its tile, or kept for a whole mode: the tiles, and the rests.
fn zipped_by_modes(layout: &Value, tiles: &[Value]) -> Answer {
    let mut modes = layout.layout().parts().into_iter();
    let (mut first, mut rests) = (Vec::new(), Vec::new());
    for (tile, mode_of_tile) in tiles.iter().zip(&mut modes) {
        if *tile == Value::Whole {
            first.push(mode_of_tile);
            rests.push(Nest::Leaf(mode(1, 0)));
            continue;
        }
        let divided = zellige_oracle::Value::Layout(mode_of_tile);
        let mut parts = answer("logical_divide", &[divided, tile.tiler()])?.parts();
        rests.extend(parts.pop());
        first.extend(parts.pop());
    }
    rests.extend(modes);
    Ok(Nest::Tuple(vec![Nest::Tuple(first), Nest::Tuple(rests)]))
}

/// Rewrites `((16,(1))):((1,(0)))` as `((16,1)):((1,0))`.
fn unnest_copies_of(layout: &Value) -> Value {
    match layout {
        Value::Layout(shape, stride) => {
            Value::Layout(Box::new(unnest_copies(shape)), Box::new(unnest_copies(stride)))
        }
        Value::Composed(parts) => {
            let [outer, offset, inner] = &**parts;
            let parts = [outer.clone(), offset.clone(), unnest_copies_of(inner)];
            Value::Composed(Box::new(parts))
        }
        _ => layout.clone(),
    }
}

/// Rewrites `((16,(1)))` as `((16,1))`.
fn unnest_copies(value: &Value) -> Value {
    match value {
        Value::Tuple(modes) => match &modes[..] {
            [mode @ Value::Tuple(_)] => Value::Tuple(vec![unnest_copies(mode)]),
            [block, Value::Tuple(copies)] => Value::Tuple(vec![block.clone(), copies[0].clone()]),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

/// Returns why a record is skipped, though the library has the operation.
pub(crate) fn left_out(name: &str, record: &Record) -> Option<&'static str> {
    match (name, &record.args[..]) {
        // A whole mode as a tile: if the mode has two modes, CuTe takes these for tile and rest,
        // and otherwise does not compile. Here the mode is the tile, and the rest is 1:0.
        (
            "tiled_divide" | "flat_divide" | "zipped_product" | "tiled_product" | "flat_product",
            [_, Value::Tuple(tiles)],
        ) if tiles.contains(&Value::Whole) => Some("whole_mode"),
        // Its result has the extent -1, and extents are unsigned here.
        ("left_inverse", [Value::Layout(_, stride)]) if stride.is_signed() => {
            Some("negative_extent")
        }
        _ => None,
    }
}

/// The expected value of a result with run-time integers.
pub(crate) enum Expectation<'a> {
    /// Exactly this, in type and value.
    Equals(&'a Value),
    /// The same function as this.
    SameFunction(&'a Value),
    /// A panic: the run-time integers are refused.
    Panics,
    /// These values, at 0, 1, 2 and so on.
    Table(Vec<u64>),
}

/// The records whose result is the same function in another form: CuTe divides a target that is a
/// shape mode by mode, static and run-time modes apart; here its product is one run-time integer.
const SAME_FUNCTION: [(&str, usize); 5] = [
    ("complement", 351),
    ("complement", 368),
    ("logical_divide", 158),
    ("zipped_divide", 92),
    ("tiled_divide", 70),
];

/// Returns the expected value of a record with run-time integers and the result `out`.
pub(crate) fn expectation<'a>(name: &str, record: &Record, out: &'a Value) -> Expectation<'a> {
    let file = name.trim_end_matches("_sparse");
    if SAME_FUNCTION.contains(&(file, record.line)) {
        return Expectation::SameFunction(out);
    }
    match (name, &record.args[..]) {
        // CuTe's result is that of the sparse complement.
        ("complement", [a, target])
            if tables::complement(&a.layout(), product(&target.nest())).is_none() =>
        {
            Expectation::Panics
        }
        _ => Expectation::Equals(out),
    }
}
