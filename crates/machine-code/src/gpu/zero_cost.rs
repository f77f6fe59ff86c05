//! Compares every kernel with its hand-written baseline.

use super::{
    branches,
    build::{Build, HOPPER},
    guide,
    instances::{Alone, further_instances},
    ptx::{self, Kernel},
    rules::{Breach, Reasons, Rule, breaches},
    sass,
    sources::hash,
    toolchain::Toolchain,
};
use crate::{Outcome, names::Code, project, snapshot::Snapshot};
use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

/// The suffix of a baseline's name.
pub(super) const BASELINE: &str = "_by_hand";
/// Whether the kernel is a single instruction, named after its atom. Such a kernel has no baseline.
fn is_atom(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Whether the assembler's warning is about such a kernel, whose registers the test chooses.
fn is_about_atom(warning: &str) -> bool {
    let named = warning.split_once("function '");
    named.is_some_and(|(_, name)| is_atom(name))
}

/// `cargo xtask zero-cost`, or `cargo xtask bless kernels` with or without names.
pub fn run(bless: Option<&[String]>) -> Outcome {
    check(&Toolchain::find()?, bless)
}

/// The step of `cargo xtask ci`: passes, with a note, if the tools for GPUs are not installed.
pub fn step() -> Outcome {
    match Toolchain::find() {
        Ok(toolchain) => {
            check(&toolchain, None)?;
            let guide = guide::run()?.join(", ");
            println!("the program of crates/kernels/README.md runs too: {guide}");
            Ok(())
        }
        Err(reason) => {
            println!("skipped: {reason}");
            Ok(())
        }
    }
}

/// All that decides whether the step passes: the sources of the kernels and of what they are made
/// of, the guide's program, the rules, and the scripts that install the tools.
const SOURCES: [&str; 14] = [
    "Cargo.lock",
    "src",
    "macros/src",
    "crates/gpu",
    "crates/kernels",
    "crates/instructions",
    "crates/baselines",
    "crates/kernel-build",
    "crates/launch",
    "crates/emulator/src",
    "crates/machine-code/src/gpu",
    "crates/book/src/gemm_pipeline.md",
    "crates/book/src/gemm_hopper.md",
    "crates/project/src",
];
const EXTENSIONS: [&str; 8] = ["rs", "ll", "toml", "lock", "txt", "ptx", "md", "sh"];

/// The file that records the hash of the sources with which the step last passed.
fn record() -> PathBuf {
    project::root().join(".ci/zero-cost")
}

/// Returns whether the step has passed with these sources.
///
/// # Errors
///
/// Returns an error without git.
pub fn has_passed() -> Outcome<bool> {
    Ok(fs::read_to_string(record()).unwrap_or_default() == hash(&SOURCES, &EXTENSIONS)?)
}

/// `cargo xtask bless zero-cost`: runs the step and records the hash of its sources.
///
/// # Errors
///
/// Returns an error if the step does not pass, or a tool is missing.
pub fn bless() -> Outcome {
    Toolchain::find()?;
    step()?;
    Ok(fs::write(record(), hash(&SOURCES, &EXTENSIONS)?)?)
}

/// Compares all pairs and the snapshots; or writes the snapshots, including new ones for the
/// kernels that `bless` names.
fn check(toolchain: &Toolchain, bless: Option<&[String]>) -> Outcome {
    let build = Build::new(toolchain, HOPPER)?;
    let further = fs::read_to_string(project::root().join("crates/kernels/instances.txt"))?;
    let further = further_instances(&further)?;
    let pairs = Pair::all(&build, &further)?;
    let further = Alone::all(&build, &further)?;
    println!("{}", toolchain.versions()?);
    print!("{}", table(&pairs));
    for instance in &further {
        println!("{instance}");
    }
    let streams = build.folder.join("streams");
    for pair in &pairs {
        pair.write(&streams)?;
    }
    let mut reasons = Reasons::read(&project::root().join("crates/kernels/exceptions.txt"))?;
    let title = format!("// {}, {HOPPER}", toolchain.rust.version()?);
    let snapshots = snapshots(&pairs, &title, bless.unwrap_or_default())?;
    let known = bless.is_some() || snapshots.iter().any(Snapshot::same_compiler);
    let broken = broken(&pairs).chain(further.iter().flat_map(Alone::breaches));
    let mut complaints = judge(broken, &mut reasons, known);
    complaints.extend(
        build
            .warnings
            .iter()
            .filter(|line| !is_about_atom(line))
            .map(|line| format!("{}: {line}", Rule::Warnings)),
    );
    for snapshot in snapshots {
        match bless {
            Some(_) => snapshot.bless()?,
            None => complaints.extend(snapshot.outdated("cargo xtask bless kernels")),
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    let complaints = complaints.join("\n");
    let streams = streams.display();
    Err(format!(
        "\n{complaints}\n\
         The instructions of each kernel are in {streams}. Where a kernel cannot keep to `{}` or `{}`, \
         give the reason in crates/kernels/exceptions.txt",
        Rule::Same,
        Rule::Narrow
    )
    .into())
}

/// A kernel or a baseline.
pub(super) struct Version<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) sass: &'a Code,
    pub(super) registers: u32,
}

impl<'a> Version<'a> {
    pub(super) fn new(build: &'a Build, kernel: &'a Kernel) -> Outcome<Self> {
        let name = &kernel.name;
        let found = build.sass.get(name).zip(build.resources.get(name));
        let (sass, resources) =
            found.ok_or_else(|| format!("there is no machine code of {name}"))?;
        Ok(Version { kernel, sass, registers: resources.registers })
    }

    /// The count of each kind of barrier.
    fn barriers(&self) -> BTreeMap<&str, i64> {
        let mut counts = opcodes(&self.kernel.code, ptx::opcode);
        counts.retain(|opcode, _| opcode.starts_with("bar"));
        counts
    }
}

/// To what extent a kernel and its baseline are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Same {
    /// The PTX is the same, except for how branches are written (see [`branches`]), and the machine
    /// code is the same.
    Yes,
    /// The PTX is the same, except for branches and the order of independent instructions (see
    /// [`order`](super::order)). ptxas schedules such code in different orders.
    Order,
    /// The PTX is the same, but not the machine code.
    Ptx,
    /// Only the machine code is the same.
    Sass,
    No,
}

