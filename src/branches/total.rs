//! The branches of all `#[total]` functions. `BRANCHES=overwrite cargo test -p zellige-macros branches` writes this list.

/// All branches on a truth value.
#[doc(hidden)]
pub trait OnBool:
    crate::algebra::coalesce::HNilPushFrontIf1
    + crate::algebra::coalesce::MPushFrontIf1
    + crate::algebra::coalesce::MPushFrontIf2
    + crate::algebra::coalesce::FilterZeroIf1
    + crate::algebra::coalesce::PushUnlessRefusedIf1
    + crate::algebra::coalesce::ConsUnlessRefusedIf1
    + crate::algebra::coalesce::OneIfZeroIf1
    + crate::algebra::coalesce::FilteredByIf2
    + crate::algebra::coalesce::FilteredByIf3
    + crate::algebra::complement::MInsertIf1
    + crate::algebra::complement::MInsertIf2
    + crate::algebra::complement::MRestIf1
    + crate::algebra::complement::MRestIf2
    + crate::algebra::complement::MRestIf3
    + crate::algebra::complement::MRestIf4
    + crate::algebra::complement::MRestIf5
    + crate::algebra::complement::SortedIf1
    + crate::algebra::complement::SortedIf2
    + crate::algebra::compose::AcceptedIf1
    + crate::algebra::compose::WalksOfIf1
    + crate::algebra::compose::WalksUnlessRefusedIf1
    + crate::algebra::compose::WalksUnlessRefusedIf2
    + crate::algebra::extension::LastAheadIf1
    + crate::algebra::extension::LastAheadIf2
    + crate::algebra::extension::InnerAheadIf1
    + crate::algebra::extension::InnerAheadIf2
    + crate::algebra::inverse::PlacedFindIf1
    + crate::algebra::inverse::PlacedSortByStrideIf1
    + crate::algebra::inverse::PlacedInsertModeIf1
    + crate::algebra::inverse::PlacedInsertModeIf2
    + crate::algebra::inverse::PlacedLeftIf1
    + crate::algebra::inverse::PlacedLeftAfterIf1
    + crate::algebra::inverse::PlacedLeftAfterIf2
    + crate::algebra::inverse::RightInverseIf1
    + crate::algebra::nullspace::PlacedNullIf1
    + crate::algebra::nullspace::PlacedNullIf2
    + crate::algebra::nullspace::NullspaceIf1
    + crate::algebra::walk::LastOnwardIf1
    + crate::algebra::walk::OutcomeOfIf1
    + crate::algebra::walk::OutcomeOfIf2
    + crate::algebra::walk::OutcomeOfIf3
    + crate::algebra::walk::OutcomeOfIf4
    + crate::algebra::walk::OutcomeOfIf5
    + crate::algebra::walk::OutcomeOfIf6
    + crate::algebra::walk::OutcomeOnwardIf1
{
}
impl OnBool for crate::number::B0 {}
impl OnBool for crate::number::B1 {}

/// All branches on the kind of a tuple.
#[doc(hidden)]
pub trait OnKind:
    crate::algebra::coalesce::ByProfileMatch1
    + crate::algebra::coalesce::FilteredShapeMatch1
    + crate::algebra::coalesce::FilteredByMatch1
    + crate::algebra::distribute::DomainDistributeMatch1
{
}
impl OnKind for crate::tuple::Empty {}
impl OnKind for crate::tuple::Leaf {}
impl OnKind for crate::tuple::Node {}
