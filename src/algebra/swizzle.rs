//! Swizzles: offsets with some bits flipped by others, so that rows of a tile are shifted against
//! each other and no two accesses of a column meet in a memory bank.
//!
//! ```text
//! Swizzle<B, M, S>:   x -> x ^ ((x & YYY) >> S)        Swizzle<2, 1, 3>:  0b00YY_0ZZ0, ZZ ^= YY
//! YYY  the B bits from bit M + S on            11 0 10 0  ->  11 0 01 0
//! ZZZ  the B bits from bit M on, which the YYY flip
//! ```
//!
//! A negative S moves the bits up instead: YYY are then the bits from M on, ZZZ those from M - S
//! on. In either direction a swizzle is its own inverse, and changes only the bits ZZZ.
//!
//! In types a swizzle is [`Sw<B, Y, Z>`](Sw), with powers of two instead of exponents:
//! `Swizzle<3, 4, 3>` is `Sw<8, 128, 16>`, 8 values of the bits from 128 on that move to the bits
//! from 16 on. So `x / Y mod B` are the bits and `* Z` moves them to their position. That takes
//! division, remainder and product by powers of two, which the integers have, and the exclusive or.
//! Recasting to elements N times as wide divides Y and Z by N.

use core::fmt;
use core::marker::PhantomData;

use super::outer_function::{NoFunction, Outer, no_function};
use super::swizzle_through_layout::Through;
use super::walk::Extension;
use crate::algebra::algebra_reasons::{
    Composition, NoMasks, NoMerge, NotASwizzle, RecastOffset, RecastSwizzle,
};
use crate::integer::total::{ceil_div, div, mul};
use crate::integer::*;
use crate::layout::{ComposedLayout, Layout, Strided, strided};
use crate::number::number_literal::LIMIT;
use crate::number::*;
use crate::refusal::{Code, Message, Reason, Refusal, Refused, because, keep_call, refused};
use crate::run_time::{self, Faults};
use crate::sealed::Sealed;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// The swizzle `x -> x ^ (x / Y mod B) Z`, for powers of two B, Y and Z.
///
/// It is usually written [`Swizzle<3, 4, 3>`](Swizzle), with CuTe's exponents.
///
/// ```
/// use zellige::{prelude::*, Sw};
/// assert_type_eq_all!(Sw<int!(8), int!(128), int!(16)>, Swizzle<3, 4, 3>); // 2^3, 2^(4 + 3), 2^4
/// ```
#[doc(alias = "make_swizzle")]
pub struct Sw<B, Y, Z>(PhantomData<(B, Y, Z)>);

/// The swizzle of B bits with base M and shift S: `x -> x ^ ((x & YYY) >> S)`, where YYY are the B
/// bits from M + S on (from M on, and shifted up, for a negative S). CuTe: `Swizzle<B, M, S>`.
///
/// ```
/// use zellige::prelude::*;
/// type S = Swizzle<2, 1, 3>;                     // bits 4 and 5 flip bits 1 and 2
/// assert_eq!(S::new().apply(0b110100u32), 0b110010);
/// assert_eq!(S::new().apply(S::new().apply(52u32)), 52);
/// let static_value: int!(0b110010) = S::new().apply(int!(0b110100));
/// # let _ = static_value;
/// assert_eq!(S::new().to_string(), "Sw<2,1,3>");
/// ```
///
/// The bits must not move onto themselves, so |S| must be at least B: `Swizzle<3, 4, 2>` is
/// refused, ``Sw<3,4,2> moves 3 bits by 2 places, partly onto themselves: the shift must be at
/// least 3``. B, M and |S| are at most 24.
pub type Swizzle<const B: usize, const M: usize, const S: isize> = Sw<
    <Bits<B> as Exponent>::Pow2,
    Mul<<Bits<M> as Exponent>::Pow2, <Places<S> as Shift>::Down>,
    Mul<<Bits<M> as Exponent>::Pow2, <Places<S> as Shift>::Up>,
>;

/// A number of bits, or the number of one bit.
pub struct Bits<const N: usize>;
/// A number of places by which bits move: down, or up if it is negative.
pub struct Places<const S: isize>;

