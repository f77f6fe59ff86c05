//! Which coordinates, slices and tilers fit a shape: bounds on profiles, with the message that the
//! compiler prints if they do not fit.

use core::marker::PhantomData;
use core::ops::RangeFull;

use super::{Profile, ProfileOfRefused};
use crate::number::*;
use crate::refusal::Refused;

/// A coordinate of profile `Self` fits a shape of profile `P`: an integer fits every shape, a
/// tuple fits a tuple mode by mode.
#[diagnostic::on_unimplemented(
    message = "a coordinate of profile `{Self}` does not fit a shape of profile `{P}`",
    label = "does not fit here",
    note = "a coordinate is one integer (for the whole mode) or a tuple with exactly one coordinate per mode; in generic code, add the bound `C: CoordFor<L>`",
    note = "integers are `u32`, `usize` or static, all shown as `usize` here: write `3u32`, not `3`, and `i as u32` for an `i32` or `u64`; `..` is for `slice` only"
)]
pub trait Fits<P>: Matches<P> + Counts {}
#[diagnostic::do_not_recommend]
impl<P, C: Matches<P> + Counts> Fits<P> for C {}

/// The profile of an index: one integer.
#[diagnostic::on_unimplemented(
    message = "an index is one unsigned integer, but this has the profile `{Self}`",
    label = "is not an index",
    note = "integers are `u32`, `usize` (write `3u32`, not `3`) or static (`int!(3)`)"
)]
pub trait IsIndex {}
#[diagnostic::do_not_recommend]
impl IsIndex for usize {}

/// A slice of profile `Self` fits a shape of profile `P`: as [`Fits`], with `..` for any mode.
#[diagnostic::on_unimplemented(
    message = "a slice of profile `{Self}` does not fit a shape of profile `{P}`",
    label = "does not fit here",
    note = "one coordinate or `..` per mode; CuTe's `_` is written `..`",
    note = "integers are `u32`, `usize` or static, all shown as `usize` here: write `3u32`, not `3`, and `i as u32` for an `i32` or `u64`"
)]
pub trait FitsSlice<P>: MatchesSlice<P> + Counts {}
#[diagnostic::do_not_recommend]
impl<P, C: MatchesSlice<P> + Counts> FitsSlice<P> for C {}

/// A tiler of profile `Self` fits a shape of profile `P`: a layout or an integer fits every
/// shape, a tuple of tilers fits a shape with at least as many modes, mode by mode.
#[diagnostic::on_unimplemented(
    message = "a tiler of profile `{Self}` does not fit a shape of profile `{P}`",
    label = "does not fit here",
    note = "a tiler is a layout, a `u32`, `usize` or static integer (`int!(4)`, not `4`), `..`, or a tuple of at most one tiler per mode; in generic code, add the bound `T: TilerFor<L>`",
    note = "a tuple is a tiler by mode: `(tile of mode 0, tile of mode 1, ..)`; for a shape with strides write `layout!(shape : stride)`"
)]
pub trait FitsTiler<P>: MatchesTiler<P> + IsTiler {}
#[diagnostic::do_not_recommend]
impl<P, F: MatchesTiler<P> + IsTiler> FitsTiler<P> for F {}

/// The profile of a layout as a tiler, where its shape has the profile B.
#[doc(hidden)]
pub struct AnyLayout<B>(PhantomData<B>);

/// The profile of a tiler, for any shape.
#[diagnostic::on_unimplemented(
    message = "a tiler is a layout, an unsigned integer, `..` or a tuple of these, but this has the profile `{Self}`",
    label = "is not a tiler",
    note = "integers are static, `u32` or `usize`: write `int!(4)`, not `4`"
)]
pub trait IsTiler {}
#[diagnostic::do_not_recommend]
impl IsTiler for usize {}
#[diagnostic::do_not_recommend]
impl IsTiler for RangeFull {}
#[diagnostic::do_not_recommend]
impl<B: Profile> IsTiler for AnyLayout<B> {}
#[diagnostic::do_not_recommend]
impl IsTiler for () {}
#[diagnostic::do_not_recommend]
impl IsTiler for ProfileOfRefused {}
#[diagnostic::do_not_recommend]
impl<C: IsTiler> IsTiler for Entry<C> {}

