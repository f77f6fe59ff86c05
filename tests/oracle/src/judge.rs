//! Every operation, by name: the expected result for its arguments.

use crate::algebra::{Answer, No, answer, compose};
use crate::facts;
use crate::forms::{divided, form_of_tile, multiplied, side_by_side};
use crate::layout::{Layout, Number, mode};
use crate::parts;
use crate::swizzled::judge_swizzled;
use crate::verdict::{Form, Verdict};
use crate::{Nest, Value};

/// The operations by name, as [`judge`] knows them: CuTe's names, with `_by`, `_to` and `_ordered`
/// where the variant with one more argument is an operation of its own.
#[rustfmt::skip]
pub const OPERATIONS: &[&str] = &[
    "append", "append_to", "blocked_product", "coalesce", "coalesce_by", "complement", "complement_sparse", "compose",
    "contiguous_run", "cosize", "crd2idx", "dice", "downcast", "filter", "filter_by", "filter_zeros",
    "filter_zeros_by", "flat_divide", "flat_product", "flatten", "get", "get_1d_coord", "get_flat_coord",
    "get_hier_coord", "group", "idx2crd", "image_size", "is_bijective", "is_compact", "is_injective",
    "is_proven_disjoint", "is_proven_injective", "left_inverse", "local_partition", "local_tile", "logical_divide",
    "logical_product", "max_alignment", "max_common_layout", "max_common_vector", "nullspace", "outer_partition",
    "prepend", "prepend_to", "raked_product", "rank", "recast_layout", "replace", "right_inverse", "select", "size",
    "slice", "take", "tile_to_shape", "tile_to_shape_ordered", "tiled_divide", "tiled_product", "unflatten", "upcast",
    "with_shape", "zip", "zipped_divide", "zipped_product",
];

/// Returns the expected result of the operation for these arguments. The layout comes first; for an
/// operation with a coordinate or tiler that is the second argument, as in `crd2idx` of
/// `(4,2):(1,10)` and `(3,1)`.
///
/// ```
/// use zellige_oracle::{Value, judge};
/// let judged = |operation, arguments: &[&str]| {
///     let arguments: Result<Vec<Value>, _> = arguments.iter().map(|text| text.parse()).collect();
///     judge(operation, &arguments.unwrap()).to_string()
/// };
/// assert_eq!(judged("compose", &["(4,8):(1,10)", "8:1"]), "(4,2):(1,10)");
/// assert_eq!(judged("compose", &["(4,8):(1,10)", "6:1"]), "refused");
/// assert_eq!(judged("zipped_divide", &["(8,6):(6,1)", "(4,3)"]), "((4,3),(2,2)):((6,1),(24,3))");
/// assert_eq!(judged("crd2idx", &["(4,2):(1,10)", "(3,1)"]), "13");
/// ```
///
/// # Panics
///
/// Panics if there is no such operation (see [`OPERATIONS`]), or if it takes other arguments.
pub fn judge(operation: &str, arguments: &[Value]) -> Verdict {
    let swizzled = |argument: &Value| matches!(argument, Value::Swizzled(..));
    if arguments.iter().any(swizzled) {
        return judge_swizzled(operation, arguments);
    }
    rearranged(operation, arguments)
        .or_else(|| by_coordinate(operation, arguments))
        .or_else(|| facts::fact(operation, arguments))
        .or_else(|| tiled(operation, arguments))
        .or_else(|| inverted(operation, arguments))
        .unwrap_or_else(|| panic!("{operation} does not take {arguments:?}"))
}

/// Returns the verdict that the operation gives this layout, in this form, or refuses; or that the
/// layout is not known.
fn verdict(answer: Answer, form: Form) -> Verdict {
    unless_none(answer, |layout| Verdict::Is { value: Value::Layout(layout), form })
}

/// Returns the verdict that the result is exactly this value.
pub(crate) fn exactly(value: Value) -> Verdict {
    Verdict::Is { value, form: Form::One }
}

/// Returns the verdict that the result is a layout with exactly these modes.
fn exact_layout(answer: Answer) -> Verdict {
    let form = answer.as_ref().map_or(Form::One, Form::of);
    verdict(answer, form)
}

/// Operations that rearrange the modes as a list.
fn rearranged(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    let Some(Value::Layout(a)) = arguments.first() else {
        return None;
    };
    match operation {
        "group" | "take" | "replace" | "unflatten" if matches!(a, Nest::Leaf(_)) => {
            return Some(Verdict::Open);
        }
        "zip" if a.rank() == 0 || a.parts().iter().any(|mode| matches!(mode, Nest::Leaf(_))) => {
            return Some(Verdict::Open);
        }
        "flatten" | "get" | "select" | "group" | "take" | "replace" | "unflatten" | "zip"
        | "append" | "prepend" | "append_to" | "prepend_to" | "filter_zeros"
        | "filter_zeros_by" => {}
        _ => return None,
    }
    Some(exact_layout(answer(operation, arguments)))
}

