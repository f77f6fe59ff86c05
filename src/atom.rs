//! Thread-value layouts: which thread holds which elements, in matrix products and in copies.
//!
//! The tensor cores of a GPU multiply small matrices, and the threads of a warp hold them together:
//! each thread holds a few elements, by a rule that the hardware fixes. Such a rule is a layout.
//! Its coordinate is (thread, value), and its offset says which element of the matrix that value
//! is.
//!
//! # One instruction
//!
//! `SM80_16x8x16_F32F16F16F32_TN` adds to a matrix C of 16 x 8 elements the product of A (16 x 16)
//! and B (16 x 8), with 32 threads. A thread has four elements of C, v0 to v3:
//!
//! ```text
//!           n = 0   1    2   3    4   5    6   7
//!   m =  0  T0 v0  v1 | T1 v0  v1 | T2 v0  v1 | T3 v0  v1
//!   m =  1  T4 v0  v1 | T5 v0  v1 | T6 v0  v1 | T7 v0  v1
//!      ..
//!   m =  7  T28 v0 v1 | T29 v0 v1 | T30 v0 v1 | T31 v0 v1
//!   m =  8  T0 v2  v3 | T1 v2  v3 | T2 v2  v3 | T3 v2  v3
//!      ..
//!   m = 15  T28 v2 v3 | T29 v2 v3 | T30 v2 v3 | T31 v2 v3
//! ```
//!
//! With `m + 16 n` as the number of the element at (m, n), the table is the layout
//!
//! ```text
//!   (thread, value)      ((4,8),(2,2)) : ((32,1),(16,8))
//! ```
//!
//! Read off the strides: the next thread is two columns further (32), four times, then a row down
//! (1); the next value is one column further (16), and v2 is 8 rows below v0. Thread 5 = (1,1),
//! value 3 = (1,1): element 32 + 1 + 16 + 8 = 57, which is m = 9, n = 3.
//!
//! ```
//! use zellige::{prelude::*, atom::*};
//! type Op = mma::SM80_16x8x16_F32F16F16F32_TN;
//! type C = <Op as MmaAtom>::LayoutCTv;
//! assert_type_eq_all!(C, layout!(((4, 8), (2, 2)) : ((32, 1), (16, 8))));
//! assert_eq!(C::STATIC.crd2idx((5u32, 3u32)), 9 + 16 * 3);
//! ```
//!
//! The instruction with its shape and its layouts for A, B and C is an [`MmaAtom`]. [`mma`] has the
//! instructions of SM61 to SM90, [`gmma_sparse`] those of SM90 with a sparse A, [`mma_sm120`] those
//! of SM120, and [`umma`] those of SM100, with CTAs as threads. [`copy`] has the copies: their
//! atoms have a (thread, value) layout for each end.
//!
//! # Many instructions
//!
//! A matrix is larger than an atom. [`make_tiled_mma`] repeats the atom on more threads:
//! `layout!((2, 2))` puts two atoms side by side along M and two along N, which takes 4 warps for a
//! *tile* of 32 x 16 elements. A matrix larger than the tile is repeated in each thread, as more
//! values. [`get_slice`](TiledMma::get_slice) returns the share of one thread, and
//! [`partition_c`](ThrMma::partition_c) its elements of a matrix: a layout, the same for all
//! threads, and the offset at which it starts.
//!
//! ```
//! use zellige::{prelude::*, atom::*};
//! let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
//! let c = layout!((128, 128) : (128, 1));              // row-major
//! let (mine, offset) = mma.get_slice(37u32).partition_c(c);
//! // (value in the atom, 4 tiles along M, 8 tiles along N)
//! assert_eq!(mine, layout!(((2, 2), 4, 8) : ((1, 1024), 4096, 16)));
//! assert_eq!(offset, (16 + 1) * 128 + 2);              // warp 1, lane 5: row 16 + 1, column 2
//! ```
//!
//! All 128 threads together have each element of C once. Threads that differ along N have the same
//! elements of A, since both multiply them. Threads that differ along M have the same elements of
//! B.
//!
//! ```
//! # use zellige::{prelude::*, atom::*};
//! let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
//! let count = |partition: &dyn Fn(u32) -> Vec<u32>| {
//!     let mut times = [0; 128 * 32];
//!     (0..128).for_each(|t| partition(t).iter().for_each(|&i| times[i as usize] += 1));
//!     times
//! };
//! let a = layout!((128, 32) : (32, 1));
//! let times = count(&|thread| {
//!     let (mine, offset) = mma.get_slice(thread).partition_a(a);
//!     (0..mine.size().u32()).map(|value| offset + mine.crd2idx(value)).collect()
//! });
//! assert_eq!(times, [2; 128 * 32]);                    // two warps along N
//! ```
//!
//! # Copies
//!
//! A [`TiledCopy`] does the same for copies. [`make_tiled_copy`] makes it from a layout of threads
//! and a layout of values, [`make_tiled_copy_a`] and its siblings from an MMA: then each thread
//! copies the elements that it will multiply, by an instruction such as `ldmatrix`, where the
//! thread that reads an element may differ from the thread that receives it. [`make_tiled_copy_s`]
//! and [`make_tiled_copy_d`] make a copy that matches another copy: each thread gets the elements
//! that it reads, or writes, by that copy.
//!
//! A swizzled tensor is partitioned like any other: its shares are swizzled, and the thread's
//! offset is inside the swizzle. [`smem`] has the layouts of shared memory that Hopper's
//! instructions take.
//!
//! # Errors
//!
//! - A tensor has fewer modes than the tile: `cargo check` reports it.
//! - The tile does not divide the tensor: `partition_a: mode 0 (M) has 100 elements, which the
//!   tile's 32 do not divide`. The types of the results carry this error like any other, see
//!   [`Layout::REFUSAL`]; the methods report it when the program is built. A run-time extent is
//!   rounded up: compare the coordinates with the shape before an access, as for any tile that
//!   hangs over.
//! - The atoms do not divide a permutation, or the threads or the values of a tile: likewise.
//!
//! The coordinates that a thread holds come from partitioning an identity layout, which has
//! coordinates as its offsets:
//!
//! ```
//! # use zellige::{prelude::*, atom::*};
//! use zellige::construct::make_identity_layout;
//! let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
//! let shape = (100u32, int!(48));                      // 100 rows, in tiles of 32
//! let (mine, start) = mma.get_slice(37u32).partition_c(make_identity_layout(shape));
//! let of = |value: (u32, u32, u32)| {
//!     let ((m, n), (i, j)) = (start.coordinate(), mine.crd2idx(value).coordinate());
//!     (m + i, n + j)
//! };
//! assert_eq!(of((3u32, 2u32, 1u32)), (16 + 1 + 8 + 2 * 32, 2 + 1 + 16));
//! assert_eq!(of((0u32, 3u32, 0u32)).0, 113);           // past the 100 rows
//! ```
//!
//! All results are layouts with offsets: this module does not access memory.

