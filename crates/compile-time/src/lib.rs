//! What the operations of the library cost in a user's build.
//!
//! Each measurement compiles two generated crates by calling `rustc` directly, as metadata only:
//! one names the operands of all cases, the other also names the results, which makes the compiler
//! compute them. The difference of the two CPU times divided by the number of cases is the time of
//! one operation. Both crates are compiled in turn several times, so that a slow period of the
//! machine affects both. The fastest time of each counts, because other work can only add to it.
//!
//! `--cute` also measures the same cases in C++ (module `cute`). `--kernels` measures whole
//! kernels, compared with those of CuTe's tutorials (module `kernels`).

mod cases;
mod cute;
mod kernels;
mod layouts;
mod measure;

use cases::{OPERATIONS, Operands, Operation};
use cute::Cute;
use layouts::Numbers;
use lexopt::prelude::*;
use measure::{Crate, Unit};
use std::{
    collections::{HashMap, HashSet},
    ffi::OsStr,
    fs,
    path::PathBuf,
    process::Command,
    time::Instant,
};
use zellige_machine_code::gpu;
use zellige_oracle::rng::Rng;
use zellige_project::{self as project, Library, Outcome, Profile, took};

/// The factor by which cases with odd factors may exceed the target for powers of two.
const ODD_ALLOWANCE: f64 = 1.5;
/// The number of clean builds of each tree.
const CLEAN_BUILDS: usize = 5;
/// The time that a clean build of the library with its macros may take.
const CLEAN_BUILD_SECONDS: f64 = 15.0;
/// The rows and columns of the table of growth: ranks, and sizes in bits.
const RANKS: [usize; 3] = [2, 4, 8];
const BITS: [u32; 3] = [10, 20, 40];
/// The case count for each entry of the growth table.
const GROWTH_CASES: usize = 20;
/// The recursion depth that layouts of a rank may need: rust-analyzer gives up at 50, rustc at 128.
const DEPTH_TARGETS: [(usize, u32); 2] = [(4, 50), (8, 100)];

/// The user's options.
struct Options {
    quick: bool,
    instructions: bool,
    clean_build: bool,
    /// The revision whose clean build is timed in turn with this tree's.
    against: Option<String>,
    kernels: bool,
    /// Whether to measure CuTe in C++ as well, and the folder of its headers, which may be the
    /// default one.
    cute: Option<PathBuf>,
    operations: Vec<&'static Operation>,
}

impl Options {
    fn parse(arguments: &[String]) -> Outcome<Self> {
        let mut options = Options {
            quick: false,
            instructions: false,
            clean_build: false,
            against: None,
            kernels: false,
            cute: None,
            operations: OPERATIONS.iter().collect(),
        };
        let mut arguments = lexopt::Parser::from_args(arguments);
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("quick") => options.quick = true,
                Long("instructions") => options.instructions = true,
                Long("clean-build") => options.clean_build = true,
                Long("against") => {
                    options.clean_build = true; // there is nothing else to compare
                    options.against = Some(arguments.value()?.string()?);
                }
                Long("kernels") => options.kernels = true,
                Long("cute") => {
                    let is_folder = |next: &OsStr| !next.to_string_lossy().starts_with("--");
                    let folder = arguments.raw_args()?.next_if(is_folder);
                    options.cute = Some(folder.map_or_else(Cute::usual_folder, PathBuf::from));
                }
                Long("op") => {
                    options.operations = vec![operation(&arguments.value()?.string()?)?];
                }
                _ => return Err(argument.unexpected().into()),
            }
        }
        Ok(options)
    }

    /// The number of cases measured for each operation.
    fn cases(&self) -> usize {
        if self.quick { 35 } else { 100 }
    }

    /// The unit of the first table.
    fn unit(&self) -> Unit {
        match (self.instructions, self.quick) {
            (true, _) => Unit::Instructions,
            (false, true) => Unit::Time { runs: 3 },
            (false, false) => Unit::Time { runs: 7 },
        }
    }
}

fn operation(name: &str) -> Outcome<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.name == name).ok_or_else(|| {
        let names: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
        format!("there is no operation `{name}`; there are {}", names.join(", ")).into()
    })
}

