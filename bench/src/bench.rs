//! Times every kernel beside its twin, the same in CUDA C++, libraries, and the ceiling of the machine.
//!
//! All that solve one problem run in one go: in each of [`ROUNDS`] rounds (or as many as are asked for) each of them
//! once, in random order, for long enough that the clock, of half a microsecond, is fine. So whatever changes
//! meanwhile, the frequency of the GPU above all, changes for all of them. A result is the median of the rounds, with
//! half the width of the middle half of them; and the fastest and the slowest.

use crate::{
    case::Case,
    check::chosen,
    libraries::{Cublas, Cute, Multiply},
    machine::Placed,
    problems::{Library, Problem, Rival, Scale, Work, all},
};
use std::{collections::HashMap, error::Error, fs, path::Path, slice};
use zellige_launch::gpu::{Failure, Gpu, Memory, Program};

/// How often each contestant is timed.
pub const ROUNDS: usize = 21;
/// About how long each is timed, in milliseconds.
const ROUND: f64 = 8.0;

/// Against whom a kernel is measured.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// The kernel itself.
    Kernel,
    /// Its twin with indices by hand.
    Twin,
    /// The same algorithm in CUDA C++.
    Cpp,
    /// A tutorial of CuTe; the fastest counts.
    Cute,
    /// What the machine can do: a copy, or cuBLAS.
    Ceiling,
}

/// Something that is timed.
struct Contestant<'a> {
    role: Role,
    name: String,
    /// How many registers a thread has, where that is known.
    registers: Option<i32>,
    launch: Box<dyn Fn() -> Result<(), Box<dyn Error>> + 'a>,
    /// The launch in words: its shape and arguments, or the product's.
    words: String,
    /// Milliseconds.
    times: Vec<f64>,
}
impl Contestant<'_> {
    fn quantile(&self, part: f64) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times[((times.len() - 1) as f64 * part).round() as usize]
    }
    fn median(&self) -> f64 {
        self.quantile(0.5)
    }
    /// Half the width of the middle half of the times, in percent of the median.
    fn spread(&self) -> f64 {
        50.0 * (self.quantile(0.75) - self.quantile(0.25)) / self.median()
    }
}

/// What takes part.
struct Field<'a> {
    gpu: &'a Gpu,
    kernels: Program,
    /// One program for each source.
    cpp: Vec<Program>,
    cublas: Option<Cublas>,
    /// Tutorials by name; nothing for one that is not there.
    cute: HashMap<&'static str, Option<Cute>>,
    folder: &'a Path,
}

/// Times all kernels whose names contain one of these words, or all if there are none. The folder has
/// `kernels.cubin`, and may have kernels of CUDA C++ as `cuda/NAME.cubin` and CuTe's tutorials as `NAME.so`.
///
/// # Errors
///
/// If a launch failed or a result is wrong.
pub fn bench(
    gpu: &Gpu,
    folder: &Path,
    only: &[String],
    rounds: usize,
) -> Result<(), Box<dyn Error>> {
    let absent = |what: &str, error: Box<dyn Error>| println!("without {what}: {error}");
    let cublas = Cublas::load();
    let mut field = Field {
        gpu,
        kernels: gpu.load(&folder.join("kernels.cubin"))?,
        cpp: cubins(gpu, &folder.join("cuda"))
            .map_err(|error| absent("CUDA C++", error))
            .unwrap_or_default(),
        cublas: cublas.map_err(|error| absent("cuBLAS", error)).ok(),
        cute: HashMap::new(),
        folder,
    };
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for problem in all(Scale::Timed)
        .iter()
        .filter(|problem| chosen(problem, only))
    {
        field.load(&problem.rivals);
        match field.race(problem, rounds, &mut wrong) {
            Ok(row) => rows.extend(row),
            Err(error) => {
                // After some errors a GPU runs nothing more.
                wrong.push(format!("{} {}: {error}", problem.kernel, problem.size));
                break;
            }
        }
    }
    println!("\n{}", Row::head());
    rows.iter().for_each(|row: &Row| println!("{row}"));
    match wrong.len() {
        0 => Ok(()),
        _ => Err(format!("something went wrong:\n{}", wrong.join("\n")).into()),
    }
}

/// All programs of a folder.
fn cubins(gpu: &Gpu, folder: &Path) -> Result<Vec<Program>, Box<dyn Error>> {
    let files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    files.iter().map(|file| gpu.load(&file.path())).collect()
}

/// Memory that a contestant of another type uses.
struct Own {
    case: Case,
    placed: Placed,
}