impl fmt::Display for Same {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Same::Yes => "yes",
            Same::Order => "but for the order",
            Same::Ptx => "PTX",
            Same::Sass => "SASS",
            Same::No => "no",
        })
    }
}

/// A kernel and its baseline.
pub(super) struct Pair<'a> {
    layout: Version<'a>,
    by_hand: Version<'a>,
    /// The rules that either of the two breaks regardless of the other.
    alone: Vec<Breach>,
}

impl<'a> Pair<'a> {
    /// All pairs, in the order of the kernels. A kernel without a baseline, or a baseline without a
    /// kernel, is an error, except for `further` instances.
    pub(super) fn all(build: &'a Build, further: &BTreeMap<String, String>) -> Outcome<Vec<Self>> {
        let find = |name: &str| build.kernels.iter().find(|kernel| kernel.name == name);
        let mut pairs = Vec::new();
        let kernels = build.kernels.iter();
        let paired =
            |kernel: &&Kernel| !is_atom(&kernel.name) && !further.contains_key(&kernel.name);
        for kernel in kernels.filter(paired) {
            if let Some(name) = kernel.name.strip_suffix(BASELINE) {
                find(name).ok_or_else(|| format!("{} is the baseline of nothing", kernel.name))?;
                continue;
            }
            let baseline = format!("{}{BASELINE}", kernel.name);
            let baseline = find(&baseline)
                .ok_or_else(|| format!("{} has no baseline {baseline}", kernel.name))?;
            let broken = |kernel: &Kernel| {
                let resources = build.resources.get(&kernel.name);
                let findings = build.findings(&kernel.name);
                resources.map_or_else(Vec::new, |resources| breaches(kernel, resources, findings))
            };
            pairs.push(Pair {
                layout: Version::new(build, kernel)?,
                by_hand: Version::new(build, baseline)?,
                alone: [kernel, baseline].into_iter().flat_map(broken).collect(),
            });
        }
        match pairs.as_slice() {
            [] => Err("there is no kernel to compare".into()),
            _ => Ok(pairs),
        }
    }

    fn name(&self) -> &str {
        &self.layout.kernel.name
    }

    /// To what extent the two are the same.
    fn same(&self) -> Same {
        let (layout, by_hand) = (&self.layout, &self.by_hand);
        let (ours, theirs) = (&layout.kernel.code, &by_hand.kernel.code);
        let ptx = ours == theirs || branches::canonical(ours) == branches::canonical(theirs);
        match (ptx, layout.sass == by_hand.sass) {
            (true, true) => Same::Yes,
            (true, false) => Same::Ptx,
            (false, sass) => {
                let order = branches::canonical_in_order;
                match (order(ours) == order(theirs), sass) {
                    (true, _) => Same::Order,
                    (false, true) => Same::Sass,
                    (false, false) => Same::No,
                }
            }
        }
    }

