//! The operands A, B and C, and which of the modes M, N and K each of them has.

use super::MmaAtom;
use super::mma_axis::Axis;
use crate::construct::{ColMajor, FragmentLike};
use crate::layout::Layout;
use crate::tuple::IntTuple;

/// An operand of `D = A * B + C`: [`OperandA`], [`OperandB`] or [`OperandC`] (which is also D).
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn elements<O: Operand>(mma: impl MmaTiling) -> usize {
///     mma.layout_tv::<O>().size().usize()
/// }
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
/// assert_eq!((elements::<OperandA>(mma), elements::<OperandB>(mma), elements::<OperandC>(mma)), (256, 128, 128));
/// ```
pub trait Operand: Copy + 'static {
    /// The name of its partition in error messages, and of its two modes.
    #[doc(hidden)]
    const NAMES: [&'static str; 3];
    /// The (thread, value) layout of the atom.
    #[doc(hidden)]
    type Values<At: MmaAtom>: Layout;
    /// Its first mode.
    #[doc(hidden)]
    type First<M: Axis, N: Axis, K: Axis>: Axis;
    /// Its second mode.
    #[doc(hidden)]
    type Second<M: Axis, N: Axis, K: Axis>: Axis;
    /// The mode that it does not have.
    #[doc(hidden)]
    type Third<M: Axis, N: Axis, K: Axis>: Axis;
    /// The parts that belong to these three modes, in the order M, N, K.
    #[doc(hidden)]
    type Mnk<I: IntTuple, J: IntTuple, Z: IntTuple>: IntTuple;
    /// The layout of the registers for a thread's share L.
    #[doc(hidden)]
    type Fragment<L: Layout>: Layout;
    /// Returns its first mode, its second, and the mode that it does not have.
    #[doc(hidden)]
    fn modes<M: Axis, N: Axis, K: Axis>(
        mnk: (M, N, K),
    ) -> (Self::First<M, N, K>, Self::Second<M, N, K>, Self::Third<M, N, K>);
    /// Returns the parts that belong to these three modes, in the order M, N, K.
    #[doc(hidden)]
    fn mnk<I: IntTuple, J: IntTuple, Z: IntTuple>(i: I, j: J, z: Z) -> Self::Mnk<I, J, Z>;
}
/// The layout of an accumulator: accumulators are stored in the order of the values, regardless of
/// the layout of C in memory.
type Compact<L> = ColMajor<<L as Layout>::Shape>;
macro_rules! operands {
    ($($(#[$m:meta])* $O:ident: $f:literal $Tv:ident $Fragment:ident,
        ($M:ident $N:ident $K:ident) => ($($mode:ident)*),
        ($i:ident $j:ident $z:ident) => ($($order:ident $Order:ident),*);)*) => { $(
        $(#[$m])*
        #[derive(Copy, Clone, Debug)]
        pub struct $O;
        impl Operand for $O {
            const NAMES: [&'static str; 3] = operands!(@names $f $($mode)*);
            type Values<At: MmaAtom> = At::$Tv;
            type Fragment<L: Layout> = $Fragment<L>;
            operands!(@types $($mode)*);
            type Mnk<I: IntTuple, J: IntTuple, Z: IntTuple> = ($($Order,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn modes<M_: Axis, N_: Axis, K_: Axis>(
                ($M, $N, $K): (M_, N_, K_),
            ) -> (
                Self::First<M_, N_, K_>,
                Self::Second<M_, N_, K_>,
                Self::Third<M_, N_, K_>,
            ) {
                ($($mode,)*)
            }
            #[inline(always)]
            fn mnk<I: IntTuple, J: IntTuple, Z: IntTuple>($i: I, $j: J, $z: Z) -> ($($Order,)*) {
                ($($order,)*)
            }
        }
    )* };
    (@names $f:literal $I:ident $J:ident $Z:ident) => { [$f, stringify!($I), stringify!($J)] };
    (@types $I:ident $J:ident $Z:ident) => {
        type First<M: Axis, N: Axis, K: Axis> = $I;
        type Second<M: Axis, N: Axis, K: Axis> = $J;
        type Third<M: Axis, N: Axis, K: Axis> = $Z;
    };
}
operands! {
    /// The operand A, of M x K elements. Threads that differ only along N hold the same elements.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
    /// assert_eq!(mma.partition_shape::<OperandA, _>(shape!((32, 64))), shape!(((2, 2, 2), 2, 4)));
    /// ```
    OperandA: "partition_a" LayoutATv FragmentLike, (M N K) => (M K N), (i j z) => (i I, z Z, j J);
    /// The operand B, of N x K elements. Threads that differ only along M hold the same elements.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
    /// assert_eq!(mma.partition_shape::<OperandB, _>(shape!((32, 64))), shape!(((2, 2), 4, 4)));
    /// ```
    OperandB: "partition_b" LayoutBTv FragmentLike, (M N K) => (N K M), (i j z) => (z Z, i I, j J);
    /// The accumulator C, and the result D, of M x N elements. Threads that differ only along K
    /// hold the same elements.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
    /// assert_eq!(mma.partition_shape::<OperandC, _>(shape!((32, 32))), shape!(((2, 2), 2, 4)));
    /// ```
    OperandC: "partition_c" LayoutCTv Compact, (M N K) => (M N K), (i j z) => (i I, j J, z Z);
}
