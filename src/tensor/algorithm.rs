//! Algorithms on whole tensors: fill, copy, axpby, gemm.
//!
//! Elements of several tensors correspond by index, regardless of the shapes: the first of one
//! tensor to the first of another. If the shapes are known to be the same, so are the coordinates,
//! and the loops run over the modes; otherwise they run over the index.

use core::ops::{Add, Mul};

use super::Tensor;
use super::elements::offset;
use super::memory::{Engine, EngineMut, element};
use crate::integer::{Integer, count};
use crate::layout::Layout;
use crate::layout::Steps;
use crate::number::*;
use crate::refusal::{Message, keep_call};
use crate::tuple::compare::{Congruent, same};
use crate::tuple::{Empty, IntTuple, Leaf, Node};

/// Calls a function with the offsets of two layouts of one shape `s`, at all its coordinates;
/// dispatched on the kind of `s`.
pub trait WalkTogether {
    /// Walks in the order of the coordinates, from the offsets `at` on. Each sum is the offset of a
    /// coordinate inside the shape, so it does not overflow in layouts of tensors; a negative
    /// offset is its two's complement.
    fn walk<S: IntTuple, A: IntTuple, B: IntTuple>(
        s: S,
        a: A,
        b: B,
        at: [usize; 2],
        f: &mut impl FnMut(usize, usize),
    );
}
impl WalkTogether for Leaf {
    #[inline(always)]
    fn walk<S: IntTuple, A: IntTuple, B: IntTuple>(
        s: S,
        a: A,
        b: B,
        at: [usize; 2],
        f: &mut impl FnMut(usize, usize),
    ) {
        let (a, b) = (count(a.leaf()), count(b.leaf()));
        let offset = |at: usize, i: usize, stride| at.wrapping_add(i.wrapping_mul(stride));
        for i in 0..s.leaf().usize() {
            f(offset(at[0], i, a), offset(at[1], i, b))
        }
    }
}
impl WalkTogether for Empty {
    #[inline(always)]
    fn walk<S: IntTuple, A: IntTuple, B: IntTuple>(
        _: S,
        _: A,
        _: B,
        at: [usize; 2],
        f: &mut impl FnMut(usize, usize),
    ) {
        f(at[0], at[1])
    }
}
impl WalkTogether for Node {
    #[inline(always)]
    fn walk<S: IntTuple, A: IntTuple, B: IntTuple>(
        s: S,
        a: A,
        b: B,
        at: [usize; 2],
        f: &mut impl FnMut(usize, usize),
    ) {
        <S::Tail as IntTuple>::Kind::walk(s.tail(), a.tail(), b.tail(), at, &mut |i, j| {
            <S::Head as IntTuple>::Kind::walk(s.head(), a.head(), b.head(), [i, j], f)
        })
    }
}

/// Calls a function with the offsets in two layouts of all corresponding elements; dispatched on
/// whether their shapes have the same nesting and their strides are known.
pub trait WalkPairs {
    /// The layouts are those of tensors, and have the same size. All offsets are of coordinates
    /// inside the shapes, for [`element`].
    fn pairs<A: Layout, B: Layout>(a: A, b: B, f: impl FnMut(usize, usize));
}
impl WalkPairs for B1 {
    #[inline(always)]
    fn pairs<A: Layout, B: Layout>(a: A, b: B, mut f: impl FnMut(usize, usize)) {
        if a.size_modulo().usize() == 0 {
            // The outer modes may have any number of coordinates.
        } else if same(a.shape(), b.shape()) {
            <A::Shape as IntTuple>::Kind::walk(
                a.shape(),
                a.mode_stride(),
                b.mode_stride(),
                [0, 0],
                &mut f,
            )
        } else {
            B0::pairs(a, b, f)
        }
    }
}
impl WalkPairs for B0 {
    #[inline(always)]
    fn pairs<A: Layout, B: Layout>(a: A, b: B, mut f: impl FnMut(usize, usize)) {
        for i in 0..a.size_modulo().usize() {
            f(offset(a, i), offset(b, i))
        }
    }
}
/// Whether the shapes have the same nesting, and both layouts have strides.
type ByModes<A, B> = <Congruent<<A as Layout>::Shape, <B as Layout>::Shape> as Bool>::And<
    <<HasNoStrides<A> as Bool>::Or<HasNoStrides<B>> as Bool>::Not,
