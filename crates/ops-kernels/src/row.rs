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
//! | [`Cluster2`] to [`Cluster16`] | 1024 of 2 blocks to 8192 of 16 | B / 2 to B / 16 at a time | 4 to 32 times that |
//! | [`Block`], in [`Piece`]s | 256 | B | any, at any address |
//!
//! A cluster may have several rows one after the other, which [`Combine::start`] and
//! [`Combine::refill`] bring to its shared memory while it computes the row before them.
//!
//! A [`Piece`] is a part of a row of any length: 2048 elements, eight per thread, read one by one.

mod piece;
mod stages;
mod threads;

pub use piece::Piece;
pub use threads::{Block, Cluster2, Cluster4, Cluster8, Cluster16, Combine, Threads, Warp, Wide};

use core::{marker::PhantomData, mem, ptr};
use zellige::atom::CopyTiling;
use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige_gpu::tensor::{gmem, rmem, sequence};
use zellige_gpu::transform::{Elements, transform_if, transform_or};
use zellige_gpu::{Bf16, F16, Gpu, Half, Store, unroll};

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
/// Returns the same where a thread keeps V vectors as numbers.
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

/// A row that the threads R have, of elements T, as one of them sees it. Unless it may have `ENDS`
/// in the middle of vectors, it is whole vectors.
pub struct Row<R, T, const ENDS: bool> {
    /// The matrix x, with its rows and the elements from row to row.
    matrix: *const T,
    rows: u32,
    ld: u32,
    /// The number of the row in its matrix.
    number: u32,
    /// The number of the thread in the row.
    thread: u32,
    columns: u32,
    /// The number of elements between the last multiple of 16 bytes and the row.
    before: u32,
    of: PhantomData<R>,
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
    /// Returns this thread's place in its first row of x, or `None` past the last of `rows` rows of
    /// `columns` elements.
    #[inline(always)]
    pub fn of<G>(gpu: G, rows: u32, columns: u32, x: *const T, ld: u32) -> Option<Self>
    where
        R: Combine<G>,
    {
        let (number, thread) = R::place(gpu);
        let of = PhantomData;
        let row = Row { matrix: x, rows, ld, number, thread, columns, before: 0, of }.at(number);
        row.is_inside().then_some(row)
    }
    /// Returns the same place in another row.
    #[inline(always)]
    fn at(&self, number: u32) -> Self {
        let address = self.matrix.wrapping_add(number as usize * self.ld as usize) as usize;
        let before = if ENDS { address as u32 % 16 / size_of::<T>() as u32 } else { 0 };
        Row { number, before, ..*self }
    }
    /// Returns the same place `rows` rows of this cluster later.
    #[inline(always)]
    fn ahead(&self, gpu: impl Gpu, rows: u32) -> Self {
        self.at(self.number + rows * (gpu.grid_x() / R::CLUSTER))
    }
    /// Moves on to the next row of this cluster, and returns whether there is one. A block without
    /// a cluster has one row.
    #[inline(always)]
    pub fn advance(&mut self, gpu: impl Gpu) -> bool {
        if R::CLUSTER == 0 {
            return false;
        }
        *self = self.ahead(gpu, 1);
        self.is_inside()
    }
    /// Returns whether the matrix has the row.
    #[inline(always)]
    fn is_inside(&self) -> bool {
        self.number < self.rows
    }
    /// Returns the address of the row in a matrix.
    #[inline(always)]
    pub fn begin(&self, matrix: *const T, ld: u32) -> *const T {
        matrix.wrapping_add(self.number as usize * ld as usize)
    }
    /// Returns the address of the first vector of the row, which begins before it if it has ends.
    #[inline(always)]
    fn vectors(&self) -> *const T {
        self.begin(self.matrix, self.ld).wrapping_sub(self.before as usize)
    }
    /// Returns the vectors that lie in the row from end to end: the first, and the one after the
    /// last.
    #[inline(always)]
    fn whole(&self) -> (u32, u32) {
        ((self.before > 0).into(), (self.before + self.columns) / Self::N)
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
        let row = self.begin(matrix, ld);
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
