//! What generic code knows about a layout: its profile, and the profiles of the results of
//! operations.

use super::Layout;
use crate::profile::Profile;

/// The profile of a layout's shape: its nesting, without numbers.
///
/// Every [`Layout`] has it. Generic code puts a bound on it, `L: Layout<Profile = (usize, usize)>`,
/// to know which coordinates fit the layout and the profiles of the results:
///
/// ```
/// use zellige::prelude::*;
/// fn at<L: Layout<Profile = (usize, usize)>>(l: L, row: usize, column: usize) -> usize {
///     let tiles = l.zipped_divide((int!(4), int!(2)));
///     tiles.crd2idx(((row % 4, column % 2), (row / 4, column / 2))).usize()
/// }
/// assert_eq!(at(layout!((8, 6) : (6, 1)), 5, 3), 5 * 6 + 3);
/// ```
pub trait Profiled: Sized {
    /// The profile of the shape, [`Layout::Profile`].
    type ShapeProfile: Profile;
    /// The layout that has the coordinates: the layout itself, or the inner layout of a composed
    /// layout. If a profile depends on numbers, it depends on those of this layout.
    #[doc(hidden)]
    type DomainLayout: Layout;
    /// This layout, which has the profile F.
    #[doc(hidden)]
    type WithProfile<F: Profile>: Layout<Profile = F>;
    /// This layout.
    #[doc(hidden)]
    fn with_profile<F: Profile>(self) -> Self::WithProfile<F>;
    /// This layout, a composition with a layout of profile B.
    #[doc(hidden)]
    type Refined<B: Profile>: Layout<Profile = B::Refined<Self::ShapeProfile>>;
    /// This layout.
    #[doc(hidden)]
    fn refined<B: Profile>(self) -> Self::Refined<B>;
}
