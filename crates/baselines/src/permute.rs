//! The baselines of [`permute`](mod@zellige_kernels::permute).

use core::array::from_fn;
use core::hint::assert_unchecked;
use zellige_gpu::engine::Pointer;
use zellige_gpu::{Gpu, unroll, vector};
use zellige_kernels::permute::THREADS;

/// The position of a tile.
struct Place {
    /// Its index along modes 0 and 1.
    tile: (u32, u32),
    /// The extents of these modes; empty if there is no tile with this index.
    end: (u32, u32),
    /// Its coordinates in modes 2 to 5.
    others: [u32; 4],
}
impl Place {
    /// Returns the position of the tile with this index among tiles of `i` by `j` elements.
    #[inline(always)]
    fn new([e0, e1, e2, e3, e4, e5]: [u32; 6], (i, j): (u32, u32), number: u32) -> Self {
        let (tiles_0, tiles_1) = (e0.div_ceil(i), e1.div_ceil(j));
        let (tile_0, rest) = (number % tiles_0, number / tiles_0);
        let (tile_1, rest) = (rest % tiles_1, rest / tiles_1);
        let (c2, rest) = (rest % e2, rest / e2);
        let (c3, rest) = (rest % e3, rest / e3);
        let (c4, c5) = (rest % e4, rest / e4);
        Place {
            tile: (tile_0, tile_1),
            others: [c2, c3, c4, c5],
            end: (if c5 < e5 { e0 } else { 0 }, e1),
        }
    }
    /// Returns the pointer to the plane of the tile, in a tensor with these strides of modes 2 to
    /// 5.
    #[inline(always)]
    fn plane_of<P: Pointer>(&self, tensor: P, [d2, d3, d4, d5]: [u32; 4]) -> P {
        let [c2, c3, c4, c5] = self.others;
        let plane = tensor.forward(far_off(c2, d2)).forward(far_off(c3, d3));
        plane.forward(far_off(c4, d4)).forward(far_off(c5, d5))
    }
}
/// Returns the offset of a coordinate, which has 64 bits.
#[inline(always)]
fn far_off(c: u32, stride: u32) -> usize {
    c as usize * stride as usize
}

/// [`permute_u32_32()`](zellige_kernels::permute::exchange::permute_u32_32()) with hand-written
/// indices.
#[zellige_gpu::kernel(threads = THREADS, shared = 16384)]
pub unsafe fn permute_u32_32_by_hand<G: Gpu>(
    gpu: G,
    e0: u32,
    e1: u32,
    e2: u32,
    e3: u32,
    e4: u32,
    e5: u32,
    from: *const u32,
    s1: u32,
    s2: u32,
    s3: u32,
    s4: u32,
    s5: u32,
    to: *mut u32,
    d0: u32,
    d2: u32,
    d3: u32,
    d4: u32,
    d5: u32,
) {
    if (e0 == 0) | (e1 == 0) | (e2 == 0) | (e3 == 0) | (e4 == 0) | (e5 == 0) {
        return;
    }
    let thread = gpu.thread();
    assert_unchecked(thread < THREADS);
    // Each group of 64 threads has a tile, and each thread 4 by 4 of its elements.
    let (t, part) = (thread % 64, thread / 64);
    let number = gpu.block_x() * 4 + part;
    let place = Place::new([e0, e1, e2, e3, e4, e5], (32, 32), number);
    let from = place.plane_of(from, [s2, s3, s4, s5]);
    let to = place.plane_of(to, [d2, d3, d4, d5]);
    // The index of a thread's block along mode 0 flips the position of its vectors in 128 bytes.
    let (shared, start) = (gpu.shared().cast::<u32>(), part * 1024);
    let swizzled = |x: u32| shared.wrapping_add((x ^ (x / 128 % 8 * 4)) as usize);

    // Vectors along mode 0, one behind the other along mode 1.
    let first = (place.tile.0 * 32, place.tile.1 * 32);
    let (near, far) = (t % 8, t / 8);
    let (c0, c1) = (near * 4 + first.0, far * 4 + first.1);
    let left = (place.end.0.saturating_sub(c0), place.end.1.saturating_sub(c1));
    let from = from.wrapping_add(far_off(c1, s1) + c0 as usize);
    let is_inside = |i: u32| 0 < left.0 && i < left.1;
    let mut block = [[0; 4]; 4];
    unroll!(for i in 0..4 {
        let from = from.wrapping_add((i * s1) as usize);
        block[i as usize] = if is_inside(i) { vector::read(from) } else { [0; 4] };
    });
    let mine = near * 128 + far * 4 + start;
    unroll!(for i in 0..4 {
        let column: [u32; 4] = from_fn(|j| block[j][i as usize]);
        vector::write(swizzled(mine + i * 32), column);
    });
    gpu.sync_threads();

    // Vectors along mode 1, every eighth along mode 0.
    let mine = far * 32 + near * 4 + start;
    unroll!(for i in 0..4 {
        block[i as usize] = vector::read(swizzled(mine + i * 256));
    });
    let (c0, c1) = (far + first.0, near * 4 + first.1);
    let left = (place.end.0.saturating_sub(c0), place.end.1.saturating_sub(c1));
    let is_inside = |i: u32| i * 8 < left.0 && 0 < left.1;
    let to = to.wrapping_add(far_off(c0, d0) + c1 as usize);
    let write_if = |inside: bool, i: u32| {
        if inside {
            vector::write(to.wrapping_add((i * 8 * d0) as usize), block[i as usize]);
        }
    };
    unroll!(for i in 0..4 {
        write_if(is_inside(i), i);
    });
}

