//! Permutations that make another mode contiguous: tiles through shared memory.
//!
//! Mode 0 is contiguous in the source, mode 1 in the destination. In each plane of these two the
//! tile is transposed as a matrix is in [`transpose::aligned`](crate::transpose::aligned): a thread
//! reads a block of V by V elements in vectors along mode 0, transposes it in its registers, and
//! puts it into shared memory in vectors along mode 1. Then the threads take vectors along mode 1
//! in another order, and write them.
//!
//! With vectors, a block of 256 threads usually has 16 or 32 KiB of the tensor in flight, but a
//! plane may be small. So a tile may be as small as the planes, and a block has several tiles, one
//! after the other in the order of [`Place`], each processed by some of its threads:
//!
//! ```text
//! planes of 32 by 32 u32          block 0                              block 1
//! tile                            0        1        2        3         4        ..
//! threads                         0..63    64..127  128..191 192..255  0..63
//! ```
//!
//! | tile | V | threads of a tile | tiles of a block | swizzle |
//! |---|---|---|---|---|
//! | 64 by 64 u32 | 4 | 256 | 1 | `Sw<3,2,6>` |
//! | 32 by 32 u32 | 4 | 64 | 4 | `Sw<3,2,5>` |
//! | 16 by 16 u32 | 4 | 16 | 16 | `Sw<2,3,3>` |
//! | 128 by 128 u16 | 8 | 256 | 1 | `Sw<3,3,7>` |
//! | 64 by 64 u16 | 8 | 64 | 4 | `Sw<3,3,6>` |
//! | 32 by 32 u16 | 8 | 16 | 16 | `Sw<2,4,4>` |
//! | 16 by 16 u16 | 8 | 4 | 64 | `Sw<2,4,3>` |
//! | 64 by 64 u8 | 8 | 64 | 4 | `Sw<3,4,5>` |
//! | 32 by 32 u64 | 2 | 256 | 1 | `Sw<3,1,5>` |
//! | 64 by 64 u8, u16 and u32, 32 by 32 u64 | 1 | 256 | 1 | none: a spare word behind each row |
//! | 4 by 256, 256 by 4 u8, u16 and u32 | 1 | 256 | 1 | none: 8 spare elements behind 256 |
//!
//! The element, the vector and the tile determine the [`swizzle`]: it flips the position of a
//! vector in 128 bytes by the index of the thread's block, and in the smallest tiles by that of the
//! tile. So the threads that shared memory serves at once put vectors into all banks, and take them
//! from all banks, which contracts prove.
//!
//! The last lines are for tensors that begin and end anywhere, processed element by element. The
//! long tiles are for planes with a short side, such as the colours of an image.

use super::THREADS;
use super::plan::Tile;
use super::tile::{Place, has_elements};
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use zellige::atom::{CopyAtom, MakeTiledCopy, TiledCopy, copy as copies};
use zellige::ops::Compose;
use zellige::{contract, prelude::*};
use zellige_gpu::Gpu;
use zellige_gpu::copy::{copy, copy_if};
use zellige_gpu::tensor::{GpuTensor, gmem, rmem, smem};

/// The path of a tile from the source to the destination.
pub trait Way {
    /// The type of an opaque element.
    type Element;
    /// The number of elements of a vector.
    const VECTOR: u32;
    /// The extents of a tile along modes 0 and 1.
    const TILE: (u32, u32);
    /// The number of tiles of a block.
    const TILES: u32;
    /// The same extents, as a tiler.
    type Tile;
    /// The layout from (thread of a tile, tile) to the thread of the block.
    type Threads;
    /// The layout from (mode 0, mode 1, tile) to the offset in shared memory.
    type Shared: Layout;
    /// The copy with which threads read vectors along mode 0.
    type Read;
    /// The copy with which they put vectors along mode 1.
    type Put;
    /// The copy with which they write vectors along mode 1.
    type Write;
    /// The registers of a thread.
    type Block;
    /// The layout of the registers for reading, (CPY, CPY_M, CPY_N).
    type Rows;
    /// The layout of the registers for putting into shared memory, (CPY, CPY_M, CPY_N).
    type Columns;
    /// The layout of the registers for taking and writing, (CPY, CPY_M, CPY_N).
    type Taken;
    /// The number of bytes of shared memory.
    const SHARED: u32 = (Self::Shared::COSIZE * size_of::<Self::Element>()) as u32;
}
/// The path in tiles of I by J elements T, in vectors of V.
pub struct Exchange<T, const V: usize, const I: usize, const J: usize>(PhantomData<T>);

