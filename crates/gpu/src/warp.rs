//! Exchanges of registers between the threads of a warp: reductions, scans and transposition.
//!
//! Threads exchange registers in a *butterfly*: each with the thread that differs in one bit of its
//! number, then in another, until each has seen all. A layout determines the bits: it says which
//! lanes belong together.
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
//! /// The sum of the numbers of all threads of the warp, and the largest number among four
//! /// neighbours.
//! unsafe fn statistics<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
//!     // SAFETY: all threads of the warp execute this.
//!     unsafe { (warp::sum(gpu, x, layout!(32)), warp::max(gpu, x, layout!(4))) }
//! }
//! ```

use crate::engine::Rmem;
use crate::number::Ordered;
use crate::tensor::GpuTensor;
use crate::transform::each;
use crate::{Gpu, unroll};
use core::ops::Add;
use zellige::prelude::*;
use zellige::refusal::Message;

/// A type that threads of a warp can exchange: 32-bit numbers, and pairs and arrays of them.
pub trait Shuffled: Copy {
    /// Returns the value with each 32-bit word, as an `f32`, replaced by `f` of that word.
    fn map_words(self, f: &mut impl FnMut(f32) -> f32) -> Self;
    /// Returns the value of the thread with the bits of `mask` flipped in its number. PTX:
    /// `shfl.sync.bfly`, once per 32 bits.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together.
    #[inline(always)]
    unsafe fn shuffle_xor(self, gpu: impl Gpu, mask: u32) -> Self {
        // SAFETY: as the caller promises.
        self.map_words(&mut |x| unsafe { gpu.shuffle_xor(x, mask) })
    }
    /// Returns the value of the thread `by` lanes before this one; the first `by` lanes get their
    /// own value. PTX: `shfl.sync.up`, once per 32 bits.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together.
    #[inline(always)]
    unsafe fn shuffle_up(self, gpu: impl Gpu, by: u32) -> Self {
        // SAFETY: as the caller promises.
        self.map_words(&mut |x| unsafe { gpu.shuffle_up(x, by) })
    }
    /// Returns the value of the thread `lane` mod 32 of the warp. PTX: `shfl.sync.idx`, once per 32
    /// bits.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together.
    #[inline(always)]
    unsafe fn shuffle(self, gpu: impl Gpu, lane: u32) -> Self {
        // SAFETY: as the caller promises.
        self.map_words(&mut |x| unsafe { gpu.shuffle(x, lane) })
    }
}
impl Shuffled for f32 {
    #[inline(always)]
    fn map_words(self, f: &mut impl FnMut(f32) -> f32) -> Self {
        f(self)
    }
}
impl Shuffled for u32 {
    #[inline(always)]
    fn map_words(self, f: &mut impl FnMut(f32) -> f32) -> Self {
        f(f32::from_bits(self)).to_bits()
    }
}
impl Shuffled for i32 {
    #[inline(always)]
    fn map_words(self, f: &mut impl FnMut(f32) -> f32) -> Self {
        (self as u32).map_words(f) as i32
    }
}
impl<A: Shuffled, B: Shuffled> Shuffled for (A, B) {
    #[inline(always)]
    fn map_words(self, f: &mut impl FnMut(f32) -> f32) -> Self {
        (self.0.map_words(f), self.1.map_words(f))
    }
}
impl<T: Shuffled, const N: usize> Shuffled for [T; N] {
    #[inline(always)]
    fn map_words(self, f: &mut impl FnMut(f32) -> f32) -> Self {
        self.map(|x| x.map_words(f))
    }
}

/// Returns the bits of the lanes L: offset 2^i of the layout is mask i.
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
        message.s(" are not all lanes that differ in some bits of their number").raise()
    }
    masks
}

