//! The instructions `ldmatrix` and `stmatrix`: matrices of 8 by 8 elements of 16 bits, copied
//! between shared memory and the registers of a warp, and `ldmatrix` of numbers of 4 and 6 bits,
//! which become bytes.

use super::CopyInstruction;
use super::side_by_side::{check_packed, check_shared};
use crate::engine::{Engine, Packed, SharedAddress};
use crate::number::Padded;
use crate::tensor::GpuTensor;
use crate::{Sm80, Sm90, Sm120, unroll};
use zellige::atom::umma::{Element, NarrowOperand};
use zellige::atom::{CopyAtom, CopyAtomLayouts, copy};
use zellige::prelude::*;

/// Calls `$m!` with the table of all `ldmatrix` and `stmatrix`: the atom, its machine and method,
/// and the number of registers per thread.
#[doc(hidden)]
#[macro_export]
macro_rules! matrix_atoms {
    ($m:ident) => {
        $m! {
            load SM75_U32x1_LDSM_N Sm80 ldmatrix_x1 1;
            load SM75_U32x2_LDSM_N Sm80 ldmatrix_x2 2;
            load SM75_U32x4_LDSM_N Sm80 ldmatrix_x4 4;
            load SM75_U16x2_LDSM_T Sm80 ldmatrix_x1_trans 1;
            load SM75_U16x4_LDSM_T Sm80 ldmatrix_x2_trans 2;
            load SM75_U16x8_LDSM_T Sm80 ldmatrix_x4_trans 4;
            store SM90_U32x1_STSM_N Sm90 stmatrix_x1 1;
            store SM90_U32x2_STSM_N Sm90 stmatrix_x2 2;
            store SM90_U32x4_STSM_N Sm90 stmatrix_x4 4;
            store SM90_U16x2_STSM_T Sm90 stmatrix_x1_trans 1;
            store SM90_U16x4_STSM_T Sm90 stmatrix_x2_trans 2;
            store SM90_U16x8_STSM_T Sm90 stmatrix_x4_trans 4;
        }
    };
}

/// The number of bytes in a row of a matrix, 8 elements of 16 bits. A thread passes the address of
/// a row.
const ROW: usize = 16;

/// An atom with an `ldmatrix` instruction, from shared memory to [`Packed`] registers. A kernel
/// that is generic in the mode along which its operands are contiguous uses it as the bound of its
/// tiled copies, to accept both `ldmatrix` and `ldmatrix.trans`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// use zellige_gpu::{F16, Sm80, copy::{Ldmatrix, copy}, tensor::{packed, smem}};
/// /// Loads a warp's four matrices of 8 by 8 elements: A of an `mma.sync`, from a tile of 16 by
/// /// 16.
/// unsafe fn load<C: CopyTiling<Atom: Ldmatrix>, L: Layout, G: Sm80>(gpu: G, tile: L) -> [u32; 4] {
///     let (mut registers, load) = ([0; 4], C::STATIC);
///     let a = packed::<F16, _, _>(&mut registers, layout!(((2, 2, 2), 1, 1)));
///     // SAFETY: the block's memory holds the tile.
///     unsafe {
///         copy(gpu, load, smem::<F16, _>(gpu, 0, tile).partition_s(load, gpu.thread()), a.retile(load));
///     }
///     registers
/// }
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1))>;
/// type Rows = TiledCopyOf<CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>, Mma, OperandA>;
/// type Columns = TiledCopyOf<CopyAtom<copy::SM75_U16x8_LDSM_T, int!(16)>, Mma, OperandA>;
/// # unsafe fn instances<G: Sm80>(gpu: G) {
/// let a = load::<Rows, _, _>(gpu, layout!((16, 16) : (16, 1)));
/// let a = load::<Columns, _, _>(gpu, layout!((16, 16)));
/// # }
/// ```
///
/// Another atom does not compile: ``the instruction of `CopyAtom<UniversalCopy<..>, ..>` is not
/// `ldmatrix` ``. CuTe: the copy operations `SM75_U32x4_LDSM_N`, `SM75_U16x8_LDSM_T` and so on.
#[doc(alias = "LdMatrix8x8x16bOp")]
#[diagnostic::on_unimplemented(
    message = "the instruction of `{Self}` is not `ldmatrix`",
    label = "copies by another instruction",
    note = "the module `zellige_gpu::copy` lists what each atom copies"
)]
pub trait Ldmatrix: CopyAtomLayouts {
    /// An array with a register for each matrix.
    type Registers: AsRef<[u32]>;
    /// Loads the matrices. The threads of a warp pass the addresses of their rows.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute it, and each row address is a multiple of 16 in the block's
    /// shared memory.
    unsafe fn ldmatrix<G: Sm80>(gpu: G, row: u32) -> Self::Registers;
}
#[diagnostic::do_not_recommend]
impl<G, A, T, E, SL, DL> CopyInstruction<G, GpuTensor<E, SL>, GpuTensor<Packed<T>, DL>> for A
where
    G: Sm80,
    A: Ldmatrix,
    E: SharedAddress,
    SL: Layout,
    DL: Layout,
{
    #[inline(always)]
    unsafe fn copy(gpu: G, from: GpuTensor<E, SL>, to: GpuTensor<Packed<T>, DL>) {
        const {
            check_shared::<E, SL>(ROW);
            check_packed::<T, DL>(size_of::<A::Registers>() / 4)
        }
        let matrices = A::ldmatrix(gpu, from.engine.address());
        write(to, matrices.as_ref(), |matrix| matrix);
    }
}
/// Writes a function of the registers of the matrices.
#[inline(always)]
unsafe fn write<T, L: Layout>(
    to: GpuTensor<Packed<T>, L>,
    matrices: &[u32],
    f: impl Fn(u32) -> u32,
) {
    unroll!(for i in 0..4 {
        if let Some(matrix) = matrices.get(i as usize) {
            let first = to.layout.offset_at(i * Packed::<T>::IN_REGISTER as u32);
            *to.engine.moved(first).register() = f(*matrix);
        }
    });
}

