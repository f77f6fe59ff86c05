//! How many operations a second: `cargo run --release -p zellige-dyn --example speed`.

use std::hint::black_box;
use std::time::{Duration, Instant};
use zellige_dyn::{DynLayout, Refusal};

/// How long each operation is repeated.
const TIME: Duration = Duration::from_millis(200);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let layout = |text: &str| text.parse::<DynLayout>();
    let (a, b) = (layout("(8,16,4):(64,1,16)")?, layout("(4,32):(1,4)")?);
    let (rows, block) = (layout("(128,64):(64,1)")?, layout("(8,4):(4,1)")?);
    let swizzled = layout("Sw<3,3,3> o 0 o (8,64):(64,1)")?;
    let (wrong, six) = (layout("(4,8):(1,10)")?, layout("6:1")?);
    repeat("parse (8,16,4):(64,1,16)", || {
        layout("(8,16,4):(64,1,16)").is_ok()
    });
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
    let start = Instant::now();
    let found = DynLayout::find(black_box(&table))?;
    println!(
        "{:28} {:9.2} ms for 10^6 offsets: {found}",
        "find",
        start.elapsed().as_secs_f64() * 1e3
    );
    Ok(())
}

/// Returns true for a result, which the operations of the list have.
fn done<T>(result: Result<T, Refusal>) -> bool {
    black_box(result).is_ok()
}

/// Repeats an operation, and prints how often it was made.
fn repeat<T>(name: &str, operation: impl Fn() -> T) {
    let (start, mut count) = (Instant::now(), 0u64);
    while start.elapsed() < TIME {
        for _ in 0..100 {
            black_box(operation());
        }
        count += 100;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:28} {:9.2} million a second",
        count as f64 / seconds / 1e6
    );
}
