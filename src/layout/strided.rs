//! The layout of a shape and its strides.

use core::fmt;

use crate::algebra::banks::Swizzles;
use crate::algebra::coordinate::Coord;
use crate::algebra::flat_modes::*;
use crate::algebra::stride_or_offset::{OffsetOrElse, StrideOrOffset};
use crate::algebra::swizzle::Sw;
use crate::algebra::tree::{Flat, flat};
use crate::number::*;
use crate::profile::*;
use crate::refusal::{Code, Message, Refusal, because, earlier_or, keep_call, reasons};
use crate::run_time::{ModeList, check_sizes};
use crate::sealed::Sealed;
use crate::tuple::arrange;
use crate::tuple::compare::Congruent;
use crate::tuple::measure::Product;
use crate::tuple::tuple_reasons::NotCongruent;
use crate::tuple::*;

use super::bounds::{Bound, BoundOf};
use super::coordinates::static_offset;
use super::{Layout, Profiled, check};

reasons! {
    /// The shape S has an extent that is not an unsigned integer.
    NotAnExtent[S: IntTuple] => earlier_or(&[S::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .s("the shape ").cat(&S::TEXT).s(" has an extent that is not an unsigned integer")));
}

/// A shape S with congruent strides D: the layout `S:D`, a function from coordinates to offsets.
///
/// Extents and strides count elements, not bytes. `layout!` writes a layout:
///
/// ```
/// use zellige::prelude::*;
/// type A = layout!((8, 16, 4) : (64, 1, 16));
/// let a = layout!((8, 16, 4) : (64, 1, 16));
/// assert_eq!(a.crd2idx((3u32, 5u32, 2u32)), 3 * 64 + 5 + 2 * 16);
/// assert_eq!(size_of::<A>(), 0);
///
/// let m = 100u32;                                     // a run-time extent
/// let g = layout!((m, 64) : (64, 1));
/// assert_eq!(g.to_string(), "(100,_64):(_64,_1)");
/// ```
#[derive(Copy, Clone, Hash)]
#[allow(clippy::derived_hash_with_manual_eq)] // equal layouts of a type have equal integers
pub struct Strided<S, D> {
    pub(super) shape: S,
    pub(super) stride: D,
}

/// The layout of a shape and a stride that are known to be congruent: [`Strided`], for functions on
/// types and values.
#[inline(always)]
pub(crate) fn strided<S: Copy, D: Copy>(s: S, d: D) -> Strided<S, D> {
    Strided::of(s, d)
}

/// The strides of a layout, or the reason why they are refused: [`Layout::Stride`], for functions
/// on types and values.
pub(crate) type StrideOf<L> = <L as Layout>::Stride;
/// The strides of `l`, or the reason why they are refused.
#[inline(always)]
pub(crate) fn stride_of<L: Layout>(l: L) -> StrideOf<L> {
    l.mode_stride()
}

impl<S: Copy, D: Copy> Strided<S, D> {
    /// The layout of a shape and a stride that are known to be congruent.
    #[inline(always)]
    pub(crate) const fn of(shape: S, stride: D) -> Self {
        Strided { shape, stride }
    }
}
impl<S: IntTuple, D: IntTuple> Strided<S, D> {
    /// The layout `shape:stride`. Both must have the same nesting.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Strided::new((4u32, int!(8)), (int!(8), int!(1)));
    /// assert_eq!(a, layout!((4u32, 8) : (8, 1)));
    /// ```
    #[doc(alias = "make_layout")]
    #[inline(always)]
    pub const fn new(shape: S, stride: D) -> Self
    where
        D::Profile: SameProfile<S::Profile>,
    {
        Strided { shape, stride }
    }

    /// The offset of a static coordinate, at compile time: `crd2idx` as a `const fn`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// type A = layout!((8, 16, 4) : (64, 1, 16));
    /// const OFFSET: usize = A::offset((int!(3), int!(5), int!(2)));
    /// assert_eq!(OFFSET, 229);
    /// ```
    ///
    /// A run-time integer in the coordinate or the layout is refused at compile time. So is a
    /// coordinate past the end: `A::offset(coord!((8, 0, 0)))` by `the coordinate (_8,_0,_0) is
    /// outside the shape (_8,_16,_4)`. [`crd2idx`](crate::Coordinates::crd2idx) also accepts
    /// coordinates past the end: there the last mode continues.
    #[inline(always)]
    #[track_caller]
    pub const fn offset<C: Coord<CoordProfile: Fits<S::Profile>>>(_: C) -> usize
    where
        C::At<S, D>: StaticOffset,
    {
        static_offset::<Self, C>()
    }
}

