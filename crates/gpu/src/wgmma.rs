//! Products of warpgroups, which run asynchronously while their threads do other work.
//!
//! ```text
//! Idle  --run-->  Running  --fence, wgmma, commit, wait_but-->  Running  --wait-->  Idle
//!  get()                                                                             get()
//! ```
//!
//! The accumulators are in registers that the tensor cores write while the threads continue, which
//! Rust does not know. The accumulators therefore have two types. Nothing can be read from
//! [`Running`] ones. [`wait`](Running::wait), which turns them into [`Idle`] ones again, passes the
//! registers through [`warpgroup_fence_operand`](Sm90::warpgroup_fence_operand), which stops the
//! compiler from moving reads across it.
//!
//! ```compile_fail,E0599
//! # use zellige_gpu::{Sm90, wgmma::Idle};
//! # unsafe fn f<G: Sm90>(gpu: G) {
//! let mut acc = Idle::<[f32; 64]>::zero().run();
//! acc.fence(gpu);
//! let early = acc.get()[0]; // no method named `get` found for struct `Running`
//! # }
//! ```
//!
//! | atoms | A from | A and B contiguous along | elements of A and B | accumulators |
//! |---|---|---|---|---|
//! | `SM90_64xNx16_F16F16F16_{SS,RS}` | shared memory, registers | K, or M and N | [`F16`](crate::F16) | [`F16`](crate::F16) |
//! | `SM90_64xNx16_F32{F16F16,BF16BF16}_{SS,RS}` | shared memory, registers | K, or M and N | [`F16`](crate::F16), [`Bf16`](crate::Bf16) | `f32` |
//! | `SM90_64xNx8_F32TF32TF32_SS_TN` | shared memory | K | [`Tf32`](crate::Tf32) | `f32` |
//! | `SM90_64xNx32_F32E4M3E4M3_{SS,RS}_TN` | shared memory, registers | K | [`E4m3`](crate::E4m3) | `f32` |
//! | `SM90_64xNx32_S32S8S8_SS_TN` | shared memory | K | `i8` | `i32` |
//!
//! N is 8, 16, 32, 64, 96, 128, 160, 176, 192 or 256; for 8-bit numbers and `Tf32` it is 8, 64, 128
//! or 256. The layout of a tile in shared memory determines the mode along which it is contiguous.
//! Elements that do not have 16 bits must be contiguous along K;
//! [`descriptors`](GpuTensor::descriptors) refuses other layouts. [`Negative`] subtracts the
//! products, and [`ScaleOut`] selects whether the products are added to the old accumulators.
//!
//! ```
//! use zellige::atom::{OperandA, OperandB, make_tiled_mma, mma, smem::*};
//! use zellige::ops::TileToShape;
//! use zellige::prelude::*;
//! use zellige_gpu::{F16, Sm90, tensor::smem, wgmma::{Idle, ScaleOut, wgmma}};
//! /// A warpgroup multiplies 64 by 64 by 128 numbers in shared memory: A contiguous along K, B
//! /// along N.
//! unsafe fn product<G: Sm90>(gpu: G) -> [f32; 64] {
//!     type A = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((64, 64))>;
//!     type B = TileToShape<LayoutMnSw128Atom<Int<16>>, shape!((128, 64))>;
//!     let mma = make_tiled_mma(mma::SM90_64x128x16_F32F16F16_SS, layout!((1, 1)));
//!     // (MMA, MMA_M, MMA_K) = ((64, 16), 1, 4) elements; four instructions.
//!     let a = smem::<F16, _>(gpu, 0, A::STATIC).descriptors::<OperandA, _>(mma, gpu.thread());
//!     let b = smem::<F16, _>(gpu, 4096, B::STATIC).descriptors::<OperandB, _>(mma, gpu.thread());
//!     let mut acc = Idle::zero().run();
//!     // SAFETY: A and B are in shared memory, and all threads of the warpgroup execute this.
//!     unsafe {
//!         acc.fence(gpu);
//!         wgmma(gpu, mma, a, b, ScaleOut::Zero, &mut acc);
//!         acc.commit(gpu);
//!         let [acc] = *acc.wait(gpu).get();
//!         acc
//!     }
//! }
//! ```
//!
//! Accumulators of another instruction, a machine without `wgmma`, or registers where the atom
//! takes shared memory do not compile:
//!
//! ```compile_fail,E0277
//! # use zellige::atom::{make_tiled_mma, mma, OperandB, smem::*};
//! # use zellige::prelude::*;
//! # use zellige_gpu::{F16, Sm90, tensor::{packed, smem}, wgmma::{Idle, ScaleOut, wgmma}};
//! # unsafe fn f<G: Sm90>(gpu: G, registers: &mut [u32; 4]) {
//! let mma = make_tiled_mma(mma::SM90_64x8x16_F32F16F16_SS, layout!((1, 1))); // `_RS` takes A from registers
//! let a = packed::<F16, _, _>(registers, layout!(((2, 2, 2), 1, 1)));
//! let b = smem::<F16, _>(gpu, 0, <LayoutKSw32Atom<Int<16>>>::STATIC).descriptors::<OperandB, _>(mma, gpu.thread());
//! wgmma(gpu, mma, a, b, ScaleOut::One, &mut Idle::zero().run());
//! # }
//! ```

