//! A line in, everything that the page shows for it out.

use serde_json::{Value, json};
use zellige_cli::{Answer, Stop, ask};
use zellige_dynamic::DynLayout;
use zellige_dynamic::analysis::Image;

use crate::words::{Unclosed, split};

/// The maximum number of bytes of a line.
const LONGEST_LINE: usize = 1 << 14;
/// The maximum number of bytes of a text, of steps of an explanation, and of runs of an image that
/// are shown.
const LONGEST_TEXT: usize = 1 << 16;
const MOST_STEPS: usize = 500;
const MOST_RUNS: usize = 6;
/// The offsets of larger layouts are not checked one by one.
const MOST_ELEMENTS: usize = 1 << 16;

/// The commands that are also subcommands of `explain`.
#[rustfmt::skip]
const EXPLAINED: [&str; 7] = [
    "compose", "complement", "complement-sparse", "right-inverse", "left-inverse", "divide",
    "product",
];

/// Returns the content of the page for a line: a layout, or the words of a command of `zellige`.
///
/// The fields are `command`, the line for a shell; `text`, the answer; `facts`, pairs of a name and
/// a property of the layout that is the answer; `pictures` as SVG, and `left_out`, the sentence
/// about what is too large to be drawn; `steps` of the explanation, each with its `level` and its
/// `sentence`; and `problem`, if there is no answer: its `sentence`, the `code` of a refusal, and
/// for a mistake the `mark`, which is the line in three parts, where the second is wrong, with a
/// `label`. An empty field is absent.
///
/// ```
/// let page = zellige_web::page("(4,3):(1,6)");
/// assert_eq!(page["command"], "zellige show '(4,3):(1,6)'");
/// assert_eq!(page["facts"][10], serde_json::json!(["image", "12 offsets from 0 to 15, in 3 runs: 0 to 3, 6 to 9, 12 to 15"]));
/// assert!(page["pictures"][0].as_str().unwrap().starts_with("<svg"));
///
/// let page = zellige_web::page("compos 8:1 4");
/// assert_eq!(page["problem"]["sentence"], "unrecognized subcommand 'compos'");
/// assert_eq!(page["problem"]["mark"][1], "compos");
/// assert_eq!(page["problem"]["label"], "a similar one is `compose`");
/// ```
#[must_use]
pub fn page(line: &str) -> Value {
    if line.len() > LONGEST_LINE {
        let sentence = format!("the line has {} bytes, and may have {LONGEST_LINE}", line.len());
        return json!({"problem": {"sentence": sentence}});
    }
    let spans = match split(line) {
        Ok(spans) => spans,
        Err(Unclosed(at)) => {
            let mark = [&line[..at], &line[at..=at], &line[at + 1..]];
            let sentence = "a quote is not closed";
            return json!({"problem": {"sentence": sentence, "mark": mark, "label": "its end is missing"}});
        }
    };
    let typed: Vec<&str> = spans.iter().map(|span| &line[span.clone()]).collect();
    // A line may have been copied from a shell, and a single layout is shown.
    let skipped = typed.iter().take_while(|word| matches!(**word, "$" | "zellige")).count();
    let shown = typed.get(skipped).is_some_and(|word| is_layout(word));
    let words = [if shown { &["show"][..] } else { &[] }, &typed[skipped..]].concat();
    if words.is_empty() {
        return json!({});
    }
    let mut page = json!({"command": command(&words)});
    match ask(&words) {
        Ok(answer) => answered(&mut page, &words, answer),
        Err(stop) => {
            let place = |word: usize| {
                (word + skipped).checked_sub(shown.into()).and_then(|word| spans.get(word))
            };
            page["problem"] = problem(line, &stop, |word| place(word).map(|span| span.start));
        }
    }
    if EXPLAINED.contains(&words[0]) {
        // Operations on swizzles cannot be explained.
        let explained = ask(&[&["explain"], &words[..]].concat());
        if let Some(explained) = explained.ok().filter(|answer| answer.json["op"] == "explain") {
            add_steps(&mut page, &explained.json);
        }
    }
    page
}

/// Returns true if a word is a layout, rather than a command.
fn is_layout(word: &str) -> bool {
    word.contains(':')
        || word.starts_with(|c: char| c == '(' || c.is_ascii_digit())
        || word.starts_with("Sw<")
}

/// Returns the words in the form for a shell.
fn command(words: &[&str]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let quoted = words.iter().map(|word| match !word.is_empty() && word.chars().all(is_plain) {
        true => format!(" {word}"),
        false => format!(" '{}'", word.replace('\'', "'\\''")),
    });
    format!("zellige{}", quoted.collect::<String>())
}

/// Adds an answer: its text, its pictures and steps, and the facts about the layout that it is.
fn answered(page: &mut Value, words: &[&str], answer: Answer) {
    let first_line = answer.text.lines().next().unwrap_or_default();
    let text = match words[0] {
        "show" => first_line,
        "explain" => answer.json["out"].as_str().unwrap_or_default(),
        // The picture shows everything.
        "draw" if !words.contains(&"--latex") => "",
        _ => answer.text.trim_end(),
    };
    if !text.is_empty() {
        page["text"] = cut(text).into();
    }
    if words[0] == "explain" {
        add_steps(page, &answer.json);
    }
    let layout = text.lines().next().unwrap_or_default().parse();
    let layout: Option<DynLayout> = layout.ok().filter(|_| words[0] != "draw");
    let of_operation = drawn(words, &answer.json);
    let shown = match &layout {
        Some(layout) if words[0] != "show" => ask(&["show", &layout.to_string()]).unwrap_or(answer),
        _ => answer,
    };
    if let Some(layout) = layout {
        page["facts"] = facts(&layout, &shown.facts);
    }
    // The picture of a composition contains that of the result.
    let has_result =
        of_operation.is_some() && matches!(words, ["compose", ..] | ["explain", "compose", ..]);
    let of_result = shown.picture.filter(|_| !has_result);
    // The picture says this too, but at its end, which may be far down.
    let notes = of_result.iter().flat_map(|picture| picture.notes());
    if let Some(note) = notes.into_iter().find(|note| note.ends_with("left out.")) {
        page["left_out"] = note.as_str().into();
    }
    let pictures = [of_operation, of_result.map(|picture| picture.svg())];
    let pictures: Vec<String> = pictures.into_iter().flatten().collect();
    if !pictures.is_empty() {
        page["pictures"] = pictures.into();
    }
}

