//! Elements in tensor memory.

use crate::engine::Engine;
use core::marker::PhantomData;
use zellige::atom::tmem::Address;
use zellige::prelude::Integer;

/// Elements T in tensor memory, from an address on. CuTe: `tmem_ptr`.
///
/// ```
/// use zellige::atom::tmem::Address;
/// use zellige_gpu::{Bf16, engine::Engine, tmem::TmemPtr};
/// // Lane 3, column 5: offsets count elements, two to a word.
/// let at = TmemPtr::<Bf16>::new(Address::new(0, 4)).moved((3u32 << 17) + 2);
/// assert_eq!(at.address(), Address::new(3, 5));
/// ```
pub struct TmemPtr<T>(Address, PhantomData<T>);
impl<T> TmemPtr<T> {
    /// Returns the elements that begin at this address.
    #[inline(always)]
    pub fn new(address: Address) -> Self {
        TmemPtr(address, PhantomData)
    }
    /// Returns the address.
    #[inline(always)]
    pub fn address(self) -> Address {
        self.0
    }
}
impl<T> Clone for TmemPtr<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for TmemPtr<T> {}
impl<T> Engine for TmemPtr<T> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        TmemPtr::new(self.0 + Address::of_element(by.u32(), 4 / size_of::<T>() as u32))
    }
}
