//! The baseline of [`attention()`](zellige_kernels::attention::attention()): shared memory,
//! descriptors, tiles, scores, output.

use crate::wgmma_gemm::{exchange, raster};
use core::f32::consts::{LN_2, LOG2_E};
use core::hint::assert_unchecked;
use zellige::atom::mma::*;
use zellige::prelude::*;
use zellige_gpu::barrier::{Filling, Ids};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::Dynamic;
use zellige_gpu::storage::{Allocate, SharedStorage, Staged, Stages};
use zellige_gpu::wgmma::{Accumulators, KMajor, MnMajor, ScaleOut, Wgmma};
use zellige_gpu::{Bf16, Gpu, Sm90, Store, TensorMap, unroll};

type Warps = WarpRoles<1, 2, 40, 232>;
/// Two stages of this many bytes.
type Steps<L> = Stages<u8, L>;
type Storage<S> = (
    TmaRing<Stages<u8, layout!((32768, 1))>, Warps>,
    TmaRing<S, Warps>,
    TmaRing<S, Warps>,
    Dynamic<Warps>,
);
type Causal = SM90_64x128x16_F32BF16BF16_SS;
type Full = SM90_64x176x16_F32BF16BF16_SS;

/// [`attention()`](zellige_kernels::attention::attention()) with hand-written indices, for head
/// dimension 128: a step has 16 STEPS keys, and a thread has SCORES of their scores.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Storage<B>>::BYTES,
    min_blocks = 1,
    instances(
        attention_bf16_128_by_hand = <Full, Steps<layout!((45056, 2))>, false, 11, 88>,
        attention_bf16_128_causal_by_hand = <Causal, Steps<layout!((32768, 2))>, true, 8, 64>,
    )
)]
#[inline(always)] // products of warpgroups do not run on across a call
pub unsafe fn attention_by_hand<
    S: Wgmma<G, OperandA = u64, Accumulators = [f32; SCORES]>,
    B: Staged<Tiles: Allocate<G>>,
    const CAUSAL: bool,
    const STEPS: usize,
    const SCORES: usize,
    G: Sm90 + Store,
