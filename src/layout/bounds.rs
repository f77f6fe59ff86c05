//! The offsets that a layout reaches, computed without overflow.
//!
//! Operations on layouts compute in the width of their run-time integers, and wrap in release
//! builds. A tensor may not wrap: it computes size and cosize once, with checks. Then no offset of
//! a coordinate inside the shape overflows, since every intermediate number is at most one of the
//! two.
//!
//! So if [`cosize`] of a layout has returned n, every coordinate inside its shape has an offset
//! below n, and [`offset`](crate::tensor::elements::offset) computes it. Tensors rely on nothing
//! else: it does not matter which operation of the algebra made the layout, or whether its run-time
//! integers divide as they should. With negative strides, [`extent`] also says how far below 0 the
//! offsets reach.

use crate::integer::{Integer, count};
use crate::layout::Layout;
use crate::number::Bool;
use crate::refusal::Message;
use crate::tuple::{Empty, IntTuple, Leaf, Node};

/// The size and the largest offset of a layout, if both fit `usize`.
#[derive(Copy, Clone)]
pub struct Bound {
    size: usize,
    last: usize,
    /// The distance of the smallest offset below 0.
    before: usize,
    /// Whether a run-time integer has 32 bits, so that some numbers are computed in 32 bits.
    narrow: bool,
    /// Whether a run-time integer has a sign, which takes one of its bits.
    signed: bool,
}

/// The bound of the layout `s:d`, dispatched on the kind of `s`.
pub trait BoundOf {
    /// Returns `None` if a number does not fit `usize`.
    fn bound<S: IntTuple, D: IntTuple>(s: S, d: D) -> Option<Bound>;
}
/// Returns whether N is a run-time integer of 32 bits. Panics if it is static and does not fit
/// `usize`.
#[track_caller]
const fn is_narrow<N: Integer>() -> bool {
    // The largest `u64` may represent a larger number.
    assert!(N::KNOWN < usize::MAX as u64, "an extent or stride of a tensor does not fit in usize");
    !<N::IsStatic as Bool>::VALUE && size_of::<N>() == size_of::<u32>()
}
impl BoundOf for Leaf {
    #[inline(always)]
    fn bound<S: IntTuple, D: IntTuple>(s: S, d: D) -> Option<Bound> {
        let (size, stride) = (count(s.leaf()), d.leaf().projected());
        let length = usize::try_from(stride.unsigned_abs()).ok()?;
        let reach = size.saturating_sub(1).checked_mul(length)?;
        let (last, before) = if stride < 0 { (0, reach) } else { (reach, 0) };
        Some(Bound {
            size,
            last,
            before,
            narrow: const { is_narrow::<S::Leaf>() | is_narrow::<D::Leaf>() },
            signed: const { D::Leaf::IS_RUN_TIME && !D::IS_UNSIGNED },
        })
    }
}
impl BoundOf for Empty {
    #[inline(always)]
    fn bound<S: IntTuple, D: IntTuple>(_: S, _: D) -> Option<Bound> {
        Some(Bound { size: 1, last: 0, before: 0, narrow: false, signed: false })
    }
}
impl BoundOf for Node {
    #[inline(always)]
    fn bound<S: IntTuple, D: IntTuple>(s: S, d: D) -> Option<Bound> {
        let head = <S::Head as IntTuple>::Kind::bound(s.head(), d.head())?;
        let tail = <S::Tail as IntTuple>::Kind::bound(s.tail(), d.tail())?;
        Some(Bound {
            size: head.size.checked_mul(tail.size)?,
            last: head.last.checked_add(tail.last)?,
            before: head.before.checked_add(tail.before)?,
            narrow: head.narrow || tail.narrow,
            signed: head.signed || tail.signed,
        })
    }
}

