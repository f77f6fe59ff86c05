//! Copies: the type of the atom, and the memories of the source and the destination, choose the
//! instruction.
//!
//! | atom | from | to | instruction |
//! |---|---|---|---|
//! | `UniversalCopy<{8,16,32,64,128}>` | [`Matrix`], [`Sequence`](crate::engine::Sequence), shared memory, [`Rmem`] | the same | a load and a store of that width |
//! | the same, by [`copy_if`] | the same, if inside | the same, if inside | the same, with zeros for elements outside the source |
//! | `SM80_CP_ASYNC_CACHEALWAYS<{32,64,128}>`, by [`copy_if`] | [`Matrix`], if inside | shared memory | `cp.async.ca`, which writes zeros for elements outside |
//! | `SM80_CP_ASYNC_CACHEGLOBAL<128>`, by [`copy_if`] | [`Matrix`], if inside | shared memory | `cp.async.cg`, also with zeros |
//! | `SM75_U32x{1,2,4}_LDSM_N`, `SM75_U16x{2,4,8}_LDSM_T` | shared memory | [`Packed`](crate::engine::Packed) registers | `ldmatrix`, `ldmatrix.trans` |
//! | `SM100_SU{4,6}_DU8x16_x{1,2,4}_LDSM_N` | [`Padded`](crate::number::Padded) numbers in shared memory | [`Packed`](crate::engine::Packed) registers, a number in each byte | `ldmatrix`, widening |
//! | `SM90_U32x{1,2,4}_STSM_N`, `SM90_U16x{2,4,8}_STSM_T` | [`Packed`](crate::engine::Packed) registers | shared memory | `stmatrix`, `stmatrix.trans` |
//!
//! In generic code, a copy bounds its atom, `C: CopyTiling<Atom = CopyAtom<..>>`, or the kind of
//! its atom: [`CpAsync`] for `cp.async`, and [`Ldmatrix`] for `ldmatrix`.
//!
//! Boxes of tensors of 1 to 5 modes are copied as a whole, by one thread and through the tensor's
//! map: [`copy_box`], [`copy_boxes`] for a tile of several boxes, [`copy_box_multicast`] to all
//! blocks of a cluster, [`copy_column`] for the pixels under a filter; [`store_box`] and
//! [`reduce_box`] copy boxes from shared memory.
//!
//! Tensors have the elements of a thread in the first mode,
//! `((values of an instruction, instructions), ..)`, as returned by `partition_s`, `partition_d`
//! and `retile`. All instructions are unrolled, at most 16 of the first mode and 16 of the others.
//! A vector that is not contiguous in the matrix does not compile:
//!
//! ```text
//! a vector of the elements _8:_1@1 does not lie side by side in a matrix of the layout (?,?):(_1,?)
//! ```

mod matrix;
mod side_by_side;
mod tma;
mod vector;
pub use matrix::Ldmatrix;
pub(crate) use side_by_side::{check_shared, check_vector, is_step};
pub use tma::{
    copy_box, copy_box_hint, copy_box_multicast, copy_boxes, copy_column, prefetch_box, reduce_box,
    store_box,
};
pub use vector::{CpAsync, Readable, Writable};

use crate::access;
use crate::engine::{
    Engine, Get, Matrix, Pointer, PointerMut, Rmem, SharedAddress, SwizzledSmem, is_far,
};
use crate::tensor::{GpuTensor, Values, Vectors, check_shares, refuse_shares};
use crate::transform::transform_if;
use crate::{unroll, vector::write};
use core::mem::MaybeUninit;
use core::ops::RangeFull;
use side_by_side::{check_registers, steps};
use zellige::Outer;
use zellige::Steps;
use zellige::atom::CopyTiling;
use zellige::prelude::*;
use zellige::profile::check_slice;

