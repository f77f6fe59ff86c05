//! The reasons why a tile cannot be divided among threads.

use super::{CopyTile, End, Operand};
use crate::integer::Integer;
use crate::layout::{Algebra, Layout, ThreadTile};
use crate::number::Bool;
use crate::refusal::{Code, Leaves, Message, Refusal, earlier_or, first_of, reasons};
use crate::tuple::IntTuple;
use crate::tuple::measure::ProductEach;

reasons! {
    /// The partition of T as operand O is uneven: atoms take blocks of B, the tile has the extents
    /// X, and T the extents S.
    NotPartitioned[O: Operand, B: IntTuple, X: IntTuple, S: IntTuple, T: Layout] => not_partitioned(
        &[T::REFUSAL, S::REFUSAL, X::REFUSAL, B::REFUSAL],
        O::NAMES, &B::LEAVES, &X::LEAVES, &S::LEAVES, &T::TEXT);
    /// The partition of T at the end E of a copy is uneven: the atom has N threads and values, the
    /// tile has C of them and the shape X.
    NotCopied[E: End, N: IntTuple, C: IntTuple, X: IntTuple, T: Layout] => earlier_or(
        &[T::REFUSAL, C::REFUSAL, X::REFUSAL, N::REFUSAL],
        not_copied(E::NAME, [&N::LEAVES, &C::LEAVES], [&<ProductEach<X>>::LEAVES, &<ProductEach<T::Shape>>::LEAVES], [&X::TEXT, &T::TEXT]));
    /// In make_tiled_copy, the thread layout H and the value layout V do not number all threads and
    /// values.
    NotNumbered[H: Layout, V: Layout] => earlier_or(&[H::REFUSAL, V::REFUSAL], Refusal::new(Code::NotInjective, Message::new()
        .s("make_tiled_copy: the threads ").cat(&H::TEXT).s(" and values ").cat(&V::TEXT)
        .s(" do not count from 0 without a gap: of ").u(H::Size::KNOWN.saturating_mul(V::Size::KNOWN)).s(" (thread, value) pairs only the first ")
        .u(<<<H::RakedProduct<V> as Algebra>::RightInverse as Layout>::Size as Integer>::KNOWN).s(" have an element")));
}

/// Returns the refusal of a mode of `size` elements, named in the message, that `count` does not
/// divide; the words beside it say what it counts.
const fn not_divided(
    message: Message,
    size: i64,
    [before, after]: [&str; 2],
    count: i64,
) -> Refusal {
    let message = message.s(" has ").u(size as u64).s(" elements, which ").s(before);
    let message = message.u(count as u64).s(after).s(" do not divide");
    Refusal::new(Code::NotDivisible, message)
}
/// The words beside the extent of a tile that does not divide a mode.
const OF_TILE: [&str; 2] = ["the tile's ", ""];

/// Returns the refusal of the first mode along which the atoms do not divide the tile, or the tile
/// does not divide the matrix.
const fn not_partitioned(
    earlier: &[Option<Refusal>],
    [operation, first, second]: [&str; 3],
    blocks: &Leaves,
    tiles: &Leaves,
    sizes: &Leaves,
    text: &Message,
) -> Refusal {
    if let Some(first) = first_of(earlier) {
        return first;
    }
    let mut mode = 0;
    while mode < 2 {
        let name = if mode == 0 { first } else { second };
        let message = Message::new().s(operation).s(": ");
        if let (Some(block), Some(tile)) = (blocks.value[mode], tiles.value[mode]) {
            if block == 0 || tile % block != 0 {
                return Refusal::new(
                    Code::NotDivisible,
                    message
                        .s("the atoms side by side take ")
                        .u(block as u64)
                        .s(" elements along ")
                        .s(name)
                        .s(", which do not divide the ")
                        .u(tile as u64)
                        .s(" of the permutation"),
                );
            }
        }
        if let (Some(tile), Some(size)) = (tiles.value[mode], sizes.value[mode]) {
            if tile == 0 || size % tile != 0 {
                let message = message.s("mode ").u(mode as u64).s(" (").s(name).s(")");
                return not_divided(message, size, OF_TILE, tile);
            }
        }
        mode += 1;
    }
    Refusal::new(
        Code::NotDivisible,
        Message::new()
            .s(operation)
            .s(": the permutations do not divide ")
            .cat(text)
            .s(": their tiles reach past its end"),
    )
}

/// Returns the refusal of the first count that the atom does not divide, or of the first mode that
/// the tile does not divide.
const fn not_copied(
    operation: &str,
    [atom, count]: [&Leaves; 2],
    [tile, sizes]: [&Leaves; 2],
    [tile_text, text]: [&Message; 2],
) -> Refusal {
    let message = Message::new().s(operation).s(": ");
    let mut i = 0;
    while i < 2 {
        if let (Some(atom), Some(count)) = (atom.value[i], count.value[i]) {
            if atom == 0 || count % atom != 0 {
                let what = if i == 0 { " threads" } else { " values" };
                return Refusal::new(
                    Code::NotDivisible,
                    message
                        .s("the atom takes ")
                        .u(atom as u64)
                        .s(what)
                        .s(", which do not divide the ")
                        .u(count as u64)
                        .s(" of the tiled copy"),
                );
            }
        }
        i += 1;
    }
    first_uneven(message, [tile, sizes], [tile_text, text], "", OF_TILE)
}

/// Returns the refusal of the first mode, followed by `of`, that a tile does not divide. The words
/// stand beside the extent of the tile.
const fn first_uneven(
    message: Message,
    [tile, sizes]: [&Leaves; 2],
    [tile_text, text]: [&Message; 2],
    of: &str,
    words: [&str; 2],
) -> Refusal {
    let mut mode = 0;
    while mode < tile.len && mode < sizes.len {
        if let (Some(tile), Some(size)) = (tile.value[mode], sizes.value[mode]) {
            if tile == 0 || size % tile != 0 {
                return not_divided(message.s("mode ").u(mode as u64).s(of), size, words, tile);
            }
        }
        mode += 1;
    }
    Refusal::new(
        Code::NotDivisible,
        message.s("a tile of the shape ").cat(tile_text).s(" does not divide ").cat(text),
    )
}

/// Returns why the threads TH do not divide the modes of the tile L, as far as known.
#[doc(hidden)]
pub const fn uneven_threads<TH: Layout, L: Layout>() -> Option<Refusal> {
    if <<ThreadTile<TH> as CopyTile>::TilesEvenly<L> as Bool>::VALUE {
        return None;
    }
    Some(first_uneven(
        Message::new().s("local_partition: "),
        [&<ThreadTile<TH>>::LEAVES, &<ProductEach<L::Shape>>::LEAVES],
        [&<ThreadTile<TH>>::TEXT, &L::TEXT],
        " of the tile",
        ["", " threads"],
    ))
}
