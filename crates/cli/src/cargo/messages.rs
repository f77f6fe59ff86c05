//! Cargo's messages while it compiles: lines of JSON, where those of the compiler are rewritten.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Write};

use anstream::ColorChoice;
use serde_json::Value;

use crate::refusals::Refusals;
use crate::{names, reasons};

/// The message formats that cargo knows; those that begin with `json` are lines of JSON.
const KNOWN: [&str; 6] = [
    "human",
    "short",
    "json",
    "json-diagnostic-short",
    "json-diagnostic-rendered-ansi",
    "json-render-diagnostics",
];

/// The length beyond which lines of text are cut: nobody reads a bound of 20,000 characters that
/// rustc suggests.
const LONGEST_LINE: usize = 1000;
/// The length of the part of such a line that is kept.
const LEFT_OF_LINE: usize = 300;

/// The reader of the messages.
pub(crate) struct Format {
    /// The format that cargo is asked for; it is always a JSON format.
    pub(crate) asked: String,
    /// True if lines of JSON are written.
    json: bool,
    /// True if the compiler's messages are written as text.
    text: bool,
    /// True if long lines of text are not cut.
    full: bool,
}

impl Format {
    /// Returns the format that the values of `--message-format` choose; `full` is the flag of the
    /// command.
    pub(crate) fn of(values: &[OsString], full: bool) -> Format {
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
            // Editors get the format that they ask for; cargo rejects one that does not exist.
            words.join(",")
        };
        Format { asked, json, text, full }
    }

    /// Writes the compiler's messages until the build is finished, and then all bytes as they are.
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

    /// Writes messages of the compiler; as text, each is written only once, since a library and its
    /// tests have the same ones.
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
                let lines = rendered.split_inclusive('\n');
                let shown = |line| {
                    if self.full { Cow::Borrowed(line) } else { cut(line) }
                };
                write!(io::stderr(), "{}", lines.map(shown).collect::<String>())?;
            }
        }
        Ok(())
    }
}

/// Returns a short line as it is; of a long line, returns the beginning and the length of the rest.
/// The rest of an underline is not mentioned.
fn cut(line: &str) -> Cow<'_, str> {
    if line.chars().nth(LONGEST_LINE).is_none() {
        return Cow::Borrowed(line);
    }
    let begin: String = line.chars().take(LEFT_OF_LINE).collect();
    let rest = line.chars().count() - LEFT_OF_LINE - usize::from(line.ends_with('\n'));
    let is_underline = begin.ends_with(['+', '^', '~', '-', '_']);
    let note = match is_underline {
        true => String::new(),
        false => format!(" ... ({rest} more characters, which `cargo zellige --full` writes)"),
    };
    // A colour may have begun.
    let reset = if begin.contains('\x1b') { "\x1b[0m" } else { "" };
    Cow::Owned(format!("{begin}{reset}{note}\n"))
}