// The check has two parts. Does the tuple have the rank and the nesting, regardless of its
// integers? Are these the integers of shapes? The first names the entry that is wrong. For the
// second, rustc would report an error for each entry, all of them the same; about an `Entry`, it
// reports a single error, at the tuple.

/// A coordinate of profile `Self` matches a shape of profile `P`, regardless of its integers.
#[doc(hidden)]
pub trait Matches<P> {}
/// A slice of profile `Self` matches a shape of profile `P`, regardless of its integers.
#[doc(hidden)]
pub trait MatchesSlice<P> {}
/// A tiler of profile `Self` matches a shape of profile `P`, regardless of its integers.
#[doc(hidden)]
pub trait MatchesTiler<P> {}
/// The integers in a coordinate of this profile are unsigned.
#[doc(hidden)]
pub trait Counts {}
/// An entry of a tuple.
#[doc(hidden)]
pub struct Entry<C>(PhantomData<C>);
#[diagnostic::do_not_recommend]
impl Counts for usize {}
#[diagnostic::do_not_recommend]
impl Counts for RangeFull {}
#[diagnostic::do_not_recommend]
impl Counts for () {}
#[diagnostic::do_not_recommend]
impl Counts for ProfileOfRefused {}
#[diagnostic::do_not_recommend]
impl<C: Counts> Counts for Entry<C> {}

/// A tuple of profile `Self` is the profile `P` itself.
#[diagnostic::on_unimplemented(
    message = "a tuple of profile `{Self}` does not correspond to one of profile `{P}`",
    label = "has another rank or nesting",
    note = "shape and stride, or the two sides of an inner product, must have the same nesting; integers are all shown as `usize`"
)]
pub trait SameProfile<P> {}
impl<P> SameProfile<P> for P {}

/// An offset known to the compiler.
#[diagnostic::on_unimplemented(
    message = "`offset` needs a static coordinate and a static layout, but this offset is known only at run time, or is not an unsigned integer",
    label = "is not a static unsigned integer",
    note = "static integers are written `int!(3)`; the offset of a run-time coordinate is `crd2idx`"
)]
pub trait StaticOffset {}
#[diagnostic::do_not_recommend]
impl StaticOffset for UTerm {}
#[diagnostic::do_not_recommend]
impl<U, B> StaticOffset for UInt<U, B> {}
#[diagnostic::do_not_recommend]
impl<E> StaticOffset for Refused<E> {}

/// A layout with a shape of profile `Self` can be partitioned by a tile of profile `F`: it has at
/// least as many modes.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn share<L: Layout<Profile: PartitionedBy<(usize, usize)>>>(c: L) -> String {
///     let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
///     mma.get_slice(0u32).partition_c(c).0.to_string()
/// }
/// assert_eq!(share(layout!((64, 64))), "((_2,_2),_2,_4):((_64,_8),_32,_1024)");
/// ```
#[diagnostic::on_unimplemented(
    message = "a shape of profile `{Self}` has too few modes for a tile of profile `{F}`",
    label = "has too few modes",
    note = "a matrix is partitioned by its first modes, one for each mode of the tile; integers are all shown as `usize`"
)]
pub trait PartitionedBy<F> {}
#[diagnostic::do_not_recommend]
impl<P, F: FitsTiler<P>> PartitionedBy<F> for P {}

/// The profile of the layout that repeats an MMA atom: up to three modes.
#[diagnostic::on_unimplemented(
    message = "a layout with a shape of profile `{Self}` does not repeat an MMA atom",
    label = "must have up to three modes: M, N and K",
    note = "`layout!((2, 2, 1))` has two atoms along M and two along N, on four times the threads"
)]
pub trait AtomModes {}
#[diagnostic::do_not_recommend]
impl AtomModes for usize {}
#[diagnostic::do_not_recommend]
impl<M> AtomModes for (M,) {}
#[diagnostic::do_not_recommend]
impl<M, N> AtomModes for (M, N) {}
#[diagnostic::do_not_recommend]
impl<M, N, K> AtomModes for (M, N, K) {}
#[diagnostic::do_not_recommend]
impl AtomModes for ProfileOfRefused {}

