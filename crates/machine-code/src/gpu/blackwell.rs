//! The kernels for Blackwell, assembled: the registers, spills and warnings of each, and the
//! instructions that they have, in a file for each GPU with the hash of their sources.
//!
//! The kernels are those with instructions that no GPU before has; so are the warnings.
//! To compile and assemble them takes minutes. CI does so only if the sources are not those of the
//! file.

use super::build::Build;
use super::ptx::opcode;
use super::sources::hash;
use super::toolchain::Toolchain;
use crate::{Outcome, project};
use std::{collections::BTreeSet, fmt::Write, fs, path::PathBuf};

/// The GPUs: those of RTX 50, and those of data centres.
const ARCHES: [&str; 3] = ["sm_120a", "sm_100a", "sm_103a"];
/// The sources of the kernels, and of what compiles them.
const SOURCES: [&str; 8] = [
    "src",
    "macros/src",
    "crates/gpu/src",
    "crates/gpu/shared.ll",
    "crates/kernels/src",
    "crates/instructions/src",
    "crates/baselines/src",
    "crates/kernel-build/src",
];

/// The title of the table.
const KERNELS: &str = "kernel registers spills";

/// The file of a GPU.
fn record(arch: &str) -> PathBuf {
    project::root().join("crates/machine-code/blackwell").join(arch).with_extension("txt")
}
/// The hash of the sources, as a line.
fn current() -> Outcome<String> {
    Ok(format!("sources {}", hash(&SOURCES, &["rs", "ll"])?.trim()))
}
/// Returns the file of a GPU, if it is of these sources.
fn stored(arch: &str) -> Outcome<Option<String>> {
    let text = fs::read_to_string(record(arch)).unwrap_or_default();
    Ok((text.lines().next() == Some(&current()?)).then_some(text))
}

/// Returns whether no GPU before Blackwell has the instruction.
fn is_new(opcode: &str) -> bool {
    let begins = ["tcgen05.", "clusterlaunchcontrol."];
    begins.iter().any(|begin| opcode.starts_with(begin))
        || opcode.starts_with("mma.") && opcode.contains(".kind::")
        || opcode.starts_with("cp.async.bulk.tensor.") && opcode.contains(".cta_group::")
}

/// Compiles and assembles the kernels for a GPU, and returns the content of its file after the
/// first line.
fn assemble(toolchain: &Toolchain, arch: &str) -> Outcome<String> {
    let build = Build::new(toolchain, arch)?;
    let ptx = fs::read_to_string(build.folder.join("kernels.ptx"))?;
    let version = ptx.lines().find(|line| line.starts_with(".version "));
    let version = version.ok_or("the PTX has no version")?;
    let mut text = format!("{}\n{version}\n\n{KERNELS}\n", toolchain.versions()?);
    let (mut instructions, mut others) = (BTreeSet::new(), Vec::new());
    for kernel in &build.kernels {
        let opcodes = kernel.code.iter().filter_map(|line| opcode(line));
        let new: BTreeSet<&str> = opcodes.filter(|opcode| is_new(opcode)).collect();
        if new.is_empty() {
            others.push(format!(" {} ", kernel.name));
        } else {
            let taken = build.resources.get(&kernel.name);
            let taken = taken.ok_or_else(|| format!("{} was not assembled", kernel.name))?;
            writeln!(text, "{} {} {}", kernel.name, taken.registers, taken.spills)?;
            instructions.extend(new);
        }
    }
    text += "\nwarnings\n";
    for warning in &build.warnings {
        if !others.iter().any(|other| warning.contains(other)) {
            writeln!(text, "{warning}")?;
        }
    }
    text += "\ninstructions\n";
    instructions.iter().try_for_each(|opcode| writeln!(text, "{opcode}"))?;
    Ok(text)
}
/// Returns the lines of the part of the file that begins with the line `title`.
fn part<'t>(text: &'t str, title: &str) -> impl Iterator<Item = &'t str> {
    let after = text.split_once(&format!("\n{title}\n")).map_or("", |(_, after)| after);
    after.lines().take_while(|line| !line.is_empty())
}
/// Returns an error if a kernel in the file of a GPU spills registers, or the assembler warns.
fn check(arch: &str, text: &str) -> Outcome {
    let kernels: Vec<&str> = part(text, KERNELS).collect();
    let spilled = kernels.iter().filter(|line| !line.ends_with(" 0")).copied();
    let wrong: Vec<&str> = spilled.chain(part(text, "warnings")).collect();
    if kernels.is_empty() {
        return Err(format!("there are no kernels for {arch}").into());
    }
    if !wrong.is_empty() {
        let wrong = wrong.join("\n");
        return Err(format!("kernels for {arch} spill, or warn:\n{wrong}").into());
    }
    println!("{arch}: {} kernels, without spills or warnings", kernels.len());
    Ok(())
}

