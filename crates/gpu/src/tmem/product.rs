//! The products `tcgen05.mma`: the kinds, the operands, and the thread that begins them.

use super::{Accumulating, Accumulator, TmemPtr, sums};
use crate::engine::{Engine, SharedAddress, Smem};
use crate::number::FragmentElement;
use crate::tensor::GpuTensor;
use crate::wgmma::{
    Descriptors, HasMajor, OperandTile, ReadsShared, ScaleOut, along_k, check_instructions, rows,
};
use crate::{Sm100, unroll};
use zellige::Steps;
use zellige::atom::gmma::{Blackwell, Major};
use zellige::atom::instr_desc::make_instr_desc;
use zellige::atom::smem::SharedTile;
use zellige::atom::tmem::TmemTensor;
use zellige::atom::umma::{self, Kind, Smem as InSmem, SourceOfA, Tmem as InTmem, UmmaAtom, kind};
use zellige::atom::umma_desc::make_umma_desc;
use zellige::atom::{MmaTiling, Operand};
use zellige::ops::Upcast;
use zellige::prelude::*;
use zellige::tuple::IntTuple;
use zellige::typenum::U1;

/// The elements of a `tcgen05.mma` of one CTA, and the form of A.
pub trait UmmaOperands: UmmaAtom {
    /// The elements of A.
    type ElementA: FragmentElement;
    /// The elements of B.
    type ElementB: FragmentElement;
    /// The elements of the accumulators.
    type ElementC: FragmentElement;
    /// The form of A: a descriptor of shared memory (`_SS`), or an address in tensor memory
    /// (`_TS`).
    type OperandA: UmmaSource;
}
/// A `tcgen05.mma` of the machine G, by one CTA: D = A B + D, or D = A B.
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
    unsafe fn execute<K: UmmaKind>(self, d: u32, b: u64, descriptor: u32, out: ScaleOut);
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
            unsafe fn execute<K: UmmaKind>(self, d: u32, b: u64, descriptor: u32, out: ScaleOut) {
                K::$method(d, self, b, descriptor, out)
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

/// A kind of `tcgen05.mma` that is executed: `tf32`, `f16`, `i8` and `f8f6f4`.
pub trait UmmaKind: Kind {
    /// Begins a product with A in shared memory.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn ss(d: u32, a: u64, b: u64, descriptor: u32, out: ScaleOut);
    /// Begins a product with A in tensor memory.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::umma`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn ts(d: u32, a: u32, b: u64, descriptor: u32, out: ScaleOut);
}
macro_rules! kinds {
    ($($Kind:ident $kind:literal;)*) => { $(
        impl UmmaKind for kind::$Kind {
            kinds!(@ss ss u64 $kind "{a}" reg64);
            kinds!(@ss ts u32 $kind "[{a}]" reg32);
        }
    )* };
    (@ss $method:ident $O:ident $kind:literal $a:literal $class:ident) => {
        #[cfg(target_arch = "nvptx64")]
        #[inline(always)]
        unsafe fn $method(d: u32, a: $O, b: u64, descriptor: u32, out: ScaleOut) {
            core::arch::asm!(
                concat!(
                    "{{ .reg .pred p; setp.ne.b32 p, {out}, 0; tcgen05.mma.cta_group::1.kind::",
                    $kind, " [{d}], ", $a, ", {b}, {descriptor}, p; }}"
                ),
                d = in(reg32) d, a = in($class) a, b = in(reg64) b,
                descriptor = in(reg32) descriptor, out = in(reg32) out as u32,
                options(nostack, preserves_flags)
            )
        }
    };
}
kinds! {
    Tf32 "tf32";
    F16 "f16";
    I8 "i8";
    F8f6f4 "f8f6f4";
}
impl<K: UmmaKind, S: HasForm, A, B, C, M, N> UmmaOperands for umma::Umma<K, S, U1, A, B, C, M, N>
where
    Self: UmmaAtom,
    A: FragmentElement,
    B: FragmentElement,
    C: FragmentElement,
{
    type ElementA = A;
    type ElementB = B;
    type ElementC = C;
    type OperandA = S::Form;
}
impl<G: Sm100, K: UmmaKind, S: HasForm, A, B, C, M, N> Umma<G>
    for umma::Umma<K, S, U1, A, B, C, M, N>
where
    Self: UmmaOperands<OperandA = S::Form>,
{
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    unsafe fn execute(d: u32, a: S::Form, b: u64, descriptor: u32, out: ScaleOut) {
        a.execute::<K>(d, b, descriptor, out)
    }
}

impl<T> HasMajor for TmemPtr<T> {
    const MAJOR: Major = Major::K;
}
/// Operand A of elements T in the form O in which an atom of `tcgen05.mma` takes it: descriptors or
/// tensor memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operand A of `{T}` for this atom",
    label = "an atom `_SS` takes `umma_descriptors`, an atom `_TS` tensor memory, of its elements"
)]
pub trait GivesUmmaA<O, T>: Engine + HasMajor {
    /// Returns the operand of the instruction.
    fn operand(self) -> O;
}
impl<T: FragmentElement, L: SharedTile> GivesUmmaA<u64, T> for Descriptors<T, L, Blackwell> {
    #[inline(always)]
    fn operand(self) -> u64 {
        self.0.bits()
    }
}
impl<T> GivesUmmaA<u32, T> for TmemPtr<T> {
    #[inline(always)]
    fn operand(self) -> u32 {
        self.address().bits()
    }
}
/// The tensor of the descriptors of a share L: (V, M, K, stage) in units of 16 bytes.
pub type UmmaDescriptorsOf<T, L> = GpuTensor<
    Descriptors<T, <L as OperandTile>::First, Blackwell>,
    Upcast<<L as Layout>::Inner, <T as FragmentElement>::InUnit>,
