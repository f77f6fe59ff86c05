//! Instruction descriptors: the 32 bits that tell Blackwell's `tcgen05.mma` what it multiplies.
//!
//! `wgmma` has its shape and formats in its name. `tcgen05.mma` names only its kind, and reads the
//! rest from a word, in one of two forms:
//!
//! ```text
//! bits   without scale factors               with scale factors (mxf8f6f4, mxf4, mxf4nvf4)
//!  0..2  sparse: which columns of metadata    -
//!  2     1: A is sparse                       the same
//!  3     1: i8: the sums saturate             -
//!  4..6  C and D: 0 f16, 1 f32, 2 i32         scale factors of B: which byte of a word
//!  7..10 A, 10..13 B: the format; see below   the same
//! 13, 14 1: A, or B, is negated               the same
//! 15, 16 1: A, or B, contiguous along M, N    the same
//! 17..23 N / 8                                the same
//! 23     -                                    scale factors: 0 ue4m3, 1 ue8m0
//! 24..29 M / 16                               the same
//! 29..31 (30..32) .ws: the largest shift      scale factors of A: which byte of a word
//! 31                                          1: K = 96
//!
//! A, B:  f16 0, bf16 1, tf32 2;  u8 0, i8 1;  e4m3 0, e5m2 1, e2m3 3, e3m2 4, e2m1 5;
//!        e2m1 1 for mxf4 and mxf4nvf4
//! ```
//!
//! [`make_instr_desc`] makes it from the type of the atom and the modes along which A and B are
//! contiguous. The compiler computes all of it, apart from the bytes of the scale factors and the
//! columns of the metadata, which change from one instruction to the next:
//!
//! ```
//! use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
//! type Op = SM100_MMA_S8_SS<i8, u8, i32, int!(128), int!(256)>;
//! const DESC: InstrDescriptor<Op> = make_instr_desc(Major::K, Major::Mn).saturate();
//! assert_eq!(DESC.bits(), 1 << 3 | 2 << 4 | 1 << 7 | 1 << 16 | 256 / 8 << 17 | 128 / 16 << 24);
//! ```
//!
//! What an instruction lacks does not compile in a `const`, and panics elsewhere:
//!
//! ```text
//! tcgen05.mma.kind::i8 does not negate its operands
//! tcgen05.mma.kind::f16 does not saturate: only kind::i8 does
//! tcgen05.mma.kind::mxf4 takes A of 4 bits only contiguous along K
//! tcgen05.mma.kind::i8 takes B of 8 bits, contiguous along N, for an N that is a multiple of 16,
//! not for 24
//! ```
//!
//! Sources: the PTX manual's "instruction descriptor" and CuTe's `make_instr_desc`.

use core::marker::PhantomData;

use super::gmma::Major;
use super::umma::{Kind, SourceOfA, UmmaAtom};
use crate::integer::Integer;
use crate::number::Bool;
use crate::refusal::{Demand, Message, at_build};
use crate::tuple::IntTuple;

/// The instruction descriptor of the atom T.
///
/// [`make_instr_desc`] makes it; the [module](self) has the table of its bits. CuTe:
/// `UMMA::InstrDescriptor` and `UMMA::InstrDescriptorBlockScaled`.
///
/// ```
/// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
/// type Op = SM100_MMA_S8_SS<u8, u8, i32, int!(64), int!(8)>;
/// let desc: InstrDescriptor<Op> = make_instr_desc(Major::K, Major::K);
/// assert_eq!(desc.bits(), 2 << 4 | 8 / 8 << 17 | 64 / 16 << 24);
/// ```
#[doc(alias("InstrDescriptorBlockScaled", "idesc"))]
pub struct InstrDescriptor<T> {
    bits: u32,
    atom: PhantomData<fn() -> T>,
}
impl<T> Clone for InstrDescriptor<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for InstrDescriptor<T> {}

impl<T: UmmaAtom> Demand for InstrDescriptor<T> {
    const MET: () = {
        word::<T>();
    };
}

