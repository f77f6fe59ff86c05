//! The MMA atoms of SM120's `mma.sync` on numbers of 8, 6 and 4 bits, with scale factors and with a
//! sparse A.
//!
//! A warp multiplies 16 x K by K x 8 elements. S is 1 for a dense A; a sparse A has S = 2, half of
//! its elements stored, and twice the K. With w = 4 for elements in bytes, w = 8 for two elements
//! in a byte, K = 8 w S:
//!
//! ```text
//! A    ((4,8),(w*S,2,2)) : ((16*w*S,1),(16,8,64*w*S))    (thread, value) -> m + 16 k
//! B    ((4,8),(w,2*S))   : ((8*w,1),(8,32*w))            (thread, value) -> n + 8 k
//! C    ((4,8),(2,2))     : ((32,1),(16,8))               (thread, value) -> m + 16 n
//! E    ((2,2,8),K/2)     : ((8,8*K,1),16)                (thread, value) -> m + 16 k
//! SFA  ((2,2,8),K)       : ((8,0,1),16)                  (thread, value) -> m + 16 k
//! SFB  ((4,8),K)         : ((0,1),8)                     (thread, value) -> n + 8 k
//! ```
//!
//! The metadata E and the scale factors are numbered by the elements of A and B that they belong
//! to. Lane 4 g + 2 h + i has the metadata of K/2 elements of row g + 8 i, from column h K/2 on,
//! and the scale factors of the whole row. All four lanes 4 g to 4 g + 3 have those of column g of
//! B. The instruction reads the factors of A from two of these lanes and those of B from one, which
//! its thread ids choose. The metadata are those of `mma.sp::ordered_metadata`.
//!
//! ```
//! use zellige::{atom::{mma_sm120::*, umma::*, *}, prelude::*};
//! # #[derive(Copy, Clone)]
//! # struct E2m1;
//! # impl Element<PackedOperand> for E2m1 { type Bits = int!(4); const CODE: u32 = 1; }
//! # #[derive(Copy, Clone)]
//! # struct Ue4m3;
//! # impl Element<ScaleFactor<int!(16)>> for Ue4m3 { type Bits = int!(8); const CODE: u32 = 0; }
//! // With `zellige_gpu::number::{E2m1, Ue4m3}`: nvfp4, a scale factor for 16 elements along K.
//! type Op = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>;
//! assert_type_eq_all!(<Op as MmaAtom>::ShapeMnk, shape!((16, 8, 64)));
//! assert_layout!(<Op as MmaAtom>::LayoutBTv == ((4, 8), (8, 2)) : ((64, 1), (8, 256)));
//! // Lane 5 has the scale factors of row 9, lane 4 those of row 1.
//! let sfa = <Op as BlockScaledMmaAtom>::LayoutSfaTv::STATIC;
//! assert_eq!([4u32, 5].map(|lane| sfa.crd2idx((lane, 0u32))), [1, 9]);
//! ```
//!
//! | names | A, B | C, D | scale factors |
//! |---|---|---|---|
//! | `SM120_16x8x32_TN`, `SM120_SPARSE_16x8x64_TN` | e4m3, e5m2, e2m3, e3m2, e2m1 | f16, f32 | |
//! | `SM120_16x8x32_TN_VS` | the same | f32 | ue8m0 for each 32 |
//! | `SM120_SPARSE_16x8x64_TN_VS` | the same | f32 | ue8m0 for each 64 |
//! | `SM120_16x8x64_TN_VS` | e2m1 | f32 | ue8m0 for each 32 or 16, ue4m3 for each 16 |
//! | `SM120_SPARSE_16x8x128_TN_VS` | e2m1 | f32 | ue8m0 for each 64 or 32, ue4m3 for each 32 |
//!
//! Scale factors for another number of elements do not compile, once a layout of the atom is used,
//! and an element that the kind does not multiply fails a bound:
//!
//! ```text
//! mma.sync.kind::mxf8f6f4 has no scale factor for each 16 elements along K, only for each 32
//! no matrix instruction takes `f32` as `NarrowOperand`
//! ```
//!
//! These types only say where elements are. `zellige_gpu::gemm` executes the dense atoms.
//!
//! Sources: the PTX manual's "block scaling for mma.sync", and the `MMA_Traits` of CuTe's
//! `mma_traits_sm120.hpp` and `mma_traits_sm120_sparse.hpp`.

use core::marker::PhantomData;

use super::umma::extent;
use super::umma_kind::{Element, Kind, kind};
use super::{BlockScaledMmaAtom, MmaAtom, SparseMmaAtom, Unless, only_value};
use crate::integer::{Div, Eq, Integer, Mul, Sub};
use crate::layout::Strided;
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Code, Message, Refusal, Refused, reasons};
use crate::tuple::Either;
use crate::{int, layout};