#[cfg(target_arch = "nvptx64")]
#[macro_use]
pub(crate) mod indices;
mod accumulators;
mod atoms;
pub use accumulators::{Accumulators, Idle, RoundedA, Running};
pub use atoms::{
    Accumulates, HasMajor, KMajor, Majors, MnMajor, Negative, OperandA, RsOp, ScaleOut, SourceA,
    SsOp, Wgmma,
};

use crate::engine::{Engine, Packed, SharedAddress, Smem};
use crate::gemm::check_fragment;
use crate::number::FragmentElement;
use crate::storage::TmaTile;
use crate::tensor::GpuTensor;
use crate::{Sm90, unroll};
use core::ops::RangeFull;
use zellige::Steps;
use zellige::atom::gmma::{DescriptorFormat, Hopper, Major, MatrixDescriptor, make_gmma_desc};
use zellige::atom::smem::SharedTile;
use zellige::atom::{MmaTiling, Operand, Partitioned};
use zellige::integer::Integer;
use zellige::ops::Upcast;
use zellige::prelude::*;
use zellige::refusal::Message;

/// Elements T in shared memory as `wgmma` takes them, by a descriptor, which moves in units of 16
/// bytes; with the format `Blackwell`, as `tcgen05.mma` takes them.
#[doc(alias = "DescriptorIterator")]
pub struct Descriptors<T: FragmentElement, L, F = Hopper>(
    pub(crate) MatrixDescriptor<L, T::Bits, F>,
);
impl<T: FragmentElement, L: Copy, F: DescriptorFormat> Clone for Descriptors<T, L, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: FragmentElement, L: Copy, F: DescriptorFormat> Copy for Descriptors<T, L, F> {}
impl<T: FragmentElement, L: SharedTile, F: DescriptorFormat> Engine for Descriptors<T, L, F> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Descriptors(self.0 + by.u32())
    }
}
impl<T: FragmentElement, L: SharedTile, F: DescriptorFormat> HasMajor for Descriptors<T, L, F> {
    const MAJOR: Major = MatrixDescriptor::<L, T::Bits, F>::major();
}
impl<T> HasMajor for Packed<T> {
    const MAJOR: Major = Major::K;
}

/// The coordinate of the first instruction's operand in shares of a given profile: (V, M, K), with
/// or without a stage.
pub trait FirstInstruction {
    /// The coordinate `((.., ..), 0, 0)` or `((.., ..), 0, 0, 0)`.
    type Coord: Coord + Default;
}
impl<V, M, K> FirstInstruction for (V, M, K) {
    type Coord = ((RangeFull, RangeFull), int!(0), int!(0));
}
impl<V, M, K, P> FirstInstruction for (V, M, K, P) {
    type Coord = ((RangeFull, RangeFull), int!(0), int!(0), int!(0));
}
type First<L> = <<L as Layout>::Profile as FirstInstruction>::Coord;
/// A warpgroup's share (V, M, K) or (V, M, K, stage) of a tile in shared memory.
#[diagnostic::on_unimplemented(
    message = "this tile is not known to be an operand that `wgmma` reads from shared memory",
    label = "its share in the tiled MMA is not known to have descriptors",
    note = "in generic code bound the tile, for each operand: `type A: TmaTile<Layout: SharedOperand<Self::Mma, OperandA>>`"
)]
pub trait OperandTile: SharedTile {
    /// The layout of the first instruction's operand.
    type First: SharedTile;
    /// Returns the layout of the first instruction's operand.
    fn first(self) -> Self::First;
}
#[diagnostic::do_not_recommend]
impl<L: SharedTile> OperandTile for L
where
    L::Profile: FirstInstruction,
    L::Slice<First<L>>: SharedTile,
{
    type First = L::Slice<First<L>>;
    #[inline(always)]
    fn first(self) -> Self::First {
        self.sliced(Default::default())
    }
}
/// The tensor of the descriptors of a share L: (V, M, K, stage) in units of 16 bytes.
pub type DescriptorsOf<T, L> = GpuTensor<
    Descriptors<T, <L as OperandTile>::First>,
    Upcast<<L as Layout>::Inner, <T as FragmentElement>::InUnit>,
