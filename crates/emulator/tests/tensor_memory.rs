//! Tensor memory: products against sums computed one by one, transfers against the tables of their
//! registers, and the messages about invalid kernels.

#[macro_use]
#[path = "common/words.rs"]
mod words;
#[path = "common/small.rs"]
mod small;

use small::{Small, number, sums};
use zellige::atom::smem::*;
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::atom::tmem_copy::*;
use zellige::atom::umma::*;
use zellige::atom::{CopyAtom, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, Memory, run, try_launch};
use zellige_gpu::copy::copy;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::rmem;
use zellige_gpu::tmem::{Accumulator, TmemStorage};
use zellige_gpu::{Bf16, E4m3, E5m2, F16, Gpu, Sm90, Sm100, Tf32, kernel};

type Warps = WarpRoles<1, 1, 56, 256>;

/// Tests a product of M x N x K by instructions of M rows and `$n` columns, with A and B of these
/// layouts. The accumulators begin as the product, or the product is added to itself, by `$twice`.
macro_rules! products {
    ($($name:ident: $Op:ident<$A:ident, $B:ident, $C:ident> $tile:tt by $m:tt x $n:tt, k $k:tt,
        $LA:ident $LB:ident, $Load:ident<$x:tt> $copied:tt;)*) => { $(
        #[test]
        fn $name() {
            type Bits<T> = <T as zellige_gpu::FragmentElement>::Bits;
            type Mma = TiledMma<$Op<$A, $B, $C, int!($m), int!($n)>>;
            type TileA = TileToShape<$LA<Bits<$A>>, shape!(($m, $k))>;
            type TileB = TileToShape<$LB<Bits<$B>>, shape!(($tile, $k))>;
            type Sums = Accumulator<Mma, shape!(($m, $tile))>;
            type Storage = (SmemTensor<$A, TileA>, SmemTensor<$B, TileB>, TmemStorage<Sums>);
            let mut result = vec![$C::default(); $m * $tile];
            let to = Memory::write(&mut result);
            let grid = Grid { x: 1, y: 1, threads: 256, shared: Storage::BYTES, cluster: 0 };
            // SAFETY: all threads execute this, and each writes elements of its own.
            let done = try_launch(grid, |gpu| unsafe {
                let (a, b, storage) = Storage::allocate(gpu);
                let mut memory = storage.alloc(gpu);
                for i in (gpu.thread()..$m * $k).step_by(256) {
                    a.write((i / $k, i % $k), Small::of(number::<$A>(1, i / $k, i % $k)));
                }
                for i in (gpu.thread()..$tile * $k).step_by(256) {
                    b.write((i / $k, i % $k), Small::of(number::<$B>(2, i / $k, i % $k)));
                }
                gpu.fence_proxy_async();
                gpu.sync_threads();
                if let Warpgroup::Consumer(role) = Warps::of(gpu) {
                    let role = role.reg_alloc(gpu);
                    for times in 1..=2 {
                        let (issuer, pending) = memory.accumulate(&role);
                        if let Some(mut issuer) = issuer {
                            let a = a.umma_descriptors::<OperandA, _>(Mma::STATIC);
                            let b = b.umma_descriptors::<OperandB, _>(Mma::STATIC);
                            for _ in 0..times {
                                issuer.gemm(gpu, a, b);
                            }
                            issuer.commit(gpu);
                        }
                        let sums = pending.wait(gpu);
                        for number in 0..$tile / $n {
                            let tile = sums.tile(number);
                            let atom = <CopyAtom<$Load<int!($x)>, int!(32)>>::default();
                            let load = make_tmem_copy(atom, tile.layout());
                            let mine = tile.partition_s(load, role.thread());
                            let at = layout!(($m, $n) : ($tile, 1));
                            let (places, first) = load.get_slice(role.thread()).partition_d(at);
                            let mut registers = [$C::default(); $m * $n / 128];
                            copy(gpu, load, mine, rmem(&mut registers, layout!($copied)));
                            for (i, sum) in registers.into_iter().enumerate() {
                                let place = first.usize() + places.crd2idx(i).usize();
                                let to = to.pointer_mut().add(place + $n * number as usize);
                                *to = sum - if times == 2 { *to } else { $C::default() };
                            }
                        }
                        gpu.tcgen05_before_thread_sync();
                        gpu.barrier_sync::<1, 128>();
                        gpu.tcgen05_after_thread_sync();
                    }
                }
                memory.free(gpu);
            });
            done.unwrap();
            let expected: Vec<$C> =
                sums::<$A, $B>($m, $tile, $k).into_iter().map(|sum| sum as $C).collect();
            assert!(result == expected);
        }
    )* };
}
products! {
    of_bf16: SM100_MMA_F16BF16_SS<Bf16, Bf16, f32> 64 by 128 x 64, k 64,
        LayoutKSw128Atom LayoutKSw128Atom, SM100_TMEM_LOAD_32dp32b<64> ((64, 1), 1, 1);
    in_two_tiles: SM100_MMA_F16BF16_SS<F16, F16, f32> 96 by 128 x 32, k 32,
        LayoutKSw64Atom LayoutMnSw64Atom, SM100_TMEM_LOAD_32dp32b<16> ((16, 1), 1, 2);
    contiguous_along_m: SM100_MMA_F16BF16_SS<Bf16, Bf16, f32> 64 by 128 x 64, k 32,
        LayoutMnSw128Atom LayoutMnInterAtom, SM100_TMEM_LOAD_32dp32b<32> ((32, 1), 1, 2);
    of_64_rows: SM100_MMA_F16BF16_SS<Bf16, F16, f32> 32 by 64 x 32, k 32,
        LayoutKInterAtom LayoutKSw32Atom, SM100_TMEM_LOAD_16dp256b<4> ((16, 1), 1, 1);
    of_tf32: SM100_MMA_TF32_SS<Tf32, Tf32, f32> 64 by 128 x 64, k 32,
        LayoutKSw128Atom LayoutKSw32Atom, SM100_TMEM_LOAD_32dp32b<8> ((8, 1), 1, 8);
    of_bytes: SM100_MMA_S8_SS<i8, u8, i32> 32 by 128 x 32, k 64,
        LayoutKSw64Atom LayoutMnSw32Atom, SM100_TMEM_LOAD_32dp32b<32> ((32, 1), 1, 1);
    of_f8: SM100_MMA_F8F6F4_SS<E4m3, E5m2, f32> 32 by 128 x 32, k 128,
        LayoutKSw128Atom LayoutKSw128Atom, SM100_TMEM_LOAD_32dp32b<32> ((32, 1), 1, 1);
}

