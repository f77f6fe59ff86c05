//! `mma.sync`: products of matrices that a warp holds in its registers.

#![allow(non_snake_case)] // the names are those of the atoms

use crate::entries::Kernel;
#[cfg(not(target_arch = "nvptx64"))]
use crate::entries::{Parameter, Value};
use zellige::atom::mma;
use zellige_gpu::{Sm80, gemm::MmaSync};

/// C += A B, of one warp: the registers of a thread follow those of the one before.
///
/// A, B and C have the registers of 32 threads, as the atom I has them.
#[inline(always)]
pub unsafe fn mma_sync<I: MmaSync<G>, G: Sm80>(gpu: G, a: *const u32, b: *const u32, c: *mut u32) {
    let thread = gpu.thread() as usize;
    let a = *a.cast::<I::RegistersA>().add(thread);
    let b = *b.cast::<I::RegistersB>().add(thread);
    let c = &mut *c.cast::<I::RegistersC>().add(thread);
    gpu.mma_sync::<I>(c, a, b);
}

macro_rules! atoms {
    ($($Atom:ident $Machine:ident $shape:literal $types:literal $A:tt $B:tt $C:tt;)+) => {
        entry_points! { otherwise super::matrices::run; $(
            #[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
            $Atom by mma_sync::<mma::$Atom, _>, threads 32, shared 0, (a: *const u32, b: *const u32, c: *mut u32);
        )+ }
    };
}
zellige_gpu::mma_sync_atoms!(atoms);