/// The atom of SM120's `mma.sync` of kind K with elements A, B and C: S is 1, or 2 for a sparse A,
/// and a scale factor is for each V elements along K, 0 without scale factors. The types below name
/// it as CuTe does.
///
/// A and B have the width of their containers: 8 bits for elements of 8, 6 and 4 bits, and 4 bits
/// for e2m1 of `mxf4`. So a thread has `values * bits / 32` registers of each, of a sparse A half.
///
/// ```
/// use zellige::{atom::{mma_sm120::*, umma::*, *}, prelude::*};
/// # #[derive(Copy, Clone)]
/// # struct E5m2;
/// # impl Element<NarrowOperand> for E5m2 { type Bits = int!(8); const CODE: u32 = 1; }
/// type Op = SM120_16x8x32_TN<E5m2, E5m2, f32>;
/// let mma = make_tiled_mma(Op::NEW, layout!((2, 2)));    // 4 warps
/// assert_eq!((mma.tile_shape(), Op::NAME), (shape!((32, 16, 32)), "SM120_16x8x32_TN"));
/// ```
pub struct Sm120Mma<K, S, A, B, C, V>(PhantomData<fn() -> (K, S, A, B, C, V)>);
only_value! {
    /// The only value of the type.
    ///
    /// ```
    /// use zellige::{atom::{mma_sm120::*, umma::*, *}, prelude::*};
    /// # #[derive(Copy, Clone)]
    /// # struct E2m3;
    /// # impl Element<NarrowOperand> for E2m3 { type Bits = int!(6); const CODE: u32 = 3; }
    /// type Op = SM120_SPARSE_16x8x64_TN<E2m3, E2m3, f32>;
    /// let mma = make_tiled_mma(Op::NEW, layout!((1, 1)));
    /// assert_eq!(mma.partition_shape::<OperandB, _>(shape!((8, 64))), shape!(((4, 4), 1, 1)));
    /// ```
    Sm120Mma<K, S, A, B, C, V>
}

/// A kind of `tcgen05.mma` that SM120's `mma.sync` has, too.
///
/// ```
/// use zellige::{atom::{mma_sm120::*, umma::*}, prelude::*};
/// fn depth<K: Sm120Kind>() -> u64 {
///     <K::K as Integer>::KNOWN
/// }
/// assert_eq!(depth::<kind::F8f6f4>(), 32);
/// ```
#[diagnostic::on_unimplemented(
    message = "`mma.sync` of SM120 has no kind `{Self}`",
    label = "must be `F8f6f4`, `Mxf8f6f4` or `Mxf4` of `zellige::atom::umma::kind`"
)]
pub trait Sm120Kind: Kind {}
impl Sm120Kind for kind::F8f6f4 {}
impl<Sf> Sm120Kind for kind::Mxf8f6f4<Sf> where Self: Kind {}
impl<Sf, V> Sm120Kind for kind::Mxf4<Sf, V> where Self: Kind {}

/// The elements along K.
type Depth<K, S> = Mul<<K as Kind>::K, S>;
/// The bits of an element of A or B: a row of a dense A has 256, whatever the format is.
type Container<K> = Div<int!(256), <K as Kind>::K>;
/// True if a scale factor of the instruction is for each V elements.
type HasVector<K, S, V> = Eq<V, Mul<<K as Kind>::Vector, S>>;
/// The layout L of the instruction, or why it has no such scale factors.
type OfVector<K, S, V, L> = Unless<HasVector<K, S, V>, L, NoVector<K, S, V>>;
/// The elements for a scale factor of `mxf4` in a dense product: 16 if V says so, otherwise 32.
type Vector4<V, S> = Sub<int!(32), Mul<int!(16), <Eq<V, Mul<int!(16), S>> as Bool>::Number>>;

/// The layout of A, with W elements of each row side by side in a thread.
type LayoutA<W> = Strided<
    ((int!(4), int!(8)), (W, int!(2), int!(2))),
    ((Mul<int!(16), W>, N1), (int!(16), int!(8), Mul<int!(64), W>)),
>;
/// The layout of B, with X pieces of W elements of each column in a thread.
type LayoutB<W, X> =
    Strided<((int!(4), int!(8)), (W, X)), ((Mul<int!(8), W>, N1), (int!(8), Mul<int!(32), W>))>;
/// The layout of the metadata; for two elements in a byte CuTe has a mode more.
type LayoutE<K> = Strided<
    ((int!(2), int!(2), int!(8)), Either<IsPacked<K>, (<K as Kind>::K,), <K as Kind>::K>),
    ((int!(8), Mul<int!(16), <K as Kind>::K>, int!(1)), Either<IsPacked<K>, (int!(16),), int!(16)>),
>;
/// True if a byte has two elements of A or B.
type IsPacked<K> = Eq<<K as Kind>::K, int!(64)>;
/// The layouts of the scale factors for D elements along K.
type LayoutSfa<D> =
    Strided<((int!(2), int!(2), int!(8)), D), ((int!(8), int!(0), int!(1)), int!(16))>;
type LayoutSfb<D> = Strided<((int!(4), int!(8)), D), ((int!(0), int!(1)), int!(8))>;

