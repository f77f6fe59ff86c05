//! A row of a matrix in the registers of its threads: read once, written once.
//!
//! ```text
//! bytes of the row   | first ones | 16 bytes | 16 bytes |           | last ones
//! read and written   | by         | as vectors from a multiple of   | by
//!                    | elements   | 16 bytes on                     | elements
//! thread             | each one   | 0        | 1        | 2 to P - 1 | each one       P threads
//! vector             |            | 0, then 1 to V - 1              |
//! ```
//!
//! A thread has up to V vectors of 16 bytes, N elements each, and at most one more element, at an
//! edge of the row. So a row may begin at any element, and no vector is written in part. The rows
//! of all matrices of a kernel begin at the same bytes of 16. A weight, which all rows share, lies
//! at other bytes than most of them: it is read by pairs of vectors. So that both vectors of a pair
//! lie in the weight, a row that begins in the middle of one has N elements or more behind its
//! vectors.
//!
//! | [`Threads`] | threads | rows of a grid of B blocks | longest row |
//! |---|---|---|---|
//! | [`Warp`] | 32 | 8 B | [`WARP_COLUMNS`] |
//! | [`Narrow`] | 128 | B | half as many elements as a [`Block`] |
//! | [`Block`] | 256 | B | [`block_columns`] |
//! | [`Wide`] | 512 | B | twice as many |
//! | [`Cluster1`] to [`Cluster16`] | 256 to 4096 of 16 blocks | B to B / 16 at a time | 16 times as many |
//! | [`WideCluster1`] to [`WideCluster8`] | 512 to 4096 of 8 blocks | B to B / 8 at a time | the same |
//! | [`Block`], in [`Piece`]s | 256 | B | any |
//!
//! The blocks of a cluster have neighbouring parts of a row. A cluster may have several rows one
//! after the other: while it computes one of them, the next one arrives in its shared memory. Which
//! rows, it may draw from a counter.
//!
//! A [`Piece`] is a part of a row of any length: 2048 elements, eight per thread, read one by one.

mod piece;
mod stage;
mod threads;
mod turns;

pub use piece::Piece;
pub use stage::shared;
pub use threads::{
    Block, Cluster1, Cluster2, Cluster4, Cluster8, Cluster16, Combine, Merge, Narrow, Reduce,
    Threads, Warp, Wide, WideCluster1, WideCluster2, WideCluster4, WideCluster8,
};

use core::{marker::PhantomData, ptr};
use zellige::atom::CopyTiling;
use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige_gpu::tensor::{gmem, rmem, sequence};
use zellige_gpu::transform::{Elements, transform_if, transform_or};
use zellige_gpu::{Bf16, F16, Gpu, Half, Store, unroll};

/// The number of threads of a block, but for [`Narrow`] and [`Wide`] ones.
pub const THREADS: u32 = 256;
/// The number of elements of the longest row that a warp keeps in its registers.
pub const WARP_COLUMNS: u32 = 1024;
/// Returns the number of elements of `bytes` bytes of the longest row that a block keeps in its
/// registers, V vectors per thread. For V = 4, these are 4096 of 32 bits, or 8192 of 16 bits.
pub const fn block_columns(v: u32, bytes: u32) -> u32 {
    v * 16 * THREADS / bytes
}
/// Returns the number of blocks that a multiprocessor must hold to keep memory busy, if a thread
/// keeps V vectors as words.
pub const fn blocks_of_words<R: Threads>(v: usize) -> u32 {
    (if v > 4 { 32 } else { 48 }) / (R::THREADS / 32)
}
/// Returns the same if a thread keeps V vectors as numbers. The `ends` of rows take registers of
/// the threads of warps.
pub const fn blocks<R: Threads>(v: usize, ends: bool) -> u32 {
    let warps = match v {
        _ if R::CLUSTER > 0 => 16,
        _ if R::THREADS > THREADS => 32,
        0..=2 if R::OF_BLOCK > 32 => 48,
        0..=3 => 40,
        4 if ends && R::OF_BLOCK == 32 => 24,
        4 => 32,
        _ => 16,
    };
    warps / (R::THREADS / 32)
}

