//! `cargo zellige`: the compiler's messages in CuTe's notation, with nothing lost.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Run, run};

fn cargo_zellige(arguments: &[&str], folder: &Path, input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-zellige"));
    command.args(arguments).current_dir(folder);
    run(&mut command, input)
}

/// Collects rustc's recorded messages for the mistakes in the tests of the project.
fn recorded(folder: &Path, texts: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            recorded(&path, texts);
        } else if path.extension().is_some_and(|end| end == "stderr") {
            texts.push(path);
        }
    }
}

/// Returns true for a line of source code.
fn is_source(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.starts_with(" |") && line.trim_start() != rest
}

const NAMES: &str = "Refused< Negative< UInt< UTerm Z0 Strided< Sw< ScaledBasis< ComposedLayout<";

/// Returns the words of a line that are not part of rewritten names: not bits, not numbers, and not
/// these names themselves.
fn other_words(line: &str) -> Vec<&str> {
    let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    // Paths of these names disappear with them, and a composed layout has two words `o`.
    let names = "UInt UTerm Z0 PInt NInt Negative B0 B1 Strided Sw ScaledBasis ComposedLayout \
                 zellige typenum stride o";
    let changing = |word: &str| {
        names.split(' ').any(|name| name == word) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(|word| !changing(word)).collect()
}

/// Returns a line without refused items, and their reasons: `Refused<path::Gap<..>, ..>` has the
/// reason `Gap`, and its operands are in the error's sentence.
fn without_refused(line: &str) -> (String, BTreeSet<&str>) {
    let (mut rest, mut others, mut reasons) = (line, String::new(), BTreeSet::new());
    while let Some(begin) = rest.find("Refused<") {
        let path = |c: char| c == ':' || c == '_' || c.is_alphanumeric();
        others.push_str(rest[..begin].trim_end_matches(path));
        let inside = &rest[begin + "Refused<".len()..];
        let reason = &inside[..inside.find(|c| !path(c)).expect("it ends")];
        reasons.insert(reason.rsplit("::").next().expect("a word"));
        let mut level = 1;
        let end = inside.find(|c| {
            level += i32::from(c == '<') - i32::from(c == '>');
            level == 0
        });
        rest = &inside[end.expect("it ends") + 1..];
    }
    others.push_str(rest);
    (others, reasons)
}

#[test]
fn recorded_errors_lose_their_bits_and_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for crate_folder in fs::read_dir(root.join("crates")).expect("it is there") {
        let tests = crate_folder.expect("an entry").path().join("ui-tests");
        if tests.is_dir() {
            recorded(&tests, &mut texts);
        }
    }
    recorded(&root.join("ui-tests"), &mut texts);
    assert!(texts.len() > 500, "{} texts", texts.len());
    // All texts at once, with a line between them.
    let said: Vec<String> =
        texts.iter().map(|path| fs::read_to_string(path).expect("text")).collect();
    let all = said.join("\n----\n");
    let run = cargo_zellige(&["-"], &root, &all);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    assert_eq!(run.out.lines().count(), all.lines().count());
    let mut changed = 0;
    for (before, after) in all.lines().zip(run.out.lines()) {
        if is_source(before) || !NAMES.split(' ').any(|name| before.contains(name)) {
            assert_eq!(before, after);
            continue;
        }
        assert!(
            !["UInt", "UTerm", "PInt", "NInt"].iter().any(|name| after.contains(name)),
            "{after}"
        );
        let ((before_words, before_reasons), (after_words, after_reasons)) =
            (without_refused(before), without_refused(after));
        assert_eq!(before_reasons, after_reasons, "{before}\n{after}");
        assert_eq!(other_words(&before_words), other_words(&after_words), "{before}\n{after}");
        assert!(after.len() <= before.len(), "{before}\n{after}");
        changed += u32::from(before != after);
    }
    assert!(changed > 200, "{changed} lines");
}

#[test]
fn a_recorded_error() {
    let said = "error[E0277]: `&Strided<UInt<UInt<UInt<UTerm, B1>, B0>, B0>, UInt<UTerm, B1>>` is not a tiler\n";
    let run = cargo_zellige(&["-"], Path::new("."), said);
    assert_eq!(run.out, "error[E0277]: `&4:1` is not a tiler\n");
}

