//! Checks of values with run-time integers.

use crate::notation::notation;
use core::any::{Any, type_name};
use std::panic;
use zellige::prelude::*;

/// The outcome's name on success, or what the library gave.
pub(crate) type Checked = Result<&'static str, String>;

/// A check of a value.
#[derive(Clone, Copy)]
pub struct Value {
    /// The line of its record.
    pub line: usize,
    /// The check.
    pub check: fn() -> Checked,
}

/// Returns the check of a value, for the record at `line`.
pub const fn value(line: usize, check: fn() -> Checked) -> Value {
    Value { line, check }
}

/// Compares layouts, in type and value.
pub fn equal_layouts<G: Layout, E: Layout + PartialEq>(got: G, expected: E) -> Checked {
    if equal(&got, &expected) { Ok("value") } else { Err(got.to_string()) }
}

/// Compares int tuples, in type and value.
pub fn equal_tuples<G: IntTuple, E: IntTuple + PartialEq>(got: G, expected: E) -> Checked {
    let mut text = notation(type_name::<G>());
    text.push_str(" with the value ");
    got.write(&mut text).expect("a string takes text");
    if equal(&got, &expected) { Ok("value") } else { Err(text) }
}

/// Compares the answers to a question.
pub fn equal_answers(got: bool, expected: bool) -> Checked {
    if got == expected { Ok("value") } else { Err(got.to_string()) }
}

/// Returns whether the types are the same and the values equal.
fn equal<G: 'static, E: PartialEq + 'static>(got: &G, expected: &E) -> bool {
    (got as &dyn Any).downcast_ref::<E>() == Some(expected)
}

/// Compares layouts as functions.
pub fn same_function<G: Layout, E: Layout>(got: G, expected: E) -> Checked {
    let same_size = got.size().usize() == expected.size().usize();
    let same_at = |index: usize| got.crd2idx(index).usize() == expected.crd2idx(index).usize();
    if same_size && (0..got.size().usize()).all(same_at) {
        Ok("same_function")
    } else {
        Err(got.to_string())
    }
}

/// Checks that the library detects the error at run time, as far as debug assertions are enabled.
pub fn panics<G: Layout>(compute: fn() -> G) -> Checked {
    if !cfg!(debug_assertions) {
        return Ok("panics");
    }
    match panic::catch_unwind(compute) {
        Ok(got) => Err(got.to_string()),
        Err(_) => Ok("panics"),
    }
}

/// Returns the value of a layout at an index, computed with 64 and with 32 bits.
pub fn at<L: Layout>(layout: L, index: usize) -> [usize; 2] {
    sliced_at((layout, 0usize), index)
}

/// Returns the value of a slice at an index, after its offset, computed with 64 and with 32 bits.
pub fn sliced_at<L: Layout, O: Integer>((layout, offset): (L, O), index: usize) -> [usize; 2] {
    let narrow = offset.u32() + layout.crd2idx(index as u32).u32();
    [offset.usize() + layout.crd2idx(index).usize(), narrow as usize]
}

/// Compares values at 0, 1, 2 and so on.
pub fn table(got: fn(usize) -> [usize; 2], expected: &[usize]) -> Checked {
    match (0..).zip(expected).find(|&(i, &value)| got(i) != [value; 2]) {
        None => Ok("table"),
        Some((i, _)) => Err(format!("{:?} at {i}", got(i))),
    }
}

/// Compares a layout with text that does not say which integers are static.
pub fn layout_text<G: Layout>(got: G, expected: &str) -> Checked {
    let text = got.to_string().replace('_', "");
    if text == expected { Ok("run_time") } else { Err(text) }
}
