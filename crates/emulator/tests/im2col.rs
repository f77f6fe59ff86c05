//! Columns of pixels, against the tensors and maps that CuTe C++ makes for convolutions.

#[macro_use]
#[path = "common/words.rs"]
mod words;

use std::sync::Mutex;
use zellige::prelude::*;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::tensor_map::Tensor;
use zellige_emulator::{Grid, try_launch};
use zellige_gpu::engine::Walk;
use zellige_gpu::tensor::{im2col, smem};
use zellige_gpu::{Gpu, Sm90, TensorMap, kernel};

/// CuTe's records, of convolutions in 1 to 3 modes: the arguments of `cuTensorMapEncodeIm2col`, and
/// elements (pixel, k) of the tensor with their coordinates (c, (w, h, d), n, (s, r, t)).
const RECORDS: &str = include_str!("data/tma_im2col.jsonl");
/// Returns all numbers of an entry of a record, in order.
fn numbers(record: &str, key: &str) -> Vec<i64> {
    let from = record.split_once(&format!("\"{key}\":")).unwrap().1;
    let rest = from.split_once(",\"").map_or(from, |(value, _)| value);
    let numbers = rest.split(|c: char| c != '-' && !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}
/// Returns one number of a record.
fn number(record: &str, key: &str) -> u32 {
    numbers(record, key)[0].try_into().unwrap()
}
fn small<T: TryFrom<i64, Error: std::fmt::Debug>, const S: usize>(of: &[i64]) -> [T; S] {
    std::array::from_fn(|i| of[i].try_into().unwrap())
}

/// Compares the map of a convolution with CuTe's arguments, and the columns that it brings with the
/// coordinates of CuTe's tensor. The first byte of an element is different for its neighbours.
fn columns<const D: usize, const S: usize>(record: &str) {
    let of = |key| numbers(record, key);
    let unsigned = |key| small::<u32, S>(&of(key));
    let (filter, step, dilation) =
        (unsigned("filter_srt"), unsigned("stride"), unsigned("dilation"));
    let [before, after]: [[i32; S]; 2] = ["lower_pad", "upper_pad"].map(|key| small(&of(key)));
    let upper = std::array::from_fn(|i| after[i] - ((filter[i] - 1) * dilation[i]) as i32);
    let (lower, extents) = (before.map(|x| -x), small::<u32, D>(&of("global_dim")));
    let strides: Vec<u64> = of("global_strides").iter().map(|x| *x as u64).collect();
    let (element, column) =
        (number(record, "elem_bits") / 8, ["channels_per_pixel", "pixels_per_column"]);
    let [channels, pixels] = column.map(|key| number(record, key));
    let swizzle = [0, 32, 64, 128][number(record, "swizzle") as usize];
    assert_eq!(lower.map(i64::from)[..], of("lower_corner"));
    assert_eq!(upper.map(i64::from)[..], of("upper_corner"));
    let all_steps = [&[1][..], &step.map(i64::from), &[1]].concat();
    assert_eq!(all_steps, of("element_strides"));

    let map = Tensor::im2col(
        element,
        &extents,
        &strides,
        (lower, upper),
        step,
        (channels, pixels),
        swizzle,
    );
    let tensor = map.unwrap();
    let size = strides[D - 2] as usize * extents[D - 1] as usize;
    let byte = |place: u64| 1 + ((place / u64::from(element) * 40503) >> 5) as u8 % 255;
    let mut memory = GlobalMemory::new(&(0..size as u64).map(byte).collect::<Vec<_>>());
    let map = tensor.emulated(memory.address()).unwrap();
    let shape = of("mode_shape"); // ((q, p, o, n), (c, s, r, t))
    for sample in of("samples").chunks(2 + 2 + 2 * S) {
        let [row, k] = small::<u32, 2>(sample);
        let (c, place, n, offset) = (sample[2], &sample[3..][..S], sample[3 + S], &sample[4 + S..]);
        // The column begins at the first pixel of a tile.
        let (mut rest, mut at) = (row / pixels * pixels, [0; D]);
        at[0] = (c as u32 / channels * channels) as i32;
        for i in 0..=S {
            let x = (rest % shape[i] as u32) as i32;
            rest /= shape[i] as u32;
            at[1 + i] = if i < S { lower[i] + step[i] as i32 * x } else { x };
        }
        let inside = ((row % pixels) * channels + k % channels) * element;
        let bytes = channels * pixels * element;
        let grid = Grid { x: 1, y: 1, threads: 1, shared: bytes + 8, cluster: 0 };
        let found = Mutex::new(0);
        let offsets = small::<u16, S>(offset);
        let launched = try_launch(grid, |gpu| {
            // SAFETY: shared memory has the column and a barrier, and the thread is alone.
            unsafe {
                let (to, barrier) = (gpu.shared_address(), gpu.shared_address() + bytes);
                gpu.mbarrier_init(barrier, 1);
                gpu.mbarrier_fence();
                gpu.mbarrier_arrive_expect(barrier, bytes);
                gpu.tma_load_im2col(to, &map, at, offsets, barrier);
                gpu.mbarrier_wait(barrier, 0);
                let swizzled = inside ^ (inside >> 7 & (swizzle / 16 - 1)) << 4;
                *found.lock().unwrap() = smem::<u8, _>(gpu, swizzled, layout!(1 : 1)).read(0u32);
            }
        });
        launched.unwrap();
        let mut expected = Some(c as u64 * u64::from(element) + n as u64 * strides[D - 2]);
        for i in 0..S {
            let x = u64::try_from(place[i] + offset[i]).ok().filter(|x| *x < extents[1 + i].into());
            expected = expected.zip(x).map(|(sum, x)| sum + x * strides[i]);
        }
        assert_eq!(found.into_inner().unwrap(), expected.map_or(0, byte), "{sample:?} of {record}");
    }
}
#[test]
fn columns_are_those_of_cute() {
    assert_eq!(RECORDS.lines().count(), 11);
    for record in RECORDS.lines() {
        match number(record, "spatial") {
            1 => columns::<3, 1>(record),
            2 => columns::<4, 2>(record),
            _ => columns::<5, 3>(record),
        }
    }
}
#[test]
fn the_tensor_of_a_convolution_is_that_of_cute() {
    for record in RECORDS.lines().filter(|record| number(record, "spatial") == 2) {
        let of = |key| small::<u32, 2>(&numbers(record, key));
        let (padding, step, dilation) = (of("lower_pad"), of("stride"), of("dilation"));
        let walk = |i: usize| Walk { padding: padding[i], step: step[i], dilation: dilation[i] };
        let [q, p, n, c, s, r] = small(&numbers(record, "mode_shape"));
        let a = im2col(std::ptr::null(), (q, p, n), (c, s, r), [walk(1), walk(0)]);
        for sample in numbers(record, "samples").chunks(8) {
            let [row, k] = small::<u32, 2>(sample);
            let [c, w, h, n] = small(&sample[2..]);
            let ([s, r], at) = (small(&sample[6..]), a.at((row, k)).settled().engine());
            assert_eq!(at.coordinate(), ([n, h, w, c], [r, s]), "{sample:?} of {record}");
        }
    }
}

/// Copies a column of 32 pixels with 64 channels of 16 bits.
///
/// # Safety
///
/// The map describes images of 8 by 8 pixels, with a padding of 1, a filter of 3 by 3 and steps
/// of 2 along a row.
#[kernel(threads = 1, shared = 4096 + 8)]
pub unsafe fn column<G: Sm90>(gpu: G, map: *const TensorMap, w: i32, offset: u32, tiled: u32) {
    let (to, barrier) = (gpu.shared_address(), gpu.shared_address() + 4096);
    // SAFETY: shared memory has the column and a barrier; the rest is what this tests.
    unsafe {
        match tiled {
            0 => gpu.tma_load_im2col(to, map, [0, w, -1, 0], [offset as u16, 0], barrier),
            _ => gpu.tma_load(to, map, [0, 0, 0, 0], barrier),
        }
    }
}
#[test]
fn columns_that_are_not_copied() {
    let mut memory = GlobalMemory::new(&[0; 64 * 8 * 8 * 2]);
    let (extents, strides, address) = ([64, 8, 8, 1], [128, 1024, 8192], memory.address());
    let corners = ([-1, -1], [-1, -1]);
    let map = Tensor::im2col(2, &extents, &strides, corners, [2, 1], (64, 32), 128).unwrap();
    let map = map.emulated(address).unwrap();
    let boxes = Tensor::tiled(2, &extents, &strides, &[64, 32, 1, 1], 128).unwrap();
    let boxes = boxes.emulated(address).unwrap();
    for (map, arguments, expected) in [
        (&map, (0, 0, 0), "copies a column from pixel 0 on, not one from -1 to 5 in steps of 2"),
        (&map, (7, 0, 0), "copies a column from pixel 7 on, not one from -1 to 5 in steps of 2"),
        (&map, (1, 256, 0), "copies a column at the offset 256, not less than 256"),
        (&map, (0, 0, 1), "copies a box by a map of im2col mode"),
        (&boxes, (0, 0, 0), "copies a column of pixels by a map of tiles"),
    ] {
        let (w, offset, tiled) = arguments;
        assert_eq!(
            words!(column, (1, 1), (map, w, offset, tiled)),
            format!("column, block (0, 0), thread 0: {expected}")
        );
    }
    let pixels = |n| Tensor::im2col(2, &extents, &strides, corners, [1, 1], (64, n), 128);
    assert_eq!(
        pixels(1025).unwrap_err().to_string(),
        "no tensor map: a column of 1025 pixels, not 1 to 1024"
    );
    let no = Tensor::im2col(2, &extents, &strides, ([0], [0]), [1], (64, 32), 128);
    assert_eq!(
        no.unwrap_err().to_string(),
        "no tensor map: images of 1 modes in a tensor of 4 modes"
    );
}
