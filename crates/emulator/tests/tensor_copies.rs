//! Copies from shared to tensor memory: where each instruction copies to, a tile of scale factors,
//! products that follow a copy, and the messages about invalid kernels.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[path = "common/columns.rs"]
mod columns;

use columns::{Columns, Load, OfPair, ROWS, Store, begin, grid, lanes, loaded, meet};
use zellige::atom::block_scaled::{DeduceSmemLayoutSfa, DeduceSmemLayoutSfb};
use zellige::atom::smem::LayoutKInterAtom;
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm, TmemSfFrg};
use zellige::atom::tmem_copy::*;
use zellige::atom::umma::*;
use zellige::atom::umma_desc::make_umma_desc;
use zellige::atom::utccp::make_utccp_copy;
use zellige::atom::{MmaTiling, OperandA, OperandB, PartitionShape, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Memory, run, try_launch};
use zellige_gpu::engine::Engine;
use zellige_gpu::number::Ue8m0;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::GpuTensor;
use zellige_gpu::tmem::{Accumulator, CtaGroup, Fragments, Sfa, TmemCopies, TmemStorage};
use zellige_gpu::{Bf16, E4m3, Gpu, Sm90, Sm100, kernel};

/// N words of shared memory, tensor memory for F, and 16 bytes for a barrier.
type Parts<N, F> = (SmemTensor<u32, Strided<N, int!(1)>>, TmemStorage<F>);

/// Tests which row of shared memory each lane gets, of `bits` bits, from I. In a pair, each block
/// gets its own rows. F has 32 columns.
fn places_of<I: TmemCopies, F: Fragments>(bits: u32, row: impl Fn(u32) -> Option<u32> + Sync) {
    type Shared<F> = Parts<int!(1024), F>;
    let (shared, ctas) = (<Shared<F>>::BYTES, I::Ctas::CTAS);
    // SAFETY: all threads execute this.
    let done = try_launch(grid::<I::Ctas>(shared + 16), |gpu| unsafe {
        let (words, storage) = <Shared<F>>::allocate(gpu);
        let memory = storage.alloc(gpu);
        let barrier = gpu.shared_address() + shared;
        let (thread, first) = (gpu.thread(), memory.address().bits());
        let own = 2000 * gpu.block_x();
        for i in (thread..1024).step_by(128) {
            words.write(i, own + 10 * (i / 4 % 128) + i % 4 + i / 512 * 4);
        }
        let at = first + lanes(gpu);
        gpu.tmem_store::<Store<int!(16)>>(at, [7777; 16]);
        gpu.tmem_wait_store();
        begin(gpu, barrier);
        meet::<I::Ctas>(gpu);
        if thread == 0 && gpu.block_x() == 0 {
            let from = ROWS | u64::from(gpu.shared_address() / 16);
            gpu.tmem_copy::<I>(first + 3, from);
            gpu.umma_commit_multicast::<I::Ctas>(barrier, (1 << ctas) - 1);
        }
        gpu.mbarrier_wait(barrier, 0);
        gpu.tcgen05_after_thread_sync();
        let words = loaded::<Load<int!(16)>>(gpu, at);
        for (column, word) in (0..).zip(words) {
            let copied = row(thread).filter(|_| (3..3 + bits / 32).contains(&column));
            assert_eq!(word, copied.map_or(7777, |row| own + 10 * row + column - 3));
        }
        memory.free(gpu);
    });
    done.unwrap();
}
/// Tests the copy by one CTA, and by two.
macro_rules! places {
    ($($name:ident: $Op:ident $bits:literal |$lane:ident| $row:expr;)*) => { $(
        #[test]
        fn $name() {
            places_of::<$Op<int!(1)>, Columns>($bits, |$lane| $row);
            places_of::<$Op<int!(2)>, OfPair>($bits, |$lane| $row);
        }
    )* };
}
places! {
    places_of_128x256b: SM100_UTCCP_128dp256bit 256 |lane| Some(lane);
    places_of_128x128b: SM100_UTCCP_128dp128bit 128 |lane| Some(lane);
    places_of_4x256b: SM100_UTCCP_4dp256bit 256 |lane| lane.is_multiple_of(32).then_some(lane / 32);
    places_of_32x128b: SM100_UTCCP_4x32dp128bit 128 |lane| Some(lane % 32);
    places_of_64x128b_02_13: SM100_UTCCP_2x64dp128bitlw0213 128
        |lane| Some(lane / 32 % 2 * 32 + lane % 32);
    places_of_64x128b_01_23: SM100_UTCCP_2x64dp128bitlw0123 128
        |lane| Some(lane / 64 * 32 + lane % 32);
}

