//! The reason why a number has no result.

use crate::refusal::{Refusal, reasons};

reasons! {
    /// A number is divided by 0.
    DividedByZero[] => Refusal::divided_by_zero();
}
