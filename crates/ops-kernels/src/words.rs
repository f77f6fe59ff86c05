//! Elements of memory as words of 32 bits, and as the numbers that kernels compute with.
//!
//! ```text
//! T       of a word   of a vector   number
//! f32     1           4             f32
//! u32     1           4             u32, modulo 2^32
//! Bf16    2           8             f32
//! F16     2           8             f32
//! E4m3    4           16            f32, rounded to nearest even and saturated at +-448
//! ```

use core::mem::transmute;
use zellige::prelude::*;
use zellige_gpu::vector::Vector16;
use zellige_gpu::warp::Shuffled;
use zellige_gpu::{Bf16, E4m3, F16, Half, Store, unroll};

/// A type of elements in memory.
pub trait Element: Plain + Default {
    /// The number that a kernel computes with.
    type Number: Shuffled + Default;
    /// The number of elements of a word.
    const IN_WORD: usize;
    /// The number of elements of a vector of 16 bytes.
    const IN_VECTOR: usize = 4 * Self::IN_WORD;
    /// A word of NaN.
    const NAN: u32;
    /// Returns the numbers of a word; those past the last one are 0.
    fn unpack(word: u32) -> [Self::Number; 4];
    /// Returns the word of the first numbers.
    fn pack(gpu: impl Store, numbers: [Self::Number; 4]) -> u32;
    /// Returns the number of an element.
    fn widen(self) -> Self::Number;
    /// Returns the element that is nearest to the number, ties to even.
    fn narrow(gpu: impl Store, number: Self::Number) -> Self;
    /// Returns the sum of two numbers.
    fn add(a: Self::Number, b: Self::Number) -> Self::Number;
}

impl Element for f32 {
    type Number = f32;
    const IN_WORD: usize = 1;
    const NAN: u32 = 0x7fc0_0000;
    #[inline(always)]
    fn unpack(word: u32) -> [f32; 4] {
        [f32::from_bits(word), 0.0, 0.0, 0.0]
    }
    #[inline(always)]
    fn pack(_: impl Store, numbers: [f32; 4]) -> u32 {
        numbers[0].to_bits()
    }
    #[inline(always)]
    fn widen(self) -> f32 {
        self
    }
    #[inline(always)]
    fn narrow(_: impl Store, number: f32) -> f32 {
        number
    }
    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        a + b
    }
}
impl Element for u32 {
    type Number = u32;
    const IN_WORD: usize = 1;
    const NAN: u32 = 0;
    #[inline(always)]
    fn unpack(word: u32) -> [u32; 4] {
        [word, 0, 0, 0]
    }
    #[inline(always)]
    fn pack(_: impl Store, numbers: [u32; 4]) -> u32 {
        numbers[0]
    }
    #[inline(always)]
    fn widen(self) -> u32 {
        self
    }
    #[inline(always)]
    fn narrow(_: impl Store, number: u32) -> u32 {
        number
    }
    #[inline(always)]
    fn add(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
}
macro_rules! halves {
    ($($T:ident $nan:literal;)*) => { $(
        impl Element for $T {
            type Number = f32;
            const IN_WORD: usize = 2;
            const NAN: u32 = $nan;
            #[inline(always)]
            fn unpack(word: u32) -> [f32; 4] {
                let (low, high) = $T::unpair(word);
                [low, high, 0.0, 0.0]
            }
            #[inline(always)]
            fn pack(gpu: impl Store, [low, high, ..]: [f32; 4]) -> u32 {
                $T::pair(gpu, low, high)
            }
            #[inline(always)]
            fn widen(self) -> f32 {
                self.into()
            }
            #[inline(always)]
            fn narrow(gpu: impl Store, number: f32) -> $T {
                $T($T::pair(gpu, number, 0.0) as u16)
            }
            #[inline(always)]
            fn add(a: f32, b: f32) -> f32 {
                a + b
            }
        }
    )* };
}
halves! {
    Bf16 0x7fc0_7fc0;
    F16 0x7e00_7e00;
}
impl Element for E4m3 {
    type Number = f32;
    const IN_WORD: usize = 4;
    const NAN: u32 = 0x7f7f_7f7f;
    #[inline(always)]
    fn unpack(word: u32) -> [f32; 4] {
        let [a, b, c, d] = word.to_le_bytes();
        [E4m3(a).widen(), E4m3(b).widen(), E4m3(c).widen(), E4m3(d).widen()]
    }
    #[inline(always)]
    fn pack(gpu: impl Store, four: [f32; 4]) -> u32 {
        gpu.round_e4m3(four)
    }
    #[inline(always)]
    fn widen(self) -> f32 {
        // The exponent bias is 120 less than that of an f32: shifted into place, the number is
        // 2^120 times too small. The product normalizes subnormal numbers, too.
        let (sign, rest) = (u32::from(self.0 & 0x80) << 24, u32::from(self.0 & 0x7f));
        let size = f32::from_bits(rest << 20) * f32::from_bits((127 + 120) << 23);
        f32::from_bits(sign | if rest == 0x7f { 0x7fc0_0000 } else { size.to_bits() })
    }
    #[inline(always)]
    fn narrow(gpu: impl Store, number: f32) -> E4m3 {
        E4m3(gpu.round_e4m3([number, 0.0, 0.0, 0.0]) as u8)
    }
    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        a + b
    }
}

/// Returns the words of a vector.
#[inline(always)]
pub fn words(vector: Vector16) -> [u32; 4] {
    // SAFETY: both are 16 bytes, and every pattern is a value.
    unsafe { transmute(vector) }
}
/// Returns the vector of these words.
#[inline(always)]
pub fn vector(words: [u32; 4]) -> Vector16 {
    // SAFETY: both are 16 bytes, and every pattern is a value.
    unsafe { transmute(words) }
}
/// Writes the numbers of `from` to the array, as its vector number `v`.
#[inline(always)]
pub fn unpack<T: Element, const N: usize>(from: Vector16, numbers: &mut [T::Number; N], v: u32) {
    let words = words(from);
    unroll!(for i in 0..{ T::IN_VECTOR as u32 } {
        let i = i as usize;
        numbers[T::IN_VECTOR * v as usize + i] = T::unpack(words[i / T::IN_WORD])[i % T::IN_WORD];
    });
}
/// Returns vector number `v` of the array, rounded.
#[inline(always)]
pub fn pack<T: Element, const N: usize>(
    gpu: impl Store,
    numbers: &[T::Number; N],
    v: u32,
) -> Vector16 {
    let mut words = [0; 4];
    unroll!(for i in 0..4 {
        let first = T::IN_VECTOR * v as usize + T::IN_WORD * i as usize;
        let number = |k| numbers[first + k % T::IN_WORD];
        words[i as usize] = T::pack(gpu, [number(0), number(1), number(2), number(3)]);
    });
    vector(words)
}
