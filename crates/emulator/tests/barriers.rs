//! Barriers for part of a block, and rings with threads that wait at them, emulated with many
//! threads.

mod common;

use common::block;
use zellige::prelude::*;
use zellige_emulator::{Memory, Thread};
use zellige_gpu::barrier::{Ids, Uninit};
use zellige_gpu::pipeline::{Consumer, CpAsyncRing, Producer, TmaRing};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::Raster;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor, Stages};
use zellige_gpu::{Gpu, Sm80, Sm90};

/// Threads show each other numbers, round after round, at N barriers in turn: a thread that
/// continued too early would read old numbers, and one that came too late would read new ones.
fn meet<const N: u32>() {
    const ROUNDS: u32 = 13;
    let sums = block(96, 1024, |gpu| {
        let (thread, mut sum) = (gpu.thread(), 0);
        // SAFETY: all threads execute this; the numbers are in two rows of 96, followed by the
        // barriers.
        unsafe {
            let bytes = Uninit::<N>::new(gpu.shared_address() + 768);
            let mut barriers = bytes.init(gpu, 96).publish(gpu);
            let numbers = gpu.shared().cast::<u32>();
            for round in 0..ROUNDS {
                let row = numbers.add(96 * (round % 2) as usize);
                row.add(thread as usize).write(1000 * round + thread);
                barriers = barriers.arrive(gpu).wait(gpu);
                sum += row.add(95 - thread as usize).read();
            }
        }
        sum
    });
    let of_rounds = 1000 * (ROUNDS * (ROUNDS - 1) / 2);
    for (thread, sum) in (0..).zip(sums) {
        assert_eq!(sum, of_rounds + ROUNDS * (95 - thread));
    }
}
#[test]
fn barriers_in_shared_memory() {
    meet::<1>();
    meet::<2>();
    meet::<3>();
}

#[test]
fn bytes_that_a_barrier_expects() {
    let from: Vec<u32> = (0..256).map(|i| i * i).collect();
    let from = Memory::read(&from);
    let results = block(64, 1032, |gpu| {
        // SAFETY: all threads execute this, the barrier follows the bytes, and it counts only
        // thread 0. Two phases end, and thread 0 arrives at the second one only after all have read
        // the bytes of the first one.
        unsafe {
            let shared = gpu.shared_address();
            let mut barrier = <Uninit>::new(shared + 1024).init(gpu, 1).publish(gpu);
            let mut sum = 0;
            for half in 0..2 {
                let arrived = if gpu.thread() == 0 {
                    let (filling, arrived) = barrier.arrive_expect::<512>(gpu);
                    assert_eq!(filling.stage(), 0);
                    for part in 0..2 {
                        let from = from.pointer().add(128 * half + 64 * part);
                        let to = shared + 256 * part as u32;
                        gpu.bulk_load(to, from.cast(), 256, filling.barrier());
                    }
                    arrived
                } else {
                    barrier.watch()
                };
                barrier = arrived.wait(gpu);
                let numbers = gpu.shared().cast::<u32>();
                sum += numbers.add(gpu.thread() as usize).read();
                sum += numbers.add(64 + gpu.thread() as usize).read();
                gpu.sync_threads();
            }
            sum
        }
    });
    for (thread, sum) in (0..64).zip(results) {
        let all = (0..4).map(|part| (thread + 64 * part) * (thread + 64 * part));
        assert_eq!(sum, all.sum::<u32>());
    }
}

#[test]
fn named_barriers_hand_over_and_back() {
    const ROUNDS: u32 = 9;
    // Two warps write what the other two read; a fifth warp is not involved, and does not arrive at
    // any of their barriers.
    let sums = block(160, 256, |gpu| {
        let (thread, mut sum) = (gpu.thread(), 0);
        // SAFETY: called once in the kernel; there is a number for each of 64 threads. A thread
        // that arrives at a barrier meets those that wait there at the other barrier, before it
        // arrives again.
        unsafe {
            let (full, ids) = Ids::new().give::<128>();
            let (empty, ids) = ids.give::<128>();
            let (mine, _) = ids.give::<32>();
            let number = gpu.shared().cast::<u32>().add(thread as usize % 64);
            if thread < 64 {
                let mut full = full;
                number.write(thread);
                for round in 1..ROUNDS {
                    let arrived = full.arrive(gpu);
                    empty.sync(gpu);
                    full = arrived.again();
                    number.write(100 * round + thread);
                }
                full.arrive(gpu);
            } else if thread < 128 {
                let mut empty = empty;
                full.sync(gpu);
                sum += number.read();
                for _ in 1..ROUNDS {
                    let arrived = empty.arrive(gpu);
                    full.sync(gpu);
                    empty = arrived.again();
                    sum += number.read();
                }
            } else {
                mine.sync(gpu);
                mine.sync(gpu);
            }
        }
        sum
    });
    for (thread, &sum) in (64..128).zip(&sums[64..128]) {
        assert_eq!(sum, 100 * (ROUNDS * (ROUNDS - 1) / 2) + ROUNDS * (thread - 64));
    }
}
#[test]
#[should_panic(
    expected = "32 threads arrived at named barrier 1, which other threads never reached"
)]
fn a_named_barrier_that_nobody_waits_at() {
    block(32, 0, |gpu| {
        // SAFETY: no thread waits.
        unsafe { Ids::new().give::<64>().0.arrive(gpu) };
    });
}

/// Stages of rows.
type Laid<S> = Strided<(int!(512), S), (int!(1), int!(512))>;
type Rows<S> = Stages<u8, Laid<S>>;
type Ring<S> = TmaRing<Rows<S>, WarpRoles<1, 2, 40, 232>>;
/// Rows of bytes that a kernel adds up, with 16 bytes for each thread of a warp.
const ROW: usize = 512;

