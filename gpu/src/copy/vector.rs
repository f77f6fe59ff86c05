//! Vectors: the elements that one thread copies at once, by a load and a store or by `cp.async`.

use super::{CopyIfInstruction, CopyInstruction};
use crate::access;
use crate::engine::{
    Engine, Matrix, Padded, Pointer, PointerMut, Rmem, Sequence, SharedAddress, Smem, SwizzledSmem,
    side_by_side,
};
use crate::tensor::GpuTensor;
use crate::vector::{Vector8, Vector16};
use crate::{Sm80, unroll};
use core::mem::MaybeUninit;
use zellige::Outer;
use zellige::atom::{CopyAtom, CopyAtomLayouts, copy};
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::stride::known_steps_along;
use zellige::typenum::{U8, U16, U32, U64, U128};

/// The step of a vector of the layout L from element 0 to element I.
type Step<L, I> = <L as Layout>::Crd2Idx<I>;
/// Returns the steps along an axis to the elements 1, 2, 4 and 8 of a vector, as far as they are static: its size is a power of two, so
/// these say where all others are.
const fn steps_to<L: Layout>(axis: usize) -> [Option<u64>; 4] {
    [
        known_steps_along::<Step<L, int!(1)>>(axis),
        known_steps_along::<Step<L, int!(2)>>(axis),
        known_steps_along::<Step<L, int!(4)>>(axis),
        known_steps_along::<Step<L, int!(8)>>(axis),
    ]
}
/// Panics if the elements T, laid out by L, do not have `bytes` bytes.
const fn check_bytes<T, L: Layout>(bytes: usize) {
    if L::SIZE * size_of::<T>() != bytes {
        let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
        m.s(" has ")
            .u((L::SIZE * size_of::<T>()) as u64)
            .s(" bytes, and the instruction copies ")
            .u(bytes as u64)
            .raise()
    }
}
/// Panics if a vector of `bytes` bytes, of elements T with the coordinates L, does not lie side by side in a matrix of the
/// layout M.
pub(crate) const fn check_vector<T, L: Layout, M: Layout>(bytes: usize) {
    check_bytes::<T, L>(bytes);
    // This is the one of the two strides that is 1.
    let unit = (
        <M::Crd2Idx<(int!(1), int!(0))> as Integer>::KNOWN == 1,
        <M::Crd2Idx<(int!(0), int!(1))> as Integer>::KNOWN == 1,
    );
    let (down, right) = (steps_to::<L>(0), steps_to::<L>(1));
    let mut bit = 0;
    while 1 << bit < L::SIZE {
        match (down[bit], right[bit]) {
            (Some(row), Some(0)) if unit.0 && row == 1 << bit => {}
            (Some(0), Some(column)) if unit.1 && column == 1 << bit => {}
            _ => Message::new()
                .s("a vector of the elements ")
                .cat(&L::TEXT)
                .s(" does not lie side by side in a matrix of the layout ")
                .cat(&M::TEXT)
                .raise(),
        }
        bit += 1;
    }
}
/// Returns the offsets of the elements 1, 2, 4 and 8.
pub(super) const fn steps<L: Layout>() -> [u64; 4] {
    [
        <Step<L, int!(1)> as Integer>::KNOWN,
        <Step<L, int!(2)> as Integer>::KNOWN,
        <Step<L, int!(4)> as Integer>::KNOWN,
        <Step<L, int!(8)> as Integer>::KNOWN,
    ]
}
/// Panics if a vector of `bytes` bytes, of elements T with the offsets L in shared memory, does not lie side by side; a
/// swizzle keeps `together` elements side by side.
pub(super) const fn check_shared<T, L: Layout>(bytes: usize, together: usize) {
    check_bytes::<T, L>(bytes);
    let steps = steps::<L>();
    let mut bit = 0;
    while 1 << bit < L::SIZE {
        if steps[bit] != 1 << bit || L::SIZE > together {
            let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
            m.s(" does not lie side by side in shared memory").raise()
        }
        bit += 1;
    }
}
/// Panics if a vector of `bytes` bytes, of elements T with the numbers L, does not lie side by side in a sequence of the
/// layout M.
const fn check_sequence<T, L: Layout, M: Layout>(bytes: usize) {
    check_bytes::<T, L>(bytes);
    let numbers = steps::<L>();
    let offsets = steps::<M>();
    let mut bit = 0;
    while 1 << bit < L::SIZE {
        if numbers[bit] != 1 << bit || offsets[bit] != 1 << bit {
            let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
            m.s(" does not lie side by side in a sequence of the layout ")
                .cat(&M::TEXT)
                .raise()
        }
        bit += 1;
    }
}

