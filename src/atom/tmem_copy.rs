//! Copies between tensor memory and registers, `tcgen05.ld` and `tcgen05.st`, and from shared
//! memory, `tcgen05.cp`.
//!
//! An instruction copies a rectangle of lanes and columns. The (thread, bit) layouts at its ends
//! are those of any [`CopyOperation`]. In tensor memory, every thread has the whole rectangle,
//! since the instruction takes one address for a warp, the same in all threads.
//! [`TmemCopyOperation::ValId`] says where the bits of the rectangle are in tensor memory. A warp
//! reaches the 32 lanes of its quarter, and the lane here is relative to the address:
//!
//! ```text
//! register r of thread t     registers   lane                   column
//! 32dp32b   .32x32b.xN       N           t                      r
//! 16dp64b   .16x64b.xN       N           t / 4 + 8 (t % 2)      2r + t / 2 % 2
//! 16dp128b  .16x128b.xN      2N          t / 4 + 8 (r % 2)      t % 4 + 4 (r / 2)
//! 16dp256b  .16x256b.xN      4N          t / 4 + 8 (r / 2 % 2)  2 (t % 4) + r % 2 + 8 (r / 4)
//! 16dp32b   .16x32bx2.xN, N  N           t % 16                 r + N (t / 16)
//! ```
//!
//! CuTe's names have the number N of repetitions in them: `SM100_TMEM_LOAD_32dp32b8x` is
//! `SM100_TMEM_LOAD_32dp32b<int!(8)>`. [`make_tmem_copy`] repeats a copy on the four warps of a
//! warpgroup, as far as one address for each reaches, and a partition by it repeats that over the
//! tensor:
//!
//! ```
//! use zellige::{atom::{*, tmem::*, tmem_copy::*}, prelude::*};
//! type D = TmemFragment<shape!(((128, 128), 1, 1)), TmemFrg1sm<int!(32)>>;
//! let d = D::layout().get(int!(0));                     // 128 x 128
//! type Atom = CopyAtom<SM100_TMEM_LOAD_32dp32b<int!(32)>, int!(32)>;
//! let load = make_tmem_copy(Atom::default(), d);
//! // Thread 37 is in the second warp. It names lane 32 and gets row 37, 32 columns at a time.
//! let (named, offset) = load.get_slice(37u32).partition_s(d);
//! assert_eq!(D::address(offset), Address::new(32, 0));
//! assert_eq!(named, layout!((((32, 32), 1), 1, 4) : (((1, 65536), 0), 0, 32)));
//! let (row, offset) = load.get_slice(37u32).partition_d(layout!((128, 128) : (128, 1)));
//! assert_eq!((row, offset), (layout!(((32, 1), 1, 4) : ((1, 0), 0, 32)), 37 * 128));
//! ```
//!
//! `zellige-gpu` executes loads, stores and copies from shared memory: see [`tmem`](super::tmem).
//! [`utccp`](super::utccp) says what such copies do with a tile of scale factors.

use core::marker::PhantomData;

use super::copy_ends::CopyAtomLayouts;
use super::operand_partition::Second;
use super::tiled_copy::TiledCopy;
use super::{CopyAtom, CopyOperation};
use crate::algebra::algebra_reasons::Composition;
use crate::algebra::tiler;
use crate::construct::ColMajor;
use crate::integer::{Div, Int, Integer, Mul};
use crate::layout;
use crate::layout::{Algebra, Layout, Recast, Simplify, Steps, Strided};
use crate::number::{N1, N2, UTerm};
use crate::refusal::Message;
use crate::tuple::measure::ProductEach;

/// A copy instruction with an end in tensor memory. CuTe: `Copy_Traits<SM100_TMEM_LOAD_..>`.
///
/// ```
/// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
/// type Op = SM100_TMEM_LOAD_16dp64b<int!(2)>;
/// // 128 bits of each of 16 lanes; a lane has 2^21 bits, as far as addresses can count.
/// assert_type_eq_all!(<Op as TmemCopyOperation>::ValId, layout!((128, 16) : (1, 2097152)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not copy to or from tensor memory",
    label = "must be one of `zellige::atom::tmem_copy`"
)]
pub trait TmemCopyOperation: CopyOperation {
    /// From the bits of the rectangle to the bits of tensor memory, relative to the address. CuTe:
    /// `ValID`.
    #[doc(alias = "ValID")]
    type ValId: Layout;
    /// Why the instruction does not exist.
    #[doc(hidden)]
    const FAULT: Option<Message>;
}

