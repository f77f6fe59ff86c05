//! The shadow of shared memory: for every byte, the thread that last wrote it, and the threads that
//! have read it since.
//!
//! Two accesses of different threads to a byte, at least one of which is a write, are a *race*
//! unless one happened before the other: unless the first thread told the other its progress, by a
//! barrier, a shuffle, or a barrier in shared memory. On a GPU, either may come first.
//!
//! Copies of the accelerator and products of warpgroups are performed by *agents*, which continue
//! while the thread that began them continues: the actions of an agent are known only to threads
//! that waited for it.

use crate::clock::Clock;
use std::{fmt, ops::Range};

/// An actor that is not a thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Agent {
    /// The copies to shared memory, for the barrier at this offset.
    Loads(usize),
    /// The copies from shared memory that this thread began.
    Stores(u32),
    /// The products of this warpgroup.
    Products(u32),
    /// The products in tensor memory that this thread began.
    TensorProducts(u32),
    /// The copies from shared to tensor memory that this thread began.
    TensorCopies(u32),
    /// The shifts of rows of tensor memory that this thread began.
    TensorShifts(u32),
    /// The products that this thread of the pair's leader began, in the other block.
    PairProducts(u32),
    /// The copies to tensor memory that this thread of the pair's leader began, in the other block.
    PairCopies(u32),
    /// The shifts that this thread of the pair's leader began, in the other block.
    PairShifts(u32),
    /// The deallocations of tensor memory by a pair.
    PairFrees,
}
/// The maximum number of agents of a block; any further ones count as the last of them.
pub(super) const AGENTS: u32 = 31;
/// The bit that represents all readers of a byte that are threads of other blocks.
const OTHER_BLOCKS: usize = 63;
const _: () = assert!(crate::MOST_THREADS.div_ceil(32) + AGENTS <= OTHER_BLOCKS as u32);

/// The thread or agent that accessed a byte, and its epoch at the time; 0 for none.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Stamp(u32);
impl Stamp {
    const NOBODY: Stamp = Stamp(0);
    /// The number of bits of an epoch; the others are for the threads and agents of 16 blocks.
    /// After the last epoch, a thread's accesses count as earlier ones: races may be missed, but no
    /// false ones are reported.
    const EPOCHS: u32 = 17;
    /// The epoch of a copy that no thread has waited for.
    const RUNS: u32 = (1 << Self::EPOCHS) - 1;
    fn new(who: u32, epoch: u32) -> Self {
        Stamp(who << Self::EPOCHS | epoch.min(Self::RUNS - 1))
    }
    fn running(who: u32) -> Self {
        Stamp(who << Self::EPOCHS | Self::RUNS)
    }
    fn who(self) -> u32 {
        self.0 >> Self::EPOCHS
    }
    fn epoch(self) -> u32 {
        self.0 & Self::RUNS
    }
}

/// The reason why an access is invalid.
pub(super) enum Conflict {
    /// The bytes that are read were never written.
    Nobody,
    /// This thread or agent wrote or read them concurrently.
    Race { who: u32, wrote: bool },
    /// This thread copies to them, and has not waited for the copy.
    Runs { who: u32 },
}

/// The kind of an access.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The bytes are read.
    Read,
    /// The bytes are written.
    Write,
    /// The bytes are written by a copy in flight, until [`arrived`](Shadow::arrived).
    Copy,
}

/// The shadow of the shared memory of a block.
pub(super) struct Shadow {
    /// The number of the block in the cluster.
    rank: u32,
    /// The number of threads in a block.
    threads: u32,
    /// The number of the block's first agent in the cluster: after all threads, and the agents of
    /// earlier blocks.
    first_agent: u32,
    agents: Vec<Agent>,
    writes: Vec<Stamp>,
    /// The readers of a byte since it was written: a bit for each warp, then one for each agent,
    /// and one for other blocks.
    readers: Vec<u64>,
    /// For each bit, the last two threads that read the byte, byte by byte. One of two is not the
    /// writer.
    reads: Vec<Vec<[Stamp; 2]>>,
    /// Whether the writers of all bytes are known.
    complete: bool,
}

impl Shadow {
    /// Creates the shadow of block `rank` of a cluster of `blocks` blocks.
    pub(super) fn new((rank, blocks): (u32, u32), threads: u32, bytes: usize) -> Self {
        Shadow {
            rank,
            threads,
            first_agent: blocks * threads + rank * AGENTS,
            agents: Vec::new(),
            writes: vec![Stamp::NOBODY; bytes],
            readers: vec![0; bytes],
            reads: vec![Vec::new(); OTHER_BLOCKS + 1],
            complete: true,
        }
    }
    /// Begins the shadow of another block.
    pub(super) fn clear(&mut self) {
        self.agents.clear();
        self.writes.fill(Stamp::NOBODY);
        self.readers.fill(0);
        self.complete = true;
    }
    /// Begins anew for some bytes, which nothing has accessed.
    pub(super) fn forget(&mut self, bytes: Range<usize>) {
        self.writes[bytes.clone()].fill(Stamp::NOBODY);
        self.readers[bytes].fill(0);
    }
    /// Records that, from now on, bytes are written that the shadow does not see.
    pub(super) fn is_incomplete(&mut self) {
        self.complete = false;
    }

