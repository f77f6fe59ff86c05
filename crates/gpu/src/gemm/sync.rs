//! The `mma.sync` instructions: products of small matrices by the threads of a warp. Each is a row
//! of one table.

use super::MmaInstruction;
use crate::number::*;
use crate::{Sm80, Sm89, Sm90};
use zellige::atom::{MmaAtom, mma};

/// An `mma.sync` of the machine G, on the registers of a thread: C += A B.
///
/// The table below lists the instructions by the names of their atoms.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not an `mma.sync` of the machine `{G}`",
    label = "is another instruction, or needs another machine",
    note = "the module `zellige_gpu::gemm` lists the atoms and the machine trait that each of them needs"
)]
pub trait MmaSync<G>: MmaAtom {
    /// The elements of A.
    type ElementA: FragmentElement;
    /// The elements of B.
    type ElementB: FragmentElement;
    /// The elements of C.
    type ElementC: FragmentElement;
    /// The registers of A.
    type RegistersA: Registers;
    /// The registers of B.
    type RegistersB: Registers;
    /// The registers of C.
    type RegistersC: Registers;
    /// Whether a sum that does not fit its integer becomes the nearest number that does. Otherwise
    /// it is taken modulo 2^32.
    const SATURATES: bool;
    /// Executes the instruction.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute it together.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn execute(c: &mut Self::RegistersC, a: Self::RegistersA, b: Self::RegistersB);
}

