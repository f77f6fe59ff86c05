//! The configuration of the kernel: elements, head dimension, and the tiles of a block.

use super::transpose::transposer;
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma, smem};
use zellige::ops::{TileToShape, TileToShapeOrdered};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::registers::{Changed, Consumers, Roles, WarpRoles};
use zellige_gpu::storage::{KMajorTile, MnMajorTile, Staged, Stages, TmaTile};
use zellige_gpu::wgmma::{RsOp, SharedOperand, SsOp, TmaOperand};
use zellige_gpu::{Bf16, E4m3, F16, RoundedOperand, Sm90};

/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of an element of Q, K and V.
    type Element: RoundedOperand;
    /// The type of an element of O.
    type Result: RowStore;
    /// Whether a query sees only the keys up to its own.
    const CAUSAL: bool;
    /// Whether a query of causal attention sees a window of keys, scores have a cap and heads have
    /// sinks: what the last arguments say.
    const WINDOW: bool;
    /// The head dimension d, of Q and K, as a type.
    type Dimension: Integer + Unsigned;
    /// The number of elements of a head of V, and of O, as a type.
    type Value: Integer + Unsigned;
    /// The number of queries of a block, 64 for each warpgroup that multiplies.
    type Queries: Integer + Unsigned;
    /// The number of keys of a step.
    type Keys: Integer + Unsigned;
    /// The warpgroups that copy and multiply, and the registers of their threads.
    type Roles: Roles;

    /// The tiles of Q in shared memory: (query, d, 1).
    type Q: TmaOperand<Self::Element, Self::ScoreMma, OperandA>;
    /// The tiles of K in shared memory: (key, d, stage).
    type K: TmaOperand<Self::Element, Self::ScoreMma, OperandB>;
    /// The tiles of V in shared memory, as they are copied: (column, key, stage).
    type V: TmaTile<Element = Self::Element>;
    /// The layout by which products read the stages of V: in O = P V, columns are the N of the
    /// product, and keys are its K.
    type Values: SharedOperand<Self::OutputMma, OperandB>;
    /// What reads the stages of V after the copies: consumers, or those behind warps that
    /// [transpose](Self::transposer) them.
    type ReadersOfV: Consumers;
    /// The threads that follow the schedule.
    type Followers: Consumers;

    /// The tiled MMA of the scores S = Q K^T, the warpgroups one under the other: both operands are
    /// in shared memory.
    type ScoreMma: MmaTiling;
    /// The same, with the columns in the order of the keys in `Values`.
    type OrderedMma: MmaTiling;
    /// The tiled MMA of the output O = P V: P is in registers.
    type OutputMma: MmaTiling;
    /// The head dimension d.
    const DIMENSION: u32 = Self::Dimension::U32;
    /// The number of elements of a head of V.
    const VALUE: u32 = Self::Value::U32;
    /// The base-2 logarithm of the factor of powers: of few exponents, P needs the upper ones.
    const RAISED: u32 = 0;

    /// Whether warpgroups take turns at the tensor cores.
    const TURNS: bool = true;

    /// Returns what transposes a stage of V from the order of the copies to that of the products,
    /// by the 96 threads of three warps.
    ///
    /// # Safety
    ///
    /// All threads of the warps call the result together, each with its number, after the copies to
    /// the stage. Nothing else uses the named barriers 8 to 10.
    #[inline(always)]
    unsafe fn transposer(
        _gpu: impl Sm90,
        _values: <Self::V as Staged>::Tiles,
        _thread: u32,
    ) -> impl Fn(u32) {
        |_| {}
    }
}
/// Attention over elements T, with head dimension D; a head of V has D elements, too, or 128 if D
/// is 192.
pub struct Attention<T, const D: usize, const CAUSAL: bool, const WINDOW: bool = false>(
    PhantomData<T>,
);

