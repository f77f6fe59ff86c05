//! Rotary embedding: rotates pairs of elements of each head by angles that grow with the position.
//!
//! ```text
//! y[t, h, a] = x[t, h, a] cos[p, i] - x[t, h, b] sin[p, i]      i < dimension / 2
//! y[t, h, b] = x[t, h, b] cos[p, i] + x[t, h, a] sin[p, i]      p = positions[t], or t
//!
//! adjacent = 0 (GPT-NeoX)     (a, b) = (i, i + dimension / 2)
//! adjacent = 1 (GPT-J)        (a, b) = (2 i, 2 i + 1)
//! ```
//!
//! `cos` and `sin` are row-major matrices with a row of `dimension / 2` numbers for each of `known`
//! positions. A token at another position becomes NaN.
//! Element (t, h, d) of x lies at `t x_token + h x_head + d`, that of y likewise; strides count
//! elements, and offsets have 64 bits. y may be x: a thread reads its pairs before it writes them.
//!
//! A thread has the pairs of two vectors of 16 bytes: vectors v and v + V of the 2 V vectors of a
//! head, or 2 v and 2 v + 1 if pairs are adjacent. In the `any` instances it has one pair.

use crate::turn::take_turn;
use crate::words::{Element, pack, unpack, vector};
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Store, kernel, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = 256;

/// Rotates vectors. The grid has `(tokens * heads * dimension / 2 / N).div_ceil(256)` blocks, with
/// N = 8 elements of a vector, or 4 of f32.
///
/// # Safety
///
/// `dimension / 2` and all strides are multiples of N; x, y, `cos` and `sin` begin at multiples of
/// 16 bytes. `positions` is null, or points to `tokens` positions. The tables have `known` rows.
/// `tokens * heads * dimension / 2 / N` is less than 2^32 - 256.
#[kernel(threads = THREADS, instances(
    rope_bf16 = <Bf16, 8>,
    rope_f16 = <F16, 8>,
    rope_f32 = <f32, 4>,
))]
pub unsafe fn rope<T: Element<Number = f32>, const N: usize, G: Store>(
    gpu: G,
    tokens: u32,
    heads: u32,
    dimension: u32,
    x: *const T,
    x_token: u32,
    x_head: u32,
    y: *mut T,
    y_token: u32,
    y_head: u32,
    positions: *const u32,
    cos: *const f32,
    sin: *const f32,
    known: u32,
    adjacent: u32,
) {
    take_turn(gpu);
    let (n, vectors) = (N as u32, dimension / 2 / N as u32);
    let all = layout!((vectors, heads, tokens));
    let thread = layout!((256, (gpu.grid_x()))).crd2idx((gpu.thread(), gpu.block_x()));
    if thread >= all.size() || vectors == 0 || heads == 0 {
        return;
    }
    let (v, head, token) = all.idx2crd(thread);
    let (step, other) = if adjacent == 0 { (1u32, vectors) } else { (2, 1) };
    let halves = layout!((vectors, 2) : (step, other)); // vector number of (v, half)
    let strides = layout!((tokens, heads, (2 * vectors)) : ((x_token / n), (x_head / n), 1));
    let x = gmem(x.cast::<Vector16>(), strides);
    let strides = layout!((tokens, heads, (2 * vectors)) : ((y_token / n), (y_head / n), 1));
    let y = gmem(y.cast::<Vector16>(), strides);
    let position = position(positions, token);
    // (position, vector of 4 numbers)
    let row = vectors * (n / 4);
    let table = layout!((known, row) : (row, 1));
    let (cos, sin) = (gmem(cos.cast::<Vector16>(), table), gmem(sin.cast::<Vector16>(), table));

    let (mut a, mut b, mut c, mut s) = ([0.0; N], [0.0; N], [0.0; N], [0.0; N]);
    unpack::<T, N>(x.read((token, head, halves.crd2idx((v, 0u32)))), &mut a, 0);
    unpack::<T, N>(x.read((token, head, halves.crd2idx((v, 1u32)))), &mut b, 0);
    let nan = vector([f32::NAN.to_bits(); 4]);
    unroll!(for q in 0..{ (N / 4) as u32 } {
        unpack::<f32, N>(cos.read_or((position, n / 4 * v + q), nan), &mut c, q);
        unpack::<f32, N>(sin.read_or((position, n / 4 * v + q), nan), &mut s, q);
    });
    if adjacent == 0 {
        unroll!(for i in 0..{ N as u32 } {
            let i = i as usize;
            (a[i], b[i]) = rotate(a[i], b[i], c[i], s[i]);
        });
    } else {
        unroll!(for i in 0..{ (N / 2) as u32 } {
            let (i, j) = (i as usize, N / 2 + i as usize);
            (a[2 * i], a[2 * i + 1]) = rotate(a[2 * i], a[2 * i + 1], c[i], s[i]);
            (b[2 * i], b[2 * i + 1]) = rotate(b[2 * i], b[2 * i + 1], c[j], s[j]);
        });
    }
    y.write((token, head, halves.crd2idx((v, 0u32))), pack::<T, N>(gpu, &a, 0));
    y.write((token, head, halves.crd2idx((v, 1u32))), pack::<T, N>(gpu, &b, 0));
}

