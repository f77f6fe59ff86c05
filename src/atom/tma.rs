//! Boxes: what the tensor memory accelerator of Hopper copies at once, from the layout of the tile.
//!
//! A *tensor map* tells the accelerator of a matrix in global memory, and of the box that one
//! instruction copies out of it into shared memory. In shared memory the box lies row by row without
//! gaps, along the mode that is contiguous in global memory, swizzled as the map says:
//!
//! ```text
//! tile (rows, columns)              box                             swizzle
//! (r,c):(c,1)                       c inner, r outer elements       none
//! Sw of w units o (r,c):(c,1)       c inner, r outer elements       a row is 16 w bytes, just the span
//! ```
//!
//! So the box is a function of the tile's layout: [`TmaBox`] reads it off, at compile time, and refuses
//! a tile that no box fills.
//!
//! ```
//! use zellige::{atom::{smem::LayoutKSw128Atom, tma::TmaBox}, ops::*, prelude::*};
//! type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((128, 64))>;
//! type Box = TmaBox<Tile, int!(16)>;
//! assert_eq!((Box::INNER, Box::OUTER, Box::SWIZZLE, Box::BYTES), (64, 128, 128, 128 * 64 * 2));
//! ```
//!
//! Of a tile that is two swizzle spans wide, `TileToShape<LayoutKSw128Atom<Int<16>>, (128, 128)>`, each
//! half is a box; the whole is refused: `no TMA box: (_128,(_64,_2)):(_64,(_1,_8192)) is not one box row
//! by row; ..`.
//!
//! Sources: the CUDA driver's `cuTensorMapEncodeTiled`, CuTe's `make_tma_copy`.

use core::marker::PhantomData;

use super::smem::SharedTile;
use crate::integer::Integer;
use crate::layout::Layout;
use crate::number::N1;
use crate::refusal::Message;
use crate::tuple::IntTuple;

/// The tile with as few modes as a row and a column of it need.
type Plain<L> = <<L as SharedTile>::Inner as Layout>::CoalesceBy<(N1, N1)>;

/// The box that fills a tile of elements of N bits with the layout L in shared memory.
///
/// ```
/// use zellige::{atom::{smem::LayoutMnSw64Atom, tma::TmaBox}, prelude::*};
/// type Columns = TmaBox<LayoutMnSw64Atom<Int<16>>, int!(16)>;      // (32,8):(1,32), column by column
/// assert_eq!((Columns::INNER, Columns::OUTER, Columns::SWIZZLE), (32, 8, 64));
/// assert_eq!(TmaBox::<layout!((8, 24) : (24, 1)), int!(32)>::SWIZZLE, 0);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct TmaBox<L, N>(PhantomData<(L, N)>);

impl<L: SharedTile, N: Integer> TmaBox<L, N> {
    const BOX: (u32, u32) = {
        let (s, d) = (
            <Plain<L> as Layout>::Shape::LEAVES,
            <Plain<L> as Layout>::Stride::LEAVES,
        );
        let text = <Plain<L> as Layout>::TEXT;
        let m = Message::new().s("no TMA box: ");
        if let Some(refusal) = L::REFUSAL {
            refusal.raise()
        }
        if s.len != 2 || d.len != 2 {
            m.cat(&text)
                .s(" is not one box row by row; a swizzle span wide, it would be")
                .raise()
        }
        let (inner, outer) = match (s.value, d.value) {
            ([Some(r), Some(c), ..], [Some(row), Some(1), ..]) if row == c || r == 1 => (c, r),
            ([Some(r), Some(c), ..], [Some(1), Some(column), ..]) if column == r || c == 1 => {
                (r, c)
            }
            _ => m.cat(&text).s(" is not one box row by row").raise(),
        };
        let (bytes, span) = (
            inner as u64 * N::KNOWN / 8,
            16 * <L::SwizzleWidth as Integer>::KNOWN,
        );
        if inner > 256 || outer > 256 {
            m.cat(&text)
                .s(" has a mode of more than 256 elements")
                .raise()
        }
        if bytes % 16 != 0 {
            m.s("a row of ")
                .cat(&text)
                .s(" has ")
                .u(bytes)
                .s(" bytes, no multiple of 16")
                .raise()
        }
        if Self::SWIZZLE > 0 && bytes != span {
            m.s("a row of ")
                .cat(&text)
                .s(" has ")
                .u(bytes)
                .s(" bytes, but the swizzle permutes ")
                .u(span)
                .raise()
        }
        (inner as u32, outer as u32)
    };
    /// How many elements the box has along the mode that is contiguous.
    pub const INNER: u32 = Self::BOX.0;
    /// How many elements it has along the other mode.
    pub const OUTER: u32 = Self::BOX.1;
    /// In blocks of how many bytes its units of 16 bytes are permuted: 0 (not at all), 32, 64 or 128.
    pub const SWIZZLE: u32 = {
        let ((from, to), w) = (L::SWIZZLE, <L::SwizzleWidth as Integer>::KNOWN);
        if w > 8 || (w > 1 && (from * N::KNOWN != 1024 || to * N::KNOWN != 128)) {
            Message::new()
                .s("no TMA box: the hardware swizzles 2, 4 or 8 units of 16 bytes by the bits from 128 bytes on, ")
                .cat(&L::TEXT).s(" of ").u(N::KNOWN).s(" bits does not").raise()
        }
        if w == 1 { 0 } else { 16 * w as u32 }
    };
    /// How many bytes it has.
    pub const BYTES: u32 = Self::INNER * Self::OUTER * N::KNOWN as u32 / 8;
}
