//! Profiles of tilers, and the profiles of their results on a layout.

use core::ops::RangeFull;

use super::{Algebra, Layout, Profiled, Sharing, Strided};
use crate::algebra::algebra_reasons::Composition;
use crate::algebra::coordinate::Coord;
use crate::algebra::tile_to_shape;
use crate::algebra::tiler::{self, Tiler};
use crate::profile::{AnyLayout, Profile, SliceProfile};
use crate::ranks::for_tuples;
use crate::tuple::IntTuple;
use crate::tuple::compact::CompactColMajor;

/// The profile of a tiler: `usize` for an integer, `RangeFull` for `..`, [`AnyLayout`] for a
/// layout, tuples for tuples.
///
/// Each type is the profile of the result of an operation on a layout of profile P. If that depends
/// on numbers, it is taken from X, the profile of the result.
#[doc(hidden)]
pub trait TilerProfile: 'static {
    /// The tiles, or the composition.
    type Tiles<P: Profile, X: Profile>: Profile;
    /// The tiles, or the composition, X: X itself, with a profile that the compiler now knows.
    type TilesOf<P: Profile, X: Layout>: Layout<Profile = Self::Tiles<P, X::Profile>>;
    /// `x` itself.
    fn tiles_of<P: Profile, X: Layout>(x: X) -> Self::TilesOf<P, X>;
    /// The rests.
    type Rests<P: Profile, X: Profile>: Profile;
    /// The rests X: X itself, with a profile that the compiler now knows.
    type RestsOf<P: Profile, X: Layout>: Layout<Profile = Self::Rests<P, X::Profile>>;
    /// `x` itself.
    fn rests_of<P: Profile, X: Layout>(x: X) -> Self::RestsOf<P, X>;
    /// (tile, rest), mode by mode for a tuple, of the tiles X and the rests Y.
    type Divide<P: Profile, X: Profile, Y: Profile>: Profile;
    /// (block, copies), mode by mode for a tuple.
    type Product<P: Profile, X: Profile>: Profile;
}

/// The tiles and the rests of a tiler with profiles that are yet to be proved: rebuilt in these
/// profiles.
macro_rules! rebuilt {
    ($($Of:ident $of:ident $Profile:ident),+) => { $(
        type $Of<P: Profile, X: Layout> = X::WithProfile<Self::$Profile<P, X::Profile>>;
        #[inline(always)]
        fn $of<P: Profile, X: Layout>(x: X) -> Self::$Of<P, X> {
            x.with_profile()
        }
    )+ };
    () => {
        rebuilt!(TilesOf tiles_of Tiles, RestsOf rests_of Rests);
    };
}

impl TilerProfile for usize {
    rebuilt!();
    type Tiles<P: Profile, X: Profile> = P::Cut<X>;
    type Rests<P: Profile, X: Profile> = P::Cut<X>;
    type Divide<P: Profile, X: Profile, Y: Profile> = (P::Cut<X>, P::Cut<Y>);
    type Product<P: Profile, X: Profile> = (P, <X::Tail as Profile>::Head);
}
impl TilerProfile for RangeFull {
    rebuilt!();
    type Tiles<P: Profile, X: Profile> = P;
    type Rests<P: Profile, X: Profile> = usize;
    type Divide<P: Profile, X: Profile, Y: Profile> = P;
    type Product<P: Profile, X: Profile> = P;
}
impl TilerProfile for () {
    rebuilt!();
    type Tiles<P: Profile, X: Profile> = ();
    type Rests<P: Profile, X: Profile> = P;
    type Divide<P: Profile, X: Profile, Y: Profile> = P;
    type Product<P: Profile, X: Profile> = P;
}

impl<B: Profile> TilerProfile for AnyLayout<B> {
    type Tiles<P: Profile, X: Profile> = B::Refined<X>;
    type TilesOf<P: Profile, X: Layout> = X::Refined<B>;
    #[inline(always)]
    fn tiles_of<P: Profile, X: Layout>(x: X) -> X::Refined<B> {
        x.refined()
    }
    type Rests<P: Profile, X: Profile> = X;
    type RestsOf<P: Profile, X: Layout> = X;
    #[inline(always)]
    fn rests_of<P: Profile, X: Layout>(x: X) -> X {
        x
    }
    type Divide<P: Profile, X: Profile, Y: Profile> = (B::Refined<X>, Y);
    type Product<P: Profile, X: Profile> = (P, B::Refined<<X::Tail as Profile>::Head>);
}

macro_rules! node {
    ($H:ident $($t:ident)*) => {
        impl<$H: TilerProfile $(, $t: TilerProfile)*> TilerProfile for ($H, $($t,)*) {
            rebuilt!();
            type Tiles<P: Profile, X: Profile> = node!(@tiles P, X, [] $H $($t)*);
            type Rests<P: Profile, X: Profile> = <<($($t,)*) as TilerProfile>::Rests<P::Tail, X::Tail> as Profile>::Prepend<
                $H::Rests<P::Head, X::Head>,
            >;
            type Divide<P: Profile, X: Profile, Y: Profile> =
                <<($($t,)*) as TilerProfile>::Divide<P::Tail, X::Tail, Y::Tail> as Profile>::Prepend<
                    $H::Divide<P::Head, X::Head, Y::Head>,
                >;
            type Product<P: Profile, X: Profile> =
                <<($($t,)*) as TilerProfile>::Product<P::Tail, X::Tail> as Profile>::Prepend<
                    $H::Product<P::Head, X::Head>,
                >;
        }
    };
    // The further modes of P are dropped.
    (@tiles $P:ty, $X:ty, [$($done:tt)*]) => { ($($done)*) };
    (@tiles $P:ty, $X:ty, [$($done:tt)*] $H:ident $($t:ident)*) => {
        node!(@tiles <$P as Profile>::Tail, <$X as Profile>::Tail,
            [$($done)* $H::Tiles<<$P as Profile>::Head, <$X as Profile>::Head>,] $($t)*)
    };
}
for_tuples!(node);

