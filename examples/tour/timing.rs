//! Two versions of one product, timed in turns.

use crate::gemm::Sizes;
use std::time::Instant;

/// A product: adds `A * B` to `C`.
pub(crate) type Gemm = fn(Sizes, &[f32], &[f32], &mut [f32]);

/// Seconds of each run of two functions that took turns.
pub(crate) struct Timings {
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Timings {
    /// Runs the pair once unmeasured, then `rounds` times; every other round in reverse order.
    pub(crate) fn measure(
        rounds: usize,
        mut first: impl FnMut(),
        mut second: impl FnMut(),
    ) -> Self {
        first();
        second();
        let mut timings =
            Self { first: Vec::with_capacity(rounds), second: Vec::with_capacity(rounds) };
        for round in 0..rounds {
            if round % 2 == 0 {
                timings.first.push(seconds(&mut first));
                timings.second.push(seconds(&mut second));
            } else {
                timings.second.push(seconds(&mut second));
                timings.first.push(seconds(&mut first));
            }
        }
        timings
    }

    /// Returns the median seconds of the first function and of the second.
    pub(crate) fn medians(&self) -> (f64, f64) {
        (median(&self.first), median(&self.second))
    }

    /// Returns the minimum seconds of the first function and of the second.
    pub(crate) fn minima(&self) -> (f64, f64) {
        (minimum(&self.first), minimum(&self.second))
    }

    /// Returns the ratios of the first over the second, one per round, in ascending order.
    pub(crate) fn ratios(&self) -> Vec<f64> {
        let pairs = self.first.iter().zip(&self.second);
        sorted(pairs.map(|(first, second)| first / second).collect())
    }
}

/// Returns the seconds that one call takes.
fn seconds(run: &mut impl FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

/// Returns the middle value: 2 for `[3.0, 1.0, 2.0]`.
pub(crate) fn median(values: &[f64]) -> f64 {
    sorted(values.to_vec())[values.len() / 2]
}

/// Returns the minimum: 1 for `[3.0, 1.0, 2.0]`.
fn minimum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Returns the values in ascending order: `[1.0, 2.0, 3.0]` for `[3.0, 1.0, 2.0]`.
fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}