/// A number of bits as an exponent.
#[diagnostic::on_unimplemented(
    message = "a swizzle has at most 24 bits, and a base of at most 24",
    label = "is too large"
)]
pub trait Exponent {
    /// 2^N
    type Pow2: Nat;
}
/// A number of places as an exponent.
#[diagnostic::on_unimplemented(
    message = "a swizzle moves bits by at most 24 places",
    label = "is too far"
)]
pub trait Shift {
    /// 2^S if bits move down, else 1.
    type Down: Nat;
    /// 2^-S if bits move up, else 1.
    type Up: Nat;
}
#[diagnostic::do_not_recommend]
impl Exponent for Bits<0> {
    type Pow2 = N1;
}
#[diagnostic::do_not_recommend]
impl Shift for Places<0> {
    type Down = N1;
    type Up = N1;
}
macro_rules! exponents {
    ($($before:literal $n:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Exponent for Bits<$n> {
            type Pow2 = UInt<<Bits<$before> as Exponent>::Pow2, B0>;
        }
        #[diagnostic::do_not_recommend]
        impl Shift for Places<$n> {
            type Down = <Bits<$n> as Exponent>::Pow2;
            type Up = N1;
        }
        #[diagnostic::do_not_recommend]
        impl Shift for Places<{ -$n }> {
            type Down = N1;
            type Up = <Bits<$n> as Exponent>::Pow2;
        }
    )* };
}
exponents! {
    0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12
    12 13 13 14 14 15 15 16 16 17 17 18 18 19 19 20 20 21 21 22 22 23 23 24
}

impl<B, Y, Z> Copy for Sw<B, Y, Z> {}
impl<B, Y, Z> Clone for Sw<B, Y, Z> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<B, Y, Z> Default for Sw<B, Y, Z> {
    fn default() -> Self {
        Sw(PhantomData)
    }
}
/// True if both move the same bits.
impl<B: Nat, Y: Nat, Z: Nat, B2: Nat, Y2: Nat, Z2: Nat> PartialEq<Sw<B2, Y2, Z2>> for Sw<B, Y, Z> {
    #[inline(always)]
    fn eq(&self, other: &Sw<B2, Y2, Z2>) -> bool {
        Self::of_equal(*other).is_some()
    }
}
impl<B: Nat, Y: Nat, Z: Nat> core::cmp::Eq for Sw<B, Y, Z> {}
impl<B, Y, Z> core::hash::Hash for Sw<B, Y, Z> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}
impl<B: Nat, Y: Nat, Z: Nat> fmt::Debug for Sw<B, Y, Z> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(<Self as Outer>::NAME.as_str())
    }
}
/// The swizzle with CuTe's exponents: `Sw<3,4,3>`.
impl<B: Nat, Y: Nat, Z: Nat> fmt::Display for Sw<B, Y, Z> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(<Self as Outer>::NAME.as_str())
    }
}

