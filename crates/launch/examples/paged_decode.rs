//! Attention of one query per sequence. Keys and values are in pages of 16 tokens; four heads of Q
//! share a head of K and V.
//!
//! A block has a sequence and a head of K and V. Each of its four warps takes every fourth page,
//! and each half of a warp takes every second token of it and keeps the softmax of the tokens that
//! it has seen; at the end, the eight halves are combined.

use zellige::{atom::*, prelude::*};
use zellige_gpu::epilogue::{Identity, store};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform;
use zellige_gpu::{Bf16, Half, Store, kernel, unroll, warp};
use zellige_launch::device::{Device, LaunchError};

type Vector = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;
/// A half of a warp has 128 elements of a row; both halves have two rows.
type HalfWarp = MakeTiledCopy<Vector, layout!((1, 16)), layout!((1, 8))>;
type Warp = MakeTiledCopy<Vector, layout!((2, 16) : row), layout!((1, 8))>;
/// The block has four rows, with four elements per thread.
type Block = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(64)>, int!(16)>,
    layout!((4, 32) : row),
    layout!((1, 4)),
>;
/// The values of all threads: ((lane, value), head, (half, warp)).
type Storage = (SmemTensor<f32, layout!(((16, 10), 4, (2, 4)))>,);

/// # Safety
///
/// The grid has a block for each head of K and V, and each sequence. Sequence s has `lengths[s]`
/// tokens, 1 or more, in the pages `table[s]`, a row of `pages` numbers; k and v have `tokens` rows
/// of 128 elements for each head, and q and o have 128 elements for each of four times as many
/// heads. All begin at multiples of 16 bytes. `scale` is the factor of the scores times log2(e).
#[kernel(threads = 128, shared = Storage::BYTES)]
unsafe fn paged_decode<G: Store>(
    gpu: G,
    lengths: *const u32,
    table: *const u32,
    pages: u32,
    q: *const Bf16,
    k: *const Bf16,
    v: *const Bf16,
    tokens: u32,
    scale: f32,
    o: *mut Bf16,
) {
    let (thread, head, sequence) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    let (lane, half, warp) = layout!((16, 2, 4)).idx2crd(thread);
    let caches = layout!((tokens, (128 * gpu.grid_x())) : row);
    let queries = layout!(((4 * gpu.grid_x() * gpu.grid_y()), 128u32) : (128u32, 1));
    let mine = gpu.grid_x() * sequence + head;
    let tile = |of: *const Bf16, page: u32| {
        let kv = gmem(of, caches).local_tile(shape!((16, 128)), (page, head));
        kv.partition_s(Warp::STATIC, thread % 32).recast::<_, 16>() // (8 tokens, 1)
    };
    let unpack = |words: [u32; 4]| words.map(Bf16::unpair);
    let (mut keys, mut values, mut heads) = ([[0; 4]; 8], [[0; 4]; 8], [[(0.0, 0.0); 4]; 4]);
    // After the eight elements of a head, the sum of powers and the largest score.
    let mut out = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, f32::MIN]; 4];
    // SAFETY: the pages have these tokens, and all threads of the block execute this.
    unsafe {
        let tile_q = gmem(q, queries).local_tile(shape!((4, 128)), (mine, 0u32));
        let tq = tile_q.partition_s(HalfWarp::STATIC, lane).recast::<_, 16>(); // (4 heads, 1)
        transform(tq, rmem(&mut heads, layout!(4)), unpack);
        let length = *lengths.add(sequence as usize);
        for i in (warp..length.div_ceil(16)).step_by(4) {
            let page = *table.add((pages * sequence + i) as usize);
            transform(tile(k, page), rmem(&mut keys, layout!(8)), |k| k);
            transform(tile(v, page), rmem(&mut values, layout!(8)), |v| v);
            unroll!(for h in 0..4 {
                let (h, before) = (h as usize, out[h as usize][9]);
                let mut scores = [0.0; 8];
                unroll!(for row in 0..8 {
                    let (k, q) = (unpack(keys[row as usize]), heads[h]);
                    let dot = |sum, i: usize| gpu.fma(q[i].1, k[i].1, gpu.fma(q[i].0, k[i].0, sum));
                    let score = warp::sum(gpu, (0..4).fold(0.0, dot), layout!(16)) * scale;
                    let is_there = 16 * i + 2 * row + half < length;
                    scores[row as usize] = if is_there { score } else { f32::NEG_INFINITY };
                });
                let most = scores.iter().copied().fold(before, f32::max);
                let factor = gpu.exp2(before - most);
                out[h] = out[h].map(|x| x * factor);
                out[h][9] = most;
                unroll!(for row in 0..8 {
                    let power = gpu.exp2(scores[row as usize] - most);
                    unroll!(for i in 0..4 {
                        let (i, (v, w)) = (i as usize, unpack(values[row as usize])[i as usize]);
                        out[h][2 * i] = gpu.fma(power, v, out[h][2 * i]);
                        out[h][2 * i + 1] = gpu.fma(power, w, out[h][2 * i + 1]);
                    });
                    out[h][8] += power;
                });
            });
        }
        let (s_out,) = Storage::allocate(gpu);
        unroll!(for h in 0..4 {
            unroll!(for i in 0..{ 10 } {
                s_out.write(((lane, i), h, (half, warp)), out[h as usize][i as usize]);
            });
        });
        gpu.sync_threads(); // then a thread combines four elements of a head
        let (i, h) = layout!((32, 4)).idx2crd(thread);
        let parts = [0, 1, 2, 3, 4, 5, 6, 7];
        let read = |lane: u32, i: u32| parts.map(|part: u32| s_out.read(((lane, i), h, part)));
        let (sums, scores) = (read(0, 8), read(0, 9));
        let most = scores.into_iter().fold(f32::MIN, f32::max);
        let powers = scores.map(|score| gpu.exp2(score - most));
        let mean = |of: [f32; 8]| (0..8).map(|part| of[part] * powers[part]).sum::<f32>();
        let factor = gpu.reciprocal(mean(sums));
        let mut means = [0, 1, 2, 3].map(|j| factor * mean(read(i / 2, 4 * (i % 2) + j)));
        let tile_o = gmem(o, queries).local_tile(shape!((4, 128)), (mine, 0u32));
        let to = tile_o.partition_d(Block::STATIC, thread);
        store(gpu, rmem(&mut means, layout!(4)), to, Identity);
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, heads, sequences, pages) = (Device::emulator(), 2u32, 3u32, 6u32);
    let lengths = [1u32, 37, 96];
    let tokens = 16 * pages * sequences;
    let number = |i: u32| (i * 7 % 23) as f32 / 16.0 - 0.7;
    let numbers =
        |n: u32, of: u32| (of..of + n).map(|i| Bf16::from_f32(number(i))).collect::<Vec<_>>();
    // Pages are taken from the end of the cache.
    let table: Vec<u32> = (0..pages * sequences).rev().collect();
    let (q, k, v) = (
        numbers(sequences * heads * 512, 1),
        numbers(tokens * heads * 128, 2),
        numbers(tokens * heads * 128, 5),
    );
    let [q_there, k_there, v_there] = [device.buffer(&q)?, device.buffer(&k)?, device.buffer(&v)?];
    let (lengths_there, table_there) = (device.buffer(&lengths)?, device.buffer(&table)?);
    let (mut o, scale) = (device.buffer(&q)?, 0.1);
    let arguments = (
        lengths_there.pointer(),
        table_there.pointer(),
        pages,
        q_there.pointer(),
        k_there.pointer(),
        v_there.pointer(),
        tokens,
        scale * core::f32::consts::LOG2_E,
        o.pointer_mut(),
    );
    // SAFETY: the matrices have these sizes, and the grid covers all heads and sequences.
    unsafe { device.launch::<paged_decode>((heads, sequences), arguments)? };
    for (at, o) in (0..).zip(&*o.read()?) {
        let (d, head, sequence) = (at % 128, at / 128 % (4 * heads), at / 512 / heads);
        let cache = |of: &[Bf16], token: u32, d: u32| {
            let row = 16 * table[(pages * sequence + token / 16) as usize] + token % 16;
            f32::from(of[((row * heads + head / 4) * 128 + d) as usize])
        };
        let power = |token| {
            let score = |d| f32::from(q[(at - at % 128 + d) as usize]) * cache(&k, token, d);
            (scale * (0..128).map(score).sum::<f32>()).exp()
        };
        let (mut sum, mut expected) = (0.0, 0.0);
        for token in 0..lengths[sequence as usize] {
            sum += power(token);
            expected += power(token) * cache(&v, token, d);
        }
        let difference = (f32::from(*o) - expected / sum).abs();
        assert!(difference < 0.01, "sequence {sequence}, head {head}, element {d}: {difference}");
    }
    println!("{sequences} sequences, {} heads", 4 * heads);
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
