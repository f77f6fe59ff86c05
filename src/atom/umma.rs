//! The MMA atoms of Blackwell's `tcgen05.mma`: which CTA has which elements of the operands.
//!
//! One thread issues `tcgen05.mma` for its CTA, or for a pair of CTAs. B comes from shared memory,
//! A from shared or from tensor memory, and the accumulator stays in tensor memory. So the first
//! mode of a (thread, value) layout counts CTAs here, not threads:
//!
//! ```text
//! SM100_MMA_F16BF16_2x1SM_SS, 256 x 128 x 16        B: CTA 0   CTA 1
//!                                                   n = 0..64  64..128
//!                                                  +----------+----------+
//!   A  (2,(128,16)):(128,(1,256))    CTA 0: m =    |                     |
//!   B  (2,(64,16)):(64,(1,128))         0..128     |   128 x 128 of C    |
//!   C  (2,(128,128)):(128,(1,256))                 +---------------------+
//!                                    CTA 1: m =    |                     |
//!                                     128..256     |   128 x 128 of C    |
//!                                                  +---------------------+
//! ```
//!
//! Each CTA has half of the rows of A and C, and loads half of B; the tensor cores read both
//! halves. With one CTA these are `(1,(128,16)):(0,(1,128))` and so on: the whole matrix.
//!
//! Each atom is a type of its elements, M and N, under CuTe's name, and all are the same [`Umma`]:
//!
//! ```
//! use zellige::{atom::{umma::*, *}, prelude::*};
//! type One = SM100_MMA_S8_SS<i8, i8, i32, int!(128), int!(256)>;
//! assert_type_eq_all!(<One as MmaAtom>::ShapeMnk, shape!((128, 256, 32)));
//! assert_type_eq_all!(<One as MmaAtom>::LayoutCTv, layout!((1, (128, 256)) : (0, (1, 128))));
//! type Two = SM100_MMA_S8_2x1SM_SS<i8, u8, i32, int!(256), int!(128)>;
//! assert_type_eq_all!(<Two as MmaAtom>::ThrId, layout!(2 : 1));
//! assert_type_eq_all!(<Two as MmaAtom>::LayoutBTv, layout!((2, (64, 32)) : (64, (1, 128))));
//! // A block of 256 x 256 elements of C: one tile along M for each CTA, two along N.
//! let mma = make_tiled_mma(Two::NEW, layout!((1, 1)));
//! let c = mma.partition_shape::<OperandC, _>(shape!((256, 256)));
//! assert_eq!(c, shape!(((128, 128), 1, 2)));
//! ```
//!
//! # Shapes
//!
//! | kind | CTAs | M | N |
//! |---|---|---|---|
//! | `tf32`, `f16`, `f8f6f4` | 1 | 64, 128 | a multiple of 8 up to 256 |
//! | | 2 | 128, 256 | a multiple of 16 up to 256 |
//! | `i8` | 1 | 64, 128 | 8, 24, or a multiple of 16 up to 256 |
//! | | 2 | 128, 256 | a multiple of 32 up to 256 |
//! | `mxf8f6f4`, `mxf4`, `mxf4nvf4` | 1 | 128 | a multiple of 8 up to 256; of 16 for K = 96 |
//! | | 2 | 128, 256; sparse 256 | a multiple of 16 up to 256 |
//!
//! Another shape does not compile, once a layout of the atom or its descriptor is used:
//!
//! ```text
//! tcgen05.mma.kind::f16 of one CTA has no tile of 128 x 300: N is a multiple of 8 from 8 to 256
//! ```
//!
//! An element that the kind does not multiply fails a bound:
//!
//! ```text
//! no matrix instruction takes `f32` as `ByteOperand`
//! ```
//!
//! These types only say where elements are; nothing here executes the instruction. Its other
//! operand, the [instruction descriptor](super::instr_desc), follows from the same types.
//!
//! Sources: the PTX manual's "matrix shape" and CuTe's `MMA_Traits`. Where CuTe accepts fewer
//! shapes than the manual, the manual decides, except for K = 96.

use core::marker::PhantomData;

pub use super::umma_kind::*;
use super::{MmaAtom, Unless, only_value};
use crate::int;
use crate::integer::{Div, Eq, Integer, IsGeKnown, IsMultiple, Mul, Sub};
use crate::layout::Strided;
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Code, Message, Refusal, Refused, reasons};
use crate::tuple::Either;

