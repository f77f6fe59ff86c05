//! Stages of tiles: the stage count, the contents of a stage, and how the tensor memory accelerator
//! fills it.

use super::{SharedStorage, elements};
use crate::Sm90;
use crate::copy::{copy_boxes, copy_column};
use crate::engine::{Im2col, Smem, Tma};
use crate::number::FragmentElement;
use crate::pipeline::Filling;
use crate::tensor::GpuTensor;
use crate::tmem::CtaGroup;
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::Steps;
use zellige::atom::smem::{LayoutKSw128Atom, LayoutMnSw128Atom, SharedTile};
use zellige::atom::tma::{TmaBox, contiguous_mode};
use zellige::ops::{Rank, Slice, TileToShape, TileToShapeOrdered, ZippedDivide};
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::typenum::U1;

/// Stages of elements T in shared memory, laid out by L: (element, stage), or (row, column, stage).
///
/// A box of the accelerator has the extents B, (rows, columns); several boxes may fill a stage.
/// Without B, the caller's own copies fill it.
///
/// ```
/// use zellige::{atom::smem::LayoutKSw128Atom, ops::TileToShape, prelude::*};
/// use zellige_gpu::{Bf16, storage::{KMajorTile, Staged, Stages, TmaTile}};
/// // Three stages of 128 rows and 128 columns. A row under the swizzle has 64 elements, so a stage
/// // is two boxes.
/// type Tile = KMajorTile<Bf16, int!(128), int!(128), int!(3)>;
/// assert_type_eq_all!(Tile, Stages<
///     Bf16,
///     TileToShape<LayoutKSw128Atom<int!(16)>, shape!((128, 128, 3))>,
///     shape!((128, 64)),
/// >);
/// assert_eq!((Tile::STAGES, Tile::STAGE_BYTES), (3, 128 * 128 * 2));
/// assert_eq!(Tile::map(), ((64, 128), 128)); // extents, the contiguous mode first, and the swizzle in bytes
/// ```
///
/// Stages of different sizes, and boxes that do not fill a stage, do not compile:
/// `a stage of 8192 bytes does not consist of boxes of 12288 bytes`.
pub struct Stages<T, L, B = ()>(PhantomData<(T, L, B)>);
/// Stages of a (rows, columns) tile that is contiguous along its columns, under a swizzle of 128
/// bytes: an operand (M, K) or (N, K) contiguous along K. A box has all rows, and 128 bytes of
/// each.
pub type KMajorTile<T, Rows, Columns, Pipe> = Stages<
    T,
    TileToShape<LayoutKSw128Atom<<T as FragmentElement>::Bits>, (Rows, Columns, Pipe)>,
    (Rows, <T as FragmentElement>::InLine),
>;
/// Stages of a (rows, columns) tile that is contiguous along its rows: an operand (M, K) or (N, K)
/// contiguous along M or N. A box has all columns, and 128 bytes of each; the boxes follow one
/// another.
pub type MnMajorTile<T, Rows, Columns, Pipe> = Stages<
    T,
    TileToShapeOrdered<
        LayoutMnSw128Atom<<T as FragmentElement>::Bits>,
        (Rows, Columns, Pipe),
        shape!((1, 0, 2)),
    >,
    (<T as FragmentElement>::InLine, Columns),
>;

/// The contents of a ring's stages: [`Stages`] of a tile, or a tuple of up to four of them that are
/// filled together. A `()` in the tuple stands for no tile, for a configuration that does not have
/// it.
///
/// A tuple with different stage counts does not compile:
/// `tiles of 4 and of 3 stages cannot be filled together`.
pub trait Staged: 'static {
    /// The tensors in shared memory, with the stage as their last mode.
    type Tiles: SharedStorage + Copy;
    /// The CTAs that fill the stages for products that they compute together: `int!(1)`, or
    /// `int!(2)` for [`OfCtas`].
    type Ctas: CtaGroup;
    /// The number of stages.
    const STAGES: u32;
    /// The number of bytes that arrive in a stage, without the padding of
    /// [`Padded`](crate::number::Padded) numbers.
    const STAGE_BYTES: u32;
}
impl<T: 'static, L: SharedTile + 'static, B: Boxes<T, L>> Staged for Stages<T, L, B> {
    type Tiles = GpuTensor<Smem<T>, L>;
    type Ctas = U1;
    const STAGES: u32 = stages::<L>();
    const STAGE_BYTES: u32 = {
        let stage = stage_bytes(elements::<T, L>(), Self::STAGES);
        check_boxes(stage, B::BYTES);
        stage * B::FILLED / 8
    };
}