/// The rectangle of a load or store, and the registers for it. CuTe has it in the names.
///
/// ```
/// use zellige::{atom::tmem_copy::*, prelude::*};
/// assert_type_eq_all!(<Dp16b256 as TmemShape>::Lanes, int!(16));
/// assert_type_eq_all!(<Dp16b256 as TmemShape>::Bits, int!(256));
/// ```
pub trait TmemShape: Copy + 'static {
    /// The names in CuTe: of the load of words and that of halves, then of the stores.
    const NAMES: [[&'static str; 2]; 2];
    /// The number of lanes.
    type Lanes: Integer;
    /// The number of bits of each lane that one repetition copies.
    type Bits: Integer;
    /// From (thread, bit) to the bit of the rectangle, with N repetitions.
    type Registers<N: Integer>: Layout;
}
/// Whether a register has a word of tensor memory, [`Words`], or the lower halves of two,
/// [`Halves`].
///
/// ```
/// use zellige::{atom::tmem_copy::*, prelude::*};
/// assert_layout!(<Halves as Packing>::Columns<int!(64)> == (16, 4) : (1, 32));
/// ```
pub trait Packing: Copy + 'static {
    /// The index into a pair of names: 0 or 1.
    #[doc(hidden)]
    const INDEX: usize;
    /// From B bits of a lane in registers to those in tensor memory.
    type Columns<B: Integer>: Layout;
}
/// A register has a word of tensor memory.
///
/// ```
/// use zellige::{atom::tmem_copy::*, prelude::*};
/// assert_layout!(<Words as Packing>::Columns<int!(64)> == 64 : 1);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Words;
/// A register has the lower halves of two words: `.pack::16b`, `.unpack::16b`. CuTe: `_16b`.
///
/// ```
/// use zellige::{atom::tmem_copy::*, prelude::*};
/// assert_layout!(<Halves as Packing>::Columns<int!(32)> == (16, 2) : (1, 32));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Halves;
impl Packing for Words {
    const INDEX: usize = 0;
    type Columns<B: Integer> = Strided<B, N1>;
}
impl Packing for Halves {
    const INDEX: usize = 1;
    type Columns<B: Integer> = Strided<(Int<16>, Div<B, Int<16>>), (N1, Int<32>)>;
}

/// The number of bits of a lane that N repetitions of T copy.
type BitsOf<T, N> = Mul<<T as TmemShape>::Bits, N>;
/// The whole rectangle, for each thread.
type Rectangle<T, N> = Strided<(Int<32>, Mul<<T as TmemShape>::Lanes, BitsOf<T, N>>), (UTerm, N1)>;
/// The bits of the rectangle in tensor memory.
type Places<T, N, P> = <<P as Packing>::Columns<BitsOf<T, N>> as Steps>::Pair<
    Strided<<T as TmemShape>::Lanes, Int<2097152>>,
>;
type RegistersOf<T, N> = <T as TmemShape>::Registers<N>;
/// Returns the number of registers of N repetitions of T: the rectangle, among 32 threads.
const fn registers<T: TmemShape, N: Integer>() -> u64 {
    T::Lanes::KNOWN * T::Bits::KNOWN / 1024 * N::KNOWN
}
/// Returns why N repetitions of T, with this name, do not exist.
const fn no_repetitions<T: TmemShape, N: Integer>(name: &str) -> Option<Message> {
    let m = Message::new().s(name).s(": ").u(N::KNOWN).s(" repetitions");
    if !N::KNOWN.is_power_of_two() {
        return Some(m.s(" are not a power of two"));
    }
    match registers::<T, N>() {
        0..=128 => None,
        registers => Some(m.s(" take ").u(registers).s(" registers of the 128 that there may be")),
    }
}

