//! Parts of a tensor that can be written at the same time, each by a different thread.

use core::fmt::Write;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::divided::{Divided, assert_rearranged};
use super::memory::{Claim, Engine, EngineMut, Part, ViewMut, element};
use super::parts::check_threads;
use super::{Tensor, disjoint};
use crate::algebra::tiler::Tiler;
use crate::integer::{Integer, count};
use crate::layout::bounds::{self, Extent};
use crate::layout::{
    Bijective, DisjointOrRunTime, InjectiveOrRunTime, Layout, Properties, ThreadTile, TryLayout,
    thread_tile,
};
use crate::number::Bool;
use crate::profile::FitsTiler;
use crate::refusal::{Code, Message, Refusal};
use crate::run_time::{Ignored, demand};
use crate::sealed::Sealed;
use crate::tuple::IntTuple;

/// Performs the check of [`assert_rearranged`], and returns the error.
#[inline(always)]
fn try_rearranged<L: Layout, R: Layout, K: Claim>(
    operation: &str,
    old: L,
    new: R,
    _: Divided<L, R, K>,
) -> Result<(), Refusal> {
    match (bounds::extent(old), bounds::extent(new)) {
        (Some(have), Some(need)) if need.size == have.size && need.is_within(have) => Ok(()),
        (have, need) => Err(uneven(operation, have, need, old, new)),
    }
}
/// Returns why the layout `new`, a divide of `old`, does not have its elements. (Writing to a
/// buffer does not fail.)
#[cold]
fn uneven<L: Layout, R: Layout>(
    operation: &str,
    have: Option<Extent>,
    need: Option<Extent>,
    old: L,
    new: R,
) -> Refusal {
    let mut m = Message::new().s(operation);
    let (have, need) = (have.map(|it| it.size), need.map(|it| it.size));
    let code = if have == need {
        m = m.s(": the tiles do not divide the tensor");
        Code::NotDivisible
    } else {
        m = m.s(": the tiles hang over the end of the tensor");
        for (it, size) in [(": it", have), (", with the tiles it", need)] {
            m = match size {
                Some(size) => m.s(it).s(" has ").u(size as u64).s(" elements"),
                None => m.s(it).s(" has more elements than its integers count"),
            };
        }
        m = m.s("; pad its shape, or choose tiles that divide it");
        Code::UnevenTiles
    };
    let _ = write!(m, " [it is {old}, (tile, rest) is {new}]");
    Refusal::new(code, m)
}
/// Returns an error if two tiles of the layout (tile, rest) may have an element in common, unless
/// its type proves that they do not.
#[inline(always)]
fn tiles_apart<L: Layout>(tiles: L) -> Result<(), Refusal> {
    if const { <<L as Properties>::IsDisjoint as Bool>::VALUE } {
        return Ok(());
    }
    match disjoint::refusal("split_mut", tiles, disjoint::PartMode::Tile) {
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}
/// Returns an error if two threads of the layout (thread, rest) may have an element in common,
/// unless its type proves that they do not.
#[inline(always)]
fn threads_apart<L: Layout>(tiles: L) -> Result<(), Refusal> {
    if const { <<L as Properties>::IsInjective as Bool>::VALUE } {
        return Ok(());
    }
    match disjoint::refusal("partition_mut", tiles, disjoint::PartMode::Rest) {
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Returns all tiles that `tiler` divides the tensor into. Each is a separate view that can be
    /// written and sent to a thread. They come in the order of their coordinates, the first mode
    /// fastest.
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
    /// [`DisjointOrRunTime`] proves that for static layouts. A layout that reaches an element twice
    /// does not compile:
    ///
    /// ```compile_fail
    /// use zellige::prelude::*;
    /// let mut data = [0u32; 8];
    /// let mut broadcast = Tensor::new(&mut data, layout!((8, 6) : (1, 0)));
    /// broadcast.split_mut((int!(4), int!(3)));
    /// ```
    ///
    /// For a layout with run-time integers it is proven when the program runs, if the types prove
    /// neither it nor the contrary. For `(m,6):(1,0)` they prove the contrary:
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, n) = (8usize, 6usize);
    /// let mut data = vec![0u32; m * n];
    /// let mut a = Tensor::new(&mut data[..], layout!((m, n) : (n, 1)));
    /// assert_eq!(a.split_mut((int!(4), int!(3))).len(), 4);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the tiles do not fit evenly, as [`zipped_divide`](Tensor::zipped_divide) does.
    /// Panics with the message that [`try_split_mut`](Tensor::try_split_mut) returns if run-time
    /// integers do not prove the tiles disjoint.
    #[inline(always)]
    #[track_caller]
    pub fn split_mut<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        &mut self,
        tiler: T,
    ) -> Parts<'_, E::Element, ByTile<L, T>>
    where
        E: EngineMut,
        L::ZippedDivide<T>: DisjointOrRunTime,
    {
        let divided = const { Divided::<L, L::ZippedDivide<T>, E::Claim>::evenly() };
        let tiles = demand!(|faults| self.layout.zipped_divide_noting(tiler, faults));
        assert_rearranged(self.layout, tiles, divided);
        if let Err(refusal) = tiles_apart(tiles) {
            refusal.raise()
        }
        let rests = tiles.shape().tail().head();
        // SAFETY: (tile, rest) has elements of the tensor, as was asserted, and no two tiles have
        // an element in common, as was proven from the type, or just now from the numbers.
        unsafe { self.parts(ByTile(self.layout, tiler), count(rests.elements())) }
    }

    /// Returns the elements of each thread, as [`local_partition`](Tensor::local_partition) assigns
    /// them: one view for each thread, in the order of the thread numbers.
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
    ///
    /// The bound [`InjectiveOrRunTime`] proves that static layouts are injective. For layouts with
    /// run-time integers it is proven when the program runs.
    ///
    /// # Panics
    ///
    /// Panics if the tiles of the threads do not fit evenly, as
    /// [`zipped_divide`](Tensor::zipped_divide) does. Panics with the message that
    /// [`try_partition_mut`](Tensor::try_partition_mut) returns if run-time integers do not prove
    /// that no element belongs to two threads.
    #[inline(always)]
    #[track_caller]
    pub fn partition_mut<TH>(&mut self, threads: TH) -> Parts<'_, E::Element, ByThread<L, TH>>
    where
        E: EngineMut,
        TH: Bijective,
        ThreadTile<TH>: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        L::ZippedDivide<ThreadTile<TH>>: InjectiveOrRunTime,
    {
        let divided = const {
            check_threads::<TH, L::ZippedDivide<ThreadTile<TH>>>();
            Divided::<L, L::ZippedDivide<ThreadTile<TH>>, E::Claim>::evenly()
        };
        let tile = thread_tile(threads);
        let tiles = demand!(|faults| self.layout.zipped_divide_noting(tile, faults));
        assert_rearranged(self.layout, tiles, divided);
        if let Err(refusal) = threads_apart(tiles) {
            refusal.raise()
        }
        // SAFETY: (tile, rest) has elements of the tensor, as was asserted, each once, as was
        // proven from the type, or just now from the numbers. The threads number the elements of a
        // tile, each once: the threads and the shape of the tile are static, so the map from a
        // number to its element is exact.
        unsafe { self.parts(ByThread(self.layout, threads), threads.size_modulo().usize()) }
    }

    /// Like [`split_mut`](Tensor::split_mut), with a `Result` and without a bound. If the types do
    /// not prove that no element belongs to two tiles, it is proven from the numbers.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, n) = (8usize, 6usize);
    /// let mut data = vec![0u32; m * n];
    /// let mut a = Tensor::new(&mut data[..], layout!((m, n) : (n, 1)));
    /// std::thread::scope(|scope| {
    ///     for (number, mut tile) in a.try_split_mut((int!(4), int!(3))).unwrap().enumerate() {
    ///         scope.spawn(move || tile.fill(number as u32));
    ///     }
    /// });
    /// assert_eq!(data[..6], [0, 0, 0, 2, 2, 2]);
    /// assert_eq!(data[42..], [1, 1, 1, 3, 3, 3]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns why the tiles cannot be handed out, with the numbers:
    ///
    /// ```
    /// use zellige::{prelude::*, refusal::Code};
    /// let (m, n, pitch) = (8u32, 6u32, 5u32);
    /// let mut data = vec![0u32; 48];
    /// let mut rows = Tensor::new(&mut data[..], layout!((m, n) : (n, 1)));
    /// let refusal = rows.try_split_mut((int!(3), int!(3))).err().unwrap();
    /// assert_eq!(refusal.code, Code::UnevenTiles);
    /// assert!(refusal.message().starts_with(
    ///     "split_mut: the tiles hang over the end of the tensor: it has 48 elements, with the tiles it has 54"
    /// ));
    /// let mut overlapping = Tensor::new(&mut data[..], layout!((m, n) : (pitch, 1)));
    /// let refusal = overlapping.try_split_mut((int!(4), int!(3))).err().unwrap();
    /// assert_eq!(refusal.code, Code::Overlap);
    /// assert!(refusal.message().starts_with(
    ///     "split_mut: parts may have an element in common: mode 0.0 (4:5) begins at 5, and the modes of \
    ///      smaller strides reach 5: mode 0.1 (3:1), mode 1.1 (2:3)"
    /// ));
    /// ```
    ///
    /// With a stride of 0 the code is [`Broadcast`](Code::Broadcast): `split_mut: mode 1.0 (2:0)
    /// has stride 0: its 2 parts are the same elements`. The proof compares each stride with what
    /// the smaller strides reach together. That is exact except for modes that interleave, as in
    /// `(3,2):(2,3)`. Of these, it accepts what is proven statically, as in
    /// [`split_mut`](Tensor::split_mut), and rejects the others.
    #[inline(always)]
    #[track_caller]
    pub fn try_split_mut<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        &mut self,
        tiler: T,
    ) -> Result<Parts<'_, E::Element, ByTile<L, T>>, Refusal>
    where
        E: EngineMut,
    {
        let divided = const { Divided::<L, L::ZippedDivide<T>, E::Claim>::checked() };
        let tiles = self.layout.try_zipped_divide(tiler)?;
        try_rearranged("split_mut", self.layout, tiles, divided)?;
        tiles_apart(tiles)?;
        let rests = tiles.shape().tail().head();
        // SAFETY: (tile, rest) has elements of the tensor, and no two tiles have an element in
        // common, as was proven from the type, or just now from the numbers.
        Ok(unsafe { self.parts(ByTile(self.layout, tiler), count(rests.elements())) })
    }

    /// Like [`partition_mut`](Tensor::partition_mut), with a `Result` and without a bound. If the
    /// types do not prove that no element belongs to two threads, it is proven from the numbers.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, n) = (8usize, 6usize);
    /// let mut data = vec![0u32; m * n];
    /// let mut a = Tensor::new(&mut data[..], layout!((m, n) : (n, 1)));
    /// let threads = layout!((4, 2) : (2, 1));                     // two in a row
    /// std::thread::scope(|scope| {
    ///     for (thread, mut mine) in a.try_partition_mut(threads).unwrap().enumerate() {
    ///         scope.spawn(move || mine.fill(thread as u32));
    ///     }
    /// });
    /// assert_eq!(data[..12], [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`try_split_mut`](Tensor::try_split_mut).
    #[inline(always)]
    #[track_caller]
    pub fn try_partition_mut<TH>(
        &mut self,
        threads: TH,
    ) -> Result<Parts<'_, E::Element, ByThread<L, TH>>, Refusal>
    where
        E: EngineMut,
        TH: Bijective,
        ThreadTile<TH>: Tiler<TilerProfile: FitsTiler<L::Profile>>,
    {
        let divided = const {
            check_threads::<TH, L::ZippedDivide<ThreadTile<TH>>>();
            Divided::<L, L::ZippedDivide<ThreadTile<TH>>, E::Claim>::checked()
        };
        let tiles = self.layout.try_zipped_divide(thread_tile(threads))?;
        try_rearranged("partition_mut", self.layout, tiles, divided)?;
        threads_apart(tiles)?;
        // SAFETY: (tile, rest) has elements of the tensor, and no two elements of a tile have an
        // element in common in their rests, as was proven from the type, or just now from the
        // numbers. The threads number the elements of a tile, each once.
        Ok(unsafe { self.parts(ByThread(self.layout, threads), threads.size_modulo().usize()) })
    }

    /// # Safety
    ///
    /// The parts with numbers below `count` must have elements of the tensor, and no two parts may
    /// share an element.
    #[inline(always)]
    unsafe fn parts<C: Cut>(&mut self, cut: C, count: usize) -> Parts<'_, E::Element, C>
    where
        E: EngineMut,
    {
        Parts { base: self.engine.base_mut(), cut, next: 0, end: count, elements: PhantomData }
    }
}

