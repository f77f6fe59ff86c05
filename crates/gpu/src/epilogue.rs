//! Epilogues: functions of accumulators, applied before a kernel writes the results.
//!
//! An [`Epilogue`] is a function of a sum, of the old value of the matrix at the same position, and
//! of its coordinate. [`then`](Epilogue::then) combines parts; at the end, the number is rounded to
//! the element type of the matrix.
//!
//! | part | result for the sum s and the old value c, at (i, j) |
//! |---|---|
//! | [`Identity`] | s |
//! | [`LinearCombination`] | alpha s + beta c; c is not read if beta is 0 |
//! | [`RowBias`], [`ColumnBias`] | s + b(i), s + b(j) |
//! | [`Activation`] | f(s) |
//!
//! ```
//! use zellige_gpu::epilogue::*;
//! let relu = Activation(|x: f32| x.max(0.0));
//! let epilogue = LinearCombination { alpha: 2.0, beta: 0.5 }.then(relu);
//! // 2 s + c / 2, for s = -3 and c = 4, is -4, and becomes 0.
//! # use zellige_gpu::Gpu;
//! # fn value<G: Gpu, E: Epilogue<f32>>(gpu: G, e: E) -> f32 {
//! // SAFETY: the matrix has an element (0, 0).
//! let value = unsafe { e.apply(gpu, -3.0, || 4.0, (0, 0)) };
//! # value }
//! # let _ = epilogue;
//! ```
//!
//! CUTLASS: the thread operations of an epilogue, `LinearCombination`, `LinearCombinationRelu`, and
//! its visitor trees; CuTe: `axpby`.

mod deferred;
mod rows;
pub use deferred::Deferred;
pub use rows::{RowStore, store_row_values_if, store_rows, store_rows_if, store_tile};

use crate::copy::{check_vector, is_step};
use crate::engine::{Engine, Matrix, PointerMut, Rmem};
use crate::number::{Predicated, Rounded};
use crate::tensor::{GpuTensor, check_shapes, check_sizes};
use crate::transform::each;
use crate::{Gpu, Store, unroll, vector};
use core::mem::MaybeUninit;
use zellige::prelude::*;
use zellige::stride::steps_along;

/// A function of a sum S. Its result is written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an epilogue of accumulators `{S}`",
    label = "is not a function of an accumulator, an old value and a coordinate",
    note = "build one from the parts in the module `zellige_gpu::epilogue`"
)]
pub trait Epilogue<S>: Copy {
    /// Returns the value to write for the sum. `old` returns the value of the matrix at the
    /// coordinate `at`; the matrix is read only if `old` is called.
    ///
    /// [`store`] may also apply the epilogue to a sum outside the matrix, at the coordinate of
    /// another element, and drops the result.
    ///
    /// # Safety
    ///
    /// `at` is the coordinate of an element of the matrix: a part such as [`RowBias`] reads its
    /// value for that row or column.
    unsafe fn apply<G: Gpu>(self, gpu: G, sum: S, old: impl Fn() -> S, at: (u32, u32)) -> S;
    /// Returns the epilogue that applies this one, and then `next` to its result.
    #[inline(always)]
    fn then<E: Epilogue<S>>(self, next: E) -> Then<Self, E> {
        Then(self, next)
    }
}