/// The atom of `tcgen05.mma` of kind K for a group of G CTAs, with elements A, B and C, M rows, N
/// columns, and A from S. The types below name it as CuTe does.
///
/// ```
/// use zellige::{atom::{umma::*, *}, prelude::*};
/// /// The rows of A in one CTA.
/// fn rows<A: MmaAtom>(_: A) -> usize {
///     let layout = A::LayoutATv::STATIC;
///     layout.shape().tail().head().head().elements().usize()
/// }
/// type Op = SM100_MMA_S8_2x1SM_TS<i8, i8, i32, int!(256), int!(64)>;
/// assert_eq!((rows(Op::NEW), Op::NAME), (128, "SM100_MMA_S8_2x1SM_TS"));
/// ```
pub struct Umma<K, S, G, A, B, C, M, N>(PhantomData<fn() -> (K, S, G, A, B, C, M, N)>);
only_value! {
    /// The only value of the type.
    ///
    /// ```
    /// use zellige::{atom::{umma::*, *}, prelude::*};
    /// type Op = SM100_MMA_S8_SS<i8, i8, i32, int!(64), int!(8)>;
    /// let mma = make_tiled_mma(Op::NEW, layout!((1, 1)));
    /// assert_eq!(mma.tile_shape(), shape!((64, 8, 32)));
    /// ```
    Umma<K, S, G, A, B, C, M, N>
}

/// An atom of `tcgen05.mma`: an [`Umma`].
///
/// ```
/// use zellige::{atom::{umma::*, *}, prelude::*};
/// fn ctas<T: UmmaAtom>() -> u64 {
///     <T::Group as Integer>::KNOWN
/// }
/// assert_eq!(ctas::<SM100_MMA_S8_2x1SM_SS<i8, i8, i32, int!(128), int!(64)>>(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an atom of `tcgen05.mma`",
    label = "must be an instruction of `zellige::atom::umma`"
)]
pub trait UmmaAtom: MmaAtom {
    /// The kind of the instruction.
    type Kind: Kind;
    /// Where it finds A.
    type Source: SourceOfA;
    /// The number of CTAs that execute it together: `int!(1)` or `int!(2)`.
    type Group: Integer;
    /// The codes of the formats of A, B and C in the instruction descriptor.
    const CODES: [u32; 3];
}

/// True if an instruction of kind K has M rows: 64 or 128 a CTA. One CTA multiplies scaled elements
/// only in 128 rows, and two multiply sparse ones only in 256.
type HasRows<K, S, G, M> = <Eq<M, Mul<int!(128), G>> as Bool>::Or<
    <Eq<M, Mul<int!(64), G>> as Bool>::And<
        <<<K as Kind>::IsScaled as Bool>::Not as Bool>::Or<
            <Eq<G, int!(2)> as Bool>::And<<<S as SourceOfA>::IsSparse as Bool>::Not>,
        >,
    >,
>;
/// True if an instruction of kind K has N columns.
pub(super) type HasColumns<K, G, N> =
    <<<N as Integer>::Ask<IsMultiple, <K as Kind>::StepN<G>> as Bool>::Or<
        <<<K as Kind>::FewColumns as Bool>::And<Eq<G, N1>> as Bool>::And<
            <Eq<N, int!(8)> as Bool>::Or<Eq<N, int!(24)>>,
        >,
    > as Bool>::And<
        <<N as Integer>::Ask<IsGeKnown, N1> as Bool>::And<
            <int!(256) as Integer>::Ask<IsGeKnown, N>,
        >,
    >;
/// True if the instruction has a tile of M x N elements.
type Exists<K, S, G, M, N> = <HasRows<K, S, G, M> as Bool>::And<HasColumns<K, G, N>>;
/// The elements along K.
type Depth<K, S> = Mul<<K as Kind>::K, <S as SourceOfA>::Sparsity>;
/// The layout L of the instruction, or why it has no such tile.
type OfTile<K, S, G, M, N, L> = Unless<Exists<K, S, G, M, N>, L, NoTile<K, S, G, M, N>>;

/// The layout (CTA, value) of a column-major matrix of X x Y elements that G CTAs divide by rows:
/// `(G,(X/G,Y)):(X/G,(1,X))`. With one CTA, the first mode has the stride 0.
type SplitRows<G, X, Y> = Strided<(G, (Div<X, G>, Y)), (Mul<Div<X, G>, Sub<G, N1>>, (N1, X))>;