impl Field<'_> {
    fn load(&mut self, rivals: &[Rival]) {
        let tutorials = rivals.iter().filter_map(|rival| match rival.library {
            Library::Cute(name) => Some(name),
            Library::Cublas => None,
        });
        for name in tutorials {
            let folder = self.folder;
            self.cute.entry(name).or_insert_with(|| {
                let library = Cute::load(folder, name);
                library
                    .map_err(|error| println!("without CuTe's {name}: {error}"))
                    .ok()
            });
        }
    }

    /// Times all contestants of a problem.
    fn race(
        &self,
        problem: &Problem,
        rounds: usize,
        wrong: &mut Vec<String>,
    ) -> Result<Option<Row>, Box<dyn Error>> {
        println!("\n{} {}", problem.kernel, problem.size);
        let case = problem.case();
        let placed = Placed::new(self.gpu, &case)?;
        let own = problem.rivals.iter().map(|rival| {
            let own = |case: Case| {
                Ok::<_, Failure>(Own {
                    placed: Placed::new(self.gpu, &case)?,
                    case,
                })
            };
            rival.case.as_ref().map(|case| own(case())).transpose()
        });
        let own = own.collect::<Result<Vec<_>, _>>()?;
        let copied = self.copied(problem)?;

        let mut contestants = Vec::new();
        let all = self.kernels(problem, &case, &placed, wrong);
        let shared = (&case, &placed);
        for contestant in all {
            self.enter(contestant, shared, &mut contestants, wrong)?;
        }
        for (rival, own) in problem.rivals.iter().zip(&own) {
            let (case, placed) = own.as_ref().map_or(shared, |own| (&own.case, &own.placed));
            if let Some(contestant) = self.rival(rival, placed) {
                self.enter(contestant, (case, placed), &mut contestants, wrong)?;
            }
        }
        if let Some([from, to]) = &copied {
            contestants.push(Contestant {
                role: Role::Ceiling,
                name: "copy on the device".into(),
                words: format!("copy of {} bytes on the device", from.size()),
                registers: None,
                launch: Box::new(|| Ok(self.gpu.default_stream().copy(from, to)?)),
                times: Vec::new(),
            });
        }
        self.rounds(rounds, &mut contestants)?;
        for (region, memory) in case
            .regions()
            .zip(&placed.memory)
            .filter(|(region, _)| !region.written())
        {
            if let Err(error) = region.check(&memory.read()?) {
                wrong.push(format!(
                    "{} {}, after all of them: {error}",
                    problem.kernel, problem.size
                ));
            }
        }
        for contestant in &contestants {
            println!(
                "  {:<28} {:>9.2} us +- {:>4.2} % ({:.2} to {:.2})  {}",
                contestant.name,
                1e3 * contestant.median(),
                contestant.spread(),
                1e3 * contestant.quantile(0.0),
                1e3 * contestant.quantile(1.0),
                rate(problem.work, contestant.median())
            );
        }
        Ok(Row::new(problem, &contestants))
    }

    /// Checks a contestant, and lets it in if its result is right and it can run at all.
    fn enter<'a>(
        &self,
        contestant: Contestant<'a>,
        (case, placed): (&Case, &Placed),
        contestants: &mut Vec<Contestant<'a>>,
        wrong: &mut Vec<String>,
    ) -> Result<(), Box<dyn Error>> {
        placed.reset(case)?;
        if let Err(error) = (contestant.launch)() {
            println!("  {:<28} {error}", contestant.name);
            // A library may be unable to do it; a kernel and its twin are what this is about.
            if matches!(contestant.role, Role::Kernel | Role::Twin) {
                wrong.push(error.to_string());
            }
            return Ok(());
        }
        self.gpu.wait(|| contestant.words.clone())?;
        let mut errors = Vec::new();
        for (region, memory) in placed.written(case) {
            errors.push(region.check(&memory.read()?));
        }
        let largest = errors.into_iter().collect::<Result<Vec<_>, _>>();
        match largest.map(|errors| errors.into_iter().fold(0.0, f64::max)) {
            Ok(error) => {
                let registers = contestant
                    .registers
                    .map(|count| format!(", {count} registers"));
                let registers = registers.unwrap_or_default();
                println!(
                    "  {:<28} right, largest error {error:.1e}{registers}",
                    contestant.name
                );
                contestants.push(contestant);
            }
            Err(error) => {
                println!("  {:<28} WRONG: {error}", contestant.name);
                wrong.push(format!("{}: {error}", contestant.words));
            }
        }
        Ok(())
    }

    /// The kernel, its twin, and the same in CUDA C++.
    fn kernels<'a>(
        &'a self,
        problem: &Problem,
        case: &'a Case,
        placed: &'a Placed,
        wrong: &mut Vec<String>,
    ) -> Vec<Contestant<'a>> {
        let kernels = problem.kernels();
        let own = slice::from_ref(&self.kernels);
        let entrants = [Role::Kernel, Role::Twin].into_iter().zip(&kernels);
        let entrants = entrants.map(|(role, kernel)| (role, *kernel, own, ""));
        let cpp = kernels
            .first()
            .map(|kernel| (Role::Cpp, *kernel, &self.cpp[..], " in CUDA C++"));
        let mut contestants = Vec::new();
        for (role, kernel, programs, how) in entrants.chain(cpp) {
            let name = format!("{}{how}", kernel.name);
            let functions = programs
                .iter()
                .map(|program| program.function(kernel.name, kernel));
            match functions.reduce(Result::or) {
                Some(Ok(function)) => contestants.push(Contestant {
                    role,
                    words: format!("{}{how}", case.describe(kernel)),
                    name,
                    registers: function.registers().ok(),
                    // SAFETY: the case is one of the kernel's problem, and its memory outlives the contestant.
                    launch: Box::new(move || Ok(unsafe { placed.launch(&function, case) }?)),
                    times: Vec::new(),
                }),
                Some(Err(error)) => {
                    println!("  {name:<28} {error}");
                    if role != Role::Cpp {
                        wrong.push(error.to_string());
                    }
                }
                None => {}
            }
        }
        contestants
    }

    fn rival<'a>(&'a self, rival: &'a Rival, placed: &'a Placed) -> Option<Contestant<'a>> {
        let (role, name, library): (_, _, &dyn Multiply) = match rival.library {
            Library::Cublas => (Role::Ceiling, "cuBLAS".into(), self.cublas.as_ref()?),
            Library::Cute(name) => (
                Role::Cute,
                format!("CuTe's {name}"),
                self.cute.get(name)?.as_ref()?,
            ),
        };
        let [a, b, c] = &placed.memory[..] else {
            return None;
        };
        // SAFETY: the memory is the case's, whose matrices the product describes, and outlives the contestant.
        let launch = Box::new(move || unsafe { library.multiply(&rival.product, [a, b, c]) });
        Some(Contestant {
            role,
            words: format!("{name}, {}", rival.product),
            name,
            registers: None,
            launch,
            times: Vec::new(),
        })
    }

    /// Memory for a copy that moves as many bytes as the problem.
    fn copied(&self, problem: &Problem) -> Result<Option<[Memory; 2]>, Failure> {
        let Work::Bytes(bytes) = problem.work else {
            return Ok(None);
        };
        let bytes = vec![1; usize::try_from(bytes / 2).expect("an address space of 64 bits")];
        Ok(Some([self.gpu.memory(&bytes)?, self.gpu.memory(&bytes)?]))
    }

    /// Times every contestant in every round.
    fn rounds(
        &self,
        rounds: usize,
        contestants: &mut [Contestant<'_>],
    ) -> Result<(), Box<dyn Error>> {
        let time = |contestant: &Contestant<'_>, launches: u32| -> Result<f64, Box<dyn Error>> {
            let work = || (0..launches).try_for_each(|_| (contestant.launch)());
            let time = self.gpu.time(&contestant.words, work)?;
            Ok(time / f64::from(launches))
        };
        let mut launches = Vec::new();
        for contestant in &*contestants {
            time(contestant, 1)?;
            let once = time(contestant, 3)?;
            launches.push((ROUND / once).clamp(1.0, 200.0) as u32);
        }
        let mut order: Vec<usize> = (0..contestants.len()).collect();
        for _ in 0..rounds {
            fastrand::shuffle(&mut order);
            for &number in &order {
                let milliseconds = time(&contestants[number], launches[number])?;
                contestants[number].times.push(milliseconds);
            }
        }
        Ok(())
    }
}

