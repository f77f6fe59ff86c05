//! Iterators over the parts of a layout: coordinates, offsets, modes.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::algebra::natural_coordinate::NaturalCoord;
use crate::integer::Integer;
use crate::refusal::Message;
use crate::tuple::{Empty, IntTuple, Leaf, Node};

use super::{Layout, check};

/// The natural coordinates of a layout, first mode fastest. See
/// [`Coordinates::coords`](super::Coordinates::coords).
///
/// ```
/// use zellige::prelude::*;
/// let mut coords: zellige::Coords<_> = layout!((2, 3) : (3, 1)).coords();
/// assert_eq!((coords.next(), coords.next_back(), coords.len()), (Some((0, 0)), Some((1, 2)), 4));
/// ```
#[derive(Clone, Debug)]
pub struct Coords<S> {
    shape: S,
    indices: Range<usize>,
}
impl<S: IntTuple> Coords<S> {
    /// Returns the coordinates of the shape of a layout of this size.
    #[inline(always)]
    pub(crate) fn of(shape: S, size: usize) -> Self {
        Coords { shape, indices: 0..size }
    }
    #[inline(always)]
    fn at(&self, index: usize) -> S::Profile {
        NaturalCoord::of_index(index, self.shape)
    }
}

/// The offsets of a layout, first mode fastest. See
/// [`Coordinates::offsets`](super::Coordinates::offsets).
///
/// ```
/// use zellige::prelude::*;
/// let mut offsets: zellige::Offsets<_> = layout!((2, 3) : (3, 1)).offsets();
/// assert_eq!((offsets.next(), offsets.next(), offsets.len()), (Some(0), Some(3), 4));
/// ```
#[derive(Clone, Debug)]
pub struct Offsets<L> {
    layout: L,
    indices: Range<usize>,
}
/// The offset of an index at run time: a `usize`, or another kind of integer at run time.
type OffsetOf<L> =
    <<<L as Layout>::Crd2Idx<usize> as IntTuple>::AtRunTime<usize> as IntTuple>::Leaf;
impl<L: Layout> Offsets<L> {
    /// Returns the offsets of the layout, of this size.
    #[inline(always)]
    pub(crate) fn of(layout: L, size: usize) -> Self {
        Offsets { layout, indices: 0..size }
    }
    #[inline(always)]
    #[track_caller]
    fn at(&self, index: usize) -> OffsetOf<L> {
        match IntTuple::of_equal(self.layout.offset_at(index)) {
            Some(offset) => offset,
            None => panic!("the offset {} does not fit in `usize`", self.layout),
        }
    }
}

/// The modes of a layout, one for each integer of its shape, as extent and stride. See
/// [`Modes::modes`](super::Modes::modes).
///
/// ```
/// use zellige::prelude::*;
/// let modes: zellige::FlatModes<_> = layout!((8, (4, 2)) : (8, (1, 64))).modes();
/// assert_eq!(modes.len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct FlatModes<L> {
    layout: L,
    indices: Range<usize>,
}
impl<L: Layout> FlatModes<L> {
    /// Returns the modes of the layout, which has passed [`check_modes`].
    #[inline(always)]
    pub(crate) fn of(layout: L) -> Self {
        FlatModes { layout, indices: 0..L::Shape::COUNT }
    }
    #[inline(always)]
    #[track_caller]
    fn at(&self, index: usize) -> (usize, isize) {
        let (extent, stride) =
            (nth(self.layout.shape(), index), nth(self.layout.mode_stride(), index));
        match (extent.try_into(), stride.try_into()) {
            (Ok(extent), Ok(stride)) => (extent, stride),
            _ => panic!(
                "the extent {} does not fit in `usize`, or its stride does not fit in `isize`",
                self.layout
            ),
        }
    }
}
/// Panics if the strides of L are not numbers.
#[track_caller]
pub(super) const fn check_modes<L: Layout>() {
    check::<L>();
    if let Some(refusal) = L::Stride::REFUSAL {
        refusal.raise()
    }
    if !L::Stride::LEAVES.numbers {
        Message::new()
            .s("modes(L): a mode is an extent and a stride, but ")
            .cat(&L::TEXT)
            .s(" has strides along axes, which are not numbers")
            .raise()
    }
}

/// The integers of a tuple by number, dispatched on the kind of the tuple.
#[doc(hidden)]
pub trait NthLeaf {
    /// Returns the integer number `k` of `t`, which has more than `k` integers.
    fn nth<T: IntTuple>(t: T, k: usize) -> i128;
}
#[inline(always)]
fn nth<T: IntTuple>(t: T, k: usize) -> i128 {
    <T::Kind as NthLeaf>::nth(t, k)
}
impl NthLeaf for Leaf {
    #[inline(always)]
    fn nth<T: IntTuple>(t: T, _: usize) -> i128 {
        t.leaf().projected()
    }
}
impl NthLeaf for Empty {
    fn nth<T: IntTuple>(_: T, _: usize) -> i128 {
        0
    }
}
impl NthLeaf for Node {
    #[inline(always)]
    fn nth<T: IntTuple>(t: T, k: usize) -> i128 {
        match k.checked_sub(T::Head::COUNT) {
            None => nth(t.head(), k),
            Some(k) => nth(t.tail(), k),
        }
    }
}

/// Iterators that compute each item from its index.
macro_rules! by_index {
    ($([$g:ident: $b:path] $Iter:ident, $Item:ty;)*) => { $(
        impl<$g: $b> Iterator for $Iter<$g> {
            type Item = $Item;
            #[inline(always)]
            fn next(&mut self) -> Option<Self::Item> {
                let index = self.indices.next()?;
                Some(self.at(index))
            }
            #[inline(always)]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let index = self.indices.nth(n)?;
                Some(self.at(index))
            }
            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.indices.size_hint()
            }
        }
        impl<$g: $b> DoubleEndedIterator for $Iter<$g> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                let index = self.indices.next_back()?;
                Some(self.at(index))
            }
        }
        impl<$g: $b> ExactSizeIterator for $Iter<$g> {}
        impl<$g: $b> FusedIterator for $Iter<$g> {}
    )* };
}
by_index! {
    [S: IntTuple] Coords, S::Profile;
    [L: Layout] Offsets, OffsetOf<L>;
    [L: Layout] FlatModes, (usize, isize);
}
