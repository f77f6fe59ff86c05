//! Every error, word for word, with its exit code.

use crate::run::{Run, with_input, zellige};

/// Checks the outcome of a run: only this text, on the standard error unless it is JSON, and the
/// exit code that belongs to it.
#[track_caller]
fn told(run: &Run, expected: &str) {
    let lines = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let (out, err) = if expected.starts_with("error") { ("", expected) } else { (expected, "") };
    assert_eq!((&*lines(&run.out), &*lines(&run.err)), (out, err));
    let begins = |starts: &[&str]| starts.iter().any(|start| expected.contains(start));
    let code = match expected {
        _ if begins(&["error[", "\"reject\":true"]) => 1,
        _ if begins(&["error: ", "\"error\":"]) => 2,
        _ => 0,
    };
    assert_eq!(run.code, Some(code), "{expected}");
}

/// Returns the words of a command, some of them in quotes.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

#[test]
fn each_session_ends_as_it_stands_there() {
    let sessions = include_str!("errors.txt").trim_start_matches("$ zellige ");
    let sessions: Vec<&str> = sessions.split("\n$ zellige ").collect();
    assert!(sessions.len() > 30, "{} sessions", sessions.len());
    for session in sessions {
        let (command, expected) = session.split_once('\n').expect("it tells something");
        told(&zellige(&words(command)), expected.trim_end());
    }
}

#[test]
fn too_many_levels() {
    let deep = format!("{}1{}", "(".repeat(65), ")".repeat(65));
    let run = zellige(&["shape", "size", &deep]);
    assert!(run.err.starts_with("error: too many levels of nesting\n"), "{}", run.err);
    assert_eq!(run.code, Some(2));
}

#[test]
fn tables() {
    told(
        &with_input(&["find", "--file", "-"], "0, 2\n4, 6,eight\n"),
        "error: this is not a number\n --> standard input:2:6\n  |\n\
         2 | 4, 6,eight\n  |      ^^^^^ expected an offset",
    );
    let run = zellige(&["find", "--file", "no/such/file"]);
    assert!(run.err.starts_with("error: the file `no/such/file` cannot be read: "), "{}", run.err);
    assert_eq!(run.code, Some(2));
    let run = with_input(&["find", "--file", "-"], &"7 ".repeat(100_000).replacen('7', "x", 1));
    assert_eq!(run.code, Some(2));
    assert!(run.err.len() < 500, "{}", run.err);
    told(
        &with_input(&["find", "--file", "-"], ""),
        "error[OtherNumbers]: an empty table has no layout: entry 0, which is 0, is missing",
    );
}

#[test]
fn usage() {
    for arguments in [
        &["compos"][..],
        &["compose", "8:1"],
        &["divide", "--flat", "--zipped", "8:1", "2"],
        &[],
        &["find"],
    ] {
        let run = zellige(arguments);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("Usage: "), "{}", run.err);
    }
    assert!(zellige(&["compos"]).err.contains("'compose'"));
}

#[test]
fn colours_are_for_terminals() {
    let colours = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_zellige"));
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        let output = command.args(["show", "(8,4"]).output().expect("the program runs");
        output.stderr.contains(&0x1b)
    };
    assert!(!colours(&[]));
    assert!(colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn accesses_and_tiles() {
    let run = zellige(&["sectors", "(4,4,4):(16,4,1)"]);
    assert!(run.err.contains("(4,4,4):(16,4,1) is not an access to memory"), "{}", run.err);
    assert_eq!(run.code, Some(1));
    let search =
        "--json swizzle search '(32,32):(32,1)' --read '(32,1):(1,0)' --write '(32,1):(32,0)'";
    let run = zellige(&words(search));
    assert!(
        run.out.contains(
            "{\"bytes\":4220,\"change\":\"mode 0 padded by 1\",\"layout\":\"(32,32):(33,1)\"}"
        ),
        "{}",
        run.out
    );
    assert!(run.out.contains("\"layout\":\"Sw<5,0,5> o 0 o (32,32):(32,1)\""), "{}", run.out);
}

#[test]
fn a_refusal_is_explained() {
    let run = zellige(&["explain", "compose", "(4,6):(1,8)", "4:3"]);
    assert!(run.out.starts_with("compose(A, B) with A = (4,6):(1,8) and B = 4:3\n"), "{}", run.out);
    assert!(
        run.err
            .starts_with("error[StrideNotDivisible]: composition(A, B): mode 0 of B (4:3) walks A"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(1));
    let run = zellige(&["--json", "explain", "compose", "(4,6):(1,8)", "4:3"]);
    assert!(
        run.out.contains("\"kind\":\"Refusal\"") && run.out.contains("\"reject\":true"),
        "{}",
        run.out
    );
    assert_eq!((run.code, &*run.err), (Some(1), ""));
    let run = zellige(&["--json", "explain", "right-inverse", "(4,8):(8,1)"]);
    assert!(run.out.contains("\"out\":\"(8,4):(4,1)\"") && run.code == Some(0), "{}", run.out);
}
