//! Asynchronous copies to and from shared memory: of boxes of tensors, of contiguous bytes, and of
//! words for other blocks.
//!
//! They are made when a thread waits for them, as late as possible: a thread that reads too early
//! finds the old values, and a thread that writes too early corrupts them.

use crate::block::Block;
use crate::clock::{Gathering, Known};
use crate::fault::{ensure, raise};
use crate::shadow::{Agent, Way};
use crate::tensor_map::{MODES, Tensor};
use crate::{Thread, hopper::swizzled, shared::Shared};
use std::{cell::RefCell, collections::HashMap, mem, ptr};
use zellige_gpu::{Reduction, TensorMap};

/// What is copied: bytes of global memory, a word, or a response.
#[derive(Copy, Clone)]
pub(super) enum What {
    /// The box of a tensor at these coordinates, the contiguous mode first, and at these offsets in
    /// an image, for im2col mode.
    Box(*const TensorMap, [i32; MODES], [u16; 3]),
    /// The bytes from here on, with their number.
    Bytes(*mut u8, u32),
    /// A word of a thread of the cluster.
    Word([u8; 4]),
    /// The response to a request to cancel the launch of a cluster.
    Response([u8; 16]),
}
impl What {
    /// Returns the number of bytes that the copy takes in shared memory, and that of those that
    /// arrive at a barrier.
    ///
    /// # Safety
    ///
    /// The map must be valid.
    unsafe fn bytes(self) -> [u32; 2] {
        match self {
            What::Box(map, ..) => {
                // SAFETY: as the caller promises.
                let (tensor, _) = Tensor::of(unsafe { &*map });
                [tensor.bytes(), tensor.arriving()]
            }
            What::Bytes(_, bytes) => [bytes; 2],
            What::Word(word) => [word.len() as u32; 2],
            What::Response(response) => [response.len() as u32; 2],
        }
    }
}
/// A copy to shared memory. Threads wait for it at a barrier.
struct Incoming {
    /// The number in the cluster of the block to which it copies.
    block: u32,
    to: u32,
    what: What,
    barrier: u32,
    /// The number of copies begun since the block began, including this one.
    number: u32,
    /// What the thread knew that began it, if those who wait learn that, too.
    known: Option<Known>,
}
/// A copy from shared memory. A thread waits for it by the groups that it made.
struct Outgoing {
    from: u32,
    what: What,
    thread: u32,
    group: Option<u32>,
    /// How the elements are combined with those that they are copied to.
    by: Option<Reduction>,
}
/// The copies that a block has begun.
#[derive(Default)]
struct Begun {
    incoming: Vec<Incoming>,
    /// The number of copies that have begun.
    number: u32,
    outgoing: Vec<Outgoing>,
    /// The number of groups of copies that each thread has made.
    groups: HashMap<u32, u32>,
}
/// The copies that the threads of a block have begun.
#[derive(Default)]
pub(super) struct Copies(RefCell<Begun>);

impl Copies {
    fn with<R>(&self, f: impl FnOnce(&mut Begun) -> R) -> R {
        f(&mut self.0.borrow_mut())
    }
    /// Takes the copies to shared memory that the barrier expects.
    fn expected(&self, barrier: u32) -> Vec<Incoming> {
        self.with(|begun| {
            let all = mem::take(&mut begun.incoming).into_iter();
            let (mine, others) = all.partition(|load| load.barrier == barrier);
            begun.incoming = others;
            mine
        })
    }
    /// Makes a group of the copies from shared memory that a thread has begun.
    pub(super) fn make_group(&self, thread: u32) {
        self.with(|begun| {
            let made = begun.groups.entry(thread).or_default();
            for store in &mut begun.outgoing {
                if store.thread == thread {
                    store.group.get_or_insert(*made);
                }
            }
            *made += 1;
        });
    }
    /// Takes the copies from shared memory of all but the last `rest` groups of a thread.
    fn done(&self, thread: u32, rest: u32) -> Vec<Outgoing> {
        self.with(|begun| {
            let made = begun.groups.get(&thread).copied().unwrap_or(0);
            let is_done = |store: &Outgoing| {
                let in_group = |group| group < made.saturating_sub(rest);
                store.thread == thread && store.group.is_some_and(in_group)
            };
            let all = mem::take(&mut begun.outgoing).into_iter();
            let (done, others) = all.partition(is_done);
            begun.outgoing = others;
            done
        })
    }
    /// Returns the number of groups of copies from shared memory that a thread has made.
    fn made(&self, thread: u32) -> u32 {
        self.with(|begun| begun.groups.get(&thread).copied().unwrap_or(0))
    }
    /// Returns whether a copy by this map is under way.
    pub(super) fn use_map(&self, map: *const TensorMap) -> bool {
        let uses = |what: &What| matches!(what, What::Box(of, ..) if ptr::eq(*of, map));
        self.with(|Begun { incoming, outgoing, .. }| {
            incoming.iter().any(|copy| uses(&copy.what))
                || outgoing.iter().any(|copy| uses(&copy.what))
        })
    }
    /// Returns the error of the block if it ends now: a GPU would write to the memory of the next
    /// block, or read it.
    pub(super) fn under_way(&self) -> Option<&'static str> {
        self.with(|begun| match begun {
            Begun { incoming, .. } if !incoming.is_empty() => {
                Some("a copy to shared memory is under way when the block ends")
            }
            Begun { outgoing, .. } if !outgoing.is_empty() => {
                Some("a copy from shared memory is under way when the block ends")
            }
            _ => None,
        })
    }
}

