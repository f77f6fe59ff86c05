//! Copies of scale factors from shared to tensor memory, by `tcgen05.cp`.
//!
//! One instruction copies a block of 128 rows and 4 factors, 512 bytes, to 4 columns. All four
//! quarters of the lanes get the same bytes, since each reads scale factors in its own lanes:
//!
//! ```text
//! shared memory, row r at byte                    tensor memory
//!           +0      +4      +8      +12           column 0     1       2       3
//!    0    row 0     32      64      96     --->   lane 0     row 0     32      64      96
//!   16    row 1     33      65      97            lane 1     row 1     33      65      97
//!  ...                                             ...
//!  496    row 31    63      95      127           lane 31    row 31    63      95      127
//!                                                 lanes 32 to 63, 64 to 95, 96 to 127: the same
//! ```
//!
//! [`make_utccp_copy`] makes the copy to a [fragment](super::tmem::TmemSfFrg) from its layout. It
//! says where each block is in shared memory, as the number of units of 16 bytes that a descriptor
//! adds, and where it goes:
//!
//! ```
//! use zellige::{atom::{block_scaled::*, tmem::*, tmem_copy::*, umma::*, utccp::*, *}, prelude::*};
//! # #[derive(Copy, Clone)] struct E4m3(u8);
//! # impl Element<NarrowOperand> for E4m3 { type Bits = int!(8); const CODE: u32 = 0; }
//! # #[derive(Copy, Clone)] struct Ue8m0(u8);
//! # impl Element<ScaleFactor<int!(32)>> for Ue8m0 { type Bits = int!(8); const CODE: u32 = 1; }
//! type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(192)>;
//! let mma = make_tiled_mma(Op::NEW, layout!((1, 1)));
//! // 192 columns take 2 blocks, 256 elements along K 2 more; 3 stages of 2048 bytes.
//! let sfb = deduce_smem_layout_sfb(mma, shape!((128, 192, 256)));
//! type F = TmemFragment<shape!(((((32, 4), 2), (32, 1)), 1, (4, 2))), TmemSfFrg>;
//! type Utccp = SM100_UTCCP_4x32dp128bit<int!(1)>;
//! let copy = make_utccp_copy(Utccp::default(), F::layout());
//! let from = copy.partition_s(sfb.append(layout!(3 : 2048)));
//! assert_eq!(from, layout!((2, 2, 3) : (32, 64, 128)));        // (block of N, block of K, stage)
//! let to = copy.partition_d();
//! assert_eq!(to, layout!((2, 2) : (16, 32)));
//! // The last block of stage 1, of a tile at 0x2000.
//! let desc = copy.descriptor(0x2000) + from.crd2idx((1u32, 1u32, 1u32));
//! assert_eq!(desc.bits(), 1 << 46 | 8 << 32 | 1 << 16 | (0x2000 / 16 + 128 + 32 + 64));
//! assert_eq!(F::address(to.crd2idx((1u32, 1u32))), Address::new(0, 12));
//! ```
//!
//! A tile with blocks of another form does not compile. Neither does a fragment with other rows on
//! other quarters, nor a tile of another size than the fragment:
//!
//! ```text
//! SM100_UTCCP_4x32dp128bit reads (_32,_16):(_16,_1), which the tile
//! ((((_32,_4),_1),(_16,_4)),_1,(_1,_1)):((((_1,_32),_512),(_0,_128)),_0,(_4,_512))
//! does not contain
//! SM100_UTCCP_4x32dp128bit writes (_32,_16,_4):(_262144,_1,_8388608), which the tensor
//! ((((_32,_4),_2,_2),(_16,_4)),_1,(_1,_1)):((((_262144,_4),_16777216,_8388608),(_0,_1)),_0,..)
//! does not contain
//! SM100_UTCCP_4x32dp128bit: the tile has 256 rows of 8 scale factors, the tensor 128 of 8
//! ```
//!
//! `tmem_copy` of the machine `Sm100` in `zellige-gpu` executes the instruction.
//! Sources: the PTX manual's "tcgen05.cp" and CuTe's `make_utccp_copy`.