/// Returns the picture of an operation, if there is one besides that of its result.
fn drawn(words: &[&str], answer: &Value) -> Option<String> {
    let element = match words.iter().position(|word| *word == "--element") {
        Some(at) => words.get(at..at + 2)?,
        None => &[],
    };
    let question = match words {
        ["explain", operation @ ..] => return drawn(operation, answer),
        ["compose", operands @ ..] => [&["draw", "compose"], operands].concat(),
        ["divide", operands @ ..] => {
            let operands = operands.iter().filter(|word| !word.starts_with("--"));
            ["draw", "partition"].iter().chain(operands).copied().collect()
        }
        ["banks", access, ..] => [&["draw", "banks", access], element].concat(),
        ["swizzle", "search", ..] => {
            let found = answer["found"][0]["layout"].as_str()?;
            [&["draw", "banks", found], element].concat()
        }
        _ => return None,
    };
    Some(ask(&question).ok()?.picture?.svg())
}

/// Returns the known properties of a layout.
fn facts(layout: &DynLayout, shown: &[(&'static str, String)]) -> Value {
    let text = layout.to_string();
    let mut facts: Vec<(&str, String)> = Vec::new();
    if layout.has_strides() {
        if let Some((shape, stride)) = text.split_once(':') {
            facts = vec![("shape", shape.to_owned()), ("stride", stride.to_owned())];
        }
    } else {
        facts.push(("shape", layout.shape().to_string()));
    }
    facts.extend(shown.iter().cloned());
    facts.extend(image(layout).map(|image| ("image", image)));
    json!(facts)
}

/// Returns the sentence about the offsets of a layout, if they are numbers and not too many.
fn image(layout: &DynLayout) -> Option<String> {
    let image = Image::of(layout, MOST_ELEMENTS).ok()?;
    let (footprint, runs) = (image.footprint(), image.runs());
    let range = |run: &std::ops::Range<i64>| match run.end - run.start {
        1 => run.start.to_string(),
        _ => format!("{} to {}", run.start, run.end - 1),
    };
    let mut sentence = match image.len() {
        1 => format!("the offset {} alone", footprint.start),
        offsets => format!("{offsets} offsets from {}", range(&footprint)),
    };
    if runs.len() > 1 {
        let first: Vec<String> = runs.iter().take(MOST_RUNS).map(range).collect();
        let more = if runs.len() > MOST_RUNS { ", .." } else { "" };
        sentence += &format!(", in {} runs: {}{more}", runs.len(), first.join(", "));
    } else if image.len() > 1 {
        sentence += ", without gaps";
    }
    if let Some(twice) = image.twice() {
        let [first, second] = twice.indices;
        sentence +=
            &format!("; the indices {first} and {second} have one offset, {}", twice.offset);
    }
    Some(sentence)
}

/// Adds the steps of an explanation, and the reason if it ends in a refusal.
fn add_steps(page: &mut Value, explanation: &Value) {
    let steps = explanation["steps"].as_array();
    let steps = steps.map(Vec::as_slice).unwrap_or_default();
    let mut shown: Vec<Value> = steps.iter().take(MOST_STEPS).cloned().collect();
    if steps.len() > MOST_STEPS {
        let sentence = format!("the other {} steps are left out", steps.len() - MOST_STEPS);
        shown.push(json!({"level": 0, "sentence": sentence}));
    }
    page["steps"] = shown.into();
    if explanation["reject"] == true {
        page["problem"] = json!({"sentence": explanation["why"], "code": explanation["code"]});
    }
}

/// Returns the reason why there is no answer, with its position in the line; `begin` returns where
/// a word begins in the line.
fn problem(line: &str, stop: &Stop, begin: impl Fn(usize) -> Option<usize>) -> Value {
    let mut problem = json!({"sentence": cut(stop.sentence())});
    if let Some(code) = stop.code() {
        problem["code"] = code.into();
    }
    if let Some(place) = stop.place() {
        let end = line.trim_end().len();
        let span = match place.word.and_then(begin) {
            Some(begin) => begin + place.span.start..begin + place.span.end,
            None => end..end,
        };
        if let (Some(before), Some(wrong), Some(behind)) =
            (line.get(..span.start), line.get(span.clone()), line.get(span.end..))
        {
            problem["mark"] = json!([before, wrong, behind]);
            problem["label"] = place.label.clone().into();
        }
    }
    problem
}

/// Returns the beginning of a text that is too long, and says that it is cut.
fn cut(text: &str) -> String {
    if text.len() <= LONGEST_TEXT {
        return text.to_owned();
    }
    let end = (0..=LONGEST_TEXT).rev().find(|&end| text.is_char_boundary(end));
    let shown = &text[..end.unwrap_or(0)];
    format!("{shown} ..\n(the other {} bytes are left out)", text.len() - shown.len())
}
