//! Contiguity: the compile-time check of every instruction that takes one address for several
//! elements.
//!
//! | instruction | elements | where |
//! |---|---|---|
//! | a load, a store, `cp.async` | a vector | [`check_vector`], [`check_sequence`], [`check_shared`] |
//! | `ldmatrix`, `stmatrix` | a row of a matrix in shared memory, 16 bytes | [`check_shared`] |
//! | the same | those of a register | [`check_packed`] |
//!
//! A vector has 1, 2, 4, 8 or 16 elements. All extents of its layout are therefore powers of two,
//! and the offsets of the elements 1, 2, 4 and 8 determine all others. The conditions on tiles, for
//! `wgmma` and the tensor memory accelerator, are in [`atom::gmma`](zellige::atom::gmma) and
//! [`atom::tma`](zellige::atom::tma).

use crate::engine::{GlobalShape, Packed, SharedAddress, is_straight, side_by_side};
use zellige::Outer;
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::stride::known_steps_along;

/// The step of a vector of the layout L from element 0 to element I.
type Step<L, I> = <L as Layout>::Crd2Idx<I>;
/// Returns whether the point O is static, and `by` elements further on in a matrix of the layout M.
pub const fn is_step<O: Integer, M: Layout>(by: u64) -> bool {
    let _ = known_steps_along::<O>(0); // refuses a number
    goes_by::<O::Coordinate, M::Stride>(by)
}
/// Returns whether the coordinate C is static, nonzero in exactly one mode, and `by` elements
/// further on in that mode by the stride D.
const fn goes_by<C: IntTuple, D: IntTuple>(by: u64) -> bool {
    let (steps, strides, mut found, mut leaf) = (C::LEAVES, D::LEAVES, false, 0);
    while leaf < steps.len {
        match steps.value[leaf] {
            Some(0) => {}
            Some(step) if step as u64 == by && !found => {
                found = matches!(strides.value[leaf], Some(1));
                if !found {
                    return false;
                }
            }
            _ => return false,
        }
        leaf += 1;
    }
    found
}
/// Panics if the elements T, laid out by L, do not have `bytes` bytes.
pub const fn check_bytes<T, L: Layout>(bytes: usize) {
    if L::SIZE * size_of::<T>() != bytes {
        let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
        m.s(" has ")
            .u((L::SIZE * size_of::<T>()) as u64)
            .s(" bytes, but the instruction copies ")
            .u(bytes as u64)
            .raise()
    }
}
/// Panics if a vector of `bytes` bytes, of elements T with the coordinates L, is not contiguous in
/// a matrix of the layout M.
pub const fn check_vector<T, L: Layout, M: Layout>(bytes: usize) {
    check_bytes::<T, L>(bytes);
    check_follows::<L, M>([
        is_step::<Step<L, int!(1)>, M>(1),
        is_step::<Step<L, int!(2)>, M>(2),
        is_step::<Step<L, int!(4)>, M>(4),
        is_step::<Step<L, int!(8)>, M>(8),
    ])
}
/// Panics as [`check_vector`] does, for an M of any shape.
pub const fn check_located<T, L: Layout, M: Layout<Shape: GlobalShape>>(bytes: usize) {
    check_bytes::<T, L>(bytes);
    check_follows::<L, M>([
        goes_by::<FullStep<L, M, int!(1)>, M::Stride>(1),
        goes_by::<FullStep<L, M, int!(2)>, M::Stride>(2),
        goes_by::<FullStep<L, M, int!(4)>, M::Stride>(4),
        goes_by::<FullStep<L, M, int!(8)>, M::Stride>(8),
    ])
}
/// The step of a vector to element I, with a coordinate for each mode of M.
type FullStep<L, M, I> = <<M as Layout>::Shape as GlobalShape>::Full<Step<L, I>>;
/// Panics unless the elements 1, 2, 4 and 8 that the vector L has follow the first one
/// contiguously.
const fn check_follows<L: Layout, M: Layout>(follows: [bool; 4]) {
    let mut bit = 0;
    while 1 << bit < L::SIZE {
        if !follows[bit] {
            let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
            m.s(" does not lie side by side in a matrix of the layout ").cat(&M::TEXT).raise()
        }
        bit += 1;
    }
}
/// Returns the offsets of the elements 1, 2, 4 and 8 of L.
pub const fn steps<L: Layout>() -> [u64; 4] {
    [
        <Step<L, int!(1)> as Integer>::KNOWN,
        <Step<L, int!(2)> as Integer>::KNOWN,
        <Step<L, int!(4)> as Integer>::KNOWN,
        <Step<L, int!(8)> as Integer>::KNOWN,
    ]
}
/// Returns whether the elements of L are contiguous, in order.
const fn follow<L: Layout>() -> bool {
    let (steps, mut bit) = (steps::<L>(), 0);
    while 1 << bit < L::SIZE {
        if steps[bit] != 1 << bit {
            return false;
        }
        bit += 1;
    }
    true
}
/// Panics if a vector of `bytes` bytes, of elements with the offsets L from E on, is not contiguous
/// in shared memory.
pub const fn check_shared<E: SharedAddress, L: Layout>(bytes: usize) {
    check_bytes::<E::Element, L>(bytes);
    let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
    if !is_straight::<L>() {
        m.s(" is still permuted by ")
            .cat(&<L::Swizzle as Outer>::NAME)
            .s(": settle its tensor first")
            .raise()
    }
    let (m, together) =
        (m.s(" does not lie side by side in shared memory"), side_by_side::<E::Swizzle>());
    if !follow::<L>() {
        m.raise()
    }
    if L::SIZE > together {
        let m = m.s(": ").cat(&<E::Swizzle as Outer>::NAME).s(" keeps only ");
        m.u(together as u64)
            .s(if together == 1 { " element" } else { " elements" })
            .s(" together")
            .raise()
    }
}
/// Panics if a vector of `bytes` bytes, of elements T with the offsets L in registers, is not
/// contiguous.
pub const fn check_registers<T, L: Layout>(bytes: usize) {
    check_bytes::<T, L>(bytes);
    if !follow::<L>() {
        let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
        m.s(" does not lie side by side in registers").raise()
    }
}
/// Panics if the elements T, laid out by L in packed registers, do not fill `registers` of them,
/// one after the other.
pub const fn check_packed<T, L: Layout>(registers: usize) {
    check_bytes::<T, L>(4 * registers);
    let (steps, each, mut bit) = (steps::<L>(), Packed::<T>::IN_REGISTER as u64, 0);
    while 1 << bit < L::SIZE {
        let step = 1 << bit;
        if steps[bit] != step && (step < each || steps[bit] % each != 0) {
            let m = Message::new().s("the elements ").cat(&L::TEXT);
            m.s(" do not fill registers of ").u(each).s(" elements, one after the other").raise()
        }
        bit += 1;
    }
}
/// Panics if a vector of `bytes` bytes, of elements T with the numbers L, is not contiguous in a
/// sequence of the layout M.
pub const fn check_sequence<T, L: Layout, M: Layout>(bytes: usize) {
    check_bytes::<T, L>(bytes);
    if L::SIZE > 1 && !(follow::<L>() && is_straight::<M>() && runs::<M>(L::SIZE as u64)) {
        let m = Message::new().s("a vector of the elements ").cat(&L::TEXT);
        m.s(" does not lie side by side in a sequence of the layout ").cat(&M::TEXT).raise()
    }
}
/// Returns whether each run of `size` elements of M that begins at a multiple of `size`, a power of
/// two, is contiguous.
const fn runs<M: Layout>(size: u64) -> bool {
    let (extents, strides) = (M::Shape::LEAVES, M::Stride::LEAVES);
    let (mut leaf, mut next) = (0, 1);
    while leaf < extents.len && next % size != 0 {
        match (extents.value[leaf], strides.value[leaf]) {
            (Some(1), _) => {}
            // The last mode continues, whatever its extent.
            (_, Some(stride)) if leaf + 1 == extents.len => return stride as u64 == next,
            (Some(extent), Some(stride)) if stride as u64 == next => next *= extent as u64,
            _ => return false,
        }
        leaf += 1;
    }
    next % size == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige::stride::ScaledBasis;

    /// Eight elements along a row, and along a column.
    type AlongRow = Strided<int!(8), ScaledBasis<int!(1), (int!(1),)>>;
    type AlongColumn = Strided<
        (int!(2), int!(4)),
        (ScaledBasis<int!(4), (int!(0),)>, ScaledBasis<int!(1), (int!(0),)>),
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

    /// A batch of rows, and several heads per row.
    type Batch = Strided<(u32, u32, u32), (u32, u32, int!(1))>;
    type Heads = Strided<((u32, u32), u32), ((u32, int!(1)), u32)>;
    type AlongHead = Strided<int!(4), ScaledBasis<int!(1), (int!(0), int!(1))>>;

    #[test]
    fn vectors_of_any_shape() {
        type AlongBatch = Strided<int!(4), ScaledBasis<int!(1), (int!(2),)>>;
        check_located::<f32, AlongBatch, Batch>(16);
        check_located::<f32, AlongHead, Heads>(16);
    }

    #[test]
    #[should_panic(
        expected = "a vector of the elements _8:_1@1 does not lie side by side in a matrix of the layout (?,?,?):(?,?,_1)"
    )]
    fn a_vector_along_another_mode() {
        check_located::<u16, AlongRow, Batch>(16);
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
        expected = "a vector of the elements _8:_1@1 has 32 bytes, but the instruction copies 16"
    )]
    fn a_vector_that_is_too_long() {
        check_vector::<f32, AlongRow, RowMajor>(16);
    }
}