impl<K, S, A, B, C, V> MmaAtom for Sm120Mma<K, S, A, B, C, V>
where
    K: Sm120Kind,
    S: Integer,
    A: Element<K::Operand>,
    B: Element<K::Operand>,
    C: Element<K::Sum>,
    V: Integer,
{
    const NAME: &'static str = name::<K, S>().as_str();
    type ShapeMnk = Either<
        HasVector<K, S, V>,
        (int!(16), int!(8), Depth<K, S>),
        Refused<NoVector<K, S, V>, ProfileOfRefused>,
    >;
    type ThrId = layout!(32 : 1);
    type LayoutATv = OfVector<K, S, V, LayoutA<Div<Depth<K, S>, int!(8)>>>;
    type LayoutBTv = OfVector<K, S, V, LayoutB<Div<K::K, int!(8)>, Mul<int!(2), S>>>;
    type LayoutCTv = OfVector<K, S, V, layout!(((4, 8), (2, 2)) : ((32, 1), (16, 8)))>;
    type BitsD = C::Bits;
    type BitsA = Container<K>;
    type BitsB = Container<K>;
    type BitsC = C::Bits;
}
impl<K: Sm120Kind, A, B, C, V: Integer> SparseMmaAtom for Sm120Mma<K, N2, A, B, C, V>
where
    Self: MmaAtom,
{
    type LayoutETv = OfVector<K, N2, V, LayoutE<K>>;
    type SparsityE = Div<int!(64), Container<K>>;
}
impl<K, S: Integer, A, B, C, V: Integer> BlockScaledMmaAtom for Sm120Mma<K, S, A, B, C, V>
where
    K: Sm120Kind<IsScaled = B1>,
    Self: MmaAtom,
{
    type LayoutSfaTv = OfVector<K, S, V, LayoutSfa<Depth<K, S>>>;
    type LayoutSfbTv = OfVector<K, S, V, LayoutSfb<Depth<K, S>>>;
    type SfVecSize = V;
}

/// Returns CuTe's name of the instruction: `SM120_SPARSE_16x8x64_TN_VS`.
const fn name<K: Sm120Kind, S: Integer>() -> &'static Message {
    const {
        let m = Message::new().s("SM120_").s(if S::KNOWN == 2 { "SPARSE_" } else { "" });
        let m = m.s("16x8x").u(<Depth<K, S>>::KNOWN).s("_TN");
        &m.s(if <K::IsScaled as Bool>::VALUE { "_VS" } else { "" })
    }
}

reasons! {
    /// The instruction of kind K has no scale factor for each V elements.
    NoVector[K: Sm120Kind, S: Integer, V: Integer] =>
        Refusal::new(Code::NoInstruction, no_vector::<K, S, V>());
}
/// Returns that scale factors are not for V elements, and for how many they are.
const fn no_vector<K: Sm120Kind, S: Integer, V: Integer>() -> Message {
    let m = Message::new().s(if S::KNOWN == 2 { "mma.sp.kind::" } else { "mma.sync.kind::" });
    let m = m.s(K::NAME).s(" has no scale factor for each ");
    let m = extent::<V>(m).s(" elements along K, only for each ");
    if <IsPacked<K>>::VALUE {
        m.u(16 * S::KNOWN).s(" or ").u(32 * S::KNOWN)
    } else {
        m.u(32 * S::KNOWN)
    }
}

/// Names the atoms as CuTe does: the parameters behind C, the kind, S and V.
macro_rules! atoms {
    ($($(#[$m:meta])* $Name:ident [$($P:ident)*]: $Kind:ty, $s:tt, $V:ty;)*) => { $(
        $(#[$m])*
        #[allow(non_camel_case_types)]
        pub type $Name<A, B, C $(, $P)*> = Sm120Mma<$Kind, int!($s), A, B, C, $V>;
    )* };
}
atoms! {
    /// `.kind::f8f6f4`.
    SM120_16x8x32_TN []: kind::F8f6f4, 1, int!(0);
    /// `.kind::f8f6f4` with a sparse A.
    SM120_SPARSE_16x8x64_TN []: kind::F8f6f4, 2, int!(0);
    /// `.kind::mxf8f6f4`, with a scale factor Sf for each Vs = 32 elements.
    SM120_16x8x32_TN_VS [Sf Vs]: kind::Mxf8f6f4<Sf>, 1, Vs;
    /// `.kind::mxf8f6f4` with a sparse A, and with a scale factor Sf for each Vs = 64 elements.
    SM120_SPARSE_16x8x64_TN_VS [Sf Vs]: kind::Mxf8f6f4<Sf>, 2, Vs;
    /// `.kind::mxf4` for Vs = 32, `.kind::mxf4nvf4` for Vs = 16.
    SM120_16x8x64_TN_VS [Sf Vs]: kind::Mxf4<Sf, Vector4<Vs, int!(1)>>, 1, Vs;
    /// `.kind::mxf4` for Vs = 64, `.kind::mxf4nvf4` for Vs = 32, with a sparse A.
    SM120_SPARSE_16x8x128_TN_VS [Sf Vs]: kind::Mxf4<Sf, Vector4<Vs, int!(2)>>, 2, Vs;
}