/// The way in which a layout is divided into parts.
///
/// ```
/// use zellige::{prelude::*, tensor::{Cut, Parts}};
/// fn fill<C: Cut>(parts: Parts<u32, C>) {
///     parts.enumerate().for_each(|(number, mut part)| part.fill(number as u32));
/// }
/// let mut data = [0; 6];
/// fill(Tensor::new(&mut data, layout!(6 : 1)).split_mut(int!(2)));
/// assert_eq!(data, [0, 0, 1, 1, 2, 2]);
/// ```
pub trait Cut: Copy {
    #[doc(hidden)]
    const SEALED: Sealed;
    /// The layout of a part.
    type Part: Layout;
    /// Returns the part with this number, and the offset where it starts.
    #[doc(hidden)]
    fn part(self, number: usize) -> (Self::Part, usize);
}
/// The division of L into the tiles of T.
///
/// ```
/// use zellige::{prelude::*, tensor::{ByTile, Parts}};
/// let mut data = [0; 6];
/// let mut tensor = Tensor::new(&mut data, layout!(6 : 1));
/// let parts: Parts<u32, ByTile<layout!(6 : 1), int!(2)>> = tensor.split_mut(int!(2));
/// assert_eq!(parts.len(), 3);
/// ```
#[derive(Copy, Clone)]
pub struct ByTile<L, T>(L, T);
/// The division of L into the elements of each of the threads TH.
///
/// ```
/// use zellige::{prelude::*, tensor::{ByThread, Parts}};
/// let mut data = [0; 6];
/// let mut tensor = Tensor::new(&mut data, layout!(6 : 1));
/// let parts: Parts<u32, ByThread<layout!(6 : 1), layout!(2 : 1)>> = tensor.partition_mut(layout!(2 : 1));
/// assert_eq!(parts.len(), 2);
/// ```
#[derive(Copy, Clone)]
pub struct ByThread<L, TH>(L, TH);

