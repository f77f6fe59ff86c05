//! The shared memory of a block, the shared memories of a cluster, and the asynchronous copies of
//! threads into their own.

use crate::Grid;
use crate::clock::{Clock, Clocks};
use crate::fault::raise;
use crate::launch_control::Clusters;
use crate::regions::Regions;
use crate::shadow::{AGENTS, Agent, Conflict, Shadow, Way};
use crate::tensors::Tensors;
use crate::watch::Post;
use crate::writers::Writer;
use std::{
    alloc::{Layout, alloc, dealloc, handle_alloc_error},
    cell::{Cell, RefCell},
    collections::VecDeque,
    mem,
    ops::Range,
    ptr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::yield_now,
};
use zellige_gpu::access;

/// The shared memory of each block of a cluster, and the knowledge that its threads have of each
/// other, by which races are found in it.
pub(super) struct SharedMemories {
    pub(super) clocks: Clocks,
    pub(super) blocks: Vec<Shared>,
    /// The global memory, which all blocks of the launch share.
    pub(super) global: Regions,
    /// The post that says which thread of the cluster has its turn.
    pub(super) post: Arc<Post>,
    /// The clusters of the launch that have not begun.
    pub(super) clusters: Arc<Clusters>,
    /// Whether another cluster of the launch has failed.
    failed: Arc<AtomicBool>,
    /// Whether a thread of this cluster has ended because of that.
    gave_up: Cell<bool>,
}
impl SharedMemories {
    /// Creates the shared memories of a cluster of the grid.
    pub(super) fn new(
        grid: Grid,
        global: Regions,
        post: &Arc<Post>,
        clusters: Arc<Clusters>,
        failed: Arc<AtomicBool>,
    ) -> Self {
        let blocks = grid.blocks_of_cluster();
        let shared = |rank| Shared::new((rank, blocks), grid.threads, grid.shared);
        SharedMemories {
            clocks: Self::clocks(grid),
            blocks: (0..blocks).map(shared).collect(),
            global,
            post: Arc::clone(post),
            clusters,
            failed,
            gave_up: Cell::new(false),
        }
    }
    /// Called when a thread asks whether another block has told it something. Ends the thread if a
    /// block has failed, because it may be that block.
    pub(super) fn ask_others(&self) {
        if self.failed.load(Relaxed) {
            self.gave_up.set(true);
            raise("waits for another block, but one has failed".into())
        }
        self.post.check_asking();
        yield_now();
    }
    /// Returns whether a thread gave up, so that another cluster is the cause of this one's errors.
    pub(super) fn gave_up(&self) -> bool {
        self.gave_up.get()
    }
    fn clocks(grid: Grid) -> Clocks {
        Clocks::new(grid.blocks_of_cluster(), grid.threads, AGENTS)
    }
    /// Begins another cluster of the same grid, with nothing written.
    pub(super) fn clear(&mut self, grid: Grid) {
        self.clocks = Self::clocks(grid);
        self.blocks.iter_mut().for_each(Shared::clear);
    }
}

/// Shared memory: exactly as much as the launch requests, so that a sanitizer sees accesses beyond
/// it.
pub(super) struct Shared {
    memory: *mut u8,
    layout: Layout,
    bytes: usize,
    /// The number of the block in the cluster.
    rank: u32,
    shadow: RefCell<Shadow>,
    /// The block's writes to global memory.
    pub(super) writer: Writer,
    /// The tensors in the memory, for each thread of the block.
    pub(super) tensors: Vec<RefCell<Tensors>>,
}

impl Shared {
    /// The 32-bit address at which the memory begins. It is not 0, so that an offset is not an
    /// address.
    pub(super) const ADDRESS: u32 = 1024;
    /// The byte that fills the memory before a block begins: not a number that a kernel would
    /// compute with.
    const POISON: u8 = 0xff;

