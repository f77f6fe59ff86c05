//! Input that is not text, and output that cannot be written or is not read to its end.

use crate::run::{shell, subcommands};
use std::thread;

/// Runs a line of a shell, which has to end with this exit code and these texts on its outputs.
#[track_caller]
fn tells(line: &str, code: i32, out: &str, err: &str) {
    let run = shell(line);
    assert_eq!((run.out.trim_end(), run.err.trim_end()), (out, err));
    assert_eq!(run.code, Some(code), "{line}");
}

#[test]
fn files_that_are_no_text() {
    tells(
        r"printf '0 2\377 4' | zellige find --file -",
        2,
        "",
        "error: standard input is not UTF-8: byte 3 does not begin a character",
    );
    let zero = shell(r"printf '0 2\0 4' | zellige find --file -");
    assert!(zero.err.contains("--> standard input:1:3\n"), "{}", zero.err);
    assert_eq!(zero.code, Some(2));
    tells(
        r#"printf '{"op":"size","args":["\377"]}' | zellige eval"#,
        2,
        r#"{"column":23,"error":"this is not JSON: invalid unicode code point at line 1 column 23","line":1}"#,
        "error: 1 of 1 lines could not be evaluated",
    );
    tells("zellige eval </dev/null", 0, "", "");
    let nested = shell("yes '[' | head -100000 | tr -d '\\n' | zellige eval");
    assert!(nested.out.contains("recursion limit exceeded"), "{}", nested.out);
    for command in ["eval /", "find --file /"] {
        let run = shell(&format!("zellige {command}"));
        let begins = "error: the file `/` cannot be read: ";
        assert!(run.err.starts_with(begins), "{}", run.err);
        assert_eq!(run.code, Some(2));
    }
}

#[test]
fn outputs_that_are_full_or_closed() {
    let full = "error: the result cannot be written: No space left on device (os error 28)";
    for command in ["show '(64,64):(64,1)'", "compose 8:1 4:2", "completions zsh"] {
        tells(&format!("zellige {command} >/dev/full"), 2, "", full);
        let head = shell(&format!("zellige {command} | head -1; zellige {command} | true"));
        assert_eq!((head.code, &*head.err), (Some(0), ""), "{command}");
    }
    // The exit code reports the failure if the sentence cannot be written.
    for (command, code) in [("compose '(6,4):(4,1)' 4:4", 1), ("show '(8'", 2)] {
        for place in ["2>/dev/full", "2>&-", "--json >/dev/full"] {
            tells(&format!("zellige {command} {place}"), code, "", "");
        }
    }
}

#[test]
fn hostile_layouts_are_told_of_at_once() {
    let many = |number: &str, rank| format!("({}1)", format!("{number},").repeat(rank));
    let hostile = [
        "(281474976710656,1):(1,1)".to_owned(),
        "(0,3):(3,1)".to_owned(),
        "((2,0),(0,5)):((0,-1),(7,0))".to_owned(),
        "Sw<2,0,3> o 4 o (8,0):(8,1)".to_owned(),
        "(16777216,16777216):(1,16777216)".to_owned(),
        "18446744073709551615:1".to_owned(),
        "(4294967296,4294967296):(1,1)".to_owned(),
        "8:9223372036854775807".to_owned(),
        "8:-9223372036854775808".to_owned(),
        "Sw<60,0,60> o 0 o 8:1".to_owned(),
        format!("{}:{}", many("2", 60), many("1", 60)),
        format!("{}:{}", many("1", 3000), many("1", 3000)),
    ];
    let (paths, hostile) = (subcommands(), &hostile);
    let (some, others) = paths.split_at(paths.len() / 2);
    thread::scope(|scope| {
        for paths in [some, others] {
            scope.spawn(move || {
                for path in paths {
                    are_told_of_at_once(&path.join(" "), hostile);
                }
            });
        }
    });
}

/// Gives layouts to a subcommand, which has to say something of each.
fn are_told_of_at_once(path: &str, layouts: &[String]) {
    for layout in layouts {
        for arguments in [format!("'{layout}'"), format!("'{layout}' '{layout}'")] {
            // Two gigabytes of addresses, and ten seconds.
            let line = format!("ulimit -v 2000000; timeout 10 zellige {path} {arguments}");
            let run = shell(&line);
            assert!(matches!(run.code, Some(0..=2)), "{line:.200}: {run:.300?}");
            assert!(!run.err.contains("panicked"), "{line:.200}: {}", run.err);
            let told = run.code == Some(0) || !run.err.is_empty() || !run.out.is_empty();
            assert!(told, "{line:.200}");
        }
    }
}
