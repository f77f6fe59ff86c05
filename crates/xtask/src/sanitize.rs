//! Runs the tests of code that touches memory, and emulated kernels, under tools that check memory
//! accesses.
//!
//! Tools that are not installed are skipped, and listed at the end.

use crate::{
    Outcome, is_installed,
    project::{self, host, nightly, target},
};
use std::process::Command;

/// The tests of tensors.
const TENSOR: [&str; 2] = ["--test", "tensor"];
/// The tests of what safe callers may attempt.
const HOSTILE: [&str; 2] = ["--test", "hostile"];
/// The tests across threads: a program without the test harness, because the harness starts threads
/// that use parts of the standard library that a thread sanitizer cannot see into.
const THREADS: [&str; 2] = ["--test", "threads"];

/// The compiler's flag for the address sanitizer.
const ADDRESS: &str = "-Zsanitizer=address";

/// A tool, and how to run it.
struct Tool {
    name: &'static str,
    /// The commands, or why they cannot run.
    commands: Result<Vec<Command>, &'static str>,
}

/// `cargo xtask sanitize`.
pub(crate) fn run() -> Outcome {
    let host = host()?;
    let tools = [address(&host), thread(&host), valgrind(&host), miri()];
    let (mut ran, mut skipped) = (Vec::new(), Vec::new());
    for Tool { name, commands } in tools {
        match commands {
            Ok(commands) => {
                println!("\n== {name}");
                for mut command in commands {
                    project::check(&mut command).map_err(|reason| format!("{name}: {reason}"))?;
                }
                ran.push(name.to_string());
            }
            Err(reason) => skipped.push(format!("{name} ({reason})")),
        }
    }
    println!("\nran: {}", list(&ran));
    println!("skipped: {}", list(&skipped));
    Ok(())
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}

/// Detects accesses outside of memory or after it is freed, and memory leaks.
fn address(host: &str) -> Tool {
    Tool {
        name: "address sanitizer",
        commands: tests(host, "address", &[TENSOR, HOSTILE, THREADS], ADDRESS)
            .and_then(|tests| Ok(vec![tests, kernels(host)?])),
    }
}

/// Detects data races. The standard library is not built for it, but the sanitizer sees where
/// threads start and join. Kernels are not run: the threads of an emulated block run on one thread
/// of the CPU, and the emulator itself finds their races.
fn thread(host: &str) -> Tool {
    let flags = "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer";
    Tool {
        name: "thread sanitizer",
        commands: tests(host, "thread", &[THREADS], flags).map(|tests| vec![tests]),
    }
}

/// Runs tests with one of the compiler's sanitizers.
fn tests(
    host: &str,
    tool: &str,
    tests: &[[&str; 2]],
    flags: &str,
) -> Result<Command, &'static str> {
    let mut command = nightly("cargo")?;
    test(&mut command, host, tool, tests);
    command.env("RUSTFLAGS", flags);
    Ok(command)
}

/// Runs all kernels in the emulator with all small sizes, under the address sanitizer. The emulator
/// is optimized, because the checks of debug builds would take most of the time.
fn kernels(host: &str) -> Result<Command, &'static str> {
    let mut command = nightly("cargo")?;
    command.args(["run", "--quiet", "--release", "--package", "zellige-problems"]);
    command.args(["--features", "zellige-emulator/address-sanitizer"]);
    command.args(["--target", host, "--target-dir"]).arg(folder("address"));
    command.args(["--", "check", "--emulate"]);
    command.env("RUSTFLAGS", ADDRESS);
    Ok(command)
}

/// Detects reads of uninitialized memory, and what the address sanitizer finds.
fn valgrind(host: &str) -> Tool {
    let command = is_installed(&mut Command::new("valgrind")).then(|| {
        let mut command = project::cargo();
        test(&mut command, host, "valgrind", &[TENSOR, HOSTILE, THREADS]);
        let runner =
            format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace(['-', '.'], "_"));
        let options = "valgrind --quiet --leak-check=full --show-leak-kinds=definite \
                       --errors-for-leak-kinds=definite \
                       --error-exitcode=1";
        command.env(runner, options);
        command
    });
    Tool { name: "valgrind", commands: command.map(|command| vec![command]).ok_or("not installed") }
}

/// Checks the rules of the language itself: aliasing, and the validity of every value.
fn miri() -> Tool {
    let command = nightly("cargo").and_then(|mut command| {
        if !is_installed(nightly("cargo")?.arg("miri")) {
            return Err("not installed: rustup component add miri --toolchain nightly");
        }
        command.args(["miri", "test", "--package", "zellige"]);
        command.args(TENSOR).args(HOSTILE).args(THREADS);
        command.arg("--target-dir").arg(folder("miri"));
        Ok(command)
    });
    Tool { name: "Miri", commands: command.map(|command| vec![command]) }
}

/// A `cargo test` of some tests, built for this machine in a build folder of its own.
fn test(command: &mut Command, host: &str, tool: &str, tests: &[[&str; 2]]) {
    command.args(["test", "--quiet", "--package", "zellige", "--target", host]);
    for test in tests {
        command.args(test);
    }
    command.arg("--target-dir").arg(folder(tool));
}

fn folder(tool: &str) -> std::path::PathBuf {
    target().join("xtask/sanitize").join(tool)
}
