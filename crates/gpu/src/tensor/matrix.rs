//! Methods of tensors in global memory: the rows and columns that remain, and the coordinates of
//! elements.

use super::{GpuTensor, Values};
use crate::engine::{Engine, GlobalShape, Located, Matrix, Narrow, Padding, Pointer, Sequence};
use core::ops::RangeFull;
use zellige::Steps;
use zellige::ops::IdentityLayout;
use zellige::prelude::*;

impl<P: Pointer, D: Layout, L: Layout> GpuTensor<Sequence<P, D>, L> {
    /// Returns whether all elements are inside.
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.engine.left() >= const { L::COSIZE as u32 }
    }
}
impl<E: Padding> GpuTensor<E, IdentityLayout<E::Shape>> {
    /// Returns the tensor that begins `before` elements ahead of the first one, in each mode. In a
    /// matrix, the coordinate (i, j) is then the element (i - rows, j - columns), and is outside if
    /// the matrix does not have that element. CuTe: `domain_offset` by a coordinate below 0.
    ///
    /// ```text
    /// padded((2, 0)) of a column of 5 elements, in tiles of 4        . .  a0 a1 | a2 a3 a4 .
    /// ```
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{tensor::{gmem, rmem}, transform::transform_or};
    /// let memory = [1.0, 2.0, 3.0, 4.0, 5.0];
    /// let column = gmem(memory.as_ptr(), layout!((5u32, 1u32) : (1, 5u32))).padded((2, 0));
    /// let tile = |i: u32| column.local_tile(shape!((4, 1)), (i, 0u32)).settled();
    /// let mut values = [[0.0; 4]; 2];
    /// // SAFETY: the memory has the elements that are inside.
    /// unsafe {
    ///     transform_or(tile(0), 0.0, rmem(&mut values[0], layout!(4)), |x| x);
    ///     transform_or(tile(1), 0.0, rmem(&mut values[1], layout!(4)), |x| x);
    /// }
    /// assert_eq!(values, [[0.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 0.0]]);
    /// ```
    ///
    /// Tiles may therefore begin anywhere, and each thread's tile elsewhere: for instance, so that
    /// every column of a tile begins at a multiple of 32 bytes.
    #[inline(always)]
    pub fn padded(self, before: E::Shape) -> GpuTensor<E::Padded, IdentityLayout<E::Shape>> {
        GpuTensor::new(self.engine.padded(before), self.layout)
    }
}
impl<P: Pointer, D: Layout<Shape: GlobalShape>, L: Layout> GpuTensor<Located<P, D>, L> {
    /// Returns whether the tensor's first element is inside.
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        self.engine.is_inside()
    }
    /// Returns whether all elements are inside. The first and the last one decide: in each mode all
    /// others are between them.
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        let last = self.layout.offset_at(const { L::SIZE as u32 - 1 });
        self.is_inside() && self.engine.contains(last)
    }
}
impl<P: Pointer, D: Layout<Shape: GlobalShape>, L: Layout, S: Integer>
    GpuTensor<Located<P, D>, L, S>
{
    /// Returns the same elements, if everything used from here on is within 2^32 elements, as
    /// `narrow` of a matrix does.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let memory: Vec<u32> = (0..40).collect();
    /// let matrix = gmem(memory.as_ptr(), layout!((5u32, 8u32) : (8u32, 1))).padded((1, 1));
    /// // SAFETY: the memory has the element (1, 2).
    /// assert_eq!(unsafe { matrix.narrow().read((2u32, 3u32)) }, 10);
    /// ```
    #[inline(always)]
    pub fn narrow(self) -> GpuTensor<Located<Narrow<P>, D>, L> {
        GpuTensor::new(self.settled().engine.narrow(), self.layout)
    }
}
impl<P: Pointer, D: Layout, L: Layout> GpuTensor<Matrix<P, D>, L> {
    /// Returns the distance, in elements, of the first element from the multiple of N elements that
    /// precedes it in memory: `address / size mod N`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let memory = [0u64; 4];
    /// let row = gmem(memory.as_ptr().cast::<u16>(), layout!((1u32, 16u32) : (16u32, 1)));
    /// let behind = |j: u32| row.local_tile(shape!((1, 1)), (0u32, j)).settled().misalignment::<4>();
    /// assert_eq!([0, 1, 3, 4, 6].map(behind), [0, 1, 3, 0, 2]);
    /// ```
    #[inline(always)]
    pub fn misalignment<const N: u32>(self) -> u32 {
        let address = self.engine.pointer.constant().addr() as u32;
        address / const { size_of::<P::Element>() as u32 } % N
    }
    /// Returns whether the first element is inside the matrix.
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        self.engine.is_inside()
    }
    /// Returns whether all elements are inside the matrix. The last one decides: no other element
    /// of a tile is further down or further right.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let memory = [0f32; 5 * 8];
    /// let matrix = gmem(memory.as_ptr(), layout!((5u32, 8u32) : (8u32, 1)));
    /// let tile = |i: u32, j: u32| matrix.local_tile(shape!((4, 4)), (i, j)).settled();
    /// assert!(tile(0, 0).is_whole() && tile(0, 1).is_whole());
    /// assert!(!tile(1, 0).is_whole() && tile(1, 0).is_inside()); // one of four rows
    /// ```
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.engine.contains(self.layout.offset_at(const { L::SIZE as u32 - 1 }))
    }
}
impl<P: Pointer, D: Layout<Shape = (u32, u32)>, L: Layout, S: Integer>
    GpuTensor<Matrix<P, D>, L, S>
{
    /// Settles a tensor that begins inside the matrix, as the tiles of a
    /// [`Raster`](crate::schedule::Raster) do: the rows and columns that remain are then a
    /// difference, without a comparison.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::tensor::gmem;
    /// let memory = [0f32; 5 * 8];
    /// let matrix = gmem(memory.as_ptr(), layout!((5u32, 8u32) : (8u32, 1)));
    /// // SAFETY: tile (1, 1) begins at (4, 4), which is inside.
    /// let tile = unsafe { matrix.local_tile(shape!((4, 4)), (1u32, 1u32)).inside() };
    /// assert_eq!(tile.engine().coordinate(), (4, 4));
    /// ```
    ///
    /// # Safety
    ///
    /// The element is inside the matrix.
    #[inline(always)]
    pub unsafe fn inside(self) -> GpuTensor<Matrix<P, D>, L> {
        GpuTensor::new(self.engine.far_inside(self.start), self.layout)
    }
}
impl<P: Pointer, D: Layout, L: Layout, S: Integer> GpuTensor<Matrix<P, D>, L, S> {
    /// Returns the same elements, if everything used from here on is within 2^32 elements: shares
    /// of them have 32-bit offsets, as by a [`Narrow`] pointer. The offset of a tile then has 64
    /// bits, and the offset of a thread in it has 32.
    ///
    /// ```text
    /// gmem(c, ..).local_tile(..).narrow()                c + (64 bits)
    ///                                    .partition(..)  c + (64 bits) + (32 bits)
    /// ```
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{tensor::{gmem, rmem}, transform::transform};
    /// let memory: Vec<u32> = (0..40).collect();
    /// let matrix = gmem(memory.as_ptr(), layout!((5u32, 8u32) : (8u32, 1)));
    /// let tile = matrix.local_tile(shape!((2, 8)), (1u32, 0u32)).narrow();
    /// let (mine, mut column) = (tile.local_tile(shape!((2, 1)), (0u32, 3u32)), [0; 2]);
    /// // SAFETY: the memory has all elements.
    /// unsafe { transform(mine, rmem(&mut column, layout!((2, 1))), |x| x) };
    /// assert_eq!(column, [19, 27]);
    /// ```
    #[inline(always)]
    pub fn narrow(self) -> GpuTensor<Matrix<Narrow<P>, D>, L> {
        GpuTensor::new(self.settled().engine.narrow(), self.layout)
    }
}
impl<P: Pointer, D: Layout, L: Layout> GpuTensor<Matrix<P, D>, L> {
    /// Returns the values of a vector, as [`copied`](Self::copied) does; bounds are compared only
    /// along its axis.
    #[inline(always)]
    pub(crate) fn copied_folded(self, i: (u32, u32), j: u32) -> GpuTensor<Matrix<P, D>, Values<L>> {
        let at = self.copied_in(i, j);
        let engine = self.engine.folded(at).stepped(at);
        GpuTensor::new(engine, self.layout.head().head())
    }
    /// Returns the tiles along the last of four modes, in order.
    #[inline(always)]
    pub fn tiles(self) -> Tiles<P, D, L> {
        Tiles(self)
    }
}

/// The tiles of the last of four modes, in their order: a pointer moves from one to the next, so no
/// offset is computed per tile.
pub struct Tiles<P, D, L>(GpuTensor<Matrix<P, D>, L>);
/// A coordinate in the last of four modes.
type Last = (RangeFull, RangeFull, RangeFull, u32);
impl<P: Pointer, D: Layout, L: Layout> Tiles<P, D, L> {
    /// Returns the next tile; `number` is its number. It may be past the last tile; then none of
    /// its elements are inside.
    #[inline(always)]
    pub fn next(&mut self, number: u32) -> GpuTensor<Matrix<P, D>, L::Slice<Last>> {
        let GpuTensor { engine, layout, .. } = self.0;
        let at = layout.slice_offset((.., .., .., number));
        let tile = GpuTensor::new(engine.folded(at), layout.sliced((.., .., .., number)));
        let step = layout.slice_offset((.., .., .., 1u32));
        self.0.engine = engine.stepped(step);
        tile
    }
}
