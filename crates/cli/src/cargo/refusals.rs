//! Refusals in methods, which the compiler reports in several messages: merged into one, at the
//! call.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Value, json};

/// A merger of related messages in a stream of cargo's messages, whose names are already rewritten.
///
/// Several compilers may write at once, and two of them may compile one target: a program and its
/// tests. What the second one repeats is left out.
#[derive(Default)]
pub(crate) struct Refusals {
    /// Errors in constants, which notes may follow: at most one of each target.
    held: Vec<Value>,
    /// These errors and their notes.
    seen: HashSet<String>,
}

impl Refusals {
    /// Takes a message, and returns those that are complete.
    pub(crate) fn next(&mut self, message: Value) -> Vec<Value> {
        let of_it = |held: &Value| {
            let keys = ["package_id", "target"];
            keys.iter().all(|key| held[key] == message[key])
        };
        let held = self.held.iter().position(of_it);
        let text = sentence(&message["message"]);
        let is_call = text.starts_with("the above error was encountered while instantiating");
        let is_note = is_call || text == "erroneous constant encountered";
        let is_refusal = message["message"]["code"]["code"] == "E0080";
        let is_new = !(is_note || is_refusal) || self.seen.insert(message.to_string());
        match held {
            Some(held) if is_call => {
                append(&mut self.held[held]["message"], message["message"].clone());
                vec![complete(self.held.remove(held))]
            }
            Some(held) if is_note => {
                // The note repeats where the error is, or names constants between the error and
                // the call.
                let error = &mut self.held[held]["message"];
                if is_new && !surrounds(&message["message"], error) {
                    append(error, message["message"].clone());
                }
                Vec::new()
            }
            _ if !is_new => Vec::new(),
            held => {
                let is_error = message["message"]["level"] == "error";
                let held = held.filter(|_| is_error).map(|held| complete(self.held.remove(held)));
                let mut ready: Vec<Value> = held.into_iter().collect();
                if is_refusal { &mut self.held } else { &mut ready }.push(message);
                ready
            }
        }
    }

    /// Returns the messages that are held back.
    pub(crate) fn finish(&mut self) -> Vec<Value> {
        self.held.drain(..).map(complete).collect()
    }
}

/// Returns an error with all its notes.
fn complete(mut message: Value) -> Value {
    place_at_the_call(&mut message["message"]);
    message
}

/// Returns true if a note is at the location of an error, or around it.
fn surrounds(note: &Value, error: &Value) -> bool {
    let (note, error) = (&note["spans"][0], &error["spans"][0]);
    let at = |span: &Value, end: &str| span[end].as_u64();
    note["file_name"] == error["file_name"]
        && at(note, "byte_start") <= at(error, "byte_start")
        && at(note, "byte_end") >= at(error, "byte_end")
}

fn sentence(diagnostic: &Value) -> &str {
    diagnostic["message"].as_str().unwrap_or_default()
}

/// Appends a message to another one.
fn append(diagnostic: &mut Value, mut note: Value) {
    let text = [&*diagnostic, &note].map(|part| part["rendered"].as_str().unwrap_or_default());
    diagnostic["rendered"] = text.concat().into();
    note["rendered"] = Value::Null;
    if let Some(children) = diagnostic["children"].as_array_mut() {
        // Notes of a note are only lines of text.
        let lines = note["children"].take();
        note["children"] = json!([]);
        children.push(note);
        children.extend(lines.as_array().into_iter().flatten().cloned());
    }
}

