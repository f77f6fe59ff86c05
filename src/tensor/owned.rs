//! Engines in memory on the heap, with the feature `alloc`.

use alloc::{boxed::Box, vec::Vec};
use core::ptr::NonNull;

use super::memory::{Engine, EngineMut, Memory, Whole};

// SAFETY: the vector belongs to the tensor alone, which never changes its length, so its elements
// do not move, and the pointer to them is aligned; they may be read while the vector is borrowed.
#[diagnostic::do_not_recommend]
unsafe impl<T> Engine for Vec<T> {
    type Element = T;
    type Claim = Whole;
    #[inline(always)]
    fn base(&self) -> NonNull<T> {
        NonNull::from(self.as_slice()).cast()
    }
}
// SAFETY: the same pointer, of a mutable borrow.
#[diagnostic::do_not_recommend]
unsafe impl<T> EngineMut for Vec<T> {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        NonNull::from(self.as_mut_slice()).cast()
    }
}
// SAFETY: the vector itself, which has `length` elements, one after the other.
#[diagnostic::do_not_recommend]
unsafe impl<T> Memory for Vec<T> {
    type Engine = Vec<T>;
    const LEN: Option<usize> = None;
    #[inline(always)]
    fn length(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn engine(self) -> Vec<T> {
        self
    }
}

// SAFETY: neither the address nor the number of the elements of a box changes, and the pointer to
// them is aligned; they may be read while the box is borrowed.
#[diagnostic::do_not_recommend]
unsafe impl<T> Engine for Box<[T]> {
    type Element = T;
    type Claim = Whole;
    #[inline(always)]
    fn base(&self) -> NonNull<T> {
        NonNull::from(&**self).cast()
    }
}
// SAFETY: the same pointer, of a mutable borrow.
#[diagnostic::do_not_recommend]
unsafe impl<T> EngineMut for Box<[T]> {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        NonNull::from(&mut **self).cast()
    }
}
// SAFETY: the box itself, which has `length` elements, one after the other.
#[diagnostic::do_not_recommend]
unsafe impl<T> Memory for Box<[T]> {
    type Engine = Box<[T]>;
    const LEN: Option<usize> = None;
    #[inline(always)]
    fn length(&self) -> usize {
        <[T]>::len(self)
    }
    #[inline(always)]
    fn engine(self) -> Box<[T]> {
        self
    }
}