/// Returns the swizzle of tiles of `i` by `j` elements of `bytes` bytes in shared memory, with rows
/// along mode 1: bits, base and shift.
///
/// Shared memory serves 128 bytes at once, so log2(128 / vector) bits of a thread index. Threads
/// put vectors of `v` elements, and are counted along mode 0, then along mode 1, then from tile to
/// tile. The bits along mode 1 are bits of the position in a row, and do not change; all others
/// flip the bits above those.
///
/// ```
/// use zellige_kernels::permute::exchange::swizzle;
/// assert_eq!(swizzle(4, 4, 64, 64), (3, 2, 6));
/// ```
pub const fn swizzle(bytes: usize, v: usize, i: usize, j: usize) -> (usize, usize, isize) {
    const fn log(n: usize) -> usize {
        n.ilog2() as usize
    }
    let served = log(128 / (v * bytes));
    let left = served.saturating_sub(log(i / v));
    let along_1 = if left < log(j / v) { left } else { log(j / v) };
    let (bits, base) = (served - along_1, log(v) + along_1);
    (bits, base, log(j * v) as isize - base as isize)
}

/// Returns the number of tiles per block; its threads have `v` by `v` elements each.
const fn tiles(v: usize, i: usize, j: usize) -> usize {
    THREADS as usize * v * v / (i * j)
}

/// Asserts that threads put elements into shared memory, and take them from there, in aligned
/// vectors, free of bank conflicts.
const fn check_accesses<W: Way, Put: Layout, Take: Layout>() {
    contract::bank_conflict_free::<Compose<W::Shared, Put>, W::Element>();
    contract::bank_conflict_free::<Compose<W::Shared, Take>, W::Element>();
}

