//! The shared memory of a block, and the asynchronous copies of its threads into it.

use crate::clock::{Gathering, Known, Learned};
use crate::fault::{ensure, raise};
use crate::shadow::{Agent, Shadow, Way};
use std::{
    alloc::{Layout, alloc, dealloc, handle_alloc_error},
    cell::RefCell,
    collections::VecDeque,
    mem,
    ops::Range,
    ptr,
};
use zellige_gpu::access;

/// Shared memory: as much as the launch asked for, and not a byte more, so that a sanitizer sees what goes beyond.
pub(super) struct Shared {
    memory: *mut u8,
    layout: Layout,
    bytes: usize,
    shadow: RefCell<Shadow>,
}

impl Shared {
    /// Where it begins, as a 32-bit address. Not 0, so that an offset is no address.
    pub(super) const ADDRESS: u32 = 1024;
    /// What fills it before a block begins: no number that a kernel would compute with.
    const POISON: u8 = 0xff;

    pub(super) fn new(threads: u32, bytes: u32) -> Self {
        let bytes = bytes as usize;
        let layout = Layout::from_size_align(bytes.max(1), 1024).expect("less than 2^32 bytes");
        // SAFETY: the size is not 0.
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            handle_alloc_error(layout)
        }
        // SAFETY: just allocated, of this size.
        unsafe { ptr::write_bytes(memory, Self::POISON, layout.size()) }
        Shared {
            memory,
            layout,
            bytes,
            shadow: RefCell::new(Shadow::new(threads, bytes)),
        }
    }
    /// Begins another block: nothing is written.
    pub(super) fn clear(&mut self) {
        // SAFETY: the memory has that size, and no thread runs that would use it.
        unsafe { ptr::write_bytes(self.memory, Self::POISON, self.layout.size()) }
        self.shadow.get_mut().clear();
    }
    /// The pointer, for tensors: their accesses are seen.
    pub(super) fn pointer(&self) -> *mut u8 {
        self.memory
    }
    /// The pointer, for accesses that are not seen.
    pub(super) fn unseen(&self) -> *mut u8 {
        self.shadow.borrow_mut().is_incomplete();
        self.memory
    }
    /// The offset of an address. It is computed modulo 2^64 if it is before the memory.
    pub(super) fn offset(address: u32) -> usize {
        (address as usize).wrapping_sub(Self::ADDRESS as usize)
    }

    /// The place of bytes at an address, a multiple of their number, which a thread accesses.
    pub(super) fn access(&self, thread: u32, address: u32, bytes: u32, way: Way) -> *mut u8 {
        self.access_at(thread, Self::offset(address), bytes, bytes, way)
    }
    /// The place of bytes at an offset.
    fn access_at(&self, thread: u32, offset: usize, bytes: u32, align: u32, way: Way) -> *mut u8 {
        let range = self.place(offset, bytes, align, way);
        let mut shadow = self.shadow.borrow_mut();
        if let Err(conflict) = shadow.access(thread, range, way) {
            let words = shadow.describe(&conflict);
            raise(format!("{}, {words}", Access(way, offset, bytes)))
        }
        self.at(offset)
    }
    /// The place of bytes at an address, which an agent accesses in one of its epochs for a thread.
    pub(super) fn access_by(
        &self,
        (agent, epoch): (u32, u32),
        thread: u32,
        address: u32,
        bytes: u32,
        way: Way,
    ) -> *mut u8 {
        let offset = Self::offset(address);
        let range = self.place(offset, bytes, 1, way);
        let mut shadow = self.shadow.borrow_mut();
        if let Err(conflict) = shadow.access_by(agent, epoch, thread, range, way) {
            let words = shadow.describe(&conflict);
            raise(format!("{}, {words}", Access(way, offset, bytes)))
        }
        self.at(offset)
    }
    /// Refuses bytes that are not in the memory, or not aligned.
    fn place(&self, offset: usize, bytes: u32, align: u32, way: Way) -> Range<usize> {
        let access = Access(way, offset, bytes);
        let all = self.bytes;
        let end = offset.saturating_add(bytes as usize);
        ensure!(end <= all, "{access}, which has {all}");
        ensure!(
            offset.is_multiple_of(align as usize),
            "{access}, which is no multiple of {align}"
        );
        offset..end
    }
    /// Refuses bytes at an address that are not in the memory, or not aligned to as many.
    pub(super) fn place_of(&self, address: u32, bytes: u32, way: Way) {
        self.place(Self::offset(address), bytes, bytes, way);
    }
    /// The place of bytes at an address that is inside of the memory, whose access is seen elsewhere, or is the emulator's.
    pub(super) fn inside(&self, address: u32, bytes: u32) -> *mut u8 {
        let offset = Self::offset(address);
        self.place(offset, bytes, 1, Way::Read);
        self.at(offset)
    }
    fn at(&self, offset: usize) -> *mut u8 {
        self.memory.wrapping_add(offset)
    }
    /// A thread accesses bytes by a pointer, which is one to shared memory if it is known to be, or points there.
    pub(super) fn observe(&self, thread: u32, access: access::Access, way: Way) {
        let access::Access {
            pointer,
            bytes,
            align,
            shared,
            ..
        } = access;
        let offset = pointer.addr().wrapping_sub(self.memory.addr());
        if shared || offset < self.bytes {
            self.access_at(thread, offset, bytes as u32, align as u32, way);
        } else {
            let does = if way == Way::Read { "reads" } else { "writes" };
            ensure!(
                pointer.addr().is_multiple_of(align),
                "{does} {bytes} bytes at {pointer:p}, which is no multiple of {align}"
            );
        }
    }

    /// The number of an agent.
    pub(super) fn agent(&self, agent: Agent) -> u32 {
        self.shadow.borrow_mut().agent(agent)
    }
    /// A thread tells others how far it is.
    pub(super) fn tell(&self, thread: u32, gathering: &mut Gathering) {
        self.shadow.borrow_mut().tell(thread, gathering);
    }
    /// A thread knows what all know together that it told how far it is.
    pub(super) fn know(&self, thread: u32, known: &Known) {
        self.shadow.borrow_mut().know(thread, known);
    }
    /// A thread learns what others know.
    pub(super) fn learn(&self, thread: u32, known: &Known, learned: &mut Learned<Known>) {
        self.shadow.borrow_mut().learn(thread, known, learned);
    }
    /// A thread has waited for an agent, up to this epoch.
    pub(super) fn waited(&self, thread: u32, agent: u32, epoch: u32) {
        self.shadow.borrow_mut().waited(thread, agent, epoch);
    }
}
impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.memory, self.layout) }
    }
}

