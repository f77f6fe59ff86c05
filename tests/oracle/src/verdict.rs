//! Verdicts: the expected result of an operation, and whether a result satisfies it.

use crate::Nest;
use crate::Value;
use crate::layout::{Layout, Number};
use crate::tables::LARGEST;
use std::collections::HashSet;
use std::fmt;

/// The form that a result has whatever its numbers are. At its leaves, layouts are compared as
/// functions: with integers that are known only at run time, fewer modes merge.
#[derive(Clone, Debug)]
pub enum Form {
    /// Any modes.
    One,
    /// A fixed number of modes, each of its form.
    Parts(Vec<Form>),
    /// These modes, and after them any others.
    First(Vec<Form>),
    /// A layout of this form and the offset of its first element, if the coordinate of that element
    /// is inside.
    Part(Box<Form>, bool),
}

impl Form {
    /// Returns the form of a layout, or another nested tuple.
    pub fn of<T>(nest: &Nest<T>) -> Self {
        match nest {
            Nest::Leaf(_) => Form::One,
            Nest::Tuple(parts) => Form::Parts(parts.iter().map(Form::of).collect()),
        }
    }
}

/// The expected result of an operation.
pub enum Verdict {
    /// This value; if all integers are static, with exactly these modes.
    Is {
        /// The value.
        value: Value,
        /// The form in which it is compared with run-time integers.
        form: Form,
    },
    /// A layout of this shape, refined, with these values: too many to write out.
    Function {
        /// The shape.
        shape: Nest<Number>,
        /// The value at an index.
        at: Box<dyn Fn(Number) -> Number>,
    },
    /// This right inverse of a layout; with run-time integers any other right inverse.
    RightInverse {
        /// The layout.
        of: Layout,
        /// Its right inverse.
        inverse: Layout,
    },
    /// This left inverse of a layout; with run-time integers any other left inverse.
    LeftInverse {
        /// The layout.
        of: Layout,
        /// Its left inverse.
        inverse: Layout,
    },
    /// This complement of a layout. With run-time integers a mode may be cut off later: an extent
    /// of 1 is then a mode like any other, which has a stride up to which the complement is filled.
    Complement {
        /// The layout.
        of: Layout,
        /// Its complement.
        complement: Layout,
    },
    /// This vector, if there is one; with run-time integers any other that is contiguous in both
    /// layouts.
    Common {
        /// The layouts.
        both: [Layout; 2],
        /// The longest vector, by its indices.
        longest: Option<Layout>,
    },
    /// This number, or with run-time integers a divisor of it.
    Divisor(Number),
    /// The truth, or that it is not proven.
    Proof(bool),
    /// A condition on the result, if it is not refused.
    If {
        /// Whether the condition holds for a result.
        holds: Box<dyn Fn(&Value) -> bool>,
        /// The condition as text, after "should be".
        what: &'static str,
    },
    /// Nothing: it must be refused.
    Refused,
    /// Anything except an arithmetic panic: the definition does not specify it, or it is not
    /// computed here.
    Open,
}

/// Returns true if a result with run-time integers is the expected one.
fn same(got: &Value, expected: &Value, form: &Form) -> bool {
    match (got, expected) {
        (Value::Layout(got), Value::Layout(expected)) => same_layout(got, expected, form),
        (Value::Tuple(got), Value::Tuple(expected)) => {
            if let (Form::Part(form, is_inside), [part, at], [layout, start]) =
                (form, &got[..], &expected[..])
            {
                return same(part, layout, form) && (!is_inside || at == start);
            }
            let mut pairs = got.iter().zip(expected);
            got.len() == expected.len() && pairs.all(|(got, expected)| same(got, expected, form))
        }
        _ => got == expected,
    }
}

fn same_layout(got: &Layout, expected: &Layout, form: &Form) -> bool {
    let parts = |forms: &[Form], got: &[Layout], expected: &[Layout]| {
        let mut all = forms.iter().zip(got.iter().zip(expected));
        all.all(|(form, (got, expected))| same_layout(got, expected, form))
    };
    match (form, got, expected) {
        (Form::One, ..) => same_function(got, expected.size(), |index| expected.at(index)),
        (Form::Parts(forms), Nest::Tuple(got), Nest::Tuple(expected)) => {
            got.len() == forms.len() && expected.len() == forms.len() && parts(forms, got, expected)
        }
        (Form::First(forms), Nest::Tuple(got), Nest::Tuple(expected)) => {
            let n = forms.len();
            got.len() >= n
                && expected.len() >= n
                && parts(forms, &got[..n], &expected[..n])
                && same_layout(
                    &Nest::Tuple(got[n..].to_vec()),
                    &Nest::Tuple(expected[n..].to_vec()),
                    &Form::One,
                )
        }
        _ => false,
    }
}

