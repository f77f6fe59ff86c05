//! Stores of a warpgroup's accumulators by rows, 16 bytes at a time.

use super::store_streaming;
use crate::engine::{Matrix, PointerMut, Rmem};
use crate::number::{Half, Predicated};
use crate::tensor::{GpuTensor, rmem};
use crate::transform::transform;
use crate::{Bf16, F16, Store, unroll, warp};
use zellige::atom::{CopyAtom, CopyTiling, TiledCopy, copy};
use zellige::integer::{Mul, Quot};
use zellige::prelude::*;

/// Elements that accumulators in f32 are stored as, in vectors of 16 bytes along rows.
///
/// Of 32 columns in a row, four threads have 8 accumulators each: thread t has two columns side by
/// side in each of four blocks of 8. They [transpose](warp::transpose) them, so that each writes 16
/// bytes at a time; lines of memory are then written in half as many instructions, or a quarter.
///
/// ```text
/// columns            0 1  2 3  4 5  6 7 | 8 9 ...           16 ...            24 ...
/// from accumulators  t0   t1   t2   t3  | t0  t1  t2  t3  | t0  t1  t2  t3  | t0  t1  t2  t3
/// to write f32       t0   t0   t2   t2  | t1  t1  t3  t3  | t0  t0  t2  t2  | t1  t1  t3  t3
/// to write bf16      t0   t0   t0   t0  | t1  t1  t1  t1  | t2  t2  t2  t2  | t3  t3  t3  t3
/// ```
///
/// A thread has such columns in two rows, one 8 below the other: 16 accumulators.
/// [`begin`](RowStore::begin) turns them to eight words, which [`finish`](RowStore::finish) writes,
/// now or later. In f32 the words are the lower row, and `begin` writes the upper one; in 16 bits
/// two accumulators are one word, and `begin` writes nothing.
pub trait RowStore: Predicated {
    /// The number of elements in 16 bytes.
    const WIDTH: u32;
    /// The tiled copy of 16 bytes by which warps one below the other write Rows rows of 32 columns:
    /// a thread has `((values, vectors), 1, 1)`. Rows is a multiple of 16.
    type Vectors<Rows: Integer>: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>>;
    /// Turns the accumulators of 32 columns, (two columns, two rows, four blocks), to words, each x
    /// of row 0 or 1 as `f(row, x)`. What it writes is inside, or left out, if IF.
    ///
    /// # Safety
    ///
    /// The elements of `to` are there, aligned to 16 bytes, and this thread's to write; all threads
    /// of the warp are here.
    unsafe fn begin<const IF: bool>(
        gpu: impl Store,
        acc: GpuTensor<Rmem<f32>, impl Layout>,
        to: Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
        f: impl Fn(usize, f32) -> f32,
    ) -> [u32; 8];
    /// Writes the words; the rows that are inside, if IF.
    ///
    /// # Safety
    ///
    /// The conditions of [`begin`](RowStore::begin) hold, or hold for the rows that are inside.
    unsafe fn finish<const IF: bool>(
        gpu: impl Store,
        words: [u32; 8],
        to: Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
    );
}

/// A thread's share of tiles by [`RowStore::Vectors`], ((values, vectors), tiles, parts), and which
/// tile and part of it is meant.
pub type Part<P, D, L> = (GpuTensor<Matrix<P, D>, L>, (u32, u32));
/// The copy of vectors of 16 bytes, of so many bits an element, in Rows rows of 32 columns: TV maps threads and values to elements.
type Vectors<Bits, Rows, TV> =
    TiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, Bits>, TV, (Rows, int!(32))>;

