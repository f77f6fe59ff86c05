//! Numbers and properties of a layout, by counting.

use crate::algebra::answer;
use crate::dynamic::dynamic;
use crate::judge::exactly;
use crate::layout::{Layout, Number};
use crate::tables::parts_are_disjoint;
use crate::verdict::Verdict;
use crate::{Nest, Value, parts};

/// The maximum number of elements of a layout whose image is counted.
const COUNTED: Number = 1 << 16;

/// Returns the verdict on a number or a property of a layout.
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
        "is_compact" => is(is_compact(a)),
        "is_bijective" => is(a.image_size() == a.size() && is_compact(a)),
        "contiguous_run" if a.is_empty() => return Some(Verdict::Open),
        "contiguous_run" => match answer("right_inverse", arguments) {
            Ok(inverse) => inverse.size(),
            Err(_) => return Some(Verdict::Open),
        },
        "is_proven_injective" => return Some(Verdict::Proof(a.image_size() == a.size())),
        "is_proven_disjoint" => match a {
            Nest::Tuple(modes) if !modes.is_empty() && !a.is_empty() && a.is_unsigned() => {
                return Some(Verdict::Proof(parts_are_disjoint(modes)));
            }
            _ => return Some(Verdict::Open),
        },
        "max_alignment" if a.is_empty() || a.has_axes() => return Some(Verdict::Open),
        "max_alignment" => {
            let alignment = dynamic(a).and_then(|a| a.max_alignment().ok());
            return Some(alignment.map_or(Verdict::Open, |n| Verdict::Divisor(n.into())));
        }
        _ => return None,
    };
    Some(exactly(Value::Int(number)))
}

/// Returns true if every offset from 0 to the largest is reached.
fn is_compact(layout: &Layout) -> bool {
    layout.image_size() == layout.cosize()
}

/// Returns the coordinate of an offset of a compact layout: the coordinate at which the table has
/// that offset.
pub(crate) fn coordinate_at(operation: &str, a: &Layout, offset: Number) -> Verdict {
    if !a.is_unsigned() || a.size() > COUNTED || offset >= a.size() {
        return Verdict::Open;
    }
    if a.image_size() != a.size() || !is_compact(a) {
        return Verdict::Refused;
    }
    let index = (0..a.size()).find(|&index| a.at(index) == offset);
    let index = index.expect("a compact layout has every offset");
    let sizes = || {
        let sizes = a.parts().into_iter().map(|mode| Nest::Leaf(mode.size()));
        Nest::Tuple(sizes.collect())
    };
    let coordinate = match operation {
        "get_hier_coord" => parts::coordinate(index, &a.shape()),
        "get_flat_coord" if matches!(a, Nest::Tuple(_)) => parts::coordinate(index, &sizes()),
        _ => Some(Nest::Leaf(index)),
    };
    let coordinate = coordinate.expect("its extents are small");
    exactly(Value::of_nest(&coordinate))
}
