//! The shadow of shared memory: of every byte, who wrote it last, and who has read it since.
//!
//! Two accesses of different threads to a byte, one of which writes, are a *race* unless one happened before the other: unless the
//! first thread told the other, by a barrier or a shuffle or a barrier in shared memory, that it is further on. On a GPU
//! either may come first.
//!
//! Copies of the accelerator and products of warpgroups are made by *agents*, which run on when the thread goes on that began
//! them: what an agent does is known to who waited for it.

use crate::clock::{Clock, Gathering, Known, Learned};
use std::{fmt, ops::Range, rc::Rc};

/// Who acts without being a thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Agent {
    /// Copies to shared memory, for the barrier at this offset.
    Loads(usize),
    /// Copies from shared memory that this thread began.
    Stores(u32),
    /// Products of this warpgroup.
    Products(u32),
}
/// The most agents of a block; more count as the last of them.
const AGENTS: usize = 31;

/// Who accessed a byte, and in which of its epochs; 0 for nobody.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Stamp(u32);
impl Stamp {
    const NOBODY: Stamp = Stamp(0);
    /// Epochs have 21 bits. This one is that of a copy which nobody has waited for.
    const RUNS: u32 = (1 << 21) - 1;
    fn new(who: u32, epoch: u32) -> Self {
        Stamp(who << 21 | epoch.min(Self::RUNS - 1))
    }
    fn running(who: u32) -> Self {
        Stamp(who << 21 | Self::RUNS)
    }
    fn who(self) -> u32 {
        self.0 >> 21
    }
    fn epoch(self) -> u32 {
        self.0 & Self::RUNS
    }
}

/// Why an access is wrong.
pub(super) enum Conflict {
    /// Nobody wrote what is read.
    Nobody,
    /// This thread or agent wrote it, or read it, meanwhile.
    Race { who: u32, wrote: bool },
    /// This thread copies there, and has not waited until it is there.
    Runs { who: u32 },
}

/// How something is accessed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is written by a copy that runs on, until [`arrived`](Shadow::arrived).
    Copy,
}

/// The shadow of the shared memory of a block.
pub(super) struct Shadow {
    threads: u32,
    clocks: Vec<Clock>,
    agents: Vec<Agent>,
    writes: Vec<Stamp>,
    /// Who has read a byte since it was written: a bit for each warp, and behind them for each agent.
    readers: Vec<u64>,
    /// For each bit, the two threads that read it last, byte by byte. One of two is another than who writes.
    reads: Vec<Vec<[Stamp; 2]>>,
    learned: Learned<(u32, u32)>,
    /// Is it known of all bytes who wrote them?
    complete: bool,
}

impl Shadow {
    pub(super) fn new(threads: u32, bytes: usize) -> Self {
        Shadow {
            threads,
            clocks: Self::clocks(threads),
            agents: Vec::new(),
            writes: vec![Stamp::NOBODY; bytes],
            readers: vec![0; bytes],
            reads: vec![Vec::new(); threads.div_ceil(32) as usize + AGENTS],
            learned: Learned::default(),
            complete: true,
        }
    }
    /// Epochs are counted from 1 on.
    fn clocks(threads: u32) -> Vec<Clock> {
        let known: Known = vec![0; threads as usize + AGENTS].into();
        vec![Clock { known, epoch: 1 }; threads as usize]
    }
    /// Begins another block.
    pub(super) fn clear(&mut self) {
        self.clocks = Self::clocks(self.threads);
        self.agents.clear();
        self.writes.fill(Stamp::NOBODY);
        self.readers.fill(0);
        self.learned = Learned::default();
        self.complete = true;
    }
    /// From now on bytes are written that this does not see.
    pub(super) fn is_incomplete(&mut self) {
        self.complete = false;
    }

    /// The number of an agent, by which it is known.
    pub(super) fn agent(&mut self, agent: Agent) -> u32 {
        let place = self.agents.iter().position(|known| *known == agent);
        let place = place.unwrap_or_else(|| {
            if self.agents.len() < AGENTS {
                self.agents.push(agent);
            }
            self.agents.len() - 1
        });
        self.threads + place as u32
    }
    /// A thread comes to where threads tell each other how far they are.
    pub(super) fn tell(&mut self, thread: u32, gathering: &mut Gathering) {
        gathering.add(thread, &mut self.clocks[thread as usize]);
    }
    /// A thread knows what all know together that it told how far it is.
    pub(super) fn know(&mut self, thread: u32, known: &Known) {
        self.clocks[thread as usize].known = Rc::clone(known);
    }
    /// A thread learns what others know.
    pub(super) fn learn(&mut self, thread: u32, known: &Known, learned: &mut Learned<Known>) {
        let clock = &mut self.clocks[thread as usize];
        learned.apply(clock, Rc::clone(known), Rc::ptr_eq, |all, known| {
            for (all, known) in all.iter_mut().zip(&**known) {
                *all = (*all).max(*known);
            }
        });
    }
    /// A thread has waited for an agent, up to this epoch.
    pub(super) fn waited(&mut self, thread: u32, agent: u32, epoch: u32) {
        let clock = &mut self.clocks[thread as usize];
        if clock.known[agent as usize] < epoch {
            let equal = |a: &(u32, u32), b: &(u32, u32)| a == b;
            let learn = |all: &mut [u32], _: &_| all[agent as usize] = epoch;
            self.learned.apply(clock, (agent, epoch), equal, learn);
        }
    }

