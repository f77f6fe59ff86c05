//! The reason why a number has no result.

use crate::refusal::{Code, Message, Refusal, reasons};

reasons! {
    /// A number is divided by 0.
    DividedByZero[] => Refusal::new(Code::DividedByZero, Message::new()
        .s("an extent or stride of 0 divides an index, which has no result"));
}
