//! Sums of f16 in tensor memory, one to a word, of one block and of pairs.

#[path = "common/small.rs"]
mod small;

use small::{Small, number, sums};
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::tmem_copy::{SM100_TMEM_LOAD_32dp32b_16b, make_tmem_copy};
use zellige::atom::umma::{SM100_MMA_F16BF16_2x1SM_SS, SM100_MMA_F16BF16_SS};
use zellige::atom::{CopyAtom, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, Memory, try_launch};
use zellige_gpu::copy::copy;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::packed;
use zellige_gpu::tmem::{Accumulator, OfCta, TmemStorage};
use zellige_gpu::{F16, Gpu, Sm90};

type Warps = WarpRoles<1, 1, 56, 256>;
type Rows<N> = SmemTensor<F16, TileToShape<LayoutKSw128Atom<int!(16)>, (N, int!(64))>>;

/// Multiplies 128 rows of each block by 64 numbers of each column, twice, into sums of f16.
macro_rules! products {
    ($($name:ident: $Op:ident $blocks:literal, $m:literal x $n:literal, $own:literal;)*) => { $(
        #[test]
        fn $name() {
            type Op = $Op<F16, F16, F16, int!($m), int!($n)>;
            type Sums = Accumulator<TiledMma<Op>, shape!(($m, $n))>;
            type Storage = (Rows<int!(128)>, Rows<int!($own)>, TmemStorage<Sums>);
            let mut result = vec![F16(0); $m * $n];
            let to = Memory::write(&mut result);
            let grid = Grid {
                x: $blocks,
                y: 1,
                threads: 256,
                shared: Storage::BYTES,
                cluster: $blocks / 2 * 2,
            };
            // SAFETY: all threads execute this, and each writes elements of its own.
            let done = try_launch(grid, |gpu| unsafe {
                let rank = gpu.block_x();
                let (a, b, storage) = Storage::allocate(gpu);
                let mut memory = storage.alloc(gpu);
                for i in (gpu.thread()..128 * 64).step_by(256) {
                    let (i, k) = (i / 64, i % 64);
                    a.write((i, k), F16::of(number::<F16>(1, 128 * rank + i, k)));
                    if i < $own {
                        b.write((i, k), F16::of(number::<F16>(2, $own * rank + i, k)));
                    }
                }
                gpu.fence_proxy_async();
                match $blocks {
                    1 => gpu.sync_threads(),
                    _ => {
                        gpu.cluster_arrive();
                        gpu.cluster_wait();
                    }
                }
                if let Warpgroup::Consumer(role) = Warps::of(gpu) {
                    let role = role.reg_alloc(gpu);
                    let (issuer, pending) = memory.accumulate(&role);
                    if let Some(mut issuer) = issuer {
                        let mma = <OfCta<Op>>::STATIC;
                        let a = a.umma_descriptors::<OperandA, _>(mma);
                        let b = b.umma_descriptors::<OperandB, _>(mma);
                        issuer.gemm(gpu, a, b);
                        issuer.gemm(gpu, a, b);
                        issuer.commit(gpu);
                    }
                    let tile = pending.wait(gpu).tile(0);
                    type Load = SM100_TMEM_LOAD_32dp32b_16b<int!({ $n / 2 })>;
                    let load = make_tmem_copy(<CopyAtom<Load, int!(16)>>::default(), tile.layout());
                    let mut words = [0; $n / 2];
                    let mine = tile.partition_s(load, role.thread());
                    copy(gpu, load, mine, packed(&mut words, layout!((($n, 1), 1, 1))));
                    for (pair, word) in words.into_iter().enumerate() {
                        for (half, bits) in [word as u16, (word >> 16) as u16].into_iter().enumerate() {
                            let row = (128 * rank + role.thread()) as usize;
                            *to.pointer_mut().add($n * row + 2 * pair + half) = F16(bits);
                        }
                    }
                }
                memory.free(gpu);
            });
            done.unwrap();
            let twice = |sum: i32| F16::from_f32((2 * sum) as f32);
            assert!(result == sums::<F16, F16>($m, $n, 64).into_iter().map(twice).collect::<Vec<_>>());
        }
    )* };
}
products! {
    of_one_block: SM100_MMA_F16BF16_SS 1, 128 x 64, 64;
    of_a_pair: SM100_MMA_F16BF16_2x1SM_SS 2, 256 x 64, 32;
}