/// Moves an error to the call that one of its notes names, if it is outside the workspace.
///
/// An editor shows an error at its spans. The spans of a refused method are in the method, and
/// become a note.
fn place_at_the_call(diagnostic: &mut Value) {
    let in_workspace = |spans: &Value| {
        let spans = spans.as_array().into_iter().flatten();
        // Cargo names files of the workspace relative to its root.
        let mut files = spans.filter_map(|span| span["file_name"].as_str());
        files.any(|file| Path::new(file).is_relative())
    };
    if in_workspace(&diagnostic["spans"]) {
        return;
    }
    let children = diagnostic["children"].as_array();
    let mut notes = children.into_iter().flatten();
    let call = notes.position(|note| {
        sentence(note).contains("while instantiating") && in_workspace(&note["spans"])
    });
    if let Some(call) = call {
        let call = diagnostic["children"][call]["spans"].clone();
        let method = json!({
            "message": "it is refused here", "level": "note", "code": null, "children": [],
            "spans": std::mem::replace(&mut diagnostic["spans"], call), "rendered": null,
        });
        if let Some(children) = diagnostic["children"].as_array_mut() {
            children.insert(0, method);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Refusals;
    use serde_json::{Value, json};

    fn message(target: &str, code: Value, text: &str, file: &str) -> Value {
        json!({"package_id": "p", "target": target, "message": {
            "message": text, "code": {"code": code}, "level": "error", "children": [],
            "spans": [{"file_name": file}], "rendered": format!("{text} in {file}\n"),
        }})
    }

    fn all(messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
        let mut refusals = Refusals::default();
        let mut done: Vec<Value> =
            messages.into_iter().flat_map(|message| refusals.next(message)).collect();
        done.extend(refusals.finish());
        done
    }

    const CALL: &str = "the above error was encountered while instantiating `f`";

    #[test]
    fn a_refusal_is_one_message_at_the_call() {
        let error = message("a", json!("E0080"), "refused", "/z/algebra.rs");
        let again = message("a", Value::Null, "erroneous constant encountered", "/z/algebra.rs");
        let between = message("a", Value::Null, "erroneous constant encountered", "/z/layout.rs");
        let call = message("a", Value::Null, CALL, "src/main.rs");
        let other = message("a", json!("E0277"), "other", "src/main.rs");
        let done = all([error, again, between, call, other.clone()]);
        assert_eq!(done.len(), 2);
        assert_eq!(done[1], other);
        let told = &done[0]["message"];
        assert_eq!(told["spans"], json!([{"file_name": "src/main.rs"}]));
        let notes = told["children"].as_array().expect("a list").iter();
        let notes: Vec<_> =
            notes.map(|note| (&note["message"], &note["spans"][0]["file_name"])).collect();
        assert_eq!(
            json!(notes),
            json!([
                ["it is refused here", "/z/algebra.rs"],
                ["erroneous constant encountered", "/z/layout.rs"],
                [CALL, "src/main.rs"],
            ])
        );
        let text = format!(
            "refused in /z/algebra.rs\nerroneous constant encountered in /z/layout.rs\n{CALL} in src/main.rs\n"
        );
        assert_eq!(told["rendered"], text);
    }

    #[test]
    fn what_is_no_refusal_stays() {
        let error = message("a", json!("E0080"), "refused", "src/lib.rs");
        let call = message("a", Value::Null, CALL, "src/main.rs");
        let done = all([error.clone(), call.clone()]);
        assert_eq!(done[0]["message"]["spans"], error["message"]["spans"]);
        // A note without an error, or of another crate, is a separate message.
        let other = message("b", Value::Null, CALL, "src/main.rs");
        let [note, refusal] = &all([error, other.clone(), call])[..] else { panic!() };
        assert_eq!(*note, other);
        assert_eq!(refusal["message"]["children"][0]["message"], CALL);
    }

    #[test]
    fn two_compilers_of_one_target_write_at_once() {
        let refused = |file| message("a", json!("E0080"), "refused", file);
        let between = message("a", Value::Null, "erroneous constant encountered", "/z/layout.rs");
        let call = message("a", Value::Null, CALL, "src/main.rs");
        let mut warning = message("a", json!("unused_variables"), "unused", "src/main.rs");
        warning["message"]["level"] = json!("warning");
        let (first, second) = (refused("/z/algebra.rs"), refused("/z/tiler.rs"));
        let one = [&first, &between, &call, &second, &call];
        let alone = all(one.map(Value::clone));
        assert_eq!(alone.len(), 2);
        // The other one repeats each message, at once or two messages later.
        for later in [1, 3] {
            let mut both: Vec<Value> = Vec::new();
            for at in 0..one.len() + later {
                both.extend(one.get(at).copied().cloned());
                both.extend(at.checked_sub(later).map(|at| one[at].clone()));
            }
            both.insert(2, warning.clone());
            let mut both = all(both);
            both.retain(|message| *message != warning);
            assert_eq!(both, alone, "{later} later");
        }
    }
}
