//! Products of pairs of blocks in tensor memory, against sums computed one by one, and the messages
//! about invalid kernels.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[path = "common/small.rs"]
mod small;

use small::{Small, number, sums};
use zellige::atom::smem::*;
use zellige::atom::tmem::{TmemFragment, TmemFrg2sm};
use zellige::atom::tmem_copy::*;
use zellige::atom::umma::*;
use zellige::atom::{CopyAtom, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::tensor_map::Tensor;
use zellige_emulator::{Grid, Memory, memory::GlobalMemory, run, try_launch};
use zellige_gpu::copy::copy;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::rmem;
use zellige_gpu::tmem::{Accumulator, GivesUmmaA, OfCta, TmemStorage};
use zellige_gpu::wgmma::ScaleOut;
use zellige_gpu::{Bf16, E4m3, E5m2, F16, Gpu, Sm90, Sm100, TensorMap, Tf32, kernel};

type Warps = WarpRoles<1, 1, 56, 256>;

/// The grid of a pair.
fn pair(shared: u32) -> Grid {
    Grid { x: 2, y: 1, threads: 256, shared, cluster: 2 }
}

/// Tests a product of M x N x K by a pair of blocks with `$rows` of A and `$columns` of B each, in
/// these layouts. The product is added to the one before, once.
macro_rules! products {
    ($($name:ident: $Op:ident<$A:ident, $B:ident, $C:ident> $m:tt x $n:tt, k $k:tt,
        $rows:tt $columns:tt $LA:ident $LB:ident, $Load:ident<$x:tt> $copied:tt;)*) => { $(
        #[test]
        fn $name() {
            type Bits<T> = <T as zellige_gpu::FragmentElement>::Bits;
            type Op = $Op<$A, $B, $C, int!($m), int!($n)>;
            type Mma = TiledMma<Op>;
            type TileA = TileToShape<$LA<Bits<$A>>, shape!(($rows, $k))>;
            type TileB = TileToShape<$LB<Bits<$B>>, shape!(($columns, $k))>;
            type Sums = Accumulator<Mma, shape!(($m, $n))>;
            type Storage = (SmemTensor<$A, TileA>, SmemTensor<$B, TileB>, TmemStorage<Sums>);
            let mut result = vec![$C::default(); $m * $n];
            let to = Memory::write(&mut result);
            // SAFETY: all threads execute this, and each writes elements of its own.
            let done = try_launch(pair(Storage::BYTES), |gpu| unsafe {
                let rank = gpu.cluster_rank();
                let (a, b, storage) = Storage::allocate(gpu);
                let mut memory = storage.alloc(gpu);
                for i in (gpu.thread()..$rows * $k).step_by(256) {
                    let (i, k) = (i / $k, i % $k);
                    a.write((i, k), Small::of(number::<$A>(1, $rows * rank + i, k)));
                }
                for i in (gpu.thread()..$columns * $k).step_by(256) {
                    let (i, k) = (i / $k, i % $k);
                    b.write((i, k), Small::of(number::<$B>(2, $columns * rank + i, k)));
                }
                gpu.fence_proxy_async();
                gpu.cluster_arrive();
                gpu.cluster_wait();
                if let Warpgroup::Consumer(role) = Warps::of(gpu) {
                    let role = role.reg_alloc(gpu);
                    let (issuer, pending) = memory.accumulate(&role);
                    assert!(rank == 0 || issuer.is_none());
                    if let Some(mut issuer) = issuer {
                        let mma = <OfCta<Op>>::STATIC;
                        let a = a.umma_descriptors::<OperandA, _>(mma);
                        let b = b.umma_descriptors::<OperandB, _>(mma);
                        issuer.gemm(gpu, a, b);
                        issuer.gemm(gpu, a, b);
                        issuer.commit(gpu);
                    }
                    let tile = pending.wait(gpu).tile(0);
                    let atom = <CopyAtom<$Load<int!($x)>, int!(32)>>::default();
                    let load = make_tmem_copy(atom, tile.layout());
                    let mine = tile.partition_s(load, role.thread());
                    let at = layout!(($rows, $n) : ($n, 1));
                    let (places, first) = load.get_slice(role.thread()).partition_d(at);
                    let mut registers = [$C::default(); $rows * $n / 128];
                    copy(gpu, load, mine, rmem(&mut registers, layout!($copied)));
                    for (i, sum) in registers.into_iter().enumerate() {
                        let place = first.usize() + places.crd2idx(i).usize();
                        *to.pointer_mut().add(place + ($rows * $n * rank) as usize) = sum;
                    }
                }
                memory.free(gpu);
            });
            done.unwrap();
            let twice = |sum| (2 * sum) as $C;
            assert!(result == sums::<$A, $B>($m, $n, $k).into_iter().map(twice).collect::<Vec<$C>>());
        }
    )* };
}
products! {
    of_bf16: SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32> 256 x 64, k 64,
        128 32 LayoutKSw128Atom LayoutKSw128Atom, SM100_TMEM_LOAD_32dp32b<64> ((64, 1), 1, 1);
    contiguous_along_m: SM100_MMA_F16BF16_2x1SM_SS<F16, F16, f32> 256 x 64, k 32,
        128 32 LayoutMnSw128Atom LayoutMnSw64Atom, SM100_TMEM_LOAD_32dp32b<16> ((16, 1), 1, 4);
    of_64_rows: SM100_MMA_F16BF16_2x1SM_SS<Bf16, F16, f32> 128 x 64, k 32,
        64 32 LayoutKInterAtom LayoutKSw32Atom, SM100_TMEM_LOAD_32dp32b<32> ((32, 1), 1, 1);
    of_tf32: SM100_MMA_TF32_2x1SM_SS<Tf32, Tf32, f32> 256 x 32, k 32,
        128 16 LayoutKSw128Atom LayoutKSw32Atom, SM100_TMEM_LOAD_32dp32b<32> ((32, 1), 1, 1);
    of_bytes: SM100_MMA_S8_2x1SM_SS<i8, u8, i32> 256 x 32, k 64,
        128 16 LayoutKSw64Atom LayoutKSw32Atom, SM100_TMEM_LOAD_32dp32b<32> ((32, 1), 1, 1);
    of_f8: SM100_MMA_F8F6F4_2x1SM_SS<E4m3, E5m2, f32> 128 x 32, k 128,
        64 16 LayoutKSw128Atom LayoutKSw128Atom, SM100_TMEM_LOAD_32dp32b<16> ((16, 1), 1, 1);
}

/// Multiplies A of tf32 in tensor memory, which has each row once, or twice for 64 rows a block.
#[test]
fn of_a_in_tensor_memory() {
    of_rows::<SM100_MMA_TF32_2x1SM_TS<Tf32, Tf32, f32, int!(256), int!(32)>, _>(128, |j| (0, j));
    of_rows::<SM100_MMA_TF32_2x1SM_TS<Tf32, Tf32, f32, int!(128), int!(32)>, _>(64, |j| {
        (j / 16, j % 16)
    });
}
/// Multiplies by the atom I, with `rows` rows a block. Column j of a block's sums is in the column
/// `place(j).1` of lanes from 64 `place(j).0` on.
fn of_rows<I, P>(rows: u32, place: P)
where
    I: for<'a> zellige_gpu::tmem::Umma<zellige_emulator::Thread<'a>, OperandA = u32>,
    P: Fn(u32) -> (u32, u32) + Sync,
{
    type D = TmemFragment<shape!(((128, 64), 1, 1)), TmemFrg2sm<int!(32)>>;
    type TileB = TileToShape<LayoutKSw32Atom<int!(32)>, shape!((16, 8))>;
    type Op = SM100_MMA_TF32_2x1SM_SS<Tf32, Tf32, f32, int!(256), int!(32)>;
    type Sums = Accumulator<TiledMma<Op>, shape!((256, 32))>;
    type Storage = (SmemTensor<Tf32, TileB>, TmemStorage<(Sums, D)>);
    let shared = Storage::BYTES + 8;
    // SAFETY: all threads execute this, in memory of their own.
    let done = try_launch(pair(shared), |gpu| unsafe {
        let rank = gpu.cluster_rank();
        let (b, storage) = Storage::allocate(gpu);
        let barrier = gpu.shared_address() + Storage::BYTES;
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
        }
        let memory = storage.alloc(gpu);
        let (d, a) = (memory.address().bits(), memory.address().bits() + 32);
        let (lane, warp) = (gpu.thread() % 128, gpu.broadcast(gpu.thread() / 32 % 4));
        if gpu.thread() < 128 {
            let row = std::array::from_fn(|k| {
                (number::<Tf32>(1, rows * rank + lane % rows, k as u32) as f32).to_bits()
            });
            gpu.tmem_store::<SM100_TMEM_STORE_32dp32b<int!(8)>>(a + (warp << 21), row);
            gpu.tmem_wait_store();
            b.write(
                (lane / 8, lane % 8),
                Small::of(number::<Tf32>(2, 16 * rank + lane / 8, lane % 8)),
            );
            gpu.fence_proxy_async();
        }
        gpu.tcgen05_before_thread_sync();
        gpu.cluster_arrive();
        gpu.cluster_wait();
        gpu.tcgen05_after_thread_sync();
        if rank == 0 && gpu.thread() == 0 {
            let b = b.umma_descriptors::<OperandB, _>(<OfCta<Op>>::STATIC);
            let k = zellige::atom::gmma::Major::K;
            let descriptor = zellige::atom::instr_desc::make_instr_desc::<I>(k, k).bits();
            gpu.umma::<I>(d, a, b.engine().operand(), descriptor, ScaleOut::Zero);
            gpu.umma_commit_multicast::<int!(2)>(barrier, 0b11);
        }
        if gpu.thread() < 128 {
            gpu.mbarrier_wait(barrier, 0);
            gpu.tcgen05_after_thread_sync();
            let columns = 16 * rows / 64;
            for j in (0..32).filter(|j| place(*j).0 == lane / rows % 2) {
                let at = d + (warp << 21) + gpu.broadcast(place(j).1);
                let mut word = [gpu.tmem_load::<SM100_TMEM_LOAD_32dp32b<int!(1)>>(at)];
                gpu.tmem_wait_load(&mut word);
                let row = rows * rank + lane % rows;
                let sum: i32 =
                    (0..8).map(|k| number::<Tf32>(1, row, k) * number::<Tf32>(2, j, k)).sum();
                assert_eq!(f32::from_bits(word[0][0]), sum as f32, "{row}, {j} of {columns}");
            }
        }
        memory.free(gpu);
    });
    done.unwrap();
}

