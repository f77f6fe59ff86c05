//! Permutations that make another mode contiguous: by tiles in shared memory.
//!
//! Mode 0 is contiguous in the source, mode 1 in the destination. In each plane of these two the tile is transposed, as a matrix is by
//! [`transpose::aligned`](crate::transpose::aligned): a thread reads a block of V by V elements in vectors along mode 0, transposes it in its registers, and
//! puts it into shared memory in vectors along mode 1. Then the threads take vectors along mode 1 in another order, and write them.
//!
//! A block of 256 threads has 16 KiB or more of the tensor under way, but a plane may be small. So a tile is as small as the planes are, and a block has
//! several of them, one after the other in the order of [`Place`], each by a part of its threads:
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
//! | 64 by 64 of each, 32 by 32 u64 | 1 | 256 | 1 | none: a word behind each row |
//!
//! The swizzle flips the number of a vector in a row of the tile by that of the thread's block, so that a quarter of a warp puts vectors into all banks, and takes
//! them from all. In small tiles a quarter has vectors of several rows, and of several tiles; the contracts say that it works out.
//!
//! The last line is for tensors that begin and end anywhere: each element by itself.

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

/// The way of a tile from the source to the destination.
pub trait Way {
    /// The type of an element, of whose bits nothing is known.
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
    /// The layout from (mode 0, mode 1, tile) to the place in shared memory.
    type Shared: Layout;
    /// The copy by which threads read vectors along mode 0.
    type Read;
    /// The copy by which they put vectors along mode 1.
    type Put;
    /// The copy by which they write vectors along mode 1.
    type Write;
    /// The registers of a thread.
    type Block;
    /// The layout of the registers as they are read, (CPY, CPY_M, CPY_N).
    type Rows;
    /// The layout of the registers as they are put, (CPY, CPY_M, CPY_N).
    type Columns;
    /// The number of bytes of shared memory.
    const SHARED: u32 = (Self::Shared::COSIZE * size_of::<Self::Element>()) as u32;
}
/// The way in tiles of I by J elements T, in vectors of V.
pub struct Exchange<T, const V: usize, const I: usize, const J: usize>(PhantomData<T>);

/// Implements rows of the table: elements and their bits, a vector, a tile, the number of tiles; the swizzle.
macro_rules! by_vectors {
    ($($T:ident $bits:literal, $V:literal, $I:literal $J:literal, $tiles:literal, $b:literal $m:literal $s:literal;)*) => { $(
        impl Way for Exchange<$T, $V, $I, $J> {
            type Element = $T;
            const VECTOR: u32 = $V;
            const TILE: (u32, u32) = ($I, $J);
            const TILES: u32 = $tiles;
            type Tile = (int!($I), int!($J));
            type Threads = layout!(({ $I / $V * ($J / $V) }, $tiles));
            type Shared = layout!(Sw<$b, $m, $s> o 0 o ($I, $J, $tiles) : ($J, 1, { $I * $J }));
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
        }
        const _: () = {
            type Shared = <Exchange<$T, $V, $I, $J> as Way>::Shared;
            // The elements that the threads of a block put first, and those that they take first.
            type Put = layout!((({ $I / $V }, { $J / $V }, $tiles), $V) : (($V, { $V * $I }, { $I * $J }), $I));
            type Take = layout!((({ $J / $V }, { $I / $V }, $tiles), $V) : (({ $V * $I }, 1, { $I * $J }), $I));
            contract::bank_conflict_free::<Compose<Shared, Put>, $T>();
            contract::bank_conflict_free::<Compose<Shared, Take>, $T>();
            assert!($I / $V * ($J / $V) * $tiles == THREADS, "all threads have a block");
        };
    )* };
}
by_vectors! {
    u32 32, 4, 64 64, 1, 3 2 6;
    u32 32, 4, 32 32, 4, 3 2 5;
    u32 32, 4, 16 16, 16, 2 3 3;
    u16 16, 8, 128 128, 1, 3 3 7;
    u16 16, 8, 64 64, 4, 3 3 6;
    u16 16, 8, 32 32, 16, 2 4 4;
    u16 16, 8, 16 16, 64, 2 4 3;
    u8 8, 8, 64 64, 4, 3 4 5;
    u64 64, 2, 32 32, 1, 3 1 5;
}
/// Implements the last row of the table: elements and their bits, a tile; the distance of rows in shared memory.
macro_rules! by_elements {
    ($($T:ident $bits:literal, $I:literal $J:literal, $row:literal;)*) => { $(
        impl Way for Exchange<$T, 1, $I, $J> {
            type Element = $T;
            const VECTOR: u32 = 1;
            const TILE: (u32, u32) = ($I, $J);
            const TILES: u32 = 1;
            type Tile = (int!($I), int!($J));
            type Threads = layout!((256, 1));
            type Shared = layout!(($I, $J, 1) : ($row, 1, 0));
            type Read = MakeTiledCopy<
                CopyAtom<copies::UniversalCopy<int!($bits)>, int!($bits)>,
                layout!((32, 8)),
                layout!((1, 1)),
            >;
            type Put = Self::Read;
            type Write = MakeTiledCopy<
                CopyAtom<copies::UniversalCopy<int!($bits)>, int!($bits)>,
                layout!((8, 32) : (32, 1)),
                layout!((1, 1)),
            >;
            type Block = Registers<$T, int!($I * $J / 256)>;
            type Rows = layout!((1, { $I / 32 }, { $J / 8 }));
            type Columns = Self::Rows;
        }
        const _: () = {
            type Shared = <Exchange<$T, 1, $I, $J> as Way>::Shared;
            contract::bank_conflict_free::<Compose<Shared, layout!((32, 1) : (1, 1))>, $T>();
            contract::bank_conflict_free::<Compose<Shared, layout!((32, 1) : ($I, 1))>, $T>();
        };
    )* };
}
by_elements! {
    u8 8, 64 64, 68;
    u16 16, 64 64, 66;
    u32 32, 64 64, 65;
    u64 64, 32 32, 33;
}

