//! Stores of results, with a cache policy or a predicate, and arithmetic in 16 bits before them.

use super::Gpu;
use crate::E4m3;

/// A thread that can round results and store them with a cache policy or a predicate.
///
/// # Safety of the methods
///
/// The conditions are those of [`Gpu`].
pub trait Store: Gpu {
    /// Rounds two numbers to bf16, in the lower and the upper half. PTX: `cvt.rn.bf16x2.f32`.
    fn round_bf16(self, low: f32, high: f32) -> u32;
    /// Rounds two numbers to f16, in the lower and the upper half. PTX: `cvt.rn.f16x2.f32`.
    fn round_f16(self, low: f32, high: f32) -> u32;
    /// Returns a b + c for two numbers of bf16 in each word, each rounded once. PTX:
    /// `fma.rn.bf16x2`.
    fn fma_bf16(self, a: u32, b: u32, c: u32) -> u32;
    /// Returns a b + c for two numbers of f16 in each word, each rounded once. PTX: `fma.rn.f16x2`.
    fn fma_f16(self, a: u32, b: u32, c: u32) -> u32;
    /// Rounds four numbers to e4m3, to nearest, ties to even, the first in the lowest bits: numbers
    /// past 448 become 448. PTX: `cvt.rn.satfinite.e4m3x2.f32`, or before `sm_89` by integers.
    #[inline(always)]
    fn round_e4m3(self, four: [f32; 4]) -> u32 {
        u32::from_le_bytes(four.map(|x| E4m3::from_f32(x).0))
    }
    /// Returns four numbers of e4m3 as numbers of f16, two in each word: none is rounded. PTX:
    /// `cvt.rn.f16x2.e4m3x2`, or before `sm_89` products by 256.
    fn f16_of_e4m3(self, four: u32) -> [u32; 2];
    /// Writes 16 bytes that will not be read soon. PTX: `st.global.cs.v4.b32`.
    unsafe fn stream_128(self, to: *mut f32, x: f32, y: f32, z: f32, w: f32);
    /// Writes 4 bytes, if `x < end`: a predicated instruction instead of a branch. PTX:
    /// `setp.lt.u32`, `@p st.global.b32`.
    unsafe fn write_32_below(self, x: u32, end: u32, to: *mut f32, value: f32);
    /// Writes 2 bytes, if `x < end`. PTX: `setp.lt.u32`, `@p st.global.b16`.
    unsafe fn write_16_below(self, x: u32, end: u32, to: *mut u16, value: u16);
}
