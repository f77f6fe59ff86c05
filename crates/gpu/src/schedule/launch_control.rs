//! A schedule from which a cluster takes over the work of clusters that have not begun.

use crate::Sm100;
use crate::barrier::{Place, Row, publish};
use crate::registers::{Consumers, ProducerWarpgroup};
use crate::storage::{Allocate, SharedStorage};
use core::marker::PhantomData;
use zellige::typenum::Unsigned;

/// The number of slots for responses.
const PLACES: u32 = 2;
/// The number of bytes of a response.
const RESPONSE: u32 = 16;

/// Numbers of work items of a grid that has a cluster of B blocks for each: a cluster that runs
/// begins with its own number. Then it has the hardware cancel the launch of a cluster that has not
/// begun, and does its work, as long as there is one. It keeps its barriers and tensor memory from
/// item to item, and work of unequal size ends at about the same time everywhere, as with
/// [`Dynamic`](super::Dynamic), but without a counter in global memory.
///
/// ```text
/// a grid of 9 clusters on a GPU with room for 3        time ->
///
/// cluster 0     [ 0          ][ 4    ][ 7 ]            4 and 7 never begin
/// cluster 1     [ 1        ][ 3     ][ 6    ]
/// cluster 2     [ 2            ][ 5    ][ 8 ]
///
/// in a cluster  Cancel::next of block 0 -- asks the hardware --> [ response | response ]
///                                                 in the shared memory of each block |
///                                     Cancelled::next: all threads that compute  <---+
/// ```
///
/// The producer of the first block asks for the next cluster when it begins with an item, so that
/// no thread waits for the hardware. Every block has a producer, and as many threads that follow as
/// the [`Consumers`] R have readers. The hardware may refuse before the last cluster has begun: the
/// others then begin as usual.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_emulator::{Memory, run};
/// use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
/// use zellige_gpu::schedule::LaunchControl;
/// use zellige_gpu::storage::{Allocate, SharedStorage};
/// use zellige_gpu::{Sm100, kernel};
/// type Warps = WarpRoles<1, 1, 56, 256>;
/// type Numbers = LaunchControl<Warps, int!(1)>;
/// /// Writes to each number its count of divisors. The grid has a block for each number.
/// ///
/// /// # Safety
/// ///
/// /// There are as many numbers as blocks.
/// #[kernel(threads = Warps::THREADS, shared = Numbers::BYTES)]
/// unsafe fn divisors<G: Sm100>(gpu: G, to: *mut u32) {
///     // SAFETY: all threads execute this, and the bytes are used for nothing else.
///     unsafe {
///         let numbers = Numbers::allocate(gpu);
///         match Warps::of(gpu) {
///             Warpgroup::Producer(warpgroup) => {
///                 let role = warpgroup.reg_dealloc(gpu);
///                 let mut cancel = numbers.producer(gpu, &role);
///                 while let Some(number) = cancel.as_mut().and_then(|cancel| cancel.next(gpu)) {
///                     // The copies of this number would begin here.
///                     let _ = number;
///                 }
///             }
///             Warpgroup::Consumer(warpgroup) => {
///                 let role = warpgroup.reg_alloc(gpu);
///                 let mut numbers = numbers.consumer();
///                 while let Some(number) = numbers.next(gpu) {
///                     if role.thread() == 0 {
///                         *to.add(number as usize) =
///                             (1..=number).filter(|i| number % i == 0).count() as u32;
///                     }
///                 }
///             }
///         }
///     }
/// }
/// let mut counts = [77; 13];
/// let to = Memory::write(&mut counts);
/// // SAFETY: 13 blocks, and 13 numbers.
/// unsafe { run::<divisors>((13, 1), (to.pointer_mut(),)) }.unwrap();
/// assert_eq!(counts, [0, 1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6]);
/// ```
///
/// The blocks of a cluster of several meet between the allocation and the first number, as those of
/// a pair do when they [allocate](crate::tmem::TmemStorage::alloc) tensor memory.
///
/// CUTLASS: `PersistentTileSchedulerSm100`, `PipelineCLCFetchAsync`.
#[doc(alias(
    "PersistentTileSchedulerSm100",
    "PipelineCLCFetchAsync",
    "PipelineClcFetchAsync",
    "ClcDynamicPersistentTileScheduler",
    "clusterlaunchcontrol",
    "CLC"
))]
#[derive(Debug)]
pub struct LaunchControl<R, B> {
    places: Places<B>,
    consumers: PhantomData<R>,
}
/// The slots of the responses, and the barriers that signal whether a slot holds one.
#[derive(Debug)]
struct Places<B> {
    full: Row,
    /// The barriers at which the threads of all blocks arrive: those of the first block count.
    empty: Row,
    /// The address of the responses in shared memory.
    first: u32,
    /// The number of items so far: the number of the request that follows, too.
    step: u32,
    blocks: PhantomData<B>,
}
impl<R: Consumers, B: Unsigned> SharedStorage for LaunchControl<R, B> {
    const ALIGN: u32 = RESPONSE;
    /// The responses.
    const TILES: u32 = RESPONSE * PLACES;
    /// Two barriers for each slot.
    const BARRIERS: u32 = 2 * 8 * PLACES;
}
impl<G: Sm100, R: Consumers, B: Unsigned> Allocate<G> for LaunchControl<R, B> {
    #[inline(always)]
    unsafe fn carve(gpu: G, tiles: u32, barriers: u32) -> Self {
        let address = gpu.shared_address() + barriers;
        // All threads that follow, and the producers of the other blocks.
        let readers = B::U32 * (R::READERS + 1) - 1;
        let places = Places {
            full: Row::init(gpu, address, PLACES, 1),
            empty: Row::init(gpu, address + 8 * PLACES, PLACES, readers),
            first: gpu.shared_address() + tiles,
            step: 0,
            blocks: PhantomData,
        };
        LaunchControl { places, consumers: PhantomData }
    }
    #[inline(always)]
    unsafe fn publish(gpu: G) {
        publish(gpu)
    }
}
impl<R: Consumers, B: Unsigned> LaunchControl<R, B> {
    /// Returns the half of the block's producer; only one thread of all producers gets it.
    #[inline(always)]
    pub fn producer(self, gpu: impl Sm100, role: &ProducerWarpgroup) -> Option<Cancel<B>> {
        let leads = B::U32 == 1 || gpu.cluster_rank() == 0;
        (role.thread() == 0).then_some(Cancel { places: self.places, leads })
    }
    /// Returns the half of a thread that follows.
    #[inline(always)]
    pub fn consumer(self) -> Cancelled<B> {
        Cancelled { places: self.places }
    }
}
impl<B: Unsigned> Places<B> {
    /// Returns the slot of the response that the current item depends on, `None` for the first.
    #[inline(always)]
    fn place(&self) -> Option<Place> {
        self.step.checked_sub(1).map(|request| Place::of(request, PLACES))
    }
    /// Returns the address of a slot.
    #[inline(always)]
    fn address(&self, place: Place) -> u32 {
        self.first + RESPONSE * place.stage
    }
    /// Waits for the number of the item that follows, and returns it.
    #[inline(always)]
    unsafe fn wait(&self, gpu: impl Sm100) -> Option<u32> {
        let first = match self.place() {
            None => gpu.block_x(),
            Some(place) => {
                self.full.wait_at(gpu, place);
                let response = gpu.query_cancel(self.address(place));
                // The slot is written again after the arrival that follows.
                gpu.fence_proxy_async();
                response?.0
            }
        };
        Some(first / B::U32)
    }
    /// Tells the first block that this thread has read the response of the current item.
    #[inline(always)]
    unsafe fn release(&self, gpu: impl Sm100) {
        if let Some(place) = self.place() {
            match B::U32 {
                1 => self.empty.arrive_at(gpu, place.stage),
                _ => self.empty.arrive_cluster_at(gpu, 1, place.stage),
            }
        }
    }
}

