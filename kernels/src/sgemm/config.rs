//! What the kernels are built from: two operands, and so the tile.

use crate::major::Major;
use core::marker::PhantomData;
use zellige::atom::{MmaTiling, mma};
use zellige::prelude::*;
use zellige::typenum::Unsigned;

/// All that distinguishes one instance from another. Its parts are types of their own: to the kernel each is a name, and the compiler has
/// nothing to compute before it knows the instance.
pub trait Config: 'static {
    /// How A comes to the threads that multiply it.
    type A: Operand;
    /// How B comes to the threads that multiply it.
    type B: Operand;
    /// The threads that multiply, one element by another.
    type Mma: MmaTiling<Atom = Fma>;
    /// A thread's sums: (1, THR_M, THR_N).
    type Sums: Layout<Cosize: ArrayLength>;
    /// The tile of C that a block computes: BLK_M by BLK_N.
    const BLOCK: (u32, u32) = (
        <Self::A as Operand>::Rows::U32,
        <Self::B as Operand>::Rows::U32,
    );
    /// Where the stages of B begin in shared memory, in elements.
    const STAGES_B: u32 = <Self::A as Operand>::Stages::COSIZE as u32;
    /// The shared memory of a block in bytes: the stages of A, then those of B.
    const SHARED: u32 = {
        assert!(
            Self::STAGES_B % 4 == 0,
            "vectors of B are aligned to 16 bytes, as those of A are"
        );
        4 * (Self::STAGES_B + <Self::B as Operand>::Stages::COSIZE as u32)
    };
}
/// One thread multiplies one element by another.
pub type Fma = mma::UniversalFMA<Int<32>>;
/// The product of the operands A and B, each of which says how many rows its tiles have.
pub struct Gemm<A, B>(PhantomData<(A, B)>);

/// An operand: its rows of K elements, and how a tile of them comes to the threads that multiply it.
pub trait Operand: 'static {
    /// Along which mode it is contiguous.
    type Major: Major;
    /// How many rows a tile has: BLK_M, or BLK_N.
    type Rows: Integer + Unsigned;
    /// The rows and the k of a tile.
    type Tile: Tiler<TilerForm = (usize, usize)> + Default;
    /// (row, k) of a tile to shared memory, or (row, k, stage) of several.
    type Stages: Layout;
    /// What a thread has of a column: (1, THR_M).
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