/// Returns the extent `mode` of the instruction's shape: 0 is M, 1 is N, 2 is K.
const fn extent<T: UmmaAtom>(mode: usize) -> u32 {
    match T::ShapeMnk::LEAVES.value[mode] {
        Some(extent) => extent as u32,
        None => 0,
    }
}
/// Returns the start of a sentence about the instruction.
const fn about<T: UmmaAtom>() -> Message {
    Message::new().s("tcgen05.mma.kind::").s(T::Kind::NAME)
}
/// Returns the bits that follow from the atom alone.
const fn word<T: UmmaAtom>() -> u32 {
    if let Some(refusal) = T::ShapeMnk::REFUSAL {
        refusal.raise()
    }
    let [a, b, c] = T::CODES;
    // Only kind::f16 has 16 elements along K.
    if <T::Kind as Kind>::K::KNOWN == 16 && c == 0 && a | b != 0 {
        about::<T>().s(" sums products of bf16 in f32, not in f16").raise()
    }
    let sparse = <<T::Source as SourceOfA>::IsSparse as Bool>::VALUE as u32;
    let shape = ((extent::<T>(1) / 8) << 17) | ((extent::<T>(0) / 16) << 24);
    let word = sparse << 2 | a << 7 | b << 10 | shape;
    if <<T::Kind as Kind>::IsScaled as Bool>::VALUE {
        word | T::Kind::SCALE << 23 | ((<T::Kind as Kind>::K::KNOWN == 96) as u32) << 31
    } else {
        word | c << 4
    }
}
/// Fails if A (or B) of the atom T, with elements of `bits` bits, is not taken contiguous along M
/// (or N).
#[track_caller]
const fn check_transposed<T: UmmaAtom>(name: &str, bits: u64, in_tmem: bool) {
    let m = about::<T>().s(" takes ").s(name);
    if in_tmem {
        m.s(" in tensor memory only contiguous along K").raise()
    }
    let m = m.s(" of ").u(bits).s(" bits");
    if bits < 8 {
        m.s(" only contiguous along K").raise()
    }
}

/// Returns the descriptor of the atom T with A contiguous along `a` and B along `b`, which a matrix
/// descriptor tells ([`major`](super::gmma::GmmaDescriptor::major)). Nothing is negated and
/// nothing saturates. CuTe: `UMMA::make_instr_desc`, `UMMA::make_instr_desc_block_scaled`.
///
/// See the [module](self) for what is refused.
///
/// ```
/// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
/// type Two = SM100_MMA_S8_2x1SM_SS_SPARSE<u8, u8, i32, int!(256), int!(128)>;
/// let desc = make_instr_desc::<Two>(Major::Mn, Major::K);
/// assert_eq!(desc.bits(), 1 << 2 | 2 << 4 | 1 << 15 | 128 / 8 << 17 | 256 / 16 << 24);
/// ```
#[doc(alias("make_instr_desc_block_scaled", "make_runtime_instr_desc"))]
#[track_caller]
#[must_use]
pub const fn make_instr_desc<T: UmmaAtom>(a: Major, b: Major) -> InstrDescriptor<T> {
    at_build!(InstrDescriptor<T>);
    let mut bits = word::<T>();
    if matches!(a, Major::Mn) {
        check_transposed::<T>("A", T::BitsA::KNOWN, T::Source::IN_TMEM);
        bits |= 1 << 15;
    }
    if matches!(b, Major::Mn) {
        check_transposed::<T>("B", T::BitsB::KNOWN, false);
        let step = 16 * <T::Group as Integer>::KNOWN;
        if T::BitsB::KNOWN == 8 && extent::<T>(1) as u64 % step != 0 {
            let m = about::<T>().s(" takes B of 8 bits, contiguous along N, for an N that is a ");
            m.s("multiple of ").u(step).s(", not for ").u(extent::<T>(1) as u64).raise()
        }
        bits |= 1 << 16;
    }
    InstrDescriptor { bits, atom: PhantomData }
}

