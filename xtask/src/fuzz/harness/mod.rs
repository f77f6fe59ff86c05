//! What runs in the generated program: it draws values for the run-time integers, calls the operation, and asks plain
//! evaluation about the result.

pub(crate) mod draw;
pub(crate) mod form;
pub(crate) mod outcome;
mod shrink;

use super::plain::judge::judge;
use super::plain::text::Value;
use crate::rng::Rng;
use form::{Leaf, literals, read_forms, with_values};
pub use outcome::{Call, Outcome};
use outcome::{Ending, ending};
use std::cell::Cell;
use std::collections::BTreeMap;

/// An operation on arguments of one form, as generated code has it.
pub struct Case {
    /// The operation, such as `compose`.
    pub operation: &'static str,
    /// The forms of the arguments, as [`read_forms`] reads them.
    pub forms: &'static str,
    /// Calls it with these values of the run-time integers.
    pub call: fn(&[u64]) -> Call,
}

/// A case whose forms are read.
struct Ready<'a> {
    case: &'a Case,
    forms: Vec<Value<Leaf>>,
}

impl Ready<'_> {
    fn arguments(&self, values: &[u64]) -> Vec<Value> {
        with_values(&self.forms, values)
    }

    /// `layout!(8 : 1).try_compose(layout!(4u32 : 2))`
    fn line(&self, values: &[u64]) -> String {
        let literals = literals(&self.forms, values);
        let (first, others) = literals
            .split_first()
            .expect("an operation has an argument");
        format!("{first}.try_{}({})", self.case.operation, others.join(", "))
    }

    /// The call, whose panics are told, not printed.
    fn call(&self, values: &[u64]) -> Call {
        QUIET.set(true);
        let call = (self.case.call)(values);
        QUIET.set(false);
        call
    }

    /// How a call with these values ends, and what is wrong with it, if something is.
    fn run(&self, values: &[u64]) -> (Call, Result<Ending, String>) {
        let call = self.call(values);
        let arguments = self.arguments(values);
        let verdict = judge(self.case.operation, &arguments);
        let ending = ending(&call, &arguments, values, &verdict);
        (call, ending)
    }
}

thread_local! {
    /// Whether an operation is called, whose panics are its answer.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// So many cases make a block, of which both builds tell a number that depends on all outcomes.
pub(crate) const BLOCK: u64 = 1024;
/// So many failures are made smaller; of others only the number is told.
const SHRUNK: usize = 200;

/// Runs the program: `run SEED FIRST BLOCKS` runs so many blocks from the first one on;
/// `show SEED BLOCK` prints every outcome of one block.
pub fn main(cases: &'static [Case]) {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !QUIET.get() {
            print(panic);
        }
    }));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| -> u64 {
        let text = arguments.get(place);
        text.and_then(|text| text.parse().ok()).unwrap_or(0)
    };
    let ready: Vec<Ready<'_>> = cases
        .iter()
        .map(|case| Ready {
            case,
            forms: read_forms(case.forms),
        })
        .collect();
    match arguments.first().map(String::as_str) {
        Some("run") => run(&ready, number(1), number(2), number(3)),
        Some("show") => show(&ready, number(1), number(2)),
        _ => println!("run SEED FIRST BLOCKS, or show SEED BLOCK"),
    }
}

/// The case with this number, and its values.
fn drawn<'a>(ready: &'a [Ready<'a>], seed: u64, number: u64) -> (&'a Ready<'a>, Vec<u64>) {
    let case = &ready[(number % ready.len() as u64) as usize];
    let mut rng = Rng::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let values = draw::draw(&mut rng, case.case.operation, &case.forms);
    (case, values)
}

/// A failure: how large it is, and its line.
type Failures = BTreeMap<&'static str, (usize, String)>;

fn run(ready: &[Ready<'_>], seed: u64, first: u64, blocks: u64) {
    let mut failures = Failures::new();
    let mut endings: BTreeMap<Ending, u64> = BTreeMap::new();
    let mut failed = 0;
    for block in first..first + blocks {
        let mut digest = 0xcbf2_9ce4_8422_2325;
        for number in block * BLOCK..(block + 1) * BLOCK {
            let (case, values) = drawn(ready, seed, number);
            let (call, ending) = case.run(&values);
            digest = hash(digest, &call.to_string());
            match ending {
                Ok(ending) => *endings.entry(ending).or_default() += 1,
                Err(_) => {
                    failed += 1;
                    if failed <= SHRUNK {
                        keep(&mut failures, case, values);
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
fn keep(failures: &mut Failures, case: &Ready<'_>, values: Vec<u64>) {
    let values = shrink::shrink(values, |values| case.run(values).1.is_err());
    let (call, Err(fault)) = case.run(&values) else {
        return;
    };
    let line = format!("{} // {}, {fault}", case.line(&values), call.tried);
    let leaves: usize = case.forms.iter().map(|form| form.numbers().len()).sum();
    let size = leaves * 1000 + line.len();
    let smallest = failures.get(case.case.operation);
    if smallest.is_none_or(|(kept, _)| size < *kept) {
        failures.insert(case.case.operation, (size, line));
    }
}

fn show(ready: &[Ready<'_>], seed: u64, block: u64) {
    for number in block * BLOCK..(block + 1) * BLOCK {
        let (case, values) = drawn(ready, seed, number);
        let call = case.call(&values);
        println!("{} // {call}", case.line(&values));
    }
}

/// Fowler, Noll and Vo's hash.
fn hash(start: u64, text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(start, step)
}
