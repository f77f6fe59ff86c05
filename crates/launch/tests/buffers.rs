//! Tensors in buffers, with layouts that fit a buffer and layouts that do not, and their maps.

use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige_gpu::engine::{Get, Set};
use zellige_gpu::storage::KMajorTile;
use zellige_gpu::{Bf16, E4m3, E5m2, F16, Gpu, Tf32, kernel, tensor::gmem};
use zellige_launch::device::{Buffer, Device};

/// Returns the reason why a buffer has no tensor of this layout.
fn refusal<L: Layout>(buffer: &Buffer<u32>, layout: L) -> String {
    buffer.tensor(layout).err().unwrap().to_string()
}

#[test]
fn layouts_that_a_buffer_has_not() {
    let buffer = Device::emulator().buffer(&[0u32; 64]).unwrap();
    for words in [
        refusal(&buffer, layout!(4 : -1)),
        refusal(&buffer, layout!((2, 4) : (-4, 1))),
        refusal(&buffer, layout!(Sw<1, 0, 1> o 0 o 4 : -1)),
        refusal(&buffer, layout!((2, 2) : (1@0, 1@1))),
    ] {
        assert!(words.starts_with("the tensor "), "{words}");
        let why = " has strides that are not unsigned integers, but a buffer begins at offset 0";
        assert!(words.ends_with(why), "{words}");
    }
    let (m, p, most) = (65537u32, 65536u32, usize::MAX);
    for words in [
        refusal(&buffer, layout!((m, 8) : (p, 1))),
        refusal(&buffer, layout!(Sw<2, 0, 3> o 0 o (m, 8) : (p, 1))),
        refusal(&buffer, layout!((most, 8) : (8usize, 1))),
    ] {
        let why = " has a size or a cosize that overflows its integers";
        assert!(words.ends_with(why), "{words}");
    }
    assert_eq!(
        refusal(&buffer, layout!(Sw<2, 0, 3> o 0 o (9u32, 8) : (8u32, 1))),
        "the tensor Sw<2,0,3> o _0 o (9,_8):(8,_1) reaches element 71, but the buffer has 64 elements"
    );
    assert!(buffer.tensor(layout!(Sw<2, 0, 3> o 0 o (8u32, 8) : (8u32, 1))).is_ok());
}

#[test]
fn tensors_without_elements() {
    let device = Device::emulator();
    let (some, none) = (device.buffer(&[7u32; 6]).unwrap(), device.buffer(&[0u32; 0]).unwrap());
    for buffer in [&some, &none] {
        for (m, n) in [(0u32, 3u32), (2, 0), (0, 0)] {
            let matrix = buffer.tensor(layout!((m, n) : (n, 1))).unwrap();
            assert_eq!(matrix.read().unwrap().iter().count(), 0);
            let columns = buffer.tensor(layout!((m, n) : (1, m))).unwrap();
            assert_eq!(columns.read().unwrap().iter().count(), 0);
            let far = buffer.tensor(layout!((m, n) : (1000u32, 1))).unwrap();
            assert_eq!(far.read().unwrap().iter().count(), 0);
        }
        buffer.tensor(layout!((0, 3) : (3, 1))).unwrap();
        buffer.tensor(layout!(Sw<1, 0, 1> o 0 o (0, 4) : (4, 1))).unwrap();
    }
}

#[test]
fn maps_of_swizzled_matrices() {
    type Tile = KMajorTile<Bf16, int!(64), int!(64), int!(1)>;
    let device = Device::emulator();
    let buffer = device.buffer(&[0u16; 64 * 64]).unwrap();
    let (m, n) = (64u32, 64u32);
    let words = [
        buffer.tensor(layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1))).unwrap().map::<Tile>(&device),
        buffer.tensor(layout!(Sw<3, 3, 3> o 0 o (m, n) : (64u32, 1))).unwrap().map::<Tile>(&device),
    ]
    .map(|map| map.err().unwrap().to_string());
    assert_eq!(
        words,
        ["(_64,_64):(_64,_1)", "(64,64):(64,_1)"].map(|inner| format!(
            "no tensor map: Sw<3,3,3> permutes the elements of {inner}, and a map has strides alone"
        ))
    );
    assert!(buffer.tensor(layout!((m, n) : (64u32, 1))).unwrap().map::<Tile>(&device).is_ok());
    // A single row may begin anywhere: the next one would be past all memory.
    let far = usize::MAX / 2;
    let row = buffer.tensor(layout!((1usize, 64usize) : (far, 1))).unwrap();
    let words = row.map::<Tile>(&device).err().unwrap().to_string();
    assert!(words.starts_with("no tensor map: rows begin "), "{words}");
}

/// Negates each number: it flips a bit, and needs no arithmetic.
///
/// # Safety
///
/// x has 32 numbers.
#[kernel(threads = 32)]
unsafe fn change<G: Gpu>(gpu: G, x: *mut Bf16) {
    let x = gmem(x.wrapping_add(gpu.thread() as usize), layout!((1u32, 1u32) : (1u32, 1))).engine();
    // SAFETY: as the caller promises.
    unsafe { x.set(Bf16(x.get().0 ^ 0x8000)) }
}

#[test]
fn numbers_of_tensor_cores() {
    let device = Device::emulator();
    let mut x = device.buffer(&[Bf16(0x3f80); 32]).unwrap();
    // SAFETY: x has 32 numbers.
    unsafe { device.launch::<change>((1, 1), (x.pointer_mut(),)) }.unwrap();
    assert_eq!(x.read().unwrap(), [Bf16(0xbf80); 32]);
    fn same<T: Plain + PartialEq + std::fmt::Debug>(device: &Device, x: T) {
        assert_eq!(device.buffer(&[x; 3]).unwrap().read().unwrap(), [x; 3]);
    }
    same(&device, F16(0x3c00));
    same(&device, Tf32(0x3f80_0000));
    same(&device, E4m3(0x38));
    same(&device, E5m2(0xff));
}

/// Reads a number of a page.
///
/// # Safety
///
/// The page exists.
#[kernel(threads = 32)]
unsafe fn turn<G: Gpu>(gpu: G, pages: *const u32, page: u32, sum: *mut u32) {
    let place = (page as usize) * 256 + gpu.thread() as usize;
    let page = gmem(pages.wrapping_add(place), layout!((1u32, 1u32) : (1u32, 1))).engine();
    let sum =
        gmem(sum.wrapping_add(gpu.thread() as usize), layout!((1u32, 1u32) : (1u32, 1))).engine();
    // SAFETY: as the caller promises.
    unsafe { sum.set(page.get()) }
}

#[test]
fn pages_that_are_not_there() {
    let device = Device::emulator();
    let pages = device.buffer(&[1u32; 1024]).unwrap();
    let mut sum = device.buffer(&[0u32; 32]).unwrap();
    let mut launch = |page| {
        // SAFETY: does not hold for some pages, which is the point of this test.
        let ended =
            unsafe { device.launch::<turn>((1, 1), (pages.pointer(), page, sum.pointer_mut())) };
        ended.map_err(|error| error.to_string())
    };
    launch(3).unwrap();
    for page in [1 << 20, 1 << 28, u32::MAX] {
        let words = launch(page).unwrap_err();
        let begins = format!(
            "turn<<<(1, 1), 32, 0>>>(pages, page = {page}, sum): block (0, 0), thread 0: reads 4 bytes at 0x"
        );
        assert!(words.starts_with(&begins), "{words}");
        assert!(words.contains(", which is in no buffer: the nearest is offset "), "{words}");
    }
}