impl<K, S, G, A, B, C, M, N> MmaAtom for Umma<K, S, G, A, B, C, M, N>
where
    K: Kind,
    S: SourceOfA,
    G: Integer,
    A: Element<K::Operand>,
    B: Element<K::Operand>,
    C: Element<K::Sum>,
    M: Integer,
    N: Integer,
{
    const NAME: &'static str = name::<K, S, G>().as_str();
    type ShapeMnk = Either<
        Exists<K, S, G, M, N>,
        (M, N, Depth<K, S>),
        Refused<NoTile<K, S, G, M, N>, ProfileOfRefused>,
    >;
    type ThrId = Strided<G, Sub<G, N1>>;
    type LayoutATv = OfTile<K, S, G, M, N, SplitRows<G, M, Depth<K, S>>>;
    type LayoutBTv = OfTile<K, S, G, M, N, SplitRows<G, N, Depth<K, S>>>;
    type LayoutCTv = OfTile<K, S, G, M, N, SplitRows<G, M, N>>;
    type BitsD = C::Bits;
    type BitsA = A::Bits;
    type BitsB = B::Bits;
    type BitsC = C::Bits;
}
impl<K, S, G, A, B, C, M, N> UmmaAtom for Umma<K, S, G, A, B, C, M, N>
where
    K: Kind,
    S: SourceOfA,
    G: Integer,
    A: Element<K::Operand>,
    B: Element<K::Operand>,
    C: Element<K::Sum>,
    M: Integer,
    N: Integer,
{
    type Kind = K;
    type Source = S;
    type Group = G;
    const CODES: [u32; 3] = [A::CODE, B::CODE, C::CODE];
}

/// Returns CuTe's name of the instruction: `SM100_MMA_F16BF16_2x1SM_SS`.
const fn name<K: Kind, S: SourceOfA, G: Integer>() -> &'static Message {
    const {
        let [dense, sparse, end] = K::CUTE;
        let kind = if <S::IsSparse as Bool>::VALUE { sparse } else { dense };
        let group = if G::KNOWN == 2 { "_2x1SM_" } else { "_" };
        &Message::new().s(kind).s(group).s(S::NAME).s(end)
    }
}

reasons! {
    /// The instruction of kind K has no tile of M x N elements.
    NoTile[K: Kind, S: SourceOfA, G: Integer, M: Integer, N: Integer] =>
        Refusal::new(Code::NoInstruction, no_tile::<K, S, G, M, N>());
}
/// Returns `m` with the number of N.
pub(super) const fn extent<N: Integer>(m: Message) -> Message {
    if N::IS_RUN_TIME { m.s("?") } else { m.u(N::KNOWN) }
}
/// Returns which of M and N the instruction lacks, and those that it has.
const fn no_tile<K: Kind, S: SourceOfA, G: Integer, M: Integer, N: Integer>() -> Message {
    let m = Message::new().s("tcgen05.mma.kind::").s(K::NAME);
    let m = m.s(if G::KNOWN == 1 { " of one CTA" } else { " of two CTAs" }).s(" has no tile of ");
    let m = extent::<N>(extent::<M>(m).s(" x "));
    if !<HasRows<K, S, G, M>>::VALUE {
        let (half, whole) = (64 * G::KNOWN, 128 * G::KNOWN);
        let m = m.s(": M is ");
        return if <HasRows<K, S, G, Mul<int!(64), G>>>::VALUE {
            m.u(half).s(" or ").u(whole)
        } else {
            m.u(whole)
        };
    }
    columns::<K, G>(m)
}
/// Returns `m` with the numbers of columns that an instruction has.
pub(super) const fn columns<K: Kind, G: Integer>(m: Message) -> Message {
    let step = <K::StepN<G> as Integer>::KNOWN;
    let few = <K::FewColumns as Bool>::VALUE && G::KNOWN == 1;
    let m = m.s(if few { ": N is 8, 24 or a multiple of " } else { ": N is a multiple of " });
    m.u(step).s(" from ").u(step).s(" to 256")
}