    /// Returns the number that identifies an agent.
    pub(super) fn agent(&mut self, agent: Agent) -> u32 {
        let place = self.agents.iter().position(|known| *known == agent);
        let place = place.unwrap_or_else(|| {
            if self.agents.len() < AGENTS as usize {
                self.agents.push(agent);
            }
            self.agents.len() - 1
        });
        self.first_agent + place as u32
    }
    /// Records that a thread accesses bytes.
    pub(super) fn access(
        &mut self,
        clock: &Clock,
        bytes: Range<usize>,
        way: Way,
    ) -> Result<(), Conflict> {
        let stamp = match way {
            Way::Copy => Stamp::running(clock.who),
            _ => Stamp::new(clock.who, clock.epoch),
        };
        let column = match clock.block == self.rank {
            true => ((clock.who - self.rank * self.threads) / 32) as usize,
            false => OTHER_BLOCKS,
        };
        self.access_as(clock, stamp, column, bytes, way)
    }
    /// Records that an agent accesses bytes in one of its epochs, on behalf of a thread.
    pub(super) fn access_by(
        &mut self,
        (agent, epoch): (u32, u32),
        clock: &Clock,
        bytes: Range<usize>,
        way: Way,
    ) -> Result<(), Conflict> {
        let column = self.threads.div_ceil(32) + agent - self.first_agent;
        self.access_as(clock, Stamp::new(agent, epoch), column as usize, bytes, way)
    }
    fn access_as(
        &mut self,
        clock: &Clock,
        stamp: Stamp,
        column: usize,
        bytes: Range<usize>,
        way: Way,
    ) -> Result<(), Conflict> {
        let happened = |other: Stamp, wrote: bool| match (other.who(), other.epoch()) {
            (who, Stamp::RUNS) => Err(Conflict::Runs { who }),
            (who, _) if who == clock.who => Ok(()),
            (who, epoch) if clock.known[who as usize] >= epoch => Ok(()),
            (who, _) => Err(Conflict::Race { who, wrote }),
        };
        // Adjacent bytes often have the same history.
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
            for (read, readers) in reads[bytes.clone()].iter_mut().zip(&mut self.readers[bytes]) {
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
    /// Records that the bytes that a thread copied have arrived, except for those that were written
    /// since.
    pub(super) fn arrived(&mut self, clock: &Clock, bytes: Range<usize>) {
        let stamp = Stamp::new(clock.who, clock.epoch);
        for write in &mut self.writes[bytes] {
            if *write == Stamp::running(clock.who) {
                *write = stamp;
            }
        }
    }

    /// Returns the text for a conflict that follows the text for the bytes, for a thread:
    /// `which thread 5 wrote`, and ` without a barrier between`.
    pub(super) fn describe(&self, conflict: &Conflict, clock: &Clock) -> (String, &'static str) {
        let name = |who: u32| match (who % self.threads, who / self.threads) {
            (thread, block) if block == clock.block => format!("thread {thread}"),
            (thread, block) => format!("thread {thread} of block {block} of the cluster"),
        };
        match *conflict {
            Conflict::Nobody => ("which no thread has written yet".into(), ""),
            Conflict::Runs { who } => (
                format!("which a copy of {} writes", name(who)),
                ", and no thread has waited for it",
            ),
            Conflict::Race { who, wrote } => match who.checked_sub(self.first_agent) {
                Some(agent) => {
                    let (agent, does) =
                        (self.agents[agent as usize], if wrote { "writes" } else { "reads" });
                    let not_waited = ", and the thread has not waited for it";
                    (format!("which {agent} {does}"), not_waited)
                }
                None => {
                    let did = if wrote { "wrote" } else { "read" };
                    (format!("which {} {did}", name(who)), " without a barrier between")
                }
            },
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
            Agent::TensorProducts(thread) => write!(f, "a product that thread {thread} began"),
            Agent::TensorCopies(thread) => {
                write!(f, "a copy to tensor memory that thread {thread} began")
            }
            Agent::TensorShifts(thread) => write!(f, "a shift that thread {thread} began"),
            Agent::PairShifts(thread) => {
                write!(f, "a shift that thread {thread} of the pair's leader began")
            }
            Agent::PairProducts(thread) => {
                write!(f, "a product that thread {thread} of the pair's leader began")
            }
            Agent::PairCopies(thread) => {
                write!(f, "a copy to tensor memory that thread {thread} of the pair's leader began")
            }
            Agent::PairFrees => f.write_str("a deallocation by the pair"),
        }
    }
}
