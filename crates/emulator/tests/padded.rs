//! Copies that pad numbers of 4 and 6 bits, and the messages about invalid ones.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use std::array::from_fn;
use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::{run, tensor_map::Tensor};
use zellige_gpu::number::{E2m1, E2m3, Padded};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::{Sm90, TensorMap, kernel};

/// Four rows of 128 bytes, and a barrier.
type Box = SmemTensor<u8, layout!((4, 128) : row)>;

/// Copies a box from the column `first` on, waits for `bytes` bytes, and writes what comes in
/// the place of each number and of its padding, or copies it back.
///
/// # Safety
///
/// The map describes numbers of 4 or 6 bits in such boxes, and `to` has 512 bytes.
#[kernel(threads = 1, shared = Box::BYTES + 8)]
pub unsafe fn copy<G: Sm90>(
    gpu: G,
    map: *const TensorMap,
    first: i32,
    bytes: u32,
    to: *mut u8,
    back: u32,
) {
    // SAFETY: the thread is alone; the rest is what this tests.
    unsafe {
        let tile = Box::allocate(gpu);
        let barrier = gpu.shared_address() + Box::BYTES;
        gpu.mbarrier_init(barrier, 1);
        gpu.mbarrier_fence();
        gpu.mbarrier_arrive_expect(barrier, bytes);
        gpu.tma_load(gpu.shared_address(), map, [first, 0], barrier);
        gpu.mbarrier_wait(barrier, 0);
        for i in 0..512u32 {
            *to.add(i as usize) = tile.read((i / 128, i % 128));
        }
        if back == 1 {
            gpu.tma_store(map, [first, 0], gpu.shared_address());
        }
    }
}

/// Copies the second box of three rows of 256 numbers of `bits` bits, which begin 32 bytes more
/// apart. `padded` pads 16 numbers.
fn pads(bits: u32, padded: impl Fn([u8; 16]) -> [u8; 16]) {
    let number = |row: u32, k: u32| (row * 37 + k * 11 + k / 16 * 5 + 1) as u8 & ((1 << bits) - 1);
    let stride = 256 * bits / 8 + 32;
    let mut bytes = vec![0; 3 * stride as usize];
    for (row, k) in (0..3 * 256).map(|i| (i / 256, i % 256)) {
        let first = 8 * row * stride + bits * k;
        for bit in 0..bits {
            let at = first + bit;
            bytes[at as usize / 8] |= (number(row, k) >> bit & 1) << (at % 8);
        }
    }
    let mut memory = GlobalMemory::new(&bytes);
    let tensor = Tensor::padded(bits, &[256, 3], &[stride.into()], &[128, 4], 0).unwrap();
    let map = tensor.emulated(memory.address()).unwrap();
    let mut result = GlobalMemory::new(&[7; 512]);
    let to = std::ptr::with_exposed_provenance_mut(result.address() as usize);
    let arriving = 512 * bits / 8;
    // SAFETY: the map describes such numbers, and there are 512 bytes.
    unsafe { run::<copy>((1, 1), (&map, 128, arriving, to, 0)) }.unwrap();
    let found = result.bytes();
    for (row, unit) in (0..32).map(|i| (i / 8, i % 8)) {
        let numbers = from_fn(|k| number(row, 128 + 16 * unit + k as u32));
        let expected = if row < 3 { padded(numbers) } else { [0; 16] };
        // Padding has no defined value.
        let filled = 2 * bits as usize;
        let first = 128 * row as usize + 16 * unit as usize;
        assert_eq!(found[first..first + filled], expected[..filled], "row {row}, unit {unit}");
    }
    let found = words!(copy, (1, 1), (&map, 64, arriving, to, 0));
    assert_eq!(
        found,
        format!(
            "copy, block (0, 0), thread 0: copies a box that begins at number 64 of a row of \
             numbers of {bits} bits, which is not a multiple of 128"
        )
    );
    let found = words!(copy, (1, 1), (&map, 0, arriving, to, 1));
    assert_eq!(
        found,
        format!(
            "copy, block (0, 0), thread 0: copies padded numbers of {bits} bits from shared memory"
        )
    );
    // The padding does not arrive.
    let found = words!(copy, (1, 1), (&map, 0, 512, to, 0));
    assert!(found.contains("waits"), "{found}");
}
#[test]
fn of_4_bits() {
    pads(4, |numbers| <Padded<E2m1>>::of(numbers.map(E2m1)).map(|byte| byte.0));
}
#[test]
fn of_6_bits() {
    pads(6, |numbers| <Padded<E2m3>>::of(numbers.map(E2m3)).map(|byte| byte.0));
}
#[test]
fn maps_that_there_are_not() {
    let no = |bits, extents: &[u32], stride, boxes: &[u32], swizzle| {
        Tensor::padded(bits, extents, &[stride], boxes, swizzle).unwrap_err().to_string()
    };
    let messages = [
        (no(5, &[128, 4], 80, &[128, 4], 0), "numbers of 5 bits are not padded"),
        (
            no(4, &[192, 4], 96, &[128, 4], 0),
            "rows of 192 numbers of 4 bits, not of a multiple of 128",
        ),
        (no(4, &[128, 4], 64, &[64, 4], 0), "a row of the box has 64 numbers of 4 bits, not 128"),
        (no(4, &[128, 4], 80, &[128, 4], 0), "rows begin 80 bytes apart, not a multiple of 32"),
        (no(4, &[128, 4], 32, &[128, 4], 0), "rows of 128 elements begin 64 apart"),
        (
            no(6, &[128, 4], 96, &[128, 4], 64),
            "a row of the box has 128 bytes, but the swizzle permutes 64",
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, format!("no tensor map: {expected}"));
    }
    let tensor = Tensor::padded(4, &[128, 4], &[64], &[128, 4], 128).unwrap();
    let error = tensor.emulated(0x1010).unwrap_err().to_string();
    assert_eq!(error, "no tensor map: the address 0x1010 is not a multiple of 32");
}
