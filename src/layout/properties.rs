//! Properties of a layout as a function: injective, compact, bijective, disjoint.

use crate::algebra::flat_modes::Modes;
use crate::algebra::image;
use crate::algebra::property;
use crate::algebra::tree::CoalescedModes;
use crate::integer::Integer;
use crate::layout::Steps;
use crate::number::*;
use crate::refusal::Message;
use crate::tuple::check_static;

use super::{Layout, static_number};

/// The offsets of a layout as a set: whether any offset is reached twice, or left out.
///
/// | `L` | injective | compact | bijective | contiguous run | image size |
/// |---|---|---|---|---|---|
/// | `(4,8):(8,1)` | yes | yes | yes | 32 | 32 |
/// | `(4,8):(10,1)`, padded | yes | no | no | 8 | 32 |
/// | `(4,8):(1,0)`, a broadcast | no | yes | no | 4 | 4 |
/// | `(4,3):(1,2)`, windows | no | yes | no | 4 | 8 |
/// | `(3,2):(2,3)` | yes | no | no | 1 | 6 |
///
/// The types are decided in types, so they can appear in bounds: [`Injective`] and [`Bijective`].
/// The constants are the same facts as values.
///
/// ```
/// use zellige::prelude::*;
/// type Padded = layout!((4, 8) : (10, 1));
/// assert!(Padded::IS_INJECTIVE && !Padded::IS_COMPACT);
/// type Windows = layout!((4, 3) : (1, 2));
/// assert!(!Windows::IS_INJECTIVE && Windows::IS_COMPACT);
/// assert_eq!((Windows::IMAGE_SIZE, Windows::SIZE), (8, 12));
/// ```
///
/// *Which injective layouts are proven.* All of rank 1 and 2. Of a higher rank, those with so
/// little interleaving that no mode, taken by stride, has more than 16 multiples of its stride that
/// could be a difference of offsets below it. (In a layout with nested strides, such as any
/// compact, padded or tiled layout, no mode has any.) Strides must be static, and so must the
/// extents, except for that of the largest stride: `(m,64):(64,1)` is proven for every m.
///
/// A swizzled layout is injective, and its tiles are disjoint, if the same holds without the
/// swizzle, which is a bijection of the offsets. Compactness of a swizzled layout is not examined:
/// the answer is no.
pub trait Properties: Layout {
    /// Whether it is proven that no two coordinates have the same offset.
    type IsInjective: Bool;
    /// Whether every offset below the cosize is reached; exact for static layouts with strides.
    type IsCompact: Bool;
    /// Whether every offset below the cosize is reached by exactly one coordinate; exact for static
    /// layouts with strides.
    type IsBijective: Bool;
    /// Whether it is proven that no two tiles of a layout `(tile, copies)` share an offset.
    #[doc(hidden)]
    type IsDisjoint: Bool;
    /// Whether it is proven injective, up to facts about run-time integers.
    #[doc(hidden)]
    type MayBeInjective: Bool;
    /// Whether its tiles are proven disjoint, up to facts about run-time integers.
    #[doc(hidden)]
    type MayBeDisjoint: Bool;
    /// See [`contiguous_run`](Properties::contiguous_run).
    type ContiguousRun: Integer;

    /// Whether no two coordinates have the same offset. This is exact; see
    /// [`IMAGE_SIZE`](Properties::IMAGE_SIZE) for what is refused.
    const IS_INJECTIVE: bool = is_injective::<Self>();
    /// Whether every offset below the cosize is reached.
    const IS_COMPACT: bool = <Self::IsCompact as Bool>::VALUE;
    /// Whether every offset below the cosize is reached by exactly one coordinate.
    const IS_BIJECTIVE: bool = <Self::IsBijective as Bool>::VALUE;
    /// The number of different offsets.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// type Windows = layout!((4, 3) : (1, 2));             // 0..4, 2..6, 4..8
    /// assert_eq!(Windows::IMAGE_SIZE, 8);
    /// assert_eq!(<layout!((4, 1000) : (1, 0))>::IMAGE_SIZE, 4);
    /// ```
    ///
    /// It is counted. A layout that overlaps itself and has a cosize of more than 32768 is refused
    /// at compile time, and so is a layout with run-time integers, or with more offsets than fit
    /// `usize`.
    const IMAGE_SIZE: usize;

    /// The longest run 0, 1, 2, ... of offsets that are all reached: how many elements one access
    /// may take from offset 0 on. It is the size of the right inverse, and the
    /// [`max_common_vector`](crate::Recast::max_common_vector) of the layout with itself.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let run: int!(8) = layout!((4, 8) : (10, 1)).contiguous_run();
    /// # let _ = run;
    /// ```
    ///
    /// The run is contiguous in memory, in any order of the coordinates. For the number of *first
    /// elements* of the layout that are contiguous, take its common vector with `n:1`.
    #[doc(alias("leading_dim", "is_major"))]
    fn contiguous_run(self) -> Self::ContiguousRun;
}

