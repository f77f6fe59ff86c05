//! Products with scale factors of pairs of blocks with 64 rows of A each: every block has half of
//! the columns on one half of the lanes, and the factors of these there.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[path = "common/columns.rs"]
mod columns;

use columns::{Load, Store, lanes, loaded, meet};
use std::array::from_fn;
use zellige::atom::smem::LayoutKInterAtom;
use zellige::atom::tmem::{ScaleFactorDuplicated2by2, TmemFragment, TmemSfFrg};
use zellige::atom::umma::SM100_MMA_MXF4_2x1SM_SS;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{number::value, run};
use zellige_gpu::number::{E2m1, Format, Ue8m0};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tmem::{Accumulator, OfCta, TmemStorage};
use zellige_gpu::{Sm100, kernel};

type Warps = WarpRoles<1, 1, 56, 256>;
/// A tile of 128 x 128 x 128, two instructions along K. A block has 64 rows of A and of B, of two
/// numbers to a byte; its sums are in 64 columns, and the factors in 4 and 2.
type Op = SM100_MMA_MXF4_2x1SM_SS<E2m1, E2m1, f32, Ue8m0, int!(128), int!(128), int!(32)>;
type Mma = TiledMma<Op>;
type Rows = SmemTensor<u8, TileToShape<LayoutKInterAtom<int!(8)>, shape!((64, 64))>>;
type Sfa = TmemFragment<shape!(((128, (32, 2)), 1, (2, 1))), TmemSfFrg>;
type Sfb = TmemFragment<shape!(((128, (32, 2)), 1, (2, 1))), TmemSfFrg<ScaleFactorDuplicated2by2>>;
type Sums = Accumulator<Mma, shape!((128, 128))>;
type Operands = (Rows, Rows, TmemStorage<(Sums, (Sfa, Sfb))>);

/// Returns the bits of a number, and the exponent of a factor of 32 numbers, of A or of B.
fn number(operand: u32, row: u32, k: u32) -> u8 {
    ((operand + row * 5 + k * 3 + k / 7) % 16) as u8
}
fn factor(operand: u32, row: u32, k: u32) -> u8 {
    (124 + (operand + row / 3 + k / 32 * 2) % 7) as u8
}

/// Multiplies A by B, in the ways of `case`.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = Warps::THREADS, shared = Operands::BYTES, cluster = 2)]
pub unsafe fn multiply<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let rank = gpu.cluster_rank();
        let (a, b, storage) = Operands::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        for (row, byte) in (gpu.thread()..64 * 64).step_by(256).map(|i| (i / 64, i % 64)) {
            let pair = |operand| {
                let of = |k| number(operand, 64 * rank + row, 2 * byte + k);
                of(0) | of(1) << 4
            };
            a.write((row, byte), pair(1));
            b.write((row, byte), pair(2));
        }
        gpu.fence_proxy_async();
        let (t_fa, t_fb) = (memory.second::<Ue8m0>(), memory.third::<Ue8m0>());
        let lanes = lanes(gpu);
        if let Warpgroup::Consumer(role) = Warps::of(gpu) {
            let role = role.reg_alloc(gpu);
            let word =
                |operand, row| u32::from_le_bytes(from_fn(|k| factor(operand, row, 32 * k as u32)));
            let (quarter, lane) = (role.thread() / 32, role.thread() % 32);
            let at = |words: u32| words + lanes;
            gpu.tmem_store::<Store<int!(2)>>(
                at(t_fa.engine().address().bits()),
                from_fn(|i| word(1, 64 * rank + 32 * i as u32 + lane)),
            );
            let half = if case == 1 { quarter % 2 } else { quarter / 2 };
            gpu.tmem_store::<Store<int!(2)>>(
                at(t_fb.engine().address().bits()),
                from_fn(|i| word(2, 64 * half + 32 * i as u32 + lane)),
            );
            gpu.tmem_wait_store();
            meet::<int!(2)>(gpu);
            let mma = <OfCta<Op>>::STATIC;
            let (a, b) = (a.umma_pairs::<OperandA, _>(mma), b.umma_pairs::<OperandB, _>(mma));
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                issuer.gemm_scaled(gpu, (a, t_fa), (b, t_fb));
                issuer.commit(gpu);
            }
            let at = pending.wait(gpu).tile(0).engine().address().bits();
            let sums = loaded::<Load<int!(64)>>(gpu, at + lanes);
            let m = 64 * rank + role.thread() % 64;
            for (n, word) in (64 * (role.thread() / 64)..).zip(sums) {
                let of = |operand, row, k| {
                    value(Format::E2m1, number(operand, row, k).into())
                        * value(Format::Ue8m0, factor(operand, row, k).into())
                };
                let sum: f64 = (0..128).map(|k| of(1, m, k) * of(2, n, k)).sum();
                assert_eq!(f64::from(f32::from_bits(word)), sum, "({m}, {n})");
            }
        } else {
            meet::<int!(2)>(gpu);
        }
        memory.free(gpu);
    }
}
#[test]
fn both_halves_of_the_columns_have_their_factors() {
    // SAFETY: case 0 is valid.
    unsafe { run::<multiply>((4, 1), (0,)) }.unwrap();
    assert_eq!(
        words!(multiply, (2, 1), (1,)),
        "multiply, block (0, 0), thread 128: reads scale factors from lane 32, column 452 of tensor \
         memory on, which are not those of lane 0"
    );
}
