//! The fourth part of the tour: a matrix product, checked and timed.

use crate::gemm::{Sizes, describe, gemm_by_hand, gemm_naive, gemm_zellige};
use crate::lessons::heading;
use crate::options::Options;
use crate::timing::{Gemm, Timings};

/// Multiplies, compares with the textbook product, and times both ways of indexing.
pub(crate) fn run(options: Options) -> Result<(), String> {
    let n = options.size;
    let sizes = Sizes { m: n, n, k: n };
    heading(&format!("A product of {n} by {n} matrices"));
    println!("C = A * B on one core of the CPU, in f32, row-major, in tiles of 128 by 128.");
    println!("The layouts that place every number:\n");
    describe(sizes);
    let (a, b) = (matrix(n * n, 1), matrix(n * n, 2));
    check(sizes, &a, &b)?;
    time(sizes, options.rounds, &a, &b);
    println!("\nTo see the machine code of both:");
    println!("  cargo rustc --release --example tour -- --emit asm");
    println!("and look in target/release/examples/tour-*.s for gemm_zellige and gemm_by_hand, and");
    println!("for the innermost loop of each, multiply_strips.");
    Ok(())
}

/// Returns numbers between -1 and 1 in steps of 1/16.
///
/// A product of two is a multiple of 1/256, so every sum of fewer than 65536 of them is exact in
/// `f32`, and results can be compared for equality whatever the order of the sums.
fn matrix(len: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let steps = state >> 16 & 31;
        (steps as f32 - 16.0) / 16.0
    };
    (0..len).map(|_| next()).collect()
}

/// Compares both blocked products with the textbook product, element for element.
fn check(sizes: Sizes, a: &[f32], b: &[f32]) -> Result<(), String> {
    let expected = multiply(gemm_naive, sizes, a, b);
    let ways: [(&str, Gemm); 2] = [("layouts", gemm_zellige), ("indices by hand", gemm_by_hand)];
    for (name, gemm) in ways {
        let product = multiply(gemm, sizes, a, b);
        let wrong = product.iter().zip(&expected).position(|(x, y)| x != y);
        if let Some(at) = wrong {
            let (row, column) = (at / sizes.n, at % sizes.n);
            return Err(format!(
                "with {name}, C[{row}, {column}] is {}, but the textbook product has {}",
                product[at], expected[at]
            ));
        }
    }
    println!("\nBoth products equal the textbook one in all {} elements.", expected.len());
    Ok(())
}

/// Returns A * B in a new matrix.
fn multiply(gemm: Gemm, sizes: Sizes, a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut c = vec![0.0; sizes.m * sizes.n];
    gemm(sizes, a, b, &mut c);
    c
}

/// Times both products in turns and prints how they compare.
fn time(sizes: Sizes, rounds: usize, a: &[f32], b: &[f32]) {
    let (mut c, mut d) = (vec![0.0; sizes.m * sizes.n], vec![0.0; sizes.m * sizes.n]);
    let timings = Timings::measure(
        rounds,
        || gemm_zellige(sizes, a, b, &mut c),
        || gemm_by_hand(sizes, a, b, &mut d),
    );
    let operations = 2.0 * sizes.m as f64 * sizes.n as f64 * sizes.k as f64;
    let (median, least) = (timings.medians(), timings.minima());
    println!("\nTimed in turns, {rounds} rounds.        median       least  GFLOP/s at best");
    for (name, median, least) in
        [("offsets from layouts", median.0, least.0), ("offsets by hand", median.1, least.1)]
    {
        println!(
            "  {name:<22} {:10.2} ms {:8.2} ms {:12.1}",
            median * 1e3,
            least * 1e3,
            operations / least * 1e-9
        );
    }
    let ratios = timings.ratios();
    let quantile = |of_four: usize| ratios[(ratios.len() - 1) * of_four / 4];
    println!("\nLayouts / by hand, round by round: {:.2} (median).", quantile(2));
    println!(
        "  Half of the rounds are from {:.2} to {:.2}, all from {:.2} to {:.2}.",
        quantile(1),
        quantile(3),
        quantile(0),
        quantile(4)
    );
    println!(
        "  Least time / least time: {:.2}. On a busy machine all of these scatter.",
        least.0 / least.1
    );
}
