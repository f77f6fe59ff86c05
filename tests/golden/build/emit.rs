//! Turns records into Rust: types, values, and the files of cases that the tests include.

use crate::corrections::Expectation;
use crate::model::{Value, Verdict};
use crate::table::{Kind, Op};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The number of rows of each table that `cargo clippy` checks. The others have the same form, and
/// the tests compile them all.
const LINTED: usize = 8;
/// The number of cases in one `static`, which is evaluated in one piece.
const CHUNK: usize = 64;
/// How many cases are a tuple, and how many such tuples are one.
const TUPLE: usize = 8;

/// Writes types and values, and remembers which numbers they name, and which functions of
/// operations the cases of a file call.
#[derive(Default)]
pub(crate) struct Writer {
    numbers: BTreeSet<u64>,
    functions: Vec<Function>,
}

/// A function which asks about an operation of any arguments.
///
/// The compiler evaluates a type that a row spells twice: when it finds the types of the row, and
/// when it checks the row's borrows. A row that calls this function names the arguments alone, and
/// the compiler evaluates the operation once.
struct Function {
    of: String,
    /// `const fn operation_0<T0: Layout>(line: usize) -> Got { layout::<Flatten<T0>>(line) }`
    text: String,
}

impl Writer {
    /// Returns the type of a value: `Strided<(N4, N2), (N1, N4)>` for the layout `(4,2):(1,4)`.
    pub(crate) fn type_of(&mut self, value: &Value) -> String {
        match value {
            Value::Int(n) => self.number(*n),
            Value::Negative(n) => format!("Negative<{}>", self.number(*n)),
            Value::Basis(steps, axis) => format!(
                "ScaledBasis<{}, {}>",
                self.type_of(steps),
                tuple(axis.iter().map(|mode| self.number(*mode)))
            ),
            Value::Dynamic(_) => "u32".to_owned(),
            Value::Whole => "Whole".to_owned(),
            Value::Bool(answer) => if *answer { "B1" } else { "B0" }.to_owned(),
            Value::Tuple(parts) => tuple(parts.iter().map(|part| self.type_of(part))),
            Value::Layout(shape, stride) => {
                format!("Strided<{}, {}>", self.type_of(shape), self.type_of(stride))
            }
            Value::Swizzle(b, m, s) => format!("Swizzle<{b}, {m}, {s}>"),
            Value::Composed(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.type_of(part)).collect();
                format!("ComposedLayout<{}>", parts.join(", "))
            }
            Value::Word(word) => self.atom(word),
        }
    }

    /// Returns an expression for a value:
    /// `Strided::new((N4::default(), 2u32), (N1::default(), 4u32))`.
    pub(crate) fn value_of(&mut self, value: &Value) -> String {
        match value {
            Value::Dynamic(n) => format!("{n}u32"),
            Value::Whole => self.type_of(value),
            Value::Tuple(parts) => tuple(parts.iter().map(|part| self.value_of(part))),
            Value::Layout(shape, stride) => {
                format!("Strided::new({}, {})", self.value_of(shape), self.value_of(stride))
            }
            Value::Composed(_) => format!("<{} as Layout>::STATIC", self.type_of(value)),
            _ => format!("{}::default()", self.type_of(value)),
        }
    }

    /// Returns the type of an atom, which has the same name: `UniversalCopy<128>` has a number.
    fn atom(&mut self, word: &str) -> String {
        if let Some((name, bits)) = word.trim_end_matches('>').split_once('<') {
            let bits = bits.parse().expect("an atom has a width in bits");
            return format!("copy::{name}<{}>", self.number(bits));
        }
        let copies = ["LDSM", "STSM", "MOVM", "256bit"];
        let copies = copies.iter().any(|copy| word.contains(copy));
        format!("{}::{word}", if copies { "copy" } else { "mma" })
    }

    /// Returns the name of a static number's type.
    fn number(&mut self, n: u64) -> String {
        let mut prefix = n;
        while prefix > 0 && self.numbers.insert(prefix) {
            prefix >>= 1;
        }
        format!("N{n}")
    }

    /// The name of the function which asks about an operation; `is_linted` says if `cargo clippy`
    /// sees it.
    fn function(&mut self, op: &Op, parameters: &[(usize, &str)], is_linted: bool) -> String {
        let of = format!("{:?} {}", op.kind, op.of);
        let known = self.functions.iter().position(|known| known.of == of);
        let index = known.unwrap_or(self.functions.len());
        if known.is_none() {
            let bounds: Vec<String> =
                parameters.iter().map(|(place, bound)| format!("T{place}: {bound}")).collect();
            let names: Vec<String> = (0..op.arity()).map(|place| format!("T{place}")).collect();
            let text = format!(
                "{}const fn operation_{index}<{}>(line: usize) -> Got {{ {}::<{}>(line) }}\n",
                unlinted(!is_linted),
                bounds.join(", "),
                op.kind.name(),
                fill(&op.of, &names)
            );
            self.functions.push(Function { of, text });
        }
        format!("operation_{index}")
    }

    /// The definitions of all numbers named so far, each by its leading digits:
    /// `N13 = UInt<N6, B1>`.
    pub(crate) fn numbers(&self) -> String {
        let mut text = "/// 0\npub type N0 = UTerm;\n".to_owned();
        for n in &self.numbers {
            writeln!(text, "/// {n}\npub type N{n} = UInt<N{}, B{}>;", n >> 1, n & 1).unwrap();
        }
        text
    }
}

