//! A row of a matrix in the registers of a warp or of a block: read once, written once.
//!
//! ```text
//! bytes of the row | 0 .. 15 | 16 .. 31 | ..  | .. 16 P - 1 | 16 P ..  | ..      P threads
//! thread           | 0       | 1        | ..  | P - 1       | 0        | ..
//! vector           | 0                                      | 1        | ..  V - 1
//! ```
//!
//! A thread has up to V vectors of 16 bytes, N numbers each, and keeps them as `[[f32; N]; V]`. It
//! skips the vectors past the end of the row, so that a short row costs little. Rows begin and end
//! at multiples of 16 bytes.
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

use core::{marker::PhantomData, ptr};
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige_gpu::barrier::ClusterBarrier;
use zellige_gpu::block::Scratch;
use zellige_gpu::cluster;
use zellige_gpu::number::Rounded;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{rmem, sequence};
use zellige_gpu::transform::{Elements, transform, transform_if, transform_or};
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
/// Returns the number of blocks that a multiprocessor must hold, by the vectors of a thread: as
/// many as keep enough bytes on their way from memory.
pub const fn blocks<R: Threads>(v: usize) -> u32 {
    match v {
        _ if R::THREADS > THREADS => 2,
        0..=2 => 5,
        3..=4 => 3,
        _ => 2,
    }
}

/// The type of an element: N of them are 16 bytes.
pub trait Element<const N: usize>: Copy + 'static {
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
    /// Shared memory for the results of all blocks of a row.
    type Blocks;
    /// The barrier of all blocks of a row.
    type Barrier;
    /// Returns the number of the row, and that of this thread in it.
    fn place(gpu: G) -> (u32, u32);
    /// Returns memory for two reductions, and for the results of the blocks twice.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once; nothing else uses the shared memory of its
    /// blocks.
    unsafe fn memory(gpu: G) -> ([Self::Memory; 2], [Self::Blocks; 2], Self::Barrier);
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
    /// Combines the numbers of the blocks that have the row by `f`, in the order of the blocks.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, those of a block with the same numbers.
    unsafe fn merge(
        gpu: G,
        blocks: Self::Blocks,
        barrier: &mut Self::Barrier,
        x: [f32; 2],
        f: impl Fn([f32; 2], [f32; 2]) -> [f32; 2],
    ) -> [f32; 2];
}
/// Defines [`Combine::merge`] where one block has a row.
macro_rules! merge_one {
    () => {
        type Blocks = ();
        type Barrier = ();
        #[inline(always)]
        unsafe fn merge(
            _: G,
            _: (),
            _: &mut (),
            x: [f32; 2],
            _: impl Fn([f32; 2], [f32; 2]) -> [f32; 2],
        ) -> [f32; 2] {
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
    unsafe fn memory(_: G) -> ([(); 2], [(); 2], ()) {
        ([(), ()], [(), ()], ())
    }
    #[inline(always)]
    unsafe fn reduce(gpu: G, _: (), x: f32, f: impl Fn(f32, f32) -> f32) -> f32 {
        warp::reduce(gpu, x, layout!(32), f)
    }
}

/// A number for each warp of a block, twice.
type Numbers<W, T = f32> = (SmemTensor<T, W>, SmemTensor<T, W>);
/// Two numbers for each block of a cluster, twice, and the numbers of the warps.
type OfCluster<B> = (Numbers<layout!(16)>, Numbers<B, [f32; 2]>);
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
            unsafe fn memory(gpu: G) -> ([Self::Memory; 2], [(); 2], ()) {
                let (first, second) = <Numbers<layout!($warps)>>::allocate(gpu);
                ([Scratch::new(first), Scratch::new(second)], [(), ()], ())
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
            const SHARED: u32 = <OfCluster<layout!($blocks)>>::BYTES;
        }
        impl<G: Sm90> Combine<G> for $Cluster {
            type Memory = Scratch<f32, layout!(16)>;
            type Blocks = cluster::Scratch<[f32; 2], layout!($blocks)>;
            type Barrier = ClusterBarrier;
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                let (block, row) =
                    layout!(($blocks, (gpu.grid_x() / $blocks))).idx2crd(gpu.block_x());
                (row, layout!((512, $blocks)).crd2idx((gpu.thread(), block)))
            }
            #[inline(always)]
            unsafe fn memory(gpu: G) -> ([Self::Memory; 2], [Self::Blocks; 2], ClusterBarrier) {
                let mut barrier = ClusterBarrier::new();
                let (warps, blocks) = <OfCluster<layout!($blocks)>>::allocate(gpu);
                let blocks = cluster::Scratch::pair(gpu, &mut barrier, blocks);
                ([Scratch::new(warps.0), Scratch::new(warps.1)], blocks, barrier)
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
            unsafe fn merge(
                gpu: G,
                blocks: Self::Blocks,
                barrier: &mut ClusterBarrier,
                x: [f32; 2],
                f: impl Fn([f32; 2], [f32; 2]) -> [f32; 2],
            ) -> [f32; 2] {
                blocks.reduce(gpu, barrier, x, f).0
            }
        }
    };
}
cluster!(Cluster2: 2 blocks, 1024 threads, 4096 words);
cluster!(Cluster4: 4 blocks, 2048 threads, 8192 words);
cluster!(Cluster8: 8 blocks, 4096 threads, 16384 words);
cluster!(Cluster16: 16 blocks, 8192 threads, 32768 words);

