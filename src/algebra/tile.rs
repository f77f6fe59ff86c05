//! Tiling a shape with copies of a block.
//!
//! ```text
//! tile_to_shape (8,4):(4,1) to (16,8)  =  ((8,2),(4,2)):((4,32),(1,64))
//! ```
//!
//! The extents of the block divide those of the target, mode by mode; the quotients, laid out
//! compactly in the order asked for, say where the copies go: a blocked product.

use crate::cases::cases;
use crate::construct::{ColMajor, Ordered, col_major, make_ordered};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::{BlockDoesNotDivide, NotCongruent, Refused};
use crate::tuple::access::{AppendTo, append_to};
use crate::tuple::measure::{Product, Rank, product};
use crate::tuple::*;

cases! {
    /// The tuple of the modes; an integer is one mode.
    TupleOfModes[S: IntTuple](s: S) -> IntTuple {
        Leaf => <S::IsRefused as Ternary>::Out<S, (S,)> = <S::IsRefused as Ternary>::go(s, (s,));
        Empty => () = ();
        Node => S = s;
    }
}
type AsTuple<S> = <<S as IntTuple>::Kind as TupleOfModes>::Out<S>;
#[inline(always)]
fn as_tuple<S: IntTuple>(s: S) -> AsTuple<S> {
    <S::Kind as TupleOfModes>::go(s)
}

cases! {
    /// How many blocks of shape B fit into the target T, mode by mode.
    BlocksIn[B: IntTuple, T: IntTuple](b: B, t: T) -> IntTuple {
        Leaf => Refused<NotCongruent<B, T>> = Refused::UNIT;
        Empty => <T::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<B, T>>> = <T::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <Counts<B::Tail, T::Tail> as IntTuple>::Prepend<Count<Product<B::Head>, Product<T::Head>>>
            = counts(b.tail(), t.tail()).prepend_mode(count(product(b.head()), product(t.head())));
    }
}
type Counts<B, T> = <<B as IntTuple>::Kind as BlocksIn>::Out<B, T>;
#[inline(always)]
fn counts<B: IntTuple, T: IntTuple>(b: B, t: T) -> Counts<B, T> {
    <B::Kind as BlocksIn>::go(b, t)
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

/// The block S:D as tuples with as many modes as the target T, filled up with 1:0.
type Block<S, D, T> = Strided<
    AppendTo<AsTuple<S>, N1, Rank<AsTuple<T>>>,
    AppendTo<AsTuple<D>, UTerm, Rank<AsTuple<T>>>,
>;
#[inline(always)]
fn block<S: IntTuple, D: IntTuple, T: IntTuple>(s: S, d: D, _: T) -> Block<S, D, T> {
    let rank = <Rank<AsTuple<T>>>::UNIT;
    Strided::of(
        append_to(as_tuple(s), N1::UNIT, rank),
        append_to(as_tuple(d), UTerm, rank),
    )
}
cases! {
    /// Copies of the block L, of which Counts fit, laid out by B: does some extent not divide its
    /// target?
    DoesNotFit[L: Layout, Counts: IntTuple, B: Layout](l: L, counts: Counts, b: B) -> Layout {
        B1 => Strided<Counts, Counts> = Strided::of(counts, counts);
        B0 => L::ZipWith<L::CopiesBy<B>> = l.zip_with(l.copies_by(b));
    }
}
/// How many blocks S:D fit into T, mode by mode.
type CountsOf<S, D, T> = Counts<<Block<S, D, T> as Layout>::Shape, AsTuple<T>>;
/// Copies of the block S:D that fill the shape T, laid out by B, whose shape are the counts.
type Filled<S, D, T, B> = <<CountsOf<S, D, T> as IntTuple>::IsRefused as DoesNotFit>::Out<
    Block<S, D, T>,
    CountsOf<S, D, T>,
    B,
>;
/// Copies of the block S:D that fill the shape T, first mode fastest. CuTe: `tile_to_shape`.
pub type TileToShape<S, D, T> = Filled<S, D, T, ColMajor<CountsOf<S, D, T>>>;
/// Copies of the block S:D that fill the shape T, in the order O. CuTe: `tile_to_shape`.
pub type TileToShapeOrdered<S, D, T, O> = Filled<S, D, T, Ordered<CountsOf<S, D, T>, O>>;

/// Copies of the block `s:d` that fill the shape `t`, first mode fastest.
#[inline(always)]
pub fn tile_to_shape<S: IntTuple, D: IntTuple, T: IntTuple>(
    s: S,
    d: D,
    t: T,
) -> TileToShape<S, D, T> {
    let block = block(s, d, t);
    let counts = counts(block.shape(), as_tuple(t));
    <<CountsOf<S, D, T> as IntTuple>::IsRefused as DoesNotFit>::go(block, counts, col_major(counts))
}
/// Copies of the block `s:d` that fill the shape `t`, in the order `o`.
#[inline(always)]
pub fn tile_to_shape_ordered<S: IntTuple, D: IntTuple, T: IntTuple, O: IntTuple>(
    s: S,
    d: D,
    t: T,
    o: O,
) -> TileToShapeOrdered<S, D, T, O> {
    let block = block(s, d, t);
    let counts = counts(block.shape(), as_tuple(t));
    let by = make_ordered(counts, o);
    <<CountsOf<S, D, T> as IntTuple>::IsRefused as DoesNotFit>::go(block, counts, by)
}
