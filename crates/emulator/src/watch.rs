//! Threads of a kernel that never wait: a thread of the CPU that looks on finds them, and ends
//! their launch.
//!
//! Each thread of the CPU that runs blocks has a [`Post`], on which it says whose turn it is. Where
//! that does not change for as long as the launch may take, the thread is *late*: it ends with a
//! fault as soon as it asks its machine for anything. One that asks for nothing cannot be ended,
//! and what it has on its stack may be borrowed elsewhere; so the process ends, with the same
//! sentence.

use crate::fault::raise;
use crate::trap;
use std::{
    cell::Cell,
    fmt, process,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

thread_local! {
    /// The time that a thread of a kernel may run without waiting, in launches of this thread.
    static BOUND: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// Calls `work`, and ends a launch in it whose threads run longer than `bound` without waiting, in
/// a loop without end or for a lock that nobody gives back.
///
/// ```
/// use std::time::Duration;
/// use zellige_emulator::{Grid, try_launch, within};
/// use zellige_gpu::Gpu;
/// let grid = Grid { x: 1, y: 1, threads: 32, shared: 0, cluster: 0 };
/// let fault = within(Duration::from_millis(50), || {
///     try_launch(grid, |gpu| while gpu.thread() == 3 {})
/// });
/// assert_eq!(
///     fault.unwrap_err().to_string(),
///     "block (0, 0), thread 3: runs for more than 50ms without waiting"
/// );
/// ```
///
/// A thread that neither accesses a tensor nor calls its machine cannot be ended. If it has not
/// stopped a second after the bound, the process ends: it writes the sentence, with kernel, block
/// and thread, to standard error, and aborts. A lock of `std` that a thread holds while it waits at
/// a barrier is such a case: the threads of a block share a thread of the CPU, and the one that
/// wants the lock stops them all.
///
/// A thread that waits for other blocks, by [`load_acquire`](zellige_gpu::Sm80::load_acquire), may
/// wait as long as any of them goes on. Without a bound a launch runs on, and after a minute in
/// which a thread has not waited it says so on standard error, once.
pub fn within<R>(bound: Duration, work: impl FnOnce() -> R) -> R {
    struct Before(Option<Duration>);
    impl Drop for Before {
        fn drop(&mut self) {
            BOUND.set(self.0);
        }
    }
    let _before = Before(BOUND.replace(Some(bound)));
    work()
}

/// A launch that is watched.
pub(super) struct Launch {
    pub(super) kernel: Option<&'static str>,
    /// The number of threads of a block.
    pub(super) threads: u32,
    pub(super) bound: Option<Duration>,
    /// True if a thread may end without dropping what is on its stack.
    pub(super) may_end: bool,
    /// True if all global memory is that of buffers.
    pub(super) only_buffers: bool,
}
impl Launch {
    /// Makes the launch of a function in blocks of so many threads, with the bound of this thread.
    pub(super) fn new(threads: u32) -> Self {
        Launch {
            kernel: None,
            threads,
            bound: BOUND.get(),
            may_end: false,
            only_buffers: false,
        }
    }
}

/// The place where a thread of the CPU says whose turn it is.
pub(super) struct Post {
    pub(super) launch: Arc<Launch>,
    /// The first block of its cluster: x, and y in the upper half.
    first: AtomicU64,
    /// The number in the cluster of the thread whose turn it is.
    who: AtomicU32,
    /// The number of turns so far.
    turns: AtomicU64,
    /// True if no thread has its turn, or if the one that has it launches a kernel itself.
    rests: AtomicBool,
    /// True if the thread has asked whether another block has told it something.
    asks: AtomicBool,
    /// True if the thread has to end.
    late: AtomicBool,
    /// The number of threads that ended without dropping what was on their stacks: what such a
    /// thread shared with others is not to be used again.
    pub(super) broken: AtomicU32,
}
impl Post {
    /// Returns the number in the cluster of the thread whose turn it is.
    pub(super) fn who(&self) -> u32 {
        self.who.load(Relaxed)
    }
    /// Begins the cluster with its first block at this place.
    pub(super) fn begin(&self, (x, y): (u32, u32)) {
        self.first.store(u64::from(x) | u64::from(y) << 32, Relaxed);
    }
    /// Gives the turn to the thread with this number in the cluster.
    pub(super) fn next(&self, who: u32) {
        self.who.store(who, Relaxed);
        self.asks.store(false, Relaxed);
        self.late.store(false, Relaxed);
        self.rests.store(false, Relaxed);
        // Nobody else writes it.
        self.turns.store(self.turns.load(Relaxed) + 1, Relaxed);
    }
    /// Records that it is no thread's turn.
    pub(super) fn rest(&self) {
        self.rests.store(true, Relaxed);
    }
    /// Ends the thread whose turn it is, which calls this, if it is late or has little room left on
    /// its stack.
    #[inline]
    pub(super) fn check(&self) {
        trap::check();
        if self.late.load(Relaxed) && !thread::panicking() {
            raise(Sentence(self).to_string())
        }
    }
    /// Does the same for a thread that asks whether another block has told it something, and may
    /// wait as long as any other goes on.
    pub(super) fn check_asking(&self) {
        self.asks.store(true, Relaxed);
        self.check();
    }
}
/// The words for a late thread.
struct Sentence<'a>(&'a Post);
impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asks, bound) = (&self.0.asks, self.0.launch.bound.unwrap_or(SILENCE));
        match asks.load(Relaxed) {
            true => write!(f, "waits for another block for more than {bound:?}"),
            false => write!(f, "runs for more than {bound:?} without waiting"),
        }
    }
}
/// The place of the thread whose turn it is: `saxpy, block (0, 1), thread 37`. It needs no memory
/// of the heap.
impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, who, threads) = (
            self.first.load(Relaxed),
            self.who.load(Relaxed),
            self.launch.threads,
        );
        if let Some(kernel) = self.launch.kernel {
            write!(f, "{kernel}, ")?;
        }
        let (x, y) = (first as u32 + who / threads, first >> 32);
        write!(f, "block ({x}, {y}), thread {}", who % threads)
    }
}

