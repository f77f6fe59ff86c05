//! The baselines of [`transpose`](mod@zellige_kernels::transpose).

mod aligned;
mod any;
mod pairs;

pub use aligned::{transpose_bf16_by_hand, transpose_f32_by_hand};
pub use any::transpose_f32_any_by_hand;
pub use pairs::transpose_bf16_any_by_hand;
