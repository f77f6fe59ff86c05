//! The operations that the Blackwell GPUs of RTX 50 add: products with scale factors.

use super::Sm90;
use crate::gemm::{MmaSyncScaled, ScaleWord};

/// A thread of a GPU with compute capability 12.0, compiled for `sm_120a`. It has the barriers and
/// the tensor memory accelerator of Hopper, and no tensor memory. `wgmma`, which [`Sm90`] has, too,
/// is Hopper's alone: a kernel for `sm_120a` that calls it does not compile,
/// `the GPU has no wgmma`. A block has at most 101376 bytes of shared memory.
///
/// # Safety of the methods
///
/// The conditions are those of [`Gpu`](super::Gpu).
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_120a",
    label = "needs `Sm120`",
    note = "add the bound `G: Sm120`, or compile with `-Ctarget-cpu=sm_120a`"
)]
pub trait Sm120: Sm90 {
    /// Computes C += (A SFA) (B SFB) for small matrices that the threads of the warp hold in
    /// registers, as the atom I specifies, with the scale factors of A and of B. All threads choose
    /// the same bytes and threads. PTX: `mma.sync.block_scale`. CuTe: `SM120_16x8x64_TN_VS::fma`.
    ///
    /// ```
    /// use zellige::{atom::mma_sm120::SM120_16x8x64_TN_VS, prelude::*};
    /// use zellige_gpu::{Sm120, gemm::ScaleWord, number::{E2m1, Ue4m3}};
    /// type Nvfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>;
    /// /// One warp multiplies 16 by 64 by 8 numbers. Lanes 4 g and 4 g + 1 have the factors of the
    /// /// rows g and g + 8 of A, lane 4 g has those of column g of B.
    /// unsafe fn product<G: Sm120>(
    ///     gpu: G,
    ///     a: [u32; 4],
    ///     b: [u32; 2],
    ///     factors: [u32; 2],
    /// ) -> [f32; 4] {
    ///     let (mut c, [sfa, sfb]) = ([0.0; 4], factors);
    ///     let word = |word| ScaleWord { word, byte: 0, thread: 0 };
    ///     // SAFETY: all threads of the warp execute this.
    ///     unsafe { gpu.mma_sync_scaled::<Nvfp4>(&mut c, a, b, [word(sfa), word(sfb)]) };
    ///     c
    /// }
    /// ```
    unsafe fn mma_sync_scaled<I: MmaSyncScaled<Self>>(
        self,
        c: &mut [f32; 4],
        a: [u32; 4],
        b: [u32; 2],
        factors: [ScaleWord; 2],
    );
}
