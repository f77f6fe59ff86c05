//! Tensor memory: the columns that a block allocates, and the accesses to each word.
//!
//! Its shadow is that of shared memory, with a word in place of a byte. A load or a store is an
//! access of its thread. A product is an access of an agent, and a thread that has waited for the
//! commit knows that it is done.
//!
//! A synchronization orders accesses of two threads only if both have a fence: the first thread
//! before the synchronization, the second thread after it. A thread knows of the others, here, what
//! it knew at its last fence `after_thread_sync`, as far as they had ended an epoch by a fence
//! `before_thread_sync`.

use crate::block::Block;
use crate::clock::{Clock, Known};
use crate::fault::{ensure, raise};
use crate::shadow::{Agent, Shadow, Way};
use crate::turns::Place;
use crate::{Grid, Thread};
use std::cell::{RefCell, RefMut};
use std::fmt;
use zellige::atom::tmem::{COLUMNS, LANES};
use zellige_gpu::tmem::CtaGroup;

/// The tensor memory of a block, which is there from the first allocation on.
pub(super) struct TensorMemory(RefCell<State>);
struct State {
    /// The number of the block in the cluster, the number of blocks, and the threads of a block.
    place: ((u32, u32), u32),
    words: Vec<u32>,
    shadow: Option<Shadow>,
    /// The first column, and the number of columns, of each allocation.
    allocations: Vec<(u32, u32)>,
    /// The number of columns of the last allocation.
    last: u32,
    relinquished: bool,
    /// The number of CTAs of the instructions, once there was one.
    ctas: Option<u32>,
    /// What the block has begun to do together with the other one of its pair.
    steps: Vec<Step>,
    commits: Vec<Commit>,
    /// What each thread has last begun, unless it has committed since.
    begun: Vec<Option<Begun>>,
    /// The epochs that each thread has ended by a fence.
    fences: Vec<Vec<u32>>,
}
/// What both blocks of a pair do together.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// They allocate this number of columns at this address.
    Allocates(u32, u32),
    /// They free them.
    Frees(u32, u32),
    /// They give up the permit to allocate.
    Relinquishes,
}
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (does, columns, first) = match self {
            Step::Allocates(columns, first) => ("allocates", columns, first),
            Step::Frees(columns, first) => ("frees", columns, first),
            Step::Relinquishes => return f.write_str("gives up the permit to allocate"),
        };
        write!(f, "{does} {columns} columns of tensor memory, from {first} on")
    }
}
/// A commit that has not arrived at its barrier.
#[derive(Clone)]
pub(super) struct Commit {
    pub(super) barrier: u32,
    /// The agents of the thread, in each block: of its products, and of its copies and its shifts,
    /// if it has begun any.
    pub(super) agents: Vec<u32>,
    /// What the thread has begun last.
    pub(super) begun: Begun,
    pub(super) epoch: u32,
    /// The knowledge of the thread, of what happened before its products.
    pub(super) known: Known,
}
/// What a thread begins, and a commit waits for.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Begun {
    Product,
    Copy,
    Shift,
}
/// The actor of an access: the thread, or its products, copies or shifts in one of their epochs.
#[derive(Copy, Clone)]
pub(super) enum By {
    Thread,
    Agent((u32, u32)),
}
/// The number of a word.
fn index(lane: u32, column: u32) -> usize {
    (lane * COLUMNS + column) as usize
}

