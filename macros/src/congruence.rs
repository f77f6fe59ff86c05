//! Congruence: a shape and its stride have the same nesting.

use crate::errors::Errors;
use crate::tree::{Kind, Tree};

/// Adds one error for each mode where `stride` doesn't nest as `shape` does, on that part of the
/// stride.
pub(crate) fn check(shape: &Tree, stride: &Tree, errors: &mut Errors) {
    check_at(&[], shape, stride, errors);
}

/// Checks the mode at `path`: `[1, 0]` is mode 0 of mode 1.
fn check_at(path: &[usize], shape: &Tree, stride: &Tree, errors: &mut Errors) {
    match (&shape.kind, &stride.kind) {
        (Kind::Tuple(extents), Kind::Tuple(strides)) if extents.len() == strides.len() => {
            for (index, (extent, stride)) in extents.iter().zip(strides).enumerate() {
                check_at(&[path, &[index]].concat(), extent, stride, errors);
            }
        }
        (Kind::Tuple(extents), Kind::Tuple(strides)) => {
            let strides = count(strides.len(), "stride");
            let modes = count(extents.len(), "mode");
            let place = place(path);
            errors.add(&stride.tokens, format!("{place}{strides} for the {modes} of the shape"));
        }
        (Kind::Tuple(_), _) | (_, Kind::Tuple(_)) => {
            let message = format!(
                "{}the shape is {}, but its stride is {}{}",
                place(path),
                describe(shape),
                describe(stride),
                order(path, stride)
            );
            errors.add(&stride.tokens, message);
        }
        _ => {}
    }
}

/// Returns the beginning of a message: empty for the whole layout, `mode 1.0: ` for mode 0 of mode
/// 1.
fn place(path: &[usize]) -> String {
    if path.is_empty() {
        return String::new();
    }
    let path: Vec<_> = path.iter().map(ToString::to_string).collect();
    format!("mode {}: ", path.join("."))
}

/// Describes the kind of a tree in a message.
fn describe(tree: &Tree) -> String {
    match &tree.kind {
        Kind::Tuple(modes) => format!("a tuple of {}", count(modes.len(), "mode")),
        Kind::Static(_) | Kind::Signed(_) | Kind::Whole => "one integer".to_string(),
        Kind::RunTime => "one run-time integer".to_string(),
    }
}

/// Returns a hint on what a name used for the whole stride may have been meant to be.
fn order(path: &[usize], stride: &Tree) -> &'static str {
    match stride.kind {
        Kind::RunTime if path.is_empty() => " (the orders are `row` and `col`)",
        _ => "",
    }
}

/// Returns a count with its noun: `1 mode`, `2 modes`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
