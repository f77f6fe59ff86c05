//! The threads of a cluster, each with its own stack, which one CPU thread runs in turn.
//!
//! A thread runs until it must wait for others; then the next one has its turn. A cluster therefore
//! does the same in every run, and if all threads wait, none of them can ever continue.

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

/// The point at which a thread waits.
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
    /// The thread waits at a barrier in shared memory, at this offset, for the end of the phase
    /// with this parity.
    Barrier(usize, u32),
    /// The thread waits at the barrier of the cluster.
    Cluster,
    /// The thread waits for the other block of its pair to allocate or free tensor memory.
    Pair,
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
            Place::Pair => f.write_str("for the tensor memory of the other block of the pair"),
        }
    }
}

/// The message of a thread that waits.
struct Waits {
    at: Place,
    /// Whether the thread has done something since its last message.
    anew: bool,
}
/// The handle by which a thread passes on its turn.
pub(super) struct Turn<'a>(&'a Yielder<(), Waits>);
impl Turn<'_> {
    /// Lets others run until `happened` returns true. It is called first, and then whenever this
    /// thread has its turn again.
    pub(super) fn wait_until(&self, at: Place, mut happened: impl FnMut() -> bool) {
        let mut anew = true;
        while !happened() {
            self.0.suspend(Waits { at, anew });
            anew = false;
        }
    }
}

/// The end of the threads of a cluster: the number of the block, the thread if it is a single one,
/// and the message.
pub(super) type Stopped = (u32, Option<u32>, String);

/// Runs `work` as `threads` threads of each of `blocks` blocks, given the numbers of the block and
/// of the thread in it. The post has the number in the cluster of the thread whose turn it is.
///
/// # Errors
///
/// Returns an error if one of them panics, or if all remaining threads wait.
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
            // SAFETY: the borrowed `work` exists until this function returns. The function returns,
            // or unwinds, only after dropping the vector, and with it each coroutine that is not
            // done, which unwinds its stack or ends the process. A coroutine that the CPU stopped
            // is done: nothing runs on its stack any more.
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

/// A thread, and the point at which it waits.
struct Fiber {
    coroutine: Coroutine<(), Waits, Option<Trap>>,
    place: trap::Place,
    /// Whether the CPU stopped the thread: the contents of its stack were not dropped.
    broken: bool,
    waits: Option<Place>,
}
/// The result of giving each thread its turn.
struct Sweep {
    /// Whether any of them has done something.
    moved: bool,
    /// The number of threads that have not ended.
    left: u32,
}
/// Gives each thread that has not ended its turn.
///
/// # Errors
///
/// Returns the number of the thread that panicked, or that the CPU stopped, and the message.
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

/// Returns the points at which all threads of a cluster with `threads` threads per block wait:
/// `threads 0 to 62 wait at the barrier of the block, thread 63 has ended`.
fn who_waits(fibers: &[Fiber], threads: usize) -> String {
    let blocks = fibers.chunks(threads).map(who_waits_in_block);
    let named = blocks.zip(0..).map(|(words, block)| match block {
        0 => words,
        _ => format!("in block {block} of the cluster {words}"),
    });
    named.collect::<Vec<_>>().join("; ")
}
/// Returns the points at which the threads of a block wait.
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
            Some(at) => write!(words, "{comma}{who} {} {at}", if one { "waits" } else { "wait" }),
            None => write!(words, "{comma}{who} {} ended", if one { "has" } else { "have" }),
        };
        first = last + 1;
    }
    words
}

/// Unused stacks: creating one takes longer than many kernels.
static STACKS: Mutex<Vec<DefaultStack>> = Mutex::new(Vec::new());
/// Returns a stack for each of `threads` threads.
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
