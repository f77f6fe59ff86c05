//! Operands in their written form, for tests that know them.

use zellige_dynamic::{DynLayout, Shape, Tiler};

/// Returns the operand that `text` describes.
pub fn read<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
pub fn layout(text: &str) -> DynLayout {
    read(text)
}
pub fn tiler(text: &str) -> Tiler {
    read(text)
}
pub fn shape(text: &str) -> Shape {
    read(text)
}
