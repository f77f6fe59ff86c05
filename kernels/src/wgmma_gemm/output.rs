//! The way from a thread's sums to its stores, and their times.

use zellige::atom::{CopyAtom, CopyTiling, TiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_gpu::engine::{Matrix, PointerMut, Rmem};
use zellige_gpu::epilogue::store_streaming;
use zellige_gpu::number::Predicated;
use zellige_gpu::queue::Queue;
use zellige_gpu::tensor::{GpuTensor, rmem};
use zellige_gpu::transform::transform;
use zellige_gpu::{Bf16, Sm90, Store, unroll, warp};

/// An element of C, to which sums are rounded.
///
/// Of 32 columns in a row, four threads have 8 each: thread t the columns 2 t and 2 t + 1 of four blocks of 8.
/// They [transpose](warp::transpose) them, so that each can write 16 bytes at a time; lines of memory are then
/// written in half as many instructions, or a quarter.
///
/// ```text
/// columns          0 1  2 3  4 5  6 7 | 8 9 ..            16 ..             24 ..
/// from the sums    t0   t1   t2   t3  | t0  t1  t2  t3  | t0  t1  t2  t3  | t0  t1  t2  t3
/// to write f32     t0   t0   t2   t2  | t1  t1  t3  t3  | t0  t0  t2  t2  | t1  t1  t3  t3
/// to write bf16    t0   t0   t0   t0  | t1  t1  t1  t1  | t2  t2  t2  t2  | t3  t3  t3  t3
/// ```
///
/// A thread has such columns in two rows, one 8 below the other: 16 sums. Only 8 registers are free to keep
/// them, while the next tile is computed. In f32 these are the lower row, and the upper one is written at once; in
/// bf16, two sums are one register, and nothing is written at once.
pub trait Output: Predicated {
    /// The number of elements in 16 bytes.
    const WIDTH: u32;
    /// The copy of 128 rows of 32 columns, 16 bytes at once: each thread has `((values, vectors), 1, 1)`.
    type Write: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>>;
    /// Writes the part that is written at once of the sums of 32 columns, (two columns, two rows, four blocks), and returns eight words to keep.
    ///
    /// # Safety
    ///
    /// The elements of the matrix are there, aligned to 16 bytes, and this thread's to write; all threads of the warp are here.
    unsafe fn begin<G, CL, P, D, L>(
        gpu: G,
        sums: GpuTensor<Rmem<f32>, CL>,
        to: GpuTensor<Matrix<P, D>, L>,
    ) -> [u32; 8]
    where
        G: Sm90 + Store,
        CL: Layout,
        P: PointerMut,
        D: Layout<Shape = (u32, u32)>,
        L: Layout;
    /// Writes the words that were kept.
    ///
    /// # Safety
    ///
    /// The conditions of [`begin`](Output::begin) hold.
    unsafe fn end<G, P, D, L>(gpu: G, words: [u32; 8], to: GpuTensor<Matrix<P, D>, L>)
    where
        G: Sm90 + Store,
        P: PointerMut,
        D: Layout<Shape = (u32, u32)>,
        L: Layout;
}

/// The copy of vectors of 16 bytes, of so many bits an element, in 128 rows of 32 columns: TV says which element is which value of which thread.
type Vectors<Bits, TV> =
    TiledCopy<CopyAtom<copies::UniversalCopy<int!(128)>, Bits>, TV, (int!(128), int!(32))>;

impl Output for f32 {
    const WIDTH: u32 = 4;
    type Write = Vectors<
        int!(32),
        layout!((((2, 2), 8, 8), (4, (2, 2))) : (((1024, 512), 1, 16), (128, (2048, 8)))),
    >;
    #[inline(always)]
    unsafe fn begin<G, CL, P, D, L>(
        gpu: G,
        sums: GpuTensor<Rmem<f32>, CL>,
        to: GpuTensor<Matrix<P, D>, L>,
    ) -> [u32; 8]
    where
        G: Sm90 + Store,
        CL: Layout,
        P: PointerMut,
        D: Layout<Shape = (u32, u32)>,
        L: Layout,
    {
        let (mut upper, mut lower) = ([0.0; 8], [0.0; 8]);
        transform(
            sums.slice((.., 0u32, ..)),
            rmem(&mut upper, layout!(8)),
            |sum| sum,
        );
        transform(
            sums.slice((.., 1u32, ..)),
            rmem(&mut lower, layout!(8)),
            |sum| sum,
        );
        let (upper, lower) = (upper.map(f32::to_bits), lower.map(f32::to_bits));
        write_row(gpu, upper, to.slice((.., (.., 0u32))));
        lower
    }
    #[inline(always)]
    unsafe fn end<G, P, D, L>(gpu: G, words: [u32; 8], to: GpuTensor<Matrix<P, D>, L>)
    where
        G: Sm90 + Store,
        P: PointerMut,
        D: Layout<Shape = (u32, u32)>,
        L: Layout,
    {
        write_row(gpu, words, to.slice((.., (.., 1u32))))
    }
}
/// Writes eight columns of a row, (two columns, four blocks).
#[inline(always)]
unsafe fn write_row<G, P, D, L>(gpu: G, mut words: [u32; 8], to: GpuTensor<Matrix<P, D>, L>)
where
    G: Sm90 + Store,
    P: PointerMut,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    // These are two blocks, (two columns, two pairs of blocks).
    let of_blocks = rmem(&mut words, layout!((2, (2, 2)) : (2, (1, 4))));
    warp::transpose(gpu, of_blocks, layout!(2));
    store_streaming(gpu, rmem(&mut words, layout!((4, 2))), to);
}
impl Output for Bf16 {
    const WIDTH: u32 = 8;
    type Write = Vectors<int!(16), layout!(((4, 8, 8), (8, 2)) : ((1024, 1, 16), (128, 8)))>;
    #[inline(always)]
    unsafe fn begin<G, CL, P, D, L>(
        gpu: G,
        sums: GpuTensor<Rmem<f32>, CL>,
        _: GpuTensor<Matrix<P, D>, L>,
    ) -> [u32; 8]
    where
        G: Sm90 + Store,
        CL: Layout,
        P: PointerMut,
        D: Layout<Shape = (u32, u32)>,
        L: Layout,
    {
        let (low, high) = (sums.slice((0u32, .., ..)), sums.slice((1u32, .., ..)));
        let mut words = [0; 8];
        let rows = rmem(&mut words, layout!((2, 4) : (4, 1))); // (row, block)
        transform((low, high), rows, |(low, high)| gpu.round_bf16(low, high));
        words
    }
    #[inline(always)]
    unsafe fn end<G, P, D, L>(gpu: G, mut words: [u32; 8], to: GpuTensor<Matrix<P, D>, L>)
    where
        G: Sm90 + Store,
        P: PointerMut,
        D: Layout<Shape = (u32, u32)>,
        L: Layout,
    {
        let words = rmem(&mut words, layout!((4, 2))); // (block, row)
        warp::transpose(gpu, words, layout!(4));
        store_streaming(gpu, words, to);
    }
}

