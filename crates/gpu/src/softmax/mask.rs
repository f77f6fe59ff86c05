use crate::engine::{Get, Identity, Rmem};
use crate::tensor::GpuTensor;
use crate::transform::transform;
use zellige::prelude::*;

/// The keys that a tile of queries sees in a sequence: all of them, or, if attention is causal,
/// those up to the query's own, or a [window](Mask::window) around it. The last query and the last
/// key are aligned.
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
/// // Of a window, query 0 sees a key to the left of its own and one to the right: keys 1 to 3.
/// let window = mask.window(1, 1);
/// assert_eq!((window.first_key(0), window.keys(0)), (1, 4));
/// // A gradient goes the other way: key 1 is seen by query 0, whose own key is 2, and no other.
/// assert_eq!((mask.queries(4, 1), window.queries(1, 1)), ((2, 3), (0, 1)));
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
    /// The keys that a query sees before its own and after it, if there is a window.
    window: Option<(u32, u32)>,
}
impl Mask {
    /// Creates the mask of the tile that begins with query `first`, in a sequence with the given
    /// query and key counts.
    #[inline(always)]
    pub fn new(causal: bool, first: u32, extents: (u32, u32)) -> Self {
        Mask { causal, first, extents, window: None }
    }
    /// Lets each query of a causal mask see only the `left` keys before its own, its own and, as
    /// few as there are, the `right` keys after it.
    #[inline(always)]
    pub fn window(self, left: u32, right: u32) -> Self {
        let (queries, keys) = self.extents; // larger numbers are the same
        Mask { window: Some((left.min(keys), right.min(queries))), ..self }
    }
    /// Returns how many of the sequence's first keys query `i` of the tile sees.
    #[inline(always)]
    pub fn keys(&self, i: u32) -> u32 {
        let (queries, keys) = self.extents;
        if self.causal {
            let right = self.window.map_or(0, |(_, right)| right);
            (self.first + i + 1 + keys + right).saturating_sub(queries).min(keys)
        } else {
            keys
        }
    }
    /// Returns the first key of the sequence that query `i` of the tile sees, if it sees one.
    #[inline(always)]
    pub fn first_key(&self, i: u32) -> u32 {
        let (queries, keys) = self.extents;
        self.window.map_or(0, |(left, _)| (self.first + i + keys).saturating_sub(queries + left))
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
    /// Returns the number of leading steps, of `keys` keys each, in which no query sees a key.
    #[inline(always)]
    pub fn skipped_steps(&self, keys: u32) -> u32 {
        self.first_key(0) / keys
    }
    /// Returns whether some query of the tile does not see all keys of a step: a step takes a tile
    /// of the given query and key counts.
    #[inline(always)]
    pub fn cuts(&self, step: u32, (queries, keys): (u32, u32)) -> bool {
        step >= self.whole_steps(keys)
            || self.window.is_some() && keys * step < self.first_key(queries - 1)
    }
    /// Returns the first query of the sequence that sees one of `number` keys, and the end of those
    /// that do; the keys begin with `first_key`, which the sequence has.
    #[inline(always)]
    pub fn queries(&self, first_key: u32, number: u32) -> (u32, u32) {
        let (queries, keys) = self.extents;
        let first = |right| (first_key + queries).saturating_sub(keys + right);
        let Some((left, right)) = self.window else {
            return (if self.causal { first(0) } else { 0 }, queries);
        };
        let end = (first_key + number).min(keys) + queries + left;
        (first(right), end.saturating_sub(keys).min(queries))
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
    #[track_caller]
    #[inline(always)]
    pub unsafe fn apply<L: Layout, I: Layout>(
        &self,
        scores: GpuTensor<Rmem<f32>, L>,
        diagonal: &Diagonal<I>,
        first_key: u32,
    ) {
        assert!(self.causal == diagonal.causal, "the mask and the diagonal are not causal alike");
        let end = self.end(first_key) - diagonal.first;
        let Some((left, right)) = self.window else {
            transform((scores, diagonal.from_there), scores, |(s, at)| {
                if distance(self.causal, at) < end { s } else { f32::NEG_INFINITY }
            });
            return;
        };
        let seen = end - 1 - left as i32..end + right as i32;
        let keys = self.extents.1.wrapping_sub(first_key) as i32 - diagonal.first_key as i32;
        transform((scores, diagonal.from_there), scores, |(s, at)| {
            let of_sequence = (at[1] as i32) < keys;
            if of_sequence && seen.contains(&distance(true, at)) { s } else { f32::NEG_INFINITY }
        });
    }
    /// Returns the end of the keys that query 0 of the tile sees up to its own, counted from the
    /// first key of a step; if attention is causal, query i sees i more.
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
    /// The key of this score, from the tile's first key on.
    first_key: u32,
    /// The coordinates relative to it, which are known at compile time.
    from_there: GpuTensor<Identity<2>, L>,
}
impl<L: Layout> Diagonal<L> {
    /// Creates the diagonal from the coordinates (query, key) of the scores in the tile: an
    /// [`identity`](crate::tensor::identity), partitioned like the scores.
    #[inline(always)]
    pub fn new(causal: bool, at: GpuTensor<Identity<2>, L>) -> Self {
        // SAFETY: an identity has every coordinate.
        let first = unsafe { at.engine().get() };
        Diagonal {
            causal,
            first: distance(causal, first),
            first_key: first[1],
            from_there: GpuTensor::new(Identity::new(), at.layout()),
        }
    }
}
#[inline(always)]
fn distance(causal: bool, [query, key]: [u32; 2]) -> i32 {
    key as i32 - if causal { query as i32 } else { 0 }
}
