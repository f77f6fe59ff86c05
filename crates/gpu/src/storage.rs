//! Shared memory, allocated by type: the tensors, rings and schedules of a block as one tuple,
//! which determines its size.
//!
//! ```text
//! type Storage = (TmaRing<A, R>, TmaRing<B, R>, Dynamic<R>);
//!
//! 0                 A::BYTES            + B::BYTES
//! +-----------------+-------------------+----+----+---------+
//! |   stages of A   |    stages of B    | barriers, numbers |     Storage::BYTES
//! +-----------------+-------------------+----+----+---------+
//! ```
//!
//! A kernel names the tuple once. Its size is the `shared = Storage::BYTES` of
//! [`#[kernel]`](mod@crate::kernel), and [`Storage::allocate(gpu)`](Allocate::allocate) returns the
//! parts. Tiles come first, each at a multiple of its [`ALIGN`](SharedStorage::ALIGN) bytes, and
//! barriers follow after all tiles. Two parts thus never share a byte, and no kernel computes an
//! address.
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_gpu::{Gpu, Sm90, kernel, pipeline::TmaRing};
//! use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor, Stages};
//! /// Two stages of 256 numbers for 32 threads, and 32 sums.
//! type Storage = (TmaRing<Stages<f32, layout!((256, 2))>, int!(32)>, SmemTensor<f32, layout!(32)>);
//! assert_eq!(Storage::BYTES, 2 * 1024 + 128 + 2 * 2 * 8);
//!
//! /// # Safety
//! ///
//! /// A block has 32 threads.
//! #[kernel(threads = 32, shared = Storage::BYTES)]
//! unsafe fn sums<G: Sm90>(gpu: G, to: *mut f32) {
//!     // SAFETY: all threads execute this, and nothing else uses shared memory.
//!     let (ring, sums) = unsafe { Storage::allocate(gpu) };
//!     let stages = ring.tiles(); // (number, stage)
//!     # let _ = (stages, sums, to);
//! }
//! ```
//!
//! Parts that together exceed the shared memory of a block do not compile:
//! `a block has at most 232448 bytes of shared memory, not 295008`.
//!
//! CUTLASS: `SharedStorage`; the CuTe DSL: `SmemAllocator`.

mod stages;
pub use stages::{KMajorTile, Loads, MnMajorTile, OfCtas, Staged, Stages, TmaTile};

use crate::Gpu;
use crate::engine::Smem;
use crate::tensor::{GpuTensor, smem};
use zellige::atom::smem::SharedTile;
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::refusal::Message;

/// The contents of a block's shared memory, with their size in bytes: a tensor, a ring, or a tuple
/// of up to eight parts. See the [module](self).
#[doc(alias("SmemAllocator", "alloc_smem"))]
pub trait SharedStorage: Sized {
    /// The alignment of its tiles in bytes, a power of two.
    const ALIGN: u32;
    /// The number of bytes of its tiles.
    const TILES: u32;
    /// The number of bytes of its barriers, which follow the tiles of all parts, at a multiple of
    /// 8.
    const BARRIERS: u32;
    /// The number of bytes in total, for `shared = ..` of a kernel.
    const BYTES: u32 = aligned(Self::TILES, 8) + Self::BARRIERS;
}
/// Storage that a block of the machine G allocates.
pub trait Allocate<G: Gpu>: SharedStorage {
    /// Allocates all parts, from the beginning of the block's shared memory, and initialises their
    /// barriers.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together. The block has
    /// [`BYTES`](SharedStorage::BYTES) bytes of shared memory, which nothing else uses until it
    /// ends: it allocates only once.
    #[inline(always)]
    unsafe fn allocate(gpu: G) -> Self {
        const { check(Self::BYTES) }
        let all = Self::carve(gpu, 0, const { Self::BYTES - Self::BARRIERS });
        if Self::BARRIERS > 0 {
            Self::publish(gpu);
        }
        all
    }
    /// Returns the parts at these offsets in shared memory.
    #[doc(hidden)]
    unsafe fn carve(gpu: G, tiles: u32, barriers: u32) -> Self;
    /// Makes the initialised barriers visible to all threads of the block.
    #[doc(hidden)]
    unsafe fn publish(gpu: G);
}

/// A tensor in shared memory. Its layout L is static, so the type determines its size in bytes.
pub type SmemTensor<T, L> = GpuTensor<Smem<T>, L>;

