//! Generated tensors: static layouts, swizzled layouts, and layouts with run-time integers.

use crate::builds::Case;
use crate::forms::{Maker, Numbers, has_run_time_integers, swizzle};
use crate::harness::draw::draw;
use crate::harness::elements::{Elements, elements as elements_of};
use crate::harness::form::{Leaf, read_forms, with_values};
use zellige_oracle::{Layout, Mode, Nest, Number, Value, layout::mode, rng::Rng, tables::LARGEST};

/// The case counts of each operation with static layouts and with run-time integers.
#[rustfmt::skip]
const OPERATIONS: [(&str, usize, usize); 17] = [
    ("tensor", 8, 8), ("new", 0, 10), ("iter_mut", 10, 0), ("fragment", 8, 0), ("slice", 10, 12),
    ("logical_divide", 6, 6), ("zipped_divide", 8, 10), ("tiled_divide", 3, 4),
    ("flat_divide", 3, 4), ("compose", 8, 10), ("local_tile", 8, 10), ("outer_partition", 6, 6),
    ("local_partition", 8, 8), ("split_mut", 12, 0), ("partition_mut", 10, 0),
    ("try_split_mut", 4, 20), ("try_partition_mut", 4, 16),
];
/// The element types of copies; recasts take two of them.
#[rustfmt::skip]
const ELEMENTS: [&str; 10] = [
    "u8", "u16", "u32", "u64", "u128", "Bytes<3>", "Bytes<5>", "Bytes<6>", "Bytes<7>", "Bytes<20>",
];
#[rustfmt::skip]
const RECASTS: [(&str, Number, Number); 12] = [
    ("u8, u16", 8, 16), ("u8, u32", 8, 32), ("u16, u8", 16, 8), ("u16, u64", 16, 64),
    ("u32, u8", 32, 8), ("u32, u16", 32, 16), ("u64, u32", 64, 32), ("u64, u128", 64, 128),
    ("Bytes<3>, u8", 24, 8), ("Bytes<6>, u16", 48, 16), ("Bytes<6>, u32", 48, 32),
    ("u32, Bytes<6>", 32, 48),
];
/// Layouts with run-time integers whose tiles are proven disjoint for all values, with tilers or
/// threads.
const PROVEN: [(&str, &str); 9] = [
    ("split_mut", "(u,_8):(_8,_1) | (_2,_4)"),
    ("split_mut", "(z,_6):(_6,_1) | (_2,_3)"),
    ("split_mut", "(_4,u):(_1,_4) | (_2,_3)"),
    ("split_mut", "(_4,_3,z):(_3,_1,_12) | (_2,_3,_2)"),
    ("split_mut", "(u,_8):(_9,_1) | (_2,_2)"),
    ("partition_mut", "(u,_8):(_8,_1) | (_2,_4):(_4,_1)"),
    ("partition_mut", "(z,_6):(_6,_1) | (_3,_2):(_1,_3)"),
    ("iter_mut", "(u,_8):(_8,_1)"),
    ("iter_mut", "(_4,z):(_1,_5)"),
];

/// All cases for a seed.
pub(super) fn cases(seed: u64) -> Vec<Case> {
    let mut rng = Rng::new(seed ^ 0x7465_6e73_6f72);
    let mut cases: Vec<Case> =
        PROVEN.iter().map(|(operation, forms)| Case::new(operation, read_forms(forms))).collect();
    for (operation, fixed, mixed) in OPERATIONS {
        for _ in 0..fixed {
            cases.push(Case::new(operation, fixed_arguments(&mut rng, operation)));
        }
        for _ in 0..mixed {
            cases.push(Case::new(operation, mixed_arguments(&mut rng, operation)));
        }
    }
    for (place, elements) in ELEMENTS.iter().cycle().take(20).enumerate() {
        let operation = ["copy_vectors_from", "copy_from"][usize::from(place % 5 == 4)];
        cases.push(copy(&mut rng, operation, elements));
    }
    for (elements, old, new) in &RECASTS {
        cases.push(recast(&mut rng, elements, *old, *new));
    }
    cases
}

/// Generates the layout and the arguments of an operation.
fn arguments(maker: &mut Maker<'_>, operation: &str) -> Vec<Value<Leaf>> {
    match operation {
        "compose" => maker.tiled_by_layout(),
        "slice" => maker.sliced(),
        "partition_mut" | "try_partition_mut" => {
            let mut arguments = maker.arguments("local_partition");
            arguments.pop();
            arguments
        }
        "split_mut" | "try_split_mut" => maker.arguments("zipped_divide"),
        _ => maker.arguments(operation),
    }
}

/// Arguments with run-time integers. The layout of threads must be static and a proven bijection,
/// and the shape of the tile whose elements they take must be static. A static index other than 0
/// is left out, because it may exceed a static mode, which does not compile.
fn mixed_arguments(rng: &mut Rng, operation: &str) -> Vec<Value<Leaf>> {
    let mut maker = Maker::new(rng, Numbers::Mixed);
    loop {
        let arguments = arguments(&mut maker, operation);
        if !has_run_time_integers(&arguments[..1]) {
            continue;
        }
        match (operation, &arguments[..]) {
            ("local_partition" | "try_partition_mut", [Value::Layout(a), threads, ..]) => {
                let is_static = !has_run_time_integers(&arguments[1..2]);
                let threads = with_values(std::slice::from_ref(threads), &[]).remove(0);
                match threads {
                    Value::Layout(threads)
                        if is_static && is_bijective(&threads) && has_static_tile(a, &threads) =>
                    {
                        return arguments;
                    }
                    _ => {}
                }
            }
            ("slice" | "local_tile" | "outer_partition", [.., coordinate]) => {
                let may_be_outside = |leaf| matches!(leaf, Leaf::Static(n) if n != 0);
                if !coordinate.numbers().into_iter().any(may_be_outside) {
                    return arguments;
                }
            }
            _ => return arguments,
        }
    }
}

