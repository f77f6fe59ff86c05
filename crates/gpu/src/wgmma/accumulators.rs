//! The accumulators of a warpgroup's products: registers that the tensor cores write while the
//! threads continue.

use crate::engine::{Packed, Rmem};
use crate::number::RoundedOperand;
use crate::tensor::{GpuTensor, check_length};
use crate::transform::each;
use crate::{Sm90, Store, unroll};
use core::marker::PhantomData;
use zellige::prelude::*;

/// The registers of a thread that hold the accumulators of one instruction: arrays with as many
/// registers as an atom has.
pub trait Accumulators: Copy + 'static {
    /// Accumulators that are all zero.
    const ZERO: Self;
    /// The type of a register: a `u32` holds two accumulators of 16 bits.
    type Register: Copy;
    /// The number of registers.
    const REGISTERS: usize;
    /// Returns the bits of register `i`.
    fn bits(&self, i: usize) -> u32;
    /// Sets register `i` to these bits.
    fn set_bits(&mut self, i: usize, bits: u32);
    /// Executes an empty instruction that takes all registers, and may change them.
    ///
    /// # Safety
    ///
    /// It has no conditions.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    unsafe fn fence(&mut self);
}

#[cfg(target_arch = "nvptx64")]
macro_rules! fence {
    (@at [$($index:tt)*] $d:ident) => {
        core::arch::asm!(
            concat!("//", $(fence!(@another $index)),*),
            $(inout(reg32) $d[$index],)* options(nostack, preserves_flags)
        )
    };
    (@another $index:tt) => { " {}" };
}
macro_rules! acc {
    ($($T:ident $zero:literal |$x:ident| $bits:expr, |$word:ident| $value:expr, [$($n:tt)+];)+) => { $($(
        impl Accumulators for [$T; $n] {
            const ZERO: Self = [$zero; $n];
            type Register = $T;
            const REGISTERS: usize = $n;
            #[inline(always)]
            fn bits(&self, i: usize) -> u32 {
                let $x = self[i];
                $bits
            }
            #[inline(always)]
            fn set_bits(&mut self, i: usize, $word: u32) {
                self[i] = $value;
            }
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn fence(&mut self) {
                indices!(fence $n self)
            }
        }
    )+)+ };
}
acc! {
    f32 0.0 |x| x.to_bits(), |word| f32::from_bits(word), [4 8 16 32 48 64 80 88 96 128];
    i32 0 |x| x as u32, |word| word as i32, [4 32 64 128];
    u32 0 |x| x, |word| word, [1 2 4 8 16 24 32 40 44 48 64 128];
}

/// Accumulators that are not being computed, of N instructions, one after the other.
#[derive(Copy, Clone, Debug)]
pub struct Idle<S, const N: usize = 1>([S; N]);
/// Accumulators that may be in computation: nothing can read them.
#[must_use = "call `wait` before reading the accumulators"]
pub struct Running<S, const N: usize = 1>([S; N]);

