//! Two products one after the other in tensor memory: their sums, and the messages about kernels
//! that store P or change O at the wrong time.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[allow(dead_code)] // other tests also make numbers of other types
#[path = "common/small.rs"]
mod small;

use small::number;
use zellige::atom::smem::{LayoutKSw32Atom, LayoutKSw64Atom};
use zellige::atom::tmem_copy::*;
use zellige::atom::umma::{SM100_MMA_F16BF16_SS, SM100_MMA_F16BF16_TS};
use zellige::atom::{CopyAtom, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Memory, run};
use zellige_gpu::copy::copy;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{packed, rmem};
use zellige_gpu::tmem::{Accumulator, BackToBack, OfCta, TmemStorage};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::ScaleOut;
use zellige_gpu::{Bf16, Half, Sm100, Store, kernel};

/// S = A B^T of 128 rows, 32 columns and 16 products each; O = P C^T of 16 columns.
type First = SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(32)>;
type Second = SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(16)>;
type S = Accumulator<TiledMma<First>, shape!((128, 32))>;
type O = Accumulator<TiledMma<Second>, shape!((128, 16))>;
type Narrow<Rows> = SmemTensor<Bf16, TileToShape<LayoutKSw32Atom<int!(16)>, (Rows, int!(16))>>;
type Wide<Rows> = SmemTensor<Bf16, TileToShape<LayoutKSw64Atom<int!(16)>, (Rows, int!(32))>>;
type Shared = (Narrow<int!(128)>, Narrow<int!(32)>, Wide<int!(16)>, TmemStorage<BackToBack<S, O>>);
type Warps = WarpRoles<1, 2, 56, 224>;
type Load<N> = CopyAtom<SM100_TMEM_LOAD_32dp32b<N>, int!(32)>;
type Put<N> = CopyAtom<SM100_TMEM_STORE_32dp32b<N>, int!(32)>;
type StoreP = SM100_TMEM_STORE_32dp32b<int!(16)>;
type PutP = CopyAtom<StoreP, int!(16)>;

