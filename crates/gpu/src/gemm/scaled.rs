//! The `mma.sync` instructions with scale factors. Each is a row of a table.

use super::check_fragment;
use super::narrow::sm120_narrow_mixtures;
use crate::engine::{Packed, Rmem};
use crate::number::{E2m1, E2m3, E3m2, E4m3, E5m2, Format, FragmentElement, Ue4m3, Ue8m0};
use crate::tensor::GpuTensor;
use crate::{Sm120, unroll};
use zellige::atom::mma_sm120::Sm120Mma;
use zellige::atom::umma::kind;
use zellige::atom::{BlockScaledMmaAtom, MmaTiling};
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::typenum::{U1, U16, U32};

/// A register with scale factors of A, or of B, and the choice of those that an instruction reads.
///
/// Four threads of a warp have registers for the same rows of A or columns of B: the layouts
/// [`LayoutSfaTv`](BlockScaledMmaAtom::LayoutSfaTv) and
/// [`LayoutSfbTv`](BlockScaledMmaAtom::LayoutSfbTv) say for which. The instruction reads the
/// registers of two of them for A, and of one for B. The others may have factors of other rows, for
/// the next instructions.
///
/// ```
/// use zellige::{atom::{BlockScaledMmaAtom, mma_sm120::SM120_16x8x32_TN_VS}, prelude::*};
/// use zellige_gpu::{E4m3, gemm::ScaleWord, number::Ue8m0};
/// // The factors for elements 32 to 63 of rows 0 to 15, in the second bytes of lanes 4 g + 2 + i.
/// let sfa = ScaleWord { word: 0x7f80_7f81, byte: 1, thread: 1 };
/// type Mxfp8 = SM120_16x8x32_TN_VS<E4m3, E4m3, f32, Ue8m0, int!(32)>;
/// let row = |lane: u32| <Mxfp8 as BlockScaledMmaAtom>::LayoutSfaTv::STATIC.crd2idx((lane, 0u32));
/// assert_eq!([4 * 5 + 2, 4 * 5 + 3].map(row), [5, 5 + 8]);
/// # let _ = sfa;
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ScaleWord {
    /// The register, with up to four factors that follow one another along K.
    pub word: u32,
    /// The byte of the first factor: a multiple of the number of factors that the instruction
    /// reads. PTX: `byte-id`.
    pub byte: u16,
    /// The thread, among those with the same row of A or the same column of B. PTX: `thread-id`.
    pub thread: u16,
}