impl Staged for () {
    type Tiles = ();
    type Ctas = U1;
    const STAGES: u32 = 0;
    const STAGE_BYTES: u32 = 0;
}

/// The stages T of each of P CTAs, which [`Producer`](crate::pipeline::Producer)s of all of them
/// fill, box by box, for products of a pair: the barriers *full* of the leader count the bytes of
/// both. A thread of the leader waits there, and
/// [releases](crate::pipeline::Full::release_after_products) the stages of both. With one CTA it is
/// T.
///
/// ```text
///              leader                             the other block
/// load         its tiles                          its tiles; the bytes count in the leader
/// wait         the tiles of both are there        -
/// release      to the producers of both           -
/// ```
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Bf16, storage::{KMajorTile, OfCtas, Staged}};
/// type Tile = KMajorTile<Bf16, int!(128), int!(64), int!(3)>;
/// assert_eq!(<OfCtas<Tile, int!(2)>>::STAGE_BYTES, 2 * Tile::STAGE_BYTES);
/// ```
///
/// The blocks of a pair meet between the allocation of the ring and its use, as they do when they
/// [allocate](crate::tmem::TmemStorage::alloc) tensor memory. Before a block ends, its producer has
/// [finished](crate::pipeline::Producer::finish). Only [`copy_box`](crate::copy::copy_box),
/// [`copy_boxes`](crate::copy::copy_boxes) and [`Producer::load`](crate::pipeline::Producer::load)
/// count the bytes in the leader: other copies do not fill such stages.
#[doc(alias = "PipelineTmaUmmaAsync")]
pub struct OfCtas<T, P>(PhantomData<(T, P)>);
impl<T: Staged, P: CtaGroup> Staged for OfCtas<T, P> {
    type Tiles = T::Tiles;
    type Ctas = P;
    const STAGES: u32 = T::STAGES;
    const STAGE_BYTES: u32 = P::CTAS * T::STAGE_BYTES;
}
#[diagnostic::do_not_recommend]
impl<T: Loads<F>, P: CtaGroup, F> Loads<F> for OfCtas<T, P> {
    #[inline(always)]
    unsafe fn load(gpu: impl Sm90, filling: Filling, from: F, to: Self::Tiles) {
        T::load(gpu, filling, from, to)
    }
}

/// Stages that the accelerator fills box by box: a [`KMajorTile`], an [`MnMajorTile`], or
/// [`Stages`] with a custom box.
pub trait TmaTile: Staged<Tiles = GpuTensor<Smem<Self::Element>, Self::Layout>> {
    /// The type of an element.
    type Element;
    /// The layout of all stages, (row, column, stage).
    type Layout: SharedTile;
    /// The layout of a box in shared memory.
    type Box: SharedTile;
    /// Returns the box of the tensor's map: its extents in elements, the contiguous mode first, and
    /// its swizzle in bytes.
    fn map() -> ((u32, u32), u32);
    /// Begins to copy a tile to the stage that is being filled.
    #[doc(hidden)]
    unsafe fn fill<const D: usize, X: Layout<Profile = (usize, usize)>, S: Integer>(
        gpu: impl Sm90,
        filling: Filling,
        from: GpuTensor<Tma<D>, X, S>,
        to: Self::Tiles,
    );
}
/// The boxes of stages of elements T, laid out by L: with the extents (rows, columns), or `()` for
/// no boxes.
pub trait Boxes<T, L>: 'static {
    /// The number of bytes of a box, or 0.
    const BYTES: u32;
    /// The bits of each byte that a copy brings.
    const FILLED: u32 = 8;
}
impl<T, L> Boxes<T, L> for () {
    const BYTES: u32 = 0;
}
impl<T: FragmentElement, L: Layout, R: 'static, C: 'static> Boxes<T, L> for (R, C)
where
    (R, C): BoxShape,
    FirstBox<L, (R, C)>: SharedTile,
{
    const BYTES: u32 = TmaBox::<FirstBox<L, (R, C)>, T::Bits>::bytes();
    const FILLED: u32 = T::FILLED;
}
/// The extents of a box, as a tiler of (rows, columns).
pub trait BoxShape: Tiler<TilerProfile = (usize, usize)> + Default + 'static {}
impl<B: Tiler<TilerProfile = (usize, usize)> + Default + 'static> BoxShape for B {}
/// One stage of L.
type Stage<L> = Slice<(RangeFull, RangeFull, u32), L>;
/// The first box B of the stages L.
type FirstBox<L, B> = Slice<((RangeFull, RangeFull), int!(0)), ZippedDivide<L, B>>;

