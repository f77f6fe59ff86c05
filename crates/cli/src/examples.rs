//! The examples of the help, from `examples.txt`. A test runs each.

use std::collections::HashMap;

use clap::{Command, CommandFactory};
use zellige_dynamic::eval::{OPERATIONS, OTHER_NAMES};

use crate::arguments::Arguments;

/// The commands with their output, each under the name of its subcommand in brackets.
const EXAMPLES: &str = include_str!("examples.txt");

/// The meaning of the exit codes.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  the result is written
  1  the operation refuses, as there is no correct result
  2  wrong usage, or input that cannot be read";

/// Returns the command line, with the examples in the help of each subcommand.
pub(crate) fn command() -> Command {
    let sections = EXAMPLES.split("\n\n[").map(|section| {
        let (name, examples) =
            section.trim_start_matches('[').split_once("]\n").unwrap_or_default();
        (name, examples.trim_end())
    });
    let mut sections: HashMap<&str, String> =
        sections.map(|(name, examples)| (name, written(examples))).collect();
    sections.entry("zellige").or_default().push_str(&format!("\n\n{EXIT_CODES}"));
    sections.entry("eval").or_default().push_str(&names());
    let top = sections.remove("zellige").unwrap_or_default();
    with_examples(Arguments::command(), "", &sections).after_long_help(top)
}

/// Returns a subcommand of this name with its examples, and with those of the subcommands below it.
fn with_examples(command: Command, name: &str, sections: &HashMap<&str, String>) -> Command {
    let command = command.mut_subcommands(|below| {
        let name = format!("{name} {}", below.get_name());
        with_examples(below, name.trim_start(), sections)
    });
    match sections.get(name) {
        Some(examples) => command.after_long_help(examples),
        None => command,
    }
}

/// Returns examples as the help writes them: indented, under a title.
fn written(examples: &str) -> String {
    let lines: Vec<&str> = examples.lines().collect();
    let several = lines.iter().filter(|line| line.starts_with("$ ")).count() > 1;
    let title = if several { "Examples:" } else { "Example:" };
    let lines = lines.iter().map(|line| match line.is_empty() {
        true => "\n".to_owned(),
        false => format!("\n  {line}"),
    });
    title.to_owned() + &lines.collect::<String>()
}

/// Returns the list of the names of all operations, which `eval` takes.
fn names() -> String {
    let (mut text, mut width) = ("\n\nOperations:\n ".to_owned(), 1);
    for name in OPERATIONS {
        if width + name.len() >= 100 {
            (text, width) = (text + "\n ", 1);
        }
        (text, width) = (text + " " + name, width + 1 + name.len());
    }
    text += "\n\nOther names:";
    for (other, name) in OTHER_NAMES {
        text += &format!("\n  {other} is {name}");
    }
    text
}
