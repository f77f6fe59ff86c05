//! The configuration of the kernel: elements, the major-ness of A and B, and the tile.

use super::output::Output;
use super::{K, M, Ring, Stages};
use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::smem::{LayoutKSw128Atom, LayoutMnSw128Atom, SharedTile};
use zellige::atom::tma::TmaBox;
use zellige::atom::{MmaAtom, MmaTiling, OperandC, PartitionFragment, TiledMma, mma};
use zellige::construct::RowMajor;
use zellige::ops::{Slice, TileToShape, TileToShapeOrdered, ZippedDivide};
use zellige::prelude::*;
use zellige::typenum::{U4, U8, U64, U128, U256, Unsigned};
use zellige_gpu::{Bf16, F16, Half};

/// The parameters that distinguish one instance from another. CUTLASS: the parameters of a `CollectiveBuilder`.
pub trait Config: 'static {
    /// The type of an element of A and of B.
    type Element: Half;
    /// The type of an element of C.
    type Output: Output;
    /// The number of columns of a tile of C.
    type Columns: Integer + Unsigned;
    /// The mode along which A is contiguous, and so the layout of its tiles in shared memory.
    type A: Staged<M>;
    /// The mode along which B is contiguous, and so the layout of its tiles in shared memory.
    type B: Staged<Self::Columns>;
    /// The instruction.
    type Instruction: MmaAtom;
    /// The tiled MMA: the product of two warpgroups, one under the other.
    type Mma: MmaTiling<Atom = Self::Instruction>;
    /// The layout of a thread's sums: ((2, 2, columns / 8), 1, 1).
    type Sums: Layout<Profile = ((usize, usize, usize), usize, usize)>;
    /// The same layout in parts of 32 columns: (two columns side by side, rows 8 apart, blocks of 8 columns, parts).
    type SumParts: Layout;
    /// The number of these parts.
    type Parts: ArrayLength + Unsigned;
    /// The number of bytes of a step: all boxes of a stage.
    const STEP: u32;
    /// The number of bytes of shared memory of a block: the tiles, and the barriers of 8 bytes each.
    const SHARED: u32;
}

/// C of U is the product of A and B of T, contiguous as A and B say, in tiles of 128 by N elements.
pub struct Gemm<T, A, B, U, const N: usize>(PhantomData<(T, A, B, U)>);

impl<T, A, B, U, const N: usize> Config for Gemm<T, A, B, U, N>
where
    T: Multiplied<N>,
    A: Staged<M>,
    B: Staged<<Const<N> as Columns>::Number>,
    U: Output + 'static,
    Const<N>: Columns,
{
    type Element = T;
    type Output = U;
    type Columns = <Const<N> as Columns>::Number;
    type A = A;
    type B = B;
    type Instruction = T::Instruction;
    type Mma = TiledMma<T::Instruction, layout!((2, 1))>;
    type Sums = T::Sums;
    type SumParts = <Const<N> as Columns>::SumParts;
    type Parts = <Const<N> as Columns>::Parts;
    const STEP: u32 = {
        let (a, b) = (
            bytes::<A, M>() / Stages::U32,
            bytes::<B, Self::Columns>() / Stages::U32,
        );
        assert!(
            a % BoxOf::<A, M>::bytes() == 0 && b % BoxOf::<B, Self::Columns>::bytes() == 0,
            "boxes fill a stage"
        );
        assert!(
            a % 1024 == 0 && b % 1024 == 0,
            "stages begin where the swizzle does"
        );
        a + b
    };
    const SHARED: u32 = bytes::<A, M>() + bytes::<B, Self::Columns>() + Ring::<0>::BARRIERS;
}
/// Returns the bytes of all stages of an operand.
pub(super) const fn bytes<S: Staged<Rows>, Rows>() -> u32 {
    2 * S::Tile::COSIZE as u32
}