/// The first mode, without swizzle.
type Tile<L> = <<L as Layout>::Unswizzled as Steps>::Head;
/// The other modes, without swizzle.
type Copies<L> = <<L as Layout>::Unswizzled as Steps>::Tail;

impl<L: Layout> Properties for L {
    type IsInjective =
        property::IsInjective<<L::Unswizzled as Layout>::Shape, <L::Unswizzled as Layout>::Stride>;
    type IsCompact = property::IsCompact<L::ModeShape, L::Stride>;
    type IsBijective = <Self::IsInjective as Bool>::And<Self::IsCompact>;
    type IsDisjoint = property::IsDisjoint<
        <Tile<L> as Layout>::Shape,
        <Tile<L> as Layout>::Stride,
        <Copies<L> as Layout>::Shape,
        <Copies<L> as Layout>::Stride,
    >;
    type MayBeInjective = property::IsKnownInjective<Shape<L>, Stride<L>>;
    type MayBeDisjoint = property::IsKnownDisjoint<
        <Tile<L> as Layout>::Shape,
        <Tile<L> as Layout>::Stride,
        <Copies<L> as Layout>::Shape,
        <Copies<L> as Layout>::Stride,
    >;
    type ContiguousRun = <L::RightInverse as Layout>::Size;

    const IMAGE_SIZE: usize = image_size::<L>();

    #[inline(always)]
    fn contiguous_run(self) -> Self::ContiguousRun {
        self.right_inverse().size_modulo()
    }
}

/// Returns whether no two coordinates of L have the same offset. Panics if that cannot be decided.
#[track_caller]
const fn is_injective<L: Properties>() -> bool {
    if <L::IsInjective as Bool>::VALUE {
        return true;
    }
    match size::<L>() {
        0 => true,
        size => match counted::<L>() {
            Some(image) => image == size,
            // Only modes of stride 0 prevent the proof.
            None => false,
        },
    }
}
/// Returns the number of different offsets of L. Panics if that cannot be determined.
#[track_caller]
const fn image_size<L: Layout>() -> usize {
    if size::<L>() == 0 {
        return 0;
    }
    match counted::<L>() {
        Some(image) => image as usize,
        None => static_number::<L, <L::Filter as Layout>::Size>("the image size"),
    }
}
/// Returns the number of coordinates of L, or the largest `u64`. Panics if L is not static.
#[track_caller]
const fn size<L: Layout>() -> u64 {
    check_static(L::REFUSAL, L::IS_STATIC, &L::TEXT);
    <L::Size as Integer>::KNOWN
}
/// Returns the number of different offsets of L, by counting; `None` if it is proven that only
/// modes of stride 0 repeat an offset. Panics if there are too many.
#[track_caller]
const fn counted<L: Layout>() -> Option<u64> {
    if !L::IN_MEMORY {
        too_large(&L::TEXT)
    }
    if property::IsInjectiveMoving::<Shape<L>, Stride<L>>::VALUE {
        return None;
    }
    // A swizzle changes the offsets, but not their number.
    let modes = &<CoalescedModes<Shape<L>, Stride<L>> as Modes>::NUMBERS;
    match image::size(modes) {
        Some(size) => Some(size),
        None => too_large(&L::TEXT),
    }
}
type Shape<L> = <<L as Layout>::Unswizzled as Layout>::Shape;
type Stride<L> = <<L as Layout>::Unswizzled as Layout>::Stride;
#[track_caller]
const fn too_large(layout: &Message) -> ! {
    Message::new()
        .s("the image of ")
        .cat(layout)
        .s(" cannot be counted: it overlaps itself and has a cosize of over ")
        .u(image::MOST as u64)
        .s(", or it is a composed layout other than a swizzle, or its strides are not all unsigned")
        .raise()
}

/// A type-level truth value that is proven true.
#[doc(hidden)]
pub trait Proven {}
impl Proven for B1 {}

/// A layout in which no two coordinates have the same offset, proven at compile time: its elements
/// may be handed out one by one, each to a separate `&mut`.
///
/// [`Properties`] says which layouts are proven. Any other layout does not satisfy the bound:
///
/// ```
/// use zellige::prelude::*;
/// fn elements<L: Injective>(_: L) -> usize { L::SIZE }
/// assert_eq!(elements(layout!((4, 8) : (10, 1))), 32);
/// ```
///
/// ```compile_fail
/// use zellige::prelude::*;
/// fn elements<L: Injective>(_: L) -> usize { L::SIZE }
/// elements(layout!((4, 8) : (1, 0)));
/// ```
#[diagnostic::on_unimplemented(
    message = "this layout is not proven injective: two of its coordinates may have the same offset",
    label = "may reach an element twice",
    note = "a mode of stride 0 (a broadcast) and modes that overlap do so; `L::IS_INJECTIVE` says whether the layout is injective",
    note = "the proof needs static strides, and static extents except that of the largest stride; in generic code, add the bound `L: Injective`"
)]
pub trait Injective: InjectiveOrRunTime {}
#[diagnostic::do_not_recommend]
impl<L: Properties<IsInjective: Proven> + InjectiveOrRunTime> Injective for L {}

