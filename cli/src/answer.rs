//! Results as text, in CuTe's notation.

use std::io::{self, Write};

use serde_json::Value;

/// Writes a record with its result: all of it as JSON, or the result as text.
pub(crate) fn write(record: &Value, as_json: bool) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    if as_json {
        return writeln!(out, "{record}");
    }
    let result = &record["out"];
    match (
        record["op"].as_str(),
        result.as_array().map(|parts| &parts[..]),
    ) {
        (Some("eval"), Some(offsets)) => {
            for (i, offset) in offsets.iter().enumerate() {
                write!(out, "{}{offset}", if i == 0 { "" } else { " " })?;
            }
            writeln!(out)
        }
        (_, Some([layout @ Value::Object(_), offset])) => {
            writeln!(out, "{}\noffset {}", text(layout), text(offset))
        }
        _ => writeln!(out, "{}", text(result)),
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