/// Tests where a store of 16 lanes and 32 columns, 16 registers, puts register r of thread t.
macro_rules! places {
    ($($name:ident: $Store:ident<$n:tt> |$t:ident, $r:ident| $place:expr;)*) => { $(
        #[test]
        fn $name() {
            let grid = Grid { x: 1, y: 1, threads: 128, shared: 16, cluster: 0 };
            type All = TmemFragment<shape!(((128, 32), 1, 1)), TmemFrg1sm<int!(32)>>;
            let word = |half, t, r| 10000 * half + 100 * t + r;
            // SAFETY: all threads execute this.
            let done = try_launch(grid, |gpu| unsafe {
                let memory = <TmemStorage<All>>::allocate(gpu).alloc(gpu);
                let at = memory.address().bits() + (gpu.thread() / 32 << 21);
                for half in [0, 1] {
                    let words = std::array::from_fn(|r| word(half, gpu.thread(), r as u32));
                    gpu.tmem_store::<$Store<int!($n)>>(at + (half << 20), words);
                }
                gpu.tmem_wait_store();
                let mut row = [gpu.tmem_load::<SM100_TMEM_LOAD_32dp32b<int!(32)>>(at)];
                gpu.tmem_wait_load(&mut row);
                let (warp, lane) = (gpu.thread() / 32, gpu.thread() % 32);
                let mut found = 0;
                for ($t, $r) in (0..32u32).flat_map(|t| (0..16u32).map(move |r| (t, r))) {
                    let (at, column): (u32, u32) = $place;
                    if at == lane % 16 {
                        let expected = word(lane / 16, 32 * warp + $t, $r);
                        assert_eq!(row[0][column as usize], expected);
                        found += 1;
                    }
                }
                assert_eq!(found, 32);
                memory.free(gpu);
            });
            done.unwrap();
        }
    )* };
}
places! {
    places_of_16x64b: SM100_TMEM_STORE_16dp64b<16>
        |t, r| (t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2);
    places_of_16x128b: SM100_TMEM_STORE_16dp128b<8>
        |t, r| (t / 4 + 8 * (r % 2), t % 4 + 4 * (r / 2));
    places_of_16x256b: SM100_TMEM_STORE_16dp256b<4>
        |t, r| (t / 4 + 8 * (r / 2 % 2), 2 * (t % 4) + r % 2 + 8 * (r / 4));
    places_of_16x32bx2: SM100_TMEM_STORE_16dp32b<16>
        |t, r| (t % 16, r + 16 * (t / 16));
}

