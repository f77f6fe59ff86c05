//! The code that runs in the generated programs: it draws values for the run-time integers, calls
//! an operation, and compares the result with plain evaluation.

pub(crate) mod draw;
pub(crate) mod elements;
pub(crate) mod form;
mod layouts;
pub(crate) mod outcome;
mod shrink;
mod tensors;

pub use elements::{AROUND, UNTOUCHED, byte, length};
use form::{Leaf, literals, read_forms, with_values};
pub use layouts::LayoutCase;
use outcome::Ending;
pub use outcome::{Call, Outcome};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
pub use tensors::{Memory, TensorCase, Told};
use zellige_oracle::{Value, rng::Rng};

/// A call whose run-time integers are drawn.
pub trait Case: Sized + 'static {
    /// The operation, such as `compose`.
    fn operation(&self) -> &'static str;
    /// The forms of the arguments, in the notation of [`read_forms`].
    fn forms(&self) -> &'static str;
    /// Whether the case can be called with these arguments.
    fn takes(&self, _arguments: &[Value]) -> bool {
        true
    }
    /// The call, as a line that can be pasted into a test.
    fn line(&self, first: &str, others: &str) -> String;
    /// How the call ends with arguments of these forms and values, as text, and the judgement.
    fn run(&self, forms: &[Value<Leaf>], values: &[u64]) -> (String, Result<Ending, String>);
}

/// A case with its parsed forms.
struct Subject<C: 'static> {
    case: &'static C,
    forms: Vec<Value<Leaf>>,
}

impl<C: Case> Subject<C> {
    fn new(case: &'static C) -> Self {
        let forms = read_forms(case.forms());
        Subject { case, forms }
    }
    /// The count of numbers in the arguments.
    fn numbers(&self) -> usize {
        self.forms.iter().map(|form| form.numbers().len()).sum()
    }
    /// Draws values for the run-time integers.
    fn draw(&self, rng: &mut Rng) -> Vec<u64> {
        loop {
            let values = draw::draw(rng, self.case.operation(), &self.forms);
            if self.case.takes(&with_values(&self.forms, &values)) {
                return values;
            }
        }
    }
    fn line(&self, values: &[u64]) -> String {
        let literals = literals(&self.forms, values);
        let (first, others) = literals.split_first().expect("an operation has an argument");
        self.case.line(first, &others.join(", "))
    }
    fn run(&self, values: &[u64]) -> (String, Result<Ending, String>) {
        self.case.run(&self.forms, values)
    }
}

thread_local! {
    /// Whether an operation is being called, so that panics are results and are not printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// The file and line of the last panic.
    static PLACE: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
}

/// The file and line of the last panic, unless it happened in `file`.
pub fn panicked_elsewhere(file: &str) -> Option<String> {
    PLACE.with_borrow(|(found, line)| (found != file).then(|| format!("{found}:{line}")))
}

/// Runs the call without printing its panics.
fn quietly<R>(call: impl FnOnce() -> R) -> R {
    QUIET.set(true);
    let result = call();
    QUIET.set(false);
    result
}

/// The number of cases in a block. Both builds print a hash of all outcomes for each block.
pub(crate) const BLOCK: u64 = 1024;
/// The number of failures that are shrunk; later ones are only counted.
const SHRUNK: usize = 200;

/// Runs the program: `run SEED FIRST BLOCKS` runs `BLOCKS` blocks, starting with `FIRST`;
/// `show SEED BLOCK` prints every outcome of one block.
pub fn run<C: Case>(cases: &'static [C]) {
    let subjects: &[Subject<C>] = &cases.iter().map(Subject::new).collect::<Vec<_>>();
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if QUIET.get() {
            let place = panic.location().map(|place| (place.file().to_string(), place.line()));
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
        Some("run") => run_blocks(subjects, number(1), number(2), number(3)),
        Some("show") => show(subjects, number(1), number(2)),
        _ => println!("run SEED FIRST BLOCKS, or show SEED BLOCK"),
    }
}

/// The case with this number, and its values.
fn drawn<C: Case>(subjects: &[Subject<C>], seed: u64, number: u64) -> (&Subject<C>, Vec<u64>) {
    let subject = &subjects[(number % subjects.len() as u64) as usize];
    let mut rng = Rng::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let values = subject.draw(&mut rng);
    (subject, values)
}

/// The smallest failure of each operation: its size and its line.
type Failures = BTreeMap<&'static str, (usize, String)>;

fn run_blocks<C: Case>(subjects: &[Subject<C>], seed: u64, first: u64, blocks: u64) {
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

/// Shrinks the failure, and keeps it if it is the smallest one of its operation.
fn keep<C: Case>(failures: &mut Failures, subject: &Subject<C>, values: Vec<u64>) {
    let values = shrink::shrink(values, |values| subject.run(values).1.is_err());
    let (outcome, Err(fault)) = subject.run(&values) else {
        return;
    };
    let line = format!("{} // {outcome}, {fault}", subject.line(&values));
    let size = subject.numbers() * 1000 + line.len();
    let smallest = failures.get(subject.case.operation());
    if smallest.is_none_or(|(kept, _)| size < *kept) {
        failures.insert(subject.case.operation(), (size, line));
    }
}

fn show<C: Case>(subjects: &[Subject<C>], seed: u64, block: u64) {
    for number in block * BLOCK..(block + 1) * BLOCK {
        let (subject, values) = drawn(subjects, seed, number);
        let (outcome, _) = subject.run(&values);
        println!("{} // {outcome}", subject.line(&values));
    }
}

/// The Fowler-Noll-Vo hash.
fn hash(start: u64, text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(start, step)
}
