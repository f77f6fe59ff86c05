//! Times kernels beside their baselines.
//!
//! All baselines that solve one problem run together: in each of [`ROUNDS`] rounds (or another
//! given number) each of them runs once, in random order, for long enough that the clock, of half a
//! microsecond, is precise. So a change of conditions, above all of the GPU's frequency, affects
//! all of them. A result is the median of the rounds, with half the width of the middle half of
//! them; and the fastest and the slowest.

use crate::{
    case::Case,
    placed::Placed,
    problem::{Baseline, CEILING, Problem, Work},
};

mod record;
use std::{cell::RefCell, error::Error, fmt};
use zellige_launch::device::{Device, LaunchError, Stream};

/// The number of times that each baseline is timed.
pub const ROUNDS: usize = 21;
/// The approximate time for which each runs, in seconds.
const ROUND: f64 = 0.008;

/// The times of a baseline per launch, round by round.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// The baseline.
    pub name: String,
    /// Its column in the last table; `None` for the kernel.
    pub column: Option<String>,
    /// The times in seconds, the fastest first.
    seconds: Vec<f64>,
}
impl Times {
    /// Returns the times of these rounds, of which there is at least one.
    ///
    /// ```
    /// use zellige_bench::race::Times;
    /// let times = Times::new("saxpy", None, vec![4.0, 2.0, 3.0, 5.0, 9.0]);
    /// assert_eq!(times.median(), 4.0);
    /// assert_eq!((times.quantile(0.0), times.quantile(1.0)), (2.0, 9.0));
    /// assert_eq!(times.spread(), 25.0); // percent: from 3 to 5 s, around 4 s
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are none.
    pub fn new(name: &str, column: Option<&str>, mut seconds: Vec<f64>) -> Self {
        assert!(!seconds.is_empty(), "{name} was not timed");
        seconds.sort_by(f64::total_cmp);
        Times { name: name.into(), column: column.map(Into::into), seconds }
    }
    /// Returns the time of this quantile of the rounds, in seconds: 0 is the fastest, and 1 the
    /// slowest.
    pub fn quantile(&self, part: f64) -> f64 {
        let last = self.seconds.len() - 1;
        self.seconds[((last as f64 * part).round() as usize).min(last)]
    }
    /// Returns the median, in seconds.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }
    /// Returns half the width of the middle half of the times, in percent of the median.
    pub fn spread(&self) -> f64 {
        50.0 * (self.quantile(0.75) - self.quantile(0.25)) / self.median()
    }
}

/// The speed at which a problem was solved.
#[derive(Clone, Debug)]
pub struct Race {
    /// The kernel.
    pub kernel: String,
    /// The size, as text.
    pub size: String,
    /// The amount of work.
    pub work: Work,
    /// The kernel first, unless it failed, and then its baselines.
    pub times: Vec<Times>,
    /// The errors, one sentence each: wrong results, and failures of kernels of the device. A
    /// baseline of another kind that cannot do its work is left out.
    pub wrong: Vec<String>,
}
impl Race {
    /// Returns the times of the kernel, unless it failed.
    pub fn own(&self) -> Option<&Times> {
        self.times.first().filter(|first| first.name == self.kernel)
    }
    /// Returns how many times as fast as the fastest of this column the kernel is: more than 1 if
    /// it is faster. Returns `None` if no baseline of this column was timed.
    pub fn ratio(&self, column: &str) -> Option<f64> {
        let others = self.times.iter().filter(|times| times.column.as_deref() == Some(column));
        let best = others.map(Times::median).min_by(f64::total_cmp)?;
        Some(best / self.own()?.median())
    }
}

/// Times these problems, and prints the results, and a table at the end. Each baseline is checked
/// before it is timed.
///
/// ```text
/// saxpy 67108864
///   saxpy                        right, largest error 1.2e-7, 16 registers
///   saxpy_by_hand                right, largest error 1.2e-7, 16 registers
///   saxpy                           266.91 us +- 0.05 % (266.72 to 267.33)  3.017 TB/s
///   copy on the device              272.10 us +- 0.11 % (271.81 to 272.77)  2.960 TB/s
///   saxpy_by_hand                   266.88 us +- 0.06 % (266.69 to 267.50)  3.017 TB/s
/// ```
///
/// # Errors
///
/// Fails if a launch of a kernel of the device failed, or a result is wrong.
pub fn bench<'p>(
    device: &Device,
    problems: impl IntoIterator<Item = Problem<'p>>,
    rounds: usize,
) -> Result<Vec<Race>, Box<dyn Error>> {
    bench_each(device, problems, rounds, |_| Ok(()))
}