/// The instruction of a copy atom, from the elements S to the elements D on the machine G.
#[doc(alias("copy_unpack", "copy_atom_call"))]
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` does not copy from `{S}` to `{D}` on the machine `{G}`",
    label = "copies between other memories, with a predicate, or on another machine",
    note = "the module `zellige_gpu::copy` lists what each atom copies; call `copy_if` to copy with a predicate by `cp.async`",
    note = "an atom `SM75_` or `SM80_` needs a machine `G: Sm80`, an atom `SM90_` needs `G: Sm90`, an atom `SM100_SU4_` or `SM100_SU6_` needs `G: Sm120`",
    note = "if the tiled copy is a type parameter, name its atom: `C: CopyTiling<Atom = CopyAtom<..>>`, or bound it, `Atom: Ldmatrix`"
)]
pub trait CopyInstruction<G, S, D> {
    /// Copies, or begins to copy.
    ///
    /// # Safety
    ///
    /// The conditions of the instruction hold: the addresses are valid and aligned, and all threads
    /// that the instruction requires execute it.
    unsafe fn copy(gpu: G, from: S, to: D);
}
/// The instruction of a copy atom that copies zeros for elements outside the source.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` does not copy with a predicate from `{S}` to `{D}` on the machine `{G}`",
    label = "has no predicate, copies between other memories, or on another machine",
    note = "the module `zellige_gpu::copy` lists what each atom copies",
    note = "an atom `SM80_` needs a machine `G: Sm80`",
    note = "if the tiled copy is a type parameter, name its atom: `C: CopyTiling<Atom = CopyAtom<..>>`, or bound it, `Atom: CpAsync`"
)]
pub trait CopyIfInstruction<G, S, D> {
    /// Copies, or begins to copy; copies zeros if `inside` is false.
    ///
    /// # Safety
    ///
    /// The conditions of [`CopyInstruction::copy`] hold; those of `from` only if `inside` is true.
    unsafe fn copy_if(gpu: G, from: S, to: D, inside: bool);
}

/// Copies a thread's share of a tiled copy. CuTe: `copy(tiled_copy, src, dst)`.
///
/// # Safety
///
/// The conditions of [`CopyInstruction::copy`] hold for each element of the tensors' modes after
/// the first.
#[inline(always)]
pub unsafe fn copy<G, C, S, SL, D, DL>(gpu: G, _: C, from: GpuTensor<S, SL>, to: GpuTensor<D, DL>)
where
    G: Copy,
    C: CopyTiling,
    C::Atom: CopyInstruction<G, GpuTensor<S, Values<SL>>, GpuTensor<D, Values<DL>>>,
    S: Engine,
    D: Engine,
    SL: Layout,
    DL: Layout,
{
    const { check_shares::<SL, DL>("copy") }
    unroll!(for i in 0..{ <SL::Tail as Layout>::SIZE as u32 } {
        unroll!(for j in 0..{ <Vectors<SL> as Layout>::SIZE as u32 } {
            C::Atom::copy(gpu, from.copied(i, j), to.copied(i, j))
        });
    });
}
/// The second mode of a share.
type Second<L> = <<L as Steps>::Tail as Steps>::Head;
type Others<L> = <<L as Steps>::Tail as Steps>::Tail;
/// Panics if one of the modes after the first has different sizes in two shares ((values, vectors),
/// ...).
const fn check_modes<F: Layout, T: Layout>(operation: &'static str) {
    if Second::<F>::SIZE != Second::<T>::SIZE
        || Others::<F>::SIZE != Others::<T>::SIZE
        || Vectors::<F>::SIZE != Vectors::<T>::SIZE
        || Values::<F>::SIZE != Values::<T>::SIZE
    {
        refuse_shares::<F, T>(operation)
    }
}
/// Copies the part of a thread's share of a tiled copy that is inside: elements outside the source
/// are copied as zeros, and elements outside the destination are not written. CuTe: `copy_if`.
///
/// The first element of a vector decides for the whole vector; a predicate per element needs an
/// atom of one element.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// use zellige_gpu::{Gpu, copy::copy_if, tensor::{gmem, smem}};
/// type Vectors = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>, layout!((16, 16)), layout!((4, 1))>;
/// /// Writes the part inside a matrix of f32 with m rows, a multiple of 4, from a tile in shared
/// /// memory.
/// unsafe fn write_tile<G: Gpu>(gpu: G, to: *mut f32, (m, n): (u32, u32), tile: (u32, u32)) {
///     let write = Vectors::default();
///     let g = gmem(to, layout!((m, n) : (1, m))).local_tile(shape!((64, 64)), tile);
///     let s = smem::<f32, _>(gpu, 0, layout!((64, 64)));
///     // SAFETY: the matrix and the tile exist.
///     unsafe {
///         copy_if(gpu, write, s.partition_s(write, gpu.thread()), g.partition_d(write, gpu.thread()));
///     }
/// }
/// ```
///
/// # Safety
///
/// The conditions of [`CopyIfInstruction::copy_if`] hold for each element of the tensors' modes
/// after the first.
#[doc(alias = "basic_copy_if")]
#[inline(always)]
pub unsafe fn copy_if<G, C, S, SL, D, DL>(
    gpu: G,
    _: C,
    from: GpuTensor<S, SL>,
    to: GpuTensor<D, DL>,
) where
    G: Copy,
    C: CopyTiling,
    C::Atom: CopyIfInstruction<G, GpuTensor<S, Values<SL>>, GpuTensor<D, Values<DL>>>,
    S: Engine,
    SL: Layout,
    D: Engine,
    DL: Layout,
{
    const { check_shares::<SL, DL>("copy_if") }
    unroll!(for i in 0..{ <SL::Tail as Layout>::SIZE as u32 } {
        unroll!(for j in 0..{ <Vectors<SL> as Layout>::SIZE as u32 } {
            let inside = from.has_copied(i, j);
            if to.has_copied(i, j) {
                C::Atom::copy_if(gpu, from.copied(i, j), to.copied(i, j), inside)
            }
        });
    });
}

