//! The number types that tensor cores compute with, as bits.

use crate::Store;
use crate::engine::{Engine, Nowhere, Packed, Rmem};
use zellige::atom::umma;
use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige::typenum::{U16, U32};

mod padded;
pub use padded::Padded;

/// A 16-bit floating-point number, which only tensor cores compute with.
pub trait Half:
    FragmentElement<Bits = int!(16), InLine = int!(64), Register = u32, Engine = Packed<Self>>
{
    /// Whether this is `bf16`, with the exponent of an f32; false for IEEE's `f16`.
    const BRAIN: bool;
    /// Returns a register of two numbers, rounded to nearest, ties to even. PTX:
    /// `cvt.rn.bf16x2.f32`, `cvt.rn.f16x2.f32`.
    #[inline(always)]
    fn pair(gpu: impl Store, low: f32, high: f32) -> u32 {
        if Self::BRAIN { gpu.round_bf16(low, high) } else { gpu.round_f16(low, high) }
    }
    /// Returns a b + c for the two numbers of each register, each rounded once. PTX:
    /// `fma.rn.bf16x2`, `fma.rn.f16x2`.
    #[inline(always)]
    fn fma(gpu: impl Store, a: u32, b: u32, c: u32) -> u32 {
        if Self::BRAIN { gpu.fma_bf16(a, b, c) } else { gpu.fma_f16(a, b, c) }
    }
    /// Returns the two numbers of such a register.
    ///
    /// ```
    /// use zellige_gpu::{Bf16, F16, Half};
    /// assert_eq!(Bf16::unpair(0x4040_3fc0), (1.5, 3.0));
    /// assert_eq!(F16::unpair(0x4200_3e00), (1.5, 3.0));
    /// ```
    #[inline(always)]
    fn unpair(pair: u32) -> (f32, f32) {
        (Self::from_bits(pair as u16), Self::from_bits((pair >> 16) as u16))
    }
    /// Returns the number with these bits, as an f32.
    #[doc(hidden)]
    fn from_bits(bits: u16) -> f32;
}

/// A number type that accumulators are rounded to, several in a register: an operand of the next
/// product.
pub trait RoundedOperand: FragmentElement<Register = u32, Engine = Packed<Self>> {
    /// Returns a register of `number(0)`, `number(1)` and so on, from the lowest bits on, rounded
    /// to nearest, ties to even.
    ///
    /// ```
    /// use zellige_gpu::{Bf16, E4m3, RoundedOperand, Store};
    /// /// Returns 0x4040_3fc0, and 0x7e44_3c38.
    /// fn round(gpu: impl Store) -> [u32; 2] {
    ///     let numbers = [1.0, 1.5, 3.0, 1000.0]; // past 448, the largest number of e4m3
    ///     [Bf16::register_of(gpu, |i| numbers[i + 1]), E4m3::register_of(gpu, |i| numbers[i])]
    /// }
    /// ```
    fn register_of(gpu: impl Store, number: impl Fn(usize) -> f32) -> u32;
}
impl<T: Half> RoundedOperand for T {
    #[inline(always)]
    fn register_of(gpu: impl Store, number: impl Fn(usize) -> f32) -> u32 {
        T::pair(gpu, number(0), number(1))
    }
}
impl RoundedOperand for E4m3 {
    #[inline(always)]
    fn register_of(gpu: impl Store, number: impl Fn(usize) -> f32) -> u32 {
        gpu.round_e4m3([number(0), number(1), number(2), number(3)])
    }
}
impl E4m3 {
    /// Rounds to the nearest number, ties to even: numbers past 448 become 448, and NaN stays NaN.
    /// On a GPU, [`Store::round_e4m3`] does so with an instruction.
    ///
    /// ```
    /// use zellige_gpu::E4m3;
    /// assert_eq!([1.0, -1.5, 1e9, 0.001].map(|x| E4m3::from_f32(x).0), [0x38, 0xbc, 0x7e, 0x01]);
    /// ```
    #[inline(always)]
    pub fn from_f32(x: f32) -> E4m3 {
        let sign = (x.to_bits() >> 24) as u8 & 0x80;
        let size = x.abs().min(448.0);
        // From 2^-6 on, the 20 bits that do not fit are rounded away, and the bias changes. Below,
        // numbers are multiples of 2^-9, to which an f32 of the size of 2^14 is rounded.
        let bits = size.to_bits();
        let normal = (bits + 0x7_ffff + (bits >> 20 & 1)) >> 20;
        let subnormal = (size + 16384.0).to_bits() - 16384f32.to_bits();
        let rest = if size < 1.0 / 64.0 { subnormal } else { normal.wrapping_sub(120 << 3) };
        E4m3(if x.is_nan() { 0x7f } else { sign | rest as u8 })
    }
}

