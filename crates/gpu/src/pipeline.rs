//! Rings of stages in shared memory: some stages are filled while others are read.
//!
//! | ring | what fills a stage | how threads wait for it | CuTe, CUTLASS |
//! |---|---|---|---|
//! | [`CpAsyncRing`] | all threads of the block, by `cp.async` | together, at the barrier of the block | `smem_pipe_read`, `smem_pipe_write` |
//! | [`TmaRing`] | one thread, by the tensor memory accelerator | separately, at the barriers of the stage | `PipelineTmaAsync` |

mod cp_async;
mod tma;
pub use crate::barrier::Filling;
pub use cp_async::CpAsyncRing;
pub use tma::{Consumer, Full, Producer, TmaRing};