>(
    gpu: G,
    heads: u32,
    group: u32,
    sequences: u32,
    longest: u32,
    scale: f32,
    q_starts: *const u32,
    k_starts: *const u32,
    q: *const TensorMap,
    k: *const TensorMap,
    v: *const TensorMap,
    o: *mut Bf16,
    ldo: u32,
    lse: *mut f32,
    counters: *mut u32,
) where
    [f32; SCORES]: Accumulators,
{
    let keys = 16 * STEPS as u32;
    let shared_q = gpu.shared_address();
    let (shared_k, shared_v) = (shared_q + 32768, shared_q + 32768 + 512 * keys);
    let (ring_q, ring_k, ring_v, numbers) = <Storage<B>>::allocate(gpu);
    assert_unchecked(heads > 0 && group > 0);
    let works = Works::<CAUSAL> {
        heads,
        sequences,
        tiles: longest.div_ceil(128),
        all_heads: heads * sequences,
        q_starts,
        k_starts,
    };

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            let end = works.all_heads * works.tiles;
            let producers = (
                ring_q.producer(&role),
                ring_k.producer(&role),
                ring_v.producer(&role),
                if CAUSAL {
                    numbers.producer(&role, counters, end)
                } else {
                    numbers.persistent_producer(gpu, &role, end)
                },
            );
            let (Some(mut of_q), Some(mut of_k), Some(mut of_v), Some(mut draw)) = producers else {
                return;
            };
            while let Some(work) = draw.next(gpu, |number| works.get(number, |x| x)) {
                let steps = work.seen(127).div_ceil(keys);
                if steps == 0 {
                    continue;
                }
                let columns = (128 * work.head, work.head / group * 128);
                let bring = |filling: Filling, to: u32, map, column: u32, row: u32, rows: u32| {
                    unroll!(for i in 0..2 {
                        let at = [(column + 64 * i) as i32, row as i32];
                        gpu.tma_load(to + 128 * rows * i, map, at, filling.barrier());
                    });
                };
                let mut bring_k = |step: u32| {
                    let filling = of_k.acquire(gpu);
                    let row = work.keys.0 + keys * step;
                    let to = shared_k + 256 * keys * filling.stage();
                    bring(filling, to, k, columns.1, row, keys);
                };
                let mut bring_v = |step: u32| {
                    let filling = of_v.acquire(gpu);
                    let row = work.keys.0 + keys * step;
                    let to = shared_v + 256 * keys * filling.stage();
                    bring(filling, to, v, columns.1, row, keys);
                };
                let filling = of_q.acquire(gpu);
                let row = work.queries.0 + 128 * work.tile;
                bring(filling, shared_q, q, columns.0, row, 128);
                let mut step = steps - 1;
                bring_k(step);
                while step > 0 {
                    bring_k(step - 1);
                    bring_v(step);
                    step -= 1;
                }
                bring_v(0);
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let thread = role.thread();
            let quiet = gpu.thread() % 128;
            let mut of_q = ring_q.consumer::<0>(&role);
            let mut of_k = ring_k.consumer::<0>(&role);
            let mut of_v = ring_v.consumer::<0>(&role);
            let mut turns = Ids::new().turns::<Warps>(gpu, &role);
            let (column, row) = ((quiet % 4 * 2) as i32, (quiet / 4 % 8) as i32);
            let warp = ((quiet / 32 * 16) | (thread / 128 % 2 * 64)) as i32;
            // 64: the distance of 8 rows, or keys; 1 << 30: swizzle of 128 bytes.
            let bits = |low: u32| (((1 << 30) | 64) << 32) | low as u64;
            // 1: no leading offset; 8 keys: the distance of 64 columns of V.
            let first_q = || {
                let warpgroup = gpu.broadcast(thread / 128) % 2;
                (((shared_q + 8192 * warpgroup) & 0x3ffff) / 16) | (1 << 16)
            };
            let first_k = ((shared_k & 0x3ffff) / 16) | (1 << 16);
            let first_v = ((shared_v & 0x3ffff) / 16) | ((8 * keys) << 16);
            let multiply_k = |scores: &mut [f32; SCORES], stage: u32| {
                let k = first_k + 16 * keys * stage;
                let q = first_q();
                gpu.wgmma_fence();
                unroll!(for i in 0..8 {
                    let q = q + 2 * (i % 4) + 1024 * (i / 4);
                    let k = k + 2 * (i % 4) + 8 * keys * (i / 4);
                    let out = if i == 0 {
                        ScaleOut::Zero
                    } else {
                        ScaleOut::One
                    };
                    gpu.wgmma::<S, (KMajor, KMajor)>(scores, bits(q), bits(k), out);
                });
                gpu.wgmma_commit();
            };
            let multiply_v = |output: &mut [f32; 64], p: &[[u32; 4]; STEPS], stage: u32| {
                let v = first_v + 16 * keys * stage;
                gpu.wgmma_fence();
                unroll!(for i in 0..{ STEPS as u32 } {
                    let (p, v) = (p[i as usize], bits(v + 128 * i));
                    gpu.wgmma::<SM90_64x128x16_F32BF16BF16_RS, (KMajor, MnMajor)>(
                        output,
                        p,
                        v,
                        ScaleOut::One,
                    );
                });
                gpu.wgmma_commit();
            };
            // The first score of the thread: its column, or if attention is causal the number of
            // keys of a step that it sees if query 0 sees none.
            let first = if CAUSAL {
                row - (column - (warp + 1))
            } else {
                column
            };
            let mut drawn = numbers.consumer();
            while let Some(number) = drawn.next(gpu) {
                let work = works
                    .get(gpu.broadcast(number), |x| gpu.broadcast(x))
                    .unwrap_unchecked();
                let mut softmax = Softmax::new(scale);
                let mut output = [0.0; 64];
                let steps = work.seen(127).div_ceil(keys);
                if steps > 0 {
                    let whole_steps = || work.seen(0) / keys;
                    let mask = |scores: &mut [f32; SCORES], step: u32| {
                        let end = work.end(first as u32).wrapping_sub(keys * step) as i32;
                        unroll!(for j in 0..{ STEPS as u32 } {
                            unroll!(for i in 0..8 {
                                let column = 16 * j as i32 + (i / 4 * 8 + i % 2) as i32;
                                let row = if CAUSAL { (i / 2 % 2 * 8) as i32 } else { 0 };
                                let score = &mut scores[(8 * j + i) as usize];
                                *score = if column - row < end { *score } else { f32::NEG_INFINITY };
                            });
                        });
                    };
                    let mut p = [[0; 4]; STEPS];
                    let round = |powers: &[f32; SCORES], p: &mut [[u32; 4]; STEPS]| {
                        unroll!(for j in 0..{ STEPS as u32 } {
                            unroll!(for i in 0..4 {
                                let at = (8 * j + 2 * i) as usize;
                                p[j as usize][i as usize] =
                                    gpu.round_bf16(powers[at], powers[at + 1]);
                            });
                        });
                    };

                    let q = of_q.wait(gpu);
                    let mut scores = [0.0; SCORES];
                    let k = of_k.wait(gpu);
                    let turn = turns.wait(gpu);
                    multiply_k(&mut scores, k.stage());
                    turns = turn.pass(gpu);
                    gpu.wgmma_wait::<0>();
                    gpu.warpgroup_fence_operand(&mut scores);
                    let mut step = steps - 1;
                    k.release(gpu);
                    if step >= whole_steps() {
                        mask(&mut scores, step);
                    }
                    softmax.grow(gpu, &scores);
                    softmax.powers(gpu, &mut scores);
                    round(&scores, &mut p);
                    unroll!(for pass in 0..{ if CAUSAL { 2 } else { 1 } } {
                        let end = if CAUSAL && pass == 0 { whole_steps().min(step) } else { 0 };
                        while step > end {
                            step -= 1;
                            let k = of_k.wait(gpu);
                            let turn = turns.wait(gpu);
                            multiply_k(&mut scores, k.stage());
                            let v = of_v.wait(gpu);
                            multiply_v(&mut output, &p, v.stage());
                            turns = turn.pass(gpu);
                            gpu.wgmma_wait::<1>();
                            gpu.warpgroup_fence_operand(&mut scores);
                            k.release(gpu);
                            if pass == 0 && step >= whole_steps() {
                                mask(&mut scores, step);
                            }
                            let grown = softmax.grow(gpu, &scores);
                            gpu.wgmma_wait::<0>();
                            gpu.warpgroup_fence_operand(&mut output);
                            v.release(gpu);
                            if let Some((upper, lower)) = grown {
                                let factors = [upper, lower];
                                unroll!(for row in 0..2 {
                                    unroll!(for j in 0..16 {
                                        unroll!(for v in 0..2 {
                                            let at = (v + 2 * row + 4 * j) as usize;
                                            let old = output[at];
                                            output[at] = factors[row as usize] * old;
                                        });
                                    });
                                });
                            }
                            softmax.powers(gpu, &mut scores);
                            round(&scores, &mut p);
                        }
                    });
                    q.release(gpu);
                    let v = of_v.wait(gpu);
                    multiply_v(&mut output, &p, v.stage());
                    gpu.wgmma_wait::<0>();
                    gpu.warpgroup_fence_operand(&mut output);
                    v.release(gpu);
                }
                let (factors, logarithms) = softmax.finish(gpu);
                let (first, queries) = work.queries;
                let o = o.wrapping_add(first as usize * ldo as usize + (128 * work.head) as usize);
                let row = 128 * work.tile + (thread / 4 % 8 + thread / 32 * 16);
                let rows = queries.saturating_sub(row);
                let o = o.wrapping_add(row as usize * ldo as usize + (thread % 4 * 8) as usize);
                unroll!(for part in 0..4 {
                    let mut words = [0; 8];
                    unroll!(for i in 0..2 {
                        unroll!(for j in 0..4 {
                            let at = (2 * i + 4 * j + 16 * part) as usize;
                            let factor = factors[i as usize];
                            words[(j + 4 * i) as usize] =
                                gpu.round_bf16(factor * output[at], factor * output[at + 1]);
                        });
                    });
                    unroll!(for bit in 0..2 {
                        unroll!(for pair in 0..4 {
                            let first = (pair % (1 << bit) + (pair >> bit << (bit + 1))) as usize;
                            let second = first + (1 << bit);
                            let (a, b) = (words[first], words[second]);
                            let (a, b) = exchange(gpu, gpu.thread(), 1 << bit, a, b);
                            (words[first], words[second]) = (a, b);
                        });
                    });
                    unroll!(for i in 0..2 {
                        let inside = 8 * i < rows;
                        let to = o.wrapping_add((8 * i * ldo) as usize);
                        let to = to.wrapping_add((32 * part) as usize);
                        if inside {
                            let word = |j: u32| f32::from_bits(words[(4 * i + j) as usize]);
                            gpu.stream_128(to.cast(), word(0), word(1), word(2), word(3));
                        }
                    });
                });
                let tokens = *q_starts.add(sequences as usize);
                unroll!(for i in 0..2 {
                    let query = 128 * work.tile + (thread / 4 % 8 + 8 * i + thread / 32 * 16);
                    if (query < queries) & (thread % 4 == 0) {
                        let lse = lse.wrapping_add((tokens * work.head) as usize);
                        let lse = lse.wrapping_add(first as usize);
                        *lse.wrapping_add(query as usize) = logarithms[i as usize];
                    }
                });
            }
            turns.finish(gpu);
        }
    }
}

