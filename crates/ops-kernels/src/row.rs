//! A row of a matrix in the registers of a warp or of a block: read once, written once.
//!
//! ```text
//! bytes of the row | 0 .. 15 | 16 .. 31 | ..  | .. 16 P - 1 | 16 P ..  | ..      P threads
//! thread           | 0       | 1        | ..  | P - 1       | 0        | ..
//! vector           | 0                                      | 1        | ..  V - 1
//! ```
//!
//! A thread has up to V vectors of 16 bytes, N elements each, and keeps them as `[[u32; 4]; V]`. It
//! skips the vectors past the end of the row, so that a short row costs little. Vectors are those
//! of memory: where a row begins or ends in the middle of one, that vector is read and written
//! element by element, and so are all vectors of a matrix with other rows in its vectors than x.
//! Rows that are known to be whole vectors save the registers that this takes.
//!
//! | [`Threads`] | threads | rows of a grid of B blocks | longest row |
//! |---|---|---|---|
//! | [`Warp`] | 32 | 8 B | [`WARP_COLUMNS`] |
//! | [`Block`] | 256 | B | [`block_columns`] |
//! | [`Wide`] | 512 | B | twice as many |
//! | [`Cluster2`] to [`Cluster16`] | 1024 of 2 blocks to 8192 of 16 | B / 2 to B / 16 | 4 to 32 times as many |
//! | [`Block`], in [`Piece`]s | 256 | B | any, at any address |
//!
//! A [`Piece`] is a part of a row of any length: 2048 elements, eight per thread, read one by one.

use core::{marker::PhantomData, mem, ptr};
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige_gpu::barrier::ClusterBarrier;
use zellige_gpu::block::Scratch;
use zellige_gpu::cluster;
use zellige_gpu::number::Rounded;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, rmem, sequence};
use zellige_gpu::transform::{Elements, transform, transform_if, transform_or};
use zellige_gpu::warp::Shuffled;
use zellige_gpu::{Bf16, F16, Gpu, Half, Sm90, Store, unroll, warp};

/// The number of threads of a block, but for a [`Wide`] row.
pub const THREADS: u32 = 256;
/// The number of elements of the longest row that a warp keeps in its registers.
pub const WARP_COLUMNS: u32 = 1024;
/// Returns the number of elements of `bytes` bytes of the longest row that a block keeps in its
/// registers, V vectors per thread. For V = 4, these are 4096 of 32 bits, or 8192 of 16 bits.
pub const fn block_columns(v: u32, bytes: u32) -> u32 {
    v * 16 * THREADS / bytes
}
/// Returns the number of blocks that a multiprocessor must hold, as many as keep enough bytes on
/// their way from memory: where a thread keeps V vectors as words.
pub const fn blocks_of_words<R: Threads>(v: usize) -> u32 {
    (if v > 4 { 32 } else { 48 }) / (R::THREADS / 32)
}
/// Returns the same where a thread keeps V vectors as numbers, and a weight.
pub const fn blocks<R: Threads>(v: usize) -> u32 {
    match v {
        _ if R::THREADS > THREADS => 2,
        0..=2 => 5,
        3..=4 => 3,
        _ => 2,
    }
}

