//! Stores of a warpgroup's accumulators by rows, 16 bytes at a time.

use super::{store_predicated, store_streaming};
use crate::engine::{Engine, Matrix, PointerMut, Rmem, Set};
use crate::gemm::rows::{check_rows, columns_32, rows};
use crate::number::{Half, Predicated};
use crate::tensor::{GpuTensor, Settle, rmem};
use crate::transform::transform;
use crate::{Bf16, F16, Store, unroll, warp};
use zellige::Steps;
use zellige::atom::{CopyAtom, CopyTiling, MmaTiling, OperandC, TiledCopy, copy};
use zellige::integer::{Mul, Quot};
use zellige::prelude::*;
use zellige::refusal::Message;

/// The element types to which f32 accumulators are stored, in vectors of 16 bytes along rows.
///
/// Of 32 columns in a row, four threads have 8 accumulators each: thread t has two adjacent columns
/// in each of four blocks of 8. They [transpose](warp::transpose) them, so that each thread writes
/// 16 bytes at a time; this halves or quarters the number of instructions that write lines of
/// memory.
///
/// ```text
/// columns            0 1  2 3  4 5  6 7 | 8 9 ...           16 ...            24 ...
/// from accumulators  t0   t1   t2   t3  | t0  t1  t2  t3  | t0  t1  t2  t3  | t0  t1  t2  t3
/// to write f32       t0   t0   t2   t2  | t1  t1  t3  t3  | t0  t0  t2  t2  | t1  t1  t3  t3
/// to write bf16      t0   t0   t0   t0  | t1  t1  t1  t1  | t2  t2  t2  t2  | t3  t3  t3  t3
/// ```
///
/// A thread has such columns in two rows, one 8 below the other: 16 accumulators.
/// [`begin`](RowStore::begin) turns them into eight words, which [`finish`](RowStore::finish)
/// writes, now or later. In f32, the words are the lower row, and `begin` writes the upper one; in
/// 16 bits, two accumulators are one word, and `begin` writes nothing.
pub trait RowStore: Predicated {
    /// The number of elements in 16 bytes.
    const WIDTH: u32;
    /// The tiled copy of 16 bytes by which warps one below the other write Rows rows of 32 columns:
    /// a thread has `((values, vectors), 1, 1)`. Rows is a multiple of 16.
    type Vectors<Rows: Integer>: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>>;
    /// Turns the accumulators of 32 columns, (two columns, two rows, four blocks), into words, each
    /// x of row 0 or 1 as `f(row, x)`. If IF is false, everything that it writes must be inside;
    /// otherwise, elements outside are skipped.
    ///
    /// # Safety
    ///
    /// The elements of `to` exist, aligned to 16 bytes, and this thread may write them; all threads
    /// of the warp execute this together.
    unsafe fn begin<const IF: bool>(
        gpu: impl Store,
        acc: [f32; 16],
        to: Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
        f: impl Fn(usize, f32) -> f32,
    ) -> [u32; 8];
    /// Writes the words; if IF is true, only the rows that are inside.
    ///
    /// # Safety
    ///
    /// The conditions of [`begin`](RowStore::begin) hold; if IF is true, for the rows that are
    /// inside.
    unsafe fn finish<const IF: bool>(
        gpu: impl Store,
        words: [u32; 8],
        to: Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
    );
}

/// A thread's share of tiles by [`RowStore::Vectors`], ((values, vectors), tiles, parts), and the
/// selected tile and part.
pub type Part<P, D, L> = (GpuTensor<Matrix<P, D>, L>, (u32, u32));
/// The copy of vectors of 16 bytes, with elements of Bits bits, in Rows rows of 32 columns. TV maps
/// threads and values to elements.
type Vectors<Bits, Rows, TV> =
    TiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, Bits>, TV, (Rows, int!(32))>;