/// All tiles.
struct Works<const CAUSAL: bool> {
    heads: u32,
    sequences: u32,
    all_heads: u32,
    tiles: u32,
    q_starts: *const u32,
    k_starts: *const u32,
}
/// A tile of queries; the first query and the first key of its sequence, and the counts of both.
struct Work<const CAUSAL: bool> {
    head: u32,
    tile: u32,
    queries: (u32, u32),
    keys: (u32, u32),
}
impl<const CAUSAL: bool> Works<CAUSAL> {
    /// Returns the tile with this index, if its sequence has it.
    #[inline(always)]
    unsafe fn get(&self, number: u32, uniform: impl Fn(u32) -> u32) -> Option<Work<CAUSAL>> {
        assert_unchecked(self.sequences > 0);
        assert_unchecked(self.tiles > 0);
        let (column, place) = if CAUSAL {
            raster::<8>(number, 8 * self.tiles, self.all_heads, self.tiles)
        } else {
            raster::<1>(number, self.tiles, self.all_heads, self.tiles)
        };
        let (head, sequence) = (column % self.heads, column / self.heads);
        let extent = |starts: *const u32| {
            let first = uniform(*starts.add(sequence as usize));
            (first, uniform(*starts.add(sequence as usize + 1)) - first)
        };
        let (queries, keys) = (extent(self.q_starts), extent(self.k_starts));
        let tiles = queries.1.div_ceil(128);
        let tile = if CAUSAL {
            tiles.wrapping_sub(1 + place)
        } else {
            place
        };
        (place < tiles).then_some(Work {
            head,
            tile,
            queries,
            keys,
        })
    }
}
impl<const CAUSAL: bool> Work<CAUSAL> {
    /// Returns the number of keys that query `i` of the tile sees.
    #[inline(always)]
    fn seen(&self, i: u32) -> u32 {
        if CAUSAL {
            let end = 128 * self.tile + i + 1 + self.keys.1;
            end.saturating_sub(self.queries.1).min(self.keys.1)
        } else {
            self.keys.1
        }
    }
    /// Returns the end of the keys that a score at `first` sees.
    #[inline(always)]
    fn end(&self, first: u32) -> u32 {
        let ((_, queries), (_, keys)) = (self.queries, self.keys);
        if CAUSAL {
            (128 * self.tile + keys).wrapping_add(first.wrapping_sub(queries))
        } else {
            keys.wrapping_sub(first)
        }
    }
}