impl<B: Nat, Y: Nat, Z: Nat> Sw<B, Y, Z> {
    /// The swizzle, which has no bytes.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let swizzle = Swizzle::<3, 4, 3>::new();
    /// assert_eq!(size_of_val(&swizzle), 0);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Sw(PhantomData)
    }
    /// The value of the swizzle at `x`, static for a static `x`. CuTe: `swizzle(x)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let s = Swizzle::<3, 4, 3>::new();
    /// let x = 5 * 128 + 3 * 16 + 7;                        // YYY = 5, ZZZ = 3
    /// assert_eq!(s.apply(x as u32), 5 * 128 + (3 ^ 5) * 16 + 7);
    /// ```
    #[inline(always)]
    pub fn apply<X: Integer>(self, x: X) -> <Self as Outer>::Apply<X> {
        keep_call!(B);
        const { check_outer::<Self>() }
        self.value_at(x)
    }
    /// The layout with the offsets of `layout`, swizzled: `self o 0 o layout`. The identity, a
    /// swizzle of zero bits, leaves the layout unchanged. CuTe: `composition(swizzle, layout)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Swizzle::<3, 4, 3>::new().compose(layout!((8, 64) : (64, 1)));
    /// assert_eq!(a.to_string(), "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
    /// assert_eq!(a.crd2idx((2u32, 3u32)), (2 * 64 + 3) ^ (1 << 4));
    /// let small = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4) : (4, 1)));
    /// assert_eq!(small, layout!(Sw<2, 0, 2> o 0 o (4, 4) : (4, 1)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/swizzle.svg"))]
    #[doc(alias = "composition")]
    #[inline(always)]
    pub fn compose<L: Layout>(self, layout: L) -> Swizzled<Self, L> {
        keep_call!(B);
        const { crate::layout::check::<Swizzled<Self, L>>() }
        self.around(UTerm, layout)
    }
    /// The swizzle `self(other(x))`, for two swizzles with the same shift. Bits that both move are
    /// not moved. CuTe: `composition(swizzle, swizzle)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let both = Swizzle::<1, 4, 3>::new().merge(Swizzle::<1, 3, 3>::new());
    /// assert_eq!(both, Swizzle::<2, 3, 3>::new());
    /// ```
    ///
    /// Different shifts are refused, and so are bits that are not adjacent.
    #[doc(alias = "composition")]
    #[inline(always)]
    pub fn merge<G: IsSwizzle>(self, _: G) -> Merge<Self, G> {
        keep_call!(B);
        const { check_outer::<Merge<Self, G>>() }
        Outer::VALUE
    }
    /// The swizzle on elements `n` times as wide: `self(n x) / n`. CuTe: `upcast<n>(swizzle)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let bytes = Swizzle::<3, 4, 3>::new();
    /// assert_eq!(bytes.upcast(int!(2)), Swizzle::<3, 3, 3>::new());      // of 16 bits
    /// ```
    ///
    /// Refused unless `n` is a power of two, and if bits inside an element would flip bits of its
    /// position.
    #[inline(always)]
    pub fn upcast<N: Integer>(self, _: N) -> <Self as Outer>::Wider<N> {
        keep_call!(B);
        const { check_outer::<<Self as Outer>::Wider<N>>() }
        Outer::VALUE
    }
    /// The swizzle on elements that are narrower by the factor `n`, a power of two. CuTe:
    /// `downcast<n>(swizzle)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let halves = Swizzle::<3, 3, 3>::new();
    /// assert_eq!(halves.downcast(int!(2)), Swizzle::<3, 4, 3>::new());
    /// ```
    #[inline(always)]
    pub fn downcast<N: Integer>(self, n: N) -> <Self as Outer>::Narrower<N> {
        keep_call!(B);
        const { check_outer::<<Self as Outer>::Narrower<N>>() }
        self.downcast_by(n)
    }
}

/// The layout of the offsets of L, swizzled by F. See [`Sw::compose`].
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>, layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)));
/// ```
pub type Swizzled<F, L> = <F as Outer>::Around<UTerm, L>;

/// Panics with the refusal of F, if F is refused.
#[track_caller]
pub(crate) const fn check_outer<F: Outer>() {
    if let Some(refusal) = F::FAULT {
        refusal.raise()
    }
}

/// The bits of X that move, at their new position.
type Moved<X, B, Y, Z> = Mul<Rem<Div<X, Y>, B>, Z>;