/// The registers that a tile needs: eight for each 32 columns.
type Parts<N> = Registers<[u32; 8], N>;

/// The part of a tile that a thread has still to write, and the place of the tile.
pub(super) struct Rest<N: ArrayLength, E, L> {
    parts: Queue<Parts<N>>,
    /// The layout ((values, vectors), 1, parts).
    to: GpuTensor<E, L>,
}
impl<N, T, P, D, L> Rest<N, Matrix<P, D>, L>
where
    N: ArrayLength,
    T: Output,
    P: PointerMut<Element = T>,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    /// Makes an empty one, with nothing of a tile.
    #[inline(always)]
    pub(super) fn none(to: GpuTensor<Matrix<P, D>, L>) -> Self {
        let parts = Queue::empty([0; 8]);
        Rest { parts, to }
    }
    /// Forgets the tile: all is written.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.parts.clear();
    }
    /// Writes the part of the sums that is to be written at once, and keeps the rest.
    ///
    /// # Safety
    ///
    /// The conditions of [`Output::begin`] hold, until all is written.
    #[inline(always)]
    pub(super) unsafe fn begin<G: Sm90 + Store, CL: Layout>(
        gpu: G,
        sums: GpuTensor<Rmem<f32>, CL>,
        to: GpuTensor<Matrix<P, D>, L>,
    ) -> Self {
        let mut rest = Self::none(to);
        unroll!(for part in 0..{ Queue::<Parts<N>>::LENGTH } {
            let sums = sums.slice((.., .., .., part));
            rest.parts.push(T::begin(gpu, sums, to.slice(((.., ..), 0u32, part))));
        });
        rest
    }
    /// Writes the next part, if there is one.
    ///
    /// # Safety
    ///
    /// All threads of the warp are here.
    #[inline(always)]
    pub(super) unsafe fn write_next<G: Sm90 + Store>(&mut self, gpu: G) {
        if !self.parts.is_empty() {
            let to = self.to.slice(((.., ..), 0u32, self.parts.free()));
            T::end(gpu, self.parts.pop(), to);
        }
    }
    /// Writes all parts.
    ///
    /// # Safety
    ///
    /// All threads of the warp are here.
    #[inline(always)]
    pub(super) unsafe fn write_all<G: Sm90 + Store>(&mut self, gpu: G) {
        unroll!(for part in 0..{ Queue::<Parts<N>>::LENGTH } {
            T::end(gpu, self.parts.get(part), self.to.slice(((.., ..), 0u32, part)));
        });
        self.clear();
    }
}