/// The softmax of two rows, written by hand.
struct Softmax {
    scale: f32,
    taken: [f32; 2],
    sums: [f32; 2],
}
impl Softmax {
    #[inline(always)]
    fn new(scale: f32) -> Self {
        Softmax {
            scale: scale * LOG2_E,
            taken: [f32::NEG_INFINITY; 2],
            sums: [0.0; 2],
        }
    }
    #[inline(always)]
    unsafe fn grow<G: Gpu, const N: usize>(&mut self, gpu: G, s: &[f32; N]) -> Option<(f32, f32)> {
        let before = self.taken;
        let mut most = [before[0], before[0], before[1], before[1]];
        unroll!(for j in 0..{ N as u32 / 8 } {
            unroll!(for i in 0..8 {
                let i = i as usize;
                most[i % 4] = most[i % 4].max(s[8 * j as usize + i]);
            });
        });
        let mut most = [most[0].max(most[1]), most[2].max(most[3])];
        unroll!(for bit in 0..2 {
            let [a, b] = most;
            let (c, d) = (gpu.shuffle_xor(a, 2 >> bit), gpu.shuffle_xor(b, 2 >> bit));
            most = [a.max(c), b.max(d)];
        });
        let grows = |row: usize| (most[row] - before[row]) * self.scale > 8.0;
        if !gpu.any(grows(0) || grows(1)) {
            return None;
        }
        self.taken = most;
        let factor = |row: usize| gpu.exp2(gpu.fma(before[row], self.scale, -self.shifts()[row]));
        let (upper, lower) = (factor(0), factor(1));
        self.sums = [upper * self.sums[0], lower * self.sums[1]];
        Some((upper, lower))
    }
    #[inline(always)]
    unsafe fn powers<G: Gpu, const N: usize>(&mut self, gpu: G, s: &mut [f32; N]) {
        let shifts = self.shifts();
        unroll!(for j in 0..{ N as u32 / 8 } {
            unroll!(for i in 0..8 {
                let at = (8 * j + i) as usize;
                s[at] = gpu.exp2(gpu.fma(s[at], self.scale, -shifts[i as usize / 2 % 2]));
            });
        });
        let mut sums = [self.sums[0], 0.0, self.sums[1], 0.0];
        unroll!(for j in 0..{ N as u32 / 8 } {
            unroll!(for i in 0..8 {
                sums[i as usize % 4] += s[(8 * j + i) as usize];
            });
        });
        self.sums = [sums[0] + sums[1], sums[2] + sums[3]];
    }
    #[inline(always)]
    fn shifts(&self) -> [f32; 2] {
        self.taken.map(|m| {
            if m == f32::NEG_INFINITY {
                0.0
            } else {
                m * self.scale
            }
        })
    }
    #[inline(always)]
    unsafe fn finish<G: Gpu>(self, gpu: G) -> ([f32; 2], [f32; 2]) {
        let sums = self.sums.map(|sum| {
            let sum = sum + gpu.shuffle_xor(sum, 2);
            sum + gpu.shuffle_xor(sum, 1)
        });
        let (mut factors, mut logarithms) = ([0.0; 2], [0.0; 2]);
        unroll!(for row in 0..2 {
            let i = row as usize;
            if sums[i] > 0.0 {
                factors[i] = gpu.reciprocal(sums[i]);
            }
            logarithms[i] = LN_2 * gpu.fma(self.taken[i], self.scale, gpu.log2(sums[i]));
        });
        (factors, logarithms)
    }
}