/// Returns `(a, b)`, or `(a,)` for one part.
fn tuple(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    let comma = if parts.len() == 1 { "," } else { "" };
    format!("({}{comma})", parts.join(", "))
}

/// Inserts the arguments in their places: `Append<{0}, {1}>` becomes `Append<N4, N2>`.
pub(crate) fn fill(template: &str, args: &[String]) -> String {
    args.iter()
        .enumerate()
        .fold(template.to_owned(), |text, (i, arg)| text.replace(&format!("{{{i}}}"), arg))
}

/// All cases from one source: a file of records, or generated ones.
#[derive(Default)]
pub(crate) struct Source {
    /// Its name in failure messages.
    name: String,
    /// An expression for its lines, one for each record.
    lines: String,
    /// The lines of generated records.
    generated: Vec<String>,
    cases: Vec<String>,
    /// Cases, as types.
    rows: Vec<String>,
    values: Vec<String>,
}

impl Source {
    /// Returns the source of the records in `data/{file}`.
    pub(crate) fn file(file: &str) -> Self {
        let path = format!("/data/{file}");
        let lines = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
        Source { name: file.to_owned(), lines, ..Source::default() }
    }

    /// Returns a source of generated records; their lines are in a text file beside the cases.
    pub(crate) fn generated(name: &str) -> Self {
        let lines = format!("include_str!(\"{name}.txt\")");
        Source { name: name.to_owned(), lines, ..Source::default() }
    }

    /// Adds the line of a generated record; returns its number.
    pub(crate) fn line(&mut self, line: impl ToString) -> usize {
        self.generated.push(line.to_string());
        self.generated.len()
    }

    /// Adds the case that the type `got` satisfies the verdict.
    pub(crate) fn case(
        &mut self,
        writer: &mut Writer,
        line: usize,
        kind: Kind,
        got: &str,
        verdict: &Verdict,
    ) {
        self.asked(writer, line, &format!("{}::<{got}>", kind.name()), verdict);
    }

    /// Adds the case that the operation of these arguments is what the verdict says.
    pub(crate) fn operation(
        &mut self,
        writer: &mut Writer,
        line: usize,
        op: &Op,
        args: &[String],
        verdict: &Verdict,
    ) {
        let Some(parameters) = op.parameters() else {
            let got = fill(&op.of, args);
            return match (op.kind.row(), verdict) {
                (Some(row), Verdict::Equals(out)) => {
                    let out = writer.type_of(out);
                    self.rows.push(format!("{row}<{got}, {out}, {line}>"));
                }
                _ => self.case(writer, line, op.kind, &got, verdict),
            };
        };
        let function = writer.function(op, &parameters, self.cases.len() < LINTED);
        let args: Vec<&str> = parameters.iter().map(|&(place, _)| &*args[place]).collect();
        let question = format!("{function}::<{}>", args.join(", "));
        self.asked(writer, line, &question, verdict);
    }

    /// Adds the case that what this function asks about is what the verdict says.
    fn asked(&mut self, writer: &mut Writer, line: usize, question: &str, verdict: &Verdict) {
        let expected = match verdict {
            Verdict::Equals(out) => format!("equals::<{}>()", writer.type_of(out)),
            Verdict::EqualsOrResonant(out) => {
                format!("equals_or_resonant::<{}>()", writer.type_of(out))
            }
            Verdict::Refused(None) => "refused()".to_owned(),
            Verdict::Refused(Some(code)) => format!("refused_as(Code::{})", camel_case(code)),
        };
        self.cases.push(format!("{question}({line}).{expected}"));
    }

    /// Adds the case that the value `got` is the expected one.
    pub(crate) fn value(
        &mut self,
        writer: &mut Writer,
        line: usize,
        kind: Kind,
        got: &str,
        out: &Expectation<'_>,
    ) {
        let check = match out {
            Expectation::Equals(out) if kind == Kind::Layout => {
                format!("equal_layouts({got}, {})", writer.value_of(out))
            }
            Expectation::Equals(Value::Bool(answer)) => format!("equal_answers({got}, {answer})"),
            Expectation::Equals(out) => format!("equal_tuples({got}, {})", writer.value_of(out)),
            Expectation::SameFunction(out) => {
                format!("same_function({got}, {})", writer.value_of(out))
            }
            Expectation::Panics => format!("panics(|| {got})"),
            Expectation::Table(values) => format!("table({got}, &{values:?})"),
        };
        self.values.push(format!("value({line}, || {check})"));
    }

