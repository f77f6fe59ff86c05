//! Hopper's copies of boxes and bytes on SM120, which has its accelerator, too.

use crate::boxes::*;
use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Sm120, TensorMap};

macro_rules! on_sm_120 {
    ($($Name:ident: $Of:ident($($argument:ident: $T:ty),+);)+) => { $(
        #[doc = concat!("Executes `", stringify!($Of), "` on SM120.")]
        #[zellige_gpu::kernel(threads = 32, shared = <$Of as Kernel>::DESCRIPTION.shared)]
        pub unsafe fn $Name<G: Sm120>(gpu: G, $($argument: $T),+) {
            $Of(gpu, $($argument),+)
        }
    )+ };
}
on_sm_120! {
    SM120_TMA_LOAD_2D:
        SM90_TMA_LOAD_2D(from: *const TensorMap, to: *const TensorMap, boxes: *mut f32);
    SM120_TMA_LOAD_5D:
        SM90_TMA_LOAD_5D(from: *const TensorMap, to: *const TensorMap, boxes: *mut f32);
    SM120_TMA_LOAD_HINT_2D:
        SM90_TMA_LOAD_HINT_2D(from: *const TensorMap, to: *const TensorMap, boxes: *mut f32);
    SM120_TMA_REDUCE_ADD: SM90_TMA_REDUCE_ADD(from: *const f32, to: *const TensorMap);
    SM120_BULK_COPY: SM90_BULK_COPY(from: *const u8, to: *mut u8);
}