/// Copies as [`copy_if`] does, but tests and copies every element separately: for matrices that
/// begin and end anywhere. The loops over the vectors of the share, and over the elements of each
/// vector, are not unrolled.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// use zellige_gpu::{Gpu, copy::copy_elements_if, tensor::{gmem, smem}};
/// type Rows = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>, layout!((16, 8) : (8, 1)), layout!((1, 8))>;
/// /// Copies a tile of a matrix of m by n 16-bit numbers, with any row stride, to shared memory.
/// unsafe fn read_tile<G: Gpu>(gpu: G, from: *const u16, (m, n, ld): (u32, u32, u32), tile: (u32, u32)) {
///     let read = Rows::default();
///     let g = gmem(from, layout!((m, n) : (ld, 1))).local_tile(shape!((64, 64)), tile);
///     let s = smem::<u16, _>(gpu, 0, layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1)));
///     // SAFETY: the matrix and the tile exist.
///     unsafe {
///         copy_elements_if(g.partition_s(read, gpu.thread()), s.partition_d(read, gpu.thread()));
///     }
/// }
/// ```
///
/// A vector with elements that are not contiguous in shared memory does not compile:
/// `a vector of the elements _8:_2 does not lie side by side in shared memory`.
///
/// # Safety
///
/// The elements that are inside exist, this thread may write those in shared memory, and all-zero
/// bits are a valid element. Under a swizzle, a vector begins at a multiple of its element count,
/// as does a vector that an instruction copies: the elements of a vector that begins elsewhere
/// would not be contiguous.
#[inline(always)]
pub unsafe fn copy_elements_if<P, D, SL, F, DL>(
    from: GpuTensor<Matrix<P, D>, SL>,
    to: GpuTensor<SwizzledSmem<P::Element, F>, DL>,
) where
    P: Pointer<Element: Copy>,
    D: Layout,
    SL: Layout,
    F: Outer,
    DL: Layout,
{
    const {
        let bytes = Values::<DL>::SIZE * size_of::<P::Element>();
        check_shared::<SwizzledSmem<P::Element, F>, Values<DL>>(bytes);
        check_modes::<SL, DL>("copy_elements_if")
    }
    let values = const { Values::<DL>::SIZE as u32 };
    unroll!(for j in 0..{ <Vectors<DL> as Layout>::SIZE as u32 } {
        let first = to.engine.pointer();
        let mut rest = 0;
        while rest < const { Others::<DL>::SIZE as u32 } {
            let mut i = 0;
            while i < const { Second::<DL>::SIZE as u32 } {
                let from = from.copied_folded((i, rest), j);
                let at = to.copied_in((i, rest), j);
                let to = match const { all_far::<DL, F>() } {
                    true => first.wrapping_add(at.u32() as usize),
                    false => to.engine.moved(at).pointer(),
                };
                let mut value = 0;
                while value < values {
                    let from = from.element(value);
                    let element = match from.is_inside() {
                        true => from.get(),
                        false => MaybeUninit::zeroed().assume_init(),
                    };
                    access::write_shared(to.wrapping_add(value as usize), element);
                    value += 1;
                }
                i += 1;
            }
            rest += 1;
        }
    });
}

