//! `cargo zellige`: cargo, with the compiler's messages rewritten to layouts and numbers in CuTe's
//! notation.

#![deny(missing_docs)]

mod messages;
mod names;
mod reasons;
mod refusals;
mod rustc;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use clap::Parser;

use messages::Format;
use rustc::Wraps;

/// Runs cargo, and prints the compiler's messages with layouts and numbers in CuTe's notation
///
/// `UInt<UInt<UTerm, B1>, B0>` becomes 2, and a `Strided<..>` becomes `(8,4):(4,1)`. The output of
/// the program or the tests stays as it is, and so does the exit code, which is cargo's. `check`
/// also finds errors that otherwise only `cargo build` finds: refusals in methods.
#[derive(Parser)]
#[command(
    name = "cargo zellige",
    bin_name = "cargo zellige",
    version,
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo zellige check --all-targets
  cargo zellige check --message-format=json
  cargo zellige --full check
  cargo zellige test -p my-kernels -- --nocapture
  cargo build 2>&1 | cargo zellige -"
)]
struct Arguments {
    /// Write all names in full, including parts that two types share, and lines of any length; this
    /// compiles the crates of the workspace anew
    #[arg(long)]
    full: bool,
    /// A command of cargo that compiles, such as check, build, test or run; `-` reads the
    /// compiler's messages from standard input
    command: String,
    /// The arguments for cargo
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand, too.
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "zellige") {
        words.remove(1);
    }
    if let Some(code) = rustc::wrapped(&words) {
        return code;
    }
    let Arguments { full, command, arguments } = Arguments::parse_from(words);
    let done = match &*command {
        "-" => filter(),
        _ => cargo(&command, arguments, full),
    };
    match done {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "error: {error}");
            ExitCode::from(101)
        }
    }
}

/// Returns the exit code of a program; a program that a signal ended has none.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(101))
}

/// Copies standard input with the names rewritten.
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
fn cargo(command: &str, mut arguments: Vec<OsString>, full: bool) -> io::Result<ExitCode> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let format = Format::of(&rustc::take_values(&mut arguments, "--message-format"), full);
    let wraps = Wraps { full, instantiate: matches!(command, "check" | "c") };
    let mut run = Command::new(&cargo);
    wraps.install(&mut run, &mut arguments)?;
    run.args([command, "--message-format", &format.asked]).args(arguments);
    let mut child = run.stdout(Stdio::piped()).spawn().map_err(|error| {
        let text = format!("{} cannot be run: {error}", cargo.to_string_lossy());
        io::Error::new(error.kind(), text)
    })?;
    if let Some(output) = child.stdout.take() {
        format.pass_on(BufReader::new(output))?;
    }
    Ok(exit_code(child.wait()?))
}