macro_rules! kernels {
    ($($name:ident = $Way:ty;)*) => { $(
        /// Copies a tensor of which another mode is contiguous in the destination. See the [module](self), and [`permute`](super) for the arguments. The grid has
        /// a block for each TILES tiles.
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

            // This is the tile of this thread.
            let (thread, part) = <Of as Way>::Threads::STATIC.idx2crd(thread);
            let place = Place::new(extents, Of::TILE, gpu.block_x() * Of::TILES + part);
            let (from, to) = (place.plane_of(from, (s2, s3, s4, s5)), place.plane_of(to, (d2, d3, d4, d5)));
            let (m, n) = place.plane;
            let tiler = <<Of as Way>::Tile>::default();
            let g_s = gmem(from, layout!((m, n) : (1, s1))).local_tile(tiler, place.tile); // (BLK_M, BLK_N)
            let g_d = gmem(to, layout!((m, n) : (d0, 1))).local_tile(tiler, place.tile); //   (BLK_M, BLK_N)
            let s = smem::<<Of as Way>::Element, _>(gpu, 0, <Of as Way>::Shared::STATIC) //
                .domain_offset((0u32, 0u32, part)); //                                         (BLK_M, BLK_N, TILE)

            // This is the block of this thread, in registers.
            let mut block = <<Of as Way>::Block>::zeroed();
            let r = rmem(&mut block, <Of as Way>::Rows::STATIC); //        (CPY, CPY_M, CPY_N)
            let r_put = GpuTensor::new(r.engine(), <Of as Way>::Columns::STATIC); //           (CPY, CPY_M, CPY_N)

            let s_put = s.partition_d(put, thread).at((.., .., .., 0u32));
            let s_take = s.partition_s(write, thread).at((.., .., .., 0u32));
            copy_if(gpu, read, g_s.partition_s(read, thread), r);
            copy(gpu, put, r_put, s_put);
            gpu.sync_threads();
            copy_if(gpu, write, s_take, g_d.partition_d(write, thread));
        }
    )*
        /// The tiles of these kernels, vectors before elements, and the larger ones first.
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
    permute_u16_128 = Exchange<u16, 8, 128, 128>;
    permute_u16_64 = Exchange<u16, 8, 64, 64>;
    permute_u16_32 = Exchange<u16, 8, 32, 32>;
    permute_u16_16 = Exchange<u16, 8, 16, 16>;
    permute_u16_any = Exchange<u16, 1, 64, 64>;
    permute_u8_64 = Exchange<u8, 8, 64, 64>;
    permute_u8_any = Exchange<u8, 1, 64, 64>;
    permute_u64_32 = Exchange<u64, 2, 32, 32>;
    permute_u64_any = Exchange<u64, 1, 32, 32>;
}
