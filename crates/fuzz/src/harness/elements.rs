//! The elements that an operation on a tensor yields: their offsets in memory, part by part.

use std::collections::HashSet;
use std::fmt;
use zellige_oracle::{
    Layout, Number, Value, Verdict,
    algebra::{No, answer},
    judge,
    judge::has_zero,
    parts::{inside, thread_tile, tiles_and_rests},
    value::swizzled,
};

/// The expected result of an operation on a tensor.
pub(crate) enum Elements {
    /// The offsets of the elements of each part, in order.
    Parts(Vec<Vec<Number>>),
    /// Exactly these values.
    Exactly(Vec<Vec<u32>>),
    /// Nothing: the operation must panic.
    None,
    /// Anything.
    Open,
}

impl Elements {
    fn one(offsets: Vec<Number>) -> Self {
        Elements::Parts(vec![offsets])
    }
}

/// The byte at an offset in memory that is recast.
pub fn byte(place: usize) -> u8 {
    (place * 37 + 11) as u8
}

/// The bytes of the elements of `new` bits that alias the elements of `old` bits.
fn recast(layout: &Layout, old: Number, new: Number) -> Elements {
    if layout.is_empty() {
        return Elements::Open;
    }
    let arguments = [Value::Layout(layout.clone()), Value::Int(old), Value::Int(new)];
    let Ok(other) = answer("recast_layout", &arguments) else {
        return Elements::None;
    };
    if other.cosize() * new > layout.cosize() * old {
        return Elements::None;
    }
    let bytes = |offset: Number| {
        let places = offset * new / 8..(offset + 1) * new / 8;
        places.map(|place| byte(place as usize).into())
    };
    Elements::Exactly(vec![other.table().into_iter().flat_map(bytes).collect()])
}

/// The element count of the memory of a layout in CuTe's notation.
pub fn length(text: &str) -> usize {
    match text.parse::<Layout>() {
        Ok(layout) if !layout.is_empty() => layout.cosize() as usize,
        _ => 0,
    }
}

/// The expected result of an operation whose first argument is the tensor's layout.
pub(crate) fn elements(operation: &str, arguments: &[Value]) -> Elements {
    let (inner, function): (&Layout, Box<dyn Fn(Number) -> Number>) = match &arguments[0] {
        Value::Layout(layout) => (layout, Box::new(|offset| offset)),
        Value::Swizzled(swizzle, start, layout) => {
            let (swizzle, start) = (*swizzle, *start);
            (layout, Box::new(move |offset| swizzled(swizzle, start + offset)))
        }
        _ => return Elements::Open,
    };
    let others = &arguments[1..];
    let operation = operation.trim_start_matches("try_");
    let unswizzled = match (operation, others) {
        ("new", _) => return new(inner),
        ("recast", [Value::Int(old), Value::Int(new)]) => return recast(inner, *old, *new),
        ("fragment", _) if !inner.is_unsigned() || inner.is_empty() => return Elements::Open,
        ("copy_from" | "copy_vectors_from", [Value::Layout(from)]) => return copied(inner, from),
        ("fragment", _) => return fragment(inner),
        ("tensor" | "iter_mut", _) if inner.is_empty() => Elements::one(Vec::new()),
        ("tensor" | "iter_mut", _) => Elements::one(inner.table()),
        ("slice", [c]) if inside(inner, c) && !inner.is_empty() => {
            of_verdict(judge("slice", &with(inner, others)), None)
        }
        ("slice", _) if inner.is_empty() => Elements::Open,
        ("slice", _) => Elements::None,
        _ if has_zero(&arguments[..arguments.len().min(2)]) => Elements::Open,
        ("split_mut", [tiler]) => split(inner, tiler),
        ("partition_mut", [Value::Layout(threads)]) => partitioned(inner, threads),
        ("compose", [Value::Layout(b)]) if b.cosize() > inner.size() && !b.is_empty() => {
            Elements::None
        }
        ("compose", _) => of_verdict(judge("compose", &with(inner, others)), None),
        ("local_tile" | "outer_partition", [tiler, at]) => {
            match judge("zipped_divide", &with(inner, std::slice::from_ref(tiler))) {
                Verdict::Is { value: Value::Layout(tiles), .. } if tiles.size() == inner.size() => {
                    let parts = tiles.parts();
                    let among = &parts[usize::from(operation == "local_tile")];
                    if inside(among, at) {
                        of_verdict(judge(operation, &with(inner, others)), None)
                    } else {
                        Elements::None
                    }
                }
                Verdict::Open => Elements::Open,
                _ => Elements::None,
            }
        }
        ("local_partition", [Value::Layout(threads), _]) => {
            let tiles = judge("zipped_divide", &with(inner, &[thread_tile(threads)]));
            match of_verdict(tiles, Some(inner.size())) {
                Elements::Parts(_) => of_verdict(judge(operation, &with(inner, others)), None),
                nothing => nothing,
            }
        }
        _ => of_verdict(judge(operation, &with(inner, others)), Some(inner.size())),
    };
    match unswizzled {
        Elements::Parts(parts) => {
            let of_part = |part: Vec<Number>| part.into_iter().map(&function).collect();
            Elements::Parts(parts.into_iter().map(of_part).collect())
        }
        nothing => nothing,
    }
}

