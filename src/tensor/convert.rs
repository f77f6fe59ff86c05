//! Conversions of tensors to views and to slices.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};

use super::Tensor;
use super::memory::{Claim, Engine, EngineMut, View, ViewMut};
use crate::layout::Layout;

impl<'a, T, L: Layout, K: Claim> From<Tensor<ViewMut<'a, T, K>, L>> for Tensor<View<'a, T, K>, L> {
    /// Returns the same elements, read-only, for as long as they were borrowed exclusively.
    #[inline(always)]
    fn from(tensor: Tensor<ViewMut<'a, T, K>, L>) -> Self {
        // SAFETY: the same elements at the same offsets, by the same claim; the exclusive borrow is
        // given up for a shared one.
        unsafe { Tensor::of(View::of(tensor.engine.base()), tensor.layout) }
    }
}
/// Converts by [`view`](Tensor::view), for functions that take an `impl Into<Tensor<View<T>, L>>`.
///
/// ```
/// use zellige::prelude::*;
/// fn first<'a, L: Layout>(a: impl Into<Tensor<View<'a, i32>, L>>) -> i32 { a.into()[0u32] }
/// let a = Tensor::new([5, 6], layout!(2 : 1));
/// assert_eq!(first(&a) + first(a.view()), 10);
/// ```
impl<'a, E: Engine, L: Layout> From<&'a Tensor<E, L>>
    for Tensor<View<'a, E::Element, E::Claim>, L>
{
    #[inline(always)]
    fn from(tensor: &'a Tensor<E, L>) -> Self {
        tensor.view()
    }
}
/// Converts by [`view_mut`](Tensor::view_mut).
impl<'a, E: EngineMut, L: Layout> From<&'a mut Tensor<E, L>>
    for Tensor<ViewMut<'a, E::Element, E::Claim>, L>
{
    #[inline(always)]
    fn from(tensor: &'a mut Tensor<E, L>) -> Self {
        tensor.view_mut()
    }
}

/// Implements the conversion of a tensor that owns its memory to a slice.
macro_rules! as_slice {
    ($($(#[$m:meta])* [$($g:tt)*] $E:ty;)*) => { $(
        /// Returns the memory of the tensor, from offset 0 on, in the order of the offsets; for the
        /// elements in the order of the coordinates, use [`iter`](Tensor::iter).
        $(#[$m])*
        impl<$($g)*, L> AsRef<[T]> for Tensor<$E, L> {
            #[inline(always)]
            fn as_ref(&self) -> &[T] {
                &self.engine[..]
            }
        }
        /// Returns the memory of the tensor, from offset 0 on, in the order of the offsets; for the
        /// elements in the order of the coordinates, use [`iter_mut`](Tensor::iter_mut).
        $(#[$m])*
        impl<$($g)*, L> AsMut<[T]> for Tensor<$E, L> {
            #[inline(always)]
            fn as_mut(&mut self) -> &mut [T] {
                &mut self.engine[..]
            }
        }
    )* };
}
as_slice! {
    [T, const N: usize] [T; N];
    #[cfg(feature = "alloc")]
    [T] Vec<T>;
    #[cfg(feature = "alloc")]
    [T] Box<[T]>;
}
