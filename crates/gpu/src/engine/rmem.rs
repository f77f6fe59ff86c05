//! Engines in registers.

use super::{Engine, Get, Set};
use core::marker::PhantomData;
use zellige::integer::Integer;

/// The elements of an array that stays in registers.
///
/// It is a pointer that must not survive optimization: every offset must become a constant, as
/// [`unroll!`](crate::unroll!) makes it. Otherwise the array has an address, and lies in local
/// memory.
pub struct Rmem<T>(pub(crate) *mut T);
impl<T> Clone for Rmem<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Rmem<T> {}
impl<T> Engine for Rmem<T> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Rmem(self.0.wrapping_add(by.usize()))
    }
}
impl<T> Rmem<T> {
    /// Returns the pointer to the element.
    #[inline(always)]
    pub fn pointer(self) -> *mut T {
        self.0
    }
}
impl<T: Copy> Get for Rmem<T> {
    #[inline(always)]
    unsafe fn get(self) -> T {
        self.0.read()
    }
}
impl<T: Copy> Set for Rmem<T> {
    #[inline(always)]
    unsafe fn set(self, element: T) {
        self.0.write(element)
    }
}

/// Elements of 8, 16 or 32 bits in 32-bit registers: four, two or one in each. Offsets count
/// elements.
///
/// A fragment of a tensor core thus has the layout of its atom, in elements, and needs no `upcast`.
pub struct Packed<T>(pub(crate) *mut u32, PhantomData<T>);
impl<T> Packed<T> {
    /// The number of elements in a register.
    pub const IN_REGISTER: usize = 4 / size_of::<T>();
    #[inline(always)]
    pub(crate) fn new(registers: *mut u32) -> Self {
        const { assert!(4 % size_of::<T>() == 0, "packed elements must have 1, 2 or 4 bytes") }
        Packed(registers, PhantomData)
    }
    /// Returns the pointer to the register with the element.
    #[inline(always)]
    pub fn register(self) -> *mut u32 {
        self.0
    }
}
impl<T> Clone for Packed<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Packed<T> {}
impl<T> Engine for Packed<T> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Packed(self.0.wrapping_add(by.usize() / Self::IN_REGISTER), PhantomData)
    }
}
