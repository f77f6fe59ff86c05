//! The layout `F(offset + L(c))`: an outer function of the offsets of another layout.

use core::fmt;

use crate::algebra::algebra_reasons::Composition;
use crate::algebra::banks::Swizzles;
use crate::algebra::compose::RefusedLayout;
use crate::algebra::coordinate::Coord;
use crate::algebra::outer_function::{CosizeUnder, Outer, cosize_under};
use crate::algebra::tiler::{OneTiler, Tiler, by_one};
use crate::algebra::width::Under;
use crate::integer::total::add;
use crate::integer::*;
use crate::number::*;
use crate::profile::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::refusal::{Message, Refusal, Refused, earlier_or, keep_call, reasons};
use crate::run_time::Faults;
use crate::sealed::Sealed;
use crate::tuple::*;

use super::bounds::Bound;
use super::coordinates::static_offset;
use super::{Layout, Partition, Profiled, Sharing, Strided, check};

reasons! {
    /// The composed layout L was used where strides are needed.
    NoStrides[L: Layout] => earlier_or(&[L::REFUSAL], Refusal::no_strides(&L::TEXT));
}

/// The layout `F(offset + L(c))`: the offsets of a layout L, shifted by an offset, under an outer
/// function F, a [`Swizzle`](crate::Swizzle) or a layout. CuTe: `ComposedLayout`.
///
/// It represents compositions that a shape with strides cannot. The coordinates are those of L, so
/// all operations on coordinates act on L: tiling, slicing, grouping, composition with a tiler. The
/// offset of a slice stays inside F.
///
/// ```
/// use zellige::prelude::*;
/// let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
/// assert_eq!(tile, Swizzle::<3, 4, 3>::new().compose(layout!((8, 64) : (64, 1))));
/// assert_eq!(tile.to_string(), "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
/// assert_eq!(tile.crd2idx((2u32, 3u32)), (2 * 64 + 3) ^ (1 << 4));
///
/// let (row, start) = tile.slice((5u32, ..));
/// assert_eq!((row.to_string(), start.usize()), ("Sw<3,4,3> o 320 o (_64):(_1)".to_string(), 0));
/// assert_eq!(row.crd2idx(9u32), tile.crd2idx((5u32, 9u32)));
/// ```
///
/// It has a shape, but no strides. Operations that need strides are refused: `Sw<3,4,3> o _0 o
/// (_8,_64):(_64,_1) is a composed layout: it has no strides, which this operation needs`.
#[derive(Copy, Clone, Hash)]
#[allow(clippy::derived_hash_with_manual_eq)] // equal layouts of a type have equal integers
pub struct ComposedLayout<F, O, L> {
    pub(super) outer: F,
    pub(super) start: O,
    pub(super) inner: L,
}

impl<F: Copy, O: Copy, L: Copy> ComposedLayout<F, O, L> {
    #[inline(always)]
    pub(crate) const fn of(outer: F, start: O, inner: L) -> Self {
        ComposedLayout { outer, start, inner }
    }
}
impl<F: Outer, O: Integer, L: Layout> ComposedLayout<F, O, L> {
    /// The layout `outer(start + inner(c))`, even if the outer function is the identity. CuTe:
    /// `make_composed_layout`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = ComposedLayout::new(layout!((2, 2) : (1, 4)), 1u32, layout!(4 : 2));
    /// assert_eq!(a.to_string(), "(_2,_2):(_1,_4) o 1 o _4:_2");
    /// assert_eq!(a.crd2idx(1u32), 5);                     // index 1 + 2 is (1, 1)
    /// ```
    #[doc(alias = "make_composed_layout")]
    #[inline(always)]
    pub const fn new(outer: F, start: O, inner: L) -> Self {
        Self::of(outer, start, inner)
    }
    /// The outer function. CuTe: `layout_a`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let tile = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    /// assert_eq!(tile.outer(), Swizzle::<3, 3, 3>::new());
    /// ```
    #[doc(alias = "layout_a")]
    #[inline(always)]
    pub const fn outer(self) -> F {
        self.outer
    }
    /// Returns the number that is added to the offsets of the inner layout. CuTe: `offset`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let tile = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    /// assert_eq!(tile.slice((1u32, ..)).0.start(), 64);
    /// ```
    #[doc(alias = "offset")]
    #[inline(always)]
    pub const fn start(self) -> O {
        self.start
    }
    /// The inner layout, which has the coordinates. CuTe: `layout_b`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let tile = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    /// assert_eq!(tile.inner(), layout!((8, 64) : (64, 1)));
    /// ```
    #[doc(alias = "layout_b")]
    #[inline(always)]
    pub const fn inner(self) -> L {
        self.inner
    }

