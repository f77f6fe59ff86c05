//! The model of golden records: JSON lines become [`Record`]s of [`Value`]s with a [`Verdict`].

use serde_json::Value as Json;
use std::path::Path;
use std::{fmt, fs};
use zellige_oracle::{Layout, Mode, Nest, Number};

/// An argument or a result of a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A static integer.
    Int(u64),
    /// A negative static integer, by its absolute value.
    Negative(u64),
    /// Steps along an axis: `{"basis": 2, "mode": [1, 0]}`.
    Basis(Box<Value>, Vec<u64>),
    /// A run-time integer: `{"dyn": 4}`.
    Dynamic(u64),
    /// A whole mode: `"_"`.
    Whole,
    /// A question's answer.
    Bool(bool),
    /// Another word, such as `"LayoutLeft"`.
    Word(String),
    /// A tuple of any of these.
    Tuple(Vec<Value>),
    /// A layout of a shape and a stride.
    Layout(Box<Value>, Box<Value>),
    /// `Sw<B, M, S>`.
    Swizzle(u64, u64, i64),
    /// An outer function, an offset and an inner layout.
    Composed(Box<[Value; 3]>),
}

impl Value {
    /// Reads a JSON value: 4 is an integer, `[4, [2]]` a tuple, `{"shape": 4, "stride": 1}` a
    /// layout.
    pub(crate) fn read(json: &Json) -> Self {
        match json {
            Json::Bool(answer) => Value::Bool(*answer),
            Json::Number(number) => match number.as_i64() {
                Some(number) if number < 0 => Value::Negative(number.unsigned_abs()),
                _ => Value::Int(number.as_u64().expect("a number is an integer")),
            },
            Json::String(word) if word == "_" => Value::Whole,
            Json::String(word) => Value::Word(word.clone()),
            Json::Array(parts) => Value::Tuple(parts.iter().map(Value::read).collect()),
            Json::Object(fields) => {
                if let (Some(shape), Some(stride)) = (fields.get("shape"), fields.get("stride")) {
                    Value::Layout(Box::new(Value::read(shape)), Box::new(Value::read(stride)))
                } else if let Some(number) = fields.get("dyn") {
                    Value::Dynamic(number.as_u64().expect("a run-time integer has a value"))
                } else if let Some(steps) = fields.get("basis") {
                    let modes = json["mode"].as_array().expect("an axis is an array");
                    let mode = |mode: &Json| mode.as_u64().expect("a mode is a number");
                    Value::Basis(Box::new(Value::read(steps)), modes.iter().map(mode).collect())
                } else if let Some(swizzle) = fields.get("swizzle") {
                    let exponent = |i: usize| swizzle[i].as_i64().expect("an exponent is a number");
                    Value::Swizzle(exponent(0) as u64, exponent(1) as u64, exponent(2))
                } else {
                    let part = |name: &str| Value::read(&fields[name]);
                    Value::Composed(Box::new([part("a"), part("offset"), part("b")]))
                }
            }
            Json::Null => panic!("a value is missing"),
        }
    }

    /// Returns a layout with the nesting of its shape in its stride.
    ///
    /// CuTe writes the stride of A of `SM80_16x8x128_S32U1U1S32_TN_*` as `((512,1),((16,8)))`, with
    /// an extra pair of parentheses for the shape `((4,8),(32,2))`; its functions read it as if the
    /// pair were not there.
    pub(crate) fn congruent(self) -> Self {
        let Value::Layout(shape, stride) = self else {
            return self;
        };
        let stride = match (*shape.clone(), *stride) {
            (Value::Tuple(shapes), Value::Tuple(strides)) => {
                let unwrapped = strides.into_iter().zip(shapes).map(|pair| match pair {
                    (Value::Tuple(mut inner), Value::Tuple(shape))
                        if inner.len() == 1 && shape.len() > 1 =>
                    {
                        inner.remove(0)
                    }
                    (stride, _) => stride,
                });
                Value::Tuple(unwrapped.collect())
            }
            (_, stride) => stride,
        };
        Value::Layout(shape, Box::new(stride))
    }

    /// Returns the layout of elements of `bits` bits, swizzled by a swizzle of bytes.
    pub(crate) fn swizzled(bytes: &Json, bits: u64, layout: Value) -> Self {
        let Value::Swizzle(b, m, s) = Value::read(bytes) else {
            panic!("{bytes} is not a swizzle")
        };
        let swizzle = Value::Swizzle(b, m + 3 - u64::from(bits.ilog2()), s);
        if b == 0 { layout } else { Value::Composed(Box::new([swizzle, Value::Int(0), layout])) }
    }

