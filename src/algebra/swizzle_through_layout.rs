//! A swizzle passed through a layout: the swizzle G with `A(F(x)) = G(A(x))`.
//!
//! ```text
//! A = (8,8):(8,1)     bits of x        5 4 3 2 1 0
//!                     bits of A(x)     2 1 0 5 4 3
//! F = Sw<2,0,-3>      bits 1 0 flip bits 4 3;  in A(x) these are 4 3 and 1 0:  G = Sw<2,0,3>
//! ```
//!
//! It exists if A maps bits to bits: the extents are powers of two, so that A(x) is the sum of the
//! A(2^j) for the bits j of x, and no two of these have a bit in common, so that nothing carries.
//! Then F flips in A(x) the images of the bits that it flips in x. That is a swizzle if the images
//! of its bits are again two runs, with the same distance for every bit. This is decided for the x
//! below a bound N. If all of them are too small to have a bit that F moves, G moves nothing,
//! either.

use super::compose::{RefusedLayout, refused_layout};
use super::outer_function::{NoFunction, Outer};
use super::swizzle::{AreMasks, MakeSwizzle, Mask, OfMasks, Sw};
use super::walk::{Extension, ExtensionOf};
use crate::algebra::algebra_reasons::{NotClosed, NotFromZero, NotThrough, Operation};
use crate::integer::*;
use crate::layout::Layout;
use crate::number::*;
use crate::run_time::Faults;
use zellige_macros::total;

/// The function G with `A(F(x)) = G(A(x))` for all x below n, where F is the swizzle of b, y and z.
#[total(types)]
pub fn through(b: Nat, y: Nat, z: Nat, a: Extension, n: Integer) -> Outer {
    if n.is_static() {
        through_below(b, y, z, a, n.known())
    } else {
        NoFunction::<NotThrough<A, Sw<B, Y, Z>>>
    }
}
/// The same for a static bound.
#[total(types)]
fn through_below(b: Nat, y: Nat, z: Nat, a: Extension, n: Nat) -> Outer {
    if ge(y, n) || b.is_one() {
        // All x are too small to have a bit that moves: any function that moves nothing works.
        if a.in_bits() && move_nothing(moving(b, y, a), moving(b, z, a), a, n) {
            make_swizzle(moving(b, y, a), moving(b, z, a))
        } else {
            Sw(1, 1, 1)
        }
    } else if a.in_bits() && move_alike(b, y, z, a, n) {
        of_masks::<NotThrough<A, Sw<B, Y, Z>>>(moving(b, y, a), moving(b, z, a))
    } else {
        NoFunction::<NotThrough<A, Sw<B, Y, Z>>>
    }
}
/// The image of the bits from `lowest` on that a swizzle of b moves.
#[total(types)]
fn moving(b: Nat, lowest: Nat, a: Extension) -> Nat {
    at(a, mask(b, lowest))
}
/// True if the bits `from` and `to` are those of a swizzle and meet no image of a bit below n.
#[total(types)]
fn move_nothing(from: Nat, to: Nat, a: Extension, n: Nat) -> Bool {
    are_apart(images(a, n), from) && (are_disjoint(from, to) && are_masks(from, to))
}
/// True if no two images of bits meet, and those of the swizzle all have the same distance.
#[total(types)]
fn move_alike(b: Nat, y: Nat, z: Nat, a: Extension, n: Nat) -> Bool {
    // The images of all bits below n, and of those of the swizzle.
    let all: BitsUsed = images(a, nat_max(n, Nat::mul(nat_max(y, z), b)));
    let first: Nat = moving(b, y, a);
    let second: Nat = moving(b, z, a);
    all.is_mask() && are_pairs(b, y, z, a, first.lowest_bit(), second.lowest_bit())
}
/// True if the images of the b bits from y on and of those from z on all have the distance of y1
/// and z1.
#[total(types)]
fn are_pairs(b: Nat, y: Nat, z: Nat, a: Extension, y1: Nat, z1: Nat) -> Bool {
    if b.is_one() {
        B1
    } else {
        Nat::eq(Nat::mul(at(a, y), z1), Nat::mul(at(a, z), y1))
            && are_pairs(b.half(), y.shift1(), z.shift1(), a, y1, z1)
    }
}
/// The value of a at the static x.
#[total(types)]
fn at(a: Extension, x: Nat) -> Nat {
    let value: Integer = a.at(x);
    value.known()
}

