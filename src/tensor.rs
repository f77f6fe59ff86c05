//! Tensors: elements in memory, with a layout that says where each element lies.
//!
//! ```
//! use zellige::prelude::*;
//! let data: [u32; 24] = core::array::from_fn(|i| i as u32);
//! let a = Tensor::new(&data, layout!((4, 6) : (6, 1)));       // 4 rows of 6
//! assert_eq!(a[(2u32, 3u32)], 15);
//! let tile = a.view().local_tile((int!(2), int!(3)), (1u32, 1u32));
//! assert_eq!(tile.iter().copied().collect::<Vec<_>>(), [15, 21, 16, 22, 17, 23]);
//! ```
//!
//! | part | what it does |
//! |---|---|
//! | `memory` | what the elements lie in: views of slices, pointers and arrays; fragments |
//! | `owned` | memory on the heap, with the feature `alloc` |
//! | `elements` | one element, checked or not; all elements in order |
//! | `equal_tensors` | tensors with the same elements |
//! | `convert` | tensors as views, and as slices |
//! | `print` | tensors as text |
//! | `parts` | slices, tiles, the elements of one thread |
//! | `divided` | all tiles of a tensor |
//! | `split` | parts of a tensor that threads may write at the same time |
//! | `disjoint` | the proof that parts share no element, where strides are known only when the program runs |
//! | `algorithm` | fill, copy, axpby, gemm |
//! | `vector` | elements of another width, copies of several at once |
//!
//! # What is safe, and why
//!
//! A tensor owns or borrows the elements at the offsets of its layout. [`Tensor::new`] checks once
//! that the memory has them all. After that, a coordinate inside the shape has an offset in the
//! memory, so an access checks only the coordinate. Every operation that derives a tensor from a
//! tensor (a slice, a tile, a composition) checks that its coordinates are coordinates of the
//! original. For static layouts that is decided at compile time, and nothing remains at run time.
//!
//! Parts that [`split_mut`](Tensor::split_mut) hands out interleave in memory, so a part is not a
//! `&mut [T]`: its bytes would overlap with those of the others. It is a [`ViewMut`], a pointer
//! that only makes references to single elements. The bound
//! [`DisjointOrRunTime`](crate::DisjointOrRunTime) proves that no element belongs to two parts, or
//! leaves that proof to the program, if it depends on run-time strides.

#![allow(unsafe_code)] // a tensor touches memory

use core::ptr::NonNull;

use crate::integer::Integer;
use crate::layout::{Layout, bounds, check};
use crate::refusal::Message;

pub(crate) mod algorithm;
mod convert;
mod disjoint;
mod divided;
pub(crate) mod elements;
mod equal_tensors;
mod fragment;
mod memory;
#[cfg(feature = "alloc")]
mod owned;
mod parts;
mod print;
mod split;
pub(crate) mod vector;

pub use crate::layout::ThreadTile;
pub use algorithm::Matrix;
pub use elements::{IndexedIter, IndexedIterMut, Iter, IterMut};
pub use fragment::{ArrayLength, Fragment, Registers, RegistersOf, fragment, registers};
pub use memory::{Claim, Engine, EngineMut, Memory, Part, View, ViewMut, Viewing, Whole};
pub use parts::{LocalPartition, LocalTile, OuterPartition, Sliced};
#[doc(hidden)]
pub use parts::{check_end, check_modes};
pub use split::{ByThread, ByTile, Cut, Parts};
pub use vector::{Plain, Recasted, VectorWidth};

