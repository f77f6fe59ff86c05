//! Values for run-time integers: small ones that divide, merge and overlap, and some that are far
//! too large.

use super::form::Leaf;
use zellige_oracle::{
    Layout, Nest, Number, Value,
    layout::{mode, product},
    rng::Rng,
};

/// The pools that values are drawn from.
struct Pools {
    /// Extents, and their divisors.
    extents: Vec<Number>,
    /// Strides, and products of extents, which make good strides.
    strides: Vec<Number>,
    /// The number of values that may still be far too large.
    huge: u32,
}

/// The largest value of a `usize`. Strides are numbers modulo 2^64, as offsets are; results
/// computed from this value and small ones stay below 2^64.
const LARGEST: Number = (1 << 33) + 2;

/// Draws the values of all run-time integers in the arguments of an operation.
pub(crate) fn draw(rng: &mut Rng, operation: &str, forms: &[Value<Leaf>]) -> Vec<u64> {
    let mut pools = Pools {
        extents: vec![1, 2, 3, 4],
        strides: vec![0, 1, 1, 2],
        huge: if rng.chance(4) && is_checked(operation) { 1 } else { 0 },
    };
    let mut values = Vec::new();
    let mut arguments: Vec<Value> = Vec::new();
    for (place, form) in forms.iter().enumerate() {
        let argument = match form {
            Value::Layout(layout) => Value::Layout(draw_layout(rng, layout, &mut pools)),
            other if place > 0 && fits(operation) && rng.chance(70) => {
                fitting(rng, operation, &arguments[0], other)
            }
            other => draw_value(rng, operation, place, other, &mut pools),
        };
        for (leaf, value) in form.numbers().into_iter().zip(argument.numbers()) {
            match leaf {
                Leaf::Static(_) => {}
                Leaf::U32 => values.push(value.min(u32::MAX.into()) as u64),
                Leaf::Usize => values.push(value.min(LARGEST) as u64),
            }
        }
        arguments.push(argument);
    }
    values
}

/// Whether the operation refuses numbers that are too large: offsets of coordinates are not
/// checked.
fn is_checked(operation: &str) -> bool {
    !matches!(operation, "local_tile" | "outer_partition" | "local_partition")
}

/// A layout: sometimes packed, with its modes in any order; sometimes arbitrary.
fn draw_layout(rng: &mut Rng, form: &Layout<Leaf>, pools: &mut Pools) -> Layout {
    let shape = form.map(&mut |mode| extent(rng, mode.extent, pools));
    let extents: Vec<Number> = shape.leaves().into_iter().copied().collect();
    let mut order: Vec<usize> = (0..extents.len()).collect();
    match rng.below(3) {
        0 => {}
        1 => order.reverse(),
        _ => rng.shuffle(&mut order),
    }
    let mut packed = vec![0; extents.len()];
    let mut before = 1;
    for place in order {
        packed[place] = before;
        before *= extents[place].clamp(1, 1 << 20);
    }
    let is_packed = rng.chance(50);
    let mut place = 0;
    let layout = form.map(&mut |mode| {
        let near = if is_packed { Some(packed[place]) } else { None };
        place += 1;
        stride(rng, mode.stride, near, pools)
    });
    let mut before = 1;
    for extent in extents {
        pools.extents.push(extent);
        before *= extent.clamp(1, 1 << 20);
        pools.strides.push(before);
    }
    let layout = shape.zip(&layout).expect("they have one profile");
    layout.map(&mut |&(extent, stride)| mode(extent, stride))
}

/// A value that is far too large for some of the results computed from it.
fn huge(rng: &mut Rng, leaf: Leaf) -> Number {
    let narrow = [
        u32::MAX.into(),
        Number::from(u32::MAX) - 1,
        1 << 31,
        (1 << 31) + 1,
        1 << 16,
        65535,
        65537,
        3 << 30,
    ];
    match leaf {
        Leaf::Usize if rng.chance(10) => LARGEST,
        _ => rng.pick(&narrow),
    }
}

