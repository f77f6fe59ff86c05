//! Measures operations per second: `cargo run --release -p zellige-dynamic --example speed`.

use std::hint::black_box;
use std::time::{Duration, Instant};
use zellige_dynamic::{DynLayout, Refusal};

/// The number of rounds of each operation; the best one counts, since others may use the machine,
/// too.
const ROUNDS: u32 = 200;
/// The number of repetitions of an operation in a round.
const COUNT: u32 = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let layout = |text: &str| text.parse::<DynLayout>();
    let (a, b) = (layout("(8,16,4):(64,1,16)")?, layout("(4,32):(1,4)")?);
    let (rows, block) = (layout("(128,64):(64,1)")?, layout("(8,4):(4,1)")?);
    let swizzled = layout("Sw<3,3,3> o 0 o (8,64):(64,1)")?;
    let (wrong, six) = (layout("(4,8):(1,10)")?, layout("6:1")?);
    repeat("parse (8,16,4):(64,1,16)", || layout("(8,16,4):(64,1,16)").is_ok());
    repeat("to_string", || a.to_string().len());
    repeat("crd2idx", || done(a.crd2idx((3, 5, 2))));
    repeat("at, swizzled", || done(swizzled.at(100)));
    repeat("coalesce", || done(a.coalesce()));
    repeat("compose", || done(a.compose(&b)));
    repeat("compose, refused", || wrong.compose(&six).is_err());
    repeat("complement", || done(block.complement(256)));
    repeat("right_inverse", || done(a.right_inverse()));
    repeat("left_inverse", || done(a.left_inverse()));
    repeat("logical_divide", || done(a.logical_divide(8)));
    repeat("zipped_divide", || done(rows.zipped_divide((32, 16))));
    repeat("logical_product", || done(block.logical_product(6)));
    repeat("tile_to_shape", || done(block.tile_to_shape((64, 64))));
    repeat("upcast", || done(block.upcast(2)));

    let table: Vec<i64> = layout("(1000,1000):(1,1024)")?.table(1_000_000)?;
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        black_box(DynLayout::find(black_box(&table))?);
        best = best.min(start.elapsed());
    }
    let milliseconds = best.as_secs_f64() * 1e3;
    println!("{:28} {milliseconds:9.2} ms for 10^6 offsets", "find");
    Ok(())
}

/// Returns true for a result; all operations of the list have one.
fn done<T>(result: Result<T, Refusal>) -> bool {
    black_box(result).is_ok()
}

/// Repeats an operation, and prints its rate in the best round.
fn repeat<T>(name: &str, operation: impl Fn() -> T) {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..COUNT {
            black_box(operation());
        }
        best = best.min(start.elapsed());
    }
    let million = f64::from(COUNT) / best.as_secs_f64() / 1e6;
    println!("{name:28} {million:9.2} million a second");
}
