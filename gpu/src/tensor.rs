//! Tensors that a kernel works on: an engine, and a layout of its elements from there on.
//!
//! ```text
//! gmem(a, (m, k):(lda, 1))  --local_tile-->  (BLK_M, BLK_K, k)   --partition_s-->  (CPY, CPY_M, CPY_K, k)
//! smem(gpu, 0, Stages)                       (BLK_M, BLK_K, PIPE) --partition_d-->  (CPY, CPY_M, CPY_K, PIPE)
//! ```
//!
//! CuTe: `make_tensor`, `local_tile`, `partition_S`, `partition_D`, `partition_C`, `retile_D`.

use crate::engine::{
    Engine, MapShape, Matrix, Packed, Pointer, Rmem, Sequence, Smem, SwizzledSmem, Tma,
};
use crate::{Gpu, TensorMap};
use core::ops::RangeFull;
use zellige::Outer;
use zellige::atom::*;
use zellige::construct::make_identity_layout;
use zellige::integer::{Add, add};
use zellige::ops::IdentityLayout;
use zellige::prelude::*;
use zellige::profile::{FitsSlice, FitsTiler, RestsForm};
use zellige::refusal::Message;
use zellige::tensor::ThreadTile;

/// Elements from the engine E on, laid out by L.
///
/// S is an offset that the engine has not been moved by yet: those of tiles and of threads add up in 32 bits before one
/// multiplication in 64.
#[derive(Copy, Clone)]
pub struct GpuTensor<E, L, S = int!(0)> {
    pub(crate) engine: E,
    pub(crate) layout: L,
    pub(crate) start: S,
}

