//! Tiled copies: a copy atom repeated over threads and values, and the partition of tensors by it.
//!
//! A tiled copy has a *tile*, an extent for each mode of a tensor, and a *(thread, value) layout*,
//! which says which element of the tile is which value of which thread. A tensor is divided into
//! such tiles. The partition of a thread is its values in one tile, followed by a mode for each
//! direction from tile to tile.
//!
//! Its two ends, the source and the destination, may count differently (module `copy_ends`).

use core::marker::PhantomData;

use super::copy_ends::{CopyAtomLayouts, CopyPartition, Count, Destination, End, EndOf, Source};
use super::copy_tile::{CopyTile, static_tile};
use crate::algebra::algebra_reasons::Composition;
use crate::algebra::tiler::Tiler;
use crate::algebra::width::{ThreadsBy, check_width_in};
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Steps;
use crate::layout::{Layout, Partition, check, check_thread, find_thread};
use crate::number::*;
use crate::profile::PartitionedBy;
use crate::refusal::call::keep_call;
use crate::run_time::{Ignored, demand};

/// The type of [`CopyTiling::tidfrg`] for the end E.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (4, 1)), layout!((1, 8))>;
/// type Global = layout!((128, 64) : (64, 1));
/// assert_layout!(Tidfrg<Copy, Source, Global> == ((4, 32), (8, 1), (4, 2)) : ((8, 64), (1, 0), (2048, 32)));
/// ```
pub type Tidfrg<C, E, T> = <T as Partition>::Shared<<C as CopyTiling>::Of<E>>;
/// The layout type of [`CopyTiling::partition`] for the end E. The type I of the thread number
/// matters only if T is swizzled: then the thread's offset is inside the layout.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (4, 1)), layout!((1, 8))>;
/// type Global = layout!((128, 64) : (64, 1));
/// assert_layout!(CopyPartitioned<Copy, Source, Global> == ((8, 1), 4, 2) : ((1, 0), 2048, 32));
/// ```
pub type CopyPartitioned<C, E, T, I = UTerm> =
    <T as Partition>::ShareOf<<C as CopyTiling>::Of<E>, I>;
/// The offset type of [`CopyTiling::partition`] for the end E and a thread of type I.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (4, 1)), layout!((1, 8))>;
/// type Global = layout!((128, 64) : (64, 1));
/// assert_type_eq_all!(CopyPartitionOffset<Copy, Source, Global, int!(37)>, int!(584)); // 9 * 64 + 8
/// ```
pub type CopyPartitionOffset<C, E, T, I> =
    <T as Partition>::ShareOffset<<C as CopyTiling>::Of<E>, I>;
/// The type of [`CopyTiling::layout_tv`] for the end E.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (4, 1)), layout!((1, 8))>;
/// type Global = layout!((128, 64) : (64, 1));
/// assert_layout!(CopyLayoutTv<Copy, Source> == ((4, 32), (8, 1)) : ((256, 1), (32, 0)));
/// ```
pub type CopyLayoutTv<C, E> = <<C as CopyTiling>::Of<E> as CopyPartition>::LayoutTv;
/// The type of [`CopyTiling::retile`].
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (4, 1)), layout!((1, 8))>;
/// type Global = layout!((128, 64) : (64, 1));
/// assert_layout!(Retile<Copy, layout!((8, 4, 2))> == ((8, 1), 4, 2) : ((1, 0), 8, 32));
/// ```
pub type Retile<C, T> = <<C as CopyTiling>::Of<Source> as CopyPartition>::Retile<T>;

