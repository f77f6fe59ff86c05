//! The blocks of a cluster, which run together, and their operations on each other.
//!
//! If a launch has no clusters, every block is its own cluster.

use crate::block::Block;
use crate::fault::{Fault, ensure};
use crate::meeting::Meeting;
use crate::shadow::Way;
use crate::shared::{Shared, SharedMemories};
use crate::turns::{self, Place, Turn};
use crate::{Grid, Thread, observer, thread::Own};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// The last access of each thread of another block to the memory of a block, by the thread's number
/// in the cluster, with its epoch at the time.
pub(super) type Visits = RefCell<BTreeMap<u32, (u32, Visit)>>;
/// An access of a thread of another block.
#[derive(Copy, Clone)]
pub(super) enum Visit {
    /// It arrives at the barrier at this address.
    Arrives(u32),
    /// It reads or writes this number of bytes at this address.
    Accesses(Way, u32, u32),
}
impl Visit {
    /// Returns the text for a visit of block `rank`: `reads 4 bytes at offset 8 of shared memory of
    /// block 1 of the cluster`.
    fn words(self, rank: u32) -> String {
        let (does, address) = match self {
            Visit::Arrives(barrier) => ("arrives at the barrier".into(), barrier),
            Visit::Accesses(Way::Read, address, bytes) => (format!("reads {bytes} bytes"), address),
            Visit::Accesses(_, address, bytes) => (format!("writes {bytes} bytes"), address),
        };
        let offset = Shared::offset(address);
        format!("{does} at offset {offset} of shared memory of block {rank} of the cluster")
    }
}

/// A cluster while it runs.
pub(super) struct Cluster {
    pub(super) grid: Grid,
    /// The blocks, by number in the cluster.
    pub(super) blocks: Vec<Block>,
    /// The meeting for the barrier of the cluster.
    meeting: Meeting,
    pub(super) shared: Rc<SharedMemories>,
}
impl Cluster {
    /// Runs the kernel as all threads of the cluster whose first block is at this position.
    ///
    /// # Errors
    ///
    /// Returns the first fault in the cluster.
    pub(super) fn run(
        grid: Grid,
        (x, y): (u32, u32),
        shared: Rc<SharedMemories>,
        kernel: &dyn Fn(Thread<'_>),
    ) -> Result<(), Fault> {
        let blocks = grid.blocks_of_cluster();
        let cluster = Cluster {
            grid,
            blocks: (0..blocks).map(|rank| Block::new(grid, rank, (x + rank, y))).collect(),
            meeting: Meeting::new(Place::Cluster),
            shared,
        };
        let _watched = observer::watch(Rc::clone(&cluster.shared));
        let work = |(rank, number), turn: Turn<'_>| {
            let own = Own::new(number, turn);
            kernel(Thread { cluster: &cluster, block: &cluster.blocks[rank as usize], own: &own });
        };
        let post = &cluster.shared.post;
        post.begin((x, y));
        for block in &cluster.blocks {
            let shared = &cluster.shared.blocks[block.rank as usize];
            shared.writer.begin(block.place);
        }
        let ended = turns::run((blocks, grid.threads), work, post);
        let fault =
            |(rank, thread, what)| Fault { kernel: None, block: Some((x + rank, y)), thread, what };
        ended.map_err(fault)?;
        cluster.check_end().map_err(fault)
    }
    /// Checks that all threads may end now. The error has the block, the thread if it concerns a
    /// single one, and the message.
    fn check_end(&self) -> Result<(), turns::Stopped> {
        for block in &self.blocks {
            if let Some(what) = block.unfinished() {
                return Err((block.rank, None, what));
            }
            self.check_visits(block)?;
        }
        match self.meeting.arrived() {
            0 => Ok(()),
            came => Err((
                0,
                None,
                format!(
                    "{came} threads arrived at the barrier of the cluster, which other threads never reached"
                ),
            )),
        }
    }
    /// Checks that, for each access of a thread of another block to the memory of this block, some
    /// thread of this block knew of it by its own end: otherwise, the memory could have belonged to
    /// another block by then.
    fn check_visits(&self, block: &Block) -> Result<(), turns::Stopped> {
        let threads = self.grid.threads;
        let own = block.rank * threads..(block.rank + 1) * threads;
        for (&who, &(epoch, visit)) in block.visits.borrow().iter() {
            let is_known = |thread: u32| self.shared.clocks.of(thread).known[who as usize] >= epoch;
            if !own.clone().any(is_known) {
                let does = visit.words(block.rank);
                return Err((
                    who / threads,
                    Some(who % threads),
                    format!("{does}, which may have ended: none of its threads waits for this"),
                ));
            }
        }
        Ok(())
    }
}

