//! The configuration of the kernel: elements, the major-ness of A and B, the tile, and the copies
//! and stores.

use super::{K, Pipe};
use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::Outer;
use zellige::atom::{copy as copies, *};
use zellige::contract;
use zellige::ops::*;
use zellige::prelude::*;
use zellige::typenum::{U64, U128};
use zellige_gpu::copy::{CpAsync, Ldmatrix, copy_elements_if, copy_if};
use zellige_gpu::engine::{Matrix, SwizzledSmem};
use zellige_gpu::gemm::SM80_16x8x16_F32HalfHalfF32_TN;
use zellige_gpu::storage::SmemTensor;
use zellige_gpu::tensor::GpuTensor;
use zellige_gpu::{Bf16, Half, Sm80};

/// The parameters that distinguish one instance from another. Each is a separate type: to the
/// kernel it is a name, and the compiler has nothing to compute before it knows the instance.
pub trait Config: 'static {
    /// The type of an element of A and of B.
    type Element: Half;
    /// BLK_M: the number of rows of a tile of C.
    type Rows: Integer;
    /// BLK_N: the number of columns of a tile of C.
    type Columns: Integer;
    /// The path of A to the registers.
    type A: Staged;
    /// The path of B to the registers.
    type B: Staged;
    /// The tiled MMA: the product of 32 by 32 by 16 elements by four warps.
    type Mma: MmaTiling<Atom = SM80_16x8x16_F32HalfHalfF32_TN<Self::Element>>;
    /// Whether A, B and C are copied element by element, and so may begin and end anywhere.
    const BY_ELEMENTS: bool;
    /// How A and B are copied to shared memory.
    type Bring: Bring;
}

/// How a thread copies its share of an operand to shared memory.
pub trait Bring {
    /// Copies the share; elements outside of the operand become zeros.
    ///
    /// # Safety
    ///
    /// The conditions of [`copy_if`] or of [`copy_elements_if`] hold.
    unsafe fn bring<G, C, T, D, SL, F, DL>(
        gpu: G,
        fill: C,
        from: GpuTensor<Matrix<*const T, D>, SL>,
        to: GpuTensor<SwizzledSmem<T, F>, DL>,
    ) where
        G: Sm80,
        C: CopyTiling<Atom: CpAsync>,
        T: Copy,
        D: Layout,
        SL: Layout,
        F: Outer,
        DL: Layout;
}
/// The copies of a configuration with this [`Config::BY_ELEMENTS`].
pub struct Copies<const BY_ELEMENTS: bool>;
macro_rules! bring {
    ($($BY_ELEMENTS:literal: |$gpu:ident, $fill:ident, $from:ident, $to:ident| $copy:expr;)+) => { $(
        impl Bring for Copies<$BY_ELEMENTS> {
            #[inline(always)]
            unsafe fn bring<G, C, T, D, SL, F, DL>(
                $gpu: G,
                $fill: C,
                $from: GpuTensor<Matrix<*const T, D>, SL>,
                $to: GpuTensor<SwizzledSmem<T, F>, DL>,
            ) where
                    G: Sm80,
                    C: CopyTiling<Atom: CpAsync>,
                    T: Copy,
                    D: Layout,
                    SL: Layout,
                    F: Outer,
                    DL: Layout,
            {
                $copy
            }
        }
    )+ };
}
bring! {
    false: |gpu, fill, from, to| copy_if(gpu, fill, from, to);
    true: |_gpu, _fill, from, to| copy_elements_if(from, to);
}

/// The product of A and B with elements T, of the major-ness A and B, in tiles of M by N elements.
pub struct Gemm<T, A, B, M, N, const BY_ELEMENTS: bool = false>(PhantomData<(T, A, B, M, N)>);
impl<T, A, B, M, N, const BY_ELEMENTS: bool> Config for Gemm<T, A, B, M, N, BY_ELEMENTS>
where
    T: Half,
    A: Major,
    B: Major,
    M: Integer,
    N: Integer,
    Of<OperandA, A, M>: Staged,
    Of<OperandB, B, N>: Staged,
    Copies<BY_ELEMENTS>: Bring,
{
    type Element = T;
    type Rows = M;
    type Columns = N;
    type A = Of<OperandA, A, M>;
    type B = Of<OperandB, B, N>;
    type Mma = Mma<T>;
    const BY_ELEMENTS: bool = BY_ELEMENTS;
    type Bring = Copies<BY_ELEMENTS>;
}

/// The product of 32 by 32 by 16 elements T by four warps.
pub type Mma<T = Bf16> =
    TiledMma<SM80_16x8x16_F32HalfHalfF32_TN<T>, layout!((2, 2)), (RangeFull, int!(32), RangeFull)>;

