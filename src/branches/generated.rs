//! The branches of all `#[total]` functions. `cargo xtask bless branches` writes this list.

/// Some of the branches on a truth value.
#[doc(hidden)]
pub trait OnBool0:
    crate::algebra::coalesce::HNilPushFrontIf1
    + crate::algebra::coalesce::PushUnlessRefusedIf1
    + crate::algebra::coalesce::FilteredByIf3
    + crate::algebra::complement::MRestIf2
    + crate::algebra::coordinate::index::ByIndexIf2
    + crate::algebra::coordinate::index::Idx2CrdByIf2
    + crate::algebra::coordinate::OffsetOfNoneIf1
    + crate::algebra::divide::RunsIf1
    + crate::algebra::general_rule::BentByRuleIf1
    + crate::algebra::general_rule::IfBentIf1
    + crate::algebra::inverse::MPlaceByStrideIf1
    + crate::algebra::inverse::PlacedInsertModeIf2
    + crate::algebra::inverse::PlacedLeftIf1
    + crate::algebra::max_common_vector::CommonVectorIf1
    + crate::algebra::nullspace::PlacedNullIf1
    + crate::algebra::outer_function::CosizeUnderIf2
    + crate::algebra::property::PushedIf4
    + crate::algebra::property::AreApartIf1
    + crate::algebra::property::HasDifferenceIf2
    + crate::algebra::property::AreReachedIf1
    + crate::algebra::recast::UpRecastIf2
    + crate::algebra::recast::UpcastIf1
    + crate::algebra::recast::RecastLayoutIf1
    + crate::algebra::swizzle::BoundIf1
    + crate::algebra::swizzle::WiderElementsIf1
    + crate::algebra::swizzle::OfMasksIf1
    + crate::algebra::swizzle::MergeIf1
    + crate::algebra::swizzle::WidenedIf1
    + crate::algebra::swizzle::ShortenedIf1
    + crate::algebra::swizzle_through_layout::ThroughBelowIf3
    + crate::algebra::tile_to_shape::BlockCountIf1
    + crate::algebra::walk::LastAheadIf2
    + crate::algebra::walk::InnerAheadIf2
    + crate::algebra::walk::OutcomeOfIf4
    + crate::integer::operation::DividedByIf1
    + crate::stride::along::StrideAlongIf1
    + crate::stride::point::PlusIf5
    + crate::stride::scaled_basis::StepIf1
    + crate::tuple::access::ModeInRankIf1
    + crate::tuple::access::ReplaceIf1
    + crate::tuple::access::ReplacedIf1
    + crate::tuple::arrange::SpreadIf2
    + crate::tuple::arrange::TransposeIf2
    + crate::tuple::compact::ColMajorFromIf2
    + crate::tuple::compact::StrideOfIf1
    + crate::tuple::compact::BeforeIf2
    + crate::tuple::BothEmptyIf1
{
}
impl OnBool0 for crate::number::B0 {}
impl OnBool0 for crate::number::B1 {}

