//! Attention of one query for each sequence. Keys and values lie in pages of 16 tokens; four heads of
//! Q share a head of K and V.
//!
//! A block has a sequence and a head of K and V. Each of its four warps takes every fourth page,
//! each half of a warp every second token of it, and keeps the softmax of what it has seen for
//! itself; at the end the eight halves are put together.

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
/// The block has four rows, four elements a thread.
type Block = MakeTiledCopy<
    CopyAtom<copy::UniversalCopy<int!(64)>, int!(16)>,
    layout!((4, 32) : row),
    layout!((1, 4)),
>;
/// The sums (element, head, (half, warp)), and the largest score and the sum of powers of each
/// (head, (half, warp)).
type Storage = (
    SmemTensor<f32, layout!((128, 4, (2, 4)))>,
    SmemTensor<[f32; 2], layout!((4, (2, 4)))>,
);

/// # Safety
///
/// The grid has a block for each head of K and V, and each sequence. Sequence s has `lengths[s]`
/// tokens, 1 or more, in the pages `table[s]`, a row of `pages` numbers; k and v have `tokens` rows
/// of 128 elements for each head, q and o 128 elements for each of four times as many heads. All
/// begin at multiples of 16 bytes. `scale` is the factor of scores times log2(e).
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
    let unpacked = |words: [u32; 4]| words.map(Bf16::unpair);
    let (mut words, mut keys, mut values) = ([[0; 4]; 4], [[0; 4]; 8], [[0; 4]; 8]);
    let (mut most, mut sums, mut out) = ([f32::MIN; 4], [0.0; 4], [[0.0; 8]; 4]);
    // SAFETY: the pages have these tokens, and all threads of the block are here.
    unsafe {
        let tile_q = gmem(q, queries).local_tile(shape!((4, 128)), (mine, 0u32));
        let tq = tile_q.partition_s(HalfWarp::STATIC, lane).recast::<_, 16>(); // (4 heads, 1)
        transform(tq, rmem(&mut words, layout!(4)), |q: [u32; 4]| q);
        let length = *lengths.add(sequence as usize);
        for i in (warp..length.div_ceil(16)).step_by(4) {
            let page = *table.add((pages * sequence + i) as usize);
            transform(tile(k, page), rmem(&mut keys, layout!(8)), |k| k);
            transform(tile(v, page), rmem(&mut values, layout!(8)), |v| v);
            unroll!(for row in 0..8 {
                let there = 16 * i + 2 * row + half < length;
                let (k, v) = (unpacked(keys[row as usize]), unpacked(values[row as usize]));
                unroll!(for h in 0..4 {
                    let h = h as usize;
                    let pairs = unpacked(words[h]).into_iter().zip(k);
                    let product: f32 = pairs.map(|(q, k)| q.0 * k.0 + q.1 * k.1).sum();
                    let score = warp::sum(gpu, product, layout!(16)) * scale;
                    let score = if there { score } else { f32::NEG_INFINITY };
                    let before = most[h];
                    most[h] = before.max(score);
                    let [power, factor] = [score, before].map(|s| gpu.exp2(s - most[h]));
                    sums[h] = sums[h] * factor + power;
                    let values = v.into_iter().flat_map(|(v, w)| [v, w]);
                    for (out, v) in out[h].iter_mut().zip(values) {
                        *out = *out * factor + power * v;
                    }
                });
            });
        }
        let (s_out, s_sums) = Storage::allocate(gpu);
        unroll!(for h in 0..4 {
            if lane == 0 {
                s_sums.write((h, (half, warp)), [most[h as usize], sums[h as usize]]);
            }
            unroll!(for i in 0..8 {
                s_out.write((8 * lane + i, h, (half, warp)), out[h as usize][i as usize]);
            });
        });
        gpu.sync_threads(); // A thread puts four elements of a head together.
        let (i, h) = layout!((32, 4)).idx2crd(thread);
        let parts: [[f32; 2]; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(|part: u32| s_sums.read((h, part)));
        let most = parts.iter().fold(f32::MIN, |most, part| most.max(part[0]));
        let powers = parts.map(|part| gpu.exp2(part[0] - most));
        let sum = (0..8).map(|i| parts[i][1] * powers[i]).sum();
        let element = |j: u32| {
            let of_part = |(part, power)| s_out.read((4 * i + j, h, part)) * power;
            (0u32..).zip(powers).map(of_part).sum::<f32>() * gpu.reciprocal(sum)
        };
        let mut mean = [0, 1, 2, 3].map(element);
        let tile_o = gmem(o, queries).local_tile(shape!((4, 128)), (mine, 0u32));
        let to = tile_o.partition_d(Block::STATIC, thread);
        store(gpu, rmem(&mut mean, layout!(4)), to, Identity);
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, heads, sequences, pages) = (Device::emulator(), 2u32, 3u32, 6u32);
    let lengths = [1u32, 37, 96];
    let tokens = 16 * pages * sequences;
    let number = |i: u32| (i * 7 % 23) as f32 / 16.0 - 0.7;
    let numbers = |n: u32, of: u32| {
        (of..of + n)
            .map(|i| Bf16::from_f32(number(i)))
            .collect::<Vec<_>>()
    };
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
    // SAFETY: the matrices have these sizes, and the grid has all heads and sequences.
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
        assert!(
            difference < 0.01,
            "sequence {sequence}, head {head}, element {d}: {difference}"
        );
    }
    println!("{sequences} sequences, {} heads", 4 * heads);
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
