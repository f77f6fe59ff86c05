//! Kernels that copy a tensor so that its modes have another order in memory: NumPy's `transpose`
//! and PyTorch's `permute(...).contiguous()`.
//!
//! The tensor has up to six modes, of any extents and strides, and elements of 1, 2, 4 or 8 bytes.
//! The element at the coordinate (c0, ..., c5) lies at
//!
//! ```text
//! source       s0 c0 + s1 c1 + s2 c2 + s3 c3 + s4 c4 + s5 c5
//! destination  d0 c0 + d1 c1 + d2 c2 + d3 c3 + d4 c4 + d5 c5
//! ```
//!
//! So a permutation is a second tuple of strides, and the kernel may count the six modes in any
//! order. That leaves two kinds of permutation, each with one kernel per tile:
//!
//! | kernels | the mode with stride 1 | how |
//! |---|---|---|
//! | [`exchange`]: `permute_u32_64`, ... | mode 0 in the source, mode 1 in the destination | tiles of these two modes through swizzled shared memory |
//! | [`rows`]: `permute_rows_u32`, ... | mode 0 in both | vectors through registers |
//!
//! The compiler knows which strides are 1. Together with the element and the tile they determine
//! the vectors, the swizzle and the number of bank conflicts, which is proved to be 0. Everything
//! else is known at run time: [`plan`] puts the modes into the order of a kernel, merges modes
//! where possible, and chooses the tile. [`tile`] turns the index of a tile into its position.
//!
//! # The arguments
//!
//! | argument | what it is |
//! |---|---|
//! | `e0`, ..., `e5` | the extents. Modes that a tensor does not have are 1 |
//! | `from`, `to` | the first elements. For vectors of V elements they are aligned to a vector |
//! | `s1`, ..., `s5` | the strides in the source, in elements; s0 is 1 |
//! | `d0`, `d2`, ... or `d1`, `d2`, ... | the strides in the destination, in elements; that of mode 1, or of mode 0, is 1 |
//!
//! For vectors, the strides of modes with more than one element are multiples of V, and so are the
//! extents of modes with stride 1. Different coordinates have different offsets in the destination.
//! There are less than 2^32 tiles, and two elements of a tile are less than 2^32 elements apart;
//! the tensor may be larger. [`plan::Plan`] checks all of this except the offsets, and refuses
//! violations with a [`Refusal`](plan::Refusal).
//!
//! Each element moves twice its size: the time to aim for is that of a copy. Where one of the two
//! modes is much shorter than a tile, most of a tile is empty, and most threads have nothing to do.
//!
//! Source: cuTT and HPTT decompose permutations into transposes of planes; see Hynninen and Lyakh,
//! *cuTT: A High-Performance Tensor Transpose Library for CUDA Compatible GPUs*, 2017. The planes
//! are transposed as in [`transpose`](mod@crate::transpose).

pub mod exchange;
pub mod plan;
pub mod rows;
pub mod tile;

/// The number of threads of a block.
pub const THREADS: u32 = 256;
