//! Tensor memory, where Blackwell's `tcgen05` instructions have their accumulators.
//!
//! A CTA has 128 lanes of 512 columns, each a word of 32 bits. An address has the lane in its bits
//! from 16 on and the column in the 16 bits below. A warp reaches the 32 lanes of its quarter.
//!
//! ```text
//!             column 0       1       2 ...  511
//!   lane   0     00000   00001   00002      warps 0, 4, 8, ...
//!   lane   1     10000   10001   10002
//!    ...
//!   lane  32    200000  200001  200002      warps 1, 5, 9, ...
//!    ...
//!   lane 127    7f0000  7f0001  7f0002      warps 3, 7, 11, ...
//! ```
//!
//! A *fragment* is what an instruction, and its repetitions, read or write there: an accumulator,
//! A, the metadata of a sparse A, or the scale factors of A or B. [`TmemFragment`] is its layout,
//! from the coordinates that a partition has, `((row, column), tile, tile, ...)`, to an offset in
//! elements. With two elements of 16 bits to a word, a lane is 2^17 elements further on, and the
//! bits of the offset, rotated right by one, are the address: the lowest bit says which half of the
//! word.
//!
//! ```
//! use zellige::{atom::tmem::*, prelude::*};
//! // D of two instructions of 128 x 64 side by side, in 32 bits.
//! type D = TmemFragment<shape!(((128, 64), 1, 2)), TmemFrg1sm<Int<32>>>;
//! assert_layout!(<D as TmemTensor>::Layout == ((128, 64), 1, 2) : ((65536, 1), 0, 64));
//! assert_eq!(D::columns(), 128);
//! let offset = D::layout().crd2idx(((5u32, 3u32), 0u32, 1u32)).u32();
//! assert_eq!(D::address(offset), Address::new(5, 64 + 3));
//! // With 64 rows, an instruction has 16 lanes of each quarter. The second tile has the others.
//! type Half = TmemFragment<shape!(((64, 64), 1, 2)), TmemFrg1sm<Int<32>>>;
//! let offset = Half::layout().crd2idx(((17u32, 3u32), 0u32, 1u32)).u32();
//! assert_eq!(Half::address(offset), Address::new(32 + 1 + 16, 3));
//! assert_eq!(Half::columns(), 64);
//! ```
//!
//! The kinds of fragments have CuTe's names:
//!
//! | kind | CuTe | rows | what |
//! |---|---|---|---|
//! | [`TmemFrg1sm`] | `tmem_frg_1sm` | 64, 128 | accumulators and A of one CTA |
//! | [`TmemFrg2sm`] | `tmem_frg_2sm` | 32, 64, 128 | accumulators and A of one of two CTAs |
//! | [`TmemFrgWs1sm`] | `tmem_frg_ws_1sm` | 32, 64, 128 | accumulators if B stays in place |
//! | [`TmemEFrg`] | `tmem_e_frg` | 128 | the metadata of a sparse A |
//! | [`TmemEFrgWs`] | `tmem_e_frg_ws` | 32, 64, 128 | the metadata if B stays in place |
//! | [`TmemSfFrg`] | `tmem_sf_frg` | 128, 256 | scale factors |
//!
//! A fragment that the hardware lacks, or that does not fit, does not compile:
//!
//! ```text
//! tensor memory has 512 columns, but tmem_frg_1sm of ((_128,_256),_2,_2) takes 1024
//! tmem_frg_1sm: an instruction has 64 or 128 rows, not the 32 of ((_32,_64),_1,_1)
//! ```
//!
//! These types say where elements are; the module `tmem` of `zellige-gpu` executes instructions. No
//! layout was tried on a GPU: they are compared with those of CuTe C++.

use core::marker::PhantomData;
use core::ops::Add;

use super::Unless;
pub use super::tmem_frg::{
    Duplicated, Interleaved, MetadataWidth, NonInterleaved, ScaleFactorDuplicated2by2,
    ScaleFactorDuplicated4by1, TmemEFrg, TmemEFrgWs, TmemFrg, TmemFrg1sm, TmemFrg2sm, TmemFrgWs1sm,
    TmemSfFrg, WsMetadataWidth,
};
use crate::algebra::algebra_reasons::Composition;
use crate::construct::ColMajor;
use crate::integer::{Eq, Int, Integer, IsGe, IsMultiple, Mul};
use crate::layout::{Algebra, Layout, Products, Steps, Strided};
use crate::number::{Bool, N2};
use crate::refusal::{Code, Demand, Message, Refusal, at_build, reasons};
use crate::tuple::IntTuple;
use crate::tuple::compact::CompactColMajor;
use crate::tuple::measure::Rank;

