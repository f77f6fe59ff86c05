//! The threads of a cluster, each with a stack of its own, which one thread of the CPU runs in
//! turn.
//!
//! A thread runs until it has to wait for others; then it is the next one's turn. So what a cluster
//! does is the same in every run, and when all wait it is known that nobody will ever go on.

use crate::fault::{forget, words};
use crate::trap::{self, STACK, Trap};
use crate::watch::Post;
use corosensei::{Coroutine, CoroutineResult, Yielder, stack::DefaultStack};
use std::{
    fmt::{self, Write},
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, atomic::Ordering::Relaxed},
};

/// The place at which a thread waits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The thread waits at the barrier of the block.
    Block,
    /// The thread waits at the barrier with this number.
    Named(usize),
    /// The thread waits for the threads of its warp.
    Warp,
    /// The thread waits for the threads of its warpgroup.
    Warpgroup,
    /// The thread waits at a barrier in shared memory, at this offset, for the end of the phase of
    /// this parity.
    Barrier(usize, u32),
    /// The thread waits at the barrier of the cluster.
    Cluster,
}
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Block => f.write_str("at the barrier of the block"),
            Place::Named(id) => write!(f, "at named barrier {id}"),
            Place::Warp => f.write_str("for the other threads of the warp"),
            Place::Warpgroup => f.write_str("for the other threads of the warpgroup"),
            Place::Barrier(offset, parity) => write!(
                f,
                "at the barrier at offset {offset} of shared memory for the end of phase {parity}"
            ),
            Place::Cluster => f.write_str("at the barrier of the cluster"),
        }
    }
}

/// The message of a thread that waits.
struct Waits {
    at: Place,
    /// True if it has done something since its last message.
    anew: bool,
}
/// The handle by which a thread hands its turn over.
pub(super) struct Turn<'a>(&'a Yielder<(), Waits>);
impl Turn<'_> {
    /// Lets others run until `happened` returns true; it is called at first, and whenever it is
    /// this thread's turn again.
    pub(super) fn wait_until(&self, at: Place, mut happened: impl FnMut() -> bool) {
        let mut anew = true;
        while !happened() {
            self.0.suspend(Waits { at, anew });
            anew = false;
        }
    }
}

/// The end of the threads of a cluster: the number of the block, the thread, if it was one alone,
/// and the words for it.
pub(super) type Stopped = (u32, Option<u32>, String);

/// Runs `work` as so many threads of so many blocks, given the numbers of the block and of the
/// thread in it. The post has the number in the cluster of the thread whose turn it is.
///
/// # Errors
///
/// Returns an error if one of them panics, or all that are left wait.
pub(super) fn run(
    (blocks, threads): (u32, u32),
    work: impl Fn((u32, u32), Turn<'_>),
    post: &Post,
) -> Result<(), Stopped> {
    let all = blocks * threads;
    let stacks = stacks(all).map_err(|error| {
        let words = format!("no memory for {all} stacks of {STACK} bytes: {error}");
        (0, None, words)
    })?;
    let mut fibers: Vec<Fiber> = (stacks.into_iter().zip(0..))
        .map(|(stack, who)| {
            let (work, number) = (&work, (who / threads, who % threads));
            let first = move |yielder: &Yielder<(), Waits>, ()| {
                work(number, Turn(yielder));
                None
            };
            let addresses = trap::range(&stack);
            // SAFETY: what is borrowed, `work`, is there until this function returns; and it
            // returns, or unwinds, only after the vector was dropped, and in it each coroutine that
            // is not done, which unwinds its stack or ends the process. One that the CPU stopped is
            // done: nothing runs on its stack any more.
            let coroutine = unsafe { Coroutine::with_stack_unchecked(stack, first) };
            Fiber {
                place: trap::Place::new(post, addresses, coroutine.trap_handler()),
                coroutine,
                broken: false,
                waits: None,
            }
        })
        .collect();
    let result = loop {
        match sweep(&mut fibers, post) {
            Ok(Sweep { left: 0, .. }) => break Ok(()),
            Ok(Sweep { moved: true, .. }) => {}
            Ok(Sweep { moved: false, .. }) => {
                break Err((0, None, who_waits(&fibers, threads as usize)));
            }
            Err((who, words)) => break Err((who / threads, Some(who % threads), words)),
        }
    };
    let ended = fibers.into_iter().zip(0..).map(|(mut fiber, who)| {
        post.next(who);
        let broken = post.broken.load(Relaxed);
        // A thread that caught the unwinding may have panicked itself.
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            fiber.place.during(|| fiber.coroutine.force_unwind());
        }));
        unwound.unwrap_or_else(forget);
        let stack = fiber.coroutine.into_stack();
        if fiber.broken || post.broken.load(Relaxed) != broken {
            mem::forget(stack);
            return None;
        }
        Some(stack)
    });
    give_back(ended.flatten().collect());
    post.rest();
    result
}