/// The registers of a matrix that a thread holds.
pub trait Registers: Copy + 'static {
    /// Returns the bits of the registers as words of 32 bits, followed by zeros.
    fn words(self) -> [u32; 16];
    /// Returns the registers with these bits.
    fn of_words(words: [u32; 16]) -> Self;
}
macro_rules! registers {
    ($($T:ty: |$x:ident| $bits:expr, |$word:ident| $value:expr;)*) => { $(
        impl<const N: usize> Registers for [$T; N] {
            #[inline(always)]
            fn words(self) -> [u32; 16] {
                let mut words = [0; 16];
                for (word, $x) in words.iter_mut().zip(self) {
                    *word = $bits;
                }
                words
            }
            #[inline(always)]
            fn of_words(words: [u32; 16]) -> Self {
                core::array::from_fn(|i| {
                    let $word = words[i];
                    $value
                })
            }
        }
    )* };
}
registers! {
    u32: |x| x, |word| word;
    i32: |x| x as u32, |word| word as i32;
    f32: |x| x.to_bits(), |word| f32::from_bits(word);
}
impl<const N: usize> Registers for [f64; N] {
    #[inline(always)]
    fn words(self) -> [u32; 16] {
        let mut words = [0; 16];
        for (i, x) in self.into_iter().enumerate() {
            let bits = x.to_bits();
            (words[2 * i], words[2 * i + 1]) = (bits as u32, (bits >> 32) as u32);
        }
        words
    }
    #[inline(always)]
    fn of_words(words: [u32; 16]) -> Self {
        core::array::from_fn(|i| {
            f64::from_bits(u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
        })
    }
}

/// Calls `$m!` with the table of all `mma.sync`: the atom, its machine, the shape and the types of
/// the instruction, then the element type and the number of registers per thread of A, B and C.
#[doc(hidden)]
#[macro_export]
macro_rules! mma_sync_atoms {
    ($m:ident) => {
        $m! {
            SM80_16x8x8_F16F16F16F16_TN Sm80 "m16n8k8.row.col" "f16.f16.f16.f16" [F16 2] [F16 1] [F16 2];
            SM80_16x8x16_F16F16F16F16_TN Sm80 "m16n8k16.row.col" "f16.f16.f16.f16" [F16 4] [F16 2] [F16 2];
            SM80_16x8x8_F32F16F16F32_TN Sm80 "m16n8k8.row.col" "f32.f16.f16.f32" [F16 2] [F16 1] [f32 4];
            SM80_16x8x16_F32F16F16F32_TN Sm80 "m16n8k16.row.col" "f32.f16.f16.f32" [F16 4] [F16 2] [f32 4];
            SM80_16x8x8_F32BF16BF16F32_TN Sm80 "m16n8k8.row.col" "f32.bf16.bf16.f32" [Bf16 2] [Bf16 1] [f32 4];
            SM80_16x8x16_F32BF16BF16F32_TN Sm80 "m16n8k16.row.col" "f32.bf16.bf16.f32" [Bf16 4] [Bf16 2] [f32 4];
            SM80_16x8x4_F32TF32TF32F32_TN Sm80 "m16n8k4.row.col" "f32.tf32.tf32.f32" [Tf32 2] [Tf32 1] [f32 4];
            SM80_16x8x8_F32TF32TF32F32_TN Sm80 "m16n8k8.row.col" "f32.tf32.tf32.f32" [Tf32 4] [Tf32 2] [f32 4];
            SM80_8x8x4_F64F64F64F64_TN Sm80 "m8n8k4.row.col" "f64.f64.f64.f64" [f64 1] [f64 1] [f64 2];
            SM80_8x8x16_S32S8S8S32_TN Sm80 "m8n8k16.row.col" "s32.s8.s8.s32" [i8 1] [i8 1] [i32 2];
            SM80_8x8x16_S32S8S8S32_TN_SATURATE Sm80 "m8n8k16.row.col.satfinite" "s32.s8.s8.s32" [i8 1] [i8 1] [i32 2];
            SM80_8x8x16_S32S8U8S32_TN Sm80 "m8n8k16.row.col" "s32.s8.u8.s32" [i8 1] [u8 1] [i32 2];
            SM80_8x8x16_S32S8U8S32_TN_SATURATE Sm80 "m8n8k16.row.col.satfinite" "s32.s8.u8.s32" [i8 1] [u8 1] [i32 2];
            SM80_8x8x16_S32U8S8S32_TN Sm80 "m8n8k16.row.col" "s32.u8.s8.s32" [u8 1] [i8 1] [i32 2];
            SM80_8x8x16_S32U8S8S32_TN_SATURATE Sm80 "m8n8k16.row.col.satfinite" "s32.u8.s8.s32" [u8 1] [i8 1] [i32 2];
            SM80_8x8x16_S32U8U8S32_TN Sm80 "m8n8k16.row.col" "s32.u8.u8.s32" [u8 1] [u8 1] [i32 2];
            SM80_8x8x16_S32U8U8S32_TN_SATURATE Sm80 "m8n8k16.row.col.satfinite" "s32.u8.u8.s32" [u8 1] [u8 1] [i32 2];
            SM80_16x8x16_S32S8S8S32_TN Sm80 "m16n8k16.row.col" "s32.s8.s8.s32" [i8 2] [i8 1] [i32 4];
            SM80_16x8x16_S32S8S8S32_TN_SATURATE Sm80 "m16n8k16.row.col.satfinite" "s32.s8.s8.s32" [i8 2] [i8 1] [i32 4];
            SM80_16x8x16_S32S8U8S32_TN Sm80 "m16n8k16.row.col" "s32.s8.u8.s32" [i8 2] [u8 1] [i32 4];
            SM80_16x8x16_S32S8U8S32_TN_SATURATE Sm80 "m16n8k16.row.col.satfinite" "s32.s8.u8.s32" [i8 2] [u8 1] [i32 4];
            SM80_16x8x16_S32U8S8S32_TN Sm80 "m16n8k16.row.col" "s32.u8.s8.s32" [u8 2] [i8 1] [i32 4];
            SM80_16x8x16_S32U8S8S32_TN_SATURATE Sm80 "m16n8k16.row.col.satfinite" "s32.u8.s8.s32" [u8 2] [i8 1] [i32 4];
            SM80_16x8x16_S32U8U8S32_TN Sm80 "m16n8k16.row.col" "s32.u8.u8.s32" [u8 2] [u8 1] [i32 4];
            SM80_16x8x16_S32U8U8S32_TN_SATURATE Sm80 "m16n8k16.row.col.satfinite" "s32.u8.u8.s32" [u8 2] [u8 1] [i32 4];
            SM80_16x8x32_S32S8S8S32_TN Sm80 "m16n8k32.row.col" "s32.s8.s8.s32" [i8 4] [i8 2] [i32 4];
            SM80_16x8x32_S32S8S8S32_TN_SATURATE Sm80 "m16n8k32.row.col.satfinite" "s32.s8.s8.s32" [i8 4] [i8 2] [i32 4];
            SM80_16x8x32_S32S8U8S32_TN Sm80 "m16n8k32.row.col" "s32.s8.u8.s32" [i8 4] [u8 2] [i32 4];
            SM80_16x8x32_S32S8U8S32_TN_SATURATE Sm80 "m16n8k32.row.col.satfinite" "s32.s8.u8.s32" [i8 4] [u8 2] [i32 4];
            SM80_16x8x32_S32U8S8S32_TN Sm80 "m16n8k32.row.col" "s32.u8.s8.s32" [u8 4] [i8 2] [i32 4];
            SM80_16x8x32_S32U8S8S32_TN_SATURATE Sm80 "m16n8k32.row.col.satfinite" "s32.u8.s8.s32" [u8 4] [i8 2] [i32 4];
            SM80_16x8x32_S32U8U8S32_TN Sm80 "m16n8k32.row.col" "s32.u8.u8.s32" [u8 4] [u8 2] [i32 4];
            SM80_16x8x32_S32U8U8S32_TN_SATURATE Sm80 "m16n8k32.row.col.satfinite" "s32.u8.u8.s32" [u8 4] [u8 2] [i32 4];
            SM89_16x8x32_F32E4M3E4M3F32_TN Sm89 "m16n8k32.row.col" "f32.e4m3.e4m3.f32" [E4m3 4] [E4m3 2] [f32 4];
            SM89_16x8x32_F32E4M3E5M2F32_TN Sm89 "m16n8k32.row.col" "f32.e4m3.e5m2.f32" [E4m3 4] [E5m2 2] [f32 4];
            SM89_16x8x32_F32E5M2E5M2F32_TN Sm89 "m16n8k32.row.col" "f32.e5m2.e5m2.f32" [E5m2 4] [E5m2 2] [f32 4];
            SM89_16x8x32_F32E5M2E4M3F32_TN Sm89 "m16n8k32.row.col" "f32.e5m2.e4m3.f32" [E5m2 4] [E4m3 2] [f32 4];
            SM89_16x8x32_F16E4M3E4M3F16_TN Sm89 "m16n8k32.row.col" "f16.e4m3.e4m3.f16" [E4m3 4] [E4m3 2] [F16 2];
            SM89_16x8x32_F16E4M3E5M2F16_TN Sm89 "m16n8k32.row.col" "f16.e4m3.e5m2.f16" [E4m3 4] [E5m2 2] [F16 2];
            SM89_16x8x32_F16E5M2E5M2F16_TN Sm89 "m16n8k32.row.col" "f16.e5m2.e5m2.f16" [E5m2 4] [E5m2 2] [F16 2];
            SM89_16x8x32_F16E5M2E4M3F16_TN Sm89 "m16n8k32.row.col" "f16.e5m2.e4m3.f16" [E5m2 4] [E4m3 2] [F16 2];
            SM90_16x8x4_F64F64F64F64_TN Sm90 "m16n8k4.row.col" "f64.f64.f64.f64" [f64 2] [f64 1] [f64 4];
            SM90_16x8x8_F64F64F64F64_TN Sm90 "m16n8k8.row.col" "f64.f64.f64.f64" [f64 4] [f64 2] [f64 4];
            SM90_16x8x16_F64F64F64F64_TN Sm90 "m16n8k16.row.col" "f64.f64.f64.f64" [f64 8] [f64 4] [f64 4];
        }
    };
}

/// Implements a row of the table. The first rules are the operand lists of the instruction.
macro_rules! instructions {
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; 2 1 1) => {
        instructions!(@asm $c $a $b $r $op; "{{{0},{1}}}, {{{2}}}, {{{3}}}"; [0 1] [0] [0])
    };
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; 2 2 1) => {
        instructions!(@asm $c $a $b $r $op; "{{{0},{1}}}, {{{2},{3}}}, {{{4}}}"; [0 1] [0 1] [0])
    };
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; 2 4 2) => {
        instructions!(@asm $c $a $b $r $op; "{{{0},{1}}}, {{{2},{3},{4},{5}}}, {{{6},{7}}}"; [0 1] [0 1 2 3] [0 1])
    };
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; 4 2 1) => {
        instructions!(@asm $c $a $b $r $op; "{{{0},{1},{2},{3}}}, {{{4},{5}}}, {{{6}}}"; [0 1 2 3] [0 1] [0])
    };
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; 4 4 2) => {
        instructions!(@asm $c $a $b $r $op; "{{{0},{1},{2},{3}}}, {{{4},{5},{6},{7}}}, {{{8},{9}}}"; [0 1 2 3] [0 1 2 3] [0 1])
    };
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; 4 8 4) => {
        instructions!(@asm $c $a $b $r $op;
            "{{{0},{1},{2},{3}}}, {{{4},{5},{6},{7},{8},{9},{10},{11}}}, {{{12},{13},{14},{15}}}";
            [0 1 2 3] [0 1 2 3 4 5 6 7] [0 1 2 3])
    };
    (@asm $c:ident $a:ident $b:ident $r:ident $op:expr; $operands:literal; [$($i:tt)+] [$($j:tt)+] [$($k:tt)+]) => {
        core::arch::asm!(
            concat!("mma.sync.aligned.", $op, " ", $operands, instructions!(@acc $($i)+)),
            $(inout($r) $c[$i],)+ $(in($r) $a[$j],)+ $(in($r) $b[$k],)+
            options(pure, nomem, nostack, preserves_flags)
        )
    };
    (@acc 0 1) => { ", {{{0},{1}}};" };
    (@acc 0 1 2 3) => { ", {{{0},{1},{2},{3}}};" };
    (@execute $c:ident $a:ident $b:ident $shape:literal $types:literal; f64 $nc:tt $na:tt $nb:tt) => {
        instructions!(@asm $c $a $b reg64 concat!($shape, ".", $types); $nc $na $nb)
    };
    (@execute $c:ident $a:ident $b:ident $shape:literal $types:literal; $C:ident $nc:tt $na:tt $nb:tt) => {
        instructions!(@asm $c $a $b reg32 concat!($shape, ".", $types); $nc $na $nb)
    };
    ($($Atom:ident $Machine:ident $shape:literal $types:literal [$A:ident $na:tt] [$B:ident $nb:tt] [$C:ident $nc:tt];)+) => { $(
        impl<G: $Machine> MmaSync<G> for mma::$Atom {
            type ElementA = $A;
            type ElementB = $B;
            type ElementC = $C;
            type RegistersA = [<$A as FragmentElement>::Register; $na];
            type RegistersB = [<$B as FragmentElement>::Register; $nb];
            type RegistersC = [<$C as FragmentElement>::Register; $nc];
            const SATURATES: bool = is_saturating($shape);
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn execute(
                c: &mut [<$C as FragmentElement>::Register; $nc],
                a: [<$A as FragmentElement>::Register; $na],
                b: [<$B as FragmentElement>::Register; $nb],
            ) {
                instructions!(@execute c a b $shape $types; $C $nc $na $nb)
            }
        }
        by_registers!([G: $Machine] mma::$Atom);
    )+ };
}
/// Returns whether the instruction of this shape has `.satfinite`.
const fn is_saturating(shape: &str) -> bool {
    let (shape, mut i) = (shape.as_bytes(), 0);
    while i < shape.len() {
        if shape[i] == b's' {
            return true;
        }
        i += 1;
    }
    false
}
/// Implements the product of fragments by an `mma.sync`.
macro_rules! by_registers {
    ([$($g:tt)*] $Atom:ty) => {
        impl<$($g)*> MmaInstruction<G> for $Atom {
            type A = <<Self as MmaSync<G>>::ElementA as FragmentElement>::Engine;
            type B = <<Self as MmaSync<G>>::ElementB as FragmentElement>::Engine;
            type C = <<Self as MmaSync<G>>::ElementC as FragmentElement>::Engine;
            #[inline(always)]
            unsafe fn fma(gpu: G, a: Self::A, b: Self::B, c: Self::C) {
                let a = <<Self as MmaSync<G>>::ElementA as FragmentElement>::register(a);
                let b = <<Self as MmaSync<G>>::ElementB as FragmentElement>::register(b);
                let c = <<Self as MmaSync<G>>::ElementC as FragmentElement>::register(c);
                gpu.mma_sync::<Self>(&mut *c.cast(), *a.cast(), *b.cast())
            }
        }
    };
}
mma_sync_atoms!(instructions);

/// Implements the product by the atom that T selects from two.
macro_rules! half {
    ($($types:literal $brain:literal),+) => {
        impl<T: Half, G: Sm80> MmaSync<G> for super::SM80_16x8x16_F32HalfHalfF32_TN<T> {
            type ElementA = T;
            type ElementB = T;
            type ElementC = f32;
            type RegistersA = [u32; 4];
            type RegistersB = [u32; 2];
            type RegistersC = [f32; 4];
            const SATURATES: bool = false;
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn execute(c: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
                match T::BRAIN {
                    $($brain => instructions!(@execute c a b "m16n8k16.row.col" $types; f32 4 4 2),)+
                }
            }
        }
    };
}
half!("f32.bf16.bf16.f32" true, "f32.f16.f16.f32" false);
by_registers!([T: Half, G: Sm80] super::SM80_16x8x16_F32HalfHalfF32_TN<T>);
