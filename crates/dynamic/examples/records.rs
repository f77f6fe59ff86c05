//! Measures how many operations of a list run per second; `beside.py` makes the list, and times
//! Python packages on it.
//!
//! Each line of standard input is an operation, its arguments and its result as texts, separated by
//! tabs. A different result is an error.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};
use zellige_dynamic::{Coord, DynLayout, Refusal, Tiler};

/// The number of rounds for the list of an operation; the best one counts.
const ROUNDS: u32 = 200;

/// An operation with its arguments.
enum Operation {
    Offset(DynLayout, Coord),
    Of(fn(&DynLayout) -> Result<DynLayout, Refusal>, DynLayout),
    By(fn(&DynLayout, &Tiler) -> Result<DynLayout, Refusal>, DynLayout, Tiler),
    Complement(DynLayout, u64),
}

impl Operation {
    /// Parses an operation with its arguments.
    fn read(name: &str, arguments: &[&str]) -> Result<Operation, Box<dyn Error>> {
        let (Some(first), last) = (arguments.first(), arguments.last()) else {
            return Err(format!("{name} has no arguments").into());
        };
        let last = last.copied().unwrap_or_default();
        let by = |f| Ok(Operation::By(f, first.parse()?, last.parse()?));
        let of = |f| Ok(Operation::Of(f, first.parse()?));
        match name {
            "crd2idx" => Ok(Operation::Offset(last.parse()?, first.parse()?)),
            "complement" => Ok(Operation::Complement(first.parse()?, last.parse()?)),
            "coalesce" => of(DynLayout::coalesce),
            "right_inverse" => of(DynLayout::right_inverse),
            "left_inverse" => of(DynLayout::left_inverse),
            "composition" => by(|a, b| a.compose(b)),
            "logical_divide" => by(|a, b| a.logical_divide(b)),
            "zipped_divide" => by(|a, b| a.zipped_divide(b)),
            "tiled_divide" => by(|a, b| a.tiled_divide(b)),
            "logical_product" => by(|a, b| a.logical_product(b)),
            "zipped_product" => by(|a, b| a.zipped_product(b)),
            "tiled_product" => by(|a, b| a.tiled_product(b)),
            _ => Err(format!("{name} is no operation of the list").into()),
        }
    }

    /// Calls the operation, and returns the result as text.
    fn result(&self) -> Result<String, Refusal> {
        if let Operation::Offset(layout, coordinate) = self {
            return Ok(layout.crd2idx(coordinate)?.to_string());
        }
        Ok(self.layout()?.to_string())
    }

    /// Calls the operation, and returns the layout that is its result.
    fn layout(&self) -> Result<DynLayout, Refusal> {
        match self {
            Operation::Of(f, a) => f(a),
            Operation::By(f, a, b) => f(a, b),
            Operation::Complement(a, m) => a.complement(*m),
            Operation::Offset(layout, _) => Ok(layout.clone()),
        }
    }

    /// Calls the operation.
    fn call(&self) -> bool {
        match self {
            Operation::Offset(layout, coordinate) => black_box(layout.crd2idx(coordinate)).is_ok(),
            _ => black_box(self.layout()).is_ok(),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut lists: Vec<(String, Vec<Operation>)> = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split('\t').collect();
        let [name, arguments @ .., out] = &words[..] else {
            return Err(format!("{line:?} has no result").into());
        };
        let operation = Operation::read(name, arguments)?;
        let result = operation.result()?;
        if result != *out {
            return Err(format!("{line}: the result is {result}").into());
        }
        match lists.last_mut().filter(|(last, _)| last == name) {
            Some((_, list)) => list.push(operation),
            None => lists.push((name.to_string(), vec![operation])),
        }
    }
    for (name, list) in lists {
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for operation in &list {
                black_box(operation.call());
            }
            best = best.min(start.elapsed());
        }
        println!("{name}\t{}", list.len() as f64 / best.as_secs_f64());
    }
    Ok(())
}
