//! Measures the cost of the checks of run-time integers: nanoseconds per call, beside a single
//! multiplication that waits for memory.
//!
//! `cargo run --release --example checks`

use std::hint::black_box;
use std::time::Instant;

use zellige::prelude::*;

/// The number of rounds; the median is printed.
const ROUNDS: usize = 21;
/// The number of calls per round.
const CALLS: u32 = 20_000;

/// Prints how long a call of `operation` takes.
fn time<T>(name: &str, operation: impl Fn(u32) -> T) {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for i in 0..CALLS {
                black_box(operation(black_box(i)));
            }
            start.elapsed().as_nanos() as f64 / f64::from(CALLS)
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!("{:8.1} ns  {name}", rounds[ROUNDS / 2]);
}

fn main() {
    let (m, n, pitch, tile) = black_box((96u32, 64u32, 64u32, 32u32));
    println!("Nothing is checked, because nothing can go wrong:");
    time("(96,64):(64,1) by tiles (32,32), all static", |i| {
        layout!((96, 64) : (64, 1)).zipped_divide((int!(32), int!(32))).crd2idx((i, 0u32))
    });
    time("(m,n):(pitch,1) by tiles (_32,_32)", |i| {
        let tiles = layout!((m, n) : (pitch, 1)).zipped_divide((int!(32), int!(32)));
        tiles.crd2idx(((i, 0u32), (0u32, 0u32)))
    });
    println!("Checked:");
    time("(m,n):(pitch,1) by tiles (tile,tile)", |i| {
        let tiles = layout!((m, n) : (pitch, 1)).zipped_divide((tile, tile));
        tiles.crd2idx(((i, 0u32), (0u32, 0u32)))
    });
    time("(m,n):(1,pitch) o 32:1", |_| layout!((m, n) : (1, pitch)).compose(layout!(32 : 1)));
    time("(m,n):(pitch,1) o (tile,m):(1,tile)", |_| {
        layout!((m, n) : (n, 1)).compose(layout!((tile, tile) : (1, m)))
    });
    time("complement of (2,m):(1,2) in 1024", |_| layout!((2, m) : (1, 2)).complement(int!(1024)));
    time("left inverse of (8,m):(1,8)", |_| layout!((8, m) : (1, 8)).left_inverse());
}