/// The type of an element: N of them are 16 bytes.
pub trait Element<const N: usize>: Plain + Into<f32> {
    /// Returns the numbers of these 16 bytes.
    fn unpack(words: [u32; 4]) -> [f32; N];
    /// Returns the 16 bytes of these numbers, rounded to nearest, ties to even.
    fn pack(gpu: impl Store, numbers: [f32; N]) -> [u32; 4];
    /// Returns the element as the lowest bits of a word.
    fn to_word(self) -> u32;
    /// Returns the element that is the lowest bits of a word.
    fn of_word(word: u32) -> Self;
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
    #[inline(always)]
    fn to_word(self) -> u32 {
        self.to_bits()
    }
    #[inline(always)]
    fn of_word(word: u32) -> f32 {
        f32::from_bits(word)
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
            #[inline(always)]
            fn to_word(self) -> u32 {
                self.0.into()
            }
            #[inline(always)]
            fn of_word(word: u32) -> $T {
                $T(word as u16)
            }
        }
    )* };
}
halves!(Bf16 F16);

/// A row that the threads R have, of elements T, as one of them sees it: V vectors of N elements.
/// Without `ENDS`, the row is whole vectors, and so are the rows of all matrices.
pub struct Row<R, T, const N: usize, const V: usize, const ENDS: bool = true> {
    /// The matrix x, with its rows and the elements from row to row.
    matrix: *const T,
    rows: u32,
    ld: u32,
    /// The number of the row in its matrix.
    number: u32,
    /// The number of the thread in the row.
    thread: u32,
    columns: u32,
    /// The number of elements before the vectors.
    head: u32,
    of: PhantomData<R>,
}
/// What a thread has of a row: words of its vectors, and its element of the edge, if any, as a
/// word.
#[derive(Copy, Clone)]
pub struct Words<const V: usize> {
    vectors: [[u32; 4]; V],
    edge: u32,
}
/// The same as numbers.
#[derive(Copy, Clone)]
pub struct Numbers<const N: usize, const V: usize> {
    /// Those of the vectors.
    pub vectors: [[f32; N]; V],
    /// That of the edge.
    pub edge: f32,
}
/// This thread's vectors of 16 bytes of those from the pointer on, in tile `$v`.
macro_rules! vector {
    ($row:expr, $pointer:expr, $v:expr) => {{
        let words = 4 * $row.vectors();
        sequence($pointer.cast::<u32>(), layout!(words : 1), words)
            .local_tile(R::Tile::default(), ($v,))
            .partition_s(R::Vectors::STATIC, $row.thread % R::OF_BLOCK)
            .recast::<[u32; 4], 16>()
    }};
}
impl<R: Threads, T: Element<N>, const N: usize, const V: usize, const ENDS: bool>
    Row<R, T, N, V, ENDS>
{
    /// Returns this thread's place in its first row of x, or `None` past the last of `rows` rows of
    /// `columns` elements.
    #[inline(always)]
    pub fn of<G>(gpu: G, rows: u32, columns: u32, x: *const T, ld: u32) -> Option<Self>
    where
        R: Combine<G>,
    {
        let (number, thread) = R::place(gpu);
        let of = PhantomData;
        let row = Row { matrix: x, rows, ld, number, thread, columns, head: 0, of }.at(number);
        row.is_inside().then_some(row)
    }
    /// Returns the same place in another row.
    #[inline(always)]
    fn at(&self, number: u32) -> Self {
        let address = self.matrix.wrapping_add(number as usize * self.ld as usize).addr() as u32;
        let head = address.wrapping_neg() % 16 / size_of::<T>() as u32;
        Row { number, head: if ENDS { head.min(self.columns) } else { 0 }, ..*self }
    }
    /// Returns the same place in the row of this number, if there is one. A block without a cluster
    /// has one row.
    #[inline(always)]
    pub fn next(&self, number: u32) -> Option<Self> {
        if R::CLUSTER == 0 { None } else { Some(self.at(number)).filter(Self::is_inside) }
    }
    /// Returns the same, but the compiler computes anew what depends on the thread: kept from row
    /// to row, this would take the registers of numbers.
    #[inline(always)]
    pub fn anew(self, gpu: impl Gpu) -> Self {
        Row { thread: gpu.black_box(self.thread), ..self }
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
    /// Returns the address of the first vector that this thread's block or warp has of the row at
    /// this address.
    #[inline(always)]
    fn body(&self, row: *const T) -> *const T {
        row.wrapping_add((self.head + N as u32 * self.first()) as usize)
    }
    /// Returns the number of the first vector that this thread's block or warp has of the row.
    #[inline(always)]
    fn first(&self) -> u32 {
        if R::CLUSTER == 0 { 0 } else { self.thread / R::OF_BLOCK * self.part() }
    }
    /// Returns the largest number of vectors that a block has of the row.
    #[inline(always)]
    fn part(&self) -> u32 {
        (self.columns / N as u32).div_ceil(const { if R::CLUSTER == 0 { 1 } else { R::CLUSTER } })
    }
    /// Returns the number of vectors of memory that this block may read of a row that all rows
    /// share: one more than it has of its own.
    #[inline(always)]
    fn around(&self) -> u32 {
        (self.columns / N as u32).saturating_sub(self.first()).min(self.part() + 1)
    }
    /// Returns the number of vectors of the row.
    #[inline(always)]
    fn of_row(&self) -> u32 {
        let apart = (ENDS && self.head > 0) as u32; // a pair of vectors lies in a weight
        ((self.columns - self.head) / N as u32).saturating_sub(apart)
    }
    /// Returns the number of vectors that this thread's block or warp has of the row.
    #[inline(always)]
    fn vectors(&self) -> u32 {
        if R::CLUSTER == 0 {
            return self.of_row();
        }
        self.of_row().saturating_sub(self.first()).min(self.part())
    }
    /// Returns the column of this thread's element of the edge: one of those before the vectors or
    /// behind them.
    #[inline(always)]
    fn edge(&self) -> Option<u32> {
        let column =
            self.thread + if self.thread < self.head { 0 } else { N as u32 * self.of_row() };
        (ENDS && column < self.columns).then_some(column)
    }
    /// Returns whether this thread has an element of the edge of the row.
    #[inline(always)]
    pub fn has_edge(&self) -> bool {
        self.edge().is_some()
    }
    /// Returns the number of the row in its matrix.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.number
    }
    /// Returns the number of elements of the row.
    #[inline(always)]
    pub fn columns(&self) -> u32 {
        self.columns
    }
    /// Returns whether this thread is the first one of the row.
    #[inline(always)]
    pub fn is_first(&self) -> bool {
        self.thread == 0
    }
    /// Returns the number of elements of the row that this thread has.
    #[inline(always)]
    pub fn elements(&self) -> u32 {
        let mut elements = self.edge().is_some() as u32;
        unroll!(for v in 0..{ V as u32 } { elements += if self.has(v) { N as u32 } else { 0 } });
        elements
    }
    /// Returns the numbers of elements of the row that this thread's warp has, its block, and all
    /// threads.
    #[inline(always)]
    pub fn elements_of_groups(&self) -> [u32; 3] {
        let of_warp = |of_all: u32, first: u32| of_all.saturating_sub(first).min(32);
        let (first, vectors) = (self.thread / 32 * 32, self.vectors());
        let mut elements = of_warp(self.edges(), first);
        unroll!(for v in 0..{ V as u32 } {
            elements += N as u32 * of_warp(vectors, R::OF_BLOCK * v + first % R::OF_BLOCK);
        });
        let edges = if self.thread < R::OF_BLOCK { self.edges() } else { 0 };
        [elements, N as u32 * vectors + edges, self.columns]
    }
    /// Returns the number of elements of the edge of the row.
    #[inline(always)]
    fn edges(&self) -> u32 {
        if ENDS { self.columns - N as u32 * self.of_row() } else { 0 }
    }
    /// Returns the column of the first element of this thread's vector `v`.
    #[inline(always)]
    fn column(&self, v: u32) -> u32 {
        self.head + N as u32 * (self.first() + R::OF_BLOCK * v + self.thread % R::OF_BLOCK)
    }
    /// Returns whether the row has this thread's vector `v`.
    #[inline(always)]
    fn has(&self, v: u32) -> bool {
        vector!(self, ptr::null::<u32>(), v).is_inside(0)
    }
    /// Calls a function for each number that this thread has of the row: those of the vectors
    /// `f(v)`, and `edge`.
    #[inline(always)]
    pub fn each(&self, vectors: impl Fn(u32) -> [f32; N], edge: f32, mut f: impl FnMut(f32)) {
        unroll!(for v in 0..{ V as u32 } {
            if self.has(v) {
                let x = vectors(v);
                unroll!(for i in 0..{ N as u32 } { f(x[i as usize]) });
            }
        });
        if self.edge().is_some() {
            f(edge);
        }
    }
    /// Replaces each vector `v` of numbers that this thread has of the row by `f(v, numbers)`.
    #[inline(always)]
    pub fn update(&self, h: &mut Numbers<N, V>, f: impl Fn(u32, [f32; N]) -> [f32; N]) {
        unroll!(for v in 0..{ V as u32 } {
            if self.has(v) {
                h.vectors[v as usize] = f(v, h.vectors[v as usize]);
            }
        });
    }
    /// Reads what this thread has of its row of a matrix like x, which begins at the same bytes of
    /// 16. Vectors that it does not have are zeros.
    ///
    /// # Safety
    ///
    /// The matrix has the row.
    #[inline(always)]
    pub unsafe fn read(&self, matrix: *const T, ld: u32) -> Words<V> {
        let row = self.begin(matrix, ld);
        let (edge, first, mut vectors) = (self.read_edge(row), self.body(row), [[0; 4]; V]);
        unroll!(for v in 0..{ V as u32 } { vectors[v as usize] = self.load(first, v) }); // at once
        Words { vectors, edge }
    }
    /// Reads this thread's vector `v` of those from this address on; zeros if the row does not
    /// have it.
    #[inline(always)]
    unsafe fn load(&self, first: *const T, v: u32) -> [u32; 4] {
        let mut words = [[0; 4]];
        let to = rmem(&mut words, layout!(1));
        transform_or(vector!(self, first, v), [0; 4], to, |words| words);
        words[0]
    }
    /// Reads what this thread has of a row that all rows share, such as a weight, or returns `None`
    /// where the pointer is null. Of the two vectors of memory that have a vector, it reads both.
    ///
    /// # Safety
    ///
    /// If there is a row, it begins at a multiple of 16 bytes, and has an element for each column.
    #[inline(always)]
    pub unsafe fn read_shared(&self, row: *const T) -> Option<Words<V>> {
        if row.is_null() {
            return None;
        }
        let (edge, mut vectors) = (self.read_edge(row), [[0; 4]; V]);
        let first = row.wrapping_add((N as u32 * self.first()) as usize);
        unroll!(for v in 0..{ V as u32 } { vectors[v as usize] = self.load(first, v) }); // at once
        let next = first.wrapping_add(N);
        unroll!(for p in 0..{ N as u32 - 1 } { // each by itself: a shift by a constant
            if ENDS && self.head == p + 1 {
                unroll!(for v in 0..{ V as u32 } {
                    let two = [vectors[v as usize], self.load(next, v)];
                    vectors[v as usize] = past_elements::<T>(two, p + 1);
                });
            }
        });
        Some(Words { vectors, edge })
    }
    /// Replaces each number h by f(h, x) for the numbers x of a row that all rows share, if there
    /// is one, vector by vector: a thread has no registers for more.
    ///
    /// # Safety
    ///
    /// As for [`read_shared`](Self::read_shared).
    #[inline(always)]
    unsafe fn combine(&self, row: *const T, h: &mut Numbers<N, V>, f: impl Fn(f32, f32) -> f32) {
        if row.is_null() {
            return;
        }
        let edge = self.read_edge(row);
        let first = row.wrapping_add((N as u32 * self.first()) as usize);
        unroll!(for p in 0..{ N as u32 } { // each by itself: a shift by a constant
            if if ENDS { self.head == p } else { p == 0 } {
                unroll!(for v in 0..{ V as u32 } {
                    let mut words = self.load(first, v);
                    if p > 0 {
                        words = past_elements::<T>([words, self.load(first.wrapping_add(N), v)], p);
                    }
                    let x = T::unpack(words);
                    h.vectors[v as usize] = map(h.vectors[v as usize], |i, h| f(h, x[i as usize]));
                });
            }
        });
        h.edge = f(h.edge, T::of_word(edge).into());
    }
    /// Reads this thread's element of the edge of the row at this address.
    #[inline(always)]
    unsafe fn read_edge(&self, row: *const T) -> u32 {
        let row = gmem(row, layout!((self.columns) : 1));
        self.edge().map_or(0, |column| row.read(column).to_word())
    }
    /// Writes the vectors `f(v, column)`, rounded, as this thread's of its row of a matrix, and
    /// `edge(column)`.
    ///
    /// # Safety
    ///
    /// The matrix has the row, and nobody else uses it.
    #[inline(always)]
    pub unsafe fn write(
        &self,
        gpu: impl Store,
        matrix: *mut T,
        ld: u32,
        vectors: impl Fn(u32, u32) -> [f32; N],
        edge: impl Fn(u32) -> f32,
    ) {
        let row = self.begin(matrix, ld).cast_mut();
        unroll!(for v in 0..{ V as u32 } {
            if self.has(v) {
                let mut words = [T::pack(gpu, vectors(v, self.column(v)))];
                let to = vector!(self, self.body(row).cast_mut(), v);
                transform_if(rmem(&mut words, layout!(1)), to, |words| words);
            }
        });
        if let Some(column) = self.edge() {
            let mut numbers = [0.0; N];
            numbers[0] = edge(column);
            let element = T::of_word(T::pack(gpu, numbers)[0]);
            gmem(row, layout!((self.columns) : 1)).write(column, element);
        }
    }
}
impl<const V: usize> Words<V> {
    /// Returns the numbers of the elements T of vector `v`. They are computed anew each time: a
    /// thread has no registers for all of them.
    #[inline(always)]
    pub fn vector<T: Element<N>, const N: usize>(&self, gpu: impl Gpu, v: u32) -> [f32; N] {
        T::unpack(self.vectors[v as usize].map(|word| gpu.black_box(word)))
    }
    /// Returns the same numbers; the compiler may keep them.
    #[inline(always)]
    pub fn kept<T: Element<N>, const N: usize>(&self, v: u32) -> [f32; N] {
        T::unpack(self.vectors[v as usize])
    }
    /// Returns the number of the edge.
    #[inline(always)]
    pub fn edge<T: Element<N>, const N: usize>(&self) -> f32 {
        T::of_word(self.edge).into()
    }
    /// Returns all numbers.
    #[inline(always)]
    pub fn numbers<T: Element<N>, const N: usize>(&self) -> Numbers<N, V> {
        let mut vectors = [[0.0; N]; V];
        unroll!(for v in 0..{ V as u32 } {
            vectors[v as usize] = T::unpack(self.vectors[v as usize]);
        });
        Numbers { vectors, edge: self.edge::<T, N>() }
    }
}

