//! The emulator's messages about invalid kernels: one kernel for each message.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use zellige::atom::{OperandA, OperandB, TiledMma, mma, smem::LayoutKSw128Atom};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::memory::{Elements, GlobalMemory};
use zellige_emulator::{Memory, run};
use zellige_gpu::engine::{Get, Set, Smem};
use zellige_gpu::tensor::{gmem, smem};
use zellige_gpu::wgmma::{Idle, ScaleOut, Wgmma, wgmma};
use zellige_gpu::{F16, Gpu, Sm80, Sm90, kernel, vector};

/// Numbers that begin at a multiple of 16 bytes.
#[repr(align(16))]
struct Aligned<const N: usize>([u32; N]);

/// Returns number i in shared memory.
fn shared<G: Gpu>(gpu: G, i: u32) -> Smem<u32> {
    smem(gpu, i, layout!(1)).engine()
}

/// Reverses the numbers of a block through shared memory.
///
/// # Safety
///
/// None, if `waits` is 1; otherwise, it does not wait.
#[kernel(threads = 64, shared = 256)]
pub unsafe fn reverse<G: Gpu>(gpu: G, waits: u32) {
    // SAFETY: the elements exist; the rest is what this tests.
    unsafe {
        shared(gpu, gpu.thread()).set(gpu.thread());
        if waits == 1 {
            gpu.sync_threads();
        }
        let other = shared(gpu, 63 - gpu.thread()).get();
        assert_eq!(other, 63 - gpu.thread());
    }
}

#[test]
fn a_barrier_that_is_missing() {
    // SAFETY: it waits.
    unsafe { run::<reverse>((3, 2), (1,)) }.unwrap();
    assert_eq!(
        words!(reverse, (3, 2), (0,)),
        "reverse, block (0, 0), thread 0: reads 4 bytes at offset 252 of shared memory, which no thread has written yet"
    );
}

/// # Safety
///
/// None: only blocks of the first row wait before they write again.
#[kernel(threads = 64, shared = 256)]
pub unsafe fn overwrite<G: Gpu>(gpu: G) {
    // SAFETY: the elements exist; the rest is what this tests.
    unsafe {
        shared(gpu, gpu.thread()).set(gpu.thread());
        gpu.sync_threads();
        shared(gpu, 63 - gpu.thread()).get();
        if gpu.block_y() == 0 {
            gpu.sync_threads();
        }
        shared(gpu, gpu.thread()).set(0);
    }
}
/// # Safety
///
/// None: a thread writes an element that all have read.
#[kernel(threads = 64, shared = 4)]
pub unsafe fn read_and_write<G: Gpu>(gpu: G) {
    // SAFETY: the element exists; the rest is what this tests.
    unsafe {
        if gpu.thread() == 63 {
            shared(gpu, 0).set(1);
        }
        gpu.sync_threads();
        shared(gpu, 0).get();
        gpu.shuffle_xor(0.0, 1);
        if gpu.thread() == 1 {
            shared(gpu, 0).set(1);
        }
    }
}
/// # Safety
///
/// None: all threads write to one element.
#[kernel(threads = 64, shared = 4)]
pub unsafe fn everybody_writes<G: Gpu>(gpu: G) {
    // SAFETY: the element exists; the rest is what this tests.
    unsafe { shared(gpu, 0).set(1) }
}
/// # Safety
///
/// None: it reads an element that another thread of the warp, or of another warp, wrote.
#[kernel(threads = 64, shared = 256)]
pub unsafe fn shuffled<G: Gpu>(gpu: G, distance: u32) {
    // SAFETY: the elements exist, and all threads arrive at the barrier and execute the shuffle;
    // the rest is what this tests.
    unsafe {
        shared(gpu, gpu.thread()).set(0);
        gpu.sync_threads();
        shared(gpu, gpu.thread()).set(gpu.thread());
        gpu.shuffle_xor(0.0, 1);
        shared(gpu, gpu.thread() ^ distance).get();
    }
}