/// The number of lanes of tensor memory.
///
/// ```
/// assert_eq!(zellige::atom::tmem::LANES * zellige::atom::tmem::COLUMNS * 4, 256 << 10); // bytes
/// ```
pub const LANES: u32 = 128;
/// The number of columns of tensor memory, each a word of 32 bits in every lane. CuTe:
/// `Sm100TmemCapacityColumns`.
///
/// ```
/// assert_eq!(zellige::atom::tmem::COLUMNS, 512);
/// ```
pub const COLUMNS: u32 = 512;

/// An address in tensor memory: the lane in bits 16 to 23, the column in bits 0 to 15, and the
/// index of an element inside its word in the highest bits, as many as it needs. CuTe: `tmem_ptr`.
///
/// ```
/// use zellige::atom::tmem::Address;
/// // 300 of the elements of 16 bits of a lane are 150 words.
/// let address = Address::of_element((3 << 17) + 301, 2);
/// assert_eq!((address.lane(), address.column(), address.index(2)), (3, 150, 1));
/// ```
#[doc(alias("tmem_ptr", "make_tmem_ptr"))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Address(u32);

impl Address {
    /// Returns the address of a word.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::new(2, 5).bits(), 0x0002_0005);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if tensor memory has no such lane or column.
    #[must_use]
    pub const fn new(lane: u32, column: u32) -> Self {
        assert!(lane < LANES, "tensor memory has 128 lanes");
        assert!(column < COLUMNS, "tensor memory has 512 columns");
        Address(lane << 16 | column)
    }
    /// Returns the address with these bits, such as `tcgen05.alloc` writes them.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::of_bits(0x0020_0040), Address::new(32, 64));
    /// ```
    #[must_use]
    pub const fn of_bits(bits: u32) -> Self {
        Address(bits)
    }
    /// Returns the address of the element at an offset, with `per_word` elements to a word, a power
    /// of two: the offset, rotated right.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::of_element(0x0002_0005, 1), Address::new(2, 5));
    /// // The second byte of a word: 4 bytes to a word, 4 << 16 bytes to a lane.
    /// assert_eq!(Address::of_element((2 << 18) + 4 * 5 + 1, 4).bits(), 0x4002_0005);
    /// ```
    #[must_use]
    pub const fn of_element(offset: u32, per_word: u32) -> Self {
        debug_assert!(per_word.is_power_of_two());
        Address(offset.rotate_right(per_word.trailing_zeros()))
    }
    /// Returns the 32 bits.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::new(127, 511).bits(), 0x007f_01ff);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
    /// Returns the lane.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::new(37, 8).lane(), 37);
    /// ```
    #[must_use]
    pub const fn lane(self) -> u32 {
        self.0 >> 16 & 0xff
    }
    /// Returns the column.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::new(37, 8).column(), 8);
    /// ```
    #[must_use]
    pub const fn column(self) -> u32 {
        self.0 & 0xffff
    }
    /// Returns the index of the element inside its word, which has `per_word` elements.
    ///
    /// ```
    /// use zellige::atom::tmem::Address;
    /// assert_eq!(Address::of_element(4 * 5 + 3, 4).index(4), 3);
    /// assert_eq!(Address::new(37, 8).index(1), 0);
    /// ```
    #[must_use]
    pub const fn index(self, per_word: u32) -> u32 {
        debug_assert!(per_word.is_power_of_two());
        self.0.rotate_left(per_word.trailing_zeros()) & (per_word - 1)
    }
}
/// Returns the sum of the lanes and of the columns: an address by its distance from the base of an
/// allocation. The indices inside the word are added, too; their sum must stay inside the word.
///
/// ```
/// use zellige::atom::tmem::Address;
/// assert_eq!(Address::new(0, 64) + Address::new(32, 5), Address::new(32, 69));
/// ```
impl Add for Address {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Address(self.0.wrapping_add(other.0))
    }
}

/// Returns how many columns `tcgen05.alloc` takes if `columns` are needed: a power of two from 32
/// to 512.
///
/// ```
/// use zellige::atom::tmem::allocation;
/// assert_eq!([1, 32, 33, 264].map(allocation), [32, 32, 64, 512]);
/// ```
///
/// # Panics
///
/// Panics if tensor memory has fewer columns.
#[doc(alias("Allocator1Sm", "Allocator2Sm"))]
#[must_use]
pub const fn allocation(columns: u32) -> u32 {
    assert!(columns <= COLUMNS, "tensor memory has 512 columns");
    if columns < 32 { 32 } else { columns.next_power_of_two() }
}

