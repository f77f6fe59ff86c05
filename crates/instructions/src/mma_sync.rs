//! The instruction `mma.sync`: products of matrices that a warp holds in its registers.

use zellige::atom::mma;
use zellige_gpu::{Sm80, gemm::MmaSync};

macro_rules! atoms {
    ($($Atom:ident $Machine:ident $shape:literal $types:literal $A:tt $B:tt $C:tt;)+) => {
        /// Computes C += A B by one warp: the registers of each thread follow those of the previous
        /// one.
        ///
        /// A, B and C are the registers of 32 threads, in the order of the atom I.
        #[zellige_gpu::kernel(threads = 32, instances($($Atom: $Machine = <mma::$Atom>),+))]
        #[inline(always)]
        pub unsafe fn mma_sync<I: MmaSync<G>, G: Sm80>(
            gpu: G,
            a: *const u32,
            b: *const u32,
            c: *mut u32,
        ) {
            let thread = gpu.thread() as usize;
            let a = *a.cast::<I::RegistersA>().add(thread);
            let b = *b.cast::<I::RegistersB>().add(thread);
            let c = &mut *c.cast::<I::RegistersC>().add(thread);
            gpu.mma_sync::<I>(c, a, b);
        }
        zellige_gpu::kernel_list! { $($Atom,)+ }
    };
}
zellige_gpu::mma_sync_atoms!(atoms);