#[test]
fn roles_hand_over_registers_and_stages() {
    type Warps = WarpRoles<1, 2, 40, 232>;
    /// Each consumer warpgroup adds up all rows of all tiles, in four steps each.
    fn check<S: Integer + Default, const LATE: u32>() {
        const STEPS: u32 = 5;
        let rows: Vec<u8> = (0..STEPS as usize * 7 * ROW).map(|i| (i * i % 251) as u8).collect();
        let from = Memory::read(&rows);
        let sums = block(Warps::THREADS, <Ring<S>>::BYTES, |gpu| {
            let mut sum = 0u32;
            // SAFETY: all threads execute this, and nothing else uses shared memory.
            unsafe {
                let ring = <Ring<S>>::allocate(gpu);
                let rows = ring.tiles(); // (byte, stage)
                let tiles = Raster::<2>::new(7, 1).persistent_of(0, 1);
                match Warps::of(gpu) {
                    Warpgroup::Producer(warpgroup) => {
                        let role = warpgroup.reg_dealloc(gpu);
                        if let Some(mut producer) = ring.producer(&role) {
                            for tile in tiles {
                                for step in 0..STEPS {
                                    fill(
                                        gpu,
                                        rows,
                                        &mut producer,
                                        from,
                                        STEPS * tile.number() + step,
                                    );
                                }
                            }
                            producer.finish(gpu);
                        }
                    }
                    Warpgroup::Consumer(warpgroup) => {
                        let role = warpgroup.reg_alloc(gpu);
                        let mut consumer: Consumer<Rows<S>, LATE> = ring.consumer(&role);
                        for _ in tiles {
                            for step in 0..STEPS {
                                let full = consumer.wait(gpu);
                                assert_eq!(full.number(), step);
                                let row = rows.slice((.., full.stage()));
                                for i in 0..ROW as u32 / 128 {
                                    sum += u32::from(row.read(role.thread() % 128 + 128 * i));
                                }
                                // All threads of the warpgroup have read it.
                                gpu.barrier_sync_at::<128>(1 + role.thread() / 128);
                                full.release(gpu);
                                assert_eq!(consumer.steps(), step + 1);
                            }
                            consumer.flush(gpu);
                            assert_eq!(consumer.steps(), 0);
                        }
                    }
                }
            }
            sum
        });
        for (thread, &sum) in sums.iter().enumerate() {
            let mine = rows.iter().skip(thread % 128).step_by(128);
            let all: u32 = mine.map(|&byte| u32::from(byte)).sum();
            assert_eq!(
                sum,
                if thread < 128 { 0 } else { all },
                "{} stages, {LATE} late",
                S::default().u32()
            );
        }
    }
    check::<int!(1), 0>();
    check::<int!(2), 0>();
    check::<int!(2), 1>();
    check::<int!(3), 2>();
    check::<int!(4), 1>();
    check::<int!(7), 3>();
}
/// Fills the next stage with a row.
unsafe fn fill<S: Integer>(
    gpu: Thread<'_>,
    rows: SmemTensor<u8, Laid<S>>,
    producer: &mut Producer<Rows<S>>,
    from: Memory<'_, u8>,
    row: u32,
) {
    // SAFETY: as the caller promises.
    unsafe {
        let filling = producer.acquire(gpu);
        let to = rows.slice((.., filling.stage())).address();
        let from = from.pointer().add(row as usize * ROW);
        gpu.bulk_load(to, from, ROW as u32, filling.barrier());
    }
}

#[test]
fn rings_that_all_threads_fill() {
    fn check<S: Integer>() {
        let stages = <CpAsyncRing<S>>::STAGES;
        for steps in [1, 2, 3, 20] {
            let from: Vec<u32> = (0..steps * 128).map(|i| i * 7).collect();
            let from = Memory::read(&from);
            let sums = block(32, 512 * stages, |gpu| {
                let mut sum = 0;
                let place = |stage: u32, thread: u32| 16 * (thread + 32 * stage);
                // SAFETY: all threads execute this, and there are 16 bytes for each in each step
                // and stage; nothing is read after the last step.
                unsafe {
                    let begin = |stage: u32, step: u32| {
                        let to = gpu.shared_address() + place(stage, gpu.thread());
                        let from =
                            from.pointer().wrapping_add((128 * step + 4 * gpu.thread()) as usize);
                        gpu.cp_async_16_if(to, from.cast(), step < steps);
                    };
                    let mut ring = <CpAsyncRing<S>>::start(gpu, |stage| begin(stage, stage));
                    for step in 0..steps {
                        begin(ring.writing(), step + ring.ahead());
                        ring.commit(gpu);
                        // The bytes that the thread at the mirrored position copied.
                        let words =
                            gpu.shared().add(place(ring.reading(), 31 - gpu.thread()) as usize);
                        sum += words.cast::<[u32; 4]>().read().iter().sum::<u32>();
                        ring.next(gpu);
                    }
                }
                sum
            });
            for (thread, &sum) in (0..32).zip(&sums) {
                let words = (0..steps)
                    .flat_map(|step| (0..4).map(move |i| 128 * step + 4 * (31 - thread) + i));
                assert_eq!(
                    sum,
                    words.map(|i| i * 7).sum::<u32>(),
                    "{stages} stages, {steps} steps"
                );
            }
        }
    }
    check::<int!(2)>();
    check::<int!(3)>();
    check::<int!(4)>();
    check::<int!(5)>();
    check::<int!(6)>();
    check::<int!(7)>();
    check::<int!(8)>();
}
