//! Memory on the heap, and memory as a slice.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
#[cfg(feature = "alloc")]
use core::ptr::NonNull;

use super::Tensor;
#[cfg(feature = "alloc")]
use super::memory::{Engine, EngineMut, Memory, Whole};

// SAFETY: the vector is the tensor's alone, which never changes its length, so its elements stay where they are, and the
// pointer to them is aligned; they may be read while the vector is borrowed.
#[cfg(feature = "alloc")]
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
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
unsafe impl<T> EngineMut for Vec<T> {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        NonNull::from(self.as_mut_slice()).cast()
    }
}
// SAFETY: the vector itself, which has `length` elements, one after the other.
#[cfg(feature = "alloc")]
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

// SAFETY: the elements of a box stay where they are, as many as they are, and the pointer to them is aligned; they may be
// read while the box is borrowed.
#[cfg(feature = "alloc")]
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
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
unsafe impl<T> EngineMut for Box<[T]> {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        NonNull::from(&mut **self).cast()
    }
}
// SAFETY: the box itself, which has `length` elements, one after the other.
#[cfg(feature = "alloc")]
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

/// The memory of a tensor that owns it, as a slice.
macro_rules! as_slice {
    ($($(#[$m:meta])* [$($g:tt)*] $E:ty;)*) => { $(
        /// The memory of the tensor, from offset 0 on, in the order of the offsets; the elements in the order of the
        /// coordinates are those of [`iter`](Tensor::iter).
        $(#[$m])*
        impl<$($g)*, L> AsRef<[T]> for Tensor<$E, L> {
            #[inline(always)]
            fn as_ref(&self) -> &[T] {
                &self.engine[..]
            }
        }
        /// The memory of the tensor, from offset 0 on, in the order of the offsets; the elements in the order of the
        /// coordinates are those of [`iter_mut`](Tensor::iter_mut).
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
