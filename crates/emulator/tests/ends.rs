//! The ends of kernels that would not end, or that would end the process: loops, locks, stacks that
//! are too small, accesses to no memory.

use std::{
    env, hint,
    process::Command,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::*},
    },
    thread,
    time::{Duration, Instant},
};
use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::{Fault, Grid, Memory, Thread, run, run_in_buffers, try_launch, within};
use zellige_gpu::engine::{Get, Set};
use zellige_gpu::tensor::gmem;
use zellige_gpu::{Gpu, Sm80, kernel};

const GRID: Grid = Grid { x: 2, y: 1, threads: 64, shared: 0, cluster: 0 };
const BOUND: Duration = Duration::from_millis(100);

/// Returns whether this is the last thread of the second block.
fn chosen<G: Gpu>(gpu: G) -> bool {
    (gpu.block_x(), gpu.thread()) == (1, 63)
}
/// Returns the error of a launch that must not take longer than `BOUND`.
fn late(kernel: impl Fn(Thread<'_>) + Sync) -> String {
    within(BOUND, || try_launch(GRID, kernel)).unwrap_err().to_string()
}
/// Runs the test of this name in a separate process, which it ends with this sentence.
fn last_words(test: &str, sentence: &str, kernel: impl FnOnce()) {
    if env::var_os("ZELLIGE_CHILD").is_some() {
        return kernel();
    }
    let begin = Instant::now();
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", test, "--nocapture"]);
    let output = child.env("ZELLIGE_CHILD", "1").output().unwrap();
    assert!(!output.status.success(), "the process has not failed");
    assert!(begin.elapsed() < Duration::from_secs(20));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains(sentence), "{words}");
}

#[test]
fn a_loop_that_asks_its_machine() {
    let runs = "block (1, 0), thread 63: runs for more than 100ms without waiting";
    assert_eq!(late(|gpu| while chosen(gpu) {}), runs);
    let mut number = [0u32];
    let place = Memory::write(&mut number);
    let polls = |gpu: Thread<'_>| {
        let number = gmem(place.pointer_mut(), layout!((1u32, 1u32) : (1u32, 1)));
        // SAFETY: the number exists, and nothing writes it.
        while chosen(gpu) && unsafe { number.engine().get() } == 0 {}
    };
    assert_eq!(late(polls), runs);
    // A signal that no thread gives, neither in the other block nor in this one.
    let signal = |gpu: Thread<'_>| {
        // SAFETY: the number exists.
        while chosen(gpu) && unsafe { gpu.load_acquire(place.pointer()) } == 0 {}
    };
    assert_eq!(
        late(signal),
        "block (1, 0), thread 63: waits for another block for more than 100ms"
    );
}

#[test]
fn a_wait_for_a_block_that_goes_on() {
    let mut number = [0u32];
    let place = Memory::write(&mut number);
    let ended = within(BOUND, || {
        try_launch(GRID, |gpu| {
            // SAFETY: the number exists, and all threads arrive at the barriers.
            unsafe {
                if gpu.block_x() == 0 {
                    for _ in 0..8 {
                        thread::sleep(if gpu.thread() == 0 { BOUND / 2 } else { Duration::ZERO });
                        gpu.sync_threads();
                    }
                    gpu.store_release(place.pointer_mut(), 1);
                } else {
                    while gpu.load_acquire(place.pointer()) == 0 {}
                }
            }
        })
    });
    assert_eq!(ended, Ok(()));
}

#[test]
fn a_launch_by_a_thread_that_takes_its_time() {
    let inner = |_: Thread<'_>| thread::sleep(BOUND / 4);
    let ended = within(BOUND, || {
        try_launch(Grid { threads: 1, ..GRID }, |_| {
            try_launch(Grid { x: 1, threads: 8, ..GRID }, inner).unwrap();
        })
    });
    assert_eq!(ended, Ok(()));
}

#[test]
fn a_lock_that_is_held_at_a_barrier() {
    let lock = Mutex::new(0);
    let sentence = "block (1, 0), thread 1: runs for more than 100ms without waiting, and cannot be \
                    stopped: it is in a loop, or waits for a lock";
    last_words("a_lock_that_is_held_at_a_barrier", sentence, || {
        late(|gpu| {
            if gpu.block_x() == 1 {
                let _held = lock.lock().unwrap_or_else(PoisonError::into_inner);
                // SAFETY: all threads of the block execute this, if they can.
                unsafe { gpu.sync_threads() };
            }
        });
    });
}

/// Loops without calling its machine.
///
/// # Safety
///
/// None.
#[kernel(threads = 64)]
unsafe fn spin<G: Gpu>(gpu: G) {
    static GO_ON: AtomicBool = AtomicBool::new(true);
    if gpu.block_x() == 1 && gpu.thread() == 7 {
        while GO_ON.load(Relaxed) {
            hint::spin_loop();
        }
    }
}

