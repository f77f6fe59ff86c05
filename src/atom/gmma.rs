//! Matrix descriptors: the 64 bits that tell Hopper's `wgmma` where a tile lies in shared memory.
//!
//! `wgmma` takes A and B from shared memory, and for each a 64-bit number instead of a pointer.
//! That number says where the tile starts, how it is swizzled, and two strides. The hardware fixes
//! everything else about the layout, so only some layouts have a descriptor. In units of 16 bytes,
//! before the swizzle, they are as follows, with w = 1, 2, 4, 8 for a swizzle of 0, 32, 64, 128
//! bytes:
//!
//! ```text
//! contiguous along K          (M or N, K) = ((8,n),2)     : ((w,S),1)       w > 1
//!                                           ((8,n),2)     : ((1,S),L)       w = 1
//! contiguous along M or N     (M or N, K) = ((w,n),(8,k)) : ((1,L),(w,S))   w > 1
//!                                           ((1,n),(8,k)) : ((0,S),(1,L))   w = 1
//!
//! bits  0 .. 14   the address                        in units of 16 bytes, as L and S
//!      16 .. 30   L, the leading dimension's offset  1 where it has no meaning
//!      32 .. 46   S, the stride dimension's offset
//!      62 .. 64   the swizzle: 0 none, 1 of 128 bytes, 2 of 64, 3 of 32
//! ```
//!
//! [`make_gmma_desc`] reads L, S and the swizzle off the type of the layout, and reports a layout
//! of another form as a compile-time error. Only the address is inserted at run time.
//!
//! ```
//! use zellige::{atom::{gmma::make_gmma_desc, smem::LayoutKSw128Atom}, ops::*, prelude::*};
//! type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((64, 64))>;
//! let (steps, _) = Tile::STATIC.zipped_divide((int!(64), int!(16))).slice(((.., ..), 0u32));
//! let desc = make_gmma_desc(steps, int!(16), 0x2000);
//! assert_eq!(desc.bits(), 1 << 62 | 64 << 32 | 1 << 16 | 0x200);
//! assert_eq!((desc + 2).bits(), desc.bits() + 2);          // 32 bytes on: the next 16 along K
//! ```
//!
//! A tile with a different swizzle, or with rows that lie elsewhere, does not compile:
//!
//! ```text
//! no descriptor: (_64,_16):(_24,_1) of 16 bits is in units of 16 bytes (_64,_2):(_3,_1), neither
//! ((8,n),2):((1,S),L) nor ((1,n),(8,k)):((0,S),(1,L))
//! ```
//!
//! Neither do units with elements in another order, for instance `(8,((2,2,2),2)):(16,((4,2,1),8))`
//! (`the 8 elements of a unit of 16 bytes along K do not lie side by side in ..`), elements of
//! another width that are contiguous along M or N (`.. only elements of 16 bits may be contiguous
//! along M or N`), a swizzle that the hardware does not have (`.. is not swizzled in 2, 4 or 8
//! units of 16 bytes by the bits from 128 bytes on`), and strides of 256 KiB or more
//! (`.. do not fit in 14 bits`).
//!
//! Sources: the PTX manual's "matrix descriptor" and CuTe's `make_gmma_desc`.

use core::marker::PhantomData;
use core::ops::Add;

use super::smem::{SharedTile, not_in_units, swizzle_of};
use crate::integer::{Div, Int, Integer};
use crate::layout::{Divides, Layout, Modes, Recast, Steps, Strided};
use crate::number::{N1, UTerm};
use crate::refusal::{Demand, Leaves, Message, at_build};
use crate::tuple::IntTuple;

/// The layout of the tile L of elements of N bits in units of 16 bytes.
type Units<L, N> = <<L as Layout>::Inner as Recast>::Upcast<Div<Int<128>, N>>;
/// The layout ((8,n),(2,k)), the division of a tile contiguous along K.
type AlongK<L, N> = <<Units<L, N> as Divides>::LogicalDivide<(Int<8>, Int<2>)> as Modes>::Flatten;
/// The layout ((w,n),(r,k)), the division of a tile contiguous along M or N.
type AlongMn<L, N, W, R> = <<Units<L, N> as Divides>::LogicalDivide<(W, R)> as Modes>::Flatten;