fn extent(rng: &mut Rng, leaf: Leaf, pools: &mut Pools) -> Number {
    if let Leaf::Static(n) = leaf {
        return n;
    }
    if pools.huge > 0 && rng.chance(20) {
        pools.huge -= 1;
        return huge(rng, leaf);
    }
    let pick = |rng: &mut Rng| rng.pick(&pools.extents).min(64);
    match rng.below(10) {
        0..=2 => pick(rng),
        3 => (pick(rng) * pick(rng)).min(64),
        4 => {
            let n = pick(rng);
            let divisors: Vec<Number> = (1..=n).filter(|divisor| n % divisor == 0).collect();
            divisors.last().map_or(1, |_| rng.pick(&divisors))
        }
        5 if rng.chance(15) => 0,
        6 => rng.within(1, 3).into(),
        _ => rng.within(1, 12).into(),
    }
}

fn stride(rng: &mut Rng, leaf: Leaf, packed: Option<Number>, pools: &mut Pools) -> Number {
    if let Leaf::Static(n) = leaf {
        return n;
    }
    if pools.huge > 0 && rng.chance(20) {
        pools.huge -= 1;
        return huge(rng, leaf);
    }
    match (packed, rng.below(10)) {
        (Some(packed), 0..=7) => packed,
        (Some(packed), 8) => packed * 2,
        (_, 0..=4) => rng.pick(&pools.strides).min(4096),
        (_, 5) => (rng.pick(&pools.strides) * rng.pick(&pools.extents)).min(4096),
        (_, 6) => rng.within(0, 3).into(),
        _ => rng.within(0, 40).into(),
    }
}

/// A tiler, a target, a shape or a coordinate.
fn draw_value(
    rng: &mut Rng,
    operation: &str,
    place: usize,
    form: &Value<Leaf>,
    pools: &mut Pools,
) -> Value {
    // The last argument of these operations is a coordinate.
    let index = place == 2 && (operation.starts_with("local_") || operation.starts_with("outer_"));
    match form {
        Value::Layout(layout) => Value::Layout(draw_layout(rng, layout, pools)),
        Value::Tuple(parts) => Value::Tuple(
            parts.iter().map(|part| draw_value(rng, operation, place, part, pools)).collect(),
        ),
        other => other.map(&mut |leaf: &Leaf| match leaf {
            Leaf::Static(n) => *n,
            _ if index => rng.within(0, 9).into(),
            leaf => extent(rng, *leaf, pools),
        }),
    }
}

/// Whether the second argument has to fit the first.
fn fits(operation: &str) -> bool {
    operation == "with_shape"
        || operation.starts_with("tile_to_shape")
        || operation.starts_with("complement")
}

/// An argument that fits: a shape of the same size, a target of whole blocks, one past the offsets.
fn fitting(rng: &mut Rng, operation: &str, first: &Value, form: &Value<Leaf>) -> Value {
    let (Value::Layout(a), Some(nest)) = (first, form.nest()) else {
        return form.map(&mut |_| 1);
    };
    let fixed = |leaf: &Leaf| match leaf {
        Leaf::Static(n) => *n,
        _ => 1,
    };
    if operation.starts_with("tile_to_shape") {
        let modes = a.parts();
        let parts: Vec<Value> = nest
            .parts()
            .iter()
            .enumerate()
            .map(|(i, part)| {
                let size = modes.get(i).map_or(1, Layout::size);
                let whole = size * Number::from(rng.within(1, 4));
                Value::of_nest(&filled(part, &fixed, whole))
            })
            .collect();
        return match nest {
            Nest::Leaf(_) => parts.into_iter().next().unwrap_or(Value::Int(1)),
            Nest::Tuple(_) => Value::Tuple(parts),
        };
    }
    let whole = match operation {
        "with_shape" => a.size(),
        _ => match rng.below(3) {
            0 => a.cosize(),
            1 => a.cosize() + Number::from(rng.below(30)),
            _ => a.size() * Number::from(rng.within(1, 4)),
        },
    };
    Value::of_nest(&filled(&nest, &fixed, whole))
}

/// The form, with its last run-time integer chosen such that the product is `whole`, if possible.
fn filled(form: &Nest<Leaf>, fixed: &dyn Fn(&Leaf) -> Number, whole: Number) -> Nest<Number> {
    let others = product(&form.map(&mut |leaf| fixed(leaf))).max(1);
    let leaves = form.leaves();
    let last = leaves.iter().rposition(|leaf| !matches!(leaf, Leaf::Static(_)));
    let mut place = 0;
    form.map(&mut |leaf| {
        place += 1;
        if Some(place - 1) == last {
            (whole / others).clamp(0, u32::MAX.into())
        } else {
            fixed(leaf)
        }
    })
}
