//! The reasons why strides cannot be added, or cannot be walked.

use super::ScaledBasis;
use crate::integer::Integer;
use crate::refusal::{Refusal, earlier_or, reasons};
use crate::tuple::IntTuple;
use crate::tuple::access::Get;

reasons! {
    /// X is not an unsigned integer.
    NotUnsigned[X: IntTuple] => earlier_or(&[X::REFUSAL], Refusal::not_unsigned(&X::TEXT));
    /// X is a point, where a number is required.
    PointAsNumber[X: IntTuple] => earlier_or(&[X::REFUSAL], Refusal::point_as_number(&X::TEXT));
    /// One of A and B is a number, and the other a step along an axis.
    UnlikeStrides[A: IntTuple, B: IntTuple] => earlier_or(&[A::REFUSAL, B::REFUSAL], Refusal::unlike(&A::TEXT, &B::TEXT));
    /// A walk of V steps along mode P leaves it.
    LeavesItsMode[V: Integer, P: IntTuple, S: IntTuple] => earlier_or(&[V::REFUSAL, P::REFUSAL, <Get<S, P> as IntTuple>::REFUSAL],
        Refusal::leaves_its_mode(&<ScaledBasis<V, P> as IntTuple>::TEXT, &<Get<S, P> as IntTuple>::TEXT));
}
