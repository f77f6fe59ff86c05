//! Generated static cases: an operation with layouts and numbers.

use super::operations::{Kind, OPERATIONS, Operation};
use crate::forms::{Maker, Numbers, swizzle};
use crate::harness::draw::draw;
use crate::harness::form::with_values;
use zellige_oracle::{
    Layout, Mode, Nest, Number, Value, Verdict, judge,
    layout::{axis, is_axis},
    notation::number,
    rng::Rng,
};

/// The largest static integer that a literal can hold.
const LARGEST: Number = 1 << 48;

/// An operation and its arguments.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) operation: &'static Operation,
    pub(super) arguments: Vec<Value>,
}

impl Case {
    /// Draws any case.
    pub(super) fn random(rng: &mut Rng) -> Self {
        let weights: u64 = OPERATIONS.iter().map(|operation| operation.weight).sum();
        let mut rest = rng.below(weights);
        let drawn = OPERATIONS.iter().find(|operation| {
            let found = rest < operation.weight;
            rest = rest.saturating_sub(operation.weight);
            found
        });
        let operation = drawn.expect("the weights add up");
        loop {
            let case = Case { operation, arguments: arguments(rng, operation.name) };
            if case.can_be_written() {
                return case;
            }
        }
    }

    /// Whether all numbers can be written as literals.
    pub(super) fn can_be_written(&self) -> bool {
        let mut numbers = self.arguments.iter().flat_map(Value::numbers);
        numbers.all(|n| n.abs() <= LARGEST || n.abs() >= axis(0))
    }

    /// `Compose<layout!((4, 2) : (1, 4)), layout!(4 : 3)>`
    pub(super) fn text(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(type_of).collect();
        self.operation.applied(&arguments)
    }

    /// The length of the case to a reader.
    pub(super) fn weight(&self) -> usize {
        let numbers: Vec<Number> = self.arguments.iter().flat_map(Value::numbers).collect();
        let digits: usize = numbers.iter().map(|n| number(*n).len()).sum();
        numbers.len() * 1000 + digits * 50 + self.text().len()
    }

    /// The expected result.
    pub(super) fn verdict(&self) -> Verdict {
        let verdict = judge(self.operation.name, &self.arguments);
        // As a type, a part does not include its offset.
        match verdict {
            Verdict::Is { value: Value::Tuple(mut parts), form }
                if self.operation.kind == Kind::Layout =>
            {
                Verdict::Is { value: parts.swap_remove(0), form }
            }
            verdict => verdict,
        }
    }

    /// Whether the result is a layout with an offset at each of its indices: its extents are
    /// nonzero, and it does not add steps along axes to numbers.
    pub(super) fn has_offsets(&self) -> bool {
        let value = match self.verdict() {
            Verdict::Is { value, .. } => value,
            Verdict::RightInverse { inverse: layout, .. }
            | Verdict::LeftInverse { inverse: layout, .. }
            | Verdict::Complement { complement: layout, .. } => Value::Layout(layout),
            _ => return false,
        };
        let Value::Layout(layout) = value else {
            return false;
        };
        let mut moving = layout.modes();
        moving.retain(|mode| mode.stride != 0);
        let steps = moving.iter().filter(|mode| is_axis(mode.stride)).count();
        !layout.is_empty() && (steps == 0 || steps == moving.len())
    }

    /// Cases that are shorter to read: without a mode, or with a smaller number.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let mut cases = Vec::new();
        for place in 0..self.arguments.len() {
            for argument in smaller(&self.arguments[place]) {
                let mut case = self.clone();
                case.arguments[place] = argument;
                if case.can_be_written() && case.weight() < self.weight() {
                    cases.push(case);
                }
            }
        }
        cases
    }
}

/// The type of a value.
fn type_of(value: &Value) -> String {
    let text = value.write("layout!(", ")", &mut |n, inside| match inside {
        true => number(*n),
        false => format!("int!({})", number(*n)),
    });
    text.replace("..", "RangeFull")
}