/// The descriptors of a partitioned operand: from (0, tile along M or N, tile along K) to the
/// number of units of 16 bytes that [`MatrixDescriptor`] adds. CuTe: the layout of
/// `make_fragment_A` and `make_fragment_B`.
///
/// ```
/// use zellige::{atom::gmma::DescriptorTiles, prelude::*};
/// // Four instructions along K, each 16 elements of 16 bits further on.
/// type Tiles = DescriptorTiles<layout!(((128, 16), 1, 4) : ((64, 1), 0, 16)), int!(16)>;
/// assert_layout!(Tiles == (1, 1, 4) : (0, 0, 2));
/// ```
pub type DescriptorTiles<L, N> = <Units<L, N> as Modes>::Replace<UTerm, Strided<N1, UTerm>>;

/// The mode along which a tile is contiguous. CuTe: `GMMA::Major`.
///
/// ```
/// use zellige::{atom::{gmma::{GmmaDescriptor, Major}, smem::*}, ops::*, prelude::*};
/// type Tile = TileToShape<LayoutKInterAtom<Int<8>>, shape!((128, 32))>;
/// assert_eq!(GmmaDescriptor::<Tile, Int<8>>::major(), Major::K);
/// ```
#[doc(alias = "OperandMajorMode")]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Major {
    /// The tile is contiguous along K.
    K,
    /// The tile is contiguous along M or N.
    Mn,
}

/// The content of a descriptor, apart from the address: the offsets in units of 16 bytes.
#[derive(Copy, Clone)]
struct Form {
    major: Major,
    leading: u64,
    stride: u64,
}

/// The format of a descriptor: [`Hopper`] or [`Blackwell`].
///
/// ```
/// use zellige::atom::gmma::*;
/// assert_eq!((Hopper::FIXED, Blackwell::FIXED), (0, 1 << 46));
/// ```
pub trait DescriptorFormat: Copy + 'static {
    /// The bits that are always set.
    const FIXED: u64;
    /// The bits of each swizzle: none, in 2, 4 or 8 units of 16 bytes, in 4 units of 32 bytes.
    const SWIZZLES: [Option<u64>; 5];
    /// What stands for an offset that has no meaning, since there is one block in its direction.
    const NO_OFFSET: u64;
    /// The smallest and largest number of bits of elements that may be contiguous along M or N.
    const TRANSPOSED: [u64; 2];
    /// True if a tile that is contiguous along M or N may be part of a swizzled block.
    const HAS_PARTS: bool;
}
/// The format that `wgmma` takes.
///
/// ```
/// use zellige::{atom::{gmma::*, smem::*}, ops::*, prelude::*};
/// type Tile = TileToShape<LayoutKSw32Atom<Int<16>>, shape!((64, 16))>;
/// assert_eq!(MatrixDescriptor::<Tile, Int<16>, Hopper>::zero() >> 62, 3);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Hopper;
impl DescriptorFormat for Hopper {
    const FIXED: u64 = 0;
    const SWIZZLES: [Option<u64>; 5] = [Some(0), Some(3 << 62), Some(2 << 62), Some(1 << 62), None];
    const NO_OFFSET: u64 = 1;
    const TRANSPOSED: [u64; 2] = [16, 16];
    const HAS_PARTS: bool = false;
}
/// The format that `tcgen05.mma` and `tcgen05.cp` take: see [`umma_desc`](super::umma_desc).
///
/// ```
/// use zellige::{atom::{gmma::*, smem::*}, ops::*, prelude::*};
/// type Tile = TileToShape<LayoutKSw32Atom<Int<16>>, shape!((64, 16))>;
/// assert_eq!(MatrixDescriptor::<Tile, Int<16>, Blackwell>::zero() >> 61, 6);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Blackwell;
impl DescriptorFormat for Blackwell {
    const FIXED: u64 = 1 << 46;
    const SWIZZLES: [Option<u64>; 5] =
        [Some(0), Some(6 << 61), Some(4 << 61), Some(2 << 61), Some(1 << 61)];
    const NO_OFFSET: u64 = 0;
    const TRANSPOSED: [u64; 2] = [8, 32];
    const HAS_PARTS: bool = true;
}
/// The forms of a tile along K, and along M or N, for each swizzle.
const FORMS: [[&str; 2]; 5] = [
    ["((8,n),2):((1,S),L)", "((1,n),(8,k)):((0,S),(1,L))"],
    ["((8,n),2):((2,S),1)", "((2,n),(8,k)):((1,L),(2,S))"],
    ["((8,n),2):((4,S),1)", "((4,n),(8,k)):((1,L),(4,S))"],
    ["((8,n),2):((8,S),1)", "((8,n),(8,k)):((1,L),(8,S))"],
    ["", "((8,n),(4,k)):((1,L),(8,S))"],
];
/// The swizzle in units of 32 bytes.
const WIDE: usize = 4;
/// Returns the number of the swizzle of L among those of the format.
const fn swizzle<L: SharedTile, N: Integer>() -> usize {
    match swizzle_of::<L::Swizzle>(N::KNOWN) {
        Some(swizzle) => swizzle,
        None => 0,
    }
}

