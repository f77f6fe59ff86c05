//! What a tuple is, as types to branch on.

use super::{access, arithmetic, arrange, compact, compare, equality, measure};
use crate::number::{B0, B1, Bool};
use crate::{algebra, layout, stride, tensor};

/// What an [`IntTuple`](super::IntTuple) is. The supertraits are all functions defined by cases on it.
#[doc(hidden)]
pub trait Kind:
    algebra::coalesce::SimplifyBy
    + algebra::coalesce::FilterModes
    + algebra::property::KnownExtents
    + algebra::property::KnownStrides
    + algebra::coalesce::FilterByProfile
    + algebra::coordinate::OffsetOfIndex
    + algebra::width::OffsetsOf
    + algebra::coordinate::CoordinateOfIndex
    + algebra::coordinate::CoordinateEach
    + algebra::coordinate::CoordinateBy
    + algebra::coordinate::CoordinateByModes
    + algebra::coordinate::CoordinateByEach
    + algebra::coordinate::Convert
    + algebra::coordinate::ConvertFrom
    + algebra::coordinate::ConvertTo
    + algebra::distribute::DistributeOver
    + algebra::recast::UnitModes
    + algebra::run::RunsOf
    + algebra::run::RunOf
    + algebra::run::ByRunsOf
    + layout::partition::TileThenRests
    + layout::partition::PartThenRests
    + stride::AlongEach
    + stride::ElementsBefore
    + stride::FirstOf
    + stride::LastMode
    + stride::PlaceOnAxis
    + stride::ProjectedOn
    + stride::RestOf
    + stride::ScaleEach
    + stride::StepsAlong
    + stride::StepsLike
    + stride::SumOf
    + stride::SumWithLeaf
    + stride::SumWithNode
    + access::PathOf
    + access::SelectModes
    + access::AppendMode
    + access::FlattenOnto
    + access::FlattenTuple
    + access::FillLike
    + access::OtherModes
    + arithmetic::InnerProductOf
    + arithmetic::CeilDivBy
    + arithmetic::CeilDivAll
    + arithmetic::CeilDivTuple
    + arithmetic::ShapeDivBy
    + arithmetic::ShapeDivRest
    + arithmetic::ShapeDivTuple
    + arithmetic::RoundUpTo
    + arithmetic::ScaleBy
    + arrange::SpreadModes
    + arrange::TupleOfModes
    + arrange::JoinModes
    + arrange::ZipModes
    + arrange::HeadOfEach
    + arrange::TailOfEach
    + arrange::TransposeModes
    + arrange::NestModes
    + compact::ColMajorFrom
    + compact::RowMajorFrom
    + compact::ColMajorOf
    + compact::RowMajorOf
    + compact::OrderedBy
    + compact::ProductBefore
    + compact::LargestOf
    + compact::CountRunTime
    + compact::NumberRunTime
    + compare::CongruentWith
    + compare::WeaklyCongruentWith
    + compare::CompatibleWith
    + compare::ElemLessThan
    + compare::InsideShape
    + compare::SameTuples
    + equality::EqualTo
    + compare::LexLessThan
    + compare::ColexLessThan
    + crate::layout::NthLeaf
    + measure::DepthOf
    + measure::ProductLikeGuide
    + measure::ProductOfEach
    + tensor::algorithm::WalkTogether
    + tensor::bounds::BoundOf
{
    /// Is it an integer?
    type IsLeaf: Bool;
    /// Is it a tuple with a first mode?
    type IsNode: Bool;
}
/// An integer.
#[doc(hidden)]
pub struct Leaf;
/// `()`
#[doc(hidden)]
pub struct Empty;
/// A tuple with a first mode.
#[doc(hidden)]
pub struct Node;
impl Kind for Leaf {
    type IsLeaf = B1;
    type IsNode = B0;
}
impl Kind for Empty {
    type IsLeaf = B0;
    type IsNode = B0;
}
impl Kind for Node {
    type IsLeaf = B0;
    type IsNode = B1;
}
