//! `eval` on the recorded results of CuTe, and on lines that are not records.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{subcommands, with_input, zellige};
use serde_json::Value;

/// Returns the files of records, except those of instructions and of layouts derived from them,
/// which are not operations.
fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/data");
    let folders = [data.clone(), data.join("exact")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("they are there"));
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .filter(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            !matches!(&*name, "atoms" | "tiled_mma" | "tiled_copy")
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_record_is_evaluated() {
    let files = files();
    assert!(files.len() > 80, "{} files", files.len());
    let mut records = 0;
    for file in files {
        let run = zellige(&["eval", &file.to_string_lossy()]);
        assert_eq!((run.code, &*run.err), (Some(0), ""), "{}", file.display());
        let asked = fs::read_to_string(&file).expect("it can be read");
        assert_eq!(run.out.lines().count(), asked.lines().count());
        for (asked, line) in asked.lines().zip(run.out.lines()) {
            let asked: Value = serde_json::from_str(asked).expect("a record");
            let answered: Value = serde_json::from_str(line).expect("a line is JSON");
            assert!(answered.get("error").is_none(), "{line}");
            assert!(answered.get("out").is_some() != answered.get("reject").is_some(), "{line}");
            assert_eq!((&answered["op"], &answered["args"]), (&asked["op"], &asked["args"]));
            records += 1;
        }
    }
    assert!(records > 11_000, "{records} records");
}

#[test]
fn what_is_no_record_is_an_error_of_its_line() {
    let lines =
        "{\"op\":\"size\",\"args\":[\"(8,4)\"]}\n\n{\"op\":\n[]\n{\"op\":\"sighs\",\"args\":[]}\n";
    let run = with_input(&["eval"], lines);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err, "error: 3 of 4 lines could not be evaluated\n");
    assert_eq!(
        run.out,
        "{\"args\":[\"(8,4)\"],\"op\":\"size\",\"out\":32}\n\
         {\"column\":6,\"error\":\"this is not JSON: EOF while parsing a value at line 1 column 6\",\"line\":3}\n\
         {\"error\":\"a record has the operation `op` and the arguments `args`\"}\n\
         {\"args\":[],\"error\":\"there is no operation `sighs`\",\"op\":\"sighs\"}\n"
    );
}

#[test]
fn a_refused_record_is_a_result() {
    let line = r#"{"op":"composition","args":["(6,4):(4,1)","4:4"],"out":"stale"}"#;
    let run = with_input(&["eval", "-"], line);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("\"code\":\"StrideNotDivisible\"") && !run.out.contains("stale"));
}

#[test]
fn a_line_is_answered_when_it_is_read() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zellige"))
        .arg("eval")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut to = child.stdin.take().expect("it has a standard input");
    let mut from = BufReader::new(child.stdout.take().expect("it has a standard output"));
    for n in 1..=3 {
        // The beginning of the next line is already there, but its end is not.
        let start = if n == 1 { "{\"op\":" } else { "" };
        let line = format!("{start}\"size\",\"args\":[\"({n},4)\"]}}\n{{\"op\":");
        to.write_all(line.as_bytes()).expect("it reads");
        let mut answer = String::new();
        from.read_line(&mut answer).expect("it answers");
        assert!(answer.contains(&format!("\"out\":{}", 4 * n)), "{answer}");
    }
    drop(to);
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}

#[test]
fn a_line_has_a_bound() {
    let most = 1 << 24;
    let long = format!("\"{}\"", "x".repeat(most - 2));
    let size = "{\"op\":\"size\",\"args\":[8]}";
    let run = with_input(&["eval"], &format!("{size}\n{long}\n{long} \n{size}"));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], lines[3]);
    assert!(lines[1].contains("a record has the operation"), "{}", lines[1]);
    assert_eq!(lines[2], "{\"error\":\"this line has more than 16777216 bytes\",\"line\":3}");
    assert_eq!(run.err, "error: 2 of 4 lines could not be evaluated\n");
}

#[test]
fn an_endless_line_is_not_kept() {
    // A hundred megabytes of addresses for half a gigabyte of input.
    let line = "ulimit -v 200000; head -c 500000000 /dev/zero | zellige eval";
    let run = crate::run::shell(line);
    assert_eq!(run.out, "{\"error\":\"this line has more than 16777216 bytes\",\"line\":1}\n");
    assert_eq!(run.code, Some(2));
}

#[test]
fn the_subcommands_are_operations_by_their_names() {
    for path in subcommands() {
        let name = match &path[..] {
            [name] => name,
            [of, name] if of == "shape" => name,
            _ => continue,
        };
        let not_operations = "show explain draw shape swizzle banks sectors eval completions";
        if not_operations.split(' ').any(|other| other == name) {
            continue;
        }
        let run = with_input(&["eval"], &format!("{{\"op\":\"{name}\",\"args\":[]}}"));
        assert!(!run.out.contains("there is no operation"), "{}", run.out);
    }
    let help = zellige(&["eval", "--help"]).out;
    for (other, name) in zellige_dynamic::eval::OTHER_NAMES {
        assert!(help.contains(&format!("  {other} is {name}\n")), "{help}");
        assert!(zellige_dynamic::eval::OPERATIONS.contains(name));
    }
    for name in zellige_dynamic::eval::OPERATIONS {
        assert!(help.contains(&format!(" {name}")), "{name} in {help}");
    }
}