macro_rules! bits {
    ($($(#[$doc:meta])* $Name:ident($bits:ty);)*) => { $(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
        #[repr(transparent)]
        pub struct $Name(pub $bits);
        // SAFETY: the types have the same size, and every bit pattern is a value.
        unsafe impl Plain for $Name {
            type Bits = <$bits as Plain>::Bits;
        }
    )* };
}
bits! {
    /// The bits of a 16-bit number with 8 bits of exponent.
    #[doc(alias("bfloat16_t", "BFloat16"))]
    Bf16(u16);
    /// The bits of a 16-bit number with 5 bits of exponent.
    #[doc(alias("half_t", "Float16"))]
    F16(u16);
    /// The bits of an `f32`. Tensor cores read the first 10 bits of its fraction.
    #[doc(alias("tfloat32_t", "TFloat32"))]
    Tf32(u32);
    /// The bits of an 8-bit number with 4 bits of exponent and 3 bits of fraction. It has no
    /// infinities; a number with all exponent and fraction bits set is NaN.
    #[doc(alias("float_e4m3_t", "Float8E4M3FN"))]
    E4m3(u8);
    /// The bits of an 8-bit number with 5 bits of exponent and 2 bits of fraction.
    #[doc(alias("float_e5m2_t", "Float8E5M2"))]
    E5m2(u8);
    /// The bits of a 6-bit number with 2 bits of exponent and 3 bits of fraction, in the low bits
    /// of a byte. It has neither infinities nor NaN.
    #[doc(alias("float_e2m3_t", "Float6E2M3FN"))]
    E2m3(u8);
    /// The bits of a 6-bit number with 3 bits of exponent and 2 bits of fraction, in the low bits
    /// of a byte. It has neither infinities nor NaN.
    #[doc(alias("float_e3m2_t", "Float6E3M2FN"))]
    E3m2(u8);
    /// The bits of a 4-bit number with 2 bits of exponent and 1 bit of fraction, in the low bits of
    /// a byte. It has neither infinities nor NaN.
    #[doc(alias("float_e2m1_t", "Float4E2M1FN"))]
    E2m1(u8);
    /// The exponent of a power of two, plus 127: a scale factor. 255 is NaN.
    #[doc(alias("float_ue8m0_t", "Float8E8M0FNU"))]
    Ue8m0(u8);
    /// The bits of an [`E4m3`] without a sign: a scale factor.
    #[doc(alias("float_ue4m3_t"))]
    Ue4m3(u8);
}

/// What a matrix instruction takes each number type as, and its code in the instruction descriptor.
macro_rules! umma_elements {
    ($($T:ident $bits:tt: $($R:ident $(<$V:ident>)? = $code:literal),*;)*) => { $( $(
        impl umma::Element<umma::$R $(<$V>)?> for $T {
            type Bits = int!($bits);
            const CODE: u32 = $code;
        }
    )* )* };
}
umma_elements! {
    F16 16: HalfOperand = 0, F16Operand = 0, Accumulator = 0;
    Bf16 16: HalfOperand = 1, Bf16Operand = 1;
    Tf32 32: Tf32Operand = 2;
    E4m3 8: NarrowOperand = 0, F8Operand = 0;
    E5m2 8: NarrowOperand = 1, F8Operand = 1;
    E2m3 6: NarrowOperand = 3;
    E3m2 6: NarrowOperand = 4;
    E2m1 4: NarrowOperand = 5, PackedOperand = 1;
    Ue8m0 8: ScaleFactor<U32> = 1, ScaleFactor<U16> = 1;
    Ue4m3 8: ScaleFactor<U16> = 0;
}
impl Half for Bf16 {
    const BRAIN: bool = true;
    #[inline(always)]
    fn from_bits(bits: u16) -> f32 {
        f32::from_bits(u32::from(bits) << 16)
    }
}
impl Half for F16 {
    const BRAIN: bool = false;
    #[inline(always)]
    fn from_bits(bits: u16) -> f32 {
        #[cfg(target_arch = "nvptx64")]
        {
            crate::machine::widened_f16(bits)
        }
        #[cfg(not(target_arch = "nvptx64"))]
        {
            // The exponent bias of an f16 is 112 less than that of an f32. After the bits are
            // shifted into place, a multiplication corrects the bias, and normalizes subnormal
            // numbers. Infinities and NaN have the largest exponent in both.
            let (sign, rest) = (u32::from(bits & 0x8000) << 16, u32::from(bits & 0x7fff));
            let bits = if rest >= 0x7c00 {
                0x7f80_0000 | rest << 13
            } else {
                (f32::from_bits(rest << 13) * f32::from_bits((254 - 15) << 23)).to_bits()
            };
            f32::from_bits(sign | bits)
        }
    }
}
macro_rules! halves {
    ($($T:ident $round:ident;)+) => { $(
        impl From<$T> for f32 {
            #[inline(always)]
            fn from(x: $T) -> f32 {
                $T::from_bits(x.0)
            }
        }
        #[cfg(feature = "half")]
        impl From<half::$round> for $T {
            #[inline(always)]
            fn from(x: half::$round) -> $T {
                $T(x.to_bits())
            }
        }
        #[cfg(feature = "half")]
        impl From<$T> for half::$round {
            #[inline(always)]
            fn from(x: $T) -> half::$round {
                half::$round::from_bits(x.0)
            }
        }
        /// A kernel may also use the types of the crate `half` as elements.
        #[cfg(feature = "half")]
        impl<G: Store> Rounded<G, f32> for half::$round {
            #[inline(always)]
            fn rounded(gpu: G, sum: f32) -> Self {
                <$T as Rounded<G, f32>>::rounded(gpu, sum).into()
            }
            #[inline(always)]
            fn rounded_pair(gpu: G, sums: [f32; 2]) -> [Self; 2] {
                <$T as Rounded<G, f32>>::rounded_pair(gpu, sums).map(Self::from)
            }
            #[inline(always)]
            fn widened(self) -> f32 {
                $T::from(self).into()
            }
        }
        #[cfg(feature = "half")]
        impl $T {
            /// Rounds to the nearest number, ties to even. On a GPU, [`Half::pair`] does so with an
            /// instruction.
            pub fn from_f32(x: f32) -> $T {
                half::$round::from_f32(x).into()
            }
        }
        impl<G: Store> Rounded<G, f32> for $T {
            #[inline(always)]
            fn rounded(gpu: G, sum: f32) -> Self {
                $T(Self::pair(gpu, sum, 0.0) as u16)
            }
            #[inline(always)]
            fn rounded_pair(gpu: G, [low, high]: [f32; 2]) -> [Self; 2] {
                let pair = Self::pair(gpu, low, high);
                [$T(pair as u16), $T((pair >> 16) as u16)]
            }
            #[inline(always)]
            fn widened(self) -> f32 {
                self.into()
            }
        }
    )+ };
}
halves! {
    Bf16 bf16;
    F16 f16;
}

/// The format of a number's bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// The format of [`F16`].
    F16,
    /// The format of [`Bf16`].
    Bf16,
    /// The format of [`Tf32`].
    Tf32,
    /// The format of `f32`.
    F32,
    /// The format of `f64`.
    F64,
    /// The format of [`E4m3`].
    E4m3,
    /// The format of [`E5m2`].
    E5m2,
    /// The format of [`E2m3`].
    E2m3,
    /// The format of [`E3m2`].
    E3m2,
    /// The format of [`E2m1`].
    E2m1,
    /// The format of [`Ue8m0`].
    Ue8m0,
    /// The format of [`Ue4m3`].
    Ue4m3,
    /// The format of `i8`.
    S8,
    /// The format of `u8`.
    U8,
    /// The format of `i32`.
    S32,
}

