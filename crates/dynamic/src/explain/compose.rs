//! The steps of a composition.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use zellige::refusal::names::{COMPOSITION, Names};

use super::{Explanation, StepKind, Steps, operands, say_functions};
use crate::algebra::compose::{Composition, Crossing, along, compose as compose_modes, extent};
use crate::algebra::extension::{Extension, push_coalesced};
use crate::algebra::through::{demand_from_zero, through};
use crate::algebra::tiler::{Tiler, by_mode};
use crate::layout::{DynLayout, Mode, Modes, Written, is_empty};
use crate::refusal::Refusal;
use crate::tuple::Tuple;

/// Explains [`DynLayout::compose`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
/// let b: DynLayout = "(4,32):(1,4)".parse()?;
/// let explanation = explain::compose(&a, &b);
/// assert_eq!(explanation.result, a.compose(&b));
/// assert!(explanation.to_string().contains(
///     "within extent 8 of A's mode 0, mode 0 of B reaches 3, mode 1 reaches 4, together 7 <= 7: no carry"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compose(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let (t, mut steps) = (t.into(), Steps::default());
    let result = match &t {
        Tiler::Layout(b) if !b.has_strides() => {
            drawn_through(&mut steps, &COMPOSITION, &a.modes, b).and_then(|composed| {
                say_functions(&mut steps, a);
                a.around_layout(composed)
            })
        }
        t => compose_by(&mut steps, &a.modes, t).and_then(|composed| {
            say_functions(&mut steps, a);
            a.around(composed)
        }),
    };
    let operands = operands!["A" => a, "B" => &t];
    steps.end("compose(A, B)", operands, result)
}

/// Explains the composition of modes with a tiler.
fn compose_by(steps: &mut Steps, a: &Modes, tiler: &Tiler) -> Result<Modes, Refusal> {
    match tiler {
        Tiler::Whole => {
            let sentence = format!("_ keeps {} as it is", Written(a));
            steps.say(StepKind::Kept, operands!["A" => a], sentence);
            Ok(a.clone())
        }
        Tiler::Extent(n) => {
            let b = extent(*n, 1)?;
            let sentence = format!("the number {n} composes as {}", Written(&b));
            steps.say(StepKind::Becomes, operands!["B" => &b], sentence);
            composition(steps, &COMPOSITION, a, &b)
        }
        Tiler::Layout(b) => {
            let modes = b.demand_strides()?;
            let b = along(modes, a)?;
            if b != *modes {
                let sentence = format!(
                    "steps along the modes of A are steps of its index: B is {}",
                    Written(&b)
                );
                steps.say(StepKind::Becomes, operands!["B" => &b], sentence);
            }
            composition(steps, &COMPOSITION, a, &b)
        }
        Tiler::Modes(tilers) => {
            let pairs = by_mode(a, tilers)?.enumerate();
            Tuple::try_of(pairs, |(i, (mode, tiler))| {
                let sentence = format!("mode {i} of A, {}, with {tiler}", Written(mode));
                let operands = operands!["A" => mode, "B" => tiler];
                steps.part(StepKind::Part, operands, sentence, |steps| {
                    compose_by(steps, mode, tiler)
                })
            })
        }
    }
}

/// Explains the composition of modes with a layout that may itself be composed.
pub(super) fn drawn_through(
    steps: &mut Steps,
    names: &Names,
    a: &Modes,
    b: &DynLayout,
) -> Result<DynLayout, Refusal> {
    let Some((outer, start, inner)) = b.opened() else {
        return DynLayout::strided(composition(steps, names, a, &b.modes)?);
    };
    let extension = Extension::of(a)?;
    demand_from_zero(outer, start)?;
    let function = through(outer, &extension, inner.cosize()?)?;
    let (left, right) = (names.left, names.right);
    let sentence = format!(
        "{outer} of {right} is drawn through {left}: {left}({outer}(x)) is {function}({left}(x))"
    );
    steps.say(StepKind::Function, operands!["B" => b], sentence);
    function.around(0, drawn_through(steps, names, a, &inner)?)
}

