//! Checks bank conflicts against a plain count: all words of a phase, in a table.

use std::collections::{BTreeMap, BTreeSet};
use zellige::contract::bank_passes;
use zellige::prelude::*;

/// Returns the most words of one bank that a phase of an access asks for.
fn passes<L: Layout + Coordinates>(access: L, threads: u32, values: u32, bytes: u32) -> usize
where
    (u32, u32): CoordFor<L>,
{
    let together = if values * bytes <= 4 { 32 } else { 128 / (values * bytes) };
    let mut worst = 0;
    for phase in (0..threads).step_by(together as usize) {
        let mut words = BTreeMap::<usize, BTreeSet<usize>>::new();
        for thread in phase..threads.min(phase + together) {
            for value in 0..values {
                let first = access.crd2idx((thread, value)).usize() * bytes as usize;
                for byte in first..first + bytes as usize {
                    words.entry(byte / 4 % 32).or_default().insert(byte / 4);
                }
            }
        }
        worst = worst.max(words.values().map(BTreeSet::len).max().unwrap_or(0));
    }
    worst
}

macro_rules! same {
    ($($(Sw<$b:literal, $m:literal, $s:literal> o $start:literal o)?
        ($threads:tt, $values:literal) : ($($stride:tt)*), $element:ty;)*) => { $({
        type Access = layout!($(Sw<$b, $m, $s> o $start o)? ($threads, $values) : ($($stride)*));
        let access = Access::STATIC;
        let threads = access.get(int!(0)).size().usize() as u32;
        let counted = passes(access, threads, $values, size_of::<$element>() as u32);
        assert_eq!(bank_passes::<Access, $element>(), counted, "{access}");
    })* };
}

#[test]
fn as_many_passes_as_counted_word_by_word() {
    same! {
        (32, 1) : (1, 1), f32;
        (32, 1) : (0, 1), f32;
        (32, 1) : (2, 1), f32;
        (32, 1) : (3, 1), f32;
        (32, 1) : (32, 1), f32;
        (32, 1) : (33, 1), f32;
        (32, 1) : (36, 1), f32;
        (32, 1) : (48, 1), u16;
        (32, 1) : (64, 1), u8;
        (32, 2) : (66, 1), f32;
        (32, 2) : (32, 1), f32;
        (32, 4) : (36, 1), f32;
        (32, 4) : (4, 1), f32;
        (64, 4) : (32, 1), f32;
        (32, 8) : (72, 1), u16;
        (32, 8) : (64, 1), u16;
        ((8, 4), 4) : ((32, 4), 1), f32;
        ((4, 8), 1) : ((64, 1), 1), f32;
        ((4, 8), 2) : ((2, 24), 1), u16;
        (8, 2) : (1024, 1), f64;
        Sw<5, 0, 5> o 0 o (32, 1) : (32, 1), f32;
        Sw<3, 2, 3> o 0 o (32, 1) : (32, 1), f32;
        Sw<3, 2, 3> o 0 o ((8, 4), 4) : ((32, 4), 1), f32;
        Sw<3, 3, 3> o 0 o (32, 8) : (64, 1), u16;
        Sw<2, 3, 3> o 0 o (32, 8) : (64, 1), u16;
        Sw<1, 3, 3> o 64 o (32, 8) : (128, 1), u16;
        Sw<3, 4, 3> o 0 o (32, 16) : (128, 1), u8;
    }
}