/// Returns the four strides of the flat layout S:D if its extents are `wanted`, where 0 accepts any
/// extent, and it has exactly `size` elements. The stride of a mode with one element is irrelevant:
/// it is `none` where any extent is accepted, and 1 elsewhere.
const fn strides(
    s: &Leaves,
    d: &Leaves,
    wanted: [u64; 4],
    size: u64,
    none: u64,
) -> Option<[u64; 4]> {
    if s.refused.is_some() || d.refused.is_some() || s.len != 4 || d.len != 4 {
        return None;
    }
    let (mut strides, mut product, mut i) = ([0; 4], 1, 0);
    while i < 4 {
        match (s.value[i], d.value[i]) {
            (Some(s), Some(d)) if d >= 0 && (wanted[i] == 0 || s as u64 == wanted[i]) => {
                strides[i] = match (s, wanted[i]) {
                    (1, 0) => none,
                    (1, _) => 1,
                    _ => d as u64,
                };
                product = u64::saturating_mul(product, s as u64);
            }
            _ => return None,
        }
        i += 1;
    }
    // A tile that hangs over would have more elements.
    if product == size { Some(strides) } else { None }
}

/// Returns the strides of the tile L, divided into blocks of W units by R.
const fn columns<L: SharedTile, N: Integer, F: DescriptorFormat, W: Integer, R: Integer>()
-> Option<[u64; 4]> {
    let size = <<Units<L, N> as Layout>::Size as Integer>::KNOWN;
    let row = <<<Units<L, N> as Steps>::Head as Layout>::Size as Integer>::KNOWN;
    let is_part = F::HAS_PARTS && row > 0 && W::KNOWN % row == 0;
    strides(
        &<AlongMn<L, N, W, R> as Layout>::Shape::LEAVES,
        &<AlongMn<L, N, W, R> as Layout>::Stride::LEAVES,
        [W::KNOWN, 0, R::KNOWN, 0],
        if is_part { size.saturating_mul(W::KNOWN / row) } else { size },
        F::NO_OFFSET,
    )
}
/// Returns whether elements of `bits` bits may be contiguous along M or N.
const fn transposes<F: DescriptorFormat>(bits: u64, swizzle: usize) -> bool {
    let [least, most] = F::TRANSPOSED;
    bits >= least && bits <= most && (bits < 32 || swizzle == WIDE)
}
/// Returns the form of the tile L, swizzled in blocks of w units; see the table at the top of this
/// file.
const fn form<L: SharedTile, N: Integer, F: DescriptorFormat>() -> Option<Form> {
    let w = <L::SwizzleWidth as Integer>::KNOWN;
    let swizzle = swizzle::<L, N>();
    let rows = strides(
        &<AlongK<L, N> as Layout>::Shape::LEAVES,
        &<AlongK<L, N> as Layout>::Stride::LEAVES,
        [8, 0, 2, 1],
        <<Units<L, N> as Layout>::Size as Integer>::KNOWN,
        F::NO_OFFSET,
    );
    if let Some([row, stride, leading, _]) = rows {
        if swizzle != WIDE && row == w && (w == 1 || leading == 1) {
            let major = Major::K;
            return Some(Form { major, leading, stride });
        }
    }
    let columns = match swizzle {
        WIDE => columns::<L, N, F, Int<8>, Int<4>>(),
        _ => columns::<L, N, F, L::SwizzleWidth, Int<8>>(),
    };
    let (major, block) = (Major::Mn, if swizzle == WIDE { 8 } else { w });
    match columns {
        _ if !transposes::<F>(<N as Integer>::KNOWN, swizzle) => None,
        Some([1, leading, column, stride]) if block > 1 && column == block => {
            Some(Form { major, leading, stride })
        }
        Some([_, stride, 1, leading]) if block == 1 => Some(Form { major, leading, stride }),
        _ => None,
    }
}