/// Elements in an engine E, laid out by L. An engine is a [`View`], a [`ViewMut`], an array,
/// [`Registers`], or, with the feature `alloc`, a `Vec` or a boxed slice.
///
/// ```
/// use zellige::prelude::*;
/// let mut data = [0f32; 32];
/// let mut a = Tensor::new(&mut data, layout!((8, 4) : (4, 1)));
/// a[(7u32, 3u32)] = 1.0;
/// a[9u32] += 2.0;                              // coordinate (1,1)
/// assert_eq!((data[31], data[5]), (1.0, 2.0));
/// ```
///
/// A tensor of a static layout is as large as its engine: a view is one pointer.
///
/// ```
/// use zellige::prelude::*;
/// type Row = Tensor<View<'static, f32>, layout!((8, 4) : (4, 1))>;
/// assert_eq!(size_of::<Row>(), size_of::<*const f32>());
/// ```
///
/// The layout may be swizzled: `Swizzle::<3, 3, 3>::new().compose(layout)`. All of the above works,
/// and the parts of the tensor are swizzled as the whole is. Any other composed layout, such as one
/// with a layout as its outer function, is refused.
///
/// CuTe: `Tensor<Engine, Layout>`, made by `make_tensor`.
#[doc(alias = "print_tensor")]
#[derive(Copy, Clone)]
pub struct Tensor<E, L> {
    // INVARIANT: The engine holds an element at the offset of every coordinate inside `layout`,
    // and, if it claims to hold the whole, at all offsets between the first and the last. The
    // elements are borrowed or owned as the engine says. None of these offsets overflows.
    engine: E,
    layout: L,
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Creates a tensor over the elements in `memory`: a slice, an array, or a borrow of an array.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let shared = Tensor::new(&data[1..], layout!((2, 2) : (1, 2)));
    /// assert_eq!(shared[(1u32, 1u32)], 5);
    /// let owned = Tensor::new([0u8; 64], layout!((8, 8) : (8, 1)));
    /// assert_eq!(owned[(7u32, 7u32)], 0);
    /// ```
    ///
    /// With the feature `alloc` a tensor may own a `Vec` or a boxed slice, too:
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use zellige::prelude::*;
    /// let rows = 100usize;
    /// let mut a = Tensor::new(vec![0f32; 100 * 64], layout!((rows, 64) : (64, 1)));
    /// a[(99u32, 63u32)] = 1.0;
    /// assert_eq!(a.into_inner()[99 * 64 + 63], 1.0);
    /// # }
    /// ```
    ///
    /// The memory must have as many elements as the cosize of the layout. An array that is too
    /// short for a static layout does not compile: `(_8,_8):(_8,_1) addresses 64 elements, but the
    /// memory has 63`.
    ///
    /// # Panics
    ///
    /// Panics if the memory is too short, and if the size or the cosize of the layout does not fit
    /// `usize`, or `u32` if it is computed from `u32`s.
    #[doc(alias = "make_tensor")]
    #[inline(always)]
    #[track_caller]
    pub fn new<M: Memory<Engine = E>>(memory: M, layout: L) -> Self {
        const {
            check::<L>();
            bounds::check_in_memory::<L>();
            check_length::<L>(M::LEN)
        }
        let cosize = bounds::cosize(layout);
        if cosize > memory.length() {
            too_short(layout, cosize, memory.length())
        }
        // SAFETY: the engine has as many elements as the length, in a row, so it has all at offsets
        // below the cosize, which include those of the coordinates inside the layout.
        unsafe { Tensor::of(memory.engine(), layout) }
    }

    /// Creates a tensor over borrowed elements, a slice or an array, with the element `first` at
    /// offset 0. So the layout may have negative strides, for example for an array that is read
    /// backwards, such as NumPy's `[::-1]`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 12] = core::array::from_fn(|i| i as u32);
    /// // The second row first, and every second element of each row.
    /// let a = Tensor::new_at(&data, layout!((2, 3) : (-6, 2)), 6);
    /// assert_eq!(a.iter().copied().collect::<Vec<_>>(), [6, 0, 8, 2, 10, 4]);
    /// assert_eq!(a.slice((1u32, ..)).layout(), layout!((3,) : (2,)));
    /// ```
    ///
    /// Run-time strides are signed with [`Signed`](crate::stride::Signed), from an `i32` or
    /// `isize`, or by `try_from` from an `i64`:
    ///
    /// ```
    /// use zellige::{prelude::*, stride::Signed};
    /// // What another library says about its array: `a[:, ::-1]`.
    /// let (data, shape, strides, first) = ([1, 2, 3, 4, 5, 6], [2i64, 3], [3i64, -1], 2);
    /// let [m, n] = shape.map(|extent| usize::try_from(extent).unwrap());
    /// let [row, column] = strides.map(|stride| Signed::<isize>::try_from(stride).unwrap());
    /// let a = Tensor::new_at(&data, layout!((m, n) : (row, column)), first);
    /// assert_eq!(a[(0u32, 0u32)], 3);
    /// assert_eq!(a.iter().copied().collect::<Vec<_>>(), [3, 6, 2, 5, 1, 4]);
    /// ```
    ///
    /// Its parts are tensors like those of any other tensor. It cannot be recast to elements of
    /// another width.
    ///
    /// # Panics
    ///
    /// Panics if an offset is outside the memory: `(_2,_3):(_-6,_2) from element 5 on addresses the
    /// elements -1 to 9, but the memory has 12 elements`; and, like [`new`](Tensor::new), if a
    /// number overflows.
    #[doc(alias("make_tensor", "from_dlpack"))]
    #[inline(always)]
    #[track_caller]
    pub fn new_at<M: Memory<Engine = E>>(memory: M, layout: L, first: usize) -> Self
    where
        E: Viewing,
    {
        const {
            check::<L>();
            bounds::check_around_an_element::<L>()
        }
        let (extent, length) = (bounds::known_extent(layout), memory.length());
        // The cosize is at most the largest `isize`.
        let inside = first <= length && extent.before <= first && extent.cosize <= length - first;
        if !inside {
            beyond(layout, first, extent, length)
        }
        // SAFETY: the engine has as many elements as the length, in a row, and `first` is at most
        // that length. So it has those from `first - before` up to `first + cosize`, which include
        // all of the coordinates inside the layout.
        unsafe { Tensor::of(memory.engine().forward(first), layout) }
    }