/// Adds P C^T to O in three steps, by both warpgroups: P is S plus the number of the step. Before
/// the last step, row i of O is doubled. Each thread writes its row of O.
///
/// # Safety
///
/// `to` has 2 times 128 rows of 16. The case is 0; other cases do what the emulator reports.
#[kernel(threads = Warps::THREADS, shared = Shared::BYTES)]
pub unsafe fn chain<G: Sm100 + Store>(gpu: G, case: u32, to: *mut f32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let (a, b, c, storage) = Shared::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        let number = |seed, i, k| Bf16::from_f32(number::<Bf16>(seed, i, k) as f32);
        for i in (gpu.thread()..128).step_by(384) {
            for k in 0..32u32 {
                if k < 16 {
                    a.write((i, k), number(1, i, k));
                }
                if k < 16 && i < 32 {
                    b.write((i, k), number(2, i, k));
                }
                if i < 16 {
                    c.write((i, k), number(3, i, k));
                }
            }
        }
        gpu.fence_proxy_async();
        gpu.sync_threads();
        match Warps::of(gpu) {
            Warpgroup::Producer(role) => {
                let first = <OfCta<First>>::STATIC;
                let tc_a = a.umma_descriptors::<OperandA, _>(first);
                let tc_b = b.umma_descriptors::<OperandB, _>(first);
                let tc_c = c.umma_descriptors::<OperandB, _>(<OfCta<Second>>::STATIC);
                let thread = role.reg_dealloc(gpu).thread();
                let turns = if thread == 0 { 8 } else { 0 };
                for turn in 0..turns {
                    let mut link = memory.next(gpu);
                    match turn / 2 {
                        0 => {}
                        1 => link.second(gpu, tc_c, ScaleOut::Zero),
                        _ => link.second(gpu, tc_c, ScaleOut::One),
                    }
                    if turn < 6 { link.first(gpu, tc_a, tc_b) } else { link.commit(gpu) }
                }
                if case == 4 && thread < 32 {
                    gpu.barrier_sync::<1, 288>();
                }
            }
            Warpgroup::Consumer(role) => {
                let role = role.reg_alloc(gpu);
                let (tile, thread) = (gpu.broadcast(role.thread() / 128), role.thread() % 128);
                for step in 0..4 {
                    let (mut s, mut o) = ([0.0f32; 32], [0.0f32; 16]);
                    let tr_s = rmem(&mut s, layout!(((32, 1), 1, 1)));
                    let tr_o = rmem(&mut o, layout!(((16, 1), 1, 1)));
                    let turn = memory.wait_for(gpu, tile);
                    let (at_s, at_o, at_p) = (turn.tile(0), turn.second(0), turn.operand());
                    let load = make_tmem_copy(<Load<int!(16)>>::default(), at_o.layout());
                    let put = make_tmem_copy(<Put<int!(16)>>::default(), at_o.layout());
                    let load_o = || copy(gpu, load, at_o.partition_s(load, thread), tr_o);
                    if step == 3 {
                        load_o();
                        (0..16).for_each(|i| *to.add(16 * role.thread() as usize + i) = o[i]);
                        break;
                    }
                    let double = || {
                        load_o();
                        transform(tr_o, tr_o, |x| 2.0 * x);
                        copy(gpu, put, tr_o, at_o.partition_d(put, thread));
                    };
                    if step == 2 && case != 3 {
                        double();
                    }
                    let load = make_tmem_copy(<Load<int!(32)>>::default(), at_s.layout());
                    copy(gpu, load, at_s.partition_s(load, thread), tr_s);
                    let x = |i: usize| s[i] + step as f32;
                    let mut p: [u32; 16] =
                        core::array::from_fn(|i| Bf16::pair(gpu, x(2 * i), x(2 * i + 1)));
                    let tr_p = packed::<Bf16, _, _>(&mut p, layout!(((32, 1), 1, 1)));
                    let put = make_tmem_copy(PutP::default(), at_p.layout());
                    let at_p = at_p.partition_d(put, thread);
                    let store = || match case {
                        2 => {
                            let words = core::array::from_fn(|i| *tr_p.engine().register().add(i));
                            gpu.tmem_store::<StoreP>(at_p.engine().address().bits(), words)
                        }
                        _ => copy(gpu, put, tr_p, at_p),
                    };
                    if case != 1 {
                        store();
                    }
                    turn.release(gpu);
                    match case {
                        1 => store(),
                        3 if step == 2 => double(),
                        4 if step == 2 => {
                            gpu.barrier_sync::<1, 288>(); // the products have begun
                            store();
                        }
                        _ => {}
                    }
                }
            }
        }
        memory.free(gpu);
    }
}
#[test]
fn sums_of_two_products() {
    let mut found = vec![0.0f32; 2 * 128 * 16];
    let to = Memory::write(&mut found).pointer_mut();
    // SAFETY: case 0 is valid, and there are as many numbers.
    unsafe { run::<chain>((1, 1), (0, to)) }.unwrap();
    let s = small::sums::<Bf16, Bf16>(128, 32, 16);
    for (at, found) in found.into_iter().enumerate() {
        let (row, column) = (at / 16 % 128, at as u32 % 16);
        let step = |step: i32| -> i32 {
            let product = |j: u32| (s[32 * row + j as usize] + step) * number::<Bf16>(3, column, j);
            (0..32).map(product).sum()
        };
        let expected = 2 * (step(0) + step(1)) + step(2);
        assert_eq!(found, expected as f32, "row {row}, column {column} of tile {}", at / 2048);
    }
}
#[test]
fn accesses_at_the_wrong_time() {
    let mut found = vec![0.0f32; 2 * 128 * 16];
    let to = Memory::write(&mut found).pointer_mut();
    let words = |case| words!(chain, (1, 1), (case, to));
    let cases = [
        "reads lane 29, column 384 of tensor memory, which a copy of thread 157 writes, and no \
         thread has waited for it",
        "reads lane 0, column 384 of tensor memory, which a copy of thread 128 writes, and no \
         thread has waited for it",
        "writes lane 27, column 416 of tensor memory, which thread 155 read without a barrier \
         between",
    ];
    for (case, expected) in (1..).zip(cases) {
        assert_eq!(words(case), format!("chain, block (0, 0), thread 0: {expected}"));
    }
    let expected = "writes lane 31, column 384 of tensor memory, which a product that thread 0 \
                    began reads, and the thread has not waited for it";
    assert_eq!(words(4), format!("chain, block (0, 0), thread 159: {expected}"));
}