type ProfileOfTiler<T> = <T as Tiler>::TilerProfile;
type Shape<L> = <Domain<L> as Layout>::Shape;
type Stride<L> = <Domain<L> as Layout>::Stride;
/// The layout that has the coordinates of L.
type Domain<L> = <L as Profiled>::DomainLayout;
type ProfileOf<L> = <L as Profiled>::ShapeProfile;
/// The profile of the tiles that T cuts L into.
#[doc(hidden)]
pub type TilesProfile<L, T> =
    <ProfileOfTiler<T> as TilerProfile>::Tiles<ProfileOf<L>, ProfileOf<tiler::Tiles<T, Domain<L>>>>;
/// The profile of the rests of L cut by T: from tile to tile.
#[doc(hidden)]
pub type RestsProfile<L, T> =
    <ProfileOfTiler<T> as TilerProfile>::Rests<ProfileOf<L>, ProfileOf<tiler::Rests<T, Domain<L>>>>;
/// The profile of L divided by T.
#[doc(hidden)]
pub type DivideProfile<L, T> = <ProfileOfTiler<T> as TilerProfile>::Divide<
    ProfileOf<L>,
    ProfileOf<tiler::Tiles<T, Domain<L>>>,
    ProfileOf<tiler::Rests<T, Domain<L>>>,
>;
/// The profile of (tile, rest, rest, ...).
#[doc(hidden)]
pub type TiledProfile<L, T> =
    <<RestsProfile<L, T> as Profile>::Spread as Profile>::Prepend<TilesProfile<L, T>>;
/// The profile of (tile, tile, ..., rest, rest, ...).
#[doc(hidden)]
pub type FlatProfile<L, T> = <<TilesProfile<L, T> as Profile>::Spread as Profile>::Onto<
    <RestsProfile<L, T> as Profile>::Spread,
>;
/// The profile of L composed with T.
#[doc(hidden)]
pub type ComposeProfile<L, T> = <ProfileOfTiler<T> as TilerProfile>::Tiles<
    ProfileOf<L>,
    ProfileOf<tiler::Applied<T, Domain<L>>>,
>;
/// The profile of L with the shape S.
#[doc(hidden)]
pub type ShapedProfile<L, S> = <<S as IntTuple>::Profile as Profile>::Refined<
    ProfileOf<<Domain<L> as Algebra>::ComposeAs<Composition, Strided<S, CompactColMajor<S>>>>,
>;
/// The profile of the shape S, filled with copies of L.
#[doc(hidden)]
pub type FilledProfile<L, S> = <<S as IntTuple>::Profile as Profile>::Filled<
    ProfileOf<L>,
    ProfileOf<tile_to_shape::TileToShape<Shape<L>, Stride<L>, S>>,
>;
/// The same in the order O.
#[doc(hidden)]
pub type FilledOrderedProfile<L, S, O> = <<S as IntTuple>::Profile as Profile>::Filled<
    ProfileOf<L>,
    ProfileOf<tile_to_shape::TileToShapeOrdered<Shape<L>, Stride<L>, S, O>>,
>;
/// The profile of the product of L and T.
#[doc(hidden)]
pub type ProductProfile<L, T> = <ProfileOfTiler<T> as TilerProfile>::Product<
    ProfileOf<L>,
    ProfileOf<tiler::Product<T, Domain<L>>>,
>;
/// The profile of the modes that are `..` in C, in profile P.
#[doc(hidden)]
pub type SlicedProfile<P, C> = <<C as Coord>::CoordProfile as SliceProfile>::Slice<P>;
/// The profile of a tile, and the tiles that are `..` in C.
#[doc(hidden)]
pub type LocalTileProfile<L, T, C> =
    <SlicedProfile<RestsProfile<L, T>, C> as Profile>::After<TilesProfile<L, T>>;
/// The profile of the modes that are `..` in C of a tile, then the tiles.
#[doc(hidden)]
pub type OuterPartitionProfile<L, T, C> =
    <SlicedProfile<TilesProfile<L, T>, C> as Profile>::Onto<RestsProfile<L, T>>;
/// The profile (values, rest, rest, ...) of the share of L of one thread by the rule Q.
#[doc(hidden)]
pub type ShareProfile<L, Q> = <<<<Q as Sharing>::Cutter as TilerProfile>::Rests<
    ProfileOf<L>,
    ProfileOf<<Q as Sharing>::Rests<Domain<L>>>,
> as Profile>::Spread as Profile>::Prepend<ProfileOf<<Q as Sharing>::Values<Domain<L>>>>;
