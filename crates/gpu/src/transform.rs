//! Functions of the elements of tensors: [`transform`], [`fold`] and [`reduce`].
//!
//! ```text
//! transform(from, to, f)   to[i] = f(from[i])
//! transform((a, b), to, f) to[i] = f((a[i], b[i]))
//! transform_if             the same, for the elements that are inside of all that is in global memory
//! transform_or             the same, with a number for the elements that are outside
//! fold(from, x, f)         f(.. f(f(x, from[0]), from[1]) ..)
//! reduce(from, to, f)      to[i] = f(to[i], from[i]), where `to` has the stride 0 along the modes that are reduced
//! ```
//!
//! The index i is the index of a layout: its first mode counts fastest. All elements are unrolled,
//! at most 256, so that tensors of registers stay in registers.

use crate::engine::{Engine, Get, Set};
use crate::tensor::{GpuTensor, Settle, check_shapes};
use crate::unroll;
use zellige::prelude::*;

/// The source of [`transform`]: a tensor, or several tensors of the same size side by side.
#[doc(alias("make_zip_tensor", "unzip_tensor"))]
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be read one by one",
    label = "is neither a tensor of elements nor a pair of such tensors"
)]
pub trait Elements: Copy {
    /// The type of the element, or elements, at an index.
    type Item;
    /// The layout of the first tensor. The others have as many elements.
    type Layout: Layout;
    /// The number of elements.
    const SIZE: usize = Self::Layout::SIZE;
    /// Returns whether the element at the index is inside. Elements that are not in global memory
    /// always are.
    fn is_inside(self, i: u32) -> bool;
    /// Returns the element at the index.
    ///
    /// # Safety
    ///
    /// The element exists, and nothing writes it meanwhile.
    unsafe fn get(self, i: u32) -> Self::Item;
}
/// The element type of a tensor of E, laid out by L.
type ElementOf<E, L> = <<E as Settle>::Engine<L> as Engine>::Element;
impl<E, L: Layout, S: Integer> Elements for GpuTensor<E, L, S>
where
    E: Settle<Engine<L>: Get>,
{
    type Item = ElementOf<E, L>;
    type Layout = L;
    #[inline(always)]
    fn is_inside(self, i: u32) -> bool {
        self.settled().element(i).has_element()
    }
    #[inline(always)]
    unsafe fn get(self, i: u32) -> Self::Item {
        self.settled().element(i).get()
    }
}
impl<A: Elements, B: Elements> Elements for (A, B) {
    type Item = (A::Item, B::Item);
    type Layout = A::Layout;
    const SIZE: usize = {
        check_shapes::<A::Layout, B::Layout>("transform");
        A::SIZE
    };
    #[inline(always)]
    fn is_inside(self, i: u32) -> bool {
        self.0.is_inside(i) && self.1.is_inside(i)
    }
    #[inline(always)]
    unsafe fn get(self, i: u32) -> Self::Item {
        (self.0.get(i), self.1.get(i))
    }
}

/// A predicate beside other tensors: only whether its elements are inside counts, and they are not
/// read. CuTe: the tensor `pred` of `copy_if(pred, src, dst)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::{gmem, rmem}, transform::{Inside, transform_if}};
/// let memory = [1.0, 2.0, 3.0];
/// let row = gmem(memory.as_ptr(), layout!((1u32, 3u32) : (3u32, 1))).local_tile(shape!((1, 4)), (0u32, 0u32));
/// let (mut x, mut y) = ([10.0; 4], [0.0; 4]);
/// // SAFETY: the arrays live longer than the tensors.
/// unsafe {
///     let (x, y) = (rmem(&mut x, layout!(4)), rmem(&mut y, layout!(4)));
///     transform_if((x, Inside(row)), y, |(x, ())| x);
/// }
/// assert_eq!(y, [10.0, 10.0, 10.0, 0.0]);
/// ```
#[derive(Copy, Clone)]
pub struct Inside<S>(pub S);
impl<S: Elements> Elements for Inside<S> {
    type Item = ();
    type Layout = S::Layout;
    const SIZE: usize = S::SIZE;
    #[inline(always)]
    fn is_inside(self, i: u32) -> bool {
        self.0.is_inside(i)
    }
    #[inline(always)]
    unsafe fn get(self, _: u32) {}
}

/// Panics if the destination, or one of the sources, has another shape.
const fn check_elements<S: Elements, L: Layout>(operation: &'static str) {
    let _ = S::SIZE; // compares the sources
    check_shapes::<S::Layout, L>(operation)
}

