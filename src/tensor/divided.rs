//! Tensors divided into tiles, which must fit evenly.

use core::marker::PhantomData;

use super::Tensor;
use super::memory::{Claim, Engine, Viewing};
use crate::algebra::tiler::Tiler;
use crate::integer::{Integer, count};
#[cfg(doc)]
use crate::layout::Divides;
use crate::layout::{Layout, bounds, check};
use crate::profile::FitsTiler;
use crate::refusal::Message;
use crate::run_time::demand;
use crate::tuple::IntTuple;

/// Returns whether the shape is static. The algebra uses the strides of a divided layout only to
/// reduce the number of modes: for a static shape it is exact, whichever strides are known only at
/// run time.
const fn has_static_shape<L: Layout>() -> bool {
    <L::Shape as IntTuple>::LEAVES.known
}
/// The facts about R, a divide of L, when the program is built: it is not refused, and a tensor may
/// have it. If only the elements of L are claimed, the shapes are static, so that the algebra is
/// exact.
///
/// A `const` block of the method that the user calls makes it, because errors are reported at the
/// line of that call. Code that relies on the facts takes it as an argument, so that no method
/// forgets the check.
pub(super) struct Divided<L, R, K>(PhantomData<fn(L) -> (R, K)>);
impl<L: Layout, R: Layout, K: Claim> Divided<L, R, K> {
    /// Panics if one of the facts does not hold.
    #[track_caller]
    pub const fn checked() -> Self {
        check::<R>();
        bounds::check_around_an_element::<R>();
        let exact = has_static_shape::<L>() && has_static_shape::<R>();
        if !K::WHOLE && !exact {
            Message::new()
                .s("a part of a split tensor can only be rearranged if its shape is static, but it is ")
                .cat(&L::TEXT)
                .s(", to be rearranged as ")
                .cat(&R::TEXT)
                .raise()
        }
        Divided(PhantomData)
    }
    /// Panics as [`checked`](Self::checked) does, and if `R` and `L` are static and `R` does not
    /// cover the same elements as `L`.
    #[track_caller]
    pub const fn evenly() -> Self {
        let divided = Self::checked();
        let (old, new) = (<L::Size as Integer>::KNOWN, <R::Size as Integer>::KNOWN);
        let larger = <R::Cosize as Integer>::KNOWN > <L::Cosize as Integer>::KNOWN;
        if L::IS_STATIC && R::IS_STATIC && (old != new || larger) {
            Message::new()
                .s("the tiles do not fit the tensor evenly: ")
                .cat(&L::TEXT)
                .s(" has ")
                .u(old)
                .s(" elements, ")
                .cat(&R::TEXT)
                .s(" has ")
                .u(new)
                .s("; pad the tensor's shape, or choose tiles that divide it")
                .raise()
        }
        divided
    }
}
/// Checks that R, a divide of L, has offsets of elements that the tensor has. If the shapes are
/// static and the sizes the same, the algebra is exact, and R has the offsets of L, each as often.
/// Otherwise the whole is claimed: the offsets lie between the first and the last of L, and so
/// belong to the tensor in any case.
#[inline(always)]
#[track_caller]
pub(super) fn assert_rearranged<L: Layout, R: Layout, K: Claim>(
    old: L,
    new: R,
    _: Divided<L, R, K>,
) {
    let reached = bounds::known_extent(new);
    if count(old.size_modulo()) != count(new.size_modulo())
        || !reached.is_within(bounds::known_extent(old))
    {
        uneven(old, new)
    }
}
#[cold]
#[inline(never)]
#[track_caller]
fn uneven<L: Layout, R: Layout>(old: L, new: R) -> ! {
    match (bounds::extent(old), bounds::extent(new)) {
        (Some(have), Some(need)) if have.size != need.size => panic!(
            "the tiles do not fit the tensor evenly: {old} has {} elements, {new} has {}; pad the tensor's shape, or \
             choose tiles that divide it",
            have.size, need.size
        ),
        _ => panic!(
            "the tiles do not fit the tensor evenly: it is {old}, and with tiles it would be {new}"
        ),
    }
}

impl<V: Engine, L: Layout> Tensor<V, L> {
    /// Returns the same elements, laid out by R.
    #[inline(always)]
    #[track_caller]
    fn rearranged<R: Layout>(self, layout: R, divided: Divided<L, R, V::Claim>) -> Tensor<V, R>
    where
        V: Viewing,
    {
        assert_rearranged(self.layout, layout, divided);
        // SAFETY: it has elements of this tensor, and as many, as was asserted.
        unsafe { self.part(0, layout) }
    }
    /// Divides the tensor into (tile, rest): see [`Divides::logical_divide`]. The tiles must fit
    /// evenly.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let tiles = a.logical_divide((int!(4), int!(3)));
    /// assert_eq!(tiles[((3u32, 1u32), (2u32, 1u32))], 47);       // row 3 of the second tile, column 2 of the second
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn logical_divide<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        self,
        t: T,
    ) -> Tensor<V, L::LogicalDivide<T>>
    where
        V: Viewing,
    {
        let divided = const { Divided::<L, L::LogicalDivide<T>, V::Claim>::evenly() };
        let layout = demand!(|faults| self.layout.logical_divide_noting(t, faults));
        self.rearranged(layout, divided)
    }
    /// Divides the tensor into (tiles, rests): see [`Divides::zipped_divide`].
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let tiles = a.zipped_divide((int!(4), int!(3)));
    /// assert_eq!(tiles[((3u32, 2u32), (1u32, 1u32))], 47);
    /// ```
    ///
    /// The tiles must fit evenly. Otherwise it does not compile: `the tiles do not fit the tensor
    /// evenly: (_8,_6):(_6,_1) has 48 elements, ((_3,_3),(_3,_2)):(..) has 54`; with run-time
    /// integers it panics.
    #[inline(always)]
    #[track_caller]
    pub fn zipped_divide<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        self,
        t: T,
    ) -> Tensor<V, L::ZippedDivide<T>>
    where
        V: Viewing,
    {
        let divided = const { Divided::<L, L::ZippedDivide<T>, V::Claim>::evenly() };
        let layout = demand!(|faults| self.layout.zipped_divide_noting(t, faults));
        self.rearranged(layout, divided)
    }
    /// Divides the tensor into (tile, rest, rest, ...): see [`Divides::tiled_divide`]. The tiles
    /// must fit evenly.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let tiles = a.tiled_divide((int!(4), int!(3)));
    /// assert_eq!(tiles[((3u32, 2u32), 1u32, 1u32)], 47);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn tiled_divide<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        self,
        t: T,
    ) -> Tensor<V, L::TiledDivide<T>>
    where
        V: Viewing,
    {
        let divided = const { Divided::<L, L::TiledDivide<T>, V::Claim>::evenly() };
        let layout = demand!(|faults| self.layout.tiled_divide_noting(t, faults));
        self.rearranged(layout, divided)
    }
    /// Divides the tensor into (tile, tile, ..., rest, rest, ...): see [`Divides::flat_divide`].
    /// The tiles must fit evenly.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let tiles = a.flat_divide((int!(4), int!(3)));
    /// assert_eq!(tiles[(3u32, 2u32, 1u32, 1u32)], 47);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn flat_divide<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        self,
        t: T,
    ) -> Tensor<V, L::FlatDivide<T>>
    where
        V: Viewing,
    {
        let divided = const { Divided::<L, L::FlatDivide<T>, V::Claim>::evenly() };
        let layout = demand!(|faults| self.layout.flat_divide_noting(t, faults));
        self.rearranged(layout, divided)
    }
}
