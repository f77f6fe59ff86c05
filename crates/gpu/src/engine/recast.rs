//! An engine that combines several elements of another engine into one.

use super::{Engine, Get, Set};
use crate::copy::{Readable, Writable};
use crate::tensor::GpuTensor;
use crate::vector::{Vector8, Vector16};
use core::marker::PhantomData;
use core::mem::transmute_copy;
use zellige::prelude::*;

/// The SIZE(L) elements of E as one V of BYTES bytes.
///
/// ```text
/// elements of E   | a0 a1 | a2 a3 | a4 a5 |
/// elements of V   | v0    | v1    | v2    |       each lies where the first of its elements does, and is inside if that is
/// ```
///
/// [`recast`](GpuTensor::recast) creates it.
pub struct Recast<E, V, L, const BYTES: usize>(pub(crate) E, pub(crate) PhantomData<(V, L)>);
impl<E: Copy, V, L, const BYTES: usize> Clone for Recast<E, V, L, BYTES> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Copy, V, L, const BYTES: usize> Copy for Recast<E, V, L, BYTES> {}
impl<E: Engine, V, L, const BYTES: usize> Engine for Recast<E, V, L, BYTES> {
    type Element = V;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Recast(self.0.moved(by), PhantomData)
    }
    #[inline(always)]
    fn has_element(self) -> bool {
        self.0.has_element()
    }
}
impl<E: Readable<(), L, BYTES>, V: Plain, L: Layout, const BYTES: usize> Get
    for Recast<E, V, L, BYTES>
{
    #[inline(always)]
    unsafe fn get(self) -> V {
        const { E::CHECK }
        let from = GpuTensor::new(self.0, L::STATIC);
        // An array of elements is aligned as one of them: a vector makes one access of it. `recast`
        // has compared the sizes, and V is plain.
        match BYTES {
            16 => transmute_copy(&E::read::<Vector16>((), from)),
            8 => transmute_copy(&E::read::<Vector8>((), from)),
            _ => E::read((), from),
        }
    }
}
impl<E: Writable<(), L, BYTES>, V: Plain, L: Layout, const BYTES: usize> Set
    for Recast<E, V, L, BYTES>
{
    #[inline(always)]
    unsafe fn set(self, element: V) {
        const { E::CHECK }
        let to = GpuTensor::new(self.0, L::STATIC);
        match BYTES {
            16 => E::write::<Vector16>((), to, transmute_copy(&element)),
            8 => E::write::<Vector8>((), to, transmute_copy(&element)),
            _ => E::write((), to, element),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tensor::{gmem, rmem};
    use crate::transform::{Inside, transform_if, transform_or};
    use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
    use zellige::prelude::*;

    #[test]
    fn pairs_of_a_matrix_whose_rows_are_odd() {
        type Pairs = MakeTiledCopy<
            CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>,
            layout!((2, 1)),
            layout!((1, 2)),
        >;
        // The rows have 5 elements, starting at the second half of a word: with one column before
        // them, they begin at words.
        let words = [0x0000_dead, 0x0002_0001, 0x0004_0003u32];
        let from = words.as_ptr().cast::<u16>().wrapping_add(1);
        let pairs = gmem(from, layout!((1u32, 4u32) : (5u32, 1))).padded((0, 1));
        let pairs = pairs.local_tile(shape!((2, 8)), (0u32, 0u32));
        let pairs = pairs.partition_s(Pairs::STATIC, 0).recast::<u32, 4>();
        assert_eq!(pairs.layout().size(), int!(4));
        let (mut values, mut marks) = ([9; 4], [5; 4]);
        // SAFETY: the memory has the pairs that are inside: those that begin with one of the four
        // elements.
        unsafe {
            let values = rmem(&mut values, layout!(4));
            transform_or(pairs, 7, values, |pair| pair);
            let marks = rmem(&mut marks, layout!(4));
            transform_if((values, Inside(pairs)), marks, |(pair, ())| pair);
        }
        assert_eq!(values, [7, 0x0002_0001, 0x0004_0003, 7]);
        assert_eq!(marks, [5, 0x0002_0001, 0x0004_0003, 5]);
    }
}
