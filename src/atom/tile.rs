//! Tiles that divide what they tile: those of a copy, and those by which an MMA permutes a matrix.

use core::ops::RangeFull;

use crate::algebra::divide::Tiler;
use crate::cases::{cases, for_tuples};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::{AnyLayout, TilerProfile};
use crate::refusal::Message;
use crate::tuple::{Empty, IntTuple, Leaf, Node};

/// A tiler of which is known whether it divides a layout without a rest.
#[doc(hidden)]
pub trait EvenTiler: Tiler {
    /// The form of a tile of integers, in the modes that this tiler permutes: into what those are cut depends on
    /// numbers, unless it is `..`.
    type Cutter: TilerProfile;
    /// It divides L, or every mode of L, as far as known.
    type Divides<L: Layout>: Bool;
}
#[diagnostic::do_not_recommend]
impl EvenTiler for RangeFull {
    type Cutter = usize;
    type Divides<L: Layout> = B1;
}
/// A layout divides another if (tile, rest) has no more elements than that.
#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> EvenTiler for Strided<S, D> {
    type Cutter = AnyLayout<usize>;
    type Divides<L: Layout> =
        <L::Size as Integer>::Ask<IsMultiple, <<Self as Tiler>::Divide<L> as Layout>::Size>;
}
#[diagnostic::do_not_recommend]
impl EvenTiler for () {
    type Cutter = ();
    type Divides<L: Layout> = B1;
}

macro_rules! node {
    ($H:ident $($t:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$H: EvenTiler $(, $t: EvenTiler)*> EvenTiler for ($H, $($t,)*) {
            type Cutter = ($H::Cutter, $($t::Cutter,)*);
            type Divides<L: Layout> = <$H::Divides<L::Head> as Bool>::And<<($($t,)*) as EvenTiler>::Divides<L::Tail>>;
        }
    };
}
for_tuples!(node);

cases! {
    /// Each integer of the tile X divides the elements of its mode of L, as far as known.
    TilesModes[X: IntTuple, L: Layout] -> Bool {
        Leaf => <L::Size as Integer>::Ask<IsMultiple, X::Leaf>;
        Empty => B1;
        Node => <TilesEvenly<X::Head, L::Head> as Bool>::And<TilesEvenly<X::Tail, L::Tail>>;
    }
}
/// The tile X, an extent for each mode, divides L without a rest, as far as known.
pub(super) type TilesEvenly<X, L> = <<X as IntTuple>::Kind as TilesModes>::Out<X, L>;
/// Raises that the tile X of a copy has run-time integers, if it does.
#[track_caller]
pub(super) const fn check_tile<X: IntTuple>() {
    if !X::IS_STATIC {
        Message::new()
            .s("the tile of a copy is static, but ")
            .cat(&X::TEXT)
            .s(" has run-time integers (`?`)")
            .raise()
    }
}