/// The scale factors of B in shared memory, twice, and in tensor memory.
type Scaled = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(256)>;
type Sfb = DeduceSmemLayoutSfb<TiledMma<Scaled>, shape!((128, 256, 256))>;
type Factors = TmemFragment<<Sfb as Layout>::Shape, TmemSfFrg>;

/// Every quarter of the lanes gets all factors of a stage, where products look for them.
#[test]
fn scale_factors_are_copied_to_all_quarters() {
    type Shared = (SmemTensor<u8, layout!(4096 : 1)>, TmemStorage<Factors>);
    let factor = |stage: u32, row: u32, k: u32| (row * 8 + k + 5 * stage).wrapping_mul(40503) as u8;
    // SAFETY: all threads execute this.
    let done = try_launch(grid::<int!(1)>(Shared::BYTES + 16), |gpu| unsafe {
        let (bytes, storage) = Shared::allocate(gpu);
        let memory = storage.alloc(gpu);
        let barrier = gpu.shared_address() + Shared::BYTES;
        for i in (gpu.thread()..4096).step_by(128) {
            let (stage, row, k) = (i / 2048, i / 8 % 256, i % 8);
            let place = 2048 * stage + Sfb::STATIC.crd2idx(((row, 0u32), 0u32, k)).u32();
            bytes.write(place, factor(stage, row, k));
        }
        begin(gpu, barrier);
        let first = memory.address();
        for stage in 0..2u32 {
            if gpu.thread() == 0 {
                let utccp = <SM100_UTCCP_4x32dp128bit<int!(1)>>::default();
                let copy = make_utccp_copy(utccp, Factors::layout());
                let from = copy.partition_s(Sfb::STATIC.append(layout!(2 : 2048)));
                for block in 0..4u32 {
                    let to = first + Factors::address(copy.partition_d().crd2idx(block).u32());
                    let place = from.crd2idx(block + 4 * stage).u32();
                    let from = (copy.descriptor(gpu.shared_address()) + place).bits();
                    gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<int!(1)>>(to.bits(), from);
                }
                gpu.umma_commit::<int!(1)>(barrier);
            }
            gpu.mbarrier_wait(barrier, stage);
            gpu.tcgen05_after_thread_sync();
            let words = loaded::<Load<int!(16)>>(gpu, first.bits() + lanes(gpu));
            for row in (gpu.thread() % 32..256).step_by(32) {
                for k in 0..8u32 {
                    let at = Factors::layout().crd2idx(((row, 0u32), 0u32, k)).u32();
                    let at = Factors::address(at);
                    assert_eq!(at.lane(), gpu.thread() % 32);
                    let word = words[at.column() as usize];
                    assert_eq!((word >> (8 * at.index(4))) as u8, factor(stage, row, k));
                }
            }
            meet::<int!(1)>(gpu);
        }
        memory.free(gpu);
    });
    done.unwrap();
}

type Warps = WarpRoles<1, 1, 56, 256>;
type Mma = TiledMma<SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(32)>>;
type Sums = Accumulator<Mma, shape!((128, 32))>;
type FragmentA =
    TmemFragment<PartitionShape<Mma, OperandA, shape!((128, 16))>, TmemFrg1sm<int!(16), int!(16)>>;
