//! 16-bit numbers, compared with those of the crate `half`.

use zellige_gpu::{Bf16, F16, Half};

#[test]
fn all_numbers_are_those_of_half() {
    for bits in 0..=u16::MAX {
        let (brain, ieee) = (half::bf16::from_bits(bits), half::f16::from_bits(bits));
        let (a, b) = (f32::from(Bf16(bits)), f32::from(F16(bits)));
        if brain.is_nan() {
            assert!(a.is_nan(), "{bits:#x}");
        } else {
            assert_eq!(a.to_bits(), brain.to_f32().to_bits(), "{bits:#x}");
            assert_eq!(Bf16::from_f32(a), Bf16::from(brain));
        }
        if ieee.is_nan() {
            assert!(b.is_nan(), "{bits:#x}");
        } else {
            assert_eq!(b.to_bits(), ieee.to_f32().to_bits(), "{bits:#x}");
            assert_eq!(half::f16::from(F16::from_f32(b)), ieee);
        }
        let pair = u32::from(bits) << 16 | 0x3c00;
        assert_eq!(F16::unpair(pair).0, 1.0);
        assert_eq!(F16::unpair(pair).1.to_bits(), b.to_bits());
    }
}