type Op = SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(32)>;
type Sums = Accumulator<TiledMma<Op>, shape!((256, 32))>;
type Tile<Rows> = SmemTensor<Bf16, TileToShape<LayoutKSw32Atom<int!(16)>, (Rows, int!(16))>>;
type Shared = (Tile<int!(128)>, Tile<int!(16)>, TmemStorage<Sums>);
type Row = SM100_TMEM_LOAD_32dp32b<int!(32)>;

/// Multiplies zeros in the ways of `case`.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = Warps::THREADS, shared = Shared::BYTES, cluster = 2)]
pub unsafe fn multiply<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let rank = gpu.cluster_rank();
        let (a, b, storage) = Shared::allocate(gpu);
        if case == 1 && rank == 1 {
            return;
        }
        let mut memory = storage.alloc(gpu);
        let first = memory.address().bits();
        if let Some(i) = gpu.thread().checked_sub(128) {
            for k in 0..16u32 {
                a.write((i, k), Bf16(0));
                if i < 16 {
                    b.write((i, k), Bf16(0));
                }
            }
        }
        gpu.fence_proxy_async();
        let meet = || {
            gpu.cluster_arrive();
            gpu.cluster_wait();
        };
        match case {
            2 => gpu.sync_threads(),
            _ => meet(),
        }
        if let Warpgroup::Consumer(role) = Warps::of(gpu) {
            let role = role.reg_alloc(gpu);
            let lanes = gpu.broadcast(role.thread() / 32) << 21;
            let tc_a = a.umma_descriptors::<OperandA, _>(<OfCta<Op>>::STATIC);
            let tc_b = b.umma_descriptors::<OperandB, _>(<OfCta<Op>>::STATIC);
            for _ in 0..2 {
                let (issuer, pending) = memory.accumulate(&role);
                if let Some(mut issuer) = issuer {
                    issuer.gemm(gpu, tc_a, tc_b);
                    issuer.commit(gpu);
                    if case == 4 {
                        let there = gpu.map_shared_rank(gpu.shared_address(), 1);
                        gpu.store_shared_cluster(there, Bf16(0));
                    }
                }
                if case == 3 && rank == 1 && role.thread() == 0 {
                    let (a, b) = (tc_a.engine().operand(), tc_b.engine().operand());
                    gpu.umma::<Op>(first, a, b, 0x1040_0490, ScaleOut::Zero);
                }
                match case {
                    5 if rank == 1 => drop(pending),
                    _ => drop(pending.wait(gpu)),
                }
                let mut row = [gpu.tmem_load::<Row>(first + lanes)];
                gpu.tmem_wait_load(&mut row);
                assert_eq!(row, [[0; 32]]);
                if case == 6 {
                    break;
                }
                if case != 7 || rank == 0 {
                    gpu.tcgen05_before_thread_sync();
                }
                meet();
                gpu.tcgen05_after_thread_sync();
            }
        } else if case != 6 {
            meet();
            meet();
        }
        match case {
            6 => {
                gpu.tcgen05_before_thread_sync();
                gpu.sync_threads();
                gpu.tcgen05_after_thread_sync();
                if gpu.thread() < 32 {
                    gpu.tmem_dealloc::<int!(2)>(first, 32);
                }
            }
            8 if gpu.thread() < 32 => gpu.tmem_dealloc::<int!(1)>(first, 32),
            _ => memory.free(gpu),
        }
    }
}
#[test]
fn invalid_products() {
    // SAFETY: case 0 is valid.
    unsafe { run::<multiply>((4, 1), (0,)) }.unwrap();
    let waited = "and the thread has not waited for it";
    let of_a =
        "that is ((0, 0), (0, 0)) of Sw<1,3,3> o _0 o ((_8,_16),(_16,_1)):((_16,_128),(_1,_0))";
    let there = "of block 1 of the cluster";
    let lane = |lane| format!("lane {lane}, column 480 of tensor memory");
    let cases = [
        "(0, 0): thread 0 waits for the tensor memory of the other block of the pair, threads 1 to \
         31 wait for the other threads of the warp, threads 32 to 255 wait at the barrier of the \
         cluster; in block 1 of the cluster threads 0 to 255 have ended"
            .into(),
        format!(
            "(0, 0), thread 128: reads 2 bytes at offset 0 of shared memory {there}, which thread \
             128 {there} wrote without a barrier between: {of_a}"
        ),
        "(1, 0), thread 128: begins a product of two CTAs in block 1 of the cluster, which is not \
         the leader"
            .into(),
        format!(
            "(0, 0), thread 128: writes 2 bytes at offset 0 of shared memory {there}, which a \
             product that thread 128 of the pair's leader began reads, {waited}: {of_a}"
        ),
        format!(
            "(1, 0), thread 158: reads {}, which a product that thread 128 of the pair's leader \
             began writes, {waited}",
            lane(30)
        ),
        format!(
            "(0, 0), thread 0: writes {} {there}, which thread 128 {there} read without a barrier \
             between",
            lane(0)
        ),
        format!(
            "(0, 0), thread 128: writes {} {there}, which thread 128 {there} read: a barrier is \
             between, but not `tcgen05_before_thread_sync` before it and \
             `tcgen05_after_thread_sync` after it",
            lane(0)
        ),
        "(0, 0), thread 0: executes an instruction of one CTA after one of two CTAs".into(),
    ];
    for (case, expected) in (1..).zip(cases) {
        let found = words!(multiply, (2, 1), (case,));
        assert_eq!(found, format!("multiply, block {expected}"));
    }
}

