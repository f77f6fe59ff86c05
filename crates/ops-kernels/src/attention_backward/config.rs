//! The configuration of the kernels: elements, head dimension, and the tiles of a block.

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
    /// The head dimension d, as a type.
    type Dimension: Integer + Unsigned;
    /// The number of queries of a step.
    type Queries: Integer + Unsigned;

    /// The tile of K, and that of V, in shared memory: (key, d, 1).
    type K: TmaOperand<Self::Element, Self::ScoreMma, OperandA>;
    /// The tiles of Q, and those of dO: (query, d, stage).
    type Q: TmaOperand<Self::Element, Self::ScoreMma, OperandB>;
    /// The same bytes as [`K`](Self::K): (d, key, 1). In dQ = dS K, keys are the K of the product.
    type KOfD: TmaOperand<Self::Element, Self::QueryMma, OperandB>;
    /// The same bytes as [`Q`](Self::Q): (d, query, stage). In dK += dS^T Q, queries are its K.
    type QOfD: TmaOperand<Self::Element, Self::KeyMma, OperandB>;
    /// Two tiles of dS: (query, key, stage), contiguous along the queries.
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
    /// The tiled MMA of dV += P^T dO and of dK += dS^T Q: P^T and dS^T are in registers.
    type KeyMma: MmaTiling;
    /// The tiled MMA of dQ = dS K: a warpgroup has 64 queries and 64 columns.
    type QueryMma: MmaTiling;
    /// The parts of dQ that the warpgroups have: (along the queries, along d).
    type Parts: Layout + Default;
    /// The copy of a warpgroup's dS^T to shared memory, by `stmatrix`.
    type StoreDs: CopyTiling<Atom = CopyAtom<copy::SM90_U32x4_STSM_N, int!(16)>>;
    /// The head dimension d.
    const DIMENSION: u32 = Self::Dimension::U32;
}

/// The gradients over elements T, with head dimension D.
pub struct Backward<T, const D: usize, const CAUSAL: bool, const WINDOW: bool = false>(
    PhantomData<T>,
);

/// Implements a row of the table for both types of elements: d; the queries of a step; the
/// warpgroups along the queries and along d of dQ.
macro_rules! backward {
    ($($($row:literal)+;)*) => { $( backward!(@of Bf16 $($row)+); backward!(@of F16 $($row)+); )* };
    (@of $T:ident $D:tt $queries:tt $m:tt $n:tt) => {
        impl<const CAUSAL: bool, const WINDOW: bool> Config for Backward<$T, $D, CAUSAL, WINDOW> {
            type Element = $T;
            const CAUSAL: bool = CAUSAL;
            const WINDOW: bool = WINDOW;
            type Dimension = int!($D);
            type Queries = int!($queries);
            type K = KMajorTile<$T, int!(128), int!($D), int!(1)>;
            type Q = KMajorTile<$T, int!($queries), int!($D), int!(2)>;
            type KOfD = MnMajorTile<$T, int!($D), int!(128), int!(1)>;
            type QOfD = MnMajorTile<$T, int!($D), int!($queries), int!(2)>;
            type Ds = MnMajorTile<$T, int!($queries), int!(128), int!(2)>;
            type DsOfKeys = KMajorTile<$T, int!(128), int!($queries), int!(2)>;
            type Rows = Stages<f32, Self::RowsLayout>;
            type RowsLayout = layout!(($queries, 2, 2));
            type ScoreMma = TiledMma<<$T as SsOp<int!($queries)>>::Op, layout!((2, 1))>;
            type KeyMma = TiledMma<<$T as RsOp<int!($D)>>::Op, layout!((2, 1))>;
            type QueryMma = TiledMma<<$T as SsOp<int!(64)>>::Op, layout!(($m, $n))>;
            type Parts = layout!(($m, $n));
            type StoreDs =
                TiledCopyOf<CopyAtom<copy::SM90_U32x4_STSM_N, int!(16)>, Self::ScoreMma, OperandC>;
        }
    };
}
backward! {
    64 128 2 1;
    128 64 1 2;
}