/// Returns whether the swizzle F treats all vectors of a share alike.
const fn all_far<L: Layout, F: Outer>() -> bool {
    are_far::<Vectors<L>, F>() && are_far::<L::Tail, F>()
}
/// Returns whether the swizzle F treats all offsets of L alike.
const fn are_far<L: Layout, F: Outer>() -> bool {
    // At an index that is a power of two, one mode is at 1, and only the modes before it may have
    // larger coordinates.
    let (steps, mut bit) = (steps::<L>(), 0);
    while bit < steps.len() && 1 << bit < L::SIZE {
        if !is_far::<F>(steps[bit]) {
            return false;
        }
        bit += 1;
    }
    L::SIZE <= 1 << steps.len()
}

/// Sets every element of a tensor in registers. CuTe: `fill`.
///
/// # Safety
///
/// The array from which the tensor was created is alive.
#[inline(always)]
pub unsafe fn fill<T: Copy, L: Layout>(tensor: GpuTensor<Rmem<T>, L>, value: T) {
    let mut i = 0;
    while i < const { L::SIZE as u32 } {
        *tensor.engine.moved(tensor.layout.offset_at(i)).pointer() = value;
        i += 1;
    }
}

/// The mode H of sums ((V, H), M, N).
type SumH<L> = <Vectors<L> as Steps>::Head;

