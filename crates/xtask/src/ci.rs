//! The checks that every change has to pass.

use crate::{
    Outcome, asm, book, changed, examples, fuzz, gpu, is_installed, msrv, next_solver, package,
    project, skip, took::Took, web,
};
use std::{
    env, fs,
    path::PathBuf,
    process::{Child, Command},
    time::Instant,
};

/// The random cases of CI, about a minute's worth. They are the same every time and on every
/// machine, so that only a change can make them fail. `cargo xtask fuzz` generates new ones.
const CASES: [(&str, &str); 3] =
    [("--static", "4500"), ("--run-time", "300000"), ("--tensors", "60000")];

/// The targets that clippy checks. `--all-targets` would also check libraries as tests, even those
/// that have `test = false` in their manifests.
const LINTED: [&str; 4] = ["--lib", "--bins", "--examples", "--tests"];

/// A step: its name and its work.
type Step = (&'static str, fn() -> Outcome);

/// All steps, in order.
const STEPS: [Step; 19] = [
    ("format", || cargo("fmt --all --check")),
    ("clippy", || {
        let targets = LINTED.join(" ");
        cargo(&format!(
            "clippy --workspace --features zellige/alloc,zellige/serde {targets} -- -D warnings"
        ))
    }),
    // Other crates of the workspace enable zellige's feature `alloc`; the errors of `ui-tests` are
    // not compared when it is enabled.
    ("tests of zellige", || cargo("test --package zellige")),
    ("tests of the other crates", tests_of_the_other_crates),
    ("features", || {
        cargo("check --package zellige-ops --no-default-features")?;
        cargo("test --package zellige --all-features --test owned --test serialize")?;
        cargo("test --package zellige --all-features --doc")
    }),
    ("random cases", || {
        CASES.iter().try_for_each(|(part, cases)| {
            fuzz::run(&[part, "--cases", cases, "--seed", "2026"].map(String::from))
        })
    }),
    ("zero cost", gpu::zero_cost_step),
    ("machine code of operators", gpu::operators::is_current),
    ("machine code for Blackwell", gpu::blackwell::step),
    ("documentation", documentation),
    ("book", book::step),
    ("tour", || cargo("run --release --example tour -- --quick")),
    ("machine code", || asm::run(false)),
    ("web page", web::step),
    ("package", package::run),
    ("dependencies", dependencies),
    ("semantic versioning", semantic_versioning),
    ("oldest compiler", oldest_compiler),
    ("next trait solver", next_solver::step),
];

/// Steps that have their own build folders, so that cargo's locks keep nobody waiting. A separate
/// process runs them, one after the other, alongside the other steps. If the step `zero cost` has
/// passed with the present sources, it is left out; on its own it always runs.
const BESIDE: [&str; 7] = [
    "random cases",
    "zero cost",
    "machine code for Blackwell",
    "documentation",
    "web page",
    "oldest compiler",
    "next trait solver",
];

/// `cargo xtask ci --quick [REVISION]`: checks what a change is most likely to break.
fn quick(revision: Option<&str>) -> Outcome {
    let start = Instant::now();
    let changed = changed::crates(revision.unwrap_or("HEAD"))?;
    println!("changed: {}", changed.join(", "));
    let packages = |names: &[String]| -> String {
        let packages = names.iter().map(|name| format!(" --package {name}"));
        packages.collect()
    };
    step("format", || cargo("fmt --all --check"))?;
    if !changed.is_empty() {
        let packages = packages(&changed);
        step("clippy", || {
            let targets = LINTED.join(" ");
            cargo(&format!("clippy{packages} {targets} -- -D warnings"))
        })?;
    }
    step("tests of zellige", || cargo("test --package zellige"))?;
    let others: Vec<String> = changed.into_iter().filter(|name| name != "zellige").collect();
    if !others.is_empty() {
        let packages = packages(&others);
        step("tests of what changed", || cargo(&format!("test{packages}")))?;
    }
    println!("\nall quick steps passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// `cargo xtask ci`: runs all steps, or only those in `names`, up to the first that fails.
pub(crate) fn run(names: &[String]) -> Outcome {
    match names {
        [option] if option == "--quick" => return quick(None),
        [option, revision] if option == "--quick" => return quick(Some(revision)),
        _ => {}
    }
    let start = Instant::now();
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|s| s.0 != **name)) {
        let known = STEPS.map(|(name, _)| format!("`{name}`")).join(", ");
        return Err(format!("there is no step `{unknown}`, but {known}").into());
    }
    let beside = names.is_empty().then(Beside::start).transpose()?;
    let chosen = |name: &str| match beside {
        Some(_) => !BESIDE.contains(&name),
        None => names.iter().any(|chosen| chosen == name),
    };
    let mut times = Vec::new();
    for (name, work) in STEPS.into_iter().filter(|(name, _)| chosen(name)) {
        times.push((name, step(name, work)?));
    }
    if let Some(beside) = beside {
        beside.end()?;
        println!();
        for (name, took) in times {
            println!("{took:>16} s  {name}");
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("all steps passed in {seconds:.0} s");
    }
    Ok(())
}

/// Does the work and returns how long it took.
fn step(name: &str, work: impl FnOnce() -> Outcome) -> Outcome<Took> {
    println!("\n== {name}");
    let (outcome, took) = Took::of(work);
    println!("== {name}: {took} s");
    match outcome {
        Ok(()) => Ok(took),
        Err(reason) => Err(format!("the step `{name}` failed: {reason}").into()),
    }
}

/// The process that runs the steps in [`BESIDE`]. If another step fails, the process is killed; a
/// compiler that it has started runs to its end.
struct Beside {
    process: Child,
    /// The file that its output goes to.
    output: PathBuf,
}

impl Beside {
    fn start() -> Outcome<Self> {
        let output = project::scratch("ci")?.join("beside.txt");
        let file = fs::File::create(&output)?;
        let mut steps = BESIDE.to_vec();
        if gpu::has_passed()? {
            println!("zero cost: skipped, `cargo xtask bless zero-cost` has passed these sources");
            steps.retain(|step| *step != "zero cost");
        }
        let process = Command::new(env::current_exe()?)
            .arg("ci")
            .args(&steps)
            .stderr(file.try_clone()?)
            .stdout(file)
            .spawn()?;
        println!("{} run beside the others", steps.join(" and "));
        Ok(Beside { process, output })
    }

    /// Waits for the process to end, then prints its output.
    fn end(mut self) -> Outcome {
        let status = self.process.wait()?;
        print!("{}", fs::read_to_string(&self.output)?);
        if status.success() {
            return Ok(());
        }
        Err("a step that ran beside the others failed".into())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // If the process has ended, this does nothing.
        let _ = self.process.kill();
    }
}

fn cargo(arguments: &str) -> Outcome {
    project::check(project::cargo().args(arguments.split(' ')))
}

/// Among them is the check of `examples/minilm`, which embeds sentences by the operators, emulated:
/// it needs the model, and passes, with a note, where pip cannot fetch it.
fn tests_of_the_other_crates() -> Outcome {
    if !Command::new(project::root().join("examples/minilm/fetch.sh")).status()?.success() {
        skip("the check of examples/minilm, because pip cannot fetch the model")?;
    }
    cargo("test --workspace --exclude zellige")
}

fn documentation() -> Outcome {
    let folder = project::target().join("documentation");
    // Pages of items that no longer exist would remain.
    let pages = folder.join("doc");
    if pages.exists() {
        fs::remove_dir_all(&pages)?;
    }
    let mut doc = project::cargo();
    doc.args(["doc", "--workspace", "--exclude", "minilm", "--no-deps", "--target-dir"])
        .arg(folder)
        .env("RUSTDOCFLAGS", "-D warnings");
    project::check(&mut doc)?;
    examples::check(&pages.join("zellige"))
}

/// Passes, with a note, if the oldest compiler is not installed.
fn oldest_compiler() -> Outcome {
    match msrv::toolchain() {
        Some(_) => msrv::run(),
        None => skip("not installed (`cargo xtask msrv` says how)"),
    }
}

/// The file that records the hash of the dependencies that last passed `cargo deny`.
fn passed_dependencies() -> PathBuf {
    project::root().join(".ci/dependencies")
}

/// The hash of the packages and rules that `cargo deny` reads.
fn named_dependencies() -> Outcome<String> {
    project::read(&mut Command::new(project::root().join(".ci/named-dependencies")))
}

/// Checks licences, versions and sources against `deny.toml`. Skips the check if neither that file
/// nor a package in the lock file has changed since it last passed.
fn dependencies() -> Outcome {
    let passed = fs::read_to_string(passed_dependencies()).unwrap_or_default();
    if named_dependencies().is_ok_and(|named| named == passed) {
        return skip("the packages and deny.toml are those that `cargo deny` has passed");
    }
    if !is_installed(project::cargo().arg("deny")) {
        return skip("not installed (`cargo install --locked cargo-deny`)");
    }
    deny()?;
    println!(
        "passed; `cargo xtask bless dependencies` writes that down, and the next run skips it"
    );
    Ok(())
}

/// `cargo xtask bless dependencies`.
pub(crate) fn bless_dependencies() -> Outcome {
    deny()?;
    Ok(fs::write(passed_dependencies(), named_dependencies()?)?)
}

/// Runs `cargo deny`. It reads the crates of every platform, but a build fetches only those of its
/// own, so the others are fetched first. Advisories are left out: new ones appear every day and are
/// not the fault of a change. `cargo deny --workspace check` shows them.
fn deny() -> Outcome {
    cargo("fetch --locked")?;
    cargo("deny --offline --workspace check licenses bans sources")
}

/// Compares the public interface with that of the last release. Before the first release there is
/// nothing to break.
fn semantic_versioning() -> Outcome {
    let mut tags = Command::new("git");
    tags.args(["describe", "--tags", "--abbrev=0", "--match", "v*"]).current_dir(project::root());
    let Ok(release) = project::read(&mut tags) else {
        return skip("there is no release yet");
    };
    if !is_installed(project::cargo().arg("semver-checks")) {
        return skip("not installed (`cargo install --locked cargo-semver-checks`)");
    }
    let mut check = project::cargo();
    check.args(["semver-checks", "--baseline-rev", release.trim()]);
    // Macros have no interface to compare.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The words of a line of the workflow, some of which are in quotes.
    fn words(line: &'static str) -> Vec<&'static str> {
        let parts = line.trim_matches('"').split('\'').enumerate();
        let of_part = |(i, part): (usize, &'static str)| match i % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        };
        parts.flat_map(of_part).collect()
    }

    #[test]
    fn the_workflow_runs_every_step_once() {
        let workflow = include_str!("../../../.github/workflows/ci.yml");
        let lines = workflow.lines().filter_map(|line| line.trim().strip_prefix("steps: "));
        let run: Vec<&str> = lines.flat_map(words).collect();
        let steps = BTreeSet::from(STEPS.map(|(name, _)| name));
        assert_eq!(run.iter().copied().collect::<BTreeSet<_>>(), steps);
        assert_eq!(run.len(), STEPS.len());
    }
}