    /// Adds the check of a value, as an expression.
    pub(crate) fn row(&mut self, check: String) {
        self.values.push(check);
    }

    /// Writes the `static`s of the cases, and returns the expression that names them all.
    fn write(&self, index: usize, text: &mut String) -> String {
        let mut chunks = Vec::new();
        for (kind, rows) in [("Case", &self.cases), ("Value", &self.values)] {
            let mut names = Vec::new();
            let (linted, others) = rows.split_at(rows.len().min(LINTED));
            let chunks_of = [linted].into_iter().chain(others.chunks(CHUNK));
            for (i, chunk) in chunks_of.filter(|chunk| !chunk.is_empty()).enumerate() {
                let name = format!("{}_{index}_{i}", kind.to_uppercase());
                let rows = chunk.join(",\n    ");
                let cfg = unlinted(i > 0);
                writeln!(
                    text,
                    "{cfg}static {name}: [{kind}; {}] = [\n    {rows},\n];",
                    chunk.len()
                )
                .unwrap();
                names.push(format!("{cfg}&{name}"));
            }
            chunks.push(names.join(", "));
        }
        let groups = self.write_groups(index, text);
        let Source { name, lines, .. } = self;
        format!(
            "Source {{ name: {name:?}, lines: {lines}, cases: &[{}], groups: &[{groups}], values: &[{}] }}",
            chunks[0], chunks[1]
        )
    }

    /// Writes the `static`s of the cases that are types; returns their names.
    fn write_groups(&self, index: usize, text: &mut String) -> String {
        let mut names = Vec::new();
        let (linted, others) = self.rows.split_at(self.rows.len().min(LINTED));
        let chunks = [linted].into_iter().chain(others.chunks(TUPLE * TUPLE));
        for (i, chunk) in chunks.filter(|chunk| !chunk.is_empty()).enumerate() {
            let name = format!("GROUPS_{index}_{i}");
            let rows: String =
                chunk.chunks(TUPLE).map(|rows| format!("    ({},),\n", rows.join(", "))).collect();
            let cfg = unlinted(i > 0);
            writeln!(text, "{cfg}static {name}: &[&[Case]] = <(\n{rows}) as Groups>::GROUPS;")
                .unwrap();
            names.push(format!("{cfg}{name}"));
        }
        names.join(", ")
    }
}

/// Converts `stride-not-divisible` to `StrideNotDivisible`.
fn camel_case(code: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    code.split('-').map(word).collect()
}

/// Returns the prefix of generated code that `cargo clippy` skips.
fn unlinted(is_unlinted: bool) -> &'static str {
    if is_unlinted { "#[cfg(not(clippy))] " } else { "" }
}

/// Returns a `static` slice of rows of one type.
pub(crate) fn slice(name: &str, ty: &str, rows: impl Iterator<Item = String>) -> String {
    let mut text = format!("pub(crate) static {name}: &[{ty}] = &[\n");
    for (i, row) in rows.enumerate() {
        writeln!(text, "    {}{row},", unlinted(i >= LINTED)).unwrap();
    }
    text + "];\n"
}

/// Writes a file with slices of rows.
pub(crate) fn write_slices(path: &Path, slices: &[String]) {
    let text = format!("use zellige_golden::generated::*;\n{}", slices.concat());
    fs::write(path, text).expect("the rows can be written");
}

/// Writes a file with all cases of one source.
pub(crate) fn write_source(path: &Path, source: Source, writer: &mut Writer) {
    write_cases(path, &[source], &BTreeMap::new(), writer);
}

/// Writes a file with the cases of one operation, and how many records were skipped for which
/// reason.
pub(crate) fn write_cases(
    path: &Path,
    sources: &[Source],
    skipped: &BTreeMap<&str, usize>,
    writer: &mut Writer,
) {
    let mut text = "use zellige_golden::generated::*;\n".to_owned();
    text.extend(writer.functions.drain(..).map(|function| function.text));
    let rows: Vec<String> =
        sources.iter().enumerate().map(|(index, source)| source.write(index, &mut text)).collect();
    writeln!(text, "pub(crate) static SOURCES: &[Source] = &[{}];", rows.join(", ")).unwrap();
    let skipped: Vec<(&str, usize)> =
        skipped.iter().map(|(&reason, &count)| (reason, count)).collect();
    writeln!(text, "pub(crate) static SKIPPED: &[(&str, usize)] = &{skipped:?};").unwrap();
    fs::write(path, text).expect("the generated cases can be written");
    let lines: Vec<&str> =
        sources.iter().flat_map(|source| &source.generated).map(String::as_str).collect();
    fs::write(path.with_extension("txt"), lines.join("\n")).expect("the lines can be written");
}