/// Combines the values of all these lanes by `f`, for every thread of the warp.
///
/// `f` must be associative and commutative: threads combine values in different orders. The lanes
/// are 2^n threads that differ in n bits of their number; others do not compile:
/// `the lanes _3:_1 are not all lanes that differ in some bits of their number`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Gpu, warp};
/// /// Returns the largest number, and the thread that has it.
/// unsafe fn largest<G: Gpu>(gpu: G, x: f32) -> (f32, u32) {
///     let larger = |a: (f32, u32), b: (f32, u32)| if (b.0, a.1) > (a.0, b.1) { b } else { a };
///     // SAFETY: all threads of the warp execute this.
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
/// #     fn grid_x(self) -> u32 { 0 } fn grid_y(self) -> u32 { 0 }
/// #     fn shared(self) -> *mut u8 { panic!() } fn shared_address(self) -> u32 { 0 }
/// #     unsafe fn sync_threads(self) {} fn fma(self, a: f32, b: f32, c: f32) -> f32 { a * b + c }
/// #     unsafe fn barrier_sync<const ID: u32, const N: u32>(self) {} unsafe fn barrier_arrive<const ID: u32, const N: u32>(self) {}
/// #     unsafe fn barrier_sync_at<const N: u32>(self, _: u32) {} unsafe fn barrier_arrive_at<const N: u32>(self, _: u32) {}
/// #     fn exp2(self, x: f32) -> f32 { x } fn log2(self, x: f32) -> f32 { x } fn reciprocal(self, x: f32) -> f32 { x }
/// #     fn sqrt(self, x: f32) -> f32 { x } fn rsqrt(self, x: f32) -> f32 { x }
/// #     unsafe fn shuffle_xor(self, x: f32, _: u32) -> f32 { x }
/// #     unsafe fn shuffle_up(self, x: f32, _: u32) -> f32 { x }
/// #     unsafe fn shuffle(self, x: f32, _: u32) -> f32 { x }
/// #     unsafe fn broadcast(self, x: u32) -> u32 { x } unsafe fn any(self, x: bool) -> bool { x }
/// # }
/// ```
///
/// # Safety
///
/// All threads of the warp execute this together.
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
/// Returns the sum of the numbers of all these lanes, as [`reduce`] does.
///
/// # Safety
///
/// All threads of the warp execute this together.
#[inline(always)]
pub unsafe fn sum<G: Gpu, T: Shuffled + Add<Output = T>, L: Layout>(gpu: G, x: T, lanes: L) -> T {
    reduce(gpu, x, lanes, |a, b| a + b)
}
/// Returns the largest number of all these lanes, as [`reduce`] does, ignoring NaN.
///
/// # Safety
///
/// All threads of the warp execute this together.
#[inline(always)]
pub unsafe fn max<G: Gpu, T: Shuffled + Ordered, L: Layout>(gpu: G, x: T, lanes: L) -> T {
    reduce(gpu, x, lanes, T::larger)
}
/// Returns the smallest number of all these lanes, as [`reduce`] does, ignoring NaN.
///
/// # Safety
///
/// All threads of the warp execute this together.
#[inline(always)]
pub unsafe fn min<G: Gpu, T: Shuffled + Ordered, L: Layout>(gpu: G, x: T, lanes: L) -> T {
    reduce(gpu, x, lanes, T::smaller)
}

/// Returns the distance between neighbours in the lanes L, the stride of `n:s`.
const fn distance<L: Layout>() -> u32 {
    let masks = masks::<L>();
    let mut bit = 1;
    while 1 << bit < L::SIZE {
        if masks[bit] != masks[0] << bit {
            let message = Message::new().s("scan: the lanes ").cat(&L::TEXT);
            message.s(" are not evenly spaced").raise()
        }
        bit += 1;
    }
    if L::SIZE == 1 { 1 } else { masks[0] }
}
/// Returns the position of this thread among the lanes L.
#[inline(always)]
fn place<L: Layout>(gpu: impl Gpu) -> u32 {
    gpu.thread() / const { distance::<L>() } % L::SIZE as u32
}

/// Combines by `f` the values of all lanes up to and including each thread's own, in order: an
/// inclusive scan. CUB: `WarpScan::InclusiveScan`.
///
/// ```text
/// lanes 4 : 1     a     b      c       d        a     b      c       d
///                 a     a+b    a+b+c   a+b+c+d  a     a+b    a+b+c   a+b+c+d
/// ```
///
/// `f` must be associative, but need not be commutative. Each bit of the lane numbers takes one
/// shuffle and one `f`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Gpu, warp};
/// /// The sum of x in threads 0 to t, and in threads 0 to t - 1.
/// unsafe fn sums<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
///     let add = |a, b| a + b;
///     // SAFETY: all threads of the warp execute this.
///     unsafe {
///         (warp::scan(gpu, x, layout!(32), add), warp::exclusive_scan(gpu, x, layout!(32), 0.0, add))
///     }
/// }
/// ```
///
/// Lanes that are not `n : s` do not compile:
/// `scan: the lanes (_2,_2):(_16,_1) are not evenly spaced`; nor do lanes that [`reduce`] refuses.
///
/// # Safety
///
/// All threads of the warp execute this together.
#[doc(alias = "WarpScan")]
#[inline(always)]
pub unsafe fn scan<G: Gpu, T: Shuffled, L: Layout>(gpu: G, x: T, _: L, f: impl Fn(T, T) -> T) -> T {
    let (distance, place) = (const { distance::<L>() }, place::<L>(gpu));
    let mut result = x;
    unroll!(for i in 0..{ L::SIZE.trailing_zeros() } {
        let before = result.shuffle_up(gpu, distance << i);
        if place >= 1 << i {
            result = f(before, result);
        }
    });
    result
}
/// Combines by `f` the value `first` and the values of all lanes before each thread's own, in
/// order: an exclusive scan, computed as [`scan`] does. The first lane gets `first`. CUB:
/// `WarpScan::ExclusiveScan`.
///
/// # Safety
///
/// All threads of the warp execute this together.
#[inline(always)]
pub unsafe fn exclusive_scan<G: Gpu, T: Shuffled, L: Layout>(
    gpu: G,
    x: T,
    lanes: L,
    first: T,
    f: impl Fn(T, T) -> T,
) -> T {
    let before = scan(gpu, x, lanes, &f).shuffle_up(gpu, const { distance::<L>() });
    if place::<L>(gpu) == 0 { first } else { f(first, before) }
}

