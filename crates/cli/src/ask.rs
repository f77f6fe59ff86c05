//! Questions: words in, an answer out.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, FromArgMatches};
use serde_json::json;

use crate::answer::Answer;
use crate::arguments::{Arguments, Command, SwizzleCommand};
use crate::call::{Argument, Call, Kind};
use crate::examples::command;
use crate::stop::{Mistake, Stop};
use crate::{draw, explain, find, memory, show};

/// Returns the program's answer to these words, which follow `zellige` on a command line.
///
/// ```
/// use zellige_cli::ask;
/// let answer = ask(&["find", "0", "2", "4", "7", "9", "11"]).unwrap();
/// assert_eq!(answer.text, "(3,2):(2,7)\n");
/// let answer = ask(&["--json", "draw", "layout", "(4,8):(8,1)"]).unwrap();
/// assert!(answer.picture.unwrap().svg().contains("index 5: offset 9</title>"));
/// assert!(ask(&["compose", "--help"]).unwrap().text.contains("$ zellige compose '20:2' '(5,4):(4,1)'"));
///
/// let stop = ask(&["compose", "(6,4):(4,1)", "4:4"]).unwrap_err();
/// assert_eq!(stop.code(), Some("StrideNotDivisible"));
/// let stop = ask(&["compos", "20:2", "(5,4):(4,1)"]).unwrap_err();
/// assert_eq!(stop.sentence(), "unrecognized subcommand 'compos'");
/// assert_eq!(stop.place().unwrap().label, "a similar one is `compose`");
/// ```
///
/// Fails with the refusal of an operation, or with a mistake in the words. A command that reads
/// files is a mistake, too.
pub fn ask(words: &[&str]) -> Result<Answer, Stop> {
    let line = std::iter::once("zellige").chain(words.iter().copied());
    let parsed = command().try_get_matches_from(line);
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) => return unread(words, &error),
    };
    let answered = match Arguments::from_arg_matches(&matches) {
        Ok(Arguments { command, .. }) => answer(command),
        Err(error) => return unread(words, &error),
    };
    answered.map_err(|stop| match stop {
        Stop::Mistake(mut mistake) => {
            mistake.locate(|argument, text| word(words, &matches, argument, text));
            Stop::Mistake(mistake)
        }
        stop => stop,
    })
}

/// Returns the answer to a command.
pub(crate) fn answer(command: Command) -> Result<Answer, Stop> {
    let pair = |op, a, b| {
        let (name, kind) = match op {
            "blocked_product" | "raked_product" => ("b", Kind::Layout),
            _ => ("tiler", Kind::Tiler),
        };
        Call::new(op, [Argument::of("a", Kind::Layout, a), Argument::of(name, kind, b)].concat())
    };
    let order = |shape: String, word: &str| {
        let shape = Argument::of("shape", Kind::Shape, shape);
        let word = Argument::of("order", Kind::Word, word.to_owned());
        Call::new("make_layout_order", [shape, word].concat())
    };
    let call = match command {
        Command::Show { layout, form } => return show::show(&layout, form),
        Command::Explain { operation } => return explain::explain(operation),
        Command::Draw { drawing } => return draw::draw(drawing),
        Command::Find { offsets, file: None } => return find::find(&offsets),
        Command::Find { .. } | Command::Eval { .. } | Command::Completions { .. } => {
            return Err(Mistake::plain("this reads or writes files, on a command line").into());
        }
        Command::Banks { access, bytes } => return memory::banks(&access, &bytes),
        Command::Sectors { access, bytes } => return memory::sectors(&access, &bytes),
        Command::Layouts(operation) => operation.call(),
        Command::Shape { operation } => operation.call(),
        Command::ColMajor { shape } => order(shape, "LayoutLeft"),
        Command::RowMajor { shape } => order(shape, "LayoutRight"),
        Command::Divide { a, tiler, form } => pair(form.operation(), a, tiler),
        Command::Product { a, tiler, form } => pair(form.operation(), a, tiler),
        Command::Swizzle { operation } => match operation {
            SwizzleCommand::Apply { swizzle, offset } => return find::apply(&swizzle, &offset),
            SwizzleCommand::Search { tile, element, read, write } => {
                return memory::best(&tile, element, &read, &write);
            }
            SwizzleCommand::Make { from, to } => {
                let from = Argument::of("from", Kind::Number, from);
                let to = Argument::of("to", Kind::Number, to);
                Call::new("make_swizzle", [from, to].concat())
            }
        },
    };
    Ok(Answer::of_record(call.evaluate()?))
}

