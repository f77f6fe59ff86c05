//! Access to elements: a single element by its coordinate, checked or not, or all of them in the
//! order of the layout.

use core::fmt;
use core::iter::{FusedIterator, Zip};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

use super::Tensor;
use super::memory::{self, Engine, EngineMut};
use crate::algebra::coordinate::Coord;
use crate::algebra::coordinate_bounds::check_place;
use crate::integer::{Integer, count};
use crate::layout::{Coords, Injective, Layout};
use crate::number::{B0, B1};
use crate::profile::Fits;
use crate::refusal::Message;
use crate::tuple::IntTuple;

/// The coordinate C, with offsets computed in `usize`.
pub(super) type Wide<C> = <C as Coord>::As<usize>;
/// Returns the coordinate, which has passed [`check_count`], with its run-time integers as `usize`.
#[inline(always)]
pub(super) fn wide<C: Coord>(c: C) -> Wide<C> {
    c.with_width()
}
/// Panics if a coordinate has a sign or an axis. [`wide`] would leave signed numbers unchanged, and
/// offsets would be computed in their width.
#[track_caller]
pub(super) const fn check_count<C: Coord>() {
    if !C::IS_COUNT {
        Message::new()
            .s("a coordinate of a tensor counts from 0: its integers are `u32`, `usize` or static, without a sign or an axis")
            .raise()
    }
}
/// Panics as [`check_count`] does, and if the coordinate is outside the shape S, if both are
/// static.
#[track_caller]
pub(super) const fn check_coordinate<C: Coord, S: IntTuple>() {
    check_count::<C>();
    check_place::<C::Place<S>, S>()
}

/// Returns the offset of a coordinate inside the shape of a layout with a bound; a negative offset
/// as its two's complement, for [`memory::element`]. The coordinate has passed [`check_count`].
///
/// No step overflows. By the bound, the size and the last offset of the layout are numbers of each
/// type that a leaf of it has, and every intermediate number is at most one of the two. Run-time
/// integers of the coordinate are `usize`. So a computation in 32 bits has only leaves of the
/// layout and static numbers, and static numbers that do not fit are refused.
#[inline(always)]
pub(super) fn offset<L: Layout, C: Coord>(layout: L, c: C) -> usize {
    <<L::Size as Integer>::IsZero as OffsetIfAny>::offset(layout, c)
}
/// The offset of a coordinate, dispatched on whether the layout is known to have no element.
pub trait OffsetIfAny {
    /// Returns the offset in a layout with elements; an arbitrary value if no coordinate is inside.
    fn offset<L: Layout, C: Coord>(layout: L, c: C) -> usize;
}
impl OffsetIfAny for B0 {
    #[inline(always)]
    fn offset<L: Layout, C: Coord>(layout: L, c: C) -> usize {
        count(layout.offset_at(wide(c)))
    }
}
impl OffsetIfAny for B1 {
    #[inline(always)]
    fn offset<L: Layout, C: Coord>(_: L, _: C) -> usize {
        0
    }
}

