//! Cross-entropy of each row of a matrix with a class, and its gradient.
//!
//! ```text
//! loss    = m + ln(s) - x[t]                   m, s: those of the softmax p    t: the row's class
//! dx[i]   = a (p[i] - 1 if i = t else p[i])     a = the gradient of the loss
//! ```
//!
//! | kernel | who computes a row | rows |
//! |---|---|---|
//! | `cross_entropy_T_wide` | a block | up to 16384 elements of 16 bits |
//! | `cross_entropy_T_cluster_1` to `_8` | 1 to 8 such blocks, on Hopper, row after row | up to 2^18 elements of 16 bits |
//! | `cross_entropy_T_any` | a block | any length, and rows of x and dx at different bytes of 16 |
//!
//! The last one reads a row twice; all write the gradient once, if there is one. If a row does not
//! have its class as a column, as with -100, the loss is 0, and so is the gradient. Clusters draw
//! the numbers of their rows from a counter if there is one.
//!
//! Source: PyTorch's `cross_entropy`.

use crate::row::{
    Combine, Element, Piece, Row, THREADS, Threads, Wide, WideCluster1, WideCluster2, WideCluster4,
    WideCluster8, map, shared,
};
use crate::softmax::{LEAST, Powers, blocks, most, power_of, powers, statistics};
use crate::turn::{take_turn, take_turn_of};
use core::f32::consts::LN_2;
use zellige::prelude::*;
use zellige_gpu::number::Rounded;
use zellige_gpu::tensor::gmem;
use zellige_gpu::{Bf16, F16, Store, kernel, unroll};

/// Reads the class of a row: `step` words of 32 bits, one or two. A class of one word has it twice.
///
/// # Safety
///
/// There is a class for the row.
#[inline(always)]
unsafe fn class(row: u32, classes: *const u32, step: u32) -> [u32; 2] {
    let word = |i: u32| gmem(classes, layout!((step, (row + 1)))).read((i, row));
    [word(0), word(step - 1)]
}
/// Returns the class that these words are, and the element of the row of `columns` elements at x if
/// it has that class.
///
/// # Safety
///
/// The row exists.
#[inline(always)]
unsafe fn element<T: Copy + Into<f32>>(
    [low, high]: [u32; 2],
    step: u32,
    x: *const T,
    columns: u32,
) -> (u32, Option<f32>) {
    // A number of 64 bits is a class if it has only a lower word.
    let class = if step == 2 && high != 0 { u32::MAX } else { low };
    let element = (class < columns).then(|| gmem(x, layout!(columns : 1)).read(class).into());
    (class, element)
}
/// Returns the loss and the factor of the powers in the gradient.
#[inline(always)]
fn loss(gpu: impl Store, [m, s]: [f32; 2], at: Option<f32>, scale: f32) -> (f32, f32) {
    match at {
        Some(x) => (m + LN_2 * gpu.log2(s) - x, scale * gpu.reciprocal(s)),
        None => (0.0, 0.0),
    }
}

