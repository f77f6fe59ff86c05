//! Runs the tests of the code that touches memory, and emulated kernels, under tools that watch memory.
//!
//! What is not on the machine is skipped, and named at the end.

use crate::{
    Outcome,
    project::{self, host, nightly, target},
};
use std::process::Command;

/// The tests of tensors.
const TENSOR: [&str; 2] = ["--test", "tensor"];
/// Those of what a safe caller may try.
const HOSTILE: [&str; 2] = ["--test", "hostile"];
/// Those across threads: a program without the test harness, whose own threads use parts of the
/// standard library that a thread sanitizer cannot look into.
const THREADS: [&str; 2] = ["--test", "threads"];

/// The compiler's flag of the address sanitizer.
const ADDRESS: &str = "-Zsanitizer=address";

/// A tool, and how it is run.
struct Tool {
    name: &'static str,
    /// The commands, or why there are none.
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
    if names.is_empty() {
        "nothing".into()
    } else {
        names.join(", ")
    }
}

/// Reads and writes outside the memory, or after its end; memory that is never freed.
fn address(host: &str) -> Tool {
    Tool {
        name: "address sanitizer",
        commands: tests(host, "address", &[TENSOR, HOSTILE, THREADS], ADDRESS)
            .and_then(|tests| Ok(vec![tests, kernels(host)?])),
    }
}

/// Threads that use the same memory. The standard library is not built for it, but starting and
/// joining a thread are seen. Kernels are not run: the threads of an emulated block are one thread of the CPU, and their races the
/// emulator finds itself.
fn thread(host: &str) -> Tool {
    let flags = "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer";
    Tool {
        name: "thread sanitizer",
        commands: tests(host, "thread", &[THREADS], flags).map(|tests| vec![tests]),
    }
}

/// Tests with a sanitizer of the compiler's.
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

/// All kernels emulated with all small sizes, with the address sanitizer. The emulator is optimised, or the checks of debug
/// builds take most of the time.
fn kernels(host: &str) -> Result<Command, &'static str> {
    let mut command = nightly("cargo")?;
    command.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "zellige-problems",
    ]);
    command.args(["--features", "zellige-emulator/address-sanitizer"]);
    command
        .args(["--target", host, "--target-dir"])
        .arg(folder("address"))
        .args(["--", "check", "--emulate"]);
    command.env("RUSTFLAGS", ADDRESS);
    Ok(command)
}

/// Memory that is read before it is written, and what the address sanitizer finds.
fn valgrind(host: &str) -> Tool {
    let command = installed("valgrind").then(|| {
        let mut command = project::cargo();
        test(&mut command, host, "valgrind", &[TENSOR, HOSTILE, THREADS]);
        let runner = format!(
            "CARGO_TARGET_{}_RUNNER",
            host.to_uppercase().replace(['-', '.'], "_")
        );
        let options = "valgrind --quiet --leak-check=full --show-leak-kinds=definite \
                       --errors-for-leak-kinds=definite \
                       --error-exitcode=1";
        command.env(runner, options);
        command
    });
    Tool {
        name: "valgrind",
        commands: command.map(|command| vec![command]).ok_or("not installed"),
    }
}

/// The rules of the language itself: aliasing, and the validity of every value.
fn miri() -> Tool {
    let command = nightly("cargo").and_then(|mut command| {
        if project::read(nightly("cargo")?.args(["miri", "--version"])).is_err() {
            return Err("not installed: rustup component add miri --toolchain nightly");
        }
        command.args(["miri", "test", "--package", "zellige"]);
        command.args(TENSOR).args(HOSTILE).args(THREADS);
        command.arg("--target-dir").arg(folder("miri"));
        Ok(command)
    });
    Tool {
        name: "Miri",
        commands: command.map(|command| vec![command]),
    }
}

/// A `cargo test` of some tests, built for this machine in a folder of its own.
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

fn installed(program: &str) -> bool {
    project::read(Command::new(program).arg("--version")).is_ok()
}