/// Some of the branches on a truth value.
#[doc(hidden)]
pub trait OnBool1:
    crate::algebra::coalesce::OneIfZeroIf1
    + crate::algebra::complement::MRestIf3
    + crate::algebra::complement::SortedIf1
    + crate::algebra::complement::ComplementOfIf1
    + crate::algebra::complement::ComplementOfNoneIf1
    + crate::algebra::compose::WithShapeIf1
    + crate::algebra::coordinate::index::Idx2CrdIf2
    + crate::algebra::coordinate::index::Crd2CrdIf2
    + crate::algebra::coordinate::index::ByWayOfIndexIf1
    + crate::algebra::coordinate::OffsetOfIf2
    + crate::algebra::divide::RunsIf2
    + crate::algebra::divide::RunIf1
    + crate::algebra::divide::ByRunsOfModeIf1
    + crate::algebra::flat_modes::PresentWithIf1
    + crate::algebra::general_rule::BentIf1
    + crate::algebra::general_rule::CrossEveryIf1
    + crate::algebra::inverse::ModesOrZeroIf1
    + crate::algebra::max_common_vector::OrNoneIf1
    + crate::algebra::nullspace::PlacedNullIf2
    + crate::algebra::property::NothingOrUnprovenIf1
    + crate::algebra::property::PushedIf1
    + crate::algebra::property::PushedIf5
    + crate::algebra::property::AreApartIf2
    + crate::algebra::property::HasDifferenceIf3
    + crate::algebra::property::AreReachedIf2
    + crate::algebra::property::KnownStrideIf2
    + crate::algebra::recast::UpRecastIf3
    + crate::algebra::recast::RecastLayoutIf2
    + crate::algebra::stride_or_offset::InsteadOfIf1
    + crate::algebra::swizzle::WiderBitsIf1
    + crate::algebra::swizzle::RunFromIf1
    + crate::algebra::swizzle_through_layout::ThroughIf1
    + crate::algebra::tile_to_shape::BlockCountIf2
    + crate::algebra::tree::TreeOfNoneIf1
    + crate::algebra::walk::OutcomeOfIf1
    + crate::algebra::walk::OutcomeOfIf5
    + crate::construct::FragmentOfIf1
    + crate::layout::partitions::RestsLastIf1
    + crate::number::NatMaxIf1
    + crate::number::LongQuotientIf1
    + crate::number::FirstDigitIf1
    + crate::number::LastDigitIf1
    + crate::stride::scaled_basis::SumOfStepsIf1
    + crate::stride::scaled_basis::AfterZerosIf1
    + crate::tuple::access::TakeIf1
    + crate::tuple::access::DropModesIf1
    + crate::tuple::access::GroupIf1
    + crate::tuple::access::AppendManyIf1
    + crate::tuple::access::PrependToIf1
    + crate::tuple::arithmetic::CongruentProductsIf1
    + crate::tuple::arithmetic::ShapeDivIntegersIf1
    + crate::tuple::arrange::UnflattenIf1
    + crate::tuple::compact::StaticOrIf1
    + crate::tuple::EitherIf1
{
}
impl OnBool1 for crate::number::B0 {}
impl OnBool1 for crate::number::B1 {}

/// Some of the branches on a truth value.
#[doc(hidden)]
pub trait OnBool2:
    crate::algebra::coalesce::MPushFrontIf1
    + crate::algebra::coalesce::FilterZeroIf1
    + crate::algebra::complement::MInsertIf1
    + crate::algebra::complement::MRestIf4
    + crate::algebra::complement::SortedIf2
    + crate::algebra::complement::ComplementOfNoneIf2
    + crate::algebra::compose::ComposedIf1
    + crate::algebra::compose::WalksUnlessRefusedIf1
    + crate::algebra::coordinate::index::OfIndexIf2
    + crate::algebra::coordinate::index::OfNoIndexIf1
    + crate::algebra::coordinate::index::Crd2CrdIf3
    + crate::algebra::evenly_divides::IsEvenIf1
    + crate::algebra::flat_modes::OfPresentIf1
    + crate::algebra::flat_modes::PresentWithIf2
    + crate::algebra::general_rule::CrossIf1
    + crate::algebra::general_rule::InsertedIf1
    + crate::algebra::inverse::PlacedFindIf1
    + crate::algebra::inverse::PlacedLeftAfterIf1
    + crate::algebra::inverse::RightInverseIf1
    + crate::algebra::max_common_vector::CommonOfIf1
    + crate::algebra::property::PushedIf2
    + crate::algebra::property::IsOneReachedIf1
    + crate::algebra::recast::UpRecastIf4
    + crate::algebra::recast::DownRecastIf1
    + crate::algebra::recast::LargestInGroupIf1
    + crate::algebra::recast::DowncastByIf1
    + crate::algebra::swizzle::SwizzledUnlessIf1
    + crate::algebra::swizzle::WiderBitsIf2
    + crate::algebra::swizzle::NarrowerBitsIf1
    + crate::algebra::swizzle::IfNotRecastIf1
    + crate::algebra::swizzle_through_layout::ThroughBelowIf1
    + crate::algebra::swizzle_through_layout::ImagesFromIf1
    + crate::algebra::swizzle_through_layout::RightInverseIf1
    + crate::algebra::swizzle_through_layout::RightInverseFrom0If1
    + crate::algebra::tile_to_shape::TileToShapeIf1
    + crate::algebra::tile_to_shape::ColMajorCopiesIf1
    + crate::algebra::walk::InnerSingleIf1
    + crate::algebra::walk::OutcomeOfIf2
    + crate::algebra::walk::OutcomeOfIf6
    + crate::integer::operation::AbsorbedIf1
    + crate::layout::partitions::TileFirstIf1
    + crate::number::RoundedUpIf1
    + crate::stride::point::PlusIf3
    + crate::tuple::access::NthIf1
    + crate::tuple::access::TakeRangeIf1
    + crate::tuple::access::GroupedIf1
    + crate::tuple::access::OthersIf2
    + crate::tuple::arithmetic::NothingLeftIf1
    + crate::tuple::arithmetic::RoundUpIf2
    + crate::tuple::compact::RowMajorFromIf2
    + crate::tuple::compact::OrderedIf2
    + crate::tuple::compact::StaticOrIf2
{
}
impl OnBool2 for crate::number::B0 {}
impl OnBool2 for crate::number::B1 {}

