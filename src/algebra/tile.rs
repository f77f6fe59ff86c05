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
use super::compose::RefusedLayout;
use crate::algebra::reasons::{BlockDoesNotDivide, BlockRank};
use crate::cases::cases;
use crate::integer::total::{div, mul};
use crate::integer::*;
use crate::layout::Steps;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::Refused;
use crate::run_time::Faults;
use crate::run_time::size::blocks_fault;
use crate::tuple::compact::{
    CompactColMajor, CompactOrder, col_major_from, compact_col_major, compact_order,
};
use crate::tuple::measure::{Product, product_each};
use crate::tuple::reasons::PartRefused;
use crate::tuple::size;
use crate::tuple::zip::{Zip, Zipper, zip};
use crate::tuple::*;

/// The number of blocks of shape S that fit into the target T, mode by mode; where the block has no mode, its extent is 1.
pub struct BlocksIn<S, T>(PhantomData<(S, T)>);
impl<S: IntTuple, T: IntTuple> Zipper for BlocksIn<S, T> {
    type First = N1;
    type Second = Refused<BlockRank<S, T>>;
    type Of<A: IntTuple, B: IntTuple> = Count<Product<A>, Product<B>>;
    #[inline(always)]
    fn of<A: IntTuple, B: IntTuple>(a: A, b: B) -> Self::Of<A, B> {
        count(a.elements(), b.elements())
    }
}
cases! {
    /// True if the extent B of the block divides the extent T of the target.
    BlockDivides[B: Integer, T: Integer](b: B, t: T) -> Integer {
        B1 => Div<T, B> = div(t, b);
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
    FillColMajor[L: Layout, Counts: IntTuple](l: L, counts: Counts, faults: impl Faults) -> Layout {
        B1 => RefusedLayout<PartRefused<Counts>> = Strided::of(Refused::UNIT, Refused::UNIT);
        B0 => <IsOneGap<Star<L, Counts>> as FillOneGap>::Out<L, Counts, <Star<L, Counts> as Layout>::Stride>
            = <IsOneGap<Star<L, Counts>> as FillOneGap>::go(l, counts, star(l, counts, faults).mode_stride(), faults);
    }
}
/// The complement of L among Counts copies of it.
type Star<L, Counts> =
    <L as Steps>::ComplementBy<OfCopies, Mul<<L as Layout>::Size, Product<Counts>>>;
#[inline(always)]
fn star<L: Layout, Counts: IntTuple>(l: L, counts: Counts, faults: impl Faults) -> Star<L, Counts> {
    l.complement_by::<OfCopies, _>(mul(l.size_modulo(), counts.elements()), faults)
}
/// True if it is one mode, as that of a block without gaps is.
type IsOneGap<L> = <<<<L as Layout>::Shape as IntTuple>::Kind as Kind>::IsLeaf as Bool>::And<
    <<<L as Layout>::Shape as IntTuple>::IsRefused as Bool>::Not,
>;
cases! {
    /// Copies of L, first mode fastest: is there one mode, of stride D, on which they go?
    FillOneGap[L: Layout, Counts: IntTuple, D: IntTuple](l: L, counts: Counts, d: D, faults: impl Faults) -> Layout {
        B1 => L::Ahead<Strided<Counts, CompactColMajor<Counts, D>>> = l.ahead(Strided::of(counts, col_major_from(counts, d)));
        B0 => Filled<L, Counts, Strided<Counts, CompactColMajor<Counts>>> = filled(l, counts, Strided::of(counts, compact_col_major(counts)), faults);
    }
}
cases! {
    /// The same in the order O.
    FillOrdered[L: Layout, Counts: IntTuple, O: IntTuple](l: L, counts: Counts, o: O, faults: impl Faults) -> Layout {
        B1 => RefusedLayout<PartRefused<Counts>> = Strided::of(Refused::UNIT, Refused::UNIT);
        B0 => Filled<L, Counts, Strided<Counts, CompactOrder<Counts, O>>>
            = filled(l, counts, Strided::of(counts, compact_order(counts, o)), faults);
    }
}
/// Copies of L, laid out by B, which has the shape Counts and no gaps.
type Filled<L, Counts, B> = <L as Steps>::Ahead<<L as Steps>::CopiesBy<B, Product<Counts>>>;
#[inline(always)]
fn filled<L: Layout, Counts: IntTuple, B: Layout>(
    l: L,
    counts: Counts,
    b: B,
    faults: impl Faults,
) -> Filled<L, Counts, B> {
    l.ahead(l.copies_by(b, counts.elements(), faults))
}

/// The number of blocks of shape S that fit into T, mode by mode.
type Counts<S, T> = Zip<BlocksIn<S, T>, S, T>;
/// The number of blocks of shape `s` that fit into `t`, mode by mode.
#[inline(always)]
fn counts<S: IntTuple, T: IntTuple>(s: S, t: T, faults: impl Faults) -> Counts<S, T> {
    let counts = zip::<BlocksIn<S, T>, _, _>(s, t);
    let accepted = const { !<<Counts<S, T> as IntTuple>::IsRefused as Bool>::VALUE };
    if accepted && const { !(S::IS_STATIC && T::IS_STATIC) } {
        faults.find(|| {
            blocks_fault(
                &size::extents(product_each(s)),
                &size::extents(product_each(t)),
                &size::extents(counts),
            )
        });
    }
    counts
}
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
    faults: impl Faults,
) -> TileToShape<S, D, T> {
    let counts = counts(s, t, faults);
    <<Counts<S, T> as IntTuple>::IsRefused as FillColMajor>::go(Strided::of(s, d), counts, faults)
}
/// Copies of the block `s:d` that fill the shape `t`, in the order `o`.
#[inline(always)]
pub fn tile_to_shape_ordered<S: IntTuple, D: IntTuple, T: IntTuple, O: IntTuple>(
    s: S,
    d: D,
    t: T,
    o: O,
    faults: impl Faults,
) -> TileToShapeOrdered<S, D, T, O> {
    let counts = counts(s, t, faults);
    <<Counts<S, T> as IntTuple>::IsRefused as FillOrdered>::go(Strided::of(s, d), counts, o, faults)
}