/// Implements rows of the table: elements and their bits, a vector, a tile.
macro_rules! by_vectors {
    ($($T:ident $bits:literal, $V:literal, $I:literal $J:literal;)*) => { $(
        impl Way for Exchange<$T, $V, $I, $J> {
            type Element = $T;
            const VECTOR: u32 = $V;
            const TILE: (u32, u32) = ($I, $J);
            const TILES: u32 = tiles($V, $I, $J) as u32;
            type Tile = (int!($I), int!($J));
            type Threads = layout!(({ $I / $V * ($J / $V) }, { tiles($V, $I, $J) }));
            type Shared = layout!(
                Sw<{ swizzle($bits / 8, $V, $I, $J).0 }, { swizzle($bits / 8, $V, $I, $J).1 }, { swizzle($bits / 8, $V, $I, $J).2 }>
                    o 0 o ($I, $J, { tiles($V, $I, $J) }) : ($J, 1, { $I * $J })
            );
            type Read = TiledCopy<
                CopyAtom<copies::UniversalCopy<int!($V * $bits)>, int!($bits)>,
                layout!((({ $I / $V }, { $J / $V }), $V) : (($V, $I), 1)),
                (int!($I), layout!({ $J / $V } : $V)),
            >;
            type Put = TiledCopy<
                CopyAtom<copies::UniversalCopy<int!($V * $bits)>, int!($bits)>,
                layout!((({ $I / $V }, { $J / $V }), $V) : ((1, $I), { $I / $V })),
                (layout!({ $I / $V } : $V), int!($J)),
            >;
            type Write = MakeTiledCopy<
                CopyAtom<copies::UniversalCopy<int!($V * $bits)>, int!($bits)>,
                layout!(({ $I / $V }, { $J / $V }) : ({ $J / $V }, 1)),
                layout!((1, $V)),
            >;
            type Block = Registers<$T, int!($V * $V)>;
            type Rows = layout!(($V, 1, $V) : (1, 0, $V));
            type Columns = layout!(($V, $V, 1) : ($V, 1, 0));
            type Taken = layout!(($V, $V, 1) : (1, $V, 0));
        }
        const _: () = {
            type Of = Exchange<$T, $V, $I, $J>;
            // The elements that the threads of a block put first, and those that they take first.
            type Put = layout!((({ $I / $V }, { $J / $V }, { tiles($V, $I, $J) }), $V) : (($V, { $V * $I }, { $I * $J }), $I));
            type Take = layout!((({ $J / $V }, { $I / $V }, { tiles($V, $I, $J) }), $V) : (({ $V * $I }, 1, { $I * $J }), $I));
            check_accesses::<Of, Put, Take>();
            assert!($I / $V * ($J / $V) * <Of as Way>::TILES == THREADS, "all threads have a block");
        };
    )* };
}
by_vectors! {
    u32 32, 4, 64 64;
    u32 32, 4, 32 32;
    u32 32, 4, 16 16;
    u16 16, 8, 128 128;
    u16 16, 8, 64 64;
    u16 16, 8, 32 32;
    u16 16, 8, 16 16;
    u8 8, 8, 64 64;
    u64 64, 2, 32 32;
}
/// Implements rows of the table: elements and their bits, a tile; its strides in shared memory, the
/// threads that read along both modes, and those that write.
macro_rules! by_elements {
    ($($T:ident $bits:literal, $I:literal $J:literal, $si:literal $sj:literal, $ri:literal $rj:literal, $wi:literal $wj:literal;)*) => { $(
        impl Way for Exchange<$T, 1, $I, $J> {
            type Element = $T;
            const VECTOR: u32 = 1;
            const TILE: (u32, u32) = ($I, $J);
            const TILES: u32 = 1;
            type Tile = (int!($I), int!($J));
            type Threads = layout!((256, 1));
            type Shared = layout!(($I, $J, 1) : ($si, $sj, 0));
            type Read = MakeTiledCopy<
                CopyAtom<copies::UniversalCopy<int!($bits)>, int!($bits)>,
                layout!(($ri, $rj)),
                layout!((1, 1)),
            >;
            type Put = Self::Read;
            type Write = MakeTiledCopy<
                CopyAtom<copies::UniversalCopy<int!($bits)>, int!($bits)>,
                layout!(($wi, $wj) : ($wj, 1)),
                layout!((1, 1)),
            >;
            type Block = Registers<$T, int!($I * $J / 256)>;
            type Rows = layout!((1, { $I / $ri }, { $J / $rj }));
            type Columns = Self::Rows;
            type Taken = layout!((1, { $I / $wi }, { $J / $wj }));
        }
        const _: () = {
            type Of = Exchange<$T, 1, $I, $J>;
            // The elements that the threads of a block put first, and those that they take first.
            type Put = layout!((($ri, $rj), 1) : ((1, $I), 1));
            type Take = layout!((($wj, $wi), 1) : (($I, 1), 1));
            check_accesses::<Of, Put, Take>();
            assert!($ri * $rj == THREADS && $wi * $wj == THREADS, "all threads have elements");
        };
    )* };
}
by_elements! {
    u8 8, 64 64, 68 1, 32 8, 8 32;
    u8 8, 4 256, 264 1, 4 64, 1 256;
    u8 8, 256 4, 1 264, 256 1, 64 4;
    u16 16, 64 64, 66 1, 32 8, 8 32;
    u16 16, 4 256, 264 1, 4 64, 1 256;
    u16 16, 256 4, 1 264, 256 1, 64 4;
    u32 32, 64 64, 65 1, 32 8, 8 32;
    u32 32, 4 256, 264 1, 4 64, 1 256;
    u32 32, 256 4, 1 264, 256 1, 64 4;
    u64 64, 32 32, 33 1, 32 8, 8 32;
}

