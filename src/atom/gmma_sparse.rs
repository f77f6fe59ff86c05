//! The MMA atoms of Hopper's `wgmma` with a sparse A.
//!
//! Of each 4 elements of A along K, 2 are stored; of tf32, 1 of 2. The metadata E say which. So an
//! instruction has twice the K of a dense one, and four warps multiply 64 x K by K x N elements:
//!
//! ```text
//! A    in shared memory   (128,(64,K))        : (0,(1,64))
//!      in registers       ((4,8,4),(v,2,2))   : ((64*v,1,16),(64,8,256*v))        v = K/8
//! B                       (128,(N,K))         : (0,(1,N))
//! C                       ((4,8,4),(2,2,N/8)) : ((128,1,16),(64,8,512))
//! E    bytes: K = 64      ((2,2,8,4),(32))    : ((8,2048,1,16),(64))
//!      f16, bf16: K = 32  ((2,2,8,4),(16,2))  : ((1024,0,1,16),(64,8))
//!      tf32: K = 16       ((2,2,8,4),(8,2))   : ((512,0,1,16),(64,8))
//! ```
//!
//! The metadata are numbered as the elements of A that they describe, by m + 64 k. For bytes,
//! thread 4 g + 2 h + i of a warp has the metadata of row g + 8 i, columns 32 h to 32 h + 31. For
//! f16 it has those of the rows g and g + 8, columns 16 i to 16 i + 15, whatever h is: the
//! instruction reads them from two of four threads, which its selector chooses.
//!
//! ```
//! use zellige::{atom::{gmma_sparse::*, *}, prelude::*};
//! type Op = SM90_SPARSE_64xNx64_S8_SS_TN<i8, u8, i32, int!(128)>;
//! assert_eq!(Op::NAME, "SM90_SPARSE_64x128x64_S32S8U8_SS_TN");
//! assert_type_eq_all!(<Op as MmaAtom>::ShapeMnk, shape!((64, 128, 64)));
//! // A thread has 32 elements of A, and stores 16 in 4 registers.
//! type Rs = SM90_SPARSE_64xNx64_S8_RS_TN<i8, u8, i32, int!(128)>;
//! let mma = make_tiled_mma(Rs::NEW, layout!((1, 1)));
//! assert_eq!(mma.partition_shape::<OperandA, _>(shape!((64, 64))), shape!(((8, 2, 2), 1, 1)));
//! ```
//!
//! | names | A, B | C, D | K | N |
//! |---|---|---|---|---|
//! | `SM90_SPARSE_64xNx32_F16_SS` | f16 | f16, f32 | 32 | a multiple of 8 up to 256 |
//! | `SM90_SPARSE_64xNx32_BF16_SS` | bf16 | f32 | 32 | a multiple of 8 up to 256 |
//! | `SM90_SPARSE_64xNx16_TF32_SS_TN` | tf32 | f32 | 16 | a multiple of 8 up to 256 |
//! | `SM90_SPARSE_64xNx64_F8_SS_TN` | e4m3, e5m2 | f16, f32 | 64 | a multiple of 8 up to 256 |
//! | `SM90_SPARSE_64xNx64_S8_SS_TN` | i8, u8 | i32 | 64 | 8, 24, a multiple of 16 up to 256 |
//!
//! `_RS` in place of `_SS` takes A from registers, and `_SATURATE` behind `_TN` saturates the sums
//! of bytes. CuTe writes N and the elements into the name, and they are parameters here:
//! `SM90::GMMA::SPARSE::GMMA_64x128x32_F32F16F16_SS` is `SM90_SPARSE_64xNx32_F16_SS` of f16, f16,
//! `f32` and 128.
//!
//! Another N does not compile, once a layout of the atom is used, and an element that the kind does
//! not multiply fails a bound:
//!
//! ```text
//! wgmma.mma_async.sp has no tile of 64 x 300 x 64: N is 8, 24 or a multiple of 16 from 16 to 256
//! no matrix instruction takes `f32` as `ByteOperand`
//! ```
//!
//! These types only say where elements are; nothing here executes the instruction.
//!
//! Sources: the PTX manual's "asynchronous warpgroup level matrix multiply-accumulate", and the
//! `MMA_Traits` of CuTe's `mma_traits_sm90_gmma_sparse.hpp`, which has N = 8, 16, 32, 64, 96, 128,
//! 192 and 256 by default.

