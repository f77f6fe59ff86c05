//! Answers: results as text, in CuTe's notation, and as JSON.

use std::path::PathBuf;

use serde_json::Value;
use zellige_draw::Picture;

/// The answer to a command: as text, as JSON, and as a picture if there is one.
///
/// ```
/// let answer = zellige_cli::ask(&["show", "(2,4):(4,1)"]).unwrap();
/// assert!(answer.text.starts_with("(2,4):(4,1)\n\nsize           8\n"));
/// assert_eq!(answer.json["right_inverse"], "(4,2):(2,1)");
/// assert_eq!(answer.facts[0], ("size", "8".to_owned()));
/// assert_eq!(answer.picture.unwrap().title(), "(2,4):(4,1)");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The answer as text, with the ANSI colours of a terminal if it contains a picture.
    pub text: String,
    /// The answer as the program writes it with `--json`.
    pub json: Value,
    /// The known properties of a layout, by name, if they were requested.
    pub facts: Vec<(&'static str, String)>,
    /// The requested picture, if there is one.
    pub picture: Option<Picture>,
    /// The file for the picture.
    pub(crate) file: Option<PathBuf>,
}

impl Answer {
    /// Returns an answer with this JSON and this text, without a picture.
    pub(crate) fn new(json: Value, text: impl Into<String>) -> Answer {
        Answer { text: text.into(), json, facts: Vec::new(), picture: None, file: None }
    }

    /// Returns the answer for a record with its result.
    pub(crate) fn of_record(record: Value) -> Answer {
        let result = &record["out"];
        let line = match (record["op"].as_str(), result.as_array().map(|parts| &parts[..])) {
            (Some("eval"), Some(offsets)) => {
                let offsets: Vec<String> = offsets.iter().map(Value::to_string).collect();
                offsets.join(" ")
            }
            (_, Some([layout @ Value::Object(_), offset])) => {
                format!("{}\noffset {}", text(layout), text(offset))
            }
            _ => text(result),
        };
        Answer::new(record, line + "\n")
    }
}

/// Returns a value in CuTe's notation.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(text).collect();
            format!("({})", parts.join(","))
        }
        Value::Object(fields) => {
            let field = |name: &str| fields.get(name).map(text).unwrap_or_default();
            if fields.contains_key("shape") {
                format!("{}:{}", field("shape"), field("stride"))
            } else if fields.contains_key("b") {
                format!("{} o {} o {}", field("a"), field("offset"), field("b"))
            } else if let Some(Value::Array(numbers)) = fields.get("swizzle") {
                let numbers: Vec<String> = numbers.iter().map(text).collect();
                format!("Sw<{}>", numbers.join(","))
            } else {
                let axis = fields.get("mode").and_then(Value::as_array);
                let axis = axis.into_iter().flatten().rev();
                axis.fold(field("basis"), |steps, number| format!("{steps}@{number}"))
            }
        }
        Value::String(text) => text.clone(),
        _ => value.to_string(),
    }
}
