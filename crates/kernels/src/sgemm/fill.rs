//! The paths of an operand of [`sgemm_2`](super::sgemm_2) from global to shared memory: the order
//! of its elements at both ends, the copies, and who holds the elements in between.
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

use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use zellige::Outer;
use zellige::atom::{copy as copies, *};
use zellige::integer::{Add, Mul};
use zellige::prelude::*;
use zellige::typenum::{U64, U128};
use zellige_gpu::Sm80;
use zellige_gpu::copy::{CpAsync, copy, copy_if};
use zellige_gpu::engine::{Matrix, Pointer, SwizzledSmem};
use zellige_gpu::tensor::{GpuTensor, rmem};

/// BLK_K: the extent along K of a step.
pub type K = int!(16);
/// The layout of (row, k, stage) in shared memory, with 4 rows of padding: vectors are aligned, and
/// columns are 4 banks apart.
type Padded<Rows> = Strided<(Rows, K, int!(2)), (int!(1), Column<Rows>, Mul<Column<Rows>, K>)>;
/// The distance of two columns.
type Column<Rows> = Add<Rows, int!(4)>;
/// The layout that [`FillT`] writes, with rows in two halves, and with k as (element of a vector,
/// vector). The 8 rows of a warp are 8 banks, and the swizzle moves those of each of the 4 vectors
/// to 8 others. It does not affect a multiple of 256: a thread that multiplies keeps an address for
/// each vector, and all others are constants in an instruction.
type Swizzled = layout!(Sw<2, 3, 3> o 0 o ((64, 2), (4, 4), 2) : ((1, 256), (512, 64), 2048));

/// A thread's share of a tile in global memory, in a matrix of the layout M at the pointer P.
pub type Global<P, M, L> = GpuTensor<Matrix<P, M>, L>;
/// A thread's share of a stage in shared memory, under the swizzle F.
pub type Shared<F, L> = GpuTensor<SwizzledSmem<f32, F>, L>;

/// A path of an operand from global to shared memory, tile by tile. To a kernel, each of its types
/// is a name: the compiler has nothing to compute before it knows the instance.
pub trait Fill: 'static {
    /// The mode along which the operand is contiguous in global memory.
    type Major: Major;
    /// The number of rows of a tile: BLK_M, or BLK_N.
    type Rows: Integer;
    /// The layout from (row, k, stage) to shared memory.
    type Stages: smem::SharedTile;
    /// The copy from global memory.
    type Read: CopyTiling;
    /// The copy to shared memory, with which a thread writes what it has read.
    type Write: CopyTiling;
    /// The values that a thread holds from [`begin`](Self::begin) to [`end`](Self::end).
    type Held: Copy;
    /// Whether the copy is a `cp.async`, which threads wait for.
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
    /// Writes the values that the thread holds, if any.
    ///
    /// # Safety
    ///
    /// Nobody else reads or writes the elements in shared memory.
    #[inline(always)]
    unsafe fn end(_: impl Sm80, _: Self::Held, _: Shared<impl Outer, impl Layout>) {}
}

/// The path of an operand of the major-ness J, in tiles of that many rows, by the tiled copy C,
/// which uses `cp.async`: a thread holds nothing.
pub struct Async<J, Rows, C>(PhantomData<(J, Rows, C)>);
impl<J: Major, Rows: Integer, C: CopyTiling<Atom: CpAsync>> Fill for Async<J, Rows, C> {
    type Major = J;
    type Rows = Rows;
    type Stages = Padded<Rows>;
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
}
/// The atom for loads and stores of that many bits.
pub type Universal<Bits> = CopyAtom<copies::UniversalCopy<Bits>, int!(32)>;
/// The atom for asynchronous copies of 16 bytes.
type Vector = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
/// The atom for asynchronous copies of 4 bytes.
type Scalar = CopyAtom<copies::SM80_CP_ASYNC_CACHEALWAYS<int!(32)>, int!(32)>;
/// The copy by 32 x 8 threads with 4 x 1 elements each: a warp copies a column.
pub type FillN = Async<MnMajor, U128, MakeTiledCopy<Vector, layout!((32, 8)), layout!((4, 1))>>;
/// The copy by 16 x 16 threads with 4 x 1 elements each: a warp copies two columns of a tile of 64
/// rows.
pub type FillN64 = Async<MnMajor, U64, MakeTiledCopy<Vector, layout!((16, 16)), layout!((4, 1))>>;
/// The copy by 128 x 2 threads with one element each: a warp copies 32 rows of a column.
pub type FillNAny = Async<MnMajor, U128, MakeTiledCopy<Scalar, layout!((128, 2)), layout!((1, 1))>>;
/// The copy by 32 x 8 threads with one element each: a warp copies 8 columns of 4 rows.
pub type FillTAny =
    Async<KMajor, U128, MakeTiledCopy<Scalar, layout!((32, 8) : (8, 1)), layout!((1, 1))>>;

/// The copies by 64 x 4 threads with 1 x 4 elements each: a warp copies 8 rows, reads them in
/// vectors and writes them element by element.
pub struct FillT;
/// Such a copy, by instructions of that many bits.
type Rows<Bits> = MakeTiledCopy<Universal<Bits>, layout!((64, 4) : (4, 1)), layout!((1, 4))>;
impl Fill for FillT {
    type Major = KMajor;
    type Rows = U128;
    type Stages = Swizzled;
    type Read = Rows<int!(128)>;
    type Write = Rows<int!(32)>;
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
