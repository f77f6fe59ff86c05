//! The memory that holds the elements of a tensor.
//!
//! ```text
//! Memory, given to Tensor::new        its engine
//! &[T], &[T; N]                       View<'_, T>       shared, copied at will
//! &mut [T], &mut [T; N]               ViewMut<'_, T>    exclusive
//! [T; N]                              [T; N]            owned
//! Vec<T>, Box<[T]>                    the same          owned, with the feature `alloc`
//! ```
//!
//! A view is a pointer without a length: the layout says how many elements there are.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::vector::Plain;
use crate::sealed::Sealed;

/// The part of the memory between the first and the last element of a tensor that belongs to the
/// tensor.
///
/// ```
/// use zellige::{prelude::*, tensor::Claim};
/// fn sum<K: Claim, L: Layout>(t: Tensor<View<u32, K>, L>) -> u32 {
///     t.iter().sum()
/// }
/// assert_eq!(sum(Tensor::new(&[1, 2, 4], layout!(3 : 1))), 7);
/// ```
pub trait Claim: 'static {
    #[doc(hidden)]
    const SEALED: Sealed;
    /// Whether all of it belongs to the tensor.
    #[doc(hidden)]
    const WHOLE: bool;
}
/// All elements from the first to the last belong to the tensor.
///
/// ```
/// use zellige::{prelude::*, tensor::Whole};
/// let t: Tensor<View<u32, Whole>, _> = Tensor::new(&[1, 2, 4], layout!(2 : 2));
/// assert_eq!(t[1u32], 4);
/// ```
pub struct Whole;
/// The elements at the offsets of its layout belong to the tensor; those between them may belong to
/// another.
///
/// ```
/// use zellige::{prelude::*, tensor::Part};
/// fn fill<L: Layout>(mut column: Tensor<ViewMut<u32, Part>, L>, value: u32) {
///     column.fill(value);
/// }
/// let mut data = [0; 4];
/// for (number, column) in Tensor::new(&mut data, layout!((2, 2) : (2, 1))).split_mut((int!(2), int!(1))).enumerate() {
///     fill(column, number as u32);
/// }
/// assert_eq!(data, [0, 1, 0, 1]);
/// ```
pub struct Part;
impl Claim for Whole {
    const SEALED: Sealed = Sealed;
    const WHOLE: bool = true;
}
impl Claim for Part {
    const SEALED: Sealed = Sealed;
    const WHOLE: bool = false;
}

/// The holder of a tensor's elements.
///
/// ```
/// use zellige::prelude::*;
/// fn sum<E: Engine<Element = u32>, L: Layout>(t: &Tensor<E, L>) -> u32 {
///     t.iter().sum()
/// }
/// assert_eq!(sum(&Tensor::new([1, 2, 4], layout!(3 : 1))), 7); // an array, and
/// assert_eq!(sum(&Tensor::new(&[1, 2, 4], layout!(3 : 1))), 7); // a borrow of an array
/// ```
///
/// # Safety
///
/// `base` always returns the same aligned pointer, as long as the engine is not moved, to elements
/// that may be read while the engine is borrowed. A clone, if the engine is `Clone`, has as many
/// elements.
pub unsafe trait Engine {
    /// The type of the elements.
    type Element;
    /// The claim: whether the elements between those of the layout also belong to the engine.
    type Claim: Claim;
    /// Returns the pointer to the element at offset 0.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let array = [1u32, 2, 4];
    /// assert_eq!(array.base().as_ptr().cast_const(), array.as_ptr());
    /// ```
    fn base(&self) -> NonNull<Self::Element>;
}

/// An engine with elements that can be written.
///
/// ```
/// use zellige::prelude::*;
/// fn double<E: EngineMut<Element = u32>, L: Injective>(t: &mut Tensor<E, L>) {
///     t.iter_mut().for_each(|x| *x *= 2);
/// }
/// let mut data = [1, 2, 4];
/// double(&mut Tensor::new(&mut data, layout!(2 : 2)));
/// assert_eq!(data, [2, 2, 8]);
/// ```
///
/// # Safety
///
/// `base_mut` returns the same pointer as `base`, to elements that may be read and written while
/// the engine is mutably borrowed.
#[diagnostic::on_unimplemented(
    message = "this tensor cannot be written",
    label = "must own its elements or borrow them mutably",
    note = "make it from `&mut data` or from an array; for a tensor `t`, `t.view_mut()` is a view that can be written"
)]
pub unsafe trait EngineMut: Engine {
    /// Returns the pointer to the element at offset 0.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut array = [1u32, 2, 4];
    /// assert_eq!(array.base_mut(), array.base());
    /// ```
    fn base_mut(&mut self) -> NonNull<Self::Element>;
}