/// Names the atoms of each row as CuTe does: the kind, the parameters before M and behind N, then
/// the names with the source of A and the number of CTAs.
macro_rules! atoms {
    ($($kind:literal $K:tt $before:tt $behind:tt: $($Name:ident: $S:ident $ctas:tt)*;)*) => {
        $( $( atoms!(@atom $kind $K $before $behind $Name $S $ctas); )* )*
    };
    (
        @atom $kind:literal [$($K:tt)*] [$($before:tt)*] [$($behind:tt)*]
        $Name:ident $S:ident $ctas:tt
    ) => {
        #[doc = concat!("`.kind::", $kind, "`, ", atoms!(@text $ctas $S))]
        #[allow(non_camel_case_types)]
        pub type $Name<A, B, C, $($before)* M, N $($behind)*> =
            Umma<kind::$($K)*, $S, int!($ctas), A, B, C, M, N>;
    };
    (@text $ctas:tt $S:ident) => {
        concat!(atoms!(@ctas $ctas), " A from [`", stringify!($S), "`].")
    };
    (@ctas 1) => { "one CTA." };
    (@ctas 2) => { "two CTAs." };
}
atoms! {
    "tf32" [Tf32] [] []:
        SM100_MMA_TF32_SS: Smem 1
        SM100_MMA_TF32_2x1SM_SS: Smem 2
        SM100_MMA_TF32_TS: Tmem 1
        SM100_MMA_TF32_2x1SM_TS: Tmem 2
        SM100_MMA_TF32_SS_SPARSE: SparseSmem 1
        SM100_MMA_TF32_2x1SM_SS_SPARSE: SparseSmem 2;
    "f16" [F16] [] []:
        SM100_MMA_F16BF16_SS: Smem 1
        SM100_MMA_F16BF16_2x1SM_SS: Smem 2
        SM100_MMA_F16BF16_TS: Tmem 1
        SM100_MMA_F16BF16_2x1SM_TS: Tmem 2
        SM100_MMA_F16BF16_SS_SPARSE: SparseSmem 1
        SM100_MMA_F16BF16_2x1SM_SS_SPARSE: SparseSmem 2;
    "i8" [I8] [] []:
        SM100_MMA_S8_SS: Smem 1
        SM100_MMA_S8_2x1SM_SS: Smem 2
        SM100_MMA_S8_TS: Tmem 1
        SM100_MMA_S8_2x1SM_TS: Tmem 2
        SM100_MMA_S8_SS_SPARSE: SparseSmem 1
        SM100_MMA_S8_2x1SM_SS_SPARSE: SparseSmem 2;
    "f8f6f4" [F8f6f4] [] []:
        SM100_MMA_F8F6F4_SS: Smem 1
        SM100_MMA_F8F6F4_2x1SM_SS: Smem 2
        SM100_MMA_F8F6F4_TS: Tmem 1
        SM100_MMA_F8F6F4_2x1SM_TS: Tmem 2
        SM100_MMA_F8F6F4_SS_SPARSE: SparseSmem 1
        SM100_MMA_F8F6F4_2x1SM_SS_SPARSE: SparseSmem 2;
    "mxf8f6f4" [Mxf8f6f4<Sf>] [Sf,] []:
        SM100_MMA_MXF8F6F4_SS: Smem 1
        SM100_MMA_MXF8F6F4_2x1SM_SS: Smem 2
        SM100_MMA_MXF8F6F4_SS_SPARSE: SparseSmem 1
        SM100_MMA_MXF8F6F4_2x1SM_SS_SPARSE: SparseSmem 2;
    "mxf4` and `.kind::mxf4nvf4" [Mxf4<Sf, Vs>] [Sf,] [, Vs]:
        SM100_MMA_MXF4_SS: Smem 1
        SM100_MMA_MXF4_2x1SM_SS: Smem 2;
    "mxf4` and `.kind::mxf4nvf4" [Mxf4<Sf, Div<Vs, int!(2)>>] [Sf,] [, Vs]:
        SM100_MMA_MXF4NVF4_SS_SPARSE: SparseSmem 1
        SM100_MMA_MXF4NVF4_2x1SM_SS_SPARSE: SparseSmem 2;
    "mxf4` and `.kind::mxf4nvf4" [Mxf4Ultra<Sf, Vs>] [Sf,] [, Vs]:
        SM103_MXF4_ULTRA_SS_VS: Smem 1
        SM103_MXF4_ULTRA_2x1SM_SS_VS: Smem 2;
}
