//! Types that are passed as a coordinate or a tiler by mistake.

use super::Layout;
use super::result_profiles::TilerProfile;
use crate::algebra::coordinate::Coord;
use crate::algebra::coordinate_bounds::WholeMode;
use crate::algebra::tiler::{Tiler, Tiling};
use crate::algebra::width::Zero;
use crate::integer::Dynamic;
use crate::integer::Integer;
use crate::number::*;
use crate::profile::{
    Matches, MatchesSlice, MatchesTiler, Pattern, Profile, ProfileOfRefused, SliceProfile,
};
use crate::run_time::Faults;
use crate::sealed::Sealed;
use crate::tuple::IntTuple;

/// Types passed by mistake. As a coordinate and a tiler, each has a profile, the type itself, that
/// matches everything and fits nothing, so that the only error is the sentence of
/// [`Fits`](crate::profile::Fits) or [`FitsTiler`](crate::profile::FitsTiler).
macro_rules! mistaken {
    ($($t:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<P: Profile> Matches<P> for $t {}
        #[diagnostic::do_not_recommend]
        impl<P: Profile> MatchesSlice<P> for $t {}
        #[diagnostic::do_not_recommend]
        impl<P: Profile> MatchesTiler<P> for $t {}
        impl TilerProfile for $t {
            type Tiles<P: Profile, X: Profile> = X;
            type TilesOf<P: Profile, X: Layout> = X;
            fn tiles_of<P: Profile, X: Layout>(x: X) -> X {
                x
            }
            type Rests<P: Profile, X: Profile> = X;
            type RestsOf<P: Profile, X: Layout> = X;
            fn rests_of<P: Profile, X: Layout>(x: X) -> X {
                x
            }
            type Divide<P: Profile, X: Profile, Y: Profile> = X;
            type Product<P: Profile, X: Profile> = X;
        }
        impl SliceProfile for $t {
            const PATTERN: Pattern = Pattern::Mistaken;
            type Slice<P: Profile> = ();
            type SliceOnto<P: Profile, R: Profile> = R;
        }
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl Coord for $t {
            type CoordProfile = $t;
            type Width = UTerm;
            type At<S: IntTuple, D: IntTuple> = UTerm;
            type Range<S: IntTuple, D: IntTuple> = Zero;
            type Slice<S: IntTuple, R: IntTuple> = R;
            type Sliced<S: IntTuple> = ();
            fn sliced<S: IntTuple>(self, _: S) {}
            type DigitsBy<S: IntTuple, D: IntTuple> = ();
            fn digits_by<S: IntTuple, D: IntTuple>(self, _: S, _: D) {}
            type As<W: Dynamic> = Self;
            fn with_width<W: Dynamic>(self) -> Self {
                self
            }
            const SEALED: Sealed = Sealed;
            const IS_COUNT: bool = false;
            type Place<S: IntTuple> = WholeMode;
            fn inside<S: IntTuple>(self, _: S) -> bool {
                false
            }
            fn has_offset<S: IntTuple>(self, _: S) -> bool {
                true
            }
            fn show(self, f: &mut dyn core::fmt::Write) -> core::fmt::Result {
                f.write_str(stringify!($t))
            }
            type Digits<S: IntTuple> = ();
            fn digits<S: IntTuple>(self, _: S) {}
            fn at<S: IntTuple, D: IntTuple>(self, _: S, _: D) -> UTerm {
                UTerm
            }
            fn slice_of<S: IntTuple, R: IntTuple>(self, _: S, r: R) -> R {
                r
            }
            type Dice<S: IntTuple, R: IntTuple> = R;
            type Diced<S: IntTuple> = ();
            fn diced<S: IntTuple>(self, _: S) {}
            fn dice_of<S: IntTuple, R: IntTuple>(self, _: S, r: R) -> R {
                r
            }
        }
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerProfile = $t;
            type IsStaticTiler = B0;
            type By<O: Tiling, L: Layout> = L;
            fn by<O: Tiling, L: Layout>(self, l: L, _: impl Faults) -> L {
                l
            }
            type Even<S: IntTuple, R: Integer> = UTerm;
            fn even<S: IntTuple, R: Integer>(self, _: S, _: R) -> UTerm {
                UTerm
            }
        }
    )* };
}
/// Calls `$m!` with all types that are passed by mistake.
macro_rules! for_mistaken {
    ($m:ident) => {
        $m!(
            ProfileOfRefused,
            i8,
            i16,
            i32,
            i64,
            i128,
            isize,
            u8,
            u16,
            u64,
            u128,
            f32,
            f64,
            bool,
            char,
            &'static str
        );
    };
}
pub(crate) use for_mistaken;
for_mistaken!(mistaken);
