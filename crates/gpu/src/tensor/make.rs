//! The functions that create tensors from a pointer, a map or an array, and a layout.

use super::GpuTensor;
use crate::engine::{
    Engine, Global, GlobalShape, Identity, Im2col, MapShape, Packed, Pointer, Rmem, Sequence, Smem,
    Tma, Walk,
};
use crate::number::FragmentElement;
use crate::{Gpu, TensorMap};
use zellige::construct::make_identity_layout;
use zellige::ops::{IdentityLayout, Upcast};
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::stride::{E, ScaledBasis};
use zellige::tensor::registers;

/// Creates a tensor in global memory at the pointer, with the shape and the strides of `layout`:
/// extents of `u32`, nested or not, in up to five modes per level. CuTe: `make_tensor` of a
/// `make_gmem_ptr`.
///
/// The tensor's own layout maps to coordinates, so everything derived from it knows its position in
/// the tensor: the part of a tile that is outside, in any mode, is not read or written. A matrix,
/// `(u32, u32)`, knows the rows and columns that remain, and is a
/// [`Matrix`](crate::engine::Matrix); other tensors know their coordinate, and are
/// [`Located`](crate::engine::Located).
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::{gmem, rmem}, transform::transform_or};
/// // Two batches of 3 rows and 5 columns. The tile of 4 by 4 at (0, 1) of batch 1 has 3 rows and 1
/// // column.
/// let memory: Vec<u32> = (0..2 * 3 * 5).collect();
/// let all = gmem(memory.as_ptr(), layout!((2u32, 3u32, 5u32) : (15u32, 5u32, 1)));
/// let tile = all.local_tile(shape!((1, 4, 4)), (1u32, 0u32, 1u32)).settled();
/// let mut values = [0; 16];
/// // SAFETY: the memory has the elements that are inside.
/// unsafe { transform_or(tile, 99, rmem(&mut values, layout!((1, 4, 4))), |x| x) };
/// assert_eq!(values[..5], [19, 24, 29, 99, 99]);
/// ```
///
/// A swizzled or composed layout does not compile, as in
/// [`Matrix::new`](crate::engine::Matrix::new).
#[doc(alias("make_tensor", "make_gmem_ptr", "make_ptr"))]
#[inline(always)]
pub fn gmem<P: Pointer, L: Layout<Shape: GlobalShape>>(
    pointer: P,
    layout: L,
) -> GpuTensor<GlobalEngine<P, L>, IdentityLayout<L::Shape>> {
    GpuTensor::new(Global::of(pointer, layout), make_identity_layout(layout.shape()))
}
/// The engine of a tensor in global memory with the layout L.
pub type GlobalEngine<P, L> = <<L as Layout>::Shape as GlobalShape>::Engine<P, L>;
/// Creates a tensor in global memory at the pointer, of the first `end` elements of the layout in
/// the order of their coordinates. CuTe: `make_tensor` of a `make_gmem_ptr`, and its
/// `make_counting_tensor`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{tensor::{rmem, sequence}, transform::transform_if};
/// let memory = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let every_third = sequence(memory.as_ptr(), layout!(3 : 3), 3); //           0, 3, 6
/// let from_1_on = every_third.local_tile(shape!((2,)), (1u32,)).settled(); //  tiles of two: 6, and one element outside
/// let mut values = [-1.0; 2];
/// // SAFETY: the memory has the elements that are inside.
/// unsafe { transform_if(from_1_on, rmem(&mut values, layout!(2)), |x| x) };
/// assert_eq!(values, [6.0, -1.0]);
/// ```
#[doc(alias("counting_iterator", "make_tensor", "make_gmem_ptr", "make_counting_tensor"))]
#[inline(always)]
pub fn sequence<P: Pointer, L: Layout>(
    pointer: P,
    layout: L,
    end: u32,
) -> GpuTensor<Sequence<P, L>, Strided<u32, int!(1)>> {
    counted(Sequence::new(pointer, layout, end))
}
/// Creates a [`sequence`] from a pointer to the element with the lowest address, whatever the sign
/// of its strides: BLAS's vector with an increment.
#[inline(always)]
pub fn blas_vector<P: Pointer, L: Layout>(
    pointer: P,
    layout: L,
    end: u32,
) -> GpuTensor<Sequence<P, L>, Strided<u32, int!(1)>> {
    counted(Sequence::from_lowest(pointer, layout, end))
}
#[inline(always)]
fn counted<P: Pointer, L: Layout>(
    engine: Sequence<P, L>,
) -> GpuTensor<Sequence<P, L>, Strided<u32, int!(1)>> {
    let end = engine.left();
    GpuTensor::new(engine, layout!(end : 1))
}
/// Creates the tensor of this shape as a map describes it to the tensor memory accelerator, with 1
/// to 5 modes, the last one contiguous. CuTe: `tma.get_tma_tensor(shape)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::tensor::tma;
/// // Tile (1, 2) of 64 by 32 elements in batch 3.
/// let all = tma(std::ptr::null(), (8u32, 512u32, 256u32));
/// let (tile, _) = (shape!((1, 64, 32)), ());
/// let mine = all.local_tile(tile, (3u32, 1u32, 2u32)).settled();
/// assert_eq!(mine.engine().coordinate(), [3, 64, 64]);
/// ```
#[doc(alias("get_tma_tensor", "tma_partition"))]
#[inline(always)]
pub fn tma<const D: usize, S: MapShape<D>>(
    map: *const TensorMap,
    shape: S,
) -> GpuTensor<Tma<D>, IdentityLayout<S>> {
    GpuTensor::new(Tma::new(map), make_identity_layout(shape))
}
/// Creates operand A of a convolution of images (image, row, column, channel), the matrix of one
/// row for each pixel of the result and one column for each channel of each element of the filter:
///
/// ```text
/// (pixel, k)    ((q, p, n), (c, s, r))    at pixel (n, step p - padding, step q - padding),
///                                         channel c and the offset dilation (r, s)
/// ```
///
/// The pixels have the shape `(q, p, n)`, K has `(c, s, r)`; `filter` has the numbers of the map,
/// for rows and for columns. CuTe: `make_im2col_tma_copy`, `tma.get_tma_tensor(shape)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{engine::Walk, tensor::im2col};
/// // A filter of 3 x 3 with a padding of 1 over images of 8 x 16, at every second column.
/// let walk = |step| Walk { padding: 1, step, dilation: 1 };
/// let [down, along] = [walk(1), walk(2)];
/// let a = im2col(std::ptr::null(), (8u32, 8u32, 2u32), (64u32, 3u32, 3u32), [down, along]);
/// let at = a.at((8u32 + 3, 64 * 5u32)).settled().engine(); // pixel (0, 1, 3), element (1, 2)
/// assert_eq!(at.coordinate(), ([0, 0, 5, 0], [1, 2]));
/// ```
#[doc(alias("make_im2col_tma_copy", "get_tma_tensor"))]
#[inline(always)]
pub fn im2col(
    map: *const TensorMap,
    pixels: (u32, u32, u32),
    k: (u32, u32, u32),
    [down, along]: [Walk; 2],
) -> GpuTensor<Im2col<4, 2>, Im2colPoints> {
    let first = [down, along].map(|walk| -(walk.padding as i32));
    let pixel = (ScaledBasis::new(along.step), ScaledBasis::new(down.step), E::default());
    let offset = (E::default(), ScaledBasis::new(along.dilation), ScaledBasis::new(down.dilation));
    GpuTensor::new(Im2col::new(map, first), Strided::new((pixels, k), (pixel, offset)))
}
/// The layout ((q, p, n), (c, s, r)) of [`im2col`]: its points are (n, row, column, c, r, s).
pub type Im2colPoints = Strided<((u32, u32, u32), (u32, u32, u32)), (OfPixel, OfFilter)>;
type OfPixel = (Along<coord!((2,))>, Along<coord!((1,))>, E<coord!((0,))>);
type OfFilter = (E<coord!((3,))>, Along<coord!((5,))>, Along<coord!((4,))>);
type Along<P> = ScaledBasis<u32, P>;
/// Creates the tensor of this shape, of 1 to 5 modes, with its coordinates as elements. CuTe:
/// `make_identity_tensor(shape)`.
///
/// ```
/// use zellige::{atom::{OperandC, make_tiled_mma, mma}, prelude::*};
/// use zellige_gpu::{tensor::{identity, rmem}, transform::transform};
/// // Thread 5 of a warp has sums of rows 1 and 9 of a tile of 16 by 8; those right of the diagonal
/// // are masked.
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
/// let at = identity(shape!((16, 8))).partition::<OperandC, _>(mma, 5); // (MMA, 1, 1)
/// let mut sums = [1.0; 4];
/// // SAFETY: the array lives longer than the tensor.
/// unsafe {
///     let sums = rmem(&mut sums, layout!(((2, 2), 1, 1)));
///     transform((sums, at), sums, |(sum, [i, j])| if j <= i { sum } else { 0.0 });
/// }
/// assert_eq!(sums, [0.0, 0.0, 1.0, 1.0]); // (1, 2), (1, 3), (9, 2), (9, 3)
/// ```
#[doc(alias("make_identity_tensor", "make_coord_tensor"))]
#[inline(always)]
pub fn identity<const D: usize, S: MapShape<D>>(
    shape: S,
) -> GpuTensor<Identity<D>, IdentityLayout<S>> {
    GpuTensor::new(Identity::new(), make_identity_layout(shape))
}
/// Creates a tensor in the block's shared memory that begins at the element `first`. CuTe:
/// `make_tensor` of a `make_smem_ptr`.
#[doc(alias("make_tensor", "make_smem_ptr"))]
#[inline(always)]
pub fn smem<T, L: Layout>(gpu: impl Gpu, first: u32, layout: L) -> GpuTensor<Smem<T>, L> {
    let memory = gpu.shared_of_tensor::<T, L>(first, layout);
    let all = Smem::new(memory.cast::<T>(), gpu.shared_address());
    GpuTensor::new(all.moved(first), layout)
}
/// Creates a tensor of an array in registers. CuTe: `make_tensor` of a `make_rmem_ptr`.
///
/// An array of another length does not compile:
/// `(_2,_4):(_4,_1) needs an array of 8 registers, but this one has 7`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{copy::fill, tensor::rmem};
/// let mut sums = [0f32; 8];
/// // SAFETY: the array lives longer than the tensor.
/// unsafe { fill(rmem(&mut sums, layout!((2, 4) : (4, 1))), 1.5) };
/// assert_eq!(sums, [1.5; 8]);
/// ```
///
/// ```compile_fail,E0080
/// # use zellige::prelude::*;
/// # use zellige_gpu::tensor::rmem;
/// let mut sums = [0f32; 7];
/// let _ = rmem(&mut sums, layout!((2, 4) : (4, 1)));
/// ```
///
/// If the layout is a parameter of the kernel, the array has the type [`Registers`], and its length
/// is a bound:
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{copy::fill, tensor::rmem};
/// fn second_column<L: Layout<Cosize: ArrayLength>>() -> Registers<f32, L::Cosize> {
///     let mut sums = Registers::zeroed();
///     // SAFETY: the array lives longer than the tensor.
///     unsafe { fill(rmem(&mut sums, L::STATIC).slice((.., 1u32)), 1.0) };
///     sums
/// }
/// assert_eq!(second_column::<layout!((2, 3))>().as_slice(), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
/// ```
#[doc(alias("make_tensor", "make_rmem_ptr", "make_rmem_tensor", "make_fragment"))]
#[inline(always)]
pub fn rmem<A: RegisterArray, L: Layout>(
    array: &mut A,
    layout: L,
) -> GpuTensor<Rmem<A::Element>, L> {
    const { check_length::<L>(A::LENGTH, 1) }
    GpuTensor::new(Rmem(array.start()), layout)
}
/// Returns the registers of a fragment of [`packed`] elements T, with all bits zero. A register
/// holds four elements of 8 bits, or two of 16.
///
/// ```
/// use zellige::{atom::{MmaTiling, OperandA, TiledMma, mma}, prelude::*};
/// use zellige_gpu::{F16, tensor::packed_registers};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN>;
/// let a = Mma::STATIC.partition_fragment::<OperandA, _>(layout!((64, 32))); // ((2, 2, 2), 4, 2)
/// assert_eq!(size_of_val(&packed_registers::<F16, _>(a)), 4 * 64 / 2);
/// ```
#[inline(always)]
pub fn packed_registers<T: FragmentElement, L: Layout>(
    layout: L,
) -> RegistersOf<u32, Upcast<L, T::InRegister>> {
    const {
        assert!(
            <T::InRegister as Integer>::KNOWN > 0,
            "packed_registers: an element does not fit in a register of 32 bits"
        )
    }
    registers(layout.upcast(T::InRegister::default()))
}
/// An array of registers: `[T; N]`, or [`Registers`], which has its length as a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array of registers",
    label = "is neither `[T; N]` nor `Registers<T, N>`"
)]
pub trait RegisterArray: sealed::Array {
    /// The type of a register.
    type Element: Copy;
    /// The number of registers.
    const LENGTH: usize;
    /// Returns an array with every register equal to `value`.
    #[doc(hidden)]
    fn filled(value: Self::Element) -> Self;
    /// Returns the pointer to the first register.
    #[doc(hidden)]
    fn start(&mut self) -> *mut Self::Element;
}
mod sealed {
    pub trait Array {}
    impl<T: Copy, const N: usize> Array for [T; N] {}
    impl<T: Copy, N: super::ArrayLength> Array for super::Registers<T, N> {}
}
impl<T: Copy, const N: usize> RegisterArray for [T; N] {
    type Element = T;
    const LENGTH: usize = N;
    #[inline(always)]
    fn filled(value: T) -> Self {
        [value; N]
    }
    #[inline(always)]
    fn start(&mut self) -> *mut T {
        self.as_mut_ptr()
    }
}
impl<T: Copy, N: ArrayLength> RegisterArray for Registers<T, N> {
    type Element = T;
    const LENGTH: usize = Self::LENGTH;
    #[inline(always)]
    fn filled(value: T) -> Self {
        Registers::filled(value)
    }
    #[inline(always)]
    fn start(&mut self) -> *mut T {
        self.base_mut().as_ptr()
    }
}
/// Panics if an array of `length` registers that hold `each` elements each does not have the length
/// that L needs.
pub(crate) const fn check_length<L: Layout>(length: usize, each: usize) {
    let needed = L::COSIZE.div_ceil(each);
    if needed != length {
        let message = Message::new().cat(&L::TEXT).s(" needs an array of ");
        let message = message.u(needed as u64).s(" registers, but this one has ");
        message.u(length as u64).raise()
    }
}
/// Creates a tensor of elements of 8, 16 or 32 bits in an array of registers. See [`Packed`].
///
/// An array with more or fewer registers than the elements fill does not compile, as for [`rmem`].
#[doc(alias("make_tensor", "make_rmem_ptr", "make_rmem_tensor", "make_fragment"))]
#[inline(always)]
pub fn packed<T, A: RegisterArray<Element = u32>, L: Layout>(
    array: &mut A,
    layout: L,
) -> GpuTensor<Packed<T>, L> {
    const { check_length::<L>(A::LENGTH, Packed::<T>::IN_REGISTER) }
    GpuTensor::new(Packed::new(array.start()), layout)
}
