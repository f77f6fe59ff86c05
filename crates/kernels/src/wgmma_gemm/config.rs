//! The configuration of the kernel: elements, the major-ness of A and B, and the tile.

use super::{K, M, Stages};
use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use zellige::atom::{MmaAtom, MmaTiling, OperandC, PartitionFragment, TiledMma, mma};
use zellige::construct::RowMajor;
use zellige::prelude::*;
use zellige::typenum::{U4, U5, U8, U128, U160, U256, Unsigned};
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::storage::{KMajorTile, MnMajorTile, TmaTile};
use zellige_gpu::{Bf16, F16, Half};

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
    type A: TmaTile<Element = Self::Element>;
    /// The tiles of B in shared memory, (N, K, stage).
    type B: TmaTile<Element = Self::Element>;
    /// The instruction.
    type Instruction: MmaAtom;
    /// The tiled MMA: the product of two warpgroups, one below the other.
    type Mma: MmaTiling<Atom = Self::Instruction>;
    /// The number of parts of 32 columns of a tile.
    type Parts: ArrayLength + Unsigned;
}
/// C of elements U is the product of A and B of elements T, of the major-ness A and B, in tiles of
/// 128 by N elements.
pub struct Gemm<T, A, B, U, const N: usize>(PhantomData<(T, A, B, U)>);

impl<T, A, B, U, const N: usize> Config for Gemm<T, A, B, U, N>
where
    T: Multiplied<N>,
    A: StagedTile<T, M>,
    B: StagedTile<T, <Const<N> as Columns>::Number>,
    U: RowStore + 'static,
    Const<N>: Columns,
{
    type Element = T;
    type Output = U;
    type Columns = <Const<N> as Columns>::Number;
    type MajorA = A;
    type MajorB = B;
    type A = A::Tile;
    type B = B::Tile;
    type Instruction = T::Instruction;
    type Mma = Warpgroups<T::Instruction>;
    type Parts = <Const<N> as Columns>::Parts;
}

/// The tiles in shared memory of an operand with the given number of rows that is contiguous along
/// this mode.
///
/// | | one stage of 128 rows | a box | the map |
/// |---|---|---|---|
/// | [`KMajor`] | `Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))` | all rows | (rows, K) |
/// | [`MnMajor`] | `Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,4096),(64,512))` | 64 rows, the width of the swizzle | (K, rows) |
pub trait StagedTile<T, Rows>: Major {
    /// The tiles, (row, k, stage).
    type Tile: TmaTile<Element = T>;
}
macro_rules! staged {
    ($($Major:ident $Rows:ident: $Tile:ident;)*) => { $(
        impl<T: Half> StagedTile<T, $Rows> for $Major {
            type Tile = $Tile<T, $Rows, K, Stages>;
        }
    )* };
}
staged! {
    KMajor U128: KMajorTile;
    KMajor U160: KMajorTile;
    KMajor U256: KMajorTile;
    MnMajor U128: MnMajorTile;
    MnMajor U256: MnMajorTile;
}

/// A column count that a tile may have.
pub trait Columns {
    /// See [`Config::Columns`].
    type Number: Integer + Unsigned;
    /// See [`Config::Parts`].
    type Parts: ArrayLength + Unsigned;
}
impl Columns for Const<128> {
    type Number = U128;
    type Parts = U4;
}
impl Columns for Const<160> {
    type Number = U160;
    type Parts = U5;
}
impl Columns for Const<256> {
    type Number = U256;
    type Parts = U8;
}
/// Elements for which an instruction multiplies 64 rows by N columns.
pub trait Multiplied<const N: usize>: Half {
    /// The instruction.
    type Instruction: MmaAtom;
}
/// The product of two warpgroups, one below the other.
type Warpgroups<I> = TiledMma<I, layout!((2, 1))>;
/// A thread's accumulators: ((2, 2, columns / 8), 1, 1).
pub type Acc<C> =
    PartitionFragment<<C as Config>::Mma, OperandC, RowMajor<(M, <C as Config>::Columns)>>;
macro_rules! multiplied {
    ($($T:ident $N:literal $instruction:ident;)*) => { $(
        impl Multiplied<$N> for $T {
            type Instruction = mma::$instruction;
        }
    )* };
}
multiplied! {
    Bf16 128 SM90_64x128x16_F32BF16BF16_SS;
    Bf16 160 SM90_64x160x16_F32BF16BF16_SS;
    Bf16 256 SM90_64x256x16_F32BF16BF16_SS;
    F16 128 SM90_64x128x16_F32F16F16_SS;
    F16 160 SM90_64x160x16_F32F16F16_SS;
    F16 256 SM90_64x256x16_F32F16F16_SS;
}