#[test]
fn what_another_thread_reads_or_writes_meanwhile() {
    // SAFETY: the first row of blocks waits.
    unsafe { run::<overwrite>((3, 1), ()) }.unwrap();
    assert_eq!(
        words!(overwrite, (3, 2), ()),
        "overwrite, block (0, 1), thread 0: reads 4 bytes at offset 252 of shared memory, \
         which thread 63 wrote without a barrier between"
    );
    assert_eq!(
        words!(read_and_write, (1, 1), ()),
        "read_and_write, block (0, 0), thread 1: writes 4 bytes at offset 0 of shared memory, \
         which thread 62 read without a barrier between"
    );
    assert_eq!(
        words!(everybody_writes, (1, 1), ()),
        "everybody_writes, block (0, 0), thread 1: writes 4 bytes at offset 0 of shared memory, \
         which thread 0 wrote without a barrier between"
    );
    // Threads of a warp that exchange registers have waited for each other.
    // SAFETY: the others are in the same warp.
    unsafe { run::<shuffled>((1, 1), (16,)) }.unwrap();
    assert_eq!(
        words!(shuffled, (1, 1), (32,)),
        "shuffled, block (0, 0), thread 31: reads 4 bytes at offset 252 of shared memory, \
         which thread 63 wrote without a barrier between"
    );
}

/// # Safety
///
/// None: it writes an element that does not exist.
#[kernel(threads = 32, shared = 128)]
pub unsafe fn beyond<G: Gpu>(gpu: G, first: u32) {
    // SAFETY: does not hold, which is what this tests.
    unsafe { shared(gpu, first + gpu.thread()).set(1) }
}
/// # Safety
///
/// `from` points to 8 numbers.
#[kernel(threads = 1, shared = 128)]
pub unsafe fn misaligned<G: Gpu>(gpu: G, from: *const u32, first: u32) {
    // SAFETY: the numbers and the memory exist; their misalignment is what this tests.
    unsafe {
        let numbers: [u32; 4] = vector::read(from.add(first as usize));
        vector::write(gpu.shared().cast::<u32>().add(first as usize + 1), numbers);
    }
}
/// # Safety
///
/// None: rows of `ldmatrix` have 16 bytes.
#[kernel(threads = 32, shared = 1024)]
pub unsafe fn matrix_between_rows<G: Sm80>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe { gpu.ldmatrix_x1(gpu.shared_address() + 16 * gpu.thread() + 8) };
}

#[test]
fn what_is_outside_or_not_aligned() {
    assert_eq!(
        words!(beyond, (1, 1), (3,)),
        "beyond, block (0, 0), thread 29: writes 4 bytes at offset 128 of shared memory, which has 128"
    );
    let aligned = Aligned([0; 8]);
    let numbers = Memory::read(&aligned.0);
    assert_eq!(
        words!(misaligned, (1, 1), (numbers.pointer(), 4)),
        "misaligned, block (0, 0), thread 0: writes 16 bytes at offset 20 of shared memory, which is not a multiple of 16"
    );
    let words = words!(misaligned, (1, 1), (numbers.pointer(), 1));
    assert!(
        words.starts_with("misaligned, block (0, 0), thread 0: reads 16 bytes at 0x")
            && words.ends_with(", which is not a multiple of 16"),
        "{words}"
    );
    assert_eq!(
        words!(matrix_between_rows, (1, 1), ()),
        "matrix_between_rows, block (0, 0), thread 31: reads 16 bytes at offset 8 of shared memory, \
         which is not a multiple of 16"
    );
}

