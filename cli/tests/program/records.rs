//! `eval` on the recorded results of CuTe, and on lines that are no records.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{with_input, zellige};
use serde_json::Value;

/// The files of records; those of instructions, and of what is made of them, are not of operations.
fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/data");
    let folders = [data.clone(), data.join("exact")];
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("they are there"));
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .filter(|path| {
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
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
            assert!(
                answered.get("out").is_some() != answered.get("reject").is_some(),
                "{line}"
            );
            assert_eq!(
                (&answered["op"], &answered["args"]),
                (&asked["op"], &asked["args"])
            );
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
