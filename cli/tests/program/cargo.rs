//! `cargo zellige`: what the compiler says, in CuTe's notation, with nothing lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Run, run};

fn cargo_zellige(arguments: &[&str], folder: &Path, input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-zellige"));
    command.args(arguments).current_dir(folder);
    run(&mut command, input)
}

/// What rustc says of every mistake in the tests of the project.
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

/// True for a line of source code.
fn is_source(line: &str) -> bool {
    let rest = line
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    rest.starts_with(" |") && line.trim_start() != rest
}

const NAMES: [&str; 7] = [
    "UInt<",
    "UTerm",
    "Z0",
    "Strided<",
    "Sw<",
    "ScaledBasis<",
    "ComposedLayout<",
];

/// The words of a line that are not those of the names that change: neither bits nor numbers nor these names themselves.
fn other_words(line: &str) -> Vec<&str> {
    let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let changing = |word: &str| {
        let names = [
            "UInt",
            "UTerm",
            "Z0",
            "PInt",
            "NInt",
            "B0",
            "B1",
            "Strided",
            "Sw",
            "ScaledBasis",
            "ComposedLayout",
        ];
        // Paths of these go with them, and a composed layout has two words `o`.
        let paths = ["zellige", "typenum", "stride", "o"];
        names.contains(&word)
            || paths.contains(&word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(|word| !changing(word)).collect()
}

#[test]
fn recorded_errors_lose_their_bits_and_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = Vec::new();
    for folder in ["ui-tests", "gpu/ui-tests"] {
        recorded(&root.join(folder), &mut texts);
    }
    assert!(texts.len() > 400, "{} texts", texts.len());
    // All at once, with a line between them.
    let said: Vec<String> = texts
        .iter()
        .map(|path| fs::read_to_string(path).expect("text"))
        .collect();
    let all = said.join("\n----\n");
    let run = cargo_zellige(&["-"], &root, &all);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    assert_eq!(run.out.lines().count(), all.lines().count());
    let mut changed = 0;
    for (before, after) in all.lines().zip(run.out.lines()) {
        if is_source(before) || !NAMES.iter().any(|name| before.contains(name)) {
            assert_eq!(before, after);
            continue;
        }
        assert!(
            !after.contains("UInt<") && !after.contains("UTerm"),
            "{after}"
        );
        assert_eq!(other_words(before), other_words(after), "{before}\n{after}");
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::write(folder.join("src/main.rs"), source).expect("a file");
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
    assert!(
        run.err.contains("expected struct `(0b..1,_):_`"),
        "{}",
        run.err
    );
    let run = cargo_zellige(&["zellige", "--full", "check"], &folder, "");
    assert_eq!((run.code, &*run.out), (Some(101), ""), "{}", run.err);
    assert!(
        run.err.contains("expected struct `(3,u32):(2,2)`"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("found struct `(2,u32):(2,2)`"),
        "{}",
        run.err
    );
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
    assert_eq!(
        (run.code, &*run.out),
        (Some(7), "{\"reason\": 1} UTerm typed\n\n"),
        "{}",
        run.err
    );
    let run = cargo_zellige(&["test", "--", "passes"], &folder, "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("test passes ... ok"), "{}", run.out);
    let run = cargo_zellige(&["test"], &folder, "");
    assert_eq!(run.code, Some(101), "{}", run.err);
    let run = cargo_zellige(&["no-such-command"], &folder, "");
    assert_eq!(run.code, Some(101), "{}", run.err);
}
