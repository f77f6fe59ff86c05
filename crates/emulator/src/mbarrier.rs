//! Barriers in shared memory, at which threads and copied bytes arrive.

use crate::Thread;
use crate::block::Block;
use crate::clock::{Gathering, Known, Learned};
use crate::cluster::Visit;
use crate::fault::ensure;
use crate::shadow::Way;
use crate::shared::Shared;
use crate::tensor_memory::Commit;
use crate::turns::Place;
use std::{cell::RefCell, collections::HashMap};

/// A barrier in shared memory: 8 bytes, as the fields of one number.
#[derive(Copy, Clone)]
struct Barrier {
    /// The number of arrivals per phase.
    arrivals: u64,
    /// The number of arrivals that are missing in this phase.
    missing: u64,
    /// The number of bytes that are expected in this phase and have not arrived.
    bytes: i64,
    /// The phase, modulo 2.
    phase: u64,
}
impl Barrier {
    fn of(bits: u64) -> Self {
        Barrier {
            arrivals: bits & 0xffff,
            missing: bits >> 16 & 0xffff,
            bytes: (bits >> 32 & 0x7fff_ffff).cast_signed() - (1 << 30),
            phase: bits >> 63,
        }
    }
    fn bits(self) -> u64 {
        let bytes = (self.bytes + (1 << 30)).cast_unsigned();
        self.arrivals | self.missing << 16 | bytes << 32 | self.phase << 63
    }
    /// Returns the barrier in its next phase if nothing is missing, or unchanged otherwise.
    fn settled(self) -> Self {
        if self.missing > 0 || self.bytes != 0 {
            return self;
        }
        Barrier { missing: self.arrivals, phase: self.phase ^ 1, ..self }
    }
}

/// The knowledge that the barriers in the shared memory of a block pass on.
#[derive(Default)]
pub(super) struct Barriers {
    /// The phases of the barriers, by address.
    phases: RefCell<HashMap<u32, Phases>>,
}
/// The knowledge that a barrier passes on.
#[derive(Default)]
struct Phases {
    /// The knowledge of the threads that have arrived.
    gathering: Gathering,
    /// The knowledge of these threads when the last phase ended.
    ended: Option<Known>,
    learned: Learned<Known>,
}

impl Thread<'_> {
    /// Returns the pointer to a barrier's 8 bytes in a block of the cluster.
    fn barrier(&self, block: &Block, address: u32, way: Way) -> *mut u64 {
        let shared = self.shared_memory_of(block);
        shared.access(&self.clock(), address, 8, way).cast()
    }
    /// Changes the content of a barrier, and its knowledge.
    fn update(
        &self,
        block: &Block,
        address: u32,
        change: impl FnOnce(Barrier) -> Barrier,
        learn: impl FnOnce(&mut Gathering),
    ) {
        let mut barriers = block.barriers.phases.borrow_mut();
        let phases = barriers.entry(address).or_default();
        learn(&mut phases.gathering);
        let place = self.shared_memory_of(block).inside(address, 8).cast::<u64>();
        // SAFETY: 8 bytes of shared memory, aligned because they were accessed as a barrier.
        let before = Barrier::of(unsafe { place.read() });
        let after = change(before).settled();
        if after.phase != before.phase {
            phases.ended = Some(phases.gathering.known());
        }
        // SAFETY: as above.
        unsafe { place.write(after.bits()) }
    }
    /// Initialises a barrier of the thread's block, for `arrivals` arrivals per phase.
    pub(super) fn make_barrier(&self, address: u32, arrivals: u32) {
        let new =
            Barrier { arrivals: arrivals.into(), missing: arrivals.into(), bytes: 0, phase: 0 };
        let place = self.barrier(self.block, address, Way::Write);
        // SAFETY: 8 bytes of shared memory, aligned.
        unsafe { place.write(new.bits()) }
        let mut barriers = self.block.barriers.phases.borrow_mut();
        barriers.insert(address, Phases::default());
    }
    /// Ends the thread with a fault if a barrier of a block may not have been initialised yet, as
    /// far as this thread knows.
    pub(super) fn check_barrier(&self, block: &Block, address: u32) {
        self.barrier(block, address, Way::Read);
    }
    /// Arrives at a barrier of a block, which expects `bytes` more bytes.
    pub(super) fn arrive_in(&self, block: &Block, address: u32, bytes: u32) {
        self.check_barrier(block, address);
        if block.rank != self.block.rank {
            self.signal();
            self.visit(block, Visit::Arrives(address));
        }
        let change = |state: Barrier| {
            ensure!(
                state.missing > 0,
                "arrives at the barrier at offset {} of shared memory, at which all have arrived",
                Shared::offset(address)
            );
            Barrier { missing: state.missing - 1, bytes: state.bytes + i64::from(bytes), ..state }
        };
        let tell = |gathering: &mut Gathering| self.clocks().tell(self.who(), gathering);
        self.update(block, address, change, tell);
    }
    /// Tells a barrier of the thread's block that `bytes` of the bytes that it expects have
    /// arrived, brought by an agent in one of its epochs, and what is `known` with them.
    pub(super) fn bytes_arrived(
        &self,
        barrier: u32,
        bytes: u32,
        (agent, epoch): (u32, u32),
        known: Option<&Known>,
    ) {
        let change =
            |barrier: Barrier| Barrier { bytes: barrier.bytes - i64::from(bytes), ..barrier };
        let learn = |gathering: &mut Gathering| {
            gathering.learn(agent, epoch);
            known.into_iter().for_each(|known| gathering.learn_all(known));
        };
        self.update(self.block, barrier, change, learn);
    }
    /// Lets a commit arrive at its barrier in the thread's block.
    pub(super) fn products_arrived(&self, commit: &Commit) {
        let change = |barrier: Barrier| {
            ensure!(barrier.missing > 0, "a commit arrives at a barrier at which all have arrived");
            Barrier { missing: barrier.missing - 1, ..barrier }
        };
        let learn = |gathering: &mut Gathering| {
            gathering.learn_all(&commit.known);
            commit.agents.iter().for_each(|agent| gathering.learn(*agent, commit.epoch));
        };
        self.update(self.block, commit.barrier, change, learn);
    }
    /// Waits at a barrier of the thread's block for the end of the phase with this parity.
    ///
    /// # Safety
    ///
    /// The conditions of [`load_for`](Self::load_for) hold.
    pub(super) unsafe fn wait_at_barrier(&self, address: u32, parity: u32) {
        ensure!(parity < 2, "waits for the end of phase {parity}");
        let place = self.barrier(self.block, address, Way::Read);
        let at = Place::Barrier(Shared::offset(address), parity);
        self.wait_until(at, || {
            // SAFETY: as the caller promises.
            unsafe { self.load_for(address) };
            self.commit_for(address);
            // SAFETY: 8 bytes of shared memory, aligned.
            Barrier::of(unsafe { place.read() }).phase != u64::from(parity)
        });
        self.see_signals();
        let mut barriers = self.block.barriers.phases.borrow_mut();
        if let Some(phases) = barriers.get_mut(&address)
            && let Some(ended) = &phases.ended
        {
            self.clocks().learn(self.who(), ended, &mut phases.learned);
        }
    }
}
