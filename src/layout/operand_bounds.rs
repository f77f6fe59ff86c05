//! Which coordinates and tilers fit a layout, for generic code: bounds, and a check once the
//! profiles are known.

use super::Layout;
use crate::algebra::coordinate::Coord;
use crate::algebra::tiler::Tiler;
use crate::profile::{Fits, FitsTiler, Profile, SliceProfile};
use crate::refusal::Message;

/// A coordinate that fits shapes of profile `P`, for generic code:
/// `fn f<L: Layout, C: CoordOf<L::Profile>>(l: L, c: C)`.
///
/// ```
/// use zellige::prelude::*;
/// fn twice<L: Layout, C: CoordOf<L::Profile>>(l: L, c: C) -> usize { 2 * l.crd2idx(c).usize() }
/// assert_eq!(twice(layout!((8, 16) : (16, 1)), (1u32, 2u32)), 36);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be a coordinate of a shape of profile `{P}`",
    note = "in generic code, add the bound `C: CoordOf<L::Profile>`"
)]
pub trait CoordOf<P>: Coord<CoordProfile: Fits<P>> {}
impl<P, C: Coord<CoordProfile: Fits<P>>> CoordOf<P> for C {}

/// A coordinate that fits the layout `L`, for generic code.
///
/// ```
/// use zellige::prelude::*;
/// fn twice<L: Layout, C: CoordFor<L>>(l: L, c: C) -> usize { 2 * l.crd2idx(c).usize() }
/// assert_eq!(twice(layout!((8, 16) : (16, 1)), 9u32), 34);
/// ```
pub trait CoordFor<L: Layout>: Coord<CoordProfile: Fits<L::Profile>> {}
impl<L: Layout, C: Coord<CoordProfile: Fits<L::Profile>>> CoordFor<L> for C {}

/// A tiler that fits the layout `L`, for generic code.
///
/// ```
/// use zellige::prelude::*;
/// fn tiles<L: Layout, T: TilerFor<L>>(l: L, t: T) -> L::ZippedDivide<T> { l.zipped_divide(t) }
/// let z = tiles(layout!((64, 32) : (32, 1)), (int!(16), int!(8)));
/// assert_eq!(z.to_string(), "((_16,_8),(_4,_4)):((_32,_1),(_512,_8))");
/// ```
pub trait TilerFor<L: Layout>: Tiler<TilerProfile: FitsTiler<L::Profile>> {}
impl<L: Layout, T: Tiler<TilerProfile: FitsTiler<L::Profile>>> TilerFor<L> for T {}

/// Refuses a slice C that does not fit the layout L, where [`FitsSlice`](crate::profile::FitsSlice)
/// is not known: `the slice (..,..,i) does not fit the layout (_2,_3):(_1,_2): it has one
/// coordinate or .. per mode`.
#[doc(hidden)]
#[track_caller]
pub const fn check_slice<L: Layout, C: Coord>() {
    let (slice, shape) =
        (&<C::CoordProfile as SliceProfile>::PATTERN, &<L::Profile as Profile>::PATTERN);
    if !slice.fits(shape) {
        slice
            .after(Message::new().s("the slice "))
            .s(" does not fit the layout ")
            .cat(&L::TEXT)
            .s(": it has one coordinate or .. per mode")
            .raise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;
    use core::ops::RangeFull;

    type Nested = layout!(((2, 2), 3));

    #[test]
    fn slices_that_fit() {
        check_slice::<Nested, RangeFull>();
        check_slice::<Nested, u32>();
        check_slice::<Nested, (RangeFull, u32)>();
        check_slice::<Nested, ((RangeFull, u32), RangeFull)>();
    }

    #[test]
    #[should_panic(
        expected = "the slice (..,..,i) does not fit the layout ((_2,_2),_3):((_1,_2),_4): it has one coordinate or .. per mode"
    )]
    fn too_many_modes() {
        check_slice::<Nested, (RangeFull, RangeFull, u32)>();
    }

    #[test]
    #[should_panic(expected = "the slice (..,(i,i)) does not fit")]
    fn deeper_than_the_shape() {
        check_slice::<Nested, (RangeFull, (u32, u32))>();
    }

    #[test]
    #[should_panic(expected = "the slice (..,?) does not fit")]
    fn a_signed_integer() {
        check_slice::<Nested, (RangeFull, i32)>();
    }
}