impl<const N: usize, const V: usize> Numbers<N, V> {
    /// Returns the sum of f of each number, and where the row has no more, of those in its place:
    /// of zeros, unless they were replaced.
    #[inline(always)]
    pub fn sum(&self, f: impl Fn(f32, f32) -> f32) -> f32 {
        let mut all = f(self.edge, 0.0);
        unroll!(for v in 0..{ V as u32 } { // chains of N numbers
            let mut sum = 0.0;
            unroll!(for i in 0..{ N as u32 } {
                sum = f(self.vectors[v as usize][i as usize], sum);
            });
            all += sum;
        });
        all
    }
    /// Replaces each number h by f(h).
    #[inline(always)]
    pub fn update(&mut self, f: impl Fn(f32) -> f32) {
        unroll!(for v in 0..{ V as u32 } {
            self.vectors[v as usize] = map(self.vectors[v as usize], |_, h| f(h));
        });
        self.edge = f(self.edge);
    }
    /// Replaces each number h by f(h, x), where there are words of numbers x.
    #[inline(always)]
    pub fn combine<T: Element<N>>(&mut self, words: Option<Words<V>>, f: impl Fn(f32, f32) -> f32) {
        let Some(words) = words else { return };
        let x = words.numbers::<T, N>();
        unroll!(for v in 0..{ V as u32 } {
            let x = x.vectors[v as usize];
            self.vectors[v as usize] = map(self.vectors[v as usize], |i, h| f(h, x[i as usize]));
        });
        self.edge = f(self.edge, x.edge);
    }
    /// Replaces each number h by h x, or h x + y where there are words of numbers y.
    #[inline(always)]
    pub fn scale_and_shift<T: Element<N>>(
        &mut self,
        gpu: impl Gpu,
        x: Words<V>,
        y: Option<Words<V>>,
    ) {
        let Some(y) = y else { return self.combine::<T>(Some(x), |h, x| h * x) };
        let (x, y) = (x.numbers::<T, N>(), y.numbers::<T, N>());
        unroll!(for v in 0..{ V as u32 } {
            let (x, y) = (x.vectors[v as usize], y.vectors[v as usize]);
            self.vectors[v as usize] =
                map(self.vectors[v as usize], |i, h| gpu.fma(h, x[i as usize], y[i as usize]));
        });
        self.edge = gpu.fma(self.edge, x.edge, y.edge);
    }
}
/// Returns the vector that begins past the first elements of two vectors, fewer than a vector has.
#[inline(always)]
fn past_elements<T>([low, high]: [[u32; 4]; 2], elements: u32) -> [u32; 4] {
    let bytes = elements * size_of::<T>() as u32;
    // Funnel shifts, by 0 or 32 in place of selects: these would take predicates.
    let past =
        |low: u32, high: u32, bits: u32| ((u64::from(high) << 32 | u64::from(low)) >> bits) as u32;
    let ([a, b, c, d], [e, f, g, h]) = (low, high);
    let two = |low, high| past(low, high, 4 * (bytes & 8));
    let [a, b, c, d, e, f] = [two(a, c), two(b, d), two(c, e), two(d, f), two(e, g), two(f, h)];
    let one = |low, high| past(low, high, 8 * (bytes & 4));
    let [a, b, c, d, e] = [one(a, b), one(b, c), one(c, d), one(d, e), one(e, f)];
    let half = |low, high| if size_of::<T>() < 4 { past(low, high, 8 * (bytes & 2)) } else { low };
    [half(a, b), half(b, c), half(c, d), half(d, e)]
}
/// Returns f of each number of a vector.
#[inline(always)]
pub fn map<const N: usize>(mut x: [f32; N], f: impl Fn(u32, f32) -> f32) -> [f32; N] {
    unroll!(for i in 0..{ N as u32 } { x[i as usize] = f(i, x[i as usize]) });
    x
}