/// An access in words: `reads 4 bytes at offset 132 of shared memory`.
struct Access(Way, usize, u32);
impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Access(way, offset, bytes) = *self;
        let does = if way == Way::Read { "reads" } else { "writes" };
        // One before the memory was computed modulo 2^64.
        let offset = offset.cast_signed();
        write!(
            f,
            "{does} {bytes} bytes at offset {offset} of shared memory"
        )
    }
}

/// A copy that has begun.
struct Copy {
    to: u32,
    from: *const u8,
    /// How many bytes are read.
    bytes: u32,
    /// How many bytes are written; those that are not read are zero.
    size: u32,
}

/// The asynchronous copies of one thread. They are made when they are waited for, as late as can be: a kernel that
/// reads too early reads what was there before.
#[derive(Default)]
pub(super) struct Pending {
    begun: Vec<Copy>,
    groups: VecDeque<Vec<Copy>>,
}
impl Pending {
    pub(super) fn begin(&mut self, to: u32, from: *const u8, bytes: u32, size: u32) {
        let copy = Copy {
            to,
            from,
            bytes,
            size,
        };
        self.begun.push(copy);
    }
    pub(super) fn commit(&mut self) {
        self.groups.push_back(mem::take(&mut self.begun));
    }
    /// Completes all groups of the thread but the last `left`.
    ///
    /// # Safety
    ///
    /// The pointers must be valid, as many bytes to read as was said.
    pub(super) unsafe fn wait(&mut self, left: usize, thread: u32, shared: &Shared) {
        while self.groups.len() > left {
            for Copy {
                to,
                from,
                bytes,
                size,
            } in self.groups.pop_front().into_iter().flatten()
            {
                let place = shared.inside(to, size);
                // SAFETY: `size` bytes of shared memory, at most all of which are read; the source is the caller's promise.
                unsafe {
                    ptr::copy_nonoverlapping(from, place, bytes as usize);
                    ptr::write_bytes(place.add(bytes as usize), 0, (size - bytes) as usize);
                }
                let offset = Shared::offset(to);
                let range = offset..offset + size as usize;
                shared.shadow.borrow_mut().arrived(thread, range);
            }
        }
    }
}
