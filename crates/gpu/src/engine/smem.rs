//! Engines in shared memory.

use super::{Engine, Get, Set};
use crate::access;
use zellige::Outer;
use zellige::prelude::*;
use zellige::refusal::Message;

/// An engine with an address in shared memory.
pub trait SharedAddress: Engine {
    /// The swizzle under which the elements lie; without one, the swizzle of no bits.
    type Swizzle: Outer;
    /// Returns the address of the element in bytes, as instructions take it.
    fn address(self) -> u32;
    /// Returns the pointer to the element, as loads and stores take it.
    fn pointer(self) -> *mut Self::Element;
}

/// Shared memory that begins at an element: its address, for instructions, and a pointer to it, for
/// loads and stores.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::engine::{Engine, SharedAddress, Smem};
/// let memory = Smem::<f32>::new(std::ptr::null_mut(), 4096); // an address in bytes
/// assert_eq!(memory.moved(int!(5)).address(), 4096 + 4 * 5);
/// ```
pub struct Smem<T> {
    pointer: *mut T,
    address: u32,
}
impl<T> Smem<T> {
    /// Creates an engine of the elements that begin at the address, in bytes, and at the pointer,
    /// which points to the same memory.
    #[inline(always)]
    pub fn new(pointer: *mut T, address: u32) -> Self {
        Smem { pointer, address }
    }
}
impl<T> Clone for Smem<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Smem<T> {}
impl<T> Engine for Smem<T> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        let by = by.u32();
        Smem {
            pointer: self.pointer.wrapping_add(by as usize),
            address: self.address + size_of::<T>() as u32 * by,
        }
    }
}
impl<T> SharedAddress for Smem<T> {
    type Swizzle = <layout!(1) as Layout>::Swizzle;
    #[inline(always)]
    fn address(self) -> u32 {
        self.address
    }
    #[inline(always)]
    fn pointer(self) -> *mut T {
        self.pointer
    }
}

/// Shared memory under a swizzle F, possibly the swizzle of no bits: the element at the offset o
/// lies at `base + F(start + o)`.
///
/// ```text
/// o = near + far, far a multiple of the swizzle's period:  base + F(start + near) + far
///
///                 vectors of one row, whose addresses are computed once, when the thread's share is known
/// F(start + near) [ 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 ]
/// ```
///
/// A thread therefore keeps one address for each vector of a row that it uses, and every further
/// offset is a constant in an instruction. Without a swizzle, the base itself is moved.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::engine::{Engine, SharedAddress, Smem, SwizzledSmem};
/// let memory = Smem::<f32>::new(std::ptr::null_mut(), 4096); //                          an address in bytes
/// let row_1 = SwizzledSmem::new(memory, 32, Swizzle::<2, 2, 3>::new()); //               from element 32 on: vectors of 4 elements
/// assert_eq!(row_1.moved(int!(8)).address(), 4096 + 4 * (32 + (8 ^ 4)));
/// ```
///
/// Under a swizzle that exchanges more than 8 vectors, each address is computed where it is used.
///
/// An F that is a layout instead of a swizzle does not compile.
pub struct SwizzledSmem<T, F> {
    base: Smem<T>,
    start: u32,
    offset: u32,
    swizzle: F,
    row: [u32; 8],
}
impl<T, F: Outer> SwizzledSmem<T, F> {
    /// Creates an engine of the elements that begin at `base`, under the swizzle, and at the
    /// element `start` before the swizzle.
    #[inline(always)]
    pub fn new(base: Smem<T>, start: u32, swizzle: F) -> Self {
        let (base, row) = match const { vectors::<F>() } {
            1 => (base.moved(start), [0; 8]),
            9.. => (base, [0; 8]),
            _ => (
                base,
                [0, 1, 2, 3, 4, 5, 6, 7].map(|i: u32| {
                    let place = swizzle.value_at(start + i * const { vector::<F>() }).u32();
                    base.address + size_of::<T>() as u32 * place
                }),
            ),
        };
        SwizzledSmem { base, start, offset: 0, swizzle, row }
    }
    /// Returns the position to which the swizzle maps the element `near` elements after the start.
    #[inline(always)]
    fn place(&self, near: u32) -> u32 {
        let x = self.start + near;
        if const { vectors::<F>() <= 8 } {
            return self.swizzle.value_at(x).u32();
        }
        // The position is computed with bit operations: LLVM turns a remainder into a minimum if it
        // knows the quotient.
        let [b, y, z] = const { moves::<F>() };
        x ^ (((x / y) & (b - 1)) * z)
    }
    /// Returns the part of the offset within the swizzle's period, and the rest.
    #[inline(always)]
    fn near_and_far(&self) -> (u32, u32) {
        let near = self.offset % const { period::<F>() };
        (near, self.offset - near)
    }
}
impl<T, F: Copy> Clone for SwizzledSmem<T, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, F: Copy> Copy for SwizzledSmem<T, F> {}
impl<T, F: Outer> Engine for SwizzledSmem<T, F> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        match const { vectors::<F>() } {
            1 => SwizzledSmem { base: self.base.moved(by), ..self },
            _ => SwizzledSmem { offset: self.offset + by.u32(), ..self },
        }
    }
}
impl<T, F: Outer> SharedAddress for SwizzledSmem<T, F> {
    type Swizzle = F;
    #[inline(always)]
    fn address(self) -> u32 {
        if const { vectors::<F>() == 1 } {
            return self.base.address;
        }
        let (near, far) = self.near_and_far();
        let (vector, vectors) = const { (vector::<F>(), vectors::<F>()) };
        let bytes = size_of::<T>() as u32;
        let place = if vectors <= 8 && near % vector == 0 && near / vector < vectors {
            self.row[(near / vector % 8) as usize]
        } else {
            self.base.address + bytes * self.place(near)
        };
        place + bytes * far
    }
    #[inline(always)]
    fn pointer(self) -> *mut T {
        if const { vectors::<F>() == 1 } {
            return self.base.pointer;
        }
        let (near, far) = self.near_and_far();
        let pointer = self.base.pointer.wrapping_add(self.place(near) as usize);
        pointer.wrapping_add(far as usize)
    }
}
impl<T: Copy> Get for Smem<T> {
    #[inline(always)]
    unsafe fn get(self) -> T {
        access::read_shared(self.pointer)
    }
}
impl<T: Copy> Set for Smem<T> {
    #[inline(always)]
    unsafe fn set(self, element: T) {
        access::write_shared(self.pointer, element)
    }
}
impl<T: Copy, F: Outer> Get for SwizzledSmem<T, F> {
    #[inline(always)]
    unsafe fn get(self) -> T {
        access::read_shared(self.pointer())
    }
}
impl<T: Copy, F: Outer> Set for SwizzledSmem<T, F> {
    #[inline(always)]
    unsafe fn set(self, element: T) {
        access::write_shared(self.pointer(), element)
    }
}