/// Writes the sums ((2, H), M, N) of an `mma.sync` that are inside the matrix, two elements at a
/// time; rows that are outside are skipped as a whole.
///
/// Two elements that are not contiguous in the matrix, or in registers, do not compile:
/// `a vector of the elements _2:_1@1 does not lie side by side in a matrix of the layout (?,?):(_1,?)`.
///
/// # Safety
///
/// Each pair of elements that is inside may be written, and is aligned to the size of the pair.
#[inline(always)]
pub unsafe fn store_if<T, CL, P, D, L>(from: GpuTensor<Rmem<T>, CL>, to: GpuTensor<Matrix<P, D>, L>)
where
    P: PointerMut<Element = T>,
    T: Copy,
    CL: Layout,
    D: Layout,
    L: Layout,
{
    const {
        check_vector::<T, Values<L>, D>(2 * size_of::<T>());
        check_registers::<T, Values<CL>>(2 * size_of::<T>())
    }
    rows_inside(from, to, |from, to| {
        unroll!(for j in 0..{ Others::<L>::SIZE as u32 } {
            let from = from.vector(j).engine.pointer();
            if to.has_vector(j) {
                write(to.vector(j).engine.pointer().mutable(), [*from, *from.add(1)]);
            }
        });
    });
}
/// Writes as [`store_if`] does, but tests and writes every sum separately: for matrices that begin
/// and end anywhere.
///
/// ```
/// use zellige::{atom::*, prelude::*};
/// use zellige_gpu::{copy::store_elements_if, tensor::{gmem, rmem}};
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
/// let (mut memory, mut sums) = ([0.0; 5 * 3], [1.0, 2.0, 3.0, 4.0]);
/// let tile = gmem(memory.as_mut_ptr(), layout!((5u32, 3u32) : (3u32, 1))).local_tile(shape!((16, 8)), (0u32, 0u32));
/// // Thread 5 has the sums at (1, 2), (1, 3), (9, 2) and (9, 3); only the first is inside.
/// let mine = tile.partition::<OperandC, _>(mma, 5);
/// // SAFETY: the memory has the elements that are inside.
/// unsafe { store_elements_if(rmem(&mut sums, layout!(((2, 2), 1, 1))), mine) };
/// assert_eq!((memory[3 + 2], memory.iter().sum::<f32>()), (1.0, 1.0));
/// ```
///
/// # Safety
///
/// Elements that are inside may be written.
#[inline(always)]
pub unsafe fn store_elements_if<T, CL, P, D, L>(
    from: GpuTensor<Rmem<T>, CL>,
    to: GpuTensor<Matrix<P, D>, L>,
) where
    P: PointerMut<Element = T>,
    T: Copy,
    CL: Layout,
    D: Layout,
    L: Layout,
{
    rows_inside(from, to, |from, to| transform_if(from, to, |sum| sum));
}
/// The coordinate of a row in sums ((2, H), M, N).
type RowCoord = ((RangeFull, u32), u32, RangeFull);
/// A row of sums, and of the matrix.
type Row<L> = <L as Layout>::Slice<RowCoord>;
/// Calls the function with each row of sums ((2, H), M, N), and with the row of the matrix, if it
/// is inside.
#[inline(always)]
fn rows_inside<T, CL: Layout, P: Pointer, D: Layout, L: Layout>(
    from: GpuTensor<Rmem<T>, CL>,
    to: GpuTensor<Matrix<P, D>, L>,
    mut f: impl FnMut(GpuTensor<Rmem<T>, Row<CL>>, GpuTensor<Matrix<P, D>, Row<L>>),
) {
    const {
        check_slice::<CL, RowCoord>();
        check_slice::<L, RowCoord>();
        check_modes::<CL, L>("store_if")
    }
    unroll!(for i in 0..{ Second::<L>::SIZE as u32 } {
        unroll!(for h in 0..{ SumH::<L>::SIZE as u32 } {
            let row = ((.., h), i, ..);
            let start = to.layout.slice_offset(row);
            let to = GpuTensor::new(to.engine.folded(start).stepped(start), to.layout.sliced(row));
            if to.is_inside() {
                f(from.slice(row), to)
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Smem;
    use crate::tensor::{gmem, rmem};
    use zellige::atom::{CopyAtom, MakeTiledCopy, copy as copies};

    #[test]
    fn a_thread_may_have_several_vectors_in_the_first_mode() {
        type Atom = CopyAtom<copies::UniversalCopy<int!(32)>, int!(32)>;
        type Singles = MakeTiledCopy<Atom, layout!((1, 1)), layout!((2, 1))>;
        let memory = [1u32, 2, 3, 4, 5, 6];
        let matrix = gmem(memory.as_ptr(), layout!((3u32, 2u32) : (1, 3u32)));
        let tile = matrix.local_tile(shape!((4, 4)), (0u32, 0u32));
        let mut values = [9; 16];
        // SAFETY: the memory has the elements that are inside.
        unsafe {
            let values = rmem(&mut values, layout!(((1, 2), 2, 4)));
            let mine = tile.partition_s(Singles::STATIC, 0);
            assert_eq!(mine.layout().shape(), shape!(((1, 2), 2, 4)));
            copy_if((), Singles::STATIC, mine, values);
        }
        assert_eq!(values, [1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
    #[test]
    fn elements_are_copied_one_by_one() {
        type Rows = MakeTiledCopy<
            CopyAtom<copies::UniversalCopy<int!(64)>, int!(16)>,
            layout!((2, 1)),
            layout!((1, 4)),
        >;
        type Tile = layout!(Sw<1, 2, 1> o 0 o (4, 8) : (8, 1));
        let memory: [u16; 27] = core::array::from_fn(|i| i as u16 + 1);
        for (rows, columns) in [(3u32, 9u32), (4, 5), (1, 1), (0, 8), (3, 0)] {
            for ld in [columns, columns + 1] {
                if rows * ld > 27 {
                    continue;
                }
                let matrix = gmem(memory.as_ptr(), layout!((rows, columns) : (ld, 1)));
                let tile = matrix.local_tile(shape!((4, 8)), (0u32, 0u32));
                let mut shared = [99u16; 32];
                let stage = Smem::<u16>::new(shared.as_mut_ptr(), 0);
                let stage = GpuTensor::new(stage, Tile::STATIC);
                for thread in 0..2 {
                    // SAFETY: the memory has the elements that are inside.
                    unsafe {
                        let to = stage.partition_d(Rows::STATIC, thread);
                        copy_elements_if(tile.partition_s(Rows::STATIC, thread), to);
                    }
                }
                for (row, column) in (0..4).flat_map(|row| (0..8).map(move |c| (row, c))) {
                    let inside = row < rows && column < columns;
                    let expected = if inside { memory[(row * ld + column) as usize] } else { 0 };
                    assert_eq!(shared[Tile::STATIC.crd2idx((row, column)).usize()], expected);
                }
            }
        }
    }
    #[test]
    fn vectors_whose_steps_a_swizzle_sees() {
        type Copy<V> =
            MakeTiledCopy<CopyAtom<copies::UniversalCopy<int!(32)>, int!(16)>, layout!((1, 1)), V>;
        // Two vectors of a row, and rows: under this swizzle, none of them are far from each other.
        type Tile = layout!(Sw<2, 1, 3> o 0 o (4, 8) : (8, 1));
        const { assert!(!are_far::<layout!((2, 2) : (2, 8)), <Tile as Layout>::Swizzle>()) }
        let memory: [u16; 32] = core::array::from_fn(|i| i as u16 + 1);
        let matrix = gmem(memory.as_ptr(), layout!((4u32, 8u32) : (8u32, 1)));
        let tile = matrix.local_tile(shape!((4, 8)), (0u32, 0u32));
        let mut shared = [99u16; 32];
        let stage = GpuTensor::new(Smem::<u16>::new(shared.as_mut_ptr(), 0), Tile::STATIC);
        let copy = Copy::<layout!((1, 2))>::STATIC;
        // SAFETY: the memory has all elements.
        unsafe { copy_elements_if(tile.partition_s(copy, 0), stage.partition_d(copy, 0)) }
        for (row, column) in (0..4u32).flat_map(|row| (0..8u32).map(move |c| (row, c))) {
            let place = Tile::STATIC.crd2idx((row, column)) as usize;
            assert_eq!(shared[place], memory[(8 * row + column) as usize]);
        }
    }
    #[test]
    fn sums_are_written_one_by_one() {
        let mut sums: [f32; 8] = core::array::from_fn(|i| i as f32 + 1.0);
        let mut memory = [0.0; 9];
        let matrix = gmem(memory.as_mut_ptr(), layout!((3u32, 3u32) : (3u32, 1)));
        // ((2, 2), 1, 2): two adjacent columns and two rows; then two columns further on.
        // SAFETY: the memory has the elements that are inside.
        unsafe {
            let to = GpuTensor::new(
                matrix.settled().engine(),
                zellige::construct::make_identity_layout(shape!((2, 4)))
                    .compose(layout!(((2, 2), 1, 2) : ((2, 1), 0, 4))),
            );
            store_elements_if(rmem(&mut sums, layout!(((2, 2), 1, 2))), to);
        }
        assert_eq!(memory, [1.0, 2.0, 5.0, 3.0, 4.0, 7.0, 0.0, 0.0, 0.0]);
    }
    #[test]
    fn what_is_outside_of_the_destination_is_not_written() {
        type Atom = CopyAtom<copies::UniversalCopy<int!(64)>, int!(32)>;
        type Pairs = MakeTiledCopy<Atom, layout!((1, 1)), layout!((2, 1))>;
        let pairs = Pairs::default();
        let mut values: [u32; 16] = core::array::from_fn(|i| i as u32 + 1);
        let mut memory = [0u64; 6];
        let matrix = gmem(memory.as_mut_ptr().cast::<u32>(), layout!((4u32, 2u32) : (1, 4u32)));
        let tile = matrix.local_tile(shape!((4, 4)), (0u32, 0u32));
        // SAFETY: the memory has the elements that are inside, and is aligned to two of them.
        unsafe {
            let values = rmem(&mut values, layout!((2, 2, 4)));
            copy_if((), pairs, values, tile.partition_d(pairs, 0));
        }
        let pair = |first: u64| first | (first + 1) << 32;
        assert_eq!(memory, [pair(1), pair(3), pair(5), pair(7), 0, 0]);
    }
}