/// A coordinate for display.
struct Shown<C>(C);
impl<C: Coord> fmt::Display for Shown<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside<C: Coord, S: IntTuple>(c: C, shape: S) -> ! {
    panic!("the coordinate {} is outside the shape {}", Shown(c), Shown(shape))
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Returns the element at a coordinate, or `None` if it is outside the shape.
    ///
    /// A coordinate is what [`crd2idx`](crate::Coordinates::crd2idx) takes: an integer for the
    /// whole shape or any of its modes, or a tuple with a coordinate for each mode.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    /// assert_eq!(a.get((1u32, 2u32)), Some(&6));
    /// assert_eq!(a.get(3usize), Some(&5));                  // (1,1)
    /// assert_eq!(a.get((0u32, 3u32)), None);
    /// ```
    #[inline(always)]
    pub fn get<C: Coord<CoordProfile: Fits<L::Profile>>>(&self, c: C) -> Option<&E::Element> {
        const { check_count::<C>() }
        // SAFETY: the coordinate is inside the shape: it has the profile of one, and only code of
        // this library determines that, since coordinates and layouts are sealed.
        c.inside(self.layout.shape()).then(|| unsafe { self.element(c) })
    }
    /// Returns the element at a coordinate without a check.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    /// // SAFETY: 1 < 2 and 2 < 3.
    /// assert_eq!(unsafe { a.get_unchecked((1u32, 2u32)) }, &6);
    /// ```
    ///
    /// # Safety
    ///
    /// The coordinate must be inside the shape; a debug assertion checks that.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn get_unchecked<C>(&self, c: C) -> &E::Element
    where
        C: Coord<CoordProfile: Fits<L::Profile>>,
    {
        const { check_coordinate::<C, L::Shape>() }
        #[cfg(debug_assertions)]
        if !c.inside(self.layout.shape()) {
            outside(c, self.layout.shape())
        }
        // SAFETY: as the caller promises.
        unsafe { self.element(c) }
    }
    /// Returns the element at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate must be inside the shape, and have passed [`check_count`].
    #[inline(always)]
    unsafe fn element<C: Coord>(&self, c: C) -> &E::Element {
        // SAFETY: the coordinate is inside the shape, so its offset is computed without overflow,
        // and the tensor has an element there, which may be read while the tensor is borrowed.
        unsafe { memory::element(self.engine.base(), offset(self.layout, c)).as_ref() }
    }
    /// Iterates over all elements in the order of the layout: by the index of the coordinate, first
    /// mode fastest.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    /// assert_eq!(a.iter().copied().collect::<Vec<_>>(), [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(a.iter().sum::<i32>(), 21);
    /// ```
    #[inline(always)]
    pub fn iter(&self) -> Iter<'_, E::Element, L> {
        Iter(Offsets::of(self.engine.base(), self.layout), PhantomData)
    }
    /// Iterates over all elements with their coordinates, in the order of the layout:
    /// [`coords`](crate::Coordinates::coords) and [`iter`](Tensor::iter) in pairs.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([1, 9, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    /// let largest = a.indexed_iter().max_by_key(|&(_, x)| x);
    /// assert_eq!(largest, Some(((0, 1), &9)));
    /// ```
    #[inline(always)]
    pub fn indexed_iter(&self) -> IndexedIter<'_, E::Element, L> {
        Coords::of(self.layout.shape(), self.size()).zip(self.iter())
    }
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Returns the element at a coordinate mutably, or `None` if it is outside the shape.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// *a.get_mut((1u32, 2u32)).unwrap() = 7;
    /// assert_eq!(a[(1u32, 2u32)], 7);
    /// assert!(a.get_mut((2u32, 0u32)).is_none());
    /// ```
    #[inline(always)]
    pub fn get_mut<C>(&mut self, c: C) -> Option<&mut E::Element>
    where
        E: EngineMut,
        C: Coord<CoordProfile: Fits<L::Profile>>,
    {
        const { check_count::<C>() }
        // SAFETY: the coordinate is inside the shape, as in `get`.
        c.inside(self.layout.shape()).then(|| unsafe { self.element_mut(c) })
    }
    /// Returns the element at a coordinate mutably, without a check.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut tensor = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// // SAFETY: the coordinate is inside the shape.
    /// unsafe { *tensor.get_unchecked_mut((1u32, 2u32)) = 7 }
    /// assert_eq!(tensor[(1u32, 2u32)], 7);
    /// ```
    ///
    /// # Safety
    ///
    /// The coordinate must be inside the shape; a debug assertion checks that.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn get_unchecked_mut<C>(&mut self, c: C) -> &mut E::Element
    where
        E: EngineMut,
        C: Coord<CoordProfile: Fits<L::Profile>>,
    {
        const { check_coordinate::<C, L::Shape>() }
        #[cfg(debug_assertions)]
        if !c.inside(self.layout.shape()) {
            outside(c, self.layout.shape())
        }
        // SAFETY: as the caller promises.
        unsafe { self.element_mut(c) }
    }
    /// Returns the element at a coordinate mutably.
    ///
    /// # Safety
    ///
    /// The conditions of [`element`](Tensor::element) hold.
    #[inline(always)]
    unsafe fn element_mut<C: Coord>(&mut self, c: C) -> &mut E::Element
    where
        E: EngineMut,
    {
        let offset = offset(self.layout, c);
        // SAFETY: as in `element`; it may be written while the tensor is mutably borrowed.
        unsafe { memory::element(self.engine.base_mut(), offset).as_mut() }
    }
    /// Iterates mutably over all elements in the order of the layout. No two coordinates may have
    /// the same offset, or an element would be borrowed twice.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// for (i, x) in a.iter_mut().enumerate() {
    ///     *x = i;
    /// }
    /// assert_eq!(a[(1u32, 0u32)], 1);
    /// ```
    #[inline(always)]
    pub fn iter_mut(&mut self) -> IterMut<'_, E::Element, L>
    where
        E: EngineMut,
        L: Injective,
    {
        IterMut(Offsets::of(self.engine.base_mut(), self.layout), PhantomData)
    }
    /// Iterates mutably over all elements with their coordinates, in the order of the layout; see
    /// [`iter_mut`](Tensor::iter_mut).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// for ((i, j), x) in a.indexed_iter_mut() {
    ///     *x = 10 * i + j;
    /// }
    /// assert_eq!(a.into_inner(), [0, 1, 2, 10, 11, 12]);
    /// ```
    #[inline(always)]
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, E::Element, L>
    where
        E: EngineMut,
        L: Injective,
    {
        Coords::of(self.layout.shape(), self.size()).zip(self.iter_mut())
    }
}