    fn new((rank, blocks): (u32, u32), threads: u32, bytes: u32) -> Self {
        let bytes = bytes as usize;
        let layout = Layout::from_size_align(bytes.max(1), 1024).expect("less than 2^32 bytes");
        // SAFETY: the size is not 0.
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            handle_alloc_error(layout)
        }
        // SAFETY: just allocated with this size.
        unsafe { ptr::write_bytes(memory, Self::POISON, layout.size()) }
        Shared {
            memory,
            layout,
            bytes,
            rank,
            writer: Writer::default(),
            shadow: RefCell::new(Shadow::new((rank, blocks), threads, bytes)),
            tensors: (0..threads).map(|_| RefCell::default()).collect(),
        }
    }
    /// Begins another block, with nothing written.
    fn clear(&mut self) {
        // SAFETY: the memory has that size, and no thread runs that would use it.
        unsafe { ptr::write_bytes(self.memory, Self::POISON, self.layout.size()) }
        self.shadow.get_mut().clear();
        for tensors in &mut self.tensors {
            tensors.get_mut().clear();
        }
    }
    /// Returns the pointer for tensors: their accesses are seen.
    pub(super) fn pointer(&self) -> *mut u8 {
        self.memory
    }
    /// Returns the pointer for accesses that are not seen.
    pub(super) fn unseen(&self) -> *mut u8 {
        self.shadow.borrow_mut().is_incomplete();
        self.memory
    }
    /// Returns the offset of an address, modulo 2^64 if it is before the memory.
    pub(super) fn offset(address: u32) -> usize {
        (address as usize).wrapping_sub(Self::ADDRESS as usize)
    }

    /// Returns the pointer to bytes that a thread accesses, at an address that is a multiple of
    /// their number.
    pub(super) fn access(&self, clock: &Clock, address: u32, bytes: u32, way: Way) -> *mut u8 {
        self.access_at(clock, Self::offset(address), bytes, bytes, way)
    }
    /// Returns the pointer to bytes at an offset.
    fn access_at(&self, clock: &Clock, offset: usize, bytes: u32, align: u32, way: Way) -> *mut u8 {
        let access = self.seen_by(clock, offset, bytes, way);
        let range = self.place(&access, align);
        let found = self.shadow.borrow_mut().access(clock, range, way);
        self.without_conflict(found, clock, &access);
        self.at(offset)
    }
    /// Returns the pointer to bytes at an address that an agent accesses in one of its epochs, for
    /// a thread.
    pub(super) fn access_by(
        &self,
        agent: (u32, u32),
        clock: &Clock,
        address: u32,
        bytes: u32,
        way: Way,
    ) -> *mut u8 {
        let offset = Self::offset(address);
        let access = self.seen_by(clock, offset, bytes, way);
        let range = self.place(&access, 1);
        let mut shadow = self.shadow.borrow_mut();
        let found = shadow.access_by(agent, clock, range, way);
        drop(shadow);
        self.without_conflict(found, clock, &access);
        self.at(offset)
    }
    /// Returns an access as described to a thread, of this block or of another block of the
    /// cluster.
    fn seen_by(&self, clock: &Clock, offset: usize, bytes: u32, way: Way) -> Access {
        Access {
            way,
            offset,
            bytes,
            block: (clock.block != self.rank).then_some(self.rank),
            thread: Some(clock.who as usize % self.tensors.len()),
        }
    }
    /// Ends the thread with a fault if an access has a conflict.
    fn without_conflict(&self, found: Result<(), Conflict>, clock: &Clock, access: &Access) {
        if let Err(conflict) = found {
            let (what, why) = self.describe(&conflict, clock);
            raise(format!("{access}, {what}{why}{}", self.coordinate(access)))
        }
    }
    /// Returns the offsets of bytes; ends the thread with a fault if they are outside the memory or
    /// misaligned.
    fn place(&self, access: &Access, align: u32) -> Range<usize> {
        let (all, offset) = (self.bytes, access.offset);
        let end = offset.saturating_add(access.bytes as usize);
        if end > all {
            raise(format!("{access}, which has {all}{}", self.coordinate(access)))
        }
        if !offset.is_multiple_of(align as usize) {
            let at = self.coordinate(access);
            raise(format!("{access}, which is not a multiple of {align}{at}"))
        }
        offset..end
    }
    /// Returns the coordinate of an access in the tensor by which the thread knows the position:
    /// `: that is (3, 1) of (_8,_33):(_33,_1)`.
    fn coordinate(&self, access: &Access) -> String {
        let place = access.thread.and_then(|thread| {
            let (tensors, offset) = (self.tensors[thread].borrow(), access.offset);
            let beside = || match offset < self.bytes {
                true => None,
                // An offset before the memory was computed modulo 2^64.
                false => tensors.beside(offset.cast_signed()),
            };
            tensors.inside(offset).or_else(beside)
        });
        place.map_or(String::new(), |place| format!(": that is {place}"))
    }
    /// Ends the thread with a fault if bytes at an address are outside the memory, or not aligned
    /// to their number.
    pub(super) fn place_of(&self, clock: &Clock, address: u32, bytes: u32, way: Way) {
        self.place(&self.seen_by(clock, Self::offset(address), bytes, way), bytes);
    }
    /// Returns the pointer to bytes at an address inside the memory, for an access that is recorded
    /// elsewhere, or by the emulator itself.
    pub(super) fn inside(&self, address: u32, bytes: u32) -> *mut u8 {
        let offset = Self::offset(address);
        let access = Access { way: Way::Read, offset, bytes, block: None, thread: None };
        self.place(&access, 1);
        self.at(offset)
    }
    fn at(&self, offset: usize) -> *mut u8 {
        self.memory.wrapping_add(offset)
    }
    /// Records that a thread accesses bytes by a pointer. Returns whether the access is to shared
    /// memory: it is known to be, or the pointer points there.
    pub(super) fn observe(&self, clock: &Clock, access: &access::Access, way: Way) -> bool {
        let access::Access { pointer, bytes, align, shared, .. } = *access;
        let offset = pointer.addr().wrapping_sub(self.memory.addr());
        if shared || offset < self.bytes {
            self.access_at(clock, offset, bytes as u32, align as u32, way);
            return true;
        }
        false
    }

    /// Returns the text for a conflict that follows the text for an access.
    pub(super) fn describe(&self, conflict: &Conflict, clock: &Clock) -> (String, &'static str) {
        self.shadow.borrow().describe(conflict, clock)
    }
    /// Returns the number that identifies an agent.
    pub(super) fn agent(&self, agent: Agent) -> u32 {
        self.shadow.borrow_mut().agent(agent)
    }
}
impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.memory, self.layout) }
    }
}