/// The matrix in global memory at the pointer, of the shape and the strides of `layout`. CuTe: `make_tensor` of a
/// `make_gmem_ptr`.
///
/// Its own layout is that of its coordinates, so that all that is made of it knows where it is in the matrix.
#[inline(always)]
pub fn gmem<P: Pointer, L: Layout<Shape = (u32, u32)>>(
    pointer: P,
    layout: L,
) -> GpuTensor<Matrix<P, L>, IdentityLayout<(u32, u32)>> {
    GpuTensor::new(
        Matrix::new(pointer, layout),
        make_identity_layout(layout.shape()),
    )
}
/// The first `end` elements of the layout, in the order of their coordinates, in global memory at the pointer. CuTe:
/// `make_tensor` of a `make_gmem_ptr`, and its `make_counting_tensor`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::{rmem, sequence}, transform::transform_if};
/// let memory = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let every_third = sequence(memory.as_ptr(), layout!(3 : 3), 3); //           0, 3, 6
/// let from_1_on = every_third.local_tile(shape!((2,)), (1u32,)).settled(); //  tiles of two: 6, and one that is outside
/// let mut values = [-1.0; 2];
/// // SAFETY: the memory has the elements that are inside.
/// unsafe { transform_if(from_1_on, rmem(&mut values, layout!(2)), |x| x) };
/// assert_eq!(values, [6.0, -1.0]);
/// ```
#[inline(always)]
pub fn sequence<P: Pointer, L: Layout>(
    pointer: P,
    layout: L,
    end: u32,
) -> GpuTensor<Sequence<P, L>, Strided<u32, int!(1)>> {
    counted(Sequence::new(pointer, layout, end))
}
/// A [`sequence`] whose pointer is to the element that lies first in memory, whatever the sign of its strides: BLAS's vector
/// with an increment.
#[inline(always)]
pub fn blas_vector<P: Pointer, L: Layout>(
    pointer: P,
    layout: L,
    end: u32,
) -> GpuTensor<Sequence<P, L>, Strided<u32, int!(1)>> {
    counted(Sequence::from_lowest(pointer, layout, end))
}
#[inline(always)]
fn counted<P: Pointer, L: Layout>(
    engine: Sequence<P, L>,
) -> GpuTensor<Sequence<P, L>, Strided<u32, int!(1)>> {
    let end = engine.left();
    GpuTensor::new(engine, layout!(end : 1))
}
/// The tensor of this shape, of 1 to 5 modes of which the last is contiguous, as the accelerator knows it by a map. CuTe:
/// `tma.get_tma_tensor(shape)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::tensor::tma;
/// // Tile (1, 2) of 64 by 32 elements in batch 3.
/// let all = tma(std::ptr::null(), (8u32, 512u32, 256u32));
/// let (tile, _) = (shape!((1, 64, 32)), ());
/// let mine = all.local_tile(tile, (3u32, 1u32, 2u32)).settled();
/// assert_eq!(mine.engine().coordinate(), [3, 64, 64]);
/// ```
#[inline(always)]
pub fn tma<const D: usize, S: MapShape<D>>(
    map: *const TensorMap,
    shape: S,
) -> GpuTensor<Tma<D>, IdentityLayout<S>> {
    GpuTensor::new(Tma::new(map), make_identity_layout(shape))
}
/// The elements of the block's shared memory from the element `first` on. CuTe: `make_tensor` of a `make_smem_ptr`.
#[inline(always)]
pub fn smem<T, L: Layout>(gpu: impl Gpu, first: u32, layout: L) -> GpuTensor<Smem<T>, L> {
    let all = Smem::new(gpu.shared_of_tensors().cast::<T>(), gpu.shared_address());
    GpuTensor::new(all.moved(first), layout)
}
/// The elements of an array in registers. CuTe: `make_tensor` of a `make_rmem_ptr`.
///
/// An array of another length is refused at compile time: `(_2,_4):(_4,_1) needs an array of 8 registers, and this one has
/// 7`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{copy::fill, tensor::rmem};
/// let mut sums = [0f32; 8];
/// // SAFETY: the array lives longer than the tensor.
/// unsafe { fill(rmem(&mut sums, layout!((2, 4) : (4, 1))), 1.5) };
/// assert_eq!(sums, [1.5; 8]);
/// ```
///
/// ```compile_fail,E0080
/// # use zellige::prelude::*;
/// # use zellige_gpu::tensor::rmem;
/// let mut sums = [0f32; 7];
/// let _ = rmem(&mut sums, layout!((2, 4) : (4, 1)));
/// ```
#[inline(always)]
pub fn rmem<T: Copy, const N: usize, L: Layout>(
    array: &mut [T; N],
    layout: L,
) -> GpuTensor<Rmem<T>, L> {
    const { check_length::<L>(N, 1) }
    GpuTensor::new(Rmem(array.as_mut_ptr()), layout)
}
/// Refuses an array of `length` registers, of which each holds so many elements, if L needs another.
pub(crate) const fn check_length<L: Layout>(length: usize, each: usize) {
    let needed = L::COSIZE.div_ceil(each);
    if needed != length {
        let message = Message::new().cat(&L::TEXT).s(" needs an array of ");
        let message = message.u(needed as u64).s(" registers, and this one has ");
        message.u(length as u64).raise()
    }
}
/// The elements of 8, 16 or 32 bits in an array of registers. See [`Packed`].
///
/// An array that has more registers or fewer than the elements fill is refused as by [`rmem`].
#[inline(always)]
pub fn packed<T, const N: usize, L: Layout>(
    array: &mut [u32; N],
    layout: L,
) -> GpuTensor<Packed<T>, L> {
    const { check_length::<L>(N, Packed::<T>::IN_REGISTER) }
    GpuTensor::new(Packed::new(array.as_mut_ptr()), layout)
}

/// An engine that can be moved by what is pending before elements are reached; it is [`Engine`](Settle::Engine) from then on.
pub trait Settle: Engine {
    /// The engine from then on: under the swizzle of L.
    type Engine<L: Layout>: Engine;
    /// The layout from then on: L without its swizzle.
    type Layout<L: Layout>: Layout<Profile = L::Profile>;
    /// The tensor with nothing pending.
    fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> Settled<Self, L>;
}
macro_rules! settle {
    ($([$($g:tt)*] $E:ty, $moved:ident;)+) => { $(
        impl<$($g)*> Settle for $E {
            type Engine<L: Layout> = Self;
            type Layout<L: Layout> = L;
            #[inline(always)]
            fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> GpuTensor<Self, L> {
                GpuTensor::new(self.$moved(start), layout)
            }
        }
    )+ };
}
settle! {
    [P: Pointer, D: Layout] Matrix<P, D>, far;
    [P: Pointer, D: Layout] Sequence<P, D>, moved;
    [const D: usize] Tma<D>, moved;
}
impl<T> Settle for Smem<T> {
    type Engine<L: Layout> = SwizzledSmem<T, L::Swizzle>;
    type Layout<L: Layout> = L::Inner;
    #[inline(always)]
    fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> Settled<Self, L> {
        const { check_swizzled_once::<L>() }
        let start = layout.swizzle_start() + start.u32();
        let engine = SwizzledSmem::new(self, start, layout.swizzle());
        GpuTensor::new(engine, layout.inner())
    }
}
/// Refuses what is refused: here, so that the error names the line of the caller.
const fn refuse<L: Layout>() {
    if let Some(refusal) = L::REFUSAL {
        refusal.raise()
    }
}
/// Refuses a swizzle of what is swizzled: of that the offsets do not add up.
const fn check_swizzled_once<L: Layout>() {
    match <<L::Inner as Layout>::Swizzle as Outer>::MOVES {
        Some([1, ..]) => {}
        _ => Message::new()
            .s("shared memory has one swizzle, and ")
            .cat(&L::TEXT)
            .s(" has two")
            .raise(),
    }
}
/// The tensor that [`Settle`] makes of elements from E on, laid out by L.
pub type Settled<E, L> = GpuTensor<<E as Settle>::Engine<L>, <E as Settle>::Layout<L>>;
/// What one thread has by a tiled copy at the end X.
pub type CopyShare<E, L, C, X> = Settled<E, CopyPartitioned<C, X, L, u32>>;
/// What one thread has of the operand O of a tiled MMA.
pub type MmaShare<E, L, M, O> = Settled<E, Partitioned<M, O, L, u32>>;

