//! The records of CuTe's results as JSON values, and layouts made from them.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use zellige_dynamic::DynLayout;

/// Returns the folder of the records.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/data")
}

/// Returns all records of a file.
pub fn records(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(data().join(file)).expect("the records can be read");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("a line is a JSON value")
}

/// Returns a value with the numbers of its run-time integers.
pub fn without_dyn(value: &Value) -> Value {
    match value {
        Value::Array(parts) => parts.iter().map(without_dyn).collect(),
        Value::Object(fields) => match fields.get("dyn") {
            Some(number) => number.clone(),
            None => {
                let fields = fields.iter().map(|(name, field)| (name.clone(), without_dyn(field)));
                Value::Object(fields.collect())
            }
        },
        _ => value.clone(),
    }
}

/// Returns an array as a tuple, in CuTe's notation.
pub fn tuple_text(value: &Value) -> String {
    value.to_string().replace('[', "(").replace(']', ")").replace('"', "")
}

/// Returns the layout that a value describes.
pub fn layout(value: &Value) -> DynLayout {
    let value = without_dyn(value);
    let text = match value.get("b") {
        Some(inner) => {
            let numbers: Vec<String> =
                (0..3).map(|i| value["a"]["swizzle"][i].to_string()).collect();
            format!("Sw<{}> o {} o {}", numbers.join(","), value["offset"], layout(inner))
        }
        None => {
            let (shape, stride) = (&value["shape"], congruent(&value["shape"], &value["stride"]));
            format!("{}:{}", tuple_text(shape), tuple_text(&stride))
        }
    };
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the stride without the extra pair of parentheses that CuTe has in the stride of A of
/// `SM80_16x8x128_S32U1U1S32_TN_*`, `((512,1),((16,8)))` for the shape `((4,8),(32,2))`; CuTe's
/// functions read it as if the pair were not there.
fn congruent(shape: &Value, stride: &Value) -> Value {
    match (shape.as_array(), stride.as_array().map(|parts| &parts[..])) {
        (Some(shapes), Some([inner @ Value::Array(_)])) if shapes.len() > 1 => {
            congruent(shape, inner)
        }
        (Some(shapes), Some(strides)) => {
            shapes.iter().zip(strides).map(|(shape, stride)| congruent(shape, stride)).collect()
        }
        _ => stride.clone(),
    }
}