/// The type of an element: N of them are 16 bytes.
pub trait Element<const N: usize>: Plain + Into<f32> {
    /// Returns the numbers of these 16 bytes.
    fn unpack(words: [u32; 4]) -> [f32; N];
    /// Returns the 16 bytes of these numbers, rounded to nearest, ties to even.
    fn pack(gpu: impl Store, numbers: [f32; N]) -> [u32; 4];
}
impl Element<4> for f32 {
    #[inline(always)]
    fn unpack([a, b, c, d]: [u32; 4]) -> [f32; 4] {
        [f32::from_bits(a), f32::from_bits(b), f32::from_bits(c), f32::from_bits(d)]
    }
    #[inline(always)]
    fn pack(_: impl Store, [a, b, c, d]: [f32; 4]) -> [u32; 4] {
        [a.to_bits(), b.to_bits(), c.to_bits(), d.to_bits()]
    }
}
macro_rules! halves {
    ($($T:ident)*) => { $(
        impl Element<8> for $T {
            #[inline(always)]
            fn unpack(words: [u32; 4]) -> [f32; 8] {
                let mut numbers = [0.0; 8];
                unroll!(for i in 0..4 {
                    let (low, high) = Self::unpair(words[i as usize]);
                    (numbers[2 * i as usize], numbers[2 * i as usize + 1]) = (low, high);
                });
                numbers
            }
            #[inline(always)]
            fn pack(gpu: impl Store, numbers: [f32; 8]) -> [u32; 4] {
                let mut words = [0; 4];
                unroll!(for i in 0..4 {
                    let (low, high) = (numbers[2 * i as usize], numbers[2 * i as usize + 1]);
                    words[i as usize] = Self::pair(gpu, low, high);
                });
                words
            }
        }
    )* };
}
halves!(Bf16 F16);

/// The threads that have a row together.
pub trait Threads {
    /// The number of threads of a block.
    const THREADS: u32 = THREADS;
    /// The number of blocks of a cluster, which has a row; 0 without clusters.
    const CLUSTER: u32 = 0;
    /// The number of threads of a row.
    const OF_ROW: u32 = if Self::CLUSTER == 0 { 1 } else { Self::CLUSTER } * Self::THREADS;
    /// The number of those of a row times four: the words of a vector of each of them.
    type Tile: Tiler<TilerProfile = (usize,)> + Default;
    /// The copy of these vectors.
    type Vectors: CopyTiling;
    /// The number of bytes of shared memory of a block.
    const SHARED: u32;
}
/// The same on the machine G.
pub trait Combine<G>: Threads {
    /// Shared memory for one reduction.
    type Memory;
    /// Shared memory for the results M of all blocks of a row, and their barrier.
    type Blocks<M: Shuffled>;
    /// Returns the number of the row, and that of this thread in it.
    fn place(gpu: G) -> (u32, u32);
    /// Returns memory for two reductions, and for the results of the blocks.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once; nothing else uses the shared memory of its
    /// blocks.
    unsafe fn memory<M: Shuffled>(gpu: G) -> ([Self::Memory; 2], Self::Blocks<M>);
    /// Combines the numbers of the threads that this block or warp has of the row by `f`,
    /// associative and commutative.
    ///
    /// # Safety
    ///
    /// All these threads execute this.
    unsafe fn reduce(gpu: G, memory: Self::Memory, x: f32, f: impl Fn(f32, f32) -> f32) -> f32;
    /// Returns the sum of the same numbers.
    ///
    /// # Safety
    ///
    /// All these threads execute this.
    #[inline(always)]
    unsafe fn sum(gpu: G, memory: Self::Memory, x: f32) -> f32 {
        Self::reduce(gpu, memory, x, |a, b| a + b)
    }
    /// Combines the numbers of the blocks that have the row by `f`, associative and commutative.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, those of a block with the same numbers.
    unsafe fn merge<M: Shuffled>(gpu: G, blocks: Self::Blocks<M>, x: M, f: impl Fn(M, M) -> M)
    -> M;
}
/// Defines [`Combine::merge`] where one block has a row.
macro_rules! merge_one {
    () => {
        type Blocks<M: Shuffled> = ();
        #[inline(always)]
        unsafe fn merge<M: Shuffled>(_: G, _: (), x: M, _: impl Fn(M, M) -> M) -> M {
            x
        }
    };
}
type Vector = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;

/// A row for each warp of a block of [`THREADS`].
pub struct Warp;
impl Threads for Warp {
    type Tile = (int!(128),);
    type Vectors = MakeTiledCopy<Vector, layout!((32,)), layout!((4,))>;
    const OF_ROW: u32 = 32;
    const SHARED: u32 = 0;
}
impl<G: Gpu> Combine<G> for Warp {
    type Memory = ();
    merge_one!();
    #[inline(always)]
    fn place(gpu: G) -> (u32, u32) {
        let (lane, warp) = layout!((32, 8)).idx2crd(gpu.thread());
        (layout!((8, (gpu.grid_x()))).crd2idx((warp, gpu.block_x())), lane)
    }
    #[inline(always)]
    unsafe fn memory<M: Shuffled>(_: G) -> ([(); 2], ()) {
        ([(), ()], ())
    }
    #[inline(always)]
    unsafe fn reduce(gpu: G, _: (), x: f32, f: impl Fn(f32, f32) -> f32) -> f32 {
        warp::reduce(gpu, x, layout!(32), f)
    }
}