    /// A thread accesses bytes.
    pub(super) fn access(
        &mut self,
        thread: u32,
        bytes: Range<usize>,
        way: Way,
    ) -> Result<(), Conflict> {
        let stamp = match way {
            Way::Copy => Stamp::running(thread),
            _ => Stamp::new(thread, self.clocks[thread as usize].epoch),
        };
        let column = thread as usize / 32;
        self.access_as(thread, stamp, column, bytes, way)
    }
    /// An agent accesses bytes in one of its epochs, as a thread told it to.
    pub(super) fn access_by(
        &mut self,
        agent: u32,
        epoch: u32,
        thread: u32,
        bytes: Range<usize>,
        way: Way,
    ) -> Result<(), Conflict> {
        let column = (self.threads.div_ceil(32) + agent - self.threads) as usize;
        self.access_as(thread, Stamp::new(agent, epoch), column, bytes, way)
    }
    fn access_as(
        &mut self,
        thread: u32,
        stamp: Stamp,
        column: usize,
        bytes: Range<usize>,
        way: Way,
    ) -> Result<(), Conflict> {
        let clock = &self.clocks[thread as usize];
        let happened = |other: Stamp, wrote: bool| match (other.who(), other.epoch()) {
            (who, Stamp::RUNS) => Err(Conflict::Runs { who }),
            (who, _) if who == thread => Ok(()),
            (who, epoch) if clock.known[who as usize] >= epoch => Ok(()),
            (who, _) => Err(Conflict::Race { who, wrote }),
        };
        // Bytes side by side often have the same history.
        let mut good = Stamp::NOBODY;
        for write in &self.writes[bytes.clone()] {
            if *write == Stamp::NOBODY {
                if way == Way::Read && self.complete {
                    return Err(Conflict::Nobody);
                }
            } else if *write != good {
                happened(*write, true)?;
                good = *write;
            }
        }
        if way == Way::Read {
            let reads = &mut self.reads[column];
            if reads.is_empty() {
                *reads = vec![[Stamp::NOBODY; 2]; self.writes.len()];
            }
            let bit = 1 << column;
            for (read, readers) in reads[bytes.clone()]
                .iter_mut()
                .zip(&mut self.readers[bytes])
            {
                *read = match *read {
                    _ if *readers & bit == 0 => [stamp, Stamp::NOBODY],
                    [last, before] if last.who() == stamp.who() => [stamp, before],
                    [last, _] => [stamp, last],
                };
                *readers |= bit;
            }
            return Ok(());
        }
        for byte in bytes.clone() {
            let mut readers = self.readers[byte];
            while readers != 0 {
                for read in self.reads[readers.trailing_zeros() as usize][byte] {
                    if read != good && read != Stamp::NOBODY {
                        happened(read, false)?;
                        good = read;
                    }
                }
                readers &= readers - 1;
            }
            self.readers[byte] = 0;
        }
        self.writes[bytes].fill(stamp);
        Ok(())
    }
    /// What a thread copied has arrived, as far as nobody wrote there since.
    pub(super) fn arrived(&mut self, thread: u32, bytes: Range<usize>) {
        let stamp = Stamp::new(thread, self.clocks[thread as usize].epoch);
        for write in &mut self.writes[bytes] {
            if *write == Stamp::running(thread) {
                *write = stamp;
            }
        }
    }

    /// What is wrong, behind the words for the bytes: `, which thread 5 wrote without a barrier between`.
    pub(super) fn describe(&self, conflict: &Conflict) -> String {
        match *conflict {
            Conflict::Nobody => "which nobody has written yet".into(),
            Conflict::Runs { who } => {
                format!("to which a copy of thread {who} runs that nobody has waited for")
            }
            Conflict::Race { who, wrote } if who < self.threads => {
                let did = if wrote { "wrote" } else { "read" };
                format!("which thread {who} {did} without a barrier between")
            }
            Conflict::Race { who, wrote } => {
                let agent = self.agents[(who - self.threads) as usize];
                let does = if wrote { "writes" } else { "reads" };
                format!("which {agent} {does}, for which the thread has not waited")
            }
        }
    }
}
impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Agent::Loads(barrier) => {
                write!(f, "a copy for the barrier at offset {barrier}")
            }
            Agent::Stores(thread) => write!(f, "a copy that thread {thread} began"),
            Agent::Products(group) => write!(f, "a product of warpgroup {group}"),
        }
    }
}