/// The epilogue that writes the sum itself.
#[derive(Copy, Clone, Debug, Default)]
pub struct Identity;
impl<S> Epilogue<S> for Identity {
    #[inline(always)]
    unsafe fn apply<G: Gpu>(self, _: G, sum: S, _: impl Fn() -> S, _: (u32, u32)) -> S {
        sum
    }
}
/// alpha s + beta c, as in BLAS: if beta is 0, the old value is not read, and may be NaN. CuTe:
/// `axpby`.
#[doc(alias = "axpby")]
#[derive(Copy, Clone, Debug)]
pub struct LinearCombination {
    /// The factor of the sum.
    pub alpha: f32,
    /// The factor of the old value.
    pub beta: f32,
}
impl Epilogue<f32> for LinearCombination {
    #[inline(always)]
    unsafe fn apply<G: Gpu>(self, gpu: G, sum: f32, old: impl Fn() -> f32, _: (u32, u32)) -> f32 {
        let sum = self.alpha * sum;
        if self.beta == 0.0 { sum } else { gpu.fma(self.beta, old(), sum) }
    }
}
macro_rules! bias {
    ($($(#[$doc:meta])* $Name:ident $axis:tt;)+) => { $(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug)]
        pub struct $Name<S>(*const S);
        impl<S> $Name<S> {
            /// Creates the epilogue that adds these numbers.
            ///
            /// # Safety
            ///
            /// There are as many numbers as the matrix has rows, or columns, and nothing writes
            /// them while the epilogue is used.
            #[inline(always)]
            pub unsafe fn new(numbers: *const S) -> Self {
                $Name(numbers)
            }
        }
        impl<S: Copy + core::ops::Add<Output = S>> Epilogue<S> for $Name<S> {
            #[inline(always)]
            unsafe fn apply<G: Gpu>(self, _: G, sum: S, _: impl Fn() -> S, at: (u32, u32)) -> S {
                sum + self.0.add(at.$axis as usize).read()
            }
        }
    )+ };
}
bias! {
    /// Adds a number per row. CUTLASS: a bias per row, broadcast along N.
    RowBias 0;
    /// Adds a number per column. CUTLASS: a bias per column, broadcast along M.
    ColumnBias 1;
}
/// An epilogue that applies a function to the sum: `Activation(|x: f32| x.max(0.0))` is ReLU.
#[derive(Copy, Clone, Debug)]
pub struct Activation<F>(pub F);
impl<S, F: Fn(S) -> S + Copy> Epilogue<S> for Activation<F> {
    #[inline(always)]
    unsafe fn apply<G: Gpu>(self, _: G, sum: S, _: impl Fn() -> S, _: (u32, u32)) -> S {
        (self.0)(sum)
    }
}
/// An epilogue that applies one epilogue after the other.
#[derive(Copy, Clone, Debug)]
pub struct Then<A, B>(A, B);
impl<S, A: Epilogue<S>, B: Epilogue<S>> Epilogue<S> for Then<A, B> {
    #[inline(always)]
    unsafe fn apply<G: Gpu>(self, gpu: G, sum: S, old: impl Fn() -> S, at: (u32, u32)) -> S {
        let first = self.0.apply(gpu, sum, &old, at);
        self.1.apply(gpu, first, old, at)
    }
}

/// Writes the epilogue's results for those accumulators of a thread that are inside the matrix,
/// rounded to its element type. CuTe: `axpby(alpha, tCrC, beta, tCgC)` with a predicate.
///
/// If a thread has adjacent 16-bit elements, as from `mma.sync` and `wgmma` in a row-major matrix,
/// they are rounded in pairs, and written in pairs if their address is a multiple of 4. The
/// epilogue then computes all results before the first is written, so that each [`RowBias`] and
/// [`ColumnBias`] is read once per row or column of the thread.
///
/// ```text
/// sums (i, j), (i, j + 1)    + b(j), + b(j + 1)    cvt.rn.bf16x2.f32    st.global.b32
/// ```
///
/// Tensors of different sizes do not compile: `store: the tensors have different sizes, 4 and 8`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::epilogue::{LinearCombination, store};
/// use zellige_gpu::{Gpu, tensor::{gmem, rmem}};
/// /// Thread t adds half of its sums to column t of a matrix of 4 rows.
/// unsafe fn add_half<G: Gpu>(gpu: G, acc: &mut [f32; 4], c: *mut f32, columns: u32) {
///     let mine = gmem(c, layout!((4u32, columns) : (1, 4u32))).local_tile(shape!((4, 1)), (0u32, gpu.thread()));
///     let acc = rmem(acc, layout!((4, 1)));
///     // SAFETY: the matrix exists, and only this thread uses column t.
///     unsafe { store(gpu, acc, mine, LinearCombination { alpha: 0.5, beta: 1.0 }) }
/// }
/// ```
///
/// # Safety
///
/// The elements that are inside exist, and this thread may read and write them.
#[doc(alias = "axpby")]
#[inline(always)]
pub unsafe fn store<G, S, CL, P, D, L, E>(
    gpu: G,
    from: GpuTensor<Rmem<S>, CL>,
    to: GpuTensor<Matrix<P, D>, L, impl Integer>,
    epilogue: E,
) where
    G: Gpu,
    S: Copy,
    CL: Layout,
    P: PointerMut<Element: Rounded<G, S>>,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
    E: Epilogue<S>,
{
    const { check_shapes::<CL, L>("store") }
    let to = to.settled();
    if const { size_of::<P::Element>() == 2 && has_pairs::<L, D>() } {
        return store_pairs(gpu, from, to, epilogue);
    }
    each!(i in L::SIZE => {
        let at = to.layout.offset_at(i);
        // This comes before the branch: elements that are adjacent share most of their address.
        let place = to.engine.stepped(at).pointer().mutable();
        if to.engine.contains(at) {
            // SAFETY: the element is inside, so this thread may read it.
            let old = || P::Element::widened(unsafe { place.read() });
            let (row, column) = to.engine.coordinate();
            let (down, right) = (steps_along(at, 0), steps_along(at, 1));
            let sum = *from.element(i).pointer();
            let result = epilogue.apply(gpu, sum, old, (row + down, column + right));
            place.write(P::Element::rounded(gpu, result));
        }
    });
}
/// Stores as [`store`] does, two elements at a time.
#[inline(always)]
unsafe fn store_pairs<G, S, CL, P, D, L, E>(
    gpu: G,
    from: GpuTensor<Rmem<S>, CL>,
    to: GpuTensor<Matrix<P, D>, L>,
    epilogue: E,
) where
    G: Gpu,
    S: Copy,
    CL: Layout,
    P: PointerMut<Element: Rounded<G, S>>,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
    E: Epilogue<S>,
{
    // No element of a tile is further up or further left than its first one.
    if !to.engine.contains(to.layout.offset_at(0u32)) {
        return;
    }
    let mut results = [MaybeUninit::uninit(); 256];
    each!(i in L::SIZE => {
        let at = to.layout.offset_at(i);
        let sum = *from.element(i).pointer();
        let old = || match to.engine.contains(at) {
            // SAFETY: the element is inside, so this thread may read it.
            true => P::Element::widened(unsafe { to.element(i).pointer().constant().read() }),
            false => sum,
        };
        let result = epilogue.apply(gpu, sum, old, to.engine.nearest(at));
        results[i as usize].write(result);
    });
    each!(pair in L::SIZE / 2 => {
        let (i, j) = (2 * pair, 2 * pair + 1);
        let (first, second) = (to.layout.offset_at(i), to.layout.offset_at(j));
        let place = to.engine.stepped(first).pointer().mutable();
        // SAFETY: the results of all sums are initialised.
        let both = [i, j].map(|i| unsafe { results[i as usize].assume_init() });
        let both = P::Element::rounded_pair(gpu, both);
        // The second element is inside only if the first one is.
        if to.engine.contains(second) && place.addr() % 4 == 0 {
            vector::write(place, both);
        } else if to.engine.contains(first) {
            place.write(both[0]);
            if to.engine.contains(second) {
                place.add(1).write(both[1]);
            }
        }
    });
}
/// Returns whether, for every i, the elements 2 i and 2 i + 1 of the coordinates L are adjacent in
/// a matrix of the layout D.
const fn has_pairs<L: Layout, D: Layout>() -> bool {
    let (extents, mut leaf) = (L::Shape::LEAVES, 0);
    while leaf < extents.len && matches!(extents.value[leaf], Some(1)) {
        leaf += 1;
    }
    leaf < extents.len
        && matches!(extents.value[leaf], Some(extent) if extent % 2 == 0)
        && is_step::<L::Crd2Idx<int!(1)>, D>(1)
}

/// Writes those accumulators of a thread that are inside the matrix, rounded to its element type:
/// [`store`] of the accumulators themselves, with predicated instructions instead of branches.
/// CuTe: `copy_if(tCpC, tCrC, tCgC)`.
///
/// ```text
/// end(i) = the columns that are left, if row i is inside, and else 0
/// column j of row i:    setp.lt.u32 p, j, end(i)     @p st.global [address], sum
/// ```
///
/// One comparison per sum decides for both modes, and the accumulators of one row share their
/// `end`. Whole tiles are written in other ways, so this cost applies only to tiles at the edge.
///
/// Tensors of different sizes do not compile:
/// `store_predicated: the tensors have different sizes, 16 and 32`.
///
/// ```
/// use zellige::atom::{OperandC, make_tiled_mma, mma};
/// use zellige::prelude::*;
/// use zellige_gpu::epilogue::store_predicated;
/// use zellige_gpu::{Bf16, Sm90, Store, tensor::gmem, wgmma::Idle};
/// /// A warpgroup writes its tile of 64 by 32 accumulators; some are outside the matrix.
/// unsafe fn write<G: Sm90 + Store>(gpu: G, acc: &mut Idle<[f32; 16]>, c: *mut Bf16, (m, n): (u32, u32), at: (u32, u32)) {
///     let mma = make_tiled_mma(mma::SM90_64x32x16_F32BF16BF16_SS, layout!((1, 1)));
///     let mine = gmem(c, layout!((m, n) : (n, 1))).local_tile(shape!((64, 32)), at).partition::<OperandC, _>(mma, gpu.thread());
///     // SAFETY: the matrix exists, and no other thread has these elements.
///     unsafe { store_predicated(gpu, acc.tensor(layout!(((2, 2, 4), 1, 1))), mine) }
/// }
/// ```
///
/// # Safety
///
/// The elements that are inside exist, and this thread may write them.
#[inline(always)]
pub unsafe fn store_predicated<G, CL, P, D, L>(
    gpu: G,
    from: GpuTensor<Rmem<f32>, CL>,
    to: GpuTensor<Matrix<P, D>, L, impl Integer>,
) where
    G: Store,
    CL: Layout,
    P: PointerMut<Element: Predicated>,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    const { check_shapes::<CL, L>("store_predicated") }
    let to = to.settled();
    each!(i in L::SIZE => {
        let at = to.layout.offset_at(i);
        let end = to.engine.columns_in_row(steps_along(at, 0));
        let place = to.engine.stepped(at).pointer().mutable();
        let sum = *from.element(i).pointer();
        P::Element::write_below(gpu, steps_along(at, 1), end, place, sum);
    });
}