>;
type HasNoStrides<L> = <<L as Layout>::Stride as IntTuple>::IsRefused;
#[inline(always)]
pub(super) fn pairs<A: Layout, B: Layout>(a: A, b: B, f: impl FnMut(usize, usize)) {
    <ByModes<A, B> as WalkPairs>::pairs(a, b, f)
}

/// Panics if two tensors are known to have different numbers of elements.
#[track_caller]
pub(super) const fn check_sizes<A: Layout, B: Layout>() {
    if <A::Size as IntTuple>::LEAVES.known && <B::Size as IntTuple>::LEAVES.known {
        let (a, b) = (<A::Size as Integer>::KNOWN, <B::Size as Integer>::KNOWN);
        if a != b {
            Message::new()
                .s("the tensors differ in size: ")
                .cat(&A::TEXT)
                .s(" has ")
                .u(a)
                .s(" elements, ")
                .cat(&B::TEXT)
                .s(" has ")
                .u(b)
                .raise()
        }
    }
}
#[inline(always)]
#[track_caller]
pub(super) fn assert_sizes<A: Layout, B: Layout>(a: A, b: B) {
    if a.size_modulo().usize() != b.size_modulo().usize() {
        different(a, b)
    }
}
#[cold]
#[inline(never)]
#[track_caller]
fn different<A: Layout, B: Layout>(a: A, b: B) -> ! {
    panic!("the tensors differ in size: {a} and {b}")
}

/// Panics if mode I of A and mode J of B, which a product iterates over together, differ in size.
#[track_caller]
const fn check_modes<A: Integer, B: Integer>(a: &str, b: &str) {
    if A::LEAVES.known && B::LEAVES.known && A::KNOWN != B::KNOWN {
        Message::new()
            .s("gemm: ")
            .s(a)
            .s(" has ")
            .u(A::KNOWN)
            .s(" elements, but ")
            .s(b)
            .s(" has ")
            .u(B::KNOWN)
            .raise()
    }
}
/// A layout of two modes: rows and columns.
///
/// ```
/// use zellige::{prelude::*, tensor::Matrix};
/// fn square<L: Matrix>(a: Tensor<View<f32>, L>, mut out: Tensor<ViewMut<f32>, L>) {
///     out.gemm(&a, &a); // a times a, transposed
/// }
/// let (a, mut out) = ([1.0, 2.0, 3.0, 4.0], [0.0; 4]);
/// square(Tensor::new(&a, layout!((2, 2))), Tensor::new(&mut out, layout!((2, 2))));
/// assert_eq!(out, [10.0, 14.0, 14.0, 20.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a matrix product takes tensors of two modes, but this layout has another rank",
    label = "must have two modes",
    note = "group the modes, or slice the tensor: c is M by N, a is M by K, b is N by K"
)]
pub trait Matrix: Layout {}
#[diagnostic::do_not_recommend]
impl<L: Layout<Profile: TwoModes>> Matrix for L {}
/// The profile of a shape with two modes.
#[doc(hidden)]
pub trait TwoModes {}
impl<M, N> TwoModes for (M, N) {}