/// Returns whether the first elements of a mode s:d are consecutive, as many as a unit has. The
/// form of the units does not determine that.
const fn fills_units(s: &Leaves, d: &Leaves, in_unit: u64) -> bool {
    let (mut next, mut i) = (1, 0);
    while i < s.len && next < in_unit {
        match (s.value[i], d.value[i]) {
            (Some(1), _) => {}
            (Some(s), Some(d)) if d >= 0 && d as u64 == next => next *= s as u64,
            _ => return false,
        }
        i += 1;
    }
    next >= in_unit
}
/// The mode of M or N of the tile L, and the mode of K.
type RowsOf<L> = <<L as Layout>::Inner as Steps>::Head;
type DepthOf<L> = <<L as Layout>::Inner as Steps>::Tail;
/// Returns whether the elements of a unit of the tile L lie side by side along its contiguous mode.
const fn in_units<L: SharedTile, N: Integer>(major: Major) -> bool {
    let in_unit = 128 / N::KNOWN;
    match major {
        Major::K => fills_units(
            &<DepthOf<L> as Layout>::Shape::LEAVES,
            &<DepthOf<L> as Layout>::Stride::LEAVES,
            in_unit,
        ),
        Major::Mn => fills_units(
            &<RowsOf<L> as Layout>::Shape::LEAVES,
            &<RowsOf<L> as Layout>::Stride::LEAVES,
            in_unit,
        ),
    }
}
/// Returns why a tile L that has a form in units has no descriptor.
const fn no_units<L: SharedTile, N: Integer>(major: Major) -> Message {
    let m = Message::new().s("no descriptor: the ").u(128 / N::KNOWN);
    let m = m.s(" elements of a unit of 16 bytes along ");
    let m = m.s(match major {
        Major::K => "K",
        Major::Mn => "M or N",
    });
    m.s(" do not lie side by side in ").cat(&L::TEXT)
}

/// Returns why the tile L has no descriptor.
const fn no_form<L: SharedTile, N: Integer, F: DescriptorFormat>() -> Message {
    let (bits, swizzle) = (N::KNOWN, swizzle::<L, N>());
    let m = Message::new().s("no descriptor: ").cat(&L::TEXT).s(" of ").u(bits).s(" bits");
    let m = match <Units<L, N> as Layout>::REFUSAL {
        Some(_) => m.s(" does not consist of units of 16 bytes"),
        None => m.s(" is in units of 16 bytes ").cat(&<Units<L, N> as Layout>::TEXT),
    };
    let [along_k, along_mn] = FORMS[swizzle];
    if transposes::<F>(bits, swizzle) {
        return match swizzle {
            WIDE => m.s(", not ").s(along_mn),
            _ => m.s(", neither ").s(along_k).s(" nor ").s(along_mn),
        };
    }
    let m = if swizzle == WIDE { m } else { m.s(", not ").s(along_k) };
    let [least, most] = F::TRANSPOSED;
    if bits == 32 && most == 32 {
        return m
            .s(": elements of 32 bits may be contiguous along M or N only if the swizzle moves ")
            .s("units of 32 bytes");
    }
    let m = m.s(": only elements of ").u(least);
    let m = if least < most { m.s(" to ").u(most) } else { m };
    m.s(" bits may be contiguous along M or N")
}