/// Writes a package of one file, without dependencies.
fn package(name: &str, source: &str) -> PathBuf {
    package_with(name, "main.rs", source, "")
}

/// Writes a package of one file, with more in its manifest.
fn package_with(name: &str, file: &str, source: &str, more: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n{more}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::write(folder.join("src").join(file), source).expect("a file");
    folder
}

const TYPES: &str = "
    #![allow(dead_code)]
    struct UTerm;
    struct B0;
    struct B1;
    struct UInt<U, B>(U, B);
    struct Strided<S, D>(S, D);
    type Two = UInt<UInt<UTerm, B1>, B0>;
    type Three = UInt<UInt<UTerm, B1>, B1>;
";

#[test]
fn a_build_that_fails() {
    let main = "trait Tiler {}\nfn tile<T: Tiler>() {}\nfn main() { tile::<Strided<(Two, u32), (Three, Two)>>() }\n";
    let source = format!("{TYPES}\n{main}");
    let folder = package("fails", &source);
    for arguments in [&["check"][..], &["zellige", "build", "--quiet"]] {
        let run = cargo_zellige(arguments, &folder, "");
        assert_eq!((run.code, &*run.out), (Some(101), ""), "{}", run.err);
        let expected = "in full: (2,u32):(3,2): Tiler\n";
        assert!(run.err.contains(expected), "{}", run.err);
        assert!(!run.err.contains("UInt<"), "{}", run.err);
    }
}

#[test]
fn names_in_full() {
    let main = "fn f(x: Strided<(Two, u32), (Two, Two)>) -> Strided<(Three, u32), (Two, Two)> { x }\nfn main() {}\n";
    let folder = package("full", &format!("{TYPES}\n{main}"));
    let run = cargo_zellige(&["check"], &folder, "");
    assert!(run.err.contains("expected struct `(0b..1,_):_`"), "{}", run.err);
    let run = cargo_zellige(&["zellige", "--full", "check"], &folder, "");
    assert_eq!((run.code, &*run.out), (Some(101), ""), "{}", run.err);
    assert!(run.err.contains("expected struct `(3,u32):(2,2)`"), "{}", run.err);
    assert!(run.err.contains("found struct `(2,u32):(2,2)`"), "{}", run.err);
}