impl<T, L: SharedTile> SharedStorage for SmemTensor<T, L> {
    const ALIGN: u32 = align::<T, L>();
    // The first element is at a multiple of its size.
    const TILES: u32 = bytes::<T, L>() + if is_power::<T>() { 0 } else { size_of::<T>() as u32 };
    const BARRIERS: u32 = 0;
}
impl<G: Gpu, T, L: SharedTile> Allocate<G> for SmemTensor<T, L> {
    #[inline(always)]
    unsafe fn carve(gpu: G, tiles: u32, _: u32) -> Self {
        smem::<T, L>(gpu, tiles.div_ceil(size_of::<T>() as u32), L::STATIC)
    }
    #[inline(always)]
    unsafe fn publish(_: G) {}
}
impl SharedStorage for () {
    const ALIGN: u32 = 1;
    const TILES: u32 = 0;
    const BARRIERS: u32 = 0;
}
impl<G: Gpu> Allocate<G> for () {
    #[inline(always)]
    unsafe fn carve(_: G, _: u32, _: u32) {}
    #[inline(always)]
    unsafe fn publish(_: G) {}
}
macro_rules! tuples {
    ($($P:ident $p:ident)+) => {
        impl<$($P: SharedStorage),+> SharedStorage for ($($P,)+) {
            const ALIGN: u32 = {
                let mut most = 1;
                $(most = if $P::ALIGN > most { $P::ALIGN } else { most };)+
                most
            };
            const TILES: u32 = {
                let mut end = 0;
                $(end = aligned(end, $P::ALIGN) + $P::TILES;)+
                end
            };
            const BARRIERS: u32 = 0 $(+ $P::BARRIERS)+;
        }
        impl<GPU: Gpu, $($P: Allocate<GPU>),+> Allocate<GPU> for ($($P,)+) {
            #[inline(always)]
            unsafe fn carve(gpu: GPU, tiles: u32, barriers: u32) -> Self {
                let (mut tiles, mut barriers) = (tiles, barriers);
                $(
                    tiles = aligned(tiles, $P::ALIGN);
                    let $p = $P::carve(gpu, tiles, barriers);
                    tiles += $P::TILES;
                    barriers += $P::BARRIERS;
                )+
                let _ = (tiles, barriers);
                ($($p,)+)
            }
            #[inline(always)]
            unsafe fn publish(gpu: GPU) {
                // One fence publishes all of them.
                let mut published = false;
                $(if !published && $P::BARRIERS > 0 {
                    $P::publish(gpu);
                    published = true;
                })+
                let _ = published;
            }
        }
    };
}
tuples!(A a);
tuples!(A a B b);
tuples!(A a B b C c);
tuples!(A a B b C c D d);
tuples!(A a B b C c D d E e);
tuples!(A a B b C c D d E e F f);
tuples!(A a B b C c D d E e F f G g);
tuples!(A a B b C c D d E e F f G g H h);

/// Returns the first multiple of `align` that is at least `bytes`.
const fn aligned(bytes: u32, align: u32) -> u32 {
    bytes.next_multiple_of(align)
}
/// Panics if a block cannot have that many bytes.
const fn check(bytes: u32) {
    const MOST: u32 = 227 * 1024;
    if bytes > MOST {
        let m = Message::new().s("a block has at most ").u(MOST as u64);
        let m = m.s(" bytes of shared memory, not ");
        m.u(bytes as u64).raise()
    }
}
/// Returns whether the size of an element is a power of two, which divides the beginning of a tile.
const fn is_power<T>() -> bool {
    size_of::<T>().is_power_of_two()
}
/// Returns the size in bytes of elements T laid out by L, including the gaps between them.
const fn bytes<T, L: Layout>() -> u32 {
    of_elements::<T>(L::COSIZE)
}
/// Returns the size in bytes of elements T laid out by L, without gaps.
const fn elements<T, L: Layout>() -> u32 {
    of_elements::<T>(L::SIZE)
}
const fn of_elements<T>(count: usize) -> u32 {
    let bytes = size_of::<T>() as u64 * count as u64;
    if bytes > u32::MAX as u64 {
        let m = Message::new().s("one tensor of shared storage has ").u(bytes);
        m.s(" bytes, which is 2^32 or more").raise()
    }
    bytes as u32
}
/// Returns the alignment of a tensor in bytes: a line of 128, at which a box of the accelerator may
/// begin, or the period of its swizzle.
const fn align<T, L: SharedTile>() -> u32 {
    let swizzle = <L::SwizzleWidth as Integer>::KNOWN * L::SWIZZLE.0 * size_of::<T>() as u64;
    if swizzle > 128 { swizzle as u32 } else { 128 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bf16;
    use zellige::atom::smem::LayoutKSw128Atom;
    use zellige::ops::TileToShape;

    type Tile = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((64, 64))>;

    #[test]
    fn parts_lie_one_behind_the_other() {
        type All =
            (SmemTensor<u8, layout!(20)>, SmemTensor<f32, layout!(5)>, SmemTensor<Bf16, Tile>);
        assert_eq!((All::ALIGN, All::BARRIERS), (1024, 0));
        assert_eq!(All::BYTES, 1024 + 2 * 64 * 64);
        assert_eq!(<(SmemTensor<u8, layout!(20)>, SmemTensor<f32, layout!(5)>)>::TILES, 148);
        // 24 bytes each: the first one is at 144.
        assert_eq!(<(SmemTensor<u8, layout!(20)>, SmemTensor<[u64; 3], layout!(5)>)>::TILES, 272);
    }
    #[test]
    #[should_panic(expected = "a block has at most 232448 bytes of shared memory, not 232456")]
    fn more_than_a_block_has() {
        check(232456);
    }
}
