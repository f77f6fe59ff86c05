//! Shifts of rows of tensor memory: where the rows go, products and copies around a shift, and the
//! messages about invalid kernels.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[path = "common/columns.rs"]
mod columns;

use columns::{Columns, Load, OfPair, ROWS, Store, grid, init, lanes, loaded, meet};
use zellige::atom::smem::LayoutKInterAtom;
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::atom::tmem_copy::*;
use zellige::atom::umma::SM100_MMA_F16BF16_TS;
use zellige::atom::{MmaTiling, OperandA, OperandB, PartitionShape, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Memory, run, try_launch};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tmem::{Accumulator, CtaGroup, Fragments, TmemStorage};
use zellige_gpu::{Bf16, Gpu, Sm90, Sm100, kernel};

/// Shifts columns 3 to 10 of the third quarter, by a group P. F has 32 columns.
fn places_of<P: CtaGroup, F: Fragments>() {
    let bytes = <TmemStorage<F>>::BYTES;
    // SAFETY: all threads execute this.
    let done = try_launch(grid::<P>(bytes + 16), |gpu| unsafe {
        let memory = <TmemStorage<F>>::allocate(gpu).alloc(gpu);
        let (barrier, first) = (gpu.shared_address() + bytes, memory.address().bits());
        let (thread, rank) = (gpu.thread(), gpu.block_x());
        init(gpu, barrier);
        let lanes = first + lanes(gpu);
        let word = |lane: u32, column: usize| 10000 * rank + 100 * lane + column as u32;
        gpu.tmem_store::<Store<int!(16)>>(
            lanes,
            core::array::from_fn(|column| word(thread, column)),
        );
        gpu.tmem_wait_store();
        meet::<P>(gpu);
        if thread == 0 && rank == 0 {
            gpu.tmem_shift::<P>(first + 3 + (64 << 16));
            gpu.umma_commit_multicast::<P>(barrier, (1 << P::CTAS) - 1);
        }
        gpu.mbarrier_wait(barrier, 0);
        gpu.tcgen05_after_thread_sync();
        let words = loaded::<Load<int!(16)>>(gpu, lanes);
        for (column, loaded) in words.into_iter().enumerate() {
            let shifted = (65..96).contains(&thread) && (3..11).contains(&column);
            assert_eq!(loaded, word(thread - u32::from(shifted), column));
        }
        memory.free(gpu);
    });
    done.unwrap();
}
#[test]
fn rows_move_down_inside_32_lanes() {
    places_of::<int!(1), Columns>();
    places_of::<int!(2), OfPair>();
}

type Warps = WarpRoles<1, 1, 56, 256>;
type Mma = TiledMma<SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(32)>>;
type Sums = Accumulator<Mma, shape!((128, 32))>;
/// Two instructions along K.
type FragmentA =
    TmemFragment<PartitionShape<Mma, OperandA, shape!((128, 32))>, TmemFrg1sm<int!(16), int!(16)>>;
type TileB = TileToShape<LayoutKInterAtom<int!(16)>, shape!((32, 32))>;
type Operands = (SmemTensor<Bf16, TileB>, TmemStorage<(Sums, FragmentA)>);

/// Multiplies A, and then what a shift makes of it.
///
/// # Safety
///
/// `to` has 128 x 32 numbers.
#[kernel(threads = Warps::THREADS, shared = Operands::BYTES)]
pub unsafe fn multiply_shifted<G: Sm100>(gpu: G, to: *mut f32) {
    // SAFETY: all threads execute this, and each writes a row.
    unsafe {
        let (b, storage) = Operands::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        for i in (gpu.thread()..32 * 32).step_by(256) {
            b.write((i / 32, i % 32), Bf16::from_f32((i / 32 % 3) as f32 - (i % 2) as f32));
        }
        gpu.fence_proxy_async();
        gpu.sync_threads();
        if let Warpgroup::Consumer(role) = Warps::of(gpu) {
            let role = role.reg_alloc(gpu);
            let (operand, row) = (memory.second::<Bf16>(), role.thread());
            let lanes = lanes(gpu);
            let a = |k: usize| u32::from(Bf16::from_f32((row % 5 + k as u32) as f32).0);
            gpu.tmem_store::<Store<int!(16)>>(
                operand.engine().address().bits() + lanes,
                core::array::from_fn(|i| a(2 * i) | a(2 * i + 1) << 16),
            );
            gpu.tmem_wait_store();
            gpu.tcgen05_before_thread_sync();
            gpu.barrier_sync::<1, 128>();
            gpu.tcgen05_after_thread_sync();
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                let b = b.umma_descriptors::<OperandB, _>(Mma::STATIC);
                issuer.gemm(gpu, operand, b);
                issuer.shift_rows(gpu, operand);
                issuer.gemm(gpu, operand, b);
                issuer.commit(gpu);
            }
            let at = pending.wait(gpu).tile(0).engine().address().bits();
            let sums = loaded::<Load<int!(32)>>(gpu, at + lanes);
            for (i, word) in sums.into_iter().enumerate() {
                *to.add(32 * row as usize + i) = f32::from_bits(word);
            }
        }
        memory.free(gpu);
    }
}
#[test]
fn a_product_reads_the_rows_before_or_after_a_shift() {
    let mut sums = vec![0.0; 128 * 32];
    let to = Memory::write(&mut sums);
    // SAFETY: there are so many numbers.
    unsafe { run::<multiply_shifted>((1, 1), (to.pointer_mut(),)) }.unwrap();
    let sum = |row: i32, column: i32| -> i32 {
        (0..32).map(|k| (row % 5 + k) * (column % 3 - k % 2)).sum()
    };
    let shifted = |row: i32| if row % 32 == 0 { row } else { row - 1 };
    let both = |row, column| sum(row, column) + sum(shifted(row), column);
    let expected = (0..128 * 32).map(|i| both(i / 32, i % 32) as f32);
    assert!(expected.eq(sums));
}

