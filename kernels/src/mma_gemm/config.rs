//! What the kernel is built from: elements, the major-ness of A and B, the tile, and who copies and writes it.

use super::access::{Access, Vectors};
use super::{K, STAGES};
use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::construct::RowMajor;
use zellige::contract;
use zellige::ops::*;
use zellige::prelude::*;
use zellige::profile::Profile;
use zellige::typenum::{U64, U128};
use zellige_gpu::copy::{CpAsync, Ldmatrix};
use zellige_gpu::gemm::SM80_16x8x16_F32HalfHalfF32_TN;
use zellige_gpu::{Bf16, Half};

/// All that distinguishes one instance from another. Its parts are types of their own: to the kernel each is a name, and the
/// compiler has nothing to compute before it knows the instance.
pub trait Config: 'static {
    /// An element of A and of B.
    type Element: Half;
    /// The rows of a tile of C.
    type Rows: Integer;
    /// The columns of a tile of C.
    type Columns: Integer;
    /// Along which mode A is contiguous, and so how it comes to the registers.
    type A: Staged<OperandA, Self::Rows>;
    /// The same for B.
    type B: Staged<OperandB, Self::Columns>;
    /// BLK_M x BLK_N of C.
    type Tile: Extents;
    /// How elements of A, B and C are copied.
    type Access: Access;
    /// The product of 32 by 32 by 16 elements by four warps.
    type Mma: MmaTiling<Atom = SM80_16x8x16_F32HalfHalfF32_TN<Self::Element>>;
    /// A thread's sums: ((2, 2), MMA_M, MMA_N).
    type Sums: Layout<Profile = ((usize, usize), usize, usize), Cosize: ArrayLength>;
    /// Where the stages of B begin.
    const STAGES_B: u32 = <StagesOf<Self::A, OperandA, Self::Rows>>::COSIZE as u32;
    /// The shared memory of a block in bytes: the stages of A, then those of B.
    const SHARED: u32 =
        2 * (Self::STAGES_B + <StagesOf<Self::B, OperandB, Self::Columns>>::COSIZE as u32);
}
/// The stages of an operand.
pub type StagesOf<S, O, Rows> = <S as Staged<O, Rows>>::Stages;

/// The product of A and B of T, contiguous as A and B say, in tiles of M by N elements, copied by X.
pub struct Gemm<T, A, B, M, N, X = Vectors>(PhantomData<(T, A, B, M, N, X)>);
impl<T, A, B, M, N, X> Config for Gemm<T, A, B, M, N, X>
where
    T: Half,
    A: Staged<OperandA, M>,
    B: Staged<OperandB, N>,
    M: Integer,
    N: Integer,
    (M, N): Tile,
    X: Access,
{
    type Element = T;
    type Rows = M;
    type Columns = N;
    type A = A;
    type B = B;
    type Tile = <(M, N) as Tile>::Tile;
    type Access = X;
    type Mma = Mma<T>;
    type Sums = <(M, N) as Tile>::Sums;
}

/// The product of 32 by 32 by 16 elements T by four warps.
pub type Mma<T = Bf16> =
    TiledMma<SM80_16x8x16_F32HalfHalfF32_TN<T>, layout!((2, 2)), (RangeFull, int!(32), RangeFull)>;

/// How the operand O, of so many rows in a tile, comes to shared memory, and from there to registers.
///
/// | | [`KMajor`] | [`MnMajor`] |
/// |---|---|---|
/// | a stage of 128 rows | `Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))` | `Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,512),(64,1024))` |
/// | a thread copies | 8 of a row, every 16th row | 8 of a column, every 8th column |
/// | to registers | `ldmatrix` | `ldmatrix.trans` |
pub trait Staged<O, Rows>: Major {
    /// (BLK, BLK_K): its rows and k.
    type Tile: Extents;
    /// (row, k, stage) to shared memory.
    type Stages: Layout<Profile = ((usize, usize), (usize, usize), (usize, usize))>;
    /// The copy from global to shared memory, 16 bytes at once.
    type Fill: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>, Atom: CpAsync>;
    /// The copy from shared memory to the registers of the threads that multiply it.
    type Load: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>, Atom: Ldmatrix>;
    /// A thread's elements of a tile: (MMA, rows, K).
    type Fragment: Layout<Profile = (Self::Values, usize, usize)>;
    /// The form of those of one instruction.
    type Values: Profile;
    /// How many registers these are.
    type Registers: ArrayLength;
}
/// Two static extents.
pub trait Extents:
    IntTuple<Profile = (usize, usize)> + Tiler<TilerForm = (usize, usize)> + Default
{
}
impl<S: IntTuple<Profile = (usize, usize)> + Tiler<TilerForm = (usize, usize)> + Default> Extents
    for S
{
}
/// The sums of a tile of C.
pub trait Tile {
    /// See [`Config::Tile`].
    type Tile: Extents;
    /// See [`Config::Sums`].
    type Sums: Layout<Profile = ((usize, usize), usize, usize), Cosize: ArrayLength>;
}