use core::marker::PhantomData;

use super::CopyOperation;
use super::tmem_copy::{SM100_UTCCP_4x32dp128bit, TmemCopyOperation};
use super::umma_desc::{UmmaDescriptor, make_umma_desc};
use crate::algebra::algebra_reasons::Composition;
use crate::integer::{Div, Int, Integer};
use crate::layout::{Algebra, Layout, Modes, Recast, Simplify, Steps, Strided};
use crate::number::{N1, N2, UTerm};
use crate::refusal::Message;
use crate::{int, layout};

/// A block in shared memory, (row, byte). The instruction reads one unit of 16 bytes of a row; the
/// descriptor names a second one, as those of products do.
type Block = layout!((32, (16, 2)) : (16, (1, 16)));

/// The mode of the rows of the tile or fragment L, at the path P.
type RowsAt<L, P> = <L as Modes>::Get<P>;
/// The rows R as (lane, quarter of a block, block).
type Cut<R> = <R as Algebra>::ComposeAs<
    Composition,
    Strided<(Int<32>, Int<4>, Div<<R as Layout>::Size, Int<128>>), (N1, Int<32>, Int<128>)>,
>;
/// The blocks of the rows R.
type BlocksOf<R> = <Cut<R> as Modes>::Get<N2>;
/// The modes of S behind those of a tile.
type StagesOf<S> = <<<S as Steps>::Tail as Steps>::Tail as Steps>::Tail;
/// The factors of a word: those of an instruction, and the instructions.
type Word<L> = <<L as Modes>::Get<(UTerm, N1, N1)> as Steps>::Pair<<L as Modes>::Get<(N2, UTerm)>>;
/// The blocks along K.
type AlongK<L> = <L as Modes>::Get<(N2, N1)>;
/// The first block of L with the rows R: (lane, byte).
type FirstBlock<L, R> = <<Cut<R> as Steps>::Head as Steps>::Pair<
    <<Word<L> as Modes>::Append<<Cut<R> as Modes>::Get<N1>> as Simplify>::Coalesce,
>;
/// The rows of a tile S in shared memory.
type RowsOfTile<S> = RowsAt<S, (UTerm, UTerm)>;
/// The rows of a fragment T in tensor memory, and the quarters of lanes on which they are repeated.
type RowsOfFragment<T> = RowsAt<T, (UTerm, UTerm, UTerm)>;
type Repeated<T> = RowsAt<T, (UTerm, UTerm, N1)>;

/// What an instruction reads of S, and what it writes of T.
type Read<S> = FirstBlock<S, RowsOfTile<S>>;
type Written<T> = <FirstBlock<T, RowsOfFragment<T>> as Modes>::Append<Repeated<T>>;
/// What it should read, and what it should write.
type Reads = layout!((32, 16) : (16, 1));
type Writes<Q> =
    <<SM100_UTCCP_4x32dp128bit<Q> as TmemCopyOperation>::ValId as Recast>::Upcast<Int<8>>;

/// The type of [`UtccpCopy::partition_d`].
///
/// ```
/// use zellige::{atom::{tmem::*, utccp::*}, prelude::*};
/// type F = TmemFragment<shape!(((256, (16, 4)), 1, (1, 3))), TmemSfFrg>;
/// assert_layout!(UtccpDestination<<F as TmemTensor>::Layout> == (2, 3) : (16, 32));
/// ```
pub type UtccpDestination<T> = <BlocksOf<RowsOfFragment<T>> as Steps>::Pair<AlongK<T>>;
/// The type of [`UtccpCopy::partition_s`].
///
/// ```
/// use zellige::{atom::utccp::*, prelude::*};
/// type Shape = shape!(((((32, 4), 2), (16, 4)), 1, (1, 3)));
/// type Tile = Strided<Shape, shape!(((((16, 4), 512), (0, 1)), 0, (4, 1024)))>;
/// assert_layout!(UtccpSource<Tile> == (2, 3) : (32, 64));
/// ```
pub type UtccpSource<S> = <<<StagesOf<S> as Modes>::Prepend<AlongK<S>> as Modes>::Prepend<
    BlocksOf<RowsOfTile<S>>,
