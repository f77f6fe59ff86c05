//! What the lower layers have by the upper ones: the one place that names every layer of the
//! library.
//!
//! rustc evaluates the arguments of a function on types before the function, so `If<C, X, Y>` would
//! evaluate both `X` and `Y`, and a recursion through it would never end. A branch is therefore a
//! trait that its tags implement, with the alternatives in the impls: only the chosen one is ever
//! looked at. `#[total]` writes branches, and a test their list; `Bool::Itself` and `Kind::Itself`
//! have all of them, so a branch is called for every tag without a bound. A branch by hand, where
//! the value is computed in another way than its type, is a supertrait of [`Bool`] or [`Kind`], by
//! its line below.
//!
//! In the same way an integer, a tuple or a form is something to the layers above it, which say
//! what in a trait of their own: that is its role there.

use crate::algebra::coordinate::{Coord, OrElse};
use crate::algebra::{compose::WalkingStride, natural::NaturalCoord, tiler::Tiler, tree::Pairing};
use crate::atom::CopyTile;
use crate::integer::{Division, Integer};
use crate::number::{B0, B1};
use crate::profile::{Fits, FitsTiler};
use crate::stride::{Linear, LinearOperation, LinearQuestion, WalksAlong, WithSign};
use crate::tuple::{AsCoordinate, Empty, IntTuple, Leaf, Node, form::Forming};
use crate::{algebra, layout, stride, tensor, tuple};
#[cfg(doc)]
use crate::{number::Bool, tuple::Kind};

mod total;
pub use total::{OnBool, OnKind};

/// What a tuple of the known form F is above: a coordinate of a shape of that form, and a
/// tiler of it.
#[doc(hidden)]
pub trait RolesInForm<F>: Coord<Form: Fits<F>> + Tiler<TilerForm: FitsTiler<F>> {}
#[diagnostic::do_not_recommend]
impl<F, T: Coord<Form: Fits<F>> + Tiler<TilerForm: FitsTiler<F>>> RolesInForm<F> for T {}

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
    /// What a static number is above: an integer, which is known.
    RolesOfNumber: Integer<Known = Self>;
    /// What a division of static numbers is above: one of integers.
    RolesOfDivision: Division;
    /// What an integer is above: a tuple of itself alone, a coordinate, a stride, an offset, a
    /// tiler.
    RolesOfInteger: IntTuple<Profile = usize, Leaf = Self>, AsCoordinate, Linear, WalksAlong,
        Coord<Form = usize>, OrElse, Tiler<TilerForm = usize>, WalkingStride;
    /// What a run-time integer is above: one that has a signed kind.
    RolesOfDynamic: IntTuple<Profile = usize>, WithSign;
    /// What an operation on integers is above: one on strides.
    RolesOfOperation: LinearOperation;
    /// What a question about integers is above: one about strides.
    RolesOfQuestion: LinearQuestion;
    /// What a form is above: what makes tuples of it, and the natural coordinates of its shapes.
    RolesOfProfile: Forming<Form = Self>, NaturalCoord;
    /// What a tuple is above: a coordinate, one of a pair of tuples, the tile of a copy.
    RolesOfTuple: Coord, Pairing, CopyTile;
}

/// All branches on a truth value, a [`Bool`].
#[doc(hidden)]
pub trait BranchesOfBool:
    algebra::walk::SmallerOf
    + layout::fallible::Attempt
    + layout::partition::OnceKnown
    + tensor::access::OffsetIfAny
    + tensor::algorithm::WalkPairs
{
}
impl BranchesOfBool for B0 {}
impl BranchesOfBool for B1 {}

/// All branches on what a tuple is, a [`Kind`].
#[doc(hidden)]
pub trait BranchesOfKind:
    layout::NthLeaf
    + stride::ProjectedOn
    + stride::StepsAlong
    + tensor::algorithm::WalkTogether
    + layout::bounds::BoundOf
    + tuple::equality::EqualTo
    + tuple::size::ExtentsOf
{
}
impl BranchesOfKind for Leaf {}
impl BranchesOfKind for Empty {}
impl BranchesOfKind for Node {}
