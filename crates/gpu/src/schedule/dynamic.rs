//! A schedule from which a block gets its next work when it is ready for it.

use crate::Sm90;
use crate::barrier::{Place, Row, publish};
use crate::engine::{Get, Set};
use crate::registers::{Consumers, ProducerWarpgroup};
use crate::storage::{Allocate, SharedStorage};
use crate::tensor::smem;
use core::marker::PhantomData;
use zellige::prelude::*;

/// The number of slots between the thread that draws and the threads that follow.
const PLACES: u32 = 2;
/// The count of numbers drawn at once after a number without work.
const MANY: u32 = 8;
/// The value that is handed on after the last number.
const NONE: u32 = u32::MAX;

/// Numbers of work items that blocks draw from one counter, each when it is ready for more. Work of
/// unequal size then ends at about the same time in all blocks, if the items with the last numbers
/// are small.
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
/// The producer of a block draws the next number as soon as it has begun all copies of the previous
/// work, and hands it on through one of two slots, so that no thread waits for the counter.
///
/// ```
/// use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
/// use zellige_gpu::{Gpu, Sm90, schedule::Dynamic, storage::Allocate};
/// type Warps = WarpRoles<1, 1, 40, 232>;
/// /// Writes to each of `end` numbers its count of divisors. The blocks have a warpgroup that
/// /// draws and one that computes, and [`BYTES`](crate::storage::SharedStorage::BYTES) of
/// /// `Dynamic<Warps>` of shared memory.
/// unsafe fn divisors<G: Sm90>(gpu: G, counters: *mut u32, to: *mut u32, end: u32) {
///     // SAFETY: all threads execute this, the bytes are used for nothing else, and the counters
///     // are 0.
///     unsafe {
///         let numbers = <Dynamic<Warps>>::allocate(gpu);
///         match Warps::of(gpu) {
///             Warpgroup::Producer(warpgroup) => {
///                 let role = warpgroup.reg_dealloc(gpu);
///                 let mut draw = numbers.producer(gpu, &role, Some(counters), end);
///                 while let Some(number) = draw.as_mut().and_then(|draw| draw.next(gpu, Some)) {
///                     // The copies of this number would begin here.
///                     let _ = number;
///                 }
///             }
///             Warpgroup::Consumer(warpgroup) => {
///                 let role = warpgroup.reg_alloc(gpu);
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
pub struct Dynamic<R> {
    places: Places,
    consumers: PhantomData<R>,
}
/// The slots of the numbers, and the barriers that signal whether a slot holds one.
#[derive(Copy, Clone, Debug)]
struct Places {
    full: Row,
    empty: Row,
    /// The offset of the numbers in shared memory, in numbers.
    first: u32,
}
impl<R: Consumers> SharedStorage for Dynamic<R> {
    const ALIGN: u32 = 1;
    const TILES: u32 = 0;
    /// Two barriers for each slot, and the numbers.
    const BARRIERS: u32 = (2 * 8 + 4) * PLACES;
}
impl<G: Sm90, R: Consumers> Allocate<G> for Dynamic<R> {
    #[inline(always)]
    unsafe fn carve(gpu: G, _: u32, barriers: u32) -> Self {
        let address = gpu.shared_address() + barriers;
        let places = Places {
            full: Row::init(gpu, address, PLACES, 1),
            empty: Row::init(gpu, address + 8 * PLACES, PLACES, R::READERS),
            first: (barriers + 16 * PLACES) / 4,
        };
        Dynamic { places, consumers: PhantomData }
    }
    #[inline(always)]
    unsafe fn publish(gpu: G) {
        publish(gpu)
    }
}
impl<R: Consumers> Dynamic<R> {
    /// Returns the half that draws numbers below `end`; only one thread of all producers gets it.
    /// There are two `counters`: the count of numbers drawn, and the count of blocks that have
    /// ended. Without counters, the half takes the number of its block, and further ones at a
    /// distance of the block count, as [`persistent`](super::Raster::persistent) schedules do: for
    /// work of equal sizes, in a kernel that supports both.
    #[inline(always)]
    pub fn producer(
        self,
        gpu: impl Sm90,
        role: &ProducerWarpgroup,
        counters: Option<*mut u32>,
        end: u32,
    ) -> Option<Draw> {
        let first = if counters.is_none() { gpu.block_x() } else { 0 };
        let (places, step, drawn) = (self.places, 0, (first, 0));
        (role.thread() == 0).then_some(Draw { places, counters, end, step, drawn })
    }
    /// Returns the half of a thread that follows.
    #[inline(always)]
    pub fn consumer(self) -> Drawn {
        Drawn { places: self.places, step: 0 }
    }
}
impl Places {
    /// Returns a slot in shared memory.
    #[inline(always)]
    fn number<G: Sm90>(&self, gpu: G, place: u32) -> impl Get<Element = u32> + Set<Element = u32> {
        smem::<u32, _>(gpu, self.first, layout!(2)).at(place).engine()
    }
}

