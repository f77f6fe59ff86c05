//! Small numbers of the formats that are multiplied in tensor memory, and sums of their products.

use zellige_gpu::{Bf16, E4m3, E5m2, F16, Tf32};

/// Numbers that all formats have: -2 to 2, or 0 to 2 without a sign.
pub trait Small: Copy {
    const LEAST: i32 = -2;
    fn of(x: i32) -> Self;
}
macro_rules! small {
    ($($T:ident $(from $least:literal)? |$x:ident| $e:expr;)*) => { $(
        impl Small for $T {
            $(const LEAST: i32 = $least;)?
            fn of($x: i32) -> Self {
                $e
            }
        }
    )* };
}
small! {
    Bf16 |x| Bf16::from_f32(x as f32);
    F16 |x| F16::from_f32(x as f32);
    Tf32 |x| Tf32((x as f32).to_bits());
    E4m3 |x| E4m3([0xc0, 0xb8, 0, 0x38, 0x40][(x + 2) as usize]);
    E5m2 |x| E5m2([0xc0, 0xbc, 0, 0x3c, 0x40][(x + 2) as usize]);
    i8 |x| x as i8;
    u8 from 0 |x| x as u8;
}
/// The number of row i, column k of a matrix, by its seed.
pub fn number<T: Small>(seed: u32, i: u32, k: u32) -> i32 {
    let mixed = (i * 31 + k * 17 + seed).wrapping_mul(0x9e37_79b1) >> 16;
    T::LEAST + (mixed % (3 - T::LEAST) as u32) as i32
}
/// The sums of A B^T, computed one by one, for A and B of the seeds 1 and 2.
pub fn sums<A: Small, B: Small>(rows: u32, columns: u32, depth: u32) -> Vec<i32> {
    let sum = |i, j| (0..depth).map(|k| number::<A>(1, i, k) * number::<B>(2, j, k)).sum();
    (0..rows).flat_map(|i| (0..columns).map(move |j| sum(i, j))).collect()
}
