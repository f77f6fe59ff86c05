//! The softmax of scores that come step by step.

use super::Config;
use core::f32::consts::{LN_2, LOG2_E};
use core::marker::PhantomData;
use zellige::prelude::*;
use zellige_gpu::engine::Rmem;
use zellige_gpu::number::Ordered;
use zellige_gpu::tensor::{GpuTensor, rmem};
use zellige_gpu::transform::{reduce, transform};
use zellige_gpu::{Gpu, unroll, warp};

/// The four threads that have a row of scores.
type Lanes = layout!(4);
/// A thread's scores, or powers: (two columns side by side, two rows, blocks of columns).
type Scores<C> = GpuTensor<Rmem<f32>, <C as Config>::Scores>;

/// The logarithm of the largest power, to the base 2. While scores grow by less, what was computed stays as it is.
const MOST: f32 = 8.0;

/// The softmax of the two rows of a thread, so far.
pub(super) struct Softmax<C> {
    /// The factor of scores, times log2 e: powers are those of 2.
    scale: f32,
    /// The scores m that are taken off, one of each row: the largest one, or one that is smaller by at most [`MOST`] / scale; minus infinity before the first.
    taken: [f32; 2],
    /// The sums of the powers that this thread has had of each row.
    sums: [f32; 2],
    config: PhantomData<C>,
}
impl<C: Config> Softmax<C> {
    /// Begins with no scores, of which `scale` is the factor.
    #[inline(always)]
    pub(super) fn new(scale: f32) -> Self {
        Softmax {
            scale: scale * LOG2_E,
            taken: [f32::NEG_INFINITY; 2],
            sums: [0.0; 2],
            config: PhantomData,
        }
    }
    /// Sees whether scores are too large for the m that is taken off in some row of the warp, and then takes off the largest ones, and returns for
    /// either row the factor of what was computed before.
    #[inline(always)]
    pub(super) unsafe fn grow<G: Gpu>(&mut self, gpu: G, scores: Scores<C>) -> Option<(f32, f32)> {
        let before = self.taken;
        // Each column has a chain of its own, so that they do not wait for one another.
        let mut most = [before[0], before[0], before[1], before[1]];
        reduce(scores, rmem(&mut most, C::ByColumn::STATIC), f32::larger);
        let most = [most[0].larger(most[1]), most[2].larger(most[3])];
        let most = warp::reduce(gpu, most, Lanes::STATIC, |[a, b], [c, d]| {
            [a.larger(c), b.larger(d)]
        });
        let grows = |row: usize| (most[row] - before[row]) * self.scale > MOST;
        if !gpu.any(grows(0) || grows(1)) {
            return None;
        }
        self.taken = most;
        let factor = |row: usize| gpu.exp2(gpu.fma(before[row], self.scale, -self.shifts()[row]));
        let (upper, lower) = (factor(0), factor(1));
        self.sums = [upper * self.sums[0], lower * self.sums[1]];
        Some((upper, lower))
    }
    /// Turns scores s to powers 2^(scale (s - m)), and adds them up.
    #[inline(always)]
    pub(super) unsafe fn powers<G: Gpu>(&mut self, gpu: G, scores: Scores<C>) {
        let mut shifts = self.shifts();
        let shifts = rmem(&mut shifts, C::ByRow::STATIC);
        transform((scores, shifts), scores, |(s, shift)| {
            gpu.exp2(gpu.fma(s, self.scale, -shift))
        });
        let mut sums = [self.sums[0], 0.0, self.sums[1], 0.0];
        reduce(scores, rmem(&mut sums, C::ByColumn::STATIC), |sum, p| {
            sum + p
        });
        self.sums = [sums[0] + sums[1], sums[2] + sums[3]];
    }
    /// Returns scale m of each row; 0 if it had no scores.
    #[inline(always)]
    fn shifts(&self) -> [f32; 2] {
        self.taken.map(|m| {
            if m == f32::NEG_INFINITY {
                0.0
            } else {
                m * self.scale
            }
        })
    }
    /// Returns the factors that make powers probabilities, and the logarithms of the sums of e^(scale s), of each row.
    #[inline(always)]
    pub(super) unsafe fn finish<G: Gpu>(self, gpu: G) -> ([f32; 2], [f32; 2]) {
        let sums = self.sums.map(|sum| warp::sum(gpu, sum, Lanes::STATIC));
        let (mut factors, mut logarithms) = ([0.0; 2], [0.0; 2]);
        unroll!(for row in 0..2 {
            let i = row as usize;
            if sums[i] > 0.0 {
                factors[i] = gpu.reciprocal(sums[i]);
            }
            logarithms[i] = LN_2 * gpu.fma(self.taken[i], self.scale, gpu.log2(sums[i]));
        });
        (factors, logarithms)
    }
}
