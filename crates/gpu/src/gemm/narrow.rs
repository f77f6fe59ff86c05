//! The `mma.sync` of numbers of 8, 6 and 4 bits without scale factors, `kind::f8f6f4`: each number
//! has a byte of a register.

use super::{MmaInstruction, MmaSync};
use crate::Sm120;
use crate::engine::{Packed, Rmem};
use crate::number::{E2m1, E2m3, E3m2, E4m3, E5m2, F16, FragmentElement};
use zellige::atom::mma_sm120::SM120_16x8x32_TN;

/// Calls `$m!` with the types and PTX names of A and B for each mixture of the numbers.
macro_rules! sm120_narrow_mixtures {
    ($m:ident) => {
        sm120_narrow_mixtures! {
            @each $m [E4m3 "e4m3"] [E5m2 "e5m2"] [E2m3 "e2m3"] [E3m2 "e3m2"] [E2m1 "e2m1"]
        }
    };
    (@each $m:ident $([$A:ident $a:literal])*) => {
        $m! { $(
            $A $a E4m3 "e4m3";
            $A $a E5m2 "e5m2";
            $A $a E2m3 "e2m3";
            $A $a E3m2 "e3m2";
            $A $a E2m1 "e2m1";
        )* }
    };
}
pub(super) use sm120_narrow_mixtures;

macro_rules! instructions {
    ($($A:ident $a:literal $B:ident $b:literal;)*) => { $(
        instructions!(@atom $A $a $B $b f32 "f32" f32 Rmem [0 1 2 3]
            "{{{0},{1},{2},{3}}}, {{{4},{5},{6},{7}}}, {{{8},{9}}}, {{{0},{1},{2},{3}}};");
        instructions!(@atom $A $a $B $b F16 "f16" u32 Packed [0 1]
            "{{{0},{1}}}, {{{2},{3},{4},{5}}}, {{{6},{7}}}, {{{0},{1}}};");
    )* };
    (
        @atom $A:ident $a:literal $B:ident $b:literal $C:ident $c:literal $R:ident $E:ident
        [$($i:tt)*] $operands:literal
    ) => {
        impl<G: Sm120> MmaSync<G> for SM120_16x8x32_TN<$A, $B, $C> {
            type ElementA = $A;
            type ElementB = $B;
            type ElementC = $C;
            type RegistersA = [u32; 4];
            type RegistersB = [u32; 2];
            type RegistersC = [$R; [$($i),*].len()];
            const SATURATES: bool = false;
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn execute(c: &mut Self::RegistersC, a: [u32; 4], b: [u32; 2]) {
                core::arch::asm!(
                    concat!(
                        "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.", $c, ".", $a, ".", $b,
                        ".", $c, " ", $operands
                    ),
                    $(inout(reg32) c[$i],)*
                    in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
                    in(reg32) b[0], in(reg32) b[1],
                    options(pure, nomem, nostack, preserves_flags)
                )
            }
        }
        impl<G: Sm120> MmaInstruction<G> for SM120_16x8x32_TN<$A, $B, $C> {
            type A = Packed<$A>;
            type B = Packed<$B>;
            type C = $E<$C>;
            #[inline(always)]
            unsafe fn fma(gpu: G, a: Self::A, b: Self::B, c: Self::C) {
                let (a, b, c) = (a.register(), b.register(), $C::register(c));
                gpu.mma_sync::<Self>(&mut *c.cast(), *a.cast(), *b.cast())
            }
        }
    };
}
sm120_narrow_mixtures!(instructions);
