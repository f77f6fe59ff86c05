//! Forms of tilers, and the forms of their results on a layout.

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

/// The form of a tiler: `usize` for an integer, `RangeFull` for `..`, [`AnyLayout`] for a layout,
/// tuples for tuples.
///
/// Each type is the form of the result of an operation on a layout of the form P. If that depends
/// on numbers, it is taken from X, the form of the result.
#[doc(hidden)]
pub trait TilerProfile: 'static {
    /// The tiles, or the composition.
    type Tiles<P: Profile, X: Profile>: Profile;
    /// The tiles, or the composition, X: X itself, with a form that the compiler now knows.
    type TilesOf<P: Profile, X: Layout>: Layout<Profile = Self::Tiles<P, X::Profile>>;
    /// `x` itself.
    fn tiles_of<P: Profile, X: Layout>(x: X) -> Self::TilesOf<P, X>;
    /// The rests.
    type Rests<P: Profile, X: Profile>: Profile;
    /// The rests X: X itself, with a form that the compiler now knows.
    type RestsOf<P: Profile, X: Layout>: Layout<Profile = Self::Rests<P, X::Profile>>;
    /// `x` itself.
    fn rests_of<P: Profile, X: Layout>(x: X) -> Self::RestsOf<P, X>;
    /// (tile, rest), mode by mode for a tuple, of the tiles X and the rests Y.
    type Divide<P: Profile, X: Profile, Y: Profile>: Profile;
    /// (block, copies), mode by mode for a tuple.
    type Product<P: Profile, X: Profile>: Profile;
}

/// The tiles and the rests of a tiler with forms that are yet to be proved: rebuilt in these forms.
macro_rules! rebuilt {
    ($($Of:ident $of:ident $Form:ident),+) => { $(
        type $Of<P: Profile, X: Layout> = X::Formed<Self::$Form<P, X::Profile>>;
        #[inline(always)]
        fn $of<P: Profile, X: Layout>(x: X) -> Self::$Of<P, X> {
            x.formed()
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

type TilerForm<T> = <T as Tiler>::TilerForm;
type Shape<L> = <Domain<L> as Layout>::Shape;
type Stride<L> = <Domain<L> as Layout>::Stride;
/// The layout that has the coordinates of L.
type Domain<L> = <L as Profiled>::DomainLayout;
type Form<L> = <L as Profiled>::ShapeForm;
/// The form of the tiles that T cuts L into.
#[doc(hidden)]
pub type TilesForm<L, T> =
    <TilerForm<T> as TilerProfile>::Tiles<Form<L>, Form<tiler::Tiles<T, Domain<L>>>>;
/// The form of the rests of L cut by T: from tile to tile.
#[doc(hidden)]
pub type RestsForm<L, T> =
    <TilerForm<T> as TilerProfile>::Rests<Form<L>, Form<tiler::Rests<T, Domain<L>>>>;
/// The form of L divided by T.
#[doc(hidden)]
pub type DivideForm<L, T> = <TilerForm<T> as TilerProfile>::Divide<
    Form<L>,
    Form<tiler::Tiles<T, Domain<L>>>,
    Form<tiler::Rests<T, Domain<L>>>,
>;
/// The form of (tile, rest, rest, ...).
#[doc(hidden)]
pub type TiledForm<L, T> =
    <<RestsForm<L, T> as Profile>::Spread as Profile>::Prepend<TilesForm<L, T>>;
/// The form of (tile, tile, ..., rest, rest, ...).
#[doc(hidden)]
pub type FlatForm<L, T> =
    <<TilesForm<L, T> as Profile>::Spread as Profile>::Onto<<RestsForm<L, T> as Profile>::Spread>;
/// The form of L composed with T.
#[doc(hidden)]
pub type ComposeForm<L, T> =
    <TilerForm<T> as TilerProfile>::Tiles<Form<L>, Form<tiler::Applied<T, Domain<L>>>>;
/// The form of L with the shape S.
#[doc(hidden)]
pub type ShapedForm<L, S> = <<S as IntTuple>::Profile as Profile>::Refined<
    Form<<Domain<L> as Algebra>::ComposeAs<Composition, Strided<S, CompactColMajor<S>>>>,
>;
/// The form of the shape S, filled with copies of L.
#[doc(hidden)]
pub type FilledForm<L, S> = <<S as IntTuple>::Profile as Profile>::Filled<
    Form<L>,
    Form<tile_to_shape::TileToShape<Shape<L>, Stride<L>, S>>,
>;
/// The same in the order O.
#[doc(hidden)]
pub type FilledOrderedForm<L, S, O> = <<S as IntTuple>::Profile as Profile>::Filled<
    Form<L>,
    Form<tile_to_shape::TileToShapeOrdered<Shape<L>, Stride<L>, S, O>>,
>;
/// The form of the product of L and T.
#[doc(hidden)]
pub type ProductForm<L, T> =
    <TilerForm<T> as TilerProfile>::Product<Form<L>, Form<tiler::Product<T, Domain<L>>>>;
/// The form of the modes that are `..` in C, in the form P.
#[doc(hidden)]
pub type SliceForm<P, C> = <<C as Coord>::Form as SliceProfile>::Slice<P>;
/// The form of a tile, and the tiles that are `..` in C.
#[doc(hidden)]
pub type LocalTileForm<L, T, C> =
    <SliceForm<RestsForm<L, T>, C> as Profile>::After<TilesForm<L, T>>;
/// The form of the modes that are `..` in C of a tile, then the tiles.
#[doc(hidden)]
pub type OuterPartitionForm<L, T, C> =
    <SliceForm<TilesForm<L, T>, C> as Profile>::Onto<RestsForm<L, T>>;
/// The form (values, rest, rest, ...) of the share of L of one thread by the rule Q.
#[doc(hidden)]
pub type ShareForm<L, Q> = <<<<Q as Sharing>::Cutter as TilerProfile>::Rests<
    Form<L>,
    Form<<Q as Sharing>::Rests<Domain<L>>>,
> as Profile>::Spread as Profile>::Prepend<Form<<Q as Sharing>::Values<Domain<L>>>>;