/// Whether a tile with the shape of the threads is static. A tile takes a static extent from a
/// plain mode, but the whole shape of a nested mode.
fn has_static_tile(a: &Layout<Leaf>, threads: &Layout) -> bool {
    let modes = a.parts();
    let mut modes = modes.iter().take(threads.rank());
    modes.all(|mode| {
        let nested = matches!(mode, Nest::Tuple(_));
        !nested || !has_run_time_integers(&[Value::Layout(mode.clone())])
    })
}

/// Static arguments for which there is a result: others do not compile.
fn fixed_arguments(rng: &mut Rng, operation: &str) -> Vec<Value<Leaf>> {
    loop {
        let mut maker = Maker::new(rng, Numbers::Later);
        let forms = arguments(&mut maker, operation);
        let values = draw(rng, operation, &forms);
        let mut arguments = with_values(&forms, &values);
        if is_large(&arguments) {
            continue;
        }
        let swizzles = operation != "compose" && operation != "fragment";
        if let (true, true, Value::Layout(layout)) = (swizzles, rng.chance(25), &arguments[0]) {
            arguments[0] = Value::Swizzled(swizzle(rng, 1, 2), 0, layout.clone());
        }
        if compiles(operation, &arguments) {
            return fixed(&arguments);
        }
    }
}

pub(super) fn is_large(arguments: &[Value]) -> bool {
    arguments.iter().any(|argument| match argument {
        Value::Layout(layout) => {
            layout.is_empty() || layout.size() > LARGEST || layout.cosize() > LARGEST
        }
        _ => false,
    })
}

/// Whether the operation has a result, and is proven safe where it must be.
fn compiles(operation: &str, arguments: &[Value]) -> bool {
    let (Value::Layout(a) | Value::Swizzled(_, _, a)) = &arguments[0] else {
        return false;
    };
    if !matches!(elements_of(operation, arguments), Elements::Parts(_) | Elements::Exactly(_)) {
        return false;
    }
    match (operation, arguments.get(1)) {
        ("iter_mut", _) => is_nested(a),
        // Threads must be a proven bijection.
        ("local_partition" | "try_partition_mut", Some(Value::Layout(threads))) => {
            is_bijective(threads)
        }
        ("partition_mut", Some(Value::Layout(threads))) => is_bijective(threads) && is_nested(a),
        ("split_mut", _) => is_nested(a),
        _ => true,
    }
}

/// Whether each mode starts where the smaller ones end, or later: such layouts are proven
/// injective.
fn is_nested(layout: &Layout) -> bool {
    let mut modes = layout.modes();
    modes.retain(|mode| mode.extent > 1);
    modes.sort_by_key(|mode| mode.stride);
    let mut reach = 0;
    modes.iter().all(|mode| {
        let apart = mode.stride > reach;
        reach += (mode.extent - 1) * mode.stride;
        apart
    })
}

fn is_bijective(layout: &Layout) -> bool {
    layout.is_unsigned() && layout.image_size() == layout.size() && layout.cosize() == layout.size()
}

/// Two static layouts of one shape, often alike, so that they have common vectors.
fn copy(rng: &mut Rng, operation: &'static str, elements: &'static str) -> Case {
    let rank = rng.within(1, 3);
    let extents: Vec<Number> = (0..rank).map(|_| rng.pick(&[1, 2, 3, 4, 4, 8, 8, 16])).collect();
    let to = packed(rng, &extents);
    let from = if rng.chance(40) { to.clone() } else { packed(rng, &extents) };
    Case { operation, arguments: fixed(&[Value::Layout(to), Value::Layout(from)]), elements }
}

/// A layout without gaps, or with gaps after each row.
fn packed(rng: &mut Rng, extents: &[Number]) -> Layout {
    let mut order: Vec<usize> = (0..extents.len()).collect();
    if rng.chance(40) {
        rng.shuffle(&mut order);
    }
    let mut modes: Vec<Mode> = extents.iter().map(|extent| mode(*extent, 0)).collect();
    let mut before = 1;
    for place in order {
        modes[place].stride = before;
        before *= extents[place];
        if rng.chance(30) {
            before += rng.pick(&[1, 2, 4, 8]);
        }
    }
    Layout::of(&modes)
}

/// The arguments, all static.
pub(super) fn fixed(arguments: &[Value]) -> Vec<Value<Leaf>> {
    let fixed = |argument: &Value| argument.map(&mut |n| Leaf::Static(*n));
    arguments.iter().map(fixed).collect()
}

/// A static layout that can be recast without accesses past the end.
fn recast(rng: &mut Rng, elements: &'static str, old: Number, new: Number) -> Case {
    loop {
        let mut maker = Maker::new(rng, Numbers::Later);
        let form = vec![maker.any()];
        let values = draw(rng, "tensor", &form);
        let mut arguments = with_values(&form, &values);
        arguments.extend([Value::Int(old), Value::Int(new)]);
        let result = || elements_of("recast", &arguments);
        if !is_large(&arguments) && matches!(result(), Elements::Exactly(_)) {
            return Case { operation: "recast", arguments: fixed(&arguments), elements };
        }
    }
}