type Tile<Rows> = TileToShape<LayoutKInterAtom<int!(16)>, (Rows, int!(16))>;
type Operands = (
    SmemTensor<Bf16, Tile<int!(128)>>,
    SmemTensor<Bf16, Tile<int!(32)>>,
    TmemStorage<(Sums, FragmentA)>,
);

/// Copies A to tensor memory, and multiplies it. In case 1, copies it over the sums before the
/// product is done.
///
/// # Safety
///
/// The case is 0, and `to` has 128 x 32 numbers.
#[kernel(threads = Warps::THREADS, shared = Operands::BYTES)]
pub unsafe fn multiply_copied<G: Sm100>(gpu: G, case: u32, to: *mut f32) {
    // SAFETY: all threads execute this, and each writes a row; the rest is what this tests.
    unsafe {
        let (a, b, storage) = Operands::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        for i in (gpu.thread()..128 * 16).step_by(256) {
            let (row, k) = (i / 16, i % 16);
            a.write((row, k), Bf16::from_f32((row % 5 + k) as f32));
            if row < 32 {
                b.write((row, k), Bf16::from_f32((row % 3) as f32 - (k % 2) as f32));
            }
        }
        gpu.fence_proxy_async();
        gpu.sync_threads();
        if let Warpgroup::Consumer(role) = Warps::of(gpu) {
            let role = role.reg_alloc(gpu);
            let (operand, first) = (memory.second::<Bf16>(), memory.address().bits());
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                let desc =
                    make_umma_desc(<Tile<int!(128)>>::STATIC, int!(16), gpu.shared_address());
                let at = operand.engine().address().bits();
                gpu.tmem_copy::<SM100_UTCCP_128dp256bit<int!(1)>>(at, desc.bits());
                issuer.gemm(gpu, operand, b.umma_descriptors::<OperandB, _>(Mma::STATIC));
                if case == 1 {
                    gpu.tmem_copy::<SM100_UTCCP_128dp256bit<int!(1)>>(first, desc.bits());
                }
                issuer.commit(gpu);
            }
            let at = pending.wait(gpu).tile(0).engine().address().bits();
            let row = loaded::<Load<int!(32)>>(gpu, at + lanes(gpu));
            for (i, word) in row.into_iter().enumerate() {
                *to.add(32 * role.thread() as usize + i) = f32::from_bits(word);
            }
        }
        memory.free(gpu);
    }
}
#[test]
fn a_product_reads_what_its_thread_copied() {
    let mut sums = vec![0.0; 128 * 32];
    let to = Memory::write(&mut sums);
    // SAFETY: case 0 is valid.
    unsafe { run::<multiply_copied>((1, 1), (0, to.pointer_mut())) }.unwrap();
    let words = words!(multiply_copied, (1, 1), (1, to.pointer_mut()));
    assert_eq!(
        words,
        "multiply_copied, block (0, 0), thread 128: writes lane 0, column 448 of tensor memory, \
         which a product that thread 128 began writes, and the thread has not waited for it"
    );
    let sum = |row: i32, column: i32| -> i32 {
        (0..16).map(|k| (row % 5 + k) * (column % 3 - k % 2)).sum()
    };
    let expected = (0..128 * 32).map(|i| sum(i / 32, i % 32) as f32);
    assert!(expected.eq(sums));
}

/// One block of scale factors, of A and of B, on four columns each; four instructions along K read
/// them, and two along N.
type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(64)>;
type Block = shape!((128, 128, 128));
type FactorsA = Sfa<TiledMma<Op>, Block>;
type FactorsB = zellige_gpu::tmem::Sfb<TiledMma<Op>, Block>;
type Numbers<Rows> = TileToShape<LayoutKInterAtom<int!(8)>, (Rows, int!(128))>;
type ScaledOperands = (
    SmemTensor<E4m3, Numbers<int!(128)>>,
    SmemTensor<E4m3, Numbers<int!(128)>>,
    SmemTensor<Ue8m0, DeduceSmemLayoutSfa<TiledMma<Op>, Block>>,
    SmemTensor<Ue8m0, DeduceSmemLayoutSfb<TiledMma<Op>, Block>>,
    TmemStorage<(Accumulator<TiledMma<Op>, shape!((128, 128))>, (FactorsA, FactorsB))>,
);

