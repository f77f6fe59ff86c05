//! The copies of boxes and bytes on SM120, and products of numbers that `ldmatrix` widens,
//! emulated.

use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::tensor_map::{Numbers, Tensor};
use zellige_emulator::{Memory, number::value, run};
use zellige_gpu::FragmentElement;
use zellige_gpu::number::{E2m1, E2m3, E3m2, Padded};
use zellige_instructions::sm_120::*;

/// The bytes of numbers.
fn bytes(numbers: impl Iterator<Item = f32>) -> Vec<u8> {
    numbers.flat_map(f32::to_le_bytes).collect()
}
/// A tensor of 6 by 40 numbers, in boxes of 4 by 16.
fn tensor() -> Tensor {
    let tensor = Tensor::new(4, (6, 40), 40, (16, 4), 0).unwrap();
    tensor.of_numbers(Numbers::Float).unwrap()
}
#[test]
fn boxes_are_copied_there_and_back() {
    let number = |i: u32| (i * 7 % 241) as f32;
    let mut from = GlobalMemory::new(&bytes((0..240).map(number)));
    for hint in [false, true] {
        let mut to = GlobalMemory::new(&[0; 960]);
        let maps = [&mut from, &mut to].map(|all| tensor().emulated(all.address()).unwrap());
        let mut boxes = vec![-1.0f32; 6 * 64];
        let memory = Memory::write(&mut boxes);
        let arguments = (&raw const maps[0], &raw const maps[1], memory.pointer_mut());
        // SAFETY: the maps describe such tensors, and there are six boxes.
        let done = unsafe {
            match hint {
                false => run::<SM120_TMA_LOAD_2D>((6, 1), arguments),
                true => run::<SM120_TMA_LOAD_HINT_2D>((6, 1), arguments),
            }
        };
        done.unwrap();
        assert!(from.bytes() == to.bytes());
        for (i, found) in (0..).zip(boxes) {
            let (block, row, column) = (i / 64, i / 16 % 4, i % 16);
            let (row, column) = (4 * (block % 2) + row, 16 * (block / 2) + column);
            let inside = row < 6 && column < 40;
            assert_eq!(found, if inside { number(40 * row + column) } else { 0.0 }, "{i}");
        }
    }
}
#[test]
fn boxes_are_added() {
    let mut to = GlobalMemory::new(&bytes((0..240).map(|i| i as f32)));
    let map = tensor().emulated(to.address()).unwrap();
    let from: Vec<f32> = (0..12 * 64).map(|i| (i / 384 * 1000) as f32).collect();
    let memory = Memory::read(&from);
    // SAFETY: there are twelve boxes, two for each of the tensor.
    unsafe { run::<SM120_TMA_REDUCE_ADD>((12, 1), (memory.pointer(), &map)) }.unwrap();
    assert!(to.bytes() == bytes((0..240).map(|i| i as f32 + 1000.0)));
}
#[test]
fn bytes_are_copied_there_and_back() {
    let mut from = GlobalMemory::new(&(0..2048u32).map(|i| (i * 5 / 3) as u8).collect::<Vec<_>>());
    let mut to = GlobalMemory::new(&[0; 2048]);
    let [read, write] = [&mut from, &mut to].map(|memory| memory.address() as usize);
    let (read, write) =
        (std::ptr::with_exposed_provenance(read), std::ptr::with_exposed_provenance_mut(write));
    // SAFETY: there are 1024 bytes for each block.
    unsafe { run::<SM120_BULK_COPY>((2, 1), (read, write)) }.unwrap();
    assert!(from.bytes() == to.bytes());
}

/// Compares the products of a kernel with sums computed one by one.
macro_rules! products {
    ($($test:ident: $Kernel:ident of $T:ident;)+) => { $(
        #[test]
        fn $test() {
            type Numbers = Padded<$T>;
            let bits = |seed: u32, row: u32, k: u32| {
                let mixed = (row * 131 + k * 31 + seed).wrapping_mul(0x9e37_79b1) >> 20;
                (mixed & ((1 << Numbers::FILLED) - 1)) as u8
            };
            let rows = |seed, count: u32| -> Vec<Numbers> {
                let unit = |i: u32| std::array::from_fn(|k| $T(bits(seed, i / 2, i % 2 * 16 + k as u32)));
                (0..2 * count).flat_map(|unit_at| Numbers::of(unit(unit_at))).collect()
            };
            let (a, b, mut c) = (rows(1, 16), rows(2, 8), vec![[0.0f32; 8]; 32]);
            let (of_a, of_b) = (Memory::read(&a), Memory::read(&b));
            let of_c = Memory::write(&mut c);
            // SAFETY: the kernel has 16 and 8 rows of 32 numbers, and sums of 32 threads.
            unsafe { run::<$Kernel>((1, 1), (of_a.pointer(), of_b.pointer(), of_c.pointer_mut())) }
                .unwrap();
            for (thread, sums) in (0u32..).zip(&c) {
                for (i, sum) in (0u32..).zip(sums) {
                    let (row, column) = (thread / 4 + i / 2 % 2 * 8, thread % 4 * 2 + i % 2);
                    let term = |k| {
                        let number = |bits: u8| value($T::FORMAT, bits.into());
                        number(bits(1, row, k)) * number(bits(2, column, k))
                    };
                    assert_eq!(f64::from(*sum), (0..32).map(term).sum(), "({row}, {column}), {i}");
                }
            }
        }
    )+ };
}
products! {
    products_of_e2m1: SM120_LDSM_E2M1 of E2m1;
    products_of_e2m3: SM120_LDSM_E2M3 of E2m3;
    products_of_e3m2: SM120_LDSM_E3M2 of E3m2;
}
