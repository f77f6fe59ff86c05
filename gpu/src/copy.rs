//! Copies: the instruction is chosen by the type of the atom, and by where its ends lie.
//!
//! | atom | from | to | instruction |
//! |---|---|---|---|
//! | `SM80_CP_ASYNC_CACHEGLOBAL<128>` | [`Matrix`], if inside | shared memory | `cp.async.cg`, which writes zeros for what is outside |
//! | `SM75_U32x4_LDSM_N` | shared memory | [`Packed`] registers | `ldmatrix.x4` |
//!
//! Tensors have the elements of one instruction in the first mode, `(CPY, ..)`, as `partition_s`, `partition_d` and `retile`
//! make them. All other modes are written out, at most 16 instructions. A vector that does not lie side by side in the
//! matrix is refused when the copy is compiled:
//!
//! ```text
//! a vector of the elements (_8,_1):(_1@1,_0) does not lie side by side in a matrix of the layout (?,?):(_1,?)
//! ```

use crate::engine::{Matrix, Moved, Packed, Point, Pointer, Rmem, SharedAddress};
use crate::tensor::GpuTensor;
use crate::{Sm80, unroll, vector};
use core::ops::RangeFull;
use zellige::atom::{CopyAtom, CopyTiling, copy};
use zellige::prelude::*;
use zellige::refusal::Message;

/// The instruction of a copy atom, from the elements S to the elements D on the machine G.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` does not copy from `{S}` to `{D}` on the machine `{G}`",
    label = "copies between other memories, or on another machine",
    note = "the module `zellige_gpu::copy` lists what each atom copies"
)]
pub trait CopyInstruction<G, S, D> {
    /// Copies, or begins to.
    ///
    /// # Safety
    ///
    /// As of the instruction: the addresses are valid and aligned, and all threads that it takes are here.
    unsafe fn copy(gpu: G, from: S, to: D);
}
/// The instruction of a copy atom that copies zeros instead of what is outside.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` does not copy with a predicate from `{S}` to `{D}` on the machine `{G}`",
    label = "has no predicate, copies between other memories, or on another machine",
    note = "the module `zellige_gpu::copy` lists what each atom copies"
)]
pub trait CopyIfInstruction<G, S, D> {
    /// Copies, or begins to; zeros if not `inside`.
    ///
    /// # Safety
    ///
    /// As of [`CopyInstruction::copy`]; of `from` only if `inside`.
    unsafe fn copy_if(gpu: G, from: S, to: D, inside: bool);
}

/// The step of a vector of the layout L from element 0 to element I.
type Step<L, I> = <L as Layout>::Crd2Idx<I>;
/// A vector whose elements have static coordinates: its size is a power of two, so the elements 1, 2, 4 and 8 say where all
/// others are.
pub trait Vector: Layout {
    /// The coordinates of the elements 1, 2, 4 and 8.
    const STEPS: [Option<(u64, u64)>; 4];
}
impl<L: Layout> Vector for L
where
    Step<L, int!(1)>: Point,
    Step<L, int!(2)>: Point,
    Step<L, int!(4)>: Point,
    Step<L, int!(8)>: Point,
{
    const STEPS: [Option<(u64, u64)>; 4] = [
        <Step<L, int!(1)> as Point>::KNOWN_PAIR,
        <Step<L, int!(2)> as Point>::KNOWN_PAIR,
        <Step<L, int!(4)> as Point>::KNOWN_PAIR,
        <Step<L, int!(8)> as Point>::KNOWN_PAIR,
    ];
}
/// Refuses a vector of 16 bytes, of elements T with the coordinates L, that does not lie side by side in a matrix of the
/// layout M.
const fn check_vector<T, L: Vector, M: Layout>() {
    let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
    if L::SIZE * size_of::<T>() != 16 {
        m.s(" has ")
            .u((L::SIZE * size_of::<T>()) as u64)
            .s(" bytes, and the instruction copies 16")
            .raise()
    }
    // Which of the two strides is 1?
    let unit = (
        <M::Crd2Idx<(int!(1), int!(0))> as Integer>::KNOWN == 1,
        <M::Crd2Idx<(int!(0), int!(1))> as Integer>::KNOWN == 1,
    );
    let mut bit = 0;
    while 1 << bit < L::SIZE {
        match L::STEPS[bit] {
            Some((row, 0)) if unit.0 && row == 1 << bit => {}
            Some((0, column)) if unit.1 && column == 1 << bit => {}
            _ => m
                .s(" does not lie side by side in a matrix of the layout ")
                .cat(&M::TEXT)
                .raise(),
        }
        bit += 1;
    }
}

