//! The operations that GPUs since Ada add: products of 8-bit floating-point numbers.

use super::Sm80;

/// A thread of a GPU with compute capability 8.9 or more: [`Sm80::mma_sync`] also takes
/// [`E4m3`](crate::E4m3) and [`E5m2`](crate::E5m2).
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_89",
    label = "needs `Sm89`",
    note = "add the bound `G: Sm89`, or compile with `-Ctarget-cpu=sm_89` or newer"
)]
pub trait Sm89: Sm80 {}
