//! y = x, rounded to another type of elements.
//!
//! ```text
//! y[i] = round(x[i])      i < n, to nearest, ties to even
//! ```
//!
//! E4m3 has no infinities: larger numbers become +-448, and NaN stays NaN. Bf16 and F16 overflow to
//! infinities.
//!
//! A thread has as many elements as 16 bytes hold of the narrower type: it reads and writes vectors
//! of 16 bytes, one on the narrower side and 2 or 4 on the other. The thread behind the last vector
//! moves the remaining elements one by one.
//!
//! ```text
//! f32 to bf16     | x0 to x3 | x4 to x7 | x8 to x11 | x12 to x15 |     2 vectors per thread
//! thread          | 0                   | 1                      |
//!                 | y0 to y7            | y8 to y15              |     1 vector per thread
//! ```
//!
//! Each element is read once and written once.

use crate::turn::take_turn;
use crate::words::{Element, pack, unpack};
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, E4m3, F16, Store, kernel, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = 256;

/// The number of elements of a block of the kernel from A to B: 2048, or 4096 if one is E4m3.
pub const fn block_elements<A, B>() -> u32 {
    let (a, b) = (size_of::<A>() as u32, size_of::<B>() as u32);
    THREADS * 16 / if a < b { a } else { b }
}

/// Casts n elements. The grid has `n.div_ceil(block_elements::<A, B>())` blocks.
///
/// # Safety
///
/// `from` and `to` point to n elements, at multiples of 16 bytes.
#[kernel(threads = THREADS, instances(
    cast_f32_bf16 = <f32, Bf16, 8>,
    cast_f32_f16 = <f32, F16, 8>,
    cast_f32_e4m3 = <f32, E4m3, 16>,
    cast_bf16_f32 = <Bf16, f32, 8>,
    cast_bf16_f16 = <Bf16, F16, 8>,
    cast_bf16_e4m3 = <Bf16, E4m3, 16>,
    cast_f16_f32 = <F16, f32, 8>,
    cast_f16_bf16 = <F16, Bf16, 8>,
    cast_f16_e4m3 = <F16, E4m3, 16>,
    cast_e4m3_f32 = <E4m3, f32, 16>,
    cast_e4m3_bf16 = <E4m3, Bf16, 16>,
    cast_e4m3_f16 = <E4m3, F16, 16>,
))]
pub unsafe fn cast<A, B, const N: usize, G>(gpu: G, n: u32, from: *const A, to: *mut B)
where
    A: Element<Number = f32>,
    B: Element<Number = f32>,
    G: Store,
{
    take_turn(gpu);
    let threads = layout!((256, (gpu.grid_x())));
    let (thread, whole) = (threads.crd2idx((gpu.thread(), gpu.block_x())), n / N as u32);
    if thread < whole {
        // (vector of a thread, thread)
        let (a, b) = (const { (N / A::IN_VECTOR) as u32 }, const { (N / B::IN_VECTOR) as u32 });
        let x = gmem(from.cast::<Vector16>(), layout!((a, whole) : (1, a)));
        let y = gmem(to.cast::<Vector16>(), layout!((b, whole) : (1, b)));
        let mut numbers = [0.0; N];
        unroll!(for v in 0..{ (N / A::IN_VECTOR) as u32 } {
            unpack::<A, N>(x.read((v, thread)), &mut numbers, v);
        });
        unroll!(for v in 0..{ (N / B::IN_VECTOR) as u32 } {
            y.write((v, thread), pack::<B, N>(gpu, &numbers, v));
        });
    } else if thread == whole {
        let (x, y) = (gmem(from, layout!(n : 1)), gmem(to, layout!(n : 1)));
        for i in N as u32 * whole..n {
            y.write(i, B::narrow(gpu, x.read(i).widen()));
        }
    }
}
