//! Tensors of static layouts, beside slices and arrays with indices by hand.
#![no_std]

use zellige::prelude::*;
use zellige::tensor::fragment;

type Matrix = layout!((8, 16) : (16, 1));
type Tensors<'a> = Tensor<View<'a, f32>, Matrix>;

/// A checked access: one comparison for each mode, then the load.
#[unsafe(no_mangle)]
pub fn lib_get(a: &[f32; 128], i: usize, j: usize) -> Option<f32> {
    let a = Tensor::new(a, Matrix::STATIC);
    a.get((i, j)).copied()
}

#[unsafe(no_mangle)]
pub fn hand_get(a: &[f32; 128], i: usize, j: usize) -> Option<f32> {
    (i < 8 && j < 16).then(|| a[j + i * 16])
}

/// # Safety
/// The coordinate must be inside the shape.
#[unsafe(no_mangle)]
pub unsafe fn lib_get_unchecked(a: Tensors<'_>, i: usize, j: usize) -> f32 {
    unsafe { *a.get_unchecked((i, j)) }
}

/// # Safety
/// The coordinate must be inside the shape.
#[unsafe(no_mangle)]
pub unsafe fn hand_get_unchecked(a: *const f32, i: usize, j: usize) -> f32 {
    unsafe { *a.add(j + i * 16) }
}

/// A tile, and an element of it.
///
/// # Safety
/// The coordinates must be inside the shapes.
#[unsafe(no_mangle)]
pub unsafe fn lib_local_tile(a: &[f32; 128], tile: usize, i: usize, j: usize) -> f32 {
    let tile = Tensor::new(a, Matrix::STATIC).local_tile((int!(4), int!(8)), (int!(1), tile & 1));
    unsafe { *tile.get_unchecked((i, j)) }
}

/// # Safety
/// The coordinates must be inside the shapes.
#[unsafe(no_mangle)]
pub unsafe fn hand_local_tile(a: &[f32; 128], tile: usize, i: usize, j: usize) -> f32 {
    let tile = unsafe { a.as_ptr().add(64 + (tile & 1) * 8) };
    unsafe { *tile.add(j + i * 16) }
}

/// The elements of one thread in a column of tiles, summed in a loop that is unrolled.
#[unsafe(no_mangle)]
pub fn lib_thread_sum(a: &[u32; 128], thread: u32) -> u32 {
    let a = Tensor::new(a, Matrix::STATIC);
    let mine = a.local_partition(layout!((8, 4) : (4, 1)), thread & 31);
    mine.iter().sum()
}

#[unsafe(no_mangle)]
pub fn hand_thread_sum(a: &[u32; 128], thread: u32) -> u32 {
    let thread = thread & 31;
    let at = (thread % 4 + thread / 4 * 16) as usize;
    let mut sum = 0;
    for value in 0..4 {
        sum += a[at + 4 * value];
    }
    sum
}

#[unsafe(no_mangle)]
pub fn lib_fill(a: &mut [u32; 128], value: u32) {
    Tensor::new(a, Matrix::STATIC).fill(value)
}

#[unsafe(no_mangle)]
pub fn hand_fill(a: &mut [u32; 128], value: u32) {
    for j in 0..16 {
        for i in 0..8 {
            a[i * 16 + j] = value;
        }
    }
}

/// Copies a tile into a fragment, scaled, and back.
#[unsafe(no_mangle)]
pub fn lib_fragment(a: &mut [f32; 128]) {
    let mut tile = Tensor::new(a, layout!((2, 4) : (16, 1)));
    let mut registers = fragment(0.0, layout!((2, 4) : (1, 2)));
    registers.copy_from(&tile);
    for x in &mut registers {
        *x *= 2.0;
    }
    tile.copy_from(&registers);
}

#[unsafe(no_mangle)]
pub fn hand_fragment(a: &mut [f32; 128]) {
    let mut registers = [0.0; 8];
    for j in 0..4 {
        for i in 0..2 {
            registers[i + 2 * j] = a[i * 16 + j];
        }
    }
    for x in &mut registers {
        *x *= 2.0;
    }
    for j in 0..4 {
        for i in 0..2 {
            a[i * 16 + j] = registers[i + 2 * j];
        }
    }
}

/// A product of fragments: no loop is left.
#[unsafe(no_mangle)]
pub fn lib_gemm(a: &[f32; 8], b: &[f32; 8], c: &mut [f32; 4]) {
    let (a, b) = (
        Tensor::new(a, layout!((2, 4) : (4, 1))),
        Tensor::new(b, layout!((2, 4) : (1, 2))),
    );
    let mut sums = fragment(0.0, layout!((2, 2) : (1, 2)));
    sums.gemm(&a, &b);
    Tensor::new(c, layout!((2, 2) : (2, 1))).copy_from(&sums);
}

#[unsafe(no_mangle)]
pub fn hand_gemm(a: &[f32; 8], b: &[f32; 8], c: &mut [f32; 4]) {
    let mut sums = [0.0; 4];
    for k in 0..4 {
        for n in 0..2 {
            for m in 0..2 {
                sums[m + 2 * n] += a[m * 4 + k] * b[n + 2 * k];
            }
        }
    }
    for n in 0..2 {
        for m in 0..2 {
            c[m * 2 + n] = sums[m + 2 * n];
        }
    }
}
