//! The coordinates of invalid accesses to shared memory, in the tensor by which the thread knows
//! the position.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use zellige::prelude::*;
use zellige_gpu::engine::{Get, Set, SharedAddress};
use zellige_gpu::tensor::smem;
use zellige_gpu::{Gpu, kernel, vector};

/// Accesses a tile of 8 rows in shared memory, after 16 numbers. Its layout is static with a
/// swizzle, or has rows that are `stride` apart.
///
/// # Safety
///
/// None: the number may not exist, or may not be written.
#[kernel(threads = 1, shared = 1088)]
pub unsafe fn tile<G: Gpu>(gpu: G, stride: u32, row: u32) {
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        let scratch = smem::<u32, _>(gpu, 0, layout!(16));
        scratch.at(1u32).engine().set(0);
        if stride == 0 {
            let tile = smem::<u32, _>(gpu, 16, layout!(Sw<2, 0, 3> o 0 o (8, 32) : (32, 1)));
            tile.at((row, 5u32)).settled().engine().get();
        } else {
            let tile = smem::<u32, _>(gpu, 16, layout!((8u32, 32u32) : (stride, 1)));
            tile.at((row, 5u32)).settled().engine().get();
        }
    }
}
/// Writes vectors of four to the rows of a tile.
///
/// # Safety
///
/// None: the rows are not aligned to the vectors.
#[kernel(threads = 32, shared = 1088)]
pub unsafe fn rows<G: Gpu>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        let tile = smem::<u32, _>(gpu, 0, layout!((8, 33) : (33, 1)));
        let mine: *mut u32 = tile.at((gpu.thread() / 4, 4 * (gpu.thread() % 4))).engine().pointer();
        vector::write(mine, [0u32; 4]);
    }
}

/// Each thread writes its number to an element of its own, and to one that all threads write.
///
/// # Safety
///
/// None: no thread may write an element that all write.
#[kernel(threads = 2, shared = 1056)]
pub unsafe fn same_place<G: Gpu>(gpu: G) {
    // SAFETY: does not hold, which is what this tests.
    unsafe {
        let tile = smem::<u32, _>(gpu, 0, layout!((8, 33) : (33, 1)));
        tile.at((1u32, gpu.thread())).engine().set(gpu.thread());
        tile.at((0u32, 1u32)).engine().set(gpu.thread());
    }
}

#[test]
fn the_coordinate_of_what_is_in_shared_memory() {
    let words = |stride, row| words!(tile, (1, 1), (stride, row));
    assert_eq!(
        words(0, 3),
        "tile, block (0, 0), thread 0: reads 4 bytes at offset 468 of shared memory, which no thread has written yet: \
         that is (3, 5) of Sw<2,0,3> o _0 o (_8,_32):(_32,_1)"
    );
    assert_eq!(
        words(36, 1),
        "tile, block (0, 0), thread 0: reads 4 bytes at offset 228 of shared memory, which no thread has written yet: \
         that is (1, 5) of (8,32):(36,_1)"
    );
    // A row that does not exist.
    assert_eq!(
        words(36, 8),
        "tile, block (0, 0), thread 0: reads 4 bytes at offset 1236 of shared memory, which has 1088: \
         that is (8, 5) of (8,32):(36,_1)"
    );
    assert_eq!(
        words(0, 8),
        "tile, block (0, 0), thread 0: reads 4 bytes at offset 1108 of shared memory, which has 1088: \
         that is (8, 5) of Sw<2,0,3> o _0 o (_8,_32):(_32,_1)"
    );
    assert_eq!(
        words!(rows, (1, 1), ()),
        "rows, block (0, 0), thread 4: writes 16 bytes at offset 132 of shared memory, which is not a multiple of 16: \
         that is (1, 0) of (_8,_33):(_33,_1)"
    );
    assert_eq!(
        words!(same_place, (1, 1), ()),
        "same_place, block (0, 0), thread 1: writes 4 bytes at offset 4 of shared memory, \
         which thread 0 wrote without a barrier between: that is (0, 1) of (_8,_33):(_33,_1)"
    );
}