/// Checks that no kernel for Blackwell spills registers and that the assembler does not warn: by
/// the files, or, if the sources are others, by assembling them.
///
/// # Errors
///
/// Returns an error if a kernel does.
pub fn step() -> Outcome {
    for arch in ARCHES {
        if let Some(text) = stored(arch)? {
            check(arch, &text)?;
            continue;
        }
        match Toolchain::find() {
            Ok(toolchain) => {
                check(arch, &assemble(&toolchain, arch)?)?;
                println!("passed; `cargo xtask bless blackwell` writes that down");
            }
            Err(reason) => println!("{arch}: skipped: {reason}"),
        }
    }
    Ok(())
}
/// `cargo xtask bless blackwell`: assembles the kernels for each GPU with a file of other sources,
/// and writes the file.
///
/// # Errors
///
/// Returns an error if a kernel spills registers, the assembler warns, or a tool is missing.
pub fn bless() -> Outcome {
    let toolchain = Toolchain::find()?;
    for arch in ARCHES {
        if stored(arch)?.is_none() {
            let text = assemble(&toolchain, arch)?;
            check(arch, &text)?;
            let file = record(arch);
            file.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(file, current()? + "\n" + &text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn records(text: &'static str) -> impl Iterator<Item = Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap())
    }
    /// The instructions of the file of a GPU, and the version of PTX, as two numbers.
    fn instructions(arch: &str) -> ([u32; 2], BTreeSet<String>) {
        let text = fs::read_to_string(record(arch)).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(".version "));
        (version(line.unwrap()), part(&text, "instructions").map(String::from).collect())
    }
    fn version(text: &str) -> [u32; 2] {
        let (major, minor) = text.split_once('.').unwrap();
        [major, minor].map(|number| number.parse().unwrap())
    }

    /// Golden records: what ptxas accepts for which GPU, by which version of PTX.
    #[test]
    fn the_assembler_accepts_each_instruction_for_its_gpu() {
        let all = include_str!("../../../../tests/golden/data/facts/ptx_targets.jsonl");
        let held = ARCHES.map(|arch| {
            let (found, ours) = instructions(arch);
            let known = records(all).filter(|record| {
                let opcode = record["opcode"].as_str().unwrap();
                if !ours.contains(opcode) {
                    return false;
                }
                let lowest = record["accepted"][arch].as_str();
                let lowest = lowest.unwrap_or_else(|| panic!("{arch} has no {opcode}"));
                assert!(version(lowest) <= found, "{opcode} needs PTX {lowest} for {arch}");
                true
            });
            known.count()
        });
        assert_eq!(held, [8, 64, 62]);
    }
    /// Golden records: what ptxas refuses, whatever the operands are, does not occur.
    #[test]
    fn no_instruction_is_one_that_the_assembler_refuses() {
        let all = include_str!("../../../../tests/golden/data/facts/ptx_refusals.jsonl");
        let ours: BTreeSet<String> = ARCHES.iter().flat_map(|arch| instructions(arch).1).collect();
        // `zellige-emulator` tests the records about numbers and groups of forms that occur.
        let (mut of_numbers, mut of_forms) = (0, 0);
        for record in records(all) {
            let [case, ptx] = ["case", "ptx"].map(|field| record[field].as_str().unwrap());
            let opcode = ptx.split(' ').next().unwrap().trim_end_matches(';');
            match case.split(' ').next().unwrap() {
                "alloc" | "dealloc" | "mixed" | "sm120" => of_numbers += 1,
                // An operand of this instruction that no method has.
                "scale-input-d" | "disable" => of_forms += 1,
                _ => {
                    let is_refused = record["ok"] == false;
                    assert!(!is_refused || !ours.contains(opcode), "{case}: {opcode}");
                    of_forms += 1;
                }
            }
        }
        assert_eq!((of_numbers, of_forms), (16, 22));
    }
    #[test]
    fn spills_and_warnings_are_found() {
        let text = |spills, warning| {
            format!("\n{KERNELS}\na 9 0\nb 255 {spills}\n\nwarnings\n{warning}\ninstructions\n")
        };
        let of = |text: &str| check("sm_100a", text);
        assert!(of(&text(0, "")).is_ok());
        assert!(of(&text(0, "slow\n")).is_err());
        let error = of(&text(8, "")).unwrap_err().to_string();
        assert_eq!(error, "kernels for sm_100a spill, or warn:\nb 255 8");
        assert!(of("").is_err());
    }
}