/// Like [`bench`](fn@bench), with a function that receives each race when it is over: what it
/// [records](Race::record) is kept, whatever happens to the rest.
///
/// # Errors
///
/// As for [`bench`](fn@bench), and those of the function.
pub fn bench_each<'p>(
    device: &Device,
    problems: impl IntoIterator<Item = Problem<'p>>,
    rounds: usize,
    mut over: impl FnMut(&Race) -> Result<(), Box<dyn Error>>,
) -> Result<Vec<Race>, Box<dyn Error>> {
    let (mut races, mut wrong) = (Vec::new(), Vec::new());
    let mut ceiling = None;
    for problem in problems {
        match race_below(device, &problem, rounds, &mut ceiling) {
            Ok(mut race) => {
                wrong.append(&mut race.wrong);
                over(&race)?;
                races.push(race);
            }
            Err(error) => {
                // After some errors a GPU runs nothing more.
                wrong.push(format!("{} {}: {error}", problem.name(), problem.size));
                break;
            }
        }
    }
    print!("\n{}", Table(&races));
    match wrong.len() {
        0 => Ok(races),
        _ => Err(format!("something went wrong:\n{}", wrong.join("\n")).into()),
    }
}

/// Times everything that solves a problem, and prints the results. Each baseline is checked before
/// it is timed.
///
/// # Errors
///
/// Fails if the device has not enough memory, or fails where it succeeded before.
pub fn race(device: &Device, problem: &Problem<'_>, rounds: usize) -> Result<Race, Box<dyn Error>> {
    race_below(device, problem, rounds, &mut None)
}

/// Like [`race`], with the ceiling of the last problem, which is kept as long as the number of
/// bytes is the same.
fn race_below(
    device: &Device,
    problem: &Problem<'_>,
    rounds: usize,
    last: &mut Option<(u64, Baseline<'static>)>,
) -> Result<Race, Box<dyn Error>> {
    println!("\n{} {}", problem.name(), problem.size);
    let bytes = match problem.work {
        Work::Bytes(bytes) => Some(bytes),
        Work::Flops(_) => None,
    };
    if last.as_ref().map(|(bytes, _)| *bytes) != bytes {
        *last = None; // its memory is free before there is more
        if let Some(bytes) = bytes {
            *last = Some((bytes, copy(device, bytes)?));
        }
    }
    let ceiling = last.as_ref().map(|(_, copy)| copy);
    let mut shared = Seat::new(device, (problem.case)())?;
    let mut wrong = Vec::new();
    let mut field: Vec<Contestant<'_>> = Vec::new();
    for baseline in &problem.baselines {
        let own = baseline.case.as_ref().map(|case| Seat::new(device, case()));
        let mut own = own.transpose()?;
        let seat = own.as_mut().unwrap_or(&mut shared);
        if enter(device, baseline, seat, &problem.size, &mut wrong)? {
            field.push(Contestant::new(baseline, own));
        }
    }
    field.extend(ceiling.map(|baseline| Contestant::new(baseline, None)));
    run(&device.default_stream(), &mut field, &shared, rounds)?;
    if let Err(error) = shared.placed.check_inputs(&shared.case) {
        let (kernel, size) = (problem.name(), &problem.size);
        wrong.push(format!("{kernel} {size}, after all of them: {error}"));
    }
    let times = field.into_iter().map(|contestant| {
        let column = contestant.baseline.column.as_deref();
        Times::new(contestant.baseline.name(), column, contestant.seconds)
    });
    let race = Race {
        kernel: problem.name().into(),
        size: problem.size.clone(),
        work: problem.work,
        times: times.collect(),
        wrong,
    };
    print!("{race}");
    Ok(race)
}

/// A case, and its memory.
struct Seat {
    case: Case,
    placed: Placed,
}
impl Seat {
    fn new(device: &Device, case: Case) -> Result<Self, LaunchError> {
        let placed = Placed::new(device, &case)?;
        Ok(Seat { case, placed })
    }
}

/// A baseline that is timed.
struct Contestant<'a> {
    baseline: &'a Baseline<'a>,
    /// Its own memory.
    own: Option<Seat>,
    seconds: Vec<f64>,
}
impl<'a> Contestant<'a> {
    fn new(baseline: &'a Baseline<'a>, own: Option<Seat>) -> Self {
        Contestant { baseline, own, seconds: Vec::new() }
    }
    /// Returns the mean time of several launches, in seconds.
    fn time(
        &self,
        stream: &Stream<'_>,
        shared: &Seat,
        launches: u32,
    ) -> Result<f64, Box<dyn Error>> {
        let placed = &self.own.as_ref().unwrap_or(shared).placed;
        let start = stream.record()?;
        (0..launches).try_for_each(|_| self.baseline.launch(stream, placed))?;
        let elapsed = stream.record()?.elapsed_since(&start)?;
        Ok(elapsed.as_secs_f64() / f64::from(launches))
    }
}

/// Returns a copy on the device that reads and writes this many bytes in total.
fn copy(device: &Device, bytes: u64) -> Result<Baseline<'static>, LaunchError> {
    let bytes = vec![1u8; usize::try_from(bytes / 2).expect("an address space of 64 bits")];
    let (from, to) = (device.buffer(&bytes)?, RefCell::new(device.buffer(&bytes)?));
    let copy = move |stream: &Stream<'_>, _: &Placed| Ok(stream.copy(&from, &mut to.borrow_mut())?);
    Ok(Baseline::new("copy on the device", copy).column(CEILING))
}

