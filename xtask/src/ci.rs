//! Everything that a change has to pass.

use crate::{Outcome, asm, book, examples, fuzz, gpu, msrv, package, project, web};
use std::{fs, time::Instant};

/// The random cases of CI are the same every time, on every machine, so that a change is what makes them fail: about a
/// minute of them. `cargo xtask fuzz` makes new ones.
const CASES: [(&str, &str); 3] = [
    ("--static", "4500"),
    ("--run-time", "300000"),
    ("--tensors", "60000"),
];

/// `cargo xtask ci`: runs the steps in order, up to the first that fails.
pub(crate) fn run() -> Outcome {
    let start = Instant::now();
    step("format", || cargo("fmt --all --check"))?;
    step("clippy", || {
        cargo("clippy --workspace --all-targets -- -D warnings")
    })?;
    step("tests", || cargo("test --workspace"))?;
    // The workspace as a whole has the feature `alloc`, with which the errors of `ui-tests` are not compared.
    step("errors, word for word", || {
        cargo("test --package zellige --test ui")
    })?;
    step("features", || {
        cargo("clippy --package zellige --all-features --all-targets -- -D warnings")?;
        cargo("test --package zellige --all-features --test owned --test serialize")?;
        cargo("test --package zellige --all-features --doc")
    })?;
    step("random cases", || {
        CASES.iter().try_for_each(|(part, cases)| {
            fuzz::run(&[part, "--cases", cases, "--seed", "2026"].map(String::from))
        })
    })?;
    step("kernels, emulated", || {
        cargo("run --quiet --package zellige-problems -- check --emulate")
    })?;
    step("zero cost", gpu::zero_cost_step)?;
    step("documentation", documentation)?;
    step("book", book::step)?;
    step("tour", || cargo("run --release --example tour -- --quick"))?;
    step("machine code", || asm::run(&[]))?;
    step("web page", web::step)?;
    step("package", package::run)?;
    step("dependencies", dependencies)?;
    step("semantic versioning", semantic_versioning)?;
    step("oldest compiler", oldest_compiler)?;
    println!(
        "\nall steps passed in {:.0} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    println!("\n== {name}");
    let start = Instant::now();
    let outcome = work();
    println!("== {name}: {:.1} s", start.elapsed().as_secs_f64());
    outcome.map_err(|reason| format!("the step `{name}` failed: {reason}").into())
}

fn cargo(arguments: &str) -> Outcome {
    project::check(project::cargo().args(arguments.split(' ')))
}

fn documentation() -> Outcome {
    // Pages of what is no more would stay.
    let pages = project::target().join("doc");
    if pages.exists() {
        fs::remove_dir_all(pages)?;
    }
    let mut doc = project::cargo();
    doc.args(["doc", "--workspace", "--no-deps", "--target-dir"])
        .arg(project::target())
        .env("RUSTDOCFLAGS", "-D warnings");
    project::check(&mut doc)?;
    examples::check()
}

/// Passes where the oldest compiler is not installed, and says so.
fn oldest_compiler() -> Outcome {
    match msrv::toolchain() {
        Some(_) => msrv::run(),
        None => {
            println!("skipped: not installed (`cargo xtask msrv` says how)");
            Ok(())
        }
    }
}

/// Are cargo's commands of this name installed?
fn is_installed(command: &str) -> bool {
    let mut version = project::cargo();
    version.args([command, "--version"]);
    project::read(&mut version).is_ok()
}

/// What `deny.toml` says of licences, versions and sources. It reads the crates of every platform, of which a build has
/// fetched those of its own alone, so they are fetched first. Advisories are new every day and no change's fault: they
/// are left to who runs `cargo deny --workspace check`.
fn dependencies() -> Outcome {
    if !is_installed("deny") {
        println!("skipped: not installed (`cargo install --locked cargo-deny`)");
        return Ok(());
    }
    cargo("fetch --locked")?;
    cargo("deny --offline --workspace check licenses bans sources")
}

/// Compares what is public with the last release. Before the first there is nothing to break.
fn semantic_versioning() -> Outcome {
    let mut tags = std::process::Command::new("git");
    tags.args(["describe", "--tags", "--abbrev=0", "--match", "v*"])
        .current_dir(project::root());
    let Ok(release) = project::read(&mut tags) else {
        println!("skipped: there is no release yet");
        return Ok(());
    };
    if !is_installed("semver-checks") {
        println!("skipped: not installed (`cargo install --locked cargo-semver-checks`)");
        return Ok(());
    }
    let mut check = project::cargo();
    check.args(["semver-checks", "--baseline-rev", release.trim()]);
    // Macros have no interface that it could compare.
    let crates = package::published()?;
    let libraries = crates.iter().filter(|published| {
        let targets = published["targets"].as_array();
        targets.is_some_and(|targets| targets.iter().any(|target| target["kind"][0] == "lib"))
    });
    for library in libraries {
        check.args(["--package", package::text(library, "name")]);
    }
    project::check(&mut check)
}