>;
impl<T: FragmentElement, L: Layout> GpuTensor<Smem<T>, L> {
    /// Returns the descriptors of operand O for `tcgen05.mma`: (V, M, K), or (V, M, K, stage).
    /// CuTe: `cta_mma.make_fragment_A(sA)`.
    ///
    /// A layout without a descriptor does not compile, as for [`make_umma_desc`].
    #[inline(always)]
    pub fn umma_descriptors<O: Operand, M: ReadsShared<O, L>>(
        self,
        mma: M,
    ) -> UmmaDescriptorsOf<T, M::Share> {
        let (share, offset) = mma.share(self.layout, 0);
        let address = self.engine.moved(offset).address();
        let first = make_umma_desc(share.first(), T::Bits::default(), address);
        GpuTensor::new(Descriptors(first), share.inner().upcast(T::InUnit::default()))
    }
}

impl<M: MmaTiling, S: IntTuple> Accumulating<'_, Accumulator<M, S>>
where
    Accumulator<M, S>: TmemTensor,
{
    /// Begins D = A B for (V, M, K) of A and (V, N, K) of B; after the first call, D = A B + D.
    /// CuTe: `gemm(tiled_mma, a, b, c)` with `tiled_mma.accumulate_`.
    ///
    /// One call begins at most 16 instructions; split K into several calls for more. Operands that
    /// do not fit together do not compile: `tcgen05.mma: A has 4 steps along K, but B has 2`, or
    /// `tcgen05.mma: the accumulators are of 1 instructions, but A and B have 2 x 1`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this half, and A and B do not change until a thread has waited
    /// for a commit after this call.
    #[inline(always)]
    pub unsafe fn gemm<G, A, AL, B, BL>(
        &mut self,
        gpu: G,
        a: GpuTensor<A, AL>,
        b: GpuTensor<Descriptors<<M::Atom as UmmaOperands>::ElementB, B, Blackwell>, BL>,
    ) where
        G: Sm100,
        M::Atom: Umma<G>,
        A: GivesUmmaA<<M::Atom as UmmaOperands>::OperandA, <M::Atom as UmmaOperands>::ElementA>,
        AL: Layout,
        B: SharedTile,
        BL: Layout,
    {
        type Tiles<M, S> = <<Accumulator<M, S> as TmemTensor>::Layout as Steps>::Tail;
        const { check_instructions::<AL, BL>("tcgen05.mma: ", <Tiles<M, S> as Layout>::SIZE) }
        let descriptor = const {
            let b = <Descriptors<<M::Atom as UmmaOperands>::ElementB, B, Blackwell>>::MAJOR;
            make_instr_desc::<M::Atom>(A::MAJOR, b).bits()
        };
        let d = sums::<M, S>(self.address);
        unroll!(for number in 0..{ along_k::<AL>() * rows::<AL>() * rows::<BL>() } {
            let (i, rest) = (number % rows::<AL>(), number / rows::<AL>());
            let (j, k) = (rest % rows::<BL>(), rest / rows::<BL>());
            gpu.umma::<M::Atom>(
                d.vector(i + rows::<AL>() * j).engine.address().bits(),
                a.vector(i + rows::<AL>() * k).engine.operand(),
                b.vector(j + rows::<BL>() * k).engine.0.bits(),
                descriptor,
                if k == 0 { self.out } else { ScaleOut::One },
            )
        });
        self.out = ScaleOut::One;
    }
}
