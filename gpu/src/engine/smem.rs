//! Shared memory.

use super::{Engine, Get, Set};
use crate::access;
use zellige::integer::Integer;
use zellige::{Outer, Sw};

/// An engine with an address in shared memory.
pub trait SharedAddress: Engine {
    /// The address of the element, in bytes, as instructions take it.
    fn address(self) -> u32;
    /// The pointer to the element, as loads and stores take it.
    fn pointer(self) -> *mut Self::Element;
}

/// Shared memory from an element on: its address, for instructions, and a pointer to it, for loads and stores.
pub struct Smem<T> {
    pointer: *mut T,
    address: u32,
}
impl<T> Smem<T> {
    /// The elements from the address on, in bytes, to which the pointer points.
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
    #[inline(always)]
    fn address(self) -> u32 {
        self.address
    }
    #[inline(always)]
    fn pointer(self) -> *mut T {
        self.pointer
    }
}

/// Swizzled shared memory: the element at the offset o lies at `base + F(start + o)`.
///
/// ```text
/// o = near + far, far a multiple of the swizzle's period:  base + F(start + near) + far
///
///                 vectors of one row, whose addresses are computed once, when the thread's share is known
/// F(start + near) [ 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 ]
/// ```
///
/// So a thread keeps one address for each vector of a row that it uses, and everything else is a constant in an
/// instruction.
pub struct SwizzledSmem<T, F> {
    base: Smem<T>,
    start: u32,
    offset: u32,
    swizzle: F,
    row: [u32; 8],
}
impl<T, F: Outer + SwizzlePeriod> SwizzledSmem<T, F> {
    /// The elements from `base` on, under the swizzle, from the element `start` before the swizzle.
    #[inline(always)]
    pub fn new(base: Smem<T>, start: u32, swizzle: F) -> Self {
        const { assert!(F::VECTORS <= 8, "the swizzle exchanges more than 8 vectors") }
        let row = [0, 1, 2, 3, 4, 5, 6, 7].map(|i: u32| {
            let place = swizzle.value_at(start + i * F::VECTOR).u32();
            base.address + size_of::<T>() as u32 * place
        });
        SwizzledSmem {
            base,
            start,
            offset: 0,
            swizzle,
            row,
        }
    }
}
impl<T, F: Copy> Clone for SwizzledSmem<T, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, F: Copy> Copy for SwizzledSmem<T, F> {}
impl<T, F: Copy> Engine for SwizzledSmem<T, F> {
    type Element = T;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        SwizzledSmem {
            offset: self.offset + by.u32(),
            ..self
        }
    }
}
impl<T, F: Outer + SwizzlePeriod> SharedAddress for SwizzledSmem<T, F> {
    #[inline(always)]
    fn address(self) -> u32 {
        let near = self.offset % F::PERIOD;
        let far = self.offset - near;
        let bytes = size_of::<T>() as u32;
        let place = if near % F::VECTOR == 0 && near / F::VECTOR < F::VECTORS {
            self.row[(near / F::VECTOR % F::VECTORS) as usize]
        } else {
            self.base.address + bytes * self.swizzle.value_at(self.start + near).u32()
        };
        place + bytes * far
    }
    #[inline(always)]
    fn pointer(self) -> *mut T {
        let near = self.offset % F::PERIOD;
        let far = self.offset - near;
        let place = self.swizzle.value_at(self.start + near).u32();
        let pointer = self.base.pointer.wrapping_add(place as usize);
        pointer.wrapping_add(far as usize)
    }
}

macro_rules! elements {
    ($([$($g:tt)*] $Engine:ty;)+) => { $(
        impl<T: Copy, $($g)*> Get for $Engine {
            #[inline(always)]
            unsafe fn get(self) -> T {
                access::read_shared(self.pointer())
            }
        }
        impl<T: Copy, $($g)*> Set for $Engine {
            #[inline(always)]
            unsafe fn set(self, element: T) {
                access::write_shared(self.pointer(), element)
            }
        }
    )+ };
}
elements! {
    [] Smem<T>;
    [F: Outer + SwizzlePeriod] SwizzledSmem<T, F>;
}

/// What a swizzle `Sw<B, M, S>` of S > 0 exchanges.
///
/// ```
/// use zellige_gpu::engine::SwizzlePeriod;
/// use zellige::Swizzle;
/// fn numbers<F: SwizzlePeriod>(_: F) -> (u32, u32, u32) { (F::PERIOD, F::VECTOR, F::VECTORS) }
/// assert_eq!(numbers(Swizzle::<3, 3, 3>::new()), (512, 8, 8));
/// assert_eq!(numbers(Swizzle::<2, 3, 3>::new()), (256, 8, 4));
/// ```
pub trait SwizzlePeriod {
    /// How far apart two offsets are between which the swizzle sees no difference.
    const PERIOD: u32;
    /// So many elements stay side by side,
    const VECTOR: u32;
    /// and so many of these vectors change places with each other.
    const VECTORS: u32;
}
impl<B: Integer, Y: Integer, Z: Integer> SwizzlePeriod for Sw<B, Y, Z> {
    const PERIOD: u32 = {
        let (y, z) = (Y::KNOWN, Z::KNOWN);
        (B::KNOWN * if y > z { y } else { z }) as u32
    };
    const VECTOR: u32 = Z::KNOWN as u32;
    const VECTORS: u32 = B::KNOWN as u32;
}
