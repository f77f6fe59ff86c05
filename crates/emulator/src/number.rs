//! The values of numbers as tensor cores take them.

use zellige_gpu::number::Format;

/// Returns the value of the number with this format and these bits, the lowest ones of `bits`.
///
/// ```
/// use zellige_emulator::number::value;
/// use zellige_gpu::number::Format;
/// assert_eq!(value(Format::Bf16, 0x3fc0), 1.5);
/// assert_eq!(value(Format::E4m3, 0x7e), 448.0); // the largest
/// assert_eq!(value(Format::E5m2, 0x7c), f64::INFINITY);
/// assert_eq!(value(Format::Ue8m0, 126), 0.5);
/// ```
#[must_use]
pub fn value(format: Format, bits: u64) -> f64 {
    match format {
        Format::F64 => f64::from_bits(bits),
        Format::F32 => f32::from_bits(bits as u32).into(),
        // The last 13 bits of the fraction are not read.
        Format::Tf32 => f32::from_bits(bits as u32 & !0x1fff).into(),
        Format::F16 => half::f16::from_bits(bits as u16).to_f64(),
        Format::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
        Format::E4m3 => of_byte(bits as u8, 4, false),
        Format::E5m2 => of_byte(bits as u8, 5, true),
        Format::E2m1 => {
            let size = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0][bits as usize & 7];
            if bits & 8 == 0 { size } else { -size }
        }
        Format::Ue8m0 if bits as u8 == 0xff => f64::NAN,
        Format::Ue8m0 => f64::from_bits((1023 - 127 + (bits & 0xff)) << 52),
        Format::Ue4m3 => of_byte(bits as u8 & 0x7f, 4, false),
        Format::S8 => f64::from(bits as u8 as i8),
        Format::U8 => f64::from(bits as u8),
        Format::S32 => f64::from(bits as u32 as i32),
    }
}
/// Returns the value of a number with a sign, the given count of exponent bits, and the rest as
/// fraction. With all exponent bits 1, it is infinite or NaN if the format has infinities;
/// otherwise it is NaN only if all other bits are 1, too.
fn of_byte(bits: u8, exponent: u32, infinities: bool) -> f64 {
    let fraction_bits = 7 - exponent;
    let fraction = u32::from(bits) & ((1 << fraction_bits) - 1);
    let power = u32::from(bits) >> fraction_bits & ((1 << exponent) - 1);
    let bias = (1 << (exponent - 1)) - 1;
    let sign = if bits >> 7 == 1 { -1.0 } else { 1.0 };
    let all_ones = power == (1 << exponent) - 1;
    if all_ones && infinities {
        return if fraction == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if all_ones && fraction == (1 << fraction_bits) - 1 {
        return f64::NAN;
    }
    let hidden = if power == 0 { 0 } else { 1 << fraction_bits };
    let scale = power.max(1) as i32 - bias - fraction_bits as i32;
    // A power of two consists only of its exponent.
    let scale = f64::from_bits(((1023 + scale) as u64) << 52);
    sign * f64::from(hidden + fraction) * scale
}