    /// The offset of a static coordinate, at compile time: `crd2idx` as a `const fn`.
    ///
    /// ```
    /// use zellige::{atom::smem::LayoutKSw128Atom, prelude::*};
    /// const OFFSET: usize = <LayoutKSw128Atom<Int<16>>>::offset((int!(3), int!(5)));
    /// assert_eq!(OFFSET, 3 * 64 + 5 + (3 << 3));
    /// ```
    ///
    /// A run-time integer in the coordinate or the layout is refused at compile time, and so is a
    /// coordinate past the end.
    #[inline(always)]
    #[track_caller]
    pub const fn offset<C: Coord<CoordProfile: Fits<L::Profile>>>(_: C) -> usize
    where
        F::Apply<Add<O, L::Crd2Idx<C>>>: StaticOffset,
    {
        static_offset::<Self, C>()
    }
}

/// The value of a static layout; run-time integers are 0. A refused layout has no value: that is
/// refused at compile time.
impl<F: Outer, O: Integer, L: Layout> Default for ComposedLayout<F, O, L> {
    #[inline(always)]
    fn default() -> Self {
        keep_call!(Self);
        const { check::<Self>() }
        Self::UNCHECKED
    }
}

/// In CuTe's notation: `Sw<3,4,3> o _0 o (_8,_64):(_64,_1)`.
impl<F: Outer, O: Integer, L: Layout> fmt::Display for ComposedLayout<F, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Outer::write(self.outer, f)?;
        f.write_str(" o ")?;
        self.start.write(f)?;
        write!(f, " o {}", self.inner)
    }
}

/// The same text as `Display`.
impl<F: Outer, O: Integer, L: Layout> fmt::Debug for ComposedLayout<F, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The layout `ComposedLayout<F, O, L2>`, or a simpler one if F is the identity.
pub(super) type Around<F, O, L> = <F as Outer>::Around<O, L>;
/// The result of an operation that a composed layout does not have.
pub(super) type NoLayout<F, O, L> = RefusedLayout<NoStrides<ComposedLayout<F, O, L>>>;
#[inline(always)]
pub(super) fn no_layout<E: crate::refusal::Reason>() -> RefusedLayout<E> {
    Strided::of(Refused::UNIT, Refused::UNIT)
}

/// Operations that a composed layout does not have.
macro_rules! none {
    ($($Op:ident $f:ident [$($g:ident: $b:path),*] ($($t:ty),*);)*) => { $(
        type $Op<$($g: $b),*> = NoLayout<F, O, L>;
        #[inline(always)]
        fn $f<$($g: $b),*>(self, $(_: $t,)* _: impl Faults) -> Self::$Op<$($g),*> {
            no_layout()
        }
    )* };
}

#[diagnostic::do_not_recommend]
impl<F: Outer, O: Integer, L: Layout> Profiled for ComposedLayout<F, O, L> {
    type ShapeProfile = L::Profile;
    type DomainLayout = L::DomainLayout;
    type WithProfile<Q: Profile> = ComposedLayout<F, O, L::WithProfile<Q>>;
    #[inline(always)]
    fn with_profile<Q: Profile>(self) -> Self::WithProfile<Q> {
        ComposedLayout::of(self.outer, self.start, self.inner.with_profile())
    }
    type Refined<B: Profile> = ComposedLayout<F, O, L::Refined<B>>;
    #[inline(always)]
    fn refined<B: Profile>(self) -> Self::Refined<B> {
        ComposedLayout::of(self.outer, self.start, self.inner.refined::<B>())
    }
}