/// The bits that the images of some bits use.
pub trait BitsUsed {
    /// True if they are all different.
    type IsMask: Bool;
    /// The bits.
    type Mask: Nat;
}
/// Different bits U.
pub struct Distinct<U>(U);
impl<U: Nat> BitsUsed for Distinct<U> {
    type IsMask = B1;
    type Mask = U;
}
/// Bits that are used twice.
pub struct Overlap;
impl BitsUsed for Overlap {
    type IsMask = B0;
    type Mask = UTerm;
}
/// The images of all bits below n.
#[total(types)]
fn images(a: Extension, n: Nat) -> BitsUsed {
    images_from(a, n, 1, 0)
}
/// The images of all bits below n, from the bit p on; u is the mask of the images before.
#[total(types)]
fn images_from(a: Extension, n: Nat, p: Nat, u: Nat) -> BitsUsed {
    if gt(n, p) {
        if are_disjoint(u, at(a, p)) {
            images_from(a, n, p.shift1(), u.add(at(a, p)))
        } else {
            Overlap
        }
    } else {
        Distinct(u)
    }
}
/// True if the bits u are all different, and none of them is in the mask m.
#[total(types)]
fn are_apart(u: BitsUsed, m: Nat) -> Bool {
    u.is_mask() && are_disjoint(u.mask(), m)
}
/// True if a and b have no bit in common.
#[total(types)]
fn are_disjoint(a: Nat, b: Nat) -> Bool {
    Nat::eq(a.xor(b), a.add(b))
}

/// The function G with `A(F(x)) = G(A(x))` for all x below N.
type Drawn<F, A, N> = <F as Outer>::Through<A, N>;
const fn drawn<F: Outer, A: Extension, N: Integer>() -> Drawn<F, A, N> {
    Outer::VALUE
}
/// The layout `r` after F: `R(F(x))` for the x below N.
#[total]
fn after<F: Outer, N: Integer>(r: Layout) -> Layout {
    let through: Outer = drawn::<F, ExtensionOf<R::ModeShape, R::Stride>, N>();
    through.around(0, r)
}

/// The composition of `a` with `f(o + l(c))`: f passed through a, around a o l.
#[total]
pub fn within<Op: Operation>(
    a: Extension,
    f: Outer,
    o: Integer,
    l: Layout,
    faults: impl Faults,
) -> Layout {
    if o.is_zero() {
        let through: Outer = drawn::<F, A, L::Cosize>();
        through.around(0, l.compose_after::<Op>(a, faults))
    } else {
        refused_layout::<NotFromZero<F, O>>()
    }
}
/// The right inverse of `f(o + l(c))`: that of `l` after f, which is its own inverse.
#[total]
pub fn right_inverse(f: Outer, o: Integer, l: Layout, faults: impl Faults) -> Layout {
    if o.is_zero() {
        right_inverse_from_0::<F>(l, faults)
    } else {
        refused_layout::<NotFromZero<F, O>>()
    }
}
/// The right inverse of `F(l(c))`, if F maps the offsets that `l` reaches onto themselves.
#[total]
fn right_inverse_from_0<F: Outer>(l: Layout, faults: impl Faults) -> Layout {
    let reached: Integer = Layout::size_modulo(l.right_inverse_noting(faults));
    if eq(F::bound(reached), reached) {
        after::<F, Reached>(l.right_inverse_noting(faults))
    } else {
        refused_layout::<NotClosed<F, Reached>>()
    }
}
/// The left inverse of `f(o + l(c))`: that of `l` after f, which is its own inverse.
#[total]
pub fn left_inverse(f: Outer, o: Integer, l: Layout, faults: impl Faults) -> Layout {
    if o.is_zero() {
        after::<F, L::Cosize>(l.left_inverse_noting(faults))
    } else {
        refused_layout::<NotFromZero<F, O>>()
    }
}