/// A row that the threads R have, of elements T, as one of them sees it.
pub struct Row<R, T> {
    /// The number of the row in its matrix.
    number: u32,
    /// The number of the thread in the row.
    thread: u32,
    /// The number of words of 32 bits of the row.
    words: u32,
    of: PhantomData<(R, T)>,
}
/// The vectors of 16 bytes of a row that begins at the pointer: this thread's one in tile `$v`.
macro_rules! vector {
    ($row:expr, $pointer:expr, $v:expr) => {
        sequence($pointer, layout!(($row.words) : 1), $row.words)
            .local_tile(R::Tile::default(), ($v,))
            .partition_s(R::Vectors::STATIC, $row.thread)
            .recast::<[u32; 4], 16>()
    };
}
impl<R: Threads, T> Row<R, T> {
    /// Returns this thread's place, or `None` past the last of `rows` rows of `columns` elements.
    #[inline(always)]
    pub fn of<G>(gpu: G, rows: u32, columns: u32) -> Option<Self>
    where
        R: Combine<G>,
    {
        let (number, thread) = R::place(gpu);
        let words = columns / const { 4 / size_of::<T>() as u32 };
        (number < rows).then_some(Row { number, thread, words, of: Default::default() })
    }
    /// Returns the number of the row in its matrix.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.number
    }
    /// Returns whether this thread has the beginning of the row.
    #[inline(always)]
    pub fn is_first(&self) -> bool {
        self.thread == 0
    }
    /// Returns the column of the element `i` of this thread's vector `v`, of N elements each.
    #[inline(always)]
    pub fn column<const N: usize>(&self, v: u32, i: u32) -> u32 {
        N as u32 * (R::OF_ROW * v + self.thread) + i
    }
    /// Returns whether the row has this thread's vector `v`.
    #[inline(always)]
    pub fn has(&self, v: u32) -> bool {
        vector!(self, ptr::null::<u32>(), v).is_inside(0)
    }
    /// Reads this thread's vectors of its row of a matrix; past its end it returns zeros.
    ///
    /// # Safety
    ///
    /// The matrix has the row, at a multiple of 16 bytes.
    #[inline(always)]
    pub unsafe fn read<const V: usize>(&self, matrix: *const T, ld: u32) -> [[u32; 4]; V] {
        let row = matrix.wrapping_add(self.number as usize * ld as usize).cast::<u32>();
        let mut words = [[[0; 4]; 1]; V];
        unroll!(for v in 0..{ V as u32 } {
            let to = rmem(&mut words[v as usize], layout!(1));
            transform_or(vector!(self, row, v), [0; 4], to, |words| words);
        });
        words.map(|[words]| words)
    }
    /// Reads the same, or returns `None` where the pointer is null.
    ///
    /// # Safety
    ///
    /// The conditions of [`read`](Self::read) hold if the pointer is not null.
    #[inline(always)]
    pub unsafe fn read_some<const V: usize>(
        &self,
        matrix: *const T,
        ld: u32,
    ) -> Option<[[u32; 4]; V]> {
        if matrix.is_null() { None } else { Some(self.read(matrix, ld)) }
    }
    /// Writes this thread's vectors of its row of a matrix.
    ///
    /// # Safety
    ///
    /// The matrix has the row, at a multiple of 16 bytes, and nobody else uses it.
    #[inline(always)]
    pub unsafe fn write<const N: usize, const V: usize>(
        &self,
        gpu: impl Store,
        matrix: *mut T,
        ld: u32,
        numbers: &[[f32; N]; V],
    ) where
        T: Element<N>,
    {
        let row = matrix.wrapping_add(self.number as usize * ld as usize).cast::<u32>();
        unroll!(for v in 0..{ V as u32 } {
            let mut words = [T::pack(gpu, numbers[v as usize])];
            transform_if(rmem(&mut words, layout!(1)), vector!(self, row, v), |words| words);
        });
    }
}

/// Expands to the block for each number `$x`, a `&mut f32`, of the V vectors of N numbers that this
/// thread has of the row, and for the number `$w` of the same element among the words `$words` of
/// [`Row::read`].
macro_rules! each {
    ($x:ident of $numbers:ident in $row:ident => $body:block) => {
        unroll!(for v in 0..{ V as u32 } {
            if $row.has(v) {
                unroll!(for i in 0..{ N as u32 } {
                    let $x = &mut $numbers[v as usize][i as usize];
                    $body
                });
            }
        });
    };
    ($x:ident of $numbers:ident, $w:ident of $words:ident in $row:ident => $body:block) => {
        unroll!(for v in 0..{ V as u32 } {
            if $row.has(v) {
                let others = T::unpack($words[v as usize]);
                unroll!(for i in 0..{ N as u32 } {
                    let ($x, $w) = (&mut $numbers[v as usize][i as usize], others[i as usize]);
                    $body
                });
            }
        });
    };
}
pub(crate) use each;

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
