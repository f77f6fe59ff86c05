//! The reasons why strides cannot be added, or walked with.

use super::ScaledBasis;
use crate::integer::Integer;
use crate::refusal::{Code, Message, Refusal, earlier_or, reasons};
use crate::tuple::IntTuple;
use crate::tuple::access::Get;

reasons! {
    /// X is no unsigned number.
    NotUnsigned[X: IntTuple] => earlier_or(&[X::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .cat(&X::TEXT).s(" is no unsigned integer: it can be scaled and added, but not divided or ordered")));
    /// One of A and B is a number, and the other a step along an axis.
    UnlikeStrides[A: IntTuple, B: IntTuple] => earlier_or(&[A::REFUSAL, B::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .cat(&A::TEXT).s(" and ").cat(&B::TEXT).s(" cannot be added or multiplied: offsets and steps along axes do not mix")));
    /// A walk of V steps along mode P leaves it.
    LeavesItsMode[V: Integer, P: IntTuple, S: IntTuple] => earlier_or(&[V::REFUSAL, P::REFUSAL, <Get<S, P> as IntTuple>::REFUSAL],
        Refusal::new(Code::Carry, Message::new().s("composition(A, B): steps of ").cat(&<ScaledBasis<V, P> as IntTuple>::TEXT)
            .s(" leave their mode of A, ").cat(&<Get<S, P> as IntTuple>::TEXT)));
}