    /// All rules that the pair breaks.
    fn breaches(&self) -> Vec<Breach> {
        let (layout, by_hand) = (&self.layout, &self.by_hand);
        let mut breaches = self.alone.clone();
        let mut add = |rule, how: String| {
            let how = format!("{}: {how}", self.name());
            breaches.push(Breach { rule, how });
        };
        match self.same() {
            Same::Yes | Same::Order => {}
            Same::Sass | Same::No => {
                let codes = (&layout.kernel.code, &by_hand.kernel.code);
                add(Rule::Same, format!("PTX: {}", difference(codes, ptx::opcode)));
            }
            Same::Ptx => {
                let codes = (layout.sass, by_hand.sass);
                add(Rule::Same, format!("machine code: {}", difference(codes, sass::opcode)));
            }
        }
        for (what, more, less) in [
            ("PTX", layout.kernel.count(), by_hand.kernel.count()),
            ("machine code", sass::count(layout.sass), sass::count(by_hand.sass)),
        ] {
            if more > less {
                add(Rule::Count, format!("{more} instructions of {what}, and {less} by hand"));
            }
        }
        if layout.barriers() != by_hand.barriers() {
            let (ours, theirs) = (layout.barriers(), by_hand.barriers());
            add(Rule::Barriers, format!("{ours:?}, and {theirs:?} by hand"));
        }
        breaches
    }

    /// Writes the instructions of both into the folder, for `diff`.
    fn write(&self, folder: &Path) -> Outcome {
        fs::create_dir_all(folder)?;
        for version in [&self.layout, &self.by_hand] {
            let file =
                |extension: &str| folder.join(&version.kernel.name).with_extension(extension);
            fs::write(file("ptx"), version.kernel.code.join("\n") + "\n")?;
            fs::write(file("sass"), version.sass.join("\n") + "\n")?;
        }
        Ok(())
    }
}

/// Returns the name of the instruction in a line.
type Opcode = fn(&str) -> Option<&str>;

/// The count of each instruction.
fn opcodes(code: &Code, opcode: Opcode) -> BTreeMap<&str, i64> {
    let mut counts = BTreeMap::new();
    for opcode in code.iter().filter_map(|line| opcode(line)) {
        *counts.entry(opcode).or_default() += 1;
    }
    counts
}

