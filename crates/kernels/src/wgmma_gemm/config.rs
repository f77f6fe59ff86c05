//! The configuration of the kernel: elements, the major-ness of A and B, and the tile.

use super::{K, M};
use crate::major::Major;
use core::marker::PhantomData;
use core::ops::Div;
use zellige::atom::{
    MmaAtom, MmaTiling, OperandA, OperandB, OperandC, PartitionFragment, TiledMma,
};
use zellige::construct::RowMajor;
use zellige::prelude::*;
use zellige::typenum::{Quot, U4, U5, U32, U64, U128, U256, Unsigned};
use zellige_gpu::Half;
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::wgmma::{SsOp, TmaOperand};

/// The parameters that distinguish one instance from another. CUTLASS: the parameters of a
/// `CollectiveBuilder`.
pub trait Config: 'static {
    /// The type of an element of A and of B.
    type Element: Half;
    /// The type of an element of C.
    type Output: RowStore;
    /// The number of rows of a tile of C.
    type Rows: Integer + Unsigned;
    /// The number of columns of a tile of C.
    type Columns: Integer + Unsigned;
    /// The number of its columns that a warpgroup has.
    type Own: Integer + Unsigned;
    /// The mode along which A is contiguous.
    type MajorA: Major;
    /// The mode along which B is contiguous.
    type MajorB: Major;
    /// The tiles of A in shared memory, (M, K, stage).
    type A: TmaOperand<Self::Element, Self::Mma, OperandA>;
    /// The tiles of B in shared memory, (N, K, stage).
    type B: TmaOperand<Self::Element, Self::Mma, OperandB>;
    /// The instruction.
    type Instruction: MmaAtom;
    /// The tiled MMA of both warpgroups.
    type Mma: MmaTiling<Atom = Self::Instruction>;
    /// The tiled MMA of the warpgroups that have the same columns: both, or one.
    type Stacked: MmaTiling<Atom = Self::Instruction>;
    /// The number of parts of 32 columns of a warpgroup.
    type Parts: ArrayLength + Unsigned;
}
/// The rows of a tile of N columns, and how the two warpgroups share it:
///
/// | rows | warpgroups | each multiplies | steps in flight |
/// |---|---|---|---|
/// | 128 | one below the other | 64 rows by all columns | 4 |
/// | 64 | side by side | all rows by half of the columns | 5 |
///
/// Tiles of 64 rows are for matrices of few rows: a step reads 8 KiB of A instead of 16, and no
/// warpgroup multiplies rows that are all outside.
pub trait Rows<N>: Integer + Unsigned {
    /// The columns of a warpgroup.
    type Own: Integer + Unsigned + Div<U32, Output: ArrayLength + Unsigned>;
    /// The number of steps in flight.
    type Stages: Integer;
    /// The layout of the warpgroups.
    type Warpgroups;
    /// The layout of those that have the same columns.
    type Stacked;
}
impl<N: Integer + Unsigned + Div<U32, Output: ArrayLength + Unsigned>> Rows<N> for U128 {
    type Own = N;
    type Stages = U4;
    type Warpgroups = layout!((2, 1));
    type Stacked = layout!((2, 1));
}
impl Rows<U256> for U64 {
    type Own = U128;
    type Stages = U5;
    type Warpgroups = layout!((1, 2));
    type Stacked = layout!((1, 1));
}
/// C of elements U is the product of A and B of elements T, of the major-ness A and B, in tiles of
/// R by N elements.
pub struct Gemm<T, A, B, U, N, R = M>(PhantomData<(T, A, B, U, N, R)>);
/// The instruction for elements T in tiles of R by N.
type Op<T, N, R> = <T as SsOp<<R as Rows<N>>::Own>>::Op;
/// The product of both warpgroups.
type Both<T, N, R> = TiledMma<Op<T, N, R>, <R as Rows<N>>::Warpgroups>;
/// The product of those that have the same columns.
type Stacked<T, N, R> = TiledMma<Op<T, N, R>, <R as Rows<N>>::Stacked>;

impl<T, A, B, U, N, R> Config for Gemm<T, A, B, U, N, R>
where
    R: Rows<N>,
    T: Half + SsOp<R::Own>,
    A: Major<Tile<T, R, K, R::Stages>: TmaOperand<T, Both<T, N, R>, OperandA>>,
    B: Major<Tile<T, N, K, R::Stages>: TmaOperand<T, Both<T, N, R>, OperandB>>,
    Both<T, N, R>: MmaTiling<Atom = Op<T, N, R>>,
    Stacked<T, N, R>: MmaTiling<Atom = Op<T, N, R>>,
    U: RowStore + 'static,
    N: Integer + Unsigned,
{
    type Element = T;
    type Output = U;
    type Rows = R;
    type Columns = N;
    type Own = R::Own;
    type MajorA = A;
    type MajorB = B;
    type A = A::Tile<T, R, K, R::Stages>;
    type B = B::Tile<T, N, K, R::Stages>;
    type Instruction = Op<T, N, R>;
    type Mma = Both<T, N, R>;
    type Stacked = Stacked<T, N, R>;
    type Parts = Quot<R::Own, U32>;
}

/// A thread's accumulators: ((2, 2, columns / 8), 1, 1).
pub type Acc<C> = PartitionFragment<
    <C as Config>::Mma,
    OperandC,
    RowMajor<(<C as Config>::Rows, <C as Config>::Columns)>,
>;
