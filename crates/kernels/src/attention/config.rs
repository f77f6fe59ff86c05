//! The configuration of the kernel: elements, head dimension, and the tiles of a block.

use core::marker::PhantomData;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::registers::{Roles, WarpRoles};
use zellige_gpu::storage::{KMajorTile, MnMajorTile};
use zellige_gpu::wgmma::{RsOp, SsOp, TmaOperand};
use zellige_gpu::{Bf16, F16, Half};

/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of an element of Q, K, V and O.
    type Element: Half + RowStore;
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
    /// The tiles of V in shared memory: (column, key, stage). In O = P V the columns are the N of
    /// the product, and keys are its K.
    type V: TmaOperand<Self::Element, Self::OutputMma, OperandB>;

    /// The tiled MMA of the scores S = Q K^T, the warpgroups one under the other: both operands are
    /// in shared memory.
    type ScoreMma: MmaTiling;
    /// The tiled MMA of the output O = P V: P is in registers.
    type OutputMma: MmaTiling;
    /// The head dimension d.
    const DIMENSION: u32 = Self::Dimension::U32;
    /// The number of elements of a head of V.
    const VALUE: u32 = Self::Value::U32;
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
            type ScoreMma =
                TiledMma<<$T as SsOp<int!($keys)>>::Op, layout!(({ $queries / 64 }, 1))>;
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