/// Numbers that lie [`Padded`] in shared memory, and have a byte each as operands of
/// `mma.sync.kind::f8f6f4`: those of 4 bits are in bits 2 to 5.
macro_rules! widening {
    ($($Atom:ident $method:ident $n:literal, $bits:literal << $shift:literal;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<G, N, T, E, SL, DL> CopyInstruction<G, GpuTensor<E, SL>, GpuTensor<Packed<T>, DL>>
            for CopyAtom<copy::$Atom, N>
        where
            G: Sm120,
            T: Element<NarrowOperand, Bits = int!($bits)>,
            E: SharedAddress<Element = Padded<T>>,
            SL: Layout,
            DL: Layout,
        {
            #[inline(always)]
            unsafe fn copy(gpu: G, from: GpuTensor<E, SL>, to: GpuTensor<Packed<T>, DL>) {
                const {
                    check_shared::<E, SL>(ROW);
                    check_packed::<T, DL>($n)
                }
                let matrices = gpu.$method(from.engine.address());
                write(to, &matrices, |matrix| matrix << $shift);
            }
        }
    )+ };
}
widening! {
    SM100_SU4_DU8x16_x1_LDSM_N ldmatrix_b4_x1 1, 4 << 2;
    SM100_SU4_DU8x16_x2_LDSM_N ldmatrix_b4_x2 2, 4 << 2;
    SM100_SU4_DU8x16_x4_LDSM_N ldmatrix_b4_x4 4, 4 << 2;
    SM100_SU6_DU8x16_x1_LDSM_N ldmatrix_b6_x1 1, 6 << 0;
    SM100_SU6_DU8x16_x2_LDSM_N ldmatrix_b6_x2 2, 6 << 0;
    SM100_SU6_DU8x16_x4_LDSM_N ldmatrix_b6_x4 4, 6 << 0;
}

macro_rules! instructions {
    ($($direction:ident $Atom:ident $Machine:ident $method:ident $n:tt;)+) => {
        $( instructions!(@$direction $Atom $Machine $method $n); )+
    };
    (@load $Atom:ident $Machine:ident $method:ident $n:tt) => {
        impl<N> Ldmatrix for CopyAtom<copy::$Atom, N>
        where
            Self: CopyAtomLayouts,
        {
            type Registers = [u32; $n];
            #[inline(always)]
            unsafe fn ldmatrix<G: $Machine>(gpu: G, row: u32) -> [u32; $n] {
                gpu.$method(row)
            }
        }
    };
    (@store $Atom:ident $Machine:ident $method:ident $n:tt) => {
        #[diagnostic::do_not_recommend]
        impl<G, N, T, E, SL, DL> CopyInstruction<G, GpuTensor<Packed<T>, SL>, GpuTensor<E, DL>>
            for CopyAtom<copy::$Atom, N>
        where
            G: $Machine,
            E: SharedAddress,
            SL: Layout,
            DL: Layout,
        {
            #[inline(always)]
            unsafe fn copy(gpu: G, from: GpuTensor<Packed<T>, SL>, to: GpuTensor<E, DL>) {
                const {
                    check_packed::<T, SL>($n);
                    check_shared::<E, DL>(ROW)
                }
                let mut matrices = [0; $n];
                unroll!(for i in 0..{ $n } {
                    let first = from.layout.offset_at(i * Packed::<T>::IN_REGISTER as u32);
                    matrices[i as usize] = *from.engine.moved(first).register();
                });
                gpu.$method(to.engine.address(), matrices)
            }
        }
    };
}
matrix_atoms!(instructions);