type Shared = (SmemTensor<u32, layout!(1024 : 1)>, TmemStorage<Columns>);

/// Shifts 32 lanes in the ways of `case`.
///
/// # Safety
///
/// The case is 0 or 1; other cases do what the emulator reports.
#[kernel(threads = 128, shared = Shared::BYTES + 16)]
pub unsafe fn shift<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let (words, storage) = Shared::allocate(gpu);
        let memory = storage.alloc(gpu);
        let barrier = gpu.shared_address() + Shared::BYTES;
        let (thread, first) = (gpu.thread(), memory.address().bits());
        for i in (thread..1024).step_by(128) {
            words.write(i, i);
        }
        init(gpu, barrier);
        gpu.fence_proxy_async();
        let lanes = first + lanes(gpu);
        gpu.tmem_store::<Store<int!(32)>>(lanes, [thread; 32]);
        gpu.tmem_wait_store();
        gpu.tcgen05_before_thread_sync();
        gpu.sync_threads();
        if case != 2 {
            gpu.tcgen05_after_thread_sync();
        }
        let from = ROWS | u64::from(gpu.shared_address() / 16);
        let shift = |to| gpu.tmem_shift::<int!(1)>(to);
        if thread == 0 {
            match case {
                2 => shift(first + (32 << 16)),
                3 => shift(first + (16 << 16)),
                4 => shift(first + 30),
                5 => gpu.tmem_copy::<SM100_UTCCP_128dp256bit<int!(1)>>(first, from),
                _ => {}
            }
            shift(first);
            match case {
                1 => gpu.tmem_copy::<SM100_UTCCP_4dp256bit<int!(1)>>(first, from),
                6 => gpu.tmem_copy::<SM100_UTCCP_128dp256bit<int!(1)>>(first, from),
                7 => shift(first),
                _ => {}
            }
            if case != 8 {
                gpu.umma_commit::<int!(1)>(barrier);
            }
        }
        if case == 8 {
            return;
        }
        if case != 9 || thread >= 32 {
            gpu.mbarrier_wait(barrier, 0);
        }
        gpu.tcgen05_after_thread_sync();
        let row = loaded::<Load<int!(32)>>(gpu, lanes);
        if thread > 0 {
            let shifted = if thread < 32 { thread - 1 } else { thread };
            assert!(case == 1 || row[..8].iter().all(|word| *word == shifted));
            assert!(row[8..].iter().all(|word| *word == thread));
        }
        memory.free(gpu);
    }
}
#[test]
fn invalid_shifts() {
    // SAFETY: these cases are valid.
    unsafe {
        run::<shift>((1, 1), (0,)).unwrap();
        run::<shift>((1, 1), (1,)).unwrap();
    }
    let words = |case| words!(shift, (1, 1), (case,));
    let waited = "and the thread has not waited for it";
    let of_shift = format!("which a shift that thread 0 began writes, {waited}");
    let cases = [
        ", thread 0: reads lane 32, column 480 of tensor memory, which thread 32 wrote: a barrier \
         is between, but not `tcgen05_before_thread_sync` before it and \
         `tcgen05_after_thread_sync` after it"
            .into(),
        ", thread 0: shifts rows of tensor memory from lane 16 on, which is not a multiple of 32"
            .into(),
        ", thread 0: reads lane 0, column 512 of tensor memory, which is not allocated".into(),
        format!(
            ", thread 0: reads lane 0, column 480 of tensor memory, which a copy to tensor memory \
             that thread 0 began writes, {waited}"
        ),
        format!(
            ", thread 0: writes lane 0, column 480 of tensor memory, which a shift that thread 0 \
             began reads, {waited}"
        ),
        format!(", thread 0: reads lane 1, column 480 of tensor memory, {of_shift}"),
        ": a shift in tensor memory is under way when the block ends".into(),
        format!(", thread 23: reads lane 23, column 480 of tensor memory, {of_shift}"),
    ];
    for (case, expected) in (2..).zip(cases) {
        assert_eq!(words(case), format!("shift, block (0, 0){expected}"));
    }
}

/// Shifts rows by the thread of a pair that may not.
///
/// # Safety
///
/// This is what the emulator reports.
#[kernel(threads = 32, shared = <TmemStorage<OfPair>>::BYTES, cluster = 2)]
pub unsafe fn shift_in_the_other<G: Sm100>(gpu: G) {
    // SAFETY: this is what this tests.
    unsafe {
        let memory = <TmemStorage<OfPair>>::allocate(gpu).alloc(gpu);
        if gpu.block_x() == 1 && gpu.thread() == 0 {
            gpu.tmem_shift::<int!(2)>(memory.address().bits());
        }
        memory.free(gpu);
    }
}
#[test]
fn the_leader_shifts() {
    let words = words!(shift_in_the_other, (2, 1), ());
    let expected = "shift_in_the_other, block (1, 0), thread 0: begins a shift of two CTAs in block \
                    1 of the cluster, which is not the leader";
    assert_eq!(words, expected);
}
