//! Runs all kernels: on the GPU where a driver is installed, else emulated.

use lexopt::prelude::*;
use std::{
    cell::RefCell,
    env,
    error::Error,
    fs::{self, File, OpenOptions},
    io::Write,
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    str::FromStr,
};
use zellige_bench::race::{ROUNDS, Race, Table, bench_each};
use zellige_launch::device::Device;
use zellige_problems::{
    Choice, check,
    field::Field,
    problems::{Scale, permute},
};

const HELP: &str = "\
zellige-bench check [OPTIONS] [FILE]
zellige-bench bench [OPTIONS] FOLDER
zellige-bench families [OPTIONS]
zellige-bench table FILE..
zellige-bench plan BYTES EXTENTS PERMUTATION

  check       runs every kernel and its hand-written baseline, and compares all of their memory with a
              reference in f64; on the GPU with the kernels of FILE (PTX or machine code), or emulated on the
              CPU, with small sizes, where no driver of a GPU is installed, or without a FILE
  bench       times every kernel beside its baseline, CUDA C++, libraries and the ceiling of the machine; the folder
              is one that `cargo xtask gpu-bench` packs
  families    prints the names of the families, a line each, that have kernels with these words
  table       prints one table of all that was timed into these files, by --results
  plan        prints which kernel permutes the modes of a tensor, and its arguments: a line of JSON, then one for
              each other kernel that does it as well; elements have BYTES bytes, and lists have commas, such as
              plan 4 128,256,512 2,1,0
  --emulate        emulates, also where there is a GPU
  --small          small sizes, also on the GPU
  --only WORD      kernels with this word in their name (may be given several times)
  --family NAME    kernels of this family
  --rounds N       times each N times
  --results FILE   appends to this file what was timed, problem by problem";

struct Options {
    emulate: bool,
    small: bool,
    choice: Choice,
    rounds: usize,
    results: Option<PathBuf>,
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let command = match arguments.first().map(String::as_str) {
        Some("check" | "bench" | "families" | "table" | "plan" | "help" | "--help" | "-h") => {
            arguments.remove(0)
        }
        _ => "check".into(),
    };
    let run = || match command.as_str() {
        "check" => run_check(&options(&arguments)?),
        "bench" => run_bench(&options(&arguments)?),
        "families" => run_families(&options(&arguments)?),
        "table" => run_table(&arguments),
        "plan" => run_plan(&arguments),
        _ => {
            println!("{HELP}");
            Ok(())
        }
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("zellige-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        emulate: false,
        small: false,
        choice: Choice::default(),
        rounds: ROUNDS,
        results: None,
        file: None,
    };
    let mut arguments = lexopt::Parser::from_args(arguments);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("emulate") => options.emulate = true,
            Long("small") => options.small = true,
            Long("only") => options.choice.words.push(arguments.value()?.string()?),
            Long("family") => options.choice.family = Some(arguments.value()?.string()?),
            Long("results") => options.results = Some(arguments.value()?.into()),
            Long("rounds") => {
                options.rounds = arguments.value()?.parse::<NonZeroUsize>()?.get();
            }
            Value(file) if options.file.is_none() => options.file = Some(file.into()),
            _ => return Err(format!("{}\n\n{HELP}", argument.unexpected()).into()),
        }
    }
    Ok(options)
}

fn run_check(options: &Options) -> Result<(), Box<dyn Error>> {
    let device = match &options.file {
        Some(file) if !options.emulate => Device::load(file)?,
        _ => Device::emulator(),
    };
    let scale = match options.small || device.is_emulated() {
        true => Scale::Small,
        false => Scale::Real,
    };
    println!("{}, {scale}", device.name());
    let launches = check(&device, scale, &options.choice)?;
    println!("{launches} launches, all as the reference");
    Ok(())
}

fn run_bench(options: &Options) -> Result<(), Box<dyn Error>> {
    let folder = options.file.as_deref().ok_or("bench needs a folder")?;
    let problems = options.choice.problems(Scale::Timed)?;
    if problems.is_empty() {
        println!("none of these kernels is timed");
        return Ok(());
    }
    let device = Device::load(&folder.join("kernels.cubin"))?;
    println!("{}", device.name());
    let gpu = device.gpu().ok_or("no driver of a GPU is installed")?;
    let field = Field::load(gpu, folder, &problems);
    let problems = problems.iter().map(|problem| field.problem(problem));
    let results = options.results.as_ref().map(|file| {
        let file = OpenOptions::new().append(true).create(true).open(file);
        file.map(RefCell::new)
    });
    let results = results.transpose()?;
    bench_each(&device, problems, options.rounds, |race| {
        let line = |file: &RefCell<File>| writeln!(file.borrow_mut(), "{}", race.record());
        Ok(results.as_ref().map_or(Ok(()), line)?)
    })?;
    Ok(())
}

fn run_families(options: &Options) -> Result<(), Box<dyn Error>> {
    for family in options.choice.families()? {
        println!("{family}");
    }
    Ok(())
}

fn run_table(files: &[String]) -> Result<(), Box<dyn Error>> {
    let mut races = Vec::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            // The last line may be incomplete.
            races.extend(Race::of_record(line));
        }
    }
    print!("{}", Table(&races));
    Ok(())
}

fn run_plan(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [bytes, extents, permutation] = arguments else {
        return Err(format!("plan takes BYTES EXTENTS PERMUTATION\n\n{HELP}").into());
    };
    let extents = list(extents)?;
    let permutation = list(permutation)?;
    for plan in permute::plans(bytes.parse()?, &extents, &permutation)? {
        println!("{plan}");
    }
    Ok(())
}

/// Returns the numbers between commas.
fn list<T: FromStr>(text: &str) -> Result<Vec<T>, T::Err> {
    text.split(',').map(str::parse).collect()
}