/// Transposes threads and values: value v of thread t of the lanes becomes value t of thread v. The
/// first mode of the tensor counts the values, as many as there are lanes; each index of the other
/// modes is transposed separately. CUB: `WarpExchange`, from striped to blocked.
///
/// ```text
/// thread     0    1    2    3              0    1    2    3
/// value 0    a0   b0   c0   d0             a0   a1   a2   a3
/// value 1    a1   b1   c1   d1             b0   b1   b2   b3
/// value 2    a2   b2   c2   d2     -->     c0   c1   c2   c3
/// value 3    a3   b3   c3   d3             d0   d1   d2   d3
/// ```
///
/// Afterwards, a thread has side by side the values that many threads had. For each bit of the lane
/// numbers there are half as many shuffles as the tensor has elements: of two values whose numbers
/// differ in that bit, a thread gives away the one that it does not need.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Gpu, tensor::rmem, warp};
/// /// Before, thread t of 4 has columns 2 t and 2 t + 1 of four blocks of 8, as words; afterwards
/// /// all 8 of block t.
/// unsafe fn columns<G: Gpu>(gpu: G, words: &mut [u32; 4]) {
///     // SAFETY: all threads of the warp execute this, and the array outlives the tensor.
///     unsafe { warp::transpose(gpu, rmem(words, layout!((4, 1))), layout!(4)) }
/// }
/// ```
///
/// A different number of values does not compile:
/// `transpose: the first mode of (_2,_4):(_1,_2) has not as many values as there are lanes, _4:_1`;
/// nor do lanes that [`reduce`] refuses.
///
/// # Safety
///
/// All threads of the warp execute this together, and the elements exist.
#[inline(always)]
pub unsafe fn transpose<G: Gpu, T: Shuffled, L: Layout, H: Layout>(
    gpu: G,
    values: GpuTensor<Rmem<T>, L>,
    _: H,
) {
    const { check_values::<L, H>() }
    let masks = const { masks::<H>() };
    unroll!(for bit in 0..{ H::SIZE.trailing_zeros() } {
        exchange(gpu, values, bit, masks[bit as usize])
    });
}
/// Does one round of [`transpose`], in a separate function because unrolled copies multiply:
/// exchanges, with the thread that differs in `mask`, the values that differ in `bit`.
#[inline(always)]
unsafe fn exchange<G: Gpu, T: Shuffled, L: Layout>(
    gpu: G,
    values: GpuTensor<Rmem<T>, L>,
    bit: u32,
    mask: u32,
) {
    let upper = gpu.thread() & mask != 0;
    each!(pair in L::SIZE / 2 => {
        // The number of the pair with a 0 inserted at the bit; with a 1 it is the second value.
        // Values come first, and their count is a power of two.
        let number = pair % (1 << bit) + (pair >> bit << (bit + 1));
        let first_at = values.element(number).pointer();
        let second_at = values.element(number + (1 << bit)).pointer();
        let (first, second) = (*first_at, *second_at);
        let got = if upper { first } else { second }.shuffle_xor(gpu, mask);
        // Both are written: through a pointer that depends on the thread, the registers would
        // become memory.
        (*first_at, *second_at) = if upper { (got, second) } else { (first, got) };
    });
}
/// Panics if the first mode of a tensor of the layout L does not have as many values as H has
/// lanes.
const fn check_values<L: Layout, H: Layout>() {
    if L::Head::SIZE != H::SIZE {
        let message = Message::new().s("transpose: the first mode of ").cat(&L::TEXT);
        let message = message.s(" has not as many values as there are lanes, ");
        message.cat(&H::TEXT).raise()
    }
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
    fn neighbours_are_evenly_spaced() {
        assert_eq!(distance::<layout!(32)>(), 1);
        assert_eq!(distance::<layout!(4 : 8)>(), 8);
        assert_eq!(distance::<layout!((2, 4) : (2, 4))>(), 2);
        assert_eq!(distance::<layout!(1)>(), 1);
    }
    #[test]
    #[should_panic(expected = "scan: the lanes (_2,_2):(_16,_1) are not evenly spaced")]
    fn neighbours_that_are_not() {
        distance::<layout!((2, 2) : (16, 1))>();
    }

    #[test]
    #[should_panic(
        expected = "the lanes (_2,_2):(_1,_1) are not all lanes that differ in some bits of their number"
    )]
    fn the_same_lane_twice() {
        masks::<layout!((2, 2) : (1, 1))>();
    }
    #[test]
    #[should_panic(expected = "the lanes _4:_16 are not all lanes")]
    fn lanes_of_another_warp() {
        masks::<layout!(4 : 16)>();
    }
    #[test]
    #[should_panic(expected = "the lanes _64:_1 are not all lanes")]
    fn more_lanes_than_a_warp_has() {
        masks::<layout!(64)>();
    }
}
