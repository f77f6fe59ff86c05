//! Boxes: the part of a matrix that Hopper's tensor memory accelerator copies with one instruction,
//! derived from the tile's layout.
//!
//! A *tensor map* describes a matrix in global memory to the accelerator, and the box that one
//! instruction copies out of it into shared memory. In shared memory the box lies row by row
//! without gaps, along the mode that is contiguous in global memory, swizzled as the map says:
//!
//! ```text
//! tile (rows, columns)              box                             swizzle
//! (r,c):(c,1)                       c inner, r outer elements       none
//! Sw of w units o (r,c):(c,1)       c inner, r outer elements       a row is 16 w bytes, just the span
//! ```
//!
//! So the box is a function of the tile's layout: [`TmaBox`] computes it at compile time, and
//! reports a tile that no box fills as an error.
//!
//! ```
//! use zellige::{atom::{smem::LayoutKSw128Atom, tma::TmaBox}, ops::*, prelude::*};
//! type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((128, 64))>;
//! type Box = TmaBox<Tile, int!(16)>;
//! assert_eq!((Box::inner(), Box::outer(), Box::swizzle(), Box::bytes()), (64, 128, 128, 128 * 64 * 2));
//! ```
//!
//! If a tile is two swizzle spans wide, `TileToShape<LayoutKSw128Atom<Int<16>>, (128, 128)>`, each
//! half is a box, but the whole does not compile: `no TMA box: (_128,(_64,_2)):(_64,(_1,_8192)) is
//! not row by row, or column by column, without gaps`. Neither do the stages of a pipeline:
//! ``(_8,_64,_3):(_64,_1,_512) has 3 modes, but a box has two, rows and columns: take one stage, as
//! `Slice` does``. Other errors are a mode of more than 256 elements
//! (`.. has a mode of more than 256 elements`), rows that are not whole units (`a row of
//! (_8,_12):(_12,_1) has 24 bytes, not a multiple of 16`), a swizzle that the hardware does not
//! have (as in [`gmma`](super::gmma)), and a swizzle with rows other than those of the tile (`a row
//! of (_8,_32):(_32,_1) has 64 bytes, but the swizzle permutes 128`).
//!
//! Sources: the CUDA driver's `cuTensorMapEncodeTiled` and CuTe's `make_tma_copy`.

use core::marker::PhantomData;

use super::smem::{SharedTile, not_in_units};
use crate::algebra::outer_function::Outer;
use crate::algebra::tiler::Tiler;
use crate::integer::Integer;
use crate::layout::{Divides, Layout, Simplify, Steps};
use crate::number::N1;
use crate::refusal::{Demand, Message, at_build};
use crate::tuple::IntTuple;
use crate::tuple::measure::Rank;

/// The tile with as few modes as its rows and columns need.
type Plain<L> = <<L as Layout>::Inner as Simplify>::CoalesceBy<(N1, N1)>;

/// The box that fills a tile of elements of N bits with the layout L in shared memory.
///
/// ```
/// use zellige::{atom::{smem::LayoutMnSw64Atom, tma::TmaBox}, prelude::*};
/// type Columns = TmaBox<LayoutMnSw64Atom<Int<16>>, int!(16)>;      // (32,8):(1,32), column by column
/// assert_eq!((Columns::inner(), Columns::outer(), Columns::swizzle()), (32, 8, 64));
/// assert_eq!(TmaBox::<layout!((8, 24) : (24, 1)), int!(32)>::swizzle(), 0);
/// ```
#[doc(alias(
    "make_tma_copy_A_sm90",
    "make_tma_copy_B_sm90",
    "make_tma_copy_C_sm90",
    "make_tma_copy",
    "make_tma_atom",
    "make_tiled_tma_atom"
))]
#[derive(Copy, Clone, Debug)]
pub struct TmaBox<L, N>(PhantomData<(L, N)>);