/// `cargo xtask compile-time`.
pub fn run(arguments: &[String]) -> Outcome {
    let options = Options::parse(arguments)?;
    if options.clean_build {
        return clean_build(options.against.as_deref());
    }
    if options.kernels {
        return kernels::run();
    }
    let cute = options.cute.as_deref().map(Cute::at).transpose()?;
    let bench = Bench {
        library: Library::build(Profile::Debug)?,
        folder: project::scratch("compile-time")?,
        cute,
        options,
    };
    println!("{}; {}", bench.library.compiler()?, bench.options.unit().name());
    if let Some(cute) = &bench.cute {
        println!("beside it, after each depth: CuTe by {}", cute.compiler()?);
    }
    bench.operations()?;
    let first = bench.options.quick || bench.options.instructions;
    if first || bench.cute.is_some() {
        return Ok(());
    }
    bench.growth()
}

/// Times clean builds of the library with its macros and all its dependencies, as a dependency:
/// cargo never compiles one incrementally. With a revision, its builds take turns with this tree's,
/// because a machine has faster and slower minutes.
fn clean_build(against: Option<&str>) -> Outcome {
    let folder = project::scratch("clean-build")?;
    let (target, old) = (folder.join("target"), folder.join("against"));
    let mut trees = vec![(project::root(), Vec::new())];
    if let Some(revision) = against {
        let _ = fs::remove_dir_all(&old);
        let mut clone = Command::new("git");
        clone.args(["clone", "--quiet", "--no-checkout"]).arg(project::root()).arg(&old);
        project::check(&mut clone)?;
        let mut checkout = Command::new("git");
        project::check(checkout.current_dir(&old).args(["checkout", "--quiet", revision]))?;
        trees.push((old, Vec::new()));
    }
    for _ in 0..CLEAN_BUILDS {
        for (tree, seconds) in &mut trees {
            let _ = fs::remove_dir_all(&target);
            let mut build = project::cargo();
            build
                .current_dir(&*tree)
                .args(["build", "--quiet", "--package", "zellige", "--lib", "--target-dir"])
                .arg(&target)
                .env("CARGO_INCREMENTAL", "0");
            let start = Instant::now();
            project::check(&mut build)?;
            seconds.push(start.elapsed().as_secs_f64());
        }
    }
    fs::remove_dir_all(&folder)?;
    let mut medians = trees.into_iter().map(|(_, mut seconds)| {
        seconds.sort_by(f64::total_cmp);
        seconds[CLEAN_BUILDS / 2]
    });
    let now = medians.next().unwrap_or_default();
    println!(
        "clean build of the library with its macros, as a dependency: {now:.1} s, \
         the median of {CLEAN_BUILDS} (target {CLEAN_BUILD_SECONDS:.0} s)"
    );
    if let (Some(before), Some(revision)) = (medians.next(), against) {
        println!("at {revision}: {before:.1} s; this tree takes {:.2} of that", now / before);
    }
    Ok(())
}

/// The setup that all measurements share.
struct Bench {
    library: Library,
    folder: PathBuf,
    cute: Option<Cute>,
    options: Options,
}

/// The cost of an operation, in milliseconds or millions of instructions, and the recursion limit
/// that it needs.
struct Cost {
    cost: f64,
    depth: u32,
}

impl Bench {
    /// The first table: the cost of every operation, for powers of two and for odd factors.
    fn operations(&self) -> Outcome {
        let count = self.options.cases();
        println!(
            "\n{count} operations of each kind, ranks 2 to 8, strides up to 2^20 (complement,"
        );
        println!("left_inverse and logical_product take such a layout without two of its modes;");
        println!(
            "tiled_mma partitions A, B and C of 128 x 128 x 32 elements by the MMA of 16 x 8 x 16):"
        );
        let unit = self.options.unit();
        println!("per operation, its target in ms, recursion limit needed\n");
        println!("{:<16}{:^26}{:^26}", "", "powers of two", "odd factors");
        for operation in &self.options.operations {
            print!("{:<16}", operation.name);
            for (odd, target) in
                [(false, operation.target), (true, operation.target * ODD_ALLOWANCE)]
            {
                let numbers = Numbers { least: 10, most: 20, odd };
                let kinds = (2..=8).map(|rank| (rank, numbers)).cycle();
                let cases = distinct(operation, kinds.take(count / operation.steps));
                let Cost { cost, depth } = self.cost(operation, unit, &cases)?;
                print!(
                    "{cost:>8.2}{:1}{target:>7.2}{depth:>7}   ",
                    mark(unit != Unit::Instructions && cost > target)
                );
                if let Some(cute) = &self.cute {
                    let runs = if self.options.quick { 3 } else { 7 };
                    match cute.time(&self.folder, operation, &cases, runs)? {
                        Some(time) => print!("{time:>7.1}   "),
                        None => print!("{:>7}   ", "-"),
                    }
                }
            }
            println!();
        }
        Ok(())
    }

