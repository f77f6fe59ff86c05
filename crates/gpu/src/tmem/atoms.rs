//! The atoms of `tcgen05.mma`, D = A B + D, of each kind and each form of A. The kinds are the rows
//! of two tables.

use super::CtaGroup;
use crate::Sm100;
use crate::number::FragmentElement;
use crate::wgmma::ScaleOut;
use core::marker::PhantomData;
use zellige::Integer;
use zellige::atom::umma::{
    self, Kind, ScaleFactor, Smem as InSmem, SourceOfA, Tmem as InTmem, UmmaAtom, kind,
};
use zellige::integer::Div;
use zellige::typenum::{B0, U0, U1, U16, U32};

/// The elements of a `tcgen05.mma`, the form of A, and the share of a CTA.
pub trait UmmaOperands: UmmaAtom<Group: CtaGroup> {
    /// The elements of A.
    type ElementA: FragmentElement;
    /// The elements of B.
    type ElementB: FragmentElement;
    /// The elements of the accumulators.
    type ElementC: FragmentElement;
    /// The form of A: a descriptor of shared memory (`_SS`), or an address in tensor memory
    /// (`_TS`).
    type OperandA: UmmaSource;
    /// The atom of one CTA with as many rows and columns of A and B as each CTA has: see
    /// [`OfCta`](super::OfCta).
    type OfCta: UmmaAtom;
}
/// A `tcgen05.mma` of the machine G, by one CTA or two: D = A B + D, or D = A B.
///
/// The [module](super) has the table.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not a `tcgen05.mma` of the machine `{G}`",
    label = "is another instruction, or needs another machine",
    note = "the module `zellige_gpu::tmem` lists the atoms; they need `Sm100`"
)]
pub trait Umma<G>: UmmaOperands {
    /// Begins the product.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn execute(d: u32, a: Self::OperandA, b: u64, descriptor: u32, out: ScaleOut);
}
/// A `tcgen05.mma` with scale factors of the machine G, by one CTA or two: D = (A SFA) (B SFB) + D,
/// or the product alone.
///
/// The [module](super) has the table.
///
/// ```
/// use zellige::{atom::umma::SM100_MMA_MXF8F6F4_SS, prelude::*};
/// use zellige_gpu::{E4m3, Sm100, number::Ue8m0, tmem::UmmaScaled};
/// type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(64)>;
/// fn factor_of<G: Sm100>(_: G, factor: <Op as UmmaScaled<G>>::Factor) -> Ue8m0 {
///     factor
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not a `tcgen05.mma` with scale factors of the machine `{G}`",
    label = "has no scale factors, or needs another machine",
    note = "the module `zellige_gpu::tmem` lists the atoms; they need `Sm100`"
)]
pub trait UmmaScaled<G>: UmmaOperands<OperandA = u64> {
    /// A scale factor.
    type Factor: Copy + 'static;
    /// Begins the product.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma_scaled`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn execute(arguments: ScaledArguments);
}
/// The arguments of a `tcgen05.mma` with scale factors, for [`Sm100::umma_scaled`].
#[derive(Copy, Clone, Debug)]
pub struct ScaledArguments {
    /// The address of D in tensor memory.
    pub d: u32,
    /// The descriptor of A in shared memory.
    pub a: u64,
    /// The descriptor of B in shared memory.
    pub b: u64,
    /// The [instruction descriptor](zellige::atom::instr_desc).
    pub descriptor: u32,
    /// The addresses of the scale factors of A and of B in tensor memory.
    pub factors: [u32; 2],
    /// Whether the product is added to D.
    pub out: ScaleOut,
}
/// Operand A of a `tcgen05.mma`, in the form that the instruction takes.
pub trait UmmaSource: Copy {
    /// Returns the same value as the enum of both forms.
    fn source(self) -> SourceOfUmma;
    /// Begins a product of kind K.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn execute<K: UmmaKind, P: CtaGroup>(
        self,
        d: u32,
        b: u64,
        descriptor: u32,
        out: ScaleOut,
    );
}
/// The source of A for a `tcgen05.mma`.
#[derive(Copy, Clone, Debug)]
pub enum SourceOfUmma {
    /// A is in shared memory, given by its descriptor.
    Shared(u64),
    /// A is in tensor memory, from this address on.
    Tensor(u32),
}
macro_rules! sources {
    ($($S:ident $O:ident $Source:ident $method:ident;)*) => { $(
        impl UmmaSource for $O {
            #[inline(always)]
            fn source(self) -> SourceOfUmma {
                SourceOfUmma::$Source(self)
            }
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn execute<K: UmmaKind, P: CtaGroup>(
                self,
                d: u32,
                b: u64,
                descriptor: u32,
                out: ScaleOut,
            ) {
                K::$method::<P>(d, self, b, descriptor, out)
            }
        }
        impl HasForm for $S {
            type Form = $O;
        }
    )* };
}
/// Where A is, with the form of the operand.
#[doc(hidden)]
pub trait HasForm: SourceOfA {
    type Form: UmmaSource;
}
sources! {
    InSmem u64 Shared ss;
    InTmem u32 Tensor ts;
}