/// Writes vectors of 16 bytes, each four words in registers, that will not be read soon, so that
/// the cache evicts them first. CUTLASS: `global_store` with `CacheOperation::Streaming`.
///
/// The matrix has `(values, ..)`, 16 bytes of contiguous values, and the words are `(4, ..)`. All
/// vectors must be inside: no bounds are checked.
///
/// ```
/// use zellige::{atom::*, prelude::*};
/// use zellige_gpu::epilogue::store_streaming;
/// use zellige_gpu::{Bf16, Store, tensor::{gmem, rmem}};
/// type Rows = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>, layout!((32, 1)), layout!((1, 8))>;
/// /// Thread t of 32 writes 8 bf16 numbers to row t.
/// unsafe fn write<G: Store>(gpu: G, words: &mut [u32; 4], c: *mut Bf16) {
///     let rows = gmem(c, layout!((32u32, 8u32) : (8u32, 1))).local_tile(shape!((32, 8)), (0u32, 0u32));
///     let mine = rows.partition_d(Rows::STATIC, gpu.thread()).at(((.., ..), 0u32, 0u32));
///     // SAFETY: the matrix exists, and only this thread uses row t.
///     unsafe { store_streaming(gpu, rmem(words, layout!((4, 1))), mine) }
/// }
/// ```
///
/// Other vectors do not compile:
/// `a vector of the elements .. has 8 bytes, but the instruction copies 16`, or
/// `does not lie side by side in a matrix of the layout ..`.
///
/// # Safety
///
/// The elements exist, aligned to 16 bytes, and this thread may write them.
#[inline(always)]
pub unsafe fn store_streaming<G, CL, P, D, L>(
    gpu: G,
    from: GpuTensor<Rmem<u32>, CL>,
    to: GpuTensor<Matrix<P, D>, L, impl Integer>,
) where
    G: Store,
    CL: Layout,
    P: PointerMut,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    const {
        check_vector::<P::Element, L::Head, D>(16);
        check_sizes("store_streaming", CL::SIZE, 4 * L::Tail::SIZE);
        check_sizes("store_streaming", CL::Tail::SIZE, L::Tail::SIZE)
    }
    let to = to.settled();
    each!(i in <L::Tail as Layout>::SIZE => {
        let words = from.vector(i);
        let word = |j: u32| f32::from_bits(*words.element(j).pointer());
        let to = to.vector(i).engine.pointer().mutable().cast();
        gpu.stream_128(to, word(0), word(1), word(2), word(3));
    });
}
