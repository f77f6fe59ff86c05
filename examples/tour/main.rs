//! A walk through layouts: `cargo run --release --example tour`.
//!
//! The first part works through small layouts: offsets, coordinates, inverses, complements,
//! compositions, tiles. Each of them is a type, so the compiler has done the algebra before the
//! program starts. In the second part threads write a tensor at the same time. The third shows a
//! swizzled tile, and the thread that holds each value in a tensor-core instruction. The fourth
//! multiplies matrices with tiles and packing taken from layouts, and times that beside the same
//! loop with indices written by hand.

mod gemm;
mod lessons;
mod options;
mod product;
mod shares;
mod table;
mod threads;
mod timing;

use options::{Options, USAGE};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)) {
        Err(complaint) => {
            eprintln!("{complaint}\n{USAGE}");
            ExitCode::from(2)
        }
        Ok(Options { help: true, .. }) => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        Ok(options) => {
            lessons::run();
            threads::run();
            shares::run();
            match product::run(options) {
                Ok(()) => ExitCode::SUCCESS,
                Err(difference) => {
                    eprintln!("{difference}");
                    ExitCode::FAILURE
                }
            }
        }
    }
}
