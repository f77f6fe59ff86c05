//! Permutations that keep the contiguous mode: vectors straight through registers.
//!
//! Mode 0 is contiguous on both sides. A tile is some of its elements at each of several
//! coordinates of mode 1, and each of 256 threads reads four vectors of the tile, then writes them.
//!
//! ```text
//! 64 by 64 u32          mode 0
//!             0..3     4..7    .. 60..63
//! mode 1     +--------+--------+--+-----+
//! 0          | t 0    | t 1    |  | t15 |
//! 1          | t16    | t17    |  | t31 |
//! ..         |        |        |  |     |
//! 15         | t240   |        |  | t255|       and the same 16, 32 and 48 further on
//! ```
//!
//! | tile | vector | when |
//! |---|---|---|
//! | 64 by 64 u32, 64 by 128 u16, 128 by 128 u8, 32 by 64 u64 | 16 bytes | rows are short |
//! | 16 by 256 u32, 16 by 512 u16 | 16 bytes | rows are shorter |
//! | 4096 u32, 8192 u16, 16384 u8, 2048 u64 of one row | 16 bytes | rows are long |
//! | 64 by 16 of each | an element | tensors that begin and end anywhere |

use super::THREADS;
use super::plan::Tile;
use super::tile::{Place, has_elements};
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use zellige::atom::{CopyAtom, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_gpu::Gpu;
use zellige_gpu::copy::copy_if;
use zellige_gpu::tensor::{gmem, rmem};

/// The vectors of a tile.
pub trait Way {
    /// The type of an opaque element.
    type Element;
    /// The number of elements of a vector.
    const VECTOR: u32;
    /// The extents of a tile along modes 0 and 1.
    const TILE: (u32, u32);
    /// The same extents, as a tiler.
    type Tile;
    /// The copy with which threads read and write vectors along mode 0.
    type Copy;
    /// The registers of a thread.
    type Block;
    /// The layout of the registers, (CPY, CPY_M, CPY_N).
    type Vectors;
}
/// The path in tiles of I by J elements T, in vectors of V.
pub struct Rows<T, const V: usize, const I: usize, const J: usize>(PhantomData<T>);

/// Implements rows of the table: elements and their bits, a vector, a tile; the threads along both
/// modes.
macro_rules! rows {
    ($($T:ident $bits:literal, $V:literal, $I:literal $J:literal, $along:literal $across:literal;)*) => { $(
        impl Way for Rows<$T, $V, $I, $J> {
            type Element = $T;
            const VECTOR: u32 = $V;
            const TILE: (u32, u32) = ($I, $J);
            type Tile = (int!($I), int!($J));
            type Copy = MakeTiledCopy<
                CopyAtom<copies::UniversalCopy<int!($V * $bits)>, int!($bits)>,
                layout!(($along, $across)),
                layout!(($V, 1)),
            >;
            type Block = Registers<$T, int!($I * $J / 256)>;
            type Vectors = layout!(($V, { $I / ($V * $along) }, { $J / $across }));
        }
        const _: () = assert!($along * $across == THREADS, "all threads have vectors");
    )* };
}
rows! {
    u32 32, 4, 64 64, 16 16;
    u32 32, 4, 16 256, 4 64;
    u32 32, 4, 4096 1, 256 1;
    u32 32, 1, 64 16, 64 4;
    u16 16, 8, 64 128, 8 32;
    u16 16, 8, 16 512, 2 128;
    u16 16, 8, 8192 1, 256 1;
    u16 16, 1, 64 16, 64 4;
    u8 8, 16, 128 128, 8 32;
    u8 8, 16, 16384 1, 256 1;
    u8 8, 1, 64 16, 64 4;
    u64 64, 2, 32 64, 16 16;
    u64 64, 2, 2048 1, 256 1;
    u64 64, 1, 64 16, 64 4;
}

macro_rules! kernels {
    ($($name:ident = $Way:ty;)*) => { $(
        /// Copies a tensor to a destination in which the same mode is contiguous. See the
        /// [module](self), and [`permute`](super) for the arguments. The grid has one block per
        /// tile.
        #[zellige_gpu::kernel(threads = THREADS)]
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
            d1: u32,
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
            let vectors = <Of as Way>::Copy::default();

            // The tile of this block.
            let place = Place::new(extents, Of::TILE, gpu.block_x());
            let (from, to) = (place.plane_of(from, (s2, s3, s4, s5)), place.plane_of(to, (d2, d3, d4, d5)));
            let (m, n) = place.plane;
            let tiler = <<Of as Way>::Tile>::default();
            let g_s = gmem(from, layout!((m, n) : (1, s1))).local_tile(tiler, place.tile); // (BLK_M, BLK_N)
            let g_d = gmem(to, layout!((m, n) : (1, d1))).local_tile(tiler, place.tile); //   (BLK_M, BLK_N)

            let mut block = <<Of as Way>::Block>::zeroed();
            let r = rmem(&mut block, <Of as Way>::Vectors::STATIC); //                         (CPY, CPY_M, CPY_N)
            // Both partitions come before the copies: where a coordinate is known to have 32 bits,
            // its product with a stride is one instruction.
            let (g_s, g_d) = (g_s.partition_s(vectors, thread), g_d.partition_d(vectors, thread));
            copy_if(gpu, vectors, g_s, r);
            copy_if(gpu, vectors, r, g_d);
        }
    )*
        /// The tiles of these kernels, vectors before elements, and larger ones first.
        pub const TILES: &[Tile] = &[$(Tile {
            kernel: stringify!($name),
            bytes: size_of::<<$Way as Way>::Element>() as u32,
            vector: <$Way as Way>::VECTOR,
            extents: <$Way as Way>::TILE,
            tiles: 1,
            exchanges: false,
        },)*];
    };
}
kernels! {
    permute_rows_u32 = Rows<u32, 4, 64, 64>;
    permute_rows_u32_16 = Rows<u32, 4, 16, 256>;
    permute_rows_u32_wide = Rows<u32, 4, 4096, 1>;
    permute_rows_u32_any = Rows<u32, 1, 64, 16>;
    permute_rows_u16 = Rows<u16, 8, 64, 128>;
    permute_rows_u16_16 = Rows<u16, 8, 16, 512>;
    permute_rows_u16_wide = Rows<u16, 8, 8192, 1>;
    permute_rows_u16_any = Rows<u16, 1, 64, 16>;
    permute_rows_u8 = Rows<u8, 16, 128, 128>;
    permute_rows_u8_wide = Rows<u8, 16, 16384, 1>;
    permute_rows_u8_any = Rows<u8, 1, 64, 16>;
    permute_rows_u64 = Rows<u64, 2, 32, 64>;
    permute_rows_u64_wide = Rows<u64, 2, 2048, 1>;
    permute_rows_u64_any = Rows<u64, 1, 64, 16>;
}
