//! Tiles that divide what they tile, and the tiles of copies.

use core::ops::RangeFull;

use crate::algebra::divide::Tiler;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::{AnyLayout, TilerProfile};
use crate::tuple::IntTuple;

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
#[diagnostic::do_not_recommend]
impl<U: Nat, B: Bool> EvenTiler for UInt<U, B>
where
    UInt<U, B>: Nat,
{
    type Cutter = AnyLayout<usize>;
    type Divides<L: Layout> = <L::Size as Integer>::Ask<IsMultiple, Self>;
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

/// The tile of a copy, a tuple with an extent or a layout for each mode: which elements of each mode
/// are copied together. CuTe: `Tiler_MN`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Tile = (int!(32), layout!((8, 2) : (1, 16)));
/// assert_type_eq_all!(<Tile as CopyTile>::Shape, shape!((32, (8, 2))));
/// ```
#[doc(alias = "Tiler_MN")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the tile of a copy",
    label = "must be a tuple of static integers or layouts"
)]
pub trait CopyTile: EvenTiler {
    /// The shape of the tile. CuTe: `shape(Tiler_MN)`.
    type Shape: IntTuple;
    /// The shape of the tile.
    #[doc(hidden)]
    fn tile_shape(self) -> Self::Shape;
}
#[diagnostic::do_not_recommend]
impl<U: Nat, B: Bool> CopyTile for UInt<U, B>
where
    UInt<U, B>: Nat,
{
    type Shape = Self;
    #[inline(always)]
    fn tile_shape(self) -> Self {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> CopyTile for Strided<S, D> {
    type Shape = S;
    #[inline(always)]
    fn tile_shape(self) -> S {
        self.shape()
    }
}
#[diagnostic::do_not_recommend]
impl CopyTile for () {
    type Shape = ();
    #[inline(always)]
    fn tile_shape(self) {}
}
macro_rules! node {
    ($H:ident $($t:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$H: EvenTiler $(, $t: EvenTiler)*> EvenTiler for ($H, $($t,)*) {
            type Cutter = ($H::Cutter, $($t::Cutter,)*);
            type Divides<L: Layout> = <$H::Divides<L::Head> as Bool>::And<<($($t,)*) as EvenTiler>::Divides<L::Tail>>;
        }
        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case)]
        impl<$H: CopyTile $(, $t: CopyTile)*> CopyTile for ($H, $($t,)*) {
            type Shape = ($H::Shape, $($t::Shape,)*);
            #[inline(always)]
            fn tile_shape(self) -> Self::Shape {
                let ($H, $($t,)*) = self;
                ($H.tile_shape(), $($t.tile_shape(),)*)
            }
        }
    };
}
crate::cases::for_tuples!(node);