/// Multiplies ones with factors of 2 by ones with factors of 0.5 and, from column 64 on, 1, in the
/// ways of `case`.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = Warps::THREADS, shared = ScaledOperands::BYTES)]
pub unsafe fn multiply_scaled<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let (a, b, s_fa, s_fb, storage) = ScaledOperands::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        for i in (gpu.thread()..128 * 128).step_by(256) {
            let (row, k) = (i / 128, i % 128);
            a.write((row, k), E4m3(if case == 5 { row as u8 } else { 0x38 }));
            b.write((row, k), E4m3(0x38));
            if k < 4 {
                s_fa.write(((row, 0u32), 0u32, k), Ue8m0(128));
                s_fb.write(((row, 0u32), 0u32, k), Ue8m0(126 + (row / 64) as u8));
            }
        }
        gpu.fence_proxy_async();
        gpu.sync_threads();
        let (t_fa, mut t_fb) = (memory.second::<Ue8m0>(), memory.third::<Ue8m0>());
        if case == 2 {
            if gpu.thread() == 0 {
                let from = ROWS | u64::from(s_fb.address() / 16);
                let to = t_fb.engine().address().bits();
                gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<int!(1)>>(to, from);
            }
            gpu.sync_threads();
        }
        if let Warpgroup::Consumer(role) = Warps::of(gpu) {
            let role = role.reg_alloc(gpu);
            let mma = <TiledMma<Op>>::STATIC;
            if case == 4 {
                let (issuer, pending) = memory.accumulate(&role);
                if let Some(mut issuer) = issuer {
                    issuer.copy_factors(gpu, s_fa, t_fa);
                    issuer.commit(gpu);
                }
                pending.wait(gpu);
            }
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                if case == 5 {
                    let to = t_fa.engine().address().bits();
                    let from = ROWS | u64::from(a.address() / 16);
                    gpu.tmem_copy::<SM100_UTCCP_128dp128bit<int!(1)>>(to, from);
                } else if case != 4 {
                    issuer.copy_factors(gpu, s_fa, t_fa);
                }
                if !matches!(case, 1 | 2) {
                    issuer.copy_factors(gpu, s_fb, t_fb);
                }
                if case == 3 {
                    t_fb = GpuTensor::new(t_fb.engine().moved(4 * 123u32), t_fb.layout());
                }
                let a = a.umma_descriptors::<OperandA, _>(mma);
                issuer.gemm_scaled(gpu, (a, t_fa), (b.umma_descriptors::<OperandB, _>(mma), t_fb));
                if case == 4 {
                    issuer.copy_factors(gpu, s_fa, t_fa);
                }
                issuer.commit(gpu);
            }
            let at = pending.wait(gpu).tile(0).engine().address().bits();
            let row = loaded::<Load<int!(128)>>(gpu, at + lanes(gpu));
            for (column, word) in (0..).zip(row) {
                assert_eq!(f32::from_bits(word), if column < 64 { 128.0 } else { 256.0 });
            }
        }
        memory.free(gpu);
    }
}
#[test]
fn a_product_reads_the_scale_factors_that_its_thread_copied() {
    // SAFETY: case 0 is valid.
    unsafe { run::<multiply_scaled>((1, 1), (0,)) }.unwrap();
    let words = [1, 2, 3, 4, 5].map(|case| words!(multiply_scaled, (1, 1), (case,)));
    let expected = [
        "reads lane 0, column 388 of tensor memory, which no thread has written yet",
        "reads lane 0, column 388 of tensor memory, which a copy to tensor memory that thread 0 \
         began writes, and the thread has not waited for it",
        "reads lane 0, column 512 of tensor memory, which is not allocated",
        "writes lane 0, column 384 of tensor memory, which a product that thread 128 began reads, \
         and the thread has not waited for it",
        "reads scale factors from lane 32, column 384 of tensor memory on, which are not those of \
         lane 0",
    ];
    assert_eq!(
        words,
        expected.map(|what| format!("multiply_scaled, block (0, 0), thread 128: {what}"))
    );
}