/// Returns true if a layout among the arguments has no elements, or another argument is 0.
pub fn has_zero(arguments: &[Value]) -> bool {
    arguments.iter().any(|argument| match argument {
        Value::Layout(layout) | Value::Swizzled(_, _, layout) => layout.is_empty(),
        Value::Tuple(parts) => has_zero(parts),
        Value::Int(n) => *n == 0,
        Value::Whole => false,
    })
}

/// Operations on coordinates.
fn by_coordinate(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    use Value::{Int, Layout as L};
    let known =
        ["slice", "dice", "crd2idx", "idx2crd", "local_tile", "outer_partition", "local_partition"];
    if !known.contains(&operation) {
        return None;
    }
    if has_zero(&arguments[..1]) || operation.contains('_') && has_zero(&arguments[1..2]) {
        return Some(Verdict::Open);
    }
    let part = |part: parts::Part| match part {
        Ok(parts::Begin { layout, start, inside }) => Verdict::Is {
            value: Value::Tuple(vec![L(layout), Int(start)]),
            form: Form::Part(Box::new(Form::One), inside),
        },
        Err(No::Layout) => Verdict::Refused,
        Err(No::Resonant | No::Answer) => Verdict::Open,
    };
    Some(match (operation, arguments) {
        ("slice", [L(a), c]) => match (answer(operation, arguments), parts::offset(a, c)) {
            (Ok(part), Some(start)) => exactly(Value::Tuple(vec![L(part), Int(start)])),
            _ => Verdict::Open,
        },
        ("dice", [L(_), _]) => exact_layout(answer(operation, arguments)),
        ("crd2idx", [L(a), c]) => {
            let offset = parts::offset(a, c).map(Int);
            offset.map_or(Verdict::Open, exactly)
        }
        ("idx2crd", [L(a), Int(index)]) => {
            let coordinate = parts::coordinate(*index, &a.shape());
            coordinate.map_or(Verdict::Open, |nest| exactly(Value::of_nest(&nest)))
        }
        ("local_tile", [L(a), tiler, at]) => part(parts::local_tile(a, tiler, at)),
        ("outer_partition", [L(a), tiler, at]) => part(parts::outer_partition(a, tiler, at)),
        ("local_partition", [L(a), L(threads), Int(thread)]) => {
            part(parts::local_partition(a, threads, *thread))
        }
        _ => return None,
    })
}

/// Compositions, divides and products.
fn tiled(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    let [Value::Layout(a), by, ..] = arguments else {
        return None;
    };
    let is_known = matches!(operation, "compose" | "with_shape")
        || ["_divide", "_product"].iter().any(|kind| operation.ends_with(kind))
        || operation.starts_with("tile_to_shape");
    if !is_known {
        return None;
    }
    if has_zero(&arguments[..2]) {
        return Some(Verdict::Open);
    }
    let form = match (operation, by) {
        ("compose", _) => form_of_tile(a, by),
        ("with_shape", _) => Form::of(&by.nest()?),
        ("blocked_product", Value::Layout(b)) => side_by_side(a, b, false),
        ("raked_product", Value::Layout(b)) => side_by_side(a, b, true),
        ("tile_to_shape", _) | ("tile_to_shape_ordered", _) => {
            let counts = vec![Nest::Leaf(()); by.nest()?.parts().len()];
            side_by_side(a, &Nest::Tuple(counts), false)
        }
        _ if operation.ends_with("_divide") => divided(a, by).of(operation),
        _ => multiplied(a, by).of(operation),
    };
    Some(match verdict(answer(operation, arguments), form) {
        Verdict::Open => as_function(operation, a, by),
        verdict => verdict,
    })
}

/// Returns the verdict on the values of a composition or a divide whose modes are not determined.
fn as_function(operation: &str, a: &Layout, by: &Value) -> Verdict {
    let by = match (operation, by) {
        ("with_shape", shape) => {
            let (shape, a) = (shape.nest().expect("a shape"), a.clone());
            return Verdict::Function { shape, at: Box::new(move |index| a.at(index)) };
        }
        ("compose" | "logical_divide" | "zipped_divide", Value::Int(extent)) => {
            Layout::of(&[mode(*extent, 1)])
        }
        ("compose" | "logical_divide" | "zipped_divide", Value::Layout(by)) => by.clone(),
        _ => return Verdict::Open,
    };
    if operation == "compose" {
        return composition(a, &by, by.shape());
    }
    let size = Value::Int(a.size());
    let rest = match answer("complement", &[Value::Layout(by.clone()), size]) {
        Ok(rest) => rest,
        Err(No::Layout) => return Verdict::Refused,
        Err(_) => return Verdict::Open,
    };
    // The rest may have any modes: where run-time integers are 1, it may have more.
    let shape = Nest::Tuple(vec![by.shape(), Nest::Leaf(rest.size())]);
    let both = Nest::Tuple(vec![by, rest]);
    match compose(a, &both) {
        Err(No::Layout) => Verdict::Refused,
        _ => composition(a, &both, shape),
    }
}