impl<T: UmmaAtom> InstrDescriptor<T> {
    /// Returns the 32 bits.
    ///
    /// ```
    /// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
    /// type Op = SM100_MMA_S8_SS<u8, i8, i32, int!(64), int!(16)>;
    /// let desc = make_instr_desc::<Op>(Major::K, Major::K);
    /// assert_eq!(desc.bits(), 2 << 4 | 1 << 10 | 2 << 17 | 4 << 24);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.bits
    }
    /// Returns the same descriptor with more bits.
    const fn with(self, bits: u32) -> Self {
        InstrDescriptor { bits: self.bits | bits, atom: PhantomData }
    }
    /// Negates A: the product is `C - A * B`. Every kind except `i8` does. CuTe:
    /// `UMMA::ScaleIn::Neg`.
    ///
    /// ```
    /// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
    /// # #[derive(Copy, Clone)] struct F16(u16);
    /// # impl Element<HalfOperand> for F16 { type Bits = int!(16); const CODE: u32 = 0; }
    /// type Op = SM100_MMA_F16BF16_SS<F16, F16, f32, int!(128), int!(128)>;
    /// let desc = make_instr_desc::<Op>(Major::K, Major::K);
    /// assert_eq!(desc.bits(), 0x08200010);
    /// assert_eq!(desc.negate_a().negate_b().bits(), 0x08200010 | 3 << 13);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn negate_a(self) -> Self {
        Self::check_negation();
        self.with(1 << 13)
    }
    /// Negates B, as [`negate_a`](Self::negate_a) does A.
    #[track_caller]
    #[must_use]
    pub const fn negate_b(self) -> Self {
        Self::check_negation();
        self.with(1 << 14)
    }
    #[track_caller]
    const fn check_negation() {
        if !T::Kind::NEGATES {
            about::<T>().s(" does not negate its operands").raise()
        }
    }
    /// Saturates the sums, which only `.kind::i8` does. CuTe: `UMMA::Saturate::True`.
    ///
    /// ```
    /// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
    /// type Op = SM100_MMA_S8_SS<u8, u8, i32, int!(64), int!(16)>;
    /// let desc = make_instr_desc::<Op>(Major::K, Major::K);
    /// assert_eq!(desc.saturate().bits(), desc.bits() | 1 << 3);
    /// ```
    #[doc(alias = "Saturate")]
    #[track_caller]
    #[must_use]
    pub const fn saturate(self) -> Self {
        if T::Kind::NEGATES {
            about::<T>().s(" does not saturate: only kind::i8 does").raise()
        }
        self.with(1 << 3)
    }
    /// Chooses which columns of the metadata belong to this instruction, `id` from 0 to 3; without
    /// this call, 0. Only sparse products of `f16` and `tf32` take others; for the rest a debug
    /// assertion fails: `tcgen05.mma.kind::i8 has no columns 1 of metadata`.
    ///
    /// ```
    /// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
    /// # #[derive(Copy, Clone)] struct F16(u16);
    /// # impl Element<HalfOperand> for F16 { type Bits = int!(16); const CODE: u32 = 0; }
    /// type Op = SM100_MMA_F16BF16_SS_SPARSE<F16, F16, f32, int!(128), int!(128)>;
    /// let desc = make_instr_desc::<Op>(Major::K, Major::K);
    /// assert_eq!(desc.sparse_id(1).bits(), desc.bits() | 1);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn sparse_id(self, id: u32) -> Self {
        let most = const {
            let is_wide = T::BitsB::KNOWN >= 16;
            if <<T::Source as SourceOfA>::IsSparse as Bool>::VALUE && is_wide { 3 } else { 0 }
        };
        let name = T::Kind::NAME;
        debug_assert!(id <= most, "tcgen05.mma.kind::{name} has no columns {id} of metadata");
        InstrDescriptor { bits: self.bits & !3 | id & 3, ..self }
    }
    /// Chooses the bytes, 0 to 3, of a word of tensor memory where the scale factors of A and B
    /// begin; without this call, 0. A kind that reads one of them (`mxf8f6f4`) takes any byte, two
    /// (`mxf4`) take 0 or 2, and four (`mxf4nvf4`) take 0. For others a debug assertion fails:
    /// `tcgen05.mma.kind::mxf4 has no scale factors at byte 1`.
    ///
    /// ```
    /// use zellige::{atom::{gmma::Major, instr_desc::*, umma::*}, prelude::*};
    /// # #[derive(Copy, Clone)] struct E4m3(u8);
    /// # impl Element<NarrowOperand> for E4m3 { type Bits = int!(8); const CODE: u32 = 0; }
    /// # #[derive(Copy, Clone)] struct Ue8m0(u8);
    /// # impl Element<ScaleFactor<int!(32)>> for Ue8m0 {
    /// #     type Bits = int!(8);
    /// #     const CODE: u32 = 1;
    /// # }
    /// type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(128)>;
    /// let desc = make_instr_desc::<Op>(Major::K, Major::K);
    /// // Four instructions along K use the four bytes of the same words.
    /// assert_eq!(desc.scale_ids(3, 3).bits(), desc.bits() | 3 << 29 | 3 << 4);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn scale_ids(self, a: u32, b: u32) -> Self {
        let step = const { scale_bytes::<T>() };
        for id in [a, b] {
            let name = T::Kind::NAME;
            debug_assert!(
                step > 0 && id % step == 0 && id < 4,
                "tcgen05.mma.kind::{name} has no scale factors at byte {id}"
            );
        }
        InstrDescriptor {
            bits: self.bits & !(3 << 29 | 3 << 4) | (a & 3) << 29 | (b & 3) << 4,
            ..self
        }
    }
}
/// Returns how many bytes the instruction reads at a scale factor's position: 1, 2 or 4; 0 without
/// scale factors. With K = 96, that is unknown, and any byte is taken.
const fn scale_bytes<T: UmmaAtom>() -> u32 {
    match (<T::Kind as Kind>::K::KNOWN, <T::Kind as Kind>::Vector::KNOWN) {
        (_, 0) => 0,
        (96, _) => 1,
        (k, vector) => (k / vector) as u32,
    }
}
