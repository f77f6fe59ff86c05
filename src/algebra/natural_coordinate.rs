//! Natural coordinates: one `usize` for each integer of a shape.

use super::coordinate::Coord;
use crate::integer::Integer;
use crate::profile::{Fits, Profile, ProfileOfRefused};
use crate::ranks::for_tuples;
use crate::tuple::IntTuple;

/// The natural coordinates of the shapes of a profile. A profile such as `(usize, (usize, usize))`
/// is a tuple of `usize`, so the profile itself is the type of its natural coordinates. CuTe:
/// natural coordinates.
pub trait NaturalCoord: Coord<CoordProfile: Fits<Self>> {
    /// The coordinate of an index below the size of `shape`, which is of this profile.
    #[doc(hidden)]
    fn of_index<S: IntTuple>(index: usize, shape: S) -> Self;
}
#[diagnostic::do_not_recommend]
impl NaturalCoord for usize {
    #[inline(always)]
    fn of_index<S: IntTuple>(index: usize, _: S) -> usize {
        index
    }
}
#[diagnostic::do_not_recommend]
impl NaturalCoord for () {
    #[inline(always)]
    fn of_index<S: IntTuple>(_: usize, _: S) {}
}
#[diagnostic::do_not_recommend]
impl NaturalCoord for ProfileOfRefused {
    fn of_index<S: IntTuple>(_: usize, _: S) -> ProfileOfRefused {
        ProfileOfRefused
    }
}
macro_rules! node {
    ($H:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$H: Profile> NaturalCoord for ($H,) {
            #[inline(always)]
            fn of_index<S: IntTuple>(index: usize, shape: S) -> Self {
                ($H::of_index(index, shape.head()),)
            }
        }
    };
    ($H:ident $($t:ident)+) => {
        #[allow(non_snake_case)]
        #[diagnostic::do_not_recommend]
        impl<$H: Profile, $($t: Profile),+> NaturalCoord for ($H, $($t,)+) {
            #[inline(always)]
            fn of_index<S: IntTuple>(index: usize, shape: S) -> Self {
                let size = shape.head().elements().usize();
                let $H = $H::of_index(index % size, shape.head());
                let ($($t,)+) = <($($t,)+)>::of_index(index / size, shape.tail());
                ($H, $($t,)+)
            }
        }
    };
}
for_tuples!(node);