/// The columns, and the transfers, of the kernels that do something invalid.
type Columns = TmemFragment<shape!(((128, 128), 1, 1)), TmemFrg1sm<int!(32)>>;
type Load = TmemLoad<Dp32b32, int!(4)>;
type Store = TmemStore<Dp32b32, int!(4)>;

/// Accesses 128 columns in the ways of `case`.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = 128, shared = <TmemStorage<Columns>>::BYTES + 16)]
pub unsafe fn transfer<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let memory = <TmemStorage<Columns>>::allocate(gpu).alloc(gpu);
        let first = memory.address().bits();
        let warp = gpu.broadcast(gpu.thread() / 32);
        let lanes = if case == 1 { 32 * (3 - warp) } else { 32 * warp };
        let at = first + (lanes << 16) + if case == 2 { 126 } else { 8 };
        if case != 3 {
            let word = |i| 1000 * gpu.thread() + i;
            gpu.tmem_store::<Store>(at, [0, 1, 2, 3].map(word));
        }
        if case != 4 {
            gpu.tmem_wait_store();
        }
        let mut words = [gpu.tmem_load::<Load>(at)];
        assert_eq!(words, [[u32::MAX; 4]]);
        if case == 5 {
            gpu.tmem_wait_load::<[u32; 4], 2>(&mut [words[0]; 2]);
        }
        gpu.tmem_wait_load(&mut words);
        assert_eq!(words[0][3], 1000 * gpu.thread() + 3);
        match case {
            6 => gpu.tmem_load::<Load>(first + (lanes << 16) + 8 * gpu.thread() % 16),
            _ => [0; 4],
        };
        let word = gpu.shared_address() + <TmemStorage<Columns>>::BYTES;
        let again = |columns| {
            if gpu.thread() < 32 {
                gpu.tmem_alloc::<int!(1)>(word, columns);
            }
        };
        match case {
            7 => again(32),
            8 => return,
            9 if gpu.thread() < 32 => gpu.tmem_dealloc::<int!(1)>(first, 64),
            _ => {}
        }
        memory.free(gpu);
    }
}
#[test]
fn invalid_transfers() {
    // SAFETY: case 0 is valid.
    unsafe { run::<transfer>((2, 1), (0,)) }.unwrap();
    let words = |case| words!(transfer, (1, 1), (case,));
    let at = |column| format!("column {column} of tensor memory");
    let cases = [
        format!("61: accesses lane 93, {}, but its warp reaches lanes 32 to 63", at(392)),
        format!("61: writes lane 61, {}, which is not allocated", at(512)),
        format!("60: reads lane 60, {}, which no thread has written yet", at(392)),
        format!(
            "60: reads lane 60, {}, which a copy of thread 60 writes, and no thread has waited \
             for it",
            at(392)
        ),
        "58: waits for 2 loads of 4 registers, but has begun loads of [4]".into(),
    ];
    for (case, expected) in (1..).zip(cases) {
        assert_eq!(words(case), format!("transfer, block (0, 0), thread {expected}"));
    }
    assert!(words(6).ends_with("with other numbers than the other threads of its warp"));
    let expected = "allocates tensor memory after the block has given up the permit to allocate";
    assert!(words(7).ends_with(expected));
    assert_eq!(
        words(8),
        "transfer, block (0, 0): 128 columns of tensor memory, from 384 on, are never freed"
    );
    let expected = "frees 64 columns of tensor memory at 0x180, which are not an allocation";
    assert!(words(9).ends_with(expected));
}

