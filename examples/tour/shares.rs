//! The third part of the tour: layouts that the hardware requires, in shared memory and in
//! registers.

use crate::lessons::heading;
use crate::table;
use zellige::atom::{make_tiled_mma, mma};
use zellige::prelude::*;

/// A swizzled tile, and the share of each thread in a matrix instruction.
pub(crate) fn run() {
    swizzled_tile();
    shares_of_an_instruction();
}

/// Columns of a tile whose elements all lie in different banks.
fn swizzled_tile() {
    heading("A swizzled tile");
    type Plain = layout!((8, 8) : (8, 1));
    type Swizzled = layout!(Sw<3, 0, 3> o 0 o (8, 8) : (8, 1));
    println!(
        "In a tile of 8 by 8, row by row, the elements of a column are 8 apart: with 8 banks,"
    );
    println!("all in one. A swizzle moves row i by i, with an exclusive or:\n");
    println!("  {}", Swizzled::STATIC);
    table::print(Swizzled::STATIC);
    let banks = |offset: &dyn Fn(u32, u32) -> u32, column| {
        let used = (0..8).fold(0u8, |banks, row| banks | 1 << (offset(row, column) % 8));
        used.count_ones()
    };
    let plain = |i, j| Plain::STATIC.crd2idx((i, j));
    let swizzled = |i, j| Swizzled::STATIC.crd2idx((i, j));
    let all = |offset: &dyn Fn(u32, u32) -> u32, count| (0..8).all(|j| banks(offset, j) == count);
    assert!(all(&plain, 1) && all(&swizzled, 8));
    println!("  A column of the plain tile uses 1 bank, one of this tile all 8.");
}

/// The thread that holds each value of the result of a tensor-core instruction.
fn shares_of_an_instruction() {
    heading("Who holds what");
    println!(
        "SM80_16x8x16_F32F16F16F32_TN adds a product to a matrix C of 16 by 8 elements, which"
    );
    println!("lie in the registers of 32 threads, four values each. Thread t, value v is t.v:\n");
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
    let c = layout!((16, 8) : (8, 1));
    let mut holder = vec![String::new(); c.size().usize()];
    for thread in 0..32u32 {
        let (mine, offset) = mma.get_slice(thread).partition_c(c);
        for value in 0..mine.size().u32() {
            let element = (offset + mine.crd2idx(value)) as usize;
            assert!(holder[element].is_empty(), "two threads have one element");
            holder[element] = format!("{thread}.{value}");
        }
    }
    for row in [0, 1, 7, 8, 15] {
        let cells: Vec<_> = holder[8 * row..][..8].iter().map(|it| format!("{it:>5}")).collect();
        println!("  {row:>4} |{}", cells.join(""));
    }
    let (mine, _) = mma.get_slice(0u32).partition_c(c);
    println!("\n  The share of every thread is the layout {mine}, from its own offset on.");
}