/// The half of [`Dynamic`] that draws.
#[derive(Debug)]
pub struct Draw {
    places: Places,
    /// The counters that numbers are drawn from; `None` if the numbers are at a distance of the
    /// block count.
    counters: Option<*mut u32>,
    end: u32,
    step: u32,
    /// The range of numbers that were drawn and are not used yet: the first one, and the end.
    /// Without counters, the first is the next number.
    drawn: (u32, u32),
}
impl Draw {
    /// Draws numbers until one has work, hands that number on, and returns its work; at the end,
    /// hands on that no more follow, and returns `None`. `work` returns `None` for a number without
    /// work, which is not handed on; then eight numbers are drawn at once, and this block takes
    /// those of them that have work, one after the other.
    ///
    /// # Safety
    ///
    /// - `gpu` is the thread for which this half was created.
    /// - If the half has [counters](Dynamic::producer), there are two in global memory. They are 0
    ///   when the grid begins, and nothing else uses them. Every block draws until it gets `None`,
    ///   and then no more. The grid has one row. The counters are 0 again after the grid has ended.
    /// - The sum of `end` and eight times the block count is less than 2^32.
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
    /// Returns the next number; draws `count` numbers if none is left.
    ///
    /// # Safety
    ///
    /// The conditions of [`next`](Self::next), which calls it, hold.
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
    /// Counts this block among those that have ended. The last block sets the counters to 0, which
    /// no other block needs any more.
    ///
    /// # Safety
    ///
    /// The conditions of [`next`](Self::next) hold, which calls it once, after the last number.
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
    /// Waits until a slot is free, and writes the number to it.
    ///
    /// # Safety
    ///
    /// The conditions of [`next`](Self::next) hold, which calls it once for each number.
    #[inline(always)]
    unsafe fn hand_on(&mut self, gpu: impl Sm90, number: u32) {
        let place = Place::of(self.step, PLACES);
        self.places.empty.wait_before(gpu, place);
        self.places.number(gpu, place.stage).set(number);
        self.places.full.arrive_at(gpu, place.stage);
        self.step = self.step.wrapping_add(1);
    }
}

/// The half of [`Dynamic`] that follows.
#[derive(Debug)]
pub struct Drawn {
    places: Places,
    step: u32,
}
impl Drawn {
    /// Waits for the number that the producer has drawn, and returns it; `None` after the last one.
    ///
    /// # Safety
    ///
    /// - `gpu` is the thread for which this half was created, and it calls this until it gets
    ///   `None`.
    /// - As many threads of the block as R says have such a half, one each, and one thread has the
    ///   half that draws.
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm90) -> Option<u32> {
        let place = Place::of(self.step, PLACES);
        self.places.full.wait_at(gpu, place);
        let number = self.places.number(gpu, place.stage).get();
        self.places.empty.arrive_at(gpu, place.stage);
        self.step = self.step.wrapping_add(1);
        (number != NONE).then_some(number)
    }
}