/// A descriptor that `wgmma` takes. [`make_gmma_desc`] makes it. CuTe: `GMMA::DescriptorIterator`.
///
/// ```
/// use zellige::{atom::{gmma::GmmaDescriptor, smem::LayoutMnSw64Atom}, prelude::*};
/// type Tile = LayoutMnSw64Atom<Int<16>>;                              // one block
/// assert_eq!(GmmaDescriptor::<Tile, Int<16>>::zero(), 2 << 62 | 1 << 32 | 1 << 16);
/// ```
pub type GmmaDescriptor<L, N> = MatrixDescriptor<L, N, Hopper>;

/// The descriptor of a tile of elements of N bits with the layout L, as a matrix instruction takes
/// it in the format F: a [`GmmaDescriptor`] or a [`UmmaDescriptor`](super::umma_desc).
///
/// ```
/// use zellige::{atom::{gmma::*, smem::LayoutKSw128Atom}, prelude::*};
/// let tile = <LayoutKSw128Atom<Int<16>>>::STATIC.zipped_divide((int!(8), int!(16))).slice(((.., ..), 0u32)).0;
/// let descriptor = make_gmma_desc(tile, int!(16), 0x400);
/// assert_eq!((descriptor + 2).bits() - descriptor.bits(), 2); // 32 bytes further on
/// ```
#[doc(alias = "DescriptorIterator")]
#[derive(Clone, Debug)]
pub struct MatrixDescriptor<L, N, F> {
    low: u32,
    tile: PhantomData<(L, N, F)>,
}
impl<L: Copy, N: Copy, F: Copy> Copy for MatrixDescriptor<L, N, F> {}