/// The way of an operand of so many rows to shared memory, and its layout there.
///
/// | | one stage of 128 rows | a box | the map |
/// |---|---|---|---|
/// | [`KMajor`] | `Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))` | all rows | (rows, K) |
/// | [`MnMajor`] | `Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,4096),(64,512))` | 64 rows, as many as the swizzle has | (K, rows) |
pub trait Staged<Rows>: Major {
    /// The layout from (row, k, stage) to shared memory: the swizzled atom, repeated. The atoms of a [`MnMajor`] operand follow one another along K first,
    /// so that 64 rows with all k of a step are a box.
    type Tile: SharedTile<Profile = TileForm>;
    /// The extents of a box: its rows and its k.
    type Box: IntTuple<Profile = (usize, usize)> + Tiler<TilerForm = (usize, usize)> + Default;
    /// The layout of a box in shared memory.
    type BoxLayout: SharedTile;
}
/// The form of a [`Tile`](Staged::Tile): (of atoms, from atom to atom) along each mode.
pub type TileForm = ((usize, usize), (usize, usize), (usize, usize));
/// The [`Tile`](Staged::Tile) of each major-ness.
type KMajorTile<Rows> = TileToShape<LayoutKSw128Atom<int!(16)>, (Rows, K, Stages)>;
type MnMajorTile<Rows> =
    TileToShapeOrdered<LayoutMnSw128Atom<int!(16)>, (Rows, K, Stages), shape!((1, 0, 2))>;
/// The box of an operand that one copy brings: its extents, bytes and swizzle.
pub type BoxOf<S, Rows> = TmaBox<<S as Staged<Rows>>::BoxLayout, int!(16)>;
/// The first box B of a stage of L.
type FirstBox<L, B> = Slice<
    ((RangeFull, RangeFull), int!(0)),
    ZippedDivide<Slice<(RangeFull, RangeFull, int!(0)), L>, B>,
>;

/// Stages, for a major-ness and a number of rows: the layout of the stages, and the rows of a box.
macro_rules! staged {
    ($($Major:ident $Rows:ident: $Tile:ident $BoxRows:ident;)*) => { $(
        impl Staged<$Rows> for $Major {
            type Tile = $Tile<$Rows>;
            type Box = ($BoxRows, K);
            type BoxLayout = FirstBox<Self::Tile, Self::Box>;
        }
    )* };
}
staged! {
    KMajor U128: KMajorTile U128;
    KMajor U256: KMajorTile U256;
    MnMajor U128: MnMajorTile U64;
    MnMajor U256: MnMajorTile U64;
}

/// A number of columns that a tile may have.
pub trait Columns {
    /// See [`Config::Columns`].
    type Number: Integer + Unsigned;
    /// See [`Config::SumParts`].
    type SumParts: Layout;
    /// See [`Config::Parts`].
    type Parts: ArrayLength + Unsigned;
}
impl Columns for Const<128> {
    type Number = U128;
    type SumParts = layout!((2, 2, 4, 4));
    type Parts = U4;
}
impl Columns for Const<256> {
    type Number = U256;
    type SumParts = layout!((2, 2, 4, 8));
    type Parts = U8;
}
/// Elements for which an instruction multiplies 64 rows with N columns.
pub trait Multiplied<const N: usize>: Half {
    /// The instruction.
    type Instruction: MmaAtom;
    /// See [`Config::Sums`].
    type Sums: Layout<Profile = ((usize, usize, usize), usize, usize)>;
}
/// The registers of the sums of an instruction, in a tile of N columns.
type SumsOf<I, N> = PartitionFragment<TiledMma<I, layout!((2, 1))>, OperandC, RowMajor<(M, N)>>;
impl Multiplied<128> for Bf16 {
    type Instruction = mma::SM90_64x128x16_F32BF16BF16_SS;
    type Sums = SumsOf<Self::Instruction, U128>;
}
impl Multiplied<256> for Bf16 {
    type Instruction = mma::SM90_64x256x16_F32BF16BF16_SS;
    type Sums = SumsOf<Self::Instruction, U256>;
}
impl Multiplied<256> for F16 {
    type Instruction = mma::SM90_64x256x16_F32F16F16_SS;
    type Sums = SumsOf<Self::Instruction, U256>;
}