type Shared = Parts<int!(128), Columns>;

/// Copies 512 bytes in the ways of `case`.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = 128, shared = Shared::BYTES + 16)]
pub unsafe fn copy_block<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let (words, storage) = Shared::allocate(gpu);
        let memory = storage.alloc(gpu);
        let barrier = gpu.shared_address() + Shared::BYTES;
        let (thread, first) = (gpu.thread(), memory.address().bits());
        if case == 1 {
            begin(gpu, barrier);
        }
        words.write(thread, thread);
        if case != 1 {
            begin(gpu, barrier);
        }
        let lanes = lanes(gpu);
        let hopper = if case == 3 { 1 << 46 } else { 0 };
        let from = (ROWS | u64::from(gpu.shared_address() / 16)) ^ hopper;
        let copy = |to| gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<int!(1)>>(to, from);
        if thread == 0 {
            copy(first + if case == 2 { 30 } else { 0 });
            if case == 4 {
                copy(first);
            }
            if case != 5 {
                gpu.umma_commit::<int!(1)>(barrier);
            }
            if case == 6 {
                words.write(0u32, 0);
            }
        }
        if case == 5 || case == 9 {
            return;
        }
        if case != 7 || thread >= 32 {
            gpu.mbarrier_wait(barrier, 0);
        }
        gpu.tcgen05_after_thread_sync();
        let row = loaded::<Load<int!(4)>>(gpu, first + lanes);
        assert_eq!(row, [0, 1, 2, 3].map(|i| thread % 32 * 4 + i));
        if case == 8 {
            gpu.sync_threads();
            if thread == 0 {
                copy(first);
            }
        }
        memory.free(gpu);
    }
}
#[test]
fn invalid_copies() {
    // SAFETY: case 0 is valid.
    unsafe { run::<copy_block>((2, 1), (0,)) }.unwrap();
    let words = |case| words!(copy_block, (1, 1), (case,));
    let waited = "and the thread has not waited for it";
    let of_copy = "a copy to tensor memory that thread 0 began";
    let of_word = "that is 0 of _128:_1";
    let hopper = ROWS ^ 1 << 46 | 64;
    let cases = [
        ", thread 0: reads 4 bytes at offset 128 of shared memory, which thread 32 wrote without a \
         barrier between: that is 32 of _128:_1"
            .into(),
        ", thread 0: writes lane 0, column 512 of tensor memory, which is not allocated".into(),
        format!(
            ", thread 0: copies by the matrix descriptor {hopper:#x}, which is not one of Blackwell"
        ),
        format!(
            ", thread 0: writes lane 0, column 480 of tensor memory, which {of_copy} writes, \
             {waited}"
        ),
        ": a copy to tensor memory is under way when the block ends".into(),
        format!(
            ", thread 0: writes 4 bytes at offset 0 of shared memory, which {of_copy} reads, \
             {waited}: {of_word}"
        ),
        format!(
            ", thread 25: reads lane 25, column 480 of tensor memory, which {of_copy} writes, \
             {waited}"
        ),
        ", thread 0: writes lane 32, column 480 of tensor memory, which thread 32 read: a barrier \
         is between, but not `tcgen05_before_thread_sync` before it and \
         `tcgen05_after_thread_sync` after it"
            .into(),
        ": a copy to tensor memory is under way when the block ends".into(),
    ];
    for (case, expected) in (1..).zip(cases) {
        assert_eq!(words(case), format!("copy_block, block (0, 0){expected}"));
    }
}
