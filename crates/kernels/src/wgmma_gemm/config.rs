//! The configuration of the kernel: elements, the major-ness of A and B, and the tile.

use super::{K, M, Stages};
use crate::major::Major;
use core::marker::PhantomData;
use core::ops::Div;
use zellige::atom::{
    MmaAtom, MmaTiling, OperandA, OperandB, OperandC, PartitionFragment, TiledMma,
};
use zellige::construct::RowMajor;
use zellige::prelude::*;
use zellige::typenum::{Quot, U32, Unsigned};
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
    /// The number of columns of a tile of C.
    type Columns: Integer + Unsigned;
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
    /// The tiled MMA: the product of two warpgroups, one below the other.
    type Mma: MmaTiling<Atom = Self::Instruction>;
    /// The number of parts of 32 columns of a tile.
    type Parts: ArrayLength + Unsigned;
}
/// The product of two warpgroups, one below the other.
type Warpgroups<I> = TiledMma<I, layout!((2, 1))>;
/// C of elements U is the product of A and B of elements T, of the major-ness A and B, in tiles of
/// 128 by N elements.
pub struct Gemm<T, A, B, U, N>(PhantomData<(T, A, B, U, N)>);

impl<T, A, B, U, N> Config for Gemm<T, A, B, U, N>
where
    T: Half + SsOp<N>,
    A: Major<Tile<T, M, K, Stages>: TmaOperand<T, Warpgroups<T::Op>, OperandA>>,
    B: Major<Tile<T, N, K, Stages>: TmaOperand<T, Warpgroups<T::Op>, OperandB>>,
    U: RowStore + 'static,
    N: Integer + Unsigned + Div<U32, Output: ArrayLength + Unsigned>,
{
    type Element = T;
    type Output = U;
    type Columns = N;
    type MajorA = A;
    type MajorB = B;
    type A = A::Tile<T, M, K, Stages>;
    type B = B::Tile<T, N, K, Stages>;
    type Instruction = T::Op;
    type Mma = Warpgroups<T::Op>;
    type Parts = Quot<N, U32>;
}

/// A thread's accumulators: ((2, 2, columns / 8), 1, 1).
pub type Acc<C> =
    PartitionFragment<<C as Config>::Mma, OperandC, RowMajor<(M, <C as Config>::Columns)>>;
