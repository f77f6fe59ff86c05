//! The reasons why a shape with strides is not a layout, or a layout has no strides.

use super::Layout;
use crate::refusal::{Code, Message, Refusal, earlier_or, reasons};
use crate::tuple::IntTuple;

reasons! {
    /// The shape S has an extent that is not an unsigned integer.
    NotAnExtent[S: IntTuple] => earlier_or(&[S::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .s("the shape ").cat(&S::TEXT).s(" has an extent that is not an unsigned integer")));
    /// The composed layout L was used where strides are needed.
    NoStrides[L: Layout] => earlier_or(&[L::REFUSAL], Refusal::no_strides(&L::TEXT));
}