macro_rules! kernels {
    ($($name:ident = $Way:ty;)*) => { $(
        /// Copies a tensor to a destination in which another mode is contiguous. See the
        /// [module](self), and [`permute`](super) for the arguments. The grid has one block per
        /// TILES tiles.
        #[zellige_gpu::kernel(threads = THREADS, shared = <$Way>::SHARED)]
        #[allow(clippy::too_many_arguments)] // six modes
        pub unsafe fn $name<G: Gpu>(
            gpu: G,
            e0: u32,
            e1: u32,
            e2: u32,
            e3: u32,
            e4: u32,
            e5: u32,
            from: *const <$Way as Way>::Element,
            s1: u32,
            s2: u32,
            s3: u32,
            s4: u32,
            s5: u32,
            to: *mut <$Way as Way>::Element,
            d0: u32,
            d2: u32,
            d3: u32,
            d4: u32,
            d5: u32,
        ) {
            type Of = $Way;
            let (extents, thread) = ((e0, e1, e2, e3, e4, e5), gpu.thread());
            if !has_elements(extents) {
                return;
            }
            assert_unchecked(thread < THREADS);
            let (read, put) = (<Of as Way>::Read::default(), <Of as Way>::Put::default());
            let write = <Of as Way>::Write::default();

            // The tile of this thread.
            let (thread, part) = <Of as Way>::Threads::STATIC.idx2crd(thread);
            let place = Place::new(extents, Of::TILE, gpu.block_x() * Of::TILES + part);
            let (from, to) = (place.plane_of(from, (s2, s3, s4, s5)), place.plane_of(to, (d2, d3, d4, d5)));
            let (m, n) = place.plane;
            let tiler = <<Of as Way>::Tile>::default();
            let g_s = gmem(from, layout!((m, n) : (1, s1))).local_tile(tiler, place.tile); // (BLK_M, BLK_N)
            let g_d = gmem(to, layout!((m, n) : (d0, 1))).local_tile(tiler, place.tile); //   (BLK_M, BLK_N)
            let s = smem::<<Of as Way>::Element, _>(gpu, 0, <Of as Way>::Shared::STATIC) //
                .domain_offset((0u32, 0u32, part)); //                                         (BLK_M, BLK_N, TILE)

            // The block of this thread, in registers.
            let mut block = <<Of as Way>::Block>::zeroed();
            let r = rmem(&mut block, <Of as Way>::Rows::STATIC); //        (CPY, CPY_M, CPY_N)
            let r_put = GpuTensor::new(r.engine(), <Of as Way>::Columns::STATIC); //           (CPY, CPY_M, CPY_N)
            let r_take = GpuTensor::new(r.engine(), <Of as Way>::Taken::STATIC); //            (CPY, CPY_M, CPY_N)

            copy_if(gpu, read, g_s.partition_s(read, thread), r);
            copy(gpu, put, r_put, s.partition_d(put, thread).at((.., .., .., 0u32)));
            gpu.sync_threads();
            copy(gpu, write, s.partition_s(write, thread).at((.., .., .., 0u32)), r_take);
            copy_if(gpu, write, r_take, g_d.partition_d(write, thread));
        }
    )*
        /// The tiles of these kernels, vectors before elements, and larger ones first.
        pub const TILES: &[Tile] = &[$(Tile {
            kernel: stringify!($name),
            bytes: size_of::<<$Way as Way>::Element>() as u32,
            vector: <$Way as Way>::VECTOR,
            extents: <$Way as Way>::TILE,
            tiles: <$Way as Way>::TILES,
            exchanges: true,
        },)*];
    };
}
kernels! {
    permute_u32_64 = Exchange<u32, 4, 64, 64>;
    permute_u32_32 = Exchange<u32, 4, 32, 32>;
    permute_u32_16 = Exchange<u32, 4, 16, 16>;
    permute_u32_any = Exchange<u32, 1, 64, 64>;
    permute_u32_4_any = Exchange<u32, 1, 4, 256>;
    permute_u32_any_4 = Exchange<u32, 1, 256, 4>;
    permute_u16_128 = Exchange<u16, 8, 128, 128>;
    permute_u16_64 = Exchange<u16, 8, 64, 64>;
    permute_u16_32 = Exchange<u16, 8, 32, 32>;
    permute_u16_16 = Exchange<u16, 8, 16, 16>;
    permute_u16_any = Exchange<u16, 1, 64, 64>;
    permute_u16_4_any = Exchange<u16, 1, 4, 256>;
    permute_u16_any_4 = Exchange<u16, 1, 256, 4>;
    permute_u8_64 = Exchange<u8, 8, 64, 64>;
    permute_u8_any = Exchange<u8, 1, 64, 64>;
    permute_u8_4_any = Exchange<u8, 1, 4, 256>;
    permute_u8_any_4 = Exchange<u8, 1, 256, 4>;
    permute_u64_32 = Exchange<u64, 2, 32, 32>;
    permute_u64_any = Exchange<u64, 1, 32, 32>;
}
