//! Reductions in a warp: every thread gets the result.
//!
//! Threads exchange registers in a *butterfly*: with the one whose number differs in one bit, then in another, until each has
//! seen all. The bits are those of a layout: it says which lanes reduce together.
//!
//! ```text
//! lanes      8 : 1     threads 0 .. 7, 8 .. 15, ..: masks 4, 2, 1
//!            8 : 4     threads t, t + 4, t + 8, ..: masks 16, 8, 4
//!            (2, 2) : (1, 16)                       masks 16, 1
//!
//! 4 : 1      a     b     c     d
//!            a+c   b+d   c+a   d+b                  after mask 2
//!            a+c+b+d   b+d+a+c   ..                 after mask 1
//! ```
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_gpu::{Gpu, warp};
//! /// The sum of the numbers of all threads of the warp, and the largest number of four neighbours.
//! unsafe fn statistics<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
//!     // SAFETY: all threads of the warp are here.
//!     unsafe { (warp::sum(gpu, x, layout!(32)), warp::max(gpu, x, layout!(4))) }
//! }
//! ```

use crate::number::Ordered;
use crate::{Gpu, unroll};
use core::ops::Add;
use zellige::prelude::*;
use zellige::refusal::Message;

/// What threads of a warp exchange: numbers of 32 bits, and pairs and arrays of such.
pub trait Shuffled: Copy {
    /// That of the thread whose number differs in the bits of `mask`. PTX: `shfl.sync.bfly`, once for each 32 bits.
    ///
    /// # Safety
    ///
    /// All threads of the warp are here.
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self;
}
impl Shuffled for f32 {
    #[inline(always)]
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self {
        gpu.shuffle_xor(self, mask)
    }
}
impl Shuffled for u32 {
    #[inline(always)]
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self {
        gpu.shuffle_xor(f32::from_bits(self), mask).to_bits()
    }
}
impl Shuffled for i32 {
    #[inline(always)]
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self {
        (self as u32).shuffle_xor(gpu, mask) as i32
    }
}
impl<A: Shuffled, B: Shuffled> Shuffled for (A, B) {
    #[inline(always)]
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self {
        (self.0.shuffle_xor(gpu, mask), self.1.shuffle_xor(gpu, mask))
    }
}
impl<T: Shuffled, const N: usize> Shuffled for [T; N] {
    #[inline(always)]
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self {
        // SAFETY: as the caller promises.
        self.map(|x| unsafe { x.shuffle_xor(gpu, mask) })
    }
}

/// The bits of the lanes L: offset 2^i of the layout is mask i.
const fn masks<L: Layout>() -> [u32; 5] {
    let masks = [
        <L::Crd2Idx<int!(1)> as Integer>::KNOWN as u32,
        <L::Crd2Idx<int!(2)> as Integer>::KNOWN as u32,
        <L::Crd2Idx<int!(4)> as Integer>::KNOWN as u32,
        <L::Crd2Idx<int!(8)> as Integer>::KNOWN as u32,
        <L::Crd2Idx<int!(16)> as Integer>::KNOWN as u32,
    ];
    let (mut seen, mut bit, mut right) = (0, 0, L::SIZE.is_power_of_two() && L::SIZE <= 32);
    while right && 1 << bit < L::SIZE {
        let mask = masks[bit];
        right = mask.is_power_of_two() && mask < 32 && seen & mask == 0;
        seen |= mask;
        bit += 1;
    }
    if !right {
        let message = Message::new().s("the lanes ").cat(&L::TEXT);
        message
            .s(" are not those that differ in some bits of their number")
            .raise()
    }
    masks
}