/// Reads or writes a number of a matrix with `columns` columns, as a scalar, in a vector of four,
/// or by a copy.
///
/// # Safety
///
/// None: the number may not exist.
#[kernel(threads = 1, shared = 64)]
pub unsafe fn at<G: Sm90>(gpu: G, a: *mut u32, columns: u32, row: i32, column: u32, how: u32) {
    let place = row * columns as i32 + column as i32;
    let pointer = a.wrapping_offset(place as isize);
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        match how {
            0 => drop(gmem(pointer, layout!((1u32, 1u32) : (1u32, 1))).engine().get()),
            1 => gmem(pointer, layout!((1u32, 1u32) : (1u32, 1))).engine().set(1),
            2 => drop(vector::read::<u32, 4>(pointer)),
            3 => gpu.cp_async_16(gpu.shared_address(), pointer.cast(), 16),
            4 => gpu.bulk_load(gpu.shared_address(), pointer.cast(), 64, gpu.shared_address()),
            _ => gpu.bulk_store(pointer.cast(), gpu.shared_address(), 64),
        }
    }
}

#[test]
fn what_is_beside_global_memory() {
    let mut a = GlobalMemory::new(&[0; 4 * 6 * 32]);
    let pointer = std::ptr::with_exposed_provenance_mut(a.address() as usize);
    let words = |row, column, how| words!(at, (1, 1), (pointer, 32, row, column, how));
    // SAFETY: the numbers exist.
    unsafe { run::<at>((1, 1), (pointer, 32, 5, 31, 1)) }.unwrap();
    assert_eq!(
        words(6, 0, 0),
        "at, block (0, 0), thread 0: reads 4 bytes at offset 768 of a, which has 768"
    );
    a.lay_out(Elements { bytes: 4, layout: "(6,32):(32,1)".into(), modes: vec![(6, 32), (32, 1)] });
    assert_eq!(
        words(7, 3, 0),
        "at, block (0, 0), thread 0: reads 4 bytes at offset 908 of a, which has 768: that is (7, 3) of (6,32):(32,1)"
    );
    assert_eq!(
        words(-1, 31, 1),
        "at, block (0, 0), thread 0: writes 4 bytes at offset -4 of a, which has 768: that is (-1, 31) of (6,32):(32,1)"
    );
    for (how, does) in [(2, "reads 16"), (3, "reads 16"), (4, "reads 64"), (5, "writes 64")] {
        assert_eq!(
            words(6, 0, how),
            format!(
                "at, block (0, 0), thread 0: {does} bytes at offset 768 of a, which has 768: \
                 that is (6, 0) of (6,32):(32,1)"
            )
        );
    }
    // The start of the vector exists, but its end does not.
    assert_eq!(
        words(5, 20, 4),
        "at, block (0, 0), thread 0: reads 64 bytes at offset 720 of a, which has 768: that is (5, 20) of (6,32):(32,1)"
    );
    assert_eq!(
        words(5, 2, 2),
        "at, block (0, 0), thread 0: reads 16 bytes at offset 648 of a, which is not a multiple of 16"
    );
}

/// # Safety
///
/// `from` points to 4 numbers.
#[kernel(threads = 32, shared = 512)]
pub unsafe fn too_early<G: Sm80>(gpu: G, from: *const u32, waits: u32) {
    // SAFETY: the numbers and the memory exist; the rest is what this tests.
    unsafe {
        gpu.cp_async_16(gpu.shared_address() + 16 * gpu.thread(), from.cast(), 16);
        gpu.cp_async_commit();
        if waits == 1 {
            gpu.cp_async_wait::<0>();
        }
        let mine = shared(gpu, 4 * gpu.thread());
        assert_eq!(mine.get(), 7);
    }
}

#[test]
fn copies_that_nobody_waited_for() {
    let aligned = Aligned([7; 4]);
    let numbers = Memory::read(&aligned.0);
    // SAFETY: there are 4 numbers, and it waits.
    unsafe { run::<too_early>((1, 1), (numbers.pointer(), 1)) }.unwrap();
    assert_eq!(
        words!(too_early, (1, 1), (numbers.pointer(), 0)),
        "too_early, block (0, 0), thread 0: reads 4 bytes at offset 0 of shared memory, \
         which a copy of thread 0 writes, and no thread has waited for it"
    );
}

