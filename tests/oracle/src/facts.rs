//! Numbers and truths about a layout, by counting.

use crate::Nest;
use crate::Value;
use crate::inverse;
use crate::judge::exactly;
use crate::layout::{Layout, Number};
use crate::modes;
use crate::parts;
use crate::verdict::Verdict;

/// Images of layouts of up to so many elements are counted.
const COUNTED: Number = 1 << 16;

/// Returns the verdict on a number or a truth about a layout.
pub(crate) fn fact(operation: &str, arguments: &[Value]) -> Option<Verdict> {
    let [Value::Layout(a)] = arguments else {
        return None;
    };
    let is = |truth: bool| Number::from(truth);
    let number = match operation {
        "size" => a.size(),
        "rank" => a.rank() as Number,
        "cosize" if !a.is_empty() => a.cosize(),
        "image_size"
        | "is_injective"
        | "is_compact"
        | "is_bijective"
        | "is_proven_injective"
        | "is_proven_disjoint"
            if a.size() > COUNTED =>
        {
            return Some(Verdict::Open);
        }
        "image_size" => a.image_size(),
        "is_injective" => is(a.image_size() == a.size()),
        "cosize" if a.is_empty() => return Some(Verdict::Open),
        "is_compact" | "is_bijective" if a.is_empty() || !a.is_unsigned() => {
            return Some(Verdict::Open);
        }
        "is_compact" => is(inverse::is_compact(a)),
        "is_bijective" => is(a.image_size() == a.size() && inverse::is_compact(a)),
        "contiguous_run" if a.is_empty() => return Some(Verdict::Open),
        "contiguous_run" => inverse::right_inverse(a).size(),
        "is_proven_injective" => return Some(Verdict::Proof(a.image_size() == a.size())),
        "is_proven_disjoint" => match a {
            Nest::Tuple(modes) if !modes.is_empty() && a.is_unsigned() => {
                return Some(Verdict::Proof(modes::parts_are_disjoint(modes)));
            }
            _ => return Some(Verdict::Open),
        },
        "max_alignment" if a.is_empty() || inverse::has_axes(a) => return Some(Verdict::Open),
        "max_alignment" => return Some(Verdict::Divisor(inverse::max_alignment(a))),
        _ => return None,
    };
    Some(exactly(Some(Value::Int(number))))
}

/// Returns the coordinate of an offset of a compact layout.
pub(crate) fn coordinate_at(operation: &str, a: &Layout, offset: Number) -> Verdict {
    if !a.is_unsigned() || a.size() > COUNTED || offset >= a.size() {
        return Verdict::Open;
    }
    if a.image_size() != a.size() || !inverse::is_compact(a) {
        return Verdict::Refused;
    }
    let index = (0..a.size()).find(|&index| a.at(index) == offset);
    let index = index.expect("a compact layout has every offset");
    let sizes = Nest::Tuple(
        a.parts()
            .iter()
            .map(|mode| Nest::Leaf(mode.size()))
            .collect(),
    );
    let nest = match operation {
        "get_1d_coord" => Nest::Leaf(index),
        "get_hier_coord" => parts::coordinate(index, &a.shape()),
        _ if matches!(a, Nest::Leaf(_)) => Nest::Leaf(index),
        _ => parts::coordinate(index, &sizes),
    };
    exactly(Some(Value::of_nest(&nest)))
}