    /// Returns the parts of a tuple or layout.
    fn parts(&self) -> Vec<&Value> {
        match self {
            Value::Tuple(parts) => parts.iter().collect(),
            Value::Layout(shape, stride) => vec![shape, stride],
            Value::Composed(parts) => parts.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether this value or any part of it has the property.
    fn any(&self, property: &impl Fn(&Value) -> bool) -> bool {
        property(self) || self.parts().into_iter().any(|part| part.any(property))
    }

    /// Returns whether it contains a run-time integer.
    pub(crate) fn is_dynamic(&self) -> bool {
        self.any(&|value| matches!(value, Value::Dynamic(_)))
    }

    /// Returns whether it contains something that is not an unsigned integer: a negative integer,
    /// or steps along an axis.
    pub(crate) fn is_signed(&self) -> bool {
        self.any(&|value| matches!(value, Value::Negative(_) | Value::Basis(..)))
    }

    /// Returns whether it contains a swizzle or composed layout.
    #[allow(dead_code)] // the build script does not ask
    pub(crate) fn is_swizzled(&self) -> bool {
        self.any(&|value| matches!(value, Value::Swizzle(..) | Value::Composed(_)))
    }

    /// Returns this int tuple in the form for plain evaluation, with the values of run-time
    /// integers.
    pub(crate) fn nest(&self) -> Nest<Number> {
        match self {
            Value::Int(n) | Value::Dynamic(n) => Nest::Leaf((*n).into()),
            Value::Tuple(parts) => Nest::Tuple(parts.iter().map(Value::nest).collect()),
            _ => panic!("{self} is not a tuple of integers"),
        }
    }

    /// Returns this layout in the form for plain evaluation, with the values of run-time integers.
    pub(crate) fn layout(&self) -> Layout {
        let Value::Layout(shape, stride) = self else { panic!("{self} is not a layout") };
        let modes = shape.nest().zip(&stride.nest());
        let modes = modes.unwrap_or_else(|| panic!("{self} has a stride of another profile"));
        modes.map(&mut |&(extent, stride)| Mode { extent, stride })
    }

    /// Returns this tiler, or coordinate, in the form for plain evaluation.
    pub(crate) fn tiler(&self) -> zellige_oracle::Value {
        match self {
            Value::Whole => zellige_oracle::Value::Whole,
            Value::Tuple(parts) => {
                zellige_oracle::Value::Tuple(parts.iter().map(Value::tiler).collect())
            }
            Value::Layout(..) => zellige_oracle::Value::Layout(self.layout()),
            _ => zellige_oracle::Value::of_nest(&self.nest()),
        }
    }
}

/// Writes `(4,_):(1,?4)` as CuTe does, with the value of a run-time integer after `?`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Negative(n) => write!(f, "-{n}"),
            Value::Basis(steps, axis) => {
                write!(f, "{steps}")?;
                axis.iter().rev().try_for_each(|mode| write!(f, "@{mode}"))
            }
            Value::Dynamic(n) => write!(f, "?{n}"),
            Value::Whole => write!(f, "_"),
            Value::Bool(answer) => write!(f, "{answer}"),
            Value::Word(word) => write!(f, "{word}"),
            Value::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Value::to_string).collect();
                let comma = if parts.len() == 1 { "," } else { "" };
                write!(f, "({}{comma})", parts.join(","))
            }
            Value::Layout(shape, stride) => write!(f, "{shape}:{stride}"),
            Value::Swizzle(b, m, s) => write!(f, "Sw<{b},{m},{s}>"),
            Value::Composed(parts) => write!(f, "{} o {} o {}", parts[0], parts[1], parts[2]),
        }
    }
}

impl From<Number> for Value {
    fn from(n: Number) -> Self {
        let size = u64::try_from(n.unsigned_abs()).expect("numbers of records are small");
        if n < 0 { Value::Negative(size) } else { Value::Int(size) }
    }
}

impl From<&Nest<Number>> for Value {
    fn from(nest: &Nest<Number>) -> Self {
        match nest {
            Nest::Leaf(n) => Value::from(*n),
            Nest::Tuple(parts) => Value::Tuple(parts.iter().map(Value::from).collect()),
        }
    }
}

impl From<&Layout> for Value {
    fn from(layout: &Layout) -> Self {
        Value::Layout(
            Box::new((&layout.shape()).into()),
            Box::new((&layout.map(&mut |mode| mode.stride)).into()),
        )
    }
}

/// The result that the library must give for a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Exactly this.
    Equals(Value),
    /// Exactly this, or a refusal with the code `resonant`.
    EqualsOrResonant(Value),
    /// A refusal, with this code if the record names one.
    Refused(Option<String>),
}

/// Writes the result, or that there is none.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Equals(out) => write!(f, "{out}"),
            Verdict::EqualsOrResonant(out) => write!(f, "{out} or resonant"),
            Verdict::Refused(None) => write!(f, "refused"),
            Verdict::Refused(Some(code)) => write!(f, "refused as {code}"),
        }
    }
}

