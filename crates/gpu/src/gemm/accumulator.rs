//! The accumulators of one product as operand A of the next one, in the same registers.

use zellige::atom::{MmaTiling, OperandA, OperandC, Partitioned, Thrfrg};
use zellige::construct::ColMajor;
use zellige::integer::Integer;
use zellige::ops::{Coalesce, Compose, Get, Rank, RightInverse};
use zellige::prelude::*;
use zellige::refusal::Message;

/// The layout of A's fragment in the registers that hold the accumulators of the previous product:
/// first S = A' B' by the tiled MMA C, and then S B by the tiled MMA A, with S of this shape.
///
/// The algebra derives it. For a column-major tile S, both fragments are layouts from (thread,
/// value) to an offset in S:
///
/// ```text
/// c: accumulators       (thread, value) -> offset           its right inverse:    offset -> thread + threads value
/// a: operand    value -> offset, for thread 0       c^-1 o a:             value of A -> threads value of C
/// ```
///
/// If each thread already holds as C what it needs for A, as on Hopper, c^-1 o a contains no
/// thread, and no shuffle is needed:
///
/// ```text
/// c         ((4,8,4),(2,2,16)):((128,1,16),(64,8,512))         S of 64 by 128, by wgmma
/// a         ((2,2,2),1,8):((64,8,512),0,1024)                  16 columns at a time, for thread 0
/// c^-1 o a  ((2,2,2),1,8):((128,256,512),0,1024)               128 threads
///           ((2,2,2),1,8):((1,2,4),0,8)                        registers
/// ```
///
/// ```
/// use zellige::{atom::{TiledMma, mma}, prelude::*};
/// use zellige_gpu::gemm::AccumulatorAsA;
/// type Scores = TiledMma<mma::SM90_64x128x16_F32BF16BF16_SS>;
/// type Output = TiledMma<mma::SM90_64x64x16_F32BF16BF16_RS>;
/// type P = AccumulatorAsA<Scores, Output, shape!((64, 128))>; // (MMA, MMA_M, MMA_K)
/// assert_layout!(P == ((2, 2, 2), 1, 8) : ((1, 2, 4), 0, 8));
/// ```
///
/// [`accumulator_as_a`] checks that no value moves to another thread. FlashAttention:
/// `convert_layout_acc_Aregs`.
#[doc(alias = "convert_layout_acc_Aregs")]
pub type AccumulatorAsA<C, A, Shape> =
    Compose<ValueOf<C, Shape>, Exchange<C, Next<A, Shape>, Shape>>;

/// Returns the layout [`AccumulatorAsA`].
///
/// ```
/// use zellige::{atom::{TiledMma, mma}, prelude::*};
/// use zellige_gpu::gemm::accumulator_as_a;
/// type Scores = TiledMma<mma::SM90_64x128x16_F32BF16BF16_SS>;
/// type Output = TiledMma<mma::SM90_64x64x16_F32BF16BF16_RS>;
/// let p = accumulator_as_a::<Scores, Output, shape!((64, 128))>(); // (MMA, MMA_M, MMA_K)
/// assert_eq!(p, layout!(((2, 2, 2), 1, 8) : ((1, 2, 4), 0, 8)));
/// ```
///
/// Accumulators that the next product needs in other threads do not compile:
/// `for the next A, thread 0 needs the accumulators ((_2,_2),_1,_1):((_256,_2),_0,_0), numbered thread + 128 value: other threads hold some of them`.
///
/// ```compile_fail,E0080
/// # use zellige::{atom::{TiledMma, mma}, prelude::*};
/// # use zellige_gpu::gemm::accumulator_as_a;
/// type Accumulators = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN>; //     thread 0 has columns 0 and 1,
/// type Next = TiledMma<mma::SM80_16x8x8_F32TF32TF32F32_TN>; //    and needs 0 and 4
/// accumulator_as_a::<Accumulators, Next, shape!((16, 8))>();
/// ```
#[doc(alias = "convert_layout_acc_Aregs")]
#[inline(always)]
pub fn accumulator_as_a<C: MmaTiling, A: MmaTiling, Shape: IntTuple>() -> AccumulatorAsA<C, A, Shape>
{
    const { check_accumulator_as_a::<C, A, Shape>() }
    <AccumulatorAsA<C, A, Shape>>::STATIC
}
/// Panics if the accumulators of the tiled MMA C are not operand A of the next product in the same
/// threads.
const fn check_accumulator_as_a<C: MmaTiling, A: MmaTiling, Shape: IntTuple>() {
    let values = <Compose<ThreadOf<C, Shape>, Exchange<C, Next<A, Shape>, Shape>>>::COSIZE;
    if values != 1
        || !is_identity::<Get<Exchange<C, Thrfrg<A, OperandA, ColMajor<Shape>>, Shape>, int!(0)>>()
    {
        let threads = <SizeOf<Thrfrg<C, OperandC, ColMajor<Shape>>, int!(0)> as Integer>::KNOWN;
        let m = Message::new().s("for the next A, thread 0 needs the accumulators ");
        let m = m.cat(&<Exchange<C, Next<A, Shape>, Shape>>::TEXT);
        let m = m.s(", numbered thread + ").u(threads);
        m.s(" value: other threads hold some of them").raise()
    }
}
/// Returns whether the layout maps each index to itself: coalesced, it is then one mode with stride
/// 1.
const fn is_identity<L: Layout>() -> bool {
    let modes = <Rank<Coalesce<L>> as Integer>::KNOWN;
    modes == 1 && L::COSIZE == L::SIZE
}

