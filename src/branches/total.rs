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
    + crate::algebra::coordinate::or_else::InsteadOfIf1
    + crate::algebra::evenly::IsEvenIf1
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
    + crate::construct::FragmentOfIf1
    + crate::integer::operation::AbsorbedIf1
    + crate::integer::operation::UnlessByOneIf1
    + crate::integer::operation::DividedByIf1
    + crate::layout::partition::TileFirstIf1
    + crate::layout::partition::RestsLastIf1
    + crate::layout::partition::WholeIf1
    + crate::number::NatMinIf1
    + crate::number::NatMaxIf1
    + crate::number::RoundedUpIf1
    + crate::number::LongQuotientIf1
    + crate::number::FirstDigitIf1
    + crate::number::LastDigitIf1
    + crate::stride::along::StrideAlongIf1
    + crate::stride::axis::SumOfStepsIf1
    + crate::stride::axis::AfterZerosIf1
    + crate::stride::axis::StepIf1
    + crate::stride::negative::DifferenceIf1
    + crate::stride::point::PlusIf3
    + crate::stride::point::PlusIf5
    + crate::tensor::vector::VectorWidthIf1
    + crate::tensor::vector::VectorIf1
    + crate::tuple::access::NumberedModeIf1
    + crate::tuple::access::ModeInRankIf1
    + crate::tuple::access::NthIf1
    + crate::tuple::access::TakeIf1
    + crate::tuple::access::DropModesIf1
    + crate::tuple::access::TakeRangeIf1
    + crate::tuple::access::GroupIf1
    + crate::tuple::access::GroupedIf1
    + crate::tuple::access::ReplaceIf1
    + crate::tuple::access::ReplacedIf1
    + crate::tuple::access::AppendToIf1
    + crate::tuple::access::AppendManyIf1
    + crate::tuple::access::PrependToIf1
    + crate::tuple::access::PrependManyIf1
    + crate::tuple::access::OthersIf2
    + crate::tuple::arithmetic::CongruentProductsIf1
    + crate::tuple::arithmetic::NothingLeftIf1
    + crate::tuple::arithmetic::ShapeDivIntegersIf1
    + crate::tuple::arithmetic::RoundUpIf2
    + crate::tuple::arrange::SpreadIf2
    + crate::tuple::arrange::AsTupleIf2
    + crate::tuple::arrange::TransposeIf2
    + crate::tuple::arrange::UnflattenIf1
    + crate::tuple::compact::ColMajorFromIf2
    + crate::tuple::compact::RowMajorFromIf2
    + crate::tuple::compact::StrideOfIf1
    + crate::tuple::compact::OrderedIf2
    + crate::tuple::compact::OrderedIf3
    + crate::tuple::compact::BeforeIf2
    + crate::tuple::compact::StaticOrIf1
    + crate::tuple::compact::StaticOrIf2
    + crate::tuple::compact::AfterIf2
    + crate::tuple::BothEmptyIf1
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
    + crate::stride::along::IsLastMatch1
    + crate::stride::along::ElementsBeforeMatch1
    + crate::stride::along::AlongModesMatch1
    + crate::stride::axis::PlacedMatch1
    + crate::stride::axis::StepsFromMatch1
    + crate::stride::point::PlusMatch1
    + crate::stride::point::PlusMatch2
    + crate::stride::point::PlusMatch4
    + crate::stride::point::ScaledMatch1
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
