//! The blocks of a cluster, which run together, and their operations on each other.
//!
//! If a launch has no clusters, every block is its own cluster.

use crate::block::Block;
use crate::fault::{Fault, ensure};
use crate::meeting::Meeting;
use crate::shared::{Shared, SharedMemories};
use crate::turns::{self, Place, Turn};
use crate::{Grid, Thread, observer, thread::Own};
use std::rc::Rc;

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
    /// Checks that, for each arrival of a thread of another block at a barrier of this block, some
    /// thread of this block knew of it by its own end: otherwise, the memory could have belonged to
    /// another block by then.
    fn check_visits(&self, block: &Block) -> Result<(), turns::Stopped> {
        let threads = self.grid.threads;
        let own = block.rank * threads..(block.rank + 1) * threads;
        for visit in block.barriers.visits().iter() {
            let is_known = |thread: u32| {
                self.shared.clocks.of(thread).known[visit.who as usize] >= visit.epoch
            };
            if !own.clone().any(is_known) {
                let (rank, offset) = (block.rank, Shared::offset(visit.barrier));
                return Err((
                    visit.who / threads,
                    Some(visit.who % threads),
                    format!(
                        "arrives at the barrier at offset {offset} of shared memory of block {rank} of the cluster, \
                         which may have ended: none of its threads waits for this"
                    ),
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
}