impl TensorMemory {
    pub(super) fn new(grid: Grid, rank: u32) -> Self {
        TensorMemory(RefCell::new(State {
            place: ((rank, grid.blocks_of_cluster()), grid.threads),
            words: Vec::new(),
            shadow: None,
            allocations: Vec::new(),
            last: COLUMNS,
            relinquished: false,
            ctas: None,
            steps: Vec::new(),
            commits: Vec::new(),
            begun: vec![None; grid.threads as usize],
            fences: vec![Vec::new(); grid.threads as usize],
        }))
    }
    fn state(&self) -> RefMut<'_, State> {
        self.0.borrow_mut()
    }
    /// Returns the error of the block if it ends now.
    pub(super) fn unfinished(&self) -> Option<String> {
        let state = self.state();
        let committed = state.commits.iter().map(|commit| commit.begun);
        if let Some(begun) = state.begun.iter().copied().flatten().chain(committed).next() {
            let what = match begun {
                Begun::Product => "a product in",
                Begun::Copy => "a copy to",
                Begun::Shift => "a shift in",
            };
            return Some(format!("{what} tensor memory is under way when the block ends"));
        }
        let (first, columns) = *state.allocations.first()?;
        Some(format!("{columns} columns of tensor memory, from {first} on, are never freed"))
    }
    /// Allocates columns, the last ones that are free: a kernel cannot rely on an address.
    pub(super) fn allocate(&self, columns: u32) -> u32 {
        let state = &mut *self.state();
        ensure!(
            columns.is_power_of_two() && (32..=COLUMNS).contains(&columns),
            "allocates {columns} columns of tensor memory, not a power of two from 32 to {COLUMNS}"
        );
        ensure!(
            !state.relinquished,
            "allocates tensor memory after the block has given up the permit to allocate"
        );
        ensure!(
            columns <= state.last,
            "allocates {columns} columns of tensor memory after {}: the number may not grow",
            state.last
        );
        let is_free = |first: &u32| {
            let apart =
                |(other, more): &(u32, u32)| first + columns <= *other || other + more <= *first;
            state.allocations.iter().all(apart)
        };
        let Some(first) = (0..=COLUMNS - columns).rev().find(is_free) else {
            let taken: u32 = state.allocations.iter().map(|(_, columns)| columns).sum();
            raise(format!(
                "allocates {columns} of {COLUMNS} columns of tensor memory: its block has {taken}"
            ))
        };
        state.last = columns;
        state.allocations.push((first, columns));
        if state.shadow.is_none() {
            let (place, threads) = state.place;
            let words = (LANES * COLUMNS) as usize;
            state.shadow = Some(Shadow::new(place, threads, words));
            state.words = vec![u32::MAX; words];
        }
        for lane in 0..LANES {
            let words = index(lane, first)..index(lane, first + columns);
            state.shadow.as_mut().expect("made above").forget(words);
        }
        first
    }
    pub(super) fn relinquish(&self) {
        self.state().relinquished = true;
    }
    /// Ends the thread with a fault unless these columns are allocated together.
    pub(super) fn check_allocated(&self, address: u32, columns: u32) {
        ensure!(
            self.state().allocations.contains(&(address, columns)),
            "frees {columns} columns of tensor memory at {address:#x}, which are not an allocation"
        );
    }
    /// Removes an allocation.
    pub(super) fn free(&self, address: u32, columns: u32) {
        self.state().allocations.retain(|one| *one != (address, columns));
    }
    /// Records that a thread ends an epoch by a fence.
    pub(super) fn fence(&self, thread: u32, epoch: u32) {
        self.state().fences[thread as usize].push(epoch);
    }
    /// Reduces some knowledge to what fences of the block's threads have ordered.
    fn order(&self, known: &mut [u32]) {
        let state = self.state();
        let first = (state.place.0.0 * state.place.1) as usize;
        for (known, fences) in known[first..].iter_mut().zip(&state.fences) {
            let before = fences.partition_point(|epoch| epoch <= known);
            *known = before.checked_sub(1).map_or(0, |last| fences[last]);
        }
    }
    /// Records what a thread begins.
    pub(super) fn begin(&self, thread: u32, begun: Begun) {
        self.state().begun[thread as usize] = Some(begun);
    }
    /// Returns what a thread has begun last, which it commits.
    pub(super) fn committed(&self, thread: u32) -> Begun {
        self.state().begun[thread as usize].take().unwrap_or(Begun::Product)
    }
    /// Commits the products and copies of a thread.
    pub(super) fn commit(&self, commit: Commit) {
        self.state().commits.push(commit);
    }
    /// Takes the first commit that arrives at a barrier, and those before it of the same thread.
    pub(super) fn arriving(&self, barrier: u32) -> Vec<Commit> {
        let commits = &mut self.state().commits;
        let Some(last) = commits.iter().position(|commit| commit.barrier == barrier) else {
            return Vec::new();
        };
        let agent = commits[last].agents[0];
        let mut number = 0;
        let before = |commit: &mut Commit| {
            number += 1;
            number <= last + 1 && commit.agents[0] == agent
        };
        commits.extract_if(.., before).collect()
    }
    /// Ends the thread with a fault if the block has executed an instruction of another number of
    /// CTAs.
    pub(super) fn check_ctas(&self, ctas: u32) {
        let words = |ctas| if ctas == 1 { "one CTA" } else { "two CTAs" };
        let before = *self.state().ctas.get_or_insert(ctas);
        ensure!(
            ctas == before,
            "executes an instruction of {} after one of {}",
            words(ctas),
            words(before)
        );
    }
    /// Returns the words of consecutive columns of a lane, which an access has recorded.
    pub(super) fn words(&self, lane: u32, columns: (u32, u32)) -> Vec<u32> {
        let words = index(lane, columns.0)..index(lane, columns.0 + columns.1);
        self.state().words[words].to_vec()
    }
    /// Changes a word, for which an access is recorded.
    pub(super) fn change_word(&self, lane: u32, column: u32, change: impl FnOnce(&mut u32)) {
        change(&mut self.state().words[index(lane, column)]);
    }
}