/// A layout that reaches every offset below its cosize exactly once, proven at compile time: each
/// thread gets exactly one coordinate. Exact for static layouts.
///
/// ```
/// use zellige::prelude::*;
/// fn threads<L: Bijective>(_: L) -> usize { L::SIZE }
/// assert_eq!(threads(layout!((4, 8) : (8, 1))), 32);
/// ```
#[diagnostic::on_unimplemented(
    message = "this layout is not proven a bijection: an offset below its cosize may be reached twice, or not at all",
    label = "must reach each offset below its size once",
    note = "a layout of threads numbers them without gaps or repetitions, such as `layout!((8, 4) : (4, 1))`"
)]
pub trait Bijective: Injective {}
#[diagnostic::do_not_recommend]
impl<L: Properties<IsBijective: Proven> + Injective> Bijective for L {}

/// A layout `(tile, copies)`, as [`zipped_divide`](crate::Divides::zipped_divide) makes them, in
/// which tiles at different coordinates of the copies share no offset, proven at compile time: each
/// tile may be handed to its own thread. A tile itself may repeat an offset through a stride of 0.
///
/// ```
/// use zellige::{prelude::*, ops::*};
/// fn tiles<L: Disjoint>(_: L) {}
/// tiles(layout!((128, 64) : (64, 1)).zipped_divide((int!(32), int!(16))));
/// tiles(layout!(((4, 2), 8) : ((1, 0), 4)));
/// ```
///
/// ```compile_fail
/// use zellige::prelude::*;
/// fn tiles<L: Disjoint>(_: L) {}
/// tiles(layout!((4, 8) : (1, 2)));              // the tiles 0..4, 2..6, ...
/// ```
///
/// The proof covers the tile without its strides 0 together with the copies, as in [`Injective`].
#[diagnostic::on_unimplemented(
    message = "the parts of this layout are not proven disjoint: two threads may be given the same element",
    label = "cannot be split into disjoint parts",
    note = "a mode of stride 0 (a broadcast), modes that overlap, and tiles that hang over the end give an element to two parts",
    note = "the proof needs static strides, and static extents except that of the largest stride; in generic code, add the bound `L::ZippedDivide<T>: Disjoint`",
    note = "`split_mut` and `partition_mut` check run-time strides when the program runs"
)]
pub trait Disjoint: DisjointOrRunTime {}
#[diagnostic::do_not_recommend]
impl<L: Properties<IsDisjoint: Proven> + DisjointOrRunTime> Disjoint for L {}

/// A layout that is [`Injective`], or has run-time integers, so that the program has to prove it
/// when it runs. [`partition_mut`](crate::Tensor::partition_mut) requires this bound.
///
/// ```
/// use zellige::prelude::*;
/// fn elements<L: InjectiveOrRunTime>(l: L) -> usize { l.size().usize() }
/// let pitch = 8u32;
/// assert_eq!(elements(layout!((4, 8) : (pitch, 1))), 32);
/// ```
///
/// For a static layout, the requirement is the same as for [`Injective`], with the same message. It
/// is also the same for the static modes of any other layout: `(m,6):(1,0)` reaches each element
/// six times, for every m.
#[diagnostic::on_unimplemented(
    message = "this layout is not proven injective: two of its coordinates may have the same offset",
    label = "may reach an element twice",
    note = "a mode of stride 0 (a broadcast) and modes that overlap do so; `L::IS_INJECTIVE` says whether the layout is injective",
    note = "in generic code, add the bound `L: InjectiveOrRunTime`"
)]
pub trait InjectiveOrRunTime: Layout {}
#[diagnostic::do_not_recommend]
impl<L: Properties<MayBeInjective: Proven>> InjectiveOrRunTime for L {}

/// A layout `(tile, copies)` that is [`Disjoint`], or has run-time integers, so that the program
/// has to prove it when it runs. [`split_mut`](crate::Tensor::split_mut) requires this bound.
///
/// ```
/// use zellige::{prelude::*, ops::*};
/// fn tiles<L: DisjointOrRunTime>(_: L) {}
/// let (m, n) = (128u32, 64u32);
/// tiles(layout!((m, n) : (n, 1)).zipped_divide((int!(32), int!(16))));
/// ```
///
/// For a static layout, the requirement is the same as for [`Disjoint`], with the same message. It
/// is also the same for the static modes of any other layout: the columns of `(m,6):(1,0)` are the
/// same elements, for every m.
#[diagnostic::on_unimplemented(
    message = "the parts of this layout are not proven disjoint: two threads may be given the same element",
    label = "cannot be split into disjoint parts",
    note = "a mode of stride 0 (a broadcast), modes that overlap, and tiles that hang over the end give an element to two parts",
    note = "in generic code, add the bound `L::ZippedDivide<T>: DisjointOrRunTime`, or take the `Result` of `try_split_mut`, which has no bound"
)]
pub trait DisjointOrRunTime: Layout {}
#[diagnostic::do_not_recommend]
impl<L: Properties<MayBeDisjoint: Proven>> DisjointOrRunTime for L {}