#[test]
fn a_program_that_runs() {
    let source = "fn main() {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).unwrap();
        println!(\"{{\\\"reason\\\": 1}} UTerm {line}\");
        std::process::exit(7);
    }\n#[test] fn passes() {}\n#[test] fn fails() { panic!() }\n";
    let folder = package("runs", source);
    let run = cargo_zellige(&["run", "--quiet"], &folder, "typed\n");
    assert_eq!((run.code, &*run.out), (Some(7), "{\"reason\": 1} UTerm typed\n\n"), "{}", run.err);
    let run = cargo_zellige(&["test", "--", "passes"], &folder, "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("test passes ... ok"), "{}", run.out);
    let run = cargo_zellige(&["test"], &folder, "");
    assert_eq!(run.code, Some(101), "{}", run.err);
    let run = cargo_zellige(&["no-such-command"], &folder, "");
    assert_eq!(run.code, Some(101), "{}", run.err);
}

/// Writes a library with a method that is refused, and a program that calls it in line 3.
fn refused(name: &str) -> PathBuf {
    let library = format!(
        "{TYPES}
        impl<S, D> Strided<S, D> {{
            pub fn new() -> Self {{ loop {{}} }}
            pub fn compose(&self) {{ const {{ refuse() }} }}
        }}
        #[track_caller]
        const fn refuse() {{ panic!(\"refused\") }}",
    );
    let library = library.replace("struct", "pub struct");
    let library = library.replace("type", "pub type");
    package_with(&format!("{name}-method"), "lib.rs", &library, "");
    let program = "use method::*;\nfn main() {\n    Strided::<(Two, u32), (Three, Two)>::new().compose();\n    let unused = 1;\n}\n";
    let more = format!(
        "[dependencies.method]\npath = \"../{name}-method\"\npackage = \"{name}-method\"\n\n[profile.release]\nlto = \"fat\"\n"
    );
    package_with(name, "main.rs", program, &more)
}

#[test]
fn a_check_finds_refusals_in_methods() {
    let folder = refused("refused");
    let mut cargo = Command::new(env!("CARGO"));
    let plain = run(cargo.args(["check", "--quiet"]).current_dir(&folder), "");
    assert_eq!(plain.code, Some(0), "{}", plain.err);
    for arguments in [
        &["check", "--all-targets"][..],
        &["zellige", "check", "--release", "--target-dir", "other"],
        &["--full", "c", "--manifest-path", "./Cargo.toml"],
    ] {
        let run = cargo_zellige(arguments, &folder, "");
        assert_eq!((run.code, &*run.out), (Some(101), ""), "{}", run.err);
        let count = |text: &str| run.err.matches(text).count();
        assert_eq!(count("error[E0080]: evaluation panicked: refused\n"), 1);
        assert_eq!(count("erroneous constant encountered"), 0, "{}", run.err);
        assert_eq!(count(" --> src/main.rs:3:5\n"), 1, "{}", run.err);
        assert_eq!(count("unused variable"), 1, "{}", run.err);
        assert_eq!(count("UInt<"), 0, "{}", run.err);
    }
    assert!(folder.join("other/zellige/release").is_dir());
    // The usual output of cargo is in another folder, and is still there.
    let mut cargo = Command::new(env!("CARGO"));
    let plain = run(cargo.args(["check", "-v"]).current_dir(&folder), "");
    assert!(plain.err.contains("Fresh refused v0.0.0"), "{}", plain.err);
}

#[test]
fn messages_for_editors() {
    let folder = refused("editor");
    let run = cargo_zellige(&["zellige", "check", "--message-format=json"], &folder, "");
    assert_eq!(run.code, Some(101), "{}", run.err);
    assert!(!run.err.contains("error[E0080]"), "{}", run.err);
    let lines = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<serde_json::Value> = lines.collect();
    assert_eq!(lines.last().expect("a line")["reason"], "build-finished");
    assert!(lines.iter().any(|line| line["reason"] == "compiler-artifact"));
    let messages = lines.iter().map(|line| &line["message"]);
    let errors: Vec<_> = messages.filter(|message| message["level"] == "error").collect();
    let [error] = errors[..] else { panic!("{errors:#?}") };
    assert_eq!(error["message"], "evaluation panicked: refused");
    // An editor shows the error at the call, with the method as a note.
    let span = &error["spans"][0];
    assert_eq!(
        (span["file_name"].as_str(), span["line_start"].as_u64()),
        (Some("src/main.rs"), Some(3))
    );
    assert_eq!(span["is_primary"], true);
    let method = &error["children"][0]["spans"][0];
    assert!(method["file_name"].as_str().is_some_and(|file| file.ends_with("lib.rs")), "{error:#}");
    let label = "evaluation of `<(2,u32):(3,2)>::compose::{constant#0}` failed here";
    assert_eq!(method["label"], label);
    assert!(!error.to_string().contains("UInt<"), "{error:#}");

    let run = cargo_zellige(&["check", "--message-format", "json-render-diagnostics"], &folder, "");
    assert!(run.err.contains("error[E0080]: evaluation panicked: refused\n"), "{}", run.err);
    assert!(
        !run.out.contains("compiler-message") && run.out.contains("build-finished"),
        "{}",
        run.out
    );
    let run = cargo_zellige(&["check", "--message-format=short"], &folder, "");
    assert!(run.err.contains("src/main.rs:3:5: note: the above error"), "{}", run.err);
    let run = cargo_zellige(&["check", "--message-format=long"], &folder, "");
    assert!(run.err.contains("invalid value 'long'") && run.code == Some(1), "{run:?}");
}

#[test]
fn a_check_that_passes() {
    let folder = package("passes", "fn main() {}\n#[test] fn passes() {}\n");
    for _ in 0..2 {
        let run = cargo_zellige(&["check", "--all-targets", "--quiet"], &folder, "");
        assert_eq!((run.code, &*run.out, &*run.err), (Some(0), "", ""));
    }
    let run = cargo_zellige(&["check"], Path::new("/"), "");
    assert!(run.err.starts_with("error: could not find `Cargo.toml` in `/`"), "{}", run.err);
    assert_eq!(run.code, Some(101));
}
