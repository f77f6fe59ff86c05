//! What runs in the generated programs: it draws values for the run-time integers, calls an operation, and asks plain
//! evaluation about the result.

pub(crate) mod draw;
pub(crate) mod form;
mod layouts;
pub(crate) mod outcome;
mod shrink;
mod tensors;

pub use super::plain::elements::{AROUND, UNTOUCHED, byte, length};
use crate::rng::Rng;
pub use layouts::{Case, layouts};
use outcome::Ending;
pub use outcome::{Call, Outcome};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
pub use tensors::{Memory, TensorCase, Told, tensors};

/// A call whose run-time integers are to be drawn.
trait Subject {
    /// The operation, such as `compose`.
    fn operation(&self) -> &'static str;
    /// How many numbers its arguments have.
    fn numbers(&self) -> usize;
    /// Values for the run-time integers.
    fn draw(&self, rng: &mut Rng) -> Vec<u64>;
    /// The call as a line that can be pasted into a test.
    fn line(&self, values: &[u64]) -> String;
    /// How it ends, as text; and how that is judged.
    fn run(&self, values: &[u64]) -> (String, Result<Ending, String>);
}

thread_local! {
    /// Whether an operation is called, whose panics are its answer.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// The file and the line of the last panic.
    static PLACE: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
}

/// The file and the line of the last panic, if it is not this file.
pub fn panicked_elsewhere(file: &str) -> Option<String> {
    PLACE.with_borrow(|(found, line)| (found != file).then(|| format!("{found}:{line}")))
}

/// The call, whose panics are told, not printed.
fn quietly<R>(call: impl FnOnce() -> R) -> R {
    QUIET.set(true);
    let result = call();
    QUIET.set(false);
    result
}

/// So many cases make a block, of which both builds tell a number that depends on all outcomes.
pub(crate) const BLOCK: u64 = 1024;
/// So many failures are made smaller; of others only the number is told.
const SHRUNK: usize = 200;

/// Runs the program: `run SEED FIRST BLOCKS` runs so many blocks from the first one on; `show SEED BLOCK` prints every
/// outcome of one block.
fn explore(subjects: &[&dyn Subject]) {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if QUIET.get() {
            let place = panic
                .location()
                .map(|place| (place.file().to_string(), place.line()));
            PLACE.set(place.unwrap_or_default());
        } else {
            print(panic);
        }
    }));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| -> u64 {
        let text = arguments.get(place);
        text.and_then(|text| text.parse().ok()).unwrap_or(0)
    };
    match arguments.first().map(String::as_str) {
        Some("run") => run(subjects, number(1), number(2), number(3)),
        Some("show") => show(subjects, number(1), number(2)),
        _ => println!("run SEED FIRST BLOCKS, or show SEED BLOCK"),
    }
}

/// The case with this number, and its values.
fn drawn<'s>(subjects: &[&'s dyn Subject], seed: u64, number: u64) -> (&'s dyn Subject, Vec<u64>) {
    let subject = subjects[(number % subjects.len() as u64) as usize];
    let mut rng = Rng::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let values = subject.draw(&mut rng);
    (subject, values)
}

/// The smallest failure of each operation: how large it is, and its line.
type Failures = BTreeMap<&'static str, (usize, String)>;

fn run(subjects: &[&dyn Subject], seed: u64, first: u64, blocks: u64) {
    let mut failures = Failures::new();
    let mut endings: BTreeMap<Ending, u64> = BTreeMap::new();
    let mut failed = 0;
    for block in first..first + blocks {
        let mut digest = 0xcbf2_9ce4_8422_2325;
        for number in block * BLOCK..(block + 1) * BLOCK {
            let (subject, values) = drawn(subjects, seed, number);
            let (outcome, ending) = subject.run(&values);
            digest = hash(digest, &outcome);
            match ending {
                Ok(ending) => *endings.entry(ending).or_default() += 1,
                Err(_) => {
                    failed += 1;
                    if failed <= SHRUNK {
                        keep(&mut failures, subject, values);
                    }
                }
            }
        }
        println!("block {block} {digest:016x}");
    }
    for (ending, count) in endings {
        println!("ending {count} {ending}");
    }
    println!("failed {failed}");
    for (size, line) in failures.values() {
        println!("failure {size} {line}");
    }
}

/// Keeps the failure, made smaller, if it is the smallest of its operation.
fn keep(failures: &mut Failures, subject: &dyn Subject, values: Vec<u64>) {
    let values = shrink::shrink(values, |values| subject.run(values).1.is_err());
    let (outcome, Err(fault)) = subject.run(&values) else {
        return;
    };
    let line = format!("{} // {outcome}, {fault}", subject.line(&values));
    let size = subject.numbers() * 1000 + line.len();
    let smallest = failures.get(subject.operation());
    if smallest.is_none_or(|(kept, _)| size < *kept) {
        failures.insert(subject.operation(), (size, line));
    }
}

fn show(subjects: &[&dyn Subject], seed: u64, block: u64) {
    for number in block * BLOCK..(block + 1) * BLOCK {
        let (subject, values) = drawn(subjects, seed, number);
        let (outcome, _) = subject.run(&values);
        println!("{} // {outcome}", subject.line(&values));
    }
}

/// Fowler, Noll and Vo's hash.
fn hash(start: u64, text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(start, step)
}
