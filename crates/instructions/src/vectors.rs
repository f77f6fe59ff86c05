//! Copies of vectors: by a load and a store, and `cp.async`.

use zellige::atom::{CopyAtom, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige_gpu::copy::{copy as tiled_copy, copy_if};
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::{Bf16, Sm80};

/// Calls `$m!` with the copies of vectors: the kernel, the atom, its bits, the type of the
/// elements, their count, and the swizzle of shared memory.
#[doc(hidden)]
#[macro_export]
macro_rules! vector_atoms {
    ($m:ident) => {
        $m! {
            UniversalCopy_8 UniversalCopy 8 u8 8 1 [];
            UniversalCopy_16 UniversalCopy 16 Bf16 16 1 [];
            UniversalCopy_32 UniversalCopy 32 Bf16 16 2 [];
            UniversalCopy_64 UniversalCopy 64 f32 32 2 [];
            UniversalCopy_128 UniversalCopy 128 u8 8 16 [];
            UniversalCopy_128_swizzled UniversalCopy 128 Bf16 16 8 [Sw<2, 3, 3> o 0 o];
            SM80_CP_ASYNC_CACHEALWAYS_32 SM80_CP_ASYNC_CACHEALWAYS 32 Bf16 16 2 [];
            SM80_CP_ASYNC_CACHEALWAYS_64 SM80_CP_ASYNC_CACHEALWAYS 64 u8 8 8 [];
            SM80_CP_ASYNC_CACHEALWAYS_128 SM80_CP_ASYNC_CACHEALWAYS 128 f32 32 4 [];
            SM80_CP_ASYNC_CACHEGLOBAL_128 SM80_CP_ASYNC_CACHEGLOBAL 128 Bf16 16 8 [];
            SM80_CP_ASYNC_CACHEGLOBAL_128_swizzled SM80_CP_ASYNC_CACHEGLOBAL 128 Bf16 16 8 [Sw<2, 3, 3> o 0 o];
        }
    };
}
macro_rules! vector_kernels {
    ($($name:ident $Atom:ident $bits:literal $T:ident $width:literal $n:literal [$($swizzle:tt)*];)+) => { $(
        /// Copies a tile of 8 by 4 vectors of the matrix of `rows` by `columns` to shared memory,
        /// with zeros where it hangs over, then to registers, and to `to`.
        #[zellige_gpu::kernel(threads = 32, shared = 512)]
        pub unsafe fn $name<G: Sm80>(gpu: G, rows: u32, columns: u32, from: *const $T, to: *mut $T) {
            type Tiled<A> = MakeTiledCopy<CopyAtom<A, int!($width)>, layout!((8, 4) : (4, 1)), layout!((1, $n))>;
            let fill = <Tiled<copy::$Atom<int!($bits)>>>::default();
            let universal = <Tiled<copy::UniversalCopy<int!($bits)>>>::default();
            let (thread, tile) = (gpu.thread(), shape!((8, { 4 * $n })));
            let all = layout!((8u32, (4 * $n as u32)) : ({ 4 * $n }, 1));
            let matrix = gmem(from, layout!((rows, columns) : (columns, 1))).local_tile(tile, (0u32, 0u32));
            let shared = smem::<$T, _>(gpu, 0, layout!($($swizzle)* (8, { 4 * $n }) : ({ 4 * $n }, 1)));
            let result = gmem(to, all).local_tile(tile, (0u32, 0u32));
            let mut registers = [<$T>::default(); $n];
            let mine = rmem(&mut registers, layout!((($n, 1), 1, 1) : ((1, 0), 0, 0)));
            copy_if(gpu, fill, matrix.partition_s(fill, thread), shared.partition_d(fill, thread));
            gpu.cp_async_commit();
            gpu.cp_async_wait::<0>();
            gpu.sync_threads();
            tiled_copy(gpu, universal, shared.partition_s(universal, thread), mine);
            tiled_copy(gpu, universal, mine, result.partition_d(universal, thread));
        }
    )+
    zellige_gpu::kernel_list! { $($name,)+ } };
}
vector_atoms!(vector_kernels);