fn arguments(rng: &mut Rng, operation: &str) -> Vec<Value> {
    let mut maker = Maker::new(rng, Numbers::Later);
    let mut forms = maker.arguments(operation);
    match operation {
        "replace" | "append" | "prepend" | "append_to" | "prepend_to" | "max_common_vector" => {
            forms.push(maker.any());
        }
        _ => {}
    }
    let mut arguments = with_values(&forms, &draw(rng, operation, &forms));
    let Some(Value::Layout(a)) = arguments.first_mut() else {
        return arguments;
    };
    other_strides(rng, a);
    let a = a.clone();
    if rng.chance(12) {
        if let Some(place) = swizzled_place(operation, rng) {
            if let Some(Value::Layout(layout)) = arguments.get(place) {
                arguments[place] = swizzled(rng, layout.clone());
            }
        }
    }
    let rank = a.rank().max(1) as u64;
    let mut number = |largest: u64| Value::Int(rng.within(0, largest).into());
    match operation {
        "get" => arguments.push(number(rank)),
        "select" => {
            let numbers = (0..rank).map(|_| number(rank - 1)).collect();
            arguments.push(Value::Tuple(numbers));
        }
        "group" | "take" => {
            let Value::Int(begin) = number(rank - 1) else {
                return arguments;
            };
            let length: Number = rng.within(1, rank).into();
            arguments.extend([Value::Int(begin), Value::Int(begin + length)]);
        }
        // The type is the same for all threads.
        "local_partition" => arguments[2] = Value::Int(0),
        "replace" => arguments.insert(1, number(rank - 1)),
        "append_to" | "prepend_to" => {
            let more = rng.within(0, 3);
            arguments.push(Value::Int((rank + more).into()));
        }
        "coalesce_by" | "filter_by" | "filter_zeros_by" | "unflatten" => {
            arguments.push(profile(rng, &a));
        }
        "get_hier_coord" | "get_flat_coord" | "get_1d_coord" => {
            let size = a.size().clamp(1, 100_000) as u64;
            arguments.push(Value::Int(rng.below(size).into()));
        }
        "slice" | "dice" => arguments.push(coordinate(rng, &a, 40)),
        "crd2idx" => arguments.push(coordinate(rng, &a, 0)),
        "idx2crd" => {
            let most = (2 * a.size()).clamp(1, 100_000) as u64;
            arguments.push(Value::Int(rng.below(most).into()));
        }
        _ => {}
    }
    arguments
}

/// Which argument may be swizzled.
fn swizzled_place(operation: &str, rng: &mut Rng) -> Option<usize> {
    match operation {
        "compose" => Some(rng.below(2) as usize),
        "append" | "prepend" | "append_to" | "prepend_to" | "replace" | "zip"
        | "local_partition" => None,
        _ => Some(0),
    }
}

/// Swizzles a layout, unless it has strides that are not unsigned.
fn swizzled(rng: &mut Rng, layout: Layout) -> Value {
    if !layout.is_unsigned() {
        return Value::Layout(layout);
    }
    let swizzle = swizzle(rng, 0, 3);
    let start = rng.pick(&[0, 0, 0, 1, 4, 8, 24, 100]);
    Value::Swizzled(swizzle, start, layout)
}

/// A profile: that of a layout, or a coarser one, some of its integers 0.
fn profile(rng: &mut Rng, layout: &Layout) -> Value {
    match layout {
        Nest::Tuple(modes) if !rng.chance(15) => {
            let mut modes: Vec<Value> = modes.iter().map(|mode| profile(rng, mode)).collect();
            if rng.chance(15) && modes.len() > 1 {
                modes.pop();
            }
            Value::Tuple(modes)
        }
        _ => Value::Int(rng.below(3).into()),
    }
}