/// A thread, and the place at which it waits.
struct Fiber {
    coroutine: Coroutine<(), Waits, Option<Trap>>,
    place: trap::Place,
    /// True if the CPU stopped it: what is on its stack was not dropped.
    broken: bool,
    waits: Option<Place>,
}
/// The result of giving each thread its turn.
struct Sweep {
    /// True if any of them has done something.
    moved: bool,
    /// The number of threads that have not ended.
    left: u32,
}
/// Gives each thread that has not ended its turn.
///
/// # Errors
///
/// Returns the number of the thread that panicked, or that the CPU stopped, and the words for it.
fn sweep(fibers: &mut [Fiber], post: &Post) -> Result<Sweep, (u32, String)> {
    let (mut moved, mut left) = (false, 0);
    for (fiber, who) in fibers.iter_mut().zip(0..) {
        if fiber.coroutine.done() {
            continue;
        }
        post.next(who);
        let turn = || fiber.place.during(|| fiber.coroutine.resume(()));
        match catch_unwind(AssertUnwindSafe(turn)) {
            Ok(CoroutineResult::Yield(Waits { at, anew })) => {
                fiber.waits = Some(at);
                moved |= anew;
                left += 1;
            }
            Ok(CoroutineResult::Return(Some(trap))) => {
                fiber.broken = true;
                return Err((who, trap.to_string()));
            }
            Ok(CoroutineResult::Return(None)) => {
                fiber.waits = None;
                moved = true;
            }
            Err(reason) => return Err((who, words(reason))),
        }
    }
    Ok(Sweep { moved, left })
}

/// Returns the places of all threads of a cluster, whose blocks have so many:
/// `threads 0 to 62 wait at the barrier of the block, thread 63 has ended`.
fn who_waits(fibers: &[Fiber], threads: usize) -> String {
    let blocks = fibers.chunks(threads).map(who_waits_in_block);
    let named = blocks.zip(0..).map(|(words, block)| match block {
        0 => words,
        _ => format!("in block {block} of the cluster {words}"),
    });
    named.collect::<Vec<_>>().join("; ")
}
/// Returns the places of the threads of a block.
fn who_waits_in_block(fibers: &[Fiber]) -> String {
    let mut words = String::new();
    let mut first = 0;
    for group in fibers.chunk_by(|a, b| a.waits == b.waits) {
        let last = first + group.len() - 1;
        let (who, one) = match first == last {
            true => (format!("thread {first}"), true),
            false => (format!("threads {first} to {last}"), false),
        };
        let comma = if first == 0 { "" } else { ", " };
        // Writing to a string never fails.
        let _ = match group[0].waits {
            Some(at) => write!(
                words,
                "{comma}{who} {} {at}",
                if one { "waits" } else { "wait" }
            ),
            None => write!(
                words,
                "{comma}{who} {} ended",
                if one { "has" } else { "have" }
            ),
        };
        first = last + 1;
    }
    words
}

/// Unused stacks: to make them takes longer than many a kernel.
static STACKS: Mutex<Vec<DefaultStack>> = Mutex::new(Vec::new());
/// Returns a stack for each of so many threads.
fn stacks(threads: u32) -> io::Result<Vec<DefaultStack>> {
    let mut kept = STACKS.lock().unwrap_or_else(|held| held.into_inner());
    let rest = kept.len().saturating_sub(threads as usize);
    let mut stacks = kept.split_off(rest);
    drop(kept);
    while stacks.len() < threads as usize {
        stacks.push(DefaultStack::new(STACK)?);
    }
    Ok(stacks)
}
fn give_back(stacks: Vec<DefaultStack>) {
    let mut kept = STACKS.lock().unwrap_or_else(|held| held.into_inner());
    kept.extend(stacks);
}