/// [`permute_rows_u32()`](zellige_kernels::permute::rows::permute_rows_u32()) with hand-written
/// indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn permute_rows_u32_by_hand<G: Gpu>(
    gpu: G,
    e0: u32,
    e1: u32,
    e2: u32,
    e3: u32,
    e4: u32,
    e5: u32,
    from: *const u32,
    s1: u32,
    s2: u32,
    s3: u32,
    s4: u32,
    s5: u32,
    to: *mut u32,
    d1: u32,
    d2: u32,
    d3: u32,
    d4: u32,
    d5: u32,
) {
    if (e0 == 0) | (e1 == 0) | (e2 == 0) | (e3 == 0) | (e4 == 0) | (e5 == 0) {
        return;
    }
    let t = gpu.thread();
    assert_unchecked(t < THREADS);
    let place = Place::new([e0, e1, e2, e3, e4, e5], (64, 64), gpu.block_x());
    let from = place.plane_of(from, [s2, s3, s4, s5]);
    let to = place.plane_of(to, [d2, d3, d4, d5]);

    // Vectors along mode 0, every 16th along mode 1.
    let first = (place.tile.0 * 64, place.tile.1 * 64);
    let (near, far) = (t % 16 * 4, t / 16);
    let (c0, c1) = (near + first.0, far + first.1);
    let left = (place.end.0.saturating_sub(c0), place.end.1.saturating_sub(c1));
    let from = from.wrapping_add(far_off(c1, s1) + c0 as usize);
    let to = to.wrapping_add(far_off(c1, d1) + c0 as usize);
    let is_inside = |i: u32| 0 < left.0 && i * 16 < left.1;
    let mut vectors = [[0; 4]; 4];
    unroll!(for i in 0..4 {
        let from = from.wrapping_add((i * 16 * s1) as usize);
        vectors[i as usize] = if is_inside(i) { vector::read(from) } else { [0; 4] };
    });
    let write_if = |inside: bool, i: u32| {
        if inside {
            vector::write(to.wrapping_add((i * 16 * d1) as usize), vectors[i as usize]);
        }
    };
    unroll!(for i in 0..4 {
        write_if(is_inside(i), i);
    });
}