/// The half of [`LaunchControl`] that asks for clusters; that of another block than the first one
/// only expects the responses.
#[derive(Debug)]
pub struct Cancel<B> {
    places: Places<B>,
    leads: bool,
}
impl<B: Unsigned> Cancel<B> {
    /// Returns the number of the cluster's next item, and asks for the one after that; `None` after
    /// the last one.
    ///
    /// # Safety
    ///
    /// - `gpu` is the thread for which this half was created, and it calls this until it gets
    ///   `None`.
    /// - The grid has one row, of clusters of B blocks, or of blocks without clusters if B is 1.
    /// - All blocks of the cluster have a producer and as many threads that follow as R says, which
    ///   have such a half, one each.
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm100) -> Option<u32> {
        let number = self.places.wait(gpu);
        let place = Place::of(self.places.step, PLACES);
        if self.leads {
            // After the last item, too: the other blocks arrive at barriers of this one.
            self.places.empty.wait_before(gpu, place);
        }
        let number = number?;
        if !self.leads {
            self.places.release(gpu);
        }
        let filling = self.places.full.expect_at(gpu, place.stage, RESPONSE);
        if self.leads {
            let to = self.places.address(place);
            match B::U32 {
                1 => gpu.try_cancel(to, filling.barrier()),
                _ => gpu.try_cancel_multicast(to, filling.barrier()),
            }
        }
        self.places.step = self.places.step.wrapping_add(1);
        Some(number)
    }
}

/// The half of [`LaunchControl`] that follows.
#[derive(Debug)]
pub struct Cancelled<B> {
    places: Places<B>,
}
impl<B: Unsigned> Cancelled<B> {
    /// Returns the number of the cluster's next item, when the response is there; `None` after the
    /// last one.
    ///
    /// # Safety
    ///
    /// The conditions of [`Cancel::next`] hold.
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm100) -> Option<u32> {
        let number = self.places.wait(gpu)?;
        self.places.release(gpu);
        self.places.step = self.places.step.wrapping_add(1);
        Some(number)
    }
}