impl Thread<'_> {
    /// Returns the agent in a block for what the thread begins.
    pub(super) fn agent_in(&self, block: &Block, begun: Begun) -> u32 {
        let agent = match (begun, block.rank == self.block.rank) {
            (Begun::Product, true) => Agent::TensorProducts,
            (Begun::Product, false) => Agent::PairProducts,
            (Begun::Copy, true) => Agent::TensorCopies,
            (Begun::Copy, false) => Agent::PairCopies,
            (Begun::Shift, true) => Agent::TensorShifts,
            (Begun::Shift, false) => Agent::PairShifts,
        };
        self.shared_memory_of(block).agent(agent(self.number()))
    }
    /// Returns the blocks that execute an instruction of P CTAs together, the leader first.
    pub(super) fn group<P: CtaGroup>(&self) -> Vec<&Block> {
        self.block.tensor_memory.check_ctas(P::CTAS);
        if P::CTAS == 1 { vec![self.block] } else { self.pair().into() }
    }
    /// Returns these blocks for an instruction that the leader alone `begins`.
    pub(super) fn led_group<P: CtaGroup>(&self, begins: &str) -> Vec<&Block> {
        let group = self.group::<P>();
        ensure!(
            group[0].rank == self.block.rank,
            "begins {begins} of two CTAs in block {} of the cluster, which is not the leader",
            self.block.rank
        );
        group
    }
    /// Waits for the other block of a pair to do the same.
    pub(super) fn together(&self, group: &[&Block], step: Step) {
        let number = self.block.tensor_memory.state().steps.len();
        self.block.tensor_memory.state().steps.push(step);
        for other in group.iter().filter(|block| block.rank != self.block.rank) {
            let steps = || other.tensor_memory.state().steps.get(number).copied();
            self.wait_until(Place::Pair, || steps().is_some());
            if let Some(its) = steps() {
                ensure!(its == step, "{step}, while the other block of the pair {its}");
            }
        }
    }
    /// Orders the accesses so far before the synchronizations that follow.
    pub(super) fn fence_before(&self) {
        let epoch = self.clocks().end_epoch(self.who());
        self.block.tensor_memory.fence(self.number(), epoch);
    }
    /// Orders the accesses that follow after the synchronizations so far.
    pub(super) fn fence_after(&self) {
        let mut known = self.clock().known.to_vec();
        self.cluster.blocks.iter().for_each(|block| block.tensor_memory.order(&mut known));
        *self.own.in_flight.ordered.borrow_mut() = Some(known.into());
    }
    /// Returns the clock of the thread's accesses to tensor memory. A warp, which accesses it
    /// together, needs no fences.
    pub(super) fn tensor_clock(&self) -> Clock {
        let clock = self.clock().clone();
        let mut known = match &*self.own.in_flight.ordered.borrow() {
            Some(ordered) => ordered.to_vec(),
            None => vec![0; clock.known.len()],
        };
        let warp = self.who() as usize - self.lane()..;
        for (ordered, known) in known[warp.clone()].iter_mut().zip(&clock.known[warp]).take(32) {
            *ordered = *known;
        }
        Clock { known: known.into(), ..clock }
    }
    /// Records an access to consecutive columns of a lane in the thread's block.
    pub(super) fn access_lane(
        &self,
        clock: &Clock,
        by: By,
        way: Way,
        lane: u32,
        columns: (u32, u32),
    ) {
        self.access_lane_in(self.block, clock, by, way, lane, columns);
    }
    /// Records an access to consecutive columns of a lane in a block. Ends the thread with a fault
    /// if they are not allocated, or if the access has a conflict.
    pub(super) fn access_lane_in(
        &self,
        block: &Block,
        clock: &Clock,
        by: By,
        way: Way,
        lane: u32,
        columns: (u32, u32),
    ) {
        let state = &mut *block.tensor_memory.state();
        let (first, end) = (columns.0, columns.0 + columns.1);
        let does = if way == Way::Read { "reads" } else { "writes" };
        let of_block = match block.rank == self.block.rank {
            true => String::new(),
            false => format!(" of block {} of the cluster", block.rank),
        };
        let place =
            |column| format!("{does} lane {lane}, column {column} of tensor memory{of_block}");
        let is_allocated = |column: &u32| {
            let inside = |(first, columns): &(u32, u32)| (*first..first + columns).contains(column);
            lane < LANES && state.allocations.iter().any(inside)
        };
        if let Some(column) = (first..end).find(|column| !is_allocated(column)) {
            raise(format!("{}, which is not allocated", place(column)))
        }
        let shadow = state.shadow.as_mut().expect("there are columns");
        let mut access = |clock: &Clock, first, end| {
            let words = index(lane, first)..index(lane, end);
            match by {
                By::Thread => shadow.access(clock, words, way),
                By::Agent(agent) => shadow.access_by(agent, clock, words, way),
            }
        };
        if access(clock, first, end).is_ok() {
            return;
        }
        let mut found = (first..end)
            .filter_map(|column| access(clock, column, column + 1).err().map(|why| (column, why)));
        let Some((column, conflict)) = found.next() else { return };
        let (what, why) = self.shared_memory_of(block).describe(&conflict, clock);
        // If the thread knows of the other access, only a fence is missing.
        let known = self.clock().known.iter().zip(&*clock.known).map(|(a, b)| *a.max(b)).collect();
        let all = Clock { known, ..clock.clone() };
        let why = match access(&all, column, column + 1) {
            Ok(()) => {
                ": a barrier is between, but not `tcgen05_before_thread_sync` before it and \
                 `tcgen05_after_thread_sync` after it"
            }
            Err(_) => why,
        };
        raise(format!("{}, {what}{why}", place(column)))
    }
    /// Records that a store of the thread to a word has arrived.
    pub(super) fn stored(&self, lane: u32, column: u32) {
        let state = &mut *self.block.tensor_memory.state();
        if let Some(shadow) = &mut state.shadow {
            shadow.arrived(&self.clock(), index(lane, column)..index(lane, column + 1));
        }
    }
}