/// Runs a baseline once, and returns whether it can run and its result is right.
fn enter(
    device: &Device,
    baseline: &Baseline<'_>,
    seat: &mut Seat,
    size: &str,
    wrong: &mut Vec<String>,
) -> Result<bool, Box<dyn Error>> {
    let (name, words) = (baseline.name(), baseline.in_words(&seat.case, size));
    seat.placed.reset(device, &seat.case)?;
    let stream = device.default_stream();
    if let Err(error) = baseline.launch(&stream, &seat.placed) {
        println!("  {name:<28} {error}");
        // A library may be unable to do it; the purpose is to test the device's kernels.
        if baseline.description().is_some() {
            wrong.push(error.to_string());
        }
        return Ok(false);
    }
    stream.wait().map_err(|error| format!("{words}: {error}"))?;
    match seat.placed.check_outputs(&seat.case) {
        Ok(error) => {
            let registers = baseline.registers_on(device);
            let registers = registers.map_or(String::new(), |count| format!(", {count} registers"));
            println!("  {name:<28} right, largest error {error:.1e}{registers}");
            Ok(true)
        }
        Err(error) => {
            println!("  {name:<28} WRONG: {error}");
            wrong.push(format!("{words}: {error}"));
            Ok(false)
        }
    }
}

/// Times every baseline in every round.
fn run(
    stream: &Stream<'_>,
    field: &mut [Contestant<'_>],
    shared: &Seat,
    rounds: usize,
) -> Result<(), Box<dyn Error>> {
    let mut launches = Vec::new();
    for contestant in &*field {
        contestant.time(stream, shared, 1)?;
        let once = contestant.time(stream, shared, 3)?;
        launches.push((ROUND / once).clamp(1.0, 200.0) as u32);
    }
    let mut order: Vec<usize> = (0..field.len()).collect();
    for _ in 0..rounds.max(1) {
        fastrand::shuffle(&mut order);
        for &number in &order {
            let seconds = field[number].time(stream, shared, launches[number])?;
            field[number].seconds.push(seconds);
        }
    }
    Ok(())
}

impl fmt::Display for Race {
    /// Writes a line for each baseline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for times in &self.times {
            writeln!(
                f,
                "  {:<28} {:>9.2} us +- {:>4.2} % ({:.2} to {:.2})  {:>15}",
                times.name,
                1e6 * times.median(),
                times.spread(),
                1e6 * times.quantile(0.0),
                1e6 * times.quantile(1.0),
                self.work.rate(times.median())
            )?;
        }
        Ok(())
    }
}

/// A line for each race: the kernel's median, and how much faster it is than each column. The
/// columns are in the order in which they appear, with the [`CEILING`] last.
///
/// ```
/// use zellige_bench::{problem::{CEILING, Work}, race::{Race, Table, Times}};
/// let race = Race {
///     kernel: "saxpy".into(),
///     size: "1000000".into(),
///     work: Work::Bytes(12_000_000),
///     times: vec![
///         Times::new("saxpy", None, vec![4e-6]),
///         Times::new("saxpy_by_hand", Some("by hand"), vec![5e-6]),
///         Times::new("copy on the device", Some(CEILING), vec![3e-6]),
///     ],
///     wrong: Vec::new(),
/// };
/// assert_eq!(format!("{:.3?}", race.ratio("by hand")), "Some(1.250)");
/// assert_eq!(
///     Table(&[race]).to_string(),
///     "\
/// kernel                     size                                  median us  +- %            speed  by hand  ceiling
/// saxpy                      1000000                                    4.00  0.00       3.000 TB/s    1.250    0.750
/// "
/// );
/// ```
pub struct Table<'r>(pub &'r [Race]);
impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut columns: Vec<&str> = Vec::new();
        for times in self.0.iter().flat_map(|race| &race.times) {
            let new = times.column.as_deref();
            columns.extend(new.filter(|new| !columns.contains(new)));
        }
        columns.sort_by_key(|column| *column == CEILING);
        let (kernel, size, median, spread) = ("kernel", "size", "median us", "+- %");
        write!(f, "{kernel:<26} {size:<36} {median:>10} {spread:>5} {:>16}", "speed")?;
        columns.iter().try_for_each(|column| write!(f, "  {column:>7}"))?;
        writeln!(f)?;
        for race in self.0 {
            let Some(own) = race.own() else { continue };
            let Race { kernel, size, work, .. } = race;
            let (median, spread) = (1e6 * own.median(), own.spread());
            let rate = work.rate(own.median());
            write!(f, "{kernel:<26} {size:<36} {median:>10.2} {spread:>5.2} {rate:>16}")?;
            for column in &columns {
                match race.ratio(column) {
                    Some(ratio) => write!(f, "  {ratio:>7.3}")?,
                    None => write!(f, "  {:>7}", "-")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
