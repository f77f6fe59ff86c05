//! The product C = alpha A B + beta C in f32, without tensor cores: the algorithms of CuTe's
//! tutorials sgemm_1 and sgemm_2.
//!
//! As in CuTe, A is a matrix of M by K elements and B one of **N by K**, so both have the same
//! index order; C has M by N. Each lies in memory with a leading dimension, the distance of its
//! rows or columns in elements:
//!
//! | | A | B | C |
//! |---|---|---|---|
//! | NT | `(M, K) : (1, lda)` | `(N, K) : (1, ldb)` | `(M, N) : (1, ldc)` |
//! | TN | `(M, K) : (lda, 1)` | `(N, K) : (ldb, 1)` | `(M, N) : (1, ldc)` |
//!
//! Each of the two algorithms is one function. [`sgemm_1`](fn@sgemm_1::sgemm_1) is generic over the
//! [major-ness](crate::major) of A and of B, and the rows of their tiles;
//! [`sgemm_2`](fn@sgemm_2::sgemm_2) over the paths of both to shared memory, which are [`fill`]s,
//! and the threads that multiply. The kernels are its instances:
//!
//! | kernel | copies to shared memory by | A and B | tile of C |
//! |---|---|---|---|
//! | `sgemm_1_nt`, `sgemm_1_tn` | 4 bytes, [`local_partition`](zellige_gpu::tensor::GpuTensor::local_partition) | any | 128 by 128 |
//! | `sgemm_1_64` (NT) | the same | any | 64 by 64 |
//! | `sgemm_2_nt` | 16 bytes, a `TiledCopy` | see below | 128 by 128 |
//! | `sgemm_2_tn` | 16 bytes to registers, and 4 bytes from there, by two `TiledCopy` | see below | 128 by 128 |
//! | `sgemm_2_nt_any`, `sgemm_2_tn_any` | 4 bytes, a `TiledCopy` | any | 128 by 128 |
//! | `sgemm_2_64` (NT) | 16 bytes, a `TiledCopy` | see below | 64 by 64 |
//!
//! Copies of 16 bytes need vectors that are aligned, and entirely inside or entirely outside: the
//! addresses of A and B are multiples of 16 bytes, lda and ldb of 4, and so are M and N (NT) or K
//! (TN).
//!
//! # Tiles
//!
//! A block of 256 threads computes a tile of C of 128 by 128 elements, 8 by 8 in each thread, in
//! registers. It goes along K in steps of 8 (sgemm_1) or 16 (sgemm_2): a tile of A and one of B are
//! copied to shared memory, and each thread multiplies 8 elements of A by 8 of B for each k. (A
//! tile of 64 by 64 has 4 by 4 in each thread: so a C of few tiles keeps more multiprocessors
//! busy.)
//!
//! ```text
//!                    N
//!            +---------------+
//!        K   |     |128|     |   B, here as K by N
//!            +---------------+
//!      +-----+---------------+
//!      |     |     |   |     |
//!   M  |-----|-----+---+-----|
//!      | 128 |     | C |     |   block (x, y) has the tile (x, y) of C,
//!      |-----|-----+---+-----|   and reads row x of A's tiles, row y of B's
//!      |     |     |   |     |
//!      +-----+---------------+
//! ```
//!
//! Any size is supported, including 0: elements past an end are copied to shared memory as 0, and
//! are not stored. A tensor in global memory knows how much of its matrix remains from its first
//! element on.
//!
//! If beta is 0, C is not read. Offsets are computed in 32 bits: each matrix has less than 2^32
//! elements.
//!
//! # Cost
//!
//! 2 M N K operations. A tile of C takes (128 + 128) K elements of A and B from memory, or rather
//! from its cache: one byte for 32 operations. A product of 8 by 8 in registers takes 16 elements
//! from shared memory, one byte for two operations; a multiprocessor reads 128 bytes and does 256
//! operations per cycle, so both are about equally busy.
//!
//! # Launch
//!
//! Blocks of [`THREADS`] threads, one for each tile of C: ceil(M / 128) by ceil(N / 128).
//!
//! Source: CUTLASS 4.2, `examples/cute/tutorial/sgemm_1.cu` and `sgemm_2.cu`. Beyond these: any
//! size; and in sgemm_2 copies to two stages of shared memory, so that one barrier per tile is
//! enough, and 16 bytes at a time from there to registers. Copies are asynchronous where no vector
//! has to be transposed.

use zellige::{Int, atom::mma};

pub mod fill;
pub mod sgemm_1;
pub mod sgemm_2;

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The atom with which one thread multiplies one element by another.
type Fma = mma::UniversalFMA<Int<32>>;
