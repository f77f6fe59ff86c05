//! The program: writes answers, and reads files.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::FromArgMatches;

use crate::answer::Answer;
use crate::arguments::{Arguments, Command};
use crate::ask::answer;
use crate::eval::eval;
use crate::examples::{self, command};
use crate::find;
use crate::stop::{Mistake, REFUSED, Stop};

/// Runs the program `zellige` on the arguments of this process, and returns its exit code.
pub fn program() -> ExitCode {
    let Arguments { json, command } =
        Arguments::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    match run(command, json) {
        Ok(code) => code,
        Err(stop) => stop.tell(json),
    }
}

/// Executes a command, and writes the result.
fn run(command: Command, as_json: bool) -> Result<ExitCode, Stop> {
    let answer = match command {
        Command::Find { file: Some(file), .. } => find::in_file(&file)?,
        Command::Eval { files } => return eval(&files).map(|()| ExitCode::SUCCESS),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut examples::command(), "zellige", &mut text);
            io::stdout().write_all(&text)?;
            return Ok(ExitCode::SUCCESS);
        }
        command => answer(command)?,
    };
    write(answer, as_json)
}

/// Writes an answer: its picture into a file if that is requested, or all of it as JSON, or as
/// text.
fn write(answer: Answer, as_json: bool) -> Result<ExitCode, Stop> {
    if let Some((picture, file)) = answer.picture.as_ref().zip(answer.file.as_ref()) {
        fs::write(file, picture.svg()).map_err(|error| {
            let file = file.display();
            Mistake::plain(format!("the file `{file}` cannot be written: {error}"))
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    match as_json {
        true => writeln!(io::stdout(), "{}", answer.json)?,
        // Without a terminal, the colours are left out.
        false => write!(anstream::stdout(), "{}", answer.text)?,
    }
    // An explanation may be of a refusal.
    match (answer.json["reject"].as_bool(), as_json) {
        (Some(true), true) => Ok(ExitCode::from(REFUSED)),
        (Some(true), false) => Err(Stop::Refused(answer.json)),
        _ => Ok(ExitCode::SUCCESS),
    }
}