> as Recast>::Upcast<Int<16>>;

/// The copy of scale factors to a fragment with the layout T in the tensor memory of each of Q
/// CTAs. [`make_utccp_copy`] makes it.
///
/// ```
/// use zellige::{atom::{tmem::*, tmem_copy::*, utccp::*}, prelude::*};
/// type F = TmemFragment<shape!(((256, (16, 4)), 1, (1, 4))), TmemSfFrg>;
/// let copy = make_utccp_copy(<SM100_UTCCP_4x32dp128bit<int!(2)>>::default(), F::layout());
/// assert_eq!(copy.partition_d(), layout!((2, 4) : (16, 32)));      // eight instructions
/// ```
#[derive(Copy, Clone, Debug)]
pub struct UtccpCopy<Q, T>(PhantomData<(Q, T)>);

/// Returns the copy of scale factors to a fragment in tensor memory: the layout
/// `((((rows), 4), (elements, factors)), 1, (instructions, blocks))` of a
/// [`TmemSfFrg`](super::tmem::TmemSfFrg). CuTe: `make_utccp_copy`.
///
/// In a pair of CTAs, both have the same layouts, each in its own shared and tensor memory. See the
/// [module](self) for an example, and for what does not compile.
///
/// ```
/// use zellige::{atom::{tmem::*, tmem_copy::*, utccp::*}, prelude::*};
/// type F = TmemFragment<shape!(((256, (32, 2)), 1, (2, 1))), TmemSfFrg>;
/// let copy = make_utccp_copy(<SM100_UTCCP_4x32dp128bit<int!(1)>>::default(), F::layout());
/// let rows = copy.partition_d();                      // 2 blocks of rows
/// assert_eq!(F::address(rows.crd2idx((1u32, 0u32))), Address::new(0, 4));
/// ```
#[doc(alias = "make_s2t_copy")]
#[inline(always)]
#[track_caller]
pub fn make_utccp_copy<Q: Integer, T: Layout>(
    _: SM100_UTCCP_4x32dp128bit<Q>,
    _: T,
) -> UtccpCopy<Q, T> {
    const { writes::<Q, T>() }
    UtccpCopy(PhantomData)
}
impl<Q: Integer, T: Layout> UtccpCopy<Q, T> {
    /// Returns where the blocks of a tile in shared memory begin: from (block of rows, block along
    /// K), or (block of rows, block along K, stage), to units of 16 bytes. The
    /// [descriptor](Self::descriptor) plus these is that of a block. CuTe: `partition_S` and
    /// `get_utccp_smem_desc_tensor`.
    ///
    /// The tile is that of [`deduce_smem_layout_sfa`](super::block_scaled::deduce_smem_layout_sfa)
    /// and its sibling, with more modes for stages. The [module](self) says what does not compile.
    ///
    /// ```
    /// use zellige::{atom::{tmem::*, tmem_copy::*, utccp::*}, prelude::*};
    /// type F = TmemFragment<shape!(((128, (16, 4)), 1, (1, 4))), TmemSfFrg>;
    /// let copy = make_utccp_copy(<SM100_UTCCP_4x32dp128bit<int!(1)>>::default(), F::layout());
    /// // Two stages of 4 blocks.
    /// let tile = layout!((((32, 4), (16, 4)), 1, (1, 4)) : (((16, 4), (0, 1)), 0, (4, 512)));
    /// let from = copy.partition_s(tile.append(layout!(2 : 2048)));
    /// assert_eq!(from.shape(), shape!((1, 4, 2)));
    /// assert_eq!(from.crd2idx((0u32, 3u32, 1u32)), 3 * 32 + 128);
    /// ```
    #[doc(alias("get_utccp_smem_desc_tensor", "get_s2t_smem_desc_tensor"))]
    #[inline(always)]
    #[track_caller]
    pub fn partition_s<S: Layout>(self, tile: S) -> UtccpSource<S> {
        const { reads::<S, T>() }
        let _ = tile;
        <UtccpSource<S>>::STATIC
    }
    /// Returns where the blocks go: from (block of rows, block along K) to the offset in the
    /// fragment; [`TmemFragment::address`](super::tmem::TmemFragment::address) makes addresses of
    /// these. CuTe: `partition_D`.
    ///
    /// ```
    /// use zellige::{atom::{tmem::*, tmem_copy::*, utccp::*}, prelude::*};
    /// type F = TmemFragment<shape!(((256, (16, 4)), 1, (1, 2))), TmemSfFrg>;
    /// let copy = make_utccp_copy(<SM100_UTCCP_4x32dp128bit<int!(1)>>::default(), F::layout());
    /// let columns = (0..4u32).map(|i| F::address(copy.partition_d().crd2idx(i)).column());
    /// assert_eq!(columns.collect::<Vec<_>>(), [0, 4, 8, 12]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn partition_d(self) -> UtccpDestination<T> {
        <UtccpDestination<T>>::STATIC
    }
    /// Returns the descriptor of the first block of a tile at `address` in shared memory, a
    /// multiple of 16.
    ///
    /// ```
    /// use zellige::{atom::{tmem::*, tmem_copy::*, utccp::*}, prelude::*};
    /// type F = TmemFragment<shape!(((128, (32, 1)), 1, (4, 1))), TmemSfFrg>;
    /// let copy = make_utccp_copy(<SM100_UTCCP_4x32dp128bit<int!(1)>>::default(), F::layout());
    /// // Not swizzled; 8 rows further on are 8 units of 16 bytes further on.
    /// assert_eq!(copy.descriptor(0x400).bits(), 0x0000_4008_0001_0040);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn descriptor(self, address: u32) -> UtccpDescriptor {
        make_umma_desc(Block::STATIC, int!(8), address)
    }
}
/// The descriptor of a block of scale factors in shared memory.
///
/// ```
/// use zellige::atom::utccp::UtccpDescriptor;
/// assert_eq!(UtccpDescriptor::zero(), 70403103981568);
/// ```
pub type UtccpDescriptor = UmmaDescriptor<Block, Int<8>>;