/// The value of a static layout; run-time integers are 0. A refused layout has no value: that is
/// refused at compile time.
impl<S: IntTuple, D: IntTuple> Default for Strided<S, D> {
    #[inline(always)]
    fn default() -> Self {
        keep_call!(Self);
        const { check::<Self>() }
        Self::UNCHECKED
    }
}

/// The layout of a pair `(shape, stride)`, like [`new`](Strided::new).
///
/// ```
/// use zellige::prelude::*;
/// let a: Strided<_, _> = (shape!((8, 4)), shape!((4, 1))).into();
/// assert_eq!(a, layout!((8, 4) : (4, 1)));
/// ```
impl<S: IntTuple, D: IntTuple<Profile: SameProfile<S::Profile>>> From<(S, D)> for Strided<S, D> {
    #[inline(always)]
    fn from((shape, stride): (S, D)) -> Self {
        Strided::new(shape, stride)
    }
}

/// In CuTe's notation, static integers with `_`: `(_8,_16,_4):(_64,_1,_16)`.
impl<S: IntTuple, D: IntTuple> fmt::Display for Strided<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.write(f)?;
        f.write_str(":")?;
        self.stride.write(f)
    }
}

/// The same text as `Display`, so that `assert_eq!` and a `derive(Debug)` show `(_8,_4):(_4,_1)`.
impl<S: IntTuple, D: IntTuple> fmt::Debug for Strided<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// L with profile F.
pub(super) type WithProfile<L, F> = <L as Profiled>::WithProfile<F>;

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Profiled for Strided<S, D> {
    type ShapeProfile = S::Profile;
    type DomainLayout = Self;
    type WithProfile<F: Profile> = Strided<S::WithProfile<F>, D>;
    #[inline(always)]
    fn with_profile<F: Profile>(self) -> Self::WithProfile<F> {
        Strided::of(self.shape.with_profile(), self.stride)
    }
    type Refined<B: Profile> = Strided<S::Refined<B>, D>;
    #[inline(always)]
    fn refined<B: Profile>(self) -> Self::Refined<B> {
        Strided::of(self.shape.refined::<B>(), self.stride)
    }
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Layout for Strided<S, D> {
    const SEALED: Sealed = Sealed;
    const IN_MEMORY: bool = D::IS_UNSIGNED;
    const SWIZZLES: Swizzles = Swizzles::NONE;
    type Unswizzled = Self;
    type Swizzle = Sw<N1, N1, N1>;
    type SwizzleStart = UTerm;
    type Inner = Self;
    type Profile = S::Profile;
    type Shape = S;
    type Stride = D;
    type ModeShape = S;
    type Size = Product<S>;
    type Cosize = CosizeOf<Flat<S, D>>;
    type Crd2Idx<C: Coord> = OffsetOrElse<C::At<S, D>, C>;
    type Range<C: Coord> = C::Range<S, D>;
    type Slice<C: Coord> =
        WithProfile<Strided<C::Sliced<S>, C::Sliced<D>>, SlicedProfile<S::Profile, C>>;
    type SliceOffset<C: Coord> = OffsetOrElse<C::At<S, D>, C>;
    type Dice<C: Coord> = Strided<C::Diced<S>, C::Diced<D>>;
    type DomainOffset<C: Coord> = Self;

    const UNCHECKED: Self = Strided::of(S::UNCHECKED, D::UNCHECKED);
    const IS_STATIC: bool = S::LEAVES.known && D::LEAVES.known;
    const REFUSAL: Option<Refusal> = match (S::REFUSAL, D::REFUSAL) {
        (Some(refusal), _) | (None, Some(refusal)) => Some(refusal),
        (None, None) if !S::IS_UNSIGNED => Some(because::<NotAnExtent<S>>()),
        (None, None) if <Congruent<S, D> as Bool>::VALUE => None,
        (None, None) => Some(because::<NotCongruent<S, D>>()),
    };
    const TEXT: Message = Message::new().cat(&S::TEXT).s(":").cat(&D::TEXT);

    #[inline(always)]
    fn swizzle(self) -> Self::Swizzle {
        Sw::new()
    }
    #[inline(always)]
    fn swizzle_start(self) -> UTerm {
        UTerm
    }
    #[inline(always)]
    fn inner(self) -> Self {
        self
    }
    #[inline(always)]
    fn shape(self) -> S {
        self.shape
    }
    #[inline(always)]
    fn mode_stride(self) -> D {
        self.stride
    }
    #[inline(always)]
    fn mode_shape(self) -> S {
        self.shape
    }
    #[inline(always)]
    fn unswizzled(self) -> Self {
        self
    }
    #[inline(always)]
    fn size_modulo(self) -> Self::Size {
        self.shape.elements()
    }
    #[inline(always)]
    fn cosize_modulo(self) -> Self::Cosize {
        cosize_of(flat(self.shape, self.stride))
    }
    fn exact_cosize(self) -> Result<i128, Refusal> {
        check_sizes::exact_cosize(&ModeList::of(self.shape, self.stride))
    }
    fn value_text(self) -> Message {
        ModeList::of(self.shape, self.stride).text()
    }
    #[inline(always)]
    fn bound(self) -> Option<Bound> {
        S::Kind::bound(self.shape, self.stride)
    }
    #[inline(always)]
    fn offset_at<C: Coord>(self, c: C) -> Self::Crd2Idx<C> {
        c.at(self.shape, self.stride).or_else::<Self, C>()
    }
    #[inline(always)]
    fn sliced<C: Coord>(self, c: C) -> Self::Slice<C> {
        <Self::IsStaticTiler as Bool>::known_or(<Self::Slice<C>>::UNCHECKED, Sliced(self, c))
    }
    #[inline(always)]
    fn slice_offset<C: Coord>(self, c: C) -> Self::SliceOffset<C> {
        c.at(self.shape, self.stride).or_else::<Self, C>()
    }
    #[inline(always)]
    fn diced<C: Coord>(self, c: C) -> Self::Dice<C> {
        Strided::of(c.diced(self.shape), c.diced(self.stride))
    }
    #[inline(always)]
    fn displaced<C: Coord>(self, _: C) -> Self {
        self
    }
}

/// A slice of the layout L, not yet computed.
struct Sliced<L, C>(L, C);
impl<S: IntTuple, D: IntTuple, C: Coord> Deferred for Sliced<Strided<S, D>, C> {
    type Value = <Strided<S, D> as Layout>::Slice<C>;
    #[inline(always)]
    fn compute(self) -> Self::Value {
        let Sliced(l, c) = self;
        Strided::of(c.sliced(l.shape), c.sliced(l.stride)).with_profile()
    }
}

/// The modes of L on one level; a single mode stays the same.
pub(super) type SpreadLayout<L> =
    Strided<arrange::Spread<<L as Layout>::ModeShape>, arrange::Spread<<L as Layout>::Stride>>;
#[inline(always)]
pub(super) fn spread_layout<L: Layout>(l: L) -> SpreadLayout<L> {
    Strided::of(arrange::spread(l.mode_shape()), arrange::spread(l.mode_stride()))
}
/// The modes of A, then those of B, on one level.
pub(super) type JoinLayouts<A, B> = Strided<
    arrange::Join<
        arrange::Spread<<A as Layout>::ModeShape>,
        arrange::Spread<<B as Layout>::ModeShape>,
    >,
    arrange::Join<arrange::Spread<<A as Layout>::Stride>, arrange::Spread<<B as Layout>::Stride>>,
>;
#[inline(always)]
pub(super) fn join_layouts<A: Layout, B: Layout>(a: A, b: B) -> JoinLayouts<A, B> {
    let (a, b) = (spread_layout(a), spread_layout(b));
    Strided::of(
        arrange::join(a.mode_shape(), b.mode_shape()),
        arrange::join(a.mode_stride(), b.mode_stride()),
    )
}