/// A kind of `tcgen05.mma` that is executed, with or without scale factors.
#[doc(hidden)]
pub trait ExecutedKind: Kind {}
/// A kind of `tcgen05.mma` that is executed: `tf32`, `f16`, `i8` and `f8f6f4`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of `tcgen05.mma` without scale factors that is executed",
    label = "must be an atom without scale factors, which `zellige_gpu::tmem` lists"
)]
pub trait UmmaKind: ExecutedKind {
    /// Begins a product with A in shared memory.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn ss<P: CtaGroup>(d: u32, a: u64, b: u64, descriptor: u32, out: ScaleOut);
    /// Begins a product with A in tensor memory.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn ts<P: CtaGroup>(d: u32, a: u32, b: u64, descriptor: u32, out: ScaleOut);
}
macro_rules! kinds {
    ($($Kind:ident $kind:literal;)*) => { $(
        impl ExecutedKind for kind::$Kind {}
        #[diagnostic::do_not_recommend]
        impl UmmaKind for kind::$Kind {
            kinds!(@ss ss u64 $kind "{a}" reg64);
            kinds!(@ss ts u32 $kind "[{a}]" reg32);
        }
    )* };
    (@ss $method:ident $O:ident $kind:literal $a:literal $class:ident) => {
        #[cfg(target_arch = "nvptx64")]
        #[inline(always)]
        unsafe fn $method<P: CtaGroup>(d: u32, a: $O, b: u64, descriptor: u32, out: ScaleOut) {
            match P::CTAS {
                1 => kinds!(@asm "1" d a b descriptor out $kind $a $class),
                _ => kinds!(@asm "2" d a b descriptor out $kind $a $class),
            }
        }
    };
    (
        @asm $ctas:literal $d:ident $operand:ident $b:ident $descriptor:ident $out:ident
        $kind:literal $a:literal $class:ident
    ) => {
        core::arch::asm!(
            concat!(
                "{{ .reg .pred p; setp.ne.b32 p, {out}, 0; tcgen05.mma.cta_group::", $ctas,
                ".kind::", $kind, " [{d}], ", $a, ", {b}, {descriptor}, p; }}"
            ),
            d = in(reg32) $d, a = in($class) $operand, b = in(reg64) $b,
            descriptor = in(reg32) $descriptor, out = in(reg32) $out as u32,
            options(nostack, preserves_flags)
        )
    };
}
kinds! {
    Tf32 "tf32";
    F16 "f16";
    I8 "i8";
    F8f6f4 "f8f6f4";
}
/// A kind of `tcgen05.mma` with scale factors that is executed: `mxf8f6f4`, `mxf4` and
/// `mxf4nvf4`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of `tcgen05.mma` with scale factors that is executed",
    label = "must be an atom with scale factors, which `zellige_gpu::tmem` lists"
)]
pub trait UmmaScaledKind: ExecutedKind {
    /// A scale factor.
    type Factor: Copy + 'static;
    /// Begins a product with A in shared memory.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma_scaled`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn ss<P: CtaGroup>(arguments: ScaledArguments);
}
macro_rules! scaled_kinds {
    ($($Kind:ident<S $(, $V:ident)?> $Vector:ident $kind:literal;)*) => { $(
        impl<S: umma::Element<ScaleFactor<$Vector>>> ExecutedKind for kind::$Kind<S $(, $V)?> {}
        #[diagnostic::do_not_recommend]
        impl<S: umma::Element<ScaleFactor<$Vector>>> UmmaScaledKind for kind::$Kind<S $(, $V)?> {
            type Factor = S;
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn ss<P: CtaGroup>(arguments: ScaledArguments) {
                match P::CTAS {
                    1 => scaled_kinds!(@asm "1" arguments $kind),
                    _ => scaled_kinds!(@asm "2" arguments $kind),
                }
            }
        }
    )* };
    (@asm $ctas:literal $arguments:ident $kind:literal) => {
        core::arch::asm!(
            concat!(
                "{{ .reg .pred p; setp.ne.b32 p, {out}, 0; tcgen05.mma.cta_group::", $ctas,
                ".kind::", $kind, " [{d}], {a}, {b}, {descriptor}, [{sfa}], [{sfb}], p; }}"
            ),
            d = in(reg32) $arguments.d, a = in(reg64) $arguments.a, b = in(reg64) $arguments.b,
            descriptor = in(reg32) $arguments.descriptor, sfa = in(reg32) $arguments.factors[0],
            sfb = in(reg32) $arguments.factors[1], out = in(reg32) $arguments.out as u32,
            options(nostack, preserves_flags)
        )
    };
}
scaled_kinds! {
    Mxf8f6f4<S> U32 "mxf8f6f4.block_scale.scale_vec::1X";
    Mxf4<S, U32> U32 "mxf4.block_scale.scale_vec::2X";
    Mxf4<S, U16> U16 "mxf4nvf4.block_scale.scale_vec::4X";
}
/// The kind K of a share, which may have 64 rows with scale factors, too.
#[doc(hidden)]
#[derive(Copy, Clone)]
pub struct ShareOf<K>(PhantomData<K>);
impl<K: Kind> Kind for ShareOf<K> {
    const NAME: &'static str = K::NAME;
    const CUTE: [&'static str; 3] = K::CUTE;
    type Operand = K::Operand;
    type Sum = K::Sum;
    type K = K::K;
    type StepN<G: Integer> = K::StepN<G>;
    type FewColumns = K::FewColumns;
    type IsScaled = B0;
    type Vector = U0;
}
/// The atom of one CTA with the share that each of P has.
type Share<K, S, P, A, B, C, M, N> = umma::Umma<ShareOf<K>, S, U1, A, B, C, Div<M, P>, Div<N, P>>;
impl<K: ExecutedKind, S: HasForm, P: CtaGroup, A, B, C, M: Integer, N: Integer> UmmaOperands
    for umma::Umma<K, S, P, A, B, C, M, N>
where
    Self: UmmaAtom<Group = P>,
    Share<K, S, P, A, B, C, M, N>: UmmaAtom,
    A: FragmentElement,
    B: FragmentElement,
    C: FragmentElement,
{
    type ElementA = A;
    type ElementB = B;
    type ElementC = C;
    type OperandA = S::Form;
    type OfCta = Share<K, S, P, A, B, C, M, N>;
}
impl<G: Sm100, K: UmmaKind, S: HasForm, P: CtaGroup, A, B, C, M, N> Umma<G>
    for umma::Umma<K, S, P, A, B, C, M, N>
where
    Self: UmmaOperands<OperandA = S::Form>,
{
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    unsafe fn execute(d: u32, a: S::Form, b: u64, descriptor: u32, out: ScaleOut) {
        a.execute::<K, P>(d, b, descriptor, out)
    }
}
impl<G: Sm100, K: UmmaScaledKind, P: CtaGroup, A, B, C, M, N> UmmaScaled<G>
    for umma::Umma<K, InSmem, P, A, B, C, M, N>
where
    Self: UmmaOperands<OperandA = u64>,
{
    type Factor = K::Factor;
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    unsafe fn execute(arguments: ScaledArguments) {
        K::ss::<P>(arguments)
    }
}