impl RowStore for f32 {
    const WIDTH: u32 = 4;
    type Vectors<Rows: Integer> = Vectors<
        int!(32),
        Rows,
        Strided<
            (((int!(2), int!(2)), int!(8), Quot<Rows, int!(16)>), shape!((4, (2, 2)))),
            (
                ((Mul<Rows, int!(8)>, Mul<Rows, int!(4)>), int!(1), int!(16)),
                (Rows, (Mul<Rows, int!(16)>, int!(8))),
            ),
        >,
    >;
    #[inline(always)]
    unsafe fn begin<const IF: bool>(
        gpu: impl Store,
        mut acc: [f32; 16],
        (to, at): Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
        f: impl Fn(usize, f32) -> f32,
    ) -> [u32; 8] {
        let acc = rmem(&mut acc, layout!((2, 2, 4)));
        let mut rows = [[0.0; 8]; 2];
        unroll!(for row in 0..2 {
            let i = row as usize;
            transform(acc.slice((.., row, ..)), rmem(&mut rows[i], layout!(8)), |x| f(i, x));
        });
        let [upper, lower] = rows.map(|row| row.map(f32::to_bits));
        write_row::<IF>(gpu, upper, to.slice(((.., ..), at.0, at.1)).slice((.., (.., 0u32))));
        lower
    }
    #[inline(always)]
    unsafe fn finish<const IF: bool>(
        gpu: impl Store,
        words: [u32; 8],
        (to, at): Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
    ) {
        write_row::<IF>(gpu, words, to.slice(((.., ..), at.0, at.1)).slice((.., (.., 1u32))))
    }
}
/// Writes eight columns of a row, (two columns, four blocks).
#[inline(always)]
unsafe fn write_row<const IF: bool>(
    gpu: impl Store,
    mut words: [u32; 8],
    to: GpuTensor<Matrix<impl PointerMut, impl Layout<Shape = (u32, u32)>>, impl Layout>,
) {
    // Two blocks, (two columns, two pairs of blocks).
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
                mut acc: [f32; 16],
                _: Part<impl PointerMut, impl Layout<Shape = (u32, u32)>, impl Layout>,
                f: impl Fn(usize, f32) -> f32,
            ) -> [u32; 8] {
                let acc = rmem(&mut acc, layout!((2, 2, 4)));
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

/// Returns the number of parts of 32 columns that a fragment has in a row.
pub(super) const fn parts<A: Layout>() -> u32 {
    A::SIZE as u32 / (16 * rows::<A>().tiles())
}
/// Panics if the fragment A and the share L belong to different tiles.
pub(super) const fn check_parts<A: Layout, L: Layout>(operation: &'static str) {
    check_rows::<A>();
    let (tiles, columns) = (rows::<A>().tiles() as usize, parts::<A>() as usize);
    let m = Message::new().s(operation).s(": the accumulators ");
    if A::SIZE != 16 * tiles * columns {
        let m = m.cat(&A::TEXT);
        m.s(" do not consist of parts of 32 columns").raise()
    }
    let (vectors, of_tiles) = (L::Head::SIZE, <L::Tail as Steps>::Head::SIZE);
    if vectors != 16 || of_tiles != tiles || L::SIZE != A::SIZE {
        let m = m.s("have ").u(tiles as u64).s(" x ").u(columns as u64);
        let m = m.s(" parts of two rows of 32 columns, but the share is ");
        m.cat(&<L::Shape as IntTuple>::TEXT).raise()
    }
}

/// The rows that the warps of the tiled MMA M cover together, one warp below the other.
type RowsOf<M> = <<<M as MmaTiling>::TileShape as IntTuple>::Head as IntTuple>::Leaf;
/// Panics if these warps are not one below the other.
const fn check_warps<M: MmaTiling>() {
    let rows = <RowsOf<M> as Integer>::KNOWN;
    if 2 * rows != M::THREADS as u64 {
        let m = Message::new().s("store_rows: ").u(M::THREADS as u64);
        let m = m.s(" threads hold the accumulators of ").u(rows);
        m.s(" rows, but each warp must hold 16 rows of its own").raise()
    }
}

macro_rules! store_rows {
    ($($(#[$doc:meta])* $name:ident $IF:literal;)+) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub unsafe fn $name<T: RowStore, M: MmaTiling, A: Layout, L: Layout>(
            gpu: impl Store,
            _: M,
            acc: GpuTensor<Rmem<f32>, A>,
            to: GpuTensor<
                Matrix<impl PointerMut<Element = T>, impl Layout<Shape = (u32, u32)>>,
                L,
                impl Integer,
            >,
            thread: u32,
            f: impl Fn(usize, f32) -> f32,
        ) {
            const { check_warps::<M>() }
            let to = to.partition_d(<T::Vectors<RowsOf<M>>>::STATIC, thread);
            store_share::<$IF, _, _, _>(gpu, acc, to, f)
        }
    )+ };
}
/// Stores the accumulators to a thread's share, ((values, vectors), tiles, parts).
#[inline(always)]
unsafe fn store_share<const IF: bool, T: RowStore, A: Layout, L: Layout>(
    gpu: impl Store,
    acc: GpuTensor<Rmem<f32>, A>,
    to: GpuTensor<Matrix<impl PointerMut<Element = T>, impl Layout<Shape = (u32, u32)>>, L>,
    f: impl Fn(usize, f32) -> f32,
) {
    const { check_parts::<A, L>("store_rows") }
    unroll!(for tile in 0..{ const { rows::<A>() }.tiles() } {
        unroll!(for part in 0..{ const { parts::<A>() } } {
            let at = (tile, part);
            let f = |row, x| f(2 * tile as usize + row, x);
            let words = T::begin::<IF>(gpu, columns_32(acc, at), (to, at), f);
            T::finish::<IF>(gpu, words, (to, at))
        });
    });
}
store_rows! {
    /// Stores a thread's accumulators, a fragment (V, M, N) of the tiled MMA, in rows of 16 bytes:
    /// each x of the thread's row i as `f(i, x)`. A fragment has the rows 2 m and 2 m + 1 for each
    /// m. The tile is whole, and its warps have 16 rows each, one below the other.
    ///
    /// ```
    /// use zellige::{atom::*, prelude::*};
    /// use zellige_gpu::{Bf16, Store, epilogue::store_rows, tensor::{gmem, rmem}};
    /// type Mma = TiledMma<mma::SM90_64x64x16_F32BF16BF16_SS, layout!((2, 1))>;
    ///     /// Stores the accumulators of a tile of 128 by 64, times 2.
    /// unsafe fn double<G: Store>(gpu: G, acc: &mut [f32; 32], c: *mut Bf16) {
    ///     let tile = gmem(c, layout!((128u32, 64u32) : (64u32, 1))).local_tile(shape!((128, 64)), (0u32, 0u32));
    ///     let acc = rmem(acc, Mma::STATIC.partition_fragment::<OperandC, _>(layout!((128, 64))));
    ///     // SAFETY: the matrix exists, aligned to 16 bytes, and all threads of the block execute
    ///     // this.
    ///     unsafe { store_rows(gpu, Mma::STATIC, acc, tile, gpu.thread(), |_, x| 2.0 * x) }
    /// }
    /// ```
    ///
    /// A fragment of another tile does not compile:
    /// `store_rows: the accumulators have 1 x 2 parts of two rows of 32 columns, but the share is ((_8,_2),_1,_4)`.
    /// Neither does a fragment in another order, as for
    /// [`transform_rows`](crate::gemm::transform_rows), nor warps side by side:
    /// `store_rows: 256 threads hold the accumulators of 64 rows, but each warp must hold 16 rows of its own`.
    ///
    /// # Safety
    ///
    /// The conditions of [`RowStore::begin`] hold.
    store_rows false;
    /// Stores the rows that are inside the matrix, as [`store_rows`] does.
    ///
    /// # Safety
    ///
    /// The conditions of [`RowStore::begin`] hold for these rows.
    store_rows_if true;
}

/// Stores a thread's accumulators unchanged: in rows of 16 bytes, as [`store_rows`] does, if the
/// tile is whole and rows begin at multiples of 16 bytes; otherwise only those that are inside, as
/// [`store_predicated`] does. The compile errors are those of `store_rows`.
///
/// # Safety
///
/// The elements that are inside exist, and this thread may write them; the matrix begins at a
/// multiple of 16 bytes; and all threads of the warp execute this together.
#[inline(always)]
pub unsafe fn store_tile<T, M, A, P, D, L>(
    gpu: impl Store,
    mma: M,
    acc: GpuTensor<Rmem<f32>, A>,
    to: GpuTensor<Matrix<P, D>, L, impl Integer>,
    thread: u32,
) where
    T: RowStore,
    M: MmaTiling,
    A: Layout,
    P: PointerMut<Element = T>,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    let to = to.settled();
    let row = to.engine.layout.offset_at((1u32, 0u32)).u32();
    if to.is_whole() && row % T::WIDTH == 0 {
        store_rows(gpu, mma, acc, to, thread, |_, x| x)
    } else {
        store_predicated(gpu, acc, to.partition::<OperandC, _>(mma, thread))
    }
}

