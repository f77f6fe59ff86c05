//! Builds the book with mdBook.

use crate::{Outcome, is_installed, project, skip};
use std::process::Command;

/// How to install mdBook.
const INSTALL: &str = "mdBook is not installed: cargo install --locked mdbook";

/// `cargo xtask book`: builds the pages, and fails if mdBook warns.
pub(crate) fn run() -> Outcome {
    match is_installed(&mut mdbook()) {
        true => build(),
        false => Err(INSTALL.into()),
    }
}

/// The step of CI, which is skipped without mdBook: `cargo test` tests the chapters in any case.
pub(crate) fn step() -> Outcome {
    match is_installed(&mut mdbook()) {
        true => build(),
        false => skip(INSTALL),
    }
}

fn mdbook() -> Command {
    Command::new("mdbook")
}

fn build() -> Outcome {
    let pages = project::target().join("book");
    let mut build = mdbook();
    build.arg("build").arg(project::root().join("book"));
    let (_, messages) = project::read_both(build.arg("--dest-dir").arg(&pages))?;
    if messages.lines().any(|line| line.trim_start().starts_with("WARN")) {
        return Err(format!("mdBook warns:\n{messages}").into());
    }
    println!("{}", pages.join("index.html").display());
    Ok(())
}