/// A tiled copy: an atom, repeated over threads and values, that partitions tensors.
///
/// [`TiledCopy`] is the only implementor. The trait is for generic code, and names the types of the
/// results.
///
/// Generic code that slices a partition should bound the tile to two modes, `C: CopyTiling<Tile:
/// Tiler<TilerProfile = (usize, usize)>>`: then the compiler knows the profile of the result, and
/// compiles faster.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn of_thread_0<C: CopyTiling, T: Layout>(copy: C, t: T) -> CopyPartitioned<C, Source, T> {
///     copy.partition::<Source, _, _>(t, int!(0)).0
/// }
/// type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;
/// let copy = make_tiled_copy(Atom::default(), layout!((32, 8)), layout!((4, 1)));
/// let part = of_thread_0(copy, layout!((256, 16)));
/// assert_eq!(part, layout!(((4, 1), 2, 2) : ((1, 0), 128, 2048)));
/// ```
pub trait CopyTiling: Copy + 'static {
    /// The atom.
    type Atom: CopyAtomLayouts;
    /// The layout from (thread, value) to the element of the tile, by its column-major index. CuTe:
    /// `TiledLayout_TV`.
    #[doc(alias = "TiledLayout_TV")]
    type LayoutTv: Layout;
    /// The tile. CuTe: `Tiler_MN`.
    #[doc(alias = "Tiler_MN")]
    type Tile: CopyTile;
    /// The value of the tiled copy, which has no data, for generic code.
    ///
    /// ```
    /// use zellige::{construct::RowMajor, prelude::*, atom::*};
    /// /// The configuration of a kernel: who copies which part of a tile, and where it lies.
    /// trait Config {
    ///     type Copy: CopyTiling;
    ///     type Tile: Layout;
    /// }
    /// fn begins<C: Config>(thread: u32) -> usize {
    ///     C::Copy::STATIC.partition::<Source, _, _>(C::Tile::STATIC, thread).1.usize()
    /// }
    ///
    /// /// BM rows of 32 elements, copied by four threads per row.
    /// struct Rows<const BM: usize>;
    /// impl<const BM: usize> Config for Rows<BM>
    /// where
    ///     Const<BM>: StaticInt,
    /// {
    ///     type Copy = MakeTiledCopy<
    ///         CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>,
    ///         RowMajor<(Int<BM>, int!(4))>,
    ///         layout!((1, 8)),
    ///     >;
    ///     type Tile = RowMajor<(Int<BM>, int!(32))>;
    /// }
    /// assert_eq!(begins::<Rows<32>>(37), 9 * 32 + 8);
    /// assert_eq!(begins::<Rows<64>>(137), 34 * 32 + 8);
    /// ```
    ///
    /// A copy by threads or values with run-time extents has no such value, and does not compile:
    /// `a static value is needed here, but .. has run-time integers`.
    const STATIC: Self;
    /// The number of threads, for `threads = ..` of a kernel.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Vector = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;
    /// type Rows = MakeTiledCopy<Vector, layout!((8, 32) : row), layout!((1, 4))>;
    /// assert_eq!(Rows::THREADS, 256);
    /// ```
    const THREADS: u32 = <<Self::LayoutTv as Steps>::Head as Layout>::SIZE as u32;
    /// The partition of tensors at the end E.
    #[doc(hidden)]
    type Of<E: End>: CopyPartition<Cutter = <Self::Tile as Tiler>::TilerProfile>;
    #[doc(hidden)]
    fn of<E: End>(self) -> Self::Of<E>;
    /// Returns the number of threads.
    #[doc(hidden)]
    fn threads(self) -> <<Self::LayoutTv as Steps>::Head as Layout>::Size;
    /// Returns the tile.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// assert_eq!(copy.tile(), shape!((32, 32)));
    /// ```
    fn tile(self) -> Self::Tile;
    /// Returns the layout of a tensor as `(thread, (value in an atom, atom), (rest, rest, ...))`.
    /// CuTe: `tidfrg_S`, `tidfrg_D`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// assert_eq!(
    ///     copy.tidfrg::<Source, _>(layout!((128, 64) : (64, 1))),
    ///     layout!(((4, 32), (8, 1), (4, 2)) : ((8, 64), (1, 0), (2048, 32))),
    /// );
    /// ```
    #[doc(alias("tidfrg_S", "tidfrg_D"))]
    #[inline(always)]
    #[track_caller]
    fn tidfrg<E: End, T: Layout>(self, t: T) -> Tidfrg<Self, E, T> {
        const { check::<Tidfrg<Self, E, T>>() }
        demand!(|faults| t.shared(self.of::<E>(), faults))
    }
    /// Returns a thread's share of a tensor at the end E: the layout, which is the same for all
    /// threads, and the thread's offset. See [`ThrCopy::partition_s`]. The thread number is checked
    /// as in [`TiledCopy::get_slice`].
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// let (mine, offset) = copy.partition::<Source, _, _>(layout!((128, 64) : (64, 1)), 37u32);
    /// assert_eq!((mine, offset), (layout!(((8, 1), 4, 2) : ((1, 0), 2048, 32)), 9 * 64 + 8));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn partition<E: End, T: Layout, I: Integer>(
        self,
        t: T,
        thread: I,
    ) -> (CopyPartitioned<Self, E, T, I>, CopyPartitionOffset<Self, E, T, I>) {
        const {
            check::<CopyPartitioned<Self, E, T, I>>();
            check_thread::<I, <<Self::LayoutTv as Steps>::Head as Layout>::Size>();
            check_width_in::<T, ThreadsBy<Self::Of<E>>, I>()
        }
        demand!(|faults| {
            find_thread(thread, self.threads(), faults);
            t.share_of(self.of::<E>(), thread, faults)
        })
    }
    /// Returns the map from a thread and its value to the element of the tile, by its column-major
    /// index, at the end E: `(thread, (value in an atom, atom))`. CuTe: `get_layoutS_TV`,
    /// `get_layoutD_TV`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_a(Atom::default(), mma);         // 16 x 16 elements
    /// let rows = load.layout_tv::<Source>();
    /// assert_eq!(rows.crd2idx((17u32, 3u32)), 1 + 16 * (8 + 3));  // row 1, columns 8 to 15
    /// let pairs = load.layout_tv::<Destination>();
    /// assert_eq!(pairs.crd2idx((17u32, 3u32)), (4 + 8) + 16 * 3); // rows 4 and 12, columns 2 and 3
    /// ```
    #[doc(alias("get_layoutS_TV", "get_layoutD_TV"))]
    #[inline(always)]
    #[track_caller]
    fn layout_tv<E: End>(self) -> CopyLayoutTv<Self, E> {
        const { check::<CopyLayoutTv<Self, E>>() }
        demand!(|faults| self.of::<E>().layout_tv(faults))
    }
    /// Returns a fragment of an MMA, `(V, M, N, ...)`, in the order of this copy:
    /// `((value in an atom, atom), M, N, ...)`. CuTe: `retile_S`, `retile_D`, which are the same
    /// function.
    ///
    /// Atom by atom, `ldmatrix` fills four registers; B of the MMA takes two at a time:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let mma = mma.permuted((.., int!(32), ..));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_b(Atom::default(), mma);
    /// let fragment = layout!(((2, 2), 4, 2) : ((1, 2), 4, 16));     // of 64 x 32 elements
    /// assert_eq!(load.retile(fragment), layout!(((8, 1), 2, 2) : ((1, 0), 8, 16)));
    /// ```
    #[doc(alias("retile_S", "retile_D"))]
    #[inline(always)]
    #[track_caller]
    fn retile<T: Layout>(self, t: T) -> Retile<Self, T> {
        const { check::<Retile<Self, T>>() }
        demand!(|faults| self.of::<Source>().retile(t, faults))
    }
}

