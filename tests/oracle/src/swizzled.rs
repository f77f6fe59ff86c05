//! Operations on layouts with swizzled offsets: an operation on coordinates acts on the layout
//! inside.

use crate::algebra::{No, answer_of_any};
use crate::judge::{exactly, judge};
use crate::layout::{Layout, Number};
use crate::parts;
use crate::value::swizzled;
use crate::verdict::{Form, Verdict};
use crate::{Value, tables};
use zellige_dynamic::Swizzle;

/// Returns the expected result of an operation if its first argument, or the second one, is
/// swizzled.
///
/// # Panics
///
/// Panics if the result of `zellige-dynamic` has wrong values.
pub(crate) fn judge_swizzled(operation: &str, arguments: &[Value]) -> Verdict {
    let by_values = by_values(operation, arguments);
    let gives_layout = match (operation, &by_values) {
        ("cosize" | "max_alignment" | "local_tile" | "outer_partition", _) => false,
        ("upcast" | "downcast" | "recast_layout" | "max_common_layout", _) => true,
        (_, by_values) => matches!(by_values, Verdict::If { .. }),
    };
    if !gives_layout {
        return by_values;
    }
    match answer_of_any(operation, arguments) {
        Ok(layout) => {
            let fault = by_values.fault(&layout);
            assert_eq!(fault, None, "{operation} of {arguments:?} is {layout}");
            exactly(layout)
        }
        Err(No::Layout) => Verdict::Refused,
        Err(No::Resonant | No::Answer) => by_values,
    }
}

/// Returns the expected values of a result; no result is required where a layout may be refused.
fn by_values(operation: &str, arguments: &[Value]) -> Verdict {
    let (first, others) = match arguments {
        [first @ Value::Swizzled(..), others @ ..] => (first, others),
        [Value::Layout(a), b @ Value::Swizzled(..)] if operation == "compose" => {
            return after(a.clone(), b.clone());
        }
        _ => return Verdict::Open,
    };
    let Value::Swizzled(swizzle, start, inner) = first else {
        return Verdict::Open;
    };
    let of_inner = || judge(operation, &[&[Value::Layout(inner.clone())], others].concat());
    match operation {
        "complement" | "complement_sparse" => Verdict::Refused,
        "nullspace" | "idx2crd" | "size" | "rank" | "image_size" | "is_injective" => of_inner(),
        _ if inner.is_empty() => Verdict::Open,
        "crd2idx" => match parts::offset(inner, &others[0]) {
            Some(offset) => Verdict::Is {
                value: Value::Int(swizzled(*swizzle, start + offset)),
                form: Form::One,
            },
            None => Verdict::Open,
        },
        "right_inverse" => {
            let whole = first.clone();
            Verdict::If {
                holds: Box::new(move |got| {
                    all(got, |index, value| at(&whole, value) == Some(index))
                }),
                what: "the right inverse, if it is not refused",
            }
        }
        "left_inverse" => {
            let (whole, size) = (first.clone(), inner.size().min(MOST));
            let injective = inner.size() <= MOST && inner.image_size() == inner.size();
            Verdict::If {
                holds: Box::new(move |got| {
                    let inverts = |index| at(got, at(&whole, index)?);
                    !injective || (0..size).all(|index| inverts(index) == Some(index))
                }),
                what: "the left inverse, if it is not refused",
            }
        }
        "cosize" => {
            let whole = first.clone();
            let size = inner.size().min(MOST);
            Verdict::If {
                holds: Box::new(move |got| match got {
                    Value::Int(cosize) => {
                        let below = |value: Number| value < *cosize;
                        (0..size).all(|index| at(&whole, index).is_some_and(below))
                    }
                    _ => false,
                }),
                what: "more than the largest offset",
            }
        }
        "max_alignment" if inner.size() <= MOST => {
            let offsets = inner.table().into_iter();
            let offsets: Vec<Number> =
                offsets.map(|offset| swizzled(*swizzle, start + offset)).collect();
            Verdict::If {
                holds: Box::new(move |got| match got {
                    Value::Int(n) => *n > 0 && tables::is_aligned(&offsets, *n),
                    _ => false,
                }),
                what: "so many elements that vectors of them are wholly the layout's",
            }
        }
        "upcast" | "downcast" | "recast_layout" | "max_common_layout" | "max_alignment"
        | "is_compact" | "is_bijective" | "is_proven_disjoint" | "contiguous_run"
        | "get_hier_coord" | "get_flat_coord" | "get_1d_coord" => Verdict::Open,
        _ => around(*swizzle, *start, of_inner()),
    }
}

