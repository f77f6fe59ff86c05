//! Tensor maps that a kernel edits in shared memory, releases to global memory, and acquires there.
//!
//! A released map has a number, which differs from release to release. A block remembers the
//! numbers of the maps that its threads have acquired; by any other released map, the accelerator
//! may copy as by the map that was there before, in this launch or in an earlier one.

use crate::Thread;
use crate::fault::{ensure, raise};
use crate::shadow::{Conflict, Way};
use crate::tensor_map::Tensor;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use zellige_gpu::TensorMap;

/// The number of bytes of a map.
const BYTES: u32 = size_of::<TensorMap>() as u32;
/// The number of releases so far.
static RELEASES: AtomicU32 = AtomicU32::new(0);

/// The maps that the threads of a block have released and acquired, each the last time.
#[derive(Default)]
pub(super) struct EditedMaps {
    released: RefCell<Vec<Event>>,
    acquired: RefCell<Vec<Event>>,
}
/// A release or an acquisition.
#[derive(Copy, Clone)]
struct Event {
    /// The address of the map.
    address: usize,
    /// The number of the release.
    number: u32,
    /// The thread in the cluster, and its epoch.
    who: u32,
    epoch: u32,
}

impl Thread<'_> {
    /// Returns an event that happens now.
    fn event(&self, map: *const TensorMap, number: u32) -> Event {
        let (who, epoch) = (self.who(), self.clock().epoch);
        Event { address: map.addr(), number, who, epoch }
    }
    /// Returns whether the thread knows of an event.
    fn knows(&self, event: &Event) -> bool {
        event.who == self.who() || self.clock().known[event.who as usize] >= event.epoch
    }
    /// Copies a map to shared memory.
    ///
    /// # Safety
    ///
    /// The map must be valid.
    pub(super) unsafe fn map_to_shared(&self, to: u32, map: *const TensorMap) {
        self.check_aligned(map, BYTES, 64, false);
        let to = self.shared_memory().access(&self.clock(), to, BYTES, Way::Write);
        // SAFETY: as the caller promises, and the bytes of a map in shared memory, aligned.
        unsafe { to.cast::<TensorMap>().write(*map) }
    }
    /// Replaces the address of the tensor of a map in shared memory.
    pub(super) fn edit_address(&self, map: u32, new: u64) {
        let aligned = new.is_multiple_of(16);
        ensure!(
            aligned,
            "replaces the address of a map by {new:#x}, which is not a multiple of 16"
        );
        self.edit_map(map, |_, address| *address = new);
    }
    /// Replaces the number of elements along a mode.
    pub(super) fn edit_extent(&self, map: u32, mode: usize, extent: u32) {
        ensure!(extent > 0, "replaces the extent of mode {mode} by 0");
        self.edit_map(map, |tensor, _| {
            check_mode(tensor, "extent", mode);
            tensor.extents[mode] = extent;
        });
    }
    /// Replaces the distance in bytes between adjacent elements along a mode.
    pub(super) fn edit_stride(&self, map: u32, mode: usize, bytes: u64) {
        let is_stride = bytes.is_multiple_of(16) && bytes < 1 << 40;
        ensure!(
            is_stride,
            "replaces the stride of mode {mode} by {bytes} bytes, which is not a multiple of 16 below 2^40"
        );
        self.edit_map(map, |tensor, _| {
            check_mode(tensor, "stride", mode);
            tensor.strides[mode - 1] = bytes;
        });
    }
    /// Changes the map of tiles at an address in shared memory, and the address of its tensor.
    fn edit_map(&self, map: u32, edit: impl FnOnce(&mut Tensor, &mut u64)) {
        let (shared, clock) = (self.shared_memory(), self.clock());
        shared.access(&clock, map, BYTES, Way::Read);
        let place = shared.access(&clock, map, BYTES, Way::Write).cast::<TensorMap>();
        // SAFETY: the bytes of a map in shared memory, aligned.
        let (mut tensor, address) = Tensor::of(unsafe { &*place });
        ensure!(tensor.pixels().is_none(), "edits a map of im2col mode");
        let mut address = address.addr() as u64;
        edit(&mut tensor, &mut address);
        // SAFETY: as above.
        unsafe { place.write(tensor.encoded(address)) }
    }
    /// Releases a map in shared memory to global memory, together with the threads of the warp.
    ///
    /// # Safety
    ///
    /// `to` must be valid.
    pub(super) unsafe fn release_map(&self, to: *mut TensorMap, from: u32) {
        let place = to.addr() as u64;
        let mine = [place as u32, (place >> 32) as u32, from];
        let first = self.warp().exchange(*self, mine, |all| [all[0][0], all[0][1], all[0][2]]);
        ensure!(first == mine, "releases another map than the first thread of the warp");
        if self.lane() == 0 {
            // SAFETY: as the caller promises.
            unsafe { self.release_alone(to, from) }
        }
        self.warp().exchange(*self, [], |_| ());
    }
    unsafe fn release_alone(&self, to: *mut TensorMap, from: u32) {
        let access = self.check_aligned(to, BYTES, 64, true);
        self.check_global(to, BYTES, true);
        let in_flight = self.cluster.blocks.iter().any(|block| block.copies.use_map(to));
        let global = &self.cluster.shared.global;
        let words = global.in_words(&access);
        ensure!(!in_flight, "{words}, a map by which a copy of boxes is under way");
        let from = self.shared_memory().access(&self.clock(), from, BYTES, Way::Read);
        // SAFETY: the bytes of a map in shared memory, aligned.
        let (tensor, address) = Tensor::of(unsafe { &*from.cast::<TensorMap>() });
        let address = address.addr() as u64;
        if let Err(error) = tensor.check_address(address) {
            raise(format!("releases {error}"))
        }
        let number = 1 + RELEASES.fetch_add(1, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { to.write(tensor.released(address, number)) }
        remember(&self.block.edited_maps.released, self.event(to, number));
    }
    /// Acquires a map in global memory.
    ///
    /// # Safety
    ///
    /// The map must be valid.
    pub(super) unsafe fn acquire_map(&self, map: *const TensorMap) {
        let access = self.check_aligned(map, BYTES, 64, false);
        // SAFETY: as the caller promises.
        let number = Tensor::release(unsafe { &*map });
        let global = &self.cluster.shared.global;
        for block in &self.cluster.blocks {
            for event in &*block.edited_maps.released.borrow() {
                if event.number == number && !self.knows(event) {
                    let race = Conflict::Race { who: event.who, wrote: true };
                    let (what, why) = self.shared_memory().describe(&race, &self.clock());
                    raise(format!("{}, {what}{why}", global.in_words(&access)))
                }
            }
        }
        remember(&self.block.edited_maps.acquired, self.event(map, number));
    }
    /// Ends the thread with a fault if it copies boxes by a released map that neither it, nor a
    /// thread of its block that it has met since, has acquired.
    ///
    /// # Safety
    ///
    /// The map must be valid.
    pub(super) unsafe fn check_acquired(&self, map: *const TensorMap) {
        // SAFETY: as the caller promises.
        let number = Tensor::release(unsafe { &*map });
        let is_this = |event: &Event| (event.address, event.number) == (map.addr(), number);
        let acquired = self.block.edited_maps.acquired.borrow();
        if number > 0 && !acquired.iter().any(|event| is_this(event) && self.knows(event)) {
            let access = self.check_aligned(map, BYTES, 64, false);
            let words = self.cluster.shared.global.in_words(&access);
            raise(format!("{words}, a map that was edited, and that the thread has not acquired"))
        }
    }
}
/// Replaces the last event of the thread with this map.
fn remember(events: &RefCell<Vec<Event>>, event: Event) {
    let mut events = events.borrow_mut();
    events.retain(|last| (last.address, last.who) != (event.address, event.who));
    events.push(event);
}

/// Ends the thread with a fault unless the tensor has this mode.
fn check_mode(tensor: &Tensor, what: &str, mode: usize) {
    let modes = tensor.modes();
    ensure!(mode < modes, "replaces the {what} of mode {mode} of a tensor of {modes} modes");
}
