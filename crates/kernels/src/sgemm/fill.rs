//! The paths of a tile of [`sgemm_2`](super::sgemm_2) from global to shared memory: the copies, and
//! who holds the elements in between.
//!
//! | path | reads | writes | a thread holds |
//! |---|---|---|---|
//! | [`FillN`], [`FillN64`], [`FillNAny`], [`FillTAny`] | by `cp.async` | by the same instruction | nothing |
//! | [`FillT`] | 16 bytes along K | 4 bytes each to columns | the elements of two vectors |
//!
//! No instruction reads a vector and scatters its elements. A tiled copy of `cp.async` that
//! transposes copies element by element, with four times as many instructions as reads of vectors:
//!
//! ```text
//! FillT        begin   global memory, (m, k):(lda, 1)    |0 1 2 3|  -->  registers        4 loads of 16 bytes, for A and B
//!              end     registers  -->  shared memory, (m, k):(1, ..)     0, 1, 2, 3       16 stores of 4 bytes
//! FillTAny     begin   global  -->  shared memory        0, 1, 2, 3, each by itself       16 copies of 4 bytes
//! ```

use zellige::Outer;
use zellige::atom::{copy as copies, *};
use zellige::prelude::*;
use zellige_gpu::Sm80;
use zellige_gpu::copy::{CpAsync, copy, copy_if};
use zellige_gpu::engine::{Matrix, Pointer, SwizzledSmem};
use zellige_gpu::tensor::{GpuTensor, rmem};

/// A thread's share of a tile in global memory, in a matrix of the layout M at the pointer P.
pub type Global<P, M, L> = GpuTensor<Matrix<P, M>, L>;
/// A thread's share of a stage in shared memory, under the swizzle F.
pub type Shared<F, L> = GpuTensor<SwizzledSmem<f32, F>, L>;

/// A path from global to shared memory.
pub trait Fill: 'static {
    /// The copy from global memory.
    type Read: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>>;
    /// The copy to shared memory, with which a thread writes what it has read.
    type Write: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>>;
    /// The values that a thread holds between the two.
    type Held: Copy;
    /// Whether the copy uses `cp.async`, for which threads wait.
    const IS_ASYNC: bool;
    /// Begins to copy a thread's share, with zeros for elements outside.
    ///
    /// # Safety
    ///
    /// The elements inside are valid, at multiples of the size of a vector, and nobody reads or
    /// writes those in shared memory before the copy has ended.
    unsafe fn begin(
        gpu: impl Sm80,
        from: Global<impl Pointer<Element = f32>, impl Layout, impl Layout>,
        to: Shared<impl Outer, impl Layout>,
    ) -> Self::Held;
    /// Writes the values that the thread holds.
    ///
    /// # Safety
    ///
    /// Nobody else reads or writes the elements in shared memory.
    unsafe fn end(gpu: impl Sm80, held: Self::Held, to: Shared<impl Outer, impl Layout>);
}

/// The atom for asynchronous copies of 16 bytes.
type AsyncVectors = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
/// The atom for asynchronous copies of 4 bytes.
type AsyncElements = CopyAtom<copies::SM80_CP_ASYNC_CACHEALWAYS<int!(32)>, int!(32)>;
/// The copy by 32 x 8 threads with 4 x 1 elements each: a warp copies a column.
pub type FillN = MakeTiledCopy<AsyncVectors, layout!((32, 8)), layout!((4, 1))>;
/// The copy by 16 x 16 threads with 4 x 1 elements each: a warp copies two columns of a tile of 64
/// rows.
pub type FillN64 = MakeTiledCopy<AsyncVectors, layout!((16, 16)), layout!((4, 1))>;
/// The copy by 128 x 2 threads with one element each: a warp copies 32 rows of a column.
pub type FillNAny = MakeTiledCopy<AsyncElements, layout!((128, 2)), layout!((1, 1))>;
/// The copy by 32 x 8 threads with one element each: a warp copies 8 columns of 4 rows.
pub type FillTAny = MakeTiledCopy<AsyncElements, layout!((32, 8) : (8, 1)), layout!((1, 1))>;

/// With `cp.async` a thread holds nothing.
impl<C> Fill for C
where
    C: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>, Atom: CpAsync>,
{
    type Read = C;
    type Write = C;
    type Held = ();
    const IS_ASYNC: bool = true;
    #[inline(always)]
    unsafe fn begin(
        gpu: impl Sm80,
        from: Global<impl Pointer<Element = f32>, impl Layout, impl Layout>,
        to: Shared<impl Outer, impl Layout>,
    ) {
        copy_if(gpu, C::STATIC, from, to)
    }
    #[inline(always)]
    unsafe fn end(_: impl Sm80, (): (), _: Shared<impl Outer, impl Layout>) {}
}

/// The copies by 64 x 4 threads with 1 x 4 elements each: a warp copies 8 rows, reads them in
/// vectors and writes them element by element.
pub struct FillT;
/// Such a copy, with the atom A.
type Rows<A> = MakeTiledCopy<A, layout!((64, 4) : (4, 1)), layout!((1, 4))>;
impl Fill for FillT {
    type Read = Rows<CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>>;
    type Write = Rows<CopyAtom<copies::UniversalCopy<int!(32)>, int!(32)>>;
    type Held = [f32; 8];
    const IS_ASYNC: bool = false;
    #[inline(always)]
    unsafe fn begin(
        gpu: impl Sm80,
        from: Global<impl Pointer<Element = f32>, impl Layout, impl Layout>,
        _: Shared<impl Outer, impl Layout>,
    ) -> [f32; 8] {
        let mut held = [0.0; 8];
        let vectors = rmem(&mut held, layout!(((4, 1), 2, 1))); // (CPY, CPY_M, CPY_K)
        copy_if(gpu, Self::Read::STATIC, from, vectors);
        held
    }
    #[inline(always)]
    unsafe fn end(gpu: impl Sm80, mut held: [f32; 8], to: Shared<impl Outer, impl Layout>) {
        let elements = rmem(&mut held, layout!(((1, 4), 2, 1))); // (CPY, CPY_M, CPY_K)
        copy(gpu, Self::Write::STATIC, elements, to);
    }
}
