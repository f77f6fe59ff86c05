//! Products with scale factors of pairs of blocks, and the messages about invalid kernels.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[path = "common/columns.rs"]
mod columns;

use columns::{Load, lanes, loaded, meet};
use zellige::atom::block_scaled::{DeduceSmemLayoutSfa, DeduceSmemLayoutSfb};
use zellige::atom::smem::LayoutKInterAtom;
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::atom::umma::SM100_MMA_MXF8F6F4_2x1SM_SS;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::run;
use zellige_gpu::number::Ue8m0;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tmem::{Accumulator, OfCta, Sfa, Sfb, TmemStorage};
use zellige_gpu::{E4m3, Sm100, kernel};

type Warps = WarpRoles<1, 1, 56, 256>;
/// A tile of 256 x 128 x 128: four instructions along K, and two along N. A block has 128 rows of A
/// and 64 of B, of each instruction 32; its sums are in 128 columns, and the factors in 4 each.
type Op = SM100_MMA_MXF8F6F4_2x1SM_SS<E4m3, E4m3, f32, Ue8m0, int!(256), int!(64)>;
type Mma = TiledMma<Op>;
type Block = shape!((256, 128, 128));
type Numbers<Rows> = TileToShape<LayoutKInterAtom<int!(8)>, (Rows, int!(128))>;
type Operands = (
    SmemTensor<E4m3, Numbers<int!(128)>>,
    SmemTensor<E4m3, Numbers<int!(64)>>,
    SmemTensor<Ue8m0, DeduceSmemLayoutSfa<Mma, Block>>,
    SmemTensor<Ue8m0, DeduceSmemLayoutSfb<Mma, Block>>,
    TmemStorage<(Accumulator<Mma, shape!((256, 128))>, (Sfa<Mma, Block>, Sfb<Mma, Block>))>,
);