/// Replaces some strides by negative ones, or by steps along axes.
fn other_strides(rng: &mut Rng, layout: &mut Layout) {
    match rng.below(20) {
        0 | 1 => {
            *layout = layout.map(&mut |mode| Mode {
                stride: if rng.chance(40) { -mode.stride } else { mode.stride },
                ..*mode
            });
        }
        2 => {
            let small = layout.modes().iter().all(|mode| mode.stride < 1 << 12);
            if small {
                *layout = layout.map(&mut |mode| Mode {
                    stride: mode.stride * axis(rng.below(3) as u32),
                    ..*mode
                });
            }
        }
        _ => {}
    }
}

/// A coordinate: integers for some modes, tuples for others, and `..` with a probability of `whole`
/// percent. Some indices are past the end.
fn coordinate(rng: &mut Rng, layout: &Layout, whole: u64) -> Value {
    match layout {
        Nest::Tuple(modes) if !rng.chance(20) => {
            Value::Tuple(modes.iter().map(|mode| coordinate(rng, mode, whole)).collect())
        }
        _ if rng.chance(whole) => Value::Whole,
        _ => {
            let most = (layout.size() + layout.size() / 4 + 1).clamp(1, 100_000);
            Value::Int(rng.below(most as u64).into())
        }
    }
}

/// Smaller values with the same or less nesting.
fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Whole => Vec::new(),
        Value::Int(n) => smaller_numbers(*n).map(Value::Int).collect(),
        Value::Tuple(parts) => {
            let each = parts.iter().enumerate().flat_map(|(place, part)| {
                smaller(part).into_iter().map(move |part| {
                    let mut parts = parts.clone();
                    parts[place] = part;
                    Value::Tuple(parts)
                })
            });
            let without = (0..parts.len()).map(|place| {
                let mut parts = parts.clone();
                parts.remove(place);
                Value::Tuple(parts)
            });
            without.chain(each).filter(|value| *value != Value::Tuple(Vec::new())).collect()
        }
        Value::Layout(layout) => smaller_layouts(layout).into_iter().map(Value::Layout).collect(),
        Value::Swizzled(swizzle, start, layout) => smaller_layouts(layout)
            .into_iter()
            .map(|layout| Value::Swizzled(*swizzle, *start, layout))
            .collect(),
    }
}

fn smaller_numbers(n: Number) -> impl Iterator<Item = Number> {
    let (sign, steps) = match n.abs() {
        large if large >= axis(0) => (0, 0),
        small => (n.signum(), small),
    };
    let candidates = [0, 1, 2, steps / 2, steps - 1];
    let smaller = candidates.into_iter().filter(move |&m| m >= 0 && m < steps);
    smaller.map(move |m| sign * m)
}

fn smaller_layouts(layout: &Layout) -> Vec<Layout> {
    match layout {
        Nest::Leaf(mode) => {
            let extents = smaller_numbers(mode.extent).map(|extent| Mode { extent, ..*mode });
            let strides = smaller_numbers(mode.stride).map(|stride| Mode { stride, ..*mode });
            extents.chain(strides).map(Nest::Leaf).collect()
        }
        Nest::Tuple(parts) => {
            let mut layouts: Vec<Layout> = parts.clone();
            for place in 0..parts.len() {
                let mut without = parts.clone();
                without.remove(place);
                if !without.is_empty() {
                    layouts.push(Nest::Tuple(without));
                }
                for part in smaller_layouts(&parts[place]) {
                    let mut parts = parts.clone();
                    parts[place] = part;
                    layouts.push(Nest::Tuple(parts));
                }
            }
            layouts
        }
    }
}

/// Compares the arguments in CuTe's notation.
impl PartialEq for Case {
    fn eq(&self, other: &Self) -> bool {
        let notation =
            |case: &Case| -> Vec<String> { case.arguments.iter().map(Value::to_string).collect() };
        self.operation.name == other.operation.name && notation(self) == notation(other)
    }
}
