#![doc = include_str!("../README.md")]
#![deny(unsafe_op_in_unsafe_fn)]

mod attention;
mod attention_backward;
mod cast;
mod convolution;
mod cross_entropy;
mod decode;
mod gather;
mod grouped;
mod grouped_fp8;
mod machine_code;
mod matmul;
mod matmul_fp8;
mod norm;
mod ops;
mod permute;
mod plan;
mod quantised;
mod reduce;
mod rope;
mod rows;
mod scan;
mod softmax;
mod tensor;

pub use attention::Attention;
pub use attention_backward::AttentionBackward;
pub use cast::Cast;
pub use convolution::Convolution;
pub use cross_entropy::CrossEntropy;
pub use decode::Decode;
pub use gather::Gather;
pub use grouped::Grouped;
pub use grouped_fp8::GroupedFp8;
pub use matmul::{Activation, Matmul};
pub use matmul_fp8::MatmulFp8;
pub use norm::Norm;
pub use ops::{Ops, Queue};
pub use permute::Permute;
pub use plan::Plan;
pub use quantised::MatmulQuantised;
pub use reduce::Reduce;
pub use rope::Rope;
pub use scan::Scan;
pub use softmax::Softmax;
pub use tensor::{Element, MODES, Memory, MemoryMut, Tensor, TensorMut, Type};
pub use zellige_launch::device::{Buffer, LaunchError as Error, Plain};