>;

/// Tiles in shared memory that the tiled MMA M reads by descriptors, as its operand O. A
/// configuration uses it, or [`TmaOperand`], as the bound of its tiles, so that its kernel needs no
/// further bound: `type A: TmaTile<Layout: SharedOperand<Self::Mma, OperandA>>`.
pub trait SharedOperand<M: MmaTiling, O: Operand>: Layout {
    /// The share.
    type Share: OperandTile;
    /// Returns a thread's share, and the offset at which it begins, in elements.
    #[doc(hidden)]
    fn share(self, mma: M, thread: u32) -> (Self::Share, u32);
}
#[diagnostic::do_not_recommend]
impl<L: Layout, M: MmaTiling, O: Operand> SharedOperand<M, O> for L
where
    Partitioned<M, O, L, u32>: OperandTile,
{
    type Share = Partitioned<M, O, L, u32>;
    #[inline(always)]
    fn share(self, mma: M, thread: u32) -> (Self::Share, u32) {
        let (share, offset) = mma.partition::<O, _, _>(self, thread);
        (share, offset.u32())
    }
}
/// Tiles of elements T that the tensor memory accelerator fills and the tiled MMA M reads by
/// descriptors, as its operand O. In a configuration it is one bound in place of three:
/// `type A: TmaOperand<Self::Element, Self::Mma, OperandA>`.
pub trait TmaOperand<T, M: MmaTiling, O: Operand>:
    TmaTile<Element = T, Layout: SharedOperand<M, O>>
{
}
impl<T, M: MmaTiling, O: Operand, X> TmaOperand<T, M, O> for X where
    X: TmaTile<Element = T, Layout: SharedOperand<M, O>>
{
}

/// [`SharedOperand`] with MMA and layout exchanged, so that the error for a missing bound is about
/// the MMA, in one sentence.
#[doc(hidden)]
pub trait ReadsShared<O: Operand, L: Layout>: MmaTiling {
    type Share: OperandTile;
    fn share(self, tile: L, thread: u32) -> (Self::Share, u32);
}
#[diagnostic::do_not_recommend]
impl<M: MmaTiling, O: Operand, L: SharedOperand<M, O>> ReadsShared<O, L> for M {
    type Share = L::Share;
    #[inline(always)]
    fn share(self, tile: L, thread: u32) -> (Self::Share, u32) {
        tile.share(self, thread)
    }
}

impl<T: FragmentElement, L: Layout> GpuTensor<Smem<T>, L> {
    /// Returns the descriptors of operand O for this thread's warpgroup: (V, M, K), or (V, M, K,
    /// stage). CuTe: `thr_mma.make_fragment_A(thr_mma.partition_A(sA))`.
    ///
    /// A layout without a descriptor does not compile, as for [`make_gmma_desc`].
    #[inline(always)]
    pub fn descriptors<O: Operand, M: ReadsShared<O, L>>(
        self,
        mma: M,
        thread: u32,
    ) -> DescriptorsOf<T, M::Share> {
        let (share, offset) = mma.share(self.layout, thread);
        let address = self.engine.moved(offset).address();
        let first = make_gmma_desc(share.first(), T::Bits::default(), address);
        GpuTensor::new(Descriptors(first), share.inner().upcast(T::InUnit::default()))
    }
}

