//! The configuration of the kernels: two operands, and so the tile.

use crate::major::Major;
use core::marker::PhantomData;
use zellige::atom::smem::SharedTile;
use zellige::atom::{MmaTiling, mma};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::storage::SmemTensor;

/// The parameters that distinguish one instance from another. Each is a type of its own: to the
/// kernel it is a name, and the compiler has nothing to compute before it knows the instance.
pub trait Config: 'static {
    /// The way of A to the threads that multiply it.
    type A: Operand;
    /// The way of B to the threads that multiply it.
    type B: Operand;
    /// The tiled MMA: the threads that multiply, one element by another.
    type Mma: MmaTiling<Atom = Fma>;
    /// The layout of a thread's accumulators: (1, THR_M, THR_N).
    type Acc: Layout<Cosize: ArrayLength>;
    /// The tile of C that a block computes: BLK_M by BLK_N.
    const BLOCK: (u32, u32) = (
        <Self::A as Operand>::Rows::U32,
        <Self::B as Operand>::Rows::U32,
    );
}
/// The atom by which one thread multiplies one element by another.
pub type Fma = mma::UniversalFMA<Int<32>>;
/// The product of the operands A and B, each of which says how many rows its tiles have.
pub struct Gemm<A, B>(PhantomData<(A, B)>);

/// An operand: its rows of K elements, and the way of a tile of them to the threads that multiply
/// it.
pub trait Operand: 'static {
    /// The mode along which it is contiguous.
    type Major: Major;
    /// The number of rows of a tile: BLK_M, or BLK_N.
    type Rows: Integer + Unsigned;
    /// The rows and the k of a tile.
    type Tile: Tiler<TilerForm = (usize, usize)> + Default;
    /// The layout from (row, k) of a tile to shared memory, or from (row, k, stage) of several.
    type Stages: SharedTile;
    /// The layout of a thread's part of a column: (1, THR_M).
    type Fragment: Layout<Cosize: ArrayLength>;
}

/// See [`Operand::Major`].
pub type MajorOf<S> = <S as Operand>::Major;
/// See [`Operand::Tile`].
pub type TileOf<S> = <S as Operand>::Tile;
/// See [`Operand::Stages`].
pub type StagesOf<S> = <S as Operand>::Stages;
/// See [`Operand::Fragment`].
pub type FragmentOf<S> = <S as Operand>::Fragment;
/// The registers of a thread for an operand.
pub type RegistersOf<S> = Registers<f32, <<S as Operand>::Fragment as Layout>::Cosize>;
/// The tiles of A and of B in shared memory.
pub type Storage<C> = (
    SmemTensor<f32, StagesOf<<C as Config>::A>>,
    SmemTensor<f32, StagesOf<<C as Config>::B>>,
);
