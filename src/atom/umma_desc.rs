//! Matrix descriptors of Blackwell: the 64 bits that tell `tcgen05.mma` and `tcgen05.cp` where a
//! tile lies in shared memory.
//!
//! The layouts that Hopper's `wgmma` reads have such a descriptor, too, with the same offsets and
//! [other bits](super::gmma). In units of 16 bytes, before the swizzle, this one is new:
//!
//! ```text
//! contiguous along M or N     (M or N, K) = ((8,n),(4,k)) : ((1,L),(8,S))   units of 32 bytes
//!
//! bits  0 to 13   the address                        in units of 16 bytes, as L and S
//!      16 to 29   L, the leading dimension's offset
//!      32 to 45   S, the stride dimension's offset
//!      46         1, the version
//!      61 to 63   the swizzle: 0 none, 1 of 128 bytes in units of 32, 2 of 128 bytes, 4 of 64,
//!                 6 of 32
//! ```
//!
//! An offset is 0 where the tile has one block, or part of one, in its direction. All elements may
//! be contiguous along K, those of 8 and 16 bits also along M or N. Those of 32 bits may be so only
//! in the layout above, [`LayoutMnSw128_32bAtom`](super::smem::LayoutMnSw128_32bAtom). Elements of
//! 4 or 6 bits that `.kind::f8f6f4` multiplies lie in bytes, so 8 bits count.
//!
//! ```
//! use zellige::{atom::{smem::*, umma_desc::make_umma_desc}, ops::*, prelude::*};
//! type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((128, 64))>;
//! let (steps, _) = Tile::STATIC.zipped_divide((int!(128), int!(16))).slice(((.., ..), 0u32));
//! let desc = make_umma_desc(steps, int!(16), 0x2000);
//! assert_eq!(desc.bits(), 2 << 61 | 1 << 46 | 64 << 32 | 1 << 16 | 0x200);
//! assert_eq!((desc + 2).bits(), desc.bits() + 2);          // 32 bytes on: the next 16 along K
//! ```
//!
//! What has no descriptor does not compile:
//!
//! ```text
//! no descriptor: Sw<3,2,3> o _0 o (_32,_8):(_1,_32) of 32 bits is in units of 16 bytes
//! (_8,_8):(_1,_8), not ((8,n),2):((8,S),1): elements of 32 bits may be contiguous along M or N only
//! if the swizzle moves units of 32 bytes
//! ```
//!
//! Sources: the PTX manual's "shared memory descriptor" and CuTe's `make_umma_desc`.

use super::gmma::{Blackwell, MatrixDescriptor};
use super::smem::SharedTile;
use crate::integer::Integer;

/// A descriptor that `tcgen05.mma` and `tcgen05.cp` take. [`make_umma_desc`] makes it. CuTe:
/// `UMMA::SmemDescriptor`, `UMMA::DescriptorIterator`.
///
/// ```
/// use zellige::{atom::{gmma::Major, smem::*, umma_desc::UmmaDescriptor}, ops::*, prelude::*};
/// // Of bytes, contiguous along N, two blocks of 128: 1024 bytes further on.
/// type Tile = TileToShape<LayoutMnSw128Atom<Int<8>>, shape!((256, 32))>;
/// type Desc = UmmaDescriptor<Tile, Int<8>>;
/// assert_eq!(Desc::zero(), 2 << 61 | 1 << 46 | 128 << 32 | 64 << 16);
/// assert_eq!(Desc::major(), Major::Mn);
/// ```
#[doc(alias = "SmemDescriptor")]
pub type UmmaDescriptor<L, N> = MatrixDescriptor<L, N, Blackwell>;

/// Returns the descriptor of the tile `tile` of elements of `bits` bits. The element with offset 0,
/// before the swizzle, is at `address` in shared memory. CuTe: `UMMA::make_umma_desc`.
///
/// The conditions of [`make_gmma_desc`](super::gmma::make_gmma_desc) hold. See the [module](self)
/// for the layouts that have no descriptor.
///
/// ```
/// use zellige::{atom::{smem::LayoutMnSw128_32bAtom, umma_desc::make_umma_desc}, prelude::*};
/// let tile = <LayoutMnSw128_32bAtom<Int<32>>>::STATIC;            // 32 x 4 elements of 32 bits
/// assert_eq!(make_umma_desc(tile, int!(32), 0x800).bits(), 1 << 61 | 1 << 46 | 0x80);
/// ```
#[inline(always)]
pub fn make_umma_desc<L: SharedTile, N: Integer>(
    tile: L,
    bits: N,
    address: u32,
) -> UmmaDescriptor<L, N> {
    let _ = bits;
    MatrixDescriptor::at(tile, address)
}