use core::marker::PhantomData;

use super::umma::{HasColumns, Smem, columns, extent};
use super::umma_kind::{self, *};
use super::{MmaAtom, SparseMmaAtom, Unless, only_value};
use crate::integer::{Div, Integer, Mul};
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Code, Message, Refusal, Refused, reasons};
use crate::tuple::Either;
use crate::{int, layout};

/// The atom of the sparse `wgmma` of kind K with A from S, elements A, B and C, and N columns. The
/// types below name it. CuTe: `SM90::GMMA::SPARSE::GMMA_64x128x32_F32F16F16_SS` and so on.
///
/// ```
/// use zellige::{atom::{gmma_sparse::*, *}, prelude::*};
/// /// The elements of A that a byte of metadata describes.
/// fn described<T: SparseMmaAtom>(_: T) -> u64 {
///     <T::SparsityE as Integer>::KNOWN
/// }
/// assert_eq!(described(<SM90_SPARSE_64xNx64_S8_SS_TN<i8, i8, i32, int!(8)>>::NEW), 8);
/// ```
#[doc(alias = "GMMA_64x128x32_F32F16F16_SS")]
pub struct SparseGmma<K, S, A, B, C, N>(PhantomData<fn() -> (K, S, A, B, C, N)>);
only_value! {
    /// The only value of the type.
    ///
    /// ```
    /// use zellige::{atom::{gmma_sparse::*, *}, prelude::*};
    /// type Op = SM90_SPARSE_64xNx64_S8_RS_TN<u8, u8, i32, int!(32)>;
    /// let mma = make_tiled_mma(Op::NEW, layout!((2, 1)));    // two warpgroups
    /// assert_eq!(mma.tile_shape(), shape!((128, 32, 64)));
    /// ```
    SparseGmma<K, S, A, B, C, N>
}

/// A kind of the sparse `wgmma`: which elements it multiplies. [`kind`] defines them.
///
/// ```
/// use zellige::atom::{gmma_sparse::*, umma::ByteOperand};
/// fn of_bytes<K: GmmaKind<Operand = ByteOperand>>(_: K) {}
/// of_bytes(kind::S8);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of the sparse `wgmma`",
    label = "must be a type of `zellige::atom::gmma_sparse::kind`"
)]
pub trait GmmaKind: Copy + 'static {
    /// The names of the formats of A and B by their codes, and what follows the source of A.
    #[doc(hidden)]
    const CUTE: ([&'static str; 3], &'static str);
    /// The kind of `tcgen05.mma` with the same K and N.
    #[doc(hidden)]
    type Like: Kind;
    /// The role of A and B.
    type Operand;
    /// The role of C and D.
    type Sum;
    /// The elements of A that a byte of metadata describes.
    type SparsityE: Integer;
    /// The (thread, value) layout of A in registers.
    #[doc(hidden)]
    type LayoutATv: Layout;
    /// The (thread, value) layout of the metadata.
    #[doc(hidden)]
    type LayoutETv: Layout;
}