/// Allocates a number of columns in each block of a pair.
///
/// # Safety
///
/// The numbers are the same.
#[kernel(threads = 32, shared = 16, cluster = 2)]
pub unsafe fn allocate<G: Sm100>(gpu: G, first: u32, second: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let columns = if gpu.cluster_rank() == 0 { first } else { second };
        gpu.tmem_alloc::<int!(2)>(gpu.shared_address(), columns);
        gpu.sync_threads();
        let word = zellige_gpu::tensor::smem::<u32, _>(gpu, 0, layout!(1)).engine();
        gpu.tmem_dealloc::<int!(2)>(zellige_gpu::engine::Get::get(word), columns);
    }
}
#[test]
fn invalid_allocations() {
    // SAFETY: the numbers are the same.
    unsafe { run::<allocate>((2, 1), (64, 64)) }.unwrap();
    let expected = "thread 0: allocates 32 columns of tensor memory, from 480 on, while the other \
                    block of the pair allocates 64 columns of tensor memory, from 448 on";
    assert_eq!(words!(allocate, (2, 1), (64, 32)), format!("allocate, block (1, 0), {expected}"));
    let grid = Grid { cluster: 0, x: 1, threads: 32, ..pair(16) };
    // SAFETY: the emulator reports that there is no pair.
    let alone =
        try_launch(grid, |gpu| unsafe { gpu.tmem_alloc::<int!(2)>(gpu.shared_address(), 64) });
    let expected = "thread 0: executes an instruction of two CTAs in a cluster of 1";
    assert_eq!(alone.unwrap_err().to_string(), format!("block (0, 0), {expected}"));
}

