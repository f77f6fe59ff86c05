//! The scale factors of products: where they are in tensor memory, and how they get there.

use super::{Accumulating, CtaGroup, Fragments, TmemPtr, UmmaScaled};
use crate::engine::{Engine, SharedAddress, Smem};
use crate::tensor::GpuTensor;
use crate::wgmma::{Descriptors, along_k, rows};
use crate::{Sm100, unroll};
use zellige::Steps;
use zellige::atom::MmaTiling;
use zellige::atom::block_scaled::{DeduceSmemLayoutSfa, DeduceSmemLayoutSfb};
use zellige::atom::gmma::Blackwell;
use zellige::atom::tmem::{Address, TmemFragment, TmemSfFrg};
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::atom::umma::{Kind, UmmaAtom};
use zellige::atom::utccp::{UtccpDestination, make_utccp_copy};
use zellige::prelude::*;
use zellige::refusal::Message;

/// The descriptors of A, or B, of elements T, and its scale factors S in tensor memory.
pub type ScaledOperand<T, A, AL, S, L> =
    (GpuTensor<Descriptors<T, A, Blackwell>, AL>, GpuTensor<TmemPtr<S>, L>);
/// A scale factor of the atom of M.
pub type Factor<M, G> = <<M as MmaTiling>::Atom as UmmaScaled<G>>::Factor;

/// The scale factors in tensor memory of A of a tile S, (M, N, K), of a tiled MMA M: an element of
/// [`Fragments`](super::Fragments).
///
/// ```
/// use zellige::{atom::{TiledMma, umma::SM100_MMA_MXF8F6F4_SS}, prelude::*};
/// use zellige_gpu::{E4m3, number::Ue8m0, tmem::{Fragments, Sfa, Sfb}};
/// type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(192)>;
/// // A word of a row has four factors, for 128 elements along K; lanes have every 32nd row.
/// type Tile = shape!((128, 192, 256));
/// assert_eq!(<Sfa<TiledMma<Op>, Tile>>::COLUMNS, 2 * 4);
/// assert_eq!(<Sfb<TiledMma<Op>, Tile>>::COLUMNS, 2 * 8); // rows in blocks of 128
/// ```
#[doc(alias("tmem_sf_frg"))]
pub type Sfa<M, S> = TmemFragment<<DeduceSmemLayoutSfa<M, S> as Layout>::Shape, TmemSfFrg>;
/// The same for B, in blocks of 128 columns: see [`Sfa`].
///
/// ```
/// use zellige::{atom::{TiledMma, umma::SM100_MMA_MXF4_SS}, prelude::*};
/// use zellige_gpu::{number::{E2m1, Ue4m3}, tmem::{Fragments, Sfb}};
/// type Op = SM100_MMA_MXF4_SS<E2m1, E2m1, f32, Ue4m3, int!(128), int!(64), int!(16)>;
/// assert_eq!(<Sfb<TiledMma<Op>, shape!((128, 64, 256))>>::COLUMNS, 4 * 4);
/// ```
#[doc(alias("tmem_sf_frg"))]
pub type Sfb<M, S> = TmemFragment<<DeduceSmemLayoutSfb<M, S> as Layout>::Shape, TmemSfFrg>;