/// A number for each warp of a block, twice.
type Numbers<W> = (SmemTensor<f32, W>, SmemTensor<f32, W>);
/// The numbers of the warps, and an M for each block of a cluster.
type OfCluster<B, M> = (Numbers<layout!(16)>, SmemTensor<M, B>);
/// A row for a block of [`THREADS`].
pub struct Block;
/// A long row for a block of twice as many.
pub struct Wide;
macro_rules! block {
    ($Block:ident: $threads:literal threads, $words:literal words, $warps:literal warps) => {
        impl Threads for $Block {
            const THREADS: u32 = $threads;
            type Tile = (int!($words),);
            type Vectors = MakeTiledCopy<Vector, layout!(($threads,)), layout!((4,))>;
            const SHARED: u32 = <Numbers<layout!($warps)>>::BYTES;
        }
        impl<G: Gpu> Combine<G> for $Block {
            type Memory = Scratch<f32, layout!($warps)>;
            merge_one!();
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                (gpu.block_x(), gpu.thread())
            }
            #[inline(always)]
            unsafe fn memory<M: Shuffled>(gpu: G) -> ([Self::Memory; 2], ()) {
                let (first, second) = <Numbers<layout!($warps)>>::allocate(gpu);
                ([Scratch::new(first), Scratch::new(second)], ())
            }
            #[inline(always)]
            unsafe fn reduce(
                gpu: G,
                memory: Self::Memory,
                x: f32,
                f: impl Fn(f32, f32) -> f32,
            ) -> f32 {
                memory.reduce(gpu, x, f).0
            }
        }
    };
}
block!(Block: 256 threads, 1024 words, 8 warps);
block!(Wide: 512 threads, 2048 words, 16 warps);

/// A row for a cluster of 2 blocks of as many threads as [`Wide`] has.
pub struct Cluster2;
/// A row for a cluster of 4 such blocks.
pub struct Cluster4;
/// A row for a cluster of 8 such blocks.
pub struct Cluster8;
/// A row for a cluster of 16 such blocks.
pub struct Cluster16;
macro_rules! cluster {
    ($Cluster:ident: $blocks:literal blocks, $threads:literal threads, $words:literal words) => {
        impl Threads for $Cluster {
            const THREADS: u32 = Wide::THREADS;
            const CLUSTER: u32 = $blocks;
            type Tile = (int!($words),);
            type Vectors = MakeTiledCopy<Vector, layout!(($threads,)), layout!((4,))>;
            const SHARED: u32 = <OfCluster<layout!($blocks), [f32; 4]>>::BYTES; // the largest M
        }
        impl<G: Sm90> Combine<G> for $Cluster {
            type Memory = Scratch<f32, layout!(16)>;
            type Blocks<M: Shuffled> = (cluster::Scratch<M, layout!($blocks)>, ClusterBarrier);
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                let (block, row) =
                    layout!(($blocks, (gpu.grid_x() / $blocks))).idx2crd(gpu.block_x());
                (row, layout!((512, $blocks)).crd2idx((gpu.thread(), block)))
            }
            #[inline(always)]
            unsafe fn memory<M: Shuffled>(gpu: G) -> ([Self::Memory; 2], Self::Blocks<M>) {
                const { assert!(size_of::<M>() <= 16) }
                let mut barrier = ClusterBarrier::new();
                let (warps, blocks) = <OfCluster<layout!($blocks), M>>::allocate(gpu);
                let blocks = cluster::Scratch::new(gpu, &mut barrier, blocks);
                ([Scratch::new(warps.0), Scratch::new(warps.1)], (blocks, barrier))
            }
            #[inline(always)]
            unsafe fn reduce(
                gpu: G,
                memory: Self::Memory,
                x: f32,
                f: impl Fn(f32, f32) -> f32,
            ) -> f32 {
                memory.reduce(gpu, x, f).0
            }
            #[inline(always)]
            unsafe fn merge<M: Shuffled>(
                gpu: G,
                (blocks, mut barrier): Self::Blocks<M>,
                x: M,
                f: impl Fn(M, M) -> M,
            ) -> M {
                let (of_block, _) = blocks.exchange(gpu, &mut barrier, x);
                warp::reduce(gpu, of_block, layout!($blocks), f)
            }
        }
    };
}
cluster!(Cluster2: 2 blocks, 1024 threads, 4096 words);
cluster!(Cluster4: 4 blocks, 2048 threads, 8192 words);
cluster!(Cluster8: 8 blocks, 4096 threads, 16384 words);
cluster!(Cluster16: 16 blocks, 8192 threads, 32768 words);