/// An access, with its text: `reads 4 bytes at offset 132 of shared memory`.
struct Access {
    way: Way,
    offset: usize,
    bytes: u32,
    /// The number of the memory's block, if it is not the thread's.
    block: Option<u32>,
    /// The thread that accesses it; for a thread of another block, the thread with its number.
    /// `None` if the emulator accesses it.
    thread: Option<usize>,
}
impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Access { offset, bytes, .. } = *self;
        let does = if self.way == Way::Read { "reads" } else { "writes" };
        // An offset before the memory was computed modulo 2^64.
        let offset = offset.cast_signed();
        write!(f, "{does} {bytes} bytes at offset {offset} of shared memory")?;
        match self.block {
            Some(block) => write!(f, " of block {block} of the cluster"),
            None => Ok(()),
        }
    }
}

/// A copy in flight.
struct Copy {
    to: u32,
    from: *const u8,
    /// The number of bytes that are read.
    bytes: u32,
    /// The number of bytes that are written; those that are not read are zero.
    size: u32,
}

/// The asynchronous copies of one thread. They are made when the thread waits for them, as late as
/// possible: a kernel that reads too early reads the old values.
#[derive(Default)]
pub(super) struct Pending {
    begun: Vec<Copy>,
    groups: VecDeque<Vec<Copy>>,
}
impl Pending {
    pub(super) fn begin(&mut self, to: u32, from: *const u8, bytes: u32, size: u32) {
        let copy = Copy { to, from, bytes, size };
        self.begun.push(copy);
    }
    pub(super) fn commit(&mut self) {
        self.groups.push_back(mem::take(&mut self.begun));
    }
    /// Completes all but the last `left` groups of the thread.
    ///
    /// # Safety
    ///
    /// The pointers must be valid for the number of bytes to read.
    pub(super) unsafe fn wait(&mut self, left: usize, clock: &Clock, shared: &Shared) {
        while self.groups.len() > left {
            for Copy { to, from, bytes, size } in self.groups.pop_front().into_iter().flatten() {
                let place = shared.inside(to, size);
                // SAFETY: `size` bytes of shared memory, of which at most all are read; the source
                // is the caller's promise.
                unsafe {
                    ptr::copy_nonoverlapping(from, place, bytes as usize);
                    ptr::write_bytes(place.add(bytes as usize), 0, (size - bytes) as usize);
                }
                let offset = Shared::offset(to);
                let range = offset..offset + size as usize;
                shared.shadow.borrow_mut().arrived(clock, range);
            }
        }
    }
}
