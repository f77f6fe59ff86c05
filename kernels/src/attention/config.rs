//! The configuration of the kernel: elements, head dimension, and the tiles of a block.

use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::smem::{LayoutKSw128Atom, LayoutMnSw128Atom, SharedTile};
use zellige::atom::tma::TmaBox;
use zellige::atom::{CopyAtom, CopyTiling, MmaAtom, MmaTiling, TiledCopy, TiledMma, copy, mma};
use zellige::contract;
use zellige::ops::{Slice, TileToShape, TileToShapeOrdered, ZippedDivide};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::gemm::{AccumulatorAsA, check_accumulator_as_a};
use zellige_gpu::schedule::Dynamic;
use zellige_gpu::{Bf16, F16, Half};

/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of an element of Q, K, V and O.
    type Element: Half;
    /// True if a query sees only the keys up to its own.
    const CAUSAL: bool;
    /// The head dimension d, as a type.
    type Dimension: Integer + Unsigned;
    /// The number of queries of a block, 64 for each warpgroup that multiplies.
    type Queries: Integer + Unsigned;
    /// The number of keys of a step.
    type Keys: Integer + Unsigned;
    /// The number of steps whose keys, and whose values, are under way.
    const STAGES: u32;

    /// The layout of Q in shared memory: (query, d, 1).
    type TileQ: SharedTile<Profile = TileForm>;
    /// The layout of K in shared memory: (key, d, stage).
    type TileK: SharedTile<Profile = TileForm>;
    /// The layout of V in shared memory: (d, key, stage). In O = P V the columns d are the N of the product, and keys are its K.
    type TileV: SharedTile<Profile = TileForm>;
    /// The extents of a box of Q: all queries, 64 columns.
    type BoxQ: Extents;
    /// The extents of a box of K: all keys, 64 columns.
    type BoxK: Extents;
    /// The extents of a box of V: 64 columns, all keys.
    type BoxV: Extents;
    /// The first box of a stage of Q: what a copy of the accelerator fills at once.
    type FirstQ: SharedTile;
    /// The same of K.
    type FirstK: SharedTile;
    /// The same of V.
    type FirstV: SharedTile;

    /// The instruction of the scores S = Q K^T: both factors are in shared memory.
    type ScoreAtom: MmaAtom;
    /// The instruction of the output O = P V: P is in registers.
    type OutputAtom: MmaAtom;
    /// The tiled MMA of the scores: the warpgroups one under the other.
    type ScoreMma: MmaTiling<Atom = Self::ScoreAtom>;
    /// The tiled MMA of the output.
    type OutputMma: MmaTiling<Atom = Self::OutputAtom>;
    /// The layout of a thread's scores: (two keys side by side, two rows 8 apart, blocks of 8 keys).
    type Scores: Layout<Profile = (usize, usize, usize)>;
    /// The layout of one number for each of its rows, in the place of each score.
    type ByRow: Layout;
    /// The layout of one number for each of the two keys in each row, in the place of each score.
    type ByColumn: Layout;
    /// The layout of P in registers of two: (two rows, blocks of 8 keys).
    type Pairs: Layout<Profile = (usize, usize)>;
    /// The number of these registers.
    type Registers: ArrayLength;
    /// The layout of P as the factor A of the second product: (MMA, MMA_M, MMA_K), which the algebra derives.
    type Factor: Layout<Profile = ((usize, usize, usize), usize, usize)>;
    /// The layout of a thread's output: (two columns side by side, two rows 8 apart, 4 blocks of 8 columns, parts of 32).
    type Output: Layout<Profile = (usize, usize, usize, usize)>;
    /// The number of these parts.
    const PARTS: u32;
    /// The copy by which a thread writes 16 bytes at once of a part.
    type Write: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>>;
    /// Returns the extents of the boxes of Q, K and V, the contiguous mode first, and the swizzle of each in bytes.
    fn boxes() -> [((u32, u32), u32); 3] {
        macro_rules! of {
            ($B:ty) => {
                ((<$B>::inner(), <$B>::outer()), <$B>::swizzle())
            };
        }
        [
            of!(BoxOf<Self::FirstQ>),
            of!(BoxOf<Self::FirstK>),
            of!(BoxOf<Self::FirstV>),
        ]
    }

    /// The head dimension d.
    const DIMENSION: u32 = Self::Dimension::U32;
    /// The number of bytes of Q in a tile.
    const Q_BYTES: u32 = 2 * Self::TileQ::COSIZE as u32;
    /// The number of bytes of K, and of V, in a step.
    const STEP_BYTES: u32 = 2 * (Self::TileK::COSIZE as u32 / Self::STAGES);
    /// The number of bytes of shared memory of a block: the tiles, and the barriers.
    const SHARED: u32 = Self::Q_BYTES + 2 * Self::STAGES * Self::STEP_BYTES + Self::BARRIERS;
    /// The number of bytes of the barriers: two for Q, two for each stage of K and of V, and those of the numbers of tiles.
    const BARRIERS: u32 = 16 * (1 + 2 * Self::STAGES) + Dynamic::BYTES;
}
/// The form of a tile: (of atoms, from atom to atom) along each mode.
pub type TileForm = ((usize, usize), (usize, usize), (usize, usize));
/// The extents of a box, as a tiler.
pub trait Extents:
    IntTuple<Profile = (usize, usize)> + Tiler<TilerForm = (usize, usize)> + Default
{
}
impl<T: IntTuple<Profile = (usize, usize)> + Tiler<TilerForm = (usize, usize)> + Default> Extents
    for T
{
}

