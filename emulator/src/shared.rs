//! The shared memory of a block, and the asynchronous copies of its threads into it.

use std::{
    alloc::{Layout, alloc, dealloc, handle_alloc_error},
    collections::VecDeque,
    mem, ptr,
};

/// Shared memory: as much as the launch asked for, and not a byte more, so that a sanitizer sees what goes beyond.
pub(super) struct Shared {
    memory: *mut u8,
    layout: Layout,
}
// SAFETY: only gives pointers; what is done with them is the kernel's to answer for.
unsafe impl Sync for Shared {}

impl Shared {
    /// Where it begins, as a 32-bit address. Not 0, so that an offset is no address.
    pub(super) const ADDRESS: u32 = 1024;
    /// What fills it before a block begins: no number that a kernel would compute with.
    const POISON: u8 = 0xff;

    pub(super) fn new(bytes: u32) -> Self {
        let layout =
            Layout::from_size_align(bytes.max(1) as usize, 1024).expect("less than 2^32 bytes");
        // SAFETY: the size is not 0.
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            handle_alloc_error(layout)
        }
        let shared = Shared { memory, layout };
        // SAFETY: no other thread has it.
        unsafe { shared.poison() }
        shared
    }
    pub(super) fn pointer(&self) -> *mut u8 {
        self.memory
    }
    /// The pointer to `bytes` bytes at an address.
    ///
    /// # Panics
    ///
    /// If they are not aligned, or not in the memory.
    pub(super) fn at(&self, address: u32, bytes: u32) -> *mut u8 {
        let offset = address.wrapping_sub(Self::ADDRESS) as usize;
        let end = offset.saturating_add(bytes as usize);
        assert!(
            address.is_multiple_of(bytes) && end <= self.layout.size(),
            "{bytes} bytes at the offset {offset} of shared memory, which has {}",
            self.layout.size()
        );
        // SAFETY: inside of the memory.
        unsafe { self.memory.add(offset) }
    }
    /// Overwrites everything.
    ///
    /// # Safety
    ///
    /// No other thread may use the memory meanwhile.
    pub(super) unsafe fn poison(&self) {
        // SAFETY: the memory has that size.
        unsafe { ptr::write_bytes(self.memory, Self::POISON, self.layout.size()) }
    }
}
impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.memory, self.layout) }
    }
}

/// A copy that has begun.
struct Copy {
    to: *mut u8,
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
    pub(super) fn begin(&mut self, to: *mut u8, from: *const u8, bytes: u32, size: u32) {
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
    /// Completes all groups but the last `left`.
    ///
    /// # Safety
    ///
    /// The pointers must be valid, as many bytes to write and to read as was said.
    pub(super) unsafe fn wait(&mut self, left: usize) {
        while self.groups.len() > left {
            for Copy {
                to,
                from,
                bytes,
                size,
            } in self.groups.pop_front().into_iter().flatten()
            {
                // SAFETY: as the caller says.
                unsafe {
                    ptr::copy_nonoverlapping(from, to, bytes as usize);
                    ptr::write_bytes(to.add(bytes as usize), 0, (size - bytes) as usize);
                }
            }
        }
    }
}
