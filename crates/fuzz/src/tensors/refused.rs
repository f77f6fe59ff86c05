//! Static cases that must not compile, because they would access memory outside of a tensor.

use super::cases::{fixed, is_large};
use crate::forms::{Maker, Numbers};
use crate::harness::draw::draw;
use crate::harness::elements::{Elements, elements};
use crate::harness::form::{literals, with_values};
use crate::harness::outcome::is_sentence;
use crate::{Outcome, Report, at_once};
use std::fs;
use std::path::Path;
use zellige_oracle::{Layout, Mode, Number, Value, rng::Rng};
use zellige_project::Library;

/// The number of cases. Each one is its own program, because late errors of the compiler do not say
/// which case they belong to.
const CASES: usize = 16;
/// The number of programs that compile at the same time.
const PROGRAMS: usize = 2;
/// The source before a case.
const PRELUDE: &str = include_str!("refused_prelude.rs");

/// Compiles cases that must be refused, and reports those that are not refused.
pub(super) fn check(library: &Library, folder: &Path, seed: u64, report: &mut Report) -> Outcome {
    let mut rng = Rng::new(seed ^ 0x7265_6675_7365);
    let cases: Vec<String> = (0..CASES).map(|_| case(&mut rng)).collect();
    let faults: [_; PROGRAMS] = at_once(|number| {
        let folder = folder.join(format!("refused_{number}"));
        let mine = cases.iter().skip(number).step_by(PROGRAMS);
        mine.map(|case| fault(library, &folder, case)).collect::<Result<Vec<_>, _>>()
    });
    report.cases += CASES as u64;
    for faults in faults {
        for fault in faults?.into_iter().flatten() {
            report.fail("refused", fault.len(), fault);
        }
    }
    Ok(())
}

/// What is wrong with a case, if anything.
fn fault(library: &Library, folder: &Path, case: &str) -> Result<Option<String>, String> {
    let source = folder.join("refused.rs");
    let text = format!("{PRELUDE}fn main() {{ {case}; }}\n");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&source, text));
    written.map_err(|reason| reason.to_string())?;
    let mut command = library.program(&source, &folder.join("refused"));
    let output = command.output().map_err(|reason| reason.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr);
    let mut errors = text.lines().filter(|line| line.starts_with("error"));
    Ok(if output.status.success() {
        Some(format!("{case} // compiles, should be refused"))
    } else {
        let other = errors.find(|line| !is_sentence(line));
        other.map(|error| format!("{case} // {error}"))
    })
}

/// An expression that must not compile.
fn case(rng: &mut Rng) -> String {
    loop {
        let case = match rng.below(5) {
            0 => signed(rng),
            1 => composed(rng),
            2 => recast(rng),
            3 => past_the_end(rng, "zipped_divide"),
            _ => past_the_end(rng, "compose"),
        };
        if let Some(case) = case {
            return case;
        }
    }
}

/// A layout of numbers, drawn for an operation.
fn drawn(rng: &mut Rng, operation: &str) -> Option<Vec<Value>> {
    let mut maker = Maker::new(rng, Numbers::Later);
    let forms = match operation {
        "tensor" => vec![maker.any()],
        "compose" => maker.tiled_by_layout(),
        operation => maker.arguments(operation),
    };
    let values = draw(rng, operation, &forms);
    let arguments = with_values(&forms, &values);
    (!is_large(&arguments)).then_some(arguments)
}

/// The layout of a single argument.
fn layout(rng: &mut Rng) -> Option<Layout> {
    match drawn(rng, "tensor")?.remove(0) {
        Value::Layout(layout) => Some(layout),
        _ => None,
    }
}

/// The literals of static arguments.
fn written(arguments: &[Value]) -> Vec<String> {
    literals(&fixed(arguments), &[])
}

fn one(layout: Layout) -> String {
    written(&[Value::Layout(layout)]).concat()
}

/// A layout with an offset below 0.
fn negative(rng: &mut Rng) -> Option<Layout> {
    let layout = layout(rng)?.map(&mut |mode| Mode {
        stride: if rng.chance(50) { -mode.stride } else { mode.stride },
        ..*mode
    });
    (layout.range().0 < 0).then_some(layout)
}

/// Memory for a layout whose offsets start below 0.
fn signed(rng: &mut Rng) -> Option<String> {
    let layout = one(negative(rng)?);
    Some(match rng.below(3) {
        0 => format!("fragment(0u8, {layout})"),
        1 => format!("Tensor::new(&DATA[..], {layout})"),
        _ => format!("Tensor::new(DATA, {layout})"),
    })
}

/// Memory for a composition of two layouts, one of which has negative strides.
fn composed(rng: &mut Rng) -> Option<String> {
    let (outer, inner) = if rng.chance(50) {
        (negative(rng)?, layout(rng)?)
    } else {
        (layout(rng)?, negative(rng)?)
    };
    let start = rng.below(5);
    let (outer, inner) = (one(outer), one(inner));
    let composed = format!("<ComposedLayout<{outer}, int!({start}), {inner}>>::STATIC");
    Some(match rng.below(2) {
        0 => format!("fragment(0u8, {composed})"),
        _ => format!("Tensor::new(&DATA[..], {composed})"),
    })
}

/// Elements of another width, some of which would contain bytes outside of the tensor.
fn recast(rng: &mut Rng) -> Option<String> {
    #[rustfmt::skip]
    let types: [(&str, Number); 7] = [
        ("u8", 8), ("u16", 16), ("u32", 32), ("u64", 64), ("Bytes<3>", 24), ("Bytes<5>", 40),
        ("Bytes<6>", 48),
    ];
    let ((old, of), (new, to)) = (rng.pick(&types), rng.pick(&types));
    let layout = layout(rng)?;
    let arguments = [Value::Layout(layout.clone()), Value::Int(of), Value::Int(to)];
    let refused = matches!(elements("recast", &arguments), Elements::None);
    let layout = one(layout);
    refused.then(|| format!("recast::<{old}, {new}, _>({layout})"))
}

/// Tiles that do not fit evenly, or a composition that reads past the end.
fn past_the_end(rng: &mut Rng, operation: &str) -> Option<String> {
    let arguments = drawn(rng, operation)?;
    let refused = matches!(elements(operation, &arguments), Elements::None);
    let literals = written(&arguments);
    let (a, b) = (&literals[0], &literals[1]);
    refused.then(|| format!("Tensor::new(&DATA[..], {a}).{operation}({b})"))
}
