//! The products `tcgen05.mma`: the operands, and the thread that begins them.

use super::factors::{Factor, ScaledOperand, check_factors, factor, scaled_rows};
use super::{
    Accumulating, Accumulator, Fragments, ScaledArguments, TmemPtr, Umma, UmmaOperands, UmmaScaled,
    sums,
};
use crate::engine::{Engine, SharedAddress, Smem};
use crate::number::{E2m1, FragmentElement};
use crate::tensor::GpuTensor;
use crate::wgmma::{
    Descriptors, HasMajor, OperandTile, ReadsShared, ScaleOut, along_k, check_instructions, rows,
};
use crate::{Sm100, unroll};
use zellige::Steps;
use zellige::atom::gmma::{Blackwell, Major};
use zellige::atom::instr_desc::make_instr_desc;
use zellige::atom::smem::SharedTile;
use zellige::atom::tmem::TmemTensor;
use zellige::atom::umma::{Kind, SourceOfA, UmmaAtom};
use zellige::atom::umma_desc::make_umma_desc;
use zellige::atom::{MmaAtom, MmaTiling, Operand};
use zellige::ops::Upcast;
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::tuple::IntTuple;
use zellige::typenum::{U2, U32};

impl<T> HasMajor for TmemPtr<T> {
    const MAJOR: Major = Major::K;
}
/// Operand A of elements T in the form O in which an atom of `tcgen05.mma` takes it: descriptors or
/// tensor memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operand A of `{T}` for this atom",
    label = "an atom `_SS` takes `umma_descriptors`, an atom `_TS` tensor memory, of its elements"
)]
pub trait GivesUmmaA<O, T>: Engine + HasMajor {
    /// Returns the operand of the instruction.
    fn operand(self) -> O;
}
impl<T: FragmentElement, L: SharedTile> GivesUmmaA<u64, T> for Descriptors<T, L, Blackwell> {
    #[inline(always)]
    fn operand(self) -> u64 {
        self.0.bits()
    }
}
impl<T> GivesUmmaA<u32, T> for TmemPtr<T> {
    #[inline(always)]
    fn operand(self) -> u32 {
        self.address().bits()
    }
}
/// The tensor of the descriptors of a share L: (V, M, K, stage) in units of 16 bytes.
pub type UmmaDescriptorsOf<T, L> = GpuTensor<
    Descriptors<T, <L as OperandTile>::First, Blackwell>,
    Upcast<<L as Layout>::Inner, <T as FragmentElement>::InUnit>,
>;
/// Panics if several elements share a byte.
const fn check_whole<T: FragmentElement>() {
    let bits = <T::Bits as Integer>::KNOWN;
    if bits != 8 * size_of::<T>() as u64 {
        let m = Message::new().s("tcgen05.mma: elements of ").u(bits);
        m.s(" bits share bytes: the descriptors are `umma_pairs` of a tensor of `u8`").raise()
    }
}
impl<T: FragmentElement, L: Layout> GpuTensor<Smem<T>, L> {
    /// Returns the descriptors of operand O for `tcgen05.mma`: (V, M, K), or (V, M, K, stage).
    /// CuTe: `cta_mma.make_fragment_A(sA)`.
    ///
    /// A layout without a descriptor does not compile, as for [`make_umma_desc`].
    #[inline(always)]
    pub fn umma_descriptors<O: Operand, M: ReadsShared<O, L>>(
        self,
        mma: M,
    ) -> UmmaDescriptorsOf<T, M::Share> {
        const { check_whole::<T>() }
        let (share, offset) = mma.share(self.layout, 0);
        let address = self.engine.moved(offset).address();
        let first = make_umma_desc(share.first(), T::Bits::default(), address);
        GpuTensor::new(Descriptors(first), share.inner().upcast(T::InUnit::default()))
    }
}
impl<L: Layout> GpuTensor<Smem<u8>, L> {
    /// Returns the descriptors of operand O of [`E2m1`], two to a byte, the first one in its low
    /// bits: (V, M, K), or (V, M, K, stage).
    ///
    /// ```
    /// use zellige::atom::{smem::LayoutKSw128Atom, umma::SM100_MMA_MXF4_SS, *};
    /// use zellige::{ops::TileToShape, prelude::*};
    /// use zellige_gpu::{number::{E2m1, Ue4m3}, storage::SmemTensor};
    /// type Op = SM100_MMA_MXF4_SS<E2m1, E2m1, f32, Ue4m3, int!(128), int!(64), int!(16)>;
    /// // Rows of 128 bytes: 256 elements, for four instructions.
    /// type Rows = TileToShape<LayoutKSw128Atom<int!(8)>, shape!((128, 128))>;
    /// fn units(a: SmemTensor<u8, Rows>) -> usize {
    ///     let a = a.umma_pairs::<OperandA, _>(<TiledMma<Op>>::STATIC);
    ///     a.layout().size().usize() // 128 * 256 / 32, of 16 bytes each
    /// }
    /// ```
    #[inline(always)]
    pub fn umma_pairs<O: Operand, M: ReadsShared<O, L::Downcast<U2>>>(
        self,
        mma: M,
    ) -> UmmaDescriptorsOf<E2m1, M::Share> {
        let (share, offset) = mma.share(self.layout.downcast(U2::default()), 0);
        let address = self.engine.moved(offset / 2).address();
        let first = make_umma_desc(share.first(), Default::default(), address);
        GpuTensor::new(Descriptors(first), share.inner().upcast(U32::default()))
    }
}