#[diagnostic::do_not_recommend]
impl<B: Nat, Y: Nat, Z: Nat> Outer for Sw<B, Y, Z> {
    const SEALED: Sealed = Sealed;
    const IS_SWIZZLE: bool = true;
    const MOVES: Option<[u64; 3]> = Some([B::KNOWN, Y::KNOWN, Z::KNOWN]);
    type Unswizzled<L: Layout> = L::Unswizzled;
    type Apply<X: Integer> = Xor<X, Moved<X, B, Y, Z>>;
    type Bound<N: Integer> = Bound<N, B, Y, Z>;
    type Around<O: Integer, L: Layout> =
        SwizzledUnless<<B::IsOne as Bool>::And<O::IsZero>, Self, O, L>;
    type Through<A: Extension, N: Integer> = Through<B, Y, Z, A, Self::Bound<N>>;
    type Wider<N: Integer> = WiderBits<B, Y, Z, N>;
    type WiderElements<N: Integer> = WiderElements<B, Y, Z, N>;
    type Narrower<N: Integer> = NarrowerBits<B, Y, Z, N>;
    type Run = NatMin<Y, Z>;
    const VALUE: Self = Sw(PhantomData);
    const IS_STATIC_FUNCTION: bool = true;
    const FAULT: Option<Refusal> = if valid(B::KNOWN, Y::KNOWN, Z::KNOWN) {
        None
    } else {
        Some(because::<NotASwizzle<B, Y, Z>>())
    };
    const NAME: Message = text(B::KNOWN, Y::KNOWN, Z::KNOWN);
    #[inline(always)]
    fn unswizzled<L: Layout>(self, l: L) -> L::Unswizzled {
        l.unswizzled()
    }
    #[inline(always)]
    fn value_at<X: Integer>(self, x: X) -> Self::Apply<X> {
        let moved = rem(div(x, Y::UNIT), B::UNIT);
        xor(x, crate::integer::mul(moved, Z::UNIT))
    }
    #[inline(always)]
    fn bound<N: Integer>(self, n: N) -> Self::Bound<N> {
        bound(n, B::UNIT, Y::UNIT, Z::UNIT)
    }
    #[inline(always)]
    fn around<O: Integer, L: Layout>(self, o: O, l: L) -> Self::Around<O, L> {
        swizzled_unless::<<B::IsOne as Bool>::And<O::IsZero>, _, _, _>(self, o, l)
    }
    #[inline(always)]
    fn upcast_by<N: Integer>(self, _: N) -> Self::WiderElements<N> {
        Outer::VALUE
    }
    #[inline(always)]
    fn downcast_by<N: Integer>(self, _: N) -> Self::Narrower<N> {
        Outer::VALUE
    }
    fn exact_bound(self, n: i128) -> i128 {
        let end = const { B::KNOWN as i128 * Z::KNOWN as i128 };
        match const { B::KNOWN } {
            1 => n,
            _ => n.div_euclid(end).saturating_add((n % end != 0) as i128).saturating_mul(end),
        }
    }
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAME.as_str())
    }
}
/// The swizzle `f` from the offset `o` on, of the offsets of `l`: `l` itself if C says that it
/// moves nothing.
#[total]
fn swizzled_unless<C: Bool>(
    f: Outer,
    o: Integer,
    l: Layout,
) -> Layout<Profile = <L as Layout>::Profile> {
    if C { l } else { composed_of(f, o, l) }
}
type ComposedOf<F, O, L> = ComposedLayout<F, O, L>;
#[inline(always)]
fn composed_of<F: Outer, O: Integer, L: Layout>(f: F, o: O, l: L) -> ComposedOf<F, O, L> {
    ComposedLayout::of(f, o, l)
}
/// The upper bound of the swizzled values below `n`: `n` itself if all stay the same, else `n`
/// rounded up to the end of the bits that flip.
#[total]
fn bound(n: Integer, b: Nat, y: Nat, z: Nat) -> Integer {
    if b.is_one() || y.ask::<IsGeKnown>(n) {
        n
    } else {
        let end: Integer = mul(b, z);
        mul(ceil_div(n, end), end)
    }
}

