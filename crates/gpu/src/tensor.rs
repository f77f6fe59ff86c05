//! The tensors of a kernel: an engine, and a layout of the elements that begin there.
//!
//! ```text
//! gmem(a, (m, k):(lda, 1))  --local_tile-->  (BLK_M, BLK_K, k)   --partition_s-->  (CPY, CPY_M, CPY_K, k)
//! smem(gpu, 0, Stages)                       (BLK_M, BLK_K, PIPE) --partition_d-->  (CPY, CPY_M, CPY_K, PIPE)
//! ```
//!
//! CuTe: `make_tensor`, `local_tile`, `partition_S`, `partition_D`, `partition_C`, `retile_D`.

// A kernel calls these functions hundreds of times. On a GPU they are inlined. On a CPU they stay
// calls: inlined, they double the time in which a debug build compiles kernels for the emulator.

mod make;
mod matrix;
mod settle;
pub(crate) use make::check_length;
pub use make::{
    GlobalEngine, Im2colPoints, RegisterArray, blas_vector, gmem, identity, im2col, packed,
    packed_registers, rmem, sequence, smem, tma,
};
pub use matrix::Tiles;
pub use settle::{Settle, Settled};
pub use zellige::tensor::registers;

use crate::engine::{Engine, Get, Recast, Set, SharedAddress, is_straight};
use core::marker::PhantomData;
use zellige::Outer;
use zellige::Steps;
use zellige::atom::*;
use zellige::integer::{Add, add};
use zellige::ops::FilterZeros;
use zellige::prelude::*;
use zellige::profile::{CoordFor, FitsSlice, FitsTiler, RestsProfile, check_slice};
use zellige::refusal::Message;
use zellige::tensor::{ThreadTile, check_end, check_modes};

/// A tensor: elements that begin at the engine E, laid out by L.
///
/// S is the pending offset, by which the engine has not been moved yet: offsets of tiles and of
/// threads are added in 32 bits before one multiplication in 64.
#[derive(Copy, Clone)]
pub struct GpuTensor<E, L, S = int!(0)> {
    pub(crate) engine: E,
    pub(crate) layout: L,
    pub(crate) start: S,
}

/// Reports a refused layout here, so that the error points to the line of the caller.
const fn refuse<L: Layout>() {
    if let Some(refusal) = L::REFUSAL {
        refusal.raise()
    }
}
/// Panics if threads of the layout TH do not divide the modes of L into whole tiles: the last tiles
/// would extend past the tensor. An extent that is known only at run time is not checked: a tensor
/// in global memory knows its bounds.
const fn refuse_uneven<L: Layout, TH: Layout>() {
    if let Some(refusal) = uneven_threads::<TH, L::Inner>() {
        refusal.raise()
    }
}
/// Panics if two tensors have different sizes, of all modes or of those that the operation
/// compares.
pub(crate) const fn check_sizes(operation: &'static str, from: usize, to: usize) {
    if from != to {
        let message = Message::new().s(operation);
        let message = message.s(": the tensors have different sizes, ").u(from as u64);
        message.s(" and ").u(to as u64).raise()
    }
}
/// Panics if two tensors have different sizes, or as many modes of different sizes.
pub(crate) const fn check_shapes<F: Layout, T: Layout>(operation: &'static str) {
    check_sizes(operation, F::SIZE, T::SIZE);
    check_modes::<F, T>(operation)
}
/// Panics if two shares ((values, vectors), ...) have different vector counts, or different sizes
/// of the other modes.
pub(crate) const fn check_shares<F: Layout, T: Layout>(operation: &'static str) {
    if F::Tail::SIZE != T::Tail::SIZE || Vectors::<F>::SIZE != Vectors::<T>::SIZE {
        refuse_shares::<F, T>(operation)
    }
}
/// Panics if the offset of a part and the offset of an element in it do not add up to the offset of
/// the element.
const fn check_parts<L: Layout>() {
    if !is_straight::<L>() {
        let m = Message::new().s("the parts of a tensor lie at strides, but ");
        let m = m.cat(&L::TEXT).s(" has none: ");
        m.cat(&<L::Swizzle as Outer>::NAME)
            .s(" is applied to shared memory, where its tensor is settled")
            .raise()
    }
}
/// Panics unless V has so many bytes and each instruction of the share has one vector.
const fn check_recast<V, L: Layout>(bytes: usize) {
    if size_of::<V>() != bytes {
        let m = Message::new().s("recast: the type has ");
        let m = m.u(size_of::<V>() as u64).s(" bytes, not ");
        m.u(bytes as u64).raise()
    }
    if Vectors::<L>::SIZE != 1 {
        let m = Message::new().s("recast: the first mode of ").cat(&L::TEXT);
        let m = m.s(" has ").u(Vectors::<L>::SIZE as u64);
        m.s(" vectors, not 1").raise()
    }
}
/// Panics with a message that names both shares.
pub(crate) const fn refuse_shares<F: Layout, T: Layout>(operation: &'static str) -> ! {
    let message = Message::new().s(operation).s(": the tensors ").cat(&F::TEXT);
    message.s(" and ").cat(&T::TEXT).s(" have different sizes").raise()
}
/// A thread's share of a tensor in a tiled copy, for the source or the destination X.
pub type CopyShare<E, L, C, X> = Settled<E, CopyPartitioned<C, X, L, u32>>;
/// A thread's share of operand O of a tiled MMA.
pub type MmaShare<E, L, M, O> = Settled<E, Partitioned<M, O, L, u32>>;

