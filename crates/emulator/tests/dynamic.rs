//! Numbers that blocks draw from a counter: each is drawn once, whatever the blocks do meanwhile.

use zellige_emulator::{Memory, run};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::Dynamic;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::{Sm90, kernel};

type Warps = WarpRoles<1, 2, 40, 232>;

/// Adds 1 to each of the first `end` numbers with an index that is a multiple of `of`, by one
/// thread of each of two warpgroups. DRAWS is 1, or 0 to take the numbers in turn.
///
/// # Safety
///
/// There are `end` numbers for each warpgroup, and two counters that are 0.
#[kernel(
    threads = Warps::THREADS,
    shared = <Dynamic<Warps>>::BYTES,
    instances(count_drawn = <1>, count_persistent = <0>)
)]
pub unsafe fn count<const DRAWS: u32, G: Sm90>(
    gpu: G,
    counters: *mut u32,
    to: *mut u32,
    end: u32,
    of: u32,
) {
    // SAFETY: all threads execute this, and the memory exists; a number is handed on once.
    unsafe {
        let numbers = <Dynamic<Warps>>::allocate(gpu);
        match Warps::of(gpu) {
            Warpgroup::Producer(warpgroup) => {
                let role = warpgroup.reg_dealloc(gpu);
                let draw = numbers.producer(gpu, &role, (DRAWS == 1).then_some(counters), end);
                let work = |number: u32| number.is_multiple_of(of).then_some(number);
                if let Some(mut draw) = draw {
                    while draw.next(gpu, work).is_some() {}
                }
            }
            Warpgroup::Consumer(warpgroup) => {
                let thread = warpgroup.reg_alloc(gpu).thread();
                let mut drawn = numbers.consumer();
                while let Some(number) = drawn.next(gpu) {
                    if thread.is_multiple_of(128) {
                        *to.add((number + thread / 128 * end) as usize) += 1;
                    }
                }
            }
        }
    }
}

/// Expands to the numbers and the counters after a launch of `$blocks` blocks.
macro_rules! counted {
    ($kernel:ident, $blocks:expr, $end:expr, $of:expr) => {{
        let (mut to, mut counters) = (vec![0u32; 2 * $end as usize], [0u32; 2]);
        {
            let memory = (Memory::write(&mut counters), Memory::write(&mut to));
            let arguments = (memory.0.pointer_mut(), memory.1.pointer_mut(), $end, $of);
            // SAFETY: there are that many numbers, and two counters.
            unsafe { run::<$kernel>(($blocks, 1), arguments) }.unwrap();
        }
        (to, counters)
    }};
}

#[test]
fn each_number_is_there_once() {
    for blocks in [1, 2, 5] {
        for (end, of) in [(0, 1), (1, 1), (17, 1), (50, 1), (50, 3), (200, 60), (9, 100)] {
            let expected = |i: u32| u32::from((i % end).is_multiple_of(of));
            for (to, counters) in [
                counted!(count_drawn, blocks, end, of),
                counted!(count_persistent, blocks, end, of),
            ] {
                assert_eq!(counters, [0, 0]);
                assert!(
                    to.into_iter().eq((0..2 * end).map(expected)),
                    "{blocks} blocks, {end} numbers, multiples of {of}"
                );
            }
        }
    }
}