/// A copy by the atom A, repeated over threads and values: L says which element of the tile X is
/// which value of which thread. CuTe: `TiledCopy<Atom, LayoutCopy_TV, ShapeTiler_MN>`.
///
/// [`make_tiled_copy`](super::make_tiled_copy) makes it from layouts of threads and values, and
/// [`make_tiled_copy_a`](super::make_tiled_copy_a) and its siblings for an operand of an MMA.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 8)), layout!((4, 1))>;
/// let copy = Copy::default();
/// assert_type_eq_all!(<Copy as CopyTiling>::Tile, shape!((128, 8)));
/// assert_eq!(size_of_val(&copy), 0);
/// ```
#[doc(alias("make_tiled_copy_impl", "make_tiled_copy_tv"))]
#[derive(Copy, Clone, Debug)]
pub struct TiledCopy<A, L, X> {
    atom: PhantomData<A>,
    layout_tv: L,
    tile: X,
}

/// The (thread, value) layout of an atom A by which the tiled copy counts.
type Reference<A> = <A as CopyAtomLayouts>::LayoutRef;
/// The map from the (thread, value) of the end E to that of the reference.
type ToReference<E, A> = <<Reference<A> as Algebra>::RightInverse as Algebra>::ComposeAs<
    Composition,
    <E as End>::Layout<A>,