macro_rules! copies {
    ($($(#[$m:meta])* $Copy:ident $names:literal $Src:ident $Dst:ident;)*) => { $(
        $(#[$m])*
        #[derive(Copy, Clone, Debug, Default)]
        pub struct $Copy<T, N, P = Words>(PhantomData<(T, N, P)>);
        #[diagnostic::do_not_recommend]
        impl<T: TmemShape, N: Integer, P: Packing> CopyOperation for $Copy<T, N, P> {
            const NAME: &'static str = T::NAMES[$names][P::INDEX];
            type ThrId = layout!(32 : 1);
            type LayoutSrc = $Src<T, N>;
            type LayoutDst = $Dst<T, N>;
            type LayoutRef = Rectangle<T, N>;
        }
        #[diagnostic::do_not_recommend]
        impl<T: TmemShape, N: Integer, P: Packing> TmemCopyOperation for $Copy<T, N, P> {
            type ValId = Places<T, N, P>;
            const FAULT: Option<Message> = no_repetitions::<T, N>(Self::NAME);
        }
    )* };
}
copies! {
    /// N repetitions of a load of the shape T: `tcgen05.ld`.
    ///
    /// ```
    /// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
    /// type Op = TmemLoad<Dp32b32, int!(4)>;
    /// assert_layout!(<Op as CopyOperation>::LayoutDst == (32, 128) : (128, 1));
    /// ```
    TmemLoad 0 Rectangle RegistersOf;
    /// N repetitions of a store of the shape T: `tcgen05.st`.
    ///
    /// ```
    /// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
    /// type Op = TmemStore<Dp32b32, int!(4)>;
    /// assert_layout!(<Op as CopyOperation>::LayoutSrc == (32, 128) : (128, 1));
    /// ```
    TmemStore 1 RegistersOf Rectangle;
}

macro_rules! alias {
    ($Name:ident $Op:ident $Shape:ident $Packing:ident $end:literal $two:literal $what:expr) => {
        #[doc = $what]
        ///
        /// ```
        /// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
        #[doc = concat!("type Op = ", stringify!($Name), "<int!(2)>;")]
        #[doc = concat!("assert_layout!(<Op as CopyOperation>::", $end, " == ", $two, ");")]
        /// ```
        #[allow(non_camel_case_types)]
        pub type $Name<N> = $Op<$Shape, N, $Packing>;
    };
}
macro_rules! shapes {
    ($($Shape:ident $name:literal $Load:ident $LoadHalves:ident $Store:ident $StoreHalves:ident:
        $lanes:literal, $bits:literal, |$N:ident| $R:ty, $two:literal;)*) => { $(
        #[doc = concat!("The shape `", $name, "`: ", $bits, " bits of each of ", $lanes, " lanes.")]
        ///
        /// ```
        /// use zellige::{atom::tmem_copy::*, prelude::*};
        #[doc = concat!("type Shape = ", stringify!($Shape), ";")]
        #[doc = concat!("assert_layout!(<Shape as TmemShape>::Registers<int!(2)> == ", $two, ");")]
        /// ```
        #[derive(Copy, Clone, Debug, Default)]
        pub struct $Shape;
        #[diagnostic::do_not_recommend]
        impl TmemShape for $Shape {
            const NAMES: [[&'static str; 2]; 2] = [
                [stringify!($Load), stringify!($LoadHalves)],
                [stringify!($Store), stringify!($StoreHalves)],
            ];
            type Lanes = Int<$lanes>;
            type Bits = Int<$bits>;
            type Registers<$N: Integer> = $R;
        }
        alias!($Load TmemLoad $Shape Words "LayoutDst" $two
            concat!("A load of N repetitions, `tcgen05.ld", $name, "`, a word to a register."));
        alias!($LoadHalves TmemLoad $Shape Halves "LayoutDst" $two
            concat!("A load of N repetitions, `tcgen05.ld", $name, ".pack::16b`."));
        alias!($Store TmemStore $Shape Words "LayoutSrc" $two
            concat!("A store of N repetitions, `tcgen05.st", $name, "`, a word from a register."));
        alias!($StoreHalves TmemStore $Shape Halves "LayoutSrc" $two
            concat!("A store of N repetitions, `tcgen05.st", $name, ".unpack::16b`."));
    )* };
}
/// The layout (threads, bits), without the modes of one element in the bits.
type Pair<T, V> = <T as Steps>::Pair<<V as Simplify>::Coalesce>;
shapes! {
    Dp32b32 ".32x32b" SM100_TMEM_LOAD_32dp32b SM100_TMEM_LOAD_32dp32b_16b
        SM100_TMEM_STORE_32dp32b SM100_TMEM_STORE_32dp32b_16b: 32, 32,
        |N| Strided<(Int<32>, Mul<Int<32>, N>), (Mul<Int<32>, N>, N1)>,
        "(32, 64) : (64, 1)";
    Dp16b64 ".16x64b" SM100_TMEM_LOAD_16dp64b SM100_TMEM_LOAD_16dp64b_16b
        SM100_TMEM_STORE_16dp64b SM100_TMEM_STORE_16dp64b_16b: 16, 64,
        |N| Pair<
            Strided<(N2, N2, Int<8>), (Mul<Int<512>, N>, Int<32>, Mul<Int<64>, N>)>,
            Strided<(Int<32>, N), (N1, Int<64>)>,
        >,
        "((2, 2, 8), (32, 2)) : ((1024, 32, 128), (1, 64))";
    Dp16b128 ".16x128b" SM100_TMEM_LOAD_16dp128b SM100_TMEM_LOAD_16dp128b_16b
        SM100_TMEM_STORE_16dp128b SM100_TMEM_STORE_16dp128b_16b: 16, 128,
        |N| Pair<
            Strided<(Int<4>, Int<8>), (Int<32>, Mul<Int<128>, N>)>,
            Strided<(Int<32>, N2, N), (N1, Mul<Int<1024>, N>, Int<128>)>,
        >,
        "((4, 8), (32, 2, 2)) : ((32, 256), (1, 2048, 128))";
    Dp16b256 ".16x256b" SM100_TMEM_LOAD_16dp256b SM100_TMEM_LOAD_16dp256b_16b
        SM100_TMEM_STORE_16dp256b SM100_TMEM_STORE_16dp256b_16b: 16, 256,
        |N| Pair<
            Strided<(Int<4>, Int<8>), (Int<64>, Mul<Int<256>, N>)>,
            Strided<(Int<64>, N2, N), (N1, Mul<Int<2048>, N>, Int<256>)>,
        >,
        "((4, 8), (64, 2, 2)) : ((64, 512), (1, 4096, 256))";
    Dp16b32 ".16x32bx2" SM100_TMEM_LOAD_16dp32b SM100_TMEM_LOAD_16dp32b_16b
        SM100_TMEM_STORE_16dp32b SM100_TMEM_STORE_16dp32b_16b: 16, 64,
        |N| Strided<((Int<16>, N2), Mul<Int<32>, N>), ((Mul<Int<64>, N>, Mul<Int<32>, N>), N1)>,
        "((16, 2), 64) : ((128, 64), 1)";
}

/// A load of N repetitions that also returns the largest or smallest word of each lane,
/// `tcgen05.ld.red` of `sm_103a`: it copies as [`SM100_TMEM_LOAD_32dp32b`] does.
///
/// ```
/// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
/// type Op = SM100_TMEM_LOAD_STAT_32dp32b<int!(32)>;
/// assert_layout!(<Op as CopyOperation>::LayoutDst == (32, 1024) : (1024, 1));
/// ```
#[allow(non_camel_case_types)]
pub type SM100_TMEM_LOAD_STAT_32dp32b<N> = SM100_TMEM_LOAD_32dp32b<N>;

macro_rules! from_shared {
    ($($Name:ident $name:literal:
        ValId [$($val:tt)*] Src [$($src:tt)*] Dst [$($dst:tt)*];)*) => { $(
        #[doc = concat!("A copy from shared memory, `tcgen05.cp", $name, "`, by Q CTAs, 1 or 2.")]
        ///
        /// | | bit |
        /// |---|---|
        #[doc = concat!("| ValId | `", stringify!($($val)*), "` |")]
        #[doc = concat!("| Src | `", stringify!($($src)*), "` |")]
        #[doc = concat!("| Dst, Ref | `", stringify!($($dst)*), "` |")]
        ///
        /// ```
        /// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
        #[doc = concat!("type Op = ", stringify!($Name), "<int!(2)>;")]
        /// type ValId = <Op as TmemCopyOperation>::ValId;
        #[doc = concat!("assert_layout!(ValId == ", stringify!($($val)*), ");")]
        /// assert_layout!(<Op as CopyOperation>::ThrId == 2 : 1);
        /// ```
        #[allow(non_camel_case_types)]
        #[derive(Copy, Clone, Debug, Default)]
        pub struct $Name<Q>(PhantomData<Q>);
        #[diagnostic::do_not_recommend]
        impl<Q: Integer> CopyOperation for $Name<Q> {
            const NAME: &'static str = stringify!($Name);
            type ThrId = ColMajor<Q>;
            type LayoutSrc = <Strided<Q, UTerm> as Steps>::Pair<layout!($($src)*)>;
            type LayoutDst = <Strided<Q, UTerm> as Steps>::Pair<layout!($($dst)*)>;
            type LayoutRef = Self::LayoutDst;
        }
        #[diagnostic::do_not_recommend]
        impl<Q: Integer> TmemCopyOperation for $Name<Q> {
            type ValId = layout!($($val)*);
            const FAULT: Option<Message> = match Q::KNOWN {
                1 | 2 => None,
                ctas => Some(Message::new().s(Self::NAME).s(": 1 or 2 CTAs, not ").u(ctas)),
            };
        }
    )* };
}
from_shared! {
    SM100_UTCCP_128dp256bit ".128x256b":
        ValId [(128, 256) : (2097152, 1)]
        Src [32768 : 1]
        Dst [32768 : 1];
    SM100_UTCCP_128dp128bit ".128x128b":
        ValId [(128, 128) : (2097152, 1)]
        Src [16384 : 1]
        Dst [16384 : 1];
    SM100_UTCCP_4dp256bit ".4x256b":
        ValId [(128, 256) : (2097152, 1)]
        Src [(4, 256) : (32, 128)]
        Dst [(4, 256) : (32, 128)];
    SM100_UTCCP_4x32dp128bit ".32x128b.warpx4":
        ValId [(32, 128, 4) : (2097152, 1, 67108864)]
        Src [(32, 128, 4) : (1, 32, 0)]
        Dst [16384 : 1];
    SM100_UTCCP_2x64dp128bitlw0213 ".64x128b.warpx2::02_13":
        ValId [(64, 128, 2) : (2097152, 1, 134217728)]
        Src [(64, 128, 2) : (1, 64, 0)]
        Dst [16384 : 1];
    SM100_UTCCP_2x64dp128bitlw0123 ".64x128b.warpx2::01_23":
        ValId [(32, 128, 2, 2) : (2097152, 1, 134217728, 67108864)]
        Src [(32, 128, 2, 2) : (1, 32, 4096, 0)]
        Dst [16384 : 1];
}

/// A load or store of elements of some width, by the four warps of a warpgroup.
///
/// ```
/// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
/// type Atom = CopyAtom<SM100_TMEM_LOAD_32dp32b<int!(8)>, int!(32)>;
/// assert_layout!(<Atom as TmemCopyAtom>::Tv == ((32, 4), (8, 32)) : ((0, 2097152), (1, 65536)));
/// ```
pub trait TmemCopyAtom: CopyAtomLayouts {
    /// From (thread, value) to the offset in elements of the tensor: the threads of a warp have the
    /// same address, and each warp has its quarter.
    type Tv: Layout;
    /// Why the instruction does not exist.
    #[doc(hidden)]
    const FAULT: Option<Message>;
    #[doc(hidden)]
    const NAME: &'static str;
}
#[diagnostic::do_not_recommend]
impl<Op: TmemCopyOperation, V: Integer> TmemCopyAtom for CopyAtom<Op, V> {
    type Tv = <Strided<(Int<32>, Int<4>), (UTerm, Div<Int<67108864>, V>)> as Steps>::Pair<
        <<Op::ValId as Recast>::Upcast<V> as Simplify>::Coalesce,
    >;
    const FAULT: Option<Message> = Op::FAULT;
    const NAME: &'static str = Op::NAME;
}

/// L, and after its end only the offset 0.
type AndZero<L> = <L as Steps>::Pair<Strided<N1, UTerm>>;
/// The shape (M, N) of the tensor T.
type ShapeOf<T> = ProductEach<<T as Layout>::Shape>;
/// The elements that are copied together in the mode of T with the stride 1 in D, from E.
type Mode<T, E, D> =
    <<Strided<ShapeOf<T>, D> as Algebra>::ComposeAs<Composition, E> as Simplify>::Filter;
/// L, known to have strides.
type WithStrides<L> = Strided<<L as Layout>::Shape, <L as Layout>::Stride>;
/// The first steps from the atom to the tiled copy of the tensor T. Each is a type of its own, so
/// that the bounds of [`make_tmem_copy`] need no layout but these.
#[doc(hidden)]
pub trait TmemCopyTile<T: Layout>: TmemCopyAtom {
    /// From (thread, value) to the element of T.
    type Elements: Layout;
    /// The elements of the modes M and N of T that are copied together.
    type TileM: Layout;
    type TileN: Layout;
}
#[diagnostic::do_not_recommend]
impl<A: TmemCopyAtom, T: Layout> TmemCopyTile<T> for A {
    type Elements =
        <AndZero<<T as Algebra>::LeftInverse> as Algebra>::ComposeAs<Composition, A::Tv>;
    type TileM = WithStrides<Mode<T, Self::Elements, (N1, UTerm)>>;
    type TileN = WithStrides<Mode<T, Self::Elements, (UTerm, N1)>>;
}
/// The last step, on those before.
#[doc(hidden)]
pub trait TmemCopyIn<T: Layout>: TmemCopyTile<T> {
    /// From (thread, value) to the element of the tile.
    type InTile: Layout;
}
#[diagnostic::do_not_recommend]
impl<A: TmemCopyTile<T>, T: Layout> TmemCopyIn<T> for A {
    type InTile =
        <<tiler::Tiles<(Self::TileM, Self::TileN), ColMajor<ShapeOf<T>>> as Algebra>::LeftInverse
            as Algebra>::ComposeAs<Composition, Self::Elements>;
}
/// The type of [`make_tmem_copy`].
///
/// ```
/// use zellige::{atom::{*, tmem_copy::*}, prelude::*};
/// type Atom = CopyAtom<SM100_TMEM_STORE_16dp64b<int!(4)>, int!(32)>;
/// type Store = MakeTmemCopy<Atom, layout!((128, 64) : (65536, 1))>;
/// // 16 lanes of each quarter, 8 columns.
/// assert_type_eq_all!(<Store as CopyTiling>::Tile, (layout!((4, 16) : (32, 1)), layout!(8 : 1)));
/// ```
pub type MakeTmemCopy<A, T> = TiledCopy<
    A,
    <A as TmemCopyIn<T>>::InTile,
    (<A as TmemCopyTile<T>>::TileM, <A as TmemCopyTile<T>>::TileN),
>;
/// Returns the copy by four warps, each on its quarter of the lanes, of a tensor in tensor memory:
/// a static layout of two modes, (M, N), to offsets in elements. CuTe: `make_tmem_copy`.
///
/// See the [module](self) for an example. An instruction that the hardware lacks does not compile:
/// `SM100_TMEM_LOAD_16dp256b: 64 repetitions take 256 registers of the 128 that there may be`. Nor
/// does one that reaches lanes or columns where the tensor has no elements:
///
/// ```text
/// SM100_TMEM_LOAD_32dp32b copies (_8,_32):(_1,_65536) of each quarter, which the tensor
/// ((_16,_4),_64):((_65536,_2097152),_1) does not contain
/// ```
///
/// ```
/// use zellige::{atom::{*, tmem::*, tmem_copy::*}, prelude::*};
/// // With 64 rows, an accumulator has 16 lanes of each quarter.
/// type D = TmemFragment<shape!(((64, 64), 1, 1)), TmemFrg1sm<int!(32)>>;
/// let d = D::layout().get(int!(0));
/// type Atom = CopyAtom<SM100_TMEM_LOAD_16dp256b<int!(1)>, int!(32)>;
/// let load = make_tmem_copy(Atom::default(), d);
/// let (mine, offset) = load.get_slice(70u32).partition_d(layout!((64, 64)));
/// // The third warp, thread 6: row 32 + 6 / 4, columns 2 (6 % 4) and the next; then 8 rows below.
/// assert_eq!(mine, layout!((((2, 2), 1), 1, 8) : (((64, 8), 0), 0, 512)));
/// assert_eq!(offset, (32 + 1) + 64 * 4);
/// ```
#[inline(always)]
#[track_caller]
pub fn make_tmem_copy<A: TmemCopyIn<T>, T: Layout>(_: A, _: T) -> MakeTmemCopy<A, T> {
    const {
        if let Some(message) = &A::FAULT {
            message.raise()
        }
        contains::<A, T>();
    }
    TiledCopy::of_tv(Layout::UNCHECKED, (Layout::UNCHECKED, Layout::UNCHECKED))
}
/// The offsets of the values of a thread, and the same by way of the tensor's elements.
type Offsets<A> = <Second<<A as TmemCopyAtom>::Tv> as Simplify>::Coalesce;
type OffsetsIn<A, T> = <<AndZero<T> as Algebra>::ComposeAs<
    Composition,
    Second<<A as TmemCopyTile<T>>::Elements>,
> as Simplify>::Coalesce;
/// Panics unless T contains all that a warp copies.
#[track_caller]
const fn contains<A: TmemCopyTile<T>, T: Layout>() {
    if let Some(refusal) = T::REFUSAL {
        refusal.raise()
    }
    let (copied, found) = (&<Offsets<A> as Layout>::TEXT, &<OffsetsIn<A, T> as Layout>::TEXT);
    if !(copied.is_exact() && copied.same(found)) {
        let m = Message::new().s(A::NAME).s(" copies ").cat(copied);
        let m = m.s(" of each quarter, which the tensor ").cat(&T::TEXT);
        m.s(" does not contain").raise()
    }
}