/// Explains the composition of modes with modes.
pub(super) fn composition(
    steps: &mut Steps,
    names: &Names,
    a: &Modes,
    b: &Modes,
) -> Result<Modes, Refusal> {
    let sentence = format!("{} coalesced", names.left);
    let extension = steps.part(StepKind::Part, operands!["A" => a], sentence, |steps| {
        extension(steps, names.left, a)
    })?;
    if is_empty(b) || extension.empty_mode().is_some() {
        let composed = compose_modes(names, &extension, b)?;
        let why = match is_empty(b) {
            true => format!("{} has no element", names.right),
            false => format!("{} stays at index 0", names.right),
        };
        let sentence =
            format!("{why}, so no mode walks over {}: it is {}", names.left, Written(&composed));
        steps.say(StepKind::Becomes, operands!["B" => b], sentence);
        return Ok(composed);
    }
    let composition = Composition::of(names, &extension, b)?;
    let mut results = Vec::with_capacity(composition.walks.len());
    let mut paths = Vec::with_capacity(composition.walks.len());
    paths_of(b, "", &mut paths);
    for (j, walk) in composition.walks.iter().enumerate() {
        let (n, d) = (walk.extent, walk.stride);
        let sentence =
            format!("mode {} of {} ({n}:{d}) walks over {}", paths[j], names.right, names.left);
        let operands = operands!["extent" => n, "stride" => d];
        let result = steps.part(StepKind::Walk, operands, sentence, |steps| {
            crossings(steps, &composition, j);
            let result = composition.one_mode(j)?;
            say_mode(steps, &composition, j, &result);
            Ok(result)
        });
        results.push(result.map_err(|refusal| composition.unless_steps(refusal))?);
    }
    carries(steps, &composition, &paths);
    composition.all_modes().map_err(|refusal| composition.unless_steps(refusal))?;
    let mut results = results.into_iter();
    let composed = b.try_map(&mut |_| Ok(results.next().unwrap_or_else(Tuple::empty)))?;
    if composed.leaves().len() > 1 && composition.walks.len() > 1 {
        let sentence = format!("together they are {}", Written(&composed));
        steps.say(StepKind::Gathered, Vec::new(), sentence);
    }
    Ok(composed)
}

/// Explains how modes are coalesced for a composition, and where the result bends.
fn extension(steps: &mut Steps, left: &str, a: &Modes) -> Result<Extension, Refusal> {
    let leaves = a.leaves();
    let last = leaves.len().saturating_sub(1);
    let mut modes: Vec<Mode> = Vec::new();
    for (i, mode) in leaves.into_iter().enumerate() {
        let Mode { extent, stride } = mode;
        let operands = || operands!["extent" => *extent, "stride" => stride];
        if *extent == 1 && i != last {
            let sentence = format!("1:{stride} has one element, and is left out");
            steps.say(StepKind::Dropped, operands(), sentence);
            continue;
        }
        let before = modes.last().cloned();
        let count = modes.len();
        push_coalesced(&mut modes, mode.clone())?;
        let (kind, sentence) = match (before, modes.last()) {
            (Some(before), Some(merged)) if modes.len() == count => {
                let Mode { extent: n, stride: d } = &before;
                (
                    StepKind::Merged,
                    format!(
                        "{extent}:{stride} goes on where {n}:{d} ends, at {n} * {d}: both are {}:{}",
                        merged.extent, merged.stride
                    ),
                )
            }
            (Some(Mode { extent: n, stride: d }), _) => {
                let end = match i64::try_from(n).ok().and_then(|n| d.times(n).ok()) {
                    Some(end) => format!("{n} * {d} = {end}"),
                    None => format!("{n} * {d}"),
                };
                (
                    StepKind::Kept,
                    format!(
                        "{extent}:{stride} stays: the mode before it, {n}:{d}, ends at {end}, and not at {stride}"
                    ),
                )
            }
            _ => (StepKind::Kept, format!("mode 0 is {extent}:{stride}")),
        };
        steps.say(kind, operands(), sentence);
    }
    let extension = Extension::of(a)?;
    let sentence = format!("so it is {extension}, and its last mode goes on without end");
    steps.say(StepKind::Coalesced, Vec::new(), sentence);
    for k in 1..extension.modes().len() {
        // No result reaches a bend of more than 63 bits.
        let Ok(bend) = extension.bend(k) else {
            continue;
        };
        let (p, before, mode) =
            (extension.before(k), &extension.modes()[k - 1], &extension.modes()[k]);
        let (n, d, stride) = (before.extent, &before.stride, &mode.stride);
        let sentence = format!(
            "at index {p}, where mode {k} begins, {left} bends by {stride} - {n} * {d} = {bend}"
        );
        steps.say(StepKind::Bend, operands!["index" => p, "bend" => &bend], sentence);
    }
    Ok(extension)
}