/// Both blocks of a pair copy 32 numbers to their memory, for the barrier of the leader, which then
/// reads those of the other block.
///
/// # Safety
///
/// The map describes 64 numbers in boxes of 32, and the case is 0; other cases do what the emulator
/// reports.
#[kernel(threads = 32, shared = 128 + 8, cluster = 2)]
pub unsafe fn copy_for_the_leader<G: Sm90>(gpu: G, map: *const TensorMap, case: u32) {
    let (rank, barrier) = (gpu.cluster_rank(), gpu.shared_address() + 128);
    // SAFETY: all threads of the cluster execute this, and the memory exists; the rest is what this
    // tests.
    unsafe {
        if gpu.thread() == 0 && rank == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
            gpu.mbarrier_arrive_expect(barrier, if case == 2 { 128 } else { 256 });
        }
        let meet = || {
            gpu.cluster_arrive();
            gpu.cluster_wait();
        };
        if case == 1 {
            gpu.sync_threads()
        } else {
            meet()
        }
        if gpu.thread() == 0 {
            gpu.tma_load_pair(gpu.shared_address(), map, [32 * rank as i32], barrier);
        }
        if case == 3 {
            meet(); // both copies are under way
        }
        if rank == 0 && case != 4 {
            if case != 3 {
                gpu.mbarrier_wait(barrier, 0);
            }
            let there = gpu.map_shared_rank(gpu.shared_address() + 4 * gpu.thread(), 1);
            assert_eq!(gpu.load_shared_cluster::<u32>(there), 32 + gpu.thread());
        }
        meet();
    }
}
#[test]
fn invalid_copies_for_the_leader() {
    let bytes: Vec<u8> = (0..64).flat_map(u32::to_ne_bytes).collect();
    let mut memory = GlobalMemory::new(&bytes);
    let tensor = Tensor::tiled(4, &[64], &[], &[32], 0).unwrap();
    let map = tensor.emulated(memory.address()).unwrap();
    // SAFETY: there are 64 numbers, and case 0 is valid.
    unsafe { run::<copy_for_the_leader>((2, 1), (&map, 0)) }.unwrap();
    let cases = [
        "(1, 0), thread 0: reads 8 bytes at offset 128 of shared memory of block 0 of the cluster, \
         which thread 0 of block 0 of the cluster wrote without a barrier between",
        "(0, 0), thread 0: reads 4 bytes at offset 0 of shared memory of block 1 of the cluster, \
         which no thread has written yet",
        "(0, 0), thread 0: reads 4 bytes at offset 0 of shared memory of block 1 of the cluster, \
         which a copy for the barrier at offset 128 writes, and the thread has not waited for it",
        "(0, 0): a copy to shared memory is under way when the block ends",
    ];
    for (case, expected) in (1..).zip(cases) {
        let found = words!(copy_for_the_leader, (2, 1), (&map, case));
        assert_eq!(found, format!("copy_for_the_leader, block {expected}"));
    }
}