/// Defines the kinds of each K: the layouts of A in registers and of the metadata, the elements of
/// A for a byte of metadata, the names of the formats of A and B by their codes.
macro_rules! kinds {
    ($(A $a:tt E $e:tt $per:tt $names:tt {
        $($(#[$m:meta])* $Name:ident $end:literal: $Operand:ident -> $Sum:ident, $Like:ident;)*
    })*) => {
        /// The kinds of the sparse `wgmma`.
        pub mod kind {
            $( $(
                $(#[$m])*
                #[derive(Copy, Clone)]
                pub struct $Name;
            )* )*
        }
        $( $(
            impl GmmaKind for kind::$Name {
                const CUTE: ([&'static str; 3], &'static str) = ($names, $end);
                type Like = umma_kind::kind::$Like;
                type Operand = $Operand;
                type Sum = $Sum;
                type SparsityE = int!($per);
                type LayoutATv = layout! $a;
                type LayoutETv = layout! $e;
            }
        )* )*
    };
}
kinds! {
    A [((4, 8, 4), (2, 2, 2)) : ((128, 1, 16), (64, 8, 512))]
    E [((2, 2, 8, 4), (8, 2)) : ((512, 0, 1, 16), (64, 8))] 4 ["", "", "TF32"] {
        /// tf32.
        Tf32 "_TN": Tf32Operand -> F32Accumulator, Tf32;
    }
    A [((4, 8, 4), (4, 2, 2)) : ((256, 1, 16), (64, 8, 1024))]
    E [((2, 2, 8, 4), (16, 2)) : ((1024, 0, 1, 16), (64, 8))] 8 ["F16", "BF16", ""] {
        /// f16.
        F16 "": F16Operand -> Accumulator, F16;
        /// bf16.
        Bf16 "": Bf16Operand -> F32Accumulator, F16;
    }
    A [((4, 8, 4), (8, 2, 2)) : ((512, 1, 16), (64, 8, 2048))]
    E [((2, 2, 8, 4), (32,)) : ((8, 2048, 1, 16), (64,))] 8 ["E4M3", "E5M2", ""] {
        /// e4m3 and e5m2.
        F8 "_TN": F8Operand -> Accumulator, F8f6f4;
    }
    A [((4, 8, 4), (8, 2, 2)) : ((512, 1, 16), (64, 8, 2048))]
    E [((2, 2, 8, 4), (32,)) : ((8, 2048, 1, 16), (64,))] 8 ["U8", "S8", ""] {
        /// Signed and unsigned bytes.
        S8 "_TN": ByteOperand -> S32Accumulator, I8;
        /// Signed and unsigned bytes; sums beyond an `i32` become the nearest `i32`.
        S8Saturate "_TN_SATURATE": ByteOperand -> S32Accumulator, I8;
    }
}

/// Where the sparse `wgmma` finds A: [`Smem`] or [`InRegisters`].
///
/// ```
/// use zellige::atom::{gmma_sparse::*, umma::Smem};
/// assert_eq!([<Smem as GmmaSource>::NAME, InRegisters::NAME], ["SS", "RS"]);
/// ```
pub trait GmmaSource: Copy + 'static {
    /// The part of CuTe's name: `SS` or `RS`.
    const NAME: &'static str;
    /// The (thread, value) layout of A.
    #[doc(hidden)]
    type LayoutATv<K: GmmaKind>: Layout;
}
impl GmmaSource for Smem {
    const NAME: &'static str = "SS";
    type LayoutATv<K: GmmaKind> = InMemory<int!(64), Depth<K>>;
}
/// A is in the registers of the threads.
#[derive(Copy, Clone)]
pub struct InRegisters;
impl GmmaSource for InRegisters {
    const NAME: &'static str = "RS";
    type LayoutATv<K: GmmaKind> = K::LayoutATv;
}

/// The elements along K.
type Depth<K> = Mul<<<K as GmmaKind>::Like as Kind>::K, int!(2)>;
/// The layout (thread, value) of a matrix in shared memory, which belongs to all threads.
type InMemory<X, Y> = Strided<(int!(128), (X, Y)), (int!(0), (int!(1), X))>;
/// The layout of C, with X pieces of 8 columns.
type Accumulators<X> = Strided<
    ((int!(4), int!(8), int!(4)), (int!(2), int!(2), X)),
    ((int!(128), int!(1), int!(16)), (int!(64), int!(8), int!(512))),
>;
/// True if the instruction has N columns.
type Exists<K, N> = HasColumns<<K as GmmaKind>::Like, N1, N>;
/// The layout L of the instruction, or why it has no such tile.
type OfTile<K, N, L> = Unless<Exists<K, N>, L, NoSparseTile<K, N>>;

impl<K, S, A, B, C, N> MmaAtom for SparseGmma<K, S, A, B, C, N>
where
    K: GmmaKind,
    S: GmmaSource,
    A: Element<K::Operand>,
    B: Element<K::Operand>,
    C: Element<K::Sum>,
    N: Integer,
{
    const NAME: &'static str = {
        let name: &'static Message = &const { name::<K, N>([A::CODE, B::CODE, C::CODE], S::NAME) };
        name.as_str()
    };
    type ShapeMnk = Either<
        Exists<K, N>,
        (int!(64), N, Depth<K>),
        Refused<NoSparseTile<K, N>, ProfileOfRefused>,
    >;
    type ThrId = layout!(128 : 1);
    type LayoutATv = OfTile<K, N, S::LayoutATv<K>>;
    type LayoutBTv = OfTile<K, N, InMemory<N, Depth<K>>>;
    type LayoutCTv = OfTile<K, N, Accumulators<Div<N, int!(8)>>>;
    type BitsD = C::Bits;
    type BitsA = A::Bits;
    type BitsB = B::Bits;
    type BitsC = C::Bits;
}
impl<K: GmmaKind, S, A, B, C, N: Integer> SparseMmaAtom for SparseGmma<K, S, A, B, C, N>
where
    Self: MmaAtom,
{
    type LayoutETv = OfTile<K, N, K::LayoutETv>;
    type SparsityE = K::SparsityE;
}

reasons! {
    /// The instruction of kind K has no tile of N columns.
    NoSparseTile[K: GmmaKind, N: Integer] =>
        Refusal::new(Code::NoInstruction, no_sparse_tile::<K, N>());
}
/// Returns that the instruction does not have N columns, and how many it has.
const fn no_sparse_tile<K: GmmaKind, N: Integer>() -> Message {
    let m = extent::<N>(Message::new().s("wgmma.mma_async.sp has no tile of 64 x "));
    columns::<K::Like, N1>(m.s(" x ").u(<Depth<K>>::KNOWN))
}

/// Returns the name of the instruction: `SM90_SPARSE_64x128x32_F32F16F16_SS`.
const fn name<K: GmmaKind, N: Integer>([a, b, c]: [u32; 3], source: &str) -> Message {
    let m = extent::<N>(Message::new().s("SM90_SPARSE_64x")).s("x").u(<Depth<K>>::KNOWN).s("_");
    let m = m.s(["F16", "F32", "S32"][c as usize]);
    let (formats, end) = K::CUTE;
    m.s(formats[a as usize]).s(formats[b as usize]).s("_").s(source).s(end)
}

/// Names the atoms: the kind and the source of A.
macro_rules! atoms {
    ($($text:literal $Kind:ident: $Ss:ident $Rs:ident;)*) => { $(
        atoms!(@atom $text "shared memory." $Kind Smem $Ss);
        atoms!(@atom $text "registers." $Kind InRegisters $Rs);
    )* };
    (@atom $text:literal $source:literal $Kind:ident $S:ident $Name:ident) => {
        #[doc = concat!($text, ", A from ", $source)]
        #[allow(non_camel_case_types)]
        pub type $Name<A, B, C, N> = SparseGmma<kind::$Kind, $S, A, B, C, N>;
    };
}
atoms! {
    "tf32" Tf32: SM90_SPARSE_64xNx16_TF32_SS_TN SM90_SPARSE_64xNx16_TF32_RS_TN;
    "f16" F16: SM90_SPARSE_64xNx32_F16_SS SM90_SPARSE_64xNx32_F16_RS;
    "bf16" Bf16: SM90_SPARSE_64xNx32_BF16_SS SM90_SPARSE_64xNx32_BF16_RS;
    "e4m3 and e5m2" F8: SM90_SPARSE_64xNx64_F8_SS_TN SM90_SPARSE_64xNx64_F8_RS_TN;
    "Bytes" S8: SM90_SPARSE_64xNx64_S8_SS_TN SM90_SPARSE_64xNx64_S8_RS_TN;
    "Bytes, saturated sums" S8Saturate:
        SM90_SPARSE_64xNx64_S8_SS_TN_SATURATE SM90_SPARSE_64xNx64_S8_RS_TN_SATURATE;
}