/// The first mode of a layout; `Columns` is the second.
type Rows<L> = <L as Steps>::Head;
type Columns<L> = <<L as Steps>::Tail as Steps>::Head;
#[inline(always)]
fn rows<L: Layout>(layout: L) -> <Rows<L> as Layout>::Size {
    layout.head().size_modulo()
}
#[inline(always)]
fn columns<L: Layout>(layout: L) -> <Columns<L> as Layout>::Size {
    layout.tail().head().size_modulo()
}
/// Calls a function with 0, 1, ..., n - 1: as separate calls without a loop, if n is known and
/// small.
#[inline(always)]
fn each<N: Integer>(n: N, f: &mut impl FnMut(usize)) {
    if const { <N::IsStatic as Bool>::VALUE && N::KNOWN <= UNROLLED } {
        <N::Known as Nat>::unroll(0, f)
    } else {
        for i in 0..n.usize() {
            f(i)
        }
    }
}
/// Modes of a product up to this extent are unrolled.
const UNROLLED: u64 = 16;

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Sets every element to the same value. CuTe: `fill`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut a = Tensor::new([0; 8], layout!((2, 2) : (1, 4)));
    /// a.fill(7);
    /// assert_eq!(a.view().iter().sum::<i32>(), 28);
    /// ```
    #[inline(always)]
    pub fn fill(&mut self, value: E::Element)
    where
        E: EngineMut,
        E::Element: Clone,
    {
        let base = self.engine.base_mut();
        pairs(self.layout, self.layout, |i, _| {
            // SAFETY: this is the offset of a coordinate inside the shape, so of an element, which
            // is mutably borrowed.
            unsafe { *element(base, i).as_mut() = value.clone() }
        })
    }
    /// Sets every element to the default value, 0. CuTe: `clear`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let mut data = [1, 2, 3, 4];
    /// Tensor::new(&mut data, layout!(2 : 2)).clear();
    /// assert_eq!(data, [0, 2, 0, 4]);
    /// ```
    #[inline(always)]
    pub fn clear(&mut self)
    where
        E: EngineMut,
        E::Element: Clone + Default,
    {
        self.fill(Default::default())
    }
    /// Copies the elements of `source`, index by index. CuTe: `copy(source, destination)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let rows = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    /// let mut columns = Tensor::new([0; 6], layout!((2, 3) : (1, 2)));
    /// columns.copy_from(&rows);
    /// assert_eq!(columns[(1u32, 0u32)], 4);
    /// assert_eq!(columns.iter().copied().collect::<Vec<_>>(), [1, 4, 2, 5, 3, 6]);
    /// ```
    ///
    /// Tensors of different static sizes do not compile: `the tensors differ in size:
    /// (_2,_3):(_1,_2) has 6 elements, (_2,_4):(_4,_1) has 8`; with run-time sizes it panics.
    #[doc(alias = "copy")]
    #[inline(always)]
    #[track_caller]
    pub fn copy_from<S: Engine<Element = E::Element>, R: Layout>(&mut self, source: &Tensor<S, R>)
    where
        E: EngineMut,
        E::Element: Clone,
    {
        keep_call!(L);
        const { check_sizes::<L, R>() }
        self.copy_each(source)
    }
    /// Like [`copy_from`](Tensor::copy_from), after the caller has checked static sizes.
    #[inline(always)]
    #[track_caller]
    pub(super) fn copy_each<S: Engine<Element = E::Element>, R: Layout>(
        &mut self,
        source: &Tensor<S, R>,
    ) where
        E: EngineMut,
        E::Element: Clone,
    {
        assert_sizes(self.layout, source.layout);
        let (to, from) = (self.engine.base_mut(), source.engine.base());
        pairs(self.layout, source.layout, |i, j| {
            // SAFETY: the sizes are equal, so these are offsets of coordinates inside the shapes
            // and of elements. `self` is mutably borrowed, so `source`, which is borrowed too, has
            // none of its elements.
            unsafe { *element(to, i).as_mut() = element(from, j).as_ref().clone() }
        })
    }
    /// Computes `alpha * x + beta * self`, element by element. CuTe: `axpby(alpha, x, beta, y)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let x = Tensor::new([1.0, 2.0, 3.0, 4.0], layout!((2, 2) : (1, 2)));
    /// let mut y = Tensor::new([1.0; 4], layout!((2, 2) : (1, 2)));
    /// y.axpby(10.0, &x, 0.5);
    /// assert_eq!(y[(1u32, 0u32)], 20.5);
    /// ```
    ///
    /// Different sizes are errors as in [`copy_from`](Tensor::copy_from).
    #[inline(always)]
    #[track_caller]
    pub fn axpby<S: Engine<Element = E::Element>, R: Layout>(
        &mut self,
        alpha: E::Element,
        x: &Tensor<S, R>,
        beta: E::Element,
    ) where
        E: EngineMut,
        E::Element: Copy + Mul<Output = E::Element> + Add<Output = E::Element>,
    {
        keep_call!(L);
        const { check_sizes::<L, R>() }
        assert_sizes(self.layout, x.layout);
        let (y, x, layouts) = (self.engine.base_mut(), x.engine.base(), (self.layout, x.layout));
        pairs(layouts.0, layouts.1, |i, j| {
            // SAFETY: as in `copy_from`.
            unsafe {
                let y = element(y, i).as_mut();
                *y = alpha * *element(x, j).as_ref() + beta * *y
            }
        })
    }
    /// Adds the product of small tiles: `self[(m, n)] += a[(m, k)] * b[(n, k)]` for all m, n, k.
    /// Static extents up to 16 are unrolled, so that a fragment stays in registers. CuTe:
    /// `gemm(a, b, c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new([1.0, 2.0, 3.0, 4.0], layout!((2, 2) : (2, 1)));      // 1 2 / 3 4
    /// let b = Tensor::new([5.0, 6.0, 7.0, 8.0], layout!((2, 2) : (1, 2)));      // 5 6 / 7 8, transposed
    /// let mut c = Tensor::new([0.0; 4], layout!((2, 2) : (2, 1)));
    /// c.gemm(&a, &b);
    /// assert_eq!(c.iter().copied().collect::<Vec<_>>(), [19.0, 43.0, 22.0, 50.0]);
    /// ```
    ///
    /// Each tensor has two modes; `b` is N by K, as in CuTe. Static sizes that do not match do not
    /// compile: `gemm: mode 1 of a has 4 elements, but mode 1 of b has 8`; with run-time extents it
    /// panics.
    #[inline(always)]
    #[track_caller]
    pub fn gemm<A, LA, B, LB>(&mut self, a: &Tensor<A, LA>, b: &Tensor<B, LB>)
    where
        E: EngineMut,
        L: Matrix,
        A: Engine<Element: Copy + Mul<B::Element, Output = E::Element>>,
        B: Engine<Element: Copy>,
        E::Element: Copy + Add<Output = E::Element>,
        LA: Matrix,
        LB: Matrix,
    {
        const {
            check_modes::<<Rows<L> as Layout>::Size, <Rows<LA> as Layout>::Size>(
                "mode 0 of c",
                "mode 0 of a",
            );
            check_modes::<<Columns<L> as Layout>::Size, <Rows<LB> as Layout>::Size>(
                "mode 1 of c",
                "mode 0 of b",
            );
            check_modes::<<Columns<LA> as Layout>::Size, <Columns<LB> as Layout>::Size>(
                "mode 1 of a",
                "mode 1 of b",
            );
        }
        let (m, n, k) = (rows(self.layout), columns(self.layout), columns(a.layout));
        let fits = rows(a.layout).usize() == m.usize()
            && rows(b.layout).usize() == n.usize()
            && columns(b.layout).usize() == k.usize();
        assert!(
            fits,
            "gemm: the product of {} and {} does not fit {}",
            a.layout, b.layout, self.layout
        );
        if self.size() == 0 {
            return;
        }
        let (c, la, lb) = (self.engine.base_mut(), a.layout, b.layout);
        let (a, b) = (a.engine.base(), b.engine.base());
        each(k, &mut |k| {
            each(n, &mut |n| {
                each(m, &mut |m| {
                    // SAFETY: m, n and k are below the sizes of the modes, which are equal, so the
                    // coordinates are inside the shapes. `a` and `b` are borrowed and `self` is
                    // mutably borrowed, so no element of `a` or `b` is in `self`.
                    unsafe {
                        let a = *element(a, offset(la, (m, k))).as_ref();
                        let b = *element(b, offset(lb, (n, k))).as_ref();
                        let c = element(c, offset(self.layout, (m, n))).as_mut();
                        *c = *c + a * b;
                    }
                })
            })
        })
    }
}