/// The shape of an instruction: (rows, columns).
type InstructionOf<S> = <ColMajor<S> as Steps>::Head;
/// The shape of the tiles.
type TilesOf<S> = <<ColMajor<S> as Steps>::Tail as Layout>::Shape;
/// The rows of an instruction.
type RowsOf<S> = <<InstructionOf<S> as Steps>::Head as Layout>::Size;
/// The shape of its columns.
type ColumnsOf<S> = <<<InstructionOf<S> as Steps>::Tail as Steps>::Head as Layout>::ModeShape;
/// The layout of all tiles to lane + 128 * column: lanes are filled first.
type Tiled<S, F> = <<F as TmemFrg>::Instruction<RowsOf<S>, ColumnsOf<S>> as Products>::TiledProduct<
    Strided<TilesOf<S>, CompactColMajor<TilesOf<S>, <F as TmemFrg>::TileStep<RowsOf<S>>>>,
>;
/// The layout from lane + 128 * column to the offset in elements.
type Restride<F> = Strided<
    (Int<128>, Int<16384>),
    (Mul<Int<65536>, <F as TmemFrg>::PerWord>, <F as TmemFrg>::ColumnStep),
>;
/// True if the shape is ((rows, columns), tiles, ...).
type HasForm<S> = Eq<Rank<<InstructionOf<S> as Layout>::Shape>, N2>;
/// True if an instruction may have so many rows: 128, or half or a quarter.
type HasRows<S, F> = <<Int<128> as Integer>::Ask<IsMultiple, RowsOf<S>> as Bool>::And<
    <RowsOf<S> as Integer>::Ask<IsGe, <F as TmemFrg>::MinRows>,
>;
/// True if the rows are a multiple of 128, as scale factors have them.
type HasBlocks<S, F> =
    <<F as TmemFrg>::InBlocks as Bool>::And<<RowsOf<S> as Integer>::Ask<IsMultiple, Int<128>>>;
/// True if the tiles do not take more columns than there are.
type HasColumns<S, F> = <Mul<Int<65536>, <F as TmemFrg>::PerWord> as Integer>::Ask<
    IsGe,
    Mul<<Tiled<S, F> as Layout>::Cosize, <F as TmemFrg>::ColumnStep>,
>;
type Exists<S, F> = <HasForm<S> as Bool>::And<
    <<HasRows<S, F> as Bool>::Or<HasBlocks<S, F>> as Bool>::And<HasColumns<S, F>>,
>;

reasons! {
    /// The kind F has no fragment of the shape S.
    NoFragment[S: IntTuple, F: TmemFrg] => match (S::REFUSAL, <Tiled<S, F> as Layout>::REFUSAL) {
        (Some(earlier), _) => earlier,
        (_, Some(earlier)) if <HasForm<S> as Bool>::VALUE => earlier,
        _ => Refusal::new(Code::NoFragment, no_fragment::<S, F>()),
    };
}
/// Returns why the fragment does not exist.
const fn no_fragment<S: IntTuple, F: TmemFrg>() -> Message {
    let m = Message::new();
    if !<HasForm<S> as Bool>::VALUE {
        return m.s(F::NAME).s(": ").cat(&S::TEXT).s(" is not ((rows, columns), tiles, ...)");
    }
    if !<<HasRows<S, F> as Bool>::Or<HasBlocks<S, F>> as Bool>::VALUE {
        let m = m.s(F::NAME).s(": an instruction has ").s(F::ROWS).s(" rows, not the ");
        return m.u(RowsOf::<S>::KNOWN).s(" of ").cat(&S::TEXT);
    }
    let m = m.s("tensor memory has 512 columns, but ").s(F::NAME).s(" of ").cat(&S::TEXT);
    m.s(" takes ").u(columns::<S, F>())
}
/// Returns the number of columns of a fragment.
const fn columns<S: IntTuple, F: TmemFrg>() -> u64 {
    let last = <<Tiled<S, F> as Layout>::Cosize as Integer>::KNOWN.saturating_sub(1) / 128;
    last * F::ColumnStep::KNOWN / F::PerWord::KNOWN + 1
}

