//! Every operation, by name: what it has to give for its arguments.

use crate::Nest;
use crate::Value;
use crate::complement::{Holes, complement};
use crate::compose::{Answer, No, compose, may_resonate};
use crate::divide::{self, Parts};
use crate::facts;
use crate::forms::{Forms, divided, multiplied, side_by_side};
use crate::inverse;
use crate::layout::{Layout, column_major, product};
use crate::modes;
use crate::parts;
use crate::recast;
use crate::swizzled::judge_swizzled;
use crate::verdict::{Form, Verdict};

/// The operations by name, as [`judge`] knows them: CuTe's names, with `_by`, `_to` and `_ordered` where an operation
/// with one argument more is another one.
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

/// Returns what the operation has to give for these arguments, the layout first: of an operation with a coordinate or
/// tiler that is the second, `crd2idx` of `(4,2):(1,10)` and `(3,1)`.
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
/// Panics if there is no such operation, see [`OPERATIONS`], or if it takes other arguments.
pub fn judge(operation: &str, arguments: &[Value]) -> Verdict {
    let swizzled = |argument: &Value| matches!(argument, Value::Swizzled(..));
    if arguments.iter().any(swizzled) {
        return judge_swizzled(operation, arguments);
    }
    rearranged(operation, arguments)
        .or_else(|| by_coordinate(operation, arguments))
        .or_else(|| facts::fact(operation, arguments))
        .or_else(|| composed(operation, arguments))
        .or_else(|| multiplied_by(operation, arguments))
        .or_else(|| inverted(operation, arguments))
        .unwrap_or_else(|| panic!("{operation} does not take {arguments:?}"))
}

/// This layout in this form; or none, or an answer that is not known.
fn answer(answer: Answer, form: Form) -> Verdict {
    match answer {
        Ok(layout) => Verdict::Is {
            value: Value::Layout(layout),
            form,
            resonant: false,
        },
        Err(No::Layout) => Verdict::Refused,
        Err(No::Answer) => Verdict::Open,
    }
}

/// Returns the verdict that it is exactly this value.
pub(crate) fn exactly(value: Option<Value>) -> Verdict {
    match value {
        Some(value) => Verdict::Is {
            value,
            form: Form::One,
            resonant: false,
        },
        None => Verdict::Refused,
    }
}

/// A layout with no other modes than these.
fn exact_layout(layout: Option<Layout>) -> Verdict {
    match layout {
        Some(layout) => {
            let form = Form::of(&layout);
            answer(Ok(layout), form)
        }
        None => Verdict::Refused,
    }
}

/// Operations that rearrange the modes as a list.
fn rearranged(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    use Value::{Int, Layout as L};
    let rearranged = match (operation, arguments) {
        ("flatten", [L(a)]) => Some(modes::flatten(a)),
        ("get", [L(a), path]) => modes::get(a, path),
        ("select", [L(a), numbers]) => modes::select(a, numbers),
        ("group" | "take" | "replace" | "unflatten", [L(Nest::Leaf(_)), ..]) => {
            return Some(Verdict::Open);
        }
        ("filter_zeros", [L(a)]) => Some(modes::without_zeros(a)),
        ("filter_zeros_by", [L(a), by]) => modes::without(a, &by.nest()?),
        ("unflatten", [L(a), by]) => modes::unflatten(a, &by.nest()?),
        ("group", [L(a), Int(begin), Int(end)]) => modes::group(a, *begin, *end),
        ("take", [L(a), Int(begin), Int(end)]) => modes::take(a, *begin, *end),
        ("replace", [L(a), Int(number), L(x)]) => modes::replace(a, *number, x),
        ("append", [L(a), L(x)]) => modes::fill_up(a, x, a.rank() + 1, false),
        ("prepend", [L(a), L(x)]) => modes::fill_up(a, x, a.rank() + 1, true),
        ("append_to", [L(a), L(x), Int(n)]) => modes::fill_up(a, x, *n as usize, false),
        ("prepend_to", [L(a), L(x), Int(n)]) => modes::fill_up(a, x, *n as usize, true),
        ("zip", [L(a)])
            if a.rank() == 0 || a.parts().iter().any(|mode| matches!(mode, Nest::Leaf(_))) =>
        {
            return Some(Verdict::Open);
        }
        ("zip", [L(a)]) => modes::transpose(a),
        _ => return None,
    };
    Some(exact_layout(rearranged))
}