    /// Creates a tensor from its parts.
    ///
    /// # Safety
    ///
    /// The engine must have the elements at the offsets of all coordinates inside the layout. If it
    /// claims to have the whole, it must have them at all offsets between the first and the last of
    /// these. `bounds::cosize` of the layout must not panic.
    #[inline(always)]
    pub(crate) unsafe fn of(engine: E, layout: L) -> Self {
        Tensor { engine, layout }
    }

    /// Returns the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let tensor = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// assert_eq!(tensor.layout(), layout!((2, 3) : (3, 1)));
    /// ```
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }
    /// Returns the shape of the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// assert_eq!(a.shape().display().to_string(), "(_2,_3)");
    /// assert_eq!(a.shape().tail().size().usize(), 3);
    /// ```
    #[inline(always)]
    pub fn shape(&self) -> L::Shape {
        self.layout.shape()
    }
    /// Returns the container of the elements: the array, the `Vec` or the `Box` of a tensor that
    /// owns them.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// a[(1u32, 0u32)] = 7;
    /// assert_eq!(a.into_inner(), [0, 0, 0, 7, 0, 0]);
    /// ```
    #[inline(always)]
    pub fn into_inner(self) -> E {
        self.engine
    }
    /// Returns the number of elements: the size of the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(Tensor::new([0; 6], layout!((2, 3) : (3, 1))).size(), 6);
    /// ```
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.layout.size_modulo().usize()
    }
    /// Returns the pointer to the element at offset 0.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data = [1, 2, 4];
    /// assert_eq!(Tensor::new(&data, layout!(3 : 1)).as_ptr(), data.as_ptr());
    /// ```
    #[inline(always)]
    pub fn as_ptr(&self) -> *const E::Element {
        self.engine.base().as_ptr()
    }
    /// Borrows the tensor as a view. Slices and tiles are taken from views.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    /// let row = a.view().slice((1u32, ..));
    /// assert_eq!(row[2u32], 6);
    /// ```
    #[inline(always)]
    pub fn view(&self) -> Tensor<View<'_, E::Element, E::Claim>, L> {
        // SAFETY: the same elements at the same offsets, by the same claim, borrowed as long as
        // `self` is.
        unsafe { Tensor::of(View::of(self.engine.base()), self.layout) }
    }
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Returns the pointer to the element at offset 0.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut tensor = Tensor::new([1, 2, 4], layout!(3 : 1));
    /// assert_eq!(tensor.as_mut_ptr().cast_const(), tensor.as_ptr());
    /// ```
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut E::Element
    where
        E: EngineMut,
    {
        self.engine.base_mut().as_ptr()
    }
    /// Borrows the tensor exclusively as a view. Writable slices and tiles are taken from such
    /// views.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    /// a.view_mut().slice((1u32, ..)).fill(7);
    /// assert_eq!(a.iter().copied().collect::<Vec<_>>(), [0, 7, 0, 7, 0, 7]);
    /// ```
    #[inline(always)]
    pub fn view_mut(&mut self) -> Tensor<ViewMut<'_, E::Element, E::Claim>, L>
    where
        E: EngineMut,
    {
        // SAFETY: the same elements at the same offsets, by the same claim, borrowed exclusively as
        // long as `self` is.
        unsafe { Tensor::of(ViewMut::of(self.engine.base_mut()), self.layout) }
    }
}