/// A number that can be compared with another.
pub trait Ordered: Copy {
    /// Returns the larger number; if one is NaN, the other.
    fn larger(self, other: Self) -> Self;
    /// Returns the smaller number; if one is NaN, the other.
    fn smaller(self, other: Self) -> Self;
}
macro_rules! ordered {
    ($([$($path:tt)*] $T:ty;)*) => { $(
        impl Ordered for $T {
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                $($path)*::max(self, other)
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                $($path)*::min(self, other)
            }
        }
    )* };
}
ordered! {
    [f32] f32;
    [f64] f64;
    [Ord] u32;
    [Ord] i32;
}

/// An element of a matrix to which the machine G rounds accumulators S.
///
/// ```
/// use zellige_gpu::{Bf16, Store, number::Rounded};
/// fn there_and_back<G: Store>(gpu: G, x: f32) -> f32 {
///     let rounded = <Bf16 as Rounded<G, f32>>::rounded(gpu, x); // 3.14159 becomes 3.140625
///     <Bf16 as Rounded<G, f32>>::widened(rounded)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "accumulators `{S}` are not rounded to `{Self}` on the machine `{G}`",
    label = "is not a type that such accumulators are rounded to",
    note = "machines that implement `Store` round accumulators of f32 to `Bf16` and `F16`"
)]
pub trait Rounded<G, S>: Copy {
    /// Rounds the sum to the nearest number, ties to even.
    fn rounded(gpu: G, sum: S) -> Self;
    /// Rounds two sums; for [`Half`] types with one instruction.
    #[inline(always)]
    fn rounded_pair(gpu: G, sums: [S; 2]) -> [Self; 2]
    where
        G: Copy,
    {
        sums.map(|sum| Self::rounded(gpu, sum))
    }
    /// Returns the same number as a sum.
    fn widened(self) -> S;
}
impl<G, T: Copy> Rounded<G, T> for T {
    #[inline(always)]
    fn rounded(_: G, sum: T) -> T {
        sum
    }
    #[inline(always)]
    fn widened(self) -> T {
        self
    }
}
/// An element of a matrix that a machine writes with a predicated instruction, rounded from a sum
/// in `f32`.
///
/// ```
/// use zellige_gpu::{F16, Store, number::Predicated};
/// /// Writes the numbers of this thread's row left of the column `end`.
/// unsafe fn write<G: Store>(gpu: G, row: *mut F16, end: u32, acc: [f32; 4]) {
///     for (x, sum) in (0u32..).zip(acc) {
///         // SAFETY: the elements left of `end` exist.
///         unsafe { F16::write_below(gpu, x, end, row.add(x as usize), sum) }
///     }
/// }
/// ```
pub trait Predicated: Copy {
    /// Writes the sum, rounded, if `x < end`. PTX: `setp.lt.u32`, `@p st.global`.
    ///
    /// # Safety
    ///
    /// This thread may write the memory, if `x < end`.
    unsafe fn write_below<G: Store>(gpu: G, x: u32, end: u32, to: *mut Self, sum: f32);
}
impl Predicated for f32 {
    #[inline(always)]
    unsafe fn write_below<G: Store>(gpu: G, x: u32, end: u32, to: *mut Self, sum: f32) {
        gpu.write_32_below(x, end, to, sum)
    }
}
macro_rules! predicated_halves {
    ($($T:ident)*) => { $(
        impl Predicated for $T {
            #[inline(always)]
            unsafe fn write_below<G: Store>(gpu: G, x: u32, end: u32, to: *mut Self, sum: f32) {
                let rounded = <$T as Rounded<G, f32>>::rounded(gpu, sum);
                gpu.write_16_below(x, end, to.cast(), rounded.0)
            }
        }
    )* };
}
predicated_halves!(Bf16 F16);