/// One line of a file of records.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) line: usize,
    pub(crate) args: Vec<Value>,
    pub(crate) verdict: Verdict,
}

impl Record {
    /// Returns the arguments and the result.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        let out = match &self.verdict {
            Verdict::Equals(out) | Verdict::EqualsOrResonant(out) => Some(out),
            Verdict::Refused(_) => None,
        };
        self.args.iter().chain(out)
    }
}

/// How to find the verdict in a file's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// What CuTe returned, corrected where the record has an `exact` verdict.
    Corrected,
    /// What CuTe returned; read in this way, `complement.jsonl` is `complement_sparse`.
    Sparse,
    /// A record made from the rule: `accept`, `out`, `why`.
    Exact,
    /// A fact about an atom: `name`, `elem_bits`, `element_composed`.
    Atoms,
}

/// Returns the lines of a file, which are JSON.
pub(crate) fn lines(path: &Path) -> Vec<Json> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON value")).collect()
}

/// Returns all records of a file.
pub(crate) fn read(path: &Path, reading: Reading) -> Vec<Record> {
    let record = |(line, json)| match reading {
        Reading::Exact => exact_record(line, &json),
        Reading::Atoms => atom_record(line, &json),
        _ => cute_record(line, &json, reading),
    };
    (1..).zip(lines(path)).map(record).collect()
}

/// Reads `{"A": .., "B" or "M" or "f": .., "accept": .., "out": .., "why": ..}`.
fn exact_record(line: usize, json: &Json) -> Record {
    let args = if let Some(table) = json.get("f") {
        vec![Value::read(table)]
    } else {
        ["A", "B", "M"].iter().filter_map(|name| json.get(name)).map(Value::read).collect()
    };
    let why = json["why"].as_str().expect("a record says why");
    let verdict = match json["accept"].as_bool() {
        Some(true) if why == "ok-resonant" => Verdict::EqualsOrResonant(Value::read(&json["out"])),
        Some(true) => Verdict::Equals(Value::read(&json["out"])),
        _ => Verdict::Refused(why.split('/').next().map(str::to_owned)),
    };
    Record { line, args, verdict }
}

/// Reads `{"name": "GMMA::Layout_K_SW128_Atom", "elem_bits": 16, "element_composed": ..}`; the atom
/// is called `LayoutKSw128Atom` here. With a `sparsity`, the layout is in logical elements, which
/// are narrower than those that are stored.
fn atom_record(line: usize, json: &Json) -> Record {
    let name = json["name"]
        .as_str()
        .expect("an atom has a name")
        .replace("128_32", "128 32")
        .replace("Sp", "");
    let word = |word: &str| word[..1].to_owned() + &word[1..].to_lowercase();
    let words: String =
        name.split("::").last().into_iter().flat_map(|n| n.split('_')).map(word).collect();
    let args = vec![Value::Word(words.replace(' ', "_")), Value::read(&json["elem_bits"])];
    let Some(sparsity) = json["sparsity"].as_u64() else {
        let verdict = Verdict::Equals(Value::read(&json["element_composed"]));
        return Record { line, args, verdict };
    };
    let bits = json["elem_bits"].as_u64().expect("a width is a number");
    let layout =
        Value::swizzled(&json["byte_swizzle"], bits / sparsity, Value::read(&json["layout"]));
    let args = args.into_iter().chain([Value::Int(sparsity)]).collect();
    Record { line, args, verdict: Verdict::Equals(layout) }
}

/// Reads `{"args": [..], "out": .. or "reject": true, "verified": .., "exact": ..}`.
fn cute_record(line: usize, json: &Json, reading: Reading) -> Record {
    let args: Vec<Value> =
        json["args"].as_array().expect("args is an array").iter().map(Value::read).collect();
    let exact =
        json.get("exact").filter(|_| reading == Reading::Corrected || has_tuple_cotarget(&args));
    let refused =
        json["reject"] == true || (json["verified"] == false && reading == Reading::Corrected);
    let verdict = match exact {
        Some(exact) if exact.get("out").is_some() => Verdict::Equals(Value::read(&exact["out"])),
        Some(exact) => Verdict::Refused(exact["reject"].as_str().map(str::to_owned)),
        None if refused => Verdict::Refused(None),
        None => Verdict::Equals(Value::read(&json["out"])),
    };
    Record { line, args, verdict }
}

/// Returns whether a complement has a shape as its cotarget: CuTe divides it mode by mode, we take
/// its product, as the `exact` verdict of such records does.
fn has_tuple_cotarget(args: &[Value]) -> bool {
    matches!(args.get(1), Some(Value::Tuple(_)))
}
