//! The softmax of rows that arrive step by step, in the accumulators of a product.
//!
//! For a row with the scores s, the softmax is e^(s - m) over its sum, where m is the largest
//! score. An attention kernel has only a part of the row at a time: when m grows from m' to m, it
//! multiplies its partial results by e^(m' - m). [`OnlineSoftmax`] keeps m and the sum for two rows
//! of a thread, [`RowSoftmax`] for one, and a [`Mask`] knows which keys a query sees.
//!
//! ```text
//! step      scores s       m      powers 2^(c (s - m))        what was summed up before is multiplied with
//! 0         1  3           3      2^-2c  1
//! 1         2  2           3      2^-c   2^-c                 nothing: m stays
//! 2         9  1           9      1      2^-8c                2^-6c                                         c = scale log2(e)
//! ```
//!
//! The multiplication is expensive, so m stays unchanged until powers would exceed 2^8: most steps
//! multiply nothing.
//!
//! Source: Milakov and Gimelshein, *Online normalizer calculation for softmax*, 2018; an m that
//! lags behind is from FlashAttention-4. FlashAttention-3: `Softmax` of `softmax.h`, with
//! `max_get_scale`, `online_softmax` and `finalize`.

use crate::engine::Rmem;
use crate::gemm::{rows, transform_rows};
use crate::number::Ordered;
use crate::tensor::GpuTensor;
use crate::transform::each;
use crate::{Gpu, unroll, warp};
use core::f32::consts::{LN_2, LOG2_E};
use zellige::prelude::*;
use zellige::refusal::Message;

mod mask;
mod row;
pub use mask::{Diagonal, Mask};
pub use row::RowSoftmax;

/// Returns the hyperbolic tangent of x: a cap makes cap tanh(s / cap) of a score s.
///
/// ```
/// use zellige_gpu::{Gpu, softmax::tanh};
/// fn capped(gpu: impl Gpu, score: f32) -> f32 {
///     30.0 * tanh(gpu, score / 30.0)
/// }
/// ```
#[inline(always)]
pub fn tanh(gpu: impl Gpu, x: f32) -> f32 {
    1.0 - 2.0 * gpu.reciprocal(1.0 + gpu.exp2(2.0 * LOG2_E * x))
}

/// The four threads that share a row of scores.
type Lanes = layout!(4);
/// Panics if the scores L are not two rows per thread.
const fn check_scores<L: Layout>() {
    rows::check_rows::<L>();
    if rows::rows::<L>().tiles() != 1 {
        let message = Message::new().s("OnlineSoftmax: the scores ").cat(&L::TEXT);
        message.s(" give a thread more than two rows").raise()
    }
}

/// The base-2 logarithm of the largest power: partial results stay unchanged until a power would
/// exceed it.
const MOST: f32 = 8.0;