/// Panics unless the instruction writes T as a product reads it.
#[track_caller]
const fn writes<Q: Integer, T: Layout>() {
    if let Some(message) = &<SM100_UTCCP_4x32dp128bit<Q> as TmemCopyOperation>::FAULT {
        message.raise()
    }
    if let Some(refusal) = T::REFUSAL {
        refusal.raise()
    }
    let what = Message::new().s(NAME).s(" writes ");
    contains(what, &<Writes<Q>>::TEXT, &<Written<T>>::TEXT, ", which the tensor ", &T::TEXT)
}
/// Panics unless the instruction reads S, a tile of the same size as T.
#[track_caller]
const fn reads<S: Layout, T: Layout>() {
    if let Some(refusal) = S::REFUSAL {
        refusal.raise()
    }
    let what = Message::new().s(NAME).s(" reads ");
    contains(what, &Reads::TEXT, &<Read<S>>::TEXT, ", which the tile ", &S::TEXT);
    let (tile, tensor) = (
        [<RowsOfTile<S> as Layout>::SIZE, 4 * <AlongK<S> as Layout>::SIZE],
        [<RowsOfFragment<T> as Layout>::SIZE, 4 * <AlongK<T> as Layout>::SIZE],
    );
    if tile[0] != tensor[0] || tile[1] != tensor[1] {
        let m = Message::new().s(NAME).s(": the tile has ").u(tile[0] as u64);
        let m = m.s(" rows of ").u(tile[1] as u64).s(" scale factors, the tensor ");
        m.u(tensor[0] as u64).s(" of ").u(tensor[1] as u64).raise()
    }
}
/// The name of the instruction.
const NAME: &str = <SM100_UTCCP_4x32dp128bit<N1> as CopyOperation>::NAME;
/// Panics, with `whose` layout this is, unless the layout `found` is the one that is copied.
#[track_caller]
const fn contains(m: Message, copied: &Message, found: &Message, whose: &str, of: &Message) {
    if !(copied.is_exact() && copied.same(found)) {
        m.cat(copied).s(whose).cat(of).s(" does not contain").raise()
    }
}
