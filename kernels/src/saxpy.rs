//! y += a x: of vectors side by side in memory, and of vectors with strides.
//!
//! ```text
//! element     0 1 2 3    4 5 6 7     ..   1020 .. 1023 | 1024 ..
//! thread      0          1           ..   255          | 0         ..
//! block       0                                        | 1
//! ```
//!
//! In [`saxpy`](fn@saxpy) a thread has four neighbours, 16 bytes of each vector, which it moves at once. The
//! layout [`Elements`] says which. [`saxpy_strided()`] is BLAS's routine: the vectors have run-time strides, which
//! may be negative and are leaves of their layouts; a thread has four elements, 256 apart.
//!
//! For each element 12 bytes are moved and 2 flops made, so the time is that of the memory.
//!
//! Source: SAXPY of the level 1 BLAS.

use core::array::from_fn;
use zellige::{prelude::*, stride::Signed};
use zellige_gpu::Gpu;
use zellige_gpu::vector;

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
#[zellige_gpu::kernel(threads = THREADS)]
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
#[zellige_gpu::kernel(threads = THREADS)]
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

/// (thread, value) to the element of a block of [`saxpy_strided()`].
pub type StridedElements = layout!((256, 4) : (1, 256));

/// Adds a times element i of x to element i of y, for the n first i. The stride incx may be negative: then
/// element i lies at `(n - 1 - i) |incx|`, else at `i incx`; so with incy, which is not 0. The grid has at least
/// n / 1024 blocks.
///
/// Offsets are computed as `i32`: `n |incx|` and `n |incy|` are less than 2^31.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn saxpy_strided<G: Gpu>(
    gpu: G,
    n: u32,
    a: f32,
    x: *const f32,
    incx: i32,
    y: *mut f32,
    incy: i32,
) {
    let (xs, ys) = (Signed::new(incx), Signed::new(incy));
    let (xs, ys) = (layout!(n : xs), layout!(n : ys));
    // A layout with a negative stride runs backwards from its first element, which is then the last in memory.
    let start = |last: Signed<i32>| last.get().min(0);
    let (x0, y0) = (
        start(xs.crd2idx(n.saturating_sub(1))),
        start(ys.crd2idx(n.saturating_sub(1))),
    );
    let elements = layout!(((ELEMENTS), (gpu.grid_x())) : (1, (ELEMENTS)));
    let element = |value: u32| {
        let mine = StridedElements::STATIC.crd2idx((gpu.thread(), value));
        elements.crd2idx((mine, gpu.block_x()))
    };
    let mut products = [(0.0, 0.0); 4];
    for value in 0..4 {
        let i = element(value);
        if i < n {
            let x = x.offset((xs.crd2idx(i).get() - x0) as isize);
            let y = y.offset((ys.crd2idx(i).get() - y0) as isize);
            products[value as usize] = (*x, *y);
        }
    }
    for value in 0..4 {
        let i = element(value);
        if i < n {
            let (xi, yi) = products[value as usize];
            *y.offset((ys.crd2idx(i).get() - y0) as isize) = gpu.fma(a, xi, yi);
        }
    }
}

/// [`saxpy_strided()`] with its indices by hand.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn saxpy_strided_by_hand<G: Gpu>(
    gpu: G,
    n: u32,
    a: f32,
    x: *const f32,
    incx: i32,
    y: *mut f32,
    incy: i32,
) {
    let start = |inc: i32| (n.saturating_sub(1) as i32 * inc).min(0);
    let (x0, y0) = (start(incx), start(incy));
    let element = |value: u32| gpu.thread() + value * 256 + gpu.block_x() * 1024;
    let mut products = [(0.0, 0.0); 4];
    for value in 0..4 {
        let i = element(value);
        if i < n {
            let x = x.offset((i as i32 * incx - x0) as isize);
            let y = y.offset((i as i32 * incy - y0) as isize);
            products[value as usize] = (*x, *y);
        }
    }
    for value in 0..4 {
        let i = element(value);
        if i < n {
            let (xi, yi) = products[value as usize];
            *y.offset((i as i32 * incy - y0) as isize) = gpu.fma(a, xi, yi);
        }
    }
}