/// Attention of elements T, of head dimension D.
pub struct Attention<T, const D: usize, const CAUSAL: bool>(PhantomData<T>);

/// The layout of a tile that is contiguous along its columns, and of one that is so along its rows, whose boxes of 64 rows lie one after the other.
type KMajorTile<Rows, Columns, Stages> =
    TileToShape<LayoutKSw128Atom<int!(16)>, (Rows, Columns, Stages)>;
type MnMajorTile<Rows, Columns, Stages> =
    TileToShapeOrdered<LayoutMnSw128Atom<int!(16)>, (Rows, Columns, Stages), shape!((1, 0, 2))>;
/// The columns of a box: a row of them has 128 bytes, as many as the swizzle permutes.
type BoxColumns = int!(64);
/// The first box B of a stage of L.
pub type FirstBox<L, B> = Slice<
    ((RangeFull, RangeFull), int!(0)),
    ZippedDivide<Slice<(RangeFull, RangeFull, int!(0)), L>, B>,
>;
/// The map of a tensor's boxes. Each box is laid out as F.
type BoxOf<F> = TmaBox<F, int!(16)>;

/// Asserts that the scores of one product are the factor of the next, and that tiles and boxes fill shared memory.
const fn check<C: Config>() {
    check_accumulator_as_a::<C::ScoreMma, C::OutputMma, (C::Queries, C::Keys)>();
    contract::fits::<C::TileK, [u16; 2]>(227 * 1024 - C::Q_BYTES as usize - C::BARRIERS as usize);
    assert!(
        C::Q_BYTES % 1024 == 0 && C::STEP_BYTES % 1024 == 0,
        "tiles begin where the swizzle does"
    );
    assert!(
        C::Q_BYTES % <BoxOf<C::FirstQ>>::bytes() == 0
            && C::STEP_BYTES % <BoxOf<C::FirstK>>::bytes() == 0
            && C::STEP_BYTES % <BoxOf<C::FirstV>>::bytes() == 0,
        "boxes fill a stage"
    );
}

