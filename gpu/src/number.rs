//! Numbers that only tensor cores compute with: their bits.

/// A floating-point number of 16 bits, which only tensor cores compute with.
pub trait Half: Copy + 'static {
    /// Is it `bf16`, with the exponent of an f32? Else it is IEEE's `f16`.
    const BRAIN: bool;
}

/// The bits of a number of 16 bits with 8 bits of exponent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Bf16(pub u16);
impl Half for Bf16 {
    const BRAIN: bool = true;
}

/// The bits of a number of 16 bits with 5 bits of exponent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct F16(pub u16);
impl Half for F16 {
    const BRAIN: bool = false;
}
