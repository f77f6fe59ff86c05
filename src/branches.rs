//! What the lower layers get from the upper layers: the only place that names every layer of the
//! library.
//!
//! rustc evaluates the arguments of a function on types before the function, so `If<C, X, Y>` would
//! evaluate both `X` and `Y`, and a recursion through it would never end. A branch is therefore a
//! trait that its tags implement, with the alternatives in the impls: rustc examines only the
//! chosen alternative. `#[total]` writes branches, and a test their list. Every [`Bool`] and every
//! [`Kind`] has all of them, so a branch can be called for every tag without a bound. rustc copies
//! all bounds of an associated type whenever it looks for one, so the many branches on a `Bool` are
//! bounds of several types that are the tag itself: `OnBool::Part0` and so on. A hand-written
//! branch, with a value that is computed in another way than its type, is a supertrait of [`Bool`]
//! or [`Kind`], through its line below.
//!
//! In the same way, upper layers extend integers, tuples and profiles through their own traits.

use crate::algebra::{coordinate::Coord, natural_coordinate::NaturalCoord, tiler::Tiler};
use crate::integer::{Division, Integer};
use crate::number::{B0, B1};
use crate::profile::{Fits, FitsTiler};
use crate::stride::{LinearOperation, LinearQuestion, WithSign};
use crate::tuple::{Empty, IntTuple, Leaf, Node, known_profile::KnownProfile};
use crate::{algebra, layout, stride, tensor, tuple};
#[cfg(doc)]
use crate::{number::Bool, tuple::Kind};

mod generated;
pub use generated::{OnBool, OnKind};

/// The roles of a tuple of the known profile F in the layers above: a coordinate of a shape of that
/// profile, and a tiler of it.
#[doc(hidden)]
pub trait RolesInProfile<F>:
    Coord<CoordProfile: Fits<F>> + Tiler<TilerProfile: FitsTiler<F>>
{
}
#[diagnostic::do_not_recommend]
impl<F, T: Coord<CoordProfile: Fits<F>> + Tiler<TilerProfile: FitsTiler<F>>> RolesInProfile<F>
    for T
{
}

/// The roles of integers and tuples, which their traits name one by one: a trait of all of them
/// would be one more bound of every integer and tuple in generic code.
pub(crate) mod roles {
    pub use crate::algebra::coordinate::Coord;
    pub use crate::algebra::stride_or_offset::StrideOrOffset;
    pub use crate::algebra::{tiler::Tiler, tree::Pairing};
    pub use crate::atom::CopyTile;
    pub use crate::stride::Linear;
    pub use crate::tuple::IntTuple;
}

macro_rules! roles {
    ($($(#[$m:meta])* $Roles:ident: $($bound:path),+;)+) => { $(
        $(#[$m])*
        #[doc(hidden)]
        pub trait $Roles: $($bound +)+ {}
        #[diagnostic::do_not_recommend]
        impl<T> $Roles for T where T: $($bound +)+ {}
    )+ };
}
roles! {
    /// The role of a static number in the layers above: an integer that is known.
    RolesOfNumber: Integer<Known = Self>;
    /// The role of a division of static numbers in the layers above: a division of integers.
    RolesOfDivision: Division;
    /// The role of a run-time integer in the layers above: an integer with a signed kind.
    RolesOfDynamic: IntTuple<Profile = usize>, WithSign;
    /// The role of an operation on integers in the layers above: an operation on strides.
    RolesOfOperation: LinearOperation;
    /// The role of a question about integers in the layers above: a question about strides.
    RolesOfQuestion: LinearQuestion;
    /// The roles of a profile in the layers above: it makes tuples of this profile, and the natural
    /// coordinates of its shapes.
    RolesOfProfile: KnownProfile<Itself = Self>, NaturalCoord;
}

/// All branches on a truth value, a [`Bool`].
#[doc(hidden)]
pub trait BranchesOfBool:
    algebra::walk::SmallerOf
    + layout::fallible::Attempt
    + layout::partitions::OnceKnown
    + tensor::elements::OffsetIfAny
    + tensor::algorithm::WalkPairs
{
}
impl BranchesOfBool for B0 {}
impl BranchesOfBool for B1 {}

/// All branches on the kind of a tuple, a [`Kind`].
#[doc(hidden)]
pub trait BranchesOfKind:
    layout::NthLeaf
    + stride::ProjectedOn
    + stride::StepsAlong
    + tensor::algorithm::WalkTogether
    + layout::bounds::BoundOf
    + tuple::equality::EqualTo
    + tuple::checked_size::ExtentsOf
{
}
impl BranchesOfKind for Leaf {}
impl BranchesOfKind for Empty {}
impl BranchesOfKind for Node {}
