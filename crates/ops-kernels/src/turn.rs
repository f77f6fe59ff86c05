//! Launches that depend on each other: a kernel is on its multiprocessors when the one before ends.

use zellige_gpu::Gpu;

/// Waits for the kernel before this one in the stream, and lets the next one begin, which waits for
/// this one if it does the same.
///
/// The blocks of the next kernel begin wherever there is room. A kernel with as many blocks as run
/// at the same time does not let it begin: the next one's would crowd on a few multiprocessors.
///
/// # Safety
///
/// All threads of the block execute this before they use global memory.
#[inline(always)]
pub(crate) unsafe fn take_turn(gpu: impl Gpu) {
    gpu.griddepcontrol_wait();
    gpu.griddepcontrol_launch_dependents();
}
/// Takes its turn if the next kernel `may_begin`; otherwise, only waits for the kernel before this
/// one.
///
/// # Safety
///
/// All threads of the block execute this before they use global memory.
#[inline(always)]
pub(crate) unsafe fn take_turn_of(gpu: impl Gpu, may_begin: bool) {
    if may_begin { take_turn(gpu) } else { gpu.griddepcontrol_wait() }
}