/// A number type with fragments that tensor cores hold in registers.
///
/// ```
/// use zellige_gpu::{E4m3, FragmentElement};
/// assert_eq!(size_of::<<E4m3 as FragmentElement>::Register>(), 4); // for four numbers
/// assert_eq!(size_of::<<f64 as FragmentElement>::Register>(), 8);  // for one
/// ```
pub trait FragmentElement: Copy + 'static {
    /// The format of the number's bits.
    const FORMAT: Format;
    /// The bits of each byte that are not padding, and that a copy of boxes brings: 8, except for
    /// [`Padded`] numbers.
    const FILLED: u32 = 8;
    /// The number of bits.
    type Bits: Integer + Default;
    /// The number of elements in a register of 32 bits; 0 if an element does not fit.
    type InRegister: Integer + Default;
    /// The number of elements in 16 bytes.
    type InUnit: Integer + Default;
    /// The number of elements in 128 bytes, a line of shared memory.
    type InLine: Integer + Default;
    /// The type of a register; several numbers of less than 32 bits share one.
    type Register: Copy + 'static;
    /// The engine of a fragment's elements.
    type Engine: Engine<Element = Self>;
    /// Returns the register of the element at the engine's position.
    fn register(engine: Self::Engine) -> *mut Self::Register;
}
macro_rules! elements {
    ($($T:ident $Format:ident $bits:literal $Engine:ident $Register:ident $register:ident;)*) => { $(
        impl FragmentElement for $T {
            const FORMAT: Format = Format::$Format;
            type Bits = int!($bits);
            type InRegister = int!(32 / $bits);
            type InUnit = int!(128 / $bits);
            type InLine = int!(1024 / $bits);
            type Register = $Register;
            type Engine = $Engine<$T>;
            #[inline(always)]
            fn register(engine: $Engine<$T>) -> *mut $Register {
                engine.$register()
            }
        }
    )* };
}
elements! {
    F16 F16 16 Packed u32 register;
    Bf16 Bf16 16 Packed u32 register;
    Tf32 Tf32 32 Packed u32 register;
    E4m3 E4m3 8 Packed u32 register;
    E5m2 E5m2 8 Packed u32 register;
    E2m3 E2m3 8 Packed u32 register;
    E3m2 E3m2 8 Packed u32 register;
    E2m1 E2m1 4 Nowhere u32 register;
    i8 S8 8 Packed u32 register;
    u8 U8 8 Packed u32 register;
    f32 F32 32 Rmem f32 pointer;
    f64 F64 64 Rmem f64 pointer;
    i32 S32 32 Rmem i32 pointer;
}

/// A floating-point number, whose products may be negated.
pub trait Floating: FragmentElement {}
impl Floating for F16 {}
impl Floating for Bf16 {}
impl Floating for f32 {}
impl Floating for f64 {}