/// The operand O of the [major-ness](crate::major) J, with the given number of rows in a tile.
pub struct Of<O, J, Rows>(PhantomData<(O, J, Rows)>);
/// The path of an operand to shared memory, and from there to registers.
///
/// | | [`KMajor`] | [`MnMajor`] |
/// |---|---|---|
/// | a stage of 128 rows | `Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))` | `Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,512),(64,1024))` |
/// | a thread copies | 8 of a row, every 16th row | 8 of a column, every 8th column |
/// | to registers | `ldmatrix` | `ldmatrix.trans` |
pub trait Staged {
    /// The mode along which the operand is contiguous.
    type Major: Major;
    /// (BLK, BLK_K): the rows and the k of a tile.
    type Tile: Tiler<TilerProfile = (usize, usize)> + Default;
    /// The layout from (row, k, stage) to shared memory.
    type Stages: smem::SharedTile<Profile = ((usize, usize), (usize, usize), (usize, usize))>;
    /// The copy from global to shared memory, 16 bytes at once.
    type Fill: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>, Atom: CpAsync>;
    /// The copy from shared memory to the registers of the threads that multiply it.
    type Load: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>, Atom: Ldmatrix>;
}

/// The copy of 16 bytes from global to shared memory.
type Vector = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>;
/// The copy of four matrices of 8 by 8 elements.
type Ldsm = CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>;
/// The copy of four matrices of 8 by 8 elements, each transposed.
type LdsmT = CopyAtom<copies::SM75_U16x8_LDSM_T, int!(16)>;
/// The atom of shared memory of a [`KMajor`] operand: 8 rows of 64 elements, swizzled.
type KAtom = smem::LayoutKSw128Atom<int!(16)>;
/// The atom of shared memory of a [`MnMajor`] operand: 64 rows of 8 elements, swizzled.
type MnAtom = smem::LayoutMnSw128Atom<int!(16)>;
/// The layout from (thread, value) of the partition P, at the J-th step along K.
type At<P, J> = Slice<(RangeFull, RangeFull, (int!(0), J, int!(0))), P>;

/// The layouts from (thread, value) to the stages, of the copy that fills them and of the copy from
/// them.
type Filled<S> = Tidfrg<FillOf<S>, Destination, StagesOf<S>>;
type Loaded<S> = Tidfrg<LoadOf<S>, Source, StagesOf<S>>;

/// Asserts that each thread's accesses of 16 bytes, by `cp.async` and of the rows of `ldmatrix` for
/// each k, are aligned and free of bank conflicts. This is a function of the operand, so that rustc
/// proves the bounds of these layouts once for all operands.
const fn check_accesses<S: Staged>() {
    contract::bank_conflict_free::<At<Filled<S>, int!(0)>, u16>();
    contract::bank_conflict_free::<At<Loaded<S>, int!(0)>, u16>();
    contract::bank_conflict_free::<At<Loaded<S>, int!(1)>, u16>();
    contract::bank_conflict_free::<At<Loaded<S>, int!(2)>, u16>();
    contract::bank_conflict_free::<At<Loaded<S>, int!(3)>, u16>();
}

/// Implements the stages of an operand with a given major-ness and number of rows: the threads that
/// copy and the values of each, the atoms of shared memory and of the copy from there.
macro_rules! staged {
    ($($Major:ident $Rows:ident $O:ident: $threads:tt $values:tt $Atom:ident $Ldsm:ident;)*) => { $(
        impl Staged for Of<$O, $Major, $Rows> {
            type Major = $Major;
            type Tile = ($Rows, K);
            type Stages = TileToShape<$Atom, ($Rows, K, Pipe)>;
            type Fill = MakeTiledCopy<Vector, layout!$threads, layout!$values>;
            type Load = TiledCopyOf<$Ldsm, Mma, $O>;
        }
        const _: () = check_accesses::<Of<$O, $Major, $Rows>>();
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
/// See [`Staged::Major`].
pub type MajorOf<S> = <S as Staged>::Major;
/// See [`Staged::Tile`].
pub type TileOf<S> = <S as Staged>::Tile;
/// See [`Staged::Stages`].
pub type StagesOf<S> = <S as Staged>::Stages;
/// See [`Staged::Fill`].
pub type FillOf<S> = <S as Staged>::Fill;
/// See [`Staged::Load`].
pub type LoadOf<S> = <S as Staged>::Load;
/// The tiles of A and of B in shared memory.
pub type Storage<C> = (
    SmemTensor<<C as Config>::Element, StagesOf<<C as Config>::A>>,
    SmemTensor<<C as Config>::Element, StagesOf<<C as Config>::B>>,
);