/// Indexes the element at a coordinate inside the shape.
///
/// A static coordinate outside a static shape does not compile: `the coordinate (_2,_0) is outside
/// the shape (_2,_3)`.
///
/// # Panics
///
/// Panics if the coordinate is outside the shape: `the coordinate (2,0) is outside the shape
/// (_2,_3)`.
impl<E: Engine, L: Layout, C: Coord<CoordProfile: Fits<L::Profile>>> Index<C> for Tensor<E, L> {
    type Output = E::Element;
    #[inline(always)]
    #[track_caller]
    fn index(&self, c: C) -> &E::Element {
        const { check_coordinate::<C, L::Shape>() }
        if !c.inside(self.layout.shape()) {
            outside(c, self.layout.shape())
        }
        // SAFETY: the coordinate is inside the shape, as in `get`.
        unsafe { self.element(c) }
    }
}
/// Indexes the element at a coordinate inside the shape, mutably.
///
/// A static coordinate outside a static shape does not compile: `the coordinate (_2,_0) is outside
/// the shape (_2,_3)`.
///
/// # Panics
///
/// Panics if the coordinate is outside the shape: `the coordinate (2,0) is outside the shape
/// (_2,_3)`.
impl<E: EngineMut, L: Layout, C: Coord<CoordProfile: Fits<L::Profile>>> IndexMut<C>
    for Tensor<E, L>
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, c: C) -> &mut E::Element {
        const { check_coordinate::<C, L::Shape>() }
        if !c.inside(self.layout.shape()) {
            outside(c, self.layout.shape())
        }
        // SAFETY: the coordinate is inside the shape, as in `get`.
        unsafe { self.element_mut(c) }
    }
}

/// The pointers to the elements of a tensor, from both ends.
struct Offsets<T, L> {
    base: NonNull<T>,
    layout: L,
    next: usize,
    end: usize,
}
impl<T, L: Layout> Offsets<T, L> {
    #[inline(always)]
    fn of(base: NonNull<T>, layout: L) -> Self {
        Offsets { base, layout, next: 0, end: layout.size_modulo().usize() }
    }
    /// Returns the pointer to the element with this index, which must be below the size.
    #[inline(always)]
    fn at(&self, index: usize) -> NonNull<T> {
        // SAFETY: base and layout are those of a tensor that is borrowed, and the index is a
        // coordinate inside the shape, so it has an element at that offset.
        unsafe { memory::element(self.base, offset(self.layout, index)) }
    }
    #[inline(always)]
    fn next(&mut self) -> Option<NonNull<T>> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.at(self.next - 1)
        })
    }
    #[inline(always)]
    fn next_back(&mut self) -> Option<NonNull<T>> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            self.at(self.end)
        })
    }
}