/// The extents and the swizzle of a box, and the mode along which it is contiguous.
#[derive(Copy, Clone)]
struct Extents {
    along: usize,
    inner: u32,
    outer: u32,
    swizzle: u32,
}

/// Returns the box that fills a tile of elements of `bits` bits, or why it does not exist: P is the
/// tile with as few modes as it needs, without the swizzle F, and `tile` is its text.
const fn box_of<P: Layout, F: Outer>(
    tile: &Message,
    rank: u64,
    bits: u64,
) -> Result<Extents, Message> {
    let (s, d) = (P::Shape::LEAVES, P::Stride::LEAVES);
    let (m, plain) = (Message::new().s("no TMA box: "), &P::TEXT);
    let w = match F::MOVES {
        Some([w, ..]) => w,
        None => return Err(m.cat(tile).s(" is not a swizzle of a layout with strides")),
    };
    let (along, inner, outer) = match (s.value, d.value) {
        ([Some(r), Some(c), ..], [Some(row), Some(1), ..]) if row == c || r == 1 => (1, c, r),
        ([Some(r), Some(c), ..], [Some(1), Some(column), ..]) if column == r || c == 1 => (0, r, c),
        _ => (0, 0, 0),
    };
    let (bytes, span) = ((inner as u64).saturating_mul(bits) / 8, w.saturating_mul(16));
    if s.len != 2 || d.len != 2 || inner == 0 {
        let m = m.cat(plain);
        Err(if rank > 2 {
            m.s(" has ")
                .u(rank)
                .s(" modes, but a box has two, rows and columns: take one stage, as `Slice` does")
        } else {
            m.s(" is not row by row, or column by column, without gaps")
        })
    } else if inner > 256 || outer > 256 {
        Err(m.cat(plain).s(" has a mode of more than 256 elements"))
    } else if bits > 128 {
        Err(m.s("its elements have ").u(bits).s(" bits, more than 128"))
    } else if bytes % 16 != 0 {
        Err(m.s("a row of ").cat(plain).s(" has ").u(bytes).s(" bytes, not a multiple of 16"))
    } else if let Some(message) = not_in_units::<F>(tile, bits, false, m) {
        Err(message)
    } else if w > 1 && bytes != span {
        Err(m
            .s("a row of ")
            .cat(plain)
            .s(" has ")
            .u(bytes)
            .s(" bytes, but the swizzle permutes ")
            .u(span))
    } else {
        Ok(Extents {
            along,
            inner: inner as u32,
            outer: outer as u32,
            swizzle: if w == 1 { 0 } else { span as u32 },
        })
    }
}
/// Returns the mode along which the tile L of elements of `bits` bits is contiguous. Panics if no
/// box fills it.
#[doc(hidden)]
#[track_caller]
pub const fn contiguous_mode<L: Layout>(bits: u64) -> usize {
    if let Some(refusal) = L::REFUSAL {
        refusal.raise()
    }
    let rank = <Rank<L::Shape> as Integer>::KNOWN;
    along(&box_of::<Plain<L>, L::Swizzle>(&L::TEXT, rank, bits))
}
/// Like [`contiguous_mode`], for each part of L of shape B.
#[doc(hidden)]
#[track_caller]
pub const fn contiguous_mode_of_parts<L: Layout, B: Tiler>(bits: u64) -> usize {
    if let Some(refusal) = <Part<L, B> as Layout>::REFUSAL {
        refusal.raise()
    }
    let text = Message::new().s("a part of ").cat(&L::TEXT);
    along(&box_of::<Plain<Part<L, B>>, L::Swizzle>(&text, 2, bits))
}
/// A part of the tile L of shape B, without the swizzle.
type Part<L, B> = <<<L as Layout>::Inner as Divides>::ZippedDivide<B> as Steps>::Head;
#[track_caller]
const fn along(found: &Result<Extents, Message>) -> usize {
    match found {
        Ok(extents) => extents.along,
        Err(message) => message.raise(),
    }
}
/// Panics if the tile L of elements of `bits` bits has gaps, or a swizzle other than the
/// accelerator's. The tensor may have any number of modes.
#[doc(hidden)]
#[track_caller]
pub const fn check_without_gaps<L: Layout>(bits: u64) {
    if let Some(refusal) = L::REFUSAL {
        refusal.raise()
    }
    let m = Message::new().s("no TMA box: ");
    if let Some(message) = not_in_units::<L::Swizzle>(&L::TEXT, bits, false, m) {
        message.raise()
    }
    let (s, d) = (<L::Inner as Layout>::Shape::LEAVES, <L::Inner as Layout>::Stride::LEAVES);
    // The next mode in memory is searched as often as there are modes.
    let (mut next, mut round) = (1, 0);
    while round < s.len {
        let mut leaf = 0;
        while leaf < s.len {
            match (s.value[leaf], d.value[leaf]) {
                (Some(extent), Some(stride)) if extent > 1 && stride == next => {
                    next *= extent;
                    break;
                }
                _ => leaf += 1,
            }
        }
        round += 1;
    }
    if next as u64 != <L::Size as Integer>::KNOWN {
        m.cat(&L::TEXT).s(" does not lie element by element without gaps").raise()
    }
}

