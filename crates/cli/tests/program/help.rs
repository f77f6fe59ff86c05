//! Checks that the help is true: each subcommand has an example, and each example prints the output
//! that is shown.

use crate::run::{is_printed, shell, subcommands, zellige};

/// Returns the commands in a help text, with their output.
fn examples(help: &str) -> Vec<(String, String)> {
    let Some(at) = help.find("\nExample") else {
        return Vec::new();
    };
    let lines = help[at + 1..].lines().skip(1);
    // Exit codes come after the examples, at the margin.
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("  "));
    let mut found: Vec<(String, String)> = Vec::new();
    for line in lines {
        let line = line.strip_prefix("  ").unwrap_or(line);
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("{line} is printed by no command"),
        }
    }
    found
}

#[test]
fn every_example_prints_what_stands_there() {
    let all = subcommands();
    assert!(all.len() > 75, "{} subcommands", all.len());
    let mut commands = 0;
    for path in std::iter::once(Vec::new()).chain(all) {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = zellige(&arguments);
        assert_eq!(help.code, Some(0));
        let examples = examples(&help.out);
        let has_subcommands = help.out.contains("\nCommands:\n");
        assert!(has_subcommands || !examples.is_empty(), "{path:?} has an example");
        for (command, output) in examples {
            let begins = ["zellige", &path.join(" ")].join(" ");
            assert!(command.contains(begins.trim_end()), "{command} is of {path:?}");
            let run = shell(&command);
            is_printed(&command, &output, &run.out, "src/examples.txt");
            assert_eq!(run.err, "", "{command}");
            assert_eq!(run.code, Some(0), "{command}");
            commands += 1;
        }
    }
    assert!(commands > 75, "{commands} examples");
}

#[test]
fn the_help_says_what_exit_codes_mean() {
    for flag in ["-h", "--help"] {
        let help = zellige(&[flag]).out;
        assert!(
            help.contains("Exit codes:\n  0  the result is written\n  1  the operation refuses")
        );
    }
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish"] {
        let run = zellige(&["completions", shell]);
        assert_eq!((run.code, &*run.err), (Some(0), ""));
        assert!(run.out.contains("right-inverse"), "{shell}");
        assert!(run.out.contains("ceil-div"), "{shell}");
    }
}
