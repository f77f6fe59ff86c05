//! Tiling a shape with copies of a block.
//!
//! ```text
//! tile_to_shape (8,4):(4,1) to (16,8)  =  ((8,2),(4,2)):((4,32),(1,64))
//! ```
//!
//! The extents of the block divide those of the target, mode by mode; the quotients, laid out
//! compactly in the order asked for, say where the copies go: a blocked product.

use core::marker::PhantomData;

use super::complement::OfCopies;
use crate::cases::cases;
use crate::construct::{ColMajor, Ordered, col_major, make_ordered};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::{BlockDoesNotDivide, BlockRank, Refused};
use crate::tuple::compact::{CompactColMajor, col_major_from};
use crate::tuple::measure::{Product, product};
use crate::tuple::zip::{Zip, Zipper, zip};
use crate::tuple::*;

/// How many blocks of shape S fit into the target T, mode by mode; where the block has no mode, its extent is 1.
pub struct BlocksIn<S, T>(PhantomData<(S, T)>);
impl<S: IntTuple, T: IntTuple> Zipper for BlocksIn<S, T> {
    type First = N1;
    type Second = Refused<BlockRank<S, T>>;
    type Of<A: IntTuple, B: IntTuple> = Count<Product<A>, Product<B>>;
    #[inline(always)]
    fn of<A: IntTuple, B: IntTuple>(a: A, b: B) -> Self::Of<A, B> {
        count(product(a), product(b))
    }
}
cases! {
    /// Does the extent B of the block divide the extent T of the target?
    BlockDivides[B: Integer, T: Integer](b: B, t: T) -> Integer {
        B1 => Div<T, B> = {
            debug_assert!(t.usize() % b.usize() == 0, "tile_to_shape: block extent {} does not divide target extent {}", b.usize(), t.usize());
            div(t, b)
        };
        B0 => Refused<BlockDoesNotDivide<B, T>> = Refused::UNIT;
    }
}
type Count<B, T> = <<T as Integer>::Ask<IsMultiple, B> as BlockDivides>::Out<B, T>;
#[inline(always)]
fn count<B: Integer, T: Integer>(b: B, t: T) -> Count<B, T> {
    <T::Ask<IsMultiple, B> as BlockDivides>::go(b, t)
}

cases! {
    /// Copies of the block L, of which Counts fit, first mode fastest: does some extent not divide
    /// its target?
    FillColMajor[L: Layout, Counts: IntTuple](l: L, counts: Counts) -> Layout {
        B1 => Strided<Counts, Counts> = Strided::of(counts, counts);
        B0 => <IsOneGap<Star<L, Counts>> as FillOneGap>::Out<L, Counts, <Star<L, Counts> as Layout>::Stride>
            = <IsOneGap<Star<L, Counts>> as FillOneGap>::go(l, counts, star(l, counts).stride());
    }
}
/// The complement of L among Counts copies of it.
type Star<L, Counts> =
    <L as Layout>::ComplementBy<OfCopies, Mul<<L as Layout>::Size, Product<Counts>>>;
#[inline(always)]
fn star<L: Layout, Counts: IntTuple>(l: L, counts: Counts) -> Star<L, Counts> {
    l.complement_by::<OfCopies, _>(mul(l.size(), product(counts)))
}
/// Is it one mode, as that of a block without gaps is?
type IsOneGap<L> = <<<<L as Layout>::Shape as IntTuple>::Kind as Kind>::IsLeaf as Bool>::And<
    <<<L as Layout>::Shape as IntTuple>::IsRefused as Bool>::Not,
>;
cases! {
    /// Copies of L, first mode fastest: is there one mode, of stride D, on which they go?
    FillOneGap[L: Layout, Counts: IntTuple, D: IntTuple](l: L, counts: Counts, d: D) -> Layout {
        B1 => L::Ahead<Strided<Counts, CompactColMajor<Counts, D>>> = l.ahead(Strided::of(counts, col_major_from(counts, d)));
        B0 => Filled<L, Counts, ColMajor<Counts>> = filled(l, counts, col_major(counts));
    }
}
cases! {
    /// The same in the order O.
    FillOrdered[L: Layout, Counts: IntTuple, O: IntTuple](l: L, counts: Counts, o: O) -> Layout {
        B1 => Strided<Counts, Counts> = Strided::of(counts, counts);
        B0 => Filled<L, Counts, Ordered<Counts, O>> = filled(l, counts, make_ordered(counts, o));
    }
}
/// Copies of L, laid out by B, which has the shape Counts and no gaps.
type Filled<L, Counts, B> = <L as Layout>::Ahead<<L as Layout>::CopiesBy<B, Product<Counts>>>;
#[inline(always)]
fn filled<L: Layout, Counts: IntTuple, B: Layout>(
    l: L,
    counts: Counts,
    b: B,
) -> Filled<L, Counts, B> {
    l.ahead(l.copies_by(b, product(counts)))
}

/// How many blocks of shape S fit into T, mode by mode.
type Counts<S, T> = Zip<BlocksIn<S, T>, S, T>;
/// Copies of the block S:D that fill the shape T, first mode fastest. CuTe: `tile_to_shape`.
pub type TileToShape<S, D, T> =
    <<Counts<S, T> as IntTuple>::IsRefused as FillColMajor>::Out<Strided<S, D>, Counts<S, T>>;
/// Copies of the block S:D that fill the shape T, in the order O. CuTe: `tile_to_shape`.
pub type TileToShapeOrdered<S, D, T, O> =
    <<Counts<S, T> as IntTuple>::IsRefused as FillOrdered>::Out<Strided<S, D>, Counts<S, T>, O>;

/// Copies of the block `s:d` that fill the shape `t`, first mode fastest.
#[inline(always)]
pub fn tile_to_shape<S: IntTuple, D: IntTuple, T: IntTuple>(
    s: S,
    d: D,
    t: T,
) -> TileToShape<S, D, T> {
    let counts = zip::<BlocksIn<S, T>, _, _>(s, t);
    <<Counts<S, T> as IntTuple>::IsRefused as FillColMajor>::go(Strided::of(s, d), counts)
}
/// Copies of the block `s:d` that fill the shape `t`, in the order `o`.
#[inline(always)]
pub fn tile_to_shape_ordered<S: IntTuple, D: IntTuple, T: IntTuple, O: IntTuple>(
    s: S,
    d: D,
    t: T,
    o: O,
) -> TileToShapeOrdered<S, D, T, O> {
    let counts = zip::<BlocksIn<S, T>, _, _>(s, t);
    <<Counts<S, T> as IntTuple>::IsRefused as FillOrdered>::go(Strided::of(s, d), counts, o)
}