/// Some of the branches on a truth value.
#[doc(hidden)]
pub trait OnBool3:
    crate::algebra::coalesce::MPushFrontIf2
    + crate::algebra::coalesce::FilterZeroIf2
    + crate::algebra::coalesce::ConsUnlessRefusedIf1
    + crate::algebra::coalesce::FilteredByIf2
    + crate::algebra::complement::MInsertIf2
    + crate::algebra::complement::MRestIf1
    + crate::algebra::complement::MRestIf5
    + crate::algebra::complement::StrideOfZeroInIf1
    + crate::algebra::compose::ComposedIf2
    + crate::algebra::compose::WalksOfIf1
    + crate::algebra::compose::WalksUnlessRefusedIf2
    + crate::algebra::divide::ByRunsIf1
    + crate::algebra::flat_modes::OfPresentIf2
    + crate::algebra::general_rule::InsertedIf2
    + crate::algebra::inverse::PlacedInsertModeIf1
    + crate::algebra::inverse::PlacedLeftAfterIf2
    + crate::algebra::inverse::OfNoElementsIf1
    + crate::algebra::nullspace::NullspaceIf1
    + crate::algebra::outer_function::CosizeUnderIf1
    + crate::algebra::product::CopiesIf1
    + crate::algebra::property::PushedIf3
    + crate::algebra::property::HasDifferenceIf1
    + crate::algebra::property::IsOneReachedIf2
    + crate::algebra::property::KnownShapeIf2
    + crate::algebra::recast::UpRecastIf1
    + crate::algebra::recast::LargestInGroupIf2
    + crate::algebra::recast::UpcastByIf1
    + crate::algebra::recast::DowncastIf1
    + crate::algebra::recast::RatioIf1
    + crate::algebra::swizzle::WiderBitsIf3
    + crate::algebra::swizzle_through_layout::ThroughBelowIf2
    + crate::algebra::swizzle_through_layout::ArePairsIf1
    + crate::algebra::swizzle_through_layout::ImagesFromIf2
    + crate::algebra::swizzle_through_layout::WithinIf1
    + crate::algebra::swizzle_through_layout::LeftInverseIf1
    + crate::algebra::tile_to_shape::TileToShapeOrderedIf1
    + crate::algebra::walk::LastAheadIf1
    + crate::algebra::walk::InnerAheadIf1
    + crate::algebra::walk::LastOnwardIf1
    + crate::algebra::walk::OutcomeOfIf3
    + crate::algebra::walk::OutcomeOnwardIf1
    + crate::integer::operation::UnlessByOneIf1
    + crate::layout::partitions::WholeIf1
    + crate::number::NatMinIf1
    + crate::stride::negative::DifferenceIf1
    + crate::tensor::vector::VectorWidthIf1
    + crate::tensor::vector::VectorIf1
    + crate::tuple::access::NumberedModeIf1
    + crate::tuple::access::AppendToIf1
    + crate::tuple::access::PrependManyIf1
    + crate::tuple::arrange::AsTupleIf2
    + crate::tuple::compact::OrderedIf3
    + crate::tuple::compact::AfterIf2
{
}
impl OnBool3 for crate::number::B0 {}
impl OnBool3 for crate::number::B1 {}