// The tables of the instructions, and of the shared-memory layouts that they need.
pub mod block_scaled;
pub mod copy;
pub mod gmma;
pub mod gmma_sparse;
pub mod instr_desc;
pub mod mma;
pub mod mma_sm120;
pub mod smem;
pub mod tma;
pub mod tmem;
pub mod tmem_copy;
mod tmem_frg;
pub mod umma;
pub mod umma_desc;
mod umma_kind;
pub mod utccp;

// How an MMA partitions matrices: its modes, its operands, one operand, all of them.
pub(crate) mod atom_reasons;
mod mma_axis;
mod operand;
mod operand_partition;
mod tiled_mma;

// How a copy partitions tensors.
mod copy_ends;
mod copy_tile;
mod make_copy;
mod tiled_copy;

pub use crate::profile::PartitionedBy;
pub use atom_reasons::uneven_threads;
pub use copy_ends::{CopyAtomLayouts, CopyPartition, Destination, End, Source};
pub use copy_tile::CopyTile;
pub use make_copy::{
    MakeTiledCopy, TiledCopyLike, TiledCopyOf, make_tiled_copy, make_tiled_copy_a,
    make_tiled_copy_b, make_tiled_copy_c, make_tiled_copy_d, make_tiled_copy_s,
};
pub use mma_axis::{Axis, Permutation, Permutations};
pub use operand::{Operand, OperandA, OperandB, OperandC};
pub use operand_partition::OperandPartition;
pub use tiled_copy::{
    CopyLayoutTv, CopyPartitionOffset, CopyPartitioned, CopyTiling, Retile, ThrCopy, Tidfrg,
    TiledCopy,
};
pub use tiled_mma::{
    LayoutTv, MmaTiling, PartitionFragment, PartitionOffset, PartitionShape, Partitioned, ThrMma,
    Thrfrg, TiledMma, make_tiled_mma,
};