impl Thread<'_> {
    /// Arrives at the barrier of the cluster without waiting.
    pub(super) fn arrive_at_cluster(&self) {
        self.signal();
        ensure!(
            self.own.cluster_round.get().is_none(),
            "arrives at the barrier of the cluster twice without waiting between"
        );
        let all = self.cluster.grid.threads * self.cluster.blocks.len() as u32;
        let round = self.cluster.meeting.come(*self, all);
        self.own.cluster_round.set(Some(round));
    }
    /// Waits at the barrier of the cluster until all threads have arrived.
    pub(super) fn wait_at_cluster(&self) {
        match self.own.cluster_round.take() {
            Some(round) => {
                self.cluster.meeting.pass_knowing(*self, round);
                self.see_signals();
            }
            None => crate::fault::raise(
                "waits at the barrier of the cluster, at which it has not arrived".into(),
            ),
        }
    }
    /// Returns block `rank` of the thread's cluster, for the thread's operations on it.
    pub(super) fn block_of_cluster(&self, rank: u32) -> &Block {
        let blocks = &self.cluster.blocks;
        ensure!(
            (rank as usize) < blocks.len(),
            "names block {rank} of a cluster of {}",
            blocks.len()
        );
        &blocks[rank as usize]
    }
    /// Returns the two blocks of the thread's pair, the leader first.
    pub(super) fn pair(&self) -> [&Block; 2] {
        let (blocks, first) = (&self.cluster.blocks, self.block.rank as usize & !1);
        ensure!(
            blocks.len().is_multiple_of(2),
            "executes an instruction of two CTAs in a cluster of {}",
            blocks.len()
        );
        [&blocks[first], &blocks[first + 1]]
    }
    /// Returns the blocks of the thread's cluster that have a 1 in `mask`.
    pub(super) fn blocks_of_mask(&self, mask: u16) -> impl Iterator<Item = &Block> {
        let blocks = &self.cluster.blocks;
        ensure!(
            mask != 0 && u32::from(mask) >> blocks.len() == 0,
            "copies to the blocks {mask:#b} of a cluster of {}",
            blocks.len()
        );
        blocks.iter().filter(move |block| mask >> block.rank & 1 == 1)
    }
    /// Records an access of the thread to the memory of another block.
    pub(super) fn visit(&self, block: &Block, visit: Visit) {
        block.visits.borrow_mut().insert(self.who(), (self.clock().epoch, visit));
    }
    /// Returns the address in the cluster of a byte of block `rank`: the number of the block, from
    /// 1 on, is in the upper bits.
    pub(super) fn address_in_cluster(&self, address: u32, rank: u32) -> u32 {
        (self.block_of_cluster(rank).rank + 1) << RANK | address
    }
    /// Returns the pointer to bytes that the thread accesses at an address in the cluster, aligned
    /// to their number. An address of the thread's own block is one, too.
    pub(super) fn access_in_cluster(&self, address: u32, bytes: u32, way: Way) -> *mut u8 {
        let block = match address >> RANK {
            0 => self.block,
            rank => self.block_of_cluster(rank - 1),
        };
        let address = address & ((1 << RANK) - 1);
        if block.rank != self.block.rank {
            let (visit, threads) =
                (Visit::Accesses(way, address, bytes), self.cluster.grid.threads);
            let mut others = block.rank * threads..(block.rank + 1) * threads;
            ensure!(
                others.any(|other| self.clock().known[other as usize] > 0),
                "{}, which may not have begun: none of its threads has told this one that it runs",
                visit.words(block.rank)
            );
            self.visit(block, visit);
        }
        self.shared_memory_of(block).access(&self.clock(), address, bytes, way)
    }
}
/// The bit of an address in the cluster at which the number of its block begins.
const RANK: u32 = 24;
