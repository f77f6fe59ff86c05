//! Profiles of slices, and the part of a layout's profile that they leave.

use core::ops::RangeFull;

use super::{Pattern, Profile};
use crate::ranks::for_tuples;

/// The profile of a coordinate or a slice: `usize` for an integer, `RangeFull` for `..`, tuples for
/// tuples.
#[doc(hidden)]
pub trait SliceProfile: 'static {
    /// The profile as a value.
    const PATTERN: Pattern;
    /// The modes that are `..`, in profile P.
    type Slice<P: Profile>: Profile;
    /// The modes that are `..`, in profile P, then the modes of R.
    type SliceOnto<P: Profile, R: Profile>: Profile;
}
impl SliceProfile for usize {
    const PATTERN: Pattern = Pattern::Integer;
    type Slice<P: Profile> = ();
    type SliceOnto<P: Profile, R: Profile> = R;
}
impl SliceProfile for RangeFull {
    const PATTERN: Pattern = Pattern::Whole;
    type Slice<P: Profile> = P;
    type SliceOnto<P: Profile, R: Profile> = R::Stack<P>;
}
impl SliceProfile for () {
    const PATTERN: Pattern = Pattern::Tuple(&[]);
    type Slice<P: Profile> = ();
    type SliceOnto<P: Profile, R: Profile> = R;
}
macro_rules! node {
    ($H:ident $($t:ident)*) => {
        impl<$H: SliceProfile $(, $t: SliceProfile)*> SliceProfile for ($H, $($t,)*) {
            const PATTERN: Pattern = Pattern::Tuple(&[&$H::PATTERN, $(&$t::PATTERN),*]);
            type Slice<P: Profile> = Self::SliceOnto<P, ()>;
            type SliceOnto<P: Profile, R: Profile> =
                $H::SliceOnto<P::Head, <($($t,)*) as SliceProfile>::SliceOnto<P::Tail, R>>;
        }
    };
}
for_tuples!(node);
