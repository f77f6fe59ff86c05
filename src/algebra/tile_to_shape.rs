//! Tiling a shape with copies of a block.
//!
//! ```text
//! tile_to_shape (8,4):(4,1) to (16,8)  =  ((8,2),(4,2)):((4,32),(1,64))
//! ```
//!
//! The extents of the block divide those of the target, mode by mode. The quotients, laid out
//! compactly in the requested order, say where the copies go: this is a blocked product.

use core::marker::PhantomData;

use super::complement::OfCopies;
use super::compose::{RefusedLayout, refused_layout};
use crate::algebra::algebra_reasons::{BlockDoesNotDivide, BlockRank};
use crate::integer::total::{div, mul};
use crate::integer::*;
use crate::layout::{Layout, StrideOf, Strided, stride_of, strided};
use crate::number::*;
use crate::refusal::{Refused, refused};
use crate::run_time::Faults;
use crate::run_time::check_sizes::blocks_fault;
use crate::tuple::checked_size;
use crate::tuple::compact::{
    ColMajorFrom, CompactColMajor, CompactOrder, col_major_from, compact_col_major, compact_order,
};
use crate::tuple::measure::product_each;
use crate::tuple::tuple_reasons::PartRefused;
use crate::tuple::zip::{Zip, Zipper, zip};
use crate::tuple::*;
use zellige_macros::total;

/// Copies of the block `s:d` that fill the shape `t`, first mode fastest. CuTe: `tile_to_shape`.
#[total]
pub fn tile_to_shape(s: IntTuple, d: IntTuple, t: IntTuple, faults: impl Faults) -> Layout {
    let counts: IntTuple = block_counts(s, t, faults);
    if counts.is_refused() {
        refused_layout::<PartRefused<Counts>>()
    } else {
        col_major_copies(strided(s, d), counts, faults)
    }
}
/// Copies of the block `s:d` that fill the shape `t`, in the order `o`. CuTe: `tile_to_shape`.
#[total]
pub fn tile_to_shape_ordered(
    s: IntTuple,
    d: IntTuple,
    t: IntTuple,
    o: IntTuple,
    faults: impl Faults,
) -> Layout {
    let counts: IntTuple = block_counts(s, t, faults);
    if counts.is_refused() {
        refused_layout::<PartRefused<Counts>>()
    } else {
        let order: IntTuple = compact_order(counts, o);
        blocked(strided(s, d), strided(counts, order), counts, faults)
    }
}

/// The number of blocks of shape `s` that fit into the target `t`, mode by mode.
#[total]
fn block_counts(s: IntTuple, t: IntTuple, faults: impl Faults) -> IntTuple {
    let counts: IntTuple = zip::<BlocksIn<S, T>>(s, t);
    if const { (S::HAS_RUN_TIME || T::HAS_RUN_TIME) && !<<Counts as IntTuple>::IsRefused as Bool>::VALUE }
    {
        faults.find(|| {
            blocks_fault(
                &checked_size::extents(product_each(s)),
                &checked_size::extents(product_each(t)),
                &checked_size::extents(counts),
            )
        });
    }
    counts
}
/// The number of blocks of shape S that fit into the target T; a mode that the block lacks has
/// extent 1.
pub struct BlocksIn<S, T>(PhantomData<(S, T)>);
#[total]
impl<S: IntTuple, T: IntTuple> Zipper for BlocksIn<S, T> {
    type First = N1;
    type Second = Refused<BlockRank<S, T>>;
    fn of(a: IntTuple, b: IntTuple) -> IntTuple {
        block_count(a.elements(), b.elements())
    }
}
/// The number of blocks of `b` elements that fill `t`; one block without elements fills a target
/// without elements.
#[total]
fn block_count(b: Integer, t: Integer) -> Integer {
    if t.ask::<IsMultiple>(b) {
        div(t, b)
    } else if t.is_zero() && b.is_zero() {
        1
    } else {
        refused::<BlockDoesNotDivide<B, T>, usize>()
    }
}

/// `counts` copies of the block `l` along each mode, first mode fastest.
#[total]
fn col_major_copies(l: Layout, counts: IntTuple, faults: impl Faults) -> Layout {
    let gaps: Layout = l.complement_by::<OfCopies>(mul(l.size_modulo(), counts.elements()), faults);
    if is_one_gap(gaps.shape()) {
        // The block has no holes, so the copies are consecutive.
        l.ahead(strided(counts, col_major_from(counts, stride_of(gaps))))
    } else {
        blocked(l, strided(counts, compact_col_major(counts)), counts, faults)
    }
}
/// True if a complement of the shape `s` is one mode, as it is for a block without holes.
#[total(types)]
fn is_one_gap(s: IntTuple) -> Bool {
    Kind::is_leaf(s.kind()) && !s.is_refused()
}
/// Copies of the block `l`, arranged by `b`, which has the shape `counts` and no gaps.
#[total]
fn blocked(l: Layout, b: Layout, counts: IntTuple, faults: impl Faults) -> Layout {
    l.ahead(l.copies_by(b, counts.elements(), faults))
}
