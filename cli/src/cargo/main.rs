//! `cargo zellige`: cargo, with layouts and numbers in CuTe's notation in what the compiler says.

#![deny(missing_docs)]

mod names;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use anstream::ColorChoice;
use clap::Parser;
use serde_json::Value;

/// Runs cargo, and writes what the compiler says with layouts and numbers in CuTe's notation
///
/// `UInt<UInt<UTerm, B1>, B0>` becomes 2, and a `Strided<..>` becomes `(8,4):(4,1)`. What
/// the program or the tests print stays as it is, and so does the exit code, which is cargo's.
#[derive(Parser)]
#[command(
    name = "cargo zellige",
    bin_name = "cargo zellige",
    version,
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo zellige check --tests
  cargo zellige --full check
  cargo zellige test -p my-kernels -- --nocapture
  cargo build 2>&1 | cargo zellige -"
)]
struct Arguments {
    /// Write all names in full, also what is the same in two types; the crates of the workspace are compiled anew for it
    #[arg(long)]
    full: bool,
    /// A command of cargo that compiles, such as check, build, test or run; `-` reads what the compiler has said from standard input
    command: String,
    /// What cargo gets
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    // Cargo gives the name of the subcommand, too.
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "zellige") {
        words.remove(1);
    }
    if env::var_os(WRAPS).is_some() && words.get(1).is_some_and(|word| is_rustc(word)) {
        return rustc(&words[1], &words[2..]);
    }
    let Arguments {
        full,
        command,
        arguments,
    } = Arguments::parse_from(words);
    let done = match &*command {
        "-" => filter(),
        _ => cargo(&command, &arguments, full),
    };
    match done {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::from(101)
        }
    }
}

/// The variable by which a wrapper of rustc knows that it is one.
const WRAPS: &str = "CARGO_ZELLIGE_FULL";

/// True for the name of the compiler.
fn is_rustc(word: &OsStr) -> bool {
    Path::new(word)
        .file_stem()
        .is_some_and(|name| name == "rustc")
}

/// Runs rustc so that it writes all names in full.
fn rustc(rustc: &OsStr, arguments: &[OsString]) -> ExitCode {
    let compiles = arguments.iter().any(|argument| argument == "--crate-name");
    let more: &[&str] = if compiles { &["--verbose"] } else { &[] };
    match Command::new(rustc).args(arguments).args(more).status() {
        Ok(status) => exit_code(status),
        Err(error) => {
            anstream::eprintln!("error: {} cannot be run: {error}", rustc.to_string_lossy());
            ExitCode::from(101)
        }
    }
}

/// Returns the exit code of a program; one that a signal has ended has none.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(101))
}

/// Writes standard input with the names rewritten.
fn filter() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    let mut input = io::stdin().lock();
    while input.read_until(b'\n', &mut line)? > 0 {
        match std::str::from_utf8(&line) {
            Ok(text) => out.write_all(names::rewrite(text).as_bytes())?,
            Err(_) => out.write_all(&line)?,
        }
        line.clear();
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs cargo, and returns its exit code.
fn cargo(command: &str, arguments: &[OsString], full: bool) -> io::Result<ExitCode> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let format = match anstream::AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => "--message-format=json",
        _ => "--message-format=json-diagnostic-rendered-ansi",
    };
    let mut run = Command::new(&cargo);
    run.args([command, format]).args(arguments);
    if full {
        // Rustc gets an argument more, of the crates of the workspace only.
        run.env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?)
            .env(WRAPS, "1");
    }
    let mut child = run.stdout(Stdio::piped()).spawn().map_err(|error| {
        let text = format!("{} cannot be run: {error}", cargo.to_string_lossy());
        io::Error::new(error.kind(), text)
    })?;
    if let Some(output) = child.stdout.take() {
        pass_on(BufReader::new(output))?;
    }
    Ok(exit_code(child.wait()?))
}

/// Writes what the compiler says until the build is finished, and then all bytes as they are.
fn pass_on(mut output: impl BufRead) -> io::Result<()> {
    let mut out = io::stdout();
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line)? > 0 {
        let message: Option<Value> = serde_json::from_slice(&line).ok();
        let reason = message
            .as_ref()
            .and_then(|message| message["reason"].as_str());
        match (reason, &message) {
            (Some("compiler-message"), Some(message)) => {
                if let Some(rendered) = message["message"]["rendered"].as_str() {
                    write!(
                        io::stderr(),
                        "{}{}",
                        names::rewrite(rendered),
                        in_full(rendered)
                    )?;
                }
            }
            (Some("build-finished"), _) => break,
            (Some(_), _) => {}
            (None, _) => out.write_all(&line)?,
        }
        line.clear();
    }
    let mut buffer = [0; 1 << 13];
    loop {
        match output.read(&mut buffer)? {
            0 => return Ok(()),
            read => {
                out.write_all(&buffer[..read])?;
                out.flush()?;
            }
        }
    }
}

/// Returns the names of types that rustc has cut, and written to files that its message names.
fn in_full(rendered: &str) -> String {
    let behind = rendered.split("has been written to '").skip(1);
    let files = behind.filter_map(|rest| rest.split('\'').next());
    // The file is cargo's, and another file is not looked at.
    let files = files.filter(|file| file.contains("long-type") && file.ends_with(".txt"));
    let names = files.filter_map(|file| fs::read_to_string(file).ok());
    let mut text = String::new();
    for name in names.flat_map(|names| names.lines().map(names::rewrite).collect::<Vec<_>>()) {
        text += &format!("   = in full: {name}\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}
