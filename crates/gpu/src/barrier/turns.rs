//! Turns that warpgroups take.

use super::{Free, Ids};
use crate::Gpu;
use crate::registers::{ConsumerWarpgroup, Roles};
use zellige::refusal::Message;

/// Turns that the consumer warpgroups take, 0, 1, and so on, and then 0 again: while one uses the
/// tensor cores, the others do work that does not need them.
///
/// ```text
/// warpgroup 0    [products]  softmax    [products]  softmax    ..
/// warpgroup 1     waits     [products]   softmax   [products]  ..
/// ```
///
/// A warpgroup [waits](Turns::wait) for its turn, begins its products, and [passes](Turn::pass) the
/// turn to the next one. It cannot pass on a turn that it has not waited for, nor wait twice in a
/// row:
///
/// ```compile_fail,E0382
/// # use zellige_gpu::{Sm90, barrier::Turns};
/// # unsafe fn f<G: Sm90>(gpu: G, turns: Turns) {
/// let turn = turns.wait(gpu);
/// let again = turns.wait(gpu); // use of moved value: `turns`
/// # }
/// ```
///
/// All warpgroups take equally many turns. FlashAttention-3: `warp_scheduler_barrier_sync`,
/// `warp_scheduler_barrier_arrive`. CUTLASS: `OrderedSequenceBarrier`.
#[doc(alias("OrderedSequenceBarrier", "PipelineOrder", "warp_scheduler_barrier"))]
#[derive(Debug)]
pub struct Turns {
    group: u32,
    /// The number of the barrier at which this warpgroup waits.
    mine: u32,
    /// The number of the barrier at which the next one waits.
    next: u32,
}
/// The turn of a warpgroup, until it is passed on.
#[derive(Debug)]
#[must_use = "the next warpgroup waits for its turn"]
pub struct Turn(Turns);

/// Two warpgroups meet at a barrier: the one that has the next turn, and the one before it.
const THREADS: u32 = 2 * 128;

impl<const FIRST: u32> Ids<FIRST> {
    /// Returns the turns of the consumers of the roles R. Each warpgroup has a named barrier,
    /// starting at FIRST. The first turn belongs to warpgroup 0.
    ///
    /// Warpgroup counts other than 2 and 3 do not compile:
    /// `turns of 1 warpgroups: there must be 2 or 3`.
    ///
    /// # Safety
    ///
    /// All threads of all consumers call this, and R are the roles of the block.
    #[inline(always)]
    pub unsafe fn turns<R: Roles>(self, gpu: impl Gpu, role: &ConsumerWarpgroup) -> Turns
    where
        Self: Free<Rest: Free<Rest: Free>>,
    {
        const { check_groups(R::CONSUMERS) }
        let group = gpu.broadcast(role.thread() / 128);
        let number = |group: u32| FIRST + group;
        let turns = Turns {
            group,
            mine: number(group),
            next: number(if group + 1 == R::CONSUMERS { 0 } else { group + 1 }),
        };
        if group + 1 == R::CONSUMERS {
            gpu.barrier_arrive_at::<THREADS>(turns.next);
        }
        turns
    }
}
impl Turns {
    /// Waits until it is this warpgroup's turn.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[inline(always)]
    pub unsafe fn wait(self, gpu: impl Gpu) -> Turn {
        gpu.barrier_sync_at::<THREADS>(self.mine);
        Turn(self)
    }
    /// Ends the turns: warpgroup 0 waits until the last one was passed on, so that no arrival is
    /// pending when the block ends.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together, and all warpgroups have had equally many
    /// turns.
    #[inline(always)]
    pub unsafe fn finish(self, gpu: impl Gpu) {
        if self.group == 0 {
            gpu.barrier_sync_at::<THREADS>(self.mine);
        }
    }
}
impl Turn {
    /// Passes the turn on to the next warpgroup.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[inline(always)]
    pub unsafe fn pass(self, gpu: impl Gpu) -> Turns {
        gpu.barrier_arrive_at::<THREADS>(self.0.next);
        self.0
    }
}

/// Panics on a warpgroup count without turns, or with too few barriers.
const fn check_groups(groups: u32) {
    if groups < 2 || groups > 3 {
        let m = Message::new().s("turns of ").u(groups as u64);
        m.s(" warpgroups: there must be 2 or 3").raise()
    }
}

#[cfg(test)]
mod tests {
    use super::check_groups;

    #[test]
    fn turns_of_some() {
        check_groups(2);
        check_groups(3);
    }
    #[test]
    #[should_panic(expected = "turns of 1 warpgroups: there must be 2 or 3")]
    fn turns_of_one() {
        check_groups(1);
    }
}
