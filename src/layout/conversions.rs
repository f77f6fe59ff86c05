//! The same layout in another type: all integers at run time, or static where the numbers are
//! known.

use crate::algebra::outer_function::Outer;
use crate::integer::{Dynamic, Integer};
use crate::number::Bool;
use crate::refusal::leaves::{Leaves, write_number};
use crate::refusal::{Code, Message, Refusal};
use crate::tuple::IntTuple;
use crate::tuple::compare::Congruent;

use super::{ComposedLayout, Layout, Profiled, Strided, check};

/// The same layout with other types of integers: all known only at run time, or static again.
///
/// Every [`Layout`] has these operations. A program that reads a layout, or chooses one of several,
/// has one type for all of them, and converts it to the static layout that its fast path is written
/// for:
///
/// ```
/// use zellige::prelude::*;
/// type Rows = layout!((8, 4) : (4, 1));
/// type Columns = layout!((8, 4) : (1, 8));
/// let choices = [Rows::STATIC.to_dynamic(), Columns::STATIC.to_dynamic()];
/// assert_eq!(choices[1].to_string(), "(8,4):(1,8)");
/// assert!(choices[1].try_to_static::<Rows>().is_err());
/// let columns: Columns = choices[1].try_to_static().unwrap();
/// assert_eq!(size_of_val(&columns), 0);
/// ```
pub trait Conversion: Profiled {
    /// See [`to_dynamic_as`](Conversion::to_dynamic_as).
    type ToDynamic<W: Dynamic>: Layout<Profile = Self::ShapeProfile>;

    /// The same layout with all integers at run time, as `usize`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, (4, 2)) : (8, (1, 4)));
    /// let b: Strided<(usize, (usize, usize)), (usize, (usize, usize))> = a.to_dynamic();
    /// assert_eq!(a, b);
    /// assert_eq!(b.crd2idx((5u32, 6u32)), 5 * 8 + 2 + 4);
    /// ```
    ///
    /// Signed strides become [`Signed<isize>`](crate::stride::Signed), and steps along an axis
    /// become a run-time number of steps along that axis. The outer function of a
    /// [`ComposedLayout`] stays the same.
    ///
    /// # Panics
    ///
    /// Panics if a static integer does not fit `usize`.
    #[inline(always)]
    #[track_caller]
    fn to_dynamic(self) -> Self::ToDynamic<usize>
    where
        Self: Layout,
    {
        const { check::<Self>() }
        at_run_time::<_, usize>(self)
    }
    /// The same layout with all integers at run time, as W, `u32` or `usize`; see
    /// [`to_dynamic`](Conversion::to_dynamic).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let b = layout!((8, 4) : (4, -1)).to_dynamic_as::<u32>();
    /// let offset: zellige::stride::Signed<i32> = b.crd2idx((7u32, 3u32));
    /// assert_eq!(offset.get(), 7 * 4 - 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an integer does not fit: `to_dynamic(L): (_2,_4294967296):(_1,_2) has an integer
    /// that does not fit in u32`.
    #[inline(always)]
    #[track_caller]
    fn to_dynamic_as<W: Dynamic>(self) -> Self::ToDynamic<W>
    where
        Self: Layout,
    {
        const { check::<Self>() }
        at_run_time::<_, W>(self)
    }
    /// The same layout as an M with static integers equal to those of this layout, or why they
    /// differ.
    ///
    /// Integers that are run-time integers in M are converted. So M may also be partly static:
    ///
    /// ```
    /// use zellige::{prelude::*, refusal::Code};
    /// type Row = Strided<(u32, int!(64)), (int!(64), int!(1))>;
    /// let read = layout!((100, 64) : (64, 1)).to_dynamic();
    /// let rows: Row = read.try_to_static().unwrap();
    /// assert_eq!(rows.to_string(), "(100,_64):(_64,_1)");
    ///
    /// type Padded = Strided<(u32, int!(64)), (int!(72), int!(1))>;
    /// let refusal = read.try_to_static::<Padded>().unwrap_err();
    /// assert_eq!(refusal.code, Code::OtherNumbers);
    /// assert_eq!(
    ///     refusal.message(),
    ///     "the layout is (100,64):(64,1), not (?,_64):(_72,_1): mode 0 is 100:64, and its stride must be 72"
    /// );
    /// ```
    ///
    /// (`TryFrom` cannot be implemented between the layouts: Rust already has an impl between a
    /// type and itself.)
    #[inline(always)]
    fn try_to_static<M: Layout>(self) -> Result<M, Refusal>
    where
        Self: Layout,
    {
        const { check::<M>() }
        M::of_equal(self).ok_or_else(|| other_numbers::<M, _>(self))
    }

