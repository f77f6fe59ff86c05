//! Global memory as the tensor memory accelerator sees it.

use super::{Engine, Moved};
use crate::TensorMap;
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::stride::{ArithmeticTuple, ScaledBasis};
use zellige::typenum::UTerm;

/// A tensor of D modes as the accelerator knows it by a map, from some element on: moved by points, it is coordinates and no
/// address.
///
/// The last mode is the contiguous one: a matrix is (row, column). What a box has outside of the tensor the accelerator sets to
/// zero, or does not write. CuTe: the `ArithmeticTupleIterator` of a TMA tensor.
#[derive(Copy, Clone)]
pub struct Tma<const D: usize> {
    map: *const TensorMap,
    at: [u32; D],
}
impl<const D: usize> Tma<D> {
    /// The tensor of the map, from its first element on.
    #[inline(always)]
    pub fn new(map: *const TensorMap) -> Self {
        const { assert!(1 <= D && D <= 5, "a tensor map has 1 to 5 modes") }
        Tma { map, at: [0; D] }
    }
    /// The map.
    #[inline(always)]
    pub fn map(self) -> *const TensorMap {
        self.map
    }
    /// The coordinate of the element, mode by mode.
    #[inline(always)]
    pub fn coordinate(self) -> [u32; D] {
        self.at
    }
    /// The coordinate as instructions take it: the contiguous mode first.
    #[inline(always)]
    pub(crate) fn innermost_first(self) -> [i32; D] {
        let mut at = [0; D];
        let mut i = 0;
        while i < D {
            at[i] = self.at[D - 1 - i] as i32;
            i += 1;
        }
        at
    }
}
impl<const D: usize> Engine for Tma<D> {
    type Element = ();
}
impl<const D: usize, O: Steps> Moved<O> for Tma<D> {
    #[inline(always)]
    fn moved(self, by: O) -> Self {
        let mut at = self.at;
        by.add_to(&mut at);
        Tma { at, ..self }
    }
}

/// Steps along axes: the offset of a layout of coordinates with any number of modes.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::engine::Steps;
/// let mut at = [100; 3];
/// make_identity_layout((8u32, 8u32, 8u32)).crd2idx((1u32, 2u32, 3u32)).add_to(&mut at);
/// assert_eq!(at, [101, 102, 103]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of steps along axes",
    label = "is no coordinate of a tensor"
)]
pub trait Steps: Integer {
    /// Adds them to a coordinate.
    fn add_to<const D: usize>(self, at: &mut [u32; D]);
}
impl Steps for UTerm {
    #[inline(always)]
    fn add_to<const D: usize>(self, _: &mut [u32; D]) {}
}
impl<V: Integer, I: Integer> Steps for ScaledBasis<V, (I,)> {
    #[inline(always)]
    fn add_to<const D: usize>(self, at: &mut [u32; D]) {
        at[const { I::KNOWN as usize }] += self.value().u32();
    }
}
macro_rules! tuples {
    ($(($($V:ident $i:literal),+))+) => { $(
        impl<$($V: Integer),+> Steps for ArithmeticTuple<($($V,)+)> {
            #[inline(always)]
            fn add_to<const D: usize>(self, at: &mut [u32; D]) {
                #[allow(non_snake_case)]
                let ($($V,)+) = self.coordinate();
                $(at[$i] += $V.u32();)+
            }
        }
    )+ };
}
tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, E 3)
    (A 0, B 1, C 2, E 3, F 4)
}

/// The extents of a tensor that a map describes: 1 to 5 of them, D.
pub trait MapShape<const D: usize>: IntTuple {}
impl<A: Integer> MapShape<1> for (A,) {}
impl<A: Integer, B: Integer> MapShape<2> for (A, B) {}
impl<A: Integer, B: Integer, C: Integer> MapShape<3> for (A, B, C) {}
impl<A: Integer, B: Integer, C: Integer, E: Integer> MapShape<4> for (A, B, C, E) {}
impl<A: Integer, B: Integer, C: Integer, E: Integer, F: Integer> MapShape<5> for (A, B, C, E, F) {}