impl<M: MmaTiling, S: IntTuple> Accumulating<'_, Accumulator<M, S>>
where
    Accumulator<M, S>: TmemTensor,
{
    /// Begins D = A B for (V, M, K) of A and (V, N, K) of B; after the first call, D = A B + D.
    /// CuTe: `gemm(tiled_mma, a, b, c)` with `tiled_mma.accumulate_`.
    ///
    /// One call begins at most 16 instructions; split K into several calls for more. Operands that
    /// do not fit together do not compile: `tcgen05.mma: A has 4 steps along K, but B has 2`, or
    /// `tcgen05.mma: the accumulators are of 1 instructions, but A and B have 2 x 1`. Neither do
    /// numbers of 4 and 6 bits that are not [`Padded`](crate::number::Padded) in kinds of 8, or
    /// that do not lie along K in shared memory, or that are so in tensor memory, nor sums of f16
    /// for bf16:
    ///
    /// ```text
    /// tcgen05.mma.kind::f8f6f4: A has numbers of 4 bits, which are `Padded` in shared memory
    /// tcgen05.mma.kind::f8f6f4: A has numbers of 4 bits, which have a byte of tensor memory each
    /// tcgen05.mma.kind::f8f6f4: B has numbers of 6 bits, which lie along K in shared memory
    /// tcgen05.mma.kind::f16: sums of f16 are of products of f16, not of bf16
    /// ```
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this half, and A and B do not change until a thread has waited
    /// for a commit after this call.
    #[inline(always)]
    pub unsafe fn gemm<G, A, AL, B, BL>(
        &mut self,
        gpu: G,
        a: GpuTensor<A, AL>,
        b: GpuTensor<Descriptors<<M::Atom as UmmaOperands>::ElementB, B, Blackwell>, BL>,
    ) where
        G: Sm100,
        M::Atom: Umma<G>,
        A: GivesUmmaA<<M::Atom as UmmaOperands>::OperandA, <M::Atom as UmmaOperands>::ElementA>,
        AL: Layout,
        B: SharedTile,
        BL: Layout,
    {
        const { check_operands::<M, S, AL, BL>() }
        let descriptor = const {
            let b = <Descriptors<<M::Atom as UmmaOperands>::ElementB, B, Blackwell>>::MAJOR;
            check_along::<M::Atom>(A::MAJOR, b);
            make_instr_desc::<M::Atom>(A::MAJOR, b).bits()
        };
        self.each_instruction::<AL, BL>(|[i, j, k], d, out| {
            let (a, b) = (a.vector(i + rows::<AL>() * k), b.vector(j + rows::<BL>() * k));
            gpu.umma::<M::Atom>(d, a.engine.operand(), b.engine.0.bits(), descriptor, out)
        })
    }
    /// Begins D = (A SFA) (B SFB) for (V, M, K) of A and (V, N, K) of B, each with its scale
    /// factors in tensor memory; after the first call, adds the product to D. CuTe:
    /// `gemm(tiled_mma, make_zip_tensor(a, sfa), make_zip_tensor(b, sfb), c)`.
    ///
    /// The [module](super) has an example. Besides what [`gemm`](Self::gemm) refuses, the following
    /// do not compile: an atom without scale factors, factors of another format, and other tensors:
    ///
    /// ```text
    /// tcgen05.mma.kind::mxf8f6f4: a factor of A is for 32 elements along K, not for 16
    /// tcgen05.mma.kind::mxf8f6f4: B has 128 rows in blocks of 128 and 4 steps along K, but its
    /// factors have 256 and 4
    /// tcgen05.mma.kind::mxf8f6f4: factors of several instructions are for a multiple of 64 rows
    /// each, not for 96
    /// tcgen05.mma.kind::mxf4: a factor of B lies in 2 quarters of the lanes, not in 4
    /// ```
    ///
    /// Each block of a pair has the factors of its own rows of A, and of all rows of B, at the same
    /// addresses. Its rows of B are half of those of each instruction.
    ///
    /// Of a pair with 128 rows, a block has the factors of its 64 rows of A as if it had 128, and
    /// those of B as [`ScaleFactorDuplicated2by2`] says: of columns 0 to N/2 - 1 in lanes 0 to 63,
    /// of the others in lanes 64 to 127, as the sums lie. The instruction has 128 or 256 columns,
    /// and the tile as many. Warps store these factors; CuTe has no tiles of them, either.
    ///
    /// [`ScaleFactorDuplicated2by2`]: zellige::atom::tmem::ScaleFactorDuplicated2by2
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this half, and A, B and the factors do not change until a
    /// thread has waited for a commit after this call, in either block of a pair. The thread has
    /// begun the [copies](Self::copy_factors) of the factors, or they were done before.
    #[inline(always)]
    pub unsafe fn gemm_scaled<G, A, AL, FA, B, BL, FB>(
        &mut self,
        gpu: G,
        (a, sfa): ScaledOperand<<M::Atom as UmmaOperands>::ElementA, A, AL, Factor<M, G>, FA>,
        (b, sfb): ScaledOperand<<M::Atom as UmmaOperands>::ElementB, B, BL, Factor<M, G>, FB>,
    ) where
        G: Sm100,
        M::Atom: UmmaScaled<G>,
        A: SharedTile,
        AL: Layout,
        FA: Layout,
        B: SharedTile,
        BL: Layout,
        FB: Layout,
    {
        const {
            check_operands::<M, S, AL, BL>();
            let [rows_a, rows_b] = scaled_rows::<M::Atom>();
            check_factors::<M::Atom, AL, FA>("A", rows_a, 4);
            check_factors::<M::Atom, BL, FB>("B", rows_b, if rows_a == 64 { 2 } else { 4 });
        }
        let descriptor = const {
            let a = <Descriptors<<M::Atom as UmmaOperands>::ElementA, A, Blackwell>>::MAJOR;
            let b = <Descriptors<<M::Atom as UmmaOperands>::ElementB, B, Blackwell>>::MAJOR;
            check_along::<M::Atom>(a, b);
            make_instr_desc::<M::Atom>(a, b)
        };
        self.each_instruction::<AL, BL>(|[i, j, k], d, out| {
            let (a, b) = (a.vector(i + rows::<AL>() * k), b.vector(j + rows::<BL>() * k));
            let (sfa, id_a) = factor(sfa, const { scaled_rows::<M::Atom>()[0] } * i, k);
            let (sfb, id_b) = factor(sfb, const { scaled_rows::<M::Atom>()[1] } * j, k);
            gpu.umma_scaled::<M::Atom>(ScaledArguments {
                d,
                a: a.engine.0.bits(),
                b: b.engine.0.bits(),
                descriptor: descriptor.scale_ids(id_a, id_b).bits(),
                factors: [sfa, sfb],
                out,
            })
        })
    }
    /// Calls `begin` with the place (i, j, k) of each instruction, its accumulators and whether it
    /// adds to them.
    #[inline(always)]
    fn each_instruction<AL: Layout, BL: Layout>(&mut self, begin: impl Fn([u32; 3], u32, ScaleOut))
    where
        M::Atom: UmmaOperands,
    {
        let d = sums::<M, S>(self.address);
        unroll!(for number in 0..{ along_k::<AL>() * rows::<AL>() * rows::<BL>() } {
            let (i, rest) = (number % rows::<AL>(), number / rows::<AL>());
            let (j, k) = (rest % rows::<BL>(), rest / rows::<BL>());
            let d = d.vector(i + rows::<AL>() * j).engine.address().bits();
            begin([i, j, k], d, if k == 0 { self.out } else { ScaleOut::One })
        });
        self.out = ScaleOut::One;
    }
}
/// Panics if the operands do not fit the accumulators, or if shared memory has numbers of 4 or 6
/// bits in another form than the instruction reads.
const fn check_operands<M: MmaTiling<Atom: UmmaOperands>, S: IntTuple, AL: Layout, BL: Layout>()
where
    Accumulator<M, S>: TmemTensor,
{
    type Tiles<M, S> = <<Accumulator<M, S> as TmemTensor>::Layout as Steps>::Tail;
    check_instructions::<AL, BL>("tcgen05.mma: ", <Tiles<M, S> as Layout>::SIZE);
    check_sums::<M::Atom>();
    if <M::Atom as UmmaAtom>::Source::IN_TMEM {
        check_in_bytes::<M::Atom, <M::Atom as UmmaOperands>::ElementA, AL>();
    } else {
        check_padded::<M::Atom, <M::Atom as UmmaOperands>::ElementA>(
            "A",
            <M::Atom as MmaAtom>::BitsA::KNOWN,
        );
    }
    check_padded::<M::Atom, <M::Atom as UmmaOperands>::ElementB>(
        "B",
        <M::Atom as MmaAtom>::BitsB::KNOWN,
    );
}
/// Panics if sums of f16 are of products of bf16.
const fn check_sums<A: UmmaAtom>() {
    let [a, b, _] = A::CODES;
    let is_half = <A::BitsC as Integer>::KNOWN == 16 && <A::Kind as Kind>::K::KNOWN == 16;
    if is_half && a + b > 0 {
        let m = Message::new().s("tcgen05.mma.kind::").s(A::Kind::NAME);
        m.s(": sums of f16 are of products of f16, not of bf16").raise()
    }
}
/// Panics unless the elements T, of `bits` bits, take as many bits of shared memory as 32 bytes
/// for the elements along K of one instruction leave.
const fn check_padded<A: UmmaAtom, T: FragmentElement>(name: &str, bits: u64) {
    if <A::Kind as Kind>::K::KNOWN * <T::Bits as Integer>::KNOWN != 256
        || bits < 8 && <T::Bits as Integer>::KNOWN == 8 && T::FILLED as u64 != bits
    {
        operand::<A>(name, bits).s("which are `Padded` in shared memory").raise()
    }
}
/// Panics if elements T of A, of less than 8 bits, in tensor memory as L says, do not have a byte
/// each.
const fn check_in_bytes<A: UmmaAtom, T: FragmentElement, L: Layout>() {
    let bits = <A::BitsA as Integer>::KNOWN;
    // A lane has 2^16 columns of four bytes.
    if bits < 8 && (T::FILLED != 8 || L::COSIZE > 128 << 18) {
        operand::<A>("A", bits).s("which have a byte of tensor memory each").raise()
    }
}
/// Panics if numbers of less than 8 bits do not lie along K in shared memory.
const fn check_along<A: UmmaAtom>(a: Major, b: Major) {
    let [bits_a, bits_b] = [<A::BitsA as Integer>::KNOWN, <A::BitsB as Integer>::KNOWN];
    let along = "which lie along K in shared memory";
    if bits_a < 8 && matches!(a, Major::Mn) {
        operand::<A>("A", bits_a).s(along).raise()
    }
    if bits_b < 8 && matches!(b, Major::Mn) {
        operand::<A>("B", bits_b).s(along).raise()
    }
}
/// Returns the beginning of a message about an operand.
const fn operand<A: UmmaAtom>(name: &str, bits: u64) -> Message {
    let m = Message::new().s("tcgen05.mma.kind::").s(A::Kind::NAME).s(": ").s(name);
    m.s(" has numbers of ").u(bits).s(" bits, ")
}
impl<C: Fragments> Accumulating<'_, C> {
    /// Begins to move the rows of an operand A, of 128 rows, down by one inside each 32 lanes:
    ///
    /// ```text
    /// row before   0  1  2  ...  30  31      32  33  ...
    /// row after    0  0  1  ...  29  30      32  32  ...
    /// ```
    ///
    /// Later products of the thread read the rows in their new places, and earlier ones in their
    /// old. PTX: `tcgen05.shift.down`.
    ///
    /// ```
    /// use zellige::{atom::umma::SM100_MMA_F16BF16_TS, atom::*, prelude::*};
    /// use zellige_gpu::tmem::{Accumulating, Accumulator, TmemOf};
    /// use zellige_gpu::{Bf16, Sm100};
    /// type Op = SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(32)>;
    /// type Sums = Accumulator<TiledMma<Op>, shape!((128, 32))>;
    /// /// Shifts 128 rows of 32 numbers: two steps along K, in four quarters of the lanes each.
    /// unsafe fn shift<G: Sm100>(
    ///     gpu: G,
    ///     thread: &mut Accumulating<'_, Sums>,
    ///     a: zellige_gpu::tensor::GpuTensor<zellige_gpu::tmem::TmemPtr<Bf16>, impl Layout>,
    /// ) {
    ///     unsafe { thread.shift_rows(gpu, a) }
    /// }
    /// ```
    ///
    /// Other instructions along K do not compile, such as those of 64 rows:
    /// `tcgen05.shift: 128 rows of 32 bytes are shifted, not 1024 elements of 16 bits`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this half, the stores to A are done and fenced, and it is not
    /// accessed otherwise until a thread has waited for a commit after this call.
    #[inline(always)]
    pub unsafe fn shift_rows<T: FragmentElement, L: Layout>(
        &mut self,
        gpu: impl Sm100,
        a: GpuTensor<TmemPtr<T>, L>,
    ) {
        const { check_shift::<T, L>() }
        unroll!(for step in 0..{ along_k::<L>() * rows::<L>() } {
            let first = a.vector(step).engine.address().bits();
            unroll!(for quarter in 0..4 {
                gpu.tmem_shift::<C::Ctas>(first + (quarter << 21));
            });
        });
    }
}
/// Panics unless each instruction of L, (V, M, K), has 128 rows of 32 bytes.
const fn check_shift<T: FragmentElement, L: Layout>() {
    let (size, bits) = (<<L as Steps>::Head as Layout>::SIZE as u64, <T::Bits as Integer>::KNOWN);
    if size * bits != 128 * 256 {
        let m = Message::new().s("tcgen05.shift: 128 rows of 32 bytes are shifted, not ").u(size);
        m.s(" elements of ").u(bits).s(" bits").raise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{E2m3, Padded, Ue8m0};
    use crate::{Bf16, E4m3, F16};
    use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
    use zellige::atom::umma::{
        SM100_MMA_F8F6F4_SS, SM100_MMA_F8F6F4_TS, SM100_MMA_F16BF16_SS, SM100_MMA_MXF8F6F4_SS,
    };

    type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(96)>;

    #[test]
    #[should_panic(expected = "tcgen05.mma: elements of 4 bits share bytes: the descriptors are \
                               `umma_pairs` of a tensor of `u8`")]
    fn elements_that_share_bytes() {
        check_whole::<E2m1>();
    }
    #[test]
    #[should_panic(
        expected = "tcgen05.shift: 128 rows of 32 bytes are shifted, not 1024 elements of 16 bits"
    )]
    fn a_shift_of_64_rows() {
        check_shift::<crate::Bf16, layout!((2048, 1, 4))>(); // of 128 rows
        check_shift::<crate::Bf16, layout!((1024, 1, 4))>();
    }
    type Narrow = SM100_MMA_F8F6F4_SS<Padded<E2m1>, Padded<E2m3>, f32, int!(128), int!(64)>;
    type InTmem = SM100_MMA_F8F6F4_TS<E2m1, Padded<E2m3>, f32, int!(128), int!(64)>;
    type Rows<Bits> =
        <TmemFragment<shape!(((128, 32), 1, 4)), TmemFrg1sm<Bits, Bits>> as TmemTensor>::Layout;
    #[test]
    #[should_panic(
        expected = "tcgen05.mma.kind::f16: sums of f16 are of products of f16, not of bf16"
    )]
    fn half_sums_of_bf16() {
        type Half<A, B> = SM100_MMA_F16BF16_SS<A, B, F16, int!(128), int!(64)>;
        check_sums::<Half<F16, F16>>();
        check_sums::<Half<F16, Bf16>>();
    }
    #[test]
    #[should_panic(expected = "tcgen05.mma.kind::f8f6f4: A has numbers of 4 bits, which are \
                               `Padded` in shared memory")]
    fn numbers_that_share_bytes() {
        check_padded::<Narrow, Padded<E2m1>>("A", 4);
        check_padded::<Narrow, E2m1>("A", 4);
    }
    #[test]
    #[should_panic(expected = "tcgen05.mma.kind::f8f6f4: A has numbers of 4 bits, which have a \
                               byte of tensor memory each")]
    fn padded_in_tensor_memory() {
        check_in_bytes::<InTmem, E2m1, Rows<int!(8)>>();
        check_in_bytes::<InTmem, Padded<E2m1>, Rows<int!(8)>>();
    }
    #[test]
    #[should_panic(expected = "A has numbers of 4 bits, which have a byte of tensor memory each")]
    fn eight_to_a_word() {
        check_in_bytes::<InTmem, E2m1, Rows<int!(4)>>();
    }
    #[test]
    #[should_panic(expected = "tcgen05.mma.kind::mxf8f6f4: B has numbers of 4 bits, which lie \
                               along K in shared memory")]
    fn numbers_across_k() {
        check_along::<Op>(Major::Mn, Major::Mn);
        type Mixed = SM100_MMA_MXF8F6F4_SS<E4m3, Padded<E2m1>, f32, Ue8m0, int!(128), int!(96)>;
        check_along::<Mixed>(Major::Mn, Major::K);
        check_along::<Mixed>(Major::K, Major::Mn);
    }
}