impl<T: FragmentElement, L: SharedTile + 'static, B: BoxShape + Boxes<T, L>> TmaTile
    for Stages<T, L, B>
where
    FirstBox<L, B>: SharedTile,
    B: TilerFor<<Stage<L> as Layout>::Inner>,
{
    type Element = T;
    type Layout = L;
    type Box = FirstBox<L, B>;
    fn map() -> ((u32, u32), u32) {
        type OfBox<L, B, T> = TmaBox<FirstBox<L, B>, <T as FragmentElement>::Bits>;
        let extents = (OfBox::<L, B, T>::inner(), OfBox::<L, B, T>::outer());
        (extents, OfBox::<L, B, T>::swizzle())
    }
    #[inline(always)]
    unsafe fn fill<const D: usize, X: Layout<Profile = (usize, usize)>, S: Integer>(
        gpu: impl Sm90,
        filling: Filling,
        from: GpuTensor<Tma<D>, X, S>,
        to: Self::Tiles,
    ) {
        let to = to.slice((.., .., filling.stage()));
        copy_boxes::<D, T, B, X, Stage<L>, S>(gpu, filling, B::default(), from, to)
    }
}

/// The profile of a tile: (rows, columns).
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tile has two modes, rows and columns, and this tensor has the profile `{Self}`",
    label = "is not one tile",
    note = "take one of several tiles with `at`: `tensor.at((.., .., step))`"
)]
pub trait TwoModes {}
impl TwoModes for (usize, usize) {}

/// Stages that are loaded from F: from a tensor for one tile, or from a tuple of as many tensors as
/// there are tiles.
#[diagnostic::on_unimplemented(
    message = "a stage is loaded from tiles of tensor maps, one for each tile of the stage",
    label = "does not fill the stage",
    note = "`tma` makes the tensor of a tensor map; a tuple has as many tiles as the stage"
)]
pub trait Loads<F>: Staged {
    /// Begins the copies.
    #[doc(hidden)]
    unsafe fn load(gpu: impl Sm90, filling: Filling, from: F, to: Self::Tiles);
}
impl<const D: usize, T, X, S> Loads<GpuTensor<Tma<D>, X, S>> for T
where
    T: TmaTile,
    X: Layout<Profile: TwoModes>,
    S: Integer,
{
    #[inline(always)]
    unsafe fn load(
        gpu: impl Sm90,
        filling: Filling,
        from: GpuTensor<Tma<D>, X, S>,
        to: Self::Tiles,
    ) {
        let tile = GpuTensor {
            engine: from.engine,
            layout: from.layout.with_profile::<(usize, usize)>(),
            start: from.start,
        };
        T::fill(gpu, filling, tile, to)
    }
}
/// A column of pixels from the tensor's first one on is one stage, of a row for each.
impl<const D: usize, const I: usize, T, X, S> Loads<GpuTensor<Im2col<D, I>, X, S>> for T
where
    T: TmaTile,
    X: Layout,
    S: Integer,
{
    #[inline(always)]
    unsafe fn load(
        gpu: impl Sm90,
        filling: Filling,
        from: GpuTensor<Im2col<D, I>, X, S>,
        to: Self::Tiles,
    ) {
        const { check_column::<T>() }
        copy_column(gpu, filling, from.settled().engine, to.slice((.., .., filling.stage())))
    }
}
impl Loads<()> for () {
    #[inline(always)]
    unsafe fn load(_: impl Sm90, _: Filling, _: (), _: ()) {}
}
macro_rules! tuples {
    ($($i:tt $T:ident $F:ident),+) => {
        impl<$($T: Staged),+> Staged for ($($T,)+) {
            type Tiles = ($($T::Tiles,)+);
            type Ctas = U1;
            const STAGES: u32 = {
                let mut stages = 0;
                $(stages = together(stages, $T::STAGES);)+
                stages
            };
            const STAGE_BYTES: u32 = 0 $(+ $T::STAGE_BYTES)+;
        }
        impl<$($T: Loads<$F>, $F),+> Loads<($($F,)+)> for ($($T,)+) {
            #[inline(always)]
            unsafe fn load(gpu: impl Sm90, filling: Filling, from: ($($F,)+), to: Self::Tiles) {
                $($T::load(gpu, filling, from.$i, to.$i);)+
            }
        }
    };
}
tuples!(0 A F, 1 B H);
tuples!(0 A F, 1 B H, 2 C I);
tuples!(0 A F, 1 B H, 2 C I, 3 D J);