/// Implements a row of the table for both types of elements: d, the elements of a head of V,
/// causal, a window; the queries per block, the keys per step, stages; registers.
macro_rules! attention {
    ($($($row:literal)+;)*) => { $(
        attention!(@of Bf16 $($row)+);
        attention!(@of F16 $($row)+);
    )* };
    (@of $T:ident $D:tt $value:tt $causal:tt $window:tt $queries:tt $keys:tt $stages:tt $few:tt $many:tt) => {
        impl Config for Attention<$T, $D, $causal, $window> {
            type Element = $T;
            type Result = $T;
            const CAUSAL: bool = $causal;
            const WINDOW: bool = $window;
            type Dimension = int!($D);
            type Value = int!($value);
            type Queries = int!($queries);
            type Keys = int!($keys);
            type Roles = WarpRoles<1, { $queries / 64 }, $few, $many>;
            type Q = KMajorTile<$T, int!($queries), int!($D), int!(1)>;
            type K = KMajorTile<$T, int!($keys), int!($D), int!($stages)>;
            type V = MnMajorTile<$T, int!($value), int!($keys), int!($stages)>;
            type Values = <Self::V as TmaTile>::Layout;
            type ReadersOfV = Self::Roles;
            type Followers = Self::Roles;
            type ScoreMma =
                TiledMma<<$T as SsOp<int!($keys)>>::Op, layout!(({ $queries / 64 }, 1))>;
            type OrderedMma = Self::ScoreMma;
            type OutputMma = TiledMma<<$T as RsOp<int!($value)>>::Op, layout!(({ $queries / 64 }, 1))>;
        }
    };
}
attention! {
    64 64 false false 192 128 4 32 160;
    64 64 true false 192 128 4 32 160;
    64 64 true true 192 96 4 32 160;
    128 128 false false 128 176 2 40 232;
    128 128 true false 128 128 2 40 232;
    128 128 true true 128 128 2 40 232;
    192 128 false false 128 128 2 40 232;
    192 128 true false 128 128 2 40 232;
    192 128 true true 128 128 2 40 232;
    256 256 false false 128 64 2 40 232;
    256 256 true false 128 64 2 40 232;
    256 256 true true 128 64 2 40 232;
}

/// Implements a row of the table for elements of e4m3, causal or not, with a window and without: d;
/// the queries per block, the keys per step, stages; registers; the swizzled atom of Q and K, and
/// its columns.
macro_rules! attention_of_e4m3 {
    (@causal $causal:literal $window:literal $(
        $D:literal $queries:literal $keys:literal $stages:literal $few:literal $many:literal
        $K:ident $columns:literal;
    )+) => { $(
        impl Config for Attention<E4m3, $D, $causal, $window> {
            type Element = E4m3;
            type Result = Bf16;
            const CAUSAL: bool = $causal;
            const WINDOW: bool = $window;
            const RAISED: u32 = 4;
            const TURNS: bool = false;
            type Dimension = int!($D);
            type Value = int!($D);
            type Queries = int!($queries);
            type Keys = int!($keys);
            type Roles = WarpRoles<1, { $queries / 64 }, $few, $many>;
            type Q = Stages<
                E4m3,
                TileToShape<smem::$K<int!(8)>, shape!(($queries, $D, 1))>,
                shape!(($queries, $columns)),
            >;
            type K = Stages<
                E4m3,
                TileToShape<smem::$K<int!(8)>, shape!(($keys, $D, $stages))>,
                shape!(($keys, $columns)),
            >;
            type V = Stages<
                E4m3,
                TileToShapeOrdered<
                    TileToShapeOrdered<
                        smem::LayoutMnSw64Atom<int!(8)>,
                        shape!(($D, 32)),
                        shape!((1, 0)),
                    >,
                    shape!(($D, $keys, $stages)),
                    shape!((0, 1, 2)),
                >,
                shape!((64, 32)),
            >;
            type Values =
                TileToShape<smem::LayoutKSw32Atom<int!(8)>, shape!(($D, $keys, $stages))>;
            type ReadersOfV = Changed<Self::Roles, 96>;
            type Followers = int!({ 2 * $queries + 96 });
            type ScoreMma =
                TiledMma<<E4m3 as SsOp<int!($keys)>>::Op, layout!(({ $queries / 64 }, 1))>;
            type OrderedMma = TiledMma<
                <E4m3 as SsOp<int!($keys)>>::Op,
                layout!(({ $queries / 64 }, 1)),
                (RangeFull, layout!((2, 4, 2, { $keys / 16 }) : (1, 4, 2, 16)), RangeFull),
            >;
            type OutputMma =
                TiledMma<<E4m3 as RsOp<int!($D)>>::Op, layout!(({ $queries / 64 }, 1))>;
            #[inline(always)]
            unsafe fn transposer(
                gpu: impl Sm90,
                values: <Self::V as Staged>::Tiles,
                thread: u32,
            ) -> impl Fn(u32) {
                transposer::<{ $D / 64 }, { $keys / 32 }>(
                    gpu,
                    values.address(),
                    thread,
                    move |column, key, stage| values.layout().crd2idx((column, key, stage)),
                    |column, key, stage| <Self::Values>::STATIC.crd2idx((column, key, stage)),
                )
            }
        }
    )+ };
    ($($row:tt)*) => {
        attention_of_e4m3! { @causal false false $($row)* }
        attention_of_e4m3! { @causal true false $($row)* }
        attention_of_e4m3! { @causal true true $($row)* }
    };
}
attention_of_e4m3! {
    64 192 128 4 56 152 LayoutKSw64Atom 64;
    128 128 192 4 56 224 LayoutKSw128Atom 128;
}