impl<'a, T, L: Layout> Tensor<View<'a, T>, L> {
    /// Creates a tensor over the elements behind a pointer. CuTe: `make_tensor(ptr, layout)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data = [1, 2, 3, 4];
    /// // SAFETY: `data` outlives the tensor, and nothing writes to it.
    /// let a = unsafe { Tensor::from_ptr(data.as_ptr(), layout!((2, 2) : (2, 1))) };
    /// assert_eq!(a[(1u32, 0u32)], 3);
    /// ```
    ///
    /// # Safety
    ///
    /// For the lifetime `'a`, the pointer must be aligned and not null. The elements at offsets
    /// below the cosize must exist, and with negative strides also those down to the smallest
    /// offset. No element that is read through the tensor may be written elsewhere.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](Tensor::new) does, except that the length is not known and not checked.
    #[doc(alias("raw_pointer_cast", "make_tensor"))]
    #[inline(always)]
    pub unsafe fn from_ptr(pointer: *const T, layout: L) -> Self {
        const {
            check::<L>();
            bounds::check_around_an_element::<L>()
        }
        bounds::cosize(layout);
        // SAFETY: the pointer is not null, and the elements that the layout reaches are there for
        // 'a, as the caller promises; so the offsets of the layout are those of elements, as in
        // `new`.
        unsafe { Tensor::of(View::of(non_null(pointer.cast_mut())), layout) }
    }
}

impl<'a, T, L: Layout> Tensor<ViewMut<'a, T>, L> {
    /// Creates a tensor over the elements behind a pointer, for writing.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut data = [1, 2, 3, 4];
    /// // SAFETY: `data` outlives the tensor, and nothing else uses it meanwhile.
    /// let mut a = unsafe { Tensor::from_mut_ptr(data.as_mut_ptr(), layout!((2, 2) : (2, 1))) };
    /// a[(1u32, 0u32)] = 7;
    /// assert_eq!(data, [1, 2, 7, 4]);
    /// ```
    ///
    /// # Safety
    ///
    /// For the lifetime `'a`, the pointer must be aligned and not null. The elements at offsets
    /// below the cosize must exist, and with negative strides also those down to the smallest
    /// offset. No element that is used through the tensor may be used elsewhere. (The threads of a
    /// GPU may all make the same tensor if each uses only its own elements.)
    ///
    /// # Panics
    ///
    /// Panics as [`new`](Tensor::new) does, except that the length is not known and not checked.
    #[doc(alias = "make_tensor")]
    #[inline(always)]
    pub unsafe fn from_mut_ptr(pointer: *mut T, layout: L) -> Self {
        const {
            check::<L>();
            bounds::check_around_an_element::<L>()
        }
        bounds::cosize(layout);
        // SAFETY: as in `from_ptr`, and nothing else uses the elements that are used through this
        // tensor.
        unsafe { Tensor::of(ViewMut::of(non_null(pointer)), layout) }
    }
}

/// Returns the pointer as a `NonNull`.
///
/// # Safety
///
/// The pointer must not be null.
#[inline(always)]
unsafe fn non_null<T>(pointer: *mut T) -> NonNull<T> {
    debug_assert!(!pointer.is_null(), "a tensor of a null pointer");
    // SAFETY: as the caller promises.
    unsafe { NonNull::new_unchecked(pointer) }
}

/// Returns the message that a layout addresses more elements than there are.
const fn short_sentence(layout: &Message, cosize: u64, length: u64) -> Message {
    Message::new()
        .cat(layout)
        .s(" addresses ")
        .u(cosize)
        .s(" elements, but the memory has ")
        .u(length)
}
/// Panics if memory of a known length is too short for a static L.
#[track_caller]
const fn check_length<L: Layout>(length: Option<usize>) {
    let cosize = <L::Cosize as Integer>::KNOWN;
    if let Some(length) = length {
        let some = <L::Size as Integer>::KNOWN > 0;
        if L::IS_STATIC && some && cosize > length as u64 {
            short_sentence(&L::TEXT, cosize, length as u64).raise()
        }
    }
}
#[cold]
#[inline(never)]
#[track_caller]
fn too_short<L: Layout>(layout: L, cosize: usize, length: usize) -> ! {
    panic!("{layout} addresses {cosize} elements, but the memory has {length}")
}

#[cold]
#[inline(never)]
#[track_caller]
fn beyond<L: Layout>(layout: L, first: usize, extent: bounds::Extent, length: usize) -> ! {
    // An empty layout reaches no element, but it has a start.
    let (start, end) =
        (first as i128 - extent.before as i128, first as i128 + extent.cosize as i128);
    panic!(
        "{layout} from element {first} on addresses the elements {start} to {}, but the memory has {length} elements",
        (end - 1).max(start)
    )
}
