//! The kernels of y += a x, for contiguous and for strided vectors.
//!
//! ```text
//! element     0 1 2 3    4 5 6 7     ..   1020 .. 1023 | 1024 ..
//! thread      0          1           ..   255          | 0         ..
//! block       0                                        | 1
//! ```
//!
//! In [`saxpy`](fn@saxpy) a thread has four neighbours, 16 bytes of each vector, which it moves at
//! once, as the tiled copy [`Vectors`] describes. [`saxpy_strided()`] is BLAS's routine: the
//! vectors have run-time strides, which may be negative and are leaves of their layouts; a thread
//! has four elements, 256 apart, as [`Scalars`] describes. Both vectors are sequences that know
//! where they end.
//!
//! Each element takes 12 bytes of traffic and 2 flops, so memory determines the time.
//!
//! Source: SAXPY of the level 1 BLAS.

use zellige::atom::{CopyAtom, MakeTiledCopy, copy as copies};
use zellige::{prelude::*, stride::Signed};
use zellige_gpu::Gpu;
use zellige_gpu::copy::copy;
use zellige_gpu::tensor::{GpuTensor, blas_vector, rmem, sequence};
use zellige_gpu::transform::{transform, transform_if};

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The number of elements of a block.
pub const ELEMENTS: u32 = 1024;
/// A tile of 1024 elements.
type Tile = (int!(1024),);

/// The tiled copy of a block of [`saxpy`](fn@saxpy): 256 threads, 4 elements side by side in each.
pub type Vectors = MakeTiledCopy<
    CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>,
    layout!((256,)),
    layout!((4,)),
>;

/// Adds `a x[i]` to `y[i]` for the first n indices i. x and y are aligned to 16 bytes. The grid has
/// at least n / 1024 blocks.
///
/// Where only some of a thread's elements exist, the thread processes these one by one.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let (thread, block, vectors) = (gpu.thread(), (gpu.block_x(),), Vectors::default());
    let g_x = sequence(x, layout!(n : 1), n).local_tile(Tile::default(), block); // (BLK)
    let g_y = sequence(y, layout!(n : 1), n).local_tile(Tile::default(), block); // (BLK)
    let tx = g_x.partition_s(vectors, thread); //                                   (CPY, CPY_N)
    let ty = g_y.partition_d(vectors, thread); //                                   (CPY, CPY_N)
    let axpy = |(x, y)| gpu.fma(a, x, y);
    if ty.is_whole() {
        let (mut x, mut y) = ([0.0; 4], [0.0; 4]);
        let rx = rmem(&mut x, layout!((4, 1)));
        let ry = rmem(&mut y, layout!((4, 1)));
        copy(gpu, vectors, tx, rx);
        copy(gpu, vectors, ty, ry);
        transform((rx, ry), ry, axpy);
        copy(gpu, vectors, ry, ty);
    } else {
        // Not all four exist, so at most three do.
        let (tx, ty) = (tx.engine(), ty.engine());
        let (tx, ty) = (GpuTensor::new(tx, layout!(3)), GpuTensor::new(ty, layout!(3)));
        transform_if((tx, ty), ty, axpy);
    }
}

/// The tiled copy of a block of [`saxpy_strided()`]: 256 threads, every 256th element in each.
pub type Scalars = MakeTiledCopy<
    CopyAtom<copies::UniversalCopy<int!(32)>, int!(32)>,
    layout!((256,)),
    layout!((1,)),
>;

/// Adds a times element i of x to element i of y, for the first n indices i. The stride incx may be
/// negative: then element i lies at `(n - 1 - i) |incx|`, else at `i incx`; the same holds for
/// incy, which is not 0. The grid has at least n / 1024 blocks.
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
    let (thread, block, scalars) = (gpu.thread(), (gpu.block_x(),), Scalars::default());
    let (incx, incy) = (Signed::new(incx), Signed::new(incy));
    let g_x = blas_vector(x, layout!(n : incx), n).local_tile(Tile::default(), block); // (BLK)
    let g_y = blas_vector(y, layout!(n : incy), n).local_tile(Tile::default(), block); // (BLK)
    let tx = g_x.partition_s(scalars, thread); //                                         (CPY, CPY_N)
    let ty = g_y.partition_d(scalars, thread); //                                         (CPY, CPY_N)
    let mut pairs = [(0.0, 0.0); 4];
    let r = rmem(&mut pairs, layout!((1, 4) : (0, 1)));
    transform_if((tx, ty), r, |pair| pair);
    transform_if(r, ty, |(x, y)| gpu.fma(a, x, y));
}