/// A row that the threads R have, of elements T, as one of them sees it. Unless it may have `ENDS`
/// in the middle of vectors, it is whole vectors.
pub struct Row<R, T, const ENDS: bool> {
    /// The number of the row in its matrix.
    number: u32,
    /// The number of the thread in the row.
    thread: u32,
    columns: u32,
    /// The number of elements between the last multiple of 16 bytes and the row.
    before: u32,
    of: PhantomData<(R, T)>,
}
/// The vectors of 16 bytes from the pointer on: this thread's one in tile `$v`.
macro_rules! vector {
    ($row:expr, $pointer:expr, $v:expr) => {{
        let words = ($row.before + $row.columns).div_ceil(const { 4 / size_of::<T>() as u32 });
        sequence($pointer.cast::<u32>(), layout!(words : 1), words)
            .local_tile(R::Tile::default(), ($v,))
            .partition_s(R::Vectors::STATIC, $row.thread)
            .recast::<[u32; 4], 16>()
    }};
}
impl<R: Threads, T: Plain, const ENDS: bool> Row<R, T, ENDS> {
    /// The number of elements of a vector.
    const N: u32 = 16 / size_of::<T>() as u32;
    /// Returns this thread's place in a row of x, or `None` past the last of `rows` rows of
    /// `columns` elements.
    #[inline(always)]
    pub fn of<G>(gpu: G, rows: u32, columns: u32, x: *const T, ld: u32) -> Option<Self>
    where
        R: Combine<G>,
    {
        let (number, thread) = R::place(gpu);
        let address = x.wrapping_add(number as usize * ld as usize) as usize;
        let before = if ENDS { address as u32 % 16 / size_of::<T>() as u32 } else { 0 };
        (number < rows).then_some(Row { number, thread, columns, before, of: Default::default() })
    }
    /// Returns the number of the row in its matrix.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.number
    }
    /// Returns whether this thread has the first vector of the row.
    #[inline(always)]
    pub fn is_first(&self) -> bool {
        self.thread == 0
    }
    /// Returns the number of elements of the row that this thread's block or warp has.
    #[inline(always)]
    pub fn elements<const V: usize>(&self) -> u32 {
        if R::CLUSTER == 0 {
            return self.columns;
        }
        let (mut elements, block) = (0, self.thread / R::THREADS);
        unroll!(for v in 0..{ V as u32 } {
            let first = Self::N * (R::OF_ROW * v + R::THREADS * block);
            elements += (self.before + self.columns).saturating_sub(first).min(Self::N * R::THREADS);
        });
        elements - if block == 0 { self.before } else { 0 }
    }
    /// Returns the column of the element `i` of this thread's vector `v`; before the row it wraps.
    #[inline(always)]
    pub fn column(&self, v: u32, i: u32) -> u32 {
        (Self::N * (R::OF_ROW * v + self.thread) + i).wrapping_sub(self.before)
    }
    /// Returns whether the row begins and ends between vectors.
    #[inline(always)]
    fn is_whole(&self) -> bool {
        !ENDS || self.before == 0 && self.columns % Self::N == 0
    }
    /// Returns whether the row has an element of this thread's vector `v`.
    #[inline(always)]
    fn has(&self, v: u32) -> bool {
        vector!(self, ptr::null::<u32>(), v).is_inside(0)
    }
    /// Returns whether the row has all elements of this thread's vector `v`, if it has one.
    #[inline(always)]
    fn has_all(&self, v: u32) -> bool {
        let ends = [self.column(v, 0), self.column(v, Self::N - 1)];
        !ENDS || ends[0] < self.columns && ends[1] < self.columns
    }
    /// Calls a function for each element that this thread has of the row, of the vectors `f(v)`.
    #[inline(always)]
    pub fn each<const N: usize, const V: usize>(
        &self,
        vectors: impl Fn(u32) -> [f32; N],
        mut f: impl FnMut(f32),
    ) {
        unroll!(for v in 0..{ V as u32 } {
            if self.has(v) {
                let x = vectors(v);
                if self.has_all(v) {
                    unroll!(for i in 0..{ N as u32 } { f(x[i as usize]) });
                } else {
                    unroll!(for i in 0..{ N as u32 } {
                        if self.column(v, i) < self.columns {
                            f(x[i as usize]);
                        }
                    });
                }
            }
        });
    }
    /// Reads this thread's vectors of its row of a matrix; past its ends it returns zeros.
    ///
    /// # Safety
    ///
    /// The matrix has the row.
    #[inline(always)]
    pub unsafe fn read<const N: usize, const V: usize>(
        &self,
        matrix: *const T,
        ld: u32,
    ) -> [[u32; 4]; V] {
        let row = matrix.wrapping_add(self.number as usize * ld as usize);
        let begin = row.wrapping_sub(self.before as usize);
        let is_aligned = !ENDS || begin as usize % 16 == 0;
        let mut words = [[[0; 4]; 1]; V];
        let load = |to: &mut [[u32; 4]; 1], v: u32| {
            transform_or(vector!(self, begin, v), [0; 4], rmem(to, layout!(1)), |words| words);
        };
        if is_aligned && self.is_whole() {
            unroll!(for v in 0..{ V as u32 } { load(&mut words[v as usize], v) }); // all at once
            return words.map(|[words]| words);
        }
        unroll!(for v in 0..{ V as u32 } {
            if is_aligned && self.has_all(v) {
                load(&mut words[v as usize], v);
            } else if self.has(v) {
                let mut elements: [T; N] = mem::transmute_copy(&[0u32; 4]);
                unroll!(for i in 0..{ N as u32 } {
                    let column = self.column(v, i);
                    if column < self.columns {
                        elements[i as usize] = gmem(row, layout!((self.columns) : 1)).read(column);
                    }
                });
                words[v as usize] = mem::transmute_copy(&elements);
            }
        });
        words.map(|[words]| words)
    }
    /// Reads the same, or returns `None` where the pointer is null.
    ///
    /// # Safety
    ///
    /// The conditions of [`read`](Self::read) hold if the pointer is not null.
    #[inline(always)]
    pub unsafe fn read_some<const N: usize, const V: usize>(
        &self,
        matrix: *const T,
        ld: u32,
    ) -> Option<[[u32; 4]; V]> {
        if matrix.is_null() { None } else { Some(self.read::<N, V>(matrix, ld)) }
    }
    /// Writes the vectors `f(v)`, rounded, as this thread's of its row of a matrix.
    ///
    /// # Safety
    ///
    /// The matrix has the row, and nobody else uses it.
    #[inline(always)]
    pub unsafe fn write<const N: usize, const V: usize>(
        &self,
        gpu: impl Store,
        matrix: *mut T,
        ld: u32,
        vectors: impl Fn(u32) -> [f32; N],
    ) where
        T: Element<N>,
    {
        let row = matrix.wrapping_add(self.number as usize * ld as usize);
        let begin = row.wrapping_sub(self.before as usize);
        let is_aligned = !ENDS || begin as usize % 16 == 0;
        let store = |mut words: [[u32; 4]; 1], v: u32| {
            transform_if(rmem(&mut words, layout!(1)), vector!(self, begin, v), |words| words);
        };
        if is_aligned && self.is_whole() {
            unroll!(for v in 0..{ V as u32 } { store([T::pack(gpu, vectors(v))], v) });
            return;
        }
        unroll!(for v in 0..{ V as u32 } {
            if self.has(v) {
                let words = [T::pack(gpu, vectors(v))];
                if is_aligned && self.has_all(v) {
                    store(words, v);
                } else {
                    let elements: [T; N] = mem::transmute_copy(&words);
                    unroll!(for i in 0..{ N as u32 } {
                        let column = self.column(v, i);
                        if column < self.columns {
                            let row = gmem(row, layout!((self.columns) : 1));
                            row.write(column, elements[i as usize]);
                        }
                    });
                }
            }
        });
    }
}
/// Returns f of each number of a vector.
#[inline(always)]
pub fn map<const N: usize>(mut x: [f32; N], f: impl Fn(u32, f32) -> f32) -> [f32; N] {
    unroll!(for i in 0..{ N as u32 } { x[i as usize] = f(i, x[i as usize]) });
    x
}