/// A guard that leaves a post.
pub(super) struct Stands(Arc<Post>);
impl Stands {
    /// Puts this thread of the CPU on a post of its own.
    pub(super) fn of(launch: &Arc<Launch>) -> Self {
        let post = Arc::new(Post {
            launch: Arc::clone(launch),
            first: AtomicU64::new(0),
            who: AtomicU32::new(0),
            turns: AtomicU64::new(0),
            rests: AtomicBool::new(true),
            asks: AtomicBool::new(false),
            late: AtomicBool::new(false),
            broken: AtomicU32::new(0),
        });
        WATCH.add(&post);
        Stands(post)
    }
    pub(super) fn post(&self) -> &Arc<Post> {
        &self.0
    }
}
impl Drop for Stands {
    fn drop(&mut self) {
        WATCH.remove(&self.0);
    }
}
/// Calls `work`, the launch of a kernel. Where a thread of another one does that, its own post
/// rests.
pub(super) fn resting<R>(work: impl FnOnce() -> R) -> R {
    struct Rests(Option<*const Post>);
    impl Drop for Rests {
        fn drop(&mut self) {
            if let Some(post) = self.0 {
                // SAFETY: the post is there as long as a thread runs on it, which called this.
                let post = unsafe { &*post };
                post.next(post.who());
            }
        }
    }
    let rests = Rests(trap::post());
    if let Some(post) = rests.0 {
        // SAFETY: as above.
        unsafe { &*post }.rest();
    }
    work()
}

/// The time after which the process says of a launch without a bound that a thread does not wait.
const SILENCE: Duration = Duration::from_secs(60);
/// The time that a late thread has to end.
const GRACE: Duration = Duration::from_secs(1);