impl Bound {
    /// Returns the largest size and cosize that the integers of the layout can hold and that memory
    /// can have.
    #[inline(always)]
    fn most(self) -> usize {
        if self.narrow && self.signed {
            i32::MAX as usize
        } else if self.narrow {
            u32::MAX as usize
        } else {
            isize::MAX as usize
        }
    }
    /// Returns the bound of a swizzle of this layout, shifted by `start`, if the swizzle keeps
    /// offsets below n below `bound(n)`.
    #[inline(always)]
    pub fn swizzled<O: Integer>(
        mut self,
        start: O,
        bound: impl FnOnce(usize) -> usize,
    ) -> Option<Bound> {
        self.narrow |= const { is_narrow::<O>() };
        let last = self.last.checked_add(start.usize())?;
        // This is far below the point where rounding up to the end of the swizzled bits could
        // overflow.
        if last >= isize::MAX as usize / 2 {
            return None;
        }
        self.last = bound(last + 1) - 1;
        Some(self)
    }
}

/// Returns the number of elements that the memory of a tensor with this layout must have. The
/// layout has passed [`check_in_memory`].
///
/// # Panics
///
/// Panics if the size or the cosize is too large.
#[inline(always)]
#[track_caller]
pub(crate) fn cosize<L: Layout>(layout: L) -> usize {
    known_extent(layout).cosize
}
/// Returns the extent of a layout. Panics as [`cosize`] does.
#[inline(always)]
#[track_caller]
pub(crate) fn known_extent<L: Layout>(layout: L) -> Extent {
    match extent(layout) {
        Some(extent) => extent,
        None => too_large(layout),
    }
}

/// The size and cosize of a layout in memory, and how far its offsets reach below 0. A layout
/// without elements has cosize 0.
#[derive(Copy, Clone)]
pub(crate) struct Extent {
    pub size: usize,
    pub cosize: usize,
    pub before: usize,
}
impl Extent {
    /// Returns whether the other layout reaches at least as far.
    #[inline(always)]
    pub fn is_within(self, other: Extent) -> bool {
        self.cosize <= other.cosize && self.before <= other.before
    }
}
/// Computes the size and cosize of a layout in memory, unless one of them is too large.
#[inline(always)]
pub(crate) fn extent<L: Layout>(layout: L) -> Option<Extent> {
    let bound = layout.bound()?;
    let (size, before, most) = (bound.size, bound.before, bound.most());
    if size == 0 {
        return Some(Extent { size, cosize: 0, before: 0 });
    }
    let cosize = bound.last.checked_add(1)?;
    (size <= most && cosize <= most && before <= most).then_some(Extent { size, cosize, before })
}
/// Whether the offsets of L are those of elements before and after a first element: its strides are
/// numbers, possibly negative, or it is a swizzle of unsigned strides.
pub(crate) const fn is_around_an_element<L: Layout>() -> bool {
    L::IN_MEMORY || L::Stride::REFUSAL.is_none() && L::Stride::LEAVES.numbers
}
/// Panics if L is a function of offsets that no part of a tensor can have.
#[track_caller]
pub(crate) const fn check_around_an_element<L: Layout>() {
    if !is_around_an_element::<L>() {
        check_in_memory::<L>()
    }
}
/// Panics if L is a function of offsets that no tensor can have. (A refused layout reports its own
/// error.)
#[track_caller]
pub(crate) const fn check_in_memory<L: Layout>() {
    check_in_memory_or::<L>(
        "; with negative strides `Tensor::new_at` takes the offset of the first element",
    )
}
/// Like [`check_in_memory`], with advice for negative strides.
#[track_caller]
pub(crate) const fn check_in_memory_or<L: Layout>(advice: &str) {
    if !L::IN_MEMORY && L::REFUSAL.is_none() {
        Message::new()
            .s("a tensor's layout must have unsigned strides, or be a swizzle of a layout that has, but this is ")
            .cat(&L::TEXT)
            .s(if is_around_an_element::<L>() { advice } else { "" })
            .raise()
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_large<L: Layout>(layout: L) -> ! {
    let Some(bound) = layout.bound() else {
        panic!("the size or the cosize of {layout} overflows the integers of the layout")
    };
    let (size, cosize, most) = (bound.size, bound.last as u128 + 1, bound.most());
    panic!(
        "{layout} has size {size} and cosize {cosize}, and at most {most} fits: it overflows the integers of the layout"
    )
}
