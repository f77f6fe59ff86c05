//! A schedule of which a block gets its next work when it is ready for it.

use crate::Sm90;
use crate::barrier::{Mbarriers, Place, Uninit};
use crate::engine::{Get, Set};
use crate::registers::ProducerWarpgroup;
use crate::tensor::smem;
use zellige::prelude::*;

/// The number of places between who draws and who follows.
const PLACES: u32 = 2;
/// How many numbers are drawn at once behind one that has no work.
const MANY: u32 = 8;
/// What is handed on behind the last number.
const NONE: u32 = u32::MAX;

/// Numbers of work that blocks draw from one counter, each when it is ready for more: work of unequal sizes ends at about the same time in all blocks, if that with
/// the last numbers is small.
///
/// ```text
/// block 0     [ 0          ][ 4    ][ 7 ]
/// block 1     [ 1        ][ 3     ][ 6    ]            time ->
/// block 2     [ 2            ][ 5    ][ 8 ]
///
/// in a block  one thread: Draw::next --> [ number | number ] --> Drawn::next: all threads that compute
///                                         shared memory
/// ```
///
/// The producer of a block draws the next number as soon as it has begun all copies of the work before, and hands it on through one of two places, so that
/// nobody waits for the counter.
///
/// ```
/// use zellige_gpu::registers::{HandOver, Warpgroup};
/// use zellige_gpu::{Gpu, Sm90, schedule::Dynamic};
/// /// Writes to each of `end` numbers how many divisors it has. The blocks have a warpgroup that draws and one that computes, and
/// /// [`Dynamic::BYTES`] bytes of shared memory.
/// unsafe fn divisors<G: Sm90>(gpu: G, counters: *mut u32, to: *mut u32, end: u32) {
///     // SAFETY: all threads are here, the bytes are used for nothing else, and the counters are 0.
///     unsafe {
///         let numbers = Dynamic::new(gpu, gpu.shared_address(), 128);
///         match <HandOver<1, 1, 40, 232>>::of(gpu) {
///             Warpgroup::Gives(warpgroup) => {
///                 let mut draw = numbers.producer(&warpgroup.give(gpu), counters, end);
///                 while let Some(number) = draw.as_mut().and_then(|draw| draw.next(gpu, Some)) {
///                     // The copies of this number would begin here.
///                     let _ = number;
///                 }
///             }
///             Warpgroup::Receives(warpgroup) => {
///                 let role = warpgroup.receive(gpu);
///                 let mut numbers = numbers.consumer();
///                 while let Some(number) = numbers.next(gpu) {
///                     if role.thread() == 0 {
///                         *to.add(number as usize) = (1..=number).filter(|i| number % i == 0).count() as u32;
///                     }
///                 }
///             }
///         }
///     }
/// }
/// ```
///
/// FlashAttention-3: `DynamicPersistentTileScheduler`, `tile_count_semaphore`.
#[doc(alias("DynamicPersistentTileScheduler", "atomicAdd"))]
#[derive(Debug)]
pub struct Dynamic {
    full: Mbarriers<PLACES>,
    empty: Mbarriers<PLACES>,
    /// The place of the numbers in shared memory, in numbers.
    first: u32,
}
impl Dynamic {
    /// The number of bytes of shared memory: two barriers for each place, and the numbers.
    pub const BYTES: u32 = 2 * Uninit::<PLACES>::BYTES + 4 * PLACES;
    /// Makes the places, [`BYTES`](Self::BYTES) bytes from the address on. `consumers` threads of the block follow.
    ///
    /// # Safety
    ///
    /// - All threads of the block are here, with the same arguments.
    /// - The bytes begin at a multiple of 8, lie in the block's shared memory, and are used for nothing else until the block ends.
    /// - `consumers` is not 0, and less than 2^20.
    #[inline(always)]
    pub unsafe fn new(gpu: impl Sm90, address: u32, consumers: u32) -> Self {
        let full = Uninit::<PLACES>::new(address);
        let empty = Uninit::<PLACES>::new(address + Uninit::<PLACES>::BYTES);
        let (full, empty) = full
            .init(gpu, 1)
            .and(empty.init(gpu, consumers))
            .publish(gpu);
        let numbers = address + 2 * Uninit::<PLACES>::BYTES;
        Dynamic {
            full,
            empty,
            first: (numbers - gpu.shared_address()) / 4,
        }
    }
    /// Makes the half that draws numbers below `end`; of all producers one thread has it. There are two `counters`: of the numbers that were drawn, and of the
    /// blocks that have ended.
    #[inline(always)]
    pub fn producer(self, role: &ProducerWarpgroup, counters: *mut u32, end: u32) -> Option<Draw> {
        (role.thread() == 0).then_some(Draw {
            places: self,
            counters: Some(counters),
            end,
            step: 0,
            drawn: (0, 0),
        })
    }
    /// Makes the half that does not draw, but takes the number of its block, and every further one at a distance of the number of blocks, as
    /// [`persistent`](super::Raster::persistent) schedules do: for work of equal sizes, by a kernel that has both.
    #[inline(always)]
    pub fn persistent_producer(
        self,
        gpu: impl Sm90,
        role: &ProducerWarpgroup,
        end: u32,
    ) -> Option<Draw> {
        (role.thread() == 0).then_some(Draw {
            places: self,
            counters: None,
            end,
            step: 0,
            drawn: (gpu.block_x(), 0),
        })
    }
    /// Makes the half of a thread that follows.
    #[inline(always)]
    pub fn consumer(self) -> Drawn {
        Drawn {
            places: self,
            step: 0,
        }
    }
    /// Returns a place in shared memory.
    #[inline(always)]
    fn number<G: Sm90>(&self, gpu: G, place: u32) -> impl Get<Element = u32> + Set<Element = u32> {
        smem::<u32, _>(gpu, self.first, layout!(2))
            .at(place)
            .engine()
    }
}

