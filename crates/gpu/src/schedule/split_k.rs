//! Split-K: the steps along K of one tile, distributed over several blocks.

use core::ops::Range;

/// The share of one of several blocks that compute a tile together: equally many steps along K, or
/// one more. A [`Workspace`](super::Workspace) [reduces](super::Workspace::reduce) their results.
///
/// A few large tiles leave most of a GPU idle; several blocks per tile fill it. Unlike in
/// [stream-K](super::StreamK), no block waits for another, so the grid may have any size.
///
/// ```
/// use zellige_gpu::schedule::Split;
/// // Eight steps on three blocks.
/// assert_eq!([0, 1, 2].map(|i| Split::new(i, 3).steps(8)), [0..3, 3..6, 6..8]);
/// ```
///
/// CUTLASS: a GEMM with `SplitKSerial`.
#[doc(alias = "SplitKSerial")]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Split {
    pub(super) number: u32,
    pub(super) splits: u32,
}
impl Split {
    /// Returns the share with this number, of `splits` shares.
    ///
    /// # Panics
    ///
    /// Panics if `number` is not less than `splits`:
    /// `there is no share 3: the 3 shares are numbered from 0`.
    #[inline(always)]
    pub fn new(number: u32, splits: u32) -> Self {
        assert!(
            number < splits,
            "there is no share {number}: the {splits} shares are numbered from 0"
        );
        Split { number, splits }
    }
    /// Returns the share's steps along K, for a tile of `steps` steps.
    #[inline(always)]
    pub fn steps(self, steps: u32) -> Range<u32> {
        let (each, more) = (steps / self.splits, steps % self.splits);
        let first = each * self.number + self.number.min(more);
        first..first + each + u32::from(self.number < more)
    }
}

#[cfg(test)]
mod tests {
    use super::Split;

    #[test]
    fn each_step_once() {
        for (steps, splits) in [(0, 1), (1, 4), (5, 5), (17, 4), (u32::MAX, 7)] {
            let mut end = 0;
            for number in 0..splits {
                let mine = Split::new(number, splits).steps(steps);
                assert_eq!(mine.start, end);
                assert!(mine.end - mine.start <= steps.div_ceil(splits));
                end = mine.end;
            }
            assert_eq!(end, steps);
        }
    }
    #[test]
    #[should_panic(expected = "there is no share 3: the 3 shares are numbered from 0")]
    fn a_share_too_many() {
        Split::new(3, 3);
    }
}