#[test]
fn a_loop_that_asks_for_nothing() {
    let sentence = "spin, block (1, 0), thread 7: runs for more than 100ms without waiting, and cannot be stopped";
    last_words("a_loop_that_asks_for_nothing", sentence, || {
        // SAFETY: its only error is to loop.
        within(BOUND, || drop(unsafe { run::<spin>((2, 1), ()) }));
    });
}

/// Recurses `levels` levels.
#[inline(never)]
fn down(levels: u32, level: &dyn Fn()) -> u32 {
    level();
    let room = hint::black_box([levels; 64]);
    match levels {
        0 => 0,
        _ => down(levels - 1, level) + room[1],
    }
}
/// Uses the stack in a different way than the other cases of `how`.
#[inline(never)]
fn large() -> u8 {
    hint::black_box([1u8; 8 << 20])[hint::black_box(12345)]
}
/// Needs more stack than there is: by recursion, with or without calls of its machine, or at once.
///
/// # Safety
///
/// None.
#[kernel(threads = 64)]
unsafe fn deep<G: Gpu>(gpu: G, how: u32) {
    if chosen(gpu) {
        match how {
            0 => assert_ne!(down(u32::MAX, &|| assert_ne!(gpu.thread(), 64)), 1),
            1 => assert_ne!(down(u32::MAX, &|| ()), 1),
            _ => assert_eq!(large(), 1),
        }
    }
}

#[test]
fn a_stack_that_is_too_small() {
    let sentence = "block (1, 0), thread 63: needs more than the 4194304 bytes of its stack";
    for how in 0..3 {
        // SAFETY: its only error is to overflow its stack.
        let fault = unsafe { run::<deep>((2, 1), (how,)) }.unwrap_err();
        assert_eq!(fault.to_string(), format!("deep, {sentence}"));
    }
    let asks = try_launch(GRID, |gpu| {
        if chosen(gpu) {
            down(u32::MAX, &|| assert_ne!(gpu.thread(), 64));
        }
    });
    assert_eq!(asks.unwrap_err().to_string(), sentence);
    // The process is usable again.
    assert_eq!(try_launch(GRID, |gpu| unsafe { gpu.sync_threads() }), Ok(()));
}

#[test]
fn a_function_whose_stack_is_too_small() {
    let sentence = "block (1, 0), thread 63: needs more than the 4194304 bytes of its stack";
    last_words("a_function_whose_stack_is_too_small", sentence, || {
        let _ = try_launch(GRID, |gpu| {
            if chosen(gpu) {
                large();
            }
        });
    });
}

/// Accesses an element by a pointer or a tensor.
///
/// # Safety
///
/// The element exists.
#[kernel(threads = 64)]
unsafe fn far<G: Sm80>(gpu: G, a: *mut u32, element: i64, how: u32) {
    let pointer = a.wrapping_offset(element as isize);
    let tensor = gmem(pointer, layout!((1u32, 1u32) : (1u32, 1)));
    if chosen(gpu) {
        // SAFETY: as the caller promises.
        unsafe {
            match how {
                0 => drop([hint::black_box(pointer.read_volatile())]),
                1 => pointer.write_volatile(1),
                2 => drop([hint::black_box(tensor.engine().get())]),
                3 => tensor.engine().set(1),
                4 => drop([gpu.fetch_add(pointer, 1)]),
                _ => drop([gpu.load_acquire(pointer)]),
            }
        }
    }
}

#[test]
fn an_access_where_no_memory_is() {
    let mut a = GlobalMemory::new(&[0; 64]);
    let mut pointer = || std::ptr::with_exposed_provenance_mut(a.address() as usize);
    let mut words = |element, how, only: bool| {
        let arguments = (pointer(), element, how);
        // SAFETY: does not hold, which is what this tests.
        let ended: Result<(), Fault> = unsafe {
            match only {
                true => run_in_buffers::<far>((2, 1), arguments),
                false => run::<far>((2, 1), arguments),
            }
        };
        ended.unwrap_err().to_string()
    };
    let begins = "far, block (1, 0), thread 63: ";
    // Half the address space before the element there is nothing, and after it there is no address.
    let nowhere = -1 << 44;
    for (how, does) in
        [(0, "reads at 0x"), (1, "writes at 0x"), (2, "reads at 0x"), (3, "writes at 0x")]
    {
        let words = words(nowhere, how, false);
        assert!(words.starts_with(&format!("{begins}{does}")), "{words}");
        assert!(words.ends_with(", where it has no memory"), "{words}");
    }
    for how in 0..2 {
        let expected = format!("{begins}uses an address outside of all memory");
        assert_eq!(words(-nowhere, how, false), expected);
    }
    for (how, does) in [(2, "reads"), (3, "writes"), (4, "writes"), (5, "reads")] {
        // Far enough to be in no guard; memory may or may not exist there.
        for element in [1 << 20, nowhere] {
            let words = words(element, how, true);
            let offset = 4 * element;
            assert!(words.starts_with(&format!("{begins}{does} 4 bytes at 0x")), "{words}");
            let ends =
                format!(", which is in no buffer: the nearest is offset {offset} of a of 64 bytes");
            assert!(words.ends_with(&ends), "{words}");
        }
    }
}