/// The half of [`Dynamic`] that draws.
#[derive(Debug)]
pub struct Draw {
    places: Dynamic,
    /// What numbers are drawn from; `None` if they are taken at a distance of the number of blocks.
    counters: Option<*mut u32>,
    end: u32,
    step: u32,
    /// The numbers that were drawn and are not used yet: the first one, and that behind the last. Without counters, the next number.
    drawn: (u32, u32),
}
impl Draw {
    /// Draws numbers until there is work for one, hands that one on, and returns its work; or hands on that there are no more, and returns `None`.
    /// `work` returns `None` for a number that has none, which nobody follows; then eight numbers are drawn at once, and those of them that have
    /// work are this block's, one after the other.
    ///
    /// # Safety
    ///
    /// - `gpu` is the thread that this half was made for.
    /// - Unless the half is a [persistent](Dynamic::persistent_producer) one, it has the address of two counters in global memory. They are 0 when the grid begins, nobody else uses them, and every block draws until it gets `None`, and then no more. They are 0 again when the grid
    ///   has ended, which has one row.
    /// - `end` and eight times the number of blocks together are less than 2^32.
    #[inline(always)]
    pub unsafe fn next<W>(&mut self, gpu: impl Sm90, work: impl Fn(u32) -> Option<W>) -> Option<W> {
        let mut count = 1;
        loop {
            let number = self.draw(gpu, count);
            if number >= self.end {
                self.end(gpu);
                self.hand_on(gpu, NONE);
                return None;
            }
            if let Some(work) = work(number) {
                self.hand_on(gpu, number);
                return Some(work);
            }
            count = MANY;
        }
    }
    /// Returns the next number; where none is left, it draws `count`.
    ///
    /// # Safety
    ///
    /// As of [`next`](Self::next), which calls it.
    #[inline(always)]
    unsafe fn draw(&mut self, gpu: impl Sm90, count: u32) -> u32 {
        let Some(counters) = self.counters else {
            let number = self.drawn.0;
            self.drawn.0 += gpu.grid_x();
            return number;
        };
        if self.drawn.0 == self.drawn.1 {
            let first = gpu.fetch_add(counters, count);
            self.drawn = (first, first + count);
        }
        let number = self.drawn.0;
        self.drawn.0 += 1;
        number
    }
    /// Counts this block among those that have ended; the last one makes the counters 0, which no other needs any more.
    ///
    /// # Safety
    ///
    /// As of [`next`](Self::next), which calls it once, behind the last number.
    #[inline(always)]
    unsafe fn end(&self, gpu: impl Sm90) {
        let Some(counters) = self.counters else {
            return;
        };
        let ended = counters.add(1);
        if gpu.fetch_add(ended, 1) == gpu.grid_x() - 1 {
            gpu.store_release(counters, 0);
            gpu.store_release(ended, 0);
        }
    }
    /// Waits until a place is free, and writes the number there.
    ///
    /// # Safety
    ///
    /// As of [`next`](Self::next), which calls it once for each number.
    #[inline(always)]
    unsafe fn hand_on(&mut self, gpu: impl Sm90, number: u32) {
        let place = Place::of::<PLACES>(self.step);
        self.places.empty.wait_before(gpu, place);
        self.places.number(gpu, place.stage).set(number);
        self.places.full.arrive_at(gpu, place.stage);
        self.step = self.step.wrapping_add(1);
    }
}

/// The half of [`Dynamic`] that follows.
#[derive(Debug)]
pub struct Drawn {
    places: Dynamic,
    step: u32,
}
impl Drawn {
    /// Waits for the number that the producer has drawn, and returns it; `None` behind the last one.
    ///
    /// # Safety
    ///
    /// - `gpu` is the thread that this half was made for, and it calls this until it gets `None`.
    /// - As many threads of the block have such a half as [`Dynamic::new`] was told, each of them one, and one thread has the half that draws.
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm90) -> Option<u32> {
        let place = Place::of::<PLACES>(self.step);
        self.places.full.wait_at(gpu, place);
        let number = self.places.number(gpu, place.stage).get();
        self.places.empty.arrive_at(gpu, place.stage);
        self.step = self.step.wrapping_add(1);
        (number != NONE).then_some(number)
    }
}