/// Expands to the block for each index below a constant of at most 256.
macro_rules! each {
    ($i:ident in $size:expr => $body:block) => {{
        const { assert!($size <= 256, "a loop over more than 256 elements cannot be unrolled") }
        unroll!(for sixteen in 0..{ $size.div_ceil(16) as u32 } {
            unroll!(for one in 0..16 {
                let $i = 16 * sixteen + one;
                if $i < $size as u32 $body
            });
        });
    }};
}
pub(crate) use each;

/// Sets each element of `to` to a function of the element of `from`: `to[i] = f(from[i])`. CuTe:
/// `transform`.
///
/// Tensors of different sizes do not compile, nor do tensors that have as many modes of different
/// sizes: `transform: the tensors have different sizes, 4 and 3`,
/// `transform: the tensors (_8,_4):(_1,_8) and (_4,_8):(_1,_4) differ in mode 0, of 8 and 4
/// elements`. [`GpuTensor::compose`] gives a tensor another shape.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::rmem, transform::transform};
/// let (mut x, mut y) = ([1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]);
/// let (x, y) = (rmem(&mut x, layout!((2, 2))), rmem(&mut y, layout!((2, 2) : (2, 1))));
/// let mut sums = [0.0; 4];
/// // SAFETY: the arrays live longer than the tensors.
/// unsafe { transform((x, y), rmem(&mut sums, layout!(4)), |(x, y)| x + y) };
/// assert_eq!(sums, [11.0, 32.0, 23.0, 44.0]); // y is row-major: 10, 30, 20, 40
/// ```
///
/// ```compile_fail,E0080
/// # use zellige::prelude::*;
/// # use zellige_gpu::{tensor::rmem, transform::transform};
/// let (mut x, mut y) = ([1.0; 4], [0.0; 3]);
/// unsafe { transform(rmem(&mut x, layout!(4)), rmem(&mut y, layout!(3)), |x| x) };
/// ```
///
/// ```compile_fail,E0080
/// # use zellige::prelude::*;
/// # use zellige_gpu::{tensor::rmem, transform::transform};
/// let (mut x, mut y) = ([1.0; 32], [0.0; 32]);
/// unsafe { transform(rmem(&mut x, layout!((8, 4))), rmem(&mut y, layout!((4, 8))), |x| x) };
/// ```
///
/// # Safety
///
/// The elements of `from` exist, and this thread may write the elements of `to`.
#[doc(alias("DefaultCopy", "basic_copy"))]
#[inline(always)]
pub unsafe fn transform<S, E, L>(
    from: S,
    to: GpuTensor<E, L, impl Integer>,
    mut f: impl FnMut(S::Item) -> ElementOf<E, L>,
) where
    S: Elements,
    E: Settle<Engine<L>: Set>,
    L: Layout,
{
    const { check_elements::<S, L>("transform") }
    let to = to.settled();
    each!(i in L::SIZE => { to.element(i).set(f(from.get(i))) });
}
/// Transforms the elements that are inside all tensors in global memory as [`transform`] does; the
/// others are neither read nor written. CuTe: `copy_if` with a function.
///
/// # Safety
///
/// The conditions of [`transform`] hold for the elements that are inside.
#[doc(alias("copy_if", "basic_copy_if"))]
#[inline(always)]
pub unsafe fn transform_if<S, E, L>(
    from: S,
    to: GpuTensor<E, L, impl Integer>,
    mut f: impl FnMut(S::Item) -> ElementOf<E, L>,
) where
    S: Elements,
    E: Settle<Engine<L>: Set>,
    L: Layout,
{
    const { check_elements::<S, L>("transform") }
    let to = to.settled();
    each!(i in L::SIZE => {
        if from.is_inside(i) && to.element(i).has_element() {
            to.element(i).set(f(from.get(i)))
        }
    });
}
/// Transforms as [`transform`] does, but uses `outside` for elements that are not inside the
/// tensors in global memory, which are not read: 0 for factors, for example. CuTe: `copy_if` to a
/// tensor that was cleared.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::{rmem, sequence}, transform::transform_or};
/// let (memory, mut values) = ([1.0, 2.0, 3.0], [-1.0; 4]);
/// let first_4 = sequence(memory.as_ptr(), layout!(3 : 1), 3).local_tile(shape!((4,)), (0u32,));
/// // SAFETY: the memory has the elements that are inside.
/// unsafe { transform_or(first_4, 0.0, rmem(&mut values, layout!(4)), |x| 10.0 * x) };
/// assert_eq!(values, [10.0, 20.0, 30.0, 0.0]);
/// ```
///
/// # Safety
///
/// The conditions of [`transform`] hold for the elements of `from` that are inside, and for all
/// elements of `to`.
#[doc(alias = "copy_if")]
#[inline(always)]
pub unsafe fn transform_or<S, E, L>(
    from: S,
    outside: S::Item,
    to: GpuTensor<E, L, impl Integer>,
    mut f: impl FnMut(S::Item) -> ElementOf<E, L>,
) where
    S: Elements<Item: Copy>,
    E: Settle<Engine<L>: Set>,
    L: Layout,
{
    const { check_elements::<S, L>("transform") }
    let to = to.settled();
    each!(i in L::SIZE => {
        to.element(i).set(f(if from.is_inside(i) { from.get(i) } else { outside }))
    });
}
/// Combines the elements by `f`, one after the other, starting with `initial`. CuTe:
/// `reduce(tensor, init, op)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::rmem, transform::fold};
/// let mut x = [3.0f32, -1.0, 7.0, 2.0];
/// // SAFETY: the array lives longer than the tensor.
/// let largest = unsafe { fold(rmem(&mut x, layout!((2, 2))), f32::MIN, f32::max) };
/// assert_eq!(largest, 7.0);
/// ```
///
/// # Safety
///
/// The elements exist.
#[doc(alias = "reduce")]
#[inline(always)]
pub unsafe fn fold<S: Elements, R>(from: S, initial: R, mut f: impl FnMut(R, S::Item) -> R) -> R {
    let mut result = initial;
    each!(i in S::SIZE => { result = f(result, from.get(i)) });
    result
}