impl<E: Engine, L: Layout> GpuTensor<E, L> {
    /// The elements from the engine on, laid out by `layout`.
    #[inline(always)]
    pub fn new(engine: E, layout: L) -> Self {
        GpuTensor {
            engine,
            layout,
            start: Default::default(),
        }
    }
    /// Where its first element lies.
    #[inline(always)]
    pub fn engine(self) -> E {
        self.engine
    }
}
impl<P: Pointer, D: Layout, L: Layout> GpuTensor<Sequence<P, D>, L> {
    /// Are all elements inside?
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.engine.left() >= const { L::COSIZE as u32 }
    }
}
impl<E: Engine, L: Layout, S: Integer> GpuTensor<E, L, S> {
    /// The same with nothing pending: its engine moved to where its first element lies.
    #[inline(always)]
    pub fn settled(self) -> Settled<E, L>
    where
        E: Settle,
    {
        self.engine.settle(self.layout, self.start)
    }
    /// Its layout.
    #[inline(always)]
    pub fn layout(self) -> L {
        self.layout
    }
    /// The tile at `c`, of those that `tiler` cuts the tensor into. CuTe: `local_tile`.
    #[allow(clippy::type_complexity)] // an alias could not say that L is a layout
    #[inline(always)]
    pub fn local_tile<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> GpuTensor<E, L::LocalTile<T, C>, Add<S, L::LocalTileOffset<T, C>>>
    where
        T: TilerFor<L>,
        C: Coord<Form: FitsSlice<RestsForm<L, T>>>,
    {
        const { refuse::<L::LocalTile<T, C>>() }
        let (layout, offset) = self.layout.local_tile(tiler, c);
        GpuTensor {
            engine: self.engine,
            layout,
            start: add(self.start, offset),
        }
    }
    /// What one of many threads has: an element of each tile of the shape of `threads`, a layout that numbers them. CuTe:
    /// `local_partition`.
    #[allow(clippy::type_complexity)] // an alias could not say that L is a layout
    #[inline(always)]
    pub fn local_partition<TH>(
        self,
        threads: TH,
        thread: u32,
    ) -> Settled<E, L::LocalPartition<TH, u32>>
    where
        TH: Layout,
        ThreadTile<TH>: Tiler<TilerForm: FitsTiler<L::Profile>>,
        E: Settle,
    {
        const { refuse::<L::LocalPartition<TH, u32>>() }
        let (layout, offset) = self.layout.local_partition(threads, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
    /// What the thread reads by the tiled copy. CuTe: `partition_S`.
    #[inline(always)]
    pub fn partition_s<C: CopyTiling>(self, copy: C, thread: u32) -> CopyShare<E, L, C, Source>
    where
        E: Settle,
    {
        const { refuse::<CopyPartitioned<C, Source, L, u32>>() }
        let (layout, offset) = copy.partition::<Source, _, _>(self.layout, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
    /// What the thread writes by the tiled copy. CuTe: `partition_D`.
    #[inline(always)]
    pub fn partition_d<C: CopyTiling>(self, copy: C, thread: u32) -> CopyShare<E, L, C, Destination>
    where
        E: Settle,
    {
        const { refuse::<CopyPartitioned<C, Destination, L, u32>>() }
        let (layout, offset) = copy.partition::<Destination, _, _>(self.layout, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
    /// What the thread has of the operand O of the tiled MMA. CuTe: `partition_A`, `partition_B`, `partition_C`.
    #[inline(always)]
    pub fn partition<O: Operand, M: MmaTiling>(self, mma: M, thread: u32) -> MmaShare<E, L, M, O>
    where
        E: Settle,
    {
        const { refuse::<Partitioned<M, O, L, u32>>() }
        let (layout, offset) = mma.partition::<O, _, _>(self.layout, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
}
impl<E: Engine, L: Layout> GpuTensor<E, L> {
    /// What is `..` in `c`, at the coordinates of the other modes. CuTe: `tensor(c)` with `_`.
    #[inline(always)]
    pub fn at<C: Coord<Form: FitsSlice<L::Profile>>>(self, c: C) -> GpuTensor<E, L::Slice<C>> {
        GpuTensor::new(
            self.engine.moved(self.layout.slice_offset(c)),
            self.layout.sliced(c),
        )
    }
    /// A fragment as the tiled copy sees it. CuTe: `retile_S`, `retile_D`.
    #[inline(always)]
    pub fn retile<C: CopyTiling>(self, copy: C) -> GpuTensor<E, Retile<C, L>> {
        const { refuse::<Retile<C, L>>() }
        GpuTensor::new(self.engine, copy.retile(self.layout))
    }
    /// The engine of the element at the index `i`.
    #[inline(always)]
    pub(crate) fn element(self, i: u32) -> E {
        self.engine.moved(self.layout.offset_at(i))
    }
    /// What the first mode counts, at the index `i` of the others.
    #[inline(always)]
    pub(crate) fn vector(self, i: u32) -> GpuTensor<E, L::Head> {
        GpuTensor::new(
            self.engine.moved(self.layout.tail().offset_at(i)),
            self.layout.head(),
        )
    }
    /// Is what the first mode counts, at the index `i` of the others, inside? Its first element decides.
    #[inline(always)]
    pub(crate) fn has_vector(self, i: u32) -> bool {
        self.engine.contains(self.layout.tail().offset_at(i))
    }
    /// The values of one copy instruction: those of vector `j` of the first mode, at the index `i` of the others.
    #[inline(always)]
    pub(crate) fn copied(self, i: u32, j: u32) -> GpuTensor<E, Values<L>> {
        let at = add(
            self.layout.tail().offset_at(i),
            self.layout.head().tail().offset_at(j),
        );
        GpuTensor::new(self.engine.moved(at), self.layout.head().head())
    }
    /// Is that vector inside? Its first element decides.
    #[inline(always)]
    pub(crate) fn has_copied(self, i: u32, j: u32) -> bool {
        self.engine.contains(add(
            self.layout.tail().offset_at(i),
            self.layout.head().tail().offset_at(j),
        ))
    }
}
/// The values of an instruction in a tensor ((values, vectors), ..), as `partition_s`, `partition_d` and `retile` make them.
pub(crate) type Values<L> = <<L as Layout>::Head as Layout>::Head;
/// The vectors in its first mode.
pub(crate) type Vectors<L> = <<L as Layout>::Head as Layout>::Tail;
impl<P: Pointer, D: Layout, L: Layout> GpuTensor<Matrix<P, D>, L> {
    /// Is its first element inside of the matrix?
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        self.engine.is_inside()
    }
}
impl<P: Pointer, D: Layout, L: Layout> GpuTensor<Matrix<P, D>, L> {
    /// The tiles of the last of four modes, one after the other.
    #[inline(always)]
    pub fn tiles(self) -> Tiles<P, D, L> {
        Tiles(self)
    }
}

/// The tiles of the last of four modes, in their order: a pointer moves from one to the next, so that no
/// offset is computed for a tile.
pub struct Tiles<P, D, L>(GpuTensor<Matrix<P, D>, L>);
/// A coordinate in the last of four modes.
type Last = (RangeFull, RangeFull, RangeFull, u32);
impl<P: Pointer, D: Layout, L: Layout> Tiles<P, D, L> {
    /// The next one, which has this number; it may be past the last one, and then nothing of it is inside.
    #[inline(always)]
    pub fn next(&mut self, number: u32) -> GpuTensor<Matrix<P, D>, L::Slice<Last>> {
        let GpuTensor { engine, layout, .. } = self.0;
        let at = layout.slice_offset((.., .., .., number));
        let tile = GpuTensor::new(engine.folded(at), layout.sliced((.., .., .., number)));
        let step = layout.slice_offset((.., .., .., 1u32));
        self.0.engine = engine.stepped(step);
        tile
    }
}