/// Returns a message of the compiler with the names rewritten in all its sentences, and in the text
/// rendered from them.
fn rewritten(diagnostic: &Value) -> Value {
    let mut diagnostic = diagnostic.clone();
    if prints_a_static_integer(&diagnostic) {
        say_how_it_prints(&mut diagnostic);
    }
    rewrite_field(&mut diagnostic, "message");
    if let Some(rendered) = diagnostic["rendered"].as_str() {
        let names = in_full(rendered);
        let lines = names.iter().map(|name| format!("   = {name}\n"));
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

/// rustc's note on a type without `Display`. The `Debug` of static integers is typenum's, which
/// shows their bits.
const USE_DEBUG: &str =
    "in format strings you may be able to use `{:?}` (or {:#?} for pretty-print) instead";
/// The advice for a static integer, shape or stride without `Display`.
const USE_DISPLAY: &str = "`.usize()` of a static integer is a number that prints; `.display()` of it, of a shape or of a stride prints as in a layout, `(_8,_4)`";

/// Returns true for the error that a static integer, or a tuple with one, has no `Display`.
fn prints_a_static_integer(diagnostic: &Value) -> bool {
    let sentence = diagnostic["message"].as_str().unwrap_or_default();
    let static_integer = ["UInt<", "UTerm"].iter().any(|name| sentence.contains(name));
    static_integer && sentence.ends_with("doesn't implement `std::fmt::Display`")
}
/// Replaces rustc's advice with ours.
fn say_how_it_prints(diagnostic: &mut Value) {
    let replace = |text: &mut Value| {
        if let Some(old) = text.as_str() {
            *text = old.replace(USE_DEBUG, USE_DISPLAY).into();
        }
    };
    replace(&mut diagnostic["rendered"]);
    for child in diagnostic["children"].as_array_mut().into_iter().flatten() {
        replace(&mut child["message"]);
    }
}

/// Rewrites the names in a field that is a sentence, and adds the names that rustc has written to a
/// file.
fn rewrite_field(value: &mut Value, field: &str) {
    if let Some(text) = value[field].as_str() {
        let names = in_full(text).into_iter().map(|name| format!("; {name}"));
        value[field] = (names::rewrite(text) + &names.collect::<String>()).into();
    }
}

/// Returns the names of types that rustc has cut and has written to files that its message names,
/// each followed by the sentences of the compositions that were refused in it.
fn in_full(text: &str) -> Vec<String> {
    let behind = text.split("has been written to '").skip(1);
    let files = behind.filter_map(|rest| rest.split('\'').next());
    // The file is cargo's; other files are not read.
    let files = files.filter(|file| file.contains("long-type") && file.ends_with(".txt"));
    let names = files.filter_map(|file| fs::read_to_string(file).ok());
    let lines = |name: &str| -> Vec<String> {
        let refused = reasons::sentences(name).into_iter().map(|text| format!("refused: {text}"));
        std::iter::once(format!("in full: {}", names::rewrite(name))).chain(refused).collect()
    };
    names.flat_map(|names| names.lines().flat_map(lines).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::{USE_DEBUG, USE_DISPLAY, cut, rewritten};
    use serde_json::json;

    #[test]
    fn static_integers_print_otherwise() {
        let told = |of: &str| {
            let message = format!("`{of}` doesn't implement `std::fmt::Display`");
            let rendered = format!("error[E0277]: {message}\n  = note: {USE_DEBUG}\n\n");
            let note =
                json!({ "message": USE_DEBUG, "level": "note", "spans": [], "children": [] });
            rewritten(
                &json!({ "message": message, "rendered": rendered, "spans": [], "children": [note] }),
            )
        };
        for of in ["UInt<UInt<UTerm, B1>, B0>", "(u32, (UTerm,))"] {
            let told = told(of);
            assert_eq!(told["children"][0]["message"], USE_DISPLAY);
            let rendered = told["rendered"].as_str().unwrap();
            assert!(rendered.contains(USE_DISPLAY) && !rendered.contains("{:?}"), "{rendered}");
        }
        assert_eq!(told("Option<u32>")["children"][0]["message"], USE_DEBUG);
    }

    #[test]
    fn long_lines_are_cut() {
        let line = format!("12 | where {}\n", "x".repeat(2000));
        let shown = cut(&line);
        assert!(shown.starts_with("12 | where xxx"));
        assert!(
            shown.ends_with("x ... (1711 more characters, which `cargo zellige --full` writes)\n"),
            "{shown}"
        );
        let underline = format!("   | {}\n", "+".repeat(2000));
        assert_eq!(cut(&underline), format!("   | {}\n", "+".repeat(295)));
        let coloured = format!("\x1b[1m{}", "y".repeat(1500));
        assert!(cut(&coloured).contains("y\x1b[0m ... (1204 more characters"));
        let short = "z".repeat(1000);
        assert_eq!(cut(&short), short);
    }
}
