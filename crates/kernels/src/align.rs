//! Copies a matrix of 16-bit elements with rows that begin anywhere to rows that begin at multiples
//! of 16 bytes.
//!
//! The tensor memory accelerator, and every copy of 16 bytes, need rows at multiples of 16 bytes.
//! Where the leading dimension is odd, every other row begins in the middle of a word, and a
//! product that reads such rows element by element has a tenth of the speed of one that reads
//! boxes. Copying A and B first costs m k + n k elements read and written, beside 2 m n k
//! operations. So a product of any size and alignment is three launches,
//!
//! ```text
//! A'  = align_rows(A)          m rows, k.next_multiple_of(8) elements apart
//! B'  = align_rows(B)          n rows, as far apart
//! C   = wgmma_gemm(A', B')     or one of its other instances: the rows of A may be those of K, as in `wgmma_gemm_nt`
//! ```
//!
//! A thread has 8 elements of every 8th row of a tile, four times: it reads them one by one, with
//! 32 loads in flight at the same time, and writes them 16 bytes at once.
//!
//! ```text
//! tile of 32 rows and 256 columns      a warp: 32 lanes side by side, 8 elements each
//! source, ld odd       | a row begins anywhere   ..a0 a1 a2 a3 a4 a5 a6 a7|a8 ..      8 loads of 2 bytes a lane
//! destination          | at multiples of 16      |a0 a1 a2 a3 a4 a5 a6 a7|a8 ..       1 store of 16 bytes
//! ```
//!
//! Columns behind the last one, up to a multiple of 8, become zeros: the destination has room for
//! them, since its leading dimension is a multiple of 8. Memory behind these columns does not
//! change. Each element is read and written once.

use core::ops::RangeFull;
use zellige::atom::{CopyAtom, Destination, MakeTiledCopy, Source, Tidfrg, copy::UniversalCopy};
use zellige::{assert_layout, contract, prelude::*};
use zellige_gpu::Gpu;
use zellige_gpu::copy::copy_if;
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform_or;

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The number of rows and of columns of a tile.
pub const TILE: (u32, u32) = (32, 256);
/// The copy with which 8 warps copy 8 rows of 32 vectors.
pub type Vectors = MakeTiledCopy<
    CopyAtom<UniversalCopy<int!(128)>, int!(16)>,
    layout!((8, 32) : (32, 1)),
    layout!((1, 8)),
>;

/// A tile of a destination with rows that begin 33 vectors apart: any multiple of a vector would
/// do.
type Aligned = layout!((32, 256) : (264, 1));
/// The layout from (thread, element) to the first vectors of the tile T, at the end E of the copy.
type First<E, T> = <Tidfrg<Vectors, E, T> as Layout>::Slice<(RangeFull, RangeFull, int!(0))>;
// Each warp has 256 elements of a row side by side; on the aligned side each vector lies at a
// multiple of its size.
assert_layout!(First<Source, layout!((32, 256) : (257, 1))> == ((32, 8), (8, 1)) : ((8, 257), (1, 0)));
const _: () = contract::vectors::<First<Destination, Aligned>, u16>();

/// Copies `rows` rows of `columns` elements, which begin `ld_from` elements apart, to rows that
/// begin `ld_to` elements apart, a multiple of 8; `to` is aligned to 16 bytes. The grid has at
/// least `rows / 32` by `columns / 256` blocks, each rounded up.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn align_rows<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const u16,
    ld_from: u32,
    to: *mut u16,
    ld_to: u32,
) {
    let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    let (vectors, extents) = (Vectors::default(), shape!((32, 256)));
    let source = gmem(from, layout!((rows, columns) : (ld_from, 1)));
    let destination = gmem(to, layout!((rows, columns) : (ld_to, 1)));
    let tg_s = source.local_tile(extents, tile).partition_s(vectors, thread); //      (CPY, CPY_M, CPY_N)
    let tg_d = destination.local_tile(extents, tile).partition_d(vectors, thread); // (CPY, CPY_M, CPY_N)
    let mut elements = [0; 32];
    let r = rmem(&mut elements, layout!(((8, 1), 4, 1)));
    transform_or(tg_s, 0, r, |x| x);
    copy_if(gpu, vectors, r, tg_d);
}