/// Returns the number of stages: the extent of the last mode.
const fn stages<L: Layout>() -> u32 {
    let stages = match <Rank<L> as Integer>::KNOWN {
        2 => L::Tail::SIZE,
        _ => <<L::Tail as Steps>::Tail as Layout>::SIZE,
    };
    stages as u32
}
/// Returns the number of bytes of one of `stages` stages; panics if they do not have equal sizes.
const fn stage_bytes(bytes: u32, stages: u32) -> u32 {
    if stages == 0 || bytes % stages != 0 {
        let m = Message::new().u(stages as u64).s(" stages in ");
        m.u(bytes as u64).s(" bytes are not equally large").raise()
    }
    bytes / stages
}
/// Returns the stage count of tiles that are filled together, or 0 without tiles; panics if the
/// counts differ.
const fn together(first: u32, other: u32) -> u32 {
    if first != other && first > 0 && other > 0 {
        let m = Message::new().s("tiles of ").u(first as u64);
        let m = m.s(" and of ").u(other as u64);
        m.s(" stages cannot be filled together").raise()
    }
    if first > other { first } else { other }
}
/// Panics if a stage of T is not one box, which a column of pixels fills.
const fn check_column<T: TmaTile>() {
    let (stage, bits) = (T::STAGE_BYTES as u64, 8 * size_of::<T::Element>() as u64);
    let column = <T::Box as Layout>::SIZE as u64 * bits / 8;
    if stage != column || contiguous_mode::<T::Box>(bits) != 1 {
        let m = Message::new().s("a column of ").u(column);
        let m = m.s(" bytes, contiguous along its channels, does not fill a stage of ");
        m.u(stage).s(" bytes").raise()
    }
}
/// Panics if boxes do not fill a stage.
const fn check_boxes(stage: u32, each: u32) {
    if each > 0 && stage % each != 0 {
        let m = Message::new().s("a stage of ").u(stage as u64);
        let m = m.s(" bytes does not consist of boxes of ").u(each as u64);
        m.s(" bytes").raise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bf16, E4m3};

    type A = KMajorTile<Bf16, int!(128), int!(64), int!(4)>;
    type B = MnMajorTile<Bf16, int!(256), int!(64), int!(4)>;

    #[test]
    fn tiles_of_a_product() {
        assert_eq!(A::map(), ((64, 128), 128));
        assert_eq!(B::map(), ((64, 64), 128));
        assert_eq!(<KMajorTile<E4m3, int!(128), int!(128), int!(4)>>::map(), ((128, 128), 128));
        assert_eq!((A::STAGE_BYTES, B::STAGE_BYTES), (16384, 32768));
        assert_eq!((<(A, B)>::STAGES, <(A, B)>::STAGE_BYTES), (4, 49152));
        type Tiles = <(A, B) as Staged>::Tiles;
        assert_eq!((Tiles::TILES, Tiles::ALIGN), (4 * 49152, 1024));
    }
    #[test]
    fn stages_without_a_box() {
        type Bytes = Stages<u8, layout!((1000, 3))>;
        assert_eq!((Bytes::STAGES, Bytes::STAGE_BYTES), (3, 1000));
    }
    #[test]
    #[should_panic(expected = "tiles of 4 and of 3 stages cannot be filled together")]
    fn other_stages() {
        assert_eq!(<(A, ())>::STAGES, 4);
        together(4, 3);
    }
    #[test]
    #[should_panic(expected = "a stage of 8192 bytes does not consist of boxes of 12288 bytes")]
    fn boxes_that_do_not_fill() {
        check_boxes(8192, 12288);
    }
    #[test]
    #[should_panic(expected = "3 stages in 1000 bytes are not equally large")]
    fn unequal_stages() {
        stage_bytes(1000, 3);
    }
}
