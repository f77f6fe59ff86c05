//! Kernels that transpose a matrix through swizzled shared memory.
//!
//! A matrix has its rows side by side in memory, its transpose its columns. A thread that reads
//! along memory writes across it, or the other way round; so a block of threads reads a tile along
//! rows, puts it into shared memory, and writes it along columns. Each element is read and written
//! once: the time to aim for is that of a copy.
//!
//! There are three kernels, for two kinds of matrices.
//!
//! | kernels | take | how |
//! |---|---|---|
//! | [`transpose_f32()`], [`transpose_bf16()`] | sizes, leading dimensions and addresses that are multiples of 16 bytes | [`aligned`]: 16 bytes at once everywhere |
//! | [`transpose_f32_any()`] | everything | [`any`]: element by element; writes begin at sectors of memory |
//! | [`transpose_bf16_any()`] | everything | [`pairs`]: two elements at once, wherever rows begin |
//!
//! Sizes are in elements, and rows and columns are those of the source: `rows` rows of `columns`
//! elements, which begin `ld_from` elements apart, become `columns` rows of `rows` elements, which
//! begin `ld_to` elements apart. Offsets are `u32`: a matrix, including the gaps between its rows,
//! has less than 2^32 elements. The kernels that take everything count a sector of rows more, and
//! need less than 2^31 rows. A grid has at most 65535 blocks in its second dimension, which counts
//! the tiles side by side: at most 4194240 columns of f32, and 8257410 of bf16.

pub mod aligned;
pub mod any;
pub mod pairs;

pub use aligned::{transpose_bf16, transpose_f32};
pub use any::transpose_f32_any;
pub use pairs::transpose_bf16_any;

/// The number of threads of a block.
pub const THREADS: u32 = 256;
