//! Values that wait in registers until they are used, first in, first out.
//!
//! A thread can spread work, such as storing its accumulators, over the next product: it queues the
//! values in registers and takes one at a time. Registers have no addresses, so no register can be
//! read by an index that is known only at run time. The first one can be read, however, if all
//! others move up:
//!
//! ```text
//! three were pushed     v0 v1 v2  .        1 place is free
//! pop() = v0            v1 v2  .  .        2
//! pop() = v1            v2  .  .  .        3
//! ```
//!
//! ```
//! use zellige_gpu::queue::Queue;
//! let mut later: Queue<[u32; 4]> = Queue::empty(0);
//! for value in [10, 11, 12] {
//!     later.push(value);
//! }
//! assert_eq!((later.free(), later.get(0), later.get(2)), (1, 10, 12));
//! assert_eq!((later.pop(), later.pop()), (10, 11));
//! assert_eq!((later.free(), later.get(0)), (3, 12));
//! later.clear();
//! assert!(later.is_empty());
//! ```

use crate::tensor::RegisterArray;
use crate::unroll;
use core::ptr::from_ref;

/// A queue with as many slots as the array A has registers, `[T; N]` or
/// [`Registers`](zellige::prelude::Registers), at most 16.
///
/// `pop` moves all registers that may hold values behind the first. `push` and `get` cost nothing
/// if the slot is known when the kernel is compiled: in straight-line code or in
/// [`unroll!`](crate::unroll!), soon after [`empty`](Queue::empty).
#[derive(Copy, Clone, Debug)]
pub struct Queue<A> {
    /// The waiting values, in order.
    array: A,
    free: u32,
}
impl<A: RegisterArray> Queue<A> {
    /// The number of slots.
    pub const LENGTH: u32 = A::LENGTH as u32;
    /// Creates an empty queue: the registers hold `value`, which is never returned.
    #[inline(always)]
    pub fn empty(value: A::Element) -> Self {
        Queue { array: A::filled(value), free: Self::LENGTH }
    }
    /// Returns the number of free slots. If the queue was full, this is also the number of the
    /// first waiting value.
    #[inline(always)]
    pub fn free(&self) -> u32 {
        self.free
    }
    /// Appends a value after all others.
    ///
    /// # Panics
    ///
    /// Panics if no slot is free.
    #[track_caller]
    #[inline(always)]
    pub fn push(&mut self, value: A::Element) {
        assert!(self.free > 0, "push: the queue is full");
        // SAFETY: at least one and at most LENGTH slots are free, so this is a slot of the array.
        unsafe {
            let place = self.array.start().add((Self::LENGTH - self.free) as usize);
            place.write(value)
        }
        self.free -= 1;
    }
    /// Returns whether no value waits.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.free >= Self::LENGTH
    }
    /// Removes the first waiting value, and returns it.
    ///
    /// # Panics
    ///
    /// Panics if no value waits.
    #[track_caller]
    #[inline(always)]
    pub fn pop(&mut self) -> A::Element {
        assert!(!self.is_empty(), "pop: the queue is empty");
        let values = self.array.start();
        // SAFETY: not all slots are free, so there is a value.
        let first = unsafe { values.read() };
        unroll!(for i in 0..{ Self::LENGTH.saturating_sub(1) } {
            let i = i as usize;
            // SAFETY: i + 1 is less than LENGTH.
            unsafe { values.add(i).write(values.add(i + 1).read()) }
        });
        self.free += 1;
        first
    }
    /// Returns the value that has `i` others before it, and leaves it in the queue.
    ///
    /// # Panics
    ///
    /// Panics if that value does not exist.
    #[track_caller]
    #[inline(always)]
    pub fn get(&self, i: u32) -> A::Element {
        assert!(i < Self::LENGTH - self.free, "get: the queue has fewer values");
        // SAFETY: only `[T; N]` and `Registers` are such arrays, contiguous elements, and this slot
        // is one of them.
        unsafe { from_ref(&self.array).cast::<A::Element>().add(i as usize).read() }
    }
    /// Removes all values.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.free = Self::LENGTH;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige::prelude::*;

    #[test]
    fn any_order_of_pushes_and_pops() {
        let mut queue = Queue::<Registers<u32, int!(3)>>::empty(0);
        let (mut pushed, mut popped) = (0, 0);
        for step in [2, 1, 1, 3, 2, 2, 3, 3] {
            for _ in 0..step {
                if queue.free() > 0 {
                    queue.push(pushed);
                    pushed += 1;
                }
            }
            for i in 0..pushed - popped {
                assert_eq!(queue.get(i), popped + i);
            }
            assert_eq!(queue.free(), 3 - (pushed - popped));
            assert_eq!(queue.pop(), popped);
            popped += 1;
        }
        queue.clear();
        assert!(queue.is_empty() && queue.free() == 3);
    }
    #[test]
    #[should_panic(expected = "push: the queue is full")]
    fn too_many() {
        let mut queue = Queue::<[u32; 1]>::empty(0);
        queue.push(1);
        queue.push(2);
    }
    #[test]
    #[should_panic(expected = "pop: the queue is empty")]
    fn none_to_pop() {
        Queue::<[u32; 1]>::empty(0).pop();
    }
    #[test]
    #[should_panic(expected = "get: the queue has fewer values")]
    fn none_to_get() {
        let mut queue = Queue::<[u32; 2]>::empty(0);
        queue.push(1);
        queue.get(1);
    }
    #[test]
    #[should_panic(expected = "pop: the queue is empty")]
    fn no_places() {
        Queue::<[u32; 0]>::empty(0).pop();
    }
}