/// All branches on a truth value.
#[doc(hidden)]
pub trait OnBool: Sized {
    type Part0: OnBool0;
    type Part1: OnBool1;
    type Part2: OnBool2;
    type Part3: OnBool3;
}
impl OnBool for crate::number::B0 {
    type Part0 = Self;
    type Part1 = Self;
    type Part2 = Self;
    type Part3 = Self;
}
impl OnBool for crate::number::B1 {
    type Part0 = Self;
    type Part1 = Self;
    type Part2 = Self;
    type Part3 = Self;
}

/// All branches on the kind of a tuple.
#[doc(hidden)]
pub trait OnKind:
    crate::algebra::coalesce::ByProfileMatch1
    + crate::algebra::coalesce::FilteredShapeMatch1
    + crate::algebra::coalesce::FilteredByMatch1
    + crate::algebra::complement::StrideOfZeroMatch1
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
    + crate::stride::along::IsLastMatch1
    + crate::stride::along::ElementsBeforeMatch1
    + crate::stride::along::AlongModesMatch1
    + crate::stride::point::PlusMatch1
    + crate::stride::point::PlusMatch2
    + crate::stride::point::PlusMatch4
    + crate::stride::point::ScaledMatch1
    + crate::stride::scaled_basis::PlacedMatch1
    + crate::stride::scaled_basis::StepsFromMatch1
    + crate::tuple::access::GetMatch1
    + crate::tuple::access::SelectMatch1
    + crate::tuple::access::AppendMatch1
    + crate::tuple::access::FlattenMatch1
    + crate::tuple::access::FlatOntoMatch1
    + crate::tuple::access::FillMatch1
    + crate::tuple::access::OthersMatch1
    + crate::tuple::arithmetic::ProductsMatch1
    + crate::tuple::arithmetic::CeilDivMatch1
    + crate::tuple::arithmetic::CeilDivMatch2
    + crate::tuple::arithmetic::ShapeDivNotingMatch1
    + crate::tuple::arithmetic::ShapeDivNotingMatch2
    + crate::tuple::arithmetic::RoundUpMatch1
    + crate::tuple::arithmetic::ElemScaleMatch1
    + crate::tuple::arrange::SpreadMatch1
    + crate::tuple::arrange::AsTupleMatch1
    + crate::tuple::arrange::JoinMatch1
    + crate::tuple::arrange::Zip2Match1
    + crate::tuple::arrange::TransposeMatch1
    + crate::tuple::arrange::HeadsMatch1
    + crate::tuple::arrange::TailsMatch1
    + crate::tuple::arrange::NestedMatch1
    + crate::tuple::combine::FirstMatch1
    + crate::tuple::combine::RestMatch1
    + crate::tuple::compact::ColMajorFromMatch1
    + crate::tuple::compact::ColMajorAfterMatch1
    + crate::tuple::compact::RowMajorFromMatch1
    + crate::tuple::compact::RowMajorAfterMatch1
    + crate::tuple::compact::OrderedMatch1
    + crate::tuple::compact::BeforeMatch1
    + crate::tuple::compact::LargestMatch1
    + crate::tuple::compact::NumberedMatch1
    + crate::tuple::compact::AfterMatch1
    + crate::tuple::compare::CongruentMatch1
    + crate::tuple::compare::WeaklyCongruentMatch1
    + crate::tuple::compare::IsCompatibleMatch1
    + crate::tuple::compare::IsElemLessMatch1
    + crate::tuple::compare::IsInsideMatch1
    + crate::tuple::compare::IsSameMatch1
    + crate::tuple::compare::IsLexLessMatch1
    + crate::tuple::compare::IsColexLessMatch1
    + crate::tuple::measure::DepthMatch1
    + crate::tuple::measure::ProductLikeMatch1
    + crate::tuple::measure::ProductEachMatch1
{
}
impl OnKind for crate::tuple::Empty {}
impl OnKind for crate::tuple::Leaf {}
impl OnKind for crate::tuple::Node {}