#[diagnostic::do_not_recommend]
impl<P: Profile> Matches<P> for usize {}
#[diagnostic::do_not_recommend]
impl<P: Profile> MatchesSlice<P> for usize {}
#[diagnostic::do_not_recommend]
impl<P: Profile> MatchesSlice<P> for RangeFull {}
#[diagnostic::do_not_recommend]
impl<P: Profile> MatchesTiler<P> for usize {}
#[diagnostic::do_not_recommend]
impl<P: Profile> MatchesTiler<P> for RangeFull {}
#[diagnostic::do_not_recommend]
impl<P: Profile, B: Profile> MatchesTiler<P> for AnyLayout<B> {}
#[diagnostic::do_not_recommend]
impl Matches<()> for () {}
#[diagnostic::do_not_recommend]
impl MatchesSlice<()> for () {}
#[diagnostic::do_not_recommend]
impl<P: Profile> MatchesTiler<P> for () {}
// As in CuTe, an integer shape is a single mode for a tuple of one tiler.
#[diagnostic::do_not_recommend]
impl<C: MatchesTiler<usize>> MatchesTiler<usize> for (C,) {}

/// Tuples of the same rank with entries that fit.
macro_rules! same_rank {
    ($($C:ident $P:ident),+) => {
        #[diagnostic::do_not_recommend]
        impl<$($P: Profile, $C: Matches<$P>),+> Matches<($($P,)+)> for ($($C,)+) {}
        #[diagnostic::do_not_recommend]
        impl<$($P: Profile, $C: MatchesSlice<$P>),+> MatchesSlice<($($P,)+)> for ($($C,)+) {}
        #[diagnostic::do_not_recommend]
        impl<$($C),+> IsTiler for ($($C,)+)
        where
            $(Entry<$C>: IsTiler,)+
        {
        }
        #[diagnostic::do_not_recommend]
        impl<$($C),+> Counts for ($($C,)+)
        where
            $(Entry<$C>: Counts,)+
        {
        }
        #[diagnostic::do_not_recommend]
        impl<$($C),+> Matches<ProfileOfRefused> for ($($C,)+) {}
        #[diagnostic::do_not_recommend]
        impl<$($C),+> MatchesSlice<ProfileOfRefused> for ($($C,)+) {}
        #[diagnostic::do_not_recommend]
        impl<$($C),+> MatchesTiler<ProfileOfRefused> for ($($C,)+) {}
    };
}
/// A tuple of tilers and shapes of at least as many modes.
macro_rules! at_most_rank {
    ([$($C:ident $P:ident),+] [$($Q:ident)*] $($Next:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($P: Profile, $C: MatchesTiler<$P>,)+ $($Q: Profile),*> MatchesTiler<($($P,)+ $($Q,)*)> for ($($C,)+) {}
        at_most_rank!(@more [$($C $P),+] [$($Q)*] $($Next)*);
    };
    (@more $tilers:tt [$($Q:ident)*] $Next:ident $($rest:ident)*) => {
        at_most_rank!($tilers [$($Q)* $Next] $($rest)*);
    };
    (@more $tilers:tt $modes:tt) => {};
}
macro_rules! every_rank {
    ([$($done:tt)*] $C:ident $P:ident $(, $D:ident $Q:ident)*) => {
        same_rank!($($done)* $C $P);
        at_most_rank!([$($done)* $C $P] [] $($Q)*);
        every_rank!([$($done)* $C $P,] $($D $Q),*);
    };
    ([$($done:tt)*]) => {};
}
every_rank!([] C0 P0, C1 P1, C2 P2, C3 P3, C4 P4, C5 P5, C6 P6, C7 P7, C8 P8, C9 P9);