/// An engine that borrows its elements: a pointer, which can be moved to another element.
///
/// ```
/// use zellige::{prelude::*, tensor::Viewing};
/// fn first<V: Viewing, L: Layout<Profile = (usize, usize)>>(t: Tensor<V, L>) -> usize {
///     t.slice((0u32, ..)).size()
/// }
/// assert_eq!(first(Tensor::new(&[1, 2, 4, 8, 16, 32], layout!((2, 3) : (3, 1)))), 3);
/// ```
///
/// # Safety
///
/// `forward` and `backward` return an engine with the pointer moved by `n` elements, and `cast`
/// returns one with the same pointer.
#[diagnostic::on_unimplemented(
    message = "parts are taken from a view, but this tensor owns its elements",
    label = "is not a view",
    note = "for a tensor `t`, call `t.view()` first, or `t.view_mut()` to write: `t.view().slice(..)`"
)]
pub unsafe trait Viewing: Engine + Sized {
    /// The same view of elements of type U.
    type Of<U: Plain>: Viewing<Element = U, Claim = Self::Claim>;
    /// Returns the view of the same memory as elements of type U.
    ///
    /// # Safety
    ///
    /// The memory must be aligned for U, and its bits must be valid elements of either type.
    unsafe fn cast<U: Plain>(self) -> Self::Of<U>;
    /// Returns the view from the element at offset `n` on.
    ///
    /// # Safety
    ///
    /// The memory must reach to that offset.
    unsafe fn forward(self, n: usize) -> Self;
    /// Returns the view that starts `n` elements before the element at offset 0.
    ///
    /// # Safety
    ///
    /// The memory must reach that far back.
    unsafe fn backward(self, n: usize) -> Self;
}

/// Returns the pointer to the element at the offset `at`; a negative offset is its two's
/// complement.
///
/// # Safety
///
/// An element of the memory of `base` must be there.
#[inline(always)]
pub(super) unsafe fn element<T>(base: NonNull<T>, at: usize) -> NonNull<T> {
    // SAFETY: as the caller promises; memory has at most as many bytes as the largest `isize`.
    unsafe { base.offset(at as isize) }
}

/// A shared borrow of elements: a pointer.
///
/// ```
/// use zellige::prelude::*;
/// fn first<L: Layout>(t: Tensor<View<f32>, L>) -> f32 { t[0u32] }
/// assert_eq!(first(Tensor::new(&[1.0, 2.0], layout!(2 : 1))), 1.0);
/// ```
pub struct View<'a, T, K = Whole>(NonNull<T>, PhantomData<(&'a T, K)>);

/// An exclusive borrow of elements: a pointer. Unlike a `&mut [T]`, it makes references only to the
/// elements that are accessed, so that several views may interleave in memory.
///
/// ```
/// use zellige::prelude::*;
/// fn clear<L: Layout>(mut t: Tensor<ViewMut<f32>, L>) { t.fill(0.0) }
/// let mut data = [1.0, 2.0, 3.0];
/// clear(Tensor::new(&mut data, layout!(2 : 2)));
/// assert_eq!(data, [0.0, 2.0, 0.0]);
/// ```
pub struct ViewMut<'a, T, K = Whole>(NonNull<T>, PhantomData<(&'a mut T, K)>);

impl<T, K> View<'_, T, K> {
    #[inline(always)]
    pub(super) fn of(base: NonNull<T>) -> Self {
        View(base, PhantomData)
    }
}
impl<T, K> ViewMut<'_, T, K> {
    #[inline(always)]
    pub(super) fn of(base: NonNull<T>) -> Self {
        ViewMut(base, PhantomData)
    }
}
impl<T, K> Copy for View<'_, T, K> {}
impl<T, K> Clone for View<'_, T, K> {
    fn clone(&self) -> Self {
        *self
    }
}
// SAFETY: it only ever makes `&T`.
unsafe impl<T: Sync, K> Send for View<'_, T, K> {}
// SAFETY: it only ever makes `&T`.
unsafe impl<T: Sync, K> Sync for View<'_, T, K> {}
// SAFETY: its elements belong to nothing else, so it is equivalent to the `&mut T`s that it makes.
unsafe impl<T: Send, K> Send for ViewMut<'_, T, K> {}
// SAFETY: a shared `ViewMut` only makes `&T`.
unsafe impl<T: Sync, K> Sync for ViewMut<'_, T, K> {}