>;

impl<A: CopyAtomLayouts, L: Layout, X: CopyTile> CopyTiling for TiledCopy<A, L, X> {
    type Atom = A;
    type LayoutTv = L;
    type Tile = X;
    const STATIC: Self = Self::of_tv(L::STATIC, static_tile::<X>());
    type Of<E: End> = EndOf<E, Count<Reference<A>>, ToReference<E, A>, L, X>;
    #[inline(always)]
    fn of<E: End>(self) -> Self::Of<E> {
        let reference = <Reference<A> as Layout>::UNCHECKED;
        let end = <E::Layout<A> as Layout>::UNCHECKED;
        EndOf {
            end: PhantomData,
            atom: (reference.head().size_modulo(), reference.tail().head().size_modulo()),
            reference: reference.right_inverse().compose_as::<Composition, _>(end, Ignored),
            layout_tv: self.layout_tv,
            tile: self.tile,
        }
    }
    #[inline(always)]
    fn threads(self) -> <L::Head as Layout>::Size {
        self.layout_tv.head().size()
    }
    #[inline(always)]
    fn tile(self) -> X {
        self.tile
    }
}

/// Returns [`STATIC`](CopyTiling::STATIC).
impl<A: CopyAtomLayouts, L: Layout, X: CopyTile> Default for TiledCopy<A, L, X> {
    #[inline(always)]
    fn default() -> Self {
        keep_call!(Self);
        Self::STATIC
    }
}

impl<A, L, X> TiledCopy<A, L, X> {
    /// Returns the copy by the atom A with the given (thread, value) layout and tile.
    #[inline(always)]
    pub(super) const fn of_tv(layout_tv: L, tile: X) -> Self {
        TiledCopy { atom: PhantomData, layout_tv, tile }
    }
    /// Returns the share of one thread, by its number. CuTe: `get_slice`, `get_thread_slice`.
    ///
    /// A thread number out of range is an error, as in
    /// [`TiledMma::get_slice`](super::TiledMma::get_slice).
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// let mine = copy.get_slice(37u32);
    /// assert_eq!(mine.partition_s(layout!((32, 32) : (32, 1))).1, 9 * 32 + 8);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if no thread has the run-time number; on a GPU with debug assertions only.
    #[doc(alias = "get_thread_slice")]
    #[inline(always)]
    #[track_caller]
    pub fn get_slice<I: Integer>(self, thread: I) -> ThrCopy<Self, I>
    where
        L: Layout,
    {
        const { check_thread::<I, <L::Head as Layout>::Size>() }
        demand!(|faults| find_thread(thread, self.layout_tv.head().size_modulo(), faults));
        ThrCopy { copy: self, thread }
    }
}