/// True if a layout among the arguments has no element, or another one is 0.
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
    let known = [
        "slice",
        "dice",
        "crd2idx",
        "idx2crd",
        "local_tile",
        "outer_partition",
        "local_partition",
    ];
    if !known.contains(&operation) {
        return None;
    }
    if has_zero(&arguments[..1]) || operation.contains('_') && has_zero(&arguments[1..2]) {
        return Some(Verdict::Open);
    }
    let part = |part: parts::Part| match part {
        Ok(parts::Begin {
            layout,
            start,
            inside,
        }) => Verdict::Is {
            value: Value::Tuple(vec![L(layout), Int(start)]),
            form: Form::Part(Box::new(Form::One), inside),
            resonant: false,
        },
        Err(No::Layout) => Verdict::Refused,
        Err(No::Answer) => Verdict::Open,
    };
    Some(match (operation, arguments) {
        ("slice", [L(a), c]) => {
            let (part, start) = (parts::slice(a, c)?, parts::offset(a, c)?);
            exactly(Some(Value::Tuple(vec![L(part), Int(start)])))
        }
        ("dice", [L(a), c]) => exact_layout(parts::dice(a, c)),
        ("crd2idx", [L(a), c]) => exactly(parts::offset(a, c).map(Int)),
        ("idx2crd", [L(a), Int(index)]) => {
            let coordinate = parts::coordinate(*index, &a.shape());
            exactly(Some(Value::of_nest(&coordinate)))
        }
        ("local_tile", [L(a), tiler, at]) => part(parts::local_tile(a, tiler, at)),
        ("outer_partition", [L(a), tiler, at]) => part(parts::outer_partition(a, tiler, at)),
        ("local_partition", [L(a), L(threads), Int(thread)]) => {
            part(parts::local_partition(a, threads, *thread))
        }
        _ => return None,
    })
}

/// Compositions and divides.
fn composed(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    let [Value::Layout(a), by] = arguments else {
        return None;
    };
    let known = operation == "compose" || operation == "with_shape";
    if !known && !operation.ends_with("_divide") {
        return None;
    }
    if has_zero(arguments) {
        return Some(Verdict::Open);
    }
    let verdict = match operation {
        "compose" => answer(divide::compose_by(a, by), divide::form_of_tile(a, by)),
        "with_shape" => {
            let shape = by.nest()?;
            if product(&shape) != a.size() {
                return Some(Verdict::Refused);
            }
            let by = column_major(&shape);
            let verdict = answer(compose(a, &by), Form::of(&shape));
            return Some(resonant(or_function(verdict, a, &by), a));
        }
        _ => {
            let parts = divide::divide(a, by);
            let (parts, form) = in_form(operation, parts, divided(a, by));
            answer(parts, form)
        }
    };
    // What is too large to be written out is at least a function.
    let by = match by {
        Value::Int(extent) => Layout::of(&[super::layout::mode(*extent, 1)]),
        Value::Layout(by) => by.clone(),
        _ => return Some(resonant(verdict, a)),
    };
    Some(match operation {
        "compose" => resonant(or_function(verdict, a, &by), a),
        "logical_divide" | "zipped_divide" => match divide::with_rest(&by, a.size()) {
            Some(both) => resonant(any_rest(or_function(verdict, a, &both)), a),
            None => Verdict::Refused,
        },
        _ => resonant(verdict, a),
    })
}

/// The verdict, or what is known of a composition that is too large.
fn or_function(verdict: Verdict, a: &Layout, by: &Layout) -> Verdict {
    let Verdict::Open = verdict else {
        return verdict;
    };
    let (a, by) = (a.clone(), by.clone());
    Verdict::Function {
        shape: by.shape(),
        at: Box::new(move |index| a.at(by.at(index))),
    }
}

/// The verdict on (tile, rest), whatever modes the rest has: where run-time integers are 1, it may have more.
fn any_rest(mut verdict: Verdict) -> Verdict {
    if let Verdict::Function {
        shape: Nest::Tuple(modes),
        ..
    } = &mut verdict
    {
        if let Some(rest) = modes.last_mut() {
            *rest = Nest::Leaf(product(rest));
        }
    }
    verdict
}

/// The verdict, which may be refused as resonant if `a`, or a mode of it, may resonate.
fn resonant(mut verdict: Verdict, a: &Layout) -> Verdict {
    if let Verdict::Is { resonant, .. } = &mut verdict {
        *resonant = may_resonate(a) || a.parts().iter().any(may_resonate);
    }
    verdict
}

/// The parts as the operation puts them together, and their form.
fn in_form(operation: &str, parts: Result<Parts, No>, forms: Forms) -> (Answer, Form) {
    let (kind, _) = operation.split_once('_').unwrap_or((operation, ""));
    match kind {
        "logical" => (parts.map(|parts| parts.by_mode), forms.by_mode),
        "zipped" => (parts.map(Parts::zipped), forms.zipped()),
        "tiled" => (parts.map(Parts::tiled), forms.tiled()),
        _ => (parts.map(Parts::flat), forms.flat()),
    }
}