/// Returns the verdict that the result is a layout of this shape, refined, with the values of a
/// composition.
fn composition(a: &Layout, by: &Layout, shape: Nest<Number>) -> Verdict {
    let (a, by) = (a.clone(), by.clone());
    Verdict::Function { shape, at: Box::new(move |index| a.at(by.at(index))) }
}

/// Operations on a single layout, or on its strides in their order.
fn inverted(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    use Value::{Int, Layout as L};
    if has_zero(arguments) {
        return Some(Verdict::Open);
    }
    let answer = || answer(operation, arguments);
    Some(match (operation, arguments) {
        ("coalesce" | "filter" | "nullspace", [L(_)]) => verdict(answer(), Form::One),
        ("coalesce_by" | "filter_by", [L(_), _]) => match answer() {
            Ok(layout) => exact_layout(Ok(layout)),
            Err(_) => Verdict::Open,
        },
        ("upcast" | "downcast" | "recast_layout", [L(a), ..]) => verdict(answer(), Form::of(a)),
        ("complement" | "complement_sparse", [L(a), _]) => {
            unless_none(answer(), |complement| Verdict::Complement { of: a.clone(), complement })
        }
        ("right_inverse", [L(a)]) => {
            unless_none(answer(), |inverse| Verdict::RightInverse { of: a.clone(), inverse })
        }
        ("left_inverse", [L(a)]) => {
            unless_none(answer(), |inverse| Verdict::LeftInverse { of: a.clone(), inverse })
        }
        ("max_common_layout", [L(a), L(b)]) => match answer() {
            Err(No::Answer | No::Resonant) => Verdict::Open,
            longest => Verdict::Common { both: [a.clone(), b.clone()], longest: longest.ok() },
        },
        ("max_common_vector", [L(_), L(_)]) => {
            let common = self::answer("max_common_layout", arguments);
            unless_none(common, |common| Verdict::Divisor(common.size()))
        }
        ("get_hier_coord" | "get_flat_coord" | "get_1d_coord", [L(a), Int(offset)]) => {
            facts::coordinate_at(operation, a, *offset)
        }
        _ => return None,
    })
}

/// Returns the verdict on a layout, if it is known, or that there is none, if that is known.
fn unless_none(answer: Answer, of: impl FnOnce(Layout) -> Verdict) -> Verdict {
    match answer {
        Ok(layout) => of(layout),
        Err(No::Layout) => Verdict::Refused,
        Err(No::Resonant | No::Answer) => Verdict::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    /// Returns the expected result of the operation, as text.
    fn judged(operation: &str, arguments: &[&str]) -> String {
        let arguments: Result<Vec<Value>, _> = arguments.iter().map(|text| text.parse()).collect();
        judge(operation, &arguments.expect("values")).to_string()
    }

    #[test]
    fn what_was_wrong_once() {
        let cases = [
            ("logical_divide", "(12,(4,8)):(7,(1,30))", "128:1", "refused"),
            ("compose", "(4,6):(1,4)", "6:1", "6:1"),
            ("compose", "(5,2):(2,2)", "(1,4):(5,1)", "(1,4):(2,2)"),
            ("complement", "(2,4):(4,12)", "12", "refused"),
            ("logical_divide", "(4,3):(1,6)", "(2,4):(4,12)", "refused"),
            ("logical_product", "(3,):(8,)", "4:1", "((3,),4):((8,),1)"),
            ("with_shape", "(3,4):(4,1)", "11", "refused"),
        ];
        for (operation, a, b, expected) in cases {
            assert_eq!(judged(operation, &[a, b]), expected, "{operation} {a} {b}");
        }
        assert_eq!(judged("left_inverse", &["(4,6):(1,2)"]), "refused");
        assert_eq!(judged("left_inverse", &["(2,4):(9,9)"]), "refused");
        assert_eq!(judged("left_inverse", &["5:0"]), "5:0");
        let thread = ["(6,8):(8,1)", "(2,4):(4,1)", "8"];
        assert_eq!(judged("local_partition", &thread), "refused");
    }

    #[test]
    fn what_acts_on_coordinates_acts_inside_of_a_swizzle() {
        let swizzled = "Sw<2,0,3> o 0 o (8,8):(8,1)";
        assert_eq!(judged("crd2idx", &[swizzled, "(1,2)"]), "11");
        let tiles = judged("zipped_divide", &[swizzled, "(4,4)"]);
        assert_eq!(tiles, "Sw<2,0,3> o 0 o ((4,4),(2,2)):((8,1),(32,4))");
        assert_eq!(judged("complement", &[swizzled, "64"]), "refused");
        assert_eq!(judged("image_size", &[swizzled]), "64");
    }
}