use core::marker::PhantomData;

use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Reason, Refused};
use crate::tuple::{Either, IntTuple, either};

/// An instruction that multiplies small matrices: its shape, and which thread holds which elements.
/// [`mma`] defines them. CuTe: `MMA_Traits<Op>`, `MMA_Atom<Op>`.
///
/// To add an instruction, implement this trait for your own type. It needs only a (thread, value)
/// layout of two modes for each of A, B and C.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Op = mma::SM80_16x8x16_F32F16F16F32_TN;
/// assert_type_eq_all!(<Op as MmaAtom>::ShapeMnk, shape!((16, 8, 16)));
/// assert_type_eq_all!(<Op as MmaAtom>::LayoutBTv, layout!(((4, 8), (2, 2)) : ((16, 1), (8, 64))));
/// ```
#[cfg_attr(doc, doc = include_str!("../docs/pictures/mma_atom.svg"))]
#[doc(alias(
    "make_mma_atom",
    "MmaF16BF16Op",
    "MmaTF32Op",
    "MmaFP8Op",
    "MmaF8Op",
    "MMA_Traits",
    "MMA_Atom"
))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an MMA atom",
    label = "must be an instruction of `zellige::atom::mma`, or implement `MmaAtom`"
)]
pub trait MmaAtom: Copy + 'static {
    /// The name of the instruction in CuTe.
    const NAME: &'static str;
    /// The shape (M, N, K) of the product. CuTe: `Shape_MNK`.
    type ShapeMnk: IntTuple;
    /// The threads that execute it together, from their number in the atom to that in the block.
    /// CuTe: `ThrID`.
    type ThrId: Layout;
    /// The layout from (thread, value) to the element `m + M * k` of A. CuTe: `ALayout`,
    /// `LayoutA_TV`.
    #[doc(alias = "ALayout")]
    type LayoutATv: Layout;
    /// The layout from (thread, value) to the element `n + N * k` of B. CuTe: `BLayout`,
    /// `LayoutB_TV`.
    #[doc(alias = "BLayout")]
    type LayoutBTv: Layout;
    /// The layout from (thread, value) to the element `m + M * n` of C and D. CuTe: `CLayout`,
    /// `LayoutC_TV`.
    #[doc(alias = "CLayout")]
    type LayoutCTv: Layout;
    /// The width of an element of D in bits.
    type BitsD: Integer;
    /// The width of an element of A in bits.
    type BitsA: Integer;
    /// The width of an element of B in bits.
    type BitsB: Integer;
    /// The width of an element of C in bits.
    type BitsC: Integer;
}

/// An instruction that multiplies a sparse A: of each 4 elements along K it has 2, or 1 of 2, and
/// metadata that say which. The layouts of A count all elements.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Op = gmma_sparse::SM90_SPARSE_64xNx64_S8_SS_TN<i8, i8, i32, int!(64)>;
/// // Thread 6 has the metadata of row 1, from column 32 on.
/// assert_eq!(<Op as SparseMmaAtom>::LayoutETv::STATIC.crd2idx((6u32, 0u32)), 1 + 64 * 32);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an MMA atom with a sparse A",
    label = "must be an instruction with metadata, as in `zellige::atom::gmma_sparse`"
)]
pub trait SparseMmaAtom: MmaAtom {
    /// The layout from (thread, value) to the element `m + M * k` of A that the metadata describe.
    /// CuTe: `ELayout`.
    #[doc(alias = "ELayout")]
    type LayoutETv: Layout;
    /// The elements of A that a byte of metadata describes: the S of CuTe's
    /// `sparse_elem<S, uint8_t>`.
    type SparsityE: Integer;
}

