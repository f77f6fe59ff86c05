//! Boxes that are combined with the elements of a tensor, and boxes and lines in the cache.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::tensor_map::{Numbers, Tensor};
use zellige_emulator::{Grid, run, try_launch};
use zellige_gpu::copy::reduce_box;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{smem, tma};
use zellige_gpu::{Bf16, CachePolicy, Evicted, F16, Gpu, Reduction, Sm80, Sm90, TensorMap, kernel};

/// The tensor has 5 rows of 24 elements, and a box 4 of 16: four boxes reach past its end.
const ROWS: u32 = 5;
const COLUMNS: u32 = 24;
/// A box of elements T.
type Box<T> = SmemTensor<T, layout!((4, 16) : row)>;

/// Combines the boxes, with elements of `y` plus their place in the box, with a tensor of
/// elements x + 3 i; each of two blocks with all four boxes. Compares the result with `expected`,
/// a function of x and both y.
fn combines<T: Copy + Send + Sync + PartialEq + std::fmt::Debug + 'static>(
    by: Reduction,
    number: impl Fn(i64) -> T + Sync,
    expected: impl Fn(i64, [i64; 2]) -> i64,
) {
    let bytes = size_of::<T>() as u32;
    let of = |numbers: &[T]| {
        // SAFETY: the elements are numbers, without bytes between them.
        unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast::<u8>(), size_of_val(numbers)) }
            .to_vec()
    };
    let before: Vec<i64> = (0..i64::from(ROWS * COLUMNS)).map(|i| 3 * (i % 40) - 50).collect();
    let mut memory = GlobalMemory::new(&of(&before.iter().map(|x| number(*x)).collect::<Vec<_>>()));
    let tensor = Tensor::new(bytes, (ROWS, COLUMNS), COLUMNS, (16, 4), 0).unwrap();
    let tensor = tensor.of_numbers(Numbers::of::<T>()).unwrap();
    let map = tensor.emulated(memory.address()).unwrap();
    let y = |block: i64, in_box: i64| in_box - 30 * block;
    let grid = Grid { x: 2, y: 1, threads: 32, shared: <Box<T>>::BYTES, cluster: 0 };
    let done = try_launch(grid, |gpu| {
        // SAFETY: all threads execute this, and the map describes such boxes.
        unsafe {
            let tile = <Box<T>>::allocate(gpu);
            for i in (gpu.thread()..64).step_by(32) {
                tile.write((i / 16, i % 16), number(y(gpu.block_x().into(), i.into())));
            }
            gpu.fence_proxy_async();
            gpu.sync_threads();
            if gpu.thread() == 0 {
                for at in [(0u32, 0u32), (0, 1), (1, 0), (1, 1)] {
                    let to = tma(&map, (ROWS, COLUMNS)).local_tile(shape!((4, 16)), at);
                    reduce_box(gpu, by, tile, to);
                }
                gpu.bulk_commit();
                gpu.bulk_wait::<0>();
            }
        }
    });
    done.unwrap();
    let after: Vec<T> = (0..ROWS * COLUMNS)
        .map(|i| {
            let in_box = i64::from(i / COLUMNS % 4 * 16 + i % COLUMNS % 16);
            number(expected(before[i as usize], [y(0, in_box), y(1, in_box)]))
        })
        .collect();
    assert_eq!(memory.bytes(), of(&after), "{by:?} of {}", std::any::type_name::<T>());
}
#[test]
fn sums_and_extremes_of_boxes() {
    let sum = |x: i64, [a, b]: [i64; 2]| x + a + b;
    let least = |x: i64, [a, b]: [i64; 2]| x.min(a).min(b);
    let most = |x: i64, [a, b]: [i64; 2]| x.max(a).max(b);
    let bf16 = |x: i64| Bf16::from_f32(x as f32);
    let f16 = |x: i64| F16::from_f32(x as f32);
    combines(Reduction::Add, |x| x as f32, sum);
    combines(Reduction::Add, |x| x as f64, sum);
    combines(Reduction::Add, |x| x as i32, sum);
    combines(Reduction::Add, |x| x as u32, sum); // modulo 2^32
    combines(Reduction::Add, |x| x as u64, sum);
    combines(Reduction::Add, f16, sum);
    combines(Reduction::Min, |x| x as i32, least);
    combines(Reduction::Min, |x| x, least);
    combines(Reduction::Min, |x| (x + 100) as u32, least);
    combines(Reduction::Min, bf16, least);
    combines(Reduction::Max, f16, most);
    combines(Reduction::Max, |x| (x + 100) as u64, most);
}