/// Does the same for every alignment and every even dimension, pair by pair. The grid has
/// `(tokens * heads * dimension / 2).div_ceil(256)` blocks.
///
/// # Safety
///
/// `positions` is null, or points to `tokens` positions. The tables have `known` rows.
/// `tokens * heads * dimension / 2` is less than 2^32 - 256.
#[kernel(threads = THREADS, instances(
    rope_bf16_any = <Bf16>,
    rope_f16_any = <F16>,
    rope_f32_any = <f32>,
))]
pub unsafe fn rope_any<T: Element<Number = f32>, G: Store>(
    gpu: G,
    tokens: u32,
    heads: u32,
    dimension: u32,
    x: *const T,
    x_token: u32,
    x_head: u32,
    y: *mut T,
    y_token: u32,
    y_head: u32,
    positions: *const u32,
    cos: *const f32,
    sin: *const f32,
    known: u32,
    adjacent: u32,
) {
    take_turn(gpu);
    let pairs = dimension / 2;
    let all = layout!((pairs, heads, tokens));
    let thread = layout!((256, (gpu.grid_x()))).crd2idx((gpu.thread(), gpu.block_x()));
    if thread >= all.size() || pairs == 0 || heads == 0 {
        return;
    }
    let (i, head, token) = all.idx2crd(thread);
    let (step, other) = if adjacent == 0 { (1u32, pairs) } else { (2, 1) };
    let halves = layout!((pairs, 2) : (step, other)); // element number of (i, half)
    let (at_a, at_b) = (halves.crd2idx((i, 0u32)), halves.crd2idx((i, 1u32)));
    let x = gmem(x, layout!((tokens, heads, dimension) : (x_token, x_head, 1)));
    let y = gmem(y, layout!((tokens, heads, dimension) : (y_token, y_head, 1)));
    let (position, table) = (position(positions, token), layout!((known, pairs) : (pairs, 1)));
    let c = gmem(cos, table).read_or((position, i), f32::NAN);
    let s = gmem(sin, table).read_or((position, i), f32::NAN);
    let (a, b) = (x.read((token, head, at_a)).widen(), x.read((token, head, at_b)).widen());
    let (a, b) = rotate(a, b, c, s);
    y.write((token, head, at_a), T::narrow(gpu, a));
    y.write((token, head, at_b), T::narrow(gpu, b));
}

/// Returns the position of a token.
#[inline(always)]
unsafe fn position(positions: *const u32, token: u32) -> u32 {
    if positions.is_null() { token } else { gmem(positions, layout!((u32::MAX) : 1)).read(token) }
}
/// Returns the pair (a, b), rotated by the angle with this cosine and this sine.
#[inline(always)]
fn rotate(a: f32, b: f32, c: f32, s: f32) -> (f32, f32) {
    (a * c - b * s, b * c + a * s)
}