/// Allocates two numbers of columns.
///
/// # Safety
///
/// They are powers of two from 32 to 512, the second is not larger, and there are so many.
#[kernel(threads = 32, shared = 16)]
pub unsafe fn allocate<G: Sm100>(gpu: G, first: u32, second: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let word = |number| zellige_gpu::tensor::smem::<u32, _>(gpu, number, layout!(1)).engine();
        for (number, columns) in [(0, first), (1, second)] {
            gpu.tmem_alloc::<int!(1)>(gpu.shared_address() + 4 * number, columns);
            gpu.sync_threads();
        }
        for (number, columns) in [(0, first), (1, second)] {
            gpu.tmem_dealloc::<int!(1)>(zellige_gpu::engine::Get::get(word(number)), columns);
        }
    }
}
#[test]
fn invalid_allocations() {
    // SAFETY: these are valid.
    unsafe { run::<allocate>((1, 1), (256, 256)) }.unwrap();
    let words = |first, second| words!(allocate, (1, 1), (first, second));
    let begin = "allocate, block (0, 0), thread 0: allocates ";
    for columns in [0, 16, 48, 1024] {
        let expected = "columns of tensor memory, not a power of two from 32 to 512";
        assert_eq!(words(columns, 32), format!("{begin}{columns} {expected}"));
    }
    let expected = "64 columns of tensor memory after 32: the number may not grow";
    assert_eq!(words(32, 64), format!("{begin}{expected}"));
    let expected = "32 of 512 columns of tensor memory: its block has 512";
    assert_eq!(words(512, 32), format!("{begin}{expected}"));
}

type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(32)>>;
type Sums = Accumulator<Mma, shape!((128, 32))>;
type Tile<Rows> = SmemTensor<Bf16, TileToShape<LayoutKSw32Atom<int!(16)>, (Rows, int!(16))>>;
type Shared = (Tile<int!(128)>, Tile<int!(32)>, TmemStorage<Sums>);
type Row = SM100_TMEM_LOAD_32dp32b<int!(32)>;