/// # Safety
///
/// The map describes a matrix in boxes of 4 by 16 elements of 32 bits.
#[kernel(threads = 1, shared = <Box<u32>>::BYTES)]
pub unsafe fn combine<G: Sm90>(gpu: G, map: *const TensorMap, by: u32, waits: u32) {
    let by = [Reduction::Add, Reduction::Min, Reduction::Max][by as usize];
    // SAFETY: the thread is alone; the rest is what this tests.
    unsafe {
        let tile = <Box<u32>>::allocate(gpu);
        for i in 0..64u32 {
            tile.write((i / 16, i % 16), 1);
        }
        let to = tma(map, (ROWS, COLUMNS)).local_tile(shape!((4, 16)), (0u32, 0u32));
        reduce_box(gpu, by, tile, to);
        gpu.bulk_commit();
        if waits == 1 {
            gpu.bulk_wait_read::<0>();
        }
        tile.write((0u32, 0u32), 2);
    }
}
#[test]
fn boxes_that_are_not_combined() {
    let mut memory = GlobalMemory::new(&[0; 4 * (ROWS * COLUMNS) as usize]);
    let tensor = Tensor::new(4, (ROWS, COLUMNS), COLUMNS, (16, 4), 0).unwrap();
    let address = memory.address();
    let map = tensor.emulated(address).unwrap();
    // SAFETY: the map describes such a matrix.
    unsafe { run::<combine>((1, 1), (&map, 0, 1)) }.unwrap();
    assert_eq!(
        words!(combine, (1, 1), (&map, 0, 0)),
        "combine, block (0, 0), thread 0: writes 4 bytes at offset 0 of shared memory, \
         which a copy that thread 0 began reads, and the thread has not waited for it: that is (0, 0) of (_4,_16):(_16,_1)"
    );
    let map = tensor.of_numbers(Numbers::Float).unwrap().emulated(address).unwrap();
    assert_eq!(
        words!(combine, (1, 1), (&map, 2, 1)),
        "combine, block (0, 0), thread 0: combines elements of 32 bits, of the type Float, by Max, which the accelerator does not"
    );
}

