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
/// assert_eq!([value(Format::E2m3, 0x1f), value(Format::E3m2, 0x1f)], [7.5, 28.0]); // the largest
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
        Format::E4m3 => of_bits(bits, [4, 3], Special::Nan),
        Format::E5m2 => of_bits(bits, [5, 2], Special::All),
        Format::E2m3 => of_bits(bits, [2, 3], Special::None),
        Format::E3m2 => of_bits(bits, [3, 2], Special::None),
        Format::E2m1 => of_bits(bits, [2, 1], Special::None),
        Format::Ue8m0 if bits as u8 == 0xff => f64::NAN,
        Format::Ue8m0 => f64::from_bits((1023 - 127 + (bits & 0xff)) << 52),
        Format::Ue4m3 => of_bits(bits & 0x7f, [4, 3], Special::Nan),
        Format::S8 => f64::from(bits as u8 as i8),
        Format::U8 => f64::from(bits as u8),
        Format::S32 => f64::from(bits as u32 as i32),
    }
}
/// What the largest exponent means.
#[derive(PartialEq, Eq)]
enum Special {
    /// Numbers as any other exponent does.
    None,
    /// Numbers, and NaN with a fraction of ones.
    Nan,
    /// Infinities and NaN.
    All,
}
/// Returns the value of a number with a sign and as many bits of exponent and of fraction.
fn of_bits(bits: u64, [exponent, fraction_bits]: [u32; 2], special: Special) -> f64 {
    let fraction = bits as u32 & ((1 << fraction_bits) - 1);
    let power = bits as u32 >> fraction_bits & ((1 << exponent) - 1);
    let bias = (1 << (exponent - 1)) - 1;
    let sign = if bits >> (exponent + fraction_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let all_ones = power == (1 << exponent) - 1;
    match special {
        Special::All if all_ones && fraction == 0 => return sign * f64::INFINITY,
        Special::All if all_ones => return f64::NAN,
        Special::Nan if all_ones && fraction == (1 << fraction_bits) - 1 => return f64::NAN,
        _ => {}
    }
    let hidden = if power == 0 { 0 } else { 1 << fraction_bits };
    let scale = power.max(1) as i32 - bias - fraction_bits as i32;
    // A power of two consists only of its exponent.
    let scale = f64::from_bits(((1023 + scale) as u64) << 52);
    sign * f64::from(hidden + fraction) * scale
}