#[diagnostic::do_not_recommend]
impl<F: Outer, O: Integer, L: Layout> Layout for ComposedLayout<F, O, L> {
    const SEALED: Sealed = Sealed;
    const IN_MEMORY: bool = F::IS_SWIZZLE && O::IS_UNSIGNED && L::IN_MEMORY;
    const SWIZZLES: Swizzles = L::SWIZZLES.then(O::KNOWN, F::MOVES);
    type Unswizzled = F::Unswizzled<L>;
    type Swizzle = F;
    type SwizzleStart = O;
    type Inner = L;
    type Profile = L::Profile;
    type Shape = L::Shape;
    type Stride = Refused<NoStrides<Self>, ProfileOfRefused>;
    type ModeShape = Refused<NoStrides<Self>, ProfileOfRefused>;
    type Size = L::Size;
    // If the offset or a stride is below 0, all numbers count as far from 0, so that the cosize is
    // not too small.
    type Cosize = CosizeUnder<F, O, L::Cosize>;
    type Crd2Idx<C: Coord> = F::Apply<Add<O, L::Crd2Idx<C>>>;
    type Range<C: Coord> = Under<F, O, L::Range<C>>;
    type Slice<C: Coord> = Around<F, Add<O, L::SliceOffset<C>>, L::Slice<C>>;
    type SliceOffset<C: Coord> = UTerm;
    type DomainOffset<C: Coord> = Around<F, Add<O, L::SliceOffset<C>>, L::DomainOffset<C>>;

    const UNCHECKED: Self = Self::of(F::VALUE, O::UNCHECKED, L::UNCHECKED);
    const IS_STATIC: bool = F::IS_STATIC_FUNCTION && O::LEAVES.known && L::IS_STATIC;
    const REFUSAL: Option<Refusal> = match (F::FAULT, O::REFUSAL) {
        (Some(refusal), _) | (None, Some(refusal)) => Some(refusal),
        (None, None) => L::REFUSAL,
    };
    const TEXT: Message =
        Message::new().cat(&F::NAME).s(" o ").cat(&O::TEXT).s(" o ").cat(&L::TEXT);

    #[inline(always)]
    fn swizzle(self) -> F {
        self.outer
    }
    #[inline(always)]
    fn swizzle_start(self) -> O {
        self.start
    }
    #[inline(always)]
    fn inner(self) -> L {
        self.inner
    }
    #[inline(always)]
    fn shape(self) -> L::Shape {
        self.inner.shape()
    }
    fn exact_cosize(self) -> Result<i128, Refusal> {
        let inner = match const { <L::Cosize as Integer>::IS_RUN_TIME } {
            true => self.inner.exact_cosize()?,
            false => <L::Cosize as Integer>::KNOWN as i128,
        };
        Ok(match inner {
            0 => 0,
            _ => self.outer.exact_bound(inner + self.start.abs().projected()),
        })
    }
    fn value_text(self) -> Message {
        let start = Numbers { shape: self.start.leaves(), stride: Leaves::NONE };
        let text = self.outer.text().s(" o ");
        start.write_shape(text).s(" o ").cat(&self.inner.value_text())
    }
    #[inline(always)]
    fn bound(self) -> Option<Bound> {
        self.inner.bound()?.swizzled(self.start, |n: usize| self.outer.bound(n).usize())
    }
    #[inline(always)]
    fn mode_stride(self) -> Self::Stride {
        Refused::UNIT
    }
    #[inline(always)]
    fn mode_shape(self) -> Self::ModeShape {
        Refused::UNIT
    }
    #[inline(always)]
    fn unswizzled(self) -> Self::Unswizzled {
        self.outer.unswizzled(self.inner)
    }
    #[inline(always)]
    fn size_modulo(self) -> L::Size {
        self.inner.size_modulo()
    }
    #[inline(always)]
    fn cosize_modulo(self) -> Self::Cosize {
        cosize_under(self.outer, self.start, self.inner.cosize_modulo())
    }
    #[inline(always)]
    fn offset_at<C: Coord>(self, c: C) -> Self::Crd2Idx<C> {
        self.outer.value_at(add(self.start, self.inner.offset_at(c)))
    }
    #[inline(always)]
    fn sliced<C: Coord>(self, c: C) -> Self::Slice<C> {
        let start = add(self.start, self.inner.slice_offset(c));
        self.outer.around(start, self.inner.sliced(c))
    }
    #[inline(always)]
    fn slice_offset<C: Coord>(self, _: C) -> UTerm {
        UTerm
    }

    #[inline(always)]
    fn displaced<C: Coord>(self, c: C) -> Self::DomainOffset<C> {
        let start = add(self.start, self.inner.slice_offset(c));
        self.outer.around(start, self.inner.displaced(c))
    }