/// Copies 64 numbers by the accelerator, which count at a barrier in shared memory, for which
/// `waiting` threads wait.
///
/// # Safety
///
/// `from` points to 64 numbers, aligned to 16 bytes.
#[kernel(threads = 64, shared = 264)]
pub unsafe fn bulk<G: Sm90>(gpu: G, from: *const u32, waiting: u32, made_known: u32) {
    let barrier = gpu.shared_address() + 256;
    // SAFETY: the numbers and the memory exist; the rest is what this tests.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
            gpu.mbarrier_arrive_expect(barrier, 256);
            gpu.bulk_load(gpu.shared_address(), from.cast(), 256, barrier);
        }
        if made_known == 1 {
            gpu.sync_threads();
        }
        if gpu.thread() < waiting {
            gpu.mbarrier_wait(barrier, 0);
        }
        assert_eq!(shared(gpu, gpu.thread()).get(), 7);
    }
}
/// A thread tells another by a barrier in shared memory that it has written; the other arrives,
/// too, if `arrivals` says so.
///
/// # Safety
///
/// None.
#[kernel(threads = 2, shared = 16)]
pub unsafe fn hand_over<G: Sm90>(gpu: G, arrivals: u32) {
    let barrier = gpu.shared_address() + 8;
    // SAFETY: the memory exists; the rest is what this tests.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, arrivals);
        }
        gpu.sync_threads();
        if gpu.thread() == 1 {
            shared(gpu, 0).set(7);
            gpu.mbarrier_arrive(barrier);
        } else {
            gpu.mbarrier_wait(barrier, 0);
            assert_eq!(shared(gpu, 0).get(), 7);
        }
    }
}

#[test]
fn barriers_in_shared_memory() {
    let aligned = Aligned([7; 64]);
    let numbers = Memory::read(&aligned.0);
    // SAFETY: there are 64 numbers, and all threads wait.
    unsafe { run::<bulk>((2, 1), (numbers.pointer(), 64, 1)) }.unwrap();
    assert_eq!(
        words!(bulk, (1, 1), (numbers.pointer(), 32, 1)),
        "bulk, block (0, 0), thread 63: reads 4 bytes at offset 252 of shared memory, \
         which a copy for the barrier at offset 256 writes, and the thread has not waited for it"
    );
    assert_eq!(
        words!(bulk, (1, 1), (numbers.pointer(), 64, 0)),
        "bulk, block (0, 0), thread 1: reads 8 bytes at offset 256 of shared memory, \
         which thread 0 wrote without a barrier between"
    );
    // SAFETY: thread 1 arrives.
    unsafe { run::<hand_over>((1, 1), (1,)) }.unwrap();
    assert_eq!(
        words!(hand_over, (1, 1), (2,)),
        "hand_over, block (0, 0): thread 0 waits at the barrier at offset 8 of shared memory for the end of phase 0, \
         thread 1 has ended"
    );
}

