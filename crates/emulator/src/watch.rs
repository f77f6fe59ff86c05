//! Threads of a kernel that never wait: a watching CPU thread finds them, and ends their launch.
//!
//! Each CPU thread that runs blocks has a [`Post`], which records whose turn it is. If that does
//! not change for as long as the launch allows, the thread is *late*: it ends with a fault at its
//! next call of its machine. A thread that makes no call cannot be ended, and the contents of its
//! stack may be borrowed elsewhere; the process then ends, with the same message.

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

/// Calls `work`, and ends any launch in it with a thread that runs longer than `bound` without
/// waiting, in an infinite loop or for a lock that is never released.
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
/// stopped a second after the bound, the process ends: it writes the message, with kernel, block
/// and thread, to standard error, and aborts. A `std` lock that a thread holds while it waits at a
/// barrier is such a case: the threads of a block share a CPU thread, and the one that wants the
/// lock stops them all.
///
/// A thread that waits for other blocks, by [`load_acquire`](zellige_gpu::Sm80::load_acquire), may
/// wait as long as any of them makes progress. Without a bound, a launch keeps running; when a
/// thread has not waited for a minute, the launch reports it on standard error, once.
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

/// A watched launch.
pub(super) struct Launch {
    pub(super) kernel: Option<&'static str>,
    /// The number of threads in a block.
    pub(super) threads: u32,
    pub(super) bound: Option<Duration>,
    /// Whether a thread may end without dropping the contents of its stack.
    pub(super) may_end: bool,
    /// Whether all global memory is in buffers.
    pub(super) only_buffers: bool,
}
impl Launch {
    /// Creates the launch of a function in blocks of `threads` threads, with the bound of this
    /// thread.
    pub(super) fn new(threads: u32) -> Self {
        Launch { kernel: None, threads, bound: BOUND.get(), may_end: false, only_buffers: false }
    }
}

/// Records which thread's turn it is on a CPU thread.
pub(super) struct Post {
    pub(super) launch: Arc<Launch>,
    /// The first block of the cluster: x, and y in the upper half.
    first: AtomicU64,
    /// The number in the cluster of the thread whose turn it is.
    who: AtomicU32,
    /// The number of turns so far.
    turns: AtomicU64,
    /// Whether no thread has its turn, or the one that has it launches a kernel itself.
    rests: AtomicBool,
    /// Whether the thread has asked whether another block has told it something.
    asks: AtomicBool,
    /// Whether the thread must end.
    late: AtomicBool,
    /// The number of threads that ended without dropping the contents of their stacks: data that
    /// such a thread shared with others must not be used again.
    pub(super) broken: AtomicU32,
}
impl Post {
    /// Returns the number in the cluster of the thread whose turn it is.
    pub(super) fn who(&self) -> u32 {
        self.who.load(Relaxed)
    }
    /// Begins the cluster with its first block at this position.
    pub(super) fn begin(&self, (x, y): (u32, u32)) {
        self.first.store(u64::from(x) | u64::from(y) << 32, Relaxed);
    }
    /// Gives the turn to the thread with this number in the cluster.
    pub(super) fn next(&self, who: u32) {
        self.who.store(who, Relaxed);
        self.asks.store(false, Relaxed);
        self.late.store(false, Relaxed);
        self.rests.store(false, Relaxed);
        // Nothing else writes it.
        self.turns.store(self.turns.load(Relaxed) + 1, Relaxed);
    }
    /// Records that no thread has its turn.
    pub(super) fn rest(&self) {
        self.rests.store(true, Relaxed);
    }
    /// Ends the calling thread, whose turn it is, if it is late or has little space left on its
    /// stack.
    #[inline]
    pub(super) fn check(&self) {
        trap::check();
        if self.late.load(Relaxed) && !thread::panicking() {
            raise(Sentence(self).to_string())
        }
    }
    /// Does the same for a thread that asks whether another block has told it something, and that
    /// may wait as long as any other thread makes progress.
    pub(super) fn check_asking(&self) {
        self.asks.store(true, Relaxed);
        self.check();
    }
}
/// The message for a late thread.
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
/// The position of the thread whose turn it is: `saxpy, block (0, 1), thread 37`. It needs no heap
/// memory.
impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, who, threads) =
            (self.first.load(Relaxed), self.who.load(Relaxed), self.launch.threads);
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
    /// Puts this CPU thread on a post of its own.
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
/// Calls `work`, which launches a kernel. If a thread of another kernel does that, its own post
/// rests.
pub(super) fn resting<R>(work: impl FnOnce() -> R) -> R {
    struct Rests(Option<*const Post>);
    impl Drop for Rests {
        fn drop(&mut self) {
            if let Some(post) = self.0 {
                // SAFETY: the post exists as long as a thread runs on it, and that thread called
                // this.
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

/// The time after which the process reports that a thread of a launch without a bound does not
/// wait.
const SILENCE: Duration = Duration::from_secs(60);
/// The time that a late thread has to end.
const GRACE: Duration = Duration::from_secs(1);

/// The last observed state of a post.
struct Seen {
    post: Arc<Post>,
    turns: u64,
    /// The time at which this state was first observed.
    since: Instant,
    /// Whether the process has reported that the post's thread does not wait.
    told: bool,
}
/// All posts, and the thread that watches them.
struct Watch {
    seen: Mutex<Vec<Seen>>,
    /// Notified of the first post, and of a post with a shorter bound.
    changed: Condvar,
}
static WATCH: Watch = Watch { seen: Mutex::new(Vec::new()), changed: Condvar::new() };

impl Watch {
    fn lock(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn add(&'static self, post: &Arc<Post>) {
        static WATCHES: AtomicBool = AtomicBool::new(false);
        if !WATCHES.swap(true, Relaxed) {
            let watch = thread::Builder::new().name("zellige-emulator".into());
            // If no thread can be created, no thread watches.
            let _ = watch.spawn(|| self.run());
        }
        let mut seen = self.lock();
        let sooner = step(&seen) > post.step();
        seen.push(Seen { post: Arc::clone(post), turns: 0, since: Instant::now(), told: false });
        drop(seen);
        if sooner {
            self.changed.notify_one();
        }
    }
    fn remove(&self, post: &Arc<Post>) {
        let mut seen = self.lock();
        seen.retain(|seen| !Arc::ptr_eq(&seen.post, post));
        // Other threads of the launch may have waited for this one.
        for other in seen.iter_mut() {
            if Arc::ptr_eq(&other.post.launch, &post.launch) && other.post.asks.load(Relaxed) {
                other.since = Instant::now();
            }
        }
    }
    /// Repeatedly looks whose turn it is.
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
    /// Returns the time after which to look again.
    fn step(&self) -> Duration {
        let bound = self.launch.bound.unwrap_or(SILENCE);
        (bound / 8).clamp(Duration::from_millis(2), Duration::from_secs(1))
    }
}
/// Returns the time after which to look at the posts again.
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

/// Writes to standard error without its lock, which a thread that cannot continue may hold.
pub(super) fn say(words: &str) {
    #[cfg(unix)]
    // SAFETY: the text has that many bytes.
    let _ = unsafe { libc::write(2, words.as_ptr().cast(), words.len()) };
    #[cfg(not(unix))]
    eprint!("{words}");
}
