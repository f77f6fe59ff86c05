//! Shifts of rows of tensor memory.

use crate::Thread;
use crate::fault::ensure;
use crate::shadow::Way;
use crate::tensor_memory::{Begun, By};
use zellige::atom::tmem::Address;
use zellige_gpu::tmem::CtaGroup;

/// The lanes and the columns that a shift reads.
const LANES: u32 = 32;
const COLUMNS: u32 = 8;

impl Thread<'_> {
    /// Moves the words of 32 lanes down by one lane. It follows the thread's products, and nothing
    /// else.
    pub(super) fn shift<P: CtaGroup>(&self, address: u32) {
        let (group, at) = (self.led_group::<P>("a shift"), Address::of_bits(address));
        ensure!(
            at.lane().is_multiple_of(LANES),
            "shifts rows of tensor memory from lane {} on, which is not a multiple of {LANES}",
            at.lane()
        );
        let columns = (at.column(), COLUMNS);
        let clock = self.after(&[Begun::Product], &group, self.tensor_clock());
        for block in group {
            let (block, agent) = self.begins(Begun::Shift, block);
            let access = |clock: &_, way, row| {
                let lane = at.lane() + row;
                self.access_lane_in(block, clock, By::Agent(agent), way, lane, columns);
            };
            (0..LANES - 1).for_each(|row| access(&clock, Way::Read, row));
            // It may write what it has read itself.
            let clock = clock.clone().knowing(agent);
            for row in (1..LANES).rev() {
                access(&clock, Way::Write, row);
                let above = block.tensor_memory.words(at.lane() + row - 1, columns);
                for (column, word) in (at.column()..).zip(above) {
                    block.tensor_memory.change_word(at.lane() + row, column, |to| *to = word);
                }
            }
        }
    }
}