impl<G, N, P, M, SL, E, DL> CopyIfInstruction<G, GpuTensor<Matrix<P, M>, SL>, GpuTensor<E, DL>>
    for CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, N>
where
    G: Sm80,
    P: Pointer,
    M: Layout,
    SL: Vector,
    E: SharedAddress,
    DL: Layout,
{
    #[inline(always)]
    unsafe fn copy_if(
        gpu: G,
        from: GpuTensor<Matrix<P, M>, SL>,
        to: GpuTensor<E, DL>,
        inside: bool,
    ) {
        const { check_vector::<P::Element, SL, M>() }
        let from = from.engine.pointer().constant().cast();
        gpu.cp_async_16_if(to.engine.address(), from, inside)
    }
}
impl<G, N, T, E, SL, DL> CopyInstruction<G, GpuTensor<E, SL>, GpuTensor<Packed<T>, DL>>
    for CopyAtom<copy::SM75_U32x4_LDSM_N, N>
where
    G: Sm80,
    E: SharedAddress,
    DL: Layout,
{
    #[inline(always)]
    unsafe fn copy(gpu: G, from: GpuTensor<E, SL>, to: GpuTensor<Packed<T>, DL>) {
        let four = gpu.ldmatrix_x4(from.engine.address());
        unroll!(for i in 0..4 {
            let first = to.layout.offset_at(i * Packed::<T>::IN_REGISTER as u32);
            *to.engine.moved(first).register() = four[i as usize];
        });
    }
}

/// Copies a thread's share of a tiled copy. CuTe: `copy(tiled_copy, src, dst)`.
///
/// # Safety
///
/// As of [`CopyInstruction::copy`], for each element of the tensors' modes but the first.
#[inline(always)]
pub unsafe fn copy<G, C, S, SL, D, DL>(gpu: G, _: C, from: GpuTensor<S, SL>, to: GpuTensor<D, DL>)
where
    G: Copy,
    C: CopyTiling,
    C::Atom: CopyInstruction<G, GpuTensor<S, SL::Head>, GpuTensor<D, DL::Head>>,
    S: Moved<<SL::Tail as Layout>::Crd2Idx<u32>>,
    D: Moved<<DL::Tail as Layout>::Crd2Idx<u32>>,
    SL: Layout,
    DL: Layout,
{
    const {
        assert!(
            SL::Tail::SIZE == DL::Tail::SIZE,
            "copy: the tensors have different sizes"
        )
    }
    unroll!(for i in 0..{ <SL::Tail as Layout>::SIZE as u32 } {
        C::Atom::copy(gpu, from.vector(i), to.vector(i))
    });
}
/// Copies what is inside of the matrix of a thread's share of a tiled copy, and zeros for the rest. CuTe: `copy_if`.
///
/// # Safety
///
/// As of [`CopyIfInstruction::copy_if`], for each element of the tensors' modes but the first.
#[inline(always)]
pub unsafe fn copy_if<G, C, P, M, SL, D, DL>(
    gpu: G,
    _: C,
    from: GpuTensor<Matrix<P, M>, SL>,
    to: GpuTensor<D, DL>,
) where
    G: Copy,
    C: CopyTiling,
    C::Atom: CopyIfInstruction<G, GpuTensor<Matrix<P, M>, SL::Head>, GpuTensor<D, DL::Head>>,
    P: Pointer,
    M: Layout,
    <SL::Tail as Layout>::Crd2Idx<u32>: Point,
    D: Moved<<DL::Tail as Layout>::Crd2Idx<u32>>,
    SL: Layout,
    DL: Layout,
{
    const {
        assert!(
            SL::Tail::SIZE == DL::Tail::SIZE,
            "copy_if: the tensors have different sizes"
        )
    }
    unroll!(for i in 0..{ <SL::Tail as Layout>::SIZE as u32 } {
        let inside = from.has_vector(i);
        C::Atom::copy_if(gpu, from.vector(i), to.vector(i), inside)
    });
}

