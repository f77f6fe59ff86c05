//! Numbers of 4 and 6 bits as `tcgen05.mma` finds them in shared memory next to bytes.

use super::{E2m1, E2m3, E3m2, Format, FragmentElement};
use crate::engine::Nowhere;
use core::marker::PhantomData;
use zellige::atom::umma::{Element, NarrowOperand};
use zellige::prelude::*;

/// A byte of the 16 in which the kinds `f8f6f4` and `mxf8f6f4` of `tcgen05.mma` find 16 numbers T:
/// the numbers follow one another, and then come 8 bytes, or 4, that nothing reads.
///
/// ```text
/// bytes           0      7  8      11  12      15
/// Padded<E2m1>    | 16 T   |      padding        |
/// Padded<E2m3>    |       16 T        | padding  |     also E3m2
/// ```
///
/// So layouts of shared memory are those of bytes: a row of 128 numbers has 128 bytes. The tensor
/// memory accelerator pads what it copies, by maps of numbers without padding: CuTe's types
/// `16U4_ALIGN16B` and `16U6_ALIGN16B`. [`of`](Self::of) pads 16 numbers:
///
/// ```
/// use zellige_gpu::{FragmentElement, number::{E2m1, E2m3, Padded}};
/// let bytes = <Padded<E2m1>>::of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0].map(E2m1));
/// assert_eq!(bytes.map(|byte| byte.0)[..8], [0x21, 0x43, 0x65, 0x87, 0xa9, 0xcb, 0xed, 0x0f]);
/// let bytes = <Padded<E2m3>>::of([0x3f, 0, 0, 0x3f, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20].map(E2m3));
/// assert_eq!(bytes.map(|byte| byte.0)[..12], [0x3f, 0, 0xfc, 1, 0, 0, 0, 0, 0, 0, 0, 0x80]);
/// assert_eq!(<Padded<E2m3> as FragmentElement>::FILLED, 6); // bits of each byte
/// ```
///
/// They lie along K: a product of other operands does not compile.
#[doc(alias("float_e2m1_unpacksmem_t", "float_e2m3_unpacksmem_t", "float_e3m2_unpacksmem_t"))]
#[repr(transparent)]
pub struct Padded<T>(pub u8, pub PhantomData<T>);
impl<T> Clone for Padded<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Padded<T> {}

macro_rules! padded {
    ($($T:ident)*) => { $(
        impl Padded<$T> {
            /// Returns the 16 bytes of 16 numbers.
            #[must_use]
            pub fn of(numbers: [$T; 16]) -> [Self; 16] {
                let all = numbers.into_iter().rev().fold(0u128, |all, $T(bits)| {
                    all << Self::FILLED | u128::from(bits & ((1 << Self::FILLED) - 1))
                });
                all.to_le_bytes().map(|byte| Padded(byte, PhantomData))
            }
        }
        impl Element<NarrowOperand> for Padded<$T> {
            type Bits = <$T as Element<NarrowOperand>>::Bits;
            const CODE: u32 = <$T as Element<NarrowOperand>>::CODE;
        }
        impl FragmentElement for Padded<$T> {
            const FORMAT: Format = Format::$T;
            const FILLED: u32 = <<$T as Element<NarrowOperand>>::Bits as Integer>::KNOWN as u32;
            type Bits = int!(8);
            type InRegister = int!(4);
            type InUnit = int!(16);
            type InLine = int!(128);
            type Register = u32;
            type Engine = Nowhere<Self>;
            #[inline(always)]
            fn register(engine: Nowhere<Self>) -> *mut u32 {
                engine.register()
            }
        }
    )* };
}
padded!(E2m3 E3m2 E2m1);
