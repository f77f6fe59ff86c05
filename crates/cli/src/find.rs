//! Tables of offsets: the layout of a table, and the table that a swizzle maps it to.

use std::fs;
use std::io::{self, Read};

use serde_json::json;
use zellige_dynamic::{DynLayout, Swizzle};

use crate::answer::Answer;
use crate::call::{evaluate, read};
use crate::stop::{Mistake, Stop};

/// Returns the layout of a table of offsets.
pub(crate) fn find(offsets: &[String]) -> Result<Answer, Stop> {
    let mut table = Vec::new();
    for text in offsets {
        for token in text.split([',', ' ']).filter(|token| !token.is_empty()) {
            let at = token.as_ptr() as usize - text.as_ptr() as usize;
            let mistake = || {
                let (title, label) = wrong_number(token);
                Mistake::new("offsets", title, text, at..at + token.len(), label)
            };
            table.push(token.parse().map_err(|_| mistake())?);
        }
    }
    of_table(&table)
}

/// Returns the layout of the table of offsets in a file.
pub(crate) fn in_file(file: &str) -> Result<Answer, Stop> {
    let bytes = bytes(file)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Mistake::plain(format!("{} is not UTF-8: byte {at} does not begin a character", name(file)))
    })?;
    let tokens = text.split(|c: char| c.is_whitespace() || c == ',');
    let tokens = tokens.filter(|token| !token.is_empty());
    let table: Result<Vec<i64>, Mistake> =
        tokens.map(|token| token.parse().map_err(|_| wrong_token(file, &text, token))).collect();
    of_table(&table?)
}

fn of_table(table: &[i64]) -> Result<Answer, Stop> {
    let layout = DynLayout::find(table).map_err(|refusal| {
        let code = format!("{:?}", refusal.code);
        Stop::Refused(json!({
            "op": "find_layout", "args": [], "reject": true, "code": code, "why": refusal.message()
        }))
    })?;
    // As a record in the format of `eval`, where the layout itself is its mode of no number.
    let mut record = evaluate("get", &[layout.to_string().into(), json!([])])?;
    // The operation of the records of CuTe, which has no swizzles, if that is enough.
    record["op"] = if layout.has_strides() { "find_layout" } else { "find" }.into();
    record["args"] = json!([]);
    Ok(Answer::new(record, format!("{layout}\n")))
}

/// Returns the offsets to which a swizzle maps these offsets.
pub(crate) fn apply(swizzle: &str, offsets: &[String]) -> Result<Answer, Stop> {
    let function: Swizzle = read("swizzle", swizzle)?;
    let mut images: Vec<u64> = Vec::new();
    for text in offsets {
        let offset = text.parse().map_err(|_| {
            let label = "expected a number that is not negative and fits in 64 bits";
            Mistake::new("offset", "this is not an offset", text, 0..text.len(), label)
        })?;
        images.push(function.apply(offset));
    }
    let record = json!({"op": "swizzle_apply", "args": [swizzle, offsets], "out": images});
    let images: Vec<String> = images.iter().map(u64::to_string).collect();
    Ok(Answer::new(record, images.join(" ") + "\n"))
}

/// The maximum number of bytes of a table.
const MOST_BYTES: u64 = 1 << 28;

/// Returns the content of a file, or of standard input.
fn bytes(file: &str) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    let read = open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| unread(file, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let title = format!("{} has more than {MOST_BYTES} bytes", name(file));
        return Err(Mistake::plain(title).into());
    }
    Ok(bytes)
}

/// Opens a file, or standard input.
pub(crate) fn open(file: &str) -> Result<Box<dyn Read>, Stop> {
    Ok(match file {
        "-" => Box::new(io::stdin()),
        _ => Box::new(fs::File::open(file).map_err(|error| unread(file, &error))?),
    })
}

/// Returns the mistake for a file that cannot be read.
pub(crate) fn unread(file: &str, error: &io::Error) -> Mistake {
    Mistake::plain(format!("{} cannot be read: {error}", name(file)))
}

/// Returns the name of a file in a sentence.
pub(crate) fn name(file: &str) -> String {
    match file {
        "-" => "standard input".to_owned(),
        _ => format!("the file `{file}`"),
    }
}

/// Returns the mistake for text in a file that is not an offset.
fn wrong_token(file: &str, text: &str, token: &str) -> Mistake {
    let at = token.as_ptr() as usize - text.as_ptr() as usize;
    let line = text[..at].matches('\n').count() + 1;
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let whole = text[start..].lines().next().unwrap_or_default();
    // A file with one long line is not shown as a whole.
    let (shown, at) = match whole.len() {
        0..=200 => (whole, at - start),
        _ => (token, 0),
    };
    let file = if file == "-" { "standard input" } else { file };
    let (title, label) = wrong_number(token);
    Mistake::in_line(file, line, title, shown, at..at + token.len(), label)
}

/// Returns what is wrong with a text that is not a number of 64 bits.
fn wrong_number(token: &str) -> (&'static str, &'static str) {
    let digits = token.strip_prefix('-').unwrap_or(token);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return ("a number is too large", "an offset has 63 bits and a sign");
    }
    ("this is not a number", "expected an offset")
}