impl<L: SharedTile, N: Integer> Demand for TmaBox<L, N> {
    const MET: () = {
        Self::extents();
    };
}
impl<L: SharedTile, N: Integer> TmaBox<L, N> {
    /// The box, or why it does not exist.
    const BOX: Result<Extents, Message> =
        box_of::<Plain<L>, L::Swizzle>(&L::TEXT, <Rank<L::Shape> as Integer>::KNOWN, N::KNOWN);
    #[track_caller]
    const fn extents() -> Extents {
        at_build!(Self);
        if let Some(refusal) = L::REFUSAL {
            refusal.raise()
        }
        match &Self::BOX {
            Ok(extents) => *extents,
            Err(message) => message.raise(),
        }
    }
    /// Returns the number of elements of the box along the mode that is contiguous.
    ///
    /// ```
    /// use zellige::{atom::{smem::LayoutKSw128Atom, tma::TmaBox}, prelude::*};
    /// type Box = TmaBox<LayoutKSw128Atom<Int<16>>, int!(16)>;          // (8,64):(64,1), swizzled
    /// assert_eq!((Box::inner(), Box::outer()), (64, 8));
    /// assert_eq!((Box::swizzle(), Box::bytes()), (128, 8 * 64 * 2));   // in bytes
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn inner() -> u32 {
        Self::extents().inner
    }
    /// Returns the number of elements of the box along the other mode. See [`inner`](Self::inner).
    ///
    /// ```
    /// use zellige::{atom::{smem::LayoutKSw128Atom, tma::TmaBox}, prelude::*};
    /// assert_eq!(TmaBox::<LayoutKSw128Atom<Int<16>>, int!(16)>::outer(), 8);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn outer() -> u32 {
        Self::extents().outer
    }
    /// Returns the number of bytes in the blocks in which units of 16 bytes are permuted: 0 (no
    /// permutation), 32, 64 or 128. See [`inner`](Self::inner).
    ///
    /// ```
    /// use zellige::{atom::{smem::LayoutKSw128Atom, tma::TmaBox}, prelude::*};
    /// assert_eq!(TmaBox::<LayoutKSw128Atom<Int<16>>, int!(16)>::swizzle(), 128);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn swizzle() -> u32 {
        Self::extents().swizzle
    }
    /// Returns the number of bytes of the box. See [`inner`](Self::inner).
    ///
    /// ```
    /// use zellige::{atom::{smem::LayoutKSw128Atom, tma::TmaBox}, prelude::*};
    /// assert_eq!(TmaBox::<LayoutKSw128Atom<Int<16>>, int!(16)>::bytes(), 8 * 64 * 2);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn bytes() -> u32 {
        Self::inner() * Self::outer() * N::KNOWN as u32 / 8
    }
}