/// Reduces along modes: `to[i] = f(to[i], from[i])`. `to` has the shape of `from`, with stride 0
/// along the reduced modes, and the reduction starts with its old values. CuTe: `batch_reduce`, by
/// the strides of the destination. Another shape does not compile:
/// `reduce, with stride 0 in the reduced modes: the tensors have different sizes, 6 and 3`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::rmem, transform::reduce};
/// let mut x = [1, 2, 3, 10, 20, 30];           // (3, 2) : (1, 3)
/// let (mut rows, mut columns) = ([0; 3], [0; 2]);
/// let x = rmem(&mut x, layout!((3, 2)));
/// // SAFETY: the arrays live longer than the tensors.
/// unsafe {
///     reduce(x, rmem(&mut rows, layout!((3, 2) : (1, 0))), |sum, x| sum + x);
///     reduce(x, rmem(&mut columns, layout!((3, 2) : (0, 1))), |sum, x| sum + x);
/// }
/// assert_eq!((rows, columns), ([11, 22, 33], [6, 60]));
/// ```
///
/// # Safety
///
/// The elements of `from` exist, and this thread may read and write the elements of `to`.
#[doc(alias("batch_reduce", "logical_reduce"))]
#[inline(always)]
pub unsafe fn reduce<S, E, L>(
    from: S,
    to: GpuTensor<E, L, impl Integer>,
    mut f: impl FnMut(ElementOf<E, L>, S::Item) -> ElementOf<E, L>,
) where
    S: Elements,
    E: Settle<Engine<L>: Get + Set>,
    L: Layout,
{
    const { check_elements::<S, L>("reduce, with stride 0 in the reduced modes") }
    let to = to.settled();
    each!(i in L::SIZE => {
        let to = to.element(i);
        to.set(f(to.get(), from.get(i)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::rmem;

    #[test]
    fn more_elements_than_one_macro_writes_out() {
        let mut x: [u32; 200] = core::array::from_fn(|i| i as u32);
        let mut y = [0; 200];
        // SAFETY: the arrays live longer than the tensors.
        let sum = unsafe {
            let (x, y) = (rmem(&mut x, layout!((10, 20) : (20, 1))), rmem(&mut y, layout!(200)));
            transform(x, y, |x| 3 * x);
            fold(y, 0, |sum, y| sum + y)
        };
        assert_eq!(sum, 3 * 199 * 200 / 2);
        for (i, y) in y.into_iter().enumerate() {
            assert_eq!(y, 3 * (i as u32 % 10 * 20 + i as u32 / 10));
        }
    }

    #[test]
    fn every_mode_is_reduced() {
        let mut x: [u32; 24] = core::array::from_fn(|i| (i * i) as u32);
        let (mut all, mut middle) = ([0], [0; 8]);
        // SAFETY: the arrays live longer than the tensors.
        unsafe {
            let x = rmem(&mut x, layout!((2, 3, 4)));
            reduce(x, rmem(&mut all, layout!((2, 3, 4) : (0, 0, 0))), u32::max);
            reduce(x, rmem(&mut middle, layout!((2, 3, 4) : (1, 0, 2))), |a, b| a + b);
        }
        assert_eq!(all, [23 * 23]);
        for (i, k) in (0..2).flat_map(|i| (0..4).map(move |k| (i, k))) {
            let sum: u32 = (0..3).map(|j| (i + 2 * j + 6 * k) * (i + 2 * j + 6 * k)).sum();
            assert_eq!(middle[(i + 2 * k) as usize], sum);
        }
    }
}