/// The softmax of the two rows of a thread, so far. The scores of a step are a fragment (V, 1, N)
/// of accumulators of `mma.sync` or `wgmma`; four adjacent threads share a row.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Gpu, engine::Rmem, softmax::OnlineSoftmax, tensor::GpuTensor};
/// /// Turns the scores of the only step into probabilities, in two rows of 4 threads with 4
/// /// columns each.
/// unsafe fn softmax<G: Gpu>(gpu: G, scores: GpuTensor<Rmem<f32>, layout!(((2, 2, 2), 1, 1))>) -> [f32; 2] {
///     let mut softmax = OnlineSoftmax::new(1.0);
///     // SAFETY: all threads of the warp execute this.
///     unsafe {
///         softmax.grow(gpu, scores); // nothing was computed before
///         softmax.powers(gpu, scores);
///         softmax.finish(gpu).factors // times the powers: the probabilities
///     }
/// }
/// ```
///
/// Scores of more rows do not compile:
/// `OnlineSoftmax: the scores ((_2,_2),_2,_1):((_1,_2),_4,_0) give a thread more than two rows`.
pub struct OnlineSoftmax {
    /// The factor of the scores, times log2 e: powers have base 2.
    scale: f32,
    /// The subtracted scores m, one per row: the largest score, or one that is smaller by at most
    /// ([`MOST`] - raised) / scale; minus infinity before the first step.
    taken: [f32; 2],
    /// The sums of this thread's powers, per row.
    sums: [f32; 2],
    /// The base-2 logarithm of the power of m.
    raised: f32,
}
/// The results of a softmax, for each of two rows.
#[derive(Copy, Clone, Debug)]
pub struct Finished {
    /// The factors that turn powers into probabilities; 0 if a row had no scores.
    pub factors: [f32; 2],
    /// The logarithms of the sums of e^(scale s); minus infinity if a row had no scores.
    pub logarithms: [f32; 2],
}
impl OnlineSoftmax {
    /// Creates a softmax without scores. `scale`, larger than 0, is the factor of the scores.
    #[inline(always)]
    pub fn new(scale: f32) -> Self {
        OnlineSoftmax {
            scale: scale * LOG2_E,
            taken: [f32::NEG_INFINITY; 2],
            sums: [0.0; 2],
            raised: 0.0,
        }
    }
    /// Creates a softmax with a score of its own, `sink` after the factor, for each row: it takes a
    /// part of the probability, and multiplies no value. One of the four threads of a row says that
    /// it is `first`.
    #[inline(always)]
    pub fn with_sink(scale: f32, sink: f32, first: bool) -> Self {
        let sum = if first { 1.0 } else { 0.0 };
        OnlineSoftmax { taken: [sink / scale; 2], sums: [sum; 2], ..Self::new(scale) }
    }
    /// Multiplies all powers by 2^bits, up to 2^8, for an operand with few exponents: m then
    /// follows the largest score closer, since no power exceeds 2^8. Probabilities and logarithms
    /// stay. It is called once, before the first step.
    ///
    /// ```
    /// use zellige_gpu::softmax::OnlineSoftmax;
    /// // The powers of the largest scores are from 2^4 to 2^8: of e4m3, 448 is the largest number.
    /// let softmax = OnlineSoftmax::new(0.125).raised(4);
    /// ```
    #[inline(always)]
    pub fn raised(self, bits: u32) -> Self {
        debug_assert!(bits <= 8 && self.raised == 0.0);
        let factor = f32::from_bits((127 + bits) << 23);
        OnlineSoftmax { sums: self.sums.map(|sum| factor * sum), raised: bits as f32, ..self }
    }
    /// Subtracts the largest scores from now on if, in some row of the warp, they have grown too
    /// much. Returns in that case the factor of earlier results, for each row.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together.
    #[inline(always)]
    pub unsafe fn grow<G: Gpu, L: Layout>(
        &mut self,
        gpu: G,
        scores: GpuTensor<Rmem<f32>, L>,
    ) -> Option<[f32; 2]> {
        const { check_scores::<L>() }
        let before = self.taken;
        // The columns have separate chains of operations, which do not wait for each other.
        let mut most = [before[0], before[0], before[1], before[1]];
        each!(i in L::SIZE => {
            let most = &mut most[i as usize % 4];
            *most = most.larger(*scores.element(i).pointer())
        });
        let most = [most[0].larger(most[1]), most[2].larger(most[3])];
        let most =
            warp::reduce(gpu, most, Lanes::STATIC, |[a, b], [c, d]| [a.larger(c), b.larger(d)]);
        let grows = |row: usize| (most[row] - before[row]) * self.scale > MOST - self.raised;
        if !gpu.any(grows(0) || grows(1)) {
            return None;
        }
        self.taken = most;
        let factor = |row: usize| gpu.exp2(gpu.fma(before[row], self.scale, -self.shifts()[row]));
        let (upper, lower) = (factor(0), factor(1));
        self.sums = [upper * self.sums[0], lower * self.sums[1]];
        Some([upper, lower])
    }
    /// Turns scores s into powers 2^(scale (s - m)), and adds them to the sums.
    ///
    /// # Safety
    ///
    /// The scores exist.
    #[inline(always)]
    pub unsafe fn powers<G: Gpu, L: Layout>(&mut self, gpu: G, scores: GpuTensor<Rmem<f32>, L>) {
        const { check_scores::<L>() }
        let shifts = self.shifts().map(|shift| shift - self.raised);
        transform_rows(scores, |row, s| gpu.exp2(gpu.fma(s, self.scale, -shifts[row])));
        let mut sums = [self.sums[0], 0.0, self.sums[1], 0.0];
        each!(i in L::SIZE => { sums[i as usize % 4] += *scores.element(i).pointer() });
        self.sums = [sums[0] + sums[1], sums[2] + sums[3]];
    }
    /// Returns scale m for each row; 0 if the row had no scores.
    #[inline(always)]
    fn shifts(&self) -> [f32; 2] {
        self.taken.map(|m| if m == f32::NEG_INFINITY { 0.0 } else { m * self.scale })
    }
    /// Ends the softmax, with the sums of all threads that share a row.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together.
    #[inline(always)]
    pub unsafe fn finish<G: Gpu>(self, gpu: G) -> Finished {
        let sums = self.sums.map(|sum| warp::sum(gpu, sum, Lanes::STATIC));
        let (mut factors, mut logarithms) = ([0.0; 2], [0.0; 2]);
        unroll!(for row in 0..2 {
            let i = row as usize;
            if sums[i] > 0.0 {
                factors[i] = gpu.reciprocal(sums[i]);
            }
            logarithms[i] =
                LN_2 * gpu.fma(self.taken[i], self.scale, gpu.log2(sums[i]) - self.raised);
        });
        Finished { factors, logarithms }
    }
}