/// An instruction that multiplies each block of a row of A, and of a column of B, by a scale
/// factor.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// /// The scale factors that a thread has of A: for K = 64, 4 of 16 elements each.
/// fn of_thread<T: BlockScaledMmaAtom>() -> u64 {
///     let values = T::LayoutSfaTv::STATIC.get(int!(1)).size().usize() as u64;
///     values / <T::SfVecSize as Integer>::KNOWN
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an MMA atom with scale factors",
    label = "must be an instruction with scale factors, as in `zellige::atom::mma_sm120`"
)]
pub trait BlockScaledMmaAtom: MmaAtom {
    /// The layout from (thread, value) to the element `m + M * k` of A that the thread has the
    /// scale factor of. CuTe: `SFALayout`.
    #[doc(alias = "SFALayout")]
    type LayoutSfaTv: Layout;
    /// The layout from (thread, value) to the element `n + N * k` of B that the thread has the
    /// scale factor of. CuTe: `SFBLayout`.
    #[doc(alias = "SFBLayout")]
    type LayoutSfbTv: Layout;
    /// The elements along K that share a scale factor. CuTe: `SFVecSize`.
    #[doc(alias = "SFVecSize")]
    type SfVecSize: Integer;
}

/// A copy instruction: which thread reads and which thread writes which bit of a block. [`copy`]
/// defines them. CuTe: `Copy_Traits<Op>`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Op = copy::SM75_U32x1_LDSM_N;
/// assert_type_eq_all!(<Op as CopyOperation>::LayoutDst, layout!((32, 32) : (32, 1)));
/// ```
#[doc(alias = "Copy_Traits")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a copy instruction",
    label = "must be one of `zellige::atom::copy`, or implement `CopyOperation`"
)]
pub trait CopyOperation: Copy + 'static {
    /// The name of the instruction in CuTe.
    const NAME: &'static str;
    /// The threads that execute it together, from their number in the atom to that in the block.
    /// CuTe: `ThrID`.
    type ThrId: Layout;
    /// The layout from (thread, bit) to the bit that is read. CuTe: `SrcLayout`.
    #[doc(alias = "SrcLayout")]
    type LayoutSrc: Layout;
    /// The layout from (thread, bit) to the bit that is written. CuTe: `DstLayout`.
    #[doc(alias = "DstLayout")]
    type LayoutDst: Layout;
    /// The layout from (thread, bit) to the bit, by the threads and values of a tiled copy. CuTe:
    /// `RefLayout`.
    #[doc(alias = "RefLayout")]
    type LayoutRef: Layout;
}

/// The copy instruction Op for elements of N bits. CuTe: `Copy_Atom<Op, T>`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
/// assert_type_eq_all!(<Atom as CopyAtomLayouts>::LayoutSrc, layout!((32, 8) : (8, 1)));
/// assert_type_eq_all!(<Atom as CopyAtomLayouts>::LayoutDst, layout!((32, (2, 4)) : (2, (1, 64))));
/// ```
#[doc(alias("Atom", "make_copy_atom", "make_atom", "Copy_Atom"))]
#[derive(Copy, Clone, Debug, Default)]
pub struct CopyAtom<Op, N>(PhantomData<(Op, N)>);

/// The layout L, or the refusal E if `Ok` is false.
type Unless<Ok, L, E> = Strided<
    Either<Ok, <L as Layout>::Shape, Refused<E, ProfileOfRefused>>,
    Either<Ok, <L as Layout>::Stride, Refused<E, ProfileOfRefused>>,
>;
/// Gives a type that consists of its parameters alone a value, and copies.
macro_rules! only_value {
    ($(#[$m:meta])* $Name:ident<$($P:ident),*>) => {
        impl<$($P),*> $Name<$($P),*> {
            $(#[$m])*
            pub const NEW: Self = $Name(PhantomData);
        }
        impl<$($P),*> Clone for $Name<$($P),*> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($P),*> Copy for $Name<$($P),*> {}
    };
}
use only_value;
/// Returns `l`, or the refusal E if `Ok` is false.
#[inline(always)]
fn unless<Ok: Bool, L: Layout, E: Reason>(l: L) -> Unless<Ok, L, E> {
    Strided::of(
        either::<Ok, _, _>(l.shape(), Refused::UNIT),
        either::<Ok, _, _>(l.mode_stride(), Refused::UNIT),
    )
}
