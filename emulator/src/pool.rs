//! Threads that stay from one launch to the next: to start hundreds of them takes longer than most kernels.

use crate::meeting::{Bell, Freed};
use std::{
    any::Any,
    cell::{RefCell, UnsafeCell},
    mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering::*},
    },
    thread::{self, JoinHandle},
};

/// What all threads of a launch do, given their numbers.
type Work<'a> = &'a (dyn Fn(u32) + Sync);

thread_local! {
    /// The threads that work for this one.
    static POOL: RefCell<Pool> = RefCell::default();
}

/// Runs `work` in so many threads at the same time, and waits for all of them.
///
/// # Panics
///
/// As the first of them that panicked.
pub(super) fn run(threads: u32, work: Work<'_>) {
    // SAFETY: this function returns when nobody uses it any more; nothing panics from the first task on.
    let work = unsafe { mem::transmute::<Work<'_>, Work<'static>>(work) };
    let mut pool = POOL.take();
    while pool.workers.len() < threads as usize {
        pool.workers.push(Worker::start(&pool.team));
    }
    let team = &pool.team;
    team.missing.store(threads, Relaxed);
    for (number, worker) in (0..threads).zip(&pool.workers) {
        worker.desk.give(Task { work, number });
    }
    team.done.wait_until(|| team.missing.load(Acquire) == 0);
    let panicked = team
        .panicked
        .lock()
        .unwrap_or_else(|held| held.into_inner())
        .take();
    POOL.set(pool);
    if let Some(reason) = panicked {
        resume_unwind(reason)
    }
}

/// Threads that have nothing to do, and what they have together.
#[derive(Default)]
struct Pool {
    workers: Vec<Worker>,
    team: Arc<Team>,
}

/// How far a launch is.
#[derive(Default)]
struct Team {
    /// How many tasks are not done.
    missing: AtomicU32,
    /// Rings when all are.
    done: Bell,
    /// Why the first that panicked did.
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

/// A part of a launch.
struct Task {
    work: Work<'static>,
    number: u32,
}
impl Task {
    fn run(self, team: &Team) {
        let result = catch_unwind(AssertUnwindSafe(|| (self.work)(self.number)));
        if let Err(reason) = result
            && !reason.is::<Freed>()
        {
            let mut first = team
                .panicked
                .lock()
                .unwrap_or_else(|held| held.into_inner());
            first.get_or_insert(reason);
        }
        if team.missing.fetch_sub(1, AcqRel) == 1 {
            team.done.ring();
        }
    }
}

/// Where a task is handed over.
struct Desk {
    state: AtomicU32,
    bell: Bell,
    task: UnsafeCell<Option<Task>>,
}
/// Nothing to do.
const EMPTY: u32 = 0;
/// There is a task.
const FULL: u32 = 1;
/// No more tasks will come.
const CLOSED: u32 = 2;

// SAFETY: the giver uses the task while the state is EMPTY, the worker while it is FULL.
unsafe impl Sync for Desk {}
// SAFETY: tasks may go to other threads, the work being Sync.
unsafe impl Send for Desk {}

impl Desk {
    /// Hands over a task to a worker that has none.
    fn give(&self, task: Task) {
        // SAFETY: the desk is empty, and only its owner gives tasks.
        unsafe { *self.task.get() = Some(task) };
        self.change(FULL);
    }
    fn change(&self, state: u32) {
        self.state.store(state, Release);
        self.bell.ring();
    }
    /// What the worker does.
    fn work(&self, team: &Team) {
        loop {
            self.bell.wait_until(|| self.state.load(Acquire) != EMPTY);
            if self.state.load(Acquire) == CLOSED {
                return;
            }
            // SAFETY: the desk is full.
            let task = unsafe { (*self.task.get()).take() };
            // When all tasks are done, the desk may be filled again at once.
            self.state.store(EMPTY, Release);
            if let Some(task) = task {
                task.run(team);
            }
        }
    }
}

/// A thread that stays.
struct Worker {
    desk: Arc<Desk>,
    thread: Option<JoinHandle<()>>,
}
impl Worker {
    fn start(team: &Arc<Team>) -> Self {
        let desk = Arc::new(Desk {
            state: AtomicU32::new(EMPTY),
            bell: Bell::default(),
            task: UnsafeCell::new(None),
        });
        let (its, team) = (Arc::clone(&desk), Arc::clone(team));
        // Registers are on the stack, and without optimisation each of a loop that is written out has its own.
        let thread = thread::Builder::new()
            .stack_size(1 << 22)
            .spawn(move || its.work(&team));
        let thread = thread.expect("a thread for each thread of a block");
        Worker {
            desk,
            thread: Some(thread),
        }
    }
}
impl Drop for Worker {
    fn drop(&mut self) {
        self.desk.change(CLOSED);
        let ended = self.thread.take().map(JoinHandle::join);
        debug_assert!(matches!(ended, Some(Ok(()))), "panics are the tasks'");
    }
}
