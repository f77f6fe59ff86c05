//! The configuration of the kernels: elements, head dimension, and the tiles of a block.

use super::PART;
use core::marker::PhantomData;
use zellige::atom::{CopyAtom, CopyTiling, MmaTiling, copy, smem};
use zellige::atom::{OperandA, OperandB, OperandC, TiledCopyOf, TiledMma};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::registers::WarpRoles;
use zellige_gpu::storage::{KMajorTile, MnMajorTile, SmemTensor, Staged, Stages, TmaTile};
use zellige_gpu::wgmma::{RsOp, SsOp, TmaOperand};
use zellige_gpu::{Bf16, F16, Half};

/// The warpgroups of a block: one copies and two multiply.
pub type Warps = WarpRoles<1, 2, 24, 240>;

/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of an element of Q, K, V, O and of their gradients.
    type Element: Half + RowStore;
    /// Whether a query sees only the keys up to its own.
    const CAUSAL: bool;
    /// Whether a query of causal attention sees a window of keys, and scores have a cap: what the
    /// last arguments say.
    const WINDOW: bool;
    /// The head dimension d, of Q and K, as a type.
    type Dimension: Integer + Unsigned;
    /// The number of elements of a head of V, and of O, as a type.
    type Value: Integer + Unsigned;
    /// The number of keys of a block.
    type Keys: Integer + Unsigned;
    /// The number of queries of a step.
    type Queries: Integer + Unsigned;

    /// The tile of K in shared memory: (key, d, 1).
    type K: TmaOperand<Self::Element, Self::ScoreMma, OperandA>;
    /// The tile of V: (key, column, 1).
    type V: TmaOperand<Self::Element, Self::ScoreMma, OperandA>;
    /// The tiles of Q: (query, d, stage).
    type Q: TmaOperand<Self::Element, Self::ScoreMma, OperandB>;
    /// The tiles of dO: (query, column, stage).
    type Do: TmaOperand<Self::Element, Self::ScoreMma, OperandB>;
    /// The same bytes as [`K`](Self::K): (d, key, 1). In dQ = dS K, keys are the K of the product.
    type KOfD: TmaOperand<Self::Element, Self::QueryMma, OperandB>;
    /// The same bytes as [`Q`](Self::Q): (d, query, stage). In dK += dS^T Q, queries are its K.
    type QOfD: TmaOperand<Self::Element, Self::KeyMma, OperandB>;
    /// The same bytes as [`Do`](Self::Do): (column, query, stage), for dV += P^T dO.
    type DoOfColumns: TmaOperand<Self::Element, Self::ValueMma, OperandB>;
    /// The tiles of dS: (query, key, stage), contiguous along the queries.
    type Ds: TmaOperand<Self::Element, Self::QueryMma, OperandA>;
    /// The same bytes as dS^T: (key, query, stage).
    type DsOfKeys: TmaTile<Element = Self::Element>;
    /// What is known of the queries: (query, 2, stage), the logarithms times log2(e), and delta.
    type Rows: Staged<Tiles = SmemTensor<f32, Self::RowsLayout>>;
    /// The layout of these numbers.
    type RowsLayout: smem::SharedTile;

    /// The tiled MMA of S^T = K Q^T and of dP^T = V dO^T, with both operands in shared memory: a
    /// warpgroup has 64 keys.
    type ScoreMma: MmaTiling;
    /// The tiled MMA of dK += dS^T Q: dS^T is in registers.
    type KeyMma: MmaTiling;
    /// The tiled MMA of dV += P^T dO: P^T is in registers.
    type ValueMma: MmaTiling;
    /// The tiled MMA of dQ = dS K, with a warpgroup for each part of 64 queries and 64 columns.
    type QueryMma: MmaTiling;
    /// The copy of a warpgroup's dS^T to shared memory, by `stmatrix`.
    type StoreDs: CopyTiling<Atom = CopyAtom<copy::SM90_U32x4_STSM_N, int!(16)>>;
    /// The head dimension d.
    const DIMENSION: u32 = Self::Dimension::U32;
    /// The number of elements of a head of V.
    const VALUE: u32 = Self::Value::U32;
    /// The parts of dQ in a tile.
    const PARTS: u32 = Self::Queries::U32 * Self::DIMENSION / PART;
}

/// The gradients over elements T, with head dimension D; a head of V has D elements, too, or 128 if
/// D is 192.
pub struct Backward<T, const D: usize, const CAUSAL: bool, const WINDOW: bool = false>(
    PhantomData<T>,
);

/// Implements a row of the table for both types of elements: d, the elements of a head of V; the
/// keys of a block, the queries of a step, the tiles of dS; the warpgroups that share the keys; the
/// parts of dQ along the queries and along d.
macro_rules! backward {
    ($($($row:literal)+;)*) => { $( backward!(@of Bf16 $($row)+); backward!(@of F16 $($row)+); )* };
    (@of $T:ident $D:tt $value:tt $keys:tt $queries:tt $stages:tt $groups:tt $m:tt $n:tt) => {
        impl<const CAUSAL: bool, const WINDOW: bool> Config for Backward<$T, $D, CAUSAL, WINDOW> {
            type Element = $T;
            const CAUSAL: bool = CAUSAL;
            const WINDOW: bool = WINDOW;
            type Dimension = int!($D);
            type Value = int!($value);
            type Keys = int!($keys);
            type Queries = int!($queries);
            type K = KMajorTile<$T, int!($keys), int!($D), int!(1)>;
            type V = KMajorTile<$T, int!($keys), int!($value), int!(1)>;
            type Q = KMajorTile<$T, int!($queries), int!($D), int!(2)>;
            type Do = KMajorTile<$T, int!($queries), int!($value), int!(2)>;
            type KOfD = MnMajorTile<$T, int!($D), int!($keys), int!(1)>;
            type QOfD = MnMajorTile<$T, int!($D), int!($queries), int!(2)>;
            type DoOfColumns = MnMajorTile<$T, int!($value), int!($queries), int!(2)>;
            type Ds = MnMajorTile<$T, int!($queries), int!($keys), int!($stages)>;
            type DsOfKeys = KMajorTile<$T, int!($keys), int!($queries), int!($stages)>;
            type Rows = Stages<f32, Self::RowsLayout>;
            type RowsLayout = layout!(($queries, 2, 2));
            type ScoreMma = TiledMma<<$T as SsOp<int!($queries)>>::Op, layout!(($groups, 1))>;
            type KeyMma = TiledMma<<$T as RsOp<int!($D)>>::Op, layout!(($groups, 1))>;
            type ValueMma = TiledMma<<$T as RsOp<int!($value)>>::Op, layout!(($groups, 1))>;
            type QueryMma = TiledMma<<$T as SsOp<int!(64)>>::Op, layout!(($m, $n))>;
            type StoreDs =
                TiledCopyOf<CopyAtom<copy::SM90_U32x4_STSM_N, int!(16)>, Self::ScoreMma, OperandC>;
        }
    };
}
backward! {
    64 64 128 128 2 2 2 1;
    128 128 128 64 2 2 1 2;
    192 128 64 64 1 1 1 3;
    256 256 64 64 1 1 1 4;
}