/// An `mma.sync` with scale factors of the machine G, on the registers of a thread:
/// C += (A SFA) (B SFB).
///
/// The [module](super) lists the atoms.
///
/// ```
/// use zellige::{atom::mma_sm120::SM120_16x8x64_TN_VS, prelude::*};
/// use zellige_gpu::{Sm120, gemm::MmaSyncScaled, number::{E2m1, Format, Ue8m0}};
/// type Mxfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue8m0, int!(32)>;
/// fn format<G: Sm120>(_: G) -> Format {
///     <Mxfp4 as MmaSyncScaled<G>>::FACTOR // Format::Ue8m0
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not an `mma.sync` with scale factors of the machine `{G}`",
    label = "has no scale factors, or needs another machine",
    note = "the module `zellige_gpu::gemm` lists the atoms; they need `Sm120`"
)]
pub trait MmaSyncScaled<G>: BlockScaledMmaAtom {
    /// The elements of A.
    type ElementA: FragmentElement;
    /// The elements of B.
    type ElementB: FragmentElement;
    /// The format of the scale factors.
    const FACTOR: Format;
    /// Executes the instruction.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute it together.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn execute(c: &mut [f32; 4], a: [u32; 4], b: [u32; 2], factors: [ScaleWord; 2]);
}
/// Implements a row of the table: the elements of A and B, the kind with its factor, the elements
/// of a factor along K, and the instruction.
macro_rules! instructions {
    ($($A:ident $B:ident $Kind:ident<$Factor:ident $(, $V:ident)?> for $v:ident $op:expr;)*) => { $(
        impl<G: Sm120> MmaSyncScaled<G>
            for Sm120Mma<kind::$Kind<$Factor $(, $V)?>, U1, $A, $B, f32, $v>
        {
            type ElementA = $A;
            type ElementB = $B;
            const FACTOR: Format = Format::$Factor;
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn execute(c: &mut [f32; 4], a: [u32; 4], b: [u32; 2], factors: [ScaleWord; 2]) {
                let [sfa, sfb] = factors;
                core::arch::asm!(
                    concat!(
                        "mma.sync.aligned.", $op, " {{{0},{1},{2},{3}}}, {{{4},{5},{6},{7}}}, ",
                        "{{{8},{9}}}, {{{0},{1},{2},{3}}}, {{{10}}}, {{{11},{12}}}, {{{13}}}, ",
                        "{{{14},{15}}};"
                    ),
                    inout(reg32) c[0], inout(reg32) c[1], inout(reg32) c[2], inout(reg32) c[3],
                    in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
                    in(reg32) b[0], in(reg32) b[1],
                    in(reg32) sfa.word, in(reg16) sfa.byte, in(reg16) sfa.thread,
                    in(reg32) sfb.word, in(reg16) sfb.byte, in(reg16) sfb.thread,
                    options(pure, nomem, nostack, preserves_flags)
                )
            }
        }
    )* };
}
instructions! {
    E2m1 E2m1 Mxf4<Ue4m3, U16> for U16
        "m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
    E2m1 E2m1 Mxf4<Ue8m0, U16> for U16
        "m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0";
    E2m1 E2m1 Mxf4<Ue8m0, U32> for U32
        "m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0";
}
macro_rules! narrow {
    ($($A:ident $a:literal $B:ident $b:literal;)*) => {
        instructions! { $(
            $A $B Mxf8f6f4<Ue8m0> for U32 concat!(
                "m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.", $a, ".", $b,
                ".f32.ue8m0"
            );
        )* }
    };
}
sm120_narrow_mixtures!(narrow);

