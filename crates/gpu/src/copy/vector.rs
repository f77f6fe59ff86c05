//! Vectors: the elements that one thread copies at once, by a load and a store or by `cp.async`.

use super::side_by_side::{check_bytes, check_located, check_sequence, check_shared, check_vector};
use super::{CopyIfInstruction, CopyInstruction};
use crate::access;
use crate::engine::{
    Engine, GlobalShape, Located, Matrix, Pointer, PointerMut, Rmem, Sequence, SharedAddress, Smem,
    SwizzledSmem,
};
use crate::tensor::GpuTensor;
use crate::vector::{Vector8, Vector16};
use crate::{Sm80, unroll};
use core::mem::MaybeUninit;
use zellige::Outer;
use zellige::atom::{CopyAtom, CopyAtomLayouts, copy};
use zellige::prelude::*;
use zellige::typenum::{U8, U16, U32, U64, U128};

/// An engine from which the machine G reads a vector of the layout L with BYTES bytes, in one
/// access if it is in memory.
#[diagnostic::on_unimplemented(
    message = "vectors `{L}` cannot be read from `{Self}`",
    label = "cannot be read in vectors",
    note = "vectors are read from `Matrix`, `Located`, `Sequence`, `Smem`, `SwizzledSmem` and `Rmem`"
)]
pub trait Readable<G, L, const BYTES: usize>: Engine {
    /// Fails to compile if the layout is not such a vector.
    const CHECK: ();
    /// Reads the vector, as V.
    ///
    /// # Safety
    ///
    /// The elements exist, in memory aligned for V, and any BYTES bytes are a valid V.
    unsafe fn read<V: Copy>(gpu: G, from: GpuTensor<Self, L>) -> V;
}
/// An engine to which the machine G writes a vector of the layout L with BYTES bytes, in one access
/// if it is in memory.
#[diagnostic::on_unimplemented(
    message = "vectors `{L}` cannot be written to `{Self}`",
    label = "cannot be written in vectors",
    note = "vectors are written to a `Matrix`, `Located` or a `Sequence` of a `*mut T`, `Smem`, `SwizzledSmem` and `Rmem`"
)]
pub trait Writable<G, L, const BYTES: usize>: Engine {
    /// Fails to compile if the layout is not such a vector.
    const CHECK: ();
    /// Writes the vector.
    ///
    /// # Safety
    ///
    /// The conditions of [`Readable::read`] hold.
    unsafe fn write<V: Copy>(gpu: G, to: GpuTensor<Self, L>, vector: V);
}

macro_rules! global_memory {
    ($($Engine:ident<P, M: $Layout:path>, $check:ident;)+) => { $(
        impl<G, P: Pointer, M: $Layout, L: Layout, const BYTES: usize> Readable<G, L, BYTES>
            for $Engine<P, M>
        {
            const CHECK: () = $check::<P::Element, L, M>(BYTES);
            #[inline(always)]
            unsafe fn read<V: Copy>(_: G, from: GpuTensor<Self, L>) -> V {
                access::read(from.engine.pointer().constant().cast::<V>())
            }
        }
        impl<G, P: PointerMut, M: $Layout, L: Layout, const BYTES: usize> Writable<G, L, BYTES>
            for $Engine<P, M>
        {
            const CHECK: () = $check::<P::Element, L, M>(BYTES);
            #[inline(always)]
            unsafe fn write<V: Copy>(_: G, to: GpuTensor<Self, L>, vector: V) {
                access::write(to.engine.pointer().mutable().cast::<V>(), vector)
            }
        }
    )+ };
}
global_memory! {
    Matrix<P, M: Layout>, check_vector;
    Located<P, M: Layout<Shape: GlobalShape>>, check_located;
    Sequence<P, M: Layout>, check_sequence;
}
macro_rules! shared_memory {
    ($([$($F:ident: Outer)?] $Engine:ty;)+) => { $(
        impl<G, T, L: Layout, const BYTES: usize $(, $F: Outer)?> Readable<G, L, BYTES> for $Engine {
            const CHECK: () = check_shared::<Self, L>(BYTES);
            #[inline(always)]
            unsafe fn read<V: Copy>(_: G, from: GpuTensor<Self, L>) -> V {
                access::read_shared(from.engine.pointer().cast::<V>())
            }
        }
        impl<G, T, L: Layout, const BYTES: usize $(, $F: Outer)?> Writable<G, L, BYTES> for $Engine {
            const CHECK: () = check_shared::<Self, L>(BYTES);
            #[inline(always)]
            unsafe fn write<V: Copy>(_: G, to: GpuTensor<Self, L>, vector: V) {
                access::write_shared(to.engine.pointer().cast::<V>(), vector)
            }
        }
    )+ };
}
shared_memory! {
    [] Smem<T>;
    [F: Outer] SwizzledSmem<T, F>;
}
impl<G, T: Copy, L: Layout, const BYTES: usize> Readable<G, L, BYTES> for Rmem<T> {
    const CHECK: () = check_bytes::<T, L>(BYTES);
    #[inline(always)]
    unsafe fn read<V: Copy>(_: G, from: GpuTensor<Self, L>) -> V {
        let mut vector = MaybeUninit::<V>::uninit();
        unroll!(for i in 0..{ L::SIZE as u32 } {
            let element = from.engine.moved(from.layout.offset_at(i)).pointer();
            vector.as_mut_ptr().cast::<T>().add(i as usize).write(*element);
        });
        vector.assume_init()
    }
}
impl<G, T: Copy, L: Layout, const BYTES: usize> Writable<G, L, BYTES> for Rmem<T> {
    const CHECK: () = check_bytes::<T, L>(BYTES);
    #[inline(always)]
    unsafe fn write<V: Copy>(_: G, to: GpuTensor<Self, L>, vector: V) {
        let elements = (&raw const vector).cast::<T>();
        unroll!(for i in 0..{ L::SIZE as u32 } {
            let element = to.engine.moved(to.layout.offset_at(i)).pointer();
            element.write(elements.add(i as usize).read());
        });
    }
}