/// 16 bytes from global to shared memory.
type Vector = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>;
/// Four matrices of 8 by 8 elements.
type Ldsm = CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>;
/// Four matrices of 8 by 8 elements, each transposed.
type LdsmT = CopyAtom<copies::SM75_U16x8_LDSM_T, int!(16)>;
/// The atom of shared memory of a [`KMajor`] operand: 8 rows of 64 elements, swizzled.
type KAtom = smem::LayoutKSw128Atom<int!(16)>;
/// The atom of shared memory of a [`MnMajor`] operand: 64 rows of 8 elements, swizzled.
type MnAtom = smem::LayoutMnSw128Atom<int!(16)>;
/// A thread's elements of the operand O.
type FragmentOf<O, Rows> = PartitionFragment<Mma, O, RowMajor<(Rows, K)>>;
/// (thread, value) of the partition P, the J-th along K.
type At<P, J> = Slice<(RangeFull, RangeFull, (int!(0), J, int!(0))), P>;

/// Stages, for a major-ness, a number of rows, and an operand: the threads that copy and the values of each, the atoms of shared
/// memory and of the copy from there.
macro_rules! staged {
    ($($Major:ident $Rows:ident $O:ident: $threads:tt $values:tt $Atom:ident $Ldsm:ident;)*) => { $(
        impl Staged<$O, $Rows> for $Major {
            type Tile = ($Rows, K);
            type Stages = TileToShape<$Atom, ($Rows, K, int!({ STAGES as usize }))>;
            type Fill = MakeTiledCopy<Vector, layout!$threads, layout!$values>;
            type Load = TiledCopyOf<$Ldsm, Mma, $O>;
            type Fragment = FragmentOf<$O, $Rows>;
            type Values = <<Self::Fragment as Layout>::Head as Layout>::Profile;
            type Registers = <Upcast<Self::Fragment, int!(2)> as Layout>::Cosize;
        }
        // 16 bytes of each thread are aligned, and free of bank conflicts: of `cp.async`, and of the rows of `ldmatrix` for each k.
        const _: () = {
            type Of = <$Major as Staged<$O, $Rows>>::Stages;
            type Filled = Tidfrg<<$Major as Staged<$O, $Rows>>::Fill, Destination, Of>;
            type Loaded = Tidfrg<<$Major as Staged<$O, $Rows>>::Load, Source, Of>;
            contract::bank_conflict_free::<At<Filled, int!(0)>, u16>();
            contract::bank_conflict_free::<At<Loaded, int!(0)>, u16>();
            contract::bank_conflict_free::<At<Loaded, int!(1)>, u16>();
            contract::bank_conflict_free::<At<Loaded, int!(2)>, u16>();
            contract::bank_conflict_free::<At<Loaded, int!(3)>, u16>();
        };
    )* };
}
staged! {
    KMajor U128 OperandA: ((16, 8) : (8, 1)) ((1, 8)) KAtom Ldsm;
    KMajor U128 OperandB: ((16, 8) : (8, 1)) ((1, 8)) KAtom Ldsm;
    KMajor U64 OperandA: ((16, 8) : (8, 1)) ((1, 8)) KAtom Ldsm;
    KMajor U64 OperandB: ((16, 8) : (8, 1)) ((1, 8)) KAtom Ldsm;
    MnMajor U128 OperandA: ((16, 8)) ((8, 1)) MnAtom LdsmT;
    MnMajor U128 OperandB: ((16, 8)) ((8, 1)) MnAtom LdsmT;
}
impl Tile for (U128, U128) {
    type Tile = Self;
    type Sums = PartitionFragment<Mma, OperandC, RowMajor<(U128, U128)>>;
}
impl Tile for (U64, U64) {
    type Tile = Self;
    type Sums = PartitionFragment<Mma, OperandC, RowMajor<(U64, U64)>>;
}