/// Sets every element in registers. CuTe: `fill`.
///
/// # Safety
///
/// The array that the tensor was made of is there.
#[inline(always)]
pub unsafe fn fill<T: Copy, L: Layout>(tensor: GpuTensor<Rmem<T>, L>, value: T) {
    let mut i = 0;
    while i < const { L::SIZE as u32 } {
        *tensor.engine.moved(tensor.layout.offset_at(i)).pointer() = value;
        i += 1;
    }
}

/// One row of sums: ((.., h), i, ..).
type SumRow = ((RangeFull, u32), u32, RangeFull);
type RowOf<L> = <L as Layout>::Slice<SumRow>;
type RowStart<L> = <L as Layout>::SliceOffset<SumRow>;
type RowStep<L> = <<RowOf<L> as Layout>::Tail as Layout>::Crd2Idx<u32>;
/// The extents of sums ((V, H), M, N).
type SumV<L> = <<L as Layout>::Head as Layout>::Head;
type SumH<L> = <<<L as Layout>::Head as Layout>::Tail as Layout>::Head;
type SumM<L> = <<L as Layout>::Tail as Layout>::Head;
type SumN<L> = <<L as Layout>::Tail as Layout>::Tail;

/// Writes what is inside of the matrix of the sums ((2, H), M, N) of an `mma.sync`, two elements at once: rows that are
/// outside are left out as a whole.
///
/// # Safety
///
/// Each two elements that are inside may be written, and lie at a multiple of the size of both.
#[inline(always)]
pub unsafe fn store_if<T, CL, D, L>(
    from: GpuTensor<Rmem<T>, CL>,
    to: GpuTensor<Matrix<*mut T, D>, L>,
) where
    T: Copy,
    CL: Layout<Profile = ((usize, usize), usize, usize)>,
    D: Layout,
    L: Layout<Profile = ((usize, usize), usize, usize)>,
    RowStart<L>: Point,
    RowStep<L>: Point,
{
    const {
        assert!(
            <SumV<L> as Layout>::SIZE == 2,
            "store_if: not two elements side by side"
        )
    }
    unroll!(for i in 0..{ <SumM<L> as Layout>::SIZE as u32 } {
        unroll!(for h in 0..{ <SumH<L> as Layout>::SIZE as u32 } {
            let (from, to) = (from.at(((.., h), i, ..)), to.at(((.., h), i, ..)));
            if to.is_inside() {
                unroll!(for j in 0..{ <SumN<L> as Layout>::SIZE as u32 } {
                    let from = from.vector(j).engine.pointer();
                    if to.has_vector(j) {
                        vector::write(to.vector(j).engine.pointer(), [*from, *from.add(1)]);
                    }
                });
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige::stride::ScaledBasis;

    /// Eight elements along a row, and along a column.
    type AlongRow = Strided<int!(8), ScaledBasis<int!(1), (int!(1),)>>;
    type AlongColumn = Strided<
        (int!(2), int!(4)),
        (
            ScaledBasis<int!(4), (int!(0),)>,
            ScaledBasis<int!(1), (int!(0),)>,
        ),
    >;
    type RowMajor = Strided<(u32, u32), (u32, int!(1))>;
    type ColumnMajor = Strided<(u32, u32), (int!(1), u32)>;

    #[test]
    fn vectors_lie_side_by_side() {
        check_vector::<u16, AlongRow, RowMajor>();
        check_vector::<u32, Strided<int!(4), ScaledBasis<int!(1), (int!(0),)>>, ColumnMajor>();
    }

    #[test]
    #[should_panic(
        expected = "a vector of the elements _8:_1@1 does not lie side by side in a matrix of the layout (?,?):(_1,?)"
    )]
    fn a_vector_along_rows_of_a_column_major_matrix() {
        check_vector::<u16, AlongRow, ColumnMajor>();
    }

    #[test]
    #[should_panic(expected = "does not lie side by side")]
    fn a_vector_in_another_order() {
        check_vector::<u16, AlongColumn, ColumnMajor>();
    }

    #[test]
    #[should_panic(
        expected = "a vector of the elements _8:_1@1 has 32 bytes, and the instruction copies 16"
    )]
    fn a_vector_that_is_too_long() {
        check_vector::<f32, AlongRow, RowMajor>();
    }
}