impl RowStore for f32 {
    const WIDTH: u32 = 4;
    type Vectors<Rows: Integer> = Vectors<
        int!(32),
        Rows,
        Strided<
            (
                ((int!(2), int!(2)), int!(8), Quot<Rows, int!(16)>),
                shape!((4, (2, 2))),
            ),
            (
                ((Mul<Rows, int!(8)>, Mul<Rows, int!(4)>), int!(1), int!(16)),
                (Rows, (Mul<Rows, int!(16)>, int!(8))),
            ),
        >,
    >;
    #[inline(always)]
    unsafe fn begin<const IF: bool>(
        gpu: impl Store,
        acc: GpuTensor<Rmem<f32>, impl Layout>,
        (to, at): Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
        f: impl Fn(usize, f32) -> f32,
    ) -> [u32; 8] {
        let mut rows = [[0.0; 8]; 2];
        unroll!(for row in 0..2 {
            let i = row as usize;
            transform(
                acc.slice((.., row, ..)),
                rmem(&mut rows[i], layout!(8)),
                |x| f(i, x),
            );
        });
        let [upper, lower] = rows.map(|row| row.map(f32::to_bits));
        write_row::<IF>(
            gpu,
            upper,
            to.slice(((.., ..), at.0, at.1)).slice((.., (.., 0u32))),
        );
        lower
    }
    #[inline(always)]
    unsafe fn finish<const IF: bool>(
        gpu: impl Store,
        words: [u32; 8],
        (to, at): Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
    ) {
        write_row::<IF>(
            gpu,
            words,
            to.slice(((.., ..), at.0, at.1)).slice((.., (.., 1u32))),
        )
    }
}
/// Writes eight columns of a row, (two columns, four blocks).
#[inline(always)]
unsafe fn write_row<const IF: bool>(
    gpu: impl Store,
    mut words: [u32; 8],
    to: GpuTensor<Matrix<impl PointerMut, impl Layout<Shape = (u32, u32)>>, impl Layout>,
) {
    // These are two blocks, (two columns, two pairs of blocks).
    let blocks = rmem(&mut words, layout!((2, (2, 2)) : (2, (1, 4))));
    warp::transpose(gpu, blocks, layout!(2));
    if !IF || to.is_inside() {
        store_streaming(gpu, rmem(&mut words, layout!((4, 2))), to);
    }
}
macro_rules! halves {
    ($($T:ident)+) => { $(
        impl RowStore for $T {
            const WIDTH: u32 = 8;
            type Vectors<Rows: Integer> = Vectors<
                int!(16),
                Rows,
                Strided<
                    ((int!(4), int!(8), Quot<Rows, int!(16)>), shape!((8, 2))),
                    ((Mul<Rows, int!(8)>, int!(1), int!(16)), (Rows, int!(8))),
                >,
            >;
            #[inline(always)]
            unsafe fn begin<const IF: bool>(
                gpu: impl Store,
                acc: GpuTensor<Rmem<f32>, impl Layout>,
                _: Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
                f: impl Fn(usize, f32) -> f32,
            ) -> [u32; 8] {
                let mut words = [0; 8];
                let to = rmem(&mut words, layout!((4, 2))); // (block, row)
                unroll!(for row in 0..2 {
                    let columns = |column: u32| acc.slice((column, row, ..));
                    transform((columns(0), columns(1)), to.at((.., row)), |(low, high)| {
                        Self::pair(gpu, f(row as usize, low), f(row as usize, high))
                    });
                });
                words
            }
            #[inline(always)]
            unsafe fn finish<const IF: bool>(
                gpu: impl Store,
                mut words: [u32; 8],
                (to, at): Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
            ) {
                let words = rmem(&mut words, layout!((4, 2))); // (block, row)
                warp::transpose(gpu, words, layout!(4));
                if !IF {
                    return store_streaming(gpu, words, to.slice(((.., ..), at.0, at.1)));
                }
                unroll!(for row in 0..2 {
                    let to = to.slice(((.., row), at.0, at.1));
                    if to.is_inside() {
                        store_streaming(gpu, words.at((.., row)), to);
                    }
                });
            }
        }
    )+ };
}
halves! { Bf16 F16 }

macro_rules! store_rows {
    ($($(#[$doc:meta])* $name:ident $IF:literal;)+) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub unsafe fn $name<T: RowStore>(
            gpu: impl Store,
            acc: GpuTensor<Rmem<f32>, impl Layout>,
            to: Part<impl PointerMut<Element = T>, impl Layout<Shape = (u32, u32)>, impl Layout>,
            f: impl Fn(usize, f32) -> f32,
        ) {
            let words = T::begin::<$IF>(gpu, acc, to, f);
            T::finish::<$IF>(gpu, words, to)
        }
    )+ };
}
store_rows! {
    /// Stores a thread's accumulators of 32 columns, (two columns, two rows, four blocks), each x
    /// of row 0 or 1 as `f(row, x)`. `to` is the thread's share of a tile by [`RowStore::Vectors`],
    /// ((values, vectors), tiles, parts), and which tile and part of it is meant.
    ///
    /// ```
    /// use zellige::{atom::*, prelude::*};
    /// use zellige_gpu::engine::{Matrix, Rmem};
    /// use zellige_gpu::epilogue::{RowStore, store_rows};
    /// use zellige_gpu::{Bf16, Store, tensor::{GpuTensor, gmem}};
    /// /// Stores the accumulators of a tile of 128 by 64, (two columns, two rows, four blocks, two parts), times 2.
    /// unsafe fn double<G: Store>(gpu: impl Store, acc: GpuTensor<Rmem<f32>, layout!((2, 2, 4, 2))>, c: *mut Bf16) {
    ///     let write = <<Bf16 as RowStore>::Vectors<int!(128)>>::STATIC;
    ///     let tile = gmem(c, layout!((128u32, 64u32) : (64u32, 1))).local_tile(shape!((128, 64)), (0u32, 0u32));
    ///     let mine = tile.partition_d(write, gpu.thread()); // ((8, two rows), 1, two parts)
    ///     for part in 0..2u32 {
    ///         // SAFETY: the matrix is there, aligned to 16 bytes, and all threads of the block are here.
    ///         unsafe { store_rows(gpu, acc.at((.., .., .., part)), (mine, (0, part)), |_, x| 2.0 * x) }
    ///     }
    /// }
    /// ```
    ///
    /// # Safety
    ///
    /// The conditions of [`RowStore::begin`] hold.
    store_rows false;
    /// Stores as [`store_rows`] does, the rows that are inside of the matrix.
    ///
    /// # Safety
    ///
    /// The conditions of [`RowStore::begin`] hold for these rows.
    store_rows_if true;
}