    type Dice<C: Coord> = Around<F, O, L::Dice<C>>;
    #[inline(always)]
    fn diced<C: Coord>(self, c: C) -> Self::Dice<C> {
        self.outer.around(self.start, self.inner.diced(c))
    }
}

#[diagnostic::do_not_recommend]
impl<F: Outer, O: Integer, L: Layout> Partition for ComposedLayout<F, O, L> {
    type LocalTile<T: Tiler, C: Coord> =
        Around<F, Add<O, L::LocalTileOffset<T, C>>, L::LocalTile<T, C>>;
    type LocalTileOffset<T: Tiler, C: Coord> = UTerm;
    type OuterPartition<T: Tiler, C: Coord> =
        Around<F, Add<O, L::OuterPartitionOffset<T, C>>, L::OuterPartition<T, C>>;
    type OuterPartitionOffset<T: Tiler, C: Coord> = UTerm;
    type ThreadOffset<TH: Layout, I: Integer> = UTerm;
    type LocalPartition<TH: Layout, I: Integer> =
        Around<F, Add<O, L::ThreadOffset<TH, I>>, L::LocalPartition<TH, I>>;
    type HasStaticParts = B0;
    type Shared<Q: Sharing> = Around<F, O, L::Shared<Q>>;
    type ShareOf<Q: Sharing, I: Integer> =
        Around<F, Add<O, L::ShareOffset<Q, I>>, L::ShareOf<Q, I>>;
    type ShareOffset<Q: Sharing, I: Integer> = UTerm;

    #[inline(always)]
    fn local_tile_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::LocalTile<T, C>, UTerm) {
        let (layout, at) = self.inner.local_tile_at(t, c, faults);
        (self.outer.around(add(self.start, at), layout), UTerm)
    }
    #[inline(always)]
    fn outer_partition_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::OuterPartition<T, C>, UTerm) {
        let (layout, at) = self.inner.outer_partition_at(t, c, faults);
        (self.outer.around(add(self.start, at), layout), UTerm)
    }
    #[inline(always)]
    fn local_partition_at<TH: Layout, I: Integer>(
        self,
        threads: TH,
        i: I,
        faults: impl Faults,
    ) -> (Self::LocalPartition<TH, I>, UTerm) {
        let (layout, at) = self.inner.local_partition_at(threads, i, faults);
        (self.outer.around(add(self.start, at), layout), UTerm)
    }
    #[inline(always)]
    fn shared<Q: Sharing>(self, q: Q, faults: impl Faults) -> Self::Shared<Q> {
        self.outer.around(self.start, self.inner.shared(q, faults))
    }
    #[inline(always)]
    fn share_layout<Q: Sharing, I: Integer>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> Self::ShareOf<Q, I> {
        let (layout, at) = self.inner.share_of(q, i, faults);
        self.outer.around(add(self.start, at), layout)
    }
    #[inline(always)]
    fn share_offset<Q: Sharing, I: Integer, R: Layout>(self, _: Q, _: I, _: impl Faults) -> UTerm {
        UTerm
    }
}

/// A tiler needs strides. A composed layout is refused as a tiler, except in a composition with a
/// layout after which it can be written.
#[diagnostic::do_not_recommend]
impl<F: Outer, O: Integer, L: Layout> Tiler for ComposedLayout<F, O, L> {
    const SEALED: Sealed = Sealed;
    type TilerProfile = AnyLayout<L::Profile>;
    type IsStaticTiler = B0;
    by_one!();
    type Even<S: IntTuple, R: Integer> = Refused<NoStrides<Self>>;
    #[inline(always)]
    fn even<S: IntTuple, R: Integer>(self, _: S, _: R) -> Self::Even<S, R> {
        Refused::UNIT
    }
}
#[diagnostic::do_not_recommend]
impl<F: Outer, O: Integer, L: Layout> OneTiler for ComposedLayout<F, O, L> {
    type Applied<A: Layout> = A::ComposeAs<Composition, Self>;
    #[inline(always)]
    fn applied<A: Layout>(self, a: A, faults: impl Faults) -> Self::Applied<A> {
        a.compose_as::<Composition, _>(self, faults)
    }
    none! {
        Divide divide [A: Layout] (A);
        Tiles tiles [A: Layout] (A);
        Rests rests [A: Layout] (A);
        Product product [A: Layout] (A);
        Blocks blocks [A: Layout] (A);
        Copies copies [A: Layout] (A);
    }
}