// SAFETY: the pointer of a borrow of the elements.
#[diagnostic::do_not_recommend]
unsafe impl<T, K: Claim> Engine for View<'_, T, K> {
    type Element = T;
    type Claim = K;
    #[inline(always)]
    fn base(&self) -> NonNull<T> {
        self.0
    }
}
// SAFETY: the pointer is moved.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T, K: Claim> Viewing for View<'a, T, K> {
    type Of<U: Plain> = View<'a, U, K>;
    #[inline(always)]
    unsafe fn cast<U: Plain>(self) -> View<'a, U, K> {
        View::of(self.0.cast())
    }
    #[inline(always)]
    unsafe fn forward(self, n: usize) -> Self {
        // SAFETY: the memory reaches that far, as the caller promises.
        View::of(unsafe { self.0.add(n) })
    }
    #[inline(always)]
    unsafe fn backward(self, n: usize) -> Self {
        // SAFETY: the memory reaches that far back, as the caller promises.
        View::of(unsafe { self.0.sub(n) })
    }
}
// SAFETY: the pointer of an exclusive borrow of the elements.
#[diagnostic::do_not_recommend]
unsafe impl<T, K: Claim> Engine for ViewMut<'_, T, K> {
    type Element = T;
    type Claim = K;
    #[inline(always)]
    fn base(&self) -> NonNull<T> {
        self.0
    }
}
// SAFETY: the same pointer; it is borrowed exclusively.
#[diagnostic::do_not_recommend]
unsafe impl<T, K: Claim> EngineMut for ViewMut<'_, T, K> {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        self.0
    }
}
// SAFETY: the pointer is moved.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T, K: Claim> Viewing for ViewMut<'a, T, K> {
    type Of<U: Plain> = ViewMut<'a, U, K>;
    #[inline(always)]
    unsafe fn cast<U: Plain>(self) -> ViewMut<'a, U, K> {
        ViewMut::of(self.0.cast())
    }
    #[inline(always)]
    unsafe fn forward(self, n: usize) -> Self {
        // SAFETY: the memory reaches that far, as the caller promises.
        ViewMut::of(unsafe { self.0.add(n) })
    }
    #[inline(always)]
    unsafe fn backward(self, n: usize) -> Self {
        // SAFETY: the memory reaches that far back, as the caller promises.
        ViewMut::of(unsafe { self.0.sub(n) })
    }
}
// SAFETY: the pointer to the elements of the array itself.
#[diagnostic::do_not_recommend]
unsafe impl<T, const N: usize> Engine for [T; N] {
    type Element = T;
    type Claim = Whole;
    #[inline(always)]
    fn base(&self) -> NonNull<T> {
        NonNull::from(self).cast()
    }
}
// SAFETY: the same pointer, of a mutable borrow.
#[diagnostic::do_not_recommend]
unsafe impl<T, const N: usize> EngineMut for [T; N] {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        NonNull::from(self).cast()
    }
}

/// The argument from which [`Tensor::new`](super::Tensor::new) makes a tensor: a slice, an array,
/// or a borrow of an array.
///
/// ```
/// use zellige::{prelude::*, tensor::Memory};
/// fn row<M: Memory>(memory: M) -> Tensor<M::Engine, layout!(4 : 1)> {
///     Tensor::new(memory, Default::default())
/// }
/// assert_eq!(row([1, 2, 4, 8])[3u32] + row(&[1, 2, 4, 8][..])[2u32], 12);
/// ```
///
/// # Safety
///
/// The engine must have `length` elements, one after the other, and claim no more.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the memory of a tensor",
    label = "must be a slice, an array, or a borrow of one",
    note = "for a `Vec`, pass the slice `&v[..]` or `&mut v[..]`, or enable zellige's feature `alloc` and pass the `Vec` or a boxed slice itself; for a pointer see `Tensor::from_ptr`"
)]
pub unsafe trait Memory: Sized {
    /// The engine that the memory becomes.
    type Engine: Engine;
    /// The number of its elements, if the type determines it.
    #[doc(hidden)]
    const LEN: Option<usize>;
    /// Returns the number of its elements.
    #[doc(hidden)]
    fn length(&self) -> usize;
    #[doc(hidden)]
    fn engine(self) -> Self::Engine;
}

macro_rules! memory {
    ($([$($g:tt)*] $t:ty => $E:ty, $len:expr, |$x:ident| $engine:expr;)*) => { $(
        // SAFETY: a slice or array has `length` elements, and its pointer may be used like the
        // borrow that it comes from, which is given up.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($g)*> Memory for $t {
            type Engine = $E;
            const LEN: Option<usize> = $len;
            #[inline(always)]
            fn length(&self) -> usize {
                <[T]>::len(&self[..])
            }
            #[inline(always)]
            fn engine(self) -> $E {
                let $x = self;
                $engine
            }
        }
    )* };
}
memory! {
    ['a, T] &'a [T] => View<'a, T>, None, |s| View::of(NonNull::from(s).cast());
    ['a, T] &'a mut [T] => ViewMut<'a, T>, None, |s| ViewMut::of(NonNull::from(s).cast());
    ['a, T, const N: usize] &'a [T; N] => View<'a, T>, Some(N), |s| View::of(NonNull::from(s).cast());
    ['a, T, const N: usize] &'a mut [T; N] => ViewMut<'a, T>, Some(N), |s| ViewMut::of(NonNull::from(s).cast());
    [T, const N: usize] [T; N] => [T; N], Some(N), |s| s;
}