/// One thread's share of a tiled copy. CuTe: `ThrCopy`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn begins<C: CopyTiling<Tile = shape!((32, 32))>>(mine: ThrCopy<C, u32>) -> u32 {
///     mine.partition_s(layout!((32, 32) : (32, 1))).1.u32()
/// }
/// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
/// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
/// assert_eq!(begins(copy.get_slice(37u32)), 9 * 32 + 8);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct ThrCopy<C, I> {
    copy: C,
    thread: I,
}
/// The profile of the tile of C.
type TileProfile<C> = <<C as CopyTiling>::Tile as Tiler>::TilerProfile;
impl<C: CopyTiling, I: Integer> ThrCopy<C, I> {
    /// Returns the elements of a tensor that this thread reads: the layout
    /// `((value in an atom, atom), rest, rest, ...)`, the same for all threads, and the offset at
    /// which this thread starts. CuTe: `partition_S`.
    ///
    /// Each of 128 threads copies 8 elements of 2 bytes at once. 4 threads side by side cover 32
    /// columns, and 32 above one another cover 32 rows:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// let global = layout!((128, 64) : (64, 1));
    /// let (mine, offset) = copy.get_slice(37u32).partition_s(global);
    /// assert_eq!(mine, layout!(((8, 1), 4, 2) : ((1, 0), 2048, 32)));
    /// assert_eq!(offset, 9 * 64 + 8);                          // 37 = 9 * 4 + 1: row 9, column 8
    /// ```
    ///
    /// For a swizzled tensor the layout is also swizzled, and the thread's offset is inside it:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((16, 8) : (8, 1)), layout!((1, 8)));
    /// let shared = layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1));
    /// let (mine, offset) = copy.get_slice(9u32).partition_d(shared);
    /// assert_eq!(mine.to_string(), "Sw<3,3,3> o 72 o ((_8,_1),_4,_1):((_1,_0),_1024,_0)");
    /// assert_eq!((mine.crd2idx(0u32), offset.usize()), (64 + (8 ^ 8), 0));   // row 1, column 8
    /// ```
    ///
    /// A static extent that the tile does not divide does not compile: `partition_s: mode 0 has 100
    /// elements, which the tile's 32 do not divide`; a run-time extent is rounded up.
    #[doc(alias = "partition_S")]
    #[inline(always)]
    #[track_caller]
    pub fn partition_s<T: Layout<Profile: PartitionedBy<TileProfile<C>>>>(
        self,
        t: T,
    ) -> (CopyPartitioned<C, Source, T, I>, CopyPartitionOffset<C, Source, T, I>) {
        const {
            check::<CopyPartitioned<C, Source, T, I>>();
            check_width_in::<T, ThreadsBy<<C as CopyTiling>::Of<Source>>, I>()
        }
        demand!(|faults| t.share_of(self.copy.of::<Source>(), self.thread, faults))
    }
    /// Returns the elements of a tensor that this thread writes. CuTe: `partition_D`. See
    /// [`partition_s`](ThrCopy::partition_s).
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// let (mine, offset) = copy.get_slice(37u32).partition_d(layout!((32, 64) : (64, 1)));
    /// assert_eq!((mine, offset), (layout!(((8, 1), 1, 2) : ((1, 0), 0, 32)), 9 * 64 + 8));
    /// ```
    #[doc(alias = "partition_D")]
    #[inline(always)]
    #[track_caller]
    pub fn partition_d<T: Layout<Profile: PartitionedBy<TileProfile<C>>>>(
        self,
        t: T,
    ) -> (CopyPartitioned<C, Destination, T, I>, CopyPartitionOffset<C, Destination, T, I>) {
        const {
            check::<CopyPartitioned<C, Destination, T, I>>();
            check_width_in::<T, ThreadsBy<<C as CopyTiling>::Of<Destination>>, I>()
        }
        demand!(|faults| t.share_of(self.copy.of::<Destination>(), self.thread, faults))
    }
    /// Returns a fragment of an MMA as this copy reads it. CuTe: `retile_S`. See
    /// [`retile`](CopyTiling::retile).
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Atom = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
    /// let store = make_tiled_copy_c(Atom::default(), mma);
    /// let sums = mma.partition_fragment::<OperandC, _>(layout!((64, 64)));
    /// assert_eq!(store.get_slice(0u32).retile_s(sums), layout!(((2, 2), 2, 4) : ((1, 2), 4, 8)));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn retile_s<T: Layout>(self, t: T) -> Retile<C, T> {
        const { check::<Retile<C, T>>() }
        demand!(|faults| self.copy.of::<Source>().retile(t, faults))
    }
    /// Returns a fragment of an MMA as this copy writes it. CuTe: `retile_D`. See
    /// [`retile`](CopyTiling::retile).
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_a(Atom::default(), mma);
    /// let factors = mma.partition_fragment::<OperandA, _>(layout!((64, 64)));
    /// assert_eq!(load.get_slice(0u32).retile_d(factors).size(), factors.size());
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn retile_d<T: Layout>(self, t: T) -> Retile<C, T> {
        const { check::<Retile<C, T>>() }
        demand!(|faults| self.copy.of::<Source>().retile(t, faults))
    }
}
