//! Kernels that copy a matrix, as many bytes at once as the types of the layouts allow.
//!
//! Both matrices have rows of 64 elements; they differ in the distance between rows. From that
//! alone the compiler knows how long a vector is at aligned addresses in both, [`VectorWidth`]:
//!
//! | kernel | from | to | one access |
//! |---|---|---|---|
//! | [`copy_16()`] | `(64, m) : (1, 64)` | `(64, m) : (1, 64)` | 4 elements, 16 bytes |
//! | [`copy_8()`] | `(64, m) : (1, 64)` | `(64, m) : (1, 66)` | 2 elements, 8 bytes |
//! | [`copy_4()`] | `(64, m) : (1, 65)` | `(64, m) : (1, 64)` | 1 element, 4 bytes |
//!
//! Rows that begin 66 elements apart begin at multiples of 2 elements, but not of 4. As a layout of
//! vectors, each matrix is its [`upcast`](Recast::upcast): `(64, m) : (1, 66)` by 2 is
//! `(32, m) : (1, 33)`. A vector's index is a coordinate of both layouts, which split it into
//! column and row. A thread copies 16 bytes, so one, two or four vectors. With vectors of 8 bytes:
//!
//! ```text
//! vector      0    1    ..   255  | 256  ..   511  | 512  ..
//! thread      0    1    ..   255  | 0    ..   255  | 0    ..
//! block       0                                    | 1
//! ```
//!
//! Each element moves twice its size.
//!
//! Source: CuTe's `copy(AutoVectorizingCopy{}, source, destination)`.

use zellige::integer::mul;
use zellige::prelude::*;
use zellige::tensor::VectorWidth;
use zellige_gpu::Gpu;
use zellige_gpu::tensor::{rmem, sequence};
use zellige_gpu::transform::transform_if;
use zellige_gpu::vector::Vector16;

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The number of elements that a block copies.
pub const ELEMENTS: u32 = 4 * THREADS;
/// The layout of the vectors of a thread, which has every 256th vector of a tile.
type Threads = layout!(256);

/// A matrix of 64 rows of 64 elements, side by side.
pub type Rows = layout!((64, 64) : (1, 64));
/// A matrix of 64 rows of 64 elements that begin 65 elements apart.
pub type RowsBy65 = layout!((64, 64) : (1, 65));
/// A matrix of 64 rows of 64 elements that begin 66 elements apart.
pub type RowsBy66 = layout!((64, 64) : (1, 66));

/// The number of elements of T that are copied at once between the layouts S and D.
pub type Width<S, D, T> = VectorWidth<S, D, <T as Plain>::Bits>;
assert_type_eq_all!(Width<Rows, Rows, f32>, int!(4));
assert_type_eq_all!(Width<Rows, RowsBy66, f32>, int!(2));
assert_type_eq_all!(Width<RowsBy65, Rows, f32>, int!(1));

/// Copies a matrix of rows of 64 elements. The pointers are aligned to 16 bytes. The grid has at
/// least `rows / 16` blocks.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn copy_16<G: Gpu>(gpu: G, rows: u32, from: *const f32, to: *mut f32) {
    copy::<G, f32, Rows, Rows>(gpu, rows, from, to)
}
/// Copies a matrix of rows of 64 elements to rows that begin 66 elements apart. The pointers are
/// aligned to 8 bytes. The grid has at least `rows / 16` blocks.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn copy_8<G: Gpu>(gpu: G, rows: u32, from: *const f32, to: *mut f32) {
    copy::<G, f32, Rows, RowsBy66>(gpu, rows, from, to)
}
/// Copies a matrix of rows of 64 elements that begin 65 elements apart. The grid has at least
/// `rows / 16` blocks.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn copy_4<G: Gpu>(gpu: G, rows: u32, from: *const f32, to: *mut f32) {
    copy::<G, f32, RowsBy65, Rows>(gpu, rows, from, to)
}

/// Copies rows with the layout S to rows with the layout D. The last mode of a layout has no end:
/// the offsets of the rows in the types extend to any number of rows.
#[inline(always)]
unsafe fn copy<G: Gpu, T: Plain, S: Layout, D: Layout>(
    gpu: G,
    rows: u32,
    from: *const T,
    to: *mut T,
) {
    match <Width<S, D, T>>::UNCHECKED.usize() * size_of::<T>() {
        4 => vectors::<G, T, u32, 4, S, D>(gpu, rows, from.cast(), to.cast()),
        8 => vectors::<G, T, u64, 2, S, D>(gpu, rows, from.cast(), to.cast()),
        _ => vectors::<G, T, Vector16, 1, S, D>(gpu, rows, from.cast(), to.cast()),
    }
}

/// Copies N vectors V of elements T per thread: reads all, then writes all.
#[inline(always)]
unsafe fn vectors<G: Gpu, T: Plain, V: Copy + Default, const N: usize, S: Layout, D: Layout>(
    gpu: G,
    rows: u32,
    from: *const V,
    to: *mut V,
) where
    Const<N>: StaticInt,
{
    let width = <Width<S, D, T>>::UNCHECKED;
    let (source, destination) = (S::STATIC.upcast(width), D::STATIC.upcast(width));
    let end = source.get(int!(0)).size().u32() * rows;
    let (thread, block) = (gpu.thread(), gpu.block_x());
    let tile = (mul(int!({ THREADS as usize }), <Int<N>>::STATIC),);
    let mut values = [V::default(); N];
    let r = rmem(&mut values, <Strided<Int<N>, int!(1)>>::STATIC); //                       (VAL)
    let g_s = sequence(from, source.coalesce(), end).local_tile(tile, (block,)); //         (BLK)
    let g_d = sequence(to, destination.coalesce(), end).local_tile(tile, (block,)); //      (BLK)
    transform_if(g_s.local_partition(Threads::STATIC, thread), r, |v| v);
    transform_if(r, g_d.local_partition(Threads::STATIC, thread), |v| v);
}