/// Copies 32 numbers from shared memory by the accelerator, and overwrites them.
///
/// # Safety
///
/// `to` points to 32 numbers, aligned to 16 bytes.
#[kernel(threads = 32, shared = 128)]
pub unsafe fn bulk_store<G: Sm90>(gpu: G, to: *mut u32, waits: u32) {
    // SAFETY: the numbers and the memory exist; the rest is what this tests.
    unsafe {
        shared(gpu, gpu.thread()).set(gpu.thread());
        gpu.fence_proxy_async();
        gpu.sync_threads();
        if gpu.thread() == 0 {
            gpu.bulk_store(to.cast(), gpu.shared_address(), 128);
            gpu.bulk_commit();
            if waits == 1 {
                gpu.bulk_wait_read::<0>();
            }
        }
        gpu.sync_threads();
        shared(gpu, gpu.thread()).set(0);
        if gpu.thread() == 0 {
            gpu.bulk_wait::<0>();
        }
    }
}
/// Multiplies zeros by zeros, and overwrites an operand.
///
/// # Safety
///
/// None.
#[kernel(threads = 128, shared = 128 * (64 + 8))]
pub unsafe fn product<G: Sm90>(gpu: G, waits: u32) {
    type A = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((64, 64))>;
    type B = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((8, 64))>;
    type Atom = mma::SM90_64x8x16_F32F16F16_SS;
    let number = |i: u32| smem::<F16, _>(gpu, i, layout!(1)).engine();
    let mma = <TiledMma<Atom, layout!((1, 1))>>::default();
    // SAFETY: the memory exists, and all threads execute this; the rest is what this tests.
    unsafe {
        for i in 0..36 {
            number(128 * i + gpu.thread()).set(F16(0));
        }
        gpu.fence_proxy_async();
        gpu.sync_threads();
        let a = smem::<F16, _>(gpu, 0, A::STATIC);
        let b = smem::<F16, _>(gpu, 64 * 64, B::STATIC);
        let a = a.descriptors::<OperandA, _>(mma, gpu.thread());
        let b = b.descriptors::<OperandB, _>(mma, gpu.thread());
        let mut running = Idle::<<Atom as Wgmma<G>>::Accumulators>::zero().run();
        running.fence(gpu);
        wgmma(gpu, mma, a, b, ScaleOut::Zero, &mut running);
        running.commit(gpu);
        if waits == 1 {
            running.wait(gpu);
        }
        number(gpu.thread()).set(F16(0));
    }
}

#[test]
fn what_copies_and_products_read_that_run_on() {
    let mut aligned = Aligned([0; 32]);
    let to = Memory::write(&mut aligned.0);
    // SAFETY: there are 32 numbers.
    unsafe { run::<bulk_store>((1, 1), (to.pointer_mut(), 1)) }.unwrap();
    assert_eq!(
        words!(bulk_store, (1, 1), (to.pointer_mut(), 0)),
        "bulk_store, block (0, 0), thread 30: writes 4 bytes at offset 120 of shared memory, \
         which a copy that thread 0 began reads, and the thread has not waited for it"
    );
    assert!(aligned.0.into_iter().eq(0..32));
    // SAFETY: all accesses are to shared memory.
    unsafe { run::<product>((1, 1), (1,)) }.unwrap();
    assert_eq!(
        words!(product, (1, 1), (0,)),
        "product, block (0, 0), thread 127: writes 2 bytes at offset 254 of shared memory, \
         which a product of warpgroup 0 reads, and the thread has not waited for it: \
         that is ((1, 0), (55, 0)) of Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))"
    );
}

/// # Safety
///
/// None: the warps wait for different things.
#[kernel(threads = 96)]
pub unsafe fn diverges<G: Gpu>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        match gpu.thread() {
            0..32 => gpu.sync_threads(),
            32..63 => drop(gpu.shuffle_xor(0.0, 1)),
            _ => {}
        }
    }
}

#[test]
fn threads_that_wait_for_different_things() {
    assert_eq!(
        words!(diverges, (1, 1), ()),
        "diverges, block (0, 0): threads 0 to 31 wait at the barrier of the block, \
         threads 32 to 62 wait for the other threads of the warp, threads 63 to 95 have ended"
    );
}

/// Adds numbers by pointers. The emulator does not see these accesses.
///
/// # Safety
///
/// `to` points to 32 numbers.
#[kernel(threads = 32, shared = 128)]
pub unsafe fn by_pointers<G: Gpu>(gpu: G, to: *mut u32) {
    let thread = gpu.thread();
    // SAFETY: the memory exists, and only one thread uses each number.
    unsafe {
        gpu.shared().cast::<u32>().add(thread as usize).write(thread);
        let mine = shared(gpu, thread).get();
        gmem(to, layout!((1u32, 32u32) : (32u32, 1))).at((0u32, thread)).engine().set(mine);
    }
}

#[test]
fn what_pointers_wrote_is_written() {
    let mut numbers = [0; 32];
    let to = Memory::write(&mut numbers);
    // SAFETY: there are 32 numbers.
    unsafe { run::<by_pointers>((1, 1), (to.pointer_mut(),)) }.unwrap();
    assert!(numbers.into_iter().eq(0..32));
}
