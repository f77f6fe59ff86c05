//! The configuration of the kernels: two operands, which determine the tile.

use crate::major::Major;
use zellige::atom::mma;
use zellige::atom::smem::SharedTile;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::storage::SmemTensor;

/// The atom with which one thread multiplies one element by another.
pub type Fma = mma::UniversalFMA<Int<32>>;

/// An operand: its rows of K elements, and the path of a tile of them to the threads that multiply
/// it. Each of its parameters is a separate type: to the kernel it is a name, and the compiler has
/// nothing to compute before it knows the instance.
pub trait Operand: 'static {
    /// The mode along which the operand is contiguous.
    type Major: Major;
    /// The number of rows of a tile: BLK_M, or BLK_N.
    type Rows: Integer + Unsigned;
    /// The rows and the k of a tile.
    type Tile: Tiler<TilerProfile = (usize, usize)> + Default;
    /// The layout from (row, k) of a tile to shared memory, or from (row, k, stage) of several.
    type Stages: SharedTile;
}
/// The tiles of A and of B in shared memory.
pub type Storage<A, B> =
    (SmemTensor<f32, <A as Operand>::Stages>, SmemTensor<f32, <B as Operand>::Stages>);
/// Returns the tile of C that a block computes: BLK_M by BLK_N.
pub const fn block<A: Operand, B: Operand>() -> (u32, u32) {
    (A::Rows::U32, B::Rows::U32)
}