/// The swizzle of b, y and z on the memory of elements n times as wide; refused if it moves parts
/// of such an element.
#[total(types)]
fn wider_elements(b: Nat, y: Nat, z: Nat, n: Integer) -> Outer {
    if b.is_one() || Integer::ask::<IsMultiple>(nat_min(y, z), n.known()) {
        wider_bits(b, y, z, n)
    } else {
        NoFunction::<RecastSwizzle<Sw<B, Y, Z>, N>>
    }
}
/// The function `F(n x) / n` of the swizzle F of b, y and z.
#[total(types)]
pub fn wider_bits(b: Nat, y: Nat, z: Nat, n: Integer) -> Outer {
    let width: Nat = n.known();
    let least: Nat = nat_min(y, z);
    if !width.is_power() {
        NoFunction::<RecastSwizzle<Sw<B, Y, Z>, N>>
    } else if Integer::ask::<IsMultiple>(least, width) {
        // All bits that flip or are flipped stay outside the wider elements.
        Sw(b, quotient(y, width), quotient(z, width))
    } else if ge(y, z) || b.is_one() {
        // The bits inside an element are those that are flipped: only the order inside the element
        // changes.
        let inside: Nat = quotient(width, least);
        Sw(ceil_quotient(b, inside), quotient(y, least), quotient(z, least))
    } else {
        NoFunction::<RecastSwizzle<Sw<B, Y, Z>, N>>
    }
}
/// The swizzle of b, y and z on elements that are narrower by the factor n.
#[total(types)]
fn narrower_bits(b: Nat, y: Nat, z: Nat, n: Integer) -> Outer {
    let width: Nat = n.known();
    if width.is_power() {
        Sw(b, y.mul(width), z.mul(width))
    } else {
        NoFunction::<RecastSwizzle<Sw<B, Y, Z>, N>>
    }
}
/// A function other than a swizzle, recast by `n`: only 1 leaves it unchanged.
#[total]
pub fn if_not_recast(f: Outer, n: Integer) -> Outer {
    if n.is_one() { f } else { no_function::<RecastSwizzle<F, N>>() }
}

/// The swizzle in which the bits of the mask Y flip those of the mask Z. CuTe:
/// `make_swizzle<Y, Z>`.
///
/// ```
/// use zellige::{prelude::*, ops::MakeSwizzle};
/// assert_type_eq_all!(MakeSwizzle<int!(0b11000000), int!(0b110)>, Swizzle<2, 1, 5>);
/// ```
///
/// Masks of different lengths, or with holes, are refused.
#[doc(alias = "make_swizzle")]
pub type MakeSwizzle<Y, Z> = OfMasks<NoMasks<Y, Z>, Y, Z>;
/// The swizzle of the masks y and z; refused for the reason E.
#[total(types)]
pub fn of_masks<E: Reason>(y: Nat, z: Nat) -> Outer {
    if are_masks(y, z) { Sw(values(y), y.lowest_bit(), z.lowest_bit()) } else { NoFunction::<E> }
}
/// True if both y and z are a run of bits, of the same length.
#[total(types)]
pub fn are_masks(y: Nat, z: Nat) -> Bool {
    Nat::eq(values(y), values(z)) && (Nat::is_power(values(y)) && Nat::is_power(values(z)))
}
/// 2^B, if the mask is a run of B bits.
#[total(types)]
fn values(mask: Nat) -> Nat {
    succ(quotient(mask, mask.lowest_bit()))
}

/// A swizzle, for operations on two swizzles.
pub trait IsSwizzle: Outer {
    /// 2^B
    type B: Nat;
    /// The lowest bit that moves.
    type Y: Nat;
    /// The lowest bit that is flipped.
    type Z: Nat;
}
impl<B: Nat, Y: Nat, Z: Nat> IsSwizzle for Sw<B, Y, Z> {
    type B = B;
    type Y = Y;
    type Z = Z;
}
/// The swizzle `F(G(x))`. See [`Sw::merge`].
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Merge<Swizzle<1, 4, 3>, Swizzle<1, 3, 3>>, Swizzle<2, 3, 3>);
/// ```
#[total(types)]
pub fn merge(f: IsSwizzle, g: IsSwizzle) -> Outer {
    if have_same_shift(f, g) {
        // Bits that both move are moved back.
        of_masks::<NoMerge<F, G>>(
            Nat::xor(mask(f.b(), f.y()), mask(g.b(), g.y())),
            Nat::xor(mask(f.b(), f.z()), mask(g.b(), g.z())),
        )
    } else {
        NoFunction::<NoMerge<F, G>>
    }
}
/// True if two swizzles move bits by the same number of places.
#[total(types)]
fn have_same_shift(f: IsSwizzle, g: IsSwizzle) -> Bool {
    Nat::eq(Nat::mul(f.y(), g.z()), Nat::mul(g.y(), f.z()))
}
/// The bits from `lowest` on that a swizzle of b moves.
#[total(types)]
pub fn mask(b: Nat, lowest: Nat) -> Nat {
    Nat::mul(b.sub(1), lowest)
}