/// Operand A of elements T in the form O in which an atom takes it: descriptors or registers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operand A of `{T}` for this atom",
    label = "an atom `_SS` takes descriptors of shared memory, an atom `_RS` packed registers, of the atom's elements"
)]
pub trait GivesA<O, T>: Engine + HasMajor {
    /// Whether the operand is in registers.
    const IN_REGISTERS: bool;
    /// Returns the operand of the instruction.
    ///
    /// # Safety
    ///
    /// The registers are in an array, with four or more from here on.
    unsafe fn operand(self) -> O;
}
impl<T: FragmentElement, L: SharedTile> GivesA<u64, T> for Descriptors<T, L> {
    const IN_REGISTERS: bool = false;
    #[inline(always)]
    unsafe fn operand(self) -> u64 {
        self.0.bits()
    }
}
impl<T> GivesA<[u32; 4], T> for Packed<T> {
    const IN_REGISTERS: bool = true;
    #[inline(always)]
    unsafe fn operand(self) -> [u32; 4] {
        *self.register().cast()
    }
}

/// Begins D = A B + D, or D = A B, for a warpgroup's (V, M, K) of A and (V, N, K) of B; the
/// accumulators are (V, M, N). CuTe: `gemm(tiled_mma, a, b, c)` with `tiled_mma.accumulate_`;
/// [`fence`](Running::fence) and [`commit`](Running::commit) are separate calls.
///
/// One call begins at most 16 instructions; split K into several calls for more. The following do
/// not compile: accumulators of a different instruction count,
/// `wgmma: the accumulators are of 1 instructions, but A and B have 2 x 1`; operands of different
/// lengths, `wgmma: A has 4 steps along K, but B has 2`; and registers that are not four per
/// instruction, `wgmma: the values (_2,_2):(_1,_2) of one instruction are not 4 registers`.
///
/// # Safety
///
/// The conditions of [`Sm90::wgmma`] hold: all threads of the warpgroup execute this, after a
/// fence, and the operands do not change until the products have been waited for.
#[doc(alias = "gemm")]
#[inline(always)]
pub unsafe fn wgmma<G, M, A, AL, B, BL, const N: usize>(
    gpu: G,
    _: M,
    a: GpuTensor<A, AL>,
    b: GpuTensor<Descriptors<<M::Atom as Wgmma<G>>::ElementB, B>, BL>,
    out: ScaleOut,
    acc: &mut Running<<M::Atom as Wgmma<G>>::Accumulators, N>,
) where
    G: Sm90,
    M: MmaTiling,
    M::Atom: Wgmma<G>,
    A: GivesA<<M::Atom as Wgmma<G>>::OperandA, <M::Atom as Wgmma<G>>::ElementA>,
    AL: Layout,
    B: SharedTile,
    BL: Layout,
{
    const {
        check_instructions::<AL, BL>("wgmma: ", N);
        if A::IN_REGISTERS {
            check_registers::<AL::Head, <M::Atom as Wgmma<G>>::ElementA>()
        }
    }
    unroll!(for number in 0..{ along_k::<AL>() * rows::<AL>() * rows::<BL>() } {
        let (i, rest) = (number % rows::<AL>(), number / rows::<AL>());
        let (j, k) = (rest % rows::<BL>(), rest / rows::<BL>());
        let (a, b) = (a.vector(i + rows::<AL>() * k), b.vector(j + rows::<BL>() * k));
        gpu.wgmma::<M::Atom, (A, Descriptors<<M::Atom as Wgmma<G>>::ElementB, B>)>(
            acc.of(i + rows::<AL>() * j),
            a.engine.operand(),
            b.engine.0.bits(),
            if k == 0 { out } else { ScaleOut::One },
        )
    });
}
/// Begins D = A B + D, or D = A B, as a separate group: [`fence`](Running::fence),
/// [`wgmma`](fn@wgmma) and [`commit`](Running::commit). FlashAttention: `gemm` with `wg_wait = -1`.
///
/// ```
/// use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma, mma, smem::LayoutKSw128Atom};
/// use zellige::{ops::TileToShape, prelude::*};
/// use zellige_gpu::{F16, Sm90, tensor::smem, wgmma::{Idle, ScaleOut, product}};
/// /// Two products by one warpgroup, A B and A C: the first accumulators are ready while the
/// /// second ones are computed.
/// unsafe fn in_turn<G: Sm90>(gpu: G) -> [[f32; 32]; 2] {
///     type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((64, 64))>;
///     let mma = <TiledMma<mma::SM90_64x64x16_F32F16F16_SS>>::STATIC;
///     let tile = |number: u32| smem::<F16, _>(gpu, 4096 * number, Tile::STATIC);
///     let a = tile(0).descriptors::<OperandA, _>(mma, gpu.thread());
///     let [b, c] = [1, 2].map(|number| tile(number).descriptors::<OperandB, _>(mma, gpu.thread()));
///     // SAFETY: the tiles are in shared memory, and all threads of the warpgroup execute this.
///     unsafe {
///         let first = product(gpu, mma, a, b, ScaleOut::Zero, <Idle<_>>::zero());
///         let second = product(gpu, mma, a, c, ScaleOut::Zero, <Idle<_>>::zero());
///         let [first] = *first.wait_for_but::<1>(gpu).get();
///         let [second] = *second.wait(gpu).get();
///         [first, second]
///     }
/// }
/// ```
///
/// # Safety
///
/// The conditions of [`wgmma`](fn@wgmma) hold.
#[inline(always)]
pub unsafe fn product<G, M, A, AL, B, BL, const N: usize>(
    gpu: G,
    mma: M,
    a: GpuTensor<A, AL>,
    b: GpuTensor<Descriptors<<M::Atom as Wgmma<G>>::ElementB, B>, BL>,
    out: ScaleOut,
    acc: Idle<<M::Atom as Wgmma<G>>::Accumulators, N>,
) -> Running<<M::Atom as Wgmma<G>>::Accumulators, N>
where
    G: Sm90,
    M: MmaTiling,
    M::Atom: Wgmma<G>,
    A: GivesA<<M::Atom as Wgmma<G>>::OperandA, <M::Atom as Wgmma<G>>::ElementA>,
    AL: Layout,
    B: SharedTile,
    BL: Layout,
{
    let mut running = acc.run();
    running.fence(gpu);
    wgmma(gpu, mma, a, b, out, &mut running);
    running.commit(gpu);
    running
}
/// Panics if the registers of one instruction, laid out by L, are not its operand A.
const fn check_registers<L: Layout, T: FragmentElement>() {
    check_fragment::<L>();
    if L::SIZE as u64 * <T::Bits as Integer>::KNOWN != 4 * 32 {
        let m = Message::new().s("wgmma: the values ").cat(&L::TEXT);
        m.s(" of one instruction are not 4 registers").raise()
    }
}
/// Returns the number of instructions along K in a share (V, M, K).
pub(crate) const fn along_k<L: Layout>() -> u32 {
    <<L::Tail as Steps>::Tail as Layout>::SIZE as u32
}
/// Returns the number of instructions along M or N in a share (V, M, K).
pub(crate) const fn rows<L: Layout>() -> u32 {
    <<L::Tail as Steps>::Head as Layout>::SIZE as u32
}
/// Panics if the shares do not fit together.
pub(crate) const fn check_instructions<A: Layout, B: Layout>(name: &str, acc: usize) {
    let (k, other) = (along_k::<A>() as u64, along_k::<B>() as u64);
    let m = Message::new().s(name);
    if k != other {
        let m = m.s("A has ").u(k).s(" steps along K, but B has ");
        m.u(other).raise()
    }
    let (rows, columns) = (rows::<A>() as u64, rows::<B>() as u64);
    if acc as u64 != rows * columns {
        let m = m.s("the accumulators are of ").u(acc as u64);
        let m = m.s(" instructions, but A and B have ").u(rows);
        m.s(" x ").u(columns).raise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{F16, Tf32};

    #[test]
    fn instructions_of_a_share() {
        check_instructions::<layout!((8, 2, 4)), layout!((4, 3, 4))>("wgmma: ", 6);
        check_registers::<layout!((2, 2, 2)), F16>();
        check_registers::<layout!((2, 2)), Tf32>();
    }
    #[test]
    #[should_panic(
        expected = "wgmma: the accumulators are of 5 instructions, but A and B have 2 x 3"
    )]
    fn too_few_sums() {
        check_instructions::<layout!((8, 2, 4)), layout!((4, 3, 4))>("wgmma: ", 5);
    }
    #[test]
    #[should_panic(expected = "wgmma: A has 4 steps along K, but B has 2")]
    fn other_steps() {
        check_instructions::<layout!((8, 2, 4)), layout!((4, 3, 2))>("wgmma: ", 6);
    }
    #[test]
    #[should_panic(
        expected = "wgmma: the values (_2,_2):(_1,_2) of one instruction are not 4 registers"
    )]
    fn too_few_registers() {
        check_registers::<layout!((2, 2)), F16>();
    }
}