/// The composition of `To`, which maps to offsets in S, with the map from an offset to thread +
/// threads value of the accumulators.
type Exchange<C, To, Shape> = Compose<RightInverse<Thrfrg<C, OperandC, ColMajor<Shape>>>, To>;
/// The map from a value of A to its offset in S, for thread 0.
type Next<A, Shape> = Partitioned<A, OperandA, ColMajor<Shape>>;
/// The maps from thread + threads value to the thread, and to the value.
type ThreadOf<C, Shape> = Strided<ThreadsAndValues<C, Shape>, (int!(1), int!(0))>;
type ValueOf<C, Shape> = Strided<ThreadsAndValues<C, Shape>, (int!(0), int!(1))>;
type ThreadsAndValues<C, Shape> = (
    SizeOf<Thrfrg<C, OperandC, ColMajor<Shape>>, int!(0)>,
    SizeOf<Thrfrg<C, OperandC, ColMajor<Shape>>, int!(1)>,
);
type SizeOf<L, I> = <Get<L, I> as Layout>::Size;

#[cfg(test)]
mod tests {
    use super::*;
    use zellige::atom::{TiledMma, mma};

    type Sums80 = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((4, 1))>;

    #[test]
    fn of_two_instructions_of_ampere() {
        // FlashAttention-2: the accumulators of 16 columns are two instructions of the first
        // product and one operand of the second.
        type Shape = shape!((64, 16));
        check_accumulator_as_a::<Sums80, Sums80, Shape>();
        assert_layout!(AccumulatorAsA<Sums80, Sums80, Shape> == ((2, 2, 2), 1, 1) : ((1, 2, 4), 0, 0));
    }
    #[test]
    fn of_176_columns() {
        type Scores = TiledMma<mma::SM90_64x176x16_F32BF16BF16_SS, layout!((2, 1))>;
        type Output = TiledMma<mma::SM90_64x128x16_F32BF16BF16_RS, layout!((2, 1))>;
        check_accumulator_as_a::<Scores, Output, shape!((128, 176))>();
        assert_layout!(AccumulatorAsA<Scores, Output, shape!((128, 176))> == ((2, 2, 2), 1, 11) : ((1, 2, 4), 0, 8));
    }
    #[test]
    #[should_panic(
        expected = "for the next A, thread 0 needs the accumulators ((_2,_2),_1,_1):((_256,_2),_0,_0), numbered thread + 128 value: other threads hold some of them"
    )]
    fn of_other_threads() {
        type Next = TiledMma<mma::SM80_16x8x8_F32TF32TF32F32_TN, layout!((4, 1))>;
        check_accumulator_as_a::<Sums80, Next, shape!((64, 8))>();
    }
}
