//! Exchanges within a warp, compared with plain evaluation.

use std::sync::Mutex;
use zellige::prelude::*;
use zellige_emulator::{Grid, Thread, launch, try_launch};
use zellige_gpu::{Gpu, Sm90, warp, warp::Shuffled};

/// Returns the result of `f` in each of the 64 threads of a block.
fn in_all_threads<T: Default + Copy + Send>(f: impl Fn(Thread<'_>) -> T + Sync) -> [T; 64] {
    let grid = Grid { x: 1, y: 1, threads: 64, shared: 0, cluster: 0 };
    let results = Mutex::new([T::default(); 64]);
    launch(grid, |gpu| {
        let result = f(gpu);
        results.lock().unwrap()[gpu.thread() as usize] = result;
    });
    results.into_inner().unwrap()
}

/// Returns a number that differs from thread to thread.
fn number(thread: usize) -> u32 {
    (thread as u32 * 7 + 3) % 11
}

/// x -> a x + b, first f and then g, mod 2^32: associative, but not commutative.
fn then(f: (u32, u32), g: (u32, u32)) -> (u32, u32) {
    let b = f.1.wrapping_mul(g.0).wrapping_add(g.1);
    (f.0.wrapping_mul(g.0), b)
}

/// Checks the scans of these lanes, inclusive and exclusive, against a loop over the lanes before
/// each thread.
fn check_scans<L: Layout>(lanes: L, distance: usize) {
    let map = |thread| (number(thread) + 2, number(thread + 1));
    let first = (5, 9);
    let got = in_all_threads(|gpu| {
        let x = map(gpu.thread() as usize);
        // SAFETY: all threads of the warp execute this.
        unsafe {
            let all = warp::scan(gpu, x, lanes, then);
            (all, warp::exclusive_scan(gpu, x, lanes, first, then))
        }
    });
    for (thread, got) in got.iter().enumerate() {
        let before = (0..thread / distance % lanes.size().usize())
            .rev()
            .map(|k| map(thread - (k + 1) * distance));
        let exclusive = before.clone().fold(first, then);
        let inclusive = before.chain([map(thread)]).reduce(then).unwrap();
        assert_eq!(*got, (inclusive, exclusive), "thread {thread}");
    }
}

#[test]
fn scans_are_those_of_a_loop() {
    check_scans(layout!(32), 1);
    check_scans(layout!(8), 1);
    check_scans(layout!(4 : 8), 8);
    check_scans(layout!((2, 4) : (2, 4)), 2);
    check_scans(layout!(1), 1);
}

#[test]
fn shuffles_read_the_named_lane() {
    let got = in_all_threads(|gpu| {
        let x = [gpu.thread(), 100 + gpu.thread()];
        // SAFETY: all threads of the warp execute this.
        unsafe { (x.shuffle_up(gpu, 3), x.shuffle(gpu, gpu.thread() * 5)) }
    });
    for (thread, got) in got.iter().enumerate() {
        let (warp, lane) = (thread / 32 * 32, thread % 32);
        let up = (warp + lane.checked_sub(3).unwrap_or(lane)) as u32;
        let named = (warp + lane * 5 % 32) as u32;
        assert_eq!(*got, ([up, 100 + up], [named, 100 + named]));
    }
}

#[test]
fn roots_are_those_of_the_host() {
    let got = in_all_threads(|gpu| {
        let x = gpu.thread() as f32;
        (gpu.sqrt(x), gpu.rsqrt(x))
    });
    for (thread, (root, inverse)) in got.into_iter().enumerate() {
        assert_eq!(root, (thread as f32).sqrt());
        assert_eq!(inverse, 1.0 / (thread as f32).sqrt());
    }
}

#[test]
fn lane_0_alone_elects() {
    let grid = Grid { x: 1, y: 1, threads: 64, shared: 0, cluster: 0 };
    let elect = |lane: u32| {
        // SAFETY: one lane of each warp elects.
        try_launch(grid, |gpu| unsafe { assert!(gpu.thread() % 32 != lane || gpu.elect_one()) })
    };
    elect(0).unwrap();
    let words = elect(5).unwrap_err().to_string();
    assert_eq!(words, "block (0, 0), thread 5: elects lane 5 of its warp, not lane 0");
}
