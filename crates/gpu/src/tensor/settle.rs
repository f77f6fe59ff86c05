//! The pending offset of a tensor, and the engine that is moved by it.

use super::GpuTensor;
use crate::engine::{
    Engine, GlobalShape, Identity, Im2col, Located, Matrix, Packed, Pointer, Recast, Rmem,
    Sequence, Smem, SwizzledSmem, Tma, is_straight,
};
use crate::tmem::TmemPtr;
use zellige::Outer;
use zellige::prelude::*;
use zellige::refusal::Message;

/// An engine that can be moved by the pending offset before elements are accessed; from then on it
/// is an [`Engine`](Settle::Engine).
pub trait Settle: Engine {
    /// The engine after settling: under the swizzle of L.
    type Engine<L: Layout>: Engine;
    /// The layout after settling: L without its swizzle.
    type Layout<L: Layout>: Layout<Profile = L::Profile>;
    /// Returns the tensor without a pending offset.
    fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> Settled<Self, L>;
}
macro_rules! settle {
    ($([$($g:tt)*] $E:ty, $moved:ident;)+) => { $(
        impl<$($g)*> Settle for $E {
            type Engine<L: Layout> = Self;
            type Layout<L: Layout> = L;
            #[inline(always)]
            fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> GpuTensor<Self, L> {
                GpuTensor::new(self.$moved(start), layout)
            }
        }
    )+ };
}
settle! {
    [P: Pointer, D: Layout] Matrix<P, D>, far;
    [P: Pointer, D: Layout<Shape: GlobalShape>] Located<P, D>, far;
    [P: Pointer, D: Layout] Sequence<P, D>, moved;
    [const D: usize] Tma<D>, moved;
    [const D: usize, const I: usize] Im2col<D, I>, moved;
    [const D: usize] Identity<D>, moved;
    [T] Rmem<T>, moved;
    [T] Packed<T>, moved;
    [T] TmemPtr<T>, moved;
    [E: Engine, V, D, const BYTES: usize] Recast<E, V, D, BYTES>, moved;
}
impl<T> Settle for Smem<T> {
    type Engine<L: Layout> = SwizzledSmem<T, L::Swizzle>;
    type Layout<L: Layout> = L::Inner;
    #[inline(always)]
    fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> Settled<Self, L> {
        const { check_swizzled_once::<L>() }
        let start = layout.swizzle_start().u32() + start.u32();
        let engine = SwizzledSmem::new(self, start, layout.swizzle());
        GpuTensor::new(engine, layout.inner())
    }
}
/// This engine is already settled: generic code may settle it again, in whatever memory its tensor
/// is.
impl<T, F: Outer> Settle for SwizzledSmem<T, F> {
    type Engine<L: Layout> = Self;
    type Layout<L: Layout> = L;
    #[inline(always)]
    fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> GpuTensor<Self, L> {
        const { check_unswizzled::<L>() }
        GpuTensor::new(self.moved(start), layout)
    }
}
/// The tensor that [`Settle`] returns for elements that begin at E, laid out by L.
pub type Settled<E, L> = GpuTensor<<E as Settle>::Engine<L>, <E as Settle>::Layout<L>>;
/// Panics if a swizzle is applied to a swizzled layout, because offsets of the latter do not add
/// up.
const fn check_swizzled_once<L: Layout>() {
    if !is_straight::<L::Inner>() {
        Message::new().s("shared memory has one swizzle, but ").cat(&L::TEXT).s(" has two").raise()
    }
}
/// Panics if a swizzle is applied although the engine already swizzles.
const fn check_unswizzled<L: Layout>() {
    if !is_straight::<L>() {
        Message::new()
            .s("shared memory has one swizzle, but ")
            .cat(&L::TEXT)
            .s(" has another one")
            .raise()
    }
}
