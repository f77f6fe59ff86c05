//! Parts of a tensor that can be written at the same time, each by its own thread.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::Tensor;
use super::access::offset;
use super::memory::{Engine, EngineMut, Part, ViewMut};
use super::partition::{ByThread, LocalPartition, ThreadTile, assert_rearranged, by_thread};
use crate::algebra::divide::Tiler;
use crate::integer::Integer;
use crate::layout::{Bijective, Disjoint, Layout, check};
use crate::profile::TilerFor;
use crate::tuple::measure::product_each;

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// All tiles that `tiler` cuts the tensor into, each a view of its own that can be written and
    /// sent to a thread; they come in the order of their coordinates, the first mode fastest.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut data = [0u32; 48];
    /// let mut a = Tensor::new(&mut data, layout!((8, 6) : (6, 1)));
    /// std::thread::scope(|scope| {
    ///     for (number, mut tile) in a.split_mut((int!(4), int!(3))).enumerate() {
    ///         scope.spawn(move || tile.fill(number as u32));
    ///     }
    /// });
    /// assert_eq!(data[..6], [0, 0, 0, 2, 2, 2]);
    /// assert_eq!(data[42..], [1, 1, 1, 3, 3, 3]);
    /// ```
    ///
    /// The tiles interleave in memory, but no element belongs to two of them: the bound
    /// [`Disjoint`] proves that. A layout that reaches an element twice does not compile:
    ///
    /// ```compile_fail
    /// use zellige::prelude::*;
    /// let mut data = [0u32; 8];
    /// let mut broadcast = Tensor::new(&mut data, layout!((8, 6) : (1, 0)));
    /// broadcast.split_mut((int!(4), int!(3)));
    /// ```
    ///
    /// The tiles must fit evenly, as in [`zipped_divide`](Tensor::zipped_divide).
    #[inline(always)]
    #[track_caller]
    pub fn split_mut<T: TilerFor<L>>(
        &mut self,
        tiler: T,
    ) -> Parts<'_, E::Element, T::Tiles<L>, T::Rests<L>>
    where
        E: EngineMut,
        L::ZippedDivide<T>: Disjoint,
    {
        assert_rearranged::<L, _, E::Claim>(self.layout, self.layout.zipped_divide(tiler));
        Parts {
            base: self.engine.base_mut(),
            part: tiler.tiles(self.layout),
            copies: tiler.rests(self.layout),
            next: 0,
            elements: PhantomData,
        }
    }

    /// The elements of each thread, as [`local_partition`](Tensor::local_partition) gives them out:
    /// one view for each thread, in the order of their numbers.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut data = [0u32; 48];
    /// let mut a = Tensor::new(&mut data, layout!((8, 6) : (6, 1)));
    /// let threads = layout!((4, 2) : (2, 1));                     // two in a row
    /// std::thread::scope(|scope| {
    ///     for (thread, mut mine) in a.partition_mut(threads).enumerate() {
    ///         scope.spawn(move || mine.fill(thread as u32));
    ///     }
    /// });
    /// assert_eq!(data[..12], [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn partition_mut<TH>(
        &mut self,
        threads: TH,
    ) -> Parts<'_, E::Element, LocalPartition<L, TH>, ByThread<L, TH>>
    where
        E: EngineMut,
        TH: Bijective,
        ThreadTile<TH>: TilerFor<L>,
        <LocalPartition<L, TH> as Layout>::Pair<ByThread<L, TH>>: Disjoint,
    {
        const { check::<ByThread<L, TH>>() }
        let tiler = product_each(threads.shape());
        let (part, copies) = (tiler.rests(self.layout), by_thread(self.layout, threads));
        assert_rearranged::<L, _, E::Claim>(self.layout, self.layout.zipped_divide(tiler));
        assert_rearranged::<L, _, E::Claim>(self.layout, part.pair(copies));
        Parts {
            base: self.engine.base_mut(),
            part,
            copies,
            next: 0,
            elements: PhantomData,
        }
    }
}

/// Parts of a tensor, each to be written by itself. See [`Tensor::split_mut`].
///
/// P is the layout of a part, C that of the offsets at which they begin.
pub struct Parts<'a, T, P, C> {
    // The layout (part, copies) is disjoint, and its elements are borrowed exclusively.
    base: NonNull<T>,
    part: P,
    copies: C,
    next: usize,
    elements: PhantomData<&'a mut T>,
}
// SAFETY: it is as good as the views that it makes.
unsafe impl<T: Send, P: Layout, C: Layout> Send for Parts<'_, T, P, C> {}

impl<'a, T, P: Layout, C: Layout> Iterator for Parts<'a, T, P, C> {
    type Item = Tensor<ViewMut<'a, T, Part>, P>;
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.copies.size().usize() {
            return None;
        }
        let at = offset(self.copies, self.next);
        self.next += 1;
        // SAFETY: the index is inside the copies, so the offset is in the memory, unless there are no
        // elements, and then it is not used. The part's elements are borrowed for 'a, and no part
        // shares one with another: the layout is disjoint, and no index comes twice.
        unsafe {
            let base = if self.part.size().usize() == 0 {
                self.base
            } else {
                self.base.add(at)
            };
            Some(Tensor::of(ViewMut::of(base), self.part))
        }
    }
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.copies.size().usize() - self.next;
        (left, Some(left))
    }
}
impl<T, P: Layout, C: Layout> ExactSizeIterator for Parts<'_, T, P, C> {}
impl<T, P: Layout, C: Layout> FusedIterator for Parts<'_, T, P, C> {}
