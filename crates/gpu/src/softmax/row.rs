use super::MOST;
use crate::Gpu;
use crate::engine::Rmem;
use crate::number::Ordered;
use crate::tensor::GpuTensor;
use crate::transform::{each, transform};
use crate::unroll;
use core::f32::consts::LOG2_E;
use zellige::prelude::*;

/// The softmax of the row that a thread alone has, so far: [`OnlineSoftmax`](super::OnlineSoftmax)
/// for the scores of `tcgen05.mma`, which a thread loads from its lane of tensor memory.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Gpu, engine::Rmem, softmax::RowSoftmax, tensor::GpuTensor};
/// /// Turns the scores of two steps into powers, and returns the factor that makes them
/// /// probabilities. Scores 1 and 3 become 2^-2.9 and 1. Then 9 would become 2^8.7, so `grow`
/// /// returns 2^-8.7 for what was before, and 9 and 1 become 1 and 2^-11.5.
/// unsafe fn softmax<G: Gpu>(gpu: G, steps: [GpuTensor<Rmem<f32>, layout!(2)>; 2]) -> f32 {
///     let mut softmax = RowSoftmax::new(1.0);
///     for scores in steps {
///         // SAFETY: all threads of the warp execute this.
///         unsafe {
///             softmax.grow(gpu, scores);
///             softmax.powers(gpu, scores);
///         }
///     }
///     softmax.finish(gpu)
/// }
/// ```
///
/// FlashAttention-4: `SoftmaxSm100` of `softmax.py`.
pub struct RowSoftmax {
    /// The factor of the scores, times log2 e: powers have base 2.
    scale: f32,
    /// The subtracted score m: the largest one, or one that is smaller by at most [`MOST`] / scale;
    /// minus infinity before the first step.
    taken: f32,
    /// The sum of the powers.
    sum: f32,
}
impl RowSoftmax {
    /// Creates a softmax without scores. `scale`, larger than 0, is the factor of the scores.
    #[inline(always)]
    pub fn new(scale: f32) -> Self {
        RowSoftmax { scale: scale * LOG2_E, taken: f32::NEG_INFINITY, sum: 0.0 }
    }
    /// Subtracts the largest score from now on if, in some row of the warp, it has grown too much.
    /// Returns in that case the factor of earlier results.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together, and the scores exist.
    #[inline(always)]
    pub unsafe fn grow<L: Layout>(
        &mut self,
        gpu: impl Gpu,
        scores: GpuTensor<Rmem<f32>, L>,
    ) -> Option<f32> {
        let before = self.taken;
        // The columns have separate chains of operations, which do not wait for each other.
        let mut most = [before; 4];
        each!(i in L::SIZE => {
            let most = &mut most[i as usize % 4];
            *most = most.larger(*scores.element(i).pointer())
        });
        let most = most[0].larger(most[1]).larger(most[2].larger(most[3]));
        if !gpu.any((most - before) * self.scale > MOST) {
            return None;
        }
        self.taken = most;
        let factor = gpu.exp2(gpu.fma(before, self.scale, -self.shift()));
        self.sum *= factor;
        Some(factor)
    }
    /// Turns scores s into powers 2^(scale (s - m)), and adds them to the sum.
    ///
    /// # Safety
    ///
    /// The scores exist.
    #[inline(always)]
    pub unsafe fn powers<L: Layout>(&mut self, gpu: impl Gpu, scores: GpuTensor<Rmem<f32>, L>) {
        let shift = self.shift();
        transform(scores, scores, |s| gpu.exp2(gpu.fma(s, self.scale, -shift)));
        let mut sums = [self.sum, 0.0, 0.0, 0.0];
        each!(i in L::SIZE => { sums[i as usize % 4] += *scores.element(i).pointer() });
        self.sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
    /// Returns scale m; 0 if the row had no scores.
    #[inline(always)]
    fn shift(&self) -> f32 {
        if self.taken == f32::NEG_INFINITY { 0.0 } else { self.taken * self.scale }
    }
    /// Returns the factor that turns powers into probabilities; 0 if the row had no scores.
    #[inline(always)]
    pub fn finish(self, gpu: impl Gpu) -> f32 {
        if self.sum > 0.0 { gpu.reciprocal(self.sum) } else { 0.0 }
    }
}