/// Multiplies ones, in A, by 1 or 2, in B, in the ways of `case`. The factors of A grow with the
/// row, and along K; those of B grow with the column.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = Warps::THREADS, shared = Operands::BYTES, cluster = 2)]
pub unsafe fn multiply<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let rank = gpu.cluster_rank();
        let (a, b, s_fa, s_fb, storage) = Operands::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        for i in (gpu.thread()..128 * 128).step_by(256) {
            let (row, k) = (i / 128, i % 128);
            a.write((row, k), E4m3(0x38));
            if row < 64 {
                let column = 64 * (row / 32) + 32 * rank + row % 32;
                b.write((row, k), E4m3(0x38 + 8 * (column % 3 / 2) as u8));
            }
            if k < 4 && !(case == 1 && rank == 1) {
                let (of_row, other) = (128 * rank + row, (case == 2 && rank == 1) as u32);
                s_fa.write(((row, 0u32), 0u32, k), Ue8m0((120 + of_row % 7 + k) as u8));
                s_fb.write(((row, 0u32), 0u32, k), Ue8m0((124 + row % 5 + other) as u8));
            }
        }
        gpu.fence_proxy_async();
        let meet = || meet::<int!(2)>(gpu);
        meet();
        let (t_fa, t_fb) = (memory.second::<Ue8m0>(), memory.third::<Ue8m0>());
        if let Warpgroup::Consumer(role) = Warps::of(gpu) {
            let role = role.reg_alloc(gpu);
            let mma = <OfCta<Op>>::STATIC;
            let (tc_a, tc_b) =
                (a.umma_descriptors::<OperandA, _>(mma), b.umma_descriptors::<OperandB, _>(mma));
            let lanes = lanes(gpu);
            // Copies the factors of A.
            let copy = || {
                let from = 1 << 46 | 8 << 32 | 1 << 16 | u64::from(s_fa.address() / 16);
                let to = t_fa.engine().address().bits();
                gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<int!(2)>>(to, from);
            };
            if role.thread() == 32 && (case == 3 && rank == 0 || case == 4 && rank == 1) {
                copy();
            }
            if case == 3 {
                gpu.barrier_sync::<1, 128>();
            }
            if case == 6 {
                let (issuer, pending) = memory.accumulate(&role);
                if let Some(mut issuer) = issuer {
                    issuer.copy_factors(gpu, s_fa, t_fa);
                    issuer.commit(gpu);
                }
                pending.wait(gpu);
            }
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                if !matches!(case, 3 | 6) {
                    issuer.copy_factors(gpu, s_fa, t_fa);
                }
                if case != 5 {
                    issuer.copy_factors(gpu, s_fb, t_fb);
                }
                issuer.gemm_scaled(gpu, (tc_a, t_fa), (tc_b, t_fb));
                if case == 6 {
                    copy();
                }
                issuer.commit(gpu);
            }
            if case > 6 {
                meet(); // the copies are under way
            }
            if case == 7 && rank == 1 && role.thread() == 0 {
                s_fb.write(((0u32, 0u32), 0u32, 0u32), Ue8m0(127));
            }
            if case == 8 && rank == 1 {
                let at = t_fb.engine().address().bits() + lanes;
                loaded::<Load<int!(4)>>(gpu, at);
            }
            let at = pending.wait(gpu).tile(0).engine().address().bits();
            let row = loaded::<Load<int!(128)>>(gpu, at + lanes);
            let of_row = 128 * rank + role.thread();
            for (column, word) in (0..).zip(row) {
                // The factors of a row of A are 2^-7, 2^-6, 2^-5 and 2^-4, times a power of 2.
                let product = (32 * 15 * (1 + column % 3 / 2)) << (of_row % 7 + column % 5);
                assert_eq!(f32::from_bits(word), product as f32 / 1024.0, "{of_row}, {column}");
            }
        } else if case > 6 {
            meet();
        }
        memory.free(gpu);
    }
}
#[test]
fn both_blocks_read_their_scale_factors() {
    // SAFETY: case 0 is valid.
    unsafe { run::<multiply>((4, 1), (0,)) }.unwrap();
    let waited = "and the thread has not waited for it";
    let of_leader = "that thread 128 of the pair's leader began";
    let of_factors = "that is ((((0, 0), 0), (0, 0)), 0, (0, 0)) of \
                      ((((_32,_4),_1),(_32,_1)),_1,(_4,_1)):((((_16,_4),_512),(_0,_1)),_0,(_1,_512))";
    let cases = [
        format!(
            "(0, 0), thread 128: reads 4 bytes at offset 24576 of shared memory of block 1 of the \
             cluster, which no thread has written yet: {of_factors}"
        ),
        "(0, 0), thread 128: reads scale factors of B in block 1 of the cluster, which are not \
         those in block 0"
            .into(),
        format!(
            "(0, 0), thread 128: reads lane 0, column 384 of tensor memory, which a copy to tensor \
             memory that thread 160 began writes, {waited}"
        ),
        "(1, 0), thread 160: begins a copy of two CTAs in block 1 of the cluster, which is not the \
         leader"
            .into(),
        "(0, 0), thread 128: reads lane 0, column 388 of tensor memory, which no thread has \
         written yet"
            .into(),
        format!(
            "(0, 0), thread 128: writes lane 0, column 384 of tensor memory, which a product that \
             thread 128 began reads, {waited}"
        ),
        format!(
            "(1, 0), thread 128: writes 1 bytes at offset 25088 of shared memory, which a copy to \
             tensor memory {of_leader} reads, {waited}: {of_factors}"
        ),
        format!(
            "(1, 0), thread 159: reads lane 31, column 388 of tensor memory, which a copy to tensor \
             memory {of_leader} writes, {waited}"
        ),
    ];
    for (case, expected) in (1..).zip(cases) {
        let found = words!(multiply, (2, 1), (case,));
        assert_eq!(found, format!("multiply, block {expected}"), "case {case}");
    }
}
