//! Clocks: the order of events, as the progress of each thread of a cluster that other threads know
//! of.
//!
//! A thread counts its *epochs*: a new one begins whenever it tells others how far it is.
//! Everything that it did in an epoch happened before the later actions of any thread that knows of
//! that epoch. These are the vector clocks of the literature. Threads that met have the same
//! knowledge, and share it.

use std::{
    cell::{Ref, RefCell},
    iter, mem,
    rc::Rc,
};

/// The last known epoch of each thread, followed by those of each agent.
pub(super) type Known = Rc<[u32]>;

/// The epoch of a thread, and its knowledge of the others.
#[derive(Clone)]
pub(super) struct Clock {
    /// The thread's number among the threads of the cluster.
    pub(super) who: u32,
    /// The number of its block in the cluster.
    pub(super) block: u32,
    /// The known epochs of the others; the thread's own is in `epoch`.
    pub(super) known: Known,
    pub(super) epoch: u32,
}

impl Clock {
    /// Returns the clock with the knowledge of an agent up to this epoch.
    pub(super) fn knowing(mut self, (agent, epoch): (u32, u32)) -> Self {
        Rc::make_mut(&mut self.known)[agent as usize] = epoch;
        self
    }
}

/// The clocks of the threads of a cluster: those of its first block, then those of the next one.
pub(super) struct Clocks {
    all: RefCell<Vec<Clock>>,
    learned: RefCell<Learned<(u32, u32)>>,
}
impl Clocks {
    /// Creates the clocks of `blocks` blocks, with `threads` threads and `agents` agents each,
    /// which know each other.
    pub(super) fn new(blocks: u32, threads: u32, agents: u32) -> Self {
        let known: Known = vec![0; (blocks * (threads + agents)) as usize].into();
        // Epochs are counted from 1.
        let clock = |who| Clock { who, block: who / threads, known: Rc::clone(&known), epoch: 1 };
        Clocks {
            all: RefCell::new((0..blocks * threads).map(clock).collect()),
            learned: RefCell::default(),
        }
    }
    /// Returns the clock of a thread.
    pub(super) fn of(&self, thread: u32) -> Ref<'_, Clock> {
        Ref::map(self.all.borrow(), |all| &all[thread as usize])
    }
    /// Records that a thread reaches a point where threads tell each other their epochs.
    pub(super) fn tell(&self, thread: u32, gathering: &mut Gathering) {
        gathering.add(&mut self.all.borrow_mut()[thread as usize]);
    }
    /// Records that a thread has the common knowledge of the threads to which it told its epoch.
    pub(super) fn know(&self, thread: u32, known: &Known) {
        self.all.borrow_mut()[thread as usize].known = Rc::clone(known);
    }
    /// Begins the next epoch of a thread, and returns the one that ends.
    pub(super) fn end_epoch(&self, thread: u32) -> u32 {
        let clock = &mut self.all.borrow_mut()[thread as usize];
        clock.epoch += 1;
        clock.epoch - 1
    }
    /// Records that a thread learns the knowledge of others.
    pub(super) fn learn(&self, thread: u32, known: &Known, learned: &mut Learned<Known>) {
        let clock = &mut self.all.borrow_mut()[thread as usize];
        learned.apply(clock, Rc::clone(known), Rc::ptr_eq, |all, known| advance(all, known));
    }
    /// Records that a thread has waited for an agent, up to this epoch.
    pub(super) fn waited(&self, thread: u32, agent: u32, epoch: u32) {
        let clock = &mut self.all.borrow_mut()[thread as usize];
        if clock.known[agent as usize] < epoch {
            let equal = |a: &(u32, u32), b: &(u32, u32)| a == b;
            let learn = |all: &mut [u32], _: &_| all[agent as usize] = epoch;
            let mut learned = self.learned.borrow_mut();
            learned.apply(clock, (agent, epoch), equal, learn);
        }
    }
}

/// Advances known epochs to those that others know.
fn advance(all: &mut [u32], known: &[u32]) {
    for (all, known) in all.iter_mut().zip(known) {
        *all = (*all).max(*known);
    }
}

/// The common knowledge of some threads.
#[derive(Clone, Default)]
pub(super) struct Gathering {
    /// That of the first one, shared with it until something is added.
    known: Known,
    /// The knowledge of the last thread that arrived: the next one often knows the same.
    last: Option<Known>,
}
impl Gathering {
    /// Adds the knowledge of a thread, and begins its next epoch.
    pub(super) fn add(&mut self, clock: &mut Clock) {
        let same = |last: &Known| Rc::ptr_eq(last, &clock.known);
        if !self.last.as_ref().is_some_and(same) {
            self.learn_all(&clock.known);
            self.last = Some(Rc::clone(&clock.known));
        }
        self.learn(clock.who, clock.epoch);
        clock.epoch += 1;
    }
    /// Adds the knowledge that somebody had.
    pub(super) fn learn_all(&mut self, known: &Known) {
        if self.known.len() < known.len() {
            let before = mem::replace(&mut self.known, Rc::clone(known));
            if !before.is_empty() {
                advance(Rc::make_mut(&mut self.known), &before);
            }
        } else {
            advance(Rc::make_mut(&mut self.known), known);
        }
    }
    /// Adds that thread or agent `who` has reached an epoch.
    pub(super) fn learn(&mut self, who: u32, epoch: u32) {
        let who = who as usize;
        if self.known.len() <= who {
            let nothing = iter::repeat_n(0, who + 1 - self.known.len());
            self.known = self.known.iter().copied().chain(nothing).collect();
        }
        let known = &mut Rc::make_mut(&mut self.known)[who];
        *known = (*known).max(epoch);
    }
    /// Returns all the knowledge.
    pub(super) fn known(&self) -> Known {
        Rc::clone(&self.known)
    }
}

/// The result of learning something with some knowledge. It is cached, because the next thread
/// often has the same knowledge, and learns the same.
pub(super) struct Learned<T> {
    last: Option<(Known, T, Known)>,
}
impl<T> Default for Learned<T> {
    fn default() -> Self {
        Learned { last: None }
    }
}
impl<T: Clone> Learned<T> {
    /// Returns the knowledge of `clock` after it has learned `what` by `learn`; `same` compares
    /// with what the last clock learned.
    pub(super) fn apply(
        &mut self,
        clock: &mut Clock,
        what: T,
        same: impl Fn(&T, &T) -> bool,
        learn: impl FnOnce(&mut [u32], &T),
    ) {
        let after = match &self.last {
            Some((before, last, after))
                if Rc::ptr_eq(before, &clock.known) && same(last, &what) =>
            {
                Rc::clone(after)
            }
            _ => {
                let mut after = Rc::clone(&clock.known);
                learn(Rc::make_mut(&mut after), &what);
                self.last = Some((Rc::clone(&clock.known), what, Rc::clone(&after)));
                after
            }
        };
        clock.known = after;
    }
}
