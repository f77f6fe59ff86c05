//! The engine of elements that no thread has in registers.

use super::Engine;
use core::{convert::Infallible, marker::PhantomData};
use zellige::prelude::*;

/// The engine of elements T that no thread has in registers, because no instruction that is
/// executed takes them from there. It has no values.
///
/// ```
/// use zellige_gpu::{FragmentElement, engine::Nowhere, number::E2m1};
/// fn of_pairs(engine: <E2m1 as FragmentElement>::Engine) -> Nowhere<E2m1> {
///     engine
/// }
/// ```
pub struct Nowhere<T>(Infallible, PhantomData<T>);
impl<T> Clone for Nowhere<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Nowhere<T> {}
impl<T> Engine for Nowhere<T> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, _: O) -> Self {
        self
    }
}
impl<T> Nowhere<T> {
    #[inline(always)]
    pub(crate) fn register(self) -> *mut u32 {
        match self.0 {}
    }
}
