//! How deep the compiler has to recurse for what users write, by the trait solver of their editor.
//!
//! rust-analyzer finds types by rustc's next trait solver and stops at a recursion depth of 50, which nobody
//! can raise: where a statement needs more, the editor shows no type. `rustc -Znext-solver=globally` of a
//! nightly toolchain is the same solver, and its `recursion_limit` the same count. So each statement is
//! compiled as a function of its own with various limits, down to the smallest with which it compiles.

mod statements;

use crate::{
    Outcome,
    project::{self, Library, Profile},
};
use statements::GROUPS;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// The depth at which rust-analyzer stops.
const EDITOR_LIMIT: u32 = 50;
/// The largest limit that is tried: rustc's own. Every statement must compile with it.
const HIGHEST_LIMIT: u32 = 128;
/// What stands before the statements in the generated source, after the line with the limit.
const PRELUDE: &str = "use zellige::prelude::*;\n";
/// How many lines that makes.
const LINES_BEFORE: usize = 2;
/// How much of a statement the table shows.
const SHOWN: usize = 110;

/// `cargo xtask editor`.
pub(crate) fn run() -> Outcome {
    if let Err(reason) = project::nightly("rustc") {
        println!("skipped: {reason}");
        return Ok(());
    }
    let solver = Solver {
        library: Library::build_nightly("nightly", Profile::Debug, &[])?,
        source: project::scratch("editor")?.join("statements.rs"),
    };
    println!("{}, -Znext-solver=globally", solver.library.compiler()?);
    println!(
        "least recursion limit of each statement; `!` is past {EDITOR_LIMIT}, where rust-analyzer stops"
    );
    let statements: Vec<&str> = GROUPS
        .iter()
        .flat_map(|group| group.statements)
        .copied()
        .collect();
    let depths = solver.depths(&statements)?;
    let mut rows = statements.iter().zip(&depths);
    for group in &GROUPS {
        println!("\n{}", group.name);
        for (statement, depth) in rows.by_ref().take(group.statements.len()) {
            let mark = if *depth > EDITOR_LIMIT { "!" } else { " " };
            println!("{depth:>5}{mark} {}", shortened(statement));
        }
    }
    let passing = depths
        .iter()
        .filter(|depth| **depth <= EDITOR_LIMIT)
        .count();
    println!(
        "\nan editor shows types for {passing} of {} statements",
        depths.len()
    );
    Ok(())
}

/// The beginning of a statement, with `..` for the rest.
fn shortened(statement: &str) -> String {
    match statement.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} ..", &statement[..end]),
        None => statement.to_string(),
    }
}

/// The next trait solver, and the file of what it is asked.
struct Solver {
    library: Library,
    source: PathBuf,
}

impl Solver {
    /// The least limit with which each statement compiles.
    fn depths(&self, statements: &[&str]) -> Outcome<Vec<u32>> {
        let all: Vec<usize> = (0..statements.len()).collect();
        if let Some(first) = self.failing(statements, &all, HIGHEST_LIMIT)?.iter().min() {
            let statement = statements[*first];
            return Err(
                format!("does not compile with a limit of {HIGHEST_LIMIT}: {statement}").into(),
            );
        }
        least_each(statements.len(), HIGHEST_LIMIT, |limit, open| {
            self.failing(statements, open, limit)
        })
    }

    /// Which of the `chosen` statements do not compile with this limit.
    fn failing(
        &self,
        statements: &[&str],
        chosen: &[usize],
        limit: u32,
    ) -> Outcome<HashSet<usize>> {
        let functions = chosen
            .iter()
            .map(|&index| format!("pub fn f{index}() {{ {} }}\n", statements[index]));
        let first = format!("#![recursion_limit = \"{limit}\"]\n");
        fs::write(
            &self.source,
            first + PRELUDE + &functions.collect::<String>(),
        )?;
        let mut compile = self.library.rustc(&self.source);
        compile.env("RUSTC_ICE", "0"); // past its limit the compiler may give up: no report of that in the user's folder
        compile
            .args(["-Znext-solver=globally", "--emit=metadata"])
            .args(["--error-format=short", "-o"])
            .arg(self.source.with_extension("rmeta"));
        let output = compile.output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        let failing: HashSet<usize> = error_lines(&self.source, &errors)
            .filter_map(|line| chosen.get(line.checked_sub(LINES_BEFORE + 1)?).copied())
            .collect();
        if output.status.success() || !failing.is_empty() {
            return Ok(failing);
        }
        // Past its limit the compiler may also crash, without a line: then each statement is compiled alone.
        if let [alone] = chosen {
            return Ok(HashSet::from([*alone]));
        }
        let mut failing = HashSet::new();
        for index in chosen {
            failing.extend(self.failing(statements, &[*index], limit)?);
        }
        Ok(failing)
    }
}

/// The lines of the errors, from 1, as rustc prints them in its short form: `FILE:LINE:COLUMN: error ..`.
fn error_lines<'a>(source: &Path, errors: &'a str) -> impl Iterator<Item = usize> + 'a {
    let file = format!("{}:", source.display());
    errors.lines().filter_map(move |line| {
        let (number, rest) = line.strip_prefix(&file)?.split_once(':')?;
        let (_, message) = rest.split_once(": ")?;
        message
            .starts_with("error")
            .then(|| number.parse().ok())
            .flatten()
    })
}

/// The least number from 1 to `most` that each of `count` things passes, where a thing that passes a number
/// passes all larger ones, and `most` is passed by all. `failing` says which of the things fail a number;
/// it is asked about many at once.
fn least_each(
    count: usize,
    most: u32,
    mut failing: impl FnMut(u32, &[usize]) -> Outcome<HashSet<usize>>,
) -> Outcome<Vec<u32>> {
    let mut between = vec![(0, most); count];
    while let Some((fails, passes)) = between.iter().find(|(fails, passes)| passes - fails > 1) {
        let middle = fails + (passes - fails) / 2;
        let open: Vec<usize> = (0..count)
            .filter(|&index| between[index].0 < middle && middle < between[index].1)
            .collect();
        let failing = failing(middle, &open)?;
        for index in open {
            if failing.contains(&index) {
                between[index].0 = middle
            } else {
                between[index].1 = middle
            }
        }
    }
    Ok(between.into_iter().map(|(_, passes)| passes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_each_is_found() {
        let least = [1, 2, 41, 50, 51, 73, 128];
        let found = least_each(least.len(), 128, |number, open| {
            Ok(open
                .iter()
                .copied()
                .filter(|&i| number < least[i])
                .collect())
        });
        assert_eq!(found.ok(), Some(least.to_vec()));
    }

    #[test]
    fn lines_of_errors_are_found() {
        let errors = "s.rs:3:9: error[E0275]: overflow evaluating\n\
                      s.rs:4:9: warning: unused\n\
                      other.rs:5:1: error: not here\n\
                      s.rs:12:1: error: overflow\n\
                      error: aborting due to 2 previous errors";
        let lines: Vec<usize> = error_lines(Path::new("s.rs"), errors).collect();
        assert_eq!(lines, [3, 12]);
    }
}