/// Returns the rows of A and of B in one instruction with factors in each CTA: the CTA's own of A,
/// and all of B.
pub(super) const fn scaled_rows<A: UmmaAtom<Group: CtaGroup>>() -> [u32; 2] {
    let k = <A::Kind as Kind>::K::KNOWN as u32;
    [A::LayoutATv::SIZE as u32 / k / A::Group::CTAS, A::LayoutBTv::SIZE as u32 / k]
}
/// The factors of one instruction in L: (rows, (elements of a factor, factors)).
type OfInstruction<L> = <L as Steps>::Head;
/// Panics unless F are the scale factors of A, or B, with the descriptors L, of instructions of
/// `rows` rows, each in so many quarters of the lanes.
pub(super) const fn check_factors<A: UmmaAtom, L: Layout, F: Layout>(
    name: &str,
    instruction: u32,
    quarters: u32,
) {
    type Rows<F> = <<OfInstruction<F> as Steps>::Head as Steps>::Head;
    type Quarters<F> = <<<OfInstruction<F> as Steps>::Head as Steps>::Tail as Steps>::Head;
    type Elements<F> = <<<OfInstruction<F> as Steps>::Tail as Steps>::Head as Steps>::Head;
    let m = Message::new().s("tcgen05.mma.kind::").s(A::Kind::NAME).s(": ");
    let (vector, given) = (<A::Kind as Kind>::Vector::KNOWN, <Elements<F>>::SIZE as u64);
    if vector != given {
        let m = m.s("a factor of ").s(name).s(" is for ").u(vector);
        m.s(" elements along K, not for ").u(given).raise()
    }
    let given = <Quarters<F>>::SIZE as u64;
    if given != quarters as u64 {
        let m = m.s("a factor of ").s(name).s(" lies in ").u(quarters as u64);
        m.s(" quarters of the lanes, not in ").u(given).raise()
    }
    if quarters < 4 && (rows::<L>() > 1 || instruction % 128 != 0) {
        let m = m.s("factors of two halves of ").s(name).s(" are for 1 instruction of 128 or 256 ");
        let m = m.s("columns, not for ").u(rows::<L>() as u64);
        m.s(" of ").u(instruction as u64).raise()
    }
    let all = (instruction * rows::<L>()).next_multiple_of(128);
    let given = <Rows<F>>::SIZE as u64 * 4 / quarters as u64;
    if all as u64 != given || along_k::<L>() != along_k::<F>() {
        let m = m.s(name).s(" has ").u(all as u64).s(" rows in blocks of 128 and ");
        let m = m.u(along_k::<L>() as u64).s(" steps along K, but its factors have ");
        m.u(given).s(" and ").u(along_k::<F>() as u64).raise()
    }
    if rows::<L>() > 1 && instruction % 64 != 0 {
        let m = m.s("factors of several instructions are for a multiple of 64 rows each, not for ");
        m.u(instruction as u64).raise()
    }
}
/// Returns the address of the word with the first factor of a row, for step `k` along K, and the
/// byte in the word.
#[inline(always)]
pub(super) fn factor<T, L: Layout>(
    factors: GpuTensor<TmemPtr<T>, L>,
    row: u32,
    k: u32,
) -> (u32, u32) {
    let (at, rows) =
        (factors.engine.address(), const { <OfInstruction<L> as Layout>::SIZE as u32 });
    debug_assert_eq!(at.index(4), 0, "scale factors begin with a word");
    let offset = factors.layout.offset_at(row + rows * k).u32();
    ((at + Address::of_element(offset & !3, 4)).bits(), offset % 4)
}