/// Returns the index of the word that is the argument of this name, or that has this text.
fn word(words: &[&str], matches: &ArgMatches, argument: &str, text: &str) -> Option<usize> {
    // The indices of arguments count from the name of the innermost subcommand.
    let (mut matches, mut begin) = (matches, 0);
    while let Some((name, of_subcommand)) = matches.subcommand() {
        begin += 1 + words.get(begin..)?.iter().position(|word| *word == name)?;
        matches = of_subcommand;
    }
    let indices = matches.try_contains_id(argument).ok()?;
    let indices = indices.then(|| matches.indices_of(argument)).flatten();
    let mut named = indices.into_iter().flatten().map(|index| begin + index - 1);
    // An access continues after its layout.
    let is_text = |index: &usize| words.get(*index).is_some_and(|word| word.starts_with(text));
    named.find(is_text).or_else(|| (begin..words.len()).find(is_text))
}

/// Returns the requested help, or the mistake for words that are not a command.
fn unread(words: &[&str], error: &clap::Error) -> Result<Answer, Stop> {
    let rendered = error.to_string();
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return Ok(Answer::new(json!({"op": "help", "out": rendered}), rendered.clone()));
        }
        _ => {}
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let mut paragraphs = rendered.split("\n\n").map(|text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    });
    let title = paragraphs.next().unwrap_or_default();
    let more: Vec<String> = paragraphs.collect();
    let behind = |start: &str| more.iter().find_map(|text| text.strip_prefix(start));
    let label = match error.get(ContextKind::SuggestedSubcommand) {
        // The last one is the most similar.
        Some(ContextValue::Strings(similar)) if !similar.is_empty() => {
            format!("a similar one is `{}`", similar[similar.len() - 1])
        }
        _ => {
            let label = behind("tip: ").or_else(|| behind("Usage: "));
            label.unwrap_or_default().to_owned()
        }
    };
    let wrong =
        [ContextKind::InvalidSubcommand, ContextKind::InvalidValue, ContextKind::InvalidArg];
    let wrong = wrong.into_iter().filter_map(context);
    let word = wrong
        // Of equal words the last one is superfluous.
        .filter_map(|wrong| words.iter().rposition(|word| *word == wrong))
        .next();
    Err(Mistake::of_words(title.trim_start_matches("error: "), words, word, &label).into())
}

#[cfg(test)]
mod tests {
    use super::ask;

    /// Returns the index of the word with a mistake, and the wrong part of it, in words separated
    /// by `|`.
    fn place(line: &str) -> (Option<usize>, &str) {
        let words: Vec<&str> = line.split('|').collect();
        let stop = ask(&words).unwrap_err();
        let place = stop.place().expect("a place");
        let word = place.word.map_or("", |word| words[word]);
        (place.word, &word[place.span.clone()])
    }

    #[test]
    fn the_place_of_a_mistake_is_in_its_word() {
        assert_eq!(place("coalesce|8:1|8:1"), (Some(2), "8:1"));
        assert_eq!(place("--json|divide|--flat|8:1|(8:x)"), (Some(4), "x"));
        assert_eq!(place("explain|product|8:1|--raked|2,"), (Some(4), ","));
        assert_eq!(place("swizzle|apply|Sw<1,1,1>|1|x"), (Some(4), "x"));
        let search = "swizzle|search|8:1|--read|8:1|--read|(1,y):1 by 4";
        assert_eq!(place(search), (Some(6), "y"));
        assert_eq!(place("banks|(32,1):(1,z)|--element|2"), (Some(1), "z"));
    }

    #[test]
    fn words_that_are_no_command_have_a_place() {
        assert_eq!(place("compos|8:1|4"), (Some(0), "compos"));
        assert_eq!(place("compose|8:1"), (None, ""));
        assert_eq!(place("compose|8:1|8:1|8:1"), (Some(3), "8:1"));
        assert_eq!(place("banks|8:1|--element|many"), (Some(3), "many"));
    }

    #[test]
    fn files_are_left_alone() {
        for words in [&["find", "--file", "-"][..], &["eval"], &["completions", "bash"]] {
            let stop = ask(words).unwrap_err();
            assert_eq!(stop.sentence(), "this reads or writes files, on a command line");
        }
    }
}
