//! `ldmatrix` and `stmatrix`: matrices of 8 by 8 elements of 16 bits between shared memory and the registers of a warp.

use super::CopyInstruction;
use crate::engine::{Engine, Packed, SharedAddress};
use crate::tensor::GpuTensor;
use crate::{Sm80, Sm90, unroll};
use zellige::atom::{CopyAtom, copy};
use zellige::prelude::*;

/// Calls `$m!` with the table of all `ldmatrix` and `stmatrix`: the atom, its machine and method, and how many registers a
/// thread has.
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

macro_rules! instructions {
    ($($direction:ident $Atom:ident $Machine:ident $method:ident $n:tt;)+) => {
        $( instructions!(@$direction $Atom $Machine $method $n); )+
    };
    (@load $Atom:ident $Machine:ident $method:ident $n:tt) => {
        #[diagnostic::do_not_recommend]
        impl<G, N, T, E, SL, DL> CopyInstruction<G, GpuTensor<E, SL>, GpuTensor<Packed<T>, DL>>
            for CopyAtom<copy::$Atom, N>
        where
            G: $Machine,
            E: SharedAddress,
            DL: Layout,
        {
            #[inline(always)]
            unsafe fn copy(gpu: G, from: GpuTensor<E, SL>, to: GpuTensor<Packed<T>, DL>) {
                let matrices = gpu.$method(from.engine.address());
                unroll!(for i in 0..{ $n } {
                    let first = to.layout.offset_at(i * Packed::<T>::IN_REGISTER as u32);
                    *to.engine.moved(first).register() = matrices[i as usize];
                });
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
        {
            #[inline(always)]
            unsafe fn copy(gpu: G, from: GpuTensor<Packed<T>, SL>, to: GpuTensor<E, DL>) {
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