impl<L: SharedTile, N: Integer, F: DescriptorFormat> Demand for MatrixDescriptor<L, N, F> {
    const MET: () = {
        Self::form();
    };
}
impl<L: SharedTile, N: Integer, F: DescriptorFormat> MatrixDescriptor<L, N, F> {
    /// The content of the descriptor, or why it does not exist.
    const FORM: Result<Form, Message> = {
        let m = Message::new().s("no descriptor: ");
        let wide = F::SWIZZLES[WIDE].is_some();
        match (not_in_units::<L::Swizzle>(&L::TEXT, N::KNOWN, wide, m), form::<L, N, F>()) {
            (Some(message), _) => Err(message),
            (_, Some(Form { leading, stride, .. })) if leading >> 14 != 0 || stride >> 14 != 0 => {
                Err(m.s("the strides of ").cat(&L::TEXT).s(" do not fit in 14 bits"))
            }
            (_, Some(Form { major, .. })) if !in_units::<L, N>(major) => {
                Err(no_units::<L, N>(major))
            }
            (_, Some(form)) => Ok(form),
            (_, None) => Err(no_form::<L, N, F>()),
        }
    };
    /// Why the descriptor does not exist.
    #[doc(hidden)]
    pub const FAULT: Option<Message> = match Self::FORM {
        Ok(_) => None,
        Err(message) => Some(message),
    };
    #[track_caller]
    const fn form() -> Form {
        at_build!(Self);
        if let Some(refusal) = L::REFUSAL {
            refusal.raise()
        }
        match &Self::FORM {
            Ok(form) => *form,
            Err(message) => message.raise(),
        }
    }
    /// Returns the mode along which the tile is contiguous, which the instruction also needs.
    ///
    /// ```
    /// use zellige::{atom::{gmma::{GmmaDescriptor, Major}, smem::*}, ops::*, prelude::*};
    /// type K = TileToShape<LayoutKInterAtom<Int<8>>, shape!((128, 32))>;
    /// type Mn = TileToShape<LayoutMnSw128Atom<Int<16>>, shape!((128, 16))>;
    /// assert_eq!(GmmaDescriptor::<K, Int<8>>::major(), Major::K);
    /// assert_eq!(GmmaDescriptor::<Mn, Int<16>>::major(), Major::Mn);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn major() -> Major {
        Self::form().major
    }
    /// Returns the descriptor of the address 0.
    ///
    /// ```
    /// use zellige::{atom::{gmma::GmmaDescriptor, smem::*}, ops::*, prelude::*};
    /// // Of 16 columns, contiguous along M, two blocks of 64: 2048 bytes further on.
    /// type Mn = TileToShape<LayoutMnSw128Atom<Int<16>>, shape!((128, 16))>;
    /// assert_eq!(GmmaDescriptor::<Mn, Int<16>>::zero(), 1 << 62 | 128 << 32 | 64 << 16);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn zero() -> u64 {
        let form = Self::form();
        let swizzle = match F::SWIZZLES[swizzle::<L, N>()] {
            Some(swizzle) => swizzle,
            None => 0,
        };
        form.leading << 16 | form.stride << 32 | swizzle | F::FIXED
    }
    /// Returns the 64 bits.
    ///
    /// ```
    /// use zellige::{atom::{gmma::make_gmma_desc, smem::LayoutKSw128Atom}, prelude::*};
    /// let tile = <LayoutKSw128Atom<Int<16>>>::STATIC.zipped_divide((int!(8), int!(16))).slice(((.., ..), 0u32)).0;
    /// assert_eq!(make_gmma_desc(tile, int!(16), 0x400).bits(), 1 << 62 | 1 << 32 | 1 << 16 | 0x40);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u64 {
        (const { Self::zero() >> 32 << 32 }) | self.low as u64
    }
    /// Returns the descriptor of `tile` at `address`.
    #[inline(always)]
    pub(super) fn at(tile: L, address: u32) -> Self {
        let address = address + tile.swizzle_start().u32() * const { N::KNOWN as u32 } / 8;
        debug_assert!(
            address % 16 == 0,
            "the tile begins at {address:#x}, not a multiple of 16 bytes"
        );
        let low = ((address & 0x3ffff) / 16) | const { Self::zero() as u32 };
        MatrixDescriptor { low, tile: PhantomData }
    }
}
/// Returns the descriptor of the same tile, moved by the given number of 16-byte units.
///
/// The number is the offset of a tile in the layout of all tiles, [`upcast`](Recast::upcast) to
/// these units.
impl<L: SharedTile, N: Integer, F: DescriptorFormat> Add<u32> for MatrixDescriptor<L, N, F> {
    type Output = Self;
    #[inline(always)]
    fn add(self, units: u32) -> Self {
        MatrixDescriptor { low: self.low.wrapping_add(units), ..self }
    }
}

/// Returns the descriptor of the tile `tile` of elements of `bits` bits. The element with offset 0,
/// before the swizzle, is at `address` in shared memory. CuTe: `make_gmma_desc`.
///
/// The swizzle acts on addresses, so a swizzled tile starts at a multiple of its period: 1024 bytes
/// for a swizzle of 128 bytes, 512 for 64, 256 for 32. The tile's own offset may be any multiple of
/// 16 bytes; for other offsets a debug assertion fails: `the tile begins at 0x1008, not a multiple
/// of 16 bytes`.
///
/// See the [module](self) for an example, and for the layouts that have no descriptor.
///
/// ```
/// use zellige::{atom::{gmma::make_gmma_desc, smem::LayoutKSw128Atom}, prelude::*};
/// let tile = <LayoutKSw128Atom<Int<16>>>::STATIC.zipped_divide((int!(8), int!(16))).slice(((.., ..), 0u32)).0;
/// assert_eq!(make_gmma_desc(tile, int!(16), 0x800).bits() & 0x3fff, 0x80); // in units of 16 bytes
/// ```
#[inline(always)]
pub fn make_gmma_desc<L: SharedTile, N: Integer>(
    tile: L,
    bits: N,
    address: u32,
) -> GmmaDescriptor<L, N> {
    let _ = bits;
    MatrixDescriptor::at(tile, address)
}