/// Computes losses, and gradients unless `gradient` is null, of rows that stay in registers: V
/// vectors of N elements per thread.
///
/// # Safety
///
/// x, and the gradient if there is one, are matrices of `rows` rows. They may be the same matrix;
/// their rows begin at the same bytes of 16. There are as many classes and losses. The grid has
/// `rows` blocks, or a whole number of clusters. Only clusters use the counter, which is null or 0
/// when the grid begins, and when it ends; nothing else uses it meanwhile.
#[kernel(
    threads = R::THREADS, shared = shared::<R>(V, 1), min_blocks = blocks::<R>(V),
    cluster = R::CLUSTER, instances(
    cross_entropy_f32_wide = <f32, Wide, 4, 4>,
    cross_entropy_f32_cluster_1: Sm90 = <f32, WideCluster1, 4, 8>,
    cross_entropy_f32_cluster_2: Sm90 = <f32, WideCluster2, 4, 8>,
    cross_entropy_f32_cluster_4: Sm90 = <f32, WideCluster4, 4, 8>,
    cross_entropy_f32_cluster_8: Sm90 = <f32, WideCluster8, 4, 8>,
    cross_entropy_bf16_wide = <Bf16, Wide, 8, 4>,
    cross_entropy_bf16_cluster_1: Sm90 = <Bf16, WideCluster1, 8, 8>,
    cross_entropy_bf16_cluster_2: Sm90 = <Bf16, WideCluster2, 8, 8>,
    cross_entropy_bf16_cluster_4: Sm90 = <Bf16, WideCluster4, 8, 8>,
    cross_entropy_bf16_cluster_8: Sm90 = <Bf16, WideCluster8, 8, 8>,
    cross_entropy_f16_wide = <F16, Wide, 8, 4>,
    cross_entropy_f16_cluster_1: Sm90 = <F16, WideCluster1, 8, 8>,
    cross_entropy_f16_cluster_2: Sm90 = <F16, WideCluster2, 8, 8>,
    cross_entropy_f16_cluster_4: Sm90 = <F16, WideCluster4, 8, 8>,
    cross_entropy_f16_cluster_8: Sm90 = <F16, WideCluster8, 8, 8>,
))]
pub unsafe fn cross_entropy<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    G: Store,
>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    classes: *const u32,
    step: u32,
    losses: *mut f32,
    gradient: *mut T,
    ld_gradient: u32,
    scale: f32,
    counter: *mut u32,
) {
    take_turn_of(gpu, R::CLUSTER == 0);
    let Some(mut row) = <Row<R, T, N, V>>::of(gpu, rows, columns, x, ld_x) else { return };
    let mut stage = R::stage(gpu, &row, counter);
    let mut memory = R::memory(gpu);
    let of =
        |words: [u32; 2], row: &Row<R, T, N, V>| element(words, step, row.begin(x, ld_x), columns);
    let (of_row, mut target) = (class(row.number(), classes, step), None);
    loop {
        let (words, next) = R::read(gpu, &mut stage, &row);
        let next = row.next(next); // its class and the element are on their way meanwhile
        let of_next = next.as_ref().map(|next| class(next.number(), classes, step));
        let most = most(gpu, &row, &words, 1.0);
        // The loads of the row do not wait for the class. Counting x[t] waits for it: in place,
        // another block may overwrite it after a merge.
        let (class, at) = target.unwrap_or_else(|| of(of_row, &row));
        let most = most.max(at.unwrap_or(LEAST));
        let powers = powers(gpu, &mut memory, &row, words, 1.0, most);
        let Powers { vector, edge, part, m, s } = powers;
        let (loss, factor) = loss(gpu, [m, s], at, scale);
        let factor = factor * part;
        if let (Some(next), Some(words)) = (&next, of_next) {
            target = Some(of(words, next));
        }
        if row.is_first() {
            gmem(losses, layout!(rows : 1)).write(row.number(), loss);
        }
        if !gradient.is_null() {
            let vector = |v, column| {
                let dx = map(vector(v), |_, power| factor * power);
                match class.wrapping_sub(column) {
                    _ if at.is_none() => [0.0; N],
                    i if i < N as u32 => map(dx, |j, dx| if i == j { dx - scale } else { dx }),
                    _ => dx,
                }
            };
            row.write(gpu, gradient, ld_gradient, vector, |column| {
                let one = if class == column { scale } else { 0.0 };
                if at.is_some() { factor * edge - one } else { 0.0 }
            });
        }
        let Some(next) = next else { return };
        row = next;
    }
}

/// Computes the same for rows of any length, piece by piece.
///
/// # Safety
///
/// x, and the gradient if there is one, are matrices of `rows` rows, which may be the same. There
/// are as many classes and losses.
#[kernel(threads = THREADS, shared = crate::row::Block::SHARED, instances(
    cross_entropy_f32_any = <f32>, cross_entropy_bf16_any = <Bf16>, cross_entropy_f16_any = <F16>,
))]
pub unsafe fn cross_entropy_any<T: Rounded<G, f32> + Into<f32>, G: Store>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    classes: *const u32,
    step: u32,
    losses: *mut f32,
    gradient: *mut T,
    ld_gradient: u32,
    scale: f32,
    _counter: *mut u32,
) {
    take_turn(gpu);
    let number = gpu.block_x();
    if number >= rows {
        return;
    }
    let of_row = x.wrapping_add(number as usize * ld_x as usize);
    let (class, at) = element(class(number, classes, step), step, of_row, columns);
    let (m, s) = statistics(gpu, Piece::all(gpu, columns), x, ld_x, 1.0);
    let (loss, factor) = loss(gpu, [m, s], at, scale);
    let power = power_of(gpu, 1.0, m);
    if gpu.thread() == 0 {
        gmem(losses, layout!(rows : 1)).write(number, loss);
    }
    if !gradient.is_null() {
        for piece in Piece::all(gpu, columns) {
            let mut x = piece.read(gpu, x, ld_x);
            unroll!(for i in 0..8 {
                let p = factor * power(x[i as usize]);
                let one = if piece.column(i) == class { scale } else { 0.0 };
                x[i as usize] = if at.is_some() { p - one } else { 0.0 };
            });
            piece.write(gpu, gradient, ld_gradient, x);
        }
    }
}
