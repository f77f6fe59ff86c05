use crate::engine::{Get, Identity, Rmem};
use crate::tensor::GpuTensor;
use crate::transform::transform;
use zellige::prelude::*;

/// The keys that a tile of queries sees in a sequence: all of them or, if attention is causal,
/// those up to the query's own. The last query and the last key are aligned.
///
/// ```text
/// 3 queries, 5 keys, causal      key 0 1 2 3 4
///                      query 0       x x x - -        keys(0) = 3
///                      query 1       x x x x -        keys(1) = 4
///                      query 2       x x x x x        keys(2) = 5
/// ```
///
/// ```
/// use zellige_gpu::softmax::Mask;
/// let mask = Mask::new(true, 0, (3, 5)); // for the tile that begins with query 0
/// assert_eq!([0, 1, 2].map(|i| mask.keys(i)), [3, 4, 5]);
/// // In tiles of 4 queries and 2 keys: three steps, and only the first needs no mask.
/// assert_eq!((mask.steps((4, 2)), mask.whole_steps(2)), (3, 1));
/// ```
///
/// FlashAttention: `mask.h` and `block.h`.
#[derive(Copy, Clone, Debug)]
pub struct Mask {
    causal: bool,
    /// The tile's first query.
    first: u32,
    /// The query count and the key count of the sequence.
    extents: (u32, u32),
}
impl Mask {
    /// Creates the mask of the tile that begins with query `first`, in a sequence with the given
    /// query and key counts.
    #[inline(always)]
    pub fn new(causal: bool, first: u32, extents: (u32, u32)) -> Self {
        Mask { causal, first, extents }
    }
    /// Returns how many of the sequence's first keys query `i` of the tile sees.
    #[inline(always)]
    pub fn keys(&self, i: u32) -> u32 {
        let (queries, keys) = self.extents;
        if self.causal {
            (self.first + i + 1 + keys).saturating_sub(queries).min(keys)
        } else {
            keys
        }
    }
    /// Returns the number of steps in which some query sees a key. A step takes a tile of the given
    /// query and key counts.
    #[inline(always)]
    pub fn steps(&self, (queries, keys): (u32, u32)) -> u32 {
        self.keys(queries - 1).div_ceil(keys)
    }
    /// Returns the number of leading steps, of `keys` keys each, in which every query sees all
    /// keys: these need no mask.
    #[inline(always)]
    pub fn whole_steps(&self, keys: u32) -> u32 {
        self.keys(0) / keys
    }
    /// Sets the scores of keys that a query does not see to minus infinity, in the step that begins
    /// with key `first_key`.
    ///
    /// # Panics
    ///
    /// Panics if only one of the mask and the diagonal is causal.
    ///
    /// # Safety
    ///
    /// The scores exist, and this thread may write them.
    #[inline(always)]
    pub unsafe fn apply<L: Layout, I: Layout>(
        &self,
        scores: GpuTensor<Rmem<f32>, L>,
        diagonal: &Diagonal<I>,
        first_key: u32,
    ) {
        assert!(self.causal == diagonal.causal, "the mask and the diagonal are not causal alike");
        let end = self.end(first_key) - diagonal.first;
        transform((scores, diagonal.from_there), scores, |(s, at)| {
            if distance(self.causal, at) < end { s } else { f32::NEG_INFINITY }
        });
    }
    /// Returns the end of the keys that query 0 of the tile sees, counted from the first key of a
    /// step; if attention is causal, query i sees i more.
    #[inline(always)]
    fn end(&self, first_key: u32) -> i32 {
        let (queries, keys) = self.extents;
        let end = if self.causal { (self.first + 1 + keys).wrapping_sub(queries) } else { keys };
        end.wrapping_sub(first_key) as i32
    }
}

/// The distances of a thread's scores from the diagonal of their tile, key minus query; if all keys
/// are seen, the distances from the tile's first key.
#[derive(Copy, Clone)]
pub struct Diagonal<L> {
    causal: bool,
    /// The distance of the thread's first score.
    first: i32,
    /// The coordinates relative to it, which are known at compile time.
    from_there: GpuTensor<Identity<2>, L>,
}
impl<L: Layout> Diagonal<L> {
    /// Creates the diagonal from the coordinates (query, key) of the scores in the tile: an
    /// [`identity`](crate::tensor::identity), partitioned like the scores.
    #[inline(always)]
    pub fn new(causal: bool, at: GpuTensor<Identity<2>, L>) -> Self {
        Diagonal {
            causal,
            // SAFETY: an identity has every coordinate.
            first: distance(causal, unsafe { at.engine().get() }),
            from_there: GpuTensor::new(Identity::new(), at.layout()),
        }
    }
}
#[inline(always)]
fn distance(causal: bool, [query, key]: [u32; 2]) -> i32 {
    key as i32 - if causal { query as i32 } else { 0 }
}
