//! Searches for swizzles of some tiles, and prints what was found and how many candidates per
//! second were tried.
//!
//! `cargo run --release -p zellige-dynamic --example banks`

use std::hint::black_box;
use std::time::{Duration, Instant};
use zellige_dynamic::DynLayout;
use zellige_dynamic::analysis::{Pattern, search};

/// The number of repetitions of each search; the best time counts.
const ROUNDS: u32 = 50;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let read = |text: &str, bytes| text.parse().map(|tv| Pattern::read(tv, bytes));
    let write = |text: &str, bytes| text.parse().map(|tv| Pattern::write(tv, bytes));

    println!("-- a transpose: a warp writes rows of 32 floats, and reads columns\n");
    let transpose = [write("(32,1):(32,0)", 4)?, read("(32,1):(1,0)", 4)?];
    report("(32,32):(32,1)", 4, &transpose)?;

    println!(
        "-- halves for tensor cores: rows by 16 bytes a thread, ldmatrix by 8 rows of 16 bytes\n"
    );
    let matrices = [write("((8,4),8):((64,1),8)", 16)?, read("((8,4),8):((1,64),8)", 16)?];
    report("(8,64):(64,1)", 2, &matrices)?;

    println!("-- rows by 16 bytes a thread, columns by 4: no candidate serves both\n");
    let both = [write("((8,4),4):((128,1),32)", 16)?, read("(32,1):(1,0)", 4)?];
    report("(32,32):(32,1)", 4, &both)?;

    println!("-- all 128 rows of a tile of 64 halves, as a block of 4 warps copies and reads it\n");
    let block = [
        write("((8,16),(8,8)):((1024,1),(128,16))", 16)?,
        read("((8,4,4),(8,2)):((1,8,32),(128,1024))", 16)?,
    ];
    report("(128,64):(64,1)", 2, &block)
}

/// Searches, prints the first lines and the last line of the report, and the number of candidates
/// per second.
fn report(
    tile: &str,
    element: u64,
    patterns: &[Pattern],
) -> Result<(), Box<dyn std::error::Error>> {
    let tile: DynLayout = tile.parse()?;
    let found = search(&tile, element, patterns)?;
    let text = found.to_string();
    let lines: Vec<&str> = text.lines().collect();
    for line in lines.iter().take(if lines.len() == 10 { 10 } else { 9 }) {
        println!("{line}");
    }
    if let [_, .., last] = &lines[9.min(lines.len())..] {
        println!("  .. and {} more, at last\n{last}", lines.len() - 10);
    }
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(search(black_box(&tile), element, patterns)?);
        best = best.min(start.elapsed());
    }
    let microseconds = best.as_secs_f64() * 1e6;
    let rate = found.tried() as f64 / best.as_secs_f64() / 1e6;
    println!("{} candidates in {microseconds:.0} us: {rate:.2} million a second\n", found.tried());
    Ok(())
}