impl<E: Engine, L: Layout> GpuTensor<E, L> {
    /// Creates a tensor of the elements that begin at the engine, laid out by `layout`.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn new(engine: E, layout: L) -> Self {
        GpuTensor { engine, layout, start: Default::default() }
    }
    /// Returns the engine, from which the layout counts: the position of the tensor's first
    /// element, unless the layout has an offset under a swizzle.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn engine(self) -> E {
        self.engine
    }
}
impl<E: SharedAddress, L: Layout> GpuTensor<E, L> {
    /// Returns the address of the tensor's first element in shared memory, in bytes, also under a
    /// swizzle: what `ldmatrix`, `stmatrix` and bulk copies take.
    ///
    /// ```
    /// use zellige::{atom::smem::LayoutKSw128Atom, prelude::*};
    /// use zellige_gpu::{Bf16, engine::Smem, tensor::GpuTensor};
    /// let memory = Smem::<Bf16>::new(std::ptr::null_mut(), 4096);
    /// let rows = GpuTensor::new(memory, <LayoutKSw128Atom<int!(16)>>::STATIC); // 8 rows of 64
    /// // Row 3 begins after 3 * 128 bytes; there, the swizzle exchanges units 0 and 3 of 16 bytes.
    /// assert_eq!(rows.at((3u32, 0u32)).address(), 4096 + 3 * 128 + 3 * 16);
    /// ```
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn address(self) -> u32 {
        self.element(0).address()
    }
}
impl<E: Engine, L: Layout, S: Integer> GpuTensor<E, L, S> {
    /// Returns the same tensor without a pending offset: its engine is moved to its first element.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn settled(self) -> Settled<E, L>
    where
        E: Settle,
    {
        self.engine.settle(self.layout, self.start)
    }
    /// Returns its layout.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn layout(self) -> L {
        self.layout
    }
    /// Reads the element at the coordinate. CuTe: `tensor(c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let mut memory = [0, 10, 20, 30, 40, 50];
    /// let matrix = gmem(memory.as_mut_ptr(), layout!((2u32, 3u32) : (3u32, 1)));
    /// // SAFETY: the memory has 2 by 3 elements.
    /// unsafe { matrix.write((0u32, 1u32), matrix.read((1u32, 2u32)) + 1) };
    /// assert_eq!(memory, [0, 51, 20, 30, 40, 50]);
    /// ```
    ///
    /// # Safety
    ///
    /// The element exists, and nothing writes it meanwhile.
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub unsafe fn read<C: CoordFor<L>>(self, c: C) -> E::Element
    where
        E: Settle<Engine<L>: Get + Engine<Element = E::Element>>,
    {
        self.domain_offset(c).settled().engine.get()
    }
    /// Writes the element at the coordinate. CuTe: `tensor(c) = element`.
    ///
    /// # Safety
    ///
    /// The element exists, and nothing else reads or writes it meanwhile.
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub unsafe fn write<C: CoordFor<L>>(self, c: C, element: E::Element)
    where
        E: Settle<Engine<L>: Set + Engine<Element = E::Element>>,
    {
        self.domain_offset(c).settled().engine.set(element)
    }
    /// Reads the element at the coordinate if it is inside its matrix, and returns `other`
    /// otherwise.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let memory = [0, 10, 20, 30, 40, 50];
    /// let tile = gmem(memory.as_ptr(), layout!((2u32, 3u32) : (3u32, 1))).local_tile(shape!((2, 2)), (0u32, 1u32));
    /// // SAFETY: the matrix has 2 by 3 elements.
    /// let row = unsafe { [tile.read_or((1u32, 0u32), -1), tile.read_or((1u32, 1u32), -1)] };
    /// assert_eq!(row, [50, -1]); // the tile begins at the last column
    /// ```
    ///
    /// # Safety
    ///
    /// If the element is inside, the conditions of [`read`](Self::read) hold.
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub unsafe fn read_or<C: CoordFor<L>>(self, c: C, other: E::Element) -> E::Element
    where
        E: Settle<Engine<L>: Get + Engine<Element = E::Element>>,
    {
        let place = self.domain_offset(c).settled().engine;
        if place.has_element() { place.get() } else { other }
    }
    /// Writes the element at the coordinate if it is inside its matrix.
    ///
    /// # Safety
    ///
    /// If the element is inside, the conditions of [`write`](Self::write) hold.
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub unsafe fn write_if<C: CoordFor<L>>(self, c: C, element: E::Element)
    where
        E: Settle<Engine<L>: Set + Engine<Element = E::Element>>,
    {
        let place = self.domain_offset(c).settled().engine;
        if place.has_element() {
            place.set(element)
        }
    }
    /// Returns the tensor that begins at the coordinate `c`. CuTe: `domain_offset`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let memory = [0f32; 5 * 7];
    /// let matrix = gmem(memory.as_ptr(), layout!((5u32, 7u32) : (7u32, 1)));
    /// let tile = matrix.domain_offset((3u32, 1u32)).local_tile(shape!((2, 2)), (0u32, 2u32)).settled();
    /// assert_eq!(tile.engine().coordinate(), (3, 1 + 2 * 2));
    /// ```
    #[allow(clippy::type_complexity)] // an alias cannot bound L by `Layout`
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn domain_offset<C: CoordFor<L>>(
        self,
        c: C,
    ) -> GpuTensor<E, L, Add<S, <L::Inner as Layout>::Crd2Idx<C>>> {
        GpuTensor {
            engine: self.engine,
            layout: self.layout,
            start: add(self.start, self.layout.inner().offset_at(c)),
        }
    }
    /// Returns the tile at `c` among those into which `tiler` divides the tensor. CuTe:
    /// `local_tile`.
    ///
    /// In global memory the tile may reach past the end of the tensor. It knows where the end is:
    /// [`read_or`](Self::read_or), `copy_if` and `transform_if` skip the elements behind it, and
    /// [`Engine::has_element`] tells.
    #[allow(clippy::type_complexity)] // an alias cannot bound L by `Layout`
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn local_tile<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> GpuTensor<E, L::LocalTile<T, C>, Add<S, L::LocalTileOffset<T, C>>>
    where
        T: TilerFor<L>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<L, T>>>,
    {
        const { refuse::<L::LocalTile<T, C>>() }
        let (layout, offset) = self.layout.local_tile(tiler, c);
        GpuTensor { engine: self.engine, layout, start: add(self.start, offset) }
    }
    /// Returns the share of one thread: one element of each tile of the shape of `threads`, a
    /// layout that numbers the threads. CuTe: `local_partition`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{tensor::{gmem, rmem}, transform::transform};
    /// let memory: Vec<u32> = (0..32).collect();
    /// let tile = gmem(memory.as_ptr(), layout!((4u32, 8u32) : (8u32, 1))).local_tile(shape!((4, 8)), (0u32, 0u32));
    /// let threads = layout!((2, 4) : (4, 1));           // 8 threads, four in a row
    /// let mut mine = [0; 4];
    /// // SAFETY: the memory has all elements.
    /// unsafe { transform(tile.local_partition(threads, 5), rmem(&mut mine, layout!((2, 2))), |x| x) };
    /// assert_eq!(mine, [9, 25, 13, 29]);                // at (1, 1) of each tile of 2 by 4
    /// ```
    ///
    /// Threads that do not divide a mode of static extent into whole tiles do not compile:
    /// `local_partition: mode 0 of the tile has 60 elements, which 8 threads do not divide`. In
    /// generic code, bound their profile, `TH: Layout<Profile = (usize,
    /// usize)>`, or their shape, `TH: Layout<Shape = (int!(8), int!(16))>`.
    #[allow(clippy::type_complexity)] // an alias cannot bound L by `Layout`
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn local_partition<TH>(
        self,
        threads: TH,
        thread: u32,
    ) -> Settled<E, L::LocalPartition<TH, u32>>
    where
        TH: Layout,
        ThreadTile<TH>: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        E: Settle,
    {
        const {
            refuse::<L::LocalPartition<TH, u32>>();
            refuse_uneven::<L, TH>()
        }
        let (layout, offset) = self.layout.local_partition(threads, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
    /// Returns the share that the thread reads in the tiled copy. CuTe: `partition_S`.
    #[doc(alias = "partition_S")]
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn partition_s<C: CopyTiling>(self, copy: C, thread: u32) -> CopyShare<E, L, C, Source>
    where
        E: Settle,
    {
        const { refuse::<CopyPartitioned<C, Source, L, u32>>() }
        let (layout, offset) = copy.partition::<Source, _, _>(self.layout, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
    /// Returns the share that the thread writes in the tiled copy. CuTe: `partition_D`.
    #[doc(alias = "partition_D")]
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn partition_d<C: CopyTiling>(self, copy: C, thread: u32) -> CopyShare<E, L, C, Destination>
    where
        E: Settle,
    {
        const { refuse::<CopyPartitioned<C, Destination, L, u32>>() }
        let (layout, offset) = copy.partition::<Destination, _, _>(self.layout, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
    /// Returns the thread's share of operand O of the tiled MMA. CuTe: `partition_A`,
    /// `partition_B`, `partition_C`.
    #[doc(alias("partition_A", "partition_B", "partition_C"))]
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn partition<O: Operand, M: MmaTiling>(self, mma: M, thread: u32) -> MmaShare<E, L, M, O>
    where
        E: Settle,
    {
        const { refuse::<Partitioned<M, O, L, u32>>() }
        let (layout, offset) = mma.partition::<O, _, _>(self.layout, thread);
        self.engine.settle(layout, add(self.start, offset))
    }
}
impl<E: Engine, L: Layout, S: Integer> GpuTensor<E, L, S> {
    /// Returns the modes that are `..` in `c`, at the coordinates given for the other modes. CuTe:
    /// `tensor(c)` with `_`.
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn at<C: Coord<CoordProfile: FitsSlice<L::Profile>>>(
        self,
        c: C,
    ) -> GpuTensor<E, L::Slice<C>, S> {
        self.slice_at(c)
    }
    /// Slices as [`at`](Self::at) does if the compiler does not know the profile of the layout, in
    /// code that is generic over tiled copies or layouts.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// use zellige_gpu::{Gpu, copy::copy, tensor::{rmem, smem}};
    /// /// A thread copies its share of the stages S (rows, columns, stage), one after the other.
    /// unsafe fn stages<G: Gpu, C, S: Layout>(gpu: G, all: C, stages: S, registers: &mut [f32; 8])
    /// where
    ///     C: CopyTiling<Atom = CopyAtom<copy::UniversalCopy<int!(32)>, int!(32)>>,
    /// {
    ///     let mine = smem::<f32, _>(gpu, 0, stages).partition_s(all, gpu.thread());
    ///     for stage in 0..4 {
    ///         // SAFETY: the block's memory holds the stages.
    ///         unsafe { copy(gpu, all, mine.slice((.., .., .., stage)), rmem(registers, layout!((1, 8)))) }
    ///     }
    /// }
    /// ```
    ///
    /// A slice that does not fit does not compile. For a layout without stages the error is
    /// `the slice (..,..,..,i) does not fit the layout (_1,_8,_1):(_0,_32,_0): it has one coordinate or .. per mode`.
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn slice<C: Coord>(self, c: C) -> GpuTensor<E, L::Slice<C>, S> {
        const { check_slice::<L, C>() }
        self.slice_at(c)
    }
    /// Slices at a coordinate that fits the layout.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn slice_at<C: Coord>(self, c: C) -> GpuTensor<E, L::Slice<C>, S> {
        GpuTensor {
            engine: self.engine.moved(self.layout.slice_offset(c)),
            layout: self.layout.sliced(c),
            start: self.start,
        }
    }
    /// Returns the elements that the layout `b` picks by their index: see
    /// [`compose`](zellige::Algebra::compose). CuTe: `composition(tensor, b)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{tensor::rmem, transform::transform};
    /// // A matrix of two rows, column by column, and its transpose.
    /// let (mut matrix, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
    /// let transposed = rmem(&mut matrix, layout!((2, 3))).compose(layout!((3, 2) : (2, 1)));
    /// // SAFETY: both arrays live longer than the tensors.
    /// unsafe { transform(transposed, rmem(&mut columns, layout!((3, 2))), |x| x) };
    /// assert_eq!(columns, [1, 3, 5, 2, 4, 6]);
    /// ```
    ///
    /// Generic code that does not know the modes of the result gives the same memory another
    /// layout: `GpuTensor::new(s.engine(), layout!((columns, rows) : (rows, 1)))`.
    ///
    /// A static layout that reaches past a static tensor does not compile:
    /// `a tensor of 6 elements cannot be composed with _4:_2, which reaches index 6`.
    #[doc(alias = "composition")]
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn compose<B: Layout>(self, b: B) -> GpuTensor<E, L::Compose<B>, S> {
        const {
            refuse::<L::Compose<B>>();
            check_end::<L, B>()
        }
        GpuTensor { engine: self.engine, layout: self.layout.compose(b), start: self.start }
    }
}
impl<E: Engine, L: Layout> GpuTensor<E, L> {
    /// Returns a fragment in the order of the tiled copy. CuTe: `retile_S`, `retile_D`.
    #[doc(alias("retile_S", "retile_D"))]
    #[track_caller]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn retile<C: CopyTiling>(self, copy: C) -> GpuTensor<E, Retile<C, L>> {
        const { refuse::<Retile<C, L>>() }
        GpuTensor::new(self.engine, copy.retile(self.layout))
    }
    /// Returns each element once: only the first one of a mode with a static stride of 0. CuTe:
    /// `filter_zeros`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{tensor::rmem, transform::transform};
    /// // A number for each of two rows of 8, in memory and in registers: only two numbers are
    /// // read.
    /// let (mut memory, mut registers) = ([1.5, 2.5], [0.0; 2]);
    /// let rows = layout!((2, 8) : (1, 0));
    /// let (from, to) = (rmem(&mut memory, rows).filter_zeros(), rmem(&mut registers, rows).filter_zeros());
    /// assert_eq!(from.layout(), layout!((2, 1) : (1, 0)));
    /// // SAFETY: both arrays live longer than the tensors.
    /// unsafe { transform(from, to, |x| 2.0 * x) };
    /// assert_eq!(registers, [3.0, 5.0]);
    /// ```
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn filter_zeros(self) -> GpuTensor<E, FilterZeros<L>> {
        const { refuse::<FilterZeros<L>>() }
        GpuTensor::new(self.engine, self.layout.filter_zeros())
    }
    /// Returns the values of each instruction as one element of type V, of BYTES bytes, in a share
    /// ((values, 1), ...) that `partition_s` or `partition_d` returns. CuTe: `recast<V>`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// use zellige_gpu::{Bf16, tensor::{gmem, rmem}, transform::transform_or};
    /// type Pairs = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>, layout!((1, 1)), layout!((1, 2))>;
    /// let memory = [0x0002_0001u32, 0x0004_0003];
    /// let row = gmem(memory.as_ptr().cast::<Bf16>(), layout!((1u32, 4u32) : (4u32, 1)));
    /// let pairs = row.local_tile(shape!((1, 6)), (0u32, 0u32)).partition_s(Pairs::STATIC, 0).recast::<u32, 4>();
    /// let mut words = [1; 3];
    /// // SAFETY: the memory has the pairs that are inside, and is aligned to them.
    /// unsafe { transform_or(pairs, 0, rmem(&mut words, layout!(3)), |pair| pair) };
    /// assert_eq!(words, [0x0002_0001, 0x0004_0003, 0]);
    /// ```
    ///
    /// An element is read or written in one access of BYTES bytes, and is aligned to them.
    ///
    /// Values that are not contiguous do not compile where they are read or written:
    /// `a vector of the elements .. does not lie side by side in a matrix of the layout ..`.
    #[doc(alias("recast_tensor", "recast_ptr"))]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn recast<V: Plain, const BYTES: usize>(
        self,
    ) -> GpuTensor<Recast<E, V, Values<L>, BYTES>, L::Tail> {
        const { check_recast::<V, L>(BYTES) }
        GpuTensor::new(Recast(self.engine, PhantomData), self.layout.tail())
    }
    /// Returns the engine of the element at the index `i`.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(crate) fn element(self, i: u32) -> E {
        self.engine.moved(self.layout.offset_at(i))
    }
    /// Returns the elements of the first mode, at the index `i` of the others.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(crate) fn vector(self, i: u32) -> GpuTensor<E, L::Head> {
        const { check_parts::<L>() }
        GpuTensor::new(self.engine.moved(self.layout.tail().offset_at(i)), self.layout.head())
    }
    /// Returns whether the elements of the first mode, at the index `i` of the others, are inside.
    /// The first element decides.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(crate) fn has_vector(self, i: u32) -> bool {
        const { check_parts::<L>() }
        self.engine.contains(self.layout.tail().offset_at(i))
    }
    /// Returns the values of one copy instruction: vector `j` of the first mode, at the index `i`
    /// of the others.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(crate) fn copied(self, i: u32, j: u32) -> GpuTensor<E, Values<L>> {
        let at = self.copied_at(i, j);
        GpuTensor::new(self.engine.moved(at), self.layout.head().head())
    }
    /// Returns whether that vector is inside. Its first element decides.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(crate) fn has_copied(self, i: u32, j: u32) -> bool {
        self.engine.contains(self.copied_at(i, j))
    }
    /// Returns the offset at which that vector begins.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn copied_at(self, i: u32, j: u32) -> impl Integer {
        const { check_parts::<L>() }
        add(self.layout.tail().offset_at(i), self.layout.head().tail().offset_at(j))
    }
    /// Returns the same offset, at the index `i` of the second mode and `rest` of the others.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(crate) fn copied_in(self, (i, rest): (u32, u32), j: u32) -> impl Integer {
        const { check_parts::<L>() }
        let others = self.layout.tail();
        add(
            add(others.head().offset_at(i), others.tail().offset_at(rest)),
            self.layout.head().tail().offset_at(j),
        )
    }
}
/// The values of an instruction in a tensor ((values, vectors), ...), as returned by `partition_s`,
/// `partition_d` and `retile`.
pub(crate) type Values<L> = <<L as Steps>::Head as Steps>::Head;
/// The vectors in the first mode of such a tensor.
pub(crate) type Vectors<L> = <<L as Steps>::Head as Steps>::Tail;
