//! Runs the program.

use std::io::Write;
use std::process::{Command, Stdio};

/// The outcome of a run of the program.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub out: String,
    /// What it wrote to standard error.
    pub err: String,
}

/// Runs a command with this standard input.
pub fn run(command: &mut Command, input: &str) -> Run {
    let mut child = command
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has a standard input");
    let input = input.to_owned();
    // A program that reads nothing closes its input; the output of one that writes a lot is read
    // meanwhile.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program with these arguments and this standard input.
pub fn with_input(arguments: &[&str], input: &str) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_zellige")).args(arguments), input)
}

/// Runs the program with these arguments.
pub fn zellige(arguments: &[&str]) -> Run {
    with_input(arguments, "")
}

#[cfg(unix)]
/// Runs a line in a shell, in which `zellige` is the program.
pub fn shell(line: &str) -> Run {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_zellige"));
    let folder = program.parent().expect("it is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.display());
    run(Command::new("sh").args(["-c", line]).env("PATH", path), "")
}

#[cfg(unix)]
/// Compares the output of an example with the text after its command in this file.
///
/// `cargo xtask bless examples` writes the output there.
#[track_caller]
pub fn is_printed(command: &str, stands: &str, printed: &str, file: &str) {
    let (stands, printed) = (stands.trim_end(), printed.trim_end());
    if std::env::var_os("BLESS").is_none() {
        assert_eq!(
            printed, stands,
            "{command}; `cargo xtask bless examples` writes what is printed"
        );
    } else if printed != stands {
        let session = |output: &str| {
            let lines = output.lines().map(|line| format!("\n{}", line.trim_end_matches(' ')));
            format!("$ {command}{}", lines.collect::<String>())
        };
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let text = text.replace(&session(stands), &session(printed));
        std::fs::write(&file, text).expect("it can be written");
    }
}

/// Returns the names of the subcommands, including nested ones.
pub fn subcommands() -> Vec<Vec<String>> {
    fn below(path: &[String], all: &mut Vec<Vec<String>>) {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("-h");
        let help = zellige(&arguments).out;
        let Some((_, list)) = help.split_once("Commands:\n") else {
            return;
        };
        let list = list.split("\n\n").next().unwrap_or_default();
        // A name begins in column two; the continuation of a description is further right.
        let names = list.lines().filter_map(|line| line.strip_prefix("  "));
        let names = names.filter(|line| !line.starts_with(' '));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            if name != "help" {
                let path = [path, &[name.to_owned()]].concat();
                all.push(path.clone());
                below(&path, all);
            }
        }
    }
    let mut all = Vec::new();
    below(&[], &mut all);
    all
}