impl<C: Fragments> Accumulating<'_, C> {
    /// Begins the copies of a tile of scale factors from shared to tensor memory. Products that the
    /// thread begins later read these factors; earlier products may do so, too. CuTe:
    /// `copy(make_utccp_copy(..), ..)`.
    ///
    /// The tiles are those of [`make_utccp_copy`], with at most 16 blocks. In a pair, both blocks
    /// copy what each has at `from` to its own tensor memory: the factors of its own rows of A, and
    /// those of all rows of B.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this half, all writes to `from`, in both blocks of a pair, are
    /// visible to the async proxy, and they do not change until a thread has waited for a commit
    /// after this call. A thread has waited for a commit after the products that read the factors
    /// which are overwritten.
    #[inline(always)]
    pub unsafe fn copy_factors<T, S: Layout, L: Layout>(
        &mut self,
        gpu: impl Sm100,
        from: GpuTensor<Smem<T>, S>,
        to: GpuTensor<TmemPtr<T>, L>,
    ) {
        let copy = make_utccp_copy(<SM100_UTCCP_4x32dp128bit<C::Ctas>>::default(), to.layout);
        let (source, target) = (copy.partition_s(from.layout), copy.partition_d());
        let first = copy.descriptor(from.engine.address());
        unroll!(for block in 0..{ <UtccpDestination<L> as Layout>::SIZE as u32 } {
            let from = (first + source.crd2idx(block).u32()).bits();
            let to = to.engine.moved(target.crd2idx(block)).address().bits();
            gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<C::Ctas>>(to, from)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::E4m3;
    use crate::number::Ue8m0;
    use zellige::atom::tmem::{ScaleFactorDuplicated2by2, TmemTensor};
    use zellige::atom::umma::{SM100_MMA_MXF8F6F4_2x1SM_SS, SM100_MMA_MXF8F6F4_SS};

    type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(96)>;
    type Pair<M> = SM100_MMA_MXF8F6F4_2x1SM_SS<E4m3, E4m3, f32, Ue8m0, M, int!(192)>;
    type Factors<S> = <TmemFragment<S, TmemSfFrg> as TmemTensor>::Layout;
    type OfBlock = Factors<shape!(((((32, 4), 1), (32, 1)), 1, (4, 1)))>;

    #[test]
    fn factors_of_a_share() {
        let [rows_a, rows_b] = scaled_rows::<Op>();
        check_factors::<Op, layout!((8, 1, 4)), OfBlock>("A", rows_a, 4);
        check_factors::<Op, layout!((8, 1, 4)), OfBlock>("B", rows_b, 4);
    }
    #[test]
    fn factors_of_a_pair() {
        assert_eq!(scaled_rows::<Pair<int!(256)>>(), [128, 192]);
    }
    type Halves<Rows> = <TmemFragment<
        ((Rows, shape!((32, 1))), int!(1), int!(4)),
        TmemSfFrg<ScaleFactorDuplicated2by2>,
    > as TmemTensor>::Layout;
    #[test]
    #[should_panic(expected = "a factor of B lies in 2 quarters of the lanes, not in 4")]
    fn factors_of_b_in_halves() {
        assert_eq!(scaled_rows::<Pair<int!(128)>>(), [64, 192]);
        check_factors::<Op, layout!((8, 1, 4)), Halves<int!(256)>>("B", 256, 2);
        check_factors::<Op, layout!((8, 1, 4)), OfBlock>("B", 128, 2);
    }
    #[test]
    #[should_panic(expected = "factors of two halves of B are for 1 instruction of 128 or 256 \
                               columns, not for 2 of 128")]
    fn halves_of_two_instructions() {
        check_factors::<Op, layout!((8, 2, 4)), Halves<int!(256)>>("B", 128, 2);
    }
    #[test]
    #[should_panic(
        expected = "tcgen05.mma.kind::mxf8f6f4: a factor of A is for 32 elements along K, not for 16"
    )]
    fn factors_of_fewer_elements() {
        type Sixteen = Factors<shape!(((((32, 4), 1), (16, 1)), 1, (4, 1)))>;
        check_factors::<Op, layout!((8, 1, 4)), Sixteen>("A", 128, 4);
    }
    #[test]
    #[should_panic(
        expected = "tcgen05.mma.kind::mxf8f6f4: A has 128 rows in blocks of 128 and 8 steps along K, \
                    but its factors have 128 and 4"
    )]
    fn too_few_factors() {
        check_factors::<Op, layout!((8, 1, 8)), OfBlock>("A", 128, 4);
    }
    #[test]
    #[should_panic(
        expected = "factors of several instructions are for a multiple of 64 rows each, \
                               not for 96"
    )]
    fn factors_inside_a_quarter() {
        type Two = Factors<shape!(((((32, 4), 2), (32, 1)), 1, (4, 1)))>;
        check_factors::<Op, layout!((8, 2, 4)), Two>("B", 96, 4);
    }
}
