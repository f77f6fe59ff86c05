//! The tiles of a copy, and the permutations of a matrix by an MMA.

use core::ops::RangeFull;

use crate::algebra::tiler::{self, Tiler};
use crate::integer::*;
use crate::layout::result_profiles::TilerProfile;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::{AnyLayout, Profile};
use crate::ranks::for_tuples;
use crate::refusal::{Message, Reason, Refused};
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::IntTuple;

/// A tiler for which the compiler knows whether it divides a layout evenly.
#[doc(hidden)]
pub trait EvenTiler: Tiler {
    /// The profile of a tile of integers, in the modes that this tiler permutes: the pieces into
    /// which it divides these modes depend on numbers, unless it is `..`.
    type Cutter: TilerProfile;
    /// True if it divides L, or every mode of L, as far as known.
    type Divides<L: Layout>: Bool;
}
#[diagnostic::do_not_recommend]
impl EvenTiler for RangeFull {
    type Cutter = usize;
    type Divides<L: Layout> = B1;
}
/// A layout divides another if (tile, rest) has no more elements than the other layout.
#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> EvenTiler for Strided<S, D> {
    type Cutter = AnyLayout<usize>;
    type Divides<L: Layout> =
        <L::Size as Integer>::Ask<IsMultiple, <tiler::Divide<Self, L> as Layout>::Size>;
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
        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case)]
        impl<$H: CopyTile $(, $t: CopyTile)*> CopyTile for ($H, $($t,)*) {
            type Shape = ($H::Shape, $($t::Shape,)*);
            type TilesEvenly<L: Layout> =
                <$H::TilesEvenly<L::Head> as Bool>::And<<($($t,)*) as CopyTile>::TilesEvenly<L::Tail>>;
            const TILE: Option<Self> = match ($H::TILE, $($t::TILE,)*) {
                (Some($H), $(Some($t),)*) => Some(($H, $($t,)*)),
                _ => None,
            };
            #[inline(always)]
            fn tile_shape(self) -> Self::Shape {
                let ($H, $($t,)*) = self;
                ($H.tile_shape(), $($t.tile_shape(),)*)
            }
        }
    };
}
for_tuples!(node);

/// The tile of a copy, an extent or a layout for each mode: the elements of each mode that are
/// copied together. CuTe: `Tiler_MN`.
///
/// Every tuple of integers implements it, also in generic code.
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
pub trait CopyTile: Tiler {
    /// The shape of the tile. CuTe: `shape(Tiler_MN)`.
    type Shape: IntTuple;
    /// True if it divides L, mode by mode, evenly, as far as known.
    #[doc(hidden)]
    type TilesEvenly<L: Layout>: Bool;
    /// The value of the tile, if it is static.
    #[doc(hidden)]
    const TILE: Option<Self>;
    /// Returns the shape of the tile.
    #[doc(hidden)]
    fn tile_shape(self) -> Self::Shape;
}
macro_rules! leaf {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> CopyTile for $t {
            type Shape = Self;
            type TilesEvenly<L: Layout> = <L::Size as Integer>::Ask<IsMultiple, <Self as IntTuple>::Leaf>;
            const TILE: Option<Self> = match <Self as IntTuple>::HAS_RUN_TIME {
                true => None,
                false => Some(IntTuple::UNCHECKED),
            };
            #[inline(always)]
            fn tile_shape(self) -> Self {
                self
            }
        }
    )* };
}
leaf! {
    [] UTerm;
    [] N1;
    [U: Positive] UInt<U, B0>;
    [U: Positive] UInt<U, B1>;
    [] u32;
    [] usize;
    [E: Reason, Q: Profile] Refused<E, Q>;
    [N: Nat] Negative<N>;
    [] Signed<i32>;
    [] Signed<isize>;
    [V: Integer, P: IntTuple] ScaledBasis<V, P>;
    [T: IntTuple] ArithmeticTuple<T>;
}
#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> CopyTile for Strided<S, D> {
    type Shape = S;
    type TilesEvenly<L: Layout> = <Self as EvenTiler>::Divides<L>;
    const TILE: Option<Self> = match <Self as Layout>::IS_STATIC {
        true => Some(Layout::UNCHECKED),
        false => None,
    };
    #[inline(always)]
    fn tile_shape(self) -> S {
        self.shape()
    }
}
#[diagnostic::do_not_recommend]
impl CopyTile for () {
    type Shape = ();
    type TilesEvenly<L: Layout> = B1;
    const TILE: Option<()> = Some(());
    #[inline(always)]
    fn tile_shape(self) {}
}
/// Returns the tile X of a copy, and panics if it has run-time integers.
#[track_caller]
pub(super) const fn static_tile<X: CopyTile>() -> X {
    match X::TILE {
        Some(tile) => tile,
        None => Message::new()
            .s("the tile of a copy is static, but ")
            .cat(&<X::Shape as IntTuple>::TEXT)
            .s(" has run-time integers (`?`)")
            .raise(),
    }
}