/// How fast work was done in so many milliseconds.
fn rate(work: Work, milliseconds: f64) -> String {
    match work {
        Work::Bytes(bytes) => format!("{:8.3} TB/s", bytes as f64 / milliseconds / 1e9),
        Work::Flops(flops) => format!("{:8.1} TFLOP/s", flops as f64 / milliseconds / 1e9),
    }
}

/// A line of the last table.
struct Row {
    kernel: &'static str,
    size: String,
    microseconds: f64,
    spread: f64,
    rate: String,
    /// How much faster than the twin, CUDA C++, CuTe, and the ceiling.
    ratios: [Option<f64>; 4],
}

impl Row {
    fn head() -> String {
        let (kernel, size, median, spread) = ("kernel", "size", "median us", "+- %");
        format!(
            "{kernel:<26} {size:<36} {median:>10} {spread:>5} {:>16}   twin    C++   CuTe ceiling",
            "speed"
        )
    }

    fn new(problem: &Problem, contestants: &[Contestant<'_>]) -> Option<Self> {
        let best = |role: Role| {
            let times = contestants
                .iter()
                .filter(|contestant| contestant.role == role);
            times.map(Contestant::median).min_by(f64::total_cmp)
        };
        let kernel = contestants
            .iter()
            .find(|contestant| contestant.role == Role::Kernel)?;
        let median = kernel.median();
        let ratio = |role| best(role).map(|other| other / median);
        Some(Row {
            kernel: problem.kernel,
            size: problem.size.clone(),
            microseconds: 1e3 * median,
            spread: kernel.spread(),
            rate: rate(problem.work, median),
            ratios: [Role::Twin, Role::Cpp, Role::Cute, Role::Ceiling].map(ratio),
        })
    }
}
impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row {
            kernel,
            size,
            microseconds,
            spread,
            rate,
            ratios,
        } = self;
        write!(
            f,
            "{kernel:<26} {size:<36} {microseconds:>10.2} {spread:>5.2} {rate:>16}"
        )?;
        for ratio in ratios {
            match ratio {
                Some(ratio) => write!(f, "  {ratio:>5.3}")?,
                None => write!(f, "  {:>5}", "-")?,
            }
        }
        Ok(())
    }
}
