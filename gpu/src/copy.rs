//! Copies: the instruction is chosen by the type of the atom, and by where its ends lie.
//!
//! | atom | from | to | instruction |
//! |---|---|---|---|
//! | `SM80_CP_ASYNC_CACHEGLOBAL<128>` | [`Matrix`], if inside | shared memory | `cp.async.cg`, which writes zeros for what is outside |
//! | `SM75_U32x4_LDSM_N` | shared memory | [`Packed`] registers | `ldmatrix.x4` |
//!
//! Tensors have the elements of one instruction in the first mode, `(CPY, ..)`, as `partition_s`, `partition_d` and `retile`
//! make them. All other modes are written out, at most 16 instructions.

use crate::engine::{Matrix, Moved, Packed, Point, Pointer, Rmem, SharedAddress};
use crate::tensor::GpuTensor;
use crate::{Sm80, unroll, vector};
use core::ops::RangeFull;
use zellige::atom::{CopyAtom, CopyTiling, copy};
use zellige::prelude::*;

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

impl<G, N, P, M, SL, E, DL> CopyIfInstruction<G, GpuTensor<Matrix<P, M>, SL>, GpuTensor<E, DL>>
    for CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, N>
where
    G: Sm80,
    P: Pointer,
    M: Layout,
    SL: Layout,
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
        *to.engine.moved(to.layout.offset_at(0u32)).register() = four[0];
        *to.engine.moved(to.layout.offset_at(2u32)).register() = four[1];
        *to.engine.moved(to.layout.offset_at(4u32)).register() = four[2];
        *to.engine.moved(to.layout.offset_at(6u32)).register() = four[3];
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
