//! The GPU itself: every method is one instruction.

use super::Gpu;
use core::arch::{asm, nvptx};

/// Executes one instruction with the given operands and these options: it may access memory, but no
/// stack.
#[cfg(any(target_feature = "sm_90a", target_feature = "sm_100a", target_feature = "sm_120a"))]
macro_rules! ptx {
    ($($asm:tt)*) => { asm!($($asm)*, options(nostack, preserves_flags)) };
}

#[cfg(target_feature = "sm_100a")]
mod sm_100;
#[cfg(target_feature = "sm_120a")]
mod sm_120;
#[cfg(target_feature = "sm_80")]
mod sm_80;
#[cfg(any(target_feature = "sm_90a", target_feature = "sm_100a", target_feature = "sm_120a"))]
mod sm_90;
#[cfg(target_feature = "sm_89")]
impl super::Sm89 for Nvptx {}
mod store;
pub(crate) use store::widened_f16;

unsafe extern "C" {
    safe fn zellige_shared_pointer() -> *mut u8;
    safe fn zellige_shared_address() -> u32;
}

/// A thread of the GPU that executes this code.
#[derive(Copy, Clone)]
pub struct Nvptx;

/// Functions of one `f32` that the GPU approximates: `ex2.approx.ftz.f32`.
macro_rules! approximations {
    ($($name:ident $op:literal;)+) => { $(
        #[inline(always)]
        fn $name(self, x: f32) -> f32 {
            let y;
            // SAFETY: arithmetic on registers.
            unsafe {
                asm!(concat!($op, ".approx.ftz.f32 {0}, {1};"), out(reg32) y, in(reg32) x,
                    options(pure, nomem, nostack, preserves_flags));
            }
            y
        }
    )+ };
}
/// Exchanges within a warp: `shfl.sync.bfly.b32`, with the bound of the lanes.
macro_rules! shuffles {
    ($($name:ident($lane:ident) $mode:literal $bound:literal;)+) => { $(
        #[inline(always)]
        unsafe fn $name(self, x: f32, $lane: u32) -> f32 {
            let y;
            asm!(concat!("shfl.sync.", $mode, ".b32 {0}, {1}, {2}, ", $bound, ", -1;"),
                out(reg32) y, in(reg32) x, in(reg32) $lane,
                options(nomem, nostack, preserves_flags));
            y
        }
    )+ };
}

impl Gpu for Nvptx {
    #[cfg(target_feature = "sm_90")]
    #[inline(always)]
    fn griddepcontrol_launch_dependents(self) {
        // SAFETY: starts another kernel, which sees no memory of this one before it waits.
        unsafe {
            asm!("griddepcontrol.launch_dependents;", options(nostack, preserves_flags));
        }
    }
    #[cfg(target_feature = "sm_90")]
    #[inline(always)]
    fn griddepcontrol_wait(self) {
        // SAFETY: waits for other kernels.
        unsafe {
            asm!("griddepcontrol.wait;", options(nostack, preserves_flags));
        }
    }
    #[inline(always)]
    fn thread(self) -> u32 {
        // SAFETY: reads a special register, as do the next four.
        unsafe { nvptx::_thread_idx_x() }
    }
    #[inline(always)]
    fn block_x(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_block_idx_x() }
    }
    #[inline(always)]
    fn block_y(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_block_idx_y() }
    }
    #[inline(always)]
    fn grid_x(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_grid_dim_x() }
    }
    #[inline(always)]
    fn grid_y(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_grid_dim_y() }
    }

    #[inline(always)]
    fn shared(self) -> *mut u8 {
        zellige_shared_pointer()
    }
    #[inline(always)]
    fn shared_address(self) -> u32 {
        zellige_shared_address()
    }
    #[inline(always)]
    unsafe fn sync_threads(self) {
        nvptx::_syncthreads()
    }
    #[inline(always)]
    unsafe fn barrier_sync<const ID: u32, const THREADS: u32>(self) {
        asm!("bar.sync {id}, {threads};", id = const ID, threads = const THREADS,
            options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn barrier_arrive<const ID: u32, const THREADS: u32>(self) {
        asm!("bar.arrive {id}, {threads};", id = const ID, threads = const THREADS,
            options(nostack, preserves_flags));
    }

    #[inline(always)]
    unsafe fn barrier_sync_at<const THREADS: u32>(self, id: u32) {
        asm!("bar.sync {id}, {threads};", id = in(reg32) id, threads = const THREADS,
            options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn barrier_arrive_at<const THREADS: u32>(self, id: u32) {
        asm!("bar.arrive {id}, {threads};", id = in(reg32) id, threads = const THREADS,
            options(nostack, preserves_flags));
    }

    #[inline(always)]
    fn black_box(self, mut word: u32) -> u32 {
        // SAFETY: no instruction.
        unsafe { asm!("// {0}", inout(reg32) word, options(nomem, nostack, preserves_flags)) }
        word
    }
    #[inline(always)]
    fn prmt(self, a: u32, b: u32, selector: u32) -> u32 {
        let c;
        // SAFETY: the instruction has no effect besides its result.
        unsafe {
            asm!("prmt.b32 {0}, {1}, {2}, {3};", out(reg32) c, in(reg32) a, in(reg32) b,
                in(reg32) selector & 0x7777, options(pure, nomem, nostack, preserves_flags));
        }
        c
    }
    #[inline(always)]
    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        core::f32::math::mul_add(a, b, c)
    }
    approximations! {
        exp2 "ex2";
        log2 "lg2";
        reciprocal "rcp";
        sqrt "sqrt";
        rsqrt "rsqrt";
    }
    shuffles! {
        shuffle_xor(mask) "bfly" "31";
        shuffle_up(by) "up" "0";
        shuffle(lane) "idx" "31";
    }
    #[inline(always)]
    unsafe fn broadcast(self, x: u32) -> u32 {
        let y;
        asm!("shfl.sync.idx.b32 {0}, {1}, 0, 31, -1;", out(reg32) y, in(reg32) x,
            options(nomem, nostack, preserves_flags));
        y
    }
    #[inline(always)]
    unsafe fn any(self, x: bool) -> bool {
        let y: u32;
        asm!("{{ .reg .pred p; setp.ne.b32 p, {1}, 0; vote.sync.any.pred p, p, -1; selp.b32 {0}, 1, 0, p; }}",
            out(reg32) y, in(reg32) u32::from(x), options(nomem, nostack, preserves_flags));
        y != 0
    }
}
