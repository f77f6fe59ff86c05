//! Lines of JSON in, lines of JSON out.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::find::bytes;
use crate::stop::{Mistake, Stop};

/// Writes each line of these files with its result.
pub(crate) fn eval(files: &[String]) -> Result<(), Stop> {
    let (mut wrong, mut all) = (0u64, 0u64);
    let standard_input = ["-".to_owned()];
    let files = if files.is_empty() {
        &standard_input
    } else {
        files
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for file in files {
        let bytes = bytes(file)?;
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let answered = answer(line, number);
            all += 1;
            wrong += u64::from(answered.get("error").is_some());
            writeln!(out, "{answered}")?;
        }
    }
    out.flush()?;
    match wrong {
        0 => Ok(()),
        _ => Err(Mistake::plain(format!("{wrong} of {all} lines could not be evaluated")).into()),
    }
}

/// Returns the record of a line with its result.
fn answer(line: &[u8], number: u64) -> Value {
    let mut record: Value = match serde_json::from_slice(line) {
        Ok(record) => record,
        Err(error) => {
            let column = error.column();
            return json!({"line": number, "column": column, "error": format!("this is not JSON: {error}")});
        }
    };
    // What a record says of its result is not asked for.
    if let Value::Object(fields) = &mut record {
        for name in ["out", "reject", "code", "why", "error"] {
            fields.remove(name);
        }
    }
    named(record)
}

/// Returns a record with its result; its arguments may also have names: A, B and M, or f for a table.
fn named(mut record: Value) -> Value {
    let names = ["f", "A", "B", "M"];
    let arguments: Vec<Value> = names
        .iter()
        .filter_map(|name| record.get(name))
        .cloned()
        .collect();
    if record.get("args").is_some() || arguments.is_empty() {
        return zellige_dyn::eval::record(&record);
    }
    record["args"] = match record.get("f") {
        Some(table) => json!([table]),
        None => arguments.into(),
    };
    let mut answered = zellige_dyn::eval::record(&record);
    if let Value::Object(fields) = &mut answered {
        fields.remove("args");
    }
    answered
}