/// Implements a load and a store of `$V`.
macro_rules! universal {
    ($($Bits:ident $bytes:literal $V:ty;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<G, N, S, SL, D, DL> CopyInstruction<G, GpuTensor<S, SL>, GpuTensor<D, DL>>
            for CopyAtom<copy::UniversalCopy<$Bits>, N>
        where
            S: Readable<G, SL, $bytes>,
            D: Writable<G, DL, $bytes, Element = S::Element>,
            G: Copy,
        {
            #[inline(always)]
            unsafe fn copy(gpu: G, from: GpuTensor<S, SL>, to: GpuTensor<D, DL>) {
                const { (S::CHECK, D::CHECK) };
                D::write::<$V>(gpu, to, S::read(gpu, from))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<G, N, S, SL, D, DL> CopyIfInstruction<G, GpuTensor<S, SL>, GpuTensor<D, DL>>
            for CopyAtom<copy::UniversalCopy<$Bits>, N>
        where
            S: Readable<G, SL, $bytes>,
            D: Writable<G, DL, $bytes, Element = S::Element>,
            G: Copy,
        {
            #[inline(always)]
            unsafe fn copy_if(
                gpu: G,
                from: GpuTensor<S, SL>,
                to: GpuTensor<D, DL>,
                inside: bool,
            ) {
                const { (S::CHECK, D::CHECK) };
                let vector: $V = if inside {
                    S::read(gpu, from)
                } else {
                    MaybeUninit::zeroed().assume_init()
                };
                D::write(gpu, to, vector)
            }
        }
    )+ };
}
universal! {
    U8 1 u8;
    U16 2 u16;
    U32 4 u32;
    U64 8 Vector8;
    U128 16 Vector16;
}

/// An atom with a `cp.async` instruction, from a matrix in global memory to shared memory. A kernel
/// that is generic in its loads uses it as the bound of its tiled copy, to accept copies of 4 and
/// of 16 bytes.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// use zellige_gpu::{Sm80, copy::{CpAsync, copy_if}, tensor::{gmem, smem}};
/// /// Begins to copy a tile of an m by n matrix of f32, 64 by 16 numbers, to shared memory.
/// unsafe fn fill<C: CopyTiling<Atom: CpAsync>, G: Sm80>(gpu: G, from: *const f32, (m, n): (u32, u32), tile: (u32, u32)) {
///     let g = gmem(from, layout!((m, n) : (1, m))).local_tile(shape!((64, 16)), tile);
///     let s = smem::<f32, _>(gpu, 0, layout!((64, 16)));
///     // SAFETY: the matrix and the tile exist.
///     unsafe {
///         copy_if(gpu, C::STATIC, g.partition_s(C::STATIC, gpu.thread()), s.partition_d(C::STATIC, gpu.thread()));
///     }
/// }
/// type Vectors = CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
/// type Scalars = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(32)>, int!(32)>;
/// # fn instances<G: Sm80>() {
/// let by_vectors = fill::<MakeTiledCopy<Vectors, layout!((16, 16)), layout!((4, 1))>, G>;
/// let one_by_one = fill::<MakeTiledCopy<Scalars, layout!((64, 4)), layout!((1, 1))>, G>;
/// # let _ = (by_vectors, one_by_one);
/// # }
/// ```
///
/// Another atom does not compile: ``the instruction of `CopyAtom<UniversalCopy<..>, ..>` is not
/// `cp.async` ``. CuTe: the copy operations `SM80_CP_ASYNC_CACHEALWAYS` and
/// `SM80_CP_ASYNC_CACHEGLOBAL`.
#[diagnostic::on_unimplemented(
    message = "the instruction of `{Self}` is not `cp.async`",
    label = "copies by another instruction",
    note = "the module `zellige_gpu::copy` lists what each atom copies"
)]
pub trait CpAsync: CopyAtomLayouts {
    /// The number of bytes that it copies.
    const BYTES: usize;
    /// Begins to copy `BYTES` bytes to the address in shared memory, or zeros if `inside` is false.
    ///
    /// # Safety
    ///
    /// The addresses are multiples of [`BYTES`](CpAsync::BYTES) and valid; the address in global
    /// memory must be valid only if `inside` is true.
    unsafe fn cp_async<G: Sm80>(gpu: G, to: u32, from: *const u8, inside: bool);
}
macro_rules! cp_async {
    ($($Atom:ident $Bits:ident $bytes:literal $method:ident $([$size:literal])?;)+) => { $(
        impl<N> CpAsync for CopyAtom<copy::$Atom<$Bits>, N>
        where
            Self: CopyAtomLayouts,
        {
            const BYTES: usize = $bytes;
            #[inline(always)]
            unsafe fn cp_async<G: Sm80>(gpu: G, to: u32, from: *const u8, inside: bool) {
                gpu.$method$(::<$size>)?(to, from.cast(), inside)
            }
        }
    )+ };
}
cp_async! {
    SM80_CP_ASYNC_CACHEALWAYS U32 4 cp_async_ca_if [4];
    SM80_CP_ASYNC_CACHEALWAYS U64 8 cp_async_ca_if [8];
    SM80_CP_ASYNC_CACHEALWAYS U128 16 cp_async_ca_if [16];
    SM80_CP_ASYNC_CACHEGLOBAL U128 16 cp_async_16_if;
}
macro_rules! cp_async_from {
    ($($Engine:ident<P, M: $Layout:path>, $check:ident;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<G, A, P, M, SL, E, DL>
            CopyIfInstruction<G, GpuTensor<$Engine<P, M>, SL>, GpuTensor<E, DL>> for A
        where
            G: Sm80,
            A: CpAsync,
            P: Pointer,
            M: $Layout,
            SL: Layout,
            E: SharedAddress,
            DL: Layout,
        {
            #[inline(always)]
            unsafe fn copy_if(
                gpu: G,
                from: GpuTensor<$Engine<P, M>, SL>,
                to: GpuTensor<E, DL>,
                inside: bool,
            ) {
                const {
                    $check::<P::Element, SL, M>(A::BYTES);
                    check_shared::<E, DL>(A::BYTES)
                }
                let from = from.engine.pointer().constant().cast();
                A::cp_async(gpu, to.engine.address(), from, inside)
            }
        }
    )+ };
}
cp_async_from! {
    Matrix<P, M: Layout>, check_vector;
    Located<P, M: Layout<Shape: GlobalShape>>, check_located;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_of_cp_async_know_their_bytes() {
        /// Returns the number of bytes of a tile that one thread copies at once.
        fn bytes<C: zellige::atom::CopyTiling<Atom: CpAsync>>() -> usize {
            C::Atom::BYTES
        }
        type Copy<A> =
            zellige::atom::MakeTiledCopy<CopyAtom<A, int!(32)>, layout!((8, 4)), layout!((4, 1))>;
        assert_eq!(bytes::<Copy<copy::SM80_CP_ASYNC_CACHEALWAYS<U32>>>(), 4);
        assert_eq!(bytes::<Copy<copy::SM80_CP_ASYNC_CACHEALWAYS<U64>>>(), 8);
        assert_eq!(bytes::<Copy<copy::SM80_CP_ASYNC_CACHEGLOBAL<U128>>>(), 16);
    }
}
