//! Loads and stores of tensor memory, `tcgen05.ld` and `tcgen05.st`, and copies from shared memory,
//! `tcgen05.cp`. Each is a row of a table.

use super::{CtaGroup, TmemPtr};
use crate::copy::CopyInstruction;
use crate::number::FragmentElement;
use crate::tensor::{GpuTensor, check_sizes};
use crate::transform::each;
use crate::wgmma::Accumulators;
use crate::{Sm100, unroll};
use zellige::atom::CopyAtom;
use zellige::atom::tmem_copy::*;
use zellige::prelude::*;
use zellige::typenum::{U1, U2, U4, U8, U16, U32, U64, U128};

/// A load of tensor memory, [`TmemLoad`] with 1 to 128 registers, of the shapes `.32x32b`,
/// `.16x64b`, `.16x128b`, `.16x256b` and `.16x32bx2`. The last one has its halves side by side, as
/// in CuTe.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a load of tensor memory that there is",
    label = "must be `TmemLoad` with 1, 2, 4 and so on repetitions, of at most 128 registers"
)]
pub trait TmemLoads: TmemCopyOperation {
    /// The registers of a thread.
    type Registers: Accumulators<Register = u32>;
    /// Begins the load.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::tmem_load`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn load(address: u32) -> Self::Registers;
}
/// A store to tensor memory, [`TmemStore`] with 1 to 128 registers, of the shapes of [`TmemLoads`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a store to tensor memory that there is",
    label = "must be `TmemStore` with 1, 2, 4 and so on repetitions, of at most 128 registers"
)]
pub trait TmemStores: TmemCopyOperation {
    /// The registers of a thread.
    type Registers: Accumulators<Register = u32>;
    /// Begins the store.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::tmem_store`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn store(address: u32, registers: Self::Registers);
}

/// A copy from shared to tensor memory by one CTA, or by both of a pair:
/// [`SM100_UTCCP_4x32dp128bit`] and the others, with `int!(1)` or `int!(2)`.
///
/// ```
/// use zellige::{atom::tmem_copy::*, prelude::*};
/// use zellige_gpu::tmem::{CtaGroup, TmemCopies};
/// /// The name, and the number of CTAs.
/// fn copy<I: TmemCopies>() -> (&'static str, u32) {
///     (I::NAME, I::Ctas::CTAS)
/// }
/// type Op = SM100_UTCCP_128dp256bit<int!(2)>;
/// assert_eq!(copy::<Op>(), ("SM100_UTCCP_128dp256bit", 2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a copy to tensor memory by one CTA or two",
    label = "must be a copy of `zellige::atom::tmem_copy` from shared memory, by 1 or 2 CTAs"
)]
pub trait TmemCopies: TmemCopyOperation {
    /// The CTAs that copy together, each from its own shared to its own tensor memory.
    type Ctas: CtaGroup;
    /// Begins the copy.
    ///
    /// # Safety
    ///
    /// The conditions of [`Sm100::tmem_copy`] hold.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn copy(to: u32, from: u64);
}
macro_rules! copies {
    ($($Op:ident $form:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<P: CtaGroup> TmemCopies for $Op<P> {
            type Ctas = P;
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn copy(to: u32, from: u64) {
                match P::CTAS {
                    1 => copies!(@asm "1" $form to from),
                    _ => copies!(@asm "2" $form to from),
                }
            }
        }
    )* };
    (@asm $ctas:literal $form:literal $to:ident $from:ident) => {
        core::arch::asm!(
            concat!("tcgen05.cp.cta_group::", $ctas, $form, " [{0}], {1};"),
            in(reg32) $to, in(reg64) $from, options(nostack, preserves_flags)
        )
    };
}
copies! {
    SM100_UTCCP_128dp256bit ".128x256b";
    SM100_UTCCP_128dp128bit ".128x128b";
    SM100_UTCCP_4dp256bit ".4x256b";
    SM100_UTCCP_4x32dp128bit ".32x128b.warpx4";
    SM100_UTCCP_2x64dp128bitlw0213 ".64x128b.warpx2::02_13";
    SM100_UTCCP_2x64dp128bitlw0123 ".64x128b.warpx2::01_23";
}

