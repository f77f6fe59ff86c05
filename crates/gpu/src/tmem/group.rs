//! The CTAs that execute `tcgen05` instructions together.

use super::UmmaOperands;
use crate::Sm90;
use zellige::atom::TiledMma;
use zellige::atom::tmem::{TmemFrg, TmemFrg1sm, TmemFrg2sm};
use zellige::prelude::*;
use zellige::typenum::{U1, U2, Unsigned};

/// The number of CTAs that execute the instructions of tensor memory together: `int!(1)`, or
/// `int!(2)` for a pair. All of these instructions of a kernel have the same number. PTX:
/// `.cta_group::1`, `.cta_group::2`.
///
/// The two CTAs of a pair are blocks of a cluster with the numbers 2 i and 2 i + 1. The even one is
/// the *leader*: a thread of it begins the products, for both.
///
/// ```
/// use zellige::{atom::umma::{SM100_MMA_F16BF16_2x1SM_SS, UmmaAtom}, prelude::*};
/// use zellige_gpu::{Bf16, tmem::CtaGroup};
/// type Op = SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(128)>;
/// assert_eq!(<<Op as UmmaAtom>::Group as CtaGroup>::CTAS, 2);
/// ```
#[doc(alias("cta_group", "CTA pair", "2x1SM"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of CTAs that execute `tcgen05` instructions together",
    label = "must be `int!(1)` or `int!(2)`"
)]
pub trait CtaGroup: Integer + Unsigned + 'static {
    /// The number.
    const CTAS: u32;
    /// The accumulators of V bits of one of the CTAs.
    #[doc(hidden)]
    type Frg<V: Integer>: TmemFrg;
}
impl CtaGroup for U1 {
    const CTAS: u32 = 1;
    type Frg<V: Integer> = TmemFrg1sm<V>;
}
impl CtaGroup for U2 {
    const CTAS: u32 = 2;
    type Frg<V: Integer> = TmemFrg2sm<V>;
}

/// The tiled MMA that reads the share of one CTA in the operands of the atom A: half of the rows of
/// A, and of B, if A is an atom of two CTAs. A CTA's tiles in shared memory are
/// [partitioned](crate::tensor::GpuTensor::umma_descriptors) by it.
///
/// ```
/// use zellige::{atom::{MmaTiling, umma::SM100_MMA_F16BF16_2x1SM_SS}, prelude::*};
/// use zellige_gpu::{Bf16, tmem::OfCta};
/// type Op = SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(128)>;
/// assert_eq!(<OfCta<Op>>::STATIC.tile_shape(), shape!((128, 64, 16)));
/// ```
pub type OfCta<A> = TiledMma<<A as UmmaOperands>::OfCta>;

/// Returns the number of the leader of this block's pair in the cluster.
#[inline(always)]
pub(crate) fn leader(gpu: impl Sm90) -> u32 {
    gpu.cluster_rank() & !1
}
/// Returns whether a block is the leader of its group P.
#[inline(always)]
pub(crate) fn leads<P: CtaGroup>(gpu: impl Sm90) -> bool {
    P::CTAS == 1 || gpu.cluster_rank() % 2 == 0
}