    /// The second table: how the cost grows with the rank and with the size of the numbers.
    fn growth(&self) -> Outcome {
        let growing = || self.options.operations.iter().filter(|op| op.steps == 1);
        if growing().next().is_none() {
            return Ok(());
        }
        print_growth_heading();
        let unit = Unit::Time { runs: 4 };
        let mut depths = Depths::new();
        for operation in growing() {
            print!("{:<16}", operation.name);
            for rank in RANKS {
                for bits in BITS {
                    let Cost { cost, depth } =
                        self.cost(operation, unit, &distinct(operation, growth_kinds(rank, bits)))?;
                    let deepest = depths.entry((rank, bits)).or_insert(0);
                    *deepest = depth.max(*deepest);
                    print!("{:>12}", format!("{cost:.1} / {depth}"));
                }
            }
            println!();
        }
        print_depths(&depths);
        Ok(())
    }

    /// The cost of an operation on these cases.
    fn cost(&self, operation: &Operation, unit: Unit, cases: &[Operands]) -> Outcome<Cost> {
        let source = Crate::new(&self.library, &self.folder, operation, cases)?;
        Ok(Cost { cost: source.cost(unit)?, depth: source.depth()? })
    }
}

/// The largest recursion limit that any operation needs, by rank and bits.
type Depths = HashMap<(usize, u32), u32>;

/// The kinds of cases for an entry of the growth table, alternating between powers of two and odd
/// factors.
fn growth_kinds(rank: usize, bits: u32) -> impl Iterator<Item = Kind> {
    let kind = move |odd| (rank, Numbers { least: bits, most: bits, odd });
    [false, true].map(kind).into_iter().cycle().take(GROWTH_CASES)
}

fn print_growth_heading() {
    println!("\n{GROWTH_CASES} operations each, half of them with odd factors:");
    println!("CPU ms per operation / recursion limit needed\n");
    let ranks = RANKS.map(|rank| format!("{rank:^36}")).concat();
    let sizes = BITS.map(|bits| format!("{:>12}", format!("2^{bits}"))).concat();
    println!("{:<16}{ranks}", "rank");
    println!("{:<16}{}", "size", sizes.repeat(RANKS.len()));
}

fn print_depths(depths: &Depths) {
    println!();
    for (rank, target) in DEPTH_TARGETS {
        let entry = |bits| {
            let depth = depths[&(rank, bits)];
            format!("{depth}{} up to 2^{bits}", mark(depth > target))
        };
        println!("deepest of rank {rank}, target {target}: {}", BITS.map(entry).join(", "));
    }
}

/// Marks a missed target.
fn mark(missed: bool) -> &'static str {
    if missed { "!" } else { "" }
}

/// The rank and the numbers of a case.
type Kind = (usize, Numbers);

/// A case of each kind, all distinct unless there are too few.
fn distinct(operation: &Operation, kinds: impl Iterator<Item = Kind>) -> Vec<Operands> {
    let mut rng = Rng::new(1);
    let mut seen = HashSet::new();
    let mut case = |(rank, numbers)| {
        let mut case = (operation.operands)(&mut rng, rank, numbers);
        for _ in 0..100 {
            if seen.insert(case.clone()) {
                break;
            }
            case = (operation.operands)(&mut rng, rank, numbers);
        }
        case
    };
    kinds.map(&mut case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_recognised() {
        let options = |words: &[&str]| {
            Options::parse(&words.iter().map(|word| word.to_string()).collect::<Vec<_>>())
        };
        let quick = options(&["--quick"]).unwrap();
        assert!(quick.quick && quick.operations.len() == OPERATIONS.len());
        assert_eq!(options(&["--instructions"]).unwrap().unit(), Unit::Instructions);
        assert_eq!(options(&["--op", "coalesce"]).unwrap().operations[0].name, "coalesce");
        let cute = options(&["--cute", "headers", "--quick"]).unwrap();
        assert!(cute.quick && cute.cute == Some("headers".into()));
        assert!(options(&["--cute", "--quick"]).unwrap().cute.is_some());
        assert!(options(&["--op"]).is_err());
        assert!(options(&["--fast"]).is_err());
    }

    #[test]
    fn cases_are_distinct() {
        let numbers = Numbers { least: 10, most: 20, odd: false };
        for operation in &OPERATIONS {
            let cases = distinct(operation, (2..=8).map(|rank| (rank, numbers)).cycle().take(100));
            assert_eq!(cases.iter().collect::<HashSet<_>>().len(), 100, "{}", operation.name);
        }
    }
}