/// The offset `o` in elements that are narrower by the factor `n`.
#[total]
pub fn narrowed(o: Integer, n: Integer, faults: impl Faults) -> Integer {
    let narrow: Integer = mul(o, n);
    if const { O::IS_RUN_TIME && N::KNOWN > 1 } {
        faults.find(|| {
            run_time::check_recast::start_fault(o.projected(), N::KNOWN, narrow.projected())
        });
    }
    narrow
}
/// The offset `o` in elements `n` times as wide.
#[total]
pub fn widened(o: Integer, n: Integer, faults: impl Faults) -> Integer {
    if const { O::IS_RUN_TIME && N::KNOWN > 0 } {
        faults.find(|| run_time::check_recast::offset_fault(o.projected(), N::KNOWN));
    }
    if o.ask::<IsMultiple>(n) { div(o, n) } else { refused::<RecastOffset<O, N>, usize>() }
}

/// The number of adjacent elements that stay adjacent under F, from the offset o on. A run-time
/// offset has no known alignment.
#[total(types)]
pub fn run_from<F: Outer>(o: Integer) -> Integer {
    if o.is_static() { gcd(F::run(), o) } else { 1 }
}
/// Returns the number of adjacent elements that stay adjacent under F, from the offset `o` on.
pub const fn run_from<F: Outer, O: Integer>(_: O) -> RunFrom<F, O> {
    <RunFrom<F, O>>::UNCHECKED
}
/// The vector `c` cut to the part that stays together under F, from the offset `o` on.
#[total]
pub fn shortened<F: Outer>(o: Integer, c: Layout, faults: impl Faults) -> Layout {
    let run: Integer = run_from::<F>(o);
    let size: Integer = c.size_modulo();
    if size.ask::<IsGtKnown>(run) {
        c.compose_as::<Composition>(strided(run, 1), faults)
    } else {
        c
    }
}

/// Returns whether these factors form a swizzle.
const fn valid(b: u64, y: u64, z: u64) -> bool {
    b.is_power_of_two()
        && y.is_power_of_two()
        && z.is_power_of_two()
        && max(y, z) / min(y, z) >= b
        && max(y, z) <= LIMIT / b
}
const fn max(a: u64, b: u64) -> u64 {
    if a > b { a } else { b }
}
const fn min(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}
/// `Sw<3,4,3>`; for factors that are not a swizzle of bits, the factors, `Sw<_6,_8,_1>`.
pub(crate) const fn text(b: u64, y: u64, z: u64) -> Message {
    if !(b.is_power_of_two() && y.is_power_of_two() && z.is_power_of_two()) {
        let m = Message::new().s("Sw<_").u(b).s(",_").u(y);
        return m.s(",_").u(z).s(">");
    }
    let m = Message::new()
        .s("Sw<")
        .u(b.trailing_zeros() as u64)
        .s(",")
        .u(min(y, z).trailing_zeros() as u64)
        .s(if y < z { ",-" } else { "," });
    m.u((max(y, z).trailing_zeros() - min(y, z).trailing_zeros()) as u64).s(">")
}
/// The reason why these factors do not form a swizzle.
pub(crate) const fn refusal(b: u64, y: u64, z: u64) -> Refusal {
    if !(b.is_power_of_two() && y.is_power_of_two() && z.is_power_of_two()) {
        let m = Message::new().s("a swizzle acts on bits, so the numbers of Sw<B, Y, Z> are powers of two, but they are ");
        let m = m.u(b).s(", ").u(y).s(" and ").u(z);
        Refusal::new(Code::NotASwizzle, m)
    } else if max(y, z) / min(y, z) < b {
        let places = (max(y, z) / min(y, z)).trailing_zeros() as u64;
        Refusal::onto_themselves(&text(b, y, z), b.trailing_zeros() as u64, places)
    } else {
        Refusal::swizzle_too_far(&text(b, y, z))
    }
}