/// The arguments, with the layout stripped of its swizzle.
fn with(inner: &Layout, others: &[Value]) -> Vec<Value> {
    [&[Value::Layout(inner.clone())], others].concat()
}

/// The offsets of a layout, shifted by `start`.
fn moved(layout: &Layout, start: Number) -> Vec<Number> {
    if layout.is_empty() {
        return Vec::new();
    }
    layout.table().into_iter().map(|offset| start + offset).collect()
}

/// The elements of a judged layout or part; none if their count is not `size`.
fn of_verdict(verdict: Verdict, size: Option<Number>) -> Elements {
    let (layout, start) = match verdict {
        Verdict::Is { value, .. } => match value {
            Value::Layout(layout) => (layout, 0),
            Value::Tuple(parts) => match &parts[..] {
                [Value::Layout(layout), Value::Int(start)] => (layout.clone(), *start),
                _ => return Elements::Open,
            },
            _ => return Elements::Open,
        },
        Verdict::Refused => return Elements::None,
        _ => return Elements::Open,
    };
    if size.is_some_and(|size| layout.size() != size) {
        return Elements::None;
    }
    Elements::one(moved(&layout, start))
}

/// All tiles, in the order of their coordinates; none if they do not fit evenly or overlap.
fn split(layout: &Layout, tiler: &Value) -> Elements {
    if layout.is_empty() {
        return Elements::Open;
    }
    match tiles_and_rests(layout, tiler) {
        Ok([tile, rest]) if tile.size() * rest.size() == layout.size() => {
            let starts = rest.table().into_iter();
            distinct(layout, starts.map(|start| moved(&tile, start)).collect())
        }
        Ok(_) | Err(No::Layout) => Elements::None,
        Err(No::Resonant | No::Answer) => Elements::Open,
    }
}

/// The elements of each thread, in the order of the thread numbers.
fn partitioned(layout: &Layout, threads: &Layout) -> Elements {
    let numbers = match answer("right_inverse", &[Value::Layout(threads.clone())]) {
        Ok(numbers) if !layout.is_empty() && numbers.size() == threads.size() => numbers,
        _ => return Elements::Open,
    };
    match tiles_and_rests(layout, &thread_tile(threads)) {
        Ok([tile, rest]) if tile.size() * rest.size() == layout.size() => {
            let starts = (0..threads.size()).map(|thread| tile.at(numbers.at(thread)));
            distinct(layout, starts.map(|start| moved(&rest, start)).collect())
        }
        Ok(_) | Err(No::Layout) => Elements::None,
        Err(No::Resonant | No::Answer) => Elements::Open,
    }
}

/// The parts, unless two of them share an element: such parts cannot be handed out.
///
/// If the layout's own modes overlap, as in `(12,3):(2,12)`, disjoint parts may be refused, because
/// they need not be proven disjoint.
fn distinct(layout: &Layout, parts: Vec<Vec<Number>>) -> Elements {
    let mut seen = HashSet::new();
    for part in &parts {
        let part: HashSet<&Number> = part.iter().collect();
        if !part.iter().all(|offset| seen.insert(**offset)) {
            return Elements::None;
        }
    }
    let mut steps = layout.modes();
    steps.retain(|mode| mode.stride != 0);
    let steps = Layout::of(&steps);
    if steps.image_size() < steps.size() {
        return Elements::Open;
    }
    Elements::Parts(parts)
}

/// A tensor over memory of 16 elements.
fn new(layout: &Layout) -> Elements {
    let fits = layout.is_empty() || layout.cosize() <= 16;
    let small = layout.size() <= 1 << 20;
    match (fits, small) {
        (true, true) => Elements::Exactly(Vec::new()),
        // A large size with few offsets, from strides of 0, may overflow the integers.
        (true, false) => Elements::Open,
        (false, _) => Elements::None,
    }
}

/// Assigns 1, 2, 3, ... to the elements of a fragment in order, and returns what they then hold.
fn fragment(layout: &Layout) -> Elements {
    let mut memory = vec![0; layout.cosize() as usize];
    let table = layout.table();
    for (index, offset) in table.iter().enumerate() {
        memory[*offset as usize] = index as u32 + 1;
    }
    Elements::Exactly(vec![table.iter().map(|offset| memory[*offset as usize]).collect()])
}

/// The initial value of a copy's target memory.
pub const UNTOUCHED: u32 = 250;
/// The count of elements before and after a copy's target memory.
pub const AROUND: usize = 24;

/// The target memory of a copy between two layouts.
fn copied(to: &Layout, from: &Layout) -> Elements {
    if to.size() != from.size() {
        return Elements::None;
    }
    let length = if to.is_empty() { 0 } else { to.cosize() } as usize;
    let mut memory = vec![UNTOUCHED; length + 2 * AROUND];
    for index in 0..to.size() {
        memory[AROUND + to.at(index) as usize] = (from.at(index) % 249) as u32;
    }
    Elements::Exactly(vec![memory])
}

/// The text that follows "should be".
impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elements::Parts(parts) => {
                let first: Vec<&Number> = parts.iter().flatten().take(12).collect();
                write!(f, "{} parts, at {first:?}..", parts.len())
            }
            Elements::Exactly(values) => {
                let first: Vec<&u32> = values.iter().flatten().take(40).collect();
                write!(f, "{first:?}..")
            }
            Elements::None => f.write_str("refused"),
            Elements::Open => f.write_str("anything"),
        }
    }
}
