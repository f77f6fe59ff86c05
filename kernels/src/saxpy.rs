//! y += a x: of vectors side by side in memory, and of vectors with strides.
//!
//! ```text
//! element     0 1 2 3    4 5 6 7     ..   1020 .. 1023 | 1024 ..
//! thread      0          1           ..   255          | 0         ..
//! block       0                                        | 1
//! ```
//!
//! In [`saxpy`](fn@saxpy) a thread has four neighbours, 16 bytes of each vector, which it moves at once. The
//! layout [`Elements`] says which. [`saxpy_strided`] is BLAS's routine: the vectors have run-time strides, which
//! may be negative and are leaves of their layouts; a thread has one element.
//!
//! For each element 12 bytes are moved and 2 flops made, so the time is that of the memory.
//!
//! Source: SAXPY of the level 1 BLAS.

use crate::gpu::Gpu;
use crate::vector;
use core::array::from_fn;
use zellige::{prelude::*, stride::Signed};

/// The threads of a block.
pub const THREADS: u32 = 256;
/// (thread, value) to the element of a block of [`saxpy`](fn@saxpy).
pub type Elements = layout!((256, 4) : (4, 1));
/// How many elements a block of [`saxpy`](fn@saxpy) has.
pub const ELEMENTS: u32 = Elements::SIZE as u32;

/// Adds `a x[i]` to `y[i]` for the n first i. x and y are aligned to 16 bytes. The grid has at least n / 1024
/// blocks.
///
/// Where only some of a thread's elements exist, it takes these one by one.
pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    // (element of the block, block) to the element.
    let elements = layout!((1024, (gpu.grid_x())) : (1, 1024));
    let element = |value| {
        let mine = Elements::STATIC.crd2idx((gpu.thread(), value));
        elements.crd2idx((mine, gpu.block_x()))
    };
    let first = element(0u32);
    if n.saturating_sub(first) >= 4 {
        let (x, y) = (x.add(first as usize), y.add(first as usize));
        let (xs, ys) = (vector::read::<f32, 4>(x), vector::read::<f32, 4>(y));
        let sums: [f32; 4] = from_fn(|value| gpu.fma(a, xs[value], ys[value]));
        vector::write(y, sums);
    } else {
        for value in 0..3 {
            let i = element(value);
            if i < n {
                let (x, y) = (x.add(i as usize), y.add(i as usize));
                *y = gpu.fma(a, *x, *y);
            }
        }
    }
}

/// [`saxpy`](fn@saxpy) with its indices by hand.
pub unsafe fn saxpy_by_hand<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let element = |value| {
        let mine = gpu.thread() * 4 + value;
        gpu.block_x() * 1024 + mine
    };
    let first = element(0);
    if n.saturating_sub(first) >= 4 {
        let (x, y) = (x.add(first as usize), y.add(first as usize));
        let (xs, ys) = (vector::read::<f32, 4>(x), vector::read::<f32, 4>(y));
        let sums: [f32; 4] = from_fn(|value| gpu.fma(a, xs[value], ys[value]));
        vector::write(y, sums);
    } else {
        for value in 0..3 {
            let i = element(value);
            if i < n {
                let (x, y) = (x.add(i as usize), y.add(i as usize));
                *y = gpu.fma(a, *x, *y);
            }
        }
    }
}

/// Adds a times element i of x to element i of y, for the n first i. The stride incx may be negative: then
/// element i lies at `(n - 1 - i) |incx|`, else at `i incx`; so with incy, which is not 0. The grid has at least
/// n / 256 blocks.
///
/// Offsets are computed as `i32`: `n |incx|` and `n |incy|` are less than 2^31.
pub unsafe fn saxpy_strided<G: Gpu>(
    gpu: G,
    n: u32,
    a: f32,
    x: *const f32,
    incx: i32,
    y: *mut f32,
    incy: i32,
) {
    let threads = layout!((256, (gpu.grid_x())) : (1, 256));
    let i = threads.crd2idx((gpu.thread(), gpu.block_x()));
    if i < n {
        let (incx, incy) = (Signed::new(incx), Signed::new(incy));
        let (x, y) = (x.offset(place(n, incx, i)), y.offset(place(n, incy, i)));
        *y = gpu.fma(a, *x, *y);
    }
}

/// Where element i of n with the stride `inc` lies. If the stride is negative, the layout `n : inc` runs backwards
/// from its first element, which is then the last in memory.
fn place(n: u32, inc: Signed<i32>, i: u32) -> isize {
    let vector = layout!(n : inc);
    let start = vector.crd2idx(n - 1).get().min(0);
    (vector.crd2idx(i).get() - start) as isize
}

/// [`saxpy_strided`] with its indices by hand.
pub unsafe fn saxpy_strided_by_hand<G: Gpu>(
    gpu: G,
    n: u32,
    a: f32,
    x: *const f32,
    incx: i32,
    y: *mut f32,
    incy: i32,
) {
    let i = gpu.thread() + gpu.block_x() * 256;
    if i < n {
        let place = |inc: i32| {
            let start = ((n - 1) as i32 * inc).min(0);
            i as i32 * inc - start
        };
        let x = x.offset(place(incx) as isize);
        let y = y.offset(place(incy) as isize);
        *y = gpu.fma(a, *x, *y);
    }
}