/// A post as it was seen last.
struct Seen {
    post: Arc<Post>,
    turns: u64,
    /// The time at which it was first seen so.
    since: Instant,
    /// True if the process has said that its thread does not wait.
    told: bool,
}
/// All posts, and the one who watches them.
struct Watch {
    seen: Mutex<Vec<Seen>>,
    /// It is told of the first post, and of one with a shorter bound.
    changed: Condvar,
}
static WATCH: Watch = Watch {
    seen: Mutex::new(Vec::new()),
    changed: Condvar::new(),
};

impl Watch {
    fn lock(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn add(&'static self, post: &Arc<Post>) {
        static WATCHES: AtomicBool = AtomicBool::new(false);
        if !WATCHES.swap(true, Relaxed) {
            let watch = thread::Builder::new().name("zellige-emulator".into());
            // Where no thread can be had, nobody watches.
            let _ = watch.spawn(|| self.run());
        }
        let mut seen = self.lock();
        let sooner = step(&seen) > post.step();
        seen.push(Seen {
            post: Arc::clone(post),
            turns: 0,
            since: Instant::now(),
            told: false,
        });
        drop(seen);
        if sooner {
            self.changed.notify_one();
        }
    }
    fn remove(&self, post: &Arc<Post>) {
        let mut seen = self.lock();
        seen.retain(|seen| !Arc::ptr_eq(&seen.post, post));
        // What others of the launch waited for may be done.
        for other in seen.iter_mut() {
            if Arc::ptr_eq(&other.post.launch, &post.launch) && other.post.asks.load(Relaxed) {
                other.since = Instant::now();
            }
        }
    }
    /// Looks again and again whose turn it is.
    fn run(&self) -> ! {
        let mut seen = self.lock();
        loop {
            let step = step(&seen);
            let woken = self.changed.wait_timeout(seen, step);
            seen = woken.unwrap_or_else(PoisonError::into_inner).0;
            look(&mut seen);
        }
    }
}
impl Post {
    /// Returns the time after which it is to be looked at again.
    fn step(&self) -> Duration {
        let bound = self.launch.bound.unwrap_or(SILENCE);
        (bound / 8).clamp(Duration::from_millis(2), Duration::from_secs(1))
    }
}
/// Returns the time after which the posts are to be looked at again.
fn step(seen: &[Seen]) -> Duration {
    let steps = seen.iter().map(|seen| seen.post.step());
    steps.min().unwrap_or(Duration::from_secs(3600))
}
/// Looks at all posts.
fn look(all: &mut [Seen]) {
    let now = Instant::now();
    for seen in all.iter_mut() {
        let turns = seen.post.turns.load(Relaxed);
        if turns != seen.turns || seen.post.rests.load(Relaxed) {
            (seen.turns, seen.since) = (turns, now);
        }
    }
    for i in 0..all.len() {
        let post = &all[i].post;
        let since = match post.asks.load(Relaxed) {
            false => all[i].since,
            true => {
                let launch = |other: &&Seen| Arc::ptr_eq(&other.post.launch, &post.launch);
                let all = all.iter().filter(launch).map(|other| other.since);
                all.max().unwrap_or(now)
            }
        };
        let time = now.saturating_duration_since(since);
        match post.launch.bound {
            Some(bound) if time >= bound.saturating_add(GRACE) && post.late.load(Relaxed) => {
                say(&format!(
                    "{post}: {}, and cannot be stopped: it is in a loop, or waits for a lock\n",
                    Sentence(post)
                ));
                process::abort()
            }
            Some(bound) if time >= bound => post.late.store(true, Relaxed),
            None if time >= SILENCE && !all[i].told => {
                say(&format!(
                    "{post}: {}; `zellige_emulator::within` stops such a launch\n",
                    Sentence(post)
                ));
                all[i].told = true;
            }
            _ => {}
        }
    }
}

/// Writes to standard error without its lock: a thread that cannot go on may hold it.
pub(super) fn say(words: &str) {
    #[cfg(unix)]
    // SAFETY: as many bytes as the text has.
    let _ = unsafe { libc::write(2, words.as_ptr().cast(), words.len()) };
    #[cfg(not(unix))]
    eprint!("{words}");
}
