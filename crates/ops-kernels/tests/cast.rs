//! Casts beside a search for the nearest number, emulated.

use std::mem::transmute_copy;
use zellige_gpu::kernel::Kernel;
use zellige_gpu::{Bf16, E4m3, F16};
use zellige_launch::device::{Device, LaunchError};
use zellige_ops_kernels::cast::*;
use zellige_ops_kernels::words::Element;

/// A type of elements, as bits.
trait Bits: Element<Number = f32> {
    /// The number of bits.
    const BITS: u32;
    /// The bits of the largest finite number.
    const LARGEST: u32;
    fn of(bits: u32) -> Self;
    fn bits(self) -> u32;
}
macro_rules! bits {
    ($($T:ty, $bits:literal, $largest:literal, $u:ty;)*) => { $(
        impl Bits for $T {
            const BITS: u32 = $bits;
            const LARGEST: u32 = $largest;
            fn of(bits: u32) -> Self {
                // SAFETY: the types have the same size, and every pattern is a value.
                unsafe { transmute_copy::<$u, $T>(&(bits as $u)) }
            }
            fn bits(self) -> u32 {
                // SAFETY: as above.
                unsafe { transmute_copy::<$T, $u>(&self).into() }
            }
        }
    )* };
}
bits! {
    f32, 32, 0x7f7f_ffff, u32;
    Bf16, 16, 0x7f7f, u16;
    F16, 16, 0x7bff, u16;
    E4m3, 8, 0x7e, u8;
}

/// The value of the positive number with these bits, from the format alone.
fn value<T: Bits>(bits: u32) -> f64 {
    let (fraction, bias) = match T::BITS {
        32 => (23, 127),
        8 => (3, 7),
        _ if T::LARGEST == 0x7f7f => (7, 127),
        _ => (10, 15),
    };
    let (exponent, rest) = ((bits >> fraction) as i32, f64::from(bits % (1 << fraction)));
    let one = f64::from(1u32 << fraction);
    if exponent == 0 {
        rest / one * 2f64.powi(1 - bias)
    } else {
        (1.0 + rest / one) * 2f64.powi(exponent - bias)
    }
}
/// The bits of the nearest B.
fn nearest<A: Bits, B: Bits>(bits: u32) -> Option<u32> {
    let sign = 1 << (A::BITS - 1);
    let (rest, negative) = (bits & (sign - 1), bits & sign != 0);
    let saturated = B::BITS == 8;
    let size = match rest {
        rest if rest <= A::LARGEST => value::<A>(rest),
        rest if A::BITS != 8 && rest == A::LARGEST + 1 => f64::INFINITY,
        _ => return None,
    };
    // A number behind the largest one stands for infinity.
    let (mut low, mut high) = (0, if saturated { B::LARGEST } else { B::LARGEST + 1 });
    if size >= value::<B>(high) {
        low = high;
    }
    while low + 1 < high {
        let middle = low.midpoint(high);
        if value::<B>(middle) <= size { low = middle } else { high = middle }
    }
    let (down, up) = (size - value::<B>(low), value::<B>(low + 1) - size);
    let up = low < high && (down > up || down == up && low % 2 == 1);
    Some(low + u32::from(up) + (u32::from(negative) << (B::BITS - 1)))
}

fn check<A: Bits, B: Bits, K>() -> Result<(), LaunchError>
where
    K: Kernel<Arguments = (u32, *const A, *mut B)>,
{
    let device = Device::emulator();
    let block = block_elements::<A, B>();
    let bits: Vec<u32> = match A::BITS {
        8 => (0..2 * block + 1).collect(),
        16 => (0..65536).collect(),
        // All exponents, with fractions at, beside and between the ties of the other types.
        _ => (0..512u32)
            .flat_map(|exponent| {
                let fraction = move |i: u32| match i {
                    0..64 => i << 17,
                    64..72 => (i << 13) + 1,
                    72..80 => (i << 16) - 1,
                    80..90 => (i << 12) | 1 << 15,
                    _ => i.wrapping_mul(0x9e37_79b9),
                };
                (0..100).map(move |i| exponent << 23 | fraction(i) & 0x7f_ffff)
            })
            .collect(),
    };
    let numbers: Vec<A> = bits.iter().map(|&bits| A::of(bits)).collect();
    for n in [1, 7, block - 1, block, block + 1, numbers.len() as u32] {
        let x = device.buffer(&numbers[..n as usize])?;
        let mut y = device.buffer(&vec![B::of(0x55); n as usize + 1])?;
        // SAFETY: both have n elements.
        unsafe { device.launch::<K>((n.div_ceil(block), 1), (n, x.pointer(), y.pointer_mut()))? };
        let y = y.read()?;
        for (x, y) in numbers.iter().zip(&y[..n as usize]) {
            match nearest::<A, B>(x.bits()) {
                Some(bits) => assert_eq!(y.bits(), bits, "{:#x} of {n}", x.bits()),
                None => assert!(y.widen().is_nan(), "{:#x} to {:#x}", x.bits(), y.bits()),
            }
        }
        assert_eq!(y[n as usize].bits(), 0x55);
    }
    Ok(())
}

#[test]
fn casts_round_to_the_nearest_number() -> Result<(), LaunchError> {
    check::<f32, Bf16, cast_f32_bf16>()?;
    check::<f32, F16, cast_f32_f16>()?;
    check::<f32, E4m3, cast_f32_e4m3>()?;
    check::<Bf16, f32, cast_bf16_f32>()?;
    check::<Bf16, F16, cast_bf16_f16>()?;
    check::<Bf16, E4m3, cast_bf16_e4m3>()?;
    check::<F16, f32, cast_f16_f32>()?;
    check::<F16, Bf16, cast_f16_bf16>()?;
    check::<F16, E4m3, cast_f16_e4m3>()?;
    check::<E4m3, f32, cast_e4m3_f32>()?;
    check::<E4m3, Bf16, cast_e4m3_bf16>()?;
    check::<E4m3, F16, cast_e4m3_f16>()
}