impl<L: Layout, T: Tiler> Cut for ByTile<L, T> {
    const SEALED: Sealed = Sealed;
    type Part = L::LocalTile<T, usize>;
    #[inline(always)]
    fn part(self, number: usize) -> (Self::Part, usize) {
        let (layout, at) = self.0.local_tile_at(self.1, number, Ignored);
        (layout, count(at))
    }
}
impl<L: Layout, TH: Layout> Cut for ByThread<L, TH> {
    const SEALED: Sealed = Sealed;
    type Part = L::LocalPartition<TH, usize>;
    #[inline(always)]
    fn part(self, number: usize) -> (Self::Part, usize) {
        let (layout, at) = self.0.local_partition_at(self.1, number, Ignored);
        (layout, count(at))
    }
}

/// Parts of a tensor, each to be written independently. See [`Tensor::split_mut`].
///
/// C says how the tensor was divided: [`ByTile`] or [`ByThread`].
///
/// ```
/// use zellige::prelude::*;
/// let mut data = [0; 6];
/// let mut tensor = Tensor::new(&mut data, layout!(6 : 1));
/// let mut parts = tensor.split_mut(int!(2));
/// let (mut first, mut second) = (parts.next().unwrap(), parts.next().unwrap());
/// first.fill(1);
/// second.fill(2);
/// assert_eq!((parts.len(), data), (1, [1, 1, 2, 2, 0, 0]));
/// ```
pub struct Parts<'a, T, C> {
    // INVARIANT: The parts of the cut share no element, and all are borrowed exclusively.
    base: NonNull<T>,
    cut: C,
    next: usize,
    end: usize,
    elements: PhantomData<&'a mut T>,
}
// SAFETY: it is equivalent to the views that it makes, which are of elements that belong to nothing
// else.
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
        // SAFETY: the number of the part is below the count, so its elements belong to the tensor,
        // are borrowed for 'a, and one of them is at its offset. If it has none, the pointer does
        // not move. No part shares an element with another, and no number comes twice.
        unsafe {
            let base =
                if layout.size_modulo().usize() == 0 { self.base } else { element(self.base, at) };
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