/// Reads a box into the cache, and then into shared memory by a policy.
///
/// # Safety
///
/// The map describes 64 numbers, each its own place, in boxes of 32.
#[kernel(threads = 32, shared = 128 + 8)]
pub unsafe fn prefetch<G: Sm90>(gpu: G, map: *const TensorMap, at: i32, made: u32) {
    let barrier = gpu.shared_address() + 128;
    // SAFETY: all threads execute this, and the memory exists; the rest is what this tests.
    unsafe {
        gpu.prefetch_tensor_map(map);
        gpu.tma_prefetch(map, [at]);
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
            gpu.mbarrier_arrive_expect(barrier, 128);
            let last = gpu.cache_policy(Evicted::Last);
            let policy = if made == 1 { last } else { CachePolicy(7) };
            gpu.tma_load_hint(gpu.shared_address(), map, [at], barrier, policy);
        }
        gpu.sync_threads();
        gpu.mbarrier_wait(barrier, 0);
        let number = smem::<u32, _>(gpu, 0, layout!(32)).read(gpu.thread());
        assert_eq!(number, at as u32 + gpu.thread());
    }
}
#[test]
fn boxes_in_the_cache() {
    let bytes: Vec<u8> = (0..64u32).flat_map(u32::to_ne_bytes).collect();
    let mut memory = GlobalMemory::new(&bytes);
    let tensor = Tensor::tiled(4, &[64], &[], &[32], 0).unwrap();
    let map = tensor.emulated(memory.address()).unwrap();
    // SAFETY: there are 64 numbers.
    unsafe { run::<prefetch>((1, 1), (&map, 16, 1)) }.unwrap();
    assert_eq!(
        words!(prefetch, (1, 1), (&map, 3, 1)),
        "prefetch, block (0, 0), thread 0: copies a box that begins at byte 12 of a row, which is not a multiple of 16"
    );
    assert_eq!(
        words!(prefetch, (1, 1), (&map, 16, 0)),
        "prefetch, block (0, 0), thread 0: copies a box by CachePolicy(7), which no thread has made"
    );
}
#[test]
fn lines_in_the_cache() {
    let mut memory = GlobalMemory::new(&[0; 64]);
    let first = memory.address() as usize;
    let grid = Grid { x: 1, y: 1, threads: 1, shared: 0, cluster: 0 };
    let prefetch = |at: usize| {
        try_launch(grid, |gpu| {
            // SAFETY: the emulator refuses bytes that are not there.
            unsafe { gpu.prefetch_l2(std::ptr::with_exposed_provenance(first + at)) }
        })
    };
    prefetch(63).unwrap();
    assert_eq!(
        prefetch(64).unwrap_err().to_string(),
        "block (0, 0), thread 0: reads 1 bytes at offset 64 of global memory, which has 64"
    );
}

/// Reads bytes into the cache.
///
/// # Safety
///
/// They exist.
#[kernel(threads = 1)]
pub unsafe fn bulk_prefetch<G: Sm90>(gpu: G, from: *const u8, bytes: u32) {
    // SAFETY: the caller's promise, except where the test breaks it.
    unsafe { gpu.bulk_prefetch(from, bytes) }
}
#[test]
fn bytes_in_the_cache() {
    let mut memory = GlobalMemory::new(&[0; 64]);
    let from = memory.address() as *const u8;
    // SAFETY: there are 64 bytes.
    unsafe { run::<bulk_prefetch>((1, 1), (from, 64)) }.unwrap();
    assert_eq!(
        words!(bulk_prefetch, (1, 1), (from, 24)),
        format!(
            "bulk_prefetch, block (0, 0), thread 0: prefetches 24 bytes from {from:p}, which are \
             not both multiples of 16"
        )
    );
}

/// Adds 1, 2, 3 and 4 to four numbers.
///
/// # Safety
///
/// They exist, at a multiple of 16 bytes.
#[kernel(threads = 64)]
pub unsafe fn add_four<G: Sm90>(gpu: G, to: *mut f32) {
    // SAFETY: the caller's promise, except where the test breaks it.
    unsafe { gpu.add_f32x4(to, [1.0, 2.0, 3.0, 4.0]) }
}
#[test]
fn four_numbers_at_once() {
    let mut memory = GlobalMemory::new(&[0; 32]);
    let to = memory.address() as *mut f32;
    // SAFETY: there are 8 numbers.
    unsafe { run::<add_four>((3, 1), (to.wrapping_add(4),)) }.unwrap();
    let sums = [0.0, 0.0, 0.0, 0.0, 192.0, 384.0, 576.0, 768f32];
    assert_eq!(memory.bytes(), sums.map(f32::to_le_bytes).concat());
    assert_eq!(
        words!(add_four, (1, 1), (to.wrapping_add(2),)),
        "add_four, block (0, 0), thread 0: writes 16 bytes at offset 8 of global memory, which is \
         not a multiple of 16"
    );
}
