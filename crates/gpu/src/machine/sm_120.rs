//! The operations that the Blackwell GPUs of RTX 50 add: products with scale factors, and loads
//! of numbers of 4 and 6 bits as bytes.

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
    /// Loads a matrix of 8 rows of 16 numbers of 4 bits from shared memory. A row has 16 bytes: 8
    /// of numbers, and 8 that are not read, as [`Padded`](crate::number::Padded) says. Threads 0 to
    /// 7 pass the addresses of the rows. Thread 4 i + j has the numbers 4 j to 4 j + 3 of row i, in
    /// the low bits of the bytes of a register. PTX: `ldmatrix.m8n16.b8x16.b4x16_p64`. CuTe:
    /// `SM100_SU4_DU8x16_x1_LDSM_N`.
    ///
    /// [`copy`](fn@crate::copy::copy) moves them to where `mma.sync` finds them:
    ///
    /// ```
    /// use zellige::{atom::{mma_sm120::SM120_16x8x32_TN, *}, prelude::*};
    /// use zellige_gpu::{E4m3, Sm120, copy::copy, number::{E2m1, Padded}, tensor::{packed, smem}};
    /// type Mma = TiledMma<SM120_16x8x32_TN<E2m1, E4m3, f32>>;
    /// type Load = TiledCopyOf<CopyAtom<copy::SM100_SU4_DU8x16_x4_LDSM_N, int!(8)>, Mma, OperandA>;
    /// /// Loads 16 by 32 numbers of 4 bits, in rows of 32 bytes: A of a product.
    /// unsafe fn load<G: Sm120>(gpu: G) -> [u32; 4] {
    ///     let (mut registers, tile) = ([0; 4], layout!((16, 32) : (32, 1)));
    ///     let a = packed::<E2m1, _, _>(&mut registers, layout!(((4, 2, 2), 1, 1)));
    ///     let from = smem::<Padded<E2m1>, _>(gpu, 0, tile).partition_s(Load::STATIC, gpu.thread());
    ///     // SAFETY: the block's memory holds the tile, and all threads of the warp execute this.
    ///     unsafe { copy(gpu, Load::STATIC, from, a.retile(Load::STATIC)) };
    ///     registers
    /// }
    /// ```
    ///
    /// # Safety
    ///
    /// All threads of the warp execute it, and each row address is a multiple of 16 in the block's
    /// shared memory.
    unsafe fn ldmatrix_b4_x1(self, row: u32) -> [u32; 1];
    /// Loads two such matrices. Threads 0 to 15 pass the addresses of their rows.
    unsafe fn ldmatrix_b4_x2(self, row: u32) -> [u32; 2];
    /// Loads four such matrices.
    unsafe fn ldmatrix_b4_x4(self, row: u32) -> [u32; 4];
    /// Loads such a matrix of numbers of 6 bits: a row has 12 bytes of them, and 4 that are not
    /// read. PTX: `ldmatrix.m8n16.b8x16.b6x16_p32`. CuTe: `SM100_SU6_DU8x16_x1_LDSM_N`.
    unsafe fn ldmatrix_b6_x1(self, row: u32) -> [u32; 1];
    /// Loads two such matrices.
    unsafe fn ldmatrix_b6_x2(self, row: u32) -> [u32; 2];
    /// Loads four such matrices.
    unsafe fn ldmatrix_b6_x4(self, row: u32) -> [u32; 4];
}