/// What is laid out in tensor memory: [`TmemFragment`].
///
/// ```
/// use zellige::{atom::tmem::*, prelude::*};
/// type A = TmemFragment<shape!(((128, 16), 1, 4)), TmemFrg1sm<Int<16>, Int<16>>>;
/// assert_layout!(<A as TmemTensor>::Layout == ((128, 16), 1, 4) : ((131072, 1), 0, 16));
/// ```
pub trait TmemTensor {
    /// From ((row, column), tile, ...) to the offset in elements.
    type Layout: Layout;
    /// The number of elements that share a word of 32 bits.
    const PER_WORD: u32;
}
/// A fragment: the instruction's rows and columns and the tiles of the shape S, placed as the kind
/// F says. CuTe: `make_tensor<UMMA::tmem_frg_1sm<..>>(shape)`.
///
/// S is `((rows, columns), tiles, tiles, ...)`, the shape of a CTA's share of a matrix. The columns
/// of metadata are logical elements of A, and those of scale factors `(elements that share a
/// factor, factors)`.
///
/// ```
/// use zellige::{atom::tmem::*, prelude::*};
/// // CTA pairs with 128 rows: each CTA has 64, and the second half of the columns on lanes 64 on.
/// type D = TmemFragment<shape!(((64, 256), 1, 1)), TmemFrg2sm<Int<32>>>;
/// assert_eq!(D::layout().to_string(), "((_64,(_128,_2)),_1,_1):((_65536,(_1,_4194304)),_0,_0)");
/// assert_eq!((D::columns(), D::allocation()), (128, 128));
/// let offset = D::layout().crd2idx(((3u32, 130u32), 0u32, 0u32)).u32();
/// assert_eq!(D::address(offset), Address::new(64 + 3, 2));
/// ```
#[doc(alias("make_tensor", "tmem_frg"))]
#[derive(Copy, Clone, Debug)]
pub struct TmemFragment<S, F>(PhantomData<(S, F)>);

impl<S: IntTuple, F: TmemFrg> TmemTensor for TmemFragment<S, F> {
    type Layout = Unless<
        Exists<S, F>,
        <Restride<F> as Algebra>::ComposeAs<Composition, Tiled<S, F>>,
        NoFragment<S, F>,
    >;
    const PER_WORD: u32 = F::PerWord::KNOWN as u32;
}
impl<S: IntTuple, F: TmemFrg> Demand for TmemFragment<S, F> {
    const MET: () = Self::exists();
}
impl<S: IntTuple, F: TmemFrg> TmemFragment<S, F> {
    #[track_caller]
    const fn exists() {
        at_build!(Self);
        if let Some(refusal) = <Self as TmemTensor>::Layout::REFUSAL {
            refusal.raise()
        }
    }
    /// Returns the layout from ((row, column), tile, ...) to the offset in elements.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type Kind = TmemFrg1sm<Int<32>, Int<32>, NonInterleaved>;
    /// type D = TmemFragment<shape!(((64, 8), 2, 1)), Kind>;
    /// assert_eq!(D::layout(), layout!((((16, 4), 8), 2, 1) : (((65536, 2097152), 1), 8, 0)));
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn layout() -> <Self as TmemTensor>::Layout {
        Self::exists();
        <Self as TmemTensor>::Layout::UNCHECKED
    }
    /// Returns the number of columns from the first to the last. CuTe:
    /// `find_tmem_tensor_col_offset`.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// // Two elements of A to a word; four bytes of scale factors, which 128 rows share.
    /// type A = TmemFragment<shape!(((128, 16), 1, 4)), TmemFrg1sm<Int<16>, Int<16>>>;
    /// type Sfa = TmemFragment<shape!(((128, (32, 1)), 1, 4)), TmemSfFrg>;
    /// const COLUMNS: [u32; 2] = [A::columns(), Sfa::columns()];
    /// assert_eq!(COLUMNS, [32, 4]);
    /// ```
    #[doc(alias = "find_tmem_tensor_col_offset")]
    #[track_caller]
    #[must_use]
    pub const fn columns() -> u32 {
        Self::exists();
        columns::<S, F>() as u32
    }
    /// Returns the number of columns of an allocation for this fragment alone: see [`allocation`].
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type D = TmemFragment<shape!(((128, 96), 1, 3)), TmemFrg1sm<Int<32>>>;
    /// assert_eq!((D::columns(), D::allocation()), (288, 512));
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn allocation() -> u32 {
        allocation(Self::columns())
    }
    /// Returns the address of the element at an offset of the layout, from a fragment's start at
    /// lane 0 and column 0.
    ///
    /// ```
    /// use zellige::{atom::tmem::*, prelude::*};
    /// type A = TmemFragment<shape!(((128, 16), 1, 4)), TmemFrg1sm<Int<16>, Int<16>>>;
    /// let offset = A::layout().crd2idx(((7u32, 5u32), 0u32, 1u32)).u32();
    /// assert_eq!(A::address(offset), Address::of_bits(1 << 31 | 7 << 16 | 8 + 2));
    /// ```
    #[must_use]
    pub const fn address(offset: u32) -> Address {
        Address::of_element(offset, Self::PER_WORD)
    }
}