/// Multiplies zeros in the ways of `case`.
///
/// # Safety
///
/// The case is 0; other cases do what the emulator reports.
#[kernel(threads = Warps::THREADS, shared = Shared::BYTES)]
pub unsafe fn multiply<G: Sm100>(gpu: G, case: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let (a, b, storage) = Shared::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        let first = memory.address().bits();
        for i in (gpu.thread()..128).step_by(256) {
            for k in 0..16u32 {
                a.write((i, k), Bf16(0));
                if i < 32 {
                    b.write((i, k), Bf16(0));
                }
            }
        }
        gpu.fence_proxy_async();
        if case != 1 {
            gpu.sync_threads();
        }
        let Warpgroup::Consumer(role) = Warps::of(gpu) else { return memory.free(gpu) };
        let role = role.reg_alloc(gpu);
        let lanes = gpu.broadcast(role.thread() / 32) << 21;
        let load = || {
            let mut row = [gpu.tmem_load::<Row>(first + lanes)];
            gpu.tmem_wait_load(&mut row);
            assert_eq!(row, [[0; 32]]);
        };
        for _ in 0..2 {
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                let tc_a = a.umma_descriptors::<OperandA, _>(Mma::STATIC);
                let tc_b = b.umma_descriptors::<OperandB, _>(Mma::STATIC);
                issuer.gemm(gpu, tc_a, tc_b);
                match case {
                    2 => drop(issuer),
                    _ => issuer.commit(gpu),
                }
                if case == 3 {
                    a.write((0u32, 0u32), Bf16(0));
                }
            }
            match case {
                2 => break,
                4 if role.thread() / 32 == 1 => drop(pending),
                _ => drop(pending.wait(gpu)),
            }
            load();
            if case != 6 {
                gpu.tcgen05_before_thread_sync();
            }
            if case != 5 {
                gpu.barrier_sync::<1, 128>();
            }
            if case != 7 {
                gpu.tcgen05_after_thread_sync();
            }
        }
        memory.free(gpu);
    }
}
#[test]
fn invalid_products() {
    // SAFETY: case 0 is valid.
    unsafe { run::<multiply>((2, 1), (0,)) }.unwrap();
    let words = |case| words!(multiply, (1, 1), (case,));
    let waited = "and the thread has not waited for it";
    let fences = ": a barrier is between, but not `tcgen05_before_thread_sync` before it and \
                  `tcgen05_after_thread_sync` after it";
    let of_a =
        "that is ((0, 0), (0, 0)) of Sw<1,3,3> o _0 o ((_8,_16),(_16,_1)):((_16,_128),(_1,_0))";
    let cases = [
        format!(
            "128: reads 2 bytes at offset 0 of shared memory, which thread 0 wrote without a \
             barrier between: {of_a}"
        ),
        format!(
            "0: writes lane 0, column 480 of tensor memory, which a product that thread 128 began \
             writes, {waited}"
        ),
        format!(
            "128: writes 2 bytes at offset 0 of shared memory, which a product that thread 128 \
             began reads, {waited}: {of_a}"
        ),
        format!(
            "190: reads lane 62, column 480 of tensor memory, which a product that thread 128 \
             began writes, {waited}"
        ),
        "128: writes lane 30, column 480 of tensor memory, which thread 158 read without a \
         barrier between"
            .into(),
        format!("128: writes lane 32, column 480 of tensor memory, which thread 160 read{fences}"),
        format!("128: writes lane 32, column 480 of tensor memory, which thread 160 read{fences}"),
    ];
    for (case, expected) in (1..).zip(cases) {
        assert_eq!(words(case), format!("multiply, block (0, 0), thread {expected}"));
    }
}

/// Multiplies by these descriptors.
///
/// # Safety
///
/// The emulator reports what they lack.
#[kernel(threads = Warps::THREADS, shared = Shared::BYTES)]
pub unsafe fn describe<G: Sm100>(gpu: G, tile: u64, instruction: u32, lane: u32) {
    // SAFETY: all threads execute this; the rest is what this tests.
    unsafe {
        let (.., storage) = Shared::allocate(gpu);
        let memory = storage.alloc(gpu);
        if gpu.thread() == 0 {
            let d = memory.address().bits() + (lane << 16);
            let out = zellige_gpu::wgmma::ScaleOut::Zero;
            gpu.umma::<<Mma as MmaTiling>::Atom>(d, tile, tile, instruction, out);
        }
        memory.free(gpu);
    }
}
#[test]
fn invalid_descriptors() {
    let begin = "describe, block (0, 0), thread 0: ";
    let words = |tile, instruction| words!(describe, (1, 1), (tile, instruction, 0));
    let good = zellige::atom::instr_desc::make_instr_desc::<<Mma as MmaTiling>::Atom>(
        zellige::atom::gmma::Major::K,
        zellige::atom::gmma::Major::K,
    )
    .bits();
    let hopper = 3 << 62 | 16 << 32 | 1 << 16 | 64;
    let expected = "which is not one of Blackwell";
    assert_eq!(
        words(hopper, good),
        format!("{begin}multiplies by the matrix descriptor {hopper:#x}, {expected}")
    );
    let expected = "multiplies 256 rows by 32 columns by the instruction descriptor";
    let rows = good & !(0x1f << 24) | 16 << 24;
    assert_eq!(words(1 << 46, rows), format!("{begin}{expected} {rows:#x}"));
    let expected = "multiplies numbers of format 2 by tcgen05.mma.kind::f16";
    assert_eq!(words(1 << 46, good & !(7 << 7) | 2 << 7), format!("{begin}{expected}"));
}
