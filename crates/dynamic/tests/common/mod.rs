//! The records of CuTe's results, and layouts made from them.

#[allow(dead_code)] // not every test needs all of it
#[path = "../../../../tests/golden/build/model.rs"]
pub mod model;

use model::Value;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use zellige_dynamic::DynLayout;

/// Returns the folder of the records.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/data")
}

/// Returns all records of a file.
pub fn records(file: &str) -> Vec<Json> {
    model::lines(&data().join(file))
}

/// Returns a value in CuTe's notation, with the numbers of its run-time integers.
pub fn text(value: &Value) -> String {
    value.to_string().replace('?', "").replace(",)", ")")
}

/// Returns the layout that a value describes.
pub fn layout(value: &Json) -> DynLayout {
    let text = text(&Value::read(value).congruent());
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