/// An engine from which the machine G reads a vector of the layout L and BYTES bytes, in one access if it is memory.
#[diagnostic::on_unimplemented(
    message = "no vector `{L}` is read from `{Self}`",
    label = "is not read in vectors",
    note = "vectors are read from `Matrix`, `Sequence`, `Smem`, `SwizzledSmem` and `Rmem`"
)]
pub trait Readable<G, L, const BYTES: usize>: Engine {
    /// Fails to compile if the layout is no such vector.
    const CHECK: ();
    /// Reads the vector, as V.
    ///
    /// # Safety
    ///
    /// The elements are there, in memory aligned as V is, and any BYTES bytes are a V.
    unsafe fn read<V: Copy>(gpu: G, from: GpuTensor<Self, L>) -> V;
}
/// An engine to which the machine G writes a vector of the layout L and BYTES bytes, in one access if it is memory.
#[diagnostic::on_unimplemented(
    message = "no vector `{L}` is written to `{Self}`",
    label = "is not written in vectors",
    note = "vectors are written to a `Matrix` or a `Sequence` of a `*mut T`, `Smem`, `SwizzledSmem` and `Rmem`"
)]
pub trait Writable<G, L, const BYTES: usize>: Engine {
    /// Fails to compile if the layout is no such vector.
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
    Padded<P, M: Layout<Shape = (u32, u32)>>, check_vector;
    Sequence<P, M: Layout>, check_sequence;
}
macro_rules! shared_memory {
    ($([$($F:ident: Outer)?] $Engine:ty, $together:expr;)+) => { $(
        impl<G, T, L: Layout, const BYTES: usize $(, $F: Outer)?> Readable<G, L, BYTES> for $Engine {
            const CHECK: () = check_shared::<T, L>(BYTES, $together);
            #[inline(always)]
            unsafe fn read<V: Copy>(_: G, from: GpuTensor<Self, L>) -> V {
                access::read_shared(from.engine.pointer().cast::<V>())
            }
        }
        impl<G, T, L: Layout, const BYTES: usize $(, $F: Outer)?> Writable<G, L, BYTES> for $Engine {
            const CHECK: () = check_shared::<T, L>(BYTES, $together);
            #[inline(always)]
            unsafe fn write<V: Copy>(_: G, to: GpuTensor<Self, L>, vector: V) {
                access::write_shared(to.engine.pointer().cast::<V>(), vector)
            }
        }
    )+ };
}
shared_memory! {
    [] Smem<T>, usize::MAX;
    [F: Outer] SwizzledSmem<T, F>, side_by_side::<F>();
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

/// An atom whose instruction is a `cp.async`, from a matrix in global memory to shared memory: a kernel that is generic in its
/// loads bounds its tiled copy by it, and takes copies of 4 bytes and of 16.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// use zellige_gpu::{Sm80, copy::{CpAsync, copy_if}, tensor::{gmem, smem}};
/// /// Begins to copy the tile of an m by n matrix of f32, 64 by 16 numbers, to shared memory.
/// unsafe fn fill<C: CopyTiling<Atom: CpAsync>, G: Sm80>(gpu: G, from: *const f32, (m, n): (u32, u32), tile: (u32, u32)) {
///     let g = gmem(from, layout!((m, n) : (1, m))).local_tile(shape!((64, 16)), tile);
///     let s = smem::<f32, _>(gpu, 0, layout!((64, 16)));
///     // SAFETY: the matrix is there, and so is the tile.
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
/// Another atom does not compile: ``the instruction of `CopyAtom<UniversalCopy<..>, ..>` is no `cp.async` ``. CuTe: the copy operations
/// `SM80_CP_ASYNC_CACHEALWAYS` and `SM80_CP_ASYNC_CACHEGLOBAL`.
#[diagnostic::on_unimplemented(
    message = "the instruction of `{Self}` is no `cp.async`",
    label = "copies otherwise",
    note = "the module `zellige_gpu::copy` lists what each atom copies"
)]
pub trait CpAsync: CopyAtomLayouts {
    /// The number of bytes that it copies.
    const BYTES: usize;
    /// Begins to copy `BYTES` bytes to the address in shared memory; zeros if not `inside`.
    ///
    /// # Safety
    ///
    /// The addresses are multiples of [`BYTES`](CpAsync::BYTES), and valid, the one in global memory if `inside`.
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
#[diagnostic::do_not_recommend]
impl<G, A, P, M, SL, E, DL> CopyIfInstruction<G, GpuTensor<Matrix<P, M>, SL>, GpuTensor<E, DL>>
    for A
where
    G: Sm80,
    A: CpAsync,
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
        const { check_vector::<P::Element, SL, M>(A::BYTES) }
        let from = from.engine.pointer().constant().cast();
        A::cp_async(gpu, to.engine.address(), from, inside)
    }
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
        check_vector::<u16, AlongRow, RowMajor>(16);
        check_vector::<u32, Strided<int!(4), ScaledBasis<int!(1), (int!(0),)>>, ColumnMajor>(16);
    }

    #[test]
    #[should_panic(
        expected = "a vector of the elements _8:_1@1 does not lie side by side in a matrix of the layout (?,?):(_1,?)"
    )]
    fn a_vector_along_rows_of_a_column_major_matrix() {
        check_vector::<u16, AlongRow, ColumnMajor>(16);
    }

    #[test]
    #[should_panic(expected = "does not lie side by side")]
    fn a_vector_in_another_order() {
        check_vector::<u16, AlongColumn, ColumnMajor>(16);
    }

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

    #[test]
    fn vectors_of_sequences() {
        check_sequence::<f32, layout!(4), Strided<u32, int!(1)>>(16);
        check_sequence::<f32, layout!(2), layout!((64, 8) : (1, 66))>(8);
    }

    #[test]
    #[should_panic(
        expected = "a vector of the elements _4:_1 does not lie side by side in a sequence of the layout ?:_2"
    )]
    fn every_second_element_of_a_sequence() {
        check_sequence::<f32, layout!(4), Strided<u32, int!(2)>>(16);
    }

    #[test]
    #[should_panic(
        expected = "a vector of the elements _8:_1@1 has 32 bytes, and the instruction copies 16"
    )]
    fn a_vector_that_is_too_long() {
        check_vector::<f32, AlongRow, RowMajor>(16);
    }
}
