//! The second part of the tour: a tensor written by threads, each with its own elements.

use crate::lessons::heading;
use std::thread;
use zellige::ops::*;
use zellige::prelude::*;

/// Eight rows of twelve, each padded by four elements that belong to no thread.
type Padded = layout!((8, 12) : (16, 1));
/// Eight threads, two in a row: each takes one element of tiles of 4 by 2.
type Threads = layout!((4, 2) : (2, 1));

/// Splits a tensor twice: into the elements of each thread, and into tiles.
pub(crate) fn run() {
    heading("A tensor, and threads that write it at the same time");
    println!("Memory with a layout is a tensor. This one has the layout {},", Padded::STATIC);
    println!("and {} threads, laid out as {}, share it out:", Threads::SIZE, Threads::STATIC);
    let mut memory = [0u32; Padded::COSIZE];
    let mut matrix = Tensor::new(&mut memory, Padded::STATIC);
    thread::scope(|scope| {
        for (number, mut mine) in matrix.partition_mut(Threads::STATIC).enumerate() {
            scope.spawn(move || mine.fill(number as u32));
        }
    });
    print(&matrix);

    println!("\nEach thread had a view of the layout {}, which it alone", {
        let mine = matrix.view().local_partition(Threads::STATIC, 0u32);
        mine.layout()
    });
    println!("could write, though they lie between one another. In tiles of 4 by 6 instead:");
    thread::scope(|scope| {
        for (number, mut tile) in matrix.split_mut(shape!((4, 6))).enumerate() {
            scope.spawn(move || {
                for element in &mut tile {
                    *element += 10 * number as u32;
                }
            });
        }
    });
    print(&matrix);
    check(&memory);

    type Broadcast = layout!((8, 12) : (1, 0));
    const { assert!(Padded::IS_INJECTIVE && !Broadcast::IS_INJECTIVE) };
    println!("\nThe compiler accepts both because it has proven that no element is in two parts.");
    println!("Of {}, whose columns are all the same, it accepts neither.", Broadcast::STATIC);
}

/// Prints the elements, row by row.
fn print<E: Engine<Element = u32>, L: Layout>(matrix: &Tensor<E, L>)
where
    (usize, usize): CoordFor<L>,
{
    println!();
    for row in 0..8usize {
        let elements: Vec<String> =
            (0..12usize).map(|column| format!("{:>3}", matrix[(row, column)])).collect();
        println!("  {}", elements.concat());
    }
}

/// Panics unless each element has the value that its thread and its tile give it, and the padding
/// is 0.
fn check(memory: &[u32]) {
    for (offset, &found) in memory.iter().enumerate() {
        let (row, column) = (offset / 16, offset % 16);
        let thread = row % 4 * 2 + column % 2;
        let tile = row / 4 + column / 6 * 2;
        let expected = if column < 12 { thread + 10 * tile } else { 0 };
        assert_eq!(found as usize, expected, "row {row}, column {column}");
    }
}

// What the compiler proves, as types.
assert_type_eq_all!(IsInjective<Padded>, IsBijective<Threads>, zellige::typenum::B1);