impl Thread<'_> {
    /// Calls `f` with each element that is copied. The arguments are the pointer outside shared
    /// memory (none if the element is outside the tensor), the pointer inside, and the number of
    /// bytes. For an element of a box, calls `check` before, with the pointer outside.
    ///
    /// # Safety
    ///
    /// The map must be valid, and so must be the tensor that it describes.
    unsafe fn elements(
        &self,
        block: &Block,
        what: What,
        shared: u32,
        check: impl Fn(*mut u8, u32),
        f: impl Fn(Option<*mut u8>, *mut u8, usize),
    ) {
        let memory = self.shared_memory_of(block);
        match what {
            What::Word(mut word) => {
                let inside = memory.inside(shared, 4);
                f(Some(word.as_mut_ptr()), inside, word.len());
            }
            What::Response(mut response) => {
                let inside = memory.inside(shared, 16);
                f(Some(response.as_mut_ptr()), inside, response.len());
            }
            What::Bytes(outside, bytes) => {
                for i in 0..bytes {
                    f(Some(outside.wrapping_add(i as usize)), memory.inside(shared + i, 1), 1);
                }
            }
            What::Box(map, at, offsets) => {
                // SAFETY: as the caller promises.
                let (map, address) = Tensor::of(unsafe { &*map });
                let (step, piece, pieces) = map.parts();
                for i in 0..map.bytes() / step {
                    let place = shared + i * step;
                    let inside = swizzled(place & !15, (map.swizzle() / 16).max(1)) + place % 16;
                    let offset = map.offset(&at, &offsets, i * step / map.element());
                    for part in (0..pieces).map(|part| part * piece) {
                        let outside = offset
                            .map(|offset| address.wrapping_add(offset as usize + part as usize));
                        if let Some(outside) = outside {
                            check(outside, piece);
                        }
                        let inside = memory.inside(inside + part, piece);
                        f(outside, inside, piece as usize);
                    }
                }
            }
        }
    }
    /// Completes a copy to shared memory, and tells its barrier.
    ///
    /// # Safety
    ///
    /// The conditions of [`elements`](Self::elements) hold.
    unsafe fn load(&self, load: &Incoming) {
        let block = self.block_of_cluster(load.block);
        // SAFETY: elements inside the tensor, as the caller promises, and inside shared memory.
        unsafe {
            let check = |from: *mut u8, bytes| self.check_global(from, bytes, false);
            self.elements(block, load.what, load.to, check, |from, to, size| match from {
                Some(from) => ptr::copy_nonoverlapping(from, to, size),
                None => ptr::write_bytes(to, 0, size),
            });
        }
        // SAFETY: as the caller promises.
        let [_, bytes] = unsafe { load.what.bytes() };
        let agent = self.loads(block, load.barrier);
        self.bytes_arrived(load.barrier, bytes, (agent, load.number), load.known.as_ref());
    }
    /// Completes the copies to shared memory that a barrier expects.
    ///
    /// # Safety
    ///
    /// The conditions of [`elements`](Self::elements) hold.
    pub(super) unsafe fn load_for(&self, barrier: u32) {
        for load in self.block.copies.expected(barrier) {
            // SAFETY: as the caller promises.
            unsafe { self.load(&load) }
        }
    }
    /// Completes the copies from shared memory of all but the last `rest` groups of this thread.
    ///
    /// # Safety
    ///
    /// The conditions of [`elements`](Self::elements) hold.
    pub(super) unsafe fn end_stores(&self, rest: u32) {
        let thread = self.number();
        for Outgoing { from, what, by, .. } in self.block.copies.done(thread, rest) {
            let check = |to: *mut u8, bytes| match by {
                None => self.check_global(to, bytes, true),
                // Other blocks may combine with the same elements.
                Some(_) => drop(self.check_aligned(to, bytes, bytes as usize, true)),
            };
            // SAFETY: elements inside the tensor, as the caller promises, and inside shared memory.
            // The map is valid, too.
            unsafe {
                self.elements(self.block, what, from, check, |to, from, size| {
                    match (to, by, what) {
                        (Some(to), Some(by), What::Box(map, ..)) => {
                            Tensor::of(&*map).0.combine(by, to, from);
                        }
                        (Some(to), ..) => ptr::copy_nonoverlapping(from, to, size),
                        (None, ..) => {}
                    }
                });
            }
        }
        let done = self.block.copies.made(thread).saturating_sub(rest);
        if done > 0 {
            let agent = self.shared_memory().agent(Agent::Stores(thread));
            self.clocks().waited(self.who(), agent, done);
        }
    }
    /// Checks and returns a box of a map, which must be aligned in shared memory; with offsets, a
    /// column of im2col mode.
    ///
    /// # Safety
    ///
    /// The conditions of [`elements`](Self::elements) hold.
    pub(super) unsafe fn checked<const D: usize>(
        &self,
        shared: u32,
        map: *const TensorMap,
        at: [i32; D],
        offsets: Option<&[u16]>,
    ) -> What {
        ensure!(!map.is_null(), "copies a box of an empty tensor, which has no map");
        self.check_aligned(map, size_of::<TensorMap>() as u32, 64, false);
        // SAFETY: as the caller promises.
        unsafe { self.check_acquired(map) }
        // SAFETY: as the caller promises.
        let (tensor, _) = Tensor::of(unsafe { &*map });
        let alignment = (8 * tensor.swizzle()).max(128);
        ensure!(
            shared.is_multiple_of(alignment),
            "copies a box at offset {} of shared memory, which is not a multiple of {alignment}",
            Shared::offset(shared)
        );
        let modes = tensor.modes();
        ensure!(D == modes, "copies a box at {D} coordinates of a tensor of {modes} modes");
        let mut all = [0; MODES];
        all[..D].copy_from_slice(&at);
        if let Some(words) = tensor.no_start(&all) {
            raise(words)
        }
        let mut in_image = [0; MODES - 2];
        match offsets {
            None => ensure!(tensor.pixels().is_none(), "copies a box by a map of im2col mode"),
            Some(offsets) => {
                ensure!(
                    offsets.len() + 2 == D,
                    "copies a column at {} offsets of {D} modes",
                    offsets.len()
                );
                if let Some(words) = tensor.no_column(&all, offsets) {
                    raise(words)
                }
                in_image[..offsets.len()].copy_from_slice(offsets);
            }
        }
        What::Box(map, all, in_image)
    }
    /// Returns the agent that copies to the shared memory of a block, for a barrier.
    fn loads(&self, block: &Block, barrier: u32) -> u32 {
        let agent = Agent::Loads(Shared::offset(barrier));
        self.shared_memory_of(block).agent(agent)
    }
    /// Begins a copy to the shared memory of a block of the cluster, which counts at a barrier of
    /// this block, or of another one.
    ///
    /// # Safety
    ///
    /// The conditions of [`elements`](Self::elements) hold.
    pub(super) unsafe fn begin_load(
        &self,
        block: &Block,
        to: u32,
        what: What,
        (barrier, at): (u32, &Block),
    ) {
        if at.rank != self.block.rank {
            self.check_barrier(at, barrier);
        }
        let number = at.copies.with(|begun| {
            begun.number += 1;
            begun.number
        });
        // SAFETY: as the caller promises.
        let [bytes, _] = unsafe { what.bytes() };
        let agent = (self.loads(block, barrier), number);
        let shared = self.shared_memory_of(block);
        shared.access_by(agent, &self.clock(), to, bytes, Way::Write);
        // Those who wait learn what its thread has read and written in shared memory. A GPU
        // promises this only for the word.
        let known = matches!(what, What::Word(_)).then(|| {
            let mut gathering = Gathering::default();
            self.clocks().tell(self.who(), &mut gathering);
            gathering.known()
        });
        let load = Incoming { block: block.rank, to, what, barrier, number, known };
        at.copies.with(|begun| begun.incoming.push(load));
    }
    /// Begins a copy from shared memory, or a reduction.
    ///
    /// # Safety
    ///
    /// The conditions of [`elements`](Self::elements) hold.
    pub(super) unsafe fn begin_store(&self, what: What, from: u32, by: Option<Reduction>) {
        let (shared, thread) = (self.shared_memory(), self.number());
        if let What::Box(map, ..) = what {
            // SAFETY: as the caller promises.
            let numbers = unsafe { Tensor::of(&*map) }.0.numbers();
            if let Some(bits) = numbers.padded() {
                raise(format!("copies padded numbers of {bits} bits from shared memory"))
            }
        }
        // SAFETY: as the caller promises.
        let [bytes, _] = unsafe { what.bytes() };
        let group = self.block.copies.made(thread) + 1;
        let agent = (shared.agent(Agent::Stores(thread)), group);
        shared.access_by(agent, &self.clock(), from, bytes, Way::Read);
        let store = Outgoing { from, what, thread, group: None, by };
        self.block.copies.with(|begun| begun.outgoing.push(store));
    }
}

/// Ends the thread with a fault if the hardware does not support this copy of bytes.
pub(super) fn check_bulk(shared: u32, outside: *const u8, bytes: u32) {
    let all = [u64::from(shared), outside.addr() as u64, bytes.into()];
    ensure!(
        all.iter().all(|x| x.is_multiple_of(16)),
        "copies {bytes} bytes between {outside:p} and offset {} of shared memory, which are not all multiples of 16",
        Shared::offset(shared)
    );
}