/// Products.
fn multiplied_by(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    let (Value::Layout(a), by) = (arguments.first()?, arguments.get(1)?) else {
        return None;
    };
    let known = operation.ends_with("_product") || operation.starts_with("tile_to_shape");
    if !known {
        return None;
    }
    if has_zero(&arguments[..2]) {
        return Some(Verdict::Open);
    }
    let order = arguments.get(2).map(Value::nest);
    Some(match (operation, by, order) {
        ("blocked_product" | "raked_product", Value::Layout(b), _) => {
            let raked = operation == "raked_product";
            answer(divide::blocked(a, b, raked), side_by_side(a, b, raked))
        }
        ("tile_to_shape" | "tile_to_shape_ordered", target, order) => {
            let target = target.nest()?;
            let order = order.flatten();
            let counts = target.parts().len();
            let counts = Nest::Tuple(vec![Nest::Leaf(()); counts]);
            let tiled = divide::tile_to_shape(a, &target, order.as_ref());
            answer(tiled, side_by_side(a, &counts, false))
        }
        _ => {
            let parts = divide::multiply(a, by);
            let (parts, form) = in_form(operation, parts, multiplied(a, by));
            resonant(answer(parts, form), a)
        }
    })
}

/// What is made of one layout, or of its strides in their order.
fn inverted(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    use Value::{Int, Layout as L};
    if has_zero(arguments) {
        return Some(Verdict::Open);
    }
    Some(match (operation, arguments) {
        ("coalesce", [L(a)]) => answer(Ok(a.coalesce()), Form::One),
        ("filter", [L(a)]) => {
            let moving = Layout::of(&a.moving()).coalesce();
            answer(Ok(moving), Form::One)
        }
        ("coalesce_by", [L(a), by]) => {
            let coalesced = modes::by_profile(a, &by.nest()?, &Layout::coalesce);
            exact_or_open(coalesced)
        }
        ("filter_by", [L(a), by]) => {
            let filter = |a: &Layout| Layout::of(&a.moving()).coalesce();
            exact_or_open(modes::by_profile(a, &by.nest()?, &filter))
        }
        ("max_common_vector", [L(a), L(b)]) => match recast::max_common_layout(a, b) {
            Ok(common) => Verdict::Divisor(common.size()),
            Err(No::Layout) => Verdict::Refused,
            Err(No::Answer) => Verdict::Open,
        },
        ("get_hier_coord" | "get_flat_coord" | "get_1d_coord", [L(a), Int(offset)]) => {
            facts::coordinate_at(operation, a, *offset)
        }
        ("nullspace", [L(a)]) => answer(Ok(inverse::nullspace(a)), Form::One),
        ("complement" | "complement_sparse", [L(a), target]) => {
            let holes = match operation {
                "complement" => Holes::None,
                _ => Holes::Allowed,
            };
            match complement(a, product(&target.nest()?), holes) {
                Some(complement) => Verdict::Complement {
                    of: a.clone(),
                    complement,
                },
                None => Verdict::Refused,
            }
        }
        ("right_inverse", [L(a)]) => Verdict::RightInverse {
            of: a.clone(),
            inverse: inverse::right_inverse(a),
        },
        ("left_inverse", [L(a)]) => match inverse::left_inverse(a) {
            Some(inverse) => Verdict::LeftInverse {
                of: a.clone(),
                inverse,
            },
            None => Verdict::Refused,
        },
        ("upcast", [L(a), Int(n)]) => answer(recast::upcast(a, *n), Form::of(a)),
        ("downcast", [L(a), Int(n)]) => answer(recast::downcast(a, *n), Form::of(a)),
        ("recast_layout", [L(a), Int(old), Int(new)]) => {
            answer(recast::recast(a, *old, *new), Form::of(a))
        }
        ("max_common_layout", [L(a), L(b)]) => match recast::max_common_layout(a, b) {
            Err(No::Answer) => Verdict::Open,
            longest => Verdict::Common {
                both: [a.clone(), b.clone()],
                longest: longest.ok(),
            },
        },
        _ => return None,
    })
}

/// This layout and no other, or nothing that is judged.
fn exact_or_open(layout: Option<Layout>) -> Verdict {
    match layout {
        Some(layout) => exact_layout(Some(layout)),
        None => Verdict::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    /// What the operation has to give, as text.
    fn judged(operation: &str, arguments: &[&str]) -> String {
        let arguments: Result<Vec<Value>, _> = arguments.iter().map(|text| text.parse()).collect();
        judge(operation, &arguments.expect("values")).to_string()
    }

    #[test]
    fn what_was_wrong_once() {
        let cases = [
            (
                "logical_divide",
                "(12,(4,8)):(7,(1,30))",
                "128:1",
                "refused",
            ),
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
        assert_eq!(judged("complement", &[swizzled, "64"]), "refused");
        assert_eq!(judged("image_size", &[swizzled]), "64");
    }
}
