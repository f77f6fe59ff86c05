//! Tensor maps that kernels edit, release and acquire.

use std::ptr;
use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::{Grid, tensor_map::Tensor, try_launch};
use zellige_gpu::{Gpu, Sm90, TensorMap, tensor::smem};

/// What a kernel does wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wrong {
    Nothing,
    Place,
    Address,
    Null,
    Extent,
    Mode,
    Stride,
    Bounds,
    Target,
    Warp,
    Early,
    Race,
    NotReleased,
    NotAcquired,
    NotKnown,
    NotAgain,
    InFlight,
}
use Wrong::*;

/// A matrix of 8 rows of 16 numbers, each its own place, and memory for two maps.
struct Launch(GlobalMemory, GlobalMemory);
impl Launch {
    fn new() -> Self {
        let bytes: Vec<u8> = (0..8 * 16).flat_map(u32::to_ne_bytes).collect();
        Launch(GlobalMemory::new(&bytes), GlobalMemory::new(&[0; 2 * 128]))
    }
    /// Copies the second box of 4 rows of rows 1 to 7, by a map that thread 0 edits, and thread 32
    /// acquires. Returns the fault without the block.
    fn fault(&mut self, wrong: Wrong) -> String {
        let address = self.0.address();
        let any = Tensor::new(4, (8, 16), 16, (16, 4), 0).unwrap().emulated(address).unwrap();
        let (a, maps) = (address as usize, self.1.address() as usize);
        let is = |what| wrong == what;
        let grid = Grid { x: 1, y: 1, threads: 64, shared: 520, cluster: 0 };
        let done = try_launch(grid, |gpu| {
            let (thread, barrier) = (gpu.thread(), gpu.shared_address() + 512);
            let edited = gpu.shared_address() + if is(Place) { 320 } else { 256 };
            let map: *mut TensorMap = ptr::with_exposed_provenance_mut(maps);
            let map = map.wrapping_byte_add(if is(Target) { 32 } else { 0 });
            let first = if is(Null) { 0 } else { a + if is(Address) { 68 } else { 64 } };
            // SAFETY: the memory exists; the rest is what this tests.
            unsafe {
                if thread == 0 {
                    gpu.mbarrier_init(barrier, 1);
                    gpu.copy_tensor_map(edited, &raw const any);
                    gpu.replace_tensor_map_address(edited, ptr::with_exposed_provenance(first));
                    let rows = if is(Bounds) { 8 } else { 7 };
                    gpu.replace_tensor_map_extent::<1>(edited, if is(Extent) { 0 } else { rows });
                    gpu.replace_tensor_map_stride::<1>(edited, if is(Stride) { 72 } else { 64 });
                    if is(Mode) {
                        gpu.replace_tensor_map_stride::<2>(edited, 64);
                    }
                }
                if thread < 32 && !is(NotReleased) {
                    let other = usize::from(is(Warp) && thread == 5);
                    gpu.release_tensor_map(map.add(other), edited);
                }
                match wrong {
                    Early => {}
                    Race => drop(gpu.any(true)), // in whole warps
                    _ => gpu.sync_threads(),
                }
                if thread == 32 && !is(NotAcquired) {
                    gpu.acquire_tensor_map(map);
                }
                if !is(NotKnown) {
                    gpu.sync_threads();
                }
                if thread < 32 && is(NotAgain) {
                    gpu.release_tensor_map(map, edited);
                }
                if thread == 0 {
                    gpu.mbarrier_arrive_expect(barrier, 256);
                    gpu.tma_load(gpu.shared_address(), map, [0, 4], barrier);
                }
                if thread < 32 && is(InFlight) {
                    gpu.release_tensor_map(map, edited);
                }
                gpu.sync_threads();
                gpu.mbarrier_wait(barrier, 0);
                let number = smem::<u32, _>(gpu, 0, layout!(64)).read(thread);
                // The last row of the box is outside.
                assert_eq!(number, if thread < 48 { 80 + thread } else { 0 });
            }
        });
        let fault = done.err().map(|fault| fault.to_string()).unwrap_or_default();
        fault.replace("block (0, 0), ", "")
    }
}

#[test]
fn a_map_is_edited_released_and_acquired() {
    let mut launch = Launch::new();
    assert_eq!(launch.fault(Nothing), "");
    let address = launch.0.address() + 68;
    let not_16 = "which is not a multiple of 16";
    let of_maps = "128 bytes at offset 0 of global memory";
    let not_acquired = &format!(
        "thread 0: reads {of_maps}, a map that was edited, and that the thread has not acquired"
    );
    for (wrong, fault) in [
        (
            Place,
            "thread 0: writes 128 bytes at offset 320 of shared memory, which is not a multiple of 128",
        ),
        (Address, &format!("thread 0: replaces the address of a map by {address:#x}, {not_16}")),
        (Null, "thread 0: releases no tensor map: the address is 0"),
        (Extent, "thread 0: replaces the extent of mode 1 by 0"),
        (Mode, "thread 0: replaces the stride of mode 2 of a tensor of 2 modes"),
        (
            Stride,
            &format!("thread 0: replaces the stride of mode 1 by 72 bytes, {not_16} below 2^40"),
        ),
        (Bounds, "thread 27: reads 4 bytes at offset 512 of global memory, which has 512"),
        (
            Target,
            "thread 0: writes 128 bytes at offset 32 of global memory, which is not a multiple of 64",
        ),
        (Warp, "thread 5: releases another map than the first thread of the warp"),
        (Early, not_acquired),
        (
            Race,
            &format!("thread 32: reads {of_maps}, which thread 0 wrote without a barrier between"),
        ),
        (NotAcquired, not_acquired),
        (NotKnown, not_acquired),
        (NotAgain, not_acquired),
        (
            InFlight,
            &format!("thread 0: writes {of_maps}, a map by which a copy of boxes is under way"),
        ),
    ] {
        assert_eq!(launch.fault(wrong), fault, "{wrong:?}");
    }
}

#[test]
fn the_map_that_was_there_before() {
    let mut launch = Launch::new();
    assert_eq!(launch.fault(NotReleased), "thread 0: this is not an emulated tensor map");
    // The map of an earlier launch is acquired, too.
    assert_eq!(launch.fault(Nothing), "");
    assert_eq!(launch.fault(NotReleased), "");
}
