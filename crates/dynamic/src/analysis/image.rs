//! Images: the sets of all offsets that a layout reaches.

use alloc::vec::Vec;
use core::ops::Range;

use crate::layout::DynLayout;
use crate::refusal::Refusal;

/// The set of all offsets that a layout reaches, with the index that reaches each.
///
/// ```
/// use zellige_dynamic::analysis::Image;
/// let padded = Image::of(&"(4,3):(1,6)".parse()?, 1000)?;
/// assert_eq!(padded.len(), 12);
/// assert_eq!(padded.runs(), [0..4, 6..10, 12..16]);
/// assert_eq!(padded.gaps(), [4..6, 10..12]);
/// assert_eq!(padded.footprint(), 0..16);
/// assert!(padded.is_injective());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Each offset with the first index that has it, sorted.
    first: Vec<(i64, u64)>,
    twice: Option<Twice>,
}

/// Two indices that have the same offset.
///
/// ```
/// use zellige_dynamic::analysis::{Image, Twice};
/// let windows = Image::of(&"(4,4):(1,2)".parse()?, 1000)?;
/// assert_eq!(windows.twice(), Some(Twice { indices: [2, 4], offset: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twice {
    /// The indices.
    pub indices: [u64; 2],
    /// The offset that both have.
    pub offset: i64,
}

/// An index of each of two layouts, both of which have the same offset.
///
/// ```
/// use zellige_dynamic::analysis::{Image, Meeting};
/// let (even, threes) = (Image::of(&"8:2".parse()?, 1000)?, Image::of(&"(2,2):(3,6)".parse()?, 1000)?);
/// assert_eq!(even.meets(&threes), Some(Meeting { indices: [0, 0], offset: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The index of the first layout, and of the second.
    pub indices: [u64; 2],
    /// The offset that both have.
    pub offset: i64,
}

impl Image {
    /// Returns the image of a layout.
    ///
    /// ```
    /// use zellige_dynamic::{Code, analysis::Image};
    /// let rows = "(8,8):(8,1)".parse()?;
    /// assert_eq!(Image::of(&rows, 64)?.runs(), [0..64]);
    /// assert_eq!(Image::of(&rows, 63).unwrap_err().code, Code::TooLarge);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout of more than `most` elements, and one whose offsets are not numbers.
    pub fn of(layout: &DynLayout, most: usize) -> Result<Image, Refusal> {
        let table = layout.table(most)?;
        let mut first: Vec<(i64, u64)> = table.into_iter().zip(0..).collect();
        first.sort_unstable();
        let repeated = first.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        // The first index that repeats an offset.
        let again = repeated.min_by_key(|pair| pair[1].1);
        let twice = again.map(|pair| Twice { indices: [pair[0].1, pair[1].1], offset: pair[0].0 });
        first.dedup_by_key(|&mut (offset, _)| offset);
        Ok(Image { first, twice })
    }

    /// Returns the number of different offsets.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert_eq!(Image::of(&"(4,8):(1,0)".parse()?, 1000)?.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns true if the layout has no elements.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert!(Image::of(&"(4,0):(1,4)".parse()?, 1000)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Returns the offsets, in increasing order.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// let offsets: Vec<i64> = Image::of(&"(2,2):(5,-1)".parse()?, 1000)?.offsets().collect();
    /// assert_eq!(offsets, [-1, 0, 4, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn offsets(&self) -> impl Iterator<Item = i64> + '_ {
        self.first.iter().map(|&(offset, _)| offset)
    }

    /// Returns the first index that has an offset, or `None` if no index has it.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// let image = Image::of(&"(4,3):(3,1)".parse()?, 1000)?;
    /// assert_eq!((image.index_of(7), image.index_of(12)), (Some(6), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index_of(&self, offset: i64) -> Option<u64> {
        let found = self.first.binary_search_by_key(&offset, |&(offset, _)| offset);
        found.ok().map(|i| self.first[i].1)
    }

    /// Returns the runs of adjacent offsets.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert_eq!(Image::of(&"(2,2):(1,4)".parse()?, 1000)?.runs(), [0..2, 4..6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn runs(&self) -> Vec<Range<i64>> {
        let mut runs: Vec<Range<i64>> = Vec::new();
        for offset in self.offsets() {
            // A number cannot name the offset after the largest one.
            let end = offset.saturating_add(1);
            match runs.last_mut() {
                Some(run) if run.end == offset => run.end = end,
                _ => runs.push(offset..end),
            }
        }
        runs
    }

    /// Returns the ranges between the smallest and the largest offset that no index reaches.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert_eq!(Image::of(&"3:4".parse()?, 1000)?.gaps(), [1..4, 5..8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gaps(&self) -> Vec<Range<i64>> {
        let runs = self.runs();
        runs.windows(2).map(|pair| pair[0].end..pair[1].start).collect()
    }

    /// Returns the range from the smallest to the largest offset.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert_eq!(Image::of(&"(4,2):(-1,8)".parse()?, 1000)?.footprint(), -3..9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn footprint(&self) -> Range<i64> {
        let ends = self.first.first().zip(self.first.last());
        ends.map_or(0..0, |(first, last)| first.0..last.0.saturating_add(1))
    }

    /// Returns true if the offsets have no gap.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert!(Image::of(&"(8,4):(4,1)".parse()?, 1000)?.is_contiguous());
    /// assert!(!Image::of(&"(8,4):(5,1)".parse()?, 1000)?.is_contiguous());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_contiguous(&self) -> bool {
        self.runs().len() <= 1
    }

    /// Returns true if no two indices have the same offset.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// assert!(Image::of(&"(2,3):(3,2)".parse()?, 1000)?.is_injective());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_injective(&self) -> bool {
        self.twice.is_none()
    }

    /// Returns the first index whose offset an earlier index already has, together with that one,
    /// if the layout is not injective.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// let twice = Image::of(&"(3,3):(2,3)".parse()?, 1000)?.twice();
    /// assert_eq!(twice, None);
    /// let twice = Image::of(&"(4,3):(2,3)".parse()?, 1000)?.twice().ok_or("none")?;
    /// assert_eq!((twice.indices, twice.offset), ([3, 8], 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn twice(&self) -> Option<Twice> {
        self.twice
    }

    /// Returns the smallest offset that both layouts have, with an index of each, or `None` if they
    /// do not alias.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Image;
    /// let (even, odd) = ("(4,4):(2,8)".parse()?, "(2,2):(1,2) o 1 o 2:2".parse()?);
    /// let even = Image::of(&even, 1000)?;
    /// assert_eq!(even.meets(&Image::of(&odd, 1000)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn meets(&self, other: &Image) -> Option<Meeting> {
        self.first.iter().find_map(|&(offset, index)| {
            let indices = [index, other.index_of(offset)?];
            Some(Meeting { indices, offset })
        })
    }
}