/// Returns B, Y and Z of a swizzle: it moves B bits, given as a power of two, from Y to Z.
const fn moves<F: Outer>() -> [u32; 3] {
    match F::MOVES {
        Some([b, y, z]) => [b as u32, y as u32, z as u32],
        None => Message::new()
            .s("shared memory is swizzled by a swizzle, but ")
            .cat(&F::NAME)
            .s(" is a layout")
            .raise(),
    }
}
/// Returns whether the layout has no swizzle.
pub(crate) const fn is_straight<L: Layout>() -> bool {
    matches!(<L::Swizzle as Outer>::MOVES, Some([1, ..]))
}
/// Returns the period of the swizzle: offsets that differ by a multiple of it are swizzled alike.
const fn period<F: Outer>() -> u32 {
    let [b, y, z] = moves::<F>();
    b * if y > z { y } else { z }
}
/// Returns whether the swizzle treats offsets that are `step` apart alike.
pub(crate) const fn is_far<F: Outer>(step: u64) -> bool {
    vectors::<F>() == 1 || step % period::<F>() as u64 == 0
}
/// Returns the count of elements that stay contiguous under the swizzle, starting at a multiple of
/// that count.
const fn vector<F: Outer>() -> u32 {
    let [_, y, z] = moves::<F>();
    if y < z { y } else { z }
}
/// Returns the same count for any swizzle: one of no bits keeps all elements contiguous.
pub(crate) const fn side_by_side<F: Outer>() -> usize {
    match vectors::<F>() {
        1 => usize::MAX,
        _ => vector::<F>() as usize,
    }
}
/// Returns the count of these vectors that change places with each other.
const fn vectors<F: Outer>() -> u32 {
    moves::<F>()[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swizzle_of_many_vectors() {
        type Shared = layout!(Sw<5, 0, 6> o 0 o (72, 64) : (64, 1));
        let memory = Smem::<f32>::new(core::ptr::null_mut(), 4096);
        for first in [0u32, 37, 8 * 64 + 5, 31 * 64 + 31] {
            let engine = SwizzledSmem::new(memory, first, Shared::STATIC.swizzle());
            for by in [0u32, 1, 32, 64, 33 * 64] {
                let there = engine.moved(by);
                let place = Shared::STATIC.swizzle().value_at(first + by);
                assert_eq!(there.address(), 4096 + 4 * place);
                assert_eq!(there.pointer().addr() as u32, 4 * place);
            }
        }
    }
}