/// Stores a number for each of a thread's two rows that are inside, by the first of the four
/// threads that share a row: for example, the logarithms of an attention, the largest elements, or
/// the scales. `to` is a vector with an element for each row of the tile, whose warps have 16 rows
/// each, one below the other.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{epilogue::store_row_values_if, tensor::sequence};
/// /// Stores the sums of a tile of 128 rows; the matrix has `rows` rows.
/// unsafe fn store(thread: u32, sums: [f32; 2], to: *mut f32, rows: u32, tile: u32) {
///     let mine = sequence(to, layout!(rows : 1), rows).local_tile(shape!((128,)), (tile,));
///     // SAFETY: there is an element for each row, and no other thread has these rows.
///     unsafe { store_row_values_if(thread, sums, mine) }
/// }
/// ```
///
/// # Safety
///
/// The elements that are inside exist, and this warp may write them.
#[inline(always)]
pub unsafe fn store_row_values_if<T: Copy, E, L: Layout>(
    thread: u32,
    values: [T; 2],
    to: GpuTensor<E, L, impl Integer>,
) where
    E: Settle<Engine<L>: Set + Engine<Element = T>>,
{
    let (to, warps) = (to.settled(), L::SIZE as u32 / 16);
    let (lane, row, warp) = layout!((4, 8, warps)).idx2crd(thread);
    unroll!(for i in 0..2 {
        let place = to.element(layout!((8, 2, warps)).crd2idx((row, i, warp)).u32());
        if place.has_element() & (lane == 0) {
            place.set(values[i as usize])
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige::atom::{TiledMma, mma};

    #[test]
    #[should_panic(
        expected = "store_rows: 256 threads hold the accumulators of 64 rows, but each warp must hold 16 rows of its own"
    )]
    fn warps_side_by_side() {
        check_warps::<TiledMma<mma::SM90_64x64x16_F32F16F16_SS, layout!((1, 2))>>();
    }
    #[test]
    #[should_panic(
        expected = "store_rows: the accumulators ((_2,_2),_1,_2):((_1,_2),_0,_4) do not consist of parts of 32 columns"
    )]
    fn accumulators_of_16_columns() {
        check_parts::<layout!(((2, 2), 1, 2) : ((1, 2), 0, 4)), layout!(((8, 2), 1, 1))>(
            "store_rows",
        );
    }
}
