//! Moving a swizzle through a layout: the swizzle G with `A(F(x)) = G(A(x))`.
//!
//! It exists if A maps bits to bits: the extents are powers of two, so that `A(x)` is the sum of
//! the `A(2^j)` for the bits j of `x`, and no two of these have a bit in common. G then flips in
//! `A(x)` what F flips in `x`. It is a swizzle if the images of the bits of F are again two runs,
//! at the same distance bit by bit. All this is decided for the `x` below a bound.

use zellige::refusal::names::Names;

use super::compose::compose;
use super::extension::Extension;
use crate::layout::{DynLayout, Modes, Outer};
use crate::refusal::{Refusal, Sentences};
use crate::swizzle::Swizzle;

/// Returns the function G with `a(outer(x)) = G(a(x))` for all `x` below `n`.
pub(crate) fn through(outer: &Outer, a: &Extension, n: u64) -> Result<Outer, Refusal> {
    let refused = || Refusal::not_through(outer, a);
    let Outer::Swizzle(swizzle) = outer else {
        return Err(refused());
    };
    let images = Images::of(a, n.max(swizzle_end(swizzle, n)));
    if swizzle.leaves_alone(n) {
        // Nothing moves. The swizzle of the images expresses that, if they meet no bit that occurs.
        let swizzle = images.and_then(|images| images.beyond(swizzle));
        return Ok(Outer::Swizzle(swizzle.unwrap_or(Swizzle::IDENTITY)));
    }
    let swizzle = images.and_then(|images| images.paired(swizzle)).ok_or_else(refused)?;
    Ok(Outer::Swizzle(swizzle?))
}

/// Returns the end of the bits of a swizzle if a bit below `n` moves, and 1 otherwise.
fn swizzle_end(swizzle: &Swizzle, n: u64) -> u64 {
    if swizzle.leaves_alone(n) {
        return 1;
    }
    (swizzle.mask_from().max(swizzle.mask_to()) + 1).next_power_of_two()
}

/// The images of all bits below a bound, which have no bits in common.
struct Images<'a> {
    a: &'a Extension,
    /// The bits of all images.
    used: u64,
}

impl<'a> Images<'a> {
    /// Returns the images of the bits below `n` in a layout that maps bits to bits, if no two of
    /// them share a bit.
    fn of(a: &'a Extension, n: u64) -> Option<Self> {
        let (_, inner) = a.modes().split_last()?;
        let powers = inner.iter().all(|mode| mode.extent.is_power_of_two());
        if !powers || a.modes().iter().any(|mode| mode.stride.unsigned().is_none()) {
            return None;
        }
        let mut images = Images { a, used: 0 };
        for bit in (0..63).map(|j| 1u64 << j).take_while(|&bit| bit < n) {
            let image = images.at(bit)?;
            if image & images.used != 0 {
                return None;
            }
            images.used |= image;
        }
        Some(images)
    }

    /// Returns the image of some bits.
    fn at(&self, bits: u64) -> Option<u64> {
        self.a.at(i64::try_from(bits).ok()?).ok()?.unsigned()
    }

    /// Returns the swizzle of the images of bits that do not occur, if it meets no bit that does.
    fn beyond(&self, swizzle: &Swizzle) -> Option<Swizzle> {
        let (from, to) = (self.at(swizzle.mask_from())?, self.at(swizzle.mask_to())?);
        if self.used & from != 0 || from & to != 0 {
            return None;
        }
        Swizzle::masks(from, to)?.ok()
    }

    /// Returns the swizzle of the images, if they stay at the same distance.
    fn paired(&self, swizzle: &Swizzle) -> Option<Result<Swizzle, Refusal>> {
        let (from, to) = (self.at(swizzle.mask_from())?, self.at(swizzle.mask_to())?);
        let (lowest_from, lowest_to) = (lowest_bit(from), lowest_bit(to));
        for (y, z) in swizzle.pairs() {
            let (y, z) = (self.at(1 << y)?, self.at(1 << z)?);
            if u128::from(y) * u128::from(lowest_to) != u128::from(z) * u128::from(lowest_from) {
                return None;
            }
        }
        Swizzle::masks(from, to)
    }
}

fn lowest_bit(x: u64) -> u64 {
    x & x.wrapping_neg()
}

/// Refuses a function that is not applied from 0 on.
pub(crate) fn demand_from_zero(outer: &Outer, start: i64) -> Result<(), Refusal> {
    if start == 0 { Ok(()) } else { Err(Refusal::not_from_zero(outer, start)) }
}

impl DynLayout {
    /// Returns the composition of the modes `a` with this layout.
    pub(crate) fn drawn_through(&self, names: &Names, a: &Modes) -> Result<DynLayout, Refusal> {
        let extension = Extension::of(a)?;
        let Some((outer, start, inner)) = self.opened() else {
            return DynLayout::strided(compose(names, &extension, &self.modes)?);
        };
        demand_from_zero(outer, start)?;
        let function = through(outer, &extension, inner.cosize()?)?;
        function.around(0, inner.drawn_through(names, a)?)
    }
}

/// Returns the layout `inverse` after the function `outer`, for the `x` below `n`.
fn after(outer: &Outer, inverse: DynLayout, n: u64) -> Result<DynLayout, Refusal> {
    let extension = Extension::of(inverse.demand_strides()?)?;
    through(outer, &extension, n)?.around(0, inverse)
}

/// Returns the right inverse of `outer(start + inner(c))`: that of the inner layout applied after
/// the function, which is its own inverse.
pub(crate) fn right_inverse(
    outer: &Outer,
    start: i64,
    inner: &DynLayout,
) -> Result<DynLayout, Refusal> {
    demand_from_zero(outer, start)?;
    let inverse = inner.right_inverse()?;
    let reached = inverse.size();
    if outer.bound(reached)? != reached {
        return Err(Refusal::not_closed(outer, reached));
    }
    after(outer, inverse, reached)
}

/// Returns the left inverse of `outer(start + inner(c))`, in the same way.
pub(crate) fn left_inverse(
    outer: &Outer,
    start: i64,
    inner: &DynLayout,
) -> Result<DynLayout, Refusal> {
    demand_from_zero(outer, start)?;
    after(outer, inner.left_inverse()?, inner.cosize()?)
}
