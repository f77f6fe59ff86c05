//! The clusters of a launch that have not begun: one begins when a core is free, unless a cluster
//! that runs has its launch cancelled, to do its work.

use crate::block::Block;
use crate::copies::What;
use crate::fault::{ensure, raise};
use crate::shadow::Way;
use crate::shared::Shared;
use crate::{Grid, Thread};
use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// The clusters of a launch that have not begun: all from the next one on.
pub(super) struct Clusters {
    next: AtomicU64,
    /// The number of clusters of the launch.
    pub(super) count: u64,
    /// The number of clusters in x.
    in_row: u64,
    /// The number of blocks of a cluster.
    blocks: u32,
}
impl Clusters {
    /// Returns all clusters of a grid.
    pub(super) fn of(grid: Grid) -> Self {
        let blocks = grid.blocks_of_cluster();
        let in_row = u64::from(grid.x / blocks);
        let count = in_row * u64::from(grid.y);
        Clusters { next: AtomicU64::new(0), count, in_row, blocks }
    }
    /// Takes the next cluster, which no one else gets: its number, and the position of its first
    /// block.
    pub(super) fn take(&self) -> Option<(u64, (u32, u32))> {
        let number = self.next.fetch_add(1, Relaxed);
        let (x, y) = (number.checked_rem(self.in_row)?, number / self.in_row);
        (number < self.count).then_some((number, (x as u32 * self.blocks, y as u32)))
    }
    /// Returns how many others the cluster with its first block at this position gets at most. The
    /// hardware may refuse any request.
    fn most(&self, (x, y): (u32, u32)) -> u32 {
        let number = u64::from(x / self.blocks) + u64::from(y) * self.in_row;
        [7, 0, 1, 2][(number % 4) as usize]
    }
}

/// The requests of the threads of a block.
#[derive(Default)]
pub(super) struct Cancels {
    /// The number of cancelled launches.
    taken: Cell<u32>,
    /// Whether a thread knows of a response without a cluster.
    refused: Cell<bool>,
}

/// The last word of a response with a cluster, and that of one without. Memory that holds neither
/// is not a response.
const WORDS: [u32; 2] = [0xc1c0_0001, 0xc1c0_0000];

impl Thread<'_> {
    /// Asks to cancel the launch of a cluster. These blocks get the response at an address, and
    /// their barriers count it.
    pub(super) fn request<'a>(
        &self,
        to: u32,
        barrier: u32,
        blocks: impl Iterator<Item = &'a Block>,
    ) {
        let Cancels { taken, refused } = &self.block.cancels;
        ensure!(
            !refused.get(),
            "asks to cancel the launch of a cluster after a response without one"
        );
        ensure!(
            to.is_multiple_of(16),
            "asks for a response at offset {} of shared memory, which is not a multiple of 16",
            Shared::offset(to)
        );
        let clusters = &self.cluster.shared.clusters;
        let may_take = taken.get() < clusters.most(self.cluster.blocks[0].place);
        let words = match may_take.then(|| clusters.take()).flatten() {
            Some((_, (x, y))) => {
                taken.set(taken.get() + 1);
                [x, y, 0, WORDS[0]]
            }
            None => [0, 0, 0, WORDS[1]],
        };
        let mut response = [0; 16];
        response.copy_from_slice(words.map(u32::to_ne_bytes).as_flattened());
        for block in blocks {
            // SAFETY: a response needs no memory outside shared memory.
            unsafe { self.begin_load(block, to, What::Response(response), (barrier, block)) }
        }
    }
    /// Returns the first block of the cluster in the response at an address, if it has one.
    pub(super) fn query(&self, response: u32) -> Option<(u32, u32)> {
        let place = self.shared_memory().access(&self.clock(), response, 16, Way::Read);
        // SAFETY: 16 bytes of shared memory, aligned.
        let [x, y, _, last] = unsafe { place.cast::<[u32; 4]>().read() };
        match WORDS.iter().position(|word| *word == last) {
            Some(0) => Some((x, y)),
            Some(_) => {
                self.block.cancels.refused.set(true);
                None
            }
            None => raise(format!(
                "queries the 16 bytes at offset {} of shared memory, which are not a response",
                Shared::offset(response)
            )),
        }
    }
}