/// What `f` makes of the values of all these lanes, for every thread of the warp.
///
/// `f` is associative and commutative: threads take values in different orders. Lanes that are not 1, 2, 4, .. threads
/// which differ in as many bits of their number are refused when it is compiled: `the lanes _3:_1 are not those that
/// differ in some bits of their number`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Gpu, warp};
/// /// The largest number, and the thread that has it.
/// unsafe fn largest<G: Gpu>(gpu: G, x: f32) -> (f32, u32) {
///     let larger = |a: (f32, u32), b: (f32, u32)| if (b.0, a.1) > (a.0, b.1) { b } else { a };
///     // SAFETY: all threads of the warp are here.
///     unsafe { warp::reduce(gpu, (x, gpu.thread() % 32), layout!(32), larger) }
/// }
/// ```
///
/// ```compile_fail,E0080
/// # use zellige::prelude::*;
/// # use zellige_gpu::{Gpu, Sm80, warp};
/// # unsafe fn f<G: Gpu>(gpu: G, x: f32) -> f32 {
/// warp::sum(gpu, x, layout!(3))
/// # }
/// # fn main() { let _ = f::<Never> as unsafe fn(Never, f32) -> f32; }
/// # #[derive(Copy, Clone)] struct Never;
/// # impl Gpu for Never {
/// #     fn thread(self) -> u32 { 0 } fn block_x(self) -> u32 { 0 } fn block_y(self) -> u32 { 0 }
/// #     fn grid_x(self) -> u32 { 0 } fn shared(self) -> *mut u8 { panic!() } fn shared_address(self) -> u32 { 0 }
/// #     unsafe fn sync_threads(self) {} fn fma(self, a: f32, b: f32, c: f32) -> f32 { a * b + c }
/// #     fn exp2(self, x: f32) -> f32 { x } fn reciprocal(self, x: f32) -> f32 { x }
/// #     unsafe fn shuffle_xor(self, x: f32, _: u32) -> f32 { x }
/// # }
/// ```
///
/// # Safety
///
/// All threads of the warp are here.
#[inline(always)]
pub unsafe fn reduce<G: Gpu, T: Shuffled, L: Layout>(
    gpu: G,
    x: T,
    _: L,
    f: impl Fn(T, T) -> T,
) -> T {
    let masks = const { masks::<L>() };
    let mut result = x;
    unroll!(for i in 0..{ L::SIZE.trailing_zeros() } {
        let mask = masks[(const { L::SIZE.trailing_zeros() } - 1 - i) as usize];
        result = f(result, result.shuffle_xor(gpu, mask));
    });
    result
}
/// The sum of the numbers of all these lanes, as [`reduce`].
///
/// # Safety
///
/// All threads of the warp are here.
#[inline(always)]
pub unsafe fn sum<G: Gpu, T: Shuffled + Add<Output = T>, L: Layout>(gpu: G, x: T, lanes: L) -> T {
    reduce(gpu, x, lanes, |a, b| a + b)
}
/// The largest of the numbers of all these lanes, as [`reduce`]; a NaN counts as no number.
///
/// # Safety
///
/// All threads of the warp are here.
#[inline(always)]
pub unsafe fn max<G: Gpu, T: Shuffled + Ordered, L: Layout>(gpu: G, x: T, lanes: L) -> T {
    reduce(gpu, x, lanes, T::larger)
}
/// The smallest of the numbers of all these lanes, as [`reduce`]; a NaN counts as no number.
///
/// # Safety
///
/// All threads of the warp are here.
#[inline(always)]
pub unsafe fn min<G: Gpu, T: Shuffled + Ordered, L: Layout>(gpu: G, x: T, lanes: L) -> T {
    reduce(gpu, x, lanes, T::smaller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_bits() {
        assert_eq!(masks::<layout!(32)>(), [1, 2, 4, 8, 16]);
        assert_eq!(masks::<layout!(8 : 4)>()[..3], [4, 8, 16]);
        assert_eq!(masks::<layout!((2, 2) : (1, 16))>()[..2], [1, 16]);
        assert_eq!(masks::<layout!((2, 2) : (16, 1))>()[..2], [16, 1]);
    }

    #[test]
    #[should_panic(
        expected = "the lanes (_2,_2):(_1,_1) are not those that differ in some bits of their number"
    )]
    fn the_same_lane_twice() {
        masks::<layout!((2, 2) : (1, 1))>();
    }
    #[test]
    #[should_panic(expected = "the lanes _4:_16 are not those")]
    fn lanes_of_another_warp() {
        masks::<layout!(4 : 16)>();
    }
    #[test]
    #[should_panic(expected = "the lanes _64:_1 are not those")]
    fn more_lanes_than_a_warp_has() {
        masks::<layout!(64)>();
    }
}
