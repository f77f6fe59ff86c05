//! What cargo writes while it compiles: lines of JSON, of which those of the compiler are rewritten.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Write};

use anstream::ColorChoice;
use serde_json::Value;

use crate::names;
use crate::refusals::Refusals;

/// The forms of messages that cargo knows, of which those that begin with `json` are lines of JSON.
const KNOWN: [&str; 6] = [
    "human",
    "short",
    "json",
    "json-diagnostic-short",
    "json-diagnostic-rendered-ansi",
    "json-render-diagnostics",
];

/// Who reads the messages.
pub(crate) struct Format {
    /// The form in which cargo is asked for them; it is always one of JSON.
    pub(crate) asked: String,
    /// True if lines of JSON are written.
    json: bool,
    /// True if the compiler's messages are written as text.
    text: bool,
}

impl Format {
    /// Returns the format that the values of `--message-format` choose.
    pub(crate) fn of(values: &[OsString]) -> Format {
        let values: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
        let words: Vec<&str> = values.iter().flat_map(|value| value.split(',')).collect();
        let has = |word: &str| words.contains(&word);
        let json = words.iter().any(|word| word.starts_with("json"));
        let text = !json || has("json-render-diagnostics");
        let known = words.iter().all(|word| KNOWN.contains(word));
        let asked = if text && known {
            let colours = match anstream::AutoStream::choice(&io::stderr()) {
                ColorChoice::Never => None,
                _ => Some("json-diagnostic-rendered-ansi"),
            };
            let short = has("short") || has("json-diagnostic-short");
            let short = short.then_some("json-diagnostic-short");
            let forms: Vec<&str> = short.into_iter().chain(colours).collect();
            match &forms[..] {
                [] => "json".to_owned(),
                forms => forms.join(","),
            }
        } else {
            // Editors get the form they want, and of one that does not exist cargo says so.
            words.join(",")
        };
        Format { asked, json, text }
    }

    /// Writes what the compiler says until the build is finished, and then all bytes as they are.
    pub(crate) fn pass_on(&self, mut output: impl BufRead) -> io::Result<()> {
        let mut out = io::stdout();
        let (mut line, mut told) = (Vec::new(), HashSet::new());
        let mut refusals = Refusals::default();
        while output.read_until(b'\n', &mut line)? > 0 {
            let message: Option<Value> = serde_json::from_slice(&line).ok();
            let reason = message.as_ref().map(|message| message["reason"].clone());
            let reason = reason.as_ref().and_then(Value::as_str);
            if let (Some("compiler-message"), Some(mut message)) = (reason, message) {
                message["message"] = rewritten(&message["message"]);
                self.tell_all(refusals.next(message), &mut told)?;
            } else {
                if reason == Some("build-finished") {
                    self.tell_all(refusals.finish(), &mut told)?;
                }
                if reason.is_none() || self.json {
                    out.write_all(&line)?;
                }
                if reason == Some("build-finished") {
                    break;
                }
            }
            line.clear();
        }
        self.tell_all(refusals.finish(), &mut told)?;
        let mut buffer = [0; 1 << 13];
        loop {
            match output.read(&mut buffer)? {
                0 => return Ok(()),
                read => {
                    out.write_all(&buffer[..read])?;
                    out.flush()?;
                }
            }
        }
    }

    /// Writes messages of the compiler; as text, each only once, as a library and its tests have the same ones.
    fn tell_all(
        &self,
        messages: impl IntoIterator<Item = Value>,
        told: &mut HashSet<String>,
    ) -> io::Result<()> {
        for message in messages {
            let rendered = message["message"]["rendered"].as_str().unwrap_or_default();
            if !self.text {
                writeln!(io::stdout(), "{message}")?;
            } else if told.insert(rendered.to_owned()) {
                write!(io::stderr(), "{rendered}")?;
            }
        }
        Ok(())
    }
}

/// Returns a message of the compiler with the names rewritten in all sentences of it, and in the text made of them.
fn rewritten(diagnostic: &Value) -> Value {
    let mut diagnostic = diagnostic.clone();
    rewrite_field(&mut diagnostic, "message");
    if let Some(rendered) = diagnostic["rendered"].as_str() {
        let names = in_full(rendered);
        let lines = names.iter().map(|name| format!("   = in full: {name}\n"));
        let end = if names.is_empty() { "" } else { "\n" };
        let text = names::rewrite(rendered) + &lines.collect::<String>() + end;
        diagnostic["rendered"] = text.into();
    }
    for span in diagnostic["spans"].as_array_mut().into_iter().flatten() {
        rewrite_field(span, "label");
    }
    for child in diagnostic["children"].as_array_mut().into_iter().flatten() {
        *child = rewritten(child);
    }
    diagnostic
}

/// Rewrites the names in a field that is a sentence, and adds those that it has in a file.
fn rewrite_field(value: &mut Value, field: &str) {
    if let Some(text) = value[field].as_str() {
        let names = in_full(text)
            .into_iter()
            .map(|name| format!("; in full: {name}"));
        value[field] = (names::rewrite(text) + &names.collect::<String>()).into();
    }
}

/// Returns the names of types that rustc has cut, and written to files that its message names.
fn in_full(text: &str) -> Vec<String> {
    let behind = text.split("has been written to '").skip(1);
    let files = behind.filter_map(|rest| rest.split('\'').next());
    // The file is cargo's, and another file is not looked at.
    let files = files.filter(|file| file.contains("long-type") && file.ends_with(".txt"));
    let names = files.filter_map(|file| fs::read_to_string(file).ok());
    names
        .flat_map(|names| names.lines().map(names::rewrite).collect::<Vec<_>>())
        .collect()
}