    /// The value of this type that is the same layout as `l`, if there is one.
    #[doc(hidden)]
    fn of_equal<L: Layout>(l: L) -> Option<Self>;
    /// This layout as a shape with its strides, if it is one.
    #[doc(hidden)]
    fn to_strided<S: IntTuple, D: IntTuple>(self) -> Option<Strided<S, D>>;
    /// This layout as a composed layout, if it is one.
    #[doc(hidden)]
    fn to_composed<F: Outer, O: Integer, L: Layout>(self) -> Option<ComposedLayout<F, O, L>>;
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Conversion for Strided<S, D> {
    type ToDynamic<W: Dynamic> = Strided<S::AtRunTime<W>, D::AtRunTime<W>>;
    #[inline(always)]
    fn of_equal<L: Layout>(l: L) -> Option<Self> {
        l.to_strided()
    }
    #[inline(always)]
    fn to_strided<S2: IntTuple, D2: IntTuple>(self) -> Option<Strided<S2, D2>> {
        Some(Strided::of(S2::of_equal(self.shape)?, D2::of_equal(self.stride)?))
    }
    #[inline(always)]
    fn to_composed<F: Outer, O: Integer, L: Layout>(self) -> Option<ComposedLayout<F, O, L>> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<F: Outer, O: Integer, L: Layout> Conversion for ComposedLayout<F, O, L> {
    type ToDynamic<W: Dynamic> =
        ComposedLayout<F, <O::AtRunTime<W> as IntTuple>::Leaf, L::ToDynamic<W>>;
    #[inline(always)]
    fn of_equal<L2: Layout>(l: L2) -> Option<Self> {
        l.to_composed()
    }
    #[inline(always)]
    fn to_strided<S: IntTuple, D: IntTuple>(self) -> Option<Strided<S, D>> {
        None
    }
    #[inline(always)]
    fn to_composed<F2: Outer, O2: Integer, L2: Layout>(self) -> Option<ComposedLayout<F2, O2, L2>> {
        Some(ComposedLayout::of(
            F2::of_equal(self.outer())?,
            O2::of_equal(self.start())?,
            L2::of_equal(self.inner())?,
        ))
    }
}

/// The layout with all integers at run time, as W.
#[inline(always)]
#[track_caller]
fn at_run_time<L: Layout, W: Dynamic>(layout: L) -> L::ToDynamic<W> {
    match L::ToDynamic::of_equal(layout) {
        Some(dynamic) => dynamic,
        None => too_wide::<_, W>(layout),
    }
}
#[cold]
#[inline(never)]
#[track_caller]
fn too_wide<L: Layout, W: Dynamic>(layout: L) -> ! {
    panic!("to_dynamic(L): {layout} has an integer that does not fit in {}", W::NAME)
}

/// Returns the reason why `l` is not the layout M.
#[cold]
#[inline(never)]
fn other_numbers<M: Layout, L: Layout>(l: L) -> Refusal {
    let mut m = Message::new().s("the layout is ");
    // Writing to a message does not fail.
    let _ = core::fmt::Write::write_fmt(&mut m, format_args!("{l}"));
    m = m.s(", not ").cat(&M::TEXT);
    let has_strides = !<<L::Stride as IntTuple>::IsRefused as Bool>::VALUE;
    if has_strides && <Congruent<L::Shape, M::Shape> as Bool>::VALUE {
        let (has, must) = (l.shape().leaves(), M::Shape::LEAVES);
        let (has_stride, must_stride) = (l.mode_stride().leaves(), M::Stride::LEAVES);
        for k in 0..has.len.min(must.len) {
            let what = if differ(&has, &must, k) {
                (" and its extent must be ", must.value[k])
            } else if differ(&has_stride, &must_stride, k) {
                (" and its stride must be ", must_stride.value[k])
            } else {
                continue;
            };
            m = has.path[k].write(m.s(": mode ")).s(" is ");
            m = write_number(m, has.value[k]).s(":");
            m = write_number(write_number(m, has_stride.value[k]).s(",").s(what.0), what.1);
            break;
        }
    }
    Refusal::new(Code::OtherNumbers, m)
}
/// Whether two tuples have different numbers at leaf k, as far as they are known.
fn differ(has: &Leaves, must: &Leaves, k: usize) -> bool {
    must.value[k].is_some() && has.value[k] != must.value[k]
}
