//! The kernels of the crate `zellige-ops` beside those of `zellige-kernels`.
//!
//! | module | what it computes |
//! |---|---|
//! | [`cast`](mod@cast) | y = x, rounded to another type of elements |
//! | [`rope`](mod@rope) | rotary embedding |
//! | [`reduce`](mod@reduce) | sums, largest and smallest elements, and means of a mode of a tensor |
//! | [`scan`](mod@scan) | sums of each row up to each element |
//! | [`gather`](mod@gather) | rows of a table, by their indices |
//! | [`attention_backward`](mod@attention_backward) | the gradients of attention |
//! | [`decode`](mod@decode) | attention of new tokens to a cache of keys and values |
//! | [`words`] | elements as words of 32 bits, and as the numbers that kernels compute with |
//! | [`softmax`](mod@softmax) | exp(a x) over the sum of exp(a x) of the row |
//! | [`cross_entropy`](mod@cross_entropy) | losses of rows with their classes, and the gradient |
//! | [`norm`](mod@norm) | RMSNorm and LayerNorm of x + residual |
//! | [`row`] | a row of a matrix in the registers of a warp or of a block |
//! | [`epilogue`] | what becomes of the sums of a product |
//! | [`matmul`](mod@matmul) | products with a bias, an activation and an old matrix |
//! | [`grouped`](mod@grouped) | such products of groups of rows, each by its own matrix |
//! | [`convolution`](mod@convolution) | convolutions of images, as such products |
//! | [`matmul_fp8`](mod@matmul_fp8) | products of e4m3 with scales, a bias and an activation |
//! | [`quantised`](mod@quantised) | products of activations and quantised weights |
//!
//! # Safety of the kernels
//!
//! The pointers must point to as many elements as the sizes say, and stay valid while the kernel
//! runs. Nobody else may use the memory that a kernel writes while it runs. The grid must be as the
//! kernel documents.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

pub mod attention_backward;
pub mod cast;
pub mod convolution;
pub mod cross_entropy;
pub mod decode;
pub mod epilogue;
pub mod gather;
pub mod grouped;
pub mod matmul;
pub mod matmul_fp8;
pub mod norm;
pub mod quantised;
pub mod reduce;
pub mod rope;
pub mod row;
pub mod scan;
pub mod softmax;
mod turn;
pub mod words;
