//! The branches of all `#[total]` functions. `BRANCHES=overwrite cargo test -p zellige-macros branches` writes this list.

/// All branches on a truth value.
#[doc(hidden)]
pub trait OnBool:
    crate::algebra::bend::BentIf1
    + crate::algebra::bend::BentByRuleIf1
    + crate::algebra::bend::CrossIf1
    + crate::algebra::bend::CrossEveryIf1
    + crate::algebra::bend::InsertedIf1
    + crate::algebra::bend::InsertedIf2
    + crate::algebra::bend::IfBentIf1
    + crate::algebra::coalesce::HNilPushFrontIf1
    + crate::algebra::coalesce::MPushFrontIf1
    + crate::algebra::coalesce::MPushFrontIf2
    + crate::algebra::coalesce::FilterZeroIf1
    + crate::algebra::coalesce::PushUnlessRefusedIf1
    + crate::algebra::coalesce::ConsUnlessRefusedIf1
    + crate::algebra::coalesce::OneIfZeroIf1
    + crate::algebra::coalesce::FilteredByIf2
    + crate::algebra::coalesce::FilteredByIf3
    + crate::algebra::common::MaxCommonLayoutIf1
    + crate::algebra::common::CommonVectorIf1
    + crate::algebra::complement::MInsertIf1
    + crate::algebra::complement::MInsertIf2
    + crate::algebra::complement::MRestIf1
    + crate::algebra::complement::MRestIf2
    + crate::algebra::complement::MRestIf3
    + crate::algebra::complement::MRestIf4
    + crate::algebra::complement::MRestIf5
    + crate::algebra::complement::SortedIf1
    + crate::algebra::complement::SortedIf2
    + crate::algebra::compose::ComposedIf1
    + crate::algebra::compose::WithShapeIf1
    + crate::algebra::compose::WalksOfIf1
    + crate::algebra::compose::WalksUnlessRefusedIf1
    + crate::algebra::compose::WalksUnlessRefusedIf2
    + crate::algebra::coordinate::index::OfIndexIf2
    + crate::algebra::coordinate::index::Idx2CrdIf2
    + crate::algebra::coordinate::index::OfNoIndexIf1
    + crate::algebra::coordinate::index::ByIndexIf2
    + crate::algebra::coordinate::index::Idx2CrdByIf2
    + crate::algebra::coordinate::index::Crd2CrdIf2
    + crate::algebra::coordinate::index::Crd2CrdIf3
    + crate::algebra::coordinate::index::ByWayOfIndexIf1
    + crate::algebra::coordinate::OffsetOfIf2
    + crate::algebra::coordinate::OffsetOfNoneIf1
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
    + crate::algebra::product::CopiesIf1
    + crate::algebra::property::PushedIf1
    + crate::algebra::property::PushedIf2
    + crate::algebra::property::PushedIf3
    + crate::algebra::property::PushedIf4
    + crate::algebra::property::AreApartIf1
    + crate::algebra::property::AreApartIf2
    + crate::algebra::property::HasDifferenceIf1
    + crate::algebra::property::HasDifferenceIf2
    + crate::algebra::property::HasDifferenceIf3
    + crate::algebra::property::AreReachedIf1
    + crate::algebra::property::AreReachedIf2
    + crate::algebra::property::IsOneReachedIf1
    + crate::algebra::property::IsOneReachedIf2
    + crate::algebra::property::KnownShapeIf2
    + crate::algebra::property::KnownStrideIf2
    + crate::algebra::recast::UpRecastIf1
    + crate::algebra::recast::UpRecastIf2
    + crate::algebra::recast::UpRecastIf3
    + crate::algebra::recast::UpRecastIf4
    + crate::algebra::recast::DownRecastIf1
    + crate::algebra::recast::LargestInGroupIf1
    + crate::algebra::recast::LargestInGroupIf2
    + crate::algebra::recast::UpcastIf1
    + crate::algebra::recast::UpcastByIf1
    + crate::algebra::recast::DowncastIf1
    + crate::algebra::recast::DowncastByIf1
    + crate::algebra::recast::RecastLayoutIf1
    + crate::algebra::recast::RecastLayoutIf2
    + crate::algebra::recast::RatioIf1
    + crate::algebra::run::RunsIf1
    + crate::algebra::run::RunsIf2
    + crate::algebra::run::RunIf1
    + crate::algebra::run::ByRunsIf1
    + crate::algebra::run::ByRunsOfModeIf1
    + crate::algebra::swizzle::BoundIf1
    + crate::algebra::swizzle::WiderBitsIf1
    + crate::algebra::swizzle::WiderBitsIf2
    + crate::algebra::swizzle::WiderBitsIf3
    + crate::algebra::swizzle::NarrowerBitsIf1
    + crate::algebra::swizzle::IfNotRecastIf1
    + crate::algebra::swizzle::OfMasksIf1
    + crate::algebra::swizzle::MergeIf1
    + crate::algebra::swizzle::WidenedIf1
    + crate::algebra::swizzle::RunFromIf1
    + crate::algebra::swizzle::ShortenedIf1
    + crate::algebra::through::ThroughIf1
    + crate::algebra::through::ThroughBelowIf1
    + crate::algebra::through::ThroughBelowIf2
    + crate::algebra::through::ThroughBelowIf3
    + crate::algebra::through::ArePairsIf1
    + crate::algebra::through::ImagesFromIf1
    + crate::algebra::through::ImagesFromIf2
    + crate::algebra::through::WithinIf1
    + crate::algebra::through::RightInverseIf1
    + crate::algebra::through::RightInverseFrom0If1
    + crate::algebra::through::LeftInverseIf1
    + crate::algebra::tile::TileToShapeIf1
    + crate::algebra::tile::TileToShapeOrderedIf1
    + crate::algebra::tile::BlockCountIf1
    + crate::algebra::tile::ColMajorCopiesIf1
    + crate::algebra::tree::TreeOfNoneIf1
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
    + crate::algebra::coordinate::index::OfIndexMatch1
    + crate::algebra::coordinate::index::Idx2CrdMatch1
    + crate::algebra::coordinate::index::ByIndexMatch1
    + crate::algebra::coordinate::index::ByIndexMatch3
    + crate::algebra::coordinate::index::Idx2CrdByMatch1
    + crate::algebra::coordinate::index::Crd2CrdMatch1
    + crate::algebra::coordinate::index::ModesToShapeMatch1
    + crate::algebra::coordinate::OffsetOfMatch1
    + crate::algebra::distribute::DomainDistributeMatch1
    + crate::algebra::property::KnownShapeMatch1
    + crate::algebra::property::KnownStrideMatch1
    + crate::algebra::recast::UnitsMatch1
    + crate::algebra::width::OffsetsMatch1
{
}
impl OnKind for crate::tuple::Empty {}
impl OnKind for crate::tuple::Leaf {}
impl OnKind for crate::tuple::Node {}
