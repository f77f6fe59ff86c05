//! Parts of a tensor that can be written at the same time, each by its own thread.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::Tensor;
use super::memory::{Engine, EngineMut, Part, ViewMut};
use super::partition::{assert_rearranged, check_threads};
use crate::algebra::divide::Tiler;
use crate::integer::Integer;
use crate::layout::{Bijective, Disjoint, Injective, Layout, ThreadTile};
use crate::profile::TilerFor;
use crate::run_time::Ignored;
use crate::tuple::IntTuple;
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
    pub fn split_mut<T: TilerFor<L>>(&mut self, tiler: T) -> Parts<'_, E::Element, ByTile<L, T>>
    where
        E: EngineMut,
        L::ZippedDivide<T>: Disjoint,
    {
        let tiles = self.layout.zipped_divide(tiler);
        assert_rearranged::<L, _, E::Claim>(self.layout, tiles);
        let rests = tiles.shape().tail().head();
        // SAFETY: (tile, rest) has the elements of the tensor, and no two tiles have one in common.
        unsafe { self.parts(ByTile(self.layout, tiler), rests.elements().usize()) }
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
    pub fn partition_mut<TH>(&mut self, threads: TH) -> Parts<'_, E::Element, ByThread<L, TH>>
    where
        E: EngineMut,
        TH: Bijective,
        ThreadTile<TH>: TilerFor<L>,
        L::ZippedDivide<ThreadTile<TH>>: Injective,
    {
        const { check_threads::<TH, L::ZippedDivide<ThreadTile<TH>>>() }
        let tiles = self.layout.zipped_divide(product_each(threads.shape()));
        assert_rearranged::<L, _, E::Claim>(self.layout, tiles);
        // SAFETY: (tile, rest) has the elements of the tensor, each once; and the threads number the
        // elements of a tile, each once.
        unsafe {
            self.parts(
                ByThread(self.layout, threads),
                threads.size_modulo().usize(),
            )
        }
    }

    /// # Safety
    ///
    /// The parts must have elements of the tensor, no two of them the same.
    #[inline(always)]
    unsafe fn parts<C: Cut>(&mut self, cut: C, count: usize) -> Parts<'_, E::Element, C>
    where
        E: EngineMut,
    {
        Parts {
            base: self.engine.base_mut(),
            cut,
            next: 0,
            end: count,
            elements: PhantomData,
        }
    }
}

/// How a layout is cut into parts.
pub trait Cut: Copy {
    /// The layout of a part.
    type Part: Layout;
    /// The part with this number, and where it begins.
    #[doc(hidden)]
    fn part(self, number: usize) -> (Self::Part, usize);
}
/// The tiles that T cuts L into.
#[derive(Copy, Clone)]
pub struct ByTile<L, T>(L, T);
/// The elements of L that each of the threads TH has.
#[derive(Copy, Clone)]
pub struct ByThread<L, TH>(L, TH);

impl<L: Layout, T: Tiler> Cut for ByTile<L, T> {
    type Part = L::LocalTile<T, usize>;
    #[inline(always)]
    fn part(self, number: usize) -> (Self::Part, usize) {
        let (layout, at) = self.0.local_tile_at(self.1, number, Ignored);
        (layout, at.usize())
    }
}
impl<L: Layout, TH: Layout> Cut for ByThread<L, TH> {
    type Part = L::LocalPartition<TH, usize>;
    #[inline(always)]
    fn part(self, number: usize) -> (Self::Part, usize) {
        let (layout, at) = self.0.local_partition_at(self.1, number, Ignored);
        (layout, at.usize())
    }
}

/// Parts of a tensor, each to be written by itself. See [`Tensor::split_mut`].
///
/// C is how the tensor was cut: [`ByTile`] or [`ByThread`].
pub struct Parts<'a, T, C> {
    // The parts of the cut share no element, and all are borrowed exclusively.
    base: NonNull<T>,
    cut: C,
    next: usize,
    end: usize,
    elements: PhantomData<&'a mut T>,
}
// SAFETY: it is as good as the views that it makes.
unsafe impl<T: Send, C: Send> Send for Parts<'_, T, C> {}

impl<'a, T, C: Cut> Iterator for Parts<'a, T, C> {
    type Item = Tensor<ViewMut<'a, T, Part>, C::Part>;
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.end {
            return None;
        }
        let (layout, at) = self.cut.part(self.next);
        self.next += 1;
        // SAFETY: the part's elements are in the memory, borrowed for 'a; so its offset is, unless it
        // has no elements, and then the pointer stays. No part shares an element with another, and
        // no number comes twice.
        unsafe {
            let base = if layout.size_modulo().usize() == 0 {
                self.base
            } else {
                self.base.add(at)
            };
            Some(Tensor::of(ViewMut::of(base), layout))
        }
    }
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
}
impl<T, C: Cut> ExactSizeIterator for Parts<'_, T, C> {}
impl<T, C: Cut> FusedIterator for Parts<'_, T, C> {}