/// The maximum number of values that are checked.
const MOST: Number = 1 << 12;

/// Returns the composition of a layout with a swizzled one.
fn after(a: Layout, b: Value) -> Verdict {
    if a.is_empty() {
        return Verdict::Open;
    }
    Verdict::If {
        holds: Box::new(move |got| {
            let sizes = match (got, &b) {
                (Value::Swizzled(_, _, got) | Value::Layout(got), Value::Swizzled(_, _, b)) => {
                    got.size() == b.size()
                }
                _ => false,
            };
            sizes && all(got, |index, value| at(&b, index).map(|index| a.at(index)) == Some(value))
        }),
        what: "the composition, if it is not refused",
    }
}

/// Returns the value at an index.
fn at(value: &Value, index: Number) -> Option<Number> {
    match value {
        Value::Layout(layout) => Some(layout.at(index)),
        Value::Swizzled(swizzle, start, layout) => {
            Some(swizzled(*swizzle, start + layout.at(index)))
        }
        _ => None,
    }
}

/// Returns whether a condition holds for the values at all indices, as far as they are checked.
fn all(value: &Value, holds: impl Fn(Number, Number) -> bool) -> bool {
    let (Value::Swizzled(_, _, layout) | Value::Layout(layout)) = value else {
        return false;
    };
    let mut indices = 0..layout.size().min(MOST);
    indices.all(|index| at(value, index).is_some_and(|value| holds(index, value)))
}

/// Returns the verdict on the layout inside, swizzled again; the offset of a part stays inside.
fn around(swizzle: Swizzle, start: Number, verdict: Verdict) -> Verdict {
    let (layout, start) = match verdict {
        Verdict::Is { value, .. } => match value {
            Value::Layout(layout) => (layout, start),
            Value::Tuple(parts) => match &parts[..] {
                [Value::Layout(layout), Value::Int(offset)] => (layout.clone(), start + offset),
                _ => return Verdict::Open,
            },
            _ => return Verdict::Open,
        },
        Verdict::Refused => return Verdict::Refused,
        _ => return Verdict::Open,
    };
    let whole = Value::Swizzled(swizzle, start, layout.clone());
    Verdict::If {
        holds: Box::new(move |got| {
            let (Value::Swizzled(_, _, inner) | Value::Layout(inner)) = got else {
                return false;
            };
            *inner == layout && all(got, |index, value| at(&whole, index) == Some(value))
        }),
        what: "the same of the layout inside, swizzled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::mode;
    use crate::rng::Rng;

    #[test]
    fn zellige_dyn_has_the_values_that_a_swizzle_must() {
        let mut rng = Rng::new(9);
        let (mut exact, mut refused) = (0, 0);
        for _ in 0..3000 {
            let mut before = 1;
            let mut modes: Vec<_> = (0..rng.within(1, 3))
                .map(|_| {
                    let extent = rng.pick(&[2, 2, 4, 4, 8, 3]);
                    before *= extent;
                    mode(extent, before / extent)
                })
                .collect();
            rng.shuffle(&mut modes);
            let layout = Layout::of(&modes);
            let bits = rng.within(1, 3) as u32;
            let shift = bits as i32 * rng.pick(&[1, 1, -1]);
            let swizzle = Swizzle::new(bits, rng.below(3) as u32, shift).expect("it moves far");
            let plain = Value::Layout(layout.clone());
            let swizzled = Value::Swizzled(swizzle, rng.pick(&[0, 0, 8]), layout);
            for (operation, arguments) in [
                ("right_inverse", vec![swizzled.clone()]),
                ("left_inverse", vec![swizzled.clone()]),
                ("coalesce", vec![swizzled.clone()]),
                ("zipped_divide", vec![swizzled.clone(), Value::Int(4)]),
                ("compose", vec![plain, swizzled]),
            ] {
                // `judge_swizzled` compares them itself.
                match judge_swizzled(operation, &arguments) {
                    Verdict::Is { .. } => exact += 1,
                    Verdict::Refused => refused += 1,
                    _ => panic!("{operation} of {arguments:?} is not told"),
                }
            }
        }
        assert!(exact > 5000 && refused > 2000, "{exact} {refused}");
    }
}
