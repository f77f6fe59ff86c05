//! Stores of results to global memory.

use super::Nvptx;
use crate::Store;
use core::arch::asm;

/// Returns the `f16` with these bits. It is a function, since a number widens without a machine.
#[inline(always)]
pub(crate) fn widened_f16(bits: u16) -> f32 {
    let x: f32;
    // SAFETY: arithmetic on registers.
    unsafe {
        asm!("cvt.f32.f16 {0}, {1};", out(reg32) x, in(reg16) bits,
            options(pure, nomem, nostack, preserves_flags));
    }
    x
}
macro_rules! fma {
    ($($name:ident $instruction:literal;)*) => { $(
        #[inline(always)]
        fn $name(self, a: u32, b: u32, c: u32) -> u32 {
            let both: u32;
            // SAFETY: arithmetic on registers.
            unsafe {
                asm!(concat!($instruction, " {0}, {1}, {2}, {3};"),
                    out(reg32) both, in(reg32) a, in(reg32) b, in(reg32) c,
                    options(pure, nomem, nostack, preserves_flags));
            }
            both
        }
    )* };
}
impl Store for Nvptx {
    fma! { fma_bf16 "fma.rn.bf16x2"; fma_f16 "fma.rn.f16x2"; }
    #[inline(always)]
    fn round_bf16(self, low: f32, high: f32) -> u32 {
        let both: u32;
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("cvt.rn.bf16x2.f32 {0}, {1}, {2};", out(reg32) both, in(reg32) high, in(reg32) low,
                options(pure, nomem, nostack, preserves_flags));
        }
        both
    }
    #[inline(always)]
    fn round_f16(self, low: f32, high: f32) -> u32 {
        let both: u32;
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("cvt.rn.f16x2.f32 {0}, {1}, {2};", out(reg32) both, in(reg32) high, in(reg32) low,
                options(pure, nomem, nostack, preserves_flags));
        }
        both
    }
    #[cfg(target_feature = "sm_89")]
    #[inline(always)]
    fn round_e4m3(self, [a, b, c, d]: [f32; 4]) -> u32 {
        let four: u32;
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("{{ .reg .b16 l, h; cvt.rn.satfinite.e4m3x2.f32 l, {2}, {1}; cvt.rn.satfinite.e4m3x2.f32 h, {4}, {3}; mov.b32 {0}, {{l, h}}; }}",
                out(reg32) four, in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d,
                options(pure, nomem, nostack, preserves_flags));
        }
        four
    }
    #[cfg(target_feature = "sm_89")]
    #[inline(always)]
    fn f16_of_e4m3(self, four: u32) -> [u32; 2] {
        let (low, high): (u32, u32);
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("{{ .reg .b16 l, h; mov.b32 {{l, h}}, {2}; cvt.rn.f16x2.e4m3x2 {0}, l; cvt.rn.f16x2.e4m3x2 {1}, h; }}",
                out(reg32) low, out(reg32) high, in(reg32) four,
                options(pure, nomem, nostack, preserves_flags));
        }
        [low, high]
    }
    #[cfg(not(target_feature = "sm_89"))]
    #[inline(always)]
    fn f16_of_e4m3(self, four: u32) -> [u32; 2] {
        [four, four >> 16].map(|two| {
            // The bias of the exponent is 8 more in f16. The product is exact, also of subnormal
            // numbers.
            let bytes = (two & 0xff) << 8 | (two & 0xff00) << 16;
            let (sign, rest) = (bytes & 0x8000_8000, bytes >> 1 & 0x3f80_3f80);
            let numbers = self.fma_f16(sign | rest, 0x5c00_5c00, 0x8000_8000); // minus zero
            let nan =
                |mask: u32| if rest & mask == 0x3f80_3f80 & mask { 0x7fff_7fff & mask } else { 0 };
            numbers | nan(0xffff) | nan(0xffff_0000)
        })
    }
    #[inline(always)]
    unsafe fn stream_128(self, to: *mut f32, x: f32, y: f32, z: f32, w: f32) {
        asm!("st.global.cs.v4.b32 [{0}], {{{1}, {2}, {3}, {4}}};",
            in(reg64) to, in(reg32) x, in(reg32) y, in(reg32) z, in(reg32) w,
            options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn write_32_below(self, x: u32, end: u32, to: *mut f32, value: f32) {
        asm!("{{ .reg .pred p; setp.lt.u32 p, {0}, {1}; @p st.global.b32 [{2}], {3}; }}",
            in(reg32) x, in(reg32) end, in(reg64) to, in(reg32) value,
            options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn write_16_below(self, x: u32, end: u32, to: *mut u16, value: u16) {
        asm!("{{ .reg .pred p; setp.lt.u32 p, {0}, {1}; @p st.global.b16 [{2}], {3}; }}",
            in(reg32) x, in(reg32) end, in(reg64) to, in(reg16) value,
            options(nostack, preserves_flags));
    }
}