impl<S: Accumulators, const N: usize> Idle<S, N> {
    /// Returns accumulators that are zero.
    #[inline(always)]
    pub fn zero() -> Self {
        Idle([S::ZERO; N])
    }
    /// Wraps these accumulators.
    #[inline(always)]
    pub fn new(acc: [S; N]) -> Self {
        Idle(acc)
    }
    /// Returns the accumulators.
    #[inline(always)]
    pub fn get(&self) -> &[S; N] {
        &self.0
    }
    /// Returns the accumulators for modification.
    #[inline(always)]
    pub fn get_mut(&mut self) -> &mut [S; N] {
        &mut self.0
    }
    /// Returns the accumulators as a tensor in registers: (V, M, N), as returned by
    /// `partition_fragment::<OperandC, _>`. A layout with a different register count does not
    /// compile, as for [`rmem`](crate::tensor::rmem).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{copy::fill, wgmma::Idle};
    /// let mut acc = Idle::<[f32; 4], 2>::zero();
    /// // SAFETY: the accumulators live longer than the tensor.
    /// unsafe { fill(acc.tensor(layout!(((2, 2, 1), 2, 1))), 2.0) };
    /// assert_eq!(acc.get(), &[[2.0; 4]; 2]);
    /// ```
    #[inline(always)]
    pub fn tensor<L: Layout>(&mut self, layout: L) -> GpuTensor<Rmem<S::Register>, L> {
        const { check_length::<L>(N * S::REGISTERS, 1) }
        GpuTensor::new(Rmem(self.0.as_mut_ptr().cast()), layout)
    }
    /// Rounds the accumulators to elements T: operand A of another product. The value i of A is the
    /// accumulator `as_a(i)`, as [`accumulator_as_a`](crate::gemm::accumulator_as_a) says.
    /// FlashAttention: `convert_type`.
    ///
    /// ```
    /// use zellige::{atom::{TiledMma, mma}, prelude::*};
    /// use zellige_gpu::{Bf16, Store, gemm::accumulator_as_a, wgmma::Idle};
    /// type Scores = TiledMma<mma::SM90_64x64x16_F32BF16BF16_SS>;
    /// type Output = TiledMma<mma::SM90_64x128x16_F32BF16BF16_RS>;
    /// /// Returns the first word of a thread's fragment of A, 64 by 64, rounded from its
    /// /// accumulators.
    /// unsafe fn round(gpu: impl Store, scores: &Idle<[f32; 32]>) -> u32 {
    ///     let as_a = accumulator_as_a::<Scores, Output, shape!((64, 64))>();
    ///     let mut p = scores.round::<Bf16, _>(gpu, as_a);
    ///     let a = p.tensor(layout!(((2, 2, 2), 1, 4))); // (MMA, MMA_M, MMA_K)
    ///     // SAFETY: the operand outlives its tensor.
    ///     unsafe { *a.engine().register() }
    /// }
    /// ```
    #[doc(alias = "convert_type")]
    #[inline(always)]
    pub fn round<T: RoundedOperand, L: Layout>(&self, gpu: impl Store, as_a: L) -> RoundedA<T, S, N>
    where
        S: Accumulators<Register = f32>,
    {
        const { check_length::<L>(N * S::REGISTERS, 1) }
        let mut rounded = Self::zero();
        let register = |i: usize| (i / S::REGISTERS, i % S::REGISTERS);
        each!(i in N * S::REGISTERS / Packed::<T>::IN_REGISTER => {
            let word = T::register_of(gpu, |j| {
                let value = i * Packed::<T>::IN_REGISTER as u32 + j as u32;
                let (instruction, i) = register(as_a.offset_at(value).usize());
                f32::from_bits(self.0[instruction].bits(i))
            });
            let (instruction, i) = register(i as usize);
            rounded.0[instruction].set_bits(i, word)
        });
        RoundedA(rounded, PhantomData)
    }
    /// Hands the accumulators to the tensor cores.
    #[inline(always)]
    pub fn run(self) -> Running<S, N> {
        Running(self.0)
    }
}
/// Accumulators rounded to elements T, several in each word of the first registers: operand A of
/// another product, in its order. [`Idle::round`] returns them.
#[derive(Copy, Clone)]
pub struct RoundedA<T, S, const N: usize = 1>(Idle<S, N>, PhantomData<T>);
impl<T, S: Accumulators<Register = f32>, const N: usize> RoundedA<T, S, N> {
    /// Returns the elements as a tensor of packed registers. A layout with a different element
    /// count does not compile, as for [`packed`](crate::tensor::packed).
    #[inline(always)]
    pub fn tensor<L: Layout>(&mut self, layout: L) -> GpuTensor<Packed<T>, L> {
        const { check_length::<L>(N * S::REGISTERS, 1) }
        GpuTensor::new(Packed::new(self.0.0.as_mut_ptr().cast()), layout)
    }
}
impl<S: Accumulators, const N: usize> Running<S, N> {
    /// Returns only the registers of instruction `i`.
    #[inline(always)]
    pub(super) fn of(&mut self, i: u32) -> &mut S {
        &mut self.0[i as usize]
    }
    /// Orders writes to registers and shared memory before the products that follow. CuTe:
    /// `warpgroup_arrive`.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[doc(alias = "warpgroup_arrive")]
    #[inline(always)]
    pub unsafe fn fence(&mut self, gpu: impl Sm90) {
        gpu.wgmma_fence()
    }
    /// Makes a group of the products begun so far. CuTe: `warpgroup_commit_batch`.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[doc(alias("warpgroup_commit_batch", "commit_group"))]
    #[inline(always)]
    pub unsafe fn commit(&mut self, gpu: impl Sm90) {
        gpu.wgmma_commit()
    }
    /// Waits for all groups but the last M: the shared memory that they read may be written again.
    /// CuTe: `warpgroup_wait<M>`.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[doc(alias("warpgroup_wait", "wait_group"))]
    #[inline(always)]
    pub unsafe fn wait_but<const M: u32>(&mut self, gpu: impl Sm90) {
        gpu.wgmma_wait::<M>()
    }
    /// Waits for all groups, after which the accumulators are ready. CuTe: `warpgroup_wait<0>`,
    /// `warpgroup_fence_operand`.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[doc(alias("warpgroup_wait", "wait_group"))]
    #[inline(always)]
    pub unsafe fn wait(self, gpu: impl Sm90) -> Idle<S, N> {
        self.wait_for_but::<0>(gpu)
    }
    /// Waits for all groups but the last M. None of these computes the accumulators, so they are
    /// ready.
    ///
    /// Two products can thus overlap: the accumulators of the first are read while the second is
    /// computed.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together, and the last M groups contain no product
    /// that writes these accumulators.
    #[inline(always)]
    pub unsafe fn wait_for_but<const M: u32>(mut self, gpu: impl Sm90) -> Idle<S, N> {
        gpu.wgmma_wait::<M>();
        for acc in &mut self.0 {
            gpu.warpgroup_fence_operand(acc);
        }
        Idle(self.0)
    }
}