/// A piece of a long row that a block has: its element `256 i + thread` for i from 0 to 7, as one
/// thread sees it.
pub struct Piece {
    /// The number of the row in its matrix.
    row: u32,
    thread: u32,
    columns: u32,
    /// The number of the piece in the row.
    number: u32,
}
/// The elements of the row that begins at the pointer that this thread has of the piece.
macro_rules! elements {
    ($piece:expr, $matrix:expr, $ld:expr) => {
        sequence(
            $matrix.wrapping_add($piece.row as usize * $ld as usize),
            layout!(($piece.columns) : 1),
            $piece.columns,
        )
        .local_tile(shape!((2048,)), ($piece.number,))
        .local_partition(layout!((256,)), $piece.thread)
    };
}
impl Piece {
    /// Returns the pieces of this block's row of `columns` elements.
    #[inline(always)]
    pub fn all(gpu: impl Gpu, columns: u32) -> impl Iterator<Item = Piece> + Clone {
        let (row, thread) = Block::place(gpu);
        (0..columns.div_ceil(2048)).map(move |number| Piece { row, thread, columns, number })
    }
    /// Returns the column of this thread's element i.
    #[inline(always)]
    pub fn column(&self, i: u32) -> u32 {
        layout!((256, 8, (self.number + 1))).crd2idx((self.thread, i, self.number))
    }
    /// Returns whether the row has this thread's element i.
    #[inline(always)]
    pub fn has(&self, i: u32) -> bool {
        elements!(self, ptr::null::<u8>(), 0).is_inside(i)
    }
    /// Reads this thread's elements of the matrix; past the end of the row it returns zeros.
    ///
    /// # Safety
    ///
    /// The matrix has the row.
    #[inline(always)]
    pub unsafe fn read<G: Store, T: Rounded<G, f32>>(
        &self,
        gpu: G,
        matrix: *const T,
        ld: u32,
    ) -> [f32; 8] {
        let zero = T::rounded(gpu, 0.0);
        let (mut elements, mut numbers) = ([zero; 8], [0.0; 8]);
        let loaded = rmem(&mut elements, layout!(8));
        transform_or(elements!(self, matrix, ld), zero, loaded, |x| x); // all loads first
        transform(loaded, rmem(&mut numbers, layout!(8)), |x| x.widened());
        numbers
    }
    /// Writes this thread's elements to the matrix, rounded.
    ///
    /// # Safety
    ///
    /// The matrix has the row, and nobody else uses it.
    #[inline(always)]
    pub unsafe fn write<G: Store, T: Rounded<G, f32>>(
        &self,
        gpu: G,
        matrix: *mut T,
        ld: u32,
        mut numbers: [f32; 8],
    ) {
        let numbers = rmem(&mut numbers, layout!(8));
        transform_if(numbers, elements!(self, matrix, ld), |x| T::rounded(gpu, x));
    }
}