/// The instructions that the first code has more or fewer of than the second.
fn difference((ours, theirs): (&Code, &Code), opcode: Opcode) -> String {
    let mut counts = opcodes(ours, opcode);
    for (opcode, count) in opcodes(theirs, opcode) {
        *counts.entry(opcode).or_default() -= count;
    }
    counts.retain(|_, count| *count != 0);
    if counts.is_empty() {
        let lines = ours.iter().zip(theirs);
        let other = lines.filter(|(ours, theirs)| ours != theirs).count();
        return format!("the same instructions, {other} of them with other operands or elsewhere");
    }
    let counts = counts.iter().map(|(opcode, count)| format!("{count:+} {opcode}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// The rules that pairs break, with the names of the pairs.
fn broken<'a>(pairs: &'a [Pair<'a>]) -> impl Iterator<Item = (&'a str, Breach)> {
    let of = |pair: &'a Pair<'a>| pair.breaches().into_iter().map(|breach| (pair.name(), breach));
    pairs.iter().flat_map(of)
}

/// Complaints about rules that kernels break without a reason, and about reasons for rules that are
/// not broken. Rules broken with a reason are printed.
///
/// A compiler other than the `known` one of the snapshots may order or widen computations
/// differently in the kernel and its baseline. This is printed, and is not a complaint.
fn judge<'a>(
    broken: impl Iterator<Item = (&'a str, Breach)>,
    reasons: &mut Reasons,
    known: bool,
) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, Breach { rule, how }) in broken {
        match reasons.find(name, rule) {
            Some(reason) => println!("{rule}: {how}: {reason}"),
            None if !known && Rule::EXCUSABLE.contains(&rule) => {
                println!("{rule}: {how} (this compiler is not that of crates/kernels/snapshots)");
            }
            None => complaints.push(format!("{rule}: {how}")),
        }
    }
    if !known {
        return complaints;
    }
    let unused = reasons.unused().into_iter();
    complaints.extend(unused.map(|what| {
        format!("crates/kernels/exceptions.txt has a reason for `{what}`, which is not needed: remove it")
    }));
    complaints
}

/// The snapshots in `crates/kernels/snapshots`, and new ones for the kernels `new`.
fn snapshots(pairs: &[Pair<'_>], title: &str, new: &[String]) -> Outcome<Vec<Snapshot>> {
    let folder = project::root().join("crates/kernels/snapshots");
    let path = |name: &str| folder.join(name).with_extension("ptx");
    if let Some(name) = new.iter().find(|name| !pairs.iter().any(|pair| pair.name() == *name)) {
        return Err(format!("there is no kernel {name} with a baseline").into());
    }
    fs::create_dir_all(&folder)?;
    for file in fs::read_dir(&folder)? {
        let file = file?.path();
        if !pairs.iter().any(|pair| path(pair.name()) == file) {
            return Err(format!("{} is of no kernel: remove it", file.display()).into());
        }
    }
    let wanted =
        |pair: &&Pair<'_>| path(pair.name()).exists() || new.iter().any(|name| name == pair.name());
    let snapshot = |pair: &Pair<'_>| {
        let code = pair.layout.kernel.code.join("\n    ");
        Snapshot::new(path(pair.name()), format!("{title}\n\n{}:\n    {code}\n", pair.name()))
    };
    Ok(pairs.iter().filter(wanted).map(snapshot).collect())
}

/// One line for each pair.
fn table(pairs: &[Pair<'_>]) -> String {
    let width =
        pairs.iter().map(|pair| pair.name().len()).max().unwrap_or_default().max("kernel".len());
    let mut table = format!(
        "{:width$}       PTX  by hand      SASS  by hand  registers  by hand  same\n",
        "kernel"
    );
    for pair in pairs {
        let (layout, by_hand) = (&pair.layout, &pair.by_hand);
        let same = pair.same();
        table += &format!(
            "{:width$}  {:8}  {:7}  {:8}  {:7}  {:9}  {:7}  {same}\n",
            pair.name(),
            layout.kernel.count(),
            by_hand.kernel.count(),
            sass::count(layout.sass),
            sass::count(by_hand.sass),
            layout.registers,
            by_hand.registers,
        );
    }
    table
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::path::PathBuf;
    use zellige_kernel_build::{assembler::Report, ptx::Ptx};

    #[test]
    fn warnings_about_atoms_are_known() {
        let about = |name: &str| {
            is_about_atom(&format!("Loss: too few registers in the function '{name}'"))
        };
        assert!(about("SM90_64x256x16_F32F16F16_SS") && !about("wgmma_gemm"));
        assert!(!is_about_atom("warning: something else"));
    }

    /// A build of kernels: name, PTX, machine code.
    pub(in super::super) fn build(kernels: &[(&str, &str, &str)]) -> Build {
        let (mut ptx, mut notes, mut listing) = (String::new(), String::new(), String::new());
        for (name, body, code) in kernels {
            ptx += &format!(".visible .entry {name}()\n{{\n.reg .b32 %r<4>;\n{body}\n}}\n");
            notes += &format!("Compiling entry function '{name}' for\nUsed 8 registers\n");
            listing += &format!("\t.section\t.text.{name},\n");
            for line in code.lines() {
                listing += &format!("/*0000*/ {line} ;\n");
            }
        }
        let ptx = Ptx { text: ptx, bounds: BTreeMap::new(), findings: Vec::new() };
        let report = Report::of(&notes).unwrap();
        Build::read(PathBuf::new(), ptx, report, &listing).unwrap()
    }

    fn rules(kernel: (&str, &str), baseline: (&str, &str)) -> Vec<Rule> {
        let build = build(&[("sum", kernel.0, kernel.1), ("sum_by_hand", baseline.0, baseline.1)]);
        let pairs = Pair::all(&build, &BTreeMap::new()).unwrap();
        let breaches = pairs[0].breaches();
        breaches.iter().map(|breach| breach.rule).collect()
    }

    #[test]
    fn other_registers_are_no_difference() {
        let kernel = ("add.s32 %r1, %r2, %r2; ret;", "IADD R1, R2, R2\nEXIT");
        let baseline = ("add.s32 %r3, %r1, %r1; ret;", "IADD R5, R0, R0\nEXIT");
        assert_eq!(rules(kernel, baseline), []);
    }

    #[test]
    fn every_difference_is_found() {
        let baseline = ("add.s32 %r1, %r2, %r3; ret;", "IADD R1, R2, R3\nEXIT");
        let other = ("add.s32 %r1, %r2, %r2; ret;", baseline.1);
        assert_eq!(rules(other, baseline), [Rule::Same]);
        let other = (baseline.0, "IADD R1, R2, R2\nEXIT");
        assert_eq!(rules(other, baseline), [Rule::Same]);
        let longer = ("mov.b32 %r2, 0; add.s32 %r1, %r2, %r3; ret;", baseline.1);
        assert_eq!(rules(longer, baseline), [Rule::Same, Rule::Count]);
        assert_eq!(rules(baseline, longer), [Rule::Same]);
        let longer = (baseline.0, "MOV R2, RZ\nIADD R1, R2, R3\nEXIT");
        assert_eq!(rules(longer, baseline), [Rule::Same, Rule::Count]);
        let waits = ("bar.sync 0; ret;", baseline.1);
        assert_eq!(rules(waits, baseline), [Rule::Same, Rule::Barriers]);
        let traps = ("add.s32 %r1, %r2, %r3; trap;", baseline.1);
        assert_eq!(rules(traps, traps), [Rule::Panics, Rule::Panics]);
    }

    #[test]
    fn the_order_of_what_does_not_depend_on_each_other_may_differ() {
        let kernel = (
            "add.s32 %r1, %r3, 1; mul.lo.s32 %r2, %r3, 3; st.global.b32 [%r1], %r2;",
            "IADD R1, R3, 1\nIMUL R2, R3, 3\nEXIT",
        );
        let baseline = (
            "mul.lo.s32 %r2, %r3, 3; add.s32 %r1, %r3, 1; st.global.b32 [%r1], %r2;",
            "IMUL R2, R3, 3\nIADD R1, R3, 1\nEXIT",
        );
        assert_eq!(rules(kernel, baseline), []);
        let longer = (kernel.0, "IADD R1, R3, 1\nNOP\nIMUL R2, R3, 3\nEXIT");
        assert_eq!(rules(longer, baseline), [Rule::Count]);
        let other = (baseline.0.replace("[%r1], %r2", "[%r2], %r1"), baseline.1);
        assert_eq!(rules(kernel, (&other.0, other.1)), [Rule::Same]);
    }

    #[test]
    fn kernels_come_in_pairs() {
        for alone in ["sum", "sum_by_hand"] {
            let build = build(&[(alone, "ret;", "EXIT")]);
            let reason = Pair::all(&build, &BTreeMap::new()).err().unwrap().to_string();
            assert!(reason.contains("baseline"), "{reason}");
        }
    }

    #[test]
    fn a_reason_excuses_and_is_needed() {
        let (short, long) = ("EXIT", "NOP\nEXIT");
        let build = build(&[("sum", "ret;", short), ("sum_by_hand", "ret;", long)]);
        let pairs = Pair::all(&build, &BTreeMap::new()).unwrap();
        let complaints =
            |text: &str| judge(broken(&pairs), &mut Reasons::parse(text).unwrap(), true);
        assert_eq!(complaints("sum same: no way").len(), 0);
        assert!(complaints("")[0].starts_with("same: sum: machine code: -1 NOP"));
        let more = complaints("sum same: no way\nsum narrow: so large");
        assert!(more[0].contains("not needed"), "{more:?}");
    }

    #[test]
    fn another_compiler_may_order_but_not_add() {
        let (short, long) = ("EXIT", "NOP\nEXIT");
        let judged = |kernel: &str, baseline: &str| {
            let build = build(&[("sum", "ret;", kernel), ("sum_by_hand", "ret;", baseline)]);
            let none = &mut Reasons::parse("sum narrow: so large").unwrap();
            judge(broken(&Pair::all(&build, &BTreeMap::new()).unwrap()), none, false)
        };
        assert_eq!(judged(short, long).len(), 0);
        assert!(judged(long, short)[0].starts_with("count: sum: 2 instructions"));
    }

    #[test]
    fn differences_are_counted() {
        let code = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Code>();
        let ours = code(&["mul.lo.s32 %r0, %r1, %r2", "$0:", "add.s32 %r0, %r0, 1", "ret"]);
        let theirs = code(&["shl.b32 %r0, %r1, 2", "$0:", "add.s32 %r0, %r0, 1", "ret"]);
        let text = difference((&ours, &theirs), ptx::opcode);
        assert_eq!(text, "+1 mul.lo.s32, -1 shl.b32");
        let theirs = code(&["add.s32 %r0, %r0, 1", "$0:", "mul.lo.s32 %r0, %r1, %r2", "ret"]);
        let text = difference((&ours, &theirs), ptx::opcode);
        assert_eq!(text, "the same instructions, 2 of them with other operands or elsewhere");
    }
}