/// The elements of a tensor, in the order of the layout. See [`Tensor::iter`].
///
/// ```
/// use zellige::prelude::*;
/// let tensor = Tensor::new([1, 2, 3, 4], layout!((2, 2) : (2, 1)));
/// assert_eq!(tensor.iter().copied().collect::<Vec<_>>(), [1, 3, 2, 4]); // by index
/// ```
pub struct Iter<'a, T, L>(Offsets<T, L>, PhantomData<&'a T>);
/// The elements of a tensor, in the order of the layout, mutable. See [`Tensor::iter_mut`].
///
/// ```
/// use zellige::prelude::*;
/// let mut tensor = Tensor::new([0; 4], layout!((2, 2) : (2, 1)));
/// tensor.iter_mut().enumerate().for_each(|(index, element)| *element = index);
/// assert_eq!((tensor[(1u32, 0u32)], tensor[(0u32, 1u32)]), (1, 2));
/// ```
pub struct IterMut<'a, T, L>(Offsets<T, L>, PhantomData<&'a mut T>);
/// The elements of a tensor with their coordinates. See [`Tensor::indexed_iter`].
///
/// ```
/// use zellige::{prelude::*, tensor::IndexedIter};
/// let tensor = Tensor::new(&[1, 2, 3, 4], layout!((2, 2) : (2, 1)));
/// let mut elements: IndexedIter<'_, i32, _> = tensor.indexed_iter();
/// assert_eq!(elements.nth(1), Some(((1, 0), &3)));
/// ```
pub type IndexedIter<'a, T, L> = Zip<Coords<<L as Layout>::Shape>, Iter<'a, T, L>>;
/// The elements of a tensor with their coordinates, mutable. See [`Tensor::indexed_iter_mut`].
///
/// ```
/// use zellige::{prelude::*, tensor::IndexedIterMut};
/// let mut memory = [0; 4];
/// let mut tensor = Tensor::new(&mut memory, layout!((2, 2) : (2, 1)));
/// let elements: IndexedIterMut<'_, usize, _> = tensor.indexed_iter_mut();
/// elements.for_each(|((row, column), element)| *element = 10 * row + column);
/// assert_eq!(memory, [0, 1, 10, 11]);
/// ```
pub type IndexedIterMut<'a, T, L> = Zip<Coords<<L as Layout>::Shape>, IterMut<'a, T, L>>;
// SAFETY: it holds shared borrows of the elements.
unsafe impl<T: Sync, L: Layout> Send for Iter<'_, T, L> {}
// SAFETY: it holds exclusive borrows of the elements.
unsafe impl<T: Send, L: Layout> Send for IterMut<'_, T, L> {}

macro_rules! iterator {
    ($Iter:ident, $Item:ty, $deref:expr) => {
        impl<'a, T, L: Layout> Iterator for $Iter<'a, T, L> {
            type Item = $Item;
            #[inline(always)]
            fn next(&mut self) -> Option<$Item> {
                // SAFETY: the tensor is borrowed for 'a. If the borrow is exclusive, no element is
                // returned twice: no index is, from either end, and the layout is injective.
                self.0.next().map(|pointer| unsafe { $deref(pointer) })
            }
            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.end - self.0.next;
                (left, Some(left))
            }
        }
        impl<T, L: Layout> DoubleEndedIterator for $Iter<'_, T, L> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                // SAFETY: as in `next`.
                self.0.next_back().map(|pointer| unsafe { $deref(pointer) })
            }
        }
        impl<T, L: Layout> ExactSizeIterator for $Iter<'_, T, L> {}
        impl<T, L: Layout> FusedIterator for $Iter<'_, T, L> {}
    };
}
iterator!(Iter, &'a T, |pointer: NonNull<T>| pointer.as_ref());
iterator!(IterMut, &'a mut T, |mut pointer: NonNull<T>| pointer.as_mut());

impl<'t, E: Engine, L: Layout> IntoIterator for &'t Tensor<E, L> {
    type Item = &'t E::Element;
    type IntoIter = Iter<'t, E::Element, L>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
impl<'t, E: EngineMut, L: Injective> IntoIterator for &'t mut Tensor<E, L> {
    type Item = &'t mut E::Element;
    type IntoIter = IterMut<'t, E::Element, L>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