/// Explains how a walk crosses the ends of the modes of A.
fn crossings(steps: &mut Steps, composition: &Composition<'_>, j: usize) {
    let walk = &composition.walks[j];
    let (n, left) = (walk.extent, composition.names.left);
    if walk.stride == 0 {
        let sentence = format!("its stride is 0, so it stays at {left}(0)");
        steps.say(StepKind::Stays, Vec::new(), sentence);
        return;
    }
    if let [only] = composition.a.modes() {
        let (stride, d) = (&only.stride, walk.stride);
        let sentence = format!(
            "{left} has one mode, which has no end, so a step of {d} is one of {d} * {stride}"
        );
        steps.say(StepKind::Stays, Vec::new(), sentence);
        return;
    }
    let Ok(d) = u64::try_from(walk.stride) else {
        return;
    };
    if n == 1 {
        let sentence = String::from(
            "it has one element, and no value shows its stride: what is left of it after the inner modes, in steps of the last one",
        );
        steps.say(StepKind::Stays, Vec::new(), sentence);
        return;
    }
    for k in 1..composition.rank() {
        let (p, block) = (composition.a.before(k), composition.block(k));
        let crossing = Crossing::of(p, n, d);
        let Crossing { g, first, excess, slips } = crossing;
        let modulo = match d < p {
            true => String::new(),
            false => format!(" ({d} modulo {p} is {g})"),
        };
        let bend = || match composition.a.bend(k) {
            Ok(bend) => format!("{left} bends by {bend}"),
            Err(_) => format!("{left} bends"),
        };
        let (kind, sentence) = if g == 0 {
            let digits = if k == 1 { "the digit" } else { "their digits" };
            (
                StepKind::Passes,
                format!(
                    "it passes {block} whole: {d} is a multiple of {p}, so {digits} there stay 0"
                ),
            )
        } else if first >= u128::from(n) {
            let far = u128::from(n - 1) * g;
            (
                StepKind::Stays,
                format!("it stays inside of {block}: {} * {g} = {far} < {p}{modulo}", n - 1),
            )
        } else if excess == 0 {
            (
                StepKind::Fills,
                format!(
                    "it fills {block} with {p} / {g} = {first} steps{modulo}, and there {}",
                    bend()
                ),
            )
        } else if slips >= u128::from(n) {
            (
                StepKind::Crosses,
                format!(
                    "it crosses {block} at step {first}, {excess} too far, and at each multiple of it; there {}",
                    bend()
                ),
            )
        } else {
            (
                StepKind::Slips,
                format!(
                    "it crosses {block} at step {first}, {excess} too far, and so unevenly from step {slips} on; there {}",
                    bend()
                ),
            )
        };
        let operands =
            operands!["elements" => p, "steps" => first, "excess" => excess, "uneven" => slips];
        steps.say(kind, operands, sentence);
    }
}

/// Explains the strides of the modes that a mode of B becomes.
fn say_mode(steps: &mut Steps, composition: &Composition<'_>, j: usize, result: &Modes) {
    let walk = &composition.walks[j];
    if let (Ok(d), true, true) =
        (u64::try_from(walk.stride), walk.extent > 1, composition.rank() > 1)
    {
        let mut begin = 1u64;
        for mode in result.leaves() {
            if d > 0 {
                say_digits(steps, composition, begin, d, mode);
            }
            begin = begin.saturating_mul(mode.extent);
        }
    }
    let sentence = format!("it becomes {}", Written(result));
    steps.say(StepKind::Becomes, operands!["mode" => result], sentence);
}

/// Explains the value of A at `begin * d`, which is the stride of a mode.
fn say_digits(steps: &mut Steps, composition: &Composition<'_>, begin: u64, d: u64, mode: &Mode) {
    let Some(index) = begin.checked_mul(d) else {
        return;
    };
    let modes = composition.a.modes();
    let (mut rest, mut digits, mut sum) = (index, String::new(), String::new());
    for (k, Mode { extent, stride }) in modes.iter().enumerate() {
        // The last mode has no end, and may have no elements.
        let digit = if k + 1 == modes.len() { rest } else { rest % extent };
        rest /= (*extent).max(1);
        let (comma, plus) = if k == 0 { ("", "") } else { (",", " + ") };
        // Writing to a string does not fail.
        let _ = write!(digits, "{comma}{digit}");
        let _ = write!(sum, "{plus}{digit} * {stride}");
    }
    let (left, value) = (composition.names.left, &mode.stride);
    let sentence = format!(
        "{left}({begin} * {d}) = {left}({index}): the digits are ({digits}), so it is {sum} = {value}"
    );
    steps.say(StepKind::Digits, operands![index, value], sentence);
}

/// Explains whether the modes of B together carry from one mode of A into the next.
fn carries(steps: &mut Steps, composition: &Composition<'_>, paths: &[String]) {
    if composition.walks.len() < 2 {
        return;
    }
    for k in 1..composition.rank() {
        let (p, right) = (composition.a.before(k), composition.names.right);
        let (mut text, mut total) = (format!("within {}", composition.block(k)), 0u128);
        for (path, (reach, _)) in paths.iter().zip(composition.reaches(p)) {
            if reach > 0 {
                let of = if total == 0 { format!(" of {right}") } else { String::new() };
                // Writing to a string does not fail.
                let _ = write!(text, ", mode {path}{of} reaches {reach}");
                total += reach;
            }
        }
        let most = u128::from(p - 1);
        let _ = match (total, total <= most) {
            (0, _) => write!(text, ", no mode of {right} reaches anything: no carry"),
            (_, true) => write!(text, ", together {total} <= {most}: no carry"),
            _ => write!(
                text,
                ", together {total} > {most}: they carry into mode {k} of {}",
                composition.names.left
            ),
        };
        let operands = operands!["elements" => p, "reach" => total];
        steps.say(StepKind::Carries, operands, text);
    }
}

/// Appends the paths of all leaves, such as `1.0`; the path of a single mode is `0`.
fn paths_of(modes: &Modes, place: &str, paths: &mut Vec<String>) {
    match modes {
        Tuple::Leaf(_) => paths.push(if place.is_empty() { "0" } else { place }.into()),
        Tuple::Modes(modes) => {
            for (i, mode) in modes.iter().enumerate() {
                let dot = if place.is_empty() { "" } else { "." };
                paths_of(mode, &format!("{place}{dot}{i}"), paths);
            }
        }
    }
}