#[cfg(target_arch = "nvptx64")]
use crate::wgmma::indices::indices;
#[cfg(target_arch = "nvptx64")]
macro_rules! load {
    (
        @at [$first:tt $($index:tt)*] $d:ident $address:ident [$($form:literal)*]
        [$($columns:literal)?]
    ) => {
        core::arch::asm!(
            concat!(
                "tcgen05.ld.sync.aligned", $($form,)* ".b32 {{{}",
                $(load!(@another $index),)* "}}, [{address}]", $(", ", $columns,)? ";"
            ),
            out(reg32) $d[$first], $(out(reg32) $d[$index],)*
            address = in(reg32) $address, options(nostack, preserves_flags)
        )
    };
    (@another $index:tt) => { ",{}" };
}
#[cfg(target_arch = "nvptx64")]
macro_rules! store {
    (
        @at [$first:tt $($index:tt)*] $d:ident $address:ident [$($form:literal)*]
        [$($columns:literal)?]
    ) => {
        core::arch::asm!(
            concat!(
                "tcgen05.st.sync.aligned", $($form,)* ".b32 [{address}]", $(", ", $columns,)?
                ", {{{}",
                $(load!(@another $index),)* "}};"
            ),
            in(reg32) $d[$first], $(in(reg32) $d[$index],)*
            address = in(reg32) $address, options(nostack, preserves_flags)
        )
    };
}
/// A row has, for each number of repetitions, the registers. If a transfer is of two halves, the
/// columns from one to the other follow, for words and for 16 bits.
macro_rules! transfers {
    ($(
        $Shape:ident $form:literal:
            $($N:ident $repeats:literal $n:tt $([$words:literal $halves:literal])?),*;
    )*) => { $( $(
        transfers!(@one $Shape $N Words $n [$form $repeats] [$form $repeats] [$($words)?]);
        transfers!(@one $Shape $N Halves $n
            [$form $repeats ".pack::16b"] [$form $repeats ".unpack::16b"] [$($halves)?]);
    )* )* };
    (
        @one $Shape:ident $N:ident $P:ident $n:tt [$($load:literal)*] [$($store:literal)*]
        [$($columns:literal)?]
    ) => {
        impl TmemLoads for TmemLoad<$Shape, $N, $P> {
            type Registers = [u32; $n];
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn load(address: u32) -> [u32; $n] {
                let mut d = [0; $n];
                indices!(load $n d address [$($load)*] [$($columns)?]);
                d
            }
        }
        impl TmemStores for TmemStore<$Shape, $N, $P> {
            type Registers = [u32; $n];
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn store(address: u32, d: [u32; $n]) {
                indices!(store $n d address [$($store)*] [$($columns)?])
            }
        }
    };
}
transfers! {
    Dp32b32 ".32x32b": U1 ".x1" 1, U2 ".x2" 2, U4 ".x4" 4, U8 ".x8" 8, U16 ".x16" 16,
        U32 ".x32" 32, U64 ".x64" 64, U128 ".x128" 128;
    Dp16b64 ".16x64b": U1 ".x1" 1, U2 ".x2" 2, U4 ".x4" 4, U8 ".x8" 8, U16 ".x16" 16,
        U32 ".x32" 32, U64 ".x64" 64, U128 ".x128" 128;
    Dp16b128 ".16x128b": U1 ".x1" 2, U2 ".x2" 4, U4 ".x4" 8, U8 ".x8" 16, U16 ".x16" 32,
        U32 ".x32" 64, U64 ".x64" 128;
    Dp16b256 ".16x256b": U1 ".x1" 4, U2 ".x2" 8, U4 ".x4" 16, U8 ".x8" 32, U16 ".x16" 64,
        U32 ".x32" 128;
    Dp16b32 ".16x32bx2": U1 ".x1" 1 [1 2], U2 ".x2" 2 [2 4], U4 ".x4" 4 [4 8], U8 ".x8" 8 [8 16],
        U16 ".x16" 16 [16 32], U32 ".x32" 32 [32 64], U64 ".x64" 64 [64 128],
        U128 ".x128" 128 [128 256];
}

/// A tensor of elements T in registers.
type InRegisters<T, L> = GpuTensor<<T as FragmentElement>::Engine, L>;
/// Panics unless the values L of elements T fill the registers.
const fn check_registers<T: FragmentElement, L: Layout, R: Accumulators>() {
    check_sizes("a copy of tensor memory", L::SIZE / per_register::<T>() as usize, R::REGISTERS)
}
/// Returns the number of elements T in a register.
const fn per_register<T: FragmentElement>() -> u32 {
    <T::InRegister as Integer>::KNOWN as u32
}
/// A load, which is waited for.
#[diagnostic::do_not_recommend]
impl<G, T, SH, N, P, V, SL, DL> CopyInstruction<G, GpuTensor<TmemPtr<T>, SL>, InRegisters<T, DL>>
    for CopyAtom<TmemLoad<SH, N, P>, V>
where
    G: Sm100,
    T: FragmentElement,
    TmemLoad<SH, N, P>: TmemLoads,
    SL: Layout,
    DL: Layout,
{
    #[inline(always)]
    unsafe fn copy(gpu: G, from: GpuTensor<TmemPtr<T>, SL>, to: InRegisters<T, DL>) {
        type R<SH, N, P> = <TmemLoad<SH, N, P> as TmemLoads>::Registers;
        const { check_registers::<T, DL, R<SH, N, P>>() }
        let mut loaded = [gpu.tmem_load::<TmemLoad<SH, N, P>>(from.engine.address().bits())];
        gpu.tmem_wait_load(&mut loaded);
        let [loaded] = loaded;
        each!(i in <R<SH, N, P> as Accumulators>::REGISTERS => {
            let to = T::register(to.element(i * const { per_register::<T>() }));
            *to.cast() = loaded.bits(i as usize);
        });
    }
}
/// A store, which is waited for.
#[diagnostic::do_not_recommend]
impl<G, T, SH, N, P, V, SL, DL> CopyInstruction<G, InRegisters<T, SL>, GpuTensor<TmemPtr<T>, DL>>
    for CopyAtom<TmemStore<SH, N, P>, V>
where
    G: Sm100,
    T: FragmentElement,
    TmemStore<SH, N, P>: TmemStores,
    SL: Layout,
    DL: Layout,
{
    #[inline(always)]
    unsafe fn copy(gpu: G, from: InRegisters<T, SL>, to: GpuTensor<TmemPtr<T>, DL>) {
        type R<SH, N, P> = <TmemStore<SH, N, P> as TmemStores>::Registers;
        const { check_registers::<T, SL, R<SH, N, P>>() }
        let mut stored = <R<SH, N, P> as Accumulators>::ZERO;
        each!(i in <R<SH, N, P> as Accumulators>::REGISTERS => {
            let from = T::register(from.element(i * const { per_register::<T>() }));
            stored.set_bits(i as usize, *from.cast());
        });
        gpu.tmem_store::<TmemStore<SH, N, P>>(to.engine.address().bits(), stored);
        gpu.tmem_wait_store();
    }
}