/// Implements a row of the table: elements, d, causal or not; the queries of a block, the keys of a step, stages; the instructions.
macro_rules! attention {
    ($($T:ident $D:literal $causal:literal $queries:literal $keys:literal $stages:literal $Score:ident $Output:ident;)*) => { $(
        impl Config for Attention<$T, $D, $causal> {
            type Element = $T;
            const CAUSAL: bool = $causal;
            type Dimension = int!($D);
            type Queries = int!($queries);
            type Keys = int!($keys);
            const STAGES: u32 = $stages;
            type TileQ = KMajorTile<int!($queries), int!($D), int!(1)>;
            type TileK = KMajorTile<int!($keys), int!($D), int!($stages)>;
            type TileV = MnMajorTile<int!($D), int!($keys), int!($stages)>;
            type BoxQ = (int!($queries), BoxColumns);
            type BoxK = (int!($keys), BoxColumns);
            type BoxV = (BoxColumns, int!($keys));
            type FirstQ = FirstBox<Self::TileQ, Self::BoxQ>;
            type FirstK = FirstBox<Self::TileK, Self::BoxK>;
            type FirstV = FirstBox<Self::TileV, Self::BoxV>;
            type ScoreAtom = mma::$Score;
            type OutputAtom = mma::$Output;
            type ScoreMma = TiledMma<mma::$Score, layout!(({ $queries / 64 }, 1))>;
            type OutputMma = TiledMma<mma::$Output, layout!(({ $queries / 64 }, 1))>;
            type Scores = layout!((2, 2, { $keys / 8 }));
            type ByRow = layout!((2, 2, { $keys / 8 }) : (0, 1, 0));
            type ByColumn = layout!((2, 2, { $keys / 8 }) : (1, 2, 0));
            type Pairs = layout!((2, { $keys / 8 }));
            type Registers = int!($keys / 4);
            type Factor = AccumulatorAsA<Self::ScoreMma, Self::OutputMma, (int!($queries), int!($keys))>;
            type Output = layout!((2, 2, 4, { $D / 32 }));
            const PARTS: u32 = $D / 32;
            type Write = TiledCopy<
                CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>,
                layout!(((4, 8, { $queries / 16 }), (8, 2)) : (({ 8 * $queries }, 1, 16), ($queries, 8))),
                (int!($queries), int!(32)),
            >;
        }
        const _: () = check::<Attention<$T, $D, $causal>>();
    )* };
}
attention! {
    Bf16 64 false 192 128 4 SM90_64x128x16_F32BF16BF16_SS SM90_64x64x16_F32BF16BF16_RS;
    Bf16 64 true 192 128 4 SM90_64x128x16_F32BF16BF16_SS SM90_64x64x16_F32BF16BF16_RS;
    Bf16 128 false 128 176 2 SM90_64x176x16_F32BF16BF16_SS SM90_64x128x16_F32BF16BF16_RS;
    Bf16 128 true 128 128 2 SM90_64x128x16_F32BF16BF16_SS SM90_64x128x16_F32BF16BF16_RS;
    Bf16 256 false 128 64 2 SM90_64x64x16_F32BF16BF16_SS SM90_64x256x16_F32BF16BF16_RS;
    Bf16 256 true 128 64 2 SM90_64x64x16_F32BF16BF16_SS SM90_64x256x16_F32BF16BF16_RS;
    F16 64 false 192 128 4 SM90_64x128x16_F32F16F16_SS SM90_64x64x16_F32F16F16_RS;
    F16 64 true 192 128 4 SM90_64x128x16_F32F16F16_SS SM90_64x64x16_F32F16F16_RS;
    F16 128 false 128 176 2 SM90_64x176x16_F32F16F16_SS SM90_64x128x16_F32F16F16_RS;
    F16 128 true 128 128 2 SM90_64x128x16_F32F16F16_SS SM90_64x128x16_F32F16F16_RS;
    F16 256 false 128 64 2 SM90_64x64x16_F32F16F16_SS SM90_64x256x16_F32F16F16_RS;
    F16 256 true 128 64 2 SM90_64x64x16_F32F16F16_SS SM90_64x256x16_F32F16F16_RS;
}