/// Returns true if a layout has these values at all indices, or if there are many, at those where
/// digits change and some more.
fn same_function(got: &Layout, size: Number, at: impl Fn(Number) -> Number) -> bool {
    if got.size() != size {
        return false;
    }
    if size <= LARGEST {
        return (0..size).all(|index| got.at(index) == at(index));
    }
    let mut probes: Vec<Number> = (0..64).chain([size - 1]).collect();
    let mut before = 1;
    for mode in got.modes() {
        before *= mode.extent;
        let multiples = [1, 2, 3, 7].map(|n| before * n);
        probes.extend(multiples.iter().flat_map(|n| [n - 1, *n, n + 1]));
    }
    probes.extend((1..64).map(|n| size / 64 * n + n));
    let mut inside = probes.into_iter().filter(|index| (0..size).contains(index));
    inside.all(|index| got.at(index) == at(index))
}

/// Returns true if the shape of a layout is this one, with leaves replaced by tuples of the same
/// size.
fn refines(layout: &Layout, shape: &Nest<Number>) -> bool {
    match (shape, layout) {
        (Nest::Leaf(extent), _) => layout.size() == *extent,
        (Nest::Tuple(shapes), Nest::Tuple(modes)) => {
            let mut pairs = modes.iter().zip(shapes);
            modes.len() == shapes.len() && pairs.all(|(mode, shape)| refines(mode, shape))
        }
        _ => false,
    }
}

/// Returns whether a layout begins like the complement, has a last mode that is no larger than
/// necessary, and places copies of the other layout so that they share no offset.
fn is_complement(got: &Layout, of: &Layout, complement: &Layout) -> bool {
    let least = complement.size();
    if got.size() < least || !same_function(complement, least, |index| got.at(index)) {
        return false;
    }
    let last = got.modes().last().map_or(1, |mode| mode.extent);
    if got.size() / last * (last - 1) >= least {
        return false;
    }
    let of = Layout::of(&of.moving());
    if got.size() * of.size() > LARGEST * 4 {
        return true;
    }
    let copies = got.table();
    let block = of.table();
    let mut seen = HashSet::new();
    let mut sums = copies.iter().flat_map(|copy| block.iter().map(move |offset| copy + offset));
    sums.all(|sum| seen.insert(sum)) && copies.windows(2).all(|pair| pair[0] < pair[1])
}

impl Verdict {
    /// Returns the expected layout if all integers are static, if the verdict names one.
    pub fn layout(&self) -> Option<&Layout> {
        match self {
            Verdict::RightInverse { inverse, .. } | Verdict::LeftInverse { inverse, .. } => {
                Some(inverse)
            }
            Verdict::Complement { complement, .. } => Some(complement),
            Verdict::Common { longest, .. } => longest.as_ref(),
            _ => None,
        }
    }

    /// Returns what is wrong with a result with run-time integers, or `None`.
    pub fn fault(&self, got: &Value) -> Option<String> {
        let right = match (self, got) {
            (Verdict::Is { value, form, .. }, _) => same(got, value, form),
            (Verdict::Function { shape, at }, Value::Layout(got)) => {
                let size = shape.leaves().into_iter().product();
                refines(got, shape) && same_function(got, size, at)
            }
            (Verdict::RightInverse { of, .. }, Value::Layout(got)) => {
                let size = of.size();
                let inverts = |index| got.at(index) < size && of.at(got.at(index)) == index;
                !got.is_empty() && (0..got.size().min(LARGEST)).all(inverts)
            }
            (Verdict::LeftInverse { of, .. }, Value::Layout(got)) => {
                let repeats = of.modes().iter().any(|mode| mode.stride == 0 && mode.extent > 1);
                let inverts = |index| {
                    let found = got.at(of.at(index));
                    found == index || repeats && of.at(found) == of.at(index)
                };
                !got.is_empty() && (0..of.size().min(LARGEST)).all(inverts)
            }
            (Verdict::Complement { of, complement }, Value::Layout(got)) => {
                is_complement(got, of, complement)
            }
            (Verdict::Common { both, .. }, Value::Layout(got)) => {
                let there = |layout: &Layout| {
                    let mut indices = 0..got.size().min(LARGEST);
                    indices.all(|i| layout.at(got.at(i)) == i)
                };
                both.iter().all(there)
            }
            (Verdict::Divisor(n), Value::Int(got)) => *got > 0 && n % got == 0,
            (Verdict::Proof(truth), Value::Int(proven)) => *truth || *proven == 0,
            (Verdict::If { holds, .. }, _) => holds(got),
            (Verdict::Open, _) => true,
            _ => false,
        };
        (!right).then(|| self.to_string())
    }
}

/// What comes after "should be".
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Is { value, .. } => value.fmt(f),
            Verdict::Function { shape, at } => write!(
                f,
                "of the shape {} with the values {}, {}, {}, ..",
                shape,
                at(0),
                at(1),
                at(2)
            ),
            Verdict::Divisor(n) => write!(f, "{n}"),
            Verdict::Proof(truth) => write!(f, "not proven, or {truth}"),
            Verdict::If { what, .. } => f.write_str(what),
            Verdict::Open => f.write_str("anything"),
            _ => match self.layout() {
                Some(layout) => layout.fmt(f),
                None => f.write_str("refused"),
            },
        }
    }
}