/// Panics unless L, a fragment of the operand `name`, has `needed` elements of one instruction in
/// its first mode, and W words of factors serve 1 to `most` instructions each.
const fn check_operand<L: Layout, W: Layout>(name: &str, needed: usize, most: usize) {
    check_fragment::<L::Head>();
    let (values, instructions, words) = (L::Head::SIZE, L::Tail::SIZE, W::SIZE);
    let message = Message::new().s("gemm_scaled: the fragment ").cat(&L::TEXT).s(" of ").s(name);
    if values != needed {
        let message = message.s(" has ").u(values as u64).s(" elements for an instruction, not ");
        message.u(needed as u64).raise()
    }
    if instructions % words != 0 || instructions / words > most {
        let message = message.s(" is for ").u(instructions as u64).s(" instructions, but has ");
        let message = message.u(words as u64).s(" words of factors, each for 1 to ");
        message.u(most as u64).s(" of these").raise()
    }
}
/// Computes C += (A SFA) (B SFB) with a thread's fragments (V, M), (V, N) and (V, M, N), as
/// [`gemm`](super::gemm()) does, and with words of scale factors from the byte `byte` on. CuTe:
/// `gemm` with `make_zip_tensor(a, sfa)`.
///
/// A and B are packed registers: four of A and two of B for an instruction, as elements of any
/// type of 8, 16 or 32 bits that [`ldmatrix`](crate::copy::Ldmatrix) has loaded. The factors are
/// those of this thread's lane: if there are M / S words of A, a word serves S instructions, and
/// instruction i along M takes word i / S of the thread i % S among those with the same rows. S is
/// 1 or 2; for B, it is 1, 2 or 4.
///
/// ```
/// use zellige::{atom::{MmaTiling, TiledMma, mma_sm120::SM120_16x8x64_TN_VS}, prelude::*};
/// use zellige_gpu::number::{E2m1, Ue4m3};
/// use zellige_gpu::{Sm120, gemm::gemm_scaled, tensor::{packed, rmem}};
/// type Mma = TiledMma<SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>>;
/// /// A warp multiplies 32 by 64 by 32 numbers. Lane 4 g + 2 h + i has the factors of row
/// /// 16 h + 8 i + g of A, and lane 4 g + q has those of row 8 q + g of B.
/// unsafe fn product<G: Sm120>(
///     gpu: G,
///     a: &mut [u32; 8],
///     b: &mut [u32; 8],
///     mut factors: [u32; 2],
/// ) -> [f32; 32] {
///     let (mut c, [sfa, sfb]) = ([0.0; 32], factors.each_mut().map(core::array::from_mut));
///     // SAFETY: the registers belong to this thread, and all threads of the warp execute this.
///     unsafe {
///         let a = packed::<u16, _, _>(a, layout!((8, 2)));
///         let b = packed::<u16, _, _>(b, layout!((4, 4)));
///         let (sfa, sfb) = (rmem(sfa, layout!(1)), rmem(sfb, layout!(1)));
///         gemm_scaled(gpu, Mma::STATIC, (a, sfa), (b, sfb), 0, rmem(&mut c, layout!((4, 2, 4))));
///     }
///     c
/// }
/// ```
///
/// # Safety
///
/// The tensors are in arrays, and all threads of the warp execute this.
#[doc(alias = "make_zip_tensor")]
#[inline(always)]
pub unsafe fn gemm_scaled<G, M, TA, AL, SAL, TB, BL, SBL, CL>(
    gpu: G,
    _: M,
    (a, sfa): (GpuTensor<Packed<TA>, AL>, GpuTensor<Rmem<u32>, SAL>),
    (b, sfb): (GpuTensor<Packed<TB>, BL>, GpuTensor<Rmem<u32>, SBL>),
    byte: u32,
    c: GpuTensor<Rmem<f32>, CL>,
) where
    G: Sm120,
    M: MmaTiling,
    M::Atom: MmaSyncScaled<G>,
    AL: Layout,
    SAL: Layout,
    BL: Layout,
    SBL: Layout,
    CL: Layout,
{
    const {
        check_operand::<AL, SAL>("A", 4 * Packed::<TA>::IN_REGISTER, 2);
        check_operand::<BL, SBL>("B", 2 * Packed::<TB>::IN_REGISTER, 4);
        check_fragment::<CL::Head>();
        assert!(
            CL::Head::SIZE == 4 && AL::Tail::SIZE * BL::Tail::SIZE == CL::Tail::SIZE,
            "gemm_scaled: the accumulators are not four for each row of A and each row of B"
        )
    }
    let (rows, columns) = (AL::Tail::SIZE as u32, BL::Tail::SIZE as u32);
    let factor = |words: Rmem<u32>, thread: u32| ScaleWord {
        word: *words.pointer(),
        byte: byte as u16,
        thread: thread as u16,
    };
    unroll!(for i in 0..{ <AL::Tail as Layout>::SIZE as u32 } {
        unroll!(for j in 0..{ <BL::Tail as Layout>::SIZE as u32 } {
            let j = if i % 2 == 0 { j } else { columns - 1 - j };
            let (of_a, of_b) = (rows / SAL::SIZE as u32, columns / SBL::SIZE as u32);
            let sfa = factor(sfa.element(i / of_a), i % of_a);
            let sfb = factor(sfb.element(j / of_b), j % of_b);
            let (a, b) = (a.vector(i).engine.register(), b.vector(j).engine.register());
            let c = c.vector(i + rows * j).engine.pointer();
            gpu.mma_sync_scaled::<M::Atom>(&mut *c.cast(), *a.cast(), *b.cast(), [sfa, sfb])
        });
    });
}
