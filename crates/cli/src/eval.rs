//! Evaluation: lines of JSON in, lines of JSON out.

use std::io::{self, BufRead, BufReader, Write};

use serde_json::{Value, json};

use crate::find::{open, unread};
use crate::stop::{Mistake, Stop};

/// The maximum number of bytes of a line: a table of a million offsets of 15 digits.
const MOST_BYTES: usize = 1 << 24;

/// Writes each line of these files with its result, as soon as it is read.
pub(crate) fn eval(files: &[String]) -> Result<(), Stop> {
    let (mut wrong, mut all) = (0u64, 0u64);
    let standard_input = ["-".to_owned()];
    let files = if files.is_empty() { &standard_input } else { files };
    let (mut out, mut line) = (io::stdout().lock(), Vec::new());
    for file in files {
        let mut lines = BufReader::new(open(file)?);
        for number in 1u64.. {
            let length = next_line(&mut lines, &mut line).map_err(|error| unread(file, &error))?;
            let Some(length) = length else {
                break;
            };
            if length == line.len() && line.trim_ascii().is_empty() {
                continue;
            }
            let answered = if length > line.len() {
                json!({"line": number, "error": format!("this line has more than {MOST_BYTES} bytes")})
            } else {
                answer(&line, number)
            };
            all += 1;
            wrong += u64::from(answered.get("error").is_some());
            writeln!(out, "{answered}")?;
            // A client that waits for this answer has not closed the input.
            out.flush()?;
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Mistake::plain(format!("{wrong} of {all} lines could not be evaluated")).into()),
    }
}

/// Reads the next line, and returns its length, or `None` at the end of the input. A line that is
/// too long is not kept.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<usize>> {
    line.clear();
    let mut length = None;
    loop {
        let read = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read.is_empty() {
            return Ok(length);
        }
        let end = read.iter().position(|&byte| byte == b'\n');
        let part = end.unwrap_or(read.len());
        let so_far: usize = length.unwrap_or(0) + part;
        if so_far <= MOST_BYTES {
            line.extend_from_slice(&read[..part]);
        } else {
            *line = Vec::new();
        }
        length = Some(so_far);
        input.consume(part + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(length);
        }
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
    // Drop what a record already says about its result.
    if let Value::Object(fields) = &mut record {
        for name in ["out", "reject", "code", "why", "error"] {
            fields.remove(name);
        }
    }
    named(record)
}

/// Returns a record with its result; its arguments may also be named: A, B and M, or f for a table.
fn named(mut record: Value) -> Value {
    let names = ["f", "A", "B", "M"];
    let arguments: Vec<Value> = names.iter().filter_map(|name| record.get(name)).cloned().collect();
    if record.get("args").is_some() || arguments.is_empty() {
        return zellige_dynamic::eval::record(&record);
    }
    record["args"] = match record.get("f") {
        Some(table) => json!([table]),
        None => arguments.into(),
    };
    let mut answered = zellige_dynamic::eval::record(&record);
    if let Value::Object(fields) = &mut answered {
        fields.remove("args");
    }
    answered
}
